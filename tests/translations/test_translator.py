"""The translator: messages become sentences in the language of the reader."""

import subprocess
import sys

import pytest

from ridotto.engine.message import Message, listing, msg, msgs
from ridotto.engine.scene import SeatName
from ridotto.translations import Translator, UnknownLanguage, choose_language


@pytest.mark.parametrize(
    ("code", "said"),
    [("en", "Anna plays rat 8."), ("de", "Anna spielt Ratte 8."), ("it", "Anna gioca ratto 8.")],
)
def test_messages_inside_messages_are_translated_too(code, said):
    assert Translator(code).say(msg("{name} plays {play}.", name="Anna", play=msg("rat {n}", n=8))) == said


@pytest.mark.parametrize(
    ("code", "n", "said"),
    [
        ("en", 1, "after 1 trick"),
        ("en", 6, "after 6 tricks"),
        ("de", 1, "nach 1 Stich"),
        ("de", 6, "nach 6 Stichen"),
        ("it", 1, "dopo 1 presa"),
        ("it", 6, "dopo 6 prese"),
    ],
)
def test_the_plural_form_follows_the_number(code, n, said):
    assert Translator(code).say(msgs("after {n} trick", "after {n} tricks", n)) == said


def test_seats_become_names():
    message = msg("{who} leads.", who=SeatName(1))
    assert Translator("de").say(message, ["Anna", "Ben"]) == "Ben spielt an."
    assert str(message) == "seat 1 leads."


@pytest.mark.parametrize(
    ("items", "said"),
    [(["Anna"], "Anna"), (["Anna", "Ben"], "Anna und Ben"), (["Anna", "Ben", "Cleo"], "Anna, Ben und Cleo")],
)
def test_names_are_listed_with_commas_and_an_and(items, said):
    listed = listing(items)
    assert (Translator("de").say(listed) if isinstance(listed, Message) else listed) == said


def test_a_sentence_without_translation_stays_english():
    assert Translator("it").say(msg("Quite unheard of.")) == "Quite unheard of."


@pytest.mark.parametrize(
    ("requested", "code"), [("de", "de"), ("IT", "it"), ("de_CH", "de"), ("it-IT", "it"), ("en", "en")]
)
def test_a_requested_language_is_chosen(requested, code):
    assert choose_language(requested, {"LANG": "en_US.UTF-8"}) == code


def test_an_unknown_language_is_refused_with_the_known_ones():
    with pytest.raises(UnknownLanguage, match=r"Unknown language “tlh” \(choose from: en, de, it\)\."):
        choose_language("tlh")


@pytest.mark.parametrize(
    ("environment", "code"),
    [
        ({}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "C"}, "en"),
        ({"LANG": "fr_FR"}, "en"),
        ({"LANG": "de_DE", "LC_MESSAGES": "it_IT.UTF-8"}, "it"),
        ({"LANG": "de_DE", "LC_MESSAGES": "it_IT", "LC_ALL": "en_GB"}, "en"),
        ({"LANG": "it_IT", "LC_ALL": ""}, "it"),
    ],
)
def test_without_a_request_the_environment_decides(environment, code):
    assert choose_language(None, environment) == code


def test_english_does_not_import_babel():
    code = (
        "import sys; from ridotto.translations import Translator; Translator('en'); assert 'babel' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
