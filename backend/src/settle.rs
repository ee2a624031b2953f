//! Whom to blame where something goes wrong with many programs at once.

use crate::JobOutcome;

/// Why some jobs have no outcomes of their own.
pub(crate) struct Stopped {
    /// What came instead.
    pub outcome: JobOutcome,
    /// Places of the jobs that it seems to be about; none where that is not known.
    pub suspects: Vec<usize>,
}

impl From<JobOutcome> for Stopped {
    fn from(outcome: JobOutcome) -> Stopped {
        Stopped {
            outcome,
            suspects: Vec::new(),
        }
    }
}

/// The outcomes of some jobs, in their order.
pub(crate) type Settled = Result<Vec<JobOutcome>, Stopped>;

/// The outcome of each job. `together` runs some of them (their places) at once; where that fails, suspects and the
/// others are run again on their own, or halves, until one job is to blame. No job gets an outcome that it does not
/// have alone.
pub(crate) fn settle(count: usize, mut together: impl FnMut(&[usize]) -> Settled) -> Vec<Option<JobOutcome>> {
    let mut outcomes = vec![None; count];
    let mut open = vec![(0..count).collect::<Vec<usize>>()];
    while let Some(jobs) = open.pop() {
        if jobs.is_empty() {
            continue;
        }
        let stopped = match together(&jobs) {
            Ok(all) => {
                for (job, outcome) in jobs.iter().zip(all) {
                    outcomes[*job] = Some(outcome);
                }
                continue;
            }
            Err(stopped) => stopped,
        };
        if jobs.len() == 1 || matches!(stopped.outcome, JobOutcome::Missing { .. } | JobOutcome::System(_)) {
            for job in jobs {
                outcomes[job] = Some(stopped.outcome.clone());
            }
            continue;
        }
        let (mut first, mut second) = (Vec::new(), Vec::new());
        for (place, job) in jobs.iter().enumerate() {
            match stopped.suspects.contains(&place) {
                true => first.push(*job),
                false => second.push(*job),
            }
        }
        if first.is_empty() || second.is_empty() {
            second = jobs;
            first = second.drain(..second.len() / 2).collect();
        }
        open.extend([second, first]);
    }
    outcomes
}

/// The line numbers of errors in `program.mlir` that a compiler named: `program.mlir:12:3: error: ..`.
pub(crate) fn lines_of_errors(messages: &str) -> Vec<usize> {
    let line = |message: &str| {
        let (_, place) = message.split_once("program.mlir:")?;
        let (line, rest) = place.split_once(':')?;
        let (_, rest) = rest.split_once(':')?;
        rest.trim_start().starts_with("error").then(|| line.parse().ok())?
    };
    messages.lines().filter_map(line).collect()
}

/// The name of the function that is at a line, counted from 1.
pub(crate) fn function_at(text: &str, line: usize) -> Option<&str> {
    let head = |line: &&str| line.trim_start().starts_with("func.func ");
    let head = text.lines().take(line).filter(head).last()?;
    let (_, name) = head.split_once('@')?;
    name.split_once('(').map(|(name, _)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bad() -> JobOutcome {
        JobOutcome::Unsupported("bad".to_owned())
    }

    /// Jobs of which those in `wrong` fail whatever runs them; gives what was run at once.
    fn runs(count: usize, wrong: &[usize], suspects: &dyn Fn(&[usize]) -> Vec<usize>) -> Vec<Vec<usize>> {
        let mut runs = Vec::new();
        let outcomes = settle(count, |jobs| {
            runs.push(jobs.to_vec());
            match jobs.iter().any(|job| wrong.contains(job)) {
                true => Err(Stopped {
                    outcome: bad(),
                    suspects: suspects(jobs),
                }),
                false => Ok(vec![JobOutcome::Outputs(Vec::new()); jobs.len()]),
            }
        });
        for (job, outcome) in outcomes.into_iter().enumerate() {
            let expected = match wrong.contains(&job) {
                true => bad(),
                false => JobOutcome::Outputs(Vec::new()),
            };
            assert_eq!(outcome, Some(expected), "job {job}");
        }
        runs
    }

    #[test]
    fn halves_find_who_is_to_blame() {
        assert_eq!(runs(4, &[2], &|_| Vec::new()).len(), 5);
        assert_eq!(runs(3, &[0, 1, 2], &|_| Vec::new()).len(), 5);
    }

    #[test]
    fn suspects_are_run_alone() {
        let place = |jobs: &[usize]| jobs.iter().position(|job| *job == 5).into_iter().collect();
        let others = (0..100).filter(|job| *job != 5).collect();
        assert_eq!(runs(100, &[5], &place), [(0..100).collect(), vec![5], others]);
        // A wrong suspicion costs time, not truth.
        runs(9, &[7], &|_| vec![0]);
        runs(2, &[1], &|_| vec![0, 1]);
    }

    #[test]
    fn an_error_names_its_function() {
        let text =
            "module {\n  func.func @one() {\n    return\n  }\n  func.func private @two(%i: index) {\n    a.b\n  }\n}\n";
        let errors = "program.mlir:6:5: error: 'a.b' is not known\nprogram.mlir:3:5: note: see here\n";
        assert_eq!(lines_of_errors(errors), [6]);
        assert_eq!(function_at(text, 6), Some("two"));
        assert_eq!(function_at(text, 3), Some("one"));
        assert_eq!(function_at(text, 1), None);
    }
}
