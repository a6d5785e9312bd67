"""The same seeds give the same games, compiled and as plain Python."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import ridotto
from tests.playing import SEEDS, digest, games, thoughts

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def other_way():
    """The output of `tests.playing` in the other kind of process: compiled or plain Python."""
    environment = {name: value for name, value in os.environ.items() if name != "RIDOTTO_PURE"}
    if ridotto.compiled:
        environment["RIDOTTO_PURE"] = "1"
    source = str(Path(ridotto.__file__).parent.parent)
    environment["PYTHONPATH"] = os.pathsep.join([source, str(ROOT)])
    ran = subprocess.run(
        [sys.executable, "-m", "tests.playing"], cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    )
    return json.loads(ran.stdout)


def test_ridotto_pure_switches_the_compiled_modules_off(other_way):
    assert not (ridotto.compiled and other_way["compiled"])


@pytest.mark.parametrize("kind", [games, thoughts])
@pytest.mark.parametrize("slug", [game.slug for game in ridotto.all_games()])
class TestBothWays:
    """Everything that happens in a game, and everything that bots compute about it."""

    def test_the_same_seeds_give_the_same(self, slug, kind, other_way):
        assert digest(kind(slug, SEEDS)) == other_way["digests"][kind.__name__][slug]

    def test_the_comparison_can_fail(self, slug, kind):
        """Other seeds give another number."""
        assert digest(kind(slug, range(1))) != digest(kind(slug, range(1, 2)))
