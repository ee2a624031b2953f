#!/usr/bin/env python3
"""Measures how many variants of HEC's benchmarks `polyvet validate` proves, and why it does not prove the others.

    scripts/readable/hec.py FOLDER [--sizes index|published] [--polyvet BIN] [--seconds N] [--least N] [--seed N] [--only TEXT] [--list]

FOLDER is `mlir` of a clone of https://github.com/Yu-Maryland/HEC: 20 kernels of PolyBench in MLIR, and what mlir-opt made
of them by tiling and unrolling, 23,733 files. 405 of them are drawn, the same ones for the same seed: of each kind as many
as in `KINDS`, kernels in turn. The sizes are as published, arguments of type `i32` that `arith.index_cast` reads, or made
`index`. They are assumed to be at least `--least`: mlir-opt's unrolled loops are wrong for negative ones.

There is a row for each kind; the reasons stand below, the most frequent first.
"""
import argparse, collections, os, random, re, sys, tempfile
from variants import judge, sizes

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
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("--sizes", choices=["index", "published"], default="index")
    parser.add_argument("--polyvet", default="polyvet")
    parser.add_argument("--seconds", type=int, default=10, help="of processor time for each question")
    parser.add_argument("--least", type=int, default=2)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--only", default="", help="variants with this in their name")
    parser.add_argument("--list", action="store_true", help="say what becomes of each pair")
    args = parser.parse_args()
    table, reasons = collections.defaultdict(collections.Counter), collections.Counter()
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
            verdict, why = judge(args, *paths, sizes(open(paths[0]).read()))
            table[kind][verdict] += 1
            if verdict != "proved":
                reasons[(verdict, why)] += 1
            if args.list:
                print(f"{name}: {verdict} {why}", flush=True)
    for title, row in table.items():
        print(f"{title:20}", ", ".join(f"{count} {kind}" for kind, count in row.most_common()))
    whole = sum(table.values(), collections.Counter())
    print(f"{'all':20}", ", ".join(f"{count} {kind}" for kind, count in whole.most_common()))
    for (kind, why), count in reasons.most_common():
        print(f"{count:5} {kind}: {why}")


if __name__ == "__main__":
    sys.exit(main())
