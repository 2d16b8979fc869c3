"""Tests of games.lobby."""
