"""Rules that families share, one module each. They import `engine.core` and the odds, never a family."""
