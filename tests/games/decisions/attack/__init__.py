"""Tests of games.decisions.attack."""
