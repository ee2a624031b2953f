//! Does a schedule give every instance of the model one time?

use polyvet_analysis::ids::StmtId;
use std::collections::HashSet;

use polyvet_analysis::scop::Scop;
use polyvet_ir::Span;
use polyvet_poly::{DimKind, Result as PolyResult, Set, Space, UnionSet};

use super::Result;
use super::tree::{Filter, GivenTree};
use crate::schedule::Inapplicable;
use crate::schedule::error::ErrorInstance;

/// A model that a schedule has to fit.
pub struct GivenModel<'a> {
    pub scop: &'a Scop,
    params: HashSet<&'a str>,
}

/// Instances of one statement: those that reach a place in the tree, or pass a filter.
#[derive(Clone)]
pub struct InstancePart {
    pub stmt: StmtId,
    pub instances: Set,
}

impl<'a> GivenModel<'a> {
    pub fn of(scop: &'a Scop) -> GivenModel<'a> {
        let params = scop.params.iter().map(|param| param.name.as_str()).collect();
        GivenModel { scop, params }
    }

    /// Refuses parameters that the model does not have.
    pub fn check_params(&self, space: &Space) -> Result<()> {
        for pos in 0..space.dim(DimKind::Param)? {
            let name = space.dim_name(DimKind::Param, pos)?.unwrap_or_default();
            if !self.params.contains(name.as_str()) {
                return Err(Inapplicable::UnknownParameter {
                    name,
                    span: Span::NONE,
                    params: self.scop.params.iter().map(|param| param.name.clone()).collect(),
                });
            }
        }
        Ok(())
    }

    /// The statement with this tuple, which must have as many dimensions as in the model.
    pub fn stmt(&self, name: Option<String>, dims: usize) -> Result<StmtId> {
        let name = name.unwrap_or_default();
        let Some(stmt) = self.scop.stmt_named(&name) else {
            return Err(Inapplicable::UnknownStatement {
                name,
                span: Span::NONE,
                stmts: self.scop.stmts.iter().map(|stmt| stmt.name.clone()).collect(),
            });
        };
        let expected = self.scop.stmts[stmt].domain.dim(DimKind::Set)?;
        if dims != expected {
            return Err(Inapplicable::WrongDimensions {
                name,
                expected,
                found: dims,
            });
        }
        Ok(stmt)
    }

    /// The sets of a union, by statement.
    pub fn by_stmt(&self, union: &UnionSet) -> Result<Vec<InstancePart>> {
        let mut found = Vec::new();
        for instances in union.sets()? {
            let stmt = self.stmt(instances.tuple_name()?, instances.dim(DimKind::Set)?)?;
            found.push(InstancePart { stmt, instances });
        }
        Ok(found)
    }

    /// Checks that the domain of a tree covers the model's. True if they are the same at a glance.
    pub fn check_domain(&self, given: &UnionSet) -> Result<bool> {
        self.check_params(&given.space()?)?;
        let given = self.by_stmt(given)?;
        let mut exact = true;
        for (index, stmt) in self.scop.stmts.iter_enumerated() {
            match given.iter().find(|part| part.stmt == index) {
                Some(part) if part.instances.plain_is_equal(&stmt.domain)? => {}
                Some(part) => {
                    exact = false;
                    self.check_covered(index, &stmt.domain, &part.instances)?;
                }
                None => self.check_none(index, &stmt.domain)?,
            }
        }
        Ok(exact)
    }

    /// Checks what is below a domain node. True if every band is a loop.
    pub fn check_tree(&self, below: &GivenTree) -> Result<bool> {
        let stmts = self.scop.stmts.iter_enumerated();
        let all = stmts
            .map(|(stmt, of)| InstancePart {
                stmt,
                instances: of.domain.clone(),
            })
            .collect();
        let mut one_loop_each = true;
        let mut open: Vec<(&GivenTree, Vec<InstancePart>)> = vec![(below, all)];
        while let Some((tree, reach)) = open.pop() {
            match tree {
                GivenTree::Leaf => {}
                GivenTree::Mark(_, below) | GivenTree::Context(below) => open.push((below, reach)),
                GivenTree::Band(band, below) => {
                    one_loop_each &= band.is_loop;
                    for member in &band.members {
                        self.check_member(member, &reach)?;
                    }
                    open.push((below, reach));
                }
                GivenTree::Branch { children, .. } => {
                    let filters: Vec<&Filter> = children.iter().map(|(filter, _)| &**filter).collect();
                    let parts = self.share_out(&filters, reach)?;
                    open.extend(children.iter().map(|(_, below)| below).zip(parts));
                }
            }
        }
        Ok(one_loop_each)
    }

    /// Checks that each instance has a time in a member, which is defined on `timed`.
    fn check_member(&self, timed: &[(StmtId, Option<Set>)], reach: &[InstancePart]) -> Result<()> {
        for part in reach {
            match timed.iter().find(|(stmt, _)| *stmt == part.stmt) {
                Some((_, None)) => {}
                Some((stmt, Some(defined))) => self.check_covered(*stmt, &part.instances, defined)?,
                None => self.check_none(part.stmt, &part.instances)?,
            }
        }
        Ok(())
    }

    /// What of `reach` passes each filter; each instance must pass exactly one.
    fn share_out(&self, filters: &[&Filter], reach: Vec<InstancePart>) -> Result<Vec<Vec<InstancePart>>> {
        let mut shares: Vec<Vec<InstancePart>> = vec![Vec::new(); filters.len()];
        for InstancePart { stmt, instances } in reach {
            let passing = filters.iter().enumerate().flat_map(|(child, filter)| {
                let own = filter.parts.iter().filter(|(part, _)| part.stmt == stmt);
                own.map(move |(part, all)| (child, &part.instances, *all))
            });
            let passing: Vec<(usize, &Set, bool)> = passing.collect();
            if let [(child, _, true)] = passing[..] {
                shares[child].push(InstancePart { stmt, instances });
                continue;
            }
            let mut seen: Option<Set> = None;
            for (child, set, _) in passing {
                let share = instances.clone().intersect(set.clone())?;
                seen = Some(match seen {
                    None => share.clone(),
                    Some(seen) => {
                        let twice = seen.clone().intersect(share.clone())?;
                        if let Some(instance) = self.smallest(stmt, twice)? {
                            return Err(Inapplicable::RunsTwice { instance });
                        }
                        seen.union(share.clone())?
                    }
                });
                shares[child].push(InstancePart { stmt, instances: share });
            }
            match seen {
                Some(seen) => self.check_covered(stmt, &instances, &seen)?,
                None => self.check_none(stmt, &instances)?,
            }
        }
        Ok(shares)
    }

    /// Checks that the context leaves no instance in `wanted` that `covered` lacks.
    pub fn check_covered(&self, stmt: StmtId, wanted: &Set, covered: &Set) -> Result<()> {
        if covered.plain_is_universe()? || wanted.is_subset(covered)? {
            return Ok(());
        }
        self.check_none(stmt, &wanted.clone().subtract(covered.clone())?)
    }

    /// Checks that the context leaves none of these instances, which have no time.
    pub fn check_none(&self, stmt: StmtId, untimed: &Set) -> Result<()> {
        match self.smallest(stmt, untimed.clone())? {
            Some(instance) => Err(Inapplicable::MissingInstance { instance }),
            None => Ok(()),
        }
    }

    /// An instance of the model in `set`, with small values; `None` if there is none.
    pub fn smallest(&self, stmt: StmtId, set: Set) -> Result<Option<ErrorInstance>> {
        let scop = self.scop;
        let set = set
            .intersect(scop.stmts[stmt].domain.clone())?
            .intersect_params(scop.context.clone())?;
        if set.is_empty()? {
            return Ok(None);
        }
        let space = set.space()?;
        let mut values = smallest_point(set)?;
        let at = values.split_off(space.dim(DimKind::Param)?);
        let mut params = Vec::new();
        for (pos, value) in values.into_iter().enumerate() {
            let name = space.dim_name(DimKind::Param, pos)?.unwrap_or_default();
            let label = scop
                .params
                .iter()
                .find(|param| param.name == name)
                .map(|param| param.label.clone());
            params.push((label.unwrap_or(name), value));
        }
        Ok(Some(ErrorInstance {
            stmt: scop.stmts[stmt].name.clone(),
            at,
            params,
        }))
    }
}

/// Parameters and coordinates of a point of a set that is not empty: in the smallest box around the
/// origin that meets the set, the first in lexicographic order.
fn smallest_point(set: Set) -> PolyResult<Vec<String>> {
    let params = set.dim(DimKind::Param)?;
    let set = set.move_dims(DimKind::Set, 0, DimKind::Param, 0, params)?;
    let dims = set.dim(DimKind::Set)?;
    let mut found = None;
    for bound in [0, 1, 2, 3, 4, 6, 8, 16, 64, 1024, 1 << 20] {
        let mut near = set.clone();
        for pos in 0..dims {
            near = near
                .lower_bound_si(DimKind::Set, pos, -bound)?
                .upper_bound_si(DimKind::Set, pos, bound)?;
        }
        if !near.is_empty()? {
            found = Some(near.lexmin()?);
            break;
        }
    }
    let point = found.unwrap_or(set).sample_point()?;
    (0..dims)
        .map(|pos| Ok(point.coordinate_val(DimKind::Set, pos)?.to_string()))
        .collect()
}
