"""The whole site in one process: web server, worker and clock as threads, on what EMBEDDED=true sets up.

Messages between the threads stay in memory. Nothing is lost with them: what is due stands in the database, and the
sweep of the next start finds it.
"""

from __future__ import annotations

import argparse
import contextlib
import logging
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from types import FrameType
from typing import TYPE_CHECKING, Protocol

from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.hashers import check_password
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.urls import reverse

from config.environment import kept_secret
from config.health import migrations_missing
from games.services.demo import Demo, seed_demo
from hosting.backup import sole_user
from hosting.sqlite import faults_in_words, require_sound_file
from tournaments.services.demo import seed_tournaments

if TYPE_CHECKING:
    from celery import Celery

log = logging.getLogger(__name__)

HOST = "127.0.0.1"
LAST_PORT = 65535
WEB_THREADS = 8
WORKER_THREADS = 2
HEAD_START_SECONDS = 2  # in which nothing but the first page is loaded
PAINT_SECONDS = 5
RESTART_SECONDS = 2
ADMIN = "admin"
LOADING = threading.Lock()  # of Celery


class Command(BaseCommand):
    help = "Runs web, worker and clock in one process on this machine (what ./run starts)."
    requires_system_checks = []  # they cost a second at every start, and the tests run them

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--port", type=int, default=8000, help="port of the site on this machine")
        parser.add_argument("--tournaments", action="store_true", help="show tournaments on a new site")
        parser.add_argument("--paint", action="store_true", help="paint the boards of mails beside it")

    def handle(
        self, *args: object, port: int, tournaments: bool = False, paint: bool = False, **options: object
    ) -> None:
        if not settings.EMBEDDED:
            raise CommandError(
                "`up` is the embedded site and needs EMBEDDED=true; see docs/hosting.md for the other way."
            )
        signal.signal(signal.SIGTERM, _leave)
        with contextlib.suppress(KeyboardInterrupt, SystemExit):
            listener = _listen(port)
            with sole_user(settings.DATA_DIR):
                require_sound_file()
                with faults_in_words():
                    migrate_if_needed()
                    password = ensure_admin()
                    demo = seed_demo()
                    if tournaments:
                        seed_tournaments()
                self._announce(password, demo)
                with painting() if paint else contextlib.nullcontext():
                    serve(listener)

    def _announce(self, password: Callable[[], str], demo: Demo) -> None:
        site = settings.SITE_URL
        lines = ["", "  Fieldpost is running. Ctrl-C stops it.", "", f"  Site    {site}/"]
        if demo.game is not None:
            lines.append(
                f"  Game    {site}{reverse('game', args=[demo.game.slug])}   {demo.username} / {demo.password}"
            )
        lines.append(f"          {site}{reverse('events')}   tournaments")
        if settings.LOCAL_INBOX:
            lines.append(f"  Mails   {site}/inbox/")
        if settings.MAIL_IN:
            lines.append(f"          {door_words()}")
        lines += [
            f"  Admin   {site}/admin/   {ADMIN} / {password()}",
            f"          {site}/organize/   what organizers do with games",
            f"  Data    {settings.DATA_DIR}",
            "",
        ]
        self.stdout.write("\n".join(lines))
        self.stdout.flush()


def door_words() -> str:
    """Tell where replies to mails are taken."""
    port = settings.MAIL_PORT
    if is_free(port):
        return f"replies are taken on {HOST}:{port} (SMTP), and in the inbox"
    return f"no replies: port {port} is in use. Choose another: ./run --mail-port {port + 1}"


def _leave(signum: int, frame: FrameType | None) -> None:
    raise SystemExit(0)


def _listen(port: int) -> socket.socket:
    """Bind the port before anything else happens. Raises CommandError if it is taken or does not exist."""
    if not 1 <= port <= LAST_PORT:
        raise CommandError(f"There is no port {port}: choose one from 1 to {LAST_PORT}, such as ./run --port 8001")
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((HOST, port))
    except OSError as error:
        other = port + 1 if port < LAST_PORT else port - 1
        raise CommandError(f"Port {port} cannot be used ({error}). Choose another: ./run --port {other}") from error
    return listener


def migrate_if_needed() -> None:
    """Apply missing migrations; cheap if there are none."""
    if migrations_missing():
        call_command("migrate", interactive=False, verbosity=0)


def ensure_admin() -> Callable[[], str]:
    """Create the local administrator at the first start. Returns a function that gives the password, which the data
    folder keeps, or a hint instead if the administrator has chosen another since.

    A hash takes long to check, by design, so a thread does it while the pages are loaded.
    """
    password = kept_secret(settings.DATA_DIR / "admin-password", size=9)
    people = get_user_model().objects
    admin = people.filter(username=ADMIN).first()
    if admin is None:
        admin = people.create_superuser(ADMIN, f"{ADMIN}@localhost.localdomain", password)
        EmailAddress.objects.create(user=admin, email=admin.email, verified=True, primary=True)
        return lambda: password
    checked = ThreadPoolExecutor(1).submit(check_password, password, admin.password)
    return lambda: password if checked.result() else "(the password you have set)"


@contextlib.contextmanager
def painting() -> Iterator[None]:
    """Paint missing plates of mail pictures in another process while the site runs. It starts after the first page has
    had time to be shown, and runs at low priority."""
    painter: list[subprocess.Popen[bytes]] = []

    def begin() -> None:
        command = [sys.executable, str(settings.BASE_DIR / "manage.py"), "plates", "--gently"]
        painter.append(subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL))

    later = threading.Timer(PAINT_SECONDS, begin)
    later.daemon = True
    later.start()
    try:
        yield
    finally:
        later.cancel()
        for process in painter:
            process.terminate()
            process.wait()


def serve(listener: socket.socket) -> None:
    """Serve the site with worker and clock beside it until a signal comes, then stop all three."""
    from waitress.server import create_server

    from config.wsgi import application

    server = create_server(
        application, sockets=[listener], threads=WEB_THREADS, ident=None, clear_untrusted_proxy_headers=True
    )
    background = [Kept("worker", make_worker), Kept("clock", make_clock)]
    if settings.MAIL_IN and is_free(settings.MAIL_PORT):
        background.append(Kept("mail door", make_door))
    for thread in background:
        thread.start()
    try:
        server.run()
    finally:
        server.close()
        for thread in reversed(background):
            thread.stop()


class Service(Protocol):
    """A service that runs until it is stopped."""

    def start(self) -> None: ...

    def stop(self) -> None: ...


class Kept(threading.Thread):
    """A thread that keeps one service running, and restarts it whenever it ends by itself.

    The first is made when the first page has had time to be shown.
    """

    def __init__(self, name: str, make: Callable[[], Service]) -> None:
        super().__init__(name=name, daemon=True)
        self.make = make
        self.leaving = threading.Event()
        self.service: Service | None = None

    def run(self) -> None:
        if self.leaving.wait(HEAD_START_SECONDS):
            return
        while not self.leaving.is_set():
            try:
                self.service = self.make()
                self.service.start()
            except BaseException:
                log.critical("the %s failed", self.name, exc_info=True)
            if not self.leaving.wait(RESTART_SECONDS):
                log.critical("the %s ended by itself and is started again", self.name)

    def stop(self) -> None:
        """Stop the service after the tasks that it has begun."""
        self.leaving.set()
        if self.service is not None:
            self.service.stop()


def is_free(port: int) -> bool:
    """Check whether mail can be taken on a port; another site on this machine may have it."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError:
            return False
    return True


def make_door() -> Service:
    """Make the door by which mail comes in."""
    from inbound.smtp import MailDoor

    return MailDoor(HOST, settings.MAIL_PORT)


def load_celery() -> Celery:
    """Load Celery with the tasks of all apps, which put into its schedule what recurs. Two threads that do so at once
    find half of it."""
    with LOADING:
        from config.celery import app

        app.set_current()
        app.loader.import_default_modules()
    return app


def make_worker() -> Service:
    """Make a Celery worker on threads that looks for no other workers."""
    app = load_celery()
    worker: Service = app.WorkController(
        pool="threads",
        concurrency=WORKER_THREADS,
        without_gossip=True,
        without_mingle=True,
        without_heartbeat=True,
        send_events=False,
    )
    return worker


def make_clock() -> Service:
    """Make the Celery beat that follows its schedule, which it keeps in memory."""
    app = load_celery()
    from celery.beat import Service as Beat

    from config.beat import SteadyScheduler

    beat: Service = Beat(app, max_interval=1, scheduler_cls=SteadyScheduler)
    return beat
