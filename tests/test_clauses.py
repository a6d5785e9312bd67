"""Every clause of the specifications is asserted by a test and explained in the rulebooks."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

import ridotto

ROOT = Path(__file__).parent.parent
SLUGS = [game.slug for game in ridotto.all_games()]
LANGUAGES = ("en", "de", "it")

_CLAUSE = re.compile(r"^- `([a-z0-9_]+\.[a-z0-9_.]+)` \[[RD]\] ", re.MULTILINE)
_STATED = re.compile(r"^\((\d+) clauses\.\)$", re.MULTILINE)
_COMMENT = re.compile(r"<!-- rules: ([^>]*?) ?-->")


def specification(slug: str) -> str:
    return (ROOT / "docs" / "rules" / f"{slug}.md").read_text("utf-8")


def clauses(slug: str) -> list[str]:
    return _CLAUSE.findall(specification(slug))


@cache
def asserted() -> dict[str, set[str]]:
    """The clauses named by `pytest.mark.rule`, with the tests that name them."""
    found: dict[str, set[str]] = {}
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                for clause in _named(node):
                    found.setdefault(clause, set()).add(f"{path.name}::{node.name}")
    return found


def _named(test: ast.FunctionDef) -> list[str]:
    return [
        str(argument.value)
        for decorator in test.decorator_list
        if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == "pytest.mark.rule"
        for argument in decorator.args
        if isinstance(argument, ast.Constant)
    ]


def mapped(slug: str, language: str) -> set[str]:
    """The clauses that the paragraphs of a rulebook say they explain."""
    path = ROOT / "src" / "ridotto" / "games" / slug / "rulebook" / f"{language}.md"
    return {clause for comment in _COMMENT.findall(path.read_text("utf-8")) for clause in comment.split()}


@pytest.mark.parametrize("slug", SLUGS)
def test_a_specification_has_every_clause_once_and_as_many_as_it_states(slug):
    found = clauses(slug)
    assert len(found) == len(set(found)) > 50
    assert all(int(number) == len(found) for number in _STATED.findall(specification(slug)))
    assert all(clause.startswith(f"{slug}.") for clause in found)


@pytest.mark.slow
@pytest.mark.parametrize("slug", SLUGS)
def test_every_clause_is_named_by_a_test(slug):
    assert sorted(set(clauses(slug)) - set(asserted())) == []


@pytest.mark.slow
def test_no_test_names_a_clause_that_does_not_exist():
    known = {clause for path in (ROOT / "docs" / "rules").glob("*.md") for clause in clauses(path.stem)}
    unknown = {clause: sorted(tests) for clause, tests in asserted().items() if clause not in known}
    assert unknown == {}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug", SLUGS)
def test_every_rulebook_explains_every_clause_and_no_other(slug, language):
    assert sorted(mapped(slug, language) ^ set(clauses(slug))) == []


@pytest.mark.parametrize("slug", SLUGS)
def test_refusals_and_choices_cite_clauses_that_exist(slug):
    """Every clause id in the sources of a game stands in its specification."""
    known = set(clauses(slug))
    folder = ROOT / "src" / "ridotto" / "games" / slug
    quoted = {
        clause
        for path in folder.rglob("*.py")
        for clause in re.findall(rf'"({slug}\.[a-z_0-9]+\.[a-z_0-9]+)"', path.read_text("utf-8"))
    }
    assert quoted - known == set()
    assert quoted
