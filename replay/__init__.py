"""Replays: a game from its first move to its last on one page, above the games."""
