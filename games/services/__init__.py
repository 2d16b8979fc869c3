"""Commands: one function for each thing that people, bots and clocks can change."""
