"""Every rule there is, one constant each, in the order of `rules.md`."""

from typing import Final

from wfcheck.diagnostic import Code, Rule, Severity

# document
YAML_SYNTAX: Final = Rule(
    "yaml-syntax", Code.DOCUMENT_SYNTAX, Severity.ERROR, "Text that YAML cannot read"
)
YAML_FEATURE: Final = Rule(
    "yaml-feature",
    Code.DOCUMENT_SYNTAX,
    Severity.ERROR,
    "YAML feature that Workfiles do not take: merge key, custom tag, directive, second document, recursive alias",
)
TOO_LARGE: Final = Rule(
    "too-large",
    Code.DOCUMENT_LIMIT,
    Severity.ERROR,
    "File, nesting, expansion or expression beyond the limits",
)
DUPLICATE_KEY: Final = Rule(
    "duplicate-key", Code.DOCUMENT_KEY, Severity.ERROR, "Key that stands twice in one map"
)
NON_STRING_KEY: Final = Rule(
    "non-string-key", Code.DOCUMENT_KEY, Severity.ERROR, "Key that is not a string"
)
UNKNOWN_KEY: Final = Rule(
    "unknown-key", Code.DOCUMENT_KEY, Severity.ERROR, "Key that its map does not have"
)
MISSING_KEY: Final = Rule(
    "missing-key", Code.DOCUMENT_KEY, Severity.ERROR, "Required key that is absent"
)
INVALID_NAME: Final = Rule(
    "invalid-name", Code.DOCUMENT_NAME, Severity.ERROR, "Name that breaks the name syntax"
)
RESERVED_NAME: Final = Rule(
    "reserved-name",
    Code.DOCUMENT_NAME,
    Severity.ERROR,
    "Name that the expression language keeps for itself",
)
NAME_COLLISION: Final = Rule(
    "name-collision",
    Code.DOCUMENT_NAME,
    Severity.ERROR,
    "Name that is already visible at its place",
)
WRONG_SHAPE: Final = Rule(
    "wrong-shape",
    Code.DOCUMENT_TYPE,
    Severity.ERROR,
    "List, map, scalar or null where another shape is expected",
)
INVALID_LITERAL: Final = Rule(
    "invalid-literal",
    Code.DOCUMENT_TYPE,
    Severity.ERROR,
    "Literal that is malformed, out of range, or an expression where a literal is asked",
)
STEPS_AND_STATES: Final = Rule(
    "steps-and-states",
    Code.DOCUMENT_CONTROL,
    Severity.ERROR,
    "Both `steps` and `states` in one file",
)
EXTENSION_CONTENT: Final = Rule(
    "extension-content", Code.DOCUMENT_KEY, Severity.ERROR, "Extension key in a map of names"
)
# types, fields, expressions
INVALID_TYPE: Final = Rule(
    "invalid-type",
    Code.DOCUMENT_TYPE,
    Severity.ERROR,
    "Field declaration whose type, constraint or key is wrong",
)
INVALID_DEFAULT: Final = Rule(
    "invalid-default",
    Code.DOCUMENT_TYPE,
    Severity.ERROR,
    "Default that does not satisfy its own declaration",
)
EXPRESSION_SYNTAX: Final = Rule(
    "expression-syntax", Code.DOCUMENT_SYNTAX, Severity.ERROR, "Expression that cannot be parsed"
)
UNKNOWN_NAME: Final = Rule(
    "unknown-name", Code.DOCUMENT_REFERENCE, Severity.ERROR, "Name that nothing binds"
)
NOT_IN_SCOPE: Final = Rule(
    "not-in-scope",
    Code.DOCUMENT_REFERENCE,
    Severity.ERROR,
    "Name that is bound elsewhere, but not visible here",
)
STATE_NAME_READ: Final = Rule(
    "state-name-read",
    Code.DOCUMENT_REFERENCE,
    Severity.ERROR,
    "State name read as if it were a value",
)
UNKNOWN_MEMBER: Final = Rule(
    "unknown-member", Code.DOCUMENT_REFERENCE, Severity.ERROR, "Member that the value does not have"
)
NOT_READABLE: Final = Rule(
    "not-readable", Code.DOCUMENT_REFERENCE, Severity.ERROR, "Step that binds nothing readable"
)
NO_JOIN: Final = Rule(
    "no-join",
    Code.DOCUMENT_TYPE,
    Severity.ERROR,
    "Value that may have two types with nothing in common",
)
UNKNOWN_FILTER: Final = Rule(
    "unknown-filter", Code.DOCUMENT_REFERENCE, Severity.ERROR, "Filter that does not exist"
)
FILTER_ARGUMENTS: Final = Rule(
    "filter-arguments", Code.DOCUMENT_TYPE, Severity.ERROR, "Wrong number of arguments for a filter"
)
OPERAND_TYPE: Final = Rule(
    "operand-type",
    Code.DOCUMENT_TYPE,
    Severity.ERROR,
    "Operand of a type that the operator does not take",
)
NULLABLE_OPERAND: Final = Rule(
    "nullable-operand",
    Code.DOCUMENT_TYPE,
    Severity.ERROR,
    "Operand that may be null where null is not taken",
)
NULLABLE_IN_TEXT: Final = Rule(
    "nullable-in-text",
    Code.DOCUMENT_TYPE,
    Severity.ERROR,
    "Value that may be null, or has no text form, inside text",
)
GUARD_NOT_BOOLEAN: Final = Rule(
    "guard-not-boolean", Code.DOCUMENT_TYPE, Severity.ERROR, "Condition that is not a bool"
)
NOT_ASSIGNABLE: Final = Rule(
    "not-assignable",
    Code.DOCUMENT_TYPE,
    Severity.ERROR,
    "Value of a type that its destination does not take",
)
COMPARISON_NEVER_TRUE: Final = Rule(
    "comparison-never-true",
    Code.DOCUMENT_TYPE,
    Severity.WARNING,
    "Comparison with a member that the enum does not have",
)
# steps
STEP_SHAPE: Final = Rule(
    "step-shape", Code.DOCUMENT_TYPE, Severity.ERROR, "Step that is not a map with one key"
)
NO_OPERATION: Final = Rule(
    "no-operation",
    Code.DOCUMENT_CONTROL,
    Severity.ERROR,
    "Step body with modifiers and nothing to do",
)
SEVERAL_OPERATIONS: Final = Rule(
    "several-operations",
    Code.DOCUMENT_CONTROL,
    Severity.ERROR,
    "Step body with more than one operation",
)
UNKNOWN_CONSTRUCT: Final = Rule(
    "unknown-construct", Code.DOCUMENT_KEY, Severity.ERROR, "`wf.` operation that does not exist"
)
UNSUPPORTED_CONSTRUCT: Final = Rule(
    "unsupported-construct",
    Code.DEPLOYMENT_UNSUPPORTED,
    Severity.UNSUPPORTED,
    "Construct of a profile that is not implemented here",
)
EMPTY_STEP: Final = Rule(
    "empty-step", Code.DOCUMENT_CONTROL, Severity.WARNING, "Step without a body"
)
DOTTED_KEY: Final = Rule(
    "dotted-key", Code.DOCUMENT_CONTROL, Severity.WARNING, "Key with a dot that is no operation"
)
TRANSITION_KEY_IN_VALUE: Final = Rule(
    "transition-key-in-value",
    Code.DOCUMENT_CONTROL,
    Severity.WARNING,
    "Transition key at the top of a plain value",
)
COMPACT_CONSTRUCT_NAME: Final = Rule(
    "compact-construct-name",
    Code.DOCUMENT_CONTROL,
    Severity.WARNING,
    "Construct name without `wf.` in a plain value",
)
ROUTE_SUBJECT_TYPE: Final = Rule(
    "route-subject-type",
    Code.DOCUMENT_TYPE,
    Severity.ERROR,
    "Route subject that is neither a string nor an enum, or may be null",
)
CASE_LABEL_OUTSIDE_ENUM: Final = Rule(
    "case-label-outside-enum",
    Code.DOCUMENT_CONTROL,
    Severity.ERROR,
    "Case label that the subject can never equal",
)
CASE_MISSING: Final = Rule(
    "case-missing",
    Code.DOCUMENT_CONTROL,
    Severity.ERROR,
    "Closed enum with a member that no case handles",
)
ELSE_PROHIBITED: Final = Rule(
    "else-prohibited",
    Code.DOCUMENT_CONTROL,
    Severity.ERROR,
    "`else` beside cases that must cover a closed enum",
)
ELSE_REQUIRED: Final = Rule(
    "else-required",
    Code.DOCUMENT_CONTROL,
    Severity.ERROR,
    "Routed transition on an open domain without `else`",
)
ROUTE_WITHOUT_ELSE: Final = Rule(
    "route-without-else",
    Code.DOCUMENT_CONTROL,
    Severity.WARNING,
    "`wf.route` over a string without `else`",
)
OPEN_ENUM_WITHOUT_ELSE: Final = Rule(
    "open-enum-without-else",
    Code.DOCUMENT_CONTROL,
    Severity.INFO,
    "`wf.route` over an open enum without `else`",
)
INVALID_LABEL: Final = Rule(
    "invalid-label", Code.DOCUMENT_TYPE, Severity.ERROR, "Case label that is not a literal string"
)
ARM_SHAPE: Final = Rule(
    "arm-shape",
    Code.DOCUMENT_KEY,
    Severity.ERROR,
    "`wf.choose` arm without exactly `when` and `then`",
)
SOURCE_SHAPE: Final = Rule(
    "source-shape",
    Code.DOCUMENT_CONTROL,
    Severity.ERROR,
    "Action source that is not exactly one plain action call",
)
SOURCE_NOT_READ_ONLY: Final = Rule(
    "source-not-read-only", Code.DOCUMENT_TYPE, Severity.ERROR, "Action source with write effects"
)
SOURCE_OUTPUT: Final = Rule(
    "source-output",
    Code.DOCUMENT_TYPE,
    Severity.ERROR,
    "Action source whose output is not exactly one list",
)
SOURCE_MAX_WRITES: Final = Rule(
    "source-max-writes",
    Code.DOCUMENT_CONTROL,
    Severity.WARNING,
    "`max` over an action source whose body writes",
)
FOR_EACH_LITERAL: Final = Rule(
    "for-each-literal", Code.DOCUMENT_TYPE, Severity.ERROR, "`wf.for_each` over a literal"
)
FAILURES_NEVER_RETAINED: Final = Rule(
    "failures-never-retained",
    Code.DOCUMENT_CONTROL,
    Severity.WARNING,
    "`retain: failures` where the first failure ends the loop",
)
WAIT_SHAPE: Final = Rule(
    "wait-shape",
    Code.DOCUMENT_CONTROL,
    Severity.ERROR,
    "`wf.wait` without exactly one of `for` and `until`",
)
CALLEE_PATH: Final = Rule(
    "callee-path", Code.DOCUMENT_SYNTAX, Severity.ERROR, "`wf.call` path that is malformed"
)
CALLEE_UNRESOLVED: Final = Rule(
    "callee-unresolved",
    Code.DEPENDENCY_UNRESOLVED,
    Severity.ERROR,
    "`wf.call` of a file that does not exist",
)
CALLEE_HAS_TRIGGERS: Final = Rule(
    "callee-has-triggers",
    Code.DOCUMENT_CONTROL,
    Severity.ERROR,
    "`wf.call` of a file that starts by events",
)
CALLEE_INVALID: Final = Rule(
    "callee-invalid",
    Code.DEPENDENCY_UNRESOLVED,
    Severity.INFO,
    "`wf.call` of a file that has errors of its own",
)
CALL_CYCLE: Final = Rule(
    "call-cycle",
    Code.DOCUMENT_CONTROL,
    Severity.ERROR,
    "Workfiles that call one another in a circle",
)
CALL_DEPTH: Final = Rule(
    "call-depth",
    Code.DEPLOYMENT_LIMIT,
    Severity.UNSUPPORTED,
    "Calls nested deeper than the target allows",
)
UNKNOWN_INPUT: Final = Rule(
    "unknown-input",
    Code.DOCUMENT_REFERENCE,
    Severity.ERROR,
    "`with` name that the callee does not declare",
)
MISSING_INPUT: Final = Rule(
    "missing-input",
    Code.DOCUMENT_CONTROL,
    Severity.ERROR,
    "Required input of the callee that is not supplied",
)
STOP_NULLABILITY: Final = Rule(
    "stop-nullability",
    Code.DOCUMENT_CONTROL,
    Severity.WARNING,
    "`wf.stop` without `result` that makes outputs nullable",
)
INVALID_FAILURE_CODE: Final = Rule(
    "invalid-failure-code",
    Code.DOCUMENT_TYPE,
    Severity.ERROR,
    "Failure code that breaks the code syntax",
)
UNREACHABLE_STEP: Final = Rule(
    "unreachable-step",
    Code.DOCUMENT_CONTROL,
    Severity.WARNING,
    "Step after an unconditional stop or fail",
)
# states
NO_STATES: Final = Rule("no-states", Code.DOCUMENT_KEY, Severity.ERROR, "`states` without a state")
INITIAL_MISSING: Final = Rule(
    "initial-missing", Code.DOCUMENT_KEY, Severity.ERROR, "State-form file without `initial`"
)
INITIAL_UNDECLARED: Final = Rule(
    "initial-undeclared", Code.DOCUMENT_REFERENCE, Severity.ERROR, "`initial` that names no state"
)
TARGET_UNDECLARED: Final = Rule(
    "target-undeclared",
    Code.DOCUMENT_REFERENCE,
    Severity.ERROR,
    "Transition to a state that is not declared",
)
NO_FINAL_REACHABLE: Final = Rule(
    "no-final-reachable",
    Code.DOCUMENT_CONTROL,
    Severity.ERROR,
    "No final state on any path from the initial state",
)
FINAL_FALSE: Final = Rule(
    "final-false", Code.DOCUMENT_TYPE, Severity.ERROR, "`final` that is not `true`"
)
FINAL_HAS_EXIT: Final = Rule(
    "final-has-exit", Code.DOCUMENT_CONTROL, Severity.ERROR, "Final state with a way out"
)
EXIT_MISSING: Final = Rule(
    "exit-missing", Code.DOCUMENT_CONTROL, Severity.ERROR, "State without any way out"
)
EXIT_CONFLICT: Final = Rule(
    "exit-conflict",
    Code.DOCUMENT_CONTROL,
    Severity.ERROR,
    "Immediate exit beside subscriptions or a timeout",
)
TRANSITION_SHAPE: Final = Rule(
    "transition-shape",
    Code.DOCUMENT_CONTROL,
    Severity.ERROR,
    "Parts of a transition that do not belong together",
)
TRANSITION_MISSING: Final = Rule(
    "transition-missing",
    Code.DOCUMENT_CONTROL,
    Severity.ERROR,
    "Subscription, timeout or case without a transition",
)
IMMEDIATE_CYCLE: Final = Rule(
    "immediate-cycle", Code.DOCUMENT_CONTROL, Severity.ERROR, "Cycle of immediate transitions"
)
INITIAL_ACCEPTS: Final = Rule(
    "initial-accepts",
    Code.DOCUMENT_CONTROL,
    Severity.ERROR,
    "Initial state that declares `accepts`",
)
INTO_UNDECLARED: Final = Rule(
    "into-undeclared",
    Code.DOCUMENT_REFERENCE,
    Severity.ERROR,
    "`into` name that the target does not accept",
)
INTO_MISSING: Final = Rule(
    "into-missing",
    Code.DOCUMENT_CONTROL,
    Severity.ERROR,
    "Accepted name that a transition does not supply",
)
UNREACHABLE_STATE: Final = Rule(
    "unreachable-state", Code.DOCUMENT_CONTROL, Severity.WARNING, "State that no path enters"
)
NO_WAY_TO_END: Final = Rule(
    "no-way-to-end",
    Code.DOCUMENT_CONTROL,
    Severity.WARNING,
    "State from which no end can be reached",
)
UNUSED_ACCEPTED: Final = Rule(
    "unused-accepted", Code.DOCUMENT_CONTROL, Severity.WARNING, "Accepted name that nothing reads"
)
UNREACHABLE_EXIT: Final = Rule(
    "unreachable-exit",
    Code.DOCUMENT_CONTROL,
    Severity.WARNING,
    "Subscription or timeout behind an immediate exit",
)
RECOVERY_SHAPE: Final = Rule(
    "recovery-shape", Code.DOCUMENT_TYPE, Severity.ERROR, "`recovery` that is not a map"
)
# events
TRIGGER_KIND: Final = Rule(
    "trigger-kind", Code.DOCUMENT_CONTROL, Severity.ERROR, "Subscription to a schedule"
)
EVENT_NOT_LITERAL: Final = Rule(
    "event-not-literal", Code.DOCUMENT_TYPE, Severity.ERROR, "Event reference that is not literal"
)
MATCH_EMPTY: Final = Rule(
    "match-empty", Code.DOCUMENT_CONTROL, Severity.ERROR, "Subscription without a match"
)
MATCH_FIELD: Final = Rule(
    "match-field",
    Code.DOCUMENT_REFERENCE,
    Severity.ERROR,
    "Match on a field that is no correlation field",
)
MATCH_NOT_RUN_SPECIFIC: Final = Rule(
    "match-not-run-specific",
    Code.DOCUMENT_CONTROL,
    Severity.WARNING,
    "Match that is the same in every run",
)
OVERLAPPING_SUBSCRIPTIONS: Final = Rule(
    "overlapping-subscriptions",
    Code.STATE_AMBIGUOUS_SUBSCRIPTION,
    Severity.ERROR,
    "Two subscriptions that one event always fits",
)
NEGATIVE_DURATION: Final = Rule(
    "negative-duration", Code.DOCUMENT_TYPE, Severity.ERROR, "Duration below zero where none may be"
)
WAIT_WITHOUT_TIMEOUT: Final = Rule(
    "wait-without-timeout",
    Code.DOCUMENT_CONTROL,
    Severity.INFO,
    "State that waits without a time limit",
)
# connectors and targets
UNKNOWN_CONNECTOR: Final = Rule(
    "unknown-connector", Code.DEPENDENCY_UNRESOLVED, Severity.ERROR, "Connector without a manifest"
)
UNKNOWN_ACTION: Final = Rule(
    "unknown-action",
    Code.DEPENDENCY_UNRESOLVED,
    Severity.ERROR,
    "Action that its connector does not have",
)
UNKNOWN_TRIGGER: Final = Rule(
    "unknown-trigger",
    Code.DEPENDENCY_UNRESOLVED,
    Severity.ERROR,
    "Trigger that its connector does not have",
)
MISSING_MANIFEST: Final = Rule(
    "missing-manifest",
    Code.DEPENDENCY_UNRESOLVED,
    Severity.WARNING,
    "Connector that is taken on trust",
)
UNKNOWN_ARGUMENT: Final = Rule(
    "unknown-argument",
    Code.DOCUMENT_REFERENCE,
    Severity.ERROR,
    "Argument that the action does not take",
)
UNKNOWN_CONFIGURATION: Final = Rule(
    "unknown-configuration",
    Code.DOCUMENT_REFERENCE,
    Severity.ERROR,
    "Configuration that the trigger does not take",
)
MISSING_ARGUMENT: Final = Rule(
    "missing-argument", Code.DOCUMENT_CONTROL, Severity.ERROR, "Required argument that is not given"
)
MISSING_CONFIGURATION: Final = Rule(
    "missing-configuration",
    Code.DOCUMENT_CONTROL,
    Severity.ERROR,
    "Required trigger configuration that is not given",
)
UNKNOWN_CONNECTION: Final = Rule(
    "unknown-connection",
    Code.DOCUMENT_REFERENCE,
    Severity.ERROR,
    "Connection that the connector does not declare",
)
AMBIGUOUS_CONNECTION: Final = Rule(
    "ambiguous-connection",
    Code.DEPENDENCY_AMBIGUOUS_CONNECTION,
    Severity.ERROR,
    "Several connections and no default",
)
UNKNOWN_FAILURE_CODE: Final = Rule(
    "unknown-failure-code",
    Code.DOCUMENT_REFERENCE,
    Severity.WARNING,
    "Retry code that the action never fails with",
)
CAPABILITY_MISSING: Final = Rule(
    "capability-missing",
    Code.DEPLOYMENT_UNSUPPORTED,
    Severity.UNSUPPORTED,
    "Capability that the target lacks",
)
REQUIRED_BESIDE_TRIGGERS: Final = Rule(
    "required-beside-triggers",
    Code.DOCUMENT_CONTROL,
    Severity.ERROR,
    "Required input of a file that starts by events",
)
# proofs: what only the environment's free values refute is an info (checking.md 6)
ROUTE_EXHAUSTIVE: Final = Rule(
    "route-exhaustive",
    Code.DOCUMENT_CONTROL,
    Severity.ERROR,
    "Route with a value that no case takes",
    milder=(Severity.INFO,),
)
CASE_REACHABLE: Final = Rule(
    "case-reachable",
    Code.DOCUMENT_CONTROL,
    Severity.WARNING,
    "Case, arm or `else` that no value reaches",
)
IMMEDIATE_ACYCLIC: Final = Rule(
    "immediate-acyclic",
    Code.DOCUMENT_CONTROL,
    Severity.ERROR,
    "Cycle of immediate transitions, with its feasibility",
)
GUARD_NOT_CONSTANT: Final = Rule(
    "guard-not-constant",
    Code.DOCUMENT_CONTROL,
    Severity.WARNING,
    "Condition that is always true or always false",
)
SUBSCRIPTIONS_DISJOINT: Final = Rule(
    "subscriptions-disjoint",
    Code.STATE_AMBIGUOUS_SUBSCRIPTION,
    Severity.ERROR,
    "Two subscriptions that one event can fit",
    milder=(Severity.INFO,),
)
TIME_NONNEGATIVE: Final = Rule(
    "time-nonnegative",
    Code.DOCUMENT_TYPE,
    Severity.WARNING,
    "Duration that can be negative",
    milder=(Severity.INFO,),
)
TIME_PASSES: Final = Rule(
    "time-passes",
    Code.DOCUMENT_TYPE,
    Severity.WARNING,
    "Cycle of timeouts in which no time need pass",
    milder=(Severity.INFO,),
)
ASSIGNMENT: Final = Rule(
    "assignment",
    Code.DOCUMENT_TYPE,
    Severity.WARNING,
    "Value that can break its destination's declaration",
    milder=(Severity.INFO,),
)
NO_FAULT: Final = Rule(
    "no-fault",
    Code.DOCUMENT_TYPE,
    Severity.WARNING,
    "Expression that can fault",
    milder=(Severity.INFO,),
)
# explorations: the built-in properties of checking.md 3
DEADLOCK: Final = Rule("deadlock", Code.EXPLORATION, Severity.ERROR, "Wait that nothing can end")
CAN_COMPLETE: Final = Rule(
    "can-complete",
    Code.EXPLORATION,
    Severity.ERROR,
    "Wait or loop from which no end can be reached",
)
FAULT: Final = Rule("fault", Code.EXPLORATION, Severity.ERROR, "Run that ends with a fault")
LOST_EVENT: Final = Rule(
    "lost-event", Code.EXPLORATION, Severity.WARNING, "Event that can come before anyone listens"
)
LATE_EVENT: Final = Rule(
    "late-event", Code.EXPLORATION, Severity.INFO, "Event that can come after anyone listens"
)
DOUBLE_EFFECT: Final = Rule(
    "double-effect", Code.EXPLORATION, Severity.WARNING, "Write that can take effect twice"
)
ZERO_TIME_CYCLE: Final = Rule(
    "zero-time-cycle",
    Code.EXPLORATION,
    Severity.ERROR,
    "Entries that repeat for ever without time passing",
)
UNBOUNDED_DATA: Final = Rule(
    "unbounded-data", Code.EXPLORATION, Severity.WARNING, "Value that grows with every entry"
)
DEAD: Final = Rule("dead", Code.EXPLORATION, Severity.WARNING, "Part that no run reaches")
UNHANDLED_FAILURE: Final = Rule(
    "unhandled-failure", Code.EXPLORATION, Severity.INFO, "Failure that can fail the run"
)
TERMINATES: Final = Rule(
    "terminates", Code.EXPLORATION, Severity.INFO, "Run that can go on for ever"
)
# tool
UNUSED_SUPPRESSION: Final = Rule(
    "unused-suppression", Code.DOCUMENT_KEY, Severity.WARNING, "Suppression that suppresses nothing"
)
UNKNOWN_SUPPRESSION: Final = Rule(
    "unknown-suppression",
    Code.DOCUMENT_KEY,
    Severity.WARNING,
    "Suppression of a rule that does not exist",
)

RULES: Final[tuple[Rule, ...]] = (
    YAML_SYNTAX,
    YAML_FEATURE,
    TOO_LARGE,
    DUPLICATE_KEY,
    NON_STRING_KEY,
    UNKNOWN_KEY,
    MISSING_KEY,
    INVALID_NAME,
    RESERVED_NAME,
    NAME_COLLISION,
    WRONG_SHAPE,
    INVALID_LITERAL,
    STEPS_AND_STATES,
    EXTENSION_CONTENT,
    INVALID_TYPE,
    INVALID_DEFAULT,
    EXPRESSION_SYNTAX,
    UNKNOWN_NAME,
    NOT_IN_SCOPE,
    STATE_NAME_READ,
    UNKNOWN_MEMBER,
    NOT_READABLE,
    NO_JOIN,
    UNKNOWN_FILTER,
    FILTER_ARGUMENTS,
    OPERAND_TYPE,
    NULLABLE_OPERAND,
    NULLABLE_IN_TEXT,
    GUARD_NOT_BOOLEAN,
    NOT_ASSIGNABLE,
    COMPARISON_NEVER_TRUE,
    STEP_SHAPE,
    NO_OPERATION,
    SEVERAL_OPERATIONS,
    UNKNOWN_CONSTRUCT,
    UNSUPPORTED_CONSTRUCT,
    EMPTY_STEP,
    DOTTED_KEY,
    TRANSITION_KEY_IN_VALUE,
    COMPACT_CONSTRUCT_NAME,
    ROUTE_SUBJECT_TYPE,
    CASE_LABEL_OUTSIDE_ENUM,
    CASE_MISSING,
    ELSE_PROHIBITED,
    ELSE_REQUIRED,
    ROUTE_WITHOUT_ELSE,
    OPEN_ENUM_WITHOUT_ELSE,
    INVALID_LABEL,
    ARM_SHAPE,
    SOURCE_SHAPE,
    SOURCE_NOT_READ_ONLY,
    SOURCE_OUTPUT,
    SOURCE_MAX_WRITES,
    FOR_EACH_LITERAL,
    FAILURES_NEVER_RETAINED,
    WAIT_SHAPE,
    CALLEE_PATH,
    CALLEE_UNRESOLVED,
    CALLEE_HAS_TRIGGERS,
    CALLEE_INVALID,
    CALL_CYCLE,
    CALL_DEPTH,
    UNKNOWN_INPUT,
    MISSING_INPUT,
    STOP_NULLABILITY,
    INVALID_FAILURE_CODE,
    UNREACHABLE_STEP,
    NO_STATES,
    INITIAL_MISSING,
    INITIAL_UNDECLARED,
    TARGET_UNDECLARED,
    NO_FINAL_REACHABLE,
    FINAL_FALSE,
    FINAL_HAS_EXIT,
    EXIT_MISSING,
    EXIT_CONFLICT,
    TRANSITION_SHAPE,
    TRANSITION_MISSING,
    IMMEDIATE_CYCLE,
    INITIAL_ACCEPTS,
    INTO_UNDECLARED,
    INTO_MISSING,
    UNREACHABLE_STATE,
    NO_WAY_TO_END,
    UNUSED_ACCEPTED,
    UNREACHABLE_EXIT,
    RECOVERY_SHAPE,
    TRIGGER_KIND,
    EVENT_NOT_LITERAL,
    MATCH_EMPTY,
    MATCH_FIELD,
    MATCH_NOT_RUN_SPECIFIC,
    OVERLAPPING_SUBSCRIPTIONS,
    NEGATIVE_DURATION,
    WAIT_WITHOUT_TIMEOUT,
    UNKNOWN_CONNECTOR,
    UNKNOWN_ACTION,
    UNKNOWN_TRIGGER,
    MISSING_MANIFEST,
    UNKNOWN_ARGUMENT,
    UNKNOWN_CONFIGURATION,
    MISSING_ARGUMENT,
    MISSING_CONFIGURATION,
    UNKNOWN_CONNECTION,
    AMBIGUOUS_CONNECTION,
    UNKNOWN_FAILURE_CODE,
    CAPABILITY_MISSING,
    REQUIRED_BESIDE_TRIGGERS,
    ROUTE_EXHAUSTIVE,
    CASE_REACHABLE,
    IMMEDIATE_ACYCLIC,
    GUARD_NOT_CONSTANT,
    SUBSCRIPTIONS_DISJOINT,
    TIME_NONNEGATIVE,
    TIME_PASSES,
    ASSIGNMENT,
    NO_FAULT,
    DEADLOCK,
    CAN_COMPLETE,
    FAULT,
    LOST_EVENT,
    LATE_EVENT,
    DOUBLE_EFFECT,
    ZERO_TIME_CYCLE,
    UNBOUNDED_DATA,
    DEAD,
    UNHANDLED_FAILURE,
    TERMINATES,
    UNUSED_SUPPRESSION,
    UNKNOWN_SUPPRESSION,
)

BY_NAME: Final = {rule.name: rule for rule in RULES}
assert len(BY_NAME) == len(RULES), "a rule stands in the catalogue twice"
