#!/usr/bin/env python3
"""Measures how many of mlir-tv's pairs `polyvet validate` answers rightly, and why it does not prove or refute the others.

    scripts/readable/mlir_tv.py FOLDER [--polyvet BIN] [--seconds N] [--only TEXT] [--jobs N] [--list]

FOLDER is `tests` of a clone of https://github.com/aqjune/mlir-tv: pairs X.src.mlir and X.tgt.mlir. A line of the
source says whether the target is correct (`// VERIFY`) or not (`// VERIFY-INCORRECT`); pairs that say something else are
counted, not run. A pair's verdict is that of the function that is worst: refuted, then refused, no answer, unknown,
vacuous, tested, reassociated, proved. Correct pairs that are refuted and incorrect ones that are proved stand at the end
by name: each is a fault of one of the tools, or a rule on which they differ. The reasons stand above, the most frequent
first.
"""
import collections, concurrent.futures, glob, os, re, sys
from variants import Table, answer, options, weakest

# The worst first.
ORDER = ["refuted", "refused", "no answer", "unknown", "vacuous", "tested", "reassociated", "proved"]
EXPECTED = {"VERIFY": "correct", "VERIFY-INCORRECT": "incorrect"}
DIRECTIVE = re.compile(r"^// *(VERIFY(?:-INCORRECT)?)\s*$", re.M)


def pairs(args):
    """Each pair: its name, what is expected of it (None if nothing), and both paths."""
    for before in sorted(glob.glob(f"{args.folder}/**/*.src.mlir", recursive=True)):
        after = before[: -len(".src.mlir")] + ".tgt.mlir"
        name = os.path.relpath(before, args.folder)[: -len(".src.mlir")]
        if args.only in name and os.path.exists(after):
            found = DIRECTIVE.search(open(before, errors="replace").read())
            yield name, EXPECTED[found.group(1)] if found else None, before, after


def main():
    parser = options(__doc__, "only pairs whose name contains this")
    parser.add_argument("folder")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    args = parser.parse_args()
    work, table, doubtful = list(pairs(args)), Table(args.list), collections.defaultdict(list)
    run = [(name, expected, before, after) for name, expected, before, after in work if expected]
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        verdicts = pool.map(lambda one: weakest(answer(args, ["validate", *one[2:]]), ORDER), run)
        for (name, expected, _, _), (verdict, reason) in zip(run, verdicts):
            table.add(expected, f"{name}, {expected}", verdict, f"{reason} ({expected})")
            if (expected, verdict) in (("correct", "refuted"), ("incorrect", "proved")):
                doubtful[expected].append(name)
    table.show()
    print(f"{len(work) - len(run)} pairs expect something else, and are not run")
    for expected, names in sorted(doubtful.items()):
        print(f"{expected}, but {'refuted' if expected == 'correct' else 'proved'}:", ", ".join(names))


if __name__ == "__main__":
    sys.exit(main())
