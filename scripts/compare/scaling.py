#!/usr/bin/env python3
"""How the validation of long programs scales: operations against seconds and memory.

    python scripts/compare/scaling.py --polyvet target/debug/polyvet --plot docs/scaling.svg

Makes networks of equal layers (a matrix times a vector, and four elementwise operations), each twice: as written, and
with the elementwise operations of each layer fused, as `linalg-fuse-elementwise-ops` does. `validate` must prove the pair.
Prints a table; with --plot also draws it. Times are processor time, memory is the most that was resident.
"""

import argparse
import math
import os
import pathlib
import subprocess
import sys
import tempfile

SIZES = (100, 300, 1_000, 3_000, 10_000, 30_000, 100_000)
# Operations of a layer before fusion.
LAYER = 5

HEAD = """#id = affine_map<(d0) -> (d0)>
"""

VECTOR = "tensor<16xf32>"


def generic(name, operands, types, body):
    """An elementwise operation."""
    maps = ", ".join("#id" for _ in range(len(operands) + 1))
    arguments = ", ".join(f"%{'abcdef'[at]}: f32" for at in range(len(operands) + 1))
    return (
        f"    %{name} = linalg.generic {{indexing_maps = [{maps}], iterator_types = [\"parallel\"]}} "
        f"ins({', '.join('%' + one for one in operands)} : {', '.join(types)}) outs(%empty : {VECTOR}) {{\n"
        f"    ^bb0({arguments}):\n{body}    }} -> {VECTOR}\n"
    )


def program(layers, fused):
    """A network, as text."""
    lines = [
        HEAD,
        f"func.func @network(%x0: {VECTOR}, %w: tensor<16x16xf32>, %s: {VECTOR}, %t: {VECTOR}) -> {VECTOR} {{\n",
        f"    %empty = tensor.empty() : {VECTOR}\n    %zero = arith.constant 0.0 : f32\n",
        f"    %start = linalg.fill ins(%zero : f32) outs(%empty : {VECTOR}) -> {VECTOR}\n",
    ]
    two, three = [VECTOR] * 2, [VECTOR] * 3
    for at in range(layers):
        lines.append(
            f"    %m{at} = linalg.matvec ins(%w, %x{at} : tensor<16x16xf32>, {VECTOR}) outs(%start : {VECTOR}) -> {VECTOR}\n"
        )
        if fused:
            body = (
                "      %p = arith.mulf %a, %b : f32\n      %q = arith.addf %p, %c : f32\n"
                "      %k = arith.constant 0.0 : f32\n      %r = arith.maximumf %q, %k : f32\n"
                "      %u = arith.subf %r, %c : f32\n      linalg.yield %u : f32\n"
            )
            lines.append(generic(f"x{at + 1}", [f"m{at}", "s", "t"], three, body))
            continue
        of = {
            "p": ([f"m{at}", "s"], "      %r = arith.mulf %a, %b : f32\n"),
            "q": ([f"p{at}", "t"], "      %r = arith.addf %a, %b : f32\n"),
            "r": ([f"q{at}"], "      %k = arith.constant 0.0 : f32\n      %r = arith.maximumf %a, %k : f32\n"),
            "u": ([f"r{at}", "t"], "      %r = arith.subf %a, %b : f32\n"),
        }
        for name, (operands, body) in of.items():
            made = f"x{at + 1}" if name == "u" else f"{name}{at}"
            lines.append(generic(made, operands, two[: len(operands)], body + "      linalg.yield %r : f32\n"))
    lines.append(f"    return %x{layers} : {VECTOR}\n}}\n")
    return "".join(lines)


def measure(polyvet, operations, folder):
    """Processor seconds, megabytes."""
    layers = max(1, operations // LAYER)
    paths = [folder / "before.mlir", folder / "after.mlir"]
    for path, fused in zip(paths, (False, True)):
        path.write_text(program(layers, fused))
    with subprocess.Popen([polyvet, "validate", "-q", "--no-cache", *map(str, paths)], stdout=subprocess.PIPE, text=True) as process:
        said = process.stdout.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"{operations} operations are not proved: {said}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def plot(rows, path):
    """Both curves on logarithmic axes, and the line of proportion through the middle."""
    width, height, left, right, top, bottom = 640, 400, 60, 70, 30, 50

    def axis(values):
        low, high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))
        return low, max(high, low + 1)

    operations = axis([row[0] for row in rows])
    scales = [axis([row[column] for row in rows]) for column in (1, 2)]

    def place(value, scale, start, end):
        return start + (math.log10(value) - scale[0]) / (scale[1] - scale[0]) * (end - start)

    def across(value):
        return place(value, operations, left, width - right)

    def up(value, scale):
        return place(value, scale, height - bottom, top)

    def text(x, y, said, anchor="middle", color="#333"):
        return f'<text x="{x:.0f}" y="{y:.0f}" text-anchor="{anchor}" fill="{color}">{said}</text>'

    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="12">',
        f'<rect width="{width}" height="{height}" fill="white"/>',
    ]
    for power in range(operations[0], operations[1] + 1):
        x = across(10**power)
        out.append(f'<line x1="{x:.1f}" y1="{top}" x2="{x:.1f}" y2="{height - bottom}" stroke="#ddd"/>')
        out.append(text(x, height - bottom + 18, f"{10**power:,}"))
    out.append(text((left + width - right) / 2, height - 10, "operations"))
    names = ("seconds", "MB")
    for column, color, scale in ((1, "#1f5fbf", scales[0]), (2, "#bf5f1f", scales[1])):
        side = left - 8 if column == 1 else width - right + 8
        anchor = "end" if column == 1 else "start"
        for power in range(scale[0], scale[1] + 1):
            out.append(text(side, up(10**power, scale) + 4, f"{10**power:g}", anchor, color))
        out.append(text(side, top - 12, names[column - 1], anchor, color))
        points = " ".join(f"{across(row[0]):.1f},{up(row[column], scale):.1f}" for row in rows)
        out.append(f'<polyline points="{points}" fill="none" stroke="{color}" stroke-width="2"/>')
        out += [f'<circle cx="{across(row[0]):.1f}" cy="{up(row[column], scale):.1f}" r="3" fill="{color}"/>' for row in rows]
    # What is proportional to the number of operations, through the last time.
    last, scale = rows[-1], scales[0]
    first = max(rows[0][0], last[0] * 10 ** scale[0] / last[1])
    ends = [(at, last[1] * at / last[0]) for at in (first, last[0])]
    line = " ".join(f"{across(at):.1f},{up(seconds, scale):.1f}" for at, seconds in ends)
    out.append(f'<polyline points="{line}" fill="none" stroke="#888" stroke-dasharray="4 4"/>')
    out.append("</svg>")
    path.write_text("\n".join(out) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--polyvet", default="polyvet", help="the program")
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES, help="numbers of operations before fusion")
    parser.add_argument("--plot", type=pathlib.Path, help="an SVG file to write")
    args = parser.parse_args()
    rows = []
    print("| operations | seconds | ms an operation | MB |\n| --- | --- | --- | --- |")
    for operations in args.sizes:
        with tempfile.TemporaryDirectory() as folder:
            seconds, megabytes = measure(args.polyvet, operations, pathlib.Path(folder))
        rows.append((operations, seconds, megabytes))
        print(f"| {operations:,} | {seconds:.2f} | {seconds / operations * 1e3:.2f} | {megabytes:.0f} |", flush=True)
    if args.plot:
        plot(rows, args.plot)


if __name__ == "__main__":
    main()
