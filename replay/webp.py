"""Animated WebP in parts: encode some frames, and put parts together into one film.

A file is a header and a row of chunks, one for each frame (ANMF); frames of several files make one file under a
header of its own (https://developers.google.com/speed/webp/docs/riff_container). All parts are of the same size.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from io import BytesIO

from PIL import Image

QUALITY = 62
METHOD = 0
"""Of libwebp: slower ones save a tenth of the bytes for twice the time."""
ANIMATED, TRANSPARENT = 0x02, 0x10
"""Frames leave out what has not changed, so a film has transparent parts."""
LONGEST_GAP = 10_000
"""Between whole frames: all frames of a part but the first hold only what has changed."""


def encode_part(frames: Sequence[Image.Image], durations: Sequence[int]) -> bytes:
    """Encode frames of one size, each with its milliseconds, as an animated WebP."""
    out = BytesIO()
    first, *others = frames
    settings = {"quality": QUALITY, "method": METHOD, "kmin": LONGEST_GAP - 1, "kmax": LONGEST_GAP}
    first.save(out, "WEBP", save_all=True, append_images=others, duration=list(durations), **settings)
    data = out.getvalue()
    if any(name == b"ANMF" for name, _ in chunks(data)):
        return data
    return join_parts([animate_still(data, first.size, sum(durations))], first.size)


def join_parts(parts: Sequence[bytes], size: tuple[int, int]) -> bytes:
    """Put the frames of several files, of this width and height, together into one that repeats for ever."""
    width, height = size
    header = struct.pack("<I", ANIMATED | TRANSPARENT) + three_bytes(width - 1) + three_bytes(height - 1)
    body = [chunk(b"VP8X", header), chunk(b"ANIM", struct.pack("<IH", 0, 0))]
    body += [chunk(name, payload) for part in parts for name, payload in chunks(part) if name == b"ANMF"]
    whole = b"WEBP" + b"".join(body)
    return b"RIFF" + struct.pack("<I", len(whole)) + whole


def animate_still(data: bytes, size: tuple[int, int], duration: int) -> bytes:
    """Make a file of one frame, which the encoder leaves still, a file of an animation."""
    width, height = size
    place = three_bytes(0) * 2 + three_bytes(width - 1) + three_bytes(height - 1) + three_bytes(duration) + b"\x02"
    drawn = b"".join(chunk(name, payload) for name, payload in chunks(data) if name in (b"VP8 ", b"VP8L"))
    whole = b"WEBP" + chunk(b"ANMF", place + drawn)
    return b"RIFF" + struct.pack("<I", len(whole)) + whole


def chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield the chunks of a file: name and content."""
    at = 12
    while at + 8 <= len(data):
        name, (length,) = data[at : at + 4], struct.unpack("<I", data[at + 4 : at + 8])
        yield name, data[at + 8 : at + 8 + length]
        at += 8 + length + length % 2


def chunk(name: bytes, payload: bytes) -> bytes:
    """Write a chunk, of an even length."""
    return name + struct.pack("<I", len(payload)) + payload + b"\0" * (len(payload) % 2)


def three_bytes(number: int) -> bytes:
    return number.to_bytes(3, "little")
