#!/usr/bin/env python3
"""Django's command line. With no setting at all it works on the local site in `var/`, as `./run` does."""

import os
import sys

# Any of these in the environment says that somebody has configured a site; then nothing is assumed.
MARKS_OF_A_CONFIGURED_SITE = {"EMBEDDED", "SECRET_KEY", "DATABASE_URL", "SITE_URL"}


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    if not MARKS_OF_A_CONFIGURED_SITE & os.environ.keys():
        os.environ["EMBEDDED"] = "true"
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line
    from django.db import OperationalError

    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:  # its sentence says what would be right; where it was raised helps nobody
        print(error, file=sys.stderr)
        raise SystemExit(2) from None
    except OperationalError as error:
        if "--traceback" in sys.argv:
            raise
        print(f"The database cannot be read: {str(error).strip()}\n(--traceback shows where.)", file=sys.stderr)
        raise SystemExit(2) from None


if __name__ == "__main__":
    main()
