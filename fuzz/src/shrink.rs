//! Smaller programs that show the same fault.
//!
//! First the numbers that a program is made of are made fewer and smaller, which keeps it valid by construction;
//! then the program itself is edited (`polyvet-reduce`), after the preparation, so that nothing but the passes is
//! left to look at. Every candidate is judged anew: wrong code is only seen on inputs for which the candidate is
//! defined, and for other faults a run in the interpreter says that it is. Candidates go to the backend many at a
//! time, since starting it takes longer than most of them.

use crate::defined;
use crate::oracle::{Fault, NAME, Oracle, SizedProgram};
use crate::pipeline::Pipeline;
use crate::{read, text_of};
use polyvet_backend::process::interrupted;
use polyvet_generate::case::RandomCase;
use polyvet_generate::weights::Weights;
use polyvet_ir::Module;
use polyvet_reduce::{ReduceLimits, reduce_many};

/// Candidates of one call of the backend.
const WIDTH: usize = 12;
/// Candidates made from numbers, at the most; a tenth of them where each needs a call of its own.
const NUMBERS_TRIES: usize = 360;
/// Candidates made by editing, at the most; a tenth of them where each needs a call of its own.
const EDIT_TRIES: usize = 1500;

/// A fault that was made smaller.
#[derive(Clone, Debug)]
pub struct ShrunkFault {
    /// The fault on the smallest program.
    pub fault: Fault,
    /// The passes that are needed for it.
    pub pipeline: Pipeline,
    /// Candidates that were judged.
    pub tries: usize,
}

/// The smallest program found that `fault` can be seen on; `numbers` gave the one it was seen on first.
pub fn shrink(
    oracle: &dyn Oracle,
    pipeline: &Pipeline,
    weights: &Weights,
    numbers: &[u16],
    fault: Fault,
) -> ShrunkFault {
    let question = StillFaulty {
        oracle,
        weights,
        signature: fault.signature(pipeline),
        wrong: fault.outcome == "wrong",
        pipeline: pipeline.clone(),
    };
    let mut small = ShrunkFault {
        fault,
        pipeline: pipeline.clone(),
        tries: 0,
    };
    let best = question.fewer_numbers(numbers, &mut small);
    let case = RandomCase::new(pipeline.input, &best, weights);
    let Some(text) = oracle.prepared(pipeline, &case.text) else {
        return small;
    };
    let mut alone = StillFaulty {
        pipeline: pipeline.alone(),
        ..question
    };
    let first = [SizedProgram {
        text: text.clone(),
        sizes: defined::of_generated(&case.sizes),
    }];
    let (Some(module), Some((_, fault))) = (read(&text), alone.first_of(&first)) else {
        return small;
    };
    small.fault = fault;
    alone.fewer_passes(&first, &mut small);
    alone.edited(&module, &mut small);
    small
}

/// Is it still the same fault?
struct StillFaulty<'a> {
    oracle: &'a dyn Oracle,
    weights: &'a Weights,
    pipeline: Pipeline,
    signature: String,
    /// Wrong code, not an error or a crash.
    wrong: bool,
}

impl StillFaulty<'_> {
    /// The first of the candidates with the fault.
    fn first_of(&self, candidates: &[SizedProgram]) -> Option<(usize, Fault)> {
        if interrupted() {
            return None;
        }
        // What ends the backend ends it for all candidates of a call.
        let width = if self.wrong { candidates.len() } else { 1 };
        let calls = candidates.chunks(width.max(1));
        let judged = calls.flat_map(|some| self.oracle.judge(&self.pipeline, some));
        judged.enumerate().find_map(|(at, one)| {
            let fault = one
                .fault
                .filter(|fault| fault.signature(&self.pipeline) == self.signature)?;
            Some((at, fault))
        })
    }

    /// Leaves out passes without which the fault is the same.
    fn fewer_passes(&mut self, first: &[SizedProgram], small: &mut ShrunkFault) {
        let kind = (small.fault.outcome, small.fault.kind.clone());
        let mut open = self.pipeline.shorter();
        while let Some(pipeline) = open.pop() {
            small.tries += 1;
            let judged = self.oracle.judge(&pipeline, first).pop();
            let fault = judged.and_then(|one| one.fault);
            if let Some(fault) = fault.filter(|fault| (fault.outcome, &fault.kind) == (kind.0, &kind.1)) {
                self.signature = fault.signature(&pipeline);
                open = pipeline.shorter();
                self.pipeline = pipeline;
                small.fault = fault;
            }
        }
        small.pipeline = self.pipeline.clone();
    }

    fn fewer_numbers(&self, numbers: &[u16], small: &mut ShrunkFault) -> Vec<u16> {
        let mut best = numbers.to_vec();
        let mut size = RandomCase::new(self.pipeline.input, &best, self.weights).text.len();
        let mut chunk = best.len().div_ceil(2);
        let start = small.tries;
        let most = start + if self.wrong { NUMBERS_TRIES } else { NUMBERS_TRIES / 10 };
        while chunk > 0 && small.tries < most {
            let mut at = 0;
            let mut improved = false;
            // Candidates of several places go to the backend together; the first good one wins.
            while at < best.len() && small.tries < most {
                let mut places = Vec::new();
                let mut candidates = Vec::new();
                let mut next = at;
                while next < best.len() && candidates.len() < WIDTH {
                    for one in smaller(&best, next, chunk) {
                        let case = RandomCase::new(self.pipeline.input, &one, self.weights);
                        if one != best && case.text.len() <= size && !case.sizes.is_empty() {
                            places.push((next, one, case.text.len()));
                            candidates.push(SizedProgram {
                                text: case.text,
                                sizes: defined::of_generated(&case.sizes),
                            });
                        }
                    }
                    next += chunk;
                }
                small.tries += candidates.len();
                match self.first_of(&candidates) {
                    Some((which, fault)) => {
                        let (place, one, length) = places.swap_remove(which);
                        improved |= length < size || one.len() < best.len();
                        // What followed a cut is here now.
                        at = place + if one.len() < best.len() { 0 } else { chunk };
                        (best, size) = (one, length);
                        small.fault = fault;
                    }
                    None => at = next,
                }
            }
            if !improved || chunk > 4 {
                chunk /= 2;
            }
        }
        best
    }

    fn edited(&self, module: &Module, small: &mut ShrunkFault) {
        let limits = ReduceLimits {
            tries: if self.wrong { EDIT_TRIES } else { EDIT_TRIES / 10 },
            deadline: None,
        };
        let mut first_failing = |modules: &[Module]| {
            if interrupted() {
                return None;
            }
            let mut which = Vec::new();
            let mut candidates = Vec::new();
            for (at, module) in modules.iter().enumerate() {
                let [op] = module.funcs()[..] else { continue };
                if module.symbol_name(op) != Some(NAME) {
                    continue;
                }
                let found = defined::sizes(module, op, &[]);
                if found.is_none() && (!self.wrong || self.oracle.mode() == "execute") {
                    continue;
                }
                which.push(at);
                candidates.push(SizedProgram {
                    text: text_of(module),
                    sizes: found.into_iter().collect(),
                });
            }
            small.tries += candidates.len();
            let (at, fault) = self.first_of(&candidates)?;
            small.fault = fault;
            Some(which[at])
        };
        reduce_many(module, limits, WIDTH, &mut first_failing, &mut |_| {});
    }
}

/// The numbers without those from `at` on, with zeros instead, and with halves.
fn smaller(numbers: &[u16], at: usize, chunk: usize) -> [Vec<u16>; 3] {
    let end = (at + chunk).min(numbers.len());
    let cut = [&numbers[..at], &numbers[end..]].concat();
    let (mut zeroed, mut halved) = (numbers.to_vec(), numbers.to_vec());
    zeroed[at..end].fill(0);
    halved[at..end].iter_mut().for_each(|number| *number /= 2);
    [cut, zeroed, halved]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle::ProgramJudgement;
    use crate::pipeline::asked;
    use polyvet_generate::case::numbers;

    /// Programs are wrong after a pass called `bad`.
    struct Bad;

    impl Oracle for Bad {
        fn mode(&self) -> &'static str {
            "validate"
        }

        fn batch(&self) -> u64 {
            1
        }

        fn judge(&self, pipeline: &Pipeline, programs: &[SizedProgram]) -> Vec<ProgramJudgement> {
            let judge = |program: &SizedProgram| match pipeline.family().split('+').any(|pass| pass == "bad") {
                true => ProgramJudgement {
                    word: "refuted",
                    fault: Some(fault(&program.text)),
                },
                false => ProgramJudgement::fine("proved"),
            };
            programs.iter().map(judge).collect()
        }

        fn prepared(&self, _: &Pipeline, text: &str) -> Option<String> {
            Some(text.to_owned())
        }
    }

    fn fault(before: &str) -> Fault {
        Fault {
            outcome: "wrong",
            kind: "value".to_owned(),
            message: String::new(),
            before: before.to_owned(),
            after: None,
            inputs: String::new(),
            expected: String::new(),
            got: String::new(),
        }
    }

    #[test]
    fn passes_that_are_not_needed_are_left_out() {
        let pipeline = &asked("cse,func.func(good,bad{x=1},good),canonicalize")[0];
        let (weights, numbers) = (Weights::default(), numbers(1, 0));
        let case = RandomCase::new(pipeline.input, &numbers, &weights);
        let small = shrink(&Bad, pipeline, &weights, &numbers, fault(&case.text));
        assert_eq!(small.pipeline.passes, "func.func(bad{x=1})");
        assert!(small.fault.before.len() < case.text.len());
    }
}
