"""Names that look alike, and names that do not."""

import pytest

from ridotto.house.people.lookalikes import look_alike


@pytest.mark.parametrize(
    "other",
    [
        "ANNA",
        "\u0410nn\u0430",  # Cyrillic
        "\uff21\uff4e\uff4e\uff41",  # full width
        "A\u0335nna",  # struck through
        "Ann\u0251",  # Latin alpha
        "\U0001d400\U0001d427\U0001d427\U0001d41a",  # mathematical bold
        "Ann\u0430\u0334",
        "Anna\ufe0f",  # an invisible variation selector
        "A\u0488nna",  # a mark of another alphabet
        "A\u05b0nna",
    ],
    ids=ascii,
)
def test_names_that_look_like_anna(other: str) -> None:
    assert look_alike("Anna", other)
    assert look_alike(other, "Anna")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Alan", "A\u0406an"),
        ("Alan", "AIan"),
        ("Marna", "Mama"),
        ("Bill", "Bi11"),
        ("Zo\u00eb", "Zo\u0451"),
        ("Ida", "\u0456da"),
        ("Olga", "\u043elga"),
        ("\u06a9", "\u0643"),
        ("OK", "0K"),
    ],
    ids=ascii,
)
def test_names_that_look_alike(one: str, other: str) -> None:
    assert look_alike(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Anna", "Anne"),
        ("Ren\u00e9", "Rene"),  # accents are visible
        ("H\u00e0", "H\u1ea1"),
        ("Lan", "L\u00e2n"),
        ("Anna", "Anna B"),
        ("Rosa", "Roza"),
        ("Lia", "Mia"),
        ("\u041e\u043b\u044c\u0433\u0430", "Olga"),  # the same name in another script
        ("\u0938\u0941\u092e\u0928", "\u0938\u092e\u0928"),  # a vowel sign is not a decoration
        ("\u674e", "\u738b"),
        ("\u05d3\u05df", "\u05e8\u05df"),
    ],
    ids=ascii,
)
def test_different_names_in_every_script(one: str, other: str) -> None:
    assert not look_alike(one, other)
