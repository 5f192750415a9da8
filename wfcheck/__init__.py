"""Static analysis and model checking for declarative, event-driven workflows.

The functions to call from Python are in `wfcheck.api`: `wfcheck.explore` is a package, and cannot
be a function too.
"""

from typing import Final

__version__: Final = "0.1.0"

__all__ = ["__version__"]
