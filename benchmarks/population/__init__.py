"""Two simulated populations, and how many of their turns nobody plays under each setting of a game's clock."""
