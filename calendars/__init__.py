"""Calendars: the deadlines of a person at a secret address, for calendar programs. An app above the games."""
