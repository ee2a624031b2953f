//! Parts of one question, answered by threads.
//!
//! Objects of isl stay in their thread, so each thread makes a model of its own and takes one part after the other. The
//! answers come in the order of the parts, whoever finds them.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Sender};

/// Stack of a thread, as of the one that asks.
const STACK_BYTES: usize = 64 << 20;

/// The parts that nobody has taken yet, as a thread sees them.
#[derive(Debug)]
pub struct OpenParts<'a, A> {
    next: &'a AtomicUsize,
    count: usize,
    answers: Sender<(usize, A)>,
}

impl<A> OpenParts<'_, A> {
    /// Takes parts, by their number, until there are none or nobody waits for answers any more.
    pub fn answer(&self, mut answer: impl FnMut(usize) -> A) {
        while let part = self.next.fetch_add(1, Ordering::Relaxed)
            && part < self.count
        {
            if self.answers.send((part, answer(part))).is_err() {
                return;
            }
        }
    }
}

/// Hands on the answers of `count` parts in order. Each of the threads runs `in_thread`; parts that no thread answers,
/// as there are none or they get no model, are left to `here`.
///
/// # Errors
/// The first of `each`.
pub fn in_order<A: Send, E>(
    (count, threads): (usize, usize),
    in_thread: impl Fn(&OpenParts<'_, A>) + Sync,
    mut here: impl FnMut(usize) -> A,
    mut each: impl FnMut(A) -> Result<(), E>,
) -> Result<(), E> {
    if threads.min(count) < 2 {
        return (0..count).try_for_each(|part| each(here(part)));
    }
    let (next, in_thread) = (&AtomicUsize::new(0), &in_thread);
    std::thread::scope(|scope| {
        let (answers, receiver) = mpsc::channel();
        for _ in 0..threads.min(count) {
            let answers = answers.clone();
            let work = move || in_thread(&OpenParts { next, count, answers });
            // Where no thread can be had, others do its work.
            _ = std::thread::Builder::new()
                .stack_size(STACK_BYTES)
                .spawn_scoped(scope, work);
        }
        drop(answers);
        let mut early = BTreeMap::new();
        for part in 0..count {
            let answer = loop {
                if let Some(answer) = early.remove(&part) {
                    break answer;
                }
                match receiver.recv() {
                    Ok((other, answer)) => _ = early.insert(other, answer),
                    Err(_) => break here(part),
                }
            };
            each(answer)?;
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::in_order;
    use std::convert::Infallible;

    #[test]
    fn answers_come_in_order_whoever_gives_them() {
        for threads in [1, 2, 5] {
            let mut all = Vec::new();
            let done: Result<(), Infallible> = in_order(
                (100, threads),
                |parts| parts.answer(|part| part * part),
                |part| part * part,
                |answer| {
                    all.push(answer);
                    Ok(())
                },
            );
            assert!(done.is_ok());
            assert_eq!(all, (0..100).map(|part| part * part).collect::<Vec<_>>());
        }
    }

    #[test]
    fn parts_that_threads_leave_are_answered_here() {
        let mut all = Vec::new();
        let done: Result<(), Infallible> = in_order(
            (3, 2),
            |_| {},
            |part| part,
            |answer| {
                all.push(answer);
                Ok(())
            },
        );
        assert!(done.is_ok());
        assert_eq!(all, [0, 1, 2]);
    }

    #[test]
    fn the_first_error_ends_it() {
        let found = in_order(
            (9, 3),
            |parts| parts.answer(|part| part),
            |part| part,
            |answer| match answer {
                4 => Err(answer),
                _ => Ok(()),
            },
        );
        assert_eq!(found, Err(4));
    }
}
