"""The tempo of bots, and the actions they show at once."""

import sys
from collections.abc import AsyncIterator
from itertools import pairwise

import pytest

from ridotto.house.autoplay.beats import TEMPO_FACTORS
from ridotto.house.refusals import Refused
from ridotto.house.service import House
from ridotto.house.store.protocol import StoredEvent
from ridotto.house.tables.chairs import HOST
from ridotto.house.tables.events import Moved, Opened, SettingsChanged, Tempo, decode, encode
from ridotto.house.tables.table import Table
from ridotto.house.tables.table_limits import MAX_SETTINGS_CHANGES
from tests.checkout import ROOT
from tests.house.guests import Party
from tests.manual_time import ManualTime

sys.path.insert(0, str(ROOT / "benchmarks"))
import waiting

pytestmark = pytest.mark.anyio

MAX_WAIT = 8.0  # seconds that a person waits for three bots in a round


@pytest.fixture
async def slow(house: House, time: ManualTime) -> AsyncIterator[House]:
    """A house with a pace of ten seconds."""
    await house.stop()
    slow = House(house.store, house.bot_pool, beat_seconds=10.0)
    time.govern(slow)
    await slow.start()
    yield slow
    await slow.stop()


async def first_moves(house: House, party: Party, time: ManualTime, number: int) -> list[float]:
    """The times of the first moves, in seconds since the start of the match or the move before."""
    with house.subscribe(party.id, HOST):
        await party.begin()
        await time.forward(200)
    rows = await house.store.read(party.id)
    times = [row.at / 1000 for row in rows if not isinstance(decode(row.body), Opened | SettingsChanged)]
    return [after - before for before, after in pairwise(times)][:number]


@pytest.mark.parametrize("tempo", TEMPO_FACTORS)
async def test_bots_keep_the_tempo_of_the_table(tempo: Tempo, slow: House, time: ManualTime) -> None:
    """In Venezia, seats choose their homes first, one after the other."""
    party = await Party.open(slow, game="venezia", players=4, bots=dict.fromkeys(range(4), "novice"), tempo=tempo)
    assert (await party.table()).info().tempo == tempo
    assert await first_moves(slow, party, time, 4) == [10 * TEMPO_FACTORS[tempo]] * 4


async def test_only_the_host_changes_the_tempo(slow: House) -> None:
    party = await Party.open(slow, people=1, game="venezia", players=3, bots={1: "novice", 2: "novice"})
    with pytest.raises(Refused, match="Only the host"):
        await slow.change_settings(party.id, [party.keys[0]], "quick", None)
    before = (await party.table()).info().digest
    for _ in range(2):  # the second time, nothing changes
        await slow.change_settings(party.id, [party.host], "quick", None)
    table = await party.table()
    assert (table.info().tempo, table.info().talk, table.event_count) == ("quick", "players", 3)
    assert table.info().digest != before
    await slow.change_settings(party.id, [party.host], None, "anyone")
    assert ((await party.table()).tempo, (await party.table()).talk) == ("quick", "anyone")


async def test_a_rematch_keeps_the_tempo(house: House) -> None:
    party = await Party.open(house, game="diciassette", players=2, bots={0: "novice", 1: "novice"})
    await house.change_settings(party.id, [party.host], "slow", "anyone")
    with house.subscribe(party.id, HOST):
        await party.begin()
        await party.time.forward(3600)
    assert (await party.table()).phase == "over"
    with pytest.raises(Refused, match="over"):
        await house.change_settings(party.id, [party.host], "quick", None)
    again = await house.table(await house.rematch(party.id, [party.host]))
    assert (again.tempo, again.talk) == ("slow", "anyone")


async def test_changes_of_settings_are_limited(house: House) -> None:
    party = await Party.open(house, game="venti", players=2)
    for n in range(MAX_SETTINGS_CHANGES):
        await house.change_settings(party.id, [party.host], "slow" if n % 2 == 0 else "quick", None)
    with pytest.raises(Refused, match="stays as it is"):
        await house.change_settings(party.id, [party.host], "slow", None)


async def test_the_tempo_of_old_tables_is_normal(house: House) -> None:
    party = await Party.open(house, game="venti", players=2)
    (opened,) = (await house.store.read(party.id))[:1]
    old = opened.body.replace(b',"tempo":"normal","talk":"players"', b"")
    assert old != opened.body
    table = Table(
        "old", [StoredEvent(0, opened.at, old), StoredEvent(1, opened.at, encode(SettingsChanged(tempo="quick")))]
    )
    assert (table.tempo, table.talk) == ("quick", "players")


async def test_a_flock_is_shown_at_once(slow: House, time: ManualTime) -> None:
    """Each pigeon is a decision of its own in the log, but nobody is shown a position in between."""
    party = await Party.open(slow, game="venezia", players=2, bots={0: "casual", 1: "casual"})
    await party.begin()
    shown = set[int]()
    with slow.subscribe(party.id, HOST) as watching:
        while (await party.table()).phase == "running":
            await time.rest()
            if watching.changed.is_set():
                shown.add((await party.table()).event_count)
            watching.changed.clear()
            await time.forward((time.due[0] - time.now()) / 1000)
        rows = await slow.store.read(party.id)
    table, flocks = Table(party.id, rows[:2]), 0
    for row in rows[2:]:
        event = decode(row.body)
        assert isinstance(event, Moved)
        places = table.view(-1).public.phase == "place"
        table.apply(row)
        if places and table.view(-1).public.phase == "place" and table.started_match.state.actors() == [event.seat]:
            assert table.event_count not in shown, "half a flock was shown"
            flocks += 1
    assert flocks > 3


@pytest.mark.parametrize("slug", ["venti", "venezia"])
async def test_nobody_waits_long_for_bots(slug: str) -> None:
    """Four players, three of them casual bots at normal tempo. The times are exact: bots decide before the beat."""
    waited = await waiting.waits(slug, seed=1)
    assert len(waited) > 3
    assert max(waited) <= MAX_WAIT, waited
    assert min(waited) > 1, "somebody must be waited for"
