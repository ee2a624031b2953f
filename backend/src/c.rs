//! Programs in C: loops, accesses and scalar operations, with the meaning they have in MLIR.
//!
//! Structured operations become loops first, by a [`Lowering`] that the caller chooses: a backend has no opinion on
//! rewrites. Tensors are arrays that nobody changes. Integers are unsigned in C and wrap; signed operations extend the sign first. Floats are computed in their own
//! format (compile with `-ffp-contract=off`, without fast math). A memref is a pointer with offset, extents and
//! strides. What has no translation is [`JobOutcome::Unsupported`], never left out.

mod function;
mod scalar;
pub mod timing;

use crate::JobOutcome;
use crate::batch::JobBatch;
use crate::mlir::signature;
use crate::printed::END;
use crate::settle::Stopped;
use function::CPrinter;
use polyvet_interp::{Contents, Scalar, ScalarType};
use polyvet_ir::{FloatKind, Module, OpId, Type};
use std::fmt::Write;

type CResult<T> = std::result::Result<T, JobOutcome>;

/// A function in a module of its own, with loops in place of structured operations; `None` if it has none. Or why it
/// cannot be made.
pub type Lowering = fn(&Module, OpId) -> std::result::Result<Option<(Module, OpId)>, String>;

const HEAD: &str = include_str!("c_head.h");

/// A program in C that calls the functions of a batch and prints all outputs. `module` has the functions as they are
/// to be translated, under the same names.
pub(crate) fn program(
    module: &Module,
    batch: &JobBatch<'_>,
    lowering: Option<Lowering>,
) -> std::result::Result<String, Stopped> {
    let mut text = HEAD.to_owned();
    let mut bodies = String::new();
    for func in module.funcs() {
        let name = module.symbol_name(func).unwrap_or("");
        let (head, body) = function(module, func, false, lowering).map_err(|outcome| Stopped {
            outcome,
            suspects: batch.jobs_with(name).collect(),
        })?;
        let _ = writeln!(text, "{head};");
        bodies += &body;
    }
    text += &bodies;
    text += "\nint main(void) {\n";
    for (n, call) in batch.calls.iter().enumerate() {
        let called = in_main(&mut text, module, batch.name(call), n, &call.job.inputs);
        called.map_err(|outcome| Stopped {
            outcome,
            suspects: vec![n],
        })?;
    }
    Ok(text + "  return 0;\n}\n")
}

/// The head of a function, and the function. If it is `outermost`, nobody else calls it: the arrays that are its arguments
/// lie as their types say.
fn function(module: &Module, func: OpId, outermost: bool, lowering: Option<Lowering>) -> CResult<(String, String)> {
    let loops = lowering.map_or(Ok(None), |lowering| lowering(module, func));
    let loops = loops.map_err(|why| JobOutcome::Unsupported(format!("structured operations as loops: {why}")))?;
    let (module, func) = loops.as_ref().map_or((module, func), |(module, func)| (module, *func));
    let mut printer = CPrinter::new(module);
    if outermost {
        printer.trust_layouts(func);
    }
    let head = printer.head(func)?;
    printer.func(func)?;
    let body = format!("\n{head} {{\n{}}}\n", printer.text);
    Ok((head, body))
}

/// Call `n` of `main`, and the outputs.
fn in_main(text: &mut String, module: &Module, name: &str, n: usize, given: &[Contents]) -> CResult<()> {
    let func = polyvet_ir::func_named(module, name).ok_or_else(|| missing(name))?;
    let (inputs, results) = signature(module, func)?;
    if inputs.len() != given.len() {
        let message = format!("{} inputs for {} arguments", given.len(), inputs.len());
        return Err(JobOutcome::Unsupported(message));
    }
    let _ = write!(text, "  {{\n    put({n});\n");
    let mut args = Vec::new();
    for (at, (ty, input)) in inputs.iter().zip(given).enumerate() {
        args.push(argument(text, at, ty, input)?);
    }
    for (at, ty) in results.iter().enumerate() {
        let _ = writeln!(text, "    {} r{at};", c_type(ty)?);
        args.push(format!("&r{at}"));
    }
    let _ = writeln!(text, "    {}({});", symbol(name), args.join(", "));
    for (at, ty) in inputs.iter().enumerate().filter(|(_, ty)| ty.is_memref()) {
        show(text, &format!("a{at}"), ty)?;
    }
    for (at, ty) in results.iter().enumerate() {
        show(text, &format!("r{at}"), ty)?;
    }
    let _ = write!(text, "    put({END}LL);\n  }}\n");
    Ok(())
}

fn unsupported<T>(what: &str) -> CResult<T> {
    Err(JobOutcome::Unsupported(format!(
        "there is no translation to C of {what}"
    )))
}

fn missing(name: &str) -> JobOutcome {
    JobOutcome::Unsupported(format!("`@{name}` is gone after the passes"))
}

/// An argument of a call in `main`.
fn argument(text: &mut String, at: usize, ty: &Type, input: &Contents) -> CResult<String> {
    let Some(values) = input.scalars() else {
        return Err(JobOutcome::Unsupported("an input is not written".to_owned()));
    };
    let elem = storage(ty.elem())?;
    let bits: Vec<String> = values.iter().map(|value| format!("{}ULL", value.bits)).collect();
    let (store, wide) = (elem, bit_type(ty.elem())?);
    if ty.shape().is_none() {
        let _ = writeln!(
            text,
            "    {wide} b{at} = ({wide}){}; {store} a{at}; memcpy(&a{at}, &b{at}, sizeof a{at});",
            bits[0]
        );
        return Ok(format!("a{at}"));
    }
    // At least one element: C has no empty arrays.
    let all = if bits.is_empty() {
        "0".to_owned()
    } else {
        bits.join(",")
    };
    let count = bits.len();
    let _ = writeln!(text, "    static const {wide} b{at}[] = {{{all}}};");
    let _ = writeln!(
        text,
        "    mem a{at} = fresh({count}, sizeof({store}), {}, (int64_t[]){{{}}});",
        input.shape.len(),
        extents(&input.shape)
    );
    let _ = writeln!(text, "    memcpy(a{at}.p, b{at}, {count} * sizeof({store}));");
    Ok(format!("a{at}"))
}

fn extents(shape: &[i64]) -> String {
    if shape.is_empty() {
        return "0".to_owned();
    }
    shape.iter().map(i64::to_string).collect::<Vec<_>>().join(", ")
}

/// Prints an output in `main`.
fn show(text: &mut String, name: &str, ty: &Type) -> CResult<()> {
    let store = storage(ty.elem())?;
    match ty {
        Type::MemRef { shape, .. } | Type::Tensor { shape, .. } => {
            let _ = writeln!(text, "    put_mem(&{name}, {}, sizeof({store}));", shape.len());
        }
        _ => {
            let _ = writeln!(text, "    put_bits(&{name}, sizeof {name});");
        }
    }
    Ok(())
}

/// The C type that holds a value.
fn c_type(ty: &Type) -> CResult<&'static str> {
    match ty {
        // A tensor is an array that nobody changes.
        Type::MemRef { .. } | Type::Tensor { encoding: None, .. } => Ok("mem"),
        Type::Vector { .. } | Type::Tensor { .. } | Type::UnrankedMemRef { .. } | Type::UnrankedTensor(_) => {
            unsupported(&format!("values of type `{ty}` (loops on memrefs are translated)"))
        }
        other => storage(other),
    }
}

/// The C type of a scalar, also in memory.
fn storage(ty: &Type) -> CResult<&'static str> {
    match ScalarType::of(ty) {
        Some(ScalarType::Float(FloatKind::F32)) => Ok("float"),
        Some(ScalarType::Float(FloatKind::F64)) => Ok("double"),
        Some(ScalarType::Int(1..=8)) => Ok("uint8_t"),
        Some(ScalarType::Int(9..=16) | ScalarType::Float(FloatKind::F16 | FloatKind::BF16)) => Ok("uint16_t"),
        Some(ScalarType::Int(17..=32)) => Ok("uint32_t"),
        Some(ScalarType::Int(_) | ScalarType::Index) => Ok("uint64_t"),
        _ => unsupported(&format!("the type `{ty}`")),
    }
}

/// An unsigned type as wide as [`storage`].
fn bit_type(ty: &Type) -> CResult<&'static str> {
    Ok(match storage(ty)? {
        "float" => "uint32_t",
        "double" => "uint64_t",
        other => other,
    })
}

/// A name that is one in C: other characters become their codes.
fn symbol(name: &str) -> String {
    let mut text = "f_".to_owned();
    for c in name.chars() {
        match c.is_ascii_alphanumeric() {
            true => text.push(c),
            false => _ = write!(text, "_{:x}_", u32::from(c)),
        }
    }
    text
}

/// A number with all its bits.
fn literal(value: Scalar) -> CResult<String> {
    Ok(match value.ty {
        ScalarType::Float(FloatKind::F32) => format!("f32(0x{:08x}u)", value.bits),
        ScalarType::Float(FloatKind::F64) => format!("f64(0x{:016x}ull)", value.bits),
        ScalarType::Float(_) if scalar::half(Some(value.ty)).is_none() => {
            return unsupported(&format!("the type `{}`", value.ty));
        }
        _ => format!("{}ULL", value.bits),
    })
}
