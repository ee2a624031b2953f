//! The rewrite that `check` and `transform` are asked about.

use crate::args::RewriteArgs;
use crate::function::Function;
use crate::input::read_source;
use crate::session::{Outcomes, Session, Told};
use crate::snippet::Source;
use polyvet_analysis::{Rewrite, Scop};
use polyvet_ir::{Diagnostic, Severity, Span};
use polyvet_structured::{Script, parse_script};
use polyvet_transforms::script::Step;
use polyvet_transforms::{Inapplicable, apply_script, schedule_from};

/// A rewrite, not yet of any program.
pub struct Request {
    /// The text, for messages.
    pub source: Source,
    kind: Kind,
}

enum Kind {
    Script(Script),
    Schedule,
}

/// Why a rewrite is not one of a function.
pub struct Misfit {
    /// The message.
    pub diagnostic: Diagnostic,
}

impl Request {
    /// Reads what `args` say.
    pub fn read(session: &mut Session<'_>, args: &RewriteArgs) -> Outcomes<Option<Request>> {
        if let Some(path) = &args.schedule {
            let source = read_source(session, path)?;
            return Ok(Some(Request {
                source,
                kind: Kind::Schedule,
            }));
        }
        let source = match (&args.transform, &args.script) {
            (Some(text), _) => Source::new("--transform", text.clone()),
            (None, Some(path)) => read_source(session, path)?,
            (None, None) => return Ok(None),
        };
        match parse_script(&source.text) {
            Ok(script) => Ok(Some(Request {
                kind: Kind::Script(script),
                source,
            })),
            Err(errors) => {
                session.tell_all(&errors, &source)?;
                Err(Told)
            }
        }
    }

    /// The script, if it rewrites operations.
    pub fn on_operations(&self) -> Option<&Script> {
        match &self.kind {
            Kind::Script(script) if !script.structured.is_empty() => Some(script),
            _ => None,
        }
    }

    /// The steps of a script on loops.
    pub fn steps(&self) -> &[Step] {
        match &self.kind {
            Kind::Script(script) => &script.schedule,
            Kind::Schedule => &[],
        }
    }

    /// What to call it: the script on one line, or the name of the file.
    pub fn subject(&self) -> String {
        match &self.kind {
            Kind::Schedule => self.source.name.clone(),
            // All of the text.
            Kind::Script(script) if script.is_dialect => self.source.name.clone(),
            Kind::Script(script) => {
                let structured = script.structured.iter().map(|step| step.span);
                let spans: Vec<Span> = structured.chain(script.schedule.iter().map(|step| step.span)).collect();
                if spans.is_empty() {
                    return "no transform".to_owned();
                }
                let calls = spans.iter().map(|span| span.of(&self.source.text));
                calls
                    .map(|call| call.split_whitespace().collect::<Vec<_>>().join(" "))
                    .collect::<Vec<_>>()
                    .join("; ")
            }
        }
    }

    /// Sizes of the tiles it makes, as `--tile` takes them: where it begins with a tiling of the program's own loops
    /// and tiles nothing else.
    pub fn tile(&self) -> Option<String> {
        let Kind::Script(script) = &self.kind else {
            return None;
        };
        let steps = &script.schedule;
        let sizes = |step: &Step| {
            let call = step.span.of(&self.source.text).trim().strip_prefix("tile")?;
            Some(call.trim_start().strip_prefix('(')?.strip_suffix(')')?.to_owned())
        };
        let (first, rest) = steps.split_first()?;
        sizes(first).filter(|_| rest.iter().all(|step| sizes(step).is_none()))
    }

    /// The rewrite of `scop`, or why there is none.
    pub fn apply(&self, scop: &Scop) -> Result<Rewrite, Misfit> {
        match &self.kind {
            Kind::Script(script) => apply_script(scop, &script.schedule).map_err(|(step, why)| {
                let span = script.schedule.get(step).map_or(Span::NONE, |step| step.span);
                Misfit {
                    diagnostic: why.diagnostic(span),
                }
            }),
            Kind::Schedule => schedule_from(scop, &self.source.text).map_err(|why| Misfit {
                diagnostic: misfit(&why),
            }),
        }
    }
}

/// What is wrong with a schedule.
pub fn misfit(why: &Inapplicable) -> Diagnostic {
    why.diagnostic(Span::NONE)
}

/// The rewrites of those functions to which `request` applies. It must apply to at least one; with
/// several functions the others are named in a note.
pub fn apply_to_all(
    session: &mut Session<'_>,
    request: &Request,
    functions: Vec<Function>,
) -> Outcomes<Vec<(Function, Option<Rewrite>)>> {
    let several = functions.len() > 1;
    let mut applied = Vec::new();
    let mut misfits = Vec::new();
    for function in functions {
        match &function.model {
            Err(_) => applied.push((function, None)),
            Ok(scop) => match request.apply(scop) {
                Ok(rewrite) => applied.push((function, Some(rewrite))),
                Err(misfit) => misfits.push((function.name, misfit.diagnostic)),
            },
        }
    }
    let fits = applied.iter().any(|(_, rewrite)| rewrite.is_some());
    tell_misfits(session, request, misfits, several, fits)?;
    match applied.is_empty() {
        true => Err(Told),
        false => Ok(applied),
    }
}

/// Tells in which functions the rewrite has no place. It has one in another if it `fits`; if there is none, and not
/// just because there are no models, that is the end.
pub fn tell_misfits(
    session: &mut Session<'_>,
    request: &Request,
    misfits: Vec<(String, Diagnostic)>,
    several: bool,
    fits: bool,
) -> Outcomes<()> {
    let any = !misfits.is_empty();
    for (name, mut diagnostic) in misfits {
        if several {
            diagnostic.message = format!("`@{name}`: {}", diagnostic.message);
        }
        if fits {
            diagnostic.severity = Severity::Note;
            diagnostic.help = Some(format!("say `--func` to leave `@{name}` out"));
        }
        session.tell(&diagnostic, Some(&request.source));
    }
    if any && !fits && several {
        let message = "the rewrite applies to none of the functions";
        session.error_help("inapplicable", message, "choose one with `--func`");
    }
    match any && !fits {
        true => Err(Told),
        false => Ok(()),
    }
}
