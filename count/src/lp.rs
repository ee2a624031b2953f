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
//! - [`Tableau::redundant`] asks it with one row set free: can the row reach -1 without itself?
//!
//! Entries are `i64`; where one would not fit, the tableau gives up and answers "can" from then on. That only keeps
//! a piece that is empty or a guard that is implied: never a wrong number.

use std::collections::HashMap;

use crate::lin::{Lin, Sym};

/// A name for an unknown of the tableau.
type Label = usize;

/// A feasible dictionary.
#[derive(Clone)]
pub(crate) struct Tableau {
    rows: Vec<Row>,
    /// The unknowns the rows are written by.
    columns: Vec<Label>,
    /// By label: whether the unknown may be negative.
    free: Vec<bool>,
    labels: HashMap<Sym, Label>,
    gave_up: bool,
}

#[derive(Clone)]
struct Row {
    label: Label,
    den: i64,
    /// The constant, then one coefficient a column.
    v: Vec<i64>,
}

/// A number left `i64`.
struct Wide;

impl Tableau {
    /// A dictionary of `{ rows >= 0 }`, or `None` if that is empty. Row `n` is unknown `n` for [`Tableau::redundant`].
    pub fn new<'a>(rows: impl IntoIterator<Item = &'a Lin>) -> Option<Tableau> {
        let mut tableau = Tableau {
            rows: Vec::new(),
            columns: Vec::new(),
            free: Vec::new(),
            labels: HashMap::new(),
            gave_up: false,
        };
        let rows: Vec<&Lin> = rows.into_iter().collect();
        tableau.free = vec![false; rows.len()];
        for (label, row) in rows.into_iter().enumerate() {
            tableau.push(label, row);
        }
        tableau.repair().then_some(tableau)
    }

    /// Adds rows; false if nothing is left.
    pub fn add<'a>(&mut self, rows: impl IntoIterator<Item = &'a Lin>) -> bool {
        for row in rows {
            let label = self.unknown(false);
            self.push(label, row);
        }
        self.repair()
    }

    /// Whether the symbol occurs in a row.
    pub fn knows(&self, sym: Sym) -> bool {
        self.labels.contains_key(&sym)
    }

    /// Whether some rational point has `form >= 0`. Symbols the tableau does not know are free.
    pub fn can(&mut self, form: &Lin) -> bool {
        if self.gave_up || form.syms().any(|sym| !self.knows(sym)) {
            return form.constant >= 0 || !form.is_constant();
        }
        let label = self.unknown(true);
        let answer = match self.express(label, form) {
            Ok(row) => {
                self.rows.push(row);
                self.maximise()
            }
            Err(Wide) => Err(Wide),
        };
        self.rows.retain(|row| row.label != label);
        self.free.pop();
        answer.unwrap_or_else(|Wide| {
            self.gave_up = true;
            true
        })
    }

    /// Drops row `label` with the form `form`, if the others imply it over integers, and tells.
    pub fn redundant(&mut self, label: Label, form: &Lin) -> bool {
        let Ok(opposite) = form.negation() else { return false };
        let mut others = self.clone();
        others.free[label] = true;
        if others.can(&opposite) {
            return false;
        }
        others.rows.retain(|row| row.label != label);
        *self = others;
        true
    }

    fn unknown(&mut self, free: bool) -> Label {
        self.free.push(free);
        self.free.len() - 1
    }

    fn push(&mut self, label: Label, form: &Lin) {
        for sym in form.syms() {
            if !self.knows(sym) {
                let unknown = self.unknown(true);
                self.labels.insert(sym, unknown);
                self.columns.push(unknown);
                for row in &mut self.rows {
                    row.v.push(0);
                }
            }
        }
        match self.express(label, form) {
            Ok(row) => self.rows.push(row),
            Err(Wide) => self.gave_up = true,
        }
    }

    /// The form, written by the columns.
    fn express(&self, label: Label, form: &Lin) -> Result<Row, Wide> {
        let place = |sym| {
            let unknown = self.labels[&sym];
            let row = self.rows.iter().find(|row| row.label == unknown);
            (row, unknown)
        };
        let mut den: i128 = 1;
        for sym in form.syms() {
            if let (Some(row), _) = place(sym) {
                let row_den = i128::from(row.den);
                den = (den / crate::arith::gcd(den, row_den))
                    .checked_mul(row_den)
                    .ok_or(Wide)?;
            }
        }
        let mut wide = vec![0i128; self.columns.len() + 1];
        wide[0] = den.checked_mul(form.constant).ok_or(Wide)?;
        for &(sym, coefficient) in &form.terms {
            match place(sym) {
                (Some(row), _) => {
                    let factor = (den / i128::from(row.den)).checked_mul(coefficient).ok_or(Wide)?;
                    for (to, &entry) in wide.iter_mut().zip(&row.v) {
                        let more = factor.checked_mul(i128::from(entry)).ok_or(Wide)?;
                        *to = to.checked_add(more).ok_or(Wide)?;
                    }
                }
                (None, unknown) => {
                    let column = self.columns.iter().position(|&c| c == unknown);
                    let to = &mut wide[1 + column.expect("an unknown is a row or a column")];
                    *to = to.checked_add(den.checked_mul(coefficient).ok_or(Wide)?).ok_or(Wide)?;
                }
            }
        }
        narrow(label, den, wide)
    }

    /// Makes the dictionary feasible; false if it cannot be.
    fn repair(&mut self) -> bool {
        while !self.gave_up {
            let leaving = (0..self.rows.len())
                .filter(|&at| self.rows[at].v[0] < 0 && !self.free[self.rows[at].label])
                .min_by_key(|&at| self.rows[at].label);
            let Some(leaving) = leaving else { return true };
            let entering = (0..self.columns.len())
                .filter(|&at| {
                    let entry = self.rows[leaving].v[1 + at];
                    entry > 0 || (entry < 0 && self.free[self.columns[at]])
                })
                .min_by_key(|&at| (!self.free[self.columns[at]], self.columns[at]));
            let Some(entering) = entering else { return false };
            if self.pivot(leaving, entering).is_err() {
                self.gave_up = true;
            }
        }
        true
    }

    /// Raises the last row to 0 or as far as it goes; whether it got there.
    fn maximise(&mut self) -> Result<bool, Wide> {
        loop {
            let goal = self.rows.len() - 1;
            if self.rows[goal].v[0] >= 0 {
                return Ok(true);
            }
            let entering = (0..self.columns.len())
                .filter(|&at| {
                    let entry = self.rows[goal].v[1 + at];
                    entry > 0 || (entry < 0 && self.free[self.columns[at]])
                })
                .min_by_key(|&at| self.columns[at]);
            let Some(entering) = entering else { return Ok(false) };
            let up = self.rows[goal].v[1 + entering] > 0;
            // The slack that is the first to reach 0: least v[0] / |v[j]|.
            let mut leaving: Option<(usize, i64, i64)> = None;
            for (at, row) in self.rows.iter().enumerate() {
                let entry = row.v[1 + entering];
                if self.free[row.label] || entry == 0 || (entry > 0) == up {
                    continue;
                }
                let (have, loss) = (row.v[0], entry.abs());
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
            self.pivot(leaving, entering)?;
        }
    }

    /// Exchanges a row with a column.
    fn pivot(&mut self, leaving: usize, entering: usize) -> Result<(), Wide> {
        let column = 1 + entering;
        let pivot = self.rows[leaving].clone();
        let a = pivot.v[column];
        let (size, sign) = (i128::from(a.unsigned_abs()), i128::from(a.signum()));
        for (at, row) in self.rows.iter_mut().enumerate() {
            let b = row.v[column];
            if at == leaving || b == 0 {
                continue;
            }
            let factor = sign * i128::from(b);
            let mut wide: Vec<i128> = Vec::with_capacity(row.v.len());
            for (&own, &other) in row.v.iter().zip(&pivot.v) {
                // Below 2^126 each, for no entry is i64::MIN.
                wide.push(size * i128::from(own) - factor * i128::from(other));
            }
            wide[column] = factor * i128::from(pivot.den);
            *row = narrow(row.label, size * i128::from(row.den), wide)?;
        }
        // den * s = v0 + a * y + rest, so |a| * y = sign * (den * s - v0 - rest).
        let mut wide: Vec<i128> = pivot.v.iter().map(|&entry| -sign * i128::from(entry)).collect();
        wide[column] = sign * i128::from(pivot.den);
        self.rows[leaving] = narrow(self.columns[entering], size, wide)?;
        self.columns[entering] = pivot.label;
        Ok(())
    }
}

/// The row in lowest terms, if it fits.
fn narrow(label: Label, den: i128, wide: Vec<i128>) -> Result<Row, Wide> {
    let mut common = den;
    for &entry in &wide {
        if common == 1 {
            break;
        }
        common = crate::arith::gcd(common, entry);
    }
    let fit = |entry: i128| match i64::try_from(if common == 1 { entry } else { entry / common }) {
        Ok(i64::MIN) | Err(_) => Err(Wide),
        Ok(entry) => Ok(entry),
    };
    Ok(Row {
        label,
        den: fit(den)?,
        v: wide.into_iter().map(fit).collect::<Result<_, _>>()?,
    })
}
