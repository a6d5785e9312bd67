"""The manners of processes that think for another one: they end when they are told to or left alone, not before."""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread


@contextmanager
def undisturbed(*told: signal.Signals) -> Iterator[None]:
    """Processes that this thread starts meanwhile are deaf to what is told to all: one of them answers for all."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()  # else the first process starts it, and signals are let in again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, told)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def settle_in(*told: signal.Signals) -> None:
    """What such a process does first: it closes its ears for good, and keeps an eye on whom it works for."""
    for deaf_to in told:
        signal.signal(deaf_to, signal.SIG_IGN)
    Thread(target=_outlive_nobody, daemon=True).start()


def _outlive_nobody() -> None:
    """However the process ends that wants this work, this one ends with it."""
    from multiprocessing import parent_process

    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
