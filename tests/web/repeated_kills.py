"""Kills a house again and again while people play, and checks that it loses nothing it has acknowledged.

`python -m tests.web.repeated_kills --kills 50` kills a real `ridotto serve` fifty times, at random moments of a seeded
generator (`--seed`), a quarter of them while it opens, and prints what it found. It fails if anything was lost, done
twice or done although it was refused, if a table does not load from its log, or if a match does not verify or continue.
"""

import argparse
import asyncio
import json
import signal
import tempfile
import time
from pathlib import Path
from random import Random
from typing import Any

from tests.waiting import eventually
from tests.web.acknowledgements import Acknowledgements, check_logs, check_record, sqlite_logs
from tests.web.house_process import HouseProcess
from tests.web.retrying_players import HouseAddress, RetryingClient, RetryingParty, RetryingSpectator, retrying_client

WHILE_OPENING = 0.25  # of all kills
OPENING_SECONDS = 0.8
MAX_DELAY_SECONDS = 0.02  # between a response and the kill
TABLES: list[dict[str, Any]] = [
    {"game": "diciassette", "players": 4},
    {"game": "venezia", "players": 3},
    {"game": "verhext", "players": 3},
    {"game": "venti", "players": 2, "bots": {"1": "novice"}},
    {"game": "venezia2099", "players": 2, "clock": {"seconds": 3600, "increment": 5}},
]


async def kill_and_check(kills: int, seed: int, folder: Path, max_responses: int = 600) -> dict[str, Any]:
    """Kills a house repeatedly, after up to `max_responses` each time, and checks its logs. Returns figures."""
    acknowledged, address, calm = Acknowledgements(), HouseAddress(), asyncio.Event()
    file, chance = folder / "house.sqlite", Random(seed)
    start = time.monotonic()
    with HouseProcess.ridotto_serve(str(file), folder / "log") as house:
        async with retrying_client([address], acknowledged, seed) as client:
            async with asyncio.TaskGroup() as tables:
                for number, settings in enumerate(TABLES):
                    tables.create_task(play_until_calm(client, f"{number}", settings, calm))
                responses = [chance.randrange(max_responses) for _ in range(kills)]
                await kill_repeatedly(house, address, acknowledged, responses, chance)
                address.up(await asyncio.to_thread(house.open))
                calm.set()
            await check_records(client)
        assert house.kill(signal.SIGTERM) == 0
    found = check_logs(acknowledged, *sqlite_logs(str(file)))
    return {"kills": kills, "seconds": round(time.monotonic() - start), **acknowledged.figures(), **found}


async def kill_repeatedly(
    house: HouseProcess, address: HouseAddress, acknowledged: Acknowledgements, responses: list[int], chance: Random
) -> None:
    """Opens and kills the house, each time after a number of responses. Requests are cut off in the middle."""
    for count in responses:
        house.start()
        if chance.random() < WHILE_OPENING:
            await random_pause(chance, OPENING_SECONDS)
        else:
            address.up(await asyncio.to_thread(house.wait_until_open))
            await acknowledged.wait_for_responses(count)
            await random_pause(chance, MAX_DELAY_SECONDS)
        address.down()
        assert await asyncio.to_thread(house.kill) == -signal.SIGKILL


async def random_pause(chance: Random, longest: float) -> None:
    """Real time passes, so that the kill hits the house in the middle of anything."""
    await asyncio.sleep(chance.uniform(0.0, longest))


async def play_until_calm(client: RetryingClient, name: str, settings: dict[str, Any], calm: asyncio.Event) -> None:
    """Plays at a table with a spectator; when all is calm, play continues and the spectator is up to date."""
    party = await RetryingParty.open(client, name, **settings)
    spectator = RetryingSpectator(client, party.players[0].table)
    async with asyncio.TaskGroup() as people:
        watching = people.create_task(spectator.watch())
        for player in party.players:
            people.create_task(player.play())
        await calm.wait()
        await party.wait_for_progress()
        for player in party.players:
            player.leaving = True
        await eventually(spectator.is_up_to_date)
        watching.cancel()


async def check_records(client: RetryingClient) -> None:
    """Fails unless every finished match has a record that verifies."""
    for table in {table for table, _, _ in client.acknowledged.done}:
        response = await client.request("GET", f"/tables/{table}/record")
        if response.is_success:
            check_record(response.body.decode().splitlines())
        else:
            assert response.json()["error"]["code"] == "not-over"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        print(json.dumps(asyncio.run(kill_and_check(given.kills, given.seed, Path(folder))), indent=2))


if __name__ == "__main__":
    main()
