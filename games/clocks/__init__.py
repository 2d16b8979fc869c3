"""Until when an answer is awaited: settings of clocks, open time, deadlines. Pure functions without Django or database.

rules = read_rules({"zone": "Europe/Berlin", "span": 1440})
seat = read_seat({"zone": "America/New_York", "quiet": ["23:00", "07:00"]}, rules)
next_deadline(rules, seat, Ask(at, "turn", round=5)).deadline_at
"""
