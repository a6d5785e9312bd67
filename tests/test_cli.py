"""The commands, as people type them."""

import json
import re
import subprocess
import sys
from argparse import ArgumentParser
from contextlib import suppress
from pathlib import Path

import pytest

import ridotto
from ridotto.cli import main

FEW = "20" if ridotto.compiled else "2"


def run(*words: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    code = main(words)
    out, err = capsys.readouterr()
    return code, out, err


def test_games_lists_the_house(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run("games", capsys=capsys)
    assert code == 0
    assert "verhext" in out
    assert "potions_per_play=one|any" in out


def test_games_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run("games", "--json", capsys=capsys)
    [verhext] = [game for game in json.loads(out) if game["slug"] == "verhext"]
    assert verhext["players"] == [3, 5]
    assert verhext["moves"] == 58
    assert verhext["rules"] == 1
    assert verhext["compiled"] is ridotto.compiled
    assert verhext["options"]["zero_card_mode"] == ["missing_only", "both_ways"]


def test_simulate_tells_what_came_of_it(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run("simulate", "verhext", "--games", FEW, "--players", "3", "--seed", "7", "--json", capsys=capsys)
    assert code == 0
    done = json.loads(out)
    assert done["games"] == int(FEW)
    assert done["players"] == 3
    assert sum(done["wins"]) == pytest.approx(1)
    assert done["longest"] <= ridotto.game("verhext").max_decisions(3, done["options"])
    assert (
        run("simulate", "verhext", "--games", FEW, "--players", "3", "--seed", "7", "--json", capsys=capsys)[1] == out
    )


def test_simulate_counts_in_the_readers_language(capsys: pytest.CaptureFixture[str]) -> None:
    one = run("simulate", "verhext", "--games", "1", "--lang", "de", capsys=capsys)[1]
    assert re.match(r"Verhext!, 4 Personen: 1 Partie, (\d+) Entscheidungen \(\1,0 je Partie", one)
    assert "1 game, " in run("simulate", "verhext", "--games", "1", "--lang", "en", capsys=capsys)[1]
    assert ": 2 partite, " in run("simulate", "verhext", "--games", "2", "--lang", "it", capsys=capsys)[1]


def test_the_arena_counts_in_the_readers_language(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["arena", "verhext", "--bots", "random,random", "--players", "3", "--games", "3", "--lang"]
    [english, italian] = [run(*words, language, capsys=capsys)[1] for language in ("en", "it")]
    assert "33.3 %" in english
    assert "33,3 %" in italian
    assert "33.3 %" not in italian


def test_simulated_games_are_recorded_verified_and_replayed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "new" / "records"
    code, _, _ = run("simulate", "verhext", "--games", "2", "--seed", "5", "--record", str(folder), capsys=capsys)
    assert code == 0
    records = sorted(folder.iterdir())
    assert [path.name for path in records] == ["verhext-4-5.jsonl", "verhext-4-6.jsonl"]
    code, out, _ = run("verify", str(records[0]), capsys=capsys)
    assert code == 0
    assert "The record is valid" in out
    code, out, _ = run("replay", str(records[0]), "--to", "30", "--seat", "1", capsys=capsys)
    assert code == 0
    assert "after 30 of" in out
    assert "Your hand" in out


def test_a_record_replayed_by_a_spectator_shows_no_hand(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run("simulate", "verhext", "--games", "1", "--record", str(tmp_path), capsys=capsys)
    _, out, _ = run("replay", str(next(tmp_path.iterdir())), "--to", "20", capsys=capsys)
    assert "Your hand" not in out


def test_verify_says_where_a_tampered_record_goes_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run("simulate", "verhext", "--games", "1", "--record", str(tmp_path), capsys=capsys)
    path = next(tmp_path.iterdir())
    lines = path.read_text().splitlines()
    lines[3] = lines[3].replace("prophecy", "rebid")
    path.write_text("\n".join(lines) + "\n")
    code, out, err = run("verify", str(path), capsys=capsys)
    assert code == 2
    assert out == ""
    assert err.startswith("Line 4: ")
    assert err.count("\n") == 1


@pytest.mark.parametrize(("language", "title"), [("en", "The rules"), ("de", "Die Regeln"), ("it", "Le regole")])
def test_rules_in_three_languages(language: str, title: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run("rules", "verhext", "--lang", language, capsys=capsys)
    assert code == 0
    assert title in out
    assert "<!--" not in out
    assert "piece:" not in out


BAD = [
    (["simulate", "poker"], "Unknown game “poker”"),
    (["simulate", "verhext", "--players", "9"], "3 to 5"),
    (["simulate", "verhext", "--players", "two"], "whole number"),
    (["simulate", "verhext", "--seed", "tomorrow"], "whole number"),
    (["simulate", "verhext", "--seed", "-1"], "below 0"),
    (["simulate", "verhext", "--seed", str(2**256)], "2^256"),
    (["simulate", "verhext", "--games", "0"], "--games must be at least 1."),
    (["simulate", "verhext", "--option", "color=red"], "Unknown option “color”"),
    (["simulate", "verhext", "--option", "potions_per_play=two"], "one, any"),
    (["simulate", "verhext", "--option", "potions_per_play"], "name=value"),
    (["simulate", "verhext", "--option", "leader_by=points", "--option", "leader_by=points"], "twice"),
    (["simulate", "verhext", "--option", "first_holder=4"], "0, 1, 2, 3"),
    (["simulate", "verhext", "--bots", "genius"], "Unknown bot “genius”"),
    (["simulate", "verhext", "--bots", "random,random"], "one for each"),
    (["play", "verhext", "--people", "²"], ""),
    (["play", "verhext", "--people", "100000000"], ""),
    (["verify", "a\0b"], "Can't read"),
    (["play", "chess"], "Unknown game “chess”"),
    (["play", "verhext", "--people", "9"], ""),
    (["play", "verhext", "--resume", "nowhere.jsonl"], "Can't read nowhere.jsonl"),
    (["verify", "nowhere.jsonl"], "Can't read nowhere.jsonl"),
    (["replay", "nowhere.jsonl"], "Can't read nowhere.jsonl"),
    (["rules", "verhext", "--lang", "fr"], "en, de, it"),
    (["bench", "poker"], "Unknown game “poker”"),
]


@pytest.mark.parametrize(("words", "told"), BAD, ids=[" ".join(words) for words, _ in BAD])
def test_bad_input_is_one_line_and_exit_code_2(words: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(*words, capsys=capsys)
    assert code == 2
    assert out == ""
    assert told in err
    assert err.count("\n") == 1


@pytest.mark.parametrize("words", [["dance"], ["games", "--loud"], ["simulate"]])
def test_a_misspelt_command_is_one_line_and_exit_code_2(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(words)
    assert stopped.value.code == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_errors_are_told_in_the_readers_language(capsys: pytest.CaptureFixture[str]) -> None:
    german = run("simulate", "poker", "--lang", "de", capsys=capsys)[2]
    italian = run("simulate", "poker", "--lang", "it", capsys=capsys)[2]
    assert len({german, italian, run("simulate", "poker", "--lang", "en", capsys=capsys)[2]}) == 3


def test_what_the_system_says_is_told_in_the_readers_language(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for wrong, english in ((str(tmp_path), "Is a directory"), ("nowhere.jsonl", "No such file")):
        said = [run("verify", wrong, "--lang", language, capsys=capsys)[2] for language in ("en", "de", "it")]
        assert [english in line for line in said] == [True, False, False]
        assert len(set(said)) == 3


def test_an_unwritable_folder_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("")
    code, _, err = run("simulate", "verhext", "--games", "1", "--record", str(tmp_path / "file"), capsys=capsys)
    assert code == 2
    assert err.startswith("Can't write ")


@pytest.mark.parametrize("command", ["games", "play", "simulate", "arena", "bench", "replay", "verify", "rules"])
def test_every_command_explains_itself(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main([command, "--help"])
    assert stopped.value.code == 0
    assert "--lang" in capsys.readouterr().out


COMMANDS = ["", "games", "play", "simulate", "arena", "bench", "replay", "verify", "rules", "serve"]


def told(words: list[str], capsys: pytest.CaptureFixture[str]) -> list[str]:
    """All words that a command prints for --help or an error, except those to be typed."""
    with pytest.raises(SystemExit):
        main(words)
    said = capsys.readouterr()
    return re.findall(r"(?<![-\w])[^\W\d_]{4,}", said.out + said.err)


@pytest.mark.parametrize("language", ["de", "it"])
@pytest.mark.parametrize("command", COMMANDS)
def test_commands_explain_themselves_in_the_readers_language(
    language: str, command: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    words = [command, "--help"] if command else ["--help"]
    english = told([*words, "--lang", "en"], capsys)
    foreign = told([*words, "--lang", language], capsys)
    typed = {
        *COMMANDS,
        "ridotto",
        "novice",
        "casual",
        "expert",
        "master",
        "random",
        "debug",
        "info",
        "warning",
        "error",
    }
    typed |= {
        "help",
        "version",
        "lang",
        "players",
        "seed",
        "option",
        "people",
        "bots",
        "resume",
        "file",
        "sqlite",
        "LANG",
        "FILE",
    }
    typed |= {"Ridotto", "Anna", "terminal", "browser", "Browser", "proxy", "bot", "Terminal", "JSON", "Python", "hash"}
    typed |= {"OpenSpiel", "install", "open", "spiel", "postgresql", "Ctrl", "menu", "core", "peers", "NAME"}
    assert not set(english) & set(foreign) - typed
    monkeypatch.setenv("LC_ALL", f"{language}_XX.UTF-8")
    assert told(words, capsys) == foreign


@pytest.mark.parametrize(
    "words", [["dance"], ["games", "--loud"], ["simulate"], ["play", "--seed"], ["play", "--lang"]]
)
def test_a_misspelt_command_is_told_in_the_readers_language(
    words: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    said = []
    for language in ("en", "de", "it"):
        monkeypatch.setenv("LC_ALL", f"{language}_XX.UTF-8")
        said.append(" ".join(told(words, capsys)))
    assert len(set(said)) == 3
    assert not any(word in " ".join(said) for word in ("argument", "invalid", "required", "expected", "unrecognized"))


def test_other_programs_in_the_same_process_keep_their_words(capsys: pytest.CaptureFixture[str]) -> None:
    run("games", "--lang", "it", capsys=capsys)
    with pytest.raises(SystemExit):
        main(["games", "--loud"])
    other = ArgumentParser(prog="other")
    other.add_argument("--number", type=int)
    with pytest.raises(SystemExit):
        other.parse_args(["--number", "x"])
    assert "other: error: argument --number: invalid int value: 'x'" in capsys.readouterr().err


def test_recorded_games_are_the_ones_that_go_unrecorded(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["simulate", "verhext", "--games", "3", "--seed", "5", "--json"]
    assert run(*words, capsys=capsys)[1] == run(*words, "--record", str(tmp_path), capsys=capsys)[1]


def test_a_seed_may_begin_with_zeros(capsys: pytest.CaptureFixture[str]) -> None:
    seven = run("simulate", "verhext", "--games", "1", "--seed", "7", "--json", capsys=capsys)[1]
    assert run("simulate", "verhext", "--games", "1", "--seed", "007", "--json", capsys=capsys)[1] == seven
    assert run("simulate", "verhext", "--games", "1", "--seed", "0x7", "--json", capsys=capsys)[1] == seven


@pytest.mark.slow
@pytest.mark.parametrize("words", ["games", "simulate verhext --games 1", "rules verhext"])
@pytest.mark.parametrize("around", ["PYTHONIOENCODING=ascii {}", "{} > /dev/full", "{} >&-"])
def test_a_poor_terminal_is_no_traceback(words: str, around: str) -> None:
    command = around.format(f'"{sys.executable}" -m ridotto {words} --lang de')
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
    assert "Traceback" not in done.stderr
    assert done.stderr.count("\n") <= 1


def test_a_closed_pipe_is_no_traceback() -> None:
    done = subprocess.run(
        f'"{sys.executable}" -m ridotto rules verhext --lang en | head -1',
        shell=True, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stdout == "# Verhext!\n"
    assert done.stderr == ""


@pytest.mark.parametrize(
    ("typed", "opened"),
    [
        ([], {"host": "0.0.0.0", "port": 1638, "open_browser": True, "log_level": "warning"}),
        (["--lang", "de"], {"host": "0.0.0.0", "port": 1638, "open_browser": True}),
        (["--port", "8123"], {"host": "0.0.0.0", "port": 8123, "open_browser": True, "log_level": "warning"}),
        (
            ["--port=8123", "--lang", "it", "--host", "127.0.0.1"],
            {"host": "127.0.0.1", "port": 8123, "open_browser": True},
        ),
        (
            ["--database", "sqlite:///here.db", "--log-level", "info"],
            {"database": "sqlite:///here.db", "log_level": "info"},
        ),
        (["serve", "--port", "8123"], {"host": "127.0.0.1", "port": 8123, "open_browser": False, "log_level": "info"}),
        (["serve", "--port", "8123"], {"arguments": ("serve", "--port", "8123")}),
        (["--lang", "de", "serve"], {"host": "127.0.0.1", "port": 1638, "open_browser": False}),
    ],
)
def test_options_without_a_command_are_those_of_the_house(typed, opened, monkeypatch):
    asked = []
    monkeypatch.setattr("ridotto.web.ops.serve.serve", lambda opening, say: asked.append(opening))
    assert main(typed) == 0
    assert {name: getattr(asked[0], name) for name in opened} == opened


@pytest.mark.parametrize("typed", ["--prot 8123", "--port", "--port here", "--port 8123 games", "--lang"])
def test_options_that_the_house_does_not_have_are_told_in_one_line(typed, capsys):
    with suppress(SystemExit):
        assert main(typed.split()) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
