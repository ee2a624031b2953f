#!/usr/bin/env python3
"""Measures which share of MLIR's own test functions polyvet reads, and which get a polyhedral model.

    scripts/readable/run.py TESTS.. [--polyvet BIN] [--mlir-opt BIN] [--out DIR] [--list parse|generic|model]

TESTS are folders such as mlir/test/Dialect/Linalg of LLVM's source (Debian: apt-get source llvm-toolchain-22). A test
file is cut at its `// -----` lines; a part counts where mlir-opt reads it, with all functions that have a body. One is
readable where `polyvet parse` finds no error in its lines (and none outside of all functions), in the part as it
stands, and again in mlir-opt's generic form; and has a model where `polyvet relations` shows one. Of the others,
`--list` shows the diagnostics.
"""
import argparse, collections, concurrent.futures, glob, json, os, re, shutil, subprocess, sys, tempfile

CUT = re.compile(r"^\s*// -----.*$", re.M)
HEAD = re.compile(r'^[ \t]*(?:"func\.func"\(.*?sym_name = "((?:[^"\\]|\\.)*)"|func(?:\.func)?\s[^@\n]*@("?)([\w.$-]+)\2)', re.M)


def parts(path):
    text = open(path).read()
    flags = ["--allow-unregistered-dialect"] if "allow-unregistered-dialect" in text else []
    for number, part in enumerate(CUT.split(text)):
        if "func" in part:
            yield number, part, flags


def generic(args, part, flags):
    """The generic form mlir-opt prints and the names of its functions with a body; None where it reports an error."""
    command = [args.mlir_opt, "--mlir-print-op-generic", *flags, "-"]
    try:
        done = subprocess.run(command, input=part, capture_output=True, text=True, timeout=60)
    except subprocess.TimeoutExpired:
        return None
    if done.returncode != 0:
        return None
    found = re.finditer(r'"func\.func"\(\) <\{.*?sym_name = "((?:[^"\\]|\\.)*)".*?\}> \(\{(\s*\}\))?', done.stdout)
    return done.stdout, [match.group(1) for match in found if not match.group(2)]


def ask(args, command, files):
    """What `polyvet COMMAND` says of files: its results, and by file its errors and by line its warnings."""
    results, told = [], collections.defaultdict(list)

    def some(chunk):
        line = [args.polyvet, *command, "--format", "json", "-q", *chunk]
        done = subprocess.run(line, capture_output=True, text=True, timeout=args.timeout)
        try:
            return json.loads(done.stdout)
        except ValueError:
            if len(chunk) > 1:
                return None
            message = f"exit {done.returncode}: {done.stderr[-200:]}"
            return {"results": [], "diagnostics": [{"file": chunk[0], "severity": "error", "code": "crash", "message": message, "line": 0}]}

    def each(chunk):
        try:
            found = some(chunk)
        except subprocess.TimeoutExpired:
            found = None
            if len(chunk) == 1:
                found = {"results": [], "diagnostics": [{"file": chunk[0], "severity": "error", "code": "timeout", "message": f"{args.timeout} s", "line": 0}]}
        return [found] if found else [one for name in chunk for one in each([name])]

    chunks = [files[i : i + 20] for i in range(0, len(files), 20)]
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        for answers in pool.map(each, chunks):
            for answer in answers:
                results += answer["results"]
                for one in answer["diagnostics"]:
                    told[one.get("file")].append(one)
    return results, told


def unread(file, errors):
    """The functions of a file with an error in their lines; all of them if one stands outside."""
    text = open(file).read()
    heads = [(text.count("\n", 0, match.start()) + 1, match.group(1) or match.group(3)) for match in HEAD.finditer(text)]
    found = set()
    for error in errors:
        above = [name for line, name in heads if line <= (error.get("line") or 0)]
        found |= {above[-1]} if above else {name for _, name in heads}
    return found


def share(part, whole):
    return f"{part:5d} of {whole:5d} = {100 * part / max(whole, 1):5.1f}%"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tests", nargs="+")
    parser.add_argument("--polyvet", default="polyvet")
    parser.add_argument("--mlir-opt", default=shutil.which("mlir-opt-22") or "mlir-opt")
    parser.add_argument("--out", help="keep the parts here")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--timeout", type=float, default=60)
    parser.add_argument("--list", choices=["parse", "generic", "model"])
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        measure(args, args.out or folder)


def measure(args, out):
    for tests in args.tests:
        name = os.path.basename(tests.rstrip("/"))
        os.makedirs(os.path.join(out, name), exist_ok=True)
        work = [(path, *part) for path in sorted(glob.glob(f"{tests}/**/*.mlir", recursive=True)) for part in parts(path)]
        with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
            texts = list(pool.map(lambda one: generic(args, one[2], one[3]), work))
        customs, generics, funcs = [], [], {}
        for (path, number, part, _), text in zip(work, texts):
            if text is None or not text[1]:
                continue
            stem = os.path.relpath(path, tests).replace("/", "_").removesuffix(".mlir")
            for files, ending, content in ((customs, "", part), (generics, ".generic", text[0])):
                file = os.path.join(out, name, f"{stem}.{number}{ending}.mlir")
                with open(file, "w") as sink:
                    sink.write(content)
                files.append(file)
                funcs[file] = text[1]
        total = sum(len(funcs[file]) for file in customs)
        print(f"{name}: {total} functions in {len(customs)} parts that mlir-opt reads")
        told = {}
        for title, files, key in (("custom form", customs, "parse"), ("generic form", generics, "generic")):
            _, told[key] = ask(args, ["parse"], files)
            bad = {file for file, all in told[key].items() if any(one["severity"] == "error" for one in all)}
            told[key] = {file: [one for one in told[key][file] if one["severity"] == "error"] for file in bad}
            lost = {file: unread(file, told[key][file]) for file in bad}
            read = sum(name not in lost.get(file, ()) for file in files for name in funcs[file])
            whole = sum(len(funcs[file]) for file in files if file not in bad)
            print(f"  read, {title}: {share(read, total)}; in parts without any error: {share(whole, total)}")
        results, told["model"] = ask(args, ["relations"], customs)
        good = {(one["file"], one["func"]) for one in results}
        print(f"  model:             {share(sum((f, g) in good for f in customs for g in funcs[f]), total)}")
        if args.list:
            codes = collections.Counter()
            for file, all in sorted(told[args.list].items(), key=lambda item: item[0] or ""):
                for one in all:
                    codes[one["code"]] += 1
                    print(f"    {os.path.basename(file)}:{one.get('line')}: {one['code']}: {one['message']}")
            print("   ", dict(codes.most_common()))


if __name__ == "__main__":
    sys.exit(main())
