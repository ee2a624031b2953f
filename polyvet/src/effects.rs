//! What functions of libraries touch, and operations that nobody knows (`--effects FILE`), added to their declarations.
//!
//! A table has an entry for each function, and for relations that several of them use. Tables for well-known libraries come
//! along ([`named`]). Those speak of addresses: what they say of elements is said of memrefs whose elements lie one behind
//! the other and have the type that the library expects; of any other memref they say that all of it may be touched.

use crate::bodies;
use crate::reporter::{Outcomes, Reporter};
use crate::source::Source;
use polyvet_ir::effects::EffectKind;
use polyvet_ir::{Attr, Attrs, Diagnostic, Module, OpId, Span, Type, effects, func, parse_relation};
use serde::Deserialize;
use std::collections::BTreeMap;

/// The tables that come with the program.
const TABLES: [(&str, &str); 5] = [
    ("blas", include_str!("effects/blas.toml")),
    ("cublas", include_str!("effects/cublas.toml")),
    ("cudnn", include_str!("effects/cudnn.toml")),
    ("dma", include_str!("effects/dma.toml")),
    ("fft", include_str!("effects/fft.toml")),
];

/// One function, or a relation that functions share.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EffectFunction {
    /// Of an entry that is a relation, and nothing else.
    relation: Option<String>,
    /// Names of the arguments.
    #[serde(default)]
    args: Vec<String>,
    /// The type of the elements of those arguments of which only parts are touched.
    elements: Option<String>,
    #[serde(default)]
    reads: Vec<EffectTouch>,
    #[serde(default)]
    writes: Vec<EffectTouch>,
    #[serde(default)]
    may_reads: Vec<EffectTouch>,
    #[serde(default)]
    may_writes: Vec<EffectTouch>,
}

/// An argument, or a part of it.
#[derive(Deserialize)]
#[serde(untagged)]
enum EffectTouch {
    /// All of it.
    Whole(String),
    /// Where `relation` holds for the values of `at` and `symbols`.
    Part(EffectPart),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EffectPart {
    arg: String,
    /// A relation, or the name of the entry that has it.
    relation: String,
    #[serde(default)]
    at: Vec<String>,
    #[serde(default)]
    symbols: Vec<String>,
}

type Library = BTreeMap<String, toml::Spanned<EffectFunction>>;

/// The table that comes with the program under this name: `blas`, `cublas`, `cudnn`, `dma` or `fft`.
pub fn named(name: &str) -> Option<Source> {
    let (name, text) = TABLES.iter().find(|(known, _)| *known == name)?;
    Some(Source::new((*name).to_owned(), (*text).to_owned()))
}

/// Adds what `files` say about functions that `module` only declares. A declaration that says something itself is
/// right.
///
/// # Errors
/// A file makes no sense, or does not fit a declaration.
///
/// What is not a table of functions is MLIR text with their bodies ([`bodies::add`]).
///
/// Where `stays`, the program is printed again: operations stay what they are, and declarations have no bodies.
pub fn add(
    reporter: &mut dyn Reporter,
    module: &mut Module,
    source: &Source,
    (files, stays): (&[Source], bool),
) -> Outcomes<()> {
    for text in files {
        if bodies::is_library(text) {
            if !stays {
                bodies::add(reporter, module, source, text)?;
            }
            continue;
        }
        let library = match toml::from_str::<Library>(&text.text) {
            Ok(library) => library,
            Err(error) => {
                let span = error
                    .span()
                    .map_or(Span::NONE, |range| Span::new(range.start, range.end));
                return reporter.tell_all(&[Diagnostic::error("effects-file", error.message(), span)], text);
            }
        };
        let calls = match stays {
            true => Vec::new(),
            false => bodies::calls_of(module, &|name| library.contains_key(name)),
        };
        let comes_along = TABLES.iter().any(|(_, table)| *table == text.text);
        for (name, function) in &library {
            let place = Span::new(function.span().start, function.span().end);
            let attrs = match attributes(function.get_ref(), &library) {
                Ok(attrs) => attrs,
                Err(what) => {
                    let message = format!("`{name}`: {what}");
                    return reporter.tell_all(&[Diagnostic::error("effects-file", message, place)], text);
                }
            };
            if function.get_ref().relation.is_some() {
                continue;
            }
            let declared = module.funcs().into_iter().filter(|op| {
                let symbol = module.symbol_name(*op);
                let mut operations = calls.iter().filter(|(_, operation)| operation == name);
                symbol == Some(name) || operations.any(|(made, _)| symbol == Some(made))
            });
            for op in declared.filter(|op| is_silent(module, *op)).collect::<Vec<_>>() {
                let attrs = match comes_along {
                    true => of_addresses(module, op, function.get_ref(), &attrs),
                    false => attrs.clone(),
                };
                if let Err(diagnostic) = declare(module, op, function.get_ref(), &attrs, &text.name) {
                    reporter.tell_all(&[diagnostic], source)?;
                }
            }
        }
    }
    Ok(())
}

/// A declaration that says nothing of what it touches.
fn is_silent(module: &Module, op: OpId) -> bool {
    let declared = module
        .op(op)
        .regions
        .iter()
        .all(|region| module.region(*region).blocks.is_empty());
    declared && matches!(effects::effects(module, op), Ok(None))
}

fn declare(
    module: &mut Module,
    op: OpId,
    function: &EffectFunction,
    attrs: &Attrs,
    file: &str,
) -> Result<(), Diagnostic> {
    let inputs: Vec<Type> = func(module, op).map(|view| view.inputs).unwrap_or_default();
    let span = module.op(op).name_span;
    let name = module.symbol_name(op).unwrap_or("").to_owned();
    if inputs.len() != function.args.len() {
        let message = format!(
            "`@{name}` has {} arguments here, in `{file}` it has {}",
            inputs.len(),
            function.args.len()
        );
        let help = format!("in `{file}` they are: {}", function.args.join(", "));
        return Err(Diagnostic::error("effects-file", message, span).help(help));
    }
    if let Some(at) = { 0..inputs.len() }.find(|at| has_parts(attrs, *at) && !has_elements(&inputs[*at], function)) {
        let (arg, elements) = (&function.args[at], function.elements.as_deref().unwrap_or_default());
        let ty = &inputs[at];
        let message =
            format!("`@{name}` does not fit `{file}`: `{arg}` has elements of `{elements}` there, it is a `{ty}`");
        return Err(Diagnostic::error("effects-file", message, span));
    }
    for (name, attr) in attrs.iter() {
        module.op_mut(op).attrs.set(name, attr.clone());
    }
    match effects::effects(module, op) {
        Ok(_) => Ok(()),
        Err(what) => Err(Diagnostic::error(
            "effects-file",
            format!("`@{name}` does not fit `{file}`: {what}"),
            span,
        )),
    }
}

/// What a table that comes along says about the function `op`, whose arguments may be anything that an address can be
/// taken of, or a scalar.
fn of_addresses(module: &Module, op: OpId, function: &EffectFunction, attrs: &Attrs) -> Attrs {
    let inputs: Vec<Type> = func(module, op).map(|view| view.inputs).unwrap_or_default();
    let mut lists: BTreeMap<&str, Vec<Attr>> = EffectKind::ALL.map(|kind| (kind.attribute(), Vec::new())).into();
    for kind in EffectKind::ALL {
        let Some(Attr::Array(items)) = attrs.get(kind.attribute()) else {
            continue;
        };
        for item in items {
            let Some((ty, entry)) = argument(item).and_then(|(at, entry)| Some((inputs.get(at)?, entry))) else {
                continue;
            };
            let is_exact = entry.get("relation").is_none() || is_dense(ty) && has_elements(ty, function);
            if is_exact && ty.is_memref() {
                lists.entry(kind.attribute()).or_default().push(item.clone());
            } else if ty.is_memref() {
                let perhaps = match kind {
                    EffectKind::Read | EffectKind::MayRead => EffectKind::MayRead,
                    EffectKind::Write | EffectKind::MayWrite => EffectKind::MayWrite,
                };
                let mut whole = Attrs::default();
                whole.set("arg", entry.get("arg").cloned().unwrap_or(Attr::i64(0)));
                lists.entry(perhaps.attribute()).or_default().push(Attr::Dict(whole));
            }
        }
    }
    let mut made = Attrs::default();
    for (name, items) in lists {
        made.set(name, Attr::Array(items));
    }
    made
}

/// The argument that an item of a list is about, and all that it says.
fn argument(item: &Attr) -> Option<(usize, &Attrs)> {
    let Attr::Dict(entry) = item else { return None };
    let at = usize::try_from(entry.get("arg")?.as_i64()?).ok()?;
    Some((at, entry))
}

/// Whether only parts of argument `at` are said to be touched somewhere.
fn has_parts(attrs: &Attrs, at: usize) -> bool {
    let lists = attrs.iter().filter_map(|(_, list)| match list {
        Attr::Array(items) => Some(items),
        _ => None,
    });
    let mut parts = lists.flatten().filter_map(argument);
    parts.any(|(arg, entry)| arg == at && entry.get("relation").is_some())
}

/// Whether the elements of a memref are those that the function expects.
fn has_elements(ty: &Type, function: &EffectFunction) -> bool {
    let wanted = function.elements.as_ref();
    wanted.is_none_or(|wanted| ty.elem().to_string() == *wanted)
}

/// Whether element `e` of a memref lies `e` elements behind its address.
fn is_dense(ty: &Type) -> bool {
    match ty {
        Type::MemRef { shape, layout, .. } if shape.len() == 1 => match layout.as_deref() {
            None => true,
            Some(Attr::Strided { strides, .. }) => strides == &[Some(1)],
            Some(_) => false,
        },
        _ => false,
    }
}

/// What an entry says, as attributes of a declaration.
fn attributes(function: &EffectFunction, library: &Library) -> Result<Attrs, String> {
    if let Some(relation) = &function.relation {
        let touches = [
            &function.reads,
            &function.writes,
            &function.may_reads,
            &function.may_writes,
        ];
        if !function.args.is_empty() || touches.iter().any(|list| !list.is_empty()) {
            return Err("an entry is a `relation` or a function with `args`, not both".to_owned());
        }
        return match parse_relation(relation) {
            Ok(_) => Ok(Attrs::default()),
            Err(errors) => Err(errors
                .first()
                .map_or("it is no relation".to_owned(), |error| error.message.clone())),
        };
    }
    let lists = [
        (EffectKind::Read, &function.reads),
        (EffectKind::Write, &function.writes),
        (EffectKind::MayRead, &function.may_reads),
        (EffectKind::MayWrite, &function.may_writes),
    ];
    let mut attrs = Attrs::default();
    for (kind, list) in lists {
        let items = list
            .iter()
            .map(|touch| entry(function, touch, library))
            .collect::<Result<Vec<_>, _>>()?;
        attrs.set(kind.attribute(), Attr::Array(items));
    }
    Ok(attrs)
}

fn entry(function: &EffectFunction, touch: &EffectTouch, library: &Library) -> Result<Attr, String> {
    let number = |name: &String| -> Result<i64, String> {
        let at = function.args.iter().position(|arg| arg == name);
        at.map(|at| at as i64)
            .ok_or_else(|| format!("it has no argument `{name}`"))
    };
    let mut entry = Attrs::default();
    let part = match touch {
        EffectTouch::Whole(name) => {
            entry.set("arg", Attr::i64(number(name)?));
            return Ok(Attr::Dict(entry));
        }
        EffectTouch::Part(part) => part,
    };
    let named = library.get(&part.relation).map(|entry| entry.get_ref());
    let text = named
        .and_then(|entry| entry.relation.as_deref())
        .unwrap_or(&part.relation);
    let (set, inputs) = parse_relation(text).map_err(|errors| {
        let what = errors
            .first()
            .map_or("it is no relation", |error| error.message.as_str());
        format!("`{}`: {what}", part.relation)
    })?;
    if inputs != part.at.len() || set.syms != part.symbols.len() {
        return Err(format!(
            "`{}` has {inputs} inputs and {} symbols, but `at` and `symbols` have {} and {}",
            part.relation,
            set.syms,
            part.at.len(),
            part.symbols.len()
        ));
    }
    let list = |names: &[String]| -> Result<Attr, String> {
        let numbers = names.iter().map(number).collect::<Result<Vec<_>, _>>()?;
        Ok(Attr::DenseArray {
            elem: Type::I64,
            items: numbers.into_iter().map(Attr::i64).collect(),
        })
    };
    entry.set("arg", Attr::i64(number(&part.arg)?));
    entry.set("relation", Attr::IntegerSet(set));
    entry.set("at", list(&part.at)?);
    entry.set("symbols", list(&part.symbols)?);
    Ok(Attr::Dict(entry))
}
