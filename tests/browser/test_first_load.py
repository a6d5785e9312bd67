"""The first load of a table: few bytes, no layout shifts."""

import pytest

import ridotto
from ridotto.web.http.assets import asset_url
from tests.browser.browser_players import House, Person, Visit, Way
from tests.waiting import until

pytestmark = pytest.mark.slow

BYTES = 70_000
REQUESTS = 14
# The layout shifts until now. The last one, made here, shows that all were reported.
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


def wait_until_compressed(person: Person, game: str) -> None:
    """Waits until all assets are compressed with Brotli: the first visitor gets them sooner, but larger."""
    get, house = person.context.request.get, person.house.served.address
    names = ("house.css", "house.svg", "table.js", f"{game}/table.css", f"{game}/art.svg")
    wanted = [asset_url(name) for name in names]
    until(lambda: all(get(house + where).headers["content-encoding"] == "br" for where in wanted))


@pytest.mark.parametrize("game", [game.slug for game in ridotto.all_games()])
@pytest.mark.parametrize("way", ["mouse", "touch"])
def test_a_table_loads_with_few_bytes_and_without_layout_shifts(
    game: str, way: Way, house: House, visit: Visit
) -> None:
    path, [seat, *_] = house.open_table(
        game, people=min(ridotto.game(game).players), players=min(ridotto.game(game).players)
    )
    person = visit(way=way)
    person.context.request.post(seat)  # accept the key beforehand
    wait_until_compressed(person, game)
    requests: list[str] = []
    sizes: dict[str, int] = {}
    wire = person.context.new_cdp_session(person.page)
    wire.send("Network.enable")
    wire.on("Network.requestWillBeSent", lambda sent: requests.append(sent["request"]["url"]))
    wire.on("Network.dataReceived", lambda got: sizes.update({got["requestId"]: got["encodedDataLength"]}))
    wire.on("Network.loadingFinished", lambda got: sizes.update({got["requestId"]: got["encodedDataLength"]}))
    with person.page.expect_response("**/events?*"):  # the stream is the last request of a table
        person.visit(path)
    assert person.page.evaluate(SHIFTS) == 0
    assert len(requests) <= REQUESTS, requests
    assert sum(sizes.values()) <= BYTES, sizes
