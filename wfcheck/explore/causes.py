"""Why an event that a subscription waits for cannot come: only certain calls cause it (`checking.md` 2)."""

from wfcheck.classes import dataclass
from wfcheck.explore.canonical import Node
from wfcheck.explore.explored import Explored, waiting
from wfcheck.semantics.program import State, Subscription


@dataclass(frozen=True, slots=True)
class Cause:
    """Why an event does not come, and what can be done."""

    why: str
    help: str


def uncaused(subscription: Subscription, node: Node) -> Cause | None:
    """Why no call made so far causes what a subscription waits for; None where none is needed."""
    trigger = subscription.trigger
    matched = [assign.name for assign in subscription.match if assign.name in trigger.emitted_on]
    if not matched:
        return None
    fields = " and ".join(f"`{name}`" for name in matched)
    actions = ", ".join(f"`{name}`" for name in trigger.emitted_by)
    verb = "causes" if len(trigger.emitted_by) == 1 else "cause"
    made = any(record.event == trigger.name for record in node.emitted)
    lacking = "no call made before gives that value" if made else "no such call is made before"
    return Cause(
        f"only {actions} {verb} `{trigger.name}` with that {fields}, and {lacking}",
        f"call it first, and match {fields} with what it gives; that nothing else causes the event is"
        f" said by the `emits` of {actions} in the manifest",
    )


def never_caused(explored: Explored, state: State, subscription: Subscription) -> Cause | None:
    """Why the event is never delivered in any run; None where that is not the reason."""
    if not any(assign.name in subscription.trigger.emitted_on for assign in subscription.match):
        return None
    nodes = [
        node
        for node in explored.graph.states
        if any(entry.state.name == state.name for entry in waiting(node.at))
    ]
    delivered = any(
        edge.choice.leap.subscription is not None
        and edge.choice.leap.subscription.endswith(f".{subscription.name}")
        and edge.choice.leap.subscription.partition("[")[0] == state.name
        for edge in explored.graph.all_edges()
    )
    if delivered or not nodes:
        return None
    caused = (n for n in nodes if any(r.event == subscription.trigger.name for r in n.emitted))
    return uncaused(subscription, next(caused, nodes[0]))
