"""Open a table of a running house and play at it, by HTTP alone.

The program takes a seat beside a bot, starts the match and makes random moves to the end. It needs nothing but Python:
the house tells it which moves it may make. `ridotto serve` opens a house; docs/api.md explains the API.

    python examples/table_over_http.py http://127.0.0.1:1638
"""

import argparse
import json
import random
import secrets
from collections.abc import Iterator
from time import sleep
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen


class House:
    """A client of one house."""

    def __init__(self, address: str) -> None:
        self.address = address

    def open(self, path: str, body: object = None, key: str = "") -> Any:
        """Open a response for reading: POST if there is a body, otherwise GET. Waits if asked to."""
        headers = {
            "Accept": "application/json",
            "Content-Type": "application/json",
            "Authorization": f"Bearer {key}",  # the keys that this request needs, separated by commas
        }
        data = None if body is None else json.dumps(body).encode()
        while True:
            try:
                return urlopen(Request(self.address + path, data, headers))
            except HTTPError as refusal:
                if refusal.code != 429:
                    raise
                with refusal:
                    sleep(float(refusal.headers["Retry-After"]))

    def ask(self, path: str, body: object = None, key: str = "") -> Any:
        with self.open(path, body, key) as response:
            return json.load(response)

    def events(self, path: str, key: str) -> Iterator[tuple[str, Any]]:
        """The server-sent events of a stream: the kind of each, and its data."""
        with self.open(path, key=key) as stream:
            kind = ""
            for line in stream:
                name, _, value = line.decode().rstrip("\n").partition(": ")
                if name == "event":
                    kind = value
                elif name == "data" and value:
                    yield kind, json.loads(value)


def new_id() -> str:
    """An id that makes a request safe to repeat: the house carries it out only once."""
    return secrets.token_urlsafe(12)


def main() -> None:
    parser = argparse.ArgumentParser(description="Play one match at a house.")
    parser.add_argument("house", nargs="?", default="http://127.0.0.1:1638")
    house = House(parser.parse_args().house)

    opened = house.ask("/tables", {"game": "diciassette", "players": 2, "bots": {"1": "novice"}, "id": new_id()})
    table, host_key = f"/tables/{opened['table']}", opened["key"]
    seated = house.ask(f"{table}/seats", {"name": "Anna", "mask": "gatta", "id": new_id()})
    seat, key = seated["seat"], seated["key"]
    house.ask(f"{table}/start", {}, host_key)

    for kind, data in house.events(f"{table}/events", key):
        if kind == "scene" and seat in data["scene"]["waiting"]:
            move = random.choice(data["scene"]["actions"])["move"]
            decision = {"revision": data["revision"], "move": move, "id": new_id()}
            try:
                house.ask(f"{table}/decisions", decision, key)
            except HTTPError as refusal:
                with refusal:
                    if refusal.code != 409:  # the table has changed: the next event shows how
                        raise
        elif kind == "frame" and data["phase"] == "over":
            print("Scores:", *data["result"]["scores"])
            break

    with house.open(f"{table}/record") as response:  # the whole match, for everybody, once it is over
        record = response.read()
    with urlopen(Request(f"{house.address}/records", record)) as response:  # the house replays it, line by line
        print("The record is valid:", json.load(response)["verified"])


if __name__ == "__main__":
    main()
