//! What a backend computes, beside the reference.

use crate::{Screen, TextRole};
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write;

/// A function in a backend.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct DifftestResult {
    /// The file of the function.
    pub file: String,
    /// The function, without `@`.
    pub func: String,
    /// The backend, as it was requested: `mlir:O3`.
    pub backend: String,
    /// The passes before it.
    pub pass: Option<String>,
    /// How exact the backend promises to be: `bitwise`, `bound`, `ulp:4`.
    pub tolerance: String,
    /// By generator of the inputs, how many runs ended how: `equal`, `within`, `zero-sign`, `unbounded` are right;
    /// `beyond`, `nan`, `infinity`, `wrong-zero-sign`, `shape` are wrong; `crash`, `timeout`, `over-limit`, `refused`,
    /// `unsupported`, `not-understood` gave no values; `undefined` and `unfinished` are those that the reference has
    /// no values for.
    pub runs: BTreeMap<String, BTreeMap<String, usize>>,
    /// The first run of each kind that is not right.
    pub failures: Vec<DifftestFailure>,
}

/// A run that did not give what it should.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct DifftestFailure {
    /// `wrong`, or how it ended.
    #[schemars(extend("enum" = ["wrong", "crash", "timeout", "over-limit", "refused", "unsupported", "not-understood", "undefined", "unfinished"]))]
    pub outcome: &'static str,
    /// Of wrong values: `beyond`, `nan`, `infinity`, `wrong-zero-sign`, `shape`.
    pub kind: Option<&'static str>,
    /// Extents and index arguments.
    pub sizes: BTreeMap<String, i64>,
    /// The generator of the inputs.
    pub inputs: String,
    /// Its seed.
    pub seed: u64,
    /// In one sentence.
    pub message: String,
    /// The argument, or the result (`#0`), that is wrong.
    pub array: Option<String>,
    /// The first wrong element.
    pub element: Option<Vec<i64>>,
    /// What it should be.
    pub expected: Option<String>,
    /// What it is.
    pub got: Option<String>,
    /// How many elements are wrong.
    pub wrong: Option<usize>,
    /// The signal that ended the backend.
    pub signal: Option<i32>,
    /// The end of what the backend said.
    pub stderr: Option<String>,
    /// A command that shows this again.
    pub again: Option<String>,
}

pub(crate) fn write_difftest(out: &mut String, one: &DifftestResult, screen: &dyn Screen) -> std::fmt::Result {
    let name = screen.paint(TextRole::Strong, &format!("@{}", one.func));
    let pass = one
        .pass
        .as_ref()
        .map_or(String::new(), |pass| format!(" after `{pass}`"));
    writeln!(out, "{name} in {}{pass}, {}", one.backend, one.tolerance)?;
    let width = one.runs.keys().map(String::len).max().unwrap_or(0).max("inputs".len());
    writeln!(out, "  {:<width$}  runs  outcomes", "inputs")?;
    for (inputs, words) in &one.runs {
        let all: Vec<String> = words.iter().map(|(word, count)| format!("{count} {word}")).collect();
        let total: usize = words.values().sum();
        writeln!(out, "  {inputs:<width$}  {total:>4}  {}", all.join(", "))?;
    }
    for failure in &one.failures {
        let (role, what) = match (failure.outcome, failure.kind) {
            ("wrong", kind) => (TextRole::Bad, format!("wrong ({})", kind.unwrap_or("beyond"))),
            ("crash", _) => (TextRole::Bad, "crash".to_owned()),
            (outcome, _) => (TextRole::Unsure, outcome.to_owned()),
        };
        writeln!(out, "  {}: {}", screen.paint(role, &what), failure.message)?;
        let sizes: String = failure
            .sizes
            .iter()
            .map(|(name, size)| format!("{name} = {size}, "))
            .collect();
        writeln!(
            out,
            "    with {sizes}inputs `{}`, seed {}",
            failure.inputs, failure.seed
        )?;
        if let Some(again) = &failure.again {
            writeln!(out, "    again: {again}")?;
        }
    }
    Ok(())
}
