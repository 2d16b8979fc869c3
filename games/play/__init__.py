"""Playing a game: its session and journal, which alone hold a state, its clock, and automatic answers."""
