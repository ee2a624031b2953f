#!/usr/bin/env python3
"""Measures how many of MLIR's own transform scripts are answered on the programs beside them, and why others are not.

    scripts/readable/scripts.py TESTS.. [--polyvet BIN] [--mlir-opt BIN] [--seconds N] [--only TEXT] [--out DIR] [--list]

TESTS are files or folders such as mlir/test/Dialect/Linalg of LLVM's source (Debian: the source package
llvm-toolchain-22). A file is cut at its `// -----` lines; a part counts where it has a `transform.named_sequence` or
`transform.sequence`, a function with a body, and a RUN line whose mlir-opt runs the script without an error. `polyvet check F
--script F` answers once with polyvet's own transforms (`own`), and once with `--steps`, where mlir-opt makes the steps
(`mlir`); `either` is the better of the two. A part is answered where each of its functions is; its verdict is that of
the function that comes first in: refused, no answer, unknown, vacuous, refuted, tested, reassociated, proved. `--out` keeps the
parts. Below stand the reasons, the most frequent first, then for each operation in scripts how many parts have it and
how many of these are answered.
"""
import collections, os, re, shlex, subprocess
from passes import CUT, commands
from run import generic
from variants import Table, answer, of_files, tests, weakest

# The weakest first.
ORDER = ["refused", "no answer", "unknown", "vacuous", "refuted", "tested", "reassociated", "proved"]
ANSWERED = {"refuted", "tested", "reassociated", "proved"}
SEQUENCE = re.compile(r"\btransform\.(named_)?sequence\b")
# Not types, and not attributes.
OPERATION = re.compile(r"(?<![!{\w.])transform\.[a-z_0-9]+(?:\.[a-z_0-9]+)*")
# Of a RUN line stays what runs the script; what comes after it is about other passes.
KEPT = re.compile(r"-?-(transform-interpreter|transform-preload-library|allow-unregistered-dialect|pass-pipeline)\b.*", re.S)


def runs(text, path, mlir_opt):
    """The mlir-opt of each RUN line with an interpreter of scripts."""
    here = text.replace("%p", os.path.dirname(os.path.abspath(path)))
    for _, command in commands(here, mlir_opt):
        words = [word for word in command[1:] if KEPT.fullmatch(word)]
        if any("transform-interpreter" in word for word in words):
            yield [mlir_opt, *words]


def is_run(command, part):
    try:
        return subprocess.run([*command, "-"], input=part, capture_output=True, text=True, timeout=60).returncode == 0
    except (subprocess.TimeoutExpired, UnicodeDecodeError):
        return False


def parts(args, path):
    """Each part with a script that a RUN line runs, and its command."""
    text = open(path, errors="replace").read()
    tools = list(runs(text, path, args.mlir_opt))
    for number, part in enumerate(CUT.split(text) if tools else []):
        if not SEQUENCE.search(part):
            continue
        found = generic(args, part, ["--allow-unregistered-dialect"])
        if not found or not found[1]:
            continue
        command = next((command for command in tools if is_run(command, part)), None)
        if command:
            yield number, part, command


def place(one):
    """Which operation an error is about, where it says so."""
    named = re.search(r"`(transform\.[\w.]+|[\w]+\.[\w.]+|[\w]+)`", one.get("message") or "")
    return f" `{named.group(1)}`" if named and one.get("code") in ("transform-dialect", "unknown-operation") else ""


def judge(args, file, more):
    """The verdict on a part, and in words why there is no proof."""
    line = ["check", file, "--script", file, *more]
    return weakest(answer(args, line, 20 * args.seconds), ORDER, place)


def of_file(args, folder, path):
    """For each part its name, both verdicts and the operations of its script."""
    rows = []
    for number, part, command in parts(args, path):
        below = os.path.relpath(path, os.path.dirname(folder)).replace("/", ".")
        file = os.path.join(args.out, f"{below[:-5]}.{number}.mlir")
        open(file, "w").write(part)
        open(file[:-5] + ".run", "w").write(shlex.join(command))
        verdicts = {"own": judge(args, file, []), "mlir": judge(args, file, ["--steps", shlex.join(command)])}
        verdicts["either"] = max(verdicts.values(), key=lambda one: ORDER.index(one[0]))
        rows.append((os.path.basename(file), verdicts, set(OPERATION.findall(re.sub(r"//.*", "", part)))))
    return rows


def show_operations(operations):
    print("\nparts with an operation, and how many of them are answered: own, mlir")
    for name, row in sorted(operations.items(), key=lambda item: -item[1]["all"]):
        print(f"{row['all']:5} {row['own']:5} {row['mlir']:5} {name}")


def main():
    args = tests(__doc__)
    table, operations = Table(args.list), collections.defaultdict(collections.Counter)
    for folder, _, rows in of_files(args, of_file):
        title = os.path.basename(folder).removesuffix(".mlir")
        for name, verdicts, used in rows:
            for way, (verdict, reason) in verdicts.items():
                table.add(f"{way}: {title}", f"{name}, {way}", verdict, reason)
            for one in used:
                operations[one].update(["all", *(way for way in ("own", "mlir") if verdicts[way][0] in ANSWERED)])
    table.show()
    show_operations(operations)


main()
