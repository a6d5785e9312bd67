"""Games in the terminal: menu, matches on one screen, replays; scenes drawn as text."""
