"""Decisions of Risk 2210 A.D. alone."""
