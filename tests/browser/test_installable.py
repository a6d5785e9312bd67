"""The house can be installed like a program: a browser finds nothing missing."""

import struct
from urllib.request import urlopen

import pytest

from tests.browser.people import House, Visit
from tests.waiting import DEADLINE

pytestmark = pytest.mark.slow

INCOGNITO = "in-incognito"  # the browsers of tests keep nothing, so they would not install anything


@pytest.mark.parametrize("path", ["/", "/new", "/rules/venti"])
def test_a_browser_can_install_it_from_any_page(path: str, house: House, visit: Visit) -> None:
    person = visit(locale="de")
    person.come(path)
    wire = person.context.new_cdp_session(person.page)
    found = wire.send("Page.getAppManifest")
    assert found["errors"] == []
    assert found["url"] == f"{house.address}/manifest?lang=de"
    assert '"lang":"de"' in found["data"]
    missing = wire.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [error["errorId"] for error in missing if error["errorId"] != INCOGNITO] == []


def test_every_icon_is_there_and_as_large_as_is_said(house: House, visit: Visit) -> None:
    person = visit()
    person.come("/")
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
