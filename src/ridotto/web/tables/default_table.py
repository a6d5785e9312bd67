"""Pieces as HTML for games that bring no template of their own: cards in a row, squares of a board."""

from markupsafe import Markup

from ridotto.web.schemas.response_schemas import PieceTold, ZoneTold
from ridotto.web.tables.template_context import icon, spot, text


def pieces(zone: ZoneTold) -> Markup:
    """Cards in a row, a fan, a stack or a pool."""
    return Markup(f'<div class="slots">{"".join(map(_card, zone.pieces))}</div>')


def _card(piece: PieceTold) -> str:
    if piece.art == "back":
        return f"<div {spot(piece, 'card down')}>{icon('card-back', 'art')}</div>"
    marks = "".join(f"<small>{text(mark)}</small>" for mark in piece.marks)
    return f"<div {spot(piece, 'card')}{_owner(piece)}>{_corner(piece)}<b>{_label(piece)}</b>{marks}</div>"


def grid(zone: ZoneTold) -> Markup:
    """Squares in rows and columns, and what stands on them."""
    squares = {piece.id: piece for piece in zone.pieces if piece.at}
    upon: dict[str, list[PieceTold]] = {}
    for piece in zone.pieces:
        if not piece.at:
            upon.setdefault(piece.on, []).append(piece)
    at = {piece.at: piece for piece in squares.values()}
    cells = "".join(
        _cell(at[column + row], upon.get(at[column + row].id, [])) if column + row in at else '<div class="cell"></div>'
        for row in zone.rows
        for column in zone.columns
    )
    return Markup(f'<div class="grid" data-cols="{len(zone.columns)}" data-rows="{len(zone.rows)}">{cells}</div>')


def _cell(square: PieceTold, upon: list[PieceTold]) -> str:
    tokens = "".join(f"<div {spot(piece, 'token')}{_owner(piece)}>{_corner(piece)}</div>" for piece in upon)
    return f"<div {spot(square, 'cell')}{_owner(square)}>{_corner(square)}{tokens}</div>"


def _owner(piece: PieceTold) -> str:
    return "" if piece.owner is None else f' data-seat="{piece.owner + 1}"'


def _corner(piece: PieceTold) -> str:
    return f'<span class="index">{text(piece.text or piece.sign)}</span>'


def _label(piece: PieceTold) -> str:
    return text(piece.label or piece.sign)
