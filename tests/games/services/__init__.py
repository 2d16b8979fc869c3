"""Tests of games.services."""
