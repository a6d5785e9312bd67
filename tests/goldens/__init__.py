"""Golden play-throughs: one whole random game per player count, readable in a diff.

`python -m tests.goldens` writes them anew; do that only when a change of the rules or of chance is meant.
"""
