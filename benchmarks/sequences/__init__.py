"""Random sequences of all that may happen to a game's time, through the services: `python -m benchmarks.sequences`."""
