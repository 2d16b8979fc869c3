"""Risk Godstorm: what pages and mails say of its two worlds and of its seats."""
