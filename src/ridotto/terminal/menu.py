"""The menu of the house: choose a game, a table and who sits at it; or go on with a saved game, or read the rules."""

from collections.abc import Callable
from itertools import zip_longest
from textwrap import wrap

from rich.console import Console

from ridotto.bots import LEVELS
from ridotto.engine import record
from ridotto.engine.errors import RidottoError
from ridotto.engine.game import Game, Option
from ridotto.engine.message import Message, msg
from ridotto.games import every_game
from ridotto.games import game as game_named
from ridotto.house.people.guests import LEVEL_NAMES, USUAL, is_name, shown_names
from ridotto.option_texts import labels
from ridotto.rulebook import rulebook
from ridotto.terminal.play import play
from ridotto.terminal.screen import Left, Screen, number
from ridotto.terminal.seats import guests, seated
from ridotto.words import LANGUAGES, Translator, language


class Back(Exception):
    """Somebody would rather not sit down after all."""


def _answer(screen: Screen, question: Message) -> str:
    """A line on the way to the table; `quit` goes back to the menu."""
    text = screen.ask(question)
    if text.lower() in ("quit", "q"):
        raise Back
    return text


def menu(words: Translator, console: Console | None = None, ask: Callable[[str], str] | None = None) -> None:
    """Until somebody quits."""
    screen = Screen(words, console, ask)
    try:
        while True:
            screen = _welcome(screen, console, ask)
    except (Left, KeyboardInterrupt):
        screen.write("")
        screen.tell(msg("Goodbye!"))


def _welcome(screen: Screen, console: Console | None, ask: Callable[[str], str] | None) -> Screen:
    """One choice from the menu; gives the screen to go on with."""
    known = every_game()
    screen.write("")
    screen.write("Ridotto", "bold")
    wide = max(len(game.title) for game in known)
    for place, game in enumerate(known, 1):
        hook = wrap(rulebook(game.slug, screen.words.language).hook, max(20, screen.console.width - wide - 7))
        for title, line in zip_longest([f"{place}  {game.title}"], hook, fillvalue=""):
            screen.write(f"  {title:{wide + 3}}  {line}")
    screen.write("")
    languages = ", ".join(f"{code} {name}" for code, name in LANGUAGES.items())
    for command, meaning in (
        ("1", screen.words.say(msg("play this game"))),
        (f"load {screen.words.say(msg('FILE'))}", screen.words.say(msg("continue a saved game"))),
        ("rules 1", screen.words.say(msg("read the rules of a game"))),
        ("lang CODE", languages),
        ("quit", screen.words.say(msg("quit"))),
    ):
        screen.write(f"  {command:12} {meaning}", "dim")
    line = screen.ask(msg("What would you like to do?"))
    command, _, rest = line.partition(" ")
    try:
        match command.lower():
            case "quit" | "q":
                raise Left
            case "lang":
                return Screen(Translator(language(rest.strip())), screen.console, ask)
            case "load" | "rules" if not rest.strip():
                screen.tell(msg("Which one? Type {command} and a name.", command=command.lower()), "bold red")
            case "load":
                saved = record.load(rest.strip(), game_named)
                play(saved.game, screen.words, resume=rest.strip(), console=screen.console, ask=ask)
            case "rules":
                screen.leaf(rulebook(_game(known, rest).slug, screen.words.language).text)
            case "":
                pass
            case _:
                _new_game(_game(known, line), screen, ask)
    except Back:
        pass
    except RidottoError as error:
        screen.tell(error.message, "bold red")
    return screen


def _game(known: list[Game], text: str) -> Game:
    """A game by its number, its slug or its title."""
    text = text.strip()
    place = number(text, range(1, len(known) + 1))
    if place is not None:
        return known[place - 1]
    for game in known:
        if text.lower() in (game.slug, game.title.lower()):
            return game
    return game_named(text)


def _new_game(game: Game, screen: Screen, ask: Callable[[str], str] | None) -> None:
    """Asks for the table; Enter takes what is usual."""
    least, most = game.players[0], game.players[-1]
    players = _number(
        screen,
        msg("How many players, {least} to {most}? [{usual}]", least=least, most=most, usual=game.usual),
        game.players,
        game.usual,
    )
    people = _people(screen, players)
    bots = _bots(screen) if (1 if isinstance(people, int) else len(people)) < players else None
    names = shown_names(seated(players, people, bots, screen.words))
    options = _options(game, names, screen)
    play(
        game,
        screen.words,
        players=players,
        people=people,
        bots=bots,
        options=options,
        console=screen.console,
        ask=ask,
    )


def _number(screen: Screen, question: Message, allowed: range, usual: int) -> int:
    while True:
        text = _answer(screen, question)
        if not text:
            return usual
        typed = number(text, allowed)
        if typed is not None:
            return typed
        screen.tell(msg("Please type a number from {least} to {most}.", least=allowed[0], most=allowed[-1]), "bold red")


def _people(screen: Screen, players: int) -> int | list[str]:
    """The names of the people at this screen; bots take the other seats."""
    while True:
        text = _answer(
            screen,
            msg(
                "Who's playing at this screen? Separate names with commas; bots take the other seats [{guest}]:",
                guest=guests(1, screen.words)[0],
            ),
        )
        if not text:
            return 1
        names = [name.strip() for name in text.split(",") if name.strip()]
        if 0 < len(names) <= players and len(set(names)) == len(names) and all(map(is_name, names)):
            return names
        screen.tell(msg("Please type up to {players} different names.", players=players), "bold red")


def _bots(screen: Screen) -> str:
    """How strong the bots on the other seats are: by number or name."""
    levels = {name: screen.words.say(LEVEL_NAMES[name]) for name in LEVELS}
    listed = ", ".join(f"{row} {level}" for row, level in enumerate(levels.values(), 1))
    while True:
        question = msg("How strong are the bots: {levels}? [{usual}]", levels=listed, usual=levels[USUAL])
        text = _answer(screen, question).lower()
        if not text:
            return USUAL
        for row, (name, level) in enumerate(levels.items(), 1):
            if text in (str(row), name, level.lower()):
                return name
        screen.tell(msg("Please type one of these: {values}", values=listed), "bold red")


def _options(game: Game, names: list[str], screen: Screen) -> dict[str, object]:
    if not game.options or not _answer(screen, msg("Standard rules? Enter for yes, anything else to choose options:")):
        return {}
    chosen: dict[str, object] = {}
    for option in game.options:
        value = _value(game, option, names, screen)
        if value:
            chosen[option.name] = value
    return chosen


def _value(game: Game, option: Option, names: list[str], screen: Screen) -> str:
    """What the rulebook says about an option, its values by number; Enter takes the usual one."""
    called = labels(game, option, screen.words.language, names)
    told = rulebook(game.slug, screen.words.language).option(option.name)
    screen.write("")
    screen.markdown(told or screen.words.say(option.title))
    allowed = list(called)
    rows = allowed if option.counts else [str(row) for row in range(1, len(allowed) + 1)]
    for row, label in zip(rows, called.values(), strict=True):
        screen.write(f"  {row}  {label}" if row != label else f"  {row}")
    while True:
        text = _answer(screen, msg("{option} [{usual}]:", option=option.title, usual=called[allowed[0]]))
        if not text:
            return ""
        if text in rows:
            return allowed[rows.index(text)]
        if option.counts and option.allows(text, len(names)):
            return text
        for value, label in called.items():
            if not text.isdecimal() and text.lower() in (label.lower(), value):
                return value
        values = option.choices(len(names)) if option.numbers else ", ".join(called.values())
        screen.tell(msg("Please type one of these: {values}", values=values), "bold red")
