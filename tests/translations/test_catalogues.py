"""The catalogues hold exactly the messages of the sources, completely translated."""

import string

import pytest

from ridotto.translations import LANGUAGES
from ridotto.translations.catalogues import catalogue_folders, extract_messages, read_catalogue

FOREIGN = [language for language in LANGUAGES if language != "en"]
CATALOGUES = [(folder, language) for folder in catalogue_folders() for language in FOREIGN]
NAMES = [f"{folder.name}-{language}" for folder, language in CATALOGUES]


def ids(catalogue):
    return {message.id for message in catalogue if message.id}


def forms(text):
    return (text,) if isinstance(text, str) else tuple(text)


def placeholders(text):
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


@pytest.mark.slow
@pytest.mark.parametrize(("folder", "language"), CATALOGUES, ids=NAMES)
def test_no_message_is_missing_and_none_is_unused(folder, language):
    assert ids(read_catalogue(folder, language)) == ids(extract_messages(folder))


@pytest.mark.parametrize(("folder", "language"), CATALOGUES, ids=NAMES)
def test_every_message_is_translated_in_every_plural_form(folder, language):
    catalogue = read_catalogue(folder, language)
    for message in catalogue:
        if message.id:
            wanted = 1 if isinstance(message.id, str) else catalogue.num_plurals
            assert len(forms(message.string)) == wanted, message.id
            assert all(forms(message.string)), message.id
            assert not message.fuzzy, message.id


@pytest.mark.parametrize(("folder", "language"), CATALOGUES, ids=NAMES)
def test_translations_have_the_placeholders_of_the_original(folder, language):
    for message in read_catalogue(folder, language):
        if not message.id:
            continue
        known = set().union(*map(placeholders, forms(message.id)))
        for form in forms(message.string):
            assert known - {"n"} <= placeholders(form) <= known, message.id


@pytest.mark.parametrize("language", FOREIGN)
def test_a_sentence_in_two_catalogues_is_translated_the_same_way(language):
    translations: dict[object, object] = {}
    for folder in catalogue_folders():
        for message in read_catalogue(folder, language):
            if message.id:
                assert translations.setdefault(message.id, message.string) == message.string, message.id
