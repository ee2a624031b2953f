//! Definitions of structured operations as programs: each becomes a function around one `linalg.generic`.

use crate::read::{InputKind, Program};
use crate::reporter::{Outcomes, Reporter};
use crate::source::Source;
use polyvet_ir::opdsl::{AttributeChoice, Request, StructuredOp, instantiate, read_einstein, read_python, read_yaml};
use polyvet_ir::{Severity, Type, parse_type, well_formed};
use std::collections::{BTreeMap, HashSet};
use std::path::Path;

/// What definitions leave open: which of them to instantiate, at which sizes and types.
#[derive(Clone, Debug, Default)]
pub struct Choices {
    /// Only these operations; all where there are none.
    pub op: Vec<String>,
    /// Values of shape symbols: `M=64`; `d0=64` for operands of any rank.
    pub shape: Vec<(String, u32)>,
    /// Types for type parameters: `T1=i8`; `f32` without it.
    pub elem: Vec<(String, String)>,
    /// Values of attributes: `strides=[2,2]`, `cast=cast_unsigned`.
    pub attr: Vec<(String, String)>,
    /// Dimensions of operands of any rank.
    pub rank: Option<usize>,
    /// Operands are buffers, not tensors.
    pub buffers: bool,
    /// Only the definitions count: that an operation has no instance on these types is no error.
    pub no_instances: bool,
}

impl Choices {
    /// Nothing is said.
    pub fn is_empty(&self) -> bool {
        let lists = self.op.is_empty() && self.shape.is_empty() && self.elem.is_empty() && self.attr.is_empty();
        lists && self.rank.is_none() && !self.buffers
    }

    /// An option of the command line that was given.
    pub fn first(&self) -> &'static str {
        let given = [
            (!self.op.is_empty(), "--op"),
            (!self.shape.is_empty(), "--shape"),
            (!self.elem.is_empty(), "--elem"),
            (!self.attr.is_empty(), "--attr"),
            (self.rank.is_some(), "--rank"),
        ];
        given
            .into_iter()
            .find(|(given, _)| *given)
            .map_or("--buffers", |(_, option)| option)
    }
}

/// How definitions are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notation {
    /// OpDSL.
    Python,
    /// What OpDSL exports.
    Yaml,
    /// `def name(A: f32(M, K)) -> (..) { .. }`
    Einstein,
}

impl Notation {
    /// The notation of a file, by its name or else by what it says; `None` if it holds no definitions.
    pub fn of(path: &Path, text: &str) -> Option<Notation> {
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("py") => return Some(Notation::Python),
            Some("yaml" | "yml") => return Some(Notation::Yaml),
            Some("tc") => return Some(Notation::Einstein),
            Some("mlir" | "json") => return None,
            _ => {}
        }
        let mut lines = text.lines().map(str::trim_start);
        if lines.clone().any(|line| line.starts_with("@linalg_structured_op")) {
            Some(Notation::Python)
        } else if lines.clone().any(|line| line.contains("!LinalgOpConfig")) {
            Some(Notation::Yaml)
        } else {
            let first = lines.find(|line| !line.is_empty() && !line.starts_with("//"))?;
            first.starts_with("def ").then_some(Notation::Einstein)
        }
    }
}

/// Reads definitions and makes the instances that are requested.
///
/// # Errors
/// The definitions, or the choices, make no sense.
pub fn read(
    reporter: &mut dyn Reporter,
    source: Source,
    notation: Notation,
    args: Option<&Choices>,
) -> Outcomes<Program> {
    let request = match args {
        Some(args) => request(reporter, args)?,
        None => Request::default(),
    };
    let (mut ops, mut diagnostics) = match notation {
        Notation::Python => read_python(&source.text),
        Notation::Yaml => read_yaml(&source.text),
        Notation::Einstein => read_einstein(&source.text),
    };
    // The second of one name was reported.
    let mut names = HashSet::new();
    ops.retain(|op| names.insert(op.name.clone()));
    // A definition that makes no sense says nothing about the others.
    let are_read = request.ops.iter().all(|name| ops.iter().any(|op| op.name == *name));
    if !request.ops.is_empty() && are_read {
        diagnostics.iter_mut().for_each(|one| one.severity = Severity::Warning);
    }
    let told = reporter.tell_all(&diagnostics, &source);
    if ops.is_empty() {
        told?;
        return Err(reporter.error("empty-input", format!("`{}` defines no operations", source.name)));
    }
    let (module, diagnostics) = instantiate(&ops, &request);
    if !args.is_some_and(|args| args.no_instances) {
        let told = reporter.tell_all(&diagnostics, &source);
        if module.funcs().is_empty() {
            told?;
        }
    }
    reporter.tell_all(&well_formed(&module), &source)?;
    let kind = InputKind::Mlir(module);
    let asked = |op: &StructuredOp| request.ops.is_empty() || request.ops.contains(&op.name);
    let ops = ops.into_iter().filter(asked).collect();
    Ok(Program {
        source,
        kind,
        aside: Vec::new(),
        definitions: ops,
    })
}

fn request(reporter: &mut dyn Reporter, args: &Choices) -> Outcomes<Request> {
    let mut types: BTreeMap<String, Type> = BTreeMap::new();
    for (name, word) in &args.elem {
        let ty = parse_type(word).filter(Type::is_number);
        let Some(ty) = ty else {
            let message = format!("`--elem {name}={word}`: `{word}` is no type of numbers");
            return Err(reporter.error_help("bad-option", message, "write `f32`, `i8`, `index`, .."));
        };
        types.insert(name.clone(), ty);
    }
    let mut attributes = BTreeMap::new();
    for (name, value) in &args.attr {
        let inner = value.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
        let choice = match inner.unwrap_or(value) {
            list if inner.is_some() || list.starts_with(|c: char| c.is_ascii_digit() || c == '-') => {
                let numbers: Result<Vec<i64>, _> = list.split(',').map(|item| item.trim().parse()).collect();
                match numbers {
                    Ok(numbers) => AttributeChoice::Numbers(numbers),
                    Err(_) => {
                        let message = format!("`--attr {name}={value}`: not a list of integers");
                        return Err(reporter.error_help("bad-option", message, "write `--attr 'strides=[2,2]'`"));
                    }
                }
            }
            word => AttributeChoice::Function(word.to_owned()),
        };
        attributes.insert(name.clone(), choice);
    }
    Ok(Request {
        ops: args.op.clone(),
        shape: args
            .shape
            .iter()
            .map(|(name, size)| (name.clone(), u64::from(*size)))
            .collect(),
        types,
        attributes,
        rank: args.rank,
        buffers: args.buffers,
    })
}
