//! Many programs in one module.

use crate::settle::{Stopped, function_at, lines_of_errors};
use crate::{BackendJob, JobOutcome};
use polyvet_ir::{Attr, Attrs, Module, OpId, PrintOptions};
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

/// A program that was read, and the function to call.
#[derive(Clone)]
pub(crate) struct CalledProgram {
    pub module: Arc<Module>,
    pub func: OpId,
}

/// Jobs whose programs are in one module.
pub(crate) struct JobBatch<'j> {
    /// All functions; those with the same name in two programs have another name in the second.
    pub module: Module,
    pub calls: Vec<BatchCall<'j>>,
    /// Functions by name, with the number of their program.
    owners: HashMap<String, usize>,
}

/// A job in a batch.
pub(crate) struct BatchCall<'j> {
    pub job: &'j BackendJob,
    /// Its function in the module of the batch.
    pub func: OpId,
    /// The number of its program.
    program: usize,
}

/// Reads the programs of some jobs: jobs of one text share its module, unless one call could see what another left.
pub(crate) fn read(jobs: &[BackendJob]) -> Vec<Result<CalledProgram, JobOutcome>> {
    let mut texts: HashMap<&str, Result<Arc<Module>, JobOutcome>> = HashMap::new();
    let mut read = |job| {
        let module = texts
            .entry(text_of(job))
            .or_insert_with(|| parse(text_of(job)).map(Arc::new))
            .clone()?;
        let no_function = || JobOutcome::Unsupported(format!("there is no function `@{}`", job.function));
        let func = polyvet_ir::func_named(&module, &job.function).ok_or_else(no_function)?;
        if !module.block(module.body()).ops.contains(&func) {
            // A batch renames and copies what is at the top; symbols of a nested module would need it as a whole.
            let why = format!("`@{}` is in a nested module", job.function);
            return Err(JobOutcome::Unsupported(why));
        }
        // All calls of a batch run in one process: each needs globals of its own, as nobody else wrote to them.
        let module = match keeps_state(&module) {
            true => Arc::new(Module::clone(&module)),
            false => module,
        };
        Ok(CalledProgram { module, func })
    };
    jobs.iter().map(&mut read).collect()
}

/// Whether a call may leave something for the next one: a global that is not constant.
fn keeps_state(module: &Module) -> bool {
    let mut ops = module.block(module.body()).ops.iter().map(|op| module.op(*op));
    ops.any(|op| op.name == "memref.global" && !op.is_set("constant"))
}

fn text_of(job: &BackendJob) -> &str {
    &job.module
}

pub(crate) fn parse(text: &str) -> Result<Module, JobOutcome> {
    let (module, diagnostics) = polyvet_ir::parse(text);
    match diagnostics
        .iter()
        .find(|diagnostic| diagnostic.severity == polyvet_ir::Severity::Error)
    {
        Some(error) => Err(JobOutcome::Unsupported(format!(
            "polyvet cannot read the program: {}",
            error.message
        ))),
        None => Ok(module),
    }
}

/// Names that the programs around a batch use.
const RESERVED: [&str; 1] = ["main"];

impl<'j> JobBatch<'j> {
    /// Puts the programs of some jobs into one module.
    pub fn new(jobs: &[(&'j BackendJob, &CalledProgram)]) -> JobBatch<'j> {
        let mut batch = JobBatch {
            module: Module::new(),
            calls: Vec::new(),
            owners: HashMap::new(),
        };
        let mut taken: BTreeSet<String> = RESERVED.map(str::to_owned).into();
        let mut copies: HashMap<*const Module, (usize, HashMap<OpId, OpId>)> = HashMap::new();
        for (job, program) in jobs {
            let number = copies.len();
            let (number, copy) = copies.entry(Arc::as_ptr(&program.module)).or_insert_with(|| {
                let copy = batch_in(&mut batch.module, &program.module, &mut taken);
                let names = copy.values().filter_map(|copy| batch.module.symbol_name(*copy));
                batch.owners.extend(names.map(|name| (name.to_owned(), number)));
                (number, copy)
            });
            let func = copy[&program.func];
            // Nothing else would keep it.
            let op = batch.module.op_mut(func);
            op.properties.remove("sym_visibility");
            op.attrs.remove("sym_visibility");
            batch.calls.push(BatchCall {
                job,
                func,
                program: *number,
            });
        }
        batch
    }

    /// The module as text.
    pub fn text(&self) -> String {
        polyvet_ir::print(&self.module, PrintOptions::default())
    }

    /// An outcome of all jobs, and the jobs in whose functions are the errors of which it tells: `text` is what the
    /// compiler read.
    pub fn stopped(&self, text: &str, outcome: JobOutcome) -> Stopped {
        let mut suspects = Vec::new();
        if let JobOutcome::Refused { message, stderr, .. } | JobOutcome::Crashed { message, stderr, .. } = &outcome {
            let lines = [message, stderr].into_iter().flat_map(|text| lines_of_errors(text));
            let names = lines.filter_map(|line| function_at(text, line));
            suspects.extend(names.flat_map(|name| self.jobs_with(name)));
        }
        Stopped { outcome, suspects }
    }

    /// The jobs whose programs have this function.
    pub fn jobs_with(&self, name: &str) -> impl Iterator<Item = usize> {
        let owner = self.owners.get(name);
        let calls = self.calls.iter().enumerate();
        calls
            .filter(move |(_, call)| Some(&call.program) == owner)
            .map(|(at, _)| at)
    }

    /// What the function of a job is called here.
    pub fn name(&self, call: &BatchCall<'_>) -> &str {
        self.module.symbol_name(call.func).unwrap_or("")
    }
}

/// Copies all top-level operations of `from`; gives the copy of each.
fn batch_in(into: &mut Module, from: &Module, taken: &mut BTreeSet<String>) -> HashMap<OpId, OpId> {
    let mut renamed = HashMap::new();
    let mut skipped = BTreeSet::new();
    let body = from.block(from.body()).ops.clone();
    for op in &body {
        let Some(name) = from.symbol_name(*op) else {
            continue;
        };
        if taken.insert(name.to_owned()) {
            continue;
        }
        if is_external(from, *op) {
            // One declaration is enough.
            skipped.insert(*op);
            continue;
        }
        let mut n = 1;
        let fresh = loop {
            let fresh = format!("{name}_{n}");
            if taken.insert(fresh.clone()) {
                break fresh;
            }
            n += 1;
        };
        renamed.insert(name.to_owned(), fresh);
    }
    let mut copies = HashMap::new();
    for op in body.into_iter().filter(|op| !skipped.contains(op)) {
        let block = into.body();
        let copy = into.import(from, op, block);
        if !renamed.is_empty() {
            rename(into, copy, &renamed);
        }
        copies.insert(op, copy);
    }
    copies
}

/// A function without a body.
fn is_external(module: &Module, op: OpId) -> bool {
    let op = module.op(op);
    op.info().is_function() && op.regions.iter().all(|region| module.region(*region).blocks.is_empty())
}

fn rename(module: &mut Module, top: OpId, names: &HashMap<String, String>) {
    let mut all = Vec::new();
    module.walk(top, &mut |op, _| all.push(op));
    for op in all {
        let is_top = op == top;
        let op = module.op_mut(op);
        for attrs in [&mut op.properties, &mut op.attrs] {
            for (key, attr) in &mut attrs.0 {
                match attr {
                    Attr::Str(name) if is_top && key == "sym_name" => {
                        if let Some(fresh) = std::str::from_utf8(name).ok().and_then(|name| names.get(name)) {
                            *name = fresh.clone().into_bytes();
                        }
                    }
                    attr => rename_in(attr, names),
                }
            }
        }
    }
}

fn rename_in(attr: &mut Attr, names: &HashMap<String, String>) {
    match attr {
        Attr::Symbol(path) => {
            if let Some(fresh) = path.first().and_then(|first| names.get(first)) {
                path[0].clone_from(fresh);
            }
        }
        Attr::Array(items) => items.iter_mut().for_each(|item| rename_in(item, names)),
        Attr::Dict(Attrs(entries)) => entries.iter_mut().for_each(|(_, item)| rename_in(item, names)),
        _ => {}
    }
}
