//! The dependences of a function, as a result.
//!
//! Where a function has many statements they are divided into shares, by the statement in which a dependence begins, and
//! threads take one share after the other. Objects of isl stay in their thread, so each has a model of its own. Shares and
//! what each may spend are the same for any number of threads, and so is the answer.

use crate::facts::{self, FactOrigin};
use crate::function::{Function, ModelRefusal, Models, functions};
use crate::given::Given;
use crate::parts::in_order;
use crate::read::Program;
use crate::reporter::{Messages, Reporter};
use polyvet_analysis::Scop;
use polyvet_analysis::dependence::{self, DependenceEffect, DependencePlace};
use polyvet_poly::Result;
use polyvet_report::{DependenceResult, DepsResult};
use std::num::NonZeroU64;

/// Statements of one share.
const SHARE: usize = 32;

/// Which dependences are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BasedOn {
    /// All pairs of accesses to one element that the program orders, one of them a write.
    Memory,
    /// Those from the last write, and to the next.
    Value,
}

impl BasedOn {
    /// Those of values if asked for, else all.
    pub fn values(asked: bool) -> BasedOn {
        match asked {
            true => BasedOn::Value,
            false => BasedOn::Memory,
        }
    }
}

/// All dependences of a function, or only those of values, and what each loop carries. Where there is no model or no
/// answer that is reported.
pub fn dependences(
    reporter: &mut dyn Reporter,
    (program, function): (&Program, &Function),
    given: &Given,
    based_on: BasedOn,
) -> Option<DepsResult> {
    let scop = match &function.model {
        Ok(scop) => scop,
        Err(refusal) => {
            reporter.tell_unknown(&refusal.diagnostic, Some(&program.source));
            return None;
        }
    };
    let found = found_in_shares((program, scop), given, based_on).and_then(|found| {
        let budget = NonZeroU64::new(given.budget).unwrap_or(NonZeroU64::MIN);
        scop.ctx
            .within(budget, None, || result(scop, found, (program, based_on)))
    });
    found
        .map_err(|error| reporter.tell_unknown(&ModelRefusal::poly(&error).diagnostic, Some(&program.source)))
        .ok()
}

fn result(scop: &Scop, found: FoundDependences, (program, based_on): (&Program, BasedOn)) -> Result<DepsResult> {
    let scop = &facts::asserted(scop)?;
    let list = found.list.into_iter().map(|(_, result)| result).collect::<Vec<_>>();
    Ok(DepsResult {
        names: facts::names(scop),
        file: program.source.name.clone(),
        func: scop.name.clone(),
        based_on: match based_on {
            BasedOn::Memory => "memory",
            BasedOn::Value => "value",
        },
        loops: facts::loops(scop, &found.effects, &program.origin()),
        graph: facts::graph(&list),
        dependences: list,
        picture: None,
        inexact: scop.inexact.iter().map(ToString::to_string).collect(),
    })
}

/// What is known of some dependences, apart from isl.
#[derive(Default)]
struct FoundDependences {
    list: Vec<(DependencePlace, DependenceResult)>,
    /// What the loops are is a matter of memory, whatever is listed.
    effects: Vec<DependenceEffect>,
}

impl FoundDependences {
    /// Those that begin, or end, in such statements.
    fn of(scop: &Scop, share: usize, based_on: BasedOn, origin: &FactOrigin<'_>) -> Result<FoundDependences> {
        let scop = &facts::asserted(scop)?;
        let is_mine = |stmt| usize::from(stmt) / SHARE == share;
        let memory = dependence::memory_based_from(scop, is_mine)?;
        let listed = match based_on {
            BasedOn::Memory => None,
            BasedOn::Value => Some(dependence::value_based_to(scop, is_mine)?),
        };
        let list = { listed.as_ref().unwrap_or(&memory).list.iter() }
            .map(|one| Ok((one.place(), facts::dependence(scop, one, origin)?)));
        Ok(FoundDependences {
            list: list.collect::<Result<_>>()?,
            effects: memory.effects(scop)?,
        })
    }
}

fn found_in_shares((program, scop): (&Program, &Scop), given: &Given, based_on: BasedOn) -> Result<FoundDependences> {
    let budget = NonZeroU64::new(given.budget).unwrap_or(NonZeroU64::MIN);
    let find = |scop: &Scop, share: usize| {
        let question = || FoundDependences::of(scop, share, based_on, &program.origin());
        scop.ctx.within(budget, None, question)
    };
    let shares = scop.stmts.len().div_ceil(SHARE);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let only = Given {
        func: Some(scop.name.clone()),
        ..given.clone()
    };
    let mut all = FoundDependences::default();
    in_order(
        (shares, threads),
        |parts| {
            // What there is to say about the program was said before.
            let found = functions(&mut Messages::default(), program, &only, Models::Bounds);
            if let Some(scop) = found.ok().and_then(|mut all| all.pop()?.model.ok()) {
                parts.answer(|share| find(&scop, share));
            }
        },
        |share| find(scop, share),
        |found| {
            let found = found?;
            all.list.extend(found.list);
            all.effects.extend(found.effects);
            Ok(())
        },
    )?;
    all.list.sort_by_key(|(place, _)| *place);
    Ok(all)
}
