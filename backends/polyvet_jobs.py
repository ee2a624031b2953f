"""Reads the jobs that polyvet gives to a backend and writes what came of them (docs/backends.md)."""

import json

import numpy

try:
    import ml_dtypes
except ImportError:
    ml_dtypes = None


def read(array):
    """The array of a file, in the element type of the program."""
    values = numpy.load(array["file"])
    if array["element"] == "bf16":
        if ml_dtypes is None:
            raise ValueError("bf16 needs the package ml_dtypes")
        return values.view(ml_dtypes.bfloat16)
    return values


def write(array, values):
    """Writes an output; its type must be that of the program."""
    values = numpy.asarray(values)
    if array["element"] == "bf16":
        values = values.astype(ml_dtypes.bfloat16).view("V2")
    numpy.save(array["file"], values)


def run(path, compute):
    """Calls `compute(job, inputs)` for each job: it returns all outputs, in their order."""
    with open(path, encoding="utf-8") as file:
        jobs = json.load(file)
    for job in jobs["jobs"]:
        try:
            inputs = [read(array) for array in job["inputs"]]
            outputs = list(compute(job, inputs))
            if len(outputs) != len(job["outputs"]):
                raise ValueError(f"{len(outputs)} outputs, {len(job['outputs'])} are needed")
            for array, values in zip(job["outputs"], outputs):
                write(array, values)
        except Exception as error:  # whatever it is, it is this job's
            with open(job["refused"], "w", encoding="utf-8") as file:
                first = str(error).strip().splitlines() or [""]
                file.write(f"{type(error).__name__}: {first[0]}\n\n{error}\n")


def program(path):
    """The text of the program."""
    with open(path, encoding="utf-8") as file:
        jobs = json.load(file)
    with open(jobs["program"], encoding="utf-8") as file:
        return file.read()
