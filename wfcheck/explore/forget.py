"""Forgetting the values that the rest of a run cannot read: they become null (`checking.md` 2)."""

from dataclasses import replace
from typing import Final, assert_never

from wfcheck.explore.reads import INPUTS, Reads, StepNames
from wfcheck.semantics.configuration import Configuration
from wfcheck.semantics.control import (
    Attempt,
    Bindings,
    Block,
    Calling,
    Chosen,
    Entry,
    Forked,
    Handling,
    Landed,
    Lane,
    Pause,
    Phase,
    Repeating,
    Rest,
    Run,
    Sourcing,
    Work,
)
from wfcheck.semantics.program import Program
from wfcheck.syntax.expr import Expr, Lit, MapLit

NULL: Final = Lit(None)
_NOTHING: Final = MapLit(())


class Forgetter:
    """Forgets dead bindings in the configurations of one program and its callees."""

    def __init__(self, kept: frozenset[str] = frozenset()) -> None:
        self.kept = kept  # names that somebody else reads, such as an author's property
        self._reads: dict[int, Reads] = {}
        self._names = StepNames()

    def forget(self, at: Configuration) -> Configuration:
        """The configuration without the values that nothing reads any more."""
        if at.run is None or at.ended is not None:
            return at if at.run is None else replace(at, run=None)
        return replace(at, run=self._run(at.run))

    def _of(self, program: Program) -> Reads:
        if id(program) not in self._reads:
            self._reads[id(program)] = Reads(program)
        return self._reads[id(program)]

    def _run(self, run: Run) -> Run:
        reads = self._of(run.program)
        block, entry = run.block, run.entry
        live = self.kept | reads.outputs
        if block is not None:
            live |= self._names.steps(block.steps, block.at)
            block = self._block(block, live, keep=False)
        if entry is not None:
            here = self._entry_reads(entry, reads)
            live |= here | reads.beyond(entry.state)
            entry = replace(entry, block=self._block(entry.block, here | self.kept, keep=False))
        return replace(run, root=_root(run.root, live), block=block, entry=entry)

    def _entry_reads(self, entry: Entry, reads: Reads) -> frozenset[str]:
        state, block = entry.state, entry.block
        found = reads.after_lists(state)
        match entry.phase:
            case Phase.ON_ENTER:
                found |= self._names.steps(block.steps, block.at)
                found |= reads.matches(state) | self._names.steps(state.steps, 0)
            case Phase.STEPS:
                found |= self._names.steps(block.steps, block.at)
            case Phase.WAITING:
                pass
            case _:
                assert_never(entry.phase)
        return found

    def _block(self, block: Block, live: frozenset[str], *, keep: bool) -> Block:
        """A list in progress; `keep` where its whole scope is going to be read."""
        work = block.work
        here = live | self._names.steps(block.steps, block.at)
        if work is not None:
            work = self._work(work, here, keep=keep or block.steps[block.at].id in live)
        if keep:
            return replace(block, work=work)
        given, bound = _kept(block.given, here), _kept(block.bound, here)
        return replace(block, given=given, bound=bound, work=work)

    def _work(self, work: Work, live: frozenset[str], *, keep: bool) -> Work:
        match work:
            case Attempt() | Pause() | Rest() | Sourcing():
                return work
            case Chosen(block=block):
                return replace(work, block=self._block(block, live, keep=keep))
            case Handling(block=block):
                return replace(work, block=self._block(block, live, keep=keep))
            case Forked(lanes=lanes, landed=landed):
                return replace(
                    work,
                    lanes=tuple(self._lane(lane, live, keep=keep) for lane in lanes),
                    landed=landed if keep else tuple(map(_without_scope, landed)),
                )
            case Repeating(done=done, block=block):
                return replace(
                    work,
                    done=done if keep else tuple(_NOTHING for _ in done),
                    block=None if block is None else self._block(block, live, keep=keep),
                )
            case Calling(run=run):
                return replace(work, run=self._run(run))
            case _:
                assert_never(work)

    def _lane(self, lane: Lane, live: frozenset[str], *, keep: bool) -> Lane:
        return replace(lane, block=self._block(lane.block, live, keep=keep))


def _without_scope(landed: Landed) -> Landed:
    return landed if landed.scope is None else replace(landed, scope=_NOTHING)


def _kept(bindings: Bindings, live: frozenset[str]) -> Bindings:
    if all(name in live or value == NULL for name, value in bindings):
        return bindings
    return tuple((name, value if name in live else NULL) for name, value in bindings)


def _root(root: Bindings, live: frozenset[str]) -> Bindings:
    return tuple((name, _root_value(name, value, live)) for name, value in root)


def _root_value(name: str, value: Expr, live: frozenset[str]) -> Expr:
    if name in live:
        return value
    if name == INPUTS and isinstance(value, MapLit):
        kept = ((key, part if f"{INPUTS}.{key}" in live else NULL) for key, part in value.entries)
        return MapLit(tuple(kept))
    return value if name == "run" else NULL
