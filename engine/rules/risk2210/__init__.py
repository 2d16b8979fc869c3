"""Risk 2210 A.D., whole: Commanders, Space Stations, the seas and the Moon, energy, Command cards, five years."""
