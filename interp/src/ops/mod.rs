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

use crate::code::{Kind, Refusal, Site};

/// Finds what an operation does.
pub(crate) fn decode(site: &Site<'_>) -> Result<Kind, Refusal> {
    match site.op.dialect() {
        "arith" | "index" => arith::decode(site).map(Kind::Arith),
        "math" => math::decode(site).map(Kind::Arith),
        "affine" => affine::decode(site).map(Kind::Affine),
        "scf" => scf::decode(site).map(Kind::Scf),
        "memref" => memref::decode(site).map(Kind::MemRef),
        "tensor" => tensor::decode(site).map(Kind::Tensor),
        "linalg" => linalg::decode(site).map(Kind::Linalg),
        "bufferization" => bufferization::decode(site).map(Kind::Bufferization),
        "func" => func::decode(site).map(Kind::Func),
        "vector" => vector::decode(site),
        "cf" => cf::decode(site),
        "ub" => ub::decode(site),
        "complex" => complex::decode(site).map(Kind::Complex),
        _ if site.op.info().is_call() => func::decode(site).map(Kind::Func),
        _ => site.other(),
    }
}
