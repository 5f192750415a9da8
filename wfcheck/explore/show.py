"""Suspects to traces: walked again, given values and instants, and replayed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from wfcheck.explore.answer import Shown
from wfcheck.explore.concrete import Concrete, Witness, concrete, is_move, model_of
from wfcheck.explore.explored import Explored, Path, Suspect, Unheard, back, top_entry
from wfcheck.explore.rerun import Stretch, rerun
from wfcheck.explore.timing import timing
from wfcheck.explore.unheard import delayed, with_event
from wfcheck.explore.unknowns import put
from wfcheck.semantics.choice import Accept, Choice
from wfcheck.semantics.configuration import Configuration, outcome
from wfcheck.semantics.replay import Diverged, Replayed, replay
from wfcheck.syntax.expr import Apply, Expr, Lit, Op, SymbolId, Unknown
from wfcheck.syntax.literals import Value

_SETTLING: Final = 64  # moves in which the last instant of a path comes to rest


@dataclass(frozen=True, slots=True)
class _Made:
    """A trace, and the values that were chosen for its unknowns."""

    shown: Shown
    model: Mapping[SymbolId, Value]


@dataclass(slots=True)
class Shower:
    """Makes the suspects of one exploration concrete; `failed` counts the traces that did not replay."""

    explored: Explored
    witness: Witness | None
    failed: int = 0
    _walks: list[tuple[Path, tuple[Stretch, ...]]] = field(default_factory=list)

    def show(self, suspect: Suspect) -> Shown | None:
        """A replayed trace of the suspect; None where no values and instants make one.

        Beside it the one on which its event is heard, where the two can be made to differ in no more.
        """
        failed = self.failed
        if suspect.unheard is not None and suspect.good:
            for moment in (True, False):
                pair = self._pair(suspect, suspect.unheard, moment=moment)
                if pair is not None:
                    return pair
        self.failed = failed
        made = self._show(suspect)
        return None if made is None else made.shown

    def _pair(self, suspect: Suspect, unheard: Unheard, *, moment: bool) -> Shown | None:
        """The trace with the values of the one on which the event is heard, up to where they part."""
        walk = self._walk(suspect.good)
        if not walk:
            return None
        taken = [list(stretch.leap.taken) for stretch in walk]
        if moment:
            delayed(taken, unheard)
        heard = self._concrete(walk[-1], (), tuple(c for leap in taken for c in leap), None)
        if heard is None:
            return None
        moves = heard.shown.trace.moves[sum(_moves_in(leap) for leap in taken[: unheard.wait]) :]
        event = next((m.choice.event for m in moves if isinstance(m.choice, Accept)), None)
        if event is None:
            return None
        shared = {s.id for s in walk[unheard.wait - 1].leap.to.at.symbols}
        pinned = {id_: value for id_, value in heard.model.items() if id_ in shared}
        made = self._show(suspect, pinned, event.payload)
        return None if made is None else replace(made.shown, good=heard.shown)

    def _show(
        self,
        suspect: Suspect,
        pinned: Mapping[SymbolId, Value] | None = None,
        payload: Expr | None = None,
    ) -> _Made | None:
        walk = self._walk(suspect.path)
        if not walk:
            return None
        taken = [list(stretch.leap.taken) for stretch in walk]
        end = walk[-1]
        conditions = tuple(put(c, back(end.names)) for c in suspect.conditions)
        conditions += tuple(
            Apply(Op.EQ, (Unknown(id_), Lit(value))) for id_, value in (pinned or {}).items()
        )
        if suspect.unheard is not None:
            with_event(taken, walk, suspect.unheard, payload)
        choices = tuple(choice for leap in taken for choice in leap)
        loop = repeats = None
        if suspect.loop_from is not None:
            stem = [stretch.leap for stretch in walk[: suspect.loop_from]]
            loop = sum(_moves_in(leap.taken) for leap in stem)
            repeats = sum(len(leap.entries) for leap in stem)
        made = self._concrete(end, conditions, choices, loop)
        if made is None:
            return None
        told = timing(walk, suspect.unheard)
        return replace(made, shown=replace(made.shown, timing=told, repeats_from=repeats))

    def _walk(self, path: Path) -> tuple[Stretch, ...] | None:
        begun: tuple[Stretch, ...] = ()
        for other, walked in self._walks:
            shared = _shared(path, other)
            if shared > len(begun):
                begun = walked[:shared]
        walk = rerun(self.explored.environment, self.explored.forgetter, path, begun)
        if walk is None:
            self.failed += 1
        else:
            self._walks.append((path, walk))
        return walk

    def _concrete(
        self,
        end: Stretch,
        conditions: tuple[Expr, ...],
        choices: tuple[Choice, ...],
        loop_from: int | None,
    ) -> _Made | None:
        at = end.leap.to.at
        oracle = self.explored.environment.oracle
        if conditions and not oracle.possible(at.known, conditions, at.symbols):
            return None
        symbols = {symbol.id: symbol for symbol in at.symbols}
        for choice in choices:
            symbols.update({symbol.id: symbol for symbol in getattr(choice, "new", ())})
        declared = tuple(symbols[id_] for id_ in sorted(symbols))
        model = model_of((*at.known, *conditions), declared, oracle, self.witness)
        if model is None:
            return None
        made = concrete(self.explored.program, choices, model)
        if made is None or not _ends_alike(made.end, at):
            return None
        made = replace(made, trace=replace(made.trace, loop_from=loop_from))
        # A cycle that takes no time and only follows the path would be replayed for ever.
        patience = 2 * len(choices) + _SETTLING
        replayed = replay(self.explored.program, made.trace, patience=patience)
        shown = self._fitting(made, replayed)
        return None if shown is None else _Made(shown, model)

    def _fitting(self, made: Concrete, replayed: Replayed | Diverged) -> Shown | None:
        # A lasso may end in the middle of an instant, which a replay completes where it comes to rest.
        lasso = made.trace.loop_from is not None
        fits = isinstance(replayed, Replayed) and (
            lasso or replayed.restless or _ends_alike(replayed.configuration, made.end)
        )
        if not fits or not isinstance(replayed, Replayed):
            self.failed += 1
            return None
        return Shown(made.trace, replayed.record, outcome(replayed.configuration))


def _shared(one: Path, other: Path) -> int:
    """How many edges two paths have in common from the beginning."""
    count = 0
    for a, b in zip(one, other, strict=False):
        if a is not b:
            break
        count += 1
    return count


def _ends_alike(one: Configuration, other: Configuration) -> bool:
    """The same outcome and code, or the same state of a run that has not ended."""
    first, second = outcome(one), outcome(other)
    if (first.outcome, first.code) != (second.outcome, second.code):
        return False
    here, there = top_entry(one), top_entry(other)
    return (here and here.state.name) == (there and there.state.name)


def _moves_in(choices: Sequence[Choice]) -> int:
    return sum(1 for choice in choices if is_move(choice))
