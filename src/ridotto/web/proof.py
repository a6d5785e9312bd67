"""Checking a record that somebody sends: in a process of its own, which may be ended when it takes too long."""

import asyncio
import sys
from contextlib import suppress

import msgspec

from ridotto.engine.errors import BadRecord
from ridotto.engine.message import msg
from ridotto.house.refused import Refused
from ridotto.web.telling import Proof

WAITING = 4  # records, the one that is checked included
PATIENCE = 20.0  # seconds; the longest of honest games take one or two


class Failed(msgspec.Struct, frozen=True):
    """What is wrong with a record, as a sentence, and where."""

    message: str
    line: int | None


class Outcome(msgspec.Struct, frozen=True):
    """Either of them."""

    proof: Proof | None = None
    failed: Failed | None = None


class Prover:
    """Checks one record after the other; a few may wait."""

    def __init__(self) -> None:
        self._free = asyncio.Lock()
        self._asked = 0

    async def prove(self, text: bytes, language: str) -> Proof:
        """What a record tells that holds; any other is refused, in this language."""
        if self._asked == WAITING:
            raise Refused("busy", msg("Other records are being checked: try again in a minute."))
        self._asked += 1
        try:
            async with self._free:
                outcome = msgspec.json.decode(await _checked(text, language), type=Outcome)
        finally:
            self._asked -= 1
        if outcome.failed is not None:
            raise BadRecord(msg("{reason}", reason=outcome.failed.message), outcome.failed.line)
        assert outcome.proof is not None
        return outcome.proof


async def _checked(text: bytes, language: str) -> bytes:
    child = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "ridotto.web.proof", language),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )
    try:
        async with asyncio.timeout(PATIENCE):
            told, _ = await child.communicate(text)
    except TimeoutError:
        raise Refused("bad-record", msg("This record is too long to be checked here.")) from None
    finally:
        with suppress(ProcessLookupError):
            child.kill()
        await child.wait()
    return told


def main(language: str) -> None:
    """Reads a record from standard input, and tells what there is to tell."""
    from ridotto.engine import record
    from ridotto.games import game
    from ridotto.words import Translator

    try:
        try:
            match = record.parse(sys.stdin.buffer.read().decode("utf-8"), game)
        except UnicodeDecodeError:
            raise BadRecord(msg("This is not a text in UTF-8."), 1) from None
        result = (match.state.scores(), match.state.places()) if match.over else (None, None)
        outcome = Outcome(proof=Proof(True, match.game.slug, match.players, len(match.entries), *result))
    except BadRecord as error:
        outcome = Outcome(failed=Failed(Translator(language).say(error.message), error.line))
    sys.stdout.buffer.write(msgspec.json.encode(outcome))


if __name__ == "__main__":
    main(sys.argv[1])
