"""Pages for organizers: the games that need one, one game with everything about it, and the acts on it."""
