//! Data races between iterations of parallel loops, exact for each element.
//!
//! Two accesses race if they touch one element, at least one writes, not both are atomic, and the
//! outermost parallel loop in which they are in different iterations is the same execution of the same
//! loop. Iterations run one after the other, so the program is a series-parallel order walked depth
//! first. There it is enough to keep, for each element and kind of access, one earlier access: among
//! accesses that are parallel to each other the first, else the last. An access parallel to any
//! earlier one is parallel to the one kept.
//!
//! The iterations of a structured operation that differ in a parallel dimension are parallel, those that only differ in
//! others come in order; where an outer dimension is not parallel, the walk returns to an iteration it has left. So
//! another access is kept that is parallel to the first: one of the two is parallel to whatever is parallel to any
//! earlier access of the same operation.

use crate::machine::Machine;
use crate::memory::BufferId;
use crate::trap::{Iteration, LoopVar};
use crate::{Code, Domain, Trap};
use polyvet_ir::OpId;
use std::collections::HashMap;
use std::hash::Hash;
use std::rc::Rc;

/// An iteration of a parallel loop, within that of the next parallel loop outside.
#[derive(Debug)]
pub(crate) struct Strand {
    outer: Option<Rc<Strand>>,
    depth: usize,
    /// Which execution of a loop.
    nest: u64,
    /// Number of the iteration, in the order of execution.
    iteration: u64,
    vars: Box<[Iteration]>,
}

/// How an element is accessed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    Read,
    Write,
    Atomic,
}

const MODES: [Mode; 3] = [Mode::Read, Mode::Write, Mode::Atomic];

/// An access: the iteration and the operation.
type RacingAccess = (Rc<Strand>, OpId);

/// Who accessed an element, by [`Mode`]: an access, and one that is parallel to it.
type Shadow = [[Option<RacingAccess>; 2]; 3];

/// Who accessed the elements of some arrays.
pub(crate) struct Shadows<K>(HashMap<K, Shadow>);

impl<K> Default for Shadows<K> {
    fn default() -> Shadows<K> {
        Shadows(HashMap::new())
    }
}

impl<K: Eq + Hash> Shadows<K> {
    /// Notes an access of the iteration `strand`; an earlier one that races with it, with its mode.
    pub fn access(&mut self, mode: Mode, place: K, strand: &Rc<Strand>, op: OpId) -> Option<(RacingAccess, Mode)> {
        let shadow = self.0.entry(place).or_default();
        for (other, kept) in MODES.into_iter().zip(&*shadow) {
            let harmless = other == mode && mode != Mode::Write;
            let races = |(earlier, _): &&RacingAccess| split(earlier, strand).is_some();
            if let (false, Some(earlier)) = (harmless, kept.iter().flatten().find(races)) {
                return Some((earlier.clone(), other));
            }
        }
        let [first, apart] = &mut shadow[mode as usize];
        match first {
            Some((first, _)) if split(first, strand).is_some() => match apart {
                Some((apart, _)) if split(first, apart).is_some() => {}
                _ => *apart = Some((Rc::clone(strand), op)),
            },
            _ => *first = Some((Rc::clone(strand), op)),
        }
        None
    }
}

/// The accesses of the parallel loops being run.
#[derive(Default)]
pub(crate) struct Races {
    strand: Option<Rc<Strand>>,
    nests: u64,
    shadows: Shadows<(BufferId, usize)>,
    /// The access being made is atomic.
    pub atomic: bool,
}

impl Races {
    /// Starts an execution of a parallel loop: its number.
    pub fn enter(&mut self) -> u64 {
        self.nests += 1;
        self.nests
    }

    /// Starts an iteration of the loop `nest`; `outer` is the strand around the loop.
    pub fn iterate(&mut self, outer: &Option<Rc<Strand>>, nest: u64, iteration: u64, vars: Box<[Iteration]>) {
        self.strand = Some(Rc::new(Strand {
            depth: outer.as_ref().map_or(0, |outer| outer.depth + 1),
            outer: outer.clone(),
            nest,
            iteration,
            vars,
        }));
    }

    /// The iteration being run.
    pub fn strand(&self) -> Option<Rc<Strand>> {
        self.strand.clone()
    }

    /// Ends a loop. Everything after the outermost one comes later than all its accesses.
    pub fn leave(&mut self, outer: Option<Rc<Strand>>) {
        if outer.is_none() {
            self.shadows.0.clear();
        }
        self.strand = outer;
    }
}

/// Where two strands part: the iterations of the outermost loop in which they differ, if it is the
/// same execution of it.
fn split<'a>(mut x: &'a Strand, mut y: &'a Strand) -> Option<(&'a Strand, &'a Strand)> {
    while x.depth > y.depth {
        x = x.outer.as_deref()?;
    }
    while y.depth > x.depth {
        y = y.outer.as_deref()?;
    }
    let mut found = None;
    loop {
        if (x.nest, x.iteration) == (y.nest, y.iteration) {
            return found;
        }
        found = (x.nest == y.nest).then_some((x, y));
        match (&x.outer, &y.outer) {
            (Some(outer), Some(other)) => (x, y) = (outer, other),
            _ => return found,
        }
    }
}

impl<D: Domain> Machine<'_, D> {
    /// Checks an access to a cell of a buffer.
    pub(crate) fn check_race(
        &mut self,
        write: bool,
        place: (BufferId, usize),
        op: OpId,
        name: &dyn Fn(&Machine<'_, D>) -> String,
    ) -> Result<(), Trap> {
        let Some(races) = &mut self.races else { return Ok(()) };
        let mode = match (races.atomic, write) {
            (true, _) => Mode::Atomic,
            (_, true) => Mode::Write,
            (_, false) => Mode::Read,
        };
        let Some(now) = races.strand() else { return Ok(()) };
        match races.shadows.access(mode, place, &now, op) {
            Some(earlier) => Err(self.race(&earlier, &now, mode, &name(self))),
            None => Ok(()),
        }
    }

    /// The error of an access in iteration `now` that races with an earlier one.
    pub(crate) fn race(&self, earlier: &(RacingAccess, Mode), now: &Strand, mode: Mode, name: &str) -> Trap {
        let ((earlier, op), other) = earlier;
        let verb = |mode: Mode| match mode {
            Mode::Read => "read",
            Mode::Write => "written",
            Mode::Atomic => "updated",
        };
        let vars = |strand: &Strand| {
            let each = strand.vars.iter();
            let each = each.map(|var| format!("{} = {}", var.name(self.module), var.value));
            each.collect::<Vec<_>>().join(", ")
        };
        let (from, to) = split(earlier, now).unwrap_or((earlier, now));
        let of = match to.vars.first() {
            Some(Iteration {
                op,
                var: LoopVar::Dim(_),
                ..
            }) => {
                format!("the parallel dimensions of one `{}`", self.module.op(*op).name)
            }
            _ => "one parallel loop".to_owned(),
        };
        let message = format!(
            "`{name}` is {} in iteration {} and {} in iteration {} of {of}",
            verb(*other),
            vars(from),
            verb(mode),
            vars(to),
        );
        Trap::new(Code::DataRace, message).label(self.module.op(*op).span, "the other access")
    }
}
