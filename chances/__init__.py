"""Chances to win over the turns of ended games, and the turns that changed them, above the games."""
