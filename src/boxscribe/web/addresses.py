"""Addresses of clients and of listening servers."""

import ipaddress


def network_of(address: str) -> str:
    """What counts as one address: an IPv4 address, or the /64 network of an IPv6 address, which has one customer."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address
    return address if parsed.version == 4 else str(ipaddress.ip_network((int(parsed) >> 64 << 64, 64)))


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach a server that listens there."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
