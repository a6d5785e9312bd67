"""Bundles scripts: a page loads a module and everything it imports as one file, without comments. No build step."""

import re
from collections.abc import Callable, Mapping

_COMMENT = re.compile(
    r"^ *(?://.*|/\*\*(?:(?!\*/)[\s\S])*\*/)\n|^ +"  # whole lines; indentation
    r"""| // [^"'`\n]*$|/\*\* @type [^*"'`\n]*\*/ """,  # after code: without quotes, so it is not part of a string
    re.MULTILINE,
)
_IMPORT = re.compile(r'^import \{ ([\w$]+(?:, [\w$]+)*) \} from "\./(\w+)\.js";$', re.MULTILINE)
LAZY_IMPORT = re.compile(r'(?<!\{)\bimport\("\./(\w+\.js)"\)')  # loaded on first use; not the import of a JSDoc type
_EXPORT = re.compile(r"^export (?=(?:async function|function|class|const) ([\w$]+))", re.MULTILINE)


def bundle(name: str, sources: Mapping[str, str], lazy_url: Callable[[str], str] = str) -> str:
    """A module after everything it imports, each module in a scope of its own.

    Modules that are imported lazily stay files of their own; `lazy_url` gives their addresses.
    """
    bare = {other: _COMMENT.sub("", source) for other, source in sources.items()}
    scopes = (_scope(other, bare[other]) for other in imported_modules(name, bare))
    script = "".join([*scopes, _link_imports(name, bare[name])])
    return LAZY_IMPORT.sub(lambda found: f'import("./{lazy_url(found[1])}")', script)


def imported_modules(name: str, sources: Mapping[str, str], importers: tuple[str, ...] = ()) -> list[str]:
    """All modules that a module imports, directly or not; each comes after its own imports.

    Raises `ValueError` if modules import each other.
    """
    found: dict[str, None] = {}
    for _, stem in _IMPORT.findall(sources[name]):
        other = f"{stem}.js"
        if other in (*importers, name):
            raise ValueError(f"{name} imports {other}, which needs {name} first.")
        found |= dict.fromkeys([*imported_modules(other, sources, (*importers, name)), other])
    return list(found)


def _scope(name: str, source: str) -> str:
    """A module as a function call that returns its exports."""
    body = _link_imports(name, source)
    body = _require_none_left("export", name, _EXPORT.sub("", body))
    exports = ", ".join(_EXPORT.findall(source))
    return f"const ${name.removesuffix('.js')} = (() => {{\n{body}return {{ {exports} }};\n}})();\n"


def _link_imports(name: str, source: str) -> str:
    """Replaces imports by the exports of the scopes above."""
    return _require_none_left("import", name, _IMPORT.sub(r"const { \1 } = $\2;", source))


def _require_none_left(keyword: str, name: str, source: str) -> str:
    """The source itself. Raises `ValueError` if it has an import or export in a form that is not supported."""
    if left := re.search(rf"^{keyword}\b(?!\().*", source, re.MULTILINE):
        raise ValueError(f'{name}: it must be import {{ name }} from "./module.js", or export before a name: {left[0]}')
    return source
