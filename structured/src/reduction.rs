//! `split_reduction`: a reduction into several accumulators, which are combined afterwards.

use crate::builder::{Builder, Place, Size, mixed};
use crate::operation::{Linalg, generic, named, no_place};
use crate::reshape::{Cut, expand};
use crate::tile::{loop_size, needs_tensors};
use crate::{Entry, Program, Structured};
use polyvet_ir::linalg::IteratorType;
use polyvet_ir::{AffineExpr, AffineMap, Attr, Diagnostic, OpId, OpSpec, Type, ValueId, parse_attr};
use polyvet_transforms::Name;
use std::collections::HashMap;

/// Its line in the list.
pub static ENTRY: Entry = Entry {
    name: "split_reduction",
    summary: "Gives a reduction loop, whose extent is a number, several accumulators, which are combined afterwards.",
    params: "OP, d0=SIZE",
    example: "split_reduction(S0, d2=4)",
    parse: |args| {
        let target = args.name()?;
        let (name, size) = loop_size(args)?;
        Ok(Box::new(SplitReduction {
            target,
            name,
            size,
            outer: false,
        }))
    },
};

/// Splits a reduction.
#[derive(Debug)]
pub struct SplitReduction {
    /// The operation.
    pub target: Name,
    /// The reduction loop.
    pub name: Name,
    /// How many accumulators there are for each element.
    pub size: i64,
    /// Each accumulates a range of the loop, instead of every `size`th iteration.
    pub outer: bool,
}

/// What starts an accumulation, by the operation that goes on with it.
fn neutral(combiner: &str, elem: &Type) -> Option<Attr> {
    let bits = match elem {
        Type::Float(kind) => kind.bits(),
        Type::Integer { width, .. } => *width,
        _ => 0,
    };
    let infinity = |negative: bool| match bits {
        16 => Some(if negative { "0xFC00" } else { "0x7C00" }),
        32 => Some(if negative { "0xFF800000" } else { "0x7F800000" }),
        64 => Some(if negative {
            "0xFFF0000000000000"
        } else {
            "0x7FF0000000000000"
        }),
        _ => None,
    };
    let text = match combiner {
        "arith.addf" => "0.0".to_owned(),
        "arith.mulf" => "1.0".to_owned(),
        "arith.addi" | "arith.ori" | "arith.xori" | "arith.maxui" => "0".to_owned(),
        "arith.muli" => "1".to_owned(),
        "arith.maximumf" => infinity(true)?.to_owned(),
        "arith.minimumf" => infinity(false)?.to_owned(),
        "arith.maxsi" => (-1_i128).checked_shl(bits.checked_sub(1)?)?.to_string(),
        "arith.minsi" => ((1_i128.checked_shl(bits.checked_sub(1)?)?) - 1).to_string(),
        _ => return None,
    };
    parse_attr(&format!("{text} : {elem}"))
}

impl Structured for SplitReduction {
    fn apply(&self, program: &mut Program) -> Result<Vec<OpId>, Diagnostic> {
        let linalg = program.structured(&self.target)?;
        let at = linalg.loop_named(&self.name)?;
        if linalg.view.iterators[at] != IteratorType::Reduction {
            return Err(no_place(&self.name, format!("loop `{}` is no reduction", self.name)));
        }
        let combiner = self.combiner(program, &linalg)?;
        let elem = program.module.ty(linalg.view.outputs[0]).elem().clone();
        let start = neutral(&program.module.op(combiner).name, &elem).ok_or_else(|| {
            let message = format!("`{}` has no neutral element here", program.module.op(combiner).name);
            no_place(&self.target, message)
        })?;
        let func = program.func;
        let mut b = Builder::before(&mut program.module, func, linalg.op);
        let rank = linalg.rank();
        let (mut inputs, mut maps) = (Vec::new(), Vec::new());
        for (value, map) in linalg.view.inputs.iter().zip(&linalg.view.maps) {
            // The loop goes on over what one accumulator takes, the new one is over accumulators.
            let (places, cut) = match self.outer {
                true => ([rank, at], Cut::Outer(self.size)),
                false => ([at, rank], Cut::Inner(self.size)),
            };
            let (value, results) = expand(&mut b, *value, map, at, places, cut, &self.name)?;
            inputs.push(value);
            maps.push(AffineMap::new(rank + 1, 0, results));
        }
        let out = linalg.output_maps()[0].clone();
        let partial = self.accumulators(&mut b, linalg.view.outputs[0], start, &elem);
        let mut results = out.results.clone();
        results.push(AffineExpr::dim(rank));
        maps.push(AffineMap::new(rank + 1, 0, results));
        let mut iterators = linalg.view.iterators.clone();
        iterators.push(IteratorType::Parallel);
        inputs.push(partial);
        let op = linalg.in_new_loops(&mut b, &inputs, &maps, &iterators);
        let partial = b.module.op(op).results[0];
        let combined = self.combine(&mut b, partial, linalg.view.outputs[0], combiner);
        let results = b.module.op(combined).results.clone();
        program.replace(linalg.op, &results, op);
        Ok(vec![op, combined])
    }
}

impl SplitReduction {
    /// The operation that adds to the output.
    fn combiner(&self, program: &Program, linalg: &Linalg) -> Result<OpId, Diagnostic> {
        let module = &program.module;
        let [output] = linalg.view.outputs[..] else {
            return Err(no_place(&self.target, "it has several outputs"));
        };
        if !module.ty(output).is_tensor() {
            return Err(needs_tensors(&self.target));
        }
        let block = module.block(linalg.view.body);
        let accumulator = block.args.last().copied();
        let yielded = block
            .ops
            .last()
            .and_then(|last| module.op(*last).operand_values().next());
        let combiner = yielded.and_then(|value| module.defining_op(value)).filter(|op| {
            let op = module.op(*op);
            op.operands.len() == 2 && op.operand_values().any(|value| Some(value) == accumulator)
        });
        linalg.counts_nothing(module, &self.target)?;
        combiner.ok_or_else(|| no_place(&self.target, "its payload is no accumulation by one operation"))
    }

    /// As many accumulators for each element of `output`.
    fn accumulators(&self, b: &mut Builder<'_>, output: ValueId, start: Attr, elem: &Type) -> ValueId {
        let mut dims = b.dims(output);
        dims.push(Size::Static(self.size));
        let ty = Type::tensor(dims.iter().map(|dim| dim.dim()).collect(), elem.clone());
        let (dynamic, _) = mixed(&dims);
        let empty = b.value(OpSpec::new("tensor.empty").operands(&dynamic).result(ty));
        let start = b.constant(start, elem);
        let fill = named(b, "linalg.fill", &[start], &[empty]).expect("a tensor can be filled");
        b.module.op(fill).results[0]
    }

    /// The accumulators combined into the output.
    fn combine(&self, b: &mut Builder<'_>, partial: ValueId, output: ValueId, combiner: OpId) -> OpId {
        let rank = b.ty(output).shape().map_or(0, <[_]>::len);
        let out = AffineMap::new(rank + 1, 0, (0..rank).map(AffineExpr::dim).collect());
        let mut iterators = vec![IteratorType::Parallel; rank];
        iterators.push(IteratorType::Reduction);
        let maps = [AffineMap::identity(rank + 1), out];
        let (op, block) = generic(b, &[partial], &[output], &maps, &iterators);
        let args = b.module.block(block).args.clone();
        b.place = Place::End(block);
        let copy = b.module.copy_op(combiner, &mut HashMap::new());
        for (operand, value) in b.module.op_mut(copy).operands.iter_mut().zip([args[1], args[0]]) {
            operand.value = value;
        }
        b.put(copy);
        let sum = b.module.op(copy).results[0];
        b.push(OpSpec::new("linalg.yield").operands(&[sum]));
        op
    }
}
