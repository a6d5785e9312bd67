"""Scripts: a page loads a module and all that it imports as one file, without comments. Nothing is built beforehand."""

import re
from collections.abc import Callable, Mapping

COMMENT = re.compile(
    r"^ *(?://.*|/\*\*(?:(?!\*/)[\s\S])*\*/)\n|^ +"  # whole lines; indentation
    r"""| // [^"'`\n]*$|/\*\* @type [^*"'`\n]*\*/ """,  # beside code: no quote follows, so none has been opened
    re.MULTILINE,
)
IMPORT = re.compile(r'^import \{ ([\w$]+(?:, [\w$]+)*) \} from "\./(\w+)\.js";$', re.MULTILINE)
LATER = re.compile(r'(?<!\{)\bimport\("\./(\w+\.js)"\)')  # fetched when it is first needed; not a type
EXPORT = re.compile(r"^export (?=(?:async function|function|class|const) ([\w$]+))", re.MULTILINE)


def joined(name: str, sources: Mapping[str, str], kept_as: Callable[[str], str] = str) -> str:
    """A module as pages load it: what it imports comes before it, each in a scope of its own.

    What it fetches later is a file of its own, kept under another name.
    """
    told = {other: COMMENT.sub("", source) for other, source in sources.items()}
    scopes = (_scope(other, told[other]) for other in imported(name, told))
    whole = "".join([*scopes, _linked(name, told[name])])
    return LATER.sub(lambda found: f'import("./{kept_as(found[1])}")', whole)


def imported(name: str, sources: Mapping[str, str], above: tuple[str, ...] = ()) -> list[str]:
    """What a module imports, each after what it imports itself."""
    found: dict[str, None] = {}
    for _, stem in IMPORT.findall(sources[name]):
        other = f"{stem}.js"
        if other in (*above, name):
            raise ValueError(f"{name} imports {other}, which needs {name} first.")
        found |= dict.fromkeys([*imported(other, sources, (*above, name)), other])
    return list(found)


def _scope(name: str, source: str) -> str:
    """A module of which nothing is seen but its exports."""
    body = _known(name, EXPORT.sub("", _linked(name, source)), "export")
    exports = ", ".join(EXPORT.findall(source))
    return f"const ${name.removesuffix('.js')} = (() => {{\n{body}return {{ {exports} }};\n}})();\n"


def _linked(name: str, source: str) -> str:
    """A module that takes what it imports from the scopes before it."""
    return _known(name, IMPORT.sub(r"const { \1 } = $\2;", source), "import")


def _known(name: str, source: str, word: str) -> str:
    """Refuses whatever of this kind is left: a browser would look for a file, or find nothing."""
    if left := re.search(rf"^{word}\b(?!\().*", source, re.MULTILINE):
        raise ValueError(f'{name}: it must be import {{ name }} from "./module.js", or export before a name: {left[0]}')
    return source
