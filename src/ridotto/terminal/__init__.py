"""The tables of the house in a terminal."""
