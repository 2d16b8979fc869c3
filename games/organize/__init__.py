"""Pages for organizers: what needs somebody, one game with everything about it, and the acts on it."""
