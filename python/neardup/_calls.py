"""The functions of the package. Each passes its arguments on to the library."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, Union

from neardup import _neardup
from neardup._inputs import Names, Source, documents_of, to_names, to_paths
from neardup._neardup import Recipe
from neardup._progress import Progress
from neardup._select import held
from neardup.errors import InputWarning
from neardup.result import DedupResult
from neardup.table import Table

Path = Union[str, "os.PathLike[str]"]
_MOST_WARNINGS = 5


class Fingerprints(NamedTuple):
    """The fingerprints of texts, and which of the texts are too short to have one that can be compared."""

    values: Any
    too_short: Any


def to_recipe(recipe: Recipe | str) -> Recipe:
    return Recipe(recipe) if isinstance(recipe, str) else recipe


def _paths(paths: Path | Iterable[Path]) -> list[str]:
    if isinstance(paths, (str, os.PathLike)):
        return [os.fspath(paths)]
    return [os.fspath(path) for path in paths]


def _fields(keep: str, within: str | None) -> list[str]:
    """Return the names of the fields that the options name."""
    fields = [keep.partition(":")[2]] if keep.startswith(("max:", "min:")) else []
    if within is not None and (len(within) > 1 or within.isalnum()):
        fields.append(within)
    return list(dict.fromkeys(fields))


def _given(**options: Any) -> dict[str, Any]:
    return {name: value for name, value in options.items() if value is not None}


def _warn(problems: list[tuple[str, str]]) -> list[str]:
    for _, message in problems[:_MOST_WARNINGS]:
        warnings.warn(message, InputWarning, stacklevel=4)
    if len(problems) > _MOST_WARNINGS:
        more = len(problems) - _MOST_WARNINGS
        warnings.warn(f"{more} more problems; see `problems` of the result", InputWarning, stacklevel=4)
    return [message for _, message in problems]


def _options(
    text: Names, id: str | None, recipe: Recipe | str | None, against: Any, templates: Any, **others: Any
) -> dict[str, Any]:
    return _given(
        text=to_names(text),
        id=id,
        recipe=None if recipe is None else to_recipe(recipe),
        against=None if against is None else _paths(against),
        templates=None if templates is None else _paths(templates),
        **others,
    )


def dedup(
    data: Any,
    text: Names = "text",
    id: str | None = None,
    *,
    similarity: float | None = None,
    distance: int | None = None,
    verify: str | None = None,
    sentences: int | None = None,
    lossless: bool | None = None,
    exact: bool | None = None,
    keep: str = "first",
    link: str = "star",
    recipe: Recipe | str | None = None,
    shingle: int | None = None,
    within: str | None = None,
    against: Path | Iterable[Path] | None = None,
    templates: Path | Iterable[Path] | None = None,
    output: Path | None = None,
    annotate: bool | None = None,
    input_format: str | None = None,
    encoding: str | None = None,
    globs: Sequence[str] | None = None,
    threads: int = 0,
    progress: bool | None = None,
) -> DedupResult:
    """Find near-duplicates and decide which documents stay.

    ``data`` is a list of strings, a data frame or series (pandas, polars, pyarrow, DuckDB, Daft, a Dataset of
    Hugging Face, anything that exports Arrow), an iterable of records, or paths: a string or a Path names a file or
    folder, and so does each Path of a list.

    Documents are near-duplicates if the Jaccard similarity of their texts is at least ``similarity`` (0.8 unless a
    rule is given), or if their fingerprints differ in at most ``distance`` bits; ``verify="edit:0.9"`` then checks the
    texts. ``lossless`` removes only what another document contains whole, and ``sentences=3`` what has the same longest
    sentences.

    ``keep`` says which document of a cluster stays: first, last, longest, shortest, max:FIELD, min:FIELD or
    prefer:SOURCE. ``within`` compares only documents with the same value of a field. ``against`` names files whose
    documents are already known. ``output`` is for paths: the records that stay are copied there, byte for byte.

    >>> import neardup
    >>> texts = ["The old stone bridge was closed on Monday.", "A cold spring delays the harvest of the pears.",
    ...          "the old stone bridge was closed on Monday!"]
    >>> result = neardup.dedup(texts)
    >>> result
    <DedupResult: 3 documents: 2 kept, 0 exact and 1 near duplicates removed; 1 clusters, the largest of 2>
    >>> result.kept
    ['The old stone bridge was closed on Monday.', 'A cold spring delays the harvest of the pears.']
    >>> result.removed[0].kept_id
    '0'
    """
    options = _options(
        text, id, recipe, against, templates, similarity=similarity, distance=distance, verify=verify,
        sentences=sentences, lossless=lossless, exact=exact, keep=keep, link=link, shingle=shingle, within=within,
        output=None if output is None else os.fspath(output), annotate=annotate, input_format=input_format,
        encoding=encoding, globs=None if globs is None else list(globs), threads=threads,
    )  # fmt: skip
    paths = to_paths(data)
    rows = None if paths is not None else held(data)
    source: Source
    if paths is not None:
        source = paths
    else:
        fields = _fields(keep, within)
        source = documents_of(rows, text, id, fields)
        options["fields"] = fields
    with Progress(progress) as on_progress:
        found, problems = _neardup.dedup(source, options, on_progress)
    return DedupResult(found, rows, data, options.get("output"), _warn(problems))


class Pairs(Table):
    """All pairs of near-duplicates: ids, rows, distance and similarity, ordered by the rows."""

    def __init__(self, columns: dict[str, Any], facts: dict[str, Any], problems: list[str]) -> None:
        super().__init__("Pair", columns)
        self.documents: int = facts["documents"]
        self.too_short: int = facts["too_short"]
        self.candidates: int = facts["candidates"]
        self.expected_recall: float = facts["expected_recall"]
        self.rule: str = facts["rule"]
        self.plan: str = facts["plan"]
        self.problems = problems


def pairs(
    data: Any,
    text: Names = "text",
    id: str | None = None,
    *,
    similarity: float | None = None,
    distance: int | None = None,
    verify: str | None = None,
    sentences: int | None = None,
    exact: bool | None = None,
    equal: str = "all",
    recipe: Recipe | str | None = None,
    shingle: int | None = None,
    within: str | None = None,
    against: Path | Iterable[Path] | None = None,
    templates: Path | Iterable[Path] | None = None,
    input_format: str | None = None,
    encoding: str | None = None,
    globs: Sequence[str] | None = None,
    threads: int = 0,
    progress: bool | None = None,
) -> Pairs:
    """List all pairs of near-duplicates. Data and rules are those of dedup().

    ``equal="star"`` lists a copy only with the first document of its kind.

    >>> import neardup
    >>> found = neardup.pairs(["The old stone bridge was closed.", "A cold spring.", "The old stone bridge was closed."])
    >>> [(pair.row1, pair.row2, pair.similarity) for pair in found]
    [(0, 2, 1.0)]
    """
    options = _options(
        text, id, recipe, against, templates, similarity=similarity, distance=distance, verify=verify,
        sentences=sentences, exact=exact, equal=equal, shingle=shingle, within=within, input_format=input_format,
        encoding=encoding, globs=None if globs is None else list(globs), threads=threads,
    )  # fmt: skip
    source: Source | None = to_paths(data)
    if source is None:
        fields = _fields("", within)
        source = documents_of(data, text, id, fields)
        options["fields"] = fields
    with Progress(progress) as on_progress:
        columns, facts, problems = _neardup.pairs(source, options, on_progress)
    return Pairs(columns, facts, _warn(problems))


def fingerprint(
    texts: Any,
    text: Names = "text",
    *,
    recipe: Recipe | str = "text-1",
    threads: int = 0,
    progress: bool | None = None,
) -> Fingerprints:
    """Return the fingerprints of texts as numpy uint64, and a mask of the texts that are too short to have one.

    ``texts`` is a list of strings, a series or an Arrow array; of a data frame, ``text`` names the column. Strings of
    Arrow are read where they lie, on all cores. Fingerprints of 128 bits are two columns, the high word first.

    >>> import neardup
    >>> values, too_short = neardup.fingerprint(["The old stone bridge was closed on Monday.", "Hello"])
    >>> values.dtype, too_short.tolist()
    (dtype('uint64'), [False, True])
    """
    documents = documents_of(texts, text)
    with Progress(progress) as on_progress:
        return Fingerprints(*_neardup.fingerprint(documents, to_recipe(recipe), threads, on_progress))


class Comparison(NamedTuple):
    """How alike two texts are."""

    verdict: str
    near_duplicate: bool
    distance: int | None
    similarity: float
    containment: float
    cosine: float
    euclidean: float


def compare(
    first: str, second: str, *, recipe: Recipe | str = "text-1", distance: int | None = None
) -> Comparison:
    """Say how alike two texts are. Judges by similarity, as dedup() does, or within a distance if one is given.

    >>> import neardup
    >>> neardup.compare("The bridge was closed on Monday.", "the  bridge was closed on MONDAY.").verdict
    'identical'
    """
    return Comparison(**_neardup.compare(to_recipe(recipe), first, second, distance))


class Feature(NamedTuple):
    """One feature of a text and its vote."""

    text: str
    occurrences: int
    weight: float
    hash: int


class Explanation(NamedTuple):
    """A fingerprint with everything that led to it."""

    fingerprint: str | None
    reason: str
    features: list[Feature]
    margins: list[float]
    total_weight: float


def explain(text: str, *, recipe: Recipe | str = "text-1") -> Explanation:
    """Show why a text has its fingerprint: its features, heaviest first, and the votes for minus against each bit.

    >>> import neardup
    >>> explanation = neardup.explain("The old stone bridge was closed on Monday.")
    >>> explanation.features[0].weight, len(explanation.margins)
    (1.0, 64)
    """
    answer = _neardup.explain(to_recipe(recipe), text)
    features = [Feature(*feature) for feature in answer.pop("features")]
    return Explanation(features=features, **answer)


class Tuning(NamedTuple):
    """What a sample of the data says about thresholds."""

    documents: int
    sampled: int
    compared: int
    copies: int
    without_fingerprint: int
    similarity: float  # what counts as truly similar
    by_distance: Any  # pairs of the sample by distance, from 0
    by_percent: Any  # pairs of the sample that share a shingle, by percent of similarity
    distances: Table  # threshold, pairs found, recall and precision
    similarities: Table
    problems: list[str]


def tune(
    data: Any,
    text: Names = "text",
    *,
    similarity: float = 0.8,
    sample: int = 20_000,
    recipe: Recipe | str | None = None,
    input_format: str | None = None,
    threads: int = 0,
) -> Tuning:
    """Measure a sample of the data: how many pairs each threshold would find, and how many of them are similar.

    >>> import neardup
    >>> tuning = neardup.tune(["The old stone bridge was closed on Monday.", "The old stone bridge was closed on Friday."])
    >>> tuning.compared, tuning.distances.columns
    (2, ['threshold', 'pairs', 'recall', 'precision'])
    """
    options = _options(text, None, recipe, None, None, input_format=input_format, threads=threads)
    source: Source | None = to_paths(data)
    if source is None:
        source = documents_of(data, text)
    facts, distances, similarities, problems = _neardup.tune(source, options, similarity, sample)
    return Tuning(
        **facts,
        distances=Table("Threshold", distances),
        similarities=Table("Threshold", similarities),
        problems=_warn(problems),
    )


def hamming_distance(first: Any, second: Any) -> Any:
    """Return the number of bits in which two fingerprints differ; for two arrays, row by row.

    >>> import neardup
    >>> neardup.hamming_distance(0b1011, 0b0010)
    2
    """
    if isinstance(first, int) and isinstance(second, int):
        return bin(first ^ second).count("1")
    return _neardup.distances(to_words(first), to_words(second))


def to_words(fingerprints: Any) -> Any:
    """Return fingerprints as the library reads them. The indexes call it too."""
    import numpy

    values = fingerprints.values if isinstance(fingerprints, Fingerprints) else fingerprints
    return numpy.ascontiguousarray(values, dtype=numpy.uint64)


class Join(NamedTuple):
    """Pairs of near fingerprints as three arrays, ordered by the first two."""

    first: Any
    second: Any
    distance: Any


def self_join(fingerprints: Any, max_distance: int = 3, *, equal: str = "star", threads: int = 0) -> Join:
    """Return all pairs of fingerprints within the distance, exactly: positions in the array, first < second.

    ``equal="star"`` gives copies of a fingerprint only with the first of their kind, and pairs of others only for
    that one; ``equal="all"`` gives every pair.

    >>> import neardup, numpy
    >>> join = neardup.self_join(numpy.array([0b111, 0b110, 0xFFFF0000], dtype=numpy.uint64), 1)
    >>> join.first.tolist(), join.second.tolist(), join.distance.tolist()
    ([0], [1], [1])
    """
    return Join(*_neardup.self_join(to_words(fingerprints), max_distance, equal, threads))


def cross_join(
    fingerprints: Any, reference: Any, max_distance: int = 3, *, equal: str = "star", threads: int = 0
) -> Join:
    """Return all pairs of a fingerprint and a reference fingerprint within the distance, exactly.

    >>> import neardup, numpy
    >>> new, old = numpy.array([7, 2**40], dtype=numpy.uint64), numpy.array([6], dtype=numpy.uint64)
    >>> neardup.cross_join(new, old, 1).first.tolist()
    [0]
    """
    return Join(*_neardup.cross_join(to_words(fingerprints), to_words(reference), max_distance, equal, threads))
