"""Static analysis and model checking for declarative, event-driven workflows."""

__version__ = "0.1.0"
