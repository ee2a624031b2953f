//! Stops questions at a wall-clock time: one thread for the process, woken only when a stop comes due.
//!
//! The race between a stop and the end of its question is decided by one lock: the thread calls `isl_ctx_abort` only
//! while it holds the lock and finds the question still armed; disarming takes the question off under the same lock, and
//! the question's `Ctx` is alive until then. So the raw pointer is never used after its question, and an abort that
//! came too late is taken back at once.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use crate::{Ctx, sys};

/// A context as the thread sees it: aborted under the lock only.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Target(*mut sys::isl_ctx);

// SAFETY: the thread uses the pointer only for `isl_ctx_abort`, which sets one flag, and only while the question that
// owns the context is armed (see the module doc).
unsafe impl Send for Target {}

#[derive(Default)]
struct State {
    next: u64,
    armed: BTreeMap<(Instant, u64), Target>,
    fired: HashMap<u64, Target>,
    /// When the thread wakes by itself; `None` if only for a notification.
    wakes: Option<Instant>,
}

struct Watchdog {
    state: Mutex<State>,
    changed: Condvar,
}

impl Watchdog {
    fn get() -> &'static Watchdog {
        static WATCHDOG: OnceLock<Watchdog> = OnceLock::new();
        static THREAD: OnceLock<()> = OnceLock::new();
        let watchdog = WATCHDOG.get_or_init(|| Watchdog {
            state: Mutex::default(),
            changed: Condvar::new(),
        });
        THREAD.get_or_init(|| {
            std::thread::Builder::new()
                .name("polyvet-watchdog".to_owned())
                .spawn(move || watchdog.run())
                .expect("the watchdog thread starts");
        });
        watchdog
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn run(&self) {
        let mut state = self.lock();
        loop {
            let now = Instant::now();
            while let Some(entry) = state.armed.first_entry().filter(|entry| entry.key().0 <= now) {
                let ((_, id), target) = entry.remove_entry();
                // SAFETY: the question is armed, hence running, and disarming waits for the lock held here.
                unsafe { sys::isl_ctx_abort(target.0) };
                state.fired.insert(id, target);
            }
            state.wakes = state.armed.first_key_value().map(|(key, _)| key.0);
            state = match state.wakes {
                Some(at) => {
                    let wait = self.changed.wait_timeout(state, at.saturating_duration_since(now));
                    wait.unwrap_or_else(PoisonError::into_inner).0
                }
                None => self.changed.wait(state).unwrap_or_else(PoisonError::into_inner),
            };
        }
    }
}

/// An armed stop; disarmed on drop.
pub struct Watch {
    ctx: Ctx,
    key: (Instant, u64),
    armed: bool,
}

impl Watch {
    /// Aborts the questions of `ctx` after `wall`, unless disarmed.
    pub fn arm(ctx: &Ctx, wall: Duration) -> Watch {
        const LONGEST: Duration = Duration::from_secs(365 * 24 * 3600);
        let watchdog = Watchdog::get();
        let mut state = watchdog.lock();
        let key = (Instant::now() + wall.min(LONGEST), state.next);
        state.next += 1;
        state.armed.insert(key, Target(ctx.as_ptr()));
        if state.wakes.is_none_or(|wakes| key.0 < wakes) {
            watchdog.changed.notify_one();
        }
        Watch {
            ctx: ctx.clone(),
            key,
            armed: true,
        }
    }

    /// Ends the stop; true if it fired.
    pub fn disarm(mut self) -> bool {
        self.end()
    }

    fn end(&mut self) -> bool {
        if !std::mem::take(&mut self.armed) {
            return false;
        }
        let mut state = Watchdog::get().lock();
        if state.armed.remove(&self.key).is_some() {
            return false;
        }
        let target = state.fired.remove(&self.key.1);
        if !state.fired.values().any(|other| Some(*other) == target) {
            // SAFETY: the context is live, and this thread is its own.
            unsafe { sys::isl_ctx_resume(self.ctx.as_ptr()) };
        }
        true
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.end();
    }
}
