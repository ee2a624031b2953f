//! The results of `footprint`, as data; `write` makes tables of them.

mod write;

use schemars::JsonSchema;
use serde::Serialize;

pub(crate) use write::{write_behind, write_footprint};

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
    /// Loops in which the tiles are cut off; none for full tiles, and for those cut by bounds that depend on other
    /// loops.
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
    /// How often a full tile accesses each of its elements, on average.
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
    /// The prediction goes through the accesses of the tiled program one by one, since tiles leave some reuse open.
    pub by_access: bool,
    /// How prediction and simulation compare: `exact`, `within`, `other-ways` (the prediction is for full
    /// associativity), `outside` (a bug).
    pub verdict: &'static str,
}

/// `footprint`: one statement, or all statements of a band together, at one level of the tiling.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct FootprintResult {
    /// Names of parameters for people.
    #[serde(skip)]
    pub names: crate::ReadableNames,
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
    /// Points to draw; only where a picture is requested.
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
    /// Names of parameters for people.
    #[serde(skip)]
    pub names: crate::ReadableNames,
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
