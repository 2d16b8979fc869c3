"""Tests of games.boards."""
