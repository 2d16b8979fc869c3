"""Tests of games.wording."""
