"""Moving pictures: figures one after the other, as a GIF or WebP file."""

from __future__ import annotations

import io
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from cactus_sim.errors import UsageError, suggest

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from PIL.Image import Image

SUFFIXES: Final = (".gif", ".webp")
FRAME_MS: Final = 1500
LAST_MS: Final = 5000
"""How long a figure is shown, and the last one, in milliseconds."""


def check_suffix(path: Path) -> str:
    """The kind of moving picture that a file's name asks for: gif or webp."""
    suffix = path.suffix.lower()
    if suffix not in SUFFIXES:
        known = " or ".join(SUFFIXES)
        raise UsageError(f"{path}: a moving picture's name ends in {known}{suggest(suffix, SUFFIXES)}")
    return suffix[1:]


def animation(figures: Iterable[Figure], kind: str) -> bytes:
    """The figures (at least one) as a moving picture's content, `kind` being gif or webp; it runs once round and on."""
    images = [_image(figure) for figure in figures]
    durations = [FRAME_MS] * (len(images) - 1) + [LAST_MS]
    content = io.BytesIO()
    more: dict[str, Any] = {"quality": 80, "method": 4} if kind == "webp" else {"optimize": True}
    images[0].save(
        content, format=kind, save_all=True, append_images=images[1:], duration=durations, loop=0, **more
    )  # fmt: skip
    return content.getvalue()


def _image(figure: Figure) -> Image:
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from PIL import Image

    canvas: Any = FigureCanvasAgg(figure)
    canvas.draw()
    width, height = canvas.get_width_height()
    return Image.frombuffer("RGBA", (width, height), bytes(canvas.buffer_rgba()), "raw", "RGBA", 0, 1).convert("RGB")
