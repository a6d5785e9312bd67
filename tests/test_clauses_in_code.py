"""Every clause of the specifications is named, whole, inside the function that carries it out.

`grep -rn verhext.trick.tie src` leads to the rule. What counts is a docstring or a comment inside a function: an id in
a string is a citation for players, and says nothing about where the rule is carried out.
"""

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import pytest

from tests.test_clauses import ROOT, SLUGS, clauses

SOURCES = ROOT / "src" / "ridotto"
FOR_PLAYERS = ("refusals.py", "lessons.py")  # they cite clauses and carry out none
MOST_AT_ONE_PLACE = 3

_ID = re.compile(r"\b[a-z0-9]+(?:\.[a-z0-9_]+){2,}\b")


class Place(NamedTuple):
    """A docstring, or a block of comment lines, inside a function."""

    file: str
    function: str
    line: int
    text: str


def docstrings(tree: ast.AST, file: str) -> Iterator[Place]:
    for node in functions(tree):
        text = ast.get_docstring(node)
        if text is not None:
            yield Place(file, node.name, node.body[0].lineno, text)


def comments(source: str, tree: ast.AST, file: str) -> Iterator[Place]:
    """The comments inside functions. Consecutive comment lines are one place."""
    owner = {line: node.name for node in functions(tree) for line in range(node.lineno, (node.end_lineno or 0) + 1)}
    block: list[tokenize.TokenInfo] = []
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type != tokenize.COMMENT or token.start[0] not in owner:
            continue
        alone = token.line.lstrip().startswith("#")
        if block and not (alone and token.start[0] == block[-1].start[0] + 1):
            yield Place(file, owner[block[0].start[0]], block[0].start[0], "".join(part.string for part in block))
            block = []
        block.append(token)
    if block:
        yield Place(file, owner[block[0].start[0]], block[0].start[0], "".join(part.string for part in block))


def functions(tree: ast.AST) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """All functions; outer ones come before those inside them."""
    return (node for node in ast.walk(tree) if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)))


@cache
def places() -> tuple[Place, ...]:
    found: list[Place] = []
    for path in sorted(SOURCES.rglob("*.py")):
        if path.name not in FOR_PLAYERS:
            source, file = path.read_text("utf-8"), str(path.relative_to(SOURCES))
            tree = ast.parse(source)
            found += [*docstrings(tree, file), *comments(source, tree, file)]
    return tuple(found)


def ids(text: str) -> set[str]:
    return {found for found in _ID.findall(text) if found.split(".")[0] in SLUGS}


@pytest.mark.parametrize("slug", SLUGS)
def test_every_clause_stands_in_a_function(slug):
    named = {clause for place in places() for clause in ids(place.text)}
    assert sorted(set(clauses(slug)) - named) == []


def test_no_function_names_a_clause_that_does_not_exist():
    known = {clause for slug in SLUGS for clause in clauses(slug)}
    assert {clause: place[:3] for place in places() for clause in ids(place.text) if clause not in known} == {}


def test_no_place_lists_more_than_three_clauses():
    assert [place[:3] for place in places() if len(ids(place.text)) > MOST_AT_ONE_PLACE] == []


def test_the_scan_tells_places_apart():
    source = (
        "# venti.a.one\n"
        "def turn():\n"
        '    """A turn (venti.a.two)."""\n'
        "    # venti.a.three\n"
        "    # venti.a.four\n"
        '    return "venti.a.five"  # venti.a.six\n'
    )
    tree = ast.parse(source)
    found = [*docstrings(tree, "x.py"), *comments(source, tree, "x.py")]
    assert [(place.function, place.line, sorted(ids(place.text))) for place in found] == [
        ("turn", 3, ["venti.a.two"]),
        ("turn", 4, ["venti.a.four", "venti.a.three"]),
        ("turn", 6, ["venti.a.six"]),
    ]
