//! The results of `footprint`, as data and as a table.

use crate::layout::{fold, table};
use crate::sketch;
use crate::text::{Role, Screen};
use schemars::JsonSchema;
use serde::Serialize;
use std::fmt::Write;

/// A number that may depend on parameters.
#[derive(Clone, Debug, Default, JsonSchema, Serialize)]
pub struct NumberResult {
    /// The number, where it is the same for all parameters, or `--param` fixes them.
    pub value: Option<u64>,
    /// Exact; null where only bounds are known, or nothing.
    pub formula: Option<String>,
    /// Certified bounds; only where there is no exact formula.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bounds: Option<[String; 2]>,
    /// Why there is no formula.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// Some elements, counted.
#[derive(Clone, Debug, Default, JsonSchema, Serialize)]
pub struct VolumeResult {
    /// Elements.
    pub elems: NumberResult,
    /// Bytes.
    pub bytes: NumberResult,
    /// Cache lines.
    pub lines: NumberResult,
}

/// A slice, as `tensor.extract_slice` and `memref.subview` take it.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct SliceResult {
    /// `tensor.extract_slice %A[32*ti, 0] [min(32, N - 32*ti), K] [1, 1]`
    pub text: String,
    /// First subscripts.
    pub offsets: Vec<String>,
    /// How many subscripts.
    pub sizes: Vec<String>,
    /// From one to the next.
    pub strides: Vec<i64>,
    /// The slice has no element beside the exact set.
    pub exact: bool,
}

/// Tiles of one kind.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct CaseResult {
    /// Loops in which the tiles are cut off; none for full tiles, and for those cut by bounds that depend on other loops.
    pub partial: Vec<String>,
    /// They are cut off in two or more of these loops, not in all.
    pub several: bool,
    /// Every iteration is run.
    pub full: bool,
    /// How many such tiles differ for this operand.
    pub tiles: NumberResult,
    /// What one touches.
    #[serde(flatten)]
    pub volume: VolumeResult,
    /// The elements as a product, where they are a slice: `(n - 32*ti)*8`.
    pub product: Option<String>,
}

/// What a full tile shares with the next one in a loop.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct OverlapResult {
    /// The loop.
    #[serde(rename = "loop")]
    pub loop_name: String,
    /// What is shared.
    #[serde(flatten)]
    pub volume: VolumeResult,
}

/// One operand of `footprint`.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct FootprintOperand {
    /// The array.
    pub array: String,
    /// `read`, `write`.
    pub access: &'static str,
    /// It may write, or may not.
    pub may: bool,
    /// Elements of a full tile; where there is none, and the parameters are fixed, of the largest.
    pub elems: Option<u64>,
    /// Bytes, of the same tile.
    pub bytes: Option<u64>,
    /// Cache lines, of the same tile.
    pub lines: Option<u64>,
    /// Elements of the box hull, of the same tile.
    pub hull_elems: Option<u64>,
    /// Elements of any tile.
    pub formula: Option<String>,
    /// The same, of full tiles; null if there are none.
    pub full: Option<VolumeResult>,
    /// The same as a product of extents: `32*32`.
    pub product: Option<String>,
    /// Of any tile.
    pub any: VolumeResult,
    /// The box hull of any tile.
    pub hull: NumberResult,
    /// The exact set, in isl notation.
    pub set: String,
    /// The smallest slice around it.
    pub slice: SliceResult,
    /// Iterations an element of a full tile is used in, on average.
    pub reuse: Option<f64>,
    /// By kind of tile.
    pub cases: Vec<CaseResult>,
    /// With the next tile, loop by loop.
    pub overlap: Vec<OverlapResult>,
    /// Summed over all tiles.
    pub total: VolumeResult,
    /// Summed over all tiles, without what the tile before touched too.
    pub moved: VolumeResult,
}

/// A loop that is cut into tiles.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct TileLoop {
    /// The loop.
    #[serde(rename = "loop")]
    pub name: String,
    /// The size: a number, or a symbol.
    pub size: String,
    /// What formulas call the tile: its number `ti`, or where it begins, `i0`.
    pub coordinate: String,
    /// The first value of the loop in the tile: `32*ti`.
    pub begins: String,
}

impl TileLoop {
    /// The loop and its size, if that is a number.
    pub fn number(&self) -> Option<(String, i64)> {
        let size = self.size.parse().ok().filter(|size| *size > 0)?;
        Some((self.name.clone(), size))
    }
}

/// Arithmetic against traffic.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct IntensityResult {
    /// Arithmetic operations.
    pub ops: NumberResult,
    /// Operations for each byte; null unless it is a number.
    pub per_byte: Option<f64>,
}

/// The most elements that are live at one moment.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct LiveResult {
    /// At the busiest moment, where that is known.
    pub peak: Option<NumberResult>,
    /// The same in bytes.
    pub peak_bytes: Option<NumberResult>,
    /// Before the first instance: a lower bound.
    pub start: NumberResult,
    /// After the last one: a lower bound.
    pub end: NumberResult,
    /// Ever touched: an upper bound.
    pub touched: NumberResult,
    /// How the peak is known: `exact`, `measured` (one run at these sizes), `bounds`.
    pub by: &'static str,
}

/// What a simulated cache did, and what the footprints said it would.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct SimulationResult {
    /// Bytes.
    pub capacity: u64,
    /// Lines of a set; null if fully associative.
    pub ways: Option<u64>,
    /// Bytes of a line.
    pub line: u64,
    /// Elements read and written.
    pub accesses: u64,
    /// Lines fetched.
    pub misses: u64,
    /// For the first time.
    pub cold: u64,
    /// Written back.
    pub written_back: u64,
    /// Lines that are touched at all, from the footprint.
    pub predicted_cold: u64,
    /// Fetched at least, for a fully associative cache.
    pub predicted_least: u64,
    /// Fetched at most; null if a tile has more lines than there is room for.
    pub predicted_most: Option<u64>,
    /// How prediction and simulation compare: `exact`, `within`, `other-ways` (the prediction is for full associativity),
    /// `outside` (a bug).
    pub verdict: &'static str,
}

/// `footprint`: one statement, or all statements of a band together, at one level of the tiling.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct FootprintResult {
    /// The file.
    pub file: String,
    /// The function.
    pub func: String,
    /// The statement; null for all `stmts` together.
    pub stmt: Option<String>,
    /// The statements.
    pub stmts: Vec<String>,
    /// The level of the tiling, from 1; 0 for a whole program.
    pub level: usize,
    /// How many levels there are.
    pub levels: usize,
    /// Sizes by loop.
    #[serde(serialize_with = "sizes")]
    #[schemars(with = "std::collections::BTreeMap<String, serde_json::Value>")]
    pub tile: Vec<TileLoop>,
    /// The coordinates of a tile.
    pub coordinates: Vec<TileLoop>,
    /// For which parameters the formulas hold.
    pub context: String,
    /// Values given by `--param`.
    #[serde(serialize_with = "crate::json::pairs")]
    #[schemars(with = "std::collections::BTreeMap<String, i64>")]
    pub params: Vec<(String, i64)>,
    /// Bytes of a cache line.
    pub line_bytes: u64,
    /// What is taken for granted.
    pub assumes: Vec<String>,
    /// How many tiles there are.
    pub tiles: NumberResult,
    /// Instances in a full tile, of all statements.
    pub instances: NumberResult,
    /// Operand by operand.
    pub operands: Vec<FootprintOperand>,
    /// All arrays together, in a full tile; for a statement alone, null.
    pub working_set: Option<VolumeResult>,
    /// The same in any tile.
    pub working_set_any: Option<VolumeResult>,
    /// Not touched by a tile, but by tiles before and after it; null where not computed.
    pub live_across: Option<VolumeResult>,
    /// Arithmetic of a full tile against its working set.
    pub intensity: Option<IntensityResult>,
    /// Reads of all tiles.
    pub read_traffic: Option<VolumeResult>,
    /// Writes of all tiles.
    pub write_traffic: Option<VolumeResult>,
    /// Arithmetic of all tiles against reads and writes.
    pub total_intensity: Option<IntensityResult>,
    /// Whole programs only: lines touched, each of which misses once.
    pub cold: Option<VolumeResult>,
    /// Whole programs only.
    pub live: Option<LiveResult>,
    /// With `--simulate`.
    pub simulation: Option<SimulationResult>,
    /// Points to draw; only where a picture is asked for.
    #[serde(skip)]
    pub picture: Option<crate::Picture>,
}

/// `{"i": 32, "j": "Tj"}`
fn sizes<S: serde::Serializer>(loops: &[TileLoop], serializer: S) -> Result<S::Ok, S::Error> {
    let pair = |one: &TileLoop| {
        let size = one.size.parse::<i64>();
        (
            one.name.clone(),
            size.map_or_else(|_| one.size.clone().into(), Into::into),
        )
    };
    let sizes: serde_json::Map<String, serde_json::Value> = loops.iter().map(pair).collect();
    sizes.serialize(serializer)
}

/// `footprint --slice`: the iterations of one statement behind a slice.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct BehindResult {
    /// The file.
    pub file: String,
    /// The function.
    pub func: String,
    /// The slice, as given.
    pub slice: String,
    /// The statement.
    pub stmt: String,
    /// Iterations that read of the slice; null if none do.
    pub reads: Option<IterationsResult>,
    /// Iterations that write, or may write, of the slice; null if none do.
    pub writes: Option<IterationsResult>,
    /// Iterations that touch nothing of the array but the slice; null if none do.
    pub inside: Option<IterationsResult>,
}

/// Some iterations.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct IterationsResult {
    /// In isl notation.
    pub set: String,
    /// How many.
    pub count: NumberResult,
    /// For each loop its first value, how many there are and the step.
    pub ranges: Vec<[String; 4]>,
    /// They are all iterations of these ranges.
    pub exact: bool,
}

impl NumberResult {
    /// The value if there is one, else the formula, else what is known.
    pub fn text(&self) -> String {
        match (self.value, &self.formula, &self.bounds, &self.reason) {
            (Some(value), ..) => value.to_string(),
            (None, Some(formula), ..) => formula.clone(),
            (None, None, Some([low, high]), _) => format!("{low} .. {high}"),
            (None, None, None, Some(reason)) => format!("unknown ({reason})"),
            (None, None, None, None) => "unknown".to_owned(),
        }
    }
}

/// Longer formulas stand in the JSON only.
const FORMULA_MAX: usize = 90;
/// The same for slices and sets.
const SLICE_MAX: usize = 200;
const SET_MAX: usize = 400;
/// What stands for them, explained at the end.
const LONG: &str = "(long)";

fn short(number: &NumberResult) -> String {
    let text = number.text();
    if text.chars().count() > FORMULA_MAX && number.value.is_none() {
        return LONG.to_owned();
    }
    text
}

fn list(loops: &[TileLoop]) -> String {
    let all: Vec<String> = loops.iter().map(|one| format!("{}={}", one.name, one.size)).collect();
    all.join(", ")
}

pub(crate) fn write_footprint(out: &mut String, result: &FootprintResult, screen: &dyn Screen) -> std::fmt::Result {
    let from = out.len();
    write_head(out, result, screen)?;
    let whole = result.level == 0;
    let mut rows = vec![vec![
        "operand".to_owned(),
        if whole { "elements" } else { "full tile" }.to_owned(),
        "bytes".to_owned(),
        "lines".to_owned(),
        "hull".to_owned(),
        "reuse".to_owned(),
        if whole { "" } else { "elements of any tile" }.to_owned(),
    ]];
    let number = |value: Option<u64>| value.map_or("-".to_owned(), |value| value.to_string());
    for operand in &result.operands {
        let elems = match (&operand.product, &operand.full) {
            (Some(product), Some(_)) => product.clone(),
            (_, Some(full)) => short(&full.elems),
            (_, None) => "none".to_owned(),
        };
        let waste = match (operand.hull_elems, operand.elems) {
            (Some(hull), Some(elems)) if hull == elems => "exact".to_owned(),
            (Some(hull), Some(_)) => hull.to_string(),
            _ if operand.slice.exact && operand.slice.strides.iter().all(|stride| *stride == 1) => "exact".to_owned(),
            _ => "larger".to_owned(),
        };
        let part = |value: Option<u64>, of: fn(&VolumeResult) -> &NumberResult| match (value, &operand.full) {
            (Some(value), _) => value.to_string(),
            (None, Some(full)) if of(full).text().chars().count() <= 40 => of(full).text(),
            _ => number(value),
        };
        rows.push(vec![
            format!(
                "{} {}{}",
                operand.access,
                operand.array,
                if operand.may { " (may)" } else { "" }
            ),
            elems,
            part(operand.bytes, |full| &full.bytes),
            part(operand.lines, |full| &full.lines),
            waste,
            operand
                .reuse
                .map_or("-".to_owned(), |reuse| format!("{}x", plain(reuse))),
            if whole {
                String::new()
            } else {
                short(&operand.any.elems)
            },
        ]);
    }
    if let Some(all) = &result.working_set {
        rows.push(vec![
            "working set".to_owned(),
            short(&all.elems),
            short(&all.bytes),
            short(&all.lines),
        ]);
    }
    table(
        out,
        &rows,
        &[false, false, true, true, true, true, false],
        screen.width(),
    );
    write_slices(out, result, screen)?;
    if !whole {
        write_partial(out, result, screen)?;
        write_overlap(out, result, screen)?;
    }
    write_traffic(out, result, screen)?;
    write_live(out, result, screen)?;
    if let Some(simulation) = &result.simulation {
        write_simulation(out, simulation, screen)?;
    }
    if out.contains(LONG) {
        let text = format!("  {LONG}: `--format json` has the formula; `--param` gives sizes their values");
        writeln!(out, "{}", screen.paint(Role::Faint, &text))?;
    }
    if !result.assumes.is_empty() {
        let text = format!("  lines: taking for granted that {}", result.assumes.join("; "));
        writeln!(out, "{}", screen.paint(Role::Faint, &text))?;
    }
    fold(out, from, screen.width());
    match &result.picture {
        Some(picture) => {
            let inside = |name: &str| result.stmts.iter().any(|stmt| stmt == name);
            sketch::touches(out, picture, &inside, screen)
        }
        None => Ok(()),
    }
}

/// `2.5`, `8`
fn plain(number: f64) -> String {
    let text = format!("{number:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn write_head(out: &mut String, result: &FootprintResult, screen: &dyn Screen) -> std::fmt::Result {
    let func = screen.paint(Role::Strong, &format!("@{}", result.func));
    let stmts = result.stmts.join(", ");
    let params: Vec<String> = result
        .params
        .iter()
        .map(|(name, value)| format!("{name}={value}"))
        .collect();
    let with = if params.is_empty() {
        String::new()
    } else {
        format!(", with {}", params.join(", "))
    };
    if result.level == 0 {
        writeln!(out, "{func}: {stmts}, whole{with}")?;
    } else {
        let level = match result.levels {
            1 => String::new(),
            levels => format!(" level {} of {levels},", result.level),
        };
        writeln!(out, "{func}: {stmts},{level} tile {}{with}", list(&result.tile))?;
        let begins: Vec<String> = result
            .coordinates
            .iter()
            .filter(|one| one.begins != one.name)
            .map(|one| format!("{} = {} ..", one.name, one.begins))
            .collect();
        if !begins.is_empty() {
            let coordinates: Vec<String> = result.coordinates.iter().map(|one| one.coordinate.clone()).collect();
            let text = format!("  tile ({}) begins at {}", coordinates.join(", "), begins.join(", "));
            writeln!(
                out,
                "{}",
                screen
                    .paint(Role::Faint, text.trim_end_matches(" .."))
                    .replace(" ..", "")
            )?;
        }
    }
    if !result.context.is_empty() {
        writeln!(
            out,
            "{}",
            screen.paint(Role::Faint, &format!("  where {}", result.context))
        )?;
    }
    Ok(())
}

fn heading(out: &mut String, text: &str, screen: &dyn Screen) -> std::fmt::Result {
    writeln!(out, "  {}", screen.paint(Role::Strong, text))
}

fn write_slices(out: &mut String, result: &FootprintResult, screen: &dyn Screen) -> std::fmt::Result {
    heading(out, "slices", screen)?;
    let mut said: Vec<(&str, bool)> = Vec::new();
    for operand in &result.operands {
        let entry = (operand.slice.text.as_str(), operand.slice.exact);
        if said.contains(&entry) {
            continue;
        }
        said.push(entry);
        let exact = if operand.slice.exact {
            "exact"
        } else {
            "holds more than the exact set"
        };
        let text = if operand.slice.text.chars().count() > SLICE_MAX {
            LONG
        } else {
            &operand.slice.text
        };
        writeln!(out, "    {text}  {}", screen.paint(Role::Faint, exact))?;
        if !operand.slice.exact {
            let set = if operand.set.chars().count() > SET_MAX {
                LONG
            } else {
                &operand.set
            };
            writeln!(out, "      {set}")?;
        }
    }
    Ok(())
}

fn write_partial(out: &mut String, result: &FootprintResult, screen: &dyn Screen) -> std::fmt::Result {
    let mut rows = Vec::new();
    for operand in &result.operands {
        for case in operand.cases.iter().filter(|case| !case.full) {
            let kind = match case.partial.as_slice() {
                [] => "inside, cut".to_owned(),
                _ if case.several => "cut off in two or more".to_owned(),
                loops => format!("cut off in {}", loops.join(", ")),
            };
            let elems = match (&case.product, case.volume.elems.value) {
                (Some(product), None) if product.chars().count() <= FORMULA_MAX => product.clone(),
                _ => short(&case.volume.elems),
            };
            rows.push(vec![
                format!("{} {}", operand.access, operand.array),
                kind,
                elems,
                case.volume
                    .bytes
                    .value
                    .map_or(String::new(), |bytes| format!("{bytes} B")),
                case.volume
                    .lines
                    .value
                    .map_or(String::new(), |lines| format!("{lines} lines")),
            ]);
        }
    }
    if rows.is_empty() {
        return Ok(());
    }
    heading(out, "partial tiles", screen)?;
    let rows = once(rows);
    indented(out, &rows, &[false, false, false, true, true], screen)
}

fn indented(out: &mut String, rows: &[Vec<String>], right: &[bool], screen: &dyn Screen) -> std::fmt::Result {
    let mut inner = String::new();
    table(
        &mut inner,
        rows,
        right,
        screen.width().map(|width| width.saturating_sub(2)),
    );
    for line in inner.lines() {
        writeln!(out, "  {line}")?;
    }
    Ok(())
}

/// Rows that say the same of reads and writes of one array, once: `read C` and `write C` become `C`.
fn once(rows: Vec<Vec<String>>) -> Vec<Vec<String>> {
    let array = |row: &Vec<String>| row[0].split(' ').nth(1).unwrap_or("").to_owned();
    let mut kept: Vec<Vec<String>> = Vec::new();
    for row in rows {
        match kept
            .iter_mut()
            .find(|known| array(known) == array(&row) && known[1..] == row[1..])
        {
            Some(known) => known[0] = format!("both {}", array(&row)),
            None => kept.push(row),
        }
    }
    kept
}

fn write_overlap(out: &mut String, result: &FootprintResult, screen: &dyn Screen) -> std::fmt::Result {
    let mut rows = Vec::new();
    for operand in &result.operands {
        for overlap in &operand.overlap {
            let all = operand.elems.is_some() && overlap.volume.elems.value == operand.elems;
            let elems = if all {
                "all".to_owned()
            } else {
                short(&overlap.volume.elems)
            };
            rows.push(vec![
                format!("{} {}", operand.access, operand.array),
                format!("along {}", overlap.loop_name),
                elems,
            ]);
        }
    }
    if rows.is_empty() {
        return Ok(());
    }
    heading(out, "shared with the next full tile", screen)?;
    let rows = once(rows);
    indented(out, &rows, &[], screen)
}

fn write_traffic(out: &mut String, result: &FootprintResult, screen: &dyn Screen) -> std::fmt::Result {
    if result.level > 0 {
        heading(out, &format!("all tiles: {}", short(&result.tiles)), screen)?;
        let mut rows = vec![vec![
            String::new(),
            "elements moved".to_owned(),
            "lines".to_owned(),
            "elements, if the last tile stays".to_owned(),
        ]];
        for operand in &result.operands {
            rows.push(vec![
                format!("{} {}", operand.access, operand.array),
                short(&operand.total.elems),
                short(&operand.total.lines),
                short(&operand.moved.elems),
            ]);
        }
        indented(out, &rows, &[false, false, false, false], screen)?;
    }
    for (what, traffic) in [("reads", &result.read_traffic), ("writes", &result.write_traffic)] {
        if let Some(traffic) = traffic {
            writeln!(out, "    all {what}: {} B", short(&traffic.bytes))?;
        }
    }
    if let Some(across) = &result.live_across {
        writeln!(
            out,
            "  kept for later tiles, untouched by this one: {} B",
            short(&across.bytes)
        )?;
    }
    let intensity = |one: &IntensityResult| match one.per_byte {
        Some(per_byte) => format!("{} operations a byte ({} operations)", plain(per_byte), short(&one.ops)),
        None => format!("{} operations", short(&one.ops)),
    };
    let some = |one: &&IntensityResult| one.ops.value != Some(0);
    if let Some(one) = result.intensity.as_ref().filter(some).filter(|_| result.level > 0) {
        writeln!(out, "  arithmetic in a full tile: {}", intensity(one))?;
    }
    if let Some(all) = result.total_intensity.as_ref().filter(some) {
        writeln!(out, "  arithmetic in all: {}", intensity(all))?;
    }
    Ok(())
}

fn write_live(out: &mut String, result: &FootprintResult, _: &dyn Screen) -> std::fmt::Result {
    if let Some(cold) = &result.cold {
        writeln!(
            out,
            "  cold misses: {} lines; {} B are touched",
            short(&cold.lines),
            short(&cold.bytes)
        )?;
    }
    let Some(live) = &result.live else { return Ok(()) };
    match (&live.peak, &live.peak_bytes) {
        (Some(peak), Some(bytes)) => {
            let how = if live.by == "measured" {
                "measured in a run"
            } else {
                live.by
            };
            writeln!(
                out,
                "  live at most: {} elements, {} B ({how})",
                short(peak),
                short(bytes)
            )
        }
        _ => writeln!(
            out,
            "  live at most: between {} (at the start), {} (in the end) and {} elements (all that is touched)",
            short(&live.start),
            short(&live.end),
            short(&live.touched)
        ),
    }
}

fn write_simulation(out: &mut String, one: &SimulationResult, screen: &dyn Screen) -> std::fmt::Result {
    let ways = one
        .ways
        .map_or("fully associative".to_owned(), |ways| format!("{ways} ways"));
    let title = format!("LRU cache of {} B, {ways}, lines of {} B", one.capacity, one.line);
    heading(out, &title, screen)?;
    let predicted = match one.predicted_most {
        Some(most) if most == one.predicted_least => (most - one.predicted_cold).to_string(),
        Some(most) => format!(
            "{} .. {}",
            one.predicted_least - one.predicted_cold,
            most - one.predicted_cold
        ),
        None => format!("{} or more", one.predicted_least - one.predicted_cold),
    };
    let cell = |number: u64| number.to_string();
    let rows = [
        vec![
            String::new(),
            "cold".to_owned(),
            "capacity".to_owned(),
            "written back".to_owned(),
        ],
        vec![
            "predicted".to_owned(),
            cell(one.predicted_cold),
            predicted,
            String::new(),
        ],
        vec![
            "simulated".to_owned(),
            cell(one.cold),
            cell(one.misses - one.cold),
            cell(one.written_back),
        ],
    ];
    indented(out, &rows, &[false, true, true, true], screen)?;
    let remark = match one.verdict {
        "exact" => "prediction and simulation agree: every reuse either stays within what fits, or sees more than fits",
        "within" if one.predicted_most.is_none() => {
            "the prediction is a lower bound: some tile has more lines than there is room for"
        }
        "within" => "the prediction is a bound: between tiles some reuse may hit or miss, which footprints do not tell",
        "other-ways" => "the prediction is for full associativity",
        _ => "the prediction does not hold; this is a bug in polyvet",
    };
    writeln!(out, "    {}", screen.paint(Role::Faint, remark))
}

pub(crate) fn write_behind(out: &mut String, result: &BehindResult, screen: &dyn Screen) -> std::fmt::Result {
    let stmt = screen.paint(Role::Strong, &format!("@{}: {}", result.func, result.stmt));
    writeln!(out, "{stmt}: {}", result.slice)?;
    for (what, iterations) in [
        ("reads it in", &result.reads),
        ("writes it in", &result.writes),
        ("touches nothing else of the array in", &result.inside),
    ] {
        let Some(iterations) = iterations else {
            writeln!(out, "  {what} no iteration")?;
            continue;
        };
        writeln!(out, "  {what} {} iterations", short(&iterations.count))?;
        writeln!(out, "    {}", iterations.set)?;
        let ranges: Vec<String> = iterations
            .ranges
            .iter()
            .map(|[name, first, count, step]| match step.as_str() {
                "1" => format!("{name} = {first} and the next, {count} values"),
                step => format!("{name} = {first} and on by {step}, {count} values"),
            })
            .collect();
        let exact = if iterations.exact { "all of " } else { "within " };
        writeln!(out, "    {exact}{}", ranges.join("; "))?;
    }
    Ok(())
}
