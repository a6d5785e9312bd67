"""Scripts: a page loads one bundle, made of a module and everything that it imports."""

import re
from importlib.resources import files

import pytest

from ridotto import all_games
from ridotto.web.http.assets import asset_url, assets
from ridotto.web.http.script_bundles import LAZY_IMPORT, bundle, imported_modules

WEB = files("ridotto.web")
MODULES = {file.name: file.read_text("utf-8") for file in (WEB / "static").iterdir() if file.name.endswith(".js")}
PAGES = {file.name: file.read_text("utf-8") for file in (WEB / "templates").iterdir()}
FACES = [(files(f"ridotto.games.{game.slug}") / "face" / "table.html.j2").read_text("utf-8") for game in all_games()]

EXAMPLE = {
    "top.js": 'import { half } from "./half.js";\nimport { twice } from "./twice.js";\nhalf(twice(4));\n',
    "half.js": 'import { NUMBER } from "./number.js";\nexport function half(n) {\n  return n / NUMBER;\n}\n',
    "twice.js": 'import { NUMBER } from "./number.js";\nexport const twice = (n) => n * NUMBER;\n',
    "number.js": "export const NUMBER = 2;\nconst hidden = 3;\n",
}


def test_imported_modules_come_first_and_once_and_reveal_only_their_exports():
    assert bundle("top.js", EXAMPLE).splitlines() == [
        "const $number = (() => {",
        "const NUMBER = 2;",
        "const hidden = 3;",
        "return { NUMBER };",
        "})();",
        "const $half = (() => {",
        "const { NUMBER } = $number;",
        "function half(n) {",
        "return n / NUMBER;",
        "}",
        "return { half };",
        "})();",
        "const $twice = (() => {",
        "const { NUMBER } = $number;",
        "const twice = (n) => n * NUMBER;",
        "return { twice };",
        "})();",
        "const { half } = $half;",
        "const { twice } = $twice;",
        "half(twice(4));",
    ]


def test_a_module_without_importers_keeps_its_exports():
    assert bundle("number.js", EXAMPLE) == EXAMPLE["number.js"]


def test_only_comments_and_indentation_are_left_out():
    source = (
        "// first\n"
        "const a = 1; // beside\n"
        "const quoted = ` // ${a}`; // it's kept\n"
        "/** of b */\n"
        "const b = `http://there`;\n"
        "class C {\n"
        "  /**\n"
        "   * of d\n"
        "   * @type {string}\n"
        "   */\n"
        "  d = `/** ${b} */`;\n"
        "  /** @type {any} */ (e) = f;\n"
        "  // last\n"
        "  /* plain */\n"
        "}\n"
    )
    assert bundle("one.js", {"one.js": source}).splitlines() == [
        "const a = 1;",
        "const quoted = ` // ${a}`; // it's kept",
        "const b = `http://there`;",
        "class C {",
        "d = `/** ${b} */`;",
        "(e) = f;",
        "/* plain */",
        "}",
    ]


@pytest.mark.parametrize(
    "line",
    [
        'import half from "./half.js";',
        'import * as half from "./half.js";',
        'import { half as whole } from "./half.js";',
        'import "./half.js";',
        "export default 3;",
        "export let count = 3;",
        "export { twice };",
    ],
)
def test_what_cannot_be_bundled_is_refused(line):
    with pytest.raises(ValueError, match=f"^twice.js: .*: {re.escape(line)}$"):
        bundle("top.js", {**EXAMPLE, "twice.js": f"{line}\n"})
    if line.startswith("import"):
        with pytest.raises(ValueError, match=f"^top.js: .*: {re.escape(line)}$"):
            bundle("top.js", {**EXAMPLE, "top.js": f"{line}\n"})


def test_modules_that_import_each_other_are_refused():
    cyclic = {"number.js": 'import { half } from "./half.js";\nexport const NUMBER = half(4);\n'}
    with pytest.raises(ValueError, match=r"^number.js imports half.js, which needs number.js first.$"):
        bundle("top.js", EXAMPLE | cyclic)


def test_lazy_imports_stay_files_of_their_own_and_types_are_not_loaded():
    source = """/** @type {import("./half.js").Half} */ (late) = (await import("./half.js")).half;\n"""
    sent = bundle("top.js", {**EXAMPLE, "top.js": f"let late;\n{source}"}, lambda name: f"{name}?version")
    assert (
        sent
        == 'let late;\n/** @type {import("./half.js").Half} */ (late) = (await import("./half.js?version")).half;\n'
    )


def test_lazy_imports_have_the_address_of_their_present_version():
    [later] = re.findall(rb'import\("\./(whole_log\.js\?\w+)"\)', assets()["table.js"].data)
    assert asset_url("whole_log.js") == f"/static/{later.decode()}"


def test_every_module_is_loaded_by_some_page():
    loaded = {
        name for page in PAGES.values() for name in re.findall(r'<script type="module" src="{{ asset\("(.+?)"', page)
    }
    loaded |= {later for source in MODULES.values() for later in LAZY_IMPORT.findall(source)}
    assert loaded | {other for name in loaded for other in imported_modules(name, MODULES)} == set(MODULES)


def test_bundles_contain_no_comments():
    for name in MODULES:
        assert not re.search(rb"^ *//|^ */\*\*$|@param|@typedef", assets()[name].data, re.MULTILINE), name


def test_every_element_that_scripts_look_for_is_in_a_template():
    wanted = {id for source in MODULES.values() for id in re.findall(r'(?:\$|\brequired)\("([\w-]+)"\)', source)}
    [handlers] = re.findall(r"^  handleButtons\(.*?\{\n(.*?)^  \}\);", MODULES["table.js"], re.DOTALL | re.MULTILINE)
    buttons = set(re.findall(r'^    "?([\w-]+)"?:', handlers, re.MULTILINE))
    assert {"table", "pause"} < wanted
    assert {"pause", "hint-close"} < buttons
    there = {id for page in (*PAGES.values(), *FACES) for id in re.findall(r'\bid="([\w-]+)"', page)}
    assert (wanted | buttons) - there == set()
