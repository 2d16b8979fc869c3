"""Runs on a site under test: reads the mails that have come in, and is killed at one step of the first.

python -m tests.faults.reader STEP
"""

from __future__ import annotations

import os
import signal
import sys

STEPS = {
    "stored": "judge",
    "judged": "settle",
    "read": "carry_out",
    "played": "do_commands",
    "answered": "after_commit",
}
"""The last that was done, and what is called next: for `answered` inside of the transaction that queues the answer."""


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    from inbound.services import handling

    setattr(handling, STEPS[sys.argv[1]], die)
    handling.read_due()


def die(*args: object, **kwargs: object) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


if __name__ == "__main__":
    main()
