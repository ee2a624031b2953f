//! Footprints against enumeration: every formula is evaluated at small sizes, for every tile, and must be the number of
//! elements that a run touches there. The runs are those of the interpreter, and of the generator's own programs.

use polyvet_analysis::ids::StmtId;
use polyvet_count::PrintedFormula;
use polyvet_footprint::{TileSize, Tiling};
use polyvet_generate::affine;
use polyvet_generate::choices::Choices;
use polyvet_generate::program::{ARRAYS, PARAMS, RandomProgram};
use polyvet_interp::{Concrete, ElementPlace, Init, LoopVar, Machine, RunOptions, RuntimeValue};
use polyvet_poly::{DimKind, Val};
use polyvet_tests::model::{CallSizes, Subject};
use polyvet_tests::random::campaign;
use polyvet_tests::random::numbers;
use run::{Access, Answers, Compared, Run, Trace};
use std::collections::HashMap;

mod run;

/// A run in the interpreter.
fn interpreted(subject: &Subject, params: &[i64]) -> Option<Trace> {
    let sizes: CallSizes = subject.sizes(params)?;
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
        if let RuntimeValue::MemRef(view) = value {
            let name = module.value_name(*arg).trim_start_matches('%').to_owned();
            buffers.insert(view.buffer, name.clone());
            extents.insert(name, view.shape.clone());
        }
    }
    machine.observe(|access| {
        let ElementPlace::Buffer(buffer, cell) = access.place else {
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
    for (buffer, cell, write, loops) in log.into_inner() {
        let array = buffers.get(&buffer)?.clone();
        let mut element = Vec::new();
        let mut rest = cell;
        for extent in extents[&array].iter().rev() {
            element.insert(0, rest % extent);
            rest /= extent;
        }
        accesses.push(Access {
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
    let size = |text: &str| text.parse().map_or(TileSize::Param(text.to_owned()), TileSize::Const);
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
    let asked = tilings.iter().map(|text| (*text, tiling(text)));
    let asked = asked.map(|(text, tiling)| {
        let answers = Answers::of(&subject, &tiling, across, None).unwrap_or_else(|why| panic!("{text}: {why}"));
        // Without symbols both choices of them are the same question.
        let choices = if tiling.has_param("T") || tiling.has_param("U") {
            2
        } else {
            1
        };
        (text, answers, choices)
    });
    let asked: Vec<(&str, Answers, usize)> = asked.collect();
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
        };
        for (text, answers, choices) in &asked {
            for symbols in &[[("T", 1), ("U", 2)], [("T", 3), ("U", 2)]][..*choices] {
                if let Err(why) = run.check(answers, symbols, &mut compared) {
                    panic!("{text}: {why}");
                }
            }
        }
    }
    eprintln!("{compared:?}");
    // What symbolic sizes leave unknown is looked at for two values of these.
    assert!(
        compared.exact > 10 * (compared.bounds + compared.unknown),
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

/// Rows of given lengths, most of which begin inside a line: formulas in the symbols hold for just these.
#[test]
fn rows_of_given_lengths() {
    for (name, tilings, sizes) in [
        ("lu", &["", "i=4", "i=2,j=3"][..], &[5, 12][..]),
        ("trmm", &["", "i=2,j=3"], &[3, 8]),
        ("jacobi-2d", &["i=3,i_1=3"], &[6]),
    ] {
        let subject = Subject::read(&corpus(&format!("kernels/{name}.mlir"))).unwrap();
        let mut compared = Compared::default();
        for values in subject.small_params(sizes) {
            let scop = &subject.scop;
            let mut given = scop.context.clone();
            for (param, value) in scop.params.iter().zip(&values) {
                let at = given.find_dim_by_name(DimKind::Param, &param.name).unwrap().unwrap();
                given = given
                    .fix_val(DimKind::Param, at, Val::from_i64(&scop.ctx, *value).unwrap())
                    .unwrap();
            }
            let (accesses, extents) = interpreted(&subject, &values).expect("it runs");
            let names = scop.params.iter().map(|param| param.name.clone());
            let run = Run {
                subject: &subject,
                accesses,
                params: names.zip(values.iter().copied()).collect(),
                extents,
            };
            for text in tilings {
                let answers = Answers::of(&subject, &tiling(text), false, Some(given.clone())).unwrap();
                assert!(!answers.assume_rows(), "{name} {text} {values:?}");
                if let Err(why) = run.check(&answers, &[], &mut compared) {
                    panic!("{name} {text}: {why}");
                }
            }
        }
        eprintln!("{name}: {compared:?}");
        assert!(
            compared.exact > 5 * (compared.bounds + compared.unknown),
            "{compared:?}"
        );
    }
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

/// In `make test`, and in `make test-all`.
const CASES: [u64; 2] = [10, 300];

/// What a run of a program of the generator touches.
fn touched(program: &RandomProgram, subject: &Subject, values: &[i64]) -> Vec<Access> {
    let mut accesses = Vec::new();
    for instance in program.trace(values).iter() {
        let stmt = &subject.scop.stmts.raw[instance.stmt];
        let names = stmt.loops.iter().map(|at| subject.scop.loops[*at].name.clone());
        let loops: Vec<(String, i64)> = names.zip(instance.at.iter().copied()).collect();
        let reads = instance.reads.iter().map(|element| (element, false));
        for ((array, element), write) in reads.chain([(&instance.write, true)]) {
            accesses.push(Access {
                stmt: Some(StmtId::from(instance.stmt)),
                loops: loops.clone(),
                array: ARRAYS[*array].to_owned(),
                element: element.clone(),
                write,
            });
        }
    }
    accesses
}

/// The extents of its arrays, by name; those that no parameter of the model gives are 1.
fn extents(program: &RandomProgram, params: &[(String, i64)]) -> HashMap<String, Vec<i64>> {
    let named = |array: usize, dim: usize| {
        let name = format!("{}_{dim}", ARRAYS[array]);
        let param = params.iter().find(|(known, _)| *known == name);
        param.map_or(1, |(_, value)| *value)
    };
    let all = program.arrays.iter().enumerate().map(|(at, array)| {
        let dims = array.extents.iter().enumerate();
        let extents = dims.map(|(dim, extent)| extent.unwrap_or_else(|| named(at, dim)));
        (ARRAYS[at].to_owned(), extents.collect())
    });
    all.collect()
}

/// How many tilings of a program of the generator were compared, and what.
fn random_program(seed: u64, number: u64) -> Result<(usize, Compared), String> {
    let (mut checked, mut compared) = (0, Compared::default());
    let program = affine::program(&mut Choices::new(&numbers(seed, number)));
    let Ok(subject) = Subject::read(&program.text()) else {
        return Ok((checked, compared));
    };
    let loops: Vec<&str> = subject.scop.loops.iter().map(|one| one.name.as_str()).collect();
    let mut tilings = vec![String::new()];
    tilings.extend(loops.first().map(|one| format!("{one}=2")));
    tilings.push(loops.iter().map(|one| format!("{one}=3")).collect::<Vec<_>>().join(","));
    for values in affine::sizes(&program).into_iter().rev().take(2) {
        let Some(params) = params_of(&subject, &values) else {
            continue;
        };
        let run = Run {
            extents: extents(&program, &params),
            subject: &subject,
            accesses: touched(&program, &subject, &values),
            params,
        };
        if run.accesses.is_empty() {
            continue;
        }
        for text in &tilings {
            let answers = Answers::of(&subject, &tiling(text), false, None);
            match answers.and_then(|answers| run.check(&answers, &[], &mut compared)) {
                Ok(()) => checked += 1,
                Err(why) if why.contains("no statement") || why.contains("a tile of no loops") => {}
                Err(why) => return Err(format!("{text}: {why}\n{}", program.text())),
            }
        }
    }
    Ok((checked, compared))
}

/// The generator's programs, which know by themselves what they touch.
#[test]
fn random_programs() {
    let all = campaign("footprint", CASES, random_program);
    let sum = |of: fn(&Compared) -> usize| all.iter().map(|(_, compared)| of(compared)).sum::<usize>();
    let checked: usize = all.iter().map(|(checked, _)| checked).sum();
    let [exact, bounds, unknown] = [sum(|one| one.exact), sum(|one| one.bounds), sum(|one| one.unknown)];
    eprintln!("{checked} tilings: {exact} numbers exact, {bounds} bounds, {unknown} unknown");
    assert!(checked > all.len(), "{checked} tilings were checked");
    assert!(
        exact > 10 * (bounds + unknown),
        "{exact} exact, {bounds} bounds, {unknown} unknown"
    );
}

/// Values of the model's parameters; where arrays are large enough, extents that are not given are large.
fn params_of(subject: &Subject, values: &[i64]) -> Option<Vec<(String, i64)>> {
    let mut params = Vec::new();
    for param in &subject.scop.params {
        let index = PARAMS.iter().position(|name| *name == param.name);
        let value = index.and_then(|at| values.get(at)).copied();
        params.push((param.name.clone(), value.unwrap_or(100)));
    }
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
        polyvet_cli::Io::unwatched(&mut std::io::empty(), &mut stdout, &mut stderr),
    );
    assert_eq!(exit.code(), 0, "{args:?}: {}", String::from_utf8_lossy(&stderr));
    serde_json::from_slice(&stdout).expect("JSON")
}

/// In a fully associative cache of any size the simulated misses are the predicted ones; also below the size of the whole
/// program's data, and there for some size from the tiles alone.
#[test]
fn simulated_misses_are_those_predicted() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
    let cases: [(&str, &[&str], &[u64]); 5] = [
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
            // Ten seconds.
            &[27],
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
            &[12, 20, 48, 1000],
        ),
        (
            "corpus/footprint/stencil-union.mlir",
            &["--tile", "i=2"],
            &[20, 60, 140, 1000],
        ),
        (
            "corpus/footprint/conv-strided-dilated.mlir",
            &["--tile", "d1=1,d2=1"],
            &[8, 16, 20, 1000],
        ),
        (
            "corpus/footprint/transpose-lines.mlir",
            &["--tile", "i=8,j=8", "--line", "32"],
            &[8, 16, 24, 1000],
        ),
    ];
    for (file, options, rooms) in cases {
        let (mut exact_below, mut by_tile_below) = (0, 0);
        for &room in rooms {
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
            assert_eq!(one["verdict"], "exact", "{file} {room}: {one}");
            assert_eq!(Some(misses), one["predicted_most"].as_u64(), "{file} {room}: {one}");
            exact_below += usize::from(room < number("cold"));
            by_tile_below += usize::from(room < number("cold") && one["by_access"] == false);
            if room >= 1000 {
                assert_eq!(one["verdict"], "exact", "{file}: all data fits");
                assert_eq!(misses, number("cold"));
            }
            eprintln!("{file} {room}: {one}");
        }
        assert!(exact_below > 0, "{file}: no cache is smaller than the data");
        assert!(
            by_tile_below > 0,
            "{file}: no cache below the data's size has an exact prediction from tiles alone"
        );
    }
}

/// What holds of all tiles together: elsewhere the formula is that of a full tile, the value that of the largest there is.
const OF_ALL_TILES: [&str; 5] = ["tiles", "total", "moved", "read_traffic", "write_traffic"];

/// The formulas of all tiles together: `(formula, value beside it, the text's own value)`.
fn formulas(json: &serde_json::Value, params: &[(&str, i64)], all_tiles: bool, found: &mut Vec<[String; 3]>) {
    match json {
        serde_json::Value::Object(fields) => {
            let formula = fields.get("formula").and_then(serde_json::Value::as_str);
            let value = fields.get("value").filter(|value| !value.is_null());
            if let (true, Some(text), Some(value)) = (all_tiles, formula, value) {
                let read = PrintedFormula::parse(text).and_then(|formula| formula.eval(params));
                let read = read.unwrap_or_else(|error| panic!("{text}: {error}"));
                found.push([text.to_owned(), value.to_string(), read.to_string()]);
            }
            for (name, field) in fields {
                formulas(field, params, all_tiles || OF_ALL_TILES.contains(&name.as_str()), found);
            }
        }
        serde_json::Value::Array(all) => all.iter().for_each(|one| formulas(one, params, all_tiles, found)),
        _ => {}
    }
}

/// What people read is the text of a formula: it has the value that the command says.
#[test]
fn printed_formulas_have_the_value_beside_them() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
    let cases: [(&str, &str, &[&str], std::ops::Range<i64>); 5] = [
        ("corpus/footprint/negative-cases.mlir", "j=4", &["n"], 2..14),
        ("corpus/kernels/lu.mlir", "i=4", &["n"], 3..18),
        ("corpus/kernels/lu.mlir", "i=4,j=4", &["n"], 3..9),
        ("corpus/kernels/jacobi-2d.mlir", "i=4,j=8", &["steps", "n"], 4..16),
        (
            "corpus/footprint/matmul-tile.mlir",
            "i=4,j=8,k=2",
            &["n", "m", "p"],
            1..12,
        ),
    ];
    let mut all = 0;
    for (file, tile, names, values) in cases {
        for value in values.step_by(3) {
            let params: Vec<(&str, i64)> = names
                .iter()
                .enumerate()
                .map(|(at, n)| (*n, value + at as i64))
                .collect();
            let mut args: Vec<String> = [&format!("{root}/{file}"), "--tile", tile, "--format", "json"]
                .map(str::to_owned)
                .to_vec();
            for (name, value) in &params {
                args.extend(["--param".to_owned(), format!("{name}={value}")]);
            }
            let mut found = Vec::new();
            formulas(&polyvet(&args), &params, false, &mut found);
            for [formula, value, read] in &found {
                assert_eq!(value, read, "{file}, tile {tile} at {params:?}: {formula}");
            }
            all += found.len();
        }
    }
    assert!(all > 200, "{all} formulas");
}
