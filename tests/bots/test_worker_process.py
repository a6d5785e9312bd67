"""Worker processes end without leaving anything behind."""

import os
from collections.abc import Callable

import pytest

from ridotto.bots.worker_process import WorkerDied, WorkerProcess
from tests.house.worker_tasks import die, which_process

FILES = "/proc/self/fd" if os.path.isdir("/proc/self/fd") else "/dev/fd"


@pytest.mark.parametrize("function", [die, which_process])
def test_no_file_stays_open(function: Callable[[], object]) -> None:
    first = WorkerProcess()
    first.submit(which_process).result()  # opens the files that all of them share
    first.end().result()
    before = len(os.listdir(FILES))
    for _ in range(3):
        worker = WorkerProcess()
        future = worker.submit(function)
        if function is die:
            with pytest.raises(WorkerDied):
                future.result()
        else:
            future.result()
        worker.end().result()
        worker.end().result()
        assert not worker.alive
    assert len(os.listdir(FILES)) == before
