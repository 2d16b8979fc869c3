"""Risk 2210 A.D.: what pages and mails say of its board and of its seats."""
