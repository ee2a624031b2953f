"""What action.yml does: installs polyvet if that is asked for, and runs commands with annotations.

Inputs come as variables of the environment, never as text of a script, so that no name of a branch is run.
"""

import glob
import os
import shlex
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

# Those that write annotations.
ANNOTATING = {"check", "validate", "parse", "snapshot"}
# What is worst is told: bad input, refuted, unknown; what else may happen comes before.
WORST = [0, 3, 1, 2]


def install(package: str) -> None:
    """Into an environment of its own, which the steps that follow find too."""
    place = Path(tempfile.mkdtemp(prefix="polyvet-", dir=os.environ.get("RUNNER_TEMP")))
    venv.create(place, with_pip=True)
    scripts = place / ("Scripts" if os.name == "nt" else "bin")
    found = sorted(glob.glob(package)) or [package]
    # Nothing in it is an option of pip.
    pip = subprocess.run([scripts / "python", "-m", "pip", "install", "--quiet", "--", *found])
    if pip.returncode != 0:
        raise OSError(f"pip cannot install `{package}`")
    os.environ["PATH"] = f"{scripts}{os.pathsep}{os.environ['PATH']}"
    if path_file := os.environ.get("GITHUB_PATH"):
        with open(path_file, "a", encoding="utf-8") as out:
            print(scripts, file=out)


def words(line: str) -> list[str]:
    """The words of a command; those with a star, the files that they stand for."""
    expanded = []
    for word in shlex.split(line, comments=True):
        files = sorted(glob.glob(word, recursive=True)) if "*" in word else []
        expanded += files or [word]
    return expanded


def main() -> int:
    if package := os.environ.get("POLYVET_PACKAGE", "").strip():
        install(package)
    commands = [found for line in os.environ.get("POLYVET_RUN", "").splitlines() if (found := words(line))]
    if not commands:
        print("::error title=polyvet::`run` has no command: write `check kernels/*.mlir` or `snapshot kernels --check`")
        return 2
    statuses = []
    for command in commands:
        if command[0] in ANNOTATING and not any(word.split("=")[0] == "--format" for word in command):
            command = [*command, "--format", "github"]
        print(f"::group::polyvet {shlex.join(command)}", flush=True)
        statuses.append(subprocess.run(["polyvet", *command]).returncode)
        print("::endgroup::", flush=True)
    return max(statuses, key=lambda status: WORST.index(status) if status in WORST else len(WORST))


try:
    sys.exit(main())
except (OSError, ValueError) as error:
    print(f"::error title=polyvet::{error}")
    sys.exit(2)
