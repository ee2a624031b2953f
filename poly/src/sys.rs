//! Declarations of the isl functions this crate calls. Written by `poly/gen/sys.py` from isl's headers: do not edit.
//!
//! Ownership is part of the type: [`Take`] is freed by isl, [`Keep`] stays ours, [`Give`] becomes ours.
#![allow(non_camel_case_types, missing_docs)]

use std::ffi::{c_char, c_int, c_long, c_uint, c_ulong, c_void};

macro_rules! opaque {
    ($($name:ident)*) => { $(
        #[repr(C)]
        pub struct $name {
            _data: [u8; 0],
            _not_send: std::marker::PhantomData<(*mut u8, std::marker::PhantomPinned)>,
        }
    )* };
}

/// `__isl_take`: the callee frees it.
#[repr(transparent)]
pub struct Take<T>(pub *mut T);
/// `__isl_keep`: the callee only looks at it.
#[repr(transparent)]
pub struct Keep<T>(pub *mut T);
/// `__isl_give`: the caller frees it; NULL on failure.
#[repr(transparent)]
pub struct Give<T>(pub *mut T);
/// A string the caller frees with `free`; NULL on failure.
#[repr(transparent)]
pub struct GiveStr(pub *mut c_char);
/// A string that stays isl's; NULL for none.
#[repr(transparent)]
pub struct LendStr(pub *const c_char);
/// `isl_bool`: -1 on failure.
#[repr(transparent)]
pub struct IslBool(pub c_int);
/// `isl_stat`: -1 on failure.
#[repr(transparent)]
pub struct IslStat(pub c_int);
/// `isl_size`: -1 on failure.
#[repr(transparent)]
pub struct IslSize(pub c_int);
/// `enum isl_dim_type`.
#[repr(transparent)]
pub struct DimType(pub c_uint);

opaque! {
    isl_aff
    isl_aff_list
    isl_ast_build
    isl_ast_expr
    isl_ast_expr_list
    isl_ast_node
    isl_ast_node_list
    isl_basic_map
    isl_basic_map_list
    isl_basic_set
    isl_basic_set_list
    isl_constraint
    isl_constraint_list
    isl_ctx
    isl_fixed_box
    isl_id
    isl_id_list
    isl_local_space
    isl_map
    isl_map_list
    isl_multi_aff
    isl_multi_pw_aff
    isl_multi_union_pw_aff
    isl_multi_val
    isl_point
    isl_printer
    isl_pw_aff
    isl_pw_aff_list
    isl_pw_multi_aff
    isl_pw_multi_aff_list
    isl_schedule
    isl_schedule_constraints
    isl_schedule_node
    isl_set
    isl_set_list
    isl_space
    isl_stream
    isl_stride_info
    isl_union_access_info
    isl_union_flow
    isl_union_map
    isl_union_map_list
    isl_union_pw_aff
    isl_union_pw_aff_list
    isl_union_pw_multi_aff
    isl_union_pw_multi_aff_list
    isl_union_set
    isl_union_set_list
    isl_val
    isl_val_list
}

unsafe extern "C" {
    pub fn isl_aff_add(aff1: Take<isl_aff>, aff2: Take<isl_aff>) -> Give<isl_aff>;
    pub fn isl_aff_add_coefficient_si(aff: Take<isl_aff>, type_: DimType, pos: c_int, v: c_int) -> Give<isl_aff>;
    pub fn isl_aff_add_coefficient_val(
        aff: Take<isl_aff>,
        type_: DimType,
        pos: c_int,
        v: Take<isl_val>,
    ) -> Give<isl_aff>;
    pub fn isl_aff_add_constant_num_si(aff: Take<isl_aff>, v: c_int) -> Give<isl_aff>;
    pub fn isl_aff_add_constant_si(aff: Take<isl_aff>, v: c_int) -> Give<isl_aff>;
    pub fn isl_aff_add_constant_val(aff: Take<isl_aff>, v: Take<isl_val>) -> Give<isl_aff>;
    pub fn isl_aff_add_dims(aff: Take<isl_aff>, type_: DimType, n: c_uint) -> Give<isl_aff>;
    pub fn isl_aff_align_params(aff: Take<isl_aff>, model: Take<isl_space>) -> Give<isl_aff>;
    pub fn isl_aff_bind_id(aff: Take<isl_aff>, id: Take<isl_id>) -> Give<isl_basic_set>;
    pub fn isl_aff_ceil(aff: Take<isl_aff>) -> Give<isl_aff>;
    pub fn isl_aff_coefficient_sgn(aff: Keep<isl_aff>, type_: DimType, pos: c_int) -> c_int;
    pub fn isl_aff_copy(aff: Keep<isl_aff>) -> Give<isl_aff>;
    pub fn isl_aff_dim(aff: Keep<isl_aff>, type_: DimType) -> IslSize;
    pub fn isl_aff_div(aff1: Take<isl_aff>, aff2: Take<isl_aff>) -> Give<isl_aff>;
    pub fn isl_aff_domain_reverse(aff: Take<isl_aff>) -> Give<isl_aff>;
    pub fn isl_aff_drop_dims(aff: Take<isl_aff>, type_: DimType, first: c_uint, n: c_uint) -> Give<isl_aff>;
    pub fn isl_aff_eq_basic_set(aff1: Take<isl_aff>, aff2: Take<isl_aff>) -> Give<isl_basic_set>;
    pub fn isl_aff_eq_set(aff1: Take<isl_aff>, aff2: Take<isl_aff>) -> Give<isl_set>;
    pub fn isl_aff_eval(aff: Take<isl_aff>, pnt: Take<isl_point>) -> Give<isl_val>;
    pub fn isl_aff_find_dim_by_name(aff: Keep<isl_aff>, type_: DimType, name: *const c_char) -> c_int;
    pub fn isl_aff_floor(aff: Take<isl_aff>) -> Give<isl_aff>;
    pub fn isl_aff_free(aff: Take<isl_aff>) -> Give<isl_aff>;
    pub fn isl_aff_from_range(aff: Take<isl_aff>) -> Give<isl_aff>;
    pub fn isl_aff_ge_basic_set(aff1: Take<isl_aff>, aff2: Take<isl_aff>) -> Give<isl_basic_set>;
    pub fn isl_aff_ge_set(aff1: Take<isl_aff>, aff2: Take<isl_aff>) -> Give<isl_set>;
    pub fn isl_aff_get_coefficient_val(aff: Keep<isl_aff>, type_: DimType, pos: c_int) -> Give<isl_val>;
    pub fn isl_aff_get_constant_val(aff: Keep<isl_aff>) -> Give<isl_val>;
    pub fn isl_aff_get_denominator_val(aff: Keep<isl_aff>) -> Give<isl_val>;
    pub fn isl_aff_get_dim_name(aff: Keep<isl_aff>, type_: DimType, pos: c_uint) -> LendStr;
    pub fn isl_aff_get_div(aff: Keep<isl_aff>, pos: c_int) -> Give<isl_aff>;
    pub fn isl_aff_get_domain_local_space(aff: Keep<isl_aff>) -> Give<isl_local_space>;
    pub fn isl_aff_get_domain_space(aff: Keep<isl_aff>) -> Give<isl_space>;
    pub fn isl_aff_get_local_space(aff: Keep<isl_aff>) -> Give<isl_local_space>;
    pub fn isl_aff_get_space(aff: Keep<isl_aff>) -> Give<isl_space>;
    pub fn isl_aff_gist(aff: Take<isl_aff>, context: Take<isl_set>) -> Give<isl_aff>;
    pub fn isl_aff_gist_params(aff: Take<isl_aff>, context: Take<isl_set>) -> Give<isl_aff>;
    pub fn isl_aff_gt_basic_set(aff1: Take<isl_aff>, aff2: Take<isl_aff>) -> Give<isl_basic_set>;
    pub fn isl_aff_gt_set(aff1: Take<isl_aff>, aff2: Take<isl_aff>) -> Give<isl_set>;
    pub fn isl_aff_insert_dims(aff: Take<isl_aff>, type_: DimType, first: c_uint, n: c_uint) -> Give<isl_aff>;
    pub fn isl_aff_involves_dims(aff: Keep<isl_aff>, type_: DimType, first: c_uint, n: c_uint) -> IslBool;
    pub fn isl_aff_involves_locals(aff: Keep<isl_aff>) -> IslBool;
    pub fn isl_aff_is_cst(aff: Keep<isl_aff>) -> IslBool;
    pub fn isl_aff_is_nan(aff: Keep<isl_aff>) -> IslBool;
    pub fn isl_aff_le_basic_set(aff1: Take<isl_aff>, aff2: Take<isl_aff>) -> Give<isl_basic_set>;
    pub fn isl_aff_le_set(aff1: Take<isl_aff>, aff2: Take<isl_aff>) -> Give<isl_set>;
    pub fn isl_aff_list_add(list: Take<isl_aff_list>, el: Take<isl_aff>) -> Give<isl_aff_list>;
    pub fn isl_aff_list_alloc(ctx: *mut isl_ctx, n: c_int) -> Give<isl_aff_list>;
    pub fn isl_aff_list_copy(list: Keep<isl_aff_list>) -> Give<isl_aff_list>;
    pub fn isl_aff_list_free(list: Take<isl_aff_list>) -> Give<isl_aff_list>;
    pub fn isl_aff_list_get_at(list: Keep<isl_aff_list>, index: c_int) -> Give<isl_aff>;
    pub fn isl_aff_list_size(list: Keep<isl_aff_list>) -> IslSize;
    pub fn isl_aff_lt_basic_set(aff1: Take<isl_aff>, aff2: Take<isl_aff>) -> Give<isl_basic_set>;
    pub fn isl_aff_lt_set(aff1: Take<isl_aff>, aff2: Take<isl_aff>) -> Give<isl_set>;
    pub fn isl_aff_mod_val(aff: Take<isl_aff>, mod_: Take<isl_val>) -> Give<isl_aff>;
    pub fn isl_aff_move_dims(
        aff: Take<isl_aff>,
        dst_type: DimType,
        dst_pos: c_uint,
        src_type: DimType,
        src_pos: c_uint,
        n: c_uint,
    ) -> Give<isl_aff>;
    pub fn isl_aff_mul(aff1: Take<isl_aff>, aff2: Take<isl_aff>) -> Give<isl_aff>;
    pub fn isl_aff_nan_on_domain(ls: Take<isl_local_space>) -> Give<isl_aff>;
    pub fn isl_aff_nan_on_domain_space(space: Take<isl_space>) -> Give<isl_aff>;
    pub fn isl_aff_ne_set(aff1: Take<isl_aff>, aff2: Take<isl_aff>) -> Give<isl_set>;
    pub fn isl_aff_neg(aff: Take<isl_aff>) -> Give<isl_aff>;
    pub fn isl_aff_neg_basic_set(aff: Take<isl_aff>) -> Give<isl_basic_set>;
    pub fn isl_aff_param_on_domain_space_id(space: Take<isl_space>, id: Take<isl_id>) -> Give<isl_aff>;
    pub fn isl_aff_plain_is_equal(aff1: Keep<isl_aff>, aff2: Keep<isl_aff>) -> IslBool;
    pub fn isl_aff_plain_is_zero(aff: Keep<isl_aff>) -> IslBool;
    pub fn isl_aff_project_domain_on_params(aff: Take<isl_aff>) -> Give<isl_aff>;
    pub fn isl_aff_pullback_aff(aff1: Take<isl_aff>, aff2: Take<isl_aff>) -> Give<isl_aff>;
    pub fn isl_aff_pullback_multi_aff(aff: Take<isl_aff>, ma: Take<isl_multi_aff>) -> Give<isl_aff>;
    pub fn isl_aff_read_from_str(ctx: *mut isl_ctx, str_: *const c_char) -> Give<isl_aff>;
    pub fn isl_aff_scale_down_ui(aff: Take<isl_aff>, f: c_uint) -> Give<isl_aff>;
    pub fn isl_aff_scale_down_val(aff: Take<isl_aff>, v: Take<isl_val>) -> Give<isl_aff>;
    pub fn isl_aff_scale_val(aff: Take<isl_aff>, v: Take<isl_val>) -> Give<isl_aff>;
    pub fn isl_aff_set_coefficient_si(aff: Take<isl_aff>, type_: DimType, pos: c_int, v: c_int) -> Give<isl_aff>;
    pub fn isl_aff_set_coefficient_val(
        aff: Take<isl_aff>,
        type_: DimType,
        pos: c_int,
        v: Take<isl_val>,
    ) -> Give<isl_aff>;
    pub fn isl_aff_set_constant_si(aff: Take<isl_aff>, v: c_int) -> Give<isl_aff>;
    pub fn isl_aff_set_constant_val(aff: Take<isl_aff>, v: Take<isl_val>) -> Give<isl_aff>;
    pub fn isl_aff_set_dim_id(aff: Take<isl_aff>, type_: DimType, pos: c_uint, id: Take<isl_id>) -> Give<isl_aff>;
    pub fn isl_aff_set_dim_name(aff: Take<isl_aff>, type_: DimType, pos: c_uint, s: *const c_char) -> Give<isl_aff>;
    pub fn isl_aff_set_tuple_id(aff: Take<isl_aff>, type_: DimType, id: Take<isl_id>) -> Give<isl_aff>;
    pub fn isl_aff_sub(aff1: Take<isl_aff>, aff2: Take<isl_aff>) -> Give<isl_aff>;
    pub fn isl_aff_to_list(el: Take<isl_aff>) -> Give<isl_aff_list>;
    pub fn isl_aff_to_str(aff: Keep<isl_aff>) -> GiveStr;
    pub fn isl_aff_val_on_domain(ls: Take<isl_local_space>, val: Take<isl_val>) -> Give<isl_aff>;
    pub fn isl_aff_val_on_domain_space(space: Take<isl_space>, val: Take<isl_val>) -> Give<isl_aff>;
    pub fn isl_aff_var_on_domain(ls: Take<isl_local_space>, type_: DimType, pos: c_uint) -> Give<isl_aff>;
    pub fn isl_aff_zero_basic_set(aff: Take<isl_aff>) -> Give<isl_basic_set>;
    pub fn isl_aff_zero_on_domain(ls: Take<isl_local_space>) -> Give<isl_aff>;
    pub fn isl_aff_zero_on_domain_space(space: Take<isl_space>) -> Give<isl_aff>;
    pub fn isl_ast_build_access_from_multi_pw_aff(
        build: Keep<isl_ast_build>,
        mpa: Take<isl_multi_pw_aff>,
    ) -> Give<isl_ast_expr>;
    pub fn isl_ast_build_access_from_pw_multi_aff(
        build: Keep<isl_ast_build>,
        pma: Take<isl_pw_multi_aff>,
    ) -> Give<isl_ast_expr>;
    pub fn isl_ast_build_alloc(ctx: *mut isl_ctx) -> Give<isl_ast_build>;
    pub fn isl_ast_build_call_from_multi_pw_aff(
        build: Keep<isl_ast_build>,
        mpa: Take<isl_multi_pw_aff>,
    ) -> Give<isl_ast_expr>;
    pub fn isl_ast_build_call_from_pw_multi_aff(
        build: Keep<isl_ast_build>,
        pma: Take<isl_pw_multi_aff>,
    ) -> Give<isl_ast_expr>;
    pub fn isl_ast_build_copy(build: Keep<isl_ast_build>) -> Give<isl_ast_build>;
    pub fn isl_ast_build_expr_from_pw_aff(build: Keep<isl_ast_build>, pa: Take<isl_pw_aff>) -> Give<isl_ast_expr>;
    pub fn isl_ast_build_expr_from_set(build: Keep<isl_ast_build>, set: Take<isl_set>) -> Give<isl_ast_expr>;
    pub fn isl_ast_build_free(build: Take<isl_ast_build>) -> Give<isl_ast_build>;
    pub fn isl_ast_build_from_context(set: Take<isl_set>) -> Give<isl_ast_build>;
    pub fn isl_ast_build_get_schedule(build: Keep<isl_ast_build>) -> Give<isl_union_map>;
    pub fn isl_ast_build_get_schedule_space(build: Keep<isl_ast_build>) -> Give<isl_space>;
    pub fn isl_ast_build_node_from_schedule(
        build: Keep<isl_ast_build>,
        schedule: Take<isl_schedule>,
    ) -> Give<isl_ast_node>;
    pub fn isl_ast_build_node_from_schedule_map(
        build: Keep<isl_ast_build>,
        schedule: Take<isl_union_map>,
    ) -> Give<isl_ast_node>;
    pub fn isl_ast_build_restrict(build: Take<isl_ast_build>, set: Take<isl_set>) -> Give<isl_ast_build>;
    pub fn isl_ast_build_set_after_each_for(
        build: Take<isl_ast_build>,
        fn_: unsafe extern "C" fn(Take<isl_ast_node>, Keep<isl_ast_build>, *mut c_void) -> Give<isl_ast_node>,
        user: *mut c_void,
    ) -> Give<isl_ast_build>;
    pub fn isl_ast_build_set_after_each_mark(
        build: Take<isl_ast_build>,
        fn_: unsafe extern "C" fn(Take<isl_ast_node>, Keep<isl_ast_build>, *mut c_void) -> Give<isl_ast_node>,
        user: *mut c_void,
    ) -> Give<isl_ast_build>;
    pub fn isl_ast_build_set_at_each_domain(
        build: Take<isl_ast_build>,
        fn_: unsafe extern "C" fn(Take<isl_ast_node>, Keep<isl_ast_build>, *mut c_void) -> Give<isl_ast_node>,
        user: *mut c_void,
    ) -> Give<isl_ast_build>;
    pub fn isl_ast_build_set_before_each_for(
        build: Take<isl_ast_build>,
        fn_: unsafe extern "C" fn(Keep<isl_ast_build>, *mut c_void) -> Give<isl_id>,
        user: *mut c_void,
    ) -> Give<isl_ast_build>;
    pub fn isl_ast_build_set_before_each_mark(
        build: Take<isl_ast_build>,
        fn_: unsafe extern "C" fn(Keep<isl_id>, Keep<isl_ast_build>, *mut c_void) -> IslStat,
        user: *mut c_void,
    ) -> Give<isl_ast_build>;
    pub fn isl_ast_build_set_iterators(build: Take<isl_ast_build>, iterators: Take<isl_id_list>)
    -> Give<isl_ast_build>;
    pub fn isl_ast_build_set_options(build: Take<isl_ast_build>, options: Take<isl_union_map>) -> Give<isl_ast_build>;
    pub fn isl_ast_expr_access(array: Take<isl_ast_expr>, indices: Take<isl_ast_expr_list>) -> Give<isl_ast_expr>;
    pub fn isl_ast_expr_add(expr1: Take<isl_ast_expr>, expr2: Take<isl_ast_expr>) -> Give<isl_ast_expr>;
    pub fn isl_ast_expr_address_of(expr: Take<isl_ast_expr>) -> Give<isl_ast_expr>;
    pub fn isl_ast_expr_and(expr1: Take<isl_ast_expr>, expr2: Take<isl_ast_expr>) -> Give<isl_ast_expr>;
    pub fn isl_ast_expr_and_then(expr1: Take<isl_ast_expr>, expr2: Take<isl_ast_expr>) -> Give<isl_ast_expr>;
    pub fn isl_ast_expr_call(function: Take<isl_ast_expr>, arguments: Take<isl_ast_expr_list>) -> Give<isl_ast_expr>;
    pub fn isl_ast_expr_copy(expr: Keep<isl_ast_expr>) -> Give<isl_ast_expr>;
    pub fn isl_ast_expr_div(expr1: Take<isl_ast_expr>, expr2: Take<isl_ast_expr>) -> Give<isl_ast_expr>;
    pub fn isl_ast_expr_eq(expr1: Take<isl_ast_expr>, expr2: Take<isl_ast_expr>) -> Give<isl_ast_expr>;
    pub fn isl_ast_expr_free(expr: Take<isl_ast_expr>) -> Give<isl_ast_expr>;
    pub fn isl_ast_expr_from_id(id: Take<isl_id>) -> Give<isl_ast_expr>;
    pub fn isl_ast_expr_from_val(v: Take<isl_val>) -> Give<isl_ast_expr>;
    pub fn isl_ast_expr_ge(expr1: Take<isl_ast_expr>, expr2: Take<isl_ast_expr>) -> Give<isl_ast_expr>;
    pub fn isl_ast_expr_get_type(expr: Keep<isl_ast_expr>) -> c_int;
    pub fn isl_ast_expr_gt(expr1: Take<isl_ast_expr>, expr2: Take<isl_ast_expr>) -> Give<isl_ast_expr>;
    pub fn isl_ast_expr_id_get_id(expr: Keep<isl_ast_expr>) -> Give<isl_id>;
    pub fn isl_ast_expr_int_get_val(expr: Keep<isl_ast_expr>) -> Give<isl_val>;
    pub fn isl_ast_expr_is_equal(expr1: Keep<isl_ast_expr>, expr2: Keep<isl_ast_expr>) -> IslBool;
    pub fn isl_ast_expr_le(expr1: Take<isl_ast_expr>, expr2: Take<isl_ast_expr>) -> Give<isl_ast_expr>;
    pub fn isl_ast_expr_list_add(list: Take<isl_ast_expr_list>, el: Take<isl_ast_expr>) -> Give<isl_ast_expr_list>;
    pub fn isl_ast_expr_list_alloc(ctx: *mut isl_ctx, n: c_int) -> Give<isl_ast_expr_list>;
    pub fn isl_ast_expr_list_copy(list: Keep<isl_ast_expr_list>) -> Give<isl_ast_expr_list>;
    pub fn isl_ast_expr_list_free(list: Take<isl_ast_expr_list>) -> Give<isl_ast_expr_list>;
    pub fn isl_ast_expr_list_get_at(list: Keep<isl_ast_expr_list>, index: c_int) -> Give<isl_ast_expr>;
    pub fn isl_ast_expr_list_size(list: Keep<isl_ast_expr_list>) -> IslSize;
    pub fn isl_ast_expr_lt(expr1: Take<isl_ast_expr>, expr2: Take<isl_ast_expr>) -> Give<isl_ast_expr>;
    pub fn isl_ast_expr_mul(expr1: Take<isl_ast_expr>, expr2: Take<isl_ast_expr>) -> Give<isl_ast_expr>;
    pub fn isl_ast_expr_neg(expr: Take<isl_ast_expr>) -> Give<isl_ast_expr>;
    pub fn isl_ast_expr_op_get_arg(expr: Keep<isl_ast_expr>, pos: c_int) -> Give<isl_ast_expr>;
    pub fn isl_ast_expr_op_get_n_arg(expr: Keep<isl_ast_expr>) -> IslSize;
    pub fn isl_ast_expr_op_get_type(expr: Keep<isl_ast_expr>) -> c_int;
    pub fn isl_ast_expr_or(expr1: Take<isl_ast_expr>, expr2: Take<isl_ast_expr>) -> Give<isl_ast_expr>;
    pub fn isl_ast_expr_or_else(expr1: Take<isl_ast_expr>, expr2: Take<isl_ast_expr>) -> Give<isl_ast_expr>;
    pub fn isl_ast_expr_pdiv_q(expr1: Take<isl_ast_expr>, expr2: Take<isl_ast_expr>) -> Give<isl_ast_expr>;
    pub fn isl_ast_expr_pdiv_r(expr1: Take<isl_ast_expr>, expr2: Take<isl_ast_expr>) -> Give<isl_ast_expr>;
    pub fn isl_ast_expr_set_op_arg(expr: Take<isl_ast_expr>, pos: c_int, arg: Take<isl_ast_expr>)
    -> Give<isl_ast_expr>;
    pub fn isl_ast_expr_sub(expr1: Take<isl_ast_expr>, expr2: Take<isl_ast_expr>) -> Give<isl_ast_expr>;
    pub fn isl_ast_expr_to_C_str(expr: Keep<isl_ast_expr>) -> GiveStr;
    pub fn isl_ast_expr_to_list(el: Take<isl_ast_expr>) -> Give<isl_ast_expr_list>;
    pub fn isl_ast_expr_to_str(expr: Keep<isl_ast_expr>) -> GiveStr;
    pub fn isl_ast_node_alloc_user(expr: Take<isl_ast_expr>) -> Give<isl_ast_node>;
    pub fn isl_ast_node_block_get_children(node: Keep<isl_ast_node>) -> Give<isl_ast_node_list>;
    pub fn isl_ast_node_copy(node: Keep<isl_ast_node>) -> Give<isl_ast_node>;
    pub fn isl_ast_node_for_get_body(node: Keep<isl_ast_node>) -> Give<isl_ast_node>;
    pub fn isl_ast_node_for_get_cond(node: Keep<isl_ast_node>) -> Give<isl_ast_expr>;
    pub fn isl_ast_node_for_get_inc(node: Keep<isl_ast_node>) -> Give<isl_ast_expr>;
    pub fn isl_ast_node_for_get_init(node: Keep<isl_ast_node>) -> Give<isl_ast_expr>;
    pub fn isl_ast_node_for_get_iterator(node: Keep<isl_ast_node>) -> Give<isl_ast_expr>;
    pub fn isl_ast_node_for_is_degenerate(node: Keep<isl_ast_node>) -> IslBool;
    pub fn isl_ast_node_foreach_descendant_top_down(
        node: Keep<isl_ast_node>,
        fn_: unsafe extern "C" fn(Keep<isl_ast_node>, *mut c_void) -> IslBool,
        user: *mut c_void,
    ) -> IslStat;
    pub fn isl_ast_node_free(node: Take<isl_ast_node>) -> Give<isl_ast_node>;
    pub fn isl_ast_node_get_annotation(node: Keep<isl_ast_node>) -> Give<isl_id>;
    pub fn isl_ast_node_get_type(node: Keep<isl_ast_node>) -> c_int;
    pub fn isl_ast_node_if_get_cond(node: Keep<isl_ast_node>) -> Give<isl_ast_expr>;
    pub fn isl_ast_node_if_get_else_node(node: Keep<isl_ast_node>) -> Give<isl_ast_node>;
    pub fn isl_ast_node_if_get_then_node(node: Keep<isl_ast_node>) -> Give<isl_ast_node>;
    pub fn isl_ast_node_if_has_else_node(node: Keep<isl_ast_node>) -> IslBool;
    pub fn isl_ast_node_list_add(list: Take<isl_ast_node_list>, el: Take<isl_ast_node>) -> Give<isl_ast_node_list>;
    pub fn isl_ast_node_list_alloc(ctx: *mut isl_ctx, n: c_int) -> Give<isl_ast_node_list>;
    pub fn isl_ast_node_list_copy(list: Keep<isl_ast_node_list>) -> Give<isl_ast_node_list>;
    pub fn isl_ast_node_list_free(list: Take<isl_ast_node_list>) -> Give<isl_ast_node_list>;
    pub fn isl_ast_node_list_get_at(list: Keep<isl_ast_node_list>, index: c_int) -> Give<isl_ast_node>;
    pub fn isl_ast_node_list_size(list: Keep<isl_ast_node_list>) -> IslSize;
    pub fn isl_ast_node_map_descendant_bottom_up(
        node: Take<isl_ast_node>,
        fn_: unsafe extern "C" fn(Take<isl_ast_node>, *mut c_void) -> Give<isl_ast_node>,
        user: *mut c_void,
    ) -> Give<isl_ast_node>;
    pub fn isl_ast_node_mark_get_id(node: Keep<isl_ast_node>) -> Give<isl_id>;
    pub fn isl_ast_node_mark_get_node(node: Keep<isl_ast_node>) -> Give<isl_ast_node>;
    pub fn isl_ast_node_set_annotation(node: Take<isl_ast_node>, annotation: Take<isl_id>) -> Give<isl_ast_node>;
    pub fn isl_ast_node_to_C_str(node: Keep<isl_ast_node>) -> GiveStr;
    pub fn isl_ast_node_to_list(el: Take<isl_ast_node>) -> Give<isl_ast_node_list>;
    pub fn isl_ast_node_to_str(node: Keep<isl_ast_node>) -> GiveStr;
    pub fn isl_ast_node_user_from_expr(expr: Take<isl_ast_expr>) -> Give<isl_ast_node>;
    pub fn isl_ast_node_user_get_expr(node: Keep<isl_ast_node>) -> Give<isl_ast_expr>;
    pub fn isl_basic_map_add_constraint(
        bmap: Take<isl_basic_map>,
        constraint: Take<isl_constraint>,
    ) -> Give<isl_basic_map>;
    pub fn isl_basic_map_add_dims(bmap: Take<isl_basic_map>, type_: DimType, n: c_uint) -> Give<isl_basic_map>;
    pub fn isl_basic_map_affine_hull(bmap: Take<isl_basic_map>) -> Give<isl_basic_map>;
    pub fn isl_basic_map_align_params(bmap: Take<isl_basic_map>, model: Take<isl_space>) -> Give<isl_basic_map>;
    pub fn isl_basic_map_apply_domain(bmap1: Take<isl_basic_map>, bmap2: Take<isl_basic_map>) -> Give<isl_basic_map>;
    pub fn isl_basic_map_apply_range(bmap1: Take<isl_basic_map>, bmap2: Take<isl_basic_map>) -> Give<isl_basic_map>;
    pub fn isl_basic_map_can_curry(bmap: Keep<isl_basic_map>) -> IslBool;
    pub fn isl_basic_map_can_uncurry(bmap: Keep<isl_basic_map>) -> IslBool;
    pub fn isl_basic_map_can_zip(bmap: Keep<isl_basic_map>) -> IslBool;
    pub fn isl_basic_map_compute_divs(bmap: Take<isl_basic_map>) -> Give<isl_map>;
    pub fn isl_basic_map_copy(bmap: Keep<isl_basic_map>) -> Give<isl_basic_map>;
    pub fn isl_basic_map_curry(bmap: Take<isl_basic_map>) -> Give<isl_basic_map>;
    pub fn isl_basic_map_deltas(bmap: Take<isl_basic_map>) -> Give<isl_basic_set>;
    pub fn isl_basic_map_deltas_map(bmap: Take<isl_basic_map>) -> Give<isl_basic_map>;
    pub fn isl_basic_map_detect_equalities(bmap: Take<isl_basic_map>) -> Give<isl_basic_map>;
    pub fn isl_basic_map_dim(bmap: Keep<isl_basic_map>, type_: DimType) -> IslSize;
    pub fn isl_basic_map_domain(bmap: Take<isl_basic_map>) -> Give<isl_basic_set>;
    pub fn isl_basic_map_domain_map(bmap: Take<isl_basic_map>) -> Give<isl_basic_map>;
    pub fn isl_basic_map_domain_product(bmap1: Take<isl_basic_map>, bmap2: Take<isl_basic_map>) -> Give<isl_basic_map>;
    pub fn isl_basic_map_drop_constraints_involving_dims(
        bmap: Take<isl_basic_map>,
        type_: DimType,
        first: c_uint,
        n: c_uint,
    ) -> Give<isl_basic_map>;
    pub fn isl_basic_map_drop_constraints_not_involving_dims(
        bmap: Take<isl_basic_map>,
        type_: DimType,
        first: c_uint,
        n: c_uint,
    ) -> Give<isl_basic_map>;
    pub fn isl_basic_map_drop_unused_params(bmap: Take<isl_basic_map>) -> Give<isl_basic_map>;
    pub fn isl_basic_map_eliminate(
        bmap: Take<isl_basic_map>,
        type_: DimType,
        first: c_uint,
        n: c_uint,
    ) -> Give<isl_basic_map>;
    pub fn isl_basic_map_empty(space: Take<isl_space>) -> Give<isl_basic_map>;
    pub fn isl_basic_map_equate(
        bmap: Take<isl_basic_map>,
        type1: DimType,
        pos1: c_int,
        type2: DimType,
        pos2: c_int,
    ) -> Give<isl_basic_map>;
    pub fn isl_basic_map_find_dim_by_name(bmap: Keep<isl_basic_map>, type_: DimType, name: *const c_char) -> c_int;
    pub fn isl_basic_map_fix_si(
        bmap: Take<isl_basic_map>,
        type_: DimType,
        pos: c_uint,
        value: c_int,
    ) -> Give<isl_basic_map>;
    pub fn isl_basic_map_fix_val(
        bmap: Take<isl_basic_map>,
        type_: DimType,
        pos: c_uint,
        v: Take<isl_val>,
    ) -> Give<isl_basic_map>;
    pub fn isl_basic_map_flat_product(bmap1: Take<isl_basic_map>, bmap2: Take<isl_basic_map>) -> Give<isl_basic_map>;
    pub fn isl_basic_map_flat_range_product(
        bmap1: Take<isl_basic_map>,
        bmap2: Take<isl_basic_map>,
    ) -> Give<isl_basic_map>;
    pub fn isl_basic_map_flatten(bmap: Take<isl_basic_map>) -> Give<isl_basic_map>;
    pub fn isl_basic_map_flatten_domain(bmap: Take<isl_basic_map>) -> Give<isl_basic_map>;
    pub fn isl_basic_map_flatten_range(bmap: Take<isl_basic_map>) -> Give<isl_basic_map>;
    pub fn isl_basic_map_free(bmap: Take<isl_basic_map>) -> Give<isl_basic_map>;
    pub fn isl_basic_map_from_aff(aff: Take<isl_aff>) -> Give<isl_basic_map>;
    pub fn isl_basic_map_from_constraint(constraint: Take<isl_constraint>) -> Give<isl_basic_map>;
    pub fn isl_basic_map_from_domain(bset: Take<isl_basic_set>) -> Give<isl_basic_map>;
    pub fn isl_basic_map_from_domain_and_range(
        domain: Take<isl_basic_set>,
        range: Take<isl_basic_set>,
    ) -> Give<isl_basic_map>;
    pub fn isl_basic_map_from_multi_aff(maff: Take<isl_multi_aff>) -> Give<isl_basic_map>;
    pub fn isl_basic_map_from_range(bset: Take<isl_basic_set>) -> Give<isl_basic_map>;
    pub fn isl_basic_map_get_constraint_list(bmap: Keep<isl_basic_map>) -> Give<isl_constraint_list>;
    pub fn isl_basic_map_get_dim_name(bmap: Keep<isl_basic_map>, type_: DimType, pos: c_uint) -> LendStr;
    pub fn isl_basic_map_get_div(bmap: Keep<isl_basic_map>, pos: c_int) -> Give<isl_aff>;
    pub fn isl_basic_map_get_local_space(bmap: Keep<isl_basic_map>) -> Give<isl_local_space>;
    pub fn isl_basic_map_get_space(bmap: Keep<isl_basic_map>) -> Give<isl_space>;
    pub fn isl_basic_map_get_tuple_name(bmap: Keep<isl_basic_map>, type_: DimType) -> LendStr;
    pub fn isl_basic_map_gist(bmap: Take<isl_basic_map>, context: Take<isl_basic_map>) -> Give<isl_basic_map>;
    pub fn isl_basic_map_gist_domain(bmap: Take<isl_basic_map>, context: Take<isl_basic_set>) -> Give<isl_basic_map>;
    pub fn isl_basic_map_has_dim_id(bmap: Keep<isl_basic_map>, type_: DimType, pos: c_uint) -> IslBool;
    pub fn isl_basic_map_identity(space: Take<isl_space>) -> Give<isl_basic_map>;
    pub fn isl_basic_map_image_is_bounded(bmap: Keep<isl_basic_map>) -> IslBool;
    pub fn isl_basic_map_insert_dims(
        bmap: Take<isl_basic_map>,
        type_: DimType,
        pos: c_uint,
        n: c_uint,
    ) -> Give<isl_basic_map>;
    pub fn isl_basic_map_intersect(bmap1: Take<isl_basic_map>, bmap2: Take<isl_basic_map>) -> Give<isl_basic_map>;
    pub fn isl_basic_map_intersect_domain(bmap: Take<isl_basic_map>, bset: Take<isl_basic_set>) -> Give<isl_basic_map>;
    pub fn isl_basic_map_intersect_params(bmap: Take<isl_basic_map>, bset: Take<isl_basic_set>) -> Give<isl_basic_map>;
    pub fn isl_basic_map_intersect_range(bmap: Take<isl_basic_map>, bset: Take<isl_basic_set>) -> Give<isl_basic_map>;
    pub fn isl_basic_map_involves_dims(bmap: Keep<isl_basic_map>, type_: DimType, first: c_uint, n: c_uint) -> IslBool;
    pub fn isl_basic_map_is_disjoint(bmap1: Keep<isl_basic_map>, bmap2: Keep<isl_basic_map>) -> IslBool;
    pub fn isl_basic_map_is_empty(bmap: Keep<isl_basic_map>) -> IslBool;
    pub fn isl_basic_map_is_equal(bmap1: Keep<isl_basic_map>, bmap2: Keep<isl_basic_map>) -> IslBool;
    pub fn isl_basic_map_is_rational(bmap: Keep<isl_basic_map>) -> IslBool;
    pub fn isl_basic_map_is_single_valued(bmap: Keep<isl_basic_map>) -> IslBool;
    pub fn isl_basic_map_is_strict_subset(bmap1: Keep<isl_basic_map>, bmap2: Keep<isl_basic_map>) -> IslBool;
    pub fn isl_basic_map_is_subset(bmap1: Keep<isl_basic_map>, bmap2: Keep<isl_basic_map>) -> IslBool;
    pub fn isl_basic_map_is_universe(bmap: Keep<isl_basic_map>) -> IslBool;
    pub fn isl_basic_map_lexmax(bmap: Take<isl_basic_map>) -> Give<isl_map>;
    pub fn isl_basic_map_lexmin(bmap: Take<isl_basic_map>) -> Give<isl_map>;
    pub fn isl_basic_map_lexmin_pw_multi_aff(bmap: Take<isl_basic_map>) -> Give<isl_pw_multi_aff>;
    pub fn isl_basic_map_list_add(list: Take<isl_basic_map_list>, el: Take<isl_basic_map>) -> Give<isl_basic_map_list>;
    pub fn isl_basic_map_list_alloc(ctx: *mut isl_ctx, n: c_int) -> Give<isl_basic_map_list>;
    pub fn isl_basic_map_list_copy(list: Keep<isl_basic_map_list>) -> Give<isl_basic_map_list>;
    pub fn isl_basic_map_list_free(list: Take<isl_basic_map_list>) -> Give<isl_basic_map_list>;
    pub fn isl_basic_map_list_get_at(list: Keep<isl_basic_map_list>, index: c_int) -> Give<isl_basic_map>;
    pub fn isl_basic_map_list_size(list: Keep<isl_basic_map_list>) -> IslSize;
    pub fn isl_basic_map_lower_bound_si(
        bmap: Take<isl_basic_map>,
        type_: DimType,
        pos: c_uint,
        value: c_int,
    ) -> Give<isl_basic_map>;
    pub fn isl_basic_map_move_dims(
        bmap: Take<isl_basic_map>,
        dst_type: DimType,
        dst_pos: c_uint,
        src_type: DimType,
        src_pos: c_uint,
        n: c_uint,
    ) -> Give<isl_basic_map>;
    pub fn isl_basic_map_n_constraint(bmap: Keep<isl_basic_map>) -> IslSize;
    pub fn isl_basic_map_nat_universe(space: Take<isl_space>) -> Give<isl_basic_map>;
    pub fn isl_basic_map_neg(bmap: Take<isl_basic_map>) -> Give<isl_basic_map>;
    pub fn isl_basic_map_order_ge(
        bmap: Take<isl_basic_map>,
        type1: DimType,
        pos1: c_int,
        type2: DimType,
        pos2: c_int,
    ) -> Give<isl_basic_map>;
    pub fn isl_basic_map_order_gt(
        bmap: Take<isl_basic_map>,
        type1: DimType,
        pos1: c_int,
        type2: DimType,
        pos2: c_int,
    ) -> Give<isl_basic_map>;
    pub fn isl_basic_map_partial_lexmax(
        bmap: Take<isl_basic_map>,
        dom: Take<isl_basic_set>,
        empty: *mut *mut isl_set,
    ) -> Give<isl_map>;
    pub fn isl_basic_map_partial_lexmin(
        bmap: Take<isl_basic_map>,
        dom: Take<isl_basic_set>,
        empty: *mut *mut isl_set,
    ) -> Give<isl_map>;
    pub fn isl_basic_map_plain_get_val_if_fixed(
        bmap: Keep<isl_basic_map>,
        type_: DimType,
        pos: c_uint,
    ) -> Give<isl_val>;
    pub fn isl_basic_map_plain_is_empty(bmap: Keep<isl_basic_map>) -> IslBool;
    pub fn isl_basic_map_plain_is_universe(bmap: Keep<isl_basic_map>) -> IslBool;
    pub fn isl_basic_map_preimage_domain_multi_aff(
        bmap: Take<isl_basic_map>,
        ma: Take<isl_multi_aff>,
    ) -> Give<isl_basic_map>;
    pub fn isl_basic_map_preimage_range_multi_aff(
        bmap: Take<isl_basic_map>,
        ma: Take<isl_multi_aff>,
    ) -> Give<isl_basic_map>;
    pub fn isl_basic_map_product(bmap1: Take<isl_basic_map>, bmap2: Take<isl_basic_map>) -> Give<isl_basic_map>;
    pub fn isl_basic_map_project_out(
        bmap: Take<isl_basic_map>,
        type_: DimType,
        first: c_uint,
        n: c_uint,
    ) -> Give<isl_basic_map>;
    pub fn isl_basic_map_range(bmap: Take<isl_basic_map>) -> Give<isl_basic_set>;
    pub fn isl_basic_map_range_map(bmap: Take<isl_basic_map>) -> Give<isl_basic_map>;
    pub fn isl_basic_map_range_product(bmap1: Take<isl_basic_map>, bmap2: Take<isl_basic_map>) -> Give<isl_basic_map>;
    pub fn isl_basic_map_read_from_str(ctx: *mut isl_ctx, str_: *const c_char) -> Give<isl_basic_map>;
    pub fn isl_basic_map_remove_dims(
        bmap: Take<isl_basic_map>,
        type_: DimType,
        first: c_uint,
        n: c_uint,
    ) -> Give<isl_basic_map>;
    pub fn isl_basic_map_remove_divs(bmap: Take<isl_basic_map>) -> Give<isl_basic_map>;
    pub fn isl_basic_map_remove_divs_involving_dims(
        bmap: Take<isl_basic_map>,
        type_: DimType,
        first: c_uint,
        n: c_uint,
    ) -> Give<isl_basic_map>;
    pub fn isl_basic_map_remove_redundancies(bmap: Take<isl_basic_map>) -> Give<isl_basic_map>;
    pub fn isl_basic_map_reverse(bmap: Take<isl_basic_map>) -> Give<isl_basic_map>;
    pub fn isl_basic_map_sample(bmap: Take<isl_basic_map>) -> Give<isl_basic_map>;
    pub fn isl_basic_map_set_dim_name(
        bmap: Take<isl_basic_map>,
        type_: DimType,
        pos: c_uint,
        s: *const c_char,
    ) -> Give<isl_basic_map>;
    pub fn isl_basic_map_set_tuple_id(
        bmap: Take<isl_basic_map>,
        type_: DimType,
        id: Take<isl_id>,
    ) -> Give<isl_basic_map>;
    pub fn isl_basic_map_set_tuple_name(
        bmap: Take<isl_basic_map>,
        type_: DimType,
        s: *const c_char,
    ) -> Give<isl_basic_map>;
    pub fn isl_basic_map_sum(bmap1: Take<isl_basic_map>, bmap2: Take<isl_basic_map>) -> Give<isl_basic_map>;
    pub fn isl_basic_map_to_list(el: Take<isl_basic_map>) -> Give<isl_basic_map_list>;
    pub fn isl_basic_map_to_str(bmap: Keep<isl_basic_map>) -> GiveStr;
    pub fn isl_basic_map_total_dim(bmap: Keep<isl_basic_map>) -> IslSize;
    pub fn isl_basic_map_uncurry(bmap: Take<isl_basic_map>) -> Give<isl_basic_map>;
    pub fn isl_basic_map_union(bmap1: Take<isl_basic_map>, bmap2: Take<isl_basic_map>) -> Give<isl_map>;
    pub fn isl_basic_map_universe(space: Take<isl_space>) -> Give<isl_basic_map>;
    pub fn isl_basic_map_upper_bound_si(
        bmap: Take<isl_basic_map>,
        type_: DimType,
        pos: c_uint,
        value: c_int,
    ) -> Give<isl_basic_map>;
    pub fn isl_basic_map_wrap(bmap: Take<isl_basic_map>) -> Give<isl_basic_set>;
    pub fn isl_basic_map_zip(bmap: Take<isl_basic_map>) -> Give<isl_basic_map>;
    pub fn isl_basic_set_add_constraint(
        bset: Take<isl_basic_set>,
        constraint: Take<isl_constraint>,
    ) -> Give<isl_basic_set>;
    pub fn isl_basic_set_add_dims(bset: Take<isl_basic_set>, type_: DimType, n: c_uint) -> Give<isl_basic_set>;
    pub fn isl_basic_set_affine_hull(bset: Take<isl_basic_set>) -> Give<isl_basic_set>;
    pub fn isl_basic_set_align_params(bset: Take<isl_basic_set>, model: Take<isl_space>) -> Give<isl_basic_set>;
    pub fn isl_basic_set_apply(bset: Take<isl_basic_set>, bmap: Take<isl_basic_map>) -> Give<isl_basic_set>;
    pub fn isl_basic_set_box_from_points(pnt1: Take<isl_point>, pnt2: Take<isl_point>) -> Give<isl_basic_set>;
    pub fn isl_basic_set_coefficients(bset: Take<isl_basic_set>) -> Give<isl_basic_set>;
    pub fn isl_basic_set_compute_divs(bset: Take<isl_basic_set>) -> Give<isl_set>;
    pub fn isl_basic_set_copy(bset: Keep<isl_basic_set>) -> Give<isl_basic_set>;
    pub fn isl_basic_set_detect_equalities(bset: Take<isl_basic_set>) -> Give<isl_basic_set>;
    pub fn isl_basic_set_dim(bset: Keep<isl_basic_set>, type_: DimType) -> IslSize;
    pub fn isl_basic_set_dim_max_val(bset: Take<isl_basic_set>, pos: c_int) -> Give<isl_val>;
    pub fn isl_basic_set_drop_constraints_involving_dims(
        bset: Take<isl_basic_set>,
        type_: DimType,
        first: c_uint,
        n: c_uint,
    ) -> Give<isl_basic_set>;
    pub fn isl_basic_set_drop_constraints_not_involving_dims(
        bset: Take<isl_basic_set>,
        type_: DimType,
        first: c_uint,
        n: c_uint,
    ) -> Give<isl_basic_set>;
    pub fn isl_basic_set_drop_unused_params(bset: Take<isl_basic_set>) -> Give<isl_basic_set>;
    pub fn isl_basic_set_eliminate(
        bset: Take<isl_basic_set>,
        type_: DimType,
        first: c_uint,
        n: c_uint,
    ) -> Give<isl_basic_set>;
    pub fn isl_basic_set_empty(space: Take<isl_space>) -> Give<isl_basic_set>;
    pub fn isl_basic_set_fix_si(
        bset: Take<isl_basic_set>,
        type_: DimType,
        pos: c_uint,
        value: c_int,
    ) -> Give<isl_basic_set>;
    pub fn isl_basic_set_fix_val(
        bset: Take<isl_basic_set>,
        type_: DimType,
        pos: c_uint,
        v: Take<isl_val>,
    ) -> Give<isl_basic_set>;
    pub fn isl_basic_set_flat_product(bset1: Take<isl_basic_set>, bset2: Take<isl_basic_set>) -> Give<isl_basic_set>;
    pub fn isl_basic_set_flatten(bset: Take<isl_basic_set>) -> Give<isl_basic_set>;
    pub fn isl_basic_set_foreach_constraint(
        bset: Keep<isl_basic_set>,
        fn_: unsafe extern "C" fn(Take<isl_constraint>, *mut c_void) -> IslStat,
        user: *mut c_void,
    ) -> IslStat;
    pub fn isl_basic_set_free(bset: Take<isl_basic_set>) -> Give<isl_basic_set>;
    pub fn isl_basic_set_from_constraint(constraint: Take<isl_constraint>) -> Give<isl_basic_set>;
    pub fn isl_basic_set_from_multi_aff(ma: Take<isl_multi_aff>) -> Give<isl_basic_set>;
    pub fn isl_basic_set_from_params(bset: Take<isl_basic_set>) -> Give<isl_basic_set>;
    pub fn isl_basic_set_from_point(pnt: Take<isl_point>) -> Give<isl_basic_set>;
    pub fn isl_basic_set_get_constraint_list(bset: Keep<isl_basic_set>) -> Give<isl_constraint_list>;
    pub fn isl_basic_set_get_dim_id(bset: Keep<isl_basic_set>, type_: DimType, pos: c_uint) -> Give<isl_id>;
    pub fn isl_basic_set_get_dim_name(bset: Keep<isl_basic_set>, type_: DimType, pos: c_uint) -> LendStr;
    pub fn isl_basic_set_get_div(bset: Keep<isl_basic_set>, pos: c_int) -> Give<isl_aff>;
    pub fn isl_basic_set_get_local_space(bset: Keep<isl_basic_set>) -> Give<isl_local_space>;
    pub fn isl_basic_set_get_space(bset: Keep<isl_basic_set>) -> Give<isl_space>;
    pub fn isl_basic_set_get_tuple_name(bset: Keep<isl_basic_set>) -> LendStr;
    pub fn isl_basic_set_gist(bset: Take<isl_basic_set>, context: Take<isl_basic_set>) -> Give<isl_basic_set>;
    pub fn isl_basic_set_insert_dims(
        bset: Take<isl_basic_set>,
        type_: DimType,
        pos: c_uint,
        n: c_uint,
    ) -> Give<isl_basic_set>;
    pub fn isl_basic_set_intersect(bset1: Take<isl_basic_set>, bset2: Take<isl_basic_set>) -> Give<isl_basic_set>;
    pub fn isl_basic_set_intersect_params(
        bset1: Take<isl_basic_set>,
        bset2: Take<isl_basic_set>,
    ) -> Give<isl_basic_set>;
    pub fn isl_basic_set_involves_dims(bset: Keep<isl_basic_set>, type_: DimType, first: c_uint, n: c_uint) -> IslBool;
    pub fn isl_basic_set_is_bounded(bset: Keep<isl_basic_set>) -> IslBool;
    pub fn isl_basic_set_is_disjoint(bset1: Keep<isl_basic_set>, bset2: Keep<isl_basic_set>) -> IslBool;
    pub fn isl_basic_set_is_empty(bset: Keep<isl_basic_set>) -> IslBool;
    pub fn isl_basic_set_is_equal(bset1: Keep<isl_basic_set>, bset2: Keep<isl_basic_set>) -> IslBool;
    pub fn isl_basic_set_is_rational(bset: Keep<isl_basic_set>) -> IslBool;
    pub fn isl_basic_set_is_subset(bset1: Keep<isl_basic_set>, bset2: Keep<isl_basic_set>) -> IslBool;
    pub fn isl_basic_set_is_universe(bset: Keep<isl_basic_set>) -> IslBool;
    pub fn isl_basic_set_is_wrapping(bset: Keep<isl_basic_set>) -> IslBool;
    pub fn isl_basic_set_lexmax(bset: Take<isl_basic_set>) -> Give<isl_set>;
    pub fn isl_basic_set_lexmin(bset: Take<isl_basic_set>) -> Give<isl_set>;
    pub fn isl_basic_set_lift(bset: Take<isl_basic_set>) -> Give<isl_basic_set>;
    pub fn isl_basic_set_list_add(list: Take<isl_basic_set_list>, el: Take<isl_basic_set>) -> Give<isl_basic_set_list>;
    pub fn isl_basic_set_list_alloc(ctx: *mut isl_ctx, n: c_int) -> Give<isl_basic_set_list>;
    pub fn isl_basic_set_list_copy(list: Keep<isl_basic_set_list>) -> Give<isl_basic_set_list>;
    pub fn isl_basic_set_list_free(list: Take<isl_basic_set_list>) -> Give<isl_basic_set_list>;
    pub fn isl_basic_set_list_get_at(list: Keep<isl_basic_set_list>, index: c_int) -> Give<isl_basic_set>;
    pub fn isl_basic_set_list_size(list: Keep<isl_basic_set_list>) -> IslSize;
    pub fn isl_basic_set_lower_bound_val(
        bset: Take<isl_basic_set>,
        type_: DimType,
        pos: c_uint,
        value: Take<isl_val>,
    ) -> Give<isl_basic_set>;
    pub fn isl_basic_set_max_lp_val(bset: Keep<isl_basic_set>, obj: Keep<isl_aff>) -> Give<isl_val>;
    pub fn isl_basic_set_max_val(bset: Keep<isl_basic_set>, obj: Keep<isl_aff>) -> Give<isl_val>;
    pub fn isl_basic_set_min_lp_val(bset: Keep<isl_basic_set>, obj: Keep<isl_aff>) -> Give<isl_val>;
    pub fn isl_basic_set_move_dims(
        bset: Take<isl_basic_set>,
        dst_type: DimType,
        dst_pos: c_uint,
        src_type: DimType,
        src_pos: c_uint,
        n: c_uint,
    ) -> Give<isl_basic_set>;
    pub fn isl_basic_set_n_constraint(bset: Keep<isl_basic_set>) -> IslSize;
    pub fn isl_basic_set_n_dim(bset: Keep<isl_basic_set>) -> IslSize;
    pub fn isl_basic_set_n_param(bset: Keep<isl_basic_set>) -> IslSize;
    pub fn isl_basic_set_nat_universe(space: Take<isl_space>) -> Give<isl_basic_set>;
    pub fn isl_basic_set_neg(bset: Take<isl_basic_set>) -> Give<isl_basic_set>;
    pub fn isl_basic_set_params(bset: Take<isl_basic_set>) -> Give<isl_basic_set>;
    pub fn isl_basic_set_plain_is_empty(bset: Keep<isl_basic_set>) -> IslBool;
    pub fn isl_basic_set_plain_is_equal(bset1: Keep<isl_basic_set>, bset2: Keep<isl_basic_set>) -> IslBool;
    pub fn isl_basic_set_plain_is_universe(bset: Keep<isl_basic_set>) -> IslBool;
    pub fn isl_basic_set_positive_orthant(space: Take<isl_space>) -> Give<isl_basic_set>;
    pub fn isl_basic_set_preimage_multi_aff(bset: Take<isl_basic_set>, ma: Take<isl_multi_aff>) -> Give<isl_basic_set>;
    pub fn isl_basic_set_project_out(
        bset: Take<isl_basic_set>,
        type_: DimType,
        first: c_uint,
        n: c_uint,
    ) -> Give<isl_basic_set>;
    pub fn isl_basic_set_read_from_str(ctx: *mut isl_ctx, str_: *const c_char) -> Give<isl_basic_set>;
    pub fn isl_basic_set_remove_dims(
        bset: Take<isl_basic_set>,
        type_: DimType,
        first: c_uint,
        n: c_uint,
    ) -> Give<isl_basic_set>;
    pub fn isl_basic_set_remove_divs(bset: Take<isl_basic_set>) -> Give<isl_basic_set>;
    pub fn isl_basic_set_remove_divs_involving_dims(
        bset: Take<isl_basic_set>,
        type_: DimType,
        first: c_uint,
        n: c_uint,
    ) -> Give<isl_basic_set>;
    pub fn isl_basic_set_remove_redundancies(bset: Take<isl_basic_set>) -> Give<isl_basic_set>;
    pub fn isl_basic_set_remove_unknown_divs(bset: Take<isl_basic_set>) -> Give<isl_basic_set>;
    pub fn isl_basic_set_sample(bset: Take<isl_basic_set>) -> Give<isl_basic_set>;
    pub fn isl_basic_set_sample_point(bset: Take<isl_basic_set>) -> Give<isl_point>;
    pub fn isl_basic_set_set_dim_name(
        bset: Take<isl_basic_set>,
        type_: DimType,
        pos: c_uint,
        s: *const c_char,
    ) -> Give<isl_basic_set>;
    pub fn isl_basic_set_set_tuple_id(bset: Take<isl_basic_set>, id: Take<isl_id>) -> Give<isl_basic_set>;
    pub fn isl_basic_set_set_tuple_name(set: Take<isl_basic_set>, s: *const c_char) -> Give<isl_basic_set>;
    pub fn isl_basic_set_solutions(bset: Take<isl_basic_set>) -> Give<isl_basic_set>;
    pub fn isl_basic_set_to_list(el: Take<isl_basic_set>) -> Give<isl_basic_set_list>;
    pub fn isl_basic_set_to_set(bset: Take<isl_basic_set>) -> Give<isl_set>;
    pub fn isl_basic_set_to_str(bset: Keep<isl_basic_set>) -> GiveStr;
    pub fn isl_basic_set_total_dim(bset: Keep<isl_basic_set>) -> IslSize;
    pub fn isl_basic_set_union(bset1: Take<isl_basic_set>, bset2: Take<isl_basic_set>) -> Give<isl_set>;
    pub fn isl_basic_set_universe(space: Take<isl_space>) -> Give<isl_basic_set>;
    pub fn isl_basic_set_unwrap(bset: Take<isl_basic_set>) -> Give<isl_basic_map>;
    pub fn isl_basic_set_upper_bound_val(
        bset: Take<isl_basic_set>,
        type_: DimType,
        pos: c_uint,
        value: Take<isl_val>,
    ) -> Give<isl_basic_set>;
    pub fn isl_constraint_alloc_equality(ls: Take<isl_local_space>) -> Give<isl_constraint>;
    pub fn isl_constraint_alloc_inequality(ls: Take<isl_local_space>) -> Give<isl_constraint>;
    pub fn isl_constraint_cmp_last_non_zero(c1: Keep<isl_constraint>, c2: Keep<isl_constraint>) -> c_int;
    pub fn isl_constraint_copy(c: Keep<isl_constraint>) -> Give<isl_constraint>;
    pub fn isl_constraint_dim(constraint: Keep<isl_constraint>, type_: DimType) -> IslSize;
    pub fn isl_constraint_free(c: Take<isl_constraint>) -> Give<isl_constraint>;
    pub fn isl_constraint_get_aff(constraint: Keep<isl_constraint>) -> Give<isl_aff>;
    pub fn isl_constraint_get_bound(constraint: Keep<isl_constraint>, type_: DimType, pos: c_int) -> Give<isl_aff>;
    pub fn isl_constraint_get_coefficient_val(
        constraint: Keep<isl_constraint>,
        type_: DimType,
        pos: c_int,
    ) -> Give<isl_val>;
    pub fn isl_constraint_get_constant_val(constraint: Keep<isl_constraint>) -> Give<isl_val>;
    pub fn isl_constraint_get_dim_name(constraint: Keep<isl_constraint>, type_: DimType, pos: c_uint) -> LendStr;
    pub fn isl_constraint_get_div(constraint: Keep<isl_constraint>, pos: c_int) -> Give<isl_aff>;
    pub fn isl_constraint_get_local_space(constraint: Keep<isl_constraint>) -> Give<isl_local_space>;
    pub fn isl_constraint_get_space(constraint: Keep<isl_constraint>) -> Give<isl_space>;
    pub fn isl_constraint_involves_dims(
        constraint: Keep<isl_constraint>,
        type_: DimType,
        first: c_uint,
        n: c_uint,
    ) -> IslBool;
    pub fn isl_constraint_is_div_constraint(constraint: Keep<isl_constraint>) -> IslBool;
    pub fn isl_constraint_is_equal(constraint1: Keep<isl_constraint>, constraint2: Keep<isl_constraint>) -> IslBool;
    pub fn isl_constraint_is_equality(constraint: Keep<isl_constraint>) -> IslBool;
    pub fn isl_constraint_is_lower_bound(constraint: Keep<isl_constraint>, type_: DimType, pos: c_uint) -> IslBool;
    pub fn isl_constraint_is_upper_bound(constraint: Keep<isl_constraint>, type_: DimType, pos: c_uint) -> IslBool;
    pub fn isl_constraint_list_add(
        list: Take<isl_constraint_list>,
        el: Take<isl_constraint>,
    ) -> Give<isl_constraint_list>;
    pub fn isl_constraint_list_alloc(ctx: *mut isl_ctx, n: c_int) -> Give<isl_constraint_list>;
    pub fn isl_constraint_list_copy(list: Keep<isl_constraint_list>) -> Give<isl_constraint_list>;
    pub fn isl_constraint_list_free(list: Take<isl_constraint_list>) -> Give<isl_constraint_list>;
    pub fn isl_constraint_list_get_at(list: Keep<isl_constraint_list>, index: c_int) -> Give<isl_constraint>;
    pub fn isl_constraint_list_size(list: Keep<isl_constraint_list>) -> IslSize;
    pub fn isl_constraint_negate(constraint: Take<isl_constraint>) -> Give<isl_constraint>;
    pub fn isl_constraint_plain_cmp(c1: Keep<isl_constraint>, c2: Keep<isl_constraint>) -> c_int;
    pub fn isl_constraint_set_coefficient_si(
        constraint: Take<isl_constraint>,
        type_: DimType,
        pos: c_int,
        v: c_int,
    ) -> Give<isl_constraint>;
    pub fn isl_constraint_set_coefficient_val(
        constraint: Take<isl_constraint>,
        type_: DimType,
        pos: c_int,
        v: Take<isl_val>,
    ) -> Give<isl_constraint>;
    pub fn isl_constraint_set_constant_si(constraint: Take<isl_constraint>, v: c_int) -> Give<isl_constraint>;
    pub fn isl_constraint_set_constant_val(constraint: Take<isl_constraint>, v: Take<isl_val>) -> Give<isl_constraint>;
    pub fn isl_constraint_to_list(el: Take<isl_constraint>) -> Give<isl_constraint_list>;
    pub fn isl_ctx_abort(ctx: *mut isl_ctx);
    pub fn isl_ctx_alloc() -> *mut isl_ctx;
    pub fn isl_ctx_free(ctx: *mut isl_ctx);
    pub fn isl_ctx_last_error(ctx: *mut isl_ctx) -> c_int;
    pub fn isl_ctx_last_error_file(ctx: *mut isl_ctx) -> LendStr;
    pub fn isl_ctx_last_error_line(ctx: *mut isl_ctx) -> c_int;
    pub fn isl_ctx_last_error_msg(ctx: *mut isl_ctx) -> LendStr;
    pub fn isl_ctx_reset_error(ctx: *mut isl_ctx);
    pub fn isl_ctx_reset_operations(ctx: *mut isl_ctx);
    pub fn isl_ctx_resume(ctx: *mut isl_ctx);
    pub fn isl_ctx_set_max_operations(ctx: *mut isl_ctx, max_operations: c_ulong);
    pub fn isl_fixed_box_copy(box_: Keep<isl_fixed_box>) -> Give<isl_fixed_box>;
    pub fn isl_fixed_box_free(box_: Take<isl_fixed_box>) -> Give<isl_fixed_box>;
    pub fn isl_fixed_box_get_offset(box_: Keep<isl_fixed_box>) -> Give<isl_multi_aff>;
    pub fn isl_fixed_box_get_size(box_: Keep<isl_fixed_box>) -> Give<isl_multi_val>;
    pub fn isl_fixed_box_get_space(box_: Keep<isl_fixed_box>) -> Give<isl_space>;
    pub fn isl_fixed_box_is_valid(box_: Keep<isl_fixed_box>) -> IslBool;
    pub fn isl_fixed_box_to_str(box_: Keep<isl_fixed_box>) -> GiveStr;
    pub fn isl_id_alloc(ctx: *mut isl_ctx, name: *const c_char, user: *mut c_void) -> Give<isl_id>;
    pub fn isl_id_copy(id: Keep<isl_id>) -> Give<isl_id>;
    pub fn isl_id_free(id: Take<isl_id>) -> Give<isl_id>;
    pub fn isl_id_get_name(id: Keep<isl_id>) -> LendStr;
    pub fn isl_id_get_user(id: Keep<isl_id>) -> *mut c_void;
    pub fn isl_id_list_add(list: Take<isl_id_list>, el: Take<isl_id>) -> Give<isl_id_list>;
    pub fn isl_id_list_alloc(ctx: *mut isl_ctx, n: c_int) -> Give<isl_id_list>;
    pub fn isl_id_list_copy(list: Keep<isl_id_list>) -> Give<isl_id_list>;
    pub fn isl_id_list_free(list: Take<isl_id_list>) -> Give<isl_id_list>;
    pub fn isl_id_list_get_at(list: Keep<isl_id_list>, index: c_int) -> Give<isl_id>;
    pub fn isl_id_list_size(list: Keep<isl_id_list>) -> IslSize;
    pub fn isl_id_to_list(el: Take<isl_id>) -> Give<isl_id_list>;
    pub fn isl_id_to_str(id: Keep<isl_id>) -> GiveStr;
    pub fn isl_local_space_add_dims(ls: Take<isl_local_space>, type_: DimType, n: c_uint) -> Give<isl_local_space>;
    pub fn isl_local_space_copy(ls: Keep<isl_local_space>) -> Give<isl_local_space>;
    pub fn isl_local_space_dim(ls: Keep<isl_local_space>, type_: DimType) -> IslSize;
    pub fn isl_local_space_domain(ls: Take<isl_local_space>) -> Give<isl_local_space>;
    pub fn isl_local_space_drop_dims(
        ls: Take<isl_local_space>,
        type_: DimType,
        first: c_uint,
        n: c_uint,
    ) -> Give<isl_local_space>;
    pub fn isl_local_space_find_dim_by_name(ls: Keep<isl_local_space>, type_: DimType, name: *const c_char) -> c_int;
    pub fn isl_local_space_flatten_domain(ls: Take<isl_local_space>) -> Give<isl_local_space>;
    pub fn isl_local_space_flatten_range(ls: Take<isl_local_space>) -> Give<isl_local_space>;
    pub fn isl_local_space_free(ls: Take<isl_local_space>) -> Give<isl_local_space>;
    pub fn isl_local_space_from_domain(ls: Take<isl_local_space>) -> Give<isl_local_space>;
    pub fn isl_local_space_from_space(space: Take<isl_space>) -> Give<isl_local_space>;
    pub fn isl_local_space_get_dim_id(ls: Keep<isl_local_space>, type_: DimType, pos: c_uint) -> Give<isl_id>;
    pub fn isl_local_space_get_dim_name(ls: Keep<isl_local_space>, type_: DimType, pos: c_uint) -> LendStr;
    pub fn isl_local_space_get_div(ls: Keep<isl_local_space>, pos: c_int) -> Give<isl_aff>;
    pub fn isl_local_space_get_space(ls: Keep<isl_local_space>) -> Give<isl_space>;
    pub fn isl_local_space_has_dim_id(ls: Keep<isl_local_space>, type_: DimType, pos: c_uint) -> IslBool;
    pub fn isl_local_space_has_dim_name(ls: Keep<isl_local_space>, type_: DimType, pos: c_uint) -> IslBool;
    pub fn isl_local_space_insert_dims(
        ls: Take<isl_local_space>,
        type_: DimType,
        first: c_uint,
        n: c_uint,
    ) -> Give<isl_local_space>;
    pub fn isl_local_space_intersect(ls1: Take<isl_local_space>, ls2: Take<isl_local_space>) -> Give<isl_local_space>;
    pub fn isl_local_space_is_equal(ls1: Keep<isl_local_space>, ls2: Keep<isl_local_space>) -> IslBool;
    pub fn isl_local_space_is_params(ls: Keep<isl_local_space>) -> IslBool;
    pub fn isl_local_space_is_set(ls: Keep<isl_local_space>) -> IslBool;
    pub fn isl_local_space_lifting(ls: Take<isl_local_space>) -> Give<isl_basic_map>;
    pub fn isl_local_space_range(ls: Take<isl_local_space>) -> Give<isl_local_space>;
    pub fn isl_local_space_set_dim_id(
        ls: Take<isl_local_space>,
        type_: DimType,
        pos: c_uint,
        id: Take<isl_id>,
    ) -> Give<isl_local_space>;
    pub fn isl_local_space_set_dim_name(
        ls: Take<isl_local_space>,
        type_: DimType,
        pos: c_uint,
        s: *const c_char,
    ) -> Give<isl_local_space>;
    pub fn isl_local_space_set_from_params(ls: Take<isl_local_space>) -> Give<isl_local_space>;
    pub fn isl_local_space_set_tuple_id(
        ls: Take<isl_local_space>,
        type_: DimType,
        id: Take<isl_id>,
    ) -> Give<isl_local_space>;
    pub fn isl_local_space_wrap(ls: Take<isl_local_space>) -> Give<isl_local_space>;
    pub fn isl_map_add_constraint(map: Take<isl_map>, constraint: Take<isl_constraint>) -> Give<isl_map>;
    pub fn isl_map_add_dims(map: Take<isl_map>, type_: DimType, n: c_uint) -> Give<isl_map>;
    pub fn isl_map_affine_hull(map: Take<isl_map>) -> Give<isl_basic_map>;
    pub fn isl_map_align_divs(map: Take<isl_map>) -> Give<isl_map>;
    pub fn isl_map_align_params(map: Take<isl_map>, model: Take<isl_space>) -> Give<isl_map>;
    pub fn isl_map_apply_domain(map1: Take<isl_map>, map2: Take<isl_map>) -> Give<isl_map>;
    pub fn isl_map_apply_range(map1: Take<isl_map>, map2: Take<isl_map>) -> Give<isl_map>;
    pub fn isl_map_as_pw_multi_aff(map: Take<isl_map>) -> Give<isl_pw_multi_aff>;
    pub fn isl_map_can_curry(map: Keep<isl_map>) -> IslBool;
    pub fn isl_map_can_range_curry(map: Keep<isl_map>) -> IslBool;
    pub fn isl_map_can_uncurry(map: Keep<isl_map>) -> IslBool;
    pub fn isl_map_can_zip(map: Keep<isl_map>) -> IslBool;
    pub fn isl_map_coalesce(map: Take<isl_map>) -> Give<isl_map>;
    pub fn isl_map_complement(map: Take<isl_map>) -> Give<isl_map>;
    pub fn isl_map_compute_divs(map: Take<isl_map>) -> Give<isl_map>;
    pub fn isl_map_convex_hull(map: Take<isl_map>) -> Give<isl_basic_map>;
    pub fn isl_map_copy(map: Keep<isl_map>) -> Give<isl_map>;
    pub fn isl_map_curry(map: Take<isl_map>) -> Give<isl_map>;
    pub fn isl_map_deltas(map: Take<isl_map>) -> Give<isl_set>;
    pub fn isl_map_deltas_map(map: Take<isl_map>) -> Give<isl_map>;
    pub fn isl_map_detect_equalities(map: Take<isl_map>) -> Give<isl_map>;
    pub fn isl_map_dim(map: Keep<isl_map>, type_: DimType) -> IslSize;
    pub fn isl_map_dim_max(map: Take<isl_map>, pos: c_int) -> Give<isl_pw_aff>;
    pub fn isl_map_dim_min(map: Take<isl_map>, pos: c_int) -> Give<isl_pw_aff>;
    pub fn isl_map_domain(bmap: Take<isl_map>) -> Give<isl_set>;
    pub fn isl_map_domain_factor_domain(map: Take<isl_map>) -> Give<isl_map>;
    pub fn isl_map_domain_factor_range(map: Take<isl_map>) -> Give<isl_map>;
    pub fn isl_map_domain_is_wrapping(map: Keep<isl_map>) -> IslBool;
    pub fn isl_map_domain_map(map: Take<isl_map>) -> Give<isl_map>;
    pub fn isl_map_domain_product(map1: Take<isl_map>, map2: Take<isl_map>) -> Give<isl_map>;
    pub fn isl_map_domain_reverse(map: Take<isl_map>) -> Give<isl_map>;
    pub fn isl_map_domain_tuple_dim(map: Keep<isl_map>) -> IslSize;
    pub fn isl_map_drop_constraints_involving_dims(
        map: Take<isl_map>,
        type_: DimType,
        first: c_uint,
        n: c_uint,
    ) -> Give<isl_map>;
    pub fn isl_map_drop_constraints_not_involving_dims(
        map: Take<isl_map>,
        type_: DimType,
        first: c_uint,
        n: c_uint,
    ) -> Give<isl_map>;
    pub fn isl_map_drop_unused_params(map: Take<isl_map>) -> Give<isl_map>;
    pub fn isl_map_eliminate(map: Take<isl_map>, type_: DimType, first: c_uint, n: c_uint) -> Give<isl_map>;
    pub fn isl_map_empty(space: Take<isl_space>) -> Give<isl_map>;
    pub fn isl_map_eq_at_multi_pw_aff(map: Take<isl_map>, mpa: Take<isl_multi_pw_aff>) -> Give<isl_map>;
    pub fn isl_map_equate(
        map: Take<isl_map>,
        type1: DimType,
        pos1: c_int,
        type2: DimType,
        pos2: c_int,
    ) -> Give<isl_map>;
    pub fn isl_map_factor_domain(map: Take<isl_map>) -> Give<isl_map>;
    pub fn isl_map_factor_range(map: Take<isl_map>) -> Give<isl_map>;
    pub fn isl_map_find_dim_by_id(map: Keep<isl_map>, type_: DimType, id: Keep<isl_id>) -> c_int;
    pub fn isl_map_find_dim_by_name(map: Keep<isl_map>, type_: DimType, name: *const c_char) -> c_int;
    pub fn isl_map_fix_input_si(map: Take<isl_map>, input: c_uint, value: c_int) -> Give<isl_map>;
    pub fn isl_map_fix_si(map: Take<isl_map>, type_: DimType, pos: c_uint, value: c_int) -> Give<isl_map>;
    pub fn isl_map_fix_val(map: Take<isl_map>, type_: DimType, pos: c_uint, v: Take<isl_val>) -> Give<isl_map>;
    pub fn isl_map_fixed_power_val(map: Take<isl_map>, exp: Take<isl_val>) -> Give<isl_map>;
    pub fn isl_map_flat_domain_product(map1: Take<isl_map>, map2: Take<isl_map>) -> Give<isl_map>;
    pub fn isl_map_flat_product(map1: Take<isl_map>, map2: Take<isl_map>) -> Give<isl_map>;
    pub fn isl_map_flat_range_product(map1: Take<isl_map>, map2: Take<isl_map>) -> Give<isl_map>;
    pub fn isl_map_flatten(map: Take<isl_map>) -> Give<isl_map>;
    pub fn isl_map_flatten_domain(map: Take<isl_map>) -> Give<isl_map>;
    pub fn isl_map_flatten_range(map: Take<isl_map>) -> Give<isl_map>;
    pub fn isl_map_floordiv_val(map: Take<isl_map>, d: Take<isl_val>) -> Give<isl_map>;
    pub fn isl_map_free(map: Take<isl_map>) -> Give<isl_map>;
    pub fn isl_map_from_aff(aff: Take<isl_aff>) -> Give<isl_map>;
    pub fn isl_map_from_basic_map(bmap: Take<isl_basic_map>) -> Give<isl_map>;
    pub fn isl_map_from_domain(set: Take<isl_set>) -> Give<isl_map>;
    pub fn isl_map_from_domain_and_range(domain: Take<isl_set>, range: Take<isl_set>) -> Give<isl_map>;
    pub fn isl_map_from_multi_aff(maff: Take<isl_multi_aff>) -> Give<isl_map>;
    pub fn isl_map_from_multi_pw_aff(mpa: Take<isl_multi_pw_aff>) -> Give<isl_map>;
    pub fn isl_map_from_pw_aff(pwaff: Take<isl_pw_aff>) -> Give<isl_map>;
    pub fn isl_map_from_pw_multi_aff(pma: Take<isl_pw_multi_aff>) -> Give<isl_map>;
    pub fn isl_map_from_range(set: Take<isl_set>) -> Give<isl_map>;
    pub fn isl_map_from_union_map(umap: Take<isl_union_map>) -> Give<isl_map>;
    pub fn isl_map_get_basic_map_list(map: Keep<isl_map>) -> Give<isl_basic_map_list>;
    pub fn isl_map_get_dim_id(map: Keep<isl_map>, type_: DimType, pos: c_uint) -> Give<isl_id>;
    pub fn isl_map_get_dim_name(map: Keep<isl_map>, type_: DimType, pos: c_uint) -> LendStr;
    pub fn isl_map_get_domain_tuple_id(map: Keep<isl_map>) -> Give<isl_id>;
    pub fn isl_map_get_range_lattice_tile(map: Keep<isl_map>) -> Give<isl_fixed_box>;
    pub fn isl_map_get_range_simple_fixed_box_hull(map: Keep<isl_map>) -> Give<isl_fixed_box>;
    pub fn isl_map_get_range_stride_info(map: Keep<isl_map>, pos: c_int) -> Give<isl_stride_info>;
    pub fn isl_map_get_range_tuple_id(map: Keep<isl_map>) -> Give<isl_id>;
    pub fn isl_map_get_space(map: Keep<isl_map>) -> Give<isl_space>;
    pub fn isl_map_get_tuple_id(map: Keep<isl_map>, type_: DimType) -> Give<isl_id>;
    pub fn isl_map_get_tuple_name(map: Keep<isl_map>, type_: DimType) -> LendStr;
    pub fn isl_map_gist(map: Take<isl_map>, context: Take<isl_map>) -> Give<isl_map>;
    pub fn isl_map_gist_basic_map(map: Take<isl_map>, context: Take<isl_basic_map>) -> Give<isl_map>;
    pub fn isl_map_gist_domain(map: Take<isl_map>, context: Take<isl_set>) -> Give<isl_map>;
    pub fn isl_map_gist_params(map: Take<isl_map>, context: Take<isl_set>) -> Give<isl_map>;
    pub fn isl_map_gist_range(map: Take<isl_map>, context: Take<isl_set>) -> Give<isl_map>;
    pub fn isl_map_has_dim_id(map: Keep<isl_map>, type_: DimType, pos: c_uint) -> IslBool;
    pub fn isl_map_has_dim_name(map: Keep<isl_map>, type_: DimType, pos: c_uint) -> IslBool;
    pub fn isl_map_has_domain_tuple_id(map: Keep<isl_map>) -> IslBool;
    pub fn isl_map_has_equal_space(map1: Keep<isl_map>, map2: Keep<isl_map>) -> IslBool;
    pub fn isl_map_has_range_tuple_id(map: Keep<isl_map>) -> IslBool;
    pub fn isl_map_has_tuple_id(map: Keep<isl_map>, type_: DimType) -> IslBool;
    pub fn isl_map_has_tuple_name(map: Keep<isl_map>, type_: DimType) -> IslBool;
    pub fn isl_map_identity(space: Take<isl_space>) -> Give<isl_map>;
    pub fn isl_map_insert_dims(map: Take<isl_map>, type_: DimType, pos: c_uint, n: c_uint) -> Give<isl_map>;
    pub fn isl_map_intersect(map1: Take<isl_map>, map2: Take<isl_map>) -> Give<isl_map>;
    pub fn isl_map_intersect_domain(map: Take<isl_map>, set: Take<isl_set>) -> Give<isl_map>;
    pub fn isl_map_intersect_domain_factor_domain(map: Take<isl_map>, factor: Take<isl_map>) -> Give<isl_map>;
    pub fn isl_map_intersect_domain_factor_range(map: Take<isl_map>, factor: Take<isl_map>) -> Give<isl_map>;
    pub fn isl_map_intersect_domain_wrapped_domain(map: Take<isl_map>, domain: Take<isl_set>) -> Give<isl_map>;
    pub fn isl_map_intersect_params(map: Take<isl_map>, params: Take<isl_set>) -> Give<isl_map>;
    pub fn isl_map_intersect_range(map: Take<isl_map>, set: Take<isl_set>) -> Give<isl_map>;
    pub fn isl_map_intersect_range_factor_domain(map: Take<isl_map>, factor: Take<isl_map>) -> Give<isl_map>;
    pub fn isl_map_intersect_range_factor_range(map: Take<isl_map>, factor: Take<isl_map>) -> Give<isl_map>;
    pub fn isl_map_intersect_range_wrapped_domain(map: Take<isl_map>, domain: Take<isl_set>) -> Give<isl_map>;
    pub fn isl_map_involves_dims(map: Keep<isl_map>, type_: DimType, first: c_uint, n: c_uint) -> IslBool;
    pub fn isl_map_is_bijective(map: Keep<isl_map>) -> IslBool;
    pub fn isl_map_is_disjoint(map1: Keep<isl_map>, map2: Keep<isl_map>) -> IslBool;
    pub fn isl_map_is_empty(map: Keep<isl_map>) -> IslBool;
    pub fn isl_map_is_equal(map1: Keep<isl_map>, map2: Keep<isl_map>) -> IslBool;
    pub fn isl_map_is_identity(map: Keep<isl_map>) -> IslBool;
    pub fn isl_map_is_injective(map: Keep<isl_map>) -> IslBool;
    pub fn isl_map_is_product(map: Keep<isl_map>) -> IslBool;
    pub fn isl_map_is_single_valued(map: Keep<isl_map>) -> IslBool;
    pub fn isl_map_is_strict_subset(map1: Keep<isl_map>, map2: Keep<isl_map>) -> IslBool;
    pub fn isl_map_is_subset(map1: Keep<isl_map>, map2: Keep<isl_map>) -> IslBool;
    pub fn isl_map_is_translation(map: Keep<isl_map>) -> IslBool;
    pub fn isl_map_lex_ge(set_space: Take<isl_space>) -> Give<isl_map>;
    pub fn isl_map_lex_ge_at_multi_pw_aff(map: Take<isl_map>, mpa: Take<isl_multi_pw_aff>) -> Give<isl_map>;
    pub fn isl_map_lex_ge_map(map1: Take<isl_map>, map2: Take<isl_map>) -> Give<isl_map>;
    pub fn isl_map_lex_gt(set_space: Take<isl_space>) -> Give<isl_map>;
    pub fn isl_map_lex_gt_at_multi_pw_aff(map: Take<isl_map>, mpa: Take<isl_multi_pw_aff>) -> Give<isl_map>;
    pub fn isl_map_lex_gt_map(map1: Take<isl_map>, map2: Take<isl_map>) -> Give<isl_map>;
    pub fn isl_map_lex_le(set_space: Take<isl_space>) -> Give<isl_map>;
    pub fn isl_map_lex_le_at_multi_pw_aff(map: Take<isl_map>, mpa: Take<isl_multi_pw_aff>) -> Give<isl_map>;
    pub fn isl_map_lex_le_map(map1: Take<isl_map>, map2: Take<isl_map>) -> Give<isl_map>;
    pub fn isl_map_lex_lt(set_space: Take<isl_space>) -> Give<isl_map>;
    pub fn isl_map_lex_lt_at_multi_pw_aff(map: Take<isl_map>, mpa: Take<isl_multi_pw_aff>) -> Give<isl_map>;
    pub fn isl_map_lex_lt_map(map1: Take<isl_map>, map2: Take<isl_map>) -> Give<isl_map>;
    pub fn isl_map_lexmax(map: Take<isl_map>) -> Give<isl_map>;
    pub fn isl_map_lexmax_pw_multi_aff(map: Take<isl_map>) -> Give<isl_pw_multi_aff>;
    pub fn isl_map_lexmin(map: Take<isl_map>) -> Give<isl_map>;
    pub fn isl_map_lexmin_pw_multi_aff(map: Take<isl_map>) -> Give<isl_pw_multi_aff>;
    pub fn isl_map_list_add(list: Take<isl_map_list>, el: Take<isl_map>) -> Give<isl_map_list>;
    pub fn isl_map_list_alloc(ctx: *mut isl_ctx, n: c_int) -> Give<isl_map_list>;
    pub fn isl_map_list_copy(list: Keep<isl_map_list>) -> Give<isl_map_list>;
    pub fn isl_map_list_free(list: Take<isl_map_list>) -> Give<isl_map_list>;
    pub fn isl_map_list_get_at(list: Keep<isl_map_list>, index: c_int) -> Give<isl_map>;
    pub fn isl_map_list_size(list: Keep<isl_map_list>) -> IslSize;
    pub fn isl_map_lower_bound_multi_pw_aff(map: Take<isl_map>, lower: Take<isl_multi_pw_aff>) -> Give<isl_map>;
    pub fn isl_map_lower_bound_si(map: Take<isl_map>, type_: DimType, pos: c_uint, value: c_int) -> Give<isl_map>;
    pub fn isl_map_lower_bound_val(
        map: Take<isl_map>,
        type_: DimType,
        pos: c_uint,
        value: Take<isl_val>,
    ) -> Give<isl_map>;
    pub fn isl_map_make_disjoint(map: Take<isl_map>) -> Give<isl_map>;
    pub fn isl_map_max_multi_pw_aff(map: Take<isl_map>) -> Give<isl_multi_pw_aff>;
    pub fn isl_map_min_multi_pw_aff(map: Take<isl_map>) -> Give<isl_multi_pw_aff>;
    pub fn isl_map_move_dims(
        map: Take<isl_map>,
        dst_type: DimType,
        dst_pos: c_uint,
        src_type: DimType,
        src_pos: c_uint,
        n: c_uint,
    ) -> Give<isl_map>;
    pub fn isl_map_n_basic_map(map: Keep<isl_map>) -> IslSize;
    pub fn isl_map_nat_universe(space: Take<isl_space>) -> Give<isl_map>;
    pub fn isl_map_neg(map: Take<isl_map>) -> Give<isl_map>;
    pub fn isl_map_oppose(
        map: Take<isl_map>,
        type1: DimType,
        pos1: c_int,
        type2: DimType,
        pos2: c_int,
    ) -> Give<isl_map>;
    pub fn isl_map_order_ge(
        map: Take<isl_map>,
        type1: DimType,
        pos1: c_int,
        type2: DimType,
        pos2: c_int,
    ) -> Give<isl_map>;
    pub fn isl_map_order_gt(
        map: Take<isl_map>,
        type1: DimType,
        pos1: c_int,
        type2: DimType,
        pos2: c_int,
    ) -> Give<isl_map>;
    pub fn isl_map_order_le(
        map: Take<isl_map>,
        type1: DimType,
        pos1: c_int,
        type2: DimType,
        pos2: c_int,
    ) -> Give<isl_map>;
    pub fn isl_map_order_lt(
        map: Take<isl_map>,
        type1: DimType,
        pos1: c_int,
        type2: DimType,
        pos2: c_int,
    ) -> Give<isl_map>;
    pub fn isl_map_params(map: Take<isl_map>) -> Give<isl_set>;
    pub fn isl_map_partial_lexmax(map: Take<isl_map>, dom: Take<isl_set>, empty: *mut *mut isl_set) -> Give<isl_map>;
    pub fn isl_map_partial_lexmin(map: Take<isl_map>, dom: Take<isl_set>, empty: *mut *mut isl_set) -> Give<isl_map>;
    pub fn isl_map_plain_get_val_if_fixed(map: Keep<isl_map>, type_: DimType, pos: c_uint) -> Give<isl_val>;
    pub fn isl_map_plain_is_empty(map: Keep<isl_map>) -> IslBool;
    pub fn isl_map_plain_is_equal(map1: Keep<isl_map>, map2: Keep<isl_map>) -> IslBool;
    pub fn isl_map_plain_is_injective(map: Keep<isl_map>) -> IslBool;
    pub fn isl_map_plain_is_single_valued(map: Keep<isl_map>) -> IslBool;
    pub fn isl_map_plain_is_universe(map: Keep<isl_map>) -> IslBool;
    pub fn isl_map_plain_unshifted_simple_hull(map: Take<isl_map>) -> Give<isl_basic_map>;
    pub fn isl_map_polyhedral_hull(map: Take<isl_map>) -> Give<isl_basic_map>;
    pub fn isl_map_power(map: Take<isl_map>, exact: *mut IslBool) -> Give<isl_map>;
    pub fn isl_map_preimage_domain_multi_aff(map: Take<isl_map>, ma: Take<isl_multi_aff>) -> Give<isl_map>;
    pub fn isl_map_preimage_domain_multi_pw_aff(map: Take<isl_map>, mpa: Take<isl_multi_pw_aff>) -> Give<isl_map>;
    pub fn isl_map_preimage_domain_pw_multi_aff(map: Take<isl_map>, pma: Take<isl_pw_multi_aff>) -> Give<isl_map>;
    pub fn isl_map_preimage_range_multi_aff(map: Take<isl_map>, ma: Take<isl_multi_aff>) -> Give<isl_map>;
    pub fn isl_map_preimage_range_pw_multi_aff(map: Take<isl_map>, pma: Take<isl_pw_multi_aff>) -> Give<isl_map>;
    pub fn isl_map_product(map1: Take<isl_map>, map2: Take<isl_map>) -> Give<isl_map>;
    pub fn isl_map_project_out(map: Take<isl_map>, type_: DimType, first: c_uint, n: c_uint) -> Give<isl_map>;
    pub fn isl_map_project_out_all_params(map: Take<isl_map>) -> Give<isl_map>;
    pub fn isl_map_project_out_param_id(map: Take<isl_map>, id: Take<isl_id>) -> Give<isl_map>;
    pub fn isl_map_project_out_param_id_list(map: Take<isl_map>, list: Take<isl_id_list>) -> Give<isl_map>;
    pub fn isl_map_range(map: Take<isl_map>) -> Give<isl_set>;
    pub fn isl_map_range_curry(map: Take<isl_map>) -> Give<isl_map>;
    pub fn isl_map_range_factor_domain(map: Take<isl_map>) -> Give<isl_map>;
    pub fn isl_map_range_factor_range(map: Take<isl_map>) -> Give<isl_map>;
    pub fn isl_map_range_is_wrapping(map: Keep<isl_map>) -> IslBool;
    pub fn isl_map_range_map(map: Take<isl_map>) -> Give<isl_map>;
    pub fn isl_map_range_product(map1: Take<isl_map>, map2: Take<isl_map>) -> Give<isl_map>;
    pub fn isl_map_range_reverse(map: Take<isl_map>) -> Give<isl_map>;
    pub fn isl_map_range_tuple_dim(map: Keep<isl_map>) -> IslSize;
    pub fn isl_map_reaching_path_lengths(map: Take<isl_map>, exact: *mut IslBool) -> Give<isl_map>;
    pub fn isl_map_read_from_str(ctx: *mut isl_ctx, str_: *const c_char) -> Give<isl_map>;
    pub fn isl_map_remove_dims(map: Take<isl_map>, type_: DimType, first: c_uint, n: c_uint) -> Give<isl_map>;
    pub fn isl_map_remove_divs(map: Take<isl_map>) -> Give<isl_map>;
    pub fn isl_map_remove_divs_involving_dims(
        map: Take<isl_map>,
        type_: DimType,
        first: c_uint,
        n: c_uint,
    ) -> Give<isl_map>;
    pub fn isl_map_remove_inputs(map: Take<isl_map>, first: c_uint, n: c_uint) -> Give<isl_map>;
    pub fn isl_map_remove_redundancies(map: Take<isl_map>) -> Give<isl_map>;
    pub fn isl_map_remove_unknown_divs(map: Take<isl_map>) -> Give<isl_map>;
    pub fn isl_map_reset_tuple_id(map: Take<isl_map>, type_: DimType) -> Give<isl_map>;
    pub fn isl_map_reset_user(map: Take<isl_map>) -> Give<isl_map>;
    pub fn isl_map_reverse(map: Take<isl_map>) -> Give<isl_map>;
    pub fn isl_map_sample(map: Take<isl_map>) -> Give<isl_basic_map>;
    pub fn isl_map_set_dim_id(map: Take<isl_map>, type_: DimType, pos: c_uint, id: Take<isl_id>) -> Give<isl_map>;
    pub fn isl_map_set_dim_name(map: Take<isl_map>, type_: DimType, pos: c_uint, s: *const c_char) -> Give<isl_map>;
    pub fn isl_map_set_domain_tuple_id(map: Take<isl_map>, id: Take<isl_id>) -> Give<isl_map>;
    pub fn isl_map_set_range_tuple_id(map: Take<isl_map>, id: Take<isl_id>) -> Give<isl_map>;
    pub fn isl_map_set_tuple_id(map: Take<isl_map>, type_: DimType, id: Take<isl_id>) -> Give<isl_map>;
    pub fn isl_map_set_tuple_name(map: Take<isl_map>, type_: DimType, s: *const c_char) -> Give<isl_map>;
    pub fn isl_map_simple_hull(map: Take<isl_map>) -> Give<isl_basic_map>;
    pub fn isl_map_subtract(map1: Take<isl_map>, map2: Take<isl_map>) -> Give<isl_map>;
    pub fn isl_map_subtract_domain(map: Take<isl_map>, dom: Take<isl_set>) -> Give<isl_map>;
    pub fn isl_map_subtract_range(map: Take<isl_map>, dom: Take<isl_set>) -> Give<isl_map>;
    pub fn isl_map_sum(map1: Take<isl_map>, map2: Take<isl_map>) -> Give<isl_map>;
    pub fn isl_map_to_list(el: Take<isl_map>) -> Give<isl_map_list>;
    pub fn isl_map_to_str(map: Keep<isl_map>) -> GiveStr;
    pub fn isl_map_to_union_map(map: Take<isl_map>) -> Give<isl_union_map>;
    pub fn isl_map_transitive_closure(map: Take<isl_map>, exact: *mut IslBool) -> Give<isl_map>;
    pub fn isl_map_uncurry(map: Take<isl_map>) -> Give<isl_map>;
    pub fn isl_map_union(map1: Take<isl_map>, map2: Take<isl_map>) -> Give<isl_map>;
    pub fn isl_map_union_disjoint(map1: Take<isl_map>, map2: Take<isl_map>) -> Give<isl_map>;
    pub fn isl_map_universe(space: Take<isl_space>) -> Give<isl_map>;
    pub fn isl_map_unshifted_simple_hull(map: Take<isl_map>) -> Give<isl_basic_map>;
    pub fn isl_map_upper_bound_multi_pw_aff(map: Take<isl_map>, upper: Take<isl_multi_pw_aff>) -> Give<isl_map>;
    pub fn isl_map_upper_bound_si(map: Take<isl_map>, type_: DimType, pos: c_uint, value: c_int) -> Give<isl_map>;
    pub fn isl_map_upper_bound_val(
        map: Take<isl_map>,
        type_: DimType,
        pos: c_uint,
        value: Take<isl_val>,
    ) -> Give<isl_map>;
    pub fn isl_map_wrap(map: Take<isl_map>) -> Give<isl_set>;
    pub fn isl_map_zip(map: Take<isl_map>) -> Give<isl_map>;
    pub fn isl_multi_aff_add(multi1: Take<isl_multi_aff>, multi2: Take<isl_multi_aff>) -> Give<isl_multi_aff>;
    pub fn isl_multi_aff_add_constant_multi_val(
        mpa: Take<isl_multi_aff>,
        mv: Take<isl_multi_val>,
    ) -> Give<isl_multi_aff>;
    pub fn isl_multi_aff_add_constant_val(mpa: Take<isl_multi_aff>, v: Take<isl_val>) -> Give<isl_multi_aff>;
    pub fn isl_multi_aff_add_dims(multi: Take<isl_multi_aff>, type_: DimType, n: c_uint) -> Give<isl_multi_aff>;
    pub fn isl_multi_aff_align_params(multi: Take<isl_multi_aff>, model: Take<isl_space>) -> Give<isl_multi_aff>;
    pub fn isl_multi_aff_as_map(ma: Take<isl_multi_aff>) -> Give<isl_map>;
    pub fn isl_multi_aff_as_set(ma: Take<isl_multi_aff>) -> Give<isl_set>;
    pub fn isl_multi_aff_copy(multi: Keep<isl_multi_aff>) -> Give<isl_multi_aff>;
    pub fn isl_multi_aff_dim(multi: Keep<isl_multi_aff>, type_: DimType) -> IslSize;
    pub fn isl_multi_aff_domain_map(space: Take<isl_space>) -> Give<isl_multi_aff>;
    pub fn isl_multi_aff_domain_reverse(multi: Take<isl_multi_aff>) -> Give<isl_multi_aff>;
    pub fn isl_multi_aff_drop_dims(
        multi: Take<isl_multi_aff>,
        type_: DimType,
        first: c_uint,
        n: c_uint,
    ) -> Give<isl_multi_aff>;
    pub fn isl_multi_aff_factor_range(multi: Take<isl_multi_aff>) -> Give<isl_multi_aff>;
    pub fn isl_multi_aff_find_dim_by_id(multi: Keep<isl_multi_aff>, type_: DimType, id: Keep<isl_id>) -> c_int;
    pub fn isl_multi_aff_find_dim_by_name(multi: Keep<isl_multi_aff>, type_: DimType, name: *const c_char) -> c_int;
    pub fn isl_multi_aff_flat_range_product(
        multi1: Take<isl_multi_aff>,
        multi2: Take<isl_multi_aff>,
    ) -> Give<isl_multi_aff>;
    pub fn isl_multi_aff_flatten_domain(ma: Take<isl_multi_aff>) -> Give<isl_multi_aff>;
    pub fn isl_multi_aff_flatten_range(multi: Take<isl_multi_aff>) -> Give<isl_multi_aff>;
    pub fn isl_multi_aff_floor(ma: Take<isl_multi_aff>) -> Give<isl_multi_aff>;
    pub fn isl_multi_aff_free(multi: Take<isl_multi_aff>) -> Give<isl_multi_aff>;
    pub fn isl_multi_aff_from_aff(aff: Take<isl_aff>) -> Give<isl_multi_aff>;
    pub fn isl_multi_aff_from_aff_list(space: Take<isl_space>, list: Take<isl_aff_list>) -> Give<isl_multi_aff>;
    pub fn isl_multi_aff_from_range(multi: Take<isl_multi_aff>) -> Give<isl_multi_aff>;
    pub fn isl_multi_aff_get_aff(multi: Keep<isl_multi_aff>, pos: c_int) -> Give<isl_aff>;
    pub fn isl_multi_aff_get_at(multi: Keep<isl_multi_aff>, pos: c_int) -> Give<isl_aff>;
    pub fn isl_multi_aff_get_constant_multi_val(ma: Keep<isl_multi_aff>) -> Give<isl_multi_val>;
    pub fn isl_multi_aff_get_dim_id(multi: Keep<isl_multi_aff>, type_: DimType, pos: c_uint) -> Give<isl_id>;
    pub fn isl_multi_aff_get_domain_space(multi: Keep<isl_multi_aff>) -> Give<isl_space>;
    pub fn isl_multi_aff_get_list(multi: Keep<isl_multi_aff>) -> Give<isl_aff_list>;
    pub fn isl_multi_aff_get_range_tuple_id(multi: Keep<isl_multi_aff>) -> Give<isl_id>;
    pub fn isl_multi_aff_get_space(multi: Keep<isl_multi_aff>) -> Give<isl_space>;
    pub fn isl_multi_aff_get_tuple_id(multi: Keep<isl_multi_aff>, type_: DimType) -> Give<isl_id>;
    pub fn isl_multi_aff_get_tuple_name(multi: Keep<isl_multi_aff>, type_: DimType) -> LendStr;
    pub fn isl_multi_aff_gist(maff: Take<isl_multi_aff>, context: Take<isl_set>) -> Give<isl_multi_aff>;
    pub fn isl_multi_aff_gist_params(maff: Take<isl_multi_aff>, context: Take<isl_set>) -> Give<isl_multi_aff>;
    pub fn isl_multi_aff_has_range_tuple_id(multi: Keep<isl_multi_aff>) -> IslBool;
    pub fn isl_multi_aff_has_tuple_id(multi: Keep<isl_multi_aff>, type_: DimType) -> IslBool;
    pub fn isl_multi_aff_identity(space: Take<isl_space>) -> Give<isl_multi_aff>;
    pub fn isl_multi_aff_identity_multi_aff(multi: Take<isl_multi_aff>) -> Give<isl_multi_aff>;
    pub fn isl_multi_aff_identity_on_domain_space(space: Take<isl_space>) -> Give<isl_multi_aff>;
    pub fn isl_multi_aff_insert_dims(
        multi: Take<isl_multi_aff>,
        type_: DimType,
        first: c_uint,
        n: c_uint,
    ) -> Give<isl_multi_aff>;
    pub fn isl_multi_aff_insert_domain(multi: Take<isl_multi_aff>, domain: Take<isl_space>) -> Give<isl_multi_aff>;
    pub fn isl_multi_aff_involves_dims(multi: Keep<isl_multi_aff>, type_: DimType, first: c_uint, n: c_uint)
    -> IslBool;
    pub fn isl_multi_aff_involves_locals(multi: Keep<isl_multi_aff>) -> IslBool;
    pub fn isl_multi_aff_involves_nan(multi: Keep<isl_multi_aff>) -> IslBool;
    pub fn isl_multi_aff_lex_ge_set(ma1: Take<isl_multi_aff>, ma2: Take<isl_multi_aff>) -> Give<isl_set>;
    pub fn isl_multi_aff_lex_gt_set(ma1: Take<isl_multi_aff>, ma2: Take<isl_multi_aff>) -> Give<isl_set>;
    pub fn isl_multi_aff_lex_le_set(ma1: Take<isl_multi_aff>, ma2: Take<isl_multi_aff>) -> Give<isl_set>;
    pub fn isl_multi_aff_lex_lt_set(ma1: Take<isl_multi_aff>, ma2: Take<isl_multi_aff>) -> Give<isl_set>;
    pub fn isl_multi_aff_mod_multi_val(multi: Take<isl_multi_aff>, mv: Take<isl_multi_val>) -> Give<isl_multi_aff>;
    pub fn isl_multi_aff_move_dims(
        ma: Take<isl_multi_aff>,
        dst_type: DimType,
        dst_pos: c_uint,
        src_type: DimType,
        src_pos: c_uint,
        n: c_uint,
    ) -> Give<isl_multi_aff>;
    pub fn isl_multi_aff_multi_val_on_domain_space(
        space: Take<isl_space>,
        mv: Take<isl_multi_val>,
    ) -> Give<isl_multi_aff>;
    pub fn isl_multi_aff_multi_val_on_space(space: Take<isl_space>, mv: Take<isl_multi_val>) -> Give<isl_multi_aff>;
    pub fn isl_multi_aff_neg(multi: Take<isl_multi_aff>) -> Give<isl_multi_aff>;
    pub fn isl_multi_aff_plain_cmp(multi1: Keep<isl_multi_aff>, multi2: Keep<isl_multi_aff>) -> c_int;
    pub fn isl_multi_aff_plain_is_equal(multi1: Keep<isl_multi_aff>, multi2: Keep<isl_multi_aff>) -> IslBool;
    pub fn isl_multi_aff_product(multi1: Take<isl_multi_aff>, multi2: Take<isl_multi_aff>) -> Give<isl_multi_aff>;
    pub fn isl_multi_aff_project_domain_on_params(multi: Take<isl_multi_aff>) -> Give<isl_multi_aff>;
    pub fn isl_multi_aff_project_out_map(
        space: Take<isl_space>,
        type_: DimType,
        first: c_uint,
        n: c_uint,
    ) -> Give<isl_multi_aff>;
    pub fn isl_multi_aff_pullback_multi_aff(ma1: Take<isl_multi_aff>, ma2: Take<isl_multi_aff>) -> Give<isl_multi_aff>;
    pub fn isl_multi_aff_range_factor_domain(multi: Take<isl_multi_aff>) -> Give<isl_multi_aff>;
    pub fn isl_multi_aff_range_factor_range(multi: Take<isl_multi_aff>) -> Give<isl_multi_aff>;
    pub fn isl_multi_aff_range_is_wrapping(multi: Keep<isl_multi_aff>) -> IslBool;
    pub fn isl_multi_aff_range_map(space: Take<isl_space>) -> Give<isl_multi_aff>;
    pub fn isl_multi_aff_range_product(multi1: Take<isl_multi_aff>, multi2: Take<isl_multi_aff>)
    -> Give<isl_multi_aff>;
    pub fn isl_multi_aff_range_splice(
        multi1: Take<isl_multi_aff>,
        pos: c_uint,
        multi2: Take<isl_multi_aff>,
    ) -> Give<isl_multi_aff>;
    pub fn isl_multi_aff_read_from_str(ctx: *mut isl_ctx, str_: *const c_char) -> Give<isl_multi_aff>;
    pub fn isl_multi_aff_reset_range_tuple_id(multi: Take<isl_multi_aff>) -> Give<isl_multi_aff>;
    pub fn isl_multi_aff_reset_tuple_id(multi: Take<isl_multi_aff>, type_: DimType) -> Give<isl_multi_aff>;
    pub fn isl_multi_aff_reset_user(multi: Take<isl_multi_aff>) -> Give<isl_multi_aff>;
    pub fn isl_multi_aff_scale_down_multi_val(
        multi: Take<isl_multi_aff>,
        mv: Take<isl_multi_val>,
    ) -> Give<isl_multi_aff>;
    pub fn isl_multi_aff_scale_down_val(multi: Take<isl_multi_aff>, v: Take<isl_val>) -> Give<isl_multi_aff>;
    pub fn isl_multi_aff_scale_multi_val(multi: Take<isl_multi_aff>, mv: Take<isl_multi_val>) -> Give<isl_multi_aff>;
    pub fn isl_multi_aff_scale_val(multi: Take<isl_multi_aff>, v: Take<isl_val>) -> Give<isl_multi_aff>;
    pub fn isl_multi_aff_set_aff(multi: Take<isl_multi_aff>, pos: c_int, el: Take<isl_aff>) -> Give<isl_multi_aff>;
    pub fn isl_multi_aff_set_at(multi: Take<isl_multi_aff>, pos: c_int, el: Take<isl_aff>) -> Give<isl_multi_aff>;
    pub fn isl_multi_aff_set_dim_id(
        multi: Take<isl_multi_aff>,
        type_: DimType,
        pos: c_uint,
        id: Take<isl_id>,
    ) -> Give<isl_multi_aff>;
    pub fn isl_multi_aff_set_dim_name(
        multi: Take<isl_multi_aff>,
        type_: DimType,
        pos: c_uint,
        s: *const c_char,
    ) -> Give<isl_multi_aff>;
    pub fn isl_multi_aff_set_range_tuple_id(multi: Take<isl_multi_aff>, id: Take<isl_id>) -> Give<isl_multi_aff>;
    pub fn isl_multi_aff_set_tuple_id(
        multi: Take<isl_multi_aff>,
        type_: DimType,
        id: Take<isl_id>,
    ) -> Give<isl_multi_aff>;
    pub fn isl_multi_aff_set_tuple_name(
        multi: Take<isl_multi_aff>,
        type_: DimType,
        s: *const c_char,
    ) -> Give<isl_multi_aff>;
    pub fn isl_multi_aff_size(multi: Keep<isl_multi_aff>) -> IslSize;
    pub fn isl_multi_aff_splice(
        multi1: Take<isl_multi_aff>,
        in_pos: c_uint,
        out_pos: c_uint,
        multi2: Take<isl_multi_aff>,
    ) -> Give<isl_multi_aff>;
    pub fn isl_multi_aff_sub(multi1: Take<isl_multi_aff>, multi2: Take<isl_multi_aff>) -> Give<isl_multi_aff>;
    pub fn isl_multi_aff_to_multi_pw_aff(ma: Take<isl_multi_aff>) -> Give<isl_multi_pw_aff>;
    pub fn isl_multi_aff_to_multi_union_pw_aff(ma: Take<isl_multi_aff>) -> Give<isl_multi_union_pw_aff>;
    pub fn isl_multi_aff_to_pw_multi_aff(ma: Take<isl_multi_aff>) -> Give<isl_pw_multi_aff>;
    pub fn isl_multi_aff_to_str(ma: Keep<isl_multi_aff>) -> GiveStr;
    pub fn isl_multi_aff_zero(space: Take<isl_space>) -> Give<isl_multi_aff>;
    pub fn isl_multi_pw_aff_add(
        multi1: Take<isl_multi_pw_aff>,
        multi2: Take<isl_multi_pw_aff>,
    ) -> Give<isl_multi_pw_aff>;
    pub fn isl_multi_pw_aff_add_constant_multi_val(
        mpa: Take<isl_multi_pw_aff>,
        mv: Take<isl_multi_val>,
    ) -> Give<isl_multi_pw_aff>;
    pub fn isl_multi_pw_aff_add_constant_val(mpa: Take<isl_multi_pw_aff>, v: Take<isl_val>) -> Give<isl_multi_pw_aff>;
    pub fn isl_multi_pw_aff_add_dims(
        multi: Take<isl_multi_pw_aff>,
        type_: DimType,
        n: c_uint,
    ) -> Give<isl_multi_pw_aff>;
    pub fn isl_multi_pw_aff_align_params(
        multi: Take<isl_multi_pw_aff>,
        model: Take<isl_space>,
    ) -> Give<isl_multi_pw_aff>;
    pub fn isl_multi_pw_aff_as_map(mpa: Take<isl_multi_pw_aff>) -> Give<isl_map>;
    pub fn isl_multi_pw_aff_as_multi_aff(mpa: Take<isl_multi_pw_aff>) -> Give<isl_multi_aff>;
    pub fn isl_multi_pw_aff_as_set(mpa: Take<isl_multi_pw_aff>) -> Give<isl_set>;
    pub fn isl_multi_pw_aff_coalesce(mpa: Take<isl_multi_pw_aff>) -> Give<isl_multi_pw_aff>;
    pub fn isl_multi_pw_aff_copy(multi: Keep<isl_multi_pw_aff>) -> Give<isl_multi_pw_aff>;
    pub fn isl_multi_pw_aff_dim(multi: Keep<isl_multi_pw_aff>, type_: DimType) -> IslSize;
    pub fn isl_multi_pw_aff_domain(mpa: Take<isl_multi_pw_aff>) -> Give<isl_set>;
    pub fn isl_multi_pw_aff_domain_reverse(multi: Take<isl_multi_pw_aff>) -> Give<isl_multi_pw_aff>;
    pub fn isl_multi_pw_aff_drop_dims(
        multi: Take<isl_multi_pw_aff>,
        type_: DimType,
        first: c_uint,
        n: c_uint,
    ) -> Give<isl_multi_pw_aff>;
    pub fn isl_multi_pw_aff_eq_map(mpa1: Take<isl_multi_pw_aff>, mpa2: Take<isl_multi_pw_aff>) -> Give<isl_map>;
    pub fn isl_multi_pw_aff_factor_range(multi: Take<isl_multi_pw_aff>) -> Give<isl_multi_pw_aff>;
    pub fn isl_multi_pw_aff_find_dim_by_id(multi: Keep<isl_multi_pw_aff>, type_: DimType, id: Keep<isl_id>) -> c_int;
    pub fn isl_multi_pw_aff_find_dim_by_name(
        multi: Keep<isl_multi_pw_aff>,
        type_: DimType,
        name: *const c_char,
    ) -> c_int;
    pub fn isl_multi_pw_aff_flat_range_product(
        multi1: Take<isl_multi_pw_aff>,
        multi2: Take<isl_multi_pw_aff>,
    ) -> Give<isl_multi_pw_aff>;
    pub fn isl_multi_pw_aff_flatten_range(multi: Take<isl_multi_pw_aff>) -> Give<isl_multi_pw_aff>;
    pub fn isl_multi_pw_aff_free(multi: Take<isl_multi_pw_aff>) -> Give<isl_multi_pw_aff>;
    pub fn isl_multi_pw_aff_from_aff(aff: Take<isl_aff>) -> Give<isl_multi_pw_aff>;
    pub fn isl_multi_pw_aff_from_multi_aff(ma: Take<isl_multi_aff>) -> Give<isl_multi_pw_aff>;
    pub fn isl_multi_pw_aff_from_pw_aff(pa: Take<isl_pw_aff>) -> Give<isl_multi_pw_aff>;
    pub fn isl_multi_pw_aff_from_pw_aff_list(
        space: Take<isl_space>,
        list: Take<isl_pw_aff_list>,
    ) -> Give<isl_multi_pw_aff>;
    pub fn isl_multi_pw_aff_from_pw_multi_aff(pma: Take<isl_pw_multi_aff>) -> Give<isl_multi_pw_aff>;
    pub fn isl_multi_pw_aff_from_range(multi: Take<isl_multi_pw_aff>) -> Give<isl_multi_pw_aff>;
    pub fn isl_multi_pw_aff_get_at(multi: Keep<isl_multi_pw_aff>, pos: c_int) -> Give<isl_pw_aff>;
    pub fn isl_multi_pw_aff_get_dim_id(multi: Keep<isl_multi_pw_aff>, type_: DimType, pos: c_uint) -> Give<isl_id>;
    pub fn isl_multi_pw_aff_get_domain_space(multi: Keep<isl_multi_pw_aff>) -> Give<isl_space>;
    pub fn isl_multi_pw_aff_get_list(multi: Keep<isl_multi_pw_aff>) -> Give<isl_pw_aff_list>;
    pub fn isl_multi_pw_aff_get_pw_aff(multi: Keep<isl_multi_pw_aff>, pos: c_int) -> Give<isl_pw_aff>;
    pub fn isl_multi_pw_aff_get_range_tuple_id(multi: Keep<isl_multi_pw_aff>) -> Give<isl_id>;
    pub fn isl_multi_pw_aff_get_space(multi: Keep<isl_multi_pw_aff>) -> Give<isl_space>;
    pub fn isl_multi_pw_aff_get_tuple_id(multi: Keep<isl_multi_pw_aff>, type_: DimType) -> Give<isl_id>;
    pub fn isl_multi_pw_aff_get_tuple_name(multi: Keep<isl_multi_pw_aff>, type_: DimType) -> LendStr;
    pub fn isl_multi_pw_aff_gist(mpa: Take<isl_multi_pw_aff>, set: Take<isl_set>) -> Give<isl_multi_pw_aff>;
    pub fn isl_multi_pw_aff_gist_params(mpa: Take<isl_multi_pw_aff>, set: Take<isl_set>) -> Give<isl_multi_pw_aff>;
    pub fn isl_multi_pw_aff_has_range_tuple_id(multi: Keep<isl_multi_pw_aff>) -> IslBool;
    pub fn isl_multi_pw_aff_has_tuple_id(multi: Keep<isl_multi_pw_aff>, type_: DimType) -> IslBool;
    pub fn isl_multi_pw_aff_identity(space: Take<isl_space>) -> Give<isl_multi_pw_aff>;
    pub fn isl_multi_pw_aff_identity_multi_pw_aff(multi: Take<isl_multi_pw_aff>) -> Give<isl_multi_pw_aff>;
    pub fn isl_multi_pw_aff_identity_on_domain_space(space: Take<isl_space>) -> Give<isl_multi_pw_aff>;
    pub fn isl_multi_pw_aff_insert_dims(
        multi: Take<isl_multi_pw_aff>,
        type_: DimType,
        first: c_uint,
        n: c_uint,
    ) -> Give<isl_multi_pw_aff>;
    pub fn isl_multi_pw_aff_insert_domain(
        multi: Take<isl_multi_pw_aff>,
        domain: Take<isl_space>,
    ) -> Give<isl_multi_pw_aff>;
    pub fn isl_multi_pw_aff_intersect_domain(
        mpa: Take<isl_multi_pw_aff>,
        domain: Take<isl_set>,
    ) -> Give<isl_multi_pw_aff>;
    pub fn isl_multi_pw_aff_intersect_params(mpa: Take<isl_multi_pw_aff>, set: Take<isl_set>)
    -> Give<isl_multi_pw_aff>;
    pub fn isl_multi_pw_aff_involves_dims(
        multi: Keep<isl_multi_pw_aff>,
        type_: DimType,
        first: c_uint,
        n: c_uint,
    ) -> IslBool;
    pub fn isl_multi_pw_aff_involves_nan(multi: Keep<isl_multi_pw_aff>) -> IslBool;
    pub fn isl_multi_pw_aff_involves_param_id(multi: Keep<isl_multi_pw_aff>, id: Keep<isl_id>) -> IslBool;
    pub fn isl_multi_pw_aff_is_cst(mpa: Keep<isl_multi_pw_aff>) -> IslBool;
    pub fn isl_multi_pw_aff_is_equal(mpa1: Keep<isl_multi_pw_aff>, mpa2: Keep<isl_multi_pw_aff>) -> IslBool;
    pub fn isl_multi_pw_aff_isa_multi_aff(mpa: Keep<isl_multi_pw_aff>) -> IslBool;
    pub fn isl_multi_pw_aff_lex_ge_map(mpa1: Take<isl_multi_pw_aff>, mpa2: Take<isl_multi_pw_aff>) -> Give<isl_map>;
    pub fn isl_multi_pw_aff_lex_gt_map(mpa1: Take<isl_multi_pw_aff>, mpa2: Take<isl_multi_pw_aff>) -> Give<isl_map>;
    pub fn isl_multi_pw_aff_lex_le_map(mpa1: Take<isl_multi_pw_aff>, mpa2: Take<isl_multi_pw_aff>) -> Give<isl_map>;
    pub fn isl_multi_pw_aff_lex_lt_map(mpa1: Take<isl_multi_pw_aff>, mpa2: Take<isl_multi_pw_aff>) -> Give<isl_map>;
    pub fn isl_multi_pw_aff_max(
        multi1: Take<isl_multi_pw_aff>,
        multi2: Take<isl_multi_pw_aff>,
    ) -> Give<isl_multi_pw_aff>;
    pub fn isl_multi_pw_aff_max_multi_val(mpa: Take<isl_multi_pw_aff>) -> Give<isl_multi_val>;
    pub fn isl_multi_pw_aff_min(
        multi1: Take<isl_multi_pw_aff>,
        multi2: Take<isl_multi_pw_aff>,
    ) -> Give<isl_multi_pw_aff>;
    pub fn isl_multi_pw_aff_min_multi_val(mpa: Take<isl_multi_pw_aff>) -> Give<isl_multi_val>;
    pub fn isl_multi_pw_aff_mod_multi_val(
        multi: Take<isl_multi_pw_aff>,
        mv: Take<isl_multi_val>,
    ) -> Give<isl_multi_pw_aff>;
    pub fn isl_multi_pw_aff_move_dims(
        pma: Take<isl_multi_pw_aff>,
        dst_type: DimType,
        dst_pos: c_uint,
        src_type: DimType,
        src_pos: c_uint,
        n: c_uint,
    ) -> Give<isl_multi_pw_aff>;
    pub fn isl_multi_pw_aff_neg(multi: Take<isl_multi_pw_aff>) -> Give<isl_multi_pw_aff>;
    pub fn isl_multi_pw_aff_plain_is_equal(multi1: Keep<isl_multi_pw_aff>, multi2: Keep<isl_multi_pw_aff>) -> IslBool;
    pub fn isl_multi_pw_aff_product(
        multi1: Take<isl_multi_pw_aff>,
        multi2: Take<isl_multi_pw_aff>,
    ) -> Give<isl_multi_pw_aff>;
    pub fn isl_multi_pw_aff_project_domain_on_params(multi: Take<isl_multi_pw_aff>) -> Give<isl_multi_pw_aff>;
    pub fn isl_multi_pw_aff_pullback_multi_aff(
        mpa: Take<isl_multi_pw_aff>,
        ma: Take<isl_multi_aff>,
    ) -> Give<isl_multi_pw_aff>;
    pub fn isl_multi_pw_aff_pullback_multi_pw_aff(
        mpa1: Take<isl_multi_pw_aff>,
        mpa2: Take<isl_multi_pw_aff>,
    ) -> Give<isl_multi_pw_aff>;
    pub fn isl_multi_pw_aff_pullback_pw_multi_aff(
        mpa: Take<isl_multi_pw_aff>,
        pma: Take<isl_pw_multi_aff>,
    ) -> Give<isl_multi_pw_aff>;
    pub fn isl_multi_pw_aff_range_factor_domain(multi: Take<isl_multi_pw_aff>) -> Give<isl_multi_pw_aff>;
    pub fn isl_multi_pw_aff_range_factor_range(multi: Take<isl_multi_pw_aff>) -> Give<isl_multi_pw_aff>;
    pub fn isl_multi_pw_aff_range_is_wrapping(multi: Keep<isl_multi_pw_aff>) -> IslBool;
    pub fn isl_multi_pw_aff_range_product(
        multi1: Take<isl_multi_pw_aff>,
        multi2: Take<isl_multi_pw_aff>,
    ) -> Give<isl_multi_pw_aff>;
    pub fn isl_multi_pw_aff_range_splice(
        multi1: Take<isl_multi_pw_aff>,
        pos: c_uint,
        multi2: Take<isl_multi_pw_aff>,
    ) -> Give<isl_multi_pw_aff>;
    pub fn isl_multi_pw_aff_read_from_str(ctx: *mut isl_ctx, str_: *const c_char) -> Give<isl_multi_pw_aff>;
    pub fn isl_multi_pw_aff_reset_range_tuple_id(multi: Take<isl_multi_pw_aff>) -> Give<isl_multi_pw_aff>;
    pub fn isl_multi_pw_aff_reset_tuple_id(multi: Take<isl_multi_pw_aff>, type_: DimType) -> Give<isl_multi_pw_aff>;
    pub fn isl_multi_pw_aff_reset_user(multi: Take<isl_multi_pw_aff>) -> Give<isl_multi_pw_aff>;
    pub fn isl_multi_pw_aff_scale_down_multi_val(
        multi: Take<isl_multi_pw_aff>,
        mv: Take<isl_multi_val>,
    ) -> Give<isl_multi_pw_aff>;
    pub fn isl_multi_pw_aff_scale_down_val(multi: Take<isl_multi_pw_aff>, v: Take<isl_val>) -> Give<isl_multi_pw_aff>;
    pub fn isl_multi_pw_aff_scale_multi_val(
        multi: Take<isl_multi_pw_aff>,
        mv: Take<isl_multi_val>,
    ) -> Give<isl_multi_pw_aff>;
    pub fn isl_multi_pw_aff_scale_val(multi: Take<isl_multi_pw_aff>, v: Take<isl_val>) -> Give<isl_multi_pw_aff>;
    pub fn isl_multi_pw_aff_set_at(
        multi: Take<isl_multi_pw_aff>,
        pos: c_int,
        el: Take<isl_pw_aff>,
    ) -> Give<isl_multi_pw_aff>;
    pub fn isl_multi_pw_aff_set_dim_id(
        multi: Take<isl_multi_pw_aff>,
        type_: DimType,
        pos: c_uint,
        id: Take<isl_id>,
    ) -> Give<isl_multi_pw_aff>;
    pub fn isl_multi_pw_aff_set_dim_name(
        multi: Take<isl_multi_pw_aff>,
        type_: DimType,
        pos: c_uint,
        s: *const c_char,
    ) -> Give<isl_multi_pw_aff>;
    pub fn isl_multi_pw_aff_set_pw_aff(
        multi: Take<isl_multi_pw_aff>,
        pos: c_int,
        el: Take<isl_pw_aff>,
    ) -> Give<isl_multi_pw_aff>;
    pub fn isl_multi_pw_aff_set_range_tuple_id(
        multi: Take<isl_multi_pw_aff>,
        id: Take<isl_id>,
    ) -> Give<isl_multi_pw_aff>;
    pub fn isl_multi_pw_aff_set_tuple_id(
        multi: Take<isl_multi_pw_aff>,
        type_: DimType,
        id: Take<isl_id>,
    ) -> Give<isl_multi_pw_aff>;
    pub fn isl_multi_pw_aff_set_tuple_name(
        multi: Take<isl_multi_pw_aff>,
        type_: DimType,
        s: *const c_char,
    ) -> Give<isl_multi_pw_aff>;
    pub fn isl_multi_pw_aff_size(multi: Keep<isl_multi_pw_aff>) -> IslSize;
    pub fn isl_multi_pw_aff_splice(
        multi1: Take<isl_multi_pw_aff>,
        in_pos: c_uint,
        out_pos: c_uint,
        multi2: Take<isl_multi_pw_aff>,
    ) -> Give<isl_multi_pw_aff>;
    pub fn isl_multi_pw_aff_sub(
        multi1: Take<isl_multi_pw_aff>,
        multi2: Take<isl_multi_pw_aff>,
    ) -> Give<isl_multi_pw_aff>;
    pub fn isl_multi_pw_aff_to_str(mpa: Keep<isl_multi_pw_aff>) -> GiveStr;
    pub fn isl_multi_pw_aff_union_add(
        mpa1: Take<isl_multi_pw_aff>,
        mpa2: Take<isl_multi_pw_aff>,
    ) -> Give<isl_multi_pw_aff>;
    pub fn isl_multi_pw_aff_zero(space: Take<isl_space>) -> Give<isl_multi_pw_aff>;
    pub fn isl_multi_union_pw_aff_add(
        multi1: Take<isl_multi_union_pw_aff>,
        multi2: Take<isl_multi_union_pw_aff>,
    ) -> Give<isl_multi_union_pw_aff>;
    pub fn isl_multi_union_pw_aff_align_params(
        multi: Take<isl_multi_union_pw_aff>,
        model: Take<isl_space>,
    ) -> Give<isl_multi_union_pw_aff>;
    pub fn isl_multi_union_pw_aff_apply_aff(
        mupa: Take<isl_multi_union_pw_aff>,
        aff: Take<isl_aff>,
    ) -> Give<isl_union_pw_aff>;
    pub fn isl_multi_union_pw_aff_apply_multi_aff(
        mupa: Take<isl_multi_union_pw_aff>,
        ma: Take<isl_multi_aff>,
    ) -> Give<isl_multi_union_pw_aff>;
    pub fn isl_multi_union_pw_aff_apply_pw_aff(
        mupa: Take<isl_multi_union_pw_aff>,
        pa: Take<isl_pw_aff>,
    ) -> Give<isl_union_pw_aff>;
    pub fn isl_multi_union_pw_aff_apply_pw_multi_aff(
        mupa: Take<isl_multi_union_pw_aff>,
        pma: Take<isl_pw_multi_aff>,
    ) -> Give<isl_multi_union_pw_aff>;
    pub fn isl_multi_union_pw_aff_coalesce(mupa: Take<isl_multi_union_pw_aff>) -> Give<isl_multi_union_pw_aff>;
    pub fn isl_multi_union_pw_aff_copy(multi: Keep<isl_multi_union_pw_aff>) -> Give<isl_multi_union_pw_aff>;
    pub fn isl_multi_union_pw_aff_dim(multi: Keep<isl_multi_union_pw_aff>, type_: DimType) -> IslSize;
    pub fn isl_multi_union_pw_aff_domain(mupa: Take<isl_multi_union_pw_aff>) -> Give<isl_union_set>;
    pub fn isl_multi_union_pw_aff_drop_dims(
        multi: Take<isl_multi_union_pw_aff>,
        type_: DimType,
        first: c_uint,
        n: c_uint,
    ) -> Give<isl_multi_union_pw_aff>;
    pub fn isl_multi_union_pw_aff_extract_multi_pw_aff(
        mupa: Keep<isl_multi_union_pw_aff>,
        space: Take<isl_space>,
    ) -> Give<isl_multi_pw_aff>;
    pub fn isl_multi_union_pw_aff_factor_range(multi: Take<isl_multi_union_pw_aff>) -> Give<isl_multi_union_pw_aff>;
    pub fn isl_multi_union_pw_aff_find_dim_by_id(
        multi: Keep<isl_multi_union_pw_aff>,
        type_: DimType,
        id: Keep<isl_id>,
    ) -> c_int;
    pub fn isl_multi_union_pw_aff_find_dim_by_name(
        multi: Keep<isl_multi_union_pw_aff>,
        type_: DimType,
        name: *const c_char,
    ) -> c_int;
    pub fn isl_multi_union_pw_aff_flat_range_product(
        multi1: Take<isl_multi_union_pw_aff>,
        multi2: Take<isl_multi_union_pw_aff>,
    ) -> Give<isl_multi_union_pw_aff>;
    pub fn isl_multi_union_pw_aff_flatten_range(multi: Take<isl_multi_union_pw_aff>) -> Give<isl_multi_union_pw_aff>;
    pub fn isl_multi_union_pw_aff_floor(mupa: Take<isl_multi_union_pw_aff>) -> Give<isl_multi_union_pw_aff>;
    pub fn isl_multi_union_pw_aff_free(multi: Take<isl_multi_union_pw_aff>) -> Give<isl_multi_union_pw_aff>;
    pub fn isl_multi_union_pw_aff_from_multi_aff(ma: Take<isl_multi_aff>) -> Give<isl_multi_union_pw_aff>;
    pub fn isl_multi_union_pw_aff_from_multi_pw_aff(mpa: Take<isl_multi_pw_aff>) -> Give<isl_multi_union_pw_aff>;
    pub fn isl_multi_union_pw_aff_from_range(multi: Take<isl_multi_union_pw_aff>) -> Give<isl_multi_union_pw_aff>;
    pub fn isl_multi_union_pw_aff_from_union_map(umap: Take<isl_union_map>) -> Give<isl_multi_union_pw_aff>;
    pub fn isl_multi_union_pw_aff_from_union_pw_aff(upa: Take<isl_union_pw_aff>) -> Give<isl_multi_union_pw_aff>;
    pub fn isl_multi_union_pw_aff_from_union_pw_aff_list(
        space: Take<isl_space>,
        list: Take<isl_union_pw_aff_list>,
    ) -> Give<isl_multi_union_pw_aff>;
    pub fn isl_multi_union_pw_aff_from_union_pw_multi_aff(
        upma: Take<isl_union_pw_multi_aff>,
    ) -> Give<isl_multi_union_pw_aff>;
    pub fn isl_multi_union_pw_aff_get_at(multi: Keep<isl_multi_union_pw_aff>, pos: c_int) -> Give<isl_union_pw_aff>;
    pub fn isl_multi_union_pw_aff_get_dim_id(
        multi: Keep<isl_multi_union_pw_aff>,
        type_: DimType,
        pos: c_uint,
    ) -> Give<isl_id>;
    pub fn isl_multi_union_pw_aff_get_domain_space(multi: Keep<isl_multi_union_pw_aff>) -> Give<isl_space>;
    pub fn isl_multi_union_pw_aff_get_list(multi: Keep<isl_multi_union_pw_aff>) -> Give<isl_union_pw_aff_list>;
    pub fn isl_multi_union_pw_aff_get_range_tuple_id(multi: Keep<isl_multi_union_pw_aff>) -> Give<isl_id>;
    pub fn isl_multi_union_pw_aff_get_space(multi: Keep<isl_multi_union_pw_aff>) -> Give<isl_space>;
    pub fn isl_multi_union_pw_aff_get_tuple_id(multi: Keep<isl_multi_union_pw_aff>, type_: DimType) -> Give<isl_id>;
    pub fn isl_multi_union_pw_aff_get_tuple_name(multi: Keep<isl_multi_union_pw_aff>, type_: DimType) -> LendStr;
    pub fn isl_multi_union_pw_aff_get_union_pw_aff(
        multi: Keep<isl_multi_union_pw_aff>,
        pos: c_int,
    ) -> Give<isl_union_pw_aff>;
    pub fn isl_multi_union_pw_aff_gist(
        mupa: Take<isl_multi_union_pw_aff>,
        context: Take<isl_union_set>,
    ) -> Give<isl_multi_union_pw_aff>;
    pub fn isl_multi_union_pw_aff_gist_params(
        mupa: Take<isl_multi_union_pw_aff>,
        context: Take<isl_set>,
    ) -> Give<isl_multi_union_pw_aff>;
    pub fn isl_multi_union_pw_aff_has_range_tuple_id(multi: Keep<isl_multi_union_pw_aff>) -> IslBool;
    pub fn isl_multi_union_pw_aff_has_tuple_id(multi: Keep<isl_multi_union_pw_aff>, type_: DimType) -> IslBool;
    pub fn isl_multi_union_pw_aff_intersect_domain(
        mupa: Take<isl_multi_union_pw_aff>,
        uset: Take<isl_union_set>,
    ) -> Give<isl_multi_union_pw_aff>;
    pub fn isl_multi_union_pw_aff_intersect_params(
        mupa: Take<isl_multi_union_pw_aff>,
        params: Take<isl_set>,
    ) -> Give<isl_multi_union_pw_aff>;
    pub fn isl_multi_union_pw_aff_intersect_range(
        mupa: Take<isl_multi_union_pw_aff>,
        set: Take<isl_set>,
    ) -> Give<isl_multi_union_pw_aff>;
    pub fn isl_multi_union_pw_aff_involves_nan(multi: Keep<isl_multi_union_pw_aff>) -> IslBool;
    pub fn isl_multi_union_pw_aff_max_multi_val(mupa: Take<isl_multi_union_pw_aff>) -> Give<isl_multi_val>;
    pub fn isl_multi_union_pw_aff_min_multi_val(mupa: Take<isl_multi_union_pw_aff>) -> Give<isl_multi_val>;
    pub fn isl_multi_union_pw_aff_mod_multi_val(
        multi: Take<isl_multi_union_pw_aff>,
        mv: Take<isl_multi_val>,
    ) -> Give<isl_multi_union_pw_aff>;
    pub fn isl_multi_union_pw_aff_multi_aff_on_domain(
        domain: Take<isl_union_set>,
        ma: Take<isl_multi_aff>,
    ) -> Give<isl_multi_union_pw_aff>;
    pub fn isl_multi_union_pw_aff_multi_val_on_domain(
        domain: Take<isl_union_set>,
        mv: Take<isl_multi_val>,
    ) -> Give<isl_multi_union_pw_aff>;
    pub fn isl_multi_union_pw_aff_neg(multi: Take<isl_multi_union_pw_aff>) -> Give<isl_multi_union_pw_aff>;
    pub fn isl_multi_union_pw_aff_plain_is_equal(
        multi1: Keep<isl_multi_union_pw_aff>,
        multi2: Keep<isl_multi_union_pw_aff>,
    ) -> IslBool;
    pub fn isl_multi_union_pw_aff_pullback_union_pw_multi_aff(
        mupa: Take<isl_multi_union_pw_aff>,
        upma: Take<isl_union_pw_multi_aff>,
    ) -> Give<isl_multi_union_pw_aff>;
    pub fn isl_multi_union_pw_aff_pw_multi_aff_on_domain(
        domain: Take<isl_union_set>,
        pma: Take<isl_pw_multi_aff>,
    ) -> Give<isl_multi_union_pw_aff>;
    pub fn isl_multi_union_pw_aff_range_factor_domain(
        multi: Take<isl_multi_union_pw_aff>,
    ) -> Give<isl_multi_union_pw_aff>;
    pub fn isl_multi_union_pw_aff_range_factor_range(
        multi: Take<isl_multi_union_pw_aff>,
    ) -> Give<isl_multi_union_pw_aff>;
    pub fn isl_multi_union_pw_aff_range_is_wrapping(multi: Keep<isl_multi_union_pw_aff>) -> IslBool;
    pub fn isl_multi_union_pw_aff_range_product(
        multi1: Take<isl_multi_union_pw_aff>,
        multi2: Take<isl_multi_union_pw_aff>,
    ) -> Give<isl_multi_union_pw_aff>;
    pub fn isl_multi_union_pw_aff_range_splice(
        multi1: Take<isl_multi_union_pw_aff>,
        pos: c_uint,
        multi2: Take<isl_multi_union_pw_aff>,
    ) -> Give<isl_multi_union_pw_aff>;
    pub fn isl_multi_union_pw_aff_read_from_str(ctx: *mut isl_ctx, str_: *const c_char)
    -> Give<isl_multi_union_pw_aff>;
    pub fn isl_multi_union_pw_aff_reset_range_tuple_id(
        multi: Take<isl_multi_union_pw_aff>,
    ) -> Give<isl_multi_union_pw_aff>;
    pub fn isl_multi_union_pw_aff_reset_tuple_id(
        multi: Take<isl_multi_union_pw_aff>,
        type_: DimType,
    ) -> Give<isl_multi_union_pw_aff>;
    pub fn isl_multi_union_pw_aff_reset_user(multi: Take<isl_multi_union_pw_aff>) -> Give<isl_multi_union_pw_aff>;
    pub fn isl_multi_union_pw_aff_scale_down_multi_val(
        multi: Take<isl_multi_union_pw_aff>,
        mv: Take<isl_multi_val>,
    ) -> Give<isl_multi_union_pw_aff>;
    pub fn isl_multi_union_pw_aff_scale_down_val(
        multi: Take<isl_multi_union_pw_aff>,
        v: Take<isl_val>,
    ) -> Give<isl_multi_union_pw_aff>;
    pub fn isl_multi_union_pw_aff_scale_multi_val(
        multi: Take<isl_multi_union_pw_aff>,
        mv: Take<isl_multi_val>,
    ) -> Give<isl_multi_union_pw_aff>;
    pub fn isl_multi_union_pw_aff_scale_val(
        multi: Take<isl_multi_union_pw_aff>,
        v: Take<isl_val>,
    ) -> Give<isl_multi_union_pw_aff>;
    pub fn isl_multi_union_pw_aff_set_at(
        multi: Take<isl_multi_union_pw_aff>,
        pos: c_int,
        el: Take<isl_union_pw_aff>,
    ) -> Give<isl_multi_union_pw_aff>;
    pub fn isl_multi_union_pw_aff_set_dim_id(
        multi: Take<isl_multi_union_pw_aff>,
        type_: DimType,
        pos: c_uint,
        id: Take<isl_id>,
    ) -> Give<isl_multi_union_pw_aff>;
    pub fn isl_multi_union_pw_aff_set_dim_name(
        multi: Take<isl_multi_union_pw_aff>,
        type_: DimType,
        pos: c_uint,
        s: *const c_char,
    ) -> Give<isl_multi_union_pw_aff>;
    pub fn isl_multi_union_pw_aff_set_range_tuple_id(
        multi: Take<isl_multi_union_pw_aff>,
        id: Take<isl_id>,
    ) -> Give<isl_multi_union_pw_aff>;
    pub fn isl_multi_union_pw_aff_set_tuple_id(
        multi: Take<isl_multi_union_pw_aff>,
        type_: DimType,
        id: Take<isl_id>,
    ) -> Give<isl_multi_union_pw_aff>;
    pub fn isl_multi_union_pw_aff_set_tuple_name(
        multi: Take<isl_multi_union_pw_aff>,
        type_: DimType,
        s: *const c_char,
    ) -> Give<isl_multi_union_pw_aff>;
    pub fn isl_multi_union_pw_aff_set_union_pw_aff(
        multi: Take<isl_multi_union_pw_aff>,
        pos: c_int,
        el: Take<isl_union_pw_aff>,
    ) -> Give<isl_multi_union_pw_aff>;
    pub fn isl_multi_union_pw_aff_size(multi: Keep<isl_multi_union_pw_aff>) -> IslSize;
    pub fn isl_multi_union_pw_aff_sub(
        multi1: Take<isl_multi_union_pw_aff>,
        multi2: Take<isl_multi_union_pw_aff>,
    ) -> Give<isl_multi_union_pw_aff>;
    pub fn isl_multi_union_pw_aff_to_str(mupa: Keep<isl_multi_union_pw_aff>) -> GiveStr;
    pub fn isl_multi_union_pw_aff_union_add(
        mupa1: Take<isl_multi_union_pw_aff>,
        mupa2: Take<isl_multi_union_pw_aff>,
    ) -> Give<isl_multi_union_pw_aff>;
    pub fn isl_multi_union_pw_aff_zero(space: Take<isl_space>) -> Give<isl_multi_union_pw_aff>;
    pub fn isl_multi_union_pw_aff_zero_union_set(mupa: Take<isl_multi_union_pw_aff>) -> Give<isl_union_set>;
    pub fn isl_multi_val_add(multi1: Take<isl_multi_val>, multi2: Take<isl_multi_val>) -> Give<isl_multi_val>;
    pub fn isl_multi_val_add_dims(multi: Take<isl_multi_val>, type_: DimType, n: c_uint) -> Give<isl_multi_val>;
    pub fn isl_multi_val_add_val(mv: Take<isl_multi_val>, v: Take<isl_val>) -> Give<isl_multi_val>;
    pub fn isl_multi_val_align_params(multi: Take<isl_multi_val>, model: Take<isl_space>) -> Give<isl_multi_val>;
    pub fn isl_multi_val_copy(multi: Keep<isl_multi_val>) -> Give<isl_multi_val>;
    pub fn isl_multi_val_dim(multi: Keep<isl_multi_val>, type_: DimType) -> IslSize;
    pub fn isl_multi_val_drop_dims(
        multi: Take<isl_multi_val>,
        type_: DimType,
        first: c_uint,
        n: c_uint,
    ) -> Give<isl_multi_val>;
    pub fn isl_multi_val_factor_range(multi: Take<isl_multi_val>) -> Give<isl_multi_val>;
    pub fn isl_multi_val_find_dim_by_id(multi: Keep<isl_multi_val>, type_: DimType, id: Keep<isl_id>) -> c_int;
    pub fn isl_multi_val_find_dim_by_name(multi: Keep<isl_multi_val>, type_: DimType, name: *const c_char) -> c_int;
    pub fn isl_multi_val_flat_range_product(
        multi1: Take<isl_multi_val>,
        multi2: Take<isl_multi_val>,
    ) -> Give<isl_multi_val>;
    pub fn isl_multi_val_flatten_range(multi: Take<isl_multi_val>) -> Give<isl_multi_val>;
    pub fn isl_multi_val_free(multi: Take<isl_multi_val>) -> Give<isl_multi_val>;
    pub fn isl_multi_val_from_range(multi: Take<isl_multi_val>) -> Give<isl_multi_val>;
    pub fn isl_multi_val_from_val_list(space: Take<isl_space>, list: Take<isl_val_list>) -> Give<isl_multi_val>;
    pub fn isl_multi_val_get_at(multi: Keep<isl_multi_val>, pos: c_int) -> Give<isl_val>;
    pub fn isl_multi_val_get_dim_id(multi: Keep<isl_multi_val>, type_: DimType, pos: c_uint) -> Give<isl_id>;
    pub fn isl_multi_val_get_domain_space(multi: Keep<isl_multi_val>) -> Give<isl_space>;
    pub fn isl_multi_val_get_list(multi: Keep<isl_multi_val>) -> Give<isl_val_list>;
    pub fn isl_multi_val_get_range_tuple_id(multi: Keep<isl_multi_val>) -> Give<isl_id>;
    pub fn isl_multi_val_get_space(multi: Keep<isl_multi_val>) -> Give<isl_space>;
    pub fn isl_multi_val_get_tuple_id(multi: Keep<isl_multi_val>, type_: DimType) -> Give<isl_id>;
    pub fn isl_multi_val_get_tuple_name(multi: Keep<isl_multi_val>, type_: DimType) -> LendStr;
    pub fn isl_multi_val_get_val(multi: Keep<isl_multi_val>, pos: c_int) -> Give<isl_val>;
    pub fn isl_multi_val_has_range_tuple_id(multi: Keep<isl_multi_val>) -> IslBool;
    pub fn isl_multi_val_has_tuple_id(multi: Keep<isl_multi_val>, type_: DimType) -> IslBool;
    pub fn isl_multi_val_insert_dims(
        multi: Take<isl_multi_val>,
        type_: DimType,
        first: c_uint,
        n: c_uint,
    ) -> Give<isl_multi_val>;
    pub fn isl_multi_val_involves_dims(multi: Keep<isl_multi_val>, type_: DimType, first: c_uint, n: c_uint)
    -> IslBool;
    pub fn isl_multi_val_involves_nan(multi: Keep<isl_multi_val>) -> IslBool;
    pub fn isl_multi_val_is_zero(mv: Keep<isl_multi_val>) -> IslBool;
    pub fn isl_multi_val_max(multi1: Take<isl_multi_val>, multi2: Take<isl_multi_val>) -> Give<isl_multi_val>;
    pub fn isl_multi_val_min(multi1: Take<isl_multi_val>, multi2: Take<isl_multi_val>) -> Give<isl_multi_val>;
    pub fn isl_multi_val_mod_multi_val(multi: Take<isl_multi_val>, mv: Take<isl_multi_val>) -> Give<isl_multi_val>;
    pub fn isl_multi_val_mod_val(mv: Take<isl_multi_val>, v: Take<isl_val>) -> Give<isl_multi_val>;
    pub fn isl_multi_val_neg(multi: Take<isl_multi_val>) -> Give<isl_multi_val>;
    pub fn isl_multi_val_plain_is_equal(multi1: Keep<isl_multi_val>, multi2: Keep<isl_multi_val>) -> IslBool;
    pub fn isl_multi_val_product(multi1: Take<isl_multi_val>, multi2: Take<isl_multi_val>) -> Give<isl_multi_val>;
    pub fn isl_multi_val_project_domain_on_params(multi: Take<isl_multi_val>) -> Give<isl_multi_val>;
    pub fn isl_multi_val_range_factor_domain(multi: Take<isl_multi_val>) -> Give<isl_multi_val>;
    pub fn isl_multi_val_range_factor_range(multi: Take<isl_multi_val>) -> Give<isl_multi_val>;
    pub fn isl_multi_val_range_is_wrapping(multi: Keep<isl_multi_val>) -> IslBool;
    pub fn isl_multi_val_range_product(multi1: Take<isl_multi_val>, multi2: Take<isl_multi_val>)
    -> Give<isl_multi_val>;
    pub fn isl_multi_val_range_splice(
        multi1: Take<isl_multi_val>,
        pos: c_uint,
        multi2: Take<isl_multi_val>,
    ) -> Give<isl_multi_val>;
    pub fn isl_multi_val_read_from_str(ctx: *mut isl_ctx, str_: *const c_char) -> Give<isl_multi_val>;
    pub fn isl_multi_val_reset_range_tuple_id(multi: Take<isl_multi_val>) -> Give<isl_multi_val>;
    pub fn isl_multi_val_reset_tuple_id(multi: Take<isl_multi_val>, type_: DimType) -> Give<isl_multi_val>;
    pub fn isl_multi_val_reset_user(multi: Take<isl_multi_val>) -> Give<isl_multi_val>;
    pub fn isl_multi_val_scale_down_multi_val(
        multi: Take<isl_multi_val>,
        mv: Take<isl_multi_val>,
    ) -> Give<isl_multi_val>;
    pub fn isl_multi_val_scale_down_val(multi: Take<isl_multi_val>, v: Take<isl_val>) -> Give<isl_multi_val>;
    pub fn isl_multi_val_scale_multi_val(multi: Take<isl_multi_val>, mv: Take<isl_multi_val>) -> Give<isl_multi_val>;
    pub fn isl_multi_val_scale_val(multi: Take<isl_multi_val>, v: Take<isl_val>) -> Give<isl_multi_val>;
    pub fn isl_multi_val_set_at(multi: Take<isl_multi_val>, pos: c_int, el: Take<isl_val>) -> Give<isl_multi_val>;
    pub fn isl_multi_val_set_dim_id(
        multi: Take<isl_multi_val>,
        type_: DimType,
        pos: c_uint,
        id: Take<isl_id>,
    ) -> Give<isl_multi_val>;
    pub fn isl_multi_val_set_dim_name(
        multi: Take<isl_multi_val>,
        type_: DimType,
        pos: c_uint,
        s: *const c_char,
    ) -> Give<isl_multi_val>;
    pub fn isl_multi_val_set_range_tuple_id(multi: Take<isl_multi_val>, id: Take<isl_id>) -> Give<isl_multi_val>;
    pub fn isl_multi_val_set_tuple_id(
        multi: Take<isl_multi_val>,
        type_: DimType,
        id: Take<isl_id>,
    ) -> Give<isl_multi_val>;
    pub fn isl_multi_val_set_tuple_name(
        multi: Take<isl_multi_val>,
        type_: DimType,
        s: *const c_char,
    ) -> Give<isl_multi_val>;
    pub fn isl_multi_val_set_val(multi: Take<isl_multi_val>, pos: c_int, el: Take<isl_val>) -> Give<isl_multi_val>;
    pub fn isl_multi_val_size(multi: Keep<isl_multi_val>) -> IslSize;
    pub fn isl_multi_val_splice(
        multi1: Take<isl_multi_val>,
        in_pos: c_uint,
        out_pos: c_uint,
        multi2: Take<isl_multi_val>,
    ) -> Give<isl_multi_val>;
    pub fn isl_multi_val_sub(multi1: Take<isl_multi_val>, multi2: Take<isl_multi_val>) -> Give<isl_multi_val>;
    pub fn isl_multi_val_to_str(mv: Keep<isl_multi_val>) -> GiveStr;
    pub fn isl_multi_val_zero(space: Take<isl_space>) -> Give<isl_multi_val>;
    pub fn isl_options_get_ast_build_allow_else(ctx: *mut isl_ctx) -> c_int;
    pub fn isl_options_get_ast_build_allow_or(ctx: *mut isl_ctx) -> c_int;
    pub fn isl_options_get_ast_build_atomic_upper_bound(ctx: *mut isl_ctx) -> c_int;
    pub fn isl_options_get_ast_build_detect_min_max(ctx: *mut isl_ctx) -> c_int;
    pub fn isl_options_get_ast_build_exploit_nested_bounds(ctx: *mut isl_ctx) -> c_int;
    pub fn isl_options_get_ast_build_group_coscheduled(ctx: *mut isl_ctx) -> c_int;
    pub fn isl_options_get_ast_build_prefer_pdiv(ctx: *mut isl_ctx) -> c_int;
    pub fn isl_options_get_ast_build_scale_strides(ctx: *mut isl_ctx) -> c_int;
    pub fn isl_options_get_schedule_carry_self_first(ctx: *mut isl_ctx) -> c_int;
    pub fn isl_options_get_schedule_maximize_band_depth(ctx: *mut isl_ctx) -> c_int;
    pub fn isl_options_get_schedule_maximize_coincidence(ctx: *mut isl_ctx) -> c_int;
    pub fn isl_options_get_schedule_outer_coincidence(ctx: *mut isl_ctx) -> c_int;
    pub fn isl_options_get_schedule_separate_components(ctx: *mut isl_ctx) -> c_int;
    pub fn isl_options_get_schedule_serialize_sccs(ctx: *mut isl_ctx) -> c_int;
    pub fn isl_options_get_schedule_split_scaled(ctx: *mut isl_ctx) -> c_int;
    pub fn isl_options_get_schedule_treat_coalescing(ctx: *mut isl_ctx) -> c_int;
    pub fn isl_options_get_schedule_whole_component(ctx: *mut isl_ctx) -> c_int;
    pub fn isl_options_get_tile_scale_tile_loops(ctx: *mut isl_ctx) -> c_int;
    pub fn isl_options_get_tile_shift_point_loops(ctx: *mut isl_ctx) -> c_int;
    pub fn isl_options_set_ast_build_allow_else(ctx: *mut isl_ctx, val: c_int) -> IslStat;
    pub fn isl_options_set_ast_build_allow_or(ctx: *mut isl_ctx, val: c_int) -> IslStat;
    pub fn isl_options_set_ast_build_atomic_upper_bound(ctx: *mut isl_ctx, val: c_int) -> IslStat;
    pub fn isl_options_set_ast_build_detect_min_max(ctx: *mut isl_ctx, val: c_int) -> IslStat;
    pub fn isl_options_set_ast_build_exploit_nested_bounds(ctx: *mut isl_ctx, val: c_int) -> IslStat;
    pub fn isl_options_set_ast_build_group_coscheduled(ctx: *mut isl_ctx, val: c_int) -> IslStat;
    pub fn isl_options_set_ast_build_prefer_pdiv(ctx: *mut isl_ctx, val: c_int) -> IslStat;
    pub fn isl_options_set_ast_build_scale_strides(ctx: *mut isl_ctx, val: c_int) -> IslStat;
    pub fn isl_options_set_on_error(ctx: *mut isl_ctx, val: c_int) -> IslStat;
    pub fn isl_options_set_schedule_carry_self_first(ctx: *mut isl_ctx, val: c_int) -> IslStat;
    pub fn isl_options_set_schedule_maximize_band_depth(ctx: *mut isl_ctx, val: c_int) -> IslStat;
    pub fn isl_options_set_schedule_maximize_coincidence(ctx: *mut isl_ctx, val: c_int) -> IslStat;
    pub fn isl_options_set_schedule_outer_coincidence(ctx: *mut isl_ctx, val: c_int) -> IslStat;
    pub fn isl_options_set_schedule_separate_components(ctx: *mut isl_ctx, val: c_int) -> IslStat;
    pub fn isl_options_set_schedule_serialize_sccs(ctx: *mut isl_ctx, val: c_int) -> IslStat;
    pub fn isl_options_set_schedule_split_scaled(ctx: *mut isl_ctx, val: c_int) -> IslStat;
    pub fn isl_options_set_schedule_treat_coalescing(ctx: *mut isl_ctx, val: c_int) -> IslStat;
    pub fn isl_options_set_schedule_whole_component(ctx: *mut isl_ctx, val: c_int) -> IslStat;
    pub fn isl_options_set_tile_scale_tile_loops(ctx: *mut isl_ctx, val: c_int) -> IslStat;
    pub fn isl_options_set_tile_shift_point_loops(ctx: *mut isl_ctx, val: c_int) -> IslStat;
    pub fn isl_point_copy(pnt: Keep<isl_point>) -> Give<isl_point>;
    pub fn isl_point_free(pnt: Take<isl_point>) -> Give<isl_point>;
    pub fn isl_point_get_coordinate_val(pnt: Keep<isl_point>, type_: DimType, pos: c_int) -> Give<isl_val>;
    pub fn isl_point_get_multi_val(pnt: Keep<isl_point>) -> Give<isl_multi_val>;
    pub fn isl_point_get_space(pnt: Keep<isl_point>) -> Give<isl_space>;
    pub fn isl_point_is_void(pnt: Keep<isl_point>) -> IslBool;
    pub fn isl_point_set_coordinate_val(
        pnt: Take<isl_point>,
        type_: DimType,
        pos: c_int,
        v: Take<isl_val>,
    ) -> Give<isl_point>;
    pub fn isl_point_to_set(pnt: Take<isl_point>) -> Give<isl_set>;
    pub fn isl_point_to_str(pnt: Keep<isl_point>) -> GiveStr;
    pub fn isl_point_void(space: Take<isl_space>) -> Give<isl_point>;
    pub fn isl_point_zero(space: Take<isl_space>) -> Give<isl_point>;
    pub fn isl_printer_free(printer: Take<isl_printer>) -> Give<isl_printer>;
    pub fn isl_printer_get_str(printer: Keep<isl_printer>) -> GiveStr;
    pub fn isl_printer_print_constraint(p: Take<isl_printer>, c: Keep<isl_constraint>) -> Give<isl_printer>;
    pub fn isl_printer_print_local_space(p: Take<isl_printer>, ls: Keep<isl_local_space>) -> Give<isl_printer>;
    pub fn isl_printer_to_str(ctx: *mut isl_ctx) -> Give<isl_printer>;
    pub fn isl_pw_aff_add(pwaff1: Take<isl_pw_aff>, pwaff2: Take<isl_pw_aff>) -> Give<isl_pw_aff>;
    pub fn isl_pw_aff_add_constant_val(pa: Take<isl_pw_aff>, v: Take<isl_val>) -> Give<isl_pw_aff>;
    pub fn isl_pw_aff_add_dims(pwaff: Take<isl_pw_aff>, type_: DimType, n: c_uint) -> Give<isl_pw_aff>;
    pub fn isl_pw_aff_align_params(pwaff: Take<isl_pw_aff>, model: Take<isl_space>) -> Give<isl_pw_aff>;
    pub fn isl_pw_aff_alloc(set: Take<isl_set>, aff: Take<isl_aff>) -> Give<isl_pw_aff>;
    pub fn isl_pw_aff_as_aff(pa: Take<isl_pw_aff>) -> Give<isl_aff>;
    pub fn isl_pw_aff_as_map(pa: Take<isl_pw_aff>) -> Give<isl_map>;
    pub fn isl_pw_aff_bind_id(pa: Take<isl_pw_aff>, id: Take<isl_id>) -> Give<isl_set>;
    pub fn isl_pw_aff_ceil(pwaff: Take<isl_pw_aff>) -> Give<isl_pw_aff>;
    pub fn isl_pw_aff_coalesce(pa: Take<isl_pw_aff>) -> Give<isl_pw_aff>;
    pub fn isl_pw_aff_cond(
        cond: Take<isl_pw_aff>,
        pwaff_true: Take<isl_pw_aff>,
        pwaff_false: Take<isl_pw_aff>,
    ) -> Give<isl_pw_aff>;
    pub fn isl_pw_aff_copy(pwaff: Keep<isl_pw_aff>) -> Give<isl_pw_aff>;
    pub fn isl_pw_aff_dim(pwaff: Keep<isl_pw_aff>, type_: DimType) -> IslSize;
    pub fn isl_pw_aff_div(pa1: Take<isl_pw_aff>, pa2: Take<isl_pw_aff>) -> Give<isl_pw_aff>;
    pub fn isl_pw_aff_domain(pwaff: Take<isl_pw_aff>) -> Give<isl_set>;
    pub fn isl_pw_aff_domain_reverse(pa: Take<isl_pw_aff>) -> Give<isl_pw_aff>;
    pub fn isl_pw_aff_drop_dims(pwaff: Take<isl_pw_aff>, type_: DimType, first: c_uint, n: c_uint) -> Give<isl_pw_aff>;
    pub fn isl_pw_aff_drop_unused_params(pa: Take<isl_pw_aff>) -> Give<isl_pw_aff>;
    pub fn isl_pw_aff_empty(space: Take<isl_space>) -> Give<isl_pw_aff>;
    pub fn isl_pw_aff_eq_map(pa1: Take<isl_pw_aff>, pa2: Take<isl_pw_aff>) -> Give<isl_map>;
    pub fn isl_pw_aff_eq_set(pwaff1: Take<isl_pw_aff>, pwaff2: Take<isl_pw_aff>) -> Give<isl_set>;
    pub fn isl_pw_aff_eval(pa: Take<isl_pw_aff>, pnt: Take<isl_point>) -> Give<isl_val>;
    pub fn isl_pw_aff_find_dim_by_name(pa: Keep<isl_pw_aff>, type_: DimType, name: *const c_char) -> c_int;
    pub fn isl_pw_aff_floor(pwaff: Take<isl_pw_aff>) -> Give<isl_pw_aff>;
    pub fn isl_pw_aff_foreach_piece(
        pwaff: Keep<isl_pw_aff>,
        fn_: unsafe extern "C" fn(Take<isl_set>, Take<isl_aff>, *mut c_void) -> IslStat,
        user: *mut c_void,
    ) -> IslStat;
    pub fn isl_pw_aff_free(pwaff: Take<isl_pw_aff>) -> Give<isl_pw_aff>;
    pub fn isl_pw_aff_from_aff(aff: Take<isl_aff>) -> Give<isl_pw_aff>;
    pub fn isl_pw_aff_from_range(pwa: Take<isl_pw_aff>) -> Give<isl_pw_aff>;
    pub fn isl_pw_aff_ge_map(pa1: Take<isl_pw_aff>, pa2: Take<isl_pw_aff>) -> Give<isl_map>;
    pub fn isl_pw_aff_ge_set(pwaff1: Take<isl_pw_aff>, pwaff2: Take<isl_pw_aff>) -> Give<isl_set>;
    pub fn isl_pw_aff_get_dim_id(pa: Keep<isl_pw_aff>, type_: DimType, pos: c_uint) -> Give<isl_id>;
    pub fn isl_pw_aff_get_dim_name(pa: Keep<isl_pw_aff>, type_: DimType, pos: c_uint) -> LendStr;
    pub fn isl_pw_aff_get_domain_space(pwaff: Keep<isl_pw_aff>) -> Give<isl_space>;
    pub fn isl_pw_aff_get_space(pwaff: Keep<isl_pw_aff>) -> Give<isl_space>;
    pub fn isl_pw_aff_get_tuple_id(pa: Keep<isl_pw_aff>, type_: DimType) -> Give<isl_id>;
    pub fn isl_pw_aff_gist(pwaff: Take<isl_pw_aff>, context: Take<isl_set>) -> Give<isl_pw_aff>;
    pub fn isl_pw_aff_gist_params(pwaff: Take<isl_pw_aff>, context: Take<isl_set>) -> Give<isl_pw_aff>;
    pub fn isl_pw_aff_gt_map(pa1: Take<isl_pw_aff>, pa2: Take<isl_pw_aff>) -> Give<isl_map>;
    pub fn isl_pw_aff_gt_set(pwaff1: Take<isl_pw_aff>, pwaff2: Take<isl_pw_aff>) -> Give<isl_set>;
    pub fn isl_pw_aff_has_dim_id(pa: Keep<isl_pw_aff>, type_: DimType, pos: c_uint) -> IslBool;
    pub fn isl_pw_aff_has_tuple_id(pa: Keep<isl_pw_aff>, type_: DimType) -> IslBool;
    pub fn isl_pw_aff_insert_dims(
        pwaff: Take<isl_pw_aff>,
        type_: DimType,
        first: c_uint,
        n: c_uint,
    ) -> Give<isl_pw_aff>;
    pub fn isl_pw_aff_insert_domain(pa: Take<isl_pw_aff>, domain: Take<isl_space>) -> Give<isl_pw_aff>;
    pub fn isl_pw_aff_intersect_domain(pa: Take<isl_pw_aff>, set: Take<isl_set>) -> Give<isl_pw_aff>;
    pub fn isl_pw_aff_intersect_domain_wrapped_domain(pa: Take<isl_pw_aff>, set: Take<isl_set>) -> Give<isl_pw_aff>;
    pub fn isl_pw_aff_intersect_domain_wrapped_range(pa: Take<isl_pw_aff>, set: Take<isl_set>) -> Give<isl_pw_aff>;
    pub fn isl_pw_aff_intersect_params(pa: Take<isl_pw_aff>, set: Take<isl_set>) -> Give<isl_pw_aff>;
    pub fn isl_pw_aff_involves_dims(pwaff: Keep<isl_pw_aff>, type_: DimType, first: c_uint, n: c_uint) -> IslBool;
    pub fn isl_pw_aff_involves_nan(pa: Keep<isl_pw_aff>) -> IslBool;
    pub fn isl_pw_aff_involves_param_id(pa: Keep<isl_pw_aff>, id: Keep<isl_id>) -> IslBool;
    pub fn isl_pw_aff_is_cst(pwaff: Keep<isl_pw_aff>) -> IslBool;
    pub fn isl_pw_aff_is_empty(pwaff: Keep<isl_pw_aff>) -> IslBool;
    pub fn isl_pw_aff_is_equal(pa1: Keep<isl_pw_aff>, pa2: Keep<isl_pw_aff>) -> IslBool;
    pub fn isl_pw_aff_isa_aff(pa: Keep<isl_pw_aff>) -> IslBool;
    pub fn isl_pw_aff_le_map(pa1: Take<isl_pw_aff>, pa2: Take<isl_pw_aff>) -> Give<isl_map>;
    pub fn isl_pw_aff_le_set(pwaff1: Take<isl_pw_aff>, pwaff2: Take<isl_pw_aff>) -> Give<isl_set>;
    pub fn isl_pw_aff_list_add(list: Take<isl_pw_aff_list>, el: Take<isl_pw_aff>) -> Give<isl_pw_aff_list>;
    pub fn isl_pw_aff_list_alloc(ctx: *mut isl_ctx, n: c_int) -> Give<isl_pw_aff_list>;
    pub fn isl_pw_aff_list_copy(list: Keep<isl_pw_aff_list>) -> Give<isl_pw_aff_list>;
    pub fn isl_pw_aff_list_free(list: Take<isl_pw_aff_list>) -> Give<isl_pw_aff_list>;
    pub fn isl_pw_aff_list_get_at(list: Keep<isl_pw_aff_list>, index: c_int) -> Give<isl_pw_aff>;
    pub fn isl_pw_aff_list_size(list: Keep<isl_pw_aff_list>) -> IslSize;
    pub fn isl_pw_aff_lt_map(pa1: Take<isl_pw_aff>, pa2: Take<isl_pw_aff>) -> Give<isl_map>;
    pub fn isl_pw_aff_lt_set(pwaff1: Take<isl_pw_aff>, pwaff2: Take<isl_pw_aff>) -> Give<isl_set>;
    pub fn isl_pw_aff_max(pwaff1: Take<isl_pw_aff>, pwaff2: Take<isl_pw_aff>) -> Give<isl_pw_aff>;
    pub fn isl_pw_aff_max_val(pa: Take<isl_pw_aff>) -> Give<isl_val>;
    pub fn isl_pw_aff_min(pwaff1: Take<isl_pw_aff>, pwaff2: Take<isl_pw_aff>) -> Give<isl_pw_aff>;
    pub fn isl_pw_aff_min_val(pa: Take<isl_pw_aff>) -> Give<isl_val>;
    pub fn isl_pw_aff_mod_val(pa: Take<isl_pw_aff>, mod_: Take<isl_val>) -> Give<isl_pw_aff>;
    pub fn isl_pw_aff_move_dims(
        pa: Take<isl_pw_aff>,
        dst_type: DimType,
        dst_pos: c_uint,
        src_type: DimType,
        src_pos: c_uint,
        n: c_uint,
    ) -> Give<isl_pw_aff>;
    pub fn isl_pw_aff_mul(pwaff1: Take<isl_pw_aff>, pwaff2: Take<isl_pw_aff>) -> Give<isl_pw_aff>;
    pub fn isl_pw_aff_n_piece(pwaff: Keep<isl_pw_aff>) -> IslSize;
    pub fn isl_pw_aff_nan_on_domain(ls: Take<isl_local_space>) -> Give<isl_pw_aff>;
    pub fn isl_pw_aff_nan_on_domain_space(space: Take<isl_space>) -> Give<isl_pw_aff>;
    pub fn isl_pw_aff_ne_set(pwaff1: Take<isl_pw_aff>, pwaff2: Take<isl_pw_aff>) -> Give<isl_set>;
    pub fn isl_pw_aff_neg(pwaff: Take<isl_pw_aff>) -> Give<isl_pw_aff>;
    pub fn isl_pw_aff_non_zero_set(pwaff: Take<isl_pw_aff>) -> Give<isl_set>;
    pub fn isl_pw_aff_nonneg_set(pwaff: Take<isl_pw_aff>) -> Give<isl_set>;
    pub fn isl_pw_aff_param_on_domain_id(domain: Take<isl_set>, id: Take<isl_id>) -> Give<isl_pw_aff>;
    pub fn isl_pw_aff_params(pwa: Take<isl_pw_aff>) -> Give<isl_set>;
    pub fn isl_pw_aff_plain_cmp(pa1: Keep<isl_pw_aff>, pa2: Keep<isl_pw_aff>) -> c_int;
    pub fn isl_pw_aff_plain_is_equal(pwaff1: Keep<isl_pw_aff>, pwaff2: Keep<isl_pw_aff>) -> IslBool;
    pub fn isl_pw_aff_pos_set(pa: Take<isl_pw_aff>) -> Give<isl_set>;
    pub fn isl_pw_aff_project_domain_on_params(pa: Take<isl_pw_aff>) -> Give<isl_pw_aff>;
    pub fn isl_pw_aff_pullback_multi_aff(pa: Take<isl_pw_aff>, ma: Take<isl_multi_aff>) -> Give<isl_pw_aff>;
    pub fn isl_pw_aff_pullback_multi_pw_aff(pa: Take<isl_pw_aff>, mpa: Take<isl_multi_pw_aff>) -> Give<isl_pw_aff>;
    pub fn isl_pw_aff_pullback_pw_multi_aff(pa: Take<isl_pw_aff>, pma: Take<isl_pw_multi_aff>) -> Give<isl_pw_aff>;
    pub fn isl_pw_aff_read_from_str(ctx: *mut isl_ctx, str_: *const c_char) -> Give<isl_pw_aff>;
    pub fn isl_pw_aff_reset_tuple_id(pa: Take<isl_pw_aff>, type_: DimType) -> Give<isl_pw_aff>;
    pub fn isl_pw_aff_reset_user(pa: Take<isl_pw_aff>) -> Give<isl_pw_aff>;
    pub fn isl_pw_aff_scale_down_val(pa: Take<isl_pw_aff>, f: Take<isl_val>) -> Give<isl_pw_aff>;
    pub fn isl_pw_aff_scale_val(pa: Take<isl_pw_aff>, v: Take<isl_val>) -> Give<isl_pw_aff>;
    pub fn isl_pw_aff_set_dim_id(
        pma: Take<isl_pw_aff>,
        type_: DimType,
        pos: c_uint,
        id: Take<isl_id>,
    ) -> Give<isl_pw_aff>;
    pub fn isl_pw_aff_set_tuple_id(pwaff: Take<isl_pw_aff>, type_: DimType, id: Take<isl_id>) -> Give<isl_pw_aff>;
    pub fn isl_pw_aff_sub(pwaff1: Take<isl_pw_aff>, pwaff2: Take<isl_pw_aff>) -> Give<isl_pw_aff>;
    pub fn isl_pw_aff_subtract_domain(pa: Take<isl_pw_aff>, set: Take<isl_set>) -> Give<isl_pw_aff>;
    pub fn isl_pw_aff_tdiv_q(pa1: Take<isl_pw_aff>, pa2: Take<isl_pw_aff>) -> Give<isl_pw_aff>;
    pub fn isl_pw_aff_tdiv_r(pa1: Take<isl_pw_aff>, pa2: Take<isl_pw_aff>) -> Give<isl_pw_aff>;
    pub fn isl_pw_aff_to_list(el: Take<isl_pw_aff>) -> Give<isl_pw_aff_list>;
    pub fn isl_pw_aff_to_str(pa: Keep<isl_pw_aff>) -> GiveStr;
    pub fn isl_pw_aff_to_union_pw_aff(pa: Take<isl_pw_aff>) -> Give<isl_union_pw_aff>;
    pub fn isl_pw_aff_union_add(pwaff1: Take<isl_pw_aff>, pwaff2: Take<isl_pw_aff>) -> Give<isl_pw_aff>;
    pub fn isl_pw_aff_union_max(pwaff1: Take<isl_pw_aff>, pwaff2: Take<isl_pw_aff>) -> Give<isl_pw_aff>;
    pub fn isl_pw_aff_union_min(pwaff1: Take<isl_pw_aff>, pwaff2: Take<isl_pw_aff>) -> Give<isl_pw_aff>;
    pub fn isl_pw_aff_val_on_domain(domain: Take<isl_set>, v: Take<isl_val>) -> Give<isl_pw_aff>;
    pub fn isl_pw_aff_var_on_domain(ls: Take<isl_local_space>, type_: DimType, pos: c_uint) -> Give<isl_pw_aff>;
    pub fn isl_pw_aff_zero_on_domain(ls: Take<isl_local_space>) -> Give<isl_pw_aff>;
    pub fn isl_pw_aff_zero_set(pwaff: Take<isl_pw_aff>) -> Give<isl_set>;
    pub fn isl_pw_multi_aff_add(pma1: Take<isl_pw_multi_aff>, pma2: Take<isl_pw_multi_aff>) -> Give<isl_pw_multi_aff>;
    pub fn isl_pw_multi_aff_add_constant_multi_val(
        pma: Take<isl_pw_multi_aff>,
        mv: Take<isl_multi_val>,
    ) -> Give<isl_pw_multi_aff>;
    pub fn isl_pw_multi_aff_add_constant_val(pma: Take<isl_pw_multi_aff>, v: Take<isl_val>) -> Give<isl_pw_multi_aff>;
    pub fn isl_pw_multi_aff_align_params(pma: Take<isl_pw_multi_aff>, model: Take<isl_space>)
    -> Give<isl_pw_multi_aff>;
    pub fn isl_pw_multi_aff_alloc(set: Take<isl_set>, maff: Take<isl_multi_aff>) -> Give<isl_pw_multi_aff>;
    pub fn isl_pw_multi_aff_as_map(pma: Take<isl_pw_multi_aff>) -> Give<isl_map>;
    pub fn isl_pw_multi_aff_as_multi_aff(pma: Take<isl_pw_multi_aff>) -> Give<isl_multi_aff>;
    pub fn isl_pw_multi_aff_as_set(pma: Take<isl_pw_multi_aff>) -> Give<isl_set>;
    pub fn isl_pw_multi_aff_coalesce(pma: Take<isl_pw_multi_aff>) -> Give<isl_pw_multi_aff>;
    pub fn isl_pw_multi_aff_copy(pma: Keep<isl_pw_multi_aff>) -> Give<isl_pw_multi_aff>;
    pub fn isl_pw_multi_aff_dim(pma: Keep<isl_pw_multi_aff>, type_: DimType) -> IslSize;
    pub fn isl_pw_multi_aff_domain(pma: Take<isl_pw_multi_aff>) -> Give<isl_set>;
    pub fn isl_pw_multi_aff_domain_map(space: Take<isl_space>) -> Give<isl_pw_multi_aff>;
    pub fn isl_pw_multi_aff_domain_reverse(pma: Take<isl_pw_multi_aff>) -> Give<isl_pw_multi_aff>;
    pub fn isl_pw_multi_aff_drop_dims(
        pma: Take<isl_pw_multi_aff>,
        type_: DimType,
        first: c_uint,
        n: c_uint,
    ) -> Give<isl_pw_multi_aff>;
    pub fn isl_pw_multi_aff_drop_unused_params(pma: Take<isl_pw_multi_aff>) -> Give<isl_pw_multi_aff>;
    pub fn isl_pw_multi_aff_empty(space: Take<isl_space>) -> Give<isl_pw_multi_aff>;
    pub fn isl_pw_multi_aff_find_dim_by_name(pma: Keep<isl_pw_multi_aff>, type_: DimType, name: *const c_char)
    -> c_int;
    pub fn isl_pw_multi_aff_fix_si(
        pma: Take<isl_pw_multi_aff>,
        type_: DimType,
        pos: c_uint,
        value: c_int,
    ) -> Give<isl_pw_multi_aff>;
    pub fn isl_pw_multi_aff_flat_range_product(
        pma1: Take<isl_pw_multi_aff>,
        pma2: Take<isl_pw_multi_aff>,
    ) -> Give<isl_pw_multi_aff>;
    pub fn isl_pw_multi_aff_foreach_piece(
        pma: Keep<isl_pw_multi_aff>,
        fn_: unsafe extern "C" fn(Take<isl_set>, Take<isl_multi_aff>, *mut c_void) -> IslStat,
        user: *mut c_void,
    ) -> IslStat;
    pub fn isl_pw_multi_aff_free(pma: Take<isl_pw_multi_aff>) -> Give<isl_pw_multi_aff>;
    pub fn isl_pw_multi_aff_from_domain(set: Take<isl_set>) -> Give<isl_pw_multi_aff>;
    pub fn isl_pw_multi_aff_from_map(map: Take<isl_map>) -> Give<isl_pw_multi_aff>;
    pub fn isl_pw_multi_aff_from_multi_aff(ma: Take<isl_multi_aff>) -> Give<isl_pw_multi_aff>;
    pub fn isl_pw_multi_aff_from_multi_pw_aff(mpa: Take<isl_multi_pw_aff>) -> Give<isl_pw_multi_aff>;
    pub fn isl_pw_multi_aff_from_pw_aff(pa: Take<isl_pw_aff>) -> Give<isl_pw_multi_aff>;
    pub fn isl_pw_multi_aff_from_set(set: Take<isl_set>) -> Give<isl_pw_multi_aff>;
    pub fn isl_pw_multi_aff_get_at(pma: Keep<isl_pw_multi_aff>, pos: c_int) -> Give<isl_pw_aff>;
    pub fn isl_pw_multi_aff_get_dim_id(pma: Keep<isl_pw_multi_aff>, type_: DimType, pos: c_uint) -> Give<isl_id>;
    pub fn isl_pw_multi_aff_get_dim_name(pma: Keep<isl_pw_multi_aff>, type_: DimType, pos: c_uint) -> LendStr;
    pub fn isl_pw_multi_aff_get_domain_space(pma: Keep<isl_pw_multi_aff>) -> Give<isl_space>;
    pub fn isl_pw_multi_aff_get_pw_aff(pma: Keep<isl_pw_multi_aff>, pos: c_int) -> Give<isl_pw_aff>;
    pub fn isl_pw_multi_aff_get_range_tuple_id(pma: Keep<isl_pw_multi_aff>) -> Give<isl_id>;
    pub fn isl_pw_multi_aff_get_space(pma: Keep<isl_pw_multi_aff>) -> Give<isl_space>;
    pub fn isl_pw_multi_aff_get_tuple_id(pma: Keep<isl_pw_multi_aff>, type_: DimType) -> Give<isl_id>;
    pub fn isl_pw_multi_aff_get_tuple_name(pma: Keep<isl_pw_multi_aff>, type_: DimType) -> LendStr;
    pub fn isl_pw_multi_aff_gist(pma: Take<isl_pw_multi_aff>, set: Take<isl_set>) -> Give<isl_pw_multi_aff>;
    pub fn isl_pw_multi_aff_gist_params(pma: Take<isl_pw_multi_aff>, set: Take<isl_set>) -> Give<isl_pw_multi_aff>;
    pub fn isl_pw_multi_aff_has_range_tuple_id(pma: Keep<isl_pw_multi_aff>) -> IslBool;
    pub fn isl_pw_multi_aff_has_tuple_id(pma: Keep<isl_pw_multi_aff>, type_: DimType) -> IslBool;
    pub fn isl_pw_multi_aff_has_tuple_name(pma: Keep<isl_pw_multi_aff>, type_: DimType) -> IslBool;
    pub fn isl_pw_multi_aff_identity(space: Take<isl_space>) -> Give<isl_pw_multi_aff>;
    pub fn isl_pw_multi_aff_identity_on_domain_space(space: Take<isl_space>) -> Give<isl_pw_multi_aff>;
    pub fn isl_pw_multi_aff_insert_domain(
        pma: Take<isl_pw_multi_aff>,
        domain: Take<isl_space>,
    ) -> Give<isl_pw_multi_aff>;
    pub fn isl_pw_multi_aff_intersect_domain(pma: Take<isl_pw_multi_aff>, set: Take<isl_set>)
    -> Give<isl_pw_multi_aff>;
    pub fn isl_pw_multi_aff_intersect_domain_wrapped_domain(
        pma: Take<isl_pw_multi_aff>,
        set: Take<isl_set>,
    ) -> Give<isl_pw_multi_aff>;
    pub fn isl_pw_multi_aff_intersect_domain_wrapped_range(
        pma: Take<isl_pw_multi_aff>,
        set: Take<isl_set>,
    ) -> Give<isl_pw_multi_aff>;
    pub fn isl_pw_multi_aff_intersect_params(pma: Take<isl_pw_multi_aff>, set: Take<isl_set>)
    -> Give<isl_pw_multi_aff>;
    pub fn isl_pw_multi_aff_involves_dims(
        pma: Keep<isl_pw_multi_aff>,
        type_: DimType,
        first: c_uint,
        n: c_uint,
    ) -> IslBool;
    pub fn isl_pw_multi_aff_involves_locals(pma: Keep<isl_pw_multi_aff>) -> IslBool;
    pub fn isl_pw_multi_aff_involves_nan(pma: Keep<isl_pw_multi_aff>) -> IslBool;
    pub fn isl_pw_multi_aff_involves_param_id(pma: Keep<isl_pw_multi_aff>, id: Keep<isl_id>) -> IslBool;
    pub fn isl_pw_multi_aff_is_equal(pma1: Keep<isl_pw_multi_aff>, pma2: Keep<isl_pw_multi_aff>) -> IslBool;
    pub fn isl_pw_multi_aff_isa_multi_aff(pma: Keep<isl_pw_multi_aff>) -> IslBool;
    pub fn isl_pw_multi_aff_list_add(
        list: Take<isl_pw_multi_aff_list>,
        el: Take<isl_pw_multi_aff>,
    ) -> Give<isl_pw_multi_aff_list>;
    pub fn isl_pw_multi_aff_list_alloc(ctx: *mut isl_ctx, n: c_int) -> Give<isl_pw_multi_aff_list>;
    pub fn isl_pw_multi_aff_list_copy(list: Keep<isl_pw_multi_aff_list>) -> Give<isl_pw_multi_aff_list>;
    pub fn isl_pw_multi_aff_list_free(list: Take<isl_pw_multi_aff_list>) -> Give<isl_pw_multi_aff_list>;
    pub fn isl_pw_multi_aff_list_get_at(list: Keep<isl_pw_multi_aff_list>, index: c_int) -> Give<isl_pw_multi_aff>;
    pub fn isl_pw_multi_aff_list_size(list: Keep<isl_pw_multi_aff_list>) -> IslSize;
    pub fn isl_pw_multi_aff_max_multi_val(pma: Take<isl_pw_multi_aff>) -> Give<isl_multi_val>;
    pub fn isl_pw_multi_aff_min_multi_val(pma: Take<isl_pw_multi_aff>) -> Give<isl_multi_val>;
    pub fn isl_pw_multi_aff_multi_val_on_domain(
        domain: Take<isl_set>,
        mv: Take<isl_multi_val>,
    ) -> Give<isl_pw_multi_aff>;
    pub fn isl_pw_multi_aff_n_piece(pma: Keep<isl_pw_multi_aff>) -> IslSize;
    pub fn isl_pw_multi_aff_neg(pma: Take<isl_pw_multi_aff>) -> Give<isl_pw_multi_aff>;
    pub fn isl_pw_multi_aff_plain_is_equal(pma1: Keep<isl_pw_multi_aff>, pma2: Keep<isl_pw_multi_aff>) -> IslBool;
    pub fn isl_pw_multi_aff_preimage_domain_wrapped_domain_pw_multi_aff(
        pma1: Take<isl_pw_multi_aff>,
        pma2: Take<isl_pw_multi_aff>,
    ) -> Give<isl_pw_multi_aff>;
    pub fn isl_pw_multi_aff_product(
        pma1: Take<isl_pw_multi_aff>,
        pma2: Take<isl_pw_multi_aff>,
    ) -> Give<isl_pw_multi_aff>;
    pub fn isl_pw_multi_aff_project_domain_on_params(pma: Take<isl_pw_multi_aff>) -> Give<isl_pw_multi_aff>;
    pub fn isl_pw_multi_aff_project_out_map(
        space: Take<isl_space>,
        type_: DimType,
        first: c_uint,
        n: c_uint,
    ) -> Give<isl_pw_multi_aff>;
    pub fn isl_pw_multi_aff_pullback_multi_aff(
        pma: Take<isl_pw_multi_aff>,
        ma: Take<isl_multi_aff>,
    ) -> Give<isl_pw_multi_aff>;
    pub fn isl_pw_multi_aff_pullback_pw_multi_aff(
        pma1: Take<isl_pw_multi_aff>,
        pma2: Take<isl_pw_multi_aff>,
    ) -> Give<isl_pw_multi_aff>;
    pub fn isl_pw_multi_aff_range_factor_domain(pma: Take<isl_pw_multi_aff>) -> Give<isl_pw_multi_aff>;
    pub fn isl_pw_multi_aff_range_factor_range(pma: Take<isl_pw_multi_aff>) -> Give<isl_pw_multi_aff>;
    pub fn isl_pw_multi_aff_range_map(space: Take<isl_space>) -> Give<isl_pw_multi_aff>;
    pub fn isl_pw_multi_aff_range_product(
        pma1: Take<isl_pw_multi_aff>,
        pma2: Take<isl_pw_multi_aff>,
    ) -> Give<isl_pw_multi_aff>;
    pub fn isl_pw_multi_aff_read_from_str(ctx: *mut isl_ctx, str_: *const c_char) -> Give<isl_pw_multi_aff>;
    pub fn isl_pw_multi_aff_reset_tuple_id(pma: Take<isl_pw_multi_aff>, type_: DimType) -> Give<isl_pw_multi_aff>;
    pub fn isl_pw_multi_aff_reset_user(pma: Take<isl_pw_multi_aff>) -> Give<isl_pw_multi_aff>;
    pub fn isl_pw_multi_aff_scale_down_multi_val(
        pma: Take<isl_pw_multi_aff>,
        mv: Take<isl_multi_val>,
    ) -> Give<isl_pw_multi_aff>;
    pub fn isl_pw_multi_aff_scale_down_val(pma: Take<isl_pw_multi_aff>, v: Take<isl_val>) -> Give<isl_pw_multi_aff>;
    pub fn isl_pw_multi_aff_scale_multi_val(
        pma: Take<isl_pw_multi_aff>,
        mv: Take<isl_multi_val>,
    ) -> Give<isl_pw_multi_aff>;
    pub fn isl_pw_multi_aff_scale_val(pma: Take<isl_pw_multi_aff>, v: Take<isl_val>) -> Give<isl_pw_multi_aff>;
    pub fn isl_pw_multi_aff_set_dim_id(
        pma: Take<isl_pw_multi_aff>,
        type_: DimType,
        pos: c_uint,
        id: Take<isl_id>,
    ) -> Give<isl_pw_multi_aff>;
    pub fn isl_pw_multi_aff_set_pw_aff(
        pma: Take<isl_pw_multi_aff>,
        pos: c_uint,
        pa: Take<isl_pw_aff>,
    ) -> Give<isl_pw_multi_aff>;
    pub fn isl_pw_multi_aff_set_range_tuple_id(pma: Take<isl_pw_multi_aff>, id: Take<isl_id>)
    -> Give<isl_pw_multi_aff>;
    pub fn isl_pw_multi_aff_set_tuple_id(
        pma: Take<isl_pw_multi_aff>,
        type_: DimType,
        id: Take<isl_id>,
    ) -> Give<isl_pw_multi_aff>;
    pub fn isl_pw_multi_aff_sub(pma1: Take<isl_pw_multi_aff>, pma2: Take<isl_pw_multi_aff>) -> Give<isl_pw_multi_aff>;
    pub fn isl_pw_multi_aff_subtract_domain(pma: Take<isl_pw_multi_aff>, set: Take<isl_set>) -> Give<isl_pw_multi_aff>;
    pub fn isl_pw_multi_aff_to_list(el: Take<isl_pw_multi_aff>) -> Give<isl_pw_multi_aff_list>;
    pub fn isl_pw_multi_aff_to_multi_pw_aff(pma: Take<isl_pw_multi_aff>) -> Give<isl_multi_pw_aff>;
    pub fn isl_pw_multi_aff_to_str(pma: Keep<isl_pw_multi_aff>) -> GiveStr;
    pub fn isl_pw_multi_aff_to_union_pw_multi_aff(pma: Take<isl_pw_multi_aff>) -> Give<isl_union_pw_multi_aff>;
    pub fn isl_pw_multi_aff_union_add(
        pma1: Take<isl_pw_multi_aff>,
        pma2: Take<isl_pw_multi_aff>,
    ) -> Give<isl_pw_multi_aff>;
    pub fn isl_pw_multi_aff_union_lexmax(
        pma1: Take<isl_pw_multi_aff>,
        pma2: Take<isl_pw_multi_aff>,
    ) -> Give<isl_pw_multi_aff>;
    pub fn isl_pw_multi_aff_union_lexmin(
        pma1: Take<isl_pw_multi_aff>,
        pma2: Take<isl_pw_multi_aff>,
    ) -> Give<isl_pw_multi_aff>;
    pub fn isl_pw_multi_aff_zero(space: Take<isl_space>) -> Give<isl_pw_multi_aff>;
    pub fn isl_schedule_align_params(schedule: Take<isl_schedule>, space: Take<isl_space>) -> Give<isl_schedule>;
    pub fn isl_schedule_constraints_apply(
        sc: Take<isl_schedule_constraints>,
        umap: Take<isl_union_map>,
    ) -> Give<isl_schedule_constraints>;
    pub fn isl_schedule_constraints_compute_schedule(sc: Take<isl_schedule_constraints>) -> Give<isl_schedule>;
    pub fn isl_schedule_constraints_copy(sc: Keep<isl_schedule_constraints>) -> Give<isl_schedule_constraints>;
    pub fn isl_schedule_constraints_free(sc: Take<isl_schedule_constraints>) -> Give<isl_schedule_constraints>;
    pub fn isl_schedule_constraints_get_coincidence(sc: Keep<isl_schedule_constraints>) -> Give<isl_union_map>;
    pub fn isl_schedule_constraints_get_conditional_validity(sc: Keep<isl_schedule_constraints>)
    -> Give<isl_union_map>;
    pub fn isl_schedule_constraints_get_conditional_validity_condition(
        sc: Keep<isl_schedule_constraints>,
    ) -> Give<isl_union_map>;
    pub fn isl_schedule_constraints_get_context(sc: Keep<isl_schedule_constraints>) -> Give<isl_set>;
    pub fn isl_schedule_constraints_get_domain(sc: Keep<isl_schedule_constraints>) -> Give<isl_union_set>;
    pub fn isl_schedule_constraints_get_proximity(sc: Keep<isl_schedule_constraints>) -> Give<isl_union_map>;
    pub fn isl_schedule_constraints_get_validity(sc: Keep<isl_schedule_constraints>) -> Give<isl_union_map>;
    pub fn isl_schedule_constraints_on_domain(domain: Take<isl_union_set>) -> Give<isl_schedule_constraints>;
    pub fn isl_schedule_constraints_set_coincidence(
        sc: Take<isl_schedule_constraints>,
        coincidence: Take<isl_union_map>,
    ) -> Give<isl_schedule_constraints>;
    pub fn isl_schedule_constraints_set_conditional_validity(
        sc: Take<isl_schedule_constraints>,
        condition: Take<isl_union_map>,
        validity: Take<isl_union_map>,
    ) -> Give<isl_schedule_constraints>;
    pub fn isl_schedule_constraints_set_context(
        sc: Take<isl_schedule_constraints>,
        context: Take<isl_set>,
    ) -> Give<isl_schedule_constraints>;
    pub fn isl_schedule_constraints_set_proximity(
        sc: Take<isl_schedule_constraints>,
        proximity: Take<isl_union_map>,
    ) -> Give<isl_schedule_constraints>;
    pub fn isl_schedule_constraints_set_validity(
        sc: Take<isl_schedule_constraints>,
        validity: Take<isl_union_map>,
    ) -> Give<isl_schedule_constraints>;
    pub fn isl_schedule_constraints_to_str(sc: Keep<isl_schedule_constraints>) -> GiveStr;
    pub fn isl_schedule_copy(sched: Keep<isl_schedule>) -> Give<isl_schedule>;
    pub fn isl_schedule_empty(space: Take<isl_space>) -> Give<isl_schedule>;
    pub fn isl_schedule_expand(
        schedule: Take<isl_schedule>,
        contraction: Take<isl_union_pw_multi_aff>,
        expansion: Take<isl_schedule>,
    ) -> Give<isl_schedule>;
    pub fn isl_schedule_free(sched: Take<isl_schedule>) -> Give<isl_schedule>;
    pub fn isl_schedule_from_domain(domain: Take<isl_union_set>) -> Give<isl_schedule>;
    pub fn isl_schedule_get_domain(schedule: Keep<isl_schedule>) -> Give<isl_union_set>;
    pub fn isl_schedule_get_map(sched: Keep<isl_schedule>) -> Give<isl_union_map>;
    pub fn isl_schedule_get_root(schedule: Keep<isl_schedule>) -> Give<isl_schedule_node>;
    pub fn isl_schedule_gist_domain_params(schedule: Take<isl_schedule>, context: Take<isl_set>) -> Give<isl_schedule>;
    pub fn isl_schedule_insert_context(schedule: Take<isl_schedule>, context: Take<isl_set>) -> Give<isl_schedule>;
    pub fn isl_schedule_insert_guard(schedule: Take<isl_schedule>, guard: Take<isl_set>) -> Give<isl_schedule>;
    pub fn isl_schedule_insert_partial_schedule(
        schedule: Take<isl_schedule>,
        partial: Take<isl_multi_union_pw_aff>,
    ) -> Give<isl_schedule>;
    pub fn isl_schedule_intersect_domain(
        schedule: Take<isl_schedule>,
        domain: Take<isl_union_set>,
    ) -> Give<isl_schedule>;
    pub fn isl_schedule_node_align_params(
        node: Take<isl_schedule_node>,
        space: Take<isl_space>,
    ) -> Give<isl_schedule_node>;
    pub fn isl_schedule_node_ancestor(node: Take<isl_schedule_node>, generation: c_int) -> Give<isl_schedule_node>;
    pub fn isl_schedule_node_band_get_ast_build_options(node: Keep<isl_schedule_node>) -> Give<isl_union_set>;
    pub fn isl_schedule_node_band_get_ast_isolate_option(node: Keep<isl_schedule_node>) -> Give<isl_set>;
    pub fn isl_schedule_node_band_get_partial_schedule(node: Keep<isl_schedule_node>) -> Give<isl_multi_union_pw_aff>;
    pub fn isl_schedule_node_band_get_partial_schedule_union_map(node: Keep<isl_schedule_node>) -> Give<isl_union_map>;
    pub fn isl_schedule_node_band_get_permutable(node: Keep<isl_schedule_node>) -> IslBool;
    pub fn isl_schedule_node_band_get_space(node: Keep<isl_schedule_node>) -> Give<isl_space>;
    pub fn isl_schedule_node_band_member_get_ast_loop_type(node: Keep<isl_schedule_node>, pos: c_int) -> c_int;
    pub fn isl_schedule_node_band_member_get_coincident(node: Keep<isl_schedule_node>, pos: c_int) -> IslBool;
    pub fn isl_schedule_node_band_member_get_isolate_ast_loop_type(node: Keep<isl_schedule_node>, pos: c_int) -> c_int;
    pub fn isl_schedule_node_band_member_set_ast_loop_type(
        node: Take<isl_schedule_node>,
        pos: c_int,
        type_: c_int,
    ) -> Give<isl_schedule_node>;
    pub fn isl_schedule_node_band_member_set_coincident(
        node: Take<isl_schedule_node>,
        pos: c_int,
        coincident: c_int,
    ) -> Give<isl_schedule_node>;
    pub fn isl_schedule_node_band_member_set_isolate_ast_loop_type(
        node: Take<isl_schedule_node>,
        pos: c_int,
        type_: c_int,
    ) -> Give<isl_schedule_node>;
    pub fn isl_schedule_node_band_mod(
        node: Take<isl_schedule_node>,
        mv: Take<isl_multi_val>,
    ) -> Give<isl_schedule_node>;
    pub fn isl_schedule_node_band_n_member(node: Keep<isl_schedule_node>) -> IslSize;
    pub fn isl_schedule_node_band_scale(
        node: Take<isl_schedule_node>,
        mv: Take<isl_multi_val>,
    ) -> Give<isl_schedule_node>;
    pub fn isl_schedule_node_band_scale_down(
        node: Take<isl_schedule_node>,
        mv: Take<isl_multi_val>,
    ) -> Give<isl_schedule_node>;
    pub fn isl_schedule_node_band_set_ast_build_options(
        node: Take<isl_schedule_node>,
        options: Take<isl_union_set>,
    ) -> Give<isl_schedule_node>;
    pub fn isl_schedule_node_band_set_permutable(
        node: Take<isl_schedule_node>,
        permutable: c_int,
    ) -> Give<isl_schedule_node>;
    pub fn isl_schedule_node_band_shift(
        node: Take<isl_schedule_node>,
        shift: Take<isl_multi_union_pw_aff>,
    ) -> Give<isl_schedule_node>;
    pub fn isl_schedule_node_band_sink(node: Take<isl_schedule_node>) -> Give<isl_schedule_node>;
    pub fn isl_schedule_node_band_split(node: Take<isl_schedule_node>, pos: c_int) -> Give<isl_schedule_node>;
    pub fn isl_schedule_node_band_tile(
        node: Take<isl_schedule_node>,
        sizes: Take<isl_multi_val>,
    ) -> Give<isl_schedule_node>;
    pub fn isl_schedule_node_child(node: Take<isl_schedule_node>, pos: c_int) -> Give<isl_schedule_node>;
    pub fn isl_schedule_node_context_get_context(node: Keep<isl_schedule_node>) -> Give<isl_set>;
    pub fn isl_schedule_node_copy(node: Keep<isl_schedule_node>) -> Give<isl_schedule_node>;
    pub fn isl_schedule_node_cut(node: Take<isl_schedule_node>) -> Give<isl_schedule_node>;
    pub fn isl_schedule_node_delete(node: Take<isl_schedule_node>) -> Give<isl_schedule_node>;
    pub fn isl_schedule_node_domain_get_domain(node: Keep<isl_schedule_node>) -> Give<isl_union_set>;
    pub fn isl_schedule_node_expansion_get_contraction(node: Keep<isl_schedule_node>) -> Give<isl_union_pw_multi_aff>;
    pub fn isl_schedule_node_expansion_get_expansion(node: Keep<isl_schedule_node>) -> Give<isl_union_map>;
    pub fn isl_schedule_node_extension_get_extension(node: Keep<isl_schedule_node>) -> Give<isl_union_map>;
    pub fn isl_schedule_node_filter_get_filter(node: Keep<isl_schedule_node>) -> Give<isl_union_set>;
    pub fn isl_schedule_node_first_child(node: Take<isl_schedule_node>) -> Give<isl_schedule_node>;
    pub fn isl_schedule_node_foreach_descendant_top_down(
        node: Keep<isl_schedule_node>,
        fn_: unsafe extern "C" fn(Keep<isl_schedule_node>, *mut c_void) -> IslBool,
        user: *mut c_void,
    ) -> IslStat;
    pub fn isl_schedule_node_free(node: Take<isl_schedule_node>) -> Give<isl_schedule_node>;
    pub fn isl_schedule_node_from_domain(domain: Take<isl_union_set>) -> Give<isl_schedule_node>;
    pub fn isl_schedule_node_from_extension(extension: Take<isl_union_map>) -> Give<isl_schedule_node>;
    pub fn isl_schedule_node_get_ancestor_child_position(
        node: Keep<isl_schedule_node>,
        ancestor: Keep<isl_schedule_node>,
    ) -> IslSize;
    pub fn isl_schedule_node_get_child(node: Keep<isl_schedule_node>, pos: c_int) -> Give<isl_schedule_node>;
    pub fn isl_schedule_node_get_child_position(node: Keep<isl_schedule_node>) -> IslSize;
    pub fn isl_schedule_node_get_domain(node: Keep<isl_schedule_node>) -> Give<isl_union_set>;
    pub fn isl_schedule_node_get_parent_type(node: Keep<isl_schedule_node>) -> c_int;
    pub fn isl_schedule_node_get_prefix_schedule_multi_union_pw_aff(
        node: Keep<isl_schedule_node>,
    ) -> Give<isl_multi_union_pw_aff>;
    pub fn isl_schedule_node_get_prefix_schedule_relation(node: Keep<isl_schedule_node>) -> Give<isl_union_map>;
    pub fn isl_schedule_node_get_prefix_schedule_union_map(node: Keep<isl_schedule_node>) -> Give<isl_union_map>;
    pub fn isl_schedule_node_get_prefix_schedule_union_pw_multi_aff(
        node: Keep<isl_schedule_node>,
    ) -> Give<isl_union_pw_multi_aff>;
    pub fn isl_schedule_node_get_schedule(node: Keep<isl_schedule_node>) -> Give<isl_schedule>;
    pub fn isl_schedule_node_get_schedule_depth(node: Keep<isl_schedule_node>) -> IslSize;
    pub fn isl_schedule_node_get_shared_ancestor(
        node1: Keep<isl_schedule_node>,
        node2: Keep<isl_schedule_node>,
    ) -> Give<isl_schedule_node>;
    pub fn isl_schedule_node_get_subtree_contraction(node: Keep<isl_schedule_node>) -> Give<isl_union_pw_multi_aff>;
    pub fn isl_schedule_node_get_subtree_expansion(node: Keep<isl_schedule_node>) -> Give<isl_union_map>;
    pub fn isl_schedule_node_get_subtree_schedule_union_map(node: Keep<isl_schedule_node>) -> Give<isl_union_map>;
    pub fn isl_schedule_node_get_tree_depth(node: Keep<isl_schedule_node>) -> IslSize;
    pub fn isl_schedule_node_get_type(node: Keep<isl_schedule_node>) -> c_int;
    pub fn isl_schedule_node_get_universe_domain(node: Keep<isl_schedule_node>) -> Give<isl_union_set>;
    pub fn isl_schedule_node_graft_after(
        node: Take<isl_schedule_node>,
        graft: Take<isl_schedule_node>,
    ) -> Give<isl_schedule_node>;
    pub fn isl_schedule_node_graft_before(
        node: Take<isl_schedule_node>,
        graft: Take<isl_schedule_node>,
    ) -> Give<isl_schedule_node>;
    pub fn isl_schedule_node_grandchild(
        node: Take<isl_schedule_node>,
        pos1: c_int,
        pos2: c_int,
    ) -> Give<isl_schedule_node>;
    pub fn isl_schedule_node_grandparent(node: Take<isl_schedule_node>) -> Give<isl_schedule_node>;
    pub fn isl_schedule_node_group(node: Take<isl_schedule_node>, group_id: Take<isl_id>) -> Give<isl_schedule_node>;
    pub fn isl_schedule_node_guard_get_guard(node: Keep<isl_schedule_node>) -> Give<isl_set>;
    pub fn isl_schedule_node_has_children(node: Keep<isl_schedule_node>) -> IslBool;
    pub fn isl_schedule_node_has_next_sibling(node: Keep<isl_schedule_node>) -> IslBool;
    pub fn isl_schedule_node_has_parent(node: Keep<isl_schedule_node>) -> IslBool;
    pub fn isl_schedule_node_has_previous_sibling(node: Keep<isl_schedule_node>) -> IslBool;
    pub fn isl_schedule_node_insert_context(
        node: Take<isl_schedule_node>,
        context: Take<isl_set>,
    ) -> Give<isl_schedule_node>;
    pub fn isl_schedule_node_insert_filter(
        node: Take<isl_schedule_node>,
        filter: Take<isl_union_set>,
    ) -> Give<isl_schedule_node>;
    pub fn isl_schedule_node_insert_guard(
        node: Take<isl_schedule_node>,
        context: Take<isl_set>,
    ) -> Give<isl_schedule_node>;
    pub fn isl_schedule_node_insert_mark(node: Take<isl_schedule_node>, mark: Take<isl_id>) -> Give<isl_schedule_node>;
    pub fn isl_schedule_node_insert_partial_schedule(
        node: Take<isl_schedule_node>,
        schedule: Take<isl_multi_union_pw_aff>,
    ) -> Give<isl_schedule_node>;
    pub fn isl_schedule_node_insert_sequence(
        node: Take<isl_schedule_node>,
        filters: Take<isl_union_set_list>,
    ) -> Give<isl_schedule_node>;
    pub fn isl_schedule_node_insert_set(
        node: Take<isl_schedule_node>,
        filters: Take<isl_union_set_list>,
    ) -> Give<isl_schedule_node>;
    pub fn isl_schedule_node_is_equal(node1: Keep<isl_schedule_node>, node2: Keep<isl_schedule_node>) -> IslBool;
    pub fn isl_schedule_node_is_subtree_anchored(node: Keep<isl_schedule_node>) -> IslBool;
    pub fn isl_schedule_node_map_descendant_bottom_up(
        node: Take<isl_schedule_node>,
        fn_: unsafe extern "C" fn(Take<isl_schedule_node>, *mut c_void) -> Give<isl_schedule_node>,
        user: *mut c_void,
    ) -> Give<isl_schedule_node>;
    pub fn isl_schedule_node_mark_get_id(node: Keep<isl_schedule_node>) -> Give<isl_id>;
    pub fn isl_schedule_node_n_children(node: Keep<isl_schedule_node>) -> IslSize;
    pub fn isl_schedule_node_next_sibling(node: Take<isl_schedule_node>) -> Give<isl_schedule_node>;
    pub fn isl_schedule_node_order_after(
        node: Take<isl_schedule_node>,
        filter: Take<isl_union_set>,
    ) -> Give<isl_schedule_node>;
    pub fn isl_schedule_node_order_before(
        node: Take<isl_schedule_node>,
        filter: Take<isl_union_set>,
    ) -> Give<isl_schedule_node>;
    pub fn isl_schedule_node_parent(node: Take<isl_schedule_node>) -> Give<isl_schedule_node>;
    pub fn isl_schedule_node_previous_sibling(node: Take<isl_schedule_node>) -> Give<isl_schedule_node>;
    pub fn isl_schedule_node_reset_user(node: Take<isl_schedule_node>) -> Give<isl_schedule_node>;
    pub fn isl_schedule_node_root(node: Take<isl_schedule_node>) -> Give<isl_schedule_node>;
    pub fn isl_schedule_node_sequence_splice_child(
        node: Take<isl_schedule_node>,
        pos: c_int,
    ) -> Give<isl_schedule_node>;
    pub fn isl_schedule_node_sequence_splice_children(node: Take<isl_schedule_node>) -> Give<isl_schedule_node>;
    pub fn isl_schedule_node_to_str(node: Keep<isl_schedule_node>) -> GiveStr;
    pub fn isl_schedule_plain_is_equal(schedule1: Keep<isl_schedule>, schedule2: Keep<isl_schedule>) -> IslBool;
    pub fn isl_schedule_pullback_union_pw_multi_aff(
        schedule: Take<isl_schedule>,
        upma: Take<isl_union_pw_multi_aff>,
    ) -> Give<isl_schedule>;
    pub fn isl_schedule_reset_user(schedule: Take<isl_schedule>) -> Give<isl_schedule>;
    pub fn isl_schedule_sequence(schedule1: Take<isl_schedule>, schedule2: Take<isl_schedule>) -> Give<isl_schedule>;
    pub fn isl_schedule_set(schedule1: Take<isl_schedule>, schedule2: Take<isl_schedule>) -> Give<isl_schedule>;
    pub fn isl_schedule_to_str(schedule: Keep<isl_schedule>) -> GiveStr;
    pub fn isl_set_add_constraint(set: Take<isl_set>, constraint: Take<isl_constraint>) -> Give<isl_set>;
    pub fn isl_set_add_dims(set: Take<isl_set>, type_: DimType, n: c_uint) -> Give<isl_set>;
    pub fn isl_set_affine_hull(set: Take<isl_set>) -> Give<isl_basic_set>;
    pub fn isl_set_align_divs(set: Take<isl_set>) -> Give<isl_set>;
    pub fn isl_set_align_params(set: Take<isl_set>, model: Take<isl_space>) -> Give<isl_set>;
    pub fn isl_set_apply(set: Take<isl_set>, map: Take<isl_map>) -> Give<isl_set>;
    pub fn isl_set_as_pw_multi_aff(set: Take<isl_set>) -> Give<isl_pw_multi_aff>;
    pub fn isl_set_bounded_simple_hull(set: Take<isl_set>) -> Give<isl_basic_set>;
    pub fn isl_set_box_from_points(pnt1: Take<isl_point>, pnt2: Take<isl_point>) -> Give<isl_set>;
    pub fn isl_set_coalesce(set: Take<isl_set>) -> Give<isl_set>;
    pub fn isl_set_coefficients(set: Take<isl_set>) -> Give<isl_basic_set>;
    pub fn isl_set_complement(set: Take<isl_set>) -> Give<isl_set>;
    pub fn isl_set_compute_divs(set: Take<isl_set>) -> Give<isl_set>;
    pub fn isl_set_convex_hull(set: Take<isl_set>) -> Give<isl_basic_set>;
    pub fn isl_set_copy(set: Keep<isl_set>) -> Give<isl_set>;
    pub fn isl_set_count_val(set: Keep<isl_set>) -> Give<isl_val>;
    pub fn isl_set_detect_equalities(set: Take<isl_set>) -> Give<isl_set>;
    pub fn isl_set_dim(set: Keep<isl_set>, type_: DimType) -> IslSize;
    pub fn isl_set_dim_has_any_lower_bound(set: Keep<isl_set>, type_: DimType, pos: c_uint) -> IslBool;
    pub fn isl_set_dim_has_any_upper_bound(set: Keep<isl_set>, type_: DimType, pos: c_uint) -> IslBool;
    pub fn isl_set_dim_has_lower_bound(set: Keep<isl_set>, type_: DimType, pos: c_uint) -> IslBool;
    pub fn isl_set_dim_has_upper_bound(set: Keep<isl_set>, type_: DimType, pos: c_uint) -> IslBool;
    pub fn isl_set_dim_is_bounded(set: Keep<isl_set>, type_: DimType, pos: c_uint) -> IslBool;
    pub fn isl_set_dim_max(set: Take<isl_set>, pos: c_int) -> Give<isl_pw_aff>;
    pub fn isl_set_dim_max_val(set: Take<isl_set>, pos: c_int) -> Give<isl_val>;
    pub fn isl_set_dim_min(set: Take<isl_set>, pos: c_int) -> Give<isl_pw_aff>;
    pub fn isl_set_dim_min_val(set: Take<isl_set>, pos: c_int) -> Give<isl_val>;
    pub fn isl_set_drop_constraints_involving_dims(
        set: Take<isl_set>,
        type_: DimType,
        first: c_uint,
        n: c_uint,
    ) -> Give<isl_set>;
    pub fn isl_set_drop_constraints_not_involving_dims(
        set: Take<isl_set>,
        type_: DimType,
        first: c_uint,
        n: c_uint,
    ) -> Give<isl_set>;
    pub fn isl_set_drop_unused_params(set: Take<isl_set>) -> Give<isl_set>;
    pub fn isl_set_eliminate(set: Take<isl_set>, type_: DimType, first: c_uint, n: c_uint) -> Give<isl_set>;
    pub fn isl_set_eliminate_dims(set: Take<isl_set>, first: c_uint, n: c_uint) -> Give<isl_set>;
    pub fn isl_set_empty(space: Take<isl_space>) -> Give<isl_set>;
    pub fn isl_set_equate(
        set: Take<isl_set>,
        type1: DimType,
        pos1: c_int,
        type2: DimType,
        pos2: c_int,
    ) -> Give<isl_set>;
    pub fn isl_set_find_dim_by_id(set: Keep<isl_set>, type_: DimType, id: Keep<isl_id>) -> c_int;
    pub fn isl_set_find_dim_by_name(set: Keep<isl_set>, type_: DimType, name: *const c_char) -> c_int;
    pub fn isl_set_fix_dim_si(set: Take<isl_set>, dim: c_uint, value: c_int) -> Give<isl_set>;
    pub fn isl_set_fix_si(set: Take<isl_set>, type_: DimType, pos: c_uint, value: c_int) -> Give<isl_set>;
    pub fn isl_set_fix_val(set: Take<isl_set>, type_: DimType, pos: c_uint, v: Take<isl_val>) -> Give<isl_set>;
    pub fn isl_set_flat_product(set1: Take<isl_set>, set2: Take<isl_set>) -> Give<isl_set>;
    pub fn isl_set_flatten(set: Take<isl_set>) -> Give<isl_set>;
    pub fn isl_set_flatten_map(set: Take<isl_set>) -> Give<isl_map>;
    pub fn isl_set_foreach_point(
        set: Keep<isl_set>,
        fn_: unsafe extern "C" fn(Take<isl_point>, *mut c_void) -> IslStat,
        user: *mut c_void,
    ) -> IslStat;
    pub fn isl_set_free(set: Take<isl_set>) -> Give<isl_set>;
    pub fn isl_set_from_basic_set(bset: Take<isl_basic_set>) -> Give<isl_set>;
    pub fn isl_set_from_multi_aff(ma: Take<isl_multi_aff>) -> Give<isl_set>;
    pub fn isl_set_from_multi_pw_aff(mpa: Take<isl_multi_pw_aff>) -> Give<isl_set>;
    pub fn isl_set_from_params(set: Take<isl_set>) -> Give<isl_set>;
    pub fn isl_set_from_point(pnt: Take<isl_point>) -> Give<isl_set>;
    pub fn isl_set_from_pw_aff(pwaff: Take<isl_pw_aff>) -> Give<isl_set>;
    pub fn isl_set_from_pw_multi_aff(pma: Take<isl_pw_multi_aff>) -> Give<isl_set>;
    pub fn isl_set_from_union_set(uset: Take<isl_union_set>) -> Give<isl_set>;
    pub fn isl_set_get_basic_set_list(set: Keep<isl_set>) -> Give<isl_basic_set_list>;
    pub fn isl_set_get_dim_id(set: Keep<isl_set>, type_: DimType, pos: c_uint) -> Give<isl_id>;
    pub fn isl_set_get_dim_name(set: Keep<isl_set>, type_: DimType, pos: c_uint) -> LendStr;
    pub fn isl_set_get_lattice_tile(set: Keep<isl_set>) -> Give<isl_fixed_box>;
    pub fn isl_set_get_plain_multi_val_if_fixed(set: Keep<isl_set>) -> Give<isl_multi_val>;
    pub fn isl_set_get_simple_fixed_box_hull(set: Keep<isl_set>) -> Give<isl_fixed_box>;
    pub fn isl_set_get_space(set: Keep<isl_set>) -> Give<isl_space>;
    pub fn isl_set_get_stride(set: Keep<isl_set>, pos: c_int) -> Give<isl_val>;
    pub fn isl_set_get_stride_info(set: Keep<isl_set>, pos: c_int) -> Give<isl_stride_info>;
    pub fn isl_set_get_tuple_id(set: Keep<isl_set>) -> Give<isl_id>;
    pub fn isl_set_get_tuple_name(set: Keep<isl_set>) -> LendStr;
    pub fn isl_set_gist(set: Take<isl_set>, context: Take<isl_set>) -> Give<isl_set>;
    pub fn isl_set_gist_basic_set(set: Take<isl_set>, context: Take<isl_basic_set>) -> Give<isl_set>;
    pub fn isl_set_gist_params(set: Take<isl_set>, context: Take<isl_set>) -> Give<isl_set>;
    pub fn isl_set_has_dim_id(set: Keep<isl_set>, type_: DimType, pos: c_uint) -> IslBool;
    pub fn isl_set_has_dim_name(set: Keep<isl_set>, type_: DimType, pos: c_uint) -> IslBool;
    pub fn isl_set_has_equal_space(set1: Keep<isl_set>, set2: Keep<isl_set>) -> IslBool;
    pub fn isl_set_has_tuple_id(set: Keep<isl_set>) -> IslBool;
    pub fn isl_set_has_tuple_name(set: Keep<isl_set>) -> IslBool;
    pub fn isl_set_identity(set: Take<isl_set>) -> Give<isl_map>;
    pub fn isl_set_indicator_function(set: Take<isl_set>) -> Give<isl_pw_aff>;
    pub fn isl_set_insert_dims(set: Take<isl_set>, type_: DimType, pos: c_uint, n: c_uint) -> Give<isl_set>;
    pub fn isl_set_intersect(set1: Take<isl_set>, set2: Take<isl_set>) -> Give<isl_set>;
    pub fn isl_set_intersect_factor_domain(set: Take<isl_set>, domain: Take<isl_set>) -> Give<isl_set>;
    pub fn isl_set_intersect_factor_range(set: Take<isl_set>, range: Take<isl_set>) -> Give<isl_set>;
    pub fn isl_set_intersect_params(set: Take<isl_set>, params: Take<isl_set>) -> Give<isl_set>;
    pub fn isl_set_involves_dims(set: Keep<isl_set>, type_: DimType, first: c_uint, n: c_uint) -> IslBool;
    pub fn isl_set_involves_locals(set: Keep<isl_set>) -> IslBool;
    pub fn isl_set_is_bounded(set: Keep<isl_set>) -> IslBool;
    pub fn isl_set_is_box(set: Keep<isl_set>) -> IslBool;
    pub fn isl_set_is_disjoint(set1: Keep<isl_set>, set2: Keep<isl_set>) -> IslBool;
    pub fn isl_set_is_empty(set: Keep<isl_set>) -> IslBool;
    pub fn isl_set_is_equal(set1: Keep<isl_set>, set2: Keep<isl_set>) -> IslBool;
    pub fn isl_set_is_params(set: Keep<isl_set>) -> IslBool;
    pub fn isl_set_is_singleton(set: Keep<isl_set>) -> IslBool;
    pub fn isl_set_is_strict_subset(set1: Keep<isl_set>, set2: Keep<isl_set>) -> IslBool;
    pub fn isl_set_is_subset(set1: Keep<isl_set>, set2: Keep<isl_set>) -> IslBool;
    pub fn isl_set_is_wrapping(set: Keep<isl_set>) -> IslBool;
    pub fn isl_set_lex_ge_set(set1: Take<isl_set>, set2: Take<isl_set>) -> Give<isl_map>;
    pub fn isl_set_lex_gt_set(set1: Take<isl_set>, set2: Take<isl_set>) -> Give<isl_map>;
    pub fn isl_set_lex_le_set(set1: Take<isl_set>, set2: Take<isl_set>) -> Give<isl_map>;
    pub fn isl_set_lex_lt_set(set1: Take<isl_set>, set2: Take<isl_set>) -> Give<isl_map>;
    pub fn isl_set_lexmax(set: Take<isl_set>) -> Give<isl_set>;
    pub fn isl_set_lexmax_pw_multi_aff(set: Take<isl_set>) -> Give<isl_pw_multi_aff>;
    pub fn isl_set_lexmin(set: Take<isl_set>) -> Give<isl_set>;
    pub fn isl_set_lexmin_pw_multi_aff(set: Take<isl_set>) -> Give<isl_pw_multi_aff>;
    pub fn isl_set_lift(set: Take<isl_set>) -> Give<isl_set>;
    pub fn isl_set_list_add(list: Take<isl_set_list>, el: Take<isl_set>) -> Give<isl_set_list>;
    pub fn isl_set_list_alloc(ctx: *mut isl_ctx, n: c_int) -> Give<isl_set_list>;
    pub fn isl_set_list_copy(list: Keep<isl_set_list>) -> Give<isl_set_list>;
    pub fn isl_set_list_free(list: Take<isl_set_list>) -> Give<isl_set_list>;
    pub fn isl_set_list_get_at(list: Keep<isl_set_list>, index: c_int) -> Give<isl_set>;
    pub fn isl_set_list_size(list: Keep<isl_set_list>) -> IslSize;
    pub fn isl_set_lower_bound_multi_pw_aff(set: Take<isl_set>, lower: Take<isl_multi_pw_aff>) -> Give<isl_set>;
    pub fn isl_set_lower_bound_multi_val(set: Take<isl_set>, lower: Take<isl_multi_val>) -> Give<isl_set>;
    pub fn isl_set_lower_bound_si(set: Take<isl_set>, type_: DimType, pos: c_uint, value: c_int) -> Give<isl_set>;
    pub fn isl_set_lower_bound_val(
        set: Take<isl_set>,
        type_: DimType,
        pos: c_uint,
        value: Take<isl_val>,
    ) -> Give<isl_set>;
    pub fn isl_set_make_disjoint(set: Take<isl_set>) -> Give<isl_set>;
    pub fn isl_set_max_multi_pw_aff(set: Take<isl_set>) -> Give<isl_multi_pw_aff>;
    pub fn isl_set_max_val(set: Keep<isl_set>, obj: Keep<isl_aff>) -> Give<isl_val>;
    pub fn isl_set_min_multi_pw_aff(set: Take<isl_set>) -> Give<isl_multi_pw_aff>;
    pub fn isl_set_min_val(set: Keep<isl_set>, obj: Keep<isl_aff>) -> Give<isl_val>;
    pub fn isl_set_move_dims(
        set: Take<isl_set>,
        dst_type: DimType,
        dst_pos: c_uint,
        src_type: DimType,
        src_pos: c_uint,
        n: c_uint,
    ) -> Give<isl_set>;
    pub fn isl_set_n_basic_set(set: Keep<isl_set>) -> IslSize;
    pub fn isl_set_n_dim(set: Keep<isl_set>) -> IslSize;
    pub fn isl_set_n_param(set: Keep<isl_set>) -> IslSize;
    pub fn isl_set_nat_universe(space: Take<isl_space>) -> Give<isl_set>;
    pub fn isl_set_neg(set: Take<isl_set>) -> Give<isl_set>;
    pub fn isl_set_param_pw_aff_on_domain_id(domain: Take<isl_set>, id: Take<isl_id>) -> Give<isl_pw_aff>;
    pub fn isl_set_params(set: Take<isl_set>) -> Give<isl_set>;
    pub fn isl_set_plain_cmp(set1: Keep<isl_set>, set2: Keep<isl_set>) -> c_int;
    pub fn isl_set_plain_get_val_if_fixed(set: Keep<isl_set>, type_: DimType, pos: c_uint) -> Give<isl_val>;
    pub fn isl_set_plain_is_disjoint(set1: Keep<isl_set>, set2: Keep<isl_set>) -> IslBool;
    pub fn isl_set_plain_is_empty(set: Keep<isl_set>) -> IslBool;
    pub fn isl_set_plain_is_equal(set1: Keep<isl_set>, set2: Keep<isl_set>) -> IslBool;
    pub fn isl_set_plain_is_universe(set: Keep<isl_set>) -> IslBool;
    pub fn isl_set_plain_unshifted_simple_hull(set: Take<isl_set>) -> Give<isl_basic_set>;
    pub fn isl_set_polyhedral_hull(set: Take<isl_set>) -> Give<isl_basic_set>;
    pub fn isl_set_preimage_multi_aff(set: Take<isl_set>, ma: Take<isl_multi_aff>) -> Give<isl_set>;
    pub fn isl_set_preimage_multi_pw_aff(set: Take<isl_set>, mpa: Take<isl_multi_pw_aff>) -> Give<isl_set>;
    pub fn isl_set_preimage_pw_multi_aff(set: Take<isl_set>, pma: Take<isl_pw_multi_aff>) -> Give<isl_set>;
    pub fn isl_set_product(set1: Take<isl_set>, set2: Take<isl_set>) -> Give<isl_set>;
    pub fn isl_set_project_onto_map(set: Take<isl_set>, type_: DimType, first: c_uint, n: c_uint) -> Give<isl_map>;
    pub fn isl_set_project_out(set: Take<isl_set>, type_: DimType, first: c_uint, n: c_uint) -> Give<isl_set>;
    pub fn isl_set_project_out_all_params(set: Take<isl_set>) -> Give<isl_set>;
    pub fn isl_set_project_out_param_id(set: Take<isl_set>, id: Take<isl_id>) -> Give<isl_set>;
    pub fn isl_set_project_out_param_id_list(set: Take<isl_set>, list: Take<isl_id_list>) -> Give<isl_set>;
    pub fn isl_set_pw_aff_on_domain_val(domain: Take<isl_set>, v: Take<isl_val>) -> Give<isl_pw_aff>;
    pub fn isl_set_pw_multi_aff_on_domain_multi_val(
        domain: Take<isl_set>,
        mv: Take<isl_multi_val>,
    ) -> Give<isl_pw_multi_aff>;
    pub fn isl_set_read_from_str(ctx: *mut isl_ctx, str_: *const c_char) -> Give<isl_set>;
    pub fn isl_set_remove_dims(bset: Take<isl_set>, type_: DimType, first: c_uint, n: c_uint) -> Give<isl_set>;
    pub fn isl_set_remove_divs(set: Take<isl_set>) -> Give<isl_set>;
    pub fn isl_set_remove_divs_involving_dims(
        set: Take<isl_set>,
        type_: DimType,
        first: c_uint,
        n: c_uint,
    ) -> Give<isl_set>;
    pub fn isl_set_remove_redundancies(set: Take<isl_set>) -> Give<isl_set>;
    pub fn isl_set_remove_unknown_divs(set: Take<isl_set>) -> Give<isl_set>;
    pub fn isl_set_reset_tuple_id(set: Take<isl_set>) -> Give<isl_set>;
    pub fn isl_set_reset_user(set: Take<isl_set>) -> Give<isl_set>;
    pub fn isl_set_sample(set: Take<isl_set>) -> Give<isl_basic_set>;
    pub fn isl_set_sample_point(set: Take<isl_set>) -> Give<isl_point>;
    pub fn isl_set_set_dim_id(set: Take<isl_set>, type_: DimType, pos: c_uint, id: Take<isl_id>) -> Give<isl_set>;
    pub fn isl_set_set_dim_name(set: Take<isl_set>, type_: DimType, pos: c_uint, s: *const c_char) -> Give<isl_set>;
    pub fn isl_set_set_tuple_id(set: Take<isl_set>, id: Take<isl_id>) -> Give<isl_set>;
    pub fn isl_set_set_tuple_name(set: Take<isl_set>, s: *const c_char) -> Give<isl_set>;
    pub fn isl_set_simple_hull(set: Take<isl_set>) -> Give<isl_basic_set>;
    pub fn isl_set_solutions(set: Take<isl_set>) -> Give<isl_basic_set>;
    pub fn isl_set_split_dims(set: Take<isl_set>, type_: DimType, first: c_uint, n: c_uint) -> Give<isl_set>;
    pub fn isl_set_subtract(set1: Take<isl_set>, set2: Take<isl_set>) -> Give<isl_set>;
    pub fn isl_set_sum(set1: Take<isl_set>, set2: Take<isl_set>) -> Give<isl_set>;
    pub fn isl_set_to_list(el: Take<isl_set>) -> Give<isl_set_list>;
    pub fn isl_set_to_str(set: Keep<isl_set>) -> GiveStr;
    pub fn isl_set_to_union_set(set: Take<isl_set>) -> Give<isl_union_set>;
    pub fn isl_set_translation(deltas: Take<isl_set>) -> Give<isl_map>;
    pub fn isl_set_tuple_dim(set: Keep<isl_set>) -> IslSize;
    pub fn isl_set_union(set1: Take<isl_set>, set2: Take<isl_set>) -> Give<isl_set>;
    pub fn isl_set_union_disjoint(set1: Take<isl_set>, set2: Take<isl_set>) -> Give<isl_set>;
    pub fn isl_set_universe(space: Take<isl_space>) -> Give<isl_set>;
    pub fn isl_set_unshifted_simple_hull(set: Take<isl_set>) -> Give<isl_basic_set>;
    pub fn isl_set_unwrap(set: Take<isl_set>) -> Give<isl_map>;
    pub fn isl_set_upper_bound_multi_pw_aff(set: Take<isl_set>, upper: Take<isl_multi_pw_aff>) -> Give<isl_set>;
    pub fn isl_set_upper_bound_multi_val(set: Take<isl_set>, upper: Take<isl_multi_val>) -> Give<isl_set>;
    pub fn isl_set_upper_bound_si(set: Take<isl_set>, type_: DimType, pos: c_uint, value: c_int) -> Give<isl_set>;
    pub fn isl_set_upper_bound_val(
        set: Take<isl_set>,
        type_: DimType,
        pos: c_uint,
        value: Take<isl_val>,
    ) -> Give<isl_set>;
    pub fn isl_set_wrapped_domain_map(set: Take<isl_set>) -> Give<isl_map>;
    pub fn isl_set_wrapped_reverse(set: Take<isl_set>) -> Give<isl_set>;
    pub fn isl_space_add_dims(space: Take<isl_space>, type_: DimType, n: c_uint) -> Give<isl_space>;
    pub fn isl_space_add_named_tuple_id_ui(
        space: Take<isl_space>,
        tuple_id: Take<isl_id>,
        dim: c_uint,
    ) -> Give<isl_space>;
    pub fn isl_space_add_param_id(space: Take<isl_space>, id: Take<isl_id>) -> Give<isl_space>;
    pub fn isl_space_add_unnamed_tuple_ui(space: Take<isl_space>, dim: c_uint) -> Give<isl_space>;
    pub fn isl_space_align_params(space1: Take<isl_space>, space2: Take<isl_space>) -> Give<isl_space>;
    pub fn isl_space_alloc(ctx: *mut isl_ctx, nparam: c_uint, n_in: c_uint, n_out: c_uint) -> Give<isl_space>;
    pub fn isl_space_can_curry(space: Keep<isl_space>) -> IslBool;
    pub fn isl_space_can_range_curry(space: Keep<isl_space>) -> IslBool;
    pub fn isl_space_can_uncurry(space: Keep<isl_space>) -> IslBool;
    pub fn isl_space_can_zip(space: Keep<isl_space>) -> IslBool;
    pub fn isl_space_copy(space: Keep<isl_space>) -> Give<isl_space>;
    pub fn isl_space_curry(space: Take<isl_space>) -> Give<isl_space>;
    pub fn isl_space_dim(space: Keep<isl_space>, type_: DimType) -> IslSize;
    pub fn isl_space_domain(space: Take<isl_space>) -> Give<isl_space>;
    pub fn isl_space_domain_factor_domain(space: Take<isl_space>) -> Give<isl_space>;
    pub fn isl_space_domain_factor_range(space: Take<isl_space>) -> Give<isl_space>;
    pub fn isl_space_domain_is_wrapping(space: Keep<isl_space>) -> IslBool;
    pub fn isl_space_domain_map(space: Take<isl_space>) -> Give<isl_space>;
    pub fn isl_space_domain_map_multi_aff(space: Take<isl_space>) -> Give<isl_multi_aff>;
    pub fn isl_space_domain_map_pw_multi_aff(space: Take<isl_space>) -> Give<isl_pw_multi_aff>;
    pub fn isl_space_domain_product(left: Take<isl_space>, right: Take<isl_space>) -> Give<isl_space>;
    pub fn isl_space_domain_reverse(space: Take<isl_space>) -> Give<isl_space>;
    pub fn isl_space_domain_wrapped_domain(space: Take<isl_space>) -> Give<isl_space>;
    pub fn isl_space_domain_wrapped_range(space: Take<isl_space>) -> Give<isl_space>;
    pub fn isl_space_drop_all_params(space: Take<isl_space>) -> Give<isl_space>;
    pub fn isl_space_drop_dims(space: Take<isl_space>, type_: DimType, first: c_uint, num: c_uint) -> Give<isl_space>;
    pub fn isl_space_drop_inputs(space: Take<isl_space>, first: c_uint, n: c_uint) -> Give<isl_space>;
    pub fn isl_space_drop_outputs(space: Take<isl_space>, first: c_uint, n: c_uint) -> Give<isl_space>;
    pub fn isl_space_extend(space: Take<isl_space>, nparam: c_uint, n_in: c_uint, n_out: c_uint) -> Give<isl_space>;
    pub fn isl_space_factor_domain(space: Take<isl_space>) -> Give<isl_space>;
    pub fn isl_space_factor_range(space: Take<isl_space>) -> Give<isl_space>;
    pub fn isl_space_find_dim_by_id(space: Keep<isl_space>, type_: DimType, id: Keep<isl_id>) -> c_int;
    pub fn isl_space_find_dim_by_name(space: Keep<isl_space>, type_: DimType, name: *const c_char) -> c_int;
    pub fn isl_space_flatten_domain(space: Take<isl_space>) -> Give<isl_space>;
    pub fn isl_space_flatten_range(space: Take<isl_space>) -> Give<isl_space>;
    pub fn isl_space_free(space: Take<isl_space>) -> Give<isl_space>;
    pub fn isl_space_from_domain(space: Take<isl_space>) -> Give<isl_space>;
    pub fn isl_space_from_range(space: Take<isl_space>) -> Give<isl_space>;
    pub fn isl_space_get_dim_id(space: Keep<isl_space>, type_: DimType, pos: c_uint) -> Give<isl_id>;
    pub fn isl_space_get_dim_name(space: Keep<isl_space>, type_: DimType, pos: c_uint) -> LendStr;
    pub fn isl_space_get_domain_tuple_id(space: Keep<isl_space>) -> Give<isl_id>;
    pub fn isl_space_get_range_tuple_id(space: Keep<isl_space>) -> Give<isl_id>;
    pub fn isl_space_get_tuple_id(space: Keep<isl_space>, type_: DimType) -> Give<isl_id>;
    pub fn isl_space_get_tuple_name(space: Keep<isl_space>, type_: DimType) -> LendStr;
    pub fn isl_space_has_dim_id(space: Keep<isl_space>, type_: DimType, pos: c_uint) -> IslBool;
    pub fn isl_space_has_dim_name(space: Keep<isl_space>, type_: DimType, pos: c_uint) -> IslBool;
    pub fn isl_space_has_domain_tuple_id(space: Keep<isl_space>) -> IslBool;
    pub fn isl_space_has_equal_params(space1: Keep<isl_space>, space2: Keep<isl_space>) -> IslBool;
    pub fn isl_space_has_equal_tuples(space1: Keep<isl_space>, space2: Keep<isl_space>) -> IslBool;
    pub fn isl_space_has_range_tuple_id(space: Keep<isl_space>) -> IslBool;
    pub fn isl_space_has_tuple_id(space: Keep<isl_space>, type_: DimType) -> IslBool;
    pub fn isl_space_has_tuple_name(space: Keep<isl_space>, type_: DimType) -> IslBool;
    pub fn isl_space_identity_multi_aff_on_domain(space: Take<isl_space>) -> Give<isl_multi_aff>;
    pub fn isl_space_identity_multi_pw_aff_on_domain(space: Take<isl_space>) -> Give<isl_multi_pw_aff>;
    pub fn isl_space_identity_pw_multi_aff_on_domain(space: Take<isl_space>) -> Give<isl_pw_multi_aff>;
    pub fn isl_space_insert_dims(space: Take<isl_space>, type_: DimType, pos: c_uint, n: c_uint) -> Give<isl_space>;
    pub fn isl_space_is_domain(space1: Keep<isl_space>, space2: Keep<isl_space>) -> IslBool;
    pub fn isl_space_is_equal(space1: Keep<isl_space>, space2: Keep<isl_space>) -> IslBool;
    pub fn isl_space_is_map(space: Keep<isl_space>) -> IslBool;
    pub fn isl_space_is_params(space: Keep<isl_space>) -> IslBool;
    pub fn isl_space_is_product(space: Keep<isl_space>) -> IslBool;
    pub fn isl_space_is_range(space1: Keep<isl_space>, space2: Keep<isl_space>) -> IslBool;
    pub fn isl_space_is_set(space: Keep<isl_space>) -> IslBool;
    pub fn isl_space_is_wrapping(space: Keep<isl_space>) -> IslBool;
    pub fn isl_space_join(left: Take<isl_space>, right: Take<isl_space>) -> Give<isl_space>;
    pub fn isl_space_map_from_domain_and_range(domain: Take<isl_space>, range: Take<isl_space>) -> Give<isl_space>;
    pub fn isl_space_map_from_set(space: Take<isl_space>) -> Give<isl_space>;
    pub fn isl_space_match(space1: Keep<isl_space>, type1: DimType, space2: Keep<isl_space>, type2: DimType)
    -> IslBool;
    pub fn isl_space_move_dims(
        space: Take<isl_space>,
        dst_type: DimType,
        dst_pos: c_uint,
        src_type: DimType,
        src_pos: c_uint,
        n: c_uint,
    ) -> Give<isl_space>;
    pub fn isl_space_multi_aff(space: Take<isl_space>, list: Take<isl_aff_list>) -> Give<isl_multi_aff>;
    pub fn isl_space_multi_aff_on_domain_multi_val(
        space: Take<isl_space>,
        mv: Take<isl_multi_val>,
    ) -> Give<isl_multi_aff>;
    pub fn isl_space_multi_pw_aff(space: Take<isl_space>, list: Take<isl_pw_aff_list>) -> Give<isl_multi_pw_aff>;
    pub fn isl_space_multi_union_pw_aff(
        space: Take<isl_space>,
        list: Take<isl_union_pw_aff_list>,
    ) -> Give<isl_multi_union_pw_aff>;
    pub fn isl_space_multi_val(space: Take<isl_space>, list: Take<isl_val_list>) -> Give<isl_multi_val>;
    pub fn isl_space_param_aff_on_domain_id(space: Take<isl_space>, id: Take<isl_id>) -> Give<isl_aff>;
    pub fn isl_space_params(space: Take<isl_space>) -> Give<isl_space>;
    pub fn isl_space_params_alloc(ctx: *mut isl_ctx, nparam: c_uint) -> Give<isl_space>;
    pub fn isl_space_product(left: Take<isl_space>, right: Take<isl_space>) -> Give<isl_space>;
    pub fn isl_space_range(space: Take<isl_space>) -> Give<isl_space>;
    pub fn isl_space_range_curry(space: Take<isl_space>) -> Give<isl_space>;
    pub fn isl_space_range_factor_domain(space: Take<isl_space>) -> Give<isl_space>;
    pub fn isl_space_range_factor_range(space: Take<isl_space>) -> Give<isl_space>;
    pub fn isl_space_range_is_wrapping(space: Keep<isl_space>) -> IslBool;
    pub fn isl_space_range_map(space: Take<isl_space>) -> Give<isl_space>;
    pub fn isl_space_range_map_multi_aff(space: Take<isl_space>) -> Give<isl_multi_aff>;
    pub fn isl_space_range_map_pw_multi_aff(space: Take<isl_space>) -> Give<isl_pw_multi_aff>;
    pub fn isl_space_range_product(left: Take<isl_space>, right: Take<isl_space>) -> Give<isl_space>;
    pub fn isl_space_range_reverse(space: Take<isl_space>) -> Give<isl_space>;
    pub fn isl_space_range_wrapped_domain(space: Take<isl_space>) -> Give<isl_space>;
    pub fn isl_space_range_wrapped_range(space: Take<isl_space>) -> Give<isl_space>;
    pub fn isl_space_reset_tuple_id(space: Take<isl_space>, type_: DimType) -> Give<isl_space>;
    pub fn isl_space_reset_user(space: Take<isl_space>) -> Give<isl_space>;
    pub fn isl_space_reverse(space: Take<isl_space>) -> Give<isl_space>;
    pub fn isl_space_set_alloc(ctx: *mut isl_ctx, nparam: c_uint, dim: c_uint) -> Give<isl_space>;
    pub fn isl_space_set_dim_id(
        space: Take<isl_space>,
        type_: DimType,
        pos: c_uint,
        id: Take<isl_id>,
    ) -> Give<isl_space>;
    pub fn isl_space_set_dim_name(
        space: Take<isl_space>,
        type_: DimType,
        pos: c_uint,
        name: *const c_char,
    ) -> Give<isl_space>;
    pub fn isl_space_set_domain_tuple_id(space: Take<isl_space>, id: Take<isl_id>) -> Give<isl_space>;
    pub fn isl_space_set_from_params(space: Take<isl_space>) -> Give<isl_space>;
    pub fn isl_space_set_range_tuple_id(space: Take<isl_space>, id: Take<isl_id>) -> Give<isl_space>;
    pub fn isl_space_set_tuple_id(space: Take<isl_space>, type_: DimType, id: Take<isl_id>) -> Give<isl_space>;
    pub fn isl_space_set_tuple_name(space: Take<isl_space>, type_: DimType, s: *const c_char) -> Give<isl_space>;
    pub fn isl_space_to_str(space: Keep<isl_space>) -> GiveStr;
    pub fn isl_space_tuple_is_equal(
        space1: Keep<isl_space>,
        type1: DimType,
        space2: Keep<isl_space>,
        type2: DimType,
    ) -> IslBool;
    pub fn isl_space_uncurry(space: Take<isl_space>) -> Give<isl_space>;
    pub fn isl_space_unit(ctx: *mut isl_ctx) -> Give<isl_space>;
    pub fn isl_space_universe_map(space: Take<isl_space>) -> Give<isl_map>;
    pub fn isl_space_universe_set(space: Take<isl_space>) -> Give<isl_set>;
    pub fn isl_space_unwrap(space: Take<isl_space>) -> Give<isl_space>;
    pub fn isl_space_wrap(space: Take<isl_space>) -> Give<isl_space>;
    pub fn isl_space_wrapped_reverse(space: Take<isl_space>) -> Give<isl_space>;
    pub fn isl_space_zero_aff_on_domain(space: Take<isl_space>) -> Give<isl_aff>;
    pub fn isl_space_zero_multi_aff(space: Take<isl_space>) -> Give<isl_multi_aff>;
    pub fn isl_space_zero_multi_pw_aff(space: Take<isl_space>) -> Give<isl_multi_pw_aff>;
    pub fn isl_space_zero_multi_union_pw_aff(space: Take<isl_space>) -> Give<isl_multi_union_pw_aff>;
    pub fn isl_space_zero_multi_val(space: Take<isl_space>) -> Give<isl_multi_val>;
    pub fn isl_space_zip(space: Take<isl_space>) -> Give<isl_space>;
    pub fn isl_stream_free(s: Take<isl_stream>);
    pub fn isl_stream_is_empty(s: Keep<isl_stream>) -> IslBool;
    pub fn isl_stream_new_str(ctx: *mut isl_ctx, str_: *const c_char) -> Give<isl_stream>;
    pub fn isl_stream_read_schedule(s: *mut isl_stream) -> Give<isl_schedule>;
    pub fn isl_stream_read_val(s: Keep<isl_stream>) -> Give<isl_val>;
    pub fn isl_stride_info_copy(si: Keep<isl_stride_info>) -> Give<isl_stride_info>;
    pub fn isl_stride_info_free(si: Take<isl_stride_info>) -> Give<isl_stride_info>;
    pub fn isl_stride_info_get_offset(si: Keep<isl_stride_info>) -> Give<isl_aff>;
    pub fn isl_stride_info_get_stride(si: Keep<isl_stride_info>) -> Give<isl_val>;
    pub fn isl_union_access_info_compute_flow(access: Take<isl_union_access_info>) -> Give<isl_union_flow>;
    pub fn isl_union_access_info_copy(access: Keep<isl_union_access_info>) -> Give<isl_union_access_info>;
    pub fn isl_union_access_info_free(access: Take<isl_union_access_info>) -> Give<isl_union_access_info>;
    pub fn isl_union_access_info_from_sink(sink: Take<isl_union_map>) -> Give<isl_union_access_info>;
    pub fn isl_union_access_info_set_kill(
        access: Take<isl_union_access_info>,
        kill: Take<isl_union_map>,
    ) -> Give<isl_union_access_info>;
    pub fn isl_union_access_info_set_may_source(
        access: Take<isl_union_access_info>,
        may_source: Take<isl_union_map>,
    ) -> Give<isl_union_access_info>;
    pub fn isl_union_access_info_set_must_source(
        access: Take<isl_union_access_info>,
        must_source: Take<isl_union_map>,
    ) -> Give<isl_union_access_info>;
    pub fn isl_union_access_info_set_schedule(
        access: Take<isl_union_access_info>,
        schedule: Take<isl_schedule>,
    ) -> Give<isl_union_access_info>;
    pub fn isl_union_access_info_set_schedule_map(
        access: Take<isl_union_access_info>,
        schedule_map: Take<isl_union_map>,
    ) -> Give<isl_union_access_info>;
    pub fn isl_union_access_info_to_str(access: Keep<isl_union_access_info>) -> GiveStr;
    pub fn isl_union_flow_copy(flow: Keep<isl_union_flow>) -> Give<isl_union_flow>;
    pub fn isl_union_flow_free(flow: Take<isl_union_flow>) -> Give<isl_union_flow>;
    pub fn isl_union_flow_get_full_may_dependence(flow: Keep<isl_union_flow>) -> Give<isl_union_map>;
    pub fn isl_union_flow_get_full_must_dependence(flow: Keep<isl_union_flow>) -> Give<isl_union_map>;
    pub fn isl_union_flow_get_may_dependence(flow: Keep<isl_union_flow>) -> Give<isl_union_map>;
    pub fn isl_union_flow_get_may_no_source(flow: Keep<isl_union_flow>) -> Give<isl_union_map>;
    pub fn isl_union_flow_get_must_dependence(flow: Keep<isl_union_flow>) -> Give<isl_union_map>;
    pub fn isl_union_flow_get_must_no_source(flow: Keep<isl_union_flow>) -> Give<isl_union_map>;
    pub fn isl_union_flow_to_str(flow: Keep<isl_union_flow>) -> GiveStr;
    pub fn isl_union_map_add_map(umap: Take<isl_union_map>, map: Take<isl_map>) -> Give<isl_union_map>;
    pub fn isl_union_map_affine_hull(umap: Take<isl_union_map>) -> Give<isl_union_map>;
    pub fn isl_union_map_align_params(umap: Take<isl_union_map>, model: Take<isl_space>) -> Give<isl_union_map>;
    pub fn isl_union_map_apply_domain(umap1: Take<isl_union_map>, umap2: Take<isl_union_map>) -> Give<isl_union_map>;
    pub fn isl_union_map_apply_range(umap1: Take<isl_union_map>, umap2: Take<isl_union_map>) -> Give<isl_union_map>;
    pub fn isl_union_map_as_map(umap: Take<isl_union_map>) -> Give<isl_map>;
    pub fn isl_union_map_as_multi_union_pw_aff(umap: Take<isl_union_map>) -> Give<isl_multi_union_pw_aff>;
    pub fn isl_union_map_as_union_pw_multi_aff(umap: Take<isl_union_map>) -> Give<isl_union_pw_multi_aff>;
    pub fn isl_union_map_coalesce(umap: Take<isl_union_map>) -> Give<isl_union_map>;
    pub fn isl_union_map_compute_divs(umap: Take<isl_union_map>) -> Give<isl_union_map>;
    pub fn isl_union_map_contains(umap: Keep<isl_union_map>, space: Keep<isl_space>) -> IslBool;
    pub fn isl_union_map_copy(umap: Keep<isl_union_map>) -> Give<isl_union_map>;
    pub fn isl_union_map_curry(umap: Take<isl_union_map>) -> Give<isl_union_map>;
    pub fn isl_union_map_deltas(umap: Take<isl_union_map>) -> Give<isl_union_set>;
    pub fn isl_union_map_deltas_map(umap: Take<isl_union_map>) -> Give<isl_union_map>;
    pub fn isl_union_map_detect_equalities(umap: Take<isl_union_map>) -> Give<isl_union_map>;
    pub fn isl_union_map_dim(umap: Keep<isl_union_map>, type_: DimType) -> IslSize;
    pub fn isl_union_map_domain(umap: Take<isl_union_map>) -> Give<isl_union_set>;
    pub fn isl_union_map_domain_factor_domain(umap: Take<isl_union_map>) -> Give<isl_union_map>;
    pub fn isl_union_map_domain_factor_range(umap: Take<isl_union_map>) -> Give<isl_union_map>;
    pub fn isl_union_map_domain_map(umap: Take<isl_union_map>) -> Give<isl_union_map>;
    pub fn isl_union_map_domain_map_union_pw_multi_aff(umap: Take<isl_union_map>) -> Give<isl_union_pw_multi_aff>;
    pub fn isl_union_map_domain_product(umap1: Take<isl_union_map>, umap2: Take<isl_union_map>) -> Give<isl_union_map>;
    pub fn isl_union_map_domain_reverse(umap: Take<isl_union_map>) -> Give<isl_union_map>;
    pub fn isl_union_map_drop_unused_params(umap: Take<isl_union_map>) -> Give<isl_union_map>;
    pub fn isl_union_map_empty(space: Take<isl_space>) -> Give<isl_union_map>;
    pub fn isl_union_map_empty_ctx(ctx: *mut isl_ctx) -> Give<isl_union_map>;
    pub fn isl_union_map_empty_space(space: Take<isl_space>) -> Give<isl_union_map>;
    pub fn isl_union_map_eq_at_multi_union_pw_aff(
        umap: Take<isl_union_map>,
        mupa: Take<isl_multi_union_pw_aff>,
    ) -> Give<isl_union_map>;
    pub fn isl_union_map_extract_map(umap: Keep<isl_union_map>, space: Take<isl_space>) -> Give<isl_map>;
    pub fn isl_union_map_factor_domain(umap: Take<isl_union_map>) -> Give<isl_union_map>;
    pub fn isl_union_map_factor_range(umap: Take<isl_union_map>) -> Give<isl_union_map>;
    pub fn isl_union_map_find_dim_by_name(umap: Keep<isl_union_map>, type_: DimType, name: *const c_char) -> c_int;
    pub fn isl_union_map_fixed_power_val(umap: Take<isl_union_map>, exp: Take<isl_val>) -> Give<isl_union_map>;
    pub fn isl_union_map_flat_domain_product(
        umap1: Take<isl_union_map>,
        umap2: Take<isl_union_map>,
    ) -> Give<isl_union_map>;
    pub fn isl_union_map_flat_range_product(
        umap1: Take<isl_union_map>,
        umap2: Take<isl_union_map>,
    ) -> Give<isl_union_map>;
    pub fn isl_union_map_free(umap: Take<isl_union_map>) -> Give<isl_union_map>;
    pub fn isl_union_map_from_basic_map(bmap: Take<isl_basic_map>) -> Give<isl_union_map>;
    pub fn isl_union_map_from_domain(uset: Take<isl_union_set>) -> Give<isl_union_map>;
    pub fn isl_union_map_from_domain_and_range(
        domain: Take<isl_union_set>,
        range: Take<isl_union_set>,
    ) -> Give<isl_union_map>;
    pub fn isl_union_map_from_map(map: Take<isl_map>) -> Give<isl_union_map>;
    pub fn isl_union_map_from_multi_union_pw_aff(mupa: Take<isl_multi_union_pw_aff>) -> Give<isl_union_map>;
    pub fn isl_union_map_from_range(uset: Take<isl_union_set>) -> Give<isl_union_map>;
    pub fn isl_union_map_from_union_pw_aff(upa: Take<isl_union_pw_aff>) -> Give<isl_union_map>;
    pub fn isl_union_map_from_union_pw_multi_aff(upma: Take<isl_union_pw_multi_aff>) -> Give<isl_union_map>;
    pub fn isl_union_map_get_dim_id(umap: Keep<isl_union_map>, type_: DimType, pos: c_uint) -> Give<isl_id>;
    pub fn isl_union_map_get_map_list(umap: Keep<isl_union_map>) -> Give<isl_map_list>;
    pub fn isl_union_map_get_space(umap: Keep<isl_union_map>) -> Give<isl_space>;
    pub fn isl_union_map_gist(umap: Take<isl_union_map>, context: Take<isl_union_map>) -> Give<isl_union_map>;
    pub fn isl_union_map_gist_domain(umap: Take<isl_union_map>, uset: Take<isl_union_set>) -> Give<isl_union_map>;
    pub fn isl_union_map_gist_params(umap: Take<isl_union_map>, set: Take<isl_set>) -> Give<isl_union_map>;
    pub fn isl_union_map_gist_range(umap: Take<isl_union_map>, uset: Take<isl_union_set>) -> Give<isl_union_map>;
    pub fn isl_union_map_intersect(umap1: Take<isl_union_map>, umap2: Take<isl_union_map>) -> Give<isl_union_map>;
    pub fn isl_union_map_intersect_domain(umap: Take<isl_union_map>, uset: Take<isl_union_set>) -> Give<isl_union_map>;
    pub fn isl_union_map_intersect_domain_factor_domain(
        umap: Take<isl_union_map>,
        factor: Take<isl_union_map>,
    ) -> Give<isl_union_map>;
    pub fn isl_union_map_intersect_domain_factor_range(
        umap: Take<isl_union_map>,
        factor: Take<isl_union_map>,
    ) -> Give<isl_union_map>;
    pub fn isl_union_map_intersect_domain_space(
        umap: Take<isl_union_map>,
        space: Take<isl_space>,
    ) -> Give<isl_union_map>;
    pub fn isl_union_map_intersect_domain_union_set(
        umap: Take<isl_union_map>,
        uset: Take<isl_union_set>,
    ) -> Give<isl_union_map>;
    pub fn isl_union_map_intersect_domain_wrapped_domain_union_set(
        umap: Take<isl_union_map>,
        domain: Take<isl_union_set>,
    ) -> Give<isl_union_map>;
    pub fn isl_union_map_intersect_params(umap: Take<isl_union_map>, set: Take<isl_set>) -> Give<isl_union_map>;
    pub fn isl_union_map_intersect_range(umap: Take<isl_union_map>, uset: Take<isl_union_set>) -> Give<isl_union_map>;
    pub fn isl_union_map_intersect_range_factor_domain(
        umap: Take<isl_union_map>,
        factor: Take<isl_union_map>,
    ) -> Give<isl_union_map>;
    pub fn isl_union_map_intersect_range_factor_range(
        umap: Take<isl_union_map>,
        factor: Take<isl_union_map>,
    ) -> Give<isl_union_map>;
    pub fn isl_union_map_intersect_range_space(
        umap: Take<isl_union_map>,
        space: Take<isl_space>,
    ) -> Give<isl_union_map>;
    pub fn isl_union_map_intersect_range_union_set(
        umap: Take<isl_union_map>,
        uset: Take<isl_union_set>,
    ) -> Give<isl_union_map>;
    pub fn isl_union_map_intersect_range_wrapped_domain_union_set(
        umap: Take<isl_union_map>,
        domain: Take<isl_union_set>,
    ) -> Give<isl_union_map>;
    pub fn isl_union_map_involves_dims(umap: Keep<isl_union_map>, type_: DimType, first: c_uint, n: c_uint) -> IslBool;
    pub fn isl_union_map_is_bijective(umap: Keep<isl_union_map>) -> IslBool;
    pub fn isl_union_map_is_disjoint(umap1: Keep<isl_union_map>, umap2: Keep<isl_union_map>) -> IslBool;
    pub fn isl_union_map_is_empty(umap: Keep<isl_union_map>) -> IslBool;
    pub fn isl_union_map_is_equal(umap1: Keep<isl_union_map>, umap2: Keep<isl_union_map>) -> IslBool;
    pub fn isl_union_map_is_identity(umap: Keep<isl_union_map>) -> IslBool;
    pub fn isl_union_map_is_injective(umap: Keep<isl_union_map>) -> IslBool;
    pub fn isl_union_map_is_single_valued(umap: Keep<isl_union_map>) -> IslBool;
    pub fn isl_union_map_is_strict_subset(umap1: Keep<isl_union_map>, umap2: Keep<isl_union_map>) -> IslBool;
    pub fn isl_union_map_is_subset(umap1: Keep<isl_union_map>, umap2: Keep<isl_union_map>) -> IslBool;
    pub fn isl_union_map_isa_map(umap: Keep<isl_union_map>) -> IslBool;
    pub fn isl_union_map_lex_ge_at_multi_union_pw_aff(
        umap: Take<isl_union_map>,
        mupa: Take<isl_multi_union_pw_aff>,
    ) -> Give<isl_union_map>;
    pub fn isl_union_map_lex_ge_union_map(
        umap1: Take<isl_union_map>,
        umap2: Take<isl_union_map>,
    ) -> Give<isl_union_map>;
    pub fn isl_union_map_lex_gt_at_multi_union_pw_aff(
        umap: Take<isl_union_map>,
        mupa: Take<isl_multi_union_pw_aff>,
    ) -> Give<isl_union_map>;
    pub fn isl_union_map_lex_gt_union_map(
        umap1: Take<isl_union_map>,
        umap2: Take<isl_union_map>,
    ) -> Give<isl_union_map>;
    pub fn isl_union_map_lex_le_at_multi_union_pw_aff(
        umap: Take<isl_union_map>,
        mupa: Take<isl_multi_union_pw_aff>,
    ) -> Give<isl_union_map>;
    pub fn isl_union_map_lex_le_union_map(
        umap1: Take<isl_union_map>,
        umap2: Take<isl_union_map>,
    ) -> Give<isl_union_map>;
    pub fn isl_union_map_lex_lt_at_multi_union_pw_aff(
        umap: Take<isl_union_map>,
        mupa: Take<isl_multi_union_pw_aff>,
    ) -> Give<isl_union_map>;
    pub fn isl_union_map_lex_lt_union_map(
        umap1: Take<isl_union_map>,
        umap2: Take<isl_union_map>,
    ) -> Give<isl_union_map>;
    pub fn isl_union_map_lexmax(umap: Take<isl_union_map>) -> Give<isl_union_map>;
    pub fn isl_union_map_lexmin(umap: Take<isl_union_map>) -> Give<isl_union_map>;
    pub fn isl_union_map_list_add(list: Take<isl_union_map_list>, el: Take<isl_union_map>) -> Give<isl_union_map_list>;
    pub fn isl_union_map_list_alloc(ctx: *mut isl_ctx, n: c_int) -> Give<isl_union_map_list>;
    pub fn isl_union_map_list_copy(list: Keep<isl_union_map_list>) -> Give<isl_union_map_list>;
    pub fn isl_union_map_list_free(list: Take<isl_union_map_list>) -> Give<isl_union_map_list>;
    pub fn isl_union_map_list_get_at(list: Keep<isl_union_map_list>, index: c_int) -> Give<isl_union_map>;
    pub fn isl_union_map_list_size(list: Keep<isl_union_map_list>) -> IslSize;
    pub fn isl_union_map_n_map(umap: Keep<isl_union_map>) -> IslSize;
    pub fn isl_union_map_params(umap: Take<isl_union_map>) -> Give<isl_set>;
    pub fn isl_union_map_plain_is_empty(umap: Keep<isl_union_map>) -> IslBool;
    pub fn isl_union_map_plain_is_injective(umap: Keep<isl_union_map>) -> IslBool;
    pub fn isl_union_map_polyhedral_hull(umap: Take<isl_union_map>) -> Give<isl_union_map>;
    pub fn isl_union_map_power(umap: Take<isl_union_map>, exact: *mut IslBool) -> Give<isl_union_map>;
    pub fn isl_union_map_preimage_domain_multi_aff(
        umap: Take<isl_union_map>,
        ma: Take<isl_multi_aff>,
    ) -> Give<isl_union_map>;
    pub fn isl_union_map_preimage_domain_multi_pw_aff(
        umap: Take<isl_union_map>,
        mpa: Take<isl_multi_pw_aff>,
    ) -> Give<isl_union_map>;
    pub fn isl_union_map_preimage_domain_pw_multi_aff(
        umap: Take<isl_union_map>,
        pma: Take<isl_pw_multi_aff>,
    ) -> Give<isl_union_map>;
    pub fn isl_union_map_preimage_domain_union_pw_multi_aff(
        umap: Take<isl_union_map>,
        upma: Take<isl_union_pw_multi_aff>,
    ) -> Give<isl_union_map>;
    pub fn isl_union_map_preimage_range_multi_aff(
        umap: Take<isl_union_map>,
        ma: Take<isl_multi_aff>,
    ) -> Give<isl_union_map>;
    pub fn isl_union_map_preimage_range_pw_multi_aff(
        umap: Take<isl_union_map>,
        pma: Take<isl_pw_multi_aff>,
    ) -> Give<isl_union_map>;
    pub fn isl_union_map_preimage_range_union_pw_multi_aff(
        umap: Take<isl_union_map>,
        upma: Take<isl_union_pw_multi_aff>,
    ) -> Give<isl_union_map>;
    pub fn isl_union_map_product(umap1: Take<isl_union_map>, umap2: Take<isl_union_map>) -> Give<isl_union_map>;
    pub fn isl_union_map_project_out(
        umap: Take<isl_union_map>,
        type_: DimType,
        first: c_uint,
        n: c_uint,
    ) -> Give<isl_union_map>;
    pub fn isl_union_map_project_out_all_params(umap: Take<isl_union_map>) -> Give<isl_union_map>;
    pub fn isl_union_map_project_out_param_id(umap: Take<isl_union_map>, id: Take<isl_id>) -> Give<isl_union_map>;
    pub fn isl_union_map_project_out_param_id_list(
        umap: Take<isl_union_map>,
        list: Take<isl_id_list>,
    ) -> Give<isl_union_map>;
    pub fn isl_union_map_range(umap: Take<isl_union_map>) -> Give<isl_union_set>;
    pub fn isl_union_map_range_curry(umap: Take<isl_union_map>) -> Give<isl_union_map>;
    pub fn isl_union_map_range_factor_domain(umap: Take<isl_union_map>) -> Give<isl_union_map>;
    pub fn isl_union_map_range_factor_range(umap: Take<isl_union_map>) -> Give<isl_union_map>;
    pub fn isl_union_map_range_map(umap: Take<isl_union_map>) -> Give<isl_union_map>;
    pub fn isl_union_map_range_product(umap1: Take<isl_union_map>, umap2: Take<isl_union_map>) -> Give<isl_union_map>;
    pub fn isl_union_map_range_reverse(umap: Take<isl_union_map>) -> Give<isl_union_map>;
    pub fn isl_union_map_read_from_str(ctx: *mut isl_ctx, str_: *const c_char) -> Give<isl_union_map>;
    pub fn isl_union_map_remove_divs(bmap: Take<isl_union_map>) -> Give<isl_union_map>;
    pub fn isl_union_map_remove_redundancies(umap: Take<isl_union_map>) -> Give<isl_union_map>;
    pub fn isl_union_map_reset_user(umap: Take<isl_union_map>) -> Give<isl_union_map>;
    pub fn isl_union_map_reverse(umap: Take<isl_union_map>) -> Give<isl_union_map>;
    pub fn isl_union_map_sample(umap: Take<isl_union_map>) -> Give<isl_basic_map>;
    pub fn isl_union_map_simple_hull(umap: Take<isl_union_map>) -> Give<isl_union_map>;
    pub fn isl_union_map_subtract(umap1: Take<isl_union_map>, umap2: Take<isl_union_map>) -> Give<isl_union_map>;
    pub fn isl_union_map_subtract_domain(umap: Take<isl_union_map>, dom: Take<isl_union_set>) -> Give<isl_union_map>;
    pub fn isl_union_map_subtract_range(umap: Take<isl_union_map>, dom: Take<isl_union_set>) -> Give<isl_union_map>;
    pub fn isl_union_map_to_list(el: Take<isl_union_map>) -> Give<isl_union_map_list>;
    pub fn isl_union_map_to_str(umap: Keep<isl_union_map>) -> GiveStr;
    pub fn isl_union_map_transitive_closure(umap: Take<isl_union_map>, exact: *mut IslBool) -> Give<isl_union_map>;
    pub fn isl_union_map_uncurry(umap: Take<isl_union_map>) -> Give<isl_union_map>;
    pub fn isl_union_map_union(umap1: Take<isl_union_map>, umap2: Take<isl_union_map>) -> Give<isl_union_map>;
    pub fn isl_union_map_universe(umap: Take<isl_union_map>) -> Give<isl_union_map>;
    pub fn isl_union_map_wrap(umap: Take<isl_union_map>) -> Give<isl_union_set>;
    pub fn isl_union_map_zip(umap: Take<isl_union_map>) -> Give<isl_union_map>;
    pub fn isl_union_pw_aff_add(upa1: Take<isl_union_pw_aff>, upa2: Take<isl_union_pw_aff>) -> Give<isl_union_pw_aff>;
    pub fn isl_union_pw_aff_add_pw_aff(upa: Take<isl_union_pw_aff>, pa: Take<isl_pw_aff>) -> Give<isl_union_pw_aff>;
    pub fn isl_union_pw_aff_aff_on_domain(domain: Take<isl_union_set>, aff: Take<isl_aff>) -> Give<isl_union_pw_aff>;
    pub fn isl_union_pw_aff_align_params(upa: Take<isl_union_pw_aff>, model: Take<isl_space>)
    -> Give<isl_union_pw_aff>;
    pub fn isl_union_pw_aff_bind_id(upa: Take<isl_union_pw_aff>, id: Take<isl_id>) -> Give<isl_union_set>;
    pub fn isl_union_pw_aff_coalesce(upa: Take<isl_union_pw_aff>) -> Give<isl_union_pw_aff>;
    pub fn isl_union_pw_aff_copy(upa: Keep<isl_union_pw_aff>) -> Give<isl_union_pw_aff>;
    pub fn isl_union_pw_aff_dim(upa: Keep<isl_union_pw_aff>, type_: DimType) -> IslSize;
    pub fn isl_union_pw_aff_domain(upa: Take<isl_union_pw_aff>) -> Give<isl_union_set>;
    pub fn isl_union_pw_aff_drop_dims(
        upa: Take<isl_union_pw_aff>,
        type_: DimType,
        first: c_uint,
        n: c_uint,
    ) -> Give<isl_union_pw_aff>;
    pub fn isl_union_pw_aff_drop_unused_params(upa: Take<isl_union_pw_aff>) -> Give<isl_union_pw_aff>;
    pub fn isl_union_pw_aff_empty(space: Take<isl_space>) -> Give<isl_union_pw_aff>;
    pub fn isl_union_pw_aff_empty_ctx(ctx: *mut isl_ctx) -> Give<isl_union_pw_aff>;
    pub fn isl_union_pw_aff_empty_space(space: Take<isl_space>) -> Give<isl_union_pw_aff>;
    pub fn isl_union_pw_aff_extract_pw_aff(upa: Keep<isl_union_pw_aff>, space: Take<isl_space>) -> Give<isl_pw_aff>;
    pub fn isl_union_pw_aff_find_dim_by_name(upa: Keep<isl_union_pw_aff>, type_: DimType, name: *const c_char)
    -> c_int;
    pub fn isl_union_pw_aff_floor(upa: Take<isl_union_pw_aff>) -> Give<isl_union_pw_aff>;
    pub fn isl_union_pw_aff_free(upa: Take<isl_union_pw_aff>) -> Give<isl_union_pw_aff>;
    pub fn isl_union_pw_aff_from_aff(aff: Take<isl_aff>) -> Give<isl_union_pw_aff>;
    pub fn isl_union_pw_aff_from_pw_aff(pa: Take<isl_pw_aff>) -> Give<isl_union_pw_aff>;
    pub fn isl_union_pw_aff_get_pw_aff_list(upa: Keep<isl_union_pw_aff>) -> Give<isl_pw_aff_list>;
    pub fn isl_union_pw_aff_get_space(upa: Keep<isl_union_pw_aff>) -> Give<isl_space>;
    pub fn isl_union_pw_aff_gist(upa: Take<isl_union_pw_aff>, context: Take<isl_union_set>) -> Give<isl_union_pw_aff>;
    pub fn isl_union_pw_aff_gist_params(upa: Take<isl_union_pw_aff>, context: Take<isl_set>) -> Give<isl_union_pw_aff>;
    pub fn isl_union_pw_aff_intersect_domain(
        upa: Take<isl_union_pw_aff>,
        uset: Take<isl_union_set>,
    ) -> Give<isl_union_pw_aff>;
    pub fn isl_union_pw_aff_intersect_domain_space(
        upa: Take<isl_union_pw_aff>,
        space: Take<isl_space>,
    ) -> Give<isl_union_pw_aff>;
    pub fn isl_union_pw_aff_intersect_domain_union_set(
        upa: Take<isl_union_pw_aff>,
        uset: Take<isl_union_set>,
    ) -> Give<isl_union_pw_aff>;
    pub fn isl_union_pw_aff_intersect_domain_wrapped_domain(
        upa: Take<isl_union_pw_aff>,
        uset: Take<isl_union_set>,
    ) -> Give<isl_union_pw_aff>;
    pub fn isl_union_pw_aff_intersect_domain_wrapped_range(
        upa: Take<isl_union_pw_aff>,
        uset: Take<isl_union_set>,
    ) -> Give<isl_union_pw_aff>;
    pub fn isl_union_pw_aff_intersect_params(upa: Take<isl_union_pw_aff>, set: Take<isl_set>)
    -> Give<isl_union_pw_aff>;
    pub fn isl_union_pw_aff_involves_nan(upa: Keep<isl_union_pw_aff>) -> IslBool;
    pub fn isl_union_pw_aff_list_add(
        list: Take<isl_union_pw_aff_list>,
        el: Take<isl_union_pw_aff>,
    ) -> Give<isl_union_pw_aff_list>;
    pub fn isl_union_pw_aff_list_alloc(ctx: *mut isl_ctx, n: c_int) -> Give<isl_union_pw_aff_list>;
    pub fn isl_union_pw_aff_list_copy(list: Keep<isl_union_pw_aff_list>) -> Give<isl_union_pw_aff_list>;
    pub fn isl_union_pw_aff_list_free(list: Take<isl_union_pw_aff_list>) -> Give<isl_union_pw_aff_list>;
    pub fn isl_union_pw_aff_list_get_at(list: Keep<isl_union_pw_aff_list>, index: c_int) -> Give<isl_union_pw_aff>;
    pub fn isl_union_pw_aff_list_size(list: Keep<isl_union_pw_aff_list>) -> IslSize;
    pub fn isl_union_pw_aff_max_val(upa: Take<isl_union_pw_aff>) -> Give<isl_val>;
    pub fn isl_union_pw_aff_min_val(upa: Take<isl_union_pw_aff>) -> Give<isl_val>;
    pub fn isl_union_pw_aff_mod_val(upa: Take<isl_union_pw_aff>, f: Take<isl_val>) -> Give<isl_union_pw_aff>;
    pub fn isl_union_pw_aff_n_pw_aff(upa: Keep<isl_union_pw_aff>) -> IslSize;
    pub fn isl_union_pw_aff_neg(upa: Take<isl_union_pw_aff>) -> Give<isl_union_pw_aff>;
    pub fn isl_union_pw_aff_param_on_domain_id(domain: Take<isl_union_set>, id: Take<isl_id>)
    -> Give<isl_union_pw_aff>;
    pub fn isl_union_pw_aff_plain_is_equal(upa1: Keep<isl_union_pw_aff>, upa2: Keep<isl_union_pw_aff>) -> IslBool;
    pub fn isl_union_pw_aff_pullback_union_pw_multi_aff(
        upa: Take<isl_union_pw_aff>,
        upma: Take<isl_union_pw_multi_aff>,
    ) -> Give<isl_union_pw_aff>;
    pub fn isl_union_pw_aff_pw_aff_on_domain(
        domain: Take<isl_union_set>,
        pa: Take<isl_pw_aff>,
    ) -> Give<isl_union_pw_aff>;
    pub fn isl_union_pw_aff_read_from_str(ctx: *mut isl_ctx, str_: *const c_char) -> Give<isl_union_pw_aff>;
    pub fn isl_union_pw_aff_reset_user(upa: Take<isl_union_pw_aff>) -> Give<isl_union_pw_aff>;
    pub fn isl_union_pw_aff_scale_down_val(upa: Take<isl_union_pw_aff>, v: Take<isl_val>) -> Give<isl_union_pw_aff>;
    pub fn isl_union_pw_aff_scale_val(upa: Take<isl_union_pw_aff>, v: Take<isl_val>) -> Give<isl_union_pw_aff>;
    pub fn isl_union_pw_aff_set_dim_name(
        upa: Take<isl_union_pw_aff>,
        type_: DimType,
        pos: c_uint,
        s: *const c_char,
    ) -> Give<isl_union_pw_aff>;
    pub fn isl_union_pw_aff_sub(upa1: Take<isl_union_pw_aff>, upa2: Take<isl_union_pw_aff>) -> Give<isl_union_pw_aff>;
    pub fn isl_union_pw_aff_subtract_domain(
        upa: Take<isl_union_pw_aff>,
        uset: Take<isl_union_set>,
    ) -> Give<isl_union_pw_aff>;
    pub fn isl_union_pw_aff_subtract_domain_space(
        upa: Take<isl_union_pw_aff>,
        space: Take<isl_space>,
    ) -> Give<isl_union_pw_aff>;
    pub fn isl_union_pw_aff_subtract_domain_union_set(
        upa: Take<isl_union_pw_aff>,
        uset: Take<isl_union_set>,
    ) -> Give<isl_union_pw_aff>;
    pub fn isl_union_pw_aff_to_list(el: Take<isl_union_pw_aff>) -> Give<isl_union_pw_aff_list>;
    pub fn isl_union_pw_aff_to_str(upa: Keep<isl_union_pw_aff>) -> GiveStr;
    pub fn isl_union_pw_aff_union_add(
        upa1: Take<isl_union_pw_aff>,
        upa2: Take<isl_union_pw_aff>,
    ) -> Give<isl_union_pw_aff>;
    pub fn isl_union_pw_aff_val_on_domain(domain: Take<isl_union_set>, v: Take<isl_val>) -> Give<isl_union_pw_aff>;
    pub fn isl_union_pw_aff_zero_union_set(upa: Take<isl_union_pw_aff>) -> Give<isl_union_set>;
    pub fn isl_union_pw_multi_aff_add(
        upma1: Take<isl_union_pw_multi_aff>,
        upma2: Take<isl_union_pw_multi_aff>,
    ) -> Give<isl_union_pw_multi_aff>;
    pub fn isl_union_pw_multi_aff_add_pw_multi_aff(
        upma: Take<isl_union_pw_multi_aff>,
        pma: Take<isl_pw_multi_aff>,
    ) -> Give<isl_union_pw_multi_aff>;
    pub fn isl_union_pw_multi_aff_align_params(
        upma: Take<isl_union_pw_multi_aff>,
        model: Take<isl_space>,
    ) -> Give<isl_union_pw_multi_aff>;
    pub fn isl_union_pw_multi_aff_apply_union_pw_multi_aff(
        upma1: Take<isl_union_pw_multi_aff>,
        upma2: Take<isl_union_pw_multi_aff>,
    ) -> Give<isl_union_pw_multi_aff>;
    pub fn isl_union_pw_multi_aff_as_multi_union_pw_aff(
        upma: Take<isl_union_pw_multi_aff>,
    ) -> Give<isl_multi_union_pw_aff>;
    pub fn isl_union_pw_multi_aff_as_pw_multi_aff(upma: Take<isl_union_pw_multi_aff>) -> Give<isl_pw_multi_aff>;
    pub fn isl_union_pw_multi_aff_as_union_map(upma: Take<isl_union_pw_multi_aff>) -> Give<isl_union_map>;
    pub fn isl_union_pw_multi_aff_coalesce(upma: Take<isl_union_pw_multi_aff>) -> Give<isl_union_pw_multi_aff>;
    pub fn isl_union_pw_multi_aff_copy(upma: Keep<isl_union_pw_multi_aff>) -> Give<isl_union_pw_multi_aff>;
    pub fn isl_union_pw_multi_aff_dim(upma: Keep<isl_union_pw_multi_aff>, type_: DimType) -> IslSize;
    pub fn isl_union_pw_multi_aff_domain(upma: Take<isl_union_pw_multi_aff>) -> Give<isl_union_set>;
    pub fn isl_union_pw_multi_aff_drop_dims(
        upma: Take<isl_union_pw_multi_aff>,
        type_: DimType,
        first: c_uint,
        n: c_uint,
    ) -> Give<isl_union_pw_multi_aff>;
    pub fn isl_union_pw_multi_aff_drop_unused_params(
        upma: Take<isl_union_pw_multi_aff>,
    ) -> Give<isl_union_pw_multi_aff>;
    pub fn isl_union_pw_multi_aff_empty(space: Take<isl_space>) -> Give<isl_union_pw_multi_aff>;
    pub fn isl_union_pw_multi_aff_empty_ctx(ctx: *mut isl_ctx) -> Give<isl_union_pw_multi_aff>;
    pub fn isl_union_pw_multi_aff_empty_space(space: Take<isl_space>) -> Give<isl_union_pw_multi_aff>;
    pub fn isl_union_pw_multi_aff_extract_pw_multi_aff(
        upma: Keep<isl_union_pw_multi_aff>,
        space: Take<isl_space>,
    ) -> Give<isl_pw_multi_aff>;
    pub fn isl_union_pw_multi_aff_find_dim_by_name(
        upma: Keep<isl_union_pw_multi_aff>,
        type_: DimType,
        name: *const c_char,
    ) -> c_int;
    pub fn isl_union_pw_multi_aff_flat_range_product(
        upma1: Take<isl_union_pw_multi_aff>,
        upma2: Take<isl_union_pw_multi_aff>,
    ) -> Give<isl_union_pw_multi_aff>;
    pub fn isl_union_pw_multi_aff_free(upma: Take<isl_union_pw_multi_aff>) -> Give<isl_union_pw_multi_aff>;
    pub fn isl_union_pw_multi_aff_from_aff(aff: Take<isl_aff>) -> Give<isl_union_pw_multi_aff>;
    pub fn isl_union_pw_multi_aff_from_domain(uset: Take<isl_union_set>) -> Give<isl_union_pw_multi_aff>;
    pub fn isl_union_pw_multi_aff_from_multi_aff(ma: Take<isl_multi_aff>) -> Give<isl_union_pw_multi_aff>;
    pub fn isl_union_pw_multi_aff_from_multi_union_pw_aff(
        mupa: Take<isl_multi_union_pw_aff>,
    ) -> Give<isl_union_pw_multi_aff>;
    pub fn isl_union_pw_multi_aff_from_pw_multi_aff(pma: Take<isl_pw_multi_aff>) -> Give<isl_union_pw_multi_aff>;
    pub fn isl_union_pw_multi_aff_from_union_map(umap: Take<isl_union_map>) -> Give<isl_union_pw_multi_aff>;
    pub fn isl_union_pw_multi_aff_from_union_pw_aff(upa: Take<isl_union_pw_aff>) -> Give<isl_union_pw_multi_aff>;
    pub fn isl_union_pw_multi_aff_from_union_set(uset: Take<isl_union_set>) -> Give<isl_union_pw_multi_aff>;
    pub fn isl_union_pw_multi_aff_get_pw_multi_aff_list(
        upma: Keep<isl_union_pw_multi_aff>,
    ) -> Give<isl_pw_multi_aff_list>;
    pub fn isl_union_pw_multi_aff_get_space(upma: Keep<isl_union_pw_multi_aff>) -> Give<isl_space>;
    pub fn isl_union_pw_multi_aff_get_union_pw_aff(
        upma: Keep<isl_union_pw_multi_aff>,
        pos: c_int,
    ) -> Give<isl_union_pw_aff>;
    pub fn isl_union_pw_multi_aff_gist(
        upma: Take<isl_union_pw_multi_aff>,
        context: Take<isl_union_set>,
    ) -> Give<isl_union_pw_multi_aff>;
    pub fn isl_union_pw_multi_aff_gist_params(
        upma: Take<isl_union_pw_multi_aff>,
        context: Take<isl_set>,
    ) -> Give<isl_union_pw_multi_aff>;
    pub fn isl_union_pw_multi_aff_intersect_domain(
        upma: Take<isl_union_pw_multi_aff>,
        uset: Take<isl_union_set>,
    ) -> Give<isl_union_pw_multi_aff>;
    pub fn isl_union_pw_multi_aff_intersect_domain_space(
        upma: Take<isl_union_pw_multi_aff>,
        space: Take<isl_space>,
    ) -> Give<isl_union_pw_multi_aff>;
    pub fn isl_union_pw_multi_aff_intersect_domain_union_set(
        upma: Take<isl_union_pw_multi_aff>,
        uset: Take<isl_union_set>,
    ) -> Give<isl_union_pw_multi_aff>;
    pub fn isl_union_pw_multi_aff_intersect_domain_wrapped_domain(
        upma: Take<isl_union_pw_multi_aff>,
        uset: Take<isl_union_set>,
    ) -> Give<isl_union_pw_multi_aff>;
    pub fn isl_union_pw_multi_aff_intersect_domain_wrapped_range(
        upma: Take<isl_union_pw_multi_aff>,
        uset: Take<isl_union_set>,
    ) -> Give<isl_union_pw_multi_aff>;
    pub fn isl_union_pw_multi_aff_intersect_params(
        upma: Take<isl_union_pw_multi_aff>,
        set: Take<isl_set>,
    ) -> Give<isl_union_pw_multi_aff>;
    pub fn isl_union_pw_multi_aff_involves_locals(upma: Keep<isl_union_pw_multi_aff>) -> IslBool;
    pub fn isl_union_pw_multi_aff_involves_nan(upma: Keep<isl_union_pw_multi_aff>) -> IslBool;
    pub fn isl_union_pw_multi_aff_isa_pw_multi_aff(upma: Keep<isl_union_pw_multi_aff>) -> IslBool;
    pub fn isl_union_pw_multi_aff_list_add(
        list: Take<isl_union_pw_multi_aff_list>,
        el: Take<isl_union_pw_multi_aff>,
    ) -> Give<isl_union_pw_multi_aff_list>;
    pub fn isl_union_pw_multi_aff_list_alloc(ctx: *mut isl_ctx, n: c_int) -> Give<isl_union_pw_multi_aff_list>;
    pub fn isl_union_pw_multi_aff_list_copy(
        list: Keep<isl_union_pw_multi_aff_list>,
    ) -> Give<isl_union_pw_multi_aff_list>;
    pub fn isl_union_pw_multi_aff_list_free(
        list: Take<isl_union_pw_multi_aff_list>,
    ) -> Give<isl_union_pw_multi_aff_list>;
    pub fn isl_union_pw_multi_aff_list_get_at(
        list: Keep<isl_union_pw_multi_aff_list>,
        index: c_int,
    ) -> Give<isl_union_pw_multi_aff>;
    pub fn isl_union_pw_multi_aff_list_size(list: Keep<isl_union_pw_multi_aff_list>) -> IslSize;
    pub fn isl_union_pw_multi_aff_multi_val_on_domain(
        domain: Take<isl_union_set>,
        mv: Take<isl_multi_val>,
    ) -> Give<isl_union_pw_multi_aff>;
    pub fn isl_union_pw_multi_aff_n_pw_multi_aff(upma: Keep<isl_union_pw_multi_aff>) -> IslSize;
    pub fn isl_union_pw_multi_aff_neg(upma: Take<isl_union_pw_multi_aff>) -> Give<isl_union_pw_multi_aff>;
    pub fn isl_union_pw_multi_aff_plain_is_empty(upma: Keep<isl_union_pw_multi_aff>) -> IslBool;
    pub fn isl_union_pw_multi_aff_plain_is_equal(
        upma1: Keep<isl_union_pw_multi_aff>,
        upma2: Keep<isl_union_pw_multi_aff>,
    ) -> IslBool;
    pub fn isl_union_pw_multi_aff_preimage_domain_wrapped_domain_union_pw_multi_aff(
        upma1: Take<isl_union_pw_multi_aff>,
        upma2: Take<isl_union_pw_multi_aff>,
    ) -> Give<isl_union_pw_multi_aff>;
    pub fn isl_union_pw_multi_aff_pullback_union_pw_multi_aff(
        upma1: Take<isl_union_pw_multi_aff>,
        upma2: Take<isl_union_pw_multi_aff>,
    ) -> Give<isl_union_pw_multi_aff>;
    pub fn isl_union_pw_multi_aff_range_factor_domain(
        upma: Take<isl_union_pw_multi_aff>,
    ) -> Give<isl_union_pw_multi_aff>;
    pub fn isl_union_pw_multi_aff_range_factor_range(
        upma: Take<isl_union_pw_multi_aff>,
    ) -> Give<isl_union_pw_multi_aff>;
    pub fn isl_union_pw_multi_aff_range_product(
        upma1: Take<isl_union_pw_multi_aff>,
        upma2: Take<isl_union_pw_multi_aff>,
    ) -> Give<isl_union_pw_multi_aff>;
    pub fn isl_union_pw_multi_aff_read_from_str(ctx: *mut isl_ctx, str_: *const c_char)
    -> Give<isl_union_pw_multi_aff>;
    pub fn isl_union_pw_multi_aff_reset_user(upma: Take<isl_union_pw_multi_aff>) -> Give<isl_union_pw_multi_aff>;
    pub fn isl_union_pw_multi_aff_scale_down_val(
        upma: Take<isl_union_pw_multi_aff>,
        val: Take<isl_val>,
    ) -> Give<isl_union_pw_multi_aff>;
    pub fn isl_union_pw_multi_aff_scale_multi_val(
        upma: Take<isl_union_pw_multi_aff>,
        mv: Take<isl_multi_val>,
    ) -> Give<isl_union_pw_multi_aff>;
    pub fn isl_union_pw_multi_aff_scale_val(
        upma: Take<isl_union_pw_multi_aff>,
        val: Take<isl_val>,
    ) -> Give<isl_union_pw_multi_aff>;
    pub fn isl_union_pw_multi_aff_set_dim_name(
        upma: Take<isl_union_pw_multi_aff>,
        type_: DimType,
        pos: c_uint,
        s: *const c_char,
    ) -> Give<isl_union_pw_multi_aff>;
    pub fn isl_union_pw_multi_aff_sub(
        upma1: Take<isl_union_pw_multi_aff>,
        upma2: Take<isl_union_pw_multi_aff>,
    ) -> Give<isl_union_pw_multi_aff>;
    pub fn isl_union_pw_multi_aff_subtract_domain(
        upma: Take<isl_union_pw_multi_aff>,
        uset: Take<isl_union_set>,
    ) -> Give<isl_union_pw_multi_aff>;
    pub fn isl_union_pw_multi_aff_subtract_domain_space(
        upma: Take<isl_union_pw_multi_aff>,
        space: Take<isl_space>,
    ) -> Give<isl_union_pw_multi_aff>;
    pub fn isl_union_pw_multi_aff_subtract_domain_union_set(
        upma: Take<isl_union_pw_multi_aff>,
        uset: Take<isl_union_set>,
    ) -> Give<isl_union_pw_multi_aff>;
    pub fn isl_union_pw_multi_aff_to_list(el: Take<isl_union_pw_multi_aff>) -> Give<isl_union_pw_multi_aff_list>;
    pub fn isl_union_pw_multi_aff_to_str(upma: Keep<isl_union_pw_multi_aff>) -> GiveStr;
    pub fn isl_union_pw_multi_aff_union_add(
        upma1: Take<isl_union_pw_multi_aff>,
        upma2: Take<isl_union_pw_multi_aff>,
    ) -> Give<isl_union_pw_multi_aff>;
    pub fn isl_union_set_add_set(uset: Take<isl_union_set>, set: Take<isl_set>) -> Give<isl_union_set>;
    pub fn isl_union_set_affine_hull(uset: Take<isl_union_set>) -> Give<isl_union_set>;
    pub fn isl_union_set_align_params(uset: Take<isl_union_set>, model: Take<isl_space>) -> Give<isl_union_set>;
    pub fn isl_union_set_apply(uset: Take<isl_union_set>, umap: Take<isl_union_map>) -> Give<isl_union_set>;
    pub fn isl_union_set_as_set(uset: Take<isl_union_set>) -> Give<isl_set>;
    pub fn isl_union_set_coalesce(uset: Take<isl_union_set>) -> Give<isl_union_set>;
    pub fn isl_union_set_coefficients(bset: Take<isl_union_set>) -> Give<isl_union_set>;
    pub fn isl_union_set_compute_divs(uset: Take<isl_union_set>) -> Give<isl_union_set>;
    pub fn isl_union_set_compute_schedule(
        domain: Take<isl_union_set>,
        validity: Take<isl_union_map>,
        proximity: Take<isl_union_map>,
    ) -> Give<isl_schedule>;
    pub fn isl_union_set_contains(uset: Keep<isl_union_set>, space: Keep<isl_space>) -> IslBool;
    pub fn isl_union_set_copy(uset: Keep<isl_union_set>) -> Give<isl_union_set>;
    pub fn isl_union_set_detect_equalities(uset: Take<isl_union_set>) -> Give<isl_union_set>;
    pub fn isl_union_set_dim(uset: Keep<isl_union_set>, type_: DimType) -> IslSize;
    pub fn isl_union_set_drop_unused_params(uset: Take<isl_union_set>) -> Give<isl_union_set>;
    pub fn isl_union_set_empty(space: Take<isl_space>) -> Give<isl_union_set>;
    pub fn isl_union_set_empty_ctx(ctx: *mut isl_ctx) -> Give<isl_union_set>;
    pub fn isl_union_set_empty_space(space: Take<isl_space>) -> Give<isl_union_set>;
    pub fn isl_union_set_extract_set(uset: Keep<isl_union_set>, space: Take<isl_space>) -> Give<isl_set>;
    pub fn isl_union_set_foreach_point(
        uset: Keep<isl_union_set>,
        fn_: unsafe extern "C" fn(Take<isl_point>, *mut c_void) -> IslStat,
        user: *mut c_void,
    ) -> IslStat;
    pub fn isl_union_set_free(uset: Take<isl_union_set>) -> Give<isl_union_set>;
    pub fn isl_union_set_from_basic_set(bset: Take<isl_basic_set>) -> Give<isl_union_set>;
    pub fn isl_union_set_from_point(pnt: Take<isl_point>) -> Give<isl_union_set>;
    pub fn isl_union_set_from_set(set: Take<isl_set>) -> Give<isl_union_set>;
    pub fn isl_union_set_get_basic_set_list(uset: Keep<isl_union_set>) -> Give<isl_basic_set_list>;
    pub fn isl_union_set_get_set_list(uset: Keep<isl_union_set>) -> Give<isl_set_list>;
    pub fn isl_union_set_get_space(uset: Keep<isl_union_set>) -> Give<isl_space>;
    pub fn isl_union_set_gist(uset: Take<isl_union_set>, context: Take<isl_union_set>) -> Give<isl_union_set>;
    pub fn isl_union_set_gist_params(uset: Take<isl_union_set>, set: Take<isl_set>) -> Give<isl_union_set>;
    pub fn isl_union_set_identity(uset: Take<isl_union_set>) -> Give<isl_union_map>;
    pub fn isl_union_set_identity_union_pw_multi_aff(uset: Take<isl_union_set>) -> Give<isl_union_pw_multi_aff>;
    pub fn isl_union_set_intersect(uset1: Take<isl_union_set>, uset2: Take<isl_union_set>) -> Give<isl_union_set>;
    pub fn isl_union_set_intersect_params(uset: Take<isl_union_set>, set: Take<isl_set>) -> Give<isl_union_set>;
    pub fn isl_union_set_is_disjoint(uset1: Keep<isl_union_set>, uset2: Keep<isl_union_set>) -> IslBool;
    pub fn isl_union_set_is_empty(uset: Keep<isl_union_set>) -> IslBool;
    pub fn isl_union_set_is_equal(uset1: Keep<isl_union_set>, uset2: Keep<isl_union_set>) -> IslBool;
    pub fn isl_union_set_is_params(uset: Keep<isl_union_set>) -> IslBool;
    pub fn isl_union_set_is_strict_subset(uset1: Keep<isl_union_set>, uset2: Keep<isl_union_set>) -> IslBool;
    pub fn isl_union_set_is_subset(uset1: Keep<isl_union_set>, uset2: Keep<isl_union_set>) -> IslBool;
    pub fn isl_union_set_isa_set(uset: Keep<isl_union_set>) -> IslBool;
    pub fn isl_union_set_lex_ge_union_set(
        uset1: Take<isl_union_set>,
        uset2: Take<isl_union_set>,
    ) -> Give<isl_union_map>;
    pub fn isl_union_set_lex_gt_union_set(
        uset1: Take<isl_union_set>,
        uset2: Take<isl_union_set>,
    ) -> Give<isl_union_map>;
    pub fn isl_union_set_lex_le_union_set(
        uset1: Take<isl_union_set>,
        uset2: Take<isl_union_set>,
    ) -> Give<isl_union_map>;
    pub fn isl_union_set_lex_lt_union_set(
        uset1: Take<isl_union_set>,
        uset2: Take<isl_union_set>,
    ) -> Give<isl_union_map>;
    pub fn isl_union_set_lexmax(uset: Take<isl_union_set>) -> Give<isl_union_set>;
    pub fn isl_union_set_lexmin(uset: Take<isl_union_set>) -> Give<isl_union_set>;
    pub fn isl_union_set_lift(uset: Take<isl_union_set>) -> Give<isl_union_set>;
    pub fn isl_union_set_list_add(list: Take<isl_union_set_list>, el: Take<isl_union_set>) -> Give<isl_union_set_list>;
    pub fn isl_union_set_list_alloc(ctx: *mut isl_ctx, n: c_int) -> Give<isl_union_set_list>;
    pub fn isl_union_set_list_clear(list: Take<isl_union_set_list>) -> Give<isl_union_set_list>;
    pub fn isl_union_set_list_concat(
        list1: Take<isl_union_set_list>,
        list2: Take<isl_union_set_list>,
    ) -> Give<isl_union_set_list>;
    pub fn isl_union_set_list_copy(list: Keep<isl_union_set_list>) -> Give<isl_union_set_list>;
    pub fn isl_union_set_list_drop(
        list: Take<isl_union_set_list>,
        first: c_uint,
        n: c_uint,
    ) -> Give<isl_union_set_list>;
    pub fn isl_union_set_list_free(list: Take<isl_union_set_list>) -> Give<isl_union_set_list>;
    pub fn isl_union_set_list_from_union_set(el: Take<isl_union_set>) -> Give<isl_union_set_list>;
    pub fn isl_union_set_list_get_at(list: Keep<isl_union_set_list>, index: c_int) -> Give<isl_union_set>;
    pub fn isl_union_set_list_insert(
        list: Take<isl_union_set_list>,
        pos: c_uint,
        el: Take<isl_union_set>,
    ) -> Give<isl_union_set_list>;
    pub fn isl_union_set_list_reverse(list: Take<isl_union_set_list>) -> Give<isl_union_set_list>;
    pub fn isl_union_set_list_set_at(
        list: Take<isl_union_set_list>,
        index: c_int,
        el: Take<isl_union_set>,
    ) -> Give<isl_union_set_list>;
    pub fn isl_union_set_list_size(list: Keep<isl_union_set_list>) -> IslSize;
    pub fn isl_union_set_list_swap(
        list: Take<isl_union_set_list>,
        pos1: c_uint,
        pos2: c_uint,
    ) -> Give<isl_union_set_list>;
    pub fn isl_union_set_list_to_str(list: Keep<isl_union_set_list>) -> GiveStr;
    pub fn isl_union_set_list_union(list: Take<isl_union_set_list>) -> Give<isl_union_set>;
    pub fn isl_union_set_min_multi_union_pw_aff(
        uset: Keep<isl_union_set>,
        obj: Keep<isl_multi_union_pw_aff>,
    ) -> Give<isl_multi_val>;
    pub fn isl_union_set_n_set(uset: Keep<isl_union_set>) -> IslSize;
    pub fn isl_union_set_params(uset: Take<isl_union_set>) -> Give<isl_set>;
    pub fn isl_union_set_polyhedral_hull(uset: Take<isl_union_set>) -> Give<isl_union_set>;
    pub fn isl_union_set_preimage_multi_aff(uset: Take<isl_union_set>, ma: Take<isl_multi_aff>) -> Give<isl_union_set>;
    pub fn isl_union_set_preimage_pw_multi_aff(
        uset: Take<isl_union_set>,
        pma: Take<isl_pw_multi_aff>,
    ) -> Give<isl_union_set>;
    pub fn isl_union_set_preimage_union_pw_multi_aff(
        uset: Take<isl_union_set>,
        upma: Take<isl_union_pw_multi_aff>,
    ) -> Give<isl_union_set>;
    pub fn isl_union_set_product(uset1: Take<isl_union_set>, uset2: Take<isl_union_set>) -> Give<isl_union_set>;
    pub fn isl_union_set_project_out(
        uset: Take<isl_union_set>,
        type_: DimType,
        first: c_uint,
        n: c_uint,
    ) -> Give<isl_union_set>;
    pub fn isl_union_set_project_out_all_params(uset: Take<isl_union_set>) -> Give<isl_union_set>;
    pub fn isl_union_set_read_from_str(ctx: *mut isl_ctx, str_: *const c_char) -> Give<isl_union_set>;
    pub fn isl_union_set_remove_divs(bset: Take<isl_union_set>) -> Give<isl_union_set>;
    pub fn isl_union_set_remove_redundancies(uset: Take<isl_union_set>) -> Give<isl_union_set>;
    pub fn isl_union_set_reset_user(uset: Take<isl_union_set>) -> Give<isl_union_set>;
    pub fn isl_union_set_sample(uset: Take<isl_union_set>) -> Give<isl_basic_set>;
    pub fn isl_union_set_sample_point(uset: Take<isl_union_set>) -> Give<isl_point>;
    pub fn isl_union_set_simple_hull(uset: Take<isl_union_set>) -> Give<isl_union_set>;
    pub fn isl_union_set_solutions(bset: Take<isl_union_set>) -> Give<isl_union_set>;
    pub fn isl_union_set_subtract(uset1: Take<isl_union_set>, uset2: Take<isl_union_set>) -> Give<isl_union_set>;
    pub fn isl_union_set_to_list(el: Take<isl_union_set>) -> Give<isl_union_set_list>;
    pub fn isl_union_set_to_str(uset: Keep<isl_union_set>) -> GiveStr;
    pub fn isl_union_set_union(uset1: Take<isl_union_set>, uset2: Take<isl_union_set>) -> Give<isl_union_set>;
    pub fn isl_union_set_universe(uset: Take<isl_union_set>) -> Give<isl_union_set>;
    pub fn isl_union_set_unwrap(uset: Take<isl_union_set>) -> Give<isl_union_map>;
    pub fn isl_union_set_wrapped_domain_map(uset: Take<isl_union_set>) -> Give<isl_union_map>;
    pub fn isl_val_2exp(v: Take<isl_val>) -> Give<isl_val>;
    pub fn isl_val_abs(v: Take<isl_val>) -> Give<isl_val>;
    pub fn isl_val_abs_eq(v1: Keep<isl_val>, v2: Keep<isl_val>) -> IslBool;
    pub fn isl_val_add(v1: Take<isl_val>, v2: Take<isl_val>) -> Give<isl_val>;
    pub fn isl_val_add_ui(v1: Take<isl_val>, v2: c_ulong) -> Give<isl_val>;
    pub fn isl_val_ceil(v: Take<isl_val>) -> Give<isl_val>;
    pub fn isl_val_cmp_si(v: Keep<isl_val>, i: c_long) -> c_int;
    pub fn isl_val_copy(v: Keep<isl_val>) -> Give<isl_val>;
    pub fn isl_val_div(v1: Take<isl_val>, v2: Take<isl_val>) -> Give<isl_val>;
    pub fn isl_val_div_ui(v1: Take<isl_val>, v2: c_ulong) -> Give<isl_val>;
    pub fn isl_val_eq(v1: Keep<isl_val>, v2: Keep<isl_val>) -> IslBool;
    pub fn isl_val_eq_si(v: Keep<isl_val>, i: c_long) -> IslBool;
    pub fn isl_val_floor(v: Take<isl_val>) -> Give<isl_val>;
    pub fn isl_val_free(v: Take<isl_val>) -> Give<isl_val>;
    pub fn isl_val_gcd(v1: Take<isl_val>, v2: Take<isl_val>) -> Give<isl_val>;
    pub fn isl_val_ge(v1: Keep<isl_val>, v2: Keep<isl_val>) -> IslBool;
    pub fn isl_val_get_den_val(v: Keep<isl_val>) -> Give<isl_val>;
    pub fn isl_val_gt(v1: Keep<isl_val>, v2: Keep<isl_val>) -> IslBool;
    pub fn isl_val_gt_si(v: Keep<isl_val>, i: c_long) -> IslBool;
    pub fn isl_val_infty(ctx: *mut isl_ctx) -> Give<isl_val>;
    pub fn isl_val_int_from_si(ctx: *mut isl_ctx, i: c_long) -> Give<isl_val>;
    pub fn isl_val_int_from_ui(ctx: *mut isl_ctx, u: c_ulong) -> Give<isl_val>;
    pub fn isl_val_inv(v: Take<isl_val>) -> Give<isl_val>;
    pub fn isl_val_is_divisible_by(v1: Keep<isl_val>, v2: Keep<isl_val>) -> IslBool;
    pub fn isl_val_is_infty(v: Keep<isl_val>) -> IslBool;
    pub fn isl_val_is_int(v: Keep<isl_val>) -> IslBool;
    pub fn isl_val_is_nan(v: Keep<isl_val>) -> IslBool;
    pub fn isl_val_is_neg(v: Keep<isl_val>) -> IslBool;
    pub fn isl_val_is_neginfty(v: Keep<isl_val>) -> IslBool;
    pub fn isl_val_is_negone(v: Keep<isl_val>) -> IslBool;
    pub fn isl_val_is_nonneg(v: Keep<isl_val>) -> IslBool;
    pub fn isl_val_is_nonpos(v: Keep<isl_val>) -> IslBool;
    pub fn isl_val_is_one(v: Keep<isl_val>) -> IslBool;
    pub fn isl_val_is_pos(v: Keep<isl_val>) -> IslBool;
    pub fn isl_val_is_rat(v: Keep<isl_val>) -> IslBool;
    pub fn isl_val_is_zero(v: Keep<isl_val>) -> IslBool;
    pub fn isl_val_le(v1: Keep<isl_val>, v2: Keep<isl_val>) -> IslBool;
    pub fn isl_val_list_add(list: Take<isl_val_list>, el: Take<isl_val>) -> Give<isl_val_list>;
    pub fn isl_val_list_alloc(ctx: *mut isl_ctx, n: c_int) -> Give<isl_val_list>;
    pub fn isl_val_list_copy(list: Keep<isl_val_list>) -> Give<isl_val_list>;
    pub fn isl_val_list_free(list: Take<isl_val_list>) -> Give<isl_val_list>;
    pub fn isl_val_list_get_at(list: Keep<isl_val_list>, index: c_int) -> Give<isl_val>;
    pub fn isl_val_list_size(list: Keep<isl_val_list>) -> IslSize;
    pub fn isl_val_lt(v1: Keep<isl_val>, v2: Keep<isl_val>) -> IslBool;
    pub fn isl_val_max(v1: Take<isl_val>, v2: Take<isl_val>) -> Give<isl_val>;
    pub fn isl_val_min(v1: Take<isl_val>, v2: Take<isl_val>) -> Give<isl_val>;
    pub fn isl_val_mod(v1: Take<isl_val>, v2: Take<isl_val>) -> Give<isl_val>;
    pub fn isl_val_mul(v1: Take<isl_val>, v2: Take<isl_val>) -> Give<isl_val>;
    pub fn isl_val_mul_ui(v1: Take<isl_val>, v2: c_ulong) -> Give<isl_val>;
    pub fn isl_val_nan(ctx: *mut isl_ctx) -> Give<isl_val>;
    pub fn isl_val_ne(v1: Keep<isl_val>, v2: Keep<isl_val>) -> IslBool;
    pub fn isl_val_neg(v: Take<isl_val>) -> Give<isl_val>;
    pub fn isl_val_neginfty(ctx: *mut isl_ctx) -> Give<isl_val>;
    pub fn isl_val_negone(ctx: *mut isl_ctx) -> Give<isl_val>;
    pub fn isl_val_one(ctx: *mut isl_ctx) -> Give<isl_val>;
    pub fn isl_val_pow2(v: Take<isl_val>) -> Give<isl_val>;
    pub fn isl_val_set_si(v: Take<isl_val>, i: c_long) -> Give<isl_val>;
    pub fn isl_val_sgn(v: Keep<isl_val>) -> c_int;
    pub fn isl_val_sub(v1: Take<isl_val>, v2: Take<isl_val>) -> Give<isl_val>;
    pub fn isl_val_sub_ui(v1: Take<isl_val>, v2: c_ulong) -> Give<isl_val>;
    pub fn isl_val_to_list(el: Take<isl_val>) -> Give<isl_val_list>;
    pub fn isl_val_to_str(v: Keep<isl_val>) -> GiveStr;
    pub fn isl_val_trunc(v: Take<isl_val>) -> Give<isl_val>;
    pub fn isl_val_zero(ctx: *mut isl_ctx) -> Give<isl_val>;
    pub fn isl_version() -> LendStr;
}
