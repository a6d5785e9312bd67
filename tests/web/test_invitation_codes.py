"""Codes of tables: short enough to type, too many to guess."""

import httpx
import pytest

from ridotto.house.invitation_codes import (
    CODE_LENGTH,
    CODE_LETTERS,
    CODE_SECONDS,
    RUDE_LETTERS,
    new_code,
    read_code,
)
from ridotto.house.service import House
from ridotto.web.app import App
from ridotto.web.http.rate_limits import RATES, RateLimits, TooManyRequests, Unlimited
from tests.checkout import ROOT
from tests.manual_time import ManualTime
from tests.web.visitors import Party, Visitor, new_id

pytestmark = pytest.mark.anyio

SECURITY = " ".join((ROOT / "SECURITY.md").read_text("utf-8").split())
PROMISED_CODES = 20_000_000  # in SECURITY.md


async def code_of(party: Party) -> str:
    code: str = (await party.host.get_json(f"{party.path}/code"))["code"]
    return code


async def join(visitor: Visitor, code: str) -> tuple[int, str]:
    """Status, and the table or the code of the refusal."""
    answer = await visitor.get(f"/join?table={code}")
    content = answer.json()
    return answer.status_code, content["table"] if answer.is_success else content["error"]["code"]


def wrong_code(right: str) -> str:
    return right[:-1] + CODE_LETTERS[(CODE_LETTERS.index(right[-1]) + 1) % len(CODE_LETTERS)]


class TestCodes:
    def test_they_are_six_clear_letters_without_rude_words(self):
        drawn = [new_code() for _ in range(2000)]
        assert all(
            len(code) == CODE_LENGTH and set(code) <= set(CODE_LETTERS) and not RUDE_LETTERS.search(code)
            for code in drawn
        )
        assert len(set(drawn)) > 1990
        assert set("".join(drawn)) == set(CODE_LETTERS)
        assert not set(CODE_LETTERS) & set("AEIOUYQWJ")

    def test_there_are_as_many_as_promised(self):
        """Counts codes letter by letter, grouped by their last letters."""
        longest = max(map(len, RUDE_LETTERS.pattern.split("|"))) - 1
        ends = {"": 1}
        for _ in range(CODE_LENGTH):
            following: dict[str, int] = {}
            for end, count in ends.items():
                for letter in CODE_LETTERS:
                    if not RUDE_LETTERS.search(text := end + letter):
                        following[text[-longest:]] = following.get(text[-longest:], 0) + count
            ends = following
        assert sum(ends.values()) > PROMISED_CODES

    @pytest.mark.parametrize("text", ["BCD FGH", "bcdfgh", " bcd-fgh ", "B.C.D.F.G.H", "bcd–fgh"])
    def test_case_and_separators_do_not_matter(self, text):
        assert read_code(text) == "BCDFGH"

    @pytest.mark.parametrize("text", ["", "BCDFG", "BCDFGHK", "ABCDFG", "BCDFG1", "bcdfghklmnpr", "/tables/bcdfgh"])
    def test_other_texts_are_no_codes(self, text):
        assert read_code(text) == ""


class TestJoining:
    async def test_anybody_can_join_with_a_code(self, visitor: Visitor) -> None:
        party = await Party.open(visitor, 1)
        code = await code_of(party)
        assert await join(visitor, f"{code[:3]}%20{code[3:].lower()}") == (200, party.id)
        assert await code_of(party) == code, "it stays the same while it is valid"

    async def test_only_key_holders_see_it(self, visitor: Visitor) -> None:
        party = await Party.open(visitor, 1)
        assert (await visitor.get(f"{party.path}/code")).status_code == 401
        assert await party.guests[0].get_json(f"{party.path}/code") == {"code": await code_of(party)}
        shown = await visitor.client.get(party.path, headers={"accept": "text/html"})
        assert "table-code" not in shown.text

    async def test_it_is_valid_before_the_match_while_a_chair_is_free(self, visitor: Visitor) -> None:
        party = await Party.open(visitor, 2)
        code = await code_of(party)
        guest = {"name": "Zoe", "mask": "jolly", "id": new_id()}
        await visitor.post_json(f"{party.path}/seats", guest)
        assert await join(visitor, code) == (404, "unknown-code")
        assert await code_of(party) == ""
        await party.host.post_json(f"{party.path}/free", {"seat": 2})
        assert await join(visitor, code) == (200, party.id)
        await party.host.post_json(f"{party.path}/start", {"level": "novice"})
        assert await join(visitor, code) == (404, "unknown-code")
        assert await code_of(party) == ""

    async def test_after_two_hours_it_is_replaced(self, visitor: Visitor, time: ManualTime) -> None:
        party = await Party.open(visitor, 1)
        code = await code_of(party)
        await time.forward(CODE_SECONDS - 1)
        assert await join(visitor, code) == (200, party.id)
        await time.forward(1)
        assert await join(visitor, code) == (404, "unknown-code")
        another = await code_of(party)
        assert another != code
        assert await join(visitor, another) == (200, party.id)

    async def test_wrong_and_expired_codes_are_refused_alike(self, visitor: Visitor) -> None:
        full, open_one = await Party.open(visitor, 2), await Party.open(visitor, 1)
        code = await code_of(full)
        await visitor.post_json(f"{full.path}/seats", {"name": "Zoe", "mask": "jolly", "id": new_id()})
        refusals = [await visitor.get(f"/join?table={code}") for code in (code, wrong_code(await code_of(open_one)))]
        assert refusals[0].content == refusals[1].content

    async def test_the_page_shows_it_and_the_hall_accepts_it(self, browser: httpx.AsyncClient) -> None:
        order = {"game": "venti", "chairs.0.who": "here", "chairs.0.mask": "sole", "id": new_id()}
        table = (await browser.post("/tables", data=order)).headers["location"]
        shown = (await browser.get(table)).text
        assert "for the hall at house:" in shown
        letters = shown.partition('class="table-code"')[2].partition('class="visually-hidden">')[2].partition("<")[0]
        assert "Table code or link" in (await browser.get("/")).text
        answer = await browser.get("/join", params={"table": letters})
        assert answer.headers["location"] == table
        for typed_wrong, says in (
            (wrong_code(letters.replace(" ", "")), "No table has this code."),
            ("BCDFG", "six letters"),
        ):
            answer = await browser.get("/join", params={"table": typed_wrong})
            assert says in answer.text
            assert f'name="table" value="{typed_wrong}"' in answer.text, "the form keeps what was typed"


class TestGuessing:
    """The numbers in SECURITY.md, and the limits of the house."""

    async def test_twelve_wrong_codes_then_three_a_minute(self, house: House, time: ManualTime) -> None:
        transport = httpx.ASGITransport(App(house, RateLimits(time=time)))
        async with httpx.AsyncClient(transport=transport, base_url="http://house") as client:
            visitor = Visitor(client)
            party = await Party.open(visitor, 1)
            right = await code_of(party)
            wrong = wrong_code(right)
            for _ in range(40):  # a school class with the right code
                assert await join(visitor, right) == (200, party.id)
            for _ in range(12):
                assert await join(visitor, wrong) == (404, "unknown-code")
            assert await join(visitor, wrong) == (429, "too-many")
            assert await join(visitor, right) == (429, "too-many"), "a guesser does not learn that this one was right"
            assert (await visitor.get(f"/join?table={party.id}")).is_success
            tried = 0
            for _ in range(60):
                await time.forward(1)
                tried += await join(visitor, wrong) == (404, "unknown-code")
            assert tried == 3

    def test_the_limit_holds_even_without_rate_limits(self):
        limits = Unlimited()
        limits.take("a guesser", "look", 10**9)
        limits.take("a guesser", "code", 12)
        with pytest.raises(TooManyRequests):
            limits.take("a guesser", "code")

    def test_security_md_has_the_same_numbers(self):
        rate = RATES["code"]
        tries = rate.burst + CODE_SECONDS * rate.per_second
        assert tries == 372
        assert f"{rate.burst} wrong ones" in SECURITY
        assert f"{tries:.0f} in these two hours" in SECURITY
        assert f"{round(PROMISED_CODES / tries, -3):,.0f}" in SECURITY
        assert f"{CODE_LENGTH} of {len(CODE_LETTERS)} letters".replace("6", "six") in SECURITY
