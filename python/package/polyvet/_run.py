"""Runs of functions on arrays of numpy, which is imported when it is needed."""

from __future__ import annotations

import os
import re
import tempfile
from typing import TYPE_CHECKING, Any, Dict, List, Mapping, Optional

from . import _polyvet
from ._errors import PolyvetError

if TYPE_CHECKING:
    from . import Function


class Run(Mapping[str, Any]):
    """What memref arguments and results hold in the end, as arrays of numpy: ``run["A"]``, ``run.results[0]``."""

    def __init__(self, arrays: Dict[str, Any]) -> None:
        self._arrays = arrays

    def __getitem__(self, name: str) -> Any:
        if name not in self._arrays:
            raise KeyError(f"no value `{name}`: there are {', '.join(self._arrays)}")
        return self._arrays[name]

    def __iter__(self) -> Any:
        return iter(self._arrays)

    def __len__(self) -> int:
        return len(self._arrays)

    @property
    def results(self) -> List[Any]:
        """What the function returns."""
        return [value for name, value in self._arrays.items() if name.startswith("#")]

    def __repr__(self) -> str:
        shown = (f"{name}: {value.dtype}{list(value.shape)}" for name, value in self._arrays.items())
        return f"<Run {', '.join(shown)}>"


def run(function: Function, param: Mapping[str, int], domain: str, init: Optional[str], arguments: Any) -> Run:
    """See :meth:`polyvet.Function.run`."""
    import numpy

    if domain != "native":
        raise ValueError(f"domain={domain!r}: only `native` has numbers; the command `polyvet run` has the others")
    name, text = function.program.name, function.program.text
    with tempfile.TemporaryDirectory(prefix="polyvet-") as folder:
        args = ["run", "-", "--func", function.name]
        args += [word for key, value in param.items() for word in ("--param", f"{key}={int(value)}")]
        args += ["--init", init] if init is not None else []
        for number, (key, value) in enumerate(arguments.items()):
            if isinstance(value, str):
                raise TypeError(f"`{key}` is an array or a number, not {value!r}")
            if isinstance(value, (bool, int, float)) or numpy.ndim(value) == 0 and not isinstance(value, numpy.ndarray):
                args += ["--arg", f"{key}={int(value) if isinstance(value, bool) else value}"]
                continue
            if isinstance(value, numpy.ma.MaskedArray):
                raise TypeError(f"`{key}` has a mask, which no element of a program has: say `.filled(..)`")
            array = numpy.asarray(value)
            if array.dtype.hasobject or array.dtype.names is not None:
                raise TypeError(f"`{key}` is no array of numbers")
            file = os.path.join(folder, f"{number}.npy")
            numpy.save(file, array, allow_pickle=False)
            args += ["--arg", f"{key}={file}"]
        out = os.path.join(folder, "out.npz")
        exit_status, _, err = _polyvet.command([*args, "--out", out], text)
        if exit_status != 0 or not os.path.exists(out):
            # The files are ours: who gave an array never saw them.
            told = re.sub(f"`{re.escape(folder)}[^`]*`", "the array", err).replace("<stdin>", name)
            raise PolyvetError(told.strip() or "the run gave no values")
        with numpy.load(out, allow_pickle=False) as archive:
            return Run({key: archive[key] for key in archive.files})
