"""Timing: do times reveal secrets?

Refusals: a stale decision is refused at tables that differ only in how many steps another seat has made in secret.
Bots: masters play, and the time from each request for a step until it is seen is compared with facts that the record
reveals later: was a potion step offered (Verhext!), was a prophecy the only legal one (Venezia 2099)?
"""

import asyncio
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from statistics import median
from typing import NamedTuple

from ridotto.engine import record
from ridotto.engine.match import Decision, Match
from ridotto.engine.note import SPECTATOR
from ridotto.engine.state import State
from ridotto.games import game
from ridotto.games.venezia2099 import components as tiles
from ridotto.games.verhext import components as cards
from ridotto.house.tables.trail import DIGEST_BYTES, Trails
from tests.campaign.figures import Figures, part_of
from tests.campaign.people import Opponent, ReconnectingClient, Seats, Visitor, events, new_id, planning, ridotto

STEPS = (0, 1, 4, 8)  # secret steps of another seat
TABLES = 6  # tables for each number
SHUFFLES = 2000
RARE = 0.001  # significance level
REFUSED = 409


async def run(figures: Figures, seconds: float, folder: Path, seed: int) -> None:
    with ridotto(folder, "--no-limits", module="tests.web.fixed_deals") as served:
        house = await asyncio.to_thread(served.open)
        async with ReconnectingClient() as http:
            visitor = Visitor(http, house, "192.0.2.1")
            await refusals(figures, visitor, seconds / 5, Random(seed))
            for slug in LABELS:
                await paces(figures, visitor, slug, 2 * seconds / 5, Random(seed))
        assert served.kill(signal.SIGTERM) == 0


# Refusals


class StaleDecision(NamedTuple):
    """Sends the same stale decision repeatedly."""

    seats: Seats
    steps: int
    revision: str
    move: str
    times: list[float]


async def refusals(figures: Figures, visitor: Visitor, seconds: float, chance: Random) -> None:
    """All tables have the same deal and are asked in random order, so that nothing else tells them apart."""
    wanted = chance.sample(STEPS * TABLES, len(STEPS) * TABLES)
    tables = [await stale(visitor, steps) for steps in wanted]
    end = time.monotonic() + seconds
    while time.monotonic() < end or not tables[0].times:
        for table in chance.sample(tables, len(tables)):
            began = time.perf_counter()
            body = {"revision": table.revision, "move": table.move, "id": new_id()}
            answer = await visitor.ask("POST", f"{table.seats.path}/decisions", table.seats.keys[0], body)
            table.times.append(time.perf_counter() - began)
            assert answer.status == REFUSED, answer.body
    for steps in STEPS:
        times = [moment for table in tables if table.steps == steps for moment in table.times]
        figures.tell(f"refusal after {steps} secret steps, median of {len(times)}", f"{1e6 * median(times):.0f} µs")
    medians, labels = [median(table.times) for table in tables], [STEPS.index(table.steps) for table in tables]
    hold_chance(figures, "refusals: times and steps", medians, labels, chance)


async def stale(visitor: Visitor, steps: int) -> StaleDecision:
    """A table where seat 0 has an old view, and seat 1 plans in secret and undoes every third step."""
    table = await planning(visitor)
    late, other = table.alone(0), table.alone(1)
    _, decision = await late.look()
    assert decision is not None
    assert (await late.decide(decision)).is_success
    done = None
    for n in range(steps):
        _, secret = await other.look()
        assert secret is not None, "the plan is complete"
        done = await (other.take_back(done) if done and n % 3 == 2 else other.decide(secret))
        assert done.is_success, done.body
    return StaleDecision(table.seats, steps, decision["revision"], decision["move"], [])


# Bots


class Step(NamedTuple):
    """The decisions of a seat until others notice."""

    before: State
    seat: int
    moves: list[int]
    own: bool  # did the same seat make the last step?
    moment: str  # of spectators after it


def potion(step: Step) -> bool | None:
    """Was a potion step offered? None if it was not a play, or not the first question to the seat."""
    plays = cards.BASE <= step.moves[0] < cards.NO_POTION
    return len(step.moves) > 1 if plays and not step.own else None


def forced(step: Step) -> bool | None:
    """Was this prophecy the only legal one?"""
    plays = tiles.PLAY <= step.moves[0] < tiles.LET_DROWN
    return len(step.before.moves(step.seat)) == 1 if plays else None


class Label(NamedTuple):
    what: str
    players: int
    of: Callable[[Step], bool | None]


LABELS = {"verhext": Label("a potion step was offered", 3, potion), "venezia2099": Label("prophecy forced", 2, forced)}


async def paces(figures: Figures, visitor: Visitor, slug: str, seconds: float, chance: Random) -> None:
    """Plays matches against masters for `seconds`, and groups the times of their steps by label."""
    label, end = LABELS[slug], time.monotonic() + seconds
    times: dict[bool, list[float]] = {True: [], False: []}
    seen_in_all = 0
    seats = await visitor.open(slug, "", *["master"] * (label.players - 1))
    while True:
        seen = await play(visitor, seats, end, chance)
        for step, waited in steps_seen(await ended(visitor, seats), seen):
            if step.seat:
                seen_in_all += 1
                if (is_so := label.of(step)) is not None:
                    times[is_so].append(waited)
        if time.monotonic() >= end:
            break
        seats = await visitor.again(seats)
    figures.tell(f"{slug}: steps of masters that were seen", seen_in_all)
    for is_so, found in times.items():
        figures.tell(f"{slug}: {label.what}: {'yes' if is_so else 'no'}", spread(found))
    values, labels = times[False] + times[True], [0] * len(times[False]) + [1] * len(times[True])
    if all(times.values()):
        guessed, base = best_guess(values, labels), max(map(len, times.values())) / len(labels)
        figures.tell(f"{slug}: guesses by the best threshold", f"{guessed:.2f} right; without it {base:.2f}")
        hold_chance(figures, f"{slug}: times and what nobody may know", values, labels, chance)


async def play(visitor: Visitor, seats: Seats, end: float, chance: Random) -> dict[str, float]:
    """Plays seat 0 until the match or the time is over: when spectators saw each of their moments."""
    seen: dict[str, float] = {}

    async def watch() -> None:
        async with visitor.stream(f"{seats.path}/events?seat=-1") as connection:
            async for kind, told in events(connection):
                if kind == "scene":
                    seen.setdefault(told["revision"][: 2 * DIGEST_BYTES], time.monotonic())

    watching = asyncio.create_task(watch())
    with suppress(TimeoutError):
        async with asyncio.timeout(end - time.monotonic()):
            await Opponent(visitor, seats, chance).match()
    watching.cancel()
    return seen


async def ended(visitor: Visitor, seats: Seats) -> Match:
    """The whole match, which is ended if it is not over."""
    await visitor.ask("POST", f"{seats.path}/abandon", seats.keys[0], {})
    return record.parse((await visitor.ask("GET", f"{seats.path}/record")).body.decode(), game)


def steps_seen(match: Match, seen: dict[str, float]) -> Iterator[tuple[Step, float]]:
    """Every step that was seen, with the time since the step before it was seen."""
    before = Trails(match.players).moment(SPECTATOR)
    for step in steps(match):
        if before in seen and step.moment in seen:
            yield step, seen[step.moment] - seen[before]
        before = step.moment


def steps(match: Match) -> Iterator[Step]:
    """The steps of a match in which seats decide one after the other."""
    replay = Match(match.game, match.players, match.options, match.seed, match.initial_holders, match.start)
    trails, moves, last = Trails(match.players), list[int](), -1
    before, moment = replay.state.copy(), trails.moment(SPECTATOR)
    for entry in match.entries:
        if not isinstance(entry, Decision):
            continue
        seat, move = entry.seat, entry.move
        seen, asked = trails.observations(replay.state, seat, move), replay.state.actors()
        trails.record_move(seat, seen, replay.play(seat, move), asked)
        moves.append(move)
        if trails.moment(SPECTATOR) != moment:
            moment = trails.moment(SPECTATOR)
            yield Step(before, seat, moves, seat == last, moment)
            before, moves, last = replay.state.copy(), [], seat


# Statistics


def spread(times: Sequence[float]) -> str:
    if not times:
        return "none"
    shares = " / ".join(f"{part_of(times, share):.3f}" for share in (0.0, 0.1, 0.5, 0.9, 1.0))
    return f"{len(times)}: least, 10 %, 50 %, 90 %, most: {shares} s"


def hold_chance(figures: Figures, what: str, values: Sequence[float], labels: Sequence[int], chance: Random) -> None:
    """Tests that values reveal nothing about labels: a permutation test on ranks."""
    found, shuffled = correlation(values, labels), list(labels)
    as_much = 1
    for _ in range(SHUFFLES):
        chance.shuffle(shuffled)
        as_much += correlation(values, shuffled) >= found
    likely = as_much / (SHUFFLES + 1)
    figures.measure(f"{what}: chance of such ranks", f"{likely:.4f}", f">= {RARE}", likely >= RARE)


def correlation(values: Sequence[float], labels: Sequence[int]) -> float:
    """The absolute correlation of the ranks of values with labels."""
    order = sorted(range(len(values)), key=values.__getitem__)
    middle = (len(values) - 1) / 2
    return abs(sum((rank - middle) * labels[at] for rank, at in enumerate(order)))


def best_guess(values: Sequence[float], labels: Sequence[int]) -> float:
    """The share of labels that the best threshold predicts, in either direction."""
    ordered = sorted(zip(values, labels, strict=True))
    right = best = sum(labels)  # all above the least
    for (value, label), (following, _) in zip(ordered, [*ordered[1:], (float("inf"), 0)], strict=True):
        right += -1 if label else 1
        if following > value:
            best = max(best, right, len(ordered) - right)
    return max(best, len(ordered) - sum(labels)) / len(ordered)
