#!/usr/bin/env python3
"""Measures how many variants of kernels `polyvet validate` proves, and why it does not prove the others.

    scripts/readable/variants.py KERNELS.. [--polyvet BIN] [--mlir-opt BIN] [--seconds N] [--least N] [--only TEXT] [--list]

Each kernel, a file with one function, goes through pipelines of mlir-opt as in the benchmarks of HEC (tiles, unrolled
loops, one after the other). The sizes of the kernels, arguments of type `i32` or `index`, are assumed to be at least
`--least`: mlir-opt's unrolled loops are wrong for negative ones. The table has one row for each pipeline; the reasons
stand below, the most frequent first.
"""
import argparse, collections, concurrent.futures, glob, json, os, re, resource, shutil, subprocess, sys, tempfile

TILE, UNROLL = "affine-loop-tile{{tile-size={}}}", "affine-loop-unroll{{unroll-factor={}}}"
PIPELINES = {
    "tile 16": [TILE.format(16)],
    "tile 30": [TILE.format(30)],
    "tile 16, tile 5": [TILE.format(16), TILE.format(5)],
    "unroll 2": [UNROLL.format(2)],
    "unroll 5": [UNROLL.format(5)],
    "unroll 2, tile 16": [UNROLL.format(2), TILE.format(16)],
    "tile 16, unroll 4": [TILE.format(16), UNROLL.format(4)],
    "unroll 3, unroll 2": [UNROLL.format(3), UNROLL.format(2)],
}


def sizes(text):
    head = re.search(r"func\.func @\w+\((.*?)\) *(?:attributes|->|\{)", text, re.S).group(1)
    return re.findall(r"%(\w+): (?:i32|index)\b", head)


def spent():
    """Seconds of processor time that all programs took which were run so far."""
    all_of = resource.getrusage(resource.RUSAGE_CHILDREN)
    return all_of.ru_utime + all_of.ru_stime


def answer(args, line, wall=None):
    """What polyvet answers to a command line, or in words why there is no answer. `wall` are seconds of the clock, for
    commands that start others."""
    limit = lambda: resource.setrlimit(resource.RLIMIT_CPU, (args.seconds, args.seconds))
    line = [args.polyvet, *line, "--format", "json", "-q"]
    try:
        done = subprocess.run(line, capture_output=True, text=True, preexec_fn=limit, timeout=wall)
        return json.loads(done.stdout)
    except subprocess.TimeoutExpired:
        return "out of time"
    except ValueError:
        return "out of time" if done.returncode in (-9, -24) else f"exit {done.returncode}: {done.stderr[-200:]}"


def verdict(one):
    """The verdict of one result, and in words why there is no proof. A proof that says nothing is none."""
    text = one.get("vacuous") or (one.get("coverage") or {}).get("not_proved") or (one.get("reason") or {}).get("message")
    kind = "vacuous" if one.get("vacuous") else one.get("verdict")
    kind = "reassociated" if kind == "proved" and one.get("strength") == "reassociated" else kind
    return kind, re.sub(r"\d+", "N", re.sub(r"%[\w#]+", "%_", re.sub(r"`[^`]*`", "`..`", text or "")))


def refusal(one, place=""):
    """A diagnostic in words; `place` says what it is about."""
    return f"{one.get('code')}{place}: {verdict({'reason': one})[1]}"


def weakest(answered, order, place=lambda one: ""):
    """Of all that was answered, diagnostics with it, the verdict that is first in an order."""
    if isinstance(answered, str):
        return "no answer", answered
    errors = [one for one in answered["diagnostics"] if one["severity"] == "error"]
    found = [("refused", refusal(one, place(one))) for one in errors]
    found += [verdict(one) for one in answered["results"]]
    return min(found or [("refused", "no result")], key=lambda one: order.index(one[0]))


def judge(args, before, after, names):
    """The verdict, and in words why there is no proof."""
    assumed = [part for name in names for part in ("--assume", f"{name} >= {args.least}")]
    answered = answer(args, ["validate", before, after, *assumed])
    if isinstance(answered, str):
        return "no answer", answered
    if not answered["results"]:
        return "no answer", "no result"
    return verdict(answered["results"][0])


def options(description, only):
    """The options that scripts with a `Table` have in common."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--polyvet", default="polyvet")
    parser.add_argument("--seconds", type=int, default=10, help="of processor time for each question")
    parser.add_argument("--least", type=int, default=2)
    parser.add_argument("--only", default="", help=only)
    parser.add_argument("--list", action="store_true", help="say what becomes of each pair")
    return parser


def tests(doc):
    """The options of a script that goes through MLIR's own tests."""
    parser = options(doc, "only files whose path contains this")
    parser.add_argument("tests", nargs="+")
    parser.add_argument("--mlir-opt", default="mlir-opt-22")
    parser.add_argument("--out", default=None, help="keep what was made of the tests here")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    args = parser.parse_args()
    args.out = args.out or tempfile.mkdtemp()
    os.makedirs(args.out, exist_ok=True)
    return args


def of_files(args, measure):
    """The given folder, and what `measure` says of each file in it, in order, with the progress on a terminal."""
    tests = [t.rstrip("/") for t in args.tests]
    files = [(t, f) for t in tests for f in (glob.glob(f"{t}/**/*.mlir", recursive=True) if os.path.isdir(t) else [t])]
    files = sorted((t, f) for t, f in files if args.only in f)
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        for number, ((folder, path), rows) in enumerate(zip(files, pool.map(lambda f: measure(args, *f), files))):
            if sys.stderr.isatty():
                print(f"\r{number + 1} of {len(files)} files", end="", file=sys.stderr)
            yield folder, path, rows


class Table:
    """Verdicts by title, and why the others are not proved."""

    def __init__(self, is_listed):
        self.is_listed = is_listed
        self.rows, self.reasons = collections.defaultdict(collections.Counter), collections.Counter()

    def add(self, title, name, verdict, why):
        self.rows[title][verdict] += 1
        if verdict != "proved":
            self.reasons[(verdict, why)] += 1
        if self.is_listed:
            print(f"{name}: {verdict} {why}", flush=True)

    def show(self):
        self.rows["all"] = sum(self.rows.values(), collections.Counter())
        for title, row in self.rows.items():
            print(f"{title:20}", ", ".join(f"{count} {kind}" for kind, count in row.most_common()))
        for (kind, why), count in self.reasons.most_common():
            print(f"{count:5} {kind}: {why}")


def main():
    parser = options(__doc__, "pipelines with this in their name")
    parser.add_argument("kernels", nargs="+")
    parser.add_argument("--mlir-opt", default=shutil.which("mlir-opt-22") or "mlir-opt")
    args = parser.parse_args()
    table = Table(args.list)
    with tempfile.TemporaryDirectory() as folder:
        for kernel in sorted(args.kernels):
            text = open(kernel).read()
            for title, passes in PIPELINES.items():
                if args.only not in title:
                    continue
                after = os.path.join(folder, os.path.basename(kernel))
                line = f"builtin.module(func.func({','.join(passes)}))"
                made = subprocess.run([args.mlir_opt, kernel, f"-pass-pipeline={line}", "-o", after], capture_output=True)
                if made.returncode != 0:
                    table.rows[title]["not made"] += 1
                    continue
                table.add(title, f"{os.path.basename(kernel)}, {title}", *judge(args, kernel, after, sizes(text)))
    table.show()


if __name__ == "__main__":
    sys.exit(main())
