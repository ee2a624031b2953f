//! Maps: binary relations between tuples.

use crate::obj::{Out, hold, lists, objects, ops, texts};
use crate::text::parses;
use crate::{
    Aff, BasicSet, Constraint, Ctx, DimKind, FixedBox, Id, LocalSpace, MultiAff, MultiPwAff, MultiUnionPwAff, PwAff,
    PwMultiAff, Result, Set, Space, StrideInfo, UnionPwAff, UnionPwMultiAff, UnionSet, Val, sys,
};

objects! {
    BasicMap(isl_basic_map: isl_basic_map_copy, isl_basic_map_free) "A conjunction relating two tuples.";
    Map(isl_map: isl_map_copy, isl_map_free) "A union of basic maps in one space.";
    UnionMap(isl_union_map: isl_union_map_copy, isl_union_map_free) "Maps of several spaces.";
}

texts! {
    BasicMap = isl_basic_map_to_str;
    Map = isl_map_to_str;
    UnionMap = isl_union_map_to_str;
}

parses! {
    BasicMap = isl_basic_map_read_from_str;
    Map = isl_map_read_from_str;
    UnionMap = isl_union_map_read_from_str;
}

lists! {
    BasicMap(isl_basic_map_list: isl_basic_map_list_alloc, isl_basic_map_list_add, isl_basic_map_list_copy, isl_basic_map_list_free, isl_basic_map_list_size, isl_basic_map_list_get_at);
    Map(isl_map_list: isl_map_list_alloc, isl_map_list_add, isl_map_list_copy, isl_map_list_free, isl_map_list_size, isl_map_list_get_at);
    UnionMap(isl_union_map_list: isl_union_map_list_alloc, isl_union_map_list_add, isl_union_map_list_copy, isl_union_map_list_free, isl_union_map_list_size, isl_union_map_list_get_at);
}

ops! { BasicMap {
    add_constraint(self, constraint: Constraint) -> BasicMap = isl_basic_map_add_constraint;
    add_dims(self, kind: DimKind, n: usize) -> BasicMap = isl_basic_map_add_dims;
    affine_hull(self) -> BasicMap = isl_basic_map_affine_hull;
    align_params(self, model: Space) -> BasicMap = isl_basic_map_align_params;
    apply_domain(self, bmap2: BasicMap) -> BasicMap = isl_basic_map_apply_domain;
    apply_range(self, bmap2: BasicMap) -> BasicMap = isl_basic_map_apply_range;
    can_curry(&self) -> bool = isl_basic_map_can_curry;
    can_uncurry(&self) -> bool = isl_basic_map_can_uncurry;
    can_zip(&self) -> bool = isl_basic_map_can_zip;
    compute_divs(self) -> Map = isl_basic_map_compute_divs;
    curry(self) -> BasicMap = isl_basic_map_curry;
    deltas(self) -> BasicSet = isl_basic_map_deltas;
    deltas_map(self) -> BasicMap = isl_basic_map_deltas_map;
    detect_equalities(self) -> BasicMap = isl_basic_map_detect_equalities;
    dim(&self, kind: DimKind) -> usize = isl_basic_map_dim;
    domain(self) -> BasicSet = isl_basic_map_domain;
    domain_map(self) -> BasicMap = isl_basic_map_domain_map;
    domain_product(self, bmap2: BasicMap) -> BasicMap = isl_basic_map_domain_product if domains_meet;
    drop_constraints_involving_dims(self, kind: DimKind, first: usize, n: usize) -> BasicMap = isl_basic_map_drop_constraints_involving_dims if in_range;
    drop_constraints_not_involving_dims(self, kind: DimKind, first: usize, n: usize) -> BasicMap = isl_basic_map_drop_constraints_not_involving_dims if in_range;
    drop_unused_params(self) -> BasicMap = isl_basic_map_drop_unused_params;
    eliminate(self, kind: DimKind, first: usize, n: usize) -> BasicMap = isl_basic_map_eliminate if in_range;
    empty(space: Space) -> BasicMap = isl_basic_map_empty;
    equate(self, type1: DimKind, pos1: usize, type2: DimKind, pos2: usize) -> BasicMap = isl_basic_map_equate;
    find_dim_by_name(&self, kind: DimKind, name: &str) -> Option<usize> = isl_basic_map_find_dim_by_name;
    fix_si(self, kind: DimKind, pos: usize, value: i32) -> BasicMap = isl_basic_map_fix_si;
    fix_val(self, kind: DimKind, pos: usize, v: Val) -> BasicMap = isl_basic_map_fix_val;
    flat_product(self, bmap2: BasicMap) -> BasicMap = isl_basic_map_flat_product if same_params;
    flat_range_product(self, bmap2: BasicMap) -> BasicMap = isl_basic_map_flat_range_product if ranges_meet;
    flatten(self) -> BasicMap = isl_basic_map_flatten;
    flatten_domain(self) -> BasicMap = isl_basic_map_flatten_domain;
    flatten_range(self) -> BasicMap = isl_basic_map_flatten_range;
    from_aff(aff: Aff) -> BasicMap = isl_basic_map_from_aff;
    from_constraint(constraint: Constraint) -> BasicMap = isl_basic_map_from_constraint;
    from_domain(bset: BasicSet) -> BasicMap = isl_basic_map_from_domain;
    from_domain_and_range(domain: BasicSet, range: BasicSet) -> BasicMap = isl_basic_map_from_domain_and_range;
    from_multi_aff(maff: MultiAff) -> BasicMap = isl_basic_map_from_multi_aff;
    from_range(bset: BasicSet) -> BasicMap = isl_basic_map_from_range;
    constraints(&self) -> Vec<Constraint> = isl_basic_map_get_constraint_list;
    dim_name(&self, kind: DimKind, pos: usize) -> Option<String> = isl_basic_map_get_dim_name;
    div(&self, pos: usize) -> Aff = isl_basic_map_get_div;
    local_space(&self) -> LocalSpace = isl_basic_map_get_local_space;
    space(&self) -> Space = isl_basic_map_get_space;
    tuple_name(&self, kind: DimKind) -> Option<String> = isl_basic_map_get_tuple_name;
    gist(self, context: BasicMap) -> BasicMap = isl_basic_map_gist if same_space;
    gist_domain(self, context: BasicSet) -> BasicMap = isl_basic_map_gist_domain;
    has_dim_id(&self, kind: DimKind, pos: usize) -> bool = isl_basic_map_has_dim_id;
    identity(space: Space) -> BasicMap = isl_basic_map_identity;
    image_is_bounded(&self) -> bool = isl_basic_map_image_is_bounded;
    insert_dims(self, kind: DimKind, pos: usize, n: usize) -> BasicMap = isl_basic_map_insert_dims;
    intersect(self, bmap2: BasicMap) -> BasicMap = isl_basic_map_intersect;
    intersect_domain(self, bset: BasicSet) -> BasicMap = isl_basic_map_intersect_domain;
    intersect_params(self, bset: BasicSet) -> BasicMap = isl_basic_map_intersect_params;
    intersect_range(self, bset: BasicSet) -> BasicMap = isl_basic_map_intersect_range;
    involves_dims(&self, kind: DimKind, first: usize, n: usize) -> bool = isl_basic_map_involves_dims if in_range;
    is_disjoint(&self, bmap2: &BasicMap) -> bool = isl_basic_map_is_disjoint;
    is_empty(&self) -> bool = isl_basic_map_is_empty;
    is_equal(&self, bmap2: &BasicMap) -> bool = isl_basic_map_is_equal;
    is_rational(&self) -> bool = isl_basic_map_is_rational;
    is_single_valued(&self) -> bool = isl_basic_map_is_single_valued;
    is_strict_subset(&self, bmap2: &BasicMap) -> bool = isl_basic_map_is_strict_subset;
    is_subset(&self, bmap2: &BasicMap) -> bool = isl_basic_map_is_subset;
    is_universe(&self) -> bool = isl_basic_map_is_universe;
    lexmax(self) -> Map = isl_basic_map_lexmax;
    lexmin(self) -> Map = isl_basic_map_lexmin;
    lexmin_pw_multi_aff(self) -> PwMultiAff = isl_basic_map_lexmin_pw_multi_aff;
    lower_bound_si(self, kind: DimKind, pos: usize, value: i32) -> BasicMap = isl_basic_map_lower_bound_si;
    move_dims(self, dst_type: DimKind, dst_pos: usize, src_type: DimKind, src_pos: usize, n: usize) -> BasicMap = isl_basic_map_move_dims if target_in_range;
    n_constraint(&self) -> usize = isl_basic_map_n_constraint;
    nat_universe(space: Space) -> BasicMap = isl_basic_map_nat_universe;
    neg(self) -> BasicMap = isl_basic_map_neg;
    order_ge(self, type1: DimKind, pos1: usize, type2: DimKind, pos2: usize) -> BasicMap = isl_basic_map_order_ge;
    order_gt(self, type1: DimKind, pos1: usize, type2: DimKind, pos2: usize) -> BasicMap = isl_basic_map_order_gt;
    plain_get_val_if_fixed(&self, kind: DimKind, pos: usize) -> Val = isl_basic_map_plain_get_val_if_fixed;
    plain_is_empty(&self) -> bool = isl_basic_map_plain_is_empty;
    plain_is_universe(&self) -> bool = isl_basic_map_plain_is_universe;
    preimage_domain_multi_aff(self, ma: MultiAff) -> BasicMap = isl_basic_map_preimage_domain_multi_aff if not_nan;
    preimage_range_multi_aff(self, ma: MultiAff) -> BasicMap = isl_basic_map_preimage_range_multi_aff if not_nan;
    product(self, bmap2: BasicMap) -> BasicMap = isl_basic_map_product if same_params;
    project_out(self, kind: DimKind, first: usize, n: usize) -> BasicMap = isl_basic_map_project_out if in_range;
    range(self) -> BasicSet = isl_basic_map_range;
    range_map(self) -> BasicMap = isl_basic_map_range_map;
    range_product(self, bmap2: BasicMap) -> BasicMap = isl_basic_map_range_product if ranges_meet;
    remove_dims(self, kind: DimKind, first: usize, n: usize) -> BasicMap = isl_basic_map_remove_dims if in_range;
    remove_divs(self) -> BasicMap = isl_basic_map_remove_divs;
    remove_divs_involving_dims(self, kind: DimKind, first: usize, n: usize) -> BasicMap = isl_basic_map_remove_divs_involving_dims if in_range;
    remove_redundancies(self) -> BasicMap = isl_basic_map_remove_redundancies;
    reverse(self) -> BasicMap = isl_basic_map_reverse;
    sample(self) -> BasicMap = isl_basic_map_sample;
    set_dim_name(self, kind: DimKind, pos: usize, s: &str) -> BasicMap = isl_basic_map_set_dim_name;
    set_tuple_id(self, kind: DimKind, id: Id) -> BasicMap = isl_basic_map_set_tuple_id;
    set_tuple_name(self, kind: DimKind, s: &str) -> BasicMap = isl_basic_map_set_tuple_name;
    sum(self, bmap2: BasicMap) -> BasicMap = isl_basic_map_sum;
    to_list(self) -> Vec<BasicMap> = isl_basic_map_to_list;
    total_dim(&self) -> usize = isl_basic_map_total_dim;
    uncurry(self) -> BasicMap = isl_basic_map_uncurry;
    union(self, bmap2: BasicMap) -> Map = isl_basic_map_union;
    universe(space: Space) -> BasicMap = isl_basic_map_universe;
    upper_bound_si(self, kind: DimKind, pos: usize, value: i32) -> BasicMap = isl_basic_map_upper_bound_si;
    wrap(self) -> BasicSet = isl_basic_map_wrap;
    zip(self) -> BasicMap = isl_basic_map_zip;
} }

ops! { Map {
    add_constraint(self, constraint: Constraint) -> Map = isl_map_add_constraint;
    add_dims(self, kind: DimKind, n: usize) -> Map = isl_map_add_dims;
    affine_hull(self) -> BasicMap = isl_map_affine_hull;
    align_divs(self) -> Map = isl_map_align_divs;
    align_params(self, model: Space) -> Map = isl_map_align_params;
    apply_domain(self, map2: Map) -> Map = isl_map_apply_domain;
    apply_range(self, map2: Map) -> Map = isl_map_apply_range;
    as_pw_multi_aff(self) -> PwMultiAff = isl_map_as_pw_multi_aff;
    can_curry(&self) -> bool = isl_map_can_curry;
    can_range_curry(&self) -> bool = isl_map_can_range_curry;
    can_uncurry(&self) -> bool = isl_map_can_uncurry;
    can_zip(&self) -> bool = isl_map_can_zip;
    try_coalesce(self) -> Map = isl_map_coalesce;
    complement(self) -> Map = isl_map_complement;
    compute_divs(self) -> Map = isl_map_compute_divs;
    convex_hull(self) -> BasicMap = isl_map_convex_hull;
    curry(self) -> Map = isl_map_curry;
    deltas(self) -> Set = isl_map_deltas;
    deltas_map(self) -> Map = isl_map_deltas_map;
    detect_equalities(self) -> Map = isl_map_detect_equalities;
    dim(&self, kind: DimKind) -> usize = isl_map_dim;
    dim_max(self, pos: usize) -> PwAff = isl_map_dim_max;
    dim_min(self, pos: usize) -> PwAff = isl_map_dim_min;
    domain(self) -> Set = isl_map_domain;
    domain_factor_domain(self) -> Map = isl_map_domain_factor_domain;
    domain_factor_range(self) -> Map = isl_map_domain_factor_range;
    domain_is_wrapping(&self) -> bool = isl_map_domain_is_wrapping;
    domain_map(self) -> Map = isl_map_domain_map;
    domain_product(self, map2: Map) -> Map = isl_map_domain_product;
    domain_reverse(self) -> Map = isl_map_domain_reverse;
    domain_tuple_dim(&self) -> usize = isl_map_domain_tuple_dim;
    drop_constraints_involving_dims(self, kind: DimKind, first: usize, n: usize) -> Map = isl_map_drop_constraints_involving_dims if in_range;
    drop_constraints_not_involving_dims(self, kind: DimKind, first: usize, n: usize) -> Map = isl_map_drop_constraints_not_involving_dims if in_range;
    drop_unused_params(self) -> Map = isl_map_drop_unused_params;
    eliminate(self, kind: DimKind, first: usize, n: usize) -> Map = isl_map_eliminate if in_range;
    empty(space: Space) -> Map = isl_map_empty;
    eq_at_multi_pw_aff(self, mpa: MultiPwAff) -> Map = isl_map_eq_at_multi_pw_aff;
    equate(self, type1: DimKind, pos1: usize, type2: DimKind, pos2: usize) -> Map = isl_map_equate;
    factor_domain(self) -> Map = isl_map_factor_domain;
    factor_range(self) -> Map = isl_map_factor_range;
    find_dim_by_id(&self, kind: DimKind, id: &Id) -> Option<usize> = isl_map_find_dim_by_id;
    find_dim_by_name(&self, kind: DimKind, name: &str) -> Option<usize> = isl_map_find_dim_by_name;
    fix_input_si(self, input: usize, value: i32) -> Map = isl_map_fix_input_si;
    fix_si(self, kind: DimKind, pos: usize, value: i32) -> Map = isl_map_fix_si;
    fix_val(self, kind: DimKind, pos: usize, v: Val) -> Map = isl_map_fix_val;
    fixed_power_val(self, exp: Val) -> Map = isl_map_fixed_power_val;
    flat_domain_product(self, map2: Map) -> Map = isl_map_flat_domain_product;
    flat_product(self, map2: Map) -> Map = isl_map_flat_product;
    flat_range_product(self, map2: Map) -> Map = isl_map_flat_range_product;
    flatten(self) -> Map = isl_map_flatten;
    flatten_domain(self) -> Map = isl_map_flatten_domain;
    flatten_range(self) -> Map = isl_map_flatten_range;
    floordiv_val(self, d: Val) -> Map = isl_map_floordiv_val;
    from_aff(aff: Aff) -> Map = isl_map_from_aff;
    from_basic_map(bmap: BasicMap) -> Map = isl_map_from_basic_map;
    from_domain(set: Set) -> Map = isl_map_from_domain;
    from_domain_and_range(domain: Set, range: Set) -> Map = isl_map_from_domain_and_range;
    from_multi_aff(maff: MultiAff) -> Map = isl_map_from_multi_aff;
    from_multi_pw_aff(mpa: MultiPwAff) -> Map = isl_map_from_multi_pw_aff;
    from_pw_aff(pwaff: PwAff) -> Map = isl_map_from_pw_aff;
    from_pw_multi_aff(pma: PwMultiAff) -> Map = isl_map_from_pw_multi_aff;
    from_range(set: Set) -> Map = isl_map_from_range;
    from_union_map(umap: UnionMap) -> Map = isl_map_from_union_map;
    basic_maps(&self) -> Vec<BasicMap> = isl_map_get_basic_map_list;
    dim_id(&self, kind: DimKind, pos: usize) -> Id = isl_map_get_dim_id;
    dim_name(&self, kind: DimKind, pos: usize) -> Option<String> = isl_map_get_dim_name;
    domain_tuple_id(&self) -> Id = isl_map_get_domain_tuple_id;
    range_lattice_tile(&self) -> FixedBox = isl_map_get_range_lattice_tile;
    range_simple_fixed_box_hull(&self) -> FixedBox = isl_map_get_range_simple_fixed_box_hull;
    range_stride_info(&self, pos: usize) -> StrideInfo = isl_map_get_range_stride_info;
    range_tuple_id(&self) -> Id = isl_map_get_range_tuple_id;
    space(&self) -> Space = isl_map_get_space;
    tuple_id(&self, kind: DimKind) -> Id = isl_map_get_tuple_id;
    tuple_name(&self, kind: DimKind) -> Option<String> = isl_map_get_tuple_name;
    gist(self, context: Map) -> Map = isl_map_gist if same_tuples;
    gist_basic_map(self, context: BasicMap) -> Map = isl_map_gist_basic_map if same_space_as;
    gist_domain(self, context: Set) -> Map = isl_map_gist_domain;
    gist_params(self, context: Set) -> Map = isl_map_gist_params;
    gist_range(self, context: Set) -> Map = isl_map_gist_range;
    has_dim_id(&self, kind: DimKind, pos: usize) -> bool = isl_map_has_dim_id;
    has_dim_name(&self, kind: DimKind, pos: usize) -> bool = isl_map_has_dim_name;
    has_domain_tuple_id(&self) -> bool = isl_map_has_domain_tuple_id;
    has_equal_space(&self, map2: &Map) -> bool = isl_map_has_equal_space;
    has_range_tuple_id(&self) -> bool = isl_map_has_range_tuple_id;
    has_tuple_id(&self, kind: DimKind) -> bool = isl_map_has_tuple_id;
    has_tuple_name(&self, kind: DimKind) -> bool = isl_map_has_tuple_name;
    identity(space: Space) -> Map = isl_map_identity;
    insert_dims(self, kind: DimKind, pos: usize, n: usize) -> Map = isl_map_insert_dims;
    intersect(self, map2: Map) -> Map = isl_map_intersect;
    intersect_domain(self, set: Set) -> Map = isl_map_intersect_domain;
    intersect_domain_factor_domain(self, factor: Map) -> Map = isl_map_intersect_domain_factor_domain;
    intersect_domain_factor_range(self, factor: Map) -> Map = isl_map_intersect_domain_factor_range;
    intersect_domain_wrapped_domain(self, domain: Set) -> Map = isl_map_intersect_domain_wrapped_domain;
    intersect_params(self, params: Set) -> Map = isl_map_intersect_params;
    intersect_range(self, set: Set) -> Map = isl_map_intersect_range;
    intersect_range_factor_domain(self, factor: Map) -> Map = isl_map_intersect_range_factor_domain;
    intersect_range_factor_range(self, factor: Map) -> Map = isl_map_intersect_range_factor_range;
    intersect_range_wrapped_domain(self, domain: Set) -> Map = isl_map_intersect_range_wrapped_domain;
    involves_dims(&self, kind: DimKind, first: usize, n: usize) -> bool = isl_map_involves_dims if in_range;
    is_bijective(&self) -> bool = isl_map_is_bijective;
    is_disjoint(&self, map2: &Map) -> bool = isl_map_is_disjoint;
    is_empty(&self) -> bool = isl_map_is_empty;
    is_equal(&self, map2: &Map) -> bool = isl_map_is_equal;
    is_identity(&self) -> bool = isl_map_is_identity;
    is_injective(&self) -> bool = isl_map_is_injective;
    is_product(&self) -> bool = isl_map_is_product;
    is_single_valued(&self) -> bool = isl_map_is_single_valued;
    is_strict_subset(&self, map2: &Map) -> bool = isl_map_is_strict_subset;
    is_subset(&self, map2: &Map) -> bool = isl_map_is_subset;
    is_translation(&self) -> bool = isl_map_is_translation;
    lex_ge(set_space: Space) -> Map = isl_map_lex_ge;
    lex_ge_at_multi_pw_aff(self, mpa: MultiPwAff) -> Map = isl_map_lex_ge_at_multi_pw_aff;
    lex_ge_map(self, map2: Map) -> Map = isl_map_lex_ge_map;
    lex_gt(set_space: Space) -> Map = isl_map_lex_gt;
    lex_gt_at_multi_pw_aff(self, mpa: MultiPwAff) -> Map = isl_map_lex_gt_at_multi_pw_aff;
    lex_gt_map(self, map2: Map) -> Map = isl_map_lex_gt_map;
    lex_le(set_space: Space) -> Map = isl_map_lex_le;
    lex_le_at_multi_pw_aff(self, mpa: MultiPwAff) -> Map = isl_map_lex_le_at_multi_pw_aff;
    lex_le_map(self, map2: Map) -> Map = isl_map_lex_le_map;
    lex_lt(set_space: Space) -> Map = isl_map_lex_lt;
    lex_lt_at_multi_pw_aff(self, mpa: MultiPwAff) -> Map = isl_map_lex_lt_at_multi_pw_aff;
    lex_lt_map(self, map2: Map) -> Map = isl_map_lex_lt_map;
    lexmax(self) -> Map = isl_map_lexmax;
    lexmax_pw_multi_aff(self) -> PwMultiAff = isl_map_lexmax_pw_multi_aff;
    lexmin(self) -> Map = isl_map_lexmin;
    lexmin_pw_multi_aff(self) -> PwMultiAff = isl_map_lexmin_pw_multi_aff;
    lower_bound_multi_pw_aff(self, lower: MultiPwAff) -> Map = isl_map_lower_bound_multi_pw_aff;
    lower_bound_si(self, kind: DimKind, pos: usize, value: i32) -> Map = isl_map_lower_bound_si;
    lower_bound_val(self, kind: DimKind, pos: usize, value: Val) -> Map = isl_map_lower_bound_val;
    make_disjoint(self) -> Map = isl_map_make_disjoint;
    max_multi_pw_aff(self) -> MultiPwAff = isl_map_max_multi_pw_aff;
    min_multi_pw_aff(self) -> MultiPwAff = isl_map_min_multi_pw_aff;
    move_dims(self, dst_type: DimKind, dst_pos: usize, src_type: DimKind, src_pos: usize, n: usize) -> Map = isl_map_move_dims if target_in_range;
    n_basic_map(&self) -> usize = isl_map_n_basic_map;
    nat_universe(space: Space) -> Map = isl_map_nat_universe;
    neg(self) -> Map = isl_map_neg;
    oppose(self, type1: DimKind, pos1: usize, type2: DimKind, pos2: usize) -> Map = isl_map_oppose;
    order_ge(self, type1: DimKind, pos1: usize, type2: DimKind, pos2: usize) -> Map = isl_map_order_ge;
    order_gt(self, type1: DimKind, pos1: usize, type2: DimKind, pos2: usize) -> Map = isl_map_order_gt;
    order_le(self, type1: DimKind, pos1: usize, type2: DimKind, pos2: usize) -> Map = isl_map_order_le;
    order_lt(self, type1: DimKind, pos1: usize, type2: DimKind, pos2: usize) -> Map = isl_map_order_lt;
    params(self) -> Set = isl_map_params;
    plain_get_val_if_fixed(&self, kind: DimKind, pos: usize) -> Val = isl_map_plain_get_val_if_fixed;
    plain_is_empty(&self) -> bool = isl_map_plain_is_empty;
    plain_is_equal(&self, map2: &Map) -> bool = isl_map_plain_is_equal;
    plain_is_injective(&self) -> bool = isl_map_plain_is_injective;
    plain_is_single_valued(&self) -> bool = isl_map_plain_is_single_valued;
    plain_is_universe(&self) -> bool = isl_map_plain_is_universe;
    plain_unshifted_simple_hull(self) -> BasicMap = isl_map_plain_unshifted_simple_hull;
    polyhedral_hull(self) -> BasicMap = isl_map_polyhedral_hull;
    preimage_domain_multi_aff(self, ma: MultiAff) -> Map = isl_map_preimage_domain_multi_aff if not_nan;
    preimage_domain_multi_pw_aff(self, mpa: MultiPwAff) -> Map = isl_map_preimage_domain_multi_pw_aff if not_nan;
    preimage_domain_pw_multi_aff(self, pma: PwMultiAff) -> Map = isl_map_preimage_domain_pw_multi_aff if not_nan;
    preimage_range_multi_aff(self, ma: MultiAff) -> Map = isl_map_preimage_range_multi_aff if not_nan;
    preimage_range_pw_multi_aff(self, pma: PwMultiAff) -> Map = isl_map_preimage_range_pw_multi_aff if not_nan;
    product(self, map2: Map) -> Map = isl_map_product;
    project_out(self, kind: DimKind, first: usize, n: usize) -> Map = isl_map_project_out if in_range;
    project_out_all_params(self) -> Map = isl_map_project_out_all_params;
    project_out_param_id(self, id: Id) -> Map = isl_map_project_out_param_id;
    project_out_param_id_list(self, list: Vec<Id>) -> Map = isl_map_project_out_param_id_list;
    range(self) -> Set = isl_map_range;
    range_curry(self) -> Map = isl_map_range_curry;
    range_factor_domain(self) -> Map = isl_map_range_factor_domain;
    range_factor_range(self) -> Map = isl_map_range_factor_range;
    range_is_wrapping(&self) -> bool = isl_map_range_is_wrapping;
    range_map(self) -> Map = isl_map_range_map;
    range_product(self, map2: Map) -> Map = isl_map_range_product;
    range_reverse(self) -> Map = isl_map_range_reverse;
    range_tuple_dim(&self) -> usize = isl_map_range_tuple_dim;
    remove_dims(self, kind: DimKind, first: usize, n: usize) -> Map = isl_map_remove_dims if in_range;
    remove_divs(self) -> Map = isl_map_remove_divs;
    remove_divs_involving_dims(self, kind: DimKind, first: usize, n: usize) -> Map = isl_map_remove_divs_involving_dims if in_range;
    remove_inputs(self, first: usize, n: usize) -> Map = isl_map_remove_inputs;
    remove_redundancies(self) -> Map = isl_map_remove_redundancies;
    remove_unknown_divs(self) -> Map = isl_map_remove_unknown_divs;
    reset_tuple_id(self, kind: DimKind) -> Map = isl_map_reset_tuple_id;
    reset_user(self) -> Map = isl_map_reset_user;
    reverse(self) -> Map = isl_map_reverse;
    sample(self) -> BasicMap = isl_map_sample;
    set_dim_id(self, kind: DimKind, pos: usize, id: Id) -> Map = isl_map_set_dim_id;
    set_dim_name(self, kind: DimKind, pos: usize, s: &str) -> Map = isl_map_set_dim_name;
    set_domain_tuple_id(self, id: Id) -> Map = isl_map_set_domain_tuple_id;
    set_range_tuple_id(self, id: Id) -> Map = isl_map_set_range_tuple_id;
    set_tuple_id(self, kind: DimKind, id: Id) -> Map = isl_map_set_tuple_id;
    set_tuple_name(self, kind: DimKind, s: &str) -> Map = isl_map_set_tuple_name;
    simple_hull(self) -> BasicMap = isl_map_simple_hull;
    subtract(self, map2: Map) -> Map = isl_map_subtract;
    subtract_domain(self, dom: Set) -> Map = isl_map_subtract_domain;
    subtract_range(self, dom: Set) -> Map = isl_map_subtract_range;
    sum(self, map2: Map) -> Map = isl_map_sum;
    to_list(self) -> Vec<Map> = isl_map_to_list;
    to_union_map(self) -> UnionMap = isl_map_to_union_map;
    uncurry(self) -> Map = isl_map_uncurry;
    union(self, map2: Map) -> Map = isl_map_union;
    union_disjoint(self, map2: Map) -> Map = isl_map_union_disjoint;
    universe(space: Space) -> Map = isl_map_universe;
    unshifted_simple_hull(self) -> BasicMap = isl_map_unshifted_simple_hull;
    upper_bound_multi_pw_aff(self, upper: MultiPwAff) -> Map = isl_map_upper_bound_multi_pw_aff;
    upper_bound_si(self, kind: DimKind, pos: usize, value: i32) -> Map = isl_map_upper_bound_si;
    upper_bound_val(self, kind: DimKind, pos: usize, value: Val) -> Map = isl_map_upper_bound_val;
    wrap(self) -> Set = isl_map_wrap;
    zip(self) -> Map = isl_map_zip;
} }

ops! { UnionMap {
    add_map(self, map: Map) -> UnionMap = isl_union_map_add_map;
    affine_hull(self) -> UnionMap = isl_union_map_affine_hull;
    align_params(self, model: Space) -> UnionMap = isl_union_map_align_params;
    apply_domain(self, umap2: UnionMap) -> UnionMap = isl_union_map_apply_domain;
    apply_range(self, umap2: UnionMap) -> UnionMap = isl_union_map_apply_range;
    as_map(self) -> Map = isl_union_map_as_map;
    as_multi_union_pw_aff(self) -> MultiUnionPwAff = isl_union_map_as_multi_union_pw_aff;
    as_union_pw_multi_aff(self) -> UnionPwMultiAff = isl_union_map_as_union_pw_multi_aff;
    try_coalesce(self) -> UnionMap = isl_union_map_coalesce;
    compute_divs(self) -> UnionMap = isl_union_map_compute_divs;
    contains(&self, space: &Space) -> bool = isl_union_map_contains;
    curry(self) -> UnionMap = isl_union_map_curry;
    deltas(self) -> UnionSet = isl_union_map_deltas;
    deltas_map(self) -> UnionMap = isl_union_map_deltas_map;
    detect_equalities(self) -> UnionMap = isl_union_map_detect_equalities;
    dim(&self, kind: DimKind) -> usize = isl_union_map_dim;
    domain(self) -> UnionSet = isl_union_map_domain;
    domain_factor_domain(self) -> UnionMap = isl_union_map_domain_factor_domain;
    domain_factor_range(self) -> UnionMap = isl_union_map_domain_factor_range;
    domain_map(self) -> UnionMap = isl_union_map_domain_map;
    domain_map_union_pw_multi_aff(self) -> UnionPwMultiAff = isl_union_map_domain_map_union_pw_multi_aff;
    domain_product(self, umap2: UnionMap) -> UnionMap = isl_union_map_domain_product;
    domain_reverse(self) -> UnionMap = isl_union_map_domain_reverse;
    drop_unused_params(self) -> UnionMap = isl_union_map_drop_unused_params;
    empty(space: Space) -> UnionMap = isl_union_map_empty;
    empty_ctx(ctx: &Ctx) -> UnionMap = isl_union_map_empty_ctx;
    empty_space(space: Space) -> UnionMap = isl_union_map_empty_space;
    eq_at_multi_union_pw_aff(self, mupa: MultiUnionPwAff) -> UnionMap = isl_union_map_eq_at_multi_union_pw_aff;
    extract_map(&self, space: Space) -> Map = isl_union_map_extract_map;
    factor_domain(self) -> UnionMap = isl_union_map_factor_domain;
    factor_range(self) -> UnionMap = isl_union_map_factor_range;
    find_dim_by_name(&self, kind: DimKind, name: &str) -> Option<usize> = isl_union_map_find_dim_by_name;
    fixed_power_val(self, exp: Val) -> UnionMap = isl_union_map_fixed_power_val;
    flat_domain_product(self, umap2: UnionMap) -> UnionMap = isl_union_map_flat_domain_product;
    flat_range_product(self, umap2: UnionMap) -> UnionMap = isl_union_map_flat_range_product;
    from_basic_map(bmap: BasicMap) -> UnionMap = isl_union_map_from_basic_map;
    from_domain(uset: UnionSet) -> UnionMap = isl_union_map_from_domain;
    from_domain_and_range(domain: UnionSet, range: UnionSet) -> UnionMap = isl_union_map_from_domain_and_range;
    from_map(map: Map) -> UnionMap = isl_union_map_from_map;
    from_multi_union_pw_aff(mupa: MultiUnionPwAff) -> UnionMap = isl_union_map_from_multi_union_pw_aff;
    from_range(uset: UnionSet) -> UnionMap = isl_union_map_from_range;
    from_union_pw_aff(upa: UnionPwAff) -> UnionMap = isl_union_map_from_union_pw_aff;
    from_union_pw_multi_aff(upma: UnionPwMultiAff) -> UnionMap = isl_union_map_from_union_pw_multi_aff;
    dim_id(&self, kind: DimKind, pos: usize) -> Id = isl_union_map_get_dim_id;
    maps(&self) -> Vec<Map> = isl_union_map_get_map_list;
    space(&self) -> Space = isl_union_map_get_space;
    gist(self, context: UnionMap) -> UnionMap = isl_union_map_gist;
    gist_domain(self, uset: UnionSet) -> UnionMap = isl_union_map_gist_domain;
    gist_params(self, set: Set) -> UnionMap = isl_union_map_gist_params;
    gist_range(self, uset: UnionSet) -> UnionMap = isl_union_map_gist_range;
    intersect(self, umap2: UnionMap) -> UnionMap = isl_union_map_intersect;
    intersect_domain(self, uset: UnionSet) -> UnionMap = isl_union_map_intersect_domain;
    intersect_domain_factor_domain(self, factor: UnionMap) -> UnionMap = isl_union_map_intersect_domain_factor_domain;
    intersect_domain_factor_range(self, factor: UnionMap) -> UnionMap = isl_union_map_intersect_domain_factor_range;
    intersect_domain_space(self, space: Space) -> UnionMap = isl_union_map_intersect_domain_space;
    intersect_domain_union_set(self, uset: UnionSet) -> UnionMap = isl_union_map_intersect_domain_union_set;
    intersect_domain_wrapped_domain_union_set(self, domain: UnionSet) -> UnionMap = isl_union_map_intersect_domain_wrapped_domain_union_set;
    intersect_params(self, set: Set) -> UnionMap = isl_union_map_intersect_params;
    intersect_range(self, uset: UnionSet) -> UnionMap = isl_union_map_intersect_range;
    intersect_range_factor_domain(self, factor: UnionMap) -> UnionMap = isl_union_map_intersect_range_factor_domain;
    intersect_range_factor_range(self, factor: UnionMap) -> UnionMap = isl_union_map_intersect_range_factor_range;
    intersect_range_space(self, space: Space) -> UnionMap = isl_union_map_intersect_range_space;
    intersect_range_union_set(self, uset: UnionSet) -> UnionMap = isl_union_map_intersect_range_union_set;
    intersect_range_wrapped_domain_union_set(self, domain: UnionSet) -> UnionMap = isl_union_map_intersect_range_wrapped_domain_union_set;
    involves_dims(&self, kind: DimKind, first: usize, n: usize) -> bool = isl_union_map_involves_dims if in_range;
    is_bijective(&self) -> bool = isl_union_map_is_bijective;
    is_disjoint(&self, umap2: &UnionMap) -> bool = isl_union_map_is_disjoint;
    is_empty(&self) -> bool = isl_union_map_is_empty;
    is_equal(&self, umap2: &UnionMap) -> bool = isl_union_map_is_equal;
    is_identity(&self) -> bool = isl_union_map_is_identity;
    is_injective(&self) -> bool = isl_union_map_is_injective;
    is_single_valued(&self) -> bool = isl_union_map_is_single_valued;
    is_strict_subset(&self, umap2: &UnionMap) -> bool = isl_union_map_is_strict_subset;
    is_subset(&self, umap2: &UnionMap) -> bool = isl_union_map_is_subset;
    isa_map(&self) -> bool = isl_union_map_isa_map;
    lex_ge_at_multi_union_pw_aff(self, mupa: MultiUnionPwAff) -> UnionMap = isl_union_map_lex_ge_at_multi_union_pw_aff;
    lex_ge_union_map(self, umap2: UnionMap) -> UnionMap = isl_union_map_lex_ge_union_map;
    lex_gt_at_multi_union_pw_aff(self, mupa: MultiUnionPwAff) -> UnionMap = isl_union_map_lex_gt_at_multi_union_pw_aff;
    lex_gt_union_map(self, umap2: UnionMap) -> UnionMap = isl_union_map_lex_gt_union_map;
    lex_le_at_multi_union_pw_aff(self, mupa: MultiUnionPwAff) -> UnionMap = isl_union_map_lex_le_at_multi_union_pw_aff;
    lex_le_union_map(self, umap2: UnionMap) -> UnionMap = isl_union_map_lex_le_union_map;
    lex_lt_at_multi_union_pw_aff(self, mupa: MultiUnionPwAff) -> UnionMap = isl_union_map_lex_lt_at_multi_union_pw_aff;
    lex_lt_union_map(self, umap2: UnionMap) -> UnionMap = isl_union_map_lex_lt_union_map;
    lexmax(self) -> UnionMap = isl_union_map_lexmax;
    lexmin(self) -> UnionMap = isl_union_map_lexmin;
    n_map(&self) -> usize = isl_union_map_n_map;
    params(self) -> Set = isl_union_map_params;
    plain_is_empty(&self) -> bool = isl_union_map_plain_is_empty;
    plain_is_injective(&self) -> bool = isl_union_map_plain_is_injective;
    polyhedral_hull(self) -> UnionMap = isl_union_map_polyhedral_hull;
    preimage_domain_multi_aff(self, ma: MultiAff) -> UnionMap = isl_union_map_preimage_domain_multi_aff if not_nan;
    preimage_domain_multi_pw_aff(self, mpa: MultiPwAff) -> UnionMap = isl_union_map_preimage_domain_multi_pw_aff if not_nan;
    preimage_domain_pw_multi_aff(self, pma: PwMultiAff) -> UnionMap = isl_union_map_preimage_domain_pw_multi_aff if not_nan;
    preimage_domain_union_pw_multi_aff(self, upma: UnionPwMultiAff) -> UnionMap = isl_union_map_preimage_domain_union_pw_multi_aff if not_nan;
    preimage_range_multi_aff(self, ma: MultiAff) -> UnionMap = isl_union_map_preimage_range_multi_aff if not_nan;
    preimage_range_pw_multi_aff(self, pma: PwMultiAff) -> UnionMap = isl_union_map_preimage_range_pw_multi_aff if not_nan;
    preimage_range_union_pw_multi_aff(self, upma: UnionPwMultiAff) -> UnionMap = isl_union_map_preimage_range_union_pw_multi_aff if not_nan;
    product(self, umap2: UnionMap) -> UnionMap = isl_union_map_product;
    project_out(self, kind: DimKind, first: usize, n: usize) -> UnionMap = isl_union_map_project_out if in_range;
    project_out_all_params(self) -> UnionMap = isl_union_map_project_out_all_params;
    project_out_param_id(self, id: Id) -> UnionMap = isl_union_map_project_out_param_id;
    project_out_param_id_list(self, list: Vec<Id>) -> UnionMap = isl_union_map_project_out_param_id_list;
    range(self) -> UnionSet = isl_union_map_range;
    range_curry(self) -> UnionMap = isl_union_map_range_curry;
    range_factor_domain(self) -> UnionMap = isl_union_map_range_factor_domain;
    range_factor_range(self) -> UnionMap = isl_union_map_range_factor_range;
    range_map(self) -> UnionMap = isl_union_map_range_map;
    range_product(self, umap2: UnionMap) -> UnionMap = isl_union_map_range_product;
    range_reverse(self) -> UnionMap = isl_union_map_range_reverse;
    remove_divs(self) -> UnionMap = isl_union_map_remove_divs;
    remove_redundancies(self) -> UnionMap = isl_union_map_remove_redundancies;
    reset_user(self) -> UnionMap = isl_union_map_reset_user;
    reverse(self) -> UnionMap = isl_union_map_reverse;
    sample(self) -> BasicMap = isl_union_map_sample;
    simple_hull(self) -> UnionMap = isl_union_map_simple_hull;
    subtract(self, umap2: UnionMap) -> UnionMap = isl_union_map_subtract;
    subtract_domain(self, dom: UnionSet) -> UnionMap = isl_union_map_subtract_domain;
    subtract_range(self, dom: UnionSet) -> UnionMap = isl_union_map_subtract_range;
    to_list(self) -> Vec<UnionMap> = isl_union_map_to_list;
    uncurry(self) -> UnionMap = isl_union_map_uncurry;
    union(self, umap2: UnionMap) -> UnionMap = isl_union_map_union;
    universe(self) -> UnionMap = isl_union_map_universe;
    wrap(self) -> UnionSet = isl_union_map_wrap;
    zip(self) -> UnionMap = isl_union_map_zip;
} }

macro_rules! closures {
    ($($type:ident { $($name:ident -> $R:ty = $c:ident, $doc:literal;)* })*) => { $(
        impl $type { $(
            #[doc = concat!($doc, ", and whether it is exact rather than larger (`", stringify!($c), "`).")]
            pub fn $name(self) -> Result<($R, bool)> {
                let ctx = self.ctx().clone();
                let mut exact = sys::IslBool(-1);
                // SAFETY: the object is live and taken over; `exact` is written during the call only.
                let answer = <$R>::out(unsafe { sys::$c(self.0.take(), &raw mut exact) }, &ctx)?;
                Ok((answer, bool::out(exact, &ctx)?))
            }
        )* }
    )* };
}

closures! {
    Map {
        transitive_closure -> Map = isl_map_transitive_closure, "The transitive closure";
        power -> Map = isl_map_power, "All powers, by exponent";
        reaching_path_lengths -> Map = isl_map_reaching_path_lengths, "The lengths of paths, by pair";
    }
    UnionMap {
        transitive_closure -> UnionMap = isl_union_map_transitive_closure, "The transitive closure";
        power -> UnionMap = isl_union_map_power, "All powers, by exponent";
    }
}

macro_rules! partial {
    ($($type:ident { $($name:ident($D:ty) -> $R:ty = $c:ident;)* })*) => { $(
        impl $type { $(
            #[doc = concat!("The optimum for each element of `domain`, and where there is none (`", stringify!($c), "`).")]
            pub fn $name(self, domain: $D) -> Result<($R, Set)> {
                let ctx = self.ctx().clone();
                let mut domain = hold(domain, &ctx)?;
                let mut empty = std::ptr::null_mut();
                // SAFETY: both objects are live and taken over; `empty` is written during the call only.
                let answer = unsafe { sys::$c(self.0.take(), domain.raw(), &raw mut empty) };
                // Taken over in any case, so that it is freed.
                let empty = Set::out(sys::Give(empty), &ctx);
                Ok((<$R>::out(answer, &ctx)?, empty?))
            }
        )* }
    )* };
}

partial! {
    Map {
        partial_lexmin(Set) -> Map = isl_map_partial_lexmin;
        partial_lexmax(Set) -> Map = isl_map_partial_lexmax;
    }
    BasicMap {
        partial_lexmin(BasicSet) -> Map = isl_basic_map_partial_lexmin;
        partial_lexmax(BasicSet) -> Map = isl_basic_map_partial_lexmax;
    }
}

impl Map {
    /// Fewer and simpler pieces, if isl finds any. A failure inside isl 0.27 ("total dimensionality changed
    /// unexpectedly", seen on sets with nested floors) costs only that: the pieces stay as they were.
    pub fn coalesce(self) -> Result<Map> {
        let unchanged = self.clone();
        match self.try_coalesce() {
            Err(crate::PolyError::Internal { .. }) => Ok(unchanged),
            other => other,
        }
    }
}

impl UnionMap {
    /// Fewer and simpler pieces, if isl finds any. A failure inside isl 0.27 ("total dimensionality changed
    /// unexpectedly", seen on sets with nested floors) costs only that: the pieces stay as they were.
    pub fn coalesce(self) -> Result<UnionMap> {
        let unchanged = self.clone();
        match self.try_coalesce() {
            Err(crate::PolyError::Internal { .. }) => Ok(unchanged),
            other => other,
        }
    }
}
