#!/usr/bin/env python3
"""Runs JAX functions as StableHLO in polyvet and on the CPU in JAX, on the same numbers.

    python3 -m venv V && V/bin/pip install jax
    V/bin/python scripts/front-ends/jax_run.py [--polyvet BIN] [--list]

Each function of `programs.py` runs on four kinds of numbers. Bitwise: every element of every result is the same. Within
bounds: within the proven bound of rounding (`--tolerance bound`). Neither: the first line of what polyvet says is listed.
"""
import argparse
import collections
import os
import subprocess
import sys
import tempfile

try:
    import jax
    import numpy as np
except ImportError:
    print("skipped: JAX is not installed (pip install jax)")
    sys.exit(0)
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from programs import FUNCTIONS

KINDS = ["integers", "uniform", "large", "special"]


def numbers(kind, of, random):
    shape, kind_of = of.shape, np.dtype(of.dtype)
    if kind_of.kind != "f":
        span = {"integers": (0, 4), "uniform": (-8, 9)}.get(kind, (-100, 100))
        return random.integers(*span, shape).astype(kind_of)
    if kind == "integers":
        return random.integers(-8, 9, shape).astype(kind_of)
    if kind == "uniform":
        return random.uniform(-1, 1, shape).astype(kind_of)
    if kind == "large":
        return (random.uniform(-1, 1, shape) * 100).astype(kind_of)
    return random.choice([0.0, -0.0, 1.0, -1.5, np.inf, -np.inf, np.nan, 3e38, 1e-30], shape).astype(kind_of)


def judge(polyvet, path, given, wanted):
    for word, tolerance in [("bitwise", "bitwise"), ("bound", "bound")]:
        command = [polyvet, "run", path, "--func", "main", "--arg", given, "--check-against", wanted, "--tolerance", tolerance]
        done = subprocess.run(command, capture_output=True, text=True, timeout=120)
        if done.returncode == 0:
            return word, ""
    lines = [line.strip() for line in (done.stdout + done.stderr).splitlines() if line.strip()]
    told = [line for line in lines if "error" in line or "differs" in line or "first wrong" in line]
    return "neither", " ".join((told or lines or ["?"])[:2])[:200]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--polyvet", default="polyvet")
    parser.add_argument("--list", action="store_true", help="name those that are not the same")
    args = parser.parse_args()
    counts = {kind: collections.Counter() for kind in KINDS}
    with tempfile.TemporaryDirectory() as folder:
        for name, (function, shapes) in FUNCTIONS.items():
            compiled = jax.jit(function)
            path, given, wanted = f"{folder}/{name}.mlir", f"{folder}/in.npz", f"{folder}/out.npz"
            with open(path, "w") as file:
                file.write(compiled.lower(*shapes).as_text())
            for seed, kind in enumerate(KINDS):
                random = np.random.default_rng(seed)
                inputs = [numbers(kind, shape, random) for shape in shapes]
                results = compiled(*inputs)
                results = results if isinstance(results, (tuple, list)) else [results]
                np.savez(given, **{f"arg{n}": value for n, value in enumerate(inputs)})
                np.savez(wanted, **{f"#{n}": np.asarray(value) for n, value in enumerate(results)})
                word, why = judge(args.polyvet, path, given, wanted)
                counts[kind][word] += 1
                if args.list and word == "neither":
                    print(f"  {name}, {kind}: {why}", file=sys.stderr)
    print("| numbers | functions | bitwise | within bounds | neither |\n|---|---|---|---|---|")
    for kind, found in counts.items():
        print(f"| {kind} | {sum(found.values())} | {found['bitwise']} | {found['bound']} | {found['neither']} |")


if __name__ == "__main__":
    main()
