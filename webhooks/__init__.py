"""Webhooks: what a person is mailed about games, posted to a chat of theirs as well. An app above the games."""
