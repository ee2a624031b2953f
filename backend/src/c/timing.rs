//! How long a function takes in C.

use super::{CResult, HEAD, Lowering, c_type, extents, function, storage, symbol, unsupported};
use crate::JobOutcome;
use crate::guard::Folder;
use crate::mlir::signature;
use crate::process;
use polyvet_interp::{ScalarType, Sizes};
use polyvet_ir::{Dim, FloatKind, Module, OpId, Type};
use std::fmt::Write;
use std::path::Path;
use std::time::Duration;

/// Time of one call of a function, the shortest of several, and what it left in memory.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Timed {
    /// Seconds.
    pub seconds: f64,
    /// Two runs that leave the same bits have the same number.
    pub checksum: u64,
}

/// A compiler of C, and how long it and the program may take.
#[derive(Clone, Debug)]
pub struct Compiler {
    /// The program, and arguments before ours.
    pub command: Vec<String>,
    /// For each of the two.
    pub limit: Duration,
    /// How structured operations become loops.
    pub lowering: Option<Lowering>,
}

/// What every program is compiled with.
pub const FLAGS: [&str; 5] = ["-O3", "-march=native", "-ffp-contract=off", "-std=c11", "-w"];

/// Nanoseconds after which a run is not repeated, and how often it is at most.
const ENOUGH_NS: u64 = 200_000_000;
const RUNS_MAX: u64 = 20;

/// Translates the function, compiles it, and runs it on numbers that are always the same.
///
/// # Errors
/// In words: what has no translation, what the compiler says, that it takes too long.
pub fn time(module: &Module, func: OpId, sizes: &Sizes, compiler: &Compiler) -> std::result::Result<Timed, String> {
    let text = program(module, func, sizes, compiler.lowering).map_err(|outcome| match outcome {
        JobOutcome::Unsupported(message) => message,
        other => format!("{other:?}"),
    })?;
    let folder = Folder::new().map_err(|error| format!("no temporary folder: {error}"))?;
    let (source, binary) = (folder.path().join("program.c"), folder.path().join("program"));
    std::fs::write(&source, text).map_err(|error| format!("cannot write the program: {error}"))?;
    compile(compiler, &source, &binary)?;
    let none: [&str; 0] = [];
    let printed = process::run(&binary.to_string_lossy(), &none, "", compiler.limit)
        .map_err(|error| format!("the program {}", error.describe()))?;
    let mut numbers = printed.stdout.split_whitespace().map(str::parse::<u64>);
    match (numbers.next(), numbers.next()) {
        (Some(Ok(nanoseconds)), Some(Ok(checksum))) => Ok(Timed {
            seconds: nanoseconds as f64 / 1e9,
            checksum,
        }),
        _ => Err(format!("the program printed `{}`", printed.stdout.trim())),
    }
}

fn compile(compiler: &Compiler, source: &Path, binary: &Path) -> std::result::Result<(), String> {
    let [command, before @ ..] = &compiler.command[..] else {
        return Err("no compiler is given".to_owned());
    };
    let mut args: Vec<String> = before.to_vec();
    args.extend(FLAGS.map(str::to_owned));
    args.extend([source.to_string_lossy().into_owned(), "-o".to_owned()]);
    args.extend([binary.to_string_lossy().into_owned(), "-lm".to_owned()]);
    let ran = process::run(command, &args, "", compiler.limit);
    ran.map(|_| ())
        .map_err(|error| format!("`{command}` {}", error.describe()))
}

/// The whole program.
fn program(module: &Module, func: OpId, sizes: &Sizes, lowering: Option<Lowering>) -> CResult<String> {
    let mut text = format!("#define _POSIX_C_SOURCE 199309L\n#include <time.h>\n{HEAD}{HELP}");
    let (head, body) = function(module, func, true, lowering)?;
    let head = head.replacen("static", "static __attribute__((noinline))", 1);
    let body = body.replacen("static", "static __attribute__((noinline))", 1);
    let _ = writeln!(text, "{head};\n{body}");
    text += "int main(void) {\n  uint64_t best = UINT64_MAX, spent = 0, sum = 0;\n";
    let (inputs, results) = signature(module, func)?;
    let (mut args, mut fills, mut sums) = (Vec::new(), String::new(), String::new());
    for (at, ty) in inputs.iter().enumerate() {
        argument(&mut text, &mut fills, (at, ty), sizes)?;
        args.push(format!("a{at}"));
        if ty.is_memref() {
            let _ = writeln!(sums, "    sum = sum_mem(sum, &a{at}, {});", rank_and_size(ty)?);
        }
    }
    for (at, ty) in results.iter().enumerate() {
        let _ = writeln!(text, "  {} r{at};", c_type(ty)?);
        args.push(format!("&r{at}"));
        let _ = match ty.shape() {
            Some(_) => writeln!(sums, "    sum = sum_mem(sum, &r{at}, {});", rank_and_size(ty)?),
            None => writeln!(sums, "    sum = sum_bits(sum, &r{at}, sizeof r{at});"),
        };
    }
    let name = symbol(module.symbol_name(func).unwrap_or(""));
    let _ = write!(
        text,
        "  for (int run = 0; run < {RUNS_MAX} && (run < 2 || spent < {ENOUGH_NS}ULL); run++) {{\n\
         \x20   seed = 1;\n{fills}    uint64_t begin = now();\n    {name}({});\n    uint64_t took = now() - begin;\n\
         \x20   best = took < best ? took : best;\n    spent += took;\n    sum = 0;\n{sums}  }}\n\
         \x20 printf(\"%\" PRIu64 \" %\" PRIu64 \"\\n\", best, sum);\n  return 0;\n}}\n",
        args.join(", ")
    );
    Ok(text)
}

fn rank_and_size(ty: &Type) -> CResult<String> {
    let rank = ty.shape().map_or(0, <[_]>::len);
    Ok(format!("{rank}, sizeof({})", storage(ty.elem())?))
}

/// Declares argument `at`, and says how it is filled before each run.
fn argument(text: &mut String, fills: &mut String, (at, ty): (usize, &Type), sizes: &Sizes) -> CResult<()> {
    let store = storage(ty.elem())?;
    let Some(shape) = ty.shape() else {
        let _ = match ScalarType::of(ty) {
            Some(ScalarType::Index | ScalarType::Int(_)) => writeln!(text, "  {store} a{at} = {};", sizes.index(at)),
            _ => writeln!(text, "  {store} a{at} = {};", number(ty)?),
        };
        return Ok(());
    };
    if matches!(ty, Type::MemRef { layout: Some(_), .. }) {
        return unsupported(&format!("an argument of type `{ty}`"));
    }
    let extent = |(dim, extent): (usize, &Dim)| match extent {
        Dim::Static(extent) => i64::try_from(*extent).unwrap_or(i64::MAX),
        _ => sizes.extent(at, dim),
    };
    let shape: Vec<i64> = shape.iter().enumerate().map(extent).collect();
    let Some(count) = shape.iter().try_fold(1i64, |all, extent| all.checked_mul(*extent)) else {
        return unsupported(&format!("an argument as large as `{ty}`"));
    };
    let _ = writeln!(
        text,
        "  mem a{at} = fresh({count}, sizeof({store}), {}, (int64_t[]){{{}}});",
        shape.len(),
        extents(&shape)
    );
    let _ = writeln!(
        fills,
        "    for (int64_t n = 0; n < {count}; n++) (({store} *)a{at}.p)[n] = {};",
        number(ty.elem())?
    );
    Ok(())
}

/// A number that is neither large nor small. Those of type `index` may be subscripts: they are 0.
fn number(ty: &Type) -> CResult<&'static str> {
    Ok(match ScalarType::of(ty) {
        Some(ScalarType::Float(FloatKind::F16)) => "(uint16_t)(0x3c00 | (number() & 0x3ff))",
        Some(ScalarType::Float(FloatKind::BF16)) => "(uint16_t)(0x3f80 | (number() & 0x7f))",
        Some(ScalarType::Float(_)) => "(double)(number() % 1000 + 1) / 1000",
        Some(ScalarType::Index) => "0",
        Some(ScalarType::Int(_)) => "number() % 2",
        _ => return unsupported(&format!("numbers of type `{ty}`")),
    })
}

const HELP: &str = r"
static uint64_t seed;

static uint64_t number(void) {
  seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
  return seed >> 33;
}

static uint64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * 1000000000ULL + (uint64_t)time.tv_nsec;
}

static uint64_t sum_bits(uint64_t sum, const void *from, size_t size) {
  uint64_t bits = 0;
  memcpy(&bits, from, size);
  return (sum ^ bits) * 0x9e3779b97f4a7c15ULL + 1;
}

static uint64_t sum_mem(uint64_t sum, const mem *m, int rank, size_t size) {
  int64_t at[8] = {0};
  if (is_empty(m, rank))
    return sum;
  do
    sum = sum_bits(sum, place(m, at, rank, size), size);
  while (advance(at, m->d, rank));
  return sum;
}

";

#[cfg(test)]
mod tests {
    use super::*;

    fn timed(body: &str) -> std::result::Result<Timed, String> {
        let text = format!("func.func @f(%A: memref<?x8xf32>, %n: index) {{\n{body}\n  return\n}}\n");
        let (module, diagnostics) = polyvet_ir::parse(&text);
        assert!(diagnostics.is_empty(), "{diagnostics:?}");
        let mut sizes = Sizes::default();
        sizes.extents.insert((0, 0), 5);
        sizes.indices.insert(1, 5);
        let compiler = Compiler {
            command: vec!["cc".to_owned()],
            limit: Duration::from_secs(60),
            lowering: None,
        };
        time(&module, module.funcs()[0], &sizes, &compiler)
    }

    /// Doubles the rows that `rows` says.
    fn doubled(rows: &str) -> String {
        format!(
            "affine.for %i = {rows} {{
               affine.for %j = 0 to 8 {{
                 %a = affine.load %A[%i, %j] : memref<?x8xf32>
                 %b = arith.addf %a, %a : f32
                 affine.store %b, %A[%i, %j] : memref<?x8xf32>
               }}
             }}"
        )
    }

    #[test]
    fn the_same_values_have_the_same_checksum() {
        let whole = timed(&doubled("0 to %n")).expect("a time");
        assert!(whole.seconds > 0.0);
        let in_parts = timed(&format!("{}\n{}", doubled("0 to 2"), doubled("2 to 5"))).expect("a time");
        assert_eq!(whole.checksum, in_parts.checksum);
        let less = timed(&doubled("0 to 4")).expect("a time");
        assert_ne!(whole.checksum, less.checksum);
    }

    #[test]
    fn what_has_no_translation_is_said() {
        let why = timed("  \"test.nobody\"(%A) : (memref<?x8xf32>) -> ()").expect_err("unknown operations");
        assert!(why.contains("test.nobody"), "{why}");
    }
}
