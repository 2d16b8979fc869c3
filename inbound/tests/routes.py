"""Who may see the addresses of mail that comes in; tests/test_routes.py asks them. There are none yet."""

ROWS: list[tuple[object, ...]] = []
