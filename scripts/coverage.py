#!/usr/bin/env python3
"""The table of scripts/coverage.sh: reads llvm-cov's JSON, prints lines and branches by crate."""
import collections
import json
import pathlib
import sys

# What tests are made of is no subject of them.
HELPERS = {"tests", "generate", "runs", "python"}


def main():
    root = pathlib.Path(__file__).resolve().parent.parent
    crates = collections.defaultdict(lambda: [0, 0, 0, 0])
    for file in json.load(sys.stdin)["data"][0]["files"]:
        path = pathlib.Path(file["filename"])
        if not path.is_relative_to(root):
            continue
        parts = path.relative_to(root).parts
        if parts[0] in HELPERS or parts[1] != "src":
            continue
        counts = [file["summary"][kind][what] for kind in ("lines", "branches") for what in ("covered", "count")]
        crates[parts[0]] = [a + b for a, b in zip(crates[parts[0]], counts)]
    if not crates:
        sys.exit("coverage: the report names no file of this repository")
    print("| crate | lines | run | branches | taken |\n| --- | --- | --- | --- | --- |")
    for name, counts in [*sorted(crates.items()), ("all", [sum(column) for column in zip(*crates.values())])]:
        print(f"| `{name}` |" if name != "all" else "| all |", row(counts))


def row(counts):
    lines, all_lines, branches, all_branches = counts
    return f"{all_lines} | {share(lines, all_lines)} | {all_branches} | {share(branches, all_branches)} |"


def share(part, whole):
    return f"{100 * part / whole:.1f}%" if whole else "none"


if __name__ == "__main__":
    main()
