//! `// polyvet: assume N >= 1` in a program, `# polyvet: ..` in Python: what is known of the parameters; and
//! `// polyvet: check tile(i=32)`: a rewrite that is to be legal. `param n=64` is another word for `assume n = 64`,
//! `transform` one for `check`; `tile i=32` and `operands A, C` say what a snapshot keeps.
//!
//! A comment inside a function, or in the block of comments directly above it, is about that function;
//! any other is about the whole file, that is about each function that has its parameters.

use crate::function::extract_within;
use crate::read::{InputKind, Program};
use crate::reporter::{Outcomes, Reported, Reporter};
use crate::source::Source;
use polyvet_analysis::Scop;
use polyvet_analysis::extract::{ExtractError, ExtractOptions};
use polyvet_ir::{Diagnostic, Module, OpId, Span};
use polyvet_verify::validate::ProgramSide;
use std::cell::Cell;

/// One comment.
struct Comment {
    /// The constraint.
    text: String,
    span: Span,
    /// The function it is about; `None` for all.
    func: Option<String>,
    /// A function was found that it makes sense for.
    fits: Cell<bool>,
    /// Why it makes no sense for another.
    misfit: Cell<Option<Diagnostic>>,
}

impl Comment {
    fn of(asked: AskedRewrite) -> Comment {
        Comment {
            text: asked.script,
            span: asked.span,
            func: asked.func,
            fits: Cell::new(false),
            misfit: Cell::new(None),
        }
    }
}

/// The parts of `n=64, m=32`.
fn each(list: &AskedRewrite) -> impl Iterator<Item = AskedRewrite> + '_ {
    let mut at = list.span.start as usize;
    list.script.split(',').map(move |part| {
        let start = at + part.len() - part.trim_start().len();
        at += part.len() + 1;
        AskedRewrite {
            script: part.trim().to_owned(),
            span: Span::new(start, start + part.trim().len()),
            func: list.func.clone(),
        }
    })
}

/// A rewrite that a comment asks about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AskedRewrite {
    /// The script.
    pub script: String,
    /// Where it is written.
    pub span: Span,
    /// The function it is about; `None` for all to which it applies.
    pub func: Option<String>,
}

/// What a snapshot is to keep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    /// The footprint of a tile of these sizes: `i=32,j=32`.
    Tile,
    /// Of the operands only these: `A, C`.
    Operands,
}

/// The comments of one program.
pub struct Comments<'p> {
    source: &'p Source,
    list: Vec<Comment>,
    asked: Vec<AskedRewrite>,
    kept: Vec<(Keep, AskedRewrite)>,
}

/// What can be written, for messages.
fn examples(sign: &str) -> String {
    format!("write `{sign} polyvet: assume N >= 1` or `{sign} polyvet: check tile(i=32)`")
}

const MARK: &str = "polyvet:";

impl<'p> Comments<'p> {
    /// Finds the comments of a program and tells what is wrong with their form.
    pub fn read(reporter: &mut dyn Reporter, program: &'p Program) -> Outcomes<Comments<'p>> {
        let InputKind::Mlir(module) = &program.kind else {
            return Ok(Comments::none(&program.source));
        };
        let (comments, diagnostics) = Comments::find(&program.source, module);
        reporter.tell_all(&diagnostics, &program.source)?;
        Ok(comments)
    }

    /// No comments.
    pub fn none(source: &'p Source) -> Comments<'p> {
        Comments {
            source,
            list: Vec::new(),
            asked: Vec::new(),
            kept: Vec::new(),
        }
    }

    fn find(source: &'p Source, module: &Module) -> (Comments<'p>, Vec<Diagnostic>) {
        let mut found = Comments::none(source);
        let mut diagnostics = Vec::new();
        let sign = comment_sign(&source.name);
        let mut start = 0;
        for line in source.text.split_inclusive('\n') {
            let at = start;
            start += line.len();
            let Some(body) = directive(line, sign) else { continue };
            let text = line[body..].trim();
            let offset = at + body + (line[body..].len() - line[body..].trim_start().len());
            let span = Span::new(offset, offset + text.len());
            let (verb, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
            let rest = rest.trim();
            let verb_span = Span::new(offset, offset + verb.len());
            let asked = || AskedRewrite {
                script: rest.to_owned(),
                span: Span::new(span.end as usize - rest.len(), span.end as usize),
                func: owner(source, module, (at, start), sign),
            };
            let mut wrong = |code, message: String, span| {
                diagnostics.push(Diagnostic::error(code, message, span).help(examples(sign)));
            };
            match verb {
                "check" | "transform" if rest.is_empty() => {
                    wrong("empty-script", format!("there is no script behind `{verb}`"), verb_span);
                }
                "assume" | "param" if rest.is_empty() => {
                    wrong("empty-assumption", "nothing is assumed".to_owned(), verb_span);
                }
                "tile" | "operands" if rest.is_empty() => {
                    wrong("empty-directive", format!("nothing stands behind `{verb}`"), verb_span);
                }
                "check" | "transform" => found.asked.push(asked()),
                "tile" => found.kept.push((Keep::Tile, asked())),
                "operands" => found.kept.push((Keep::Operands, asked())),
                "assume" => found.list.push(Comment::of(asked())),
                "param" => found.list.extend(each(&asked()).map(Comment::of)),
                "" => {
                    let mark = Span::new(at + body - MARK.len(), at + body);
                    wrong("unknown-directive", "nothing stands behind `polyvet:`".to_owned(), mark);
                }
                verb => wrong("unknown-directive", format!("`{verb}` is no directive"), verb_span),
            }
        }
        (found, diagnostics)
    }

    /// Nothing is assumed.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The rewrites that are asked about, in their order.
    pub fn asked(&self) -> &[AskedRewrite] {
        &self.asked
    }

    /// What a snapshot is to keep, in the order of the comments.
    pub fn kept(&self) -> &[(Keep, AskedRewrite)] {
        &self.kept
    }

    /// All constraints, as written.
    pub fn texts(&self) -> Vec<&str> {
        self.list.iter().map(|comment| comment.text.as_str()).collect()
    }

    /// The constraints on the parameters of the function called `name`.
    pub fn of(&self, name: &str) -> Vec<String> {
        self.about(name).map(|comment| comment.text.clone()).collect()
    }

    fn about(&self, name: &str) -> impl Iterator<Item = &Comment> {
        self.list
            .iter()
            .filter(move |comment| comment.func.as_deref().is_none_or(|func| func == name))
    }

    /// Remembers that all comments about `name` make sense for it.
    pub fn fit(&self, name: &str) {
        self.about(name).for_each(|comment| comment.fits.set(true));
    }

    /// The constraints that make sense for the parameters of `scop`, a model without them. Those that are
    /// about this function alone and make no sense are reported.
    pub fn sift(&self, reporter: &mut dyn Reporter, scop: &Scop) -> Outcomes<Vec<String>> {
        let mut kept = Vec::new();
        let mut bad = false;
        for comment in self.about(&scop.name) {
            match scop.clone().assume(std::slice::from_ref(&comment.text), &[]) {
                Ok(()) => {
                    comment.fits.set(true);
                    kept.push(comment.text.clone());
                }
                Err(_) if comment.func.is_some() => {
                    reporter.tell(&bad_assumption(&comment.text, comment.span, scop), Some(self.source));
                    bad = true;
                }
                Err(_) => {
                    let diagnostic = bad_assumption(&comment.text, comment.span, scop);
                    comment.misfit.set(Some(diagnostic));
                }
            }
        }
        if bad { Err(Reported) } else { Ok(kept) }
    }

    /// The constraints that make sense for a function without a model.
    fn fitting(&self, name: &str, side: ProgramSide<'_>) -> Vec<String> {
        let fits = |comment: &&Comment| {
            let fits = polyvet_verify::assumptions::check(side, &comment.text).is_ok();
            comment.fits.set(comment.fits.get() || fits);
            fits
        };
        self.about(name)
            .filter(fits)
            .map(|comment| comment.text.clone())
            .collect()
    }

    /// Tells of comments that made sense for no function.
    pub fn tell_misfits(&self, reporter: &mut dyn Reporter) -> Outcomes<()> {
        let mut bad = false;
        for comment in &self.list {
            let misfit = comment.misfit.take();
            if let (false, Some(diagnostic)) = (comment.fits.get(), misfit) {
                reporter.tell(&diagnostic, Some(self.source));
                bad = true;
            }
        }
        if bad { Err(Reported) } else { Ok(()) }
    }
}

/// Of what was assumed in comments, what makes sense for a function; `options` are without it.
pub fn sift_all(
    reporter: &mut dyn Reporter,
    comments: &[&Comments<'_>],
    module: &Module,
    func: OpId,
    options: &ExtractOptions,
    budget: u64,
) -> Outcomes<Vec<String>> {
    let scop = match extract_within(module, func, options, budget) {
        Ok(Ok(scop)) => scop,
        Ok(Err(error @ ExtractError::Option(_))) => return Err(reporter.error("bad-option", error.to_string())),
        // Without a model there are still runs.
        Ok(Err(_)) | Err(_) => {
            let side = ProgramSide { module, func };
            let name = module.symbol_name(func).unwrap_or("");
            return Ok(comments.iter().flat_map(|one| one.fitting(name, side)).collect());
        }
    };
    let mut kept = Vec::new();
    for one in comments {
        kept.extend(one.sift(reporter, &scop)?);
    }
    Ok(kept)
}

/// What is wrong with the constraint `text`, written at `span`.
fn bad_assumption(text: &str, span: Span, scop: &Scop) -> Diagnostic {
    let known: Vec<&str> = scop
        .params
        .iter()
        .flat_map(|param| [param.label.as_str(), param.name.as_str()])
        .collect();
    let labels: Vec<&str> = scop.params.iter().map(|param| param.label.as_str()).collect();
    let has = match labels.is_empty() {
        true => "which has none".to_owned(),
        false => format!("which has `{}`", labels.join("`, `")),
    };
    for (at, word) in words(text) {
        if !known.contains(&word) && !WORDS.contains(&word) {
            let start = span.start as usize + at;
            let message = format!("`{word}` is no parameter of `@{}`, {has}", scop.name);
            return Diagnostic::error("bad-assumption", message, Span::new(start, start + word.len()));
        }
    }
    let message = format!("this is no constraint on the parameters of `@{}`, {has}", scop.name);
    Diagnostic::error("bad-assumption", message, span).help("write it in isl's notation: `n >= 1 and m = 2*n`")
}

/// Words that isl knows.
const WORDS: [&str; 10] = [
    "and", "or", "not", "exists", "mod", "floor", "ceil", "min", "max", "implies",
];

/// Names in a constraint, with where they begin: `n`, `A.0`.
fn words(text: &str) -> Vec<(usize, &str)> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '.';
    let mut found = Vec::new();
    let mut at = 0;
    for piece in text.split_inclusive(|c| !is_part(c)) {
        let word = piece.trim_end_matches(|c| !is_part(c));
        if word.starts_with(|c: char| c.is_alphabetic() || c == '_') {
            found.push((at, word));
        }
        at += piece.len();
    }
    found
}

/// What a comment of the file begins with.
fn comment_sign(name: &str) -> &'static str {
    let extension = std::path::Path::new(name).extension();
    match extension.and_then(|extension| extension.to_str()) {
        Some("py" | "yaml" | "yml") => "#",
        _ => "//",
    }
}

/// Where the text behind `// polyvet:` begins, in a line that has it.
fn directive(line: &str, sign: &str) -> Option<usize> {
    let at = line.find(sign)?;
    // Not within a string.
    if line[..at].matches('"').count() % 2 == 1 {
        return None;
    }
    let rest = line[at + sign.len()..].trim_start();
    rest.strip_prefix(MARK).map(|rest| line.len() - rest.len())
}

/// The function that a comment line is about.
fn owner(source: &Source, module: &Module, (start, end): (usize, usize), sign: &str) -> Option<String> {
    let funcs = module.funcs();
    let name = |op: &OpId| module.symbol_path(*op);
    let inside = |op: &&OpId| {
        let span = module.op(**op).span;
        !span.is_none() && (span.start as usize) <= start && start < span.end as usize
    };
    if let Some(op) = funcs.iter().find(inside) {
        return name(op);
    }
    let mut at = end;
    for line in source.text.get(end..)?.split_inclusive('\n') {
        if !line.trim_start().starts_with(sign) {
            let starts = |op: &&OpId| (at..at + line.len()).contains(&(module.op(**op).span.start as usize));
            return funcs.iter().find(starts).and_then(name);
        }
        at += line.len();
    }
    None
}
