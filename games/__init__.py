"""The Django app of games: rows, services, pages, mails and API around the engine."""
