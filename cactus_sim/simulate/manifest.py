"""The manifest of a run directory: what was asked, what it was resolved to, with what, and when it was played."""

from __future__ import annotations

import functools
import hashlib
import importlib.metadata
import json
import platform
from collections.abc import Mapping
from importlib import resources
from pathlib import Path
from typing import Any, Final

from cactus_sim.errors import UsageError
from cactus_sim.simulate.facts import digest_of

FORMAT: Final = 1
PACKAGES: Final = ("numpy", "numba", "llvmlite")
MAX_BYTES: Final = 256_000_000

Manifest = dict[str, Any]


def new_manifest(
    command: str, options: Mapping[str, Any], files: Mapping[str, str], experiment: Mapping[str, Any], save_games: bool
) -> Manifest:
    """The manifest of a run that begins."""
    from cactus_sim import __version__

    return {
        "format": FORMAT,
        "version": __version__,
        "program": program_digest(),
        "command": command,
        "options": dict(options),
        "files": dict(files),
        "packages": packages(),
        "state": "running",
        "save_games": save_games,
        "experiment": dict(experiment),
        "sessions": [],
    }


def to_bytes(manifest: Manifest) -> bytes:
    """The manifest as its file has it: readable JSON, with the hash of its content."""
    content = {key: value for key, value in manifest.items() if key != "hash"}
    return (json.dumps({**content, "hash": digest_of(content)}, indent=2, ensure_ascii=False) + "\n").encode()


def read_manifest(folder: Path) -> Manifest:
    """The manifest of a run directory, checked; a UsageError where there is none or it is not as it was written."""
    path = folder / "manifest.json"
    try:
        if path.stat().st_size > MAX_BYTES:
            raise UsageError(f"{path} is too large to be a manifest")
        content = path.read_bytes()
    except OSError as error:
        raise UsageError(f"{folder} is no run directory of cactus-sim: manifest.json: {error.strerror}") from None
    try:
        manifest = json.loads(content)
        made = manifest["format"]
    except (ValueError, TypeError, KeyError, RecursionError):
        raise UsageError(f"{path} is no manifest of cactus-sim: not JSON with a format") from None
    if made != FORMAT:
        raise UsageError(f"{path} has format {made!r}; this version reads {FORMAT}: use the version that made it")
    _check_schema(path, manifest)
    if manifest["hash"] != digest_of({key: value for key, value in manifest.items() if key != "hash"}):
        raise UsageError(
            f"{path} was changed after it was written: its hash does not fit. A run goes on as it began: start another "
            "with --run"
        )
    return dict(manifest)


def check_program(manifest: Manifest, folder: Path) -> None:
    """Raises a UsageError where another version of cactus-sim began the run: half a run of each would be of neither."""
    from cactus_sim import __version__

    if manifest["version"] != __version__ or manifest["program"] != program_digest():
        same = "" if manifest["version"] != __version__ else " with other sources"
        raise UsageError(
            f"{folder} was begun by cactus-sim {manifest['version']}{same}; this is {__version__}, which may play "
            "otherwise: go on with the version that began it, or start another run with --run"
        )


def check_files(manifest: Manifest, folder: Path) -> None:
    """Raises a UsageError where a strategy file is not what it was: before it is run, as it is code."""
    for name, digest in manifest["files"].items():
        try:
            now = hashlib.sha256(Path(name).expanduser().read_bytes()).hexdigest()
        except (OSError, ValueError) as error:
            says = error.strerror if isinstance(error, OSError) else str(error)
            raise UsageError(
                f"strategy file {name}, which {folder} plays: {says}; give the command in the folder where it was begun"
            ) from None
        if now != digest:
            raise UsageError(
                f"strategy file {name} was changed since {folder} was begun (its hash is another): put it back as it "
                "was, or start another run with --run"
            )


@functools.cache
def program_digest() -> str:
    """A digest (64 hex digits) of the package's own sources, tables of measures among them: two versions of one number
    are told apart.
    """
    root = Path(__file__).parents[1]
    digest = hashlib.sha256()
    for source in sorted([*root.rglob("*.py"), *root.glob("games/*/tables/*.csv")]):
        digest.update(str(source.relative_to(root)).encode())
        digest.update(source.read_bytes())
    return digest.hexdigest()


def packages() -> dict[str, str]:
    """The versions of Python and of the packages that play."""
    return {"python": platform.python_version(), **{name: importlib.metadata.version(name) for name in PACKAGES}}


def _check_schema(path: Path, manifest: object) -> None:
    import jsonschema

    schema = json.loads((resources.files(__package__) / "manifest.schema.json").read_text("utf-8"))
    fault = jsonschema.exceptions.best_match(jsonschema.Draft202012Validator(schema).iter_errors(manifest))
    if fault is not None:
        where = ".".join(str(step) for step in fault.absolute_path) or "the whole"
        raise UsageError(f"{path} is no manifest of cactus-sim: {where}: {fault.message[:200]}")
