"""Table codes: short enough to be typed, and no use to whoever guesses."""

import httpx
import pytest

from ridotto.house.invitation_codes import LENGTH, LETTERS, RUDE, SECONDS, new_code, read_code
from ridotto.house.service import House
from ridotto.web.app import App
from ridotto.web.http.rate_limits import RATES, Limits, NoLimits, TooMany
from tests.checkout import ROOT
from tests.manual_time import ManualTime
from tests.web.visitors import Party, Visitor, new

pytestmark = pytest.mark.anyio

SECURITY = " ".join((ROOT / "SECURITY.md").read_text("utf-8").split())
PROMISED = 20_000_000  # codes, as SECURITY.md has it


async def code_of(party: Party) -> str:
    told = await party.host.told(f"{party.path}/code")
    code: str = told["code"]
    return code


async def typed(visitor: Visitor, code: str) -> tuple[int, str]:
    """What comes of a code: the table, or why not."""
    answer = await visitor.get(f"/join?table={code}")
    told = answer.json()
    return answer.status_code, told["table"] if answer.is_success else told["error"]["code"]


def wrong_code(right: str) -> str:
    return right[:-1] + LETTERS[(LETTERS.index(right[-1]) + 1) % len(LETTERS)]


class TestCodes:
    def test_they_are_six_letters_that_nobody_mistakes_or_minds(self):
        drawn = [new_code() for _ in range(2000)]
        assert all(len(code) == LENGTH and set(code) <= set(LETTERS) and not RUDE.search(code) for code in drawn)
        assert len(set(drawn)) > 1990
        assert set("".join(drawn)) == set(LETTERS)
        assert not set(LETTERS) & set("AEIOUYQWJ")

    def test_there_are_as_many_as_we_say(self):
        """Counted letter by letter: how many beginnings without a rude part end in these last letters."""
        longest = max(map(len, RUDE.pattern.split("|"))) - 1
        ends = {"": 1}
        for _ in range(LENGTH):
            following: dict[str, int] = {}
            for end, count in ends.items():
                for letter in LETTERS:
                    if not RUDE.search(text := end + letter):
                        following[text[-longest:]] = following.get(text[-longest:], 0) + count
            ends = following
        assert sum(ends.values()) > PROMISED

    @pytest.mark.parametrize("text", ["BCD FGH", "bcdfgh", " bcd-fgh ", "B.C.D.F.G.H", "bcd–fgh"])
    def test_they_are_read_however_they_are_typed(self, text):
        assert read_code(text) == "BCDFGH"

    @pytest.mark.parametrize("text", ["", "BCDFG", "BCDFGHK", "ABCDFG", "BCDFG1", "bcdfghklmnpr", "/tables/bcdfgh"])
    def test_other_things_are_none(self, text):
        assert read_code(text) == ""


class TestTheWayToATable:
    async def test_a_code_leads_to_its_table_for_everybody(self, visitor: Visitor) -> None:
        party = await Party.open(visitor, 1)
        code = await code_of(party)
        assert await typed(visitor, f"{code[:3]}%20{code[3:].lower()}") == (200, party.id)
        assert await code_of(party) == code, "it stays the same while it holds"

    async def test_only_those_who_hold_a_key_are_told_it(self, visitor: Visitor) -> None:
        party = await Party.open(visitor, 1)
        assert (await visitor.get(f"{party.path}/code")).status_code == 401
        assert await party.guests[0].told(f"{party.path}/code") == {"code": await code_of(party)}
        shown = await visitor.client.get(party.path, headers={"accept": "text/html"})
        assert "table-code" not in shown.text

    async def test_it_holds_while_a_chair_is_free_and_the_match_has_not_begun(self, visitor: Visitor) -> None:
        party = await Party.open(visitor, 2)
        code = await code_of(party)
        guest = {"name": "Zoe", "mask": "jolly", "id": new()}
        await visitor.done(f"{party.path}/seats", guest)
        assert await typed(visitor, code) == (404, "unknown-code")
        assert await code_of(party) == ""
        await party.host.done(f"{party.path}/free", {"seat": 2})
        assert await typed(visitor, code) == (200, party.id)
        await party.host.done(f"{party.path}/start", {"level": "novice"})
        assert await typed(visitor, code) == (404, "unknown-code")
        assert await code_of(party) == ""

    async def test_after_two_hours_there_is_another_one(self, visitor: Visitor, time: ManualTime) -> None:
        party = await Party.open(visitor, 1)
        code = await code_of(party)
        await time.forward(SECONDS - 1)
        assert await typed(visitor, code) == (200, party.id)
        await time.forward(1)
        assert await typed(visitor, code) == (404, "unknown-code")
        another = await code_of(party)
        assert another != code
        assert await typed(visitor, another) == (200, party.id)

    async def test_all_that_leads_nowhere_is_refused_alike(self, visitor: Visitor) -> None:
        full, open_one = await Party.open(visitor, 2), await Party.open(visitor, 1)
        code = await code_of(full)
        await visitor.done(f"{full.path}/seats", {"name": "Zoe", "mask": "jolly", "id": new()})
        refusals = [await visitor.get(f"/join?table={said}") for said in (code, wrong_code(await code_of(open_one)))]
        assert refusals[0].content == refusals[1].content

    async def test_it_stands_on_the_page_and_is_taken_in_the_hall(self, browser: httpx.AsyncClient) -> None:
        order = {"game": "venti", "chairs.0.who": "here", "chairs.0.mask": "sole", "id": new()}
        table = (await browser.post("/tables", data=order)).headers["location"]
        shown = (await browser.get(table)).text
        assert "for the hall at house:" in shown
        letters = shown.partition('class="table-code"')[2].partition('class="sr">')[2].partition("<")[0]
        assert "Table code or link" in (await browser.get("/")).text
        answer = await browser.get("/join", params={"table": letters})
        assert answer.headers["location"] == table
        for typed_wrong, says in (
            (wrong_code(letters.replace(" ", "")), "No table has this code."),
            ("BCDFG", "six letters"),
        ):
            answer = await browser.get("/join", params={"table": typed_wrong})
            assert says in answer.text
            assert f'name="table" value="{typed_wrong}"' in answer.text, "they need not type it all again"


class TestGuessing:
    """The arithmetic of SECURITY.md, and that the house keeps to it."""

    async def test_a_dozen_wrong_ones_and_then_three_a_minute(self, house: House, time: ManualTime) -> None:
        transport = httpx.ASGITransport(App(house, Limits(time=time)))
        async with httpx.AsyncClient(transport=transport, base_url="http://house") as client:
            visitor = Visitor(client)
            party = await Party.open(visitor, 1)
            right = await code_of(party)
            wrong = wrong_code(right)
            for _ in range(40):  # a whole class
                assert await typed(visitor, right) == (200, party.id)
            for _ in range(12):
                assert await typed(visitor, wrong) == (404, "unknown-code")
            assert await typed(visitor, wrong) == (429, "too-many")
            assert await typed(visitor, right) == (429, "too-many"), "a guesser is not told that this one was right"
            assert (await visitor.get(f"/join?table={party.id}")).is_success
            tried = 0
            for _ in range(60):
                await time.forward(1)
                tried += await typed(visitor, wrong) == (404, "unknown-code")
            assert tried == 3

    def test_also_where_there_are_no_other_limits(self):
        limits = NoLimits()
        limits.take("a guesser", "look", 10**9)
        limits.take("a guesser", "code", 12)
        with pytest.raises(TooMany):
            limits.take("a guesser", "code")

    def test_what_security_says(self):
        rate = RATES["code"]
        tries = rate.burst + SECONDS * rate.per_second
        assert tries == 372
        assert f"{rate.burst} wrong ones" in SECURITY
        assert f"{tries:.0f} in these two hours" in SECURITY
        assert f"{round(PROMISED / tries, -3):,.0f}" in SECURITY
        assert f"{LENGTH} of {len(LETTERS)} letters".replace("6", "six") in SECURITY
