"""Words: messages in the language of whoever reads them.

The English sentence is the key, so English needs no catalogue; Babel is imported only for other languages.
"""

import gettext
import os
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from ridotto.engine.errors import RidottoError
from ridotto.engine.message import Message, msg
from ridotto.engine.scene import Who

LANGUAGES = {"en": "English", "de": "Deutsch", "it": "Italiano"}


class UnknownLanguage(RidottoError):
    """The house does not speak it."""


def language(wish: str | None = None, environment: Mapping[str, str] = os.environ) -> str:
    """The language wished for; without a wish the one of the surroundings, if the house speaks it, else English."""
    if wish:
        code = wish.lower().replace("-", "_").partition("_")[0]
        if code not in LANGUAGES:
            raise UnknownLanguage(
                msg("Unknown language “{wish}” (choose from: {known}).", wish=wish, known=", ".join(LANGUAGES))
            )
        return code
    around = next((value for name in ("LC_ALL", "LC_MESSAGES", "LANG") if (value := environment.get(name))), "")
    code = around.lower().partition(".")[0].partition("_")[0]
    return code if code in LANGUAGES else "en"


class Translator:
    """Says messages in one language."""

    def __init__(self, language: str = "en") -> None:
        self.language = language
        self._words = gettext.NullTranslations()
        if language != "en":
            from ridotto.words.catalogues import spoken

            self._words = spoken(language)
        self._one = lru_cache(4096)(self._words.gettext)  # the catalogues are asked one after the other

    def say(self, message: Message, names: Sequence[str] = ()) -> str:
        """The sentence, the messages inside it too; seats become names."""
        if message.plural is None:
            text = self._one(message.text)
        else:
            text = self._words.ngettext(message.text, message.plural, message.args["n"])
        if not message.args:
            return text
        return text.format(**{place: self._part(part, names) for place, part in message.args.items()})

    def _part(self, part: Any, names: Sequence[str]) -> Any:
        if isinstance(part, Message):
            return self.say(part, names)
        if isinstance(part, Who) and part.seat < len(names):
            return names[part.seat]
        return part
