//! Small pictures in characters: iteration spaces, and what a chosen iteration or tile touches.
//!
//! A plane of two loops is drawn, the outer one downwards; the other loops stand still at the values in its title.

use crate::page::{Picture, PointsOf};
use crate::result::WitnessResult;
use crate::text::{Screen, TextRole};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use textwrap::core::display_width;

/// Rows and columns of a grid.
const SIDE_MAX: usize = 16;
/// Statements that get a picture.
const STATEMENTS_MAX: usize = 6;
/// Distances that are listed.
const LISTED_MAX: usize = 8;
/// Where no width is known.
const WIDTH: usize = 100;

/// How things look.
struct Glyphs {
    point: char,
    chosen: char,
    right: char,
    down: char,
    falling: char,
    rising: char,
    crossing: char,
    /// Where lines between tiles meet.
    corner: char,
}

impl Glyphs {
    fn of(screen: &dyn Screen) -> Glyphs {
        let glyphs: [char; 8] = match screen.ascii() {
            true => ['.', 'o', '-', '|', '\\', '/', 'x', '+'],
            false => ['·', '●', '─', '│', '╲', '╱', '╳', '┼'],
        };
        let [point, chosen, right, down, falling, rising, crossing, corner] = glyphs;
        Glyphs {
            point,
            chosen,
            right,
            down,
            falling,
            rising,
            crossing,
            corner,
        }
    }
}

/// The points of a statement that lie in one plane.
struct Plane<'a> {
    stmt: &'a PointsOf,
    /// Loops downwards and across; a single loop goes across.
    down: Option<usize>,
    across: usize,
    /// Place in the grid (down, across) and number of each point.
    points: BTreeMap<(i64, i64), usize>,
    /// Values of the other loops.
    rest: Vec<(usize, i64)>,
}

impl<'a> Plane<'a> {
    /// The plane through point `through` along loops of `first`, then the innermost ones; none without a loop.
    fn new(stmt: &'a PointsOf, first: &[usize], through: usize) -> Option<Plane<'a>> {
        let mut axes: Vec<usize> = Vec::new();
        let moves = |axis: &usize| stmt.points.iter().any(|point| point[*axis] != stmt.points[0][*axis]);
        let inner = (0..stmt.dims.len()).rev();
        for axis in { first.iter().copied() }
            .chain(inner.clone().filter(moves))
            .chain(inner)
        {
            if axes.len() < 2 && !axes.contains(&axis) {
                axes.push(axis);
            }
        }
        axes.sort_unstable();
        let across = *axes.last()?;
        let down = (axes.len() == 2).then(|| axes[0]);
        let at = stmt.points.get(through)?;
        let rest: Vec<(usize, i64)> = (0..stmt.dims.len())
            .filter(|axis| !axes.contains(axis))
            .map(|axis| (axis, at[axis]))
            .collect();
        let mut plane = Plane {
            stmt,
            down,
            across,
            points: BTreeMap::new(),
            rest,
        };
        for (number, point) in stmt.points.iter().enumerate() {
            if plane.rest.iter().all(|(axis, value)| point[*axis] == *value) {
                plane.points.insert(plane.place(point), number);
            }
        }
        // Only the corner around the chosen point of what is too large.
        let (row, column) = plane.place(at);
        let near = |center: i64, at: i64| (at - center).abs() < SIDE_MAX as i64 / 2;
        if plane.rows().len() > SIDE_MAX || plane.columns().len() > SIDE_MAX {
            plane.points.retain(|(r, c), _| near(row, *r) && near(column, *c));
        }
        Some(plane)
    }

    fn place(&self, point: &[i64]) -> (i64, i64) {
        (self.down.map_or(0, |down| point[down]), point[self.across])
    }

    fn rows(&self) -> Vec<i64> {
        range(self.points.keys().map(|(row, _)| *row))
    }

    fn columns(&self) -> Vec<i64> {
        range(self.points.keys().map(|(_, column)| *column))
    }

    /// `S0: t down, i across; k = 2`
    fn title(&self) -> String {
        let dims = &self.stmt.dims;
        let mut title = self.stmt.stmt.clone() + ":";
        if let Some(down) = self.down {
            let _ = write!(title, " {} down,", dims[down]);
        }
        let _ = write!(title, " {} across", dims[self.across]);
        for (axis, value) in &self.rest {
            let _ = write!(title, ", {} = {value}", dims[*axis]);
        }
        title
    }
}

/// From the least to the greatest.
fn range(values: impl Iterator<Item = i64>) -> Vec<i64> {
    let values: BTreeSet<i64> = values.collect();
    match (values.first(), values.last()) {
        (Some(first), Some(last)) => (*first..=*last).collect(),
        _ => Vec::new(),
    }
}

/// Lines that are next to others.
struct SketchBlock {
    title: String,
    lines: Vec<String>,
}

impl SketchBlock {
    fn width(&self) -> usize {
        let lines = self.lines.iter().chain([&self.title]);
        lines.map(|line| display_width(line)).max().unwrap_or(0)
    }
}

/// A grid with numbers at its sides.
struct Grid<'a> {
    title: String,
    rows: Vec<i64>,
    columns: Vec<i64>,
    /// Whether rows have numbers.
    numbered: bool,
    /// What is at a place, and what it means.
    cell: &'a dyn Fn(i64, i64) -> (String, Option<TextRole>),
    /// Whether two neighbours are in different tiles; the arguments are the former.
    cut_after_row: &'a dyn Fn(i64) -> bool,
    cut_after_column: &'a dyn Fn(i64) -> bool,
}

impl Grid<'_> {
    fn block(&self, glyphs: &Glyphs, screen: &dyn Screen) -> SketchBlock {
        let (rows, columns) = (&self.rows, &self.columns);
        let side = { rows.iter() }
            .map(|row| row.to_string().len())
            .max()
            .filter(|_| self.numbered)
            .unwrap_or(0);
        let heads = columns.iter().map(|column| column.to_string().len());
        let cells = rows.iter().flat_map(|row| {
            columns
                .iter()
                .map(|column| display_width(&(self.cell)(*row, *column).0))
        });
        let wide = heads.chain(cells).max().unwrap_or(1);
        let line_of = |side_text: String, cells: &mut dyn FnMut(i64) -> String, cut: char| {
            let mut line = side_text;
            for (at, column) in columns.iter().enumerate() {
                line.push(' ');
                line += &cells(*column);
                if at + 1 < columns.len() && (self.cut_after_column)(*column) {
                    line.push(' ');
                    line.push(cut);
                }
            }
            line.trim_end().to_owned()
        };
        let blank = " ".repeat(side);
        let head = line_of(blank.clone(), &mut |column| format!("{column:>wide$}"), ' ');
        let mut lines = vec![screen.paint(TextRole::Faint, &head)];
        for (at, row) in rows.iter().enumerate() {
            let number = if self.numbered {
                format!("{row:>side$}")
            } else {
                String::new()
            };
            let mut cell = |column: i64| {
                let (text, role) = (self.cell)(*row, column);
                let pad = " ".repeat(wide - display_width(&text));
                pad + &role.map_or(text.clone(), |role| screen.paint(role, &text))
            };
            lines.push(line_of(screen.paint(TextRole::Faint, &number), &mut cell, glyphs.down));
            if at + 1 < rows.len() && (self.cut_after_row)(*row) {
                let rule = glyphs.right.to_string().repeat(wide);
                let line = line_of(blank.clone(), &mut |_| rule.clone(), glyphs.corner);
                // Between cells too.
                let (left, right) = line.split_at(side + 1);
                lines.push(left.to_owned() + &right.replace(' ', &glyphs.right.to_string()));
            }
        }
        SketchBlock {
            title: self.title.clone(),
            lines,
        }
    }
}

/// Blocks beside each other as far as there is room.
fn beside(out: &mut String, blocks: &[SketchBlock], screen: &dyn Screen) -> std::fmt::Result {
    const GAP: usize = 3;
    let room = screen.width().unwrap_or(WIDTH);
    let mut left = blocks;
    while !left.is_empty() {
        let (mut count, mut width) = (0, 2);
        for block in left {
            width += block.width() + GAP;
            if count > 0 && width > room + GAP {
                break;
            }
            count += 1;
        }
        let (row, rest) = left.split_at(count);
        left = rest;
        let height = row.iter().map(|block| block.lines.len()).max().unwrap_or(0);
        for at in 0..=height {
            let mut line = String::from("  ");
            for block in row {
                let text = match at {
                    0 => screen.paint(TextRole::Strong, &block.title),
                    _ => block.lines.get(at - 1).cloned().unwrap_or_default(),
                };
                let pad = block.width() + GAP - display_width(&text);
                line += &text;
                line += &" ".repeat(pad);
            }
            writeln!(out, "{}", line.trim_end())?;
        }
    }
    Ok(())
}

/// `drawn for n = 6, steps = 6`
fn caption(out: &mut String, picture: &Picture, say: &str, screen: &dyn Screen) -> std::fmt::Result {
    let list = |pairs: &[(String, i64)]| {
        let all = pairs.iter().map(|(name, value)| format!("{name}={value}"));
        all.collect::<Vec<_>>().join(", ")
    };
    let mut facts = vec![say.to_owned()];
    match (list(&picture.params), list(&picture.tiles)) {
        (params, tiles) if params.is_empty() && tiles.is_empty() => {}
        (params, tiles) if tiles.is_empty() => facts.push(format!("drawn for {params}")),
        (params, tiles) if params.is_empty() => facts.push(format!("drawn for tiles {tiles}")),
        (params, tiles) => facts.push(format!("drawn for {params} and tiles {tiles}")),
    }
    facts.push(picture.missing.clone());
    facts.retain(|fact| !fact.is_empty());
    if facts.is_empty() {
        return Ok(());
    }
    let from = out.len();
    writeln!(out, "  {}", screen.paint(TextRole::Faint, &facts.join("; ")))?;
    crate::layout::fold(out, from, screen.width());
    Ok(())
}

/// Statements that have a loop and an iteration.
fn drawable<'p>(picture: &'p Picture, only: &'p dyn Fn(&str) -> bool) -> impl Iterator<Item = (usize, &'p PointsOf)> {
    let all = picture.statements.iter().enumerate();
    all.filter(|(_, stmt)| !stmt.dims.is_empty() && !stmt.points.is_empty() && only(&stmt.stmt))
        .take(STATEMENTS_MAX)
}

/// The point nearest to the middle, if it can be of a tile that is as large as any.
fn middle(stmt: &PointsOf) -> usize {
    let mut tiles: BTreeMap<&[i64], usize> = BTreeMap::new();
    for tile in &stmt.tile {
        *tiles.entry(tile).or_default() += 1;
    }
    let most = tiles.values().max().copied();
    let full = |number: usize| {
        stmt.tile
            .get(number)
            .is_none_or(|tile| tiles.get(&tile[..]).copied() == most)
    };
    let sum = |axis: usize| stmt.points.iter().map(|point| point[axis]).sum::<i64>();
    let sums: Vec<i64> = (0..stmt.dims.len()).map(sum).collect();
    let count = stmt.points.len() as i64;
    let distance = |number: usize| -> i64 {
        let point = stmt.points[number].iter().zip(&sums);
        point.map(|(value, sum)| (value * count - sum).abs()).sum()
    };
    let points = (0..stmt.points.len()).filter(|number| full(*number));
    points.min_by_key(|number| distance(*number)).unwrap_or(0)
}

/// What one iteration in the middle touches, or the tile it is in.
pub(crate) fn touches(
    out: &mut String,
    picture: &Picture,
    only: &dyn Fn(&str) -> bool,
    screen: &dyn Screen,
) -> std::fmt::Result {
    let glyphs = Glyphs::of(screen);
    let mut drawn = false;
    for (_, stmt) in drawable(picture, only) {
        let chosen = middle(stmt);
        let cut: Vec<usize> = (0..stmt.dims.len())
            .filter(|axis| {
                picture
                    .tiles
                    .iter()
                    .any(|(name, size)| *name == stmt.dims[*axis] && *size > 1)
            })
            .collect();
        let Some(plane) = Plane::new(stmt, &cut, chosen) else {
            continue;
        };
        let tile = |number: usize| stmt.tile.get(number);
        let is_chosen = |number: usize| match tile(chosen) {
            Some(own) => tile(number) == Some(own),
            None => number == chosen,
        };
        let at = |row: i64, column: i64| plane.points.get(&(row, column)).copied();
        let cell = |row: i64, column: i64| match at(row, column) {
            Some(number) if is_chosen(number) => (glyphs.chosen.to_string(), Some(TextRole::Strong)),
            Some(_) => (glyphs.point.to_string(), None),
            None => (String::new(), None),
        };
        let differ = |x: Option<usize>, y: Option<usize>| matches!((x, y), (Some(x), Some(y)) if tile(x) != tile(y));
        let (rows, columns) = (plane.rows(), plane.columns());
        let cut_row = |row: i64| {
            columns
                .iter()
                .any(|column| differ(at(row, *column), at(row + 1, *column)))
        };
        let cut_column = |column: i64| rows.iter().any(|row| differ(at(*row, column), at(*row, column + 1)));
        let grid = Grid {
            title: plane.title(),
            rows: rows.clone(),
            columns: columns.clone(),
            numbered: plane.down.is_some(),
            cell: &cell,
            cut_after_row: &cut_row,
            cut_after_column: &cut_column,
        };
        let mut blocks = vec![grid.block(&glyphs, screen)];
        let numbers: Vec<usize> = (0..stmt.points.len()).filter(|number| is_chosen(*number)).collect();
        blocks.extend(arrays(picture, stmt, (&numbers, tile(chosen)), &glyphs, screen));
        writeln!(out)?;
        beside(out, &blocks, screen)?;
        drawn = true;
    }
    if !drawn {
        return Ok(());
    }
    let what = if picture.tiles.is_empty() { "iteration" } else { "tile" };
    let say = format!("{} {what} that reads (r), writes (w) or does both (b)", glyphs.chosen);
    caption(out, picture, &say, screen)
}

/// The arrays of a statement, and which elements some of its points read and write.
fn arrays(
    picture: &Picture,
    stmt: &PointsOf,
    (numbers, tile): (&[usize], Option<&Vec<i64>>),
    glyphs: &Glyphs,
    screen: &dyn Screen,
) -> Vec<SketchBlock> {
    let used: BTreeSet<usize> = stmt.accesses.iter().map(|access| access.array).collect();
    let mut blocks = Vec::new();
    for number in used {
        let shape = &picture.arrays[number];
        // Element -> is it read, is it written.
        let mut marks: BTreeMap<&[i64], (bool, bool)> = BTreeMap::new();
        for (at, access) in stmt
            .accesses
            .iter()
            .enumerate()
            .filter(|(_, access)| access.array == number)
        {
            for element in stmt.touched(at, numbers, tile) {
                let mark = marks.entry(element).or_default();
                mark.0 |= access.access == "read";
                mark.1 |= access.access != "read";
            }
        }
        let rank = shape.low.len();
        let Some((first, _)) = marks.first_key_value() else {
            continue;
        };
        let base = first[..rank.saturating_sub(2)].to_vec();
        let near = |axis: usize| -> Vec<i64> {
            let (low, high) = (shape.low[axis], shape.high[axis]);
            let low = low.max(first[axis] - SIDE_MAX as i64 / 2).min(high);
            (low..=high.min(low + SIDE_MAX as i64 - 1)).collect()
        };
        let element = |row: i64, column: i64| match rank {
            0 => Vec::new(),
            1 => vec![column],
            _ => [&base[..], &[row, column]].concat(),
        };
        let cell = |row: i64, column: i64| match marks.get(&element(row, column)[..]) {
            Some((true, true)) => ("b".to_owned(), Some(TextRole::Strong)),
            Some((true, false)) => ("r".to_owned(), Some(TextRole::Strong)),
            Some(_) => ("w".to_owned(), Some(TextRole::Strong)),
            None => (glyphs.point.to_string(), None),
        };
        let fixed: String = base.iter().map(|at| format!("{at}, ")).collect();
        let title = match rank {
            0 | 1 => shape.array.clone(),
            2 => format!("{}[down, across]", shape.array),
            _ => format!("{}[{fixed}down, across]", shape.array),
        };
        if rank == 0 {
            let (text, role) = cell(0, 0);
            let lines = vec![
                String::new(),
                role.map_or(text.clone(), |role| screen.paint(role, &text)),
            ];
            blocks.push(SketchBlock { title, lines });
            continue;
        }
        let grid = Grid {
            title,
            rows: if rank > 1 { near(rank - 2) } else { vec![0] },
            columns: near(rank - 1),
            numbered: rank > 1,
            cell: &cell,
            cut_after_row: &|_| false,
            cut_after_column: &|_| false,
        };
        blocks.push(grid.block(glyphs, screen));
    }
    blocks
}

/// The iteration space of each statement that depends on itself, with a line from each source to its sinks.
pub(crate) fn flow(out: &mut String, picture: &Picture, screen: &dyn Screen) -> std::fmt::Result {
    let glyphs = Glyphs::of(screen);
    let mut blocks = Vec::new();
    let mut listed = Vec::new();
    for (at, stmt) in drawable(picture, &|_| true) {
        // Distance -> pairs of points.
        let mut distances: BTreeMap<Vec<i64>, Vec<(usize, usize)>> = BTreeMap::new();
        for arrow in picture
            .arrows
            .iter()
            .filter(|arrow| (arrow.source.0, arrow.sink.0) == (at, at))
        {
            let (source, sink) = (&stmt.points[arrow.source.1], &stmt.points[arrow.sink.1]);
            let distance = sink.iter().zip(source).map(|(sink, source)| sink - source).collect();
            distances
                .entry(distance)
                .or_default()
                .push((arrow.source.1, arrow.sink.1));
        }
        if distances.is_empty() {
            continue;
        }
        let is_short = |distance: &Vec<i64>| distance.iter().all(|step| step.abs() <= 1);
        // Loops of the distances with the fewest of them.
        let moves = |distance: &Vec<i64>| distance.iter().filter(|step| **step != 0).count();
        let mut short: Vec<&Vec<i64>> = distances.keys().filter(|distance| is_short(distance)).collect();
        short.sort_by_key(|distance| moves(distance));
        let axes = short
            .iter()
            .flat_map(|distance| (0..distance.len()).filter(|axis| distance[*axis] != 0));
        let moved: Vec<usize> = axes.collect();
        let Some(plane) = Plane::new(stmt, &moved, middle(stmt)) else {
            continue;
        };
        let in_plane =
            |distance: &Vec<i64>| plane.rest.iter().all(|(axis, _)| distance[*axis] == 0) && is_short(distance);
        let (drawn, left): (Vec<_>, Vec<_>) = distances.iter().partition(|(distance, _)| in_plane(distance));
        /// A distance and the points it goes between.
        type Apart<'a> = (&'a Vec<i64>, &'a Vec<(usize, usize)>);
        let text = |all: &[Apart<'_>]| {
            let tuple = |distance: &Vec<i64>| {
                let steps: Vec<String> = distance.iter().map(i64::to_string).collect();
                format!("({})", steps.join(", "))
            };
            let mut list: Vec<String> = all
                .iter()
                .take(LISTED_MAX)
                .map(|(distance, _)| tuple(distance))
                .collect();
            if all.len() > LISTED_MAX {
                list.push(format!("and {} more", all.len() - LISTED_MAX));
            }
            list.join(" ")
        };
        let loops = stmt.dims.join(", ");
        if !drawn.is_empty() {
            let edges = drawn.iter().flat_map(|(_, pairs)| pairs.iter().copied());
            blocks.push(lines_between(&plane, edges, &glyphs, screen));
            listed.push(format!("{}: lines go by {} in ({loops})", stmt.stmt, text(&drawn)));
        }
        if !left.is_empty() {
            listed.push(format!("{}: not drawn: {} in ({loops})", stmt.stmt, text(&left)));
        }
    }
    if listed.is_empty() {
        return Ok(());
    }
    writeln!(
        out,
        "\n{}",
        screen.paint(
            TextRole::Strong,
            "from each value to where it is used or overwritten next"
        )
    )?;
    beside(out, &blocks, screen)?;
    for line in listed {
        let from = out.len();
        writeln!(out, "  {line}")?;
        crate::layout::fold(out, from, screen.width());
    }
    caption(out, picture, "", screen)
}

/// Points four columns and two lines apart, with lines between neighbours.
fn lines_between(
    plane: &Plane<'_>,
    edges: impl Iterator<Item = (usize, usize)>,
    glyphs: &Glyphs,
    screen: &dyn Screen,
) -> SketchBlock {
    const ACROSS: usize = 4;
    let (rows, columns) = (plane.rows(), plane.columns());
    let (Some(top), Some(left)) = (rows.first(), columns.first()) else {
        return SketchBlock {
            title: plane.title(),
            lines: Vec::new(),
        };
    };
    let mut canvas = vec![vec![' '; columns.len() * ACROSS - ACROSS + 1]; rows.len() * 2 - 1];
    let place = |(row, column): (i64, i64)| ((row - top) as usize * 2, (column - left) as usize * ACROSS);
    let shown: BTreeMap<usize, (usize, usize)> = { plane.points.iter() }
        .map(|(at, number)| (*number, place(*at)))
        .collect();
    for (source, sink) in edges {
        let (Some((y0, x0)), Some((y1, x1))) = (shown.get(&source), shown.get(&sink)) else {
            continue;
        };
        let (y, x) = (y0.midpoint(*y1), x0.midpoint(*x1));
        if y0 == y1 {
            let (from, to) = (x0.min(x1), x0.max(x1));
            canvas[y][from + 1..*to].fill(glyphs.right);
        } else if x0 == x1 {
            canvas[y][x] = glyphs.down;
        } else {
            let line = if (x1 > x0) == (y1 > y0) {
                glyphs.falling
            } else {
                glyphs.rising
            };
            let old = canvas[y][x];
            canvas[y][x] = if old == ' ' || old == line {
                line
            } else {
                glyphs.crossing
            };
        }
    }
    for (y, x) in shown.values() {
        canvas[*y][*x] = glyphs.chosen;
    }
    let side = { rows.iter() }
        .map(|row| row.to_string().len())
        .max()
        .filter(|_| plane.down.is_some())
        .unwrap_or(0);
    let mut head = " ".repeat(side + 1);
    for column in &columns {
        let _ = write!(head, "{column:<ACROSS$}");
    }
    let mut lines = vec![screen.paint(TextRole::Faint, head.trim_end())];
    for (at, line) in canvas.iter().enumerate() {
        let number = match (at % 2, plane.down) {
            (0, Some(_)) => rows[at / 2].to_string(),
            _ => String::new(),
        };
        let text: String = line.iter().collect();
        lines.push(screen.paint(TextRole::Faint, &format!("{number:>side$} ")) + text.trim_end());
    }
    SketchBlock {
        title: plane.title(),
        lines,
    }
}

/// In which order the iterations of each statement run, before and after a rewrite; those of a witness are marked.
pub(crate) fn orders(
    out: &mut String,
    picture: &Picture,
    witness: Option<&WitnessResult>,
    screen: &dyn Screen,
) -> std::fmt::Result {
    let glyphs = Glyphs::of(screen);
    let ends: Vec<(&str, &[i64])> = { witness.iter() }
        .flat_map(|witness| [&witness.source, &witness.sink])
        .map(|end| (end.stmt.as_str(), &end.at[..]))
        .collect();
    let concerned = |stmt: &str| ends.is_empty() || ends.iter().any(|(name, _)| *name == stmt);
    if picture.statements.iter().all(|stmt| stmt.order == stmt.order_after) {
        return Ok(());
    }
    let mut drawn = false;
    for (_, stmt) in drawable(picture, &concerned) {
        let is_end = |end: usize, number: usize| {
            ends.get(end)
                .is_some_and(|(name, at)| *name == stmt.stmt && stmt.points[number] == *at)
        };
        let through = (0..stmt.points.len()).find(|number| is_end(0, *number) || is_end(1, *number));
        let apart: Vec<usize> = match (ends.first(), ends.get(1)) {
            (Some((a, x)), Some((b, y))) if a == b => (0..x.len()).filter(|axis| x[*axis] != y[*axis]).collect(),
            _ => Vec::new(),
        };
        let Some(plane) = Plane::new(stmt, &apart, through.unwrap_or_else(|| middle(stmt))) else {
            continue;
        };
        let block = |title: &str, order: &[usize]| {
            let cell = |row: i64, column: i64| match plane.points.get(&(row, column)) {
                None => (String::new(), None),
                Some(number) if is_end(0, *number) => (format!("[{}]", order[*number]), Some(TextRole::Bad)),
                Some(number) if is_end(1, *number) => (format!("({})", order[*number]), Some(TextRole::Bad)),
                // The width of brackets, so that columns stand.
                Some(number) if ends.is_empty() => (order[*number].to_string(), None),
                Some(number) => (format!("{} ", order[*number]), None),
            };
            let grid = Grid {
                title: title.to_owned(),
                rows: plane.rows(),
                columns: plane.columns(),
                numbered: plane.down.is_some(),
                cell: &cell,
                cut_after_row: &|_| false,
                cut_after_column: &|_| false,
            };
            grid.block(&glyphs, screen)
        };
        writeln!(out, "\n  {}", screen.paint(TextRole::Strong, &plane.title()))?;
        beside(
            out,
            &[block("before", &stmt.order), block("after", &stmt.order_after)],
            screen,
        )?;
        drawn = true;
    }
    if !drawn {
        return Ok(());
    }
    let say = match ends.is_empty() {
        true => "numbers are the order of execution; equal numbers have no order",
        false => "numbers are the order of execution: [ ] must come before ( )",
    };
    caption(out, picture, say, screen)
}
