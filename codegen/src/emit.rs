//! Operations for loop trees, expressions and statements.
//!
//! Iterators of `affine.for` and `affine.parallel` are valid dimensions of affine operations, and
//! index values at the top of the function are valid symbols. Whatever is linear in these becomes an
//! affine map; the rest (a choice inside a sum, say) becomes `arith` on `index`, `scf` and
//! `memref.load` / `memref.store`, and iterators of `scf` loops make what depends on them such a rest.

use polyvet_analysis::ids::{ArrayId, StmtId};
use std::collections::{HashMap, HashSet};

use polyvet_analysis::{ParamOrigin, PayloadKind, Scop};
use polyvet_ir::{AffineExpr, AffineMap, Attr, BlockId, Dim, IntegerSet, Module, OpId, OpSpec, Span, Type, ValueId};

use crate::arrays::ArrayBuffer;
use crate::ast::{For, LoopTree, TileStep};
use crate::body::EmittedBody;
use crate::expr::{ChoiceExpr, Cond, ExprVar, LinearAtom, LinearExpr};
use crate::generate::CodegenOptions;
use crate::{CodegenError, Result};

/// What a value may be in an affine operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum OperandRole {
    Dim,
    Sym,
    /// Nothing.
    Opaque,
}

/// Where operations go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum EmitPlace {
    /// Before all loops.
    Prologue,
    /// The end of a block.
    Block(BlockId),
}

/// The function under construction.
pub struct Emitter<'a> {
    pub scop: &'a Scop,
    pub module: &'a mut Module,
    pub options: CodegenOptions,
    /// Arguments, and results of the operations that stay.
    pub available: HashSet<ValueId>,
    pub buffers: HashMap<ArrayId, ArrayBuffer>,
    entry: BlockId,
    /// Number of operations at the top of `entry` that run before all loops.
    prologue: usize,
    place: EmitPlace,
    /// Regions around `place`, the function's apart.
    nesting: usize,
    iterators: HashMap<usize, (ValueId, OperandRole)>,
    params: HashMap<usize, ValueId>,
    /// Of tiles, by parameter.
    sizes: HashMap<usize, ValueId>,
    constants: HashMap<Attr, ValueId>,
    bodies: HashMap<StmtId, EmittedBody>,
}

/// Operands of an affine map under construction.
#[derive(Default)]
struct MapOperands {
    dims: Vec<ValueId>,
    syms: Vec<ValueId>,
}

impl MapOperands {
    fn leaf(&mut self, value: ValueId, role: OperandRole) -> AffineExpr {
        let list = if role == OperandRole::Dim {
            &mut self.dims
        } else {
            &mut self.syms
        };
        let at = list.iter().position(|other| *other == value).unwrap_or_else(|| {
            list.push(value);
            list.len() - 1
        });
        if role == OperandRole::Dim {
            AffineExpr::dim(at)
        } else {
            AffineExpr::sym(at)
        }
    }

    fn values(&self) -> Vec<ValueId> {
        [self.dims.clone(), self.syms.clone()].concat()
    }

    fn map(&self, results: Vec<AffineExpr>) -> Attr {
        Attr::AffineMap(AffineMap::new(self.dims.len(), self.syms.len(), results))
    }
}

impl<'a> Emitter<'a> {
    /// To rewrite the function with this entry block, in which only the operations that stay are left.
    pub fn new(scop: &'a Scop, module: &'a mut Module, entry: BlockId, options: CodegenOptions) -> Emitter<'a> {
        let kept = module.block(entry).ops.clone();
        let mut available: HashSet<ValueId> = module.block(entry).args.iter().copied().collect();
        let mut constants = HashMap::new();
        for op in kept.iter().map(|op| module.op(*op)) {
            available.extend(op.results.iter().copied());
            if op.name == "arith.constant"
                && let Some(value) = op.attr("value")
            {
                constants.entry(value.clone()).or_insert(op.results[0]);
            }
        }
        Emitter {
            scop,
            module,
            options,
            available,
            buffers: HashMap::new(),
            entry,
            prologue: kept.len(),
            place: EmitPlace::Block(entry),
            nesting: 0,
            iterators: HashMap::new(),
            params: HashMap::new(),
            sizes: HashMap::new(),
            constants,
            bodies: HashMap::new(),
        }
    }

    /// Makes an operation here.
    pub fn push(&mut self, spec: OpSpec) -> OpId {
        match self.place {
            EmitPlace::Block(block) => self.module.push_op(block, spec),
            EmitPlace::Prologue => {
                let op = self.module.add_op(spec);
                self.module.op_mut(op).parent = Some(self.entry);
                self.module.block_mut(self.entry).ops.insert(self.prologue, op);
                self.prologue += 1;
                op
            }
        }
    }

    /// Makes an operation with one result here.
    pub fn value(&mut self, spec: OpSpec) -> ValueId {
        let op = self.push(spec);
        self.module.op(op).results[0]
    }

    /// Runs `emit` with operations going before all loops.
    pub fn before_loops<T>(&mut self, emit: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        let old = (self.place, self.nesting);
        (self.place, self.nesting) = (EmitPlace::Prologue, 0);
        let done = emit(self);
        (self.place, self.nesting) = old;
        done
    }

    fn inside<T>(&mut self, block: BlockId, emit: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        let old = std::mem::replace(&mut self.place, EmitPlace::Block(block));
        self.nesting += 1;
        let done = emit(self);
        self.nesting -= 1;
        self.place = old;
        done
    }

    /// A shared `arith.constant`.
    pub fn constant(&mut self, value: &Attr, ty: &Type) -> Result<ValueId> {
        if let Some(known) = self.constants.get(value) {
            return Ok(*known);
        }
        let spec = OpSpec::new("arith.constant").property("value", value.clone());
        let spec = match value {
            Attr::Int { value, ty: Type::Index } => spec.named_result(ty.clone(), &constant_name(*value)),
            _ => spec.result(ty.clone()),
        };
        let result = self.before_loops(|this| Ok(this.value(spec)))?;
        self.constants.insert(value.clone(), result);
        Ok(result)
    }

    fn index_constant(&mut self, value: i64) -> Result<ValueId> {
        self.constant(&Attr::index(value), &Type::Index)
    }

    /// The value of a parameter, known before all loops.
    pub fn param(&mut self, at: usize) -> Result<ValueId> {
        if let Some(known) = self.params.get(&at) {
            return Ok(*known);
        }
        let param = &self.scop.params[at];
        let gone = |value: ValueId, module: &Module| {
            let what = format!("parameter `{}`, whose origin is replaced", param.label);
            CodegenError::unsupported(what, module.value(value).span)
        };
        let value = match param.origin {
            ParamOrigin::Value(value) if self.available.contains(&value) => self.index_of(at, value)?,
            ParamOrigin::Extent { value, dim } if self.available.contains(&value) => self.extent(at, value, dim)?,
            ParamOrigin::Value(value) | ParamOrigin::Extent { value, .. } => return Err(gone(value, self.module)),
            ParamOrigin::Formula | ParamOrigin::External => {
                let what = format!("parameter `{}`, which has no value in the program", param.label);
                return Err(CodegenError::unsupported(what, Span::NONE));
            }
        };
        self.params.insert(at, value);
        Ok(value)
    }

    /// An argument as an index.
    fn index_of(&mut self, param: usize, value: ValueId) -> Result<ValueId> {
        if *self.module.ty(value) == Type::Index {
            return Ok(value);
        }
        for op in &self.module.block(self.entry).ops[..self.prologue] {
            let op = self.module.op(*op);
            if op.name == "arith.index_cast" && op.operand(0) == value && *self.module.ty(op.results[0]) == Type::Index
            {
                return Ok(op.results[0]);
            }
        }
        let spec = OpSpec::new("arith.index_cast").operands(&[value]);
        let spec = spec.named_result(Type::Index, &self.scop.params[param].name);
        self.before_loops(|this| Ok(this.value(spec)))
    }

    /// A parameter as the size of tiles.
    fn tile_size(&mut self, at: usize) -> Result<ValueId> {
        if let Some(known) = self.sizes.get(&at) {
            return Ok(*known);
        }
        let (param, one) = (self.param(at)?, self.index_constant(1)?);
        let size = match crate::tiles::is_positive(self.scop, at)? {
            true => param,
            false => self.before_loops(|this| Ok(this.arith("arith.maxsi", &[param, one])))?,
        };
        self.sizes.insert(at, size);
        Ok(size)
    }

    fn extent(&mut self, param: usize, value: ValueId, dim: usize) -> Result<ValueId> {
        if let Some(Dim::Static(extent)) = self.module.ty(value).shape().and_then(|shape| shape.get(dim)) {
            return self.index_constant(*extent as i64);
        }
        let name = if self.module.ty(value).is_tensor() {
            "tensor.dim"
        } else {
            "memref.dim"
        };
        for op in &self.module.block(self.entry).ops[..self.prologue] {
            let op = self.module.op(*op);
            if op.name == name && op.operand(0) == value && self.index_value_of(op.operand(1)) == Some(dim as i64) {
                return Ok(op.results[0]);
            }
        }
        let dim = self.index_constant(dim as i64)?;
        let spec = OpSpec::new(name).operands(&[value, dim]);
        let spec = spec.named_result(Type::Index, &self.scop.params[param].name);
        self.before_loops(|this| Ok(this.value(spec)))
    }

    fn index_value_of(&self, value: ValueId) -> Option<i64> {
        let op = self.module.op(self.module.defining_op(value)?);
        (op.name == "arith.constant").then(|| op.attr("value")?.as_i64())?
    }

    // ---- expressions ----

    fn resolve(&mut self, var: ExprVar) -> Result<(ValueId, OperandRole)> {
        match var {
            ExprVar::Iter(depth) => self
                .iterators
                .get(&depth)
                .copied()
                .ok_or_else(|| CodegenError::unsupported(format!("iterator {depth} outside its loop"), Span::NONE)),
            ExprVar::Param(at) => Ok((self.param(at)?, OperandRole::Sym)),
            ExprVar::Size(at) => Ok((self.tile_size(at)?, OperandRole::Sym)),
            ExprVar::Symbol(value) => Ok((value, OperandRole::Sym)),
            ExprVar::Dim(_) => panic!("dimensions of statements are replaced before anything is emitted"),
        }
    }

    /// The expressions over common operands, if all variables may stand in affine maps.
    fn affine(&mut self, all: &[&LinearExpr], operands: &mut MapOperands) -> Result<Option<Vec<AffineExpr>>> {
        let mut vars = Vec::new();
        all.iter()
            .for_each(|linear| linear.for_each_var(&mut |var| vars.push(var)));
        let mut known = HashMap::new();
        for var in vars {
            let (value, role) = self.resolve(var)?;
            if role == OperandRole::Opaque {
                return Ok(None);
            }
            known.insert(var, (value, role));
        }
        let leaf = &mut |var| {
            let (value, role) = known[&var];
            operands.leaf(value, role)
        };
        Ok(Some(all.iter().map(|linear| linear.to_affine(leaf)).collect()))
    }

    /// An `index` value.
    pub fn index(&mut self, e: &ChoiceExpr) -> Result<ValueId> {
        match e {
            ChoiceExpr::Linear(linear) => self.linear(linear),
            ChoiceExpr::Max(all) => self.extreme(all, "affine.max", "arith.maxsi"),
            ChoiceExpr::Min(all) => self.extreme(all, "affine.min", "arith.minsi"),
            ChoiceExpr::Add(a, b) => {
                let both = [self.index(a)?, self.index(b)?];
                Ok(self.arith("arith.addi", &both))
            }
            ChoiceExpr::Scale(e, factor) => {
                let both = [self.index(e)?, self.index_constant(*factor)?];
                Ok(self.arith("arith.muli", &both))
            }
            ChoiceExpr::Floor(e, divisor) => {
                let both = [self.index(e)?, self.index_constant(*divisor)?];
                Ok(self.arith("arith.floordivsi", &both))
            }
            ChoiceExpr::Select(cond, yes, no) => {
                let all = [self.truth(cond)?, self.index(yes)?, self.index(no)?];
                Ok(self.arith("arith.select", &all))
            }
        }
    }

    fn arith(&mut self, name: &str, operands: &[ValueId]) -> ValueId {
        self.value(OpSpec::new(name).operands(operands).result(Type::Index))
    }

    fn linear(&mut self, linear: &LinearExpr) -> Result<ValueId> {
        if let Some(value) = linear.as_constant() {
            return self.index_constant(value);
        }
        if let Some(var) = linear.as_var() {
            return Ok(self.resolve(var)?.0);
        }
        let mut operands = MapOperands::default();
        if let Some(results) = self.affine(&[linear], &mut operands)? {
            let spec = OpSpec::new("affine.apply").property("map", operands.map(results));
            return Ok(self.value(spec.operands(&operands.values()).result(Type::Index)));
        }
        let (terms, constant) = linear.parts();
        let mut sum = if constant == 0 {
            None
        } else {
            Some(self.index_constant(constant)?)
        };
        for (coefficient, atom) in terms {
            let mut term = match atom {
                LinearAtom::Var(var) => self.resolve(*var)?.0,
                LinearAtom::Floor(inner, divisor) => {
                    let both = [self.linear(inner)?, self.index_constant(*divisor)?];
                    self.arith("arith.floordivsi", &both)
                }
            };
            if coefficient != 1 {
                let factor = self.index_constant(coefficient)?;
                term = self.arith("arith.muli", &[term, factor]);
            }
            sum = Some(match sum {
                Some(sum) => self.arith("arith.addi", &[sum, term]),
                None => term,
            });
        }
        Ok(sum.expect("a linear expression that is no constant has terms"))
    }

    fn extreme(&mut self, all: &[ChoiceExpr], affine: &str, arith: &str) -> Result<ValueId> {
        let linear: Option<Vec<_>> = all.iter().map(ChoiceExpr::as_linear).collect();
        if let Some(linear) = linear {
            let mut operands = MapOperands::default();
            if let Some(results) = self.affine(&linear, &mut operands)? {
                let spec = OpSpec::new(affine).property("map", operands.map(results));
                return Ok(self.value(spec.operands(&operands.values()).result(Type::Index)));
            }
        }
        let mut best = self.index(&all[0])?;
        for other in &all[1..] {
            let other = self.index(other)?;
            best = self.arith(arith, &[best, other]);
        }
        Ok(best)
    }

    /// An `i1` value.
    fn truth(&mut self, cond: &Cond) -> Result<ValueId> {
        let (all, op) = match cond {
            Cond::All(all) => (all, "arith.andi"),
            Cond::Any(all) => (all, "arith.ori"),
            Cond::NonNegative(e) => return self.compare(e, SGE),
            Cond::Zero(e) => return self.compare(e, EQ),
        };
        let mut truth = None;
        for part in all {
            let part = self.truth(part)?;
            truth = Some(match truth {
                Some(truth) => self.value(OpSpec::new(op).operands(&[truth, part]).result(Type::I1)),
                None => part,
            });
        }
        match truth {
            Some(truth) => Ok(truth),
            None => self.constant(&Attr::Bool(op == "arith.andi"), &Type::I1),
        }
    }

    /// `e ? 0`
    fn compare(&mut self, e: &ChoiceExpr, predicate: i64) -> Result<ValueId> {
        let both = [self.index(e)?, self.index_constant(0)?];
        let spec = OpSpec::new("arith.cmpi").property("predicate", Attr::i64(predicate));
        Ok(self.value(spec.operands(&both).result(Type::I1)))
    }

    // ---- loops ----

    /// Emits a loop tree here.
    pub fn tree(&mut self, tree: &LoopTree) -> Result<()> {
        match tree {
            LoopTree::Block(all) => all.iter().try_for_each(|tree| self.tree(tree)),
            LoopTree::For(one) => self.for_loop(one),
            LoopTree::Let { depth, value, body, .. } => {
                let value = self.index(value)?;
                let role = if self.nesting == 0 {
                    OperandRole::Sym
                } else {
                    OperandRole::Opaque
                };
                self.iterators.insert(*depth, (value, role));
                self.tree(body)?;
                self.iterators.remove(depth);
                Ok(())
            }
            LoopTree::If { cond, then, otherwise } => self.choice(cond, then, otherwise.as_deref()),
            LoopTree::Stmt { stmt, dims } => self.stmt(*stmt, dims),
        }
    }

    /// The bounds as linear expressions that may stand in maps. At the top of the function any value
    /// is a symbol, so there every bound has the form.
    fn bounds(&mut self, e: &ChoiceExpr, lower: bool) -> Result<Option<Vec<LinearExpr>>> {
        let parts = if lower { e.as_max() } else { e.as_min() };
        if let Some(parts) = parts
            && self.affine(&parts, &mut MapOperands::default())?.is_some()
        {
            return Ok(Some(parts.into_iter().cloned().collect()));
        }
        if self.nesting > 0 {
            return Ok(None);
        }
        let value = self.index(e)?;
        Ok(Some(vec![LinearExpr::var(ExprVar::Symbol(value))]))
    }

    fn for_loop(&mut self, one: &For) -> Result<()> {
        if let Some(tiles) = one.tiles {
            return self.tile_loop(one, tiles);
        }
        let lower = self.bounds(&one.lower, true)?;
        let upper = self.bounds(&one.upper, false)?;
        match (lower, upper) {
            (Some(lower), Some(upper)) => self.affine_loop(one, &lower, &upper),
            _ => self.scf_loop(one),
        }
    }

    fn map_of(&mut self, all: &[LinearExpr]) -> Result<(Attr, Vec<ValueId>)> {
        let mut operands = MapOperands::default();
        let results = self.affine(&all.iter().collect::<Vec<_>>(), &mut operands)?;
        let results = results.expect("bounds were found affine");
        Ok((operands.map(results), operands.values()))
    }

    fn affine_loop(&mut self, one: &For, lower: &[LinearExpr], upper: &[LinearExpr]) -> Result<()> {
        let (lower_map, lower_operands) = self.map_of(lower)?;
        let (upper_map, upper_operands) = self.map_of(upper)?;
        let operands = [lower_operands.clone(), upper_operands.clone()].concat();
        let mut spec = if one.parallel {
            OpSpec::new("affine.parallel")
                .property("lowerBoundsGroups", group(lower.len()))
                .property("lowerBoundsMap", lower_map)
                .property("reductions", Attr::Array(Vec::new()))
                .property("steps", Attr::Array(vec![Attr::i64(one.step)]))
                .property("upperBoundsGroups", group(upper.len()))
                .property("upperBoundsMap", upper_map)
        } else {
            OpSpec::new("affine.for")
                .property("lowerBoundMap", lower_map)
                .property(
                    "operandSegmentSizes",
                    segments(&[lower_operands.len(), upper_operands.len(), 0]),
                )
                .property("step", Attr::index(one.step))
                .property("upperBoundMap", upper_map)
        };
        if one.vector {
            spec = spec.attr("polyvet.vector", Attr::Unit);
        }
        let op = self.push(spec.operands(&operands));
        self.loop_body(one, op, OperandRole::Dim, "affine.yield")
    }

    fn tile_loop(&mut self, one: &For, tiles: TileStep) -> Result<()> {
        let (mut lower, size) = (self.index(&one.lower)?, self.resolve(tiles.size)?.0);
        if !tiles.aligned {
            let number = self.arith("arith.floordivsi", &[lower, size]);
            lower = self.arith("arith.muli", &[number, size]);
        }
        let upper = self.index(&one.upper)?;
        self.scf_loop_over(one, [lower, upper, size])
    }

    fn scf_loop(&mut self, one: &For) -> Result<()> {
        let operands = [
            self.index(&one.lower)?,
            self.index(&one.upper)?,
            self.index_constant(one.step)?,
        ];
        self.scf_loop_over(one, operands)
    }

    /// A loop from, to, and in steps of these values.
    fn scf_loop_over(&mut self, one: &For, operands: [ValueId; 3]) -> Result<()> {
        let (mut spec, terminator) = if one.parallel {
            let spec = OpSpec::new("scf.parallel");
            (
                spec.property("operandSegmentSizes", segments(&[1, 1, 1, 0])),
                "scf.reduce",
            )
        } else {
            (OpSpec::new("scf.for"), "scf.yield")
        };
        if one.vector {
            spec = spec.attr("polyvet.vector", Attr::Unit);
        }
        let op = self.push(spec.operands(&operands));
        self.loop_body(one, op, OperandRole::Opaque, terminator)
    }

    fn loop_body(&mut self, one: &For, op: OpId, role: OperandRole, terminator: &str) -> Result<()> {
        let region = self.module.add_region(op);
        let block = self.module.add_block(region, &[(Type::Index, Some(&one.name))]);
        let iterator = self.module.block(block).args[0];
        self.iterators.insert(one.depth, (iterator, role));
        self.inside(block, |this| this.tree(&one.body))?;
        self.iterators.remove(&one.depth);
        self.module.push_op(block, OpSpec::new(terminator));
        Ok(())
    }

    fn choice(&mut self, cond: &Cond, then: &LoopTree, otherwise: Option<&LoopTree>) -> Result<()> {
        let mut operands = MapOperands::default();
        let conjunction = cond.as_conjunction();
        let constraints = match &conjunction {
            Some(parts) => {
                let linear: Vec<_> = parts.iter().map(|(linear, _)| *linear).collect();
                self.affine(&linear, &mut operands)?
            }
            None => None,
        };
        let (op, terminator) = match (constraints, conjunction) {
            (Some(exprs), Some(parts)) => {
                let equal = parts.iter().map(|(_, equal)| *equal);
                let set = IntegerSet {
                    dims: operands.dims.len(),
                    syms: operands.syms.len(),
                    constraints: exprs.into_iter().zip(equal).collect(),
                };
                let spec = OpSpec::new("affine.if").property("condition", Attr::IntegerSet(set));
                (self.push(spec.operands(&operands.values())), "affine.yield")
            }
            _ => {
                let truth = self.truth(cond)?;
                (self.push(OpSpec::new("scf.if").operands(&[truth])), "scf.yield")
            }
        };
        for branch in [Some(then), otherwise] {
            let region = self.module.add_region(op);
            if let Some(branch) = branch {
                let block = self.module.add_block(region, &[]);
                self.inside(block, |this| this.tree(branch))?;
                self.module.push_op(block, OpSpec::new(terminator));
            }
        }
        Ok(())
    }

    // ---- statements ----

    fn stmt(&mut self, stmt: StmtId, dims: &[ChoiceExpr]) -> Result<()> {
        let scop = self.scop;
        let body = match self.bodies.get(&stmt) {
            Some(body) => body.clone(),
            None => {
                let missing = || {
                    let what = format!(
                        "statement `{}`, which came without what it computes",
                        scop.stmts[stmt].name
                    );
                    CodegenError::unsupported(what, scop.stmts[stmt].span)
                };
                let body = EmittedBody::of(scop, stmt)?.ok_or_else(missing)?;
                self.bodies.insert(stmt, body.clone());
                body
            }
        };
        let stmt = &scop.stmts[stmt];
        let payload = stmt.payload.as_ref().expect("a body has a payload");
        let mut values: Vec<Option<ValueId>> = vec![None; payload.nodes.len()];
        for (at, node) in payload.nodes.iter().enumerate().filter(|(at, _)| body.live[*at]) {
            if let PayloadKind::Read(access) = node.kind {
                let read = &stmt.accesses[access];
                let (name, spec) = self.access(read.array, &body.subscripts[access], dims, read.span, None)?;
                values[at] = Some(self.value(spec(OpSpec::new(format!("{name}.load")).result(node.ty.clone()))));
            }
        }
        for (at, node) in payload.nodes.iter().enumerate().filter(|(at, _)| body.live[*at]) {
            let value = match &node.kind {
                PayloadKind::Read(_) => continue,
                PayloadKind::Const(value) => self.constant(value, &node.ty)?,
                PayloadKind::Scalar(value) if self.available.contains(value) => *value,
                PayloadKind::Scalar(_) => {
                    return Err(CodegenError::unsupported(
                        "a scalar whose origin is replaced",
                        node.span,
                    ));
                }
                PayloadKind::Index(_) => {
                    let e = body.indices[at].as_ref().expect("live indices are expressions");
                    let e = e.substitute(&|var| at_instance(var, dims))?;
                    self.index_as(&e, &node.ty)?
                }
                PayloadKind::Op {
                    name,
                    properties,
                    operands,
                } => {
                    let operands: Vec<_> = operands
                        .iter()
                        .map(|at| values[*at].expect("operands come first"))
                        .collect();
                    let mut spec = OpSpec::new(name)
                        .operands(&operands)
                        .result(node.ty.clone())
                        .at(node.span);
                    spec.properties = properties.clone();
                    self.value(spec)
                }
            };
            values[at] = Some(value);
        }
        for (access, value) in &payload.stores {
            let value = body.guard.map_or(*value, |guard| guard.value);
            let value = values[value].expect("stored values are live");
            let write = &stmt.accesses[*access];
            let (name, spec) = self.access(write.array, &body.subscripts[*access], dims, write.span, Some(value))?;
            let mut spec = spec(OpSpec::new(format!("{name}.store")));
            if self.options.annotate {
                spec = spec.attr("polyvet.stmt", Attr::str(&stmt.name));
            }
            match body.guard {
                Some(guard) => {
                    let condition = values[guard.condition].expect("conditions are live");
                    self.guarded(condition, guard.holds, spec, write.span);
                }
                None => _ = self.push(spec),
            }
        }
        Ok(())
    }

    /// `scf.if` around a store.
    fn guarded(&mut self, condition: ValueId, holds: bool, store: OpSpec, span: Span) {
        let op = self.push(OpSpec::new("scf.if").operands(&[condition]).at(span));
        let regions = [(); 2].map(|()| self.module.add_region(op));
        let then = self.module.add_block(regions[0], &[]);
        let with = if holds {
            then
        } else {
            self.module.add_block(regions[1], &[])
        };
        self.module.push_op(with, store);
        self.module.push_op(with, OpSpec::new("scf.yield"));
        if !holds {
            self.module.push_op(then, OpSpec::new("scf.yield"));
        }
    }

    fn index_as(&mut self, e: &ChoiceExpr, ty: &Type) -> Result<ValueId> {
        let value = self.index(e)?;
        if *ty == Type::Index {
            return Ok(value);
        }
        let spec = OpSpec::new("arith.index_cast").operands(&[value]);
        Ok(self.value(spec.result(ty.clone())))
    }

    /// The dialect of an access, and what completes the operation.
    #[allow(clippy::type_complexity)]
    fn access(
        &mut self,
        array: ArrayId,
        subscripts: &[ChoiceExpr],
        dims: &[ChoiceExpr],
        span: Span,
        stored: Option<ValueId>,
    ) -> Result<(&'static str, impl FnOnce(OpSpec) -> OpSpec + use<>)> {
        let buffer = self.buffer(array)?;
        if self
            .module
            .ty(buffer.memref)
            .shape()
            .is_none_or(|shape| shape.len() != subscripts.len())
        {
            let what = format!(
                "an access to `{}` by another number of subscripts",
                self.scop.arrays[array].name
            );
            return Err(CodegenError::unsupported(what, span));
        }
        let mut places = Vec::new();
        for (at, subscript) in subscripts.iter().enumerate() {
            let place = subscript.substitute(&|var| at_instance(var, dims))?;
            places.push(match buffer.origin.get(at) {
                Some(origin) => place.minus(origin.clone())?,
                None => place,
            });
        }
        let linear: Option<Vec<_>> = places.iter().map(ChoiceExpr::as_linear).collect();
        let mut operands = MapOperands::default();
        let results = match linear {
            Some(linear) => self.affine(&linear, &mut operands)?,
            None => None,
        };
        let (name, map, indices) = match results {
            Some(results) => ("affine", Some(operands.map(results)), operands.values()),
            None => {
                let indices: Result<Vec<_>> = places.iter().map(|place| self.index(place)).collect();
                ("memref", None, indices?)
            }
        };
        let mut values: Vec<_> = stored.into_iter().collect();
        values.push(buffer.memref);
        values.extend(indices);
        Ok((name, move |spec: OpSpec| {
            let spec = spec.operands(&values).at(span);
            match map {
                Some(map) => spec.property("map", map),
                None => spec,
            }
        }))
    }
}

/// `arith.cmpi` predicates.
const EQ: i64 = 0;
const SGE: i64 = 5;

fn at_instance(var: ExprVar, dims: &[ChoiceExpr]) -> Option<ChoiceExpr> {
    match var {
        ExprVar::Dim(at) => Some(dims[at].clone()),
        _ => None,
    }
}

fn constant_name(value: i128) -> String {
    if value < 0 {
        format!("cm{}", value.unsigned_abs())
    } else {
        format!("c{value}")
    }
}

/// `array<i32: ..>`
pub fn segments(counts: &[usize]) -> Attr {
    let items = counts.iter().map(|count| Attr::Int {
        value: *count as i128,
        ty: Type::I32,
    });
    Attr::DenseArray {
        elem: Type::I32,
        items: items.collect(),
    }
}

/// `dense<count> : tensor<1xi32>`
fn group(count: usize) -> Attr {
    Attr::Dense {
        text: count.to_string(),
        ty: Type::tensor(vec![Dim::Static(1)], Type::I32),
    }
}
