//! Definitions of structured operations as programs: each becomes a function around one `linalg.generic`.

use crate::args::OpArgs;
use crate::input::{Kind, Program};
use crate::session::{Outcomes, Session};
use crate::snippet::Source;
use polyvet_ir::opdsl::{Choice, Request, instantiate, read_einstein, read_python, read_yaml};
use polyvet_ir::{Severity, Type, parse_type, well_formed};
use std::collections::BTreeMap;
use std::path::Path;

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

/// Reads definitions and makes the instances that are asked for.
pub fn read(session: &mut Session<'_>, source: Source, notation: Notation, args: Option<&OpArgs>) -> Outcomes<Program> {
    let request = match args {
        Some(args) => request(session, args)?,
        None => Request::default(),
    };
    let (ops, diagnostics) = match notation {
        Notation::Python => read_python(&source.text),
        Notation::Yaml => read_yaml(&source.text),
        Notation::Einstein => read_einstein(&source.text),
    };
    session.tell_all(&diagnostics, &source)?;
    if ops.is_empty() {
        return Err(session.error("empty-input", format!("`{}` defines no operations", source.name)));
    }
    let (module, mut diagnostics) = instantiate(&ops, &request);
    if !diagnostics
        .iter()
        .any(|diagnostic| diagnostic.severity == Severity::Error)
    {
        diagnostics.extend(well_formed(&module));
    }
    session.tell_all(&diagnostics, &source)?;
    let kind = Kind::Mlir(module);
    Ok(Program { source, kind })
}

fn request(session: &mut Session<'_>, args: &OpArgs) -> Outcomes<Request> {
    let mut types: BTreeMap<String, Type> = BTreeMap::new();
    for (name, word) in &args.elem {
        let ty = parse_type(word).filter(|ty| ty.is_integer() || ty.is_float() || *ty == Type::Index);
        let Some(ty) = ty else {
            let message = format!("`--elem {name}={word}`: `{word}` is no type of numbers");
            return Err(session.error_help("bad-option", message, "write `f32`, `i8`, `index`, .."));
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
                    Ok(numbers) => Choice::Numbers(numbers),
                    Err(_) => {
                        let message = format!("`--attr {name}={value}`: not a list of integers");
                        return Err(session.error_help("bad-option", message, "write `--attr 'strides=[2,2]'`"));
                    }
                }
            }
            word => Choice::Function(word.to_owned()),
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
