"""What a reader is given by the site: pages, mails, answers of the API, their calendar and webhook, refusals."""

from __future__ import annotations

import re
from copy import deepcopy
from html import unescape
from http.cookies import SimpleCookie
from io import BytesIO
from random import Random
from typing import TYPE_CHECKING

from PIL import Image, ImageSequence

import engine
from benchmarks.secrets.moments import ON_SITE
from benchmarks.secrets.tables import NOW, Table, spectator
from engine.core.state import NOBODY

if TYPE_CHECKING:
    from collections.abc import Iterator

    from django.test import Client

    from games.models import Game, OutboxMail

Learnt = dict[str, bytes]
"""What a reader was given, by where it stood."""

OLDER, FEW, ORDERS = 1, 7, 6
"""Older moments that may be looked at, answers of the site that are compared by lot, and orders that are tried."""
PAGES = ("poll/?seq=0", "history/?player=red", "odds/", "dice/", "settings/", "ask/", "figures/", "replay/films/")
STAGES = ("?board={}", "history/?board={}", "replay/?board={}", "replay/track/?board={}")
"""Pages that show one stage of the board."""
RUNNING = ("log/",)
"""Pages of a game that goes on: once it has ended its log is whole, what was hidden included."""
NEWS = ("started", "out", "over")
"""The mails of a start, an elimination and an end."""
ELSEWHERE = ("/games/", "/games/next/", "/games/public/", "/players/p0/")


PREPARED = ("standing/", "standing/uses/", "plan/")
"""What the API tells a seat of its own standing orders and plan."""

SHAPES = (
    *("play {card}", "play {card} at {here}", "play {card} on {there}", "play {card} on {colour}"),
    *("play {card} to {here}", "attack {here} {there}", "attack {here} {there} until captured, then advance all"),
    *("bid {number}", "marker {few}", "buy {deck} {few}", "fortify {here} {there} 2", "place 3 {here}"),
    *("trade best", "decline this turn", "end turn"),
)
"""Orders of any game, with words of this one in them."""
OWN_SHAPES = {
    "risk2210": ("hire {kind} at {here}", "station at {here}", "draw {deck}", "lose {kind}"),
    "godstorm": (
        *("summon {kind} at {here}", "temple at {here}", "play {card} on {deck}", "play {card} on {here} and {there}"),
        *("play {card} from {here} to {there}, {few}", "play {card} on {deck} to {here}", "take {card}", "spare {few}"),
        *("godswar {kind}", "call off", "revive u{number} {here}", "embark {few} u1", "invade u{number} u{few}"),
        *("play Aegis", "play The Book of the Dead", "pantheon Celts, Norse", "invade heaven u{number}"),
    ),
}
"""Orders of one rule set."""


class Reader:
    """Somebody who looks at everything: the person at a seat, or one without a seat for None."""

    def __init__(self, table: Table, viewer: int | None, random: Random) -> None:
        from django.test import Client

        from games.services.tokens import token_make
        from webhooks.services import store_webhook

        self.table, self.viewer, self.random = table, viewer, random
        self.user = table.user(viewer) if viewer is not None else spectator()
        self.browser = Client(HTTP_HOST="127.0.0.1")
        self.browser.force_login(self.user)
        self.cookies = deepcopy(self.browser.cookies)
        self.stranger = Client(HTTP_HOST="127.0.0.1", HTTP_ACCEPT_ENCODING="identity")
        token = token_make(user=self.user, name="bot", scope="play")[1]
        self.program = Client(HTTP_HOST="127.0.0.1", HTTP_AUTHORIZATION=f"Bearer {token}")
        self.own = [] if viewer is None else self._own_addresses()
        self.webhook = store_webhook(self.user, url="https://chat.example.org/hook", with_news=True)

    def _own_addresses(self) -> list[tuple[str, str]]:
        """List what a person at the table reads beside the game: their calendar, and what they have prepared."""
        from django.urls import reverse

        from calendars.services import renew_feed, token_of

        calendar = reverse("calendar", args=[token_of(renew_feed(self.user))])
        api = f"/api/games/{self.table.game.slug}/"
        return [("stranger", calendar), ("page", f"{self.table.url}plan/"), *(("api", api + path) for path in PREPARED)]

    def choose(self, state: engine.GameState) -> None:
        """Choose what will be looked at, from what this reader may know: the turn page, the API and the newest moment
        always, of the rest a few by lot."""
        view, game, draw = engine.view_for(state, self.viewer), self.table.game, self.random
        played = range(max(2, game.seq - ON_SITE), game.seq)
        self.older = draw.sample(played, min(OLDER, len(played)))
        url, api = self.table.url, f"/api/games/{game.slug}/"
        rest = [("page", path) for path in ELSEWHERE] + [("api", path) for path in ("/api/games/", "/api/turns/", api)]
        rest += [("page", url + path) for path in (*self._links(), *PAGES, *self._stages(), f"poll/?seq={game.seq}")]
        rest += [("page", f"{url}{path}") for path in RUNNING if not game.has_ended]
        rest += [("page", f"{url}{past}/{seq}/") for seq in self.older for past in ("history", "replay")]
        rest += [("stranger", url + path) for path in ("", "history/", "replay/track/", "poll/?seq=0")]
        rest += [("stranger", f"{url}picture/{seq}.png") for seq in (game.seq, *self.older)]
        always = [
            ("page", url),
            ("page", f"{url}history/"),
            ("page", f"{url}replay/track/"),
            ("api", f"{api}view/"),
            ("api", f"{api}history/?limit=200"),
        ]
        self.looks = [*always, ("api", f"{api}options/"), *self.own, *self.table.draw(rest, FEW, draw)]
        self.kind = draw.choice(("turn", "reminder"))
        orders = [random_order(view, draw) for _ in range(ORDERS)] if self.viewer is not None else []
        self.orders = self.table.draw(orders, ORDERS, draw)

    def _links(self) -> list[str]:
        """Find the links of the turn page that select something."""
        page = self._get(self.browser, self.table.url).decode()
        return sorted({unescape(link) for link in re.findall(r'href="(\?[^"]*)"', page)})

    def _stages(self) -> list[str]:
        """List the pages of the stages of a board that has several."""
        from games.boards.geometry import stages

        names = [sheet.stage for sheet in stages(self.table.game.map)]
        return [path.format(name) for name in names for path in STAGES if name]

    def learn(self) -> Learnt:
        """Collect what the site gives."""
        from django.core.cache import cache

        cache.clear()
        self.browser.cookies, self.stranger.cookies = deepcopy(self.cookies), SimpleCookie()
        clients = {"page": self.browser, "stranger": self.stranger, "api": self.program}
        learnt = {f"{who} {path}": self._get(clients[who], path) for who, path in self.looks}
        return learnt | self._refusals() | self._mails() | self._film()

    def _film(self) -> Learnt:
        """Make a film of the moments that are looked at, for spectators and of games that have ended, and decode its
        frames. The site makes none of games that go on; those frames are compared all the same."""
        from replay.films import course_of, paint
        from replay.webp import encode_part

        game = self.table.game
        if self.viewer is not None and not game.has_ended:
            return {}
        course = course_of(game)
        moments = sorted({course.nearest(seq) for seq in (*self.older, game.seq)})
        film = Image.open(BytesIO(encode_part(*paint(game, moments, moments))))
        frames = [frame.convert("RGB").tobytes() for frame in ImageSequence.Iterator(film)]
        return {f"film, frame {number}": frame for number, frame in enumerate(frames)}

    def _refusals(self) -> Learnt:
        """Try orders without a move: what the API says of them, and the page to those that are refused."""
        learnt = {}
        row = self.table.game.waiting.first()
        for order in self.orders:
            path = f"/api/games/{self.table.game.slug}/try/"
            tried = self.program.post(path, {"text": order}, content_type="application/json")
            learnt[f"try {order!r}"] = tried.content
            if tried.status_code == 200 and not tried.json()["legal"]:
                form = {"ref": row.ref if row else 0, "key": "", "order": order}
                learnt[f"post {order!r}"] = self.browser.post(self.table.url, form, HTTP_HX_REQUEST="true").content
        return learnt

    def _mails(self) -> Learnt:
        """Render the mails that this reader is sent now: the question or a reminder, else that a seat was skipped; and
        all that tell of a start, of the reader's elimination or of an end. Their webhook tells the same."""
        from games.mail.render import mail_for
        from games.models import OutboxMail

        if self.viewer is None:
            return {}
        news = OutboxMail.objects.filter(game=self.table.game, user=self.user, template__in=NEWS)
        mails = (*self._question(self.table.game), *news)
        sent = {f"mail {mail.template}": mail_for(mail).message().as_bytes() for mail in mails}
        return sent | {f"webhook {mail.template}": self._posted(mail) for mail in mails}

    def _posted(self, mail: OutboxMail) -> bytes:
        """Make what is posted to this reader's webhook about a mail."""
        from games.selectors.mailed_game import MailedGame
        from webhooks.delivery import message
        from webhooks.models import Delivery

        return message(Delivery(webhook=self.webhook, mail=mail), MailedGame(self.table.game.pk))

    def _question(self, game: Game) -> Iterator[OutboxMail]:
        """Make the mail that asks the reader, else one about the seat that has moved last."""
        from games.models import OutboxMail

        assert self.viewer is not None
        row, last = game.waiting.filter(seat=self.viewer).first(), game.entries.get(seq=game.seq)
        if row is None and last.seat is None:
            return
        kind, ref, told = (self.kind, row.ref, {}) if row else ("passed", None, {"seq": game.seq, "about": last.seat})
        mail = OutboxMail(key=kind, template=kind, game=game, user=self.user, seat=self.viewer, ref=ref, context=told)
        mail.not_before = mail.wanted_at = NOW
        yield mail

    def _get(self, client: Client, path: str) -> bytes:
        answer = client.get(path)
        assert answer.status_code < 500, f"{path}: {answer.status_code}"
        return f"{answer.status_code} {answer.headers.get('Location', '')}\n".encode() + answer.content


def random_order(view: engine.PlayerView, random: Random) -> str:
    """Write an order that may be legal or not: words of the game, with cards that nobody may have."""
    names, kinds = view.graph.names, list(view.rule_set.piece_titles) or ["army"]
    own = [at for at, owner in enumerate(view.owner) if owner == view.viewer] or [0]
    foreign = [at for at, owner in enumerate(view.owner) if owner not in (view.viewer, NOBODY)] or [0]
    words = {
        "here": names[random.choice(own)],
        "there": names[random.choice(foreign)],
        "card": random.choice(titles(view) or ["Alaska"]),
        "colour": random.choice(view.colours),
        "deck": random.choice(list(view.decks) or ["deck"]),
        "kind": random.choice(kinds),
        "number": random.randrange(12),
        "few": random.randrange(1, 6),
    }
    return random.choice((*SHAPES, *OWN_SHAPES.get(view.rules, ()))).format(**words)


def titles(view: engine.PlayerView) -> tuple[str, ...]:
    """List the names of all cards of a rule set with cards that are played by name."""
    if view.rule_set.deck_of is None:
        return ()
    return engine.catalogue_of(view.rules, view.options).names
