"""What is raised: misuse, unusable input, and our own faults. Findings are never exceptions.

WfcheckError
├── UsageError          an option, setting or rule name that does not exist   (exit 2)
│   └── SettingsError   a configuration file that cannot be used              (exit 2)
├── MissingToolError    a program that wfcheck calls is not installed         (exit 3)
├── UnreadableFileError a file that could not be opened                       (exit 3)
└── InternalError       a broken promise of wfcheck itself                    (exit 3)
"""


class WfcheckError(Exception):
    """Anything that wfcheck raises on purpose; its text is one sentence for a person."""


class UsageError(WfcheckError):
    """The caller asked for something that does not exist."""


class SettingsError(UsageError):
    """A configuration file with an unknown or malformed setting."""


class MissingToolError(WfcheckError):
    """A program that wfcheck calls, such as Graphviz's `dot`, is not installed."""


class UnreadableFileError(WfcheckError):
    """A file that could not be opened or read."""


class InternalError(WfcheckError):
    """A fault of wfcheck: a trace that does not replay, a table with a hole."""
