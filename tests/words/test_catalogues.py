"""The catalogues say everything that the sources say, and nothing else."""

import string

import pytest

from ridotto.words import LANGUAGES
from ridotto.words.catalogues import owners, read, template

FOREIGN = [language for language in LANGUAGES if language != "en"]
CATALOGUES = [(owner, language) for owner in owners() for language in FOREIGN]
NAMES = [f"{owner.name}-{language}" for owner, language in CATALOGUES]


def ids(catalogue):
    return {message.id for message in catalogue if message.id}


def forms(text):
    return (text,) if isinstance(text, str) else tuple(text)


def places(text):
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


@pytest.mark.slow
@pytest.mark.parametrize(("owner", "language"), CATALOGUES, ids=NAMES)
def test_no_message_is_missing_and_none_is_unused(owner, language):
    assert ids(read(owner, language)) == ids(template(owner))


@pytest.mark.parametrize(("owner", "language"), CATALOGUES, ids=NAMES)
def test_every_message_is_translated_in_every_plural_form(owner, language):
    catalogue = read(owner, language)
    for message in catalogue:
        if message.id:
            wanted = 1 if isinstance(message.id, str) else catalogue.num_plurals
            assert len(forms(message.string)) == wanted, message.id
            assert all(forms(message.string)), message.id
            assert not message.fuzzy, message.id


@pytest.mark.parametrize(("owner", "language"), CATALOGUES, ids=NAMES)
def test_translations_have_the_places_of_the_original(owner, language):
    for message in read(owner, language):
        if not message.id:
            continue
        known = set().union(*map(places, forms(message.id)))
        for form in forms(message.string):
            assert known - {"n"} <= places(form) <= known, message.id


@pytest.mark.parametrize("language", FOREIGN)
def test_a_sentence_of_two_owners_is_translated_the_same_way(language):
    said: dict[object, object] = {}
    for owner in owners():
        for message in read(owner, language):
            if message.id:
                assert said.setdefault(message.id, message.string) == message.string, message.id
