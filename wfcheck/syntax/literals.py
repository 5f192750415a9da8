"""Literal values and how they are written: numbers, durations, timestamps (C-3.1, C-3.9, C-5.3).

The parsers give what a text says, also beyond the limits: `in_limits` tells `document.limit` from a
malformed text, for which they give None.
"""

import re
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from typing import Final, TypeAlias

from wfcheck.classes import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Duration:
    """A length of time in whole milliseconds, possibly negative."""

    ms: int


@dataclass(frozen=True, slots=True, order=True)
class Timestamp:
    """An instant in whole milliseconds since 1970-01-01T00:00:00Z."""

    ms: int


@dataclass(frozen=True, slots=True)
class File:
    """A file handle; only its name, size in bytes and media type are visible."""

    name: str
    size: int
    media_type: str


@dataclass(frozen=True, slots=True)
class MapValue:
    """A map or object value: its entries in a fixed order, each key once.

    Equality is by value and does not depend on the order (C-5.4).
    """

    entries: tuple[tuple[str, "Value"], ...]

    def get(self, key: str) -> "Value":
        """The value of a key, null where there is none."""
        return next((value for name, value in self.entries if name == key), None)

    def __contains__(self, key: str) -> bool:
        return any(name == key for name, _ in self.entries)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, MapValue):
            return NotImplemented
        return len(self.entries) == len(other.entries) and dict(self.entries) == dict(other.entries)

    def __hash__(self) -> int:
        return hash(frozenset(self.entries))


Value: TypeAlias = (
    bool
    | int
    | Fraction
    | str
    | Duration
    | Timestamp
    | File
    | tuple["Value", ...]
    | MapValue
    | None
)
"""A known value. `number` is an exact rational: an int or a Fraction; a list is a tuple.

Python says `True == 1`; the language does not. Compare with `semantics.values.same`.
"""

# C-3.9
INT_MIN: Final = -(2**63)
INT_MAX: Final = 2**63 - 1
DURATION_LIMIT_MS: Final = 4_000_000 * 86_400_000
TIMESTAMP_MIN_MS: Final = -62_135_596_800_000  # 0001-01-01T00:00:00Z
TIMESTAMP_MAX_MS: Final = 253_402_300_799_999  # 9999-12-31T23:59:59.999Z

_UNITS: Final = (
    ("w", 604_800_000),
    ("d", 86_400_000),
    ("h", 3_600_000),
    ("m", 60_000),
    ("s", 1_000),
    ("ms", 1),
)
_SHOWN_UNITS: Final = _UNITS[1:]  # checking E-9: from `d`

# C-5.3: units fall, so that each stands at most once.
_DURATION: Final = re.compile(
    r"(-?)(?=[0-9])(?:([0-9]+)w)?(?:([0-9]+)d)?(?:([0-9]+)h)?(?:([0-9]+)m)?(?:([0-9]+)s)?(?:([0-9]+)ms)?"
)
_TIMESTAMP: Final = re.compile(
    r"([0-9]{4})-([0-9]{2})-([0-9]{2})[Tt]([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.([0-9]+))?"
    r"(?:[Zz]|([+-])([0-9]{2}):([0-9]{2}))"
)
_NUMBER: Final = re.compile(r"([+-]?)([0-9]*)(?:\.([0-9]*))?(?:[eE]([+-]?[0-9]+))?")

_INTEGER: Final = re.compile(r"[+-]?[0-9]+")
_SHORT: Final = 18  # characters that are within the limits of an int in any case

# More digits than any legal value has: what is longer is beyond every limit, and is not computed.
_MOST_DIGITS: Final = 400
_BEYOND: Final = 10**_MOST_DIGITS


def parse_number(text: str) -> "int | Fraction | None":
    """A decimal number: an int where it is whole and fits one, else an exact fraction.

    A sign, an exponent, and digits on one side of the point only are taken. A number of more than
    400 digits comes out as one that is beyond the limits.
    """
    if len(text) < _SHORT and _INTEGER.fullmatch(text):
        return int(text)
    match = _NUMBER.fullmatch(text)
    if match is None:
        return None
    sign, whole, part, exponent = match[1], match[2], match[3] or "", match[4]
    if not whole and not part:
        return None
    scale = _digits(exponent.lstrip("+-")) if exponent else 0
    if len(whole) + len(part) > _MOST_DIGITS or scale > _MOST_DIGITS:
        return -_BEYOND if sign == "-" else _BEYOND
    shift = (-scale if exponent and exponent[0] == "-" else scale) - len(part)
    value = Fraction(int(whole + part)) * Fraction(10) ** shift
    if sign == "-":
        value = -value
    # C-3.4: `3.0` is an int. Digits alone are one too, however many: then they are beyond its limits.
    if value.denominator == 1 and (in_limits(value.numerator) or text.lstrip("+-").isdigit()):
        return value.numerator
    return value


def parse_duration(text: str, *, signed: bool = False) -> Duration | None:
    """A duration (C-5.3): whole numbers with units `w d h m s ms`, each at most once, falling.

    With `signed` a leading `-` is taken.
    """
    match = _DURATION.fullmatch(text)
    if match is None or (match[1] and not signed):
        return None
    ms = sum(
        _digits(amount) * size
        for amount, (_, size) in zip(match.groups()[1:], _UNITS, strict=True)
        if amount
    )
    return Duration(-ms if match[1] else ms)


def parse_timestamp(text: str) -> Timestamp | None:
    """An instant in RFC 3339; what is finer than a millisecond is cut off."""
    match = _TIMESTAMP.fullmatch(text)
    if match is None:
        return None
    year, month, day, hour, minute, second = (int(match[i]) for i in range(1, 7))
    off_hour, off_minute = int(match[9] or 0), int(match[10] or 0)
    if off_hour > 23 or off_minute > 59 or second > 60:
        return None
    leap = second == 60
    try:
        # The year 0000 is well-formed in RFC 3339, and beyond C-3.9. It is a leap year, as 2000 is.
        moment = datetime(
            year or 2000, month, day, hour, minute, 59 if leap else second, tzinfo=UTC
        )
    except ValueError:
        return None
    ms = (moment - _EPOCH) // timedelta(milliseconds=1) + int((match[7] or "0")[:3].ljust(3, "0"))
    if not year:
        ms -= 5 * _FOUR_CENTURIES_MS
    ms -= (-1 if match[8] == "-" else 1) * (off_hour * 60 + off_minute) * 60_000
    if leap:
        # RFC 3339 5.6: the second 60 stands only where a leap second may.
        ms += 1_000
        if ms % 86_400_000 >= 1_000:
            return None
    return Timestamp(ms)


def in_limits(value: Value) -> bool:
    """Whether a literal is within the bounds of its type (C-3.9)."""
    match value:
        case bool():
            return True
        case int():
            return INT_MIN <= value <= INT_MAX
        case Duration(ms):
            return abs(ms) <= DURATION_LIMIT_MS
        case Timestamp(ms):
            return TIMESTAMP_MIN_MS <= ms <= TIMESTAMP_MAX_MS
        case _:
            return True


def show_duration(duration: Duration) -> str:
    """A duration in falling units from `d`, `0s`, a leading `-` (checking E-9)."""
    rest = abs(duration.ms)
    parts: list[str] = []
    for unit, size in _SHOWN_UNITS:
        amount, rest = divmod(rest, size)
        if amount:
            parts.append(f"{amount}{unit}")
    sign = "-" if duration.ms < 0 else ""
    return sign + ("".join(parts) or "0s")


def show_timestamp(timestamp: Timestamp) -> str:
    """An instant as RFC 3339 in UTC, with milliseconds only where they are not zero (checking E-9)."""
    moment = _EPOCH + timedelta(milliseconds=timestamp.ms)
    timespec = "milliseconds" if moment.microsecond else "seconds"
    return moment.replace(tzinfo=None).isoformat(timespec=timespec) + "Z"


def show_number(number: "int | Fraction") -> str:
    """The shortest decimal that is exact, or a fraction such as `17/6` (C-3.9, checking E-9)."""
    value = Fraction(number)
    twos, odd = _divide_out(value.denominator, 2)
    fives, rest = _divide_out(odd, 5)
    if rest != 1:
        return f"{value.numerator}/{value.denominator}"
    places = max(twos, fives)
    if not places:
        return str(value.numerator)
    digits = str(abs(value.numerator) * 10**places // value.denominator).rjust(places + 1, "0")
    return f"{'-' if value < 0 else ''}{digits[:-places]}.{digits[-places:]}"


def _divide_out(number: int, prime: int) -> tuple[int, int]:
    """How often a prime divides a number, and what is left of it then."""
    count = 0
    while number % prime == 0:
        number //= prime
        count += 1
    return count, number


def _digits(text: str) -> int:
    """A whole number; one of very many digits comes out as one beyond all limits."""
    return int(text) if len(text) <= _MOST_DIGITS else _BEYOND


_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_FOUR_CENTURIES_MS: Final = 146_097 * 86_400_000
