//! Quasi-affine expressions, plain and piecewise.

use crate::callback::{PieceEnv, piece};
use crate::obj::{lists, objects, ops, texts};
use crate::text::parses;
use crate::{
    BasicSet, DimKind, Id, LocalSpace, Map, MultiAff, MultiPwAff, Point, PwMultiAff, Result, Set, Space, UnionPwAff,
    Val, sys,
};

objects! {
    Aff(isl_aff: isl_aff_copy, isl_aff_free) "A quasi-affine expression: `(constant + sum of coefficients * dims + sum of coefficients * floors) / denominator`.";
    PwAff(isl_pw_aff: isl_pw_aff_copy, isl_pw_aff_free) "A quasi-affine expression by pieces of its domain.";
}

texts! {
    Aff = isl_aff_to_str;
    PwAff = isl_pw_aff_to_str;
}

parses! {
    Aff = isl_aff_read_from_str;
    PwAff = isl_pw_aff_read_from_str;
}

lists! {
    Aff(isl_aff_list: isl_aff_list_alloc, isl_aff_list_add, isl_aff_list_copy, isl_aff_list_free, isl_aff_list_size, isl_aff_list_get_at);
    PwAff(isl_pw_aff_list: isl_pw_aff_list_alloc, isl_pw_aff_list_add, isl_pw_aff_list_copy, isl_pw_aff_list_free, isl_pw_aff_list_size, isl_pw_aff_list_get_at);
}

ops! { Aff {
    add(self, aff2: Aff) -> Aff = isl_aff_add;
    add_coefficient_si(self, kind: DimKind, pos: usize, v: i32) -> Aff = isl_aff_add_coefficient_si;
    add_coefficient_val(self, kind: DimKind, pos: usize, v: Val) -> Aff = isl_aff_add_coefficient_val;
    add_constant_num_si(self, v: i32) -> Aff = isl_aff_add_constant_num_si;
    add_constant_si(self, v: i32) -> Aff = isl_aff_add_constant_si;
    add_constant_val(self, v: Val) -> Aff = isl_aff_add_constant_val;
    add_dims(self, kind: DimKind, n: usize) -> Aff = isl_aff_add_dims;
    align_params(self, model: Space) -> Aff = isl_aff_align_params;
    bind_id(self, id: Id) -> BasicSet = isl_aff_bind_id;
    ceil(self) -> Aff = isl_aff_ceil;
    coefficient_sgn(&self, kind: DimKind, pos: usize) -> i32 = isl_aff_coefficient_sgn;
    dim(&self, kind: DimKind) -> usize = isl_aff_dim;
    div(self, aff2: Aff) -> Aff = isl_aff_div;
    domain_reverse(self) -> Aff = isl_aff_domain_reverse;
    drop_dims(self, kind: DimKind, first: usize, n: usize) -> Aff = isl_aff_drop_dims if in_range;
    eq_basic_set(self, aff2: Aff) -> BasicSet = isl_aff_eq_basic_set;
    eq_set(self, aff2: Aff) -> Set = isl_aff_eq_set;
    eval(self, pnt: Point) -> Val = isl_aff_eval;
    find_dim_by_name(&self, kind: DimKind, name: &str) -> Option<usize> = isl_aff_find_dim_by_name;
    floor(self) -> Aff = isl_aff_floor;
    from_range(self) -> Aff = isl_aff_from_range;
    ge_basic_set(self, aff2: Aff) -> BasicSet = isl_aff_ge_basic_set;
    ge_set(self, aff2: Aff) -> Set = isl_aff_ge_set;
    coefficient_val(&self, kind: DimKind, pos: usize) -> Val = isl_aff_get_coefficient_val;
    constant_val(&self) -> Val = isl_aff_get_constant_val;
    denominator_val(&self) -> Val = isl_aff_get_denominator_val;
    dim_name(&self, kind: DimKind, pos: usize) -> Option<String> = isl_aff_get_dim_name;
    get_div(&self, pos: usize) -> Aff = isl_aff_get_div;
    domain_local_space(&self) -> LocalSpace = isl_aff_get_domain_local_space;
    domain_space(&self) -> Space = isl_aff_get_domain_space;
    local_space(&self) -> LocalSpace = isl_aff_get_local_space;
    space(&self) -> Space = isl_aff_get_space;
    gist(self, context: Set) -> Aff = isl_aff_gist;
    gist_params(self, context: Set) -> Aff = isl_aff_gist_params;
    gt_basic_set(self, aff2: Aff) -> BasicSet = isl_aff_gt_basic_set;
    gt_set(self, aff2: Aff) -> Set = isl_aff_gt_set;
    insert_dims(self, kind: DimKind, first: usize, n: usize) -> Aff = isl_aff_insert_dims;
    involves_dims(&self, kind: DimKind, first: usize, n: usize) -> bool = isl_aff_involves_dims if in_range;
    involves_locals(&self) -> bool = isl_aff_involves_locals;
    is_cst(&self) -> bool = isl_aff_is_cst;
    is_nan(&self) -> bool = isl_aff_is_nan;
    le_basic_set(self, aff2: Aff) -> BasicSet = isl_aff_le_basic_set;
    le_set(self, aff2: Aff) -> Set = isl_aff_le_set;
    lt_basic_set(self, aff2: Aff) -> BasicSet = isl_aff_lt_basic_set;
    lt_set(self, aff2: Aff) -> Set = isl_aff_lt_set;
    mod_val(self, modulus: Val) -> Aff = isl_aff_mod_val;
    move_dims(self, dst_type: DimKind, dst_pos: usize, src_type: DimKind, src_pos: usize, n: usize) -> Aff = isl_aff_move_dims if target_in_range;
    mul(self, aff2: Aff) -> Aff = isl_aff_mul;
    nan_on_domain(ls: LocalSpace) -> Aff = isl_aff_nan_on_domain;
    nan_on_domain_space(space: Space) -> Aff = isl_aff_nan_on_domain_space;
    ne_set(self, aff2: Aff) -> Set = isl_aff_ne_set;
    neg(self) -> Aff = isl_aff_neg;
    neg_basic_set(self) -> BasicSet = isl_aff_neg_basic_set;
    param_on_domain_space_id(space: Space, id: Id) -> Aff = isl_aff_param_on_domain_space_id;
    plain_is_equal(&self, aff2: &Aff) -> bool = isl_aff_plain_is_equal;
    plain_is_zero(&self) -> bool = isl_aff_plain_is_zero;
    project_domain_on_params(self) -> Aff = isl_aff_project_domain_on_params;
    pullback_aff(self, aff2: Aff) -> Aff = isl_aff_pullback_aff if not_nan;
    pullback_multi_aff(self, ma: MultiAff) -> Aff = isl_aff_pullback_multi_aff if not_nan;
    scale_down_ui(self, f: usize) -> Aff = isl_aff_scale_down_ui;
    scale_down_val(self, v: Val) -> Aff = isl_aff_scale_down_val;
    scale_val(self, v: Val) -> Aff = isl_aff_scale_val;
    set_coefficient_si(self, kind: DimKind, pos: usize, v: i32) -> Aff = isl_aff_set_coefficient_si;
    set_coefficient_val(self, kind: DimKind, pos: usize, v: Val) -> Aff = isl_aff_set_coefficient_val;
    set_constant_si(self, v: i32) -> Aff = isl_aff_set_constant_si;
    set_constant_val(self, v: Val) -> Aff = isl_aff_set_constant_val;
    set_dim_id(self, kind: DimKind, pos: usize, id: Id) -> Aff = isl_aff_set_dim_id;
    set_dim_name(self, kind: DimKind, pos: usize, s: &str) -> Aff = isl_aff_set_dim_name;
    set_tuple_id(self, kind: DimKind, id: Id) -> Aff = isl_aff_set_tuple_id;
    sub(self, aff2: Aff) -> Aff = isl_aff_sub;
    to_list(self) -> Vec<Aff> = isl_aff_to_list;
    val_on_domain(ls: LocalSpace, val: Val) -> Aff = isl_aff_val_on_domain;
    val_on_domain_space(space: Space, val: Val) -> Aff = isl_aff_val_on_domain_space;
    var_on_domain(ls: LocalSpace, kind: DimKind, pos: usize) -> Aff = isl_aff_var_on_domain;
    zero_basic_set(self) -> BasicSet = isl_aff_zero_basic_set;
    zero_on_domain(ls: LocalSpace) -> Aff = isl_aff_zero_on_domain;
    zero_on_domain_space(space: Space) -> Aff = isl_aff_zero_on_domain_space;
} }

ops! { PwAff {
    add(self, pwaff2: PwAff) -> PwAff = isl_pw_aff_add;
    add_constant_val(self, v: Val) -> PwAff = isl_pw_aff_add_constant_val;
    add_dims(self, kind: DimKind, n: usize) -> PwAff = isl_pw_aff_add_dims;
    align_params(self, model: Space) -> PwAff = isl_pw_aff_align_params;
    alloc(set: Set, aff: Aff) -> PwAff = isl_pw_aff_alloc;
    as_aff(self) -> Aff = isl_pw_aff_as_aff;
    as_map(self) -> Map = isl_pw_aff_as_map;
    bind_id(self, id: Id) -> Set = isl_pw_aff_bind_id;
    ceil(self) -> PwAff = isl_pw_aff_ceil;
    coalesce(self) -> PwAff = isl_pw_aff_coalesce;
    cond(self, pwaff_true: PwAff, pwaff_false: PwAff) -> PwAff = isl_pw_aff_cond;
    dim(&self, kind: DimKind) -> usize = isl_pw_aff_dim;
    div(self, pa2: PwAff) -> PwAff = isl_pw_aff_div;
    domain(self) -> Set = isl_pw_aff_domain;
    domain_reverse(self) -> PwAff = isl_pw_aff_domain_reverse;
    drop_dims(self, kind: DimKind, first: usize, n: usize) -> PwAff = isl_pw_aff_drop_dims if in_range;
    drop_unused_params(self) -> PwAff = isl_pw_aff_drop_unused_params;
    empty(space: Space) -> PwAff = isl_pw_aff_empty;
    eq_map(self, pa2: PwAff) -> Map = isl_pw_aff_eq_map;
    eq_set(self, pwaff2: PwAff) -> Set = isl_pw_aff_eq_set;
    eval(self, pnt: Point) -> Val = isl_pw_aff_eval;
    find_dim_by_name(&self, kind: DimKind, name: &str) -> Option<usize> = isl_pw_aff_find_dim_by_name;
    floor(self) -> PwAff = isl_pw_aff_floor;
    from_aff(aff: Aff) -> PwAff = isl_pw_aff_from_aff;
    from_range(self) -> PwAff = isl_pw_aff_from_range;
    ge_map(self, pa2: PwAff) -> Map = isl_pw_aff_ge_map;
    ge_set(self, pwaff2: PwAff) -> Set = isl_pw_aff_ge_set;
    dim_id(&self, kind: DimKind, pos: usize) -> Id = isl_pw_aff_get_dim_id;
    dim_name(&self, kind: DimKind, pos: usize) -> Option<String> = isl_pw_aff_get_dim_name;
    domain_space(&self) -> Space = isl_pw_aff_get_domain_space;
    space(&self) -> Space = isl_pw_aff_get_space;
    tuple_id(&self, kind: DimKind) -> Id = isl_pw_aff_get_tuple_id;
    gist(self, context: Set) -> PwAff = isl_pw_aff_gist;
    gist_params(self, context: Set) -> PwAff = isl_pw_aff_gist_params;
    gt_map(self, pa2: PwAff) -> Map = isl_pw_aff_gt_map;
    gt_set(self, pwaff2: PwAff) -> Set = isl_pw_aff_gt_set;
    has_dim_id(&self, kind: DimKind, pos: usize) -> bool = isl_pw_aff_has_dim_id;
    has_tuple_id(&self, kind: DimKind) -> bool = isl_pw_aff_has_tuple_id;
    insert_dims(self, kind: DimKind, first: usize, n: usize) -> PwAff = isl_pw_aff_insert_dims;
    insert_domain(self, domain: Space) -> PwAff = isl_pw_aff_insert_domain;
    intersect_domain(self, set: Set) -> PwAff = isl_pw_aff_intersect_domain;
    intersect_domain_wrapped_domain(self, set: Set) -> PwAff = isl_pw_aff_intersect_domain_wrapped_domain;
    intersect_domain_wrapped_range(self, set: Set) -> PwAff = isl_pw_aff_intersect_domain_wrapped_range;
    intersect_params(self, set: Set) -> PwAff = isl_pw_aff_intersect_params;
    involves_dims(&self, kind: DimKind, first: usize, n: usize) -> bool = isl_pw_aff_involves_dims if in_range;
    involves_nan(&self) -> bool = isl_pw_aff_involves_nan;
    involves_param_id(&self, id: &Id) -> bool = isl_pw_aff_involves_param_id;
    is_cst(&self) -> bool = isl_pw_aff_is_cst;
    is_empty(&self) -> bool = isl_pw_aff_is_empty;
    is_equal(&self, pa2: &PwAff) -> bool = isl_pw_aff_is_equal;
    isa_aff(&self) -> bool = isl_pw_aff_isa_aff;
    le_map(self, pa2: PwAff) -> Map = isl_pw_aff_le_map;
    le_set(self, pwaff2: PwAff) -> Set = isl_pw_aff_le_set;
    lt_map(self, pa2: PwAff) -> Map = isl_pw_aff_lt_map;
    lt_set(self, pwaff2: PwAff) -> Set = isl_pw_aff_lt_set;
    max(self, pwaff2: PwAff) -> PwAff = isl_pw_aff_max;
    max_val(self) -> Val = isl_pw_aff_max_val;
    min(self, pwaff2: PwAff) -> PwAff = isl_pw_aff_min;
    min_val(self) -> Val = isl_pw_aff_min_val;
    mod_val(self, modulus: Val) -> PwAff = isl_pw_aff_mod_val;
    move_dims(self, dst_type: DimKind, dst_pos: usize, src_type: DimKind, src_pos: usize, n: usize) -> PwAff = isl_pw_aff_move_dims if target_in_range;
    mul(self, pwaff2: PwAff) -> PwAff = isl_pw_aff_mul;
    n_piece(&self) -> usize = isl_pw_aff_n_piece;
    nan_on_domain(ls: LocalSpace) -> PwAff = isl_pw_aff_nan_on_domain;
    nan_on_domain_space(space: Space) -> PwAff = isl_pw_aff_nan_on_domain_space;
    ne_set(self, pwaff2: PwAff) -> Set = isl_pw_aff_ne_set;
    neg(self) -> PwAff = isl_pw_aff_neg;
    non_zero_set(self) -> Set = isl_pw_aff_non_zero_set;
    nonneg_set(self) -> Set = isl_pw_aff_nonneg_set;
    param_on_domain_id(domain: Set, id: Id) -> PwAff = isl_pw_aff_param_on_domain_id;
    params(self) -> Set = isl_pw_aff_params;
    plain_cmp(&self, pa2: &PwAff) -> i32 = isl_pw_aff_plain_cmp;
    plain_is_equal(&self, pwaff2: &PwAff) -> bool = isl_pw_aff_plain_is_equal;
    pos_set(self) -> Set = isl_pw_aff_pos_set;
    project_domain_on_params(self) -> PwAff = isl_pw_aff_project_domain_on_params;
    pullback_multi_aff(self, ma: MultiAff) -> PwAff = isl_pw_aff_pullback_multi_aff if not_nan;
    pullback_multi_pw_aff(self, mpa: MultiPwAff) -> PwAff = isl_pw_aff_pullback_multi_pw_aff if not_nan;
    pullback_pw_multi_aff(self, pma: PwMultiAff) -> PwAff = isl_pw_aff_pullback_pw_multi_aff if not_nan;
    reset_tuple_id(self, kind: DimKind) -> PwAff = isl_pw_aff_reset_tuple_id;
    reset_user(self) -> PwAff = isl_pw_aff_reset_user;
    scale_down_val(self, f: Val) -> PwAff = isl_pw_aff_scale_down_val;
    scale_val(self, v: Val) -> PwAff = isl_pw_aff_scale_val;
    set_dim_id(self, kind: DimKind, pos: usize, id: Id) -> PwAff = isl_pw_aff_set_dim_id;
    set_tuple_id(self, kind: DimKind, id: Id) -> PwAff = isl_pw_aff_set_tuple_id;
    sub(self, pwaff2: PwAff) -> PwAff = isl_pw_aff_sub;
    subtract_domain(self, set: Set) -> PwAff = isl_pw_aff_subtract_domain;
    tdiv_q(self, pa2: PwAff) -> PwAff = isl_pw_aff_tdiv_q;
    tdiv_r(self, pa2: PwAff) -> PwAff = isl_pw_aff_tdiv_r;
    to_list(self) -> Vec<PwAff> = isl_pw_aff_to_list;
    to_union_pw_aff(self) -> UnionPwAff = isl_pw_aff_to_union_pw_aff;
    union_add(self, pwaff2: PwAff) -> PwAff = isl_pw_aff_union_add;
    union_max(self, pwaff2: PwAff) -> PwAff = isl_pw_aff_union_max;
    union_min(self, pwaff2: PwAff) -> PwAff = isl_pw_aff_union_min;
    val_on_domain(domain: Set, v: Val) -> PwAff = isl_pw_aff_val_on_domain;
    var_on_domain(ls: LocalSpace, kind: DimKind, pos: usize) -> PwAff = isl_pw_aff_var_on_domain;
    zero_on_domain(ls: LocalSpace) -> PwAff = isl_pw_aff_zero_on_domain;
    zero_set(self) -> Set = isl_pw_aff_zero_set;
} }

/// A dimension, by place and, if it has one, by name.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct DimRef {
    /// Which dimensions.
    pub kind: DimKind,
    /// Its place among them.
    pub pos: usize,
    /// Its name.
    pub name: Option<String>,
}

/// `(constant + sum of coefficient * dim + sum of coefficient * floor(div)) / denominator`, as plain data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AffData {
    /// The constant of the numerator.
    pub constant: i64,
    /// The denominator, at least 1.
    pub denominator: i64,
    /// Dimensions with their coefficients, none of them zero.
    pub terms: Vec<(DimRef, i64)>,
    /// Floors with their coefficients, none of them zero.
    pub divs: Vec<DivData>,
}

/// `coefficient * floor(of)`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DivData {
    /// The factor before the floor.
    pub coefficient: i64,
    /// What is rounded down.
    pub of: AffData,
}

impl Aff {
    /// The expression as plain data. Dimensions are `Param` and `In`.
    ///
    /// # Errors
    /// [`PolyError::OutOfRange`](crate::PolyError::OutOfRange) for numbers beyond `i64` and for NaN.
    pub fn to_data(&self) -> Result<AffData> {
        self.data_over(DimKind::In, false)
    }

    /// As [`Aff::to_data`], with the dimensions of the domain called `kind`; if `open`, divisions without a known expression
    /// are terms.
    pub(crate) fn data_over(&self, kind: DimKind, open: bool) -> Result<AffData> {
        let denominator = self.denominator_val()?;
        let whole = self.clone().scale_val(denominator.clone())?;
        let mut terms = Vec::new();
        for (of, called) in [(DimKind::Param, DimKind::Param), (DimKind::In, kind)] {
            for pos in 0..self.dim(of)? {
                let coefficient = whole.coefficient_val(of, pos)?.to_i64()?;
                if coefficient != 0 {
                    terms.push((
                        DimRef {
                            kind: called,
                            pos,
                            name: self.dim_name(of, pos)?,
                        },
                        coefficient,
                    ));
                }
            }
        }
        let mut divs = Vec::new();
        for pos in 0..whole.dim(DimKind::Div)? {
            let coefficient = whole.coefficient_val(DimKind::Div, pos)?.to_i64()?;
            if coefficient != 0 {
                div_term(
                    pos,
                    coefficient,
                    whole.get_div(pos),
                    (kind, open),
                    (&mut terms, &mut divs),
                )?;
            }
        }
        Ok(AffData {
            constant: whole.constant_val()?.to_i64()?,
            denominator: denominator.to_i64()?,
            terms,
            divs,
        })
    }
}

/// Adds `coefficient` times a division, which has no expression if isl does not know one.
pub(crate) fn div_term(
    pos: usize,
    coefficient: i64,
    of: Result<Aff>,
    (kind, open): (DimKind, bool),
    (terms, divs): (&mut Vec<(DimRef, i64)>, &mut Vec<DivData>),
) -> Result<()> {
    match of {
        Ok(of) => divs.push(DivData {
            coefficient,
            of: of.data_over(kind, open)?,
        }),
        Err(error) if !open || error.is_budget() => return Err(error),
        Err(_) => {
            let (kind, name) = (DimKind::Div, None);
            terms.push((DimRef { kind, pos, name }, coefficient));
        }
    }
    Ok(())
}

impl PwAff {
    /// Its pieces: where, and what there.
    pub fn pieces(&self) -> Result<Vec<(Set, Aff)>> {
        let mut pieces = Vec::new();
        let mut add = |set: Set, aff: Aff| {
            pieces.push((set, aff));
            Ok(())
        };
        let mut env = PieceEnv::new(self.ctx(), &mut add);
        // SAFETY: the object is live; the trampoline gets the environment it expects, alone.
        let answer = unsafe { sys::isl_pw_aff_foreach_piece(self.0.keep(), piece::<Aff>, env.user()) };
        env.finish(answer)?;
        Ok(pieces)
    }
}
