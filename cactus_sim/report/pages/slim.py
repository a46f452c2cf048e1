"""Pictures with what nobody sees taken out of them."""

from __future__ import annotations

import re

COMMENT = re.compile(rb"<!--.*?-->", re.DOTALL)
METADATA = re.compile(rb"<metadata>.*?</metadata>", re.DOTALL)
BETWEEN = re.compile(rb">\s*\n\s*<")
PLACES = re.compile(rb' (?:d|x|y|width|height|transform)="[^"<>]*"')
FONTS = re.compile(rb"font-family: 'DejaVu Sans'(?:, '[^'<>]*')*, sans-serif")
UNTURNED = re.compile(rb' transform="rotate\(-0 [^"<>]*\)"')
FINE = re.compile(rb"(\.\d\d)\d+")


def slim(svg: bytes) -> bytes:
    """The SVG without comments, metadata and lists of fonts, places to a hundredth of a point: the same picture."""
    plain = FONTS.sub(b"font-family: sans-serif", METADATA.sub(b"", COMMENT.sub(b"", svg)))
    plain = UNTURNED.sub(b"", plain)
    rounded = PLACES.sub(lambda found: b" ".join(FINE.sub(rb"\1", found[0]).split(b"\n")), plain)
    return BETWEEN.sub(b"><", rounded)
