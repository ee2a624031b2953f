//! How fast the executors are, as ratios measured in one run: `make bench-interp`.
//!
//! Large loops run in the reference (where that does not take too long), in the fast executors, and as code
//! that `mlir-opt` and `mlir-runner` make (22; `MLIR_BIN`, else `/usr/lib/llvm-22/bin`), timed inside the program by
//! `clock`. Arguments: how often each is timed (the least counts), and a part of the names of the only loops to time, or `small`. All times are of computing, so that a busy machine counts less. Small programs are timed from text to memory; there the processes count.

use polyvet_executors::{Accelerated, Executor};
use polyvet_interp::nest::Tally;
use polyvet_interp::{Concrete, Field, Init, RunOptions, RuntimeValue, Scalar, TermDomain, first_difference};
use polyvet_ir::{FloatKind, Module};
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Instant;

/// As in the program `polyvet`.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// A kernel: name, extent, how often it runs, its innermost iterations, and its body over `%A`, `%B`, `%C`.
struct Kernel {
    name: &'static str,
    n: u64,
    reps: u64,
    iterations: fn(u64) -> u64,
    /// `N`, `N-1` stand for numbers.
    body: &'static str,
    contraction: bool,
    /// Of the six that the designs were chosen by; the means are over these.
    chosen_by: bool,
    /// Races are looked for.
    races: bool,
}

const PLAIN: Kernel = Kernel {
    name: "",
    n: 0,
    reps: 1,
    iterations: |n| n * n * n,
    body: "",
    contraction: false,
    chosen_by: true,
    races: false,
};

/// A step of a matrix product, in loops over `%i`, `%j` and `%k`.
macro_rules! product {
    ($loops:literal, $ends:literal) => {
        concat!(
            $loops,
            "
    %a = affine.load %A[%i, %k] : memref<NxNxf32>
    %b = affine.load %B[%k, %j] : memref<NxNxf32>
    %c = affine.load %C[%i, %j] : memref<NxNxf32>
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %c, %p : f32
    affine.store %s, %C[%i, %j] : memref<NxNxf32>
",
            $ends
        )
    };
}

const MATMUL: &str = product!(
    "affine.for %i = 0 to N { affine.for %j = 0 to N { affine.for %k = 0 to N {",
    "} } }"
);

const KERNELS: [Kernel; 9] = [
    Kernel {
        name: "matmul 64",
        n: 64,
        reps: 40,
        body: MATMUL,
        contraction: true,
        ..PLAIN
    },
    Kernel {
        name: "matmul 256",
        n: 256,
        reps: 2,
        body: MATMUL,
        contraction: true,
        ..PLAIN
    },
    Kernel {
        name: "linalg.matmul 128",
        n: 128,
        reps: 10,
        body: "
  linalg.matmul ins(%A, %B : memref<NxNxf32>, memref<NxNxf32>) outs(%C : memref<NxNxf32>)",
        contraction: true,
        chosen_by: false,
        ..PLAIN
    },
    Kernel {
        name: "parallel matmul 64",
        n: 64,
        reps: 40,
        body: product!(
            "affine.parallel (%i, %j) = (0, 0) to (N, N) { affine.for %k = 0 to N {",
            "} }"
        ),
        contraction: true,
        chosen_by: false,
        races: true,
        ..PLAIN
    },
    Kernel {
        // Tiles of 32 by 32, the last ones smaller.
        name: "parallel tiles 250",
        n: 250,
        reps: 40,
        iterations: |n| (n - 2) * (n - 2),
        body: "
  affine.parallel (%ii, %jj) = (1, 1) to (N-1, N-1) step (32, 32) {
    affine.for %i = affine_map<(d0) -> (d0)>(%ii) to min affine_map<(d0) -> (d0 + 32, N-1)>(%ii) {
      affine.for %j = affine_map<(d0) -> (d0)>(%jj) to min affine_map<(d0) -> (d0 + 32, N-1)>(%jj) {
        %a = affine.load %A[%i, %j - 1] : memref<NxNxf32>
        %b = affine.load %A[%i, %j + 1] : memref<NxNxf32>
        %s = arith.addf %a, %b : f32
        %c = affine.load %C[%i, %j] : memref<NxNxf32>
        %u = arith.addf %c, %s : f32
        affine.store %u, %C[%i, %j] : memref<NxNxf32>
      }
    }
  }",
        chosen_by: false,
        races: true,
        ..PLAIN
    },
    Kernel {
        name: "jacobi-2d 250",
        n: 250,
        reps: 40,
        iterations: |n| 2 * (n - 2) * (n - 2),
        body: "
  %fifth = arith.constant 0.2 : f32
  affine.for %i = 1 to N-1 { affine.for %j = 1 to N-1 {
    %a = affine.load %A[%i, %j] : memref<NxNxf32>
    %b = affine.load %A[%i, %j - 1] : memref<NxNxf32>
    %c = affine.load %A[%i, %j + 1] : memref<NxNxf32>
    %d = affine.load %A[%i + 1, %j] : memref<NxNxf32>
    %e = affine.load %A[%i - 1, %j] : memref<NxNxf32>
    %1 = arith.addf %a, %b : f32
    %2 = arith.addf %1, %c : f32
    %3 = arith.addf %2, %d : f32
    %4 = arith.addf %3, %e : f32
    %5 = arith.mulf %4, %fifth : f32
    affine.store %5, %B[%i, %j] : memref<NxNxf32>
  } }
  affine.for %i = 1 to N-1 { affine.for %j = 1 to N-1 {
    %a = affine.load %B[%i, %j] : memref<NxNxf32>
    %b = affine.load %B[%i, %j - 1] : memref<NxNxf32>
    %c = affine.load %B[%i, %j + 1] : memref<NxNxf32>
    %d = affine.load %B[%i + 1, %j] : memref<NxNxf32>
    %e = affine.load %B[%i - 1, %j] : memref<NxNxf32>
    %1 = arith.addf %a, %b : f32
    %2 = arith.addf %1, %c : f32
    %3 = arith.addf %2, %d : f32
    %4 = arith.addf %3, %e : f32
    %5 = arith.mulf %4, %fifth : f32
    affine.store %5, %A[%i, %j] : memref<NxNxf32>
  } }",
        ..PLAIN
    },
    Kernel {
        name: "seidel-2d 200",
        n: 200,
        reps: 20,
        iterations: |n| (n - 2) * (n - 2),
        body: "
  %ninth = arith.constant 9.0 : f32
  affine.for %i = 1 to N-1 { affine.for %j = 1 to N-1 {
    %a = affine.load %A[%i - 1, %j - 1] : memref<NxNxf32>
    %b = affine.load %A[%i - 1, %j] : memref<NxNxf32>
    %c = affine.load %A[%i - 1, %j + 1] : memref<NxNxf32>
    %d = affine.load %A[%i, %j - 1] : memref<NxNxf32>
    %e = affine.load %A[%i, %j] : memref<NxNxf32>
    %f = affine.load %A[%i, %j + 1] : memref<NxNxf32>
    %g = affine.load %A[%i + 1, %j - 1] : memref<NxNxf32>
    %h = affine.load %A[%i + 1, %j] : memref<NxNxf32>
    %k = affine.load %A[%i + 1, %j + 1] : memref<NxNxf32>
    %1 = arith.addf %a, %b : f32
    %2 = arith.addf %1, %c : f32
    %3 = arith.addf %2, %d : f32
    %4 = arith.addf %3, %e : f32
    %5 = arith.addf %4, %f : f32
    %6 = arith.addf %5, %g : f32
    %7 = arith.addf %6, %h : f32
    %8 = arith.addf %7, %k : f32
    %9 = arith.divf %8, %ninth : f32
    affine.store %9, %A[%i, %j] : memref<NxNxf32>
  } }",
        ..PLAIN
    },
    Kernel {
        name: "lu 200",
        n: 200,
        reps: 2,
        iterations: |n| (0..n).map(|i| i * i.saturating_sub(1) / 2 + (n - i) * i).sum(),
        body: "
  affine.for %i = 0 to N {
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      affine.for %k = 0 to affine_map<(d0) -> (d0)>(%j) {
        %a = affine.load %A[%i, %k] : memref<NxNxf32>
        %b = affine.load %A[%k, %j] : memref<NxNxf32>
        %c = affine.load %A[%i, %j] : memref<NxNxf32>
        %p = arith.mulf %a, %b : f32
        %s = arith.subf %c, %p : f32
        affine.store %s, %A[%i, %j] : memref<NxNxf32>
      }
      %d = affine.load %A[%j, %j] : memref<NxNxf32>
      %c = affine.load %A[%i, %j] : memref<NxNxf32>
      %q = arith.divf %c, %d : f32
      affine.store %q, %A[%i, %j] : memref<NxNxf32>
    }
    affine.for %j = affine_map<(d0) -> (d0)>(%i) to N {
      affine.for %k = 0 to affine_map<(d0) -> (d0)>(%i) {
        %a = affine.load %A[%i, %k] : memref<NxNxf32>
        %b = affine.load %A[%k, %j] : memref<NxNxf32>
        %c = affine.load %A[%i, %j] : memref<NxNxf32>
        %p = arith.mulf %a, %b : f32
        %s = arith.subf %c, %p : f32
        affine.store %s, %A[%i, %j] : memref<NxNxf32>
      }
    }
  }",
        ..PLAIN
    },
    Kernel {
        // What is stored is read in the next repetition, so that none is left out.
        name: "10 operations",
        n: 128,
        reps: 100,
        iterations: |n| n * n,
        body: "
  %half = arith.constant 0.5 : f32
  affine.for %i = 0 to N { affine.for %j = 0 to N {
    %a = affine.load %A[%i, %j] : memref<NxNxf32>
    %b = affine.load %B[%i, %j] : memref<NxNxf32>
    %1 = arith.addf %a, %b : f32
    %2 = arith.mulf %1, %half : f32
    %3 = arith.subf %2, %a : f32
    %4 = arith.mulf %3, %b : f32
    %5 = arith.addf %4, %1 : f32
    %6 = arith.mulf %5, %half : f32
    %7 = arith.subf %6, %2 : f32
    %8 = arith.mulf %7, %3 : f32
    %c = affine.load %C[%i, %j] : memref<NxNxf32>
    %9 = arith.addf %8, %c : f32
    %10 = arith.mulf %9, %half : f32
    affine.store %10, %C[%i, %j] : memref<NxNxf32>
  } }",
        ..PLAIN
    },
];

impl Kernel {
    /// `@kernel`, which runs `reps` times.
    fn text(&self, reps: u64) -> String {
        let body = (self.body)
            .replace("N-1", &(self.n - 1).to_string())
            .replace("NxN", &format!("{0}x{0}", self.n))
            .replace("to N ", &format!("to {} ", self.n))
            .replace("(N, N)", &format!("({0}, {0})", self.n));
        let ty = format!("memref<{0}x{0}xf32>", self.n);
        format!(
            "func.func @kernel(%A: {ty}, %B: {ty}, %C: {ty}) {{\n affine.for %t = 0 to {reps} {{{body}\n }}\n return\n}}\n"
        )
    }

    /// With a `@main` that prints the microseconds that `@kernel` computes, and elements, so that it has to.
    fn timed(&self) -> String {
        let n = self.n;
        let ty = format!("memref<{n}x{n}xf32>");
        format!(
            "{kernel}
func.func private @clock() -> i64
func.func private @printI64(i64)
func.func private @printF32(f32)
func.func private @printNewline()
func.func @main() {{
  %A = memref.alloc() : {ty}
  %B = memref.alloc() : {ty}
  %C = memref.alloc() : {ty}
  %one = arith.constant 1.0 : f32
  affine.for %i = 0 to {n} {{ affine.for %j = 0 to {n} {{
    %m = affine.apply affine_map<(d0, d1) -> ((d0 * 7 + d1 * 5) mod 16 + 1)>(%i, %j)
    %w = arith.index_cast %m : index to i32
    %x = arith.sitofp %w : i32 to f32
    %v = arith.divf %one, %x : f32
    affine.store %v, %A[%i, %j] : {ty}
    affine.store %v, %B[%i, %j] : {ty}
    affine.store %v, %C[%i, %j] : {ty}
  }} }}
  %start = call @clock() : () -> i64
  call @kernel(%A, %B, %C) : ({ty}, {ty}, {ty}) -> ()
  %end = call @clock() : () -> i64
  %took = arith.subi %end, %start : i64
  call @printI64(%took) : (i64) -> ()
  call @printNewline() : () -> ()
  %a = affine.load %A[1, 2] : {ty}
  call @printF32(%a) : (f32) -> ()
  call @printNewline() : () -> ()
  %b = affine.load %B[1, 2] : {ty}
  call @printF32(%b) : (f32) -> ()
  call @printNewline() : () -> ()
  %c = affine.load %C[1, 2] : {ty}
  call @printF32(%c) : (f32) -> ()
  call @printNewline() : () -> ()
  return
}}
",
            kernel = self.text(self.reps)
        )
    }

    /// The elements that `@main` makes.
    fn elements(&self) -> Vec<Scalar> {
        let kind = FloatKind::F32;
        let value = |i: u64, j: u64| Scalar::from_f64(kind, f64::from(1.0 / ((i * 7 + j * 5) % 16 + 1) as f32));
        (0..self.n)
            .flat_map(|i| (0..self.n).map(move |j| value(i, j)))
            .collect()
    }

    /// Nanoseconds per innermost iteration, and who ran it.
    fn run(&self, executor: Executor, reps: u64) -> (f64, Tally) {
        let module = parse(&self.text(reps));
        let options = RunOptions {
            races: self.races,
            ..RunOptions::default()
        };
        let mut machine = executor.machine(&module, Concrete, options);
        let init = |_| Init::Values(self.elements());
        let args = machine
            .default_args("kernel", &|_, _| 0, &|_| 0, &init)
            .expect("arguments");
        let start = now();
        machine.call("kernel", args).expect("it runs");
        let nanoseconds = now() - start;
        (nanoseconds / (reps * (self.iterations)(self.n)) as f64, machine.tally())
    }
}

/// Nanoseconds this thread has computed, so that a busy machine does not count.
fn now() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    time.tv_sec as f64 * 1e9 + time.tv_nsec as f64
}

/// Nanoseconds that children of this process have computed.
fn children() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/self/stat").ok()?;
    let fields: Vec<&str> = text.rsplit(')').next()?.split_whitespace().collect();
    // `cutime` and `cstime`, in hundredths of a second.
    let ticks = [13, 14].map(|n: usize| fields.get(n)?.parse::<f64>().ok());
    Some((ticks[0]? + ticks[1]?) * 1e7)
}

fn parse(text: &str) -> Module {
    let (module, diagnostics) = polyvet_ir::parse(text);
    assert!(diagnostics.is_empty(), "{diagnostics:#?}\nin\n{text}");
    module
}

/// The tools of MLIR, if they are installed.
struct Mlir {
    bin: PathBuf,
}

impl Mlir {
    fn find() -> Option<Mlir> {
        let bin = std::env::var("MLIR_BIN").unwrap_or_else(|_| "/usr/lib/llvm-22/bin".to_owned());
        let bin = PathBuf::from(bin);
        (bin.join("mlir-opt").exists() && bin.join("mlir-runner").exists()).then_some(Mlir { bin })
    }

    fn pipe(&self, tool: &str, args: &[&str], input: &[u8]) -> Vec<u8> {
        let mut child = Command::new(self.bin.join(tool))
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the tool starts");
        child.stdin.take().expect("a pipe").write_all(input).expect("it reads");
        let output = child.wait_with_output().expect("it ends");
        assert!(output.status.success(), "{tool} {args:?}");
        output.stdout
    }

    /// What a program prints.
    fn run(&self, text: &str, level: &str) -> String {
        let lowered = self.pipe(
            "mlir-opt",
            &[
                "--convert-linalg-to-loops",
                "--lower-affine",
                "--convert-scf-to-cf",
                "--expand-strided-metadata",
                "--lower-affine",
                "--finalize-memref-to-llvm",
                "--convert-arith-to-llvm",
                "--convert-index-to-llvm",
                "--convert-func-to-llvm",
                "--convert-cf-to-llvm",
                "--reconcile-unrealized-casts",
            ],
            text.as_bytes(),
        );
        let lib = |name: &str| self.bin.join("../lib").join(name).display().to_string();
        let libraries = format!(
            "--shared-libs={},{}",
            lib("libmlir_runner_utils.so.22.1"),
            lib("libmlir_c_runner_utils.so.22.1")
        );
        let args = ["-e", "main", "--entry-point-result=void", level, &libraries];
        String::from_utf8(self.pipe("mlir-runner", &args, &lowered)).expect("text")
    }

    /// Nanoseconds per innermost iteration.
    fn time(&self, kernel: &Kernel, level: &str) -> f64 {
        let printed = self.run(&kernel.timed(), level);
        let first = printed.lines().next().expect("a line");
        let microseconds: f64 = first.trim().parse().expect("microseconds");
        microseconds * 1e3 / (kernel.reps * (kernel.iterations)(kernel.n)) as f64
    }
}

/// The least of some tries: a loaded machine only adds.
fn least(tries: usize, mut time: impl FnMut() -> f64) -> f64 {
    (0..tries).map(|_| time()).fold(f64::INFINITY, f64::min)
}

fn geomean(ratios: &[f64]) -> f64 {
    (ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / ratios.len() as f64).exp()
}

fn large_loops(mlir: Option<&Mlir>, tries: usize, only: &str) {
    println!("ns per innermost iteration; in brackets the ratio of the fast executors to it");
    println!(
        "{:18} {:>9} {:>8} {:>6}  {:>16} {:>16}",
        "", "reference", "fast", "blocks", "mlir-runner -O0", "mlir-runner -O3"
    );
    let mut ratios = [Vec::new(), Vec::new()];
    let mut contractions = Vec::new();
    let mut worst = 0.0_f64;
    for kernel in KERNELS.iter().filter(|kernel| kernel.name.contains(only)) {
        // In the reference a part of the iterations is enough.
        let slow = if kernel.n <= 200 {
            let (slow, _) = kernel.run(Executor::Reference, 1);
            format!("{slow:.0}")
        } else {
            "-".to_owned()
        };
        let mut tally = Tally::default();
        let fast = least(tries, || {
            let (time, found) = kernel.run(Executor::Fast, kernel.reps);
            tally = found;
            time
        });
        let share = 100 * tally.columns / (tally.columns + tally.in_order).max(1);
        let mut cells = String::new();
        for (ratios, level) in ratios.iter_mut().zip(["-O0", "-O3"]) {
            if let Some(mlir) = mlir {
                let theirs = least(tries, || mlir.time(kernel, level));
                if kernel.chosen_by {
                    ratios.push(fast / theirs);
                }
                worst = worst.max(if level == "-O3" { fast / theirs } else { 0.0 });
                if level == "-O3" && kernel.contraction {
                    contractions.push(fast / theirs);
                }
                cells += &format!(" {theirs:>7.3} ({:>5.2}x)", fast / theirs);
            }
        }
        println!("{:18} {slow:>9} {fast:>8.3} {share:>5}% {cells}", kernel.name);
    }
    if mlir.is_none() {
        println!("mlir-opt and mlir-runner are not installed: no ratios");
        return;
    }
    println!(
        "means over matmul 64 and 256, jacobi-2d, seidel-2d, lu and 10 operations, worst over all\ngeometric mean against -O0: {:.2}x (goal: at most 0.5x)",
        geomean(&ratios[0])
    );
    println!(
        "geometric mean against -O3: {:.2}x (goal: at most 3x), worst {:.2}x (goal: at most 6x), worst contraction {:.2}x (goal: at most 1x)",
        geomean(&ratios[1]),
        worst,
        contractions.into_iter().fold(0.0, f64::max)
    );
}

/// A program of 8x8x8 iterations, different for each number.
fn small(number: usize, order: [&str; 3]) -> String {
    let [first, second, third] = order;
    let factor = 1.0 + number as f64 / 64.0;
    format!(
        "func.func @kernel(%A: memref<8x8xf32>, %B: memref<8x8xf32>, %C: memref<8x8xf32>) {{
  %f = arith.constant {factor:?} : f32
  affine.for {first} = 0 to 8 {{
    affine.for {second} = 0 to 8 {{
      affine.for {third} = 0 to 8 {{
        %a = affine.load %A[%i, %k] : memref<8x8xf32>
        %b = affine.load %B[%k, %j] : memref<8x8xf32>
        %c = affine.load %C[%i, %j] : memref<8x8xf32>
        %p = arith.mulf %a, %b : f32
        %q = arith.mulf %p, %f : f32
        %s = arith.addf %c, %q : f32
        affine.store %s, %C[%i, %j] : memref<8x8xf32>
      }}
    }}
  }}
  return
}}
"
    )
}

/// What a program leaves in `%C`.
fn outcome<D: Accelerated>(text: &str, domain: D, init: &dyn Fn(usize) -> Init) -> polyvet_interp::Contents {
    let module = parse(text);
    let mut machine = Executor::Auto.machine(&module, domain, RunOptions::default());
    let args = machine
        .default_args("kernel", &|_, _| 0, &|_| 0, init)
        .expect("arguments");
    machine.call("kernel", args.clone()).expect("it runs");
    let RuntimeValue::MemRef(_) = &args[2] else {
        unreachable!("`%C` is a memref")
    };
    machine.read(&args[2]).expect("a buffer")
}

fn small_programs(mlir: Option<&Mlir>, tries: usize) {
    // They take so little time that a machine with other work is seldom quiet for all of them.
    let tries = tries.max(30);
    let count = 1000;
    let texts: Vec<String> = (0..count).map(|n| small(n, ["%i", "%j", "%k"])).collect();
    let each = |nanoseconds: f64| nanoseconds / count as f64 / 1e3;
    let time = |run: &dyn Fn(&str)| {
        each(least(tries, || {
            let start = now();
            texts.iter().for_each(|text| run(text));
            now() - start
        }))
    };
    let parsing = time(&|text| drop(parse(text)));
    let ours = time(&|text| drop(outcome(text, Concrete, &|n| Init::Seeded(n as u64))));
    println!(
        "1,000 programs of 8x8x8 from text to memory: {ours:.1} us each, {parsing:.1} of it parsing (goal: at most 50)"
    );
    let inputs = |argument: usize| Init::Inputs {
        argument: argument as u32,
        name: ["A", "B", "C"][argument].to_owned(),
    };
    let interchanged: Vec<String> = (0..count).map(|n| small(n, ["%j", "%i", "%k"])).collect();
    let check = |domain: &str, run: &dyn Fn(&str) -> polyvet_interp::Contents| {
        let took = each(least(tries, || {
            let start = now();
            for (before, after) in texts.iter().zip(&interchanged) {
                assert_eq!(first_difference(&run(before), &run(after)), None);
            }
            now() - start
        }));
        println!(
            "a whole check (parse and run two versions in the {domain} domain, compare): {took:.1} us (goal: at most 100)"
        );
    };
    check("term", &|text| outcome(text, TermDomain::new(), &inputs));
    check("field", &|text| outcome(text, Field::new(), &inputs));
    let Some(mlir) = mlir else { return };
    let programs = 5;
    let clock = Instant::now();
    let start = children();
    for text in &texts[..programs] {
        let main = "func.func @main() {
  %A = memref.alloc() : memref<8x8xf32>
  %B = memref.alloc() : memref<8x8xf32>
  %C = memref.alloc() : memref<8x8xf32>
  call @kernel(%A, %B, %C) : (memref<8x8xf32>, memref<8x8xf32>, memref<8x8xf32>) -> ()
  return
}";
        mlir.run(&format!("{text}{main}"), "-O0");
    }
    let computed = start.zip(children()).map(|(start, end)| end - start);
    let theirs = computed.unwrap_or(clock.elapsed().as_secs_f64() * 1e9) / 1e3 / programs as f64;
    println!(
        "the same in processes of mlir-opt and mlir-runner -O0: {:.1} ms each, {:.0} times as long (goal: at least 1000)",
        theirs / 1e3,
        theirs / ours
    );
}

fn main() {
    let tries = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(3);
    let mlir = Mlir::find();
    let only = std::env::args().nth(2).unwrap_or_default();
    if only.is_empty() || only == "small" {
        small_programs(mlir.as_ref(), tries);
    }
    large_loops(mlir.as_ref(), tries, &only);
}
