//! Slices that need no copy: `extract_slice` as a view.
//!
//! A tensor is a value, so in general a slice is a copy of a region. That is exact, but tiles of tiles become chains of
//! copies that hide what is only an order of iterations. A slice may show its source instead, like a `memref.subview`,
//! in two cases:
//!
//! - it is only read: whoever updates the source in place asks first whether a view of it is used later
//!   ([`Extractor::is_last_use`]);
//! - it is updated in place step by step, and the last value is inserted where the slice was taken from, while nobody
//!   else looks at the source. Then the insertion does nothing.
//!
//! Both are decided before anything is extracted, by who uses which value; in doubt a slice is a copy.

use super::facts::Facts;
use super::payload::StmtDraft;
use super::{Extractor, Fallible, LoopFrame, unsupported};
use crate::ids::ArrayId;
use crate::scop::Access;
use polyvet_ir::{Attr, BlockId, Op, OpId, ValueId};
use polyvet_poly::{DimKind, Map};
use std::collections::{HashMap, HashSet};

/// How many updates are followed from a slice to its insertion.
const UPDATES_MAX: usize = 64;

/// Slices that show their source.
#[derive(Default)]
pub(super) struct Slices {
    /// The `extract_slice` operations.
    views: HashSet<OpId>,
    /// Insertions that do nothing, with the slice that was updated.
    inserted: HashMap<OpId, ValueId>,
}

/// The arrays of slices that show their source.
#[derive(Default)]
pub(super) struct InPlace {
    /// For the array of a slice the one it shows, and `{ slice[x] -> array[y] }`.
    shown: HashMap<ArrayId, (ArrayId, Map)>,
    /// Copies that were left out. Those that are left have the names that they have beside them.
    pub(super) left_out: usize,
}

impl Slices {
    pub(super) fn is_view(&self, op: OpId) -> bool {
        self.views.contains(&op)
    }
}

/// What the values that are updated in place, one after the other, come to.
struct ChainEnd {
    /// The operation that takes the last one: an insertion or a `yield`.
    op: OpId,
    value: ValueId,
}

/// Who takes a value to make another one of it.
enum Taker {
    /// Updates it in place: the result.
    Updates(ValueId),
    /// A loop carries it: the argument in its body, and the result.
    Carries {
        body: BlockId,
        arg: ValueId,
        result: ValueId,
    },
    Ends,
}

impl Extractor<'_> {
    /// A slice that shows its source.
    pub(super) fn show_slice(&mut self, op: OpId, frame: &LoopFrame) -> Fallible<()> {
        let data = self.module.op(op);
        let (source, result, span) = (data.operand(0), data.results[0], data.span);
        self.in_place.left_out += 1;
        let slice = self.facts.slice(op, result, 1)?;
        self.window(op, frame)?;
        let from = self.tensor(source, span)?;
        let updated = self.facts.slices.inserted.values().any(|slice| *slice == result);
        if updated && self.is_constant_array(from) {
            return Err(unsupported("tensor-slice", "a slice of a constant is updated", span));
        }
        let to = self.private_array(result, frame.loops.len(), span)?;
        let depth = frame.loops.len();
        let mut wide = frame.clone();
        for dim in 0..slice.sizes.len() {
            wide.domain = wide.domain.add_dims(DimKind::Set, 1)?;
            wide.dims.push(format!("x{dim}"));
        }
        let elements = (depth..depth + slice.sizes.len())
            .map(|at| self.facts.variable(&wide, at))
            .collect::<Fallible<Vec<_>>>()?;
        let subscripts = self.subscripts(&slice.subscripts, &elements, &wide)?;
        let subscripts = self.owned(from, &subscripts, &wide)?;
        let draft = StmtDraft::new(&wide, self.draft.arrays[to].name.clone());
        let shows = self.relation(&draft, from, subscripts)?;
        let root = match self.in_place.shown.get(&from) {
            Some((root, map)) => (*root, shows.apply_range(map.clone())?),
            None => (from, shows),
        };
        self.in_place.shown.insert(to, root);
        Ok(())
    }

    /// An insertion that does nothing: the slice was updated where it is.
    pub(super) fn inserted_in_place(&mut self, op: OpId, frame: &LoopFrame) -> Fallible<bool> {
        let Some(slice) = self.facts.slices.inserted.get(&op).copied() else {
            return Ok(false);
        };
        let data = self.module.op(op);
        let (source, dest, span) = (data.operand(0), data.operand(1), data.span);
        if self.tensor(source, span)? != self.tensor(slice, span)? {
            return Err(unsupported("tensor-slice", "a slice is not updated in place", span));
        }
        let sizes = self.facts.slice(op, source, 2)?.sizes;
        self.check_shape(op, source, &sizes, frame)?;
        self.in_place.left_out += 1;
        if let Some(result) = data.results.first() {
            let array = self.tensor(dest, span)?;
            self.same_array(*result, array);
        }
        Ok(true)
    }

    /// The elements that an access really touches.
    pub(super) fn through_slices(&self, access: &mut Access) -> Fallible<()> {
        if let Some((array, elements)) = self.in_place.shown.get(&access.array) {
            access.relation = access.relation.clone().apply_range(elements.clone())?;
            access.array = *array;
        }
        Ok(())
    }
}

impl Facts<'_> {
    /// Finds the slices below `func` that can show their source.
    pub(super) fn find_in_place(&mut self, func: OpId) {
        let mut slices = Vec::new();
        self.module.walk(func, &mut |id, op| {
            if op.name == "tensor.extract_slice" {
                slices.push(id);
            }
        });
        for op in slices {
            let result = self.module.op(op).results[0];
            if self.is_only_looked_at(result) {
                self.slices.views.insert(op);
            } else if let Some(insert) = self.insertion(op) {
                self.slices.views.insert(op);
                self.slices.inserted.insert(insert, result);
            }
        }
    }

    fn users_of(&self, value: ValueId) -> &[OpId] {
        self.users.get(&value).map_or(&[], Vec::as_slice)
    }

    /// Whether nothing is made of a tensor but slices, and what operations compute from it where they are.
    fn is_only_looked_at(&self, value: ValueId) -> bool {
        { self.users_of(value).iter() }.all(|user| self.looks(*user, value))
    }

    fn looks(&self, user: OpId, value: ValueId) -> bool {
        let data = self.module.op(user);
        match data.name.as_str() {
            "tensor.dim" | "tensor.extract_slice" => true,
            "tensor.pad" | "vector.transfer_read" => true,
            "linalg.pack" | "linalg.unpack" | "linalg.softmax" => data.operand(0) == value && data.operand(1) != value,
            _ => match polyvet_ir::linalg::structured(self.module, user) {
                Some(view) => view.inputs.contains(&value) && !view.outputs.contains(&value),
                None => false,
            },
        }
    }

    /// The insertion of what becomes of a slice, if it goes back where the slice was taken and nobody sees the source
    /// in between.
    fn insertion(&self, op: OpId) -> Option<OpId> {
        let module = self.module;
        let data = module.op(op);
        let (source, result) = (data.operand(0), data.results[0]);
        let ChainEnd { op: insert, value } = self.followed(result, data.parent?, UPDATES_MAX)?;
        let last = module.op(insert);
        if !matches!(
            last.name.as_str(),
            "tensor.insert_slice" | "tensor.parallel_insert_slice"
        ) {
            return None;
        }
        let (from, to) = (last.operand(0), last.operand(1));
        let fits = from == value && to == source && module.ty(value) == module.ty(result) && same_slice(data, last);
        // Both run in the same iterations.
        let at = match last.parent == data.parent {
            true => insert,
            false => module.parent_op(insert)?,
        };
        let together = module.op(at).parent == data.parent && (at == insert || last.name != "tensor.insert_slice");
        (fits && together && self.nobody_sees(source, op, insert)).then_some(insert)
    }

    /// No other use of `source`, or of a slice of it, comes after the slice `op` was taken.
    fn nobody_sees(&self, source: ValueId, op: OpId, insert: OpId) -> bool {
        let module = self.module;
        let Some(block) = module.op(op).parent else {
            return false;
        };
        let ops = &module.block(block).ops;
        let place = |of: OpId| ops.iter().position(|other| *other == of);
        let Some(here) = place(op) else { return false };
        let mut inserts = 0;
        let mut pending = vec![source];
        while let Some(value) = pending.pop() {
            for user in self.users_of(value) {
                if *user == insert {
                    inserts += 1;
                }
                let data = module.op(*user);
                if *user == op || *user == insert || data.name == "tensor.dim" {
                    continue;
                }
                if is_slice(*user, data) {
                    pending.extend(&data.results);
                }
                let mut ancestor = *user;
                while module.op(ancestor).parent != Some(block) {
                    match module.parent_op(ancestor) {
                        Some(parent) => ancestor = parent,
                        None => return false,
                    }
                }
                if place(ancestor).is_none_or(|at| at >= here) {
                    return false;
                }
            }
        }
        inserts == 1
    }

    /// Follows a tensor of `block` through the operations that update it, each the last to use it.
    fn followed(&self, value: ValueId, block: BlockId, left: usize) -> Option<ChainEnd> {
        let mut value = value;
        for left in (0..left).rev() {
            let mut takers = { self.users_of(value).iter() }.filter(|user| !self.looks(**user, value));
            let (op, None) = (*takers.next()?, takers.next()) else {
                return None;
            };
            let inside = self.module.op(op).parent == Some(block);
            // An insertion at the end of a parallel loop is in a block of its own.
            let at = if inside { op } else { self.module.parent_op(op)? };
            if self.uses_until(value, (op, at), is_slice) != Some(1) {
                return None;
            }
            match self.taker(op, value)? {
                Taker::Ends => return Some(ChainEnd { op, value }),
                _ if !inside => return None,
                Taker::Updates(result) => value = result,
                Taker::Carries { body, arg, result } => {
                    let end = self.followed(arg, body, left)?;
                    let (yields, values) = self.terminator(body);
                    let number = self.module.block(body).args.iter().position(|one| *one == arg)?;
                    let carried = self.module.block(body).args.len() - values.len();
                    if end.op != yields || values.get(number.checked_sub(carried)?) != Some(&end.value) {
                        return None;
                    }
                    value = result;
                }
            }
        }
        None
    }

    fn taker(&self, op: OpId, value: ValueId) -> Option<Taker> {
        let module = self.module;
        let data = module.op(op);
        let number = data.operand_values().position(|operand| operand == value)?;
        Some(match data.name.as_str() {
            "tensor.insert_slice" if number == 1 => Taker::Updates(data.results[0]),
            "tensor.insert_slice" | "tensor.parallel_insert_slice" if number == 0 => Taker::Ends,
            "scf.yield" => Taker::Ends,
            "scf.for" => {
                let at = number.checked_sub(3)?;
                let body = module.only_block(op, 0)?;
                Taker::Carries {
                    body,
                    arg: *module.block(body).args.get(1 + at)?,
                    result: *data.results.get(at)?,
                }
            }
            "scf.forall" => {
                let first = data.operands.len().checked_sub(data.results.len())?;
                Taker::Updates(*data.results.get(number.checked_sub(first)?)?)
            }
            "linalg.pack" | "linalg.unpack" | "linalg.softmax" | "vector.transfer_write" if number == 1 => {
                Taker::Updates(*data.results.first()?)
            }
            _ => {
                let view = polyvet_ir::linalg::structured(module, op)?;
                let at = view.outputs.iter().position(|output| *output == value)?;
                Taker::Updates(*data.results.get(at)?)
            }
        })
    }
}

fn is_slice(_: OpId, op: &Op) -> bool {
    matches!(op.name.as_str(), "tensor.extract_slice" | "tensor.cast")
}

/// Whether a slice and an insertion are of the same part.
fn same_slice(slice: &Op, insert: &Op) -> bool {
    let list = |op: &Op, name: &str| op.attr(name).and_then(Attr::as_i64s);
    let same = |name: &str| list(slice, name).is_some() && list(slice, name) == list(insert, name);
    ["static_offsets", "static_sizes", "static_strides"]
        .into_iter()
        .all(same)
        && slice.operand_values().skip(1).eq(insert.operand_values().skip(2))
}
