"""Events of many games: who meets whom, and who stands where. An app above the games."""
