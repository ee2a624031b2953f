#!/usr/bin/env python3
"""Measures how many of LLVM's lowerings of TOSA `polyvet validate` proves, and why it does not prove the others.

    scripts/readable/tosa.py TESTS.. [--polyvet BIN] [--mlir-opt BIN] [--out DIR] [--seconds N] [--only TEXT] [--jobs N] [--list]

TESTS are folders such as mlir/test/Conversion/TosaToLinalg of LLVM's source. A test file is cut at its `// -----` lines,
and each part goes through `PIPELINE`. Many functions of these tests return nothing, so nothing would be compared: there
they return all that their operations of TOSA compute. The table has one row for each file; the reasons stand below, the
most frequent first.
"""
import os, re, subprocess, sys
from variants import Table, answer, of_files, tests, verdict

PIPELINE = (
    "builtin.module(func.func(tosa-to-scf,tosa-to-linalg-named,tosa-to-linalg,tosa-to-arith{include-apply-rescale=true},"
    "tosa-to-tensor))"
)
CUT = re.compile(r"^\s*// -----.*$", re.M)
FUNCTION = re.compile(r"^(func\.func @\w+[^{]*?)\{(.*?)^\}", re.M | re.S)
RETURN = re.compile(r"^\s*return\s*$", re.M)
RESULT = re.compile(r'^\s*(%\w+) = "?tosa\..*-> \(?(tensor<[^()]*>)\)?\s*$', re.M)


def returning(match):
    """A function that returns nothing returns all that it computes."""
    head, body = match.groups()
    found = dict(RESULT.findall(body))
    if not RETURN.search(body) or not found or "attributes" in head:
        return match.group(0)
    head = re.sub(r"->\s*\(\)", "", head).rstrip()
    types = ", ".join(found.values())
    body = RETURN.sub(f"  return {', '.join(found)} : {types}", body)
    return f"{head} -> ({types}) {{{body}}}"


def measure(args, folder, path):
    rows = []
    for number, part in enumerate(CUT.split(open(path).read())):
        if "func.func" not in part:
            continue
        name = os.path.join(args.out, f"{os.path.basename(path)[:-5]}.{number}")
        before, after = name + ".mlir", name + ".after.mlir"
        open(before, "w").write(FUNCTION.sub(returning, part))
        made = subprocess.run([args.mlir_opt, f"--pass-pipeline={PIPELINE}", before, "-o", after], capture_output=True)
        if made.returncode != 0:
            rows.append((os.path.basename(name), "not made", "mlir-opt refuses it"))
            continue
        answered = answer(args, ["validate", before, after])
        if isinstance(answered, str):
            rows.append((os.path.basename(name), "no answer", answered))
            continue
        rows += [(f"{os.path.basename(name)} {one.get('function')}", *verdict(one)) for one in answered["results"]]
    return rows


def main():
    args = tests(__doc__)
    table = Table(args.list)
    for _, path, rows in of_files(args, measure):
        for name, kind, why in rows:
            table.add(os.path.basename(path)[:-5], name, kind, why)
    table.show()


if __name__ == "__main__":
    sys.exit(main())
