//! Decides whether a new order of the same instances passes the same values around.
//!
//! Order is sufficient, not necessary: a schedule may move a write that nobody reads, or swap two
//! writes of one constant. This check looks at values instead. For each read, let `src` map the
//! instance that reads to the one that wrote what it reads, and for each element that can be seen
//! in the end let `last` map it to its last writer. If both are the same functions under the old and
//! the new schedule, induction over the new order shows that every instance computes the same term,
//! so the result is bitwise the same. Instances whose payload is a constant are distinguished only by
//! that constant.
//!
//! The new order must be total on every pair of instances that touch one element, one of them
//! writing ([`crate::legality`] refutes others), and nothing may be a may-write; otherwise there is
//! no answer.

use polyvet_analysis::dependence::Flow;
use polyvet_analysis::{AccessKind, ArrayKind, Payload, PayloadKind, Scop};
use polyvet_poly::{DimKind, Map, Result, Schedule, Set, Space, UnionMap, UnionSet};

/// Whether `schedule` passes the same values around as the schedule of `scop`.
///
/// # Errors
/// Budgets.
pub fn same_values(scop: &Scop, schedule: &Schedule) -> Result<bool> {
    let accesses = || scop.stmts.iter().flat_map(|stmt| &stmt.accesses);
    if accesses().any(|access| access.kind == AccessKind::MayWrite) || scop.stmts.iter().any(|s| s.payload.is_none()) {
        return Ok(false);
    }
    let flows = [Flows::of(scop, &scop.schedule)?, Flows::of(scop, schedule)?];
    let constants = constants(scop)?;
    for (before, after) in flows[0].maps.iter().zip(&flows[1].maps) {
        let name = |map: &UnionMap| map.clone().apply_domain(constants.clone());
        if !name(before)?.is_equal(&name(after)?)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Sources of all reads and last writers of all visible arrays, in a fixed order.
struct Flows {
    maps: Vec<UnionMap>,
}

impl Flows {
    fn of(scop: &Scop, schedule: &Schedule) -> Result<Flows> {
        let mut maps = Vec::new();
        for (s, stmt) in scop.stmts.iter_enumerated() {
            for (a, access) in stmt.accesses.iter_enumerated() {
                if access.kind == AccessKind::Read {
                    let sink = UnionMap::from_map(scop.access(s, a)?)?;
                    let written = scop.accesses(Some(access.array), AccessKind::is_write)?;
                    let flow = Flow::last_writers(sink, written)?.compute(schedule)?;
                    maps.push(flow.range_factor_domain()?);
                }
            }
        }
        // A virtual instance after everything reads all that can be seen.
        let end = Space::unit(&scop.ctx)?.align_params(scop.context.space()?)?;
        let end = Set::universe(
            end.add_unnamed_tuple_ui(0)?
                .set_tuple_name(DimKind::Set, "end of program")?,
        )?;
        let late = schedule
            .clone()
            .sequence(Schedule::from_domain(UnionSet::from_set(end.clone())?)?)?;
        for (at, array) in scop.arrays.iter_enumerated() {
            if matches!(array.kind, ArrayKind::Local | ArrayKind::Register | ArrayKind::Input) {
                continue;
            }
            let written = scop.accesses(Some(at), AccessKind::is_write)?;
            for elements in written.clone().range()?.sets()? {
                // The reader of each element has a name of its own, so that last writers stay apart.
                let sink = Map::from_domain_and_range(end.clone(), elements)?;
                let flow = Flow::last_writers(UnionMap::from_map(sink)?, written.clone())?.compute(&late)?;
                maps.push(flow.range_factor_range()?);
            }
        }
        Ok(Flows { maps })
    }
}

/// `{ S[i] -> S[i] }`, but instances that write the same constant have one name.
fn constants(scop: &Scop) -> Result<UnionMap> {
    let mut all = UnionMap::empty(scop.context.space()?)?;
    let mut seen: Vec<String> = Vec::new();
    for stmt in &scop.stmts {
        let key = stmt.payload.as_ref().and_then(constant_key);
        let map = match key {
            Some(key) => {
                let number = seen.iter().position(|k| *k == key).unwrap_or_else(|| {
                    seen.push(key);
                    seen.len() - 1
                });
                let space = stmt.domain.space()?.params()?.add_unnamed_tuple_ui(0)?;
                let class = Set::universe(space.set_tuple_name(DimKind::Set, &format!("constant {number}"))?)?;
                Map::from_domain_and_range(stmt.domain.clone(), class)?
            }
            None => stmt.domain.clone().identity()?,
        };
        all = all.union(UnionMap::from_map(map)?)?;
    }
    Ok(all)
}

/// The text of a payload that reads nothing and does not depend on the instance.
fn constant_key(payload: &Payload) -> Option<String> {
    let [(_, root)] = payload.stores[..] else { return None };
    let mut text = String::new();
    for (at, node) in payload.nodes.iter().enumerate().take(root + 1) {
        match &node.kind {
            PayloadKind::Const(attr) => text += &format!("{at}={attr:?}:{:?};", node.ty),
            PayloadKind::Scalar(value) => text += &format!("{at}=%{};", value.0),
            PayloadKind::Op {
                name,
                properties,
                operands,
            } => {
                text += &format!("{at}={name}{properties:?}{operands:?}:{:?};", node.ty);
            }
            PayloadKind::Read(_) | PayloadKind::Index(_) => return None,
        }
    }
    Some(text)
}
