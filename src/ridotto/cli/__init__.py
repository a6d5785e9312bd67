"""The command line: `ridotto COMMAND`. A command imports what it needs when it runs."""

import argparse
import os
import sys
from collections.abc import Sequence
from io import TextIOWrapper

import ridotto
from ridotto.cli.argument_parser import OneLineParser, translated_argparse
from ridotto.cli.command_parsers import CommandParsers
from ridotto.cli.lab_commands import add_arena, add_bench, add_simulate
from ridotto.cli.play_commands import add_games, add_play, add_rules, add_serve
from ridotto.cli.record_commands import add_replay, add_verify
from ridotto.engine.errors import RidottoError, os_error_text
from ridotto.engine.message import msg
from ridotto.translations import Translator, choose_language

COMMANDS = (add_games, add_play, add_simulate, add_arena, add_bench, add_replay, add_verify, add_rules, add_serve)
WITHOUT_COMMAND = ("serve", "--host", "0.0.0.0", "--log-level", "warning")  # what plain `ridotto` stands for
TOP_LEVEL_OPTIONS = ("-h", "--help", "--version")  # these need no command
INTEGER_OPTIONS = (
    *("players", "seed", "games", "to", "seat", "port", "proxies", "workers", "break_off_after", "delete_after"),
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command and returns its exit code: 2, with one line on standard error, for anything the user did wrong."""
    if sys.stdout is None:  # closed by the parent process
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - as long as the program runs
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper) and not stream.closed:
            stream.reconfigure(errors="replace")  # a character the terminal cannot encode is no error
    typed = sys.argv[1:] if arguments is None else list(arguments)
    translator = Translator(_requested_language(typed))
    opens_house = _has_no_command(typed)
    try:
        with translated_argparse(translator):
            given = build_parser(translator).parse_args([*WITHOUT_COMMAND, *typed] if opens_house else typed)
        given.browser, given.typed = opens_house, tuple(typed)
        choose_language(given.lang)  # raises UnknownLanguage
        _convert_integers(given)
        _warn_if_not_compiled(translator)
        given.run(given, translator)
        sys.stdout.flush()
    except RidottoError as error:
        print(translator.say(error.message), file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError as error:  # standard output goes to a full disk, say
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        print(translator.say(msg("Can't write the output: {reason}.", reason=os_error_text(error))), file=sys.stderr)
        return 2
    return 0


def build_parser(translator: Translator) -> OneLineParser:
    """The parser of the whole command line, with help texts in the language of the translator."""
    program = os.environ.get("RIDOTTO_COMMAND", "ridotto")
    parser = OneLineParser(
        prog=program,
        description=translator.say(msg("A house for modern tabletop games: play them, study them, replay them.")),
        epilog=translator.say(
            msg(
                "Without a command, Ridotto opens the house to everybody on your network and shows it in your "
                "browser; it takes all options of “serve” ({example}). For help on a command: {command}",
                example=f"{program} --port 8123",
                command=f"{program} play --help",
            )
        ),
    )
    version = f"ridotto {ridotto.__version__}"
    parser.add_argument("--version", action="version", version=version, help=translator.say(msg("show the version")))
    commands = CommandParsers(parser, translator, program)
    for add_command in COMMANDS:
        add_command(commands)
    commands.add_language_option()
    return parser


def _requested_language(arguments: Sequence[str]) -> str:
    """The language to report errors in, even if the rest of the command line is wrong."""
    try:
        return choose_language(_split_off_language(arguments)[0])
    except (argparse.ArgumentError, RidottoError):
        return choose_language()


def _has_no_command(arguments: Sequence[str]) -> bool:
    """Are there only options, if anything? Then they are options of `serve`."""
    try:
        first, *_ = [*_split_off_language(arguments)[1], ""]
    except argparse.ArgumentError:
        return False
    return not first or (first.startswith("-") and not any(option.startswith(first) for option in TOP_LEVEL_OPTIONS))


def _split_off_language(arguments: Sequence[str]) -> tuple[str | None, list[str]]:
    """The value of --lang, and all other arguments."""
    parser = argparse.ArgumentParser(add_help=False, exit_on_error=False)
    parser.add_argument("--lang")
    found, rest = parser.parse_known_args(arguments)
    return found.lang, rest


def _convert_integers(given: argparse.Namespace) -> None:
    """Replaces the texts of all integer options by their numbers."""
    for field in INTEGER_OPTIONS:
        text, name = getattr(given, field, None), field.replace("_", "-")
        if isinstance(text, str):
            try:
                setattr(given, field, int(text, 16 if text.startswith("0x") else 10))
            except ValueError:
                raise RidottoError(msg("--{name} must be a whole number, not {text}.", name=name, text=text)) from None
            if getattr(given, field) < 0:
                raise RidottoError(msg("--{name} can't be below 0.", name=name))


def _warn_if_not_compiled(translator: Translator) -> None:
    if not ridotto.compiled and os.environ.get("RIDOTTO_PURE", "0") in ("", "0"):
        warning = msg("Ridotto isn't compiled here and runs as plain Python, many times slower. A C compiler helps.")
        print(translator.say(warning), file=sys.stderr)
