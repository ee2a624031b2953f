//! The questions: [`count`], [`count_at`], [`bounds`].

use std::cell::Cell as Shared;
use std::rc::Rc;

use num_bigint::BigInt;
use polyvet_poly::{BasicSet, DimKind, Map, Set, UnionSet, Val};

use crate::atoms::Atoms;
use crate::cells::{Cell, tidy};
use crate::error::{CountError, Direction, SummationStop};
use crate::formula::{CountFormula, FormulaTerm};
use crate::lin::{Lin, Sym};
use crate::lp::Tableau;
use crate::num::Num;
use crate::poly::Poly;
use crate::read::{BasicSetReader, SpaceNames, within};
use crate::sum::{Engine, GuardedPiece};

/// Cells looked at when no budget is given: some seconds.
pub const DEFAULT_CELLS_MAX: u64 = 20_000;

/// How long a formula may be when no limit is given: some pages.
pub const DEFAULT_SIZE_MAX: usize = 2_000;

/// What may be assumed, and what may be spent.
#[derive(Debug, Clone)]
pub struct CountOptions {
    /// Conditions on the parameters, a parameter set: `[N] -> { : N >= 1 }`. The formula holds where they do; elsewhere
    /// it says nothing. A context removes guards, so give all that is known.
    pub context: Option<Set>,
    /// How many cells may be looked at before the answer is [`CountError::TooLarge`].
    pub cells_max: u64,
    /// How long the formula may be, as [`CountFormula::size`] measures, before the answer is [`CountError::TooLong`].
    pub size_max: usize,
    /// Adds up the cells that counts with it look at.
    pub meter: Meter,
}

/// How many cells were looked at; clones are the same meter.
#[derive(Debug, Clone, Default)]
pub struct Meter(Rc<Shared<u64>>);

impl Meter {
    /// In all counts so far.
    pub fn cells(&self) -> u64 {
        self.0.get()
    }

    fn add(&self, cells: u64) {
        self.0.set(self.0.get().saturating_add(cells));
    }
}

impl Default for CountOptions {
    fn default() -> CountOptions {
        CountOptions {
            context: None,
            cells_max: DEFAULT_CELLS_MAX,
            size_max: DEFAULT_SIZE_MAX,
            meter: Meter::default(),
        }
    }
}

impl CountOptions {
    /// With this context.
    pub fn context(mut self, context: Set) -> CountOptions {
        self.context = Some(context);
        self
    }

    /// With this budget.
    pub fn cells_max(mut self, cells_max: u64) -> CountOptions {
        self.cells_max = cells_max;
        self
    }

    /// With this limit.
    pub fn size_max(mut self, size_max: usize) -> CountOptions {
        self.size_max = size_max;
        self
    }
}

/// What has a number of points.
pub trait Countable {
    /// The set whose points are counted; what else the count depends on is a parameter of it.
    ///
    /// # Errors
    /// isl's; [`CountError::Spaces`], [`CountError::Name`].
    fn points_of(&self) -> Result<Set, CountError>;
}

impl Countable for Set {
    fn points_of(&self) -> Result<Set, CountError> {
        Ok(self.clone())
    }
}

impl Countable for BasicSet {
    fn points_of(&self) -> Result<Set, CountError> {
        Ok(self.clone().to_set()?)
    }
}

/// A union of one space; the empty one has no points.
impl Countable for UnionSet {
    fn points_of(&self) -> Result<Set, CountError> {
        let mut sets = self.sets()?;
        match sets.len() {
            0 => Ok(Set::empty(self.space()?)?),
            1 => Ok(sets.remove(0)),
            spaces => Err(CountError::Spaces(spaces)),
        }
    }
}

/// The image of one input, as a function of the input: inputs count as parameters, by their names, `in0` and so on if
/// they have none.
impl Countable for Map {
    fn points_of(&self) -> Result<Set, CountError> {
        let (params, inputs) = (self.dim(DimKind::Param)?, self.dim(DimKind::In)?);
        let mut names = Vec::new();
        for pos in 0..params {
            names.extend(self.dim_name(DimKind::Param, pos)?);
        }
        let mut map = self.clone();
        for pos in 0..inputs {
            let name = match map.has_dim_name(DimKind::In, pos)? {
                true => map.dim_name(DimKind::In, pos)?,
                false => None,
            };
            let name = name.unwrap_or_else(|| format!("in{pos}"));
            if names.contains(&name) {
                return Err(CountError::Name(name));
            }
            map = map.set_dim_name(DimKind::In, pos, &name)?;
            names.push(name);
        }
        Ok(map.move_dims(DimKind::Param, params, DimKind::In, 0, inputs)?.range()?)
    }
}

/// The number of points as a formula, exact for all parameters in the context.
///
/// # Errors
/// [`CountError::Unbounded`] for infinite sets, [`CountError::TooLarge`] when the budget is spent,
/// [`CountError::TooLong`] when the formula would explode, and isl's own.
pub fn count(points: &impl Countable, options: &CountOptions) -> Result<CountFormula, CountError> {
    let set = points.points_of()?;
    let set = match &options.context {
        Some(context) => set.intersect_params(context.clone())?,
        None => set,
    };
    let before = options.meter.cells();
    let formula = direct(&set, options)?;
    if formula.size() < LONG {
        return Ok(formula);
    }
    // Not more cells than the formula took.
    let spent = options.meter.cells() - before;
    let beside = options.clone().cells_max(spent.min(options.cells_max));
    match without_gaps(&set, &beside, formula.size()) {
        Ok(Some(shorter)) => Ok(shorter),
        Err(CountError::Poly(error)) if !error.is_budget() => Err(error.into()),
        // Then it is no way for this set.
        Ok(None) | Err(_) => Ok(formula),
    }
}

/// A formula from this size on is worth the question whether there is a shorter one.
const LONG: usize = 16;

/// The number of points as that of a hull of the set, which is a polyhedron, without the points that the set does not
/// have: of a set with few gaps both are short. [`None`] if that is not shorter than `size`.
fn without_gaps(set: &Set, options: &CountOptions, size: usize) -> Result<Option<CountFormula>, CountError> {
    let gaps = within(set, || {
        let hull = set.clone().remove_divs()?.simple_hull()?.to_set()?;
        let gaps = hull.clone().subtract(set.clone())?;
        // Making many parts few takes longer than counting them, and seldom ends below the limit.
        if hull.plain_is_equal(set)? || gaps.n_basic_set()? > 3 * GAPS_MAX {
            return Ok(None);
        }
        let gaps = gaps.coalesce()?;
        Ok((gaps.n_basic_set()? <= GAPS_MAX).then_some((hull, gaps)))
    })?;
    let Some((hull, gaps)) = gaps else { return Ok(None) };
    let all = direct(&hull, options)?;
    if all.size() >= size {
        return Ok(None);
    }
    let gaps = direct(&gaps, options)?;
    let rest = all + &gaps.scaled(-1);
    Ok((rest.size() < size).then_some(rest))
}

/// Parts of what a hull has too much.
const GAPS_MAX: usize = 8;

/// The number of points of a set within the context.
fn direct(set: &Set, options: &CountOptions) -> Result<CountFormula, CountError> {
    if set.plain_is_empty()? {
        return Ok(CountFormula::constant(0));
    }
    let names = SpaceNames::of(set)?;
    let mut engine = Engine::new(options.cells_max);
    if let Some(context) = &options.context {
        engine.facts = facts(context, &mut engine.atoms)?;
    }
    let answer = match engine.cells_of(set, &names) {
        Ok(cells) => count_cells(&mut engine, cells, set, &names, options.size_max),
        Err(error) => Err(error),
    };
    options.meter.add(engine.cells);
    answer
}

/// The sum over the cells of a set.
fn count_cells(
    engine: &mut Engine,
    cells: Vec<Cell>,
    set: &Set,
    names: &SpaceNames,
    size_max: usize,
) -> Result<CountFormula, CountError> {
    let pieces = cells.len();
    let mut terms: Vec<FormulaTerm> = Vec::new();
    let too_long = |terms: &[FormulaTerm], pieces_done, size_max| match terms.iter().map(FormulaTerm::size).sum() {
        size if size > size_max => Err(CountError::TooLong {
            size,
            size_max,
            pieces_done,
            pieces,
        }),
        _ => Ok(()),
    };
    for (pieces_done, cell) in cells.into_iter().enumerate() {
        match engine.term(cell.clone()) {
            Ok(term) => {
                terms.extend(term);
                // Terms of later pieces may still make it shorter, but not by much.
                too_long(&terms, pieces_done + 1, size_max.saturating_mul(4))?;
            }
            Err(SummationStop::Overflow) => return Err(CountError::Overflow),
            Err(SummationStop::Budget) => {
                return Err(CountError::TooLarge {
                    cells: engine.cells,
                    pieces_done,
                    pieces,
                });
            }
            // A part of a bounded set that goes on without end has no integer points.
            Err(SummationStop::Unbounded) if within(set, || Ok(set.is_empty()? || set.is_bounded()?))? => {}
            Err(SummationStop::Unbounded) => return Err(endless(&cell, names)),
        }
    }
    let terms = engine.gathered(terms).map_err(|_| CountError::Overflow)?;
    too_long(&terms, pieces, size_max)?;
    Ok(CountFormula::new(&engine.atoms, &terms))
}

impl Engine {
    /// One piece of a set: its components as factors.
    fn term(&mut self, mut cell: Cell) -> Result<Option<FormulaTerm>, SummationStop> {
        loop {
            if !cell.settle(&mut self.atoms)? {
                return Ok(None);
            }
            let vars = cell.vars.len();
            cell.name_functions(&mut self.atoms)?;
            if cell.vars.len() == vars {
                break;
            }
        }
        let Some(mut tableau) = self.tableau(&cell.cons)? else {
            return Ok(None);
        };
        self.drop_redundant(&mut cell.cons, &mut tableau, |_, _| true);
        let symbolic: Vec<Lin> = cell
            .cons
            .iter()
            .filter(|con| self.atoms.is_symbolic(con))
            .cloned()
            .collect();
        let mut guard = symbolic.clone();
        // The weight, and later all factors of one monomial.
        let mut number = cell.poly.clone();
        let mut factors = Vec::new();
        for vars in cell.components() {
            let own = |con: &&Lin| con.syms().any(|sym| vars.contains(&sym));
            let mut cons: Vec<Lin> = cell.cons.iter().filter(own).cloned().collect();
            cons.extend(symbolic.iter().cloned());
            let poly = Poly::one();
            let mut pieces = Vec::new();
            self.sum(Cell { cons, vars, poly }, &mut pieces)?;
            let mut pieces = self.simplified(pieces, &symbolic)?;
            match pieces.as_mut_slice() {
                [] => return Ok(None),
                [piece] => {
                    guard.append(&mut piece.guard);
                    if piece.poly.terms_len() == 1 {
                        number = number.mul(&piece.poly);
                    } else {
                        factors.push(pieces);
                    }
                }
                _ => factors.push(pieces),
            }
        }
        if factors.is_empty() || number != Poly::one() {
            let guard = Vec::new();
            factors.insert(0, vec![GuardedPiece { guard, poly: number }]);
        }
        let Some(guard) = self.lean_guard(guard, &[])? else {
            return Ok(None);
        };
        Ok(Some(FormulaTerm { guard, factors }))
    }
}

/// What the context says, as forms that are not negative.
fn facts(context: &Set, atoms: &mut Atoms) -> Result<Vec<Lin>, CountError> {
    let names = SpaceNames::of(context)?;
    let context = context.clone().compute_divs()?.coalesce()?;
    let hull = match context.basic_sets()?.as_slice() {
        [one] => one.clone(),
        _ => context.simple_hull()?,
    };
    let mut facts = BasicSetReader::new(&names, atoms).cell(&hull, atoms)?.cons;
    facts.retain(|fact| atoms.is_symbolic(fact));
    tidy(&mut facts);
    Ok(facts)
}

/// The error that names an end that is missing: a direction in which the cell, with its constants removed, goes on.
fn endless(cell: &Cell, names: &SpaceNames) -> CountError {
    let cone: Vec<Lin> = cell
        .cons
        .iter()
        .map(|con| Lin {
            terms: con
                .terms
                .iter()
                .copied()
                .filter(|term| cell.vars.contains(&term.0))
                .collect(),
            constant: Num::ZERO,
        })
        .collect();
    let error = |dim: usize, direction| CountError::Unbounded {
        dimension: names
            .dims
            .get(dim)
            .cloned()
            .unwrap_or_else(|| format!("dimension {dim}")),
        direction,
    };
    let mut cone = Tableau::new(cone.iter());
    let mut goes = |var: Sym, sign: Num| {
        let far = Lin {
            terms: vec![(var, sign)],
            constant: -Num::ONE,
        };
        cone.as_mut().is_some_and(|cone| cone.can(&far))
    };
    for (dim, &var) in cell.vars.iter().enumerate().take(names.dims.len()) {
        if goes(var, Num::ONE) {
            return error(dim, Direction::Up);
        }
        if goes(var, -Num::ONE) {
            return error(dim, Direction::Down);
        }
    }
    error(0, Direction::Up)
}

/// The number of points at given values of all parameters, exact.
///
/// Takes the formula's road with the values put in; where even that is too large, isl enumerates.
///
/// # Errors
/// [`CountError::Unbounded`], [`CountError::NoValue`], and isl's own.
pub fn count_at(points: &impl Countable, params: &[(&str, i64)], options: &CountOptions) -> Result<BigInt, CountError> {
    let mut set = points.points_of()?;
    let ctx = set.ctx().clone();
    for (pos, name) in SpaceNames::of(&set)?.params.iter().enumerate() {
        let value = params.iter().find(|param| param.0 == name);
        let value = value.ok_or_else(|| CountError::NoValue(name.clone()))?.1;
        set = set.fix_val(DimKind::Param, pos, Val::int_from_si(&ctx, value)?)?;
    }
    let set = set.project_out_all_params()?;
    let options = CountOptions {
        context: None,
        ..options.clone()
    };
    match count(&set, &options) {
        Ok(formula) => formula.eval(&[]),
        Err(error) if error.is_too_large() => {
            let text = set.count_val()?.text()?;
            text.parse().map_err(|_| CountError::Overflow)
        }
        Err(error) => Err(error),
    }
}
