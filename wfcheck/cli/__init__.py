"""The commands of wfcheck."""

import gc
from typing import Final

# Trees grow and stay: looking through them for what could be freed finds nothing, most of the time.
_OBJECTS_UNTIL_COLLECTED: Final = 50_000

gc.set_threshold(_OBJECTS_UNTIL_COLLECTED)
