#!/usr/bin/env python3
"""Measures how many programs of other front ends polyvet reads, models and proves equal.

    python3 -m venv V && V/bin/pip install iree-base-compiler jax
    V/bin/python scripts/front-ends/run.py [--polyvet BIN] [--keep FOLDER] [--list]

`programs.py` writes JAX functions as StableHLO; `iree-compile` and `iree-opt`, taken from where this Python has its
programs or from PATH, lower them. Read: `polyvet parse` ends with 0. Modelled: `polyvet relations` does. Proved: the
first of the columns against the program at the level `input` of `iree-compile` (`polyvet validate`). `--list` names the
others with the reason.
"""
import argparse
import collections
import os
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
LOCAL = ["--iree-hal-target-device=local", "--iree-hal-local-target-device-backends=llvm-cpu"]
TO_FUNC = "--iree-stablehlo-input-transformation-pipeline"
BUFFERS = "--one-shot-bufferize=bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map"
LEVELS = [
    ("iree-compile --compile-to=input", ["iree-compile", "--iree-input-type=stablehlo", "--compile-to=input"], "stablehlo"),
    (
        "iree-compile --compile-to=preprocessing",
        ["iree-compile", "--iree-input-type=stablehlo", *LOCAL, "--compile-to=preprocessing"],
        "stablehlo",
    ),
    ("iree-opt --linalg-fuse-elementwise-ops", ["iree-opt", "--linalg-fuse-elementwise-ops"], "input"),
    ("iree-opt --mlir-print-op-generic", ["iree-opt", "--mlir-print-op-generic"], "input"),
    ("iree-opt " + TO_FUNC, ["iree-opt", TO_FUNC], "stablehlo"),
    ("iree-opt --one-shot-bufferize --convert-linalg-to-loops", ["iree-opt", TO_FUNC, BUFFERS, "--convert-linalg-to-loops"], "stablehlo"),
]
NAMES = ["input", "preprocessing", "fused", "generic", "func", "loops"]


def tool(name):
    beside = os.path.join(os.path.dirname(sys.executable), name)
    found = beside if os.path.exists(beside) else shutil.which(name)
    if found is None:
        sys.exit(f"`{name}` is not installed: pip install iree-base-compiler")
    return found


def run(command, seconds=120):
    try:
        return subprocess.run(command, capture_output=True, text=True, timeout=seconds)
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(command, 124, "", f"more than {seconds} s")


def lower(words, source, target):
    done = run([tool(words[0]), *words[1:], source, "-o", target])
    if done.returncode != 0 and os.path.exists(target):
        os.remove(target)
    return done.returncode == 0


def reason(done):
    lines = [line.strip() for line in (done.stdout + done.stderr).splitlines() if line.strip()]
    told = [line for line in lines if line.startswith(("error", "warning", "not proved"))]
    return (told or lines or [f"exit {done.returncode}"])[-1 if told and told[-1].startswith("not") else 0][:140]


def measure(args, name, folder, names):
    counts, others = collections.Counter(), []
    for program in names:
        path = f"{folder}/{name}/{program}.mlir"
        if not os.path.exists(path):
            continue
        counts["files"] += 1
        steps = [("read", [args.polyvet, "parse", path]), ("modelled", [args.polyvet, "relations", path])]
        first = f"{folder}/input/{program}.mlir"
        if name == "stablehlo":
            steps.append(("proved", [args.polyvet, "validate", "-q", "--allow", "reassoc", path, f"{folder}/func/{program}.mlir"]))
        elif name != "input":
            steps.append(("proved", [args.polyvet, "validate", "-q", "--allow", "reassoc", first, path]))
        for what, command in steps:
            done = run(command)
            if done.returncode == 0:
                counts[what] += 1
            else:
                others.append(f"  {program}: not {what}: {reason(done)}")
                if what == "read":
                    break
    return counts, others


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--polyvet", default="polyvet")
    parser.add_argument("--keep", help="leave the programs in this folder")
    parser.add_argument("--list", action="store_true")
    args = parser.parse_args()
    folder = args.keep or tempfile.mkdtemp()
    subprocess.run([sys.executable, f"{HERE}/programs.py", f"{folder}/stablehlo"], check=True)
    names = sorted(name[:-5] for name in os.listdir(f"{folder}/stablehlo"))
    print("| programs | files | read | modelled | proved against level `input` |\n|---|---|---|---|---|")
    for name, (shown, words, source) in zip(NAMES, LEVELS):
        os.makedirs(f"{folder}/{name}", exist_ok=True)
        for program in names:
            lower(words, f"{folder}/{source}/{program}.mlir", f"{folder}/{name}/{program}.mlir")
        counts, others = measure(args, name, folder, names)
        proved = "" if name == "input" else counts["proved"]
        print(f"| `{shown}` | {counts['files']} | {counts['read']} | {counts['modelled']} | {proved} |", flush=True)
        if args.list:
            print("\n".join(others), file=sys.stderr)
    counts, others = measure(args, "stablehlo", folder, names)
    print(f"\nAs JAX prints them: {counts['files']} files, {counts['read']} read, {counts['modelled']} modelled; "
          f"{counts['proved']} lowered to functions of `func` proved")
    if args.list:
        print("\n".join(others), file=sys.stderr)
    if not args.keep:
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
