//! `generalize`: a named operation, a packing or a gather as the `linalg.generic` that it stands for.

use crate::ScriptName;
use crate::operations::OperationTransform;
use crate::operations::builder::{InsertPoint, OpBuilder};
use crate::operations::lower_pack::{packing, padded_source};
use crate::operations::operation::{Linalg, generic, generic_properties, index_of};
use crate::operations::tileable::Tileable;
use crate::registry::{Alias, Build};
use crate::{RegistryEntry, ScriptedProgram};
use polyvet_ir::linalg::IteratorType;
use polyvet_ir::{AffineExpr, AffineMap, Attr, Attrs, Diagnostic, Module, OpId, OpSpec, Span, Type, ValueId};

/// Its line in the list.
pub static ENTRY: RegistryEntry = RegistryEntry {
    name: "generalize",
    aliases: &[Alias {
        name: "structured.generalize",
        clauses: &[],
    }],
    summary: "Writes a named operation, a packing or a gather as the linalg.generic that it stands for.",
    params: "OP",
    example: "generalize(S0)",
    build: Build::Operations(|args| Ok(Box::new(Generalize { target: args.name()? }))),
};

/// Makes a named operation generic.
#[derive(Debug)]
pub struct Generalize {
    /// The operation.
    pub target: ScriptName,
}

impl Generalize {
    /// Makes this operation generic.
    pub fn new(op: impl Into<ScriptName>) -> Generalize {
        Generalize { target: op.into() }
    }
}

impl OperationTransform for Generalize {
    fn text(&self) -> String {
        ENTRY.call([self.target.to_string()])
    }

    fn apply(&self, program: &mut ScriptedProgram) -> Result<Vec<OpId>, Diagnostic> {
        let op = program.target(&self.target)?;
        if let Some(made) = self.pulled(program, op)? {
            return Ok(vec![made]);
        }
        let linalg = program.structured(&self.target)?;
        Ok(vec![make_generic(&mut program.module, &linalg)])
    }
}

impl Generalize {
    /// A packing, an unpacking or a gather as an operation that fetches each element of its result; [`None`] for others.
    pub(crate) fn pulled(&self, program: &mut ScriptedProgram, op: OpId) -> Result<Option<OpId>, Diagnostic> {
        let made = match program.module.op(op).name.as_str() {
            "linalg.pack" => {
                let (op, packing) = packing(program, &self.target, "linalg.pack", 1)?;
                let mut b = program.before(op);
                let (source, into) = (padded_source(&mut b, op, &packing), b.module.op(op).operand(1));
                let inner = packing.outer.len();
                let mut subscripts = vec![AffineExpr::Const(0); inner];
                for (at, dim) in packing.outer.iter().enumerate() {
                    let mut cut = packing.dims.iter().zip(&packing.tiles).enumerate();
                    subscripts[*dim] = match cut.find(|(_, (one, _))| *one == dim) {
                        Some((n, (_, tile))) => AffineExpr::dim(at) * (*tile).into() + AffineExpr::dim(inner + n),
                        None => AffineExpr::dim(at),
                    };
                }
                copied(&mut b, source, into, subscripts)
            }
            "linalg.unpack" => {
                let (op, packing) = packing(program, &self.target, "linalg.unpack", 0)?;
                let mut b = program.before(op);
                let (source, into) = (b.module.op(op).operand(0), b.module.op(op).operand(1));
                let outer = packing.outer.iter().map(|dim| {
                    let mut cut = packing.dims.iter().zip(&packing.tiles);
                    match cut.find(|(one, _)| *one == dim) {
                        Some((_, tile)) => AffineExpr::dim(*dim).floor_div((*tile).into()),
                        None => AffineExpr::dim(*dim),
                    }
                });
                let inner = packing.dims.iter().zip(&packing.tiles);
                let inner = inner.map(|(dim, tile)| AffineExpr::dim(*dim).modulo((*tile).into()));
                copied(&mut b, source, into, outer.chain(inner).collect())
            }
            "tensor.gather" => self.gather(program, op)?,
            _ => return Ok(None),
        };
        let value = program.module.op(made).results[0];
        program.replace(op, &[value], made);
        Ok(Some(made))
    }

    fn gather(&self, program: &mut ScriptedProgram, op: OpId) -> Result<OpId, Diagnostic> {
        let mut tiled = Tileable::of(&program.module, op, &self.target)?;
        let mut b = program.before(op);
        let extents = tiled.extents(&mut b, &self.target)?;
        let into = tiled.outputs(&mut b, &extents)[0];
        let (source, indices) = (b.module.op(op).operand(0), b.module.op(op).operand(1));
        let gathered = b.module.op(op).attr("gather_dims").and_then(Attr::as_i64s);
        let gathered = gathered.expect("a gather says what it gathers");
        let rank = |value| b.ty(value).shape().map_or(0, <[_]>::len);
        let (rank, result, batch) = (rank(source), rank(into), rank(indices) - 1);
        // Each coordinate is an operand of its own.
        let coordinate = |n: usize| {
            let loops = (0..batch).map(AffineExpr::dim);
            AffineMap::new(result, 0, loops.chain([AffineExpr::Const(n as i64)]).collect())
        };
        let mut maps: Vec<AffineMap> = (0..gathered.len()).map(coordinate).collect();
        maps.push(AffineMap::identity(result));
        let iterators = vec![IteratorType::Parallel; result];
        let (made, block) = generic(&mut b, &vec![indices; gathered.len()], &[into], &maps, &iterators);
        b.place = InsertPoint::End(block);
        let args = b.module.block(block).args.clone();
        let keeps_all = result == batch + rank;
        let (mut subscripts, mut next) = (Vec::new(), batch);
        for dim in 0..rank {
            let known = gathered.iter().position(|one| *one == dim as i64);
            subscripts.push(match known {
                Some(n) if b.ty(args[n]) == Type::Index => args[n],
                Some(n) => b.value(OpSpec::new("arith.index_cast").operands(&[args[n]]).result(Type::Index)),
                None => index_of(&mut b, next),
            });
            if keeps_all || known.is_none() {
                next += 1;
            }
        }
        let elem = b.ty(source).elem().clone();
        let spec = OpSpec::new("tensor.extract").operands(&[source]).operands(&subscripts);
        let element = b.value(spec.result(elem));
        b.push(OpSpec::new("linalg.yield").operands(&[element]));
        Ok(made)
    }
}

/// An operation that copies an element of `source`, at these subscripts, to each of `into`.
fn copied(b: &mut OpBuilder<'_>, source: ValueId, into: ValueId, subscripts: Vec<AffineExpr>) -> OpId {
    let rank = b.ty(into).shape().map_or(0, <[_]>::len);
    let maps = [AffineMap::new(rank, 0, subscripts), AffineMap::identity(rank)];
    let (op, block) = generic(b, &[source], &[into], &maps, &vec![IteratorType::Parallel; rank]);
    let element = b.module.block(block).args[0];
    b.end(block, OpSpec::new("linalg.yield").operands(&[element]));
    op
}

/// What only named operations have.
const OF_NAMED: [&str; 9] = [
    "linalg.memoized_indexing_maps",
    "indexing_maps",
    "iterator_types",
    "strides",
    "dilations",
    "cast",
    "kind",
    "permutation",
    "dimensions",
];

/// Makes the operation generic where it is.
pub fn make_generic(module: &mut Module, linalg: &Linalg) -> OpId {
    let view = &linalg.view;
    let missing = view.inputs.len() + view.outputs.len() - module.block(view.body).args.len();
    // The payload of `linalg.map` has no arguments for outputs.
    for output in &view.outputs[view.outputs.len() - missing..] {
        let elem = module.ty(*output).elem().clone();
        module.add_block_arg(view.body, elem, None, Span::NONE);
    }
    let op = module.op_mut(linalg.op);
    if op.name != "linalg.generic" {
        op.name = "linalg.generic".into();
        op.properties = Attrs::default();
        op.attrs.0.retain(|(name, _)| !OF_NAMED.contains(&name.as_str()));
    }
    for (name, attr) in generic_properties(&view.maps, &view.iterators, view.outputs.len()) {
        op.properties.set(name, attr);
    }
    linalg.op
}
