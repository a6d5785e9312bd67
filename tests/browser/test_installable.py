"""The site can be installed as an app."""

import struct
from urllib.request import urlopen

import pytest

from tests.browser.browser_players import House, Visit
from tests.waiting import DEADLINE

pytestmark = pytest.mark.slow

INCOGNITO = "in-incognito"  # browsers of tests are incognito, where nothing can be installed


@pytest.mark.parametrize("path", ["/", "/new", "/rules/venti"])
def test_browsers_can_install_the_app_from_any_page(path: str, house: House, visit: Visit) -> None:
    person = visit(locale="de")
    person.visit(path)
    wire = person.context.new_cdp_session(person.page)
    found = wire.send("Page.getAppManifest")
    assert found["errors"] == []
    assert found["url"] == f"{house.address}/manifest?lang=de"
    assert '"lang":"de"' in found["data"]
    missing = wire.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [error["errorId"] for error in missing if error["errorId"] != INCOGNITO] == []


def test_every_icon_exists_in_its_declared_size(house: House, visit: Visit) -> None:
    person = visit()
    person.visit("/")
    manifest = person.page.evaluate("fetch(document.querySelector('link[rel=manifest]').href).then((it) => it.json())")
    drawn = [icon for icon in manifest["icons"] if icon["type"] == "image/png"]
    assert {(icon["sizes"], icon["purpose"]) for icon in drawn} == {
        ("192x192", "any"),
        ("512x512", "any"),
        ("512x512", "maskable"),
    }
    apple = {"src": person.page.get_attribute("link[rel=apple-touch-icon]", "href"), "sizes": "180x180"}
    for icon in [*drawn, apple]:
        with urlopen(house.address + icon["src"], timeout=DEADLINE) as answer:
            assert answer.headers["content-type"] == "image/png"
            width, height = struct.unpack(">II", answer.read(24)[16:])
        assert icon["sizes"] == f"{width}x{height}"
