//! Pairs of programs that should be equal: what `validate` says about them, and what runs show.

use crate::model::{CallSizes, Subject, parse};
use crate::runs::{ObservedRun, on_generated_in, on_numbers, on_reordered_terms, on_terms, on_terms_without_races};
use polyvet_analysis::extract::ExtractOptions;
use polyvet_codegen::CodegenError;
use polyvet_interp::{ParallelOrder, Trap};
use polyvet_ir::{Module, OpId};
use polyvet_poly::PolyError;
use polyvet_runs::inputs::ElementGenerator;
use polyvet_verify::validate::{ProgramSide, Static, prove_only, validate};
use polyvet_verify::{Strength, Verdict};

/// Two functions and sizes to run them at.
pub struct FunctionPair {
    /// For messages.
    pub name: String,
    /// Holds the first function.
    pub before: Module,
    /// The first function.
    pub before_func: OpId,
    /// Holds the second one.
    pub after: Module,
    /// The second function.
    pub after_func: OpId,
    /// At which `before` may be defined; small.
    pub sizes: Vec<CallSizes>,
}

/// isl operations per question: what these small programs need, and some more.
const BUDGET: u64 = 1_000_000;

/// In which ways runs tell two programs apart.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Differences {
    /// On small numbers, parallel loops in order.
    pub numbers: Option<String>,
    /// On terms that do not depend on the order of sums and products, where small numbers differ: products of many are
    /// rounded.
    pub reordered: Option<String>,
    /// On terms, parallel loops in several orders.
    pub terms: Option<String>,
    /// On numbers of all sizes and special values, where terms differ.
    pub bits: Option<String>,
    /// A race between parallel iterations, or something undefined.
    pub undefined: Option<String>,
    /// Inputs on which `before` is defined.
    pub inputs: usize,
}

impl FunctionPair {
    /// The functions `@before` and `@after` of one file.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn of_file(name: &str, text: &str, wanted: &[i64]) -> Result<FunctionPair, String> {
        let module = parse(text)?;
        let func = |name: &str| {
            let named = |op: &OpId| module.symbol_name(*op) == Some(name);
            module
                .funcs()
                .into_iter()
                .find(named)
                .ok_or(format!("no function `@{name}`"))
        };
        let (before_func, after_func) = (func("before")?, func("after")?);
        let subject = Subject::of(module.clone(), before_func)?;
        Ok(FunctionPair {
            name: name.to_owned(),
            sizes: small_sizes(&subject, wanted),
            before: subject.module,
            before_func,
            after: module,
            after_func,
        })
    }

    /// The only functions of two files.
    ///
    /// # Errors
    /// What is wrong with them.
    pub fn of_files(name: &str, before: &str, after: &str, wanted: &[i64]) -> Result<FunctionPair, String> {
        let (subject, after) = (Subject::read(before)?, parse(after)?);
        let [after_func] = after.funcs()[..] else {
            return Err(format!("{name}: not one function"));
        };
        Ok(FunctionPair {
            name: name.to_owned(),
            sizes: small_sizes(&subject, wanted),
            before: subject.module,
            before_func: subject.func,
            after,
            after_func,
        })
    }

    /// A function and what a script makes of it; [`None`] where a step has no place.
    ///
    /// # Errors
    /// It has no model, or nothing can be generated.
    pub fn of_script(
        name: &str,
        subject: Subject,
        script: &str,
        wanted: &[i64],
    ) -> Result<Option<FunctionPair>, String> {
        let Some(rewrite) = subject.rewrite(script)? else {
            return Ok(None);
        };
        let after =
            polyvet_codegen::generate(&rewrite.scop, &subject.module, subject.func).map_err(|error| match error {
                // Nothing wrong: making the loops takes more than it may, or isl breaks, as "total dimensionality
                // changed unexpectedly" when it coalesces inside its generator (pair 6729 of seed 21).
                CodegenError::Poly(why) if why.is_budget() || matches!(why, PolyError::Internal { .. }) => {
                    format!("no code is generated: {why}")
                }
                error => error.to_string(),
            })?;
        let func_name = subject.scop.name.clone();
        let named = |op: &OpId| after.symbol_name(*op) == Some(&func_name);
        let after_func = after.funcs().into_iter().find(named).ok_or("the function is gone")?;
        Ok(Some(FunctionPair {
            name: format!("{name} {script}"),
            sizes: small_sizes(&subject, wanted),
            before: subject.module,
            before_func: subject.func,
            after,
            after_func,
        }))
    }

    fn sides<'p>(&'p self, after: &'p Module) -> (ProgramSide<'p>, ProgramSide<'p>) {
        let before = ProgramSide {
            module: &self.before,
            func: self.before_func,
        };
        let func = self.after_func;
        (before, ProgramSide { module: after, func })
    }

    /// The verdict on `after` in the place of the second program.
    ///
    /// # Errors
    /// There is none; a refutation that does not replay.
    pub fn verdict(&self, after: &Module) -> Result<Verdict, String> {
        let (before, after) = self.sides(after);
        match validate(before, after, &ExtractOptions::default(), BUDGET).map_err(|error| error.to_string())? {
            Verdict::Refuted(witness) if !witness.replay.confirmed => {
                Err(format!("a witness that does not replay: {witness:?}"))
            }
            verdict => Ok(verdict),
        }
    }

    /// What is known without runs.
    ///
    /// # Errors
    /// There is no answer.
    pub fn proof(&self, after: &Module) -> Result<Static, String> {
        let (before, after) = self.sides(after);
        prove_only(before, after, &ExtractOptions::default(), BUDGET).map_err(|error| error.to_string())
    }

    /// What runs show.
    pub fn differences(&self, after: &Module, sizes: &[CallSizes]) -> Differences {
        let names = (
            self.before.symbol_name(self.before_func).unwrap_or_default(),
            after.symbol_name(self.after_func).unwrap_or_default(),
        );
        let mut found = Differences::default();
        for sizes in sizes {
            let Ok(terms) = on_terms(&self.before, names.0, sizes, ParallelOrder::Forward) else {
                continue;
            };
            let Ok(numbers) = on_numbers(&self.before, names.0, sizes, ParallelOrder::Forward) else {
                continue;
            };
            found.inputs += 1;
            let note = |place: &mut Option<String>, what: Option<String>| {
                if place.is_none() {
                    *place = what.map(|what| format!("{what} at {:?} {:?}", sizes.indices, sizes.extents));
                }
            };
            let compare = |before: &ObservedRun, after: Result<ObservedRun, Trap>| match after {
                Ok(after) => hidden(before, after),
                // What runs out of steps is not known to differ.
                Err(trap) if trap.code.is_inconclusive() => None,
                Err(trap) => Some(trap.describe()),
            };
            let run = on_numbers(after, names.1, sizes, ParallelOrder::Forward);
            let numbers = compare(&numbers, run);
            if numbers.is_some()
                && let Ok(reordered) = on_reordered_terms(&self.before, names.0, sizes, ParallelOrder::Forward)
            {
                let run = on_reordered_terms(after, names.1, sizes, ParallelOrder::Forward);
                note(&mut found.reordered, compare(&reordered, run));
            }
            note(&mut found.numbers, numbers);
            for order in [
                ParallelOrder::Forward,
                ParallelOrder::Backward,
                ParallelOrder::Shuffled(5),
            ] {
                let other = compare(&terms, on_terms(after, names.1, sizes, order));
                // Other terms may be the same bits.
                if other.is_some() && found.bits.is_none() {
                    for generator in ElementGenerator::ALL {
                        let forward = ParallelOrder::Forward;
                        let Ok(bits) = on_generated_in(&self.before, names.0, sizes, generator, forward) else {
                            continue;
                        };
                        let run = on_generated_in(after, names.1, sizes, generator, order);
                        note(&mut found.bits, compare(&bits, run));
                    }
                }
                note(&mut found.terms, other);
            }
            if let Err(trap) = on_terms_without_races(after, names.1, sizes)
                && !trap.code.is_inconclusive()
            {
                note(&mut found.undefined, Some(trap.describe()));
            }
        }
        found
    }
}

/// The first difference where `before` has a value: what it leaves undefined is free.
pub(crate) fn hidden(before: &ObservedRun, mut after: ObservedRun) -> Option<String> {
    // Where `after` has memref arguments for tensors, only results are compared.
    if after.after.len() > before.after.len() {
        let extra = after.after.len() - before.after.len();
        after.after.drain(..extra);
    }
    for (one, other) in before.after.iter().zip(&mut after.after) {
        let pairs = one.elems.iter().zip(&mut other.elems);
        pairs
            .filter(|(one, _)| one.is_none())
            .for_each(|(_, other)| *other = None);
    }
    before.difference(&after)
}

impl Differences {
    /// Whether runs contradict a proof of this strength, and how. Reordered sums are other terms, but the
    /// same numbers, for small ones are exact, or at least the same sums.
    pub fn against(&self, strength: Strength) -> Option<&String> {
        let values = match strength {
            // Other operations may compute the same bits, so terms that differ say nothing yet.
            Strength::Bitwise => self.numbers.as_ref().or(self.bits.as_ref()),
            Strength::Reassociated => self.reordered.as_ref(),
        };
        self.undefined.as_ref().or(values)
    }

    /// Any difference.
    pub fn any(&self) -> Option<&String> {
        self.undefined
            .as_ref()
            .or(self.numbers.as_ref())
            .or(self.terms.as_ref())
    }
}

/// Sizes near each of the wanted ones at which the function is defined.
pub fn small_sizes(subject: &Subject, wanted: &[i64]) -> Vec<CallSizes> {
    let params = subject.small_params(wanted);
    params.iter().filter_map(|params| subject.sizes(params)).collect()
}
