"""Draws the pictures of the README: real games in the terminal, stopped in the middle. Run it when tables change."""

import random
import re
import sys
from io import StringIO
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import MONOKAI

import ridotto
from ridotto.engine.match import Match
from ridotto.terminal.play import Sitting, dice
from ridotto.terminal.screen import Screen
from ridotto.words import Translator

# Which game, and after how many decisions Anna's next turn is shown.
SHOWN = {
    "diciassette": (107, 45),
    "venezia": (58, 75),
    "venezia2099": (2099, 60),
    "venti": (46, 170),
    "verhext": (295, 72),
}


def sitting_of(slug: str, seed: int, decisions: int, language: str = "en", width: int = 100) -> Sitting:
    """Anna's table at her turn; until then everybody has played by dice."""
    match = Match(ridotto.game(slug), 4, {}, seed, ["Anna", "bot:random", "bot:random", "bot:random"])
    console = Console(
        record=True, width=width, force_terminal=True, color_system="truecolor", file=StringIO(), highlight=False
    )
    sitting = Sitting(match, Screen(Translator(language), console), dice(seed))
    choices = random.Random(seed)
    while len(match.entries) < decisions or match.state.actor() != 0 or sitting.obvious(0) is not None:
        seat = match.state.actor()
        if seat == 0:
            sitting.heard[0] = len(match.log(0))
        obvious = sitting.obvious(seat)
        match.play(seat, choices.choice(match.state.moves(seat)) if obvious is None else obvious)
    return sitting


def picture(slug: str, language: str = "en", width: int = 100) -> str:
    """The screen in front of Anna, as SVG."""
    sitting = sitting_of(slug, *SHOWN[slug], language, width)
    sitting.show(0)
    svg = sitting.screen.console.export_svg(title=f"ridotto play {slug}", theme=MONOKAI, unique_id="ridotto")
    svg = re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL).replace("Fira Code", "Fira Code, DejaVu Sans Mono")
    svg = re.sub(r"<!-- .*? -->\s*", "", svg)  # it needs nothing from elsewhere
    return svg.replace("<text ", '<text xml:space="preserve" ')  # or some viewers drop leading blanks


if __name__ == "__main__":
    language = sys.argv[1] if sys.argv[1:] else "en"
    for game in SHOWN:
        Path(__file__).with_name(f"{game}.svg").write_text(picture(game, language), "utf-8")
