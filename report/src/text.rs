//! The text format: what a person reads on a terminal.
//!
//! Colours and source snippets are left to a [`Screen`], so that this knows neither terminals nor files.

use crate::footprint::FootprintResult;
use crate::layout::fold;
use crate::names::ReadableNames;
use crate::page::{ArrayReport, BandReport, FunctionReport, StatementReport, TransformReport, TreeReport};
use crate::result::*;
use crate::sketch;
use crate::term::{difference, infix};
use polyvet_analysis::Workers;
use polyvet_ir::Span;
use polyvet_verify::WitnessKind;
use std::fmt::Write;

/// What a piece of text means; the screen decides how that looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextRole {
    /// Proved.
    Good,
    /// Refuted.
    Bad,
    /// Tested or unknown.
    Unsure,
    /// Names and headings.
    Strong,
    /// Beside the point.
    Faint,
}

/// A place in the source with a remark.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// Where.
    pub span: Span,
    /// The remark.
    pub label: String,
    /// Whether it is the main one.
    pub primary: bool,
}

/// What shows text to people.
pub trait Screen {
    /// `text` in the look of `role`.
    fn paint(&self, role: TextRole, text: &str) -> String;
    /// The marked lines of the source; empty if there is none.
    fn snippet(&self, marks: &[Mark]) -> String;
    /// The marked lines of the two programs of a validation, `before` first.
    fn snippets(&self, before: &[Mark], after: &[Mark]) -> String;
    /// Columns that a line may have; none for lines of any length.
    fn width(&self) -> Option<usize> {
        None
    }
    /// Whether pictures are drawn with the characters of ASCII alone.
    fn ascii(&self) -> bool {
        false
    }
}

/// Text as it is, without source lines.
#[derive(Clone, Copy, Debug)]
pub struct Plain;

impl Screen for Plain {
    fn paint(&self, _: TextRole, text: &str) -> String {
        text.to_owned()
    }

    fn snippet(&self, _: &[Mark]) -> String {
        String::new()
    }

    fn snippets(&self, _: &[Mark], _: &[Mark]) -> String {
        String::new()
    }
}

/// How much to say about a verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// The verdict line and one sentence.
    Brief,
    /// With source lines and replay.
    Full,
}

/// `result` as text, with a newline at the end.
pub fn render(result: &Outcome, detail: Detail, screen: &dyn Screen) -> String {
    ReadableNames::of(result).spell(render_with_names_of_isl(result, detail, screen))
}

fn render_with_names_of_isl(result: &Outcome, detail: Detail, screen: &dyn Screen) -> String {
    let mut out = String::new();
    // Writing to a string does not fail.
    let _ = match result {
        Outcome::Verdict(verdict) => write_verdict(&mut out, verdict, detail, screen),
        Outcome::Relations(relations) => write_relations(&mut out, relations, screen),
        Outcome::Deps(deps) => write_deps(&mut out, deps, screen),
        Outcome::Map(map) => folded(&mut out, screen, |out| write_map(out, map, screen)),
        Outcome::View(view) => folded(&mut out, screen, |out| write_view(out, view, screen)),
        Outcome::Program(program) => write_program(&mut out, program),
        Outcome::Tile(tile) => folded(&mut out, screen, |out| crate::tile::write_tile(out, tile, screen)),
        Outcome::Candidates(all) => crate::candidates::write_candidates(&mut out, all, screen),
        Outcome::Tune(tune) => crate::tune::write_tune(&mut out, tune, screen),
        Outcome::Report(report) => write_report(&mut out, report, detail, screen),
        Outcome::Snapshot(snapshot) => write_snapshot(&mut out, snapshot, screen),
        Outcome::Run(run) => write_run(&mut out, run, screen),
        Outcome::Trace(trace) => crate::run::write_trace(&mut out, trace, screen),
        Outcome::Difftest(one) => crate::difftest::write_difftest(&mut out, one, screen),
        Outcome::Transform(entry) => write_transform(&mut out, entry, screen),
        Outcome::Footprint(one) => crate::footprint::write_footprint(&mut out, one, screen),
        Outcome::Behind(one) => folded(&mut out, screen, |out| crate::footprint::write_behind(out, one, screen)),
        Outcome::Touched(one) => crate::touched::write_touched(&mut out, one, screen),
        Outcome::Finding(one) => crate::fuzz::write_finding(&mut out, one),
        Outcome::Campaign(one) => crate::fuzz::write_campaign(&mut out, one),
        Outcome::Certify(one) => folded(&mut out, screen, |out| {
            crate::certificate::write_certify(out, one, screen)
        }),
        Outcome::Code(entry) => write_code(&mut out, entry, screen),
        Outcome::Page(page) => write_page(&mut out, page),
    };
    out
}

/// Writes, and folds what became too long.
fn folded(
    out: &mut String,
    screen: &dyn Screen,
    write: impl FnOnce(&mut String) -> std::fmt::Result,
) -> std::fmt::Result {
    let from = out.len();
    write(out)?;
    fold(out, from, screen.width());
    Ok(())
}

/// `3 proved, 1 refuted`
pub fn render_summary(summary: &Summary, screen: &dyn Screen) -> String {
    let mut parts = Vec::new();
    for (name, role) in [
        ("proved", TextRole::Good),
        ("refuted", TextRole::Bad),
        ("tested", TextRole::Unsure),
        ("unknown", TextRole::Unsure),
    ] {
        if let Some(count) = summary.verdicts.get(name) {
            let mut text = format!("{count} {name}");
            if name == "proved" && summary.reassociated > 0 {
                let _ = write!(text, " ({} reassociated)", summary.reassociated);
            }
            parts.push(screen.paint(role, &text));
        }
    }
    let mut out = parts.join(", ");
    if let Some(median) = summary.median_us {
        let _ = write!(out, "; median {:.3} ms a schedule", median / 1000.0);
    }
    out + "\n"
}

/// `(t=1, i=4)`; nothing for a statement outside all loops.
fn point(instance: &InstanceResult) -> String {
    let pairs = instance
        .loops
        .iter()
        .zip(&instance.at)
        .map(|(name, value)| format!("{name}={value}"));
    format!("({})", pairs.collect::<Vec<_>>().join(", "))
}

/// `S0 at (t=1, i=4)`
fn instance_text(instance: &InstanceResult) -> String {
    if instance.at.is_empty() {
        instance.stmt.clone()
    } else {
        format!("{} at {}", instance.stmt, point(instance))
    }
}

/// `A[5, 1]`; `x` for a scalar.
pub fn element_text(array: &str, element: &[i64]) -> String {
    if element.is_empty() {
        return array.to_owned();
    }
    let subscripts = element.iter().map(i64::to_string).collect::<Vec<_>>();
    format!("{array}[{}]", subscripts.join(", "))
}

fn role_of(verdict: &VerdictResult) -> TextRole {
    match (verdict.verdict, verdict.strength) {
        _ if verdict.vacuity.is_some() => TextRole::Unsure,
        ("refuted", _) => TextRole::Bad,
        ("proved", Some("bitwise")) => TextRole::Good,
        _ => TextRole::Unsure,
    }
}

/// `1 statement`, `3 statements`
fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

/// The verdict in one line.
fn headline(verdict: &VerdictResult, screen: &dyn Screen) -> String {
    let name = screen.paint(role_of(verdict), verdict.verdict);
    let func = screen.paint(TextRole::Strong, &format!("@{}", verdict.func));
    let mut line = format!("{name}: {func}: {}", verdict.subject);
    if !verdict.same_buffer.is_empty() {
        line += &format!(", where {} are one buffer", verdict.same_buffer.join(" and "));
    }
    if let Some(strength) = verdict.strength {
        let mut facts = vec![strength.to_owned()];
        if verdict.contracted {
            facts.push("fused multiply-adds taken for a product and a sum".to_owned());
        }
        if verdict.cached {
            facts.push("cached".to_owned());
        }
        if let Some(dependences) = verdict.dependences {
            facts.push(counted(verdict.statements, "statement"));
            facts.push(counted(dependences, "dependence"));
        }
        line += &format!(" {}", screen.paint(TextRole::Faint, &format!("({})", facts.join(", "))));
    }
    line
}

fn vacuous_text(why: polyvet_verify::Vacuity) -> String {
    format!("vacuous: {} [{}]", why.sentence(), why.code())
}

fn reason_text(reason: &ReasonResult) -> String {
    format!("{} [{}]", reason.message, reason.code)
}

fn holds_text(condition: &str) -> String {
    format!("proved for {condition}: `// polyvet: assume {condition}`")
}

fn repair_text(repair: &RepairResult) -> Option<String> {
    let script = repair.script.as_ref()?;
    Some(match repair.strength {
        Some("bitwise") => format!("this is proved: \"{script}\""),
        _ => format!("this is proved, with sums in another order: \"{script}\""),
    })
}

fn coverage_text(coverage: &CoverageResult) -> String {
    let mut text = format!("{} agree on {}", counted(coverage.runs as usize, "run"), coverage.sizes);
    if coverage.orders > 1 {
        let orders = coverage.orders;
        text += &format!(", in {orders} orders of parallel iterations and without a race");
    }
    let equal = match coverage.equal {
        "bitwise" => "the same operations on the same operands",
        "reassociated" => "equal up to the order of sums and products",
        _ => "the same numbers, but for rounding",
    };
    text + "; " + equal
}

/// A verdict in one line: what was asked, the answer, and why; `hint` where the verdict itself has nothing to say.
pub(crate) fn gist(verdict: &VerdictResult, hint: Option<&str>) -> String {
    let why = verdict.vacuity.map(vacuous_text);
    let why = why.or_else(|| verdict.reason.as_ref().map(reason_text));
    let why = why.or_else(|| verdict.witness.as_ref().map(|witness| sentence(witness).0));
    let why = why.or_else(|| verdict.coverage.as_ref().map(coverage_text));
    let why = why.or_else(|| hint.map(str::to_owned));
    let line = headline(verdict, &Plain);
    match why {
        Some(why) => format!("{line}: {why}"),
        None => line,
    }
}

/// What a reader may do about a verdict.
pub(crate) fn helps(verdict: &VerdictResult) -> Vec<String> {
    let reason = verdict.reason.as_ref().and_then(|reason| reason.help.clone());
    let holds = verdict.holds_when.as_deref().map(holds_text);
    let repair = verdict.repair.as_ref().and_then(repair_text);
    reason.into_iter().chain(holds).chain(repair).collect()
}

fn write_verdict(out: &mut String, verdict: &VerdictResult, detail: Detail, screen: &dyn Screen) -> std::fmt::Result {
    let from = out.len();
    writeln!(out, "{}", headline(verdict, screen))?;
    if !verdict.assumes.is_empty() {
        writeln!(out, "  assuming that {}", verdict.assumes.join(" and "))?;
    }
    if let Some(why) = verdict.vacuity {
        writeln!(out, "  {}", vacuous_text(why))?;
    }
    if let Some(certificate) = &verdict.certificate {
        crate::certificate::write_certificate(out, certificate)?;
    }
    if let Some(coverage) = &verdict.coverage {
        write_coverage(out, coverage)?;
    }
    if let Some(reason) = &verdict.reason {
        writeln!(out, "  {}", reason_text(reason))?;
        fold(out, from, screen.width());
        out.push_str(&screen.snippet(&[Mark {
            span: reason.span,
            label: String::new(),
            primary: true,
        }]));
        if let Some(help) = &reason.help {
            writeln!(out, "  help: {help}")?;
        }
    }
    if verdict.reason.is_none() {
        fold(out, from, screen.width());
    }
    if let Some(witness) = &verdict.witness {
        write_witness(out, witness, detail, screen)?;
    }
    if let Some(condition) = &verdict.holds_when {
        folded(out, screen, |out| writeln!(out, "  help: {}", holds_text(condition)))?;
    }
    if let Some(blame) = &verdict.blame {
        writeln!(out, "  broken by step {}, `{}`", blame.step, blame.call)?;
    }
    if let Some(repair) = &verdict.repair {
        write_repair(out, repair, screen)?;
    }
    match &verdict.picture {
        Some(picture) => sketch::orders(out, picture, verdict.witness.as_ref(), screen),
        None => Ok(()),
    }
}

fn write_repair(out: &mut String, repair: &RepairResult, screen: &dyn Screen) -> std::fmt::Result {
    let step = match repair.loops.is_empty() {
        true => String::new(),
        false => {
            let distance: Vec<String> = repair.distance.iter().map(i64::to_string).collect();
            format!(
                ", distance ({}) over ({})",
                distance.join(", "),
                repair.loops.join(", ")
            )
        }
    };
    let RepairResult { dependence, array, .. } = repair;
    folded(out, screen, |out| {
        writeln!(
            out,
            "  broken by step {}, `{}`: {dependence} on {array}{step}",
            repair.step, repair.call
        )
    })?;
    match repair_text(repair) {
        Some(text) => writeln!(out, "  help: {text}"),
        None => Ok(()),
    }
}

fn write_coverage(out: &mut String, coverage: &CoverageResult) -> std::fmt::Result {
    writeln!(out, "  {}", coverage_text(coverage))?;
    writeln!(out, "  not proved: {}", coverage.not_proved)
}

/// What went wrong, in one sentence of two halves.
fn sentence(witness: &WitnessResult) -> (String, String) {
    let element = element_text(&witness.array, &witness.element);
    let (source, sink) = (instance_text(&witness.source), instance_text(&witness.sink));
    let reads = |x: &InstanceResult| x.access == "read";
    let fact = match (reads(&witness.source), reads(&witness.sink)) {
        (false, true) => format!("{sink} reads {element}, which {source} writes"),
        (true, false) => format!("{source} reads {element}, which {sink} overwrites"),
        _ => format!("{source} writes {element}, which {sink} overwrites"),
    };
    let first = match (reads(&witness.source), reads(&witness.sink)) {
        (false, true) => "the reader",
        (true, false) => "the writer",
        _ => "the later write",
    };
    let fault = match witness.fault {
        WitnessKind::Order(_) => format!("the new order runs {first} first"),
        WitnessKind::Unordered(_) => "the new order runs both at one time".to_owned(),
        WitnessKind::Race(_) => match &witness.loop_name {
            Some(name) if witness.workers == Some(Workers::Threads) => {
                format!("threads that differ in `{name}` do not wait for each other: no `gpu.barrier` is between")
            }
            Some(name) if witness.workers == Some(Workers::Blocks) => {
                format!("blocks that differ in `{name}` never wait for each other")
            }
            Some(name) => format!("the mark on loop `{name}` lets its iterations run in any order"),
            None => "a mark lets both run in any order".to_owned(),
        },
        WitnessKind::Undefined(_) => {
            let what = witness.replay.after.as_deref().unwrap_or("it is not defined");
            let fact = format!("the second program goes wrong where the first does not: {what}");
            return (fact, String::new());
        }
        WitnessKind::Value => return (format!("{element} differs"), String::new()),
    };
    (fact, fault)
}

/// `before, at (i=3): addf(A[3], B[3])`
fn value_mark(side: &str, instance: &InstanceResult) -> Mark {
    let at = match instance.at.is_empty() {
        true => String::new(),
        false => format!(", at {}", point(instance)),
    };
    let computes = instance
        .computes
        .as_deref()
        .map_or(String::new(), |term| format!(": {}", infix(term)));
    // An element that nobody wrote has a value, but no operation.
    let unwritten = match (&instance.computes, instance.access) {
        (Some(_), "read") => ", not written",
        _ => "",
    };
    Mark {
        span: instance.span,
        label: format!("{side}{unwritten}{at}{computes}"),
        primary: side == "after",
    }
}

fn marks(witness: &WitnessResult) -> Vec<Mark> {
    let verb = |x: &InstanceResult| if x.access == "read" { "reads" } else { "writes" };
    let element = element_text(&witness.array, &witness.element);
    let at = |x: &InstanceResult| {
        if x.at.is_empty() {
            String::new()
        } else {
            format!(" at {}", point(x))
        }
    };
    let (must, instead) = match witness.fault {
        WitnessKind::Race(_) | WitnessKind::Unordered(_) => ("first", "later"),
        _ => ("must come first", "must come later"),
    };
    let mark = |x: &InstanceResult, place: &str, primary: bool| Mark {
        span: x.span,
        label: format!("{place}: {} {element}{}", verb(x), at(x)),
        primary,
    };
    vec![mark(&witness.source, must, false), mark(&witness.sink, instead, true)]
}

fn write_witness(out: &mut String, witness: &WitnessResult, detail: Detail, screen: &dyn Screen) -> std::fmt::Result {
    let params: Vec<String> = witness
        .params
        .iter()
        .map(|(name, value)| format!("{name}={value}"))
        .collect();
    let (fact, fault) = sentence(witness);
    let from = out.len();
    writeln!(out, "  {fact}{}", if fault.is_empty() { "" } else { ";" })?;
    if !fault.is_empty() {
        writeln!(out, "  {fault}")?;
    }
    fold(out, from, screen.width());
    if detail == Detail::Brief {
        if !params.is_empty() {
            writeln!(out, "  with {}", params.join(", "))?;
        }
        return Ok(());
    }
    match witness.fault {
        WitnessKind::Value => {
            let (before, after) = (
                value_mark("before", &witness.source),
                value_mark("after", &witness.sink),
            );
            let shown = screen.snippets(&[before], &[after]);
            if !shown.is_empty() {
                writeln!(out, "  the first operation that differs:")?;
            }
            out.push_str(&shown);
        }
        WitnessKind::Undefined(_) => {
            out.push_str(&screen.snippet(&[value_mark("after", &witness.sink)]));
            let head = screen.paint(TextRole::Strong, "replayed");
            return match &params[..] {
                [] => writeln!(out, "  {head}"),
                params => writeln!(out, "  {head} with {}", params.join(", ")),
            };
        }
        _ => out.push_str(&screen.snippet(&marks(witness))),
    }
    let from = out.len();
    write_replay(out, witness, &params.join(", "), screen)?;
    fold(out, from, screen.width());
    Ok(())
}

/// Values longer than this are on lines of their own.
const VALUE_MAX: usize = 30;

fn write_replay(out: &mut String, witness: &WitnessResult, params: &str, screen: &dyn Screen) -> std::fmt::Result {
    let replay = &witness.replay;
    let head = match (replay.confirmed, &replay.note) {
        (true, _) => "replayed",
        (false, Some(_)) => "not replayed",
        (false, None) => "not confirmed",
    };
    let at = if params.is_empty() {
        String::new()
    } else {
        format!(" with {params}")
    };
    write!(out, "  {}{at}:", screen.paint(TextRole::Strong, head))?;
    let differs = replay
        .array
        .as_ref()
        .zip(replay.element.as_ref())
        .map(|(array, element)| element_text(array, element));
    if let (None, None, None, Some(note)) = (&differs, &replay.before, &replay.after, &replay.note) {
        return writeln!(out, " {note}");
    }
    match (differs, &replay.before, &replay.after) {
        (None, None, None) if replay.confirmed => writeln!(out, " the order is wrong")?,
        (None, None, None) => writeln!(out, " the run did not show the fault; this is a bug in polyvet")?,
        (differs, before, after) => {
            let show = |value: &Option<String>| value.clone().unwrap_or_else(|| "uninitialised".to_owned());
            let (before, after) = difference(&show(before), &show(after));
            match differs {
                Some(element) if before.len().max(after.len()) <= VALUE_MAX => {
                    writeln!(out, " {element} is {before} before, {after} after")?;
                }
                Some(element) => writeln!(out, " {element} differs\n    before: {before}\n    after:  {after}")?,
                None => writeln!(out, "\n    before: {before}\n    after:  {after}")?,
            }
        }
    }
    match &replay.note {
        Some(note) => writeln!(out, "  {note}"),
        None => Ok(()),
    }
}

fn line_text(line: Option<usize>, screen: &dyn Screen) -> String {
    match line {
        Some(line) => screen.paint(TextRole::Faint, &format!("  line {line}")),
        None => String::new(),
    }
}

fn write_params(out: &mut String, params: &[ParamResult], context: &str) -> std::fmt::Result {
    for param in params {
        if param.origin.is_empty() {
            writeln!(out, "  {}", param.name)?;
        } else {
            writeln!(out, "  {} = {}", param.name, param.origin)?;
        }
    }
    if !context.is_empty() {
        writeln!(out, "  where {context}")?;
    }
    Ok(())
}

/// `i parallel, k reduction (claimed parallel)`
pub(crate) fn loops_text(loops: &[LoopResult], screen: &dyn Screen) -> String {
    let one = |l: &LoopResult| {
        let mut text = format!("{} {}", l.name, l.derived);
        match (l.claimed, l.claim_holds) {
            (Some(claimed), Some(false)) => {
                text.push_str(&screen.paint(TextRole::Bad, &format!(" (wrongly claimed {claimed})")));
            }
            (Some(claimed), None) => {
                let _ = write!(text, " (claimed {claimed}, which is not shown)");
            }
            (Some("partition"), Some(true)) => text.push_str(" (partition)"),
            (Some(claimed), _) if claimed != l.derived => {
                let _ = write!(text, " (claimed {claimed})");
            }
            _ => {}
        }
        text
    };
    loops.iter().map(one).collect::<Vec<_>>().join(", ")
}

fn answer_text(yes: &str, no: &str, answer: &HoldsAnswer) -> String {
    match (answer.holds, &answer.condition) {
        ("always", _) => yes.to_owned(),
        ("never", _) => no.to_owned(),
        ("when", Some(condition)) => format!("{yes} when {condition}"),
        _ => format!("{yes}: unknown (no shape)"),
    }
}

fn write_relations(out: &mut String, result: &RelationsResult, screen: &dyn Screen) -> std::fmt::Result {
    writeln!(out, "{}", screen.paint(TextRole::Strong, &format!("@{}", result.func)))?;
    folded(out, screen, |out| write_params(out, &result.params, &result.context))?;
    for layout in &result.layouts {
        writeln!(
            out,
            "  {} is laid out by {}: subscripts may share an element",
            layout.array, layout.map
        )?;
    }
    for stmt in &result.statements {
        out.push('\n');
        folded(out, screen, |out| write_stmt(out, stmt, screen))?;
        if let Some(picture) = &result.picture {
            sketch::touches(out, picture, &|name| name == stmt.stmt, screen)?;
        }
    }
    Ok(())
}

fn write_stmt(out: &mut String, stmt: &StatementResult, screen: &dyn Screen) -> std::fmt::Result {
    write!(out, "{}", screen.paint(TextRole::Strong, &stmt.stmt))?;
    if let Some(op) = &stmt.op {
        write!(out, ": {op}")?;
    }
    writeln!(out, "{}", line_text(stmt.line, screen))?;
    writeln!(out, "  domain   {}", stmt.domain)?;
    if !stmt.loops.is_empty() {
        writeln!(out, "  loops    {}", loops_text(&stmt.loops, screen))?;
    }
    if let Some(combiner) = stmt.reduction {
        writeln!(out, "  reduces  by {combiner}")?;
    }
    // Where every loop is free the line above says so.
    let bound = stmt
        .loops
        .iter()
        .any(|one| one.derived == "sequential" && stmt.permutable.contains(&one.name));
    if bound {
        writeln!(
            out,
            "  band     {} may be exchanged and tiled",
            stmt.permutable.join(", ")
        )?;
    }
    if let Some(read) = stmt.init_read {
        writeln!(out, "  init     {}", if read { "read" } else { "not read" })?;
    }
    for operand in &stmt.operands {
        let access = operand.access.replace('_', " ");
        writeln!(
            out,
            "  {access:<8} {}{}",
            operand.relation,
            line_text(operand.line, screen)
        )?;
        writeln!(out, "  inverse  {}", operand.inverse)?;
        writeln!(out, "           {}", facts_text(operand))?;
        if let Some(missed) = &operand.missed {
            writeln!(out, "  leaves   {missed}")?;
        }
        if let Some(outside) = &operand.outside {
            writeln!(out, "  outside  {}", outside_text(&stmt.stmt, &operand.array, outside))?;
        }
    }
    Ok(())
}

/// `3 dependences`, `no dependences`
fn count_text(dependences: usize) -> String {
    match dependences {
        0 => "no dependences".to_owned(),
        count => counted(count, "dependence"),
    }
}

/// `S[7] -> A[8] with N = 8`
fn outside_text(stmt: &str, array: &str, outside: &OutsideResult) -> String {
    let params: Vec<String> = outside
        .params
        .iter()
        .map(|(name, value)| format!("{name} = {value}"))
        .collect();
    let with = if params.is_empty() {
        String::new()
    } else {
        format!(" with {}", params.join(", "))
    };
    format!("{stmt}{:?} -> {array}{:?}{with}", outside.at, outside.element)
}

fn write_deps(out: &mut String, result: &DepsResult, screen: &dyn Screen) -> std::fmt::Result {
    let head = screen.paint(TextRole::Strong, &format!("@{}", result.func));
    let count = count_text(result.dependences.len());
    folded(out, screen, |out| {
        writeln!(out, "{head}: {count}, {}-based", result.based_on)?;
        write_dependences(out, &result.dependences, screen)?;
        write_loops(out, &result.loops, screen)?;
        write_graph(out, &result.graph, screen)
    })?;
    match &result.picture {
        Some(picture) => sketch::flow(out, picture, screen),
        None => Ok(()),
    }
}

fn write_dependences(out: &mut String, dependences: &[DependenceResult], screen: &dyn Screen) -> std::fmt::Result {
    for dep in dependences {
        let place = match (dep.source_line, dep.sink_line) {
            (Some(source), Some(sink)) => screen.paint(TextRole::Faint, &format!("  lines {source} -> {sink}")),
            _ => String::new(),
        };
        let reduction = if dep.reduction { ", reduction" } else { "" };
        let carried = if dep.carried_by.is_empty() {
            "carried by no loop".to_owned()
        } else {
            format!("carried by {}", dep.carried_by.join(", "))
        };
        let kind = screen.paint(TextRole::Strong, dep.kind);
        let (source, sink, array) = (&dep.source, &dep.sink, &dep.array);
        writeln!(out, "\n{kind} {source} -> {sink} on {array}{place}")?;
        writeln!(out, "  {}", dep.map)?;
        if dep.loops.is_empty() {
            writeln!(out, "  no common loop{reduction}")?;
        } else {
            writeln!(
                out,
                "  distance ({}) in ({}), {carried}{reduction}",
                dep.distance.join(", "),
                dep.loops.join(", ")
            )?;
        }
    }
    Ok(())
}

fn write_loops(out: &mut String, loops: &[LoopResult], screen: &dyn Screen) -> std::fmt::Result {
    if !loops.is_empty() {
        writeln!(out, "\n{}", screen.paint(TextRole::Strong, "loops"))?;
    }
    for one in loops {
        let carries = match one.carries.as_slice() {
            [] => "carries nothing".to_owned(),
            kinds => format!("carries {}", kinds.join(", ")),
        };
        writeln!(
            out,
            "  {}, {carries}{}",
            loops_text(std::slice::from_ref(one), screen),
            line_text(one.line, screen)
        )?;
    }
    Ok(())
}

fn write_graph(out: &mut String, graph: &[Edge], screen: &dyn Screen) -> std::fmt::Result {
    if !graph.is_empty() {
        writeln!(out, "\n{}", screen.paint(TextRole::Strong, "statements"))?;
    }
    for edge in graph {
        let known = edge.distances.iter().filter(|distance| *distance != "()");
        let distances: String = known.map(|distance| format!(" {distance}")).collect();
        writeln!(
            out,
            "  {} -> {}: {} on {}{distances}",
            edge.source,
            edge.sink,
            edge.kind,
            edge.arrays.join(", ")
        )?;
    }
    Ok(())
}

/// `1 arith.addf, 2 arith.mulf`; empty for a copy.
fn operations_text(stmt: &StatementReport) -> String {
    let all = stmt.operations.iter().map(|(name, count)| format!("{count} {name}"));
    all.collect::<Vec<_>>().join(", ")
}

/// `arith.addf`, or that it copies.
pub(crate) fn computes_text(stmt: &StatementReport) -> String {
    match operations_text(stmt) {
        none if none.is_empty() => "nothing: it copies".to_owned(),
        operations => operations,
    }
}

/// `n*m times`
pub(crate) fn runs_text(stmt: &StatementReport) -> String {
    match &stmt.instances {
        Some(count) => format!("{count} times"),
        None => "as often as its domain has points; that has no short formula".to_owned(),
    }
}

/// `injective; covers A; in bounds`
pub(crate) fn facts_text(operand: &OperandResult) -> String {
    let mut facts = vec![
        if operand.injective {
            "injective"
        } else {
            "not injective"
        }
        .to_owned(),
    ];
    let array = &operand.array;
    if operand.covers.holds != "unknown" || operand.in_bounds.holds != "unknown" {
        let (yes, no) = (format!("covers {array}"), format!("does not cover {array}"));
        facts.push(answer_text(&yes, &no, &operand.covers));
        facts.push(answer_text("in bounds", "out of bounds", &operand.in_bounds));
    }
    facts.join("; ")
}

/// `f64[n, m]`
pub(crate) fn array_type(array: &ArrayReport) -> String {
    let extents = array.extents.iter().map(|extent| extent.as_deref().unwrap_or("?"));
    format!("{}[{}]", array.elem, extents.collect::<Vec<_>>().join(", "))
}

/// `reads n*m of its elements, writes all`, as far as it is known.
///
/// The footprint of the whole program says it too, where there is one: then nothing.
pub(crate) fn touched_text(array: &ArrayReport, report: &FunctionReport) -> String {
    let whole = report.footprint.iter().filter(|one| one.level == 0);
    if whole
        .flat_map(|one| &one.operands)
        .any(|operand| operand.array == array.array)
    {
        return String::new();
    }
    let part = |verb: &str, count: &Option<String>| match count.as_deref() {
        Some("0") => None,
        Some(count) => Some(format!("{verb} {count}")),
        None => Some(format!("{verb} a number without a short formula")),
    };
    let parts = [part("reads", &array.read), part("writes", &array.written)];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// `i, j: may be exchanged and tiled; i parallel`
pub(crate) fn band_text(band: &BandReport) -> String {
    let loops = band.loops.join(", ");
    match (band.loops.len(), band.coincident.len()) {
        (1, 0) => format!("{loops}: not parallel"),
        (1, _) => format!("{loops}: parallel"),
        (_, 0) => format!("{loops} may be exchanged and tiled; none parallel"),
        (all, free) if all == free => format!("{loops} may be exchanged and tiled; all parallel"),
        _ => format!(
            "{loops} may be exchanged and tiled; {} parallel",
            band.coincident.join(", ")
        ),
    }
}

/// A schedule tree, a node a line, indented.
pub(crate) fn tree_lines(node: &TreeReport) -> Vec<String> {
    let mut lines = vec![format!("{} {}", node.node, node.label).trim_end().to_owned()];
    for child in &node.children {
        lines.extend(tree_lines(child).into_iter().map(|line| format!("  {line}")));
    }
    lines
}

/// Schedule trees before and after a rewrite beside each other, and what the loops of both carry.
pub(crate) fn comparison(report: &FunctionReport, transform: &TransformReport) -> String {
    let Some(schedule) = &transform.schedule else {
        return String::new();
    };
    let heading = |name: &str, mut lines: Vec<String>| {
        lines.insert(0, name.to_owned());
        lines
    };
    let mut before = heading("before", tree_lines(&report.schedule));
    let mut after = heading("after", tree_lines(schedule));
    let carries = |one: &LoopResult| {
        let carries = if one.carries.is_empty() {
            "nothing".to_owned()
        } else {
            one.carries.join(", ")
        };
        format!("{} {}, carries {carries}", one.name, one.derived)
    };
    if !transform.loops.is_empty() {
        let height = before.len().max(after.len());
        before.resize(height + 1, String::new());
        after.resize(height + 1, String::new());
        before.extend(report.loops.iter().map(carries));
        after.extend(transform.loops.iter().map(carries));
    }
    let width = before.iter().map(|line| line.chars().count()).max().unwrap_or(0) + 4;
    let lines = before.len().max(after.len());
    let line = |lines: &[String], at: usize| lines.get(at).cloned().unwrap_or_default();
    (0..lines)
        .map(|at| {
            format!("{:<width$}{}", line(&before, at), line(&after, at))
                .trim_end()
                .to_owned()
                + "\n"
        })
        .collect()
}

/// What the program or its tiles touch.
pub(crate) fn footprint_text(one: &FootprintResult) -> String {
    let mut out = String::new();
    // Writing to a string does not fail.
    let _ = crate::footprint::write_footprint(&mut out, one, &Plain);
    out
}

fn write_report(out: &mut String, report: &FunctionReport, detail: Detail, screen: &dyn Screen) -> std::fmt::Result {
    folded(out, screen, |out| write_facts(out, report, screen))?;
    let Some(transform) = &report.transform else {
        return Ok(());
    };
    writeln!(out, "\n{}", screen.paint(TextRole::Strong, "rewrite"))?;
    write_verdict(out, &transform.verdict, detail, screen)?;
    for line in comparison(report, transform).lines() {
        writeln!(out, "{}", format!("  {line}").trim_end())?;
    }
    Ok(())
}

/// All of a report but the rewrite.
fn write_facts(out: &mut String, report: &FunctionReport, screen: &dyn Screen) -> std::fmt::Result {
    let head = |title: &str| screen.paint(TextRole::Strong, title);
    writeln!(
        out,
        "{}{}",
        head(&format!("@{}", report.func)),
        line_text(report.line, screen)
    )?;
    if let Some(reason) = &report.no_model {
        writeln!(out, "  no model: {} [{}]", reason.message, reason.code)?;
        if let Some(line) = reason.line {
            let text = { report.line.iter() }
                .filter_map(|first| report.source.lines().nth(line.checked_sub(*first)?))
                .next();
            writeln!(out, "  line {line}: {}", text.unwrap_or_default().trim())?;
        }
        return match &reason.help {
            Some(help) => writeln!(out, "  help: {help}"),
            None => Ok(()),
        };
    }
    write_params(out, &report.params, &report.context)?;
    if !report.arrays.is_empty() {
        writeln!(out, "\n{}", head("arrays"))?;
    }
    for array in &report.arrays {
        let (name, ty, touched) = (&array.array, array_type(array), touched_text(array, report));
        writeln!(
            out,
            "  {name}: {} {ty}{}{touched}{}",
            array.kind,
            if touched.is_empty() { "" } else { "; " },
            line_text(array.line, screen)
        )?;
    }
    for stmt in &report.statements {
        out.push('\n');
        let from = out.len();
        write_stmt(out, &stmt.relations, screen)?;
        // The text of the statement is under its name.
        if let Some(end) = out[from..].find('\n').filter(|_| !stmt.source.is_empty()) {
            let quoted: String = stmt.source.lines().map(|line| format!("  | {line}\n")).collect();
            out.insert_str(from + end + 1, &quoted);
        }
        writeln!(out, "  runs     {}", runs_text(stmt))?;
        writeln!(out, "  computes {}", computes_text(stmt))?;
    }
    if !report.bands.is_empty() {
        writeln!(out, "\n{}", head("bands"))?;
    }
    for band in &report.bands {
        writeln!(out, "  {}", band_text(band))?;
    }
    writeln!(out, "\n{}", head(&count_text(report.dependences.len())))?;
    write_dependences(out, &report.dependences, screen)?;
    write_loops(out, &report.loops, screen)?;
    write_graph(out, &report.graph, screen)?;
    writeln!(out, "\n{}", head("schedule"))?;
    for line in tree_lines(&report.schedule) {
        writeln!(out, "  {line}")?;
    }
    if !report.footprint.is_empty() {
        writeln!(out, "\n{}", head("footprint"))?;
    }
    for one in &report.footprint {
        crate::footprint::write_footprint(out, one, screen)?;
    }
    Ok(())
}

fn write_snapshot(out: &mut String, result: &SnapshotResult, screen: &dyn Screen) -> std::fmt::Result {
    let role = match (result.accepted, result.status) {
        (true, _) => TextRole::Good,
        (false, "changed") => TextRole::Bad,
        _ => TextRole::Unsure,
    };
    let word = if result.accepted { "accepted" } else { result.status };
    writeln!(out, "{}: {}", screen.paint(role, word), result.snapshot)?;
    for sentence in &result.words {
        writeln!(out, "  {sentence}")?;
    }
    for line in result.diff.lines() {
        let role = match line.as_bytes().first() {
            Some(b'+') => TextRole::Good,
            Some(b'-') => TextRole::Bad,
            _ => TextRole::Faint,
        };
        writeln!(out, "  {}", screen.paint(role, line))?;
    }
    Ok(())
}

fn write_map(out: &mut String, result: &MapResult, screen: &dyn Screen) -> std::fmt::Result {
    writeln!(
        out,
        "{}: {}",
        screen.paint(TextRole::Strong, &format!("@{}", result.func)),
        result.set
    )?;
    for operand in &result.operands {
        let verb = match (result.given, operand.access) {
            ("iterations", "read") => format!("read  {}", operand.array),
            ("iterations", "write") => format!("write {}", operand.array),
            ("iterations", "may_read") => format!("may read {}", operand.array),
            ("iterations", _) => format!("may write {}", operand.array),
            (_, "may_read") => format!("{} may read it in", result.stmt),
            (_, "read") => format!("{} reads it in", result.stmt),
            (_, "write") => format!("{} writes it in", result.stmt),
            _ => format!("{} may write it in", result.stmt),
        };
        let count = match operand.count {
            Some(count) => screen.paint(TextRole::Faint, &format!("  ({count})")),
            None => String::new(),
        };
        writeln!(
            out,
            "  {verb}: {}{count}{}",
            operand.set,
            line_text(operand.line, screen)
        )?;
    }
    Ok(())
}

fn write_view(out: &mut String, result: &ViewResult, screen: &dyn Screen) -> std::fmt::Result {
    let views: Vec<String> = result.views.iter().map(|view| format!("%{view}")).collect();
    let asked = match result.what {
        "shown" => format!("{} shows", views.join(", ")),
        "tiles" => format!("a tile of {} shows", views.join(", ")),
        "intersection" => format!("{} show both", views.join(" and ")),
        "convex-union" => format!("the smallest view that holds {} shows", views.join(" and ")),
        _ => format!("{} shows", views.join(", but not ")),
    };
    let func = screen.paint(TextRole::Strong, &format!("@{}", result.func));
    if result.slices.is_empty() {
        return writeln!(out, "{func}: {asked} nothing of {}", result.array);
    }
    writeln!(out, "{func}: {asked} {}", result.set)?;
    for slice in &result.slices {
        let strides: Vec<String> = slice.strides.iter().map(i64::to_string).collect();
        let lists = [&slice.offsets, &slice.sizes, &strides].map(|list| format!("[{}]", list.join(", ")));
        let around = match slice.exact {
            true => String::new(),
            false => screen.paint(TextRole::Faint, "  (around it)"),
        };
        writeln!(out, "  {}{}{around}", result.array, lists.join(" "))?;
    }
    Ok(())
}

fn write_program(out: &mut String, result: &ProgramResult) -> std::fmt::Result {
    // Comments, so that what follows can still be read as a program.
    for one in result.instances.iter().flatten() {
        let from = match one.from.is_empty() {
            true => "no instance of the program before".to_owned(),
            false => one.from.join(" and "),
        };
        writeln!(out, "// @{} {} computes {from}", one.func, one.stmt)?;
    }
    match (&result.text, &result.output) {
        (Some(text), _) => {
            out.push_str(text);
            if !text.ends_with('\n') {
                out.push('\n');
            }
        }
        (None, Some(output)) => writeln!(out, "wrote {output}")?,
        (None, None) => {}
    }
    Ok(())
}

/// Larger arrays are shown by their first and last elements.
const ELEMENTS_SHOWN: usize = 1000;
/// How many at each end of a dimension.
const EDGE: usize = 3;

/// `count` elements in brackets: all of them if there are few or `whole`, else the ends of each dimension. Only those
/// that are shown are converted, because making text of an element takes longer than computing it.
pub fn array_text(shape: &[i64], count: usize, whole: bool, element: &dyn Fn(usize) -> Option<String>) -> String {
    // Without elements there may still be many brackets.
    let longest = shape.iter().fold(count, |most, extent| most.max(*extent as usize));
    match whole || longest <= ELEMENTS_SHOWN {
        true => brackets(shape, 0, element, usize::MAX),
        false => {
            let ends = brackets(shape, 0, element, EDGE);
            format!("{ends} ({count} elements; `--full` shows all)")
        }
    }
}

/// The elements from number `first`; of a dimension that has more than twice `edge` of them the first and the last.
/// Only one of dimensions that have at least two others within, so that the text stays short.
fn brackets(shape: &[i64], first: usize, element: &dyn Fn(usize) -> Option<String>, edge: usize) -> String {
    let Some((extent, inner)) = shape.split_first() else {
        return element(first).unwrap_or_else(|| "?".to_owned());
    };
    let (extent, size) = (
        *extent as usize,
        inner.iter().map(|extent| *extent as usize).product::<usize>(),
    );
    let part = |n: usize| brackets(inner, first + n * size, element, edge);
    let edge_here = if inner.len() > 1 { edge.min(1) } else { edge };
    let texts: Vec<String> = match edge != usize::MAX && extent > 2 * edge_here {
        true => (0..edge_here)
            .map(part)
            .chain(["..".to_owned()])
            .chain((extent - edge_here..extent).map(part))
            .collect(),
        false => (0..extent).map(part).collect(),
    };
    format!("[{}]", texts.join(", "))
}

fn write_run(out: &mut String, result: &RunResult, screen: &dyn Screen) -> std::fmt::Result {
    // Who compares wants to know what came of that; the values stand in JSON.
    let values = if result.checks.is_empty() {
        &result.values[..]
    } else {
        &[]
    };
    for value in values {
        let name = screen.paint(TextRole::Strong, &value.name);
        let shape: String = value.shape.iter().map(|extent| format!("{extent}x")).collect();
        if !matches!(result.domain, "term" | "reassociated") {
            let shown = value.shown.clone().unwrap_or_else(|| {
                let element = |at: usize| value.elements.get(at).cloned().flatten();
                array_text(&value.shape, value.elements.len(), value.whole, &element)
            });
            writeln!(out, "{name}: {shape}{} = {shown}", value.elem)?;
            continue;
        }
        writeln!(out, "{name}: {shape}{}", value.elem)?;
        let mut subscript = vec![0; value.shape.len()];
        for element in &value.elements {
            let shown = element.as_deref().map_or("?".to_owned(), infix);
            writeln!(out, "  {} = {shown}", element_text(&value.name, &subscript))?;
            for (at, extent) in subscript.iter_mut().zip(&value.shape).rev() {
                *at += 1;
                if *at < *extent {
                    break;
                }
                *at = 0;
            }
        }
    }
    for check in &result.checks {
        crate::run::write_check(out, check, screen)?;
    }
    Ok(())
}

fn write_transform(out: &mut String, entry: &TransformEntry, screen: &dyn Screen) -> std::fmt::Result {
    let call = format!("{}({})", entry.name, entry.params);
    writeln!(out, "{}", screen.paint(TextRole::Strong, &call))?;
    writeln!(out, "  {}", entry.summary)?;
    writeln!(
        out,
        "  {}",
        screen.paint(TextRole::Faint, &format!("as in {}", entry.example))
    )
}

/// A line of the list, or the page without the marks of Markdown.
fn write_code(out: &mut String, entry: &CodeEntry, screen: &dyn Screen) -> std::fmt::Result {
    let Some(text) = &entry.text else {
        let name = screen.paint(TextRole::Strong, &entry.code);
        let gap = " ".repeat(28_usize.saturating_sub(entry.code.len()));
        return writeln!(out, "  {name}{gap} {}", entry.summary);
    };
    writeln!(
        out,
        "{} ({})\n",
        screen.paint(TextRole::Strong, &entry.code),
        entry.area
    )?;
    let mut inside = false;
    for line in text.lines() {
        match line.strip_prefix("```") {
            Some(info) => {
                inside = !inside;
                if inside && info != "console" {
                    let name = info.split_once(' ').map_or("example.mlir", |(_, name)| name);
                    writeln!(out, "{}", screen.paint(TextRole::Faint, &format!("{name}:")))?;
                }
            }
            None if line.starts_with("<!--") => {}
            None if line.is_empty() => writeln!(out)?,
            None if inside => writeln!(out, "    {line}")?,
            None => writeln!(out, "{}", plain(line, screen))?,
        }
    }
    Ok(())
}

/// A line of Markdown with what is bold in it painted.
fn plain(line: &str, screen: &dyn Screen) -> String {
    let parts = line.split("**").enumerate();
    parts
        .map(|(at, part)| match at % 2 {
            0 => part.to_owned(),
            _ => screen.paint(TextRole::Strong, part),
        })
        .collect()
}

fn write_page(out: &mut String, page: &PageResult) -> std::fmt::Result {
    match (&page.text, &page.output) {
        (Some(text), _) => write!(out, "{text}"),
        (None, Some(output)) => writeln!(out, "wrote {output}"),
        (None, None) => Ok(()),
    }
}
