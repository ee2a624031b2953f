#!/usr/bin/env python3
"""What it costs to validate a pass, in processor time of the pass itself.

    passes.py FILES.. [--polyvet BIN] [--mlir-opt BIN] [--every N] [--seconds N]

FILES are programs or folders. Each goes through each pass below alone. Where that changes the program, `polyvet validate` compares
both, without the search for numbers that a proof is checked with and with it (`--no-cross-check` leaves it out). Printed are the ratios
of processor time, validation to pass, both with the start of the program: the median, and how many are at most 3.
"""

import argparse
import os
import resource
import statistics
import subprocess
import tempfile
from pathlib import Path

PASSES = [
    "--canonicalize",
    "--cse",
    "--loop-invariant-code-motion",
    "--linalg-fuse-elementwise-ops",
    "--linalg-generalize-named-ops",
    "--convert-linalg-to-affine-loops",
    "--one-shot-bufferize=bufferize-function-boundaries",
    "--affine-loop-fusion",
    "--affine-loop-tile=tile-size=8",
    "--affine-loop-unroll=unroll-factor=4",
    "--affine-scalrep",
    "--lower-affine",
]


def run(command: list[str], seconds: float) -> tuple[subprocess.CompletedProcess | None, float]:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=seconds, errors="replace")
    except subprocess.TimeoutExpired:
        done = None
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return done, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--polyvet", default="polyvet")
    parser.add_argument("--mlir-opt", default="mlir-opt")
    parser.add_argument("--every", type=int, default=1, help="one of so many files")
    parser.add_argument("--seconds", type=float, default=60)
    args = parser.parse_args()
    files = [one for path in args.files for one in (sorted(path.rglob("*.mlir")) if path.is_dir() else [path])]
    ratios: dict[str, dict[str, list[float]]] = {}
    answers: dict[str, int] = {}
    with tempfile.TemporaryDirectory() as folder:
        before, after = Path(folder, "before.mlir"), Path(folder, "after.mlir")
        for file in files[:: args.every]:
            plain, _ = run([args.mlir_opt, str(file)], args.seconds)
            if plain is None or plain.returncode != 0:
                continue
            before.write_text(plain.stdout)
            for one in PASSES:
                done, spent = run([args.mlir_opt, one, str(before)], args.seconds)
                if done is None or done.returncode != 0 or done.stdout == plain.stdout:
                    continue
                after.write_text(done.stdout)
                command = [args.polyvet, "validate", str(before), str(after), "-q"]
                for way, more in (("with runs", []), ("without", ["--no-cross-check"])):
                    judged, cost = run(command + more, args.seconds)
                    if judged is None or judged.returncode == 2:
                        answers["no answer"] = answers.get("no answer", 0) + 1
                        continue
                    ratios.setdefault(one, {}).setdefault(way, []).append(cost / spent)
                    if not more:
                        for line in judged.stdout.splitlines():
                            word = line.split(":")[0]
                            if word in ("proved", "refuted", "tested", "unknown", "vacuous"):
                                answers[word] = answers.get(word, 0) + 1
    print(f"{'pass':55} pairs  median, with runs  without")
    rows = {**ratios, "all": {way: [r for one in ratios.values() for r in one.get(way, [])] for way in ("with runs", "without")}}
    for name, of in rows.items():
        medians = [statistics.median(of[way]) if of.get(way) else float("nan") for way in ("with runs", "without")]
        print(f"{name:55} {len(of.get('with runs', [])):5} {medians[0]:18.2f} {medians[1]:8.2f}")
    for way, all_of in rows["all"].items():
        print(f"{way}: {sum(ratio <= 3 for ratio in all_of)} of {len(all_of)} cost at most 3 times the pass")
    print(", ".join(f"{count} {word}" for word, count in sorted(answers.items(), key=lambda one: -one[1])))


if __name__ == "__main__":
    main()
