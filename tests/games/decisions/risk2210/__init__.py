"""Tests of games.decisions.risk2210."""
