//! `bufferization`: between tensors and buffers.

use super::{OpInfo, custom, generic, op};
use crate::ops::{SomeOperands, Undefined};
use crate::parse::{OpState, PResult, Parser};
use crate::print::MlirPrinter;
use crate::{Attr, OpId, Type};

/// What the conversions promise.
const WORDS: &[&str] = &["read_only", "restrict", "writable"];

pub(super) fn operations() -> Vec<OpInfo> {
    use SomeOperands::At;
    use Undefined::*;
    vec![
        custom("bufferization.to_buffer", parse_conversion, print_conversion)
            .inherent(WORDS)
            .allocating(),
        custom("bufferization.to_tensor", parse_conversion, print_conversion)
            .inherent(WORDS)
            .reading(At(0)),
        op(
            "bufferization.alloc_tensor",
            "($d*){ copy($c*)}{ size_hint=$h*} attr-dict : type(r)",
            "d=index c=r h=index",
        )
        .segments()
        .inherent(&["memory_space"])
        .pure()
        .or_undefined(&[NegativeSize]),
        op(
            "bufferization.dealloc",
            "{($a* : type(a*)) if ($c*)}{ retain ($e* : type(e*))} attr-dict",
            "c=i1 r*=i1(e)",
        )
        .segments()
        .unknown(),
        op("bufferization.clone", "$a attr-dict : type(a) to type(r)", "")
            .reading(At(0))
            .allocating(),
        op("bufferization.dealloc_tensor", "$a attr-dict : type(a)", "").freeing(0),
        op(
            "bufferization.materialize_in_destination",
            "$a in unit(restrict) unit(writable) $b attr-dict : functype(a b, r*)",
            "",
        )
        .writing(At(1))
        .or_undefined(&[ShapeContract]),
        generic("bufferization.yield").terminator(),
    ]
}

/// `%a restrict writable : A to B`. Up to LLVM 20 one type was written, that of the memref.
fn parse_conversion(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    let value = p.use_()?;
    for word in WORDS {
        if p.eat_word(word) {
            p.module.op_mut(state.op).properties.set(word, Attr::Unit);
        }
    }
    p.attr_dict(state)?;
    let ty = p.colon_type()?;
    let to_tensor = p.module.op(state.op).name == "bufferization.to_tensor";
    let (from, to) = match p.eat_word("to") {
        true => (ty, p.ty()?),
        false => {
            let Some(shape) = ty.shape().filter(|_| ty.is_memref()) else {
                return Err(p.expected("`to`"));
            };
            let tensor = Type::tensor(shape.to_vec(), ty.elem().clone());
            if to_tensor { (ty, tensor) } else { (tensor, ty) }
        }
    };
    p.operand(state, value, &from)?;
    state.results = vec![to];
    Ok(())
}

fn print_conversion(printer: &mut MlirPrinter<'_>, op: OpId) -> Option<()> {
    let data = printer.module.op(op);
    let ([value], [result]) = (&data.operands[..], &data.results[..]) else {
        return None;
    };
    printer.space();
    printer.value(value.value);
    for word in WORDS.iter().filter(|word| data.is_set(word)) {
        printer.put(&format!(" {word}"));
    }
    printer.space();
    printer.custom_attrs(op, WORDS);
    printer.put(" : ");
    printer.types_of(&[value.value]);
    printer.put(" to ");
    printer.types_of(&[*result]);
    Some(())
}
