"""Programs at a table over HTTP, from opening it to the rematch."""

import asyncio

import pytest

import ridotto
from ridotto.engine import record
from ridotto.engine.note import EVERYBODY
from ridotto.web.ops.metrics import Metrics
from tests.web.visitors import Party, new_id

pytestmark = pytest.mark.anyio


class TestBeforeTheMatch:
    async def test_a_repeated_request_opens_one_table(self, visitor):
        settings = {"game": "venti", "players": 2, "id": new_id()}
        answer = await visitor.post("/tables", settings)
        assert answer.status_code == 201
        content = answer.json()
        assert content["link"] == f"http://house/keys/{content['table']}.{content['key']}"
        assert (await visitor.post("/tables", settings)).json() == content

    async def test_all_settings_are_shown(self, visitor):
        party = await Party.open(
            visitor,
            0,
            game="diciassette",
            players=4,
            bots={"2": "expert"},
            listed=True,
            watch="players",
            clock={"seconds": 300, "increment": 5},
            patience=60,
            hints=False,
        )
        frame = (await party.host.get_json(party.path))["frame"]
        assert frame["title"] == "17 Diciassette"
        assert frame["clock"] == {"seconds": 300, "increment": 5}
        assert (frame["listed"], frame["watch"], frame["patience"], frame["hints"]) == (True, "players", 60, False)
        assert [chair["kind"] for chair in frame["chairs"]] == ["free", "free", "bot", "free"]
        assert frame["chairs"][2]["level"] == "expert"
        assert len(frame["commitment"]) == 64

    async def test_guests_sit_down_and_each_has_a_key(self, visitor):
        party = await Party.open(visitor, 0)
        body = {"name": "Anna", "mask": "gatta", "id": new_id()}
        first = await visitor.post(f"{party.path}/seats", body)
        assert first.status_code == 201
        assert (await visitor.post(f"{party.path}/seats", body)).json() == first.json()
        anna = visitor.with_keys(first.json()["key"])
        assert (await anna.get_json(party.path))["seats"] == [0]
        assert (await anna.get_json(party.path))["host"] is False
        assert (await visitor.get_json(party.path))["seats"] == []
        chair = (await visitor.get_json(party.path))["frame"]["chairs"][0]
        assert (chair["name"], chair["mask"]) == ("Anna", "gatta")

    async def test_the_host_places_bots_frees_seats_and_starts(self, visitor):
        party = await Party.open(visitor, 2)
        await party.host.post_json(f"{party.path}/bots", {"seat": 2, "level": "novice"})
        await party.host.post_json(f"{party.path}/free", {"seat": 1})
        assert (await party.guests[1].get_json(party.path))["seats"] == []
        refused = await party.host.post(f"{party.path}/start")
        assert (refused.status_code, refused.json()["error"]["code"]) == (409, "free-seats")
        await party.host.post_json(f"{party.path}/start", {"level": "novice"})
        frame = (await party.host.get_json(party.path))["frame"]
        assert frame["phase"] == "running"
        assert [chair["kind"] for chair in frame["chairs"]] == ["person", "bot", "bot"]

    async def test_a_guest_may_stand_up_again(self, visitor):
        party = await Party.open(visitor, 2)
        await party.guests[1].post_json(f"{party.path}/free", {"seat": 1})
        assert (await visitor.get_json(party.path))["frame"]["chairs"][1]["kind"] == "free"

    async def test_a_closed_table_stays_closed(self, visitor):
        party = await Party.open(visitor, 1)
        await party.host.post_json(f"{party.path}/close")
        assert (await visitor.get_json(party.path))["frame"]["phase"] == "closed"

    async def test_the_lobby_shows_listed_tables_without_chat(self, visitor):
        party = await Party.open(visitor, listed=True)
        await Party.open(visitor)
        await party.guests[0].post_json(f"{party.path}/chat", {"text": "hello", "id": new_id()})
        for path in ("/tables", "/"):
            [table] = (await visitor.get_json(path))["tables"]
            assert table["id"] == party.id
            assert table["chat"] == []

    async def test_the_catalogue_has_games_options_levels_and_masks(self, visitor):
        offer = await visitor.get_json("/games")
        assert [game["slug"] for game in offer["games"]] == [game.slug for game in ridotto.all_games()]
        [verhext] = [game for game in offer["games"] if game["slug"] == "verhext"]
        assert verhext["players"] == [3, 4, 5]
        assert {option["name"] for option in verhext["options"]} >= {"zero_card_mode"}
        assert [level["level"] for level in offer["levels"]] == ["novice", "casual", "expert", "master"]
        assert "gatta" in offer["masks"]


class TestInTheMatch:
    async def test_a_repeated_decision_counts_once_and_returns_the_new_view(self, visitor, house):
        party = await Party.open(visitor, start=True)
        seat, decision = await party.next_decision()
        before = len(await house.store.read(party.id))
        answer = await party.guests[seat].post_json(f"{party.path}/decisions", decision)
        assert answer["accepted"] is True
        assert answer["revision"] == (await party.view(seat))["revision"] != decision["revision"]
        again = await party.guests[seat].post_json(f"{party.path}/decisions", decision)
        assert again["accepted"] is True
        assert len(await house.store.read(party.id)) == before + 1

    async def test_a_decision_is_taken_back(self, visitor):
        party = await Party.open(visitor, game="venezia", players=2, start=True)
        for _ in range(40):
            seat = await party.decide()
            view = await party.view(seat)
            if view["undo"]:
                break
        answer = await party.guests[seat].post_json(
            f"{party.path}/undo", {"revision": view["revision"], "id": new_id()}
        )
        assert answer["revision"] != view["revision"]
        assert (await party.view(seat))["scene"]["actions"]

    async def test_people_with_several_seats_must_name_one(self, visitor):
        party = await Party.open(visitor, start=True)
        both = visitor.with_keys(*(guest.keys[0] for guest in party.guests.values()))
        assert (await both.get_json(party.path))["seats"] == [0, 1, 2]
        assert (await both.get_json(party.path))["viewer"] == -1
        assert (await both.get_json(f"{party.path}?seat=1"))["viewer"] == 1
        seat, decision = await party.next_decision()
        unclear = await both.post(f"{party.path}/decisions", decision)
        assert (unclear.status_code, unclear.json()["error"]["code"]) == (422, "which-seat")
        await both.post_json(f"{party.path}/decisions", {**decision, "seat": seat})

    async def test_a_spectator_sees_no_hand_and_no_actions(self, visitor):
        party = await Party.open(visitor, start=True)
        content = await visitor.get_json(party.path)
        assert content["viewer"] == -1
        assert "actions" not in content["sight"]["scene"]
        assert "hand" not in {zone["id"] for zone in content["sight"]["scene"]["zones"]}
        own = await party.view(0)
        assert "hand" in {zone["id"] for zone in own["scene"]["zones"]}

    async def test_chat(self, visitor):
        party = await Party.open(visitor)
        line = {"text": "Buona sera!", "id": new_id()}
        await party.guests[1].post_json(f"{party.path}/chat", line)
        await party.guests[1].post_json(f"{party.path}/chat", line)
        [said] = (await visitor.get_json(party.path))["frame"]["chat"]
        assert (said["seat"], said["name"], said["text"]) == (1, "Ben", "Buona sera!")

    async def test_a_player_who_decides_gets_a_hint(self, visitor):
        party = await Party.open(visitor, start=True)
        seat, view = await party.asked_guest()
        content = await party.guests[seat].get_json(f"{party.path}/hint")
        moves = content["moves"]
        assert {tried["move"] for tried in moves} <= {action["move"] for action in view["scene"]["actions"]}
        best, *others = moves
        assert all(best["share"] + best["margin"] >= tried["share"] - tried["margin"] for tried in others)
        assert best["name"]
        assert [row["move"] for row in content["odds"]] == [tried["move"] for tried in moves[: len(content["odds"])]]
        assert content["verdict"] in ("equal", "better", "unsure")
        assert content["than"]
        assert content["of"] == "won out of 100 games from here"
        assert all(why["text"].endswith(".") and why["sign"] in (-1, 0, 1) for why in content["why"])

    async def test_a_hint_is_in_the_language_of_the_visitor(self, visitor):
        party = await Party.open(visitor, start=True)
        seat, _ = await party.asked_guest()
        answer = await party.guests[seat].get(f"{party.path}/hint?lang=de")
        assert answer.json()["of"] == "von 100 Partien ab hier gewonnen"

    async def test_the_log_is_read_in_parts(self, visitor):
        party = await Party.open(visitor, start=True)
        for _ in range(60):
            await party.decide()
        whole = f"{party.path}/log"
        latest = await visitor.get_json(whole)
        shown = (await visitor.get_json(party.path))["sight"]["log"]
        assert latest["lines"][-len(shown) :] == shown
        earlier = await visitor.get_json(f"{whole}?before={latest['first']}")
        assert (earlier["first"], bool(earlier["lines"])) == (0, True)
        page = (await visitor.get(whole, accept="text/html")).text
        assert f'rel="prev" href="{whole}?before={latest["first"]}"' in page
        page = (await visitor.get(f"{whole}?before={latest['first']}", accept="text/html")).text
        assert 'rel="prev"' not in page

    async def test_a_log_is_only_for_viewers_and_only_after_the_start(self, visitor):
        party = await Party.open(visitor, watch="players")
        assert (await visitor.get(f"{party.path}/log")).json()["error"]["code"] == "not-begun"
        party = await Party.open(visitor, start=True, watch="players")
        assert (await visitor.get(f"{party.path}/log")).json()["error"]["code"] == "no-watching"
        assert (await party.guests[0].get(f"{party.path}/log?seat=1")).json()["error"]["code"] == "not-yours"
        assert (await party.guests[0].get(f"{party.path}/log?before=-1")).status_code == 400

    async def test_a_resigned_player_learns_nothing_of_the_hand_from_old_decisions_or_hints(self, visitor):
        party = await Party.open(visitor, start=True)
        seat, decision = await party.next_decision()
        guest = party.guests[seat]
        await guest.post_json(f"{party.path}/decisions", decision)
        await guest.post_json(f"{party.path}/resign")
        again = await guest.post_json(f"{party.path}/decisions", decision)
        assert again["revision"] == (await visitor.get_json(party.path))["sight"]["revision"]
        assert (await guest.get(f"{party.path}/hint")).json()["error"]["code"] == "resigned"

    async def test_a_resigned_player_watches_while_a_bot_plays(self, visitor):
        party = await Party.open(visitor, start=True)
        await party.guests[2].post_json(f"{party.path}/resign")
        content = await party.guests[2].get_json(party.path)
        assert content["viewer"] == -1
        assert content["frame"]["chairs"][2]["resigned"] is True

    async def test_all_people_end_a_match_early(self, visitor):
        party = await Party.open(visitor, start=True)
        for seat, guest in party.guests.items():
            assert (await visitor.get_json(party.path))["frame"]["phase"] == "running", seat
            await guest.post_json(f"{party.path}/abandon")
        frame = (await visitor.get_json(party.path))["frame"]
        assert (frame["phase"], frame["result"]) == ("over", None)


class TestAfterTheMatch:
    async def test_a_closed_match_stays_closed_to_spectators(self, visitor):
        party = await Party.open(visitor, start=True, watch="players")
        for guest in party.guests.values():
            await guest.post_json(f"{party.path}/abandon")
        await party.host.post_json(f"{party.path}/rematch")
        for path in ("", "/record", "/rematch"):
            assert (await visitor.get(party.path + path)).json()["error"]["code"] == "no-watching"
            assert (await party.guests[1].get(party.path + path)).status_code == 200

    @pytest.mark.slow
    async def test_record_verification_and_rematch(self, visitor, time):
        party = await Party.open(visitor, 1, game="diciassette", players=2, bots={"1": "novice"}, start=True)
        early = await visitor.get(f"{party.path}/record")
        assert (early.status_code, early.json()["error"]["code"]) == (409, "not-over")
        none = await visitor.get(f"{party.path}/rematch")
        assert (none.status_code, none.json()["error"]["code"]) == (404, "no-rematch")
        await time.rest()
        while (await visitor.get_json(party.path))["frame"]["phase"] != "over":
            await party.decide()
            await time.rest()
        frame = (await visitor.get_json(party.path))["frame"]
        answer = await visitor.get(f"{party.path}/record")
        assert answer.headers["content-type"] == "application/x-ndjson"
        assert answer.headers["content-disposition"] == f'attachment; filename="{party.id}.jsonl"'
        match = record.parse(answer.text, ridotto.game)
        assert match.state.scores() == frame["result"]["scores"]
        assert match.commitment == frame["commitment"]

        proof = await visitor.client.post("/records", content=answer.content)
        assert proof.status_code == 200
        assert proof.json()["verified"] is True
        assert proof.json()["scores"] == frame["result"]["scores"]
        changed = answer.text.replace('"seat":0', '"seat":1', 1)
        refused = await visitor.client.post("/records", content=changed)
        assert refused.status_code == 422
        assert refused.json()["error"]["code"] == "bad-record"
        first = next(n for n, line in enumerate(answer.text.splitlines(), 1) if '"seat":0' in line)
        assert refused.json()["error"]["line"] == first

        new_table = (await party.guests[0].post_json(f"{party.path}/rematch"))["table"]
        assert (await party.guests[0].get_json(f"{party.path}/rematch"))["table"] == new_table
        assert (await party.guests[0].get_json(f"/tables/{new_table}"))["seats"] == [0]
        assert (await party.host.get_json(f"/tables/{new_table}"))["host"] is True


async def test_health_and_metrics(visitor, house):
    assert await visitor.get_json("/health") == {"ready": True}
    await Party.open(visitor, start=True)
    metrics = (await visitor.get("/metrics")).text
    assert "ridotto_tables 1.0" in metrics
    assert 'ridotto_requests_total{method="POST",path="/tables/{table}/seats",status="201"} 3.0' in metrics
    await house.store.close()
    answer = await visitor.get("/health")
    assert (answer.status_code, answer.json()["error"]["code"]) == (503, "store")
    assert answer.headers["retry-after"]


async def test_streams_are_counted_but_not_timed(house):
    metrics = Metrics(house)
    for path in ("/tables/{table}", "/tables/{table}/events"):
        metrics.record_request("GET", path, 200, 3600.0)
        assert f'path="{path}",status="200"}} 1.0' in metrics.text().decode()
    assert "ridotto_request_seconds_count 1.0" in metrics.text().decode()


class TestFigures:
    async def test_figures_of_a_running_match(self, visitor):
        party = await Party.open(visitor, start=True)
        content = await party.host.get_json(f"{party.path}/figures")
        assert content["names"] == [
            chair["name"] for chair in (await party.host.get_json(party.path))["frame"]["chairs"]
        ]
        assert content["course"] == [[0] * len(content["names"])]
        assert {row["name"] for row in content["counted"]} >= {"Prophecies fulfilled", "Tricks won"}
        german = (await visitor.get(f"{party.path}/figures?lang=de")).json()
        assert german["points"] == "Punkte"

    async def test_no_figures_before_the_match(self, visitor):
        party = await Party.open(visitor)
        answer = await visitor.get(f"{party.path}/figures")
        assert (answer.status_code, answer.json()["error"]["code"]) == (409, "not-begun")

    async def test_figures_are_only_for_people_who_may_watch(self, visitor):
        party = await Party.open(visitor, start=True, watch="players")
        answer = await visitor.get(f"{party.path}/figures")
        assert (answer.status_code, answer.json()["error"]["code"]) == (403, "no-watching")

    @pytest.fixture
    def counted(self, house, monkeypatch):
        """The arguments of all jobs that counted figures."""
        calls = []
        run = house.background_jobs.run

        async def count(visitor, work, *args):
            calls.append(args)
            return await run(visitor, work, *args)

        monkeypatch.setattr(house.background_jobs, "run", count)
        return calls

    async def test_equal_figures_are_computed_once(self, visitor, counted):
        party = await Party.open(visitor, start=True)
        path = f"{party.path}/figures"
        together = await asyncio.gather(*(visitor.get_json(path) for _ in range(3)))
        assert together == [await party.host.get_json(path)] * 3
        assert len(counted) == 1
        await visitor.get_json(f"{path}?lang=de")
        assert len(counted) == 2

    async def test_secret_decisions_compute_nothing(self, visitor, counted):
        """Figures are computed again only when spectators see something new."""
        party = await Party.open(visitor, game="venezia", start=True)
        secret, seen = 0, None
        while secret < 2 or len(counted) < 2:
            view = (await visitor.get_json(party.path))["sight"]["revision"]
            before = len(counted)
            await visitor.get_json(f"{party.path}/figures")
            assert len(counted) - before == (view != seen)
            secret += view == seen
            seen = view
            await party.decide()
        for _, public, *_ in counted:
            assert all(note.audience == EVERYBODY for notes, _ in public for note in notes)

    async def test_a_busy_house_refuses_and_computes_them_later(self, visitor, monkeypatch):
        party = await Party.open(visitor, start=True)
        with monkeypatch.context() as busy:
            busy.setattr("ridotto.house.background_jobs.MAX_JOBS_PER_VISITOR", 0)
            answer = await visitor.get(f"{party.path}/figures", **{"accept-language": "en"})
        assert (answer.status_code, answer.json()["error"]["code"]) == (503, "busy")
        assert answer.headers["retry-after"] == "60"
        assert (await visitor.get_json(f"{party.path}/figures"))["names"]
