#!/usr/bin/env python3
"""Measures how many functions of MLIR's own tests are proved after the passes that their RUN lines name, and why others are not.

    scripts/readable/passes.py TESTS.. [--polyvet BIN] [--mlir-opt BIN] [--seconds N] [--only TEXT] [--out DIR] [--list]

TESTS are files or folders such as mlir/test/Dialect/Linalg of LLVM's source (Debian: the source package
llvm-toolchain-22). A file with `-split-input-file` is cut at its `// -----` lines; each part goes through the first
mlir-opt of each RUN line, and `polyvet validate` compares what came out with the part as it stands. Counted are the
functions that this changed, one for each text that it made; those that became `llvm.func` stand apart. `refused` are
functions that polyvet does not read. `--out` keeps the pairs. The reasons stand below, the most frequent first.
"""
import os, re, shlex, subprocess
from variants import Table, answer, of_files, refusal, tests, verdict

CUT = re.compile(r"^\s*// -----.*$", re.M)
HEAD = re.compile(r'^( *)((?:[\w$]+\.)?func)\b[^@"]*@("?)([\w.$-]+)\3.*\{$')
# What tests print with, and what their own messages are checked by, changes nothing in the program.
DROPPED = re.compile(r"-?-(split-input-file|verify-diagnostics|mlir-print-debuginfo|debug-only|mlir-pass-statistics|mlir-timing)\b.*")


UNREAD = ("refused", "no result")


def commands(text, mlir_opt):
    """The first mlir-opt of each RUN line: whether the file is cut, and the arguments."""
    joined = re.sub(r"\\[ \t]*\n[ \t]*//[ \t]*RUN:", " ", text)
    for line in re.findall(r"//[ \t]*RUN:(.*)", joined):
        first = re.split(r"\||2>|>", line)[0].strip()
        try:
            words = shlex.split(first)
        except ValueError:
            continue
        if not words or words[0] != "mlir-opt":
            continue
        is_cut = any(word.lstrip("-").startswith("split-input-file") for word in words)
        words = [w for w in words[1:] if w not in ("%s", "<", "-o", "-", "/dev/null") and not DROPPED.fullmatch(w)]
        if not any("%" in word for word in words):
            yield is_cut, [mlir_opt, *words]


def functions(text):
    """The text of each function with a body, and the kind of function that it is, by its name."""
    found, lines = {}, text.splitlines()
    for at, line in enumerate(lines):
        if match := HEAD.match(line):
            end = next((n for n in range(at + 1, len(lines)) if lines[n] == match.group(1) + "}"), at)
            found[match.group(4)] = (match.group(2), "\n".join(lines[at : end + 1]))
    return found


def run(command, text):
    try:
        done = subprocess.run([*command, "-"], input=text, capture_output=True, text=True, timeout=60)
    except (subprocess.TimeoutExpired, UnicodeDecodeError):
        return None
    return done.stdout if done.returncode == 0 else None


def pairs(args, path):
    """Each part with what a RUN line makes of it, and the functions that it changes."""
    text = open(path, errors="replace").read()
    seen = set()
    for run_number, (is_cut, command) in enumerate(commands(text, args.mlir_opt)):
        for part_number, part in enumerate(CUT.split(text) if is_cut else [text]):
            if "func" not in part:
                continue
            plain = [args.mlir_opt, "--mlir-print-local-scope", "--allow-unregistered-dialect"]
            after = run([*command, "--mlir-print-local-scope"], part)
            before = run(plain, part) if after else None
            # A test may print in generic form, where no function has a line of its own.
            after = after and run(plain, after)
            if not before or not after:
                continue
            old, new = functions(before), functions(after)
            changed = {name for name in old.keys() & new.keys() if old[name][1] != new[name][1]}
            changed = {name for name in changed if (name, part_number, new[name][1]) not in seen}
            seen |= {(name, part_number, new[name][1]) for name in changed}
            lowered = {name for name in changed if new[name][0] != old[name][0]}
            if changed:
                yield f"{part_number}.{run_number}", part, after, changed - lowered, lowered


def judge(args, before, after, names):
    """For each function its verdict, and in words why there is no proof."""
    answered = answer(args, ["validate", before, after])
    # One function may take all the time of its file.
    if isinstance(answered, str) and len(names) > 1:
        return {name: one for name in names for one in judge_one(args, before, after, name).values()}
    found = by_function(answered, names)
    # Private functions that are called are compared where they are called, unless they are asked for.
    unasked = [name for name in names if found[name] == UNREAD]
    return found | {name: one for name in unasked for one in judge_one(args, before, after, name).values()}


def judge_one(args, before, after, name):
    return by_function(answer(args, ["validate", before, after, "--func", name]), [name])


def by_function(answered, names):
    if isinstance(answered, str):
        return {name: ("no answer", answered) for name in names}
    verdicts = {one["func"].lstrip("@"): verdict(one) for one in answered["results"]}
    # Functions of nested modules, by their own names.
    verdicts |= {path.rsplit("::", 1)[-1]: found for path, found in verdicts.items() if "::" in path} | verdicts
    errors = [refusal(one) for one in answered["diagnostics"]]
    unread = ("refused", errors[0]) if errors else UNREAD
    return {name: verdicts.get(name, unread) for name in names}


def of_file(args, _, path):
    rows = []
    for number, before, after, changed, lowered in pairs(args, path):
        stem = os.path.join(args.out, f"{os.path.basename(os.path.dirname(path))}.{os.path.basename(path)[:-5]}.{number}")
        for end, text in (("before", before), ("after", after)):
            open(f"{stem}.{end}.mlir", "w").write(text)
        verdicts = judge(args, f"{stem}.before.mlir", f"{stem}.after.mlir", changed) if changed else {}
        verdicts |= {name: ("lowered", "") for name in lowered}
        rows += [(f"{os.path.basename(stem)} @{name}", *verdicts[name]) for name in sorted(verdicts)]
    return rows


def main():
    args = tests(__doc__)
    table = Table(args.list)
    for _, path, rows in of_files(args, of_file):
        for name, verdict, reason in rows:
            table.add(os.path.basename(os.path.dirname(path)), name, verdict, reason)
    table.show()


if __name__ == "__main__":
    main()
