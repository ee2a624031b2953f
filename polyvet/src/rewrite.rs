//! The rewrite that `check` and `transform` are about: a script, or a schedule.

use crate::function::Function;
use crate::reporter::{Outcomes, Reported, Reporter};
use crate::source::Source;
use polyvet_analysis::{Rewrite, Scop};
use polyvet_ir::{Diagnostic, Severity, Span};
use polyvet_rewrites::schedule::{Inapplicable, schedule_from};
use polyvet_rewrites::{Script, ScriptStep, apply_script, parse_script};

/// A rewrite, not yet of any program.
pub struct Request {
    /// The text, for messages.
    pub source: Source,
    kind: RewriteKind,
}

enum RewriteKind {
    Script(Script),
    Schedule,
}

/// Why a rewrite is not one of a function.
pub struct Misfit {
    /// The message.
    pub diagnostic: Diagnostic,
}

/// Reads a script.
///
/// # Errors
/// It has errors, or no steps: an empty script is most likely a variable that is not set.
pub fn read_script(reporter: &mut dyn Reporter, source: &Source) -> Outcomes<Script> {
    match parse_script(&source.text) {
        Ok(script) if script.steps.is_empty() => {
            let help = "a script has at least one step; is a variable not set?";
            Err(reporter.error_help("empty-script", format!("`{}` has no steps", source.name), help))
        }
        Ok(script) => Ok(script),
        Err(errors) => {
            reporter.tell_all(&errors, source)?;
            Err(Reported)
        }
    }
}

impl Request {
    /// Reads a script.
    ///
    /// # Errors
    /// It has errors, or no steps: an empty script is most likely a variable that is not set.
    pub fn script(reporter: &mut dyn Reporter, source: Source) -> Outcomes<Request> {
        Ok(Request {
            kind: RewriteKind::Script(read_script(reporter, &source)?),
            source,
        })
    }

    /// A schedule in isl's notation. Whether it makes sense depends on the function.
    pub fn schedule(source: Source) -> Request {
        Request {
            source,
            kind: RewriteKind::Schedule,
        }
    }

    /// The script, if it rewrites operations.
    pub fn on_operations(&self) -> Option<&Script> {
        match &self.kind {
            RewriteKind::Script(script) if script.is_on_operations() => Some(script),
            _ => None,
        }
    }

    /// The steps of a script on loops.
    pub fn steps(&self) -> &[ScriptStep] {
        match &self.kind {
            RewriteKind::Script(script) => &script.steps,
            RewriteKind::Schedule => &[],
        }
    }

    /// What to call it: the script on one line, or the name of the file.
    pub fn subject(&self) -> String {
        match &self.kind {
            RewriteKind::Schedule => self.source.name.clone(),
            // All of the text.
            RewriteKind::Script(script) if script.is_dialect => self.source.name.clone(),
            RewriteKind::Script(script) => {
                let calls: Vec<String> = script.steps.iter().map(|step| self.call(step)).collect();
                calls.join("; ")
            }
        }
    }

    /// A step as it was written, on one line.
    pub fn call(&self, step: &ScriptStep) -> String {
        let words = step.span.of(&self.source.text).split_whitespace();
        words.collect::<Vec<_>>().join(" ")
    }

    /// Sizes of the tiles it makes, as `--tile` takes them: where it begins with a tiling of the program's own loops
    /// and tiles nothing else.
    pub fn tile(&self) -> Option<String> {
        let RewriteKind::Script(script) = &self.kind else {
            return None;
        };
        let steps = &script.steps;
        let sizes = |step: &ScriptStep| {
            let call = step.span.of(&self.source.text).trim().strip_prefix("tile")?;
            Some(call.trim_start().strip_prefix('(')?.strip_suffix(')')?.to_owned())
        };
        let (first, rest) = steps.split_first()?;
        sizes(first).filter(|_| rest.iter().all(|step| sizes(step).is_none()))
    }

    /// The rewrite of `scop`, or why there is none.
    pub fn apply(&self, scop: &Scop) -> Result<Rewrite, Misfit> {
        match &self.kind {
            RewriteKind::Script(script) => apply_script(scop, script).map_err(|(step, why)| {
                let span = script.steps.get(step).map_or(Span::NONE, |step| step.span);
                Misfit {
                    diagnostic: why.diagnostic(span),
                }
            }),
            RewriteKind::Schedule => schedule_from(scop, &self.source.text).map_err(|why| Misfit {
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
    reporter: &mut dyn Reporter,
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
    tell_misfits(reporter, request, misfits, several, fits)?;
    match applied.is_empty() {
        true => Err(Reported),
        false => Ok(applied),
    }
}

/// Tells in which functions the rewrite has no place. It has one in another if it `fits`; if there is none, and not
/// just because there are no models, that is the end.
pub fn tell_misfits(
    reporter: &mut dyn Reporter,
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
        reporter.tell(&diagnostic, Some(&request.source));
    }
    if any && !fits && several {
        let message = "the rewrite applies to none of the functions";
        reporter.error_help("inapplicable", message, "choose one with `--func`");
    }
    match any && !fits {
        true => Err(Reported),
        false => Ok(()),
    }
}
