"""How fast bots play: the host chooses, everybody sees it, and what belongs together is shown together."""

import sys
from collections.abc import AsyncIterator
from itertools import pairwise

import pytest

from ridotto.house.autoplay.beats import TEMPOS
from ridotto.house.refusals import Refused
from ridotto.house.service import House
from ridotto.house.store import Row
from ridotto.house.tables.events import Changed, Moved, Opened, Tempo, decode, encode
from ridotto.house.tables.table import CHANGES, HOST, Table
from tests.checkout import ROOT
from tests.house.guests import Party
from tests.manual_time import ManualTime

sys.path.insert(0, str(ROOT / "benchmarks"))
import waiting

pytestmark = pytest.mark.anyio

MOST = 8.0  # seconds that one person waits for three others in a round


@pytest.fixture
async def slow(house: House, time: ManualTime) -> AsyncIterator[House]:
    """The same house, whose bots keep a pace of ten seconds."""
    await house.stop()
    slow = House(house.store, house.minds, pace=10.0)
    time.govern(slow)
    await slow.start()
    yield slow
    await slow.stop()


async def first_moves(house: House, party: Party, time: ManualTime, number: int) -> list[float]:
    """When bots made their first moves, in seconds since the match began or since the move before."""
    with house.watch(party.id, HOST):
        await party.begin()
        await time.forward(200)
    rows = await house.store.read(party.id)
    times = [row.at / 1000 for row in rows if not isinstance(decode(row.body), Opened | Changed)]
    return [after - before for before, after in pairwise(times)][:number]


@pytest.mark.parametrize("tempo", TEMPOS)
async def test_bots_keep_the_tempo_of_the_table(tempo: Tempo, slow: House, time: ManualTime) -> None:
    """In Venezia all choose a home first, one after the other."""
    party = await Party.open(slow, game="venezia", players=4, bots=dict.fromkeys(range(4), "novice"), tempo=tempo)
    assert (await party.table()).frame().tempo == tempo
    assert await first_moves(slow, party, time, 4) == [10 * TEMPOS[tempo]] * 4


async def test_the_host_changes_it_and_nobody_else(slow: House) -> None:
    party = await Party.open(slow, people=1, game="venezia", players=3, bots={1: "novice", 2: "novice"})
    with pytest.raises(Refused, match="Only the host"):
        await slow.change(party.id, [party.keys[0]], "quick", None)
    before = (await party.table()).frame().digest
    for _ in range(2):  # the second time there is nothing to change
        await slow.change(party.id, [party.host], "quick", None)
    table = await party.table()
    assert (table.frame().tempo, table.frame().talk, table.length) == ("quick", "players", 3)
    assert table.frame().digest != before
    await slow.change(party.id, [party.host], None, "anyone")
    assert ((await party.table()).tempo, (await party.table()).talk) == ("quick", "anyone")


async def test_a_rematch_keeps_it(house: House) -> None:
    party = await Party.open(house, game="diciassette", players=2, bots={0: "novice", 1: "novice"})
    await house.change(party.id, [party.host], "slow", "anyone")
    with house.watch(party.id, HOST):
        await party.begin()
        await party.time.forward(3600)
    assert (await party.table()).phase == "over"
    with pytest.raises(Refused, match="over"):
        await house.change(party.id, [party.host], "quick", None)
    again = await house.table(await house.rematch(party.id, [party.host]))
    assert (again.tempo, again.talk) == ("slow", "anyone")


async def test_it_cannot_be_changed_for_ever(house: House) -> None:
    party = await Party.open(house, game="venti", players=2)
    for n in range(CHANGES):
        await house.change(party.id, [party.host], "slow" if n % 2 == 0 else "quick", None)
    with pytest.raises(Refused, match="stays as it is"):
        await house.change(party.id, [party.host], "slow", None)


async def test_tables_opened_before_there_was_a_choice_are_normal(house: House) -> None:
    party = await Party.open(house, game="venti", players=2)
    (opened,) = (await house.store.read(party.id))[:1]
    old = opened.body.replace(b',"tempo":"normal","talk":"players"', b"")
    assert old != opened.body
    table = Table("old", [Row(0, opened.at, old), Row(1, opened.at, encode(Changed(tempo="quick")))])
    assert (table.tempo, table.talk) == ("quick", "players")


async def test_whoever_looks_is_shown_a_flock_at_once(slow: House, time: ManualTime) -> None:
    """Every pigeon is a decision of its own in the log; between two of them nobody is shown anything."""
    party = await Party.open(slow, game="venezia", players=2, bots={0: "casual", 1: "casual"})
    await party.begin()
    shown = set[int]()
    with slow.watch(party.id, HOST) as watching:
        while (await party.table()).phase == "running":
            await time.rest()
            if watching.changed.is_set():
                shown.add((await party.table()).length)
            watching.changed.clear()
            await time.forward((time.due[0] - time.now()) / 1000)
        rows = await slow.store.read(party.id)
    table, flocks = Table(party.id, rows[:2]), 0
    for row in rows[2:]:
        entry = decode(row.body)
        assert isinstance(entry, Moved)
        places = table.view(-1)["phase"] == "place"
        table.enter(row)
        if places and table.view(-1)["phase"] == "place" and table.playing.state.actors() == [entry.seat]:
            assert table.length not in shown, "half a flock was shown"
            flocks += 1
    assert flocks > 3


@pytest.mark.parametrize("slug", ["venti", "venezia"])
async def test_nobody_waits_long_for_the_others(slug: str) -> None:
    """Four players, three of them casual bots on normal: exact, since their thoughts end before the beat."""
    waited = await waiting.waits(slug, seed=1)
    assert len(waited) > 3
    assert max(waited) <= MOST, waited
    assert min(waited) > 1, "somebody must be waited for"
