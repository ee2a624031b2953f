//! B: runs a leaf instruction by instruction on columns of iterations.
//!
//! That is a reordering: within a block, all iterations of an instruction run before those of the next. It
//! changes nothing where no access at iteration `t` depends on a later instruction at an earlier iteration
//! `t' < t`; the smallest such `t - t'` limits the block, and is computed exactly from the cell numbers and
//! strides when the leaf is entered.

use super::columns::{ColumnOperand, ColumnStep, ColumnSum, ColumnTarget, Columns, Contraction, Splat};
use super::plan::{Code, StraightLoop};
use super::scalar::{Abort, LINE, PlanRun, lead, test};
use super::values::{Column, PlanValues};
use polyvet_interp::Domain;
use polyvet_interp::Scalar;

/// Iterations of a block: a column takes up a little less than a page, so that columns do not share cache sets.
pub(crate) const fn width<V>() -> usize {
    let fits = 4096 / size_of::<V>();
    if fits > 64 { fits - 32 } else { 32 }
}

/// Blocks and leaves smaller than this run in program order.
const COUNT_MIN: i64 = 4;

/// The smallest number of iterations from an access `q` back to a later instance of an earlier access `p`
/// of the same cell; `count` if there is none among `count` iterations, 1 where it is not worth knowing.
fn distance((p, p_stride): (i64, i64), (q, q_stride): (i64, i64), count: i64) -> i64 {
    let span = |from: i64, stride: i64| {
        let to = from + stride * (count - 1);
        (from.min(to), from.max(to))
    };
    // Whether something that does not move lies in the way of something that does.
    let hit = |still: i64, from: i64, stride: i64| {
        let way = still - from;
        way % stride == 0 && (0..count).contains(&(way / stride))
    };
    let apart = match (p_stride, q_stride) {
        (0, 0) => p != q,
        (0, stride) => !hit(p, q, stride),
        (stride, 0) => !hit(q, p, stride),
        (x, y) if x == y => {
            let way = q - p;
            let steps = way / x;
            return if way % x == 0 && (1..count).contains(&steps) {
                steps
            } else {
                count
            };
        }
        _ => {
            let (x, y) = (span(p, p_stride), span(q, q_stride));
            x.1 < y.0 || y.1 < x.0
        }
    };
    if apart { count } else { 1 }
}

impl<D: Domain, X: PlanValues<D>> PlanRun<D, X> {
    /// Runs a leaf from where the places are, as columns if that is possible: whether it was.
    pub fn columns(&mut self, leaf: &StraightLoop, columns: &Columns, count: i64) -> Result<bool, Abort> {
        if count < COUNT_MIN || !self.all_written(&leaf.code, columns, &leaf.strides, count) {
            return Ok(false);
        }
        let place = |at: u16| (self.at[usize::from(at)], leaf.strides[usize::from(at)]);
        let mut limit = width::<X::V>() as i64;
        for (p, q) in &columns.pairs {
            limit = limit.min(match distance(place(*p), place(*q), count) {
                steps if steps == count => limit,
                steps => steps,
            });
            if limit < COUNT_MIN {
                return Ok(false);
            }
        }
        if let Some(dot) = columns.dot
            && limit == width::<X::V>() as i64
            && self.dot(leaf, dot, count)?
        {
            return Ok(true);
        }
        self.splats.clear();
        for splat in &columns.splats {
            let value = match splat {
                Splat::Reg(reg) => self.regs[usize::from(*reg)],
                Splat::Cell(at) => *self.cell(&leaf.code, *at)?,
            };
            self.splats.push(value);
        }
        let needed = usize::from(columns.count) * width::<X::V>() + LINE;
        if self.columns.len() < needed {
            self.columns = vec![self.blank; needed];
            self.lead = lead(&self.columns);
        }
        let mut left = count;
        while left > 0 {
            let now = left.min(limit);
            for step in &columns.steps {
                self.column_step(leaf, step, now as usize)?;
            }
            for (at, stride) in self.at.iter_mut().zip(&leaf.strides) {
                *at += stride * now;
            }
            left -= now;
        }
        Ok(true)
    }

    /// Runs a sum of products in order, without columns: whether both factors go forward.
    fn dot(&mut self, leaf: &StraightLoop, dot: Contraction, count: i64) -> Result<bool, Abort> {
        let factor = |at: u16| {
            let (from, stride) = (self.at[usize::from(at)], leaf.strides[usize::from(at)]);
            let step = usize::try_from(stride).ok().filter(|step| *step > 0)?;
            let cells = &self.arrays[leaf.code.array(at)].values;
            let cells = cells.get(from as usize..=(from + stride * (count - 1)) as usize)?;
            Some(cells.iter().step_by(step))
        };
        let (Some(a), Some(b)) = (factor(dot.a), factor(dot.b)) else {
            return Ok(false);
        };
        let sum = *self.cell(&leaf.code, dot.c)?;
        let ops = [dot.mul, dot.add].map(|call| self.ops[usize::from(call)]);
        let sum = self.values.dot(ops, dot.order[1], sum, a.zip(b));
        let cell = self.at[usize::from(dot.c)] as usize;
        self.arrays[leaf.code.array(dot.c)].values[cell] = sum.ok_or(Abort("an operation"))?;
        Ok(true)
    }

    /// Runs a contraction whose sums run over one of the two loops with the other one innermost, several
    /// iterations of the sums in a pass over the columns: whether it is one. `strides` are those of the outer loop.
    pub fn contract(&mut self, leaf: &StraightLoop, strides: &[i64], rows: i64, count: i64) -> Result<bool, Abort> {
        let Some(columns) = &leaf.columns else { return Ok(false) };
        let outer = |at: u16| strides[usize::from(at)];
        let inner = |at: u16| leaf.strides[usize::from(at)];
        match (columns.contraction, columns.dot) {
            (Some(sum), _) if outer(sum.c) == 0 => {
                let steps = [outer(sum.a), outer(sum.b)];
                self.sum(&leaf.code, sum, steps, rows, count)
            }
            (_, Some(mut dot)) if outer(dot.c) == 1 => {
                // One factor stays where it is in the outer loop, the other moves by one cell.
                match (outer(dot.a), outer(dot.b)) {
                    (0, 1) => {}
                    (1, 0) => {
                        std::mem::swap(&mut dot.a, &mut dot.b);
                        dot.order[0] = false;
                    }
                    _ => return Ok(false),
                }
                let steps = [inner(dot.a), inner(dot.b)];
                self.sum(&leaf.code, dot, steps, count, rows)
            }
            _ => Ok(false),
        }
    }

    /// `c[j] += a[n] * b[n][j]` for `n` below `rows` and `j` below `count`; `steps` are those of `a` and `b` from row
    /// to row. False if a cell of `c` may be one of the others.
    fn sum(
        &mut self,
        code: &Code,
        Contraction {
            c,
            a,
            b,
            mul,
            add,
            order,
        }: Contraction,
        [a_step, b_step]: [i64; 2],
        rows: i64,
        count: i64,
    ) -> Result<bool, Abort> {
        const GONE: Abort = Abort("a cell that is not there");
        let arrays = [c, a, b].map(|at| code.array(at));
        let [c_at, a_at, b_at] = [c, a, b].map(|at| self.at[usize::from(at)]);
        let span = |from: i64, step: i64, width: i64| {
            let to = from + step * (rows - 1);
            (from.min(to), from.max(to) + width)
        };
        let c_span = span(c_at, 0, count);
        let meets = |n: usize, of: (i64, i64)| arrays[n] == arrays[0] && of.0 < c_span.1 && c_span.0 < of.1;
        if meets(1, span(a_at, a_step, 1))
            || meets(2, span(b_at, b_step, count))
            || arrays.iter().any(|n| self.arrays[*n].written.is_some())
        {
            return Ok(false);
        }
        let ops = [mul, add].map(|call| self.ops[usize::from(call)]);
        let row = (c_at as usize)..(c_at + count) as usize;
        let mut sums = std::mem::take(&mut self.sums);
        sums.clear();
        sums.extend_from_slice(self.arrays[arrays[0]].values.get(row.clone()).ok_or(GONE)?);
        let (a_cells, b_cells) = (&self.arrays[arrays[1]].values, &self.arrays[arrays[2]].values);
        let step = |n: i64| {
            let from = (b_at + n * b_step) as usize;
            let a = a_cells.get((a_at + n * a_step) as usize)?;
            Some((*a, b_cells.get(from..from + count as usize)?))
        };
        self.values.contract(ops, order, &mut sums, rows, step).ok_or(GONE)?;
        self.arrays[arrays[0]].values[row].copy_from_slice(&sums);
        self.sums = sums;
        Ok(true)
    }

    /// Where a column begins.
    fn column(&self, n: u16) -> usize {
        self.lead + usize::from(n) * width::<X::V>()
    }

    fn cell(&self, code: &Code, at: u16) -> Result<&X::V, Abort> {
        let cells = &self.arrays[code.array(at)].values;
        cells
            .get(self.at[usize::from(at)] as usize)
            .ok_or(Abort("a cell that is not there"))
    }

    /// Whether all cells that will be read are written already.
    fn all_written(&self, code: &Code, columns: &Columns, strides: &[i64], count: i64) -> bool {
        columns.loads.iter().all(|at| {
            let Some(written) = &self.arrays[code.array(*at)].written else {
                return true;
            };
            let (first, stride) = (self.at[usize::from(*at)], strides[usize::from(*at)]);
            let steps = if stride == 0 { 1 } else { count };
            (0..steps).all(|n| written.get((first + n * stride) as usize) == Some(&true))
        })
    }

    /// Computes a column, or cells.
    fn compute(
        &mut self,
        code: &Code,
        to: ColumnTarget,
        args: &[ColumnOperand],
        count: usize,
        f: impl FnOnce(&mut X, &mut [X::V], [Column<'_, X::V>; 3]) -> Option<()>,
    ) -> Result<(), Abort> {
        const GONE: Abort = Abort("a cell that is not there");
        // The target is taken out while it is written; no operand is in it.
        let (first, target) = match to {
            ColumnTarget::Column(d) => (self.column(d), None),
            ColumnTarget::Cells(at) => (self.at[usize::from(at)] as usize, Some(code.array(at))),
        };
        let mut taken = match target {
            None => std::mem::take(&mut self.columns),
            Some(array) => std::mem::take(&mut self.arrays[array].values),
        };
        let (before, rest) = taken.split_at_mut_checked(first).ok_or(GONE)?;
        let columns = if target.is_some() { &self.columns[..] } else { before };
        let lead = self.lead;
        let mut found = [Column::Splat(self.blank); 3];
        for (found, arg) in found.iter_mut().zip(args) {
            *found = match *arg {
                ColumnOperand::Column(n) => Column::Each(&columns[lead + usize::from(n) * width::<X::V>()..][..count]),
                ColumnOperand::Splat(n) => Column::Splat(self.splats[usize::from(n)]),
                ColumnOperand::Cells(at) => {
                    let from = self.at[usize::from(at)] as usize;
                    let cells = &self.arrays[code.array(at)].values;
                    Column::Each(cells.get(from..from + count).ok_or(GONE)?)
                }
            };
        }
        f(&mut self.values, rest.get_mut(..count).ok_or(GONE)?, found).ok_or(Abort("an operation"))?;
        match target {
            None => self.columns = taken,
            Some(array) => {
                let array = &mut self.arrays[array];
                array.values = taken;
                if let Some(written) = &mut array.written {
                    written.get_mut(first..first + count).ok_or(GONE)?.fill(true);
                }
            }
        }
        Ok(())
    }

    fn column_step(&mut self, leaf: &StraightLoop, step: &ColumnStep, count: usize) -> Result<(), Abort> {
        const GONE: Abort = Abort("a cell that is not there");
        let code = &leaf.code;
        let at = |at: u16| (self.at[usize::from(at)] as usize, leaf.strides[usize::from(at)]);
        match *step {
            ColumnStep::Gather { d, at: place } => {
                let (from, stride) = at(place);
                let cells = &self.arrays[code.array(place)].values[..];
                let first = self.column(d);
                let column = &mut self.columns[first..][..count];
                gather(column, cells, from, stride).ok_or(GONE)?;
            }
            ColumnStep::Apply { call, to, args } => {
                let op = self.ops[usize::from(call)];
                let arity = code.arity(call);
                self.compute(code, to, &args[..arity], count, |values, d, args| {
                    values.each(op, d, args)
                })?;
            }
            ColumnStep::Pair { calls, left, to, args } => {
                let ops = calls.map(|call| self.ops[usize::from(call)]);
                self.compute(code, to, &args, count, |values, d, args| {
                    values.pair(ops, left, d, args)
                })?;
            }
            ColumnStep::Store { at: place, s } => {
                let (to, stride) = at(place);
                let column = match s {
                    ColumnOperand::Column(n) => Column::Each(&self.columns[self.column(n)..][..count]),
                    ColumnOperand::Splat(n) => Column::Splat(self.splats[usize::from(n)]),
                    ColumnOperand::Cells(_) => return Err(Abort("a store of cells")),
                };
                let array = &mut self.arrays[code.array(place)];
                scatter(&mut array.values, to, stride, column, count).ok_or(GONE)?;
                if let Some(written) = &mut array.written {
                    scatter(written, to, stride, Column::Splat(true), count).ok_or(GONE)?;
                }
            }
            ColumnStep::Fold { call, sum, first, x } => {
                let column = match x {
                    ColumnOperand::Column(n) => Column::Each(&self.columns[self.column(n)..][..count]),
                    ColumnOperand::Splat(n) => Column::Splat(self.splats[usize::from(n)]),
                    ColumnOperand::Cells(_) => return Err(Abort("a fold of cells")),
                };
                let start = match sum {
                    ColumnSum::Cell(place) => *self.cell(code, place)?,
                    ColumnSum::Reg(reg) => self.regs[usize::from(reg)],
                };
                let op = self.ops[usize::from(call)];
                let folded = self.values.fold(op, first, start, column, count);
                let folded = folded.ok_or(Abort("an operation"))?;
                match sum {
                    ColumnSum::Reg(reg) => self.regs[usize::from(reg)] = folded,
                    ColumnSum::Cell(place) => {
                        let cell = self.at[usize::from(place)] as usize;
                        self.arrays[code.array(place)].values[cell] = folded;
                    }
                }
            }
            ColumnStep::Number { d, at: place, ty } => {
                let (from, stride) = at(place);
                let first = self.column(d);
                for n in 0..count {
                    let number = Scalar::new(ty, (from as i64 + n as i64 * stride) as u64);
                    self.columns[first + n] = self.constant(number)?;
                }
            }
            ColumnStep::Test {
                d,
                at: place,
                predicate,
            } => {
                let (from, stride) = at(place);
                let first = self.column(d);
                for n in 0..count {
                    let truth = Scalar::bool(test(predicate, from as i64 + n as i64 * stride));
                    self.columns[first + n] = self.constant(truth)?;
                }
            }
        }
        Ok(())
    }
}

/// Every `stride`th cell from `from` on.
fn gather<V: Copy>(column: &mut [V], cells: &[V], from: usize, stride: i64) -> Option<()> {
    match usize::try_from(stride) {
        Ok(1) => column.copy_from_slice(cells.get(from..from + column.len())?),
        Ok(stride) => {
            let cells = cells.get(from..=from + stride * (column.len() - 1))?;
            for (value, cell) in column.iter_mut().zip(cells.iter().step_by(stride)) {
                *value = *cell;
            }
        }
        Err(_) => {
            for (n, value) in column.iter_mut().enumerate() {
                *value = *cells.get((from as i64 + n as i64 * stride) as usize)?;
            }
        }
    }
    Some(())
}

/// Writes to every `stride`th cell from `to` on, in order.
fn scatter<V: Copy>(cells: &mut [V], to: usize, stride: i64, column: Column<'_, V>, count: usize) -> Option<()> {
    if stride == 1 {
        let cells = cells.get_mut(to..to + count)?;
        match column {
            Column::Each(column) => cells.copy_from_slice(column),
            Column::Splat(value) => cells.fill(value),
        }
        return Some(());
    }
    for n in 0..count {
        *cells.get_mut((to as i64 + n as i64 * stride) as usize)? = column.get(n);
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The definition: the least `t - u >= 1` with `p` at `t` where `q` is at `u`.
    fn by_search(p: (i64, i64), q: (i64, i64), count: i64) -> Option<i64> {
        let at = |(from, stride): (i64, i64), n: i64| from + stride * n;
        let pairs = (0..count).flat_map(|t| (0..t).map(move |u| (t, u)));
        pairs.filter(|(t, u)| at(p, *t) == at(q, *u)).map(|(t, u)| t - u).min()
    }

    #[test]
    fn distances_are_never_too_large() {
        for count in 2..7 {
            for (p, q) in (0..9).flat_map(|p| (0..9).map(move |q| (p, q))) {
                for (s, r) in (-3..4).flat_map(|s| (-3..4).map(move |r| (s, r))) {
                    let found = distance((p, s), (q, r), count);
                    let exact = by_search((p, s), (q, r), count).unwrap_or(count);
                    assert!(found <= exact, "{p}+{s}t, {q}+{r}t, {count}: {found} against {exact}");
                    assert!(s != r || s == 0 || found == exact);
                }
            }
        }
    }
}
