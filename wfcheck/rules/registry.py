"""Every finder, in catalogue order."""

from typing import Final

from wfcheck.rules.rule import Finder
from wfcheck.rules.workfile.exit_conflict import exit_conflict
from wfcheck.rules.workfile.exit_missing import exit_missing
from wfcheck.rules.workfile.failures_never_retained import failures_never_retained
from wfcheck.rules.workfile.final_has_exit import final_has_exit
from wfcheck.rules.workfile.immediate_cycle import immediate_cycle
from wfcheck.rules.workfile.initial_accepts import initial_accepts
from wfcheck.rules.workfile.initial_undeclared import initial_undeclared
from wfcheck.rules.workfile.match_empty import match_empty
from wfcheck.rules.workfile.match_not_run_specific import match_not_run_specific
from wfcheck.rules.workfile.no_final_reachable import no_final_reachable
from wfcheck.rules.workfile.no_way_to_end import no_way_to_end
from wfcheck.rules.workfile.target_undeclared import target_undeclared
from wfcheck.rules.workfile.unreachable_exit import unreachable_exit
from wfcheck.rules.workfile.unreachable_state import unreachable_state
from wfcheck.rules.workfile.unreachable_step import unreachable_step
from wfcheck.rules.workfile.unused_accepted import unused_accepted
from wfcheck.rules.workfile.wait_without_timeout import wait_without_timeout

FINDERS: Final[tuple[Finder, ...]] = (
    failures_never_retained,
    unreachable_step,
    initial_undeclared,
    target_undeclared,
    no_final_reachable,
    final_has_exit,
    exit_missing,
    exit_conflict,
    immediate_cycle,
    initial_accepts,
    unreachable_state,
    no_way_to_end,
    unused_accepted,
    unreachable_exit,
    match_empty,
    match_not_run_specific,
    wait_without_timeout,
)
