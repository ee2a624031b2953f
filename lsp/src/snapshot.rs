//! A text as it was at one moment, read.

use crate::text::LineText;
use lsp_types::Uri;
use polyvet::assume::{AskedRewrite, Comments};
use polyvet::read::{Reading, program_of};
use polyvet::source::Source;
use polyvet::{Message, Messages, Program, Reporter};
use polyvet_ir::{OpId, Span};
use std::hash::BuildHasher;
use std::path::{Path, PathBuf};

/// Texts that are longer are not read again with every key that is pressed.
pub const TEXT_BYTES_MAX: usize = 4 << 20;

/// A function of a program.
#[derive(Clone, Debug)]
pub struct SnapshotFunc {
    /// The operation.
    pub op: OpId,
    /// Its path: `f`, or `a::f`.
    pub path: String,
    /// Where it is.
    pub span: Span,
    /// The same for functions with the same model: what is outside of all functions is part of it.
    pub key: u64,
}

/// A text and what was read of it.
pub struct Snapshot {
    /// What the editor calls it.
    pub uri: Uri,
    /// The editor's number for this text.
    pub version: i32,
    /// The text.
    pub text: LineText,
    /// The program; none if it has errors outside of functions.
    pub program: Option<Program>,
    /// What is wrong with the text.
    pub messages: Vec<Message>,
    /// Rewrites that comments ask about.
    pub asked: Vec<AskedRewrite>,
    /// Functions with a body.
    pub functions: Vec<SnapshotFunc>,
}

impl Snapshot {
    /// Reads a text.
    pub fn new(uri: Uri, version: i32, text: LineText) -> Snapshot {
        let path = path_of(&uri);
        let mut messages = Messages::default();
        let program = match text.text.len() > TEXT_BYTES_MAX {
            true => {
                let reporter: &mut dyn Reporter = &mut messages;
                reporter.note("too-long", "this text is too long to be read while it is edited");
                None
            }
            false => read(&mut messages, &path, &text.text),
        };
        let asked = program.as_ref().and_then(|program| {
            let comments = Comments::read(&mut messages, program).ok()?;
            Some(comments.asked().to_vec())
        });
        let functions = program.as_ref().map(functions).unwrap_or_default();
        Snapshot {
            uri,
            version,
            text,
            program,
            messages: messages.iter().cloned().collect(),
            asked: asked.unwrap_or_default(),
            functions,
        }
    }

    /// Nothing is known of this text.
    pub fn unread(uri: Uri, version: i32, text: LineText) -> Snapshot {
        Snapshot {
            uri,
            version,
            text,
            program: None,
            messages: Vec::new(),
            asked: Vec::new(),
            functions: Vec::new(),
        }
    }

    /// The function around a byte.
    pub fn function_at(&self, byte: usize) -> Option<&SnapshotFunc> {
        self.functions.iter().find(|func| holds(func.span, byte))
    }
}

impl std::fmt::Debug for Snapshot {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}@{}", self.uri.as_str(), self.version)
    }
}

/// Whether a byte is in a span, or just behind it.
pub fn holds(span: Span, byte: usize) -> bool {
    !span.is_none() && span.start as usize <= byte && byte <= span.end as usize
}

fn read(messages: &mut Messages, path: &Path, text: &str) -> Option<Program> {
    let reporter: &mut dyn Reporter = messages;
    let name = path.display().to_string();
    let reading = Reading {
        // One function that is being written does not take the others away.
        apart: true,
        lenient: true,
        ..Reading::plain()
    };
    let program = program_of(reporter, Source::new(name, text.to_owned()), path, &reading).ok()?;
    // What is read through another text has no places in this one.
    (program.source.text == text).then_some(program)
}

/// The path in a `file:` URI; other ones, as they are.
fn path_of(uri: &Uri) -> PathBuf {
    let decoded = || Some(uri.path().as_estr().decode().into_string().ok()?.into_owned());
    let is_file = uri.scheme().is_some_and(|scheme| scheme.as_str() == "file");
    let path = decoded().filter(|_| is_file);
    PathBuf::from(path.unwrap_or_else(|| uri.as_str().to_owned()))
}

fn functions(program: &Program) -> Vec<SnapshotFunc> {
    let Some(module) = program.module() else {
        return Vec::new();
    };
    let text = program.source.text.as_str();
    let has_body = |op: &OpId| module.only_block(*op, 0).is_some() && !module.op(*op).span.is_none();
    let ops: Vec<OpId> = module.funcs().into_iter().filter(has_body).collect();
    let spans: Vec<Span> = ops.iter().map(|op| module.op(*op).span).collect();
    let outside = outside(text, &spans);
    let hasher = foldhash::quality::FixedState::default();
    let key = |span: Span| {
        let own = span.of(text);
        // What is called is part of the model.
        let rest = if own.contains("call") { text } else { &outside };
        hasher.hash_one((own, rest))
    };
    let func = |(op, span): (OpId, &Span)| {
        Some(SnapshotFunc {
            op,
            path: module.symbol_path(op)?,
            span: *span,
            key: key(*span),
        })
    };
    ops.into_iter().zip(&spans).filter_map(func).collect()
}

/// What is in none of the spans.
fn outside(text: &str, spans: &[Span]) -> String {
    let (mut rest, mut at) = (String::new(), 0);
    for span in spans {
        rest.push_str(text.get(at..span.start as usize).unwrap_or(""));
        at = at.max(span.end as usize);
    }
    rest.push_str(text.get(at..).unwrap_or(""));
    rest
}
