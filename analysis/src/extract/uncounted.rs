//! Control flow that nobody counts, as what may happen ([`super::ExtractOptions::may`]): `scf.while`, and functions of
//! several blocks.
//!
//! Both are a loop that runs for all `turn >= 0`. A turn of `scf.while` goes through both of its regions. A turn of a
//! function goes through all its blocks but the first, which runs once, before; a run takes one block in each turn, so
//! it is a part of these turns, in their order. What decides how a run goes on is kept in `control`, a register that
//! every statement inside reads. Values that live from one block to the next are kept in registers that all turns
//! share; where one is computed anew instead, it is the same, as its definition dominates its use.

use super::facts::Facts;
use super::tensors::in_order;
use super::walk::{LoopBound, leaf};
use super::{Extractor, Fallible, LoopFrame, unsupported};
use crate::ids::ArrayId;
use crate::scop::{Array, ArrayKind};
use polyvet_ir::{BlockId, OpId, Span, Type, ValueId};
use polyvet_poly::Schedule;

/// What the loop over turns is called.
const TURN: &str = "turn";

impl Extractor<'_> {
    /// `scf.while`
    pub(super) fn scf_while(&mut self, op: OpId, frame: &LoopFrame) -> Fallible<Option<Schedule>> {
        let module = self.module;
        let data = module.op(op);
        let message = "how often `scf.while` runs is only known when it ends";
        self.perhaps::<()>(Err(unsupported("uncounted-loop", message, data.name_span)))?;
        let (Some(before), Some(after)) = (module.only_block(op, 0), module.only_block(op, 1)) else {
            return Err(unsupported("malformed-op", "a region without a block", data.span));
        };
        let inits: Vec<ValueId> = data.operand_values().collect();
        let carried = self.kept_args(before, frame)?;
        let handed = self.kept_args(after, frame)?;
        let (decide, decided) = self.facts.terminator(before);
        let (yields, yielded) = self.facts.terminator(after);
        let fits = carried.len() == inits.len() && carried.len() == yielded.len() && handed.len() + 1 == decided.len();
        if !fits || data.results.len() != handed.len() {
            let message = "what is carried, handed on and yielded do not fit each other";
            return Err(unsupported("malformed-op", message, data.span));
        }
        let control = self.control(frame);
        let inner = self.turns(op, control, frame)?;
        let all = self.keep(op, frame, &inits, &carried)?;
        let mut inside = self.block(before, &inner)?;
        let mut targets = vec![control];
        targets.extend(&handed);
        inside = both(inside, self.keep(decide, &inner, &decided, &targets)?)?;
        inside = both(inside, self.block(after, &inner)?)?;
        inside = both(inside, self.keep(yields, &inner, &yielded, &carried)?)?;
        for (result, register) in data.results.iter().zip(handed) {
            self.places.register_of.insert(*result, register);
        }
        both(all, self.over_turns(inside, &inner)?)
    }

    /// A function whose body is more than one block.
    pub(super) fn blocks(&mut self, func: OpId, root: &LoopFrame) -> Fallible<Option<Schedule>> {
        let module = self.module;
        let data = module.op(func);
        let name = module.symbol_name(func).unwrap_or("");
        let message = format!("`@{name}` has no body of one block");
        self.perhaps::<()>(Err(unsupported("unstructured-control-flow", message, data.name_span)))?;
        let blocks = module.region(data.regions[0]).blocks.clone();
        self.facts.check_blocks(&blocks)?;
        for block in &blocks[1..] {
            self.kept_args(*block, root)?;
        }
        let control = self.control(root);
        let mut first = root.clone();
        first.exact = false;
        first.guards.push(control);
        let mut inner = self.turns(func, control, root)?;
        inner.across = true;
        let mut all = self.block(blocks[0], root)?;
        all = both(all, self.branch(blocks[0], &first)?)?;
        let mut inside = None;
        for block in &blocks[1..] {
            inside = both(inside, self.block(*block, &inner)?)?;
            inside = both(inside, self.branch(*block, &inner)?)?;
        }
        both(all, self.over_turns(inside, &inner)?)
    }

    /// The end of a block: what it hands to the blocks that may come next, and what decides which does.
    fn branch(&mut self, block: BlockId, frame: &LoopFrame) -> Fallible<Option<Schedule>> {
        let module = self.module;
        let (op, values) = self.facts.terminator(block);
        let data = module.op(op);
        let targets: Vec<ValueId> = data
            .successors
            .iter()
            .flat_map(|successor| module.block(successor.block).args.clone())
            .collect();
        let mut registers: Vec<ArrayId> = targets.iter().map(|arg| self.places.register_of[arg]).collect();
        match data.name.as_str() {
            _ if data.successors.is_empty() => return Ok(None),
            "cf.br" => {}
            "cf.cond_br" => registers.insert(0, *frame.guards.last().expect("something decides")),
            name => {
                let message = format!("`{name}` has no model");
                return Err(unsupported("unstructured-control-flow", message, data.name_span));
            }
        }
        if values.len() != registers.len() {
            return Err(unsupported(
                "malformed-op",
                "as many values as the blocks take are needed",
                data.span,
            ));
        }
        self.keep(op, frame, &values, &registers)
    }

    /// Registers for the arguments of a block.
    fn kept_args(&mut self, block: BlockId, frame: &LoopFrame) -> Fallible<Vec<ArrayId>> {
        let args = self.module.block(block).args.clone();
        args.iter().try_for_each(|arg| self.check_scalar(*arg))?;
        Ok(args
            .iter()
            .map(|arg| self.new_register(*arg, frame.kept_rank()))
            .collect())
    }

    /// The register that keeps how a run goes on.
    fn control(&mut self, frame: &LoopFrame) -> ArrayId {
        let name = self.naming.names.unique("control");
        self.draft.arrays.push_and_get_key(Array {
            name,
            elem: Type::I1,
            extents: vec![None; frame.kept_rank()],
            kind: ArrayKind::Register,
            value: None,
            symbol: None,
            versions: Vec::new(),
            may_be_unwritten: false,
            span: Span::NONE,
            layout: None,
            space: None,
        })
    }

    /// The statement that keeps `values`, if there are any.
    fn keep(
        &mut self,
        op: OpId,
        frame: &LoopFrame,
        values: &[ValueId],
        registers: &[ArrayId],
    ) -> Fallible<Option<Schedule>> {
        if values.is_empty() {
            return Ok(None);
        }
        leaf(self.set_registers(op, frame, values, registers)?).map(Some)
    }

    /// The turns: all iterations from 0 on, of which nobody knows whether they happen.
    fn turns(&mut self, op: OpId, control: ArrayId, frame: &LoopFrame) -> Fallible<LoopFrame> {
        let range = LoopBound {
            lower: vec![self.number(frame, 0)?],
            upper: Vec::new(),
            step: 1,
        };
        let mut inner = self.enter_named(op, TURN, None, None, range, frame)?;
        inner.exact = false;
        inner.guards.push(control);
        Ok(inner)
    }

    fn over_turns(&self, inside: Option<Schedule>, inner: &LoopFrame) -> Fallible<Option<Schedule>> {
        let at = inner.dims.len() - 1;
        inside.map(|inside| self.band(inside, inner.loops[at], at)).transpose()
    }
}

impl Facts<'_> {
    /// Refuses what registers cannot keep from one block to the next.
    fn check_blocks(&self, blocks: &[BlockId]) -> Fallible<()> {
        let module = self.module;
        let ends = |block: &&BlockId| {
            let last = module.block(**block).ops.last();
            last.is_some_and(|op| module.op(*op).info().is_return())
        };
        if let Some(second) = blocks.iter().filter(ends).nth(1) {
            let last = *module.block(*second).ops.last().expect("it ends in a return");
            let message = "a second `func.return` has no model";
            return Err(unsupported("unstructured-control-flow", message, module.op(last).span));
        }
        for op in blocks.iter().flat_map(|block| &module.block(*block).ops) {
            let data = module.op(*op);
            // MLIR's verifier refuses it too; here the first block runs once.
            if data.successors.iter().any(|successor| successor.block == blocks[0]) {
                let message = "a branch to the first block of a function";
                return Err(unsupported("unstructured-control-flow", message, data.span));
            }
            if let Some(result) = data.results.iter().find(|result| self.is_aggregate(**result)) {
                let shown = module.value_name(*result);
                let message = format!("`{shown}`, a tensor or vector in a function of several blocks, has no model");
                return Err(unsupported("unstructured-control-flow", message, data.span));
            }
        }
        Ok(())
    }
}

fn both(first: Option<Schedule>, second: Option<Schedule>) -> Fallible<Option<Schedule>> {
    match second {
        Some(second) => in_order(first, second).map(Some),
        None => Ok(first),
    }
}
