//! Statements that run in one iteration of a loop, met in all.
//!
//! isl writes such a statement before or after the loop, where it does not take turns with the rest. Under the mark
//! `predicated` the nest is to stay perfect: here the instances of such a statement become pairs of an iteration `x` of
//! the loop and an instance, `S[x, i]`, which the loop runs at `x`; so isl has statements that take turns. Of these
//! pairs, those at the instance's own time are the ones to run: [`Predicated::conds`] says which.
//!
//! The iterations of a loop are those in which an instance runs.

use polyvet_analysis::Scop;
use polyvet_analysis::ids::StmtId;
use polyvet_analysis::marks::{Mark, marks_over};
use polyvet_poly::{
    Aff, DimKind, LocalSpace, Map, MultiUnionPwAff, PwAff, PwMultiAff, Result, Schedule, ScheduleNode,
    ScheduleNodeKind, Set, UnionMap, UnionPwAff, UnionPwMultiAff, UnionSet,
};
use typed_index_collections::TiVec;

use crate::ast::{Exprs, known};
use crate::expr::Cond;

/// The pairs of a schedule.
pub struct Predicated {
    /// The schedule of pairs.
    pub schedule: Schedule,
    /// How many dimensions more than before a call has, in front, by statement.
    pub dims: TiVec<StmtId, usize>,
    /// Which pairs to run, by statement.
    stmts: TiVec<StmtId, PredicatedStmt>,
}

#[derive(Clone, Default)]
struct PredicatedStmt {
    /// For each dimension more, the last one first: how far it is from the instance's own time.
    off: Vec<PwAff>,
}

impl PredicatedStmt {
    /// The pairs among `all` to run, but for what condition `without` says.
    fn run(&self, all: Set, without: Option<usize>) -> Result<Set> {
        let mut found = all;
        for (_, off) in self.off.iter().enumerate().filter(|(at, _)| Some(*at) != without) {
            found = found.intersect(off.clone().zero_set()?)?;
        }
        Ok(found)
    }
}

impl Predicated {
    /// The pairs of `schedule`; [`None`] if it has none.
    pub fn of(scop: &Scop, schedule: Schedule) -> Result<Option<Predicated>> {
        let mut found = Predicated {
            schedule,
            dims: vec![0; scop.stmts.len()].into(),
            stmts: vec![PredicatedStmt::default(); scop.stmts.len()].into(),
        };
        let mut number = 0;
        while let Some(band) = band(&found.schedule, number)? {
            found.spread(scop, band, number)?;
            number += 1;
        }
        Ok(found.dims.iter().any(|dims| *dims > 0).then_some(found))
    }

    /// Makes pairs of what runs at most once in each run of the band, where something else runs more often.
    fn spread(&mut self, scop: &Scop, band: ScheduleNode, number: usize) -> Result<()> {
        let everywhere = self.schedule.domain()?;
        let (mut once, mut more) = (Vec::new(), false);
        let mut times = UnionMap::empty(everywhere.space()?)?;
        let (outer, own) = (
            band.prefix_schedule_union_map()?,
            as_map(band.band_get_partial_schedule()?)?,
        );
        for set in band.domain()?.sets()? {
            let name = set.tuple_name()?.unwrap_or_default();
            let Some(stmt) = scop.stmt_named(&name) else {
                return Ok(());
            };
            let is_whole = everywhere.extract_set(set.space()?)?.is_subset(&set)?;
            let run = UnionSet::from_set(self.stmts[stmt].run(set.clone(), None)?)?;
            // { [o] -> [t] }
            let its = outer
                .clone()
                .intersect_domain(run)?
                .reverse()?
                .apply_range(own.clone())?;
            match is_whole && its.is_single_valued()? {
                true => once.push((stmt, name, set)),
                false => more = true,
            }
            times = times.union(its)?;
        }
        if once.is_empty() || !more || times.is_empty()? {
            return Ok(());
        }
        let iterations = times.coalesce()?;

        let (mut pairs, mut contraction) = (everywhere.clone(), everywhere.identity()?);
        for (stmt, name, set) in &once {
            let old = UnionSet::from_set(set.clone())?;
            let spread = outer
                .clone()
                .intersect_domain(old.clone())?
                .apply_range(iterations.clone())?;
            if spread.is_empty()? {
                continue;
            }
            // { S[x, i] }
            let spread = Map::from_union_map(spread)?.reverse()?.wrap()?.flatten()?;
            let spread = spread.set_tuple_name(name)?.coalesce()?;
            let to_old = spread.clone().identity()?.project_out(DimKind::Out, 0, 1)?;
            let to_old = to_old.set_tuple_name(DimKind::Out, name)?;
            let pull = PwMultiAff::from_map(to_old.clone())?;
            let time = UnionPwMultiAff::from_union_map(own.clone().intersect_domain(old.clone())?)?;
            let Some(time) = time.union_pw_aff(0)?.pw_affs()?.pop() else {
                continue;
            };
            let iteration = Aff::var_on_domain(LocalSpace::from_space(spread.space()?)?, DimKind::Set, 0)?;
            let off = PwAff::from_aff(iteration)?.sub(time.pullback_pw_multi_aff(pull.clone())?)?;
            for known in &mut self.stmts[*stmt].off {
                *known = known.clone().pullback_pw_multi_aff(pull.clone())?;
            }
            self.stmts[*stmt].off.push(off);
            self.dims[*stmt] += 1;
            pairs = pairs.subtract(old.clone())?.union(UnionSet::from_set(spread)?)?;
            contraction = contraction.subtract_domain(old)?.union(UnionMap::from_map(to_old)?)?;
        }
        let contraction = UnionPwMultiAff::from_union_map(contraction)?;
        let schedule = self.schedule.clone().pullback_union_pw_multi_aff(contraction)?;
        self.schedule = schedule.intersect_domain(pairs)?;
        let Some(band) = self::band(&self.schedule, number)? else {
            return Ok(());
        };
        let mut times = band.band_get_partial_schedule()?.at(0)?;
        for set in band.domain()?.sets()? {
            let name = set.tuple_name()?.unwrap_or_default();
            if !once.iter().any(|(_, one, _)| *one == name) {
                continue;
            }
            let iteration = Aff::var_on_domain(LocalSpace::from_space(set.space()?)?, DimKind::Set, 0)?;
            let all = UnionSet::from_set(set)?;
            let iteration = UnionPwAff::from_pw_aff(PwAff::from_aff(iteration)?)?.intersect_domain(all.clone())?;
            times = times.subtract_domain(all)?.union_add(iteration)?;
        }
        let name = band.band_get_space()?.tuple_name(DimKind::Set)?.unwrap_or_default();
        let times = MultiUnionPwAff::from_union_pw_aff(times)?.set_tuple_name(DimKind::Out, &name)?;
        self.schedule = band.delete()?.insert_partial_schedule(times)?.schedule()?;
        Ok(())
    }

    /// Which calls to run, by statement, in the dimensions of the call; no condition that another one says.
    pub fn conds(&self, scop: &Scop) -> crate::Result<TiVec<StmtId, Cond>> {
        let mut conds: TiVec<StmtId, Cond> = vec![Cond::always(); scop.stmts.len()].into();
        for set in self.schedule.domain()?.sets()? {
            let name = set.tuple_name()?.unwrap_or_default();
            let Some(at) = scop.stmt_named(&name) else { continue };
            let mut stmt = self.stmts[at].clone();
            let mut one = 0;
            while one < stmt.off.len() {
                match stmt
                    .run(set.clone(), Some(one))?
                    .is_subset(&stmt.off[one].clone().zero_set()?)?
                {
                    true => drop(stmt.off.remove(one)),
                    false => one += 1,
                }
            }
            let set = set.intersect_params(known(scop)?)?;
            let exprs = Exprs::on_stmt(scop, set.clone())?;
            let mut all = Vec::new();
            for off in stmt.off {
                let expr = exprs.expr(off.clone())?;
                if expr.as_linear().is_some() {
                    all.push(Cond::zero(expr));
                    continue;
                }
                // In the first iteration, or the last, an inequality says as much.
                let (not_before, not_after) = (off.clone().nonneg_set()?, off.neg()?.nonneg_set()?);
                let run = match (set.is_subset(&not_before)?, set.is_subset(&not_after)?) {
                    (true, _) => not_after,
                    (_, true) => not_before,
                    _ => not_before.intersect(not_after)?,
                };
                all.push(exprs.cond(run.gist(set.clone())?)?);
            }
            conds[at] = Cond::all(all);
        }
        Ok(conds)
    }
}

/// The band number `number` under the mark.
fn band(schedule: &Schedule, number: usize) -> Result<Option<ScheduleNode>> {
    let (mut found, mut met) = (None, 0);
    schedule.foreach_schedule_node_top_down(|node| {
        if found.is_none() && is_predicated(&node)? {
            if met == number {
                found = Some(node);
            }
            met += 1;
        }
        Ok(true)
    })?;
    Ok(found)
}

/// Whether a node is a band under the mark.
pub fn is_predicated(node: &ScheduleNode) -> Result<bool> {
    if node.kind()? != ScheduleNodeKind::Band || node.band_n_member()? != 1 {
        return Ok(false);
    }
    Ok(marks_over(node)?.contains(&Mark::Predicated))
}

/// `{ S[i] -> [t] }`
fn as_map(times: MultiUnionPwAff) -> Result<UnionMap> {
    let times = MultiUnionPwAff::from_union_pw_aff(times.at(0)?)?;
    UnionPwMultiAff::from_multi_union_pw_aff(times)?.as_union_map()
}
