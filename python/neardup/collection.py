"""Documents that keep coming: each is answered with what it repeats, or kept."""

from __future__ import annotations

import os
from typing import Any, NamedTuple

from neardup import _neardup
from neardup._neardup import Recipe


class Answer(NamedTuple):
    """What a document repeats. A verdict is "new", "duplicate" or "copy"."""

    verdict: str
    id: str
    nearest: str | None
    distance: int | None
    similarity: float | None
    story: str  # names the kept document and its copies
    copies: int
    first_seen: int  # seconds since 1970
    last_seen: int
    sources: list[str]

    @property
    def is_new(self) -> bool:
        return self.verdict == "new"


class Collection:
    """A folder on disk that answers "seen before?" atomically and durably, for any number of threads.

    Options are those of a new collection; an existing one knows its own and refuses others.

    >>> import neardup, tempfile
    >>> with neardup.Collection(tempfile.mkdtemp() + "/news.seen", similarity=0.8) as seen:
    ...     first = seen.check("a", "The old stone bridge was closed on Monday after engineers found a crack.")
    ...     second = seen.check("b", "The old stone bridge was closed on Monday after engineers found a crack!")
    >>> first.verdict, second.verdict, second.nearest
    ('new', 'copy', 'a')
    """

    def __init__(
        self,
        folder: str | os.PathLike[str],
        *,
        similarity: float | None = None,
        distance: int | None = None,
        recipe: Recipe | str | None = None,
        keeps_texts: bool | None = None,
        window: int | None = None,
        ttl: int | None = None,
        durability: str = "sync",
        create: bool = True,
        read_only: bool = False,
    ) -> None:
        options: dict[str, Any] = {
            "similarity": similarity,
            "distance": distance,
            "recipe": Recipe(recipe) if isinstance(recipe, str) else recipe,
            "keeps_texts": keeps_texts,
            "window": window,
            "ttl": ttl,
            "durability": durability,
            "create": create,
            "read_only": read_only,
        }
        given = {name: value for name, value in options.items() if value is not None}
        self._collection = _neardup.Collection(os.fspath(folder), given)

    def check(self, id: str, text: str, *, time: int | None = None, source: str = "") -> Answer:
        """Return what the document repeats, and count it as a copy; or else keep it."""
        return Answer(**self._collection.check(id, text, time, source))

    def query(self, id: str, text: str, *, time: int | None = None, source: str = "") -> Answer:
        """Return the answer that check() would give, and change nothing."""
        return Answer(**self._collection.query(id, text, time, source))

    def remove(self, *ids: str) -> int:
        """Remove documents; return how many of them were kept."""
        return self._collection.remove(list(ids))

    def text(self, id: str) -> str | None:
        """Return the text of a kept document, if the collection keeps texts."""
        return self._collection.text(id)

    def snapshot(self, folder: str | os.PathLike[str]) -> None:
        """Write a copy that can be opened on its own, while checks go on."""
        self._collection.snapshot(os.fspath(folder))

    def export_index(self, path: str | os.PathLike[str]) -> None:
        """Write the kept documents to an index file."""
        self._collection.export_index(os.fspath(path))

    def info(self) -> dict[str, Any]:
        """Return the rule, the recipe and the sizes."""
        return self._collection.info()

    def close(self) -> None:
        """Write what is left. Using the collection afterwards is an error."""
        self._collection.close()

    def __contains__(self, id: object) -> bool:
        return isinstance(id, str) and self._collection.has(id)

    def __len__(self) -> int:
        return self._collection.size()

    def __enter__(self) -> Collection:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
