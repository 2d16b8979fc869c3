"""Selectors: reads for pages, mails, API and organizers. Nothing here writes."""
