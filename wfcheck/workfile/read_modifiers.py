"""The modifiers of a step (C-6.4, C-6.5)."""

from collections.abc import Callable
from typing import Final, TypeAlias

from wfcheck.catalog import INVALID_LITERAL
from wfcheck.diagnostic import Finding
from wfcheck.syntax.names import did_you_mean, shown
from wfcheck.syntax.nodes import Node, Scalar, Seq
from wfcheck.syntax.shape import Key, as_map, as_seq
from wfcheck.syntax.template import read_value
from wfcheck.workfile.ast import Ident, Keyed, Modifiers, OnFail, Retry, Step
from wfcheck.workfile.keys import Keys, Out, read_keys
from wfcheck.workfile.operations import Modifier
from wfcheck.workfile.read_literals import (
    read_choice,
    read_connection,
    read_duration,
    read_positive,
    read_word,
    refuse,
)

ListReader: TypeAlias = Callable[[Node, str, Out], tuple[Step, ...] | None]
"""The reader of a nested step list, handed in: lists hold steps, and steps hold lists."""

RETRY_KEYS: Final = ("max_attempts", "delay", "backoff", "codes")
BACKOFF: Final = ("fixed", "exponential")
ON_UNKNOWN: Final = ("fail", "abort")
CONTINUE: Final = "continue"


def read_modifiers(beside: Keys, read_list: ListReader, out: Out) -> Modifiers:
    """The modifiers among the keys beside an operation; those that it does not take are not there."""
    when = beside.get(Modifier.WHEN)
    retry = beside.get(Modifier.RETRY)
    on_fail = beside.get(Modifier.ON_FAIL)
    timeout = beside.get(Modifier.TIMEOUT)
    connection = beside.get(Modifier.CONNECTION)
    on_unknown = beside.get(Modifier.ON_UNKNOWN)
    return Modifiers(
        when=read_condition(when, out) if when else None,
        retry=read_retry(retry, out) if retry else None,
        on_fail=_on_fail(on_fail, read_list, out) if on_fail else None,
        timeout=read_duration(timeout, out) if timeout else None,
        connection=read_connection(connection, out) if connection else None,
        on_unknown=_on_unknown(on_unknown, out) if on_unknown else None,
    )


def read_condition(key: Key, out: Out) -> Keyed:
    """A condition: any value or expression; whether it is a boolean is decided by its type."""
    return Keyed(read_value(key.value, out), value_span=key.value.span, span=key.span)


def read_retry(key: Key, out: Out) -> Retry | None:
    """`retry`, of a step or of a manifest's action (C-6.5)."""
    node = as_map(key.value, out, "`retry`")
    if node is None:
        return None
    keys = read_keys(node, RETRY_KEYS, "`retry`", out)
    attempts = keys.required("max_attempts", key.span, "`retry`", out)
    delay, backoff, codes = keys.get("delay"), keys.get("backoff"), keys.get("codes")
    pause = read_duration(delay, out) if delay else None
    return Retry(
        max_attempts=read_positive(attempts, out) if attempts else None,
        delay=pause.value if pause else None,
        backoff=read_choice(backoff, BACKOFF, out) if backoff else None,
        codes=read_words(codes, "a failure code", out) if codes else None,
        span=key.span,
    )


def read_words(key: Key, each: str, out: Out) -> tuple[Ident, ...] | None:
    """A list of literal words; items that are none are reported and left out."""
    node = as_seq(key.value, out, f"`{key.text}`")
    if node is None:
        return None
    words = (read_word(item, each, out) for item in node.items)
    return tuple(word for word in words if word is not None)


def _on_fail(key: Key, read_list: ListReader, out: Out) -> OnFail | None:
    match key.value:
        case Scalar(value=str(text)) if text == CONTINUE:
            return OnFail(None, span=key.span)
        case Scalar(value=str(text)) as node:
            message = f"`on_fail` takes `continue` or a step list, not {shown(text)}"
            advice = did_you_mean(text, (CONTINUE,))
            out.append(Finding(INVALID_LITERAL, node.span, message, help=advice))
        case Seq() as node:
            return OnFail(read_list(node, "`on_fail`", out) or (), span=key.span)
        case node:
            refuse(node, "`on_fail` must be `continue` or a step list", out)
    return None


def _on_unknown(key: Key, out: Out) -> Ident | None:
    word = read_choice(key, ON_UNKNOWN, out)
    return None if word is None else Ident(word, span=key.value.span)
