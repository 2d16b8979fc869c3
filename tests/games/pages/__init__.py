"""Tests of games.pages."""
