"""How many sessions one address may open without answering in them."""

from collections import Counter

from boxscribe.web.addresses import network_of


class UnansweredSessions:
    """Counts the sessions that an address has opened and not yet answered in, each for `seconds` at most.

    An address is an IPv4 address or the first 64 bits of an IPv6 address, which belong to one customer. Addresses are
    held in memory only.
    """

    def __init__(self, limit: int, seconds: float) -> None:
        self._limit, self._seconds = limit, seconds
        self._opened: dict[int, tuple[str, float]] = {}  # session → (network, time), the oldest first
        self._counts: Counter[str] = Counter()

    def is_full(self, address: str, now: float) -> bool:
        """Whether the address has as many unanswered sessions as it may have."""
        while self._opened:
            session, (_, opened) = next(iter(self._opened.items()))
            if now - opened < self._seconds:
                break
            self.remove(session)
        return self._counts[network_of(address)] >= self._limit

    def add(self, session: int, address: str, now: float) -> None:
        network = network_of(address)
        self._opened[session] = network, now
        self._counts[network] += 1

    def remove(self, session: int) -> None:
        """Count a session no longer: it has an answer."""
        if session in self._opened:
            network, _ = self._opened.pop(session)
            self._counts[network] -= 1
            if not self._counts[network]:
                del self._counts[network]
