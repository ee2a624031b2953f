//! What a model says about the place under the cursor.

use polyvet::facts::{self, FactOrigin, access_name};
use polyvet_analysis::Scop;
use polyvet_analysis::dependence::{DependenceEnd, Dependences};
use polyvet_analysis::ids::{AccessId, StmtId};
use polyvet_footprint::{Amount, Budget};
use polyvet_ir::{Module, OpId, Span};
use polyvet_poly::Result;
use polyvet_report::{DependenceResult, LoopResult};
use std::fmt::Write;

/// Dependences of one place that are shown.
const SHOWN_MAX: usize = 12;

/// A loop, for hints and warnings.
#[derive(Clone, Debug)]
pub struct LoopFact {
    /// The operation.
    pub op: OpId,
    /// The name of the operation.
    pub span: Span,
    /// Its name and types.
    pub result: LoopResult,
}

/// The model of a function and what follows from it.
pub struct Facts<'m> {
    /// The program.
    pub module: &'m Module,
    /// The model.
    pub scop: &'m Scop,
    /// Its dependences, if they are there already.
    pub deps: Option<&'m Dependences>,
    /// Its loops, the same.
    pub loops: Option<&'m [LoopFact]>,
    /// Where lines come from.
    pub origin: FactOrigin<'m>,
}

/// All loops of a function.
pub fn loops(module: &Module, scop: &Scop, deps: &Dependences, origin: &FactOrigin<'_>) -> Result<Vec<LoopFact>> {
    let results = facts::loops(scop, &deps.effects(scop)?, origin);
    let fact = |(result, one): (LoopResult, &polyvet_analysis::Loop)| {
        let op = one.op?;
        let span = module.op(op).name_span;
        Some(LoopFact { op, span, result })
    };
    Ok(results.into_iter().zip(&scop.loops).filter_map(fact).collect())
}

impl Facts<'_> {
    /// What there is to say about the innermost operation at `byte` of which the model says something, and where it is.
    ///
    /// # Errors
    /// Budgets.
    pub fn at(&self, func: OpId, byte: usize) -> Result<Option<(Span, String)>> {
        let mut next = innermost(self.module, func, byte);
        while let Some(op) = next {
            if let Some(text) = self.of_op(op)? {
                return Ok(Some((self.module.op(op).span, text)));
            }
            next = self.module.parent_op(op).filter(|_| op != func);
        }
        Ok(None)
    }

    fn of_op(&self, op: OpId) -> Result<Option<String>> {
        let span = self.module.op(op).span;
        let is_here = |other: Span| other == span;
        let mut text = String::new();
        for (number, stmt) in self.scop.stmts.iter_enumerated() {
            let whole = stmt.op == Some(op);
            let inside = |at: &AccessId| is_here(stmt.accesses[*at].span);
            let accesses: Vec<AccessId> = match whole && !stmt.accesses.keys().any(|at| inside(&at)) {
                true => stmt.accesses.keys().collect(),
                false => stmt.accesses.keys().filter(inside).collect(),
            };
            if !accesses.is_empty() || whole {
                self.stmt(&mut text, number, &accesses)?;
            }
        }
        self.loops_of(&mut text, op);
        if self.module.op(op).info().is_function() {
            self.function(&mut text)?;
        }
        Ok((!text.is_empty()).then_some(text))
    }

    /// A statement with some of its accesses.
    fn stmt(&self, out: &mut String, number: StmtId, accesses: &[AccessId]) -> Result<()> {
        let stmt = &self.scop.stmts[number];
        let domain = facts::set_text(stmt.domain.clone(), &self.scop.context)?;
        let may = if stmt.may { " (may happen: an upper bound)" } else { "" };
        // Writing to a string does not fail.
        let _ = write!(out, "**`{}`**{may}\n\n```text\ndomain    {domain}\n", stmt.name);
        for at in accesses {
            self.access(out, number, *at)?;
        }
        out.push_str("```\n\n");
        self.dependences(out, |end| end.stmt == number && accesses.contains(&end.access))
    }

    fn access(&self, out: &mut String, number: StmtId, at: AccessId) -> Result<()> {
        let (stmt, context) = (&self.scop.stmts[number], &self.scop.context);
        let access = &stmt.accesses[at];
        let touched = access.relation.clone().intersect_domain(stmt.domain.clone())?.range()?;
        let touched = touched.intersect_params(context.clone())?;
        // A count that cannot be had takes nothing from the rest.
        let amount = Amount::of(&touched, context, &Budget::default());
        let amount = amount.map_or_else(|error| error.to_string(), |amount| amount.to_string());
        let relation = facts::map_text(access.relation.clone().gist_domain(stmt.domain.clone())?, context)?;
        let _ = writeln!(out, "{:<9} {relation}", access_name(access).replace('_', " "));
        let _ = writeln!(out, "  touches {}", facts::set_text(touched, context)?);
        let _ = writeln!(out, "  elements {amount}");
        Ok(())
    }

    /// Dependences with an end of which `is_meant`.
    fn dependences(&self, out: &mut String, is_meant: impl Fn(&DependenceEnd) -> bool) -> Result<()> {
        let Some(deps) = self.deps else {
            out.push_str("dependences: not there yet\n\n");
            return Ok(());
        };
        let meant = deps
            .list
            .iter()
            .filter(|dep| is_meant(&dep.source) || is_meant(&dep.sink));
        let all: Vec<_> = meant.collect();
        for dep in all.iter().take(SHOWN_MAX) {
            let line = dependence_text(&facts::dependence(self.scop, dep, &self.origin)?);
            let _ = writeln!(out, "- {line}");
        }
        match all.len() {
            0 => out.push_str("no dependences\n\n"),
            count if count > SHOWN_MAX => {
                let _ = writeln!(out, "- and {} more\n", count - SHOWN_MAX);
            }
            _ => out.push('\n'),
        }
        Ok(())
    }

    /// The loops that an operation is.
    fn loops_of(&self, out: &mut String, op: OpId) {
        let known = self.loops.into_iter().flatten().filter(|one| one.op == op);
        for one in known {
            let _ = writeln!(out, "{}\n", loop_text(&one.result));
        }
        let is_loop = self.scop.loops.iter().any(|one| one.op == Some(op));
        if self.loops.is_none() && is_loop {
            out.push_str("what its loops carry is not there yet\n\n");
        }
    }

    fn function(&self, out: &mut String) -> Result<()> {
        let scop = self.scop;
        let counts = [
            counted(scop.stmts.len(), "statement"),
            counted(scop.loops.len(), "loop"),
            counted(scop.arrays.len(), "array"),
        ];
        let _ = writeln!(out, "**`@{}`**: {}\n", scop.name, counts.join(", "));
        for param in facts::params(scop, &self.origin) {
            let _ = writeln!(out, "- parameter `{}`: {}", param.name, param.origin);
        }
        let context = facts::context_text(scop)?;
        if !context.is_empty() {
            let _ = writeln!(out, "\nwhere `{context}`");
        }
        Ok(())
    }
}

/// The smallest operation at a byte.
fn innermost(module: &Module, func: OpId, byte: usize) -> Option<OpId> {
    let mut found: Option<(u32, OpId)> = None;
    module.walk(func, &mut |id, op| {
        if crate::snapshot::holds(op.span, byte) {
            let len = op.span.end - op.span.start;
            if found.is_none_or(|(least, _)| len <= least) {
                found = Some((len, id));
            }
        }
    });
    found.map(|(_, op)| op)
}

fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

fn dependence_text(dep: &DependenceResult) -> String {
    let end = |stmt: &str, line: Option<usize>| match line {
        Some(line) => format!("`{stmt}` (line {line})"),
        None => format!("`{stmt}`"),
    };
    let mut text = format!(
        "{} on `{}`: {} → {}",
        dep.kind,
        dep.array,
        end(&dep.source, dep.source_line),
        end(&dep.sink, dep.sink_line)
    );
    if !dep.loops.is_empty() {
        let _ = write!(
            text,
            ", distance ({}) in ({})",
            dep.distance.join(", "),
            dep.loops.join(", ")
        );
    }
    if !dep.carried_by.is_empty() {
        let _ = write!(text, ", carried by {}", dep.carried_by.join(", "));
    }
    if dep.reduction {
        text.push_str(", of a reduction");
    }
    text
}

fn loop_text(one: &LoopResult) -> String {
    let mut text = format!("loop `{}`: {}", one.name, one.derived);
    if let (Some(claimed), Some(false)) = (one.claimed, one.claim_holds) {
        let _ = write!(text, ", though it is claimed {claimed}");
    }
    if !one.carries.is_empty() {
        let _ = write!(text, ", carries {}", one.carries.join(", "));
    }
    text
}
