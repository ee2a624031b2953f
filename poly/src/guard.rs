//! What isl should check before it works, and does not: without these, wrong arguments overwrite memory or divide by zero.
//! Found by calling every wrapped function with positions, spaces and values that do not fit.

use crate::{
    Aff, BasicMap, BasicSet, Constraint, DimKind, LocalSpace, Map, MultiAff, MultiPwAff, MultiUnionPwAff, MultiVal,
    PolyError, PwAff, PwMultiAff, Result, Schedule, Set, Space, UnionMap, UnionPwAff, UnionPwMultiAff, UnionSet, Val,
};

fn refuse(message: &str) -> Result<()> {
    Err(PolyError::Invalid {
        message: message.to_owned(),
        at: "polyvet-poly".to_owned(),
    })
}

macro_rules! in_range {
    ($($type:ident),*) => { $(
        impl $type {
            /// `n` dimensions from `first` on exist.
            pub(crate) fn in_range(&self, kind: &DimKind, first: &usize, n: &usize) -> Result<()> {
                match first.checked_add(*n) {
                    Some(end) if end <= self.dim(*kind)? => Ok(()),
                    _ => refuse("position or range out of bounds"),
                }
            }
        }
    )* };
}
in_range! { Aff, BasicMap, BasicSet, Constraint, LocalSpace, Map, MultiAff, MultiPwAff, MultiUnionPwAff, MultiVal, PwAff, PwMultiAff, Set, UnionMap, UnionPwAff, UnionPwMultiAff, UnionSet }

macro_rules! same_space {
    ($($type:ident),*) => { $(
        impl $type {
            /// Both are of one space.
            pub(crate) fn same_space(&self, other: &$type) -> Result<()> {
                match self.space()?.is_equal(&other.space()?)? {
                    true => Ok(()),
                    false => refuse("spaces differ"),
                }
            }
        }
    )* };
}
same_space! { BasicSet, BasicMap }

macro_rules! same_tuples {
    ($($type:ident),*) => { $(
        impl $type {
            /// Both have the same tuples; parameters are isl's to align.
            pub(crate) fn same_tuples(&self, other: &$type) -> Result<()> {
                match self.space()?.has_equal_tuples(&other.space()?)? {
                    true => Ok(()),
                    false => refuse("spaces differ"),
                }
            }
        }
    )* };
}
same_tuples! { Set, Map }

impl Set {
    /// Both are of one space.
    pub(crate) fn same_space_as(&self, other: &BasicSet) -> Result<()> {
        match self.space()?.is_equal(&other.space()?)? {
            true => Ok(()),
            false => refuse("spaces differ"),
        }
    }
}

impl Map {
    /// Both are of one space.
    pub(crate) fn same_space_as(&self, other: &BasicMap) -> Result<()> {
        match self.space()?.is_equal(&other.space()?)? {
            true => Ok(()),
            false => refuse("spaces differ"),
        }
    }
}

macro_rules! target_in_range {
    ($($type:ident),*) => { $(
        impl $type {
            /// Dimensions may be put at `to_pos`.
            pub(crate) fn target_in_range(
                &self,
                to: &DimKind,
                to_pos: &usize,
                _from: &DimKind,
                _from_pos: &usize,
                _n: &usize,
            ) -> Result<()> {
                if *to_pos <= self.dim(*to)? { Ok(()) } else { refuse("position out of bounds") }
            }
        }
    )* };
}
target_in_range! { Aff, BasicMap, BasicSet, Map, MultiAff, MultiPwAff, PwAff, Set, Space }

/// Expressions that may be undefined: after a division by zero, say.
pub(crate) trait HasNan {
    fn has_nan(&self) -> Result<bool>;
}

impl HasNan for Aff {
    fn has_nan(&self) -> Result<bool> {
        self.is_nan()
    }
}

macro_rules! has_nan {
    ($($type:ident),*) => { $(
        impl HasNan for $type {
            fn has_nan(&self) -> Result<bool> {
                self.involves_nan()
            }
        }
    )* };
}
has_nan! { MultiAff, MultiPwAff, PwMultiAff, MultiUnionPwAff, UnionPwMultiAff }

macro_rules! not_nan {
    ($($type:ident),*) => { $(
        impl $type {
            /// What is substituted is a number everywhere: isl divides by the zero that stands for NaN.
            pub(crate) fn not_nan(&self, other: &impl HasNan) -> Result<()> {
                if other.has_nan()? { refuse("not a number") } else { Ok(()) }
            }
        }
    )* };
}
not_nan! {
    Aff, BasicMap, BasicSet, Map, MultiAff, MultiPwAff, MultiUnionPwAff, PwAff, PwMultiAff, Schedule, Set, UnionMap, UnionPwAff,
    UnionPwMultiAff, UnionSet
}

impl BasicMap {
    /// Both have the same parameters, in the same order.
    pub(crate) fn same_params(&self, other: &BasicMap) -> Result<()> {
        match self.space()?.has_equal_params(&other.space()?)? {
            true => Ok(()),
            false => refuse("parameters differ: align them first"),
        }
    }

    /// A product over the domains is defined.
    pub(crate) fn domains_meet(&self, other: &BasicMap) -> Result<()> {
        self.same_params(other)?;
        self.space()?.domain_product(other.space()?).map(drop)
    }

    /// A product over the ranges is defined.
    pub(crate) fn ranges_meet(&self, other: &BasicMap) -> Result<()> {
        self.same_params(other)?;
        self.space()?.range_product(other.space()?).map(drop)
    }
}

impl Set {
    /// It has pieces.
    pub(crate) fn some(&self) -> Result<()> {
        if self.n_basic_set()? == 0 {
            refuse("a set without pieces cannot be lifted")
        } else {
            Ok(())
        }
    }
}

impl Val {
    /// As an exponent it gives a number that fits in memory.
    pub(crate) fn small(&self) -> Result<()> {
        match self.to_i64() {
            Ok(-65_536..=65_536) => Ok(()),
            _ => refuse("not an exponent"),
        }
    }

    /// The divisor is not zero.
    pub(crate) fn by_nonzero(&self, divisor: &Val) -> Result<()> {
        if divisor.is_zero()? {
            refuse("modulo zero")
        } else {
            Ok(())
        }
    }
}

impl MultiVal {
    /// The divisor is not zero.
    pub(crate) fn by_nonzero(&self, divisor: &Val) -> Result<()> {
        if divisor.is_zero()? {
            refuse("modulo zero")
        } else {
            Ok(())
        }
    }

    /// No divisor is zero.
    pub(crate) fn by_nonzeros(&self, divisors: &MultiVal) -> Result<()> {
        (0..divisors.size()?).try_for_each(|at| self.by_nonzero(&divisors.at(at)?))
    }
}
