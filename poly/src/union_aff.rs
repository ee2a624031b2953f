//! Affine expressions on several spaces.

use crate::obj::{lists, objects, ops, texts};
use crate::text::parses;
use crate::{
    Aff, Ctx, DimKind, Id, MultiAff, MultiPwAff, MultiVal, PwAff, PwMultiAff, Set, Space, UnionMap, UnionSet, Val,
};

objects! {
    UnionPwAff(isl_union_pw_aff: isl_union_pw_aff_copy, isl_union_pw_aff_free) "Piecewise affine expressions on several spaces.";
    MultiUnionPwAff(isl_multi_union_pw_aff: isl_multi_union_pw_aff_copy, isl_multi_union_pw_aff_free) "A tuple of union piecewise affine expressions: a schedule, for one.";
    UnionPwMultiAff(isl_union_pw_multi_aff: isl_union_pw_multi_aff_copy, isl_union_pw_multi_aff_free) "Piecewise tuples on several spaces.";
}

texts! {
    UnionPwAff = isl_union_pw_aff_to_str;
    MultiUnionPwAff = isl_multi_union_pw_aff_to_str;
    UnionPwMultiAff = isl_union_pw_multi_aff_to_str;
}

parses! {
    UnionPwAff = isl_union_pw_aff_read_from_str;
    MultiUnionPwAff = isl_multi_union_pw_aff_read_from_str;
    UnionPwMultiAff = isl_union_pw_multi_aff_read_from_str;
}

lists! {
    UnionPwAff(isl_union_pw_aff_list: isl_union_pw_aff_list_alloc, isl_union_pw_aff_list_add, isl_union_pw_aff_list_copy, isl_union_pw_aff_list_free, isl_union_pw_aff_list_size, isl_union_pw_aff_list_get_at);
    UnionPwMultiAff(isl_union_pw_multi_aff_list: isl_union_pw_multi_aff_list_alloc, isl_union_pw_multi_aff_list_add, isl_union_pw_multi_aff_list_copy, isl_union_pw_multi_aff_list_free, isl_union_pw_multi_aff_list_size, isl_union_pw_multi_aff_list_get_at);
}

ops! { UnionPwAff {
    add(self, upa2: UnionPwAff) -> UnionPwAff = isl_union_pw_aff_add;
    add_pw_aff(self, pa: PwAff) -> UnionPwAff = isl_union_pw_aff_add_pw_aff;
    aff_on_domain(domain: UnionSet, aff: Aff) -> UnionPwAff = isl_union_pw_aff_aff_on_domain;
    align_params(self, model: Space) -> UnionPwAff = isl_union_pw_aff_align_params;
    bind_id(self, id: Id) -> UnionSet = isl_union_pw_aff_bind_id;
    coalesce(self) -> UnionPwAff = isl_union_pw_aff_coalesce;
    dim(&self, kind: DimKind) -> usize = isl_union_pw_aff_dim;
    domain(self) -> UnionSet = isl_union_pw_aff_domain;
    drop_dims(self, kind: DimKind, first: usize, n: usize) -> UnionPwAff = isl_union_pw_aff_drop_dims if in_range;
    drop_unused_params(self) -> UnionPwAff = isl_union_pw_aff_drop_unused_params;
    empty(space: Space) -> UnionPwAff = isl_union_pw_aff_empty;
    empty_ctx(ctx: &Ctx) -> UnionPwAff = isl_union_pw_aff_empty_ctx;
    empty_space(space: Space) -> UnionPwAff = isl_union_pw_aff_empty_space;
    extract_pw_aff(&self, space: Space) -> PwAff = isl_union_pw_aff_extract_pw_aff;
    find_dim_by_name(&self, kind: DimKind, name: &str) -> Option<usize> = isl_union_pw_aff_find_dim_by_name;
    floor(self) -> UnionPwAff = isl_union_pw_aff_floor;
    from_aff(aff: Aff) -> UnionPwAff = isl_union_pw_aff_from_aff;
    from_pw_aff(pa: PwAff) -> UnionPwAff = isl_union_pw_aff_from_pw_aff;
    pw_affs(&self) -> Vec<PwAff> = isl_union_pw_aff_get_pw_aff_list;
    space(&self) -> Space = isl_union_pw_aff_get_space;
    gist(self, context: UnionSet) -> UnionPwAff = isl_union_pw_aff_gist;
    gist_params(self, context: Set) -> UnionPwAff = isl_union_pw_aff_gist_params;
    intersect_domain(self, uset: UnionSet) -> UnionPwAff = isl_union_pw_aff_intersect_domain;
    intersect_domain_space(self, space: Space) -> UnionPwAff = isl_union_pw_aff_intersect_domain_space;
    intersect_domain_union_set(self, uset: UnionSet) -> UnionPwAff = isl_union_pw_aff_intersect_domain_union_set;
    intersect_domain_wrapped_domain(self, uset: UnionSet) -> UnionPwAff = isl_union_pw_aff_intersect_domain_wrapped_domain;
    intersect_domain_wrapped_range(self, uset: UnionSet) -> UnionPwAff = isl_union_pw_aff_intersect_domain_wrapped_range;
    intersect_params(self, set: Set) -> UnionPwAff = isl_union_pw_aff_intersect_params;
    involves_nan(&self) -> bool = isl_union_pw_aff_involves_nan;
    max_val(self) -> Val = isl_union_pw_aff_max_val;
    min_val(self) -> Val = isl_union_pw_aff_min_val;
    mod_val(self, f: Val) -> UnionPwAff = isl_union_pw_aff_mod_val;
    n_pw_aff(&self) -> usize = isl_union_pw_aff_n_pw_aff;
    neg(self) -> UnionPwAff = isl_union_pw_aff_neg;
    param_on_domain_id(domain: UnionSet, id: Id) -> UnionPwAff = isl_union_pw_aff_param_on_domain_id;
    plain_is_equal(&self, upa2: &UnionPwAff) -> bool = isl_union_pw_aff_plain_is_equal;
    pullback_union_pw_multi_aff(self, upma: UnionPwMultiAff) -> UnionPwAff = isl_union_pw_aff_pullback_union_pw_multi_aff if not_nan;
    pw_aff_on_domain(domain: UnionSet, pa: PwAff) -> UnionPwAff = isl_union_pw_aff_pw_aff_on_domain;
    reset_user(self) -> UnionPwAff = isl_union_pw_aff_reset_user;
    scale_down_val(self, v: Val) -> UnionPwAff = isl_union_pw_aff_scale_down_val;
    scale_val(self, v: Val) -> UnionPwAff = isl_union_pw_aff_scale_val;
    set_dim_name(self, kind: DimKind, pos: usize, s: &str) -> UnionPwAff = isl_union_pw_aff_set_dim_name;
    sub(self, upa2: UnionPwAff) -> UnionPwAff = isl_union_pw_aff_sub;
    subtract_domain(self, uset: UnionSet) -> UnionPwAff = isl_union_pw_aff_subtract_domain;
    subtract_domain_space(self, space: Space) -> UnionPwAff = isl_union_pw_aff_subtract_domain_space;
    subtract_domain_union_set(self, uset: UnionSet) -> UnionPwAff = isl_union_pw_aff_subtract_domain_union_set;
    to_list(self) -> Vec<UnionPwAff> = isl_union_pw_aff_to_list;
    union_add(self, upa2: UnionPwAff) -> UnionPwAff = isl_union_pw_aff_union_add;
    val_on_domain(domain: UnionSet, v: Val) -> UnionPwAff = isl_union_pw_aff_val_on_domain;
    zero_union_set(self) -> UnionSet = isl_union_pw_aff_zero_union_set;
} }

ops! { MultiUnionPwAff {
    add(self, multi2: MultiUnionPwAff) -> MultiUnionPwAff = isl_multi_union_pw_aff_add;
    align_params(self, model: Space) -> MultiUnionPwAff = isl_multi_union_pw_aff_align_params;
    apply_aff(self, aff: Aff) -> UnionPwAff = isl_multi_union_pw_aff_apply_aff;
    apply_multi_aff(self, ma: MultiAff) -> MultiUnionPwAff = isl_multi_union_pw_aff_apply_multi_aff;
    apply_pw_aff(self, pa: PwAff) -> UnionPwAff = isl_multi_union_pw_aff_apply_pw_aff;
    apply_pw_multi_aff(self, pma: PwMultiAff) -> MultiUnionPwAff = isl_multi_union_pw_aff_apply_pw_multi_aff;
    coalesce(self) -> MultiUnionPwAff = isl_multi_union_pw_aff_coalesce;
    dim(&self, kind: DimKind) -> usize = isl_multi_union_pw_aff_dim;
    domain(self) -> UnionSet = isl_multi_union_pw_aff_domain;
    drop_dims(self, kind: DimKind, first: usize, n: usize) -> MultiUnionPwAff = isl_multi_union_pw_aff_drop_dims if in_range;
    extract_multi_pw_aff(&self, space: Space) -> MultiPwAff = isl_multi_union_pw_aff_extract_multi_pw_aff;
    factor_range(self) -> MultiUnionPwAff = isl_multi_union_pw_aff_factor_range;
    find_dim_by_id(&self, kind: DimKind, id: &Id) -> Option<usize> = isl_multi_union_pw_aff_find_dim_by_id;
    find_dim_by_name(&self, kind: DimKind, name: &str) -> Option<usize> = isl_multi_union_pw_aff_find_dim_by_name;
    flat_range_product(self, multi2: MultiUnionPwAff) -> MultiUnionPwAff = isl_multi_union_pw_aff_flat_range_product;
    flatten_range(self) -> MultiUnionPwAff = isl_multi_union_pw_aff_flatten_range;
    floor(self) -> MultiUnionPwAff = isl_multi_union_pw_aff_floor;
    from_multi_aff(ma: MultiAff) -> MultiUnionPwAff = isl_multi_union_pw_aff_from_multi_aff;
    from_multi_pw_aff(mpa: MultiPwAff) -> MultiUnionPwAff = isl_multi_union_pw_aff_from_multi_pw_aff;
    from_range(self) -> MultiUnionPwAff = isl_multi_union_pw_aff_from_range;
    from_union_map(umap: UnionMap) -> MultiUnionPwAff = isl_multi_union_pw_aff_from_union_map;
    from_union_pw_aff(upa: UnionPwAff) -> MultiUnionPwAff = isl_multi_union_pw_aff_from_union_pw_aff;
    from_union_pw_aff_list(space: Space, list: Vec<UnionPwAff>) -> MultiUnionPwAff = isl_multi_union_pw_aff_from_union_pw_aff_list;
    from_union_pw_multi_aff(upma: UnionPwMultiAff) -> MultiUnionPwAff = isl_multi_union_pw_aff_from_union_pw_multi_aff;
    at(&self, pos: usize) -> UnionPwAff = isl_multi_union_pw_aff_get_at;
    dim_id(&self, kind: DimKind, pos: usize) -> Id = isl_multi_union_pw_aff_get_dim_id;
    domain_space(&self) -> Space = isl_multi_union_pw_aff_get_domain_space;
    list(&self) -> Vec<UnionPwAff> = isl_multi_union_pw_aff_get_list;
    range_tuple_id(&self) -> Id = isl_multi_union_pw_aff_get_range_tuple_id;
    space(&self) -> Space = isl_multi_union_pw_aff_get_space;
    tuple_id(&self, kind: DimKind) -> Id = isl_multi_union_pw_aff_get_tuple_id;
    tuple_name(&self, kind: DimKind) -> Option<String> = isl_multi_union_pw_aff_get_tuple_name;
    union_pw_aff(&self, pos: usize) -> UnionPwAff = isl_multi_union_pw_aff_get_union_pw_aff;
    gist(self, context: UnionSet) -> MultiUnionPwAff = isl_multi_union_pw_aff_gist;
    gist_params(self, context: Set) -> MultiUnionPwAff = isl_multi_union_pw_aff_gist_params;
    has_range_tuple_id(&self) -> bool = isl_multi_union_pw_aff_has_range_tuple_id;
    has_tuple_id(&self, kind: DimKind) -> bool = isl_multi_union_pw_aff_has_tuple_id;
    intersect_domain(self, uset: UnionSet) -> MultiUnionPwAff = isl_multi_union_pw_aff_intersect_domain;
    intersect_params(self, params: Set) -> MultiUnionPwAff = isl_multi_union_pw_aff_intersect_params;
    intersect_range(self, set: Set) -> MultiUnionPwAff = isl_multi_union_pw_aff_intersect_range;
    involves_nan(&self) -> bool = isl_multi_union_pw_aff_involves_nan;
    max_multi_val(self) -> MultiVal = isl_multi_union_pw_aff_max_multi_val;
    min_multi_val(self) -> MultiVal = isl_multi_union_pw_aff_min_multi_val;
    mod_multi_val(self, mv: MultiVal) -> MultiUnionPwAff = isl_multi_union_pw_aff_mod_multi_val;
    multi_aff_on_domain(domain: UnionSet, ma: MultiAff) -> MultiUnionPwAff = isl_multi_union_pw_aff_multi_aff_on_domain;
    multi_val_on_domain(domain: UnionSet, mv: MultiVal) -> MultiUnionPwAff = isl_multi_union_pw_aff_multi_val_on_domain;
    neg(self) -> MultiUnionPwAff = isl_multi_union_pw_aff_neg;
    plain_is_equal(&self, multi2: &MultiUnionPwAff) -> bool = isl_multi_union_pw_aff_plain_is_equal;
    pullback_union_pw_multi_aff(self, upma: UnionPwMultiAff) -> MultiUnionPwAff = isl_multi_union_pw_aff_pullback_union_pw_multi_aff if not_nan;
    pw_multi_aff_on_domain(domain: UnionSet, pma: PwMultiAff) -> MultiUnionPwAff = isl_multi_union_pw_aff_pw_multi_aff_on_domain;
    range_factor_domain(self) -> MultiUnionPwAff = isl_multi_union_pw_aff_range_factor_domain;
    range_factor_range(self) -> MultiUnionPwAff = isl_multi_union_pw_aff_range_factor_range;
    range_is_wrapping(&self) -> bool = isl_multi_union_pw_aff_range_is_wrapping;
    range_product(self, multi2: MultiUnionPwAff) -> MultiUnionPwAff = isl_multi_union_pw_aff_range_product;
    range_splice(self, pos: usize, multi2: MultiUnionPwAff) -> MultiUnionPwAff = isl_multi_union_pw_aff_range_splice;
    reset_range_tuple_id(self) -> MultiUnionPwAff = isl_multi_union_pw_aff_reset_range_tuple_id;
    reset_tuple_id(self, kind: DimKind) -> MultiUnionPwAff = isl_multi_union_pw_aff_reset_tuple_id;
    reset_user(self) -> MultiUnionPwAff = isl_multi_union_pw_aff_reset_user;
    scale_down_multi_val(self, mv: MultiVal) -> MultiUnionPwAff = isl_multi_union_pw_aff_scale_down_multi_val;
    scale_down_val(self, v: Val) -> MultiUnionPwAff = isl_multi_union_pw_aff_scale_down_val;
    scale_multi_val(self, mv: MultiVal) -> MultiUnionPwAff = isl_multi_union_pw_aff_scale_multi_val;
    scale_val(self, v: Val) -> MultiUnionPwAff = isl_multi_union_pw_aff_scale_val;
    set_at(self, pos: usize, el: UnionPwAff) -> MultiUnionPwAff = isl_multi_union_pw_aff_set_at;
    set_dim_id(self, kind: DimKind, pos: usize, id: Id) -> MultiUnionPwAff = isl_multi_union_pw_aff_set_dim_id;
    set_dim_name(self, kind: DimKind, pos: usize, s: &str) -> MultiUnionPwAff = isl_multi_union_pw_aff_set_dim_name;
    set_range_tuple_id(self, id: Id) -> MultiUnionPwAff = isl_multi_union_pw_aff_set_range_tuple_id;
    set_tuple_id(self, kind: DimKind, id: Id) -> MultiUnionPwAff = isl_multi_union_pw_aff_set_tuple_id;
    set_tuple_name(self, kind: DimKind, s: &str) -> MultiUnionPwAff = isl_multi_union_pw_aff_set_tuple_name;
    set_union_pw_aff(self, pos: usize, el: UnionPwAff) -> MultiUnionPwAff = isl_multi_union_pw_aff_set_union_pw_aff;
    size(&self) -> usize = isl_multi_union_pw_aff_size;
    sub(self, multi2: MultiUnionPwAff) -> MultiUnionPwAff = isl_multi_union_pw_aff_sub;
    union_add(self, mupa2: MultiUnionPwAff) -> MultiUnionPwAff = isl_multi_union_pw_aff_union_add;
    zero(space: Space) -> MultiUnionPwAff = isl_multi_union_pw_aff_zero;
    zero_union_set(self) -> UnionSet = isl_multi_union_pw_aff_zero_union_set;
} }

ops! { UnionPwMultiAff {
    add(self, upma2: UnionPwMultiAff) -> UnionPwMultiAff = isl_union_pw_multi_aff_add;
    add_pw_multi_aff(self, pma: PwMultiAff) -> UnionPwMultiAff = isl_union_pw_multi_aff_add_pw_multi_aff;
    align_params(self, model: Space) -> UnionPwMultiAff = isl_union_pw_multi_aff_align_params;
    apply_union_pw_multi_aff(self, upma2: UnionPwMultiAff) -> UnionPwMultiAff = isl_union_pw_multi_aff_apply_union_pw_multi_aff;
    as_multi_union_pw_aff(self) -> MultiUnionPwAff = isl_union_pw_multi_aff_as_multi_union_pw_aff;
    as_pw_multi_aff(self) -> PwMultiAff = isl_union_pw_multi_aff_as_pw_multi_aff;
    as_union_map(self) -> UnionMap = isl_union_pw_multi_aff_as_union_map;
    coalesce(self) -> UnionPwMultiAff = isl_union_pw_multi_aff_coalesce;
    dim(&self, kind: DimKind) -> usize = isl_union_pw_multi_aff_dim;
    domain(self) -> UnionSet = isl_union_pw_multi_aff_domain;
    drop_dims(self, kind: DimKind, first: usize, n: usize) -> UnionPwMultiAff = isl_union_pw_multi_aff_drop_dims if in_range;
    drop_unused_params(self) -> UnionPwMultiAff = isl_union_pw_multi_aff_drop_unused_params;
    empty(space: Space) -> UnionPwMultiAff = isl_union_pw_multi_aff_empty;
    empty_ctx(ctx: &Ctx) -> UnionPwMultiAff = isl_union_pw_multi_aff_empty_ctx;
    empty_space(space: Space) -> UnionPwMultiAff = isl_union_pw_multi_aff_empty_space;
    extract_pw_multi_aff(&self, space: Space) -> PwMultiAff = isl_union_pw_multi_aff_extract_pw_multi_aff;
    find_dim_by_name(&self, kind: DimKind, name: &str) -> Option<usize> = isl_union_pw_multi_aff_find_dim_by_name;
    flat_range_product(self, upma2: UnionPwMultiAff) -> UnionPwMultiAff = isl_union_pw_multi_aff_flat_range_product;
    from_aff(aff: Aff) -> UnionPwMultiAff = isl_union_pw_multi_aff_from_aff;
    from_domain(uset: UnionSet) -> UnionPwMultiAff = isl_union_pw_multi_aff_from_domain;
    from_multi_aff(ma: MultiAff) -> UnionPwMultiAff = isl_union_pw_multi_aff_from_multi_aff;
    from_multi_union_pw_aff(mupa: MultiUnionPwAff) -> UnionPwMultiAff = isl_union_pw_multi_aff_from_multi_union_pw_aff;
    from_pw_multi_aff(pma: PwMultiAff) -> UnionPwMultiAff = isl_union_pw_multi_aff_from_pw_multi_aff;
    from_union_map(umap: UnionMap) -> UnionPwMultiAff = isl_union_pw_multi_aff_from_union_map;
    from_union_pw_aff(upa: UnionPwAff) -> UnionPwMultiAff = isl_union_pw_multi_aff_from_union_pw_aff;
    from_union_set(uset: UnionSet) -> UnionPwMultiAff = isl_union_pw_multi_aff_from_union_set;
    pw_multi_affs(&self) -> Vec<PwMultiAff> = isl_union_pw_multi_aff_get_pw_multi_aff_list;
    space(&self) -> Space = isl_union_pw_multi_aff_get_space;
    union_pw_aff(&self, pos: usize) -> UnionPwAff = isl_union_pw_multi_aff_get_union_pw_aff;
    gist(self, context: UnionSet) -> UnionPwMultiAff = isl_union_pw_multi_aff_gist;
    gist_params(self, context: Set) -> UnionPwMultiAff = isl_union_pw_multi_aff_gist_params;
    intersect_domain(self, uset: UnionSet) -> UnionPwMultiAff = isl_union_pw_multi_aff_intersect_domain;
    intersect_domain_space(self, space: Space) -> UnionPwMultiAff = isl_union_pw_multi_aff_intersect_domain_space;
    intersect_domain_union_set(self, uset: UnionSet) -> UnionPwMultiAff = isl_union_pw_multi_aff_intersect_domain_union_set;
    intersect_domain_wrapped_domain(self, uset: UnionSet) -> UnionPwMultiAff = isl_union_pw_multi_aff_intersect_domain_wrapped_domain;
    intersect_domain_wrapped_range(self, uset: UnionSet) -> UnionPwMultiAff = isl_union_pw_multi_aff_intersect_domain_wrapped_range;
    intersect_params(self, set: Set) -> UnionPwMultiAff = isl_union_pw_multi_aff_intersect_params;
    involves_locals(&self) -> bool = isl_union_pw_multi_aff_involves_locals;
    involves_nan(&self) -> bool = isl_union_pw_multi_aff_involves_nan;
    isa_pw_multi_aff(&self) -> bool = isl_union_pw_multi_aff_isa_pw_multi_aff;
    multi_val_on_domain(domain: UnionSet, mv: MultiVal) -> UnionPwMultiAff = isl_union_pw_multi_aff_multi_val_on_domain;
    n_pw_multi_aff(&self) -> usize = isl_union_pw_multi_aff_n_pw_multi_aff;
    neg(self) -> UnionPwMultiAff = isl_union_pw_multi_aff_neg;
    plain_is_empty(&self) -> bool = isl_union_pw_multi_aff_plain_is_empty;
    plain_is_equal(&self, upma2: &UnionPwMultiAff) -> bool = isl_union_pw_multi_aff_plain_is_equal;
    preimage_domain_wrapped_domain_union_pw_multi_aff(self, upma2: UnionPwMultiAff) -> UnionPwMultiAff = isl_union_pw_multi_aff_preimage_domain_wrapped_domain_union_pw_multi_aff if not_nan;
    pullback_union_pw_multi_aff(self, upma2: UnionPwMultiAff) -> UnionPwMultiAff = isl_union_pw_multi_aff_pullback_union_pw_multi_aff if not_nan;
    range_factor_domain(self) -> UnionPwMultiAff = isl_union_pw_multi_aff_range_factor_domain;
    range_factor_range(self) -> UnionPwMultiAff = isl_union_pw_multi_aff_range_factor_range;
    range_product(self, upma2: UnionPwMultiAff) -> UnionPwMultiAff = isl_union_pw_multi_aff_range_product;
    reset_user(self) -> UnionPwMultiAff = isl_union_pw_multi_aff_reset_user;
    scale_down_val(self, val: Val) -> UnionPwMultiAff = isl_union_pw_multi_aff_scale_down_val;
    scale_multi_val(self, mv: MultiVal) -> UnionPwMultiAff = isl_union_pw_multi_aff_scale_multi_val;
    scale_val(self, val: Val) -> UnionPwMultiAff = isl_union_pw_multi_aff_scale_val;
    set_dim_name(self, kind: DimKind, pos: usize, s: &str) -> UnionPwMultiAff = isl_union_pw_multi_aff_set_dim_name;
    sub(self, upma2: UnionPwMultiAff) -> UnionPwMultiAff = isl_union_pw_multi_aff_sub;
    subtract_domain(self, uset: UnionSet) -> UnionPwMultiAff = isl_union_pw_multi_aff_subtract_domain;
    subtract_domain_space(self, space: Space) -> UnionPwMultiAff = isl_union_pw_multi_aff_subtract_domain_space;
    subtract_domain_union_set(self, uset: UnionSet) -> UnionPwMultiAff = isl_union_pw_multi_aff_subtract_domain_union_set;
    to_list(self) -> Vec<UnionPwMultiAff> = isl_union_pw_multi_aff_to_list;
    union_add(self, upma2: UnionPwMultiAff) -> UnionPwMultiAff = isl_union_pw_multi_aff_union_add;
} }
