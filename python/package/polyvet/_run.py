"""Runs of functions on arrays of numpy, which is imported when it is needed."""

from __future__ import annotations

import io
import re
from typing import TYPE_CHECKING, Any, Dict, List, Mapping, Optional, Tuple

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
    given: List[Tuple[str, bytes]] = []
    args = ["run", "-", "--func", function.name, "--out", "run.npz"]
    args += [word for key, value in param.items() for word in ("--param", f"{key}={int(value)}")]
    args += ["--init", init] if init is not None else []
    for key, value in arguments.items():
        if isinstance(value, str):
            raise TypeError(f"`{key}` is an array or a number, not {value!r}")
        if isinstance(value, (bool, int, float)) or numpy.ndim(value) == 0 and not isinstance(value, numpy.ndarray):
            args += ["--arg", f"{key}={int(value) if isinstance(value, bool) else value}"]
            continue
        given.append((f"<{key}>", _bytes_of(key, value)))
        args += ["--arg", f"{key}=<{key}>"]
    exit_status, err, made = _polyvet.run_arrays(args, text, given)
    if exit_status != 0:
        told = re.sub("`<[^`]*>`", "the array", err.replace("<stdin>", name))
        raise PolyvetError(told.strip() or "the run gave no values")
    # An array of numpy on the memory that the run left.
    return Run({key: numpy.asarray(array) for key, array in made})


def _bytes_of(key: str, value: Any) -> bytes:
    """An array as a `.npy` file has it. It is copied here, under Python's lock: other threads may write to it later."""
    import numpy

    if isinstance(value, numpy.ma.MaskedArray):
        raise TypeError(f"`{key}` has a mask, which no element of a program has: say `.filled(..)`")
    array = numpy.asarray(value)
    if array.dtype.hasobject or array.dtype.names is not None:
        raise TypeError(f"`{key}` is no array of numbers")
    file = io.BytesIO()
    numpy.save(file, array, allow_pickle=False)
    return file.getvalue()
