"""What panels, prompts and suggestions are made of: pieces that several questions share. Knows no single question."""
