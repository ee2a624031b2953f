//! What one run touched, as relations: reads what `run --trace A --format json` writes.
//!
//! A subscript that is data, as in `x[col[k]]`, has no affine relation, but in one run it has values. With them the
//! questions about iterations and data have exact answers again, for that run: which iterations touch `x[3]`, what does a
//! tile touch, does another order keep the dependences.
//!
//! # Source
//! Inspectors and executors: Saltz, Mirchandaney and Crowley, "Run-time parallelization and scheduling of loops" (1991);
//! MLIR, "Linalg Dialect", Property 2 ("this property could be even evaluated dynamically").

use polyvet_analysis::dependence::{DepKind, Dependence, DependenceEnd, is_reduction};
use polyvet_analysis::ids::ArrayId;
use polyvet_analysis::{ParamOrigin, Scop};
use polyvet_ir::{Module, Span};
use polyvet_poly::{DimKind, Map, PolyError, Set};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::rc::Rc;

/// The accesses of one run to the arrays that were followed.
#[derive(Clone, Debug)]
pub struct RunTrace {
    /// The function that was called.
    pub func: String,
    /// What was followed: `A`, `A[3, 4]`.
    pub watched: Vec<String>,
    /// The accesses, in the order of the run.
    pub accesses: Vec<TracedAccess>,
    /// Extents of the arguments, by name; `None` if the run stopped at an error.
    pub shapes: Option<BTreeMap<String, Vec<i64>>>,
}

/// One element read or written.
#[derive(Clone, Debug, Deserialize)]
pub struct TracedAccess {
    /// The array.
    pub array: String,
    /// The element.
    pub element: Vec<i64>,
    /// How.
    pub access: TracedKind,
    /// The operation: `affine.load`.
    pub op: String,
    /// Its line.
    pub line: Option<usize>,
    /// The loops around it, outermost first.
    pub loops: Vec<TracedLoop>,
    /// The functions called to come here, outermost first.
    #[serde(default)]
    pub calls: Vec<String>,
}

/// How an element was touched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TracedKind {
    /// Read.
    Read,
    /// Written.
    Write,
}

impl TracedKind {
    /// `read`, `write`
    pub fn word(self) -> &'static str {
        match self {
            TracedKind::Read => "read",
            TracedKind::Write => "write",
        }
    }
}

/// Where a loop was.
#[derive(Clone, Debug, Deserialize)]
pub struct TracedLoop {
    /// Its induction variable, with `%`; `d0` in a structured operation.
    pub name: String,
    /// The value of that.
    pub value: i64,
}

impl TracedLoop {
    /// As models call it: without `%`.
    pub fn plain_name(&self) -> &str {
        self.name.trim_start_matches('%')
    }
}

/// What is wrong with a trace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TraceError {
    /// It is not what `run --trace A --format json` writes.
    Form(String),
    /// It has no accesses of the function.
    OtherFunction(Vec<String>),
    /// So many accesses are missing.
    Dropped(u64),
    /// No one iteration of a model is that of an access.
    NoStatement(String),
    /// The run stopped at an error, so more would have come.
    Unfinished,
    /// It has more than [`DEPENDENCES_MAX`] dependences.
    TooLong,
    /// isl.
    Poly(PolyError),
}

impl From<PolyError> for TraceError {
    fn from(error: PolyError) -> Self {
        TraceError::Poly(error)
    }
}

impl std::fmt::Display for TraceError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            TraceError::Form(why) => write!(f, "this is not what `run --trace A --format json` writes: {why}"),
            TraceError::OtherFunction(known) => write!(f, "the trace is of {}", known.join(", ")),
            TraceError::Dropped(count) => write!(f, "the trace is not whole: {count} accesses are missing"),
            TraceError::NoStatement(what) => write!(
                f,
                "no one iteration of the model is that of an access of the trace: {what}"
            ),
            TraceError::Unfinished => write!(f, "the run stopped at an error, so the trace is not whole"),
            TraceError::TooLong => write!(
                f,
                "the run has more than {DEPENDENCES_MAX} dependences; choose a smaller input"
            ),
            TraceError::Poly(error) => error.fmt(f),
        }
    }
}

#[derive(Deserialize)]
struct TraceFile {
    results: Vec<serde_json::Value>,
}

/// What the run left, which follows the trace.
#[derive(Deserialize)]
struct RunEntry {
    func: String,
    values: Vec<ValueEntry>,
}

#[derive(Deserialize)]
struct ValueEntry {
    name: String,
    shape: Vec<i64>,
}

#[derive(Deserialize)]
struct TraceEntry {
    func: String,
    watched: Vec<String>,
    events: Vec<TracedAccess>,
    dropped: u64,
}

/// Points with whole coordinates: from the first number to the second, in each dimension.
pub type IntegerBox = Vec<(i64, i64)>;

/// Boxes that hold exactly these points; neighbours are joined from the last dimension to the first.
pub fn boxes(points: &BTreeSet<Vec<i64>>) -> Vec<IntegerBox> {
    let mut all: Vec<IntegerBox> = points
        .iter()
        .map(|point| point.iter().map(|x| (*x, *x)).collect())
        .collect();
    let rank = all.first().map_or(0, Vec::len);
    for dim in (0..rank).rev() {
        let others = |one: &IntegerBox| -> IntegerBox {
            let kept = one.iter().enumerate().filter(|(at, _)| *at != dim);
            kept.map(|(_, range)| *range).collect()
        };
        all.sort_by_cached_key(|one| (others(one), one[dim]));
        let mut joined: Vec<IntegerBox> = Vec::with_capacity(all.len());
        for one in all {
            match joined.last_mut() {
                Some(last) if last[dim].1 + 1 == one[dim].0 && others(last) == others(&one) => last[dim].1 = one[dim].1,
                _ => joined.push(one),
            }
        }
        all = joined;
    }
    all.sort();
    all
}

/// Pairs of a source and a sink of one run, which are not ordered by anything but the run.
type RunPairs = BTreeMap<(DependenceEnd, DependenceEnd), BTreeSet<Vec<i64>>>;

/// An instance, as the end of a dependence.
type TracedInstance = (DependenceEnd, Rc<[i64]>);

/// Accesses to one element between which no order is known yet.
#[derive(Default)]
struct AccessStage {
    writes: Vec<TracedInstance>,
    reads: Vec<TracedInstance>,
}

/// Who touched an element last. Updates of one sum are a stage together, as they may change places: each of them has to
/// stay behind what was before the first.
#[derive(Default)]
struct LastAccesses {
    before: AccessStage,
    now: AccessStage,
}

impl RunTrace {
    /// The accesses of `func` in a JSON text.
    ///
    /// # Errors
    /// [`TraceError::Form`], [`TraceError::OtherFunction`], [`TraceError::Dropped`].
    pub fn read(text: &str, func: &str) -> Result<RunTrace, TraceError> {
        let form = |error: serde_json::Error| TraceError::Form(error.to_string());
        let file: TraceFile = serde_json::from_str(text).map_err(form)?;
        let mut known = Vec::new();
        let runs = file.results.iter().filter(|value| value.get("values").is_some());
        let mut runs = runs.filter_map(|value| RunEntry::deserialize(value).ok());
        let ended = runs.find(|run| run.func == func);
        let shapes = ended.map(|run| run.values.into_iter().map(|value| (value.name, value.shape)).collect());
        for value in file.results {
            if value.get("events").is_none() {
                continue;
            }
            let entry: TraceEntry = serde_json::from_value(value).map_err(form)?;
            if entry.func != func {
                known.push(format!("`@{}`", entry.func));
                continue;
            }
            if entry.dropped > 0 {
                return Err(TraceError::Dropped(entry.dropped));
            }
            return Ok(RunTrace {
                func: entry.func,
                watched: entry.watched,
                accesses: entry.events,
                shapes,
            });
        }
        match known.is_empty() {
            true => Err(TraceError::Form("it has no `events`".to_owned())),
            false => Err(TraceError::OtherFunction(known)),
        }
    }

    /// Whether all accesses are those of operations of this program.
    ///
    /// # Errors
    /// [`TraceError::NoStatement`] with one that is not.
    pub fn fits(&self, module: &Module, line_of: &dyn Fn(Span) -> Option<usize>) -> Result<(), TraceError> {
        let mut known: HashSet<(&str, Option<usize>)> = HashSet::new();
        module.walk(module.top, &mut |_, op| _ = known.insert((&op.name, line_of(op.span))));
        let other = self
            .accesses
            .iter()
            .find(|one| !known.contains(&(&one.op[..], one.line)));
        match other {
            Some(one) => Err(TraceError::NoStatement(one.described())),
            None => Ok(()),
        }
    }

    /// The sizes of the run, of those that the model has.
    fn sizes(&self, scop: &Scop, module: &Module) -> Result<Set, PolyError> {
        let mut sizes = scop.context.clone();
        for (at, param) in scop.params.iter().enumerate() {
            let ParamOrigin::Extent { value, dim } = param.origin else {
                continue;
            };
            let name = module.value_name(value);
            let shapes = self.shapes.as_ref();
            let shape = shapes.and_then(|shapes| shapes.get(name.trim_start_matches('%')));
            let extent = shape.and_then(|shape| shape.get(dim)).copied();
            if let Some(extent) = extent.and_then(|extent| i32::try_from(extent).ok()) {
                sizes = sizes.fix_si(DimKind::Param, at, extent)?;
            }
        }
        Ok(sizes)
    }

    /// Whether all accesses to an array are here.
    pub fn follows(&self, array: &str) -> bool {
        self.watched.iter().any(|one| one == array)
    }

    /// The dependences through the arrays that are followed, as they were in this run: of accesses to an element
    /// between which nothing else decides their order, from which all others follow. `line_of` are lines of the program that was run.
    ///
    /// # Errors
    /// [`TraceError::NoStatement`] where the model has no statement for a write, [`TraceError::Unfinished`]; isl.
    pub fn dependences(
        &self,
        scop: &Scop,
        (module, line_of): (&Module, &dyn Fn(Span) -> Option<usize>),
    ) -> Result<Vec<Dependence>, TraceError> {
        if self.shapes.is_none() {
            return Err(TraceError::Unfinished);
        }
        let mut list = Vec::new();
        let sizes = self.sizes(scop, module)?;
        for ((array, kind), pairs) in self.pairs(scop, line_of)? {
            for ((source, sink), vectors) in pairs {
                let rank = scop.stmts[source.stmt].dims.len();
                for map in relations(scop, (source, sink), rank, &vectors)? {
                    list.push(Dependence {
                        kind,
                        source,
                        sink,
                        array,
                        map: map.intersect_params(sizes.clone())?,
                        reduction: is_reduction(scop, source, sink),
                    });
                }
            }
        }
        Ok(list)
    }

    fn pairs(
        &self,
        scop: &Scop,
        line_of: &dyn Fn(Span) -> Option<usize>,
    ) -> Result<BTreeMap<(ArrayId, DepKind), RunPairs>, TraceError> {
        let mut ends: HashMap<(&str, Option<usize>, TracedKind), Vec<DependenceEnd>> = HashMap::new();
        for (stmt, one) in scop.stmts.iter_enumerated() {
            for (access, touched) in one.accesses.iter_enumerated() {
                let kind = if touched.kind.is_write() {
                    TracedKind::Write
                } else {
                    TracedKind::Read
                };
                let array = &scop.arrays[touched.array].name[..];
                let key = (array, line_of(touched.span), kind);
                ends.entry(key).or_default().push(DependenceEnd { stmt, access });
            }
        }
        let mut last: HashMap<(ArrayId, &[i64]), LastAccesses> = HashMap::new();
        let mut pairs: BTreeMap<(ArrayId, DepKind), RunPairs> = BTreeMap::new();
        let mut count = 0;
        for one in &self.accesses {
            let Some(array) = scop.array_named(&one.array).filter(|_| self.follows(&one.array)) else {
                continue;
            };
            let Some(ends) = ends.get(&(&one.array[..], one.line, one.access)) else {
                // What is read and used by nothing is no part of the model.
                if one.access == TracedKind::Read {
                    continue;
                }
                return Err(TraceError::NoStatement(one.described()));
            };
            let state = last.entry((array, &one.element[..])).or_default();
            // A line may be several statements: what was put in the place of calls is there once for each. A store is one
            // of them, and is taken for all that are in as many loops. What is loaded may be read by statements in more
            // loops, all of whose instances would have to be known.
            let loops = |end: &&DependenceEnd| scop.stmts[end.stmt].dims.len() == one.loops.len();
            let is_sure = one.access == TracedKind::Write && ends.iter().any(|end| loops(&end));
            let meant = ends.iter().filter(|end| !is_sure || loops(end));
            let fits = |end: &DependenceEnd| Some((*end, one.instance(&scop.stmts[end.stmt].dims)?));
            let here: Option<Vec<TracedInstance>> = meant.map(fits).collect();
            let here = here.ok_or_else(|| TraceError::NoStatement(one.described()))?;
            let mut add = |kind: DepKind, sources: &[TracedInstance]| {
                for (source, from) in sources {
                    for (sink, to) in here.iter().filter(|(sink, to)| sink.stmt != source.stmt || to != from) {
                        let vector = from.iter().chain(to.iter()).copied().collect();
                        let known = pairs.entry((array, kind)).or_default();
                        count += usize::from(known.entry((*source, *sink)).or_default().insert(vector));
                    }
                }
            };
            match one.access {
                TracedKind::Read => {
                    add(DepKind::Raw, &state.now.writes);
                    state.now.reads.extend(here);
                }
                TracedKind::Write => {
                    let same_sum = |(source, _): &TracedInstance| {
                        let mut sinks = here.iter();
                        sinks.all(|(sink, _)| is_reduction(scop, *source, *sink))
                    };
                    let in_stage = !state.now.writes.is_empty() && state.now.writes.iter().all(same_sum);
                    if in_stage {
                        add(DepKind::War, &state.before.reads);
                        add(DepKind::Waw, &state.before.writes);
                    }
                    add(DepKind::War, &state.now.reads);
                    add(DepKind::Waw, &state.now.writes);
                    if !in_stage {
                        state.before = std::mem::take(&mut state.now);
                    }
                    state.now.writes.extend(here);
                }
            }
            if count > DEPENDENCES_MAX {
                return Err(TraceError::TooLong);
            }
        }
        Ok(pairs)
    }
}

impl TracedAccess {
    /// `affine.store of A[3] in line 4`
    fn described(&self) -> String {
        let element: Vec<String> = self.element.iter().map(i64::to_string).collect();
        let line = self.line.map_or(String::new(), |line| format!(" in line {line}"));
        format!("`{}` of {}[{}]{line}", self.op, self.array, element.join(", "))
    }

    /// The values of these loops, by their number or else by their names.
    fn instance(&self, dims: &[String]) -> Option<Rc<[i64]>> {
        if !self.calls.is_empty() {
            return None;
        }
        if self.loops.len() == dims.len() {
            return Some(self.loops.iter().map(|one| one.value).collect());
        }
        let value = |dim: &String| {
            let mut loops = self.loops.iter().rev();
            loops.find(|one| one.plain_name() == dim).map(|one| one.value)
        };
        dims.iter().map(value).collect()
    }
}

/// Dependences of a run that are compared with another order.
pub const DEPENDENCES_MAX: usize = 200_000;

/// Pairs in one relation: isl's questions about a union take the square of the number of its parts.
const PAIRS_MAX: usize = 64;

/// `{ S[i] -> T[j] }` with exactly these pairs, which are vectors of a source of `rank` dimensions and a sink.
///
/// Pairs with one distance are joined: a run of a regular loop has few of those.
fn relations(
    scop: &Scop,
    (source, sink): (DependenceEnd, DependenceEnd),
    rank: usize,
    vectors: &BTreeSet<Vec<i64>>,
) -> Result<Vec<Map>, PolyError> {
    let mut by_distance: BTreeMap<Vec<i64>, BTreeSet<Vec<i64>>> = BTreeMap::new();
    for vector in vectors {
        let (from, to) = vector.split_at(rank);
        let distance = { to.iter().enumerate() }
            .map(|(at, x)| from.get(at).map_or(*x, |y| x - y))
            .collect();
        by_distance.entry(distance).or_default().insert(from.to_vec());
    }
    let names = [source, sink].map(|end| &scop.stmts[end.stmt].name);
    let mut parts = Vec::new();
    for (distance, sources) in &by_distance {
        for one in boxes(sources) {
            let from: Vec<String> = (0..rank).map(|at| format!("i{at}")).collect();
            let to = distance.iter().enumerate().map(|(at, d)| match at < rank {
                true => format!("i{at} + {d}"),
                false => d.to_string(),
            });
            let to: Vec<String> = to.collect();
            let bounds = one.iter().enumerate();
            let bounds: Vec<String> = bounds
                .map(|(at, (low, high))| format!("{low} <= i{at} <= {high}"))
                .collect();
            let condition = if bounds.is_empty() {
                String::new()
            } else {
                format!(" : {}", bounds.join(" and "))
            };
            let [s, t] = names;
            parts.push(format!("{s}[{}] -> {t}[{}]{condition}", from.join(", "), to.join(", ")));
        }
    }
    let space = scop.context.space()?;
    parts
        .chunks(PAIRS_MAX)
        .map(|chunk| Map::parse(&scop.ctx, &format!("{{ {} }}", chunk.join("; ")))?.align_params(space.clone()))
        .collect()
}
