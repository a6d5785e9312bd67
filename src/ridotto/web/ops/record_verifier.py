"""Verifies records that visitors send, in a background job with a time limit."""

from ridotto.engine import record
from ridotto.engine.errors import BadRecord
from ridotto.engine.message import msg
from ridotto.games import game
from ridotto.house.background_jobs import BackgroundJobs, JobTimedOut
from ridotto.web.schemas.response_schemas import VerifiedRecordResponse


async def verify_record(jobs: BackgroundJobs, visitor: str, data: bytes) -> VerifiedRecordResponse:
    """Replays a record. Raises `BadRecord` if it is wrong or takes too long."""
    try:
        return await jobs.run(visitor, replay_record, data)
    except JobTimedOut:
        raise BadRecord(msg("This record is too long to check here.")) from None


def replay_record(data: bytes) -> VerifiedRecordResponse:
    """The job itself: takes as long as the record needs."""
    try:
        match = record.parse(data.decode("utf-8"), game)
    except UnicodeDecodeError:
        raise BadRecord(msg("This isn't UTF-8 text."), 1) from None
    result = (match.state.scores(), match.state.places()) if match.over else (None, None)
    return VerifiedRecordResponse(True, match.game.slug, match.players, len(match.entries), *result)
