"""The menu: start a game, load a saved one, read rules, choose the language."""

from collections.abc import Callable
from itertools import zip_longest
from textwrap import wrap

from rich.console import Console

from ridotto.bots import LEVELS
from ridotto.engine import record
from ridotto.engine.errors import RidottoError
from ridotto.engine.game import Game
from ridotto.engine.message import Message, msg
from ridotto.engine.options import Option
from ridotto.games import all_games
from ridotto.games import game as game_named
from ridotto.house.people.guests import DEFAULT_LEVEL, LEVEL_NAMES, is_name, shown_names
from ridotto.option_texts import value_labels
from ridotto.rulebook import rulebook
from ridotto.terminal.play import play
from ridotto.terminal.screen import QuitRequested, Screen, parse_number
from ridotto.terminal.seats import assign_seats, guest_names
from ridotto.translations import LANGUAGES, Translator, choose_language


class BackToMenu(Exception):
    """The person cancels the new game."""


def menu(translator: Translator, console: Console | None = None, ask: Callable[[str], str] | None = None) -> None:
    """Shows the menu and carries out commands until the person quits."""
    screen = Screen(translator, console, ask)
    try:
        while True:
            screen = _run_menu_once(screen, ask)
    except (QuitRequested, KeyboardInterrupt):
        screen.write("")
        screen.show(msg("Goodbye!"))


def _run_menu_once(screen: Screen, ask: Callable[[str], str] | None) -> Screen:
    """Shows the menu and carries out one command; returns a new screen if the language was changed."""
    known = all_games()
    say = screen.translator.say
    screen.write("")
    screen.write("Ridotto", "bold")
    wide = max(len(game.title) for game in known)
    for place, game in enumerate(known, 1):
        hook = wrap(rulebook(game.slug, screen.translator.language).hook, max(20, screen.console.width - wide - 7))
        for title, line in zip_longest([f"{place}  {game.title}"], hook, fillvalue=""):
            screen.write(f"  {title:{wide + 3}}  {line}")
    screen.write("")
    languages = ", ".join(f"{code} {name}" for code, name in LANGUAGES.items())
    for command, meaning in (
        ("1", say(msg("play this game"))),
        (f"load {say(msg('FILE'))}", say(msg("continue a saved game"))),
        ("rules 1", say(msg("read the rules of a game"))),
        ("lang CODE", languages),
        ("quit", say(msg("quit"))),
    ):
        screen.write(f"  {command:12} {meaning}", "dim")
    line = screen.ask(msg("What would you like to do?"))
    command, _, rest = line.partition(" ")
    try:
        match command.lower():
            case "quit" | "q":
                raise QuitRequested
            case "lang":
                return Screen(Translator(choose_language(rest.strip())), screen.console, ask)
            case "load" | "rules" if not rest.strip():
                screen.show(msg("Which one? Type {command} and a name.", command=command.lower()), "bold red")
            case "load":
                saved = record.load(rest.strip(), game_named)
                play(saved.game, screen.translator, resume=rest.strip(), console=screen.console, ask=ask)
            case "rules":
                screen.page(rulebook(_find_game(known, rest).slug, screen.translator.language).text)
            case "":
                pass
            case _:
                _play_new_game(_find_game(known, line), screen, ask)
    except BackToMenu:
        pass
    except RidottoError as error:
        screen.show(error.message, "bold red")
    return screen


def _find_game(known: list[Game], text: str) -> Game:
    """The game with this number, slug or title, or UnknownGame."""
    text = text.strip()
    place = parse_number(text, range(1, len(known) + 1))
    if place is not None:
        return known[place - 1]
    for game in known:
        if text.lower() in (game.slug, game.title.lower()):
            return game
    return game_named(text)


def _play_new_game(game: Game, screen: Screen, ask: Callable[[str], str] | None) -> None:
    """Asks for players, people, bots and options, then plays; Enter accepts a default."""
    lowest, highest = game.players[0], game.players[-1]
    players = _ask_number(
        screen,
        msg("How many players, {min} to {max}? [{usual}]", min=lowest, max=highest, usual=game.default_players),
        game.players,
        game.default_players,
    )
    people = _ask_people(screen, players)
    bots = _ask_bot_level(screen) if (1 if isinstance(people, int) else len(people)) < players else None
    names = shown_names(assign_seats(players, people, bots, screen.translator))
    options = _ask_options(game, names, screen)
    play(
        game,
        screen.translator,
        players=players,
        people=people,
        bots=bots,
        options=options,
        console=screen.console,
        ask=ask,
    )


def _ask(screen: Screen, question: Message) -> str:
    """A line about the new game; raises BackToMenu for `quit`."""
    text = screen.ask(question)
    if text.lower() in ("quit", "q"):
        raise BackToMenu
    return text


def _ask_number(screen: Screen, question: Message, allowed: range, default: int) -> int:
    while True:
        text = _ask(screen, question)
        if not text:
            return default
        typed = parse_number(text, allowed)
        if typed is not None:
            return typed
        screen.show(msg("Please type a number from {min} to {max}.", min=allowed[0], max=allowed[-1]), "bold red")


def _ask_people(screen: Screen, players: int) -> int | list[str]:
    """The names of the people at this screen; 1 for a single guest."""
    while True:
        text = _ask(
            screen,
            msg(
                "Who's playing at this screen? Separate names with commas; bots take the other seats [{guest}]:",
                guest=guest_names(1, screen.translator)[0],
            ),
        )
        if not text:
            return 1
        names = [name.strip() for name in text.split(",") if name.strip()]
        if 0 < len(names) <= players and len(set(names)) == len(names) and all(map(is_name, names)):
            return names
        screen.show(msg("Please type up to {players} different names.", players=players), "bold red")


def _ask_bot_level(screen: Screen) -> str:
    """The level of the bots, chosen by number or name."""
    levels = {name: screen.translator.say(LEVEL_NAMES[name]) for name in LEVELS}
    listed = ", ".join(f"{row} {level}" for row, level in enumerate(levels.values(), 1))
    while True:
        question = msg("How strong are the bots: {levels}? [{usual}]", levels=listed, usual=levels[DEFAULT_LEVEL])
        text = _ask(screen, question).lower()
        if not text:
            return DEFAULT_LEVEL
        for row, (name, level) in enumerate(levels.items(), 1):
            if text in (str(row), name, level.lower()):
                return name
        screen.show(msg("Please type one of these: {values}", values=listed), "bold red")


def _ask_options(game: Game, names: list[str], screen: Screen) -> dict[str, object]:
    if not game.options or not _ask(screen, msg("Standard rules? Enter for yes, anything else to choose options:")):
        return {}
    chosen: dict[str, object] = {}
    for option in game.options:
        value = _ask_value(game, option, names, screen)
        if value:
            chosen[option.name] = value
    return chosen


def _ask_value(game: Game, option: Option, names: list[str], screen: Screen) -> str:
    """The chosen value of an option, or an empty text for its default; first shows what the rulebook says about it."""
    labels = value_labels(game, option, screen.translator.language, names)
    text = rulebook(game.slug, screen.translator.language).option_text(option.name)
    screen.write("")
    screen.markdown(text or screen.translator.say(option.title))
    allowed = list(labels)
    rows = allowed if option.is_numeric else [str(row) for row in range(1, len(allowed) + 1)]
    for row, label in zip(rows, labels.values(), strict=True):
        screen.write(f"  {row}  {label}" if row != label else f"  {row}")
    while True:
        text = _ask(screen, msg("{option} [{usual}]:", option=option.title, usual=labels[allowed[0]]))
        if not text:
            return ""
        if text in rows:
            return allowed[rows.index(text)]
        if option.is_numeric and option.allows(text, len(names)):
            return text
        for value, label in labels.items():
            if not text.isdecimal() and text.lower() in (label.lower(), value):
                return value
        values = option.allowed_values(len(names)) if option.numbers else ", ".join(labels.values())
        screen.show(msg("Please type one of these: {values}", values=values), "bold red")
