//! Arrays of complex numbers in files.

use polyvet_interp::{Concrete, ElementType, Init, Machine, RunOptions, Scalar, ScalarType};
use polyvet_ir::{Dim, FloatKind, Type};
use polyvet_runs::npy;
use std::path::Path;

const PART: ScalarType = ScalarType::Float(FloatKind::F32);

fn complex() -> Type {
    Type::Complex(Box::new(Type::F32))
}

#[test]
fn files() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.npy");
    let module = polyvet_ir::parse("func.func @f() {\n  return\n}\n").0;
    let mut machine = Machine::new(&module, Concrete, RunOptions::default());
    let value = machine.tensor(&[2, 1], &complex(), Init::Iota).expect("a tensor");
    let contents = machine.read(&value).expect("its elements");
    assert_eq!(contents.to_string(), "[[(0.0, 1.0)], [(2.0, 3.0)]]");
    let bytes = npy::encode(&path, &contents).expect("numpy has it");
    let text = String::from_utf8_lossy(&bytes).into_owned();
    assert!(text.contains("<c8") && text.contains("(2, 1"), "{text}");
    std::fs::write(&path, &bytes).expect("a file");
    let elem = ElementType::of(&complex()).expect("floats");
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
