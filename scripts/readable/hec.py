#!/usr/bin/env python3
"""Measures how many variants of HEC's benchmarks `polyvet validate` proves, and why it does not prove the others.

    scripts/readable/hec.py FOLDER [--sizes index|published] [--polyvet BIN] [--seconds N] [--least N] [--seed N] [--only TEXT] [--list]

FOLDER is `mlir` of a clone of https://github.com/Yu-Maryland/HEC: 20 kernels of PolyBench in MLIR, and what mlir-opt made
of them by tiling and unrolling, 23,733 files. 405 of them are drawn, the same ones for the same seed: of each kind as many
as in `KINDS`, kernels in turn. The sizes are as published, arguments of type `i32` that `arith.index_cast` reads, or made
`index`. They are assumed to be at least `--least`: mlir-opt's unrolled loops are wrong for negative ones.

There is a row for each kind; the reasons stand below, the most frequent first, and then what the answers took.
"""
import collections, os, random, re, statistics, sys, tempfile
from variants import Table, judge, options, sizes, spent

KINDS = {
    "tile": 317,
    "tile_tile": 20,
    "unroll": 23,
    "tile_unroll": 19,
    "unroll_tile": 14,
    "unroll_unroll": 7,
    "unroll_unroll_tile": 5,
}


def drawn(folder, seed):
    """Pairs of a kernel and a kind, each with the path of the variant."""
    kernels = sorted(name for name in os.listdir(folder) if os.path.isdir(os.path.join(folder, name)))
    choice = random.Random(seed)
    piles = collections.defaultdict(list)
    for kernel in kernels:
        for name in sorted(os.listdir(os.path.join(folder, kernel))):
            steps = re.fullmatch(rf"((?:(?:tile|unroll)_\d+_)+){kernel}\.mlir", name)
            if steps:
                kind = "_".join(re.findall("[a-z]+", steps[1]))
                piles[kind, kernel].append(name)
    pairs = []
    for kind, count in KINDS.items():
        for kernel in kernels:
            choice.shuffle(piles[kind, kernel])
        first = choice.randrange(len(kernels))
        turns = [kernels[(first + at) % len(kernels)] for at in range(count)]
        pairs += [(kernel, kind, piles[kind, kernel].pop()) for kernel in turns if piles[kind, kernel]]
    return pairs


def with_index(text):
    """The program, with sizes of type `index` instead of `i32`."""
    for arg in sorted(set(re.findall(r"%(\w+): i32\b", text))):
        casts = re.findall(rf"^ *(%\w+) = arith\.index_cast %{arg} : i32 to index\n", text, re.M)
        text = re.sub(rf"^ *%\w+ = arith\.index_cast %{arg} : i32 to index\n", "", text, flags=re.M)
        text = re.sub(rf"%{arg}: i32\b", f"%{arg}: index", text)
        for cast in casts:
            text = re.sub(rf"{cast}\b", f"%{arg}", text)
    return text


def main():
    parser = options(__doc__, "variants with this in their name")
    parser.add_argument("folder")
    parser.add_argument("--sizes", choices=["index", "published"], default="index")
    parser.add_argument("--seed", type=int, default=7)
    args = parser.parse_args()
    table, seconds = Table(args.list), []
    with tempfile.TemporaryDirectory() as folder:
        for kernel, kind, name in drawn(args.folder, args.seed):
            if args.only not in name:
                continue
            paths = []
            for source, place in ((f"{kernel}.mlir", "before.mlir"), (name, "after.mlir")):
                text = open(os.path.join(args.folder, kernel, source)).read()
                paths.append(os.path.join(folder, place))
                with open(paths[-1], "w") as file:
                    file.write(with_index(text) if args.sizes == "index" else text)
            before = spent()
            table.add(kind, name, *judge(args, *paths, sizes(open(paths[0]).read())))
            seconds.append(spent() - before)
    table.show()
    if seconds:
        print(f"seconds of processor time: median {statistics.median(seconds):.3f}, at most {max(seconds):.1f}")


if __name__ == "__main__":
    sys.exit(main())
