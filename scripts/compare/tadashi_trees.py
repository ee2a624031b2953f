#!/usr/bin/env python3
"""Schedules that tadashi makes, judged by tadashi and by one call of polyvet.

    tadashi_trees.py [--count 300] [--seed 1] [--polyvet polyvet]

Four loop nests are read by tadashi (pet, from C). Random sequences of its transformations (interchange, tiles, shifts, fusion,
distribution) give schedule trees. tadashi says of each whether it is legal, as it makes it; polyvet reads all trees of a nest in
one call of `check --schedules`, against a model of the nest that is written here. Prints how many are legal, whether both say so
of the same ones, and the processor time of each: tadashi's is that of its transformations, legality included; polyvet's includes
its start, reading, and for what is illegal the two iterations and their conditions. Needs `pip install tadashi`.
"""

import argparse
import json
import os
import random
import resource
import subprocess
import tempfile
import time
from pathlib import Path

from tadashi import TrEnum
from tadashi.translators import Pet

NESTS = {
    "gemm": {
        "c": """void f(int n, double C[n][n], double A[n][n], double B[n][n]) {
#pragma scop
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
        C[i][j] += A[i][k] * B[k][j];
#pragma endscop
}
""",
        "domain": "S_0[i, j, k] : 0 <= i, j, k < n",
        "reads": "S_0[i, j, k] -> C[i, j]; S_0[i, j, k] -> A[i, k]; S_0[i, j, k] -> B[k, j]",
        "writes": "S_0[i, j, k] -> C[i, j]",
        "order": "S_0[i, j, k] -> [i, j, k]",
    },
    "gauss_seidel": {
        "c": """void f(int n, double A[n][n]) {
#pragma scop
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++)
      A[i][j] = A[i - 1][j] + A[i][j - 1] + A[i + 1][j] + A[i][j + 1];
#pragma endscop
}
""",
        "domain": "S_0[i, j] : 0 < i, j < n - 1",
        "reads": "S_0[i, j] -> A[i - 1, j]; S_0[i, j] -> A[i, j - 1]; S_0[i, j] -> A[i + 1, j]; S_0[i, j] -> A[i, j + 1]",
        "writes": "S_0[i, j] -> A[i, j]",
        "order": "S_0[i, j] -> [i, j]",
    },
    "jacobi": {
        "c": """void f(int t, int n, double A[n], double B[n]) {
#pragma scop
  for (int s = 0; s < t; s++) {
    for (int i = 1; i < n - 1; i++)
      B[i] = A[i - 1] + A[i] + A[i + 1];
    for (int i = 1; i < n - 1; i++)
      A[i] = B[i];
  }
#pragma endscop
}
""",
        "params": "t, n",
        "domain": "S_0[s, i] : 0 <= s < t and 0 < i < n - 1; S_1[s, i] : 0 <= s < t and 0 < i < n - 1",
        "reads": "S_0[s, i] -> A[i - 1]; S_0[s, i] -> A[i]; S_0[s, i] -> A[i + 1]; S_1[s, i] -> B[i]",
        "writes": "S_0[s, i] -> B[i]; S_1[s, i] -> A[i]",
        "order": "S_0[s, i] -> [s, 0, i]; S_1[s, i] -> [s, 1, i]",
    },
    "elimination": {
        "c": """void f(int n, double A[n][n]) {
#pragma scop
  for (int k = 0; k < n; k++)
    for (int i = k + 1; i < n; i++)
      for (int j = k + 1; j < n; j++)
        A[i][j] -= A[i][k] * A[k][j];
#pragma endscop
}
""",
        "domain": "S_0[k, i, j] : 0 <= k < i < n and k < j < n",
        "reads": "S_0[k, i, j] -> A[i, j]; S_0[k, i, j] -> A[i, k]; S_0[k, i, j] -> A[k, j]",
        "writes": "S_0[k, i, j] -> A[i, j]",
        "order": "S_0[k, i, j] -> [k, i, j]",
    },
}

TRANSFORMATIONS = [
    TrEnum.INTERCHANGE,
    TrEnum.TILE_1D,
    TrEnum.TILE_2D,
    TrEnum.TILE_3D,
    TrEnum.FULL_SHIFT_VAR,
    TrEnum.FULL_SHIFT_VAL,
    TrEnum.FULL_FUSE,
    TrEnum.FULL_SPLIT,
]


def arguments(node, transformation: TrEnum, dice: random.Random) -> list | None:
    """Some of those that the node allows; tiles and shifts are small."""
    chosen = []
    for allowed in node.available_args(transformation):
        if isinstance(allowed, list):
            if not allowed:
                return None
            chosen.append(dice.choice(allowed))
        elif transformation.name.startswith("TILE"):
            chosen.append(dice.choice([2, 8, 32]))
        else:
            chosen.append(dice.choice([-2, -1, 1, 2]))
    return chosen if node.valid_args(transformation, *chosen) else None


def trees(source: Path, count: int, dice: random.Random) -> tuple[list[tuple[str, bool]], float]:
    """Schedule trees with what tadashi says of them, and its processor time."""
    found, spent = [], 0.0
    while len(found) < count:
        # Not `reset`: tadashi 0.5.1 does not take tiles back.
        pet = Pet()
        pet.set_source(str(source), [])
        legal = None
        for _ in range(dice.randint(1, 3)):
            nodes = list(pet.scops[0].schedule_tree)
            choices = [(node, one) for node in nodes for one in TRANSFORMATIONS if node.valid_transformation(one)]
            node, transformation = dice.choice(choices)
            given = arguments(node, transformation, dice)
            if given is None:
                continue
            start = time.process_time()
            legal = node.transform(transformation, *given)
            spent += time.process_time() - start
        if legal is not None:
            text = pet.scops[0].schedule_tree[0].yaml_str
            found.append(("\n".join(line for line in text.splitlines() if not line.startswith("#")), legal))
    return found, spent


def by_polyvet(program: str, nest: dict, made: list[tuple[str, bool]], folder: Path) -> tuple[dict[str, str], float]:
    params = f"[{nest.get('params', 'n')}] -> "
    model = {
        "name": "f",
        "context": params + "{ : }",
        "domain": f"{params}{{ {nest['domain']} }}",
        "reads": f"{params}{{ {nest['reads']} }}",
        "must_writes": f"{params}{{ {nest['writes']} }}",
        "may_writes": params + "{ }",
        "schedule": f"{params}{{ {nest['order']} }}",
    }
    (folder / "f.scop.json").write_text(json.dumps(model))
    lines = [json.dumps({"id": str(number), "schedule": tree}) for number, (tree, _) in enumerate(made)]
    (folder / "trees.jsonl").write_text("\n".join(lines))
    command = [program, "check", str(folder / "f.scop.json"), "--schedules", str(folder / "trees.jsonl"), "--format", "json", "-q"]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    if run.returncode not in (0, 1):
        raise SystemExit(run.stderr)
    answers = json.loads(run.stdout)["results"]
    return {answer["subject"]: answer["verdict"] for answer in answers}, spent


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=300, help="schedules of each nest")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--polyvet", type=Path, default=Path("polyvet"))
    args = parser.parse_args()
    program = str(args.polyvet.resolve()) if os.sep in str(args.polyvet) else str(args.polyvet)
    dice = random.Random(args.seed)
    for name, nest in NESTS.items():
        with tempfile.TemporaryDirectory() as folder:
            source = Path(folder) / "f.c"
            source.write_text(nest["c"])
            made, their_time = trees(source, args.count, dice)
            ours, our_time = by_polyvet(program, nest, made, Path(folder))
        theirs = {str(number): "proved" if legal else "refuted" for number, (_, legal) in enumerate(made)}
        legal = sum(legal for _, legal in made)
        other = {key: (ours[key], theirs[key]) for key in theirs if ours[key] != theirs[key]}
        print(f"{name}: {args.count} schedules, {legal} legal by tadashi; polyvet says otherwise of {len(other)}")
        for key, (our, their) in list(other.items())[:3]:
            print(f"  polyvet {our}, tadashi {their}:\n{made[int(key)][0]}")
        print(f"  processor time: polyvet {our_time:.2f} s, tadashi {their_time:.2f} s")


if __name__ == "__main__":
    main()
