//! `math`: functions of scalars, run as those of `arith`.

use super::arith;
use crate::code::{DecodeRefusal, DecodeSite};
use crate::function::Function;

pub(crate) fn decode(site: &DecodeSite<'_>) -> Result<arith::ArithOp, DecodeRefusal> {
    if site.op.name == "math.sincos" {
        site.shape(1, 2, 0)?;
        return arith::compute(site, &[Function::Sin, Function::Cos]);
    }
    match Function::by_name(&site.op.name) {
        Some(function) => arith::single(site, function),
        None => site.other(),
    }
}
