//! Loops carry the contents of buffers that they change, and branches give them.
//!
//! A memref that a loop carries is the same view in all iterations, most often, and that is what it is then. Otherwise
//! its content is carried: from there on nobody may write to any buffer that it might be, as nobody knows which one it
//! is. Where the loop writes to it, each iteration *owns* what it is given: no other name for that is used any more,
//! and it passes on what it owns or has made.

use super::views::ShownBuffer;
use super::{BufferExtent, Lifter, TensorOrigin, TrackedBuffer};
use polyvet_ir::edit::segment_sizes;
use polyvet_ir::ops::Shows;
use polyvet_ir::{BlockId, Def, OpId, OpSpec, Type, ValueId};
use std::collections::hash_map::Entry;
use std::collections::{BTreeSet, HashMap};

/// How deep a memref that is passed on is followed.
const HANDED_MAX: usize = 16;

/// A memref among the results of an operation with regions.
struct Handed {
    /// The number of the result.
    at: usize,
    /// What it shows in all iterations, or after all branches; `None` if that varies.
    view: Option<ShownBuffer>,
    /// Each iteration owns it.
    is_owned: bool,
}

/// A view that is a buffer for a while.
struct ViewWindow {
    view: ShownBuffer,
    /// The buffer.
    inner: usize,
}

/// What a memref may be.
#[derive(Default)]
pub(super) struct Source {
    arguments: Vec<usize>,
    buffers: BTreeSet<usize>,
}

/// The values at the end of a block, or what a block begins with.
type BlockValues = Vec<ValueId>;

impl Lifter {
    /// The buffers from outside that an operation writes to, by number.
    fn written_in(&self, op: OpId) -> BTreeSet<usize> {
        let mut found = BTreeSet::new();
        self.module.walk(op, &mut |inner, data| {
            let written = self.module.memrefs(inner, data.info().writes());
            found.extend(written.filter_map(|at| self.buffer_from_outside(data.operand(at), HANDED_MAX)));
        });
        found
    }

    /// The buffer that a memref shows, if it was made before.
    fn buffer_from_outside(&self, value: ValueId, depth: usize) -> Option<usize> {
        if let Some(view) = self.views.get(&value) {
            return Some(view.buffer);
        }
        let depth = depth.checked_sub(1)?;
        self.buffer_from_outside(self.comes_from(value)?, depth)
    }

    /// The memref that another one shows something of, or begins as.
    fn comes_from(&self, value: ValueId) -> Option<ValueId> {
        match self.module.defining_op(value) {
            Some(op) => match self.module.op(op).info().shows() {
                Some(Shows::Operand(at)) => Some(self.module.op(op).operand(at)),
                _ => self.handed_in(op, value),
            },
            None => self.begins_with(value),
        }
    }

    /// What a loop carries into the place of one of its results.
    fn handed_in(&self, op: OpId, result: ValueId) -> Option<ValueId> {
        let data = self.module.op(op);
        let at = data.results.iter().position(|other| *other == result)?;
        let inits = data.operands.len().checked_sub(data.results.len())?;
        matches!(data.name.as_str(), "scf.for" | "affine.for").then(|| data.operand(inits + at))
    }

    /// What the loop around a carried value begins with in its place.
    fn begins_with(&self, arg: ValueId) -> Option<ValueId> {
        let (op, at) = self.carrier(arg)?;
        let data = self.module.op(op);
        let inits = data.operands.len().checked_sub(data.results.len())?;
        Some(data.operand(inits + at))
    }

    /// The loop that carries a value, and the number of the value.
    fn carrier(&self, arg: ValueId) -> Option<(OpId, usize)> {
        let Def::Arg { block, index } = self.module.value(arg).def else {
            return None;
        };
        let op = self.module.region(self.module.block(block).parent?).parent?;
        let at = index.checked_sub(1)?;
        matches!(self.module.op(op).name.as_str(), "scf.for" | "affine.for").then_some((op, at))
    }

    /// Whether a loop passes on in place `at` what it was given there.
    fn hands_through(&self, op: OpId, at: usize) -> bool {
        let Some(block) = self.module.only_block(op, 0) else {
            return false;
        };
        let (args, last) = (&self.module.block(block).args, self.module.block(block).ops.last());
        match (args.get(at + 1), last) {
            (Some(arg), Some(last)) => {
                let given = self.module.op(*last).operands.get(at);
                given.is_some_and(|given| self.is_handed(given.value, *arg, HANDED_MAX))
            }
            _ => false,
        }
    }

    /// Whether a memref is another one, passed through loops and branches.
    fn is_handed(&self, value: ValueId, from: ValueId, depth: usize) -> bool {
        let (Some(depth), false) = (depth.checked_sub(1), value == from) else {
            return value == from;
        };
        let Some(op) = self.module.defining_op(value) else {
            return false;
        };
        let data = self.module.op(op);
        let Some(at) = data.results.iter().position(|other| *other == value) else {
            return false;
        };
        match data.name.as_str() {
            "scf.for" | "affine.for" => {
                let init = self.handed_in(op, value);
                self.hands_through(op, at) && init.is_some_and(|init| self.is_handed(init, from, depth))
            }
            "scf.if" | "affine.if" => data.regions.iter().all(|region| {
                let last = self.module.region(*region).blocks.last();
                let last = last.and_then(|block| self.module.block(*block).ops.last());
                let given = last.and_then(|last| self.module.op(*last).operands.get(at));
                given.is_some_and(|given| self.is_handed(given.value, from, depth))
            }),
            _ => false,
        }
    }

    /// Whether a loop writes to what it carries as `arg`, whatever that is.
    fn writes_through(&self, op: OpId, arg: ValueId) -> bool {
        self.module.any_op(op, &mut |inner, data| {
            let mut written = self.module.memrefs(inner, data.info().writes());
            written.any(|at| self.is_part_of(data.operand(at), arg, HANDED_MAX))
        })
    }

    /// Whether a memref shows something of another one, as far as that can be followed.
    fn is_part_of(&self, value: ValueId, whole: ValueId, depth: usize) -> bool {
        let (Some(depth), false) = (depth.checked_sub(1), value == whole) else {
            return value == whole;
        };
        self.comes_from(value)
            .is_some_and(|from| self.is_part_of(from, whole, depth))
    }

    /// Whether a loop may own what it begins with in a place: a whole buffer of which no other name is used in it.
    fn may_own(&self, op: OpId, view: &ShownBuffer) -> bool {
        let buffer = &self.buffers[view.buffer];
        let mut is_used = false;
        for region in &self.module.op(op).regions {
            let blocks = &self.module.region(*region).blocks;
            for inner in blocks.iter().flat_map(|block| &self.module.block(*block).ops) {
                self.module.walk(*inner, &mut |_, data| {
                    let mut views = data.operand_values().filter_map(|value| self.views.get(&value));
                    is_used |= views.any(|used| used.buffer == view.buffer);
                });
            }
        }
        view.steps.is_empty()
            && !is_used
            && buffer.may_be.is_empty()
            && buffer.origin != TensorOrigin::Stack
            && self.is_written(view.buffer)
    }

    fn contents_of(&mut self, buffers: &BTreeSet<usize>) -> Option<BlockValues> {
        buffers.iter().map(|at| self.content(*at)).collect()
    }

    /// Before a region, all that was written is part of what buffers hold.
    fn settle(&mut self) -> Option<()> {
        for at in 0..self.buffers.len() {
            if self.buffers[at].content.is_some() {
                self.content(at)?;
            }
        }
        Some(())
    }

    /// Loops and branches that touch a buffer through one view alone carry what that shows: such views are buffers in
    /// them.
    fn enter(&mut self, op: OpId) -> Option<Vec<ViewWindow>> {
        let mut seen: HashMap<usize, Vec<OpId>> = HashMap::new();
        let mut used = Vec::new();
        self.module.walk(op, &mut |_, data| used.extend(data.operand_values()));
        for view in used.iter().filter_map(|value| self.views.get(value)) {
            match seen.entry(view.buffer) {
                Entry::Vacant(place) => _ = place.insert(view.steps.clone()),
                Entry::Occupied(mut place) => {
                    let common = place.get().iter().zip(&view.steps).take_while(|(x, y)| x == y).count();
                    place.get_mut().truncate(common);
                }
            }
        }
        let mut windows = Vec::new();
        for buffer in self.written_in(op) {
            let Some(steps) = seen.remove(&buffer).filter(|steps| !steps.is_empty()) else {
                continue;
            };
            let view = ShownBuffer { buffer, steps };
            let content = self.read(&view)?;
            let inner = self.buffers.len();
            let extents = { self.view_extents(&view)?.into_iter().enumerate() }
                .map(|(at, extent)| extent.unwrap_or(BufferExtent::Of(inner, at)))
                .collect();
            let whole = &self.buffers[buffer];
            self.buffers.push(TrackedBuffer {
                origin: whole.origin.clone(),
                content: Some(content),
                pending: None,
                depth: whole.depth,
                frozen: whole.frozen,
                may_be: whole.may_be.clone(),
                extents,
            });
            for shown in self.views.values_mut().filter(|shown| shown.buffer == buffer) {
                if let Some(rest) = shown.steps.strip_prefix(&view.steps[..]) {
                    (shown.buffer, shown.steps) = (inner, rest.to_vec());
                }
            }
            windows.push(ViewWindow { view, inner });
        }
        Some(windows)
    }

    /// What was a buffer is a view again.
    fn leave(&mut self, windows: Vec<ViewWindow>) -> Option<()> {
        for ViewWindow { view, inner } in windows.into_iter().rev() {
            let content = self.content(inner)?;
            self.buffers[inner].content = None;
            for shown in self.views.values_mut().filter(|shown| shown.buffer == inner) {
                shown.buffer = view.buffer;
                shown.steps = [&view.steps[..], &shown.steps].concat();
            }
            for buffer in &mut self.buffers {
                if buffer.may_be.remove(&inner) {
                    buffer.may_be.insert(view.buffer);
                }
            }
            self.write(&view, content)?;
            self.buffers[view.buffer].frozen |= self.buffers[inner].frozen;
        }
        Some(())
    }

    fn set_contents(&mut self, buffers: &BTreeSet<usize>, contents: &[ValueId]) {
        for (at, content) in buffers.iter().zip(contents) {
            self.buffers[*at].content = Some(*content);
        }
    }

    /// Translates a block at whose end the contents of `carried` go on, and `end` says what else. Buffers that are made
    /// in it end with it, as those do that it owns; no others may change.
    fn inner_block(
        &mut self,
        block: BlockId,
        (carried, owned): (&BTreeSet<usize>, &BTreeSet<usize>),
        end: &mut dyn FnMut(&mut Lifter, OpId) -> Option<()>,
    ) -> Option<()> {
        let before: Vec<Option<ValueId>> = self.buffers.iter().map(|buffer| buffer.content).collect();
        let known = (self.steps.clone(), self.shown.clone());
        self.depth += 1;
        self.block(block, &mut |lifter, last| {
            if !matches!(lifter.module.op(last).name.as_str(), "scf.yield" | "affine.yield") {
                return None;
            }
            for content in lifter.contents_of(carried)? {
                lifter.module.add_operand(last, content);
            }
            end(lifter, last)
        })?;
        self.depth -= 1;
        (self.steps, self.shown) = known;
        let is_kept = |(at, old): (usize, &Option<ValueId>)| {
            let now = &self.buffers[at];
            carried.contains(&at) || owned.contains(&at) || now.content == *old && now.pending.is_none()
        };
        if !before.iter().enumerate().all(is_kept) {
            return None;
        }
        for at in owned.iter().copied().chain(before.len()..self.buffers.len()) {
            (self.buffers[at].content, self.buffers[at].pending) = (None, None);
        }
        Some(())
    }

    /// Nobody writes to a buffer any more. What one that may be it is, then.
    pub(super) fn freeze(&mut self, buffer: usize) -> Option<Source> {
        let one = &mut self.buffers[buffer];
        one.frozen = true;
        let arguments = one.origin.arguments()?;
        let mut buffers = one.may_be.clone();
        buffers.insert(buffer);
        Some(Source { arguments, buffers })
    }

    /// Whether an iteration may pass on what this shows: a whole buffer that it owns, or has made.
    fn is_owned_here(&self, view: &ShownBuffer, owned: &BTreeSet<usize>) -> bool {
        let buffer = &self.buffers[view.buffer];
        let is_new = matches!(buffer.origin, TensorOrigin::Heap(_)) && buffer.depth == self.depth;
        view.steps.is_empty() && !buffer.frozen && (is_new || owned.contains(&view.buffer))
    }

    /// `value` shows one of several buffers, and nobody writes to any.
    pub(super) fn new_choice(&mut self, value: ValueId, sources: [&Source; 2], content: ValueId) {
        let arguments = sources.iter().flat_map(|source| source.arguments.iter().copied());
        self.new_buffer(value, TensorOrigin::OneOf(arguments.collect()), content);
        let one = self.buffers.last_mut().expect("it is new");
        one.frozen = true;
        one.may_be = sources
            .iter()
            .flat_map(|source| source.buffers.iter().copied())
            .collect();
    }

    pub fn for_loop(&mut self, op: OpId) -> Option<()> {
        self.settle()?;
        let windows = self.enter(op)?;
        self.loop_within(op)?;
        self.leave(windows)
    }

    fn loop_within(&mut self, op: OpId) -> Option<()> {
        let block = self.module.only_block(op, 0)?;
        let (data, span) = (self.module.op(op), self.module.op(op).span);
        let (results, args) = (data.results.clone(), self.module.block(block).args.clone());
        let inits = data.operands.len().checked_sub(results.len())?;
        let is_affine = data.name == "affine.for";
        let hands_others = data
            .operand_values()
            .take(inits)
            .any(|value| self.module.ty(value).is_memref());
        if args.len() != results.len() + 1 || hands_others {
            return None;
        }
        let mut handed = Vec::new();
        for at in (0..results.len()).filter(|at| self.module.ty(results[*at]).is_memref()) {
            let view = self.view(self.module.op(op).operand(inits + at))?;
            let stays = self.hands_through(op, at).then(|| view.clone());
            let is_owned = stays.is_none() && self.writes_through(op, args[at + 1]);
            if is_owned && !self.may_own(op, &view) {
                return None;
            }
            let one = Handed {
                at,
                view: stays,
                is_owned,
            };
            handed.push((one, view));
        }
        self.update_operands(op);
        let mut carried = self.written_in(op);
        // Other places may not show what one owns.
        let mut places = BTreeSet::new();
        for (one, view) in &handed {
            let is_shared = !places.insert(view.buffer);
            let is_taken = |(other, shown): &(Handed, ShownBuffer)| other.is_owned && shown.buffer == view.buffer;
            if is_shared && handed.iter().any(is_taken) {
                return None;
            }
            if one.is_owned {
                carried.remove(&view.buffer);
            }
        }
        let mut contents = self.contents_of(&carried)?;
        let mut origins = Vec::new();
        for (one, view) in &handed {
            let shown = self.read(view)?;
            self.module.op_mut(op).operands[inits + one.at].value = shown;
            let ty = self.module.ty(shown).clone();
            self.types
                .extend([(args[one.at + 1], ty.clone()), (results[one.at], ty)]);
            match &one.view {
                Some(view) => _ = self.views.insert(args[one.at + 1], view.clone()),
                None if one.is_owned => {
                    let arguments = self.buffers[view.buffer].origin.arguments()?;
                    origins.push(Source {
                        arguments,
                        ..Source::default()
                    });
                    contents.push(shown);
                    self.buffers[view.buffer].content = None;
                }
                None => {
                    origins.push(self.freeze(view.buffer)?);
                    contents.push(shown);
                }
            }
        }
        let types: Vec<Type> = contents
            .iter()
            .map(|content| self.module.ty(*content).clone())
            .collect();
        let (mut new_args, mut new_results) = (Vec::new(), Vec::new());
        for (content, ty) in contents.iter().zip(&types) {
            self.module.add_operand(op, *content);
            new_args.push(self.module.add_block_arg(block, ty.clone(), None, span));
            new_results.push(self.module.add_result(op, ty.clone(), None, span));
        }
        if is_affine {
            let sizes = self.module.op(op).attr("operandSegmentSizes")?.as_i64s()?;
            let mut sizes: Vec<usize> = sizes.into_iter().map(usize::try_from).collect::<Result<_, _>>().ok()?;
            *sizes.last_mut()? += contents.len();
            let properties = &mut self.module.op_mut(op).properties;
            properties.set("operandSegmentSizes", segment_sizes(&sizes));
        }
        let count = carried.len();
        self.set_contents(&carried, &new_args);
        let handed: Vec<Handed> = handed.into_iter().map(|(one, _)| one).collect();
        let varying: Vec<&Handed> = handed.iter().filter(|one| one.view.is_none()).collect();
        let mut owned = BTreeSet::new();
        for (number, one) in varying.iter().enumerate() {
            let (value, content) = (args[one.at + 1], new_args[count + number]);
            let first: &Source = &origins[number];
            match one.is_owned {
                true => {
                    owned.insert(self.buffers.len());
                    self.new_buffer(value, TensorOrigin::OneOf(first.arguments.clone()), content);
                }
                false => self.new_choice(value, [first, first], content),
            }
        }
        let mut given = Vec::new();
        let mut handed_on = BTreeSet::new();
        self.inner_block(block, (&carried, &owned), &mut |lifter, last| {
            for one in &handed {
                let view = lifter.view(lifter.module.op(last).operand(one.at))?;
                lifter.module.op_mut(last).operands[one.at].value = args[one.at + 1];
                match &one.view {
                    Some(same) if *same == view => {}
                    Some(_) => return None,
                    None => {
                        let shown = lifter.read(&view)?;
                        let ty = lifter.types.iter().find(|(arg, _)| *arg == args[one.at + 1]);
                        if ty.is_none_or(|(_, ty)| ty != lifter.module.ty(shown)) {
                            return None;
                        }
                        lifter.module.add_operand(last, shown);
                        if one.is_owned {
                            let is_new = lifter.is_owned_here(&view, &owned) && handed_on.insert(view.buffer);
                            given.push(is_new.then(Source::default)?);
                            continue;
                        }
                        let source = lifter.freeze(view.buffer)?;
                        // The next iteration may write to it before it is read there.
                        if !source.buffers.is_disjoint(&carried) {
                            return None;
                        }
                        given.push(source);
                    }
                }
            }
            let mut others = given.iter().flat_map(|source| &source.buffers);
            let is_apart = others.all(|buffer| !handed_on.contains(buffer) && !owned.contains(buffer));
            is_apart.then_some(())
        })?;
        self.set_contents(&carried, &new_results);
        for one in handed.iter().filter(|one| one.view.is_some()) {
            self.views.insert(results[one.at], one.view.clone()?);
        }
        for (number, one) in varying.iter().enumerate() {
            let (value, content) = (results[one.at], new_results[count + number]);
            let sources = [&origins[number], &given[number]];
            match one.is_owned {
                true => self.new_buffer(value, TensorOrigin::OneOf(origins[number].arguments.clone()), content),
                false => self.new_choice(value, sources, content),
            }
        }
        self.made.push(op);
        Some(())
    }

    pub fn branch(&mut self, op: OpId) -> Option<()> {
        self.settle()?;
        let windows = self.enter(op)?;
        self.branch_within(op)?;
        self.leave(windows)
    }

    fn branch_within(&mut self, op: OpId) -> Option<()> {
        let (data, span) = (self.module.op(op), self.module.op(op).span);
        let results = data.results.clone();
        let [then, other] = data.regions[..] else {
            return None;
        };
        if data.operand_values().any(|value| self.module.ty(value).is_memref()) {
            return None;
        }
        let end = if data.name == "scf.if" {
            "scf.yield"
        } else {
            "affine.yield"
        };
        let places: Vec<usize> = (0..results.len())
            .filter(|at| self.module.ty(results[*at]).is_memref())
            .collect();
        self.update_operands(op);
        let carried = self.written_in(op);
        let contents = self.contents_of(&carried)?;
        if self.module.region(other).blocks.is_empty() && !carried.is_empty() {
            let block = self.module.add_block(other, &[]);
            self.module.push_op(block, OpSpec::new(end));
        }
        let known = self.buffers.len();
        // By place and branch: what is given there, and of which buffer.
        let mut given: Vec<Vec<ShownBuffer>> = vec![Vec::new(); places.len()];
        let mut types: Vec<Type> = Vec::new();
        for region in [then, other] {
            let block = match self.module.region(region).blocks[..] {
                [] => continue,
                [block] => block,
                _ => return None,
            };
            let mut here = Vec::new();
            self.inner_block(block, (&carried, &BTreeSet::new()), &mut |lifter, last| {
                for (place, at) in places.iter().enumerate() {
                    let view = lifter.view(lifter.module.op(last).operand(*at))?;
                    let shown = lifter.read(&view)?;
                    lifter.module.op_mut(last).operands[*at].value = shown;
                    lifter.module.add_operand(last, shown);
                    here.push(lifter.module.ty(shown).clone());
                    given[place].push(view);
                }
                Some(())
            })?;
            if !types.is_empty() && types != here {
                return None;
            }
            types = here;
            self.set_contents(&carried, &contents);
        }
        let mut new_results = Vec::new();
        let content_types = contents.iter().map(|content| self.module.ty(*content).clone());
        for ty in content_types.chain(types.iter().cloned()).collect::<Vec<_>>() {
            new_results.push(self.module.add_result(op, ty, None, span));
        }
        self.set_contents(&carried, &new_results);
        for (place, at) in places.iter().enumerate() {
            self.types.push((results[*at], types.get(place)?.clone()));
            let [one, other] = &given[place][..] else { return None };
            if one == other && one.buffer < known {
                self.views.insert(results[*at], one.clone());
                continue;
            }
            let sources = [self.freeze(one.buffer)?, self.freeze(other.buffer)?];
            let content = new_results[contents.len() + place];
            self.new_choice(results[*at], [&sources[0], &sources[1]], content);
        }
        self.made.push(op);
        Some(())
    }
}
