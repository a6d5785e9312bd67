"""How scenes are drawn."""

import io
import random

import pytest
from rich.cells import cell_len
from rich.console import Console

import ridotto
from ridotto.engine.message import msg
from ridotto.engine.scene import Action, Counter, Panel, Piece, Scene, Zone
from ridotto.terminal.action_keys import action_keys
from ridotto.terminal.cards import Pen
from ridotto.terminal.scene_drawing import draw, draw_folded
from ridotto.translations import Translator

GAME = ridotto.game("verhext")
VENTI = ridotto.game("venti")
NAMES = ["Anna", "Colombina", "Pantalone", "Brighella", "Pulcinella"]


def drawn(scene, width=80, language="en", folded=False, **console):
    paper = io.StringIO()
    screen = Console(file=paper, width=width, highlight=False, **console)
    pen = Pen(Translator(language), NAMES)
    if folded:
        draw_folded(screen, scene, pen)
    else:
        draw(screen, scene, pen, "Verhext!")
    return paper.getvalue()


def scenes(players, seed):
    """Every 19th scene of a random match, seen by the seat that decides, and the last scene."""
    state = GAME.start(players, seed)
    dice = random.Random(seed)
    decisions = 0
    while not state.over:
        seat = state.actor()
        if decisions % 19 == 0:
            yield GAME.scene(GAME.view(state, seat))
        state.play(seat, dice.choice(state.moves(seat)))
        decisions += 1
    yield GAME.scene(GAME.view(state, 0))


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "de", "it"])
@pytest.mark.parametrize("width", [80, 120])
def test_the_table_fits_the_screen(language, width):
    for scene in scenes(5, 2):
        text = drawn(scene, width, language)
        below = drawn(scene, width, language, folded=True)
        assert max(cell_len(line) for line in [*text.splitlines(), *below.splitlines()]) <= width
        for piece in (piece for zone in scene.zones if zone.kind == "fan" for piece in zone.pieces):
            assert Translator(language).say(piece.label) in text  # no card is cut


@pytest.mark.parametrize("language", ["en", "de", "it"])
def test_no_counter_is_cut_at_eighty_columns(language):
    words = Translator(language)
    for scene in scenes(5, 2):
        text = drawn(scene, 80, language)
        for panel in scene.panels:
            line = next(line for line in text.splitlines() if line[2:].startswith(NAMES[panel.seat]))
            assert line.rstrip().endswith((str(panel.counters[-1].value), *map(words.say, panel.marks)))


def test_numbers_of_choices_stand_under_the_cards():
    hand = tuple(
        Piece(f"hand.{n}", "rat", msg("rat {n}", n=n), str(n), msg("rat"), "●", "purple", lit=n > 1) for n in (1, 2, 3)
    )
    actions = (Action("rat 2", msg("rat {n}", n=2), "hand.2"), Action("rat 3", msg("rat {n}", n=3), "hand.3"))
    scene = Scene(0, msg("Play a card now."), (0,), (Zone("hand", "fan", msg("Your hand"), hand),), (), actions)
    lines = drawn(scene).splitlines()
    bottom = next(i for i, line in enumerate(lines) if line.startswith("╰"))
    assert lines[bottom + 1].split() == ["1", "2"]
    assert lines[bottom + 1].index("1") == lines[bottom - 2].index("2")


def test_boards_and_pools_are_drawn_too():
    tile = Piece("x", "tower", msg("tower"), "7", sign="T", at="c2")
    figure = Piece("f", "figure", msg("figure"), "1", on="x", owner=1)
    coins = Piece("m", "coins", msg("coins"), "3", sign="o", on="x")
    board = Zone("board", "grid", msg("Board"), (tile, figure, coins), columns=tuple("abc"), rows=("1", "2"))
    bag = Zone("bag", "pool", msg("Bag"), tuple(Piece(f"g{i}", "gem", msg("gem")) for i in range(3)))
    pile = Zone("pile", "stack", msg("Pile"), counters=(Counter("left", msg("Cards"), 5),))
    panels = (Panel(0, (Counter("p", msg("Points"), 3),)),)
    actions = (Action("c2", msg("c2"), "bag", "x"),)
    lines = drawn(Scene(0, msg("Go."), (0,), (board, bag, pile), panels, actions)).splitlines()
    at = next(i for i, line in enumerate(lines) if line.startswith("2 "))
    column = next(line for line in lines if line.split()[:3] == ["a", "b", "c"]).index("c")
    assert lines[at][column - 2 : column + 3] == "T7 o3"
    assert lines[at + 1][column - 2 : column + 3] == "♦1 c2"
    assert any("3 × gem" in line for line in lines)
    assert any(line.split()[-2:] == ["Pile", "5"] for line in lines)


@pytest.mark.parametrize(
    ("take", "put", "square"), [("f", None, "♦1◂"), ("x", None, "♦1◂c2"), ("f", "x", "♦1◂c2"), ("p", "x", "♦1 c2")]
)
def test_a_board_shows_what_can_be_chosen(take, put, square):
    pieces = Piece("x", "tower", msg("tower"), "7", at="c2"), Piece("f", "figure", msg("figure"), "1", on="x", owner=1)
    board = Zone("board", "grid", msg("Board"), pieces, columns=("c",), rows=("2",))
    lines = drawn(Scene(0, msg("Go."), (0,), (board,), (), (Action("go", msg("go"), take, put),))).splitlines()
    assert square in [line.strip() for line in lines]


def test_blank_squares_take_one_line_with_the_pieces_on_them():
    tiles = [Piece(f"{column}{row}", "paving", msg("square"), at=f"{column}{row}") for row in "AB" for column in "12"]
    bird = Piece("b", "bird", msg("bird"), on="1A", owner=0)
    tourist = Piece("t", "tourist", msg("tourist"), sign="☺", on="1B")
    board = Zone("board", "grid", msg("Board"), (*tiles, bird, tourist), columns=("1", "2"), rows=("A", "B"))
    actions = (Action("1A", msg("1A"), "b"), Action("2B", msg("2B"), "2B"))
    lines = drawn(Scene(0, msg("Go."), (0,), (board,), (), actions)).splitlines()
    at = next(i for i, line in enumerate(lines) if line.split() == ["1", "2"])
    assert lines[at + 1].split() == ["A", "♥", "1A"]
    assert lines[at + 2].split() == ["B", "☺", "2B"]


def test_a_choice_that_is_a_number_is_typed_as_that_number():
    few = tuple(Action(str(n), msg("{n} birds", n=n), hints=(msg("safe"),)) for n in range(3))
    assert action_keys(few) == ["0", "1", "2"]
    assert action_keys((*few, Action("stop", msg("stop")))) == ["0", "1", "2", "stop"]
    assert action_keys((Action("rat 2", msg("rat")), Action("stop", msg("stop")))) == ["1", "2"]
    lines = drawn(Scene(0, msg("How many?"), (0,), (), (), few)).splitlines()
    assert [line.split() for line in lines[-3:]] == [[str(n), str(n), "birds", "safe"] for n in range(3)]
    many = tuple(Action(str(n), msg("{n} birds", n=n), hints=(msg("safe"),)) for n in range(12))
    assert "11" in drawn(Scene(0, msg("How many?"), (0,), (), (), many)).splitlines()[-1]


def test_cards_in_a_row_show_their_places():
    cards = tuple(Piece(f"c{n}", "card", msg("card"), str(n), msg("card"), at=str(n)) for n in (1, 2))
    row = Zone("centre", "row", msg("Centre"), cards)
    lines = drawn(Scene(0, msg("Go."), (0,), (row,), ())).splitlines()
    assert "╭─1─────╮ ╭─2─────╮" in lines


def exchanging(targets, hinted=()):
    """Five cards to take, and each of `targets` cards to swap with each of them."""
    pieces = tuple(Piece(f"{zone}{n}", "card", msg("card"), str(n)) for zone in "tc" for n in range(1, 6))
    takes = [
        Action(f"take {n}", msg("take {n}", n=n), f"c{n}", hints=(msg("good"),) * (n in hinted)) for n in range(1, 6)
    ]
    pairs = [
        Action(f"swap {t} {n}", msg("swap {t} with {n}", t=t, n=n), f"t{t}", f"c{n}", hints=(msg("good"),))
        for t in range(1, targets + 1)
        for n in range(1, 6)
    ]
    return Scene(0, msg("What now?"), (0,), (Zone("z", "row", msg("Cards"), pieces),), (), (*takes, *pairs))


def test_many_choices_get_a_line_only_with_a_hint_and_one_example_stands_for_all_pairs():
    lines = drawn(exchanging(2, hinted=[3])).splitlines()
    asked = lines.index("What now?")
    assert [line.split() for line in lines[asked + 1 :]] == [
        ["1", "take", "1", "2", "take", "2"],
        ["3", "take", "3", "good", "take", "3"],
        ["4", "take", "4", "5", "take", "5"],
        ["swap", "2", "1", "swap", "2", "with", "1", "(9", "more", "like", "this)"],
    ]


def test_a_few_choices_get_a_line_each():
    lines = drawn(exchanging(1)).splitlines()
    assert len(lines) - lines.index("What now?") - 1 == 10


def test_a_large_hand_gets_narrow_cards():
    hand = tuple(Piece(f"h{n}", "card", msg("card"), str(n), msg("• •")) for n in range(14))
    lines = drawn(Scene(0, msg("Go."), (0,), (Zone("hand", "fan", msg("Hand"), hand),), ())).splitlines()
    assert sum(line.startswith("╭") for line in lines) == 1


def city(names):
    """A scene of stacks with a counter for every name."""
    seats = [Counter(f"seat-{i}", msg("{name}", name=name), i) for i, name in enumerate(names)]
    home = Piece("home-1", "home", msg("home"), owner=1)
    stacks = [
        Zone(
            f"z{n}",
            "stack",
            msg("San Giorgio {n}", n=n),
            (home,) if n else (),
            (Counter("lead", msg("Majority"), "Alessandro +2"), *seats),
        )
        for n in range(2)
    ]
    return Scene(0, msg("Go."), (0,), tuple(stacks), ())


@pytest.mark.parametrize("width", [60, 70, 80])
def test_no_column_of_the_stacks_is_lost_on_a_narrow_screen(width):
    names = ["Alessandro", "Bartolomeo", "Pantalone", "Pulcinella", "grigi"]
    lines = drawn(city(names), width).splitlines()
    head = next(line for line in lines if "Maj" in line)
    assert cell_len(head) <= width
    assert len(head.split()) == 6
    row = next(line for line in lines if line.startswith("San Giorgio 1"))
    assert row.split()[2:4] == ["1", "♦"]  # the seat that owns the home there
    assert row.split()[-5:] == ["0", "1", "2", "3", "4"]


def test_a_number_and_its_per_cent_stay_together():
    for words in range(1, 16):
        hint = msg("{many} stays dry with 17 %", many=" ".join(["it"] * words))
        scene = Scene(0, msg("?"), (0,), (), (), (Action("go", msg("go"), hints=(hint,)), Action("stay", msg("stay"))))
        assert all("17 %" in drawn(scene, width) for width in (60, 61, 62))


def test_long_hints_are_wrapped_and_every_move_stands_on_the_right():
    hints = tuple(msg("hint number {n} of a long row", n=n) for n in range(6))
    actions = (Action("4C", msg("first"), hints=hints), Action("10H", msg("second one"), hints=hints[:1]))
    lines = drawn(Scene(0, msg("Go."), (0,), (), (), actions)).splitlines()
    text = " ".join(line.strip() for line in lines)
    assert all(f"hint number {n} of a long row" in " ".join(text.replace("4C", "").split()) for n in range(6))
    assert [len(line) for line in lines if line.endswith(("4C", "10H"))] == [80, 80]
    start = lines[-1].index("hint")
    below = [line for line in lines if line.startswith(" " * start)]
    assert below
    assert all(line[start] != " " for line in below)


def test_a_board_with_eleven_choices_still_shows_their_hints():
    tiles = tuple(Piece(f"{n}A", "paving", msg("square"), at=f"{n}A") for n in range(1, 11))
    board = Zone("board", "grid", msg("Board"), tiles, columns=tuple(map(str, range(1, 11))), rows=("A",))
    moves = [Action(f"{n}A", msg("{n}A", n=n), f"{n}A", hints=(msg("danger"),) * (n == 7)) for n in range(1, 11)]
    scene = Scene(0, msg("Go."), (0,), (board,), (), (Action("stop", msg("stop")), *moves))
    lines = drawn(scene).splitlines()
    assert any(line.split()[:3] == ["8", "7A", "danger"] for line in lines)


def test_a_quiet_row_starts_a_new_line():
    stack = Zone("s", "stack", msg("San Michele"), counters=(Counter("lead", msg("Majority"), "+2"),), quiet=True)
    rows = [
        Zone(f"r{n}", "row", msg("Plan {n}", n=n), (Piece(f"p{n}", "card", msg("Hawk")),), quiet=True) for n in (1, 2)
    ]
    lines = drawn(Scene(0, msg("Go."), (0,), (stack, *rows), ())).splitlines()
    assert [line for line in lines if line.startswith(("San", "Plan"))] == [
        "San Michele: +2",
        "Plan 1: Hawk",
        "Plan 2: Hawk",
    ]


def test_the_last_line_of_a_question_is_more_than_one_word():
    question = "Which of all the pigeons that stand on the great Piazza moves now, or do you stop?"
    lines = drawn(Scene(0, msg(question), (0,), (), ())).splitlines()
    assert lines[-1] == "you stop?"


def test_colours_can_be_switched_off(monkeypatch):
    scene = next(scenes(4, 1))
    coloured = drawn(scene, force_terminal=True, color_system="truecolor", no_color=False)
    assert "48;2;" in coloured
    monkeypatch.setenv("NO_COLOR", "1")
    assert "48;2;" not in drawn(scene, force_terminal=True, color_system="truecolor")


def test_a_plain_terminal_gets_plain_letters():
    paper = io.TextIOWrapper(io.BytesIO(), encoding="ascii", errors="replace")
    console = Console(file=paper, width=80, highlight=False)
    for scene in scenes(4, 1):
        draw(console, scene, Pen(Translator("en"), NAMES, plain=console.options.ascii_only), "Verhext!")
    paper.flush()
    text = paper.buffer.getvalue().decode("ascii")
    assert "?" not in text.replace("tricks will you win?", "").replace("a potion?", "").replace("come true?", "")
    assert "+-------+" in text
    assert "| rat" in text


def test_symbols_have_ascii_replacements():
    paper = io.TextIOWrapper(io.BytesIO(), encoding="ascii", errors="strict")
    console = Console(file=paper, width=80, highlight=False)
    state = VENTI.start(4, 3)
    scene = VENTI.scene(VENTI.view(state, state.actor()))
    draw(console, scene, Pen(Translator("en"), NAMES, plain=True), "Venti")
    paper.flush()
    text = paper.buffer.getvalue().decode("ascii")
    labels = {str(piece.label) for zone in scene.zones if zone.id in ("targets", "centre") for piece in zone.pieces}
    assert any("◆" in label for label in labels)
    assert all(label.translate(str.maketrans("●▲◆■", "o^*#")) in text for label in labels)
