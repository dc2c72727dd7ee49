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
    Join,
    Pairs,
    Tuning,
    compare,
    cross_join,
    dedup,
    explain,
    fingerprint,
    hamming_distance,
    pairs,
    self_join,
    tune,
)
from neardup._neardup import Recipe  # noqa: E402
from neardup.collection import Answer, Collection  # noqa: E402
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
from neardup.index import HammingIndex, SimilarityIndex  # noqa: E402
from neardup.result import Clusters, Counts, DedupResult  # noqa: E402
from neardup.table import Table  # noqa: E402

__all__ = [
    "Answer",
    "Clusters",
    "Collection",
    "Comparison",
    "CorruptFileError",
    "Counts",
    "DedupResult",
    "Error",
    "Explanation",
    "Feature",
    "FileError",
    "Fingerprints",
    "HammingIndex",
    "InputWarning",
    "InvalidArgumentError",
    "Join",
    "NoTextError",
    "Pairs",
    "Recipe",
    "SimilarityIndex",
    "StoppedError",
    "Table",
    "Tuning",
    "UnavailableError",
    "compare",
    "cross_join",
    "dedup",
    "explain",
    "fingerprint",
    "hamming_distance",
    "pairs",
    "self_join",
    "tune",
]
