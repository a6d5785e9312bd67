"""Somebody who looks at two worlds, does the same in both, and finds every byte that differs."""

import json
from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from random import Random
from typing import Any

from ridotto.engine.conformance.observations import illegal
from tests.waiting import eventually
from tests.web.twins import Twins, dances
from tests.web.worlds import HOST, SECRET, SEED, TABLE, Channel, World, bearing, decide, key, talk_elsewhere

LANGUAGES = ("en", "de", "it")
FORMS = ("json", "html")
HERE = f"/tables/{TABLE}"
STREAMS = 4  # at a time


class Leak(AssertionError):
    """The two worlds could be told apart."""


class Viewer:
    """One seat (-1: a spectator) in both worlds. All that it is sent is compared, and kept."""

    def __init__(self, worlds: tuple[World, World], viewer: int, chance: Random) -> None:
        self.worlds = worlds
        self.viewer = viewer
        self.chance = chance
        self.streams: list[tuple[Channel, Channel]] = []
        self.revisions: list[str] = []
        self.deeds = 0
        self.asked = 0
        self.sent = bytearray()

    # Looking

    async def ask(self, method: str, path: str, headers: Mapping[str, str] | None = None, **body: Any) -> bytes:
        """Asks for the same in both worlds."""
        fields = bearing(self.viewer) if headers is None else headers
        content = json.dumps(body).encode() if method == "POST" else b""
        answers = [await world.ask(method, path, fields, content) for world in self.worlds]
        self.compare(f"{method} {path} {body or ''}", *answers)
        self.asked += 1
        self.sent += answers[0]
        return answers[0]

    async def look(self) -> dict[str, Any]:
        told: dict[str, Any] = json.loads((await self.ask("GET", HERE)).partition(b"\r\n\r\n")[2])
        self.revisions.append(told["sight"]["revision"])
        return told

    def listen(self, after: str | None = None) -> None:
        """One more stream, new or from where an earlier one was."""
        form, language = self.chance.choice(FORMS), self.chance.choice(LANGUAGES)
        seat = self.chance.choice(("", f"&seat={self.viewer}"))
        fields = {**bearing(self.viewer), "accept-language": language}
        path = f"{HERE}/events?as={form}{seat}"
        if after is not None and self.chance.random() < 0.5:
            path += f"&after={after}"
        elif after is not None:
            fields["last-event-id"] = after
        left, right = (world.listen(path, fields) for world in self.worlds)
        self.streams.append((left, right))

    async def reconnect(self, state: Any) -> None:
        """One stream ends; another begins where it was, or somewhere else."""
        await self.compare_streams()
        pair = self.streams.pop(self.chance.randrange(len(self.streams)))
        self.sent += pair[0].sent
        self.listen(self.chance.choice((None, pair[0].last, f"{self.chance.choice(self.revisions)}.")))
        for channel in pair:
            await channel.close()

    async def compare_streams(self) -> None:
        for world in self.worlds:
            await world.settle()
        for left, right in self.streams:
            with suppress(TimeoutError):  # then they differ
                await eventually(partial(same, left, right), max(world.patience for world in self.worlds))
            self.compare("a stream", bytes(left.sent), bytes(right.sent))

    def compare(self, what: str, left: bytes, right: bytes) -> None:
        if left != right:
            at = next((i for i, pair in enumerate(zip(left, right, strict=False)) if pair[0] != pair[1]), -1)
            at = min(len(left), len(right)) if at < 0 else at
            near = slice(max(0, at - 80), at + 80)
            raise Leak(f"viewer {self.viewer}, {what}: {bytes(left[near])!r} in one, {bytes(right[near])!r} in another")

    # Trying things

    async def try_things(self, state: Any, times: int) -> None:
        for _ in range(times):
            await self.chance.choice((self.read, self.mistake, self.mistake, self.reconnect))(state)

    async def read(self, state: Any) -> None:
        """A page, or something for programs."""
        ways = ("figures", "record", "hint", "rematch", "log", "log?before=70")
        path = self.chance.choice((HERE, HERE, "/tables", "/", *(f"{HERE}/{way}" for way in ways)))
        fields = bearing(self.viewer) | {"accept-language": self.chance.choice(LANGUAGES)}
        if self.chance.random() < 0.6:
            fields["accept"] = "text/html"
        await self.ask(self.chance.choice(("GET", "GET", "HEAD")), path, fields)

    async def mistake(self, state: Any) -> None:
        """Something that is refused, and tells nothing but why."""
        game, chance = state.game, self.chance
        ahead = game.windows.ahead(game.view(state, self.viewer)) if game.has_windows else []
        wrong = chance.choice([move for move in illegal(game, state, self.viewer, chance, 8) if move not in ahead])
        move = game.text(wrong) if 0 <= wrong < len(game.moves) else "nonsense"
        revision = chance.choice([*dict.fromkeys(self.revisions)][-4:])
        attempts: list[tuple[str, dict[str, Any]]] = [
            *[("decisions", {"revision": revision, "move": move})] * 4,
            *[("decisions", {"revision": self.revisions[-1], "move": move})] * 2,
            ("decisions", {"revision": "0" * 24, "move": move}),
            ("decisions", {"revision": revision, "move": move, "seat": chance.randrange(6)}),
            ("undo", {"revision": "0" * 24}),
            ("rematch", {}),
            ("start", {}),
            ("seats", {"name": "Zoe", "mask": "volto"}),
        ]
        what, body = chance.choice(attempts)
        wanted = {} if what in ("rematch", "start") else {"id": self.new_id()}
        fields = bearing(self.viewer) | {"accept-language": chance.choice(LANGUAGES)}
        answer = await self.ask("POST", f"{HERE}/{what}", fields, **body, **wanted)
        assert answer.startswith(b"HTTP/1.1 4"), (what, body, answer)

    def new_id(self) -> str:
        self.deeds += 1
        return f"viewer-{self.deeds:06}"

    # Deciding

    async def decide(self, move: str) -> None:
        """Its own decision: by what it sees, or by what it saw when the others had not decided yet."""
        await self.look()
        body: dict[str, Any] = {"move": move, "id": self.new_id()}
        for revision in (self.chance.choice(self.revisions[-3:]), self.revisions[-1]):
            answer = await self.ask("POST", f"{HERE}/decisions", revision=revision, **body)
            if answer.startswith(b"HTTP/1.1 200"):
                break
            assert b'"stale"' in answer, answer
        await self.ask("POST", f"{HERE}/decisions", revision="0" * 24, **body)  # once more, and nothing happens

    async def change_mind(self, move: str) -> None:
        """Takes a decision back, if that can be, and decides the same again."""
        told = await self.look()
        if told["sight"]["undo"]:
            answer = await self.ask("POST", f"{HERE}/undo", revision=self.revisions[-1], id=self.new_id())
            assert answer.startswith(b"HTTP/1.1 200"), answer
            await self.decide(move)


async def same(left: Channel, right: Channel) -> bool:
    return left.sent == right.sent != b""


def demand_no_secrets(sent: bytes, viewer: int, players: int, twins: Twins) -> None:
    """Nothing that is nobody's business stands in what somebody was sent."""
    others = [key(seat) for seat in range(players) if seat != viewer]
    secrets = [SEED, SECRET.hex(), HOST, *others, *(start["generator"]["key"] for start in twins.starts)]
    for secret in secrets:
        assert secret.encode() not in sent


async def live(worlds: tuple[World, World], twins: Twins, viewer: int, chance: Random) -> Viewer:
    """Everything happens in both worlds that the viewer sees alike, and some things in one of them that it must not."""
    eye, game = Viewer(worlds, viewer, chance), twins.states[0][0].game
    await eye.look()
    for _ in range(STREAMS):
        eye.listen()
    await eye.compare_streams()
    for number, turn in enumerate(twins.turns):
        await tick(worlds)
        states = twins.states[number]
        await eye.try_things(states[0], 2)
        if chance.random() < 0.3:
            await eye.ask("POST", f"{HERE}/chat", text=f"Hm, {number}.", id=eye.new_id())
            await eye.compare_streams()
        for world in worlds:
            await talk_elsewhere(world, number)
        await tick(worlds)
        await dance(worlds, states, viewer, chance)
        await tick(worlds)
        await eye.compare_streams()
        await eye.ask("GET", "/tables")
        if turn.seat == viewer:
            assert turn.moves[0] == turn.moves[1]
            (move,) = turn.moves[0]
            await eye.decide(game.text(move))
            await eye.compare_streams()
            if chance.random() < 0.7:
                await eye.change_mind(game.text(move))
        else:
            for world, moves in zip(worlds, turn.moves, strict=True):
                for step, move in enumerate(moves):
                    await decide(world, turn.seat, "decisions", f"turn-{number:04}-{step}", move=game.text(move))
        await eye.compare_streams()
        await eye.look()
    for pair in eye.streams:
        eye.sent += pair[0].sent
    return eye


async def tick(worlds: tuple[World, World]) -> None:
    """A moment passes, when nothing is under way."""
    for world in worlds:
        await world.settle()
    await worlds[0].tick()


async def dance(worlds: tuple[World, World], states: tuple[Any, Any], viewer: int, chance: Random) -> None:
    """In one of the worlds somebody does something in secret and takes it back, some times."""
    which = chance.randrange(2)
    possible = dances(states[which], viewer)
    for step in range(chance.randrange(3) if possible else 0):
        seat, move = chance.choice(possible)
        id = f"dance-{chance.getrandbits(40):010x}-{step}"
        await decide(worlds[which], seat, "decisions", id, move=states[which].game.text(move))
        await decide(worlds[which], seat, "undo", f"{id}-back")
