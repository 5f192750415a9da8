"""Static analysis and model checking for declarative, event-driven workflows."""

from typing import Final

__version__: Final = "0.1.0"

__all__ = ["__version__"]
