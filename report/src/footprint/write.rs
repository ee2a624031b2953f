//! The results of `footprint` as tables.

use super::*;
use crate::layout::{fold, table};
use crate::sketch;
use crate::text::{Screen, TextRole};
use std::cell::RefCell;
use std::fmt::Write;

/// Longer formulas have a name, and are below.
const FORMULA_MAX: usize = 90;
/// In narrow tables.
const CELL_MIN: usize = 20;
/// The same for slices and sets.
const SLICE_MAX: usize = 200;
const SET_MAX: usize = 400;

/// Of longer formulas a bound is said, where there is one.
const UNREADABLE: usize = 1000;
const AT_MOST: &str = "at most ";

/// What is too long for its place: there stands a name, `#1`.
struct Below {
    texts: RefCell<Vec<String>>,
    /// What is too long for the cell of a table.
    cell_max: usize,
}

impl Below {
    /// On a terminal cells are not folded.
    fn new(width: Option<usize>) -> Below {
        Below {
            texts: RefCell::default(),
            cell_max: width.map_or(FORMULA_MAX, |width| (width / 4).clamp(CELL_MIN, FORMULA_MAX)),
        }
    }

    /// A number in a table.
    fn cell(&self, number: &NumberResult) -> String {
        match number.value {
            Some(value) => value.to_string(),
            None => self.short(number.text(), self.cell_max),
        }
    }

    /// The text, or its name.
    fn short(&self, text: String, max: usize) -> String {
        if text.chars().count() <= max {
            return text;
        }
        let mut texts = self.texts.borrow_mut();
        let known = texts.iter().position(|known| *known == text);
        let at = known.unwrap_or_else(|| {
            texts.push(text);
            texts.len() - 1
        });
        format!("#{}", at + 1)
    }

    fn number(&self, number: &NumberResult) -> String {
        match number.value {
            Some(value) => value.to_string(),
            None => self.short(number.text(), FORMULA_MAX),
        }
    }

    fn write(&self, out: &mut String, screen: &dyn Screen) -> std::fmt::Result {
        let texts = self.texts.borrow();
        if texts.is_empty() {
            return Ok(());
        }
        heading(out, "too long for their places", screen)?;
        for (at, text) in texts.iter().enumerate() {
            writeln!(out, "    #{} = {text}", at + 1)?;
        }
        Ok(())
    }
}

fn list(loops: &[TileLoop]) -> String {
    let all: Vec<String> = loops.iter().map(|one| format!("{}={}", one.name, one.size)).collect();
    all.join(", ")
}

pub(crate) fn write_footprint(out: &mut String, result: &FootprintResult, screen: &dyn Screen) -> std::fmt::Result {
    let from = out.len();
    write_head(out, result, screen)?;
    let below = Below::new(screen.width());
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
            (Some(product), Some(_)) => below.short(product.clone(), below.cell_max),
            (_, Some(full)) => below.cell(&full.elems),
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
            (None, Some(full)) => below.cell(of(full)),
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
                below.cell(&operand.any.elems)
            },
        ]);
    }
    if let Some(all) = &result.working_set {
        rows.push(vec![
            "working set".to_owned(),
            below.cell(&all.elems),
            below.cell(&all.bytes),
            below.cell(&all.lines),
        ]);
    }
    table(
        out,
        &rows,
        &[false, false, true, true, true, true, false],
        screen.width(),
    );
    write_slices(out, result, &below, screen)?;
    if !whole {
        write_partial(out, result, &below, screen)?;
        write_overlap(out, result, &below, screen)?;
    }
    write_traffic(out, result, &below, screen)?;
    write_live(out, result, &below, screen)?;
    if let Some(simulation) = &result.simulation {
        write_simulation(out, simulation, screen)?;
    }
    below.write(out, screen)?;
    for text in legend(result) {
        writeln!(out, "  {}", screen.paint(TextRole::Faint, &text))?;
    }
    if !result.assumes.is_empty() {
        let text = format!("  lines: taking for granted that {}", result.assumes.join("; "));
        writeln!(out, "{}", screen.paint(TextRole::Faint, &text))?;
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

/// What words of the tables mean, where they are there.
fn legend(result: &FootprintResult) -> Vec<String> {
    let mut all = Vec::new();
    let is_bound = |operand: &FootprintOperand| moved(operand, &Below::new(None)).starts_with(AT_MOST);
    if result.level > 0 && result.operands.iter().any(is_bound) {
        all.push(format!(
            "{}: the exact formula has more than {UNREADABLE} characters; `--format json` has it",
            AT_MOST.trim()
        ));
    }
    if result.operands.iter().any(|operand| operand.reuse.is_some()) {
        let what = if result.level == 0 {
            "the program"
        } else {
            "a full tile"
        };
        all.push(format!(
            "reuse: how often {what} accesses each of its elements, on average"
        ));
    }
    let is_larger = |operand: &FootprintOperand| !operand.slice.exact;
    if result.operands.iter().any(is_larger) {
        all.push("hull: elements of the slice, which holds more than what is touched".to_owned());
    }
    let mut cases = result.operands.iter().flat_map(|operand| &operand.cases);
    if cases.any(|case| !case.full && case.partial.is_empty()) {
        all.push(
            "inside, cut: at no end of a loop, but with fewer iterations, since bounds depend on other loops"
                .to_owned(),
        );
    }
    all
}

/// `2.5`, `8`
fn plain(number: f64) -> String {
    let text = format!("{number:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn write_head(out: &mut String, result: &FootprintResult, screen: &dyn Screen) -> std::fmt::Result {
    let func = screen.paint(TextRole::Strong, &format!("@{}", result.func));
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
                    .paint(TextRole::Faint, text.trim_end_matches(" .."))
                    .replace(" ..", "")
            )?;
        }
    }
    if !result.context.is_empty() {
        writeln!(
            out,
            "{}",
            screen.paint(TextRole::Faint, &format!("  where {}", result.context))
        )?;
    }
    Ok(())
}

fn heading(out: &mut String, text: &str, screen: &dyn Screen) -> std::fmt::Result {
    writeln!(out, "  {}", screen.paint(TextRole::Strong, text))
}

fn write_slices(out: &mut String, result: &FootprintResult, below: &Below, screen: &dyn Screen) -> std::fmt::Result {
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
        let text = below.short(operand.slice.text.clone(), SLICE_MAX);
        writeln!(out, "    {text}  {}", screen.paint(TextRole::Faint, exact))?;
        if !operand.slice.exact {
            writeln!(out, "      {}", below.short(operand.set.clone(), SET_MAX))?;
        }
    }
    Ok(())
}

fn write_partial(out: &mut String, result: &FootprintResult, below: &Below, screen: &dyn Screen) -> std::fmt::Result {
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
                _ => below.cell(&case.volume.elems),
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

fn write_overlap(out: &mut String, result: &FootprintResult, below: &Below, screen: &dyn Screen) -> std::fmt::Result {
    let mut rows = Vec::new();
    for operand in &result.operands {
        for overlap in &operand.overlap {
            let all = operand.elems.is_some() && overlap.volume.elems.value == operand.elems;
            let elems = if all {
                "all".to_owned()
            } else {
                below.number(&overlap.volume.elems)
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

fn write_traffic(out: &mut String, result: &FootprintResult, below: &Below, screen: &dyn Screen) -> std::fmt::Result {
    if result.level > 0 {
        heading(out, &format!("all tiles: {}", below.number(&result.tiles)), screen)?;
        let mut rows = vec![vec![
            String::new(),
            "elements moved".to_owned(),
            "lines".to_owned(),
            "elements, if the last tile stays".to_owned(),
        ]];
        for operand in &result.operands {
            rows.push(vec![
                format!("{} {}", operand.access, operand.array),
                below.cell(&operand.total.elems),
                below.cell(&operand.total.lines),
                moved(operand, below),
            ]);
        }
        indented(out, &rows, &[false, false, false, false], screen)?;
    }
    for (what, traffic) in [("reads", &result.read_traffic), ("writes", &result.write_traffic)] {
        if let Some(traffic) = traffic {
            writeln!(out, "    all {what}: {} B", below.number(&traffic.bytes))?;
        }
    }
    if let Some(across) = &result.live_across {
        writeln!(
            out,
            "  kept for later tiles, untouched by this one: {} B",
            below.number(&across.bytes)
        )?;
    }
    let intensity = |one: &IntensityResult| match one.per_byte {
        Some(per_byte) => format!(
            "{} operations a byte ({} operations)",
            plain(per_byte),
            below.number(&one.ops)
        ),
        None => format!("{} operations", below.number(&one.ops)),
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

/// What moves if the last tile stays; of very long formulas that they are at most what moves without.
fn moved(operand: &FootprintOperand, below: &Below) -> String {
    let exact = &operand.moved.elems;
    match exact.value.is_none() && exact.text().chars().count() > UNREADABLE {
        true => format!("{AT_MOST}{}", below.cell(&operand.total.elems)),
        false => below.cell(exact),
    }
}

fn write_live(out: &mut String, result: &FootprintResult, below: &Below, _: &dyn Screen) -> std::fmt::Result {
    if let Some(cold) = &result.cold {
        writeln!(
            out,
            "  cold misses: {} lines; {} B are touched",
            below.number(&cold.lines),
            below.number(&cold.bytes)
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
                below.number(peak),
                below.number(bytes)
            )
        }
        _ => writeln!(
            out,
            "  live at most: between {} (at the start), {} (in the end) and {} elements (all that is touched)",
            below.number(&live.start),
            below.number(&live.end),
            below.number(&live.touched)
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
        "exact" if one.by_access => {
            "prediction and simulation agree; tiles alone leave some reuse open, so the accesses are predicted one by one"
        }
        "exact" => "prediction and simulation agree: every reuse either stays within what fits, or sees more than fits",
        "within" if one.predicted_most.is_none() => {
            "the prediction is a lower bound: some tile has more lines than there is room for"
        }
        "within" => "the prediction is a bound: between tiles some reuse may hit or miss, which footprints do not tell",
        "other-ways" => "the prediction is for full associativity",
        _ => "the prediction does not hold; this is a bug in polyvet",
    };
    writeln!(out, "    {}", screen.paint(TextRole::Faint, remark))
}

pub(crate) fn write_behind(out: &mut String, result: &BehindResult, screen: &dyn Screen) -> std::fmt::Result {
    let stmt = screen.paint(TextRole::Strong, &format!("@{}: {}", result.func, result.stmt));
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
        writeln!(out, "  {what} {} iterations", iterations.count.text())?;
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
