"""Webhooks: the server of a client is notified of the end of a job by a signed request.

A client chooses the address, so it must not lead to what only this machine can reach: every address of the host's name
must be public, and the connection is made to one of those that were checked. Redirections are not followed.
"""

import hashlib
import hmac
import ipaddress
import json
import socket
import ssl
import time
from collections.abc import Mapping
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from typing import Any
from urllib.parse import SplitResult, urlsplit

from boxscribe.errors import InputError

SIGNATURE = "Boxscribe-Signature"
_SECONDS = 10.0  # that the other server may take
_PORTS = {"http": 80, "https": 443}


@dataclass(frozen=True, slots=True)
class WebhookSettings:
    """Without a secret no job may have a webhook."""

    secret: str | None = None
    allow_private: bool = False  # also addresses that are not public

    def check(self, url: str) -> None:
        """Raise an InputError for an address that no report is sent to."""
        if self.secret is None:
            raise InputError("webhook: this server signs none; leave it out, or start it with --webhook-secret")
        parts = _parsed(url)
        if not self.allow_private:
            _public_address(parts)

    def send(self, url: str, report: Mapping[str, Any]) -> int:
        """Send a report; the status of the answer. An OSError or an InputError where it cannot be sent."""
        assert self.secret is not None
        parts = _parsed(url)
        host, port = parts.hostname or "", parts.port or _PORTS[parts.scheme]
        address = host if self.allow_private else _public_address(parts)
        body = json.dumps(report).encode()
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        headers = {"Content-Type": "application/json", SIGNATURE: signature(self.secret, body, int(time.time()))}
        connection = _ConnectionTo(address, host, port, parts.scheme == "https")
        try:
            connection.request("POST", path, body, headers)
            return connection.getresponse().status
        except HTTPException as error:
            raise OSError(f"no HTTP: {error}") from None
        finally:
            connection.close()


def signature(secret: str, body: bytes, at: int) -> str:
    """`t` is the time in seconds since 1970, `v1` the HMAC-SHA256 of "t.body" in hexadecimal digits."""
    digest = hmac.new(secret.encode(), f"{at}.".encode() + body, hashlib.sha256).hexdigest()
    return f"t={at},v1={digest}"


class _ConnectionTo(HTTPConnection):
    """A connection to an address that was checked, under the name of its host."""

    def __init__(self, address: str, host: str, port: int, encrypted: bool) -> None:
        super().__init__(host, port, timeout=_SECONDS)
        self._address, self._encrypted = address, encrypted

    def connect(self) -> None:
        self.sock = socket.create_connection((self._address, self.port), _SECONDS)
        if self._encrypted:
            self.sock = ssl.create_default_context().wrap_socket(self.sock, server_hostname=self.host)


def _parsed(url: str) -> SplitResult:
    try:
        parts = urlsplit(url)
        is_complete = parts.scheme in _PORTS and bool(parts.hostname) and parts.port != 0
    except ValueError:
        is_complete = False
    if not is_complete or not url.isascii() or not url.isprintable() or " " in url:
        raise InputError("webhook: must be an address such as https://example.org/stories")
    if parts.username is not None or parts.password is not None:
        raise InputError("webhook: must not hold a name or a password")
    return parts


def _public_address(parts: SplitResult) -> str:
    """An address of the host; an InputError if any of its addresses is not public."""
    host = parts.hostname or ""
    try:
        found = socket.getaddrinfo(host, parts.port or _PORTS[parts.scheme], type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise InputError(f"webhook: the host {host:.100} is not known") from None
    addresses = [str(address[0]) for *_, address in found]
    for address in addresses:
        if not _is_public(address):
            raise InputError(f"webhook: {host:.100} is an address of a private network; choose a public one")
    return addresses[0]


def _is_public(address: str) -> bool:
    parsed = ipaddress.ip_address(address.partition("%")[0])
    inner = getattr(parsed, "ipv4_mapped", None) or getattr(parsed, "sixtofour", None)
    return parsed.is_global and not parsed.is_multicast and (inner is None or inner.is_global)
