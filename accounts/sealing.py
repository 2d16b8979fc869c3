"""Texts that the database keeps for a while and nobody reads there: encrypted under the site's key."""

from __future__ import annotations

import base64
import hashlib

from cryptography.fernet import Fernet, MultiFernet
from django.conf import settings


def seal(text: str, purpose: str) -> str:
    """Encrypt a text; `purpose` keeps the texts of one use from being read as those of another."""
    return _cipher(purpose).encrypt(text.encode()).decode()


def unseal(sealed: str, purpose: str) -> str:
    """Decrypt what `seal` made. Raises cryptography.fernet.InvalidToken for anything else."""
    return _cipher(purpose).decrypt(sealed.encode()).decode()


def _cipher(purpose: str) -> MultiFernet:
    """Write with the present key, read with the former ones too, so that keys can be changed."""
    keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    return MultiFernet([Fernet(_derived(key, purpose)) for key in keys])


def _derived(key: str, purpose: str) -> bytes:
    return base64.urlsafe_b64encode(hashlib.sha256(f"fieldpost {purpose} {key}".encode()).digest())
