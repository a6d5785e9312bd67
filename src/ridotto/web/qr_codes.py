"""Links as codes that a phone reads with its camera."""

from markupsafe import Markup

QUIET = 4  # empty modules around a code


def qr_code(address: str) -> Markup:
    """The QR code of an address, drawn in the page itself."""
    import segno

    drawn = segno.make(address, error="m", micro=False)
    lines = drawn.svg_inline(border=QUIET, omitsize=True, svgclass="qr", lineclass=None)
    return Markup(lines.replace("<svg ", '<svg aria-hidden="true" ', 1))
