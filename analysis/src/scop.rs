//! The polyhedral model of one function.
//!
//! A [`Scop`] says which statement instances exist, what each reads and writes, what it computes,
//! and in which order they run. With `S` a statement, `i` the values of the loops around it and
//! `p` the parameters:
//!
//! - domain: `{ S[i] : exists in the program for p }`;
//! - access relation: `{ S[i] -> A[x] }`, in program order within an instance: all reads happen
//!   before all writes;
//! - schedule: an isl schedule tree. Every loop of the program is a band of its own with one member,
//!   whose tuple is named after the loop (`i[{ S0[i, j] -> [(i)] }]`); textual order is a sequence
//!   node; a mark node `parallel` or `vector` directly above a band claims that its iterations may
//!   run in any order.
//!
//! Sets and relations keep every constraint they need in themselves except [`Scop::context`];
//! access relations are *not* cut to the domain (see [`Scop::access`]).

use crate::formula::ModularFormula;
use crate::ids::{AccessId, ArrayId, LoopId, StmtId};
use polyvet_ir::{Attr, Attrs, OpId, Span, Type, ValueId};
use polyvet_poly::{Ctx, DimKind, Map, PwAff, Result, Schedule, Set, UnionMap, UnionSet};
use std::collections::HashSet;
use typed_index_collections::TiVec;

/// The polyhedral model of one function.
#[derive(Clone, Debug)]
pub struct Scop {
    /// Name of the function, without `@`.
    pub name: String,
    /// The isl context of everything below.
    pub ctx: Ctx,
    /// Parameters, in the order of the parameter dimensions.
    pub params: Vec<Param>,
    /// `[p] -> { : .. }`: what is known of the parameters: extents are not negative, shapes agree,
    /// what the user assumes.
    pub context: Set,
    /// The part of the context for which no obligation on subscripts and sizes is broken: the parameters for which
    /// the program is defined, as far as that does not depend on data. Always what [`Scop::defined`] says, cut to what
    /// a user of the model adds.
    pub valid: Set,
    /// Arrays; [`Access::array`] points here.
    pub arrays: TiVec<ArrayId, Array>,
    /// Statements in program order.
    pub stmts: TiVec<StmtId, Stmt>,
    /// Loops in program order, outer before inner; [`Stmt::loops`] points here.
    pub loops: TiVec<LoopId, Loop>,
    /// The order of execution.
    pub schedule: Schedule,
    /// For each result of the function the array that holds it in the end; `None` for constants and
    /// arguments that are passed through.
    pub results: Vec<Option<ArrayId>>,
    /// Arguments of the function.
    pub args: Vec<ValueId>,
    /// What the operations of the program need to be defined, in program order.
    pub obligations: Vec<Obligation>,
    /// Loads whose value nobody uses: they compute nothing, but have their obligations.
    pub idle_loads: Vec<Span>,
    /// What has no exact model and is here as accesses that may happen: domains and relations are upper
    /// bounds then. Empty unless [`crate::extract::ExtractOptions::may`] asked for it.
    pub inexact: Vec<crate::extract::Unsupported>,
    /// Where the program says about itself what is not so: a `library_call` that touches other elements.
    pub misfits: Vec<crate::extract::Unsupported>,
    /// The model takes for granted that index arithmetic does not overflow, and that can change an answer.
    pub overflows: bool,
    /// Views of memory, in program order. Empty unless [`crate::extract::ExtractOptions::views`] asked for them.
    pub views: Vec<ArrayView>,
    /// What holds of buffers beside their contents.
    pub buffers: Buffers,
    /// The names that users know.
    pub words: crate::assume::CallerNames,
}

/// What holds of buffers beside their contents.
#[derive(Clone, Debug, Default)]
pub struct Buffers {
    /// For each result of the function the buffer that it is; `None` for values.
    pub returned: Vec<Option<ReturnedBuffer>>,
    /// What the program promises of addresses.
    pub aligned: Vec<Aligned>,
}

/// A memref that the function returns.
#[derive(Clone, Debug)]
pub struct ReturnedBuffer {
    /// Whose buffer it is.
    pub root: Root,
    /// `{ [v] -> A[x] }`: element `v` of the result is element `x` of the buffer; `None` if it is the whole buffer.
    pub shown: Option<Map>,
    /// Its allocation makes its address a multiple of so many bytes.
    pub alignment: u64,
}

/// Whose buffer a memref shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Root {
    /// That of an argument, by number.
    Argument(usize),
    /// That of a global, by symbol.
    Global(String),
    /// One that the function allocates, as this value.
    Fresh(ValueId),
    /// One that ends with the function.
    Stack,
    /// Not known.
    Unknown,
}

/// A promise that addresses are multiples of a number of bytes.
#[derive(Clone, Debug)]
pub struct Aligned {
    /// Whose addresses.
    pub root: Root,
    /// Multiples of this.
    pub bytes: u64,
    /// The allocation of the buffer makes its address a multiple of this; 1 if that is not known.
    pub made: u64,
    /// `[p] -> { buffer[x] }`; `None` if they have no model.
    pub elements: Option<Set>,
    /// The promise is surely made wherever the model says so.
    pub sure: bool,
    /// Who promises.
    pub span: Span,
}

/// A view of an array: what a `memref.subview` or another operation shows of it.
#[derive(Clone, Debug)]
pub struct ArrayView {
    /// Name, without `%`.
    pub name: String,
    /// Index into [`Scop::arrays`].
    pub array: ArrayId,
    /// The loops around it, outermost first. Indices into [`Scop::loops`].
    pub loops: Vec<LoopId>,
    /// `{ [i, .., v, ..] -> A[x] }`: element `v` of the view in iteration `i` is element `x` of the array.
    pub elements: Map,
    /// Where it is made.
    pub span: Span,
}

impl ArrayView {
    /// How many dimensions it has.
    ///
    /// # Errors
    /// isl's.
    pub fn rank(&self) -> polyvet_poly::Result<usize> {
        Ok(self.elements.dim(DimKind::In)? - self.loops.len())
    }
}

/// What an operation needs to be defined. It is undefined exactly where `polyvet run` traps, and it has its obligation
/// where it is itself, in the iterations in which it runs, whether anything uses its result or not. An operation
/// in a loop without iterations has none.
#[derive(Clone, Debug)]
pub struct Obligation {
    /// What it is about.
    pub demand: Demand,
    /// Name of the operation: `affine.load`.
    pub op: String,
    /// Where it is written.
    pub span: Span,
    /// What must hold.
    pub condition: Condition,
}

/// What an [`Obligation`] is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Demand {
    /// Subscripts stay within a shape.
    Bounds,
    /// A size is not negative.
    Size,
    /// The step of a loop is positive.
    Step,
    /// Shapes fit each other, or the type of a result.
    Shape,
    /// What is copied in no particular order is not what is written.
    Overlap,
    /// A divisor is not zero.
    Divisor,
    /// A quotient has a value of its type: the least number is not divided by -1.
    Quotient,
    /// A shift is by less than the width.
    Shift,
    /// A number has a value in the type that it is converted to.
    Conversion,
    /// What a flag promises: `nsw`, `exact`.
    Promise,
    /// An assertion or assumption holds.
    Assertion,
}

/// What must hold for an operation to be defined.
#[derive(Clone, Debug)]
pub enum Condition {
    /// The elements `{ A[x] }` of an array, which all iterations together touch, are within its extents.
    Within {
        /// Index into [`Scop::arrays`].
        array: ArrayId,
        /// `[p] -> { A[x] }`
        elements: Set,
    },
    /// These iterations `{ [i, ..] : .. }` of the loops around the operation do not exist.
    Never(Set),
    /// A condition on data: what statement number `.0` computes is defined. The statement reads the operands where
    /// the operation runs and keeps the result in a register that nobody reads. Only
    /// [`crate::extract::ExtractOptions::obligations`] makes such statements.
    Data(StmtId),
}

/// A symbolic integer that does not change during a run.
#[derive(Clone, Debug)]
pub struct Param {
    /// Name in isl text: `N`, `A_0`.
    pub name: String,
    /// Name for people: `N`, `A.0`.
    pub label: String,
    /// Where its value comes from.
    pub origin: ParamOrigin,
    /// What it is, if the arguments decide it: then no caller chooses it.
    pub formula: Option<ModularFormula>,
}

/// Where the value of a parameter comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParamOrigin {
    /// An integer argument, or an SSA value of type `index` defined outside all loops.
    Value(ValueId),
    /// Extent `dim` of a memref or tensor.
    Extent {
        /// The memref or tensor.
        value: ValueId,
        /// Which dimension.
        dim: usize,
    },
    /// No value of the program: [`Param::formula`] says what it is.
    Formula,
    /// A model that came without a program.
    External,
}

/// What happens to an array outside the function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArrayKind {
    /// Holds values at entry; the final contents are not looked at (tensor arguments).
    Input,
    /// Undefined at entry, looked at in the end (tensor results).
    Output,
    /// Holds values at entry, looked at in the end (memref arguments, globals).
    InOut,
    /// Undefined at entry, not looked at in the end (allocations).
    Local,
    /// Stands for an SSA value: one element per iteration of the loops around its definition.
    Register,
}

/// An array: all views of one buffer, or one tensor and what is written over it.
#[derive(Clone, Debug)]
pub struct Array {
    /// Name, as in the tuples of access relations.
    pub name: String,
    /// Element type.
    pub elem: Type,
    /// Extent of each dimension: `[p] -> { [(N)] }`. Empty for scalars. `None` where unknown
    /// (a model that came without shapes).
    pub extents: Vec<Option<PwAff>>,
    /// Role.
    pub kind: ArrayKind,
    /// The memref or tensor that it stands for.
    pub value: Option<ValueId>,
    /// The path of the global that it is: `g`, or `a::g` in module `@a`.
    pub symbol: Option<String>,
    /// Tensors only: all values that live in this array, first to last; the last writes win.
    pub versions: Vec<ValueId>,
    /// What holds values at entry may have elements that nobody has written: memory that a part of a program is handed,
    /// and globals without initial values. A program that uses one is undefined.
    pub may_be_unwritten: bool,
    /// What makes its subscripts of those of the memref, where several of these may be one element: an affine map, or
    /// isl's notation.
    pub layout: Option<String>,
    /// The elements that exist, where these are not all within the extents: `[p] -> { A[x] }`.
    pub space: Option<Set>,
    /// Where it is defined.
    pub span: Span,
}

/// Who runs the iterations of a loop that was a launch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Workers {
    /// Threads of a block, which wait for each other at a `gpu.barrier`.
    Threads,
    /// Blocks, which never wait for each other.
    Blocks,
}

impl Workers {
    /// Those that [`polyvet_ir::WORKERS`] names.
    pub fn of(attr: &polyvet_ir::Attr) -> Option<Workers> {
        match attr.as_str()? {
            "threads" => Some(Workers::Threads),
            "blocks" => Some(Workers::Blocks),
            _ => None,
        }
    }
}

/// A loop of the program.
#[derive(Clone, Debug)]
pub struct Loop {
    /// Unique name: `i`, `i_1`, `d0`.
    pub name: String,
    /// The operation: `affine.for`, a structured op, ...
    pub op: Option<OpId>,
    /// Induction variable.
    pub induction: Option<ValueId>,
    /// What the program claims of it.
    pub claim: Option<IteratorType>,
    /// The program claims that no two iterations touch one element, of whatever the loop touches; then it is claimed to be
    /// parallel too.
    pub partition: bool,
    /// Its iterations are what these do, each one.
    pub workers: Option<Workers>,
    /// It counts numbers without a sign that may be beyond the signed ones: no signed loop says that.
    pub unsigned: bool,
    /// Its step, where domains have all values between the bounds, also those between two that it takes. `None` unless
    /// [`crate::extract::ExtractOptions::strips`] asked for such loops.
    pub strip: Option<LoopStrip>,
    /// Where it is written.
    pub span: Span,
}

/// The values that a loop takes, by the loops around it: `lower`, `lower + step`, ...
#[derive(Clone, Debug)]
pub struct LoopStrip {
    /// `[p] -> { [i, ..] -> [first value] }`
    pub lower: PwAff,
    /// `[p] -> { [i, ..] -> [step] }`; that it is positive is an obligation.
    pub step: PwAff,
}

/// Iterator types of loops, claimed or derived.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum IteratorType {
    /// Iterations are independent.
    Parallel,
    /// Iterations depend on each other only through the combiner of a reduction.
    Reduction,
    /// Iterations depend on each other.
    Sequential,
}

/// How an element is touched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum AccessKind {
    /// Reads, or may read.
    Read,
    /// Surely writes.
    MustWrite,
    /// Perhaps writes.
    MayWrite,
}

impl AccessKind {
    /// Either kind of write.
    pub fn is_write(self) -> bool {
        self != AccessKind::Read
    }
}

/// One access of a statement.
#[derive(Clone, Debug)]
pub struct Access {
    /// How.
    pub kind: AccessKind,
    /// Index into [`Scop::arrays`].
    pub array: ArrayId,
    /// `{ S[i] -> A[x] }`, not cut to the domain.
    pub relation: Map,
    /// The load, store or operand.
    pub span: Span,
}

/// A statement: all its instances do the same.
#[derive(Clone, Debug)]
pub struct Stmt {
    /// Unique name, as in the tuples of sets: `S0`.
    pub name: String,
    /// Names of the tuple's dimensions: those of [`Stmt::loops`], but the dimensions of a structured
    /// op are `d0`, `d1`, ... (or the names in its maps) in each, while its loops have names of their own (`d0_1`).
    pub dims: Vec<String>,
    /// The loops around it, outermost first; as many as dimensions. Indices into [`Scop::loops`].
    pub loops: Vec<LoopId>,
    /// `{ S[i] : .. }`
    pub domain: Set,
    /// Accesses; the reads come first.
    pub accesses: TiVec<AccessId, Access>,
    /// Its domain and accesses are upper bounds: an instance may not run, or touch less.
    pub may: bool,
    /// What it computes; `None` for a model that came without.
    pub payload: Option<Payload>,
    /// The accumulation it does: `A[x] = A[x] op e`.
    pub reduction: Option<Reduction>,
    /// The store or the structured op.
    pub op: Option<OpId>,
    /// Where it is written.
    pub span: Span,
}

/// `accesses[write] = accesses[read] combiner e combiner f ..`, or `accesses[read]` where a condition says so; nothing but
/// the accumulation uses `accesses[read]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reduction {
    /// Associative and commutative, up to rounding.
    pub combiner: Combiner,
    /// Access that reads the accumulator.
    pub read: AccessId,
    /// Access that writes it.
    pub write: AccessId,
    /// The update is one as a whole: iterations that run at the same time may both do it to one element. Its payload
    /// does not say so, so it has none.
    pub atomic: bool,
}

/// Associative and commutative operations, up to rounding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Combiner {
    /// `addf`, `addi`; `subf` and `subi` of the accumulator add the negated value
    Add,
    /// `mulf`, `muli`
    Mul,
    /// `maximumf`
    MaximumF,
    /// `minimumf`
    MinimumF,
    /// `maxnumf`
    MaxNumF,
    /// `minnumf`
    MinNumF,
    /// `maxsi`
    MaxSI,
    /// `minsi`
    MinSI,
    /// `maxui`
    MaxUI,
    /// `minui`
    MinUI,
    /// `andi`
    And,
    /// `ori`
    Or,
    /// `xori`
    Xor,
    /// The greater by `cmpf` and `select`: it keeps itself where it is compared with what is no number.
    GreaterF,
    /// The less by `cmpf` and `select`, as [`Combiner::GreaterF`].
    LessF,
}

/// What an instance computes: a directed acyclic graph of operations over what it reads.
#[derive(Clone, Debug, Default)]
pub struct Payload {
    /// Operands are before their users.
    pub nodes: Vec<PayloadNode>,
    /// `accesses[.0]` receives `nodes[.1]`; all reads happen before the first write.
    pub stores: Vec<(AccessId, usize)>,
}

/// One value of a payload.
#[derive(Clone, Debug)]
pub struct PayloadNode {
    /// What it is.
    pub kind: PayloadKind,
    /// Its type.
    pub ty: Type,
    /// Where it is written.
    pub span: Span,
}

/// Kinds of payload values.
#[derive(Clone, Debug)]
pub enum PayloadKind {
    /// A literal; the attribute carries the type.
    Const(Attr),
    /// The element that `accesses[.0]` reads.
    Read(AccessId),
    /// An integer that depends on the instance: `{ S[i] -> [(e)] }`.
    Index(PwAff),
    /// A scalar argument of the function.
    Scalar(ValueId),
    /// A pure operation.
    Op {
        /// Full name: `arith.addf`.
        name: String,
        /// Its inherent attributes.
        properties: Attrs,
        /// Indices into [`Payload::nodes`].
        operands: Vec<usize>,
    },
}

/// A transformed program and where its instances come from.
#[derive(Clone, Debug)]
pub struct Rewrite {
    /// The new program.
    pub scop: Scop,
    /// `{ new instance -> old instance }` it computes; total on the new domain.
    pub instances: UnionMap,
}

impl Scop {
    /// Whether domains are upper bounds as a loop does not take all values in them ([`Loop::strip`]).
    pub fn has_strips(&self) -> bool {
        self.loops.iter().any(|one| one.strip.is_some())
    }

    /// Union of all statement domains.
    pub fn domain(&self) -> Result<UnionSet> {
        let mut all = UnionSet::empty(self.context.space()?)?;
        for stmt in &self.stmts {
            all = all.union(UnionSet::from_set(stmt.domain.clone())?)?;
        }
        Ok(all)
    }

    /// The access relation cut to the statement's domain: `{ S[i] -> A[x] : i in domain }`.
    pub fn access(&self, stmt: StmtId, access: AccessId) -> Result<Map> {
        let stmt = &self.stmts[stmt];
        stmt.accesses[access]
            .relation
            .clone()
            .intersect_domain(stmt.domain.clone())
    }

    /// All accesses of the kinds that `of_kind` picks, to `array` or, without one, to any array.
    pub fn accesses(&self, array: Option<ArrayId>, of_kind: impl Fn(AccessKind) -> bool) -> Result<UnionMap> {
        let mut all = UnionMap::empty(self.context.space()?)?;
        for (s, stmt) in self.stmts.iter_enumerated() {
            for (a, access) in stmt.accesses.iter_enumerated() {
                if array.is_none_or(|array| array == access.array) && of_kind(access.kind) {
                    all = all.union(UnionMap::from_map(self.access(s, a)?)?)?;
                }
            }
        }
        Ok(all)
    }

    /// The statements that only stand for an obligation on data ([`Condition::Data`]).
    pub fn obligation_stmts(&self) -> HashSet<StmtId> {
        let stands = |obligation: &Obligation| match obligation.condition {
            Condition::Data(stmt) => Some(stmt),
            Condition::Within { .. } | Condition::Never(_) => None,
        };
        self.obligations.iter().filter_map(stands).collect()
    }

    /// The statement called `name`.
    pub fn stmt_named(&self, name: &str) -> Option<StmtId> {
        self.stmts.position(|stmt| stmt.name == name)
    }

    /// The array called `name`.
    pub fn array_named(&self, name: &str) -> Option<ArrayId> {
        self.arrays.position(|array| array.name == name)
    }

    /// `{ S[i] -> S[i] }` on all instances: the instance map of a rewrite that only reorders.
    pub fn identity_instances(&self) -> Result<UnionMap> {
        self.domain()?.identity()
    }
}

impl Combiner {
    /// The combiner of a payload operation; subtraction counts as [`Combiner::Add`] where the
    /// accumulator is its first operand.
    pub fn of(op: &str) -> Option<Combiner> {
        Some(match op {
            "arith.addf" | "arith.addi" | "arith.subf" | "arith.subi" => Combiner::Add,
            "arith.mulf" | "arith.muli" => Combiner::Mul,
            "arith.maximumf" => Combiner::MaximumF,
            "arith.minimumf" => Combiner::MinimumF,
            "arith.maxnumf" => Combiner::MaxNumF,
            "arith.minnumf" => Combiner::MinNumF,
            "arith.maxsi" => Combiner::MaxSI,
            "arith.minsi" => Combiner::MinSI,
            "arith.maxui" => Combiner::MaxUI,
            "arith.minui" => Combiner::MinUI,
            "arith.andi" => Combiner::And,
            "arith.ori" => Combiner::Or,
            "arith.xori" => Combiner::Xor,
            _ => return None,
        })
    }
}

impl Demand {
    /// What happens where it is not met: `may leave the bounds of its array`.
    pub fn broken(self) -> &'static str {
        match self {
            Demand::Bounds => "may leave its bounds",
            Demand::Size => "may have a negative size",
            Demand::Step => "may have a step that is not positive",
            Demand::Shape => "may have shapes that do not fit",
            Demand::Overlap => "may overwrite what it copies",
            Demand::Divisor => "may divide by zero",
            Demand::Quotient => "may overflow",
            Demand::Shift => "may shift too far",
            Demand::Conversion => "may have no value in its type",
            Demand::Promise => "may break what its flags promise",
            Demand::Assertion => "may not hold",
        }
    }

    /// The name of the operation that stands for the condition in a payload. Its operands are the values that the
    /// condition is about.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Demand::Bounds => "obligation.bounds",
            Demand::Size => "obligation.size",
            Demand::Step => "obligation.step",
            Demand::Shape => "obligation.shape",
            Demand::Overlap => "obligation.overlap",
            Demand::Divisor => "obligation.divisor",
            Demand::Quotient => "obligation.quotient",
            Demand::Shift => "obligation.shift",
            Demand::Conversion => "obligation.conversion",
            Demand::Promise => "obligation.promise",
            Demand::Assertion => "obligation.assertion",
        }
    }
}

impl IteratorType {
    /// `parallel`, `reduction`, `sequential`.
    pub fn name(self) -> &'static str {
        match self {
            IteratorType::Parallel => "parallel",
            IteratorType::Reduction => "reduction",
            IteratorType::Sequential => "sequential",
        }
    }
}
