"""The parsers of the commands: their help texts are messages, and many share options."""

import argparse
from collections.abc import Callable
from typing import Any

from ridotto.engine.errors import RidottoError
from ridotto.engine.message import Message, msg
from ridotto.translations import Translator

RunCommand = Callable[[argparse.Namespace, Translator], None]


class CommandParsers:
    """The parsers of all commands, in the order in which they are added."""

    def __init__(self, parser: argparse.ArgumentParser, translator: Translator, program: str) -> None:
        self.program = program
        self.game_help = msg("the game (`{command}` lists them)", command=f"{program} games")
        self._parser = parser
        self._translator = translator
        self._subparsers = parser.add_subparsers(dest="command", metavar=translator.say(msg("COMMAND")))
        self._commands: list[CommandParser] = []

    def add(self, name: str, run: RunCommand, help: Message, description: Message) -> "CommandParser":  # noqa: A002
        """A new command. `help` describes it in the list of commands, `description` in its own help."""
        say = self._translator.say
        parser = self._subparsers.add_parser(name, help=say(help), description=say(description))
        parser.set_defaults(run=run)
        self._commands.append(CommandParser(parser, self._translator))
        return self._commands[-1]

    def add_language_option(self) -> None:
        """Adds --lang before and after every command; call it last."""
        language_help = self._translator.say(msg("en, de or it (default: the language of your system)"))
        self._parser.add_argument("--lang", metavar="LANG", help=language_help)
        for command in self._commands:
            command.parser.add_argument("--lang", metavar="LANG", default=argparse.SUPPRESS, help=language_help)


class CommandParser:
    """The parser of one command."""

    def __init__(self, parser: argparse.ArgumentParser, translator: Translator) -> None:
        self.parser = parser
        self._say = translator.say

    def add(self, *names: str, help: Message, metavar: Message | str | None = None, **options: Any) -> None:  # noqa: A002
        """Like `ArgumentParser.add_argument`, with messages instead of texts."""
        if metavar is not None:
            options["metavar"] = self._say(metavar) if isinstance(metavar, Message) else metavar
        self.parser.add_argument(*names, help=self._say(help), **options)

    def add_table_options(self) -> None:
        """--players, --seed and --option; the last is read by `chosen_options`."""
        self.add("--players", metavar="N", help=msg("how many players"))
        self.add("--seed", metavar="S", help=msg("a number that fixes every shuffle"))
        self.add(
            "--option",
            action="append",
            default=[],
            metavar=msg("NAME=VALUE"),
            help=msg("a variant of the rules; may be repeated"),
        )

    def add_json_option(self) -> None:
        self.add("--json", action="store_true", help=msg("print JSON"))


def chosen_options(given: argparse.Namespace) -> dict[str, object]:
    """The options of the rules given by --option NAME=VALUE."""
    options: dict[str, object] = {}
    for text in given.option:
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise RidottoError(msg("Write an option as name=value, not {text}.", text=text))
        if name in options:
            raise RidottoError(msg("The option {name} is given twice.", name=name))
        options[name] = value
    return options
