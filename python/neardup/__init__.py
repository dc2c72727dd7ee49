"""Finds near-duplicate text and removes it.

>>> import neardup
>>> result = neardup.dedup(["A story about a bridge.", "Another story.", "A story about a bridge."])
>>> result.kept
['A story about a bridge.', 'Another story.']
"""

import os as _os

from neardup import _neardup


def _find_data() -> None:
    """Tell the library where the dictionaries are: in the package, or in the build that it is part of."""
    package = _os.path.dirname(_os.path.abspath(__file__))
    for folder in (package, _os.path.dirname(_os.path.dirname(package))):
        data = _os.path.join(folder, "share", "neardup")
        if _os.path.isdir(data):
            _neardup.set_data_folder(data)
            return


_find_data()
__version__: str = _neardup.__version__

from neardup._calls import (  # noqa: E402
    Comparison,
    Explanation,
    Feature,
    Fingerprints,
    Pairs,
    compare,
    dedup,
    explain,
    fingerprint,
    pairs,
)
from neardup._neardup import Recipe  # noqa: E402
from neardup.errors import (  # noqa: E402
    CorruptFileError,
    Error,
    FileError,
    InputWarning,
    InvalidArgumentError,
    NoTextError,
    StoppedError,
    UnavailableError,
)
from neardup.result import Clusters, Counts, DedupResult  # noqa: E402
from neardup.table import Table  # noqa: E402

__all__ = [
    "Clusters",
    "Comparison",
    "CorruptFileError",
    "Counts",
    "DedupResult",
    "Error",
    "Explanation",
    "Feature",
    "FileError",
    "Fingerprints",
    "InputWarning",
    "InvalidArgumentError",
    "NoTextError",
    "Pairs",
    "Recipe",
    "StoppedError",
    "Table",
    "UnavailableError",
    "compare",
    "dedup",
    "explain",
    "fingerprint",
    "pairs",
]
