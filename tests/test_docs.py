"""The examples in the documents do what they say."""

import doctest
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "docs" / "bots.md", *sorted((ROOT / "docs" / "games").glob("*.md"))]
_BLOCK = re.compile(r"^```(?:python|pycon)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def failures(page: Path) -> tuple[int, int]:
    """The numbers of failed and of all examples. All blocks of a page share one namespace."""
    text = page.read_text("utf-8")
    # Only the blocks remain, at their lines, so that a failure is reported where it stands.
    lines = [""] * (text.count("\n") + 1)
    for block in _BLOCK.finditer(text):
        first = text.count("\n", 0, block.start(1))
        for i, line in enumerate(block[1].splitlines()):
            lines[first + i] = line
    test = doctest.DocTestParser().get_doctest("\n".join(lines), {}, page.name, str(page), 0)
    results = doctest.DocTestRunner().run(test)
    return results.failed, results.attempted


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_examples_of_a_page_work(page):
    failed, attempted = failures(page)
    assert failed == 0
    assert attempted > 0


def test_the_examples_of_the_readme_work():
    assert failures(ROOT / "README.md")[0] == 0


def test_a_wrong_example_would_be_noticed(tmp_path, capsys):
    page = tmp_path / "page.md"
    page.write_text("```pycon\n>>> 1 + 1\n3\n```\n", "utf-8")
    assert failures(page) == (1, 1)
    assert "Expected:" in capsys.readouterr().out
