//! The context: owns isl's memory, counts its operations, stops questions that take too long.
//!
//! A [`Ctx`] is a counted handle that every object holds, so isl's context is freed after the last object. It is not
//! `Send`: isl contexts are not thread-safe. Between threads pass text or plain data, or make a context for each.

use std::cell::{Cell, RefCell};
use std::ffi::{CStr, c_char, c_int};
use std::num::NonZeroU64;
use std::ptr::NonNull;
use std::rc::Rc;
use std::time::Duration;

use crate::error::{PolyError, Result};
use crate::obj::Raw;
use crate::{sys, watchdog};

/// The stop of [`Ctx::within`] when none is given: processor time of the thread that asks, so that the load of the machine
/// decides nothing (wall-clock time where a system does not tell it).
pub const DEFAULT_WALL: Duration = Duration::from_secs(60);

/// An isl context. Clones are the same context.
#[derive(Clone)]
pub struct Ctx(Rc<CtxInner>);

struct CtxInner {
    // INVARIANT: live; freed once, here, after every object, for each holds a `Ctx`.
    raw: NonNull<sys::isl_ctx>,
    /// The budgets that are running, outermost first: the operation number each ends at.
    budgets: RefCell<Vec<u64>>,
    /// Operations that isl counted but [`Ctx::probe`] spent.
    probes: Cell<u64>,
    /// Work beside isl that counts as so many operations.
    charged: Cell<u64>,
}

impl Drop for CtxInner {
    fn drop(&mut self) {
        // SAFETY: INVARIANT of `raw`.
        unsafe { sys::isl_ctx_free(self.raw.as_ptr()) }
    }
}

impl std::fmt::Debug for Ctx {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Ctx({:p})", self.as_ptr())
    }
}

impl Default for Ctx {
    fn default() -> Self {
        Ctx::new()
    }
}

/// `ISL_ON_ERROR_CONTINUE`: errors are recorded, and nothing is printed.
const ON_ERROR_CONTINUE: c_int = 1;
/// isl keeps its limit in an `unsigned long` and compares with a counter: no limit.
const NO_LIMIT: u64 = 0;

impl Ctx {
    /// A fresh context that prints nothing.
    pub fn new() -> Ctx {
        // SAFETY: allocates; no argument.
        let raw = NonNull::new(unsafe { sys::isl_ctx_alloc() }).expect("isl allocates a context");
        let ctx = Ctx(Rc::new(CtxInner {
            raw,
            budgets: RefCell::default(),
            probes: Cell::default(),
            charged: Cell::default(),
        }));
        // SAFETY: the context is live.
        unsafe { sys::isl_options_set_on_error(ctx.as_ptr(), ON_ERROR_CONTINUE) };
        ctx
    }

    /// isl's arithmetic, after its version if it was built from a repository: `UNKNOWN-IMath-32`.
    pub fn version() -> String {
        // SAFETY: a constant string.
        string(unsafe { sys::isl_version() }.0)
    }

    /// True if both are the same context.
    #[inline]
    pub fn same(&self, other: &Ctx) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }

    /// Runs one question with at most `operations` isl operations and, as a generous stop besides, at most `wall` of the thread's
    /// processor time ([`DEFAULT_WALL`] for `None`).
    ///
    /// Operations are isl's allocations, not seconds, so a verdict repeats on any machine; the clock guards against
    /// the questions that are slow with few of them. Nested budgets never exceed the outer one. Both limits are
    /// gone after the call, also when `question` panics, and objects made inside stay valid.
    ///
    /// # Errors
    /// [`PolyError::Quota`] or [`PolyError::TimedOut`] when a limit is why the question failed; else its own error.
    pub fn within<T>(
        &self,
        operations: NonZeroU64,
        wall: impl Into<Option<Duration>>,
        question: impl FnOnce() -> Result<T>,
    ) -> Result<T> {
        struct Leave<'a> {
            ctx: &'a Ctx,
            watch: Option<watchdog::Watch>,
        }
        impl Drop for Leave<'_> {
            fn drop(&mut self) {
                self.watch.take();
                self.ctx.0.budgets.borrow_mut().pop();
                self.ctx.restore_limit();
            }
        }

        let outer = self.0.budgets.borrow().last().copied();
        let limit = match outer {
            None => {
                // SAFETY: the context is live.
                unsafe { sys::isl_ctx_reset_operations(self.as_ptr()) };
                self.0.probes.set(0);
                self.0.charged.set(0);
                operations.get()
            }
            Some(outer) => outer.min(self.operations().saturating_add(operations.get())),
        };
        self.0.budgets.borrow_mut().push(limit);
        let mut leave = Leave { ctx: self, watch: None };
        self.restore_limit();
        leave.watch = watchdog::Watch::arm(self, wall.into().unwrap_or(DEFAULT_WALL));
        let answer = question();
        let late = leave.watch.take().is_some_and(watchdog::Watch::disarm);
        answer.map_err(|error| match error {
            error if error.is_budget() => error,
            _ if late => PolyError::TimedOut,
            // Inside parsing, and wherever isl goes on after a failure, a spent budget reads as another error.
            PolyError::Syntax { .. } | PolyError::Invalid { .. } | PolyError::Internal { .. } if self.spent() => {
                PolyError::Quota
            }
            error => error,
        })
    }

    /// Counts work beside isl, such as a SAT solver's, as so many operations: the budget is less by them.
    pub fn charge(&self, operations: u64) {
        let charged = &self.0.charged;
        charged.set(charged.get().saturating_add(operations));
        self.restore_limit();
    }

    /// Operations that the innermost budget still allows; all there are without one.
    pub fn left(&self) -> u64 {
        let limit = self.0.budgets.borrow().last().copied();
        limit.map_or(u64::MAX, |limit| limit.saturating_sub(self.operations()))
    }

    /// isl operations, and what was [charged](Ctx::charge), since the outermost [`within`](Ctx::within) began, or since the last one began or the context was
    /// made.
    ///
    /// isl counts them but does not tell, so this moves the limit until one small operation just fails.
    pub fn operations(&self) -> u64 {
        // `passes(at)` says: spent < at.
        let passes = |at: u64| {
            self.set_limit(at);
            self.probe()
        };
        let mut high = 1;
        while !passes(high) && high < 1 << 60 {
            high *= 2;
        }
        let mut low = high / 2;
        while high - low > 1 {
            let middle = low + (high - low) / 2;
            if passes(middle) { high = middle } else { low = middle }
        }
        self.restore_limit();
        high - 1
    }

    /// Lets isl spend `limit` operations in all, less what was charged, probes not counted.
    fn set_limit(&self, limit: u64) {
        let limit = if limit == NO_LIMIT {
            NO_LIMIT
        } else {
            let limit = limit.saturating_add(self.0.probes.get());
            // isl takes 0 for no limit at all.
            limit.saturating_sub(self.0.charged.get()).max(1)
        };
        // SAFETY: the context is live.
        unsafe { sys::isl_ctx_set_max_operations(self.as_ptr(), limit as _) };
    }

    /// The limit of the innermost budget.
    fn restore_limit(&self) {
        self.set_limit(self.0.budgets.borrow().last().copied().unwrap_or(NO_LIMIT));
    }

    /// True if isl refuses one more operation.
    pub(crate) fn spent(&self) -> bool {
        let spent = self.0.budgets.borrow().last().is_some() && !self.probe();
        self.restore_limit();
        spent
    }

    /// One operation: whether isl still does it.
    fn probe(&self) -> bool {
        // SAFETY: the context is live; what isl gives is freed once.
        let passed = unsafe {
            let one = sys::isl_val_int_from_si(self.as_ptr(), 1).0;
            !one.is_null() && {
                <sys::isl_val as Raw>::free(one);
                true
            }
        };
        self.0.probes.set(self.0.probes.get() + u64::from(passed));
        self.forget_error();
        passed
    }

    #[inline]
    pub(crate) fn as_ptr(&self) -> *mut sys::isl_ctx {
        self.0.raw.as_ptr()
    }

    /// Takes and resets isl's error, after an answer that says there is one.
    #[cold]
    pub(crate) fn take_error(&self) -> PolyError {
        let ctx = self.as_ptr();
        // SAFETY: the context is live; the strings are copied before the reset.
        let (kind, message, file, line) = unsafe {
            (
                sys::isl_ctx_last_error(ctx),
                string(sys::isl_ctx_last_error_msg(ctx).0),
                string(sys::isl_ctx_last_error_file(ctx).0),
                sys::isl_ctx_last_error_line(ctx),
            )
        };
        self.forget_error();
        let message = if message.is_empty() {
            "no reason given".to_owned()
        } else {
            message
        };
        let at = format!("{file}:{line}");
        match kind {
            1 => PolyError::TimedOut, // isl_error_abort: only the watchdog aborts
            5 => PolyError::Invalid { message, at },
            6 => PolyError::Quota,
            7 => PolyError::Unsupported { message, at },
            _ => PolyError::Internal { message, at },
        }
    }

    /// The error isl recorded, if any: for answers that cannot say it themselves.
    #[inline]
    pub(crate) fn check_error(&self) -> Result<()> {
        // SAFETY: the context is live.
        if unsafe { sys::isl_ctx_last_error(self.as_ptr()) } == 0 {
            Ok(())
        } else {
            Err(self.take_error())
        }
    }

    /// Drops what isl recorded.
    #[inline]
    pub(crate) fn forget_error(&self) {
        // SAFETY: the context is live.
        unsafe { sys::isl_ctx_reset_error(self.as_ptr()) }
    }
}

/// The text isl lends, empty for NULL.
fn string(text: *const c_char) -> String {
    if text.is_null() {
        return String::new();
    }
    // SAFETY: isl lends NUL-terminated strings, copied at once.
    unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned()
}

macro_rules! options {
    ($($set:ident, $get:ident: $c_set:ident, $c_get:ident, $doc:literal;)*) => {
        impl Ctx { $(
            #[doc = concat!($doc, " (`", stringify!($c_set), "`).")]
            pub fn $set(&self, on: bool) -> Result<()> {
                // SAFETY: the context is live.
                crate::obj::Out::out(unsafe { sys::$c_set(self.as_ptr(), c_int::from(on)) }, self)
            }
            #[doc = concat!("Whether: ", $doc, " (`", stringify!($c_get), "`).")]
            pub fn $get(&self) -> bool {
                // SAFETY: the context is live.
                unsafe { sys::$c_get(self.as_ptr()) != 0 }
            }
        )* }
    };
}

options! {
    set_ast_build_detect_min_max, ast_build_detect_min_max: isl_options_set_ast_build_detect_min_max, isl_options_get_ast_build_detect_min_max, "Write min and max instead of conditions";
    set_ast_build_atomic_upper_bound, ast_build_atomic_upper_bound: isl_options_set_ast_build_atomic_upper_bound, isl_options_get_ast_build_atomic_upper_bound, "One upper bound `i <= ub` a loop";
    set_ast_build_prefer_pdiv, ast_build_prefer_pdiv: isl_options_set_ast_build_prefer_pdiv, isl_options_get_ast_build_prefer_pdiv, "Prefer divisions of non-negative dividends";
    set_ast_build_exploit_nested_bounds, ast_build_exploit_nested_bounds: isl_options_set_ast_build_exploit_nested_bounds, isl_options_get_ast_build_exploit_nested_bounds, "Simplify conditions by the bounds of nested loops";
    set_ast_build_group_coscheduled, ast_build_group_coscheduled: isl_options_set_ast_build_group_coscheduled, isl_options_get_ast_build_group_coscheduled, "Keep instances of one time together";
    set_ast_build_scale_strides, ast_build_scale_strides: isl_options_set_ast_build_scale_strides, isl_options_get_ast_build_scale_strides, "Scale strided loops down to stride one";
    set_ast_build_allow_else, ast_build_allow_else: isl_options_set_ast_build_allow_else, isl_options_get_ast_build_allow_else, "Write else branches";
    set_ast_build_allow_or, ast_build_allow_or: isl_options_set_ast_build_allow_or, isl_options_get_ast_build_allow_or, "Write conditions with `or`";
    set_tile_scale_tile_loops, tile_scale_tile_loops: isl_options_set_tile_scale_tile_loops, isl_options_get_tile_scale_tile_loops, "Tile loops count elements, not tiles";
    set_tile_shift_point_loops, tile_shift_point_loops: isl_options_set_tile_shift_point_loops, isl_options_get_tile_shift_point_loops, "Point loops start at zero";
    set_schedule_maximize_band_depth, schedule_maximize_band_depth: isl_options_set_schedule_maximize_band_depth, isl_options_get_schedule_maximize_band_depth, "Scheduler: deepest bands";
    set_schedule_maximize_coincidence, schedule_maximize_coincidence: isl_options_set_schedule_maximize_coincidence, isl_options_get_schedule_maximize_coincidence, "Scheduler: most coincident members";
    set_schedule_outer_coincidence, schedule_outer_coincidence: isl_options_set_schedule_outer_coincidence, isl_options_get_schedule_outer_coincidence, "Scheduler: outermost member coincident";
    set_schedule_split_scaled, schedule_split_scaled: isl_options_set_schedule_split_scaled, isl_options_get_schedule_split_scaled, "Scheduler: split off constant parts of scaled bands";
    set_schedule_treat_coalescing, schedule_treat_coalescing: isl_options_set_schedule_treat_coalescing, isl_options_get_schedule_treat_coalescing, "Scheduler: avoid coalescing loops";
    set_schedule_separate_components, schedule_separate_components: isl_options_set_schedule_separate_components, isl_options_get_schedule_separate_components, "Scheduler: separate components outermost";
    set_schedule_serialize_sccs, schedule_serialize_sccs: isl_options_set_schedule_serialize_sccs, isl_options_get_schedule_serialize_sccs, "Scheduler: components in sequence";
    set_schedule_whole_component, schedule_whole_component: isl_options_set_schedule_whole_component, isl_options_get_schedule_whole_component, "Scheduler: whole components at once";
    set_schedule_carry_self_first, schedule_carry_self_first: isl_options_set_schedule_carry_self_first, isl_options_get_schedule_carry_self_first, "Scheduler: carry dependences within a statement first";
}
