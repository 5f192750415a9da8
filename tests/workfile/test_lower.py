from pathlib import Path
from textwrap import dedent

import pytest

from wfcheck.project import Project
from wfcheck.semantics.program import (
    Call,
    Choose,
    Compute,
    Dispatch,
    ForEach,
    Goto,
    OnFail,
    Opaque,
    Parallel,
    Program,
    Repeat,
    RetryPolicy,
    Route,
    RouteStep,
    State,
    Step,
    Wait,
)
from wfcheck.semantics.types import INT, STRING, EnumType, ObjectType
from wfcheck.settings import Settings
from wfcheck.syntax.expr import ListLit, Lit, MapLit, Name
from wfcheck.syntax.literals import Duration, MapValue, Timestamp
from wfcheck.workfile.lower import lower
from wfcheck.workfile.workspace import Workspace

ROOT = Path("/nowhere/project")
DESK = """\
connector: desk
connections: { default: front, names: [front, back] }
actions:
  ask:
    input:
      text: { type: string, required: true }
      wait: { type: duration, default: 1h }
      due: timestamp
      pauses: "list[duration]"
    output: { id: string }
    retry: { max_attempts: 3, delay: 5s }
    emits: [{ event: desk.reply, match: { id: id } }]
  list: { effects: read, output: { ids: "list[string]" } }
triggers:
  reply:
    kind: external
    configuration: { level: { type: int, default: 3 } }
    payload: { id: string, mood: "enum[good, bad]", at: timestamp }
    correlate_on: [id, at]
"""
CHILD = """\
inputs: { n: { type: int, default: 1 }, pause: duration }
steps: []
outputs: { n: "{{ inputs.n }}" }
"""


def program(text: str, **others: str) -> Program:
    """The program of a file in a project with the connector `desk` and other Workfiles."""
    files = {"connectors/desk.yaml": DESK, "main.workfile": dedent(text)}
    files |= {f"{name}.workfile": dedent(other) for name, other in others.items()}
    overlay = {ROOT / name: content.encode() for name, content in files.items()}
    workspace = Workspace(Project(ROOT, overlay), Settings())
    return lower(workspace.checked(ROOT / "main.workfile"))


def step(text: str, **others: str) -> Step:
    (only,) = program(text, **others).steps or ()
    return only


def state(text: str) -> State:
    found = program(f"initial: a\nstates:\n  a: {text}\n  b: {{ final: true }}")
    return found.state("a")


def test_an_action_carries_its_declaration() -> None:
    found = step("steps: [{ a: { desk.ask: { text: hi }, when: '{{ run.dry_run }}' } }]")
    body = found.body
    assert isinstance(body, Dispatch)
    assert (body.action.name, body.connection, body.action.writes) == ("desk.ask", "front", True)
    # C-3.2: what was left out has its default
    assert [(arg.name, arg.value) for arg in body.args] == [
        ("text", Lit("hi")),
        ("wait", Lit(Duration(3_600_000))),
    ]
    text = body.args[0]
    assert text.target is not None
    assert (text.target.type, str(text.span)[-5:]) == (STRING, ":1:34")
    assert found.retry == RetryPolicy(3, Lit(Duration(5000)))
    assert (found.when is not None, found.binds) == (True, ObjectType(body.action.output))


def test_literals_are_read_as_what_is_declared() -> None:
    body = step(
        """\
        inputs: { d: { type: duration, required: true } }
        steps:
          - a: { desk.ask: { text: 24h, wait: 24h, due: 1970-01-01T00:00:00Z, pauses: [1s, "{{ inputs.d }}"] } }
        """
    ).body
    assert isinstance(body, Dispatch)
    text, wait, due, pauses = (arg.value for arg in body.args)
    assert (text, wait, due) == (Lit("24h"), Lit(Duration(86_400_000)), Lit(Timestamp(0)))
    assert isinstance(pauses, ListLit)
    assert pauses.items[0] == Lit(Duration(1000))


def test_the_policy_of_the_step_comes_first() -> None:
    found = step(
        """\
        steps:
          - a:
              desk.ask: { text: hi }
              retry: { max_attempts: 2, backoff: exponential, codes: [desk.shut] }
              timeout: 1m
              connection: back
              on_unknown: abort
              on_fail: [{ b: 1 }]
        """
    )
    assert found.retry == RetryPolicy(2, Lit(Duration(0)), exponential=True, codes=("desk.shut",))
    assert (found.timeout, found.abort_on_unknown) == (Lit(Duration(60_000)), True)
    assert isinstance(found.body, Dispatch)
    assert found.body.connection == "back"
    assert found.on_fail is not None
    assert [each.id for each in found.on_fail.steps or ()] == ["b"]
    kept = step("steps: [{ a: { desk.ask: { text: hi }, on_fail: continue } }]")
    assert kept.on_fail == OnFail(None)


def test_constructs() -> None:
    loop = step("steps: [{ a: { wf.for_each: { desk.list: ~ }, as: b, steps: [] } }]").body
    assert isinstance(loop, ForEach)
    assert isinstance(loop.source, Dispatch)
    assert (loop.as_name, loop.max, loop.keep_going) == ("b", None, False)
    repeat = step("steps: [{ a: { wf.repeat: [], every: 1s, max: 2, until: true } }]").body
    assert isinstance(repeat, Repeat)
    assert (repeat.every, repeat.max, repeat.until) == (Lit(Duration(1000)), 2, Lit(True))
    assert str(repeat.until_span)[-5:] == ":1:50"
    parallel = step(
        "steps: [{ a: { wf.parallel: { b: [{ c: 1 }] }, on_branch_fail: continue } }]"
    ).body
    assert isinstance(parallel, Parallel)
    assert (parallel.branches[0].name, parallel.keep_going) == ("b", True)
    choose = step("steps: [{ a: { wf.choose: [{ when: true, then: [] }] } }]").body
    assert isinstance(choose, Choose)
    assert (choose.explicit_else, choose.orelse) == (False, ())
    wait = step("steps: [{ a: { wf.wait: { for: 2d } } }]").body
    assert wait == Wait(Lit(Duration(172_800_000)), until=False)
    value = step("steps: [{ a: { b: [1] } }]").body
    assert value == Compute(MapLit((("b", ListLit((Lit(1),))),)))


def test_a_route_knows_the_domain_of_its_subject() -> None:
    body = step(
        """\
        inputs: { way: { type: "enum[l, r]", required: true } }
        steps: [{ a: { wf.route: "{{ inputs.way }}", cases: { l: [], r: [{ b: 1 }] } } }]
        """
    ).body
    assert isinstance(body, RouteStep)
    assert body.domain == EnumType(("l", "r"))
    assert [case.label for case in body.cases] == ["l", "r"]
    assert (body.explicit_else, body.orelse) == (False, ())


def test_a_call_has_its_callee() -> None:
    found = program("steps: [{ a: { wf.call: child.workfile, with: { pause: 1h } } }]", child=CHILD)
    (only,) = found.steps or ()
    assert isinstance(only.body, Call)
    assert [(arg.name, arg.value) for arg in only.body.args] == [
        ("pause", Lit(Duration(3_600_000)))
    ]
    child = found.callee("child.workfile")
    assert (child.path, child.inputs[0].type) == ("child.workfile", INT)


def test_shared_callees_and_long_chains_are_lowered_once_each() -> None:
    chain = {
        f"c{n}": f"steps: [{{ a: {{ wf.call: c{n + 1}.workfile }} }}, {{ b: {{ wf.call: c{n + 1}.workfile }} }}]"
        for n in range(200)
    }
    found = program("steps: [{ a: { wf.call: c0.workfile } }]", **chain, c200="steps: []")
    depth = 0
    while found.callees:
        (((_, found)),) = found.callees
        depth += 1
    assert depth == 201


def test_transitions_carry_what_the_target_accepts() -> None:
    found = program(
        """\
        initial: a
        states:
          a: { goto: b, into: { n: 2, pause: 1h } }
          b:
            accepts:
              n: { type: int, required: true }
              pause: duration
              level: { type: int, default: 7 }
              note: string
            final: true
        """
    )
    goto = found.state("a").exit
    assert isinstance(goto, Goto)
    assert [(each.name, each.value) for each in goto.into] == [
        ("n", Lit(2)),
        ("pause", Lit(Duration(3_600_000))),
        ("level", Lit(7)),
        ("note", Lit(None)),
    ]
    assert str(goto.span)[-4:] == ":3:8"
    assert (found.initial, found.steps) == ("a", None)


def test_a_waiting_state() -> None:
    found = state(
        """
    on_enter: [{ q: { desk.ask: { text: hi } } }]
    on:
      r:
        event: desk.reply
        match: { id: "{{ q.id }}", at: 1970-01-01T00:00:00Z }
        route: "{{ r.mood }}"
        cases: { good: { goto: b }, bad: { goto: b } }
    timeout: { after: 1h, goto: b }"""
    )
    (subscription,) = found.subscriptions
    assert subscription.trigger.emitted_on == ("id",)
    assert subscription.trigger.default_connection == "front"
    assert (subscription.connection, found.waits) == ("front", True)
    # E-6: an event's configuration is compared with this one
    assert [(each.name, each.value) for each in subscription.configuration] == [("level", Lit(3))]
    assert [each.value for each in subscription.match][1] == Lit(Timestamp(0))
    assert isinstance(subscription.exit, Route)
    assert subscription.exit.domain == EnumType(("bad", "good"))
    assert found.timeout is not None
    assert (found.timeout.after, str(found.timeout.span)[-6:]) == (
        Lit(Duration(3_600_000)),
        ":11:23",
    )


def test_the_document() -> None:
    found = program(
        """\
        inputs: { n: int }
        on: { mail: { event: desk.reply, into: { who: "{{ mail.id }}" } } }
        steps: []
        outputs: { who: "{{ who }}" }
        recovery: {}
        x-properties: { p: "never run failed" }
        """
    )
    (trigger,) = found.triggers
    assert (trigger.name, trigger.connection) == ("mail", "front")
    assert [each.name for each in trigger.into or ()] == ["who"]
    assert [(each.name, each.value, each.target) for each in found.outputs] == [
        ("who", Name("who"), None)
    ]
    assert [(each.name, each.line) for each in found.properties] == [("p", "never run failed")]
    assert found.recovery
    assert [name for name, _ in found.input_spans] == ["n"]


def test_what_is_wrong_is_lowered_as_far_as_it_goes() -> None:
    found = program(
        """\
        steps:
          - a: { desk.asks: { text: 1 } }
          - b: { desk.ask: { text: [1], odd: 2 } }
          - c: { wf.call: absent.workfile }
          - d: { wf.loop: 1 }
          - e: { wf.render: 1 }
          - f: { wf.route: x, cases: { 1: [], g: [] }, else: [] }
        """
    )
    a, b, c, d, e, f = (each.body for each in found.steps or ())
    assert isinstance(a, Dispatch)
    assert (a.action.known, [arg.target for arg in a.args]) == (False, [None])
    assert isinstance(b, Dispatch)
    assert [arg.name for arg in b.args] == ["text", "odd", "wait"]
    assert b.args[0].value == Lit((1,))
    assert all(isinstance(each, Opaque) for each in (c, d, e))
    assert isinstance(f, RouteStep)
    assert [case.label for case in f.cases] == ["g"]


def test_what_leads_nowhere_is_left_out() -> None:
    found = state("{ on: { r: { event: desk.reply, match: { id: x } } }, timeout: { after: 1h } }")
    assert (found.subscriptions, found.timeout) == ((), None)


def test_values_inside_objects_are_read_as_declared() -> None:
    child = """\
        inputs:
          o: { type: object, fields: { at: timestamp, more: "map[duration]" }, required: true }
        steps: []
        """
    text = """\
        steps:
          - a:
              wf.call: child.workfile
              with: { o: { at: 1970-01-01T00:00:00Z, more: { x: 1s } } }
        """
    body = step(text, child=child).body
    assert isinstance(body, Call)
    inner = MapValue((("at", Timestamp(0)), ("more", MapValue((("x", Duration(1000)),)))))
    assert body.args[0].value == Lit(inner)
    assert body.args[0].target is not None
    assert isinstance(body.args[0].target.type, ObjectType)


@pytest.mark.parametrize(
    "child",
    [
        "initial: [a]\nstates: { a: { final: true } }",
        "initial: b\nstates: { a: { final: true } }",
        "initial: a\nstates: { a: { goto: b }, c: { final: true } }",
    ],
)
def test_a_callee_that_cannot_be_followed_is_opaque(child: str) -> None:
    found = program("steps: [{ a: { wf.call: child.workfile } }]", child=child)
    assert found.callees == ()
    assert found.steps is not None
    assert isinstance(found.steps[0].body, Opaque)
