"""A game in figures: what each seat held over the rounds, as plots with tables behind them, above the games."""
