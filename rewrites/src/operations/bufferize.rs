//! `bufferize`: an operation on tensors as one on buffers, the rest of the program still on tensors.

use crate::ScriptName;
use crate::operations::OperationTransform;
use crate::operations::builder::OpBuilder;
use crate::operations::destination::PaddedTensor;
use crate::operations::generalize::Generalize;
use crate::operations::operation::{Linalg, named, no_place};
use crate::operations::promote::{alloc, alloc_like};
use crate::operations::tile::needs_tensors;
use crate::registry::Build;
use crate::{RegistryEntry, ScriptedProgram};
use polyvet_ir::{Attr, Diagnostic, Module, OpId, OpSpec, Type, ValueId};
use std::collections::HashMap;

/// Its line in the list.
pub static ENTRY: RegistryEntry = RegistryEntry {
    name: "bufferize",
    aliases: &[],
    summary: "Runs an operation on buffers: new ones for what it makes, or those it updates if nothing else reads them.",
    params: "OP",
    example: "bufferize(S0)",
    build: Build::Operations(|args| Ok(Box::new(Bufferize { target: args.name()? }))),
};

/// Runs an operation on buffers.
#[derive(Debug)]
pub struct Bufferize {
    /// The operation.
    pub target: ScriptName,
}

impl Bufferize {
    /// Runs this operation on buffers.
    pub fn new(op: impl Into<ScriptName>) -> Bufferize {
        Bufferize { target: op.into() }
    }
}

impl OperationTransform for Bufferize {
    fn text(&self) -> String {
        ENTRY.call([self.target.to_string()])
    }

    fn apply(&self, program: &mut ScriptedProgram) -> Result<Vec<OpId>, Diagnostic> {
        let op = program.target(&self.target)?;
        match program.module.op(op).name.as_str() {
            "tensor.pad" => return self.pad(program, op),
            "linalg.softmax" => return self.softmax(program, op),
            _ => {}
        }
        // What fetches the elements of its result runs on buffers as such.
        let op = Generalize::new(self.target.clone()).pulled(program, op)?.unwrap_or(op);
        let linalg = Linalg::of(&program.module, op, &self.target)?;
        let uses = program.module.use_counts(program.func);
        let func = program.func;
        let mut b = OpBuilder::before(&mut program.module, func, linalg.op);
        if linalg.view.outputs.iter().any(|output| !b.ty(*output).is_tensor()) {
            return Err(needs_tensors(&self.target));
        }
        let mut operands = Vec::new();
        for input in &linalg.view.inputs {
            operands.push(if b.ty(*input).is_tensor() {
                to_buffer(&mut b, *input)
            } else {
                *input
            });
        }
        let mut results = Vec::new();
        for (n, output) in linalg.view.outputs.iter().enumerate() {
            // Nobody else reads what was there, so that it may be written over.
            let own = own_buffer(b.module, *output).filter(|_| uses[output.at()] == 1);
            let buffer = match own {
                Some(buffer) => buffer,
                None => {
                    let buffer = alloc_like(&mut b, *output);
                    if linalg.reads_output(b.module, n) {
                        let old = to_buffer(&mut b, *output);
                        b.push(OpSpec::new("memref.copy").operands(&[old, buffer]));
                    }
                    buffer
                }
            };
            operands.push(buffer);
            results.push(buffer);
        }
        let op = linalg.on(&mut b, &operands, &[]);
        b.module.op_mut(op).results.clear();
        let mut values = Vec::new();
        for (buffer, output) in results.iter().zip(&linalg.view.outputs) {
            let ty = b.ty(*output);
            values.push(to_tensor(&mut b, *buffer, ty));
        }
        program.replace(linalg.op, &values, op);
        free(program, op, &results, &values);
        Ok(vec![op])
    }
}

impl Bufferize {
    /// A softmax reads one buffer and writes another one, which is new.
    fn softmax(&self, program: &mut ScriptedProgram, op: OpId) -> Result<Vec<OpId>, Diagnostic> {
        let mut b = program.before(op);
        let (input, output) = (b.module.op(op).operand(0), b.module.op(op).operand(1));
        if !b.ty(input).is_tensor() || !b.ty(output).is_tensor() {
            return Err(needs_tensors(&self.target));
        }
        let (from, to) = (to_buffer(&mut b, input), alloc_like(&mut b, output));
        let copy = b.module.copy_op(op, &mut HashMap::from([(input, from), (output, to)]));
        b.module.op_mut(copy).results.clear();
        b.put(copy);
        let ty = b.ty(output);
        let value = to_tensor(&mut b, to, ty);
        program.replace(op, &[value], copy);
        free(program, copy, &[to], &[value]);
        Ok(vec![copy])
    }

    /// A padding fills a new buffer, and copies its source into the middle.
    fn pad(&self, program: &mut ScriptedProgram, op: OpId) -> Result<Vec<OpId>, Diagnostic> {
        let mut b = program.before(op);
        let padded = PaddedTensor::of(&mut b, op, &self.target)?;
        let buffer = alloc(&mut b, &padded.extents, padded.ty.elem().clone());
        let fill = named(&mut b, "linalg.fill", &[padded.value], &[buffer]);
        fill.ok_or_else(|| no_place(&self.target, "a buffer of such elements cannot be filled"))?;
        let (source, middle) = (to_buffer(&mut b, padded.source), b.slice(buffer, &padded.middle));
        let copy = b.push(OpSpec::new("memref.copy").operands(&[source, middle]));
        let value = to_tensor(&mut b, buffer, padded.ty);
        program.replace(op, &[value], copy);
        free(program, copy, &[buffer], &[value]);
        Ok(vec![copy])
    }
}

/// A buffer that nothing else writes as a tensor.
fn to_tensor(b: &mut OpBuilder<'_>, buffer: ValueId, ty: Type) -> ValueId {
    let spec = OpSpec::new("bufferization.to_tensor").operands(&[buffer]);
    let spec = spec.property("restrict", Attr::Unit).property("writable", Attr::Unit);
    b.value(spec.result(ty))
}

/// A tensor as a buffer that is only read.
fn to_buffer(b: &mut OpBuilder<'_>, tensor: ValueId) -> ValueId {
    let ty = b.ty(tensor);
    let ty = Type::memref(ty.shape().unwrap_or(&[]).to_vec(), ty.elem().clone());
    let spec = OpSpec::new("bufferization.to_buffer").operands(&[tensor]);
    b.value(spec.property("read_only", Attr::Unit).result(ty))
}

/// The buffer of this function that a tensor is in.
fn own_buffer(module: &Module, tensor: ValueId) -> Option<ValueId> {
    let op = module.op(module.defining_op(tensor)?);
    let buffer = (op.name == "bufferization.to_tensor").then(|| op.operand(0))?;
    let alloc = module.op(module.defining_op(buffer)?);
    (alloc.name == "memref.alloc").then_some(buffer)
}

/// Buffers that are not handed out end with the block of the operation.
fn free(program: &mut ScriptedProgram, op: OpId, buffers: &[ValueId], tensors: &[ValueId]) {
    let block = program.module.op(op).parent.expect("it stands in a block");
    let ops = program.module.block(block).ops.clone();
    let Some(last) = ops.last().copied() else { return };
    for (buffer, tensor) in buffers.iter().zip(tensors) {
        let frees = |op: &&OpId| {
            let op = program.module.op(**op);
            op.name == "memref.dealloc" && op.operand(0) == *buffer
        };
        let freed = ops.iter().find(frees).copied();
        let returned = program.module.op(last).operand_values().any(|value| value == *tensor);
        match (freed, returned) {
            (Some(op), true) => program.module.detach(op),
            (None, false) => {
                program
                    .before(last)
                    .push(OpSpec::new("memref.dealloc").operands(&[*buffer]));
            }
            _ => {}
        }
    }
}
