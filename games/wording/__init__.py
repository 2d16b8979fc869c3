"""The language of the site: how seats, amounts, times, values, rules and events are called. Knows no page."""
