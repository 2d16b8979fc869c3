"""Mail that comes in: orders, commands and press that players send by reply, above the games."""
