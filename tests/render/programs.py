"""Programs made by hand, for pictures of them."""

from dataclasses import replace

from wfcheck.semantics.program import (
    ActionDecl,
    Assign,
    Case,
    Dispatch,
    Goto,
    Program,
    Route,
    State,
    Step,
    Subscription,
    Timeout,
    TriggerDecl,
)
from wfcheck.semantics.types import STRING, Field
from wfcheck.settings import Edition
from wfcheck.span import file_start
from wfcheck.syntax.expr import Lit, Member, Name
from wfcheck.syntax.literals import Duration

HERE = file_start("approval.workfile")
HOUR = 3_600_000

POST = ActionDecl("messaging.post", writes=True, idempotent=False, input=(), output=())
PROVISION = ActionDecl("crm.provision", writes=True, idempotent=False, input=(), output=())
APPROVAL = TriggerDecl("messaging.approval", "external", (), (), ("request_id",))


def step(name: str, action: ActionDecl = POST) -> Step:
    return Step(name, Dispatch(action, ()))


def goto(target: str, **into: str) -> Goto:
    values = tuple(
        Assign(name, Member(Name(path.split(".")[0]), path.split(".")[1]), name_span=HERE)
        for name, path in into.items()
    )
    return Goto(target, values)


def after(hours: int, target: str) -> Timeout:
    return Timeout(Lit(Duration(hours * HOUR)), goto(target))


def waiting(name: str, trigger: TriggerDecl, exit_: Goto | Route) -> Subscription:
    match = (Assign("request_id", Member(Name("notify"), "id")),)
    return Subscription(name, trigger, match, (), None, exit_)


EMPTY = State("empty", (), (), (), (), None, None, final=False)


def program(initial: str, *states: State) -> Program:
    return Program("approval.workfile", Edition.PROFILE, (), (), None, states, initial, ())


DECISION = Route(
    Member(Name("decision"), "action"),
    None,
    (
        Case("approve", goto("provisioning", approver="decision.user")),
        Case("reject", goto("closed")),
    ),
    goto("escalated"),
)

APPROVAL_PROGRAM = program(
    "awaiting_approval",
    replace(
        EMPTY,
        name="awaiting_approval",
        on_enter=(step("notify"),),
        subscriptions=(waiting("decision", APPROVAL, DECISION),),
        timeout=after(24, "escalated"),
    ),
    replace(
        EMPTY,
        name="provisioning",
        accepts=(Field("approver", STRING),),
        steps=(step("account", PROVISION),),
        exit=goto("closed"),
    ),
    replace(EMPTY, name="escalated", steps=(step("page"),), exit=goto("closed")),
    replace(EMPTY, name="closed", final=True),
)


def large(count: int) -> Program:
    """A program of `count` states: stages with approvals, timeouts, rework and immediate routes."""
    states: list[State] = []
    last = count - 1
    for number in range(last):
        name = f"stage_{number:02d}"
        following = f"stage_{number + 1:02d}" if number + 1 < last else "closed"
        back = f"stage_{max(number - 3, 0):02d}"
        far = f"stage_{number + 5:02d}" if number + 5 < last else "closed"
        if number % 3 == 2:
            states.append(replace(EMPTY, name=name, steps=(step("work"),), exit=goto(following)))
            continue
        route = Route(
            Member(Name("answer"), "action"),
            None,
            (Case("approve", goto(following, owner="answer.user")), Case("amend", goto(back))),
            goto(far) if number % 5 == 0 else goto(following),
        )
        states.append(
            replace(
                EMPTY,
                name=name,
                on_enter=(step("notify"),),
                steps=(step("work", PROVISION),) * (number % 4),
                subscriptions=(waiting("answer", APPROVAL, route),),
                timeout=after(number + 1, far),
            )
        )
    states.append(replace(EMPTY, name="closed", final=True))
    return program("stage_00", *states)
