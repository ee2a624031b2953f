//! Sets: of one space by conjunctions, of several spaces.

use crate::callback::{Env, each};
use crate::obj::{lists, objects, ops, texts};
use crate::text::parses;
use crate::{
    Aff, BasicMap, Constraint, Ctx, DimKind, Id, LocalSpace, Map, MultiAff, MultiPwAff, MultiUnionPwAff, MultiVal,
    PolyError, PwAff, PwMultiAff, Result, Schedule, Space, UnionMap, UnionPwMultiAff, Val, sys,
};

objects! {
    BasicSet(isl_basic_set: isl_basic_set_copy, isl_basic_set_free) "A conjunction: one polyhedron with integer divisions.";
    Set(isl_set: isl_set_copy, isl_set_free) "A union of basic sets in one space.";
    UnionSet(isl_union_set: isl_union_set_copy, isl_union_set_free) "Sets of several spaces.";
    UnionSetList(isl_union_set_list: isl_union_set_list_copy, isl_union_set_list_free) "A list of union sets.";
    Point(isl_point: isl_point_copy, isl_point_free) "One element of a set.";
    FixedBox(isl_fixed_box: isl_fixed_box_copy, isl_fixed_box_free) "A box of fixed size around a set, at an affine offset.";
    StrideInfo(isl_stride_info: isl_stride_info_copy, isl_stride_info_free) "Stride and offset of one dimension.";
}

texts! {
    BasicSet = isl_basic_set_to_str;
    Set = isl_set_to_str;
    UnionSet = isl_union_set_to_str;
    UnionSetList = isl_union_set_list_to_str;
    Point = isl_point_to_str;
    FixedBox = isl_fixed_box_to_str;
}

parses! {
    BasicSet = isl_basic_set_read_from_str;
    Set = isl_set_read_from_str;
    UnionSet = isl_union_set_read_from_str;
}

lists! {
    BasicSet(isl_basic_set_list: isl_basic_set_list_alloc, isl_basic_set_list_add, isl_basic_set_list_copy, isl_basic_set_list_free, isl_basic_set_list_size, isl_basic_set_list_get_at);
    Set(isl_set_list: isl_set_list_alloc, isl_set_list_add, isl_set_list_copy, isl_set_list_free, isl_set_list_size, isl_set_list_get_at);
}

ops! { BasicSet {
    add_constraint(self, constraint: Constraint) -> BasicSet = isl_basic_set_add_constraint;
    add_dims(self, kind: DimKind, n: usize) -> BasicSet = isl_basic_set_add_dims;
    affine_hull(self) -> BasicSet = isl_basic_set_affine_hull;
    align_params(self, model: Space) -> BasicSet = isl_basic_set_align_params;
    apply(self, bmap: BasicMap) -> BasicSet = isl_basic_set_apply;
    box_from_points(pnt1: Point, pnt2: Point) -> BasicSet = isl_basic_set_box_from_points;
    coefficients(self) -> BasicSet = isl_basic_set_coefficients;
    compute_divs(self) -> Set = isl_basic_set_compute_divs;
    detect_equalities(self) -> BasicSet = isl_basic_set_detect_equalities;
    dim(&self, kind: DimKind) -> usize = isl_basic_set_dim;
    dim_max_val(self, pos: usize) -> Val = isl_basic_set_dim_max_val;
    drop_constraints_involving_dims(self, kind: DimKind, first: usize, n: usize) -> BasicSet = isl_basic_set_drop_constraints_involving_dims if in_range;
    drop_constraints_not_involving_dims(self, kind: DimKind, first: usize, n: usize) -> BasicSet = isl_basic_set_drop_constraints_not_involving_dims if in_range;
    drop_unused_params(self) -> BasicSet = isl_basic_set_drop_unused_params;
    eliminate(self, kind: DimKind, first: usize, n: usize) -> BasicSet = isl_basic_set_eliminate if in_range;
    empty(space: Space) -> BasicSet = isl_basic_set_empty;
    fix_si(self, kind: DimKind, pos: usize, value: i32) -> BasicSet = isl_basic_set_fix_si;
    fix_val(self, kind: DimKind, pos: usize, v: Val) -> BasicSet = isl_basic_set_fix_val;
    flat_product(self, bset2: BasicSet) -> BasicSet = isl_basic_set_flat_product;
    flatten(self) -> BasicSet = isl_basic_set_flatten;
    from_constraint(constraint: Constraint) -> BasicSet = isl_basic_set_from_constraint;
    from_multi_aff(ma: MultiAff) -> BasicSet = isl_basic_set_from_multi_aff;
    from_params(self) -> BasicSet = isl_basic_set_from_params;
    from_point(pnt: Point) -> BasicSet = isl_basic_set_from_point;
    constraints(&self) -> Vec<Constraint> = isl_basic_set_get_constraint_list;
    dim_id(&self, kind: DimKind, pos: usize) -> Id = isl_basic_set_get_dim_id;
    dim_name(&self, kind: DimKind, pos: usize) -> Option<String> = isl_basic_set_get_dim_name;
    div(&self, pos: usize) -> Aff = isl_basic_set_get_div;
    local_space(&self) -> LocalSpace = isl_basic_set_get_local_space;
    space(&self) -> Space = isl_basic_set_get_space;
    tuple_name(&self) -> Option<String> = isl_basic_set_get_tuple_name;
    gist(self, context: BasicSet) -> BasicSet = isl_basic_set_gist if same_space;
    insert_dims(self, kind: DimKind, pos: usize, n: usize) -> BasicSet = isl_basic_set_insert_dims;
    intersect(self, bset2: BasicSet) -> BasicSet = isl_basic_set_intersect;
    intersect_params(self, bset2: BasicSet) -> BasicSet = isl_basic_set_intersect_params;
    involves_dims(&self, kind: DimKind, first: usize, n: usize) -> bool = isl_basic_set_involves_dims if in_range;
    is_bounded(&self) -> bool = isl_basic_set_is_bounded;
    is_disjoint(&self, bset2: &BasicSet) -> bool = isl_basic_set_is_disjoint;
    is_empty(&self) -> bool = isl_basic_set_is_empty;
    is_equal(&self, bset2: &BasicSet) -> bool = isl_basic_set_is_equal;
    is_rational(&self) -> bool = isl_basic_set_is_rational;
    is_subset(&self, bset2: &BasicSet) -> bool = isl_basic_set_is_subset;
    is_universe(&self) -> bool = isl_basic_set_is_universe;
    is_wrapping(&self) -> bool = isl_basic_set_is_wrapping;
    lexmax(self) -> Set = isl_basic_set_lexmax;
    lexmin(self) -> Set = isl_basic_set_lexmin;
    lift(self) -> BasicSet = isl_basic_set_lift;
    lower_bound_val(self, kind: DimKind, pos: usize, value: Val) -> BasicSet = isl_basic_set_lower_bound_val;
    max_lp_val(&self, obj: &Aff) -> Val = isl_basic_set_max_lp_val;
    max_val(&self, obj: &Aff) -> Val = isl_basic_set_max_val;
    min_lp_val(&self, obj: &Aff) -> Val = isl_basic_set_min_lp_val;
    move_dims(self, dst_type: DimKind, dst_pos: usize, src_type: DimKind, src_pos: usize, n: usize) -> BasicSet = isl_basic_set_move_dims if target_in_range;
    n_constraint(&self) -> usize = isl_basic_set_n_constraint;
    n_dim(&self) -> usize = isl_basic_set_n_dim;
    n_param(&self) -> usize = isl_basic_set_n_param;
    nat_universe(space: Space) -> BasicSet = isl_basic_set_nat_universe;
    neg(self) -> BasicSet = isl_basic_set_neg;
    params(self) -> BasicSet = isl_basic_set_params;
    plain_is_empty(&self) -> bool = isl_basic_set_plain_is_empty;
    plain_is_equal(&self, bset2: &BasicSet) -> bool = isl_basic_set_plain_is_equal;
    plain_is_universe(&self) -> bool = isl_basic_set_plain_is_universe;
    positive_orthant(space: Space) -> BasicSet = isl_basic_set_positive_orthant;
    preimage_multi_aff(self, ma: MultiAff) -> BasicSet = isl_basic_set_preimage_multi_aff if not_nan;
    project_out(self, kind: DimKind, first: usize, n: usize) -> BasicSet = isl_basic_set_project_out if in_range;
    remove_dims(self, kind: DimKind, first: usize, n: usize) -> BasicSet = isl_basic_set_remove_dims if in_range;
    remove_divs(self) -> BasicSet = isl_basic_set_remove_divs;
    remove_divs_involving_dims(self, kind: DimKind, first: usize, n: usize) -> BasicSet = isl_basic_set_remove_divs_involving_dims if in_range;
    remove_redundancies(self) -> BasicSet = isl_basic_set_remove_redundancies;
    remove_unknown_divs(self) -> BasicSet = isl_basic_set_remove_unknown_divs;
    sample(self) -> BasicSet = isl_basic_set_sample;
    sample_point(self) -> Point = isl_basic_set_sample_point;
    set_dim_name(self, kind: DimKind, pos: usize, s: &str) -> BasicSet = isl_basic_set_set_dim_name;
    set_tuple_id(self, id: Id) -> BasicSet = isl_basic_set_set_tuple_id;
    set_tuple_name(self, s: &str) -> BasicSet = isl_basic_set_set_tuple_name;
    solutions(self) -> BasicSet = isl_basic_set_solutions;
    to_list(self) -> Vec<BasicSet> = isl_basic_set_to_list;
    to_set(self) -> Set = isl_basic_set_to_set;
    total_dim(&self) -> usize = isl_basic_set_total_dim;
    union(self, bset2: BasicSet) -> Set = isl_basic_set_union;
    universe(space: Space) -> BasicSet = isl_basic_set_universe;
    unwrap(self) -> BasicMap = isl_basic_set_unwrap;
    upper_bound_val(self, kind: DimKind, pos: usize, value: Val) -> BasicSet = isl_basic_set_upper_bound_val;
} }

ops! { Set {
    add_constraint(self, constraint: Constraint) -> Set = isl_set_add_constraint;
    add_dims(self, kind: DimKind, n: usize) -> Set = isl_set_add_dims;
    affine_hull(self) -> BasicSet = isl_set_affine_hull;
    align_divs(self) -> Set = isl_set_align_divs;
    align_params(self, model: Space) -> Set = isl_set_align_params;
    apply(self, map: Map) -> Set = isl_set_apply;
    as_pw_multi_aff(self) -> PwMultiAff = isl_set_as_pw_multi_aff;
    bounded_simple_hull(self) -> BasicSet = isl_set_bounded_simple_hull;
    box_from_points(pnt1: Point, pnt2: Point) -> Set = isl_set_box_from_points;
    try_coalesce(self) -> Set = isl_set_coalesce;
    coefficients(self) -> BasicSet = isl_set_coefficients;
    complement(self) -> Set = isl_set_complement;
    compute_divs(self) -> Set = isl_set_compute_divs;
    convex_hull(self) -> BasicSet = isl_set_convex_hull;
    count_val(&self) -> Val = isl_set_count_val;
    detect_equalities(self) -> Set = isl_set_detect_equalities;
    dim(&self, kind: DimKind) -> usize = isl_set_dim;
    dim_has_any_lower_bound(&self, kind: DimKind, pos: usize) -> bool = isl_set_dim_has_any_lower_bound;
    dim_has_any_upper_bound(&self, kind: DimKind, pos: usize) -> bool = isl_set_dim_has_any_upper_bound;
    dim_has_lower_bound(&self, kind: DimKind, pos: usize) -> bool = isl_set_dim_has_lower_bound;
    dim_has_upper_bound(&self, kind: DimKind, pos: usize) -> bool = isl_set_dim_has_upper_bound;
    dim_is_bounded(&self, kind: DimKind, pos: usize) -> bool = isl_set_dim_is_bounded;
    dim_max(self, pos: usize) -> PwAff = isl_set_dim_max;
    raw_dim_max_val(self, pos: usize) -> Val = isl_set_dim_max_val;
    dim_min(self, pos: usize) -> PwAff = isl_set_dim_min;
    raw_dim_min_val(self, pos: usize) -> Val = isl_set_dim_min_val;
    drop_constraints_involving_dims(self, kind: DimKind, first: usize, n: usize) -> Set = isl_set_drop_constraints_involving_dims if in_range;
    drop_constraints_not_involving_dims(self, kind: DimKind, first: usize, n: usize) -> Set = isl_set_drop_constraints_not_involving_dims if in_range;
    drop_unused_params(self) -> Set = isl_set_drop_unused_params;
    eliminate(self, kind: DimKind, first: usize, n: usize) -> Set = isl_set_eliminate if in_range;
    eliminate_dims(self, first: usize, n: usize) -> Set = isl_set_eliminate_dims;
    empty(space: Space) -> Set = isl_set_empty;
    equate(self, type1: DimKind, pos1: usize, type2: DimKind, pos2: usize) -> Set = isl_set_equate;
    find_dim_by_id(&self, kind: DimKind, id: &Id) -> Option<usize> = isl_set_find_dim_by_id;
    find_dim_by_name(&self, kind: DimKind, name: &str) -> Option<usize> = isl_set_find_dim_by_name;
    fix_dim_si(self, dim: usize, value: i32) -> Set = isl_set_fix_dim_si;
    fix_si(self, kind: DimKind, pos: usize, value: i32) -> Set = isl_set_fix_si;
    fix_val(self, kind: DimKind, pos: usize, v: Val) -> Set = isl_set_fix_val;
    flat_product(self, set2: Set) -> Set = isl_set_flat_product;
    flatten(self) -> Set = isl_set_flatten;
    flatten_map(self) -> Map = isl_set_flatten_map;
    from_basic_set(bset: BasicSet) -> Set = isl_set_from_basic_set;
    from_multi_aff(ma: MultiAff) -> Set = isl_set_from_multi_aff;
    from_multi_pw_aff(mpa: MultiPwAff) -> Set = isl_set_from_multi_pw_aff;
    from_params(self) -> Set = isl_set_from_params;
    from_point(pnt: Point) -> Set = isl_set_from_point;
    from_pw_aff(pwaff: PwAff) -> Set = isl_set_from_pw_aff;
    from_pw_multi_aff(pma: PwMultiAff) -> Set = isl_set_from_pw_multi_aff;
    from_union_set(uset: UnionSet) -> Set = isl_set_from_union_set;
    basic_sets(&self) -> Vec<BasicSet> = isl_set_get_basic_set_list;
    dim_id(&self, kind: DimKind, pos: usize) -> Id = isl_set_get_dim_id;
    dim_name(&self, kind: DimKind, pos: usize) -> Option<String> = isl_set_get_dim_name;
    lattice_tile(&self) -> FixedBox = isl_set_get_lattice_tile;
    plain_multi_val_if_fixed(&self) -> MultiVal = isl_set_get_plain_multi_val_if_fixed;
    simple_fixed_box_hull(&self) -> FixedBox = isl_set_get_simple_fixed_box_hull;
    space(&self) -> Space = isl_set_get_space;
    stride(&self, pos: usize) -> Val = isl_set_get_stride;
    stride_info(&self, pos: usize) -> StrideInfo = isl_set_get_stride_info;
    tuple_id(&self) -> Id = isl_set_get_tuple_id;
    tuple_name(&self) -> Option<String> = isl_set_get_tuple_name;
    gist(self, context: Set) -> Set = isl_set_gist if same_tuples;
    gist_basic_set(self, context: BasicSet) -> Set = isl_set_gist_basic_set if same_space_as;
    gist_params(self, context: Set) -> Set = isl_set_gist_params;
    has_dim_id(&self, kind: DimKind, pos: usize) -> bool = isl_set_has_dim_id;
    has_dim_name(&self, kind: DimKind, pos: usize) -> bool = isl_set_has_dim_name;
    has_equal_space(&self, set2: &Set) -> bool = isl_set_has_equal_space;
    has_tuple_id(&self) -> bool = isl_set_has_tuple_id;
    has_tuple_name(&self) -> bool = isl_set_has_tuple_name;
    identity(self) -> Map = isl_set_identity;
    indicator_function(self) -> PwAff = isl_set_indicator_function;
    insert_dims(self, kind: DimKind, pos: usize, n: usize) -> Set = isl_set_insert_dims;
    intersect(self, set2: Set) -> Set = isl_set_intersect;
    intersect_factor_domain(self, domain: Set) -> Set = isl_set_intersect_factor_domain;
    intersect_factor_range(self, range: Set) -> Set = isl_set_intersect_factor_range;
    intersect_params(self, params: Set) -> Set = isl_set_intersect_params;
    involves_dims(&self, kind: DimKind, first: usize, n: usize) -> bool = isl_set_involves_dims if in_range;
    involves_locals(&self) -> bool = isl_set_involves_locals;
    is_bounded(&self) -> bool = isl_set_is_bounded;
    is_box(&self) -> bool = isl_set_is_box;
    is_disjoint(&self, set2: &Set) -> bool = isl_set_is_disjoint;
    is_empty(&self) -> bool = isl_set_is_empty;
    is_equal(&self, set2: &Set) -> bool = isl_set_is_equal;
    is_params(&self) -> bool = isl_set_is_params;
    is_singleton(&self) -> bool = isl_set_is_singleton;
    is_strict_subset(&self, set2: &Set) -> bool = isl_set_is_strict_subset;
    is_subset(&self, set2: &Set) -> bool = isl_set_is_subset;
    is_wrapping(&self) -> bool = isl_set_is_wrapping;
    lex_ge_set(self, set2: Set) -> Map = isl_set_lex_ge_set;
    lex_gt_set(self, set2: Set) -> Map = isl_set_lex_gt_set;
    lex_le_set(self, set2: Set) -> Map = isl_set_lex_le_set;
    lex_lt_set(self, set2: Set) -> Map = isl_set_lex_lt_set;
    lexmax(self) -> Set = isl_set_lexmax;
    lexmax_pw_multi_aff(self) -> PwMultiAff = isl_set_lexmax_pw_multi_aff;
    lexmin(self) -> Set = isl_set_lexmin;
    lexmin_pw_multi_aff(self) -> PwMultiAff = isl_set_lexmin_pw_multi_aff;
    lift(self) -> Set = isl_set_lift if some;
    lower_bound_multi_pw_aff(self, lower: MultiPwAff) -> Set = isl_set_lower_bound_multi_pw_aff;
    lower_bound_multi_val(self, lower: MultiVal) -> Set = isl_set_lower_bound_multi_val;
    lower_bound_si(self, kind: DimKind, pos: usize, value: i32) -> Set = isl_set_lower_bound_si;
    lower_bound_val(self, kind: DimKind, pos: usize, value: Val) -> Set = isl_set_lower_bound_val;
    make_disjoint(self) -> Set = isl_set_make_disjoint;
    max_multi_pw_aff(self) -> MultiPwAff = isl_set_max_multi_pw_aff;
    raw_max_val(&self, obj: &Aff) -> Val = isl_set_max_val;
    min_multi_pw_aff(self) -> MultiPwAff = isl_set_min_multi_pw_aff;
    raw_min_val(&self, obj: &Aff) -> Val = isl_set_min_val;
    move_dims(self, dst_type: DimKind, dst_pos: usize, src_type: DimKind, src_pos: usize, n: usize) -> Set = isl_set_move_dims if target_in_range;
    n_basic_set(&self) -> usize = isl_set_n_basic_set;
    n_dim(&self) -> usize = isl_set_n_dim;
    n_param(&self) -> usize = isl_set_n_param;
    nat_universe(space: Space) -> Set = isl_set_nat_universe;
    neg(self) -> Set = isl_set_neg;
    param_pw_aff_on_domain_id(self, id: Id) -> PwAff = isl_set_param_pw_aff_on_domain_id;
    params(self) -> Set = isl_set_params;
    plain_cmp(&self, set2: &Set) -> i32 = isl_set_plain_cmp;
    plain_get_val_if_fixed(&self, kind: DimKind, pos: usize) -> Val = isl_set_plain_get_val_if_fixed;
    plain_is_disjoint(&self, set2: &Set) -> bool = isl_set_plain_is_disjoint;
    plain_is_empty(&self) -> bool = isl_set_plain_is_empty;
    plain_is_equal(&self, set2: &Set) -> bool = isl_set_plain_is_equal;
    plain_is_universe(&self) -> bool = isl_set_plain_is_universe;
    plain_unshifted_simple_hull(self) -> BasicSet = isl_set_plain_unshifted_simple_hull;
    polyhedral_hull(self) -> BasicSet = isl_set_polyhedral_hull;
    preimage_multi_aff(self, ma: MultiAff) -> Set = isl_set_preimage_multi_aff if not_nan;
    preimage_multi_pw_aff(self, mpa: MultiPwAff) -> Set = isl_set_preimage_multi_pw_aff if not_nan;
    preimage_pw_multi_aff(self, pma: PwMultiAff) -> Set = isl_set_preimage_pw_multi_aff if not_nan;
    product(self, set2: Set) -> Set = isl_set_product;
    project_onto_map(self, kind: DimKind, first: usize, n: usize) -> Map = isl_set_project_onto_map if in_range;
    project_out(self, kind: DimKind, first: usize, n: usize) -> Set = isl_set_project_out if in_range;
    project_out_all_params(self) -> Set = isl_set_project_out_all_params;
    project_out_param_id(self, id: Id) -> Set = isl_set_project_out_param_id;
    project_out_param_id_list(self, list: Vec<Id>) -> Set = isl_set_project_out_param_id_list;
    pw_aff_on_domain_val(self, v: Val) -> PwAff = isl_set_pw_aff_on_domain_val;
    pw_multi_aff_on_domain_multi_val(self, mv: MultiVal) -> PwMultiAff = isl_set_pw_multi_aff_on_domain_multi_val;
    remove_dims(self, kind: DimKind, first: usize, n: usize) -> Set = isl_set_remove_dims if in_range;
    remove_divs(self) -> Set = isl_set_remove_divs;
    remove_divs_involving_dims(self, kind: DimKind, first: usize, n: usize) -> Set = isl_set_remove_divs_involving_dims if in_range;
    remove_redundancies(self) -> Set = isl_set_remove_redundancies;
    remove_unknown_divs(self) -> Set = isl_set_remove_unknown_divs;
    reset_tuple_id(self) -> Set = isl_set_reset_tuple_id;
    reset_user(self) -> Set = isl_set_reset_user;
    sample(self) -> BasicSet = isl_set_sample;
    sample_point(self) -> Point = isl_set_sample_point;
    set_dim_id(self, kind: DimKind, pos: usize, id: Id) -> Set = isl_set_set_dim_id;
    set_dim_name(self, kind: DimKind, pos: usize, s: &str) -> Set = isl_set_set_dim_name;
    set_tuple_id(self, id: Id) -> Set = isl_set_set_tuple_id;
    set_tuple_name(self, s: &str) -> Set = isl_set_set_tuple_name;
    simple_hull(self) -> BasicSet = isl_set_simple_hull;
    solutions(self) -> BasicSet = isl_set_solutions;
    split_dims(self, kind: DimKind, first: usize, n: usize) -> Set = isl_set_split_dims if in_range;
    subtract(self, set2: Set) -> Set = isl_set_subtract;
    sum(self, set2: Set) -> Set = isl_set_sum;
    to_list(self) -> Vec<Set> = isl_set_to_list;
    to_union_set(self) -> UnionSet = isl_set_to_union_set;
    translation(self) -> Map = isl_set_translation;
    tuple_dim(&self) -> usize = isl_set_tuple_dim;
    union(self, set2: Set) -> Set = isl_set_union;
    union_disjoint(self, set2: Set) -> Set = isl_set_union_disjoint;
    universe(space: Space) -> Set = isl_set_universe;
    unshifted_simple_hull(self) -> BasicSet = isl_set_unshifted_simple_hull;
    unwrap(self) -> Map = isl_set_unwrap;
    upper_bound_multi_pw_aff(self, upper: MultiPwAff) -> Set = isl_set_upper_bound_multi_pw_aff;
    upper_bound_multi_val(self, upper: MultiVal) -> Set = isl_set_upper_bound_multi_val;
    upper_bound_si(self, kind: DimKind, pos: usize, value: i32) -> Set = isl_set_upper_bound_si;
    upper_bound_val(self, kind: DimKind, pos: usize, value: Val) -> Set = isl_set_upper_bound_val;
    wrapped_domain_map(self) -> Map = isl_set_wrapped_domain_map;
    wrapped_reverse(self) -> Set = isl_set_wrapped_reverse;
} }

ops! { UnionSet {
    add_set(self, set: Set) -> UnionSet = isl_union_set_add_set;
    affine_hull(self) -> UnionSet = isl_union_set_affine_hull;
    align_params(self, model: Space) -> UnionSet = isl_union_set_align_params;
    apply(self, umap: UnionMap) -> UnionSet = isl_union_set_apply;
    as_set(self) -> Set = isl_union_set_as_set;
    try_coalesce(self) -> UnionSet = isl_union_set_coalesce;
    coefficients(self) -> UnionSet = isl_union_set_coefficients;
    compute_divs(self) -> UnionSet = isl_union_set_compute_divs;
    compute_schedule(self, validity: UnionMap, proximity: UnionMap) -> Schedule = isl_union_set_compute_schedule;
    contains(&self, space: &Space) -> bool = isl_union_set_contains;
    detect_equalities(self) -> UnionSet = isl_union_set_detect_equalities;
    dim(&self, kind: DimKind) -> usize = isl_union_set_dim;
    drop_unused_params(self) -> UnionSet = isl_union_set_drop_unused_params;
    empty(space: Space) -> UnionSet = isl_union_set_empty;
    empty_ctx(ctx: &Ctx) -> UnionSet = isl_union_set_empty_ctx;
    empty_space(space: Space) -> UnionSet = isl_union_set_empty_space;
    extract_set(&self, space: Space) -> Set = isl_union_set_extract_set;
    from_basic_set(bset: BasicSet) -> UnionSet = isl_union_set_from_basic_set;
    from_point(pnt: Point) -> UnionSet = isl_union_set_from_point;
    from_set(set: Set) -> UnionSet = isl_union_set_from_set;
    basic_sets(&self) -> Vec<BasicSet> = isl_union_set_get_basic_set_list;
    sets(&self) -> Vec<Set> = isl_union_set_get_set_list;
    space(&self) -> Space = isl_union_set_get_space;
    gist(self, context: UnionSet) -> UnionSet = isl_union_set_gist;
    gist_params(self, set: Set) -> UnionSet = isl_union_set_gist_params;
    identity(self) -> UnionMap = isl_union_set_identity;
    identity_union_pw_multi_aff(self) -> UnionPwMultiAff = isl_union_set_identity_union_pw_multi_aff;
    intersect(self, uset2: UnionSet) -> UnionSet = isl_union_set_intersect;
    intersect_params(self, set: Set) -> UnionSet = isl_union_set_intersect_params;
    is_disjoint(&self, uset2: &UnionSet) -> bool = isl_union_set_is_disjoint;
    is_empty(&self) -> bool = isl_union_set_is_empty;
    is_equal(&self, uset2: &UnionSet) -> bool = isl_union_set_is_equal;
    is_params(&self) -> bool = isl_union_set_is_params;
    is_strict_subset(&self, uset2: &UnionSet) -> bool = isl_union_set_is_strict_subset;
    is_subset(&self, uset2: &UnionSet) -> bool = isl_union_set_is_subset;
    isa_set(&self) -> bool = isl_union_set_isa_set;
    lex_ge_union_set(self, uset2: UnionSet) -> UnionMap = isl_union_set_lex_ge_union_set;
    lex_gt_union_set(self, uset2: UnionSet) -> UnionMap = isl_union_set_lex_gt_union_set;
    lex_le_union_set(self, uset2: UnionSet) -> UnionMap = isl_union_set_lex_le_union_set;
    lex_lt_union_set(self, uset2: UnionSet) -> UnionMap = isl_union_set_lex_lt_union_set;
    lexmax(self) -> UnionSet = isl_union_set_lexmax;
    lexmin(self) -> UnionSet = isl_union_set_lexmin;
    lift(self) -> UnionSet = isl_union_set_lift;
    min_multi_union_pw_aff(&self, obj: &MultiUnionPwAff) -> MultiVal = isl_union_set_min_multi_union_pw_aff;
    n_set(&self) -> usize = isl_union_set_n_set;
    params(self) -> Set = isl_union_set_params;
    polyhedral_hull(self) -> UnionSet = isl_union_set_polyhedral_hull;
    preimage_multi_aff(self, ma: MultiAff) -> UnionSet = isl_union_set_preimage_multi_aff if not_nan;
    preimage_pw_multi_aff(self, pma: PwMultiAff) -> UnionSet = isl_union_set_preimage_pw_multi_aff if not_nan;
    preimage_union_pw_multi_aff(self, upma: UnionPwMultiAff) -> UnionSet = isl_union_set_preimage_union_pw_multi_aff if not_nan;
    product(self, uset2: UnionSet) -> UnionSet = isl_union_set_product;
    project_out(self, kind: DimKind, first: usize, n: usize) -> UnionSet = isl_union_set_project_out if in_range;
    project_out_all_params(self) -> UnionSet = isl_union_set_project_out_all_params;
    remove_divs(self) -> UnionSet = isl_union_set_remove_divs;
    remove_redundancies(self) -> UnionSet = isl_union_set_remove_redundancies;
    reset_user(self) -> UnionSet = isl_union_set_reset_user;
    sample(self) -> BasicSet = isl_union_set_sample;
    sample_point(self) -> Point = isl_union_set_sample_point;
    simple_hull(self) -> UnionSet = isl_union_set_simple_hull;
    solutions(self) -> UnionSet = isl_union_set_solutions;
    subtract(self, uset2: UnionSet) -> UnionSet = isl_union_set_subtract;
    to_list(self) -> UnionSetList = isl_union_set_to_list;
    union(self, uset2: UnionSet) -> UnionSet = isl_union_set_union;
    universe(self) -> UnionSet = isl_union_set_universe;
    unwrap(self) -> UnionMap = isl_union_set_unwrap;
    wrapped_domain_map(self) -> UnionMap = isl_union_set_wrapped_domain_map;
} }

ops! { UnionSetList {
    add(self, el: UnionSet) -> UnionSetList = isl_union_set_list_add;
    alloc(ctx: &Ctx, n: usize) -> UnionSetList = isl_union_set_list_alloc;
    clear(self) -> UnionSetList = isl_union_set_list_clear;
    concat(self, list2: UnionSetList) -> UnionSetList = isl_union_set_list_concat;
    drop(self, first: usize, n: usize) -> UnionSetList = isl_union_set_list_drop;
    from_union_set(el: UnionSet) -> UnionSetList = isl_union_set_list_from_union_set;
    at(&self, index: usize) -> UnionSet = isl_union_set_list_get_at;
    insert(self, pos: usize, el: UnionSet) -> UnionSetList = isl_union_set_list_insert;
    reverse(self) -> UnionSetList = isl_union_set_list_reverse;
    set_at(self, index: usize, el: UnionSet) -> UnionSetList = isl_union_set_list_set_at;
    size(&self) -> usize = isl_union_set_list_size;
    swap(self, pos1: usize, pos2: usize) -> UnionSetList = isl_union_set_list_swap;
    union(self) -> UnionSet = isl_union_set_list_union;
} }

ops! { Point {
    coordinate_val(&self, kind: DimKind, pos: usize) -> Val = isl_point_get_coordinate_val;
    multi_val(&self) -> MultiVal = isl_point_get_multi_val;
    space(&self) -> Space = isl_point_get_space;
    is_void(&self) -> bool = isl_point_is_void;
    set_coordinate_val(self, kind: DimKind, pos: usize, v: Val) -> Point = isl_point_set_coordinate_val;
    to_set(self) -> Set = isl_point_to_set;
    void(space: Space) -> Point = isl_point_void;
    zero(space: Space) -> Point = isl_point_zero;
} }

ops! { FixedBox {
    offset(&self) -> MultiAff = isl_fixed_box_get_offset;
    size(&self) -> MultiVal = isl_fixed_box_get_size;
    space(&self) -> Space = isl_fixed_box_get_space;
    is_valid(&self) -> bool = isl_fixed_box_is_valid;
} }

ops! { StrideInfo {
    offset(&self) -> Aff = isl_stride_info_get_offset;
    stride(&self) -> Val = isl_stride_info_get_stride;
} }

/// One element of a set, as plain data.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PointData {
    /// Name of its tuple.
    pub tuple: Option<String>,
    /// Parameters by name.
    pub params: Vec<(String, i64)>,
    /// Coordinates in order; a wrapped relation's are its inputs, then its outputs.
    pub coords: Vec<i64>,
}

impl Point {
    /// The point as plain data.
    ///
    /// # Errors
    /// [`PolyError::OutOfRange`] for coordinates that are not in `i64`; `Invalid` for the void point.
    pub fn to_data(&self) -> Result<PointData> {
        let space = self.space()?;
        let value = |kind, pos| self.coordinate_val(kind, pos)?.to_i64();
        let mut params = Vec::new();
        for pos in 0..space.dim(DimKind::Param)? {
            let name = space.dim_name(DimKind::Param, pos)?.unwrap_or_default();
            params.push((name, value(DimKind::Param, pos)?));
        }
        let coords = (0..space.dim(DimKind::Set)?)
            .map(|pos| value(DimKind::Set, pos))
            .collect::<Result<_>>()?;
        let tuple = if space.is_params()? {
            None
        } else {
            space.tuple_name(DimKind::Set)?
        };
        Ok(PointData { tuple, params, coords })
    }
}

impl BasicSet {
    /// Its constraints, also where there are divisions without a known expression: unlike `constraints`, which refuses then.
    pub fn all_constraints(&self) -> Result<Vec<Constraint>> {
        let mut constraints = Vec::new();
        let mut add = |constraint: Constraint| {
            constraints.push(constraint);
            Ok(())
        };
        let mut env = Env::new(self.ctx(), &mut add);
        // SAFETY: the object is live; the trampoline gets the environment it expects, alone.
        let answer = unsafe { sys::isl_basic_set_foreach_constraint(self.0.keep(), each::<Constraint>, env.user()) };
        env.finish::<_, ()>(answer)?;
        Ok(constraints)
    }
}

/// Collects the points of a set of one or several spaces.
macro_rules! points {
    ($($name:ident = $foreach:ident;)*) => { $(
        impl $name {
            #[doc = concat!("All elements, or `None` if there are more than `max` (`", stringify!($foreach), "`).")]
            ///
            /// # Errors
            /// isl's own for an unbounded set.
            pub fn points(&self, max: usize) -> Result<Option<Vec<PointData>>> {
                let mut points = Vec::new();
                let mut more = false;
                let mut add = |point: Point| {
                    more = points.len() == max;
                    if more {
                        return Err(PolyError::Callback("more points than asked for".to_owned()));
                    }
                    points.push(point.to_data()?);
                    Ok(())
                };
                let mut env = Env::new(self.ctx(), &mut add);
                // SAFETY: the object is live; the trampoline gets the environment it expects, alone.
                let answer = unsafe { sys::$foreach(self.0.keep(), each::<Point>, env.user()) };
                let done = env.finish(answer);
                if more {
                    return Ok(None);
                }
                done.map(|()| Some(points))
            }
        }
    )* };
}

points! {
    Set = isl_set_foreach_point;
    UnionSet = isl_union_set_foreach_point;
}

/// The optima of a set. isl 0.27 answers 0 instead of a positive minimum or a negative maximum where the
/// first of several basic sets is empty without isl knowing it, so those are left out before.
impl Set {
    fn without_empty_parts(&self) -> Result<Set> {
        let mut parts = Vec::new();
        for part in self.basic_sets()? {
            if !part.is_empty()? {
                parts.push(Set::from_basic_set(part)?);
            }
        }
        let none = Set::empty(self.space()?)?;
        parts.into_iter().try_fold(none, |all, part| all.union(part))
    }

    /// `isl_set_dim_max_val`: the greatest value of one dimension.
    pub fn dim_max_val(self, pos: usize) -> Result<Val> {
        self.without_empty_parts()?.raw_dim_max_val(pos)
    }

    /// `isl_set_dim_min_val`: the least value of one dimension.
    pub fn dim_min_val(self, pos: usize) -> Result<Val> {
        self.without_empty_parts()?.raw_dim_min_val(pos)
    }

    /// `isl_set_max_val`: the greatest value of an expression.
    pub fn max_val(&self, obj: &Aff) -> Result<Val> {
        self.without_empty_parts()?.raw_max_val(obj)
    }

    /// `isl_set_min_val`: the least value of an expression.
    pub fn min_val(&self, obj: &Aff) -> Result<Val> {
        self.without_empty_parts()?.raw_min_val(obj)
    }
}

impl Set {
    /// One element as plain data, `None` if it is empty.
    pub fn sample_data(&self) -> Result<Option<PointData>> {
        let point = self.clone().sample_point()?;
        if point.is_void()? {
            Ok(None)
        } else {
            point.to_data().map(Some)
        }
    }
}

impl UnionSet {
    /// One element as plain data, `None` if it is empty.
    pub fn sample_data(&self) -> Result<Option<PointData>> {
        let point = self.clone().sample_point()?;
        if point.is_void()? {
            Ok(None)
        } else {
            point.to_data().map(Some)
        }
    }
}

impl UnionSetList {
    /// A list of sets, in order.
    pub fn from_sets(ctx: &Ctx, sets: impl IntoIterator<Item = UnionSet>) -> Result<UnionSetList> {
        sets.into_iter().try_fold(UnionSetList::new(ctx)?, UnionSetList::add)
    }

    /// The empty list.
    pub fn new(ctx: &Ctx) -> Result<UnionSetList> {
        UnionSetList::alloc(ctx, 4)
    }

    /// Its sets, in order.
    pub fn to_sets(&self) -> Result<Vec<UnionSet>> {
        (0..self.size()?).map(|at| self.at(at)).collect()
    }
}

impl Set {
    /// Fewer and simpler pieces, if isl finds any. A failure inside isl 0.27 ("total dimensionality changed
    /// unexpectedly", seen on sets with nested floors) costs only that: the pieces stay as they were.
    pub fn coalesce(self) -> Result<Set> {
        let unchanged = self.clone();
        match self.try_coalesce() {
            Err(crate::PolyError::Internal { .. }) => Ok(unchanged),
            other => other,
        }
    }
}

impl UnionSet {
    /// Fewer and simpler pieces, if isl finds any. A failure inside isl 0.27 ("total dimensionality changed
    /// unexpectedly", seen on sets with nested floors) costs only that: the pieces stay as they were.
    pub fn coalesce(self) -> Result<UnionSet> {
        let unchanged = self.clone();
        match self.try_coalesce() {
            Err(crate::PolyError::Internal { .. }) => Ok(unchanged),
            other => other,
        }
    }
}
