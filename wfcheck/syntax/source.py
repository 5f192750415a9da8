"""A file's bytes as a text."""

from typing import Final

from wfcheck.catalog import TOO_LARGE, YAML_SYNTAX
from wfcheck.diagnostic import Finding
from wfcheck.span import Source, Span, file_start

# C-1.3
MOST_BYTES: Final = 8 * 1024 * 1024


def read_source(file: str, data: bytes, out: list[Finding]) -> Source | None:
    """A file's bytes as text, without a byte order mark; None where they are too many or no UTF-8."""
    if len(data) > MOST_BYTES:
        message = (
            f"the file has {len(data)} bytes, more than the {MOST_BYTES} (8 MiB) that are read"
        )
        out.append(Finding(TOO_LARGE, file_start(file), message))
        return None
    try:
        return Source(file, data.decode("utf-8-sig"))
    except UnicodeDecodeError as fault:
        before = Source(file, fault.object[: fault.start].decode("utf-8-sig"))
        at = before.pos(len(before.text))
        message = f"the byte 0x{fault.object[fault.start]:02X} is no UTF-8"
        help_ = "save the file in the encoding UTF-8"
        out.append(Finding(YAML_SYNTAX, Span(file, at, at), message, help=help_))
        return None
