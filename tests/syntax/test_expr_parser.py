import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from wfcheck.span import Source
from wfcheck.syntax.expr import (
    BROKEN,
    Apply,
    Cond,
    Expr,
    Index,
    ListLit,
    Lit,
    Member,
    Name,
    Op,
    Unknown,
    walk,
)
from wfcheck.syntax.expr_parser import MOST_BYTES, MOST_LEVELS, SyntaxFault, parse_expr
from wfcheck.syntax.literals import Duration, Timestamp

A, B, C, D = Name("a"), Name("b"), Name("c"), Name("d")
ONE = Lit(1)
HOLE = Unknown(BROKEN)


def parse(text: str) -> Expr:
    found = parse_expr(text, Source("a", text).span)
    assert not isinstance(found, SyntaxFault), found
    return found


def faults(text: str) -> list[tuple[str, str]]:
    source = Source("a", text)
    found = parse_expr(text, source.span)
    assert isinstance(found, SyntaxFault)
    return [(each.rule.name, source.slice(each.span)) for each in found.findings]


def fault(text: str) -> tuple[str, str | None]:
    found = parse_expr(text, Source("a", text).span)
    assert isinstance(found, SyntaxFault)
    (finding,) = found.findings
    return finding.message, finding.help


def apply(op: Op, *args: Expr) -> Expr:
    return Apply(op, args)


@pytest.mark.parametrize(
    ("text", "expr"),
    [
        ("a", A),
        (" \n a\t", A),
        ("(a)", A),
        ("a.b.c", Member(Member(A, "b"), "c")),
        ("a . b", Member(A, "b")),
        ("a.if.null", Member(Member(A, "if"), "null")),
        ("a[b]", Index(A, B)),
        ("a[-1].b", Member(Index(A, Lit(-1)), "b")),
        ("inputs.a", Member(Name("inputs"), "a")),
        ("error", Name("error")),
        ("iffy", Name("iffy")),
        ("not_a", Name("not_a")),
        ("timestamp", Name("timestamp")),
        ("true", Lit(True)),
        ("false", Lit(False)),
        ("null", Lit(None)),
        ("[]", ListLit(())),
        ("[a]", ListLit((A,))),
        ("[a, [b], c]", ListLit((A, ListLit((B,)), C))),
        ("a + b - c", apply(Op.SUB, apply(Op.ADD, A, B), C)),
        ("a - (b - c)", apply(Op.SUB, A, apply(Op.SUB, B, C))),
        ("a + b * c", apply(Op.ADD, A, apply(Op.MUL, B, C))),
        ("a / b // c % d", apply(Op.MOD, apply(Op.FLOORDIV, apply(Op.DIV, A, B), C), D)),
        ("-a * b", apply(Op.MUL, apply(Op.NEG, A), B)),
        ("a - -b", apply(Op.SUB, A, apply(Op.NEG, B))),
        ("--a", apply(Op.NEG, apply(Op.NEG, A))),
        ("-a | string", apply(Op.NEG, apply(Op.STRING, A))),
        ("-a.b", apply(Op.NEG, Member(A, "b"))),
        ("a | first | default(b)", apply(Op.DEFAULT, apply(Op.FIRST, A), B)),
        ("a | slice(1, b + c)", apply(Op.SLICE, A, ONE, apply(Op.ADD, B, C))),
        ("a | length() > b", apply(Op.GT, apply(Op.LENGTH, A), B)),
        ("a + b | length", apply(Op.ADD, A, apply(Op.LENGTH, B))),
        ("(a | first).b", Member(apply(Op.FIRST, A), "b")),
        ("a == b", apply(Op.EQ, A, B)),
        ("a+b<=c", apply(Op.LE, apply(Op.ADD, A, B), C)),
        ("a in b", apply(Op.IN, A, B)),
        ("a not in b", apply(Op.NOT_IN, A, B)),
        ("not a in b", apply(Op.NOT, apply(Op.IN, A, B))),
        ("not not a", apply(Op.NOT, apply(Op.NOT, A))),
        ("not a == b", apply(Op.NOT, apply(Op.EQ, A, B))),
        ("a or b and not c", apply(Op.OR, A, apply(Op.AND, B, apply(Op.NOT, C)))),
        ("a and b or c", apply(Op.OR, apply(Op.AND, A, B), C)),
        ("a if b else c", Cond(B, A, C)),
        ("a if b else c if d else a", Cond(B, A, Cond(D, C, A))),
        ("(a if b else c) if d else a", Cond(D, Cond(B, A, C), A)),
        ("a or b if c and d else a", Cond(apply(Op.AND, C, D), apply(Op.OR, A, B), A)),
        ("[a if b else c]", ListLit((Cond(B, A, C),))),
    ],
)
def test_trees(text: str, expr: Expr) -> None:
    assert parse(text) == expr


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0", 0),
        ("007", 7),
        ("3.0", 3),
        ("9223372036854775807", 2**63 - 1),
        ("-9223372036854775808", -(2**63)),
        ("- 5", -5),
        ("'a'", "a"),
        ('"a\'b"', "a'b"),
        (r"'\\\n\t\'\"'", "\\\n\t'\""),
        (r"'\u00e9\u2028'", "é\u2028"),
        (r"'\uD83D\uDE00!'", "😀!"),
        ("'}} {{'", "}} {{"),
        ("''", ""),
        ("'a\nb'", "a\nb"),
        ("500ms", Duration(500)),
        ("1h30m", Duration(5_400_000)),
        ("-1d", Duration(-86_400_000)),
        ("4000000d", Duration(4_000_000 * 86_400_000)),
        ("timestamp('1970-01-01T00:00:01Z')", Timestamp(1000)),
        ('timestamp( "1970-01-01T00:00:00.001Z" )', Timestamp(1)),
    ],
)
def test_literals(text: str, value: object) -> None:
    found = parse(text)
    assert isinstance(found, Lit)
    assert found.value == value
    assert type(found.value) is type(value)
    assert not found.plain


def test_a_minus_belongs_to_a_number_only_where_it_stands_before_one() -> None:
    assert parse("-(5)") == apply(Op.NEG, Lit(5))
    assert parse("-5 | abs") == apply(Op.NEG, apply(Op.ABS, Lit(5)))
    assert parse("--5") == apply(Op.NEG, Lit(-5))
    assert parse("a -5") == apply(Op.SUB, A, Lit(5))


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("a +", "+"),
        ("a + ", "+"),
        ("", ""),
        ("1 < a < 9", "<"),
        ("a == b == c", "=="),
        ("a in b in c", "in"),
        ("a = 3", "="),
        ("a && b", "&"),
        ("a || b", "|"),
        ("!a", "!"),
        ("a ? b : c", "?"),
        ("a |", "|"),
        ("a | 5", "5"),
        ("'unclosed", "'"),
        ('"a', '"'),
        ("a *", "*"),
        ("a * / b", "/"),
        ("1 if a", "a"),
        ("a['s'", "'s'"[-1]),
        ("a[]", "]"),
        ("a.", "."),
        ("a.1", "1"),
        ("(a", "a"),
        ("()", ")"),
        ("a)", ")"),
        ("[a,]", "]"),
        ("[,a]", ","),
        ("a b", "b"),
        ("a 'b'", "'b'"),
        ("now()", "now()"),
        ("lower(a)", "lower(a)"),
        ("timestamp(a)", "timestamp(a)"),
        ("timestamp()", "timestamp()"),
        ("timestamp('x', 'y')", "timestamp('x', 'y')"),
        ("timestamp('2031-02-30T00:00:00Z')", "timestamp('2031-02-30T00:00:00Z')"),
        ("5x + a", "5x"),
        ("30m1h", "30m1h"),
        ("1.5h", "1.5h"),
        ("1_000", "1_000"),
        ("1e3", "1e3"),
        ("0x1F", "0x1F"),
        ("5.", "."),
        ("'\\q'", "\\q"),
        ("'a\\u12'", "\\u"),
        ("'\\ud83d'", "\\ud83d"),
        ("is", "is"),
        ("a + and", "and"),
        ("a is b", "is"),
        ("if", "if"),
        ("{a: b}", "{"),
        ("a; b", ";"),
        ("$a", "$"),
        ("a\x00", "\x00"),
        ("é", "é"),
    ],
)
def test_syntax_faults(text: str, at: str) -> None:
    assert faults(text) == [("expression-syntax", at)]


@pytest.mark.parametrize(
    ("text", "message", "help_"),
    [
        ("a +", "the expression ends where a value is expected", None),
        ("a = b", "found `=` where an operator or the end is expected", "compared with `==`"),
        ("a && b", "found `&&` where an operator or the end is expected", "joined with `and`"),
        ("a || b", "found `|` where the name of a filter is expected", "joined with `or`"),
        ("!a", "found `!` where a value is expected", "denied with `not`"),
        ("a < b < c", "found `<` where an operator or the end is expected", "cannot be chained"),
        ("a if b", "the expression ends where `else` is expected", None),
        ("(a b", "found `b` where an operator or `)` is expected", None),
        ("[a b", "found `b` where an operator or `]` is expected", None),
        ("a.", "the expression ends where a name is expected", None),
        ("upper(a)", "`upper` is no function; there are only filters", "`x | upper`"),
        ("5x", "`5x` is neither a number nor a duration", "`1h30m`"),
    ],
)
def test_messages(text: str, message: str, help_: str | None) -> None:
    found = fault(text)
    assert found[0] == message
    assert (found[1] is None) if help_ is None else (help_ in (found[1] or ""))


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("9223372036854775808", "9223372036854775808"),
        ("-9223372036854775809", "9223372036854775809"),
        ("a + 4000001d", "4000001d"),
        ("9" * 5000, "9" * 5000),
        ("9" * 5000 + "d", "9" * 5000 + "d"),
        ("timestamp('0000-01-01T00:00:00Z')", "timestamp('0000-01-01T00:00:00Z')"),
    ],
)
def test_literals_out_of_range(text: str, at: str) -> None:
    # C-3.9
    assert faults(text) == [("too-large", at)]


def test_unknown_filters_are_reported_and_the_rest_is_kept() -> None:
    text = "(a | uper) + b"
    found = parse_expr(text, Source("a", text).span)
    assert isinstance(found, SyntaxFault)
    assert faults(text) == [("unknown-filter", "uper")]
    assert found.findings[0].help == "did you mean `upper`?"
    assert found.partial == apply(Op.ADD, Cond(HOLE, ListLit((A,)), HOLE), B)
    assert faults("a | neg") == [("unknown-filter", "neg")]
    assert faults("(a | b) + (c | d)") == [("unknown-filter", "b"), ("unknown-filter", "d")]
    # However many there are in a row, what is left of them is not nested too deep.
    assert faults("a" + " | b" * MOST_LEVELS)[-1][0] == "too-large"


def test_every_node_has_its_place() -> None:
    text = "x | slice(1, b.c) not in [-2, d[e]] if not true else (f)"
    source = Source("a", text)
    places = []
    for node in walk(parse(text)):
        assert node.span is not None
        places.append(source.slice(node.span))
        if isinstance(node, Apply):
            assert node.op_span is not None
            places.append(f"op {source.slice(node.op_span)}")
        if isinstance(node, Member):
            assert node.name_span is not None
            places.append(f"name {source.slice(node.name_span)}")
    assert places == [
        text,
        "not true",
        "op not",
        "true",
        "x | slice(1, b.c) not in [-2, d[e]]",
        "op not in",
        "x | slice(1, b.c)",
        "op slice",
        "x",
        "1",
        "b.c",
        "name c",
        "b",
        "[-2, d[e]]",
        "-2",
        "d[e]",
        "d",
        "e",
        "f",
    ]


# -- limits (C-1.3)


@pytest.mark.parametrize(
    "text",
    [
        "(" * 32_000 + "a" + ")" * 32_000,
        "[" * 60_000,
    ],
)
def test_brackets_without_end(text: str) -> None:
    found = parse_expr(text, Source("a", text).span)
    assert found == A or isinstance(found, SyntaxFault)


@pytest.mark.parametrize(
    ("before", "between", "after"),
    [
        ("not ", "", "a"),
        ("-", "", "a"),
        ("", " + 1", "a"),
        ("", ".b", "a"),
        ("", "[0]", "a"),
        ("", " | lower", "a"),
        ("", " if b else a", "a"),
        ("", " and a", "a"),
    ],
)
def test_the_deepest_expression_that_is_read(before: str, between: str, after: str) -> None:
    def chain(levels: int) -> str:
        return before * (levels - 1) + after + between * (levels - 1)

    levels = MOST_LEVELS // 2 if "else" in between else MOST_LEVELS
    parse(chain(levels))
    deep = chain(MOST_LEVELS + 1)
    assert faults(deep) == [("too-large", deep)]


def test_the_longest_expression_that_is_read() -> None:
    text = "'" + "x" * (MOST_BYTES - 2) + "'"
    assert parse(text) == Lit("x" * (MOST_BYTES - 2))
    assert faults(text + " ") == [("too-large", text + " ")]
    wide = "'" + "é" * (MOST_BYTES // 2) + "'"
    assert faults(wide) == [("too-large", wide)]


PIECES = st.sampled_from(
    [
        *"abc.|,()[]+-*/%<>=!'\"\\ \n0159",
        "==",
        "//",
        "not ",
        " in ",
        " and ",
        " or ",
        " if ",
        " else ",
        "null",
        " is ",
        "inputs",
        "5m",
        "1h30m",
        "3.5",
        "upper",
        "default(",
        "timestamp('",
        "\\u00e9",
        "é",
        "{{",
        "}}",
    ]
)


@settings(max_examples=400, deadline=None)
@given(st.lists(PIECES, max_size=20).map("".join))
@example("a.b")
@example("true.b")
def test_any_text_gives_a_tree_or_findings(text: str) -> None:
    source = Source("a", text)
    found = parse_expr(text, source.span)
    if isinstance(found, SyntaxFault):
        assert found.findings
        for finding in found.findings:
            assert 0 <= finding.span.start.offset <= finding.span.end.offset <= max(len(text), 1)
    else:
        assert all(node.span is not None for node in walk(found))


@given(st.from_regex(r"\A ?[a-z_]{1,6}(\.(if|[a-z]{1,4})){0,3} ?\Z"))
def test_the_shortcut_for_paths_says_what_the_grammar_says(path: str) -> None:
    short, long = (parse_expr(text, Source("a", text).span) for text in (path, f"({path})"))
    if isinstance(short, SyntaxFault):
        assert isinstance(long, SyntaxFault)
    else:
        assert short == long
        assert [node.span and node.span.start.offset + 1 for node in walk(short)] == [
            node.span and node.span.start.offset
            for node in walk(long)  # type: ignore[arg-type]
        ]
