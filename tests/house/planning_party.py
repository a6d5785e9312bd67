"""People who plan in secret, to test presence and absences."""

from collections.abc import Collection
from contextlib import ExitStack
from typing import Any

import pytest

from ridotto.house.people.presence import (
    PRESENCE_INTERVAL_MS,
)
from ridotto.house.refusals import Refused
from ridotto.house.service import House
from ridotto.house.tables.chairs import HOST
from tests.house.guests import Party

BEAT_SECONDS = PRESENCE_INTERVAL_MS // 1000


AWAY_SECONDS = 3 * BEAT_SECONDS  # within which an absence is published


async def refused(code: str, request: object) -> None:
    with pytest.raises(Refused) as refusal:
        await request  # type: ignore[misc]
    assert refusal.value.code == code


def absent_seats(house: House, party: Party) -> list[int]:
    """The seats that are away, as published."""
    return [one.seat for one in house.presence(party.id).absent]


async def planning_party(house: House, **settings: Any) -> Party:
    """Three people at Venezia who are planning in secret."""
    party = await Party.open(house, game="venezia", players=3, **settings)
    await party.begin()
    while len((await party.table()).asked_since) == 1:
        await party.decide((await party.table()).started_match.state.actor())
    return party


async def party_of(house: House, streams: ExitStack, present: Collection[int] = (HOST, 0, 1), **settings: Any) -> Party:
    """Three people who are planning in secret. The present ones have a stream."""
    party = await planning_party(house, **settings)
    streams.enter_context(house.subscribe(party.id, *present))
    return party
