from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from wfcheck.syntax.literals import (
    DURATION_LIMIT_MS,
    INT_MAX,
    INT_MIN,
    TIMESTAMP_MAX_MS,
    TIMESTAMP_MIN_MS,
    Duration,
    MapValue,
    Timestamp,
    in_limits,
    parse_duration,
    parse_number,
    parse_timestamp,
    show_duration,
    show_number,
    show_timestamp,
)

DAY = 86_400_000


@pytest.mark.parametrize(
    ("text", "ms"),
    [
        ("500ms", 500),
        ("30s", 30_000),
        ("15m", 900_000),
        ("24h", DAY),
        ("2d", 2 * DAY),
        ("1w", 7 * DAY),
        ("1h30m", 5_400_000),
        ("1w2d3h4m5s6ms", 7 * DAY + 2 * DAY + 3 * 3_600_000 + 4 * 60_000 + 5_006),
        ("5m500ms", 300_500),
        ("0s", 0),
        ("007s", 7_000),
        ("90m", 5_400_000),
    ],
)
def test_durations(text: str, ms: int) -> None:
    assert parse_duration(text) == Duration(ms)
    assert parse_duration(f"-{text}") is None
    assert parse_duration(f"-{text}", signed=True) == Duration(-ms)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "5",
        "h",
        "-",
        "1.5h",
        "5x",
        "30m1h",
        "5m5m",
        "5 m",
        " 5m",
        "5m ",
        "5M",
        "1y",
        "+5m",
        "٣s",
    ],
)
def test_no_durations(text: str) -> None:
    assert parse_duration(text, signed=True) is None


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("2031-04-01T00:00:00Z", "2031-04-01T00:00:00Z"),
        ("2031-04-01t00:00:00z", "2031-04-01T00:00:00Z"),
        ("2032-01-01T00:00:00+02:00", "2031-12-31T22:00:00Z"),
        ("2031-12-31T22:00:00-02:00", "2032-01-01T00:00:00Z"),
        ("2031-04-01T09:30:15.25Z", "2031-04-01T09:30:15.250Z"),
        ("2031-04-01T09:30:15.000Z", "2031-04-01T09:30:15Z"),
        ("2031-04-01T09:30:15.0019Z", "2031-04-01T09:30:15.001Z"),
        ("2032-02-29T00:00:00Z", "2032-02-29T00:00:00Z"),
        ("2016-12-31T23:59:60Z", "2017-01-01T00:00:00Z"),
        ("0001-01-01T00:00:00Z", "0001-01-01T00:00:00Z"),
        ("9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59.999Z"),
    ],
)
def test_timestamps(text: str, shown: str) -> None:
    value = parse_timestamp(text)
    assert value is not None
    assert in_limits(value)
    assert show_timestamp(value) == shown


@pytest.mark.parametrize(
    "text",
    [
        "",
        "2031-04-01",
        "2031-04-01T00:00:00",
        "2031-04-01 00:00:00Z",
        "2031-04-01T00:00Z",
        "2031-13-01T00:00:00Z",
        "2031-02-29T00:00:00Z",
        "2031-04-01T24:00:00Z",
        "2031-04-01T00:00:61Z",
        "2016-12-31T22:59:60Z",
        "2031-04-01T00:00:00+24:00",
        "2031-04-01T00:00:00+0200",
        "2031-4-1T00:00:00Z",
        "12031-04-01T00:00:00Z",
    ],
)
def test_no_timestamps(text: str) -> None:
    assert parse_timestamp(text) is None


@pytest.mark.parametrize(
    "text",
    ["0000-02-29T00:00:00Z", "0001-01-01T00:00:00+00:01", "9999-12-31T23:59:59-00:01"],
)
def test_years_beyond_the_limits_are_well_formed(text: str) -> None:
    value = parse_timestamp(text)
    assert value is not None
    assert not in_limits(value)


def test_the_year_0000_ends_where_the_year_0001_begins() -> None:
    last = parse_timestamp("0000-12-31T23:59:59.999Z")
    assert last == Timestamp(TIMESTAMP_MIN_MS - 1)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0", 0),
        ("-7", -7),
        ("+7", 7),
        ("010", 10),
        ("3.0", 3),
        ("1e3", 1000),
        ("2.50", Fraction(5, 2)),
        (".5", Fraction(1, 2)),
        ("5.", 5),
        ("-.25", Fraction(-1, 4)),
        ("1e-3", Fraction(1, 1000)),
        ("0.1", Fraction(1, 10)),
        ("9223372036854775807", INT_MAX),
        ("-9223372036854775808", INT_MIN),
        ("1e30", Fraction(10**30)),
    ],
)
def test_numbers(text: str, value: int | Fraction) -> None:
    found = parse_number(text)
    assert found == value
    assert type(found) is type(value)
    assert found is not None
    assert in_limits(found)


@pytest.mark.parametrize(
    "text", ["", ".", "-", "e3", ".e3", "1_000", "0x1", "1e", "1.5.2", "٣", "1 "]
)
def test_no_numbers(text: str) -> None:
    assert parse_number(text) is None


@pytest.mark.parametrize(
    "text",
    ["9223372036854775808", "-9223372036854775809", "9" * 100_000, "1e999999999", "1e-999999999"],
)
def test_numbers_beyond_the_limits_are_not_computed(text: str) -> None:
    found = parse_number(text)
    assert found is not None
    assert not in_limits(found)


@pytest.mark.parametrize(
    ("value", "is_within"),
    [
        (Duration(DURATION_LIMIT_MS), True),
        (Duration(-DURATION_LIMIT_MS - 1), False),
        (Timestamp(TIMESTAMP_MAX_MS), True),
        (Timestamp(TIMESTAMP_MAX_MS + 1), False),
        (True, True),
        (None, True),
        ("9" * 100, True),
        (parse_duration("9" * 100_000 + "d"), False),
        (parse_duration("4000000d"), True),
        (parse_duration("4000001d"), False),
    ],
)
def test_limits(value: Duration | Timestamp | bool | str | None, is_within: bool) -> None:
    assert in_limits(value) is is_within


@given(st.integers(-DURATION_LIMIT_MS, DURATION_LIMIT_MS))
@example(0)
@example(-1)
def test_durations_round_trip(ms: int) -> None:
    assert parse_duration(show_duration(Duration(ms)), signed=True) == Duration(ms)


@pytest.mark.parametrize(
    ("ms", "shown"),
    [(0, "0s"), (14 * DAY, "14d"), (90_000, "1m30s"), (-500, "-500ms"), (DAY + 1, "1d1ms")],
)
def test_shown_durations(ms: int, shown: str) -> None:
    assert show_duration(Duration(ms)) == shown


@given(st.integers(TIMESTAMP_MIN_MS, TIMESTAMP_MAX_MS))
@example(TIMESTAMP_MIN_MS)
@example(TIMESTAMP_MAX_MS)
def test_timestamps_round_trip(ms: int) -> None:
    assert parse_timestamp(show_timestamp(Timestamp(ms))) == Timestamp(ms)


@given(
    st.decimals(
        allow_nan=False, allow_infinity=False, places=6, min_value=-(10**12), max_value=10**12
    )
)
def test_decimals_round_trip(value: object) -> None:
    exact = Fraction(str(value))
    assert parse_number(show_number(exact)) == exact


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (5, "5"),
        (-5, "-5"),
        (Fraction(17, 6), "17/6"),
        (Fraction(-1, 3), "-1/3"),
        (Fraction(1, 8), "0.125"),
        (Fraction(-5, 2), "-2.5"),
        (Fraction(10**30), "1" + "0" * 30),
        (Fraction(3), "3"),
    ],
)
def test_shown_numbers(value: int | Fraction, shown: str) -> None:
    assert show_number(value) == shown


def test_maps_are_equal_in_any_order() -> None:
    one, other = MapValue((("a", 1), ("b", None))), MapValue((("b", None), ("a", 1)))
    assert one == other
    assert hash(one) == hash(other)
    assert one != MapValue((("a", 1),))
    assert one.get("a") == 1
    assert one.get("c") is None
    assert "b" in one
    assert "c" not in one
