"""Tests of games.selectors."""
