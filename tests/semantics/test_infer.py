"""Types and findings of expressions. `^` under an expression marks where its finding points."""

import pytest

from tests.semantics.reading import expr
from wfcheck.diagnostic import Finding
from wfcheck.semantics.infer import infer, infer_guard
from wfcheck.semantics.scope import Hidden, Reason, Scope
from wfcheck.semantics.types import (
    BOOL,
    DURATION,
    FILE,
    INT,
    JSON,
    NUMBER,
    STRING,
    TIMESTAMP,
    UNKNOWN,
    EnumType,
    Field,
    ListOf,
    MapOf,
    ObjectType,
    Unjoined,
    base,
    domain,
    nullable,
    show,
)
from wfcheck.span import file_start
from wfcheck.syntax.expr import Lit, MapLit, SymbolId, Text, Unknown

TIER = EnumType(("basic", "gold"))
ADDRESS = ObjectType((Field("city", STRING), Field("zip", STRING, required=False)))
INPUTS = ObjectType(
    (
        Field("n", INT),
        Field("x", NUMBER),
        Field("s", STRING),
        Field("b", BOOL),
        Field("d", DURATION),
        Field("t", TIMESTAMP),
        Field("f", FILE),
        Field("tags", ListOf(STRING)),
        Field("nick", nullable(STRING)),
        Field("maybe", nullable(BOOL)),
        Field("tier", TIER),
        Field("open", EnumType(("basic", "gold"), open=True)),
        Field("tiers", ListOf(TIER)),
        Field("data", JSON),
        Field("table", MapOf(INT)),
        Field("holes", ListOf(nullable(INT))),
        Field("home", nullable(ADDRESS)),
    )
)
SCOPE = (
    Scope.of({"inputs": INPUTS, "cust": ADDRESS, "hook": UNKNOWN})
    .bind("mode", EnumType(("fast",), literal=True))
    .bind("pick", ObjectType((Field("y", Unjoined((INT, STRING))), Field("z", INT))))
    .bind_unreadable("nap")
    .hide("late", Hidden(Reason.LATER_STEP, file_start("a"), help="move it"))
    .with_states(["closed"])
)


def inferred(text: str) -> tuple[str, list[Finding]]:
    out: list[Finding] = []
    found = infer(expr(text), SCOPE, out)
    return show(found), out


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("inputs.n + 1", "int"),
        ("inputs.n + 1.5", "number"),
        ("inputs.n / 2", "number"),
        ("inputs.n // 2", "int"),
        ("inputs.x % 2", "number"),
        ("-inputs.d", "duration"),
        ("inputs.d * 2 + 90s - 1h30m", "duration"),
        ("inputs.t + inputs.d", "timestamp"),
        ("inputs.t - inputs.t", "duration"),
        ("inputs.n == 1.5 or inputs.x != inputs.n", "bool"),
        ("inputs.nick == null", "bool"),
        ("null == null", "bool"),
        ("'vip' in inputs.tags and 'a' not in inputs.s", "bool"),
        ("null in inputs.holes", "bool"),
        ("inputs.tags[0]", "string?"),
        ("inputs.table.k", "int?"),
        ("inputs.table['k']", "int?"),
        ("inputs.home.city", "string?"),
        ("inputs.home['zip']", "string?"),
        ("cust.zip", "string?"),
        ("inputs.data.a.b[0]", "json"),
        ("inputs.data[inputs.s]", "json"),
        ("hook.go.on", "unknown"),
        ("null.x", "null"),
        ("[][0].x | default(1)", "int"),
        ("inputs.tags | first | default('none') | upper", "string"),
        ("inputs.nick | json", "string"),
        ("inputs.s | split(',') | length", "int"),
        ("[inputs.n, inputs.x, 3] | sum", "number"),
        ("[] | sum", "int"),
        ("[1, 2] | min", "int?"),
        ("['b'] | sort", "list[string]"),
        ("inputs.tiers | unique", "list[enum[basic, gold, ...]]"),
        ("inputs.holes | contains(null)", "bool"),
        ("inputs.n | round(2)", "int"),
        ("inputs.d | seconds | round(1)", "number"),
        ("inputs.x | floor", "int"),
        ("inputs.data.n + 1", "number"),
        ("inputs.data.n + inputs.data.m", "number"),
        ("inputs.data | upper", "string"),
        ("hook + 1", "number"),
        ("hook + hook", "unknown"),
        ("1 if hook else 2", "int"),
        ("inputs.data | default('x')", "json"),
        ("inputs.nick | default(null)", "string?"),
        ("1 if inputs.b else null", "int?"),
        ("[1, 'a']", "list[json]"),
        ("[inputs.f, 'a']", "list[unknown]"),
        ("pick.z", "int"),
        ("inputs.nick != null and (inputs.nick | length) > 3", "bool"),
        ("inputs.nick == null or (inputs.nick | length) > 3", "bool"),
        ("inputs.nick | length if inputs.nick != null else 0", "int"),
        ("0 if null == inputs.nick else inputs.nick | length", "int"),
        ("inputs.home.zip != null and inputs.home.city | length > 3", "bool"),
        ("inputs.home['zip'] != null and inputs.home.zip | length > 3", "bool"),
        ("not (inputs.home == null) and inputs.home.city | length > 3", "bool"),
        ("inputs.tags[0] != null and inputs.tags[0] | length > 3", "bool"),
        ("inputs.table[inputs.s] != null and inputs.table[inputs.s] > 3", "bool"),
    ],
)
def test_types(text: str, expected: str) -> None:
    found, out = inferred(text)
    assert out == []
    assert found == expected


FAULTS = """
inputs.s + 'x'
^^^^^^^^         operand-type: `+` takes number, duration or timestamp, not string
inputs.n + inputs.d
           ^^^^^^^^ operand-type: `+` does not take int and duration
inputs.b and inputs.n
             ^^^^^^^^ operand-type: `and` takes bool, not int
inputs.maybe or inputs.b
^^^^^^^^^^^^ nullable-operand: `or` does not take null, and `inputs.maybe` may be null
1 if inputs.s else 2
     ^^^^^^^^ operand-type: a conditional takes bool, not string
-inputs.s
 ^^^^^^^^ operand-type: `-` takes number or duration, not string
inputs.n == inputs.s
^^^^^^^^^^^^^^^^^^^^ operand-type: int and string are never equal
1 in inputs.tags
     ^^^^^^^^^^^ operand-type: `in` does not take int and list[string]
inputs.nick in inputs.tags
^^^^^^^^^^^ nullable-operand: `in` does not take null, and `inputs.nick` may be null
inputs.d * 1.5
           ^^^ operand-type: `*` does not take duration and number
inputs.nick | length
^^^^^^^^^^^ nullable-operand: the filter `length` does not take null, and `inputs.nick` may be null
null | length
^^^^ nullable-operand: the filter `length` does not take null
(inputs.nick | length) > 3 and inputs.nick != null
 ^^^^^^^^^^^ nullable-operand: the filter `length` does not take null, and `inputs.nick` may be null
inputs.nick | upper if inputs.nick == null else 'x'
^^^^^^^^^^^ nullable-operand: the filter `upper` does not take null, and `inputs.nick` may be null
inputs.s | split
           ^^^^^ filter-arguments: the filter `split` takes 1 argument, not 0
inputs.s | slice
           ^^^^^ filter-arguments: the filter `slice` takes 1 or 2 arguments, not 0
inputs.s | upper('x')
           ^^^^^ filter-arguments: the filter `upper` takes no arguments, not 1
inputs.tags | sum
^^^^^^^^^^^ operand-type: the filter `sum` takes list[number], not list[string]
inputs.t | minus(1)
                 ^ operand-type: the filter `minus` takes duration as its argument, not int
inputs.s | default(1)
           ^^^^^^^ no-join: this is string or int, which no type takes both
'a' if inputs.b else 1
^^^^^^^^^^^^^^^^^^^^^^ no-join: this is string or int, which no type takes both
pick.y
^^^^^^ no-join: `pick.y` has no type: it is int or string, depending on the branch taken
pick
^^^^ no-join: `pick` has no type: `y` in it is int or string, depending on the branch taken
pick.y + 1
^^^^^^ no-join: `pick.y` has no type: it is int or string, depending on the branch taken
nap
^^^ not-readable: `nap` binds no value: a wait, a stop and a failure have none
late.x + 1
^^^^ not-in-scope: `late` is a later step
closed
^^^^^^ state-name-read: `closed` is a state, and a state has no value
csut.city
^^^^ unknown-name: nothing binds `csut`
inputs.home.cty | upper
            ^^^ unknown-member: `inputs.home` has no member `cty`
cust['cty']
     ^^^^^ unknown-member: `cust` has no member `cty`
cust[inputs.s]
     ^^^^^^^^ unknown-member: `cust` is an object: its members are read by their names, as literals
cust[0]
     ^ unknown-member: `cust` is an object: its members are read by their names, as literals
inputs.s.size
         ^^^^ unknown-member: `inputs.s` is string, which has no members
inputs.s[0]
^^^^^^^^^^^ unknown-member: `inputs.s` is string, which has no elements
inputs.tags.size
            ^^^^ unknown-member: `inputs.tags` is a list, which has no member `size`
inputs.tags['a']
            ^^^ operand-type: an element is taken by an int, not by string
inputs.tags[inputs.holes[0]]
            ^^^^^^^^^^^^^^^ nullable-operand: an element is taken by a position or name, and this may be null (int?)
inputs.tier == 'golden'
               ^^^^^^^^ comparison-never-true: `inputs.tier` is never 'golden': it is enum[basic, gold]
'golden' != inputs.tier
^^^^^^^^ comparison-never-true: `inputs.tier` is never 'golden': it is enum[basic, gold]
inputs.tier in ['gold', 'golden']
                        ^^^^^^^^ comparison-never-true: `inputs.tier` is never 'golden': it is enum[basic, gold]
"""

LINES = FAULTS.strip("\n").split("\n")


@pytest.mark.parametrize(("text", "marked"), list(zip(LINES[::2], LINES[1::2], strict=True)))
def test_findings(text: str, marked: str) -> None:
    marks, _, expected = marked.strip().partition(" ")
    _, out = inferred(text)
    assert [f"{f.rule.name}: {f.message}" for f in out] == [expected.strip()]
    start = out[0].span.start.offset
    assert (start, out[0].span.end.offset) == (marked.index("^"), marked.index("^") + len(marks))


def test_two_faults_are_two_findings() -> None:
    _, out = inferred("ghost.x == phantom.y")
    assert [f.rule.name for f in out] == ["unknown-name", "unknown-name"]


@pytest.mark.parametrize(
    ("text", "help_"),
    [
        ("n", "an input is read as `inputs.n`"),
        ("csut", "did you mean `cust`?"),
        ("inputs.home.cty", "did you mean `city`?"),
        ("cust.street", "it has `city`, `zip`"),
        ("inputs.tier == 'golds'", "did you mean `gold`?"),
        ("late", "move it"),
        ("inputs.s + 'x'", "texts are put together in a text: `{{ a }}{{ b }}`"),
    ],
)
def test_help(text: str, help_: str) -> None:
    assert [f.help for f in inferred(text)[1]] == [help_]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("inputs.tier", {"basic", "gold"}),
        ("(inputs.tier)", {"basic", "gold"}),
        ("'a'", {"a"}),
        ("mode", {"fast"}),
        ("'a' if inputs.b else 'b'", {"a", "b"}),
        ("'a' if inputs.b else inputs.tier", {"a", "basic", "gold"}),
        ("inputs.tiers | first | default('none')", {"basic", "gold", "none"}),
        ("inputs.tiers[0] | default('gold')", {"basic", "gold"}),
        ("inputs.open", None),
        ("inputs.tier | default(inputs.open)", None),
        ("inputs.tiers | first", None),
        ("inputs.tier | string", None),
        ("inputs.tier | lower", None),
        ("inputs.tiers | sort | first | default('gold')", None),
        ("inputs.tiers | min | default('gold')", None),
        ("(inputs.tiers | slice(1))[0] | default('gold')", None),
        ("inputs.data.kind", None),
        ("inputs.s", None),
    ],
)
def test_closed_domains(text: str, expected: set[str] | None) -> None:
    out: list[Finding] = []
    assert domain(infer(expr(text), SCOPE, out)) == expected
    assert out == []


def test_text_takes_what_has_a_text_form() -> None:
    fine = Text(("at ", expr("inputs.t"), expr("inputs.tier"), expr("inputs.data"), expr("1.5")))
    out: list[Finding] = []
    assert infer(fine, SCOPE, out) == STRING
    assert out == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("inputs.nick", "null has no form inside text, and `inputs.nick` may be null"),
        ("null", "null has no form inside text"),
        ("inputs.tags", "list[string] has no form inside text"),
        ("inputs.f", "file has no form inside text"),
        ("inputs.home", "{city: string, zip: string?} has no form inside text"),
    ],
)
def test_text_does_not_take_the_rest(text: str, message: str) -> None:
    out: list[Finding] = []
    infer(Text(("x", expr(text))), SCOPE, out)
    assert [(f.rule.name, f.message) for f in out] == [("nullable-in-text", message)]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("inputs.b", None),
        ("hook.go", None),
        ("inputs.data.go", None),
        ("inputs.n", "a condition must be a bool, and `inputs.n` is int"),
        ("inputs.maybe", "a condition must not be null, and `inputs.maybe` may be"),
        ("null", "a condition must be a bool, and this is null"),
        ("ghost", "nothing binds `ghost`"),
    ],
)
def test_guards(text: str, message: str | None) -> None:
    out: list[Finding] = []
    infer_guard(expr(text), SCOPE, out)
    assert [f.message for f in out] == ([] if message is None else [message])


def test_a_plain_text_is_no_guard() -> None:
    out: list[Finding] = []
    infer_guard(Lit("yes", plain=True, span=file_start("a")), SCOPE, out)
    assert [f.message for f in out] == ["a condition must be a bool, and this is text"]


def test_maps_and_unknowns() -> None:
    made = MapLit((("a", expr("inputs.n")), ("b", Unknown(SymbolId(1)))))
    assert show(infer(made, SCOPE, [])) == "{a: int, b: unknown}"


def test_deep_expressions_are_typed() -> None:
    text = "inputs.n" + " + 1" * 150
    assert inferred(text) == ("int", [])
    assert base(infer(expr("not " * 150 + "inputs.b"), SCOPE, [])) == BOOL
