//! Closures as C callbacks: errors and panics are carried past isl, never through it.

use std::any::Any;
use std::ffi::{c_int, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use crate::error::{PolyError, Result};
use crate::obj::{Obj, Out, Raw};
use crate::sys::{Give, IslBool, IslStat, Keep, Take, isl_set};
use crate::{Ctx, Set};

/// What stopped a callback.
pub enum Failure {
    Error(PolyError),
    Panic(Box<dyn Any + Send>),
}

impl Failure {
    /// Runs what a callback does, and keeps its failure.
    pub fn catch<T>(slot: &mut Option<Failure>, run: impl FnOnce() -> Result<T>) -> Option<T> {
        match catch_unwind(AssertUnwindSafe(run)) {
            Ok(Ok(value)) => return Some(value),
            Ok(Err(error)) => *slot = Some(Failure::Error(error)),
            Err(panic) => *slot = Some(Failure::Panic(panic)),
        }
        None
    }

    /// Goes on failing on the Rust side.
    pub fn raise<T>(self, ctx: &Ctx) -> Result<T> {
        ctx.forget_error();
        match self {
            Failure::Error(error) => Err(error),
            Failure::Panic(panic) => resume_unwind(panic),
        }
    }
}

/// A closure on its way through isl's `void *user`.
pub struct Env<'a, T, R> {
    ctx: &'a Ctx,
    run: &'a mut dyn FnMut(T) -> Result<R>,
    failure: Option<Failure>,
}

impl<'a, T: Obj, R> Env<'a, T, R> {
    pub fn new(ctx: &'a Ctx, run: &'a mut dyn FnMut(T) -> Result<R>) -> Self {
        Env {
            ctx,
            run,
            failure: None,
        }
    }

    pub fn user(&mut self) -> *mut c_void {
        std::ptr::from_mut(self).cast()
    }

    fn call(&mut self, given: Give<T::Raw>) -> Option<R> {
        Failure::catch(&mut self.failure, || (self.run)(T::out(given, self.ctx)?))
    }

    /// Judges the answer of the function that ran the callback.
    pub fn finish<C, A: Out<C>>(self, answer: C) -> Result<A> {
        // Taken over first, so that it is freed if the callback failed.
        let answer = A::out(answer, self.ctx);
        match self.failure {
            Some(failure) => failure.raise(self.ctx),
            None => answer,
        }
    }
}

/// Trampoline for `isl_stat (*)(__isl_take T *, void *)`.
///
/// # Safety
/// `user` is [`Env::user`] of an `Env<T, ()>` that no one else uses meanwhile.
pub unsafe extern "C" fn each<T: Obj>(given: Take<T::Raw>, user: *mut c_void) -> IslStat {
    // SAFETY: as demanded.
    let env = unsafe { &mut *user.cast::<Env<'_, T, ()>>() };
    IslStat(if env.call(Give(given.0)).is_some() { 0 } else { -1 })
}

/// Trampoline for `isl_bool (*)(__isl_keep T *, void *)`.
///
/// # Safety
/// As for [`each`], with an `Env<T, bool>`.
pub unsafe extern "C" fn visit<T: Obj>(kept: Keep<T::Raw>, user: *mut c_void) -> IslBool {
    // SAFETY: as demanded; isl lends a live object, of which a reference is made.
    let (env, given) = unsafe { (&mut *user.cast::<Env<'_, T, bool>>(), Give(T::Raw::copy(kept.0))) };
    IslBool(env.call(given).map_or(-1, c_int::from))
}

/// Trampoline for `__isl_give T *(*)(__isl_take T *, void *)`.
///
/// # Safety
/// As for [`each`], with an `Env<T, T>`.
pub unsafe extern "C" fn rewrite<T: Obj>(given: Take<T::Raw>, user: *mut c_void) -> Give<T::Raw> {
    // SAFETY: as demanded.
    let env = unsafe { &mut *user.cast::<Env<'_, T, T>>() };
    let ctx = env.ctx.clone();
    match env.call(Give(given.0)) {
        Some(new) if ctx.same(new.in_ctx()) => Give(new.into_owned().take().0),
        Some(_) => {
            env.failure = Some(Failure::Error(PolyError::MixedContexts));
            Give(std::ptr::null_mut())
        }
        None => Give(std::ptr::null_mut()),
    }
}

/// A closure over pieces: where, and what there.
pub struct PieceEnv<'a, T> {
    ctx: &'a Ctx,
    run: &'a mut dyn FnMut(Set, T) -> Result<()>,
    failure: Option<Failure>,
}

impl<'a, T: Obj> PieceEnv<'a, T> {
    pub fn new(ctx: &'a Ctx, run: &'a mut dyn FnMut(Set, T) -> Result<()>) -> Self {
        PieceEnv {
            ctx,
            run,
            failure: None,
        }
    }

    pub fn user(&mut self) -> *mut c_void {
        std::ptr::from_mut(self).cast()
    }

    /// Judges the answer of the function that ran the callback.
    pub fn finish(self, answer: IslStat) -> Result<()> {
        match self.failure {
            Some(failure) => failure.raise(self.ctx),
            None => Out::out(answer, self.ctx),
        }
    }
}

/// Trampoline for `isl_stat (*)(__isl_take isl_set *, __isl_take T *, void *)`.
///
/// # Safety
/// `user` is [`PieceEnv::user`] of a `PieceEnv<T>` that no one else uses meanwhile.
pub unsafe extern "C" fn piece<T: Obj>(set: Take<isl_set>, value: Take<T::Raw>, user: *mut c_void) -> IslStat {
    // SAFETY: as demanded.
    let env = unsafe { &mut *user.cast::<PieceEnv<'_, T>>() };
    let (set, value) = (Set::out(Give(set.0), env.ctx), T::out(Give(value.0), env.ctx));
    let done = Failure::catch(&mut env.failure, || (env.run)(set?, value?));
    IslStat(if done.is_some() { 0 } else { -1 })
}
