"""Translations: messages as sentences in the language of the reader.

The English sentence is the key, so English needs no catalogue; Babel is imported only for other languages.
"""

import gettext
import os
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from ridotto.engine.errors import RidottoError
from ridotto.engine.message import Message, msg
from ridotto.engine.scene import SeatName

LANGUAGES = {"en": "English", "de": "Deutsch", "it": "Italiano"}


class UnknownLanguage(RidottoError):
    """There are no catalogues for this language."""


def choose_language(requested: str | None = None, environment: Mapping[str, str] = os.environ) -> str:
    """The code of the requested language, or UnknownLanguage.

    Without a request: the language of the environment (LC_ALL, LC_MESSAGES, LANG) if there is a catalogue for it,
    otherwise English.
    """
    if requested:
        code = requested.lower().replace("-", "_").partition("_")[0]
        if code not in LANGUAGES:
            raise UnknownLanguage(
                msg("Unknown language “{name}” (choose from: {known}).", name=requested, known=", ".join(LANGUAGES))
            )
        return code
    locale = next((value for name in ("LC_ALL", "LC_MESSAGES", "LANG") if (value := environment.get(name))), "")
    code = locale.lower().partition(".")[0].partition("_")[0]
    return code if code in LANGUAGES else "en"


class Translator:
    """Translates messages into one language."""

    def __init__(self, language: str = "en") -> None:
        self.language = language
        self._catalogues = gettext.NullTranslations()
        if language != "en":
            from ridotto.translations.catalogues import load_translations

            self._catalogues = load_translations(language)
        self._singular = lru_cache(4096)(self._catalogues.gettext)  # gettext asks one catalogue after the other

    def say(self, message: Message, names: Sequence[str] = ()) -> str:
        """The sentence in this language, nested messages included; seats are replaced by their names."""
        if message.plural is None:
            text = self._singular(message.text)
        else:
            text = self._catalogues.ngettext(message.text, message.plural, message.args["n"])
        if not message.args:
            return text
        return text.format(**{place: self._argument(value, names) for place, value in message.args.items()})

    def _argument(self, value: Any, names: Sequence[str]) -> Any:
        if isinstance(value, Message):
            return self.say(value, names)
        if isinstance(value, SeatName) and value.seat < len(names):
            return names[value.seat]
        return value
