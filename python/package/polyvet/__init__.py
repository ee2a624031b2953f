"""polyvet: is a transformation of a loop or tensor program right?

    >>> program = polyvet.parse("stencil.mlir")
    >>> verdict = program["stencil"].check("tile(t=4, i=4)")
    >>> verdict.status, verdict.witness.params
    ('refuted', {'n': 6, 'steps': 2})
"""

from __future__ import annotations

import json
import os
from typing import Any, Dict, Iterable, Iterator, List, Mapping, Optional, Sequence, Tuple, Union

from . import _command, _kernels, _polyvet, _run
from ._answers import (
    Dependences,
    Footprint,
    IslStatement,
    Record,
    Relations,
    Statement,
    Verdict,
    Verdicts,
    words,
)
from ._run import Run
from ._errors import (
    FunctionError,
    GivenError,
    InternalError,
    Message,
    NotProved,
    PolyvetError,
    ProgramError,
    ScriptError,
)

__all__ = [
    "Dependences",
    "Footprint",
    "Function",
    "FunctionError",
    "GivenError",
    "InternalError",
    "IslStatement",
    "Kernel",
    "Message",
    "NotProved",
    "PolyvetError",
    "Program",
    "ProgramError",
    "Record",
    "Relations",
    "Run",
    "ScriptError",
    "Statement",
    "Transformed",
    "Verdict",
    "Verdicts",
    "from_einsum",
    "from_jax",
    "parse",
    "transform",
    "validate",
    "validate_pass",
]

Words = Union[str, Iterable[str], None]


def _texts(value: Any) -> List[str]:
    """A text or several."""
    if value is None:
        return []
    return [value] if isinstance(value, str) else [str(one) for one in value]


def _is_text(value: str) -> bool:
    return "\n" in value or "{" in value or "->" in value or not value.strip()


def parse(source: Any, name: Optional[str] = None) -> Program:
    """Reads a program: MLIR, a model in JSON, or definitions of operations.

    ``source`` is its text, a path, or an object that prints itself as MLIR (``mlir.ir.Module``, xdsl's ``ModuleOp``) or
    has ``as_text()`` (jax). A string without line break, brace and arrow is the name of a file. ``name`` is what messages
    call a text.

    Raises :class:`ProgramError` with all that is wrong.
    """
    if isinstance(source, Program):
        return source
    if isinstance(source, os.PathLike) or isinstance(source, str) and not _is_text(source):
        return Program(_polyvet.Program.open(os.fspath(source)))
    if source is None or isinstance(source, (bool, int, float, list, tuple, dict)):
        raise TypeError(f"a program is text, a path or an object that prints as MLIR, not {type(source).__name__}")
    if isinstance(source, (bytes, bytearray)):
        try:
            source = bytes(source).decode()
        except UnicodeDecodeError as error:
            raise ProgramError(f"`{name or '<text>'}` is no text: {error}") from None
    if not isinstance(source, str):
        source = source.as_text() if hasattr(source, "as_text") else str(source)
    return Program(_polyvet.Program.read(name or "<text>", source))


def from_jax(function: Any, *shapes: Any) -> Program:
    """The program that jax makes of a function, for arguments of these shapes.

    A shape is a tuple of extents, of elements of type ``float32``, or whatever ``jax.jit(f).lower`` takes: an array, a
    ``jax.ShapeDtypeStruct``, a tree of them. ``function`` may come from ``jax.jit``. The function of the program is called
    ``main``.

    Raises :class:`ImportError` where jax is not installed.
    """
    return parse(_kernels.jax_text(function, shapes), getattr(function, "__name__", None) or "<jax>")


def from_einsum(
    subscripts: str, *shapes: Sequence[Optional[int]], dtype: str = "float32", name: str = "einsum"
) -> Program:
    """A sum of products in the notation of ``numpy.einsum``, ``ij,jk->ik``, added to what its last argument holds.

    A shape has the extents of an operand, ``None`` where it is open; ``dtype`` is a name of numpy or MLIR.

    Raises :class:`ValueError` if subscripts and shapes do not fit.
    """
    return parse(_kernels.einsum_text(subscripts, shapes, dtype, name), f"<{subscripts}>")


class Program:
    """A program, whose functions are found by name: ``program["matmul"]``."""

    def __init__(self, core: _polyvet.Program) -> None:
        self._core = core

    @property
    def name(self) -> str:
        """What it is called in messages."""
        return self._core.name

    @property
    def text(self) -> str:
        """Its text."""
        return self._core.text

    @property
    def functions(self) -> List[str]:
        """Names of the functions with a body."""
        return self._core.functions()

    def __getitem__(self, name: str) -> Function:
        self._core.find(name)
        return Function(self, name.lstrip("@"))

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and name.lstrip("@") in self.functions

    def __iter__(self) -> Iterator[str]:
        return iter(self.functions)

    def __len__(self) -> int:
        return len(self.functions)

    def __repr__(self) -> str:
        return f"<Program {self.name}: {', '.join('@' + name for name in self.functions)}>"

    def __str__(self) -> str:
        return self.text


class Function:
    """A function of a program, to ask about.

    All questions take ``assume`` (constraints on the parameters: ``"n >= 1"``, or several), ``param`` (fixed values:
    ``{"n": 64}``) and ``budget`` (isl operations that an answer may take; beyond, the answer is ``unknown``). They raise
    :class:`GivenError` if these make no sense.
    """

    def __init__(self, program: Program, name: str) -> None:
        self.program = program
        self.name = name

    def __repr__(self) -> str:
        return f"<Function @{self.name} of {self.program.name}>"

    def check(
        self,
        script: Optional[str] = None,
        *,
        schedule: Any = None,
        assume: Words = None,
        param: Optional[Mapping[str, int]] = None,
        budget: Optional[int] = None,
        allow: Words = None,
    ) -> Verdict:
        """Is the program that a script of transforms makes of it the same, or its instances in another order?

        ``script`` is as in ``polyvet check --transform``; ``schedule`` is a schedule tree or union map, from islpy or as
        text. ``allow="reassoc"`` accepts another order of reductions in :attr:`Verdict.ok`.

        Raises :class:`ScriptError` if it cannot be read or has no place in the function.
        """
        allowed = words(allow, ["reassoc"], "allow")
        given = _given(assume, param, None, budget)
        if (script is None) == (schedule is None):
            raise TypeError("check takes a script or a schedule")
        if script is not None:
            answer = _polyvet.check(self.program._core, self.name, given, script)
        else:
            answer = _polyvet.check_schedule(self.program._core, self.name, given, str(schedule))
        return Verdict(answer, allowed)

    def check_many(
        self,
        schedules: Iterable[Any],
        *,
        assume: Words = None,
        param: Optional[Mapping[str, int]] = None,
        budget: Optional[int] = None,
        allow: Words = None,
        threads: Optional[int] = None,
    ) -> Iterator[Verdict]:
        """The verdicts on many schedules, in their order, while ``schedules`` is still being iterated.

        Each is a schedule tree or union map, from islpy or as text, or a pair of an id and one; without an id their number
        from 0 is it. ``verdict.subject`` is the id. All threads work, without the lock of the interpreter. A schedule
        that cannot be read raises :class:`ScriptError` in its place; the iterator goes on after it.
        """
        allowed = words(allow, ["reassoc"], "allow")
        given = _given(assume, param, None, budget)
        return _Verdicts(_polyvet.Many(self.program._core, self.name, given, _tasks(schedules), threads), allowed)

    def transform(
        self,
        script: str,
        *,
        assume: Words = None,
        param: Optional[Mapping[str, int]] = None,
        budget: Optional[int] = None,
        allow: Words = None,
    ) -> Transformed:
        """The program after a script, if that is proved to be the same; see :meth:`check`."""
        allowed = words(allow, ["reassoc"], "allow")
        answer, text = _polyvet.transform(self.program._core, self.name, _given(assume, param, None, budget), script)
        return Transformed(Verdict(answer, allowed), text)

    @property
    def relations(self) -> Relations:
        """What each statement reads and writes, by its name."""
        return Relations(_polyvet.relations(self.program._core, self.name, _given(None, None, None, None)))

    def dependences(
        self,
        value_based: bool = False,
        *,
        assume: Words = None,
        param: Optional[Mapping[str, int]] = None,
        budget: Optional[int] = None,
    ) -> Dependences:
        """All dependences: those of memory, or only those of values."""
        given = _given(assume, param, None, budget)
        return Dependences(_polyvet.dependences(self.program._core, self.name, given, value_based))

    def footprint(
        self,
        tile: "Mapping[str, int] | str | None" = None,
        *,
        assume: Words = None,
        param: Optional[Mapping[str, int]] = None,
        budget: Optional[int] = None,
    ) -> Footprint:
        """What tiles touch, operand by operand; without ``tile`` the whole function. See ``polyvet footprint``."""
        if isinstance(tile, Mapping):
            tile = ",".join(f"{loop}={size}" for loop, size in tile.items())
        args = ["footprint", "-", "--func", self.name, *_options(assume, budget)]
        args += ["--tile", tile] if tile is not None else []

        def ask(sizes: Mapping[str, int]) -> Footprint:
            sized = {**(param or {}), **sizes}
            given = [word for name, value in sized.items() for word in ("--param", f"{name}={value}")]
            found = _command.ask([*args, *given], self.program.text, self.program.name)
            if not found["results"]:
                raise GivenError("\n".join(one["message"] for one in found["diagnostics"]) or "there is no footprint")
            return Footprint(ask, found["results"])

        return ask({})

    def tile(self, capacity: "str | int", *, assume: Words = None, param: Optional[Mapping[str, int]] = None) -> Record:
        """Tile sizes and loop order that move the least between memories, proved legal. See ``polyvet tile``."""
        given = [word for name, value in (param or {}).items() for word in ("--param", f"{name}={value}")]
        args = ["tile", "-", "--func", self.name, "--capacity", str(capacity), *_options(assume, None), *given]
        found = _command.ask(args, self.program.text, self.program.name)
        if not found["results"]:
            raise GivenError("\n".join(one["message"] for one in found["diagnostics"]) or "there is no tiling")
        return json.loads(json.dumps(found["results"][0]), object_hook=Record)

    def run(
        self,
        *,
        param: Optional[Mapping[str, int]] = None,
        domain: str = "native",
        init: Optional[str] = None,
        **arguments: Any,
    ) -> Run:
        """Runs it in the reference interpreter: undefined behaviour is an error with its place.

        Arguments are given by name, as arrays of numpy (of the element type of the function) or numbers; arrays that are
        not given are made (``init``), sizes that do not follow from arrays are in ``param``. The arrays given are left as
        they are: :class:`Run` has what they hold in the end. See ``polyvet run``.
        """
        return _run.run(self, dict(param or {}), domain, init, arguments)

    def report(self) -> str:
        """Everything about it as a page of HTML with pictures. See ``polyvet report``."""
        args = ["report", "-", "--func", self.name, "--format", "html"]
        return _command.page(args, self.program.text, self.program.name)

    def _repr_html_(self) -> str:
        from html import escape

        page = escape(self.report(), quote=True)
        return f'<iframe srcdoc="{page}" style="width:100%;height:640px;border:1px solid #ccc"></iframe>'


class Transformed:
    """What a script makes of a function: ``text`` is the program if ``verdict`` proves it to be the same, else ``None``."""

    def __init__(self, verdict: Verdict, text: Optional[str]) -> None:
        self.verdict = verdict
        self.text = text

    def raise_for_status(self, allow: Words = None) -> Transformed:
        """Itself if the verdict is ok; raises :class:`NotProved` otherwise."""
        self.verdict.raise_for_status(allow)
        return self

    def __repr__(self) -> str:
        return f"<Transformed {self.verdict!r}>"

    def __str__(self) -> str:
        return self.text if self.text is not None else str(self.verdict)

    def _repr_html_(self) -> str:
        from html import escape

        return self.verdict._repr_html_() + (f"<pre>{escape(self.text)}</pre>" if self.text is not None else "")


class Kernel(Function):
    """A polyhedral model, from objects of islpy or their text.

    ``domain`` is a (union) set of statement instances; ``reads``, ``writes`` and ``may_writes`` are (union) maps to array
    elements, or lists of them; ``schedule`` is a schedule tree or a union map. ``reductions={"S": "add"}`` says that a
    statement accumulates: it reads and writes one element, and the order does not matter but for rounding.
    """

    def __init__(
        self,
        domain: Any,
        reads: Any = None,
        writes: Any = None,
        schedule: Any = None,
        reductions: Optional[Mapping[str, str]] = None,
        *,
        may_writes: Any = None,
        context: Any = None,
        name: str = "kernel",
    ) -> None:
        if schedule is None:
            raise TypeError("a kernel needs a schedule")
        model: Dict[str, Any] = {"name": name, "domain": _union(domain), "schedule": str(schedule)}
        fields = {"reads": reads, "must_writes": writes, "may_writes": may_writes, "context": context}
        model.update({key: _union(value) for key, value in fields.items() if value is not None})
        if reductions:
            model["reductions"] = dict(reductions)
        super().__init__(parse(json.dumps(model, indent=1), name=f"<{name}>"), name)
        self.program._core.model()

    def __repr__(self) -> str:
        return f"<Kernel {self.name}>"


def validate(
    before: Any,
    after: Any,
    *,
    func: Optional[str] = None,
    assume: Words = None,
    param: Optional[Mapping[str, int]] = None,
    may_alias: Optional[Sequence[Tuple[str, str]]] = None,
    budget: Optional[int] = None,
    allow: Words = None,
    accept: Words = None,
) -> Verdicts:
    """Does ``after`` compute what ``before`` does, function by function? Both are what :func:`parse` takes.

    ``allow="reassoc"`` accepts another order of reductions, ``accept="tested"`` runs without a proof; they count in
    :attr:`Verdicts.ok` and :meth:`Verdicts.raise_for_status`.
    """
    allowed, accepted = words(allow, ["reassoc"], "allow"), words(accept, ["tested"], "accept")
    first, second = parse(before, "<before>"), parse(after, "<after>")
    given = _given(assume, param, may_alias, budget)
    answers = _polyvet.validate(first._core, second._core, func, given)
    return Verdicts(Verdict(answer, allowed, accepted) for answer in answers)


def validate_pass(before: Any, command: "str | Sequence[str]", *, timeout: float = 60.0, **options: Any) -> Verdicts:
    """Runs a compiler's pass on a program and validates what it prints: ``["mlir-opt", "--affine-loop-fusion"]``.

    The program goes to standard input; ``options`` are those of :func:`validate`. Raises :class:`PolyvetError` if the
    command fails, does not end within ``timeout`` seconds or prints nothing.
    """
    import shlex
    import subprocess

    program = parse(before, "<before>")
    argv = shlex.split(command) if isinstance(command, str) else [str(word) for word in command]
    shown = shlex.join(argv)
    try:
        run = subprocess.run(argv, input=program.text, capture_output=True, text=True, timeout=timeout)
    except subprocess.TimeoutExpired:
        raise PolyvetError(f"`{shown}` did not end within {timeout:g} seconds") from None
    except (OSError, IndexError, ValueError) as error:
        raise PolyvetError(f"cannot run `{shown}`: {error}") from None
    if run.returncode != 0:
        raise PolyvetError(f"`{shown}` failed with status {run.returncode}:\n{run.stderr.strip()}")
    if not run.stdout.strip():
        raise PolyvetError(f"`{shown}` printed no program")
    return validate(program, parse(run.stdout, f"<output of {shown}>"), **options)


def transform(source: Any, script: str, *, func: Optional[str] = None, **options: Any) -> Transformed:
    """The program after a script; see :meth:`Function.transform`. ``func`` is needed if it has several functions."""
    program = parse(source)
    names = program.functions
    if func is None and len(names) != 1:
        raise FunctionError(f"say `func`: {', '.join(names) or 'there are no functions'}")
    return program[func or names[0]].transform(script, **options)


class _Verdicts:
    """Verdicts as they come; see :meth:`Function.check_many`."""

    def __init__(self, many: _polyvet.Many, allow: Sequence[str]) -> None:
        self._many = many
        self._allow = allow

    def __iter__(self) -> Iterator[Verdict]:
        return self

    def __next__(self) -> Verdict:
        return Verdict(next(self._many), self._allow)


def _tasks(schedules: Iterable[Any]) -> Iterator[Tuple[str, str]]:
    for number, one in enumerate(schedules.items() if isinstance(schedules, Mapping) else schedules):
        if isinstance(one, Mapping):
            one = (one["id"], one["schedule"])
        name, schedule = one if isinstance(one, tuple) else (number, one)
        yield str(name), str(schedule)


def _union(value: Any) -> str:
    """isl's notation of a set or map, or of the union of several."""
    if isinstance(value, str) or not isinstance(value, (list, tuple)):
        return str(value)
    import islpy

    union: Any = None
    for one in value:
        text = str(one)
        more: Any = islpy.UnionMap(text) if "->" in text.split("{", 1)[-1] else islpy.UnionSet(text)
        union = more if union is None else union.union(more)
    return str(union) if union is not None else "{ }"


def _given(
    assume: Words,
    param: Optional[Mapping[str, int]],
    may_alias: Optional[Sequence[Tuple[str, str]]],
    budget: Optional[int],
) -> _polyvet.Given:
    fixed = [(name, int(value)) for name, value in (param or {}).items()]
    pairs = [(first, second) for first, second in may_alias or []]
    return _texts(assume), fixed, pairs, budget


def _options(assume: Words, budget: Optional[int]) -> List[str]:
    found = [word for one in _texts(assume) for word in ("--assume", one)]
    return found + (["--budget", str(budget)] if budget is not None else [])
