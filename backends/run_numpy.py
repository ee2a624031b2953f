"""Runs the functions of a Python file on numpy or jax arrays."""

import importlib.util
import os
import sys

import numpy
import polyvet_jobs


def main():
    library, jobs, *command = sys.argv[1:]
    if len(command) != 1:
        sys.exit("error: say --command FILE.py")
    spec = importlib.util.spec_from_file_location("kernels", command[0])
    if spec is None or not os.path.exists(command[0]):
        sys.exit(f"error: there is no Python file `{command[0]}`")
    module = importlib.util.module_from_spec(spec)
    if library == "jax":
        import jax

        jax.config.update("jax_enable_x64", True)
    spec.loader.exec_module(module)

    def compute(job, inputs):
        # Two programs in one batch may have functions of one name: `f_1` is the second `f`.
        function = getattr(module, job["function"], None)
        if function is None:
            function = getattr(module, job["function"].rsplit("_", 1)[0])
        arguments = [array.copy() for array in inputs]
        if library == "jax":
            arguments = [jax.numpy.asarray(array) for array in arguments]
            function = jax.jit(function)
        results = function(*arguments)
        if results is None:
            results = ()
        if not isinstance(results, (tuple, list)):
            results = (results,)
        wanted = job["outputs"]
        # A function that changes its arguments returns nothing for them.
        changed = [arguments[array["argument"]] for array in wanted if "argument" in array]
        if len(results) < len(wanted) and library == "numpy":
            results = changed + list(results)
        return [numpy.asarray(result) for result in results]

    polyvet_jobs.run(jobs, compute)


main()
