"""Shows progress with tqdm, if it is installed and somebody is watching."""

from __future__ import annotations

import sys
from typing import Any, Callable, Optional

PHASES = ("reading", "joining", "checking", "linking", "writing")
OnProgress = Optional[Callable[[int, int, int], None]]


class Bar:
    """A bar for each phase, one at a time."""

    def __init__(self, make: Any) -> None:
        self._make = make
        self._bar: Any = None
        self._phase = -1

    def __call__(self, phase: int, done: int, total: int) -> None:
        if phase != self._phase:
            self.close()
            self._bar = self._make(total=total or None, desc=PHASES[phase], unit="", unit_scale=True, leave=False)
            self._phase = phase
        self._bar.update(done - self._bar.n)

    def close(self) -> None:
        if self._bar is not None:
            self._bar.close()


class Progress:
    """Use `with Progress(wanted) as on_progress`: None where nothing is shown."""

    def __init__(self, wanted: bool | None) -> None:
        self._bar: Bar | None = None
        if wanted is False or (wanted is None and not sys.stderr.isatty()):
            return
        try:
            from tqdm.auto import tqdm
        except ImportError:
            return
        self._bar = Bar(tqdm)

    def __enter__(self) -> OnProgress:
        return self._bar

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.close()
