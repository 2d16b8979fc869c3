"""Tests of games.models."""
