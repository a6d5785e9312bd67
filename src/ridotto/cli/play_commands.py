"""The commands for players: games, play, rules, serve."""

import argparse
import os
import sys

import ridotto
from ridotto.cli.command_parsers import CommandParsers, chosen_options
from ridotto.cli.output import print_json
from ridotto.engine.message import Message, msg
from ridotto.translations import Translator


def add_games(commands: CommandParsers) -> None:
    command = commands.add("games", _games, msg("list the games"), msg("Lists the games."))
    command.add_json_option()


def _games(given: argparse.Namespace, translator: Translator) -> None:
    rows = [
        {
            "slug": game.slug,
            "title": game.title,
            "players": [game.players[0], game.players[-1]],
            "options": {option.name: list(option.values) for option in game.options},
            "numbers": {
                option.name: [option.numbers[0], option.numbers[-1]] for option in game.options if option.numbers
            },
            "moves": len(game.move_texts),
            "rules": game.rules_version,
            "compiled": ridotto.compiled,
        }
        for game in ridotto.all_games()
    ]
    if given.json:
        print_json(rows)
        return
    print(translator.say(msg("The rules are compiled.") if ridotto.compiled else msg("The rules run as plain Python.")))
    for game in ridotto.all_games():
        players = msg("{min} to {max} players", min=game.players[0], max=game.players[-1])
        version = msg("rules version {version}, {moves} moves", version=game.rules_version, moves=len(game.move_texts))
        print(f"{game.slug:14}{game.title:20}{translator.say(players)}, {translator.say(version)}")
        for option in game.options:
            values = (f"{option.numbers[0]}..{option.numbers[-1]}",) if option.numbers else option.values
            print(f"{'':14}--option {option.name}={'|'.join(values)}")


def add_play(commands: CommandParsers) -> None:
    command = commands.add(
        "play",
        _play,
        msg("play a game in the terminal"),
        msg("Plays a game here in the terminal, with people and bots."),
    )
    command.add(
        "game",
        nargs="?",
        metavar=msg("GAME"),
        help=msg("the game (`{command}` lists them; default: choose from a menu)", command=f"{commands.program} games"),
    )
    command.add_table_options()
    command.add(
        "--people",
        metavar=msg("NAMES"),
        help=msg("how many people play here, or their names: Anna,Ben (default: 1)"),
    )
    command.add(
        "--bots",
        metavar=msg("LEVEL"),
        help=msg("who takes the other seats: novice, casual, expert, master (default: casual)"),
    )
    command.add("--resume", metavar=msg("FILE"), help=msg("continue a saved game"))


def _play(given: argparse.Namespace, translator: Translator) -> None:
    from ridotto.terminal.menu import menu
    from ridotto.terminal.play import play

    if given.game is None:
        menu(translator)
        return
    play(
        ridotto.game(given.game),
        translator,
        players=given.players,
        people=_people(given.people),
        bots=given.bots,
        seed=given.seed,
        options=chosen_options(given) or None,
        resume=given.resume,
    )


def _people(text: str | None) -> int | list[str] | None:
    """The number of people, or their names."""
    if text is None:
        return None
    return int(text) if text.isdecimal() and len(text) < 9 else text.split(",")


def add_rules(commands: CommandParsers) -> None:
    command = commands.add("rules", _rules, msg("read the rules of a game"), msg("Shows the rulebook of a game."))
    command.add("game", metavar=msg("GAME"), help=commands.game_help)


def _rules(given: argparse.Namespace, translator: Translator) -> None:
    from ridotto.rulebook import rulebook

    book = rulebook(ridotto.game(given.game).slug, translator.language)
    if not sys.stdout.isatty():
        print(f"# {book.title}\n\n{book.hook}\n\n{book.text}", end="")
        return
    from rich.console import Console
    from rich.markdown import Markdown

    os.environ.setdefault("LESS", "-R")  # so that the pager shows colours
    console = Console()
    with console.pager(styles=True):
        console.print(Markdown(f"# {book.title}\n\n*{book.hook}*\n\n{book.text}"), width=min(console.width, 88))


def add_serve(commands: CommandParsers) -> None:
    command = commands.add(
        "serve",
        _serve,
        msg("open the house to browsers and programs"),
        msg("Opens the house on the network. Its tables are kept in a file on your machine; Ctrl-C closes it."),
    )
    command.add(
        "--host",
        default="127.0.0.1",
        metavar="H",
        help=msg("0.0.0.0 for your whole network (default: only this machine)"),
    )
    command.add("--port", metavar="P", help=msg("0 picks a free one (default: 1638)"))
    command.add(
        "--database",
        metavar="URL",
        help=msg("a file, sqlite:///file or postgresql://... (default: a file in your data folder)"),
    )
    command.add(
        "--proxies",
        default="0",
        metavar="N",
        help=msg("how many of your own proxies every request passes through (default: 0)"),
    )
    command.add(
        "--host-name",
        action="append",
        default=[],
        metavar=msg("NAME"),
        help=msg("a host name of the house on the internet; may be repeated (this machine's own are known)"),
    )
    command.add("--workers", metavar="N", help=msg("processes for the bots to think in (default: all cores but one)"))
    command.add(
        "--break-off-after",
        default="30",
        metavar=msg("DAYS"),
        help=msg("end matches that everybody left this long ago (default: 30; 0: never)"),
    )
    command.add(
        "--delete-after",
        default="7",
        metavar=msg("DAYS"),
        help=msg("delete tables whose match hasn't started after this long (default: 7; 0: never)"),
    )
    command.add("--no-limits", action="store_true", help=msg("turn off all rate limits"))
    command.add("--log-level", default="info", metavar=msg("LEVEL"), help=msg("debug, info, warning or error"))


def _serve(given: argparse.Namespace, translator: Translator) -> None:
    from ridotto.house.retention import Retention
    from ridotto.web.ops.serve import DEFAULT_PORT, ServeOptions, serve

    options = ServeOptions(
        host=given.host,
        port=DEFAULT_PORT if given.port is None else given.port,
        database=given.database,
        proxies=given.proxies,
        host_names=tuple(given.host_name),
        workers=given.workers,
        retention=Retention(given.break_off_after, given.delete_after),
        rate_limits=not given.no_limits,
        log_level=given.log_level,
        open_browser=given.browser,
        arguments=given.typed,
    )

    def announce(message: Message) -> None:
        print(translator.say(message), flush=True)

    serve(options, announce)
