"""Exceptions of the library, one class for each of its codes, and the warning about imperfect input."""

from __future__ import annotations


class Error(Exception):
    """Something that the library cannot do; the message says what and where."""


class InvalidArgumentError(Error, ValueError):
    """An invalid option or recipe, or options that contradict each other."""


class FileError(Error, OSError):
    """The operating system reported an error."""


class CorruptFileError(Error):
    """A file is not what it claims to be."""


class UnavailableError(Error):
    """This build of the library lacks an optional part."""


class NoTextError(Error):
    """None of the records has the text field."""


class StoppedError(Error):
    """The work was stopped before its end."""


class InputWarning(UserWarning):
    """Something in the input is unusable or needed repair; the rest is unaffected."""


# In the order of the library's ErrorCode.
_CLASSES: tuple[type[Error], ...] = (
    InvalidArgumentError,
    FileError,
    CorruptFileError,
    UnavailableError,
    FileError,
    NoTextError,
    InvalidArgumentError,
    InvalidArgumentError,
    FileError,
    StoppedError,
)


def error_for(code: int, message: str) -> Error:
    """Return the exception for a code of the library. The module calls it."""
    return _CLASSES[code](message)
