"""What a host does at the command line: the whole site in one process, backups, checks. Nothing imports it."""
