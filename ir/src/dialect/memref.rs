//! `memref`: buffers.

use super::{OpInfo, custom, op};
use crate::ops::{FlagPromise, Shows, SomeOperands, Undefined};
use crate::parse::lexer::TokenKind;
use crate::parse::{OpState, PResult, Parser, WrittenUse};
use crate::print::MlirPrinter;
use crate::{Attr, Module, OpId, Type, ValueId};

pub(super) fn operations() -> Vec<OpInfo> {
    use SomeOperands::At;
    use Undefined::*;
    let access: &[&str] = &["nontemporal", "alignment"];
    let aligned = &[FlagPromise::Aligned];
    let slice =
        "$a~idx(o*, static_offsets) idx(s*, static_sizes) idx(t*, static_strides) attr-dict : type(a) to type(r)";
    vec![
        op("memref.alloc", "($d*){[$s*]} attr-dict : type(r)", "d=index s=index")
            .segments()
            .inherent(&["alignment"])
            .allocating()
            .or_undefined(&[NegativeSize]),
        op("memref.alloca", "($d*){[$s*]} attr-dict : type(r)", "d=index s=index")
            .segments()
            .inherent(&["alignment"])
            .allocating()
            .or_undefined(&[NegativeSize]),
        op("memref.dealloc", "$m attr-dict : type(m)", "").freeing(0),
        op("memref.load", "$m[$i*] attr-dict : type(m)", "i=index r=elem(m)")
            .inherent(access)
            .loading(0)
            .promising(aligned),
        op("memref.store", "$v, $m[$i*] attr-dict : type(m)", "v=elem(m) i=index")
            .inherent(access)
            .storing(0, 1)
            .promising(aligned),
        op("memref.dim", "attr-dict $m, $i : type(m)", "i=index r=index")
            .asking_shape()
            .or_undefined(&[NoSuchDim]),
        op("memref.rank", "$m attr-dict : type(m)", "r=index").asking_shape(),
        op("memref.copy", "$a, $b attr-dict : type(a) to type(b)", "")
            .reading(At(0))
            .writing(At(1))
            .or_undefined(&[ShapeContract, OutOfBounds, DataRace]),
        op("memref.cast", "$a attr-dict : type(a) to type(r)", "")
            .view()
            .or_undefined(&[ShapeContract]),
        op("memref.memory_space_cast", "$a attr-dict : type(a) to type(r)", "").view(),
        op(
            "memref.view",
            "$a[$o][$s*] attr-dict : type(a) to type(r)",
            "o=index s=index",
        )
        .view()
        .or_undefined(&[OutOfBounds, NegativeSize, UseAfterFree]),
        op("memref.get_global", "@name : type(r) attr-dict", "").pure(),
        op("memref.subview", slice, "")
            .segments()
            .view()
            .or_undefined(&[OutOfBounds, NegativeSize, IndexOverflow]),
        op(
            "memref.reinterpret_cast",
            "$a to offset: idx(o*, static_offsets), sizes: idx(s*, static_sizes), strides: idx(t*, static_strides) \
             attr-dict : type(a) to type(r)",
            "",
        )
        .segments()
        .view()
        .or_undefined(&[OutOfBounds, NegativeSize, IndexOverflow]),
        op(
            "memref.collapse_shape",
            "$a attr(reassociation) attr-dict : type(a) into type(r)",
            "",
        )
        .view()
        .or_undefined(&[ShapeContract, IndexOverflow]),
        op(
            "memref.expand_shape",
            "$a attr(reassociation) output_shape idx(o*, static_output_shape) attr-dict : type(a) into type(r)",
            "",
        )
        .view()
        .or_undefined(&[ShapeContract, IndexOverflow]),
        op(
            "memref.assume_alignment",
            "$a, int32(alignment) attr-dict : type(a)",
            "r=a",
        )
        .view()
        .promising(aligned),
        op(
            "memref.transpose",
            "$a map(permutation) attr-dict : type(a) to type(r)",
            "",
        )
        .view(),
        op("memref.reshape", "$a($s) attr-dict : functype(a s, r*)", "")
            .view()
            .reading(At(1))
            .or_undefined(&[ShapeContract, OutOfBounds, Uninitialised]),
        op(
            "memref.prefetch",
            "$m[$i*], flag(isWrite: read write), locality<int32(localityHint)>, flag(isDataCache: instr data) attr-dict \
             : type(m)",
            "i=index",
        )
        .pure(),
        op(
            "memref.generic_atomic_rmw",
            "$m[$i*] : type(m) region attr-dict",
            "i=index r=elem(m)",
        )
        .loading(0)
        .writing(At(0))
        .recursive(),
        op("memref.atomic_yield", "$a attr-dict : type(a)", "").terminator(),
        op("memref.realloc", "$a{($d*)} attr-dict : type(a) to type(r)", "d=index")
            .inherent(&["alignment"])
            .reading(At(0))
            .freeing(0)
            .allocating()
            .or_undefined(&[NegativeSize]),
        op(
            "memref.extract_strided_metadata",
            "$a attr-dict : type(a) -> type(r*)",
            "",
        )
        .view()
        .asking_shape(),
        op(
            "memref.extract_aligned_pointer_as_index",
            "$a attr-dict : type(a) -> type(r)",
            "",
        )
        .pure(),
        op("memref.distinct_objects", "$a* attr-dict : type(a*)", "r*=each(a)")
            .showing(Shows::Each)
            .promising(&[FlagPromise::Distinct]),
        custom("memref.dma_start", parse_dma_start, print_dma_start).unknown(),
        custom("memref.dma_wait", parse_dma_wait, print_dma_wait).unknown(),
        custom("memref.alloca_scope", parse_scope, print_scope).recursive(),
        op("memref.alloca_scope.return", "attr-dict {$a* : type(a*)}", "").terminator(),
        op(
            "memref.atomic_rmw",
            "enum(kind: addf addi andi assign maximumf maxnumf maxs maxu minimumf minnumf mins minu mulf muli ori xori) \
             $v, $m[$i*] attr-dict : (type(v), type(m)) -> type(r)",
            "i=index r=v",
        )
        .storing(0, 1)
        .reading(At(1))
        .or_undefined(&[Uninitialised]),
        custom("memref.global", parse_global, print_global).inherent(&[
            "alignment",
            "sym_name",
            "sym_visibility",
            "type",
            "initial_value",
            "constant",
        ])
        .symbol()
        .pure(),
    ]
}

/// `%A[%i, %j]`
fn parse_element<'a>(p: &mut Parser<'a>) -> PResult<(WrittenUse<'a>, Vec<WrittenUse<'a>>)> {
    let memref = p.use_()?;
    p.expect_punct(b'[')?;
    let indices = p.uses()?;
    p.expect_punct(b']')?;
    Ok((memref, indices))
}

/// The first memref of `values` with its indices; the others stay.
fn take_element(module: &Module, values: &mut &[ValueId]) -> Option<(ValueId, Vec<ValueId>)> {
    let (memref, rest) = values.split_first()?;
    let rank = module.ty(*memref).shape()?.len();
    let (indices, rest) = rest.split_at_checked(rank)?;
    *values = rest;
    Some((*memref, indices.to_vec()))
}

fn print_element(printer: &mut MlirPrinter<'_>, element: &(ValueId, Vec<ValueId>)) {
    printer.value(element.0);
    printer.put("[");
    printer.values(&element.1);
    printer.put("]");
}

/// `%A[%i], %B[%j], %count, %tag[%k], %stride, %per_stride : A, B, T`
fn parse_dma_start(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    let source = parse_element(p)?;
    p.expect_punct(b',')?;
    let target = parse_element(p)?;
    p.expect_punct(b',')?;
    let count = p.use_()?;
    p.expect_punct(b',')?;
    let tag = parse_element(p)?;
    let strides = match p.eat_punct(b',') {
        true => p.uses()?,
        false => Vec::new(),
    };
    p.attr_dict(state)?;
    let first = p.colon_type()?;
    p.expect_punct(b',')?;
    let second = p.ty()?;
    p.expect_punct(b',')?;
    let third = p.ty()?;
    p.operand(state, source.0, &first)?;
    p.index_operands(state, &source.1)?;
    p.operand(state, target.0, &second)?;
    p.index_operands(state, &target.1)?;
    p.index_operands(state, &[count])?;
    p.operand(state, tag.0, &third)?;
    p.index_operands(state, &tag.1)?;
    p.index_operands(state, &strides)
}

fn print_dma_start(printer: &mut MlirPrinter<'_>, op: OpId) -> Option<()> {
    let module = printer.module;
    let values: Vec<_> = module.op(op).operand_values().collect();
    let mut rest = &values[..];
    let source = take_element(module, &mut rest)?;
    let target = take_element(module, &mut rest)?;
    let (count, mut rest) = rest.split_first()?;
    let tag = take_element(module, &mut rest)?;
    printer.space();
    print_element(printer, &source);
    printer.put(", ");
    print_element(printer, &target);
    printer.put(", ");
    printer.value(*count);
    printer.put(", ");
    print_element(printer, &tag);
    if !rest.is_empty() {
        printer.put(", ");
        printer.values(rest);
    }
    printer.space();
    printer.custom_attrs(op, &[]);
    printer.put(" : ");
    printer.types_of(&[source.0, target.0, tag.0]);
    Some(())
}

/// `%tag[%k], %count : T`
fn parse_dma_wait(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    let tag = parse_element(p)?;
    p.expect_punct(b',')?;
    let count = p.use_()?;
    p.attr_dict(state)?;
    let ty = p.colon_type()?;
    p.operand(state, tag.0, &ty)?;
    p.index_operands(state, &tag.1)?;
    p.index_operands(state, &[count])
}

fn print_dma_wait(printer: &mut MlirPrinter<'_>, op: OpId) -> Option<()> {
    let module = printer.module;
    let values: Vec<_> = module.op(op).operand_values().collect();
    let mut rest = &values[..];
    let tag = take_element(module, &mut rest)?;
    let [count] = rest else { return None };
    printer.space();
    print_element(printer, &tag);
    printer.put(", ");
    printer.value(*count);
    printer.space();
    printer.custom_attrs(op, &[]);
    printer.put(" : ");
    printer.types_of(&[tag.0]);
    Some(())
}

/// `-> (f32) {..}`
fn parse_scope(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    if p.eat(TokenKind::Arrow) {
        state.results = p.result_types()?;
    }
    p.region(state, &[])?;
    p.implied_terminator(state, 0, "memref.alloca_scope.return");
    p.attr_dict(state)
}

fn print_scope(printer: &mut MlirPrinter<'_>, op: OpId) -> Option<()> {
    let op_ref = printer.module.op(op);
    if !op_ref.results.is_empty() {
        printer.put(" -> (");
        printer.types_of(&op_ref.results);
        printer.put(")");
    }
    printer.space();
    printer.region(*op_ref.regions.first()?, true, &["memref.alloca_scope.return"]);
    printer.space();
    printer.custom_attrs(op, &[]);
    Some(())
}

/// `"private" constant @g : memref<2xf32> = dense<..> {..}`
fn parse_global(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    let op = state.op;
    if p.is(TokenKind::Str) {
        let visibility = p.string()?;
        p.module
            .op_mut(op)
            .properties
            .set("sym_visibility", Attr::Str(visibility.into_bytes()));
    }
    if p.eat_word("constant") {
        p.module.op_mut(op).properties.set("constant", Attr::Unit);
    }
    let name = p.symbol_name()?;
    p.module
        .op_mut(op)
        .properties
        .set("sym_name", Attr::Str(name.into_bytes()));
    let ty = p.colon_type()?;
    if p.eat_punct(b'=') {
        let value = if p.eat_word("uninitialized") {
            Attr::Unit
        } else {
            p.attr_of_shape(&tensor_of(&ty))?
        };
        p.module.op_mut(op).properties.set("initial_value", value);
    }
    p.module.op_mut(op).properties.set("type", Attr::Type(ty));
    p.attr_dict(state)
}

fn tensor_of(ty: &Type) -> Type {
    Type::tensor(ty.shape().unwrap_or(&[]).to_vec(), ty.elem().clone())
}

fn print_global(printer: &mut MlirPrinter<'_>, op: OpId) -> Option<()> {
    let module = printer.module;
    let op_ref = module.op(op);
    let Attr::Type(ty) = op_ref.attr("type")? else {
        return None;
    };
    if let Some(visibility) = op_ref.attr("sym_visibility") {
        printer.put(&format!(" {visibility}"));
    }
    if op_ref.attr("constant").is_some() {
        printer.put(" constant");
    }
    let name = op_ref.attr("sym_name")?.as_str()?.to_owned();
    printer.put(&format!(" {} : {ty}", Attr::Symbol(vec![name])));
    match op_ref.attr("initial_value") {
        None => {}
        Some(Attr::Unit) => printer.put(" = uninitialized"),
        Some(Attr::Dense { text, ty: tensor }) if *tensor == tensor_of(ty) => printer.put(&format!(" = dense<{text}>")),
        Some(_) => return None,
    }
    printer.space();
    printer.custom_attrs(op, &["sym_visibility", "constant", "sym_name", "type", "initial_value"]);
    Some(())
}
