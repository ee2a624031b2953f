//! What each operation does, one file a dialect. Every file has `decode`, which reads names,
//! attributes and types once, and `run`, which is the meaning.

pub(crate) mod affine;
pub(crate) mod arith;
mod array;
pub(crate) mod bufferization;
pub(crate) mod cf;
pub(crate) mod complex;
pub(crate) mod event;
pub(crate) mod func;
pub(crate) mod gather;
pub(crate) mod linalg;
pub(crate) mod math;
pub(crate) mod memref;
pub(crate) mod pack;
mod points;
pub(crate) mod scf;
pub(crate) mod shape;
pub(crate) mod slice;
pub(crate) mod softmax;
pub(crate) mod tensor;
pub(crate) mod ub;
pub(crate) mod vector;
pub(crate) mod view;
mod winograd;

use crate::code::{DecodeRefusal, DecodeSite, DecodedKind};

/// Finds what an operation does.
pub(crate) fn decode(site: &DecodeSite<'_>) -> Result<DecodedKind, DecodeRefusal> {
    match site.op.dialect() {
        "arith" | "index" => arith::decode(site).map(DecodedKind::Arith),
        "math" => math::decode(site).map(DecodedKind::Arith),
        "affine" => affine::decode(site).map(DecodedKind::Affine),
        "scf" => scf::decode(site).map(DecodedKind::Scf),
        "memref" => memref::decode(site).map(DecodedKind::MemRef),
        "tensor" => tensor::decode(site).map(DecodedKind::Tensor),
        "linalg" => linalg::decode(site).map(DecodedKind::Linalg),
        "bufferization" => bufferization::decode(site).map(DecodedKind::Bufferization),
        "func" => func::decode(site).map(DecodedKind::Func),
        "vector" => vector::decode(site),
        "cf" | "llvm" | "spirv" => cf::decode(site),
        "ub" => ub::decode(site),
        "complex" => complex::decode(site).map(DecodedKind::Complex),
        _ if site.op.info().is_call() => func::decode(site).map(DecodedKind::Func),
        _ => site.other(),
    }
}
