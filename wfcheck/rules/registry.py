"""Every finder, in catalogue order."""

from typing import Final

from wfcheck.rules.rule import Finder
from wfcheck.rules.workfile.call_cycle import call_cycle
from wfcheck.rules.workfile.call_depth import call_depth
from wfcheck.rules.workfile.capability_missing import capability_missing
from wfcheck.rules.workfile.exit_conflict import exit_conflict
from wfcheck.rules.workfile.exit_missing import exit_missing
from wfcheck.rules.workfile.failures_never_retained import failures_never_retained
from wfcheck.rules.workfile.final_has_exit import final_has_exit
from wfcheck.rules.workfile.immediate_cycle import immediate_cycle
from wfcheck.rules.workfile.initial_accepts import initial_accepts
from wfcheck.rules.workfile.initial_undeclared import initial_undeclared
from wfcheck.rules.workfile.match_empty import match_empty
from wfcheck.rules.workfile.match_not_run_specific import match_not_run_specific
from wfcheck.rules.workfile.missing_manifest import missing_manifest
from wfcheck.rules.workfile.no_final_reachable import no_final_reachable
from wfcheck.rules.workfile.no_way_to_end import no_way_to_end
from wfcheck.rules.workfile.overlapping_subscriptions import overlapping_subscriptions
from wfcheck.rules.workfile.required_beside_triggers import required_beside_triggers
from wfcheck.rules.workfile.source_max_writes import source_max_writes
from wfcheck.rules.workfile.stop_nullability import stop_nullability
from wfcheck.rules.workfile.target_undeclared import target_undeclared
from wfcheck.rules.workfile.unknown_failure_code import unknown_failure_code
from wfcheck.rules.workfile.unreachable_exit import unreachable_exit
from wfcheck.rules.workfile.unreachable_state import unreachable_state
from wfcheck.rules.workfile.unreachable_step import unreachable_step
from wfcheck.rules.workfile.unused_accepted import unused_accepted
from wfcheck.rules.workfile.wait_without_timeout import wait_without_timeout

FINDERS: Final[tuple[Finder, ...]] = (
    source_max_writes,
    failures_never_retained,
    call_cycle,
    call_depth,
    stop_nullability,
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
    overlapping_subscriptions,
    wait_without_timeout,
    missing_manifest,
    unknown_failure_code,
    capability_missing,
    required_beside_triggers,
)
