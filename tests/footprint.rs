//! Footprints against enumeration: every formula is evaluated at small sizes, for every tile, and must be the number of
//! elements that a run touches there. The runs are those of the interpreter, and of the generator's own programs.

use num_bigint::BigInt;
use polyvet_footprint::{Budget, Footprint, Operand, Options, Size, Tiles, Tiling, Touch, footprint, tiles};
use polyvet_generate::affine;
use polyvet_generate::choices::Choices;
use polyvet_generate::program::{ARRAYS, PARAMS};
use polyvet_interp::{Concrete, Init, LoopVar, Machine, Options as RunOptions, Place, Value};
use polyvet_tests::model::{Sizes, Subject};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// One element read or written.
#[derive(Clone, Debug)]
struct Access {
    /// Which of all instances, and the statement if it is known.
    instance: usize,
    stmt: Option<usize>,
    /// Loops around it, by name.
    loops: Vec<(String, i64)>,
    array: String,
    element: Vec<i64>,
    write: bool,
}

/// A program, the accesses of its run, and the values of its parameters.
struct Run<'a> {
    subject: &'a Subject,
    accesses: Vec<Access>,
    params: Vec<(String, i64)>,
    extents: HashMap<String, Vec<i64>>,
    /// Compare what stays beside tiles, too.
    across: bool,
}

/// How many numbers were compared.
#[derive(Debug, Default)]
struct Compared {
    exact: usize,
    bounds: usize,
    unknown: usize,
}

type Elements = BTreeSet<Vec<i64>>;

impl Run<'_> {
    /// Compares all footprints of a tiling; `symbols` are the values of symbolic sizes.
    fn check(&self, tiling: &Tiling, symbols: &[(&str, i64)], compared: &mut Compared) -> Result<(), String> {
        let scop = &self.subject.scop;
        let bands = match tiling.levels.is_empty() {
            true => vec![Tiles::whole(scop).map_err(|error| error.to_string())?],
            false => tiles(scop, tiling).map_err(|error| error.to_string())?,
        };
        let loops: Vec<Vec<String>> = bands.iter().map(|band| band.loops.clone()).collect();
        for band in bands {
            let options = Options {
                budget: Budget::of(400, u64::MAX),
                ..Options::default()
            };
            let found =
                footprint(scop, Some(&self.subject.module), &band, &options).map_err(|error| error.to_string())?;
            self.check_band(&found, &loops, symbols, compared)?;
        }
        Ok(())
    }

    fn check_band(
        &self,
        found: &Footprint,
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
        // Of loops with steps some times of a tile are none; which tiles those cut off is not looked at here.
        let steps = (0..tiles.loops.len()).any(|place| {
            let values: BTreeSet<i64> = times.iter().map(|times| times[place]).collect();
            values.len() as i64 != ranges[place].1 - ranges[place].0 + 1
        });
        for operand in found.operands.iter().chain(&found.arrays) {
            let name = &self.subject.scop.arrays[operand.array].name;
            let fits = |access: &Access| {
                access.array == *name
                    && operand.stmt.is_none_or(|stmt| access.stmt == Some(stmt))
                    && match operand.touch {
                        Touch::Read => !access.write,
                        Touch::Write => access.write,
                        Touch::Any => true,
                    }
            };
            if operand.stmt.is_some() && self.accesses.iter().any(|access| access.stmt.is_none()) {
                continue;
            }
            let mut touched: BTreeMap<Vec<i64>, Elements> = BTreeMap::new();
            let mut uses: BTreeMap<Vec<i64>, BTreeSet<usize>> = BTreeMap::new();
            for (access, at) in inside.iter().zip(&at).filter(|(access, _)| fits(access)) {
                touched.entry(at.clone()).or_default().insert(access.element.clone());
                uses.entry(at.clone()).or_default().insert(access.instance);
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
                let mut same = |what: &str, amount: &polyvet_footprint::Amount, expected: usize| {
                    compare(amount, &env, expected, compared).map_err(|why| format!("{}: {why}", label(what, tile)))
                };
                let lines = self.lines(name, here, operand);
                same("elements", &operand.volume.elems, here.len())?;
                same("lines", &operand.volume.lines, lines.len())?;
                if operand.stmt.is_some() {
                    same("uses", &operand.uses, uses.get(*tile).map_or(0, BTreeSet::len))?;
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
            if self.across && operand.stmt.is_none() && operand.touch == Touch::Any && tiles.level == 0 {
                self.check_across(operand.array, tiles, &touched, &runs, symbols, bands, compared)?;
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
                    let mut same = |what: &str, amount: &polyvet_footprint::Amount, expected: usize| {
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
        array: usize,
        tiles: &Tiles,
        touched: &BTreeMap<Vec<i64>, Elements>,
        runs: &BTreeSet<&Vec<i64>>,
        symbols: &[(&str, i64)],
        bands: &[Vec<String>],
        compared: &mut Compared,
    ) -> Result<(), String> {
        let scop = &self.subject.scop;
        let Some(across) = tiles.across(scop, array).map_err(|error| error.to_string())? else {
            return Ok(());
        };
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
        let amount = tiles
            .amount(&across, &tiles.all, &Budget::of(400, u64::MAX))
            .map_err(|error| error.to_string())?;
        for tile in runs {
            let kept = elements.iter().filter(|element| {
                let before = runs.iter().any(|other| other < tile && has(other, element));
                let next = runs.iter().find(|other| *other > tile && has(other, element));
                before && !has(tile, element) && next.is_some_and(|next| exposed.contains(&((*next).clone(), *element)))
            });
            let expected = kept.count();
            compare(&amount, &self.env(tile, tiles, symbols), expected, compared)
                .map_err(|why| format!("{name} across tile {tile:?} of {:?}: {why}", tiles.loops))?;
        }
        Ok(())
    }

    /// Values of parameters, symbols and coordinates.
    fn env(&self, tile: &[i64], tiles: &Tiles, symbols: &[(&str, i64)]) -> Vec<(String, i64)> {
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
    fn lines(&self, array: &str, elements: &Elements, operand: &Operand) -> BTreeSet<Vec<i64>> {
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
    fn partial(&self, tile: &[i64], tiles: &Tiles, symbols: &[(&str, i64)], ranges: &[(i64, i64)]) -> Vec<String> {
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
                    Size::Const(size) => (at * size, *size),
                    Size::Param(symbol) => (*at, value(symbol, symbols)),
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
fn is_in(access: &Access, tiles: &Tiles, bands: &[Vec<String>]) -> bool {
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
fn mentions(operand: &Operand, name: &str) -> bool {
    operand
        .cases
        .iter()
        .any(|case| case.partial.iter().any(|partial| partial == name))
}

fn value(symbol: &str, symbols: &[(&str, i64)]) -> i64 {
    symbols.iter().find(|(name, _)| *name == symbol).expect("a value").1
}

fn times(access: &Access, tiles: &Tiles) -> Vec<i64> {
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

fn coordinates(times: &[i64], tiles: &Tiles, symbols: &[(&str, i64)]) -> Vec<i64> {
    let coordinate = |one: &polyvet_footprint::Coordinate| {
        let place = tiles
            .loops
            .iter()
            .position(|name| *name == one.loop_name)
            .expect("a tiled loop");
        match &one.size {
            Size::Const(size) => times[place].div_euclid(*size),
            Size::Param(symbol) => {
                let size = value(symbol, symbols);
                times[place].div_euclid(size) * size
            }
        }
    };
    tiles.coordinates.iter().map(coordinate).collect()
}

fn compare(
    amount: &polyvet_footprint::Amount,
    env: &[(String, i64)],
    expected: usize,
    compared: &mut Compared,
) -> Result<(), String> {
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
type Trace = (Vec<Access>, HashMap<String, Vec<i64>>);

/// A run in the interpreter.
fn interpreted(subject: &Subject, params: &[i64]) -> Option<Trace> {
    let sizes: Sizes = subject.sizes(params)?;
    let log = std::cell::RefCell::new(Vec::new());
    let module = &subject.module;
    let mut machine = Machine::new(module, Concrete, RunOptions::default());
    let args = machine
        .default_args(
            &subject.scop.name,
            &|a, d| sizes.extents.get(&(a, d)).copied().unwrap_or(1),
            &|a| sizes.indices.get(&a).copied().unwrap_or(1),
            &|_| Init::Seeded(1),
        )
        .ok()?;
    let (mut buffers, mut extents) = (HashMap::new(), HashMap::new());
    for (arg, value) in subject.args().iter().zip(&args) {
        if let Value::MemRef(view) = value {
            let name = module.value_name(*arg).trim_start_matches('%').to_owned();
            buffers.insert(view.buffer, name.clone());
            extents.insert(name, view.shape.clone());
        }
    }
    machine.observe(|access| {
        let Place::Buffer(buffer, cell) = access.place else {
            return;
        };
        let loops = access.loops.iter().filter_map(|one| {
            let LoopVar::Value(induction) = one.var else {
                return None;
            };
            let known = subject
                .scop
                .loops
                .iter()
                .find(|known| known.induction == Some(induction))?;
            Some((known.name.clone(), one.value))
        });
        log.borrow_mut()
            .push((buffer, cell as i64, access.write, loops.collect::<Vec<_>>()));
    });
    machine.call(&subject.scop.name, args).ok()?;
    drop(machine);
    let mut accesses = Vec::new();
    for (instance, (buffer, cell, write, loops)) in log.into_inner().into_iter().enumerate() {
        let array = buffers.get(&buffer)?.clone();
        let mut element = Vec::new();
        let mut rest = cell;
        for extent in extents[&array].iter().rev() {
            element.insert(0, rest % extent);
            rest /= extent;
        }
        accesses.push(Access {
            instance,
            stmt: None,
            loops,
            array,
            element,
            write,
        });
    }
    Some((accesses, extents))
}

fn tiling(text: &str) -> Tiling {
    let size = |text: &str| text.parse().map_or(Size::Param(text.to_owned()), Size::Const);
    let mut levels = Vec::new();
    for level in text.split(';').filter(|level| !level.is_empty()) {
        let pairs = level.split(',').filter_map(|pair| pair.split_once('='));
        levels.push(pairs.map(|(name, text)| (name.to_owned(), size(text))).collect());
    }
    Tiling {
        levels,
        ..Tiling::default()
    }
}

fn check_program(text: &str, tilings: &[&str], sizes: &[i64]) {
    check_with(text, tilings, sizes, false);
}

fn check_with(text: &str, tilings: &[&str], sizes: &[i64], across: bool) {
    let subject = Subject::read(text).unwrap();
    let mut compared = Compared::default();
    for params in subject.small_params(sizes) {
        let Some((accesses, extents)) = interpreted(&subject, &params) else {
            panic!("it does not run at {params:?}")
        };
        let names = subject.scop.params.iter().map(|param| param.name.clone());
        let run = Run {
            subject: &subject,
            accesses,
            params: names.zip(params).collect(),
            extents,
            across,
        };
        for text in tilings {
            for symbols in [[("T", 1), ("U", 2)], [("T", 3), ("U", 2)]] {
                if let Err(why) = run.check(&tiling(text), &symbols, &mut compared) {
                    panic!("{text}: {why}");
                }
            }
        }
    }
    eprintln!("{compared:?}");
    assert!(
        compared.exact > 20 * (compared.bounds + compared.unknown),
        "{compared:?}"
    );
}

fn corpus(name: &str) -> String {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("the workspace");
    std::fs::read_to_string(root.join("corpus").join(name)).expect("a case")
}

#[test]
fn matrix_products() {
    let gemm = corpus("kernels/trmm.mlir");
    check_program(&gemm, &["", "i=2,j=3", "i=T,j=U"], &[1, 4, 6]);
    let matmul = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/matmul.mlir")).unwrap();
    check_program(
        &matmul,
        &["", "i=2,j=3,k=2", "i=T,j=U", "k=2", "i=4,j=4;i=2,j=2", "i=4;i=3"],
        &[1, 3, 5, 7],
    );
}

#[test]
fn stencils_and_triangles() {
    check_program(
        &corpus("kernels/jacobi-2d.mlir"),
        &["", "i=3,j=2", "t=2,i=3,i_1=3", "i=T,j=U"],
        &[3, 6, 8],
    );
    check_program(
        &corpus("kernels/seidel-2d.mlir"),
        &["i=3,j=2", "t=2,i=2,j=4"],
        &[3, 6, 8],
    );
    check_program(&corpus("kernels/lu.mlir"), &["i=2,j=3", "i=3,j=2,k=2"], &[3, 6, 7]);
}

#[test]
fn what_stays_for_later_tiles() {
    let matmul = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/matmul.mlir")).unwrap();
    check_with(&matmul, &["i=2,k=2"], &[3], true);
    check_with(&corpus("kernels/seidel-2d.mlir"), &["i=2"], &[5], true);
}

/// What MLIR's MemRefRegion over-approximates or refuses: strides, triangles, unions, and blocks of a mod.
#[test]
fn strides_triangles_and_unions() {
    let strided = "
func.func @strided(%n: index, %A: memref<64xf32>, %B: memref<16x16xf32>) {
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to affine_map<(i) -> (i + 1)>(%i) {
      %a = affine.load %A[%i * 3 + 1] : memref<64xf32>
      %b = affine.load %A[%j * 2] : memref<64xf32>
      %c = affine.load %B[%j, %i - %j] : memref<16x16xf32>
      %s = arith.addf %a, %b : f32
      %t = arith.addf %s, %c : f32
      affine.store %t, %B[%i, %j] : memref<16x16xf32>
    }
  }
  return
}";
    check_program(strided, &["", "i=4,j=4", "i=5,j=3", "j=2"], &[1]);
    let step = "
func.func @step(%n: index, %A: memref<?xf32>, %B: memref<?xf32>) {
  affine.for %i = 1 to %n step 3 {
    affine.for %j = 0 to 6 step 2 {
      %a = affine.load %A[%i + %j] : memref<?xf32>
      affine.store %a, %B[(%i floordiv 4) + (%j mod 4)] : memref<?xf32>
    }
  }
  return
}";
    check_program(step, &["", "i=6,j=4", "i=4", "i=T"], &[2, 9, 17]);
}

/// The generator's programs, which know by themselves what they touch.
#[test]
fn random_programs() {
    let cases = std::env::var("POLYVET_RANDOM_CASES")
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(10);
    let mut state = 11u64;
    let (mut compared, mut checked) = (Compared::default(), 0);
    for _ in 0..cases {
        let numbers: Vec<u16> = (0..200)
            .map(|_| {
                state = state
                    .wrapping_mul(6364136223846793005)
                    .wrapping_add(1442695040888963407);
                (state >> 40) as u16
            })
            .collect();
        let program = affine::program(&mut Choices::new(&numbers));
        let Ok(subject) = Subject::read(&program.text()) else {
            continue;
        };
        let largest = affine::sizes(&program).into_iter().rev().take(2);
        for values in largest {
            let sizes = Sizes {
                indices: values.iter().copied().enumerate().collect(),
                extents: HashMap::new(),
            };
            let Some(params) = params_of(&subject, &sizes, &values) else {
                continue;
            };
            let trace = program.trace(&values);
            let mut accesses = Vec::new();
            for (number, instance) in trace.iter().enumerate() {
                let stmt = &subject.scop.stmts[instance.stmt];
                let names = stmt.loops.iter().map(|at| subject.scop.loops[*at].name.clone());
                let loops: Vec<(String, i64)> = names.zip(instance.at.iter().copied()).collect();
                let reads = instance.reads.iter().map(|element| (element, false));
                for ((array, element), write) in reads.chain([(&instance.write, true)]) {
                    accesses.push(Access {
                        instance: number,
                        stmt: Some(instance.stmt),
                        loops: loops.clone(),
                        array: ARRAYS[*array].to_owned(),
                        element: element.clone(),
                        write,
                    });
                }
            }
            if accesses.is_empty() {
                continue;
            }
            let extents = program.arrays.iter().enumerate().map(|(at, array)| {
                let all = array.extents.iter().enumerate();
                let extent = |(dim, extent): (usize, &Option<i64>)| {
                    extent.unwrap_or_else(|| {
                        let name = format!("{}_{dim}", ARRAYS[at]);
                        params
                            .iter()
                            .find(|(known, _)| *known == name)
                            .map_or(1, |(_, value)| *value)
                    })
                };
                (ARRAYS[at].to_owned(), all.map(extent).collect())
            });
            let run = Run {
                extents: extents.collect(),
                subject: &subject,
                accesses,
                params: params.clone(),
                across: false,
            };
            let loops: Vec<String> = subject.scop.loops.iter().map(|one| one.name.clone()).collect();
            let mut tilings = vec![String::new()];
            tilings.extend(loops.first().map(|one| format!("{one}=2")));
            tilings.push(loops.iter().map(|one| format!("{one}=3")).collect::<Vec<_>>().join(","));
            for text in &tilings {
                match run.check(&tiling(text), &[], &mut compared) {
                    Ok(()) => checked += 1,
                    Err(why) if why.contains("no statement") || why.contains("a tile of no loops") => {}
                    Err(why) => panic!("{text}: {why}\n{}", program.text()),
                }
            }
        }
    }
    eprintln!("{checked} tilings, {compared:?}");
    assert!(checked > cases, "{checked} tilings were checked");
    assert!(
        compared.exact > 10 * (compared.bounds + compared.unknown),
        "{compared:?}"
    );
}

/// Values of the model's parameters; where arrays are large enough, extents that are not given are large.
fn params_of(subject: &Subject, sizes: &Sizes, values: &[i64]) -> Option<Vec<(String, i64)>> {
    let mut params = Vec::new();
    for param in &subject.scop.params {
        let index = PARAMS.iter().position(|name| *name == param.name);
        let value = index.and_then(|at| values.get(at)).copied();
        params.push((param.name.clone(), value.unwrap_or(100)));
    }
    let _ = sizes;
    let mut valid = subject
        .scop
        .valid
        .clone()
        .intersect(subject.scop.context.clone())
        .ok()?;
    for (at, (_, value)) in params.iter().enumerate() {
        let value = polyvet_poly::Val::from_i64(&subject.scop.ctx, *value).ok()?;
        valid = valid.fix_val(polyvet_poly::DimKind::Param, at, value).ok()?;
    }
    (!valid.is_empty().ok()?).then_some(params)
}

/// Runs the command line; its JSON.
fn polyvet(args: &[String]) -> serde_json::Value {
    let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
    let words = ["polyvet", "footprint"]
        .into_iter()
        .map(str::to_owned)
        .chain(args.iter().cloned());
    let exit = polyvet_cli::run(
        words.map(std::ffi::OsString::from),
        polyvet_cli::Io {
            stdin: &mut std::io::empty(),
            stdout: &mut stdout,
            stderr: &mut stderr,
            color_out: false,
            color_err: false,
            progress: false,
            width: None,
        },
    );
    assert_eq!(exit.code(), 0, "{args:?}: {}", String::from_utf8_lossy(&stderr));
    serde_json::from_slice(&stdout).expect("JSON")
}

/// In a fully associative cache of any size the simulated misses lie between the predicted bounds, and are the predicted
/// ones where those meet; this happens also below the size of the whole program's data.
#[test]
fn simulated_misses_are_those_predicted() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
    let cases: [(&str, &[&str], [u64; 4]); 5] = [
        // Two levels; rows of C and B end within a line, and only the run says how long those of C are.
        (
            "corpus/footprint/matmul-tile.mlir",
            &[
                "--tile",
                "i=4:2,j=8:4,k=4:2",
                "--param",
                "n=6",
                "--param",
                "m=13",
                "--param",
                "p=7",
                "--line",
                "32",
            ],
            [8, 16, 27, 1000],
        ),
        (
            "corpus/footprint/matmul-tile.mlir",
            &[
                "--tile",
                "i=4,j=4,k=4",
                "--param",
                "n=12",
                "--param",
                "m=32",
                "--param",
                "p=16",
                "--line",
                "16",
            ],
            [12, 20, 48, 1000],
        ),
        (
            "corpus/footprint/stencil-union.mlir",
            &["--tile", "i=2"],
            [20, 60, 140, 1000],
        ),
        (
            "corpus/footprint/conv-strided-dilated.mlir",
            &["--tile", "d1=1,d2=1"],
            [8, 16, 20, 1000],
        ),
        (
            "corpus/footprint/transpose-lines.mlir",
            &["--tile", "i=8,j=8", "--line", "32"],
            [8, 16, 24, 1000],
        ),
    ];
    for (file, options, rooms) in cases {
        let mut exact_below = 0;
        for room in rooms {
            let mut args = vec![
                format!("{root}/{file}"),
                "--simulate".to_owned(),
                "--format".to_owned(),
                "json".to_owned(),
            ];
            args.extend(options.iter().map(|word| (*word).to_owned()));
            let line = options
                .iter()
                .position(|word| *word == "--line")
                .map_or(64, |at| options[at + 1].parse().unwrap());
            args.extend(["--capacity".to_owned(), (room * line).to_string()]);
            let json = polyvet(&args);
            let one = &json["results"].as_array().expect("results").last().expect("one")["simulation"];
            let number = |name: &str| one[name].as_u64().unwrap_or_else(|| panic!("{name} in {one}"));
            let (misses, least) = (number("misses"), number("predicted_least"));
            assert_eq!(number("cold"), number("predicted_cold"), "{file} {room}");
            assert!(least <= misses, "{file} {room}: {one}");
            if let Some(most) = one["predicted_most"].as_u64() {
                assert!(misses <= most, "{file} {room}: {one}");
                if least == most {
                    assert_eq!(one["verdict"], "exact");
                    exact_below += usize::from(room < number("cold"));
                }
            }
            if room >= 1000 {
                assert_eq!(one["verdict"], "exact", "{file}: all data fits");
                assert_eq!(misses, number("cold"));
            }
            eprintln!("{file} {room}: {one}");
        }
        assert!(
            exact_below > 0,
            "{file}: no cache below the data's size has an exact prediction"
        );
    }
}
