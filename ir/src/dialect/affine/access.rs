//! Loads, stores and `affine.apply`: subscripts and maps over values.

use super::*;
use std::fmt;

/// `%A[%i + 1]`: memref, map and map operands.
pub(super) fn parse_subscripts<'a>(
    p: &mut Parser<'a>,
    state: &OpState,
) -> PResult<(WrittenUse<'a>, Vec<WrittenUse<'a>>)> {
    let memref = p.use_()?;
    p.expect_punct(b'[')?;
    let (map, inline) = p.inline_map(b']')?;
    p.module.op_mut(state.op).properties.set("map", Attr::AffineMap(map));
    let mut operands = inline.dims;
    operands.extend(inline.syms);
    Ok((memref, operands))
}

pub(super) fn parse_load(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    let (memref, operands) = parse_subscripts(p, state)?;
    p.attr_dict(state)?;
    let ty = p.colon_type()?;
    state.results = vec![ty.elem().clone()];
    p.operand(state, memref, &ty)?;
    p.index_operands(state, &operands)
}

pub(super) fn parse_vector_load(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    let (memref, operands) = parse_subscripts(p, state)?;
    p.attr_dict(state)?;
    let ty = p.colon_type()?;
    p.expect_punct(b',')?;
    state.results = vec![p.ty()?];
    p.operand(state, memref, &ty)?;
    p.index_operands(state, &operands)
}

pub(super) fn parse_store_of(p: &mut Parser<'_>, state: &mut OpState, vector: bool) -> PResult<()> {
    let value = p.use_()?;
    p.expect_punct(b',')?;
    let (memref, operands) = parse_subscripts(p, state)?;
    p.attr_dict(state)?;
    let ty = p.colon_type()?;
    let value_type = if vector {
        p.expect_punct(b',')?;
        p.ty()?
    } else {
        ty.elem().clone()
    };
    p.operand(state, value, &value_type)?;
    p.operand(state, memref, &ty)?;
    p.index_operands(state, &operands)
}

pub(super) fn parse_store(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    parse_store_of(p, state, false)
}

pub(super) fn parse_vector_store(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    parse_store_of(p, state, true)
}

/// An expression with the names of values in the place of dimensions and symbols.
pub(super) struct Inline<'x> {
    expr: &'x AffineExpr,
    dims: usize,
    names: &'x [String],
}

impl fmt::Display for Inline<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |n: usize| self.names.get(n).map_or("%undefined", String::as_str);
        self.expr.write(f, &|leaf, f| match leaf {
            AffineExpr::Dim(n) => f.write_str(name(*n as usize)),
            AffineExpr::Sym(n) => write!(f, "symbol({})", name(self.dims + *n as usize)),
            other => write!(f, "{other}"),
        })
    }
}

impl MlirPrinter<'_> {
    /// An expression over the operands of `map`: dimensions as `%i`, symbols as `symbol(%n)`.
    pub fn affine_expr(&mut self, expr: &AffineExpr, map: &AffineMap, operands: &[ValueId]) {
        let names: Vec<String> = operands.iter().map(|value| self.name(*value)).collect();
        let inline = Inline {
            expr,
            dims: map.dims,
            names: &names,
        };
        self.put(&inline.to_string());
    }

    pub(super) fn subscripts(&mut self, memref: ValueId, map: &AffineMap, operands: &[ValueId]) -> Option<()> {
        // Reading shares one operand among equal names, so doubles need the generic form.
        let distinct = operands
            .iter()
            .enumerate()
            .all(|(n, value)| !operands[..n].contains(value));
        // Operands the map does not use would be lost, others could change places.
        let mut used = Vec::new();
        for result in &map.results {
            result.for_each_leaf(&mut |leaf| {
                let at = match leaf {
                    AffineExpr::Dim(n) => *n as usize,
                    AffineExpr::Sym(n) => map.dims + *n as usize,
                    _ => return,
                };
                if !used.contains(&at) {
                    used.push(at);
                }
            });
        }
        let in_order =
            |range: std::ops::Range<usize>| used.iter().copied().filter(|at| range.contains(at)).eq(range.clone());
        let total = map.dims + map.syms;
        (distinct && operands.len() == total && in_order(0..map.dims) && in_order(map.dims..total)).then_some(())?;
        self.value(memref);
        self.put("[");
        for (n, result) in map.results.iter().enumerate() {
            if n > 0 {
                self.put(", ");
            }
            self.affine_expr(result, map, operands);
        }
        self.put("]");
        Some(())
    }
}

pub(super) fn print_load(printer: &mut MlirPrinter<'_>, op: OpId) -> Option<()> {
    let module = printer.module;
    let view = crate::affine_access(module, op)?;
    let result = *module.op(op).results.first()?;
    printer.space();
    printer.subscripts(view.memref, &view.map, &view.operands)?;
    printer.space();
    printer.custom_attrs(op, &["map"]);
    printer.put(" : ");
    printer.types_of(&[view.memref]);
    print_vector_type(printer, op, view.memref, result)
}

pub(super) fn print_vector_type(
    printer: &mut MlirPrinter<'_>,
    op: OpId,
    memref: ValueId,
    value: ValueId,
) -> Option<()> {
    let module = printer.module;
    if module.op(op).name.starts_with("affine.vector") {
        printer.put(", ");
        printer.types_of(&[value]);
        return Some(());
    }
    (module.ty(value) == module.ty(memref).elem()).then_some(())
}

pub(super) fn print_store(printer: &mut MlirPrinter<'_>, op: OpId) -> Option<()> {
    let view = crate::affine_access(printer.module, op)?;
    let value = view.value?;
    printer.space();
    printer.value(value);
    printer.put(", ");
    printer.subscripts(view.memref, &view.map, &view.operands)?;
    printer.space();
    printer.custom_attrs(op, &["map"]);
    printer.put(" : ");
    printer.types_of(&[view.memref]);
    print_vector_type(printer, op, view.memref, value)
}

/// `%A[..], read, locality<3>, data : T`
pub(super) fn parse_prefetch(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    let (memref, operands) = parse_subscripts(p, state)?;
    p.expect_punct(b',')?;
    let write = match p.spelling() {
        "read" => false,
        "write" => true,
        _ => return Err(p.expected("`read` or `write`")),
    };
    p.advance();
    p.expect_punct(b',')?;
    p.expect_word("locality")?;
    p.expect_punct(b'<')?;
    let hint = p.attr_of(&Type::I32)?;
    p.expect_punct(b'>')?;
    p.expect_punct(b',')?;
    let data = match p.spelling() {
        "data" => true,
        "instr" => false,
        _ => return Err(p.expected("`data` or `instr`")),
    };
    p.advance();
    let properties = &mut p.module.op_mut(state.op).properties;
    properties.set("isWrite", Attr::Bool(write));
    properties.set("localityHint", hint);
    properties.set("isDataCache", Attr::Bool(data));
    p.attr_dict(state)?;
    let ty = p.colon_type()?;
    p.operand(state, memref, &ty)?;
    p.index_operands(state, &operands)
}

pub(super) fn print_prefetch(printer: &mut MlirPrinter<'_>, op: OpId) -> Option<()> {
    let module = printer.module;
    let [memref, operands @ ..] = &module.op(op).operand_values().collect::<Vec<_>>()[..] else {
        return None;
    };
    let flag = |name: &str| match module.op(op).attr(name) {
        Some(Attr::Bool(value)) => Some(*value),
        _ => None,
    };
    let (write, data) = (flag("isWrite")?, flag("isDataCache")?);
    let hint = module.op(op).attr("localityHint")?.as_i64()?;
    let map = module.op(op).attr("map")?.as_map()?;
    printer.space();
    printer.subscripts(*memref, map, operands)?;
    let access = if write { "write" } else { "read" };
    let cache = if data { "data" } else { "instr" };
    printer.put(&format!(", {access}, locality<{hint}>, {cache} "));
    printer.custom_attrs(op, &["map", "isWrite", "localityHint", "isDataCache"]);
    printer.put(": ");
    printer.types_of(&[*memref]);
    Some(())
}

pub(super) fn parse_apply(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    let start = p.token().span();
    let map = p.map_attr()?;
    let (dims, syms) = p.dims_and_syms()?;
    if (dims.len(), syms.len()) != (map.dims, map.syms) {
        let message = format!(
            "this map takes {} dimensions and {} symbols, but is given {} and {}",
            map.dims,
            map.syms,
            dims.len(),
            syms.len()
        );
        return Err(p.error("map-operands", message, start));
    }
    p.module.op_mut(state.op).properties.set("map", Attr::AffineMap(map));
    p.index_operands(state, &dims)?;
    p.index_operands(state, &syms)?;
    state.results.push(Type::Index);
    p.attr_dict(state)
}

pub(super) fn print_apply(printer: &mut MlirPrinter<'_>, op: OpId) -> Option<()> {
    let module = printer.module;
    let map = module.op(op).attr("map")?.as_map()?;
    let operands: Vec<_> = module.op(op).operand_values().collect();
    (operands.len() == map.dims + map.syms).then_some(())?;
    printer.space();
    print_map(printer, map, &operands);
    printer.space();
    printer.custom_attrs(op, &["map"]);
    Some(())
}
