//! Loops carry the contents of buffers that they change, and branches give them.

use super::Lifter;
use polyvet_ir::ops::Shows;
use polyvet_ir::edit::segment_sizes;
use polyvet_ir::{BlockId, OpId, OpSpec, Type, ValueId};
use std::collections::BTreeSet;

impl Lifter {
    /// The buffers from outside that an operation writes to, by number.
    fn written_in(&self, op: OpId) -> BTreeSet<usize> {
        let mut found = BTreeSet::new();
        self.module.walk(op, &mut |inner, data| {
            let written = self.module.memrefs(inner, data.info().writes());
            found.extend(written.filter_map(|at| self.buffer_from_outside(data.operand(at))));
        });
        found
    }

    /// The buffer that a memref shows, if it was made before.
    fn buffer_from_outside(&self, mut value: ValueId) -> Option<usize> {
        loop {
            if let Some(view) = self.views.get(&value) {
                return Some(view.buffer);
            }
            let data = self.module.op(self.module.defining_op(value)?);
            let Some(Shows::Operand(at)) = data.info().shows() else {
                return None;
            };
            value = data.operand(at);
        }
    }

    fn contents_of(&self, buffers: &BTreeSet<usize>) -> Option<Vec<ValueId>> {
        buffers.iter().map(|at| self.buffers[*at].content).collect()
    }

    fn set_contents(&mut self, buffers: &BTreeSet<usize>, contents: &[ValueId]) {
        for (at, content) in buffers.iter().zip(contents) {
            self.buffers[*at].content = Some(*content);
        }
    }

    /// Translates a block at whose end the contents of `carried` go on. Buffers that are made in it end with it; no others
    /// may change.
    fn inner_block(&mut self, block: BlockId, carried: &BTreeSet<usize>) -> Option<()> {
        let before: Vec<Option<ValueId>> = self.buffers.iter().map(|buffer| buffer.content).collect();
        self.depth += 1;
        self.block(block)?;
        self.depth -= 1;
        let contents = self.contents_of(carried)?;
        let last = *self.module.block(block).ops.last()?;
        if !matches!(self.module.op(last).name.as_str(), "scf.yield" | "affine.yield") {
            return None;
        }
        for content in contents {
            self.module.add_operand(last, content);
        }
        let is_kept = |(at, old): (usize, &Option<ValueId>)| carried.contains(&at) || self.buffers[at].content == *old;
        if !before.iter().enumerate().all(is_kept) {
            return None;
        }
        for buffer in &mut self.buffers[before.len()..] {
            buffer.content = None;
        }
        Some(())
    }

    /// No value that an operation takes or gives, or a block takes, is a memref.
    fn hands_no_buffers(&self, op: OpId) -> bool {
        let data = self.module.op(op);
        let blocks = data.regions.iter().flat_map(|region| &self.module.region(*region).blocks);
        let args = blocks.flat_map(|block| &self.module.block(*block).args);
        let mut all = data.operand_values().chain(data.results.iter().copied()).chain(args.copied());
        all.all(|value| !self.module.ty(value).is_memref())
    }

    pub fn for_loop(&mut self, op: OpId) -> Option<()> {
        let block = self.module.only_block(op, 0)?;
        if !self.hands_no_buffers(op) {
            return None;
        }
        self.update_operands(op);
        let carried = self.written_in(op);
        let contents = self.contents_of(&carried)?;
        let types: Vec<Type> = contents.iter().map(|content| self.module.ty(*content).clone()).collect();
        if self.module.op(op).name == "affine.for" {
            let sizes = self.module.op(op).attr("operandSegmentSizes")?.as_i64s()?;
            let mut sizes: Vec<usize> = sizes.into_iter().map(usize::try_from).collect::<Result<_, _>>().ok()?;
            *sizes.last_mut()? += contents.len();
            let properties = &mut self.module.op_mut(op).properties;
            properties.set("operandSegmentSizes", segment_sizes(&sizes));
        }
        let span = self.module.op(op).span;
        let (mut args, mut results) = (Vec::new(), Vec::new());
        for (content, ty) in contents.iter().zip(types) {
            self.module.add_operand(op, *content);
            args.push(self.module.add_block_arg(block, ty.clone(), None, span));
            results.push(self.module.add_result(op, ty, None, span));
        }
        self.set_contents(&carried, &args);
        self.inner_block(block, &carried)?;
        self.set_contents(&carried, &results);
        self.made.push(op);
        Some(())
    }

    pub fn branch(&mut self, op: OpId) -> Option<()> {
        if !self.hands_no_buffers(op) {
            return None;
        }
        self.update_operands(op);
        let carried = self.written_in(op);
        let contents = self.contents_of(&carried)?;
        let [then, other] = self.module.op(op).regions[..] else {
            return None;
        };
        if self.module.region(other).blocks.is_empty() && !carried.is_empty() {
            let end = if self.module.op(op).name == "scf.if" { "scf.yield" } else { "affine.yield" };
            let block = self.module.add_block(other, &[]);
            self.module.push_op(block, OpSpec::new(end));
        }
        for region in [then, other] {
            let block = match self.module.region(region).blocks[..] {
                [] => continue,
                [block] => block,
                _ => return None,
            };
            self.inner_block(block, &carried)?;
            self.set_contents(&carried, &contents);
        }
        let span = self.module.op(op).span;
        let mut results = Vec::new();
        for content in &contents {
            let ty = self.module.ty(*content).clone();
            results.push(self.module.add_result(op, ty, None, span));
        }
        self.set_contents(&carried, &results);
        self.made.push(op);
        Some(())
    }
}
