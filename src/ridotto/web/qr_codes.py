"""QR codes, so that a phone can open a link with its camera."""

from markupsafe import Markup

QUIET_ZONE = 4  # width of the empty border, in modules


def qr_code(address: str) -> Markup:
    """The QR code of an address as inline SVG."""
    import segno

    code = segno.make(address, error="m", micro=False)
    svg = code.svg_inline(border=QUIET_ZONE, omitsize=True, svgclass="qr-code", lineclass=None)
    return Markup(svg.replace("<svg ", '<svg aria-hidden="true" ', 1))
