//! The terms of a function: its operations in order, with what memory is, what is allocated, and what must be defined.

use super::lanes::LaneOrder;
use super::normal::{INDEX, unsigned};
use super::terms::{NoTerms, TermId, TermLabel, TermShape, Terms};
use super::views::ViewedAccess;
use crate::cut::any_written_over;
use crate::validate::ProgramSide;
use num_integer::Integer;
use polyvet_ir::ops::{Effects, Undefined};
use polyvet_ir::{
    AffineAccess, AffineExpr, AffineMap, AffineOp, Attr, Attrs, BlockId, Flags, Module, OpId, Type, ValueId, attrs_key,
};
use std::collections::{HashMap, HashSet};

pub type Built<T> = Result<T, NoTerms>;

/// What passes write on operations for people, or for other passes, to read. On operations that are known, names that
/// begin with `__` are no others.
const NOTES: [&str; 3] = [
    "__inplace_operands_attr__",
    "__opresult_alias_set_attr__",
    "__opoperand_alias_set_attr__",
];

/// How deep regions may be nested: reading them is recursive.
const DEPTH_MAX: usize = 100;

/// Results of an operation besides its values: memory after it, what is allocated after it.
pub const MEMORY: usize = usize::MAX;
pub const ALLOCATED: usize = usize::MAX - 1;

/// Which of memory and what is allocated an operation changes.
#[derive(Clone, Copy)]
pub struct Changes {
    pub memory: bool,
    pub allocated: bool,
}

impl Changes {
    pub fn of(effects: Effects) -> Changes {
        Changes {
            memory: effects.intersects(Effects::WRITES | Effects::FREES | Effects::EVENT),
            allocated: effects.contains(Effects::ALLOCATES),
        }
    }

    fn are_none(self) -> bool {
        !self.memory && !self.allocated
    }
}

/// What a function does.
pub struct FunctionMeaning {
    /// What it gives, and what memory and the world are at its end.
    pub gives: Vec<TermId>,
    /// What must hold for it to be defined, wherever that is.
    pub obligations: HashSet<TermId>,
    /// Maps of indices that must not overflow.
    pub maps: HashSet<TermId>,
    /// A multiple came out of a quotient, which takes for granted that sums of indices do not overflow.
    pub takes_out: bool,
    /// It has calls or operations that nobody knows.
    pub has_events: bool,
    /// The order of a sum was taken for granted that may be any.
    pub reorders: bool,
    /// A loop was read iteration by iteration.
    pub has_unrolled: bool,
    /// A loop can be.
    pub has_short_loop: bool,
    /// Lanes are combined to one.
    pub combines: bool,
}

/// How loops are read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum LoopReading {
    /// As a function of what is carried.
    Kept,
    /// Where they surely run a few times, iteration by iteration.
    Unrolled,
}

impl LoopReading {
    /// How many iterations of a function are read one by one.
    pub fn unrolls(self) -> usize {
        match self {
            LoopReading::Kept => 0,
            LoopReading::Unrolled => 64,
        }
    }
}

/// Reads one function.
pub struct TermBuilder<'a> {
    pub terms: &'a mut Terms,
    pub module: &'a Module,
    pub values: HashMap<ValueId, TermId>,
    /// What memory and the world are here.
    pub memory: TermId,
    /// What has been allocated here: it tells one buffer from another.
    pub allocated: TermId,
    /// Of the region that is being read.
    pub obligations: Vec<TermId>,
    /// Conditions that hold here, and those that do not.
    pub known: Vec<(TermId, bool)>,
    /// Operations without results or effects, which the region around them gives.
    pub silent: Vec<TermId>,
    maps: HashSet<TermId>,
    pub takes_out: bool,
    has_events: bool,
    pub order: LaneOrder,
    pub reorders: bool,
    pub has_short_loop: bool,
    pub combines: bool,
    /// How many iterations may still be read one by one.
    pub unrolls: usize,
    depth: usize,
    /// Buffers made of tensors, and what memory was then.
    pub contents: HashMap<TermId, TermId>,
    /// Buffers that are freed and not used, and what allocates and frees them.
    dead: HashSet<OpId>,
}

/// The meaning of a function.
pub fn meaning(
    terms: &mut Terms,
    side: ProgramSide<'_>,
    (order, loops): (LaneOrder, LoopReading),
) -> Built<FunctionMeaning> {
    let view = polyvet_ir::func(side.module, side.func).ok_or(NoTerms)?;
    let (memory, allocated) = (terms.intern(TermShape::Entry), terms.intern(TermShape::Fresh));
    let mut builder = TermBuilder {
        terms,
        module: side.module,
        values: HashMap::new(),
        memory,
        allocated,
        obligations: Vec::new(),
        known: Vec::new(),
        silent: Vec::new(),
        maps: HashSet::new(),
        takes_out: false,
        has_events: false,
        order,
        reorders: false,
        has_short_loop: false,
        combines: false,
        unrolls: loops.unrolls(),
        depth: 0,
        contents: HashMap::new(),
        dead: dead_buffers(side.module, side.func),
    };
    for (at, value) in view.args.iter().enumerate() {
        let term = builder.terms.intern(TermShape::Argument(at));
        builder.terms.know(term, side.module.ty(*value));
        builder.values.insert(*value, term);
    }
    let gives = match side.module.region(view.body).blocks[..] {
        [] => return Err(NoTerms),
        [block] => {
            let last = builder.block(block)?;
            if !side.module.op(last).info().is_return() {
                return Err(NoTerms);
            }
            let returned: Vec<ValueId> = side.module.op(last).operand_values().collect();
            let mut gives = { returned.into_iter() }
                .map(|value| builder.left(value))
                .collect::<Built<Vec<TermId>>>()?;
            gives.push(builder.memory);
            gives
        }
        _ => vec![builder.graph(view.body)?],
    };
    if !builder.silent.is_empty() {
        return Err(NoTerms);
    }
    Ok(FunctionMeaning {
        gives,
        obligations: builder.obligations.drain(..).collect(),
        maps: builder.maps,
        takes_out: builder.takes_out,
        has_events: builder.has_events,
        reorders: builder.reorders,
        has_unrolled: builder.unrolls < loops.unrolls(),
        has_short_loop: builder.has_short_loop,
        combines: builder.combines,
    })
}

/// Allocations whose buffers nobody uses, and what frees them. Freed where they were made, and once: anything else is an
/// error that has to stay.
fn dead_buffers(module: &Module, func: OpId) -> HashSet<OpId> {
    let mut users: HashMap<ValueId, Vec<OpId>> = HashMap::new();
    let mut buffers = Vec::new();
    module.walk(func, &mut |id, op| {
        let passed = op.successors.iter().flat_map(|successor| &successor.args);
        for value in op.operand_values().chain(passed.map(|operand| operand.value)) {
            users.entry(value).or_default().push(id);
        }
        // A size that is negative still makes the program undefined.
        let is_constant = op.operands.is_empty();
        if let ("memref.alloc" | "memref.alloca", [result], true) = (op.name.as_str(), &op.results[..], is_constant) {
            buffers.push((id, *result));
        }
    });
    let mut dead = HashSet::new();
    for (id, result) in buffers {
        let alloc = module.op(id);
        match users.get(&result).map_or(&[][..], |users| &users[..]) {
            [] => {
                dead.insert(id);
            }
            [free] => {
                let freed = module.op(*free);
                let is_freed = alloc.name == "memref.alloc" && freed.name == "memref.dealloc";
                if is_freed && alloc.parent == freed.parent {
                    dead.extend([id, *free]);
                }
            }
            _ => {}
        }
    }
    dead
}

impl TermBuilder<'_> {
    /// The term of a value; of a condition that is known here, what it is.
    pub fn value(&self, value: ValueId) -> Built<TermId> {
        let term = self.values.get(&value).copied().ok_or(NoTerms)?;
        let known = { self.known.iter() }.find(|(condition, _)| *condition == term);
        let number = |holds: bool| TermShape::Integer {
            width: 1,
            value: -i128::from(holds),
        };
        Ok(known
            .and_then(|(_, holds)| self.terms.find(&number(*holds)))
            .unwrap_or(term))
    }

    pub fn all(&self, values: &[ValueId]) -> Built<Vec<TermId>> {
        values.iter().map(|value| self.value(*value)).collect()
    }

    pub fn operands(&self, op: OpId) -> Built<Vec<TermId>> {
        self.module
            .op(op)
            .operand_values()
            .map(|value| self.value(value))
            .collect()
    }

    pub fn bind(&mut self, values: &[ValueId], terms: &[TermId]) {
        self.values.extend(values.iter().copied().zip(terms.iter().copied()));
    }

    /// What memory is and what has been allocated, as far as that changes.
    pub fn state(&self, changes: Changes) -> Vec<TermId> {
        let memory = changes.memory.then_some(self.memory);
        memory
            .into_iter()
            .chain(changes.allocated.then_some(self.allocated))
            .collect()
    }

    /// Makes that open.
    pub fn open_state(&mut self, changes: Changes) -> Vec<TermId> {
        if changes.memory {
            self.memory = self.terms.open();
        }
        if changes.allocated {
            self.allocated = self.terms.open();
        }
        self.state(changes)
    }

    /// Reads all operations of a block but the last one, which it gives back.
    pub fn block(&mut self, block: BlockId) -> Built<OpId> {
        let (last, ops) = self.module.block(block).ops.split_last().ok_or(NoTerms)?;
        self.depth += 1;
        if self.depth > DEPTH_MAX {
            return Err(NoTerms);
        }
        for op in ops {
            self.terms.burn(1)?;
            self.operation(*op)?;
        }
        self.depth -= 1;
        Ok(*last)
    }

    /// What a block gives that ends with a yield.
    pub fn yielded(&mut self, block: BlockId) -> Built<Vec<TermId>> {
        match { self.module.block(block).ops.last() }.map(|last| self.module.op(*last).name.as_str()) {
            Some("affine.yield") => self.ended(block, "affine.yield"),
            _ => self.ended(block, "scf.yield"),
        }
    }

    /// What a block gives that ends in an operation of this name.
    pub fn ended(&mut self, block: BlockId, name: &str) -> Built<Vec<TermId>> {
        let silent = std::mem::take(&mut self.silent);
        let last = self.block(block)?;
        // Nobody gives what was silent.
        let is_end = self.module.op(last).name == name;
        if !is_end || !std::mem::replace(&mut self.silent, silent).is_empty() {
            return Err(NoTerms);
        }
        self.operands(last)
    }

    pub fn operation(&mut self, op: OpId) -> Built<()> {
        if self.dead.contains(&op) {
            return Ok(());
        }
        self.meant(op)?;
        for result in &self.module.op(op).results {
            if let Some(term) = self.values.get(result) {
                self.terms.know(*term, self.module.ty(*result));
            }
        }
        Ok(())
    }

    fn meant(&mut self, op: OpId) -> Built<()> {
        let is_split = self.module.op(op).name == "affine.delinearize_index" && self.delinearized(op)?;
        if is_split || self.by_lanes(op)? || self.shaped(op)? || self.metadata(op)? {
            return Ok(());
        }
        let data = self.module.op(op);
        let results = data.results.clone();
        if let Some(term) = self.simple(op)? {
            // A value in normal form says no more whether the operation is defined; that constants have a value does.
            let args = self.operands(op)?;
            let is_number =
                |term: &TermId| self.terms.as_integer(*term).is_some() || self.terms.constants.contains_key(term);
            if data.info().is_elementwise() && !(is_number(&term) && args.iter().all(is_number)) {
                let label = self.label(op, data.name.as_str(), &[]);
                self.must_hold(op, &label, &args);
            }
            self.flags(op)?;
            self.bind(&results, &[term]);
            return Ok(());
        }
        match data.name.as_str() {
            "scf.for" | "affine.for" => self.counted(op),
            "scf.while" => self.repeated(op),
            "scf.if" | "affine.if" => self.branch(op),
            "scf.execute_region" if self.module.only_block(op, 0).is_some() && !data.is_set("no_inline") => {
                let block = self.module.only_block(op, 0).ok_or(NoTerms)?;
                let gives = self.yielded(block)?;
                self.bind(&results, &gives);
                Ok(())
            }
            _ => self.general(op),
        }
    }

    /// The result of an operation that has a normal form of its own.
    fn simple(&mut self, op: OpId) -> Built<Option<TermId>> {
        let data = self.module.op(op);
        let [result] = data.results[..] else { return Ok(None) };
        let ty = self.module.ty(result);
        let name = data.name.as_str();
        match name {
            "arith.constant" | "index.constant" => {
                let value = match data.attr("value") {
                    Some(value @ (Attr::Int { .. } | Attr::Bool(_) | Attr::Float { .. })) => value,
                    _ => return Ok(None),
                };
                let plain = matches!(ty, Type::Float(_)) || width(ty).is_some();
                return Ok(plain.then(|| self.constant(value, ty)));
            }
            "ub.poison" => return Ok(Some(self.poison(ty))),
            "affine.apply" | "affine.min" | "affine.max" => return self.applied(op).map(Some),
            "affine.load" | "affine.vector_load" => return self.affine_load(op).map(Some),
            "memref.dim" | "tensor.dim" => return self.extent(op),
            "affine.linearize_index" => return self.linearized(op),
            "vector.extract" | "vector.insert" if has_poison_position(data) => return Ok(Some(self.poison(ty))),
            _ => {}
        }
        let args = self.operands(op)?;
        let from: Vec<&Type> = data.operand_values().map(|value| self.module.ty(value)).collect();
        self.scalar(op, &args, &from, ty)
    }

    /// The normal form of an operation on scalars, where it has one of its own.
    pub fn scalar(&mut self, op: OpId, args: &[TermId], from: &[&Type], to: &Type) -> Built<Option<TermId>> {
        let data = self.module.op(op);
        let name = data.name.as_str();
        let computes = data.info().is_elementwise() && data.regions.is_empty();
        if computes && name != "arith.select" {
            let is_poison = |term: &TermId| matches!(self.terms.node(*term), TermShape::Op(label, _) if &*label.name == "ub.poison");
            if args.iter().any(is_poison) {
                return Ok(Some(self.poison(to)));
            }
            if let Some(value) = self.folded(op, args, from, to) {
                return Ok(Some(self.constant(&value, to)));
            }
        }
        match (name, args) {
            ("arith.cmpi", &[x, y]) => {
                let predicate = data.attr("predicate").and_then(Attr::as_i64);
                let scalar = from.first().is_some_and(|ty| width(ty).is_some());
                return Ok(match predicate {
                    Some(predicate) if scalar => self.terms.compare(predicate, x, y),
                    _ => None,
                });
            }
            ("arith.select", &[condition, yes, no]) => {
                // Of vectors and tensors each element may be chosen on its own. The conditions are used whatever is chosen.
                if from.first().is_some_and(|ty| ty.is_tensor()) {
                    self.must_be_defined(&TermLabel::new("arith.select", ""), &[condition]);
                }
                if from.first() != Some(&&Type::I1) {
                    return Ok(None);
                }
                let known = self.is_known(condition);
                return Ok(Some(match known {
                    Some(true) => yes,
                    Some(false) => no,
                    None => self.terms.select(condition, yes, no),
                }));
            }
            _ => {}
        }
        let Some(bits) = width(to) else { return Ok(None) };
        if let (Some(first), Some(arg)) = (from.first(), args.first())
            && let Some(value) = self.cast_constant(name, *arg, first)
        {
            return Ok(Some(self.terms.integer(bits, value)));
        }
        let &[x, y] = args else { return Ok(None) };
        if let Some(term) = self.divided(name, bits, to, x, y) {
            return Ok(Some(term));
        }
        Ok(match name {
            "arith.addi" | "index.add" => Some(self.terms.add(bits, x, y)),
            "arith.subi" | "index.sub" => Some(self.terms.subtract(bits, x, y)),
            "arith.muli" | "index.mul" => Some(self.terms.multiply(bits, x, y)),
            _ => None,
        })
    }

    /// Remainders and rounded quotients by the quotient that is rounded towards zero, wherever that is defined.
    fn divided(&mut self, name: &str, bits: u32, ty: &Type, x: TermId, y: TermId) -> Option<TermId> {
        let is_signed = match name {
            "arith.divsi" | "arith.remsi" | "arith.ceildivsi" | "arith.floordivsi" => true,
            "arith.divui" | "arith.remui" | "arith.ceildivui" => false,
            _ => return None,
        };
        let (zero, one) = (self.terms.integer(bits, 0), self.terms.integer(bits, 1));
        let cmpi = |this: &mut Self, predicate: &str, x: TermId, y: TermId| {
            this.terms
                .op(TermLabel::new(&format!("cmpi:{predicate}"), ""), vec![x, y])
        };
        if name == "arith.ceildivui" {
            let below = self.terms.subtract(bits, x, one);
            let quotient = self.quotient(false, ty, below, y);
            let above = self.terms.add(bits, quotient, one);
            let is_zero = cmpi(self, "eq", x, zero);
            return Some(self.terms.select(is_zero, zero, above));
        }
        let quotient = self.quotient(is_signed, ty, x, y);
        let product = self.terms.multiply(bits, quotient, y);
        Some(match name {
            "arith.divsi" | "arith.divui" => quotient,
            "arith.remsi" | "arith.remui" => self.terms.subtract(bits, x, product),
            _ => {
                let is_ceil = name == "arith.ceildivsi";
                let inexact = cmpi(self, "ne", x, product);
                let signs = [x, y].map(|one| cmpi(self, "slt", one, zero));
                let rounds = cmpi(self, if is_ceil { "eq" } else { "ne" }, signs[0], signs[1]);
                let moves = self
                    .terms
                    .op(TermLabel::new("arith.andi", ":i1:"), vec![inexact, rounds]);
                let by = if is_ceil { one } else { self.terms.integer(bits, -1) };
                let next = self.terms.add(bits, quotient, by);
                self.terms.select(moves, next, quotient)
            }
        })
    }

    fn quotient(&mut self, is_signed: bool, ty: &Type, x: TermId, y: TermId) -> TermId {
        // In one bit, 1 is -1 with a sign.
        if self.terms.as_integer(y) == Some(1) {
            return x;
        }
        let name = if is_signed { "arith.divsi" } else { "arith.divui" };
        let term = self.terms.op(TermLabel::new(name, format!(":{ty}:")), vec![x, y]);
        self.terms.know(term, ty);
        term
    }

    /// What the interpreter makes of constants. Flags stand apart: they say when it is defined.
    fn folded(&self, op: OpId, args: &[TermId], from: &[&Type], to: &Type) -> Option<Attr> {
        let data = self.module.op(op);
        let plain = |ty: &Type| matches!(ty, Type::Float(_)) || width(ty).is_some();
        if args.is_empty() || data.dialect() != "arith" || !plain(to) || !from.iter().all(|ty| plain(ty)) {
            return None;
        }
        let constant = |(term, ty): (&TermId, &&Type)| match self.terms.node(*term) {
            TermShape::Integer { value, .. } => Some(Attr::Int {
                value: *value,
                ty: (*ty).clone(),
            }),
            _ => self.terms.constants.get(term).cloned(),
        };
        let values: Vec<Attr> = args.iter().zip(from).map(constant).collect::<Option<_>>()?;
        let kept = |(name, _): &&(_, _)| !Flags::is_property(name as &String);
        let attrs = Attrs(data.properties.0.iter().filter(kept).cloned().collect());
        let operands: Vec<(&Attr, &Type)> = values.iter().zip(from.iter().copied()).collect();
        crate::equivalence::evaluate(data.name.as_str(), &attrs, to, &operands)
    }

    /// The value of a constant that is extended or cut off, before it is cut off.
    fn cast_constant(&self, name: &str, arg: TermId, from: &Type) -> Option<i128> {
        let is_unsigned = match name {
            "arith.extsi" | "arith.trunci" | "arith.index_cast" | "index.casts" => false,
            "arith.extui" | "arith.index_castui" | "index.castu" => true,
            _ => return None,
        };
        let (from, value) = (width(from)?, self.terms.as_integer(arg)?);
        Some(if is_unsigned { unsigned(value, from) } else { value })
    }

    /// `affine.linearize_index`: indices times the products of the extents behind them.
    fn linearized(&mut self, op: OpId) -> Built<Option<TermId>> {
        let Some((indices, basis)) = self.basis(op)? else {
            return Ok(None);
        };
        let mut stride = self.terms.integer(INDEX, 1);
        let mut sum = Vec::new();
        for (at, index) in indices.iter().enumerate().rev() {
            sum.push((1, vec![*index, stride]));
            let behind = indices.len() - at;
            if at > 0 {
                let extent = basis.len().checked_sub(behind).and_then(|n| basis.get(n));
                stride = self.terms.multiply(INDEX, stride, *extent.ok_or(NoTerms)?);
            }
        }
        let map = self.terms.intern(TermShape::Op(
            TermLabel::new("map", "linear"),
            sum.iter().flat_map(|part| part.1.clone()).collect(),
        ));
        self.maps.insert(map);
        Ok(Some(self.terms.sum(INDEX, sum)))
    }

    /// `affine.delinearize_index`: what is left of quotients by the products of the extents behind.
    pub fn delinearized(&mut self, op: OpId) -> Built<bool> {
        let data = self.module.op(op);
        let Some(fixed) = data.attr("static_basis").and_then(Attr::as_i64s) else {
            return Ok(false);
        };
        let args = self.operands(op)?;
        let (Some((linear, sizes)), results) = (args.split_first(), data.results.clone()) else {
            return Ok(false);
        };
        let (linear, mut sizes) = (*linear, sizes.iter());
        let mut basis = Vec::new();
        for extent in fixed {
            basis.push(match extent {
                i64::MIN => *sizes.next().ok_or(NoTerms)?,
                extent => self.terms.integer(INDEX, i128::from(extent)),
            });
        }
        for extent in basis.clone() {
            self.must_be_positive(extent);
        }
        // The outermost extent, if it is given, is not needed for any result.
        if basis.len() == results.len() {
            basis.remove(0);
        }
        if basis.len() + 1 != results.len() {
            return Ok(false);
        }
        self.takes_out = true;
        let mut behind = self.terms.integer(INDEX, 1);
        let mut quotient = linear;
        for (at, result) in results.iter().enumerate().rev() {
            let term = match at.checked_sub(1).and_then(|at| basis.get(at)).copied() {
                Some(extent) => {
                    behind = self.terms.multiply(INDEX, behind, extent);
                    let next = self.floor(linear, behind);
                    let product = self.terms.multiply(INDEX, next, extent);
                    let rest = self.terms.subtract(INDEX, quotient, product);
                    quotient = next;
                    rest
                }
                None => quotient,
            };
            self.values.insert(*result, term);
        }
        Ok(true)
    }

    /// The indices and the extents of an operation that makes one index of several.
    fn basis(&mut self, op: OpId) -> Built<Option<(Vec<TermId>, Vec<TermId>)>> {
        let Some(groups) = polyvet_ir::segments(self.module, op) else {
            return Ok(None);
        };
        let Some(fixed) = self.module.op(op).attr("static_basis").and_then(Attr::as_i64s) else {
            return Ok(None);
        };
        let [indices, sizes] = &groups[..] else { return Ok(None) };
        let mut sizes = self.all(sizes)?.into_iter();
        let mut basis = Vec::new();
        for extent in fixed {
            basis.push(match extent {
                i64::MIN => sizes.next().ok_or(NoTerms)?,
                extent => self.terms.integer(INDEX, i128::from(extent)),
            });
        }
        for extent in basis.clone() {
            self.must_be_positive(extent);
        }
        Ok(Some((self.all(indices)?, basis)))
    }

    /// Whether a condition is known to hold, or not to, where we are.
    pub fn is_known(&self, condition: TermId) -> Option<bool> {
        if let Some(value) = self.terms.as_integer(condition) {
            return Some(value != 0);
        }
        let found = self.known.iter().rfind(|(known, _)| *known == condition);
        found.map(|(_, holds)| *holds)
    }

    /// The extent of a dimension, where its number is known.
    fn extent(&mut self, op: OpId) -> Built<Option<TermId>> {
        let data = self.module.op(op);
        let args = self.operands(op)?;
        let [array, at] = args[..] else { return Ok(None) };
        let number = self.terms.as_integer(at).and_then(|at| usize::try_from(at).ok());
        match (number, self.module.ty(data.operand(0)).shape()) {
            (Some(at), Some(shape)) if at < shape.len() => {
                Ok(Some(self.extent_of(data.operand(0), array, at, shape[at])))
            }
            _ => {
                if let Some(size) = self.extent_of_reshape(data.operand(0), at, true) {
                    return Ok(Some(size));
                }
                // A tensor has the extents of a buffer that is made of it.
                let array = self.terms.same_extents.get(&array).copied().unwrap_or(array);
                let label = TermLabel::new("dim at", "");
                self.must_be_defined(&label, &[array, at]);
                Ok(Some(self.terms.op(label, vec![array, at])))
            }
        }
    }

    pub fn extent_of(&mut self, value: ValueId, array: TermId, at: usize, extent: polyvet_ir::Dim) -> TermId {
        if let polyvet_ir::Dim::Static(extent) = extent {
            return self.terms.integer(INDEX, i128::from(extent));
        }
        // Sizes of what is made here are operands: one for each extent that is not constant.
        if let Some(maker) = self.module.defining_op(value) {
            let made = self.module.op(maker);
            let shape = self.module.ty(value).shape().unwrap_or_default();
            let dynamic =
                |dims: &[polyvet_ir::Dim]| dims.iter().filter(|d| !matches!(d, polyvet_ir::Dim::Static(_))).count();
            let sizes: Vec<ValueId> = match made.name.as_str() {
                "tensor.empty" | "tensor.generate" => made.operand_values().collect(),
                "memref.alloc" | "memref.alloca" => polyvet_ir::segments(self.module, maker)
                    .and_then(|all| all.into_iter().next())
                    .unwrap_or_default(),
                _ => Vec::new(),
            };
            if sizes.len() == dynamic(shape)
                && let Some(size) = sizes.get(dynamic(&shape[..at]))
                && let Ok(term) = self.value(*size)
            {
                return term;
            }
            let number = self.terms.integer(INDEX, at as i128);
            if let Some(size) = self.extent_of_reshape(value, number, false) {
                return size;
            }
        }
        self.terms.dim(array, at)
    }

    fn affine_load(&mut self, op: OpId) -> Built<TermId> {
        let access = polyvet_ir::affine_access(self.module, op).ok_or(NoTerms)?;
        let name = match self.module.op(op).name.as_str() {
            "affine.load" => "memref.load",
            _ => "vector.load",
        };
        let lanes = self.lane_dims(name, self.module.op(op).results.first().copied());
        let (label, place) = self.affine_place(op, name, &access, (&[], lanes))?;
        let args = [&place[..], &[self.memory]].concat();
        if let Some((_, Some(stored))) = self.terms.read_back(&label, &args) {
            return Ok(stored);
        }
        self.must_be_defined(&label, &args);
        Ok(self.terms.op(label, args))
    }

    /// `affine.store`, `affine.vector_store` with the subscripts that their maps give.
    fn affine_store(&mut self, op: OpId) -> Built<()> {
        let access = polyvet_ir::affine_access(self.module, op).ok_or(NoTerms)?;
        let stored = self.value(access.value.ok_or(NoTerms)?)?;
        let name = match self.module.op(op).name.as_str() {
            "affine.store" => "memref.store",
            _ => "vector.store",
        };
        let lanes = self.lane_dims(name, access.value);
        let (label, place) = self.affine_place(op, name, &access, (&[stored], lanes))?;
        let args = [&[stored], &place[..], &[self.memory]].concat();
        self.must_be_defined(&label, &args);
        let term = self.terms.op(label, args);
        self.memory = self.terms.result(term, MEMORY);
        Ok(())
    }

    /// The element below all views that an access has by its map. Through a view, it is within that too.
    fn affine_place(
        &mut self,
        op: OpId,
        name: &str,
        access: &AffineAccess,
        (before, lanes): (&[TermId], usize),
    ) -> Built<(TermLabel, Vec<TermId>)> {
        let array = self.value(access.memref)?;
        let index = self.map(&access.map, &access.operands)?;
        let label = self.access_label(op, name, false);
        let given = [before, &[array], &index[..], &[self.memory]].concat();
        let place = self.element_below(array, index, lanes);
        if place.first() != Some(&array) {
            self.must_be_defined(&label, &given);
        }
        Ok((label, place))
    }

    /// Any operation: a function of its operands, its regions, and of memory where it looks at that.
    fn general(&mut self, op: OpId) -> Built<()> {
        let data = self.module.op(op);
        let name = data.name.as_str();
        if matches!(name, "affine.store" | "affine.vector_store") {
            return self.affine_store(op);
        }
        if !data.successors.is_empty() {
            return Err(NoTerms);
        }
        let effects = self.module.effects(op);
        let changes = Changes::of(effects);
        self.has_events |= effects.contains(Effects::EVENT);
        let mut args = self.operands(op)?;
        // Of what is written over whole, only the extents count.
        for at in any_written_over(self.module, op) {
            let (value, array) = (self.module.op(op).operand(at), args[at]);
            let ty = self.module.ty(value).clone();
            let dims = ty.shape().unwrap_or_default().iter().enumerate();
            let extents = dims
                .map(|(dim, extent)| self.extent_of(value, array, dim, *extent))
                .collect();
            args[at] = self
                .terms
                .op(TermLabel::new("tensor.empty", ty.elem().to_string()), extents);
        }
        let access = self.access(op, &args)?;
        if let Some(access) = access {
            return self.accessed(op, args, access);
        }
        if changes.memory || effects.contains(Effects::READS) {
            args.push(self.memory);
        }
        if changes.allocated {
            args.push(self.allocated);
        }
        let label = self.label(op, name, &[]);
        let regions = self.regions(op, &label, &args)?;
        args.extend(regions);
        self.must_hold(op, &label, &args);
        let term = self.terms.op(label, args);
        if name == "arith.constant"
            && let Some(item) = data.attr("value").and_then(polyvet_ir::splat)
        {
            self.terms.splats.insert(term, item);
        }
        let results = data.results.clone();
        match results[..] {
            [result] => {
                self.values.insert(result, term);
            }
            _ => {
                for (at, result) in results.iter().enumerate() {
                    let one = match self.low(op, at)? {
                        Some(low) => low,
                        None => self.terms.result(term, at),
                    };
                    self.values.insert(*result, one);
                }
            }
        }
        self.same_extents(op, &results)?;
        if changes.memory {
            self.memory = self.terms.result(term, MEMORY);
        }
        if changes.allocated {
            self.allocated = self.terms.result(term, ALLOCATED);
        }
        // The region around it gives what it does, as with `tensor.parallel_insert_slice`.
        if results.is_empty() && data.regions.is_empty() && changes.are_none() {
            self.silent.push(term);
        }
        self.flags(op)
    }

    /// A load or store of what is below all views.
    fn accessed(&mut self, op: OpId, mut args: Vec<TermId>, mut access: ViewedAccess) -> Built<()> {
        let data = self.module.op(op);
        args.push(self.memory);
        access.args.push(self.memory);
        let results = data.results.clone();
        if access.is_moved {
            let label = self.label(op, data.name.as_str(), &[]);
            self.must_hold(op, &label, &args);
        }
        if let Some((_, Some(stored))) = self.terms.read_back(&access.label, &access.args) {
            self.bind(&results, &[stored]);
            return self.flags(op);
        }
        self.must_hold(op, &access.label, &access.args);
        let term = self.terms.op(access.label, access.args);
        self.bind(&results, &[term]);
        if Changes::of(self.module.effects(op)).memory {
            self.memory = self.terms.result(term, MEMORY);
        }
        self.flags(op)
    }

    /// Results of structured operations have the extents of what they start from.
    fn same_extents(&mut self, op: OpId, results: &[ValueId]) -> Built<()> {
        if self.module.op(op).dialect() != "linalg" || results.is_empty() {
            return Ok(());
        }
        let Some([_, outs]) = polyvet_ir::segments(self.module, op)
            .map(<[_; 2]>::try_from)
            .and_then(Result::ok)
        else {
            return Ok(());
        };
        if outs.len() == results.len() {
            for (result, out) in results.iter().zip(outs) {
                let (result, out) = (self.value(*result)?, self.value(out)?);
                if result != out {
                    self.terms.same_extents.insert(result, out);
                }
            }
        }
        Ok(())
    }

    /// The low half of a sum or product of which both halves are given.
    fn low(&mut self, op: OpId, at: usize) -> Built<Option<TermId>> {
        let data = self.module.op(op);
        let name = data.name.as_str();
        if at > 0
            || !matches!(
                name,
                "arith.addui_extended" | "arith.mulsi_extended" | "arith.mului_extended"
            )
        {
            return Ok(None);
        }
        let Some(width) = width(self.module.ty(data.operand(0))) else {
            return Ok(None);
        };
        let (x, y) = (self.value(data.operand(0))?, self.value(data.operand(1))?);
        Ok(Some(match name {
            "arith.addui_extended" => self.terms.add(width, x, y),
            _ => self.terms.multiply(width, x, y),
        }))
    }

    /// What else the results of an operation depend on: its attributes but for flags, and its types.
    pub fn label(&self, op: OpId, name: &str, without: &[&str]) -> TermLabel {
        let data = self.module.op(op);
        let text = |value: ValueId| self.module.ty(value).to_string();
        let mut types: Vec<String> = data.results.iter().map(|value| text(*value)).collect();
        if data.dialect() == "linalg" {
            // Extents are those of operands.
            for (value, text) in data.results.iter().zip(&mut types) {
                if let Type::Tensor {
                    elem, encoding: None, ..
                } = self.module.ty(*value)
                {
                    *text = format!("tensor of {elem}");
                }
            }
        }
        // What nobody knows may depend on how its operands are written.
        if !data.info().is_known() || data.info().is_call() {
            let operands: Vec<String> = data.operand_values().map(text).collect();
            types.push(format!("({})", operands.join(",")));
        }
        let from = data.operands.first().map(|operand| text(operand.value));
        self.label_of(op, name, without, from.as_deref(), &types)
    }

    /// As [`TermBuilder::label`], with other types: that of the first operand, and those of results.
    pub fn label_of(&self, op: OpId, name: &str, without: &[&str], from: Option<&str>, types: &[String]) -> TermLabel {
        let data = self.module.op(op);
        let kept = |attrs: &Attrs| {
            let is_note = |name: &str| NOTES.contains(&name) || name.starts_with("__") && data.info().is_known();
            let keep = |name: &str| !Flags::is_property(name) && !without.contains(&name) && !is_note(name);
            Attrs(attrs.0.iter().filter(|(name, _)| keep(name)).cloned().collect())
        };
        let attrs = attrs_key(&kept(&data.properties), &kept(&data.attrs));
        let text = data.opaque.as_deref().unwrap_or_default();
        let rest = match (data.operands.len(), from, types) {
            (1, Some(from), [to]) if attrs.is_empty() && text.is_empty() => format!("{from}>{to}"),
            // What is stored has no result whose type says how.
            _ => format!("{attrs}:{}:{text}", types.join(",")),
        };
        TermLabel::new(name, rest)
    }

    /// Flags are promises and licences: what AFTER makes of them, BEFORE must have made.
    fn flags(&mut self, op: OpId) -> Built<()> {
        let operands = self.operands(op)?;
        self.flags_of(op, &operands);
        Ok(())
    }

    /// The flags of an operation, for these operands.
    pub fn flags_of(&mut self, op: OpId, operands: &[TermId]) {
        let data = self.module.op(op);
        let flags = Flags::of(&data.properties).or(Flags::of(&data.attrs));
        for flag in flags.each() {
            self.flag(data.name.as_str(), flag, operands.to_vec());
        }
    }

    pub fn flag(&mut self, name: &str, flag: Flags, mut operands: Vec<TermId>) {
        if super::normal::commutes(name) {
            operands.sort();
        }
        let label = TermLabel::new(&format!("flag of {name}"), format!("{flag:?}"));
        // No normal form of its own: the operands are those of the operation.
        let term = self.terms.intern(TermShape::Op(label, operands));
        self.obligations.push(term);
    }

    /// That an operation is defined for these operands, if it is not always. Flags stand apart.
    pub fn must_hold(&mut self, op: OpId, label: &TermLabel, args: &[TermId]) {
        let is_flag = |way: &Undefined| matches!(way, Undefined::Broken(promise) if is_flag(*promise));
        if self.module.undefined(op).any(|way| !is_flag(&way)) {
            // Quotients and remainders of one kind are defined for the same operands.
            let name = match &*label.name {
                "arith.remsi" | "arith.ceildivsi" | "arith.floordivsi" => "arith.divsi",
                "arith.remui" | "arith.ceildivui" => "arith.divui",
                name => name,
            };
            // Without sign only the divisor counts.
            if let ("arith.divui", Some(divisor)) = (name, args.last()) {
                return self.must_be_defined(&TermLabel::new("nonzero", ""), &[*divisor]);
            }
            self.must_be_defined(&TermLabel::new(name, &*label.rest), args);
        }
    }

    /// An operation runs here, and may be undefined. Its value may have a simpler form, which says less.
    pub fn must_be_defined(&mut self, label: &TermLabel, args: &[TermId]) {
        // No number but 0 and -1 is ever a bad divisor.
        let divides = matches!(&*label.name, "nonzero" | "arith.divsi");
        if divides
            && args
                .last()
                .is_some_and(|last| self.terms.as_integer(*last).is_some_and(|by| by != 0 && by != -1))
        {
            return;
        }
        // Where a value may be stored does not depend on the value.
        let args = match &*label.name {
            "memref.store" => &args[1..],
            _ => args,
        };
        let label = TermLabel::new(&format!("defined: {}", label.name), &*label.rest);
        let term = self.terms.op(label, args.to_vec());
        self.obligations.push(term);
    }

    /// Whether a number is an extent of an array, or a constant that may be one.
    pub fn is_extent(&self, number: TermId) -> bool {
        let is_dim = matches!(self.terms.node(number), TermShape::Op(label, _) if &*label.name == "dim");
        is_dim || self.terms.as_integer(number).is_some_and(|value| value >= 0)
    }

    /// A number that must be positive.
    pub fn must_be_positive(&mut self, number: TermId) {
        if self.terms.as_integer(number).is_none_or(|value| value <= 0) {
            let term = self
                .terms
                .intern(TermShape::Op(TermLabel::new("positive", ""), vec![number]));
            self.obligations.push(term);
        }
    }

    /// `affine.apply`, `affine.min`, `affine.max`.
    fn applied(&mut self, op: OpId) -> Built<TermId> {
        let (map, operands) = polyvet_ir::affine_apply(self.module, op).ok_or(NoTerms)?;
        let results = self.map(&map, &operands)?;
        match self.module.op(op).name.as_str() {
            "affine.apply" => results.first().copied().ok_or(NoTerms),
            "affine.min" => self.extreme("arith.minsi", results),
            _ => self.extreme("arith.maxsi", results),
        }
    }

    /// The least or the greatest of some indices.
    pub fn extreme(&mut self, name: &str, mut all: Vec<TermId>) -> Built<TermId> {
        all.sort();
        all.dedup();
        let pick = |x: i128, y: i128| if name == "arith.minsi" { x.min(y) } else { x.max(y) };
        let constant = all.iter().filter_map(|term| self.terms.as_integer(*term)).reduce(pick);
        all.retain(|term| self.terms.as_integer(*term).is_none());
        if let Some(constant) = constant {
            all.push(self.terms.integer(INDEX, constant));
        }
        match all[..] {
            [] => Err(NoTerms),
            [one] => Ok(one),
            // As `arith.minsi` of two indices is written.
            _ => {
                let mut rest = all.into_iter();
                let first = rest.next().ok_or(NoTerms)?;
                Ok(rest.fold(first, |x, y| self.terms.op(TermLabel::new(name, ":index:"), vec![x, y])))
            }
        }
    }

    /// What a map gives.
    pub fn map(&mut self, map: &AffineMap, operands: &[ValueId]) -> Built<Vec<TermId>> {
        let operands = self.all(operands)?;
        let arithmetic = map.results.iter().any(|result| matches!(result, AffineExpr::Bin(..)));
        // Of small numbers nothing is too large.
        let is_small = |term: &TermId| self.terms.as_integer(*term).is_some_and(|value| value.abs() < 1 << 31);
        if arithmetic && !operands.iter().all(is_small) {
            let label = TermLabel::new("map", map.to_string());
            let term = self.terms.intern(TermShape::Op(label, operands.clone()));
            self.maps.insert(term);
        }
        let (dims, syms) = operands.split_at_checked(map.dims).ok_or(NoTerms)?;
        map.results
            .iter()
            .map(|result| self.expression(result, dims, syms))
            .collect()
    }

    fn expression(&mut self, expr: &AffineExpr, dims: &[TermId], syms: &[TermId]) -> Built<TermId> {
        let (op, lhs, rhs) = match expr {
            AffineExpr::Dim(n) => return dims.get(*n as usize).copied().ok_or(NoTerms),
            AffineExpr::Sym(n) => return syms.get(*n as usize).copied().ok_or(NoTerms),
            AffineExpr::Const(value) => return Ok(self.terms.integer(INDEX, i128::from(*value))),
            AffineExpr::Bin(op, lhs, rhs) => (op, lhs, rhs),
        };
        let (x, y) = (self.expression(lhs, dims, syms)?, self.expression(rhs, dims, syms)?);
        Ok(match op {
            AffineOp::Add => self.terms.add(INDEX, x, y),
            AffineOp::Mul => self.terms.multiply(INDEX, x, y),
            AffineOp::FloorDiv => {
                self.must_be_positive(y);
                self.floor(x, y)
            }
            AffineOp::CeilDiv => {
                self.must_be_positive(y);
                let one = self.terms.integer(INDEX, 1);
                let below = self.terms.subtract(INDEX, y, one);
                let above = self.terms.add(INDEX, x, below);
                self.floor(above, y)
            }
            AffineOp::Mod => {
                self.must_be_positive(y);
                let quotient = self.floor(x, y);
                let product = self.terms.multiply(INDEX, quotient, y);
                self.terms.subtract(INDEX, x, product)
            }
        })
    }

    /// `x floordiv y` of indices that do not overflow: multiples of a `y` that is one factor, a number or not, come out of
    /// it. It is positive.
    fn floor(&mut self, x: TermId, y: TermId) -> TermId {
        let Some(by) = self.terms.as_integer(y) else {
            return self.floor_by_factor(x, y);
        };
        if by <= 0 {
            return self.floor_atom(x, y);
        }
        let parts = self.terms.products(x);
        let whole: Vec<_> = parts
            .iter()
            .filter(|(n, factors)| n % by == 0 && !factors.is_empty())
            .cloned()
            .collect();
        let rest: Vec<_> = parts
            .iter()
            .filter(|(n, factors)| n % by != 0 || factors.is_empty())
            .cloned()
            .collect();
        // Of a constant, what is left is within 0 and the divisor.
        let constant = rest
            .iter()
            .find(|(_, factors)| factors.is_empty())
            .map_or(0, |(n, _)| *n);
        let rest: Vec<_> = rest
            .into_iter()
            .map(|(n, factors)| {
                if factors.is_empty() {
                    (n.rem_euclid(by), factors)
                } else {
                    (n, factors)
                }
            })
            .collect();
        // What divides the divisor and all coefficients does nothing: `2 * x floordiv 4` is `x floordiv 2`.
        let coefficients = rest.iter().filter(|(_, factors)| !factors.is_empty());
        let common = coefficients.fold(by, |common, (n, _)| common.gcd(n));
        let smaller = rest.iter().map(|(n, factors)| (n.div_euclid(common), factors.clone()));
        let rest = self.terms.sum(INDEX, smaller.collect());
        let quotient = match self.terms.as_integer(rest) {
            Some(value) => self.terms.integer(INDEX, value.div_euclid(by / common)),
            None => {
                let by = self.terms.integer(INDEX, by / common);
                self.floor_atom(rest, by)
            }
        };
        self.takes_out |= !whole.is_empty() || common > 1;
        let mut sum: Vec<(i128, Vec<TermId>)> = whole.into_iter().map(|(n, factors)| (n / by, factors)).collect();
        sum.push((constant.div_euclid(by), Vec::new()));
        sum.push((1, vec![quotient]));
        self.terms.sum(INDEX, sum)
    }

    fn floor_by_factor(&mut self, x: TermId, y: TermId) -> TermId {
        let (mut sum, mut rest) = (Vec::new(), Vec::new());
        for (n, mut factors) in self.terms.products(x) {
            match factors.iter().position(|factor| *factor == y) {
                Some(at) => {
                    factors.remove(at);
                    sum.push((n, factors));
                }
                None => rest.push((n, factors)),
            }
        }
        self.takes_out |= !sum.is_empty();
        let rest = self.terms.sum(INDEX, rest);
        match self.terms.as_integer(rest) {
            Some(0) => {}
            Some(-1) => sum.push((-1, Vec::new())),
            _ => {
                let quotient = self.floor_atom(rest, y);
                sum.push((1, vec![quotient]));
            }
        }
        self.terms.sum(INDEX, sum)
    }

    fn floor_atom(&mut self, x: TermId, y: TermId) -> TermId {
        if let TermShape::Op(label, args) = self.terms.node(x)
            && &*label.name == "floordiv"
            && let [below, by] = args[..]
        {
            // Of a quotient, it is one by the product.
            self.takes_out = true;
            let by = self.terms.multiply(INDEX, by, y);
            return self.floor(below, by);
        }
        match self.terms.as_integer(y) {
            Some(1) => x,
            _ => self.terms.op(TermLabel::new("floordiv", ""), vec![x, y]),
        }
    }
}

/// Whether a lane is read or written at a position that is poison, which -1 is.
pub fn has_poison_position(op: &polyvet_ir::Op) -> bool {
    let positions = op.attr("static_position").and_then(Attr::as_i64s);
    positions.is_some_and(|positions| positions.contains(&-1))
}

/// Whether a promise is a flag, not an attribute of another kind.
fn is_flag(promise: polyvet_ir::ops::FlagPromise) -> bool {
    use polyvet_ir::ops::FlagPromise::*;
    matches!(
        promise,
        NoSignedWrap | NoUnsignedWrap | Exact | NonNegative | NoNans | NoInfinities | Disjoint
    )
}

/// The bits of a scalar that is counted modulo a power of two; `None` for all other types.
pub fn width(ty: &Type) -> Option<u32> {
    match ty {
        Type::Index => Some(INDEX),
        Type::Integer { width, .. } if (1..=64).contains(width) => Some(*width),
        _ => None,
    }
}
