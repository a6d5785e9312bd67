"""Responses are in the language of the visitor."""

import pytest

from ridotto.web.request import accepted_values
from tests.web.visitors import Party

pytestmark = pytest.mark.anyio


def test_values_of_an_accept_header_by_quality():
    assert accepted_values("de;q=0.5, it, en;q=0.8, fr;q=0") == [("it", 1.0), ("en", 0.8), ("de", 0.5)]
    assert accepted_values("") == []
    assert accepted_values(" , ;q=1, de;q=high, it ; q=0.1") == [("it", 0.1)]


@pytest.mark.parametrize(
    ("query", "cookie", "header", "language"),
    [
        ("", "", "", "en"),
        ("", "", "de-CH, en;q=0.5", "de"),
        ("", "", "en;q=0.5, it;q=0.6, fr", "it"),
        ("", "", "fr, pt", "en"),
        ("", "de", "it", "de"),
        ("", "klingon", "it", "it"),
        ("?lang=it", "de", "en", "it"),
    ],
)
async def test_the_language_follows_from_query_cookie_and_header(browser, query, cookie, header, language):
    headers = {"accept-language": header, "cookie": f"lang={cookie}"}
    answer = await browser.get(f"/{query}", headers=headers)
    assert f'<html lang="{language}" ' in answer.text
    assert "Accept-Language" in answer.headers["vary"]


async def test_a_chosen_language_is_remembered(browser):
    answer = await browser.get("/?lang=de")
    assert answer.headers["set-cookie"] == "lang=de; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax"
    assert '<html lang="de" ' in (await browser.get("/")).text


async def test_scenes_and_refusals_are_translated(visitor):
    party = await Party.open(visitor, start=True)
    seat, decision = await party.next_decision()
    guest = party.guests[seat]
    german = await guest.get_json(f"{party.path}?lang=de")
    english = await guest.get_json(f"{party.path}?lang=en")
    assert german["sight"]["scene"]["prompt"] != english["sight"]["scene"]["prompt"]
    assert german["sight"]["revision"] == english["sight"]["revision"]
    body = {**decision, "move": "rat 8"}
    messages = {
        language: (await guest.post(f"{party.path}/decisions", body, **{"accept-language": language})).json()["error"]
        for language in ("en", "de", "it")
    }
    assert len({error["message"] for error in messages.values()}) == 3
    assert len({(error["code"], error["clause"]) for error in messages.values()}) == 1
