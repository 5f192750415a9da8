"""Long values in a line for a person: the first of it, and how much there is."""

from typing import Final

_MOST_TEXT: Final = 60  # code points
_SHOWN_TEXT: Final = 20
_MOST_LIST: Final = 12  # elements
_SHOWN_LIST: Final = 3


def brief(data: object, ellipsis: str = "…") -> object:
    """The data with long texts and lists cut short, each with its length behind it."""
    match data:
        case str() if len(data) > _MOST_TEXT:
            return f"{data[:_SHOWN_TEXT]}{ellipsis} ({len(data)} characters)"
        case list() if len(data) > _MOST_LIST:
            shown = [brief(item, ellipsis) for item in data[:_SHOWN_LIST]]
            return [*shown, f"{ellipsis} ({len(data)} elements)"]
        case list():
            return [brief(item, ellipsis) for item in data]
        case dict():
            return {name: brief(part, ellipsis) for name, part in data.items()}
        case _:
            return data
