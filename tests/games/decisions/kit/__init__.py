"""Tests of games.decisions.kit."""
