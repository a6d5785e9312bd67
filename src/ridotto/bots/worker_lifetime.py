"""How worker processes end: when their parent ends them or dies, but not by signals to the whole process group."""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread


@contextmanager
def signals_blocked(*signals: signal.Signals) -> Iterator[None]:
    """Block signals in this thread. Processes started inside the block inherit that until `prepare_worker`."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()  # otherwise the first process starts it, and that unblocks the signals
    before = signal.pthread_sigmask(signal.SIG_BLOCK, signals)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def prepare_worker(*ignored: signal.Signals) -> None:
    """Call this first in a worker: it ignores these signals from now on, and exits when its parent dies."""
    for number in ignored:
        signal.signal(number, signal.SIG_IGN)
    Thread(target=_exit_with_parent, daemon=True).start()


def _exit_with_parent() -> None:
    from multiprocessing import parent_process

    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
