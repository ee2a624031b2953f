//! The context of AST generation, and the callbacks it runs.
//!
//! isl keeps a callback in the build it is set on and in every copy, so the closures live as long as any of these does:
//! an [`AstBuild`] holds them all, and so does the one a callback is shown.

use std::cell::RefCell;
use std::ffi::c_void;
use std::rc::{Rc, Weak};

use crate::callback::Failure;
use crate::obj::{InCtx, Obj, Out, Owned, Raw, hold, ops};
use crate::sys::{self, Give, IslStat, Keep, Take};
use crate::{
    AstExpr, AstNode, Ctx, Id, MultiPwAff, PolyError, PwAff, PwMultiAff, Result, Schedule, Set, Space, UnionMap,
};

/// The context of AST generation: constraints on parameters, names of iterators, callbacks.
#[derive(Clone)]
pub struct AstBuild(Owned<sys::isl_ast_build>, Rc<Hooks>);

/// The closures a build and its copies may run.
#[derive(Default)]
struct Hooks(RefCell<Vec<Rc<dyn Fail>>>);

/// A closure set on a build.
struct Hook<F: ?Sized> {
    failure: RefCell<Option<Failure>>,
    /// All closures of the build: for the build that the closure is shown.
    hooks: Weak<Hooks>,
    run: RefCell<Box<F>>,
}

trait Fail {
    fn take_failure(&self) -> Option<Failure>;
}

impl<F: ?Sized> Fail for Hook<F> {
    fn take_failure(&self) -> Option<Failure> {
        self.failure.borrow_mut().take()
    }
}

impl<F: ?Sized> Hook<F> {
    /// Runs the closure on the build isl shows.
    fn call<T>(
        &self,
        build: Keep<sys::isl_ast_build>,
        call: impl FnOnce(&mut F, &AstBuild, &Ctx) -> Result<T>,
    ) -> Option<T> {
        let mut failure = None;
        let done = Failure::catch(&mut failure, || {
            let again = || PolyError::Callback("a callback of an AST build ran itself".to_owned());
            let hooks = self.hooks.upgrade().ok_or_else(again)?;
            let mut run = self.run.try_borrow_mut().map_err(|_| again())?;
            let ctx = CURRENT.with_borrow(|all| all.last().cloned()).ok_or_else(again)?;
            // SAFETY: isl lends a live build of the context that generates.
            let copy = Give(unsafe { sys::isl_ast_build::copy(build.0) });
            let build = AstBuild(Owned::give(&ctx, copy)?, hooks);
            call(&mut run, &build, &ctx)
        });
        if failure.is_some() {
            *self.failure.borrow_mut() = failure;
        }
        done
    }
}

thread_local! {
    /// The contexts that generate, innermost last.
    static CURRENT: RefCell<Vec<Ctx>> = const { RefCell::new(Vec::new()) };
}

type OnNode = dyn FnMut(AstNode, &AstBuild) -> Result<AstNode>;
type OnFor = dyn FnMut(&AstBuild) -> Result<Id>;
type OnMark = dyn FnMut(Id, &AstBuild) -> Result<()>;

/// # Safety
/// `user` points to a live `Hook<OnNode>`.
unsafe extern "C" fn on_node(
    node: Take<sys::isl_ast_node>,
    build: Keep<sys::isl_ast_build>,
    user: *mut c_void,
) -> Give<sys::isl_ast_node> {
    // SAFETY: as demanded.
    let hook = unsafe { &*user.cast_const().cast::<Hook<OnNode>>() };
    let done = hook.call(build, |run, build, ctx| {
        let node = run(AstNode::out(Give(node.0), ctx)?, build)?;
        if ctx.same(node.ctx()) {
            Ok(node)
        } else {
            Err(PolyError::MixedContexts)
        }
    });
    Give(done.map_or(std::ptr::null_mut(), |node| node.into_owned().take().0))
}

/// # Safety
/// `user` points to a live `Hook<OnFor>`.
unsafe extern "C" fn on_for(build: Keep<sys::isl_ast_build>, user: *mut c_void) -> Give<sys::isl_id> {
    // SAFETY: as demanded.
    let hook = unsafe { &*user.cast_const().cast::<Hook<OnFor>>() };
    let done = hook.call(build, |run, build, ctx| {
        let id = run(build)?;
        if ctx.same(id.ctx()) {
            Ok(id)
        } else {
            Err(PolyError::MixedContexts)
        }
    });
    Give(done.map_or(std::ptr::null_mut(), |id| id.into_owned().take().0))
}

/// # Safety
/// `user` points to a live `Hook<OnMark>`.
unsafe extern "C" fn on_mark(mark: Keep<sys::isl_id>, build: Keep<sys::isl_ast_build>, user: *mut c_void) -> IslStat {
    // SAFETY: as demanded.
    let hook = unsafe { &*user.cast_const().cast::<Hook<OnMark>>() };
    // SAFETY: isl lends a live id, of which a reference is made.
    let mark = Give(unsafe { sys::isl_id::copy(mark.0) });
    let done = hook.call(build, |run, build, ctx| run(Id::out(mark, ctx)?, build));
    IslStat(if done.is_some() { 0 } else { -1 })
}

impl Raw for sys::isl_ast_build {
    unsafe fn copy(p: *mut Self) -> *mut Self {
        // SAFETY: `p` is live, as the trait demands.
        unsafe { sys::isl_ast_build_copy(Keep(p)).0 }
    }
    unsafe fn free(p: *mut Self) {
        // SAFETY: `p` is live and the caller's, as the trait demands.
        unsafe {
            sys::isl_ast_build_free(Take(p));
        }
    }
}

impl InCtx for AstBuild {
    fn in_ctx(&self) -> &Ctx {
        self.0.ctx()
    }
}

impl Obj for AstBuild {
    type Raw = sys::isl_ast_build;
    /// Only for builds without callbacks: the others are made by [`AstBuild::with`].
    fn from_owned(owned: Owned<Self::Raw>) -> Self {
        AstBuild(owned, Rc::default())
    }
    fn owned(&self) -> &Owned<Self::Raw> {
        &self.0
    }
    fn into_owned(self) -> Owned<Self::Raw> {
        self.0
    }
}

impl std::fmt::Debug for AstBuild {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("AstBuild(..)")
    }
}

ops! { AstBuild {
    alloc(ctx: &Ctx) -> AstBuild = isl_ast_build_alloc;
    from_context(context: Set) -> AstBuild = isl_ast_build_from_context;
    access_from_multi_pw_aff(&self, access: MultiPwAff) -> AstExpr = isl_ast_build_access_from_multi_pw_aff;
    access_from_pw_multi_aff(&self, access: PwMultiAff) -> AstExpr = isl_ast_build_access_from_pw_multi_aff;
    call_from_multi_pw_aff(&self, call: MultiPwAff) -> AstExpr = isl_ast_build_call_from_multi_pw_aff;
    call_from_pw_multi_aff(&self, call: PwMultiAff) -> AstExpr = isl_ast_build_call_from_pw_multi_aff;
    expr_from_pw_aff(&self, expr: PwAff) -> AstExpr = isl_ast_build_expr_from_pw_aff;
    expr_from_set(&self, condition: Set) -> AstExpr = isl_ast_build_expr_from_set;
    schedule(&self) -> UnionMap = isl_ast_build_get_schedule;
    schedule_space(&self) -> Space = isl_ast_build_get_schedule_space;
} }

impl AstBuild {
    /// The context it lives in.
    pub fn ctx(&self) -> &Ctx {
        self.0.ctx()
    }

    /// Applies a change that isl makes to the build, and keeps the closures.
    fn with(self, change: impl FnOnce(Take<sys::isl_ast_build>) -> Give<sys::isl_ast_build>) -> Result<AstBuild> {
        let AstBuild(owned, hooks) = self;
        let ctx = owned.ctx().clone();
        Ok(AstBuild(Owned::give(&ctx, change(owned.take()))?, hooks))
    }

    /// `isl_ast_build_restrict`.
    pub fn restrict(self, set: Set) -> Result<AstBuild> {
        let mut set = hold(set, self.ctx())?;
        // SAFETY: both are live and of one context.
        self.with(|build| unsafe { sys::isl_ast_build_restrict(build, set.raw()) })
    }

    /// Names of the loop variables, outermost first (`isl_ast_build_set_iterators`).
    pub fn set_iterators(self, iterators: Vec<Id>) -> Result<AstBuild> {
        let mut iterators = hold(iterators, self.ctx())?;
        // SAFETY: all are live and of one context.
        self.with(|build| unsafe { sys::isl_ast_build_set_iterators(build, iterators.raw()) })
    }

    /// `isl_ast_build_set_options`: for schedules given as maps; a schedule tree has its own.
    pub fn set_options(self, options: UnionMap) -> Result<AstBuild> {
        let mut options = hold(options, self.ctx())?;
        // SAFETY: both are live and of one context.
        self.with(|build| unsafe { sys::isl_ast_build_set_options(build, options.raw()) })
    }

    /// Makes a closure that the build's copies may share.
    fn hook<F: ?Sized + 'static>(&self, run: Box<F>) -> *mut c_void {
        let hook = Rc::new(Hook {
            failure: RefCell::default(),
            hooks: Rc::downgrade(&self.1),
            run: RefCell::new(run),
        });
        let user = Rc::as_ptr(&hook).cast_mut().cast();
        self.1.0.borrow_mut().push(hook);
        user
    }

    /// Runs on each user node, and answers it or another (`isl_ast_build_set_at_each_domain`).
    pub fn set_at_each_domain(
        self,
        run: impl FnMut(AstNode, &AstBuild) -> Result<AstNode> + 'static,
    ) -> Result<AstBuild> {
        let user = self.hook::<OnNode>(Box::new(run));
        // SAFETY: the closure lives as long as the build (see the module doc).
        self.with(|build| unsafe { sys::isl_ast_build_set_at_each_domain(build, on_node, user) })
    }

    /// Runs before each loop; the id annotates it (`isl_ast_build_set_before_each_for`).
    pub fn set_before_each_for(self, run: impl FnMut(&AstBuild) -> Result<Id> + 'static) -> Result<AstBuild> {
        let user = self.hook::<OnFor>(Box::new(run));
        // SAFETY: as above.
        self.with(|build| unsafe { sys::isl_ast_build_set_before_each_for(build, on_for, user) })
    }

    /// Runs on each finished loop, and answers it or another (`isl_ast_build_set_after_each_for`).
    pub fn set_after_each_for(
        self,
        run: impl FnMut(AstNode, &AstBuild) -> Result<AstNode> + 'static,
    ) -> Result<AstBuild> {
        let user = self.hook::<OnNode>(Box::new(run));
        // SAFETY: as above.
        self.with(|build| unsafe { sys::isl_ast_build_set_after_each_for(build, on_node, user) })
    }

    /// Runs before each mark (`isl_ast_build_set_before_each_mark`).
    pub fn set_before_each_mark(self, run: impl FnMut(Id, &AstBuild) -> Result<()> + 'static) -> Result<AstBuild> {
        let user = self.hook::<OnMark>(Box::new(run));
        // SAFETY: as above.
        self.with(|build| unsafe { sys::isl_ast_build_set_before_each_mark(build, on_mark, user) })
    }

    /// Runs on each finished mark node, and answers it or another (`isl_ast_build_set_after_each_mark`).
    pub fn set_after_each_mark(
        self,
        run: impl FnMut(AstNode, &AstBuild) -> Result<AstNode> + 'static,
    ) -> Result<AstBuild> {
        let user = self.hook::<OnNode>(Box::new(run));
        // SAFETY: as above.
        self.with(|build| unsafe { sys::isl_ast_build_set_after_each_mark(build, on_node, user) })
    }

    /// The loops for a schedule tree (`isl_ast_build_node_from_schedule`).
    pub fn node_from_schedule(&self, schedule: Schedule) -> Result<AstNode> {
        let mut schedule = hold(schedule, self.ctx())?;
        // SAFETY: both are live and of one context.
        self.generate(|build| unsafe { sys::isl_ast_build_node_from_schedule(build, schedule.raw()) })
    }

    /// The loops for a schedule map (`isl_ast_build_node_from_schedule_map`).
    pub fn node_from_schedule_map(&self, schedule: UnionMap) -> Result<AstNode> {
        let mut schedule = hold(schedule, self.ctx())?;
        // SAFETY: both are live and of one context.
        self.generate(|build| unsafe { sys::isl_ast_build_node_from_schedule_map(build, schedule.raw()) })
    }

    fn generate(&self, run: impl FnOnce(Keep<sys::isl_ast_build>) -> Give<sys::isl_ast_node>) -> Result<AstNode> {
        let ctx = self.ctx();
        CURRENT.with_borrow_mut(|all| all.push(ctx.clone()));
        let answer = AstNode::out(run(self.0.keep()), ctx);
        CURRENT.with_borrow_mut(Vec::pop);
        let failures: Vec<_> = self
            .1
            .0
            .borrow()
            .iter()
            .filter_map(|hook| hook.take_failure())
            .collect();
        match failures.into_iter().next() {
            Some(failure) => failure.raise(ctx),
            None => answer,
        }
    }
}
