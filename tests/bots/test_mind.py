"""A process that thinks for this one leaves nothing behind."""

import os
from collections.abc import Callable

import pytest

from ridotto.bots.worker_process import Died, WorkerProcess
from tests.house.worker_tasks import die, which_process

FILES = "/proc/self/fd" if os.path.isdir("/proc/self/fd") else "/dev/fd"


@pytest.mark.parametrize("question", [die, which_process])
def test_no_file_stays_open(question: Callable[[], object]) -> None:
    first = WorkerProcess()
    first.ask(which_process).result()  # what all of them share is open from now on
    first.end().result()
    before = len(os.listdir(FILES))
    for _ in range(3):
        mind = WorkerProcess()
        answer = mind.ask(question)
        if question is die:
            with pytest.raises(Died):
                answer.result()
        else:
            answer.result()
        mind.end().result()
        mind.end().result()
        assert not mind.alive
    assert len(os.listdir(FILES)) == before
