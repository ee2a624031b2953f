//! `lower_pack`, `lower_unpack`: packing written as padding, reshaping and transposing, and back.

use crate::ScriptName;
use crate::operations::OperationTransform;
use crate::operations::builder::{DimRange, OpBuilder, OpSize};
use crate::operations::operation::{no_place, transpose};
use crate::operations::pad::{missing, pad_high};
use crate::operations::reshape::{collapse_shape, expand_shape};
use crate::registry::{Alias, Build};
use crate::{RegistryEntry, ScriptedProgram};
use polyvet_ir::edit::DYNAMIC;
use polyvet_ir::{Diagnostic, Dim, Module, OpId, Type, ValueId, segments};

/// The line of `lower_pack`.
pub static ENTRY_PACK: RegistryEntry = RegistryEntry {
    name: "lower_pack",
    aliases: &[Alias {
        name: "structured.lower_pack",
        clauses: &[],
    }],
    summary: "Writes a linalg.pack as tensor.pad, tensor.expand_shape and linalg.transpose.",
    params: "PACK",
    example: "lower_pack(linalg.pack)",
    build: Build::Operations(|args| Ok(Box::new(LowerPack { target: args.name()? }))),
};

/// The line of `lower_unpack`.
pub static ENTRY_UNPACK: RegistryEntry = RegistryEntry {
    name: "lower_unpack",
    aliases: &[Alias {
        name: "structured.lower_unpack",
        clauses: &[],
    }],
    summary: "Writes a linalg.unpack as linalg.transpose, tensor.collapse_shape and tensor.extract_slice.",
    params: "UNPACK",
    example: "lower_unpack(linalg.unpack)",
    build: Build::Operations(|args| Ok(Box::new(LowerUnpack { target: args.name()? }))),
};

/// Writes a packing as what it does.
#[derive(Debug)]
pub struct LowerPack {
    /// The `linalg.pack`.
    pub target: ScriptName,
}

/// Writes an unpacking as what it does.
#[derive(Debug)]
pub struct LowerUnpack {
    /// The `linalg.unpack`.
    pub target: ScriptName,
}

/// How a tensor is packed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PackedTensor {
    /// The dimensions that are cut, in the order of their tiles.
    pub dims: Vec<usize>,
    /// The sizes of the tiles.
    pub tiles: Vec<i64>,
    /// The dimension of the unpacked tensor that each outer one counts tiles of.
    pub outer: Vec<usize>,
}

impl PackedTensor {
    /// That of a `linalg.pack` or `linalg.unpack` of a tensor with `rank` dimensions; [`None`] if the size of a tile is
    /// a value.
    pub fn of(module: &Module, op: OpId, rank: usize) -> Option<PackedTensor> {
        let numbers = |name: &str| module.op(op).attr(name)?.as_i64s();
        let places = |numbers: Vec<i64>| -> Option<Vec<usize>> {
            let place = |number: &i64| usize::try_from(*number).ok().filter(|at| *at < rank);
            numbers.iter().map(place).collect()
        };
        let outer = match numbers("outer_dims_perm").filter(|order| !order.is_empty()) {
            Some(order) => places(order)?,
            None => (0..rank).collect(),
        };
        let dims = places(numbers("inner_dims_pos")?)?;
        let tiles = numbers("static_inner_tiles")?;
        let known = tiles.iter().all(|tile| *tile > 0 && *tile != DYNAMIC);
        (known && tiles.len() == dims.len() && outer.len() == rank).then_some(PackedTensor { dims, tiles, outer })
    }

    /// For each dimension of the packed tensor its place where tiles are behind what they are tiles of; and these
    /// places, grouped.
    pub fn expanded(&self) -> (Vec<i64>, Vec<Vec<i64>>) {
        let rank = self.outer.len();
        let (mut next, mut groups) = (0, Vec::new());
        for dim in 0..rank {
            let count = 1 + self.dims.iter().filter(|one| **one == dim).count() as i64;
            groups.push((next..next + count).collect::<Vec<i64>>());
            next += count;
        }
        let outer = self.outer.iter().map(|dim| groups[*dim][0]);
        let inner = self.dims.iter().map(|dim| groups[*dim][1]);
        (outer.chain(inner).collect(), groups)
    }

    /// The extents of a packed tensor in the order of [`PackedTensor::expanded`].
    pub fn extents(&self, packed: &[OpSize]) -> Vec<OpSize> {
        let (places, _) = self.expanded();
        let mut extents = packed.to_vec();
        for (size, place) in packed.iter().zip(places) {
            extents[place as usize] = *size;
        }
        extents
    }
}

/// The packing or unpacking that `name` means; operand `packed` of it is the packed tensor.
///
/// # Errors
/// It is another operation, or the size of a tile is a value.
pub(crate) fn packing(
    program: &ScriptedProgram,
    name: &ScriptName,
    kind: &str,
    packed: usize,
) -> Result<(OpId, PackedTensor), Diagnostic> {
    let (module, op) = (&program.module, program.target(name)?);
    if module.op(op).name != kind
        || !module
            .op(op)
            .operand_values()
            .all(|value| module.ty(value).shape().is_none() || module.ty(value).is_tensor())
    {
        return Err(no_place(
            name,
            format!("`{}` is no `{kind}` of tensors", module.op(op).name),
        ));
    }
    let rank = module
        .ty(module.op(op).operand(1 - packed))
        .shape()
        .map_or(0, <[_]>::len);
    let found = PackedTensor::of(module, op, rank);
    let found = found.ok_or_else(|| no_place(name, "the size of a tile is a value"))?;
    Ok((op, found))
}

/// What a packing packs, with what it puts behind the ends.
pub(crate) fn padded_source(b: &mut OpBuilder<'_>, op: OpId, packing: &PackedTensor) -> ValueId {
    let source = b.module.op(op).operand(0);
    let padding = segments(b.module, op).and_then(|groups| groups.get(2)?.first().copied());
    let Some(padding) = padding else { return source };
    let mut highs = vec![OpSize::Static(0); packing.outer.len()];
    for (dim, tile) in packing.dims.iter().zip(&packing.tiles) {
        highs[*dim] = missing(b, source, *dim, *tile);
    }
    match highs.iter().any(|high| *high != OpSize::Static(0)) {
        true => pad_high(b, source, &highs, padding),
        false => source,
    }
}

impl LowerPack {
    /// Writes this packing as what it does.
    pub fn new(op: impl Into<ScriptName>) -> LowerPack {
        LowerPack { target: op.into() }
    }
}

impl OperationTransform for LowerPack {
    fn text(&self) -> String {
        ENTRY_PACK.call([self.target.to_string()])
    }

    fn apply(&self, program: &mut ScriptedProgram) -> Result<Vec<OpId>, Diagnostic> {
        let (op, packing) = packing(program, &self.target, "linalg.pack", 1)?;
        let mut b = program.before(op);
        let (source, into) = (b.module.op(op).operand(0), b.module.op(op).operand(1));
        let value = padded_source(&mut b, op, &packing);
        let packed = b.dims(into);
        let extents = packing.extents(&packed);
        let (order, groups) = packing.expanded();
        // A product that is known here and not there, or the other way round, is no reshape.
        let shape = b.ty(value).shape().unwrap_or(&[]).to_vec();
        let agree = |(group, dim): (&Vec<i64>, &Dim)| {
            let known = group.iter().all(|at| extents[*at as usize].number().is_some());
            known == matches!(dim, Dim::Static(_))
        };
        if !groups.iter().zip(&shape).all(agree) {
            return Err(no_place(
                &self.target,
                "an extent is known before packing or after it, not both",
            ));
        }
        let ty = Type::tensor(
            extents.iter().map(|extent| extent.dim()).collect(),
            b.ty(source).elem().clone(),
        );
        let expanded = expand_shape(&mut b, value, &groups, &extents, ty);
        let result = match order.is_sorted() {
            true => expanded,
            false => transpose(&mut b, expanded, into, &order),
        };
        // Where reshapes undo each other the result is an old value.
        let made = b.module.defining_op(result).unwrap_or(op);
        program.replace(op, &[result], made);
        Ok(vec![made])
    }
}

impl LowerUnpack {
    /// Writes this unpacking as what it does.
    pub fn new(op: impl Into<ScriptName>) -> LowerUnpack {
        LowerUnpack { target: op.into() }
    }
}

impl OperationTransform for LowerUnpack {
    fn text(&self) -> String {
        ENTRY_UNPACK.call([self.target.to_string()])
    }

    fn apply(&self, program: &mut ScriptedProgram) -> Result<Vec<OpId>, Diagnostic> {
        let (op, packing) = packing(program, &self.target, "linalg.unpack", 0)?;
        let mut b = program.before(op);
        let (source, into) = (b.module.op(op).operand(0), b.module.op(op).operand(1));
        let packed = b.dims(source);
        let extents = packing.extents(&packed);
        let (order, groups) = packing.expanded();
        let elem = b.ty(source).elem().clone();
        let expanded = match order.is_sorted() {
            true => source,
            false => {
                let empty = b.empty(&extents, &elem);
                let mut back = order.clone();
                for (at, place) in order.iter().enumerate() {
                    back[*place as usize] = at as i64;
                }
                transpose(&mut b, source, empty, &back)
            }
        };
        let shape = groups.iter().map(|group| {
            let mut numbers = group.iter().map(|at| extents[*at as usize].number());
            let product = numbers.try_fold(1_i64, |product, number| product.checked_mul(number?));
            product.map_or(Dim::Dynamic, |number| OpSize::Static(number).dim())
        });
        let ty = Type::tensor(shape.collect(), elem);
        let whole = collapse_shape(&mut b, expanded, &groups, ty);
        let part = |size| DimRange::part(OpSize::Static(0), size);
        let ranges: Vec<DimRange> = b.dims(into).into_iter().map(part).collect();
        let known = ranges.iter().all(|range| range.size.number().is_some());
        let result = match known && b.ty(whole) == b.ty(into) {
            true => whole,
            false => b.slice(whole, &ranges),
        };
        // Where reshapes undo each other the result is an old value.
        let made = b.module.defining_op(result).unwrap_or(op);
        program.replace(op, &[result], made);
        Ok(vec![made])
    }
}
