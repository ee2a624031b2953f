//! Data races between iterations of parallel loops, exact for each element.
//!
//! Two accesses race if they touch one element, at least one writes, not both are atomic, and the
//! outermost parallel loop in which they are in different iterations is the same execution of the same
//! loop. Iterations run one after the other, so the program is a series-parallel order walked depth
//! first. There it is enough to keep, for each element and kind of access, one earlier access: among
//! accesses that are parallel to each other the first, else the last. An access parallel to any
//! earlier one is parallel to the one kept.

use crate::machine::Machine;
use crate::memory::BufferId;
use crate::{Code, Domain, Trap};
use polyvet_ir::{OpId, ValueId};
use std::collections::HashMap;
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
    vars: Box<[(ValueId, i64)]>,
}

/// How an element is accessed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    Read,
    Write,
    Atomic,
}

const MODES: [Mode; 3] = [Mode::Read, Mode::Write, Mode::Atomic];

/// Who accessed an element, by [`Mode`].
type Shadow = [Option<(Rc<Strand>, OpId)>; 3];

/// The accesses of the parallel loops being run.
#[derive(Default)]
pub(crate) struct Races {
    strand: Option<Rc<Strand>>,
    nests: u64,
    shadows: HashMap<(BufferId, usize), Shadow>,
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
    pub fn iterate(&mut self, outer: &Option<Rc<Strand>>, nest: u64, iteration: u64, vars: Box<[(ValueId, i64)]>) {
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
            self.shadows.clear();
        }
        self.strand = outer;
    }

    /// Notes an access; an earlier one that races with it, with its mode.
    fn access(&mut self, mode: Mode, place: (BufferId, usize), op: OpId) -> Option<(Rc<Strand>, OpId, Mode)> {
        let strand = self.strand.as_ref()?;
        let shadow = self.shadows.entry(place).or_default();
        for (other, earlier) in MODES.into_iter().zip(&*shadow) {
            let harmless = other == mode && mode != Mode::Write;
            if let (false, Some((earlier, op))) = (harmless, earlier)
                && split(earlier, strand).is_some()
            {
                return Some((Rc::clone(earlier), *op, other));
            }
        }
        let slot = &mut shadow[mode as usize];
        match slot {
            Some((earlier, _)) if split(earlier, strand).is_some() => {}
            _ => *slot = Some((Rc::clone(strand), op)),
        }
        None
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
        match (races.access(mode, place, op), races.strand()) {
            (Some((earlier, op, other)), Some(now)) => Err(self.race(&earlier, other, op, &now, mode, &name(self))),
            _ => Ok(()),
        }
    }

    /// The error of two accesses in two iterations.
    pub(crate) fn race(&self, earlier: &Strand, other: Mode, op: OpId, now: &Strand, mode: Mode, name: &str) -> Trap {
        let verb = |mode: Mode| match mode {
            Mode::Read => "read",
            Mode::Write => "written",
            Mode::Atomic => "updated",
        };
        let vars = |strand: &Strand| {
            let each = strand
                .vars
                .iter()
                .map(|(var, value)| format!("{} = {value}", self.module.value_name(*var)));
            each.collect::<Vec<_>>().join(", ")
        };
        let (from, to) = split(earlier, now).unwrap_or((earlier, now));
        let message = format!(
            "`{name}` is {} in iteration {} and {} in iteration {} of one parallel loop",
            verb(other),
            vars(from),
            verb(mode),
            vars(to),
        );
        Trap::new(Code::DataRace, message).label(self.module.op(op).span, "the other access")
    }
}
