"""Takes pictures of the house in a real browser: it runs here, and matches are played by bots up to a moment.

    python docs/pictures/browser.py --game verhext --moment 40 --size 390x844 --theme dark --lang de --out pictures

`--readme` makes those that the README shows. Without these, every page and every table at its start, middle and
end, at three sizes, by day and by night. Needs Playwright for Python and a Chromium.
"""

import argparse
import asyncio
import shutil
import socket
import tempfile
from base64 import b64encode
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import product
from pathlib import Path

from playwright.async_api import Browser, async_playwright

import ridotto
from ridotto.bots import bot
from ridotto.bots.hints import DEFAULT_BUDGET
from ridotto.bots.search import Budget
from ridotto.engine.rng import Rng
from ridotto.house import entropy
from ridotto.house.autoplay.bot_pool import BotPool
from ridotto.house.people.guests import MASKS
from ridotto.house.service import House
from ridotto.house.store.connect import connect
from ridotto.house.tables.answer_window import public_automatic_move
from ridotto.house.tables.commands import Command
from ridotto.house.tables.events import Event, Moved
from ridotto.house.tables.new_table import NewTable
from ridotto.web.app import App
from ridotto.web.http.rate_limits import Unlimited
from ridotto.web.ops import serve
from ridotto.web.ops.server import new_server

GUESTS = ("Giulia", "Chiara", "Matteo", "Hannah", "Leon", "Maximilian")
SIZES = ("1440x900", "1024x768", "390x844")
THEMES = ("dark", "light")
QUALITY = 80  # of pictures that are not for looking at every pixel
MOMENTS = ("start", "middle", "end")
QUIET = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip


@asynccontextmanager
async def open_house(folder: Path, hints: Budget = DEFAULT_BUDGET) -> AsyncIterator[tuple[House, str]]:
    """A house and its address. Its bots do nothing by themselves."""
    with serve.listen("127.0.0.1", 0) as listening:
        store, bot_pool = await connect(str(folder / "house.sqlite")), BotPool(1, hints)
        house = House(store, bot_pool, beat_seconds=3600.0, window_seconds=3600.0)
        await house.start()
        server = new_server(App(house, Unlimited()))
        serving = asyncio.create_task(server.serve(sockets=[listening]))
        try:
            yield house, address(listening)
        finally:
            server.should_exit = True
            await serving
            await house.stop()
            await bot_pool.close()
            await store.close()


def address(listening: socket.socket) -> str:
    return f"http://127.0.0.1:{listening.getsockname()[1]}"


def match_of(slug: str, players: int, seed: int) -> list[tuple[int, str]]:
    """The decisions of a whole match between novices: seats and moves."""
    game, dice, novice = ridotto.game(slug), Rng(seed), bot("novice", 1)
    state, decisions = game.start(players=players, seed=seed), []
    while not state.over:
        seat = state.actor()
        move = public_automatic_move(state, seat) if game.has_windows else None
        move = novice.choose(state.redeal(seat, dice), seat, dice) if move is None else move
        decisions.append((seat, game.text(move)))
        state.play(seat, move)
    return decisions


def command_for(event: Event) -> Command:
    """A command that returns this event, whatever the state of the table."""
    return lambda _: event


async def play(
    house: House, slug: str, players: int, moment: str, seed: int, guided: bool = False
) -> tuple[str, list[str]]:
    """A table at a moment of a match, if possible where the first seat is asked, and the keys of its seats."""
    entropy.random_bits = lambda purpose: seed
    wanted = NewTable(game=slug, players=players, guided=guided, patience=None)
    table, host = await house.open_table(wanted, f"picture-{slug}-{moment}-{players}-{seed}-{guided}")
    keys = []
    for seat in range(players):
        _, key = await house.sit(table, GUESTS[seat], MASKS[seat], seat, f"guest-{seat}-of-{table}")
        keys.append(key)
    await house.start_match(table, [host])
    decisions = match_of(slug, players, seed)
    first_n = {"start": 0, "middle": len(decisions) // 2, "end": len(decisions)}.get(moment)
    first_n = int(moment) if first_n is None else first_n
    for n, (seat, move) in enumerate(decisions):
        found = await house.table(table)
        if n < len(found.started_match.decisions()):  # nobody was asked
            continue
        if n >= first_n and 0 in found.started_match.state.actors():
            break
        await house.executor.execute(table, command_for(Moved(seat, move, f"decision-{n:06}")))
    for seat, words in ((1, "In bocca al lupo!"), (0, "Crepi.")):
        await house.chat(table, [keys[seat]], seat, words, f"words-of-{seat}")
    return table, keys


async def pages(house: House) -> dict[str, tuple[str, list[tuple[str, str]]]]:
    """The pages other than tables, by name: their paths, and the keys that they need. Opens some tables."""
    entropy.random_bits = lambda purpose: 2099
    tables = {}
    for slug, guests in (("verhext", 3), ("venti", 2), ("venezia", 4)):
        wanted = NewTable(game=slug, players=4, listed=True)
        table, host = await house.open_table(wanted, f"picture-of-the-hall-{slug}")
        keys = [
            (await house.sit(table, GUESTS[seat], MASKS[seat], seat, f"guest-{seat}-of-{table}"))[1]
            for seat in range(guests)
        ]
        if guests == 4:
            await house.start_match(table, [host])
        tables[slug] = table, [(table, key) for key in [host, *keys]]
    (open_table, some_keys), (free_table, _), (running, all_keys) = tables.values()
    played, played_keys = await play(house, "venezia", 4, "end", 2099)
    return {
        "hall": ("/", []),
        "new": ("/new?game=venezia2099", []),
        "sit-down": (f"/tables/{free_table}", []),
        "host": (f"/tables/{open_table}", some_keys[:2]),
        "curtain": (f"/tables/{running}", all_keys[1:3]),
        "links": (f"/tables/{running}/links", all_keys[1:2]),
        "figures": (f"/tables/{played}/figures", [(played, played_keys[0])]),
        "rules": ("/rules/diciassette", []),
        "refusal": ("/tables/aaaaaaaaaaaa", []),
    }


async def take_picture(
    browser: Browser, home: str, path: str, keys: list[tuple[str, str]], size: str, theme: str, lang: str, file: Path
) -> None:
    """Take a picture, and print what the browser complains about."""
    width, height = map(int, size.split("x"))
    context = await browser.new_context(
        viewport={"width": width, "height": height}, locale=lang, has_touch=width < 600, reduced_motion="reduce"
    )
    page = await context.new_page()
    page.on("console", lambda said: print(f"{file.name}: {said.text}") if said.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: print(f"{file.name}: {error}"))
    for table, key in keys:
        await context.request.post(f"{home}/keys/{table}.{key}")
    await page.goto(f"{home}{path}{'&' if '?' in path else '?'}theme={theme}&lang={lang}")
    await page.wait_for_timeout(400)
    if file.suffix == ".jpg":
        await page.screenshot(path=file, quality=QUALITY, type="jpeg")
    else:
        await page.screenshot(path=file)
    if wide := await page.evaluate("document.documentElement.scrollWidth - innerWidth"):
        print(f"{file.name}: {wide} pixels too wide")
    await context.close()


HERE = Path(__file__).parent
WIDE = {"diciassette": "middle", "venezia": "middle", "venezia2099": "middle", "venti": "middle", "verhext": "middle"}


async def make_readme(browser: Browser, house: House, home: str) -> None:
    """The pictures of the README: hall and tables in the dark theme, and the tables on phones in the light one."""
    hall, _ = (await pages(house))["hall"]
    await take_picture(browser, home, hall, [], "1440x900", "dark", "en", HERE / "hall.jpg")
    phones = []
    with tempfile.TemporaryDirectory() as folder:
        for slug, moment in WIDE.items():
            table, keys = await play(house, slug, ridotto.game(slug).default_players, moment, 7)
            mine, path = [(table, keys[0])], f"/tables/{table}"
            await take_picture(browser, home, path, mine, "1440x900", "dark", "en", HERE / f"{slug}.jpg")
            phones.append(Path(folder) / f"{slug}.png")
            await take_picture(browser, home, path, mine, "390x844", "light", "en", phones[-1])
        pictures = "".join(
            f'<img width="280" src="data:image/png;base64,{b64encode(file.read_bytes()).decode()}">' for file in phones
        )
        page = await browser.new_page(viewport={"width": 1480, "height": 640})
        await page.set_content(
            '<body style="margin:0;padding:16px;display:flex;gap:12px;background:#d8cdb8">' + pictures
        )
        await page.screenshot(path=HERE / "phones.jpg", quality=QUALITY, type="jpeg")


async def main() -> None:
    wanted = arguments()
    wanted.out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        async with open_house(Path(folder)) as (house, home), async_playwright() as playwright:
            browser = await playwright.chromium.launch(executable_path=wanted.chromium, args=QUIET)
            if wanted.readme:
                await make_readme(browser, house, home)
                return
            shown = await pages(house) if wanted.pages else {}
            for slug in wanted.game:
                players = wanted.players or ridotto.game(slug).default_players
                for moment in wanted.moment:
                    table, keys = await play(house, slug, players, moment, wanted.seed)
                    mine = [] if wanted.spectator else [(table, keys[0])]
                    shown[f"{slug}-{moment}-{players}"] = f"/tables/{table}", mine
            for name, (path, mine) in shown.items():
                for size, theme in product(wanted.size, wanted.theme):
                    file = wanted.out / f"{name}-{size}-{theme}-{wanted.lang}.png"
                    await take_picture(browser, home, path, mine, size, theme, wanted.lang, file)
            await browser.close()


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    games = [game.slug for game in ridotto.all_games()]
    parser.add_argument("--game", nargs="*", choices=games)
    parser.add_argument("--pages", action="store_true", help="the pages around the tables, too")
    parser.add_argument("--moment", nargs="+", default=MOMENTS, help="start, middle, end, or a number of decisions")
    parser.add_argument("--readme", action="store_true", help="make the pictures of the README")
    parser.add_argument("--players", type=int)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--spectator", action="store_true", help="as a spectator sees it")
    parser.add_argument("--size", nargs="+", default=SIZES)
    parser.add_argument("--theme", nargs="+", choices=THEMES, default=THEMES)
    parser.add_argument("--lang", default="en")
    parser.add_argument("--out", type=Path, default=Path("pictures"))
    parser.add_argument("--chromium", default=shutil.which("chromium") or shutil.which("chromium-headless-shell"))
    wanted = parser.parse_args()
    if wanted.game is None:
        wanted.game, wanted.pages = ([], True) if wanted.pages else (games, True)
    return wanted


if __name__ == "__main__":
    asyncio.run(main())
