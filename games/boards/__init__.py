"""The board as a drawing: what a map looks like, what lies on it, and the picture for mails."""
