//! Schedules with tiles whose size is a parameter: one schedule for each value.
//!
//! The walk down such a schedule ([`crate::walk`]) takes a loop over tiles to decide nothing and to break what it
//! could, so what it finds no fault in is right for all sizes. What it finds fault in need not be wrong for any: then
//! the schedule is checked at some sizes, where tiles are what they always are, and a refutation is one at such a
//! size.

use crate::Reason;
use polyvet_analysis::Scop;
use polyvet_analysis::tiles::{symbolic_sizes, with_sizes};
use polyvet_poly::{Result, Schedule, Set};

/// Sizes that are tried, where 1 is possible: the smallest that tell tiles apart first.
const SIZES: [i64; 8] = [2, 1, 3, 4, 5, 8, 16, 32];
/// Choices of sizes that are tried.
const CHOICES: usize = 24;

/// Whether there are tiles whose size is a parameter.
pub(crate) fn is_symbolic(schedule: &Schedule) -> Result<bool> {
    Ok(!symbolic_sizes(schedule)?.is_empty())
}

/// `scop` at some sizes of the tiles of `schedule` for which it is defined, and the schedule with tiles of these sizes.
pub(crate) fn at_some_sizes(scop: &Scop, schedule: &Schedule) -> Result<Vec<(Scop, Schedule)>> {
    let names = symbolic_sizes(schedule)?;
    let least = names.iter().map(|name| least(scop, name)).collect::<Result<Vec<_>>>()?;
    let mut all = Vec::new();
    for mut choice in choices_of(names.len()) {
        choice
            .iter_mut()
            .zip(&least)
            .for_each(|(size, least)| *size += least - 1);
        let mut fixed = Set::universe(scop.context.space()?)?;
        for (name, value) in names.iter().zip(&choice) {
            fixed = Set::parse(&scop.ctx, &format!("[{name}] -> {{ : {name} = {value} }}"))?.intersect(fixed)?;
        }
        // In this order: the second operand gives parameters their order.
        let cut = |set: &Set| fixed.clone().intersect(set.clone());
        let (context, valid) = (cut(&scop.context)?, cut(&scop.valid)?);
        if valid.is_empty()? {
            continue;
        }
        let value = |name: &str| names.iter().position(|known| known == name).map(|at| choice[at]);
        let schedule = with_sizes(schedule.clone(), &value)?;
        all.push((
            Scop {
                context,
                valid,
                ..scop.clone()
            },
            schedule,
        ));
    }
    Ok(all)
}

/// The least positive value of a parameter.
fn least(scop: &Scop, name: &str) -> Result<i64> {
    let values = Set::parse(&scop.ctx, &format!("[{name}] -> {{ [{name}] : {name} >= 1 }}"))?;
    let values = values.intersect_params(scop.valid.clone())?.project_out_all_params()?;
    match values.is_empty()? {
        true => Ok(1),
        false => values.dim_min_val(0)?.to_i64(),
    }
}

/// Values for `count` sizes: those with equal sizes first.
fn choices_of(count: usize) -> Vec<Vec<i64>> {
    let mut all: Vec<Vec<i64>> = SIZES.iter().map(|size| vec![*size; count]).collect();
    for at in 0..count {
        for size in [2, 3, 8] {
            for other in [1, 2, 3, 8] {
                let mut choice = vec![other; count];
                choice[at] = size;
                all.push(choice);
            }
        }
    }
    let mut chosen: Vec<Vec<i64>> = Vec::new();
    for choice in all {
        if !chosen.contains(&choice) {
            chosen.push(choice);
        }
    }
    chosen.truncate(CHOICES);
    chosen
}

/// Why there is no verdict.
pub(crate) fn reason(scop: &Scop, schedule: &Schedule) -> Result<Reason> {
    let names = symbolic_sizes(schedule)?;
    let label = |name: &String| {
        let param = scop.params.iter().find(|param| param.name == *name);
        format!("`{}`", param.map_or(name, |param| &param.label))
    };
    let names: Vec<String> = names.iter().map(label).collect();
    Ok(Reason {
        code: "some-tile-size",
        message: format!(
            "tiles may break a dependence at some size {}, but none of the sizes that were tried is wrong",
            names.join(", ")
        ),
    })
}
