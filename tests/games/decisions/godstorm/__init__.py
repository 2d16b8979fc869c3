"""Pages of Risk Godstorm alone."""
