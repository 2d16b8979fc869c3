"""A program in front of the API, and the tables it plays at."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from django.test import Client

from accounts.models import User
from games.api.describe import document
from games.api.urls import urlpatterns
from games.models import ApiToken, Game
from games.services.tokens import token_make
from tests.games.kit import Table

NEW: Any = object()


@dataclass
class Program:
    """A program that holds a token of a person."""

    text: str
    client: Client = field(default_factory=Client)
    sent: int = 0

    def get(self, path: str, **query: Any) -> Any:
        return self.client.get(f"/api/{path}", query, headers=self.pass_())

    def post(self, path: str, body: Any = None, *, key: Any = NEW) -> Any:
        """A POST with a fresh idempotency key; `key=None` sends none."""
        self.sent += 1
        given = f"key-{self.sent}" if key is NEW else key
        headers = self.pass_() | ({"Idempotency-Key": given} if given else {})
        data = body if isinstance(body, str | bytes) else {} if body is None else body
        return self.client.post(f"/api/{path}", data, content_type="application/json", headers=headers)

    def put(self, path: str, body: Any) -> Any:
        return self.client.put(f"/api/{path}", body, content_type="application/json", headers=self.pass_())

    def delete(self, path: str) -> Any:
        return self.client.delete(f"/api/{path}", headers=self.pass_())

    def send(self, method: str, path: str, body: Any) -> Any:
        """Send a request of any method; only those that have one get the body."""
        if method in ("GET", "DELETE"):
            return self.get(path) if method == "GET" else self.delete(path)
        return self.put(path, body) if method == "PUT" else self.post(path, body)

    def pass_(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.text}"} if self.text else {}


def program(user: User, scope: str = ApiToken.Scope.PLAY, game: Game | None = None) -> Program:
    return Program(token_make(user=user, name="a bot", scope=scope, game=game)[1])


def asked_program(table: Table) -> Program:
    """A program of whoever is asked."""
    return program(table.asked_user)


def refusal(answer: Any, status: int) -> str:
    """The code of a refusal, once its status and form have been looked at."""
    assert answer.status_code == status, answer.content
    body = answer.json()
    assert set(body) == {"code", "message", "params"} and body["message"] and isinstance(body["params"], dict)
    return str(body["code"])


def ref_of(table: Table) -> int:
    return int(table.waiting.ref)


PAGES = {"api", "api-schema", None}
"""Addresses below /api/ that are no operations."""


def paths_of_games() -> dict[str, Any]:
    """The paths of the document that games bring themselves; apps above them try their own."""
    named = (each for each in urlpatterns if getattr(each, "name", None) not in PAGES)
    own = {"/api/" + re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", str(each.pattern)) for each in named}
    return {path: methods for path, methods in document()["paths"].items() if path in own}
