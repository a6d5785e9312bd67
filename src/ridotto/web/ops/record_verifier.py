"""Checking a record that somebody sends. It may take long: it is done elsewhere, and given up after a while."""

from ridotto.engine import record
from ridotto.engine.errors import BadRecord
from ridotto.engine.message import msg
from ridotto.games import game
from ridotto.house.background_jobs import BackgroundJobs, TooLong
from ridotto.web.schemas.response_schemas import Proof


async def proved(work: BackgroundJobs, visitor: str, text: bytes) -> Proof:
    """What a record tells that holds; any other is refused."""
    try:
        return await work.do(visitor, prove, text)
    except TooLong:
        raise BadRecord(msg("This record is too long to check here.")) from None


def prove(text: bytes) -> Proof:
    try:
        match = record.parse(text.decode("utf-8"), game)
    except UnicodeDecodeError:
        raise BadRecord(msg("This isn't UTF-8 text."), 1) from None
    result = (match.state.scores(), match.state.places()) if match.over else (None, None)
    return Proof(True, match.game.slug, match.players, len(match.entries), *result)
