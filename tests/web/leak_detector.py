"""A viewer of two worlds who does the same in both and compares every byte that they send."""

import json
from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from random import Random
from typing import Any

from ridotto.engine.conformance.observations import illegal
from tests.waiting import eventually
from tests.web.http_worlds import (
    HOST_KEY,
    SEED,
    STORE_SECRET,
    TABLE,
    RecordedStream,
    World,
    act,
    chat_at_other_table,
    seat_headers,
    seat_key,
)
from tests.web.twin_positions import TwinPositions, secret_moves

LANGUAGES = ("en", "de", "it")
STREAM_FORMS = ("json", "html")
TABLE_PATH = f"/tables/{TABLE}"
STREAMS = 4  # open at the same time


class Leak(AssertionError):
    """A viewer could tell two worlds apart."""


class WorldViewer:
    """One seat (-1: a spectator) in both worlds. Everything it is sent is compared and kept."""

    def __init__(self, worlds: tuple[World, World], viewer: int, chance: Random) -> None:
        self.worlds = worlds
        self.viewer = viewer
        self.chance = chance
        self.streams: list[tuple[RecordedStream, RecordedStream]] = []
        self.revisions: list[str] = []
        self.ids = 0
        self.requests = 0
        self.sent = bytearray()

    # Looking

    async def request(self, method: str, path: str, headers: Mapping[str, str] | None = None, **body: Any) -> bytes:
        """Sends the same request to both worlds."""
        fields = seat_headers(self.viewer) if headers is None else headers
        content = json.dumps(body).encode() if method == "POST" else b""
        answers = [await world.request(method, path, fields, content) for world in self.worlds]
        self.compare(f"{method} {path} {body or ''}", *answers)
        self.requests += 1
        self.sent += answers[0]
        return answers[0]

    async def look(self) -> dict[str, Any]:
        """Requests the table."""
        state: dict[str, Any] = json.loads((await self.request("GET", TABLE_PATH)).partition(b"\r\n\r\n")[2])
        self.revisions.append(state["sight"]["revision"])
        return state

    def open_stream(self, after: str | None = None) -> None:
        """Opens one more stream, from the start or after an event."""
        form, language = self.chance.choice(STREAM_FORMS), self.chance.choice(LANGUAGES)
        seat = self.chance.choice(("", f"&seat={self.viewer}"))
        fields = {**seat_headers(self.viewer), "accept-language": language}
        more = self.chance.choice(("", "&changes=true", "&changes=true&happened=0", "&happened=0"))
        path = f"{TABLE_PATH}/events?as={form}{seat}{more}"
        if after is not None and self.chance.random() < 0.5:
            path += f"&after={after}"
        elif after is not None:
            fields["last-event-id"] = after
        left, right = (world.stream(path, fields) for world in self.worlds)
        self.streams.append((left, right))

    async def reconnect(self, state: Any) -> None:
        """Closes a stream and opens another one, where the first one ended or somewhere else."""
        await self.compare_streams()
        pair = self.streams.pop(self.chance.randrange(len(self.streams)))
        self.sent += pair[0].sent
        self.open_stream(self.chance.choice((None, pair[0].last, f"{self.chance.choice(self.revisions)}.")))
        for stream in pair:
            await stream.close()

    async def compare_streams(self) -> None:
        for world in self.worlds:
            await world.settle()
        for left, right in self.streams:
            with suppress(TimeoutError):  # they differ: `compare` fails
                await eventually(partial(have_sent_same, left, right), max(world.latency for world in self.worlds))
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
            await self.chance.choice((self.read, self.make_mistake, self.make_mistake, self.reconnect))(state)

    async def read(self, state: Any) -> None:
        """Requests a random page or JSON."""
        paths = ("figures", "record", "hint", "rematch", "log", "log?before=70")
        path = self.chance.choice((TABLE_PATH, TABLE_PATH, "/tables", "/", *(f"{TABLE_PATH}/{path}" for path in paths)))
        fields = seat_headers(self.viewer) | {"accept-language": self.chance.choice(LANGUAGES)}
        if self.chance.random() < 0.6:
            fields["accept"] = "text/html"
        await self.request(self.chance.choice(("GET", "GET", "HEAD")), path, fields)

    async def make_mistake(self, state: Any) -> None:
        """Requests something that must be refused."""
        game, chance = state.game, self.chance
        ahead = game.windows.premoves(game.view(state, self.viewer)) if game.has_windows else []
        wrong = chance.choice([move for move in illegal(game, state, self.viewer, chance, 8) if move not in ahead])
        move = game.text(wrong) if 0 <= wrong < len(game.move_texts) else "nonsense"
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
        id_field = {} if what in ("rematch", "start") else {"id": self.new_id()}
        fields = seat_headers(self.viewer) | {"accept-language": chance.choice(LANGUAGES)}
        answer = await self.request("POST", f"{TABLE_PATH}/{what}", fields, **body, **id_field)
        assert answer.startswith(b"HTTP/1.1 4"), (what, body, answer)

    def new_id(self) -> str:
        self.ids += 1
        return f"viewer-{self.ids:06}"

    # Deciding

    async def decide(self, move: str) -> None:
        """Decides on an old view, or on the current one if the old view is stale."""
        await self.look()
        body: dict[str, Any] = {"move": move, "id": self.new_id()}
        for revision in (self.chance.choice(self.revisions[-3:]), self.revisions[-1]):
            answer = await self.request("POST", f"{TABLE_PATH}/decisions", revision=revision, **body)
            if answer.startswith(b"HTTP/1.1 200"):
                break
            assert b'"stale"' in answer, answer
        await self.request("POST", f"{TABLE_PATH}/decisions", revision="0" * 24, **body)  # a repetition changes nothing

    async def decide_again(self, move: str) -> None:
        """Takes the last decision back, if possible, and makes it again."""
        state = await self.look()
        if state["sight"]["undo"]:
            answer = await self.request("POST", f"{TABLE_PATH}/undo", revision=self.revisions[-1], id=self.new_id())
            assert answer.startswith(b"HTTP/1.1 200"), answer
            await self.decide(move)


async def have_sent_same(left: RecordedStream, right: RecordedStream) -> bool:
    return left.sent == right.sent != b""


def require_no_secrets(sent: bytes, viewer: int, players: int, twins: TwinPositions) -> None:
    """Fails if the viewer was sent a key, a seed or the secret of the store."""
    others = [seat_key(seat) for seat in range(players) if seat != viewer]
    secrets = [SEED, STORE_SECRET.hex(), HOST_KEY, *others, *(start["generator"]["key"] for start in twins.starts)]
    for secret in secrets:
        assert secret.encode() not in sent


async def play_in_both(worlds: tuple[World, World], twins: TwinPositions, viewer: int, chance: Random) -> WorldViewer:
    """Plays turns that look the same to the viewer in both worlds, with secret moves in one of them."""
    watching, game = WorldViewer(worlds, viewer, chance), twins.states[0][0].game
    await watching.look()
    for _ in range(STREAMS):
        watching.open_stream()
    await watching.compare_streams()
    for number, turn in enumerate(twins.turns):
        await tick(worlds)
        states = twins.states[number]
        await watching.try_things(states[0], 2)
        if chance.random() < 0.3:
            await watching.request("POST", f"{TABLE_PATH}/chat", text=f"Hm, {number}.", id=watching.new_id())
            await watching.compare_streams()
        for world in worlds:
            await chat_at_other_table(world, number)
        await tick(worlds)
        await make_secret_moves(worlds, states, viewer, chance)
        await tick(worlds)
        await watching.compare_streams()
        await watching.request("GET", "/tables")
        if turn.seat == viewer:
            assert turn.moves[0] == turn.moves[1]
            (move,) = turn.moves[0]
            await watching.decide(game.text(move))
            await watching.compare_streams()
            if chance.random() < 0.7:
                await watching.decide_again(game.text(move))
        else:
            for world, moves in zip(worlds, turn.moves, strict=True):
                for step, move in enumerate(moves):
                    await act(world, turn.seat, "decisions", f"turn-{number:04}-{step}", move=game.text(move))
        await watching.compare_streams()
        await watching.look()
    for pair in watching.streams:
        watching.sent += pair[0].sent
    return watching


async def tick(worlds: tuple[World, World]) -> None:
    """Moves time when both worlds have sent everything."""
    for world in worlds:
        await world.settle()
    await worlds[0].tick()


async def make_secret_moves(worlds: tuple[World, World], states: tuple[Any, Any], viewer: int, chance: Random) -> None:
    """Makes some secret moves in one of the worlds and takes them back."""
    which = chance.randrange(2)
    possible = secret_moves(states[which], viewer)
    for step in range(chance.randrange(3) if possible else 0):
        seat, move = chance.choice(possible)
        id = f"dance-{chance.getrandbits(40):010x}-{step}"
        await act(worlds[which], seat, "decisions", id, move=states[which].game.text(move))
        await act(worlds[which], seat, "undo", f"{id}-back")
