"""Questions to the domain name system, for the checks of a host's mail."""

from __future__ import annotations

import ipaddress
from functools import cached_property

import dns.exception
import dns.resolver
from dns.rdata import Rdata
from dns.rdatatype import RdataType
from dns.rdtypes.ANY.MX import MX
from dns.rdtypes.ANY.TXT import TXT
from dns.rdtypes.IN.A import A
from dns.rdtypes.IN.AAAA import AAAA

SECONDS = 5.0
"""For one question, all servers and tries together."""
PORT = 53


class Unreachable(Exception):
    """No name server answers."""


class Lookups:
    """Asks the name servers of this machine, or the one at `server`: an address, with a port behind a colon if it is
    not the usual one. Once none has answered, nobody is asked again."""

    def __init__(self, server: str = "") -> None:
        self._server = server
        self._is_away = False

    @cached_property
    def _resolver(self) -> dns.resolver.Resolver:
        resolver = dns.resolver.Resolver(configure=not self._server)
        resolver.lifetime = SECONDS
        if self._server:
            address, _, port = self._server.partition(":")
            resolver.nameservers, resolver.port = [address], int(port or PORT)
        return resolver

    def texts(self, name: str) -> list[str]:
        """List the TXT records of a name, none if there are none. Raises Unreachable."""
        found = (each for each in self._ask(name, "TXT") if isinstance(each, TXT))
        return [b"".join(each.strings).decode("utf-8", "replace") for each in found]

    def mail_servers(self, name: str) -> list[str]:
        """List the hosts that take mail for a name, the first to be tried first; an empty name for a domain that says
        that it takes none. Raises Unreachable."""
        found = (each for each in self._ask(name, "MX") if isinstance(each, MX))
        return [str(each.exchange).removesuffix(".") for each in sorted(found, key=lambda each: each.preference)]

    def addresses(self, host: str) -> list[str]:
        """List the addresses of a host, IPv4 first. Raises Unreachable."""
        try:
            return [str(ipaddress.ip_address(host))]
        except ValueError:
            found = (each for kind in ("A", "AAAA") for each in self._ask(host, kind))
            return [str(each.address) for each in found if isinstance(each, A | AAAA)]

    def _ask(self, name: str, kind: str) -> list[Rdata]:
        if self._is_away:
            raise Unreachable
        try:
            return list(self._resolver.resolve(name, RdataType[kind], search=False))
        except (dns.resolver.NXDOMAIN, dns.resolver.NoAnswer, dns.exception.SyntaxError, dns.name.LabelTooLong):
            return []
        except (dns.exception.DNSException, OSError) as error:
            self._is_away = True
            raise Unreachable from error
