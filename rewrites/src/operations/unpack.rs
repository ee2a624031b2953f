//! `unpack`: an operation on packed operands as one on what they were packed from; `pack` undone.

use crate::ScriptName;
use crate::operations::OperationTransform;
use crate::operations::builder::OpBuilder;
use crate::operations::lower_pack::PackedTensor;
use crate::operations::operation::{Linalg, no_place, uses};
use crate::operations::pack::{packed_as, write_pack};
use crate::registry::Build;
use crate::{RegistryEntry, ScriptedProgram};
use polyvet_ir::{AffineExpr, AffineMap, Diagnostic, Module, OpId, ValueId};
use std::collections::{BTreeMap, HashMap};

/// Its line in the list.
pub static ENTRY: RegistryEntry = RegistryEntry {
    name: "unpack",
    aliases: &[],
    summary: "Runs an operation on what its operands were packed from, each loop inside blocks part of the one over blocks.",
    params: "OP",
    example: "unpack(S0)",
    build: Build::Operations(|args| Ok(Box::new(Unpack { target: args.name()? }))),
};

/// Undoes a packing.
#[derive(Debug)]
pub struct Unpack {
    /// The operation.
    pub target: ScriptName,
}

impl Unpack {
    /// Undoes the packing of this operation.
    pub fn new(op: impl Into<ScriptName>) -> Unpack {
        Unpack { target: op.into() }
    }
}

impl OperationTransform for Unpack {
    fn text(&self) -> String {
        ENTRY.call([self.target.to_string()])
    }

    fn apply(&self, program: &mut ScriptedProgram) -> Result<Vec<OpId>, Diagnostic> {
        let linalg = program.structured(&self.target)?;
        let packed = self.packed(&program.module, &linalg)?;
        let blocks = self.blocks(&linalg, &packed)?;
        let rank = linalg.rank() - blocks.len();
        let place = |at: usize| (0..at).filter(|one| !blocks.contains_key(one)).count();
        let outer: HashMap<usize, i64> = blocks.values().copied().collect();
        let was = (0..linalg.rank()).map(|at| match (blocks.get(&at), outer.get(&at)) {
            (Some((outer, tile)), _) => AffineExpr::dim(place(*outer)).modulo((*tile).into()),
            (None, Some(tile)) => AffineExpr::dim(place(at)).floor_div((*tile).into()),
            (None, None) => AffineExpr::dim(place(at)),
        });
        let was: Vec<AffineExpr> = was.collect();
        let moved: Vec<AffineExpr> = (0..linalg.rank()).map(|at| AffineExpr::dim(place(at))).collect();
        let (mut operands, mut maps) = (Vec::new(), Vec::new());
        for (n, value) in linalg.operands().into_iter().enumerate() {
            let results = &linalg.view.maps[n].results;
            let mut unpacked: Vec<AffineExpr> = results.clone();
            operands.push(match &packed[n] {
                None => value,
                Some((source, packing)) => {
                    unpacked.truncate(packing.outer.len());
                    for (at, dim) in packing.outer.iter().enumerate() {
                        unpacked[*dim] = results[at].clone();
                    }
                    *source
                }
            });
            let results = unpacked.iter().map(|expr| expr.substitute(&moved, &[]));
            maps.push(AffineMap::new(rank, 0, results.collect()));
        }
        let iterators: Vec<_> = (0..linalg.rank())
            .filter(|at| !blocks.contains_key(at))
            .map(|at| linalg.view.iterators[at])
            .collect();
        let func = program.func;
        let mut b = OpBuilder::before(&mut program.module, func, linalg.op);
        let op = linalg.in_new_loops(&mut b, &operands, &maps, &iterators, &was);
        let inputs = linalg.view.inputs.len();
        let made = b.module.op(op).results.clone();
        let mut results = made.clone();
        for (n, result) in results.iter_mut().enumerate() {
            if packed[inputs + n].is_some() {
                let pack = b.module.defining_op(linalg.view.outputs[n]).expect("it is packed");
                *result = write_pack(&mut b, pack, *result);
            }
        }
        program.replace(linalg.op, &results, op);
        for (n, (packed_result, result)) in results.iter().zip(made).enumerate() {
            if let Some((_, packing)) = &packed[inputs + n] {
                take_back(program, *packed_result, packing, result);
            }
        }
        Ok(vec![op])
    }
}

impl Unpack {
    /// For each operand what it was packed from.
    fn packed(&self, module: &Module, linalg: &Linalg) -> Result<Vec<Option<(ValueId, PackedTensor)>>, Diagnostic> {
        let operands = linalg.operands().into_iter();
        let packed: Vec<_> = operands.map(|value| packed_as(module, value)).collect();
        match packed.iter().any(Option::is_some) {
            true => Ok(packed),
            false => Err(no_place(
                &self.target,
                "no operand comes from a `linalg.pack` whose tiles are numbers",
            )),
        }
    }

    /// Loops inside blocks, with the loop over the blocks and their size.
    fn blocks(
        &self,
        linalg: &Linalg,
        packed: &[Option<(ValueId, PackedTensor)>],
    ) -> Result<BTreeMap<usize, (usize, i64)>, Diagnostic> {
        let mut blocks: BTreeMap<usize, (usize, i64)> = BTreeMap::new();
        let differ = || {
            no_place(
                &self.target,
                "its loops are not those over blocks and what is inside them",
            )
        };
        let of_operand = |n: usize| -> Option<Vec<(usize, (usize, i64))>> {
            let Some((_, packing)) = &packed[n] else {
                return Some(Vec::new());
            };
            let results = &linalg.view.maps[n].results;
            let mut found = Vec::new();
            for (k, (dim, tile)) in packing.dims.iter().zip(&packing.tiles).enumerate() {
                let outer = packing.outer.iter().position(|one| one == dim)?;
                let (AffineExpr::Dim(outer), AffineExpr::Dim(inner)) =
                    (results.get(outer)?, results.get(packing.outer.len() + k)?)
                else {
                    return None;
                };
                found.push((*inner as usize, (*outer as usize, *tile)));
            }
            Some(found)
        };
        let mut uses_of = vec![0; linalg.rank()];
        for n in 0..packed.len() {
            for (inner, block) in of_operand(n).ok_or_else(differ)? {
                if *blocks.entry(inner).or_insert(block) != block {
                    return Err(differ());
                }
                uses_of[inner] += 1;
                uses_of[block.0] += 1;
            }
        }
        let mut outers = Vec::new();
        for (inner, (outer, _)) in &blocks {
            let all = |at: usize| {
                let results = linalg.view.maps.iter().flat_map(|map| &map.results);
                results.filter(|expr| uses(expr, at)).count()
            };
            let iterators = &linalg.view.iterators;
            if all(*inner) != uses_of[*inner]
                || all(*outer) != uses_of[*outer]
                || iterators[*inner] != iterators[*outer]
                || blocks.contains_key(outer)
                || outers.contains(outer)
            {
                return Err(differ());
            }
            outers.push(*outer);
        }
        Ok(blocks)
    }
}

/// Whoever unpacks `packed` takes `value`.
fn take_back(program: &mut ScriptedProgram, packed: ValueId, packing: &PackedTensor, value: ValueId) {
    let module = &program.module;
    let ty = module.ty(value).clone();
    let mut unpacks = Vec::new();
    module.walk(program.func, &mut |id, op| {
        if op.name == "linalg.unpack"
            && op.operand(0) == packed
            && *module.ty(op.results[0]) == ty
            && PackedTensor::of(module, id, packing.outer.len()).as_ref() == Some(packing)
        {
            unpacks.push(id);
        }
    });
    for unpack in unpacks {
        let made = program.module.defining_op(value).expect("an operation made it");
        program.replace(unpack, &[value], made);
    }
}
