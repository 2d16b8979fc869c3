"""The pages of games: thin functions that read a request, call a service or a selector, and show a page."""
