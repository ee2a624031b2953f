//! Complex numbers as arrays: seeds, symbols, traces, what is left allocated.

use crate::common::{inputs, parse};
use polyvet_interp::{Concrete, Init, Machine, RunOptions, TermDomain, Watch};
use polyvet_ir::Type;

fn complex() -> Type {
    Type::Complex(Box::new(Type::F32))
}

const SWAP: &str = r#"
func.func @f(%A: memref<2xcomplex<f32>>, %z: complex<f32>) -> (memref<2xcomplex<f32>>, complex<f32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %B = memref.alloc() : memref<2xcomplex<f32>>
  %lost = memref.alloc() : memref<3xcomplex<f32>>
  %a = memref.load %A[%c0] : memref<2xcomplex<f32>>
  %p = complex.mul %a, %z : complex<f32>
  memref.store %p, %B[%c1] : memref<2xcomplex<f32>>
  memref.store %z, %B[%c0] : memref<2xcomplex<f32>>
  return %B, %p : memref<2xcomplex<f32>>, complex<f32>
}"#;

#[test]
fn symbols() {
    let module = parse(SWAP);
    let found =
        crate::common::run(&module, TermDomain::with_names(), RunOptions::default(), 2, &inputs).expect("it runs");
    let text = found.results[1].to_string();
    assert!(text.starts_with("(subf(mulf(A[0, 0], B[0])"), "{text}");
    assert_eq!(found.results[0].elems[2..], found.results[1].elems[..]);
    assert_eq!(found.results[0].shape, [2, 2]);
}

#[test]
fn one_access_and_one_leak_for_both_parts() {
    let module = parse(SWAP);
    let mut machine = Machine::new(&module, Concrete, RunOptions::default());
    machine.watch(
        vec![Watch {
            array: "B".to_owned(),
            element: None,
        }],
        100,
    );
    let args = machine
        .default_args("f", &|_, _| 0, &|_| 0, &|_| Init::Iota)
        .expect("arguments");
    let results = machine.call("f", args).expect("it runs");
    let (events, dropped) = machine.events();
    let seen: Vec<String> = events
        .iter()
        .map(|event| format!("{:?} {}", event.element, event.value.as_ref().expect("a value")))
        .collect();
    // (0 + 1i)(0 + 1i) = -1.
    assert_eq!(
        (seen, dropped),
        (vec!["[1] (-1.0, 0.0)".to_owned(), "[0] (0.0, 1.0)".to_owned()], 0)
    );
    let leaks = machine.leaks(&results);
    assert_eq!(leaks.len(), 1, "{leaks:?}");
    assert_eq!((&*leaks[0].name, leaks[0].elements), ("%lost", 3));
}

#[test]
fn parts_are_drawn_one_after_the_other() {
    let module = parse("func.func @f() {\n  return\n}\n");
    let mut machine = Machine::new(&module, Concrete, RunOptions::default());
    let init = || Init::Seeded(7);
    let complex = machine.tensor(&[3], &complex(), init()).expect("a tensor");
    let plain = machine.tensor(&[3, 2], &Type::F32, init()).expect("a tensor");
    let (complex, plain) = (
        machine.read(&complex).expect("elements"),
        machine.read(&plain).expect("elements"),
    );
    assert_eq!((complex.shape, complex.elems), (plain.shape, plain.elems));
}
