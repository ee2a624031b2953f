"""What can go wrong, as exceptions: each is displayed with file, line and a caret under the place."""

from __future__ import annotations

from typing import Any, NamedTuple, Optional, Sequence


class Message(NamedTuple):
    """One message of an answer or an error."""

    code: str
    severity: str
    """``error``, ``warning``, ``note``."""
    message: str
    file: Optional[str]
    line: Optional[int]
    """From 1."""
    column: Optional[int]
    """From 1, in characters."""
    help: Optional[str]
    rendered: str
    """As the command line shows it."""


class PolyvetError(Exception):
    """Something about the question is wrong; that nothing could be decided is no error but a verdict, ``unknown``."""

    def __init__(self, text: str, messages: Sequence[Any] = ()) -> None:
        super().__init__(text)
        self.text = text
        self.messages = [Message(*one) for one in messages]

    def __str__(self) -> str:
        return self.text

    def __reduce__(self) -> Any:
        return (type(self), (self.text, [tuple(one) for one in self.messages]))

    def _first(self) -> Optional[Message]:
        errors = [one for one in self.messages if one.severity == "error"] or self.messages
        return errors[0] if errors else None

    @property
    def code(self) -> Optional[str]:
        """Of the first error; ``polyvet explain CODE`` says more."""
        first = self._first()
        return first.code if first else None

    @property
    def file(self) -> Optional[str]:
        """Of the first error."""
        first = self._first()
        return first.file if first else None

    @property
    def line(self) -> Optional[int]:
        """Of the first error, from 1."""
        first = self._first()
        return first.line if first else None


class ProgramError(PolyvetError, ValueError):
    """A file or text is no program."""


class FunctionError(PolyvetError, KeyError):
    """The program has no such function, or only declares it."""


class GivenError(PolyvetError, ValueError):
    """What is given with the question makes no sense for the function: assumptions, parameters, arguments."""


class ScriptError(PolyvetError, ValueError):
    """A script or schedule cannot be read, or has no place in the function."""


class InternalError(PolyvetError, RuntimeError):
    """A bug in polyvet."""


class NotProved(PolyvetError):
    """``raise_for_status`` found a verdict that is not accepted: ``verdict`` is the first."""

    def __init__(self, text: str, verdict: Any = None) -> None:
        super().__init__(text)
        self.verdict = verdict

    def __reduce__(self) -> Any:
        return (type(self), (self.text,))
