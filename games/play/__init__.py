"""Playing a game: its session and journal, which alone hold a state, and what answers when nobody is there."""
