"""Whole games as text: every order, die, event and what each seat saw. Never edited to fit, only added to."""
