//! Functions of libraries that are defined in another file, and operations that are calls of such functions
//! (`--effects FILE`).
//!
//! A function that a program only declares gets the body that a library of MLIR text gives it. An operation of a dialect that
//! is not known is the call of the function that is called as it is, `"sig.fft"(%x)` one of `@"sig.fft"`: of the function that
//! a library defines, or whose table says what it touches.

use crate::reporter::{Outcomes, Reporter};
use crate::source::Source;
use polyvet_ir::{Attr, Attrs, Diagnostic, Module, OpId, OpSpec, Severity, Span, Type, func, parse};
use std::collections::BTreeMap;

/// Whether a file of `--effects` is a library of functions with bodies.
pub fn is_library(file: &Source) -> bool {
    file.name.ends_with(".mlir")
}

/// Gives functions that `module` only declares the bodies that `library` has for them.
///
/// # Errors
/// The library cannot be read, or a function has another type there.
pub fn add(reporter: &mut dyn Reporter, module: &mut Module, source: &Source, library: &Source) -> Outcomes<()> {
    let (text, diagnostics) = parse(&library.text);
    reporter.tell_all(&diagnostics, library)?;
    if diagnostics.iter().any(|one| one.severity == Severity::Error) {
        return Ok(());
    }
    let defined: Vec<(String, OpId)> = { text.funcs().into_iter() }
        .filter(|op| has_body(&text, *op))
        .filter_map(|op| Some((text.symbol_name(op)?.to_owned(), op)))
        .collect();
    for (symbol, name) in calls_of(module, &|name| defined.iter().any(|(known, _)| known == name)) {
        let Some(declared) = named(module, &symbol).filter(|_| symbol != name) else {
            continue;
        };
        let message = format!(
            "`{name}` has attributes or types here that `@{name}` in `{}` has not",
            library.name
        );
        let span = module.op(declared).name_span;
        return reporter.tell_all(&[Diagnostic::error("effects-file", message, span)], source);
    }
    // What a body calls comes along.
    loop {
        let next = { defined.iter() }.find_map(|(name, definition)| {
            let declared = named(module, name).filter(|op| !has_body(module, *op))?;
            Some((name, *definition, declared))
        });
        let Some((name, definition, declared)) = next else {
            return Ok(());
        };
        let types = |module: &Module, op| func(module, op).map(|view| (view.inputs.clone(), view.results.clone()));
        let span = module.op(declared).name_span;
        if types(module, declared) != types(&text, definition) {
            let message = format!("`@{name}` has another type in `{}`", library.name);
            return reporter.tell_all(&[Diagnostic::error("effects-file", message, span)], source);
        }
        let mut called = Vec::new();
        text.walk(definition, &mut |_, op| {
            if let Some(Attr::Symbol(path)) = op.attr("callee") {
                called.extend(path.last().cloned());
            }
        });
        let top = module.body();
        for callee in called
            .iter()
            .filter(|callee| named(module, callee).is_none())
            .collect::<Vec<_>>()
        {
            if let Some(other) = named(&text, callee) {
                let (inputs, results) = types(&text, other).unwrap_or_default();
                declare(module, callee, (inputs, results), span);
            }
        }
        module.detach(declared);
        let copy = module.import(&text, definition, top);
        place(module, copy, span);
        module
            .op_mut(copy)
            .properties
            .set("sym_visibility", Attr::str("private"));
    }
}

/// Makes operations that nobody knows, and whose name is that of a function, calls of it; those with regions stay. Operations
/// with other attributes or types are calls of other functions. The names of all functions, and of the operations.
pub fn calls_of(module: &mut Module, is_function: &dyn Fn(&str) -> bool) -> Vec<(String, String)> {
    let mut found: BTreeMap<String, Vec<OpId>> = BTreeMap::new();
    module.walk(module.top, &mut |id, op| {
        let plain = op.regions.is_empty() && op.successors.is_empty() && op.opaque.is_none();
        if plain && !op.info().is_known() && is_function(&op.name) {
            found.entry(op.name.to_string()).or_default().push(id);
        }
    });
    let mut made = Vec::new();
    for (name, ops) in found {
        let mut kinds: Vec<(CallKind, Vec<OpId>)> = Vec::new();
        for op in ops {
            let kind = CallKind::of(module, op);
            match kinds.iter_mut().find(|(known, _)| *known == kind) {
                Some((_, all)) => all.push(op),
                None => kinds.push((kind, vec![op])),
            }
        }
        for (kind, all) in kinds {
            let span = module.op(all[0]).name_span;
            // A declaration of that name with such types is this function, unless attributes tell others from it.
            let plain = kind.attrs.is_empty() && named(module, &name).is_none_or(|op| kind.fits(module, op));
            let symbol = match plain {
                true => name.clone(),
                false => (1..)
                    .map(|number| format!("{name}_{number}"))
                    .find(|symbol| named(module, symbol).is_none())
                    .unwrap_or_default(),
            };
            if named(module, &symbol).is_none() {
                declare(module, &symbol, (kind.inputs, kind.results), span);
            }
            for op in all {
                let data = module.op_mut(op);
                data.name = "func.call".into();
                data.attrs = Attrs::default();
                data.properties = Attrs::default();
                data.properties.set("callee", Attr::Symbol(vec![symbol.clone()]));
            }
            made.push((symbol, name.clone()));
        }
    }
    made
}

/// What tells two operations of one name apart, besides their operands.
#[derive(PartialEq)]
struct CallKind {
    inputs: Vec<Type>,
    results: Vec<Type>,
    attrs: Vec<(String, Attr)>,
}

impl CallKind {
    fn of(module: &Module, op: OpId) -> CallKind {
        let data = module.op(op);
        let ty = |value| module.ty(value).clone();
        let attrs = data.properties.iter().chain(data.attrs.iter());
        CallKind {
            inputs: data.operand_values().map(ty).collect(),
            results: data.results.iter().map(|value| ty(*value)).collect(),
            attrs: attrs.map(|(name, attr)| (name.to_string(), attr.clone())).collect(),
        }
    }

    fn fits(&self, module: &Module, function: OpId) -> bool {
        let view = func(module, function);
        view.is_some_and(|view| view.inputs == self.inputs && view.results == self.results)
    }
}

fn declare(module: &mut Module, name: &str, (inputs, results): (Vec<Type>, Vec<Type>), span: Span) {
    let top = module.body();
    let spec = OpSpec::new("func.func")
        .property("sym_name", Attr::str(name))
        .property("function_type", Attr::Type(Type::Function { inputs, results }))
        .property("sym_visibility", Attr::str("private"));
    let op = module.push_op(top, spec.at(span));
    module.op_mut(op).name_span = span;
    module.add_region(op);
}

fn named(module: &Module, name: &str) -> Option<OpId> {
    let mut funcs = module.funcs().into_iter();
    funcs.find(|op| module.symbol_name(*op) == Some(name))
}

fn has_body(module: &Module, op: OpId) -> bool {
    let mut regions = module.op(op).regions.iter();
    regions.any(|region| !module.region(*region).blocks.is_empty())
}

/// All of `op` stands where the program names it: its text is in another file.
fn place(module: &mut Module, op: OpId, span: Span) {
    let (mut ops, mut values) = (Vec::new(), Vec::new());
    module.walk(op, &mut |id, inner| {
        ops.push(id);
        values.extend(inner.results.iter().copied());
        let blocks = inner.regions.iter().flat_map(|region| &module.region(*region).blocks);
        values.extend(blocks.flat_map(|block| &module.block(*block).args));
    });
    for id in ops {
        let op = module.op_mut(id);
        (op.span, op.name_span) = (span, span);
        op.operands.iter_mut().for_each(|operand| operand.span = span);
    }
    for value in values {
        module.value_mut(value).span = span;
    }
}
