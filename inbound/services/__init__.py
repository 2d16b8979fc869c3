"""Commands of mail that comes in: store it, read it, do what it says."""
