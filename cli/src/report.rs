//! `polyvet report`: everything about a function on one page.

use crate::args::{FootprintArgs, Format, InputArgs, ModelArgs, ReportArgs, RewriteArgs, Ways};
use crate::check::decide;
use crate::facts::{self, Origin};
use crate::function::{Function, Refusal, functions, with_model};
use crate::input::{Kind, Program, read_programs, write_output};
use crate::rewrite::Request;
use crate::session::{Outcomes, Session};
use crate::{footprint, picture};
use polyvet_analysis::bands::{self, Band};
use polyvet_analysis::{ArrayKind, NodeKind, Rewrite, Scop, dependence};
use polyvet_ir::{Diagnostic, PrintOptions};
use polyvet_poly::{DimKind, NodeKind as TreeNode, Result, ScheduleNode, Set, UnionMap};
use polyvet_report::text::{self, Detail, Plain};
use polyvet_report::{
    ArrayReport, BandReport, DiagnosticResult, FootprintResult, FunctionReport, Outcome, StatementReport,
    TransformReport, TreeReport, VerdictResult, html, json, markdown,
};
use std::collections::BTreeMap;
use std::num::NonZeroU64;

/// Runs the command.
pub fn run(session: &mut Session<'_>, args: &ReportArgs) -> Outcomes<()> {
    let request = Request::read(
        session,
        &RewriteArgs {
            transform: args.transform.clone(),
            script: args.script.clone(),
            schedule: None,
        },
    )?;
    let streamed = args.output.is_none() && matches!(session.format(), Format::Text | Format::Json);
    let mut reports = Vec::new();
    for program in read_programs(session, &args.input) {
        let Ok(functions) = functions(session, &program, &args.model) else {
            continue;
        };
        for function in functions {
            let report = one(session, args, &program, &function, request.as_ref())?;
            match report {
                Some(report) if streamed => {
                    session.push(&Outcome::Report(Box::new(report)), Detail::Full, Some(&program.source))?;
                }
                report => reports.extend(report),
            }
        }
    }
    if streamed {
        return Ok(());
    }
    let text = document(session.format(), reports, session.messages());
    match &args.output {
        Some(path) => write_output(session, path, text.as_bytes(), &args.input.files, args.force),
        None => session.emit(&text),
    }
}

/// All reports as one text; the messages stand in the JSON alone.
pub fn document(format: Format, reports: Vec<FunctionReport>, messages: &[DiagnosticResult]) -> String {
    let outcomes = |reports: Vec<FunctionReport>| reports.into_iter().map(|report| Outcome::Report(Box::new(report)));
    match format {
        Format::Markdown => markdown::render(&reports),
        Format::Html => html::render(&reports),
        Format::Text => {
            let texts = outcomes(reports).map(|report| text::render(&report, Detail::Full, &Plain));
            texts.collect::<Vec<_>>().join("\n")
        }
        Format::Json => {
            let mut bytes = Vec::new();
            let mut stream = json::Stream::new("report");
            // Writing to memory does not fail.
            for report in outcomes(reports) {
                let _ = stream.push(&mut bytes, &report);
            }
            let _ = stream.end(&mut bytes, messages, &Default::default());
            String::from_utf8_lossy(&bytes).into_owned()
        }
    }
}

fn one(
    session: &mut Session<'_>,
    args: &ReportArgs,
    program: &Program,
    function: &Function,
    request: Option<&Request>,
) -> Outcomes<Option<FunctionReport>> {
    let origin = program.origin();
    let pictures = session.format() == Format::Html;
    let found = with_model(session, program, function, args.model.budget, |scop| {
        facts_of(scop, program, function, &origin)
    });
    let Some((scop, mut report)) = found else {
        return Ok(None);
    };
    report.footprint =
        session.aside(|session| touched(session, program, function, &[], &args.model).unwrap_or_default());
    if !args.tile.is_empty() {
        report
            .footprint
            .extend(touched(session, program, function, &args.tile, &args.model)?);
    }
    let mut rewritten = None;
    if let Some(request) = request {
        match request.apply(scop) {
            Ok(rewrite) => {
                let subject = request.subject();
                let verdict = decide(session, program, function, scop, &rewrite, args.model.budget, &subject)?;
                session.count(&verdict, &args.accept);
                report.transform = Some(transform(program, function, &rewrite, subject, verdict));
                rewritten = Some(rewrite);
            }
            Err(misfit) => session.tell(&misfit.diagnostic, Some(&request.source)),
        }
    }
    let cut = report.footprint.iter().flat_map(|one| &one.tile);
    let tiles: Vec<(String, i64)> = cut
        .filter_map(|one| Some((one.name.clone(), one.size.parse().ok().filter(|size| *size > 0)?)))
        .collect();
    if pictures {
        let drawn = with_model(session, program, function, args.model.budget, |scop| {
            picture::of(scop, rewritten.as_ref().map(|rewrite| &rewrite.scop), &tiles)
        });
        report.picture = drawn.map(|(_, picture)| picture);
    }
    Ok(Some(report))
}

/// What the tiles of these sizes touch; without sizes, the whole program.
pub fn touched(
    session: &mut Session<'_>,
    program: &Program,
    function: &Function,
    tile: &[String],
    model: &ModelArgs,
) -> Outcomes<Vec<FootprintResult>> {
    let question = FootprintArgs {
        input: InputArgs {
            files: Vec::new(),
            via_mlir_opt: false,
        },
        model: ModelArgs {
            param: Vec::new(),
            ..model.clone()
        },
        tile: tile.to_vec(),
        slice: None,
        transform: None,
        line: 64,
        simulate: false,
        capacity: 32 << 10,
        ways: Ways::Full,
    };
    footprint::of(session, program, function, &question)
}

/// The report on a function, or why there is none.
pub fn facts_of_function(
    program: &Program,
    function: &Function,
    budget: u64,
) -> std::result::Result<FunctionReport, Diagnostic> {
    let scop = match &function.model {
        Ok(scop) => scop,
        Err(refusal) => return Err(refusal.diagnostic.clone()),
    };
    let budget = NonZeroU64::new(budget).unwrap_or(NonZeroU64::MIN);
    let facts = || facts_of(scop, program, function, &program.origin());
    scop.ctx
        .within(budget, None, facts)
        .map_err(|error| Refusal::poly(&error).diagnostic)
}

fn facts_of(scop: &Scop, program: &Program, function: &Function, origin: &Origin<'_>) -> Result<FunctionReport> {
    let deps = dependence::memory_based(scop)?;
    let dependences: Vec<_> = { deps.list.iter() }
        .map(|dep| facts::dependence(scop, dep, origin))
        .collect::<Result<_>>()?;
    let statements = (0..scop.stmts.len())
        .map(|number| {
            Ok(StatementReport {
                relations: facts::statement(scop, number, &deps, origin)?,
                instances: number_of(&scop.stmts[number].domain.clone().coalesce()?, scop),
                operations: operations(scop, number),
            })
        })
        .collect::<Result<_>>()?;
    let span = origin.module.zip(function.op).map(|(module, op)| module.op(op).span);
    Ok(FunctionReport {
        file: program.source.name.clone(),
        func: scop.name.clone(),
        source: span.map_or(String::new(), |span| span.of(&program.source.text).to_owned()),
        line: span.and_then(|span| program.source.line(span)),
        params: facts::params(scop, origin),
        context: facts::context_text(scop)?,
        arrays: arrays(scop, origin)?,
        statements,
        loops: facts::loops(scop, &deps, origin)?,
        bands: bands::bands(scop, &deps)?
            .iter()
            .map(|band| band_of(scop, band))
            .collect(),
        graph: facts::graph(&dependences),
        dependences,
        schedule: tree(&scop.schedule.root()?)?,
        footprint: Vec::new(),
        transform: None,
        picture: None,
    })
}

/// A formula, or nothing where it would explode.
fn number_of(points: &impl polyvet_count::Countable, scop: &Scop) -> Option<String> {
    let options = polyvet_count::Options::default().context(scop.context.clone());
    polyvet_count::count(points, &options)
        .ok()
        .map(|formula| formula.to_string())
}

/// How often an instance does each operation of its payload.
fn operations(scop: &Scop, stmt: usize) -> BTreeMap<String, usize> {
    let mut all = BTreeMap::new();
    for node in scop.stmts[stmt].payload.iter().flat_map(|payload| &payload.nodes) {
        if let NodeKind::Op { name, .. } = &node.kind {
            *all.entry(name.clone()).or_default() += 1;
        }
    }
    all
}

fn arrays(scop: &Scop, origin: &Origin<'_>) -> Result<Vec<ArrayReport>> {
    let mut all = Vec::new();
    for (at, array) in scop.arrays.iter().enumerate() {
        let touched = |write: bool| -> Result<Option<String>> {
            let accesses: UnionMap = scop.accesses(Some(at), |kind| kind.is_write() == write)?;
            let elements = accesses.range()?.sets()?.into_iter().next();
            match elements {
                Some(elements) => Ok(number_of(&elements.coalesce()?, scop)),
                None => Ok(Some("0".to_owned())),
            }
        };
        let extent = |extent: &Option<polyvet_poly::PwAff>| match extent {
            Some(extent) => Ok(Some(facts::value_text(extent.clone())?)),
            None => Ok(None),
        };
        all.push(ArrayReport {
            array: array.name.clone(),
            kind: match array.kind {
                ArrayKind::Input => "input",
                ArrayKind::Output => "output",
                ArrayKind::InOut => "in-out",
                ArrayKind::Local => "local",
                ArrayKind::Register => "register",
            },
            elem: array.elem.to_string(),
            extents: array.extents.iter().map(extent).collect::<Result<_>>()?,
            read: touched(false)?,
            written: touched(true)?,
            line: origin.line(array.span),
        });
    }
    Ok(all)
}

fn band_of(scop: &Scop, band: &Band) -> BandReport {
    let name = |number: &usize| scop.loops[*number].name.clone();
    let free = band.loops.iter().zip(&band.coincident).filter(|(_, free)| **free);
    BandReport {
        loops: band.loops.iter().map(name).collect(),
        coincident: free.map(|(number, _)| name(number)).collect(),
        statements: band.stmts.iter().map(|stmt| scop.stmts[*stmt].name.clone()).collect(),
    }
}

/// The functions of a band: `k_t: S0 -> k - (k) mod 4`; the name alone where each is the loop of that name.
fn band_label(node: &ScheduleNode) -> Result<String> {
    let partial = node.band_get_partial_schedule()?;
    let name = node.band_get_space()?.tuple_name(DimKind::Set)?.unwrap_or_default();
    let mut members = Vec::new();
    for at in 0..partial.dim(DimKind::Set)? {
        // Statements by function.
        let mut groups: Vec<(String, Vec<String>)> = Vec::new();
        for function in partial.at(at)?.pw_affs()? {
            let stmt = function.space()?.tuple_name(DimKind::In)?.unwrap_or_default();
            let text = facts::value_text(function)?;
            match groups.iter_mut().find(|(known, _)| *known == text) {
                Some((_, stmts)) => stmts.push(stmt),
                None => groups.push((text, vec![stmt])),
            }
        }
        for (_, stmts) in &mut groups {
            stmts.sort();
        }
        groups.sort_by(|x, y| x.1.cmp(&y.1));
        members.push(match &groups[..] {
            [(text, _)] => text.clone(),
            groups => {
                let one = |(text, stmts): &(String, Vec<String>)| format!("{} -> {text}", stmts.join(", "));
                groups.iter().map(one).collect::<Vec<_>>().join("; ")
            }
        });
    }
    let functions = members.join(" | ");
    Ok(if functions == name || name.is_empty() {
        functions
    } else {
        format!("{name}: {functions}")
    })
}

/// A schedule tree as data, without its domain node.
pub fn tree(node: &ScheduleNode) -> Result<TreeReport> {
    let kind = node.kind()?;
    let names = |sets: Vec<Set>| -> Result<String> {
        let names = sets.iter().map(|set| Ok(set.tuple_name()?.unwrap_or_default()));
        Ok(names.collect::<Result<Vec<_>>>()?.join(", "))
    };
    let label = match kind {
        TreeNode::Band => band_label(node)?,
        TreeNode::Filter => names(node.filter_get_filter()?.sets()?)?,
        TreeNode::Mark => node.mark_name()?.unwrap_or_default(),
        _ => String::new(),
    };
    let mut children = Vec::new();
    for at in 0..node.n_children()? {
        let child = node.clone().child(at)?;
        if child.kind()? != TreeNode::Leaf {
            children.push(tree(&child)?);
        }
    }
    if kind == TreeNode::Domain && children.len() == 1 {
        return Ok(children.remove(0));
    }
    Ok(TreeReport {
        node: format!("{kind:?}").to_lowercase(),
        label,
        children,
    })
}

fn transform(
    program: &Program,
    function: &Function,
    rewrite: &Rewrite,
    script: String,
    verdict: VerdictResult,
) -> TransformReport {
    let generated = match (&program.kind, function.op) {
        (Kind::Mlir(module), Some(op)) => polyvet_codegen::generate(&rewrite.scop, module, op).ok(),
        _ => None,
    };
    let schedule = rewrite.scop.schedule.root().and_then(|root| tree(&root));
    TransformReport {
        script,
        verdict,
        schedule: schedule.ok(),
        program: generated.map(|module| polyvet_ir::print(&module, PrintOptions::default())),
    }
}
