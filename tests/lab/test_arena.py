"""The arena: games on all cores, which can be interrupted and continued at any time."""

import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from ridotto.cli import main
from ridotto.engine.errors import RidottoError
from ridotto.lab.arena import Arena
from ridotto.lab.contest import Contest, Fixture
from tests.lab.toy_bots import HUSH, toy
from tests.seeds import likely
from tests.waiting import DEADLINE

pytestmark = pytest.mark.slow

DUEL = Contest(HUSH, ["meek", "keen"], 2, find=toy)
MIXED = Contest(HUSH, ["random", "keen"], 3, seed=5, find=toy)


def played(contest: Contest, games: int, path: Path | None = None) -> Arena:
    arena = Arena(contest, games, path)
    arena.play(workers=2)
    return arena


def without_times(arena: Arena) -> list[dict[str, Any]]:
    times = ("seconds", "longest")
    return [{key: value for key, value in row.to_dict().items() if key not in times} for row in arena.results()]


def games_in(path: Path) -> list[tuple[int, int]]:
    _, *rows = path.read_text().splitlines()
    return [(line["deal"], line["rotation"]) for line in map(json.loads, rows)]


class TestPlaying:
    def test_the_better_bot_is_seen_to_be_better(self) -> None:
        def seen(number: int) -> bool:
            """The lower end of keen's interval is 3 standard errors above 1/3: it is below once in 800 runs."""
            done: list[int] = []
            arena = Arena(Contest(HUSH, ["meek", "keen"], 3, seed=number, find=toy), 90)
            arena.play(done.append)
            assert done == list(range(91))
            [meek, keen] = arena.results()
            assert meek.wins.interval is not None
            assert keen.wins.interval is not None
            assert 2 * meek.wins.mean + keen.wins.mean == pytest.approx(1)
            assert keen.games == 90
            ahead = keen.ratio > 1 > meek.ratio and keen.score.mean > meek.score.mean
            clearly = meek.wins.interval[1] < 1 / 3 < keen.wins.interval[0]
            return clearly and ahead and keen.place.mean < meek.place.mean

        assert likely(seen)

    def test_processes_play_the_same_games_as_a_single_process(self) -> None:
        arena = played(MIXED, 12)
        alone = {fixture: MIXED.play(fixture)[:4] for fixture in MIXED.fixtures(4)}
        assert {fixture: outcome[:4] for fixture, outcome in arena.finished.items()} == alone

    def test_a_lost_process_is_reported(self) -> None:
        with pytest.raises(RidottoError, match="stopped from outside"):
            played(Contest(HUSH, ["keen", "deserter"], 2, find=toy), 2)

    def test_an_error_of_a_bot_is_not_hidden(self) -> None:
        with pytest.raises(RidottoError, match="cannot do that now"):
            played(Contest(HUSH, ["keen", "cheat"], 2, find=toy), 2)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[Any, bytes]:
    """The results of six uninterrupted games, and their file."""
    path = tmp_path_factory.mktemp("whole") / "whole.jsonl"
    return without_times(played(MIXED, 6, path)), path.read_bytes()


class TestFile:
    def test_every_finished_game_has_a_line(self, tmp_path: Path) -> None:
        path = tmp_path / "duel.jsonl"
        arena = played(DUEL, 6, path)
        header = json.loads(path.read_text().splitlines()[0])
        assert header.items() >= DUEL.setup.items()
        assert sorted(games_in(path)) == sorted(arena.finished) == list(DUEL.fixtures(3))

    @pytest.mark.parametrize("lost", [1, 150, 1500])
    def test_after_a_crash_the_results_are_the_same(self, lost: int, tmp_path: Path, whole: tuple[Any, bytes]) -> None:
        results, text = whole
        path = tmp_path / "cut.jsonl"
        path.write_bytes(text[:-lost])
        again = played(MIXED, 6, path)
        assert without_times(again) == results
        assert sorted(games_in(path)) == list(MIXED.fixtures(2))
        assert path.read_bytes().startswith(text[: text.rfind(b"\n", 0, -lost) + 1])

    def test_more_games_continue_from_fewer(self, tmp_path: Path, whole: tuple[Any, bytes]) -> None:
        path = tmp_path / "more.jsonl"
        played(MIXED, 3, path)
        short = path.read_bytes()
        assert without_times(played(MIXED, 6, path)) == whole[0]
        assert path.read_bytes().startswith(short)

    def test_fewer_games_are_the_first_ones(self, tmp_path: Path, whole: tuple[Any, bytes]) -> None:
        path = tmp_path / "fewer.jsonl"
        path.write_bytes(whole[1])
        done: list[int] = []
        arena = Arena(MIXED, 3, path)
        arena.play(done.append)
        assert done == [3]
        assert [result.games for result in arena.results()] == [3, 3]
        assert path.read_bytes() == whole[1]

    @pytest.mark.parametrize(
        ("other", "message"),
        [
            (Contest(HUSH, ["random", "meek"], 3, seed=5, find=toy), r"bots is \['random', 'keen'\] there"),
            (Contest(HUSH, ["random", "keen"], 2, seed=5, find=toy), "players is 3 there and 2 here"),
            (Contest(HUSH, ["random", "keen"], 3, seed=6, find=toy), "seed is 5 there and 6 here"),
            (Contest(HUSH, ["random", "keen"], 3, {"deck": "large"}, 5, toy), "deck is 'small' there and 'large' here"),
        ],
        ids=["bots", "players", "seed", "options"],
    )
    def test_the_file_of_another_contest_is_refused(
        self, other: Contest, message: str, tmp_path: Path, whole: tuple[Any, bytes]
    ) -> None:
        path = tmp_path / "other.jsonl"
        path.write_bytes(whole[1])
        with pytest.raises(RidottoError, match=f"belongs to another contest: {message}"):
            Arena(other, 6, path)
        assert path.read_bytes() == whole[1]

    @pytest.mark.parametrize("key", ["rules", "ridotto"])
    def test_the_file_of_another_version_is_refused(self, key: str, tmp_path: Path, whole: tuple[Any, bytes]) -> None:
        header, *rows = whole[1].splitlines()
        path = tmp_path / "old.jsonl"
        path.write_bytes(b"\n".join([json.dumps(json.loads(header) | {key: "old"}).encode(), *rows]))
        with pytest.raises(RidottoError, match=f"{key} is 'old' there"):
            Arena(MIXED, 6, path)

    @pytest.mark.parametrize(
        "text", [b"my diary", b"my diary\n", b"[]\n", b'{"format": "ridotto record"}\n', b"\xff\n"]
    )
    def test_a_file_in_another_format_is_refused_and_stays_unchanged(self, text: bytes, tmp_path: Path) -> None:
        path = tmp_path / "diary"
        path.write_bytes(text)
        with pytest.raises(RidottoError, match="isn't an arena file; choose another name"):
            Arena(DUEL, 2, path)
        assert path.read_bytes() == text

    @pytest.mark.parametrize(
        "change",
        [
            {"deal": -1},
            {"deal": "0"},
            {"rotation": 3},
            {"wins": [1.0, 1.0, 0.0]},
            {"wins": [1.0, 0.0]},
            {"places": [1, 2, 4]},
            {"scores": [1, 2, "3"]},
            {"seconds": None},
            {"weather": "fine"},
        ],
        ids=str,
    )
    def test_a_damaged_file_is_refused(self, change: dict[str, Any], tmp_path: Path, whole: tuple[Any, bytes]) -> None:
        lines = whole[1].splitlines(keepends=True)
        lines[3] = json.dumps(json.loads(lines[3]) | change).encode() + b"\n"
        path = tmp_path / "damaged.jsonl"
        path.write_bytes(b"".join(lines))
        with pytest.raises(RidottoError, match="is damaged: line 4 isn't a finished game"):
            Arena(MIXED, 6, path)
        assert path.read_bytes() == b"".join(lines)

    @pytest.mark.parametrize("line", [b"", b"7", b"{", b"null", b"[" * 100_000, b'{"deal": 0, "rotation": 0}'])
    def test_an_invalid_line_is_refused(self, line: bytes, tmp_path: Path, whole: tuple[Any, bytes]) -> None:
        path = tmp_path / "damaged.jsonl"
        path.write_bytes(whole[1] + line + b"\n")
        with pytest.raises(RidottoError, match="is damaged: line 8"):
            Arena(MIXED, 6, path)

    def test_a_game_that_is_in_the_file_twice_counts_once(self, tmp_path: Path, whole: tuple[Any, bytes]) -> None:
        path = tmp_path / "twice.jsonl"
        path.write_bytes(whole[1] + whole[1].splitlines(keepends=True)[2])
        assert without_times(played(MIXED, 6, path)) == whole[0]

    @pytest.mark.parametrize("length", [0, 50])
    def test_an_incomplete_header_is_written_again(self, length: int, tmp_path: Path, whole: tuple[Any, bytes]) -> None:
        path = tmp_path / "young.jsonl"
        path.write_bytes(whole[1][:length])
        assert without_times(played(MIXED, 6, path)) == whole[0]
        assert path.read_bytes().splitlines()[0] == whole[1].splitlines()[0]

    def test_a_file_that_cannot_be_written_is_reported(self, tmp_path: Path) -> None:
        with pytest.raises(RidottoError, match="Can't write"):
            played(DUEL, 2, tmp_path / "nowhere" / "duel.jsonl")
        with pytest.raises(RidottoError, match="Can't read"):
            Arena(DUEL, 2, tmp_path)


INTERRUPTED = """
import sys
from tests.lab.toy_bots import HUSH, toy
from ridotto.lab.arena import Arena
from ridotto.lab.contest import Contest
Arena(Contest(HUSH, [sys.argv[1], "keen"], 2, find=toy), 100).play(workers=2)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such signal")
@pytest.mark.parametrize(
    ("bot", "end"),
    [
        ("sleeper", signal.SIGINT),
        ("sleeper", signal.SIGTERM),
        ("sleeper", signal.SIGKILL),
        ("faint", signal.SIGINT),
    ],
)
def test_no_process_stays_behind(bot: str, end: signal.Signals) -> None:
    command = [sys.executable, "-c", INTERRUPTED, bot]
    arena = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        assert arena.stdout is not None
        assert [arena.stdout.readline() for _ in range(2)] == ["thinking\n"] * 2
        arena.send_signal(end)
        _, err = arena.communicate(timeout=DEADLINE)  # returns when no process has the pipe open any more
    finally:
        arena.kill()
    assert arena.returncode == -end
    assert "SpawnProcess" not in err


def run(*words: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    code = main(words)
    out, err = capsys.readouterr()
    return code, out, err


class TestCommand:
    def test_json_contains_all_results(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        words = ["arena", "diciassette", "--bots", "random,random", "--games", "3", "--seed", "9", "--json"]
        words += ["--file", str(tmp_path / "duel.jsonl")]
        code, out, err = run(*words, capsys=capsys)
        assert (code, err) == (0, "")
        message = json.loads(out)
        assert (message["game"], message["players"], message["seed"], message["games"]) == ("diciassette", 2, 9, 4)
        assert [row["bot"] for row in message["results"]] == ["random", "random (2)"]
        assert sum(row["wins"]["mean"] for row in message["results"]) == pytest.approx(1)
        assert run(*words, capsys=capsys)[1] == out  # nothing is played again, so even the times are the same

    @pytest.mark.skipif(sys.platform == "win32", reason="there is no such shell")
    def test_a_full_disk_is_reported_and_the_written_games_count(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        words = ["arena", "diciassette", "--bots", "random,random", "--games", "10", "--lang", "en"]
        path = tmp_path / "duel.jsonl"
        words += ["--file", str(path)]
        command = f'ulimit -f 2; exec "{sys.executable}" -m ridotto {" ".join(words)}'
        done = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
        assert done.returncode == 2
        assert done.stderr.startswith(f"Can't write {path}: ")
        assert done.stderr.count("\n") == 1
        before = path.read_bytes()
        code, out, _ = run(*words, capsys=capsys)
        assert code == 0
        assert out.startswith("17 Diciassette, 2 players: 10 games, 5 deals")
        assert path.read_bytes().startswith(before[: before.rfind(b"\n")])

    @pytest.mark.parametrize(
        ("language", "message"),
        [("en", "wins (95 % interval)"), ("de", "Siege (95-%-Intervall)"), ("it", "vittorie (intervallo al 95 %)")],
    )
    def test_the_table_is_translated(
        self, language: str, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        words = ["arena", "verhext", "--bots", "random,random", "--games", "1", "--lang", language]
        code, out, _ = run(*words, capsys=capsys)
        assert code == 0
        headline, names, *lines = out.splitlines()
        assert headline.startswith("Verhext!, 3 ")
        assert names.split() == ["random", "random", "(2)"]
        assert [line for line in lines if line.startswith(message)]
        assert len({len(line) for line in [names, *lines]}) == 1

    @pytest.mark.parametrize(
        "words",
        [
            "poker --bots random,random",
            "verhext",
            "verhext --bots random",
            "verhext --bots random,genius",
            "verhext --bots random,random,random,random",
            "verhext --bots random,random --players 6",
            "verhext --bots random,random --games 0",
            "verhext --bots random,random --games few",
            "verhext --bots random,random --option colour=red",
            "verhext --bots random,random --file /",
        ],
    )
    def test_errors_are_one_line_in_three_languages(self, words: str, capsys: pytest.CaptureFixture[str]) -> None:
        message = [run("arena", *words.split(), "--lang", language, capsys=capsys) for language in ("en", "de", "it")]
        assert [(code, out, err.count("\n")) for code, out, err in message] == [(2, "", 1)] * 3
        assert len({err for _, _, err in message}) == 3

    def test_after_an_interrupt_the_finished_games_are_reported(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def stop(arena: Arena, progress: Any) -> None:
            for fixture in (Fixture(0, 0), Fixture(0, 1), Fixture(1, 0)):
                arena.ledger.add(fixture, arena.contest.play(fixture))
            raise KeyboardInterrupt

        monkeypatch.setattr(Arena, "play", stop)
        code, out, _ = run("arena", "diciassette", "--bots", "random,random", "--lang", "en", capsys=capsys)
        assert code == 130
        assert out.startswith("17 Diciassette, 2 players: 2 games, 1 deal played from every seat\n")
