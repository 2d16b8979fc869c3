"""Tests of games.decisions.classic."""
