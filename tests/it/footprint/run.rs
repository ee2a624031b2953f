//! A run of a program beside the footprints of its tiles: every number compared.

use num_bigint::BigInt;
use polyvet_analysis::ids::{ArrayId, StmtId};
use polyvet_footprint::{
    AccessFilter, Amount, Budget, Footprint, FootprintOptions, FusedTiles, OperandFootprint, TileSize, Tiling,
    footprint, tiles,
};
use polyvet_poly::Set;
use polyvet_tests::model::Subject;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// One element read or written.
#[derive(Clone, Debug)]
pub struct Access {
    /// The statement if it is known.
    pub stmt: Option<StmtId>,
    /// Loops around it, by name.
    pub loops: Vec<(String, i64)>,
    pub array: String,
    pub element: Vec<i64>,
    pub write: bool,
}

/// A program, the accesses of its run, and the values of its parameters.
pub struct Run<'a> {
    pub subject: &'a Subject,
    pub accesses: Vec<Access>,
    pub params: Vec<(String, i64)>,
    pub extents: HashMap<String, Vec<i64>>,
}

/// How many numbers were compared.
#[derive(Debug, Default)]
pub struct Compared {
    pub exact: usize,
    pub bounds: usize,
    pub unknown: usize,
}

pub type Elements = BTreeSet<Vec<i64>>;

/// The footprints of a tiling, computed once for all runs.
pub struct Answers {
    bands: Vec<Footprint>,
    /// What stays beside the tiles of each band, by array; empty where it is not asked for.
    across: Vec<HashMap<ArrayId, Amount>>,
}

impl Answers {
    /// With `across` also what stays beside tiles; with `sizes` for rows of these lengths.
    pub fn of(subject: &Subject, tiling: &Tiling, across: bool, sizes: Option<Set>) -> Result<Answers, String> {
        let scop = &subject.scop;
        let bands = match tiling.levels.is_empty() {
            true => vec![FusedTiles::whole(scop).map_err(|error| error.to_string())?],
            false => tiles(scop, tiling).map_err(|error| error.to_string())?,
        };
        let mut answers = Answers {
            bands: Vec::new(),
            across: Vec::new(),
        };
        for band in bands {
            let options = FootprintOptions {
                budget: Budget::of(400, u64::MAX),
                sizes: sizes.clone(),
                ..FootprintOptions::default()
            };
            let found = footprint(scop, Some(&subject.module), &band, &options).map_err(|error| error.to_string())?;
            let mut amounts = HashMap::new();
            for array in scop.arrays.keys().filter(|_| across && band.level == 0) {
                let Some(kept) = band.across(scop, array).map_err(|error| error.to_string())? else {
                    continue;
                };
                let amount = band.amount(&kept, &band.all, &Budget::of(400, u64::MAX));
                amounts.insert(array, amount.map_err(|error| error.to_string())?);
            }
            answers.bands.push(found);
            answers.across.push(amounts);
        }
        Ok(answers)
    }

    /// Whether line counts take for granted that rows begin lines.
    pub fn assume_rows(&self) -> bool {
        let mut operands = self
            .bands
            .iter()
            .flat_map(|band| band.operands.iter().chain(&band.arrays));
        operands.any(|operand| operand.assumes.is_some())
    }
}

impl Run<'_> {
    /// Compares all footprints of a tiling; `symbols` are the values of symbolic sizes.
    pub fn check(&self, answers: &Answers, symbols: &[(&str, i64)], compared: &mut Compared) -> Result<(), String> {
        let loops: Vec<Vec<String>> = answers.bands.iter().map(|band| band.tiles.loops.clone()).collect();
        for (found, across) in answers.bands.iter().zip(&answers.across) {
            self.check_band(found, across, &loops, symbols, compared)?;
        }
        Ok(())
    }

    fn check_band(
        &self,
        found: &Footprint,
        across: &HashMap<ArrayId, Amount>,
        bands: &[Vec<String>],
        symbols: &[(&str, i64)],
        compared: &mut Compared,
    ) -> Result<(), String> {
        let tiles = &found.tiles;
        let inside: Vec<&Access> = self
            .accesses
            .iter()
            .filter(|access| is_in(access, tiles, bands))
            .collect();
        let times: Vec<Vec<i64>> = inside.iter().map(|access| times(access, tiles)).collect();
        let at: Vec<Vec<i64>> = times.iter().map(|times| coordinates(times, tiles, symbols)).collect();
        // The range of each loop, and the times at which something runs.
        let range = |place: usize| {
            let values = times.iter().map(|times| times[place]);
            (values.clone().min().unwrap_or(0), values.max().unwrap_or(0))
        };
        let ranges: Vec<(i64, i64)> = (0..tiles.loops.len()).map(range).collect();
        let runs: BTreeSet<&Vec<i64>> = at.iter().collect();
        // Of loops with steps some times of a tile are none; which tiles those cut off is not looked at here. One time alone
        // does not say whether there is a step.
        let steps = (0..tiles.loops.len()).any(|place| {
            let values: BTreeSet<i64> = times.iter().map(|times| times[place]).collect();
            values.len() == 1 || values.len() as i64 != ranges[place].1 - ranges[place].0 + 1
        });
        for operand in found.operands.iter().chain(&found.arrays) {
            let name = &self.subject.scop.arrays[operand.array].name;
            let fits = |access: &Access| {
                access.array == *name
                    && operand.stmt.is_none_or(|stmt| access.stmt == Some(stmt))
                    && match operand.touch {
                        AccessFilter::Read => !access.write,
                        AccessFilter::Write => access.write,
                        AccessFilter::Any => true,
                    }
            };
            if operand.stmt.is_some() && self.accesses.iter().any(|access| access.stmt.is_none()) {
                continue;
            }
            let mut touched: BTreeMap<Vec<i64>, Elements> = BTreeMap::new();
            let mut uses: BTreeMap<Vec<i64>, usize> = BTreeMap::new();
            for (access, at) in inside.iter().zip(&at).filter(|(access, _)| fits(access)) {
                touched.entry(at.clone()).or_default().insert(access.element.clone());
                *uses.entry(at.clone()).or_default() += 1;
            }
            let label = |what: &str, at: &[i64]| {
                let (touch, params) = (operand.touch.name(), &self.params);
                format!(
                    "{what} of {:?} {touch} {name} in tile {at:?} of {:?} with {params:?}",
                    operand.stmt, tiles.loops
                )
            };
            let none = Elements::new();
            for tile in &runs {
                let here = touched.get(*tile).unwrap_or(&none);
                if here.is_empty() {
                    continue; // the formula is for tiles with an instance that touches it
                }
                let env = self.env(tile, tiles, symbols);
                let mut same = |what: &str, amount: &Amount, expected: usize| {
                    compare(amount, &env, expected, compared).map_err(|why| format!("{}: {why}", label(what, tile)))
                };
                let lines = self.lines(name, here, operand);
                same("elements", &operand.volume.elems, here.len())?;
                same("lines", &operand.volume.lines, lines.len())?;
                if operand.stmt.is_some() {
                    same("uses", &operand.uses, uses.get(*tile).copied().unwrap_or(0))?;
                }
                for (dim, slice) in operand.slice.dims.iter().enumerate() {
                    let values: BTreeSet<i64> = here.iter().map(|element| element[dim]).collect();
                    let (low, high) = (*values.first().expect("some"), *values.last().expect("some"));
                    same("offset", &slice.offset, low as usize)?;
                    same("extent", &slice.extent, (high - low + 1) as usize)?;
                    if values.len() > 1 {
                        same("size", &slice.size, ((high - low) / slice.stride + 1) as usize)?;
                    }
                }
                let hull: i64 = (0..here.first().expect("some").len())
                    .map(|dim| {
                        let values = here.iter().map(|element| element[dim]);
                        values.clone().max().expect("some") - values.min().expect("some") + 1
                    })
                    .product();
                if operand.slice.exact && operand.slice.dims.iter().all(|dim| dim.stride == 1) {
                    assert_eq!(hull as usize, here.len(), "{}", label("the exact slice", tile));
                }
                let partial = self.partial(tile, tiles, symbols, &ranges);
                let case = operand.cases.iter().find(|case| {
                    let relevant = partial.iter().filter(|name| mentions(operand, name));
                    !case.partial.is_empty() && relevant.eq(case.partial.iter())
                });
                if let Some(case) = case.filter(|_| !steps) {
                    same("elements of a partial tile", &case.volume.elems, here.len())?;
                    same("lines of a partial tile", &case.volume.lines, lines.len())?;
                }
            }
            if operand.stmt.is_none()
                && operand.touch == AccessFilter::Any
                && let Some(amount) = across.get(&operand.array)
            {
                self.check_across(
                    (operand.array, amount),
                    tiles,
                    &touched,
                    &runs,
                    symbols,
                    bands,
                    compared,
                )?;
            }
            if tiles.level == 0 {
                let env = self.env(&[], tiles, symbols);
                let total: usize = touched.values().map(BTreeSet::len).sum();
                let mut moved = 0;
                for (before, tile) in runs.iter().zip(runs.iter().skip(1)) {
                    let last = touched.get(*before).unwrap_or(&none);
                    moved += touched.get(*tile).unwrap_or(&none).difference(last).count();
                }
                moved += runs
                    .first()
                    .map_or(0, |first| touched.get(*first).map_or(0, BTreeSet::len));
                if !touched.is_empty() {
                    let mut same = |what: &str, amount: &Amount, expected: usize| {
                        compare(amount, &env, expected, compared).map_err(|why| format!("{}: {why}", label(what, &[])))
                    };
                    same("total", &operand.total.elems, total)?;
                    same("moved", &operand.moved.elems, moved)?;
                }
            }
        }
        Ok(())
    }

    /// What stays beside a tile: touched before, not in it, and by the next tile that touches it read for a value from
    /// before that tile.
    #[allow(clippy::too_many_arguments, reason = "the state of one loop of the caller")]
    fn check_across(
        &self,
        (array, amount): (ArrayId, &Amount),
        tiles: &FusedTiles,
        touched: &BTreeMap<Vec<i64>, Elements>,
        runs: &BTreeSet<&Vec<i64>>,
        symbols: &[(&str, i64)],
        bands: &[Vec<String>],
        compared: &mut Compared,
    ) -> Result<(), String> {
        let scop = &self.subject.scop;
        let name = &scop.arrays[array].name;
        // Reads of a value that the tile did not make, in the order of the program as it was.
        let mut writer: HashMap<&Vec<i64>, Option<Vec<i64>>> = HashMap::new();
        let mut exposed: BTreeSet<(Vec<i64>, &Vec<i64>)> = BTreeSet::new();
        for access in self.accesses.iter().filter(|access| access.array == *name) {
            let tile = is_in(access, tiles, bands).then(|| coordinates(&times(access, tiles), tiles, symbols));
            if access.write {
                writer.insert(&access.element, tile);
            } else if let Some(tile) = tile
                && writer.get(&access.element).and_then(Option::as_ref) != Some(&tile)
            {
                exposed.insert((tile, &access.element));
            }
        }
        let elements: Elements = touched.values().flatten().cloned().collect();
        let has = |tile: &Vec<i64>, element: &Vec<i64>| touched.get(tile).is_some_and(|here| here.contains(element));
        for tile in runs {
            let kept = elements.iter().filter(|element| {
                let before = runs.iter().any(|other| other < tile && has(other, element));
                let next = runs.iter().find(|other| *other > tile && has(other, element));
                before && !has(tile, element) && next.is_some_and(|next| exposed.contains(&((*next).clone(), *element)))
            });
            let expected = kept.count();
            compare(amount, &self.env(tile, tiles, symbols), expected, compared)
                .map_err(|why| format!("{name} across tile {tile:?} of {:?}: {why}", tiles.loops))?;
        }
        Ok(())
    }

    /// Values of parameters, symbols and coordinates.
    fn env(&self, tile: &[i64], tiles: &FusedTiles, symbols: &[(&str, i64)]) -> Vec<(String, i64)> {
        let mut env = self.params.clone();
        env.extend(symbols.iter().map(|(name, value)| ((*name).to_owned(), *value)));
        env.extend(
            tiles
                .coordinates
                .iter()
                .map(|one| one.name.clone())
                .zip(tile.iter().copied()),
        );
        env
    }

    /// Lines by the address, or row by row where the footprint says that rows begin lines.
    fn lines(&self, array: &str, elements: &Elements, operand: &OperandFootprint) -> BTreeSet<Vec<i64>> {
        let extents = &self.extents[array];
        let ty = &self.subject.scop.arrays[operand.array].elem;
        let per_line = 64 / ty.elem_bytes().expect("a number") as i64;
        let line = |element: &Vec<i64>| match (operand.assumes.is_some(), element.split_last()) {
            (true, Some((last, row))) => {
                let mut line = row.to_vec();
                line.push(last.div_euclid(per_line));
                line
            }
            _ => {
                let address = element
                    .iter()
                    .zip(extents)
                    .fold(0, |address, (at, extent)| address * extent + at);
                vec![address / per_line]
            }
        };
        elements.iter().map(line).collect()
    }

    /// The loops in which a tile reaches beyond the range of times.
    fn partial(&self, tile: &[i64], tiles: &FusedTiles, symbols: &[(&str, i64)], ranges: &[(i64, i64)]) -> Vec<String> {
        let mut found = Vec::new();
        for (place, name) in tiles.loops.iter().enumerate() {
            let (mut first, mut last) = (i64::MIN, i64::MAX);
            for (one, at) in tiles
                .coordinates
                .iter()
                .zip(tile)
                .filter(|(one, _)| one.loop_name == *name)
            {
                let (begin, size) = match &one.size {
                    TileSize::Const(size) => (at * size, *size),
                    TileSize::Param(symbol) => (*at, value(symbol, symbols)),
                };
                (first, last) = (first.max(begin), last.min(begin + size - 1));
            }
            if first < ranges[place].0 || last > ranges[place].1 {
                found.push(name.clone());
            }
        }
        found
    }
}

/// Whether the access belongs to the band: by its statement, or, where that is not known, if no band has more of the
/// loops around it.
pub fn is_in(access: &Access, tiles: &FusedTiles, bands: &[Vec<String>]) -> bool {
    let around = |loops: &[String]| {
        loops
            .iter()
            .all(|name| access.loops.iter().any(|(known, _)| known == name))
    };
    around(&tiles.loops)
        && match access.stmt {
            Some(stmt) => tiles.stmts.contains(&stmt),
            None => !bands
                .iter()
                .any(|other| other.len() > tiles.loops.len() && around(other)),
        }
}

/// Whether a case of the operand speaks of this loop.
pub fn mentions(operand: &OperandFootprint, name: &str) -> bool {
    operand
        .cases
        .iter()
        .any(|case| case.partial.iter().any(|partial| partial == name))
}

pub fn value(symbol: &str, symbols: &[(&str, i64)]) -> i64 {
    symbols.iter().find(|(name, _)| *name == symbol).expect("a value").1
}

pub fn times(access: &Access, tiles: &FusedTiles) -> Vec<i64> {
    let time = |name: &String| {
        access
            .loops
            .iter()
            .find(|(known, _)| known == name)
            .expect("it is inside")
            .1
    };
    tiles.loops.iter().map(time).collect()
}

pub fn coordinates(times: &[i64], tiles: &FusedTiles, symbols: &[(&str, i64)]) -> Vec<i64> {
    let coordinate = |one: &polyvet_footprint::Coordinate| {
        let place = tiles
            .loops
            .iter()
            .position(|name| *name == one.loop_name)
            .expect("a tiled loop");
        match &one.size {
            TileSize::Const(size) => times[place].div_euclid(*size),
            TileSize::Param(symbol) => {
                let size = value(symbol, symbols);
                times[place].div_euclid(size) * size
            }
        }
    };
    tiles.coordinates.iter().map(coordinate).collect()
}

pub fn compare(amount: &Amount, env: &[(String, i64)], expected: usize, compared: &mut Compared) -> Result<(), String> {
    let env: Vec<(&str, i64)> = env.iter().map(|(name, value)| (name.as_str(), *value)).collect();
    let expected = BigInt::from(expected);
    match (amount.formula(), amount.eval_bounds(&env)) {
        (Some(formula), Some((found, _))) => {
            compared.exact += 1;
            if found == expected {
                Ok(())
            } else {
                Err(format!("{found} by `{formula}`, but {expected}"))
            }
        }
        (None, Some((low, high))) => {
            compared.bounds += 1;
            if low <= expected && expected <= high {
                Ok(())
            } else {
                Err(format!("{low} .. {high}, but {expected}"))
            }
        }
        (Some(formula), None) => Err(format!("`{formula}` has no value at {env:?}")),
        (None, None) => {
            compared.unknown += 1;
            Ok(())
        }
    }
}

/// Accesses, and extents by array.
pub type Trace = (Vec<Access>, HashMap<String, Vec<i64>>);
