"""What bots know of one family alone: a module each, which teaches them skills and may name its rules."""
