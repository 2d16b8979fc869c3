"""Tests of games.clocks."""
