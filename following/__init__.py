"""Following a game from which one has been eliminated, by one email a round: an app above the games."""
