"""What the pages show: builders from an engine view to plain data for templates. Nothing here reads or writes."""
