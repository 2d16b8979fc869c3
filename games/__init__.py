"""The games people play: what they ordered, what happened, and who is asked until when."""
