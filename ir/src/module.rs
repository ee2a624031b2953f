//! The program: operations with regions, in arenas addressed by small ids.
//!
//! A [`Module`] owns everything; ids are valid only in the module that made them. Operations that
//! are taken out of their block stay in the arena but are reachable from nowhere.

use crate::ops::OpName;
use crate::{Attr, Attrs, Span, Type};
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::sync::Arc;

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(pub u32);

        impl $name {
            /// Position in the arena.
            pub fn at(self) -> usize {
                self.0 as usize
            }
        }
    };
}

id!(
    /// An operation.
    OpId
);
id!(
    /// An SSA value: result of an operation or argument of a block.
    ValueId
);
id!(
    /// A block.
    BlockId
);
id!(
    /// A region.
    RegionId
);

/// A use of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Operand {
    /// What is used.
    pub value: ValueId,
    /// Where it is written.
    pub span: Span,
}

/// A branch target with the values passed to its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Successor {
    /// Target.
    pub block: BlockId,
    /// Arguments.
    pub args: Vec<Operand>,
}

/// An operation, known or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Op {
    /// Full name: `affine.for`.
    pub name: OpName,
    /// Operands in the order of the generic form.
    pub operands: Vec<Operand>,
    /// Results.
    pub results: Vec<ValueId>,
    /// Inherent attributes, the `<{..}>` of the generic form.
    pub properties: Attrs,
    /// Discardable attributes, the `{..}` of the generic form. Old files keep inherent ones here
    /// too: read with [`Op::attr`].
    pub attrs: Attrs,
    /// Regions.
    pub regions: Vec<RegionId>,
    /// Branch targets.
    pub successors: Vec<Successor>,
    /// The block it stands in; `None` for the top-level op and for detached ones.
    pub parent: Option<BlockId>,
    /// The whole operation.
    pub span: Span,
    /// Its name only.
    pub name_span: Span,
    /// `loc(..)` as written between the parentheses, if there was one.
    pub loc: Option<String>,
    /// The whole operation as written, aliases put in, if it is in a module and its dialect is not
    /// known here: what is between its brackets has not been read, and it uses and defines no value.
    pub opaque: Option<String>,
}

impl Op {
    /// The attribute called `name`, inherent or discardable.
    pub fn attr(&self, name: &str) -> Option<&Attr> {
        self.properties.get(name).or_else(|| self.attrs.get(name))
    }

    /// Whether the unit attribute `name` is there, also as `name = true`.
    pub fn is_set(&self, name: &str) -> bool {
        matches!(self.attr(name), Some(Attr::Unit | Attr::Bool(true)))
    }

    /// The dialect: the name up to the first dot.
    pub fn dialect(&self) -> &str {
        self.name.split('.').next().unwrap_or("")
    }

    /// The value of operand `n`.
    ///
    /// # Panics
    /// If there is no such operand; well-formed ops of known dialects have theirs.
    pub fn operand(&self, n: usize) -> ValueId {
        self.operands[n].value
    }

    /// Values of all operands.
    pub fn operand_values(&self) -> impl Iterator<Item = ValueId> + '_ {
        self.operands.iter().map(|operand| operand.value)
    }
}

/// Where a value comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Def {
    /// Result `index` of `op`.
    Result {
        /// The operation.
        op: OpId,
        /// Which of its results.
        index: usize,
    },
    /// Argument `index` of `block`.
    Arg {
        /// The block.
        block: BlockId,
        /// Which of its arguments.
        index: usize,
    },
}

/// An SSA value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Value {
    /// Its type.
    pub ty: Type,
    /// Where it comes from.
    pub def: Def,
    /// The name in the source without `%` (`A`, `0`, `res#1` for the second of a group), or a wish
    /// for printing; printing makes names unique.
    pub name: Option<String>,
    /// Where the name is written.
    pub span: Span,
}

/// A list of operations; the last may branch.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Block {
    /// Arguments.
    pub args: Vec<ValueId>,
    /// Operations in order.
    pub ops: Vec<OpId>,
    /// The region it stands in.
    pub parent: Option<RegionId>,
    /// Label without `^`, if it had one.
    pub label: Option<String>,
}

/// A list of blocks; the first is the entry.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Region {
    /// Blocks.
    pub blocks: Vec<BlockId>,
    /// The operation it belongs to.
    pub parent: Option<OpId>,
}

/// A whole program.
#[derive(Clone, Debug)]
pub struct Module {
    ops: Vec<Op>,
    values: Vec<Value>,
    blocks: Vec<Block>,
    regions: Vec<Region>,
    /// What the text calls the loops of structured operations, where it is not `d0, d1, ..`.
    loop_names: HashMap<OpId, Vec<String>>,
    /// The top-level `builtin.module`, explicit or implied.
    pub top: OpId,
    /// Text of `{-# .. #-}` at the end of the file, as written.
    ///
    /// It may be hundreds of megabytes, so modules that are made of this one share it.
    pub resources: Option<Arc<str>>,
}

impl Default for Module {
    fn default() -> Module {
        Module::new()
    }
}

impl Module {
    /// An empty module: a `builtin.module` with one empty block.
    pub fn new() -> Module {
        let mut module = Module {
            ops: Vec::new(),
            values: Vec::new(),
            blocks: Vec::new(),
            regions: Vec::new(),
            loop_names: HashMap::new(),
            top: OpId(0),
            resources: None,
        };
        let top = module.add_op(OpSpec::new("builtin.module"));
        let region = module.add_region(top);
        module.add_block(region, &[]);
        module.top = top;
        module
    }

    /// The block of the top-level module.
    pub fn body(&self) -> BlockId {
        self.region(self.op(self.top).regions[0]).blocks[0]
    }

    /// An operation.
    pub fn op(&self, id: OpId) -> &Op {
        &self.ops[id.at()]
    }

    /// An operation, to change.
    pub fn op_mut(&mut self, id: OpId) -> &mut Op {
        &mut self.ops[id.at()]
    }

    /// A value.
    pub fn value(&self, id: ValueId) -> &Value {
        &self.values[id.at()]
    }

    /// A value, to change.
    pub fn value_mut(&mut self, id: ValueId) -> &mut Value {
        &mut self.values[id.at()]
    }

    /// The type of a value.
    pub fn ty(&self, id: ValueId) -> &Type {
        &self.values[id.at()].ty
    }

    /// A block.
    pub fn block(&self, id: BlockId) -> &Block {
        &self.blocks[id.at()]
    }

    /// A block, to change.
    pub fn block_mut(&mut self, id: BlockId) -> &mut Block {
        &mut self.blocks[id.at()]
    }

    /// A region.
    pub fn region(&self, id: RegionId) -> &Region {
        &self.regions[id.at()]
    }

    /// A region, to change.
    pub fn region_mut(&mut self, id: RegionId) -> &mut Region {
        &mut self.regions[id.at()]
    }

    /// Number of values ever made; ids are below.
    pub fn value_count(&self) -> usize {
        self.values.len()
    }

    /// Number of operations ever made; ids are below.
    pub fn op_count(&self) -> usize {
        self.ops.len()
    }

    /// Makes an operation that stands nowhere yet.
    pub fn add_op(&mut self, spec: OpSpec) -> OpId {
        let id = OpId(self.ops.len() as u32);
        let mut results = Vec::with_capacity(spec.results.len());
        for (index, (ty, name, span)) in spec.results.into_iter().enumerate() {
            results.push(self.add_value(Value {
                ty,
                def: Def::Result { op: id, index },
                name,
                span,
            }));
        }
        self.ops.push(Op {
            name: spec.name,
            operands: spec.operands,
            results,
            properties: spec.properties,
            attrs: spec.attrs,
            regions: Vec::new(),
            successors: spec.successors,
            parent: None,
            span: spec.span,
            name_span: spec.name_span,
            loc: None,
            opaque: None,
        });
        id
    }

    /// Makes an operation at the end of `block`.
    pub fn push_op(&mut self, block: BlockId, spec: OpSpec) -> OpId {
        let id = self.add_op(spec);
        self.append(block, id);
        id
    }

    /// Puts a detached operation at the end of `block`.
    pub fn append(&mut self, block: BlockId, op: OpId) {
        self.ops[op.at()].parent = Some(block);
        self.blocks[block.at()].ops.push(op);
    }

    /// Adds a region to `op`.
    pub fn add_region(&mut self, op: OpId) -> RegionId {
        let id = RegionId(self.regions.len() as u32);
        self.regions.push(Region {
            blocks: Vec::new(),
            parent: Some(op),
        });
        self.ops[op.at()].regions.push(id);
        id
    }

    /// Adds a block with arguments of the given types to `region`.
    pub fn add_block(&mut self, region: RegionId, args: &[(Type, Option<&str>)]) -> BlockId {
        let id = BlockId(self.blocks.len() as u32);
        self.blocks.push(Block {
            parent: Some(region),
            ..Block::default()
        });
        self.regions[region.at()].blocks.push(id);
        for (ty, name) in args {
            self.add_block_arg(id, ty.clone(), name.map(str::to_owned), Span::NONE);
        }
        id
    }

    /// Adds an argument to `block`.
    pub fn add_block_arg(&mut self, block: BlockId, ty: Type, name: Option<String>, span: Span) -> ValueId {
        let index = self.blocks[block.at()].args.len();
        let value = self.add_value(Value {
            ty,
            def: Def::Arg { block, index },
            name,
            span,
        });
        self.blocks[block.at()].args.push(value);
        value
    }

    /// Takes argument `at` from `block`; what branches pass for it is not changed.
    ///
    /// # Panics
    /// If there is no such argument.
    pub fn remove_block_arg(&mut self, block: BlockId, at: usize) {
        self.blocks[block.at()].args.remove(at);
        for (index, arg) in self.blocks[block.at()].args.clone().into_iter().enumerate().skip(at) {
            self.values[arg.at()].def = Def::Arg { block, index };
        }
    }

    /// Adds an operand to `op`, behind the others.
    pub fn add_operand(&mut self, op: OpId, value: ValueId) {
        let span = Span::NONE;
        self.ops[op.at()].operands.push(Operand { value, span });
    }

    fn add_value(&mut self, value: Value) -> ValueId {
        let id = ValueId(self.values.len() as u32);
        self.values.push(value);
        id
    }

    /// Adds a result to `op`.
    pub fn add_result(&mut self, op: OpId, ty: Type, name: Option<String>, span: Span) -> ValueId {
        let index = self.ops[op.at()].results.len();
        let def = Def::Result { op, index };
        let value = self.add_value(Value { ty, def, name, span });
        self.ops[op.at()].results.push(value);
        value
    }

    /// A value that stands for one to be defined later.
    pub(crate) fn add_placeholder(&mut self, ty: Type, block: BlockId, span: Span) -> ValueId {
        let def = Def::Arg {
            block,
            index: usize::MAX,
        };
        self.add_value(Value {
            ty,
            def,
            name: None,
            span,
        })
    }

    /// A block that stands nowhere yet.
    pub(crate) fn detached_block(&mut self) -> BlockId {
        self.blocks.push(Block::default());
        BlockId(self.blocks.len() as u32 - 1)
    }

    /// Puts a detached block at the end of `region`.
    pub(crate) fn attach_block(&mut self, region: RegionId, block: BlockId) {
        self.blocks[block.at()].parent = Some(region);
        self.regions[region.at()].blocks.push(block);
    }

    /// Whether a function is more than declared.
    pub fn has_body(&self, func: OpId) -> bool {
        let mut regions = self.op(func).regions.iter();
        regions.any(|region| !self.region(*region).blocks.is_empty())
    }

    /// What the maps of a structured operation call its loops, if that is not `d0, d1, ..`. Names are
    /// for people: they are neither printed nor compared.
    pub fn loop_names(&self, op: OpId) -> Option<&[String]> {
        self.loop_names.get(&op).map(Vec::as_slice)
    }

    /// Says what the loops of `op` are called.
    pub fn set_loop_names(&mut self, op: OpId, names: Vec<String>) {
        self.loop_names.insert(op, names);
    }

    /// The operation whose region holds `op`.
    pub fn parent_op(&self, op: OpId) -> Option<OpId> {
        let block = self.op(op).parent?;
        self.region(self.block(block).parent?).parent
    }

    /// The operation that defines a value, if it is a result.
    pub fn defining_op(&self, value: ValueId) -> Option<OpId> {
        match self.value(value).def {
            Def::Result { op, .. } => Some(op),
            Def::Arg { .. } => None,
        }
    }

    /// The only block of region `n` of `op`, if it has exactly one.
    pub fn only_block(&self, op: OpId, n: usize) -> Option<BlockId> {
        match self.region(*self.op(op).regions.get(n)?).blocks[..] {
            [block] => Some(block),
            _ => None,
        }
    }

    /// The name of a value for people: `%A`, or `%7` for one that has none.
    pub fn value_name(&self, value: ValueId) -> String {
        match &self.value(value).name {
            Some(name) => format!("%{name}"),
            None => format!("%{}", value.0),
        }
    }

    /// Functions at any depth of nested modules, in program order.
    pub fn funcs(&self) -> Vec<OpId> {
        let mut found = Vec::new();
        self.walk(self.top, &mut |id, op| {
            if op.info().is_function() {
                found.push(id);
            }
        });
        found
    }

    /// The value of `sym_name`, without `@`.
    pub fn symbol_name(&self, op: OpId) -> Option<&str> {
        self.op(op).attr("sym_name")?.as_str()
    }

    /// Moves all spans: the text of the module stands `by` bytes further on in a longer one.
    pub fn shift_spans(&mut self, by: u32) {
        for op in &mut self.ops {
            op.span = op.span.shifted(by);
            op.name_span = op.name_span.shifted(by);
            let passed = op.successors.iter_mut().flat_map(|successor| &mut successor.args);
            for operand in op.operands.iter_mut().chain(passed) {
                operand.span = operand.span.shifted(by);
            }
        }
        for value in &mut self.values {
            value.span = value.span.shifted(by);
        }
    }

    /// A copy of `op` of another module, with everything inside it, at the end of `block`. Values from
    /// outside it must not be used in it. Spans are kept: both modules should come from one text.
    pub fn import(&mut self, from: &Module, op: OpId, block: BlockId) -> OpId {
        let mut copier = Copier {
            from,
            values: HashMap::new(),
            blocks: HashMap::new(),
        };
        let copy = copier.op(self, op);
        copier.resolve(self, copy);
        self.append(block, copy);
        copy
    }

    /// A copy of `op` of another module, with everything inside it, which stands nowhere yet. `values` says what values
    /// from outside are here; what the copy defines is added to it.
    pub fn import_given(&mut self, from: &Module, op: OpId, values: &mut HashMap<ValueId, ValueId>) -> OpId {
        let mut copier = Copier {
            from,
            values: std::mem::take(values),
            blocks: HashMap::new(),
        };
        let copy = copier.op(self, op);
        copier.resolve(self, copy);
        *values = copier.values;
        copy
    }

    /// Values from outside that `op` and what is in it use, in the order of the text, as often as they do.
    pub fn outside(&self, op: OpId) -> Vec<ValueId> {
        let mut own: HashSet<ValueId> = HashSet::new();
        let mut used = Vec::new();
        self.walk(op, &mut |_, inner| {
            own.extend(&inner.results);
            let blocks = inner.regions.iter().flat_map(|region| &self.region(*region).blocks);
            own.extend(blocks.flat_map(|block| &self.block(*block).args));
            let passed = inner.successors.iter().flat_map(|successor| &successor.args);
            used.extend(inner.operands.iter().chain(passed).map(|operand| operand.value));
        });
        used.retain(|value| !own.contains(value));
        used
    }

    /// Whether `found` holds for `op` or for an operation below it.
    pub fn any_op(&self, op: OpId, found: &mut dyn FnMut(OpId, &Op) -> bool) -> bool {
        let data = self.op(op);
        let blocks = { data.regions.iter() }.flat_map(|region| &self.region(*region).blocks);
        let mut below = blocks.flat_map(|block| &self.block(*block).ops);
        found(op, data) || below.any(|inner| self.any_op(*inner, found))
    }

    /// Calls `visit` on `op` and everything below, in program order, parents first.
    pub fn walk<'m>(&'m self, op: OpId, visit: &mut dyn FnMut(OpId, &'m Op)) {
        visit(op, self.op(op));
        for region in &self.op(op).regions {
            for block in &self.region(*region).blocks {
                for inner in &self.block(*block).ops {
                    self.walk(*inner, visit);
                }
            }
        }
    }
}

/// Copies operations of one module to another.
struct Copier<'m> {
    from: &'m Module,
    values: HashMap<ValueId, ValueId>,
    blocks: HashMap<BlockId, BlockId>,
}

impl Copier<'_> {
    /// The copy of an operation; its operands are still those of the original.
    fn op(&mut self, into: &mut Module, id: OpId) -> OpId {
        let op = self.from.op(id);
        let result = |value: &ValueId| {
            let value = self.from.value(*value);
            (value.ty.clone(), value.name.clone(), value.span)
        };
        let copy = into.add_op(OpSpec {
            name: op.name.clone(),
            operands: op.operands.clone(),
            results: op.results.iter().map(result).collect(),
            properties: op.properties.clone(),
            attrs: op.attrs.clone(),
            successors: op.successors.clone(),
            span: op.span,
            name_span: op.name_span,
        });
        into.op_mut(copy).loc.clone_from(&op.loc);
        if let Some(names) = self.from.loop_names(id) {
            into.set_loop_names(copy, names.to_vec());
        }
        self.values
            .extend(op.results.iter().copied().zip(into.op(copy).results.clone()));
        for region in &op.regions {
            let region_copy = into.add_region(copy);
            for block in &self.from.region(*region).blocks {
                self.block(into, *block, region_copy);
            }
        }
        copy
    }

    fn block(&mut self, into: &mut Module, id: BlockId, region: RegionId) {
        let copy = into.add_block(region, &[]);
        self.blocks.insert(id, copy);
        let block = self.from.block(id);
        into.block_mut(copy).label.clone_from(&block.label);
        for arg in &block.args {
            let value = self.from.value(*arg);
            let arg_copy = into.add_block_arg(copy, value.ty.clone(), value.name.clone(), value.span);
            self.values.insert(*arg, arg_copy);
        }
        for op in &block.ops {
            let op = self.op(into, *op);
            into.append(copy, op);
        }
    }

    /// Makes operands and successors those of the copy.
    fn resolve(&self, into: &mut Module, id: OpId) {
        let op = into.op_mut(id);
        for successor in &mut op.successors {
            successor.block = self.blocks.get(&successor.block).copied().unwrap_or(successor.block);
        }
        let passed = op.successors.iter_mut().flat_map(|successor| &mut successor.args);
        for operand in op.operands.iter_mut().chain(passed) {
            operand.value = self.values.get(&operand.value).copied().unwrap_or(operand.value);
        }
        for region in into.op(id).regions.clone() {
            for block in into.region(region).blocks.clone() {
                for op in into.block(block).ops.clone() {
                    self.resolve(into, op);
                }
            }
        }
    }
}

/// What a new operation is made of; see [`Module::add_op`].
#[derive(Clone, Debug)]
pub struct OpSpec {
    /// Full name.
    pub name: OpName,
    /// Operands.
    pub operands: Vec<Operand>,
    /// Results: type, wished name, where the name is written.
    pub results: Vec<(Type, Option<String>, Span)>,
    /// Inherent attributes.
    pub properties: Attrs,
    /// Discardable attributes.
    pub attrs: Attrs,
    /// Branch targets.
    pub successors: Vec<Successor>,
    /// The whole operation.
    pub span: Span,
    /// Its name.
    pub name_span: Span,
}

impl OpSpec {
    /// An operation without operands, results and attributes.
    pub fn new(name: impl Into<OpName>) -> OpSpec {
        OpSpec {
            name: name.into(),
            operands: Vec::new(),
            results: Vec::new(),
            properties: Attrs::default(),
            attrs: Attrs::default(),
            successors: Vec::new(),
            span: Span::NONE,
            name_span: Span::NONE,
        }
    }

    /// `ub.poison`, whose value is poison.
    pub fn poison(ty: Type) -> OpSpec {
        OpSpec::new("ub.poison")
            .property("value", Attr::Opaque("#ub.poison".to_owned()))
            .result(ty)
    }

    /// Adds operands.
    pub fn operands(mut self, values: &[ValueId]) -> OpSpec {
        self.operands.extend(values.iter().map(|value| Operand {
            value: *value,
            span: Span::NONE,
        }));
        self
    }

    /// Adds a result without a name.
    pub fn result(mut self, ty: Type) -> OpSpec {
        self.results.push((ty, None, Span::NONE));
        self
    }

    /// Adds a result that would like to be called `name`.
    pub fn named_result(mut self, ty: Type, name: &str) -> OpSpec {
        self.results.push((ty, Some(name.to_owned()), Span::NONE));
        self
    }

    /// Adds an inherent attribute.
    pub fn property(mut self, name: &str, attr: Attr) -> OpSpec {
        self.properties.set(name, attr);
        self
    }

    /// Adds a discardable attribute.
    pub fn attr(mut self, name: &str, attr: Attr) -> OpSpec {
        self.attrs.set(name, attr);
        self
    }

    /// Says where it comes from.
    pub fn at(mut self, span: Span) -> OpSpec {
        self.span = span;
        self
    }
}

impl fmt::Display for OpId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "op {}", self.0)
    }
}
