"""The site under production's settings: what Django's own check says, what browsers are told, when it must not start.

Settings are read once in a process, so each question is put to a process of its own.
"""

from __future__ import annotations

import ast
import json
import os
import re
import shutil
import subprocess
import sys
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from django.test import Client

from deploy.environment_file import read
from tests.kit import forked
from tests.kit.certain import some

pytestmark = [pytest.mark.once, pytest.mark.nothing_new]
ROOT = Path(__file__).resolve().parent.parent
PRODUCTION = {
    "SECRET_KEY": "kT9" * 20 + "-only-for-this-test-0123456789",
    "SITE_URL": "https://play.example.org",
    "ALLOWED_HOSTS": "play.example.org",
    "DATABASE_URL": "postgresql://fieldpost:secret@127.0.0.1:1/fieldpost",
    "REDIS_URL": "redis://127.0.0.1:1/0",
    "EMAIL_URL": "smtp+tls://user:secret@mail.example.org:587",
}
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)


def run(*words: str, without: str = "", **more: str) -> subprocess.CompletedProcess[str]:
    """Run Python with production's environment, changed by `more` and lacking `without`."""
    environ = forked.environ(**PRODUCTION | more)
    environ.pop(without, None)
    return forked.run(*words, env=environ)


def test_djangos_deploy_check_finds_nothing() -> None:
    done = run("manage.py", "check", "--deploy", "--fail-level", "WARNING")
    assert done.returncode == 0, done.stderr
    assert "no issues (0 silenced)" in done.stdout


def test_a_command_says_in_one_sentence_that_the_database_is_away() -> None:
    done = run("manage.py", "outage", "give", "--reason", "moved")
    assert done.returncode == 2 and done.stderr.startswith("The database cannot be read: ")
    assert "Traceback" not in done.stderr and "--traceback" in done.stderr
    assert "Traceback" in run("manage.py", "outage", "--traceback", "give", "--reason", "moved").stderr


RUNUSER = """#!/bin/sh
[ "$1 $2 $3" = "-u fieldpost --" ] || exit 3
shift 3
exec "$@"
"""
TOLD = "import os, sys; print(sys.argv[1:], *(os.environ[name] for name in ('SECRET_KEY', 'DATA_DIR', 'STATIC_ROOT')))"


def as_host(folder: Path, settings: str | None, python: str = sys.executable) -> subprocess.CompletedProcess[str]:
    """Run `deploy/manage fsck a-game` in a folder of its own, where runuser changes nobody."""
    shutil.copytree(ROOT / "deploy", folder / "deploy")
    for name in (".venv/bin", "bin"):
        (folder / name).mkdir(parents=True)
    program = (ROOT / "deploy/manage").read_text().replace("/etc/fieldpost/env", str(folder / "env"))
    files = {"deploy/manage": program, "bin/runuser": RUNUSER, "manage.py": TOLD, "env": settings}
    for name, text in files.items():
        if text is not None:
            (folder / name).write_text(text)
            (folder / name).chmod(0o700)
    (folder / ".venv/bin/python").symlink_to(python)
    environ = {"PATH": f"{folder / 'bin'}:{os.environ['PATH']}"}
    words = [str(folder / "deploy/manage"), "fsck", "a-game"]
    return subprocess.run(words, cwd="/", env=environ, capture_output=True, text=True, timeout=60)


def test_a_host_runs_commands_with_the_settings_of_the_units(tmp_path: Path) -> None:
    settings = "SECRET_KEY=abc\n" + 'MAIL_FROM="Fieldpost <post@play.example.org>"\n'
    done = as_host(tmp_path, settings)
    units = some(list((ROOT / "deploy/systemd").glob("*.service")))
    told = {line for unit in units for line in unit.read_text().splitlines() if line.startswith("Environment=DATA_DIR")}
    places = " ".join(done.stdout.split()[-2:])
    assert done.stdout.startswith("['fsck', 'a-game'] abc "), done.stderr
    assert told == {"Environment=DATA_DIR={} STATIC_ROOT={}".format(*places.split())}
    assert os.access(ROOT / "deploy/manage", os.X_OK)


def test_no_shell_reads_the_settings_of_a_command(tmp_path: Path) -> None:
    done = as_host(tmp_path, "SECRET_KEY=a&b;$HOME `c` $(d) #e\nDATA_DIR=/srv/elsewhere\n")
    assert done.stdout.startswith("['fsck', 'a-game'] a&b;$HOME `c` $(d) #e /srv/elsewhere "), done.stderr


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("A=postgresql://me@/site?host=/run&sslmode=require", "postgresql://me@/site?host=/run&sslmode=require"),
        ("A=  $two words 'x'\t ", "$two words 'x'"),
        (r"A=a\ b\\c\'", r"a b\c'"),
        ("A=one\\\ntwo", "onetwo"),
        ("# comment \\\n; another\n\n A = 1 # no comment", "1 # no comment"),
        ('A=\'it $is\' "so \\"far\\" \\n"  on', 'it $isso "far" \\non'),
        ("A='two\nlines '\r\nB=2", "two\nlines "),
        ("A=", ""),
        ("A=1\nA=2", "2"),
    ],
)
def test_settings_are_read_as_systemd_reads_them(text: str, value: str) -> None:
    """What each gives, systemd 252 gave too, as did 2,000 files made by chance."""
    assert read(text)["A"] == value


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("A=1\nexport B=2\n", "line 2 does not set a variable"),
        ("A=1\n\nB\n", "line 3 does not set a variable"),
        ("A=1\nB='2\nC=3\n", "line 2: the quote in the value of B is not closed"),
    ],
)
def test_a_line_of_the_settings_that_means_nothing_is_named(text: str, why: str, tmp_path: Path) -> None:
    done = as_host(tmp_path, text)
    assert done.returncode == 1 and why in done.stderr and "Traceback" not in done.stderr


def test_a_command_without_settings_says_what_is_missing(tmp_path: Path) -> None:
    done = as_host(tmp_path, None)
    assert done.returncode == 2 and "cannot be read. Run this as root" in done.stderr


@pytest.mark.parametrize(
    ("python", "why"),
    [
        ("/root/.pyenv/versions/none/bin/python3", "it lies in a home folder, and the services of the site open none"),
        ("/opt/none/bin/python3", "there is none, or "),
    ],
)
def test_a_python_that_the_services_cannot_start_is_named(python: str, why: str, tmp_path: Path) -> None:
    """A unit sees an empty /root and /home, so that the link of the environment leads nowhere."""
    done = as_host(tmp_path, "SECRET_KEY=abc\n", python)
    assert done.returncode == 1 and f"{python}, cannot be started: {why}" in done.stderr
    assert "rm -rf .venv && PYTHON=/usr/bin/python3 ./run --prepare" in done.stderr


def test_every_unit_looks_for_its_python_first_and_stays_stopped_without() -> None:
    """Other failures are tried again for ever: `RestartPreventExitStatus` counts for the main process alone, and a
    limit of starts would give up on a database that is away. A condition that ends with 1 to 254 stops the unit."""
    for unit in some(list((ROOT / "deploy/systemd").glob("*.service"))):
        programs = [line for line in unit.read_text().splitlines() if line.startswith("Exec")]
        assert programs[0] == "ExecCondition=/srv/fieldpost/deploy/check-python", unit.name
        assert "ProtectHome=yes" in unit.read_text() and "Restart=always" in unit.read_text()


@pytest.mark.parametrize("name", ["SECRET_KEY", "SITE_URL", "ALLOWED_HOSTS", "DATABASE_URL", "EMAIL_URL"])
def test_it_does_not_start_without(name: str) -> None:
    done = run("-c", "import config.wsgi", without=name)
    assert done.returncode != 0
    assert name in done.stderr.splitlines()[-1]


def test_it_does_not_start_without_https() -> None:
    done = run("-c", "import config.wsgi", SITE_URL="http://play.example.org")
    assert "must start with https://" in done.stderr.splitlines()[-1]


def test_a_trial_over_http_must_be_asked_for() -> None:
    assert run("-c", "import config.wsgi", SITE_URL="http://localhost:8000", ALLOW_HTTP="true").returncode == 0


def test_nothing_of_the_local_site_is_left_in_production() -> None:
    script = (
        "import json; from django.conf import settings as s\n"
        "print(json.dumps([s.DEBUG, s.EMBEDDED, s.LOCAL_INBOX, s.EMAIL_BACKEND, s.CELERY_BROKER_URL]))\n"
    )
    done = run("-c", script, DJANGO_SETTINGS_MODULE="config.settings", DEBUG="true")
    smtp = "django.core.mail.backends.smtp.EmailBackend"
    assert json.loads(done.stdout) == [False, False, False, smtp, "redis://127.0.0.1:1/0"]


ASK = """
import json, sys
import django
django.setup()
from django.test import RequestFactory
from django.core.handlers.wsgi import WSGIHandler
from config import health
health.CHECKS.clear()
handler = WSGIHandler()
request = RequestFactory().get(sys.argv[1], secure=sys.argv[2] == "https", HTTP_HOST="play.example.org")
response = handler.get_response(request)
print(json.dumps({"status": response.status_code, **{key.lower(): value for key, value in response.items()}}))
"""


def headers(path: str, scheme: str = "https") -> dict[str, str]:
    """Status and headers that production answers with, by lower-case name."""
    done = run("-c", ASK, path, scheme, DJANGO_SETTINGS_MODULE="config.settings")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


def test_what_browsers_are_told_in_production() -> None:
    found = headers("/livez")
    assert found["content-security-policy"] == POLICY
    assert "unsafe" not in found["content-security-policy"]
    assert found["strict-transport-security"] == "max-age=31536000; includeSubDomains; preload"
    assert found["x-content-type-options"] == "nosniff"
    assert found["x-frame-options"] == "DENY"
    assert found["referrer-policy"] == "same-origin"
    assert found["cross-origin-opener-policy"] == "same-origin"
    assert found["cross-origin-resource-policy"] == "same-origin"
    assert found["cache-control"] == "private, no-store"
    assert "camera=()" in found["permissions-policy"]


def test_plain_http_is_sent_to_https_but_for_the_machines_own_questions() -> None:
    moved = headers("/accounts/login/", "http")
    assert (moved["status"], moved["location"]) == (301, "https://play.example.org/accounts/login/")
    assert headers("/livez", "http")["status"] == 200


@pytest.mark.django_db
def test_the_same_policy_holds_for_errors_and_on_the_local_site(client: Client) -> None:
    for path in ("/livez", "/no-such-page", "/admin/login/"):
        assert client.get(path).headers["Content-Security-Policy"] == POLICY


def named_in(requirements: str) -> set[str]:
    """What a list of requirements names, without versions and extras."""
    lines = (ROOT / requirements).read_text().splitlines()
    return {re.split(r"[\[=]", line)[0].lower() for line in lines if line and line[0].isalnum()}


def imported_by(*folders: str) -> set[str]:
    """The first parts of all names that the Python files of some folders import."""
    trees = [ast.parse(path.read_text()) for folder in folders for path in (ROOT / folder).rglob("*.py")]
    nodes = [node for tree in trees for node in ast.walk(tree)]
    found = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    found |= {str(node.module) for node in nodes if isinstance(node, ast.ImportFrom) and not node.level}
    return {name.partition(".")[0] for name in found}


def test_what_the_site_imports_is_named_in_its_requirements() -> None:
    homes = {
        name: {home.lower().replace("_", "-") for home in found} for name, found in packages_distributions().items()
    }
    imported = some([name for name in imported_by("accounts", "common", "config", "engine", "games") if name in homes])
    named = named_in("requirements.in")
    assert not [name for name in imported if not homes[name] & named]
