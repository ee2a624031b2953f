//! `vector`: the operations that vectorised affine code uses.

use super::format::segment_sizes;
use super::{Form, custom, op};
use crate::parse::{OpState, PResult, Parser};
use crate::print::Printer;
use crate::{AffineExpr, AffineMap, Attr, OpId, Type};

pub(super) fn forms() -> Vec<Form> {
    vec![
        op("vector.broadcast", "$a attr-dict : type(a) to type(r)", ""),
        op("vector.shape_cast", "$a attr-dict : type(a) to type(r)", ""),
        op("vector.fma", "$a, $b, $c attr-dict : type(a)", "b=a c=a r=a"),
        op("vector.load", "$m[$i*] attr-dict : type(m), type(r)", "i=index").inherent(&["nontemporal", "alignment"]),
        op("vector.store", "$v, $m[$i*] attr-dict : type(m), type(v)", "i=index")
            .inherent(&["nontemporal", "alignment"]),
        op(
            "vector.multi_reduction",
            "kind(kind), $a, $b i64s(reduction_dims) attr-dict : type(a) to type(r)",
            "b=r",
        ),
        op(
            "vector.reduction",
            "kind(kind), $a{, $b*} fastmath attr-dict : type(a) into type(r)",
            "b=r",
        ),
        custom("vector.transfer_read", parse_read, print_read).inherent(&["permutation_map", "in_bounds"]),
        custom("vector.transfer_write", parse_write, print_write).inherent(&["permutation_map", "in_bounds"]),
    ]
}

/// `(d0, .., dn) -> (dk, .., dn)`: the innermost dimensions of the memory are those of the vector.
fn minor_identity(memory: &Type, vector: &Type) -> Option<AffineMap> {
    let (rank, lanes) = (memory.shape()?.len(), vector.shape()?.len());
    let first = rank.checked_sub(lanes)?;
    Some(AffineMap::new(rank, 0, (first..rank).map(AffineExpr::dim).collect()))
}

/// The permutation and bounds that are meant where none are written.
fn complete(p: &mut Parser<'_>, state: &OpState, memory: &Type, vector: &Type) -> PResult<()> {
    let op = p.module.op_mut(state.op);
    for name in ["permutation_map", "in_bounds"] {
        if let Some(attr) = op.attrs.remove(name) {
            op.properties.set(name, attr);
        }
    }
    if op.properties.get("permutation_map").is_none() {
        let Some(map) = minor_identity(memory, vector) else {
            return Err(p.error("syntax", "this transfer needs a `permutation_map`", state.name_span));
        };
        op.properties.set("permutation_map", Attr::AffineMap(map));
    }
    if op.properties.get("in_bounds").is_none() {
        let lanes = vector.shape().map_or(0, <[_]>::len);
        op.properties
            .set("in_bounds", Attr::Array(vec![Attr::Bool(false); lanes]));
    }
    Ok(())
}

/// `%A[%i], %pad {..} : M, V`
fn parse_read(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    let memory = p.use_()?;
    p.expect_punct(b'[')?;
    let indices = p.uses()?;
    p.expect_punct(b']')?;
    p.expect_punct(b',')?;
    let padding = p.use_()?;
    unmasked(p)?;
    p.attr_dict(state)?;
    let memory_type = p.colon_type()?;
    p.expect_punct(b',')?;
    let vector = p.ty()?;
    p.operand(state, memory, &memory_type)?;
    p.index_operands(state, &indices)?;
    p.operand(state, padding, memory_type.elem())?;
    let sizes = segment_sizes(&[1, indices.len(), 1, 0]);
    p.module.op_mut(state.op).properties.set("operandSegmentSizes", sizes);
    complete(p, state, &memory_type, &vector)?;
    state.results.push(vector);
    Ok(())
}

fn unmasked(p: &mut Parser<'_>) -> PResult<()> {
    if !p.is_punct(b',') {
        return Ok(());
    }
    let message = "masked transfers are only read in generic form";
    let help = "print it with `mlir-opt --mlir-print-op-generic`, or pass --via-mlir-opt";
    let span = p.token().span();
    Err(p.report(crate::Diagnostic::error("unknown-custom-form", message, span).help(help)))
}

/// `%v, %A[%i] {..} : V, M`
fn parse_write(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    let value = p.use_()?;
    p.expect_punct(b',')?;
    let memory = p.use_()?;
    p.expect_punct(b'[')?;
    let indices = p.uses()?;
    p.expect_punct(b']')?;
    unmasked(p)?;
    p.attr_dict(state)?;
    let vector = p.colon_type()?;
    p.expect_punct(b',')?;
    let memory_type = p.ty()?;
    p.operand(state, value, &vector)?;
    p.operand(state, memory, &memory_type)?;
    p.index_operands(state, &indices)?;
    let sizes = segment_sizes(&[1, 1, indices.len(), 0]);
    p.module.op_mut(state.op).properties.set("operandSegmentSizes", sizes);
    complete(p, state, &memory_type, &vector)?;
    if memory_type.is_tensor() {
        state.results.push(memory_type);
    }
    Ok(())
}

/// Properties that go without saying.
fn implied(printer: &Printer<'_>, op: OpId, memory: &Type, vector: &Type) -> Option<Vec<&'static str>> {
    let op = printer.module.op(op);
    let lanes = vector.shape()?.len();
    let mut names = Vec::new();
    if op.attr("permutation_map")?.as_map() == minor_identity(memory, vector).as_ref() {
        names.push("permutation_map");
    }
    if *op.attr("in_bounds")? == Attr::Array(vec![Attr::Bool(false); lanes]) {
        names.push("in_bounds");
    }
    Some(names)
}

fn print_read(printer: &mut Printer<'_>, op: OpId) -> Option<()> {
    let module = printer.module;
    let values: Vec<_> = module.op(op).operand_values().collect();
    let [1, _, 1, 0] = module.op(op).attr("operandSegmentSizes")?.as_i64s()?[..] else {
        return None;
    };
    let ([memory, indices @ .., padding], [result]) = (&values[..], &module.op(op).results[..]) else {
        return None;
    };
    let (memory_type, vector) = (module.ty(*memory), module.ty(*result));
    let names = implied(printer, op, memory_type, vector)?;
    printer.space();
    printer.value(*memory);
    printer.put("[");
    printer.values(indices);
    printer.put("], ");
    printer.value(*padding);
    printer.space();
    printer.custom_attrs(op, &names);
    printer.put(" : ");
    printer.types(&[memory_type, vector]);
    (module.ty(*padding) == memory_type.elem()).then_some(())
}

fn print_write(printer: &mut Printer<'_>, op: OpId) -> Option<()> {
    let module = printer.module;
    let values: Vec<_> = module.op(op).operand_values().collect();
    let [1, 1, _, 0] = module.op(op).attr("operandSegmentSizes")?.as_i64s()?[..] else {
        return None;
    };
    let [value, memory, indices @ ..] = &values[..] else {
        return None;
    };
    let (memory_type, vector) = (module.ty(*memory), module.ty(*value));
    let results: Vec<_> = module.op(op).results.iter().map(|result| module.ty(*result)).collect();
    let expected = if memory_type.is_tensor() {
        vec![memory_type]
    } else {
        Vec::new()
    };
    (results == expected).then_some(())?;
    let names = implied(printer, op, memory_type, vector)?;
    printer.space();
    printer.value(*value);
    printer.put(", ");
    printer.value(*memory);
    printer.put("[");
    printer.values(indices);
    printer.put("] ");
    printer.custom_attrs(op, &names);
    printer.put(" : ");
    printer.types(&[vector, memory_type]);
    Some(())
}
