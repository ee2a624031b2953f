//! What a plan computes with. Every domain has [`Applied`], which asks it for each result; numbers have
//! [`super::bits::Bits`].

use crate::Accelerated;
use polyvet_interp::Domain;
use polyvet_interp::ScalarCall;
use polyvet_interp::{Scalar, ScalarType};

/// A value for each of some iterations.
#[derive(Clone, Copy)]
pub(crate) enum Column<'a, V> {
    Splat(V),
    Each(&'a [V]),
}

impl<V: Copy> Column<'_, V> {
    #[inline]
    pub fn get(&self, n: usize) -> V {
        match self {
            Column::Splat(value) => *value,
            Column::Each(values) => values[n],
        }
    }
}

/// `d = f(x, y)`, with a loop for each of the kinds of `x` and `y`.
#[inline(always)]
pub(crate) fn zip<V: Copy>(d: &mut [V], x: Column<'_, V>, y: Column<'_, V>, f: impl Fn(V, V) -> V) {
    match (x, y) {
        (Column::Each(x), Column::Each(y)) => {
            for ((d, x), y) in d.iter_mut().zip(x).zip(y) {
                *d = f(*x, *y);
            }
        }
        (Column::Each(x), Column::Splat(y)) => {
            for (d, x) in d.iter_mut().zip(x) {
                *d = f(*x, y);
            }
        }
        (Column::Splat(x), Column::Each(y)) => {
            for (d, y) in d.iter_mut().zip(y) {
                *d = f(x, *y);
            }
        }
        (Column::Splat(x), Column::Splat(y)) => d.fill(f(x, y)),
    }
}

/// `d = f(x, y, z)`, with a loop for each of the kinds that occur often.
#[inline(always)]
pub(crate) fn zip3<V: Copy>(d: &mut [V], args: [Column<'_, V>; 3], f: impl Fn(V, V, V) -> V) {
    match args {
        [Column::Each(x), Column::Each(y), Column::Each(z)] => {
            for (((d, x), y), z) in d.iter_mut().zip(x).zip(y).zip(z) {
                *d = f(*x, *y, *z);
            }
        }
        [x, y, Column::Splat(z)] => zip(d, x, y, |x, y| f(x, y, z)),
        [x, Column::Splat(y), z] => zip(d, x, z, |x, z| f(x, y, z)),
        [Column::Splat(x), y, z] => zip(d, y, z, |y, z| f(x, y, z)),
    }
}

/// Values of a running plan. `None` always means: leave it to the reference.
pub(crate) trait PlanValues<D: Domain> {
    /// A value; its type is known from the plan.
    type V: Copy;
    /// A function with the types of its operands.
    type Op: Copy;

    /// Any value.
    fn blank(&mut self) -> Self::V;
    /// Compiles a function.
    fn op(&mut self, call: &ScalarCall, types: &[ScalarType]) -> Option<Self::Op>;
    /// A result; operands beyond those of the function are anything.
    fn apply(&mut self, op: Self::Op, args: [Self::V; 3]) -> Option<Self::V>;
    /// A number of the program or from an index.
    fn constant(&mut self, value: Scalar) -> Option<Self::V>;
    /// A result for each element of `d`.
    fn each(&mut self, op: Self::Op, d: &mut [Self::V], args: [Column<'_, Self::V>; 3]) -> Option<()> {
        for (n, value) in d.iter_mut().enumerate() {
            *value = self.apply(op, args.map(|arg| arg.get(n)))?;
        }
        Some(())
    }

    /// `second(first(x, y), z)` for each element of `d`, or `second(z, first(x, y))` unless `left`.
    fn pair(
        &mut self,
        [first, second]: [Self::Op; 2],
        left: bool,
        d: &mut [Self::V],
        [x, y, z]: [Column<'_, Self::V>; 3],
    ) -> Option<()> {
        for (n, value) in d.iter_mut().enumerate() {
            let z = z.get(n);
            let between = self.apply(first, [x.get(n), y.get(n), z])?;
            *value = self.apply(second, if left { [between, z, z] } else { [z, between, z] })?;
        }
        Some(())
    }

    /// `sum = op(sum, x)` for values in order, which all must be there.
    #[inline]
    fn fold_each(
        &mut self,
        op: Self::Op,
        sum: Self::V,
        values: impl Iterator<Item = Option<Self::V>>,
    ) -> Option<Self::V> {
        fold_in_order(|op, args| self.apply(op, args), op, sum, values)
    }

    /// `sum = op(sum, x)` for the first `count` elements in order; `op(x, sum)` unless `first`.
    fn fold(
        &mut self,
        op: Self::Op,
        first: bool,
        sum: Self::V,
        x: Column<'_, Self::V>,
        count: usize,
    ) -> Option<Self::V> {
        fold_column_in_order(|op, args| self.apply(op, args), op, first, sum, x, count)
    }

    /// `sum = add(sum, mul(a, b))` for pairs `a`, `b` in order, or `add(mul(a, b), sum)` unless `first`.
    fn dot<'c>(
        &mut self,
        [mul, add]: [Self::Op; 2],
        first: bool,
        sum: Self::V,
        factors: impl Iterator<Item = (&'c Self::V, &'c Self::V)>,
    ) -> Option<Self::V>
    where
        Self::V: 'c,
    {
        dot_in_order(|op, args| self.apply(op, args), [mul, add], first, sum, factors)
    }

    /// `c = add(c, mul(a, b))` for each element of `c`, `a` and `b` given by number for `rows` rows in order;
    /// `order` says whether `a` and `c` are first operands.
    fn contract<'c>(
        &mut self,
        [mul, add]: [Self::Op; 2],
        order: [bool; 2],
        c: &mut [Self::V],
        rows: i64,
        row: impl Fn(i64) -> Option<(Self::V, &'c [Self::V])>,
    ) -> Option<()>
    where
        Self::V: 'c,
    {
        contract_in_order(|op, args| self.apply(op, args), [mul, add], order, c, rows, row)
    }

    /// What an `i1` decides.
    fn truth(&self, value: Self::V) -> Option<bool>;
    /// From the memory of the machine.
    fn take(&self, data: D::Data, ty: ScalarType) -> Option<Self::V>;
    /// To the memory of the machine.
    fn give(&mut self, value: Self::V, ty: ScalarType) -> D::Data;
}

/// [`PlanValues::fold_each`], operation by operation.
#[inline]
pub(crate) fn fold_in_order<Op: Copy, V: Copy>(
    mut apply: impl FnMut(Op, [V; 3]) -> Option<V>,
    op: Op,
    sum: V,
    mut others: impl Iterator<Item = Option<V>>,
) -> Option<V> {
    others.try_fold(sum, |sum, other| apply(op, [sum, other?, sum]))
}

/// [`PlanValues::fold`], operation by operation.
#[inline]
fn fold_column_in_order<Op: Copy, V: Copy>(
    mut apply: impl FnMut(Op, [V; 3]) -> Option<V>,
    op: Op,
    first: bool,
    mut sum: V,
    x: Column<'_, V>,
    count: usize,
) -> Option<V> {
    for n in 0..count {
        let x = x.get(n);
        sum = apply(op, if first { [sum, x, x] } else { [x, sum, x] })?;
    }
    Some(sum)
}

/// [`PlanValues::dot`], operation by operation.
#[inline]
pub(crate) fn dot_in_order<'c, Op: Copy, V: Copy + 'c>(
    mut apply: impl FnMut(Op, [V; 3]) -> Option<V>,
    [mul, add]: [Op; 2],
    first: bool,
    mut sum: V,
    factors: impl Iterator<Item = (&'c V, &'c V)>,
) -> Option<V> {
    for (a, b) in factors {
        let product = apply(mul, [*a, *b, *a])?;
        sum = apply(
            add,
            if first {
                [sum, product, sum]
            } else {
                [product, sum, sum]
            },
        )?;
    }
    Some(sum)
}

/// [`PlanValues::contract`], operation by operation.
#[inline]
pub(crate) fn contract_in_order<'c, Op: Copy, V: Copy + 'c>(
    mut apply: impl FnMut(Op, [V; 3]) -> Option<V>,
    [mul, add]: [Op; 2],
    order: [bool; 2],
    c: &mut [V],
    rows: i64,
    row: impl Fn(i64) -> Option<(V, &'c [V])>,
) -> Option<()> {
    for n in 0..rows {
        let (a, b) = row(n)?;
        for (c, b) in c.iter_mut().zip(b) {
            let product = apply(mul, if order[0] { [a, *b, a] } else { [*b, a, a] })?;
            *c = apply(add, if order[1] { [*c, product, a] } else { [product, *c, a] })?;
        }
    }
    Some(())
}

/// Data as the domain has it.
pub(crate) struct Applied<'d, D: Accelerated>(pub &'d mut D);

impl<D: Accelerated> PlanValues<D> for Applied<'_, D> {
    type V = D::Data;
    type Op = (ScalarCall, u8);

    fn blank(&mut self) -> D::Data {
        self.0.constant(Scalar::bool(false))
    }

    fn op(&mut self, call: &ScalarCall, types: &[ScalarType]) -> Option<(ScalarCall, u8)> {
        Some((*call, types.len() as u8))
    }

    #[inline]
    fn apply(&mut self, (call, arity): (ScalarCall, u8), args: [D::Data; 3]) -> Option<D::Data> {
        self.0.apply(&call, &args[..usize::from(arity)]).ok()
    }

    // Data may be large, so only operands are moved.
    fn each(&mut self, op: (ScalarCall, u8), d: &mut [D::Data], args: [Column<'_, D::Data>; 3]) -> Option<()> {
        let ((call, arity), [x, y, z]) = (op, args);
        if self.are_direct([op]) {
            match arity {
                1 => zip(d, x, x, |x, _| D::direct(&call, &[x])),
                2 => zip(d, x, y, |x, y| D::direct(&call, &[x, y])),
                _ => zip3(d, args, |x, y, z| D::direct(&call, &[x, y, z])),
            }
            return Some(());
        }
        for (n, value) in d.iter_mut().enumerate() {
            let result = match arity {
                1 => self.0.apply(&call, &[x.get(n)]),
                2 => self.0.apply(&call, &[x.get(n), y.get(n)]),
                _ => self.0.apply(&call, &[x.get(n), y.get(n), z.get(n)]),
            };
            *value = result.ok()?;
        }
        Some(())
    }

    fn pair(
        &mut self,
        ops: [(ScalarCall, u8); 2],
        left: bool,
        d: &mut [D::Data],
        args: [Column<'_, D::Data>; 3],
    ) -> Option<()> {
        let ([(first, _), (second, _)], [x, y, z]) = (ops, args);
        if self.are_direct(ops) {
            zip3(d, args, |x, y, z| {
                let between = D::direct(&first, &[x, y]);
                D::direct(&second, &if left { [between, z] } else { [z, between] })
            });
            return Some(());
        }
        for (n, value) in d.iter_mut().enumerate() {
            let between = self.0.apply(&first, &[x.get(n), y.get(n)]).ok()?;
            let z = z.get(n);
            let operands = if left { [between, z] } else { [z, between] };
            *value = self.0.apply(&second, &operands).ok()?;
        }
        Some(())
    }

    fn fold(
        &mut self,
        op: (ScalarCall, u8),
        first: bool,
        sum: D::Data,
        x: Column<'_, D::Data>,
        count: usize,
    ) -> Option<D::Data> {
        match self.are_direct([op]) {
            true => fold_column_in_order(direct::<D>, op, first, sum, x, count),
            false => fold_column_in_order(|op, args| self.apply(op, args), op, first, sum, x, count),
        }
    }

    fn dot<'c>(
        &mut self,
        ops: [(ScalarCall, u8); 2],
        first: bool,
        sum: D::Data,
        factors: impl Iterator<Item = (&'c D::Data, &'c D::Data)>,
    ) -> Option<D::Data>
    where
        D::Data: 'c,
    {
        match self.are_direct(ops) {
            true => dot_in_order(direct::<D>, ops, first, sum, factors),
            false => dot_in_order(|op, args| self.apply(op, args), ops, first, sum, factors),
        }
    }

    fn contract<'c>(
        &mut self,
        ops: [(ScalarCall, u8); 2],
        order: [bool; 2],
        c: &mut [D::Data],
        rows: i64,
        row: impl Fn(i64) -> Option<(D::Data, &'c [D::Data])>,
    ) -> Option<()>
    where
        D::Data: 'c,
    {
        match self.are_direct(ops) {
            true => contract_in_order(direct::<D>, ops, order, c, rows, row),
            false => contract_in_order(|op, args| self.apply(op, args), ops, order, c, rows, row),
        }
    }

    fn constant(&mut self, value: Scalar) -> Option<D::Data> {
        Some(self.0.constant(value))
    }

    fn truth(&self, value: D::Data) -> Option<bool> {
        self.0.known(value).map(Scalar::is_true)
    }

    fn take(&self, data: D::Data, _ty: ScalarType) -> Option<D::Data> {
        Some(data)
    }

    fn give(&mut self, value: D::Data, _ty: ScalarType) -> D::Data {
        value
    }
}

impl<D: Accelerated> Applied<'_, D> {
    fn are_direct<const N: usize>(&self, ops: [(ScalarCall, u8); N]) -> bool {
        ops.iter().all(|(call, _)| self.0.is_direct(call))
    }
}

/// [`Accelerated::direct`] as [`PlanValues::apply`] has it.
#[inline(always)]
fn direct<D: Accelerated>((call, arity): (ScalarCall, u8), [x, y, z]: [D::Data; 3]) -> Option<D::Data> {
    Some(match arity {
        1 => D::direct(&call, &[x]),
        2 => D::direct(&call, &[x, y]),
        _ => D::direct(&call, &[x, y, z]),
    })
}
