"""The games in the terminal: automatic calls, moves to confirm, large hands and boards."""

import pytest

import ridotto
from ridotto.engine.match import Decision, Match
from tests.diciassette import table as diciassette
from tests.terminal.people import Person, first_choice
from tests.venezia2099 import table as venezia2099
from tests.venti import scenes as venti

BOTS = ["bot:random"] * 3


def decisions(match: Match) -> list[str]:
    """The texts of all decisions of a match without undos and without changes of players."""
    moves = [entry for entry in match.entries if isinstance(entry, Decision)]
    assert moves == match.entries
    return [match.game.text(move.move) for move in moves]


def asked_about_calls(row: str, *script: str) -> list[str]:
    """Anna's screens from the call window on that opens after seat 3 has played."""
    state = diciassette.call_window(4, row=row, turn=3)
    person = Person(*script)
    person.sit(Match(state.game, start=state.snapshot(), seed=1, holders=["Anna", *BOTS]))
    return [shown for _, shown in person.asked]


def test_nobody_is_asked_to_call_17_if_it_is_impossible():
    screens = asked_about_calls("1:5/5 2:5/5 3:1-", "quit")
    assert not any("Call 17?" in shown for shown in screens[:1])


def test_people_are_asked_to_call_17_if_it_is_possible():
    assert "Call 17?" in asked_about_calls("1:5/5 2:5/5 3:5/5 3:1-", "quit")[0]


def test_ask_switches_automatic_answers_off_and_on():
    questions = []
    for script in ([], ["ask"], ["ask", "ask"]):
        person = Person(*script, habit=first_choice)
        person.sit(Match(ridotto.game("diciassette"), 2, {}, 4, ["Anna", "bot:random"]))
        questions.append(sum("Call 17?" in shown for _, shown in person.asked))
    assert questions[0] == questions[2] < questions[1]
    assert "asked every time" in person.screen
    assert "answered for you" in person.screen


def test_on_a_shared_screen_only_public_knowledge_answers_automatically():
    """Only Carla knows from her hidden 1 that 17 is impossible. She is asked too: skipping her would reveal it."""
    state = diciassette.call_window(4, row="0:5/5 1:5/5 3:2/2 2:1-", turn=3)
    game = state.game
    assert game.automatic_move(game.view(state, 2)) == game.parse("pass")
    assert game.automatic_move(game.view(state, -1)) is None
    match = Match(game, start=state.snapshot(), seed=1, holders=["Anna", "Ben", "Carla", "bot:random"])
    person = Person("", "pass", "", "pass", "", "pass", "quit")
    person.sit(match)
    assert sum("Call 17?" in shown for _, shown in person.asked) == 3


@pytest.mark.rule("diciassette.call.secret")
def test_a_shared_screen_shows_no_log_between_two_answers_in_a_window():
    state = diciassette.call_window(4, row="0:5/5 1:5/5 3:5/5 3:1-", turn=3)
    match = Match(state.game, start=state.snapshot(), seed=1, holders=["Anna", "Ben", "Carla", "bot:random"])
    person = Person("", "pass", "", "call", force_terminal=True, color_system=None)
    person.sit(match)
    handovers = [shown.rsplit("\x1b[3J", 1)[1] for question, shown in person.asked if "press Enter when" in question]
    assert [shown.split() for shown in handovers[:2]] == [
        ["Pass", "the", "screen", "to", name] for name in ("Anna.", "Ben.")
    ]
    assert "Ben calls 17!" in person.screen


def drowning(*script: str) -> tuple[Person, Match]:
    """Seat 3, a bot, plays its lowest card, the black 3, under Anna's first pawn."""
    state = venezia2099.table(4, turns=3, phase="prophecy", pawns={0: "b1 g8 h8"}, hands={3: "black 3"})
    match = Match(state.game, start=state.snapshot(), seed=1, holders=["Anna", *BOTS])
    person = Person(*script)
    person.sit(match)
    return person, match


@pytest.mark.rule("venezia2099.gondola.rescue_optional")
def test_letting_a_pawn_drown_has_to_be_confirmed():
    person, match = drowning("let drown", "no", "let drown", "yes", "quit")
    assert [question for question, _ in person.asked].count("Let pawn 1 drown: type yes.") == 2
    assert person.screen.count("Let pawn 1 drown?") == 2
    assert "Your pawn 1 is in the water" in person.shown_before(0)
    assert decisions(match)[:2] == ["black 3", "let drown"]


@pytest.mark.parametrize("width", [80, 100])
@pytest.mark.parametrize("language", ["en", "de", "it"])
def test_a_hand_is_never_cut(language, width):
    game = ridotto.game("venezia2099")
    match = Match(game, 3, {"first_player": 0}, 5, ["Anna", *BOTS[:2]])
    for _ in range(12):
        match.play(match.state.actor(), match.state.moves(match.state.actor())[0])
    person = Person("quit", width=width)
    person.sit(match, language)
    screen = " ".join(person.shown_before(0).split())
    for card in match.state.snapshot()["seats"][0]["hand"]:
        assert person.in_front(language).translator.say(game.move_name(game.parse(card))) in screen


def test_many_squares_are_shown_on_the_board_and_not_listed():
    person = Person("quit", width=80)
    person.sit(Match(ridotto.game("venezia2099"), 4, {"first_player": 0}, 5, ["Anna", *BOTS]))
    assert "Type the name of a marked square, such as" in person.shown_before(0)
    assert "e5" in person.shown_before(0)
    assert len(person.shown_before(0).splitlines()) < 50


@pytest.mark.parametrize("language", ["en", "de", "it"])
def test_the_many_actions_of_venti_fit_on_a_few_lines(language):
    person = Person("quit", width=80)
    person.sit(Match(ridotto.game("venti"), 4, {"start_player": 0}, 3, ["Anna", *BOTS]), language)
    shown = person.shown_before(0).splitlines()
    table = shown[shown.index(next(line for line in shown if " Venti ─" in line)) :]
    assert any(line.split()[:3] == ["exchange", "3", "1"] for line in table[-2:])
    assert max(map(len, table)) <= 80
    assert len(table) < 42


@pytest.mark.rule("venti.frozen.attempt")
def test_an_attempt_on_a_frozen_target_has_to_be_confirmed():
    state = venti.position(["0/0"], frozen={2: 1})
    match = Match(state.game, start=state.snapshot(), seed=1, holders=["Anna", *BOTS[:2]])
    person = Person("fulfil 2", "no", "fulfil 2", "yes", "quit")
    person.sit(match)
    assert [question for question, _ in person.asked].count("Try frozen target 2: type yes.") == 2
    shown = " ".join(person.screen.split())
    assert shown.count("Colombina gets the card and its points. Try it?") == 2
    assert decisions(match) == ["fulfil 2"]


def test_a_payment_without_a_choice_is_automatic():
    state = venti.position(["6/0", "6/1"])
    match = Match(state.game, start=state.snapshot(), seed=1, holders=["Anna", *BOTS[:2]])
    person = Person("fulfil 1", "quit")
    person.sit(match)
    assert decisions(match) == ["fulfil 1", "card 6 (1)", "card 6 (1)"]
    assert "Anna fulfils 6 6 with 6 and 6: +2 (2)." in person.screen


@pytest.mark.rule("venti.freeze.turn_down")
def test_typing_the_beginning_of_a_move_asks_for_its_second_step():
    state = venti.position(["0/0"])
    match = Match(state.game, start=state.snapshot(), seed=1, holders=["Anna", *BOTS[:2]])
    person = Person("freeze", "", "freeze", "2", "quit")
    person.sit(match)
    assert "Which target will you freeze? It's turned face down." in person.shown_before(1)
    assert "Nothing was chosen." in person.shown_before(2)
    assert decisions(match) == ["freeze 2"]
