//! The summation: a [`Cell`] to polynomials under guards over the parameters.
//!
//! One variable after the other is summed over `max(lows) ..= min(highs)`. With `p` lower and `q` upper bounds left
//! after pruning, and `S` an antiderivative ([`faulhaber`]):
//!
//! - `p q` cells, in each of which one low and one high bind: `S(high) - S(low - 1)`;
//! - or `p + q` cells, in each of which one bound binds: `S(high)`, `-S(low - 1)`, where all lows are at most all highs.
//!
//! The fewer are taken. Bounds over parameters alone are first made one `min` or `max` atom, so they split nothing.
//! A bound `a v >= -e` with `a > 1` is `v >= -floor(e / a)`; where variables of `e` are in the way they are split into
//! residues. Of all variables the one with the fewest cells goes first.

use crate::arith::{Frac, faulhaber};
use crate::atoms::{Atoms, RangeEnd};
use crate::cells::{Bound, Cell, VariableBounds, tidy};
use crate::error::SummationStop;
use crate::lin::{Lin, Sym};
use crate::lp::Tableau;
use crate::num::Num;
use crate::poly::{Poly, antiderivative};

/// `poly` where `guard >= 0`, else 0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct GuardedPiece {
    pub guard: Vec<Lin>,
    pub poly: Poly,
}

/// The state of one count: symbols, what is known of parameters, what may still be spent.
pub(crate) struct Engine {
    pub atoms: Atoms,
    /// Forms over parameters that are not negative in the context.
    pub facts: Vec<Lin>,
    pub cells: u64,
    pub cells_max: u64,
    sums: Vec<Vec<Frac>>,
}

/// What splitting into one residue counts for, when variables are compared.
const RESIDUE_COST: u64 = 100;

/// Into so many residues nothing is split.
const RESIDUES_MAX: u64 = 1 << 16;

/// A polynomial of so many monomials costs as much as a cell.
const TERMS_A_CELL: usize = 32;

impl Engine {
    pub fn new(cells_max: u64) -> Engine {
        Engine {
            atoms: Atoms::default(),
            facts: Vec::new(),
            cells: 0,
            cells_max,
            sums: Vec::new(),
        }
    }

    /// Spends from the budget.
    fn charge(&mut self, cells: usize) -> Result<(), SummationStop> {
        self.cells = self.cells.saturating_add(cells as u64);
        if self.cells > self.cells_max {
            return Err(SummationStop::Budget);
        }
        Ok(())
    }

    /// A tableau of the constraints and of what is known about their symbols: row `n` is constraint `n`.
    pub fn tableau(&self, cons: &[Lin]) -> Result<Option<Tableau>, SummationStop> {
        let known = self.known(cons.iter().flat_map(Lin::syms))?;
        Ok(Tableau::new(cons.iter().chain(&known)))
    }

    /// What definitions and context say about symbols and those connected with them.
    fn known(&self, syms: impl IntoIterator<Item = Sym>) -> Result<Vec<Lin>, SummationStop> {
        let mut open: Vec<Sym> = syms.into_iter().collect();
        let mut used = vec![false; self.facts.len()];
        loop {
            let (mut rows, seen) = self.atoms.defining(open.iter().copied())?;
            open = seen.iter().copied().collect();
            let mut more = false;
            for (fact, used) in self.facts.iter().zip(&mut used) {
                if !*used && fact.syms().any(|sym| seen.contains(&sym)) {
                    *used = true;
                    more = true;
                    open.extend(fact.syms());
                }
            }
            if !more {
                let facts = self.facts.iter().zip(&used).filter(|fact| *fact.1);
                rows.extend(facts.map(|fact| fact.0.clone()));
                return Ok(rows);
            }
        }
    }

    /// Whether `form >= 0` somewhere in the tableau; symbols that are new to it bring their definitions.
    fn can(&self, tableau: &mut Tableau, form: &Lin) -> Result<bool, SummationStop> {
        let new: Vec<Sym> = form.syms().filter(|&sym| !tableau.knows(sym)).collect();
        if !new.is_empty() {
            let rows = self.known(new)?;
            if !tableau.add(&rows) {
                return Ok(false);
            }
        }
        Ok(tableau.can(form))
    }

    /// Drops the constraints that the others imply, of those `pick` picks.
    pub fn drop_redundant(&self, cons: &mut Vec<Lin>, tableau: &mut Tableau, pick: impl Fn(&Atoms, &Lin) -> bool) {
        let mut label = 0;
        cons.retain(|con| {
            label += 1;
            !(pick(&self.atoms, con) && tableau.redundant(label - 1, con))
        });
    }

    /// Adds the pieces of the cell to `out`.
    pub fn sum(&mut self, mut cell: Cell, out: &mut Vec<GuardedPiece>) -> Result<(), SummationStop> {
        if cell.poly.is_zero() || !cell.settle(&mut self.atoms)? {
            return Ok(());
        }
        self.charge(1 + cell.poly.terms_len() / TERMS_A_CELL)?;
        let Some(mut tableau) = self.tableau(&cell.cons)? else {
            return Ok(());
        };
        if cell.vars.is_empty() {
            out.push(GuardedPiece {
                guard: cell.cons,
                poly: cell.poly,
            });
            return Ok(());
        }
        self.drop_redundant(&mut cell.cons, &mut tableau, |atoms, con| !atoms.is_symbolic(con));
        if cell.drop_functions()? {
            return self.sum(cell, out);
        }
        let components = cell.components();
        if components.len() > 1 {
            return self.sum_apart(&cell, components, out);
        }
        let (cost, var) = self.choose(&cell)?;
        if cost > 1
            && let Some(easier) = self.by_remainder(&cell, cost)?
        {
            return self.sum(easier, out);
        }
        if cost > 1
            && let Some(fewer) = self.stairs(&cell)?
        {
            return self.sum(fewer, out);
        }
        let bounds = cell.bounds(var);
        if cost >= RESIDUE_COST
            && let Some((partner, modulus)) = cell.partner(&bounds, &self.atoms)?
        {
            return self.sum_residues(&cell, partner, modulus, out);
        }
        self.sum_over(&cell, var, &bounds, &mut tableau, out)
    }

    /// Components one by one, multiplied.
    fn sum_apart(
        &mut self,
        cell: &Cell,
        components: Vec<Vec<Sym>>,
        out: &mut Vec<GuardedPiece>,
    ) -> Result<(), SummationStop> {
        let guard: Vec<Lin> = cell
            .cons
            .iter()
            .filter(|con| self.atoms.is_symbolic(con))
            .cloned()
            .collect();
        let mut product = vec![GuardedPiece {
            guard: Vec::new(),
            poly: Poly::one(),
        }];
        let mut weight = Some(cell.poly.clone());
        let weighted = components
            .iter()
            .position(|vars| vars.iter().any(|&v| cell.poly.uses(v)));
        for (at, vars) in components.into_iter().enumerate() {
            let own = |con: &&Lin| con.syms().any(|sym| vars.contains(&sym));
            let mut cons: Vec<Lin> = cell.cons.iter().filter(own).cloned().collect();
            cons.extend(guard.iter().cloned());
            let poly = match at == weighted.unwrap_or(0) {
                true => weight.take().unwrap_or_else(Poly::one),
                false => Poly::one(),
            };
            let mut pieces = Vec::new();
            self.sum(Cell { cons, vars, poly }, &mut pieces)?;
            self.charge(product.len() * pieces.len())?;
            let mut next = Vec::with_capacity(product.len() * pieces.len());
            for left in &product {
                for right in &pieces {
                    let mut guard = left.guard.clone();
                    guard.extend(right.guard.iter().cloned());
                    let poly = left.poly.mul(&right.poly);
                    if tidy(&mut guard) {
                        next.push(GuardedPiece { guard, poly });
                    }
                }
            }
            product = next;
        }
        out.append(&mut product);
        Ok(())
    }

    /// The variable to sum over next, and what it costs.
    fn choose(&self, cell: &Cell) -> Result<(u64, Sym), SummationStop> {
        let mut best: Option<(u64, Sym)> = None;
        let mut open = false;
        for &var in &cell.vars {
            let VariableBounds { low, high, .. } = cell.bounds(var);
            if low.is_empty() || high.is_empty() {
                open = true;
                continue;
            }
            let groups = |bounds: &[Bound]| {
                let symbolic = bounds.iter().filter(|b| self.atoms.is_symbolic(&b.form)).count();
                (bounds.len() - symbolic + usize::from(symbolic > 0)) as u64
            };
            let (p, q) = (groups(&low), groups(&high));
            let split = |b: &&Bound| {
                b.form
                    .terms
                    .iter()
                    .any(|t| self.atoms.is_var(t.0) && !b.coefficient.divides(t.1))
            };
            let residues = low.iter().chain(&high).filter(split).map(|b| b.coefficient.size());
            let cost = (p * q)
                .min(p + q)
                .saturating_add(residues.fold(0, |sum: u64, a| sum.saturating_add(RESIDUE_COST.saturating_mul(a))));
            if best.is_none_or(|best| cost < best.0) {
                best = Some((cost, var));
            }
        }
        match best {
            Some(best) if !open => Ok(best),
            _ => Err(SummationStop::Unbounded),
        }
    }

    /// The cell in other variables, if one of those costs less.
    fn by_remainder(&mut self, cell: &Cell, cost: u64) -> Result<Option<Cell>, SummationStop> {
        for &var in &cell.vars {
            if let Some(mut other) = cell.by_remainder(var, &mut self.atoms)?
                && let Some(mut tableau) = self.tableau(&other.cons)?
            {
                self.drop_redundant(&mut other.cons, &mut tableau, |atoms, con| !atoms.is_symbolic(con));
                if self.choose(&other)?.0 < cost {
                    return Ok(Some(other));
                }
            }
        }
        Ok(None)
    }

    /// `partner = modulus * t + residue`, for each residue.
    fn sum_residues(
        &mut self,
        cell: &Cell,
        partner: Sym,
        modulus: Num,
        out: &mut Vec<GuardedPiece>,
    ) -> Result<(), SummationStop> {
        if modulus.size() > RESIDUES_MAX {
            return Err(SummationStop::Budget);
        }
        for residue in 0..modulus.size() {
            let t = self.atoms.fresh();
            let mut one = cell.clone();
            let by = Lin {
                terms: vec![(t, modulus)],
                constant: Num::from(i128::from(residue)),
            };
            one.substitute(partner, &by)?;
            one.vars.push(t);
            self.sum(one, out)?;
        }
        Ok(())
    }

    /// The sum over one variable, then over the others.
    fn sum_over(
        &mut self,
        cell: &Cell,
        var: Sym,
        bounds: &VariableBounds,
        tableau: &mut Tableau,
        out: &mut Vec<GuardedPiece>,
    ) -> Result<(), SummationStop> {
        let mut low = Vec::with_capacity(bounds.low.len());
        for bound in &bounds.low {
            low.push(self.atoms.floor(&bound.form, bound.coefficient)?.scale(-1)?);
        }
        let mut high = Vec::with_capacity(bounds.high.len());
        for bound in &bounds.high {
            high.push(self.atoms.floor(&bound.form, bound.coefficient)?);
        }
        let mut base = bounds.other.clone();
        for l in &low {
            for h in &high {
                base.push(h.minus(l)?);
            }
        }
        // Sharper than the tableau knows: the bounds of the others by this one, rounded.
        if !tidy(&mut base) || !tableau.add(&base) {
            return Ok(());
        }
        let low = self.prune(low, RangeEnd::Low, tableau)?;
        let high = self.prune(high, RangeEnd::High, tableau)?;
        let powers = cell.poly.by_power(var);
        if self.sums.len() < powers.len() {
            self.sums = faulhaber(powers.len() + 2);
        }
        let mut up = Vec::with_capacity(high.len());
        for (at, h) in high.iter().enumerate() {
            up.push((
                antiderivative(&powers, h, &self.sums),
                binding(&high, at, RangeEnd::High)?,
            ));
        }
        let mut down = Vec::with_capacity(low.len());
        for (at, l) in low.iter().enumerate() {
            let below = antiderivative(&powers, &l.shift(-1)?, &self.sums);
            down.push((below.scale(&Frac::int(-1)), binding(&low, at, RangeEnd::Low)?));
        }
        let vars: Vec<Sym> = cell.vars.iter().copied().filter(|&v| v != var).collect();
        let part = |poly: Poly, cons: [&[Lin]; 3]| Cell {
            cons: cons.concat(),
            vars: vars.clone(),
            poly,
        };
        if up.len() * down.len() <= up.len() + down.len() {
            for (above, a) in &up {
                for (below, b) in &down {
                    self.sum(part(above.clone().add(below), [&base, a, b]), out)?;
                }
            }
        } else {
            for (poly, cons) in up.into_iter().chain(down) {
                self.sum(part(poly, [&base, &cons, &[]]), out)?;
            }
        }
        Ok(())
    }

    /// The bounds without those another one dominates, and those over parameters made one.
    fn prune(&mut self, mut bounds: Vec<Lin>, end: RangeEnd, tableau: &mut Tableau) -> Result<Vec<Lin>, SummationStop> {
        bounds.sort();
        bounds.dedup();
        let mut at = 0;
        while at < bounds.len() {
            let mut dominated = false;
            for other in (0..bounds.len()).filter(|&other| other != at) {
                let binds = end.binds(&bounds[at], &bounds[other])?.shift(-1)?;
                if !self.can(tableau, &binds)? {
                    dominated = true;
                    break;
                }
            }
            if dominated {
                bounds.remove(at);
            } else {
                at += 1;
            }
        }
        let (symbolic, mut rest): (Vec<Lin>, Vec<Lin>) = bounds.into_iter().partition(|b| self.atoms.is_symbolic(b));
        if !symbolic.is_empty() {
            rest.push(self.atoms.extreme(symbolic, end)?);
        }
        Ok(rest)
    }
}

/// That bound `at` binds, and no earlier one does: no point twice.
fn binding(bounds: &[Lin], at: usize, end: RangeEnd) -> Result<Vec<Lin>, SummationStop> {
    let mut cons = Vec::with_capacity(bounds.len());
    for (other, bound) in bounds.iter().enumerate().filter(|b| b.0 != at) {
        let binds = end.binds(&bounds[at], bound)?;
        cons.push(if other < at { binds.shift(-1)? } else { binds });
    }
    Ok(cons)
}
