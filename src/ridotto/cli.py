"""The commands. Whatever a command needs is imported when it runs."""

import argparse
import os
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from io import TextIOWrapper
from typing import TYPE_CHECKING, Any, NoReturn

import ridotto
from ridotto.engine.errors import RidottoError, reason
from ridotto.engine.message import Message, msg, msgs
from ridotto.words import Translator, language

if TYPE_CHECKING:
    from ridotto.engine.game import Game


OPENED = ("serve", "--host", "0.0.0.0", "--log-level", "warning")  # what is meant where no command is given
OWN_OPTIONS = ("-h", "--help", "--version")  # those that are about all commands


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        print(f"{self.prog}: {message}", file=sys.stderr)
        raise SystemExit(2)


ARGPARSE = {
    "usage: ": msg("Usage: "),
    "positional arguments": msg("arguments"),
    "options": msg("options"),
    "show this help message and exit": msg("show this help"),
    "argument %(argument_name)s: %(message)s": msg("%(argument_name)s: %(message)s"),
    "invalid choice: %(value)r (choose from %(choices)s)": msg("unknown value %(value)r (choose from: %(choices)s)"),
    "expected one argument": msg("needs a value"),
    "ignored explicit argument %r": msg("doesn't take a value, but got %r"),
    "unrecognized arguments: %s": msg("unknown: %s"),
    "ambiguous option: %(option)s could match %(matches)s": msg("%(option)s is ambiguous; it could be: %(matches)s"),
    "the following arguments are required: %s": msg("missing: %s"),
}


@contextmanager
def argparse_in(words: Translator) -> Iterator[None]:
    """For as long as a command line is read, argparse speaks the language of whoever typed it."""
    said = {text: words.say(message) for text, message in ARGPARSE.items()}
    usual = vars(argparse)["_"]  # whom it asks for its own words
    vars(argparse)["_"] = lambda text: said.get(text, text)
    try:
        yield
    finally:
        vars(argparse)["_"] = usual


def parser(words: Translator) -> Parser:
    """All commands, explained in these words."""

    def say(text: Message) -> str:
        return words.say(text)

    name = os.environ.get("RIDOTTO_COMMAND", "ridotto")
    game_help = say(msg("the game (`{command}` lists them)", command=f"{name} games"))
    game_name, file_name = say(msg("GAME")), say(msg("FILE"))
    top = Parser(
        prog=name,
        description=say(msg("A house for modern tabletop games: play them, study them, replay them.")),
        epilog=say(
            msg(
                "Without a command, Ridotto opens the house to everybody on your network and shows it in your "
                "browser; it takes all options of “serve” ({example}). For help on a command: {command}",
                example=f"{name} --port 8123",
                command=f"{name} play --help",
            )
        ),
    )
    version = f"ridotto {ridotto.__version__}"
    top.add_argument("--version", action="version", version=version, help=say(msg("show the version")))
    commands = top.add_subparsers(dest="command", metavar=say(msg("COMMAND")))

    games = commands.add_parser("games", help=say(msg("list the games")), description=say(msg("Lists the games.")))
    games.set_defaults(run=_games)

    play = commands.add_parser(
        "play",
        help=say(msg("play a game in the terminal")),
        description=say(msg("Plays a game here in the terminal, with people and bots.")),
    )
    play.add_argument(
        "game",
        nargs="?",
        metavar=game_name,
        help=say(msg("the game (`{command}` lists them; default: choose from a menu)", command=f"{name} games")),
    )
    _table(play, words)
    play.add_argument(
        "--people",
        metavar=say(msg("NAMES")),
        help=say(msg("how many people play here, or their names: Anna,Ben (default: 1)")),
    )
    play.add_argument(
        "--bots",
        metavar=say(msg("LEVEL")),
        help=say(msg("who takes the other seats: novice, casual, expert, master (default: casual)")),
    )
    play.add_argument("--resume", metavar=file_name, help=say(msg("continue a saved game")))
    play.set_defaults(run=_play)

    simulate = commands.add_parser(
        "simulate",
        help=say(msg("let bots play many games")),
        description=say(msg("Lets bots play many games and sums up the results. Game i has the seed S + i.")),
    )
    simulate.add_argument("game", metavar=game_name, help=game_help)
    _table(simulate, words)
    simulate.add_argument("--games", default="1000", metavar="M", help=say(msg("how many games (default: 1000)")))
    simulate.add_argument(
        "--bots", default="random", metavar="A,B,...", help=say(msg("a bot for each seat (default: random)"))
    )
    simulate.add_argument(
        "--record", metavar=say(msg("FOLDER")), help=say(msg("write a record of every game to this folder"))
    )
    simulate.set_defaults(run=_simulate)

    arena = commands.add_parser(
        "arena",
        help=say(msg("find out which bot is better")),
        description=say(
            msg(
                "Lets bots play each other on all cores. Every deal is played from every seat, so neither the "
                "cards nor the seats decide. Deal d has the seed S + d."
            )
        ),
    )
    arena.add_argument("game", metavar=game_name, help=game_help)
    arena.add_argument(
        "--bots", metavar="A,B,...", help=say(msg("two or more; the first one takes any seats left over"))
    )
    _table(arena, words)
    arena.add_argument(
        "--games", default="400", metavar="M", help=say(msg("how many games, rounded up to whole deals (default: 400)"))
    )
    arena.add_argument(
        "--file", metavar=file_name, help=say(msg("keep finished games in this file, and continue from it"))
    )
    arena.set_defaults(run=_arena)

    bench = commands.add_parser(
        "bench",
        help=say(msg("measure the speed")),
        description=say(
            msg(
                "Measures random games in C, games driven from Python, copies and imports; with --peers, OpenSpiel too."
            )
        ),
    )
    bench.add_argument("games", nargs="*", metavar=game_name, help=say(msg("which games (default: all)")))
    bench.add_argument(
        "--peers",
        action="store_true",
        help=say(msg("measure OpenSpiel too ({command})", command="pip install open_spiel")),
    )
    bench.add_argument(
        "--smallest", action="store_true", help=say(msg("measure as little as possible, just to see if it runs"))
    )
    bench.set_defaults(run=_bench)

    replay = commands.add_parser(
        "replay",
        help=say(msg("replay a recorded game")),
        description=say(msg("Retells a recorded game and shows the table at any point.")),
    )
    replay.add_argument("record", metavar=file_name, help=say(msg("the file of a saved game")))
    replay.add_argument("--to", metavar="N", help=say(msg("stop after N decisions (default: at the end)")))
    replay.add_argument("--seat", metavar="S", help=say(msg("show what this seat saw (default: what spectators saw)")))
    replay.set_defaults(run=_replay)

    verify = commands.add_parser(
        "verify",
        help=say(msg("check a recorded game")),
        description=say(msg("Replays a record and checks every decision, the result and the deal against its hash.")),
    )
    verify.add_argument("record", metavar=file_name, help=say(msg("the file of a saved game")))
    verify.set_defaults(run=_verify)

    rules = commands.add_parser(
        "rules", help=say(msg("read the rules of a game")), description=say(msg("Shows the rulebook of a game."))
    )
    rules.add_argument("game", metavar=game_name, help=game_help)
    rules.set_defaults(run=_rules)

    serve = commands.add_parser(
        "serve",
        help=say(msg("open the house to browsers and programs")),
        description=say(
            msg("Opens the house on the network. Its tables are kept in a file on your machine; Ctrl-C closes it.")
        ),
    )
    serve.add_argument(
        "--host",
        default="127.0.0.1",
        metavar="H",
        help=say(msg("0.0.0.0 for your whole network (default: only this machine)")),
    )
    serve.add_argument("--port", metavar="P", help=say(msg("0 picks a free one (default: 1638)")))
    serve.add_argument(
        "--database",
        metavar="URL",
        help=say(msg("a file, sqlite:///file or postgresql://... (default: a file in your data folder)")),
    )
    serve.add_argument(
        "--proxies",
        default="0",
        metavar="N",
        help=say(msg("how many of your own proxies every request passes through (default: 0)")),
    )
    serve.add_argument(
        "--host-name",
        action="append",
        default=[],
        metavar=say(msg("NAME")),
        help=say(msg("a host name of the house on the internet; may be repeated (this machine's own are known)")),
    )
    serve.add_argument(
        "--workers", metavar="N", help=say(msg("processes for the bots to think in (default: all cores but one)"))
    )
    serve.add_argument(
        "--break-off-after",
        default="30",
        metavar=say(msg("DAYS")),
        help=say(msg("end matches that everybody left this long ago (default: 30; 0: never)")),
    )
    serve.add_argument(
        "--delete-after",
        default="7",
        metavar=say(msg("DAYS")),
        help=say(msg("delete tables whose match hasn't started after this long (default: 7; 0: never)")),
    )
    serve.add_argument("--no-limits", action="store_true", help=say(msg("turn off all rate limits")))
    serve.add_argument(
        "--log-level", default="info", metavar=say(msg("LEVEL")), help=say(msg("debug, info, warning or error"))
    )
    serve.set_defaults(run=_serve)

    for command in (games, simulate, arena, bench):
        command.add_argument("--json", action="store_true", help=say(msg("print JSON")))
    language_help = say(msg("en, de or it (default: the language of your system)"))
    top.add_argument("--lang", metavar="LANG", help=language_help)
    for command in (games, play, simulate, arena, bench, replay, verify, rules, serve):
        command.add_argument("--lang", metavar="LANG", default=argparse.SUPPRESS, help=language_help)
    return top


def _table(command: argparse.ArgumentParser, words: Translator) -> None:
    command.add_argument("--players", metavar="N", help=words.say(msg("how many players")))
    command.add_argument("--seed", metavar="S", help=words.say(msg("a number that fixes every shuffle")))
    command.add_argument(
        "--option",
        action="append",
        default=[],
        metavar=words.say(msg("NAME=VALUE")),
        help=words.say(msg("a variant of the rules; may be repeated")),
    )


def _wished(arguments: Sequence[str]) -> str:
    """The language of whoever types this, whatever else is wrong with it."""
    try:
        return language(_language_and_rest(arguments)[0])
    except (argparse.ArgumentError, RidottoError):
        return language()


def _without_command(arguments: Sequence[str]) -> bool:
    """Is there no command, so that the house is to be opened, with any options of `serve`?"""
    try:
        first, *_ = [*_language_and_rest(arguments)[1], ""]
    except argparse.ArgumentError:
        return False
    return not first or (first.startswith("-") and not any(own.startswith(first) for own in OWN_OPTIONS))


def _language_and_rest(arguments: Sequence[str]) -> tuple[str | None, list[str]]:
    only = argparse.ArgumentParser(add_help=False, exit_on_error=False)
    only.add_argument("--lang")
    found, rest = only.parse_known_args(arguments)
    return found.lang, rest


NUMBERS = ("players", "seed", "games", "to", "seat", "port", "proxies", "workers", "break_off_after", "delete_after")


def _count(given: argparse.Namespace) -> None:
    """Turns what must be whole numbers into such."""
    for field in NUMBERS:
        text, name = getattr(given, field, None), field.replace("_", "-")
        if isinstance(text, str):
            try:
                setattr(given, field, int(text, 16 if text.startswith("0x") else 10))
            except ValueError:
                raise RidottoError(msg("--{name} must be a whole number, not {text}.", name=name, text=text)) from None
            if getattr(given, field) < 0:
                raise RidottoError(msg("--{name} can't be below 0.", name=name))


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command; what people did wrong is one line on standard error and exit code 2."""
    if sys.stdout is None:  # closed by whoever started it
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - as long as the program runs
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper) and not stream.closed:
            stream.reconfigure(errors="replace")  # a character that one side lacks does no harm
    typed = sys.argv[1:] if arguments is None else list(arguments)
    words = Translator(_wished(typed))
    at_home = _without_command(typed)
    try:
        with argparse_in(words):
            given = parser(words).parse_args([*OPENED, *typed] if at_home else typed)
        given.browser, given.typed = at_home, tuple(typed)
        language(given.lang)  # refuses one that nobody here speaks
        _count(given)
        _warn_if_slow(words)
        given.run(given, words)
        sys.stdout.flush()
    except RidottoError as error:
        print(words.say(error.message), file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError as error:  # a full disk behind standard output
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        print(words.say(msg("Can't write the output: {reason}.", reason=reason(error))), file=sys.stderr)
        return 2
    return 0


def _warn_if_slow(words: Translator) -> None:
    if not ridotto.compiled and os.environ.get("RIDOTTO_PURE", "0") in ("", "0"):
        warning = msg("Ridotto isn't compiled here and runs as plain Python, many times slower. A C compiler helps.")
        print(words.say(warning), file=sys.stderr)


def _options(given: argparse.Namespace) -> dict[str, object]:
    options: dict[str, object] = {}
    for text in given.option:
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise RidottoError(msg("Write an option as name=value, not {text}.", text=text))
        if name in options:
            raise RidottoError(msg("The option {name} is given twice.", name=name))
        options[name] = value
    return options


def _play(given: argparse.Namespace, words: Translator) -> None:
    from ridotto.terminal.menu import menu
    from ridotto.terminal.play import play

    if given.game is None:
        menu(words)
        return

    people = _people(given.people)
    play(
        ridotto.game(given.game),
        words,
        players=given.players,
        people=people,
        bots=given.bots,
        seed=given.seed,
        options=_options(given) or None,
        resume=given.resume,
    )


def _people(text: str | None) -> int | list[str] | None:
    """How many, or who."""
    if text is None:
        return None
    return int(text) if text.isdecimal() and len(text) < 9 else text.split(",")


def _games(given: argparse.Namespace, words: Translator) -> None:
    rows = [
        {
            "slug": game.slug,
            "title": game.title,
            "players": [game.players[0], game.players[-1]],
            "options": {option.name: list(option.values) for option in game.options},
            "numbers": {
                option.name: [option.numbers[0], option.numbers[-1]] for option in game.options if option.numbers
            },
            "moves": len(game.moves),
            "rules": game.rules_version,
            "compiled": ridotto.compiled,
        }
        for game in ridotto.games()
    ]
    if given.json:
        _print_json(rows)
        return
    print(words.say(msg("The rules are compiled.") if ridotto.compiled else msg("The rules run as plain Python.")))
    for game in ridotto.games():
        players = msg("{least} to {most} players", least=game.players[0], most=game.players[-1])
        version = msg("rules version {version}, {moves} moves", version=game.rules_version, moves=len(game.moves))
        print(f"{game.slug:14}{game.title:20}{words.say(players)}, {words.say(version)}")
        for option in game.options:
            values = (f"{option.numbers[0]}..{option.numbers[-1]}",) if option.numbers else option.values
            print(f"{'':14}--option {option.name}={'|'.join(values)}")


def _simulate(given: argparse.Namespace, words: Translator) -> None:
    from pathlib import Path

    from ridotto.lab.simulate import simulate

    game = ridotto.game(given.game)
    if not given.games:
        raise RidottoError(msg("--games must be at least 1."))
    with _progress(words.say(msg("Games")), given.games) as progress:
        done = simulate(
            game,
            game.usual if given.players is None else given.players,
            given.games,
            0 if given.seed is None else given.seed,
            _options(given),
            given.bots.split(","),
            Path(given.record) if given.record else None,
            progress,
        )
    if given.json:
        _print_json(done.as_json())
        return
    print(words.say(msgs(
        "{game}, {players} players: {n} game, {decisions} decisions ({mean} a game, {longest} at the most)",
        "{game}, {players} players: {n} games, {decisions} decisions ({mean} a game, {longest} at the most)",
        done.games, game=game.title, players=done.players, decisions=done.decisions,
        mean=_decimal(done.decisions / done.games, 1, words), longest=done.longest,
    )))  # fmt: skip
    for seat, name in enumerate(done.bots):
        low, high = done.interval[seat]
        print(words.say(msg(
            "seat {seat} ({bot}): wins {wins} % ({low} to {high}), mean score {score}, mean place {place}",
            seat=seat, bot=name, wins=_decimal(100 * done.wins[seat], 1, words),
            low=_decimal(100 * low, 1, words), high=_decimal(100 * high, 1, words),
            score=_decimal(done.scores[seat], 2, words), place=_decimal(done.places[seat], 2, words),
        )))  # fmt: skip


def _decimal(number: float, digits: int, words: Translator) -> str:
    return _figures(f"{number:.{digits}f}", words)


def _figures(text: str, words: Translator) -> str:
    """With a comma where others have a point."""
    return text if words.language == "en" else re.sub(r"(?<=\d)\.(?=\d)", ",", text)


def _arena(given: argparse.Namespace, words: Translator) -> None:
    from ridotto.lab.arena import Arena
    from ridotto.lab.contest import Contest
    from ridotto.lab.contest_report import headline, lines

    game = ridotto.game(given.game)
    if not given.games:
        raise RidottoError(msg("--games must be at least 1."))
    bots = given.bots.split(",") if given.bots else []
    contest = Contest(game, bots, given.players, _options(given), given.seed or 0)
    arena = Arena(contest, given.games, given.file)
    try:
        with _progress(words.say(msg("Games")), arena.games) as progress:
            arena.play(progress)
    finally:  # after Ctrl-C, what is finished is told all the same
        results = arena.results()
        if results and given.json:
            _print_json(arena.as_json())
        elif results:
            print(words.say(headline(contest, results)))
            bots, *answers = [[words.say(cell) for cell in line] for line in lines(results)]
            _print_columns([bots, *([_figures(cell, words) for cell in line] for line in answers)])


def _print_columns(rows: list[list[str]]) -> None:
    """The first column to the left, all others to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for name, *cells in rows:
        print(name.ljust(widths[0]), *map(str.rjust, cells, widths[1:]), sep="   ")


def _bench(given: argparse.Namespace, words: Translator) -> None:
    from ridotto.lab import peers
    from ridotto.lab.bench import SMALLEST, USUAL, bench, report

    games = [ridotto.game(slug) for slug in given.games] or ridotto.games()
    compared = given.peers and peers.are_there()
    if compared != given.peers:
        print(words.say(msg("Skipping OpenSpiel: it isn't installed here (pip install open_spiel).")), file=sys.stderr)
    effort = SMALLEST if given.smallest else USUAL
    rows = []
    for game in games:
        rows += bench(game, compared, effort, lambda what: print(what, file=sys.stderr))
    if given.json:
        _print_json(report(rows))
        return
    for row in rows:
        line = f"{row.game:14}{row.what:10}{_short(row.ours):>10} {row.unit:12}"
        print(line if row.theirs is None else f"{line}{row.ratio:>8.2f} x  {row.peer} ({_short(row.theirs)})")


def _short(number: float) -> str:
    """12.3 M, 271.1"""
    return f"{number / 1e6:.1f} M" if number >= 1e6 else f"{number:,.1f}"


def _replay(given: argparse.Namespace, words: Translator) -> None:
    from ridotto.engine import record
    from ridotto.terminal.replay import replay

    replay(record.load(given.record, ridotto.game), words, given.to, given.seat)


def _verify(given: argparse.Namespace, words: Translator) -> None:
    from ridotto.engine import record

    match = record.load(given.record, ridotto.game)
    told = {"game": match.game.title, "players": match.players}
    if match.over:
        told |= {"entries": len(match.entries), "scores": ", ".join(map(str, match.state.scores()))}
        print(words.say(msg(
            "The record is valid: {game}, {players} players, {entries} entries, scores {scores}; "
            "the deal matches its hash.",
            **told,
        )))  # fmt: skip
    else:  # a count of decisions would tell of potions declined
        print(
            words.say(msg("The record is valid so far: {game}, {players} players; the deal matches its hash.", **told))
        )


def _rules(given: argparse.Namespace, words: Translator) -> None:
    from ridotto.rulebook import rulebook

    game: Game = ridotto.game(given.game)
    book = rulebook(game.slug, words.language)
    if not sys.stdout.isatty():
        print(f"# {book.title}\n\n{book.hook}\n\n{book.text}", end="")
        return
    from rich.console import Console
    from rich.markdown import Markdown

    os.environ.setdefault("LESS", "-R")  # so that the pager shows colours
    console = Console()
    with console.pager(styles=True):
        console.print(Markdown(f"# {book.title}\n\n*{book.hook}*\n\n{book.text}"), width=min(console.width, 88))


def _serve(given: argparse.Namespace, words: Translator) -> None:
    from ridotto.house.retention import Retention
    from ridotto.web.ops.serve import PORT, Opening, serve

    opening = Opening(
        host=given.host,
        port=PORT if given.port is None else given.port,
        database=given.database,
        proxies=given.proxies,
        names=tuple(given.host_name),
        workers=given.workers,
        retention=Retention(given.break_off_after, given.delete_after),
        limits=not given.no_limits,
        log_level=given.log_level,
        browser=given.browser,
        typed=given.typed,
    )
    serve(opening, _tell(words))


def _tell(words: Translator) -> Callable[[Message], None]:
    return lambda message: print(words.say(message), flush=True)


def _print_json(value: Any) -> None:
    import json

    print(json.dumps(value, ensure_ascii=False, indent=2))


@contextmanager
def _progress(title: str, total: int) -> Iterator[Callable[[int], None]]:
    """A bar on standard error, if a person is looking."""
    if not sys.stderr.isatty():
        yield lambda done: None
        return
    from time import monotonic

    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(title, total=total)
        due = 0.0

        def advance(done: int) -> None:
            nonlocal due
            if (now := monotonic()) >= due or done == total:
                bar.update(task, completed=done)
                due = now + 0.1

        yield advance


if __name__ == "__main__":
    raise SystemExit(main())
