"""The command ``polyvet``, and the questions that only it answers."""

from __future__ import annotations

import json
import shutil
import signal
import sys
from typing import Any, Dict, List, Sequence

from . import _polyvet
from ._errors import Message, PolyvetError, ProgramError, ScriptError


def main() -> int:
    """Runs the command line of this process."""
    # Python would only note a Ctrl-C until the command ends.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_IGN)
    width = shutil.get_terminal_size((100, 24)).columns or None
    return _polyvet.main(["polyvet", *sys.argv[1:]], width)


def ask(args: Sequence[str], text: str, name: str) -> Dict[str, Any]:
    """The JSON of a command that reads ``text`` from standard input; ``name`` is what messages call it."""
    exit_status, out, err = _polyvet.command([*args, "--format", "json"], text)
    if exit_status == 2:
        rows: List[Message] = []
        if out.strip():
            for one in json.loads(out).get("diagnostics", []):
                file = name if one["file"] == "<stdin>" else one["file"]
                place = (file, one["line"], one["column"], one["help"])
                rows.append(Message(one["code"], one["severity"], one["message"], *place, one["message"]))
        text = err.replace("<stdin>", name).strip()
        raise (ProgramError if any(row.file == name for row in rows) else ScriptError)(text, rows)
    return json.loads(out)


def page(args: Sequence[str], text: str, name: str) -> str:
    """What a command prints."""
    exit_status, out, err = _polyvet.command(list(args), text)
    if exit_status == 2:
        raise PolyvetError(err.replace("<stdin>", name).strip())
    return out.replace("<stdin>", name)
