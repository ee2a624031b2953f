//! `tile`: what was chosen, and what else there was.

use std::fmt::Write;

use schemars::JsonSchema;
use serde::Serialize;

use crate::{Screen, TextRole};

/// Tile sizes for one nest of a function.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct TileResult {
    /// Names of parameters for people.
    #[serde(skip)]
    pub names: crate::ReadableNames,
    /// The file of the function.
    pub file: String,
    /// The function, without `@`.
    pub func: String,
    /// The statements in the nest.
    pub stmts: Vec<String>,
    /// Loops around the nest, which stay as they are.
    pub outer: Vec<String>,
    /// The loops that may be cut, outermost first.
    pub loops: Vec<String>,
    /// What is best: `traffic`, `intensity`, `balanced`.
    pub objective: &'static str,
    /// Bytes of a cache line where lines are counted; null where elements are.
    pub line_bytes: Option<u64>,
    /// Arithmetic operations in the whole run.
    pub ops: u64,
    /// Bytes that move if each element moves once: the least there is.
    pub compulsory: TrafficResult,
    /// Memory by memory, the smallest first.
    pub levels: Vec<TileLevelResult>,
    /// Why some loops of the nest are not cut; null if all may be.
    pub held: Option<String>,
    /// They stay whole for the order of a reduction only: the bytes that move with `--allow reassoc`; else null.
    pub reassociated_bytes: Option<u64>,
    /// What counts of lines take for granted besides that arrays begin lines.
    pub assumes: Vec<String>,
    /// The rewrite for `polyvet transform`; empty if nothing is to be cut.
    pub script: String,
    /// `proved`.
    #[schemars(extend("const" = "proved"))]
    pub verdict: &'static str,
    /// `bitwise`, `reassociated`.
    pub strength: Option<&'static str>,
}

/// Bytes that move in the whole run.
#[derive(Clone, Copy, Debug, JsonSchema, Serialize)]
pub struct TrafficResult {
    /// Into the memory.
    pub read_bytes: u64,
    /// Out of it.
    pub write_bytes: u64,
}

impl TrafficResult {
    fn total(self) -> u64 {
        self.read_bytes + self.write_bytes
    }
}

/// Tiles for one memory.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct TileLevelResult {
    /// Its name.
    pub memory: String,
    /// Its bytes.
    pub capacity_bytes: u64,
    /// What was chosen.
    pub chosen: TileCandidateResult,
    /// What else was looked at, from the least traffic.
    pub candidates: Vec<TileCandidateResult>,
    /// Bytes that any order of the same instances moves at least.
    pub least_bytes: u64,
}

/// One way to tile.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct TileCandidateResult {
    /// A size for each of the loops; null for a loop that is not cut.
    pub sizes: Vec<Option<i64>>,
    /// The loops that are cut, in the order in which tiles run, outermost first.
    pub order: Vec<String>,
    /// Bytes that the largest tile touches.
    pub footprint_bytes: u64,
    /// The same, array by array.
    pub footprints: Vec<ArrayBytesResult>,
    /// Whether it fits.
    pub fits: bool,
    /// How many tiles there are.
    pub tiles: u64,
    /// What moves.
    pub traffic: TrafficResult,
    /// Operations for each byte that moves.
    pub ops_per_byte: f64,
}

/// Bytes of one array.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct ArrayBytesResult {
    /// The array.
    pub array: String,
    /// What the largest tile touches of it.
    pub bytes: u64,
}

/// `17.5 KiB`, `640 B`: exact below a KiB, to one decimal above.
pub fn bytes_text(bytes: u64) -> String {
    let units = ["KiB", "MiB", "GiB", "TiB"];
    let mut value = bytes as f64;
    let mut unit = None;
    for next in units {
        if value < 1024.0 {
            break;
        }
        value /= 1024.0;
        unit = Some(next);
    }
    match unit {
        None => format!("{bytes} B"),
        Some(unit) => {
            let text = format!("{value:.1}");
            format!("{} {unit}", text.strip_suffix(".0").unwrap_or(&text))
        }
    }
}

pub(crate) fn write_tile(out: &mut String, result: &TileResult, screen: &dyn Screen) -> std::fmt::Result {
    let head = screen.paint(TextRole::Strong, &format!("@{}", result.func));
    let inside = match result.outer.as_slice() {
        [] => String::new(),
        outer => format!(" inside {}", outer.join(", ")),
    };
    writeln!(
        out,
        "{head}: {} in loops {}{inside}",
        result.stmts.join(", "),
        result.loops.join(", ")
    )?;
    if let Some(held) = &result.held {
        writeln!(out, "  other loops stay whole: {held}")?;
    }
    if let Some(moved) = result.reassociated_bytes {
        writeln!(out, "  {}", gain(result, moved))?;
    }
    for assumed in &result.assumes {
        writeln!(out, "  taken for granted: {assumed}")?;
    }
    for level in &result.levels {
        write_level(out, result, level, screen)?;
    }
    writeln!(
        out,
        "\nno tiles move less than {}: each {} once",
        bytes_text(result.compulsory.total()),
        if result.line_bytes.is_some() { "line" } else { "element" }
    )?;
    if result.script.is_empty() {
        writeln!(out, "all fits at once: nothing to tile")
    } else {
        let strength = result.strength.unwrap_or_default();
        let verdict = screen.paint(TextRole::Good, &format!("{}, {strength}", result.verdict));
        writeln!(out, "{verdict}: {}", screen.paint(TextRole::Strong, &result.script))
    }
}

/// What another order of reductions would gain.
fn gain(result: &TileResult, moved: u64) -> String {
    let levels = result.levels.iter().map(|level| level.chosen.traffic.total());
    let strict = levels.fold(0, u64::saturating_add);
    match moved < strict {
        true => format!(
            "only the order of a reduction: with `--allow reassoc` {} move instead of {}",
            bytes_text(moved),
            bytes_text(strict)
        ),
        false => "only the order of a reduction, but `--allow reassoc` would gain nothing".to_owned(),
    }
}

fn write_level(
    out: &mut String,
    result: &TileResult,
    level: &TileLevelResult,
    screen: &dyn Screen,
) -> std::fmt::Result {
    let capacity = bytes_text(level.capacity_bytes);
    writeln!(out, "\n{}, {capacity}", screen.paint(TextRole::Strong, &level.memory))?;
    let mut rows = vec![header(result)];
    rows.push(row(result, level, &level.chosen, "->"));
    rows.extend(level.candidates.iter().map(|one| row(result, level, one, "")));
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..rows[0].len()).map(width).collect();
    let order = 1 + result.loops.len();
    for (at, row) in rows.iter().enumerate() {
        let mut line = String::new();
        for (column, (text, width)) in row.iter().zip(&widths).enumerate() {
            // Numbers end, words begin at the same place.
            match column {
                0 => write!(line, "{text:width$}")?,
                _ if column == order || column + 1 == row.len() => write!(line, "  {text:width$}")?,
                _ => write!(line, "  {text:>width$}")?,
            }
        }
        let line = line.trim_end();
        match at {
            0 => writeln!(out, "{}", screen.paint(TextRole::Faint, line))?,
            1 => writeln!(out, "{}", screen.paint(TextRole::Strong, line))?,
            _ => writeln!(out, "{line}")?,
        }
    }
    let arrays: Vec<String> = (level.chosen.footprints.iter())
        .map(|array| format!("{} {}", array.array, bytes_text(array.bytes)))
        .collect();
    writeln!(out, "   a tile touches {}", arrays.join(", "))?;
    let (least, moved) = (level.least_bytes, level.chosen.traffic.total());
    match least < moved && least > 0 {
        true => {
            let ratio = (moved as f64 / least as f64 * 100.0).ceil() / 100.0;
            writeln!(
                out,
                "   any order moves at least {}: this is within {ratio:.2} times that",
                bytes_text(least)
            )
        }
        false => writeln!(out, "   no order moves less"),
    }
}

fn header(result: &TileResult) -> Vec<String> {
    let mut row = vec![String::new()];
    row.extend(result.loops.iter().cloned());
    row.extend(
        [
            "tiles run over",
            "tiles",
            "footprint",
            "read",
            "written",
            "ops/B",
            "fits",
        ]
        .map(str::to_owned),
    );
    row
}

fn row(result: &TileResult, level: &TileLevelResult, one: &TileCandidateResult, mark: &str) -> Vec<String> {
    let mut row = vec![mark.to_owned()];
    debug_assert_eq!(one.sizes.len(), result.loops.len());
    row.extend(
        one.sizes
            .iter()
            .map(|size| size.map_or("all".to_owned(), |size| size.to_string())),
    );
    row.push(match one.order.as_slice() {
        [] => "one tile".to_owned(),
        order => order.join(", "),
    });
    row.push(one.tiles.to_string());
    row.push(bytes_text(one.footprint_bytes));
    row.push(bytes_text(one.traffic.read_bytes));
    row.push(bytes_text(one.traffic.write_bytes));
    row.push(format!("{:.2}", one.ops_per_byte));
    let share = 100.0 * one.footprint_bytes as f64 / level.capacity_bytes as f64;
    row.push(format!("{} {share:.0}%", if one.fits { "yes" } else { "no" }));
    row
}

#[cfg(test)]
mod tests {
    use super::bytes_text;

    #[test]
    fn bytes() {
        let texts = [0, 1023, 1024, 1536, 32 << 10, 5 << 30].map(bytes_text);
        assert_eq!(texts, ["0 B", "1023 B", "1 KiB", "1.5 KiB", "32 KiB", "5 GiB"]);
    }
}
