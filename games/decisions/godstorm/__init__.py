"""Decisions of Risk Godstorm alone."""
