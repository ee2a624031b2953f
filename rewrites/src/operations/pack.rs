//! `pack`: operands in blocked layouts, and the operation over blocks and what is inside them.

use crate::operations::OperationTransform;
use crate::operations::builder::{OpBuilder, OpSize};
use crate::operations::lower_pack::PackedTensor;
use crate::operations::operation::{Linalg, no_place, same_loops};
use crate::operations::tile::{loop_sizes, loops_with_sizes, named_sizes, needs_tensors, sizes_text};
use crate::registry::{Alias, Build};
use crate::{RegistryEntry, ScriptedProgram};
use crate::{ScriptName, Spanned};
use polyvet_ir::edit::{i64_array, segment_sizes};
use polyvet_ir::linalg::IteratorType;
use polyvet_ir::{AffineExpr, AffineMap, Diagnostic, Module, OpId, OpSpec, ValueId, parse_attr};
use std::collections::HashMap;

/// The line of `pack`.
pub static ENTRY: RegistryEntry = RegistryEntry {
    name: "pack",
    aliases: &[Alias {
        name: "structured.pack",
        clauses: &["packed_sizes"],
    }],
    summary: "Packs operands into blocks, padded with 0, and runs an operation over blocks; its results are unpacked.",
    params: "OP, d0=SIZE, ..",
    example: "pack(S0, d0=8, d1=4)",
    build: Build::Operations(|args| {
        Ok(Box::new(Pack {
            target: args.name()?,
            only: None,
            sizes: loop_sizes(args)?,
        }))
    }),
};

/// The line of `pack_operand`.
pub static ENTRY_OPERAND: RegistryEntry = RegistryEntry {
    name: "pack_operand",
    aliases: &[],
    summary: "Packs one operand, by number, into blocks that its loops are multiples of; the others stay as they are.",
    params: "OP, NUMBER, d0=SIZE, ..",
    example: "pack_operand(S0, 1, d1=4)",
    build: Build::Operations(|args| {
        Ok(Box::new(Pack {
            target: args.name()?,
            only: Some(args.int()?),
            sizes: loop_sizes(args)?,
        }))
    }),
};

/// Changes the layout of operands.
#[derive(Debug)]
pub struct Pack {
    /// The operation.
    pub target: ScriptName,
    /// The number of the only operand that is packed, inputs first.
    pub only: Option<Spanned<i64>>,
    /// Loops with the sizes of their blocks.
    pub sizes: Vec<(ScriptName, i64)>,
}

/// The dimensions of an operand that are cut into blocks.
#[derive(Default)]
struct Blocks {
    dims: Vec<i64>,
    tiles: Vec<i64>,
    /// The loops inside the blocks, by position among the new ones.
    loops: Vec<usize>,
}

impl Pack {
    /// Packs all operands into blocks of these sizes.
    pub fn new<N: Into<ScriptName>>(op: impl Into<ScriptName>, sizes: impl IntoIterator<Item = (N, i64)>) -> Pack {
        Pack {
            target: op.into(),
            only: None,
            sizes: named_sizes(sizes),
        }
    }

    /// Packs only the operand with this number.
    pub fn only(mut self, operand: i64) -> Pack {
        self.only = Some(operand.into());
        self
    }
}

impl OperationTransform for Pack {
    fn text(&self) -> String {
        let entry = if self.only.is_some() { &ENTRY_OPERAND } else { &ENTRY };
        let only = self.only.iter().map(Spanned::to_string);
        entry.call(
            [self.target.to_string()]
                .into_iter()
                .chain(only)
                .chain(sizes_text(&self.sizes)),
        )
    }

    fn apply(&self, program: &mut ScriptedProgram) -> Result<Vec<OpId>, Diagnostic> {
        let linalg = program.structured(&self.target)?;
        let sizes = loops_with_sizes(|name| linalg.loop_named(name), &self.sizes)?;
        let func = program.func;
        let mut b = OpBuilder::before(&mut program.module, func, linalg.op);
        if linalg.view.outputs.iter().any(|output| !b.ty(*output).is_tensor()) {
            return Err(needs_tensors(&self.target));
        }
        let rank = linalg.rank();
        let mut was = same_loops(rank);
        for (n, (at, size)) in sizes.iter().enumerate() {
            was[*at] = AffineExpr::dim(*at) * (*size).into() + AffineExpr::dim(rank + n);
        }
        let only = self.only_one(&mut b, &linalg, &sizes)?;
        let (mut operands, mut maps, mut blocks) = (Vec::new(), Vec::new(), Vec::new());
        for (n, value) in linalg.operands().into_iter().enumerate() {
            if only.is_some_and(|only| only != n) {
                let results = linalg.view.maps[n].results.iter();
                let results = results.map(|result| result.substitute(&was, &[])).collect();
                maps.push(AffineMap::new(rank + sizes.len(), 0, results));
                operands.push(value);
                blocks.push(Blocks::default());
                continue;
            }
            let cut = self.blocks(&linalg, n, &sizes)?;
            let mut results = linalg.view.maps[n].results.clone();
            results.extend(cut.loops.iter().map(|at| AffineExpr::dim(rank + at)));
            maps.push(AffineMap::new(rank + sizes.len(), 0, results));
            operands.push(if cut.dims.is_empty() {
                value
            } else {
                pack(&mut b, value, &cut, &self.target)?
            });
            blocks.push(cut);
        }
        let inner = sizes.iter().map(|(at, _)| linalg.view.iterators[*at]);
        let iterators: Vec<IteratorType> = linalg.view.iterators.iter().copied().chain(inner).collect();
        let op = linalg.in_new_loops(&mut b, &operands, &maps, &iterators, &was);
        let cuts = &blocks[linalg.view.inputs.len()..];
        let mut results = Vec::new();
        for ((result, into), cut) in b
            .module
            .op(op)
            .results
            .clone()
            .into_iter()
            .zip(&linalg.view.outputs)
            .zip(cuts)
        {
            results.push(if cut.dims.is_empty() {
                result
            } else {
                let spec = with_blocks(OpSpec::new("linalg.unpack").operands(&[result, *into]), cut);
                let ty = b.ty(*into);
                b.value(spec.result(ty))
            });
        }
        program.replace(linalg.op, &results, op);
        Ok(vec![op])
    }
}

impl Pack {
    /// The only operand that is packed; what the others have in its loops has to come out even.
    fn only_one(
        &self,
        b: &mut OpBuilder<'_>,
        linalg: &Linalg,
        sizes: &[(usize, i64)],
    ) -> Result<Option<usize>, Diagnostic> {
        let Some(number) = &self.only else { return Ok(None) };
        let at = operand_at(linalg, number)?;
        if !b.ty(linalg.operands()[at]).is_tensor() {
            return Err(needs_tensors(&self.target));
        }
        let extents = linalg.extents(b, &self.target)?;
        for ((loop_at, size), (name, _)) in sizes.iter().zip(&self.sizes) {
            if extents[*loop_at].number().is_none_or(|extent| extent % size != 0) {
                return Err(no_place(
                    name,
                    format!("loop `{name}` is not known to be a multiple of {size}"),
                ));
            }
            if !linalg.view.maps[at].results.contains(&AffineExpr::dim(*loop_at)) {
                return Err(no_place(
                    name,
                    format!("operand {at} has no dimension for loop `{name}`"),
                ));
            }
        }
        Ok(Some(at))
    }

    fn blocks(&self, linalg: &Linalg, n: usize, sizes: &[(usize, i64)]) -> Result<Blocks, Diagnostic> {
        let mut blocks = Blocks {
            dims: Vec::new(),
            tiles: Vec::new(),
            loops: Vec::new(),
        };
        for (dim, expr) in linalg.view.maps[n].results.iter().enumerate() {
            let mut used = Vec::new();
            expr.for_each_leaf(&mut |leaf| {
                used.extend(sizes.iter().position(|(at, _)| *leaf == AffineExpr::dim(*at)));
            });
            match (expr, &used[..]) {
                (_, []) => {}
                (AffineExpr::Dim(_), [at]) => {
                    blocks.dims.push(dim as i64);
                    blocks.tiles.push(sizes[*at].1);
                    blocks.loops.push(*at);
                }
                _ => {
                    let message = format!("the subscript `{expr}` is more than the loop that is cut");
                    return Err(no_place(&self.target, message));
                }
            }
        }
        Ok(blocks)
    }
}

fn with_blocks(spec: OpSpec, cut: &Blocks) -> OpSpec {
    spec.property("inner_dims_pos", i64_array(&cut.dims))
        .property("static_inner_tiles", i64_array(&cut.tiles))
}

/// `value` in blocks.
fn pack(b: &mut OpBuilder<'_>, value: ValueId, cut: &Blocks, target: &ScriptName) -> Result<ValueId, Diagnostic> {
    let mut dims = b.dims(value);
    let mut padded = false;
    for (dim, tile) in cut.dims.iter().zip(&cut.tiles) {
        let extent = &mut dims[*dim as usize];
        padded |= extent.number().is_none_or(|extent| extent % tile != 0);
        *extent = b.apply(&AffineExpr::dim(0).ceil_div((*tile).into()), &[*extent]);
    }
    dims.extend(cut.tiles.iter().map(|tile| OpSize::Static(*tile)));
    let elem = b.ty(value).elem().clone();
    let empty = b.empty(&dims, &elem);
    let ty = b.ty(empty);
    let zero = parse_attr(&format!("{} : {elem}", if elem.is_float() { "0.0" } else { "0" }));
    if padded && zero.is_none() {
        let message = format!("blocks are not full, and there is no 0 of type `{elem}` to fill them up with");
        return Err(no_place(target, message));
    }
    let padding: Vec<ValueId> = zero
        .filter(|_| padded)
        .map(|zero| b.constant(zero, &elem))
        .into_iter()
        .collect();
    let spec = OpSpec::new("linalg.pack").operands(&[value, empty]).operands(&padding);
    let spec = spec.property("operandSegmentSizes", segment_sizes(&[1, 1, padding.len(), 0]));
    Ok(b.value(with_blocks(spec, cut).result(ty)))
}

/// The operand with this number.
pub(crate) fn operand_at(linalg: &Linalg, number: &Spanned<i64>) -> Result<usize, Diagnostic> {
    let count = linalg.operands().len();
    let found = usize::try_from(number.value).ok().filter(|at| *at < count);
    found.ok_or_else(|| {
        let name = ScriptName::new(number.to_string(), number.span);
        no_place(&name, format!("the operation has {count} operands"))
    })
}

/// What a tensor was packed from, and how; [`None`] if it was not, or not into tiles of known sizes.
pub(crate) fn packed_as(module: &Module, value: ValueId) -> Option<(ValueId, PackedTensor)> {
    let op = module.defining_op(value)?;
    (module.op(op).name == "linalg.pack" && module.ty(value).is_tensor()).then_some(())?;
    let source = module.op(op).operand(0);
    let rank = module.ty(source).shape()?.len();
    Some((source, PackedTensor::of(module, op, rank)?))
}

/// `source` packed as `pack` packs.
pub(crate) fn write_pack(b: &mut OpBuilder<'_>, pack: OpId, source: ValueId) -> ValueId {
    let copy = b.module.copy_op(pack, &mut HashMap::new());
    b.module.op_mut(copy).operands[0].value = source;
    b.put(copy);
    b.module.op(copy).results[0]
}
