//! Rewrites that a program itself asks about: `// polyvet: check tile(i=32)`.

use crate::assume::AskedRewrite;
use crate::check::{decide, refused};
use crate::function::{Models, functions};
use crate::given::Given;
use crate::read::Program;
use crate::reporter::{Outcomes, Reported, Reporter};
use crate::rewrite::{Request, apply_to_all};
use crate::source::Source;
use crate::structured;
use polyvet_ir::{Diagnostic, Span};
use polyvet_report::VerdictResult;

/// What a script is called while it is apart from its file.
const SCRIPT: &str = "<comment>";

/// Reports what is said about a script at the place in the file where it is written.
struct AtComment<'r> {
    reporter: &'r mut dyn Reporter,
    source: &'r Source,
    at: Span,
}

impl AtComment<'_> {
    fn moved(&self, diagnostic: &Diagnostic) -> Diagnostic {
        let moved = |span: Span| match span.is_none() {
            true => self.at,
            false => span.shifted(self.at.start),
        };
        let labels = diagnostic.labels.iter();
        Diagnostic {
            primary: moved(diagnostic.primary),
            labels: labels.map(|(span, label)| (moved(*span), label.clone())).collect(),
            ..diagnostic.clone()
        }
    }
}

impl Reporter for AtComment<'_> {
    fn tell(&mut self, diagnostic: &Diagnostic, source: Option<&Source>) {
        match source {
            Some(source) if source.name != SCRIPT => self.reporter.tell(diagnostic, Some(source)),
            _ => {
                let moved = self.moved(diagnostic);
                self.reporter.tell(&moved, Some(self.source));
            }
        }
    }

    fn tell_unknown(&mut self, diagnostic: &Diagnostic, source: Option<&Source>) -> Reported {
        self.reporter.tell_unknown(diagnostic, source)
    }
}

/// The verdicts on one of the rewrites that `program` asks about: one for each function that it is a rewrite of.
pub fn verdicts(
    reporter: &mut dyn Reporter,
    program: &Program,
    given: &Given,
    asked: &AskedRewrite,
) -> Outcomes<Vec<VerdictResult>> {
    let reporter = &mut AtComment {
        reporter,
        source: &program.source,
        at: asked.span,
    };
    let request = Request::script(reporter, Source::new(SCRIPT, asked.script.clone()))?;
    let given = &Given {
        func: asked.func.clone().or_else(|| given.func.clone()),
        ..given.clone()
    };
    if let Some(script) = request.on_operations() {
        let rewritten = structured::apply(reporter, program, given, &request, script)?;
        let decide = |function| structured::decide(reporter, program, given, &request, (script, function));
        return rewritten.functions.iter().map(decide).collect();
    }
    let functions = functions(reporter, program, given, Models::BoundsForScripts)?;
    let mut results = Vec::new();
    for (function, rewrite) in apply_to_all(reporter, &request, functions)? {
        results.push(match (&function.model, rewrite) {
            (Ok(scop), Some(rewrite)) => decide(reporter, program, &function, scop, &rewrite, given, &request)?,
            (Err(refusal), _) => refused(program, &function.name, refusal, &request.subject()),
            (Ok(_), None) => continue,
        });
    }
    Ok(results)
}
