#!/usr/bin/env python3
"""Validates what mlir-opt makes of many kernels by many pipelines, and tabulates the verdicts.

    scripts/matrix/run.py OUT [--kernels GLOB..] [--pipelines REGEX] [--jobs N] [--polyvet BIN] [--mlir-opt BIN]

Each pair (KERNEL, PIPELINE) that mlir-opt accepts and changes is kept in OUT, with one row in OUT/matrix.tsv: kernel,
pipeline, function, verdict, strength, milliseconds, reason. Pairs of one text are run once.
"""
import argparse, collections, concurrent.futures, glob, hashlib, json, os, re, subprocess, sys, time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))


def pipelines(pattern):
    found = {}
    for line in open(os.path.join(HERE, "pipelines.txt")):
        if line.strip() and not line.startswith("#"):
            name, rest = line.strip().split(": ", 1)
            words = [w.replace("\0", " ") for w in rest.replace("\\ ", "\0").split()]
            if re.search(pattern, name):
                found[name] = words
    return found


def arguments(words):
    for word in words:
        if word.startswith("@"):
            script = os.path.join(HERE, "transforms", word[1:] + ".mlir")
            yield f"--transform-preload-library=transform-library-paths={script}"
            yield "--transform-interpreter"
        else:
            yield word


def mlir_opt(args, path, words):
    """The output of mlir-opt, one process a pipeline step that is a script."""
    command = [args.mlir_opt, path, *arguments(words)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    except subprocess.TimeoutExpired:
        return None, "timeout"
    return (done.stdout, "") if done.returncode == 0 else (None, done.stderr.strip().split("\n")[0][:200])


def functions(text):
    """The text of each function of generic-free output, by name."""
    return {m.group(1): m.group(0) for m in re.finditer(r"func\.func (?:private )?@([\w$.-]+).*?\n  }", text, re.S)}


def validate(args, before, after, func):
    start = time.monotonic()
    command = [args.polyvet, "validate", before, after, "--func", func, "--format", "json"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=args.timeout)
    except subprocess.TimeoutExpired:
        return "timeout", "", "", args.timeout * 1000
    spent = (time.monotonic() - start) * 1000
    try:
        results = json.loads(done.stdout)["results"]
    except ValueError:
        results = []
    if not results:
        return "error", "", (done.stderr.strip() or "no result").split("\n")[0][:300], spent
    result = results[0]
    reason = result.get("reason") or {}
    text = reason.get("message") or reason.get("text") or (json.dumps(reason) if reason else "")
    if result["verdict"] == "tested":
        text = json.dumps(result.get("coverage") or reason)
    if result["verdict"] == "refuted":
        text = json.dumps(result.get("witness", {}).get("replay"))
    return result["verdict"], result.get("strength") or "", text, spent


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out")
    parser.add_argument("--kernels", nargs="*")
    parser.add_argument("--pipelines", default="")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--timeout", type=float, default=60)
    parser.add_argument("--polyvet", default=os.path.join(ROOT, "target/debug/polyvet"))
    parser.add_argument("--mlir-opt", default="mlir-opt-22")
    parser.add_argument("--again", help="a matrix.tsv: only rows of these verdicts, e.g. tested,unknown")
    args = parser.parse_args()
    os.makedirs(args.out, exist_ok=True)
    places = args.kernels or [os.path.join(HERE, "kernels/*.mlir"), os.path.join(ROOT, "corpus/kernels/*.mlir"),
                              os.path.join(ROOT, "corpus/linalg/*.mlir"), os.path.join(ROOT, "examples/*.mlir")]
    kernels = sorted(path for place in places for path in glob.glob(place))
    todo = pipelines(args.pipelines)
    jobs, seen, refused = [], set(), collections.Counter()

    def make(kernel):
        stem = os.path.splitext(os.path.basename(kernel))[0]
        if os.path.basename(os.path.dirname(kernel)) in ("good", "bad"):
            stem = stem.removesuffix(".before")
        plain, why = mlir_opt(args, kernel, [])
        if plain is None:
            return [(stem, "-", None, why)]
        before = os.path.join(args.out, stem + ".before.mlir")
        open(before, "w").write(plain)
        made = []
        for name, words in todo.items():
            text, why = mlir_opt(args, before, words)
            if text is None:
                made.append((stem, name, None, why))
                continue
            new, old = functions(text), functions(plain)
            after = os.path.join(args.out, f"{stem}.{name}.after.mlir")
            changed = [f for f in old if f in new and new[f] != old[f] and "private @" + f not in old[f]]
            digest = hashlib.sha1((plain + "\0" + text).encode()).hexdigest()
            if not changed or digest in seen:
                continue
            seen.add(digest)
            open(after, "w").write(text)
            made.extend((stem, name, func, (before, after)) for func in changed)
        return made

    rows = []
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        for made in pool.map(make, kernels):
            for stem, name, func, rest in made:
                if func is None:
                    refused[name] += 1
                else:
                    jobs.append((stem, name, func, rest))
        print(f"{len(kernels)} kernels, {len(todo)} pipelines: {len(jobs)} pairs, {sum(refused.values())} refused by mlir-opt",
              file=sys.stderr)

        def decide(job):
            stem, name, func, (before, after) = job
            return (stem, name, func, *validate(args, before, after, func))

        for row in pool.map(decide, jobs):
            rows.append(row)
    rows.sort()
    with open(os.path.join(args.out, "matrix.tsv"), "w") as table:
        print("kernel\tpipeline\tfunc\tverdict\tstrength\tms\treason", file=table)
        for stem, name, func, verdict, strength, reason, spent in rows:
            print(stem, name, func, verdict, strength, round(spent), reason.replace("\t", " "), sep="\t", file=table)
    tally = collections.Counter((row[3], row[4]) for row in rows)
    for (verdict, strength), count in tally.most_common():
        print(f"{count:5} {verdict} {strength}")
    reasons = collections.Counter()
    for row in rows:
        if row[3] not in ("proved", "refuted"):
            text = re.sub(r"^.*not proved: ", "", row[5])
            reasons[(row[3], re.sub(r"`[%@][^`]*`", "`%`", text)[:160])] += 1
    for (verdict, reason), count in reasons.most_common(60):
        print(f"{count:5} {verdict}: {reason}")
    for row in rows:
        if row[3] == "refuted":
            print("refuted:", row[0], row[1], row[2], row[5])


main()
