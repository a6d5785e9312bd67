"""Makes the terminal pictures of the README: real games, stopped in the middle.

    python docs/pictures/make.py [LANGUAGE]

Run it when the drawing of scenes changes.
"""

import random
import re
import sys
from io import StringIO
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import MONOKAI

import ridotto
from ridotto.engine.match import Match
from ridotto.terminal.play import bot_rng
from ridotto.terminal.screen import Screen
from ridotto.terminal.session import TerminalSession
from ridotto.translations import Translator

# For each game: the seed, and the number of decisions after which Anna's next turn is shown.
MOMENTS = {
    "diciassette": (107, 45),
    "venezia": (58, 75),
    "venezia2099": (2099, 60),
    "venti": (46, 170),
    "verhext": (295, 72),
}


def session_of(slug: str, seed: int, decisions: int, language: str = "en", width: int = 100) -> TerminalSession:
    """A session in which it is Anna's turn; all moves before were random."""
    match = Match(ridotto.game(slug), 4, {}, seed, ["Anna", "bot:random", "bot:random", "bot:random"])
    console = Console(
        record=True, width=width, force_terminal=True, color_system="truecolor", file=StringIO(), highlight=False
    )
    session = TerminalSession(match, Screen(Translator(language), console), bot_rng(seed))
    choices = random.Random(seed)
    while len(match.entries) < decisions or match.state.actor() != 0 or session.automatic_move(0) is not None:
        seat = match.state.actor()
        if seat == 0:
            session.log_seen[0] = len(match.log(0))
        automatic = session.automatic_move(seat)
        match.play(seat, choices.choice(match.state.moves(seat)) if automatic is None else automatic)
    return session


def picture(slug: str, language: str = "en", width: int = 100) -> str:
    """Anna's screen as SVG."""
    session = session_of(slug, *MOMENTS[slug], language, width)
    session.show_table(0)
    svg = session.screen.console.export_svg(title=f"ridotto play {slug}", theme=MONOKAI, unique_id="ridotto")
    svg = re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL).replace("Fira Code", "Fira Code, DejaVu Sans Mono")
    svg = re.sub(r"<!-- .*? -->\s*", "", svg)
    return svg.replace("<text ", '<text xml:space="preserve" ')  # otherwise some viewers drop leading blanks


if __name__ == "__main__":
    language = sys.argv[1] if sys.argv[1:] else "en"
    for game in MOMENTS:
        Path(__file__).with_name(f"{game}.svg").write_text(picture(game, language), "utf-8")
