"""The commands of the laboratory: simulate, arena, bench."""

import argparse
import sys
from pathlib import Path

import ridotto
from ridotto.cli.command_parsers import CommandParsers, chosen_options
from ridotto.cli.output import decimal, localised, print_columns, print_json, progress_bar, short_number
from ridotto.engine.errors import RidottoError
from ridotto.engine.message import msg, msgs
from ridotto.translations import Translator


def add_simulate(commands: CommandParsers) -> None:
    command = commands.add(
        "simulate",
        _simulate,
        msg("let bots play many games"),
        msg("Lets bots play many games and sums up the results. Game i has the seed S + i."),
    )
    command.add("game", metavar=msg("GAME"), help=commands.game_help)
    command.add_table_options()
    command.add("--games", default="1000", metavar="M", help=msg("how many games (default: 1000)"))
    command.add("--bots", default="random", metavar="A,B,...", help=msg("a bot for each seat (default: random)"))
    command.add("--record", metavar=msg("FOLDER"), help=msg("write a record of every game to this folder"))
    command.add_json_option()


def _simulate(given: argparse.Namespace, translator: Translator) -> None:
    from ridotto.lab.simulate import simulate

    game = ridotto.game(given.game)
    if not given.games:
        raise RidottoError(msg("--games must be at least 1."))
    with progress_bar(translator.say(msg("Games")), given.games) as progress:
        done = simulate(
            game,
            game.default_players if given.players is None else given.players,
            given.games,
            0 if given.seed is None else given.seed,
            chosen_options(given),
            given.bots.split(","),
            Path(given.record) if given.record else None,
            progress,
        )
    if given.json:
        print_json(done.to_dict())
        return
    print(translator.say(msgs(
        "{game}, {players} players: {n} game, {decisions} decisions ({mean} a game, {longest} at the most)",
        "{game}, {players} players: {n} games, {decisions} decisions ({mean} a game, {longest} at the most)",
        done.games, game=game.title, players=done.players, decisions=done.decisions,
        mean=decimal(done.decisions / done.games, 1, translator), longest=done.longest,
    )))  # fmt: skip
    for seat, name in enumerate(done.bots):
        low, high = done.interval[seat]
        print(translator.say(msg(
            "seat {seat} ({bot}): wins {wins} % ({low} to {high}), mean score {score}, mean place {place}",
            seat=seat, bot=name, wins=decimal(100 * done.wins[seat], 1, translator),
            low=decimal(100 * low, 1, translator), high=decimal(100 * high, 1, translator),
            score=decimal(done.scores[seat], 2, translator), place=decimal(done.places[seat], 2, translator),
        )))  # fmt: skip


def add_arena(commands: CommandParsers) -> None:
    command = commands.add(
        "arena",
        _arena,
        msg("find out which bot is better"),
        msg(
            "Lets bots play each other on all cores. Every deal is played from every seat, so neither the "
            "cards nor the seats decide. Deal d has the seed S + d."
        ),
    )
    command.add("game", metavar=msg("GAME"), help=commands.game_help)
    command.add("--bots", metavar="A,B,...", help=msg("two or more; the first one takes any seats left over"))
    command.add_table_options()
    command.add(
        "--games", default="400", metavar="M", help=msg("how many games, rounded up to whole deals (default: 400)")
    )
    command.add("--file", metavar=msg("FILE"), help=msg("keep finished games in this file, and continue from it"))
    command.add_json_option()


def _arena(given: argparse.Namespace, translator: Translator) -> None:
    from ridotto.lab.arena import Arena
    from ridotto.lab.contest import Contest
    from ridotto.lab.contest_report import headline, report_lines

    game = ridotto.game(given.game)
    if not given.games:
        raise RidottoError(msg("--games must be at least 1."))
    bots = given.bots.split(",") if given.bots else []
    contest = Contest(game, bots, given.players, chosen_options(given), given.seed or 0)
    arena = Arena(contest, given.games, given.file)
    try:
        with progress_bar(translator.say(msg("Games")), arena.games) as progress:
            arena.play(progress)
    finally:  # after Ctrl-C, too: report the finished games
        results = arena.results()
        if results and given.json:
            print_json(arena.to_dict())
        elif results:
            print(translator.say(headline(contest, results)))
            names, *rows = [[translator.say(cell) for cell in line] for line in report_lines(results)]
            print_columns([names, *([localised(cell, translator) for cell in row] for row in rows)])


def add_bench(commands: CommandParsers) -> None:
    command = commands.add(
        "bench",
        _bench,
        msg("measure the speed"),
        msg("Measures random games in C, games driven from Python, copies and imports; with --peers, OpenSpiel too."),
    )
    command.add("games", nargs="*", metavar=msg("GAME"), help=msg("which games (default: all)"))
    command.add(
        "--peers",
        action="store_true",
        help=msg("measure OpenSpiel too ({command})", command="pip install open_spiel"),
    )
    command.add("--smallest", action="store_true", help=msg("measure as little as possible, just to see if it runs"))
    command.add_json_option()


def _bench(given: argparse.Namespace, translator: Translator) -> None:
    from ridotto.lab.bench import DEFAULT, SMALLEST, bench, report
    from ridotto.lab.peers import is_openspiel_installed

    games = [ridotto.game(slug) for slug in given.games] or ridotto.all_games()
    with_peers = given.peers and is_openspiel_installed()
    if with_peers != given.peers:
        skipped = msg("Skipping OpenSpiel: it isn't installed here (pip install open_spiel).")
        print(translator.say(skipped), file=sys.stderr)
    effort = SMALLEST if given.smallest else DEFAULT
    measured = []
    for game in games:
        measured += bench(game, with_peers, effort, lambda what: print(what, file=sys.stderr))
    if given.json:
        print_json(report(measured))
        return
    for row in measured:
        line = f"{row.game:14}{row.what:10}{short_number(row.ours):>10} {row.unit:12}"
        print(line if row.theirs is None else f"{line}{row.ratio:>8.2f} x  {row.peer} ({short_number(row.theirs)})")
