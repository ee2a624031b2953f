//! The function around the loops.
//!
//! Of the operations at the top of the function, those that are pure or allocate stay and come
//! first; those that the model stands for, and what is computed from them, give way to the generated
//! loops; deallocations and the return follow. Anything else is not rewritten, for it might do
//! something that the model does not know of.

use std::collections::{HashMap, HashSet};

use polyvet_analysis::{Array, ArrayKind, Scop};
use polyvet_ir::{AffineMap, Attr, BlockId, Module, OpId, OpSpec, Type, ValueId};

use crate::ast::{LoopTree, loop_tree};
use crate::emit::Emitter;
use crate::magnitude;
use crate::{CodegenError, Result};

/// How code is generated.
#[derive(Clone, Debug, Default)]
pub struct CodegenOptions {
    /// Puts `polyvet.stmt = "S0"` on the stores of statement `S0`.
    pub annotate: bool,
}

/// A copy of `module` in which `func` runs the instances of `scop` in the order of its schedule.
///
/// `scop` is a model of `func`: extracted from it, or a rewrite of one that was.
///
/// # Errors
/// [`CodegenError::Unsupported`] for a function or a model that has no such form; never wrong code.
pub fn generate(scop: &Scop, module: &Module, func: OpId) -> Result<Module> {
    generate_with(scop, module, func, &CodegenOptions::default())
}

/// [`generate`] with options.
pub fn generate_with(scop: &Scop, module: &Module, func: OpId, options: &CodegenOptions) -> Result<Module> {
    let after = rebuild(scop, module, func, options, &loop_tree(scop)?)?;
    magnitude::check(module, &after, func)?;
    Ok(after)
}

/// A copy of `module` in which `func` runs `tree`.
pub(crate) fn rebuild(
    scop: &Scop,
    module: &Module,
    func: OpId,
    options: &CodegenOptions,
    tree: &LoopTree,
) -> Result<Module> {
    let mut module = module.clone();
    let entry = module
        .only_block(func, 0)
        .ok_or_else(|| CodegenError::unsupported("a function that is not one block", module.op(func).span))?;
    let parts = FunctionParts::of(scop, &module, func, entry)?;
    for op in std::mem::replace(&mut module.block_mut(entry).ops, parts.preamble.clone()) {
        if !parts.preamble.contains(&op) {
            module.op_mut(op).parent = None;
        }
    }
    let mut emitter = Emitter::new(scop, &mut module, entry, options.clone());
    emitter.tree(tree)?;
    let results: Result<Vec<_>> = parts
        .results
        .iter()
        .map(|value| returned(&mut emitter, *value))
        .collect();
    let results = results?;
    let mut owned: Vec<_> = emitter.buffers.iter().filter(|(_, buffer)| buffer.owned).collect();
    owned.sort_by_key(|(array, _)| **array);
    let owned: Vec<_> = owned.into_iter().map(|(_, buffer)| buffer.memref).collect();

    let mut epilogue = Epilogue {
        module: &mut module,
        entry,
        tensors: HashMap::new(),
    };
    for (at, result) in results.iter().enumerate() {
        let value = epilogue.result(result);
        epilogue.module.op_mut(parts.terminator).operands[at].value = value;
    }
    for op in parts.frees {
        module.append(entry, op);
    }
    for memref in owned {
        module.push_op(entry, OpSpec::new("memref.dealloc").operands(&[memref]));
    }
    module.append(entry, parts.terminator);
    remove_unused(&mut module, func, &parts.preamble);
    Ok(module)
}

/// The operations at the top of a function.
struct FunctionParts {
    /// Pure operations and allocations.
    preamble: Vec<OpId>,
    /// Deallocations.
    frees: Vec<OpId>,
    /// The return.
    terminator: OpId,
    /// What is returned.
    results: Vec<ValueId>,
}

impl FunctionParts {
    fn of(scop: &Scop, module: &Module, func: OpId, entry: BlockId) -> Result<FunctionParts> {
        let modelled = modelled(scop, module, func);
        let mut gone: HashSet<ValueId> = HashSet::new();
        let (mut preamble, mut frees, mut terminator) = (Vec::new(), Vec::new(), None);
        for id in &module.block(entry).ops {
            let op = module.op(*id);
            let depends = op.operand_values().find(|value| gone.contains(value));
            let unsupported = |what: &str| Err(CodegenError::unsupported(format!("{what} `{}`", op.name), op.span));
            match op.name.as_str() {
                _ if op.info().is_return() => terminator = Some(*id),
                "memref.dealloc" if depends.is_none() => frees.push(*id),
                _ if modelled.contains(id) => gone.extend(&op.results),
                "memref.alloc" | "memref.alloca" => match depends {
                    None => preamble.push(*id),
                    Some(_) => return unsupported("an extent that the function computes, in"),
                },
                _ if module.is_pure(*id) && depends.is_none() && op.regions.is_empty() => preamble.push(*id),
                // The model says what its results are, if anybody uses them.
                _ if module.is_removable(*id) => gone.extend(&op.results),
                _ => return unsupported("the operation"),
            }
        }
        let terminator = terminator
            .ok_or_else(|| CodegenError::unsupported("a function that does not return", module.op(func).span))?;
        let results = module.op(terminator).operand_values().collect();
        Ok(FunctionParts {
            preamble,
            frees,
            terminator,
            results,
        })
    }
}

/// The operations at the top of `func` that statements and loops stand for or stand in.
fn modelled(scop: &Scop, module: &Module, func: OpId) -> HashSet<OpId> {
    let ops = scop
        .stmts
        .iter()
        .filter_map(|stmt| stmt.op)
        .chain(scop.loops.iter().filter_map(|one| one.op));
    let mut found = HashSet::new();
    for op in ops {
        let mut op = op;
        while let Some(parent) = module.parent_op(op) {
            if parent == func {
                found.insert(op);
                break;
            }
            op = parent;
        }
    }
    found
}

/// Where a result of the generated function comes from.
enum ResultSource {
    /// A value that stays.
    Kept(ValueId),
    /// The only element of a memref.
    Element(ValueId, Type),
    /// All elements of a memref.
    Tensor(ValueId, Type),
    /// A cast of another one.
    Cast(Box<ResultSource>, Type),
}

/// What the generated function returns. Makes the memrefs that hold it.
fn returned(emitter: &mut Emitter, value: ValueId) -> Result<ResultSource> {
    if emitter.available.contains(&value) {
        return Ok(ResultSource::Kept(value));
    }
    let ty = emitter.module.ty(value).clone();
    if let Some(op) = emitter.module.defining_op(value)
        && emitter.module.op(op).name == "tensor.cast"
    {
        let inner = emitter.module.op(op).operand(0);
        return Ok(ResultSource::Cast(Box::new(returned(emitter, inner)?), ty));
    }
    let span = emitter.module.value(value).span;
    let arrays = &emitter.scop.arrays;
    if !ty.is_tensor() {
        let holds = |array: &Array| array.kind == ArrayKind::Output && array.value == Some(value);
        let Some(array) = arrays.position(holds) else {
            return Err(CodegenError::unsupported(
                "a result that is no array of the model",
                span,
            ));
        };
        if !arrays[array].extents.is_empty() {
            return Err(CodegenError::unsupported("a vector that is returned", span));
        }
        return Ok(ResultSource::Element(emitter.buffer(array)?.memref, ty));
    }
    let Some(array) = arrays.position(|array| array.versions.contains(&value)) else {
        return Err(CodegenError::unsupported(
            "a result that is no tensor of the model",
            span,
        ));
    };
    if arrays[array].versions.last() != Some(&value) {
        return Err(CodegenError::unsupported("a result that is written over", span));
    }
    let buffer = emitter.buffer(array)?;
    if let Some(known) = emitter.buffers.get_mut(&array) {
        // The result owns it now.
        known.owned = false;
    }
    Ok(ResultSource::Tensor(buffer.memref, ty))
}

/// Emits operations at the end of the function, each once.
struct Epilogue<'a> {
    module: &'a mut Module,
    entry: BlockId,
    tensors: HashMap<ValueId, ValueId>,
}

impl Epilogue<'_> {
    fn value(&mut self, spec: OpSpec) -> ValueId {
        let op = self.module.push_op(self.entry, spec);
        self.module.op(op).results[0]
    }

    fn result(&mut self, returned: &ResultSource) -> ValueId {
        match returned {
            ResultSource::Kept(value) => *value,
            ResultSource::Element(memref, ty) => {
                let map = Attr::AffineMap(AffineMap::new(0, 0, Vec::new()));
                let spec = OpSpec::new("affine.load").operands(&[*memref]).property("map", map);
                self.value(spec.result(ty.clone()))
            }
            ResultSource::Tensor(memref, ty) => {
                if let Some(known) = self.tensors.get(memref) {
                    return *known;
                }
                let spec = OpSpec::new("bufferization.to_tensor").operands(&[*memref]);
                let spec = spec.property("restrict", Attr::Unit).property("writable", Attr::Unit);
                let tensor = self.value(spec.result(ty.clone()));
                self.tensors.insert(*memref, tensor);
                tensor
            }
            ResultSource::Cast(inner, ty) => {
                let inner = self.result(inner);
                self.value(OpSpec::new("tensor.cast").operands(&[inner]).result(ty.clone()))
            }
        }
    }
}

/// Takes out pure operations of the preamble that nothing uses any more.
fn remove_unused(module: &mut Module, func: OpId, preamble: &[OpId]) {
    let mut uses = module.use_counts(func);
    for id in preamble.iter().rev() {
        let op = module.op(*id);
        if !module.is_pure(*id) || op.results.iter().any(|result| uses[result.at()] > 0) {
            continue;
        }
        op.operand_values().for_each(|value| uses[value.at()] -= 1);
        if let Some(block) = op.parent {
            module.block_mut(block).ops.retain(|other| other != id);
            module.op_mut(*id).parent = None;
        }
    }
}
