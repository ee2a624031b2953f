//! Complex numbers as arrays: files, seeds, symbols, traces, what is left allocated.

use crate::common::{inputs, parse};
use polyvet_interp::{Concrete, Element, Init, Machine, Options, Scalar, ScalarType, Term, Watch, npy};
use polyvet_ir::{Dim, FloatKind, Type};
use std::path::Path;

const PART: ScalarType = ScalarType::Float(FloatKind::F32);

fn complex() -> Type {
    Type::Complex(Box::new(Type::F32))
}

#[test]
fn files() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.npy");
    let module = parse("func.func @f() {\n  return\n}\n");
    let mut machine = Machine::new(&module, Concrete, Options::default());
    let value = machine.tensor(&[2, 1], &complex(), Init::Iota).expect("a tensor");
    let contents = machine.read(&value).expect("its elements");
    assert_eq!(contents.to_string(), "[[(0.0, 1.0)], [(2.0, 3.0)]]");
    let bytes = npy::encode(&path, &contents).expect("numpy has it");
    let text = String::from_utf8_lossy(&bytes).into_owned();
    assert!(text.contains("<c8") && text.contains("(2, 1"), "{text}");
    std::fs::write(&path, &bytes).expect("a file");
    let elem = Element::of(&complex()).expect("floats");
    let dims = [Dim::Dynamic, Dim::Static(1)];
    let (shape, elements) = npy::read(&path, elem, &dims).expect("what was written");
    assert_eq!(shape, [2, 1]);
    assert_eq!(elements, [0.0, 1.0, 2.0, 3.0].map(Scalar::f32));
    let wrong = npy::read(&path, PART, &dims).expect_err("another type");
    assert!(wrong.to_string().contains("type `<c8`, but `f32`"), "{wrong}");
    // The first dimension innermost.
    let header = "{'descr': '>c8', 'fortran_order': True, 'shape': (1, 2, 2), }\n";
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    bytes.extend((header.len() as u16).to_le_bytes());
    bytes.extend(header.bytes());
    for part in 0..8 {
        bytes.extend((part as f32).to_be_bytes());
    }
    std::fs::write(&path, &bytes).expect("a file");
    let (_, elements) = npy::read(&path, elem, &[Dim::Dynamic, Dim::Dynamic, Dim::Dynamic]).expect("big-endian");
    assert_eq!(
        elements,
        [0.0, 1.0, 4.0, 5.0, 2.0, 3.0, 6.0, 7.0].map(Scalar::f32),
        "real and imaginary part stay together"
    );
    let half = Type::Complex(Box::new(Type::Float(FloatKind::F16)));
    let value = machine.tensor(&[1], &half, Init::Iota).expect("a tensor");
    let error = npy::encode(Path::new("h.npy"), &machine.read(&value).expect("elements")).expect_err("no such type");
    assert_eq!(
        error.to_string(),
        "numpy has no elements of type `complex<f16>` for `h.npy`"
    );
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
    let found = crate::common::run(&module, Term::with_names(), Options::default(), 2, &inputs).expect("it runs");
    let text = found.results[1].to_string();
    assert!(text.starts_with("(subf(mulf(A[0, 0], B[0])"), "{text}");
    assert_eq!(found.results[0].elems[2..], found.results[1].elems[..]);
    assert_eq!(found.results[0].shape, [2, 2]);
}

#[test]
fn one_access_and_one_leak_for_both_parts() {
    let module = parse(SWAP);
    let mut machine = Machine::new(&module, Concrete, Options::default());
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
    let mut machine = Machine::new(&module, Concrete, Options::default());
    let init = || Init::Seeded(7);
    let complex = machine.tensor(&[3], &complex(), init()).expect("a tensor");
    let plain = machine.tensor(&[3, 2], &Type::F32, init()).expect("a tensor");
    let (complex, plain) = (
        machine.read(&complex).expect("elements"),
        machine.read(&plain).expect("elements"),
    );
    assert_eq!((complex.shape, complex.elems), (plain.shape, plain.elems));
}
