"""Answers: verdicts, relations, dependences, footprints."""

from __future__ import annotations

import html
import json
from typing import Any, Dict, Iterable, Iterator, List, Mapping, Optional, Sequence

from . import _polyvet
from ._errors import Message, NotProved


class Record(Dict[str, Any]):
    """An object of the JSON schema: its fields are keys and attributes. Those that are absent are ``None``."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return self.get(name)


class Shown:
    """An answer: displayed as the command line shows it, and as an entry of ``results`` in the schema ``polyvet/1``."""

    _answer: _polyvet.Answer
    _fields: Optional[Record] = None

    def __init__(self, answer: _polyvet.Answer) -> None:
        self._answer = answer

    @property
    def fields(self) -> Record:
        """All fields of the schema."""
        if self._fields is None:
            self._fields = json.loads(self._answer.json(), object_hook=Record)
        return self._fields

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return self.fields.get(name)

    @property
    def func(self) -> str:
        """The function, without ``@``."""
        return self._answer.func

    @property
    def messages(self) -> List[Message]:
        """Warnings and remarks."""
        return [Message(*row) for row in self._answer.messages()]

    def to_json(self) -> str:
        """The entry of ``results`` as text."""
        return self._answer.json()

    def to_dict(self) -> Dict[str, Any]:
        """The same as an object."""
        return json.loads(self._answer.json())

    def __str__(self) -> str:
        return self._answer.text()

    def _repr_html_(self) -> str:
        return f'<pre style="line-height:1.3">{html.escape(str(self))}</pre>'


_COLORS = {"proved": "#1a7f37", "refuted": "#cf222e", "tested": "#9a6700", "unknown": "#9a6700"}


def _accepted(status: str, strength: Optional[str], allow: Sequence[str], accept: Sequence[str]) -> bool:
    if status == "tested":
        return "tested" in accept
    return status == "proved" and (strength == "bitwise" or "reassoc" in allow)


def words(value: "str | Iterable[str] | None", known: Sequence[str], option: str) -> List[str]:
    """The words of ``allow`` or ``accept``."""
    found = [] if value is None else [value] if isinstance(value, str) else list(value)
    for one in found:
        if one not in known:
            raise ValueError(f"{option}={one!r}: known is {', '.join(map(repr, known))}")
    return found


class Verdict(Shown):
    """Whether two programs are the same: ``status``, and what makes it believable."""

    def __init__(
        self, answer: _polyvet.Answer, allow: Sequence[str] = (), accept: Sequence[str] = ()
    ) -> None:
        super().__init__(answer)
        self._allow = list(allow)
        self._accept = list(accept)

    @property
    def status(self) -> str:
        """``proved``, ``refuted``, ``tested``, ``unknown``."""
        return self._answer.status or "unknown"

    @property
    def strength(self) -> Optional[str]:
        """``bitwise``, ``reassociated``; ``None`` unless proved."""
        return self._answer.strength

    @property
    def vacuous(self) -> Optional[str]:
        """Why the proof is about nothing, if it is."""
        return self._answer.vacuous

    @property
    def witness(self) -> Optional[Record]:
        """A counterexample, ``None`` unless refuted: ``kind``, ``params``, ``array``, ``element``, ``source``, ``sink``, ``replay``."""
        return self.fields.get("witness")

    @property
    def reason(self) -> Optional[Record]:
        """Why there is no answer, ``None`` unless unknown: ``code``, ``message``, ``line``, ``help``."""
        return self.fields.get("reason")

    @property
    def assumes(self) -> List[str]:
        """What the proof takes for granted."""
        return self.fields.get("assumes", [])

    @property
    def holds_when(self) -> Optional[str]:
        """The condition on the sizes under which a refuted rewrite is proved, if it is known."""
        return self.fields.get("holds_when")

    @property
    def ok(self) -> bool:
        """Proved bit for bit, or as ``allow`` and ``accept`` permit. Unknown is never good."""
        return _accepted(self.status, self.strength, self._allow, self._accept)

    def raise_for_status(self, allow: "str | Iterable[str] | None" = None) -> Verdict:
        """Itself if it is :attr:`ok`.

        Raises :class:`NotProved` otherwise.
        """
        allowed = self._allow + words(allow, ["reassoc"], "allow")
        if not _accepted(self.status, self.strength, allowed, self._accept):
            raise NotProved(str(self), self)
        return self

    def __bool__(self) -> bool:
        raise TypeError("a verdict is no bool, for it may be unknown: look at `.status` or `.ok`")

    def __repr__(self) -> str:
        strength = f" ({self.strength})" if self.strength else ""
        return f"<Verdict {self.status}{strength}: @{self.func}>"

    def _repr_html_(self) -> str:
        color = _COLORS.get(self.status, "inherit")
        return f'<div style="border-left:4px solid {color};padding-left:8px">{super()._repr_html_()}</div>'


class Verdicts(Sequence[Verdict]):
    """The verdicts on the functions of two programs, in their order; also by name."""

    def __init__(self, verdicts: Iterable[Verdict]) -> None:
        self._all = list(verdicts)

    def __len__(self) -> int:
        return len(self._all)

    def __iter__(self) -> Iterator[Verdict]:
        return iter(self._all)

    def __getitem__(self, key: Any) -> Any:
        if not isinstance(key, str):
            return self._all[key]
        for one in self._all:
            if one.func == key.lstrip("@"):
                return one
        raise KeyError(f"no verdict on `@{key.lstrip('@')}`: there are {', '.join('@' + one.func for one in self._all)}")

    @property
    def status(self) -> str:
        """The worst: ``refuted``, ``unknown``, ``tested``, ``proved``."""
        found = {one.status for one in self._all}
        return next((one for one in ("refuted", "unknown", "tested", "proved") if one in found), "unknown")

    @property
    def strength(self) -> Optional[str]:
        """The weaker one, if all are proved."""
        if self.status != "proved":
            return None
        return "reassociated" if any(one.strength == "reassociated" for one in self._all) else "bitwise"

    @property
    def ok(self) -> bool:
        """All are."""
        return bool(self._all) and all(one.ok for one in self._all)

    def raise_for_status(self, allow: "str | Iterable[str] | None" = None) -> Verdicts:
        """Itself if all are :attr:`ok`.

        Raises :class:`NotProved` with the first that is not.
        """
        if not self._all:
            raise NotProved("no function was compared")
        for one in self._all:
            one.raise_for_status(allow)
        return self

    def __bool__(self) -> bool:
        raise TypeError("verdicts are no bool, for one may be unknown: look at `.status` or `.ok`")

    def __str__(self) -> str:
        return "\n".join(map(str, self._all))

    def __repr__(self) -> str:
        return f"<Verdicts {self.status}: {len(self._all)} functions>"

    def _repr_html_(self) -> str:
        return "".join(one._repr_html_() for one in self._all)


class Statement(Record):
    """A statement of :class:`Relations`: ``name``, ``domain``, ``operands``, ``loops`` and what else the schema has."""

    def to_islpy(self) -> IslStatement:
        """Its domain and accesses as objects of islpy."""
        return IslStatement(self)

    def _repr_html_(self) -> str:
        rows = [f"<tr><td>domain</td><td></td><td><code>{html.escape(str(self.domain))}</code></td></tr>"]
        for one in self.operands or []:
            relation = html.escape(str(one.relation))
            rows.append(f"<tr><td>{one.access}</td><td>{html.escape(one.array)}</td><td><code>{relation}</code></td></tr>")
        return f"<table>{''.join(rows)}</table>"


class IslStatement:
    """A statement as objects of islpy: ``domain`` (Set), ``reads`` and ``writes`` (UnionMap), ``accesses`` (list of Map)."""

    def __init__(self, statement: Statement) -> None:
        import islpy

        self.domain = islpy.Set(statement.domain)
        operands = statement.operands
        self.accesses = [islpy.Map(one.relation).intersect_domain(self.domain) for one in operands]
        self.reads = islpy.UnionMap("{ }")
        self.writes = islpy.UnionMap("{ }")
        for one, relation in zip(operands, self.accesses):
            if one.access == "read":
                self.reads = self.reads.union(relation.to_union_map())
            else:
                self.writes = self.writes.union(relation.to_union_map())

    def __repr__(self) -> str:
        return f"<IslStatement domain={self.domain} reads={self.reads} writes={self.writes}>"


class Relations(Shown, Mapping[str, Statement]):
    """What each statement reads and writes: statements by name."""

    _statements: Optional[Dict[str, Statement]] = None

    def _all(self) -> Dict[str, Statement]:
        if self._statements is None:
            self._statements = {one.stmt: Statement(one) for one in self.fields["statements"]}
        return self._statements

    def __getitem__(self, name: str) -> Statement:
        known = self._all()
        if name not in known:
            raise KeyError(f"no statement `{name}`: there are {', '.join(known)}")
        return known[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._all())

    def __len__(self) -> int:
        return len(self._all())

    def __repr__(self) -> str:
        return f"<Relations @{self.func}: {', '.join(self)}>"


class Footprint:
    """What tiles touch: ``operands`` with numbers where the sizes are known, else with formulas."""

    def __init__(self, ask: Any, results: List[Dict[str, Any]]) -> None:
        self._ask = ask
        self._results = [_records(one) for one in results]

    @property
    def results(self) -> List[Record]:
        """One for each nest of loops."""
        return self._results

    @property
    def operands(self) -> List[Record]:
        """``array``, ``access``, ``elems``, ``bytes``, ``lines``, ``formula`` of all nests."""
        return [operand for one in self._results for operand in one.operands or []]

    def evaluate(self, **sizes: int) -> Footprint:
        """The same with values for parameters: ``evaluate(n=100)``."""
        return self._ask(sizes)

    def to_json(self) -> str:
        """The entries of ``results`` as text."""
        return json.dumps(self._results)

    def __str__(self) -> str:
        lines = [f"{'array':8} {'access':6} {'elements':>10} {'bytes':>10} {'lines':>8}  formula"]
        for one in self.operands:
            numbers = ["?" if one[key] is None else str(one[key]) for key in ("elems", "bytes", "lines")]
            lines.append("{:8} {:6} {:>10} {:>10} {:>8}  {}".format(one.array, one.access, *numbers, one.formula or ""))
        return "\n".join(lines)

    def __repr__(self) -> str:
        return f"<Footprint of {', '.join(f'{one.array} ({one.access})' for one in self.operands)}>"

    def _repr_html_(self) -> str:
        return f"<pre>{html.escape(str(self))}</pre>"


def _records(value: Any) -> Any:
    """Objects of JSON as records, all the way down."""
    if isinstance(value, dict):
        return Record({key: _records(one) for key, one in value.items()})
    return [_records(one) for one in value] if isinstance(value, list) else value


class Dependences(Shown):
    """What depends on what: ``dependences``, ``loops``, ``statements``."""

    def to_islpy(self) -> Any:
        """All dependences in one islpy.UnionMap, from source to sink."""
        import islpy

        union = islpy.UnionMap("{ }")
        for one in self.fields["dependences"]:
            union = union.union(islpy.UnionMap(one["map"]))
        return union

    def __repr__(self) -> str:
        return f"<Dependences @{self.func}: {len(self.fields['dependences'])}>"
