"""Tests of games.views."""
