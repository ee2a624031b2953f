//! S: runs a plan in program order, one iteration after the other.
//!
//! Cell numbers advance by strides instead of being computed; bounds that the plan could not prove are
//! checked at both ends when a leaf is entered, which is enough for a linear form. Whatever would be an
//! error stops the plan: what it did is thrown away, and the reference runs.

use super::chains::{Chained, Link, Spot};
use super::linear::CounterSum;
use super::plan::{Code, CounterPlace, CounterRule, Ins, PlanCondition, PlanLoop, PlanNode, StraightLoop};
use super::values::PlanValues;
use polyvet_interp::Domain;
use polyvet_interp::IntPredicate;
use polyvet_interp::{Scalar, ScalarType};

/// The plan came upon something that only the reference can tell.
#[derive(Debug)]
pub(crate) struct Abort(pub &'static str);

type Ran = Result<(), Abort>;

/// The cells of an array that the plan can touch.
pub(crate) struct Cells<V> {
    /// From `lead` on; before are values that nobody reads.
    pub values: Vec<V>,
    /// Where the first cell is: on the boundary of a cache line, so that columns are.
    pub lead: usize,
    /// Which were written, from `lead` on; none if all were from the start.
    pub written: Option<Vec<bool>>,
}

/// Bytes of a cache line and of the widest vector.
pub(crate) const LINE: usize = 64;

/// How many of `values` are before the first cache line; `values` has room for them.
pub(crate) fn lead<V>(values: &[V]) -> usize {
    let lead = values.as_ptr().align_offset(LINE);
    if lead < LINE { lead } else { 0 }
}

/// A plan being run.
pub(crate) struct PlanRun<D: Domain, X: PlanValues<D>> {
    pub values: X,
    pub ops: Vec<X::Op>,
    pub regs: Vec<X::V>,
    pub vars: Vec<i64>,
    pub arrays: Vec<Cells<X::V>>,
    /// Where the places of the code being run are.
    pub at: Vec<i64>,
    /// As `at`, at the beginning of an iteration of the loop around.
    pub rows: Vec<i64>,
    /// Columns, from `lead` on, and values that are the same for all iterations, of the leaf being run.
    pub columns: Vec<X::V>,
    pub lead: usize,
    pub splats: Vec<X::V>,
    /// Sums of a contraction.
    pub sums: Vec<X::V>,
    /// Any value.
    pub blank: X::V,
    /// Iterations of leaves run as columns, and in program order.
    pub iterations: [u64; 2],
    /// Steps of the reference so far, and at most.
    pub steps: u64,
    pub steps_max: u64,
}

impl<D: Domain, X: PlanValues<D>> PlanRun<D, X> {
    pub fn nodes(&mut self, nodes: &[PlanNode]) -> Ran {
        for node in nodes {
            match node {
                PlanNode::Code(code) => {
                    self.enter(&code.places);
                    self.check(&code.places, |_| 0)?;
                    self.code(code, &[], 1)?;
                }
                PlanNode::Loop(inner) => self.run_loop(inner)?,
                PlanNode::Leaf(leaf) => self.leaf(leaf)?,
                PlanNode::Pair(outer, leaf, strides) => self.pair(outer, leaf, strides)?,
                PlanNode::Choice(condition, bodies) => {
                    let (body, cost) = &bodies[usize::from(!self.holds(condition)?)];
                    self.spend(*cost)?;
                    self.nodes(body)?;
                }
                PlanNode::Let(var, rule) => self.vars[usize::from(*var)] = self.rule(rule),
            }
        }
        Ok(())
    }

    /// Counts steps as the reference does.
    pub fn spend(&mut self, steps: u64) -> Ran {
        self.steps = self.steps.saturating_add(steps);
        match self.steps <= self.steps_max {
            true => Ok(()),
            false => Err(Abort("step limit")),
        }
    }

    /// First value and number of iterations of a loop.
    pub fn bounds(&self, of: &PlanLoop) -> (i64, i64) {
        let at = |form: &CounterSum| form.at(&self.vars);
        let lower = of.lower.iter().map(at).max().unwrap_or_default();
        let upper = of.upper.iter().map(at).min().unwrap_or_default();
        let count = if upper <= lower {
            0
        } else {
            (upper - lower - 1) / of.step + 1
        };
        (lower, count)
    }

    fn run_loop(&mut self, of: &PlanLoop) -> Ran {
        let (lower, count) = self.bounds(of);
        self.spend(of.once)?;
        for n in 0..count {
            self.spend(of.cost)?;
            self.vars[usize::from(of.var)] = lower + n * of.step;
            self.nodes(&of.body)?;
        }
        Ok(())
    }

    fn leaf(&mut self, leaf: &StraightLoop) -> Ran {
        let (lower, count) = self.bounds(&leaf.head);
        if count == 0 {
            return Ok(());
        }
        self.spend(
            leaf.head
                .cost
                .saturating_mul(count as u64)
                .saturating_add(leaf.head.once),
        )?;
        self.vars[usize::from(leaf.head.var)] = lower;
        self.enter(&leaf.code.places);
        let reach = |form: &CounterSum| form.of(leaf.head.var) * leaf.head.step * (count - 1);
        self.check(&leaf.code.places, reach)?;
        self.run_leaf(leaf, count)
    }

    /// A leaf and the loop around it: where the places are is computed once.
    fn pair(&mut self, outer: &PlanLoop, leaf: &StraightLoop, strides: &[i64]) -> Ran {
        let (first, rows) = self.bounds(outer);
        let (lower, count) = self.bounds(&leaf.head);
        self.spend(outer.cost.saturating_mul(rows as u64).saturating_add(outer.once))?;
        if rows == 0 || count == 0 {
            return Ok(());
        }
        let per_row = leaf
            .head
            .cost
            .saturating_mul(count as u64)
            .saturating_add(leaf.head.once);
        self.spend(per_row.saturating_mul(rows as u64))?;
        self.vars[usize::from(leaf.head.var)] = lower;
        let reach = |form: &CounterSum| form.of(leaf.head.var) * leaf.head.step * (count - 1);
        // A linear form is extreme in a corner.
        for row in [0, rows - 1] {
            self.vars[usize::from(outer.var)] = first + row * outer.step;
            self.check(&leaf.code.places, reach)?;
        }
        self.vars[usize::from(outer.var)] = first;
        self.enter(&leaf.code.places);
        if self.contract(leaf, strides, rows, count)? {
            self.iterations[0] += (rows * count) as u64;
            return Ok(());
        }
        // Rows that follow each other are one.
        if strides
            .iter()
            .zip(&leaf.strides)
            .all(|(outer, inner)| *outer == inner * count)
        {
            return self.run_leaf(leaf, rows * count);
        }
        let mut row_at = std::mem::take(&mut self.rows);
        row_at.clear();
        row_at.extend_from_slice(&self.at);
        for _ in 0..rows {
            self.at.copy_from_slice(&row_at);
            self.run_leaf(leaf, count)?;
            for (at, stride) in row_at.iter_mut().zip(strides) {
                *at += stride;
            }
        }
        self.rows = row_at;
        Ok(())
    }

    /// Runs a leaf from where the places are.
    fn run_leaf(&mut self, leaf: &StraightLoop, count: i64) -> Ran {
        if let Some(columns) = &leaf.columns
            && self.columns(leaf, columns, count)?
        {
            self.iterations[0] += count as u64;
            return Ok(());
        }
        self.iterations[1] += count as u64;
        self.code(&leaf.code, &leaf.strides, count)
    }

    /// Computes where the places are.
    pub fn enter(&mut self, places: &[CounterPlace]) {
        self.at.clear();
        let lead = |place: &CounterPlace| {
            place
                .array
                .map_or(0, |array| self.arrays[usize::from(array)].lead as i64)
        };
        self.at
            .extend(places.iter().map(|place| place.form.at(&self.vars) + lead(place)));
    }

    /// Checks what the plan could not prove; `reach` is how far a form moves until the last iteration.
    pub fn check(&self, places: &[CounterPlace], reach: impl Fn(&CounterSum) -> i64) -> Ran {
        for (form, extent) in places.iter().flat_map(|place| &place.checks) {
            let first = form.at(&self.vars);
            let last = first + reach(form);
            if first.min(last) < 0 || first.max(last) >= *extent {
                return Err(Abort("out of bounds"));
            }
        }
        Ok(())
    }

    fn holds(&self, condition: &PlanCondition) -> Result<bool, Abort> {
        match condition {
            PlanCondition::Affine(constraints) => Ok(constraints.iter().all(|(form, equal)| {
                let value = form.at(&self.vars);
                if *equal { value == 0 } else { value >= 0 }
            })),
            PlanCondition::Data(reg) => {
                let truth = self.values.truth(self.regs[usize::from(*reg)]);
                truth.ok_or(Abort("a condition that is not known"))
            }
        }
    }

    fn rule(&self, rule: &CounterRule) -> i64 {
        let at = |form: &CounterSum| form.at(&self.vars);
        match rule {
            CounterRule::FloorDiv(form, by) => at(form).div_euclid(*by),
            CounterRule::CeilDiv(form, by) => -(-at(form)).div_euclid(*by),
            CounterRule::Mod(form, by) => at(form).rem_euclid(*by),
            CounterRule::Min(forms) => forms.iter().map(at).min().unwrap_or_default(),
            CounterRule::Max(forms) => forms.iter().map(at).max().unwrap_or_default(),
        }
    }

    /// Runs straight code `count` times from where the places are.
    pub fn code(&mut self, code: &Code, strides: &[i64], count: i64) -> Ran {
        for _ in 0..count {
            for chained in &code.chained {
                match chained {
                    Chained::One(ins) => self.ins(code, ins)?,
                    Chained::Chain { start, links, end } => {
                        let mut value = self.read(*start)?;
                        for link in links {
                            let result = match link {
                                Link::One { call, other } => {
                                    let args = match *other {
                                        None => [value; 3],
                                        Some((other, first)) => match (self.read(other)?, first) {
                                            (other, true) => [value, other, other],
                                            (other, false) => [other, value, other],
                                        },
                                    };
                                    self.values.apply(self.ops[usize::from(*call)], args)
                                }
                                Link::Fold { call, cells } => self.fold_cells(*call, value, cells),
                            };
                            value = result.ok_or(Abort("an operation"))?;
                        }
                        self.write(*end, value)?;
                    }
                }
            }
            for (at, stride) in self.at.iter_mut().zip(strides) {
                *at += stride;
            }
        }
        Ok(())
    }

    #[inline(always)]
    fn read(&self, spot: Spot) -> Result<X::V, Abort> {
        let (at, array) = match spot {
            Spot::Reg(reg) => return Ok(self.regs[usize::from(reg)]),
            Spot::Cell(at, array) => (at, array),
        };
        let cell = self.at[usize::from(at)] as usize;
        let array = &self.arrays[usize::from(array)];
        if let Some(written) = &array.written
            && written.get(cell) != Some(&true)
        {
            return Err(Abort("a cell that was never written"));
        }
        array.values.get(cell).copied().ok_or(Abort("a cell that is not there"))
    }

    /// `value = op(value, cell)` for some cells in order.
    #[inline(always)]
    fn fold_cells(&mut self, call: u16, value: X::V, cells: &[(u16, u16)]) -> Option<X::V> {
        let PlanRun {
            values,
            ops,
            arrays,
            at,
            ..
        } = self;
        let cell = |(place, array): &(u16, u16)| {
            let (cell, array) = (at[usize::from(*place)] as usize, &arrays[usize::from(*array)]);
            match &array.written {
                Some(written) if written.get(cell) != Some(&true) => None,
                _ => array.values.get(cell).copied(),
            }
        };
        values.fold_each(ops[usize::from(call)], value, cells.iter().map(cell))
    }

    #[inline(always)]
    fn write(&mut self, spot: Spot, value: X::V) -> Ran {
        let (at, array) = match spot {
            Spot::Reg(reg) => {
                self.regs[usize::from(reg)] = value;
                return Ok(());
            }
            Spot::Cell(at, array) => (at, array),
        };
        let cell = self.at[usize::from(at)] as usize;
        let array = &mut self.arrays[usize::from(array)];
        if let Some(written) = &mut array.written {
            *written.get_mut(cell).ok_or(Abort("a cell that is not there"))? = true;
        }
        *array.values.get_mut(cell).ok_or(Abort("a cell that is not there"))? = value;
        Ok(())
    }

    fn ins(&mut self, code: &Code, ins: &Ins) -> Ran {
        match *ins {
            Ins::Load { d, at } => {
                let value = self.read(Spot::Cell(at, code.array(at) as u16))?;
                self.write(Spot::Reg(d), value)
            }
            Ins::Store { at, s } => {
                let value = self.read(Spot::Reg(s))?;
                self.write(Spot::Cell(at, code.array(at) as u16), value)
            }
            Ins::Apply { call, d, args } => {
                let args = args.map(|arg| self.regs[usize::from(arg)]);
                let value = self.values.apply(self.ops[usize::from(call)], args);
                self.write(Spot::Reg(d), value.ok_or(Abort("an operation"))?)
            }
            Ins::Move { d, s } => {
                let value = self.read(Spot::Reg(s))?;
                self.write(Spot::Reg(d), value)
            }
            Ins::Number { d, at, ty } => {
                let number = Scalar::new(ty, self.at[usize::from(at)] as u64);
                let value = self.constant(number)?;
                self.write(Spot::Reg(d), value)
            }
            Ins::Test { d, at, predicate } => {
                let truth = Scalar::bool(test(predicate, self.at[usize::from(at)]));
                let value = self.constant(truth)?;
                self.write(Spot::Reg(d), value)
            }
        }
    }

    pub fn constant(&mut self, value: Scalar) -> Result<X::V, Abort> {
        self.values.constant(value).ok_or(Abort("a number"))
    }
}

/// How a number compares with zero.
pub(crate) fn test(predicate: IntPredicate, value: i64) -> bool {
    let scalar = |value| Scalar::new(ScalarType::Int(64), value as u64);
    polyvet_interp::functions::int::compare(predicate, scalar(value), scalar(0))
}
