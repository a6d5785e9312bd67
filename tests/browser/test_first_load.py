"""What the first load of a table costs: everything is small, and stays where it was first seen."""

import pytest

import ridotto

BYTES = 70_000
REQUESTS = 14
SHIFTS = """new Promise((told) => {
  let sum = 0;
  new PerformanceObserver((list) => list.getEntries().forEach((entry) => (sum += entry.value)))
    .observe({ type: "layout-shift", buffered: true });
  setTimeout(() => told(sum), 500);
})"""


@pytest.mark.parametrize("game", [game.slug for game in ridotto.games()])
@pytest.mark.parametrize("way", ["mouse", "touch"])
def test_a_table_is_there_with_few_bytes_and_stays_in_place(game, way, house, visit):
    _, [seat, *_] = house.open_table(
        game, people=min(ridotto.game(game).players), players=min(ridotto.game(game).players)
    )
    person = visit(way=way)
    requests, sizes = [], {}
    wire = person.context.new_cdp_session(person.page)
    wire.send("Network.enable")
    wire.on("Network.requestWillBeSent", lambda sent: requests.append(sent["request"]["url"]))
    wire.on("Network.dataReceived", lambda got: sizes.update({got["requestId"]: got["encodedDataLength"]}))
    wire.on("Network.loadingFinished", lambda got: sizes.update({got["requestId"]: got["encodedDataLength"]}))
    person.come(seat)
    assert person.page.evaluate(SHIFTS) == 0
    requests.remove(seat)  # it only leads there
    assert len(requests) <= REQUESTS, requests
    assert sum(sizes.values()) <= BYTES, sizes
