//! The thin RAII layer and the macros that make one line one wrapped function.
//!
//! An [`Obj`] owns one reference to an isl object and keeps its context alive. Arguments pass through [`Arg`] and
//! results through [`Out`]; the C side of both is typed by `sys`, so a wrapper that mistakes who frees an argument
//! does not compile.

use std::ffi::{CStr, CString, c_char, c_int, c_long, c_uint, c_ulong};
use std::mem::ManuallyDrop;
use std::ptr::NonNull;

use crate::ctx::Ctx;
use crate::error::{PolyError, Result};
use crate::sys::{self, DimType, Give, GiveStr, IslBool, IslSize, IslStat, Keep, LendStr, Take};

/// A raw isl type whose objects are counted references.
pub trait Raw: Sized {
    /// One more reference.
    ///
    /// # Safety
    /// `p` points to a live object.
    unsafe fn copy(p: *mut Self) -> *mut Self;
    /// One reference less.
    ///
    /// # Safety
    /// `p` points to a live object, a reference to which the caller owns.
    unsafe fn free(p: *mut Self);
}

/// One owned reference to an isl object.
pub struct Owned<T: Raw> {
    // INVARIANT: a live object of `ctx`, one reference of which is ours.
    raw: NonNull<T>,
    ctx: Ctx,
}

impl<T: Raw> Owned<T> {
    /// Takes over what isl gave.
    #[inline]
    pub fn give(ctx: &Ctx, given: Give<T>) -> Result<Self> {
        match NonNull::new(given.0) {
            Some(raw) => Ok(Owned { raw, ctx: ctx.clone() }),
            None => Err(ctx.take_error()),
        }
    }

    #[inline]
    pub fn keep(&self) -> Keep<T> {
        Keep(self.raw.as_ptr())
    }

    /// Gives the reference away, and the context with it.
    #[inline]
    pub fn take(self) -> Take<T> {
        let this = ManuallyDrop::new(self);
        // SAFETY: `this` is never dropped, so the context is moved out exactly once.
        drop(unsafe { std::ptr::read(&this.ctx) });
        Take(this.raw.as_ptr())
    }

    #[inline]
    pub fn ctx(&self) -> &Ctx {
        &self.ctx
    }
}

impl<T: Raw> Clone for Owned<T> {
    #[inline]
    fn clone(&self) -> Self {
        // SAFETY: INVARIANT of `raw`. isl's copy of a live object counts one up and answers the object itself, or a
        // duplicate where it has no count; NULL means that memory ran out.
        let raw = NonNull::new(unsafe { T::copy(self.raw.as_ptr()) }).expect("isl copies a live object");
        Owned {
            raw,
            ctx: self.ctx.clone(),
        }
    }
}

impl<T: Raw> Drop for Owned<T> {
    #[inline]
    fn drop(&mut self) {
        // SAFETY: INVARIANT of `raw`; the context is dropped after this.
        unsafe { T::free(self.raw.as_ptr()) }
    }
}

/// Something that lives in a context.
pub trait InCtx {
    /// Its context.
    fn in_ctx(&self) -> &Ctx;
}

impl InCtx for &Ctx {
    #[inline]
    fn in_ctx(&self) -> &Ctx {
        self
    }
}

/// A wrapped isl object. Reference counted, tied to its [`Ctx`], not `Send`.
pub trait Obj: Clone + InCtx {
    #[doc(hidden)]
    type Raw: Raw;
    #[doc(hidden)]
    fn from_owned(owned: Owned<Self::Raw>) -> Self;
    #[doc(hidden)]
    fn owned(&self) -> &Owned<Self::Raw>;
    #[doc(hidden)]
    fn into_owned(self) -> Owned<Self::Raw>;
}

/// An argument that becomes a `C`.
pub trait Arg<C> {
    /// What must live until the call is over.
    type Held;
    /// Checks the argument.
    fn hold(self, ctx: &Ctx) -> Result<Self::Held>;
    /// Hands it over; called once.
    fn raw(held: &mut Self::Held) -> C;
}

/// A checked argument, waiting for its call.
pub struct Held<A: Arg<C>, C>(A::Held);

impl<A: Arg<C>, C> Held<A, C> {
    #[inline]
    pub fn raw(&mut self) -> C {
        A::raw(&mut self.0)
    }
}

#[inline]
pub fn hold<A: Arg<C>, C>(argument: A, ctx: &Ctx) -> Result<Held<A, C>> {
    argument.hold(ctx).map(Held)
}

impl<T: Obj> Arg<Take<T::Raw>> for T {
    type Held = Option<T>;
    #[inline]
    fn hold(self, ctx: &Ctx) -> Result<Option<T>> {
        if ctx.same(self.in_ctx()) {
            Ok(Some(self))
        } else {
            Err(PolyError::MixedContexts)
        }
    }
    #[inline]
    fn raw(held: &mut Option<T>) -> Take<T::Raw> {
        held.take()
            .expect("an argument is handed over once")
            .into_owned()
            .take()
    }
}

impl<'a, T: Obj> Arg<Keep<T::Raw>> for &'a T {
    type Held = &'a T;
    #[inline]
    fn hold(self, ctx: &Ctx) -> Result<&'a T> {
        if ctx.same(self.in_ctx()) {
            Ok(self)
        } else {
            Err(PolyError::MixedContexts)
        }
    }
    #[inline]
    fn raw(held: &mut &'a T) -> Keep<T::Raw> {
        held.owned().keep()
    }
}

impl Arg<*mut sys::isl_ctx> for &Ctx {
    type Held = *mut sys::isl_ctx;
    #[inline]
    fn hold(self, ctx: &Ctx) -> Result<Self::Held> {
        if ctx.same(self) {
            Ok(self.as_ptr())
        } else {
            Err(PolyError::MixedContexts)
        }
    }
    #[inline]
    fn raw(held: &mut Self::Held) -> *mut sys::isl_ctx {
        *held
    }
}

impl Arg<*const c_char> for &str {
    type Held = CString;
    #[inline]
    fn hold(self, _: &Ctx) -> Result<CString> {
        CString::new(self).map_err(|e| PolyError::NulByte { at: e.nul_position() })
    }
    #[inline]
    fn raw(held: &mut CString) -> *const c_char {
        held.as_ptr()
    }
}

macro_rules! scalar {
    ($($from:ty => $to:ty),* $(,)?) => { $(
        impl Arg<$to> for $from {
            type Held = $to;
            #[inline]
            fn hold(self, _: &Ctx) -> Result<$to> {
                <$to>::try_from(self).map_err(|_| PolyError::OutOfRange(self.to_string()))
            }
            #[inline]
            fn raw(held: &mut $to) -> $to {
                *held
            }
        }
    )* };
}
scalar! { i32 => c_int, bool => c_int, i64 => c_long, u64 => c_ulong }

/// Most dimensions, and so the highest position and count, that pass to isl. It checks positions, with sums of `int`,
/// but makes as many dimensions as it is given.
const MAX_DIMS: usize = 10_000;

macro_rules! position {
    ($($to:ty),*) => { $(
        impl Arg<$to> for usize {
            type Held = $to;
            #[inline]
            fn hold(self, _: &Ctx) -> Result<$to> {
                if self <= MAX_DIMS { Ok(self as $to) } else { Err(PolyError::OutOfRange(self.to_string())) }
            }
            #[inline]
            fn raw(held: &mut $to) -> $to {
                *held
            }
        }
    )* };
}
position! { c_int, c_uint }

impl Arg<IslBool> for bool {
    type Held = bool;
    #[inline]
    fn hold(self, _: &Ctx) -> Result<bool> {
        Ok(self)
    }
    #[inline]
    fn raw(held: &mut bool) -> IslBool {
        IslBool(c_int::from(*held))
    }
}

impl Arg<DimType> for crate::DimKind {
    type Held = crate::DimKind;
    #[inline]
    fn hold(self, _: &Ctx) -> Result<crate::DimKind> {
        Ok(self)
    }
    #[inline]
    fn raw(held: &mut crate::DimKind) -> DimType {
        held.to_isl()
    }
}

/// A result made from a `C`.
pub trait Out<C>: Sized {
    /// Runs before the call.
    #[inline]
    fn before(_: &Ctx) {}
    /// Judges what isl answered, and takes it over.
    fn out(answer: C, ctx: &Ctx) -> Result<Self>;
}

impl<T: Obj> Out<Give<T::Raw>> for T {
    #[inline]
    fn out(answer: Give<T::Raw>, ctx: &Ctx) -> Result<T> {
        Owned::give(ctx, answer).map(T::from_owned)
    }
}

/// NULL without an error means that there is none.
impl<T: Obj> Out<Give<T::Raw>> for Option<T> {
    #[inline]
    fn before(ctx: &Ctx) {
        ctx.forget_error();
    }
    #[inline]
    fn out(answer: Give<T::Raw>, ctx: &Ctx) -> Result<Option<T>> {
        if answer.0.is_null() {
            return ctx.check_error().map(|()| None);
        }
        T::out(answer, ctx).map(Some)
    }
}

impl Out<IslBool> for bool {
    #[inline]
    fn out(answer: IslBool, ctx: &Ctx) -> Result<bool> {
        match answer.0 {
            0 => Ok(false),
            1 => Ok(true),
            _ => Err(ctx.take_error()),
        }
    }
}

impl Out<IslSize> for usize {
    #[inline]
    fn out(answer: IslSize, ctx: &Ctx) -> Result<usize> {
        usize::try_from(answer.0).map_err(|_| ctx.take_error())
    }
}

impl Out<IslStat> for () {
    #[inline]
    fn out(answer: IslStat, ctx: &Ctx) -> Result<()> {
        if answer.0 < 0 { Err(ctx.take_error()) } else { Ok(()) }
    }
}

/// A plain `int` of isl has no value for a failure, so isl's error state must be asked.
impl Out<c_int> for i32 {
    #[inline]
    fn before(ctx: &Ctx) {
        ctx.forget_error();
    }
    #[inline]
    fn out(answer: c_int, ctx: &Ctx) -> Result<i32> {
        ctx.check_error().map(|()| answer)
    }
}

impl Out<c_int> for Option<usize> {
    #[inline]
    fn before(ctx: &Ctx) {
        ctx.forget_error();
    }
    #[inline]
    fn out(answer: c_int, ctx: &Ctx) -> Result<Option<usize>> {
        ctx.check_error().map(|()| usize::try_from(answer).ok())
    }
}

impl Out<LendStr> for Option<String> {
    #[inline]
    fn before(ctx: &Ctx) {
        ctx.forget_error();
    }
    fn out(answer: LendStr, ctx: &Ctx) -> Result<Option<String>> {
        if answer.0.is_null() {
            return ctx.check_error().map(|()| None);
        }
        // SAFETY: isl lends a NUL-terminated string that lives as long as the object asked, which outlives this call.
        Ok(Some(unsafe { CStr::from_ptr(answer.0) }.to_string_lossy().into_owned()))
    }
}

impl Out<GiveStr> for String {
    fn out(answer: GiveStr, ctx: &Ctx) -> Result<String> {
        if answer.0.is_null() {
            return Err(ctx.take_error());
        }
        // SAFETY: isl gave a NUL-terminated string allocated by `malloc`; it is read, then freed once.
        unsafe {
            let text = CStr::from_ptr(answer.0).to_string_lossy().into_owned();
            libc::free(answer.0.cast());
            Ok(text)
        }
    }
}

/// Declares wrapped types: `Set(isl_set: isl_set_copy, isl_set_free) "what it is";`.
macro_rules! objects {
    ($($name:ident($raw:ident: $copy:ident, $free:ident) $doc:literal;)*) => { $(
        impl $crate::obj::Raw for $crate::sys::$raw {
            #[inline]
            unsafe fn copy(p: *mut Self) -> *mut Self {
                // SAFETY: `p` is live, as the trait demands.
                unsafe { $crate::sys::$copy($crate::sys::Keep(p)).0 }
            }
            #[inline]
            unsafe fn free(p: *mut Self) {
                // SAFETY: `p` is live and the caller's, as the trait demands.
                unsafe { $crate::sys::$free($crate::sys::Take(p)); }
            }
        }

        #[doc = $doc]
        #[derive(Clone)]
        pub struct $name(pub(crate) $crate::obj::Owned<$crate::sys::$raw>);

        impl $crate::obj::InCtx for $name {
            #[inline]
            fn in_ctx(&self) -> &$crate::Ctx {
                self.0.ctx()
            }
        }

        impl $crate::obj::Obj for $name {
            type Raw = $crate::sys::$raw;
            #[inline]
            fn from_owned(owned: $crate::obj::Owned<Self::Raw>) -> Self {
                $name(owned)
            }
            #[inline]
            fn owned(&self) -> &$crate::obj::Owned<Self::Raw> {
                &self.0
            }
            #[inline]
            fn into_owned(self) -> $crate::obj::Owned<Self::Raw> {
                self.0
            }
        }

        impl $name {
            /// The context it lives in.
            #[inline]
            pub fn ctx(&self) -> &$crate::Ctx {
                self.0.ctx()
            }
        }
    )* };
}

/// Gives types their text: `Set = isl_set_to_str;`.
macro_rules! texts {
    ($($name:ident = $to_str:ident;)*) => { $(
        impl $name {
            #[doc = concat!("isl's text for it (`", stringify!($to_str), "`).")]
            pub fn text(&self) -> $crate::Result<String> {
                // SAFETY: the object is live, and the string is taken over by `out`.
                $crate::obj::Out::out(unsafe { $crate::sys::$to_str(self.0.keep()) }, self.ctx())
            }
        }

$crate::obj::texts!(@show $name);
    )* };
    (@show $name:ident) => {
        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                match self.text() {
                    Ok(text) => f.write_str(text.trim_end()),
                    Err(error) => write!(f, "<{error}>"),
                }
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, "{}({self})", stringify!($name))
            }
        }
    };
}

/// Gives types their text by way of a printer: `LocalSpace = isl_printer_print_local_space;`.
macro_rules! printed {
    ($($name:ident = $print:ident;)*) => { $(
        impl $name {
            #[doc = concat!("isl's text for it (`", stringify!($print), "`).")]
            pub fn text(&self) -> $crate::Result<String> {
                use $crate::sys::{self, Keep, Take};
                // SAFETY: the object is live; the printer is freed once, and NULL passes through all of these.
                let text = unsafe {
                    let printer = sys::isl_printer_to_str(self.ctx().as_ptr());
                    let printer = sys::$print(Take(printer.0), self.0.keep());
                    let text = sys::isl_printer_get_str(Keep(printer.0));
                    sys::isl_printer_free(Take(printer.0));
                    text
                };
                $crate::obj::Out::out(text, self.ctx())
            }
        }

        $crate::obj::texts!(@show $name);
    )* };
}

/// Lets vectors of a type pass as isl lists: `Aff(isl_aff_list: alloc, add, copy, free, size, get_at);`.
macro_rules! lists {
    ($($name:ident($raw:ident: $alloc:ident, $add:ident, $copy:ident, $free:ident, $size:ident, $get:ident);)*) => { $(
        impl $crate::obj::Raw for $crate::sys::$raw {
            unsafe fn copy(p: *mut Self) -> *mut Self {
                // SAFETY: `p` is live, as the trait demands.
                unsafe { $crate::sys::$copy($crate::sys::Keep(p)).0 }
            }
            unsafe fn free(p: *mut Self) {
                // SAFETY: `p` is live and the caller's, as the trait demands.
                unsafe { $crate::sys::$free($crate::sys::Take(p)); }
            }
        }

        impl $crate::obj::Arg<$crate::sys::Take<$crate::sys::$raw>> for Vec<$name> {
            type Held = Option<$crate::obj::Owned<$crate::sys::$raw>>;
            fn hold(self, ctx: &$crate::Ctx) -> $crate::Result<Self::Held> {
                let mut capacity = $crate::obj::hold(self.len(), ctx)?;
                // SAFETY: the context is live.
                let mut list = $crate::obj::Owned::give(ctx, unsafe { $crate::sys::$alloc(ctx.as_ptr(), capacity.raw()) })?;
                for one in self {
                    let mut one = $crate::obj::hold(one, ctx)?;
                    // SAFETY: list and element are live and of this context, and both are taken over.
                    list = $crate::obj::Owned::give(ctx, unsafe { $crate::sys::$add(list.take(), one.raw()) })?;
                }
                Ok(Some(list))
            }
            fn raw(held: &mut Self::Held) -> $crate::sys::Take<$crate::sys::$raw> {
                held.take().expect("an argument is handed over once").take()
            }
        }

        impl $crate::obj::Out<$crate::sys::Give<$crate::sys::$raw>> for Vec<$name> {
            fn out(list: $crate::sys::Give<$crate::sys::$raw>, ctx: &$crate::Ctx) -> $crate::Result<Self> {
                let list = $crate::obj::Owned::give(ctx, list)?;
                // SAFETY: the list is live, and only positions below its size are read.
                let count: usize = $crate::obj::Out::out(unsafe { $crate::sys::$size(list.keep()) }, ctx)?;
                (0..count)
                    .map(|at| {
                        let mut at = $crate::obj::hold(at, ctx)?;
                        // SAFETY: as above.
                        $crate::obj::Out::out(unsafe { $crate::sys::$get(list.keep(), at.raw()) }, ctx)
                    })
                    .collect()
            }
        }
    )* };
}

/// Wraps functions: `Set { intersect(self, other: Set) -> Set = isl_set_intersect; }` adds one method.
///
/// `self` and a plain type are `__isl_take`, `&self` and a reference `__isl_keep`: the types in `sys`, made from isl's
/// headers, reject any other combination. Without a receiver the first argument names the context. `if guard` runs a
/// method on references to all arguments first: for what isl should check and does not.
macro_rules! ops {
    ($type:ident { $($name:ident($($sig:tt)*) -> $R:ty = $c:ident $(if $guard:ident)?;)* }) => {
        #[allow(
            clippy::too_many_arguments,
            clippy::wrong_self_convention,
            clippy::should_implement_trait,
            clippy::self_named_constructors,
            clippy::len_without_is_empty
        )]
        impl $type {
            $($crate::obj::ops!(@one $name [$R] $c [$($guard)?] ($($sig)*));)*
        }
    };
    (@guard [] ($($arg:tt)*)) => {};
    (@guard [$guard:ident] ($($arg:tt)*)) => {
        Self::$guard($($arg)*)?;
    };
    (@one $name:ident [$R:ty] $c:ident $guard:tt (& $me:ident $(, $a:ident: $A:ty)*)) => {
        #[doc = concat!("`", stringify!($c), "`.")]
        pub fn $name(&$me $(, $a: $A)*) -> $crate::Result<$R> {
            let ctx = $me.0.ctx();
            $crate::obj::ops!(@guard $guard ($me $(, &$a)*));
            $(let mut $a = $crate::obj::hold($a, ctx)?;)*
            <$R as $crate::obj::Out<_>>::before(ctx);
            // SAFETY: every argument is live and of this context; the types of `sys` say who frees it, and `out`
            // judges and takes over the answer.
            $crate::obj::Out::out(unsafe { $crate::sys::$c($me.0.keep() $(, $a.raw())*) }, ctx)
        }
    };
    (@one $name:ident [$R:ty] $c:ident $guard:tt ($me:ident $(, $a:ident: $A:ty)*)) => {
        #[doc = concat!("`", stringify!($c), "`.")]
        pub fn $name($me $(, $a: $A)*) -> $crate::Result<$R> {
            let ctx = $me.0.ctx().clone();
            $crate::obj::ops!(@guard $guard (&$me $(, &$a)*));
            $(let mut $a = $crate::obj::hold($a, &ctx)?;)*
            <$R as $crate::obj::Out<_>>::before(&ctx);
            // SAFETY: as for `&self`.
            $crate::obj::Out::out(unsafe { $crate::sys::$c($me.0.take() $(, $a.raw())*) }, &ctx)
        }
    };
    (@one $name:ident [$R:ty] $c:ident $guard:tt ($first:ident: $F:ty $(, $a:ident: $A:ty)*)) => {
        #[doc = concat!("`", stringify!($c), "`.")]
        pub fn $name($first: $F $(, $a: $A)*) -> $crate::Result<$R> {
            let ctx = $crate::obj::InCtx::in_ctx(&$first).clone();
            $crate::obj::ops!(@guard $guard (&$first $(, &$a)*));
            let mut $first = $crate::obj::hold($first, &ctx)?;
            $(let mut $a = $crate::obj::hold($a, &ctx)?;)*
            <$R as $crate::obj::Out<_>>::before(&ctx);
            // SAFETY: as for `&self`.
            $crate::obj::Out::out(unsafe { $crate::sys::$c($first.raw() $(, $a.raw())*) }, &ctx)
        }
    };
}

pub(crate) use {lists, objects, ops, printed, texts};
