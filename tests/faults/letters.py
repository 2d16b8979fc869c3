"""Prints every mail that a site under test would send now, all parts of it, as its readers get them.

python -m tests.faults.letters
"""

from __future__ import annotations

import os


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    from games.mail.render import mail_for
    from games.models import OutboxMail

    for row in OutboxMail.objects.select_related("user", "game"):
        letter = mail_for(row)
        print(letter.body, *(part[0] for part in letter.alternatives), *letter.extra_headers.values(), sep="\n")


if __name__ == "__main__":
    main()
