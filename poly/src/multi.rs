//! Tuples of affine expressions.

use crate::callback::{PieceEnv, piece};
use crate::obj::{lists, objects, ops, texts};
use crate::text::parses;
use crate::{Aff, DimKind, Id, Map, MultiUnionPwAff, MultiVal, PwAff, Result, Set, Space, UnionPwMultiAff, Val, sys};

objects! {
    MultiAff(isl_multi_aff: isl_multi_aff_copy, isl_multi_aff_free) "A tuple of affine expressions.";
    MultiPwAff(isl_multi_pw_aff: isl_multi_pw_aff_copy, isl_multi_pw_aff_free) "A tuple of piecewise affine expressions.";
    PwMultiAff(isl_pw_multi_aff: isl_pw_multi_aff_copy, isl_pw_multi_aff_free) "Tuples of affine expressions by pieces of their domain.";
}

texts! {
    MultiAff = isl_multi_aff_to_str;
    MultiPwAff = isl_multi_pw_aff_to_str;
    PwMultiAff = isl_pw_multi_aff_to_str;
}

parses! {
    MultiAff = isl_multi_aff_read_from_str;
    MultiPwAff = isl_multi_pw_aff_read_from_str;
    PwMultiAff = isl_pw_multi_aff_read_from_str;
}

lists! {
    PwMultiAff(isl_pw_multi_aff_list: isl_pw_multi_aff_list_alloc, isl_pw_multi_aff_list_add, isl_pw_multi_aff_list_copy, isl_pw_multi_aff_list_free, isl_pw_multi_aff_list_size, isl_pw_multi_aff_list_get_at);
}

ops! { MultiAff {
    add(self, multi2: MultiAff) -> MultiAff = isl_multi_aff_add;
    add_constant_multi_val(self, mv: MultiVal) -> MultiAff = isl_multi_aff_add_constant_multi_val;
    add_constant_val(self, v: Val) -> MultiAff = isl_multi_aff_add_constant_val;
    add_dims(self, kind: DimKind, n: usize) -> MultiAff = isl_multi_aff_add_dims;
    align_params(self, model: Space) -> MultiAff = isl_multi_aff_align_params;
    as_map(self) -> Map = isl_multi_aff_as_map;
    as_set(self) -> Set = isl_multi_aff_as_set;
    dim(&self, kind: DimKind) -> usize = isl_multi_aff_dim;
    domain_map(space: Space) -> MultiAff = isl_multi_aff_domain_map;
    domain_reverse(self) -> MultiAff = isl_multi_aff_domain_reverse;
    drop_dims(self, kind: DimKind, first: usize, n: usize) -> MultiAff = isl_multi_aff_drop_dims if in_range;
    factor_range(self) -> MultiAff = isl_multi_aff_factor_range;
    find_dim_by_id(&self, kind: DimKind, id: &Id) -> Option<usize> = isl_multi_aff_find_dim_by_id;
    find_dim_by_name(&self, kind: DimKind, name: &str) -> Option<usize> = isl_multi_aff_find_dim_by_name;
    flat_range_product(self, multi2: MultiAff) -> MultiAff = isl_multi_aff_flat_range_product;
    flatten_domain(self) -> MultiAff = isl_multi_aff_flatten_domain;
    flatten_range(self) -> MultiAff = isl_multi_aff_flatten_range;
    floor(self) -> MultiAff = isl_multi_aff_floor;
    from_aff(aff: Aff) -> MultiAff = isl_multi_aff_from_aff;
    from_aff_list(space: Space, list: Vec<Aff>) -> MultiAff = isl_multi_aff_from_aff_list;
    from_range(self) -> MultiAff = isl_multi_aff_from_range;
    aff(&self, pos: usize) -> Aff = isl_multi_aff_get_aff;
    at(&self, pos: usize) -> Aff = isl_multi_aff_get_at;
    constant_multi_val(&self) -> MultiVal = isl_multi_aff_get_constant_multi_val;
    dim_id(&self, kind: DimKind, pos: usize) -> Id = isl_multi_aff_get_dim_id;
    domain_space(&self) -> Space = isl_multi_aff_get_domain_space;
    list(&self) -> Vec<Aff> = isl_multi_aff_get_list;
    range_tuple_id(&self) -> Id = isl_multi_aff_get_range_tuple_id;
    space(&self) -> Space = isl_multi_aff_get_space;
    tuple_id(&self, kind: DimKind) -> Id = isl_multi_aff_get_tuple_id;
    tuple_name(&self, kind: DimKind) -> Option<String> = isl_multi_aff_get_tuple_name;
    gist(self, context: Set) -> MultiAff = isl_multi_aff_gist;
    gist_params(self, context: Set) -> MultiAff = isl_multi_aff_gist_params;
    has_range_tuple_id(&self) -> bool = isl_multi_aff_has_range_tuple_id;
    has_tuple_id(&self, kind: DimKind) -> bool = isl_multi_aff_has_tuple_id;
    identity(space: Space) -> MultiAff = isl_multi_aff_identity;
    identity_multi_aff(self) -> MultiAff = isl_multi_aff_identity_multi_aff;
    identity_on_domain_space(space: Space) -> MultiAff = isl_multi_aff_identity_on_domain_space;
    insert_dims(self, kind: DimKind, first: usize, n: usize) -> MultiAff = isl_multi_aff_insert_dims;
    insert_domain(self, domain: Space) -> MultiAff = isl_multi_aff_insert_domain;
    involves_dims(&self, kind: DimKind, first: usize, n: usize) -> bool = isl_multi_aff_involves_dims if in_range;
    involves_locals(&self) -> bool = isl_multi_aff_involves_locals;
    involves_nan(&self) -> bool = isl_multi_aff_involves_nan;
    lex_ge_set(self, ma2: MultiAff) -> Set = isl_multi_aff_lex_ge_set;
    lex_gt_set(self, ma2: MultiAff) -> Set = isl_multi_aff_lex_gt_set;
    lex_le_set(self, ma2: MultiAff) -> Set = isl_multi_aff_lex_le_set;
    lex_lt_set(self, ma2: MultiAff) -> Set = isl_multi_aff_lex_lt_set;
    mod_multi_val(self, mv: MultiVal) -> MultiAff = isl_multi_aff_mod_multi_val;
    move_dims(self, dst_type: DimKind, dst_pos: usize, src_type: DimKind, src_pos: usize, n: usize) -> MultiAff = isl_multi_aff_move_dims if target_in_range;
    multi_val_on_domain_space(space: Space, mv: MultiVal) -> MultiAff = isl_multi_aff_multi_val_on_domain_space;
    multi_val_on_space(space: Space, mv: MultiVal) -> MultiAff = isl_multi_aff_multi_val_on_space;
    neg(self) -> MultiAff = isl_multi_aff_neg;
    plain_cmp(&self, multi2: &MultiAff) -> i32 = isl_multi_aff_plain_cmp;
    plain_is_equal(&self, multi2: &MultiAff) -> bool = isl_multi_aff_plain_is_equal;
    product(self, multi2: MultiAff) -> MultiAff = isl_multi_aff_product;
    project_domain_on_params(self) -> MultiAff = isl_multi_aff_project_domain_on_params;
    project_out_map(space: Space, kind: DimKind, first: usize, n: usize) -> MultiAff = isl_multi_aff_project_out_map;
    pullback_multi_aff(self, ma2: MultiAff) -> MultiAff = isl_multi_aff_pullback_multi_aff if not_nan;
    range_factor_domain(self) -> MultiAff = isl_multi_aff_range_factor_domain;
    range_factor_range(self) -> MultiAff = isl_multi_aff_range_factor_range;
    range_is_wrapping(&self) -> bool = isl_multi_aff_range_is_wrapping;
    range_map(space: Space) -> MultiAff = isl_multi_aff_range_map;
    range_product(self, multi2: MultiAff) -> MultiAff = isl_multi_aff_range_product;
    range_splice(self, pos: usize, multi2: MultiAff) -> MultiAff = isl_multi_aff_range_splice;
    reset_range_tuple_id(self) -> MultiAff = isl_multi_aff_reset_range_tuple_id;
    reset_tuple_id(self, kind: DimKind) -> MultiAff = isl_multi_aff_reset_tuple_id;
    reset_user(self) -> MultiAff = isl_multi_aff_reset_user;
    scale_down_multi_val(self, mv: MultiVal) -> MultiAff = isl_multi_aff_scale_down_multi_val;
    scale_down_val(self, v: Val) -> MultiAff = isl_multi_aff_scale_down_val;
    scale_multi_val(self, mv: MultiVal) -> MultiAff = isl_multi_aff_scale_multi_val;
    scale_val(self, v: Val) -> MultiAff = isl_multi_aff_scale_val;
    set_aff(self, pos: usize, el: Aff) -> MultiAff = isl_multi_aff_set_aff;
    set_at(self, pos: usize, el: Aff) -> MultiAff = isl_multi_aff_set_at;
    set_dim_id(self, kind: DimKind, pos: usize, id: Id) -> MultiAff = isl_multi_aff_set_dim_id;
    set_dim_name(self, kind: DimKind, pos: usize, s: &str) -> MultiAff = isl_multi_aff_set_dim_name;
    set_range_tuple_id(self, id: Id) -> MultiAff = isl_multi_aff_set_range_tuple_id;
    set_tuple_id(self, kind: DimKind, id: Id) -> MultiAff = isl_multi_aff_set_tuple_id;
    set_tuple_name(self, kind: DimKind, s: &str) -> MultiAff = isl_multi_aff_set_tuple_name;
    size(&self) -> usize = isl_multi_aff_size;
    splice(self, in_pos: usize, out_pos: usize, multi2: MultiAff) -> MultiAff = isl_multi_aff_splice;
    sub(self, multi2: MultiAff) -> MultiAff = isl_multi_aff_sub;
    to_multi_pw_aff(self) -> MultiPwAff = isl_multi_aff_to_multi_pw_aff;
    to_multi_union_pw_aff(self) -> MultiUnionPwAff = isl_multi_aff_to_multi_union_pw_aff;
    to_pw_multi_aff(self) -> PwMultiAff = isl_multi_aff_to_pw_multi_aff;
    zero(space: Space) -> MultiAff = isl_multi_aff_zero;
} }

ops! { MultiPwAff {
    add(self, multi2: MultiPwAff) -> MultiPwAff = isl_multi_pw_aff_add;
    add_constant_multi_val(self, mv: MultiVal) -> MultiPwAff = isl_multi_pw_aff_add_constant_multi_val;
    add_constant_val(self, v: Val) -> MultiPwAff = isl_multi_pw_aff_add_constant_val;
    add_dims(self, kind: DimKind, n: usize) -> MultiPwAff = isl_multi_pw_aff_add_dims;
    align_params(self, model: Space) -> MultiPwAff = isl_multi_pw_aff_align_params;
    as_map(self) -> Map = isl_multi_pw_aff_as_map;
    as_multi_aff(self) -> MultiAff = isl_multi_pw_aff_as_multi_aff;
    as_set(self) -> Set = isl_multi_pw_aff_as_set;
    coalesce(self) -> MultiPwAff = isl_multi_pw_aff_coalesce;
    dim(&self, kind: DimKind) -> usize = isl_multi_pw_aff_dim;
    domain(self) -> Set = isl_multi_pw_aff_domain;
    domain_reverse(self) -> MultiPwAff = isl_multi_pw_aff_domain_reverse;
    drop_dims(self, kind: DimKind, first: usize, n: usize) -> MultiPwAff = isl_multi_pw_aff_drop_dims if in_range;
    eq_map(self, mpa2: MultiPwAff) -> Map = isl_multi_pw_aff_eq_map;
    factor_range(self) -> MultiPwAff = isl_multi_pw_aff_factor_range;
    find_dim_by_id(&self, kind: DimKind, id: &Id) -> Option<usize> = isl_multi_pw_aff_find_dim_by_id;
    find_dim_by_name(&self, kind: DimKind, name: &str) -> Option<usize> = isl_multi_pw_aff_find_dim_by_name;
    flat_range_product(self, multi2: MultiPwAff) -> MultiPwAff = isl_multi_pw_aff_flat_range_product;
    flatten_range(self) -> MultiPwAff = isl_multi_pw_aff_flatten_range;
    from_aff(aff: Aff) -> MultiPwAff = isl_multi_pw_aff_from_aff;
    from_multi_aff(ma: MultiAff) -> MultiPwAff = isl_multi_pw_aff_from_multi_aff;
    from_pw_aff(pa: PwAff) -> MultiPwAff = isl_multi_pw_aff_from_pw_aff;
    from_pw_aff_list(space: Space, list: Vec<PwAff>) -> MultiPwAff = isl_multi_pw_aff_from_pw_aff_list;
    from_pw_multi_aff(pma: PwMultiAff) -> MultiPwAff = isl_multi_pw_aff_from_pw_multi_aff;
    from_range(self) -> MultiPwAff = isl_multi_pw_aff_from_range;
    at(&self, pos: usize) -> PwAff = isl_multi_pw_aff_get_at;
    dim_id(&self, kind: DimKind, pos: usize) -> Id = isl_multi_pw_aff_get_dim_id;
    domain_space(&self) -> Space = isl_multi_pw_aff_get_domain_space;
    list(&self) -> Vec<PwAff> = isl_multi_pw_aff_get_list;
    pw_aff(&self, pos: usize) -> PwAff = isl_multi_pw_aff_get_pw_aff;
    range_tuple_id(&self) -> Id = isl_multi_pw_aff_get_range_tuple_id;
    space(&self) -> Space = isl_multi_pw_aff_get_space;
    tuple_id(&self, kind: DimKind) -> Id = isl_multi_pw_aff_get_tuple_id;
    tuple_name(&self, kind: DimKind) -> Option<String> = isl_multi_pw_aff_get_tuple_name;
    gist(self, set: Set) -> MultiPwAff = isl_multi_pw_aff_gist;
    gist_params(self, set: Set) -> MultiPwAff = isl_multi_pw_aff_gist_params;
    has_range_tuple_id(&self) -> bool = isl_multi_pw_aff_has_range_tuple_id;
    has_tuple_id(&self, kind: DimKind) -> bool = isl_multi_pw_aff_has_tuple_id;
    identity(space: Space) -> MultiPwAff = isl_multi_pw_aff_identity;
    identity_multi_pw_aff(self) -> MultiPwAff = isl_multi_pw_aff_identity_multi_pw_aff;
    identity_on_domain_space(space: Space) -> MultiPwAff = isl_multi_pw_aff_identity_on_domain_space;
    insert_dims(self, kind: DimKind, first: usize, n: usize) -> MultiPwAff = isl_multi_pw_aff_insert_dims;
    insert_domain(self, domain: Space) -> MultiPwAff = isl_multi_pw_aff_insert_domain;
    intersect_domain(self, domain: Set) -> MultiPwAff = isl_multi_pw_aff_intersect_domain;
    intersect_params(self, set: Set) -> MultiPwAff = isl_multi_pw_aff_intersect_params;
    involves_dims(&self, kind: DimKind, first: usize, n: usize) -> bool = isl_multi_pw_aff_involves_dims if in_range;
    involves_nan(&self) -> bool = isl_multi_pw_aff_involves_nan;
    involves_param_id(&self, id: &Id) -> bool = isl_multi_pw_aff_involves_param_id;
    is_cst(&self) -> bool = isl_multi_pw_aff_is_cst;
    is_equal(&self, mpa2: &MultiPwAff) -> bool = isl_multi_pw_aff_is_equal;
    isa_multi_aff(&self) -> bool = isl_multi_pw_aff_isa_multi_aff;
    lex_ge_map(self, mpa2: MultiPwAff) -> Map = isl_multi_pw_aff_lex_ge_map;
    lex_gt_map(self, mpa2: MultiPwAff) -> Map = isl_multi_pw_aff_lex_gt_map;
    lex_le_map(self, mpa2: MultiPwAff) -> Map = isl_multi_pw_aff_lex_le_map;
    lex_lt_map(self, mpa2: MultiPwAff) -> Map = isl_multi_pw_aff_lex_lt_map;
    max(self, multi2: MultiPwAff) -> MultiPwAff = isl_multi_pw_aff_max;
    max_multi_val(self) -> MultiVal = isl_multi_pw_aff_max_multi_val;
    min(self, multi2: MultiPwAff) -> MultiPwAff = isl_multi_pw_aff_min;
    min_multi_val(self) -> MultiVal = isl_multi_pw_aff_min_multi_val;
    mod_multi_val(self, mv: MultiVal) -> MultiPwAff = isl_multi_pw_aff_mod_multi_val;
    move_dims(self, dst_type: DimKind, dst_pos: usize, src_type: DimKind, src_pos: usize, n: usize) -> MultiPwAff = isl_multi_pw_aff_move_dims if target_in_range;
    neg(self) -> MultiPwAff = isl_multi_pw_aff_neg;
    plain_is_equal(&self, multi2: &MultiPwAff) -> bool = isl_multi_pw_aff_plain_is_equal;
    product(self, multi2: MultiPwAff) -> MultiPwAff = isl_multi_pw_aff_product;
    project_domain_on_params(self) -> MultiPwAff = isl_multi_pw_aff_project_domain_on_params;
    pullback_multi_aff(self, ma: MultiAff) -> MultiPwAff = isl_multi_pw_aff_pullback_multi_aff if not_nan;
    pullback_multi_pw_aff(self, mpa2: MultiPwAff) -> MultiPwAff = isl_multi_pw_aff_pullback_multi_pw_aff if not_nan;
    pullback_pw_multi_aff(self, pma: PwMultiAff) -> MultiPwAff = isl_multi_pw_aff_pullback_pw_multi_aff if not_nan;
    range_factor_domain(self) -> MultiPwAff = isl_multi_pw_aff_range_factor_domain;
    range_factor_range(self) -> MultiPwAff = isl_multi_pw_aff_range_factor_range;
    range_is_wrapping(&self) -> bool = isl_multi_pw_aff_range_is_wrapping;
    range_product(self, multi2: MultiPwAff) -> MultiPwAff = isl_multi_pw_aff_range_product;
    range_splice(self, pos: usize, multi2: MultiPwAff) -> MultiPwAff = isl_multi_pw_aff_range_splice;
    reset_range_tuple_id(self) -> MultiPwAff = isl_multi_pw_aff_reset_range_tuple_id;
    reset_tuple_id(self, kind: DimKind) -> MultiPwAff = isl_multi_pw_aff_reset_tuple_id;
    reset_user(self) -> MultiPwAff = isl_multi_pw_aff_reset_user;
    scale_down_multi_val(self, mv: MultiVal) -> MultiPwAff = isl_multi_pw_aff_scale_down_multi_val;
    scale_down_val(self, v: Val) -> MultiPwAff = isl_multi_pw_aff_scale_down_val;
    scale_multi_val(self, mv: MultiVal) -> MultiPwAff = isl_multi_pw_aff_scale_multi_val;
    scale_val(self, v: Val) -> MultiPwAff = isl_multi_pw_aff_scale_val;
    set_at(self, pos: usize, el: PwAff) -> MultiPwAff = isl_multi_pw_aff_set_at;
    set_dim_id(self, kind: DimKind, pos: usize, id: Id) -> MultiPwAff = isl_multi_pw_aff_set_dim_id;
    set_dim_name(self, kind: DimKind, pos: usize, s: &str) -> MultiPwAff = isl_multi_pw_aff_set_dim_name;
    set_pw_aff(self, pos: usize, el: PwAff) -> MultiPwAff = isl_multi_pw_aff_set_pw_aff;
    set_range_tuple_id(self, id: Id) -> MultiPwAff = isl_multi_pw_aff_set_range_tuple_id;
    set_tuple_id(self, kind: DimKind, id: Id) -> MultiPwAff = isl_multi_pw_aff_set_tuple_id;
    set_tuple_name(self, kind: DimKind, s: &str) -> MultiPwAff = isl_multi_pw_aff_set_tuple_name;
    size(&self) -> usize = isl_multi_pw_aff_size;
    splice(self, in_pos: usize, out_pos: usize, multi2: MultiPwAff) -> MultiPwAff = isl_multi_pw_aff_splice;
    sub(self, multi2: MultiPwAff) -> MultiPwAff = isl_multi_pw_aff_sub;
    union_add(self, mpa2: MultiPwAff) -> MultiPwAff = isl_multi_pw_aff_union_add;
    zero(space: Space) -> MultiPwAff = isl_multi_pw_aff_zero;
} }

ops! { PwMultiAff {
    add(self, pma2: PwMultiAff) -> PwMultiAff = isl_pw_multi_aff_add;
    add_constant_multi_val(self, mv: MultiVal) -> PwMultiAff = isl_pw_multi_aff_add_constant_multi_val;
    add_constant_val(self, v: Val) -> PwMultiAff = isl_pw_multi_aff_add_constant_val;
    align_params(self, model: Space) -> PwMultiAff = isl_pw_multi_aff_align_params;
    alloc(set: Set, maff: MultiAff) -> PwMultiAff = isl_pw_multi_aff_alloc;
    as_map(self) -> Map = isl_pw_multi_aff_as_map;
    as_multi_aff(self) -> MultiAff = isl_pw_multi_aff_as_multi_aff;
    as_set(self) -> Set = isl_pw_multi_aff_as_set;
    coalesce(self) -> PwMultiAff = isl_pw_multi_aff_coalesce;
    dim(&self, kind: DimKind) -> usize = isl_pw_multi_aff_dim;
    domain(self) -> Set = isl_pw_multi_aff_domain;
    domain_map(space: Space) -> PwMultiAff = isl_pw_multi_aff_domain_map;
    domain_reverse(self) -> PwMultiAff = isl_pw_multi_aff_domain_reverse;
    drop_dims(self, kind: DimKind, first: usize, n: usize) -> PwMultiAff = isl_pw_multi_aff_drop_dims if in_range;
    drop_unused_params(self) -> PwMultiAff = isl_pw_multi_aff_drop_unused_params;
    empty(space: Space) -> PwMultiAff = isl_pw_multi_aff_empty;
    find_dim_by_name(&self, kind: DimKind, name: &str) -> Option<usize> = isl_pw_multi_aff_find_dim_by_name;
    fix_si(self, kind: DimKind, pos: usize, value: i32) -> PwMultiAff = isl_pw_multi_aff_fix_si;
    flat_range_product(self, pma2: PwMultiAff) -> PwMultiAff = isl_pw_multi_aff_flat_range_product;
    from_domain(set: Set) -> PwMultiAff = isl_pw_multi_aff_from_domain;
    from_map(map: Map) -> PwMultiAff = isl_pw_multi_aff_from_map;
    from_multi_aff(ma: MultiAff) -> PwMultiAff = isl_pw_multi_aff_from_multi_aff;
    from_multi_pw_aff(mpa: MultiPwAff) -> PwMultiAff = isl_pw_multi_aff_from_multi_pw_aff;
    from_pw_aff(pa: PwAff) -> PwMultiAff = isl_pw_multi_aff_from_pw_aff;
    from_set(set: Set) -> PwMultiAff = isl_pw_multi_aff_from_set;
    at(&self, pos: usize) -> PwAff = isl_pw_multi_aff_get_at;
    dim_id(&self, kind: DimKind, pos: usize) -> Id = isl_pw_multi_aff_get_dim_id;
    dim_name(&self, kind: DimKind, pos: usize) -> Option<String> = isl_pw_multi_aff_get_dim_name;
    domain_space(&self) -> Space = isl_pw_multi_aff_get_domain_space;
    pw_aff(&self, pos: usize) -> PwAff = isl_pw_multi_aff_get_pw_aff;
    range_tuple_id(&self) -> Id = isl_pw_multi_aff_get_range_tuple_id;
    space(&self) -> Space = isl_pw_multi_aff_get_space;
    tuple_id(&self, kind: DimKind) -> Id = isl_pw_multi_aff_get_tuple_id;
    tuple_name(&self, kind: DimKind) -> Option<String> = isl_pw_multi_aff_get_tuple_name;
    gist(self, set: Set) -> PwMultiAff = isl_pw_multi_aff_gist;
    gist_params(self, set: Set) -> PwMultiAff = isl_pw_multi_aff_gist_params;
    has_range_tuple_id(&self) -> bool = isl_pw_multi_aff_has_range_tuple_id;
    has_tuple_id(&self, kind: DimKind) -> bool = isl_pw_multi_aff_has_tuple_id;
    has_tuple_name(&self, kind: DimKind) -> bool = isl_pw_multi_aff_has_tuple_name;
    identity(space: Space) -> PwMultiAff = isl_pw_multi_aff_identity;
    identity_on_domain_space(space: Space) -> PwMultiAff = isl_pw_multi_aff_identity_on_domain_space;
    insert_domain(self, domain: Space) -> PwMultiAff = isl_pw_multi_aff_insert_domain;
    intersect_domain(self, set: Set) -> PwMultiAff = isl_pw_multi_aff_intersect_domain;
    intersect_domain_wrapped_domain(self, set: Set) -> PwMultiAff = isl_pw_multi_aff_intersect_domain_wrapped_domain;
    intersect_domain_wrapped_range(self, set: Set) -> PwMultiAff = isl_pw_multi_aff_intersect_domain_wrapped_range;
    intersect_params(self, set: Set) -> PwMultiAff = isl_pw_multi_aff_intersect_params;
    involves_dims(&self, kind: DimKind, first: usize, n: usize) -> bool = isl_pw_multi_aff_involves_dims if in_range;
    involves_locals(&self) -> bool = isl_pw_multi_aff_involves_locals;
    involves_nan(&self) -> bool = isl_pw_multi_aff_involves_nan;
    involves_param_id(&self, id: &Id) -> bool = isl_pw_multi_aff_involves_param_id;
    is_equal(&self, pma2: &PwMultiAff) -> bool = isl_pw_multi_aff_is_equal;
    isa_multi_aff(&self) -> bool = isl_pw_multi_aff_isa_multi_aff;
    max_multi_val(self) -> MultiVal = isl_pw_multi_aff_max_multi_val;
    min_multi_val(self) -> MultiVal = isl_pw_multi_aff_min_multi_val;
    multi_val_on_domain(domain: Set, mv: MultiVal) -> PwMultiAff = isl_pw_multi_aff_multi_val_on_domain;
    n_piece(&self) -> usize = isl_pw_multi_aff_n_piece;
    neg(self) -> PwMultiAff = isl_pw_multi_aff_neg;
    plain_is_equal(&self, pma2: &PwMultiAff) -> bool = isl_pw_multi_aff_plain_is_equal;
    preimage_domain_wrapped_domain_pw_multi_aff(self, pma2: PwMultiAff) -> PwMultiAff = isl_pw_multi_aff_preimage_domain_wrapped_domain_pw_multi_aff if not_nan;
    product(self, pma2: PwMultiAff) -> PwMultiAff = isl_pw_multi_aff_product;
    project_domain_on_params(self) -> PwMultiAff = isl_pw_multi_aff_project_domain_on_params;
    project_out_map(space: Space, kind: DimKind, first: usize, n: usize) -> PwMultiAff = isl_pw_multi_aff_project_out_map;
    pullback_multi_aff(self, ma: MultiAff) -> PwMultiAff = isl_pw_multi_aff_pullback_multi_aff if not_nan;
    pullback_pw_multi_aff(self, pma2: PwMultiAff) -> PwMultiAff = isl_pw_multi_aff_pullback_pw_multi_aff if not_nan;
    range_factor_domain(self) -> PwMultiAff = isl_pw_multi_aff_range_factor_domain;
    range_factor_range(self) -> PwMultiAff = isl_pw_multi_aff_range_factor_range;
    range_map(space: Space) -> PwMultiAff = isl_pw_multi_aff_range_map;
    range_product(self, pma2: PwMultiAff) -> PwMultiAff = isl_pw_multi_aff_range_product;
    reset_tuple_id(self, kind: DimKind) -> PwMultiAff = isl_pw_multi_aff_reset_tuple_id;
    reset_user(self) -> PwMultiAff = isl_pw_multi_aff_reset_user;
    scale_down_multi_val(self, mv: MultiVal) -> PwMultiAff = isl_pw_multi_aff_scale_down_multi_val;
    scale_down_val(self, v: Val) -> PwMultiAff = isl_pw_multi_aff_scale_down_val;
    scale_multi_val(self, mv: MultiVal) -> PwMultiAff = isl_pw_multi_aff_scale_multi_val;
    scale_val(self, v: Val) -> PwMultiAff = isl_pw_multi_aff_scale_val;
    set_dim_id(self, kind: DimKind, pos: usize, id: Id) -> PwMultiAff = isl_pw_multi_aff_set_dim_id;
    set_pw_aff(self, pos: usize, pa: PwAff) -> PwMultiAff = isl_pw_multi_aff_set_pw_aff;
    set_range_tuple_id(self, id: Id) -> PwMultiAff = isl_pw_multi_aff_set_range_tuple_id;
    set_tuple_id(self, kind: DimKind, id: Id) -> PwMultiAff = isl_pw_multi_aff_set_tuple_id;
    sub(self, pma2: PwMultiAff) -> PwMultiAff = isl_pw_multi_aff_sub;
    subtract_domain(self, set: Set) -> PwMultiAff = isl_pw_multi_aff_subtract_domain;
    to_list(self) -> Vec<PwMultiAff> = isl_pw_multi_aff_to_list;
    to_multi_pw_aff(self) -> MultiPwAff = isl_pw_multi_aff_to_multi_pw_aff;
    to_union_pw_multi_aff(self) -> UnionPwMultiAff = isl_pw_multi_aff_to_union_pw_multi_aff;
    union_add(self, pma2: PwMultiAff) -> PwMultiAff = isl_pw_multi_aff_union_add;
    union_lexmax(self, pma2: PwMultiAff) -> PwMultiAff = isl_pw_multi_aff_union_lexmax;
    union_lexmin(self, pma2: PwMultiAff) -> PwMultiAff = isl_pw_multi_aff_union_lexmin;
    zero(space: Space) -> PwMultiAff = isl_pw_multi_aff_zero;
} }

impl PwMultiAff {
    /// Its pieces: where, and what there.
    pub fn pieces(&self) -> Result<Vec<(Set, MultiAff)>> {
        let mut pieces = Vec::new();
        let mut add = |set: Set, aff: MultiAff| {
            pieces.push((set, aff));
            Ok(())
        };
        let mut env = PieceEnv::new(self.ctx(), &mut add);
        // SAFETY: the object is live; the trampoline gets the environment it expects, alone.
        let answer = unsafe { sys::isl_pw_multi_aff_foreach_piece(self.0.keep(), piece::<MultiAff>, env.user()) };
        env.finish(answer)?;
        Ok(pieces)
    }
}
