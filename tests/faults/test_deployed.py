"""What `deploy/` starts from the packages of the production lock alone does the work of a site: a turn mail leaves."""

from __future__ import annotations

import json
import re
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import psycopg
import pytest
import yaml

from tests.faults.deployed import DEPLOY, LOCK, Deployed, production_environment, unit
from tests.faults.sites import Broker, Post
from tests.kit.services import Services
from tests.kit.shared import share_plates
from tests.kit.stack import PATIENCE

pytestmark = [pytest.mark.faults, pytest.mark.services]
ENDED = "SELECT count(*) FROM games_game WHERE status IN ('over', 'void')"
BAD = (429, *range(500, 600))
TURN_MAILS = "SELECT count(*) FROM games_outboxmail WHERE template = 'turn' AND state = 'sent'"


@pytest.fixture
def deployed(real_services: Services, broker: Broker, post: Post, tmp_path: Path, ready: Path) -> Iterator[Deployed]:
    share_plates(tmp_path, ready)
    site = Deployed(Services(real_services.database_url, broker.url), tmp_path, post.url)
    try:
        yield site
    finally:
        site.stop()


def counted(site: Deployed, question: str) -> int:
    with psycopg.connect(site.database_url) as reader:
        row = reader.execute(question.encode()).fetchone()
    return int(row[0]) if row else 0


def asked_so_often(site: Deployed) -> float:
    """How many requests for /livez the site says it has had."""
    answer = site.visitor(token="watcher").get("/metrics")
    found = re.findall(r'^django_http_requests_total_by_view_.*view="livez".*\} (.+)$', answer.text, re.MULTILINE)
    return sum(map(float, found))


def count_together(site: Deployed) -> None:
    """Whichever web process is asked, it tells of the requests to all of them."""
    before = asked_so_often(site)
    for _ in range(40):
        site.get("/livez")
    assert {asked_so_often(site) for _ in range(10)} == {before + 40}
    assert len(list((site.folder / "counted").glob("counter_*.db"))) >= 2


@pytest.mark.long
@pytest.mark.timeout(1200)  # on a slow machine beside other tests; it starts a whole site and looks at every page
def test_a_grown_site_started_from_the_lock_alone_sends_its_mails_and_answers_on_every_page(
    deployed: Deployed, post: Post
) -> None:
    """As docs/hosting.md says: collected files, PostgreSQL, Valkey, two workers, beat, a mail server; with games of all
    rule sets, as they run and as bots have ended them."""
    deployed.begin("fieldpost-web")
    assert deployed.get("/livez") == (200, "ok\n")
    count_together(deployed)
    deployed.begin("fieldpost-worker@1")
    deployed.begin("fieldpost-worker@2")
    deployed.begin("fieldpost-beat")
    grown = json.loads(deployed.grow())
    ended, until = -1, 0.0
    while not (
        counted(deployed, TURN_MAILS)
        and post.taken
        and counted(deployed, ENDED) == len(grown["ended"])
        and deployed.get("/readyz")[0] == 200
    ):
        if counted(deployed, ENDED) > ended:  # a busy machine takes its time over each game
            ended, until = counted(deployed, ENDED), time.monotonic() + PATIENCE
        assert time.monotonic() < until, deployed.get("/readyz")[1] + deployed.logs()
        time.sleep(0.2)
    assert deployed.workers() == [f"worker{number}@{socket.gethostname()}" for number in (1, 2)]
    walk(deployed, grown)


def walk(site: Deployed, grown: dict[str, Any]) -> None:
    """Ask for every address as a visitor of each kind, and for every file that their pages name."""
    visitors = {"anonymous": [site.visitor()]}  # several programs each, for one may read so often in a minute
    for name, cookie in grown["cookies"].items():
        visitors[name] = [site.visitor(cookie, token) for token in grown["tokens"][name]]
    asked = [(kind, path) for kind in visitors for path in grown["paths"][kind]]
    turns = {each: visitors[each[0]][number % len(visitors[each[0]])] for number, each in enumerate(asked)}
    with ThreadPoolExecutor(4) as pool:
        answers = dict(zip(asked, pool.map(lambda each: turns[each].get(each[1]), asked), strict=True))
        files = sorted({file for answer in answers.values() for file in re.findall(r'/static/[^"#?) ]+', answer.text)})
        statuses = list(pool.map(lambda file: visitors["anonymous"][0].get(file).status, files))
    failed = [f"{path} for {kind}: {answer.status}" for (kind, path), answer in answers.items() if answer.status in BAD]
    assert not failed, "\n".join(failed) + site.logs()[-8000:]
    for slug in grown["running"] + grown["ended"]:
        for kind, path in (
            ("player", "/g/{}/"),
            ("player", "/g/{}/history/"),
            ("player", "/api/games/{}/view/"),
            ("anonymous", "/g/{}/"),
            ("organizer", "/organize/g/{}/"),
        ):
            assert answers[kind, path.format(slug)].status == 200, path.format(slug)
    assert {Path(file).name.split(".")[0] for file in files} >= {"moon2210", "ancient", "icons"}
    assert set(statuses) == {200}, [pair for pair in zip(files, statuses, strict=True) if pair[1] != 200]


def test_the_environment_has_the_packages_of_the_lock_and_no_other() -> None:
    python = production_environment() / "python"
    names = "import importlib.metadata as m, json; print(json.dumps([d.name for d in m.distributions()]))"
    done = subprocess.run([python, "-I", "-c", names], capture_output=True, text=True, check=True)
    locked = re.findall(r"^([A-Za-z0-9._-]+)==", LOCK.read_text(), re.MULTILINE)
    assert {normal(name) for name in json.loads(done.stdout)} <= {normal(name) for name in locked}


def normal(name: str) -> str:
    """The one spelling of a package's name."""
    return re.sub(r"[-_.]+", "-", name).lower()


def test_compose_starts_what_the_units_start() -> None:
    services = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]
    for service, name in (("worker", "fieldpost-worker@1"), ("beat", "fieldpost-beat")):
        assert set(services[service]["command"].split()) <= set(words_of(name)) | {"celery"}
    assert set(services["mail"]["command"].split()) <= {*words_of("fieldpost-mail"), "python", "--host", "0.0.0.0"}
    assert "manage.py mail_fetch" in services["fetch"]["command"] and "mail_fetch" in words_of("fieldpost-fetch")
    assert {each for each in services if "profiles" in services[each]} == {"mail", "fetch"}
    image = (DEPLOY / "Dockerfile").read_text()
    served = json.loads(image.rpartition("CMD ")[2])
    assert set(served) - {"granian", "0.0.0.0"} <= set(words_of("fieldpost-web"))


def test_each_way_of_preparing_a_site_paints_the_boards_of_mails() -> None:
    """Else the first mail of every board waits for seconds."""
    image, run = ((DEPLOY.parent / path).read_text() for path in ("deploy/Dockerfile", "run"))
    assert any(line.endswith(" manage.py plates") for line in unit("fieldpost-web")["ExecStartPre"])
    assert "&& python manage.py plates \\\n    && chown -R fieldpost /srv/data\n" in image
    assert "manage.py up" in run and run.rstrip().endswith(" --paint")


def words_of(name: str) -> list[str]:
    (line,) = unit(name)["ExecStart"]
    return line.split()


def test_every_example_protects_redis_with_a_password() -> None:
    compose = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    assert "--requirepass" in compose["services"]["valkey"]["command"]
    files = (DEPLOY / "compose.yaml", DEPLOY / "env.example", DEPLOY.parent / "docs/hosting.md")
    texts = [path.read_text() for path in files]
    bare = [text.count("redis://") - text.count("redis://:") for text in texts]
    assert all("redis://" in text for text in texts) and bare == [0, 0, 0]


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd-analyze is not on this machine")
def test_systemd_can_read_the_units() -> None:
    units = sorted(str(path) for path in (DEPLOY / "systemd").iterdir())
    done = subprocess.run(["systemd-analyze", "verify", "--man=no", *units], capture_output=True, text=True)
    assert "Unknown" not in done.stderr and "Failed to parse" not in done.stderr, done.stderr
