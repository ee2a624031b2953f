//! Statements of the first program, each cut by the statements of the second that run its instances.
//!
//! A loop that was unrolled, peeled or split runs one statement's instances in several statements. isl has one function
//! for each space of instances, so those that go to different statements get spaces of their own: *parts*. A statement that
//! one other runs is its own part. Parts are for the order alone; what they compute is not asked of them.

use super::Pairing;
use crate::certificate::{Leg, pieces};
use crate::walk::LiveDependences;
use polyvet_analysis::Scop;
use polyvet_analysis::ids::StmtId;
use polyvet_poly::{DimKind, Map, PwMultiAff, Result, UnionMap, UnionPwMultiAff};
use typed_index_collections::TiVec;

/// The first program in parts.
pub(super) struct FirstParts {
    /// It, with a statement for each part.
    pub scop: Scop,
    /// Of each part, with its number in place of that of the statement.
    pub pairings: Vec<Pairing>,
    /// The statement that each is a part of.
    whole: TiVec<StmtId, StmtId>,
}

impl FirstParts {
    pub fn of(before: &Scop, after: &Scop, related: Vec<Pairing>) -> Result<FirstParts> {
        let mut count: TiVec<StmtId, usize> = vec![0; before.stmts.len()].into();
        related.iter().for_each(|pairing| count[pairing.before] += 1);
        let (mut stmts, mut pairings, mut whole) = (TiVec::<StmtId, _>::new(), Vec::new(), TiVec::new());
        for pairing in related {
            let mut stmt = before.stmts[pairing.before].clone();
            let mut instances = pairing.instances;
            if count[pairing.before] > 1 {
                // No statement of a program has a space in its name.
                stmt.name = format!("{} in {}", stmt.name, after.stmts[pairing.after].name);
                instances = instances.set_tuple_name(DimKind::Out, &stmt.name)?;
                stmt.domain = instances.clone().range()?;
            }
            whole.push(pairing.before);
            pairings.push(Pairing {
                before: stmts.next_key(),
                instances,
                ..pairing
            });
            stmts.push(stmt);
        }
        let scop = Scop {
            stmts,
            ..before.clone()
        };
        Ok(FirstParts { scop, pairings, whole })
    }

    /// Dependences of the statements as those of the parts.
    pub fn live(&self, of_statements: Vec<LiveDependences>) -> Result<Vec<LiveDependences>> {
        let parts_of = |stmt: StmtId| self.whole.keys().filter(move |part| self.whole[*part] == stmt);
        let mut all = Vec::new();
        for pairs in of_statements {
            let is_whole = |stmt: StmtId| parts_of(stmt).count() == 1;
            for source in parts_of(pairs.source) {
                let mut from = pairs.map.clone();
                if !is_whole(pairs.source) {
                    let domain = self.scop.stmts[source].domain.clone();
                    from = from.set_tuple_name(DimKind::In, &self.scop.stmts[source].name)?;
                    from = from.intersect_domain(domain)?;
                }
                for sink in parts_of(pairs.sink) {
                    let mut map = from.clone();
                    if !is_whole(pairs.sink) {
                        let domain = self.scop.stmts[sink].domain.clone();
                        map = map.set_tuple_name(DimKind::Out, &self.scop.stmts[sink].name)?;
                        map = map.intersect_range(domain)?;
                    }
                    if is_whole(pairs.source) && is_whole(pairs.sink) || !map.is_empty()? {
                        all.push(LiveDependences {
                            source,
                            sink,
                            map,
                            ..pairs.clone()
                        });
                    }
                }
            }
        }
        Ok(all)
    }

    /// Where the instances of each statement of the first program go, for a certificate.
    pub fn forward(&self, partners: &UnionPwMultiAff, after: &Scop) -> Result<Vec<Leg>> {
        let mut legs = Vec::new();
        for function in partners.pw_multi_affs()? {
            let name = |kind| Ok(function.tuple_name(kind)?.unwrap_or_default());
            let (here, there): (String, String) = (name(DimKind::In)?, name(DimKind::Out)?);
            if let (Some(part), Some(to)) = (self.scop.stmt_named(&here), after.stmt_named(&there)) {
                legs.push(Leg {
                    from: self.whole[part],
                    to,
                    pieces: pieces(&function)?,
                });
            }
        }
        Ok(legs)
    }

    /// Where those of each statement of the second program go.
    pub fn backward(&self) -> Result<Vec<Leg>> {
        let legs = self.pairings.iter().zip(&self.whole).map(|(pairing, whole)| {
            Ok(Leg {
                from: pairing.after,
                to: *whole,
                pieces: pieces(&PwMultiAff::from_map(pairing.instances.clone())?)?,
            })
        });
        legs.collect()
    }
}

/// All pairs: `{ T[j] -> S[i] }`.
pub(super) fn union(before: &Scop, pairings: &[Pairing]) -> Result<UnionMap> {
    let mut all = UnionMap::empty(before.context.space()?)?;
    for pairing in pairings {
        all = all.add_map(Map::clone(&pairing.instances))?;
    }
    Ok(all)
}
