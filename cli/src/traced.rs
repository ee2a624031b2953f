//! Questions about one run: `map`, `footprint` and `check` with `--trace`, the JSON that `run --trace A` writes.
//!
//! Statements are the operations that touch an array, by their lines; an instance is where the loops around them are.

use crate::args::{FootprintArgs, MapArgs};
use crate::function::select;
use crate::input::{InputKind, Program, read_programs, read_source};
use crate::session::{Outcomes, Session, Told};
use crate::snippet::Source;
use polyvet::trace::{RunTrace, TraceError, TracedAccess, TracedKind, boxes};
use polyvet_ir::{Diagnostic, Module, OpId, Span};
use polyvet_poly::{Ctx, DimKind, PolyError, Set};
use polyvet_report::text::Detail;
use polyvet_report::{MapResult, MappedOperand, Outcome, ReadableNames, TouchedArray, TouchedResult};
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::path::Path;

/// Reads a trace of `func`.
pub fn read(session: &mut Session<'_>, path: &Path, func: &str) -> Outcomes<(RunTrace, Source)> {
    let source = read_source(session, path)?;
    match RunTrace::read(&source.text, func) {
        Ok(trace) => Ok((trace, source)),
        Err(error) => Err(tell(session, &source.name, func, &error)),
    }
}

/// What is wrong with a trace.
pub fn tell(session: &mut Session<'_>, name: &str, func: &str, error: &TraceError) -> Told {
    let message = match error {
        TraceError::OtherFunction(_) => format!("`{name}`: {error}, and `@{func}` is asked about"),
        _ => format!("`{name}`: {error}"),
    };
    let help = match error {
        TraceError::NoStatement(_) => {
            "trace this text of the program, and arrays that its loops touch; with calls in it, say `--inline` to `run` and here"
        }
        TraceError::TooLong | TraceError::Dropped(_) => "run it on a smaller input, or follow fewer arrays",
        _ => "write it by `polyvet run FILE --trace A --format json > trace.json`",
    };
    session.error_help("bad-trace", message, help)
}

/// The functions that are asked about, by name.
fn asked(session: &mut Session<'_>, program: &Program, func: Option<&str>) -> Outcomes<Vec<(OpId, String)>> {
    let InputKind::Mlir(module) = &program.kind else {
        let message = format!("`{}` is a model, which cannot be run", program.source.name);
        return Err(session.error("not-a-program", message));
    };
    let funcs = select(session, module, &program.source.name, func)?;
    let named = |op: OpId| (op, module.symbol_path(op).unwrap_or_default());
    Ok(funcs.into_iter().map(named).collect())
}

/// Operations of one line and one name that touch one array in one way, within the same loops: a function may be called from
/// several places, and may name its arrays as others do.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Toucher<'a> {
    line: Option<usize>,
    op: &'a str,
    array: &'a str,
    /// Subscripts of the array.
    rank: usize,
    kind: TracedKind,
    loops: Vec<&'a str>,
}

/// Where they are, and what they touch there.
type TouchedBy<'a> = BTreeSet<(Vec<i64>, &'a [i64])>;

fn touchers(trace: &RunTrace) -> BTreeMap<Toucher<'_>, TouchedBy<'_>> {
    let mut all: BTreeMap<Toucher<'_>, TouchedBy<'_>> = BTreeMap::new();
    for one in &trace.accesses {
        let toucher = Toucher {
            line: one.line,
            op: &one.op,
            array: &one.array,
            rank: one.element.len(),
            kind: one.access,
            loops: one.loops.iter().map(|one| one.plain_name()).collect(),
        };
        all.entry(toucher).or_default().insert((values(one), &one.element));
    }
    all
}

fn values(access: &TracedAccess) -> Vec<i64> {
    access.loops.iter().map(|one| one.value).collect()
}

/// `map --trace`.
pub fn map(session: &mut Session<'_>, args: &MapArgs, path: &Path) -> Outcomes<()> {
    if args.stmt.is_some() {
        let message = "operations of a trace have lines, no names: `--stmt` is for models";
        return Err(session.error("usage", message));
    }
    for program in read_programs(session, &args.input) {
        for (_, func) in asked(session, &program, args.model.func.as_deref())? {
            let (trace, _) = read(session, path, &func)?;
            map_one(session, args, (&program, &func), &trace)?;
        }
    }
    Ok(())
}

fn map_one(
    session: &mut Session<'_>,
    args: &MapArgs,
    (program, func): (&Program, &str),
    trace: &RunTrace,
) -> Outcomes<()> {
    let (option, given, text) = match (&args.iterations, &args.data) {
        (Some(text), _) => ("--iterations", "iterations", text),
        (None, Some(text)) => ("--data", "data", text),
        (None, None) => return Err(session.error("usage", "say `--iterations` or `--data`")),
    };
    let of_data = given == "data";
    let ctx = Ctx::new();
    let set = Set::parse(&ctx, text).map_err(|error| bad_set(session, option, text, &error.to_string()))?;
    let asked = GivenPoints::new(&set).map_err(|error| bad_set(session, option, text, &error.to_string()))?;
    let array = set.tuple_name().ok().flatten();
    if of_data && array.is_none() {
        return Err(bad_set(
            session,
            option,
            text,
            "it does not say which array: `{ A[i] : .. }`",
        ));
    }
    let all = touchers(trace);
    let fits = |(toucher, _): &(&Toucher<'_>, &TouchedBy<'_>)| match of_data {
        true => Some(toucher.array) == array.as_deref() && toucher.rank == asked.rank,
        false => toucher.loops.len() == asked.rank,
    };
    let fitting: Vec<_> = all.iter().filter(fits).collect();
    if fitting.is_empty() {
        let message = match of_data {
            true => format!(
                "the trace has no element of `{}` with {} subscripts",
                array.unwrap_or_default(),
                asked.rank
            ),
            false => format!("nothing that the trace has is in {} loops", asked.rank),
        };
        let arrays: BTreeSet<&str> = all.keys().map(|toucher| toucher.array).collect();
        let arrays: Vec<String> = arrays.iter().map(|name| format!("`{name}`")).collect();
        let help = format!("it has accesses to {}", arrays.join(", "));
        return Err(session.error_help("bad-set", message, help));
    }
    let mut by_op: BTreeMap<(Option<usize>, &str), Vec<MappedOperand>> = BTreeMap::new();
    for (toucher, touched) in fitting {
        let mut image: BTreeSet<Vec<i64>> = BTreeSet::new();
        for (at, element) in touched {
            let (from, to) = if of_data {
                (*element, &at[..])
            } else {
                (&at[..], *element)
            };
            let is_asked = asked.contains(from);
            if is_asked.map_err(|error| bad_set(session, option, text, &error.to_string()))? {
                image.insert(to.to_vec());
            }
        }
        if image.is_empty() {
            continue;
        }
        let tuple = if of_data { "" } else { toucher.array };
        let names: Vec<String> = match of_data {
            true => toucher.loops.iter().map(|name| (*name).to_owned()).collect(),
            false => (0..toucher.rank).map(|at| format!("i{at}")).collect(),
        };
        by_op
            .entry((toucher.line, toucher.op))
            .or_default()
            .push(MappedOperand {
                array: toucher.array.to_owned(),
                access: toucher.kind.word(),
                line: toucher.line,
                count: Some(image.len() as u64),
                set: set_text(tuple, &names, &image),
            });
    }
    let empty = by_op.is_empty();
    if empty {
        let message = "the run that was traced touches nothing of this";
        session.tell(&Diagnostic::warning("empty-set", message, Span::NONE), None);
    }
    // Of iterations it is one answer, of data one for each operation.
    let groups: Vec<(String, Vec<MappedOperand>)> = match of_data {
        true => { by_op.into_iter() }
            .map(|((_, op), all)| (op.to_owned(), all))
            .collect(),
        false => vec![("run".to_owned(), by_op.into_values().flatten().collect())],
    };
    for (stmt, operands) in groups {
        let result = MapResult {
            names: ReadableNames::default(),
            file: program.source.name.clone(),
            func: func.to_owned(),
            stmt,
            given,
            set: set.to_string(),
            empty,
            operands,
        };
        session.push(&Outcome::Map(result), Detail::Full, Some(&program.source))?;
    }
    Ok(())
}

fn bad_set(session: &mut Session<'_>, option: &str, text: &str, message: &str) -> Told {
    let source = Source::new(option, text.to_owned());
    let help = "a run has numbers for all sizes: write `{ [i, k] : i = 2 }` or `{ x[e] : 0 <= e < 4 }`";
    let diagnostic = Diagnostic::error("bad-set", message, Span::new(0, text.len())).help(help);
    session.tell(&diagnostic, Some(&source));
    Told
}

/// A set of points, for many questions.
struct GivenPoints {
    rank: usize,
    /// What it is in, and nothing else.
    ranges: Option<Vec<(i64, i64)>>,
    set: Set,
}

impl GivenPoints {
    fn new(set: &Set) -> Result<GivenPoints, PolyError> {
        if set.dim(DimKind::Param)? > 0 {
            return Err(PolyError::Invalid {
                message: "it has parameters".to_owned(),
                at: "set".to_owned(),
            });
        }
        let rank = set.dim(DimKind::Set)?;
        let range = |at: usize| -> Result<(i64, i64), PolyError> {
            let (low, high) = (set.clone().dim_min_val(at)?, set.clone().dim_max_val(at)?);
            let number = |value: &polyvet_poly::Val, missing: i64| match value.is_int() {
                Ok(true) => value.to_i64().unwrap_or(missing),
                _ => missing,
            };
            Ok((number(&low, i64::MIN), number(&high, i64::MAX)))
        };
        let ranges = (0..rank).map(range).collect::<Result<Vec<_>, _>>()?;
        let conditions = ranges.iter().enumerate().flat_map(|(at, (low, high))| {
            let low = (*low != i64::MIN).then(|| format!("i{at} >= {low}"));
            low.into_iter()
                .chain((*high != i64::MAX).then(|| format!("i{at} <= {high}")))
        });
        let conditions: Vec<String> = conditions.collect();
        let dims: Vec<String> = (0..rank).map(|at| format!("i{at}")).collect();
        let tuple = set.tuple_name()?.unwrap_or_default();
        let condition = if conditions.is_empty() {
            String::new()
        } else {
            format!(" : {}", conditions.join(" and "))
        };
        let hull = Set::parse(set.ctx(), &format!("{{ {tuple}[{}]{condition} }}", dims.join(", ")))?;
        Ok(GivenPoints {
            rank,
            ranges: hull.is_subset(set)?.then_some(ranges),
            set: set.clone(),
        })
    }

    fn contains(&self, point: &[i64]) -> Result<bool, PolyError> {
        if point.len() != self.rank {
            return Ok(false);
        }
        if let Some(ranges) = &self.ranges {
            return Ok(point.iter().zip(ranges).all(|(x, (low, high))| low <= x && x <= high));
        }
        let point: Vec<String> = point.iter().map(i64::to_string).collect();
        let point = format!(
            "{{ {}[{}] }}",
            self.set.tuple_name()?.unwrap_or_default(),
            point.join(", ")
        );
        Set::parse(self.set.ctx(), &point)?.is_subset(&self.set)
    }
}

/// Exactly these points, in isl's notation.
fn set_text(tuple: &str, names: &[String], points: &BTreeSet<Vec<i64>>) -> String {
    let part = |one: &Vec<(i64, i64)>| {
        let dims = one.iter().zip(names);
        let dims = dims.map(|((low, high), name)| match (low == high, tuple.is_empty()) {
            (true, true) => format!("{name} = {low}"),
            (true, false) => low.to_string(),
            (false, _) => name.clone(),
        });
        let dims: Vec<String> = dims.collect();
        let bounds = one.iter().zip(names).filter(|((low, high), _)| low != high);
        let bounds: Vec<String> = bounds
            .map(|((low, high), name)| format!("{low} <= {name} <= {high}"))
            .collect();
        let condition = if bounds.is_empty() {
            String::new()
        } else {
            format!(" : {}", bounds.join(" and "))
        };
        format!("{tuple}[{}]{condition}", dims.join(", "))
    };
    let parts: Vec<String> = boxes(points).iter().map(part).collect();
    format!("{{ {} }}", parts.join("; "))
}

/// `footprint --trace`.
pub fn footprint(session: &mut Session<'_>, args: &FootprintArgs, path: &Path) -> Outcomes<()> {
    let tile = read_tile(session, &args.tile)?;
    for program in read_programs(session, &args.input) {
        for (op, func) in asked(session, &program, args.model.func.as_deref())? {
            let (trace, source) = read(session, path, &func)?;
            let module = match &program.kind {
                InputKind::Mlir(module) => module,
                InputKind::Model(_) => continue,
            };
            let arrays = touched(session, &trace, &tile, &element_bytes(module, op))?;
            let result = TouchedResult {
                file: program.source.name.clone(),
                func,
                trace: source.name,
                tile: (!tile.is_empty()).then(|| args.tile.join(", ")),
                tiles: (!tile.is_empty()).then_some(arrays.1),
                arrays: arrays.0,
            };
            session.push(&Outcome::Touched(result), Detail::Full, Some(&program.source))?;
        }
    }
    Ok(())
}

/// `i=2,k=8`
fn read_tile(session: &mut Session<'_>, texts: &[String]) -> Outcomes<Vec<(String, i64)>> {
    let mut tile = Vec::new();
    for part in texts.iter().flat_map(|text| text.split(',')) {
        let size = part.split_once('=').and_then(|(name, size)| {
            let size: i64 = size.trim().parse().ok().filter(|size| *size > 0)?;
            Some((name.trim().to_owned(), size))
        });
        let Some(size) = size else {
            let message = format!("`{}` is no size of a tile", part.trim());
            return Err(session.error_help("bad-tile", message, "with a trace, write `--tile i=32,k=8`"));
        };
        tile.push(size);
    }
    Ok(tile)
}

/// Bytes of an element, by the name of the array.
fn element_bytes(module: &Module, func: OpId) -> BTreeMap<String, u64> {
    let mut bytes = BTreeMap::new();
    module.walk(func, &mut |_, op| {
        let blocks = op.regions.iter().flat_map(|region| &module.region(*region).blocks);
        let values = blocks.flat_map(|block| &module.block(*block).args);
        for value in values.chain(&op.results) {
            if let Some(size) = module.ty(*value).elem_bytes() {
                let name = module.value_name(*value);
                bytes.insert(name.trim_start_matches('%').to_owned(), size);
            }
        }
    });
    bytes
}

/// Elements of one array.
#[derive(Default)]
struct TouchedElements<'a> {
    read: HashSet<&'a [i64]>,
    written: HashSet<&'a [i64]>,
    in_tiles: HashSet<(Vec<i64>, &'a [i64])>,
    accesses: u64,
}

/// The arrays, and the number of tiles.
fn touched(
    session: &mut Session<'_>,
    trace: &RunTrace,
    tile: &[(String, i64)],
    bytes: &BTreeMap<String, u64>,
) -> Outcomes<(Vec<TouchedArray>, u64)> {
    let (mut order, mut all) = (Vec::new(), BTreeMap::<&str, TouchedElements<'_>>::new());
    let mut tiles = HashSet::new();
    for (name, _) in tile {
        let mut loops = trace.accesses.iter().flat_map(|one| &one.loops);
        if !loops.any(|one| one.plain_name() == name) {
            let known: BTreeSet<String> = { trace.accesses.iter() }
                .flat_map(|one| one.loops.iter().map(|one| format!("`{}`", one.plain_name())))
                .collect();
            let known: Vec<String> = known.into_iter().collect();
            let message = format!("no access of the trace is in a loop `{name}`");
            return Err(session.error_help("bad-tile", message, format!("its loops are {}", known.join(", "))));
        }
    }
    for one in &trace.accesses {
        let known = all.entry(&one.array).or_insert_with(|| {
            order.push(&one.array[..]);
            TouchedElements::default()
        });
        known.accesses += 1;
        match one.access {
            TracedKind::Read => known.read.insert(&one.element),
            TracedKind::Write => known.written.insert(&one.element),
        };
        if tile.is_empty() {
            continue;
        }
        // What is outside a loop belongs to none of its tiles.
        let number = |(name, size): &(String, i64)| {
            let mut loops = one.loops.iter().rev();
            let at = loops.find(|one| one.plain_name() == name)?;
            Some(at.value.div_euclid(*size))
        };
        if let Some(at) = tile.iter().map(number).collect::<Option<Vec<i64>>>() {
            tiles.insert(at.clone());
            known.in_tiles.insert((at, &one.element));
        }
    }
    let result = |name: &&str| {
        let one = &all[name];
        let mut by_tile: BTreeMap<&[i64], u64> = BTreeMap::new();
        for (at, _) in &one.in_tiles {
            *by_tile.entry(at).or_default() += 1;
        }
        TouchedArray {
            array: (*name).to_owned(),
            element_bytes: bytes.get(*name).copied(),
            read: one.read.len() as u64,
            written: one.written.len() as u64,
            touched: one.read.union(&one.written).count() as u64,
            accesses: one.accesses,
            tile_max: (!tile.is_empty()).then(|| by_tile.values().copied().max().unwrap_or(0)),
            tile_sum: (!tile.is_empty()).then_some(one.in_tiles.len() as u64),
        }
    };
    Ok((order.iter().map(result).collect(), tiles.len() as u64))
}
