"""What the tests of accounts share: people, and the door as a browser walks through it."""

from __future__ import annotations

import hashlib
import json
import re
import secrets
from dataclasses import dataclass
from typing import Any

from allauth.account.models import EmailAddress
from allauth.account.utils import user_pk_to_url_str
from allauth.mfa.webauthn.internal.auth import WebAuthn
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from django.core import mail
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from fido2.cose import ES256
from fido2.utils import websafe_decode, websafe_encode
from fido2.webauthn import Aaguid, AttestationObject, AttestedCredentialData, AuthenticatorData

from accounts.models import OpenCode, RateCount, User
from games.mail.outbox import outbox_deliver

PASSWORD = "seven quiet harbours"


def person(name: str = "tessel", password: str | None = PASSWORD, **fields: Any) -> User:
    """A person with a confirmed address."""
    user = User.objects.create_user(name, f"{name}@example.org", password, **fields)
    EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=True)
    return user


@dataclass
class Door:
    """A browser in front of the site, logged out."""

    client: Client

    def post(self, page: str, **data: str) -> Any:
        """The answer of a page, once the mails that it caused are sent."""
        return self.send(reverse(page), data)

    def send(self, url: str, data: dict[str, str], **more: Any) -> Any:
        answer = self.client.post(url, data, **more)
        outbox_deliver()
        return answer

    def sign_up(self, name: str = "osprey", email: str = "osprey@example.org", **more: str) -> Any:
        return self.post("account_signup", username=name, email=email, timezone="Europe/Berlin", **more)

    def ask_code(self, email: str) -> Any:
        return self.post("account_request_login_code", email=email)

    def type_code(self, code: str) -> Any:
        return self.post("account_confirm_login_code", code=code)

    def password(self, login: str, password: str = PASSWORD) -> Any:
        return self.post("account_login", login=login, password=password)

    def prove(self, password: str = PASSWORD) -> Any:
        """Prove once more who is logged in, as pages that change an account ask for."""
        return self.post("account_reauthenticate", password=password)

    @property
    def inside(self) -> bool:
        return self.client.get(reverse("account-overview")).status_code == 200


def last_code() -> str:
    """The code of the newest mail: eight consonants with a hyphen, or twelve with two."""
    outbox_deliver()
    found = re.search(r"\b([B-Z]{4}(-[B-Z]{4}){1,2})\b", mail.outbox[-1].body)
    assert found, mail.outbox[-1].body
    return found[1]


def later() -> None:
    """Pass the time that the counters keep: ours stand in the database, allauth's in the cache."""
    RateCount.objects.all().delete()
    OpenCode.objects.all().delete()
    cache.clear()


class Passkey:
    """A device that holds a passkey of an account, registered for logging in with it alone."""

    SITE = "testserver"

    def __init__(self, user: User) -> None:
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._user, self._id = user, secrets.token_bytes(16)
        public = ES256.from_cryptography_key(self._key.public_key())
        credential = AttestedCredentialData.create(Aaguid.NONE, self._id, public)
        attested = AttestationObject.create("none", self._said(0x45, credential), {})
        facts = {
            "clientDataJSON": websafe_encode(self._client("create", b"")),
            "attestationObject": websafe_encode(attested),
        }
        WebAuthn.add(user, "Passkey", self._answer(facts) | {"clientExtensionResults": {"credProps": {"rk": True}}})

    def log_in(self, door: Door) -> Any:
        """Log in with nothing but the device."""
        url = reverse("mfa_login_webauthn")
        asked = door.client.get(url, headers={"X-Requested-With": "XMLHttpRequest"}).json()["request_options"]
        client, said = self._client("get", websafe_decode(asked["publicKey"]["challenge"])), self._said(0x05)
        signature = self._key.sign(said + hashlib.sha256(client).digest(), ec.ECDSA(hashes.SHA256()))
        facts = {"clientDataJSON": client, "authenticatorData": said, "signature": signature}
        facts["userHandle"] = user_pk_to_url_str(self._user).encode()
        answer = self._answer({name: websafe_encode(value) for name, value in facts.items()})
        return door.send(url, {"credential": json.dumps(answer)})

    def _said(self, flags: int, credential: AttestedCredentialData | bytes = b"") -> AuthenticatorData:
        return AuthenticatorData.create(hashlib.sha256(self.SITE.encode()).digest(), flags, 0, credential)

    def _client(self, act: str, challenge: bytes) -> bytes:
        facts = {"type": f"webauthn.{act}", "challenge": websafe_encode(challenge), "origin": f"http://{self.SITE}"}
        return json.dumps(facts).encode()

    def _answer(self, response: dict[str, str]) -> dict[str, Any]:
        name = websafe_encode(self._id)
        return {"id": name, "rawId": name, "type": "public-key", "response": response}
