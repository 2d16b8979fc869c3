"""Sealed texts: read by the same key and for the same use alone, and by a later release too."""

from __future__ import annotations

from typing import Any

import pytest
from cryptography.fernet import InvalidToken

from accounts.sealing import seal, unseal

OF_EARLIER = "gAAAAABrCQg5AYL7vESVwa7ZCNk1gCfudJ_lllIph7HKK8WPr-wGeR6CapiUpe7EgOgsgV_0yHFz4ZpuRnV4GeCIFgy7tlKTcw=="
"""What `seal("lamplight", "a use")` made under the key "an earlier key"."""


def test_what_is_sealed_for_one_use_is_not_read_for_another() -> None:
    sealed = seal("lamplight", "a use")
    assert unseal(sealed, "a use") == "lamplight" and "lamplight" not in sealed
    with pytest.raises(InvalidToken):
        unseal(sealed, "another use")


def test_what_an_earlier_release_sealed_is_read_under_its_key_also_after_that_has_changed(
    settings: Any,
) -> None:
    settings.SECRET_KEY = "an earlier key"
    assert unseal(OF_EARLIER, "a use") == "lamplight"
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "a new key", ["an earlier key"]
    assert unseal(OF_EARLIER, "a use") == "lamplight"
    assert unseal(seal("dusk", "a use"), "a use") == "dusk"
    settings.SECRET_KEY_FALLBACKS = []
    with pytest.raises(InvalidToken):
        unseal(OF_EARLIER, "a use")
