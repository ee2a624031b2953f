//! Which instance of a program each instance computes of what steps on operations make of it.
//!
//! The payload of every structured operation is given a mark: an operation that passes on one of its values, with the
//! numbers of the operation's loops beside. The steps move and copy it with the payload, and where they count other
//! loops than before they write what the old ones were in terms of the new ones, as for any `linalg.index`. So the
//! marks in the model of the result are affine functions from its instances to those of the program before:
//! `{ new instance -> old instance }`. Nothing is proved by them: they say what the steps mean to do.

use crate::operations::operation::{Linalg, index_of};
use crate::script::run::run_to_operations;
use crate::{ScriptStep, ScriptedProgram};
use polyvet_analysis::extract::{ExtractOptions, Signature, extract};
use polyvet_analysis::ids::{LoopId, StmtId};
use polyvet_analysis::scop::{AccessKind, PayloadKind, Scop, Stmt};
use polyvet_ir::linalg::structured;
use polyvet_ir::{Attr, BlockId, Diagnostic, Module, OpId, OpSpec, Type, ValueId};
use polyvet_poly::{Ctx, DimKind, Map, MultiPwAff, PolyError, Set, UnionMap, UnionSet};
use std::collections::{HashMap, HashSet};

/// The mark; the models take all of `arith` as functions of their operands.
const MARK: &str = "arith.polyvet_instance";

/// The statement that it is of.
const STMT: &str = "stmt";

/// Where the instances of a rewritten program come from.
#[derive(Debug)]
pub struct Origins {
    /// The model of the program before.
    pub before: Scop,
    /// The model of the program after.
    pub after: Scop,
    /// `{ new instance -> old instance }` that it computes. What pads, copies or combines computes none.
    pub instances: UnionMap,
    /// Some new instances would compute old ones that there are not: those that pad.
    pub beyond: bool,
    /// Statements of the program before of which nothing is known: they are written in another way.
    pub lost: Vec<String>,
}

/// Why it is not known where instances come from.
#[derive(Debug)]
pub enum NoOrigins {
    /// A program has no model.
    Model(String),
    /// A step has no place in the program once payloads count their loops.
    Step(Diagnostic),
    /// isl does not answer.
    Poly(PolyError),
}

impl From<PolyError> for NoOrigins {
    fn from(error: PolyError) -> NoOrigins {
        NoOrigins::Poly(error)
    }
}

impl std::fmt::Display for NoOrigins {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            NoOrigins::Model(why) => write!(f, "there is no model: {why}"),
            NoOrigins::Step(why) => write!(f, "a step cannot be followed: {}", why.message),
            NoOrigins::Poly(error) => error.fmt(f),
        }
    }
}

/// Follows the instances of a function through steps.
///
/// # Errors
/// One of the programs has no model, or a step has no place where payloads count their loops.
pub fn origins(module: &Module, func: OpId, steps: &[ScriptStep], ctx: &Ctx) -> Result<Origins, NoOrigins> {
    let model = |module: &Module, like: Option<(Signature, Set)>| {
        let (like, within) = like.unzip();
        let options = ExtractOptions {
            like,
            within,
            ..ExtractOptions::default()
        };
        let found = extract(module, func, ctx, &options);
        found.map_err(|why| NoOrigins::Model(why.to_string()))
    };
    let before = model(module, None)?;
    // Parameters are called the same in all models.
    let like = || Some((Signature::of(&before, module, func), before.valid.clone()));
    let plain = run_to_operations(module, func, steps).map_err(NoOrigins::Step)?;
    let after = model(&plain.module, like())?;
    let (marked, names) = mark(module, func, &before);
    let marked_module = run_to_operations(&marked, func, steps).map_err(NoOrigins::Step)?.module;
    let marked = model(&marked_module, like())?;
    let same = |one: &Stmt, other: &Stmt| -> Result<bool, PolyError> {
        // A mark on vectors is a statement, which has a number.
        let domain = one.domain.clone().set_tuple_name(&other.name)?;
        Ok(one.dims.len() == other.dims.len() && domain.is_equal(&other.domain)?)
    };
    let (own, others): (Vec<&Stmt>, Vec<&Stmt>) = marked.stmts.iter().partition(|stmt| {
        // On vectors a mark is a statement.
        stmt.op.is_some_and(|op| marked_module.op(op).name == MARK)
    });
    let mut agree = others.len() == after.stmts.len();
    for (one, other) in others.iter().zip(&after.stmts) {
        agree = agree && same(one, other)?;
    }
    if !agree {
        return Err(NoOrigins::Model("marks change what the steps do".to_owned()));
    }
    let mut all = UnionMap::empty(before.context.space()?)?;
    let mut lanes = InstanceLanes::of(&own, &before)?;
    for (stmt, plain) in others.into_iter().zip(&after.stmts) {
        let from = marks_of(stmt, &before)?;
        for map in from
            .into_iter()
            .chain(lanes.computed_by(stmt, &marked, &marked_module)?)
        {
            all = all.union(UnionMap::from_map(map.set_tuple_name(DimKind::In, &plain.name)?)?)?;
        }
    }
    for map in standing(&before, &after, &names)? {
        all = all.union(UnionMap::from_map(map)?)?;
    }
    let domain = before.domain()?;
    let valid = before.valid.clone();
    let beyond = all.clone().range()?.subtract(domain.clone())?.intersect_params(valid)?;
    let beyond = !beyond.is_empty()?;
    let instances = all.intersect_range(domain)?.coalesce()?;
    let kept = instances.clone().range()?;
    let mut lost = Vec::new();
    for stmt in &before.stmts {
        let own = UnionSet::from_set(stmt.domain.clone())?;
        if !own.is_empty()? && kept.clone().intersect(own)?.is_empty()? {
            lost.push(stmt.name.clone());
        }
    }
    Ok(Origins {
        before,
        after,
        instances,
        beyond,
        lost,
    })
}

/// The program with marks, and the names of the statements that have one.
fn mark(module: &Module, func: OpId, model: &Scop) -> (Module, HashSet<String>) {
    let mut program = ScriptedProgram::new(module, func);
    let mut names = HashSet::new();
    for stmt in &model.stmts {
        let Some((op, view)) = stmt.op.and_then(|op| Some((op, structured(module, op)?))) else {
            continue;
        };
        let several = model.stmts.iter().filter(|other| other.op == Some(op)).count() > 1;
        let Some(outer) = loops_around(module, stmt, model, view.iterators.len()).filter(|_| !several) else {
            continue;
        };
        let linalg = Linalg { op, view };
        let body = linalg.view.body;
        let Some(value) = marked_value(module, &linalg) else {
            continue;
        };
        let first = program.module.block(body).ops[0];
        let place = program.module.defining_op(value).and_then(|op| {
            let ops = &program.module.block(body).ops;
            ops.get(ops.iter().position(|one| *one == op)? + 1).copied()
        });
        let mut b = program.before(place.unwrap_or(first));
        let ty = b.ty(value);
        let mut operands = vec![value];
        operands.extend(outer);
        for at in 0..linalg.rank() {
            operands.push(index_of(&mut b, at));
        }
        let spec = OpSpec::new(MARK).operands(&operands);
        let made = b.value(spec.property(STMT, Attr::str(&stmt.name)).result(ty));
        let mark = b.module.defining_op(made).expect("it was just written");
        let users: Vec<OpId> = b.module.block(body).ops.clone();
        for user in users.into_iter().filter(|user| *user != mark) {
            b.module.replace_uses(user, &HashMap::from([(value, made)]));
        }
        names.insert(stmt.name.clone());
    }
    (program.module, names)
}

/// The program without the marks in the payload of an operation; [`None`] if it has none.
pub(crate) fn without_marks(module: &Module, body: BlockId) -> Option<Module> {
    let marks = |module: &Module| {
        let mut ops = module.block(body).ops.clone();
        ops.retain(|op| module.op(*op).name == MARK);
        ops
    };
    let all = marks(module);
    let mut clean = (!all.is_empty()).then(|| module.clone())?;
    for mark in all {
        let (value, made) = (clean.op(mark).operand(0), clean.op(mark).results[0]);
        clean.detach(mark);
        for user in clean.block(body).ops.clone() {
            clean.replace_uses(user, &HashMap::from([(made, value)]));
        }
    }
    loop {
        let uses = clean.use_counts(clean.parent_op(*clean.block(body).ops.first()?)?);
        let idle = |op: &OpId| {
            let op = clean.op(*op);
            let counts = matches!(op.name.as_str(), "linalg.index" | "affine.apply");
            counts && op.results.iter().all(|result| uses[result.at()] == 0)
        };
        let Some(op) = clean.block(body).ops.iter().copied().find(idle) else {
            return Some(clean);
        };
        clean.detach(op);
    }
}

/// The value of a payload that the mark passes on: an element of an input that is used, else what is yielded.
fn marked_value(module: &Module, linalg: &Linalg) -> Option<ValueId> {
    let block = module.block(linalg.view.body);
    let used = |value: &&ValueId| {
        let uses = |op: &OpId| module.op(*op).operand_values().any(|operand| operand == **value);
        block.ops.iter().any(uses)
    };
    let inputs = &block.args[..linalg.view.inputs.len().min(block.args.len())];
    let yielded = || module.op(*block.ops.last()?).operand_values().next();
    inputs.iter().find(used).copied().or_else(yielded)
}

/// The variables of the loops around a statement of a structured operation with `own` loops; [`None`] if it is not
/// known which are whose.
fn loops_around(module: &Module, stmt: &Stmt, model: &Scop, own: usize) -> Option<Vec<ValueId>> {
    let outer = stmt.loops.len().checked_sub(own)?;
    let variable = |at: &LoopId| {
        let op = model.loops[*at].op?;
        let single = matches!(module.op(op).name.as_str(), "affine.for" | "scf.for");
        let body = module.only_block(op, 0).filter(|_| single)?;
        module.block(body).args.first().copied()
    };
    stmt.loops[..outer].iter().map(variable).collect()
}

/// What the marks in the payload of a statement say: `{ S[i] -> T[j] }`.
fn marks_of(stmt: &Stmt, before: &Scop) -> Result<Vec<Map>, NoOrigins> {
    let mut maps = Vec::new();
    let Some(payload) = &stmt.payload else { return Ok(maps) };
    for node in &payload.nodes {
        let PayloadKind::Op {
            name,
            properties,
            operands,
        } = &node.kind
        else {
            continue;
        };
        let old = properties.get(STMT).and_then(Attr::as_str);
        let Some(old) = old.filter(|_| name == MARK).and_then(|name| before.stmt_named(name)) else {
            continue;
        };
        let space = stmt
            .domain
            .space()?
            .from_domain()?
            .add_dims(DimKind::Out, operands.len() - 1)?;
        let mut all = MultiPwAff::zero(space)?;
        for (at, operand) in operands[1..].iter().enumerate() {
            let PayloadKind::Index(index) = &payload.nodes[*operand].kind else {
                return Err(NoOrigins::Model(format!(
                    "`{}` counts in a way that is not affine",
                    stmt.name
                )));
            };
            all = all.set_at(at, index.clone())?;
        }
        let map = Map::from_multi_pw_aff(all)?.set_tuple_name(DimKind::In, &stmt.name)?;
        let map = map.set_tuple_name(DimKind::Out, &before.stmts[old].name)?;
        maps.push(map.intersect_domain(stmt.domain.clone())?);
    }
    Ok(maps)
}

/// Elements of vectors, and the old instances that they belong to.
struct InstanceLanes {
    /// Those that marks pass on.
    marked: UnionMap,
    /// Those that are computed of these.
    computed: UnionMap,
}

impl InstanceLanes {
    fn of(marks: &[&Stmt], before: &Scop) -> Result<InstanceLanes, NoOrigins> {
        let none = || UnionMap::empty(before.context.space()?);
        let (mut marked, computed) = (none()?, none()?);
        for stmt in marks {
            for map in marks_of(stmt, before)? {
                for write in stmt.accesses.iter().filter(|access| access.kind != AccessKind::Read) {
                    let from_element = write.relation.clone().reverse()?.apply_range(map.clone())?;
                    marked = marked.union(UnionMap::from_map(from_element)?)?;
                }
            }
        }
        Ok(InstanceLanes { marked, computed })
    }

    /// What a statement computes of such elements: `{ S[i] -> T[j] }`. Copies compute nothing, but for those of what a
    /// mark passes on as it is.
    fn computed_by(&mut self, stmt: &Stmt, scop: &Scop, module: &Module) -> Result<Vec<Map>, NoOrigins> {
        let computes = stmt.payload.iter().flat_map(|payload| &payload.nodes);
        let computes = computes
            .map(|node| &node.kind)
            .any(|kind| matches!(kind, PayloadKind::Op { .. }));
        let mut maps = Vec::new();
        for read in stmt.accesses.iter().filter(|access| access.kind == AccessKind::Read) {
            let read = UnionMap::from_map(read.relation.clone().intersect_domain(stmt.domain.clone())?)?;
            maps.extend(read.clone().apply_range(self.marked.clone())?.maps()?);
            if computes {
                maps.extend(read.apply_range(self.computed.clone())?.maps()?);
            }
        }
        for write in stmt.accesses.iter().filter(|access| access.kind != AccessKind::Read) {
            let is_vector = |value: &ValueId| matches!(module.ty(*value), Type::Vector { .. });
            if !computes || !scop.arrays[write.array].value.as_ref().is_some_and(is_vector) {
                continue;
            }
            for map in &maps {
                let from_element = write.relation.clone().reverse()?.apply_range(map.clone())?;
                self.computed = self.computed.clone().union(UnionMap::from_map(from_element)?)?;
            }
        }
        Ok(maps)
    }
}

/// Statements without a mark whose operations still stand are what they were.
fn standing(before: &Scop, after: &Scop, marked: &HashSet<String>) -> Result<Vec<Map>, NoOrigins> {
    let mut maps = Vec::new();
    for old in before.stmts.iter().filter(|stmt| !marked.contains(&stmt.name)) {
        let of_op = |scop: &'_ Scop| -> Vec<StmtId> {
            let own = |at: &StmtId| scop.stmts[*at].op == old.op && old.op.is_some();
            scop.stmts.keys().filter(own).collect()
        };
        let (olds, news) = (of_op(before), of_op(after));
        let place = olds.iter().position(|at| before.stmts[*at].name == old.name);
        let Some(new) = place
            .filter(|_| olds.len() == news.len())
            .map(|place| &after.stmts[news[place]])
        else {
            continue;
        };
        let renamed = old.domain.clone().set_tuple_name(&new.name)?;
        if renamed.is_equal(&new.domain)? {
            let map = renamed.identity()?.set_tuple_name(DimKind::Out, &old.name)?;
            maps.push(map);
        }
    }
    Ok(maps)
}
