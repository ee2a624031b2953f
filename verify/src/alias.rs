//! Arguments that may be the same buffer.
//!
//! Calling a function with one buffer for two arguments of one type is calling the function in which
//! each use of the second argument is a use of the first. That function is validated like any other, so
//! proofs and runs mean the same as ever. Buffers that overlap in part are not covered.

use crate::certificate::Record;
use crate::validate::{ProgramSide, ValidateSettings, validate_recorded};
use crate::{Reason, Verdict, unchanged};
use polyvet_analysis::extract::{ExtractError, ExtractOptions};
use polyvet_ir::{Module, OpId, Type, func};

/// The verdict on a pair of functions some of whose arguments may be one buffer.
#[derive(Clone, Debug)]
pub struct AliasJudgement {
    /// The worst of all cases; vacuous only if every case is.
    pub verdict: Verdict,
    /// The arguments that are one buffer in the case it is about; none if all are apart.
    pub same_buffer: Vec<(String, String)>,
}

/// [`validate_recorded`], for each way in which the pairs of arguments in `may_alias`, by name, may be one buffer. Pairs that
/// the function does not have are left out.
///
/// # Errors
/// As [`validate_recorded`].
pub fn validate_aliasing(
    before: ProgramSide<'_>,
    after: ProgramSide<'_>,
    may_alias: &[(String, String)],
    options: &ExtractOptions,
    settings: &ValidateSettings,
    record: &Record,
) -> Result<AliasJudgement, ExtractError> {
    let mut worst = AliasJudgement {
        verdict: validate_recorded(before, after, options, settings, record)?,
        same_buffer: Vec::new(),
    };
    let pairs = known_pairs(before, may_alias);
    // The same text is the same function in every case.
    if pairs.is_empty() || unchanged(before, after) {
        return Ok(worst);
    }
    if pairs.len() > PAIRS_MAX {
        let message = format!(
            "{} pairs may be one buffer, and no more than {PAIRS_MAX} are tried",
            pairs.len()
        );
        let reason = Reason {
            code: "may-alias",
            message,
        };
        let verdict = Verdict::Unknown(reason);
        if verdict.rank() < worst.verdict.rank() {
            worst.verdict = verdict;
        }
        return Ok(worst);
    }
    for case in cases(&pairs) {
        if matches!(worst.verdict, Verdict::Refuted(_)) {
            break;
        }
        let merged = merge(before, &case).and_then(|first| Ok((first, merge(after, &case)?)));
        let mut verdict = match &merged {
            Ok((first, second)) => validate_recorded(before.of(first), after.of(second), options, settings, record)?,
            Err(message) => Verdict::Unknown(Reason {
                code: "may-alias",
                message: message.clone(),
            }),
        };
        if let Verdict::Refuted(witness) = &mut verdict {
            share_extents(&mut witness.params, &case);
        }
        // A vacuous case takes nothing from one that is about something.
        let is_vacuous = |verdict: &Verdict| matches!(verdict, Verdict::Proved(proof) if proof.vacuous.is_some());
        let is_proved = |verdict: &Verdict| matches!(verdict, Verdict::Proved(_));
        let replaces = match (is_vacuous(&worst.verdict), is_vacuous(&verdict)) {
            (true, false) if is_proved(&verdict) => true,
            (false, true) if is_proved(&worst.verdict) => false,
            _ => verdict.rank() < worst.verdict.rank(),
        };
        if replaces {
            let same_buffer = case.into_iter().map(|(x, y, _)| (x, y)).collect();
            worst = AliasJudgement { verdict, same_buffer };
        }
    }
    Ok(worst)
}

/// The module with each use of argument `second` of `func` made a use of argument `first`. The second
/// argument stays, unused.
///
/// # Errors
/// In words, if they are not two different memrefs of one type.
pub fn same_buffer(module: &Module, op: OpId, first: usize, second: usize) -> Result<Module, String> {
    let args = func(module, op).map_or(Vec::new(), |func| func.args);
    let (Some(keep), Some(merge)) = (args.get(first).copied(), args.get(second).copied()) else {
        return Err("there are no such arguments".to_owned());
    };
    let (kept, merged) = (module.value_name(keep), module.value_name(merge));
    if first == second {
        return Err(format!("`{kept}` is always the same buffer as itself"));
    }
    for value in [keep, merge] {
        if !matches!(module.ty(value), Type::MemRef { .. }) {
            let (name, ty) = (module.value_name(value), module.ty(value));
            return Err(format!("`{name}` is no buffer but `{ty}`"));
        }
    }
    if module.ty(keep) != module.ty(merge) {
        let (p, q) = (module.ty(keep), module.ty(merge));
        return Err(format!(
            "`{kept}` is `{p}` and `{merged}` is `{q}`: only buffers of one type can be the same"
        ));
    }
    let mut module = module.clone();
    for at in 0..module.op_count() {
        let op = module.op_mut(OpId(at as u32));
        let passed = op.successors.iter_mut().flat_map(|successor| &mut successor.args);
        for operand in op.operands.iter_mut().chain(passed) {
            if operand.value == merge {
                operand.value = keep;
            }
        }
    }
    Ok(module)
}

/// Number of the argument called `name`.
pub fn argument(module: &Module, op: OpId, name: &str) -> Option<usize> {
    let args = func(module, op)?.args;
    args.iter()
        .position(|arg| module.value_name(*arg).trim_start_matches('%') == name)
}

/// Two arguments by name, and which of them is replaced by which, by number.
type Merge = (String, String, (usize, usize));

/// More pairs would be too many cases: each of their sets is one.
const PAIRS_MAX: usize = 10;

/// The pairs of which the function has both arguments.
fn known_pairs(side: ProgramSide<'_>, pairs: &[(String, String)]) -> Vec<Merge> {
    let number = |name: &str| argument(side.module, side.func, name);
    let known = |(x, y): &(String, String)| Some((x.clone(), y.clone(), (number(x)?, number(y)?)));
    pairs.iter().filter_map(known).collect()
}

/// All sets of pairs that are the same buffer, but the empty one.
fn cases(pairs: &[Merge]) -> impl Iterator<Item = Vec<Merge>> + '_ {
    (1_u64..1 << pairs.len()).map(|set| {
        let chosen = pairs.iter().enumerate().filter(|(at, _)| set >> at & 1 == 1);
        chosen.map(|(_, pair)| pair.clone()).collect()
    })
}

/// One buffer has one shape: the argument that is not used gets that of the other.
fn share_extents(params: &mut [(String, i64)], pairs: &[Merge]) {
    for (first, second, (x, y)) in pairs {
        let (kept, merged) = if x < y { (first, second) } else { (second, first) };
        for at in 0..params.len() {
            let Some(dim) = params[at].0.strip_prefix(&format!("{merged}.")).map(str::to_owned) else {
                continue;
            };
            let same = params.iter().find(|(label, _)| *label == format!("{kept}.{dim}"));
            if let Some(value) = same.map(|(_, value)| *value) {
                params[at].1 = value;
            }
        }
    }
}

/// The module in which the pairs are the same buffer.
fn merge(side: ProgramSide<'_>, pairs: &[Merge]) -> Result<Module, String> {
    let (module, op) = (side.module, side.func);
    let mut merged = module.clone();
    let count = func(module, op).map_or(0, |func| func.args.len());
    let mut kept: Vec<usize> = (0..count).collect();
    for (_, _, (x, y)) in pairs {
        let (p, q) = (kept.get(*x).copied(), kept.get(*y).copied());
        let (Some(p), Some(q)) = (p, q) else {
            return Err("the second program has fewer arguments".to_owned());
        };
        let (first, second) = (p.min(q), p.max(q));
        if p != q || x == y {
            merged = same_buffer(&merged, op, first, second)?;
        }
        kept.iter_mut().filter(|at| **at == second).for_each(|at| *at = first);
    }
    Ok(merged)
}
