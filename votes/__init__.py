"""Votes: what the people at a table decide together, above the games."""
