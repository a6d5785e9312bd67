"""A match on one screen, alone or shared."""

import re
from gettext import NullTranslations
from typing import Any

import pytest

import ridotto
from ridotto.bots.search import Budget
from ridotto.engine import record
from ridotto.engine.errors import BadOption, BadRecord
from ridotto.engine.match import Match
from ridotto.games.verhext.components import CARD_NAMES, PLAYED
from ridotto.games.verhext.rules.rules import Verhext
from ridotto.house.people.guests import shown_names
from ridotto.rulebook import clause_text
from ridotto.terminal.play import play
from ridotto.terminal.seats import BadSeats
from ridotto.terminal.session import TerminalSession
from ridotto.translations import Translator, UnknownLanguage
from ridotto.translations.catalogues import load_translations
from tests.at_the_table import state_of
from tests.terminal.people import Person, first_choice

GAME = ridotto.game("verhext")
EN = Translator("en")
TERMINAL: dict[str, Any] = {"force_terminal": True, "color_system": None}


def bot_table(seed=5, person="Anna"):
    return Match(GAME, 4, {}, seed, [person, "bot:random", "bot:random", "bot:random"])


def to_the_cards(match):
    """Plays every seat's first legal move until seat 0 is to play its first card."""
    while match.state.phase == 0 or match.state.actor() != 0:
        seat = match.state.actor()
        match.play(seat, match.state.moves(seat)[0])
    return match


def hand_names(view):
    return [CARD_NAMES[card] for card in view.own.hand]


def with_potion(seed=0):
    """A match in which seat 0 is to play a card and holds a potion and a plain card it may play."""
    while True:
        match = to_the_cards(bot_table(seed))
        view = GAME.view(match.state, 0)
        plain = [move for move in view.moves if not GAME.text(move).startswith("potion")]
        if plain and any(card.startswith("potion") for card in hand_names(view)):
            return match, GAME.text(plain[0])
        seed += 1


def must_follow(seed=0):
    """A match in which seat 0 must follow and holds another plain card, which it may not play."""
    while True:
        match = to_the_cards(bot_table(seed))
        view = GAME.view(match.state, 0)
        legal = [GAME.text(move) for move in view.moves]
        barred = [card for card in hand_names(view) if card not in legal and not card.startswith("potion")]
        if match.state.played and barred:
            return match, barred[0]
        seed += 1


# Whole games


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "de", "it"])
def test_a_game_against_bots_is_played_to_the_end(language):
    person = Person(habit=first_choice)
    match = play(
        GAME, Translator(language), people=["Anna"], bots="random", seed=3, console=person.console, ask=person.ask
    )
    assert match.over
    winner = shown_names(match.holders)[match.state.places().index(1)]
    last = person.screen[person.screen.rindex("Verhext!") :]
    assert winner in last
    assert str(match.seed) in last


def test_the_same_seed_and_answers_give_the_same_game():
    first, second = Person(habit=first_choice), Person(habit=first_choice)
    for person in (first, second):
        person.script = [*["1"] * 12, "quit", ""]
        play(GAME, EN, people=["Anna"], bots="random", seed=8, console=person.console, ask=person.ask)
    assert first.screen == second.screen


class FailingTranslations(NullTranslations):
    """A last fallback that fails for every untranslated sentence; "+2" is the same in every language."""

    def gettext(self, message: str) -> str:
        assert not any(map(str.isalpha, message)), f"not translated: {message}"
        return message

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        raise AssertionError(f"not translated: {msgid1}")


@pytest.mark.slow
@pytest.mark.parametrize("language", ["de", "it"])
@pytest.mark.parametrize("seed", range(3))
def test_every_sentence_of_a_game_is_translated(language, seed, monkeypatch):
    catalogues = load_translations.__wrapped__(language)
    catalogues.add_fallback(FailingTranslations())
    monkeypatch.setattr("ridotto.translations.catalogues.load_translations", lambda _: catalogues)
    words = Translator(language)
    person = Person("?", "? 1", "help", "log", "undo", "nonsense", "99", "more", habit=first_choice)
    assert play(GAME, words, people=["Anna"], bots="random", seed=seed, console=person.console, ask=person.ask).over


# Decisions


def test_choices_are_made_by_number_text_or_name_ignoring_case_and_spaces():
    for typed in ("2", "prophecy 1x", "PROPHECY  1X", "prophecy1x", "Exactly 1"):
        match = Match(GAME, 3, {"first_holder": "0"}, 7, ["Anna", "bot:random", "bot:random"])
        Person(typed).sit(match)
        assert GAME.text(match.decisions()[0].move) == "prophecy 1x"


def test_names_in_the_language_of_the_user_are_understood():
    match = Match(GAME, 3, {"first_holder": "0"}, 7, ["Anna", "bot:random", "bot:random"])
    Person("mindestens 2").sit(match, "de")
    assert GAME.text(match.decisions()[0].move) == "prophecy 2+"


@pytest.mark.parametrize("language", ["en", "de", "it"])
def test_an_illegal_card_named_in_the_language_of_the_user_gets_the_reason_and_the_rule(language):
    match, card = must_follow()
    words = Translator(language)
    person = Person(words.say(GAME.move_name(GAME.parse(card))).upper(), width=400)
    entries = len(match.entries)
    person.sit(match, language)
    assert len(match.entries) == entries
    assert words.say(GAME.refusal(match.state, 0, GAME.parse(card)).message) in person.shown_before(1)
    assert clause_text("verhext", language, "verhext.follow.must").split(".")[0] in person.shown_before(1)


def test_help_is_called_in_any_language():
    person = Person("help", "hilfe", "Aiuto")
    person.sit(bot_table())
    assert all("leave the table" in person.shown_before(n) for n in (1, 2, 3))


def test_a_base_card_not_yet_shown_can_be_taken_back():
    match, card = with_potion()
    before = match.state.copy()
    person = Person(card, "undo", card, "no potion")
    person.sit(match)
    assert "Add a potion?" in person.shown_before(1)
    assert "Add a potion?" not in person.shown_before(2)
    moves = [GAME.text(entry.move) for entry in match.decisions() if entry.seat == 0]
    assert moves.count(card) == 1
    replay = Match(GAME, 4, match.options, match.seed, match.initial_holders)
    for entry in match.decisions():
        if replay.state == before:
            break
        replay.play(entry.seat, entry.move)
    assert replay.state == before


def test_what_has_been_shown_cannot_be_taken_back():
    person = Person("1", "undo")
    person.sit(bot_table())
    assert "There's nothing to take back" in person.screen


def test_a_refusal_gives_its_reason_and_its_rule():
    match, card = must_follow()
    entries = len(match.entries)
    person = Person(card)
    person.sit(match)
    assert len(match.entries) == entries
    assert "You must follow suit" in person.screen
    assert "If you hold the led suit, you must play it" in person.shown_before(1)


def test_a_question_mark_quotes_the_rule_behind_a_choice():
    match, card = must_follow()
    person = Person("?", "? 1", f"? {card}", width=400)
    person.sit(match)
    rule = clause_text("verhext", "en", "verhext.follow.must")
    assert rule
    for n in (1, 2, 3):
        assert rule.split(".")[0] in person.shown_before(n)


def test_misspelt_moves_and_numbers_out_of_range_are_refused_in_one_line():
    match = bot_table()
    person = Person("rat 12", "77")
    person.sit(match)
    assert "Verhext! has no move 'rat 12' (moves look like this: rat 8)." in person.screen
    assert "There's no choice 77 (choose from 1 to 7)." in person.screen


def test_past_tricks_the_log_and_the_rules_are_shown_on_demand():
    match = bot_table()
    while match.state.trick < 2 or match.state.actor() != 0:
        match.play(match.state.actor(), match.state.moves(match.state.actor())[0])
    person = Person("more", "log", "rules", "help")
    person.sit(match)
    assert "Trick 1" in person.shown_before(1)
    assert "Round 1:" in person.shown_before(2)
    assert "In one minute" in person.shown_before(3)
    assert "leave the table" in person.shown_before(4)


# People who share a screen


@pytest.mark.slow
def test_hands_are_hidden_between_people():
    """Three people play to the end. At the curtain the screen shows only public log lines and a name."""
    person = Person(habit=first_choice, force_terminal=True, color_system=None)
    match = play(GAME, EN, players=3, people=["Anna", "Ben", "Cleo"], seed=4, console=person.console, ask=person.ask)
    assert match.over
    curtains = [shown for question, shown in person.asked if "press Enter when nobody else" in question]
    assert len(curtains) > 20
    public = {EN.say(line, match.holders) for note in match.log(-1) if (line := GAME.log_line(note, match.holders))}
    lines_shown = []
    for shown in curtains:
        behind = shown.rsplit("\x1b[3J", 1)
        assert len(behind) == 2
        *lines, name = [line.strip() for line in behind[1].splitlines() if line.strip()]
        assert name in {f"Pass the screen to {name}." for name in ("Anna", "Ben", "Cleo")}
        assert set(lines) <= public
        lines_shown += lines
    assert len(lines_shown) > 100


def test_without_a_terminal_the_hand_is_scrolled_away():
    person = Person(*["", "1"] * 6)
    play(GAME, EN, players=3, people=["Anna", "Ben", "Cleo"], seed=4, console=person.console, ask=person.ask)
    curtains = [shown for question, shown in person.asked if "press Enter when nobody else" in question]
    assert len(curtains) > 3
    for shown in curtains:
        _, everybody = shown.rsplit("\n" * 40, 1)
        assert "Pass the screen to" in everybody
        assert "Your hand" not in everybody


def three_people(*script, **console):
    person = Person(*script, **console)
    match = play(GAME, EN, players=3, people=["Anna", "Ben", "Cleo"], seed=4, console=person.console, ask=person.ask)
    return person, match


def test_only_an_empty_line_lifts_the_curtain():
    person, match = three_people("1", "log", "x", "", "1")
    assert ["press Enter when" in question for question, _ in person.asked[:5]] == [True, True, True, True, False]
    assert all("hand" not in person.shown_before(n) for n in range(4))
    assert len(match.decisions()) == 1


@pytest.mark.parametrize("goodbye", [["quit"], ["Quit now.jsonl"], [KeyboardInterrupt()]])
def test_quitting_at_the_curtain_offers_to_save(tmp_path, monkeypatch, goodbye):
    monkeypatch.chdir(tmp_path)
    person, match = three_people("", "1", *goodbye, "now.jsonl")
    assert record.load("now.jsonl", ridotto.game).state == match.state
    assert person.screen.rstrip().endswith("--resume now.jsonl")


@pytest.mark.parametrize("goodbye", [["quit", ""], ["quit game.jsonl"], [EOFError()], ["quit", "game.jsonl"]])
@pytest.mark.parametrize(("terminal", "covered"), [(TERMINAL, "\x1b[3J"), ({}, "\n" * 40)])
def test_leaving_a_shared_game_hides_the_hand(tmp_path, monkeypatch, goodbye, terminal, covered):
    monkeypatch.chdir(tmp_path)
    person, _ = three_people("", *goodbye, **terminal)
    assert "Your hand" in person.screen
    before, after = person.screen.rsplit(covered, 1)
    assert "Your hand" in before.rsplit(covered, 1)[-1]
    assert after.strip().startswith(("Saved. Continue later", "You've left"))


def test_an_interrupt_while_nobody_is_asked_covers_a_shared_screen_too(monkeypatch):
    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(TerminalSession, "decide", interrupted)
    person = Person("", "1")
    with pytest.raises(KeyboardInterrupt):
        play(GAME, EN, players=3, people=["Anna", "Ben", "Cleo"], console=person.console, ask=person.ask)
    assert "Your hand" in person.shown_before(1)
    assert person.screen.rsplit("\n" * 40, 1)[1].strip().startswith("You've left")


def test_two_decisions_of_one_person_need_no_curtain_between_them():
    match, card = with_potion()
    for seat in (1, 2, 3):
        match.change_holder(seat, f"Guest {seat}")
    person = Person("", card, EOFError())
    person.sit(match)
    assert ["press Enter when" in question for question, _ in person.asked] == [True, False, False]


@pytest.mark.slow
def test_the_last_hand_is_hidden_at_the_end_of_a_shared_game():
    kinds: list[tuple[dict[str, Any], str]] = [(TERMINAL, "\x1b[3J"), ({}, "\n" * 40)]
    for terminal, covered in kinds:
        person = Person(habit=first_choice, **terminal)
        names = ["Anna", "Ben", "Cleo"]
        assert play(GAME, EN, players=3, people=names, seed=4, console=person.console, ask=person.ask).over
        last = person.shown_before(-1)
        assert covered in last
        assert "Your hand" not in last.rsplit(covered, 1)[1]
        assert "Exact cards" in last.rsplit(covered, 1)[1]


@pytest.mark.slow
def test_the_screen_of_a_single_person_is_never_cleared():
    person = Person(habit=first_choice, force_terminal=True, color_system=None)
    play(GAME, EN, people=["Anna"], bots="random", seed=4, console=person.console, ask=person.ask)
    assert "\x1b[3J" not in person.screen


# Continuing


def in_the_second_round(**options):
    """A match with three bots in which Anna is to play a card in the third trick of round 2."""
    match = Match(GAME, 4, options, 5, ["Anna", "bot:random", "bot:random", "bot:random"])
    while (state := state_of(Verhext, match.state)).round < 2 or state.trick < 2 or state.actor() != 0:
        match.play(match.state.actor(), match.state.moves(match.state.actor())[0])
    return match


def test_continuing_shows_only_the_log_since_the_last_own_decision():
    person = Person()
    person.sit(in_the_second_round())
    text = person.shown_before(0)
    assert "Round" not in text.split("Trump")[0]
    assert "predicts" not in text
    assert 0 < text.count(" plays ") < 8


def test_the_log_shows_every_play_or_without_history_the_last_and_the_current_trick():
    for history, plays in (("on", lambda state, made: made), ("off", lambda state, made: 4 + state.played)):
        match = in_the_second_round(show_history=history)
        made = sum(note.kind == PLAYED for note in match.log(0))
        person = Person("log")
        person.sit(match)
        assert person.shown_before(1).count(" plays ") == plays(match.state, made)
        assert person.shown_before(1).count("Round ") == 2


def test_the_hash_of_the_seed_is_shown_before_the_game_and_the_seed_after_it():
    person = Person(habit=first_choice, width=200)
    match = play(GAME, EN, people=["Anna"], bots="random", seed=10**70, console=person.console, ask=person.ask)
    assert match.commitment in person.shown_before(0)
    assert str(match.seed) not in person.shown_before(0)
    assert str(match.seed) in person.shown_before(-1)
    assert "ridotto verify FILE" in person.shown_before(-1)


@pytest.mark.parametrize(
    "setting",
    [{"players": 4}, {"people": 1}, {"people": ["Anna"]}, {"bots": "random"}, {"options": {"leader_by": "points"}}],
)
def test_a_saved_game_refuses_new_settings(tmp_path, setting):
    path = tmp_path / "game.jsonl"
    record.save(bot_table(), path)
    person = Person()
    with pytest.raises(ridotto.RidottoError, match="A saved game keeps its own players"):
        play(GAME, EN, resume=path, console=person.console, ask=person.ask, **setting)
    play(GAME, EN, resume=path, options={}, console=person.console, ask=person.ask)
    assert person.asked


# Leaving


def test_a_saved_game_continues_where_it_was(tmp_path):
    path = tmp_path / "game.jsonl"
    match, card = with_potion()
    Person(card, f"save {path}", "quit", "").sit(match)
    loaded = record.load(path, ridotto.game)
    assert loaded.state == match.state
    assert loaded.holders == match.holders
    person = Person(habit=first_choice)
    assert play(GAME, EN, resume=path, console=person.console, ask=person.ask).over
    assert "Add a potion?" in person.shown_before(0)


def test_the_record_of_a_finished_game_can_be_saved(tmp_path):
    path = tmp_path / "game.jsonl"
    match = bot_table(person="bot:random")
    while not match.over:
        match.play(match.state.actor(), match.state.moves(match.state.actor())[-1])
    match.change_holder(0, "Anna")
    person = Person(str(path))
    person.sit(match)
    assert record.load(path, ridotto.game).state == match.state
    assert "Saved. Watch it again with: ridotto replay" in person.screen


def test_leaving_offers_to_save(tmp_path):
    path = tmp_path / "game.jsonl"
    match = bot_table()
    person = Person("quit", str(path))
    person.sit(match)
    assert record.load(path, ridotto.game).state == match.state
    assert "not saved" not in person.screen


@pytest.mark.parametrize(
    "goodbye", [[EOFError()], ["quit", EOFError()], ["quit", ""], [KeyboardInterrupt(), KeyboardInterrupt()]]
)
def test_leaving_without_saving_says_that_nothing_was_saved(goodbye):
    person = Person(*goodbye)
    person.sit(bot_table())
    assert person.screen.rstrip().endswith("type: save FILE")


def test_leaving_after_saving_asks_nothing(tmp_path):
    path = tmp_path / "my game.jsonl"
    for goodbye in ("quit", EOFError()):
        person = Person("1", f"save {path}", goodbye, width=400)
        person.sit(bot_table())
        assert len(person.asked) == 3
        assert "not saved" not in person.screen
        assert person.screen.rstrip().endswith(f"ridotto play verhext --resume '{path}'")


def test_moves_after_the_last_save_are_not_saved(tmp_path):
    person = Person(f"save {tmp_path}/game.jsonl", "1", "quit", "")
    person.sit(bot_table())
    assert "Save the game first?" in person.asked[-1][0]
    assert person.screen.rstrip().endswith("type: save FILE")


def test_a_game_that_was_only_loaded_counts_as_saved(tmp_path):
    path = tmp_path / "game.jsonl"
    record.save(bot_table(), path)
    person = Person("quit")
    play(GAME, EN, resume=path, console=person.console, ask=person.ask)
    assert len(person.asked) == 1
    assert "not saved" not in person.screen


def test_the_end_of_the_input_on_a_terminal_offers_to_save_once(tmp_path):
    path = tmp_path / "game.jsonl"
    person = Person("1", EOFError(), EOFError(), **TERMINAL)
    person.sit(bot_table())
    assert "Save the game first?" in person.asked[-1][0]
    assert person.screen.rstrip().endswith("type: save FILE")
    match = bot_table()
    Person("1", EOFError(), str(path), **TERMINAL).sit(match)
    assert record.load(path, ridotto.game).state == match.state
    person = Person(EOFError(), **TERMINAL)
    person.sit(bot_table())
    assert len(person.asked) == 1


def test_a_record_that_cannot_be_written_is_asked_for_again(tmp_path):
    match = bot_table(person="bot:random")
    while not match.over:
        match.play(match.state.actor(), match.state.moves(match.state.actor())[-1])
    match.change_holder(0, "Anna")
    person = Person(f"{tmp_path}/nowhere/game.jsonl", f"{tmp_path}/game.jsonl")
    person.sit(match)
    assert "Can't write" in person.shown_before(1)
    assert record.load(tmp_path / "game.jsonl", ridotto.game).over
    assert len(person.asked) == 2


def test_instructions_use_the_command_that_started_the_program(tmp_path, monkeypatch):
    monkeypatch.setenv("RIDOTTO_COMMAND", "./play")
    person = Person(f"save {tmp_path}/game.jsonl", width=400)
    person.sit(bot_table())
    assert f"Saved. Continue later with: ./play play verhext --resume {tmp_path}/game.jsonl" in person.screen
    person = Person(habit=first_choice, width=400)
    play(GAME, EN, people=["Anna"], bots="random", seed=3, console=person.console, ask=person.ask)
    assert "keep the record and run: ./play verify FILE" in person.screen


def test_the_welcome_lists_the_changed_options():
    options = {"show_history": "off", "first_holder": "1", "potions_per_play": "one"}
    person = Person(width=200)
    play(GAME, EN, people=["Anna"], bots="random", options=options, seed=1, console=person.console, ask=person.ask)
    assert "Variants: First crystal ball: Colombina, Past tricks: hidden.\n" in person.screen
    person = Person()
    person.sit(bot_table())
    assert "Variants" not in person.screen


def test_a_failed_save_is_reported_and_the_game_goes_on(tmp_path):
    person = Person(f"save {tmp_path}/nowhere/game.jsonl", "1")
    match = bot_table()
    person.sit(match)
    assert "Can't write" in person.screen
    assert match.decisions()


def test_bad_tables_are_refused(tmp_path):
    person = Person()
    for wrong, error in (
        ({"players": 9}, BadOption),
        ({"people": ["Anna", "Anna"]}, BadSeats),
        ({"people": ["Anna", ""]}, BadSeats),
        ({"people": ["A" * 41]}, BadSeats),
        ({"people": ["100000000"]}, BadSeats),
        ({"people": ["²"]}, BadSeats),
        ({"people": ["bot:random"]}, BadSeats),
        ({"people": 5}, BadSeats),
        ({"people": -1}, BadSeats),
        ({"people": 10**12}, BadSeats),
        ({"people": ["Anna"] * 5}, BadSeats),
        ({"people": 4, "bots": "random"}, BadSeats),
        ({"bots": "genius"}, ridotto.RidottoError),
        ({"resume": tmp_path / "none.jsonl"}, BadRecord),
    ):
        with pytest.raises(error):
            play(GAME, EN, console=person.console, ask=person.ask, **wrong)
    assert issubclass(UnknownLanguage, ridotto.RidottoError)
    assert person.asked == []


def test_bots_get_names_that_nobody_else_has():
    assert shown_names(["Colombina", "bot:random", "bot:random"]) == ["Colombina", "Pantalone", "Brighella"]


@pytest.mark.parametrize("typed", ["h", "hint", "Tipp", "consiglio"])
def test_a_hint_shows_the_best_choice_how_it_compares_and_why(typed, monkeypatch):
    monkeypatch.setattr("ridotto.bots.hints.DEFAULT_BUDGET", Budget(simulations=400))
    person = Person(typed, "quit", "")
    play(GAME, EN, people=["Anna"], bots="random", seed=3, console=person.console, ask=person.ask)
    shown = person.shown_before(1)
    assert re.match(r"  \d  (exactly|at least|0).*   .*(better than|just as good)", shown)
    assert re.search(
        r"^    Your prophecy comes true in about \d+ games out of 100\.$|^  [+−] .+\.$", shown, re.MULTILINE
    )
    assert re.search(r"  (exactly|at least|0).* +[█░]{25} +\d+$", shown, re.MULTILINE)
    assert "won out of 100 games from here" in shown
    assert "%" not in shown


def test_placeholders_for_file_names_are_translated():
    for language, save in (("en", "save FILE"), ("de", "save DATEI")):
        person = Person("help", "quit", "")
        words = Translator(language)
        play(GAME, words, people=["Anna"], bots="random", seed=3, console=person.console, ask=person.ask)
        assert save in person.shown_before(1)


def test_ctrl_c_cancels_a_hint_not_the_game(monkeypatch):
    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("ridotto.terminal.hint_lines.hint", interrupted)
    person = Person("h", "1", "quit", "")
    match = play(GAME, EN, people=["Anna"], bots="random", seed=3, console=person.console, ask=person.ask)
    assert any(entry.seat == 0 for entry in match.entries)


def test_a_hint_without_time_for_a_second_move_compares_nothing(monkeypatch):
    monkeypatch.setattr("ridotto.bots.hints.DEFAULT_BUDGET", Budget(simulations=2))
    person = Person("h", "quit", "")
    play(GAME, EN, people=["Anna"], bots="random", seed=3, console=person.console, ask=person.ask)
    assert "There was no time to look at another move." in person.shown_before(1)
    assert "better" not in person.shown_before(1)


def test_ctrl_c_while_a_bot_thinks_offers_to_save(tmp_path, monkeypatch):
    def interrupted(*_):
        raise KeyboardInterrupt

    match = to_the_cards(bot_table())
    monkeypatch.setattr("ridotto.bots.random_bot.RandomBot.choose", interrupted)
    path = tmp_path / "kept.jsonl"
    files = iter([str(tmp_path / "no" / "folder"), str(path)])
    person = Person(habit=lambda question: first_choice(question) or next(files), force_terminal=True)
    with pytest.raises(KeyboardInterrupt):
        person.sit(match)
    assert "Can't write" in person.screen
    assert record.load(path, ridotto.game).entries == match.entries
