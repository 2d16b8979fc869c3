"""Post to an address that somebody else chose: never into the network of the host, and never for long.

The name is looked up once, every address that it has must lie outside, and the connection goes to the one that was
checked: whatever the name says a moment later changes nothing. Redirects are not followed.
"""

from __future__ import annotations

import contextlib
import http.client
import socket
import ssl
import threading
import time
from collections.abc import Mapping
from concurrent.futures import Future
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from urllib.parse import SplitResult, urlsplit

from django.conf import settings
from django.utils.translation import gettext as _

ALL_SECONDS = 10.0
"""How long a call may take as a whole: the look-up, the connection, its encryption, and the answer."""

LOOK_UP_SECONDS = 5.0

NAT64 = ip_network("64:ff9b::/96")
PORTS = {"https": 443, "http": 80}


class NotOutside(ValueError):
    """An address that is not posted to; the text says why and what would be right."""


def split_address(url: str) -> SplitResult:
    """Split an address into its parts. Raises NotOutside for one that no webhook can have."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise NotOutside(_("This is not an address. It should begin with https://.")) from None
    if parts.scheme not in PORTS or not parts.hostname or port == 0:
        raise NotOutside(_("This is not an address. It should begin with https://."))
    if parts.username or parts.password:
        raise NotOutside(_("The address must not have a name or password before the host."))
    if not (url.isascii() and url.isprintable() and " " not in url):
        raise NotOutside(_("The address must be written in plain letters, as a browser copies it."))
    return parts


def checked_address(parts: SplitResult) -> tuple[str, int]:
    """Look the host of an address up and return the IP address and port to connect to. Raises NotOutside if any of its
    addresses lies inside, and OSError if it has none."""
    port = parts.port or PORTS[parts.scheme]
    addresses = look_up(str(parts.hostname), port)
    for address in addresses:
        check_one(address, parts.scheme)
    return addresses[0], port


def look_up(host: str, port: int) -> list[str]:
    """Look up the IP addresses of a host, in a thread of its own because no system bounds how long that takes. Raises
    OSError if it has none, or if that takes longer than `LOOK_UP_SECONDS`."""
    found: Future[list[str]] = Future()

    def ask() -> None:
        try:
            infos = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
            found.set_result([str(info[4][0]) for info in infos])
        except Exception as exc:
            found.set_exception(exc)

    threading.Thread(target=ask, daemon=True).start()
    return found.result(LOOK_UP_SECONDS)


def check_one(address: str, scheme: str) -> None:
    """Check that an IP address may be posted to. Raises NotOutside."""
    ip = unwrapped(ip_address(address.partition("%")[0]))
    if any(ip in network for network in settings.WEBHOOK_NETWORKS):
        return
    if not ip.is_global or ip.is_multicast or ip.is_reserved or getattr(ip, "is_site_local", False):
        raise NotOutside(_("This address lies inside the site’s own network. Use one on the internet."))
    if scheme != "https":
        raise NotOutside(_("This address is not encrypted. It should begin with https://."))


def unwrapped(ip: IPv4Address | IPv6Address) -> IPv4Address | IPv6Address:
    """Return the IPv4 address that an IPv6 address stands for, or the address itself."""
    if isinstance(ip, IPv4Address):
        return ip
    inner = ip.ipv4_mapped or ip.sixtofour or (ip.teredo or (None, None))[1]
    if inner is None and ip in NAT64:
        inner = IPv4Address(int(ip) & 0xFFFFFFFF)
    return inner or ip


def post(url: str, body: bytes, headers: Mapping[str, str]) -> int:
    """Send a body by POST and return the status of the answer, within `ALL_SECONDS`. Raises NotOutside, OSError and
    HTTPException."""
    ends = time.monotonic() + ALL_SECONDS
    parts = split_address(url)
    address, port = checked_address(parts)
    connection = PinnedConnection(parts, address, port, ends)
    limit = threading.Timer(max(0.0, ends - time.monotonic()), connection.cut)
    limit.daemon = True
    limit.start()
    try:
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        connection.request("POST", path, body, dict(headers))
        return connection.getresponse().status
    finally:
        limit.cancel()
        connection.close()


class PinnedConnection(http.client.HTTPConnection):
    """A connection to an IP address that was checked, which speaks to the host by its name until the clock `ends`."""

    def __init__(self, parts: SplitResult, address: str, port: int, ends: float) -> None:
        super().__init__(str(parts.hostname), port)
        self.address, self.is_encrypted, self.ends, self.is_cut = address, parts.scheme == "https", ends, False
        self.default_port = PORTS[parts.scheme]  # the header Host leaves it out

    def connect(self) -> None:
        """Connect to the address, and not to what the name may say by now."""
        left = self.ends - time.monotonic()
        if left <= 0:
            raise TimeoutError
        self.sock = socket.create_connection((self.address, self.port), left)
        if self.is_encrypted:
            context = ssl.create_default_context()
            # the handshake comes after the socket is known here, so that it can be cut too
            encrypted = context.wrap_socket(self.sock, server_hostname=self.host, do_handshake_on_connect=False)
            self.sock = encrypted
            self._refuse_cut()
            encrypted.do_handshake()
        self._refuse_cut()

    def _refuse_cut(self) -> None:
        if self.is_cut:
            raise TimeoutError

    def cut(self) -> None:
        """Cut the connection, whatever step it is in."""
        self.is_cut = True
        with contextlib.suppress(OSError, TypeError):
            socket.socket.shutdown(self.sock, socket.SHUT_RDWR)  # a TLS socket's own one would forget its encryption
