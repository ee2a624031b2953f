//! What a statement does, with subscripts and indices as expressions in its dimensions.

use polyvet_analysis::ids::{AccessId, StmtId};
use polyvet_analysis::{AccessKind, Payload, PayloadKind, Scop, Stmt};
use polyvet_poly::Set;
use typed_index_collections::TiVec;

use crate::ast::{Exprs, known};
use crate::expr::ChoiceExpr;
use crate::{CodegenError, Result};

/// The payload of a statement, ready to be emitted.
///
/// Only what the stores need is looked at: an operand that nothing uses is not read.
#[derive(Clone, Debug)]
pub struct EmittedBody {
    /// Subscripts of each access, in [`ExprVar::Dim`](crate::expr::ExprVar::Dim); empty for unused ones.
    pub subscripts: TiVec<AccessId, Vec<ChoiceExpr>>,
    /// Values of [`PayloadKind::Index`] nodes.
    pub indices: Vec<Option<ChoiceExpr>>,
    /// Which nodes the stores use.
    pub live: Vec<bool>,
    /// The only store runs where a node of type `i1` holds, or where it does not, and stores another node.
    pub guard: Option<StoreGuard>,
}

/// When a store runs.
#[derive(Clone, Copy, Debug)]
pub struct StoreGuard {
    /// The condition.
    pub condition: usize,
    /// It must hold, else it must not.
    pub holds: bool,
    /// What is stored.
    pub value: usize,
}

impl EmittedBody {
    /// The body of a statement; `None` for one that came without.
    pub fn of(scop: &Scop, stmt: StmtId) -> Result<Option<EmittedBody>> {
        let Some(payload) = &scop.stmts[stmt].payload else {
            return Ok(None);
        };
        let domain = scop.stmts[stmt].domain.clone().intersect_params(known(scop)?)?;
        let exprs = Exprs::on_stmt(scop, domain.clone())?;
        let guard = store_guard(&scop.stmts[stmt]);
        let live = live_nodes(payload, guard);
        let mut body = EmittedBody {
            subscripts: vec![Vec::new(); scop.stmts[stmt].accesses.len()].into(),
            indices: vec![None; payload.nodes.len()],
            live,
            guard,
        };
        for (at, node) in payload.nodes.iter().enumerate().filter(|(at, _)| body.live[*at]) {
            match &node.kind {
                PayloadKind::Read(access) => {
                    body.subscripts[*access] = subscripts(scop, stmt, *access, &domain, &exprs)?
                }
                PayloadKind::Index(value) => {
                    body.indices[at] = Some(exprs.expr(value.clone().intersect_domain(domain.clone())?)?);
                }
                _ => {}
            }
        }
        for (access, _) in &payload.stores {
            if scop.stmts[stmt].accesses[*access].kind != AccessKind::MustWrite {
                let span = scop.stmts[stmt].accesses[*access].span;
                return Err(CodegenError::unsupported("a write that may not happen", span));
            }
            body.subscripts[*access] = subscripts(scop, stmt, *access, &domain, &exprs)?;
        }
        Ok(Some(body))
    }
}

/// A statement that perhaps changes an element selects between a new value and the old one: a store in a branch.
fn store_guard(stmt: &Stmt) -> Option<StoreGuard> {
    let payload = stmt.payload.as_ref().filter(|_| stmt.may)?;
    let [(store, value)] = payload.stores[..] else {
        return None;
    };
    let PayloadKind::Op { name, operands, .. } = &payload.nodes[value].kind else {
        return None;
    };
    let ([condition, then, otherwise], "arith.select") = (&operands[..], &name[..]) else {
        return None;
    };
    let written = &stmt.accesses[store];
    let is_old = |node: usize| match payload.nodes[node].kind {
        PayloadKind::Read(read) => {
            let read = &stmt.accesses[read];
            read.array == written.array && read.relation.plain_is_equal(&written.relation).unwrap_or(false)
        }
        _ => false,
    };
    let (holds, value) = match (is_old(*then), is_old(*otherwise)) {
        (false, true) => (true, *then),
        (true, false) => (false, *otherwise),
        _ => return None,
    };
    Some(StoreGuard {
        condition: *condition,
        holds,
        value,
    })
}

fn live_nodes(payload: &Payload, guard: Option<StoreGuard>) -> Vec<bool> {
    let mut live = vec![false; payload.nodes.len()];
    match guard {
        Some(guard) => [guard.condition, guard.value]
            .into_iter()
            .for_each(|node| live[node] = true),
        None => payload.stores.iter().for_each(|(_, value)| live[*value] = true),
    }
    // Operands are before their users.
    for at in (0..payload.nodes.len()).rev() {
        if let PayloadKind::Op { operands, .. } = &payload.nodes[at].kind
            && live[at]
        {
            operands.iter().for_each(|operand| live[*operand] = true);
        }
    }
    live
}

fn subscripts(scop: &Scop, stmt: StmtId, access: AccessId, domain: &Set, exprs: &Exprs) -> Result<Vec<ChoiceExpr>> {
    let access = &scop.stmts[stmt].accesses[access];
    let relation = access.relation.clone().intersect_domain(domain.clone())?;
    let total = domain.is_subset(&relation.clone().domain()?)?;
    if !total || !relation.is_single_valued()? {
        let array = &scop.arrays[access.array].name;
        let what = format!("an access to `{array}` that is not one element for each instance");
        return Err(CodegenError::unsupported(what, access.span));
    }
    let tuple = relation.as_pw_multi_aff()?;
    let rank = tuple.dim(polyvet_poly::DimKind::Out)?;
    (0..rank).map(|dim| exprs.expr(tuple.at(dim)?)).collect()
}
