//! `polyvet report`: everything about a function on one page.

use crate::args::{
    FootprintArgs, Format, InputArgs, ModelArgs, ReadArgs, ReportArgs, RewriteArgs, Sketch, SketchArgs, Ways,
};
use crate::facts::{self, FactOrigin};
use crate::function::{Function, ModelRefusal, Models, functions, with_model};
use crate::input::{InputKind, Program, read_decomposed, read_request, write_output};
use crate::rewrite::Request;
use crate::session::{Outcomes, Session};
use crate::{footprint, picture};
use polyvet::check::decide;
use polyvet_analysis::bands::{self, PermutableBand};
use polyvet_analysis::ids::{LoopId, StmtId};
use polyvet_analysis::tiles::symbolic_sizes;
use polyvet_analysis::{ArrayKind, PayloadKind, Rewrite, Scop, dependence};
use polyvet_ir::{Diagnostic, PrintOptions};
use polyvet_poly::{DimKind, Result, ScheduleNode, ScheduleNodeKind as TreeNode, Set, UnionMap};
use polyvet_report::text::{self, Detail, Plain};
use polyvet_report::{
    ArrayReport, BandReport, DiagnosticResult, FootprintResult, FunctionReport, LoopResult, Outcome, ReasonResult,
    StatementReport, Summary, TransformReport, TreeReport, VerdictResult, html, json, markdown,
};
use std::collections::BTreeMap;
use std::num::NonZeroU64;

/// Runs the command.
pub fn run(session: &mut Session<'_>, args: &ReportArgs) -> Outcomes<()> {
    let request = read_request(
        session,
        &RewriteArgs {
            transform: args.transform.clone(),
            script: args.script.clone(),
            schedule: None,
        },
    )?;
    if request
        .as_ref()
        .is_some_and(|request| request.on_operations().is_some())
    {
        return Err(crate::structured::not_here(session, "report"));
    }
    let streamed = args.output.is_none() && matches!(session.format(), Format::Text | Format::Json);
    let mut reports = Vec::new();
    for program in read_decomposed(session, &args.input) {
        let functions = match &request {
            Some(_) => functions(session, &program, &args.model.given(), Models::Scripts),
            None => functions(session, &program, &args.model.given(), Models::Exact),
        };
        let Ok(functions) = functions else {
            continue;
        };
        for function in functions {
            let report = one(session, args, &program, &function, request.as_ref())?;
            if streamed {
                session.push(&Outcome::Report(Box::new(report)), Detail::Full, Some(&program.source))?;
            } else {
                session.record(&Outcome::Report(Box::new(report.clone())));
                reports.push(report);
            }
        }
    }
    if streamed {
        return Ok(());
    }
    let text = document(session.format(), reports, session.messages(), session.summary());
    match &args.output {
        Some(path) => {
            write_output(session, path, text.as_bytes(), &args.input.files, args.force)?;
            session.all_is_written();
            Ok(())
        }
        None => session.emit(&text),
    }
}

/// All reports as one text; the messages are in the JSON alone.
pub fn document(
    format: Format,
    reports: Vec<FunctionReport>,
    messages: &[DiagnosticResult],
    summary: &Summary,
) -> String {
    let outcomes = |reports: Vec<FunctionReport>| {
        let outcomes = reports.into_iter().map(|report| Outcome::Report(Box::new(report)));
        outcomes.collect::<Vec<_>>()
    };
    match format {
        Format::Markdown => markdown::render(&reports),
        Format::Html => html::render(&reports),
        // The last ones are refused before it comes to that.
        Format::Text | Format::Sarif | Format::Github | Format::Gnu | Format::Junit => as_text(&outcomes(reports)),
        Format::Json => as_json(&outcomes(reports), messages, summary),
    }
}

/// Results as one text, for people.
pub fn as_text(outcomes: &[Outcome]) -> String {
    let texts = outcomes.iter().map(|one| text::render(one, Detail::Full, &Plain));
    texts.collect::<Vec<_>>().join("\n")
}

/// Results as one document of the schema.
pub fn as_json(outcomes: &[Outcome], messages: &[DiagnosticResult], summary: &Summary) -> String {
    let mut bytes = Vec::new();
    let mut stream = json::Stream::new("report");
    // Writing to memory does not fail.
    for one in outcomes {
        let _ = stream.push(&mut bytes, one);
    }
    let _ = stream.end(&mut bytes, messages, summary);
    String::from_utf8_lossy(&bytes).into_owned()
}

fn one(
    session: &mut Session<'_>,
    args: &ReportArgs,
    program: &Program,
    function: &Function,
    request: Option<&Request>,
) -> Outcomes<FunctionReport> {
    let pictures = session.format() == Format::Html;
    let (scop, mut report) = match facts_of_function(program, function, args.model.budget) {
        Ok(found) => found,
        Err(why) => {
            session.tell_unknown(&why, Some(&program.source));
            return Ok(without_model(program, function, &why));
        }
    };
    let mut tile = args.tile.clone();
    report.footprint =
        session.aside(|session| touched(session, program, function, &[], &args.model).unwrap_or_default());
    let mut rewritten = None;
    if let Some(request) = request {
        match request.apply(scop) {
            Ok(rewrite) => {
                let subject = request.subject();
                let verdict = decide(session, program, function, scop, &rewrite, &args.model.given(), request)?;
                session.count(&verdict, &args.accept);
                report.transform = Some(transform(
                    program,
                    function,
                    scop,
                    &rewrite,
                    subject,
                    verdict,
                    args.model.budget,
                ));
                // Without other sizes, what the tiles of the rewrite touch.
                if tile.is_empty() {
                    tile.extend(request.tile());
                }
                rewritten = Some(rewrite);
            }
            Err(misfit) => session.tell(&misfit.diagnostic, Some(&request.source)),
        }
    }
    if !args.tile.is_empty() {
        report
            .footprint
            .extend(touched(session, program, function, &args.tile, &args.model)?);
    } else if !tile.is_empty() {
        let inner = session.aside(|session| touched(session, program, function, &tile, &args.model));
        report.footprint.extend(inner.unwrap_or_default());
    }
    let cut = report.footprint.iter().flat_map(|one| &one.tile);
    let tiles: Vec<(String, i64)> = cut.filter_map(polyvet_report::footprint::TileLoop::number).collect();
    if pictures {
        let drawn = with_model(session, program, function, args.model.budget, |scop| {
            let wanted = picture::WantedPicture {
                after: rewritten.as_ref().map(|rewrite| &rewrite.scop),
                tiles,
                params: &[],
            };
            picture::of(scop, &wanted)
        });
        report.picture = drawn.map(|(_, picture)| picture);
    }
    Ok(report)
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
            read: ReadArgs::default(),
        },
        model: ModelArgs {
            param: Vec::new(),
            ..model.clone()
        },
        tile: tile.to_vec(),
        trace: None,
        slice: None,
        transform: None,
        line: 64,
        simulate: false,
        capacity: 32 << 10,
        ways: Ways::Full,
        sketch: SketchArgs {
            picture: Sketch::Never,
            ascii: false,
        },
    };
    footprint::of(session, program, function, &question)
}

/// The report on a function, or why there is none.
pub fn facts_of_function<'f>(
    program: &Program,
    function: &'f Function,
    budget: u64,
) -> std::result::Result<(&'f Scop, FunctionReport), Diagnostic> {
    let scop = match &function.model {
        Ok(scop) => scop,
        Err(refusal) => return Err(refusal.diagnostic.clone()),
    };
    let budget = NonZeroU64::new(budget).unwrap_or(NonZeroU64::MIN);
    let facts = || facts_of(scop, program, function, &program.origin());
    scop.ctx
        .within(budget, None, facts)
        .map(|report| (scop, report))
        .map_err(|error| ModelRefusal::poly(&error).diagnostic)
}

/// The page of a function of which nothing is known but why.
pub fn without_model(program: &Program, function: &Function, why: &Diagnostic) -> FunctionReport {
    let (source, line) = text_of(program, function);
    FunctionReport {
        file: program.source.name.clone(),
        func: function.name.clone(),
        source,
        line,
        no_model: Some(ReasonResult {
            code: why.code,
            message: why.message.clone(),
            line: program.source.line(why.primary),
            help: why.help.clone(),
            span: why.primary,
        }),
        ..FunctionReport::default()
    }
}

/// The text of a function, and where it begins.
fn text_of(program: &Program, function: &Function) -> (String, Option<usize>) {
    let module = program.origin().module;
    let span = module.zip(function.op).map(|(module, op)| module.op(op).span);
    let text = span.map_or(String::new(), |span| span.of(&program.source.text).to_owned());
    (text, span.and_then(|span| program.source.line(span)))
}

/// As much of a statement is quoted.
const QUOTED_LINES_MAX: usize = 16;

/// The text of a statement, moved to the left.
fn quoted(program: &Program, scop: &Scop, stmt: StmtId) -> String {
    let module = program.origin().module;
    let Some(span) = module.zip(scop.stmts[stmt].op).map(|(module, op)| module.op(op).span) else {
        return String::new();
    };
    let text = span.of(&program.source.text);
    let inner = text.lines().skip(1).filter(|line| !line.trim().is_empty());
    let indent = inner
        .map(|line| line.len() - line.trim_start().len())
        .min()
        .unwrap_or(0);
    let mut lines: Vec<&str> = { text.lines().enumerate() }
        .map(|(at, line)| {
            if at == 0 {
                line
            } else {
                line.get(indent..).unwrap_or("")
            }
        })
        .collect();
    if lines.len() > QUOTED_LINES_MAX {
        lines.truncate(QUOTED_LINES_MAX - 1);
        lines.push("...");
    }
    lines.join("\n").trim_end().to_owned()
}

fn facts_of(scop: &Scop, program: &Program, function: &Function, origin: &FactOrigin<'_>) -> Result<FunctionReport> {
    let scop = &facts::asserted(scop)?;
    let deps = dependence::memory_based(scop)?;
    let dependences: Vec<_> = { deps.list.iter() }
        .map(|dep| facts::dependence(scop, dep, origin))
        .collect::<Result<_>>()?;
    let loops = facts::loops(scop, &deps.effects(scop)?, origin);
    let statements = scop
        .stmts
        .keys()
        .map(|number| {
            Ok(StatementReport {
                relations: facts::statement(scop, number, &loops, origin)?,
                instances: number_of(&scop.stmts[number].domain.clone().coalesce()?, scop),
                operations: operations(scop, number),
                source: quoted(program, scop, number),
            })
        })
        .collect::<Result<_>>()?;
    let (source, line) = text_of(program, function);
    Ok(FunctionReport {
        file: program.source.name.clone(),
        func: scop.name.clone(),
        source,
        line,
        no_model: None,
        params: facts::params(scop, origin),
        context: facts::context_text(scop)?,
        arrays: arrays(scop, origin)?,
        statements,
        loops,
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
    let options = polyvet_count::CountOptions::default().context(scop.context.clone());
    polyvet_count::count(points, &options)
        .ok()
        .map(|formula| formula.to_string())
}

/// How often an instance does each operation of its payload.
fn operations(scop: &Scop, stmt: StmtId) -> BTreeMap<String, usize> {
    let mut all = BTreeMap::new();
    for node in scop.stmts[stmt].payload.iter().flat_map(|payload| &payload.nodes) {
        if let PayloadKind::Op { name, .. } = &node.kind {
            *all.entry(name.clone()).or_default() += 1;
        }
    }
    all
}

fn arrays(scop: &Scop, origin: &FactOrigin<'_>) -> Result<Vec<ArrayReport>> {
    let mut all = Vec::new();
    for (at, array) in scop.arrays.iter_enumerated() {
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

fn band_of(scop: &Scop, band: &PermutableBand) -> BandReport {
    let name = |number: &LoopId| scop.loops[*number].name.clone();
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
    let label = match kind {
        TreeNode::Band => band_label(node)?,
        TreeNode::Filter => names(node.filter_get_filter()?.sets()?)?.join(", "),
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

/// The loops of a rewritten program and which dependences of the first they carry; empty where that cannot be said.
fn loops_after(before: &Scop, after: &Scop, budget: u64) -> Vec<LoopResult> {
    let budget = NonZeroU64::new(budget).unwrap_or(NonZeroU64::MIN);
    let carried = || carried_after(before, after);
    before
        .ctx
        .within(budget, None, carried)
        .ok()
        .flatten()
        .unwrap_or_default()
}

/// The loops of a schedule tree, and which of them each entry of the time of a statement is.
#[derive(Default)]
struct TreeLoops {
    names: Vec<String>,
    of_stmt: BTreeMap<String, Vec<Option<usize>>>,
    /// Some statement stands in several places.
    several: bool,
}

impl TreeLoops {
    /// Adds what is below `node`, where the times of `stmts` begin with `above`.
    fn walk(&mut self, node: &ScheduleNode, stmts: &[String], mut above: Vec<Option<usize>>) -> Result<()> {
        let mut stmts = stmts.to_vec();
        match node.kind()? {
            TreeNode::Domain => stmts = names(node.domain_get_domain()?.sets()?)?,
            TreeNode::Filter => {
                let kept = names(node.filter_get_filter()?.sets()?)?;
                stmts.retain(|stmt| kept.contains(stmt));
            }
            TreeNode::Band => {
                let name = node.band_get_space()?.tuple_name(DimKind::Set)?.unwrap_or_default();
                let members = node.band_get_partial_schedule()?.dim(DimKind::Set)?;
                for member in 0..members {
                    above.push(Some(self.names.len()));
                    self.names.push(if members == 1 {
                        name.clone()
                    } else {
                        format!("{name}.{member}")
                    });
                }
            }
            TreeNode::Leaf => {
                for stmt in stmts {
                    self.several |= self.of_stmt.insert(stmt, above.clone()).is_some();
                }
                return Ok(());
            }
            TreeNode::Sequence | TreeNode::Set => above.push(None),
            _ => {}
        }
        for at in 0..node.n_children()? {
            self.walk(&node.clone().child(at)?, &stmts, above.clone())?;
        }
        Ok(())
    }
}

fn names(sets: Vec<Set>) -> Result<Vec<String>> {
    sets.iter()
        .map(|set| Ok(set.tuple_name()?.unwrap_or_default()))
        .collect()
}

/// A loop carries a dependence if two of its ends have equal times outside the loop and different ones in it.
fn carried_after(before: &Scop, after: &Scop) -> Result<Option<Vec<LoopResult>>> {
    let mut loops = TreeLoops::default();
    loops.walk(&after.schedule.root()?, &[], Vec::new())?;
    if !symbolic_sizes(&after.schedule)?.is_empty() || loops.several || loops.names.iter().any(String::is_empty) {
        return Ok(None);
    }
    let schedule = after.schedule.map()?.intersect_domain(after.schedule.domain()?)?;
    let times = dependence::times(before, &schedule)?;
    let mut results: Vec<LoopResult> = { loops.names.iter() }
        .map(|name| LoopResult {
            name: name.clone(),
            line: None,
            claimed: None,
            derived: "parallel",
            claim_holds: None,
            carries: Vec::new(),
        })
        .collect();
    for dep in &dependence::memory_based(before)?.list {
        let (source, sink) = (dep.source.stmt, dep.sink.stmt);
        let pairs = dep.map.clone().apply_domain(times[source].clone())?;
        let mut pairs = pairs.apply_range(times[sink].clone())?;
        let Some(own) = loops.of_stmt.get(&before.stmts[source].name) else {
            return Ok(None);
        };
        for (at, number) in own.iter().enumerate() {
            let equal = pairs.clone().equate(DimKind::In, at, DimKind::Out, at)?;
            if let Some(number) = *number
                && !pairs.subtract(equal.clone())?.is_empty()?
            {
                let (name, derived) = match dep.reduction {
                    true => ("reduction", "reduction"),
                    false => (dep.kind.name(), "sequential"),
                };
                let one = &mut results[number];
                if !one.carries.contains(&name) {
                    one.carries.push(name);
                    one.carries.sort_unstable();
                }
                if one.derived != "sequential" {
                    one.derived = derived;
                }
            }
            pairs = equal;
        }
    }
    Ok(Some(results))
}

fn transform(
    program: &Program,
    function: &Function,
    scop: &Scop,
    rewrite: &Rewrite,
    script: String,
    verdict: VerdictResult,
    budget: u64,
) -> TransformReport {
    let generated = match (&program.kind, function.op) {
        (InputKind::Mlir(module), Some(op)) => polyvet_codegen::generate(&rewrite.scop, module, op).ok(),
        _ => None,
    };
    let schedule = rewrite.scop.schedule.root().and_then(|root| tree(&root));
    TransformReport {
        script,
        verdict,
        schedule: schedule.ok(),
        loops: loops_after(scop, &rewrite.scop, budget),
        program: generated.map(|module| polyvet_ir::print(&module, PrintOptions::default())),
    }
}
