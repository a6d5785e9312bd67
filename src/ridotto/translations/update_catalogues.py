"""python -m ridotto.translations.update_catalogues: updates the .po files from the sources.

Adds new messages, drops unused ones and counts the untranslated ones; the exit code is 1 if there are any.
"""

import sys

from babel.messages import Message
from babel.messages.pofile import write_po

from ridotto.translations import LANGUAGES
from ridotto.translations.catalogues import catalogue_folders, catalogue_path, extract_messages, read_catalogue


def main() -> int:
    untranslated = 0
    for folder in catalogue_folders():
        messages = extract_messages(folder)
        for language in LANGUAGES:
            if language == "en":
                continue
            catalogue = read_catalogue(folder, language)
            messages.creation_date = catalogue.creation_date
            catalogue.update(messages, no_fuzzy_matching=True)
            catalogue.obsolete.clear()
            path = catalogue_path(folder, language)
            path.parent.mkdir(exist_ok=True)
            with path.open("wb") as file:
                write_po(file, catalogue, width=120, include_lineno=False, omit_header=True)
            missing = [message for message in catalogue if message.id and not is_translated(message)]
            untranslated += len(missing)
            print(f"{folder.name}/{path.name}: {len(catalogue)} messages, {len(missing)} untranslated")
    return 1 if untranslated else 0


def is_translated(message: Message) -> bool:
    """Is every plural form translated, and the translation not marked as fuzzy?"""
    forms = (message.string,) if isinstance(message.string, str) else message.string or ()
    return bool(forms) and all(forms) and not message.fuzzy


if __name__ == "__main__":
    sys.exit(main())
