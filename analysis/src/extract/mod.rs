//! From a function to its model.
//!
//! Every store, structured op, copy and `yield` that carries values is one statement. The loads it
//! needs are read by the statement itself where nothing can have changed the element between the
//! load and the store; otherwise the load becomes a statement of its own that keeps the value in a
//! *register*, an array with one element per iteration of the loops around the load. Values carried
//! by loops (`iter_args`) and results of `affine.if` are registers too. So SSA values never create
//! a dependence that the program does not have.
//!
//! What has no exact model is refused with its span ([`Unsupported`]), never guessed; or, if requested
//! ([`ExtractOptions::may`]), it is an access that may happen to any element.

mod accumulation;
mod arrays;
mod atomic;
mod buffers;
mod calls;
mod contents;
mod defined;
mod digits;
mod events;
mod expressions;
mod facts;
mod globals;
mod guarded;
mod in_place;
mod index;
mod layouts;
mod lookups;
mod may;
mod names;
mod packs;
mod payload;
mod selections;
mod softmax;
mod stretched;
mod structured;
mod summaries;
mod tensors;
mod uncounted;
mod vectors;
mod views;
mod walk;
mod widths;

use crate::assume::CallerNames;
use crate::formula::ModularFormula;
use crate::ids::{ArrayId, LoopId, StmtId};
use crate::scop::{Array, Loop, Param, ParamOrigin, Scop, Stmt};
pub use events::is_event;
use facts::Facts;
pub use globals::{Declared, declared_alike, globals_of};
use names::UniqueNames;
use polyvet_ir::{BlockId, Diagnostic, Module, OpId, Span, Type, ValueId};
use polyvet_poly::{Ctx, DimKind, PolyError, PwAff, Schedule, Set};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::rc::Rc;
use typed_index_collections::TiVec;

/// What the user adds to the program.
#[derive(Clone, Debug, Default)]
pub struct ExtractOptions {
    /// Constraints on the parameters in isl's notation: `N >= 1 and M = 2*N`.
    pub assume: Vec<String>,
    /// Parameters with a fixed value, by name or label.
    pub fixed: Vec<(String, i64)>,
    /// Names that arguments and their extents must get, so that two programs speak of the same.
    pub like: Option<Signature>,
    /// Stands before the name of every statement.
    pub prefix: String,
    /// The program matters only for these parameters; names are those of the model.
    pub within: Option<Set>,
    /// Go on where there is no exact model, with accesses that may happen ([`Scop::inexact`]).
    pub may: bool,
    /// Note what each view shows of its array ([`Scop::views`]).
    pub views: bool,
    /// Paths of globals that are arrays of the model even if the function has no handle of them: another program has.
    pub globals: Vec<String>,
    /// Conditions on data that operations need to be defined are statements of the model ([`crate::Condition::Data`]).
    pub obligations: bool,
    /// Stores that conditions on data guard have exact models, which read the old elements too. They have with
    /// [`ExtractOptions::obligations`] anyway.
    pub guards: bool,
    /// Operations without a meaning are uninterpreted: [`is_event`].
    pub events: bool,
    /// Arguments of type `index` are parameters also where nothing depends on them: a script may have tiles of their
    /// size.
    pub index_arguments: bool,
    /// Slices of tensors that need no copy show their source: fewer statements, and no copies to see through. For those
    /// who ask what a program computes, not how it is written.
    pub in_place: bool,
    /// Which loops have domains with more values than they take ([`crate::Loop::strip`]).
    pub strips: StripLoops,
}

/// Loops whose domains have all values between their bounds, whatever their step is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StripLoops {
    /// None; a step that is a parameter has no model.
    #[default]
    None,
    /// Those whose step is a parameter.
    Symbolic,
    /// All with another step than 1.
    All,
}

/// What arguments, by number, and their extents are called in a model.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Signature {
    /// Arrays.
    pub arrays: HashMap<usize, String>,
    /// Names and labels of index arguments.
    pub indices: HashMap<usize, (String, String)>,
    /// Names and labels of extents: (argument, dimension).
    pub extents: HashMap<(usize, usize), (String, String)>,
    /// Names and labels of what is computed from arguments.
    pub formulas: BTreeMap<ModularFormula, (String, String)>,
    /// Globals, by path.
    pub globals: BTreeMap<String, Declared>,
    /// Extents that types fix; those of another program may leave them open.
    pub fixed: HashMap<(usize, usize), i64>,
}

impl Signature {
    /// All names that stand for something of the other program.
    fn names(&self) -> impl Iterator<Item = &str> {
        let numbers = self.indices.values().chain(self.extents.values());
        let numbers = numbers.chain(self.formulas.values());
        let numbers = numbers.map(|(name, _)| name.as_str());
        numbers.chain(self.arrays.values().map(String::as_str))
    }

    /// The names of `scop`, the model of `func`.
    pub fn of(scop: &Scop, module: &Module, func: OpId) -> Signature {
        let mut signature = Signature::default();
        let Some(entry) = module.only_block(func, 0) else {
            return signature;
        };
        let number = |value: ValueId| module.block(entry).args.iter().position(|arg| *arg == value);
        for array in &scop.arrays {
            if let Some(arg) = array.value.and_then(number) {
                signature.arrays.insert(arg, array.name.clone());
            }
        }
        for param in &scop.params {
            let names = (param.name.clone(), param.label.clone());
            if let Some(formula) = &param.formula {
                signature.formulas.insert(formula.clone(), names);
                continue;
            }
            match param.origin {
                ParamOrigin::Value(value) => {
                    if let Some(arg) = number(value) {
                        signature.indices.insert(arg, names);
                    }
                }
                ParamOrigin::Extent { value, dim } => {
                    if let Some(arg) = number(value) {
                        signature.extents.insert((arg, dim), names);
                    }
                }
                ParamOrigin::Formula | ParamOrigin::External => {}
            }
        }
        for (arg, value) in module.block(entry).args.iter().enumerate() {
            for (dim, extent) in module.ty(*value).shape().unwrap_or(&[]).iter().enumerate() {
                if let polyvet_ir::Dim::Static(extent) = extent
                    && let Ok(extent) = i64::try_from(*extent)
                {
                    signature.fixed.insert((arg, dim), extent);
                }
            }
        }
        signature.note_unused(module, entry);
        signature.note_globals(scop, module);
        signature
    }

    /// Names of the numbers that the program takes and does not depend on: another one may.
    fn note_unused(&mut self, module: &Module, entry: BlockId) {
        for (arg, value) in module.block(entry).args.iter().enumerate() {
            if !matches!(module.ty(*value), Type::Index | Type::Integer { .. }) || self.indices.contains_key(&arg) {
                continue;
            }
            let mut name = format!("argument_{arg}");
            while self.names().any(|taken| taken == name) {
                name.push('_');
            }
            let label = module.value_name(*value).trim_start_matches('%').to_owned();
            self.indices.insert(arg, (name, label));
        }
    }
}

/// Something that has no model here.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Unsupported {
    /// Stable code: `data-dependent-subscript`.
    pub code: &'static str,
    /// What it is, in words.
    pub message: String,
    /// Where it is written.
    pub span: Span,
    /// What to do about it.
    pub help: Option<String>,
}

impl Unsupported {
    /// The message for the user.
    pub fn diagnostic(&self) -> Diagnostic {
        let mut diagnostic = Diagnostic::error(self.code, self.message.clone(), self.span);
        diagnostic.help.clone_from(&self.help);
        diagnostic
    }
}

/// Why there is no model.
#[derive(Clone, Debug, thiserror::Error)]
pub enum ExtractError {
    /// Something in the function has no model.
    #[error(transparent)]
    Unsupported(#[from] Unsupported),
    /// A parameter or assumption of the user makes no sense.
    #[error("{0}")]
    Option(String),
    /// isl failed, or a budget is spent.
    #[error(transparent)]
    Poly(#[from] PolyError),
}

pub(crate) type Fallible<T> = Result<T, ExtractError>;

/// The model of `func` (a `func.func` with a body).
///
/// # Errors
/// [`ExtractError::Unsupported`] names the first operation without a model.
pub fn extract(module: &Module, func: OpId, ctx: &Ctx, options: &ExtractOptions) -> Fallible<Scop> {
    let scop = extract_called(module, func, ctx, options, vec![func])?;
    let assumes = !options.assume.is_empty() || !options.fixed.is_empty();
    if !assumes
        || options.within.is_some()
        || options.like.is_some()
        || !scop.params.iter().any(|one| computed(module, one))
    {
        return Ok(scop);
    }
    // What is assumed says about which sign things are, and so what a division makes. An assumption on what is computed
    // needs the parameter.
    let again = ExtractOptions {
        within: Some(scop.context.clone()),
        ..options.clone()
    };
    match extract_called(module, func, ctx, &again, vec![func]) {
        Err(ExtractError::Option(_)) => Ok(scop),
        again => again,
    }
}

/// Whether a parameter is the value of an operation that divides without sign.
fn computed(module: &Module, param: &Param) -> bool {
    let ParamOrigin::Value(value) = param.origin else {
        return false;
    };
    let op = module.defining_op(value).map(|op| module.op(op));
    let divisions = [
        "arith.divui",
        "arith.remui",
        "arith.ceildivui",
        "index.divu",
        "index.remu",
        "index.ceildivu",
    ];
    op.is_some_and(|op| divisions.contains(&op.name.as_str()))
}

/// The model of `func`, the last of `callers`, each of which calls the next.
fn extract_called(
    module: &Module,
    func: OpId,
    ctx: &Ctx,
    options: &ExtractOptions,
    callers: Vec<OpId>,
) -> Fallible<Scop> {
    let name = module.symbol_path(func).unwrap_or_default();
    let body = module.op(func).regions.first();
    let blocks = body.map_or(&[][..], |body| &module.region(*body).blocks);
    let Some(entry) = blocks.first().copied() else {
        let span = module.op(func).name_span;
        return Err(unsupported(
            "unstructured-control-flow",
            format!("`@{name}` has no body"),
            span,
        ));
    };
    let facts = Facts::new(module, func, entry, options.in_place);
    let mut extractor = Extractor::new(ctx, facts, options, callers)?;
    if module.op(func).info().is_run_by_many_threads() {
        let message = format!("many threads run the function `@{name}` at once; this is what one of them does");
        extractor.perhaps::<()>(Err(unsupported("many-threads", message, module.op(func).name_span)))?;
    }
    extractor.signature(func, entry)?;
    extractor.find_registers(entry)?;
    let root = LoopFrame::root(ctx)?;
    let constants = extractor.constant_globals(func, &root)?;
    if extractor.events.on {
        extractor.find_events(func, &options.globals)?;
    }
    let body = match blocks.len() {
        1 => extractor.block(entry, &root)?,
        _ => extractor.blocks(func, &root)?,
    };
    let schedule = match (constants, body) {
        (Some(first), Some(second)) => Some(first.sequence(second)?),
        (first, second) => first.or(second),
    };
    if options.index_arguments {
        extractor.index_arguments(&root)?;
    }
    extractor.oblige_sizes()?;
    extractor.finish(name, schedule, options)
}

pub(crate) fn unsupported(code: &'static str, message: impl Into<String>, span: Span) -> ExtractError {
    Unsupported {
        code,
        message: message.into(),
        span,
        help: None,
    }
    .into()
}

fn unsupported_help(code: &'static str, message: impl Into<String>, span: Span, help: &str) -> ExtractError {
    Unsupported {
        code,
        message: message.into(),
        span,
        help: Some(help.to_owned()),
    }
    .into()
}

/// The loops around a point of the program.
#[derive(Clone, Debug)]
struct LoopFrame {
    /// Loops, outermost first.
    loops: Vec<LoopId>,
    /// Their names.
    dims: Vec<String>,
    /// `{ [i, ..] : .. }`: iterations that reach the point.
    domain: Set,
    /// For each number of outer loops, their iterations that may reach the point: conditions count, the
    /// loops inside do not.
    outer: Vec<Set>,
    /// Every iteration of the domain surely reaches the point.
    exact: bool,
    /// Registers that decide whether it does.
    guards: Vec<ArrayId>,
    /// The loop outside of all others is one over blocks, and values live on from one turn to the next.
    across: bool,
}

impl LoopFrame {
    fn root(ctx: &Ctx) -> Fallible<LoopFrame> {
        let domain = Set::parse(ctx, "{ [] }")?;
        let outer = vec![domain.clone()];
        Ok(LoopFrame {
            loops: Vec::new(),
            dims: Vec::new(),
            domain,
            outer,
            exact: true,
            guards: Vec::new(),
            across: false,
        })
    }

    /// A branch that the iterations of `domain` take.
    fn within_branch(&self, domain: Set) -> Fallible<LoopFrame> {
        let depth = self.dims.len();
        let mut branch = LoopFrame {
            domain: domain.clone(),
            ..self.clone()
        };
        for (kept, outer) in branch.outer.iter_mut().enumerate() {
            let reaching = domain.clone().project_out(DimKind::Set, kept, depth - kept)?;
            // Of the condition only what it says about the outer loops.
            let loops = self.domain.clone().project_out(DimKind::Set, kept, depth - kept)?;
            *outer = outer.clone().subtract(loops.subtract(reaching)?)?;
        }
        Ok(branch)
    }

    /// The loops without the iterations outside `domain`; those from number `first` on are of lanes.
    fn only(&self, domain: Set, first: usize) -> Fallible<LoopFrame> {
        let mut inner = self.clone();
        let depth = inner.dims.len();
        for kept in first + 1..=depth {
            inner.outer[kept] = domain.clone().project_out(DimKind::Set, kept, depth - kept)?;
        }
        inner.domain = domain;
        Ok(inner)
    }

    /// How many loops a value computed here is kept for: each of their iterations has its own.
    fn kept_rank(&self) -> usize {
        match self.dims.len() {
            1 if self.across => 0,
            rank => rank,
        }
    }
}

/// Writes below an operation, shared between its ancestors' questions.
type Writes = Rc<Written>;

/// What is written below an operation.
#[derive(Default)]
struct Written {
    arrays: BTreeSet<ArrayId>,
    /// Something there may write to any memory.
    all_memory: bool,
}

/// What is asked of an extraction.
#[derive(Default)]
struct Request {
    /// Values of parameters, by the names that users know.
    fixed: Vec<(String, i64)>,
    /// The program matters only for these parameters.
    within: Option<Set>,
    /// Go on where there is no exact model.
    may: bool,
    strips: StripLoops,
    /// Conditions on data are statements.
    on_data: bool,
    /// Guarded stores are selections.
    guards: bool,
    /// The function and those that call it, the outermost first.
    callers: Vec<OpId>,
    /// This is a program that another one is compared with.
    is_second: bool,
}

/// Names in the model, and what users call what they stand for.
#[derive(Default)]
struct Naming {
    names: UniqueNames,
    stmt_names: UniqueNames,
    /// Names that the other program gave.
    like: Signature,
    /// Stands before the name of every statement.
    prefix: String,
    words: CallerNames,
}

/// The parameters of the model, and which numbers of the program they are.
struct Numbers {
    params: Vec<Param>,
    /// What is known of the parameters.
    context: Set,
    param_of: HashMap<ValueId, usize>,
    extent_param_of: HashMap<(ValueId, usize), usize>,
    /// Integers that the arguments decide; `None` for others.
    formulas: HashMap<ValueId, Option<ModularFormula>>,
    /// The functions of which a size is the least, in these loops.
    least_of: HashMap<(ValueId, Vec<LoopId>), (Set, Vec<PwAff>)>,
}

/// Where in the model values of the program are.
#[derive(Default)]
struct Places {
    /// Induction variables.
    loop_of: HashMap<ValueId, LoopId>,
    /// Counters of loops over products.
    digits: HashMap<ValueId, digits::Digits>,
    /// Memrefs and tensors.
    array_of: HashMap<ValueId, ArrayId>,
    /// Values kept in registers.
    register_of: HashMap<ValueId, ArrayId>,
    /// Arrays of constants, by name.
    contents: HashMap<String, ArrayId>,
    /// Arrays whose subscripts are what this layout makes of those of the buffer.
    layouts: HashMap<ArrayId, layouts::SubscriptLayout>,
    /// How many loops are around the allocation of an array that each iteration has of its own.
    private_depth: HashMap<ArrayId, usize>,
}

/// What becomes of loads: the second phase, which knows the arrays of the arguments.
#[derive(Default)]
struct Loads {
    /// Loads that a statement needs.
    used_loads: HashSet<OpId>,
    /// Loads that need a register.
    kept_loads: HashSet<ValueId>,
    /// Loads that a statement of the same iterations does, so that it leaves their obligations.
    done_beside: HashSet<OpId>,
}

/// The model in the making: what each operation adds to.
#[derive(Default)]
struct Draft {
    arrays: TiVec<ArrayId, Array>,
    stmts: TiVec<StmtId, Stmt>,
    loops: TiVec<LoopId, Loop>,
    results: Vec<Option<ArrayId>>,
    obligations: Vec<crate::Obligation>,
    idle_loads: Vec<Span>,
    inexact: Vec<Unsupported>,
    misfits: Vec<Unsupported>,
    views: Option<Vec<crate::scop::ArrayView>>,
    buffers: crate::scop::Buffers,
    /// An index may overflow where that can change an answer.
    overflows: bool,
}

/// Extracts one function, in phases: [`Facts`] about it, which only the program decides; arrays of the arguments and
/// names; [`Loads`]; then each operation in program order, which adds to the [`Draft`] and gives its part of the
/// schedule. What a family of operations adds is in the module of its name.
struct Extractor<'m> {
    module: &'m Module,
    ctx: Ctx,
    request: Request,
    facts: Facts<'m>,
    naming: Naming,
    numbers: Numbers,
    places: Places,
    loads: Loads,
    draft: Draft,
    globals: globals::Globals,
    in_place: in_place::InPlace,
    events: events::ModelledEvents,
    /// Arrays written below an operation, once asked for.
    writes: HashMap<OpId, Writes>,
    /// Operations that give sizes for their results, from which operand on, and the loops around them.
    sizes_later: Vec<(OpId, usize, LoopFrame)>,
    /// How many statements are conditions on data.
    stood_for: usize,
    /// Statements that may touch all memory.
    opaque: Vec<StmtId>,
    /// The array that keeps those in order.
    world: Option<ArrayId>,
}

impl<'m> Extractor<'m> {
    fn new(ctx: &Ctx, facts: Facts<'m>, options: &ExtractOptions, callers: Vec<OpId>) -> Fallible<Extractor<'m>> {
        Ok(Extractor {
            module: facts.module,
            ctx: ctx.clone(),
            request: Request {
                fixed: options.fixed.clone(),
                within: options.within.clone(),
                may: options.may,
                strips: if options.may { StripLoops::None } else { options.strips },
                on_data: options.obligations,
                guards: options.obligations || options.guards,
                callers,
                is_second: options.like.is_some(),
            },
            facts,
            naming: Naming {
                like: options.like.clone().unwrap_or_default(),
                prefix: options.prefix.clone(),
                ..Naming::default()
            },
            numbers: Numbers {
                params: Vec::new(),
                context: Set::parse(ctx, "{ : }")?,
                param_of: HashMap::new(),
                extent_param_of: HashMap::new(),
                formulas: HashMap::new(),
                least_of: HashMap::new(),
            },
            places: Places::default(),
            loads: Loads::default(),
            draft: Draft {
                views: options.views.then(Vec::new),
                ..Draft::default()
            },
            globals: globals::Globals::default(),
            in_place: in_place::InPlace::default(),
            events: events::ModelledEvents::new(options.events && !options.may),
            writes: HashMap::new(),
            sizes_later: Vec::new(),
            stood_for: 0,
            opaque: Vec::new(),
            world: None,
        })
    }

    /// The parameters that matter.
    fn known(&self) -> Fallible<Set> {
        Ok(match &self.request.within {
            Some(within) => within.clone().intersect(self.numbers.context.clone())?,
            None => self.numbers.context.clone(),
        })
    }

    fn finish(mut self, name: String, schedule: Option<Schedule>, options: &ExtractOptions) -> Fallible<Scop> {
        self.foreign_globals(&options.globals)?;
        self.touch_all_memory()?;
        self.keep_constants()?;
        let schedule = match schedule {
            Some(schedule) => schedule,
            None => Schedule::from_domain(polyvet_poly::UnionSet::parse(&self.ctx, "{ }")?)?,
        };
        let mut scop = Scop {
            name,
            ctx: self.ctx.clone(),
            context: self.numbers.context.clone(),
            valid: self.numbers.context.clone(),
            params: std::mem::take(&mut self.numbers.params),
            arrays: std::mem::take(&mut self.draft.arrays),
            stmts: std::mem::take(&mut self.draft.stmts),
            loops: std::mem::take(&mut self.draft.loops),
            schedule,
            results: std::mem::take(&mut self.draft.results),
            args: self.module.block(self.facts.entry).args.clone(),
            obligations: std::mem::take(&mut self.draft.obligations),
            idle_loads: std::mem::take(&mut self.draft.idle_loads),
            inexact: std::mem::take(&mut self.draft.inexact),
            misfits: std::mem::take(&mut self.draft.misfits),
            views: self.draft.views.take().unwrap_or_default(),
            overflows: self.draft.overflows,
            buffers: std::mem::take(&mut self.draft.buffers),
            words: std::mem::take(&mut self.naming.words),
        };
        match options.like {
            None => scop.assume(&options.assume, &options.fixed)?,
            // Of two programs, what only the other one knows is part of its parameters.
            Some(_) => scop.assume_known(&options.assume, &options.fixed)?,
        }
        scop.note_formulas()?;
        scop.settle()?;
        Ok(scop)
    }
}
