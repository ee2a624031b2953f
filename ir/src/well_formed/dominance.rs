//! Which definitions can be seen from where.

use crate::{BlockId, Def, Module, OpId, RegionId, ValueId};
use std::collections::HashMap;

pub(super) enum Visible {
    Yes,
    /// Defined later, or not on every path.
    Later,
    /// Defined in a region that is not around the use.
    Elsewhere,
    /// An isolated operation is in between.
    Isolated,
}

pub(super) struct Dominance {
    /// Position of each operation in its block.
    position: Vec<u32>,
    /// Immediate dominators in regions of several blocks; the entry is its own.
    idom: HashMap<BlockId, BlockId>,
}

impl Dominance {
    pub fn new(module: &Module) -> Dominance {
        let mut dominance = Dominance {
            position: vec![0; module.op_count()],
            idom: HashMap::new(),
        };
        let mut regions = Vec::new();
        module.walk(module.top, &mut |_, op| regions.extend(&op.regions));
        for region in regions {
            let blocks = &module.region(region).blocks;
            for block in blocks {
                for (n, op) in module.block(*block).ops.iter().enumerate() {
                    dominance.position[op.at()] = n as u32;
                }
            }
            if blocks.len() > 1 {
                dominance.region(module, blocks);
            }
        }
        dominance
    }

    /// Iterates `idom(b) = nearest common dominator of all predecessors` to its fixed point.
    fn region(&mut self, module: &Module, blocks: &[BlockId]) {
        let successors = |block: BlockId| {
            let last = module.block(block).ops.last();
            last.map_or(&[][..], |op| &module.op(*op).successors[..])
                .iter()
                .map(|s| s.block)
        };
        // Reverse postorder, without recursion.
        let (mut order, mut seen, mut stack) = (Vec::new(), HashMap::new(), vec![(blocks[0], 0)]);
        seen.insert(blocks[0], 0usize);
        while let Some((block, next)) = stack.pop() {
            match successors(block).nth(next) {
                Some(target) => {
                    stack.push((block, next + 1));
                    if let std::collections::hash_map::Entry::Vacant(entry) = seen.entry(target) {
                        entry.insert(0);
                        stack.push((target, 0));
                    }
                }
                None => order.push(block),
            }
        }
        order.reverse();
        for (n, block) in order.iter().enumerate() {
            seen.insert(*block, n);
        }
        let mut predecessors: HashMap<BlockId, Vec<BlockId>> = HashMap::new();
        for block in &order {
            for target in successors(*block) {
                predecessors.entry(target).or_default().push(*block);
            }
        }
        let mut idom: HashMap<BlockId, BlockId> = HashMap::from([(blocks[0], blocks[0])]);
        let mut changed = true;
        while changed {
            changed = false;
            for block in order.iter().skip(1) {
                let known = predecessors[block].iter().copied().filter(|p| idom.contains_key(p));
                let common = known.reduce(|mut x, mut y| {
                    while x != y {
                        if seen[&x] > seen[&y] {
                            x = idom[&x]
                        } else {
                            y = idom[&y]
                        }
                    }
                    x
                });
                if let Some(common) = common {
                    changed |= idom.insert(*block, common) != Some(common);
                }
            }
        }
        self.idom.extend(idom);
    }

    pub fn visible(&self, module: &Module, value: ValueId, user: OpId) -> Visible {
        let (home, after) = match module.value(value).def {
            Def::Arg { block, index } if index != usize::MAX => (block, None),
            Def::Arg { .. } => return Visible::Yes,
            Def::Result { op, .. } => match module.op(op).parent {
                Some(block) => (block, Some(op)),
                None => return Visible::Elsewhere,
            },
        };
        let Some(region) = module.block(home).parent else {
            return Visible::Elsewhere;
        };
        // The operation around the use that is in the region of the definition.
        let (mut around, mut isolated) = (user, false);
        let block = loop {
            let Some(block) = module.op(around).parent else {
                return Visible::Elsewhere;
            };
            if module.block(block).parent == Some(region) {
                break block;
            }
            let Some(parent) = module.parent_op(around) else {
                return Visible::Elsewhere;
            };
            isolated |= module.op(parent).info().is_isolated();
            around = parent;
        };
        if isolated {
            return Visible::Isolated;
        }
        if !ordered(module, region) {
            return Visible::Yes;
        }
        let earlier = match after {
            _ if block != home => self.dominates(home, block),
            // An operation does not see its own results inside its regions either.
            Some(op) => self.position[op.at()] < self.position[around.at()],
            None => true,
        };
        if earlier { Visible::Yes } else { Visible::Later }
    }

    fn dominates(&self, upper: BlockId, lower: BlockId) -> bool {
        let mut block = lower;
        while let Some(next) = self.idom.get(&block) {
            if block == upper {
                return true;
            }
            if *next == block {
                return false;
            }
            block = *next;
        }
        // Nothing leads here: every definition dominates.
        true
    }
}

/// Order counts in the regions of operations known here, except modules.
fn ordered(module: &Module, region: RegionId) -> bool {
    let Some(parent) = module.region(region).parent else {
        return false;
    };
    let info = module.op(parent).info();
    info.has_custom_form() && !info.is_symbol_table()
}
