"""Runs on a site under test: the same messages many times over, and six threads that do their work beside the workers.

python -m tests.faults.flood COPIES
"""

from __future__ import annotations

import os
import sys
import threading

THREADS = 6
ROUNDS = 3


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    from config.celery import app
    from games.mail.outbox import outbox_deliver
    from games.services.deadlines import deadline_sweep

    gate = threading.Barrier(THREADS + 1)

    def work() -> None:
        from django.db import connection

        gate.wait()
        for _ in range(ROUNDS):
            deadline_sweep()
            outbox_deliver()
        connection.close()

    threads = [threading.Thread(target=work) for _ in range(THREADS)]
    for thread in threads:
        thread.start()
    gate.wait()
    for _ in range(int(sys.argv[1])):
        app.send_task("games.tasks.sweep")
        app.send_task("games.tasks.outbox")
    for thread in threads:
        thread.join()


if __name__ == "__main__":
    main()
