"""The machinery that every rule set runs on; it knows no game. Imports the standard library and msgspec only."""
