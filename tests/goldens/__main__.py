"""Writes the golden play-throughs anew."""

from tests.goldens import GAMES, path, text

for game in GAMES:
    path(*game).write_text(text(*game), "utf-8")
    print(path(*game).name)
