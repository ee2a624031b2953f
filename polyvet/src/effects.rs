//! What functions of libraries touch, and operations that nobody knows (`--effects FILE`), added to their declarations.

use crate::bodies;
use crate::reporter::{Outcomes, Reporter};
use crate::source::Source;
use polyvet_ir::effects::EffectKind;
use polyvet_ir::{Attr, Attrs, Diagnostic, Module, OpId, Span, Type, effects, func, parse_relation};
use serde::Deserialize;
use std::collections::BTreeMap;

/// The file that comes with the program.
const BLAS: (&str, &str) = ("blas", include_str!("blas.toml"));

/// One function.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EffectFunction {
    /// Names of the arguments.
    args: Vec<String>,
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
    relation: String,
    #[serde(default)]
    at: Vec<String>,
    #[serde(default)]
    symbols: Vec<String>,
}

type Library = BTreeMap<String, toml::Spanned<EffectFunction>>;

/// The description that comes with the program under this name: `blas`.
pub fn named(name: &str) -> Option<Source> {
    (name == BLAS.0).then(|| Source::new(BLAS.0.to_owned(), BLAS.1.to_owned()))
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
        for (name, function) in &library {
            let place = Span::new(function.span().start, function.span().end);
            let attrs = match attributes(function.get_ref()) {
                Ok(attrs) => attrs,
                Err(what) => {
                    let message = format!("`{name}`: {what}");
                    return reporter.tell_all(&[Diagnostic::error("effects-file", message, place)], text);
                }
            };
            let declared = module.funcs().into_iter().filter(|op| {
                let symbol = module.symbol_name(*op);
                let mut operations = calls.iter().filter(|(_, operation)| operation == name);
                symbol == Some(name) || operations.any(|(made, _)| symbol == Some(made))
            });
            for op in declared.filter(|op| is_silent(module, *op)).collect::<Vec<_>>() {
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

/// What an entry says, as attributes of a declaration.
fn attributes(function: &EffectFunction) -> Result<Attrs, String> {
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
            .map(|touch| entry(function, touch))
            .collect::<Result<Vec<_>, _>>()?;
        attrs.set(kind.attribute(), Attr::Array(items));
    }
    Ok(attrs)
}

fn entry(function: &EffectFunction, touch: &EffectTouch) -> Result<Attr, String> {
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
    let (set, inputs) = parse_relation(&part.relation).map_err(|errors| {
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
