"""python -m ridotto.words.update_catalogues: updates the catalogues from the sources and counts what is untranslated."""

import sys

from babel.messages import Message
from babel.messages.pofile import write_po

from ridotto.words import LANGUAGES
from ridotto.words.catalogues import file_of, owners, read, template


def main() -> int:
    untranslated = 0
    for owner in owners():
        messages = template(owner)
        for language in LANGUAGES:
            if language == "en":
                continue
            catalogue = read(owner, language)
            messages.creation_date = catalogue.creation_date
            catalogue.update(messages, no_fuzzy_matching=True)
            catalogue.obsolete.clear()
            path = file_of(owner, language)
            path.parent.mkdir(exist_ok=True)
            with path.open("wb") as file:
                write_po(file, catalogue, width=120, include_lineno=False, omit_header=True)
            missing = [message for message in catalogue if message.id and not translated(message)]
            untranslated += len(missing)
            print(f"{path.parent.parent.name}/{path.name}: {len(catalogue)} messages, {len(missing)} to translate")
    return 1 if untranslated else 0


def translated(message: Message) -> bool:
    """Is every form of it there, and meant for what the source says now?"""
    forms = (message.string,) if isinstance(message.string, str) else message.string or ()
    return bool(forms) and all(forms) and not message.fuzzy


if __name__ == "__main__":
    sys.exit(main())
