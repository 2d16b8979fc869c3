"""What pages and mails say of many positions, as text that somebody has read (`tests/kit/approved.py`)."""
