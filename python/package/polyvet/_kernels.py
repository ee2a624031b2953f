"""Kernels as documents show them: functions of JAX, and Einstein notation as numpy writes it."""

from __future__ import annotations

from typing import Any, Dict, List, Optional, Sequence, Tuple

#: Types of elements by the names that numpy has for them.
_TYPES = {
    "bool": "i1",
    "int8": "i8",
    "int16": "i16",
    "int32": "i32",
    "int64": "i64",
    "float16": "f16",
    "bfloat16": "bf16",
    "float32": "f32",
    "float64": "f64",
}


def jax_text(function: Any, shapes: Sequence[Any]) -> str:
    """What ``jax.jit`` makes of a function, as StableHLO."""
    import jax  # type: ignore[import-not-found, import-untyped, unused-ignore]

    def given(shape: Any) -> Any:
        if isinstance(shape, (tuple, list)) and all(isinstance(extent, int) for extent in shape):
            return jax.ShapeDtypeStruct(tuple(shape), "float32")
        return shape

    function = function if hasattr(function, "lower") else jax.jit(function)
    text = function.lower(*map(given, shapes)).as_text()
    return str(text)


def einsum_text(subscripts: str, shapes: Sequence[Sequence[Optional[int]]], dtype: str, name: str) -> str:
    """``ij,jk->ik`` as a function around one ``linalg.generic``."""
    inputs, output = _split(subscripts)
    if len(inputs) != len(shapes):
        raise ValueError(f"`{subscripts}` has {len(inputs)} operands, and {len(shapes)} shapes are given")
    elem = _TYPES.get(str(dtype), str(dtype))
    if elem not in _TYPES.values():
        raise ValueError(f"`{dtype}` is no type of elements: one of {', '.join(_TYPES)}")
    extents = _extents(inputs, shapes)
    loops = output + [letter for letter in extents if letter not in output]
    missing = [letter for letter in output if letter not in extents]
    if missing:
        raise ValueError(f"`{missing[0]}` of the result is in no operand")
    return _function(inputs, output, loops, extents, elem, name)


def _split(subscripts: str) -> Tuple[List[List[str]], List[str]]:
    text = subscripts.replace(" ", "")
    left, arrow, right = text.partition("->")
    inputs = [list(word) for word in left.split(",")]
    letters = [letter for word in inputs for letter in word]
    if not all(letter.isascii() and letter.isalpha() for letter in letters + list(right)):
        raise ValueError(f"`{subscripts}` has something else than letters: ellipses and the like are not read")
    if not arrow:
        # As numpy: letters that are there once, in the order of the alphabet.
        right = "".join(sorted(letter for letter in set(letters) if letters.count(letter) == 1))
    if len(set(right)) != len(right):
        raise ValueError(f"a letter is twice in the result of `{subscripts}`")
    return inputs, list(right)


def _extents(inputs: List[List[str]], shapes: Sequence[Sequence[Optional[int]]]) -> Dict[str, Optional[int]]:
    extents: Dict[str, Optional[int]] = {}
    for number, (letters, shape) in enumerate(zip(inputs, shapes)):
        if len(letters) != len(shape):
            raise ValueError(f"operand {number} has subscripts `{''.join(letters)}`, and {len(shape)} extents")
        for letter, extent in zip(letters, shape):
            if extent is not None and (not hasattr(extent, "__index__") or extent < 0):
                raise ValueError(f"an extent is a number from 0 or None, not {extent!r}")
            if extents.setdefault(letter, extent) != extent:
                raise ValueError(f"`{letter}` is {extents[letter]} and {extent}")
    return extents


def _function(
    inputs: List[List[str]],
    output: List[str],
    loops: List[str],
    extents: Dict[str, Optional[int]],
    elem: str,
    name: str,
) -> str:
    dims = {letter: f"d{at}" for at, letter in enumerate(loops)}

    def type_of(letters: List[str]) -> str:
        return f"tensor<{''.join(f'{_extent(extents[letter])}x' for letter in letters)}{elem}>"

    def map_of(letters: List[str]) -> str:
        return f"affine_map<({', '.join(dims.values())}) -> ({', '.join(dims[letter] for letter in letters)})>"

    kinds = ", ".join('"parallel"' if letter in output else '"reduction"' for letter in loops)
    args = [f"%a{at}" for at in range(len(inputs))]
    types = [type_of(letters) for letters in inputs]
    elements = [f"%x{at}" for at in range(len(inputs))]
    mul, add = ("andi", "ori") if elem == "i1" else ("muli", "addi") if elem.startswith("i") else ("mulf", "addf")
    result = type_of(output)
    lines = [f"func.func @{name}({', '.join(f'{arg}: {ty}' for arg, ty in zip(args, types))}, %out: {result}) -> {result} {{"]
    maps = ", ".join([map_of(letters) for letters in inputs] + [map_of(output)])
    lines.append(f"  %0 = linalg.generic {{indexing_maps = [{maps}], iterator_types = [{kinds}]}}")
    lines.append(f"      ins({', '.join(args)} : {', '.join(types)}) outs(%out : {result}) {{")
    lines.append(f"  ^bb0({', '.join(f'{one}: {elem}' for one in elements)}, %sum: {elem}):")
    product = elements[0]
    for at, one in enumerate(elements[1:]):
        lines.append(f"    %p{at} = arith.{mul} {product}, {one} : {elem}")
        product = f"%p{at}"
    lines.append(f"    %r = arith.{add} %sum, {product} : {elem}")
    lines.append(f"    linalg.yield %r : {elem}")
    lines.append(f"  }} -> {result}\n  return %0 : {result}\n}}\n")
    return "\n".join(lines)


def _extent(extent: Optional[int]) -> str:
    return "?" if extent is None else str(extent)
