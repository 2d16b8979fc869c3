"""People: who they are, how they come in, what they wish to be told and how to leave."""
