"""Commands that write what belongs to messages, one transaction each."""
