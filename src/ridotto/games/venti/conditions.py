"""The conditions of Venti: their language (section 5.4 of the specification), and the printed cards that bear them.

A condition is a row of terms. A term is one slot, or an equality group: slots joined by `=`, all filled with the same
number. What a slot accepts is a set of numbers, as bits: one for a digit, two for a symbol, all eight for `?`.
"""

import csv
import io
from typing import NamedTuple

NUMBERS = 8
TEMPLATES = 13
SYMBOLS = ("circle", "triangle", "diamond", "square")
MAX_SLOTS = 5
MAX_POINTS = 4

_LETTERS = "CTDS"
_ANY = (1 << NUMBERS) - 1
_COLUMNS = ["id", "number", "symbol", "template", "condition", "points"]
_OTHERS = ("joker",) * 4 + ("chaos",) * 2


class BadCards(ValueError):
    """The table of cards is invalid. The message names the line and the reason."""


class ConditionTerm(NamedTuple):
    """A slot, or a group of slots that are filled with the same number."""

    slots: int
    numbers: int  # that all its atoms accept, as bits


class Condition(NamedTuple):
    text: str
    terms: tuple[ConditionTerm, ...]

    @property
    def slots(self) -> int:
        return sum(term.slots for term in self.terms)


class Card(NamedTuple):
    """A number card: its condition and points. Number, symbol and template follow from its line in the table."""

    condition: Condition
    points: int


def parse_condition(text: str) -> Condition:
    """Parse a condition.

    Raises:
        BadCards: The text is not a condition.
    """
    condition = Condition(text, tuple(_parse_term(term) for term in text.split(" ")))
    if condition.slots > MAX_SLOTS:
        raise BadCards(f"the condition {text!r} has {condition.slots} slots, more than {MAX_SLOTS}")
    return condition


def _parse_term(text: str) -> ConditionTerm:
    atoms = text.split("=")
    numbers = _ANY
    for atom in atoms:
        numbers &= _numbers_of_atom(atom)
    if not numbers:
        raise BadCards(f"no number suits all of {text!r}")
    return ConditionTerm(len(atoms), numbers)


def _numbers_of_atom(atom: str) -> int:
    if atom == "?":
        return _ANY
    if len(atom) == 1 and atom in _LETTERS:
        return 0b11 << 2 * _LETTERS.index(atom)
    if len(atom) == 1 and atom in "01234567":
        return 1 << int(atom)
    raise BadCards(f"{atom!r} is no slot of a condition; a slot is a number from 0 to 7, ?, C, T, D or S")


def read_cards(text: str) -> list[Card]:
    """The number cards of a table like cards.csv, which may be replaced (venti.setup.deck.data).

    Raises:
        BadCards: A line is wrong; the message names the first one.
    """
    rows = list(csv.reader(io.StringIO(text)))
    expected = [_COLUMNS, *(_expected_start(card) for card in range(NUMBERS * TEMPLATES + len(_OTHERS)))]
    if len(rows) != len(expected):
        raise BadCards(f"cards.csv has {len(rows)} lines instead of {len(expected)}: one a card, and a header")
    cards = []
    for line, (row, start) in enumerate(zip(rows, expected, strict=True), 1):
        fixed = len(start)
        if len(row) != len(_COLUMNS) or row[:fixed] != start:
            raise BadCards(f"cards.csv, line {line}: {','.join(row)!r} should begin with {','.join(start)!r}")
        if fixed < len(row):
            cards.append(_read_card(row[fixed], row[fixed + 1], line))
    return cards


def _expected_start(card: int) -> list[str]:
    """How the line of a card must begin: its value is fixed. The lines of jokers and chaos cards are fixed entirely."""
    number, template = divmod(card, TEMPLATES)
    if number < NUMBERS:
        return [str(card), str(number), SYMBOLS[number // 2], str(template)]
    return [str(card), "", _OTHERS[card - NUMBERS * TEMPLATES], "", "", ""]


def _read_card(condition: str, points: str, line: int) -> Card:
    if points not in {str(worth) for worth in range(1, MAX_POINTS + 1)}:
        raise BadCards(f"cards.csv, line {line}: the points must be 1, 2, 3 or 4, not {points!r}")
    try:
        return Card(parse_condition(condition), int(points))
    except BadCards as reason:
        raise BadCards(f"cards.csv, line {line}: {reason}") from None
