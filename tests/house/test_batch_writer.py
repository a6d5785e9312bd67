"""The batch writer, without a database."""

import asyncio
from collections.abc import Sequence

import pytest

from ridotto.engine.message import msg
from ridotto.house.refusals import StoreFailed
from ridotto.house.store.batch_writer import BatchWriter, PendingWrite

pytestmark = pytest.mark.anyio


class TestBatchWriter:
    async def test_finish_waits_for_pending_writes(self) -> None:
        may_write = asyncio.Event()

        async def work(wanted: Sequence[PendingWrite]) -> list[int]:
            await may_write.wait()
            return [7 for _ in wanted]

        writer = BatchWriter(work)
        pending = [asyncio.create_task(writer.write(PendingWrite("rialto", n, b"", "open", False, n))) for n in (1, 2)]
        await asyncio.sleep(0)
        finishing = asyncio.create_task(writer.finish())
        for _ in range(10):
            await asyncio.sleep(0)
        assert not finishing.done()
        may_write.set()
        await finishing
        assert [task.result() for task in pending] == [7, 7]

    async def test_the_number_of_a_failed_write_is_free(self) -> None:
        """Only writes that come after a successful one get None."""
        outcomes: list[int | StoreFailed] = [StoreFailed(msg("The connection broke.")), 5]

        async def work(wanted: Sequence[PendingWrite]) -> list[int | StoreFailed]:
            return [outcomes.pop(0) for _ in wanted]

        writer = BatchWriter(work)
        asked = [writer.write(PendingWrite("rialto", 1, b"", "open", False, mark)) for mark in range(3)]
        failed, written, second = await asyncio.gather(*asked, return_exceptions=True)
        assert isinstance(failed, StoreFailed)
        assert (written, second) == (5, None)
