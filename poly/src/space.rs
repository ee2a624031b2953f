//! Names and shapes: ids, spaces, local spaces.

use crate::obj::{lists, objects, ops, printed, texts};
use crate::{
    Aff, BasicMap, Ctx, DimKind, Map, MultiAff, MultiPwAff, MultiUnionPwAff, MultiVal, PwAff, PwMultiAff, Result, Set,
    UnionPwAff, Val, obj, sys,
};

objects! {
    Id(isl_id: isl_id_copy, isl_id_free) "A name, perhaps with a number to tell it from others of that name.";
    Space(isl_space: isl_space_copy, isl_space_free) "The shape of a set or map: its parameters, dimensions and tuple names.";
    LocalSpace(isl_local_space: isl_local_space_copy, isl_local_space_free) "A space with integer divisions.";
}

texts! {
    Id = isl_id_to_str;
    Space = isl_space_to_str;
}

printed! {
    LocalSpace = isl_printer_print_local_space;
}

lists! {
    Id(isl_id_list: isl_id_list_alloc, isl_id_list_add, isl_id_list_copy, isl_id_list_free, isl_id_list_size, isl_id_list_get_at);
}

ops! { Id {
    name(&self) -> Option<String> = isl_id_get_name;
    to_list(self) -> Vec<Id> = isl_id_to_list;
} }

ops! { Space {
    add_dims(self, kind: DimKind, n: usize) -> Space = isl_space_add_dims;
    add_named_tuple_id_ui(self, tuple_id: Id, dim: usize) -> Space = isl_space_add_named_tuple_id_ui;
    add_param_id(self, id: Id) -> Space = isl_space_add_param_id;
    add_unnamed_tuple_ui(self, dim: usize) -> Space = isl_space_add_unnamed_tuple_ui;
    align_params(self, space2: Space) -> Space = isl_space_align_params;
    alloc(ctx: &Ctx, nparam: usize, n_in: usize, n_out: usize) -> Space = isl_space_alloc;
    can_curry(&self) -> bool = isl_space_can_curry;
    can_range_curry(&self) -> bool = isl_space_can_range_curry;
    can_uncurry(&self) -> bool = isl_space_can_uncurry;
    can_zip(&self) -> bool = isl_space_can_zip;
    curry(self) -> Space = isl_space_curry;
    dim(&self, kind: DimKind) -> usize = isl_space_dim;
    domain(self) -> Space = isl_space_domain;
    domain_factor_domain(self) -> Space = isl_space_domain_factor_domain;
    domain_factor_range(self) -> Space = isl_space_domain_factor_range;
    domain_is_wrapping(&self) -> bool = isl_space_domain_is_wrapping;
    domain_map(self) -> Space = isl_space_domain_map;
    domain_map_multi_aff(self) -> MultiAff = isl_space_domain_map_multi_aff;
    domain_map_pw_multi_aff(self) -> PwMultiAff = isl_space_domain_map_pw_multi_aff;
    domain_product(self, right: Space) -> Space = isl_space_domain_product;
    domain_reverse(self) -> Space = isl_space_domain_reverse;
    domain_wrapped_domain(self) -> Space = isl_space_domain_wrapped_domain;
    domain_wrapped_range(self) -> Space = isl_space_domain_wrapped_range;
    drop_all_params(self) -> Space = isl_space_drop_all_params;
    drop_dims(self, kind: DimKind, first: usize, num: usize) -> Space = isl_space_drop_dims;
    drop_inputs(self, first: usize, n: usize) -> Space = isl_space_drop_inputs;
    drop_outputs(self, first: usize, n: usize) -> Space = isl_space_drop_outputs;
    extend(self, nparam: usize, n_in: usize, n_out: usize) -> Space = isl_space_extend;
    factor_domain(self) -> Space = isl_space_factor_domain;
    factor_range(self) -> Space = isl_space_factor_range;
    find_dim_by_id(&self, kind: DimKind, id: &Id) -> Option<usize> = isl_space_find_dim_by_id;
    find_dim_by_name(&self, kind: DimKind, name: &str) -> Option<usize> = isl_space_find_dim_by_name;
    flatten_domain(self) -> Space = isl_space_flatten_domain;
    flatten_range(self) -> Space = isl_space_flatten_range;
    from_domain(self) -> Space = isl_space_from_domain;
    from_range(self) -> Space = isl_space_from_range;
    dim_id(&self, kind: DimKind, pos: usize) -> Id = isl_space_get_dim_id;
    dim_name(&self, kind: DimKind, pos: usize) -> Option<String> = isl_space_get_dim_name;
    domain_tuple_id(&self) -> Id = isl_space_get_domain_tuple_id;
    range_tuple_id(&self) -> Id = isl_space_get_range_tuple_id;
    tuple_id(&self, kind: DimKind) -> Id = isl_space_get_tuple_id;
    tuple_name(&self, kind: DimKind) -> Option<String> = isl_space_get_tuple_name;
    has_dim_id(&self, kind: DimKind, pos: usize) -> bool = isl_space_has_dim_id;
    has_dim_name(&self, kind: DimKind, pos: usize) -> bool = isl_space_has_dim_name;
    has_domain_tuple_id(&self) -> bool = isl_space_has_domain_tuple_id;
    has_equal_params(&self, space2: &Space) -> bool = isl_space_has_equal_params;
    has_equal_tuples(&self, space2: &Space) -> bool = isl_space_has_equal_tuples;
    has_range_tuple_id(&self) -> bool = isl_space_has_range_tuple_id;
    has_tuple_id(&self, kind: DimKind) -> bool = isl_space_has_tuple_id;
    has_tuple_name(&self, kind: DimKind) -> bool = isl_space_has_tuple_name;
    identity_multi_aff_on_domain(self) -> MultiAff = isl_space_identity_multi_aff_on_domain;
    identity_multi_pw_aff_on_domain(self) -> MultiPwAff = isl_space_identity_multi_pw_aff_on_domain;
    identity_pw_multi_aff_on_domain(self) -> PwMultiAff = isl_space_identity_pw_multi_aff_on_domain;
    insert_dims(self, kind: DimKind, pos: usize, n: usize) -> Space = isl_space_insert_dims;
    is_domain(&self, space2: &Space) -> bool = isl_space_is_domain;
    is_equal(&self, space2: &Space) -> bool = isl_space_is_equal;
    is_map(&self) -> bool = isl_space_is_map;
    is_params(&self) -> bool = isl_space_is_params;
    is_product(&self) -> bool = isl_space_is_product;
    is_range(&self, space2: &Space) -> bool = isl_space_is_range;
    is_set(&self) -> bool = isl_space_is_set;
    is_wrapping(&self) -> bool = isl_space_is_wrapping;
    join(self, right: Space) -> Space = isl_space_join;
    map_from_domain_and_range(self, range: Space) -> Space = isl_space_map_from_domain_and_range;
    map_from_set(self) -> Space = isl_space_map_from_set;
    matches(&self, type1: DimKind, space2: &Space, type2: DimKind) -> bool = isl_space_match;
    move_dims(self, dst_type: DimKind, dst_pos: usize, src_type: DimKind, src_pos: usize, n: usize) -> Space = isl_space_move_dims if target_in_range;
    multi_aff(self, list: Vec<Aff>) -> MultiAff = isl_space_multi_aff;
    multi_aff_on_domain_multi_val(self, mv: MultiVal) -> MultiAff = isl_space_multi_aff_on_domain_multi_val;
    multi_pw_aff(self, list: Vec<PwAff>) -> MultiPwAff = isl_space_multi_pw_aff;
    multi_union_pw_aff(self, list: Vec<UnionPwAff>) -> MultiUnionPwAff = isl_space_multi_union_pw_aff;
    multi_val(self, list: Vec<Val>) -> MultiVal = isl_space_multi_val;
    param_aff_on_domain_id(self, id: Id) -> Aff = isl_space_param_aff_on_domain_id;
    params(self) -> Space = isl_space_params;
    params_alloc(ctx: &Ctx, nparam: usize) -> Space = isl_space_params_alloc;
    product(self, right: Space) -> Space = isl_space_product;
    range(self) -> Space = isl_space_range;
    range_curry(self) -> Space = isl_space_range_curry;
    range_factor_domain(self) -> Space = isl_space_range_factor_domain;
    range_factor_range(self) -> Space = isl_space_range_factor_range;
    range_is_wrapping(&self) -> bool = isl_space_range_is_wrapping;
    range_map(self) -> Space = isl_space_range_map;
    range_map_multi_aff(self) -> MultiAff = isl_space_range_map_multi_aff;
    range_map_pw_multi_aff(self) -> PwMultiAff = isl_space_range_map_pw_multi_aff;
    range_product(self, right: Space) -> Space = isl_space_range_product;
    range_reverse(self) -> Space = isl_space_range_reverse;
    range_wrapped_domain(self) -> Space = isl_space_range_wrapped_domain;
    range_wrapped_range(self) -> Space = isl_space_range_wrapped_range;
    reset_tuple_id(self, kind: DimKind) -> Space = isl_space_reset_tuple_id;
    reset_user(self) -> Space = isl_space_reset_user;
    reverse(self) -> Space = isl_space_reverse;
    set_alloc(ctx: &Ctx, nparam: usize, dim: usize) -> Space = isl_space_set_alloc;
    set_dim_id(self, kind: DimKind, pos: usize, id: Id) -> Space = isl_space_set_dim_id;
    set_dim_name(self, kind: DimKind, pos: usize, name: &str) -> Space = isl_space_set_dim_name;
    set_domain_tuple_id(self, id: Id) -> Space = isl_space_set_domain_tuple_id;
    set_from_params(self) -> Space = isl_space_set_from_params;
    set_range_tuple_id(self, id: Id) -> Space = isl_space_set_range_tuple_id;
    set_tuple_id(self, kind: DimKind, id: Id) -> Space = isl_space_set_tuple_id;
    set_tuple_name(self, kind: DimKind, s: &str) -> Space = isl_space_set_tuple_name;
    tuple_is_equal(&self, type1: DimKind, space2: &Space, type2: DimKind) -> bool = isl_space_tuple_is_equal;
    uncurry(self) -> Space = isl_space_uncurry;
    unit(ctx: &Ctx) -> Space = isl_space_unit;
    universe_map(self) -> Map = isl_space_universe_map;
    universe_set(self) -> Set = isl_space_universe_set;
    unwrap(self) -> Space = isl_space_unwrap;
    wrap(self) -> Space = isl_space_wrap;
    wrapped_reverse(self) -> Space = isl_space_wrapped_reverse;
    zero_aff_on_domain(self) -> Aff = isl_space_zero_aff_on_domain;
    zero_multi_aff(self) -> MultiAff = isl_space_zero_multi_aff;
    zero_multi_pw_aff(self) -> MultiPwAff = isl_space_zero_multi_pw_aff;
    zero_multi_union_pw_aff(self) -> MultiUnionPwAff = isl_space_zero_multi_union_pw_aff;
    zero_multi_val(self) -> MultiVal = isl_space_zero_multi_val;
    zip(self) -> Space = isl_space_zip;
} }

ops! { LocalSpace {
    add_dims(self, kind: DimKind, n: usize) -> LocalSpace = isl_local_space_add_dims;
    dim(&self, kind: DimKind) -> usize = isl_local_space_dim;
    domain(self) -> LocalSpace = isl_local_space_domain;
    drop_dims(self, kind: DimKind, first: usize, n: usize) -> LocalSpace = isl_local_space_drop_dims if in_range;
    find_dim_by_name(&self, kind: DimKind, name: &str) -> Option<usize> = isl_local_space_find_dim_by_name;
    flatten_domain(self) -> LocalSpace = isl_local_space_flatten_domain;
    flatten_range(self) -> LocalSpace = isl_local_space_flatten_range;
    from_domain(self) -> LocalSpace = isl_local_space_from_domain;
    from_space(space: Space) -> LocalSpace = isl_local_space_from_space;
    dim_id(&self, kind: DimKind, pos: usize) -> Id = isl_local_space_get_dim_id;
    dim_name(&self, kind: DimKind, pos: usize) -> Option<String> = isl_local_space_get_dim_name;
    div(&self, pos: usize) -> Aff = isl_local_space_get_div;
    space(&self) -> Space = isl_local_space_get_space;
    has_dim_id(&self, kind: DimKind, pos: usize) -> bool = isl_local_space_has_dim_id;
    has_dim_name(&self, kind: DimKind, pos: usize) -> bool = isl_local_space_has_dim_name;
    insert_dims(self, kind: DimKind, first: usize, n: usize) -> LocalSpace = isl_local_space_insert_dims;
    intersect(self, ls2: LocalSpace) -> LocalSpace = isl_local_space_intersect;
    is_equal(&self, ls2: &LocalSpace) -> bool = isl_local_space_is_equal;
    is_params(&self) -> bool = isl_local_space_is_params;
    is_set(&self) -> bool = isl_local_space_is_set;
    lifting(self) -> BasicMap = isl_local_space_lifting;
    range(self) -> LocalSpace = isl_local_space_range;
    set_dim_id(self, kind: DimKind, pos: usize, id: Id) -> LocalSpace = isl_local_space_set_dim_id;
    set_dim_name(self, kind: DimKind, pos: usize, s: &str) -> LocalSpace = isl_local_space_set_dim_name;
    set_from_params(self) -> LocalSpace = isl_local_space_set_from_params;
    set_tuple_id(self, kind: DimKind, id: Id) -> LocalSpace = isl_local_space_set_tuple_id;
    wrap(self) -> LocalSpace = isl_local_space_wrap;
} }

impl Id {
    /// A name.
    pub fn named(ctx: &Ctx, name: &str) -> Result<Id> {
        Id::numbered(ctx, name, 0)
    }

    /// A name with a number: ids are the same if both agree. Survives in marks and annotations.
    pub fn numbered(ctx: &Ctx, name: &str, number: usize) -> Result<Id> {
        let mut name = obj::hold(name, ctx)?;
        let user = std::ptr::without_provenance_mut(number);
        // SAFETY: context and name are live; isl stores `user` and never follows it.
        obj::Out::out(unsafe { sys::isl_id_alloc(ctx.as_ptr(), name.raw(), user) }, ctx)
    }

    /// The number given to [`Id::numbered`], else 0.
    pub fn number(&self) -> usize {
        // SAFETY: the id is live; the pointer is read as the number it is.
        unsafe { sys::isl_id_get_user(self.0.keep()) }.addr()
    }
}
