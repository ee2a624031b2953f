//! A program without memory as a graph of values, for cuts at values (`values`).

use super::align::look;
use super::{body, is_repeatable};
use crate::validate::ProgramSide;
use polyvet_ir::linalg::{self, IteratorType};
use polyvet_ir::{Module, OpId, Type, ValueId};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Live operations that are looked at together, of each program.
const WINDOW: usize = 256;
/// And where any two of them may be a pair.
const NEAR: usize = 64;
/// How many operations a part may have, those on constants alone left out. An activation that is written out (the error function, as
/// StableHLO has it) has sixty.
const PART_MAX: usize = 96;
/// And with them.
const OPS_MAX: usize = 400;
/// On how many equal values one may depend to be tried.
const LEAVES_MAX: usize = 24;

/// Values that are equal have one number.
pub(super) type Class = usize;

/// An operation, by its place in the program.
pub(super) type At = usize;

/// Views of values that are known to be equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Views {
    /// Values like others.
    Kept,
    /// Made again in each part that uses them: a pass may have moved them, so that a program uses a value, and the other a view
    /// of it.
    Again,
}

/// Where the making of a value is not followed further: a part begins there.
#[derive(Clone)]
pub(super) enum CutStop {
    /// At values that are known to be equal.
    Known(Views),
    /// At those of these classes alone; all others are made again.
    At(Vec<Class>),
}

/// What a pass keeps of the operations that make a value, most often.
#[derive(PartialEq, Eq)]
pub(super) struct Look<'a> {
    /// The operations on numbers, each once, for a pass may make them twice; sums and products left out, which named
    /// operations have without words.
    words: Vec<&'a str>,
    /// How many operations reduce: nobody makes these twice.
    reductions: usize,
}

/// A value, how many operations make it, and what these are made of.
pub(super) struct Looked<'a> {
    pub value: ValueId,
    pub size: usize,
    pub look: Look<'a>,
}

/// The operations that make values, in the order of the program, and of what they make them.
pub(super) struct Cone {
    pub ops: Vec<At>,
    pub leaves: Vec<ValueId>,
}

/// Equal values that something is made of.
pub(super) type Leaves = BTreeMap<Class, ValueId>;

/// A value and what it is made of.
pub(super) struct Supported {
    pub value: ValueId,
    pub leaves: Leaves,
}

/// What is known of an operation from the beginning.
struct CutNode<'a> {
    /// What it uses.
    inputs: Vec<ValueId>,
    words: Vec<&'a str>,
    reduces: bool,
    is_anchor: bool,
    /// A view of a tensor.
    is_view: bool,
    /// Returned values or effects depend on it.
    is_live: bool,
    /// Its results are plain.
    is_plain: bool,
    look: u64,
}

/// One program.
pub(super) struct OpGraph<'a> {
    pub side: ProgramSide<'a>,
    ops: &'a [OpId],
    nodes: Vec<CutNode<'a>>,
    number: HashMap<OpId, At>,
    /// By value.
    maker: Vec<Option<At>>,
    class: Vec<Option<Class>>,
    /// Values made of small constants alone: they say nothing about what depends on them.
    plain: Vec<bool>,
    /// Operations with effects, and the one that returns, in order.
    pub anchors: Vec<OpId>,
    /// Operations of parts that are proved, and shared ones.
    covered: Vec<bool>,
    /// Nothing before this is open.
    first: At,
    marks: RefCell<WalkMarks>,
}

/// What was seen on one walk, without clearing it before the next.
struct WalkMarks {
    now: usize,
    values: Vec<usize>,
    ops: Vec<usize>,
}

impl WalkMarks {
    fn value(&mut self, value: ValueId) -> bool {
        std::mem::replace(&mut self.values[value.0 as usize], self.now) != self.now
    }

    fn op(&mut self, at: At) -> bool {
        std::mem::replace(&mut self.ops[at], self.now) != self.now
    }
}

/// The operations on numbers in an operation; sums, products and subscripts left out.
fn words(module: &Module, op: OpId) -> Vec<&str> {
    let mut words = Vec::new();
    module.walk(op, &mut |inner, data| {
        let name = data.name.as_str();
        let is_said = inner != op && !data.info().is_terminator() && !data.info().is_constant();
        let is_silent = ["arith.addf", "arith.mulf", "arith.addi", "arith.muli", "linalg.index"].contains(&name);
        if is_said && !is_silent {
            words.push(name);
        }
    });
    words
}

fn reduces(module: &Module, op: OpId) -> bool {
    let data = module.op(op);
    let structured = (data.dialect() == "linalg" && !data.results.is_empty()).then(|| linalg::structured(module, op));
    structured
        .flatten()
        .is_some_and(|structured| structured.iterators.contains(&IteratorType::Reduction))
}

fn is_anchor(module: &Module, op: OpId) -> bool {
    let data = module.op(op);
    data.info().is_terminator() || !data.info().is_known() || data.opaque.is_some() || !module.is_pure(op)
}

fn has_buffers(side: ProgramSide<'_>, ops: &[OpId]) -> Option<bool> {
    let module = side.module;
    let of_buffers = |value: &ValueId| matches!(module.ty(*value), Type::MemRef { .. });
    let mut has_buffers = polyvet_ir::func(module, side.func)?.args.iter().any(of_buffers);
    for op in ops {
        module.walk(*op, &mut |_, inner| {
            has_buffers |=
                inner.results.iter().any(of_buffers) || inner.operand_values().any(|value| of_buffers(&value));
        });
    }
    Some(has_buffers)
}

impl<'a> OpGraph<'a> {
    /// `None` if there are several blocks, or buffers.
    pub fn new(side: ProgramSide<'a>) -> Option<OpGraph<'a>> {
        let module = side.module;
        let ops = body(side)?;
        if has_buffers(side, ops)? {
            return None;
        }
        let count = module.value_count();
        let (mut plain, mut maker) = (vec![false; count], vec![None; count]);
        let mut nodes: Vec<CutNode<'_>> = Vec::new();
        for (at, op) in ops.iter().enumerate() {
            let (inputs, data) = (module.outside(*op), module.op(*op));
            let is_plain = match inputs.is_empty() {
                true => is_repeatable(module, *op),
                false => module.is_pure(*op) && inputs.iter().all(|value| plain[value.0 as usize]),
            };
            for result in &data.results {
                (plain[result.0 as usize], maker[result.0 as usize]) = (is_plain, Some(at));
            }
            nodes.push(CutNode {
                inputs,
                words: words(module, *op),
                reduces: reduces(module, *op),
                is_anchor: is_anchor(module, *op),
                is_view: matches!(data.name.as_str(), "tensor.collapse_shape" | "tensor.expand_shape"),
                is_live: false,
                is_plain,
                look: look(module, *op),
            });
        }
        let mut wanted: Vec<At> = { 0..nodes.len() }.filter(|at| nodes[*at].is_anchor).collect();
        let anchors = wanted.iter().map(|at| ops[*at]).collect();
        while let Some(at) = wanted.pop() {
            if !std::mem::replace(&mut nodes[at].is_live, true) {
                wanted.extend(nodes[at].inputs.iter().filter_map(|value| maker[value.0 as usize]));
            }
        }
        Some(OpGraph {
            side,
            ops,
            number: ops.iter().enumerate().map(|(at, op)| (*op, at)).collect(),
            maker,
            class: vec![None; count],
            plain,
            anchors,
            covered: vec![false; nodes.len()],
            first: 0,
            marks: RefCell::new(WalkMarks {
                now: 0,
                values: vec![0; count],
                ops: vec![0; nodes.len()],
            }),
            nodes,
        })
    }

    pub fn module(&self) -> &'a Module {
        self.side.module
    }

    pub fn op(&self, at: At) -> OpId {
        self.ops[at]
    }

    pub fn ops(&self, all: &[At]) -> Vec<OpId> {
        all.iter().map(|at| self.ops[*at]).collect()
    }

    /// The number of what it is known to be equal to.
    pub fn class(&self, value: ValueId) -> Option<Class> {
        self.class[value.0 as usize]
    }

    pub fn set_class(&mut self, value: ValueId, class: Class) {
        self.class[value.0 as usize] = Some(class);
    }

    /// Remembers that an operation is done with.
    pub fn cover(&mut self, op: OpId) {
        let at = self.number[&op];
        self.covered[at] = true;
        let first = self.open().next();
        self.first = first.unwrap_or(self.ops.len());
    }

    pub fn look(&self, at: At) -> u64 {
        self.nodes[at].look
    }

    /// What is not done with, whether or not anything depends on it.
    pub fn rest(&self) -> Vec<At> {
        let is_open = |at: &At| !self.covered[*at] && !self.nodes[*at].is_anchor;
        { 0..self.ops.len() }.filter(is_open).collect()
    }

    fn open(&self) -> impl Iterator<Item = At> {
        let is_open = |at: &At| self.nodes[*at].is_live && !self.covered[*at] && !self.nodes[*at].is_anchor;
        { self.first..self.ops.len() }.filter(is_open)
    }

    /// The next live operations that are not done with.
    pub fn window(&self) -> Vec<At> {
        self.open().take(WINDOW).collect()
    }

    /// Values that the next of them make and that are not made of constants alone, by type.
    pub fn near_values(&self) -> BTreeMap<String, Vec<Supported>> {
        let mut found: BTreeMap<String, Vec<Supported>> = BTreeMap::new();
        let module = self.module();
        for at in self.open().filter(|at| !self.nodes[*at].is_plain).take(NEAR) {
            for value in &module.op(self.ops[at]).results {
                let leaves = self.leaves(&[*value]).filter(|_| self.class(*value).is_none());
                if let Some(leaves) = leaves {
                    let of_type = found.entry(module.ty(*value).to_string()).or_default();
                    of_type.push(Supported { value: *value, leaves });
                }
            }
        }
        found
    }

    /// What values are made of, if that is little.
    fn leaves(&self, values: &[ValueId]) -> Option<Leaves> {
        let cone = self.cone(values, &[], &CutStop::Known(Views::Kept))?;
        let leaves = cone.leaves.into_iter();
        let leaves: Leaves = leaves.filter_map(|leaf| Some((self.class(leaf)?, leaf))).collect();
        (leaves.len() <= LEAVES_MAX).then_some(leaves)
    }

    /// Replaces a value by what it is made of; whether that can be.
    pub fn expand(&self, leaves: &mut Leaves, class: Class) -> bool {
        let maker = leaves.remove(&class).and_then(|value| self.maker[value.0 as usize]);
        let node = maker.map(|at| &self.nodes[at]).filter(|node| !node.is_anchor);
        let Some(of) = node.and_then(|node| self.leaves(&node.inputs)) else {
            return false;
        };
        leaves.extend(of);
        leaves.len() <= LEAVES_MAX
    }

    /// The classes of what an operation uses; `None` if one is not known to be equal to anything.
    pub fn used(&self, at: At) -> Option<Vec<Class>> {
        self.nodes[at].inputs.iter().map(|value| self.class(*value)).collect()
    }

    fn is_plain(&self, value: ValueId) -> bool {
        self.plain[value.0 as usize]
    }

    /// Whether a value is known to be equal, and stays so in parts: what is made of constants is made again, so that it is known what
    /// it is, and so are, with [`Views::Again`], views of what is known to be equal.
    fn is_leaf(&self, value: ValueId, stop: &CutStop) -> bool {
        let Some(class) = self.class(value).filter(|_| !self.is_plain(value)) else {
            return false;
        };
        match stop {
            CutStop::At(classes) => classes.contains(&class),
            CutStop::Known(Views::Kept) => true,
            CutStop::Known(Views::Again) => {
                let is_known = |value: &ValueId| self.class(*value).is_some() || self.is_plain(*value);
                let maker = self.maker[value.0 as usize].map(|at| &self.nodes[at]);
                !maker.is_some_and(|node| node.is_view && node.inputs.iter().all(is_known))
            }
        }
    }

    /// What makes these values, and these operations, of what is known to be equal. `None` if that is no part.
    pub fn cone(&self, roots: &[ValueId], more: &[At], stop: &CutStop) -> Option<Cone> {
        let marks = &mut *self.marks.borrow_mut();
        marks.now += 1;
        let (mut ops, mut leaves, mut size) = (more.to_vec(), Vec::new(), 0);
        let mut wanted: Vec<ValueId> = roots.to_vec();
        for at in more {
            marks.op(*at);
            wanted.extend(&self.nodes[*at].inputs);
        }
        while let Some(value) = wanted.pop() {
            if !marks.value(value) {
                continue;
            }
            if self.is_leaf(value, stop) {
                leaves.push(value);
                continue;
            }
            let at = self.maker[value.0 as usize]?;
            let node = &self.nodes[at];
            if node.is_anchor {
                return None;
            }
            if marks.op(at) {
                ops.push(at);
                wanted.extend(&node.inputs);
                size += usize::from(!node.is_plain);
            }
            if size > PART_MAX || ops.len() > OPS_MAX {
                return None;
            }
        }
        ops.sort_unstable();
        leaves.sort_by_key(|value| self.class(*value));
        Some(Cone { ops, leaves })
    }

    /// What some operations are made of.
    pub fn look_of(&self, ops: &[At]) -> Look<'a> {
        let mut words: Vec<&str> = ops
            .iter()
            .flat_map(|at| self.nodes[*at].words.iter().copied())
            .collect();
        words.sort_unstable();
        words.dedup();
        let reductions = ops.iter().filter(|at| self.nodes[**at].reduces).count();
        Look { words, reductions }
    }

    pub fn looked_at(&self, value: ValueId, stop: &CutStop) -> Option<Looked<'a>> {
        let Cone { ops, .. } = self.cone(&[value], &[], stop)?;
        Some(Looked {
            value,
            size: ops.len(),
            look: self.look_of(&ops),
        })
    }

    /// By type and what it depends on, the values in a window that depend on little, in order: an answer repeats.
    pub fn alike(&self, window: &[At], stop: &CutStop) -> BTreeMap<(String, Vec<Class>), Vec<ValueId>> {
        let mut support: HashMap<ValueId, Option<BTreeSet<Class>>> = HashMap::new();
        let mut alike: BTreeMap<(String, Vec<Class>), Vec<ValueId>> = BTreeMap::new();
        let module = self.module();
        for at in window {
            let mut all = Some(BTreeSet::new());
            for value in self.nodes[*at].inputs.iter().filter(|value| !self.is_plain(**value)) {
                let of = match support.get(value) {
                    _ if self.is_leaf(*value, stop) => self.class(*value).map(|class| BTreeSet::from([class])),
                    Some(known) => known.clone(),
                    // Free, or done with: what it is made of is looked at with the part.
                    None => self
                        .cone(&[*value], &[], stop)
                        .map(|cone| cone.leaves.iter().filter_map(|leaf| self.class(*leaf)).collect()),
                };
                all = all.zip(of).map(|(mut all, of)| {
                    all.extend(of);
                    all
                });
                all = all.filter(|all| all.len() <= LEAVES_MAX);
            }
            let results = &module.op(self.ops[*at]).results;
            support.extend(results.iter().map(|result| (*result, all.clone())));
            let Some(all) = all.filter(|all| !all.is_empty()) else {
                continue;
            };
            for result in results.iter().filter(|result| self.class(**result).is_none()) {
                let key = (module.ty(*result).to_string(), all.iter().copied().collect());
                alike.entry(key).or_default().push(*result);
            }
        }
        alike
    }
}
