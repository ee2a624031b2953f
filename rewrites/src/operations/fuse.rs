//! `fuse_elementwise`: the payload of a producer in the payload of its user.

use crate::ScriptName;
use crate::operations::OperationTransform;
use crate::operations::builder::OpBuilder;
use crate::operations::operation::{Linalg, generic, inline_body, no_place};
use crate::registry::Build;
use crate::{RegistryEntry, ScriptedProgram};
use polyvet_ir::linalg::IteratorType;
use polyvet_ir::{AffineExpr, AffineMap, Attr, Diagnostic, Module, OpId, OpSpec, ValueId};
use std::collections::{HashMap, HashSet};

/// Its line in the list.
pub static ENTRY: RegistryEntry = RegistryEntry {
    name: "fuse_elementwise",
    aliases: &[],
    summary: "Puts the payload of an elementwise operation into the payload of one that uses its result.",
    params: "OP, USER",
    example: "fuse_elementwise(S0, S1)",
    build: Build::Operations(|args| {
        Ok(Box::new(FuseElementwise {
            producer: args.name()?,
            consumer: args.name()?,
        }))
    }),
};

/// Puts one payload into another.
#[derive(Debug)]
pub struct FuseElementwise {
    /// Makes what is used.
    pub producer: ScriptName,
    /// Uses it.
    pub consumer: ScriptName,
}

impl FuseElementwise {
    /// Puts the payload of one operation into that of another.
    pub fn new(producer: impl Into<ScriptName>, consumer: impl Into<ScriptName>) -> FuseElementwise {
        FuseElementwise {
            producer: producer.into(),
            consumer: consumer.into(),
        }
    }
}

impl OperationTransform for FuseElementwise {
    fn text(&self) -> String {
        ENTRY.call([&self.producer, &self.consumer].map(ScriptName::to_string))
    }

    fn apply(&self, program: &mut ScriptedProgram) -> Result<Vec<OpId>, Diagnostic> {
        let producer = program.structured(&self.producer)?;
        let consumer = program.structured(&self.consumer)?;
        let fused = self.plan(&program.module, &producer, &consumer)?;
        let func = program.func;
        let mut b = OpBuilder::before(&mut program.module, func, consumer.op);
        let outputs = &consumer.view.outputs;
        let maps: Vec<AffineMap> = fused.maps.iter().chain(consumer.output_maps()).cloned().collect();
        let (op, block) = generic(&mut b, &fused.inputs, outputs, &maps, &consumer.view.iterators);
        let args = b.module.block(block).args.clone();
        b.place = crate::operations::builder::InsertPoint::End(block);
        let mut values = vec![None; consumer.operands().len()];
        for (at, loops) in &fused.uses {
            let own: Vec<ValueId> = loops.args.clone().map(|n| args[n]).collect();
            let mut map = HashMap::new();
            for (index, to) in &loops.indices {
                let dim = Attr::i64(*to as i64);
                let spec = OpSpec::new("linalg.index").property("dim", dim);
                map.insert(*index, b.value(spec.result(polyvet_ir::Type::Index)));
            }
            values[*at] = inline_body(&mut b, producer.view.body, &own, &mut map).first().copied();
        }
        let mut next = args
            .iter()
            .copied()
            .enumerate()
            .filter(|(n, _)| !fused.taken.contains(n));
        for value in values.iter_mut().filter(|value| value.is_none()) {
            *value = next.next().map(|(_, arg)| arg);
        }
        let values: Vec<ValueId> = values.into_iter().flatten().collect();
        let yielded = inline_body(&mut b, consumer.view.body, &values, &mut HashMap::new());
        b.push(OpSpec::new("linalg.yield").operands(&yielded));
        if let Some(names) = &consumer.view.dim_names {
            b.module.set_loop_names(op, names.clone());
        }
        let results = b.module.op(op).results.clone();
        program.replace(consumer.op, &results, op);
        Ok(vec![op])
    }
}

/// The operands of the fused operation.
struct Fused {
    inputs: Vec<ValueId>,
    maps: Vec<AffineMap>,
    /// Uses of the producer: which operand of the consumer, and what stands for it.
    uses: Vec<(usize, Inlined)>,
    /// Arguments of the new payload that belong to the producer.
    taken: HashSet<usize>,
}

/// The producer in the payload of its user.
struct Inlined {
    /// Its inputs among the arguments.
    args: std::ops::Range<usize>,
    /// Its `linalg.index` values, and the loops that they count now.
    indices: Vec<(ValueId, usize)>,
}

impl FuseElementwise {
    fn plan(&self, module: &Module, producer: &Linalg, consumer: &Linalg) -> Result<Fused, Diagnostic> {
        let (view, at) = (&producer.view, &self.producer);
        let [result] = module.op(producer.op).results[..] else {
            return Err(no_place(at, "it has not one tensor as its result"));
        };
        let [out] = producer.output_maps() else {
            return Err(no_place(at, "it has several outputs"));
        };
        if view.iterators.iter().any(|one| *one != IteratorType::Parallel) || !out.is_permutation() {
            return Err(no_place(at, "it is not elementwise"));
        }
        if producer.reads_output(module, 0) {
            return Err(no_place(at, "it accumulates into its output"));
        }
        let mut fused = Fused {
            inputs: Vec::new(),
            maps: Vec::new(),
            uses: Vec::new(),
            taken: HashSet::new(),
        };
        for (n, (input, map)) in consumer.view.inputs.iter().zip(&consumer.view.maps).enumerate() {
            if *input != result {
                fused.inputs.push(*input);
                fused.maps.push(map.clone());
                continue;
            }
            let place = |one: usize| out.results.iter().position(|result| *result == AffineExpr::dim(one));
            let loops: Vec<AffineExpr> = (0..producer.rank())
                .filter_map(|one| Some(map.results[place(one)?].clone()))
                .collect();
            let start = fused.inputs.len();
            for (input, inner) in view.inputs.iter().zip(&view.maps) {
                let results = inner.results.iter().map(|result| result.substitute(&loops, &[]));
                fused.inputs.push(*input);
                fused.maps.push(AffineMap::new(map.dims, 0, results.collect()));
            }
            let args = start..fused.inputs.len();
            fused.taken.extend(args.clone());
            let indices = self.indices(module, producer, &loops)?;
            fused.uses.push((n, Inlined { args, indices }));
        }
        if fused.uses.is_empty() {
            let message = format!("it does not read what `{}` makes", self.producer);
            return Err(no_place(&self.consumer, message));
        }
        for one in 0..consumer.rank() {
            let says = |map: &AffineMap| map.results.contains(&AffineExpr::dim(one));
            if !fused.maps.iter().chain(consumer.output_maps()).any(says) {
                let message = format!(
                    "nothing but the result of `{}` says how often loop {one} runs",
                    self.producer
                );
                return Err(no_place(&self.consumer, message));
            }
        }
        Ok(fused)
    }

    fn indices(
        &self,
        module: &Module,
        producer: &Linalg,
        loops: &[AffineExpr],
    ) -> Result<Vec<(ValueId, usize)>, Diagnostic> {
        let mut indices = Vec::new();
        for op in &module.block(producer.view.body).ops {
            let op = module.op(*op);
            if op.name != "linalg.index" {
                continue;
            }
            let at = op.attr("dim").and_then(Attr::as_i64).unwrap_or(0) as usize;
            let Some(AffineExpr::Dim(one)) = loops.get(at) else {
                return Err(no_place(
                    &self.producer,
                    "its payload counts a loop that its user has not",
                ));
            };
            indices.push((op.results[0], *one as usize));
        }
        Ok(indices)
    }
}
