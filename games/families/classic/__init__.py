"""The classic family: its record, and the sentences of capitals and missions."""
