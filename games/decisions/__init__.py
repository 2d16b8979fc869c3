"""What players are asked: how it is put to them, how they answer, and what happens if they do not."""
