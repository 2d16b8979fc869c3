"""Tests of what players are asked."""
