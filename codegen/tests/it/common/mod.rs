//! What the tests of generated functions share.

use std::path::{Path, PathBuf};

use polyvet_analysis::Scop;
use polyvet_analysis::extract::{ExtractOptions, extract};
use polyvet_interp::{Contents, Init, Machine, TermDomain, first_difference};
use polyvet_ir::{Module, OpId, PrintOptions};
use polyvet_poly::{Ctx, Schedule};

/// A program and the models of its functions.
pub struct Program {
    pub module: Module,
    pub funcs: Vec<(String, OpId, Scop)>,
}

/// Reads a program; functions without a model are left out.
pub fn program(text: &str) -> Program {
    let (module, diagnostics) = polyvet_ir::parse(text);
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    let mut funcs = Vec::new();
    for func in module.funcs() {
        // Updates as a whole have dependences, and no code is generated for them.
        let is_atomic = |scop: &Scop| { scop.stmts.iter() }.any(|stmt| stmt.reduction.is_some_and(|one| one.atomic));
        if let Ok(scop) = extract(&module, func, &Ctx::new(), &ExtractOptions::default())
            && !is_atomic(&scop)
        {
            funcs.push((module.symbol_name(func).unwrap().to_owned(), func, scop));
        }
    }
    Program { module, funcs }
}

/// The custom form of the program with its first function generated anew.
pub fn generated(text: &str) -> String {
    let program = program(text);
    let (_, func, scop) = &program.funcs[0];
    custom(&polyvet_codegen::generate(scop, &program.module, *func).unwrap())
}

pub fn custom(module: &Module) -> String {
    polyvet_ir::print(module, PrintOptions::default())
}

/// The model with another schedule tree below the domain, `'` standing for `"`.
pub fn rescheduled(scop: &Scop, child: &str) -> Scop {
    let domain = scop.domain().unwrap().text().unwrap();
    let text = format!("{{ domain: '{domain}', child: {child} }}").replace('\'', "\"");
    let schedule = Schedule::parse(&scop.ctx, &text).unwrap();
    Scop {
        schedule,
        ..scop.clone()
    }
}

/// Nested bands, from name and times of each.
pub fn bands(bands: &[(&str, &str)]) -> String {
    let Some(((name, times), inner)) = bands.split_first() else {
        return String::new();
    };
    let child = match inner {
        [] => String::new(),
        _ => format!(", child: {}", self::bands(inner)),
    };
    format!("{{ schedule: '{name}[{{ {times} }}]'{child} }}")
}

/// All arguments after the call and the results, in the term domain; `None` where the program is
/// undefined for these sizes.
fn run(module: &Module, name: &str, size: i64, skew: i64, term: TermDomain) -> Result<Vec<Contents>, String> {
    let mut machine = Machine::new(module, term, Default::default());
    let inputs = |n: usize| Init::Inputs {
        argument: n as u32,
        name: format!("a{n}"),
    };
    let extent = |n: usize, dim: usize| size + skew * ((n + dim) as i64 % 2);
    let args = machine.default_args(name, &extent, &|n| size - skew * (n as i64 % 2), &inputs);
    let args = args.map_err(|trap| format!("{trap:?}"))?;
    let results = machine.call(name, args.clone()).map_err(|trap| format!("{trap:?}"))?;
    let read = |value| machine.read(value).map_err(|trap| format!("{trap:?}"));
    args.iter().chain(&results).map(read).collect()
}

/// Fails unless both compute the same wherever `before` is defined; says for how many sizes it is.
#[track_caller]
pub fn same(before: &Module, after: &Module, name: &str) -> usize {
    let mut sizes = 0;
    for (size, skew) in [
        (0, 0),
        (1, 0),
        (2, 0),
        (3, 0),
        (4, 0),
        (5, 0),
        (9, 0),
        (3, 1),
        (4, -1),
        (5, 2),
    ] {
        let Ok(expected) = run(before, name, size, skew, TermDomain::new()) else {
            continue;
        };
        let found = match run(after, name, size, skew, TermDomain::new()) {
            Ok(found) => found,
            Err(trap) => panic!("`{name}` of size {size}, {skew}: {trap}\n{}", custom(after)),
        };
        let differs = |(expected, found)| first_difference(expected, found).is_some();
        if let Some(n) = expected.iter().zip(&found).position(differs) {
            // Names take more time than all the rest.
            let named = [before, after].map(|module| run(module, name, size, skew, TermDomain::with_names()).unwrap());
            panic!(
                "`{name}` of size {size}, {skew}: value {n} differs: {:?}\n{}",
                first_difference(&named[0][n], &named[1][n]),
                custom(after)
            );
        }
        sizes += 1;
    }
    sizes
}

/// Fails unless the function generated from `scop`, also when printed and read again, computes what
/// the original does.
#[track_caller]
pub fn check(program: &Program, name: &str, func: OpId, scop: &Scop) -> Module {
    let module =
        polyvet_codegen::generate(scop, &program.module, func).unwrap_or_else(|error| panic!("{name}: {error}"));
    let sizes = same(&program.module, &module, name);
    assert!(sizes > 0, "`{name}` is defined for no size that was tried");
    let (again, diagnostics) = polyvet_ir::parse(&custom(&module));
    assert!(diagnostics.is_empty(), "{diagnostics:?}\n{}", custom(&module));
    same(&program.module, &again, name);
    module
}

/// The programs of the corpus that are meant to be understood, and the examples.
pub fn corpus() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let folders = ["corpus/kernels", "corpus/linalg", "corpus/check", "examples"];
    let mut files = Vec::new();
    for folder in folders {
        let entries = std::fs::read_dir(root.join(folder)).unwrap();
        files.extend(
            entries
                .map(|entry| entry.unwrap().path())
                .filter(|path| path.extension().is_some_and(|e| e == "mlir")),
        );
    }
    files.sort();
    assert!(files.len() > 100, "the corpus is at {}", root.display());
    files
}
