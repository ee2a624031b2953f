//! What statements compute, as far as that is no arithmetic: operations, attributes, constants, arguments.

use super::formula::{IntegerCondition, IntegerTerm};
use super::model::CertifiedModel;
use super::read::{self, Cases};
use super::{Claim, ClaimKind, ProgramPlace, Stated, Unstated};
use polyvet_analysis::ids::{AccessId, StmtId};
use polyvet_analysis::{AccessKind, Payload, PayloadKind, PayloadNode};
use polyvet_ir::{Attrs, Flags};
use std::collections::HashSet;

/// What two payloads must have in common to compute the same.
#[derive(Default)]
pub(super) struct Common {
    /// Accesses that must touch the same element.
    pub accesses: Vec<(AccessId, AccessId)>,
    /// Index nodes that must have the same value.
    pub indices: Vec<(usize, usize)>,
}

/// Why two statements do not compute the same.
pub(super) enum Differ {
    /// Other operations.
    Operations(String),
    /// Nothing is known of what they compute.
    Unknown(String),
}

/// A claim that no solver confirms: what should be the same is not, without any arithmetic.
pub(super) fn never(x: &str, y: &str, why: &str) -> Claim {
    Claim {
        kind: ClaimKind::Operation,
        name: format!("{x} and {y}"),
        says: format!("this does not hold: {why}"),
        places: Vec::new(),
        conditions: vec![("what differs is no arithmetic".to_owned(), IntegerCondition::True)],
    }
}

/// What statement `t` of the second program must have in common with `s` of the first to compute the same.
pub(super) fn common(
    before: CertifiedModel<'_>,
    s: StmtId,
    after: CertifiedModel<'_>,
    t: StmtId,
) -> Result<Common, Differ> {
    let (first, second) = (before.stmt(s), after.stmt(t));
    let (Some(x), Some(y)) = (&first.payload, &second.payload) else {
        return Err(Differ::Unknown(format!("what `{}` computes is not known", first.name)));
    };
    let operations = |why: &str| Err(Differ::Operations(why.to_owned()));
    let mut accesses = first.accesses.iter().chain(&second.accesses);
    if accesses.any(|access| access.kind == AccessKind::MayWrite) {
        return Err(Differ::Unknown(format!("`{}` may write, or not", first.name)));
    }
    let unread = before.scop.obligation_stmts().contains(&s);
    if unread != after.scop.obligation_stmts().contains(&t) || x.stores.len() != y.stores.len() {
        return operations("they store other values");
    }
    let mut walk = PayloadWalk {
        programs: (before, after),
        payloads: (x, y),
        seen: HashSet::new(),
        common: Common::default(),
    };
    for ((a, m), (b, n)) in x.stores.iter().zip(&y.stores) {
        if !unread {
            walk.common.accesses.push((*a, *b));
        }
        if !walk.same(*m, *n) {
            return operations("they apply other operations");
        }
    }
    let stores = if unread { x.stores.len() } else { 0 };
    let count = |of: fn(&(AccessId, AccessId)) -> AccessId| {
        walk.common.accesses.iter().map(of).collect::<HashSet<_>>().len() + stores
    };
    if count(|pair| pair.0) != first.accesses.len() || count(|pair| pair.1) != second.accesses.len() {
        return operations("one of them has an access that nothing computes from");
    }
    Ok(walk.common)
}

struct PayloadWalk<'w> {
    programs: (CertifiedModel<'w>, CertifiedModel<'w>),
    payloads: (&'w Payload, &'w Payload),
    seen: HashSet<(usize, usize)>,
    common: Common,
}

impl PayloadWalk<'_> {
    fn same(&mut self, m: usize, n: usize) -> bool {
        if !self.seen.insert((m, n)) {
            return true;
        }
        let (x, y): (&PayloadNode, &PayloadNode) = (&self.payloads.0.nodes[m], &self.payloads.1.nodes[n]);
        if x.ty != y.ty {
            return false;
        }
        match (&x.kind, &y.kind) {
            (PayloadKind::Read(a), PayloadKind::Read(b)) => {
                self.common.accesses.push((*a, *b));
                true
            }
            (PayloadKind::Index(_), PayloadKind::Index(_)) => {
                self.common.indices.push((m, n));
                true
            }
            (PayloadKind::Op { operands: left, .. }, PayloadKind::Op { operands: right, .. }) => {
                let pairs: Vec<_> = left.iter().copied().zip(right.iter().copied()).collect();
                left.len() == right.len()
                    && same_operation(self.programs, x, y)
                    && pairs.into_iter().all(|(m, n)| self.same(m, n))
            }
            _ => same_operation(self.programs, x, y),
        }
    }
}

/// Whether two values are the same constant, the same argument, or results of the same operation, operands apart.
pub(super) fn same_operation(
    (before, after): (CertifiedModel<'_>, CertifiedModel<'_>),
    x: &PayloadNode,
    y: &PayloadNode,
) -> bool {
    if x.ty != y.ty {
        return false;
    }
    match (&x.kind, &y.kind) {
        (PayloadKind::Const(a), PayloadKind::Const(b)) => a == b,
        (PayloadKind::Scalar(a), PayloadKind::Scalar(b)) => {
            let at = before.scop.args.iter().position(|arg| arg == a);
            at.is_some() && at == after.scop.args.iter().position(|arg| arg == b)
        }
        (
            PayloadKind::Op {
                name: a, properties: p, ..
            },
            PayloadKind::Op {
                name: b, properties: q, ..
            },
        ) => a == b && same_attributes(p, q),
        _ => false,
    }
}

/// Whether the operands of an operation may change places.
pub(super) fn commutes(node: &PayloadNode) -> bool {
    const NAMES: [&str; 11] = [
        "addf", "mulf", "addi", "muli", "andi", "ori", "xori", "maxsi", "minsi", "maxui", "minui",
    ];
    let name = match &node.kind {
        PayloadKind::Op { name, operands, .. } if operands.len() == 2 => name.strip_prefix("arith."),
        _ => None,
    };
    name.is_some_and(|name| NAMES.contains(&name))
}

/// Flags may be dropped, not added: each is a promise that the first program does not give, or a licence that it does not
/// have.
fn same_attributes(before: &Attrs, after: &Attrs) -> bool {
    let rest = |attrs: &Attrs| {
        let plain = attrs.iter().filter(|(name, _)| !Flags::is_property(name));
        let mut rest: Vec<_> = plain.map(|(name, attr)| (name.to_owned(), attr.clone())).collect();
        rest.sort_by(|x, y| x.0.cmp(&y.0));
        rest
    };
    let flags = Flags::of(after);
    rest(before) == rest(after) && flags.within(Flags::of(before)) && !flags.has(Flags::OTHER)
}

/// Whether the attributes of an operation allow another order of its operands' terms: they say nothing of the values of one.
pub(super) fn may_reorder(properties: &Attrs) -> bool {
    properties.iter().all(|(name, _)| Flags::is_property(name)) && Flags::of(properties).within(Flags::REASSOC)
}

/// The value of an index node.
pub(super) fn index(model: CertifiedModel<'_>, stmt: StmtId, node: usize, at: &[IntegerTerm]) -> Stated<Cases> {
    let payload = model.stmt(stmt).payload.as_ref();
    match payload.map(|payload| &payload.nodes[node].kind) {
        Some(PayloadKind::Index(value)) => read::cases(value, at),
        _ => Err(Unstated("an index value has no formula".to_owned())),
    }
}

pub(super) fn place(model: CertifiedModel<'_>, stmt: StmtId, node: usize) -> ProgramPlace {
    let span = model
        .stmt(stmt)
        .payload
        .as_ref()
        .map_or(model.stmt(stmt).span, |payload| payload.nodes[node].span);
    ProgramPlace {
        program: model.program,
        span,
    }
}

/// Two values by cases are not surely the same.
pub(super) fn differ(f: &Cases, g: &Cases) -> IntegerCondition {
    let mut same = Vec::new();
    for (p, u) in f {
        for (q, v) in g {
            same.push(IntegerCondition::all([
                p.clone(),
                q.clone(),
                IntegerCondition::equal(u.clone(), v.clone()),
            ]));
        }
    }
    IntegerCondition::any(same).negated()
}
