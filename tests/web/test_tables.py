"""What programs do at a table over HTTP: every way, from opening to the rematch."""

import asyncio

import pytest

import ridotto
from ridotto.engine import record
from ridotto.engine.note import EVERYBODY
from ridotto.web.ops.metrics import Metrics
from tests.web.visitors import Party, new

pytestmark = pytest.mark.anyio


class TestBeforeTheMatch:
    async def test_a_table_is_opened_once_however_often_that_is_sent(self, visitor):
        wish = {"game": "venti", "players": 2, "id": new()}
        answer = await visitor.post("/tables", wish)
        assert answer.status_code == 201
        told = answer.json()
        assert told["link"] == f"http://house/keys/{told['table']}.{told['key']}"
        assert (await visitor.post("/tables", wish)).json() == told

    async def test_everything_that_was_wished_for_is_shown(self, visitor):
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
        frame = (await party.host.told(party.path))["frame"]
        assert frame["title"] == "17 Diciassette"
        assert frame["clock"] == {"seconds": 300, "increment": 5}
        assert (frame["listed"], frame["watch"], frame["patience"], frame["hints"]) == (True, "players", 60, False)
        assert [chair["kind"] for chair in frame["chairs"]] == ["free", "free", "bot", "free"]
        assert frame["chairs"][2]["level"] == "expert"
        assert len(frame["commitment"]) == 64

    async def test_guests_sit_down_and_each_has_a_key(self, visitor):
        party = await Party.open(visitor, 0)
        body = {"name": "Anna", "mask": "gatta", "id": new()}
        first = await visitor.post(f"{party.path}/seats", body)
        assert first.status_code == 201
        assert (await visitor.post(f"{party.path}/seats", body)).json() == first.json()
        anna = visitor.having(first.json()["key"])
        assert (await anna.told(party.path))["seats"] == [0]
        assert (await anna.told(party.path))["host"] is False
        assert (await visitor.told(party.path))["seats"] == []
        chair = (await visitor.told(party.path))["frame"]["chairs"][0]
        assert (chair["name"], chair["mask"]) == ("Anna", "gatta")

    async def test_the_host_places_bots_frees_seats_and_starts(self, visitor):
        party = await Party.open(visitor, 2)
        await party.host.done(f"{party.path}/bots", {"seat": 2, "level": "novice"})
        await party.host.done(f"{party.path}/free", {"seat": 1})
        assert (await party.guests[1].told(party.path))["seats"] == []
        refused = await party.host.post(f"{party.path}/start")
        assert (refused.status_code, refused.json()["error"]["code"]) == (409, "free-seats")
        await party.host.done(f"{party.path}/start", {"level": "novice"})
        frame = (await party.host.told(party.path))["frame"]
        assert frame["phase"] == "running"
        assert [chair["kind"] for chair in frame["chairs"]] == ["person", "bot", "bot"]

    async def test_a_guest_may_stand_up_again(self, visitor):
        party = await Party.open(visitor, 2)
        await party.guests[1].done(f"{party.path}/free", {"seat": 1})
        assert (await visitor.told(party.path))["frame"]["chairs"][1]["kind"] == "free"

    async def test_a_closed_table_stays_closed(self, visitor):
        party = await Party.open(visitor, 1)
        await party.host.done(f"{party.path}/close")
        assert (await visitor.told(party.path))["frame"]["phase"] == "closed"

    async def test_the_lobby_shows_listed_tables_without_what_is_said_there(self, visitor):
        party = await Party.open(visitor, listed=True)
        await Party.open(visitor)
        await party.guests[0].done(f"{party.path}/chat", {"text": "hello", "id": new()})
        for path in ("/tables", "/"):
            [table] = (await visitor.told(path))["tables"]
            assert table["id"] == party.id
            assert table["chat"] == []

    async def test_the_offer_names_games_options_levels_and_masks(self, visitor):
        offer = await visitor.told("/games")
        assert [game["slug"] for game in offer["games"]] == [game.slug for game in ridotto.games()]
        [verhext] = [game for game in offer["games"] if game["slug"] == "verhext"]
        assert verhext["players"] == [3, 4, 5]
        assert {option["name"] for option in verhext["options"]} >= {"zero_card_mode"}
        assert [level["level"] for level in offer["levels"]] == ["novice", "casual", "expert", "master"]
        assert "gatta" in offer["masks"]


class TestInTheMatch:
    async def test_a_decision_is_done_once_and_answered_with_what_one_sees_now(self, visitor, house):
        party = await Party.open(visitor, start=True)
        seat, deed = await party.deed()
        before = len(await house.store.read(party.id))
        answer = await party.guests[seat].done(f"{party.path}/decisions", deed)
        assert answer["accepted"] is True
        assert answer["revision"] == (await party.sight(seat))["revision"] != deed["revision"]
        again = await party.guests[seat].done(f"{party.path}/decisions", deed)
        assert again["accepted"] is True
        assert len(await house.store.read(party.id)) == before + 1

    async def test_a_decision_is_taken_back(self, visitor):
        party = await Party.open(visitor, game="venezia", players=2, start=True)
        for _ in range(40):
            seat = await party.decide()
            sight = await party.sight(seat)
            if sight["undo"]:
                break
        answer = await party.guests[seat].done(f"{party.path}/undo", {"revision": sight["revision"], "id": new()})
        assert answer["revision"] != sight["revision"]
        assert (await party.sight(seat))["scene"]["actions"]

    async def test_somebody_with_several_seats_says_which(self, visitor):
        party = await Party.open(visitor, start=True)
        both = visitor.having(*(guest.keys[0] for guest in party.guests.values()))
        assert (await both.told(party.path))["seats"] == [0, 1, 2]
        assert (await both.told(party.path))["viewer"] == -1
        assert (await both.told(f"{party.path}?seat=1"))["viewer"] == 1
        seat, deed = await party.deed()
        unclear = await both.post(f"{party.path}/decisions", deed)
        assert (unclear.status_code, unclear.json()["error"]["code"]) == (422, "which-seat")
        await both.done(f"{party.path}/decisions", {**deed, "seat": seat})

    async def test_a_spectator_sees_no_hand_and_no_choices(self, visitor):
        party = await Party.open(visitor, start=True)
        told = await visitor.told(party.path)
        assert told["viewer"] == -1
        assert "actions" not in told["sight"]["scene"]
        assert "hand" not in {zone["id"] for zone in told["sight"]["scene"]["zones"]}
        own = await party.sight(0)
        assert "hand" in {zone["id"] for zone in own["scene"]["zones"]}

    async def test_people_talk(self, visitor):
        party = await Party.open(visitor)
        line = {"text": "Buona sera!", "id": new()}
        await party.guests[1].done(f"{party.path}/chat", line)
        await party.guests[1].done(f"{party.path}/chat", line)
        [said] = (await visitor.told(party.path))["frame"]["chat"]
        assert (said["seat"], said["name"], said["text"]) == (1, "Ben", "Buona sera!")

    async def test_whoever_is_asked_is_given_a_hint(self, visitor):
        party = await Party.open(visitor, start=True)
        seat, sight = await party.asked()
        told = await party.guests[seat].told(f"{party.path}/hint")
        moves = told["moves"]
        assert {tried["move"] for tried in moves} <= {action["move"] for action in sight["scene"]["actions"]}
        best, *others = moves
        assert all(best["share"] + best["margin"] >= tried["share"] - tried["margin"] for tried in others)
        assert best["name"]
        assert [row["move"] for row in told["odds"]] == [tried["move"] for tried in moves[: len(told["odds"])]]
        assert told["verdict"] in ("equal", "better", "unsure")
        assert told["than"]
        assert told["of"] == "won out of 100 games from here"
        assert all(why["text"].endswith(".") and why["sign"] in (-1, 0, 1) for why in told["why"])

    async def test_a_hint_is_told_in_the_language_of_whoever_asks(self, visitor):
        party = await Party.open(visitor, start=True)
        seat, _ = await party.asked()
        answer = await party.guests[seat].get(f"{party.path}/hint?lang=de")
        assert answer.json()["of"] == "von 100 Partien ab hier gewonnen"

    async def test_the_whole_log_is_read_part_by_part(self, visitor):
        party = await Party.open(visitor, start=True)
        for _ in range(60):
            await party.decide()
        whole = f"{party.path}/log"
        latest = await visitor.told(whole)
        shown = (await visitor.told(party.path))["sight"]["log"]
        assert latest["lines"][-len(shown) :] == shown
        earlier = await visitor.told(f"{whole}?before={latest['first']}")
        assert (earlier["first"], bool(earlier["lines"])) == (0, True)
        page = (await visitor.get(whole, accept="text/html")).text
        assert f'rel="prev" href="{whole}?before={latest["first"]}"' in page
        page = (await visitor.get(f"{whole}?before={latest['first']}", accept="text/html")).text
        assert 'rel="prev"' not in page

    async def test_a_log_is_for_those_who_may_look_on_and_begins_with_the_match(self, visitor):
        party = await Party.open(visitor, watch="players")
        assert (await visitor.get(f"{party.path}/log")).json()["error"]["code"] == "not-begun"
        party = await Party.open(visitor, start=True, watch="players")
        assert (await visitor.get(f"{party.path}/log")).json()["error"]["code"] == "no-watching"
        assert (await party.guests[0].get(f"{party.path}/log?seat=1")).json()["error"]["code"] == "not-yours"
        assert (await party.guests[0].get(f"{party.path}/log?before=-1")).status_code == 400

    async def test_who_resigned_is_told_nothing_of_that_hand_by_an_old_decision_or_a_hint(self, visitor):
        party = await Party.open(visitor, start=True)
        seat, deed = await party.deed()
        guest = party.guests[seat]
        await guest.done(f"{party.path}/decisions", deed)
        await guest.done(f"{party.path}/resign")
        again = await guest.done(f"{party.path}/decisions", deed)
        assert again["revision"] == (await visitor.told(party.path))["sight"]["revision"]
        assert (await guest.get(f"{party.path}/hint")).json()["error"]["code"] == "resigned"

    async def test_who_resigns_looks_on_while_a_bot_plays(self, visitor):
        party = await Party.open(visitor, start=True)
        await party.guests[2].done(f"{party.path}/resign")
        told = await party.guests[2].told(party.path)
        assert told["viewer"] == -1
        assert told["frame"]["chairs"][2]["resigned"] is True

    async def test_all_people_break_off_a_match(self, visitor):
        party = await Party.open(visitor, start=True)
        for seat, guest in party.guests.items():
            assert (await visitor.told(party.path))["frame"]["phase"] == "running", seat
            await guest.done(f"{party.path}/abandon")
        frame = (await visitor.told(party.path))["frame"]
        assert (frame["phase"], frame["result"]) == ("over", None)


class TestAfterTheMatch:
    async def test_what_was_played_among_themselves_stays_there(self, visitor):
        party = await Party.open(visitor, start=True, watch="players")
        for guest in party.guests.values():
            await guest.done(f"{party.path}/abandon")
        await party.host.done(f"{party.path}/rematch")
        for path in ("", "/record", "/rematch"):
            assert (await visitor.get(party.path + path)).json()["error"]["code"] == "no-watching"
            assert (await party.guests[1].get(party.path + path)).status_code == 200

    @pytest.mark.slow
    async def test_record_proof_and_rematch(self, visitor, time):
        party = await Party.open(visitor, 1, game="diciassette", players=2, bots={"1": "novice"}, start=True)
        early = await visitor.get(f"{party.path}/record")
        assert (early.status_code, early.json()["error"]["code"]) == (409, "not-over")
        none = await visitor.get(f"{party.path}/rematch")
        assert (none.status_code, none.json()["error"]["code"]) == (404, "no-rematch")
        await time.rest()
        while (await visitor.told(party.path))["frame"]["phase"] != "over":
            await party.decide()
            await time.rest()
        frame = (await visitor.told(party.path))["frame"]
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

        new_table = (await party.guests[0].done(f"{party.path}/rematch"))["table"]
        assert (await party.guests[0].told(f"{party.path}/rematch"))["table"] == new_table
        assert (await party.guests[0].told(f"/tables/{new_table}"))["seats"] == [0]
        assert (await party.host.told(f"/tables/{new_table}"))["host"] is True


async def test_the_house_tells_how_it_is(visitor, house):
    assert await visitor.told("/health") == {"ready": True}
    await Party.open(visitor, start=True)
    metrics = (await visitor.get("/metrics")).text
    assert "ridotto_tables 1.0" in metrics
    assert 'ridotto_requests_total{method="POST",path="/tables/{table}/seats",status="201"} 3.0' in metrics
    await house.store.close()
    answer = await visitor.get("/health")
    assert (answer.status_code, answer.json()["error"]["code"]) == (503, "store")
    assert answer.headers["retry-after"]


async def test_streams_are_counted_and_how_long_they_last_is_not(house):
    metrics = Metrics(house)
    for path in ("/tables/{table}", "/tables/{table}/events"):
        metrics.count("GET", path, 200, 3600.0)
        assert f'path="{path}",status="200"}} 1.0' in metrics.text().decode()
    assert "ridotto_request_seconds_count 1.0" in metrics.text().decode()


class TestFigures:
    async def test_they_are_told_as_far_as_the_match_has_come(self, visitor):
        party = await Party.open(visitor, start=True)
        told = await party.host.told(f"{party.path}/figures")
        assert told["names"] == [chair["name"] for chair in (await party.host.told(party.path))["frame"]["chairs"]]
        assert told["course"] == [[0] * len(told["names"])]
        assert {row["name"] for row in told["counted"]} >= {"Prophecies fulfilled", "Tricks won"}
        german = (await visitor.get(f"{party.path}/figures?lang=de")).json()
        assert german["points"] == "Punkte"

    async def test_before_the_match_there_are_none(self, visitor):
        party = await Party.open(visitor)
        answer = await visitor.get(f"{party.path}/figures")
        assert (answer.status_code, answer.json()["error"]["code"]) == (409, "not-begun")

    async def test_whoever_may_not_look_on_is_told_nothing(self, visitor):
        party = await Party.open(visitor, start=True, watch="players")
        answer = await visitor.get(f"{party.path}/figures")
        assert (answer.status_code, answer.json()["error"]["code"]) == (403, "no-watching")

    @pytest.fixture
    def counted(self, house, monkeypatch):
        """What figures were counted from, each time."""
        given = []
        do = house.long_work.do

        async def count(visitor, work, *about):
            given.append(about)
            return await do(visitor, work, *about)

        monkeypatch.setattr(house.long_work, "do", count)
        return given

    async def test_the_same_are_counted_once(self, visitor, counted):
        party = await Party.open(visitor, start=True)
        path = f"{party.path}/figures"
        together = await asyncio.gather(*(visitor.told(path) for _ in range(3)))
        assert together == [await party.host.told(path)] * 3
        assert len(counted) == 1
        await visitor.told(f"{path}?lang=de")
        assert len(counted) == 2

    async def test_what_is_decided_in_secret_costs_nothing(self, visitor, counted):
        """Figures are counted anew when a spectator sees something new, and from nothing else."""
        party = await Party.open(visitor, game="venezia", start=True)
        secret, seen = 0, None
        while secret < 2 or len(counted) < 2:
            sight = (await visitor.told(party.path))["sight"]["revision"]
            before = len(counted)
            await visitor.told(f"{party.path}/figures")
            assert len(counted) - before == (sight != seen)
            secret += sight == seen
            seen = sight
            await party.decide()
        for _, public, *_ in counted:
            assert all(note.audience == EVERYBODY for notes, _ in public for note in notes)

    async def test_a_house_with_too_much_to_do_says_so_and_later_tells_them(self, visitor, monkeypatch):
        party = await Party.open(visitor, start=True)
        with monkeypatch.context() as busy:
            busy.setattr("ridotto.house.background_jobs.EACH", 0)
            answer = await visitor.get(f"{party.path}/figures", **{"accept-language": "en"})
        assert (answer.status_code, answer.json()["error"]["code"]) == (503, "busy")
        assert answer.headers["retry-after"] == "60"
        assert (await visitor.told(f"{party.path}/figures"))["names"]
