"""Play, trade, take and undo cards, and how they are drawn and chosen."""
