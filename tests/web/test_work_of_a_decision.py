"""What a decision costs: it is played once, and everything that viewers share is made once."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import ridotto
from ridotto.engine.game import Game
from ridotto.engine.match import Match
from ridotto.house.tables.live_tables import LiveTables
from ridotto.web.tables.page_parts import PageParts
from tests.manual_time import ManualTime
from tests.web.http_worlds import TABLE, in_process_world, prepare_store, seat_headers

pytestmark = [pytest.mark.anyio]

GAMES = [game for game in ridotto.all_games() if not game.has_windows]


@pytest.fixture
def counts(monkeypatch: pytest.MonkeyPatch) -> Counter[Any]:
    """How often each is called: playing, views, scenes, renderings."""
    found: Counter[Any] = Counter()

    def count(owner: Any, name: str, key: Any = lambda *args: ()) -> None:
        real = getattr(owner, name)

        def counted(*args: Any, **more: Any) -> Any:
            found[(name, *key(*args))] += 1
            return real(*args, **more)

        monkeypatch.setattr(owner, name, counted)

    count(Match, "prepare")
    count(Game, "public_view")
    count(Game, "own_view", lambda game, state, seat: (seat,))
    count(Game, "public_scene")
    count(Game, "own_scene", lambda game, view: (view.viewer,))
    count(LiveTables, "table")
    real = PageParts.get_or_render

    def rendered(self: PageParts, id: str, depends: Any, render: Any) -> Any:
        def render_and_count() -> Any:
            found["rendered", id] += 1
            return render()

        return real(self, id, depends, render_and_count)

    monkeypatch.setattr(PageParts, "get_or_render", rendered)
    return found


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
async def test_what_viewers_share_is_made_once(game: Game, tmp_path: Path, counts: Counter[Any]) -> None:
    """With two streams of every viewer, a page and a program."""
    file, time = tmp_path / "house.sqlite", ManualTime()
    await prepare_store(file, game, game.start(players=game.default_players, seed=4).snapshot(), clock=False)
    async with in_process_world(file, time) as world:
        for viewer in range(-1, game.default_players):
            for form in ("json", "html"):
                own = f"&seat={viewer}" if viewer >= 0 else ""
                world.stream(f"/tables/{TABLE}/events?as={form}&changes=true{own}", seat_headers(viewer))
        await world.settle()
        table = world.app.house.live_tables.by_id[TABLE].table
        assert table is not None
        for n in range(12):
            state = table.started_match.state
            seat = state.actors()[0]
            move = game.text(state.moves(seat)[n % len(state.moves(seat))])
            revision = table.player_view(seat).revision
            counts.clear()
            body = {"seat": seat, "revision": revision, "move": move, "id": f"decision-{n:04}"}
            answer = await world.request(
                "POST", f"/tables/{TABLE}/decisions", seat_headers(seat), json.dumps(body).encode()
            )
            assert answer.startswith(b"HTTP/1.1 200"), answer
            await world.settle()
            assert counts["prepare",] == 1
            assert counts["public_view",] <= 1
            assert counts["public_scene",] <= 1
            assert counts["table",] == 0  # the table is in memory
            for viewer in range(game.default_players):
                assert counts["own_view", viewer] <= 1
                assert counts["own_scene", viewer] <= 1
            # A plate is drawn once for everybody; once more if its own seat sees it differently.
            plates = [n for key, n in counts.items() if key[0] == "rendered" and key[1].startswith("plate-")]
            assert max(plates, default=0) <= 2
            assert sum(plates) <= game.default_players + 1
