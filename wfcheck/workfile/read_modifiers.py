"""The modifiers of a step (C-6.4, C-6.5)."""

from collections.abc import Callable
from typing import Final, TypeAlias

from wfcheck.catalog import INVALID_LITERAL
from wfcheck.diagnostic import Finding
from wfcheck.syntax.names import did_you_mean, shown
from wfcheck.syntax.template import read_value
from wfcheck.syntax.yaml import Entry, Scalar, Seq
from wfcheck.workfile.ast import Ident, Keyed, Modifiers, OnFail, Retry, Step
from wfcheck.workfile.keys import INTERPOLATION, Keys, Out, read_keys
from wfcheck.workfile.operations import Modifier
from wfcheck.workfile.read_literals import (
    as_map,
    as_seq,
    is_broken,
    read_choice,
    read_duration,
    read_positive,
    read_word,
    shape_of,
    wrong_shape,
)

ListReader: TypeAlias = Callable[[Entry, str, Out], tuple[Step, ...] | None]
"""The reader of a nested step list, handed in: lists hold steps, and steps hold lists."""

BACKOFF: Final = ("fixed", "exponential")
ON_UNKNOWN: Final = ("fail", "abort")
CONTINUE: Final = "continue"


def read_modifiers(keys: Keys, read_list: ListReader, out: Out) -> Modifiers:
    """The modifiers among the keys of a step's body; those that it does not take are not there."""
    when = keys.get(Modifier.WHEN)
    retry = keys.get(Modifier.RETRY)
    on_fail = keys.get(Modifier.ON_FAIL)
    timeout = keys.get(Modifier.TIMEOUT)
    connection = keys.get(Modifier.CONNECTION)
    on_unknown = keys.get(Modifier.ON_UNKNOWN)
    return Modifiers(
        when=read_condition(when, out) if when else None,
        retry=read_retry(retry, out) if retry else None,
        on_fail=_on_fail(on_fail, read_list, out) if on_fail else None,
        timeout=read_duration(timeout, out) if timeout else None,
        connection=read_word(connection, "`connection`", out) if connection else None,
        on_unknown=_on_unknown(on_unknown, out) if on_unknown else None,
    )


def read_condition(entry: Entry, out: Out) -> Keyed:
    """A condition: any value or expression; whether it is a boolean is decided by its type."""
    value = read_value(entry.value, out)
    return Keyed(value, value_span=entry.value.span, span=entry.key.span)


def read_retry(entry: Entry, out: Out) -> Retry | None:
    """`retry`, of a step or a manifest's action (C-6.5)."""
    node = as_map(entry, "`retry`", out)
    if node is None:
        return None
    keys = read_keys(node, ("max_attempts", "delay", "backoff", "codes"), "`retry`", out)
    attempts = keys.required("max_attempts", entry.key.span, "`retry`", out)
    delay, backoff, codes = keys.get("delay"), keys.get("backoff"), keys.get("codes")
    pause = read_duration(delay, out) if delay else None
    return Retry(
        max_attempts=read_positive(attempts, out) if attempts else None,
        delay=pause.value if pause else None,
        backoff=read_choice(backoff, BACKOFF, out) if backoff else None,
        codes=_codes(codes, out) if codes else None,
        span=entry.key.span,
    )


def read_words(node: Seq, what: str, out: Out) -> tuple[Ident, ...]:
    """A list of literal words; items that are none are reported and left out."""
    words: list[Ident] = []
    for item in node.items:
        match item:
            case Scalar(value=str(text)) if INTERPOLATION not in text:
                words.append(Ident(text, span=item.span))
            case _ if not is_broken(item):
                message = f"{what} is a word, written out, not {shape_of(item)}"
                out.append(Finding(INVALID_LITERAL, item.span, message))
    return tuple(words)


def _codes(entry: Entry, out: Out) -> tuple[Ident, ...] | None:
    node = as_seq(entry, "`codes`", out)
    return None if node is None else read_words(node, "a failure code", out)


def _on_fail(entry: Entry, read_list: ListReader, out: Out) -> OnFail | None:
    match entry.value:
        case Scalar(value=str(text)) if text == CONTINUE:
            return OnFail(None, span=entry.key.span)
        case Scalar(value=str(text)):
            message = f"`on_fail` takes `continue` or a step list, not {shown(text)}"
            advice = did_you_mean(text, (CONTINUE,))
            out.append(Finding(INVALID_LITERAL, entry.value.span, message, help=advice))
        case Seq():
            steps = read_list(entry, "`on_fail`", out)
            return OnFail(steps or (), span=entry.key.span)
        case _:
            wrong_shape(entry, "`on_fail` is `continue` or a step list", out)
    return None


def _on_unknown(entry: Entry, out: Out) -> Ident | None:
    word = read_choice(entry, ON_UNKNOWN, out)
    return None if word is None else Ident(word, span=entry.value.span)
