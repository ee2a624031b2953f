//! Rational feasibility of affine inequalities, exact, in one tableau that answers many questions.
//!
//! A dictionary writes each basic unknown by the others: `den * x = v[0] + sum v[1 + j] * y_j`, in integers, rows scaled
//! by positive numbers at will. Slacks are not negative, the other unknowns are free; a dictionary is feasible if all
//! its slacks' constants are not negative.
//!
//! - [`Tableau::new`] and [`Tableau::add`] reach a feasible dictionary or prove there is none (least-index rule: an
//!   infeasible slack leaves, the first unknown that helps enters).
//! - [`Tableau::can`] asks for a point with `form >= 0` besides: it maximises the form from the dictionary at hand
//!   (Bland's rule) and stops at the first point that is good enough. The dictionary stays feasible, so one question
//!   warms the next.
//! - [`Tableau::redundant`] asks it with one row set free: can the row reach -1 without itself? If so the row is bound
//!   again and the dictionary repaired, which takes fewer steps than a copy costs.
//!
//! Entries are `i64`; where one would not fit, the tableau gives up and answers "can" from then on. That only keeps
//! a piece that is empty or a guard that is implied: never a wrong number.

use num_integer::Integer;
use num_traits::{CheckedMul, CheckedSub, PrimInt};

use crate::arith::gcd;
use crate::lin::{Lin, Sym};

/// A name for an unknown of the tableau.
type UnknownLabel = usize;

/// A feasible dictionary.
#[derive(Clone)]
pub(crate) struct Tableau {
    rows: Vec<TableauRow>,
    /// Row by row: the constant, then one coefficient a column.
    entries: Vec<i64>,
    /// The unknowns the rows are written by.
    columns: Vec<UnknownLabel>,
    /// By label: whether the unknown may be negative.
    free: Vec<bool>,
    /// The labels of symbols.
    symbols: Vec<(Sym, UnknownLabel)>,
    /// A row before it is known to fit, and the row a pivot is about.
    wide: Vec<i128>,
    small: Vec<i64>,
    pivot: Vec<i64>,
    gave_up: bool,
}

#[derive(Clone)]
struct TableauRow {
    label: UnknownLabel,
    den: i64,
}

/// A number left `i64`.
struct Wide;

impl Tableau {
    /// A dictionary of `{ rows >= 0 }`, or `None` if that is empty. Row `n` is unknown `n` for [`Tableau::redundant`].
    pub fn new<'a>(rows: impl Iterator<Item = &'a Lin> + Clone) -> Option<Tableau> {
        let count = rows.clone().count();
        let mut tableau = Tableau {
            rows: Vec::with_capacity(count + 1),
            entries: Vec::new(),
            columns: Vec::new(),
            free: vec![false; count],
            symbols: Vec::new(),
            wide: Vec::new(),
            small: Vec::new(),
            pivot: Vec::new(),
            gave_up: false,
        };
        tableau.meet(rows.clone());
        tableau.entries.reserve((count + 1) * tableau.width());
        for (label, row) in rows.enumerate() {
            tableau.push(label, row);
        }
        tableau.repair().then_some(tableau)
    }

    /// Adds rows; false if nothing is left.
    pub fn add<'a>(&mut self, rows: impl IntoIterator<Item = &'a Lin, IntoIter: Clone>) -> bool {
        let rows = rows.into_iter();
        self.meet(rows.clone());
        for row in rows {
            let label = self.unknown(false);
            self.push(label, row);
        }
        self.repair()
    }

    /// Whether the symbol occurs in a row.
    pub fn knows(&self, sym: Sym) -> bool {
        self.symbols.iter().any(|known| known.0 == sym)
    }

    /// Whether some rational point has `form >= 0`. Symbols the tableau does not know are free.
    pub fn can(&mut self, form: &Lin) -> bool {
        if self.gave_up || form.syms().any(|sym| !self.knows(sym)) {
            return form.constant >= 0 || !form.is_constant();
        }
        let label = self.unknown(true);
        let answer = self.express(label, form).and_then(|()| self.maximise());
        // The goal is free, so it is still the last row, if it was ever one.
        if self.rows.last().is_some_and(|row| row.label == label) {
            self.drop_row(self.rows.len() - 1);
        }
        self.free.pop();
        answer.unwrap_or_else(|Wide| {
            self.gave_up = true;
            true
        })
    }

    /// Drops row `label` with the form `form`, if the others imply it over integers, and tells.
    pub fn redundant(&mut self, label: UnknownLabel, form: &Lin) -> bool {
        let Ok(opposite) = form.negation() else { return false };
        self.free[label] = true;
        if !self.can(&opposite) {
            if let Some(at) = self.rows.iter().position(|row| row.label == label) {
                self.drop_row(at);
            }
            return true;
        }
        self.free[label] = false;
        let feasible = self.repair();
        debug_assert!(feasible, "it was before the row was free");
        false
    }

    fn width(&self) -> usize {
        1 + self.columns.len()
    }

    fn row(&self, at: usize) -> &[i64] {
        &self.entries[at * self.width()..][..self.width()]
    }

    fn drop_row(&mut self, at: usize) {
        let width = self.width();
        self.rows.remove(at);
        self.entries.drain(at * width..(at + 1) * width);
    }

    fn unknown(&mut self, free: bool) -> UnknownLabel {
        self.free.push(free);
        self.free.len() - 1
    }

    /// Makes columns of the symbols that are new.
    fn meet<'a>(&mut self, rows: impl Iterator<Item = &'a Lin>) {
        let before = self.width();
        for sym in rows.flat_map(Lin::syms) {
            if !self.knows(sym) {
                let unknown = self.unknown(true);
                self.symbols.push((sym, unknown));
                self.columns.push(unknown);
            }
        }
        let width = self.width();
        if width > before && !self.rows.is_empty() {
            let mut entries = Vec::with_capacity((self.rows.len() + 1) * width);
            for row in self.entries.chunks_exact(before) {
                entries.extend_from_slice(row);
                entries.resize(entries.len() + width - before, 0);
            }
            self.entries = entries;
        }
    }

    fn push(&mut self, label: UnknownLabel, form: &Lin) {
        if self.express(label, form).is_err() {
            self.gave_up = true;
        }
    }

    /// A new row: the form, written by the columns.
    fn express(&mut self, label: UnknownLabel, form: &Lin) -> Result<(), Wide> {
        let place = |sym| {
            let known = self.symbols.iter().find(|known| known.0 == sym);
            let unknown = known.expect("symbols are met first").1;
            let column = self.columns.iter().position(|&column| column == unknown);
            let row = || self.rows.iter().position(|row| row.label == unknown);
            column.ok_or_else(|| row().expect("an unknown is a row or a column"))
        };
        let mut den: i128 = 1;
        for sym in form.syms() {
            if let Err(row) = place(sym) {
                let row_den = i128::from(self.rows[row].den);
                den = (den / gcd(den, row_den)).checked_mul(row_den).ok_or(Wide)?;
            }
        }
        let mut wide = std::mem::take(&mut self.wide);
        wide.clear();
        wide.resize(self.width(), 0);
        wide[0] = den.checked_mul(form.constant.small().ok_or(Wide)?).ok_or(Wide)?;
        for &(sym, coefficient) in &form.terms {
            let coefficient = coefficient.small().ok_or(Wide)?;
            match place(sym) {
                Err(row) => {
                    let factor = den / i128::from(self.rows[row].den);
                    let factor = factor.checked_mul(coefficient).ok_or(Wide)?;
                    for (to, &entry) in wide.iter_mut().zip(self.row(row)) {
                        let more = factor.checked_mul(i128::from(entry)).ok_or(Wide)?;
                        *to = to.checked_add(more).ok_or(Wide)?;
                    }
                }
                Ok(column) => {
                    let to = &mut wide[1 + column];
                    *to = to.checked_add(den.checked_mul(coefficient).ok_or(Wide)?).ok_or(Wide)?;
                }
            }
        }
        let at = self.entries.len();
        self.entries.resize(at + wide.len(), 0);
        let den = narrow(&mut self.entries[at..], den, &wide);
        self.wide = wide;
        match den {
            Some(den) => self.rows.push(TableauRow { label, den }),
            None => self.entries.truncate(at),
        }
        den.map(|_| ()).ok_or(Wide)
    }

    /// Makes the dictionary feasible; false if it cannot be.
    fn repair(&mut self) -> bool {
        while !self.gave_up {
            let leaving = (0..self.rows.len())
                .filter(|&at| self.row(at)[0] < 0 && !self.free[self.rows[at].label])
                .min_by_key(|&at| self.rows[at].label);
            let Some(leaving) = leaving else { return true };
            let entering = self
                .helping(leaving)
                .min_by_key(|&at| (!self.free[self.columns[at]], self.columns[at]));
            let Some(entering) = entering else { return false };
            if self.exchange(leaving, entering).is_err() {
                self.gave_up = true;
            }
        }
        true
    }

    /// The columns that can raise a row.
    fn helping(&self, row: usize) -> impl Iterator<Item = usize> {
        let entries = self.row(row)[1..].iter().zip(&self.columns).enumerate();
        entries
            .filter(|(_, (entry, column))| **entry > 0 || (**entry < 0 && self.free[**column]))
            .map(|column| column.0)
    }

    /// Raises the last row to 0 or as far as it goes; whether it got there.
    fn maximise(&mut self) -> Result<bool, Wide> {
        loop {
            let goal = self.rows.len() - 1;
            if self.row(goal)[0] >= 0 {
                return Ok(true);
            }
            let Some(entering) = self.helping(goal).min_by_key(|&at| self.columns[at]) else {
                return Ok(false);
            };
            let up = self.row(goal)[1 + entering] > 0;
            // The slack that is the first to reach 0: least v[0] / |v[j]|.
            let mut leaving: Option<(usize, i64, i64)> = None;
            for (at, row) in self.rows.iter().enumerate() {
                let entry = self.row(at)[1 + entering];
                if entry == 0 || (entry > 0) == up || self.free[row.label] {
                    continue;
                }
                let (have, loss) = (self.row(at)[0], entry.abs());
                let first = leaving.is_none_or(|(best, best_have, best_loss)| {
                    let order =
                        (i128::from(have) * i128::from(best_loss)).cmp(&(i128::from(best_have) * i128::from(loss)));
                    order.is_lt() || (order.is_eq() && row.label < self.rows[best].label)
                });
                if first {
                    leaving = Some((at, have, loss));
                }
            }
            let Some((leaving, ..)) = leaving else { return Ok(true) };
            self.exchange(leaving, entering)?;
        }
    }

    /// Exchanges a row with a column.
    fn exchange(&mut self, leaving: usize, entering: usize) -> Result<(), Wide> {
        let (column, width) = (1 + entering, self.width());
        let mut pivot = std::mem::take(&mut self.pivot);
        pivot.clear();
        pivot.extend_from_slice(self.row(leaving));
        let pivot_den = self.rows[leaving].den;
        let a = pivot[column];
        let rows = self.rows.iter_mut().zip(self.entries.chunks_exact_mut(width));
        for (_, (row, entries)) in rows.enumerate().filter(|row| row.0 != leaving) {
            let b = entries[column];
            if b == 0 {
                continue;
            }
            // No entry is i64::MIN.
            let common = if a.abs() == 1 { 1 } else { a.gcd(&b) };
            let (size, factor) = (a.abs() / common, a.signum() * b / common);
            let sum = RowSum {
                factors: (size, factor),
                column,
                there: (factor, pivot_den),
            };
            let small = sum.of(&mut self.small, entries, &pivot).zip(size.checked_mul(row.den));
            row.den = match small.and_then(|((), den)| narrow(entries, den, &self.small)) {
                Some(den) => den,
                None => {
                    // Below 2^126 each.
                    sum.of(&mut self.wide, entries, &pivot).ok_or(Wide)?;
                    let den = i128::from(size) * i128::from(row.den);
                    narrow(entries, den, &self.wide).ok_or(Wide)?
                }
            };
        }
        let (pivot_den, sign) = (i128::from(pivot_den), i128::from(a.signum()));
        // den * s = v0 + a * y + rest, so |a| * y = sign * (den * s - v0 - rest).
        self.wide.clear();
        self.wide.extend(pivot.iter().map(|&entry| -sign * i128::from(entry)));
        self.wide[column] = sign * pivot_den;
        let entries = &mut self.entries[leaving * width..][..width];
        let den = narrow(entries, i128::from(a.abs()), &self.wide).ok_or(Wide)?;
        let label = std::mem::replace(&mut self.columns[entering], self.rows[leaving].label);
        self.rows[leaving] = TableauRow { label, den };
        self.pivot = pivot;
        Ok(())
    }
}

/// A row without one of its unknowns: `factors.0 * own - factors.1 * pivot`, and in the column the product `there`.
struct RowSum {
    factors: (i64, i64),
    column: usize,
    there: (i64, i64),
}

impl RowSum {
    /// `None` where a number does not fit.
    fn of<T: RowNumber>(&self, to: &mut Vec<T>, own: &[i64], pivot: &[i64]) -> Option<()> {
        let [size, factor] = [self.factors.0, self.factors.1].map(<T as From<i64>>::from);
        to.resize(own.len(), T::zero());
        for (to, (&own, &other)) in to.iter_mut().zip(own.iter().zip(pivot)) {
            let (own, other) = (size.checked_mul(&own.into())?, factor.checked_mul(&other.into())?);
            *to = own.checked_sub(&other)?;
        }
        to[self.column] = <T as From<i64>>::from(self.there.0).checked_mul(&self.there.1.into())?;
        Some(())
    }
}

/// What rows are computed in: `i64`, or `i128` where that is too small.
trait RowNumber: PrimInt + Integer + CheckedMul + CheckedSub + From<i64> {}

impl RowNumber for i64 {}
impl RowNumber for i128 {}

/// Writes the row in lowest terms, if it fits; its denominator.
fn narrow<T: RowNumber>(row: &mut [i64], den: T, wide: &[T]) -> Option<i64> {
    // Its size has no `T`.
    if wide.contains(&T::min_value()) {
        return None;
    }
    let mut common = den;
    for entry in wide {
        if common.is_one() {
            break;
        }
        common = common.gcd(entry);
    }
    let fit = |entry: T| entry.to_i64().filter(|entry| *entry != i64::MIN);
    let (one, den) = (common.is_one(), fit(den / common)?);
    for (to, &entry) in row.iter_mut().zip(wide) {
        *to = fit(if one { entry } else { entry / common })?;
    }
    Some(den)
}
