"""Expressions over symbols to cells: the only thing that ever turns one into z3 terms.

An `Encoding` belongs to one question. It remembers what it was asked for, so that a model can be
read back: the symbols, the map entries and json members that were looked up, and every operator
that only an uninterpreted function stands for. An abstraction only adds values, so what is proved
with one is true; what is refuted with one must be confirmed by the evaluator.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import field
from typing import Final, assert_never

import z3

from wfcheck.classes import dataclass
from wfcheck.semantics.types import Field, Kind, Special, Type
from wfcheck.smt.cells import NULL, anything, either, equal, known, of_kind
from wfcheck.smt.declare import declare, within_range
from wfcheck.smt.encode_list import indexed
from wfcheck.smt.encode_text import as_text
from wfcheck.smt.encoders import ENCODERS
from wfcheck.smt.session import Cells, Opaque, kind_of
from wfcheck.smt.sorts import (
    ANY,
    FALSE,
    SORTS,
    TRUE,
    Anything,
    Cell,
    Entries,
    Items,
    Lookup,
    Nothing,
    Plain,
    Term,
    conj,
    disj,
    negate,
    text,
)
from wfcheck.syntax.expr import (
    Apply,
    Cond,
    Expr,
    Index,
    ListLit,
    Lit,
    MapLit,
    Member,
    Name,
    Op,
    SymbolId,
    Text,
    Unknown,
    children,
)

MOST_DEPTH: Final = 200
MOST_NODES: Final = 20_000

_MEMBER: Final[Term] = z3.Function("member", ANY, z3.StringSort(), ANY)
_ELEMENT: Final[Term] = z3.Function("element", ANY, z3.IntSort(), ANY)


def is_encodable(expr: Expr) -> bool:
    """Whether an expression is small enough to be encoded without exhausting stack or memory."""
    nodes = 0
    pending = [(expr, 1)]
    while pending:
        current, depth = pending.pop()
        nodes += 1
        if depth > MOST_DEPTH or nodes > MOST_NODES:
            return False
        pending += [(child, depth + 1) for child in children(current)]
    return True


@dataclass(frozen=True, slots=True)
class Access:
    """A member (by key) or an element (by position) of a term of `ANY` that was asked for."""

    of: Term
    key: Term
    found: Term


@dataclass(slots=True)
class Encoding:
    """The encoding of one question: what was asked for so far, and the facts about it."""

    symbols: Mapping[SymbolId, Field]
    cells: dict[SymbolId, Cell] = field(default_factory=dict)
    facts: dict[SymbolId, list[Term]] = field(default_factory=dict)  # what declarations say
    short: list[Term] = field(default_factory=list)  # that lists are no longer than they show
    laws: list[Term] = field(default_factory=list)  # what always holds of helper terms
    inexact: list[str] = field(default_factory=list)  # constraints that z3 cannot express
    accesses: list[Access] = field(default_factory=list)
    entries: dict[str, list[tuple[Term, Cell]]] = field(default_factory=dict)  # of unknown maps
    abstracted: list[str] = field(default_factory=list)  # what stood for something inexpressible
    uncertain: list[tuple[Expr, Cell]] = field(default_factory=list)  # where it did
    _shared: Counter[str] = field(default_factory=Counter)
    _fresh: int = 0

    # -- symbols

    def symbol(self, id_: SymbolId) -> Cell:
        """The cell of an unknown; one that nobody declares can be anything."""
        if id_ not in self.cells:
            declared = self.symbols.get(id_, Field("unknown", Special.UNKNOWN))
            facts: list[Term] = []
            name = self._name(id_, declared)
            self.cells[id_] = declare(declared, name, facts, self.inexact)
            self.short += _short(self.cells[id_])
            self.facts[id_] = facts
        return self.cells[id_]

    def _name(self, id_: SymbolId, declared: Field) -> str:
        if not self._shared:
            self._shared.update(field_.name for field_ in self.symbols.values())
        return f"{declared.name}!{id_}" if self._shared[declared.name] > 1 else declared.name

    def entry(self, of: Lookup, key: Term) -> Cell:
        """The entry of an unknown map, null where it has none (C-5.5); equal keys have equal entries."""
        found = self.entries.setdefault(of.name, [])
        for other, cell in found:
            if other.eq(key):
                return cell
        own = f"{of.name}[{len(found)}]"
        entry = declare(Field(own, of.item, required=False), own, self.laws, self.inexact)
        for other, cell in found:
            self.laws.append(disj(negate(other == key), equal(entry, cell)))
        found.append((key, entry))
        return entry

    # -- what stands for what z3 cannot express

    def opaque(self, what: str, like: Cell | Type) -> Cell:
        """A value that nothing is known of, but its type; remembered as an abstraction."""
        name = f"{what} #{self._fresh}"
        self._fresh += 1
        self.abstracted.append(what)
        if isinstance(like, Cell):
            return self._alike(like, name)
        return declare(Field(name, like), name, self.laws, self.inexact)

    def function(self, what: str, args: tuple[Term, ...], result: Term) -> Term:
        """An uninterpreted function of that name on these terms; remembered likewise."""
        self.abstracted.append(what)
        return z3.Function(what, *(arg.sort() for arg in args), result)(*args)

    def _alike(self, cell: Cell, name: str) -> Cell:
        """An unknown of the same shape."""
        null = FALSE if z3.is_false(cell.null) else z3.Bool(f"{name} is null")
        match cell.shape:
            case Plain(kind, _):
                term = z3.Const(name, SORTS[kind])
                self.laws += within_range(kind, term)
                return Cell(Plain(kind, term), null)
            case Items(_, head, rest):
                length = z3.Int(f"{name} length")
                self.laws.append(length >= z3.IntVal(0))
                shown = tuple(self._alike(item, f"{name}[{i}]") for i, item in enumerate(head))
                others = tuple(
                    self._alike(item, f"{name}[*{i}]") for i, item in enumerate((*rest, *head))
                )
                return Cell(Items(length, shown, others), null)
            case Entries(cells):
                parts = tuple((key, self._alike(item, f"{name}.{key}")) for key, item in cells)
                return Cell(Entries(parts), null)
            case Lookup(_, item):
                return Cell(Lookup(name, item), null)
            case Anything():
                return anything(z3.Const(name, ANY))
            case Nothing():
                return NULL
            case _:
                assert_never(cell.shape)

    # -- expressions

    def encode(self, expr: Expr) -> Cell:
        """The cell of an expression over symbols; a name that nobody resolved can be anything."""
        match expr:
            case Lit(value):
                return known(value)
            case Unknown(id_):
                return self.symbol(id_)
            case Name(name):
                return self.opaque(name, Special.UNKNOWN)
            case Member(of, name):
                return self._member(self.encode(of), name)
            case Index(of, key):
                container, place = self.encode(of), self.encode(key)
                before = len(self.abstracted)
                found = self._index(container, place).given(container.ok, place.ok)
                return self._noted(expr, found, before)
            case Apply(op, args):
                cells = tuple(self.encode(arg) for arg in args)
                before = len(self.abstracted)
                return self._noted(expr, self._apply(op, cells), before)
            case Cond(test, then, orelse):
                condition = self.encode(test)
                holds, term = of_kind(condition, Kind.BOOL)
                found = either(term, self.encode(then), self.encode(orelse))
                return found.given(condition.ok, holds)
            case ListLit(items):
                cells = tuple(self.encode(item) for item in items)
                return Cell(Items(z3.IntVal(len(cells)), _bare(cells))).given(
                    *(cell.ok for cell in cells)
                )
            case MapLit(entries):
                named = tuple((name, self.encode(value)) for name, value in entries)
                bare = tuple((name, Cell(cell.shape, cell.null)) for name, cell in named)
                return Cell(Entries(bare)).given(*(cell.ok for _, cell in named))
            case Text(parts):
                return self._text(expr, parts)
            case _:
                assert_never(expr)

    def condition(self, expr: Expr) -> Term:
        """When a condition is true: it exists, and it is `true`."""
        cell = self.encode(expr)
        holds, term = of_kind(cell, Kind.BOOL)
        return conj(cell.ok, holds, term)

    def _apply(self, op: Op, cells: Cells) -> Cell:
        encoder = ENCODERS[op]
        if isinstance(encoder, Opaque):
            return self._uninterpreted(op, encoder, cells)
        found = encoder(self, cells)
        if op in {Op.AND, Op.OR}:
            return found  # they say themselves which operands count
        return found.given(*(cell.ok for cell in cells))

    def _uninterpreted(self, op: Op, encoder: Opaque, cells: Cells) -> Cell:
        operands = [of_kind(cell, kind) for cell, kind in zip(cells, encoder.kinds, strict=False)]
        terms = tuple(term for _, term in operands)
        value = self.function(op.value, terms, SORTS[encoder.result])
        self.laws += within_range(encoder.result, value)
        needs = [cell.ok for cell in cells] + [test for test, _ in operands]
        if encoder.partial:
            sorts = [term.sort() for term in terms]
            needs.append(z3.Function(f"has {op.value}", *sorts, z3.BoolSort())(*terms))
        return Cell(Plain(encoder.result, value)).given(*needs)

    def _noted(self, expr: Expr, cell: Cell, before: int) -> Cell:
        """The cell, remembered where its own operator was abstracted."""
        if len(self.abstracted) > before:
            self.uncertain.append((expr, cell))
        return cell

    def _text(self, expr: Expr, parts: tuple[str | Expr, ...]) -> Cell:
        values = [part if isinstance(part, str) else self.encode(part) for part in parts]
        before = len(self.abstracted)
        terms: list[Term] = []
        needs: list[Term] = []
        for value in values:
            if isinstance(value, str):
                terms.append(text(value))
                continue
            spelt = as_text(self, value)
            needs += [value.ok, negate(value.null), spelt.ok]
            terms.append(of_kind(spelt, Kind.STRING)[1])
        if not terms:
            return Cell(Plain(Kind.STRING, z3.StringVal("")))
        whole = terms[0] if len(terms) == 1 else z3.Concat(*terms)
        return self._noted(expr, Cell(Plain(Kind.STRING, whole)).given(*needs), before)

    def _member(self, of: Cell, name: str) -> Cell:
        """C-5.5: a member of null is null."""
        match of.shape:
            case Entries() as entries:
                found = entries.get(name)
                inside = NULL if found is None else found
                return Cell(inside.shape, disj(of.null, inside.null), of.ok)
            case Lookup() as entries:
                inside = self.entry(entries, text(name))
                return Cell(inside.shape, disj(of.null, inside.null), of.ok)
            case Anything(term):
                found_term = _MEMBER(term, text(name))
                self.accesses.append(Access(term, text(name), found_term))
                nowhere = disj(of.null, negate(ANY.is_any_map(term)))
                inside = either(nowhere, anything(ANY.any_null), anything(found_term))
                return inside.given(of.ok, disj(of.null, ANY.is_any_map(term)))
            case Nothing():
                return Cell(Nothing(), TRUE, of.ok)
            case Plain(Kind.FILE, term) if name in {"name", "media_type", "size"}:
                sort, kind = (
                    (z3.IntSort(), Kind.INT) if name == "size" else (z3.StringSort(), Kind.STRING)
                )
                part = z3.Function(f"file {name}", z3.IntSort(), sort)(term)
                return Cell(Plain(kind, part), of.null, of.ok)
            case Plain() | Items():
                return Cell(Nothing(), TRUE, conj(of.ok, of.null))
            case _:
                assert_never(of.shape)

    def _index(self, of: Cell, key: Cell) -> Cell:
        match of.shape:
            case Items() as items:
                holds, index = of_kind(key, Kind.INT)
                return indexed(self, of, items, index).given(holds)
            case Entries(cells):
                holds, wanted = of_kind(key, Kind.STRING)
                found = NULL
                for name, cell in reversed(cells):
                    found = either(wanted == text(name), cell, found)
                return Cell(found.shape, disj(of.null, found.null)).given(holds)
            case Lookup() as entries:
                holds, wanted = of_kind(key, Kind.STRING)
                entry = self.entry(entries, wanted)
                return Cell(entry.shape, disj(of.null, entry.null)).given(disj(of.null, holds))
            case Anything(term):
                return self._index_of_anything(of, term, key)
            case Nothing():
                return NULL
            case Plain():
                return Cell(Nothing(), TRUE, of.null)
            case _:
                assert_never(of.shape)

    def _index_of_anything(self, of: Cell, term: Term, key: Cell) -> Cell:
        is_text, name = of_kind(key, Kind.STRING)
        is_int, place = of_kind(key, Kind.INT)
        by_name, by_place = _MEMBER(term, name), _ELEMENT(term, place)
        if kind_of(key) is not Kind.INT:
            self.accesses.append(Access(term, name, by_name))
        if kind_of(key) is not Kind.STRING:
            self.accesses.append(Access(term, place, by_place))
        in_map = conj(ANY.is_any_map(term), is_text)
        in_list = conj(ANY.is_any_list(term), is_int)
        found = either(
            in_map,
            anything(by_name),
            either(in_list, anything(by_place), anything(ANY.any_null)),
        )
        return found.given(disj(of.null, in_map, in_list))


def _short(cell: Cell) -> list[Term]:
    match cell.shape:
        case Items(length, head):
            inside = [term for item in head for term in _short(item)]
            return [length <= z3.IntVal(len(head)), *inside]
        case Entries(cells):
            return [term for _, part in cells for term in _short(part)]
        case _:
            return []


def _bare(cells: Cells) -> Cells:
    return tuple(Cell(cell.shape, cell.null) for cell in cells)


def plain_text(term: Term) -> str:
    """The text of a String value; z3 shows characters beyond ASCII as escapes."""
    shown = term.as_string()
    out: list[str] = []
    at = 0
    while at < len(shown):
        if shown.startswith("\\u{", at):
            end = shown.index("}", at)
            out.append(chr(int(shown[at + 3 : end], 16)))
            at = end + 1
        else:
            out.append(shown[at])
            at += 1
    return "".join(out)
