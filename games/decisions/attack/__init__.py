"""Attack, and what an attack asks on its way: dice of the defence, losses, how many move in."""
