//! Stops questions that take too long: one thread for the process, woken only when a stop comes due.
//!
//! What counts is the processor time of the thread that asks: with wall-clock time the verdict would depend on what else the
//! machine does. A stop that comes due while its thread has used less is put off by the rest.
//!
//! The race between a stop and the end of its question is decided by one lock: the thread calls `isl_ctx_abort` only
//! while it holds the lock and finds the question still armed; disarming takes the question off under the same lock, and
//! the question's `Ctx` is alive until then. So the raw pointer is never used after its question, and an abort that
//! came too late is taken back at once.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use crate::{Ctx, sys};

/// How many want nothing to be stopped.
static OFF: AtomicUsize = AtomicUsize::new(0);

/// While this lives, no question of the process that begins is stopped by the clock, only by its budget: an answer is the same on
/// every machine, however slow. A question that is slow with few isl operations may then take as long as it likes.
#[must_use]
pub struct WithoutClock(());

impl WithoutClock {
    /// Lets budgets alone stop questions.
    #[allow(clippy::new_without_default, reason = "it does something")]
    pub fn new() -> WithoutClock {
        OFF.fetch_add(1, Ordering::Relaxed);
        WithoutClock(())
    }
}

impl Drop for WithoutClock {
    fn drop(&mut self) {
        OFF.fetch_sub(1, Ordering::Relaxed);
    }
}

/// The shortest time until a clock is looked at again.
const RECHECK: Duration = Duration::from_millis(1);

/// A context as the thread sees it: aborted under the lock only.
#[derive(Clone, Copy, PartialEq, Eq)]
struct WatchedContext(*mut sys::isl_ctx);

// SAFETY: the thread uses the pointer only for `isl_ctx_abort`, which sets one flag, and only while the question that
// owns the context is armed (see the module doc).
unsafe impl Send for WatchedContext {}

/// An armed stop.
struct ArmedStop {
    target: WatchedContext,
    /// When to look at the clock.
    due: Instant,
    /// The clock of the thread that asks, and what it shows when the time is over. Without it the wall decides.
    until: Option<(ThreadClock, Duration)>,
}

/// The processor time of a thread. It is read only while the thread asks a question, so the thread exists.
#[derive(Clone, Copy)]
struct ThreadClock(#[cfg(target_os = "linux")] libc::clockid_t);

impl ThreadClock {
    /// That of the thread that calls this.
    #[cfg(target_os = "linux")]
    fn current() -> Option<ThreadClock> {
        let mut clock = 0;
        // SAFETY: the thread is this one; the identifier is written to a live variable.
        let failed = unsafe { libc::pthread_getcpuclockid(libc::pthread_self(), &raw mut clock) };
        (failed == 0).then_some(ThreadClock(clock))
    }

    /// What the thread has used so far.
    #[cfg(target_os = "linux")]
    fn now(self) -> Option<Duration> {
        let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
        // SAFETY: the time is written to a live variable.
        let failed = unsafe { libc::clock_gettime(self.0, &raw mut time) };
        let parts = u64::try_from(time.tv_sec).ok().zip(u32::try_from(time.tv_nsec).ok());
        parts
            .filter(|_| failed == 0)
            .map(|(seconds, nanos)| Duration::new(seconds, nanos))
    }

    #[cfg(not(target_os = "linux"))]
    fn current() -> Option<ThreadClock> {
        None
    }

    #[cfg(not(target_os = "linux"))]
    fn now(self) -> Option<Duration> {
        None
    }
}

impl ArmedStop {
    /// How much of the time is left.
    fn left(&self) -> Duration {
        let left = |(clock, until): (ThreadClock, Duration)| Some(until.saturating_sub(clock.now()?));
        self.until.and_then(left).unwrap_or_default()
    }
}

#[derive(Default)]
struct WatchdogState {
    next: u64,
    armed: BTreeMap<u64, ArmedStop>,
    fired: HashMap<u64, WatchedContext>,
    /// When the thread wakes by itself; `None` if only for a notification.
    wakes: Option<Instant>,
}

struct Watchdog {
    state: Mutex<WatchdogState>,
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

    fn lock(&self) -> MutexGuard<'_, WatchdogState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn run(&self) {
        let mut state = self.lock();
        loop {
            let now = Instant::now();
            let due: Vec<u64> = state
                .armed
                .iter()
                .filter(|(_, stop)| stop.due <= now)
                .map(|(id, _)| *id)
                .collect();
            for id in due {
                let Entry::Occupied(mut entry) = state.armed.entry(id) else {
                    continue;
                };
                let left = entry.get().left();
                if left > Duration::ZERO {
                    // A thread that waits uses no time: not looked at all the time.
                    entry.get_mut().due = now + left.max(RECHECK);
                    continue;
                }
                let target = entry.remove().target;
                // SAFETY: the question is armed, hence running, and disarming waits for the lock held here.
                unsafe { sys::isl_ctx_abort(target.0) };
                state.fired.insert(id, target);
            }
            state.wakes = state.armed.values().map(|stop| stop.due).min();
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
    id: u64,
    armed: bool,
}

impl Watch {
    /// Aborts the questions of `ctx` after this time of the calling thread, unless disarmed.
    pub fn arm(ctx: &Ctx, time: Duration) -> Option<Watch> {
        (OFF.load(Ordering::Relaxed) == 0).then(|| Watch::armed(ctx, time))
    }

    fn armed(ctx: &Ctx, time: Duration) -> Watch {
        const LONGEST: Duration = Duration::from_secs(365 * 24 * 3600);
        let watchdog = Watchdog::get();
        let mut state = watchdog.lock();
        let time = time.min(LONGEST);
        let clock = ThreadClock::current();
        let stop = ArmedStop {
            target: WatchedContext(ctx.as_ptr()),
            due: Instant::now() + time,
            until: clock.and_then(|clock| Some((clock, clock.now()? + time))),
        };
        let (id, due) = (state.next, stop.due);
        state.next += 1;
        state.armed.insert(id, stop);
        if state.wakes.is_none_or(|wakes| due < wakes) {
            watchdog.changed.notify_one();
        }
        Watch {
            ctx: ctx.clone(),
            id,
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
        if state.armed.remove(&self.id).is_some() {
            return false;
        }
        let target = state.fired.remove(&self.id);
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
