#!/usr/bin/env python3
"""Runs the shards of `polyvet fuzz` as tasks of a Dask cluster and merges their ledgers.

    python dask_fuzz.py --shards 64 --scheduler tcp://scheduler:8786 --out found -- --backend mlir --count 100000

Without --scheduler a cluster is made on this machine (--workers). A task whose worker is lost runs again
elsewhere; a shard is deterministic, so nothing is lost and nothing counts twice.
"""

import argparse
import pathlib
import subprocess
import sys
import tempfile

try:
    from dask.distributed import Client, LocalCluster, as_completed
except ImportError:
    sys.exit("dask_fuzz.py needs Dask: pip install dask distributed")


def run_shard(polyvet, words, part, parts):
    """The ledger of one shard, as text."""
    with tempfile.TemporaryDirectory(prefix="polyvet-dask-") as folder:
        command = [polyvet, "fuzz", "-q", "--shard", f"{part}/{parts}", "--out", folder, *words]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        # 1 means findings.
        if done.returncode not in (0, 1):
            raise RuntimeError(f"shard {part}/{parts} ended with status {done.returncode}: {done.stderr[-2000:]}")
        ledgers = sorted(pathlib.Path(folder).glob("*.jsonl"))
        return "".join(ledger.read_text() for ledger in ledgers)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--shards", type=int, required=True, help="how many parts the campaign has")
    parser.add_argument("--scheduler", help="address of a Dask scheduler; else a cluster is made here")
    parser.add_argument("--workers", type=int, default=2, help="workers of a cluster made here")
    parser.add_argument("--polyvet", default="polyvet", help="the program, as workers find it")
    parser.add_argument("--retries", type=int, default=3, help="how often a shard that failed runs again")
    parser.add_argument("--out", type=pathlib.Path, required=True, help="folder for ledgers and findings")
    parser.add_argument("words", nargs="+", metavar="-- ARGS", help="arguments of `polyvet fuzz`")
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    cluster = None if args.scheduler else LocalCluster(n_workers=args.workers, threads_per_worker=1, dashboard_address=None)
    with Client(args.scheduler or cluster) as client:
        print("workers:", *sorted(str(worker["pid"]) for worker in client.run(worker_facts).values()), flush=True)
        tasks = {
            client.submit(run_shard, args.polyvet, args.words, part, args.shards, retries=args.retries, pure=False): part
            for part in range(args.shards)
        }
        ledgers = []
        for task in as_completed(tasks):
            part = tasks[task]
            ledger = args.out / f"shard_{part}_of_{args.shards}.jsonl"
            ledger.write_text(task.result())
            ledgers.append(ledger)
            print(f"shard {part} of {args.shards} is done", flush=True)
    if cluster:
        cluster.close()
    merge = [args.polyvet, "merge", *map(str, sorted(ledgers)), "-o", str(args.out / "ledger.jsonl")]
    return subprocess.run([*merge, "--findings", str(args.out / "findings")], check=False).returncode


def worker_facts():
    """The process of a worker."""
    import os

    return {"pid": os.getpid()}


if __name__ == "__main__":
    sys.exit(main())
