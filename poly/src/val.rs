//! Numbers: exact, of any size.

use crate::obj::{lists, objects, ops, texts};
use crate::text::{parses, parses_free};
use crate::{Ctx, DimKind, Id, PolyError, Result, Space};

objects! {
    Val(isl_val: isl_val_copy, isl_val_free) "An exact rational number, infinity or NaN.";
    MultiVal(isl_multi_val: isl_multi_val_copy, isl_multi_val_free) "A tuple of numbers.";
}

texts! {
    Val = isl_val_to_str;
    MultiVal = isl_multi_val_to_str;
}

parses! {
    MultiVal = isl_multi_val_read_from_str;
}

parses_free! {
    Val = isl_stream_read_val keep;
}

lists! {
    Val(isl_val_list: isl_val_list_alloc, isl_val_list_add, isl_val_list_copy, isl_val_list_free, isl_val_list_size, isl_val_list_get_at);
}

ops! { Val {
    exp2(self) -> Val = isl_val_2exp if small;
    abs(self) -> Val = isl_val_abs;
    abs_eq(&self, v2: &Val) -> bool = isl_val_abs_eq;
    add(self, v2: Val) -> Val = isl_val_add;
    add_ui(self, v2: u64) -> Val = isl_val_add_ui;
    ceil(self) -> Val = isl_val_ceil;
    cmp_si(&self, i: i64) -> i32 = isl_val_cmp_si;
    div(self, v2: Val) -> Val = isl_val_div;
    div_ui(self, v2: u64) -> Val = isl_val_div_ui;
    eq(&self, v2: &Val) -> bool = isl_val_eq;
    eq_si(&self, i: i64) -> bool = isl_val_eq_si;
    floor(self) -> Val = isl_val_floor;
    gcd(self, v2: Val) -> Val = isl_val_gcd;
    ge(&self, v2: &Val) -> bool = isl_val_ge;
    den_val(&self) -> Val = isl_val_get_den_val;
    gt(&self, v2: &Val) -> bool = isl_val_gt;
    gt_si(&self, i: i64) -> bool = isl_val_gt_si;
    infty(ctx: &Ctx) -> Val = isl_val_infty;
    int_from_si(ctx: &Ctx, i: i64) -> Val = isl_val_int_from_si;
    int_from_ui(ctx: &Ctx, u: u64) -> Val = isl_val_int_from_ui;
    inv(self) -> Val = isl_val_inv;
    is_divisible_by(&self, v2: &Val) -> bool = isl_val_is_divisible_by;
    is_infty(&self) -> bool = isl_val_is_infty;
    is_int(&self) -> bool = isl_val_is_int;
    is_nan(&self) -> bool = isl_val_is_nan;
    is_neg(&self) -> bool = isl_val_is_neg;
    is_neginfty(&self) -> bool = isl_val_is_neginfty;
    is_negone(&self) -> bool = isl_val_is_negone;
    is_nonneg(&self) -> bool = isl_val_is_nonneg;
    is_nonpos(&self) -> bool = isl_val_is_nonpos;
    is_one(&self) -> bool = isl_val_is_one;
    is_pos(&self) -> bool = isl_val_is_pos;
    is_rat(&self) -> bool = isl_val_is_rat;
    is_zero(&self) -> bool = isl_val_is_zero;
    le(&self, v2: &Val) -> bool = isl_val_le;
    lt(&self, v2: &Val) -> bool = isl_val_lt;
    max(self, v2: Val) -> Val = isl_val_max;
    min(self, v2: Val) -> Val = isl_val_min;
    modulo(self, v2: Val) -> Val = isl_val_mod if by_nonzero;
    mul(self, v2: Val) -> Val = isl_val_mul;
    mul_ui(self, v2: u64) -> Val = isl_val_mul_ui;
    nan(ctx: &Ctx) -> Val = isl_val_nan;
    ne(&self, v2: &Val) -> bool = isl_val_ne;
    neg(self) -> Val = isl_val_neg;
    neginfty(ctx: &Ctx) -> Val = isl_val_neginfty;
    negone(ctx: &Ctx) -> Val = isl_val_negone;
    one(ctx: &Ctx) -> Val = isl_val_one;
    pow2(self) -> Val = isl_val_pow2 if small;
    set_si(self, i: i64) -> Val = isl_val_set_si;
    sgn(&self) -> i32 = isl_val_sgn;
    sub(self, v2: Val) -> Val = isl_val_sub;
    sub_ui(self, v2: u64) -> Val = isl_val_sub_ui;
    to_list(self) -> Vec<Val> = isl_val_to_list;
    trunc(self) -> Val = isl_val_trunc;
    zero(ctx: &Ctx) -> Val = isl_val_zero;
} }

ops! { MultiVal {
    add(self, multi2: MultiVal) -> MultiVal = isl_multi_val_add;
    add_dims(self, kind: DimKind, n: usize) -> MultiVal = isl_multi_val_add_dims;
    add_val(self, v: Val) -> MultiVal = isl_multi_val_add_val;
    align_params(self, model: Space) -> MultiVal = isl_multi_val_align_params;
    dim(&self, kind: DimKind) -> usize = isl_multi_val_dim;
    drop_dims(self, kind: DimKind, first: usize, n: usize) -> MultiVal = isl_multi_val_drop_dims if in_range;
    factor_range(self) -> MultiVal = isl_multi_val_factor_range;
    find_dim_by_id(&self, kind: DimKind, id: &Id) -> Option<usize> = isl_multi_val_find_dim_by_id;
    find_dim_by_name(&self, kind: DimKind, name: &str) -> Option<usize> = isl_multi_val_find_dim_by_name;
    flat_range_product(self, multi2: MultiVal) -> MultiVal = isl_multi_val_flat_range_product;
    flatten_range(self) -> MultiVal = isl_multi_val_flatten_range;
    from_range(self) -> MultiVal = isl_multi_val_from_range;
    from_val_list(space: Space, list: Vec<Val>) -> MultiVal = isl_multi_val_from_val_list;
    at(&self, pos: usize) -> Val = isl_multi_val_get_at;
    dim_id(&self, kind: DimKind, pos: usize) -> Id = isl_multi_val_get_dim_id;
    domain_space(&self) -> Space = isl_multi_val_get_domain_space;
    list(&self) -> Vec<Val> = isl_multi_val_get_list;
    range_tuple_id(&self) -> Id = isl_multi_val_get_range_tuple_id;
    space(&self) -> Space = isl_multi_val_get_space;
    tuple_id(&self, kind: DimKind) -> Id = isl_multi_val_get_tuple_id;
    tuple_name(&self, kind: DimKind) -> Option<String> = isl_multi_val_get_tuple_name;
    val(&self, pos: usize) -> Val = isl_multi_val_get_val;
    has_range_tuple_id(&self) -> bool = isl_multi_val_has_range_tuple_id;
    has_tuple_id(&self, kind: DimKind) -> bool = isl_multi_val_has_tuple_id;
    insert_dims(self, kind: DimKind, first: usize, n: usize) -> MultiVal = isl_multi_val_insert_dims;
    involves_dims(&self, kind: DimKind, first: usize, n: usize) -> bool = isl_multi_val_involves_dims if in_range;
    involves_nan(&self) -> bool = isl_multi_val_involves_nan;
    is_zero(&self) -> bool = isl_multi_val_is_zero;
    max(self, multi2: MultiVal) -> MultiVal = isl_multi_val_max;
    min(self, multi2: MultiVal) -> MultiVal = isl_multi_val_min;
    mod_multi_val(self, mv: MultiVal) -> MultiVal = isl_multi_val_mod_multi_val if by_nonzeros;
    mod_val(self, v: Val) -> MultiVal = isl_multi_val_mod_val if by_nonzero;
    neg(self) -> MultiVal = isl_multi_val_neg;
    plain_is_equal(&self, multi2: &MultiVal) -> bool = isl_multi_val_plain_is_equal;
    product(self, multi2: MultiVal) -> MultiVal = isl_multi_val_product;
    project_domain_on_params(self) -> MultiVal = isl_multi_val_project_domain_on_params;
    range_factor_domain(self) -> MultiVal = isl_multi_val_range_factor_domain;
    range_factor_range(self) -> MultiVal = isl_multi_val_range_factor_range;
    range_is_wrapping(&self) -> bool = isl_multi_val_range_is_wrapping;
    range_product(self, multi2: MultiVal) -> MultiVal = isl_multi_val_range_product;
    range_splice(self, pos: usize, multi2: MultiVal) -> MultiVal = isl_multi_val_range_splice;
    reset_range_tuple_id(self) -> MultiVal = isl_multi_val_reset_range_tuple_id;
    reset_tuple_id(self, kind: DimKind) -> MultiVal = isl_multi_val_reset_tuple_id;
    reset_user(self) -> MultiVal = isl_multi_val_reset_user;
    scale_down_multi_val(self, mv: MultiVal) -> MultiVal = isl_multi_val_scale_down_multi_val;
    scale_down_val(self, v: Val) -> MultiVal = isl_multi_val_scale_down_val;
    scale_multi_val(self, mv: MultiVal) -> MultiVal = isl_multi_val_scale_multi_val;
    scale_val(self, v: Val) -> MultiVal = isl_multi_val_scale_val;
    set_at(self, pos: usize, el: Val) -> MultiVal = isl_multi_val_set_at;
    set_dim_id(self, kind: DimKind, pos: usize, id: Id) -> MultiVal = isl_multi_val_set_dim_id;
    set_dim_name(self, kind: DimKind, pos: usize, s: &str) -> MultiVal = isl_multi_val_set_dim_name;
    set_range_tuple_id(self, id: Id) -> MultiVal = isl_multi_val_set_range_tuple_id;
    set_tuple_id(self, kind: DimKind, id: Id) -> MultiVal = isl_multi_val_set_tuple_id;
    set_tuple_name(self, kind: DimKind, s: &str) -> MultiVal = isl_multi_val_set_tuple_name;
    set_val(self, pos: usize, el: Val) -> MultiVal = isl_multi_val_set_val;
    size(&self) -> usize = isl_multi_val_size;
    splice(self, in_pos: usize, out_pos: usize, multi2: MultiVal) -> MultiVal = isl_multi_val_splice;
    sub(self, multi2: MultiVal) -> MultiVal = isl_multi_val_sub;
    zero(space: Space) -> MultiVal = isl_multi_val_zero;
} }

impl Val {
    /// A whole number.
    pub fn from_i64(ctx: &Ctx, number: i64) -> Result<Val> {
        Val::int_from_si(ctx, number)
    }

    /// The number, if it is whole and fits.
    ///
    /// # Errors
    /// [`PolyError::OutOfRange`] otherwise.
    pub fn to_i64(&self) -> Result<i64> {
        // Through text: isl's own conversion neither says that it failed nor reads big numbers right.
        let text = self.text()?;
        text.parse().map_err(|_| PolyError::OutOfRange(text))
    }

    /// Numerator and denominator, if both fit.
    ///
    /// # Errors
    /// [`PolyError::OutOfRange`] if not, or if it is no number.
    pub fn to_ratio(&self) -> Result<(i64, i64)> {
        let text = self.text()?;
        let (num, den) = text.split_once('/').unwrap_or((&text, "1"));
        match (num.parse(), den.parse()) {
            (Ok(num), Ok(den)) => Ok((num, den)),
            _ => Err(PolyError::OutOfRange(text)),
        }
    }
}

impl MultiVal {
    /// A tuple of whole numbers in an anonymous space: tile sizes, for one.
    pub fn from_i64s(space: Space, numbers: &[i64]) -> Result<MultiVal> {
        let ctx = space.ctx().clone();
        let numbers = numbers
            .iter()
            .map(|&n| Val::from_i64(&ctx, n))
            .collect::<Result<Vec<_>>>()?;
        MultiVal::from_val_list(space, numbers)
    }
}
