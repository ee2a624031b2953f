//! The same programs through MLIR's own lowering and JIT, compared bit for bit. One run of `mlir-opt`
//! and one of `mlir-runner` for all of them; skipped, visibly, where these are not installed.

use crate::common::parse;
use polyvet_interp::draw::scramble;
use polyvet_interp::{
    Concrete, Contents, Domain, ElementSource, Init, Machine, RunOptions, Scalar, ScalarType, TermDomain,
};
use std::io::Write;
use std::process::{Command, Stdio};
use std::rc::Rc;

/// Name, element type, extent, and the program: it makes its own inputs and returns `%out`.
const PROGRAMS: [(&str, &str, usize, &str); 9] = [
    (
        "matmul",
        "f32",
        25,
        r#"
  %A = memref.alloc() : memref<5x5xf32>
  %three = arith.constant 3.0 : f32
  affine.for %i = 0 to 5 {
    affine.for %j = 0 to 5 {
      %n = affine.apply affine_map<(d0, d1) -> (d0 * 7 - d1 * 5)>(%i, %j)
      %m = arith.index_cast %n : index to i32
      %x = arith.sitofp %m : i32 to f32
      %v = arith.divf %x, %three : f32
      affine.store %v, %A[%i, %j] : memref<5x5xf32>
    }
  }
  affine.for %i = 0 to 25 {
    affine.store %three, %out[%i] : memref<25xf32>
  }
  affine.for %i = 0 to 5 {
    affine.for %j = 0 to 5 {
      affine.for %k = 0 to 5 {
        %a = affine.load %A[%i, %k] : memref<5x5xf32>
        %b = affine.load %A[%k, %j] : memref<5x5xf32>
        %c = affine.load %out[%i * 5 + %j] : memref<25xf32>
        %p = arith.mulf %a, %b : f32
        %s = arith.addf %c, %p : f32
        affine.store %s, %out[%i * 5 + %j] : memref<25xf32>
      }
    }
  }"#,
    ),
    (
        "stencil",
        "f64",
        12,
        r#"
  %tenth = arith.constant 0.1 : f64
  affine.for %i = 0 to 12 {
    %m = arith.index_cast %i : index to i64
    %x = arith.sitofp %m : i64 to f64
    %v = arith.mulf %x, %tenth : f64
    affine.store %v, %out[%i] : memref<12xf64>
  }
  affine.for %t = 0 to 4 {
    affine.for %i = 1 to 11 {
      %x = affine.load %out[%i - 1] : memref<12xf64>
      %y = affine.load %out[%i] : memref<12xf64>
      %z = affine.load %out[%i + 1] : memref<12xf64>
      %a = arith.addf %x, %y : f64
      %b = arith.addf %a, %z : f64
      %abs = math.absf %b : f64
      %c = math.sqrt %abs : f64
      %d = arith.divf %c, %abs : f64
      %e = arith.negf %d : f64
      %f = arith.maximumf %e, %x : f64
      %g = arith.minimumf %f, %d : f64
      affine.store %g, %out[%i] : memref<12xf64>
    }
  }"#,
    ),
    (
        "integers",
        "i32",
        16,
        r#"
  %k = arith.constant -1640531527 : i32
  %five = arith.constant 5 : i32
  %shift = arith.constant 31 : i32
  affine.for %i = 0 to 16 {
    %n = arith.index_cast %i : index to i32
    %a = arith.muli %n, %k : i32
    %b = arith.floordivsi %a, %five : i32
    %c = arith.remsi %a, %five : i32
    %d = arith.ceildivsi %b, %five : i32
    %e = arith.divui %a, %five : i32
    %f = arith.xori %d, %e : i32
    %g = arith.shrsi %f, %shift : i32
    %h = arith.shrui %f, %five : i32
    %less = arith.cmpi ult, %g, %c : i32
    %l = arith.select %less, %h, %f : i32
    %m = arith.maxsi %l, %c : i32
    %o = arith.subi %m, %b : i32
    affine.store %o, %out[%i] : memref<16xi32>
  }"#,
    ),
    (
        "subscripts",
        "i64",
        20,
        r#"
  affine.for %i = 0 to 20 {
    %n = affine.apply affine_map<(d0) -> ((d0 - 10) floordiv 3 + ((d0 - 10) mod 4) * 100 + ((d0 - 10) ceildiv 3) * 10000)>(%i)
    %m = affine.min affine_map<(d0) -> (d0, 300, -d0 + 7)>(%n)
    %v = arith.index_cast %m : index to i64
    affine.store %v, %out[%i] : memref<20xi64>
  }
  %one = arith.constant 1 : i64
  affine.for %i = max affine_map<() -> (2, 3)>() to min affine_map<() -> (17, 19)>() step 4 {
    affine.if affine_set<(d0) : (d0 mod 8 - 3 == 0)>(%i) {
      affine.store %one, %out[%i] : memref<20xi64>
    }
  }"#,
    ),
    (
        "structured",
        "f32",
        6,
        r#"
  %A = memref.alloc() : memref<8xf32>
  %W = memref.alloc() : memref<3xf32>
  %seventh = arith.constant 0.142857149 : f32
  affine.for %i = 0 to 8 {
    %m = arith.index_cast %i : index to i32
    %x = arith.sitofp %m : i32 to f32
    %v = arith.mulf %x, %seventh : f32
    affine.store %v, %A[%i] : memref<8xf32>
  }
  linalg.fill ins(%seventh : f32) outs(%W : memref<3xf32>)
  linalg.fill ins(%seventh : f32) outs(%out : memref<6xf32>)
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0 + d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%A, %W : memref<8xf32>, memref<3xf32>) outs(%out : memref<6xf32>) {
  ^bb0(%a: f32, %w: f32, %o: f32):
    %i = linalg.index 0 : index
    %n = arith.index_cast %i : index to i32
    %x = arith.uitofp %n : i32 to f32
    %p = arith.mulf %a, %w : f32
    %q = arith.addf %p, %x : f32
    %less = arith.cmpf olt, %q, %o : f32
    %r = arith.select %less, %p, %q : f32
    %s = arith.addf %o, %r : f32
    linalg.yield %s : f32
  }"#,
    ),
    (
        // What the operations give back, and what they leave.
        "atomics",
        "i32",
        24,
        r#"
  %A = memref.alloc() : memref<1xi32>
  %c0 = arith.constant 0 : index
  affine.for %i = 0 to 3 {
    %n = arith.index_cast %i : index to i32
    %k = arith.constant -1640531527 : i32
    %x = arith.muli %n, %k : i32
    %hundred = arith.constant 100 : i32
    memref.store %hundred, %A[%c0] : memref<1xi32>
    %a = memref.atomic_rmw addi %x, %A[%c0] : (i32, memref<1xi32>) -> i32
    affine.store %a, %out[%i * 8] : memref<24xi32>
    %b = memref.atomic_rmw maxs %n, %A[%c0] : (i32, memref<1xi32>) -> i32
    affine.store %b, %out[%i * 8 + 1] : memref<24xi32>
    %c = memref.atomic_rmw minu %x, %A[%c0] : (i32, memref<1xi32>) -> i32
    affine.store %c, %out[%i * 8 + 2] : memref<24xi32>
    %d = memref.atomic_rmw ori %hundred, %A[%c0] : (i32, memref<1xi32>) -> i32
    affine.store %d, %out[%i * 8 + 3] : memref<24xi32>
    %e = memref.atomic_rmw maxu %x, %A[%c0] : (i32, memref<1xi32>) -> i32
    affine.store %e, %out[%i * 8 + 4] : memref<24xi32>
    %f = memref.atomic_rmw mins %x, %A[%c0] : (i32, memref<1xi32>) -> i32
    affine.store %f, %out[%i * 8 + 5] : memref<24xi32>
    %g = memref.atomic_rmw assign %n, %A[%c0] : (i32, memref<1xi32>) -> i32
    affine.store %g, %out[%i * 8 + 6] : memref<24xi32>
    %h = memref.load %A[%c0] : memref<1xi32>
    affine.store %h, %out[%i * 8 + 7] : memref<24xi32>
  }"#,
    ),
    (
        "conversions",
        "f32",
        9,
        r#"
  affine.for %i = 0 to 9 {
    %j = affine.apply affine_map<(d0) -> (d0 + 1)>(%i)
    %n = arith.index_cast %j : index to i64
    %big = arith.constant 1311768467463790321 : i64
    %m = arith.muli %n, %big : i64
    %x = arith.sitofp %m : i64 to f64
    %y = arith.truncf %x : f64 to f32
    %z = arith.uitofp %m : i64 to f32
    %d = arith.subf %y, %z : f32
    %third = arith.constant 0.333333343 : f32
    %p = arith.mulf %y, %third : f32
    %q = arith.addf %p, %d : f32
    %r = arith.remf %z, %q : f32
    affine.store %r, %out[%i] : memref<9xf32>
  }"#,
    ),
    (
        "vectors",
        "f32",
        40,
        r#"
  %zero = arith.constant 0.0 : f32
  %third = arith.constant 0.333333343 : f32
  %c0 = arith.constant 0 : index
  %c5 = arith.constant 5 : index
  %A = memref.alloc() : memref<5x7xf32>
  affine.for %i = 0 to 40 {
    affine.store %zero, %out[%i] : memref<40xf32>
  }
  affine.for %i = 0 to 5 {
    affine.for %j = 0 to 7 {
      %n = affine.apply affine_map<(d0, d1) -> (d0 * 7 - d1 * 5)>(%i, %j)
      %m = arith.index_cast %n : index to i32
      %x = arith.sitofp %m : i32 to f32
      %v = arith.mulf %x, %third : f32
      affine.store %v, %A[%i, %j] : memref<5x7xf32>
    }
  }
  %on = "vector.create_mask"(%c5) : (index) -> vector<8xi1>
  %short = arith.constant dense<[true, false, true, true, false, true, true, false]> : vector<8xi1>
  affine.for %i = 0 to 5 {
    %r = vector.transfer_read %A[%i, %c5], %third : memref<5x7xf32>, vector<4xf32>
    %t = vector.transfer_read %A[%c0, %i], %zero {permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : memref<5x7xf32>, vector<3x4xf32>
    %u = vector.transfer_read %A[%i, %c0], %zero {permutation_map = affine_map<(d0, d1) -> (0, d1)>, in_bounds = [true, true]} : memref<5x7xf32>, vector<3x4xf32>
    %f = vector.fma %t, %u, %t : vector<3x4xf32>
    %s = vector.multi_reduction <maximumf>, %f, %r [0] : vector<3x4xf32> to vector<4xf32>
    %o = "vector.outerproduct"(%s, %r) <{kind = #vector.kind<add>}> : (vector<4xf32>, vector<4xf32>) -> vector<4x4xf32>
    %w = "vector.transpose"(%o) <{permutation = array<i64: 1, 0>}> : (vector<4x4xf32>) -> vector<4x4xf32>
    %b = vector.shape_cast %w : vector<4x4xf32> to vector<16xf32>
    %e = "vector.extract_strided_slice"(%b) <{offsets = [3], sizes = [8], strides = [1]}> : (vector<16xf32>) -> vector<8xf32>
    %h = "vector.shuffle"(%e, %e) <{mask = array<i64: 7, 8, 1, 14, 3, 12, 5, 10>}> : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
    %q = arith.select %short, %e, %h : vector<8xi1>, vector<8xf32>
    %at = affine.apply affine_map<(d0) -> (d0 * 8)>(%i)
    "vector.transfer_write"(%q, %out, %at, %on) <{in_bounds = [true], operandSegmentSizes = array<i32: 1, 1, 1, 1>, permutation_map = affine_map<(d0) -> (d0)>}> : (vector<8xf32>, memref<40xf32>, index, vector<8xi1>) -> ()
    %g = "vector.maskedload"(%out, %at, %short, %h) : (memref<40xf32>, index, vector<8xi1>, vector<8xf32>) -> vector<8xf32>
    %sum = vector.reduction <add>, %g, %third : vector<8xf32> into f32
    affine.store %sum, %out[%i * 8 + 6] : memref<40xf32>
    %dot = "vector.contract"(%s, %r, %sum) <{indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = [#vector.iterator_type<reduction>], kind = #vector.kind<add>}> : (vector<4xf32>, vector<4xf32>, f32) -> f32
    affine.store %dot, %out[%i * 8 + 7] : memref<40xf32>
  }"#,
    ),
    (
        // Of every operation a sequence of IEEE operations; NaNs are made one, the last lines see to that.
        "complex",
        "f32",
        343,
        r#"
  %V = memref.alloc() : memref<7xf32>
  %Z = memref.alloc() : memref<7x7xcomplex<f32>>
  %W = memref.alloc() : memref<7x7xcomplex<f32>>
  %P = memref.alloc() : memref<7x7xcomplex<f32>>
  %v0 = arith.constant 1.5 : f32
  affine.store %v0, %V[0] : memref<7xf32>
  %v1 = arith.constant -0.0 : f32
  affine.store %v1, %V[1] : memref<7xf32>
  %v2 = arith.constant 0x7F800000 : f32
  affine.store %v2, %V[2] : memref<7xf32>
  %v3 = arith.constant 0x7FC00000 : f32
  affine.store %v3, %V[3] : memref<7xf32>
  %v4 = arith.constant 3.0e38 : f32
  affine.store %v4, %V[4] : memref<7xf32>
  %v5 = arith.constant 1.0e-40 : f32
  affine.store %v5, %V[5] : memref<7xf32>
  %v6 = arith.constant -2.25 : f32
  affine.store %v6, %V[6] : memref<7xf32>
  affine.for %i = 0 to 7 {
    affine.for %j = 0 to 7 {
      %a = affine.load %V[%i] : memref<7xf32>
      %b = affine.load %V[%j] : memref<7xf32>
      %c = affine.load %V[(%i * 3 + %j * 2) mod 7] : memref<7xf32>
      %d = affine.load %V[(%i + %j * 5 + 1) mod 7] : memref<7xf32>
      %z = complex.create %a, %b : complex<f32>
      %w = complex.create %c, %d : complex<f32>
      affine.store %z, %Z[%i, %j] : memref<7x7xcomplex<f32>>
      affine.store %w, %W[%j, %i] : memref<7x7xcomplex<f32>>
    }
  }
  %tenth = complex.constant [0.1 : f32, -0.3 : f32] : complex<f32>
  linalg.fill ins(%tenth : complex<f32>) outs(%P : memref<7x7xcomplex<f32>>)
  linalg.matmul ins(%Z, %W : memref<7x7xcomplex<f32>>, memref<7x7xcomplex<f32>>) outs(%P : memref<7x7xcomplex<f32>>)
  affine.for %i = 0 to 7 {
    affine.for %j = 0 to 7 {
      %z = affine.load %Z[%i, %j] : memref<7x7xcomplex<f32>>
      %w = affine.load %W[%j, %i] : memref<7x7xcomplex<f32>>
      %p = affine.load %P[%i, %j] : memref<7x7xcomplex<f32>>
      %q = complex.div %z, %w : complex<f32>
      %m = complex.mul %w, %z : complex<f32>
      %s = complex.sub %m, %z : complex<f32>
      %abs = complex.abs %z : complex<f32>
      %r0 = complex.re %q : complex<f32>
      %r1 = complex.im %q : complex<f32>
      %r2 = complex.re %s : complex<f32>
      %r3 = complex.im %s : complex<f32>
      %r4 = complex.re %p : complex<f32>
      %r5 = complex.im %p : complex<f32>
      affine.store %r0, %out[%i * 49 + %j * 7 + 0] : memref<343xf32>
      affine.store %r1, %out[%i * 49 + %j * 7 + 1] : memref<343xf32>
      affine.store %r2, %out[%i * 49 + %j * 7 + 2] : memref<343xf32>
      affine.store %r3, %out[%i * 49 + %j * 7 + 3] : memref<343xf32>
      affine.store %r4, %out[%i * 49 + %j * 7 + 4] : memref<343xf32>
      affine.store %r5, %out[%i * 49 + %j * 7 + 5] : memref<343xf32>
      affine.store %abs, %out[%i * 49 + %j * 7 + 6] : memref<343xf32>
    }
  }
  affine.for %i = 0 to 343 {
    %x = affine.load %out[%i] : memref<343xf32>
    %nan = arith.cmpf uno, %x, %x : f32
    %y = arith.select %nan, %v3, %x : f32
    affine.store %y, %out[%i] : memref<343xf32>
  }"#,
    ),
];

/// All programs, and a main function that prints every element as an integer.
fn module_text() -> (String, String) {
    let mut text = String::new();
    let mut main = String::new();
    for (name, ty, extent, body) in PROGRAMS {
        text += &format!(
            "func.func @{name}() -> memref<{extent}x{ty}> {{\n  %out = memref.alloc() : memref<{extent}x{ty}>{body}\n  return %out : memref<{extent}x{ty}>\n}}\n"
        );
        main += &format!(
            "  %{name} = func.call @{name}() : () -> memref<{extent}x{ty}>\n  affine.for %i = 0 to {extent} {{\n    %v = affine.load %{name}[%i] : memref<{extent}x{ty}>\n"
        );
        let shown = match ty {
            "f32" => ("    %b = arith.bitcast %v : f32 to i32\n", "%b : i32"),
            "f64" => ("    %b = arith.bitcast %v : f64 to i64\n", "%b : i64"),
            "i32" => ("", "%v : i32"),
            _ => ("", "%v : i64"),
        };
        main += &format!("{}    vector.print {}\n  }}\n", shown.0, shown.1);
    }
    (text, format!("func.func @main() {{\n{main}  return\n}}\n"))
}

const PASSES: &str = "--convert-linalg-to-loops --convert-complex-to-standard --convert-complex-to-llvm --lower-affine --lower-vector-multi-reduction --convert-vector-to-scf --lower-affine --convert-scf-to-cf --expand-strided-metadata --lower-affine \
    --convert-vector-to-llvm --finalize-memref-to-llvm --arith-expand --convert-math-to-llvm --convert-arith-to-llvm \
    --convert-index-to-llvm --convert-func-to-llvm --convert-cf-to-llvm --convert-ub-to-llvm --reconcile-unrealized-casts";

fn pipe(mut command: Command, input: &str) -> Option<String> {
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().ok()?;
    child.stdin.take()?.write_all(input.as_bytes()).ok()?;
    let output = child.wait_with_output().ok()?;
    assert!(output.status.success(), "{command:?} failed");
    String::from_utf8(output.stdout).ok()
}

/// What the JIT prints, or why it cannot be asked.
fn through_mlir(text: &str) -> Result<Vec<i64>, &'static str> {
    let printed = run_mlir(text, PASSES)?;
    Ok(printed
        .lines()
        .map(|line| line.trim().parse().expect("a number"))
        .collect())
}

/// What `@main` prints after these passes, or why it cannot be asked.
pub(crate) fn run_mlir(text: &str, passes: &str) -> Result<String, &'static str> {
    let found = |names: [&'static str; 2]| {
        names
            .into_iter()
            .find(|name| Command::new(name).arg("--version").output().is_ok())
    };
    let opt = found(["mlir-opt-22", "mlir-opt"]).ok_or("mlir-opt not found")?;
    let runner = found(["/usr/lib/llvm-22/bin/mlir-runner", "mlir-runner"]).ok_or("mlir-runner not found")?;
    let libraries = "/usr/lib/llvm-22/lib";
    let library =
        ["libmlir_runner_utils.so.22.1", "libmlir_c_runner_utils.so.22.1"].map(|name| format!("{libraries}/{name}"));
    if !library.iter().all(|path| std::path::Path::new(path).exists()) {
        return Err("mlir-runner's libraries not found");
    }
    let mut lower = Command::new(opt);
    lower.args(passes.split_whitespace());
    let lowered = pipe(lower, text).ok_or("mlir-opt cannot be run")?;
    let mut run = Command::new(runner);
    run.args(["-e", "main", "--entry-point-result=void"])
        .arg(format!("--shared-libs={}", library.join(",")));
    pipe(run, &lowered).ok_or("mlir-runner cannot be run")
}

#[test]
fn bits_agree_with_mlir_runner() {
    let (text, main) = module_text();
    let printed = match through_mlir(&(text.clone() + &main)) {
        Ok(printed) => printed,
        Err(reason) => {
            // Past the capture of a test that passes.
            let _ = writeln!(std::io::stderr(), "skipped: {reason}");
            return;
        }
    };
    let module = parse(&text);
    let mut machine = Machine::new(&module, Concrete, RunOptions::default());
    let mut rest = &printed[..];
    for (name, _, extent, _) in PROGRAMS {
        let results = machine
            .call(name, Vec::new())
            .unwrap_or_else(|trap| panic!("{name}: {trap}"));
        let contents = machine.read(&results[0]).expect("a buffer");
        let bits = |scalar: &polyvet_interp::Scalar| match scalar.ty {
            ScalarType::Float(_) if scalar.ty.bits() == 32 => i64::from(scalar.bits as u32 as i32),
            _ => scalar.signed(),
        };
        let ours: Vec<i64> = contents.scalars().expect("all written").iter().map(bits).collect();
        let (theirs, tail) = rest.split_at(extent);
        assert_eq!(ours, theirs, "{name}: {contents}");
        rest = tail;
    }
    assert!(rest.is_empty());
}

/// The transforms of Winograd's convolutions beside what `mlir-opt` decomposes them into: the same operations on the same
/// operands.
#[test]
fn winograd_is_its_decomposition() {
    let Some(opt) = ["mlir-opt-22", "mlir-opt"]
        .into_iter()
        .find(|name| Command::new(name).arg("--version").output().is_ok())
    else {
        let _ = writeln!(std::io::stderr(), "skipped: mlir-opt not found");
        return;
    };
    // Of the row transforms alone MLIR decomposes only those along the first dimension of the image as they are meant.
    let cases = [
        ("filter", "F_2_3", "2x3x3x2", "4x4x2x2"),
        ("filter", "F_4_3", "2x3x3x1", "6x6x1x2"),
        ("filter", "F_2_5", "1x5x5x2", "6x6x2x1"),
        ("filter", "F_4_3", "2x3x1x1", "6x1x1x2"),
        ("input", "F_2_3", "1x7x6x2", "4x4x2x2x1x2"),
        ("input", "F_4_3", "1x10x6x2", "6x6x2x1x1x2"),
        ("input", "F_2_5", "2x8x6x1", "6x6x2x1x2x1"),
        ("input", "F_2_3", "1x6x3x2", "4x1x2x3x1x2"),
        ("output", "F_2_3", "4x4x2x1x1x2", "1x4x2x2"),
        ("output", "F_4_3", "6x6x1x2x1x2", "1x4x8x2"),
        ("output", "F_2_5", "6x6x2x1x2x1", "2x4x2x1"),
        ("output", "F_4_3", "6x1x3x2x1x2", "1x12x2x2"),
    ];
    let mut text = String::new();
    for (n, (side, fmr, from, to)) in cases.iter().enumerate() {
        for ty in ["f32", "f64"] {
            let (from, to) = (format!("tensor<{from}x{ty}>"), format!("tensor<{to}x{ty}>"));
            text += &format!(
                "func.func @f{n}{ty}(%from: {from}, %to: {to}) -> {to} {{\n  %r = linalg.winograd_{side}_transform fmr({fmr}) ins(%from : {from}) outs(%to : {to}) -> {to}\n  return %r : {to}\n}}\n"
            );
        }
    }
    let mut decompose = Command::new(opt);
    decompose.arg("--test-linalg-transform-patterns=test-decompose-winograd-ops");
    let decomposed = pipe(decompose, &text).expect("mlir-opt runs");
    assert!(!decomposed.contains("winograd"), "{decomposed}");
    let (before, after) = (parse(&text), parse(&decomposed));
    for (n, case) in cases.iter().enumerate() {
        for ty in ["f32", "f64"] {
            let name = format!("f{n}{ty}");
            let init = |arg: usize| Init::Drawn(Rc::new(Fractions(arg as u64)));
            let [ours, theirs] = [&before, &after].map(|module| result(module, Concrete, &name, &init));
            assert_eq!(ours, theirs, "{case:?} {ty}");
            let init = |arg: usize| Init::Inputs {
                argument: arg as u32,
                name: String::new(),
            };
            let [ours, theirs] = [&before, &after].map(|module| result(module, TermDomain::new(), &name, &init));
            assert_eq!(ours, theirs, "{case:?} {ty}, as terms");
        }
    }
}

/// Numbers from -1 to 1 that round in every format.
#[derive(Debug)]
struct Fractions(u64);

impl ElementSource for Fractions {
    fn all(&self, ty: ScalarType, count: usize) -> Vec<Scalar> {
        let ScalarType::Float(kind) = ty else {
            panic!("`{ty}` is no float")
        };
        let one = |n: u64| (scramble(scramble(self.0) ^ n) >> 11) as f64 * f64::powi(2.0, -52) - 1.0;
        (0..count as u64).map(|n| Scalar::from_f64(kind, one(n))).collect()
    }
}

fn result<D: Domain>(module: &polyvet_ir::Module, domain: D, name: &str, init: &dyn Fn(usize) -> Init) -> Contents {
    let mut machine = Machine::new(module, domain, RunOptions::default());
    let args = machine.default_args(name, &|_, _| 0, &|_| 0, init).expect("arguments");
    let results = machine.call(name, args).unwrap_or_else(|trap| panic!("{name}: {trap}"));
    machine.read(&results[0]).expect("a tensor")
}
