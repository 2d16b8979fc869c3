"""Tests of games.decisions.cards."""
