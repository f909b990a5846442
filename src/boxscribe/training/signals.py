"""Signals that end a run after its next checkpoint."""

import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager


class StopRequest:
    """Whether a signal has asked the run to end, and when."""

    requested = False
    time = 0.0


@contextmanager
def stop_on_signals() -> Iterator[StopRequest]:
    """Ctrl-C and SIGTERM request a stop; a second signal ends the process at once.

    A launcher of several processes repeats the signal that the terminal has sent to all of them: what follows within a
    second counts as the same one. Outside the main thread no signal can be received.
    """
    stop = StopRequest()
    if threading.current_thread() is not threading.main_thread():
        yield stop
        return

    def handle(number: int, _: object) -> None:
        now = time.monotonic()
        if not stop.requested:
            stop.requested, stop.time = True, now
        elif now - stop.time > 1:
            os._exit(128 + number)

    previous = {number: signal.signal(number, handle) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield stop
    finally:
        for number, handler in previous.items():
            signal.signal(number, handler)
