"""Compiles the program with IREE and calls its functions."""

import sys

import iree.compiler
import iree.runtime
import numpy
import polyvet_jobs


def main():
    jobs, *flags = sys.argv[1:]
    text = polyvet_jobs.program(jobs)
    try:
        binary = iree.compiler.compile_str(
            text, target_backends=["llvm-cpu"], extra_args=["--iree-llvmcpu-target-cpu=generic", *flags]
        )
    except iree.compiler.CompilerToolError as error:
        # All functions are compiled together: polyvet asks again for fewer.
        lines = [line for line in str(error).splitlines() if "error:" in line]
        sys.exit(lines[0] if lines else f"error: {error}")
    config = iree.runtime.Config("local-task")
    context = iree.runtime.SystemContext(config=config)
    context.add_vm_module(iree.runtime.VmModule.copy_buffer(context.instance, binary))
    module = context.modules.module

    def compute(job, inputs):
        arguments = []
        for array, value in zip(job["inputs"], inputs):
            if array["type"].startswith("memref"):
                raise ValueError("memref arguments are not passed to IREE; bufferised programs have no interface there")
            scalar = not array["type"].startswith("tensor")
            arguments.append(value.item() if scalar else value)
        results = module[job["function"]](*arguments)
        if not isinstance(results, (tuple, list)):
            results = (results,)
        outputs = []
        for array, result in zip(job["outputs"], results):
            value = numpy.asarray(result.to_host() if hasattr(result, "to_host") else result)
            if not array["type"].startswith("tensor"):
                value = value.astype(TYPES[array["element"]])
            outputs.append(value)
        return outputs

    polyvet_jobs.run(jobs, compute)


TYPES = {
    "i1": "bool",
    "i8": "int8",
    "i16": "int16",
    "i32": "int32",
    "i64": "int64",
    "index": "int64",
    "f16": "float16",
    "f32": "float32",
    "f64": "float64",
}

main()
