#!/usr/bin/env python3
"""Schedules of a matrix product, judged by one call of polyvet and by islpy.

    schedules.py [--count 1000] [--seed 1] [--polyvet polyvet]

Random orders of three loops, each possibly reversed, skewed or tiled, go to `polyvet check --schedules` and to the test that one
writes with islpy: the dependences once, then for each schedule whether a sink runs no later than its source. Prints how many are
legal, whether both say so of the same ones, and the processor time of each. islpy's share is isl's, called from Python; polyvet's
includes its start, reading, and the replay and conditions of what is refuted.
"""

import argparse
import json
import random
import resource
import subprocess
import tempfile
import time
from pathlib import Path

import islpy as isl

DOMAIN = "[n] -> { S[i, j, k] : 0 <= i, j, k < n }"
READS = "[n] -> { S[i, j, k] -> C[i, j]; S[i, j, k] -> A[i, k]; S[i, j, k] -> B[k, j] }"
WRITES = "[n] -> { S[i, j, k] -> C[i, j] }"
ORDER = "[n] -> { S[i, j, k] -> [i, j, k] }"


def schedule(dice: random.Random) -> str:
    loops = dice.sample(["i", "j", "k"], 3)
    times = []
    for loop in loops:
        time_of = f"-{loop}" if dice.random() < 0.15 else loop
        if dice.random() < 0.2:
            time_of = f"{time_of} + {dice.choice(['i', 'j', 'k'])}"
        times.append(time_of)
    if dice.random() < 0.5:
        size = dice.choice([4, 8, 32])
        times = [f"floor(({time_of})/{size})" for time_of in times] + times
    return f"[n] -> {{ S[i, j, k] -> [{', '.join(times)}] }}"


def dependences() -> isl.UnionMap:
    domain = isl.UnionSet(DOMAIN)
    reads, writes = (isl.UnionMap(text).intersect_domain(domain) for text in (READS, WRITES))
    touching = (
        writes.apply_range(reads.reverse())
        .union(reads.apply_range(writes.reverse()))
        .union(writes.apply_range(writes.reverse()))
    )
    order = isl.UnionMap(ORDER).intersect_domain(domain)
    return touching.intersect(order.lex_lt_union_map(order))


def legal(order: str, deps: isl.UnionMap) -> bool:
    times = isl.UnionMap(order)
    return deps.intersect(times.lex_ge_union_map(times)).is_empty()


def by_polyvet(program: str, folder: Path, schedules: list[str]) -> tuple[dict[str, bool], float]:
    model = {"name": "matmul", "domain": DOMAIN, "reads": READS, "must_writes": WRITES, "schedule": ORDER}
    (folder / "matmul.json").write_text(json.dumps(model))
    rows = (json.dumps({"id": str(number), "schedule": text}) for number, text in enumerate(schedules))
    (folder / "rows.jsonl").write_text("\n".join(rows))
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    command = [program, "check", "matmul.json", "--schedules", "rows.jsonl", "--format", "json"]
    run = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    spent = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    results = json.loads(run.stdout)["results"]
    return {one["subject"]: one["verdict"] == "proved" for one in results}, spent


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--polyvet", default="polyvet")
    args = parser.parse_args()
    dice = random.Random(args.seed)
    schedules = [schedule(dice) for _ in range(args.count)]
    with tempfile.TemporaryDirectory() as folder:
        ours, our_time = by_polyvet(str(args.polyvet), Path(folder), schedules)
    start = time.process_time()
    deps = dependences()
    theirs = {str(number): legal(text, deps) for number, text in enumerate(schedules)}
    their_time = time.process_time() - start
    print(f"{args.count} schedules: {sum(ours.values())} legal by polyvet, {sum(theirs.values())} by islpy")
    print(f"the same ones: {ours == theirs}")
    print(f"processor time: polyvet {our_time:.2f} s, islpy {their_time:.2f} s")


if __name__ == "__main__":
    main()
