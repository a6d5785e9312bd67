"""Records of older versions: each must replay, line by line, to its result."""

from pathlib import Path

import pytest

import ridotto
from ridotto.engine import record

ARCHIVE = sorted(Path(__file__).parent.joinpath("archive").glob("*.jsonl"))


def test_every_game_has_something_in_the_archive() -> None:
    kept = {record.load(path, ridotto.game).game.slug for path in ARCHIVE}
    assert kept == {game.slug for game in ridotto.all_games()}


@pytest.mark.slow
@pytest.mark.parametrize("path", ARCHIVE, ids=lambda path: path.stem)
def test_an_old_game_replays(path: Path) -> None:
    match = record.load(path, ridotto.game)
    assert match.over
    assert [f"{line}\n" for line in record.lines(match)] == path.read_text("utf-8").splitlines(keepends=True)
