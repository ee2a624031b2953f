//! The results of all commands. Field names are the JSON schema `polyvet/1`: added, never renamed.

use crate::certificate::{CertificateResult, CertifyResult};
use polyvet_analysis::Workers;
use polyvet_ir::Span;
use polyvet_verify::certificate::Certificate;
use polyvet_verify::{Vacuity, Verdict, Witness, WitnessInstance, WitnessKind};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// One entry of `results`.
#[derive(Clone, Debug, JsonSchema, Serialize)]
#[serde(untagged)]
pub enum Outcome {
    /// `check`, `transform`
    Verdict(Box<VerdictResult>),
    /// `relations`
    Relations(RelationsResult),
    /// `deps`
    Deps(DepsResult),
    /// `map`
    Map(MapResult),
    /// `map --view`
    View(ViewResult),
    /// `parse`, `transform`
    Program(ProgramResult),
    /// `tile`
    Tile(Box<crate::TileResult>),
    /// `check --all`
    Candidates(Box<crate::CandidatesResult>),
    /// `tune`
    Tune(Box<crate::TuneResult>),
    /// `report`
    Report(Box<crate::page::FunctionReport>),
    /// `snapshot`
    Snapshot(SnapshotResult),
    /// `run`
    Run(RunResult),
    /// `run --trace`
    Trace(crate::TraceResult),
    /// `difftest`
    Difftest(Box<crate::DifftestResult>),
    /// `transforms`
    Transform(TransformEntry),
    /// `footprint`
    Footprint(Box<crate::FootprintResult>),
    /// `footprint --slice`
    Behind(Box<crate::BehindResult>),
    /// `footprint --trace`
    Touched(crate::TouchedResult),
    /// `fuzz`, `merge`
    Finding(Box<crate::FindingResult>),
    /// `fuzz`, `merge`
    Campaign(Box<crate::CampaignResult>),
    /// `certify`
    Certify(Box<CertifyResult>),
    /// `explain`
    Code(CodeEntry),
    /// `completions`, `man`
    Page(PageResult),
}

/// The answer to one question about one function.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct VerdictResult {
    /// The file of the function.
    pub file: String,
    /// The function, without `@`.
    pub func: String,
    /// What was asked: the script, or the `id` of a schedule.
    pub subject: String,
    /// `proved`, `refuted`, `tested`, `unknown`.
    #[schemars(extend("enum" = ["proved", "refuted", "tested", "unknown"]))]
    pub verdict: &'static str,
    /// `bitwise`, `reassociated`; null unless proved.
    #[schemars(extend("enum" = ["bitwise", "reassociated", null]))]
    pub strength: Option<&'static str>,
    /// What the proof takes for granted; absent unless something.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub assumes: Vec<&'static str>,
    /// Why the proof is about nothing; absent unless it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("enum" = ["before-undefined", "nothing-visible", "contradictory-assumptions"]))]
    pub vacuous: Option<&'static str>,
    /// Why there is no answer; null unless unknown.
    pub reason: Option<ReasonResult>,
    /// A counterexample; null unless refuted.
    pub witness: Option<WitnessResult>,
    /// The condition on the sizes under which the same rewrite is proved, as `--assume` takes it; absent unless
    /// refuted and such a condition is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub holds_when: Option<String>,
    /// Which step of a script is to blame, and what to change; absent unless a script is refuted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repair: Option<RepairResult>,
    /// The first step of a script after which the program is wrong; absent unless a script of several steps that
    /// rewrites operations is refuted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub blame: Option<BlameResult>,
    /// What was tried; null unless tested.
    pub coverage: Option<CoverageResult>,
    /// How many statements the function has.
    pub statements: usize,
    /// How many dependences were tested; null if it did not come to that.
    pub dependences: Option<usize>,
    /// Arguments that are one buffer here (`--may-alias`): `A=B`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub same_buffer: Vec<String>,
    /// The proof takes fused multiply-adds for a product and a sum (`--allow contract`).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub contracted: bool,
    /// The proof was found earlier, and kept (`--cache`).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub cached: bool,
    /// Number of the question among those of all parts, from 0 (`--shard`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<u64>,
    /// Number of the step in a pipeline, from 1 (`--each`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step: Option<usize>,
    /// The pass of the step (`--each`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pass: Option<String>,
    /// How long the decision took, in milliseconds (`--each`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_ms: Option<f64>,
    /// The claims that the proof rests on; absent unless asked for, and unless proved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub certificate: Option<CertificateResult>,
    /// The claims themselves.
    #[serde(skip)]
    pub claims: Option<Certificate>,
    /// Points to draw; only where a picture is requested.
    #[serde(skip)]
    pub picture: Option<crate::Picture>,
    /// What `vacuous` is the code of.
    #[serde(skip)]
    pub vacuity: Option<Vacuity>,
}

/// A step of a script.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct BlameResult {
    /// Its number, from 1.
    pub step: usize,
    /// The step, as written.
    pub call: String,
}

/// What makes a script illegal, and the smallest change that was found.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct RepairResult {
    /// Number of the step that breaks the dependence first, from 1.
    pub step: usize,
    /// The step, as written.
    pub call: String,
    /// `raw`, `war`, `waw`.
    pub dependence: &'static str,
    /// The array it is on.
    pub array: String,
    /// The loops of the step, outermost first; empty where nothing is known of them.
    pub loops: Vec<String>,
    /// A distance that the step turns around, before it: one number for each of `loops`.
    pub distance: Vec<i64>,
    /// The whole script with the change; null if none was found. It is proved.
    pub script: Option<String>,
    /// `bitwise`, `reassociated`: how it is proved.
    pub strength: Option<&'static str>,
}

/// Why there is no answer.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct ReasonResult {
    /// Stable.
    pub code: &'static str,
    /// One sentence.
    pub message: String,
    /// Where the cause is written, if it is.
    pub line: Option<usize>,
    /// What to do about it.
    pub help: Option<String>,
    /// The cause.
    #[serde(skip)]
    pub span: Span,
}

/// What was tried.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct CoverageResult {
    /// How many runs agreed.
    pub runs: u64,
    /// Which sizes, in words.
    pub sizes: String,
    /// In how many orders the iterations of parallel loops ran.
    pub orders: usize,
    /// `bitwise`, `reassociated`, `numbers`: how equal the results of all runs were.
    pub equal: &'static str,
    /// Why there is no proof.
    pub not_proved: String,
}

/// A concrete counterexample.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct WitnessResult {
    /// `order-raw`, `race-waw`, `value`, ...
    pub kind: String,
    /// What `kind` says, for the text.
    #[serde(skip)]
    pub fault: WitnessKind,
    /// Values of the parameters.
    #[serde(serialize_with = "crate::json::pairs")]
    #[schemars(with = "BTreeMap<String, i64>")]
    pub params: Vec<(String, i64)>,
    /// The array that both instances touch.
    pub array: String,
    /// The element that both touch.
    pub element: Vec<i64>,
    /// The instance that must come first; for values, the first operation that differs, before.
    pub source: InstanceResult,
    /// The instance that must come later; for values, the first operation that differs, after.
    pub sink: InstanceResult,
    /// The loop whose mark is wrong; null unless it is a race.
    #[serde(rename = "loop")]
    pub loop_name: Option<String>,
    /// Who runs its iterations, for the text.
    #[serde(skip)]
    pub workers: Option<Workers>,
    /// What happened when it was run.
    pub replay: ReplayResult,
}

/// One end of a violated dependence.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct InstanceResult {
    /// The statement.
    pub stmt: String,
    /// Names of the loops around it.
    pub loops: Vec<String>,
    /// Their values.
    pub at: Vec<i64>,
    /// Line of the access; null without program text.
    pub line: Option<usize>,
    /// `read`, `write`; `compute` for an operation whose value differs, `read` for a value nobody wrote.
    pub access: &'static str,
    /// The file, where there are two.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The value it computes, as a term.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub computes: Option<String>,
    /// The access.
    #[serde(skip)]
    pub span: Span,
}

/// What happened when a witness was run.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct ReplayResult {
    /// The fault was seen.
    pub confirmed: bool,
    /// The array of the first element that differs.
    pub array: Option<String>,
    /// The first element that differs.
    pub element: Option<Vec<i64>>,
    /// Its value in the untransformed program.
    pub before: Option<String>,
    /// Its value in the transformed one.
    pub after: Option<String>,
    /// Anything to add.
    pub note: Option<String>,
}

/// Whether something holds for all parameters with which the statement runs at all, for some or for none.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
#[schemars(rename = "Answer")]
pub struct HoldsAnswer {
    /// `always`, `when`, `never`; `unknown` where the shape is not known.
    pub holds: &'static str,
    /// The condition on the parameters if `when`.
    pub condition: Option<String>,
}

/// A parameter and what is known of it.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct ParamResult {
    /// Name in isl text: `A_0`.
    pub name: String,
    /// Name for people, in text and in values of parameters: `A.0`.
    pub label: String,
    /// What it is: `value %n`, `extent 0 of %A`.
    pub origin: String,
}

/// `relations`: one function.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct RelationsResult {
    /// The file.
    pub file: String,
    /// The function.
    pub func: String,
    /// Parameters.
    pub params: Vec<ParamResult>,
    /// What is known of the parameters; empty if nothing.
    pub context: String,
    /// Arrays several of whose subscripts may be one element: relations are to what the layout makes of them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub layouts: Vec<LayoutResult>,
    /// The statements in program order.
    pub statements: Vec<StatementResult>,
    /// Points to draw; only where a picture is requested.
    #[serde(skip)]
    pub picture: Option<crate::Picture>,
    /// What has no exact model: the relations are upper bounds, of what may happen.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub inexact: Vec<String>,
}

/// The layout of an array.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct LayoutResult {
    /// The array.
    pub array: String,
    /// `(d0, d1) -> (d0 mod 4, d1)`
    pub map: String,
}

/// One statement.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct StatementResult {
    /// The function.
    pub func: String,
    /// Name.
    pub stmt: String,
    /// The operation, for models without program text null.
    pub op: Option<String>,
    /// Where it is written.
    pub line: Option<usize>,
    /// `{ S[i] : .. }`
    pub domain: String,
    /// The loops around it, outermost first.
    pub loops: Vec<LoopResult>,
    /// The combiner of the accumulation it does.
    pub reduction: Option<&'static str>,
    /// Those of its loops that may be exchanged and tiled together, where there is more than one.
    pub permutable: Vec<String>,
    /// For a structured operation, whether it reads what its outputs hold before; null for others.
    pub init_read: Option<bool>,
    /// Its operands: reads first.
    pub operands: Vec<OperandResult>,
}

/// A loop.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct LoopResult {
    /// Name.
    #[serde(rename = "loop")]
    pub name: String,
    /// Where it is written.
    pub line: Option<usize>,
    /// What the program claims: `parallel`, `reduction`, `sequential`; `partition` if it claims too that no two iterations
    /// touch one element.
    pub claimed: Option<&'static str>,
    /// What its dependences say.
    pub derived: &'static str,
    /// False if the claim allows an order that the dependences do not; null if there is no claim, or if only
    /// dependences that may exist forbid the order.
    pub claim_holds: Option<bool>,
    /// Kinds of the dependences it carries.
    pub carries: Vec<&'static str>,
}

/// One access of a statement.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct OperandResult {
    /// The array.
    pub array: String,
    /// `read`, `write`, `may_write`.
    pub access: &'static str,
    /// Where it is written.
    pub line: Option<usize>,
    /// `{ S[i] -> A[x] }`
    pub relation: String,
    /// `{ A[x] -> S[i] }`
    pub inverse: String,
    /// No two instances touch the same element.
    pub injective: bool,
    /// Every element of the array is touched.
    pub covers: HoldsAnswer,
    /// No element outside the array is touched.
    pub in_bounds: HoldsAnswer,
    /// The elements that a write leaves as they were, where there are any.
    pub missed: Option<String>,
    /// An instance that leaves the array, where there is one.
    pub outside: Option<OutsideResult>,
}

/// An access that leaves its array.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct OutsideResult {
    /// Values of the parameters.
    pub params: BTreeMap<String, i64>,
    /// The iteration.
    pub at: Vec<i64>,
    /// The subscripts.
    pub element: Vec<i64>,
}

/// `deps`: one function.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct DepsResult {
    /// Names of parameters for people.
    #[serde(skip)]
    pub names: crate::ReadableNames,
    /// The file.
    pub file: String,
    /// The function.
    pub func: String,
    /// `memory` or `value`.
    pub based_on: &'static str,
    /// All dependences.
    pub dependences: Vec<DependenceResult>,
    /// All loops.
    pub loops: Vec<LoopResult>,
    /// The graph of the statements: one edge for each pair and kind.
    pub graph: Vec<Edge>,
    /// Points to draw; only where a picture is requested.
    #[serde(skip)]
    pub picture: Option<crate::Picture>,
    /// What has no exact model: the dependences are upper bounds, of what may happen.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub inexact: Vec<String>,
}

/// The dependences between two accesses.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct DependenceResult {
    /// `raw`, `war`, `waw`.
    pub kind: &'static str,
    /// Statement that runs first.
    pub source: String,
    /// Line of its access.
    pub source_line: Option<usize>,
    /// Statement that runs later.
    pub sink: String,
    /// Line of its access.
    pub sink_line: Option<usize>,
    /// The array both touch.
    pub array: String,
    /// `{ S[i] -> T[j] }`
    pub map: String,
    /// Names of the loops around both.
    pub loops: Vec<String>,
    /// Sink minus source in each of them: `1`, `>=1`, `0..3`, `*`.
    pub distance: Vec<String>,
    /// The same as numbers: `[least, greatest]`, null where unbounded.
    pub distance_bounds: Vec<[Option<i64>; 2]>,
    /// Loops that carry it; empty if only the order of the text does.
    pub carried_by: Vec<String>,
    /// Both ends accumulate with one combiner.
    pub reduction: bool,
}

/// An edge of the statement graph.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct Edge {
    /// Statement that runs first.
    pub source: String,
    /// Statement that runs later.
    pub sink: String,
    /// `raw`, `war`, `waw`.
    pub kind: &'static str,
    /// Arrays.
    pub arrays: Vec<String>,
    /// Distances.
    pub distances: Vec<String>,
}

/// `map`: one statement.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct MapResult {
    /// Names of parameters for people.
    #[serde(skip)]
    pub names: crate::ReadableNames,
    /// The file.
    pub file: String,
    /// The function.
    pub func: String,
    /// The statement.
    pub stmt: String,
    /// `iterations` or `data`: what was given.
    pub given: &'static str,
    /// The given set, cut to what there is.
    pub set: String,
    /// True if nothing of the given set exists for any parameters.
    pub empty: bool,
    /// What corresponds to it, operand by operand.
    pub operands: Vec<MappedOperand>,
}

/// What a view shows, or what sets make of two views.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct ViewResult {
    /// Names of parameters for people.
    #[serde(skip)]
    pub names: crate::ReadableNames,
    /// The file.
    pub file: String,
    /// The function.
    pub func: String,
    /// `shown`, `tiles`, `intersection`, `convex-union`, `difference` (of the first without the second).
    pub what: &'static str,
    /// The views, without `%`.
    pub views: Vec<String>,
    /// The array they show.
    pub array: String,
    /// The elements, for each iteration of the loops around all of the views and, of tiles, each tile.
    pub set: String,
    /// Slices that are these elements together; none of them has an element of another.
    pub slices: Vec<ViewSlice>,
}

/// One slice, as `memref.subview` says it. Formulas in the parameters, the loops around and the number of a tile.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct ViewSlice {
    /// The smallest subscripts.
    pub offsets: Vec<String>,
    /// Elements in each dimension.
    pub sizes: Vec<String>,
    /// From one subscript to the next.
    pub strides: Vec<i64>,
    /// Whether it holds nothing else; otherwise it is the smallest slice around.
    pub exact: bool,
}

/// What corresponds to a set through one operand.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct MappedOperand {
    /// The array.
    pub array: String,
    /// `read`, `write`, `may_read`, `may_write`: of what has no exact model, an upper bound.
    pub access: &'static str,
    /// Where it is written.
    pub line: Option<usize>,
    /// Elements of the array (of iterations) or iterations (of data).
    pub set: String,
    /// How many, where it is one number.
    pub count: Option<u64>,
}

/// A program as text.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct ProgramResult {
    /// The file it was made from.
    pub file: String,
    /// Its functions.
    pub functions: Vec<String>,
    /// `generic`, `custom`, `isl`, `c`.
    pub form: &'static str,
    /// The text; null if it was written to a file.
    pub text: Option<String>,
    /// Where it was written.
    pub output: Option<String>,
    /// `transform --instances`: where its instances come from, statement by statement; null if nobody asked.
    pub instances: Option<Vec<InstancesResult>>,
}

/// Where the instances of a statement of a rewritten program come from.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct InstancesResult {
    /// The function.
    pub func: String,
    /// The statement of the program after.
    pub stmt: String,
    /// `{ S0[i, j] -> S0[4i + j] }`: the instances of the program before that each of its instances computes. Empty for
    /// what only copies, pads or combines.
    pub from: Vec<String>,
}

/// `run`: one call.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct RunResult {
    /// The file.
    pub file: String,
    /// The function.
    pub func: String,
    /// `native`, `term`, `reassociated`, `field`.
    pub domain: &'static str,
    /// Operations and iterations.
    pub steps: u64,
    /// Results and final contents of memref arguments.
    pub values: Vec<RunValue>,
    /// Comparisons with arrays of another backend (`--check-against`).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub checks: Vec<crate::RunCheck>,
}

/// One array or scalar after a run.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct RunValue {
    /// `A`; `#0` for a result.
    pub name: String,
    /// `argument`, `result`.
    pub role: &'static str,
    /// Element type.
    #[serde(rename = "type")]
    pub elem: String,
    /// Extents.
    pub shape: Vec<i64>,
    /// Elements in row-major order; null where nothing was written.
    pub elements: Vec<Option<String>>,
    /// Whether people are shown all elements, however many.
    #[serde(skip)]
    pub whole: bool,
    /// What people are shown, made beforehand where `elements` is not filled: only text is requested.
    #[serde(skip)]
    pub shown: Option<String>,
}

/// `transforms`: one line of the registry.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct TransformEntry {
    /// Name in scripts.
    pub name: &'static str,
    /// Its arguments.
    pub params: &'static str,
    /// What it does.
    pub summary: &'static str,
    /// A call.
    pub example: &'static str,
    /// What it rewrites: `loops`, `operations`.
    pub works_on: &'static str,
    /// Its names in MLIR's transform dialect, which scripts may use too.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub aliases: Vec<&'static str>,
}

/// `explain`: one code.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct CodeEntry {
    /// The code.
    pub code: String,
    /// What it is about.
    pub area: String,
    /// One sentence.
    pub summary: String,
    /// The whole page in Markdown; null in a list.
    pub text: Option<String>,
}

/// `completions`, `man`: a generated text.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct PageResult {
    /// The name of the file.
    pub name: String,
    /// The text; null if it was written to a file.
    pub text: Option<String>,
    /// Where it was written.
    pub output: Option<String>,
}

/// `snapshot`: a report that is not as it was.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct SnapshotResult {
    /// The program; empty if there is none any more.
    pub file: String,
    /// The report beside it.
    pub snapshot: String,
    /// `new`, `changed`, `orphaned`
    pub status: &'static str,
    /// Whether the report was written.
    pub accepted: bool,
    /// What changed, in sentences.
    pub words: Vec<String>,
    /// A unified diff of the two reports.
    pub diff: String,
}

/// A message about the input.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct DiagnosticResult {
    /// `error`, `warning`, `note`.
    #[schemars(extend("enum" = ["error", "warning", "note"]))]
    pub severity: &'static str,
    /// Stable.
    pub code: &'static str,
    /// What is wrong.
    pub message: String,
    /// The file.
    pub file: Option<String>,
    /// One-based.
    pub line: Option<usize>,
    /// One-based, in characters.
    pub column: Option<usize>,
    /// What to do.
    pub help: Option<String>,
}

/// Which part of a command's questions a run answers (`--shard`).
#[derive(Clone, Debug, Deserialize, Eq, JsonSchema, PartialEq, Serialize)]
pub struct ShardResult {
    /// Its number, from 0.
    pub part: u64,
    /// How many parts there are.
    pub of: u64,
    /// A digest of the programs, the schedules and what is taken for granted: parts of one whole have the same.
    pub inputs: String,
}

/// Counts over all verdicts.
#[derive(Clone, Debug, Default, JsonSchema, Serialize)]
pub struct Summary {
    /// Verdicts of each name.
    #[serde(flatten)]
    pub verdicts: BTreeMap<&'static str, usize>,
    /// How many of the proved ones only up to the order of reductions.
    pub reassociated: usize,
    /// Median time a schedule, in microseconds (`--schedules`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub median_us: Option<f64>,
    /// The first pass that broke the program (`--each`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub broken_by: Option<String>,
}

/// One of the files a verdict is about.
#[derive(Clone, Copy)]
pub struct FilePlace<'a> {
    /// What it is called.
    pub file: &'a str,
    /// Finds the line of a span.
    pub line_of: &'a dyn Fn(Span) -> Option<usize>,
    /// Finds the file of a span.
    pub file_of: &'a dyn Fn(Span) -> String,
}

impl VerdictResult {
    /// The serialised form of a verdict; `line_of` finds the line of a span.
    pub fn new(
        file: &str,
        func: &str,
        subject: &str,
        verdict: &Verdict,
        line_of: &dyn Fn(Span) -> Option<usize>,
    ) -> VerdictResult {
        let place = FilePlace {
            file,
            line_of,
            file_of: &|_| file.to_owned(),
        };
        VerdictResult::of(None, place, func, subject, verdict)
    }

    /// The serialised form of a verdict on two programs.
    pub fn of_pair(
        before: FilePlace<'_>,
        after: FilePlace<'_>,
        func: &str,
        subject: &str,
        verdict: &Verdict,
    ) -> VerdictResult {
        VerdictResult::of(Some(before), after, func, subject, verdict)
    }

    fn of(
        before: Option<FilePlace<'_>>,
        place: FilePlace<'_>,
        func: &str,
        subject: &str,
        verdict: &Verdict,
    ) -> VerdictResult {
        let mut result = VerdictResult {
            file: place.file.to_owned(),
            func: func.to_owned(),
            subject: subject.to_owned(),
            verdict: verdict.name(),
            strength: None,
            assumes: Vec::new(),
            vacuous: None,
            reason: None,
            witness: None,
            holds_when: None,
            repair: None,
            blame: None,
            coverage: None,
            statements: 0,
            dependences: None,
            same_buffer: Vec::new(),
            contracted: false,
            cached: false,
            number: None,
            step: None,
            pass: None,
            time_ms: None,
            certificate: None,
            claims: None,
            picture: None,
            vacuity: None,
        };
        match verdict {
            Verdict::Proved(proof) => {
                result.strength = Some(proof.strength.name());
                result.assumes = proof.assumes.iter().map(|one| one.sentence()).collect();
                result.vacuous = proof.vacuous.map(|why| why.code());
                result.vacuity = proof.vacuous;
            }
            Verdict::Refuted(witness) => {
                result.witness = Some(WitnessResult::new(witness, before, place));
                result.holds_when.clone_from(&witness.holds_when);
            }
            Verdict::Tested(coverage) => {
                result.coverage = Some(CoverageResult {
                    runs: coverage.runs,
                    sizes: coverage.sizes.clone(),
                    orders: coverage.orders,
                    equal: coverage.equal.name(),
                    not_proved: coverage.not_proved.clone(),
                });
            }
            Verdict::Unknown(reason) => {
                result.reason = Some(ReasonResult {
                    code: reason.code,
                    message: reason.message.clone(),
                    line: None,
                    help: None,
                    span: Span::NONE,
                });
            }
        }
        result
    }

    /// Adds what a proof rests on, if it is one and somebody asked.
    pub fn keep_claims(&mut self, certificate: Certificate) {
        if self.verdict == "proved" && !certificate.parts.is_empty() {
            self.certificate = Some(CertificateResult::of(&certificate));
            self.claims = Some(certificate);
        }
    }
}

impl WitnessResult {
    fn new(witness: &Witness, before: Option<FilePlace<'_>>, place: FilePlace<'_>) -> WitnessResult {
        // A race has both ends in one program.
        let is_pair = matches!(witness.kind, WitnessKind::Value | WitnessKind::Undefined(_));
        let instance = |instance: &WitnessInstance, place: FilePlace<'_>| InstanceResult {
            stmt: instance.stmt.clone(),
            loops: instance.dims.clone(),
            at: instance.at.clone(),
            line: (place.line_of)(instance.span),
            access: match (&instance.computes, instance.writes) {
                (Some(_), true) => "compute",
                (None, true) => "write",
                (_, false) => "read",
            },
            file: before.map(|_| (place.file_of)(instance.span)),
            computes: instance.computes.clone(),
            span: instance.span,
        };
        let source = before.filter(|_| is_pair).unwrap_or(place);
        let differs = witness.replay.element.clone();
        WitnessResult {
            kind: witness.kind.name(),
            fault: witness.kind,
            params: witness.params.clone(),
            array: witness.array.clone(),
            element: witness.element.clone(),
            source: instance(&witness.source, source),
            sink: instance(&witness.sink, place),
            loop_name: witness.loop_name.clone(),
            workers: witness.workers,
            replay: ReplayResult {
                confirmed: witness.replay.confirmed,
                array: differs.as_ref().map(|(array, _)| array.clone()),
                element: differs.map(|(_, element)| element),
                before: witness.replay.before.clone(),
                after: witness.replay.after.clone(),
                note: witness.replay.note.clone(),
            },
        }
    }
}

impl HoldsAnswer {
    /// Holds for all parameters.
    pub fn always() -> HoldsAnswer {
        HoldsAnswer {
            holds: "always",
            condition: None,
        }
    }

    /// Holds for no parameters.
    pub fn never() -> HoldsAnswer {
        HoldsAnswer {
            holds: "never",
            condition: None,
        }
    }

    /// Cannot be said.
    pub fn unknown() -> HoldsAnswer {
        HoldsAnswer {
            holds: "unknown",
            condition: None,
        }
    }

    /// Holds for some parameters.
    pub fn when(condition: String) -> HoldsAnswer {
        HoldsAnswer {
            holds: "when",
            condition: Some(condition),
        }
    }
}

impl Summary {
    /// Counts one verdict.
    pub fn count(&mut self, result: &VerdictResult) {
        *self.verdicts.entry(result.verdict).or_default() += 1;
        self.reassociated += usize::from(result.strength == Some("reassociated"));
    }

    /// How many verdicts there were.
    pub fn total(&self) -> usize {
        self.verdicts.values().sum()
    }
}
