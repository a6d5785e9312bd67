"""The commands for recorded games: replay, verify."""

import argparse

import ridotto
from ridotto.cli.command_parsers import CommandParsers
from ridotto.engine.message import msg
from ridotto.translations import Translator


def add_replay(commands: CommandParsers) -> None:
    command = commands.add(
        "replay",
        _replay,
        msg("replay a recorded game"),
        msg("Retells a recorded game and shows the table at any point."),
    )
    command.add("record", metavar=msg("FILE"), help=msg("the file of a saved game"))
    command.add("--to", metavar="N", help=msg("stop after N decisions (default: at the end)"))
    command.add("--seat", metavar="S", help=msg("show what this seat saw (default: what spectators saw)"))


def _replay(given: argparse.Namespace, translator: Translator) -> None:
    from ridotto.engine import record
    from ridotto.terminal.replay import replay

    replay(record.load(given.record, ridotto.game), translator, given.to, given.seat)


def add_verify(commands: CommandParsers) -> None:
    command = commands.add(
        "verify",
        _verify,
        msg("check a recorded game"),
        msg("Replays a record and checks every decision, the result and the deal against its hash."),
    )
    command.add("record", metavar=msg("FILE"), help=msg("the file of a saved game"))


def _verify(given: argparse.Namespace, translator: Translator) -> None:
    from ridotto.engine import record

    match = record.load(given.record, ridotto.game)
    facts = {"game": match.game.title, "players": match.players}
    if match.over:
        facts |= {"entries": len(match.entries), "scores": ", ".join(map(str, match.state.scores()))}
        print(translator.say(msg(
            "The record is valid: {game}, {players} players, {entries} entries, scores {scores}; "
            "the deal matches its hash.",
            **facts,
        )))  # fmt: skip
    else:  # the number of decisions would reveal secret ones, such as declined potions
        valid = msg("The record is valid so far: {game}, {players} players; the deal matches its hash.", **facts)
        print(translator.say(valid))
