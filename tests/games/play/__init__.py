"""Tests of games.play."""
