//! `split_reduction`: a reduction into several accumulators, which are combined afterwards.

use crate::operations::OperationTransform;
use crate::operations::builder::{InsertPoint, OpBuilder, OpSize};
use crate::operations::operation::{Linalg, generic, named, no_place, same_loops};
use crate::operations::pad::value_of;
use crate::operations::reshape::{Cut, expand};
use crate::operations::tile::{loop_size, needs_tensors};
use crate::registry::{Alias, Build};
use crate::{RegistryEntry, ScriptedProgram};
use crate::{ScriptName, Spanned};
use polyvet_ir::linalg::IteratorType;
use polyvet_ir::{AffineExpr, AffineMap, Attr, Diagnostic, FloatKind, Module, OpId, OpSpec, Type, ValueId, parse_attr};
use std::collections::HashMap;

/// Its line in the list.
pub static ENTRY: RegistryEntry = RegistryEntry {
    name: "split_reduction",
    aliases: &[Alias {
        name: "structured.split_reduction",
        clauses: &["split_factor", "insert_split_dimension", "inner_parallel"],
    }],
    summary: "Gives a reduction loop, whose extent is a number, several accumulators, which are combined afterwards.",
    params: "OP, d0=SIZE | OP, VALUE, d0=SIZE",
    example: "split_reduction(S0, d2=4)",
    build: Build::Operations(|args| {
        let target = args.name()?;
        let start = args.next_is_plain().then(|| args.text()).transpose()?;
        let (name, size) = loop_size(args)?;
        Ok(Box::new(SplitReduction {
            target,
            start,
            name,
            size,
            outer: false,
        }))
    }),
};

/// Splits a reduction.
#[derive(Debug)]
pub struct SplitReduction {
    /// The operation.
    pub target: ScriptName,
    /// What accumulators begin with; what is neutral, if nothing is said.
    pub start: Option<Spanned<String>>,
    /// The reduction loop.
    pub name: ScriptName,
    /// How many accumulators there are for each element.
    pub size: i64,
    /// Each accumulates a range of the loop, instead of every `size`th iteration.
    pub outer: bool,
}

/// What starts an accumulation, by the operation that goes on with it.
pub(crate) fn neutral(combiner: &str, elem: &Type) -> Option<Attr> {
    let width = || match elem {
        Type::Integer { width, .. } => Some(*width),
        _ => None,
    };
    // Infinity, and the quiet NaN that a number is preferred to, where the format has them.
    let float = |of: &dyn Fn(FloatKind) -> Option<u64>| match elem {
        Type::Float(kind) => of(*kind).map(|bits| kind.literal(bits)),
        _ => None,
    };
    let text = match combiner {
        "arith.addf" => "0.0".to_owned(),
        "arith.mulf" => "1.0".to_owned(),
        "arith.addi" | "arith.ori" | "arith.xori" | "arith.maxui" => "0".to_owned(),
        "arith.andi" | "arith.minui" => "-1".to_owned(),
        "arith.muli" => "1".to_owned(),
        "arith.maximumf" => float(&|kind| Some(kind.infinity()? | kind.sign()))?,
        "arith.minimumf" => float(&|kind| kind.infinity())?,
        "arith.maxnumf" | "arith.minnumf" => float(&|kind| Some(kind.nan() | kind.sign()))?,
        "arith.maxsi" => (-1_i128).checked_shl(width()?.checked_sub(1)?)?.to_string(),
        "arith.minsi" => ((1_i128.checked_shl(width()?.checked_sub(1)?)?) - 1).to_string(),
        _ => return None,
    };
    parse_attr(&format!("{text} : {elem}"))
}

impl SplitReduction {
    /// Gives a reduction loop `size` accumulators for each element.
    pub fn new(op: impl Into<ScriptName>, name: impl Into<ScriptName>, size: i64) -> SplitReduction {
        SplitReduction {
            target: op.into(),
            start: None,
            name: name.into(),
            size,
            outer: false,
        }
    }
}

impl OperationTransform for SplitReduction {
    fn text(&self) -> String {
        let start = self.start.iter().map(Spanned::to_string);
        let size = format!("{}={}", self.name, self.size);
        ENTRY.call([self.target.to_string()].into_iter().chain(start).chain([size]))
    }

    fn apply(&self, program: &mut ScriptedProgram) -> Result<Vec<OpId>, Diagnostic> {
        let linalg = program.structured(&self.target)?;
        let at = reduction_named(&linalg, &self.name)?;
        let sum = Accumulation::of(&program.module, &linalg, self.start.as_ref(), &self.target)?;
        let func = program.func;
        let mut b = OpBuilder::before(&mut program.module, func, linalg.op);
        let rank = linalg.rank();
        // The loop goes on over what one accumulator takes, the new one is over accumulators.
        let (places, cut) = match self.outer {
            true => ([rank, at], Cut::Outer(self.size)),
            false => ([at, rank], Cut::Inner(self.size)),
        };
        let (mut inputs, mut maps) = (Vec::new(), Vec::new());
        for (value, map) in linalg.view.inputs.iter().zip(&linalg.view.maps) {
            let (value, results) = expand(&mut b, *value, map, at, places, cut, &self.name)?;
            inputs.push(value);
            maps.push(AffineMap::new(rank + 1, 0, results));
        }
        let inner = match self.outer {
            true => linalg.extents(&mut b, &self.target)?[at].number().unwrap_or(0) / self.size,
            false => self.size,
        };
        let mut was = same_loops(rank);
        was[at] = AffineExpr::dim(places[0]) * inner.into() + AffineExpr::dim(places[1]);
        let out = linalg.output_maps()[0].clone();
        let partial = sum.accumulators(&mut b, linalg.view.outputs[0], &[OpSize::Static(self.size)]);
        let mut results = out.results.clone();
        results.push(AffineExpr::dim(rank));
        maps.push(AffineMap::new(rank + 1, 0, results));
        let mut iterators = linalg.view.iterators.clone();
        iterators.push(IteratorType::Parallel);
        inputs.push(partial);
        let op = linalg.in_new_loops(&mut b, &inputs, &maps, &iterators, &was);
        let partial = b.module.op(op).results[0];
        let combined = sum.combine(&mut b, partial, linalg.view.outputs[0], 1);
        let results = b.module.op(combined).results.clone();
        program.replace(linalg.op, &results, op);
        Ok(vec![op, combined])
    }
}

/// The reduction loop called `name`.
pub(crate) fn reduction_named(linalg: &Linalg, name: &ScriptName) -> Result<usize, Diagnostic> {
    let at = linalg.loop_named(name)?;
    match linalg.view.iterators[at] {
        IteratorType::Reduction => Ok(at),
        _ => Err(no_place(name, format!("loop `{name}` is no reduction"))),
    }
}

/// How an operation adds to its output.
pub(crate) struct Accumulation {
    /// The operation that does.
    combiner: OpId,
    /// Which of its operands is what there was.
    place: usize,
    /// What accumulators begin with.
    start: Attr,
    elem: Type,
}

impl Accumulation {
    /// That of `linalg`, from what is neutral on, or from `start`.
    pub fn of(
        module: &Module,
        linalg: &Linalg,
        start: Option<&Spanned<String>>,
        target: &ScriptName,
    ) -> Result<Accumulation, Diagnostic> {
        let [output] = linalg.view.outputs[..] else {
            return Err(no_place(target, "it has several outputs"));
        };
        if !module.ty(output).is_tensor() {
            return Err(needs_tensors(target));
        }
        let elem = module.ty(output).elem().clone();
        let block = module.block(linalg.view.body);
        let accumulator = block.args.last().copied();
        let last = block.ops.last().map(|last| module.op(*last));
        let yielded = last.and_then(|last| last.operand_values().next());
        let found = yielded.and_then(|value| module.defining_op(value)).and_then(|op| {
            let mut operands = module.op(op).operand_values();
            let place = operands.position(|value| Some(value) == accumulator)?;
            (module.op(op).operands.len() == 2).then_some((op, place))
        });
        let (combiner, place) =
            found.ok_or_else(|| no_place(target, "its payload is no accumulation by one operation"))?;
        let start = match start {
            Some(text) => value_of(text, &elem)?,
            None => neutral(&module.op(combiner).name, &elem).ok_or_else(|| {
                let message = format!("`{}` has no neutral element here", module.op(combiner).name);
                no_place(target, message).help("say from which value on accumulators add up, after the operation")
            })?,
        };
        Ok(Accumulation {
            combiner,
            place,
            start,
            elem,
        })
    }

    /// Accumulators for each element of `output`, along dimensions behind the others.
    pub fn accumulators(&self, b: &mut OpBuilder<'_>, output: ValueId, more: &[OpSize]) -> ValueId {
        let dims = [&b.dims(output), more].concat();
        let empty = b.empty(&dims, &self.elem);
        let start = b.constant(self.start.clone(), &self.elem);
        let fill = named(b, "linalg.fill", &[start], &[empty]).expect("a tensor can be filled");
        b.module.op(fill).results[0]
    }

    /// The accumulators along the last `more` dimensions combined into the output.
    pub fn combine(&self, b: &mut OpBuilder<'_>, partial: ValueId, output: ValueId, more: usize) -> OpId {
        let rank = b.ty(output).shape().map_or(0, <[_]>::len);
        let out = AffineMap::new(rank + more, 0, same_loops(rank));
        let mut iterators = vec![IteratorType::Parallel; rank];
        iterators.extend(vec![IteratorType::Reduction; more]);
        let maps = [AffineMap::identity(rank + more), out];
        let (op, block) = generic(b, &[partial], &[output], &maps, &iterators);
        let args = b.module.block(block).args.clone();
        b.place = InsertPoint::End(block);
        let copy = b.module.copy_op(self.combiner, &mut HashMap::new());
        for (at, operand) in b.module.op_mut(copy).operands.iter_mut().enumerate() {
            operand.value = if at == self.place { args[1] } else { args[0] };
        }
        b.put(copy);
        let sum = b.module.op(copy).results[0];
        b.push(OpSpec::new("linalg.yield").operands(&[sum]));
        op
    }
}
