//! `pack`: operands in blocked layouts, and the operation over blocks and what is inside them.

use crate::builder::{Builder, Size, mixed};
use crate::operation::{Linalg, no_place};
use crate::tile::{loop_size, loops_with_sizes, needs_tensors};
use crate::{Entry, Program, Structured};
use polyvet_ir::edit::{i64_array, segment_sizes};
use polyvet_ir::linalg::IteratorType;
use polyvet_ir::{AffineExpr, AffineMap, Diagnostic, OpId, OpSpec, Type, ValueId, parse_attr};
use polyvet_transforms::Name;

/// Its line in the list.
pub static ENTRY: Entry = Entry {
    name: "pack",
    summary: "Packs operands into blocks, padded with 0, and runs an operation over blocks; its results are unpacked.",
    params: "OP, d0=SIZE, ..",
    example: "pack(S0, d0=8, d1=4)",
    parse: |args| {
        let target = args.name()?;
        let mut sizes = Vec::new();
        while !args.is_done() {
            sizes.push(loop_size(args)?);
        }
        match sizes.is_empty() {
            true => Err(args.wrong("no loop has a size")),
            false => Ok(Box::new(Pack { target, sizes })),
        }
    },
};

/// Changes the layout of operands.
#[derive(Debug)]
pub struct Pack {
    /// The operation.
    pub target: Name,
    /// Loops with the sizes of their blocks.
    pub sizes: Vec<(Name, i64)>,
}

/// The dimensions of an operand that are cut into blocks.
struct Blocks {
    dims: Vec<i64>,
    tiles: Vec<i64>,
    /// The loops inside the blocks, by position among the new ones.
    loops: Vec<usize>,
}

impl Structured for Pack {
    fn apply(&self, program: &mut Program) -> Result<Vec<OpId>, Diagnostic> {
        let linalg = program.structured(&self.target)?;
        let sizes = loops_with_sizes(&linalg, &self.sizes)?;
        linalg.counts_nothing(&program.module, &self.target)?;
        let func = program.func;
        let mut b = Builder::before(&mut program.module, func, linalg.op);
        if linalg.view.outputs.iter().any(|output| !b.ty(*output).is_tensor()) {
            return Err(needs_tensors(&self.target));
        }
        let rank = linalg.rank();
        let (mut operands, mut maps, mut blocks) = (Vec::new(), Vec::new(), Vec::new());
        for (n, value) in linalg.operands().into_iter().enumerate() {
            let cut = self.blocks(&linalg, n, &sizes)?;
            let mut results = linalg.view.maps[n].results.clone();
            results.extend(cut.loops.iter().map(|at| AffineExpr::dim(rank + at)));
            maps.push(AffineMap::new(rank + sizes.len(), 0, results));
            operands.push(if cut.dims.is_empty() {
                value
            } else {
                pack(&mut b, value, &cut)
            });
            blocks.push(cut);
        }
        let inner = sizes.iter().map(|(at, _)| linalg.view.iterators[*at]);
        let iterators: Vec<IteratorType> = linalg.view.iterators.iter().copied().chain(inner).collect();
        let op = linalg.in_new_loops(&mut b, &operands, &maps, &iterators);
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
fn pack(b: &mut Builder<'_>, value: ValueId, cut: &Blocks) -> ValueId {
    let mut dims = b.dims(value);
    let mut padded = false;
    for (dim, tile) in cut.dims.iter().zip(&cut.tiles) {
        let extent = &mut dims[*dim as usize];
        padded |= extent.number().is_none_or(|extent| extent % tile != 0);
        *extent = b.apply(&AffineExpr::dim(0).ceil_div((*tile).into()), &[*extent]);
    }
    dims.extend(cut.tiles.iter().map(|tile| Size::Static(*tile)));
    let elem = b.ty(value).elem().clone();
    let ty = Type::tensor(dims.iter().map(|dim| dim.dim()).collect(), elem.clone());
    let (dynamic, _) = mixed(&dims);
    let empty = b.value(OpSpec::new("tensor.empty").operands(&dynamic).result(ty.clone()));
    let zero = parse_attr(&format!("{} : {elem}", if elem.is_float() { "0.0" } else { "0" }));
    let padding: Vec<ValueId> = zero
        .filter(|_| padded)
        .map(|zero| b.constant(zero, &elem))
        .into_iter()
        .collect();
    let spec = OpSpec::new("linalg.pack").operands(&[value, empty]).operands(&padding);
    let spec = spec.property("operandSegmentSizes", segment_sizes(&[1, 1, padding.len(), 0]));
    b.value(with_blocks(spec, cut).result(ty))
}
