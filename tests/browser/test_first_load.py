"""What the first load of a table costs: everything is small, and stays where it was first seen."""

import pytest

import ridotto
from ridotto.web.http.assets import address
from tests.browser.people import House, Person, Visit, Way
from tests.waiting import until

pytestmark = pytest.mark.slow

BYTES = 70_000
REQUESTS = 14
# How far things were pushed about until now. What is pushed at last, here, shows that all has been told.
SHIFTS = """() => new Promise((told) => {
  let [sum, end] = [0, Infinity];
  new PerformanceObserver((list) => list.getEntries().forEach(({ startTime, value }) => {
    if (startTime >= end) told(sum);
    sum += value;
  })).observe({ type: "layout-shift", buffered: true });
  requestAnimationFrame(() => requestAnimationFrame((now) => {
    end = now;
    document.body.style.marginTop = "50px";
  }));
})"""


def wait_until_packed(person: Person, game: str) -> None:
    """Waits until everything is as small as can be: whoever comes first is not kept waiting for that."""
    get, house = person.context.request.get, person.house.served.address
    wanted = [address(name) for name in ("house.css", "house.svg", "table.js", f"{game}/table.css", f"{game}/art.svg")]
    until(lambda: all(get(house + where).headers["content-encoding"] == "br" for where in wanted))


@pytest.mark.parametrize("game", [game.slug for game in ridotto.games()])
@pytest.mark.parametrize("way", ["mouse", "touch"])
def test_a_table_is_there_with_few_bytes_and_stays_in_place(game: str, way: Way, house: House, visit: Visit) -> None:
    path, [seat, *_] = house.open_table(
        game, people=min(ridotto.game(game).players), players=min(ridotto.game(game).players)
    )
    person = visit(way=way)
    person.context.request.post(seat)  # the key is there already
    wait_until_packed(person, game)
    requests: list[str] = []
    sizes: dict[str, int] = {}
    wire = person.context.new_cdp_session(person.page)
    wire.send("Network.enable")
    wire.on("Network.requestWillBeSent", lambda sent: requests.append(sent["request"]["url"]))
    wire.on("Network.dataReceived", lambda got: sizes.update({got["requestId"]: got["encodedDataLength"]}))
    wire.on("Network.loadingFinished", lambda got: sizes.update({got["requestId"]: got["encodedDataLength"]}))
    with person.page.expect_response("**/events?*"):  # the stream is the last that a table asks for
        person.come(path)
    assert person.page.evaluate(SHIFTS) == 0
    assert len(requests) <= REQUESTS, requests
    assert sum(sizes.values()) <= BYTES, sizes
