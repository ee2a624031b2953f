"""Runs the functions of the program in xDSL's interpreter."""

import sys

import numpy
import polyvet_jobs
from xdsl.context import Context
from xdsl.interpreter import Interpreter
from xdsl.interpreters import register_implementations
from xdsl.interpreters.builtin import xtype_for_el_type
from xdsl.interpreters.shaped_array import ShapedArray
from xdsl.interpreters.utils.ptr import TypedPtr
from xdsl.parser import Parser
from xdsl.dialects.builtin import MemRefType, TensorType
from xdsl.universe import Universe


def main():
    jobs = sys.argv[1]
    context = Context()
    for name, dialect in Universe.get_multiverse().all_dialects.items():
        context.register_dialect(name, dialect)
    module = Parser(context, polyvet_jobs.program(jobs)).parse_module()
    module.verify()
    functions = {op.sym_name.data: op for op in module.walk() if op.name == "func.func"}

    def shaped(values, ty):
        flat = [value.item() for value in values.reshape(-1)]
        return ShapedArray(TypedPtr.new(flat, xtype=xtype_for_el_type(ty.element_type, 64)), list(values.shape))

    def compute(job, inputs):
        function = functions[job["function"]]
        interpreter = Interpreter(module)
        register_implementations(interpreter, context)
        arguments = []
        for value, ty in zip(inputs, function.function_type.inputs):
            if isinstance(ty, (MemRefType, TensorType)):
                arguments.append(shaped(value, ty))
            else:
                arguments.append(value.item())
        results = interpreter.call_op(job["function"], tuple(arguments))
        everything = [arguments[array["argument"]] for array in job["outputs"] if "argument" in array]
        everything += list(results)
        outputs = []
        for array, value in zip(job["outputs"], everything):
            kind = TYPES[array["element"]]
            if isinstance(value, ShapedArray):
                value = numpy.array([element for element in value.data], dtype=object).reshape(value.shape)
            # Integers that do not fit are an error: wrapping them here would hide what is wrong.
            outputs.append(numpy.asarray(value).astype(kind))
        return outputs

    polyvet_jobs.run(jobs, compute)


TYPES = {
    "i1": "bool",
    "i8": "int8",
    "i16": "int16",
    "i32": "int32",
    "i64": "int64",
    "index": "int64",
    "f32": "float32",
    "f64": "float64",
}

main()
