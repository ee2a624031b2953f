#!/usr/bin/env python3
"""Runs of loops: `polyvet run` beside mlir-runner -O3, as ratios of processor time.

    runs.py [--polyvet BIN] [--mlir-opt BIN] [--mlir-runner BIN] [--sizes N..]

A matrix product and a stencil, with `affine` loops over `f64`, of several sizes. Both programs are timed from their start to
their end; for mlir-runner that contains what LLVM takes to compile, and mlir-opt's lowering stands apart. polyvet's
interpreter checks each access: whether it is inside its array, and whether what it reads was written.
"""

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.append(str(Path(__file__).parent.parent / "readable"))
from variants import spent  # noqa: E402

PRODUCT = """
func.func @main() {{
  %one = arith.constant 1.0 : f64
  %a = memref.alloc() : memref<{n}x{n}xf64>
  %b = memref.alloc() : memref<{n}x{n}xf64>
  %c = memref.alloc() : memref<{n}x{n}xf64>
  affine.for %i = 0 to {n} {{
    affine.for %j = 0 to {n} {{
      affine.store %one, %a[%i, %j] : memref<{n}x{n}xf64>
      affine.store %one, %b[%i, %j] : memref<{n}x{n}xf64>
      affine.store %one, %c[%i, %j] : memref<{n}x{n}xf64>
    }}
  }}
  affine.for %i = 0 to {n} {{
    affine.for %j = 0 to {n} {{
      affine.for %k = 0 to {n} {{
        %x = affine.load %a[%i, %k] : memref<{n}x{n}xf64>
        %y = affine.load %b[%k, %j] : memref<{n}x{n}xf64>
        %z = affine.load %c[%i, %j] : memref<{n}x{n}xf64>
        %p = arith.mulf %x, %y : f64
        %s = arith.addf %z, %p : f64
        affine.store %s, %c[%i, %j] : memref<{n}x{n}xf64>
      }}
    }}
  }}
  memref.dealloc %a : memref<{n}x{n}xf64>
  memref.dealloc %b : memref<{n}x{n}xf64>
  memref.dealloc %c : memref<{n}x{n}xf64>
  return
}}
"""

STENCIL = """
func.func @main() {{
  %one = arith.constant 1.0 : f64
  %third = arith.constant 0.3 : f64
  %a = memref.alloc() : memref<{n}x{n}xf64>
  affine.for %i = 0 to {n} {{
    affine.for %j = 0 to {n} {{
      affine.store %one, %a[%i, %j] : memref<{n}x{n}xf64>
    }}
  }}
  affine.for %t = 0 to 20 {{
    affine.for %i = 1 to {n} {{
      affine.for %j = 1 to {n} {{
        %x = affine.load %a[%i - 1, %j] : memref<{n}x{n}xf64>
        %y = affine.load %a[%i, %j - 1] : memref<{n}x{n}xf64>
        %z = affine.load %a[%i, %j] : memref<{n}x{n}xf64>
        %p = arith.addf %x, %y : f64
        %s = arith.addf %z, %p : f64
        %m = arith.mulf %s, %third : f64
        affine.store %m, %a[%i, %j] : memref<{n}x{n}xf64>
      }}
    }}
  }}
  memref.dealloc %a : memref<{n}x{n}xf64>
  return
}}
"""

LOWERING = [
    "--lower-affine",
    "--convert-scf-to-cf",
    "--expand-strided-metadata",
    "--finalize-memref-to-llvm",
    "--convert-arith-to-llvm",
    "--convert-cf-to-llvm",
    "--convert-func-to-llvm",
    "--reconcile-unrealized-casts",
]


def cost(command: list[str]) -> float:
    """Seconds of processor time that a program takes."""
    before = spent()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return spent() - before


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--polyvet", default="polyvet")
    parser.add_argument("--mlir-opt", default="mlir-opt")
    parser.add_argument("--mlir-runner", default="mlir-runner")
    parser.add_argument("--sizes", type=int, nargs="+", default=[128, 256, 512])
    args = parser.parse_args()
    print(f"{'program':14} {'iterations':>12}  polyvet run  mlir-runner -O3  mlir-opt   ratio")
    with tempfile.TemporaryDirectory() as folder:
        program, lowered = str(Path(folder, "program.mlir")), str(Path(folder, "lowered.mlir"))
        for name, text, count in (("product", PRODUCT, lambda n: n**3), ("stencil", STENCIL, lambda n: 20 * (n - 1) ** 2)):
            for n in args.sizes:
                Path(program).write_text(text.format(n=n))
                ours = cost([args.polyvet, "run", program])
                lowering = cost([args.mlir_opt, *LOWERING, program, "-o", lowered])
                theirs = cost([args.mlir_runner, lowered, "-O3", "-e", "main", "--entry-point-result=void"])
                title = f"{name} {n}"
                print(f"{title:14} {count(n):12,} {ours:12.2f} {theirs:16.2f} {lowering:9.2f} {ours / theirs:7.1f}")


if __name__ == "__main__":
    main()
