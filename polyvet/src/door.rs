//! From a program to questions about its functions.

use crate::answer::Answer;
use crate::assume::{Comments, sift_all};
use crate::candidates::{self, WantedCandidates};
use crate::check::{decide, refused};
use crate::dependences::{BasedOn, dependences};
use crate::error::Error;
use crate::function::{self, Function, Models, as_warning, select, with_model};
use crate::given::Given;
use crate::read::{InputKind, Program, Reading, program_of, read_source};
use crate::relations::{relations, wrong_claims};
use crate::reporter::{Messages, Outcomes, Reported, Reporter};
use crate::rewrite::{Request, apply_to_all};
use crate::schedules::Schedules;
use crate::source::Source;
use crate::structured;
use crate::validate::{ProgramPair, Subject};
use polyvet_analysis::extract::ExtractError;
use polyvet_ir::{Module, OpId, PrintOptions};
use polyvet_report::{CandidatesResult, DepsResult, RelationsResult, VerdictResult};
use std::fmt;
use std::path::Path;

/// Asks with a place for messages; what is reported without an answer is the error.
fn asked<T>(
    wrong: fn(Messages) -> Error,
    question: impl FnOnce(&mut dyn Reporter) -> Outcomes<T>,
) -> Result<(T, Messages), Error> {
    let mut messages = Messages::default();
    match question(&mut messages) {
        Ok(found) => Ok((found, messages)),
        Err(Reported) => Err(wrong(messages)),
    }
}

/// The verdict on one function of two programs, with what the first assumes in comments.
fn judge(
    reporter: &mut dyn Reporter,
    program: &Program,
    pair: &ProgramPair<'_>,
    given: &Given,
    subject: &Subject,
) -> Outcomes<VerdictResult> {
    let comments = Comments::read(reporter, program)?;
    let judged = match pair.judge(given, subject, &comments.of(&subject.name)) {
        Err(ExtractError::Option(_)) if !comments.is_empty() => {
            let options = given.options();
            let assumed = sift_all(reporter, &[&comments], pair.first, subject.func, &options, given.budget)?;
            pair.judge(given, subject, &assumed)
        }
        judged => judged,
    };
    let judged = judged.map_err(|error| reporter.error("bad-option", error.to_string()))?;
    Ok(pair.result(&judged))
}

/// An answer about two programs.
fn compared(before: &Program, after: &Program, (result, messages): (VerdictResult, Messages)) -> Answer<VerdictResult> {
    Answer {
        result,
        messages,
        source: after.source.clone(),
        before: Some(before.source.clone()),
    }
}

impl fmt::Debug for Program {
    /// Its name and functions: the operations are long.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let functions = self.function_names();
        f.debug_struct("Program")
            .field("name", &self.source.name)
            .field("functions", &functions)
            .finish_non_exhaustive()
    }
}

impl Program {
    /// Reads a program from its text: MLIR, a model in JSON, or definitions of operations.
    ///
    /// # Errors
    /// [`Error::Program`] with all that is wrong with it.
    pub fn read(text: impl Into<String>) -> Result<Program, Error> {
        Program::read_as("<text>", text)
    }

    /// The same of a text that messages call `name`.
    ///
    /// # Errors
    /// As [`Program::read`].
    pub fn read_as(name: &str, text: impl Into<String>) -> Result<Program, Error> {
        let source = Source::new(name, text.into());
        let read = |reporter: &mut dyn Reporter| program_of(reporter, source, Path::new("<text>"), &Reading::plain());
        asked(Error::Program, read).map(|(program, _)| program)
    }

    /// Reads a program from a file.
    ///
    /// # Errors
    /// [`Error::Program`] if it cannot be read, or with all that is wrong with it.
    pub fn open(path: impl AsRef<Path>) -> Result<Program, Error> {
        let path = path.as_ref();
        let open = |reporter: &mut dyn Reporter| {
            let source = read_source(reporter, path)?;
            program_of(reporter, source, path, &Reading::plain())
        };
        asked(Error::Program, open).map(|(program, _)| program)
    }

    /// What it is called in messages, and its text.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// Does every function of `after` compute the same as the one of its name in this program? Only those that can be
    /// seen from outside, or the one that is given; what was not compared is `unknown`.
    ///
    /// # Errors
    /// [`Error::Program`] if one of the programs has no operations; [`Error::Given`].
    pub fn validate(&self, after: &Program, given: &Given) -> Result<Vec<Answer<VerdictResult>>, Error> {
        let (pair, _) = asked(Error::Program, |reporter| ProgramPair::new(reporter, self, after))?;
        let (subjects, _) = asked(Error::Given, |reporter| pair.selected(reporter, given))?;
        let mut answers = Vec::new();
        for subject in &subjects {
            let judged = asked(Error::Given, |reporter| judge(reporter, self, &pair, given, subject))?;
            answers.push(compared(self, after, judged));
        }
        if given.func.is_none() {
            let rest = pair.unread().into_iter().chain(pair.others());
            answers.extend(rest.map(|one| compared(self, after, (pair.result(&one), Messages::default()))));
        }
        Ok(answers)
    }

    /// The operations; none for a polyhedral model.
    pub fn module(&self) -> Option<&Module> {
        match &self.kind {
            InputKind::Mlir(module) => Some(module),
            InputKind::Model(_) => None,
        }
    }

    /// The operations; none for a polyhedral model.
    pub fn into_module(self) -> Option<Module> {
        match self.kind {
            InputKind::Mlir(module) => Some(module),
            InputKind::Model(_) => None,
        }
    }

    /// Names of the functions that have a body.
    pub fn function_names(&self) -> Vec<String> {
        match &self.kind {
            InputKind::Model(model) => vec![model.name.clone()],
            InputKind::Mlir(module) => {
                let has_body = |op: &OpId| module.only_block(*op, 0).is_some();
                let funcs = module.funcs().into_iter().filter(has_body);
                funcs
                    .filter_map(|op| module.symbol_name(op).map(str::to_owned))
                    .collect()
            }
        }
    }

    /// The function called `name`, with or without `@`, to ask about.
    ///
    /// # Errors
    /// [`Error::Function`] if there is none, or only a declaration.
    pub fn function(&self, name: &str) -> Result<ProgramFunction<'_>, Error> {
        if let InputKind::Mlir(module) = &self.kind {
            asked(Error::Function, |reporter| {
                select(reporter, module, &self.source.name, Some(name))
            })?;
        }
        Ok(ProgramFunction {
            program: self,
            name: name.trim_start_matches('@').to_owned(),
            given: Given::default(),
        })
    }
}

/// A function of a program, and what is given with questions about it.
///
/// It holds no model: each question makes its own, in an isl context of its own, so questions can be asked from many
/// threads.
#[derive(Clone, Debug)]
pub struct ProgramFunction<'p> {
    program: &'p Program,
    name: String,
    given: Given,
}

impl<'p> ProgramFunction<'p> {
    /// Its name, without `@`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The program it is in.
    pub fn program(&self) -> &'p Program {
        self.program
    }

    /// With all that is given replaced.
    pub fn with(self, given: Given) -> ProgramFunction<'p> {
        ProgramFunction { given, ..self }
    }

    /// With a constraint on the parameters, in isl's notation: `n >= 1 and m = 2*n`.
    pub fn assume(mut self, constraint: &str) -> ProgramFunction<'p> {
        self.given.assume.push(constraint.to_owned());
        self
    }

    /// With a fixed value for a parameter.
    pub fn param(mut self, name: &str, value: i64) -> ProgramFunction<'p> {
        self.given.param.push((name.to_owned(), value));
        self
    }

    /// With two arguments that may be one buffer.
    pub fn may_alias(mut self, first: &str, second: &str) -> ProgramFunction<'p> {
        self.given.may_alias.push((first.to_owned(), second.to_owned()));
        self
    }

    /// With another number of isl operations that one answer may take.
    pub fn budget(mut self, operations: u64) -> ProgramFunction<'p> {
        self.given.budget = operations.max(1);
        self
    }

    fn given(&self) -> Given {
        Given {
            func: Some(self.name.clone()),
            ..self.given.clone()
        }
    }

    fn answer<T>(&self, (result, messages): (T, Messages)) -> Answer<T> {
        Answer {
            result,
            messages,
            source: self.program.source.clone(),
            before: None,
        }
    }

    /// The model, within which `question` is asked.
    fn modelled(&self, reporter: &mut dyn Reporter, models: Models) -> Outcomes<Function> {
        let functions = function::functions(reporter, self.program, &self.given(), models)?;
        functions.into_iter().next().ok_or(Reported)
    }

    /// Is the program that a script of transforms makes of this function the same? See `polyvet transforms` for what
    /// there is.
    ///
    /// # Errors
    /// [`Error::Script`]; [`Error::Given`].
    pub fn check(&self, script: &str) -> Result<Answer<VerdictResult>, Error> {
        let source = Source::new("<script>", script.to_owned());
        let (request, _) = asked(Error::Script, |reporter| Request::script(reporter, source))?;
        self.decide(&request)
    }

    /// Is another order of the same statement instances legal? It is written as a schedule tree or a union map of isl.
    ///
    /// # Errors
    /// [`Error::Script`]; [`Error::Given`].
    pub fn check_schedule(&self, schedule: &str) -> Result<Answer<VerdictResult>, Error> {
        self.decide(&Request::schedule(Source::new("<schedule>", schedule.to_owned())))
    }

    fn decide(&self, request: &Request) -> Result<Answer<VerdictResult>, Error> {
        self.rewritten(request).map(|rewritten| rewritten.verdict)
    }

    /// Every transform of the registry at every place of this function, legal or not.
    ///
    /// # Errors
    /// [`Error::Given`], also if the function has no model: the message says why.
    pub fn candidates(&self, wanted: &WantedCandidates) -> Result<Answer<CandidatesResult>, Error> {
        let given = self.given();
        let found = asked(Error::Given, |reporter| {
            let function = self.modelled(reporter, Models::BoundsForScripts)?;
            let all = candidates::candidates(reporter, (self.program, &function), &given, wanted, &mut |_, _| ())?;
            all.map_err(|refusal| reporter.tell_unknown(&refusal.diagnostic, Some(&self.program.source)))
        })?;
        Ok(self.answer(found))
    }

    /// The program that a script makes, if it is proved to be the same.
    ///
    /// # Errors
    /// [`Error::Script`]; [`Error::Given`].
    pub fn transform(&self, script: &str) -> Result<Transformed, Error> {
        let source = Source::new("<script>", script.to_owned());
        let (request, _) = asked(Error::Script, |reporter| Request::script(reporter, source))?;
        self.rewritten(&request)
    }

    fn rewritten(&self, request: &Request) -> Result<Transformed, Error> {
        let given = self.given();
        if let Some(script) = request.on_operations() {
            let ((rewritten, result), messages) = asked(Error::Script, |reporter| {
                let rewritten = structured::apply(reporter, self.program, &given, request, script)?;
                let function = rewritten.functions.first().ok_or(Reported)?;
                let result = structured::decide(reporter, self.program, &given, request, (script, function))?;
                Ok((rewritten, result))
            })?;
            return self.transformed((result, messages), Some(rewritten.module));
        }
        let (function, mut messages) = asked(Error::Given, |reporter| {
            self.modelled(reporter, Models::BoundsForScripts)
        })?;
        let ((result, module), more) = asked(Error::Script, |reporter| {
            if let Err(refusal) = &function.model {
                return Ok((refused(self.program, &self.name, refusal, &request.subject()), None));
            }
            let applied = apply_to_all(reporter, request, vec![function])?;
            let Some((function, Some(rewrite))) = applied.first() else {
                return Err(Reported);
            };
            let scop = function.model.as_ref().map_err(|_| Reported)?;
            let result = decide(reporter, self.program, function, scop, rewrite, &given, request)?;
            let module = match (&self.program.kind, function.op) {
                (InputKind::Mlir(module), Some(op)) => polyvet_codegen::generate(&rewrite.scop, module, op).ok(),
                _ => None,
            };
            Ok((result, module))
        })?;
        messages.extend(more);
        self.transformed((result, messages), module)
    }

    fn transformed(&self, answer: (VerdictResult, Messages), module: Option<Module>) -> Result<Transformed, Error> {
        let verdict = self.answer(answer);
        let proved = verdict.result.verdict == "proved" && verdict.result.vacuous.is_none();
        let text = module
            .filter(|_| proved)
            .map(|module| polyvet_ir::print(&module, PrintOptions::default()));
        Ok(Transformed { verdict, text })
    }

    /// Does the function of this name in `after` compute the same as this one?
    ///
    /// # Errors
    /// [`Error::Program`] if one of the programs has no operations; [`Error::Given`].
    pub fn validate(&self, after: &Program) -> Result<Answer<VerdictResult>, Error> {
        let given = self.given();
        let (pair, _) = asked(Error::Program, |reporter| {
            ProgramPair::new(reporter, self.program, after)
        })?;
        let judged = asked(Error::Given, |reporter| {
            let subjects = pair.selected(reporter, &given)?;
            let subject = subjects.first().ok_or(Reported)?;
            judge(reporter, self.program, &pair, &given, subject)
        })?;
        Ok(compared(self.program, after, judged))
    }

    /// Asks about many orders: model and dependences are made once.
    ///
    /// # Errors
    /// [`Error::Given`]. That there is no model is a verdict.
    pub fn schedules<T>(&self, question: impl FnOnce(&mut Schedules<'_>) -> T) -> Result<T, Error> {
        let (function, _) = asked(Error::Given, |reporter| {
            self.modelled(reporter, Models::BoundsForScripts)
        })?;
        Ok(question(&mut Schedules::new(
            self.program,
            &function,
            self.given.budget,
        )))
    }

    /// What each statement reads and writes: domains, access relations and their inverses, iterator types.
    ///
    /// # Errors
    /// [`Error::Given`], also if the function has no model: the message says why.
    pub fn relations(&self) -> Result<Answer<RelationsResult>, Error> {
        let origin = self.program.origin();
        let found = asked(Error::Given, |reporter| {
            let function = self.modelled(reporter, Models::Bounds)?;
            let file = &self.program.source.name;
            let asked = with_model(reporter, self.program, &function, self.given.budget, |scop| {
                relations(scop, file, &origin)
            });
            let (scop, result) = asked.ok_or(Reported)?;
            let misfits = scop.misfits.iter().map(as_warning);
            for diagnostic in wrong_claims(scop, &result, &origin).into_iter().chain(misfits) {
                reporter.tell(&diagnostic, Some(&self.program.source));
            }
            Ok(result)
        })?;
        Ok(self.answer(found))
    }

    /// All dependences with their distances, and what each loop carries: those of memory, or only those of values.
    ///
    /// # Errors
    /// As [`ProgramFunction::relations`].
    pub fn dependences(&self, value_based: bool) -> Result<Answer<DepsResult>, Error> {
        let found = asked(Error::Given, |reporter| {
            let function = self.modelled(reporter, Models::Bounds)?;
            let based_on = BasedOn::values(value_based);
            dependences(reporter, (self.program, &function), &self.given, based_on).ok_or(Reported)
        })?;
        Ok(self.answer(found))
    }
}

/// What a script makes of a program.
#[derive(Clone, Debug)]
pub struct Transformed {
    /// Whether it is the same program.
    pub verdict: Answer<VerdictResult>,
    /// The new program, if that is proved: bit for bit, or up to the order of reductions.
    pub text: Option<String>,
}
