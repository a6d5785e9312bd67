"""The printed cards: made by the formulas of section 11 of the specification, and replaceable."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from itertools import product
from math import comb, floor

import pytest

from ridotto.games.venti import components as c
from ridotto.games.venti.conditions import BadCards, Condition, parse_condition, read_cards

TABLE = files("ridotto.games.venti").joinpath("cards.csv").read_text("utf-8")
SYMBOLS = ("circle", "triangle", "diamond", "square")

# Section 11.3: condition for even and for odd numbers, slots, effort, chance with six cards, points.
TEMPLATES = [
    ("?=?", "?=?", 2, "2.69", ".93", 1),
    ("Y2 Y4", "Y2 Y6", 2, "3.04", ".74", 1),
    ("Y4 Y4", "Y4 Y4", 2, "3.51", ".54", 1),
    ("N3 ?", "N2 Y4", 2, "3.16 / 3.50", ".65 / .54", 1),
    ("N1 N4", "N5 N5", 2, "3.86 / 4.26", ".39 / .24", 2),
    ("Y0 Y2 Y4", "Y0 Y2 Y4", 3, "4.06", ".61", 2),
    ("?=? Y6", "?=? Y6", 3, "3.83", ".76", 2),
    ("?=?=?", "N6 ?=?", 3, "4.60 / 4.25", ".32 / .54", 2),
    ("C T D S", "Y0 Y0 Y4 Y4", 4, "4.99 / 5.54", ".50 / .22", 3),
    ("?=? ?=?", "?=? ?=?", 4, "4.89", ".47", 3),
    ("N2 N5 N7", "Y2 Y2 Y2", 3, "4.95 / 4.95", ".22 / .21", 3),
    ("?=?=? ?=?", "?=?=? ?=?", 5, "6.23", ".11", 4),
    ("N0 N3 N4 N6", "?=?=?=?", 4, "5.88 / 6.05", ".10 / .04", 4),
]


def condition(number: int, template: int) -> str:
    """A condition by its template: N(x) = (n + x) mod 8, Y(x) the symbol of N(x)."""

    def atom(text: str) -> str:
        shifted = (number + int(text[1:])) % 8 if text[0] in "NY" else 0
        return str(shifted) if text[0] == "N" else "CTDS"[shifted // 2] if text[0] == "Y" else text

    even, odd, *_ = TEMPLATES[template]
    return " ".join(map(atom, (odd if number % 2 else even).split()))


def generated() -> Iterator[str]:
    yield "id,number,symbol,template,condition,points"
    for card in range(104):
        n, t = divmod(card, 13)
        yield f"{card},{n},{SYMBOLS[n // 2]},{t},{condition(n, t)},{TEMPLATES[t][5]}"
    yield from (f"{card},,{'joker' if card < 108 else 'chaos'},,," for card in range(104, 110))


@pytest.mark.rule("venti.setup.deck.data")
def test_the_table_is_what_the_templates_make():
    assert list(generated()) == TABLE.splitlines()


@pytest.mark.rule("venti.setup.deck", "venti.setup.deck.split", "venti.setup.deck.symbols")
def test_the_counts_of_the_specification():
    assert Counter(c.number_of(card) for card in range(c.JOKER)) == dict.fromkeys(range(8), 13)
    assert (c.CHAOS - c.JOKER, c.DECK - c.CHAOS) == (4, 2)
    assert Counter(c.POINTS[: c.JOKER]) == {1: 32, 2: 32, 3: 24, 4: 16}
    assert sum(c.POINTS) == 232
    assert len({tuple(c.POINTS[13 * n : 13 * n + 13]) for n in range(8)}) == 1
    atoms = Counter(atom for wanted in c.CONDITIONS for atom in wanted.text.replace("=", " ").split())
    assert all(atoms[digit] == 7 for digit in "01234567")
    assert all(atoms[letter] == 28 for letter in "CTDS")
    assert max(wanted.slots for wanted in c.CONDITIONS) == 5


# How difficult a condition is


@cache
def draws() -> list[tuple[tuple[int, ...], int, int]]:
    """All ways to hold up to ten number cards: how many of each number, how many in all, from how many deals."""
    found: list[tuple[tuple[int, ...], int, int]] = []

    def extend(cards: tuple[int, ...], left: int, ways: int) -> None:
        if len(cards) == 8:
            found.append((cards, sum(cards), ways))
            return
        for n in range(left + 1):
            extend((*cards, n), left - n, ways * comb(13, n))

    extend((), 10, 1)
    return found


def empty_slots(wanted: Condition, cards: tuple[int, ...]) -> int:
    """How many slots these cards leave empty, by the formula of 5.4."""
    groups = [term for term in wanted.terms if term.slots > 1]
    best = wanted.slots
    for numbers in product(*([n for n in range(8) if group.numbers >> n & 1] for group in groups)):
        left = list(cards)
        empty = 0
        digits = [(term.numbers.bit_length() - 1, 1) for term in wanted.terms if term.numbers.bit_count() == 1]
        for n, size in [*digits, *zip(numbers, (group.slots for group in groups), strict=True)]:
            empty += max(0, size - left[n])
            left[n] = max(0, left[n] - size)
        for numbers_of in (2, 8):
            for term in wanted.terms:
                if term.slots == 1 and term.numbers.bit_count() == numbers_of:
                    filled = next((n for n in range(8) if term.numbers >> n & 1 and left[n]), None)
                    empty += filled is None
                    left[filled or 0] -= filled is not None
        best = min(best, empty)
    return best


def chances(wanted: Condition) -> list[float]:
    """P_k: how likely k cards out of the 108 meet a condition, for k from 0 to 10."""
    roles = [
        sum((2 if term.slots == 1 else 0) * (term.numbers >> n & 1) << i for i, term in enumerate(wanted.terms))
        for n in range(8)
    ]
    known: dict[tuple[tuple[int, int], ...], int] = {}
    met = [0] * 11
    for cards, held, ways in draws():
        alike = tuple(sorted(zip(roles, cards, strict=True)))
        if alike not in known:
            known[alike] = empty_slots(wanted, cards)
        for jokers in range(known[alike], min(4, 10 - held) + 1):
            met[held + jokers] += ways * comb(4, jokers)
    return [met[k] / comb(108, k) for k in range(11)]


SHAPES = [(t, odd) for t in range(13) for odd in range(2) if not odd or TEMPLATES[t][0] != TEMPLATES[t][1]]


@pytest.mark.slow
@pytest.mark.rule("venti.setup.deck.data")
@pytest.mark.parametrize(("template", "odd"), SHAPES)
def test_effort_and_points_follow_from_the_difficulty(template, odd):
    _, _, slots, efforts, sixes, points = TEMPLATES[template]
    chance = chances(parse_condition(condition(odd, template)))
    difficulty = sum(1 - met for met in chance)
    effort = slots + (difficulty - slots) / 3
    assert f"{effort:.2f}" == efforts.split(" / ")[odd if "/" in efforts else 0]
    assert chance[6] == pytest.approx(float(sixes.split(" / ")[odd if "/" in sixes else 0]), abs=0.006)
    assert min(4, max(1, floor(effort - 1.7))) == points
    assert 0.32 <= round(chance[10], 2) <= 1


# Another file


def changed(line: int, text: str) -> str:
    lines = TABLE.splitlines()
    lines[line - 1] = text
    return "\n".join(lines)


@pytest.mark.rule("venti.setup.deck.data")
def test_other_conditions_and_points_may_be_printed():
    cards = read_cards(changed(2, "0,0,circle,0,D=? 4=4 C,4"))
    assert (cards[0].points, cards[0].condition.slots) == (4, 5)
    assert [term.numbers for term in cards[0].condition.terms] == [0b110000, 0b10000, 0b11]


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ("", "0 lines instead of 111"),
        (TABLE + TABLE.splitlines()[-1], "112 lines instead of 111"),
        (changed(1, "id,number"), "line 1: 'id,number' should begin with 'id,number,symbol,template,condition,points'"),
        (changed(3, "1,1,circle,1,T D,1"), "line 3: '1,1,circle,1,T D,1' should begin with '1,0,circle,1'"),
        (changed(3, "1,0,triangle,1,T D,1"), "line 3"),
        (changed(3, "1,0,circle,1,T D"), "line 3"),
        (changed(106, "104,,joker,,?,1"), "line 106: '104,,joker,,?,1' should begin with '104,,joker,,,'"),
        (changed(3, "1,0,circle,1,T X,1"), "line 3: 'X' is no slot of a condition"),
        (changed(3, "1,0,circle,1,T  D,1"), "line 3: '' is no slot"),
        (changed(3, "1,0,circle,1,,1"), "line 3: '' is no slot"),
        (changed(3, "1,0,circle,1,8,1"), "line 3: '8' is no slot"),
        (changed(3, "1,0,circle,1,4=5,1"), "line 3: no number suits all of '4=5'"),
        (changed(3, "1,0,circle,1,C=D,1"), "line 3: no number suits all of 'C=D'"),
        (changed(3, "1,0,circle,1,? ? ? ? ? ?,1"), "line 3: the condition '? ? ? ? ? ?' has 6 slots, more than 5"),
        (changed(3, "1,0,circle,1,T D,0"), "line 3: the points must be 1, 2, 3 or 4, not '0'"),
        (changed(3, "1,0,circle,1,T D,5"), "line 3: the points must be 1, 2, 3 or 4, not '5'"),
        (changed(3, "1,0,circle,1,T D,two"), "line 3: the points must be"),
    ],
)
def test_a_wrong_table_is_refused_with_its_line(table, message):
    with pytest.raises(BadCards) as refusal:
        read_cards(table)
    assert message in str(refusal.value)
    assert "\n" not in str(refusal.value)
