"""The table of 17 Diciassette fits a terminal of 80 columns, in every language."""

import pytest

from ridotto.terminal.action_keys import choice_lines
from ridotto.terminal.blocks import width_of
from ridotto.terminal.cards import Pen
from ridotto.terminal.panels import panel_lines
from ridotto.terminal.scene_drawing import quiet_lines, zone_blocks
from ridotto.translations import LANGUAGES, Translator
from ridotto.translations.in_language import in_language
from tests.diciassette.scenes import games, scene

MASKS = ["Colombina", "Pantalone", "Brighella", "Pulcinella", "Arlecchino", "Balanzone"]
WIDTH = 80


VARIANTS = {"trash_cancels_double": "true", "call_between_double": "true"}


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_cut_off(language):
    pen = Pen(Translator(language), MASKS)
    for state in games(6, range(4), **VARIANTS):
        shown = in_language(scene(state, state.actor()), pen.say)
        parts = [choice_lines(shown, pen, WIDTH), panel_lines(shown, pen, WIDTH), quiet_lines(shown, pen, WIDTH)]
        parts += zone_blocks([zone for zone in shown.zones if not zone.mute], pen, {}, WIDTH)
        for lines in parts:
            for line in lines:
                line.rstrip()
            assert width_of(lines) <= WIDTH, [line.plain for line in lines if line.cell_len > WIDTH]
