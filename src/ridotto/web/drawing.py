"""Pieces as HTML. A table has a hundred of them, and templates would take most of their time for these alone."""

from functools import lru_cache

from markupsafe import Markup, escape

from ridotto.web.telling import PieceTold, ZoneTold

SIGNS = "♥♦★☾♣✿♠▲●■"  # of the seats


@lru_cache(8192)
def text(words: str) -> str:
    """Words as they may stand in HTML; the same few are said again and again."""
    return str(escape(words))


def pieces(zone: ZoneTold) -> Markup:
    """Cards in a row, a fan, a stack or a pool."""
    drawn = "\n".join(_card(piece, zone.kind != "fan") for piece in zone.pieces)
    return Markup(f'<ul class="pieces {zone.kind}">\n{drawn}\n</ul>')


def _card(piece: PieceTold, owned: bool) -> str:
    label = piece.label or ("" if piece.text or piece.sign else piece.name)
    whose = f"<em>{SIGNS[piece.owner]}</em>" if owned and piece.owner is not None else ""
    marks = "".join(f"<small>{text(mark)}</small>" for mark in piece.marks)
    return (
        f'<li class="piece {_classes(piece)}" {_named(piece)}>'
        f"{_face(piece)}{f'<span>{text(label)}</span>' if label else ''}{whose}{marks}</li>"
    )


def grid(zone: ZoneTold) -> Markup:
    """Squares in rows and columns, and what stands on them."""
    places = _squares(zone)
    head = "".join(f'<th scope="col">{text(column)}</th>' for column in zone.columns)
    rows = "\n".join(_line(row, [places.get(column + row) for column in zone.columns]) for row in zone.rows)
    return Markup(f'<table class="grid"><thead><tr><td></td>{head}</tr></thead>\n{rows}\n</table>')


def _line(row: str, squares: list[list[PieceTold] | None]) -> str:
    return f'<tr><th scope="row">{text(row)}</th>{"".join(map(_square, squares))}</tr>'


def _squares(zone: ZoneTold) -> dict[str, list[PieceTold]]:
    """What lies where: the square first, and then what is on it."""
    places: dict[str, list[PieceTold]] = {}
    under: dict[str, str] = {}
    for piece in zone.pieces:
        at = under[piece.id] = piece.at or under.get(piece.on, "")
        places.setdefault(at, []).append(piece)
    return places


def _square(here: list[PieceTold] | None) -> str:
    if here is None:
        return "<td></td>"
    square, *others = here
    label = f"<span>{text(square.label)}</span>" if square.label else ""
    upon = "".join(f'<em class="on {_classes(piece)}" {_named(piece)}>{_token(piece)}</em>' for piece in others)
    return f'<td class="{_classes(square)}" {_named(square)}>{_face(square)}{label}{upon}</td>'


def _token(piece: PieceTold) -> str:
    return text((piece.sign if piece.owner is None else SIGNS[piece.owner]) + piece.text)


def _face(piece: PieceTold) -> str:
    value = f"<b>{text(piece.text)}</b>" if piece.text else ""
    return f'{value}<i aria-hidden="true">{text(piece.sign)}</i>' if piece.sign else value


def _named(piece: PieceTold) -> str:
    return f'id="{text(piece.id)}" title="{text(piece.name)}"'


def _classes(piece: PieceTold) -> str:
    seat = "" if piece.owner is None else f" seat-{piece.owner}"
    return f"tint-{piece.tint or 'plain'}{seat}{' lit' if piece.lit else ''}"
