//! Shared by the tests: parse, run, compare.

use polyvet_interp::{Contents, Domain, Init, Machine, RunOptions, RuntimeValue, Scalar, ScalarType, Trap};
use polyvet_ir::{FloatKind, Module};

/// Parses text that must be right.
pub fn parse(text: &str) -> Module {
    let (module, diagnostics) = polyvet_ir::parse(text);
    assert!(diagnostics.is_empty(), "{diagnostics:#?}\nin\n{text}");
    module
}

/// `f32` and the like.
pub fn scalar_type(name: &str) -> ScalarType {
    match name {
        "index" => ScalarType::Index,
        "f16" => ScalarType::Float(FloatKind::F16),
        "bf16" => ScalarType::Float(FloatKind::BF16),
        "f32" => ScalarType::Float(FloatKind::F32),
        "f64" => ScalarType::Float(FloatKind::F64),
        _ => match name.strip_prefix('i').and_then(|width| width.parse().ok()) {
            Some(width) => ScalarType::Int(width),
            None => panic!("`{name}` is no scalar type"),
        },
    }
}

/// `i8 -1`, `f32 0.5`, `f32 0x7fc00000`, `f32 nan(0x7fc00000)`, `i1 true`.
pub fn scalar(text: &str) -> Scalar {
    let Some((ty, value)) = text.trim().split_once(' ') else {
        panic!("`{text}` is no typed value")
    };
    let ty = scalar_type(ty);
    let bits = value
        .strip_prefix("nan(")
        .and_then(|value| value.strip_suffix(')'))
        .unwrap_or(value);
    if let Some(hex) = bits.strip_prefix("0x") {
        return Scalar::new(ty, u64::from_str_radix(hex, 16).expect("hexadecimal digits"));
    }
    match (ty, value) {
        (_, "true") => Scalar::bool(true),
        (_, "false") => Scalar::bool(false),
        (ScalarType::Float(kind), _) => Scalar::from_f64(kind, value.parse().expect("a number")),
        _ => Scalar::new(ty, value.parse::<i128>().expect("an integer") as u64),
    }
}

/// Everything a call leaves behind: its results, then its arguments.
pub struct Outcome {
    pub results: Vec<Contents>,
    pub args: Vec<Contents>,
}

/// Calls `@f` with default arguments: dynamic extents and indices are `size`, elements `init`.
pub fn run<D: Domain>(
    module: &Module,
    domain: D,
    options: RunOptions,
    size: i64,
    init: &dyn Fn(usize) -> Init,
) -> Result<Outcome, Trap> {
    let mut machine = Machine::new(module, domain, options);
    let args = machine.default_args("f", &|_, _| size, &|_| size, init)?;
    let results = machine.call("f", args.clone())?;
    let read = |values: &[RuntimeValue<D>]| {
        values
            .iter()
            .map(|value| machine.read(value))
            .collect::<Result<Vec<_>, _>>()
    };
    Ok(Outcome {
        results: read(&results)?,
        args: read(&args)?,
    })
}

/// Inputs that are distinguished by argument and element.
pub fn inputs(argument: usize) -> Init {
    Init::Inputs {
        argument: argument as u32,
        name: ["A", "B", "C", "D"][argument].to_owned(),
    }
}

/// `C[] += A[subscript]` in a loop over `%i`.
pub fn sum_of(subscript: &str) -> String {
    format!(
        r#"
func.func @f(%A: memref<?xf32>, %C: memref<f32>, %n: index) {{
  affine.for %i = 0 to %n {{
    %a = affine.load %A[{subscript}] : memref<?xf32>
    %c = affine.load %C[] : memref<f32>
    %s = arith.addf %c, %a : f32
    affine.store %s, %C[] : memref<f32>
  }}
  return
}}"#
    )
}
