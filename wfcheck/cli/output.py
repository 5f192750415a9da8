"""Writing to the standard streams, whatever they can show, and to files."""

import os
import shutil
import sys
from pathlib import Path
from typing import TextIO

from wfcheck.errors import UnreadableFileError
from wfcheck.report.terminal import Terminal


def prepare_streams() -> None:
    """Let no character that a console lacks end a command."""
    for stream in (sys.stdout, sys.stderr):
        if (reconfigure := getattr(stream, "reconfigure", None)) is not None:
            reconfigure(errors="backslashreplace")


def out(text: str) -> None:
    """Results: to standard output, ending in a line break."""
    _write(sys.stdout, text)


def err(text: str) -> None:
    """Progress, complaints and logs: to standard error."""
    _write(sys.stderr, text)


def write_file(path: str, text: str) -> None:
    """Results to a file, as UTF-8; raises UnreadableFileError."""
    write_bytes(path, text.encode("utf-8", "backslashreplace"))


def write_bytes(path: str, content: bytes) -> None:
    """A picture to a file; raises UnreadableFileError."""
    try:
        Path(path).write_bytes(content)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else None
        raise UnreadableFileError(f"{path}: cannot be written: {reason or error}") from error


def terminal() -> Terminal:
    """What standard output can show."""
    return _shown_by(sys.stdout)


def err_terminal() -> Terminal:
    """What standard error can show."""
    return _shown_by(sys.stderr)


def _shown_by(stream: TextIO) -> Terminal:
    """NO_COLOR, then FORCE_COLOR, then the stream decide on colours."""
    if os.environ.get("NO_COLOR"):
        coloured = False
    elif os.environ.get("FORCE_COLOR"):
        coloured = True
    else:
        coloured = stream.isatty() and os.environ.get("TERM") != "dumb"
    encoding = (stream.encoding or "ascii").lower().replace("-", "")
    width = shutil.get_terminal_size((100, 24)).columns
    return Terminal(coloured, encoding.startswith("utf"), max(width, 40))


def _write(stream: TextIO, text: str) -> None:
    """Write and flush, while a failure can still be told; raises UnreadableFileError."""
    try:
        stream.write(text if text.endswith("\n") or not text else text + "\n")
        stream.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        # what is still buffered would raise once more at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
        reason = error.strerror or str(error)
        raise UnreadableFileError(f"standard output: cannot be written: {reason}") from error
