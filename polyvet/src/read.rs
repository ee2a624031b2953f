//! From text to a program: MLIR, a polyhedral model in JSON, or definitions of operations.

use crate::definitions::{self, Choices, Notation};
use crate::effects;
use crate::facts::FactOrigin;
use crate::reporter::{Outcomes, Reported, Reporter};
use crate::source::Source;
use polyvet_analysis::model::{JsonModel, ModelError};
use polyvet_ir::opdsl::StructuredOp;
use polyvet_ir::{Diagnostic, Module, OpId, Span};
use polyvet_rewrites::schedule::{is_program, program_from};
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};

/// A program that was read without errors.
pub struct Program {
    /// The text, for messages.
    pub source: Source,
    /// What it says.
    pub kind: InputKind,
    /// Functions that could not be read and are there without a body ([`Reading::apart`]).
    pub aside: Vec<String>,
    /// The definitions that its functions are instances of, if it was read from definitions.
    pub definitions: Vec<StructuredOp>,
}

/// Kinds of input.
pub enum InputKind {
    /// MLIR text.
    Mlir(Module),
    /// A polyhedral model.
    Model(JsonModel),
}

/// Spans are 32 bits wide.
const INPUT_BYTES_MAX: usize = 1 << 30;

/// Makes another text of one.
#[derive(Clone, Copy)]
pub struct Via<'a>(pub &'a dyn Fn(&mut dyn Reporter, &Source) -> Outcomes<Source>);

impl std::fmt::Debug for Via<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Via")
    }
}

/// How to read a program.
#[derive(Clone, Copy, Debug)]
pub struct Reading<'a> {
    /// Normalise MLIR text.
    pub via_mlir_opt: bool,
    /// What definitions leave open.
    pub ops: Option<&'a Choices>,
    /// What library functions touch ([`effects::named`]).
    pub effects: &'a [Source],
    /// All that `ops` says must make sense for this file.
    pub whole: bool,
    /// A function with an error in it, which is reported, does not keep the others from being read: it is there
    /// as if it were defined elsewhere.
    pub apart: bool,
    /// Called on the text first: another program that prints it in the generic form.
    pub via: Option<Via<'a>>,
    /// An operation that is not known here, in a function that is left out, is no error of the input.
    pub lenient: bool,
    /// As it is written, though that may have no model: `hal.tensor.import` stays.
    pub verbatim: bool,
    /// Operations that are loops of others become these, for those who ask what is touched.
    pub decomposed: bool,
    /// Calls of functions with bodies are what these do.
    pub inlined: bool,
    /// Scalable vectors are those of a machine with this vector scale.
    pub vector_scale: Option<u64>,
}

impl Reading<'_> {
    /// As the file is.
    pub fn plain() -> Reading<'static> {
        Reading {
            via_mlir_opt: false,
            ops: None,
            effects: &[],
            whole: false,
            apart: false,
            via: None,
            lenient: false,
            verbatim: false,
            decomposed: false,
            inlined: false,
            vector_scale: None,
        }
    }
}

/// An operation of a dialect that is not known here: no mistake of whoever wrote it.
fn is_stranger(diagnostic: &Diagnostic) -> bool {
    diagnostic.code == "unknown-custom-form"
}

/// Tells of operations that are not known: there is no answer for their functions, and nothing is wrong with them.
fn tell_strangers(reporter: &mut dyn Reporter, diagnostics: &[Diagnostic], source: &Source) {
    for diagnostic in diagnostics {
        match is_stranger(diagnostic) {
            true => {
                let severity = polyvet_ir::Severity::Warning;
                let warning = Diagnostic {
                    severity,
                    ..diagnostic.clone()
                };
                reporter.tell_unknown(&warning, Some(source));
            }
            false => reporter.tell(diagnostic, Some(source)),
        }
    }
}

/// Whether there are functions without errors; those with one lose their bodies, and are named in `aside`.
fn readable(module: &mut Module, diagnostics: &mut Vec<Diagnostic>, source: &Source, aside: &mut Vec<String>) -> bool {
    if !set_aside(module, diagnostics, source, aside) {
        return false;
    }
    // After errors of syntax the others have not been looked at.
    let mut more = polyvet_ir::well_formed(module);
    more.retain(|found| diagnostics.iter().all(|known| known.primary != found.primary));
    let readable = set_aside(module, &more, source, aside);
    diagnostics.extend(more);
    readable
}

fn is_error(diagnostic: &Diagnostic) -> bool {
    diagnostic.severity == polyvet_ir::Severity::Error
}

/// Takes the bodies of functions with errors away, if all errors are in functions and some have none.
fn set_aside(module: &mut Module, diagnostics: &[Diagnostic], source: &Source, aside: &mut Vec<String>) -> bool {
    let funcs = module.funcs();
    let mut bad = Vec::new();
    for error in diagnostics.iter().filter(|diagnostic| is_error(diagnostic)) {
        let around = |op: &&OpId| {
            let span = module.op(**op).span;
            span.start <= error.primary.start && error.primary.end <= span.end
        };
        match funcs.iter().find(around) {
            Some(op) => bad.push(*op),
            None => return false,
        }
    }
    for op in &bad {
        for region in module.op(*op).regions.clone() {
            module.region_mut(region).blocks.clear();
        }
        // Only a private function may be defined elsewhere.
        let private = polyvet_ir::Attr::str("private");
        module.op_mut(*op).properties.set("sym_visibility", private);
        // What it does is not known, so it is not what another program calls by this name.
        let place = format!("{}:{}", source.name, module.op(*op).span.start);
        module
            .op_mut(*op)
            .attrs
            .set("polyvet.unread", polyvet_ir::Attr::str(&place));
        let path = module.symbol_path(*op).unwrap_or_default();
        if !aside.contains(&path) {
            aside.push(path);
        }
    }
    funcs.iter().any(|op| !bad.contains(op))
}

/// Reads a program from its text; `path` is where it came from.
pub fn program_of(
    reporter: &mut dyn Reporter,
    mut source: Source,
    path: &Path,
    reading: &Reading<'_>,
) -> Outcomes<Program> {
    if source.text.trim().is_empty() {
        return Err(reporter.error("empty-input", format!("`{}` is empty", source.name)));
    }
    if is_model(path, &source.text) {
        let mut model = JsonModel::from_json(&source.text).map_err(|error| tell_model(reporter, &error, &source))?;
        if model.name.is_empty() {
            let stem = path
                .file_stem()
                .map(|stem| stem.to_string_lossy().into_owned())
                .unwrap_or_default();
            model.name = stem.trim_end_matches(".scop").to_owned();
        }
        return Ok(Program {
            kind: InputKind::Model(model),
            source,
            aside: Vec::new(),
            definitions: Vec::new(),
        });
    }
    if is_program(&source.text) {
        return match program_from(&source.text) {
            Ok(model) => Ok(Program {
                kind: InputKind::Model(model),
                source,
                aside: Vec::new(),
                definitions: Vec::new(),
            }),
            Err(why) => {
                reporter.tell(&why.diagnostic(Span::NONE), Some(&source));
                Err(Reported)
            }
        };
    }
    if let Some(notation) = Notation::of(path, &source.text) {
        return definitions::read(reporter, source, notation, reading.ops);
    }
    if let Some(ops) = reading.ops.filter(|ops| reading.whole && !ops.is_empty()) {
        let option = ops.first();
        let message = format!("`{}` defines no operations, so `{option}` says nothing", source.name);
        let help = "definitions are OpDSL in Python (`.py`) or YAML, or `def name(A: f32(M)) -> ..`";
        return Err(reporter.error_help("usage", message, help));
    }
    if reading.via_mlir_opt {
        source = normalise(reporter, &source)?;
    }
    if let Some(via) = reading.via {
        source = (via.0)(reporter, &source)?;
    }
    let (mut module, mut diagnostics) = parse(&source.text);
    let mut aside = Vec::new();
    let apart = reading.apart
        && diagnostics.iter().any(is_error)
        && readable(&mut module, &mut diagnostics, &source, &mut aside);
    let lenient = reading.lenient && diagnostics.iter().filter(|one| is_error(one)).all(is_stranger);
    match (apart, lenient) {
        (true, true) => tell_strangers(reporter, &diagnostics, &source),
        (true, false) => drop(reporter.tell_all(&diagnostics, &source)),
        (false, _) => reporter.tell_all(&diagnostics, &source)?,
    }
    if !reading.verbatim {
        polyvet_ir::plain_tensors(&mut module);
        polyvet_ir::plain_operations(&mut module);
        polyvet_ir::plain_deallocations(&mut module);
        polyvet_ir::plain_launches(&mut module);
        polyvet_ir::plain_workshares(&mut module);
    }
    if reading.decomposed {
        for func in module.funcs() {
            if let Some(plain) = polyvet_ir::winograd::plain_winograd(&module, func) {
                module = plain;
            }
        }
    }
    if let Some(scale) = reading.vector_scale {
        let message = || {
            format!(
                "`{}` has vectors that make no sense where the vector scale is {scale}",
                source.name
            )
        };
        module = polyvet_ir::with_vector_scale(&module, scale)
            .ok_or_else(|| reporter.error("scalable-vector", message()))?;
    }
    effects::add(reporter, &mut module, &source, (reading.effects, reading.verbatim))?;
    if reading.inlined {
        for func in module.funcs() {
            if let Some(plain) = polyvet_ir::inline_calls(&module, func) {
                module = plain;
            }
        }
    }
    Ok(Program {
        kind: InputKind::Mlir(module),
        source,
        aside,
        definitions: Vec::new(),
    })
}

/// Errors after which the rest of the module is as it was written.
const HARMLESS: [&str; 2] = ["undefined-value", "redefined-value"];

/// Reads MLIR text and checks its form, with the messages of both in the order of the text.
fn parse(text: &str) -> (Module, Vec<Diagnostic>) {
    let (module, mut diagnostics) = polyvet_ir::parse(text);
    let is_error = |diagnostic: &&Diagnostic| diagnostic.severity == polyvet_ir::Severity::Error;
    if diagnostics
        .iter()
        .filter(is_error)
        .all(|error| HARMLESS.contains(&error.code))
    {
        let told: Vec<Span> = diagnostics.iter().map(|diagnostic| diagnostic.primary).collect();
        // What follows from an error at the same place is no news.
        let news = |found: &Diagnostic| {
            !told
                .iter()
                .any(|span| found.primary.start < span.end && span.start < found.primary.end)
        };
        diagnostics.extend(polyvet_ir::well_formed(&module).into_iter().filter(news));
    }
    diagnostics.sort_by_key(|diagnostic| diagnostic.primary);
    (module, diagnostics)
}

/// What MLIR's bytecode begins with.
const BYTECODE: [u8; 4] = [b'M', b'L', 0xef, b'R'];

/// Reads a text file.
///
/// # Errors
/// It cannot be read, or is not text.
pub fn read_source(reporter: &mut dyn Reporter, path: &Path) -> Outcomes<Source> {
    let name = path.display().to_string();
    source_of(reporter, name, read_file(path))
}

/// The text of `bytes`, which were read from `name`.
///
/// # Errors
/// They could not be read, or are not text.
pub fn source_of(reporter: &mut dyn Reporter, name: String, bytes: std::io::Result<Vec<u8>>) -> Outcomes<Source> {
    let bytes =
        bytes.map_err(|error| reporter.error("cannot-read", format!("cannot read `{name}`: {}", io_reason(&error))))?;
    if bytes.len() > INPUT_BYTES_MAX {
        let message = format!(
            "`{name}` has {} bytes, more than the {INPUT_BYTES_MAX} that are read",
            bytes.len()
        );
        return Err(reporter.error("too-large", message));
    }
    if bytes.starts_with(&BYTECODE) {
        let message = format!("`{name}` is MLIR bytecode, not text");
        return Err(reporter.error_help("not-utf8", message, "`mlir-opt FILE` prints it as text"));
    }
    match String::from_utf8(bytes) {
        // Some editors begin a file with a mark of its byte order.
        Ok(text) => Ok(match text.strip_prefix('\u{feff}') {
            Some(rest) => Source::new(name, rest.to_owned()),
            None => Source::new(name, text),
        }),
        Err(error) => {
            let at = error.utf8_error().valid_up_to();
            let line = 1 + error.as_bytes()[..at].iter().filter(|byte| **byte == b'\n').count();
            let byte = error.as_bytes()[at];
            let message = format!("`{name}` is not UTF-8 text: byte {at}, on line {line}, is 0x{byte:02x}");
            Err(reporter.error("not-utf8", message))
        }
    }
}

fn read_file(path: &Path) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let limit = INPUT_BYTES_MAX as u64 + 1;
    std::fs::File::open(path)?.take(limit).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// What the system says, in the style of our messages.
pub fn io_reason(error: &std::io::Error) -> String {
    match error.kind() {
        std::io::ErrorKind::NotFound => "there is no such file".to_owned(),
        std::io::ErrorKind::IsADirectory => "it is a directory".to_owned(),
        std::io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        _ => error.to_string(),
    }
}

/// A model is an object with a domain; MLIR text can begin with `{-#` but not so.
fn is_model(path: &Path, text: &str) -> bool {
    let is_object = || text.trim_start().starts_with('{') && text.contains("\"domain\"");
    path.extension().is_some_and(|extension| extension == "json") || is_object()
}

/// Tells what is wrong with a model.
pub fn tell_model(reporter: &mut dyn Reporter, error: &ModelError, source: &Source) -> Reported {
    let diagnostic = match error {
        ModelError::Json { message, line, column } => {
            let start = source.offset(*line, *column);
            let width = usize::from(!source.text[start..].starts_with(['\n', '\r']));
            let message = message.split(" at line ").next().unwrap_or(message);
            Diagnostic::error("model-json", message, Span::new(start, start + width))
        }
        ModelError::Field { field, message } => {
            let key = source
                .text
                .find(&format!("\"{field}\""))
                .map_or(Span::NONE, |at| Span::new(at, at + field.len() + 2));
            Diagnostic::error("model-field", format!("`{field}`: {message}"), key)
        }
        ModelError::Poly(error) => Diagnostic::error("polyhedral-library", error.to_string(), Span::NONE),
    };
    reporter.tell(&diagnostic, Some(source));
    Reported
}

/// The names under which `mlir-opt` is looked for.
pub const MLIR_OPT: [&str; 2] = ["mlir-opt", "mlir-opt-22"];

/// The text as `mlir-opt` prints it.
fn normalise(reporter: &mut dyn Reporter, source: &Source) -> Outcomes<Source> {
    for program in MLIR_OPT {
        match run_mlir_opt(program, &source.text) {
            Ok(Ok(text)) => return Ok(Source::new(format!("{} (by {program})", source.name), text)),
            Ok(Err(messages)) => {
                let messages = messages.trim().replace("<stdin>", &source.name);
                return Err(reporter.error("mlir-opt", format!("{program} refuses `{}`:\n{messages}", source.name)));
            }
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
            Err(error) => return Err(reporter.error("mlir-opt", format!("cannot run {program}: {error}"))),
        }
    }
    let message = format!(
        "`--via-mlir-opt` needs {} on PATH",
        MLIR_OPT.map(|name| format!("`{name}`")).join(" or ")
    );
    Err(reporter.error_help(
        "mlir-opt",
        message,
        "install it (Debian: mlir-22-tools), or leave the option out",
    ))
}

/// What `program` prints for `text`: the generic form, or its messages.
fn run_mlir_opt(program: &str, text: &str) -> std::io::Result<Result<String, String>> {
    let mut child = Command::new(program)
        .args(["--mlir-print-op-generic", "--allow-unregistered-dialect", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    let mut stdin = child.stdin.take();
    let output = std::thread::scope(|scope| {
        // A child that stops reading is judged by its exit status.
        scope.spawn(move || stdin.take().map(|mut pipe| pipe.write_all(text.as_bytes())));
        child.wait_with_output()
    })?;
    Ok(if output.status.success() {
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    } else {
        Err(String::from_utf8_lossy(&output.stderr).into_owned())
    })
}

impl Program {
    /// Where names and lines of its models come from.
    pub fn origin(&self) -> FactOrigin<'_> {
        let module = match &self.kind {
            InputKind::Mlir(module) => Some(module),
            InputKind::Model(_) => None,
        };
        FactOrigin {
            module,
            source: &self.source,
        }
    }
}
