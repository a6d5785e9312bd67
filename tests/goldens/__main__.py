"""Writes the golden play-throughs anew."""

from tests.goldens import verhext

for players in verhext.GAMES:
    verhext.path(players).write_text(verhext.text(players), "utf-8")
    print(verhext.path(players).name)
