#!/usr/bin/env python3
"""The light ONNX models through passes of networks, validated: the verdict, seconds of processor time, megabytes.

    networks.py [--polyvet BIN] [--tools DIR] [--models DIR] [--only TEXT] [--out DIR]

`pip install 'iree-base-compiler[onnx]'` brings the tools, into DIR, and the models, which are those of the package onnx:
`site-packages/onnx/backend/test/data/light`. Each model is imported by IREE, and the function around it becomes one from a
tensor to a tensor. Each of the passes below runs alone on that; `--out` keeps the programs.
"""

import argparse
import os
import re
import resource
import subprocess
import tempfile
from pathlib import Path

BUFFERIZE = "--one-shot-bufferize=bufferize-function-boundaries"
PASSES = {
    "fuse": ["--linalg-fuse-elementwise-ops"],
    "canonicalize": ["--canonicalize"],
    "generalize": ["--linalg-generalize-named-ops"],
    "bufferize": [BUFFERIZE],
    "fuse, bufferize": ["--linalg-fuse-elementwise-ops", BUFFERIZE],
    "fuse, bufferize, free": [
        "--linalg-fuse-elementwise-ops",
        BUFFERIZE,
        "--ownership-based-buffer-deallocation",
        "--buffer-deallocation-simplification",
        "--bufferization-lower-deallocations",
        "--canonicalize",
    ],
}


def plain(text: str) -> str:
    """The program with a function from a tensor to a tensor in place of IREE's functions on views of buffers."""
    lines, names, given, result = [], {}, "", ("", "")
    for line in text.split("\n"):
        if match := re.match(r"\s*(%\S+) = hal\.tensor\.import wait\(%arg1\) => %arg0 : !hal\.buffer_view -> (tensor<.*>)$", line):
            names[match[1]], given = "%arg0", match[2]
        elif match := re.match(r"\s*%\S+ = hal\.tensor\.barrier join\((%\S+) : (tensor<.*>)\) => %arg2", line):
            result = (match[1], match[2])
        elif "util.return" in line:
            lines += [f"    return {result[0]} : {result[1]}", "  }", "}", ""]
            break
        elif "hal.tensor.export" not in line:
            lines.append(line)
    head = next(at for at, line in enumerate(lines) if "util.func" in line)
    lines[head] = f"  func.func @net(%arg0: {given}) -> {result[1]} {{"
    text = "\n".join(lines)
    for old, new in names.items():
        text = re.sub(re.escape(old) + r"\b", new, text)
    return text


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--polyvet", default="polyvet")
    parser.add_argument("--tools", type=Path, help="where iree-opt is; else on PATH")
    parser.add_argument("--models", type=Path, help="the folder of light models")
    parser.add_argument("--only", default="", help="models with this in their name")
    parser.add_argument("--out", type=Path)
    args = parser.parse_args()
    tool = lambda name: str(args.tools / name) if args.tools else name
    # Tools of IREE start each other.
    paths = [str(args.tools)] if args.tools else []
    environment = {**os.environ, "PATH": os.pathsep.join([*paths, os.environ["PATH"]])}
    models = args.models
    if models is None:
        import onnx

        models = Path(onnx.__file__).parent / "backend/test/data/light"
    print("| model | operations | " + " | ".join(PASSES) + " |")
    print("| --- | --- |" + " --- |" * len(PASSES))
    with tempfile.TemporaryDirectory() as folder:
        out = args.out or Path(folder)
        out.mkdir(parents=True, exist_ok=True)
        run = lambda *words: subprocess.run(words, check=True, capture_output=True, text=True, env=environment).stdout
        for model in sorted(models.glob("*.onnx")):
            name = model.stem.removeprefix("light_")
            if args.only not in name:
                continue
            torch, before = out / f"{name}.torch.mlir", out / f"{name}.mlir"
            run(tool("iree-import-onnx"), str(model), "--opset-version", "17", "-o", str(torch))
            before.write_text(plain(run(tool("iree-compile"), "--iree-input-type=onnx", "--compile-to=input", str(torch))))
            row = [name, str(len(re.findall(r"^    %", before.read_text(), re.M)))]
            for way, words in PASSES.items():
                after = out / f"{name}.{way.replace(', ', '-')}.mlir"
                after.write_text(run(tool("iree-opt"), *words, str(before)))
                start = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
                command = ["/usr/bin/time", "-f", "%M", args.polyvet, "validate", "-q", str(before), str(after)]
                done = subprocess.run(command, capture_output=True, text=True)
                spent = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - start
                verdict = done.stdout.split(":")[0] or "no answer"
                memory = int(done.stderr.strip().split("\n")[-1]) // 1024
                row.append(f"{verdict} {spent:.1f} s {memory} MB")
            print("| " + " | ".join(row) + " |", flush=True)


if __name__ == "__main__":
    main()
