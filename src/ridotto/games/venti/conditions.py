"""The conditions of Venti: their language (section 5.4 of the specification), and the printed cards that bear them.

A condition is a row of terms. A term is one slot, or an equality group: slots joined by `=`, all filled with the same
number. What suits a slot is a set of numbers, as bits: one for a digit, two for a symbol, all eight for `?`.
"""

import csv
import io
from typing import NamedTuple

NUMBERS = 8
TEMPLATES = 13
SYMBOLS = ("circle", "triangle", "diamond", "square")
MOST_SLOTS = 5
MOST_POINTS = 4

_LETTERS = "CTDS"
_ANY = (1 << NUMBERS) - 1
_COLUMNS = ["id", "number", "symbol", "template", "condition", "points"]
_OTHERS = ("joker",) * 4 + ("chaos",) * 2


class BadCards(ValueError):
    """A table of cards that cannot be used; says in which line, and why."""


class Term(NamedTuple):
    """A slot, or a group of slots that want the same number."""

    slots: int
    suits: int  # the numbers that suit all its atoms, as bits


class Condition(NamedTuple):
    text: str
    terms: tuple[Term, ...]

    @property
    def slots(self) -> int:
        return sum(term.slots for term in self.terms)


class Card(NamedTuple):
    """A number card: its condition and points. Its place in the table gives number, symbol and template."""

    condition: Condition
    points: int


def parsed(text: str) -> Condition:
    """A condition from its text; BadCards if it has no meaning."""
    condition = Condition(text, tuple(_term(term) for term in text.split(" ")))
    if condition.slots > MOST_SLOTS:
        raise BadCards(f"the condition {text!r} has {condition.slots} slots, more than {MOST_SLOTS}")
    return condition


def _term(text: str) -> Term:
    atoms = text.split("=")
    suits = _ANY
    for atom in atoms:
        suits &= _suits(atom)
    if not suits:
        raise BadCards(f"no number suits all of {text!r}")
    return Term(len(atoms), suits)


def _suits(atom: str) -> int:
    if atom == "?":
        return _ANY
    if len(atom) == 1 and atom in _LETTERS:
        return 0b11 << 2 * _LETTERS.index(atom)
    if len(atom) == 1 and atom in "01234567":
        return 1 << int(atom)
    raise BadCards(f"{atom!r} is no slot of a condition; a slot is a number from 0 to 7, ?, C, T, D or S")


def read_cards(text: str) -> list[Card]:
    """The number cards of a table like cards.csv, which may be replaced; BadCards names the first wrong line."""
    rows = list(csv.reader(io.StringIO(text)))
    expected = [_COLUMNS, *(_value(card) for card in range(NUMBERS * TEMPLATES + len(_OTHERS)))]
    if len(rows) != len(expected):
        raise BadCards(f"cards.csv has {len(rows)} lines instead of {len(expected)}: one a card, and a header")
    cards = []
    for line, (row, printed) in enumerate(zip(rows, expected, strict=True), 1):
        fixed = len(printed)
        if len(row) != len(_COLUMNS) or row[:fixed] != printed:
            raise BadCards(f"cards.csv, line {line}: {','.join(row)!r} should begin with {','.join(printed)!r}")
        if fixed < len(row):
            cards.append(_card(row[fixed], row[fixed + 1], line))
    return cards


def _value(card: int) -> list[str]:
    """What a line must begin with: the value of a card is firm. Jokers and chaos cards have nothing else."""
    number, template = divmod(card, TEMPLATES)
    if number < NUMBERS:
        return [str(card), str(number), SYMBOLS[number // 2], str(template)]
    return [str(card), "", _OTHERS[card - NUMBERS * TEMPLATES], "", "", ""]


def _card(condition: str, points: str, line: int) -> Card:
    if points not in {str(worth) for worth in range(1, MOST_POINTS + 1)}:
        raise BadCards(f"cards.csv, line {line}: the points must be 1, 2, 3 or 4, not {points!r}")
    try:
        return Card(parsed(condition), int(points))
    except BadCards as reason:
        raise BadCards(f"cards.csv, line {line}: {reason}") from None
