"""The examples of docs/python.md and of the package's page: each block runs, and what it prints is what stands below it."""

import contextlib
import io
import os
import pathlib
import re

from run import needs

ROOT = pathlib.Path(__file__).resolve().parents[2]


def run_page(path):
    """Runs the blocks of a page in one namespace; a block `text` after one of Python is what it prints."""
    blocks = re.findall(r"```(python|text)\n(.*?)```", path.read_text(), re.S)
    names, printed, ran = {}, None, 0
    os.chdir(ROOT)
    for kind, body in blocks:
        if kind == "text":
            assert printed is not None and printed.strip() == body.strip(), f"{path.name} prints\n{printed}\nnot\n{body}"
            printed = None
            continue
        if "islpy" in body or "isl." in body:
            needs("islpy")
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            exec(compile(body, f"{path.name}, block {ran}", "exec"), names)
        printed, ran = out.getvalue(), ran + 1
    return ran


def test_the_page_on_python():
    needs("numpy")
    assert run_page(ROOT / "docs" / "python.md") >= 6


def test_the_page_of_the_package():
    assert run_page(ROOT / "python" / "README.md") == 1
