"""Runs all tests beside this file, the examples of docs/python.md and README's first example; no pytest is needed."""

import importlib.util
import pathlib
import sys
import time
import traceback

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))


class Skip(Exception):
    """Something that a test needs is not here."""


def needs(module: str):
    """A module that is not needed to use polyvet."""
    if importlib.util.find_spec(module) is None:
        raise Skip(f"{module} is not installed")
    return importlib.import_module(module)


def main() -> int:
    sys.modules["run"] = sys.modules["__main__"]
    failed, passed, skipped = 0, 0, 0
    for path in sorted(HERE.glob("test_*.py")):
        module = importlib.import_module(path.stem)
        for name in [name for name in vars(module) if name.startswith("test_")]:
            start = time.perf_counter()
            try:
                getattr(module, name)()
            except Skip as why:
                skipped += 1
                print(f"skipped: {path.stem}.{name}: {why}")
            except Exception:
                failed += 1
                print(f"FAILED {path.stem}.{name}")
                traceback.print_exc()
            else:
                passed += 1
                print(f"ok {path.stem}.{name} {time.perf_counter() - start:.2f} s")
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
