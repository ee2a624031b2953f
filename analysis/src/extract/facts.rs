//! The first phase: facts about a function that are found before anything is extracted, and only read afterwards.
//!
//! They follow from the program alone: who uses a value, which branches only accumulate, which slices need no copy.
//! Methods of [`Facts`] answer what can be told from them; they are next to the extraction of what they are about.

use super::in_place::Slices;
use polyvet_ir::{BlockId, Module, OpId, ValueId};
use std::collections::{HashMap, HashSet};

/// What is known of a function before it is extracted.
pub(super) struct Facts<'m> {
    pub(super) module: &'m Module,
    /// The first block of the function.
    pub(super) entry: BlockId,
    /// Operations that use a value, once for each use.
    pub(super) users: HashMap<ValueId, Vec<OpId>>,
    /// Vectors that are elements of arrays, or computed from such.
    pub(super) packed: HashSet<ValueId>,
    /// Branches that are selections.
    pub(super) selections: HashSet<OpId>,
    /// Slices that show their source.
    pub(super) slices: Slices,
    /// Names people gave to extents.
    pub(super) extent_names: HashMap<(ValueId, usize), String>,
}

impl<'m> Facts<'m> {
    /// The facts about `func`, whose first block is `entry`; with `in_place`, slices may show their source.
    pub(super) fn new(module: &'m Module, func: OpId, entry: BlockId, in_place: bool) -> Facts<'m> {
        let mut facts = Facts {
            module,
            entry,
            users: HashMap::new(),
            packed: HashSet::new(),
            selections: HashSet::new(),
            slices: Slices::default(),
            extent_names: HashMap::new(),
        };
        module.walk(func, &mut |id, op| {
            let passed = op.successors.iter().flat_map(|s| &s.args);
            for operand in op.operands.iter().chain(passed) {
                facts.users.entry(operand.value).or_default().push(id);
            }
        });
        facts.name_extents(func);
        facts.find_packed(func);
        if in_place {
            facts.find_in_place(func);
        }
        facts.find_selections(func);
        facts
    }
}
