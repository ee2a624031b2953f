#!/usr/bin/env python3
"""Runs the parts of a polyvet command as tasks of a Dask cluster and merges what they found.

    python dask_shards.py --shards 64 --scheduler tcp://scheduler:8786 --out found -- fuzz --backend mlir --count 100000
    python dask_shards.py --shards 8 --out found -- validate --each before.mlir dump.txt --cache /shared/cache
    python dask_shards.py --shards 8 --out found -- check matmul.mlir --schedules schedules.jsonl

Without --scheduler a cluster is made on this machine (--workers). Files are read by the workers, under the names given
here. A task whose worker is lost runs again elsewhere; a part is deterministic, so nothing is lost and nothing counts
twice. The exit status is that of `polyvet merge`.
"""

import argparse
import pathlib
import subprocess
import sys
import tempfile

try:
    from dask.distributed import Client, LocalCluster, as_completed
except ImportError:
    sys.exit("dask_shards.py needs Dask: pip install dask distributed")

# Statuses that are answers: proved, refuted or findings, unknown. 2 is bad input, which no other worker makes good.
ANSWERS = (0, 1, 3)


def run_shard(polyvet, words, folder, part, parts):
    """What one part found, as text: a ledger of `fuzz`, else the answers in JSON."""
    with tempfile.TemporaryDirectory(prefix="polyvet-dask-") as ledgers:
        command = [polyvet, *words, "-q", "--shard", f"{part}/{parts}"]
        command += ["--out", ledgers] if words[0] == "fuzz" else ["--format", "json"]
        done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder)
        if done.returncode not in ANSWERS:
            raise RuntimeError(f"part {part}/{parts} ended with status {done.returncode}: {done.stderr[-2000:]}")
        if words[0] != "fuzz":
            return done.stdout
        return "".join(ledger.read_text() for ledger in sorted(pathlib.Path(ledgers).glob("*.jsonl")))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--shards", type=int, required=True, help="how many parts there are")
    parser.add_argument("--scheduler", help="address of a Dask scheduler; else a cluster is made here")
    parser.add_argument("--workers", type=int, default=2, help="workers of a cluster made here")
    parser.add_argument("--polyvet", default="polyvet", help="the program, as workers find it")
    parser.add_argument("--retries", type=int, default=3, help="how often a part that failed runs again")
    parser.add_argument("--out", type=pathlib.Path, required=True, help="folder for what the parts found, and for all of it")
    parser.add_argument("words", nargs="+", metavar="-- ARGS", help="`fuzz`, `validate --each` or `check --schedules` and their arguments")
    args = parser.parse_args()
    is_fuzz = args.words[0] == "fuzz"
    if args.words[0] not in ("fuzz", "validate", "check"):
        parser.error(f"`polyvet {args.words[0]}` has no parts: say fuzz, validate --each or check --schedules")
    args.out.mkdir(parents=True, exist_ok=True)
    end = "jsonl" if is_fuzz else "json"
    cluster = None if args.scheduler else LocalCluster(n_workers=args.workers, threads_per_worker=1, dashboard_address=None)
    with Client(args.scheduler or cluster) as client:
        print("workers:", *sorted(str(worker["pid"]) for worker in client.run(worker_facts).values()), flush=True)
        folder = str(pathlib.Path.cwd())
        tasks = {
            client.submit(run_shard, args.polyvet, args.words, folder, part, args.shards, retries=args.retries, pure=False): part
            for part in range(args.shards)
        }
        found = []
        for task in as_completed(tasks):
            part = tasks[task]
            file = args.out / f"shard_{part}_of_{args.shards}.{end}"
            file.write_text(task.result())
            found.append(str(file))
            print(f"shard {part} of {args.shards} is done", flush=True)
    if cluster:
        cluster.close()
    merge = [args.polyvet, "merge", *sorted(found), "-o", str(args.out / ("ledger.jsonl" if is_fuzz else "all.json"))]
    merge += ["--findings", str(args.out / "findings")] if is_fuzz else []
    return subprocess.run(merge, check=False).returncode


def worker_facts():
    """The process of a worker."""
    import os

    return {"pid": os.getpid()}


if __name__ == "__main__":
    sys.exit(main())
