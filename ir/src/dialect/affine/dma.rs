//! `affine.dma_start`, `affine.dma_wait`: transfers between memories, with affine subscripts.

use super::*;

/// `%A[%i + 1]`, with its map as the attribute `name`.
fn parse_element<'a>(
    p: &mut Parser<'a>,
    state: &OpState,
    name: &str,
) -> PResult<(WrittenUse<'a>, Vec<WrittenUse<'a>>)> {
    let memref = p.use_()?;
    p.expect_punct(b'[')?;
    let (map, inline) = p.inline_map(b']')?;
    p.module.op_mut(state.op).attrs.set(name, Attr::AffineMap(map));
    let mut operands = inline.dims;
    operands.extend(inline.syms);
    Ok((memref, operands))
}

/// The memref at the front of `values` and the operands of its map; the others stay.
fn take_element<'m>(
    printer: &MlirPrinter<'m>,
    op: OpId,
    name: &str,
    values: &mut &[ValueId],
) -> Option<(ValueId, &'m AffineMap, Vec<ValueId>)> {
    let map = printer.module.op(op).attr(name)?.as_map()?;
    let (memref, rest) = values.split_first()?;
    let (operands, rest) = rest.split_at_checked(map.dims + map.syms)?;
    *values = rest;
    Some((*memref, map, operands.to_vec()))
}

/// `%A[..], %B[..], %tag[..], %count, %stride, %per_stride : A, B, T`
pub(super) fn parse_dma_start(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    let mut elements = Vec::new();
    for name in ["src_map", "dst_map", "tag_map"] {
        elements.push(parse_element(p, state, name)?);
        p.expect_punct(b',')?;
    }
    let counts = p.uses()?;
    p.attr_dict(state)?;
    let mut types = vec![p.colon_type()?];
    while p.eat_punct(b',') {
        types.push(p.ty()?);
    }
    if types.len() != 3 {
        return Err(p.error("operand-count", "a transfer has three memrefs", state.name_span));
    }
    for ((memref, operands), ty) in elements.iter().zip(&types) {
        p.operand(state, *memref, ty)?;
        p.index_operands(state, operands)?;
    }
    p.index_operands(state, &counts)
}

pub(super) fn print_dma_start(printer: &mut MlirPrinter<'_>, op: OpId) -> Option<()> {
    let values: Vec<_> = printer.module.op(op).operand_values().collect();
    let mut rest = &values[..];
    let mut memrefs = Vec::new();
    printer.space();
    for name in ["src_map", "dst_map", "tag_map"] {
        let (memref, map, operands) = take_element(printer, op, name, &mut rest)?;
        printer.subscripts(memref, map, &operands)?;
        printer.put(", ");
        memrefs.push(memref);
    }
    (!rest.is_empty()).then_some(())?;
    printer.values(rest);
    printer.space();
    printer.custom_attrs(op, &["src_map", "dst_map", "tag_map"]);
    printer.put(" : ");
    printer.types_of(&memrefs);
    Some(())
}

/// `%tag[..], %count : T`
pub(super) fn parse_dma_wait(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    let (tag, operands) = parse_element(p, state, "tag_map")?;
    p.expect_punct(b',')?;
    let count = p.use_()?;
    p.attr_dict(state)?;
    let ty = p.colon_type()?;
    p.operand(state, tag, &ty)?;
    p.index_operands(state, &operands)?;
    p.index_operands(state, &[count])
}

pub(super) fn print_dma_wait(printer: &mut MlirPrinter<'_>, op: OpId) -> Option<()> {
    let values: Vec<_> = printer.module.op(op).operand_values().collect();
    let mut rest = &values[..];
    let (tag, map, operands) = take_element(printer, op, "tag_map", &mut rest)?;
    let [count] = rest else { return None };
    printer.space();
    printer.subscripts(tag, map, &operands)?;
    printer.put(", ");
    printer.value(*count);
    printer.space();
    printer.custom_attrs(op, &["tag_map"]);
    printer.put(" : ");
    printer.types_of(&[tag]);
    Some(())
}
