"""The commands. Whatever a command needs is imported when it runs."""

import argparse
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from io import TextIOWrapper
from typing import TYPE_CHECKING, Any, NoReturn

import ridotto
from ridotto.engine.errors import RidottoError
from ridotto.engine.message import Message, msg
from ridotto.words import Translator, language

if TYPE_CHECKING:
    from ridotto.engine.game import Game


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        print(f"{self.prog}: {message}", file=sys.stderr)
        raise SystemExit(2)


def parser() -> Parser:
    top = Parser(
        prog=os.environ.get("RIDOTTO_COMMAND", "ridotto"),
        description="A house for modern tabletop games: play them, study them, replay them.",
        epilog="Without a command, Ridotto opens the house for everybody in your network and shows it in your browser. "
        "Every command explains itself: ridotto play --help",
    )
    top.add_argument("--version", action="version", version=f"ridotto {ridotto.__version__}")
    top.add_argument("--lang", help="en, de or it; usually the language of your system")
    commands = top.add_subparsers(dest="command", metavar="COMMAND")

    games = commands.add_parser("games", help="which games there are", description="Lists the games of the house.")
    _json(games)
    games.set_defaults(run=_games)

    play = commands.add_parser(
        "play",
        help="play a game in the terminal",
        description="Plays a game here in the terminal, with people and bots.",
    )
    play.add_argument("game", nargs="?", help="the game, as `ridotto games` names it (default: choose from a menu)")
    _table(play)
    play.add_argument("--people", help="how many people play here, or their names: Anna,Ben (default: 1)")
    play.add_argument(
        "--bots", metavar="LEVEL", help="who sits on the other chairs: novice, casual, expert, master (default: casual)"
    )
    play.add_argument("--resume", metavar="FILE", help="go on with a saved game")
    play.set_defaults(run=_play)

    simulate = commands.add_parser(
        "simulate",
        help="let bots play many games",
        description="Lets bots play many games and tells how they went. The i-th game has the seed S + i.",
    )
    simulate.add_argument("game", help="the game, as `ridotto games` names it")
    _table(simulate)
    simulate.add_argument("--games", default="1000", metavar="M", help="how many games (default: 1000)")
    simulate.add_argument("--bots", default="random", metavar="A,B,...", help="a bot for each seat (default: random)")
    simulate.add_argument("--record", metavar="DIR", help="write the record of every game into this folder")
    _json(simulate)
    simulate.set_defaults(run=_simulate)

    arena = commands.add_parser(
        "arena",
        help="find out which bot is better",
        description="Lets bots play each other on all cores. Every deal is played from every seat, so that neither the "
        "cards nor the chairs decide. The d-th deal has the seed S + d.",
    )
    arena.add_argument("game", help="the game, as `ridotto games` names it")
    arena.add_argument("--bots", metavar="A,B,...", help="two or more; the first one takes the seats that are left")
    _table(arena)
    arena.add_argument("--games", default="400", metavar="M", help="how many games, up to a whole deal (default: 400)")
    arena.add_argument("--file", metavar="FILE", help="keep finished games here, and go on with those that are there")
    _json(arena)
    arena.set_defaults(run=_arena)

    bench = commands.add_parser(
        "bench",
        help="measure how fast it is",
        description="Measures random games in C, games driven from Python, copies and imports; with --peers OpenSpiel.",
    )
    bench.add_argument("games", nargs="*", metavar="GAME", help="which games (default: all)")
    bench.add_argument(
        "--peers", action="store_true", help="measure OpenSpiel in the same run (pip install open_spiel)"
    )
    _json(bench)
    bench.set_defaults(run=_bench)

    replay = commands.add_parser(
        "replay", help="look at a recorded game", description="Tells a recorded game and shows the table at any moment."
    )
    replay.add_argument("record", metavar="RECORD", help="a file that a game was saved in")
    replay.add_argument("--to", metavar="N", help="stop after N decisions (default: the end)")
    replay.add_argument("--seat", metavar="S", help="show what this seat saw (default: a spectator)")
    replay.set_defaults(run=_replay)

    verify = commands.add_parser(
        "verify",
        help="check a recorded game",
        description="Replays a record: every decision, the result, and that the deal was the one promised by its hash.",
    )
    verify.add_argument("record", metavar="RECORD", help="a file that a game was saved in")
    verify.set_defaults(run=_verify)

    rules = commands.add_parser("rules", help="read the rules of a game", description="Shows the rulebook of a game.")
    rules.add_argument("game", help="the game, as `ridotto games` names it")
    rules.set_defaults(run=_rules)

    serve = commands.add_parser(
        "serve",
        help="open the house for browsers and programs",
        description="Opens the house on the network. It keeps its tables in a file of yours, and closes with Ctrl-C.",
    )
    serve.add_argument("--host", default="127.0.0.1", metavar="H", help="0.0.0.0 for your network (default: only here)")
    serve.add_argument("--port", metavar="P", help="0 for any that is free (default: 1638)")
    serve.add_argument(
        "--database", metavar="URL", help="a file, or postgresql://... (default: in the folder for your data)"
    )
    serve.add_argument(
        "--proxies", default="0", metavar="N", help="how many proxies of yours every request comes through (default: 0)"
    )
    serve.add_argument("--workers", metavar="N", help="processes in which bots think (default: all cores but one)")
    serve.add_argument("--no-limits", action="store_true", help="answer everybody as often as they ask")
    serve.add_argument("--log-level", default="info", metavar="LEVEL", help="debug, info, warning or error")
    serve.set_defaults(run=_serve)

    for command in (games, play, simulate, arena, bench, replay, verify, rules, serve):
        command.add_argument(
            "--lang", default=argparse.SUPPRESS, help="en, de or it; usually the language of your system"
        )
    return top


def _json(command: argparse.ArgumentParser) -> None:
    command.add_argument("--json", action="store_true", help="print JSON")


def _table(command: argparse.ArgumentParser) -> None:
    command.add_argument("--players", metavar="N", help="how many sit at the table")
    command.add_argument("--seed", metavar="S", help="a number that fixes every shuffle")
    command.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="a variant of the rules; may be repeated"
    )


NUMBERS = ("players", "seed", "games", "to", "seat", "port", "proxies", "workers")


def _count(given: argparse.Namespace) -> None:
    """Turns what must be whole numbers into such."""
    for name in NUMBERS:
        text = getattr(given, name, None)
        if isinstance(text, str):
            try:
                setattr(given, name, int(text, 16 if text.startswith("0x") else 10))
            except ValueError:
                raise RidottoError(msg("--{name} must be a whole number, not {text}.", name=name, text=text)) from None
            if getattr(given, name) < 0:
                raise RidottoError(msg("--{name} cannot be below 0.", name=name))


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command; what people did wrong is one line on standard error and exit code 2."""
    words = Translator("en")
    if sys.stdout is None:  # closed by whoever started it
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - as long as the program runs
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper) and not stream.closed:
            stream.reconfigure(errors="replace")  # a character that one side lacks does no harm
    try:
        given = parser().parse_args(arguments)
        words = Translator(language(given.lang))
        _count(given)
        _warn_if_slow(words)
        run: Callable[[argparse.Namespace, Translator], None] = getattr(given, "run", _open)
        run(given, words)
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
        print(words.say(msg("Cannot write the answer: {reason}.", reason=error.strerror)), file=sys.stderr)
        return 2
    return 0


def _warn_if_slow(words: Translator) -> None:
    if not ridotto.compiled and os.environ.get("RIDOTTO_PURE", "0") in ("", "0"):
        warning = msg("Ridotto is not compiled here and runs as plain Python, many times slower. A C compiler helps.")
        print(words.say(warning), file=sys.stderr)


def _options(given: argparse.Namespace) -> dict[str, object]:
    options: dict[str, object] = {}
    for text in given.option:
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise RidottoError(msg("An option is written name=value, not {text}.", text=text))
        if name in options:
            raise RidottoError(msg("The option {name} is given twice.", name=name))
        options[name] = value
    return options


def _open(given: argparse.Namespace, words: Translator) -> None:
    from ridotto.web.serve import Opening, serve

    serve(Opening(host="0.0.0.0", browser=True, log_level="warning"), _tell(words))


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
    print(words.say(msg("The rules run compiled.") if ridotto.compiled else msg("The rules run as plain Python.")))
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
        raise RidottoError(msg("At least one game must be played."))
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
    print(words.say(msg(
        "{game}, {players} players: {games} games, {decisions} decisions ({mean} a game, {longest} at the most)",
        game=game.title, players=done.players, games=done.games, decisions=done.decisions,
        mean=f"{done.decisions / done.games:.1f}", longest=done.longest,
    )))  # fmt: skip
    for seat, name in enumerate(done.bots):
        low, high = done.interval[seat]
        print(words.say(msg(
            "seat {seat} ({bot}): wins {wins} % ({low} to {high}), mean score {score}, mean place {place}",
            seat=seat, bot=name, wins=f"{100 * done.wins[seat]:.1f}", low=f"{100 * low:.1f}", high=f"{100 * high:.1f}",
            score=f"{done.scores[seat]:.2f}", place=f"{done.places[seat]:.2f}",
        )))  # fmt: skip


def _arena(given: argparse.Namespace, words: Translator) -> None:
    from ridotto.lab.arena import Arena
    from ridotto.lab.contest import Contest
    from ridotto.lab.report import headline, lines

    game = ridotto.game(given.game)
    if not given.games:
        raise RidottoError(msg("At least one game must be played."))
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
            _print_columns([[words.say(cell) for cell in line] for line in lines(results)])


def _print_columns(rows: list[list[str]]) -> None:
    """The first column to the left, all others to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for name, *cells in rows:
        print(name.ljust(widths[0]), *map(str.rjust, cells, widths[1:]), sep="   ")


def _bench(given: argparse.Namespace, words: Translator) -> None:
    from ridotto.lab.bench import bench, report

    games = [ridotto.game(slug) for slug in given.games] or ridotto.games()
    rows = []
    for game in games:
        rows += bench(game, given.peers, lambda what: print(what, file=sys.stderr))
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
            "The record holds: {game}, {players} players, {entries} entries, scores {scores}; the deal is as promised.",
            **told,
        )))  # fmt: skip
    else:  # a count of decisions would tell of potions declined
        print(words.say(msg("The record holds so far: {game}, {players} players; the deal is as promised.", **told)))


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
    from ridotto.web.serve import PORT, Opening, serve

    opening = Opening(
        host=given.host,
        port=PORT if given.port is None else given.port,
        database=given.database,
        proxies=given.proxies,
        workers=given.workers,
        limits=not given.no_limits,
        log_level=given.log_level,
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
