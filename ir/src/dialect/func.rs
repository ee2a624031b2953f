//! `func`: functions, calls, returns. Other dialects write their functions in the same way.

use super::{OpInfo, custom, op};
use crate::parse::lexer::TokenKind;
use crate::parse::{OpState, PResult, Parser, WrittenUse};
use crate::print::MlirPrinter;
use crate::{Attr, Attrs, OpId, Span, Type, ValueId};

pub(super) fn operations() -> Vec<OpInfo> {
    vec![
        custom("func.func", parse_func, print_func)
            .inherent(&[
                "sym_name",
                "function_type",
                "sym_visibility",
                "arg_attrs",
                "res_attrs",
                "no_inline",
            ])
            .function()
            .affine_scope()
            .pure(),
        op("func.return", "attr-dict {$a* : type(a*)}", "").returning(),
        op("func.call", "@callee($a*) attr-dict : functype(a*, r*)", "")
            .inherent(&["callee", "no_inline", "arg_attrs", "res_attrs"])
            .calling(),
        custom("func.call_indirect", parse_indirect, print_indirect)
            .inherent(&["arg_attrs", "res_attrs"])
            .unknown(),
        op("func.constant", "attr-dict @value : type(r)", "").constant(),
        // Functions of C.
        custom("emitc.func", parse_func, print_func)
            .inherent(&["sym_name", "function_type", "specifiers", "arg_attrs", "res_attrs"])
            .function()
            .affine_scope()
            .pure(),
        op("emitc.return", "attr-dict {$a* : type(a*)}", "").returning(),
        op("emitc.call", "@callee($a*) attr-dict : functype(a*, r*)", "")
            .inherent(&["callee", "arg_attrs", "res_attrs"])
            .calling(),
    ]
}

/// `%f(%a, %b) {..} : (A, B) -> R`
fn parse_indirect(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    let callee = p.use_()?;
    p.expect_punct(b'(')?;
    let arguments = p.uses()?;
    p.expect_punct(b')')?;
    p.attr_dict(state)?;
    let span = p.token().span();
    let ty = p.colon_type()?;
    let Type::Function { inputs, results } = ty.clone() else {
        return Err(p.error("syntax", format!("`{ty}` is not the type of a function"), span));
    };
    if inputs.len() != arguments.len() {
        let message = format!("{} arguments for a `{ty}`", arguments.len());
        return Err(p.error("operand-count", message, state.name_span));
    }
    p.operand(state, callee, &ty)?;
    p.operands(state, &arguments, &inputs)?;
    state.results = results;
    Ok(())
}

fn print_indirect(printer: &mut MlirPrinter<'_>, op: OpId) -> Option<()> {
    let module = printer.module;
    let values: Vec<_> = module.op(op).operand_values().collect();
    let (callee, arguments) = values.split_first()?;
    let Type::Function { inputs, results } = module.ty(*callee) else {
        return None;
    };
    let types = |values: &[ValueId]| values.iter().map(|value| module.ty(*value).clone()).collect::<Vec<_>>();
    let fits = types(arguments) == *inputs && types(&module.op(op).results) == *results;
    fits.then_some(())?;
    printer.space();
    printer.value(*callee);
    printer.put("(");
    printer.values(arguments);
    printer.put(") ");
    printer.custom_attrs(op, &[]);
    printer.put(" : ");
    printer.types_of(&[*callee]);
    Some(())
}

/// Types with an attribute dictionary each.
#[derive(Default)]
pub(super) struct TypedSignature<'a> {
    pub(super) names: Vec<WrittenUse<'a>>,
    pub(super) types: Vec<Type>,
    attrs: Vec<Attrs>,
    /// Of a result, the number of the argument whose storage it takes, or -1.
    tied: Vec<i64>,
    /// `...`, which only some functions may have.
    pub(super) variadic: bool,
}

impl TypedSignature<'_> {
    /// `[{..}, {}]`, unless all are empty.
    fn attr(&self) -> Option<Attr> {
        let some = self.attrs.iter().any(|attrs| !attrs.is_empty());
        some.then(|| Attr::Array(self.attrs.iter().cloned().map(Attr::Dict).collect()))
    }
}

fn type_with_attrs(p: &mut Parser<'_>, signature: &mut TypedSignature<'_>) -> PResult<()> {
    signature.types.push(p.ty()?);
    type_attrs(p, signature)
}

fn type_attrs(p: &mut Parser<'_>, signature: &mut TypedSignature<'_>) -> PResult<()> {
    let attrs = if p.is_punct(b'{') { p.dict()? } else { Attrs::default() };
    signature.attrs.push(attrs);
    p.skip_location()
}

/// A result as the argument whose storage it takes, `%a` or `%a as T`.
fn tied_result(p: &mut Parser<'_>, args: &TypedSignature<'_>, results: &mut TypedSignature<'_>) -> PResult<()> {
    let span = p.token().span();
    let name = p.use_()?.name;
    let Some(at) = args.names.iter().position(|arg| arg.name == name) else {
        return Err(p.error(
            "undefined-value",
            format!("`{name}` is no argument of this function"),
            span,
        ));
    };
    results.tied.push(at as i64);
    let ty = if p.eat_word("as") {
        p.ty()?
    } else {
        args.types[at].clone()
    };
    results.types.push(ty);
    Ok(())
}

/// `(%a: A, %b: B {..})`, or types alone; `...` at the end stands for more of them.
pub(super) fn arguments<'a>(p: &mut Parser<'a>) -> PResult<TypedSignature<'a>> {
    let mut args = TypedSignature::default();
    p.expect_punct(b'(')?;
    p.list_until(b')', |p| {
        if args.variadic {
            return Err(p.expected("`)`"));
        }
        if p.eat(TokenKind::Ellipsis) {
            args.variadic = true;
            return Ok(());
        }
        if p.is(TokenKind::Percent) {
            let name = p.use_()?;
            p.expect_punct(b':')?;
            args.names.push(name);
        } else if !args.names.is_empty() {
            return Err(p.expected("an argument name"));
        }
        type_with_attrs(p, &mut args)
    })?;
    Ok(args)
}

/// `-> R`, `-> (R {..}, S)`, or nothing.
pub(super) fn results<'a>(p: &mut Parser<'a>, args: &TypedSignature<'a>) -> PResult<TypedSignature<'a>> {
    let mut results = TypedSignature::default();
    if p.eat(TokenKind::Arrow) {
        if p.eat_punct(b'(') {
            p.list_until(b')', |p| {
                if p.is(TokenKind::Percent) {
                    tied_result(p, args, &mut results)?;
                    return type_attrs(p, &mut results);
                }
                results.tied.push(-1);
                type_with_attrs(p, &mut results)
            })?;
        } else {
            // What follows in braces is the body.
            match p.is(TokenKind::Percent) {
                true => tied_result(p, args, &mut results)?,
                false => results.types.push(p.ty()?),
            }
            results.attrs.push(Attrs::default());
        }
    }
    Ok(results)
}

/// What follows the name of a function.
pub(super) fn parse_func(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    for visibility in ["private", "public", "nested"] {
        if p.eat_word(visibility) {
            let op = p.module.op_mut(state.op);
            let attrs = match super::inherent(op.name.as_str()).contains(&"sym_visibility") {
                true => &mut op.properties,
                false => &mut op.attrs,
            };
            attrs.set("sym_visibility", Attr::str(visibility));
        }
    }
    let name = p.symbol_name()?;
    p.module
        .op_mut(state.op)
        .properties
        .set("sym_name", Attr::Str(name.into_bytes()));
    let open = p.token().span();
    let args = arguments(p)?;
    if args.variadic {
        return Err(p.error("syntax", "only an `llvm.func` has more arguments than it names", open));
    }
    let results = results(p, &args)?;
    p.effects(state, &args.names)?;
    if p.eat_word("attributes") {
        p.attr_dict(state)?;
        p.effects(state, &args.names)?;
    }
    if results.tied.iter().any(|at| *at >= 0) {
        let tied = results.tied.iter().map(|at| Attr::Int {
            value: i128::from(*at),
            ty: Type::Index,
        });
        let properties = &mut p.module.op_mut(state.op).properties;
        properties.set("tied_operands", Attr::Array(tied.collect()));
    }
    let ty = Type::Function {
        inputs: args.types.clone(),
        results: results.types.clone(),
    };
    typed(p, state, &args, &results, ty);
    body(p, state, args)
}

/// Sets the type of a function, and the attributes of its arguments and results.
pub(super) fn typed(
    p: &mut Parser<'_>,
    state: &OpState,
    args: &TypedSignature<'_>,
    results: &TypedSignature<'_>,
    ty: Type,
) {
    let properties = &mut p.module.op_mut(state.op).properties;
    for (name, attr) in [("arg_attrs", args.attr()), ("res_attrs", results.attr())] {
        if let Some(attr) = attr {
            properties.set(name, attr);
        }
    }
    properties.set("function_type", Attr::Type(ty));
}

/// The region of a function, without blocks in a declaration.
pub(super) fn body<'a>(p: &mut Parser<'a>, state: &OpState, args: TypedSignature<'a>) -> PResult<()> {
    if !p.is_punct(b'{') {
        p.module.add_region(state.op);
        return Ok(());
    }
    let open = p.token().span();
    let nameless = || "the arguments of a function with a body need names, in its head or at its first block";
    let entry: Vec<_> = match args.names.len() {
        0 => Vec::new(),
        count if count == args.types.len() => args.names.into_iter().zip(args.types.iter().cloned()).collect(),
        _ => return Err(p.error("syntax", nameless(), open)),
    };
    p.region(state, &entry)?;
    let region = p.module.op(state.op).regions[0];
    if let Some(first) = p.module.region(region).blocks.first() {
        let block = p.module.block(*first);
        if block.args.len() != args.types.len() {
            return Err(p.error("syntax", nameless(), open));
        }
        let types = block.args.iter().map(|arg| p.module.ty(*arg));
        if !types.eq(&args.types) {
            let message = "the first block of a function has the types of its arguments";
            return Err(p.error("type-mismatch", message, open));
        }
    }
    if p.module.region(region).blocks.is_empty() {
        return Err(p.error(
            "missing-terminator",
            "a function with a body must return",
            Span { end: open.end, ..open },
        ));
    }
    Ok(())
}

pub(super) fn print_func(printer: &mut MlirPrinter<'_>, op: OpId) -> Option<()> {
    let module = printer.module;
    let Attr::Type(Type::Function { inputs, results }) = module.op(op).attr("function_type")? else {
        return None;
    };
    let entry = { module.op(op).regions.iter() }.find_map(|region| module.region(*region).blocks.first());
    if entry.is_some_and(|entry| module.block(*entry).args.len() != inputs.len()) {
        return None;
    }
    for (name, count) in [("arg_attrs", inputs.len()), ("res_attrs", results.len())] {
        // An array of empty dictionaries cannot be written here.
        if let Some(attr) = module.op(op).attr(name) {
            let Attr::Array(items) = attr else { return None };
            let says_something = items
                .iter()
                .any(|item| matches!(item, Attr::Dict(attrs) if !attrs.is_empty()));
            (says_something && items.len() == count).then_some(())?;
        }
    }
    printer.space();
    if let Some(visibility) = module.op(op).attr("sym_visibility") {
        let visibility = visibility.as_str()?;
        matches!(visibility, "private" | "public" | "nested").then_some(())?;
        printer.put(visibility);
        printer.space();
    }
    let name = module.op(op).attr("sym_name")?.as_str()?;
    printer.put(&Attr::Symbol(vec![name.to_owned()]).to_string());
    let region = *module.op(op).regions.first()?;
    let tied = tied_operands(module.op(op).attr("tied_operands"), results.len())?;
    print_signature(printer, op, inputs, results, &tied)?;
    printer.space();
    let written = [
        "sym_name",
        "sym_visibility",
        "function_type",
        "arg_attrs",
        "res_attrs",
        "tied_operands",
    ];
    printer.attrs_with_prefix(op, &written, "attributes ");
    if !module.region(region).blocks.is_empty() {
        printer.space();
        printer.region_in(region, false, &[], super::default_dialect(&module.op(op).name));
    }
    Some(())
}

/// `(%a: A, ..) -> R`; `tied` are the arguments whose storage results take.
pub(super) fn print_signature(
    printer: &mut MlirPrinter<'_>,
    op: OpId,
    inputs: &[Type],
    results: &[Type],
    tied: &[Option<usize>],
) -> Option<()> {
    let module = printer.module;
    let region = *module.op(op).regions.first()?;
    let entry = module.region(region).blocks.first();
    let res_attrs = module.op(op).attr("res_attrs");
    let named = tied.iter().any(Option::is_some);
    printer.put("(");
    if let Some(entry) = entry
        && module.block(*entry).args.len() < inputs.len()
    {
        return None;
    }
    for (n, ty) in inputs.iter().enumerate() {
        if n > 0 {
            printer.put(", ");
        }
        if let Some(entry) = entry {
            printer.value(module.block(*entry).args[n]);
            printer.put(": ");
        } else if named {
            printer.put(&format!("%arg{n}: "));
        }
        printer.types(&[ty]);
        print_dict(printer, module.op(op).attr("arg_attrs"), n)?;
    }
    printer.put(")");
    if !results.is_empty() {
        let bare = results.len() == 1 && res_attrs.is_none() && !matches!(results[0], Type::Function { .. });
        printer.put(if bare { " -> " } else { " -> (" });
        for (n, ty) in results.iter().enumerate() {
            if n > 0 {
                printer.put(", ");
            }
            match tied[n] {
                None => printer.types(&[ty]),
                Some(at) => {
                    match entry {
                        Some(entry) => printer.value(*module.block(*entry).args.get(at)?),
                        None => printer.put(&format!("%arg{at}")),
                    }
                    if inputs.get(at) != Some(ty) {
                        printer.put(" as ");
                        printer.types(&[ty]);
                    }
                }
            }
            print_dict(printer, res_attrs, n)?;
        }
        printer.put(if bare { "" } else { ")" });
    }
    Some(())
}

/// The argument whose storage each result takes; `None` if the attribute says something else.
pub(super) fn tied_operands(attr: Option<&Attr>, results: usize) -> Option<Vec<Option<usize>>> {
    let Some(attr) = attr else {
        return Some(vec![None; results]);
    };
    let Attr::Array(items) = attr else { return None };
    let tied: Vec<_> = { items.iter() }
        .map(|item| Some(usize::try_from(item.as_i64()?).ok()))
        .collect::<Option<_>>()?;
    (tied.len() == results).then_some(tied)
}

fn print_dict(printer: &mut MlirPrinter<'_>, all: Option<&Attr>, n: usize) -> Option<()> {
    let Some(Attr::Array(dicts)) = all else {
        return all.is_none().then_some(());
    };
    match dicts.get(n)? {
        Attr::Dict(attrs) if attrs.is_empty() => {}
        attrs @ Attr::Dict(_) => printer.put(&format!(" {attrs}")),
        _ => return None,
    }
    Some(())
}
