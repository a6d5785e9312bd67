"""HTML of zones for games without a table template of their own: cards in a row, squares of a board."""

from markupsafe import Markup

from ridotto.engine.scene import Piece, Zone
from ridotto.web.drawings import escaped, icon
from ridotto.web.tables.template_context import piece_attributes


def pieces(zone: Zone[str]) -> Markup:
    """Cards in a row, fan, stack or pool."""
    return Markup(f'<div class="slots">{"".join(map(_card, zone.pieces))}</div>')


def _card(piece: Piece[str]) -> str:
    if piece.art == "back":
        return f"<div {piece_attributes(piece, 'card down')}>{icon('card-back', 'art')}</div>"
    marks = "".join(f"<small>{escaped(mark)}</small>" for mark in piece.marks)
    return f"<div {piece_attributes(piece, 'card')}{_owner(piece)}>{_corner(piece)}<b>{_label(piece)}</b>{marks}</div>"


def grid(zone: Zone[str]) -> Markup:
    """Squares in rows and columns, with the pieces on them."""
    squares = {piece.at: piece for piece in zone.pieces if piece.at}
    pieces_on: dict[str, list[Piece[str]]] = {}
    for piece in zone.pieces:
        if not piece.at:
            pieces_on.setdefault(piece.on, []).append(piece)
    cells = "".join(
        _cell(square, pieces_on.get(square.id, []))
        if (square := squares.get(column + row)) is not None
        else '<div class="cell"></div>'
        for row in zone.rows
        for column in zone.columns
    )
    return Markup(f'<div class="grid" data-cols="{len(zone.columns)}" data-rows="{len(zone.rows)}">{cells}</div>')


def _cell(square: Piece[str], pieces: list[Piece[str]]) -> str:
    tokens = "".join(
        f"<div {piece_attributes(piece, 'token')}{_owner(piece)}>{_corner(piece)}</div>" for piece in pieces
    )
    return f"<div {piece_attributes(square, 'cell')}{_owner(square)}>{_corner(square)}{tokens}</div>"


def _owner(piece: Piece[str]) -> str:
    return "" if piece.owner is None else f' data-seat="{piece.owner + 1}"'


def _corner(piece: Piece[str]) -> str:
    return f'<span class="index">{escaped(piece.text or piece.sign)}</span>'


def _label(piece: Piece[str]) -> str:
    return escaped(piece.label or piece.sign)
