//! A report: everything polyvet knows of one function, as data. [`crate::pages`] writes it.

use crate::footprint::FootprintResult;
use crate::result::{DependenceResult, Edge, LoopResult, ParamResult, ReasonResult, StatementResult, VerdictResult};
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;

/// `report`: one function.
#[derive(Clone, Debug, Default, JsonSchema, Serialize)]
pub struct FunctionReport {
    /// The file.
    pub file: String,
    /// The function, without `@`.
    pub func: String,
    /// Its text, as written; empty for a model without one.
    pub source: String,
    /// One-based line where it begins.
    pub line: Option<usize>,
    /// Why it has no model, and nothing more can be said about it; null if it has one.
    pub no_model: Option<ReasonResult>,
    /// Parameters.
    pub params: Vec<ParamResult>,
    /// What is known of the parameters; empty if nothing.
    pub context: String,
    /// Arrays.
    pub arrays: Vec<ArrayReport>,
    /// Statements in program order.
    pub statements: Vec<StatementReport>,
    /// All loops.
    pub loops: Vec<LoopResult>,
    /// Loops that may be exchanged and tiled.
    pub bands: Vec<BandReport>,
    /// Memory-based dependences.
    pub dependences: Vec<DependenceResult>,
    /// The graph of the statements: one edge for each pair and kind.
    pub graph: Vec<Edge>,
    /// The schedule tree.
    pub schedule: TreeReport,
    /// What the whole program touches, and how much of it is live at a time; then what tiles touch, with `--tile`.
    pub footprint: Vec<FootprintResult>,
    /// The rewrite; null without `--transform`.
    pub transform: Option<TransformReport>,
    /// Points to draw; only where a picture is requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub picture: Option<Picture>,
}

/// An array.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct ArrayReport {
    /// Name.
    pub array: String,
    /// `input`, `output`, `in-out`, `local`, `register`.
    pub kind: &'static str,
    /// Element type.
    #[serde(rename = "type")]
    pub elem: String,
    /// Extents as affine expressions of the parameters; null where unknown.
    pub extents: Vec<Option<String>>,
    /// How many elements are read at least once, as a formula; null where it would explode.
    pub read: Option<String>,
    /// How many elements are written at least once.
    pub written: Option<String>,
    /// Line of its definition.
    pub line: Option<usize>,
}

/// A statement.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct StatementReport {
    /// What `relations` says about it.
    #[serde(flatten)]
    pub relations: StatementResult,
    /// Its text, as written; empty for a model without one.
    pub source: String,
    /// How many instances it has, as a formula; null where it would explode.
    pub instances: Option<String>,
    /// How often an instance does each operation: `{"arith.addf": 1}`.
    pub operations: BTreeMap<String, usize>,
}

/// A permutable band.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct BandReport {
    /// Its loops, outermost first.
    pub loops: Vec<String>,
    /// Those whose iterations are independent while the loops around the band stand still.
    pub coincident: Vec<String>,
    /// Statements inside.
    pub statements: Vec<String>,
}

/// A node of a schedule tree.
#[derive(Clone, Debug, Default, JsonSchema, Serialize)]
pub struct TreeReport {
    /// `domain`, `band`, `sequence`, `set`, `filter`, `mark`, ..
    pub node: String,
    /// What it says: the functions of a band, the statements of a filter, the name of a mark.
    pub label: String,
    /// Nodes below.
    pub children: Vec<TreeReport>,
}

/// A rewrite of the function.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct TransformReport {
    /// The script.
    pub script: String,
    /// Is it right?
    pub verdict: VerdictResult,
    /// The new schedule tree; null if the rewrite could not be applied.
    pub schedule: Option<TreeReport>,
    /// The new loops, outer before inner, and what they carry; empty if a statement stands in several places.
    pub loops: Vec<LoopResult>,
    /// The new program.
    pub program: Option<String>,
}

/// All points of a small instance of the function.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct Picture {
    /// Values of the parameters.
    #[serde(serialize_with = "crate::json::pairs")]
    #[schemars(with = "BTreeMap<String, i64>")]
    pub params: Vec<(String, i64)>,
    /// Sizes of the tiles that are drawn, by loop: those asked for, or smaller ones of the same shape.
    #[serde(serialize_with = "crate::json::pairs")]
    #[schemars(with = "BTreeMap<String, i64>")]
    pub tiles: Vec<(String, i64)>,
    /// Statements.
    pub statements: Vec<PointsOf>,
    /// Arrays, by name and shape; an array without a known shape has the shape of what is touched.
    pub arrays: Vec<ShapeOf>,
    /// Dependences between points: statement and point of the source, statement and point of the sink, kind.
    pub arrows: Vec<Arrow>,
    /// Why there is less than everything; empty if nothing is missing.
    pub missing: String,
}

/// The instances of a statement.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct PointsOf {
    /// Name.
    pub stmt: String,
    /// Names of the dimensions.
    pub dims: Vec<String>,
    /// Points.
    pub points: Vec<Vec<i64>>,
    /// When each runs: its number in the order of execution; equal numbers have no order.
    pub order: Vec<usize>,
    /// The same after the rewrite; empty without one.
    pub order_after: Vec<usize>,
    /// The tile of each point, loop by loop of those that are cut; empty without tiles of fixed sizes.
    pub tile: Vec<Vec<i64>>,
    /// Its accesses.
    pub accesses: Vec<TouchesOf>,
    /// What whole tiles touch, where not all of their points are drawn.
    pub whole: Vec<WholeTile>,
}

/// What a whole tile touches.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct WholeTile {
    /// As in [`PointsOf::tile`].
    pub tile: Vec<i64>,
    /// How many instances it has.
    pub points: usize,
    /// By access the elements.
    pub elements: Vec<Vec<Vec<i64>>>,
}

impl PointsOf {
    /// What some points touch through an access; of a tile all that it touches, those of its points that are not drawn
    /// too.
    pub fn touched(&self, access: usize, points: &[usize], tile: Option<&Vec<i64>>) -> Vec<&Vec<i64>> {
        let whole = tile.and_then(|tile| self.whole.iter().find(|whole| whole.tile == *tile));
        match whole {
            Some(whole) => whole.elements[access].iter().collect(),
            None => (points.iter())
                .flat_map(|point| &self.accesses[access].elements[*point])
                .collect(),
        }
    }
}

/// What the instances of a statement touch through one access.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct TouchesOf {
    /// Index into [`Picture::arrays`].
    pub array: usize,
    /// `read`, `write`, `may_write`.
    pub access: &'static str,
    /// For each point the elements.
    pub elements: Vec<Vec<Vec<i64>>>,
}

/// An array in a picture.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct ShapeOf {
    /// Name.
    pub array: String,
    /// Least subscript that is shown, by dimension.
    pub low: Vec<i64>,
    /// Greatest.
    pub high: Vec<i64>,
}

/// A dependence between two points.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct Arrow {
    /// `raw`, `war`, `waw`.
    pub kind: &'static str,
    /// Statement and point, by number.
    pub source: (usize, usize),
    /// Statement and point, by number.
    pub sink: (usize, usize),
}
