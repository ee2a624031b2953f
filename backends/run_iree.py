"""Compiles the program with IREE and calls its functions."""

import os
import re
import sys

import iree.compiler
import iree.runtime
import numpy
import polyvet_jobs


def build(jobs, binary, flags):
    """Compiles all functions together; where that fails, polyvet asks again for fewer."""
    text = polyvet_jobs.program(jobs)
    arguments = ["--iree-llvmcpu-target-cpu=generic", *flags]
    try:
        iree.compiler.compile_str(text, target_backends=["llvm-cpu"], extra_args=arguments, output_file=binary)
    except iree.compiler.CompilerToolError as error:
        message = str(error)
        ended = re.search(r"Error code: -(\d+)", message)
        if ended:
            print(message, file=sys.stderr, flush=True)
            os.kill(os.getpid(), int(ended[1]))
        lines = [line for line in message.splitlines() if "error:" in line]
        sys.exit(lines[0] if lines else f"error: {message}")


def call(jobs, binary):
    """Calls the functions of all jobs."""
    with open(binary, "rb") as file:
        binary = file.read()
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


def main():
    step, jobs, binary, *flags = sys.argv[1:]
    if step == "compile":
        build(jobs, binary, flags)
    else:
        call(jobs, binary)


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
