//! Single constraints.

use crate::aff::div_term;
use crate::obj::{lists, objects, ops, printed};
use crate::{Aff, AffData, DimKind, DimRef, LocalSpace, Result, Space, Val};

objects! {
    Constraint(isl_constraint: isl_constraint_copy, isl_constraint_free) "One affine equality or inequality.";
}

printed! {
    Constraint = isl_printer_print_constraint;
}

lists! {
    Constraint(isl_constraint_list: isl_constraint_list_alloc, isl_constraint_list_add, isl_constraint_list_copy, isl_constraint_list_free, isl_constraint_list_size, isl_constraint_list_get_at);
}

ops! { Constraint {
    alloc_equality(ls: LocalSpace) -> Constraint = isl_constraint_alloc_equality;
    alloc_inequality(ls: LocalSpace) -> Constraint = isl_constraint_alloc_inequality;
    cmp_last_non_zero(&self, c2: &Constraint) -> i32 = isl_constraint_cmp_last_non_zero;
    dim(&self, kind: DimKind) -> usize = isl_constraint_dim;
    aff(&self) -> Aff = isl_constraint_get_aff;
    bound(&self, kind: DimKind, pos: usize) -> Aff = isl_constraint_get_bound;
    coefficient_val(&self, kind: DimKind, pos: usize) -> Val = isl_constraint_get_coefficient_val;
    constant_val(&self) -> Val = isl_constraint_get_constant_val;
    dim_name(&self, kind: DimKind, pos: usize) -> Option<String> = isl_constraint_get_dim_name;
    div(&self, pos: usize) -> Aff = isl_constraint_get_div;
    local_space(&self) -> LocalSpace = isl_constraint_get_local_space;
    space(&self) -> Space = isl_constraint_get_space;
    involves_dims(&self, kind: DimKind, first: usize, n: usize) -> bool = isl_constraint_involves_dims if in_range;
    is_div_constraint(&self) -> bool = isl_constraint_is_div_constraint;
    is_equal(&self, constraint2: &Constraint) -> bool = isl_constraint_is_equal;
    is_equality(&self) -> bool = isl_constraint_is_equality;
    is_lower_bound(&self, kind: DimKind, pos: usize) -> bool = isl_constraint_is_lower_bound;
    is_upper_bound(&self, kind: DimKind, pos: usize) -> bool = isl_constraint_is_upper_bound;
    negate(self) -> Constraint = isl_constraint_negate;
    plain_cmp(&self, c2: &Constraint) -> i32 = isl_constraint_plain_cmp;
    set_coefficient_si(self, kind: DimKind, pos: usize, v: i32) -> Constraint = isl_constraint_set_coefficient_si;
    set_coefficient_val(self, kind: DimKind, pos: usize, v: Val) -> Constraint = isl_constraint_set_coefficient_val;
    set_constant_si(self, v: i32) -> Constraint = isl_constraint_set_constant_si;
    set_constant_val(self, v: Val) -> Constraint = isl_constraint_set_constant_val;
    to_list(self) -> Vec<Constraint> = isl_constraint_to_list;
} }

/// One constraint as plain data: `aff == 0` or `aff >= 0`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConstraintData {
    /// True for `== 0`, false for `>= 0`.
    pub equality: bool,
    /// The left side; its denominator is 1.
    pub aff: AffData,
}

impl Constraint {
    /// The constraint as plain data. Dimensions are `Set` for a set, `In` and `Out` for a map.
    ///
    /// # Errors
    /// [`PolyError::OutOfRange`](crate::PolyError::OutOfRange) for numbers beyond `i64`; isl's own for a constraint of a
    /// map that involves integer divisions (wrap the map first) and for divisions without a known expression.
    pub fn to_data(&self) -> Result<ConstraintData> {
        self.data(false)
    }

    /// As [`Constraint::to_data`]; a division without a known expression is a term of kind `Div`: the set has the points for
    /// which there are such integers.
    ///
    /// # Errors
    /// As [`Constraint::to_data`], divisions apart.
    pub fn to_open_data(&self) -> Result<ConstraintData> {
        self.data(true)
    }

    fn data(&self, open: bool) -> Result<ConstraintData> {
        let space = self.space()?;
        let kinds: &[DimKind] = match space.is_set()? {
            true => &[DimKind::Param, DimKind::Set],
            false => &[DimKind::Param, DimKind::In, DimKind::Out],
        };
        let mut terms = Vec::new();
        for &kind in kinds {
            for pos in 0..self.dim(kind)? {
                let coefficient = self.coefficient_val(kind, pos)?.to_i64()?;
                if coefficient != 0 {
                    terms.push((
                        DimRef {
                            kind,
                            pos,
                            name: space.dim_name(kind, pos)?,
                        },
                        coefficient,
                    ));
                }
            }
        }
        let mut divs = Vec::new();
        for pos in 0..self.dim(DimKind::Div)? {
            let coefficient = self.coefficient_val(DimKind::Div, pos)?.to_i64()?;
            if coefficient != 0 {
                let kind = (DimKind::Set, open);
                div_term(pos, coefficient, self.div(pos), kind, (&mut terms, &mut divs))?;
            }
        }
        let aff = AffData {
            constant: self.constant_val()?.to_i64()?,
            denominator: 1,
            terms,
            divs,
        };
        Ok(ConstraintData {
            equality: self.is_equality()?,
            aff,
        })
    }
}
