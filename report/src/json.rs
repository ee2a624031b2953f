//! The JSON format: one object, written as the results come, one result a line.
//!
//! ```json
//! {"schema": "polyvet/1", "command": "check", "results": [
//! {"func": "matmul", "subject": "reverse(k)", "verdict": "proved", ...}
//! ], "diagnostics": [], "summary": {"proved": 1}}
//! ```

use crate::{DiagnosticResult, Outcome, ShardResult, Summary};
use schemars::JsonSchema;
use serde::{Serialize, Serializer};
use std::io::{self, Write};

/// The schema of the object; fields are added to it, never renamed.
pub const SCHEMA: &str = "polyvet/1";

/// The object, for its schema; [`Stream`] writes it.
#[derive(JsonSchema)]
#[schemars(
    title = "polyvet/1",
    description = "What `polyvet --format json` writes. Fields are added, never renamed."
)]
#[expect(dead_code, reason = "the object is never held as a whole")]
struct JsonDocument {
    /// The version of this schema.
    #[schemars(extend("const" = SCHEMA))]
    schema: String,
    /// The subcommand.
    command: String,
    /// Which part of the questions is answered; absent where all are.
    #[serde(skip_serializing_if = "Option::is_none")]
    shard: Option<ShardResult>,
    /// One for each question, function or value.
    results: Vec<Outcome>,
    /// Everything that was told on standard error.
    diagnostics: Vec<DiagnosticResult>,
    /// Counts over all verdicts; absent where there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    summary: Option<Summary>,
}

/// The JSON Schema of the object, as `docs/schema/polyvet-1.json` holds it.
pub fn schema() -> serde_json::Value {
    let settings = schemars::generate::SchemaSettings::draft2020_12().for_serialize();
    let mut schema = settings
        .into_generator()
        .into_root_schema_for::<JsonDocument>()
        .to_value();
    // A report has all that `relations` has, and more: say which of them it is.
    schema["allOf"] = serde_json::json!([{
        "if": { "properties": { "command": { "const": "report" } } },
        "then": { "properties": { "results": { "items": { "$ref": "#/$defs/FunctionReport" } } } },
    }]);
    schema
}

/// What every object that is written begins with.
pub fn opening() -> String {
    format!("{{\"schema\": \"{SCHEMA}\"")
}

/// Writes the object piece by piece.
#[derive(Debug)]
pub struct Stream {
    command: &'static str,
    /// Which part of the questions is answered.
    pub shard: Option<ShardResult>,
    written: usize,
}

impl Stream {
    /// The object of `command`.
    pub fn new(command: &'static str) -> Stream {
        Stream {
            command,
            shard: None,
            written: 0,
        }
    }

    fn begin(&self, out: &mut dyn Write) -> io::Result<()> {
        write!(out, "{}, \"command\": \"{}\"", opening(), self.command)?;
        if let Some(shard) = &self.shard {
            out.write_all(b", \"shard\": ")?;
            serde_json::to_writer(&mut *out, shard)?;
        }
        out.write_all(b", \"results\": [")
    }

    /// Writes one result.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn push(&mut self, out: &mut dyn Write, result: &impl Serialize) -> io::Result<()> {
        if self.written == 0 {
            self.begin(out)?;
        }
        out.write_all(if self.written == 0 { b"\n" } else { b",\n" })?;
        self.written += 1;
        serde_json::to_writer(out, result)?;
        Ok(())
    }

    /// Writes what follows the results.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn end(&mut self, out: &mut dyn Write, diagnostics: &[impl Serialize], summary: &Summary) -> io::Result<()> {
        if self.written == 0 {
            self.begin(out)?;
        } else {
            out.write_all(b"\n")?;
        }
        out.write_all(b"], \"diagnostics\": ")?;
        serde_json::to_writer(&mut *out, diagnostics)?;
        if summary.total() > 0 {
            out.write_all(b", \"summary\": ")?;
            serde_json::to_writer(&mut *out, summary)?;
        }
        out.write_all(b"}\n")
    }
}

/// Pairs as an object, in their order.
pub(crate) fn pairs<S: Serializer>(pairs: &[(String, i64)], serializer: S) -> Result<S::Ok, S::Error> {
    let pairs: serde_json::Map<String, serde_json::Value> = pairs
        .iter()
        .map(|(name, value)| (name.clone(), (*value).into()))
        .collect();
    pairs.serialize(serializer)
}
