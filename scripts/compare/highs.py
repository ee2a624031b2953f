#!/usr/bin/env python3
"""Tile sizes by `polyvet tile`, and by the mixed-integer program that tilers of networks solve, with HiGHS.

    highs.py [--capacity 16384] [--polyvet polyvet] [KERNEL ..]

The program is the usual one: the size of a tile is a divisor of the loop's extent, the elements that a tile touches are products of
sizes, all arrays of a tile fit in the memory, and the elements moved are those of all tiles, where an array stays while only loops
run that it has no subscript of. It is solved for each order of the tile loops; the best counts. `polyvet tile` chooses among all
sizes, with the last tile of each loop as it is and what consecutive tiles share counted exactly, and proves that the loops may be
tiled. Both minimise bytes moved, single elements, no cache lines. Loops over a window are not tiled by HiGHS.
Needs `pip install highspy`.
"""

import argparse
import itertools
import json
import subprocess
import tempfile
import time
from pathlib import Path

import highspy

BYTES = 4
# Loops with their extents; arrays by the loops of each subscript, those with a window by two; the last array is written.
KERNELS = {
    "matmul": ({"i": 200, "j": 180, "k": 150}, {"A": ["i", "k"], "B": ["k", "j"], "C": ["i", "j"]}),
    "matmul, primes": ({"i": 211, "j": 197, "k": 199}, {"A": ["i", "k"], "B": ["k", "j"], "C": ["i", "j"]}),
    "mttkrp": (
        {"i": 60, "j": 32, "k": 50, "l": 40},
        {"A": ["i", "k", "l"], "B": ["l", "j"], "C": ["k", "j"], "D": ["i", "j"]},
    ),
    "convolution": (
        {"h": 28, "w": 28, "f": 32, "c": 16, "y": 3, "x": 3},
        {"I": ["hy", "wx", "c"], "W": ["y", "x", "c", "f"], "O": ["h", "w", "f"]},
    ),
}


def text(loops, arrays):
    """The loops as MLIR; the last array collects products of the others."""

    def subscript(one):
        return " + ".join(f"%{loop}" for loop in one)

    def shape(subs):
        return "x".join(str(sum(loops[loop] for loop in one) - len(one) + 1) for one in subs)

    out = list(arrays)[-1]
    args = ", ".join(f"%{name}: memref<{shape(subs)}xf32>" for name, subs in arrays.items())
    lines = [f"func.func @kernel({args}) {{"]
    lines += [f"affine.for %{loop} = 0 to {extent} {{" for loop, extent in loops.items()]
    for name, subs in arrays.items():
        at = ", ".join(subscript(one) for one in subs)
        lines.append(f"%{name.lower()}v = affine.load %{name}[{at}] : memref<{shape(subs)}xf32>")
    product, *rest = [f"%{name.lower()}v" for name in arrays if name != out]
    for n, value in enumerate(rest):
        lines.append(f"%m{n} = arith.mulf {product}, {value} : f32")
        product = f"%m{n}"
    at = ", ".join(subscript(one) for one in arrays[out])
    lines.append(f"%sum = arith.addf %{out.lower()}v, {product} : f32")
    lines.append(f"affine.store %sum, %{out}[{at}] : memref<{shape(arrays[out])}xf32>")
    lines += ["}"] * len(loops)
    return "\n".join([*lines, "return", "}", ""])


# Loops over a window, which are never tiled.
WINDOW = {"y", "x"}


def sizes_of(loop, extent):
    return [size for size in range(1, extent + 1) if extent % size == 0 and (loop not in WINDOW or size == extent)]


def solve(loops, arrays, order, capacity):
    """Sizes by loop and the bytes moved by the program for one order of the tile loops; `None` if nothing fits."""
    solver = highspy.Highs()
    solver.setOptionValue("output_flag", False)
    size_is = {loop: {size: solver.addBinary() for size in sizes_of(loop, extent)} for loop, extent in loops.items()}
    for choice in size_is.values():
        solver.addConstr(sum(choice.values()) == 1)
    fits, moved = [], []
    out = list(arrays)[-1]
    for name, subs in arrays.items():
        used = [loop for loop in loops if any(loop in one for one in subs)]
        # Loops inside the last one that the array depends on leave it where it is.
        last = max(order.index(loop) for loop in used)
        trips = [loop for loop in order[: last + 1] if loop not in used]
        # A product of choices is a choice of a tuple, which each of its parts must agree with. Whether a loop has
        # but one tile decides nothing here: then its trips are 1.
        involved = used + trips
        tuples = list(itertools.product(*(size_is[loop] for loop in involved)))
        choice = [solver.addVariable(lb=0, ub=1) for _ in tuples]
        for n, loop in enumerate(involved):
            for size, var in size_is[loop].items():
                solver.addConstr(sum(c for c, of in zip(choice, tuples) if of[n] == size) == var)
        for var, sizes in zip(choice, tuples):
            size = dict(zip(involved, sizes))
            volume = 1
            for one in subs:
                volume *= sum(size[loop] for loop in one) - len(one) + 1
            tiles = 1
            for loop in involved:
                tiles *= loops[loop] // size[loop]
            fits.append(volume * BYTES * var)
            # What is written is read as well.
            moved.append((2 if name == out else 1) * volume * tiles * BYTES * var)
    solver.addConstr(sum(fits) <= capacity)
    solver.minimize(sum(moved))
    if solver.getModelStatus() != highspy.HighsModelStatus.kOptimal:
        return None
    sizes = {
        loop: next(size for size, var in choice.items() if solver.val(var) > 0.5) for loop, choice in size_is.items()
    }
    return sizes, round(solver.getObjectiveValue())


def answer(command):
    run = subprocess.run([*command, "--format", "json"], capture_output=True, text=True, check=False)
    if run.returncode != 0:
        raise SystemExit(run.stderr)
    return json.loads(run.stdout)["results"][0]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--capacity", type=int, default=16384)
    parser.add_argument("--polyvet", default="polyvet")
    parser.add_argument("kernels", nargs="*", default=list(KERNELS))
    args = parser.parse_args()
    print("kernel           by        seconds      bytes moved  tile, in the order of tile loops")
    for kernel in args.kernels:
        loops, arrays = KERNELS[kernel]
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "kernel.mlir"
            file.write_text(text(loops, arrays), encoding="utf-8")
            start = time.monotonic()
            ours = answer([args.polyvet, "tile", "--elements", "--capacity", str(args.capacity), str(file)])
            spent = time.monotonic() - start
            level = ours["levels"][0]
            chosen = level["chosen"]
            sizes = dict(zip(ours["loops"], chosen["sizes"]))
            moved = sum(chosen["traffic"].values())
            row(kernel, "polyvet", spent, moved, [f"{loop}={sizes[loop]}" for loop in chosen["order"] if sizes[loop] < loops[loop]])
            window = [loop for loop in loops if loop in WINDOW]
            tiled = [loop for loop in loops if loop not in WINDOW]
            orders = [[*order, *window] for order in itertools.permutations(tiled)]
            start = time.monotonic()
            found = [(solve(loops, arrays, order, args.capacity), order) for order in orders]
            spent = time.monotonic() - start
            (theirs, claimed), order = min((pair for pair in found if pair[0]), key=lambda pair: pair[0][1])
            row("", "HiGHS", spent, claimed, [f"{loop}={theirs[loop]}" for loop in order if theirs[loop] < loops[loop]])


def row(kernel, by, seconds, moved, tile):
    print(f"{kernel:<16} {by:<9} {seconds:>7.2f} {moved:>16,}  {' '.join(tile)}")


if __name__ == "__main__":
    main()
