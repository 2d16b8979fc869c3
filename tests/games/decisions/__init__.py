"""Tests of games.decisions."""
