//! Times, to be read by people: `cargo test -p polyvet-executors --test it speed -- --ignored --nocapture`.

use crate::common::{inputs, parse};
use polyvet_executors::{Accelerated, Executor};
use polyvet_interp::{Concrete, Init, RunOptions, TermDomain};
use std::sync::OnceLock;
use std::time::Instant;

/// Seconds this thread has computed, so that a busy machine does not count; where Linux does not say,
/// seconds on the clock.
fn now() -> f64 {
    static START: OnceLock<Instant> = OnceLock::new();
    let clock = START.get_or_init(Instant::now).elapsed().as_secs_f64();
    let computed = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = computed.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    nanoseconds.map_or(clock, |nanoseconds| nanoseconds / 1e9)
}

fn matmul(ty: &str) -> String {
    format!(
        "
func.func @f(%A: memref<?x?x{ty}>, %B: memref<?x?x{ty}>, %C: memref<?x?x{ty}>, %n: index) {{
  affine.for %i = 0 to %n {{
    affine.for %j = 0 to %n {{
      affine.for %k = 0 to %n {{
        %a = affine.load %A[%i, %k] : memref<?x?x{ty}>
        %b = affine.load %B[%k, %j] : memref<?x?x{ty}>
        %c = affine.load %C[%i, %j] : memref<?x?x{ty}>
        %p = arith.mulf %a, %b : {ty}
        %s = arith.addf %c, %p : {ty}
        affine.store %s, %C[%i, %j] : memref<?x?x{ty}>
      }}
    }}
  }}
  return
}}"
    )
}

const STRUCTURED: &str = "
func.func @f(%A: tensor<?x?xf32>, %B: tensor<?x?xf32>, %C: tensor<?x?xf32>, %n: index) -> tensor<?x?xf32> {
  %r = linalg.matmul ins(%A, %B : tensor<?x?xf32>, tensor<?x?xf32>) outs(%C : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}";

/// Nanoseconds per innermost iteration.
fn time<D: Accelerated>(name: &str, text: &str, domain: D, init: &dyn Fn(usize) -> Init) {
    let module = parse(text);
    let n = 48;
    let mut machine = Executor::Auto.machine(&module, domain, RunOptions::default());
    let args = machine.default_args("f", &|_, _| n, &|_| n, init).expect("arguments");
    let start = now();
    machine.call("f", args).expect("it runs");
    let nanoseconds = (now() - start) * 1e9;
    let (iterations, steps) = ((n * n * n) as f64, machine.steps() as f64);
    println!(
        "{name}: {:.0} ns per iteration, {:.0} ns per step",
        nanoseconds / iterations,
        nanoseconds / steps
    );
}

#[test]
#[ignore = "prints times"]
fn speed() {
    let seeded = |n| Init::Seeded(n as u64);
    time("matmul f32, concrete", &matmul("f32"), Concrete, &seeded);
    time("matmul bf16, concrete", &matmul("bf16"), Concrete, &seeded);
    time("matmul f32, term", &matmul("f32"), TermDomain::new(), &inputs);
    time(
        "matmul f32, term with names",
        &matmul("f32"),
        TermDomain::with_names(),
        &inputs,
    );
    time("linalg.matmul f32, concrete", STRUCTURED, Concrete, &seeded);
    time("linalg.matmul f32, term", STRUCTURED, TermDomain::new(), &inputs);
    let text = matmul("f32");
    let start = now();
    let rounds = 500;
    for _ in 0..rounds {
        let module = parse(&text);
        let mut machine = Executor::Auto.machine(&module, TermDomain::new(), RunOptions::default());
        let args = machine
            .default_args("f", &|_, _| 3, &|_| 3, &inputs)
            .expect("arguments");
        machine.call("f", args.clone()).expect("it runs");
        machine.read(&args[2]).expect("a buffer");
    }
    println!(
        "parse, run 3x3x3, read: {:.1} us",
        (now() - start) * 1e6 / f64::from(rounds)
    );
    let module = parse(&text);
    let start = now();
    for _ in 0..rounds {
        let mut machine = Executor::Auto.machine(&module, TermDomain::new(), RunOptions::default());
        let args = machine
            .default_args("f", &|_, _| 3, &|_| 3, &inputs)
            .expect("arguments");
        machine.call("f", args.clone()).expect("it runs");
        machine.read(&args[2]).expect("a buffer");
    }
    println!("without parsing: {:.1} us", (now() - start) * 1e6 / f64::from(rounds));
}
