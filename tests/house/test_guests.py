"""Names and masks of guests and bots."""

import subprocess
import sys
from unicodedata import normalize

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from ridotto.bots import BOTS
from ridotto.engine.match import is_valid_holder
from ridotto.house.people.guests import (
    BOT,
    CHARACTERS,
    DEFAULT_LEVEL,
    LEVEL_NAMES,
    MASKS,
    MAX_NAME_LENGTH,
    clean_name,
    mask_of,
    shown_names,
)
from ridotto.house.refusals import Refused
from ridotto.web.http.assets import assets

LETTERS = st.characters(categories=["L", "N", "P", "S", "M"])
INVISIBLE = st.characters(categories=["Cc", "Cf", "Cs", "Co", "Zl", "Zp"])


@pytest.mark.parametrize(
    ("given_name", "name"),
    [
        ("Anna", "Anna"),
        ("  Anna  Maria\n", "Anna Maria"),
        ("Anna\u00a0\u3000Maria", "Anna Maria"),
        ("Jose\u0301", "José"),
        ("17", "17"),
        ("Łukasz & Zoë 🦊", "Łukasz & Zoë 🦊"),
        ("名前", "名前"),
        ("Robot", "Robot"),
        ("x" * MAX_NAME_LENGTH, "x" * MAX_NAME_LENGTH),
        ("e\u0301" * MAX_NAME_LENGTH, "é" * MAX_NAME_LENGTH),
        (f"a{' ' * 10_000}b", "a b"),
    ],
)
def test_names_are_normalized(given_name: str, name: str) -> None:
    assert clean_name(given_name) == name


@pytest.mark.parametrize(
    "text",
    [
        "",
        " \t\n",
        "...",
        "🦊",
        "x" * (MAX_NAME_LENGTH + 1),
        "x" * 10_000,
        "An\x00na",
        "An\nna",
        "Anna\x1b[31m",
        "An\u200bna",  # zero width
        "Anna\u202eanna",  # a change of direction
        "\u2066Anna",
        "\ufeffAnna",
        "\u3164",  # an invisible letter
        *(f"An{blank}na" for blank in "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"),
        "Anna\ud800",
        "A" + "\u0334" * 4 + "nna",  # too many marks
        "bot:master",
        "BOT: master",
    ],
    ids=ascii,
)
def test_bad_names_are_refused(text: str) -> None:
    with pytest.raises(Refused) as refused:
        clean_name(text)
    assert refused.value.code == "bad-name"
    assert str(refused.value).startswith("A name ")


@given(st.text())
@example("a \u0301")
@example("\u1100\u1161")
def test_every_text_is_a_clean_name_or_refused(text: str) -> None:
    try:
        name = clean_name(text)
    except Refused:
        return
    assert clean_name(name) == name == normalize("NFC", name) == " ".join(name.split())
    assert len(name) <= MAX_NAME_LENGTH
    assert is_valid_holder(name)
    name.encode()
    assert shown_names([name, BOT + DEFAULT_LEVEL])[0] == name


@given(st.text(LETTERS, max_size=10), INVISIBLE, st.text(LETTERS, max_size=10))
def test_invisible_characters_are_refused(before: str, invisible: str, after: str) -> None:
    with pytest.raises(Refused):
        clean_name(f"A{before}{invisible}{after}B")


def test_bots_have_titles_and_different_names() -> None:
    assert set(LEVEL_NAMES) == set(BOTS)
    assert DEFAULT_LEVEL in BOTS
    names = shown_names(["Rosaura", *[BOT + DEFAULT_LEVEL] * 5])
    assert len(set(names)) == 6
    assert set(names) <= set(CHARACTERS)
    for person in ("Colombina", "COLOMBINA", "colombina"):
        assert shown_names([person, BOT + DEFAULT_LEVEL]) == [person, "Pantalone"]


def test_bots_wear_the_mask_of_their_name() -> None:
    holders = ["Anna", *[BOT + DEFAULT_LEVEL] * 5]
    assert shown_names(holders, {"colombina"})[1:] == [name for name in CHARACTERS if name != "Colombina"][:5]
    people = ["Rosaura", "Balanzone", "Tartaglia", *[BOT + DEFAULT_LEVEL] * 3]  # leaves as few characters as possible
    assert len(set(shown_names(people, {"colombina", "arlecchino", "bauta"}))) == 6
    assert not {mask_of(character) for character in CHARACTERS} & set(MASKS[:6])
    drawn = assets()["house.svg"].data.decode()
    assert all(f'id="mask-{mask}"' in drawn for mask in {*MASKS, *map(mask_of, CHARACTERS)})


def test_masks_are_lower_case_words() -> None:
    assert len(set(MASKS)) == len(MASKS)
    assert all(mask.isascii() and mask.isalpha() and mask.islower() for mask in MASKS)


def test_names_load_no_library() -> None:
    command = "import sys, ridotto.house.people.guests; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", command], capture_output=True, text=True, check=True).stdout.split()
    assert "ridotto.house.people.guests" in loaded
    assert {"msgspec", "asyncio", "multiprocessing"}.isdisjoint(loaded)
