"""Events as their organizers see them: making one, its page, what they do to it."""
