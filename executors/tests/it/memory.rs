//! Huge arrays take up what is touched of them, whoever runs the program.

use crate::common::parse;
use polyvet_executors::Executor;
use polyvet_interp::{Concrete, Contents, Init, RunLimits, RunOptions, Trap};

/// The results of `@f`; dynamic extents and indices are `size`, elements `init`.
fn run(
    executor: Executor,
    text: &str,
    options: RunOptions,
    size: i64,
    init: &dyn Fn(usize) -> Init,
) -> Result<Vec<Contents>, Trap> {
    let module = parse(text);
    let mut machine = executor.machine(&module, Concrete, options);
    let args = machine.default_args("f", &|_, _| size, &|_| size, init)?;
    let results = machine.call("f", args)?;
    results.iter().map(|value| machine.read(value)).collect()
}

/// Of huge tensors and copies only what is written takes up memory.
#[test]
fn huge_tensors() {
    let text = r#"
func.func @f(%x: i32, %n: index) -> (i32, i32, i32, i32) {
  %c5 = arith.constant 5 : index
  %c99999 = arith.constant 99999 : index
  %empty = tensor.empty() : tensor<100000x100000xi32>
  %one = tensor.insert %x into %empty[%c5, %c99999] : tensor<100000x100000xi32>
  %two = arith.addi %x, %x : i32
  // A copy, since the other is used below.
  %more = tensor.insert %two into %one[%c5, %c5] : tensor<100000x100000xi32>
  %a = tensor.extract %one[%c5, %c99999] : tensor<100000x100000xi32>
  %flat = tensor.collapse_shape %more [[0, 1]] : tensor<100000x100000xi32> into tensor<10000000000xi32>
  %at = arith.constant 500005 : index
  %b = tensor.extract %flat[%at] : tensor<10000000000xi32>
  %A = bufferization.to_buffer %more : tensor<100000x100000xi32> to memref<100000x100000xi32>
  %B = memref.alloc() : memref<100000x100000xi32>
  memref.store %x, %B[%n, %n] : memref<100000x100000xi32>
  memref.copy %A, %B : memref<100000x100000xi32> to memref<100000x100000xi32>
  %c = memref.load %B[%c5, %c5] : memref<100000x100000xi32>
  %rows = memref.subview %B[5, 0] [50000, 100000] [1, 1] : memref<100000x100000xi32> to memref<50000x100000xi32, strided<[100000, 1], offset: 500000>>
  %C = memref.alloc() : memref<50000x100000xi32>
  memref.copy %rows, %C : memref<50000x100000xi32, strided<[100000, 1], offset: 500000>> to memref<50000x100000xi32>
  %clone = bufferization.clone %C : memref<50000x100000xi32> to memref<50000x100000xi32>
  %t = bufferization.to_tensor %clone : memref<50000x100000xi32> to tensor<50000x100000xi32>
  %c0 = arith.constant 0 : index
  %d = tensor.extract %t[%c0, %c99999] : tensor<50000x100000xi32>
  %slice = tensor.extract_slice %more[3, 1] [90000, 49999] [1, 2] : tensor<100000x100000xi32> to tensor<90000x49999xi32>
  %c2 = arith.constant 2 : index
  %c49998 = arith.constant 49998 : index
  %first = tensor.extract %slice[%c2, %c2] : tensor<90000x49999xi32>
  %last = tensor.insert %first into %slice[%c2, %c49998] : tensor<90000x49999xi32>
  LAST
  return %a, %b, %c, %d : i32, i32, i32, i32
}"#;
    for executor in [Executor::Auto, Executor::Reference, Executor::Fast] {
        let call = |last: &str, elements: u64| {
            let limits = RunLimits {
                elements,
                ..RunLimits::default()
            };
            let options = RunOptions {
                limits,
                ..RunOptions::default()
            };
            let text = text.replace("LAST", last);
            let outcome = run(executor, &text, options, 7, &|_| Init::Seeded(3));
            outcome.map(|results| results.iter().map(ToString::to_string).collect::<Vec<_>>())
        };
        let values = call("", 1 << 17).expect("it fits");
        let number = |n: usize| values[n].parse::<i64>().expect("an integer");
        assert_eq!(
            [number(1), number(2), number(3)],
            [2, 2, 1].map(|factor| factor * number(0))
        );
        let trap = call("", 1 << 14).expect_err("not all copies fit");
        assert_eq!(trap.code(), "memory-limit");
        // The copy wrote this element last, though it has none to give.
        let lost = call("%e = memref.load %B[%n, %n] : memref<100000x100000xi32>", 1 << 17);
        assert_eq!(lost.expect_err("never written").code(), "uninitialised-read");
        // Column 99999 is number 49999 of the odd ones, which the slice has not.
        let lost = call(
            "%e = tensor.extract %slice[%c2, %c49998] : tensor<90000x49999xi32>",
            1 << 17,
        );
        assert_eq!(lost.expect_err("never written").code(), "uninitialised-read");
    }
}

/// Of a huge buffer only what is written takes up memory, page by page, up to the limit.
#[test]
fn huge_buffers() {
    let text = r#"
func.func @f(%n: index, %x: f32) {
  %A = memref.alloc() : memref<1000000x1000000xf32>
  affine.for %i = 0 to %n {
    affine.for %j = 0 to 3 {
      affine.store %x, %A[%i * 1000, %j + 7] : memref<1000000x1000000xf32> // here
    }
    %a = affine.load %A[%i * 1000, 8] : memref<1000000x1000000xf32>
    affine.store %a, %A[%i * 1000, 10] : memref<1000000x1000000xf32>
  }
  return
}"#;
    for executor in [Executor::Auto, Executor::Reference, Executor::Fast] {
        let call = |size: i64, elements: u64| {
            let limits = RunLimits {
                elements,
                ..RunLimits::default()
            };
            let options = RunOptions {
                limits,
                ..RunOptions::default()
            };
            run(executor, text, options, size, &|_| Init::Iota).map(|_| ())
        };
        // Four pages, and a little.
        call(4, 16_386).expect("it fits");
        let trap = call(5, 16_386).expect_err("a fifth page");
        assert_eq!(trap.code(), "memory-limit");
        assert_eq!(
            trap.describe(),
            "the 4096 newly touched elements exceed the 2 left of the limit of 16386, at %i = 4, %j = 0"
        );
        assert!(
            text[trap.span.start as usize..].starts_with("affine.store %x"),
            "{executor:?}"
        );
    }
}
