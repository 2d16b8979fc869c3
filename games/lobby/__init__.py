"""The lobby: the form for a new game, what it offers, and what it has made so far."""
