//! `memref`: buffers.

use super::{Form, custom, op};
use crate::parse::lexer::Kind;
use crate::parse::{OpState, PResult, Parser};
use crate::print::Printer;
use crate::{Attr, OpId, Type};

pub(super) fn forms() -> Vec<Form> {
    let access: &[&str] = &["nontemporal", "alignment"];
    let slice =
        "$a idx(o*, static_offsets) idx(s*, static_sizes) idx(t*, static_strides) attr-dict : type(a) to type(r)";
    vec![
        op("memref.alloc", "($d*){[$s*]} attr-dict : type(r)", "d=index s=index")
            .segments()
            .inherent(&["alignment"]),
        op("memref.alloca", "($d*){[$s*]} attr-dict : type(r)", "d=index s=index")
            .segments()
            .inherent(&["alignment"]),
        op("memref.dealloc", "$m attr-dict : type(m)", ""),
        op("memref.load", "$m[$i*] attr-dict : type(m)", "i=index r=elem(m)").inherent(access),
        op("memref.store", "$v, $m[$i*] attr-dict : type(m)", "v=elem(m) i=index").inherent(access),
        op("memref.dim", "attr-dict $m, $i : type(m)", "i=index r=index"),
        op("memref.rank", "$m attr-dict : type(m)", "r=index"),
        op("memref.copy", "$a, $b attr-dict : type(a) to type(b)", ""),
        op("memref.cast", "$a attr-dict : type(a) to type(r)", ""),
        op("memref.memory_space_cast", "$a attr-dict : type(a) to type(r)", ""),
        op(
            "memref.view",
            "$a[$o][$s*] attr-dict : type(a) to type(r)",
            "o=index s=index",
        ),
        op("memref.get_global", "@name : type(r) attr-dict", ""),
        op("memref.subview", slice, "").segments(),
        op(
            "memref.reinterpret_cast",
            "$a to offset: idx(o*, static_offsets), sizes: idx(s*, static_sizes), strides: idx(t*, static_strides) \
             attr-dict : type(a) to type(r)",
            "",
        )
        .segments(),
        op(
            "memref.collapse_shape",
            "$a attr(reassociation) attr-dict : type(a) into type(r)",
            "",
        ),
        op(
            "memref.expand_shape",
            "$a attr(reassociation) output_shape idx(o*, static_output_shape) attr-dict : type(a) into type(r)",
            "",
        ),
        op(
            "memref.assume_alignment",
            "$a, int32(alignment) attr-dict : type(a)",
            "r=a",
        ),
        op(
            "memref.transpose",
            "$a map(permutation) attr-dict : type(a) to type(r)",
            "",
        ),
        op(
            "memref.atomic_rmw",
            "enum(kind: addf addi andi assign maximumf maxnumf maxs maxu minimumf minnumf mins minu mulf muli ori xori) \
             $v, $m[$i*] attr-dict : (type(v), type(m)) -> type(r)",
            "i=index r=v",
        ),
        custom("memref.global", parse_global, print_global).inherent(&[
            "alignment",
            "sym_name",
            "sym_visibility",
            "type",
            "initial_value",
            "constant",
        ]),
    ]
}

/// `"private" constant @g : memref<2xf32> = dense<..> {..}`
fn parse_global(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    let op = state.op;
    if p.is(Kind::Str) {
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

fn print_global(printer: &mut Printer<'_>, op: OpId) -> Option<()> {
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
