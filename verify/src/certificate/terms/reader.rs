//! Reads what operations compute: constants of SMT-LIB 2, and facts about them.
//!
//! Integers and numbers are those of the theories. Everything else is a function that nobody knows of the operands, and of
//! memory where an operation looks at it; what changes memory makes another memory. An operation with regions is a *site*:
//! its results may be anything until it is compared with one of the other program.

use super::super::words::{ClaimWord, Sort, floats, integers, poison, unary};
use super::super::{ProgramPlace, WhichProgram, text};
use super::ledger::{Ledger, LedgerAtom, What, all, under};
use polyvet_ir::ops::{Effects, FlagPromise, Undefined};
use polyvet_ir::{
    AffineExpr, AffineMap, AffineOp, Attr, Attrs, BlockId, Flags, Module, OpId, Type, ValueId, attrs_key,
};
use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// Why something has no claims.
pub(super) struct NoClaims(pub String);

pub(super) type TermRead<T> = Result<T, NoClaims>;

/// `Err`, because of this.
pub(super) fn unread<T>(why: impl Into<String>) -> TermRead<T> {
    Err(NoClaims(why.into()))
}

/// What must hold for a program to be defined.
pub(super) struct TermObligation {
    pub text: String,
    pub place: ProgramPlace,
    pub what: String,
}

/// An operation with regions, and what is there when it runs.
pub(super) struct RegionSite {
    pub op: OpId,
    /// What it is, apart from operands and regions.
    pub label: String,
    /// Conditions under which it runs.
    pub path: Vec<String>,
    pub args: Vec<LedgerAtom>,
    pub memory: LedgerAtom,
    pub allocated: LedgerAtom,
    pub results: Vec<Vec<LedgerAtom>>,
    pub memory_after: Option<LedgerAtom>,
    pub allocated_after: Option<LedgerAtom>,
    pub counted: Option<CountingLoop>,
}

/// A loop that counts.
pub(super) struct CountingLoop {
    pub lower: LedgerAtom,
    pub upper: LedgerAtom,
    pub step: LedgerAtom,
    pub is_signed: bool,
    pub induction: ValueId,
    pub inits: Vec<ValueId>,
    pub carried: Vec<ValueId>,
    pub body: BlockId,
}

/// What was read of some operations in a row.
#[derive(Default)]
pub(super) struct ReadLevel {
    pub sites: Vec<RegionSite>,
    pub obligations: Vec<TermObligation>,
    /// Operations without results or effects, which the region around them gives.
    pub silent: Vec<(String, Vec<LedgerAtom>)>,
}

/// Reads one program.
pub(super) struct TermReader<'m> {
    pub module: &'m Module,
    pub program: WhichProgram,
    pub ledger: Rc<RefCell<Ledger>>,
    pub values: HashMap<ValueId, Vec<LedgerAtom>>,
    pub memory: LedgerAtom,
    /// It tells one buffer from another.
    pub allocated: LedgerAtom,
    pub level: ReadLevel,
    path: Vec<String>,
    /// Buffers that hold a tensor, until memory changes.
    pub contents: HashMap<ValueId, (Vec<LedgerAtom>, LedgerAtom)>,
    /// By memory, what was stored last, and where.
    stores: HashMap<Rc<str>, (Vec<LedgerAtom>, Vec<LedgerAtom>)>,
    depth: usize,
    /// Operations with regions that both programs have: functions that nobody knows, like others.
    pub texts: HashSet<String>,
}

/// How deep branches may be nested: reading them is recursive.
const DEPTH_MAX: usize = 60;
/// Vectors with more lanes are one value.
const LANES_MAX: usize = 1024;

/// The lanes of a type; a type without lanes is one of its own.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct LaneShape {
    /// Extents; 1 where only the machine knows.
    pub dims: Vec<usize>,
    /// The type of a lane.
    pub lane: Type,
}

impl LaneShape {
    pub fn of(ty: &Type) -> LaneShape {
        let whole = || LaneShape {
            dims: Vec::new(),
            lane: ty.clone(),
        };
        let Type::Vector { shape, elem } = ty else {
            return whole();
        };
        let (mut dims, mut machine) = (Vec::new(), Vec::new());
        for dim in shape {
            match dim {
                polyvet_ir::Dim::Static(extent) => dims.push(usize::try_from(*extent).unwrap_or(usize::MAX)),
                dim => {
                    dims.push(1);
                    machine.push(*dim);
                }
            }
        }
        let count = dims.iter().try_fold(1usize, |all, one| all.checked_mul(*one));
        if !count.is_some_and(|count| (1..=LANES_MAX).contains(&count)) {
            return whole();
        }
        let lane = match machine.is_empty() {
            true => (**elem).clone(),
            false => Type::Vector {
                shape: machine,
                elem: elem.clone(),
            },
        };
        LaneShape { dims, lane }
    }

    pub fn count(&self) -> usize {
        self.dims.iter().product()
    }

    /// The number of the lane at a position.
    pub fn at(&self, position: &[usize]) -> usize {
        self.dims
            .iter()
            .zip(position)
            .fold(0, |all, (extent, at)| all * extent + at)
    }

    pub fn positions(&self) -> Vec<Vec<usize>> {
        let mut all = vec![Vec::new()];
        for extent in &self.dims {
            let longer = |outer: Vec<usize>| (0..*extent).map(move |at| [&outer[..], &[at]].concat());
            all = all.into_iter().flat_map(longer).collect();
        }
        all
    }

    pub fn what(&self) -> What {
        What::of(&self.lane)
    }
}

impl<'m> TermReader<'m> {
    pub fn new(
        module: &'m Module,
        program: WhichProgram,
        ledger: Rc<RefCell<Ledger>>,
        memory: LedgerAtom,
        allocated: LedgerAtom,
    ) -> Self {
        TermReader {
            module,
            program,
            ledger,
            values: HashMap::new(),
            memory,
            allocated,
            level: ReadLevel::default(),
            path: Vec::new(),
            contents: HashMap::new(),
            stores: HashMap::new(),
            depth: 0,
            texts: HashSet::new(),
        }
    }

    pub fn place(&self, op: OpId) -> ProgramPlace {
        ProgramPlace {
            program: self.program,
            span: self.module.op(op).span,
        }
    }

    fn hint(&self, name: &str) -> String {
        let side = match self.program {
            WhichProgram::Before => "first",
            WhichProgram::After => "second",
        };
        format!("{side} {name}")
    }

    pub fn open(&mut self, name: &str, what: What) -> LedgerAtom {
        let name = self.hint(name);
        self.ledger.borrow_mut().open(&name, what)
    }

    pub fn define(&mut self, name: &str, what: What, text: &str) -> LedgerAtom {
        let name = self.hint(name);
        self.ledger.borrow_mut().define(&name, what, text)
    }

    pub fn fact(&mut self, about: &[&str], text: String) {
        self.ledger.borrow_mut().fact(about, text);
    }

    /// What a function that nobody knows gives.
    pub fn apply(&mut self, label: &str, args: &[LedgerAtom], to: What, name: &str) -> LedgerAtom {
        let text = self.ledger.borrow_mut().apply(label, args, to);
        self.define(name, to, &text)
    }

    /// Values that may be anything.
    pub fn open_values(&mut self, value: ValueId) -> Vec<LedgerAtom> {
        let (shape, name) = (LaneShape::of(self.module.ty(value)), self.module.value_name(value));
        let lanes: Vec<LedgerAtom> = (0..shape.count())
            .map(|at| self.open(&lane_name(&name, &shape, at), shape.what()))
            .collect();
        self.typed(value, &lanes);
        lanes
    }

    pub fn value(&self, value: ValueId) -> TermRead<Vec<LedgerAtom>> {
        match self.values.get(&value) {
            Some(found) => Ok(found.clone()),
            None => unread(format!(
                "{} is used where it is not known",
                self.module.value_name(value)
            )),
        }
    }

    pub fn scalar_value(&self, value: ValueId) -> TermRead<LedgerAtom> {
        match &self.value(value)?[..] {
            [one] => Ok(one.clone()),
            _ => unread("a vector stands where a scalar is expected"),
        }
    }

    /// All operands, lane after lane.
    pub fn operands(&self, op: OpId) -> TermRead<Vec<LedgerAtom>> {
        let values: Vec<ValueId> = self.module.op(op).operand_values().collect();
        self.all(&values)
    }

    pub fn all(&self, values: &[ValueId]) -> TermRead<Vec<LedgerAtom>> {
        let mut all = Vec::new();
        for value in values {
            all.extend(self.value(*value)?);
        }
        Ok(all)
    }

    pub fn bind(&mut self, value: ValueId, lanes: Vec<LedgerAtom>) {
        self.typed(value, &lanes);
        self.values.insert(value, lanes);
    }

    /// The extents that a type gives.
    fn typed(&mut self, value: ValueId, lanes: &[LedgerAtom]) {
        let ty = self.module.ty(value);
        if let ([one], true, Some(shape)) = (lanes, !matches!(ty, Type::Vector { .. }), ty.shape()) {
            let shape = shape.to_vec();
            for (at, dim) in shape.iter().enumerate() {
                if let polyvet_ir::Dim::Static(extent) = dim {
                    self.extent_is(one, at, &LedgerAtom::extent(*extent));
                }
            }
            self.rank_is(one, shape.len());
        }
    }

    pub fn oblige(&mut self, op: OpId, what: &str, text: String) {
        if text != "true" {
            let place = self.place(op);
            self.level.obligations.push(TermObligation {
                text: under(&self.path, &text),
                place,
                what: what.to_owned(),
            });
        }
    }

    /// Reads all operations of a block but the last one, which it gives back.
    pub fn block(&mut self, block: BlockId) -> TermRead<OpId> {
        let Some((last, ops)) = self.module.block(block).ops.split_last() else {
            return unread("a block without operations");
        };
        self.depth += 1;
        if self.depth > DEPTH_MAX {
            return unread("branches are nested too deep");
        }
        for op in ops {
            self.operation(*op)?;
        }
        self.depth -= 1;
        Ok(*last)
    }

    /// What a block gives that ends with a yield.
    fn yielded(&mut self, block: BlockId) -> TermRead<Vec<Vec<LedgerAtom>>> {
        let silent = self.level.silent.len();
        let last = self.block(block)?;
        let is_yield = matches!(self.module.op(last).name.as_str(), "scf.yield" | "affine.yield");
        if !is_yield || self.level.silent.len() != silent {
            return unread("a branch that does not end with a yield");
        }
        let values: Vec<ValueId> = self.module.op(last).operand_values().collect();
        values.iter().map(|value| self.value(*value)).collect()
    }

    pub fn operation(&mut self, op: OpId) -> TermRead<()> {
        let data = self.module.op(op);
        if !data.regions.is_empty() && !self.texts.is_empty() {
            let text = text::whole(self.module, op);
            if self.texts.contains(&text) {
                return self.known_text(op, text);
            }
        }
        match data.name.as_str() {
            "scf.if" | "affine.if" => return self.branch(op),
            "scf.for" | "affine.for" => return self.counted(op),
            "scf.execute_region" if self.module.only_block(op, 0).is_some() && !data.is_set("no_inline") => {
                if let Some(block) = self.module.only_block(op, 0) {
                    let gives = self.yielded(block)?;
                    let results = data.results.clone();
                    results
                        .into_iter()
                        .zip(gives)
                        .for_each(|(result, lanes)| self.bind(result, lanes));
                }
                return Ok(());
            }
            _ => {}
        }
        if self.is_dead(op) || self.plain(op)? || self.shaped(op)? || self.by_lanes(op)? || self.by_element(op)? {
            return Ok(());
        }
        self.general(op)
    }

    /// A buffer that nobody uses, but for freeing it once where it was made.
    fn is_dead(&self, op: OpId) -> bool {
        let data = self.module.op(op);
        let users = |value: ValueId| {
            let mut users = Vec::new();
            let root = self.root(op);
            self.module.walk(root, &mut |id, other| {
                let passed = other
                    .successors
                    .iter()
                    .flat_map(|next| next.args.iter().map(|arg| arg.value));
                if other.operand_values().chain(passed).any(|one| one == value) {
                    users.push(id);
                }
            });
            users
        };
        let made = match (data.name.as_str(), &data.results[..]) {
            ("memref.alloc" | "memref.alloca", [_]) => Some(op),
            ("memref.dealloc", _) => self.module.defining_op(data.operand(0)),
            _ => None,
        };
        let Some(made) =
            made.filter(|made| matches!(self.module.op(*made).name.as_str(), "memref.alloc" | "memref.alloca"))
        else {
            return false;
        };
        let alloc = self.module.op(made);
        match (&users(alloc.results[0])[..], alloc.operands.is_empty()) {
            ([], true) => true,
            ([free], true) => {
                let free = self.module.op(*free);
                alloc.name == "memref.alloc" && free.name == "memref.dealloc" && alloc.parent == free.parent
            }
            _ => false,
        }
    }

    /// The function around an operation.
    fn root(&self, op: OpId) -> OpId {
        let mut root = op;
        while let Some(parent) = self.module.parent_op(root) {
            if self.module.op(root).info().is_function() {
                break;
            }
            root = parent;
        }
        root
    }

    /// Constants, indices, loads and stores by maps.
    fn plain(&mut self, op: OpId) -> TermRead<bool> {
        let data = self.module.op(op);
        match (data.name.as_str(), &data.results[..]) {
            ("arith.constant" | "index.constant", [result]) => {
                let shape = LaneShape::of(self.module.ty(*result));
                let Some(value) = data.attr("value") else {
                    return Ok(false);
                };
                let items = match value {
                    Attr::Dense { .. } if !shape.dims.is_empty() => polyvet_ir::dense_items(value),
                    value => Some(vec![value.clone()]),
                };
                let numbers = |items: Vec<Attr>| {
                    items
                        .iter()
                        .map(|item| number(item, &shape.lane))
                        .collect::<Option<Vec<_>>>()
                };
                let Some(mut lanes) = items.and_then(numbers) else {
                    return Ok(false);
                };
                if lanes.len() == 1 {
                    lanes = vec![lanes[0].clone(); shape.count()];
                }
                if lanes.len() != shape.count() {
                    return Ok(false);
                }
                self.bind(*result, lanes);
            }
            ("ub.poison", [result]) => {
                let lanes = self.poison(*result);
                self.values.insert(*result, lanes);
            }
            ("affine.apply" | "affine.min" | "affine.max", [result]) => {
                let Some((map, operands)) = polyvet_ir::affine_apply(self.module, op) else {
                    return Ok(false);
                };
                let found = self.map(op, &map, &operands)?;
                let lane = self.extreme(&found, data.name == "affine.max")?;
                self.bind(*result, vec![lane]);
            }
            ("affine.load" | "affine.vector_load" | "affine.store" | "affine.vector_store", _) => {
                self.affine_access(op)?
            }
            ("memref.load", [result]) => {
                let args = self.operands(op)?;
                let label = self.label(op, "memref.load", &["nontemporal", "alignment"]);
                self.load(op, *result, &label, &args)?;
            }
            ("memref.store", []) => {
                let args = self.operands(op)?;
                let label = self.label(op, "memref.store", &["nontemporal", "alignment"]);
                self.store(op, &label, &args);
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Poison of the type of a value.
    pub fn poison(&mut self, value: ValueId) -> Vec<LedgerAtom> {
        let shape = LaneShape::of(self.module.ty(value));
        let lanes = (0..shape.count()).map(|_| self.poison_lane(shape.what()));
        lanes.collect()
    }

    pub fn poison_lane(&mut self, what: What) -> LedgerAtom {
        LedgerAtom {
            is_poison: true,
            ..self.open("poison", what)
        }
    }

    fn affine_access(&mut self, op: OpId) -> TermRead<()> {
        let Some(access) = polyvet_ir::affine_access(self.module, op) else {
            return unread("an access without a map");
        };
        let mut args = match access.value {
            Some(value) => self.value(value)?,
            None => Vec::new(),
        };
        args.extend(self.value(access.memref)?);
        args.extend(self.map(op, &access.map, &access.operands)?);
        let name = self.module.op(op).name.as_str();
        let name = match name {
            "affine.load" => "memref.load",
            "affine.store" => "memref.store",
            "affine.vector_load" => "vector.load",
            _ => "vector.store",
        };
        let label = self.label(op, name, &["map", "nontemporal", "alignment"]);
        match self.module.op(op).results[..] {
            [result] => self.load(op, result, &label, &args)?,
            _ => self.store(op, &label, &args),
        }
        Ok(())
    }

    fn load(&mut self, op: OpId, result: ValueId, label: &str, place: &[LedgerAtom]) -> TermRead<()> {
        let buffer = self.module.op(op).operand_values().next();
        let held = buffer.and_then(|buffer| self.held(buffer));
        let mut args = place.to_vec();
        let label = match held {
            Some(tensor) if label.starts_with("memref.load") => {
                args.splice(0..1, tensor);
                self.label(op, "tensor.extract", &["nontemporal", "alignment"])
            }
            _ => {
                args.push(self.memory.clone());
                label.to_owned()
            }
        };
        self.must_be_defined(op, &label, &args);
        let lanes = self.give(&label, &args, result);
        // What was stored last, if that was to the same place.
        if let Some((where_, stored)) = self.stores.get(&self.memory.text).cloned()
            && where_.len() == place.len()
            && stored.len() == lanes.len()
        {
            let at = super::ledger::same(&where_, place);
            for (lane, stored) in lanes.iter().zip(&stored).filter(|(_, stored)| !stored.is_poison) {
                let text = under(std::slice::from_ref(&at), &format!("(= {} {})", lane.text, stored.text));
                self.fact(&[&lane.text], text);
            }
        }
        Ok(())
    }

    fn store(&mut self, op: OpId, label: &str, args: &[LedgerAtom]) {
        let stored = LaneShape::of(self.module.ty(self.module.op(op).operand(0))).count();
        let mut all = args.to_vec();
        all.push(self.memory.clone());
        self.must_be_defined(op, label, &all);
        self.memory = self.apply(&format!("memory after {label}"), &all, What::Memory, "memory");
        let is_plain = label.starts_with("memref.store");
        if is_plain {
            let (value, place) = args.split_at(stored);
            self.stores
                .insert(self.memory.text.clone(), (place.to_vec(), value.to_vec()));
        }
    }

    /// The result of a function that nobody knows, lane by lane.
    pub fn give(&mut self, label: &str, args: &[LedgerAtom], result: ValueId) -> Vec<LedgerAtom> {
        let (shape, name) = (LaneShape::of(self.module.ty(result)), self.module.value_name(result));
        let lane = |at: usize| lane_name(label, &shape, at);
        let lanes: Vec<LedgerAtom> = (0..shape.count())
            .map(|at| self.apply(&lane(at), args, shape.what(), &lane_name(&name, &shape, at)))
            .collect();
        self.bind(result, lanes.clone());
        lanes
    }

    /// Any operation: a function of its operands, and of memory where it looks at that. One with regions is a site.
    fn general(&mut self, op: OpId) -> TermRead<()> {
        let data = self.module.op(op);
        if !data.successors.is_empty() {
            return unread(format!("`{}` branches inside of a block", data.name));
        }
        let effects = self.module.effects(op);
        let writes = effects.intersects(Effects::WRITES | Effects::FREES | Effects::EVENT);
        let allocates = effects.contains(Effects::ALLOCATES);
        let label = self.label(op, data.name.as_str(), &[]);
        let args = self.operands(op)?;
        if !data.regions.is_empty() {
            return self.site(op, (label, args), (writes, allocates), None);
        }
        self.called(op, label, args, effects);
        Ok(())
    }

    /// An operation with regions whose text both programs have: a function of all that it uses.
    fn known_text(&mut self, op: OpId, text: String) -> TermRead<()> {
        let args = self.all(&self.module.outside(op))?;
        self.called(op, text, args, self.module.effects(op));
        Ok(())
    }

    /// What an operation gives that is a function of some values, and of memory where it looks at that.
    fn called(&mut self, op: OpId, label: String, mut args: Vec<LedgerAtom>, effects: Effects) {
        let data = self.module.op(op);
        let writes = effects.intersects(Effects::WRITES | Effects::FREES | Effects::EVENT);
        let allocates = effects.contains(Effects::ALLOCATES);
        if writes || effects.contains(Effects::READS) {
            args.push(self.memory.clone());
        }
        if allocates {
            args.push(self.allocated.clone());
        }
        // What is inside of regions may be undefined as well.
        match data.regions.is_empty() {
            true => self.must_be_defined(op, &label, &args),
            false => self.surely_defined(op, &label, &args),
        }
        let results = data.results.clone();
        for (at, result) in results.iter().enumerate() {
            let label = match results.len() {
                1 => label.clone(),
                _ => format!("result {at} of {label}"),
            };
            self.give(&label, &args, *result);
        }
        self.same_extents(op);
        if writes {
            self.memory = self.apply(&format!("memory after {label}"), &args, What::Memory, "memory");
        }
        if allocates {
            self.allocated = self.apply(&format!("allocated after {label}"), &args, What::Memory, "allocated");
        }
        if results.is_empty() && !writes && !allocates {
            self.level.silent.push((label, args.clone()));
        }
        self.flags(op, &args, &[]);
    }

    /// Results of structured operations have the extents of what they start from.
    fn same_extents(&mut self, op: OpId) {
        let data = self.module.op(op);
        let outs = match polyvet_ir::segments(self.module, op).as_deref() {
            Some([_, outs]) if data.dialect() == "linalg" && outs.len() == data.results.len() => outs.clone(),
            _ => return,
        };
        for (result, out) in data.results.clone().into_iter().zip(outs) {
            if let (Ok(result), Ok(out)) = (self.scalar_value(result), self.scalar_value(out)) {
                self.extents_as(&result, &out);
            }
        }
    }

    fn site(
        &mut self,
        op: OpId,
        (label, args): (String, Vec<LedgerAtom>),
        (writes, allocates): (bool, bool),
        counted: Option<CountingLoop>,
    ) -> TermRead<()> {
        let (memory, allocated) = (self.memory.clone(), self.allocated.clone());
        let results = self.module.op(op).results.clone();
        // What holds inside of it may be needed outside.
        self.ledger.borrow_mut().is_abstract = true;
        let mut found = Vec::new();
        for result in results {
            let lanes = self.open_values(result);
            self.values.insert(result, lanes.clone());
            found.push(lanes);
        }
        self.same_extents(op);
        let memory_after = writes.then(|| self.open("memory", What::Memory));
        let allocated_after = allocates.then(|| self.open("allocated", What::Memory));
        self.memory = memory_after.clone().unwrap_or_else(|| memory.clone());
        self.allocated = allocated_after.clone().unwrap_or_else(|| allocated.clone());
        self.level.sites.push(RegionSite {
            op,
            label,
            path: self.path.clone(),
            args,
            memory,
            allocated,
            results: found,
            memory_after,
            allocated_after,
            counted,
        });
        Ok(())
    }

    /// A loop that counts.
    fn counted(&mut self, op: OpId) -> TermRead<()> {
        let (counted, label) = match polyvet_ir::affine_for(self.module, op) {
            Some(view) => {
                let lower = self.map(op, &view.lower, &view.lower_operands)?;
                let upper = self.map(op, &view.upper, &view.upper_operands)?;
                let counted = CountingLoop {
                    lower: self.extreme(&lower, true)?,
                    upper: self.extreme(&upper, false)?,
                    step: LedgerAtom::index(view.step),
                    is_signed: true,
                    induction: view.induction,
                    inits: view.inits,
                    carried: view.iter_args,
                    body: view.body,
                };
                (counted, "for index".to_owned())
            }
            None => {
                let data = self.module.op(op);
                let operands: Vec<ValueId> = data.operand_values().collect();
                let (Some(body), [lower, upper, step, inits @ ..]) = (self.module.only_block(op, 0), &operands[..])
                else {
                    return unread("a loop that is not as expected");
                };
                let Some((induction, carried)) = self.module.block(body).args.split_first() else {
                    return unread("a loop without a variable");
                };
                let is_signed = !data.is_set("unsignedCmp");
                let counted = CountingLoop {
                    lower: self.scalar_value(*lower)?,
                    upper: self.scalar_value(*upper)?,
                    step: self.scalar_value(*step)?,
                    is_signed,
                    induction: *induction,
                    inits: inits.to_vec(),
                    carried: carried.to_vec(),
                    body,
                };
                let sign = if is_signed { "" } else { " without sign" };
                (counted, format!("for {}{sign}", self.module.ty(*induction)))
            }
        };
        let Some(width) = counted.step.what.bits() else {
            return unread("a loop over no integers");
        };
        let positive = format!("(bvsgt {} (_ bv0 {width}))", counted.step.text);
        self.oblige(op, "the step is positive", positive);
        let effects = self.module.effects(op);
        let writes = effects.intersects(Effects::WRITES | Effects::FREES | Effects::EVENT);
        let allocates = effects.contains(Effects::ALLOCATES);
        let args = [&counted.lower, &counted.upper, &counted.step]
            .map(LedgerAtom::clone)
            .to_vec();
        self.site(op, (label, args), (writes, allocates), Some(counted))
    }

    fn branch(&mut self, op: OpId) -> TermRead<()> {
        let condition = self.condition(op)?;
        let blocks = [0, 1].map(|at| self.module.only_block(op, at));
        let data = self.module.op(op);
        let is_long = |region: &polyvet_ir::RegionId| self.module.region(*region).blocks.len() > 1;
        if data.regions.iter().any(is_long) {
            return unread("a branch of several blocks");
        }
        let results = data.results.clone();
        let before = (self.memory.clone(), self.allocated.clone());
        let mut arms = Vec::new();
        for (block, path) in blocks
            .into_iter()
            .zip([condition.clone(), format!("(not {condition})")])
        {
            (self.memory, self.allocated) = before.clone();
            self.path.push(path);
            let gives = match block {
                Some(block) => self.yielded(block)?,
                None => Vec::new(),
            };
            self.path.pop();
            arms.push((gives, self.memory.clone(), self.allocated.clone()));
        }
        let [yes, no] = &arms[..] else {
            return unread("a branch");
        };
        self.memory = self.chosen(&condition, &yes.1, &no.1, "memory");
        self.allocated = self.chosen(&condition, &yes.2, &no.2, "allocated");
        if results.len() > yes.0.len() || results.len() > no.0.len() {
            return unread("a branch that gives too little");
        }
        let (yes, no) = (yes.0.clone(), no.0.clone());
        for ((result, yes), no) in results.into_iter().zip(yes).zip(no) {
            let name = self.module.value_name(result);
            let lanes = yes
                .iter()
                .zip(&no)
                .map(|(yes, no)| self.chosen(&condition, yes, no, &name))
                .collect();
            self.bind(result, lanes);
        }
        Ok(())
    }

    /// One of two values.
    pub fn chosen(&mut self, condition: &str, yes: &LedgerAtom, no: &LedgerAtom, name: &str) -> LedgerAtom {
        if yes == no {
            return yes.clone();
        }
        match (yes.is_poison, no.is_poison, self.program) {
            (true, true, _) => self.poison_lane(yes.what),
            // Poison of the second program is nothing that is known.
            (true, ..) | (_, true, _) => self.open(name, yes.what),
            _ => self.define(name, yes.what, &format!("(ite {condition} {} {})", yes.text, no.text)),
        }
    }

    fn condition(&mut self, op: OpId) -> TermRead<String> {
        let Some(view) = polyvet_ir::affine_if(self.module, op) else {
            return Ok(self.scalar_value(self.module.op(op).operand(0))?.is_true());
        };
        let results: Vec<_> = view.set.constraints.iter().map(|(expr, _)| expr.clone()).collect();
        let map = AffineMap::new(view.set.dims, view.set.syms, results);
        let values = self.map(op, &map, &view.operands)?;
        let zero = LedgerAtom::index(0);
        let conditions = values
            .iter()
            .zip(&view.set.constraints)
            .map(|(value, (_, is_equality))| {
                let name = if *is_equality { "=" } else { "bvsge" };
                format!("({name} {} {})", value.text, zero.text)
            });
        Ok(all(conditions))
    }

    /// What a map gives.
    pub fn map(&mut self, op: OpId, map: &AffineMap, operands: &[ValueId]) -> TermRead<Vec<LedgerAtom>> {
        let mut found = Vec::new();
        for operand in operands {
            found.push(self.scalar_value(*operand)?);
        }
        let mut all = Vec::new();
        // A proof may take for granted that indices do not overflow.
        let computes = map.results.iter().any(|result| matches!(result, AffineExpr::Bin(..)));
        self.ledger.borrow_mut().is_abstract |= computes;
        for result in &map.results {
            let text = self.expression(op, result, map.dims, &found)?;
            all.push(match found.iter().find(|one| *one.text == *text) {
                Some(one) => one.clone(),
                None if text.starts_with("(_ bv") => LedgerAtom::new(text, What::Number(Sort::Bits(64))),
                None => self.define("index", What::Number(Sort::Bits(64)), &text),
            });
        }
        Ok(all)
    }

    fn expression(&mut self, op: OpId, expr: &AffineExpr, dims: usize, operands: &[LedgerAtom]) -> TermRead<String> {
        let operand = |at: usize| operands.get(at).map(|one| one.text.to_string());
        let (kind, lhs, rhs) = match expr {
            AffineExpr::Dim(n) => return operand(*n as usize).ok_or(NoClaims("a map without operands".into())),
            AffineExpr::Sym(n) => return operand(dims + *n as usize).ok_or(NoClaims("a map without operands".into())),
            AffineExpr::Const(value) => return Ok(LedgerAtom::index(*value).text.to_string()),
            AffineExpr::Bin(kind, lhs, rhs) => (kind, lhs, rhs),
        };
        let (x, y) = (
            self.expression(op, lhs, dims, operands)?,
            self.expression(op, rhs, dims, operands)?,
        );
        if !matches!(kind, AffineOp::Add | AffineOp::Mul) {
            let positive = format!("(bvsgt {y} (_ bv0 64))");
            let is_known = y.starts_with("(_ bv")
                && LedgerAtom::new(&*y, What::Truth)
                    .as_unsigned()
                    .is_some_and(|by| by > 0 && by < 1 << 63);
            if !is_known {
                self.oblige(op, "the divisor is positive", positive);
            }
        }
        Ok(match kind {
            AffineOp::Add => format!("(bvadd {x} {y})"),
            AffineOp::Mul => format!("(bvmul {x} {y})"),
            AffineOp::FloorDiv => floor(&x, &y),
            AffineOp::CeilDiv => floor(&format!("(bvadd {x} (bvsub {y} (_ bv1 64)))"), &y),
            AffineOp::Mod => format!("(bvsmod {x} {y})"),
        })
    }

    /// The least or the greatest of some indices.
    fn extreme(&mut self, found: &[LedgerAtom], is_greatest: bool) -> TermRead<LedgerAtom> {
        let Some((first, rest)) = found.split_first() else {
            return unread("a map without results");
        };
        let op = if is_greatest { "bvsgt" } else { "bvslt" };
        Ok(rest.iter().fold(first.clone(), |all, one| {
            let text = format!("(ite ({op} {} {}) {} {})", all.text, one.text, all.text, one.text);
            self.define("bound", all.what, &text)
        }))
    }

    /// An operation that computes each element on its own.
    fn by_element(&mut self, op: OpId) -> TermRead<bool> {
        let data = self.module.op(op);
        let [result] = data.results[..] else { return Ok(false) };
        let is_known = data.info().is_elementwise() || data.name == "vector.fma";
        if !is_known || !data.regions.is_empty() {
            return Ok(false);
        }
        let shape = LaneShape::of(self.module.ty(result));
        let mut columns = Vec::new();
        let mut args = Vec::new();
        for value in data.operand_values() {
            let lanes = self.value(value)?;
            args.extend(lanes.clone());
            columns.push(match lanes.len() {
                1 if shape.count() > 1 => vec![lanes[0].clone(); shape.count()],
                count if count == shape.count() => lanes,
                _ => return Ok(false),
            });
        }
        let name = self.module.value_name(result);
        let mut lanes = Vec::new();
        for at in 0..shape.count() {
            let operands: Vec<LedgerAtom> = columns.iter().map(|column| column[at].clone()).collect();
            lanes.push(self.lane(op, &operands, &shape.lane, &lane_name(&name, &shape, at)));
        }
        self.bind(result, lanes);
        Ok(true)
    }

    /// What an operation computes of one lane of each operand.
    fn lane(&mut self, op: OpId, operands: &[LedgerAtom], ty: &Type, name: &str) -> LedgerAtom {
        let data = self.module.op(op);
        let to = What::of(ty);
        let called = data.name.as_str();
        if let (true, [condition, yes, no]) = (called == "arith.select", operands)
            && condition.what.bits() == Some(1)
        {
            return self.chosen(&condition.is_true(), yes, no, name);
        }
        if operands.iter().any(|one| one.is_poison) {
            return self.poison_lane(to);
        }
        let called = arith(called);
        let result = self.computed(&called, &data.properties, operands, (ty, name));
        self.lane_is_defined(op, &called, operands);
        self.flags(op, operands, std::slice::from_ref(&result));
        result
    }

    /// What an operation computes of operands that are no poison.
    pub fn computed(
        &mut self,
        called: &str,
        properties: &Attrs,
        operands: &[LedgerAtom],
        (ty, name): (&Type, &str),
    ) -> LedgerAtom {
        let to = What::of(ty);
        if let Some(text) = known(called, properties, operands, to) {
            return self.define(name, to, &text);
        }
        let kept = without_flags(properties);
        let label = format!("{called} {}> {ty}", attrs_key(&kept, &Attrs::default()));
        let result = self.apply(&label, operands, to, name);
        if let ([x, y], true) = (operands, commutes(called)) {
            let swapped = self.ledger.borrow_mut().apply(&label, &[y.clone(), x.clone()], to);
            self.fact(&[&result.text], format!("(= {} {swapped})", result.text));
        }
        result
    }

    /// Conditions on the operands of an operation on numbers.
    fn lane_is_defined(&mut self, op: OpId, called: &str, operands: &[LedgerAtom]) {
        let ways: Vec<Undefined> = self.module.undefined(op).filter(|way| !is_flag(way)).collect();
        for way in ways {
            let text = match (way, operands) {
                (Undefined::DivisorZero, [_, y]) if y.what.bits().is_some() => {
                    format!("(not (= {} {}))", y.text, zero(y))
                }
                (Undefined::DivisionOverflow, [x, y]) if y.what.bits().is_some() => {
                    let width = y.what.bits().unwrap_or(64);
                    let least = LedgerAtom::integer(width, 1 << (width - 1));
                    let minus = LedgerAtom::integer(width, -1);
                    format!(
                        "(not (and (= {} {}) (= {} {})))",
                        x.text, least.text, y.text, minus.text
                    )
                }
                (Undefined::ShiftTooFar, [_, y]) if y.what.bits().is_some() => {
                    let width = y.what.bits().unwrap_or(64);
                    format!("(bvult {} (_ bv{width} {width}))", y.text)
                }
                _ => self
                    .ledger
                    .borrow_mut()
                    .apply(&format!("{way:?} never: {called}"), operands, What::Truth),
            };
            self.oblige(op, &format!("`{called}` is defined"), text);
        }
    }

    /// Flags are promises and licences: what the second program makes of them, the first must have made.
    pub fn flags(&mut self, op: OpId, operands: &[LedgerAtom], results: &[LedgerAtom]) {
        let data = self.module.op(op);
        let flags = Flags::of(&data.properties).or(Flags::of(&data.attrs));
        let called = arith(data.name.as_str());
        let promises = Flags::NSW
            .or(Flags::NUW)
            .or(Flags::EXACT)
            .or(Flags::NNAN)
            .or(Flags::NINF);
        for flag in flags.each() {
            let words = operands.iter().map(word).collect::<Option<Vec<ClaimWord>>>();
            let broken = match (words, results) {
                (Some(words), [result]) if flag.within(promises) => {
                    word(result).and_then(|result| poison(&called, flag, &words, &result))
                }
                _ => None,
            };
            let text = match broken {
                Some(broken) => format!("(not {broken})"),
                None => {
                    let label = format!("{flag:?} of {called}");
                    let text = self.ledger.borrow_mut().apply(&label, operands, What::Truth);
                    if let ([x, y], true) = (
                        operands,
                        commutes(&called) || matches!(&*called, "arith.addi" | "arith.muli"),
                    ) {
                        let swapped = self
                            .ledger
                            .borrow_mut()
                            .apply(&label, &[y.clone(), x.clone()], What::Truth);
                        format!("(or {text} {swapped})")
                    } else {
                        text
                    }
                }
            };
            self.oblige(op, &format!("the flag {flag:?} of `{called}` may be set"), text);
        }
    }

    /// That an operation that nobody knows is defined for these operands, if it is not always.
    pub fn must_be_defined(&mut self, op: OpId, label: &str, args: &[LedgerAtom]) {
        if self.module.undefined(op).any(|way| !is_flag(&way)) {
            self.surely_defined(op, label, args);
        }
    }

    fn surely_defined(&mut self, op: OpId, label: &str, args: &[LedgerAtom]) {
        let label = format!("defined: {label}");
        let text = self.ledger.borrow_mut().apply(&label, args, What::Truth);
        let name = &self.module.op(op).name;
        self.oblige(op, &format!("`{name}` is defined"), text);
    }

    /// All that the results of an operation depend on besides its operands.
    pub fn label(&self, op: OpId, name: &str, without: &[&str]) -> String {
        let data = self.module.op(op);
        let is_known = data.info().is_known();
        let kept = |attrs: &Attrs| {
            let is_note = |name: &str| name.starts_with("__") && is_known;
            let keep = |name: &str| !Flags::is_property(name) && !without.contains(&name) && !is_note(name);
            Attrs(attrs.0.iter().filter(|(name, _)| keep(name)).cloned().collect())
        };
        let attrs = attrs_key(&kept(&data.properties), &kept(&data.attrs));
        let mut types: Vec<String> = data.results.iter().map(|value| self.result_type(op, *value)).collect();
        if !is_known || data.info().is_call() {
            types.extend(
                data.operand_values()
                    .map(|value| format!("from {}", self.module.ty(value))),
            );
        }
        let text = data.opaque.as_deref().unwrap_or_default();
        format!("{name} {attrs}{text}> {}", types.join(", "))
    }

    /// Of structured operations extents are those of operands.
    fn result_type(&self, op: OpId, value: ValueId) -> String {
        match self.module.ty(value) {
            Type::Tensor {
                elem, encoding: None, ..
            } if self.module.op(op).dialect() == "linalg" => format!("tensor of {elem}"),
            ty => ty.to_string(),
        }
    }
}

/// `x[2]`
pub(super) fn lane_name(name: &str, shape: &LaneShape, at: usize) -> String {
    match shape.dims[..] {
        [] => name.to_owned(),
        _ => format!("{name}[{at}]"),
    }
}

/// Rounded down; the divisor is positive.
fn floor(x: &str, y: &str) -> String {
    let quotient = format!("(bvsdiv {x} {y})");
    let below = format!("(and (bvslt {x} (_ bv0 64)) (not (= {x} (bvmul {quotient} {y}))))");
    format!("(ite {below} (bvsub {quotient} (_ bv1 64)) {quotient})")
}

fn zero(like: &LedgerAtom) -> String {
    LedgerAtom::integer(like.what.bits().unwrap_or(64), 0).text.to_string()
}

/// A number that is written out.
pub(super) fn number(value: &Attr, ty: &Type) -> Option<LedgerAtom> {
    let what = What::of(ty);
    match (value, what) {
        (Attr::Bool(value), What::Number(Sort::Bits(width))) => Some(LedgerAtom::integer(width, i128::from(*value))),
        (Attr::Int { value, .. }, What::Number(Sort::Bits(width))) => Some(LedgerAtom::integer(width, *value)),
        (Attr::Float { bits, .. }, What::Number(sort @ Sort::Float(kind))) => {
            let text = sort.to_float(&format!("(_ bv{bits} {})", kind.bits()));
            Some(LedgerAtom::new(text, what))
        }
        _ => None,
    }
}

fn word(atom: &LedgerAtom) -> Option<ClaimWord> {
    match atom.what {
        What::Number(sort) => Some(ClaimWord {
            text: atom.text.to_string(),
            sort,
        }),
        _ => None,
    }
}

/// The operation of `arith` that one of `index` is.
fn arith(name: &str) -> Rc<str> {
    let found = match name {
        "index.add" => "arith.addi",
        "index.sub" => "arith.subi",
        "index.mul" => "arith.muli",
        "index.divs" => "arith.divsi",
        "index.divu" => "arith.divui",
        "index.rems" => "arith.remsi",
        "index.remu" => "arith.remui",
        "index.and" => "arith.andi",
        "index.or" => "arith.ori",
        "index.xor" => "arith.xori",
        "index.maxs" => "arith.maxsi",
        "index.mins" => "arith.minsi",
        "index.casts" => "arith.index_cast",
        "index.castu" => "arith.index_castui",
        name => name,
    };
    found.into()
}

/// Operations on floats whose operands may change places.
fn commutes(name: &str) -> bool {
    matches!(
        name,
        "arith.addf" | "arith.mulf" | "arith.maximumf" | "arith.minimumf" | "arith.maxnumf" | "arith.minnumf"
    )
}

fn is_flag(way: &Undefined) -> bool {
    use FlagPromise::*;
    matches!(
        way,
        Undefined::Broken(NoSignedWrap | NoUnsignedWrap | Exact | NonNegative | NoNans | NoInfinities | Disjoint)
    )
}

fn without_flags(attrs: &Attrs) -> Attrs {
    let kept = attrs.0.iter().filter(|(name, _)| !Flags::is_property(name));
    Attrs(kept.cloned().collect())
}

/// What the theories say that an operation computes. Of floats only what is cheap to decide: signs, and numbers that are
/// written out.
fn known(name: &str, properties: &Attrs, operands: &[LedgerAtom], to: What) -> Option<String> {
    let words: Vec<ClaimWord> = operands.iter().map(word).collect::<Option<_>>()?;
    let What::Number(sort) = to else { return None };
    let is_written = operands.iter().all(LedgerAtom::is_number);
    match &words[..] {
        [x] => match (name, x.sort, sort) {
            ("arith.negf" | "arith.absf", ..) | (_, Sort::Bits(_), Sort::Bits(_)) => unary(name, properties, x, sort),
            _ if is_written => unary(name, properties, x, sort),
            _ => None,
        },
        [x, y] => match x.sort {
            Sort::Bits(width) => divided(name, width, x, y).or_else(|| integers(name, properties, &x.text, &y.text)),
            Sort::Float(_) if is_written => floats(name, properties, &x.text, &y.text),
            Sort::Float(_) => None,
        },
        _ => None,
    }
}

/// Quotients that are rounded up or down, by those that are rounded towards zero.
fn divided(name: &str, width: u32, x: &ClaimWord, y: &ClaimWord) -> Option<String> {
    let (x, y) = (&x.text, &y.text);
    let (zero, one) = (format!("(_ bv0 {width})"), format!("(_ bv1 {width})"));
    let (quotient, sign) = (format!("(bvsdiv {x} {y})"), |one: &str| format!("(bvslt {one} {zero})"));
    let inexact = format!("(not (= {x} (bvmul {quotient} {y})))");
    match name {
        "arith.ceildivsi" => {
            let moves = format!("(and {inexact} (= {} {}))", sign(x), sign(y));
            Some(format!("(ite {moves} (bvadd {quotient} {one}) {quotient})"))
        }
        "arith.floordivsi" => {
            let moves = format!("(and {inexact} (xor {} {}))", sign(x), sign(y));
            Some(format!("(ite {moves} (bvsub {quotient} {one}) {quotient})"))
        }
        "arith.ceildivui" => Some(format!(
            "(ite (= {x} {zero}) {zero} (bvadd (bvudiv (bvsub {x} {one}) {y}) {one}))"
        )),
        "arith.remsi" => Some(format!("(bvsub {x} (bvmul {quotient} {y}))")),
        "arith.remui" => Some(format!("(bvsub {x} (bvmul (bvudiv {x} {y}) {y}))")),
        _ => None,
    }
}
