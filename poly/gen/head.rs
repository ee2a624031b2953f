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

