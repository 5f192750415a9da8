import pytest

from tests.workfile.reading import read, step, told
from wfcheck.syntax.expr import BROKEN, ListLit, Lit, Name, Unknown
from wfcheck.syntax.literals import Duration, Timestamp
from wfcheck.workfile.ast import (
    Action,
    Call,
    Choose,
    Fail,
    Faulty,
    ForEach,
    Foreign,
    Parallel,
    Repeat,
    RouteStep,
    Steps,
    Stop,
    Value,
    Wait,
)


def told_of(body: str) -> list[str]:
    """What is said about a body of the step `a`, whose id stands at 2:2 and whose body begins at 2:5."""
    return told(f"steps: [\n{{a: {body} }}]")


@pytest.mark.parametrize(
    ("item", "expected"),
    [
        ("text", ["1:9 step-shape"]),
        ("[]", ["1:9 step-shape"]),
        ("{}", ["1:9 step-shape"]),
        ("~", ["1:9 step-shape"]),
        ("{ a: 1, b: 2 }", ["1:9 step-shape"]),
        ("{ a-b: 1 }", ["1:11 invalid-name"]),
        ("{ in: 1 }", ["1:11 reserved-name"]),
        ("{ x-a: 1 }", ["1:11 extension-content"]),
        ("{ 1: 1 }", ["1:11 non-string-key"]),
        ('{ "{{ a }}": 1 }', ["1:11 expression-syntax"]),
        ("{ a: {} }", []),
        ("{ a: ~ }", ["1:14 empty-step"]),
        ("{ a }", ["1:11 empty-step"]),
    ],
)
def test_items(item: str, expected: list[str]) -> None:
    assert told(f"steps: [{item}]") == expected


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("{ when: true, b: 1 }", ["2:7 no-operation"]),
        ("{ b: 1, retry: 2 }", ["2:13 no-operation"]),
        ("{ a.b: {}, c.d: {} }", ["2:7 several-operations"]),
        ("{ wf.loop: [] }", ["2:7 unknown-construct"]),
        ("{ wf.Value: [] }", ["2:7 unknown-construct"]),
        ("{ wf.agent: x, retry: 5, odd: 1 }", ["2:7 unsupported-construct"]),
        ("{ a.b.c: 1 }", ["2:7 dotted-key"]),
        # WFC: once a key; C-6.3: once a step
        ("{ wait: 1, repeat: 2 }", ["2:7 compact-construct-name", "2:16 compact-construct-name"]),
        ("{ goto: 1, into: 2 }", ["2:7 transition-key-in-value"]),
        ("{ route: 1, cases: 2 }", ["2:7 compact-construct-name"]),
        ("{ wf.value: { goto: 1, a.b: 2 } }", []),
        ("{ b: { a.b: 1, when: 2 } }", []),
    ],
)
def test_kinds_of_bodies(body: str, expected: list[str]) -> None:
    assert told_of(body) == expected


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("{ wf.value: 1, retry: {} }", ["2:20 unknown-key"]),
        ("{ wf.wait: { for: 1s }, timeout: 1s }", ["2:29 unknown-key"]),
        ("{ a.b: {}, else: [], cases: {} }", ["2:16 unknown-key", "2:26 unknown-key"]),
        ("{ a.b: {}, x-note: 1 }", []),
        ("{ a.b: text }", ["2:12 wrong-shape"]),
        ("{ a.b: ~ }", []),
        ("{ a.b: {}, retry: 3 }", ["2:23 wrong-shape"]),
        ("{ a.b: {}, retry: {} }", ["2:16 missing-key"]),
        ("{ a.b: {}, retry: { max_attempt: 3 } }", ["2:25 unknown-key"]),
        ("{ a.b: {}, retry: { max_attempts: 0 } }", ["2:39 invalid-literal"]),
        ("{ a.b: {}, retry: { max_attempts: true } }", ["2:39 invalid-literal"]),
        ('{ a.b: {}, retry: { max_attempts: "{{ n }}" } }', ["2:39 invalid-literal"]),
        ("{ a.b: {}, retry: { max_attempts: 1, codes: a } }", ["2:49 wrong-shape"]),
        ("{ a.b: {}, retry: { max_attempts: 1, codes: [[]] } }", ["2:50 wrong-shape"]),
        ("{ a.b: {}, retry: { max_attempts: 1, backoff: fix } }", ["2:51 invalid-literal"]),
        ("{ a.b: {}, retry: { max_attempts: 1, delay: -1s } }", ["2:49 negative-duration"]),
        ("{ a.b: {}, timeout: 30 }", ["2:25 invalid-literal"]),
        ("{ a.b: {}, timeout: soon }", ["2:25 invalid-literal"]),
        ('{ a.b: {}, timeout: "{{ n }}s" }', ["2:25 invalid-literal"]),
        ("{ a.b: {}, timeout: [1s] }", ["2:25 wrong-shape"]),
        ("{ a.b: {}, timeout: 4000001d }", ["2:25 too-large"]),
        ("{ a.b: {}, on_fail: ignore }", ["2:25 invalid-literal"]),
        ("{ a.b: {}, on_fail: {} }", ["2:25 wrong-shape"]),
        ("{ a.b: {}, on_unknown: retry }", ["2:28 invalid-literal"]),
        ('{ a.b: {}, connection: "{{ c }}" }', ["2:28 invalid-literal"]),
        ("{ a.b: {}, connection: [] }", ["2:28 wrong-shape"]),
    ],
)
def test_modifiers(body: str, expected: list[str]) -> None:
    assert told_of(body) == expected


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        # D-35: what is missing, at the step id
        ("{ wf.route: x }", ["2:2 missing-key"]),
        ("{ wf.route: x, cases: {} }", ["2:20 invalid-label"]),
        ("{ wf.route: x, cases: [] }", ["2:27 wrong-shape"]),
        ("{ wf.route: x, cases: { b: ~ } }", ["2:32 wrong-shape"]),
        (
            '{ wf.route: x, cases: { 1: [], ~: [], "{{ y }}": [] } }',
            [
                "2:29 invalid-label",
                "2:36 invalid-label",
                "2:43 invalid-label",
            ],
        ),
        # D-40: in `cases` of a step a label is a label
        ("{ wf.route: x, cases: { x-b: [] }, else: {} }", ["2:46 wrong-shape"]),
        ("{ wf.choose: [] }", ["2:18 arm-shape"]),
        ("{ wf.choose: {} }", ["2:18 wrong-shape"]),
        ("{ wf.choose: [{ when: true }] }", ["2:19 arm-shape"]),
        ("{ wf.choose: [{}] }", ["2:19 arm-shape"]),
        ("{ wf.choose: [{ when: true, thn: [] }] }", ["2:19 arm-shape"]),
        ("{ wf.choose: [{ when: true, then: [], x-b: 1 }] }", []),
        ("{ wf.choose: [{ when: true, then: {} }, 1] }", ["2:39 wrong-shape", "2:45 wrong-shape"]),
        ("{ wf.parallel: {} }", ["2:20 wrong-shape"]),
        (
            "{ wf.parallel: { b-c: [], x-d: [], else: [] } }",
            [
                "2:22 invalid-name",
                "2:31 extension-content",
                "2:40 reserved-name",
            ],
        ),
        (
            "{ wf.parallel: { b: {} }, on_branch_fail: no }",
            ["2:25 wrong-shape", "2:47 invalid-literal"],
        ),
        ("{ wf.wait: 2d }", ["2:16 wrong-shape"]),
        ("{ wf.wait: {} }", ["2:7 wait-shape"]),
        ("{ wf.wait: { for: 1s, until: 2031-01-01T00:00:00Z } }", ["2:7 wait-shape"]),
        ("{ wf.wait: { untl: 2031-01-01T00:00:00Z } }", ["2:18 unknown-key"]),
        ("{ wf.wait: { for: 1s, odd: 1 } }", ["2:27 unknown-key"]),
        ("{ wf.wait: { until: 2d } }", ["2:25 invalid-literal"]),
        ("{ wf.wait: { for: -1h } }", ["2:23 negative-duration"]),
        ("{ wf.call: 5 }", ["2:16 wrong-shape"]),
        ("{ wf.call: /b }", ["2:16 callee-path"]),
        ("{ wf.call: b//c }", ["2:16 callee-path"]),
        ('{ wf.call: "" }', ["2:16 callee-path"]),
        ('{ wf.call: "b/{{ c }}" }', ["2:16 callee-path"]),
        ("{ wf.call: b, with: [] }", ["2:25 wrong-shape"]),
        ("{ wf.call: b, with: { if: 1, x-c: 2 } }", []),
        ("{ wf.stop: [] }", ["2:16 wrong-shape"]),
        ("{ wf.stop: b, result: ~ }", ["2:27 wrong-shape"]),
        ("{ wf.stop: b, result: { is: 1 } }", ["2:29 reserved-name"]),
        ("{ wf.stop: b, code: c }", ["2:19 unknown-key"]),
        ("{ wf.fail: {} }", ["2:16 wrong-shape"]),
        ("{ wf.fail: b, code: a.b }", ["2:25 invalid-failure-code"]),
        ("{ wf.fail: b, code: 404 }", ["2:25 invalid-failure-code"]),
    ],
)
def test_constructs(body: str, expected: list[str]) -> None:
    assert told_of(body) == expected


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("{ wf.for_each: x }", ["2:2 missing-key", "2:2 missing-key"]),
        ("{ wf.for_each: ~, as: b, steps: [] }", ["2:20 wrong-shape"]),
        # D-18
        ("{ wf.for_each: [], as: b, steps: [] }", ["2:20 for-each-literal"]),
        ("{ wf.for_each: { c: 1 }, as: b, steps: [] }", ["2:20 for-each-literal"]),
        ("{ wf.for_each: { c.d: {}, e.f: {} }, as: b, steps: [] }", ["2:20 source-shape"]),
        ("{ wf.for_each: { c.d: {}, timeout: 1s }, as: b, steps: [] }", ["2:20 source-shape"]),
        ("{ wf.for_each: { wf.value: [] }, as: b, steps: [] }", ["2:20 source-shape"]),
        ("{ wf.for_each: { c.d: [] }, as: b, steps: [] }", ["2:27 wrong-shape"]),
        ("{ wf.for_each: x, as: b c, steps: [] }", ["2:27 invalid-name"]),
        ("{ wf.for_each: x, as: in, steps: [] }", ["2:27 reserved-name"]),
        ('{ wf.for_each: x, as: "{{ b }}", steps: [] }', ["2:27 invalid-literal"]),
        ("{ wf.for_each: x, as: b, steps: [], max: 0 }", ["2:46 invalid-literal"]),
        ("{ wf.for_each: x, as: b, steps: [], max: 2.5 }", ["2:46 invalid-literal"]),
        ("{ wf.for_each: x, as: b, steps: [], max: none }", ["2:46 invalid-literal"]),
        ("{ wf.for_each: x, as: b, steps: [], max: unbounded, concurrency: 3.0 }", []),
        ("{ wf.for_each: x, as: b, steps: [], concurrency: unbounded }", ["2:54 invalid-literal"]),
        ("{ wf.for_each: x, as: b, steps: [], retain: some }", ["2:49 invalid-literal"]),
        ("{ wf.for_each: x, as: b, steps: [], on_branch_fail: continue }", ["2:41 unknown-key"]),
        ("{ wf.repeat: [], every: 1s, max: 1 }", ["2:2 missing-key"]),
        ("{ wf.repeat: [], evry: 1s, max: 1, until: true }", ["2:22 unknown-key"]),
        (
            "{ wf.repeat: {}, every: -1s, max: unbounded, until: true }",
            [
                "2:18 wrong-shape",
                "2:29 negative-duration",
                "2:39 invalid-literal",
            ],
        ),
    ],
)
def test_loops(body: str, expected: list[str]) -> None:
    assert told_of(body) == expected


def test_compact_and_explicit_values() -> None:
    compact = step("steps: [{ a: { b: [1] } }]")
    explicit = step("steps: [{ a: { wf.value: { b: [1] }, when: true } }]")
    assert isinstance(compact.body, Value)
    assert isinstance(explicit.body, Value)
    assert (compact.body.compact, explicit.body.compact) == (True, False)
    assert compact.body.value == explicit.body.value
    assert explicit.modifiers.when is not None
    assert str(explicit.modifiers.when.span) == "a.workfile:1:38"


def test_an_action_with_all_modifiers() -> None:
    found = step(
        """\
        steps:
          - pay:
              bank.charge: { amount: 5 }
              when: "{{ ready }}"
              retry: { max_attempts: 2, delay: 1m, backoff: exponential, codes: [bank.down] }
              timeout: "{{ limit }}"
              on_fail: [{ note: 1 }]
              connection: main
              on_unknown: abort
        """
    )
    assert found.body == Action("bank.charge", found.body.args, span=found.span)  # type: ignore[union-attr]
    modifiers = found.modifiers
    assert modifiers.retry is not None
    assert modifiers.retry.delay == Lit(Duration(60_000))
    assert [str(code) for code in modifiers.retry.codes or ()] == ["bank.down"]
    assert modifiers.timeout is not None
    assert modifiers.timeout.value == Name("limit")
    assert modifiers.on_fail is not None
    assert [str(each.id) for each in modifiers.on_fail.steps or ()] == ["note"]
    assert (str(modifiers.connection), str(modifiers.on_unknown)) == ("main", "abort")


def test_on_fail_continue() -> None:
    found = step("steps: [{ a: { b.c: ~, on_fail: continue } }]")
    assert found.modifiers.on_fail is not None
    assert found.modifiers.on_fail.steps is None


def test_what_chooses() -> None:
    route = step("steps: [{ a: { wf.route: x, cases: { yes: [], '1': [{ b: 1 }] } } }]").body
    assert isinstance(route, RouteStep)
    assert [case.label for case in route.cases or ()] == ["yes", "1"]
    assert (route.orelse, route.else_key) == (None, None)
    choose = step("steps: [{ a: { wf.choose: [{ when: true, then: [] }], else: [] } }]").body
    assert isinstance(choose, Choose)
    assert choose.orelse == ()
    assert str(choose.arms[0].when_key) == "a.workfile:1:30"


def test_loops_with_what_is_left_out_filled_in() -> None:
    loop = step("steps: [{ a: { wf.for_each: { b.c: ~ }, as: d, steps: [] } }]").body
    assert isinstance(loop, ForEach)
    assert loop.subject == Action("b.c", (), span=loop.span)
    assert (loop.max, loop.concurrency, loop.retain) == (None, 1, "all")
    repeat = step("steps: [{ a: { wf.repeat: [], every: 0s, max: 3, until: true } }]").body
    assert isinstance(repeat, Repeat)
    assert repeat.every is not None
    assert (repeat.every.value, repeat.max) == (Lit(Duration(0)), 3)


def test_ends_waits_and_calls() -> None:
    stop = step("steps: [{ a: { wf.stop: done, result: { b: [1] } } }]").body
    assert isinstance(stop, Stop)
    assert stop.result is not None
    assert stop.result[0].value == ListLit((Lit(1),))
    fail = step("steps: [{ a: { wf.fail: bad } }]").body
    assert isinstance(fail, Fail)
    assert fail.code == "failed"
    wait = step("steps: [{ a: { wf.wait: { until: 1970-01-01T00:00:01Z } } }]").body
    assert isinstance(wait, Wait)
    assert (wait.mode, wait.value) == ("until", Lit(Timestamp(1000)))
    call = step("steps: [{ a: { wf.call: b/c.workfile, with: { d: 1 } } }]").body
    assert isinstance(call, Call)
    assert (str(call.path), [arg.name for arg in call.with_]) == ("b/c.workfile", ["d"])
    both = step("steps: [{ a: { wf.parallel: { b: [], c: [] } } }]").body
    assert isinstance(both, Parallel)
    assert [branch.name for branch in both.branches] == ["b", "c"]


def body_of(text: str) -> object:
    """The body of the only step of a file, which may have findings."""
    body = read(text)[0].body
    assert isinstance(body, Steps)
    return body.steps[0].body


@pytest.mark.parametrize(
    "body",
    [
        "{ wf.loop: 1 }",
        "{ when: true }",
        "{ wf.wait: {} }",
        "{ wf.repeat: {}, every: 1s, max: 1, until: true }",
        "{ wf.for_each: x, steps: [] }",
    ],
)
def test_what_cannot_be_read_binds_nothing_known(body: str) -> None:
    assert isinstance(body_of(f"steps: [{{ a: {body} }}]"), Faulty)


def test_an_action_with_arguments_that_are_none_is_still_that_action() -> None:
    action = body_of("steps: [{ a: { a.b: 1 } }]")
    assert isinstance(action, Action)
    assert (action.operation, action.args) == ("a.b", ())


def test_holes() -> None:
    route = body_of("steps: [{ a: { wf.route: x, cases: { 1: [], b: [] } } }]")
    assert isinstance(route, RouteStep)
    assert [(case.label, case.reported) for case in route.cases or ()] == [
        ("1", True),
        ("b", False),
    ]
    call = body_of("steps: [{ a: { wf.call: ../b } }]")
    assert isinstance(call, Call)
    assert call.path is None
    loop = body_of("steps: [{ a: { wf.for_each: { c: 1 }, as: b, steps: [] } }]")
    assert isinstance(loop, ForEach)
    assert loop.subject == Unknown(BROKEN)
    assert isinstance(body_of("steps: [{ a: { wf.render: 1 } }]"), Foreign)


def test_deep_lists_are_read() -> None:
    text = "[]"
    for level in range(60):
        text = f"[{{ a{level}: {{ wf.repeat: {text}, every: 1s, max: 1, until: true }} }}]"
    assert told(f"steps: {text}") == []


@pytest.mark.parametrize(
    ("body", "whole"),
    [
        ("{ wf.route: x, cases: { b: [] }, else: [] }", True),
        ("{ wf.route: x, cases: { b: [], c: {} } }", False),
        ("{ wf.route: x, cases: { b: [] }, else: 1 }", False),
        ("{ wf.route: x }", False),
        ("{ wf.choose: [{ when: true, then: [] }], else: [] }", True),
        ("{ wf.choose: [{ when: true, thn: [] }] }", False),
        ("{ wf.choose: [1] }", False),
        ("{ wf.choose: [{ when: true, then: [] }], else: {} }", False),
        ("{ wf.parallel: { b: [] } }", True),
        ("{ wf.parallel: { b: [], c: 1 } }", False),
    ],
)
def test_a_list_that_is_none_leaves_open_what_is_bound(body: str, whole: bool) -> None:
    found = body_of(f"steps: [{{ a: {body} }}]")
    assert isinstance(found, RouteStep | Choose | Parallel)
    assert found.whole is whole


def test_a_misspelt_key_is_read_as_what_it_meant() -> None:
    # D-30: one fault, and nothing follows from it
    loop = body_of("steps: [{ a: { wf.for_each: x, as: b, stps: [{ c: 1 }] } }]")
    assert isinstance(loop, ForEach)
    assert [str(each.id) for each in loop.steps] == ["c"]
    route = body_of("steps: [{ a: { wf.route: x, cases: { b: [] }, esle: [] } }]")
    assert isinstance(route, RouteStep)
    assert route.orelse == ()
    inside = "{ wf.for_each: x, as: b, stps: [{ c-d: 1 }] }"
    assert told_of(inside) == ["2:30 unknown-key", "2:39 invalid-name"]
