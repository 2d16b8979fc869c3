"""A coached first game: sentences beside each question of a game against bots, and a sound answer to look at."""
