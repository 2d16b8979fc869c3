"""Nothing is posted into the network of the host, whatever a name says and when, and no redirect is followed."""

from __future__ import annotations

import datetime
import socket
import ssl
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from webhooks import outside
from webhooks.outside import NotOutside, PinnedConnection, check_one, checked_address, post, split_address
from webhooks.tests.kit import HERE, Chat, running


@pytest.fixture
def chat() -> Iterator[Chat]:
    with running() as found:
        yield found


INSIDE = [
    "127.0.0.1",
    "127.8.9.10",
    "0.0.0.0",
    "10.1.2.3",
    "172.16.0.1",
    "172.31.255.255",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "192.0.2.1",
    "198.18.0.1",
    "224.0.0.1",
    "240.0.0.1",
    "255.255.255.255",
    "::1",
    "::",
    "fe80::1",
    "fe80::1%eth0",
    "fc00::1",
    "fd12:3456::1",
    "fec0::1",
    "ff02::1",
    "2001:db8::1",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "::ffff:169.254.169.254",
    "64:ff9b::7f00:1",
    "64:ff9b::a00:1",
    "2002:7f00:1::",
    "2002:c0a8:101::1",
]


@pytest.mark.parametrize("address", INSIDE)
def test_addresses_inside_are_refused(address: str) -> None:
    with pytest.raises(NotOutside, match="inside the site"):
        check_one(address, "https")


@pytest.mark.parametrize(
    "address", ["93.184.216.34", "2606:2800:220:1::1", "::ffff:93.184.216.34", "64:ff9b::5db8:d822"]
)
def test_addresses_on_the_internet_are_posted_to(address: str) -> None:
    check_one(address, "https")
    with pytest.raises(NotOutside, match="https"):
        check_one(address, "http")


@pytest.mark.parametrize(
    "url",
    [
        "https://127.0.0.1/",
        "https://localhost/hook",
        "https://[::1]:8443/",
        "https://0x7f.1/",
        "https://2130706433/",
        "https://127.1/",
    ],
)
def test_names_and_odd_spellings_of_this_machine_are_refused(url: str) -> None:
    with pytest.raises((NotOutside, OSError)):
        checked_address(split_address(url))


@pytest.mark.parametrize(
    "url",
    [
        "",
        "chat.example.org",
        "ftp://chat.example.org/",
        "file:///etc/passwd",
        "gopher://x/",
        "https://",
        "https://me:secret@chat.example.org/",
        "https://chat.example.org:99999/",
        "https://chat.example.org/\r\nX: y",
        "https://chat.example.org/a b",
        "https://[::1/",
    ],
)
def test_what_is_no_address_is_refused(url: str) -> None:
    with pytest.raises(NotOutside):
        split_address(url)


def named(monkeypatch: pytest.MonkeyPatch, *answers: list[str]) -> list[str]:
    """Let the name of a chat have these addresses, look-up by look-up; returns the names that were asked for."""
    asked: list[str] = []
    left = list(answers)

    real = socket.getaddrinfo

    def look_up(host: str, port: int, *more: Any, **named: Any) -> list[Any]:
        if host[0].isdigit():
            return real(host, port, *more, **named)
        asked.append(host)
        found = left.pop(0) if len(left) > 1 else left[0]
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port)) for address in found]

    monkeypatch.setattr(outside.socket, "getaddrinfo", look_up)
    return asked


def test_one_address_inside_among_several_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    named(monkeypatch, ["93.184.216.34", "10.0.0.1"])
    with pytest.raises(NotOutside):
        checked_address(split_address("https://chat.example.org/"))


def test_the_connection_goes_to_the_address_that_was_checked(
    chat: Chat, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another answer of the name a moment later is never asked for."""
    settings.WEBHOOK_NETWORKS = HERE
    asked = named(monkeypatch, ["127.0.0.1"], ["10.0.0.1"])
    assert post(f"http://chat.example.org:{chat.port}/", b"{}", {}) == 204
    assert asked == ["chat.example.org"]
    assert chat.taken[0][1]["Host"] == f"chat.example.org:{chat.port}"


def test_redirects_are_not_followed(chat: Chat, settings: Any) -> None:
    settings.WEBHOOK_NETWORKS = HERE
    chat.status, chat.location = 307, "http://169.254.169.254/latest/meta-data/"
    assert post(chat.url, b"{}", {}) == 307 and len(chat.taken) == 1


def test_nothing_is_posted_inside_unless_the_host_says_so(chat: Chat) -> None:
    with pytest.raises(NotOutside):
        post(chat.url, b"{}", {})
    assert not chat.taken


def test_a_server_that_drips_is_cut_off(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.WEBHOOK_NETWORKS = HERE
    monkeypatch.setattr(outside, "ALL_SECONDS", 0.5)
    done = threading.Event()
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def drip() -> None:
            talk, _address = listening.accept()
            with talk:
                for letter in b"HTTP/1.1 200 OK":
                    if done.wait(0.2):
                        return
                    try:
                        talk.send(bytes([letter]))
                    except OSError:
                        return

        threading.Thread(target=drip, daemon=True).start()
        with pytest.raises((OSError, outside.http.client.HTTPException)):
            post(f"http://127.0.0.1:{listening.getsockname()[1]}/", b"{}", {})
        done.set()


def test_a_handshake_that_drips_is_cut_off(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each byte of it comes in time, and the record that they begin would take a quarter of an hour."""
    settings.WEBHOOK_NETWORKS = HERE
    monkeypatch.setattr(outside, "ALL_SECONDS", 0.5)
    done, began = threading.Event(), time.monotonic()
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def drip() -> None:
            talk, _address = listening.accept()
            with talk:
                talk.recv(4096)
                for letter in b"\x16\x03\x03\x3f\xff" + bytes(100):
                    if done.wait(0.1):
                        return
                    try:
                        talk.send(bytes([letter]))
                    except OSError:
                        return

        threading.Thread(target=drip, daemon=True).start()
        with pytest.raises(OSError):
            post(f"https://127.0.0.1:{listening.getsockname()[1]}/", b"{}", {})
        done.set()
    assert time.monotonic() - began < 4


def test_a_name_that_is_looked_up_for_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    done = threading.Event()
    monkeypatch.setattr(outside, "LOOK_UP_SECONDS", 0.1)
    monkeypatch.setattr(outside.socket, "getaddrinfo", lambda *args, **named: done.wait(20) and [])
    with pytest.raises(OSError):
        checked_address(split_address("https://chat.example.org/"))
    done.set()


def test_a_call_that_was_cut_before_it_was_connected_is_not_made(chat: Chat) -> None:
    parts = split_address(chat.url)
    late = PinnedConnection(parts, "127.0.0.1", chat.port, time.monotonic() - 1)
    with pytest.raises(TimeoutError):
        late.connect()
    cut = PinnedConnection(parts, "127.0.0.1", chat.port, time.monotonic() + 5)
    cut.cut()
    with pytest.raises(TimeoutError):
        cut.request("POST", "/", b"{}")
    cut.close()
    assert not chat.taken


# ---- over TLS


def certificate(folder: Path, name: str) -> Path:
    """A certificate for a name, which signs itself, with its key in one file."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    file = folder / f"{name}.pem"
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    file.write_bytes(private + made.public_bytes(serialization.Encoding.PEM))
    return file


@pytest.mark.parametrize(("name", "is_trusted"), [("chat.example.org", True), ("other.example.org", False)])
def test_the_certificate_must_be_of_the_name(
    chat: Chat, settings: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str, is_trusted: bool
) -> None:
    settings.WEBHOOK_NETWORKS = HERE
    file = certificate(tmp_path, "chat.example.org")
    monkeypatch.setenv("SSL_CERT_FILE", str(file))
    named(monkeypatch, ["127.0.0.1"])
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(file)
    chat.server.socket = context.wrap_socket(chat.server.socket, server_side=True)
    url = f"https://{name}:{chat.port}/"
    if is_trusted:
        assert post(url, b"{}", {}) == 204
    else:
        with pytest.raises(ssl.SSLCertVerificationError):
            post(url, b"{}", {})
        assert not chat.taken
