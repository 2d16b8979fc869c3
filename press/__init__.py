"""Press: messages between the people of one game, above the games."""
