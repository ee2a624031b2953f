#!/usr/bin/env python3
"""What it costs to validate a pass, in processor time of the pass itself.

    cost_of_passes.py FILES.. [--run-lines] [--polyvet BIN] [--mlir-opt BIN] [--every N] [--seconds N]

FILES are programs or folders. Each goes through each pass below alone, or, with `--run-lines`, which is for MLIR's own
tests, through what its RUN lines say, cut where these cut it. Where that changes the program, `polyvet validate` compares
both, without the search for numbers that a proof is checked with and with it (`--no-cross-check` leaves it out). Printed are
the ratios of processor time, validation to pass, both with the start of the program: the median, and how many are at most 3.
There is a row for each pass, or for each folder of tests.
"""

import argparse
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Iterator

sys.path.append(str(Path(__file__).parent.parent / "readable"))
from passes import CUT, commands  # noqa: E402
from variants import spent  # noqa: E402

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


class Clock:
    """Runs programs, each within so many seconds, and says how much processor time they take."""

    def __init__(self, seconds: float):
        self.seconds = seconds

    def run(self, command: list[str], text: str | None = None) -> tuple[subprocess.CompletedProcess | None, float]:
        before = spent()
        try:
            done = subprocess.run(command, input=text, capture_output=True, text=True, timeout=self.seconds, errors="replace")
        except subprocess.TimeoutExpired:
            done = None
        return done, spent() - before

    def output(self, command: list[str], text: str | None = None) -> str | None:
        """What a program prints, if it ends well."""
        done, _ = self.run(command, text)
        return done.stdout if done is not None and done.returncode == 0 else None


# The title of a pass, the program before and after it, and the seconds that the pass took.
Pair = tuple[str, str, str, float]


def through_passes(args: argparse.Namespace, clock: Clock, file: Path) -> Iterator[Pair]:
    before = clock.output([args.mlir_opt, str(file)])
    for one in PASSES if before is not None else []:
        done, seconds = clock.run([args.mlir_opt, one, "-"], before)
        if done is not None and done.returncode == 0 and done.stdout != before:
            yield one, before, done.stdout, seconds


def through_run_lines(args: argparse.Namespace, clock: Clock, file: Path) -> Iterator[Pair]:
    text = file.read_text(errors="replace")
    for is_cut, command in commands(text, args.mlir_opt):
        for part in CUT.split(text) if is_cut else [text]:
            before = clock.output([args.mlir_opt, "--allow-unregistered-dialect", "-"], part) if "func" in part else None
            done, seconds = clock.run([*command, "-"], part) if before is not None else (None, 0)
            if done is not None and done.returncode == 0 and done.stdout not in ("", before):
                yield file.parent.name, before, done.stdout, seconds


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--run-lines", action="store_true")
    parser.add_argument("--polyvet", default="polyvet")
    parser.add_argument("--mlir-opt", default="mlir-opt")
    parser.add_argument("--every", type=int, default=1, help="one of so many files")
    parser.add_argument("--seconds", type=float, default=60)
    args = parser.parse_args()
    clock = Clock(args.seconds)
    files = [one for path in args.files for one in (sorted(path.rglob("*.mlir")) if path.is_dir() else [path])]
    ratios: dict[str, dict[str, list[float]]] = {}
    answers: dict[str, int] = {}
    with tempfile.TemporaryDirectory() as folder:
        before, after = Path(folder, "before.mlir"), Path(folder, "after.mlir")
        pairs = through_run_lines if args.run_lines else through_passes
        for title, *texts, seconds in (pair for file in files[:: args.every] for pair in pairs(args, clock, file)):
            for path, text in zip((before, after), texts):
                path.write_text(text)
            command = [args.polyvet, "validate", str(before), str(after), "-q"]
            for way, more in (("with runs", []), ("without", ["--no-cross-check"])):
                judged, cost = clock.run(command + more)
                # What takes too long counts with what it took.
                if judged is not None and judged.returncode == 2:
                    answers["not read"] = answers.get("not read", 0) + 1
                    continue
                ratios.setdefault(title, {}).setdefault(way, []).append(cost / seconds)
                if judged is None or not more:
                    for line in ["out of time"] if judged is None else judged.stdout.splitlines():
                        word = line.split(":")[0]
                        if word in ("proved", "refuted", "tested", "unknown", "vacuous", "out of time"):
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
