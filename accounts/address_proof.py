"""Proof that somebody reads the mail of an address: it stood in a mail to that address and nowhere else.

It confirms the address of a new account without another code. It logs nobody in, and is nothing for an address that has
an account. It goes along when such a mail is forwarded, so the address is told of the account that comes of it.
"""

from __future__ import annotations

import json
import time

from cryptography.fernet import InvalidToken

from accounts.sealing import seal, unseal

PURPOSE = "address proof"  # as typed

LASTS = 14 * 24 * 3600
"""Seconds."""


def prove(address: str) -> str:
    """Make the proof to be mailed to an address. It is sealed, so that no log of a server shows the address."""
    return seal(json.dumps([address, int(time.time())]), PURPOSE)


def proved_address(proof: str) -> str:
    """Return the address that a proof was mailed to, empty if it is no proof or too old."""
    try:
        address, at = json.loads(unseal(proof, PURPOSE))
    except (InvalidToken, ValueError):
        return ""
    return str(address) if time.time() - at < LASTS else ""
