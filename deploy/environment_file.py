"""Runs a command with the settings of an environment file, read as systemd reads an EnvironmentFile: no shell looks at
it, so `&`, `$` and `;` in a value are just that.

    python deploy/environment_file.py FILE COMMAND ARGUMENTS…
"""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

ESCAPED = re.compile(r"\\(.?)", re.DOTALL)
NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
LINE = re.compile(
    r"""[ \t\n\r]*
    (?: [#;][^\n\r]*                                            # a comment
      | (?P<name>[^=\n\r]*) =
        (?P<quoted>(?: [ \t]* (?: '[^']*' | "(?:\\.|[^"\\])*" ) )*)  # may go on over several lines
        [ \t]* (?P<bare>(?: \\.? | [^\\\n\r] )*?) [ \t]*
      | (?P<other>[^\n\r]*)
    )(?:[\n\r]|\Z)""",
    re.VERBOSE | re.DOTALL,
)
QUOTED = re.compile(r"""'([^']*)'|"((?:\\.|[^"\\])*)\"""", re.DOTALL)


class BadFile(Exception):
    """A line that cannot be meant as it stands."""


def read(text: str) -> dict[str, str]:
    """Map the names in a file to their values. Raises BadFile for a line that sets nothing, or whose quote stays open:
    systemd would pass over the first, and take what follows for a part of the second."""
    found: dict[str, str] = {}
    for line in LINE.finditer(text):
        number = text.count("\n", 0, max(line.start(), line.end() - 1)) + 1
        name, bare = line["name"], line["bare"]
        if line["other"] or (name is not None and not NAME.fullmatch(name.rstrip())):
            raise BadFile(f"line {number} does not set a variable: write NAME=value")
        if name is not None and bare.startswith(("'", '"')):
            raise BadFile(f"line {number}: the quote in the value of {name.rstrip()} is not closed")
        if name is not None:
            found[name.rstrip()] = unquote(line["quoted"]) + ESCAPED.sub(bare_escape, bare)
    return found


def unquote(parts: str) -> str:
    """Join quoted parts. In single quotes everything stays as it is."""
    pairs = QUOTED.findall(parts)
    return "".join(single or ESCAPED.sub(quoted_escape, double) for single, double in pairs)


def quoted_escape(escape: re.Match[str]) -> str:
    """Read what follows a backslash in double quotes; it escapes four characters, and joins lines."""
    if escape[1] == "\n":
        return ""
    return escape[1] if escape[1] in ('"', "\\", "`", "$") else escape[0]


def bare_escape(escape: re.Match[str]) -> str:
    """Read what follows a backslash outside of quotes; it escapes everything, and joins lines."""
    return escape[1].strip("\n\r")


def main(file: str, *command: str) -> None:
    try:
        os.environ.update(read(Path(file).read_text()))
    except (BadFile, UnicodeDecodeError) as error:
        sys.exit(f"{file}: {error}.")
    os.execvp(command[0], command)


if __name__ == "__main__":
    main(*sys.argv[1:])
