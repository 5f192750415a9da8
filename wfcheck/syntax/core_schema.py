"""What a plain scalar means: the core schema of YAML 1.2 (YAML 1.2.2, 10.3.2; C-1.1)."""

import re
from enum import Enum
from typing import Final

from wfcheck.syntax.literals import Value, parse_number


class NotANumber(Enum):
    """What the core schema reads as a float and the language has no value for (C-1.1)."""

    INF_OR_NAN = "inf or nan"


# YAML 1.2.2, 10.3.2
_CONSTANTS: Final[dict[str, bool | NotANumber | None]] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
    **dict.fromkeys(
        (
            *(sign + word for sign in ("", "+", "-") for word in (".inf", ".Inf", ".INF")),
            *(".nan", ".NaN", ".NAN"),
        ),
        NotANumber.INF_OR_NAN,
    ),
}
_BASED: Final = re.compile(r"0o([0-7]+)|0x([0-9a-fA-F]+)")


def plain_value(text: str) -> Value | NotANumber:
    """The value of a plain scalar under the core schema (YAML 1.2.2, 10.3.2)."""
    if text in _CONSTANTS:
        return _CONSTANTS[text]
    if text[0] not in "+-.0123456789":
        return text
    based = _BASED.fullmatch(text)
    if based is not None:
        return int(based[1], 8) if based[1] else int(based[2], 16)
    number = parse_number(text)
    return text if number is None else number
