"""Tests of games.decisions.godstorm, and of shared decisions in its words."""
