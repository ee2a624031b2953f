//! Does a program compute what another does?

use crate::function::select;
use crate::given::Given;
use crate::read::{InputKind, Program};
use crate::reporter::{Outcomes, Reporter};
use crate::source::Source;
use polyvet_analysis::extract::ExtractError;
use polyvet_ir::{BlockId, Module, OpId, PrintOptions, Span, func, print_op, uncontracted};
use polyvet_report::{FilePlace, VerdictResult};
use polyvet_verify::alias::{argument, same_buffer, validate_aliasing};
use polyvet_verify::assumptions::check;
use polyvet_verify::certificate::Certificate;
use polyvet_verify::validate::{ProgramSide, refuted_near};
use polyvet_verify::{Reason, Verdict, Witness, unchanged};

/// Two programs to compare.
pub struct ProgramPair<'p> {
    /// Text of the first.
    pub before: &'p Source,
    /// Text of the second.
    pub after: &'p Source,
    /// The first.
    pub first: &'p Module,
    /// The second.
    pub second: &'p Module,
    /// Functions of either that could not be read.
    pub unread: Vec<String>,
}

/// A function of the first program, and what became of it in the second.
pub struct Subject {
    /// In the first program.
    pub func: OpId,
    /// Without `@`.
    pub name: String,
    /// In the second program, if it is there to be compared.
    pub other: Result<OpId, Reason>,
}

/// The verdict on one function.
pub struct JudgedFunction {
    /// Without `@`.
    pub name: String,
    /// What it is.
    pub verdict: Verdict,
    /// The arguments that are one buffer in the case it is about.
    pub same_buffer: Vec<String>,
    /// What a proof rests on, if that is requested.
    pub certificate: Certificate,
    /// The proof takes fused multiply-adds for a product and a sum.
    pub contracted: bool,
    /// The proof was found earlier ([`crate::cache`]).
    pub cached: bool,
}

/// The program, if it is one with operations.
pub fn module_of<'p>(reporter: &mut dyn Reporter, program: &'p Program) -> Outcomes<&'p Module> {
    match &program.kind {
        InputKind::Mlir(module) => Ok(module),
        InputKind::Model(_) => {
            let message = format!("`{}` is a model without operations", program.source.name);
            let help = "models are compared by `polyvet check --schedule`";
            Err(reporter.error_help("not-a-program", message, help))
        }
    }
}

/// Functions that could not be read: first those of the first program.
fn unread(before: &Program, after: &Program) -> Vec<String> {
    let mut all = before.aside.clone();
    all.extend(after.aside.iter().filter(|one| !before.aside.contains(one)).cloned());
    all
}

fn has_body(module: &Module, op: OpId) -> bool {
    func(module, op).is_some_and(|func| !module.region(func.body).blocks.is_empty())
}

/// Whether all that refers to a symbol is in the program: `nested` symbols are seen outside their module, but not
/// outside the program (MLIR, "Symbols and Symbol Tables", "Symbol Visibility").
fn is_private(module: &Module, op: OpId) -> bool {
    let visibility = module.op(op).attr("sym_visibility").and_then(|attr| attr.as_str());
    matches!(visibility, Some("private" | "nested"))
}

fn not_compared(module: &Module, symbol: &Symbol, why: &str) -> JudgedFunction {
    let kind = &module.op(symbol.op).name;
    unknown(symbol.path.clone(), format!("this `{kind}` {why}, and is not compared"))
}

fn unknown(name: String, message: String) -> JudgedFunction {
    let code = "not-compared";
    JudgedFunction {
        name,
        verdict: Verdict::Unknown(Reason { code, message }),
        same_buffer: Vec::new(),
        certificate: Certificate::default(),
        contracted: false,
        cached: false,
    }
}

/// A symbol outside functions.
struct Symbol {
    op: OpId,
    /// `a::f`; of a module without a name the number stands for it.
    path: String,
}

/// All symbols of a module and of those in it, but not the modules themselves and nothing inside functions.
fn symbols(module: &Module) -> Vec<Symbol> {
    let mut found = Vec::new();
    collect_symbols(module, module.body(), "", &mut found);
    found
}

fn collect_symbols(module: &Module, block: BlockId, prefix: &str, found: &mut Vec<Symbol>) {
    for (at, op) in module.block(block).ops.iter().copied().enumerate() {
        let name = module.symbol_name(op);
        let inner = { module.op(op).regions.iter() }.flat_map(|region| &module.region(*region).blocks);
        match (is_module(module, op), name) {
            (true, name) => {
                let prefix = format!("{prefix}{}::", name.map_or(format!("#{at}"), str::to_owned));
                inner.for_each(|block| collect_symbols(module, *block, &prefix, found));
            }
            (false, Some(name)) if !is_instruction(module, op) => {
                let path = format!("{prefix}{name}");
                found.push(Symbol { op, path });
            }
            (false, _) => {}
        }
    }
}

fn is_module(module: &Module, op: OpId) -> bool {
    // What was not read is compared as text.
    module.op(op).opaque.is_none()
        && matches!(
            module.op(op).name.as_str(),
            "builtin.module" | "gpu.module" | "spirv.module"
        )
}

/// Tells a compiler what to do, and is no part of the program.
fn is_instruction(module: &Module, op: OpId) -> bool {
    matches!(module.op(op).dialect(), "transform" | "pdl" | "pdl_interp" | "irdl")
}

fn is_function(module: &Module, op: OpId) -> bool {
    module.op(op).info().is_function()
}

/// Not only a declaration, as far as that can be seen of operations that were not read.
fn is_defined(module: &Module, op: OpId) -> bool {
    let operation = module.op(op);
    let blocks = { operation.regions.iter() }.flat_map(|region| &module.region(*region).blocks);
    let data = operation.regions.is_empty() && operation.opaque.is_none();
    blocks.count() > 0 || data || operation.opaque.as_ref().is_some_and(|text| text.contains('\n'))
}

/// Name and text of what is neither a symbol nor a module nor in a function.
fn free_operations(module: &Module) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut next = vec![module.body()];
    while let Some(block) = next.pop() {
        for op in module.block(block).ops.iter().copied() {
            if is_module(module, op) {
                next.extend({ module.op(op).regions.iter() }.flat_map(|region| &module.region(*region).blocks));
            } else if module.symbol_name(op).is_none() && !is_instruction(module, op) {
                let text = print_op(module, op, PrintOptions::default());
                let words: Vec<&str> = text.split_whitespace().collect();
                found.push((module.op(op).name.to_string(), words.join(" ")));
            }
        }
    }
    found
}

impl<'p> ProgramPair<'p> {
    /// Of two programs with operations.
    pub fn new(reporter: &mut dyn Reporter, before: &'p Program, after: &'p Program) -> Outcomes<ProgramPair<'p>> {
        Ok(ProgramPair {
            before: &before.source,
            after: &after.source,
            first: module_of(reporter, before)?,
            second: module_of(reporter, after)?,
            unread: unread(before, after),
        })
    }

    /// The functions to compare: those of the first program that can be seen from outside, or the one that
    /// was requested.
    pub fn selected(&self, reporter: &mut dyn Reporter, given: &Given) -> Outcomes<Vec<Subject>> {
        let wanted = given.func.as_deref();
        let all = select(reporter, self.first, &self.before.name, wanted)?;
        // A private function may become anything its callers do not notice.
        let none = all.iter().all(|op| is_private(self.first, *op));
        let seen = |op: &OpId| wanted.is_some() || none || !is_private(self.first, *op);
        let mut subjects: Vec<Subject> = all.into_iter().filter(seen).map(|op| self.subject(op)).collect();
        subjects.retain(|subject| !self.unread.contains(&subject.name));
        for text in &given.assume {
            let sides = subjects.iter().map(|subject| self.before_side(subject.func));
            let misfits: Vec<ExtractError> = sides.filter_map(|side| check(side, text).err()).collect();
            // One function may have what another has not; where nothing is modelled nobody else would look.
            if let (Some(misfit), true) = (misfits.first(), misfits.len() == subjects.len()) {
                return Err(reporter.error("bad-option", misfit.to_string()));
            }
        }
        for (first, second) in &given.may_alias {
            let mut known = false;
            for subject in &subjects {
                let number = |name| argument(self.first, subject.func, name);
                if let (Some(x), Some(y)) = (number(first), number(second)) {
                    known = true;
                    same_buffer(self.first, subject.func, x, y).map_err(|why| reporter.error("may-alias", why))?;
                }
            }
            if !known {
                let message = format!("no function has both arguments `{first}` and `{second}`");
                return Err(reporter.error("may-alias", message));
            }
        }
        Ok(subjects)
    }

    /// Functions that are not judged since one of the programs has something in them that cannot be read. Those that
    /// only the second has are of no concern.
    pub fn unread(&self) -> Vec<JudgedFunction> {
        let known = |path: &&String| {
            let mut funcs = self.first.funcs().into_iter();
            funcs.any(|op| self.first.symbol_path(op).as_ref() == Some(*path))
        };
        { self.unread.iter().filter(known) }
            .map(|path| unknown(path.clone(), "it could not be read, and is not compared".to_owned()))
            .collect()
    }

    /// A function of the first program with its counterpart.
    pub fn subject(&self, op: OpId) -> Subject {
        let name = self.first.symbol_path(op).unwrap_or_default();
        let missing = |code, what: &str| Reason {
            code,
            message: format!("{what} `@{name}` in `{}`", self.after.name),
        };
        let funcs = self.second.funcs();
        let found = funcs
            .iter()
            .find(|op| self.second.symbol_path(**op).as_ref() == Some(&name));
        let other = match found {
            Some(op) if has_body(self.second, *op) => Ok(*op),
            Some(_) => Err(missing("function-without-body", "there is only a declaration of")),
            None => Err(missing("missing-function", "there is no function")),
        };
        Subject { func: op, name, other }
    }

    /// Whether a function, or anything it refers to, is not what it was.
    pub fn changed(&self, subject: &Subject) -> bool {
        match subject.other {
            Ok(other) => !unchanged(self.before_side(subject.func), self.after_side(other)),
            Err(_) => true,
        }
    }

    /// Both functions, if the second program has one.
    pub(crate) fn sides(&self, subject: &Subject) -> Option<(ProgramSide<'p>, ProgramSide<'p>)> {
        let other = subject.other.as_ref().ok()?;
        Some((self.before_side(subject.func), self.after_side(*other)))
    }

    fn before_side(&self, func: OpId) -> ProgramSide<'p> {
        let module = self.first;
        ProgramSide { module, func }
    }

    fn after_side(&self, func: OpId) -> ProgramSide<'p> {
        let module = self.second;
        ProgramSide { module, func }
    }

    /// The verdict on one function: the worst of the cases that `may_alias` allows. `assumed` adds to what is given.
    ///
    /// # Errors
    /// An assumption makes no sense.
    pub fn judge(&self, given: &Given, subject: &Subject, assumed: &[String]) -> Result<JudgedFunction, ExtractError> {
        let judged = self.judge_strictly(given, subject, assumed)?;
        if !given.contract || matches!(judged.verdict, Verdict::Proved(_)) {
            return Ok(judged);
        }
        let (first, second) = (uncontracted(self.first), uncontracted(self.second));
        if first.is_none() && second.is_none() {
            return Ok(judged);
        }
        let pair = ProgramPair {
            before: self.before,
            after: self.after,
            first: first.as_ref().unwrap_or(self.first),
            second: second.as_ref().unwrap_or(self.second),
            unread: Vec::new(),
        };
        let contracted = pair.judge_strictly(given, &pair.subject(subject.func), assumed)?;
        // Only a proof says something of the programs as they are.
        Ok(match contracted.verdict {
            Verdict::Proved(_) => JudgedFunction {
                contracted: true,
                ..contracted
            },
            _ => judged,
        })
    }

    fn judge_strictly(
        &self,
        given: &Given,
        subject: &Subject,
        assumed: &[String],
    ) -> Result<JudgedFunction, ExtractError> {
        let mut options = given.options();
        options.assume.extend_from_slice(assumed);
        let record = given.record();
        let (verdict, same_buffer) = match &subject.other {
            Err(reason) => (Verdict::Unknown(reason.clone()), Vec::new()),
            Ok(other) => {
                let (before, after) = (self.before_side(subject.func), self.after_side(*other));
                let pairs = &given.may_alias;
                let judged = validate_aliasing(before, after, pairs, &options, &given.settings(), &record)?;
                (judged.verdict, judged.same_buffer)
            }
        };
        Ok(JudgedFunction {
            name: subject.name.clone(),
            verdict,
            certificate: record.into_certificate(),
            contracted: false,
            cached: false,
            same_buffer: same_buffer.iter().map(|(x, y)| format!("`{x}` and `{y}`")).collect(),
        })
    }

    /// Whether runs alone refute a function of which a larger version had this witness, and by the same kind of
    /// witness. Where they do not, [`ProgramPair::judge`] may.
    ///
    /// # Errors
    /// An assumption makes no sense.
    pub fn is_refuted_near(
        &self,
        given: &Given,
        subject: &Subject,
        assumed: &[String],
        known: &Witness,
    ) -> Result<bool, ExtractError> {
        let mut options = given.options();
        options.assume.extend_from_slice(assumed);
        let Ok(other) = subject.other else { return Ok(false) };
        let (before, after) = (self.before_side(subject.func), self.after_side(other));
        let found = refuted_near(before, after, &options, known)?;
        Ok(found.is_some_and(|found| found.kind.name() == known.kind.name()))
    }

    /// What no verdict on a function covers and is not what it was: unknown, each with its name. Private symbols that
    /// are gone or new are of no concern to others.
    pub fn others(&self) -> Vec<JudgedFunction> {
        let (first, second) = (symbols(self.first), symbols(self.second));
        let at = |symbols: &[Symbol], path: &str| symbols.iter().find(|one| one.path == path).map(|one| one.op);
        let mut found = Vec::new();
        for one in &first {
            let before = self.before_side(one.op);
            let why = match at(&second, &one.path) {
                // Functions are compared; what is only declared is somebody else's.
                Some(_) if is_function(self.first, one.op) => continue,
                Some(other) if unchanged(before, self.after_side(other)) => continue,
                Some(_) => "is not what it was",
                // A missing function has a verdict.
                None if is_private(self.first, one.op) || is_function(self.first, one.op) => continue,
                None => "is gone",
            };
            found.push(not_compared(self.first, one, why));
        }
        for one in second.iter().filter(|one| at(&first, &one.path).is_none()) {
            if is_private(self.second, one.op) || !is_defined(self.second, one.op) {
                continue;
            }
            found.push(not_compared(self.second, one, "is new"));
        }
        let (first, second) = (free_operations(self.first), free_operations(self.second));
        if first != second {
            let differs = |(name, text): &&(String, String), others: &[(String, String)]| {
                !others.iter().any(|(other, known)| (other, known) == (name, text))
            };
            let gone = first.iter().find(|one| differs(one, &second));
            let one = gone.or_else(|| second.iter().find(|one| differs(one, &first)));
            let name = one.map_or("operations", |(name, _)| name).to_owned();
            let message = "what stands outside functions is not what it was, and is not compared".to_owned();
            found.push(unknown(name, message));
        }
        found
    }

    /// A verdict with lines, for reports.
    pub fn result(&self, judged: &JudgedFunction) -> VerdictResult {
        let lines = (|span: Span| self.before.line(span), |span: Span| self.after.line(span));
        let files = (
            |span: Span| self.before.file(span).to_owned(),
            |span: Span| self.after.file(span).to_owned(),
        );
        let before = FilePlace {
            file: &self.before.name,
            line_of: &lines.0,
            file_of: &files.0,
        };
        let after = FilePlace {
            file: &self.after.name,
            line_of: &lines.1,
            file_of: &files.1,
        };
        let subject = format!("{} against {}", after.file, before.file);
        let mut result = VerdictResult::of_pair(before, after, &judged.name, &subject, &judged.verdict);
        result.contracted = judged.contracted;
        result.cached = judged.cached;
        result.same_buffer.clone_from(&judged.same_buffer);
        result.keep_claims(judged.certificate.clone());
        result
    }
}
