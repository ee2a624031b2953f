//! `layout_blocked`, `layout_padded`, `layout_transposed`, `layout_wrapped`: another layout for a buffer of the
//! function.
//!
//! Element `[i0, i1, ..]` of the buffer moves to another place of a new one, and every subscript with it:
//! - blocked: `[i0 floordiv b0, .., i0 mod b0, ..]`;
//! - padded: the same place of a buffer with longer dimensions;
//! - transposed: `[i1, i0, ..]`;
//! - wrapped: `[i0 mod w0, ..]`, where elements that are needed at the same time must not meet: a ring.
//!
//! An argument stays where its caller has it: the function works on a buffer of its own, into which it copies the argument
//! when it begins, and which it copies back when it ends, if it may have written it.

use crate::operations::OperationTransform;
use crate::operations::builder::{DimRange, OpBuilder, OpSize, extents_of, mixed};
use crate::operations::generalize::make_generic;
use crate::operations::lower::copy_elements;
use crate::operations::operation::{Linalg, no_place, same_loops};
use crate::operations::transpose::{numbers, order_of};
use crate::registry::Build;
use crate::{Args, ScriptName, Spanned};
use crate::{RegistryEntry, ScriptedProgram};
use polyvet_ir::edit::segment_sizes;
use polyvet_ir::linalg::structured;
use polyvet_ir::{AffineExpr, AffineMap, Attr, Diagnostic, Module, OpId, OpSpec, Type, ValueId};
use std::collections::HashMap;

/// The line of `layout_blocked`.
pub static ENTRY_BLOCKED: RegistryEntry = RegistryEntry {
    name: "layout_blocked",
    aliases: &[],
    summary: "Keeps a buffer in blocks: a size for each dimension, 0 for one that is not cut.",
    params: "BUFFER, NUMBER, ..",
    example: "layout_blocked(memref.alloc, 8, 0)",
    build: Build::Operations(|args| parse(args, Change::Blocked)),
};

/// The line of `layout_padded`.
pub static ENTRY_PADDED: RegistryEntry = RegistryEntry {
    name: "layout_padded",
    aliases: &[],
    summary: "Keeps a buffer in a larger one: for each dimension how many elements are added behind its end.",
    params: "BUFFER, NUMBER, ..",
    example: "layout_padded(memref.alloc, 0, 1)",
    build: Build::Operations(|args| parse(args, Change::Padded)),
};

/// The line of `layout_transposed`.
pub static ENTRY_TRANSPOSED: RegistryEntry = RegistryEntry {
    name: "layout_transposed",
    aliases: &[],
    summary: "Keeps a buffer with its dimensions in another order.",
    params: "BUFFER, NUMBER, ..",
    example: "layout_transposed(memref.alloc, 1, 0)",
    build: Build::Operations(|args| parse(args, Change::Transposed)),
};

/// The line of `layout_wrapped`.
pub static ENTRY_WRAPPED: RegistryEntry = RegistryEntry {
    name: "layout_wrapped",
    aliases: &[],
    summary: "Keeps of each dimension of a buffer only so many places, used in turn; 0 for one that stays whole.",
    params: "BUFFER, NUMBER, ..",
    example: "layout_wrapped(memref.alloc, 2, 0)",
    build: Build::Operations(|args| parse(args, Change::Wrapped)),
};

fn parse(args: &mut Args, change: Change) -> Result<Box<dyn OperationTransform>, Diagnostic> {
    Ok(Box::new(LayoutTransform {
        buffer: args.name()?,
        change,
        numbers: numbers(args)?,
    }))
}

/// Where elements go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// Into blocks of these sizes.
    Blocked,
    /// Into dimensions that are longer by so much.
    Padded,
    /// Into dimensions in this order.
    Transposed,
    /// To so many places in turn.
    Wrapped,
}

/// Changes the layout of a buffer.
#[derive(Debug)]
pub struct LayoutTransform {
    /// The buffer, or the operation that makes it: a `memref.alloc` or `memref.alloca`.
    pub buffer: ScriptName,
    /// Where its elements go.
    pub change: Change,
    /// A number for each dimension.
    pub numbers: Vec<Spanned<i64>>,
}

impl LayoutTransform {
    /// Moves the elements of a buffer so, with a number for each dimension.
    pub fn new(
        buffer: impl Into<ScriptName>,
        change: Change,
        numbers: impl IntoIterator<Item = i64>,
    ) -> LayoutTransform {
        LayoutTransform {
            buffer: buffer.into(),
            change,
            numbers: numbers.into_iter().map(Spanned::from).collect(),
        }
    }
}

impl OperationTransform for LayoutTransform {
    fn text(&self) -> String {
        let entry = match self.change {
            Change::Blocked => &ENTRY_BLOCKED,
            Change::Padded => &ENTRY_PADDED,
            Change::Transposed => &ENTRY_TRANSPOSED,
            Change::Wrapped => &ENTRY_WRAPPED,
        };
        let numbers = self.numbers.iter().map(Spanned::to_string);
        entry.call([self.buffer.to_string()].into_iter().chain(numbers))
    }

    fn apply(&self, program: &mut ScriptedProgram) -> Result<Vec<OpId>, Diagnostic> {
        let alloc = match self.argument(program) {
            Some(argument) => self.own_copy(program, argument)?,
            None => self.allocation(program)?,
        };
        let old = program.module.op(alloc).results[0];
        let users = program.users(old);
        let mut b = program.before(alloc);
        let dims = extents_of(&b.ty(old), b.module.op(alloc).operand_values())
            .ok_or_else(|| no_place(&self.buffer, "an extent of the buffer is missing"))?;
        let (places, extents) = self.places(&mut b, &dims)?;
        if let Some(user) = users.iter().find(|user| !self.is_known(b.module, **user, old)) {
            let name = b.module.op(*user).name.clone();
            let message = format!("`{name}` uses the buffer as it lies");
            return Err(no_place(&self.buffer, message).help("write what uses it as loops first, by `lower_to_affine`"));
        }
        let new = like(&mut b, alloc, &extents);
        for user in users {
            self.rewrite(program, user, (old, new), &places, &dims);
        }
        let made = program.module.defining_op(new).expect("it was just written");
        program.replace(alloc, &[new], made);
        Ok(vec![made])
    }
}

impl LayoutTransform {
    /// The argument that is called so.
    fn argument(&self, program: &ScriptedProgram) -> Option<ValueId> {
        let entry = program.module.only_block(program.func, 0)?;
        let args = &program.module.block(entry).args;
        let is_named = |arg: &&ValueId| program.module.value(**arg).name.as_deref() == Some(&self.buffer.value);
        args.iter().find(is_named).copied()
    }

    /// A buffer in the place of an argument, with copies at both ends of the function: what makes it.
    fn own_copy(&self, program: &mut ScriptedProgram, argument: ValueId) -> Result<OpId, Diagnostic> {
        let Type::MemRef { layout: None, .. } = program.module.ty(argument) else {
            return Err(no_place(&self.buffer, "the argument is no buffer without a layout"));
        };
        let at = program
            .module
            .block(program.module.only_block(program.func, 0).expect("it has arguments"));
        let at = at.args.iter().position(|arg| *arg == argument).unwrap_or(0);
        if polyvet_ir::declared_layout(&program.module, program.func, at).is_some()
            || polyvet_ir::data_space(&program.module, program.func, at).is_some()
        {
            return Err(no_place(&self.buffer, "the argument has a layout already"));
        }
        let users = program.users(argument);
        let Some(first) = users.iter().copied().find_map(|user| outermost(program, user)) else {
            return Err(no_place(&self.buffer, "nobody uses the argument"));
        };
        let block = program.module.op(first).parent;
        // Behind the constants that a function begins with, of which sizes are made.
        let is_constant = |op: &&OpId| program.module.op(**op).name == "arith.constant";
        let begin = block.and_then(|block| {
            let mut ops = program.module.block(block).ops.iter();
            ops.find(|op| !is_constant(op)).copied()
        });
        let end = block.and_then(|block| program.module.block(block).ops.last().copied());
        let (Some(begin), Some(end)) = (begin, end) else {
            return Err(no_place(&self.buffer, "the function does nothing"));
        };
        let mut b = program.before(begin);
        let dims = b.dims(argument);
        let made = alloc_like(&mut b, argument, &dims);
        copy_elements(program.before(begin), (argument, made), &dims);
        for user in &users {
            program.module.replace_uses(*user, &HashMap::from([(argument, made)]));
        }
        let reads = |user: &OpId| {
            matches!(
                program.module.op(*user).name.as_str(),
                "memref.dim" | "memref.load" | "affine.load"
            )
        };
        if !users.iter().all(reads) {
            copy_elements(program.before(end), (made, argument), &dims);
        }
        program
            .before(end)
            .push(OpSpec::new("memref.dealloc").operands(&[made]));
        Ok(program.module.defining_op(made).expect("it was just written"))
    }

    /// What makes the buffer.
    fn allocation(&self, program: &ScriptedProgram) -> Result<OpId, Diagnostic> {
        let mut found = None;
        program.module.walk(program.func, &mut |id, op| {
            let is_named = |value: &ValueId| program.module.value(*value).name.as_deref() == Some(&self.buffer.value);
            if op.results.iter().any(is_named) {
                found = found.or(Some(id));
            }
        });
        let op = found.map_or_else(|| program.target(&self.buffer), Ok)?;
        let data = program.module.op(op);
        let refuse = |message: &str| no_place(&self.buffer, message);
        if !matches!(data.name.as_str(), "memref.alloc" | "memref.alloca") {
            return Err(refuse(
                "only an argument, or a buffer that the function makes, can lie in another way",
            ));
        }
        match program.module.ty(data.results[0]) {
            Type::MemRef { layout: None, .. } => Ok(op),
            _ => Err(refuse("the buffer has a layout already")),
        }
    }

    /// Where each element goes, and how long the dimensions are then.
    fn places(&self, b: &mut OpBuilder<'_>, dims: &[OpSize]) -> Result<(Vec<AffineExpr>, Vec<OpSize>), Diagnostic> {
        if self.change == Change::Transposed {
            let order = order_of(&self.numbers, dims.len(), &self.buffer)?;
            let places = order.iter().map(|at| AffineExpr::dim(*at)).collect();
            return Ok((places, order.iter().map(|at| dims[*at]).collect()));
        }
        if self.numbers.len() != dims.len() {
            let message = format!("{} numbers for {} dimensions", self.numbers.len(), dims.len());
            return Err(no_place(&self.buffer, message));
        }
        if let Some(number) = self.numbers.iter().find(|number| number.value < 0) {
            let name = ScriptName::new(number.to_string(), number.span);
            return Err(no_place(&name, format!("`{number}` is no number of elements")));
        }
        let (mut places, mut extents) = (same_loops(dims.len()), dims.to_vec());
        for (at, number) in self.numbers.iter().map(|number| number.value).enumerate() {
            if number == 0 {
                continue;
            }
            let dim = AffineExpr::dim(at);
            match self.change {
                Change::Padded => extents[at] = b.apply(&(AffineExpr::dim(0) + number.into()), &[dims[at]]),
                Change::Wrapped => {
                    places[at] = dim.modulo(number.into());
                    extents[at] = OpSize::Static(number);
                }
                Change::Blocked | Change::Transposed => {
                    places[at] = dim.clone().floor_div(number.into());
                    extents[at] = b.apply(&AffineExpr::dim(0).ceil_div(number.into()), &[dims[at]]);
                    places.push(dim.modulo(number.into()));
                    extents.push(OpSize::Static(number));
                }
            }
        }
        Ok((places, extents))
    }

    /// Whether a use of the buffer can follow it.
    fn is_known(&self, module: &Module, user: OpId, buffer: ValueId) -> bool {
        let op = module.op(user);
        match op.name.as_str() {
            "memref.dim" | "memref.dealloc" | "memref.load" | "affine.load" => true,
            "memref.store" | "affine.store" => op.operand(0) != buffer,
            "memref.copy" => self.change == Change::Padded,
            _ => {
                let plain = matches!(self.change, Change::Padded | Change::Transposed);
                plain && structured(module, user).is_some()
            }
        }
    }

    fn rewrite(
        &self,
        program: &mut ScriptedProgram,
        user: OpId,
        (old, new): (ValueId, ValueId),
        places: &[AffineExpr],
        dims: &[OpSize],
    ) {
        let mut b = program.before(user);
        let name = b.module.op(user).name.clone();
        match name.as_str() {
            "memref.dealloc" => {}
            "memref.dim" => {
                let at = b.module.op(user).operand(1);
                let constant = b.module.defining_op(at).map(|op| b.module.op(op));
                let number = constant.and_then(|op| op.attr("value")?.as_i64());
                let size = number.and_then(|number| dims.get(usize::try_from(number).ok()?).copied());
                if let Some(size) = size {
                    let value = b.index(size);
                    let made = b.module.defining_op(value).unwrap_or(user);
                    program.replace(user, &[value], made);
                }
            }
            "memref.load" | "memref.store" => {
                let first = usize::from(name == "memref.store") + 1;
                let operands: Vec<ValueId> = b.module.op(user).operand_values().collect();
                let over: Vec<OpSize> = operands[first..].iter().copied().map(OpSize::Value).collect();
                let mut subscripts = Vec::new();
                for place in places {
                    let size = b.apply(place, &over);
                    subscripts.push(b.index(size));
                }
                let op = b.module.op_mut(user);
                let operand = op.operands[0];
                op.operands.truncate(first);
                op.operands.extend(subscripts.into_iter().map(|value| {
                    let mut one = operand;
                    one.value = value;
                    one
                }));
            }
            "affine.load" | "affine.store" => {
                let op = b.module.op_mut(user);
                if let Some(map) = op.attr("map").and_then(Attr::as_map).cloned() {
                    let results = places.iter().map(|place| place.substitute(&map.results, &[])).collect();
                    let map = AffineMap::new(map.dims, map.syms, results);
                    op.properties.set("map", Attr::AffineMap(map));
                }
            }
            _ if self.change == Change::Padded => {
                let ranges: Vec<DimRange> = dims
                    .iter()
                    .map(|size| DimRange::part(OpSize::Static(0), *size))
                    .collect();
                let part = b.slice(new, &ranges);
                b.module.replace_uses(user, &HashMap::from([(old, part)]));
            }
            _ => {
                let Some(mut view) = structured(b.module, user) else {
                    return;
                };
                let operands: Vec<ValueId> = view.inputs.iter().chain(&view.outputs).copied().collect();
                for (map, _) in view.maps.iter_mut().zip(operands).filter(|(_, value)| *value == old) {
                    let results = places.iter().map(|place| place.substitute(&map.results, &[])).collect();
                    *map = AffineMap::new(map.dims, 0, results);
                }
                make_generic(&mut program.module, &Linalg { op: user, view });
            }
        }
    }
}

/// The operation directly in the function that `op` is, or stands in.
fn outermost(program: &ScriptedProgram, op: OpId) -> Option<OpId> {
    let mut here = op;
    loop {
        match program.module.parent_op(here)? {
            parent if parent == program.func => return Some(here),
            parent => here = parent,
        }
    }
}

/// A buffer like an argument, with these extents.
fn alloc_like(b: &mut OpBuilder<'_>, argument: ValueId, dims: &[OpSize]) -> ValueId {
    let (dynamic, _) = mixed(dims);
    let spec = OpSpec::new("memref.alloc")
        .operands(&dynamic)
        .property("operandSegmentSizes", segment_sizes(&[dynamic.len(), 0]));
    let ty = b.ty(argument);
    b.value(spec.result(ty))
}

/// The same kind of buffer with these extents.
fn like(b: &mut OpBuilder<'_>, alloc: OpId, extents: &[OpSize]) -> ValueId {
    let (dynamic, _) = mixed(extents);
    let op = b.module.op(alloc).clone();
    let Type::MemRef { elem, space, .. } = b.ty(op.results[0]) else {
        unreachable!("an allocation makes a buffer");
    };
    let ty = Type::MemRef {
        shape: extents.iter().map(|extent| extent.dim()).collect(),
        elem,
        layout: None,
        space,
    };
    let mut spec = OpSpec::new(&op.name)
        .operands(&dynamic)
        .property("operandSegmentSizes", segment_sizes(&[dynamic.len(), 0]));
    if let Some(alignment) = op.attr("alignment") {
        spec = spec.property("alignment", alignment.clone());
    }
    b.value(spec.result(ty))
}
