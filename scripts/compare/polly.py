#!/usr/bin/env python3
"""Kernels as they are written, as Polly compiles them, and by the best order that `polyvet tune` finds.

    polly.py [--seconds 30] [--clang clang-22] [--polyvet polyvet] [KERNEL ..]

Each kernel is C with arrays of fixed size. It is compiled by `clang -O3` and by `clang -O3` with Polly and its defaults; then
`polyvet tune --measure cc` searches for so many seconds with the same clang, and the loops of its best script (`transform --emit c`)
take the place of the kernel's. One program runs each of the three five times on the same numbers; the shortest time counts, and all
must leave the same bits (`-ffp-contract=off`). Needs a clang with Polly (Debian: `clang-22 libpolly-22-dev`), and `corpus/kernels`.
"""

import argparse
import json
import re
import subprocess
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
KERNELS = HERE.parent.parent / "corpus" / "kernels"

# Extents, arrays and loops, in the names of `corpus/kernels`.
WRITTEN = {
    "gemm": (
        {"n": 300, "m": 300, "p": 300},
        {"C": "n,m", "A": "n,p", "B": "p,m"},
        ["alpha", "beta"],
        """for (int i = 0; i < n; i++) {
             for (int j = 0; j < m; j++)
               C[i][j] = beta * C[i][j];
             for (int k = 0; k < p; k++)
               for (int j = 0; j < m; j++)
                 C[i][j] = C[i][j] + (alpha * A[i][k]) * B[k][j];
           }""",
    ),
    "trmm": (
        {"n": 400, "m": 400},
        {"A": "n,n", "B": "n,m"},
        ["alpha"],
        """for (int i = 0; i < n; i++)
             for (int j = 0; j < m; j++) {
               for (int k = i + 1; k < n; k++)
                 B[i][j] = B[i][j] + A[k][i] * B[k][j];
               B[i][j] = alpha * B[i][j];
             }""",
    ),
    "mvt": (
        {"n": 1500},
        {"x1": "n", "x2": "n", "y1": "n", "y2": "n", "A": "n,n"},
        [],
        """for (int i = 0; i < n; i++)
             for (int j = 0; j < n; j++)
               x1[i] = x1[i] + A[i][j] * y1[j];
           for (int i = 0; i < n; i++)
             for (int j = 0; j < n; j++)
               x2[i] = x2[i] + A[j][i] * y2[j];""",
    ),
    "seidel-2d": (
        {"n": 300, "steps": 100},
        {"A": "n,n"},
        [],
        """for (int t = 0; t < steps; t++)
             for (int i = 1; i < n - 1; i++)
               for (int j = 1; j < n - 1; j++)
                 A[i][j] = (A[i - 1][j - 1] + A[i - 1][j] + A[i - 1][j + 1] + A[i][j - 1] + A[i][j] + A[i][j + 1]
                            + A[i + 1][j - 1] + A[i + 1][j] + A[i + 1][j + 1]) / 9.0;""",
    ),
}

HEAD = """
#define min(a, b) ((a) < (b) ? (a) : (b))
#define max(a, b) ((a) > (b) ? (a) : (b))
#define floord(a, b) (((a) >= 0) ? (a) / (b) : -((-(a) + (b) - 1) / (b)))
#define ceild(a, b) (-floord(-(a), b))
"""

MAIN = """
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
typedef void kernel({types});
extern kernel written, polly, best;
static double now(void) {{ struct timespec t; clock_gettime(CLOCK_MONOTONIC, &t); return t.tv_sec + 1e-9 * t.tv_nsec; }}
static double *filled(long count) {{
  double *made = aligned_alloc(64, (count * sizeof(double) + 63) / 64 * 64);
  for (long at = 0; at < count; at++) made[at] = 1.0 + (at * 37 % 101) / 128.0;
  return made;
}}
static unsigned long run(kernel *one, double *shortest) {{
  unsigned long bits = 0;
  for (int turn = 0; turn < 5; turn++) {{
    {fill}
    double start = now();
    one({call});
    double spent = now() - start;
    if (turn == 0 || spent < *shortest) *shortest = spent;
    bits = 0;
    {sum}
  }}
  return bits;
}}
int main(void) {{
  double times[3];
  unsigned long bits[3] = {{run(written, &times[0]), run(polly, &times[1]), run(best, &times[2])}};
  printf("%.3f %.3f %.3f %d\\n", times[0] * 1e3, times[1] * 1e3, times[2] * 1e3, bits[0] == bits[1] && bits[0] == bits[2]);
}}
"""


def extents(shape: str) -> list[str]:
    return shape.split(",")


def source(name: str, kernel: tuple, body: str) -> str:
    sizes, arrays, scalars, _ = kernel
    macros = "".join(f"#define {size} {value}L\n" for size, value in sizes.items())
    given = [f"double {scalar}" for scalar in scalars]
    given += [f"double {array}[restrict {']['.join(extents(shape))}]" for array, shape in arrays.items()]
    return f"{HEAD}{macros}void {name}({', '.join(given)}) {{\n{body}\n}}\n"


def found_loops(polyvet: str, name: str, sizes: dict, script: str) -> str:
    command = [polyvet, "transform", str(KERNELS / f"{name}.mlir"), "--transform", script, "--emit", "c", "-q"]
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    loops = sorted(set(re.findall(r"for \((\w+) =", text)))
    return f"long {', '.join(loops)};\n{text}"


def tune(args: argparse.Namespace, name: str, sizes: dict) -> str:
    command = [args.polyvet, "tune", str(KERNELS / f"{name}.mlir"), "--measure", "cc", "--cc", args.clang]
    command += ["--time", f"{args.seconds}s", "--format", "json", "-q"]
    for size, value in sizes.items():
        command += ["--param", f"{size}={value}"]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    if run.returncode != 0:
        raise SystemExit(run.stderr)
    scripts = [one["script"] for one in json.loads(run.stdout)["results"][0]["best"]]
    return next(script for script in scripts if script)


def compare(args: argparse.Namespace, name: str) -> None:
    kernel = WRITTEN[name]
    sizes, arrays, scalars, body = kernel
    script = tune(args, name, sizes)
    count = {array: "*".join(f"{sizes[size]}L" for size in extents(shape)) for array, shape in arrays.items()}
    types = ["double"] * len(scalars) + ["double *"] * len(arrays)
    fill = "".join(f"double *{array} = filled({count[array]}); " for array in arrays)
    add = (
        "for (long at = 0; at < {count}; at++) "
        "{{ unsigned long one; memcpy(&one, &{array}[at], 8); bits = bits * 31 + one; }} free({array}); "
    )
    text = MAIN.format(
        types=", ".join(types),
        fill=fill,
        call=", ".join(["1.5"] * len(scalars) + list(arrays)),
        sum="".join(add.format(count=count[array], array=array) for array in arrays),
    )
    flags = ["-O3", "-march=native", "-ffp-contract=off"]
    with tempfile.TemporaryDirectory() as folder:
        at = Path(folder)
        (at / "main.c").write_text(text)
        (at / "written.c").write_text(source("written", kernel, body))
        (at / "polly.c").write_text(source("polly", kernel, body))
        (at / "best.c").write_text(source("best", kernel, found_loops(args.polyvet, name, sizes, script)))
        for part in ["main", "written", "polly", "best"]:
            more = ["-mllvm", "-polly", "-Rpass-analysis=polly-scops"] if part == "polly" else []
            command = [args.clang, *flags, *more, "-c", f"{part}.c", "-o", f"{part}.o"]
            told = subprocess.run(command, cwd=at, capture_output=True, text=True, check=True).stderr
            if part == "polly":
                scops = told.count("SCoP begins here")
        objects = sorted(path.name for path in at.glob("*.o"))
        subprocess.run([args.clang, *objects, "-o", "program"], cwd=at, check=True)
        times = subprocess.run([str(at / "program")], capture_output=True, text=True, check=True).stdout.split()
    same = "same bits" if times[3] == "1" else "OTHER BITS"
    print(f"{name}: written {times[0]} ms, Polly {times[1]} ms ({scops} SCoPs), best {times[2]} ms, {same}: {script}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kernels", nargs="*", default=list(WRITTEN))
    parser.add_argument("--seconds", type=int, default=30)
    parser.add_argument("--clang", default="clang-22")
    parser.add_argument("--polyvet", default="polyvet")
    args = parser.parse_args()
    for name in args.kernels:
        compare(args, name)


if __name__ == "__main__":
    main()
