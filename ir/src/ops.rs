//! What an operation is. Everything that the name of an operation decides is decided here, once: [`OpInfo`] says how the
//! operation is written, what it does to memory, when it is undefined, and what its operands are for. The entries are one
//! line each in `dialect`; an operation without an entry has [`OpInfo::UNKNOWN`], which may do anything. Questions that
//! also depend on operands, attributes and regions ([`Module::effects`], [`Module::undefined`]) are answered from the
//! entries. The interpreter decodes operations on its own; `interp/tests/complete.rs` compares the two.

use crate::dialect::{self, Syntax};
use crate::{Attr, Module, Op, OpId, ValueId};
use std::borrow::Borrow;
use std::fmt;
use std::ops::{BitOr, Deref};
use std::sync::Arc;

/// The entry of one operation.
pub struct OpInfo {
    pub(crate) name: &'static str,
    pub(crate) syntax: Syntax,
    /// Attributes that are properties although the text has them in the dictionary.
    pub(crate) inherent: Vec<&'static str>,
    /// Properties that MLIR adds where the text leaves them out.
    pub(crate) defaults: Vec<(&'static str, Attr)>,
    /// What it does whatever its operands are; `None` if nobody has said.
    pub(crate) effects: Option<Effects>,
    pub(crate) reads: SomeOperands,
    pub(crate) writes: SomeOperands,
    pub(crate) frees: SomeOperands,
    pub(crate) traits: u16,
    pub(crate) repeats: Option<Repeats>,
    pub(crate) shows: Option<Shows>,
    pub(crate) element: Option<ElementOperands>,
    pub(crate) undefined: Vec<Undefined>,
}

/// What running an operation does besides giving results.
///
/// Memory is what memrefs show. A tensor is a value, so reading one is no effect.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Effects(u8);

impl Effects {
    /// Nothing.
    pub const NONE: Effects = Effects(0);
    /// The results depend on what memory holds.
    pub const READS: Effects = Effects(1);
    /// Memory holds something else afterwards.
    pub const WRITES: Effects = Effects(2);
    /// A result is a buffer that did not exist before.
    pub const ALLOCATES: Effects = Effects(4);
    /// A buffer does not exist afterwards.
    pub const FREES: Effects = Effects(8);
    /// The world notices: a call, a message, an abort.
    pub const EVENT: Effects = Effects(16);
    /// Nothing is known, so all of them.
    pub const UNKNOWN: Effects = Effects(31);

    /// Whether all of `other` are among these.
    pub fn contains(self, other: Effects) -> bool {
        self.0 & other.0 == other.0
    }

    /// Whether any of `other` is among these.
    pub fn intersects(self, other: Effects) -> bool {
        self.0 & other.0 != 0
    }
}

impl BitOr for Effects {
    type Output = Effects;
    fn bitor(self, other: Effects) -> Effects {
        Effects(self.0 | other.0)
    }
}

impl fmt::Debug for Effects {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Effects::NONE {
            return f.write_str("none");
        }
        let words = [
            (Effects::READS, "reads"),
            (Effects::WRITES, "writes"),
            (Effects::ALLOCATES, "allocates"),
            (Effects::FREES, "frees"),
            (Effects::EVENT, "event"),
        ];
        let found: Vec<&str> = words
            .iter()
            .filter(|(one, _)| self.contains(*one))
            .map(|(_, word)| *word)
            .collect();
        f.write_str(&found.join(" "))
    }
}

/// Some of the operands of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SomeOperands {
    /// None of them.
    None,
    /// Number `n`.
    At(usize),
    /// Those a structured operation writes.
    Outputs,
    /// The last one.
    Last,
    /// All.
    All,
}

/// How the regions of an operation run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repeats {
    /// As often as bounds say, in order.
    Counted,
    /// As often as bounds say, in any order.
    Parallel,
    /// As long as a condition holds, perhaps for ever.
    Uncounted,
}

/// Which operands' memory the results of a view show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shows {
    /// All results show that of operand `n`.
    Operand(usize),
    /// Result `n` shows that of operand `n`.
    Each,
    /// The result shows that of one of the operands from `n` on.
    OneOf(usize),
}

/// The operands of an operation that touches elements of an array by subscript.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ElementOperands {
    /// The memref or tensor.
    pub array: usize,
    /// What is stored.
    pub value: SomeOperands,
    /// The first subscript, or with [`ElementOperands::by_map`] the first operand of the map.
    pub subscripts: usize,
    /// The subscripts are what the affine map in property `map` makes of operands.
    pub by_map: bool,
}

/// MLIR's own dialects.
const DIALECTS: [&str; 45] = [
    "acc",
    "affine",
    "amdgpu",
    "amx",
    "arith",
    "arm_neon",
    "arm_sme",
    "arm_sve",
    "async",
    "bufferization",
    "builtin",
    "cf",
    "complex",
    "emitc",
    "gpu",
    "index",
    "linalg",
    "llvm",
    "math",
    "memref",
    "ml_program",
    "mpi",
    "nvgpu",
    "nvvm",
    "omp",
    "pdl",
    "ptr",
    "quant",
    "rocdl",
    "scf",
    "shape",
    "shard",
    "smt",
    "sparse_tensor",
    "spirv",
    "tensor",
    "tosa",
    "transform",
    "ub",
    "vcix",
    "vector",
    "wasmssa",
    "x86vector",
    "xegpu",
    "xevm",
];

/// Whether a dialect is one of MLIR's own. What operations of it do that have no meaning here, MLIR knows: it may leave out
/// a barrier between two reads, or a store that another one follows.
pub fn is_of_mlir(dialect: &str) -> bool {
    DIALECTS.contains(&dialect)
}

/// A way for one run of an operation to be undefined, its operands given.
///
/// Undefined is what the interpreter stops at. Poison is not listed: every operation that computes with poison is
/// undefined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Undefined {
    /// A subscript, or an element of a slice or window, is outside of its array.
    OutOfBounds,
    /// An element is read that nothing has written.
    Uninitialised,
    /// The memory it touches has been freed.
    UseAfterFree,
    /// What it frees is no whole allocation, or has been freed.
    BadFree,
    /// It writes to a constant global.
    WriteToConstant,
    /// The number of a dimension is not below the rank.
    NoSuchDim,
    /// Division by zero, or a negative power of zero.
    DivisorZero,
    /// The smallest integer divided by -1.
    DivisionOverflow,
    /// `floordiv`, `ceildiv` or `mod` of an affine expression by a number that is not positive.
    NonPositiveDivisor,
    /// An affine expression, a linear index or an extent leaves 64 bits.
    IndexOverflow,
    /// A shift by as many bits as the type has, or more.
    ShiftTooFar,
    /// A float whose integer part does not fit the integer type.
    ConversionOutOfRange,
    /// An extent is negative.
    NegativeSize,
    /// Extents that contradict each other, a type or an indexing map.
    ShapeContract,
    /// The step of a loop is not positive.
    BadStep,
    /// Two iterations, or two elements of a copy, come in any order, touch one element, and one of them writes.
    DataRace,
    /// It runs for ever.
    Endless,
    /// The condition does not hold.
    Assertion,
    /// It is reached.
    Unreachable,
    /// What an attribute promises is not so.
    Broken(FlagPromise),
}

/// What attributes can promise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FlagPromise {
    /// `overflow<nsw>`: the result as a signed number fits.
    NoSignedWrap,
    /// `overflow<nuw>`: the result as an unsigned number fits.
    NoUnsignedWrap,
    /// `exact`: no remainder, no bits shifted out.
    Exact,
    /// `nneg`: the operand is not negative.
    NonNegative,
    /// `fastmath<nnan>`: no operand or result is a NaN.
    NoNans,
    /// `fastmath<ninf>`: no operand or result is infinite.
    NoInfinities,
    /// `disjoint`: every index is within its basis.
    Disjoint,
    /// `in_bounds`: the vector is within the array in these dimensions.
    InBounds,
    /// The address is a multiple of `alignment`.
    Aligned,
    /// No two operands share memory.
    Distinct,
    /// `unique`: no two coordinates are the same.
    Unique,
}

const RECURSIVE: u16 = 1;
const TERMINATOR: u16 = 2;
const ISOLATED: u16 = 4;
const FUNCTION: u16 = 8;
const SYMBOL: u16 = 16;
const SYMBOL_TABLE: u16 = 32;
const CONSTANT: u16 = 64;
const ELEMENTWISE: u16 = 128;
const STRUCTURED: u16 = 256;
const SHAPE: u16 = 512;
const AFFINE_SCOPE: u16 = 1024;
const RETURN: u16 = 2048;
const CALL: u16 = 4096;
const MANY_THREADS: u16 = 8192;

/// Questions.
impl OpInfo {
    /// An operation that nobody knows: it may do anything, and so may its regions.
    pub const UNKNOWN: OpInfo = OpInfo {
        name: "",
        syntax: Syntax::Generic,
        inherent: Vec::new(),
        defaults: Vec::new(),
        effects: None,
        reads: SomeOperands::None,
        writes: SomeOperands::None,
        frees: SomeOperands::None,
        traits: 0,
        repeats: None,
        shows: None,
        element: None,
        undefined: Vec::new(),
    };

    /// The name; empty for an unknown operation.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// The table has an entry.
    pub fn is_known(&self) -> bool {
        !self.name.is_empty()
    }

    /// It can be read and written in a form of its own, or only in the generic one.
    pub fn has_custom_form(&self) -> bool {
        !matches!(self.syntax, Syntax::Generic)
    }

    /// What it may do, whatever the types of its operands are, its regions left out; see [`Module::effects`].
    pub fn effects(&self) -> Effects {
        let Some(mut found) = self.effects else {
            return Effects::UNKNOWN;
        };
        for (operands, effect) in self.touched() {
            if operands != SomeOperands::None {
                found = found | effect;
            }
        }
        found
    }

    fn touched(&self) -> [(SomeOperands, Effects); 3] {
        [
            (self.reads, Effects::READS),
            (self.writes, Effects::WRITES),
            (self.frees, Effects::FREES),
        ]
    }

    /// Someone has said what it does.
    pub fn states_effects(&self) -> bool {
        self.effects.is_some()
    }

    /// No effects on any operands, and no regions that could have some: a function of its operands and attributes.
    pub fn is_pure(&self) -> bool {
        self.effects() == Effects::NONE && !self.is_recursive()
    }

    /// Pure and always defined, whatever the attributes are: it may run where it did not run before.
    pub fn is_speculatable(&self) -> bool {
        self.is_pure() && self.undefined.is_empty()
    }

    /// Which memrefs among the operands it reads.
    pub fn reads(&self) -> SomeOperands {
        self.reads
    }

    /// Which memrefs among the operands it writes.
    pub fn writes(&self) -> SomeOperands {
        self.writes
    }

    /// Which memrefs among the operands it frees.
    pub fn frees(&self) -> SomeOperands {
        self.frees
    }

    /// A result is a new buffer.
    pub fn allocates(&self) -> bool {
        self.effects.is_some_and(|effects| effects.contains(Effects::ALLOCATES))
    }

    /// Its effects are those of its regions too.
    pub fn is_recursive(&self) -> bool {
        self.traits & RECURSIVE != 0
    }

    /// It ends a block.
    pub fn is_terminator(&self) -> bool {
        self.traits & TERMINATOR != 0
    }

    /// Its regions do not see values from outside.
    pub fn is_isolated(&self) -> bool {
        self.traits & ISOLATED != 0
    }

    /// Values at the top level of its regions are valid dimensions and symbols of affine maps.
    pub fn is_affine_scope(&self) -> bool {
        self.traits & AFFINE_SCOPE != 0
    }

    /// A function that is analysed: a symbol with a body that is called, of operations in their order.
    pub fn is_function(&self) -> bool {
        self.traits & FUNCTION != 0
    }

    /// A function that many threads may run at once: what one of them computes alone says little.
    pub fn is_run_by_many_threads(&self) -> bool {
        self.traits & MANY_THREADS != 0
    }

    /// Ends a function with its results.
    pub fn is_return(&self) -> bool {
        self.traits & RETURN != 0
    }

    /// Calls the function that attribute `callee` names with its operands.
    pub fn is_call(&self) -> bool {
        self.traits & CALL != 0
    }

    /// It has a name that others refer to.
    pub fn is_symbol(&self) -> bool {
        self.traits & SYMBOL != 0
    }

    /// The symbols in it are found by name.
    pub fn is_symbol_table(&self) -> bool {
        self.traits & SYMBOL_TABLE != 0
    }

    /// Its result is written in an attribute.
    pub fn is_constant(&self) -> bool {
        self.traits & CONSTANT != 0
    }

    /// On vectors and tensors it works element by element.
    pub fn is_elementwise(&self) -> bool {
        self.traits & ELEMENTWISE != 0
    }

    /// Loops around a payload, with indexing maps and iterator types: see [`linalg::structured`](crate::linalg::structured).
    pub fn is_structured(&self) -> bool {
        self.traits & STRUCTURED != 0
    }

    /// It gives an extent, the rank or the layout of an array, whatever its elements are.
    pub fn asks_shape(&self) -> bool {
        self.traits & SHAPE != 0
    }

    /// A loop.
    pub fn is_loop(&self) -> bool {
        self.repeats.is_some()
    }

    /// How its regions repeat.
    pub fn repeats(&self) -> Option<Repeats> {
        self.repeats
    }

    /// Whose memory the results show, if it is a view.
    pub fn shows(&self) -> Option<Shows> {
        self.shows
    }

    /// The operands of an access by subscript. [`OpInfo::effects`] says whether it loads or stores.
    pub fn element(&self) -> Option<ElementOperands> {
        self.element
    }

    /// How it may be undefined, with any attributes; see [`Module::undefined`].
    pub fn undefined(&self) -> &[Undefined] {
        &self.undefined
    }
}

/// How the entries of `dialect` are made.
impl OpInfo {
    fn state(mut self, effects: Effects) -> OpInfo {
        self.effects = Some(self.effects.unwrap_or(Effects::NONE) | effects);
        self
    }

    fn trait_(mut self, one: u16) -> OpInfo {
        self.traits |= one;
        self
    }

    /// No effects but those of operands that are stated otherwise.
    pub(crate) fn pure(self) -> OpInfo {
        self.state(Effects::NONE)
    }

    /// May do anything, and somebody thought about it.
    pub(crate) fn unknown(self) -> OpInfo {
        self.state(Effects::UNKNOWN)
    }

    pub(crate) fn event(self) -> OpInfo {
        self.state(Effects::EVENT)
    }

    pub(crate) fn allocating(self) -> OpInfo {
        self.state(Effects::ALLOCATES)
    }

    pub(crate) fn reading(mut self, operands: SomeOperands) -> OpInfo {
        self.reads = operands;
        self.pure().or_undefined(&[Undefined::UseAfterFree])
    }

    pub(crate) fn writing(mut self, operands: SomeOperands) -> OpInfo {
        self.writes = operands;
        self.pure()
            .or_undefined(&[Undefined::UseAfterFree, Undefined::WriteToConstant])
    }

    pub(crate) fn freeing(mut self, operand: usize) -> OpInfo {
        self.frees = SomeOperands::At(operand);
        self.pure().or_undefined(&[Undefined::BadFree])
    }

    /// Writes something that is not among its operands.
    pub(crate) fn writing_elsewhere(self) -> OpInfo {
        self.state(Effects::WRITES)
    }

    /// Reads one or more elements of operand `array`, whose subscripts follow it.
    pub(crate) fn loading(self, array: usize) -> OpInfo {
        self.accessing(array, SomeOperands::None)
            .reading(SomeOperands::At(array))
            .or_undefined(&[Undefined::OutOfBounds, Undefined::Uninitialised])
    }

    /// Writes operand `value` to one or more elements of operand `array`, whose subscripts follow it.
    pub(crate) fn storing(self, value: usize, array: usize) -> OpInfo {
        self.accessing(array, SomeOperands::At(value))
            .writing(SomeOperands::At(array))
            .or_undefined(&[Undefined::OutOfBounds])
    }

    /// Writes the last operand to elements of operand `array`, whose subscripts follow it.
    pub(crate) fn storing_last(self, array: usize) -> OpInfo {
        self.accessing(array, SomeOperands::Last)
            .writing(SomeOperands::At(array))
            .or_undefined(&[Undefined::OutOfBounds])
    }

    fn accessing(mut self, array: usize, value: SomeOperands) -> OpInfo {
        let subscripts = array + 1;
        self.element = Some(ElementOperands {
            array,
            value,
            subscripts,
            by_map: false,
        });
        self
    }

    /// The subscripts are results of property `map`.
    pub(crate) fn by_map(mut self) -> OpInfo {
        if let Some(element) = &mut self.element {
            element.by_map = true;
        }
        self
    }

    /// A view of operand 0.
    pub(crate) fn view(self) -> OpInfo {
        self.showing(Shows::Operand(0))
    }

    pub(crate) fn showing(mut self, shows: Shows) -> OpInfo {
        self.shows = Some(shows);
        self.pure()
    }

    /// Its effects are those of its regions.
    pub(crate) fn recursive(self) -> OpInfo {
        self.trait_(RECURSIVE).pure()
    }

    pub(crate) fn repeating(mut self, how: Repeats) -> OpInfo {
        self.repeats = Some(how);
        let undefined: &[Undefined] = match how {
            Repeats::Counted => &[],
            Repeats::Parallel => &[Undefined::DataRace],
            Repeats::Uncounted => &[Undefined::Endless],
        };
        self.recursive().or_undefined(undefined)
    }

    /// A structured operation: reads its operands, writes its outputs.
    pub(crate) fn structured(self) -> OpInfo {
        let all = [
            Undefined::ShapeContract,
            Undefined::OutOfBounds,
            Undefined::Uninitialised,
            Undefined::IndexOverflow,
            Undefined::DataRace,
        ];
        self.trait_(STRUCTURED)
            .recursive()
            .reading(SomeOperands::All)
            .writing(SomeOperands::Outputs)
            .or_undefined(&all)
    }

    pub(crate) fn terminator(self) -> OpInfo {
        self.trait_(TERMINATOR).pure()
    }

    pub(crate) fn function(self) -> OpInfo {
        self.trait_(FUNCTION | SYMBOL | ISOLATED)
    }

    pub(crate) fn by_many_threads(self) -> OpInfo {
        self.trait_(MANY_THREADS)
    }

    pub(crate) fn returning(self) -> OpInfo {
        self.trait_(RETURN).terminator()
    }

    pub(crate) fn calling(self) -> OpInfo {
        self.trait_(CALL).unknown()
    }

    pub(crate) fn affine_scope(self) -> OpInfo {
        self.trait_(AFFINE_SCOPE)
    }

    pub(crate) fn symbol(self) -> OpInfo {
        self.trait_(SYMBOL)
    }

    pub(crate) fn symbol_table(self) -> OpInfo {
        self.trait_(SYMBOL_TABLE | ISOLATED)
    }

    pub(crate) fn constant(self) -> OpInfo {
        self.trait_(CONSTANT).pure()
    }

    pub(crate) fn elementwise(self) -> OpInfo {
        self.trait_(ELEMENTWISE).pure()
    }

    pub(crate) fn asking_shape(self) -> OpInfo {
        self.trait_(SHAPE).pure()
    }

    /// Adds ways to be undefined.
    pub(crate) fn or_undefined(mut self, ways: &[Undefined]) -> OpInfo {
        self.undefined.extend(ways);
        self.undefined.sort();
        self.undefined.dedup();
        self
    }

    /// Adds promises its attributes can make.
    pub(crate) fn promising(self, promises: &[FlagPromise]) -> OpInfo {
        let ways: Vec<Undefined> = promises.iter().map(|one| Undefined::Broken(*one)).collect();
        self.or_undefined(&ways)
    }
}

impl fmt::Debug for OpInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({:?}; {:?})", self.name, self.effects(), self.undefined)
    }
}

/// All entries of the table, by name.
pub fn operations() -> impl Iterator<Item = &'static OpInfo> {
    dialect::all()
}

/// The entry of the operation called `name`; [`OpInfo::UNKNOWN`] if there is none.
pub fn info(name: &str) -> &'static OpInfo {
    static UNKNOWN: OpInfo = OpInfo::UNKNOWN;
    dialect::entry(name).unwrap_or(&UNKNOWN)
}

/// The name of an operation, with its entry at hand.
#[derive(Clone)]
pub struct OpName(NameKind);

#[derive(Clone)]
enum NameKind {
    Known(&'static OpInfo),
    Other(Arc<str>),
}

impl OpName {
    /// The name with its dialect: `affine.for`.
    pub fn as_str(&self) -> &str {
        match &self.0 {
            NameKind::Known(info) => info.name,
            NameKind::Other(name) => name,
        }
    }

    /// What is known of the operation.
    pub fn info(&self) -> &'static OpInfo {
        match &self.0 {
            NameKind::Known(info) => info,
            NameKind::Other(_) => info(""),
        }
    }
}

impl From<&str> for OpName {
    fn from(name: &str) -> OpName {
        OpName(match dialect::entry(name) {
            Some(info) => NameKind::Known(info),
            None => NameKind::Other(name.into()),
        })
    }
}

impl From<String> for OpName {
    fn from(name: String) -> OpName {
        OpName::from(name.as_str())
    }
}

impl From<&&str> for OpName {
    fn from(name: &&str) -> OpName {
        OpName::from(*name)
    }
}

impl From<&String> for OpName {
    fn from(name: &String) -> OpName {
        OpName::from(name.as_str())
    }
}

impl From<&OpName> for OpName {
    fn from(name: &OpName) -> OpName {
        name.clone()
    }
}

impl From<OpName> for String {
    fn from(name: OpName) -> String {
        name.as_str().to_owned()
    }
}

impl Deref for OpName {
    type Target = str;
    fn deref(&self) -> &str {
        self.as_str()
    }
}

impl PartialEq for OpName {
    fn eq(&self, other: &OpName) -> bool {
        match (&self.0, &other.0) {
            (NameKind::Known(one), NameKind::Known(other)) => std::ptr::eq(*one, *other),
            _ => self.as_str() == other.as_str(),
        }
    }
}

impl Eq for OpName {}

impl PartialEq<str> for OpName {
    fn eq(&self, other: &str) -> bool {
        self.as_str() == other
    }
}

impl PartialEq<&str> for OpName {
    fn eq(&self, other: &&str) -> bool {
        self.as_str() == *other
    }
}

impl PartialEq<String> for OpName {
    fn eq(&self, other: &String) -> bool {
        self.as_str() == other
    }
}

impl PartialOrd for OpName {
    fn partial_cmp(&self, other: &OpName) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for OpName {
    fn cmp(&self, other: &OpName) -> std::cmp::Ordering {
        self.as_str().cmp(other.as_str())
    }
}

impl PartialEq<OpName> for String {
    fn eq(&self, other: &OpName) -> bool {
        self == other.as_str()
    }
}

impl PartialEq<OpName> for str {
    fn eq(&self, other: &OpName) -> bool {
        self == other.as_str()
    }
}

impl PartialEq<OpName> for &str {
    fn eq(&self, other: &OpName) -> bool {
        *self == other.as_str()
    }
}

impl Borrow<str> for OpName {
    fn borrow(&self) -> &str {
        self.as_str()
    }
}

impl std::hash::Hash for OpName {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.as_str().hash(state);
    }
}

impl fmt::Display for OpName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_str().fmt(f)
    }
}

impl fmt::Debug for OpName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_str().fmt(f)
    }
}

impl Op {
    /// What is known of operations with this name.
    pub fn info(&self) -> &'static OpInfo {
        self.name.info()
    }

    /// What an access by subscript stores.
    pub fn stored(&self) -> Option<ValueId> {
        let at = match self.info().element?.value {
            SomeOperands::At(n) => n,
            SomeOperands::Last => self.operands.len().checked_sub(1)?,
            _ => return None,
        };
        Some(self.operands.get(at)?.value)
    }
}

/// What one operation does and when it is undefined, operands, attributes and regions taken into account.
impl Module {
    /// What `op` and everything in it may do.
    pub fn effects(&self, op: OpId) -> Effects {
        let (own, info) = (self.own_effects(op), self.op(op).info());
        if !info.is_recursive() {
            return own;
        }
        let regions = self.op(op).regions.iter();
        let blocks = regions.flat_map(|region| &self.region(*region).blocks);
        let inner = blocks.flat_map(|block| &self.block(*block).ops);
        inner.fold(own, |effects, inner| effects | self.effects(*inner))
    }

    /// What `op` itself may do, what is in its regions left out.
    pub fn own_effects(&self, op: OpId) -> Effects {
        let info = self.op(op).info();
        let Some(mut found) = info.effects else {
            return Effects::UNKNOWN;
        };
        for (operands, effect) in info.touched() {
            if self.memrefs(op, operands).next().is_some() {
                found = found | effect;
            }
        }
        found
    }

    /// The memrefs among some operands of `op`: their numbers.
    pub fn memrefs(&self, op: OpId, operands: SomeOperands) -> impl Iterator<Item = usize> {
        let count = self.op(op).operands.len();
        let range = match operands {
            SomeOperands::None => 0..0,
            SomeOperands::At(n) => n..count.min(n + 1),
            SomeOperands::Last => count.saturating_sub(1)..count,
            SomeOperands::All => 0..count,
            SomeOperands::Outputs => crate::linalg::input_count(self, op).unwrap_or(0)..count,
        };
        range.filter(move |n| self.ty(self.op(op).operands[*n].value).is_memref())
    }

    /// Whether all that `op` does with the memory that memref `value` shows is to read it, or to ask for its shape. It
    /// makes no view of it, and hands it to nobody.
    pub fn only_reads(&self, op: OpId, value: ValueId) -> bool {
        let data = self.op(op);
        let info = data.info();
        let among = |operands| self.memrefs(op, operands).any(|n| data.operands[n].value == value);
        info.shows().is_none()
            && (info.asks_shape() || among(info.reads()))
            && !among(info.writes())
            && !among(info.frees())
    }

    /// A function of its operands and attributes: no effects, not even reading memory. So it may be left out if nobody
    /// uses it, or run again.
    pub fn is_pure(&self, op: OpId) -> bool {
        self.effects(op) == Effects::NONE
    }

    /// Leaving `op` out loses nothing but its results: it only reads, or allocates what nobody then sees, and it ends.
    pub fn is_removable(&self, op: OpId) -> bool {
        let harmless = Effects::READS | Effects::ALLOCATES;
        let mut ends = !self.op(op).info().is_terminator() && harmless.contains(self.effects(op));
        self.walk(op, &mut |_, inner| {
            ends &= inner.info().repeats != Some(Repeats::Uncounted)
        });
        ends
    }

    /// The ways `op` itself may be undefined, given its operands and attributes: promises are those it makes, and only
    /// what is in memory can have been freed.
    pub fn undefined(&self, op: OpId) -> impl Iterator<Item = Undefined> {
        let in_memory = self.memrefs(op, SomeOperands::All).next().is_some();
        let op = self.op(op);
        let ways = op.info().undefined.iter().copied();
        ways.filter(move |way| match way {
            Undefined::Broken(promise) => op.promises(*promise),
            Undefined::UseAfterFree | Undefined::BadFree | Undefined::WriteToConstant => in_memory,
            _ => true,
        })
    }
}

impl Op {
    /// Whether its attributes promise this.
    pub fn promises(&self, promise: FlagPromise) -> bool {
        let word = |name: &str, words: &[&str]| match self.attr(name) {
            Some(Attr::Opaque(text)) => text
                .split(|c: char| !c.is_ascii_alphanumeric())
                .any(|word| words.contains(&word)),
            _ => false,
        };
        let stated = self.info().undefined.contains(&Undefined::Broken(promise));
        stated
            && match promise {
                FlagPromise::NoSignedWrap => word("overflowFlags", &["nsw"]),
                FlagPromise::NoUnsignedWrap => word("overflowFlags", &["nuw"]),
                FlagPromise::Exact => self.is_set("isExact"),
                FlagPromise::NonNegative => self.is_set("nonNeg"),
                FlagPromise::NoNans => word("fastmath", &["nnan", "fast"]),
                FlagPromise::NoInfinities => word("fastmath", &["ninf", "fast"]),
                FlagPromise::Disjoint => self.is_set("disjoint"),
                FlagPromise::InBounds => match self.attr("in_bounds") {
                    Some(Attr::Array(items)) => items.contains(&Attr::Bool(true)),
                    _ => false,
                },
                FlagPromise::Aligned => self.attr("alignment").is_some(),
                FlagPromise::Distinct => true,
                FlagPromise::Unique => self.is_set("unique"),
            }
    }
}
