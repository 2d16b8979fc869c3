"""Read a mail that came in: which of its lines its sender wrote, and what they order. Pure functions, no Django."""
