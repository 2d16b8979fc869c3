"""What the site costs: pages, turns, outages, and which bot wins. Each module is a command, and so is `secrets`."""
