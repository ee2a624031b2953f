//! What the lanes of a warp compute together, as one function.
//!
//! In a function with `gpu.warp_execute_on_lane_0` every lane of a warp runs the same text. The region is run by lane 0
//! alone, on vectors of which each lane has a part, and gives each lane its part of what it yields. Here the lanes run
//! in step: what is outside such regions is done by one lane after the other, before anybody goes on. Vectors and what
//! is computed from the number of the lane are different in each lane; everything else is handed over alike. In which
//! order lanes do one operation is not known: their writes are apart, and for what nobody knows there is more than one
//! order ([`Warp::turned`]).
//!
//! Source: MLIR, `GPUOps.td` (`WarpExecuteOnLane0Op`), and how `VectorDistribute.cpp` numbers the parts: the last
//! dimension that is distributed varies first.

use crate::edit::{DYNAMIC, i64_array, i64_list};
use crate::ops::SomeOperands;
use crate::{
    AS_WRITTEN, AffineExpr, AffineMap, AffineOp, Attr, BlockId, Dim, Module, OpId, OpSpec, Type, ValueId, affine_apply,
    func,
};
use std::collections::{BTreeMap, HashMap, HashSet};

/// Operations that the lanes of a warp get together; a function that would need more stays as it is.
const OPS_MAX: usize = 20_000;
const LANES_MAX: usize = 64;
/// How far an index is followed back.
const LINEAR_DEEP: usize = 16;
const REGION: &str = "gpu.warp_execute_on_lane_0";
const BARRIER: &str = "gpu.barrier";

/// Says in [`in_step`] which lane reads or writes memory. It is there, and `gpu.barrier` once for all lanes, until
/// [`forget_lanes`].
pub const LANE: &str = "polyvet.lane";

/// The lanes of the warps that run a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Warp {
    lane: Lane,
    lanes: usize,
    /// The lane that goes first; the last one is the one before it.
    first: usize,
}

impl Warp {
    /// How many lanes it has.
    pub fn lanes(self) -> usize {
        self.lanes
    }

    /// The same with another lane first, and so another one last. What lanes do in both orders alike they do in any: if
    /// it is the same sequence, each does what the next one does.
    pub fn turned(self) -> Warp {
        Warp {
            first: (self.first + 1) % self.lanes,
            ..self
        }
    }
}

/// What has the number of the lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lane {
    Argument(usize),
    /// `gpu.lane_id`
    Id,
    /// `gpu.thread_id x`, where a block is one warp.
    Thread,
}

/// The warp whose lanes run `func`, if it has regions for lane 0 and all agree on it.
pub fn warp_of(module: &Module, func: OpId) -> Option<Warp> {
    let args = &module.block(module.only_block(func, 0)?).args;
    let mut found = Vec::new();
    module.walk(func, &mut |id, op| {
        if op.name == REGION {
            found.push(one_warp(module, id, args));
        }
    });
    let first = (*found.first()?)?;
    found.iter().all(|one| *one == Some(first)).then_some(first)
}

fn one_warp(module: &Module, op: OpId, args: &[ValueId]) -> Option<Warp> {
    let data = module.op(op);
    let lanes = match data.attr("warp_size") {
        Some(size) => usize::try_from(size.as_i64()?).ok()?,
        None => {
            let (_, rest) = written(module, op)?.split_once('[')?;
            rest.split_once(']')?.0.trim().parse().ok()?
        }
    };
    let value = data.operands.first()?.value;
    let lane = match module.defining_op(value) {
        None => Lane::Argument(args.iter().position(|arg| *arg == value)?),
        Some(made) if module.op(made).name == "gpu.lane_id" => Lane::Id,
        Some(made) if is_first_thread(module, made) => Lane::Thread,
        Some(_) => return None,
    };
    (1..=LANES_MAX)
        .contains(&lanes)
        .then_some(Warp { lane, lanes, first: 0 })
}

/// The text of an operation in a form that is not known here.
fn written(module: &Module, op: OpId) -> Option<&str> {
    match module.op(op).attr(AS_WRITTEN)? {
        Attr::Opaque(text) => Some(text),
        _ => None,
    }
}

/// The word that an operation has behind its name, or in its attribute `name`.
fn word<'m>(module: &'m Module, op: OpId, name: &str) -> Option<&'m str> {
    match (module.op(op).attr(name), written(module, op)) {
        (Some(Attr::Opaque(text)), _) => text.trim_end_matches('>').rsplit(' ').next(),
        (None, Some(text)) => text.split_whitespace().nth(1),
        _ => None,
    }
}

fn is_first_thread(module: &Module, op: OpId) -> bool {
    module.op(op).name == "gpu.thread_id" && word(module, op, "dimension") == Some("x")
}

/// A copy of `module` in which `func` is what all lanes of `warp` do together. Arguments and results that are vectors,
/// and all results, are there once for each lane; what loops carry may be `joined` instead, as the vector that lanes
/// have parts of. `None` if something is not known to run in step.
pub fn in_step(module: &Module, func_op: OpId, warp: Warp, joined: bool) -> Option<Module> {
    let view = func(module, func_op)?;
    let entry = module.only_block(func_op, 0)?;
    let has_vectors = view.inputs.iter().any(|ty| matches!(ty, Type::Vector { .. }));
    // What is said about one argument would have to be said about all that stand for it.
    let says = |name: &str| module.op(func_op).attr(name).is_some();
    if (has_vectors && says("arg_attrs")) || says("res_attrs") || module.op(func_op).name != "func.func" {
        return None;
    }
    let mut copy = module.clone();
    let body = *copy.op(func_op).regions.first()?;
    let together = copy.add_block(body, &[]);
    copy.region_mut(body).blocks.retain(|block| *block != entry);
    let mut steps = LaneProgress {
        module: &mut copy,
        warp,
        joined,
        shared: HashMap::new(),
        own: vec![HashMap::new(); warp.lanes],
        made: 0,
    };
    for (at, arg) in view.args.iter().enumerate() {
        steps.argument(together, *arg, warp.lane == Lane::Argument(at));
    }
    steps.block(entry, together)?;
    let types = |values: &[ValueId]| -> Vec<Type> { values.iter().map(|value| copy.ty(*value).clone()).collect() };
    let last = *copy.block(together).ops.last()?;
    let (inputs, results) = (
        types(&copy.block(together).args),
        types(&copy.op(last).operand_values().collect::<Vec<_>>()),
    );
    let ty = Attr::Type(Type::Function { inputs, results });
    copy.op_mut(func_op).properties.set("function_type", ty);
    Some(copy)
}

/// Takes out what [`in_step`] left to tell which lane does what, and when they wait for each other.
pub fn forget_lanes(module: &mut Module, func: OpId) {
    let mut found = Vec::new();
    module.walk(func, &mut |id, op| {
        if op.name == BARRIER || op.attr(LANE).is_some() {
            found.push(id);
        }
    });
    for op in found {
        match module.op(op).name == BARRIER {
            true => module.detach(op),
            false => {
                module.op_mut(op).attrs.remove(LANE);
            }
        }
    }
}

/// How far the lanes are.
struct LaneProgress<'m> {
    module: &'m mut Module,
    warp: Warp,
    joined: bool,
    /// What a value of the text is, if it is the same in all lanes.
    shared: HashMap<ValueId, ValueId>,
    /// By lane, what a value is there.
    own: Vec<HashMap<ValueId, ValueId>>,
    made: usize,
}

impl LaneProgress<'_> {
    fn argument(&mut self, block: BlockId, arg: ValueId, is_lane: bool) {
        let ty = self.module.ty(arg).clone();
        let value = self.module.value(arg).clone();
        if !is_lane && matches!(ty, Type::Vector { .. }) {
            for lane in 0..self.warp.lanes {
                let name = value.name.as_ref().map(|name| format!("{name}_lane{lane}"));
                let here = self.module.add_block_arg(block, ty.clone(), name, value.span);
                self.own[lane].insert(arg, here);
            }
            return;
        }
        let here = self.module.add_block_arg(block, ty, value.name, value.span);
        match is_lane {
            true => self.number_lanes(block, arg),
            false => {
                self.shared.insert(arg, here);
            }
        }
    }

    /// `value` is the number of the lane.
    fn number_lanes(&mut self, block: BlockId, value: ValueId) {
        for lane in 0..self.warp.lanes {
            let number = self.constant(block, lane);
            self.own[lane].insert(value, number);
        }
    }

    fn constant(&mut self, block: BlockId, value: usize) -> ValueId {
        let attr = Attr::Int {
            value: value as i128,
            ty: Type::Index,
        };
        let constant = OpSpec::new("arith.constant").property("value", attr);
        self.push(block, constant.result(Type::Index))
    }

    fn push(&mut self, block: BlockId, spec: OpSpec) -> ValueId {
        self.made += 1;
        let op = self.module.push_op(block, spec);
        self.module.op(op).results[0]
    }

    fn is_shared(&self, value: ValueId) -> bool {
        self.shared.contains_key(&value)
    }

    fn of_lane(&self, lane: usize, value: ValueId) -> Option<ValueId> {
        self.own[lane].get(&value).or_else(|| self.shared.get(&value)).copied()
    }

    /// Does in `to` what is said in `from`.
    fn block(&mut self, from: BlockId, to: BlockId) -> Option<()> {
        for op in self.module.block(from).ops.clone() {
            if self.made > OPS_MAX {
                return None;
            }
            self.op(op, to)?;
        }
        Some(())
    }

    fn op(&mut self, op: OpId, to: BlockId) -> Option<()> {
        let data = self.module.op(op);
        let name = data.name.clone();
        match name.as_str() {
            REGION => return self.on_lane_0(op, to),
            BARRIER => {
                self.module.push_op(to, OpSpec::new(BARRIER));
                return Some(());
            }
            "gpu.lane_id" if self.warp.lane == Lane::Id => {
                let number = *data.results.first()?;
                self.number_lanes(to, number);
                return Some(());
            }
            "gpu.thread_id" if self.warp.lane == Lane::Thread && is_first_thread(self.module, op) => {
                let number = *data.results.first()?;
                self.number_lanes(to, number);
                return Some(());
            }
            "gpu.shuffle" => return self.shuffle(op, to),
            "func.return" => return self.end(op, to, &|_| How::Each),
            "scf.for" if self.bounds_are_shared(op) => return self.counted(op, to),
            "scf.if" if data.operands.first().is_some_and(|one| self.is_shared(one.value)) => {
                return self.branch(op, to);
            }
            _ => {}
        }
        let captured = self.captured(op);
        let acts = self.is_together(op) || data.info().is_terminator() || data.info().allocates();
        if acts || !data.successors.is_empty() {
            return None;
        }
        if name == "scf.if" && self.decided(op, to).is_some() {
            return Some(());
        }
        let is_view = || matches!(name.as_str(), "memref.get_global" | "memref.subview" | "memref.cast");
        let is_same = captured.iter().all(|value| self.is_shared(*value));
        let is_pure = self.module.is_pure(op);
        if is_same && (is_pure || is_view()) {
            let copy = self.copied(op, 0, to);
            let results = self.module.op(op).results.clone();
            self.shared
                .extend(results.into_iter().zip(self.module.op(copy).results.clone()));
            return Some(());
        }
        // Lanes would go through it side by side.
        if !is_pure && self.has_steps(op) {
            return None;
        }
        let mut copies = Vec::new();
        for lane in self.lanes() {
            let copy = self.copied(op, lane, to);
            let results = self.module.op(op).results.clone();
            self.own[lane].extend(results.into_iter().zip(self.module.op(copy).results.clone()));
            copies.push(copy);
        }
        self.are_apart(&copies).then_some(())
    }

    /// The lanes, in the order in which they do something.
    fn lanes(&self) -> Vec<usize> {
        let (first, lanes) = (self.warp.first, self.warp.lanes);
        (0..lanes).map(|at| (first + at) % lanes).collect()
    }

    /// Whether an operation is more than one.
    fn has_steps(&self, op: OpId) -> bool {
        let data = self.module.op(op);
        let callee = data
            .info()
            .is_call()
            .then(|| self.module.resolve_attr(op, "callee"))
            .flatten();
        !data.regions.is_empty()
            || callee.is_some_and(|callee| self.module.has_body(callee))
            || data.info().is_structured()
    }

    /// Whether lanes that write, each by one of these, do not meet; or all write the same.
    fn are_apart(&self, copies: &[OpId]) -> bool {
        let Some(first) = copies.first().map(|op| self.module.op(*op)) else {
            return true;
        };
        if first.info().writes() == SomeOperands::None {
            return true;
        }
        let same = |op: &OpId| self.module.op(*op).operand_values().eq(first.operand_values());
        if copies.iter().all(same) {
            return true;
        }
        let places: Option<Vec<WrittenPlace>> = copies.iter().map(|op| self.written_at(*op)).collect();
        let Some(places) = places else { return false };
        (1..places.len()).all(|at| places[..at].iter().all(|other| places[at].is_apart(other)))
    }

    fn written_at(&self, op: OpId) -> Option<WrittenPlace> {
        let data = self.module.op(op);
        if !matches!(
            data.name.as_str(),
            "memref.store" | "vector.store" | "vector.transfer_write"
        ) {
            return None;
        }
        let array = data.operand(1);
        let rank = self
            .module
            .ty(array)
            .shape()
            .filter(|_| self.module.ty(array).is_memref())?
            .len();
        let index = data.operands.get(2..2 + rank)?;
        let mut sizes = vec![1; rank];
        if let Some(shape) = self.module.ty(data.operand(0)).shape() {
            let map = match data.attr("permutation_map") {
                Some(map) => map.as_map()?.clone(),
                None => {
                    let minor = (rank.checked_sub(shape.len())?..rank).map(AffineExpr::dim).collect();
                    AffineMap::new(rank, 0, minor)
                }
            };
            for (expr, dim) in map.results.iter().zip(shape) {
                match (expr, dim) {
                    (AffineExpr::Dim(at), Dim::Static(extent)) => {
                        *sizes.get_mut(*at as usize)? = i64::try_from(*extent).ok()?;
                    }
                    _ => return None,
                }
            }
        }
        let index = index.iter().map(|one| self.linear(one.value, LINEAR_DEEP)).collect();
        Some(WrittenPlace { array, index, sizes })
    }

    /// An index as a sum of multiples of values.
    fn linear(&self, value: ValueId, depth: usize) -> LaneSum {
        self.linear_op(value, depth).unwrap_or_else(|| LaneSum {
            factors: BTreeMap::from([(value, 1)]),
            constant: 0,
        })
    }

    fn linear_op(&self, value: ValueId, depth: usize) -> Option<LaneSum> {
        let (made, depth) = (self.module.defining_op(value)?, depth.checked_sub(1)?);
        let op = self.module.op(made);
        if *self.module.ty(value) != Type::Index {
            return None;
        }
        match op.name.as_str() {
            "arith.constant" => Some(LaneSum {
                factors: BTreeMap::new(),
                constant: op.attr("value")?.as_i64()?,
            }),
            "arith.addi" => {
                let (x, y) = (self.linear(op.operand(0), depth), self.linear(op.operand(1), depth));
                x.plus(&y, 1)
            }
            "arith.muli" => {
                let (x, y) = (self.linear(op.operand(0), depth), self.linear(op.operand(1), depth));
                match (x.number(), y.number()) {
                    (Some(by), _) => LaneSum::default().plus(&y, by),
                    (_, Some(by)) => LaneSum::default().plus(&x, by),
                    _ => None,
                }
            }
            "affine.apply" => {
                let (map, operands) = affine_apply(self.module, made)?;
                let operands: Vec<LaneSum> = operands.iter().map(|one| self.linear(*one, depth)).collect();
                linear_expr(map.results.first()?, map.dims, &operands)
            }
            _ => None,
        }
    }

    /// A branch of which it is known for every lane which side it takes: each does that side.
    fn decided(&mut self, op: OpId, to: BlockId) -> Option<()> {
        let data = self.module.op(op).clone();
        let condition = data.operands.first()?.value;
        let sides = { 0..self.warp.lanes }
            .map(|lane| self.known(self.of_lane(lane, condition)?))
            .collect::<Option<Vec<bool>>>()?;
        for side in [true, false] {
            let mut lanes = self.lanes();
            lanes.retain(|lane| sides[*lane] == side);
            let region = *data.regions.get(usize::from(!side))?;
            let ops = match self.module.region(region).blocks[..] {
                [] => Vec::new(),
                [block] => self.module.block(block).ops.clone(),
                _ => return None,
            };
            let mut yields = Vec::new();
            for inner in ops {
                if self.module.op(inner).name == "scf.yield" {
                    yields = self.module.op(inner).operand_values().collect();
                    continue;
                }
                if lanes.len() > 1 && !self.module.is_pure(inner) && self.has_steps(inner) {
                    return None;
                }
                let mut copies = Vec::new();
                for lane in &lanes {
                    let copy = self.copied(inner, *lane, to);
                    let results = self.module.op(inner).results.clone();
                    self.own[*lane].extend(results.into_iter().zip(self.module.op(copy).results.clone()));
                    copies.push(copy);
                }
                if !self.are_apart(&copies) {
                    return None;
                }
            }
            for (result, yielded) in data.results.iter().zip(yields) {
                for lane in &lanes {
                    let here = self.of_lane(*lane, yielded)?;
                    self.own[*lane].insert(*result, here);
                }
            }
        }
        Some(())
    }

    /// A condition that compares constants.
    fn known(&self, value: ValueId) -> Option<bool> {
        let op = self.module.op(self.module.defining_op(value)?);
        let constant = |value: ValueId| {
            let made = self.module.op(self.module.defining_op(value)?);
            made.attr("value").filter(|_| made.name == "arith.constant")?.as_i64()
        };
        match (op.name.as_str(), &op.operands[..]) {
            ("arith.constant", _) => match op.attr("value")? {
                Attr::Bool(value) => Some(*value),
                _ => None,
            },
            ("arith.cmpi", [x, y]) => {
                let order = constant(x.value)?.cmp(&constant(y.value)?);
                match op.attr("predicate")?.as_i64()? {
                    0 => Some(order.is_eq()),
                    1 => Some(order.is_ne()),
                    2 => Some(order.is_lt()),
                    3 => Some(order.is_le()),
                    4 => Some(order.is_gt()),
                    5 => Some(order.is_ge()),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// Values from outside that an operation uses, in its regions as well.
    fn captured(&self, op: OpId) -> Vec<ValueId> {
        let mut inside = HashSet::new();
        let mut used = Vec::new();
        self.module.walk(op, &mut |_, one| {
            used.extend(one.operand_values());
            inside.extend(one.results.iter().copied());
            for region in &one.regions {
                for block in &self.module.region(*region).blocks {
                    inside.extend(self.module.block(*block).args.iter().copied());
                }
            }
        });
        used.retain(|value| !inside.contains(value));
        used
    }

    /// Whether an operation, or one in it, is something that the lanes do with each other, or may be.
    fn is_together(&self, op: OpId) -> bool {
        const SIMT: [&str; 8] = ["gpu", "nvvm", "rocdl", "nvgpu", "amdgpu", "spirv", "llvm", "xegpu"];
        self.module.any_op(op, &mut |_, one| SIMT.contains(&one.dialect()))
    }

    fn copied(&mut self, op: OpId, lane: usize, to: BlockId) -> OpId {
        let mut values = self.shared.clone();
        values.extend(self.own[lane].iter().map(|(value, here)| (*value, *here)));
        let before = self.module.op_count();
        let copy = self.module.copy_op(op, &mut values);
        self.made += self.module.op_count() - before;
        self.module.append(to, copy);
        self.note_lane(copy, lane);
        copy
    }

    fn note_lane(&mut self, op: OpId, lane: usize) {
        let info = self.module.op(op).info();
        if info.reads() != SomeOperands::None || info.writes() != SomeOperands::None {
            let lane = Attr::Int {
                value: lane as i128,
                ty: Type::I64,
            };
            self.module.op_mut(op).attrs.set(LANE, lane);
        }
    }

    // ---- what lanes do with each other ----

    fn on_lane_0(&mut self, op: OpId, to: BlockId) -> Option<()> {
        let inner = self.module.only_block(op, 0)?;
        let data = self.module.op(op).clone();
        let args = self.module.block(inner).args.clone();
        let (lane, given) = data.operands.split_first()?;
        let numbers = { 0..self.warp.lanes }.map(|at| self.of_lane(at, lane.value));
        // It is the number of the lane, which each lane has as a constant.
        if self.is_shared(lane.value) || given.len() != args.len() || numbers.collect::<Option<Vec<_>>>().is_none() {
            return None;
        }
        let mut values = self.shared.clone();
        values.extend(self.own[0].iter().map(|(value, here)| (*value, *here)));
        for (arg, given) in args.iter().zip(given) {
            let ty = self.module.ty(*arg).clone();
            let whole = match *self.module.ty(given.value) == ty {
                true => self.of_lane(0, given.value)?,
                false => self.join(given.value, &ty, to)?,
            };
            values.insert(*arg, whole);
        }
        let (mut ops, mut yields) = (self.module.block(inner).ops.clone(), Vec::new());
        if let Some(last) = ops.last().map(|last| self.module.op(*last))
            && last.name == "gpu.yield"
        {
            yields = last.operand_values().collect();
            ops.pop();
        }
        if yields.len() != data.results.len() || ops.iter().any(|op| self.is_together(*op)) {
            return None;
        }
        for op in ops {
            let before = self.module.op_count();
            let copy = self.module.copy_op(op, &mut values);
            self.made += self.module.op_count() - before;
            self.module.append(to, copy);
            self.note_lane(copy, 0);
        }
        for (result, yielded) in data.results.iter().zip(yields) {
            let whole = *values.get(&yielded)?;
            self.scatter(whole, *result, to)?;
        }
        Some(())
    }

    /// The vector that each lane has a part of.
    fn join(&mut self, given: ValueId, whole: &Type, to: BlockId) -> Option<ValueId> {
        let places = LaneParts::of(whole, self.module.ty(given), self.warp.lanes)?;
        let mut value = self.push(to, OpSpec::poison(whole.clone()));
        for lane in 0..self.warp.lanes {
            let here = self.of_lane(lane, given)?;
            let offsets = places.offsets(lane);
            let insert = OpSpec::new("vector.insert_strided_slice")
                .operands(&[here, value])
                .property("offsets", i64_list(&offsets))
                .property("strides", i64_list(&vec![1; offsets.len()]));
            value = self.push(to, insert.result(whole.clone()));
        }
        Some(value)
    }

    /// Gives each lane its part of what lane 0 has.
    fn scatter(&mut self, whole: ValueId, result: ValueId, to: BlockId) -> Option<()> {
        let (part, all) = (self.module.ty(result).clone(), self.module.ty(whole).clone());
        if part == all {
            self.shared.insert(result, whole);
            return Some(());
        }
        let places = LaneParts::of(&all, &part, self.warp.lanes)?;
        for lane in 0..self.warp.lanes {
            let offsets = places.offsets(lane);
            let extract = OpSpec::new("vector.extract_strided_slice")
                .operands(&[whole])
                .property("offsets", i64_list(&offsets))
                .property("sizes", i64_list(&places.part))
                .property("strides", i64_list(&vec![1; offsets.len()]));
            let here = self.push(to, extract.result(part.clone()));
            self.own[lane].insert(result, here);
        }
        Some(())
    }

    /// `gpu.shuffle xor` by a constant, and `idx`, of all lanes.
    fn shuffle(&mut self, op: OpId, to: BlockId) -> Option<()> {
        let data = self.module.op(op);
        let ([value, offset, width], [result, valid]) = (&data.operands[..], &data.results[..]) else {
            return None;
        };
        let (value, result, valid) = (value.value, *result, *valid);
        let number = |value: ValueId| -> Option<usize> {
            let made = self.module.op(self.module.defining_op(value)?);
            let value = made.attr("value").filter(|_| made.name == "arith.constant")?;
            usize::try_from(value.as_i64()?).ok()
        };
        let (lanes, offset, by) = (self.warp.lanes, offset.value, number(offset.value));
        let mode = word(self.module, op, "mode")?.to_owned();
        if number(width.value) != Some(lanes) || !lanes.is_power_of_two() || by.is_some_and(|by| by >= lanes) {
            return None;
        }
        match (mode.as_str(), by) {
            ("idx", None) => self.looked_up((value, offset), result, to)?,
            (_, None) => return None,
            (mode, Some(by)) => {
                for lane in 0..lanes {
                    let from = match mode {
                        "xor" => lane ^ by,
                        "idx" => by,
                        _ => return None,
                    };
                    let there = self.of_lane(from, value)?;
                    self.own[lane].insert(result, there);
                }
            }
        }
        let yes = OpSpec::new("arith.constant").property("value", Attr::Bool(true));
        let yes = self.push(to, yes.result(Type::I1));
        self.shared.insert(valid, yes);
        Some(())
    }

    /// Each lane gets what a lane has whose number is computed; there is one of that number, or it is undefined.
    fn looked_up(&mut self, (value, from): (ValueId, ValueId), result: ValueId, to: BlockId) -> Option<()> {
        let elem = self.module.ty(value).clone();
        if !matches!(elem, Type::Float(_) | Type::Integer { .. } | Type::Index) {
            return None;
        }
        let all: Vec<ValueId> = { 0..self.warp.lanes }
            .map(|lane| self.of_lane(lane, value))
            .collect::<Option<_>>()?;
        let vector = Type::Vector {
            shape: vec![Dim::Static(self.warp.lanes as u64)],
            elem: Box::new(elem.clone()),
        };
        let all = self.push(to, OpSpec::new("vector.from_elements").operands(&all).result(vector));
        for lane in 0..self.warp.lanes {
            let from = self.of_lane(lane, from)?;
            let cast = OpSpec::new("arith.index_cast").operands(&[from]).result(Type::Index);
            let at = self.push(to, cast);
            let extract = OpSpec::new("vector.extract")
                .operands(&[all, at])
                .property("static_position", i64_array(&[DYNAMIC]));
            let here = self.push(to, extract.result(elem.clone()));
            self.own[lane].insert(result, here);
        }
        Some(())
    }

    // ---- loops and branches that all lanes take alike ----

    fn bounds_are_shared(&self, op: OpId) -> bool {
        let operands = &self.module.op(op).operands;
        operands.len() >= 3 && operands[..3].iter().all(|bound| self.is_shared(bound.value))
    }

    /// How often what is carried is there. A vector, or what differs at the start, is there once for each lane, or is a
    /// part of the vector that lane 0 has of it in the body of the loop.
    fn how(&self, init: ValueId, arg: ValueId, body: BlockId) -> How {
        let part = self.module.ty(init);
        let Type::Vector { shape, elem } = part else {
            return if self.is_shared(init) { How::Once } else { How::Each };
        };
        if !self.joined {
            return How::Each;
        }
        let mut whole = None;
        for op in &self.module.block(body).ops {
            let (data, inner) = (self.module.op(*op), self.module.only_block(*op, 0));
            let (true, Some(inner)) = (data.name == REGION, inner) else {
                continue;
            };
            let given = data.operand_values().skip(1).zip(&self.module.block(inner).args);
            whole = whole.or(given.filter(|(value, _)| *value == arg).map(|(_, arg)| *arg).next());
        }
        let whole = match (whole, &shape[..]) {
            (Some(whole), _) => self.module.ty(whole).clone(),
            (None, [Dim::Static(extent)]) => Type::Vector {
                shape: vec![Dim::Static(extent * self.warp.lanes as u64)],
                elem: elem.clone(),
            },
            _ => return How::Each,
        };
        match LaneParts::of(&whole, part, self.warp.lanes) {
            Some(_) => How::Joined(whole),
            None => How::Each,
        }
    }

    /// What stands for a value of the text.
    fn given(&mut self, value: ValueId, how: &How, to: BlockId) -> Option<Vec<ValueId>> {
        match how {
            How::Once => self.shared.get(&value).map(|here| vec![*here]),
            How::Each => { 0..self.warp.lanes }.map(|lane| self.of_lane(lane, value)).collect(),
            How::Joined(whole) => Some(vec![self.join(value, whole, to)?]),
        }
    }

    /// The next of `values` stand for `value`.
    fn take(
        &mut self,
        value: ValueId,
        how: &How,
        values: &mut impl Iterator<Item = ValueId>,
        to: BlockId,
    ) -> Option<()> {
        match how {
            How::Once => {
                self.shared.insert(value, values.next()?);
            }
            How::Each => {
                for own in &mut self.own {
                    own.insert(value, values.next()?);
                }
            }
            How::Joined(_) => self.scatter(values.next()?, value, to)?,
        }
        Some(())
    }

    fn counted(&mut self, op: OpId, to: BlockId) -> Option<()> {
        let inner = self.module.only_block(op, 0)?;
        let data = self.module.op(op).clone();
        let args = self.module.block(inner).args.clone();
        let (bounds, inits) = data.operands.split_at_checked(3)?;
        let (induction, carried) = args.split_first()?;
        let inits: Vec<ValueId> = inits.iter().map(|init| init.value).collect();
        let how: Vec<How> = inits
            .iter()
            .zip(carried)
            .map(|(init, arg)| self.how(*init, *arg, inner))
            .collect();
        let mut operands = Vec::new();
        for bound in bounds {
            operands.push(self.of_lane(0, bound.value)?);
        }
        let mut spec = OpSpec::new("scf.for").at(data.span);
        spec.properties = data.properties.clone();
        for (init, how) in inits.iter().zip(&how) {
            let given = self.given(*init, how, to)?;
            let types = given.iter().map(|value| self.module.ty(*value).clone());
            spec = types.fold(spec, OpSpec::result);
            operands.extend(given);
        }
        let new = self.module.push_op(to, spec.operands(&operands));
        self.made += 1;
        let region = self.module.add_region(new);
        let body = self.module.add_block(region, &[]);
        let ty = self.module.ty(*induction).clone();
        let name = self.module.value(*induction).name.clone();
        let here = self.module.add_block_arg(body, ty, name, data.span);
        self.shared.insert(*induction, here);
        let types = self
            .module
            .op(new)
            .results
            .iter()
            .map(|value| self.module.ty(*value).clone());
        for ty in types.collect::<Vec<_>>() {
            self.module.add_block_arg(body, ty, None, data.span);
        }
        let mut args = self.module.block(body).args.clone().into_iter().skip(1);
        for (arg, how) in carried.iter().zip(&how) {
            self.take(*arg, how, &mut args, body)?;
        }
        self.inside(inner, body, "scf.yield", &|at| {
            how.get(at).cloned().unwrap_or(How::Each)
        })?;
        let mut results = self.module.op(new).results.clone().into_iter();
        for (result, how) in data.results.iter().zip(&how) {
            self.take(*result, how, &mut results, to)?;
        }
        Some(())
    }

    fn branch(&mut self, op: OpId, to: BlockId) -> Option<()> {
        let data = self.module.op(op).clone();
        let condition = self.of_lane(0, data.operands.first()?.value)?;
        let mut spec = OpSpec::new("scf.if").operands(&[condition]).at(data.span);
        for result in &data.results {
            for _ in 0..self.warp.lanes {
                spec = spec.result(self.module.ty(*result).clone());
            }
        }
        let new = self.module.push_op(to, spec);
        self.made += 1;
        for (at, region) in data.regions.iter().enumerate() {
            let here = self.module.add_region(new);
            if self.module.region(*region).blocks.is_empty() {
                continue;
            }
            let inner = self.module.only_block(op, at)?;
            let body = self.module.add_block(here, &[]);
            self.inside(inner, body, "scf.yield", &|_| How::Each)?;
        }
        let mut results = self.module.op(new).results.clone().into_iter();
        for result in &data.results {
            self.take(*result, &How::Each, &mut results, to)?;
        }
        Some(())
    }

    /// A block of a loop or a branch; `how` says how often the values that it ends with are there.
    fn inside(&mut self, from: BlockId, to: BlockId, end: &str, how: &dyn Fn(usize) -> How) -> Option<()> {
        let ops = self.module.block(from).ops.clone();
        let (last, ops) = ops.split_last()?;
        if self.module.op(*last).name != end {
            return None;
        }
        for op in ops {
            if self.made > OPS_MAX {
                return None;
            }
            self.op(*op, to)?;
        }
        self.end(*last, to, how)
    }

    fn end(&mut self, op: OpId, to: BlockId, how: &dyn Fn(usize) -> How) -> Option<()> {
        let data = self.module.op(op).clone();
        let mut values = Vec::new();
        for (at, value) in data.operand_values().enumerate() {
            if self.module.ty(value).is_memref() {
                return None;
            }
            values.extend(self.given(value, &how(at), to)?);
        }
        self.module
            .push_op(to, OpSpec::new(data.name).operands(&values).at(data.span));
        Some(())
    }
}

/// What an operation writes.
struct WrittenPlace {
    array: ValueId,
    index: Vec<LaneSum>,
    /// How many elements along each dimension.
    sizes: Vec<i64>,
}

impl WrittenPlace {
    fn is_apart(&self, other: &WrittenPlace) -> bool {
        let far = |((x, y), size): ((&LaneSum, &LaneSum), &i64)| x.minus(y).is_some_and(|by| by.abs() >= *size);
        self.array == other.array && { self.index.iter().zip(&other.index) }.zip(&self.sizes).any(far)
    }
}

/// A sum of multiples of values, and a number.
#[derive(Clone, Default)]
struct LaneSum {
    factors: BTreeMap<ValueId, i64>,
    constant: i64,
}

impl LaneSum {
    fn plus(&self, other: &LaneSum, by: i64) -> Option<LaneSum> {
        let mut sum = self.clone();
        sum.constant = sum.constant.checked_add(other.constant.checked_mul(by)?)?;
        for (value, factor) in &other.factors {
            let own = sum.factors.entry(*value).or_default();
            *own = own.checked_add(factor.checked_mul(by)?)?;
        }
        sum.factors.retain(|_, factor| *factor != 0);
        Some(sum)
    }

    fn number(&self) -> Option<i64> {
        self.factors.is_empty().then_some(self.constant)
    }

    /// The difference, if it is a number.
    fn minus(&self, other: &LaneSum) -> Option<i64> {
        self.plus(other, -1)?.number()
    }
}

fn linear_expr(expr: &AffineExpr, dims: usize, operands: &[LaneSum]) -> Option<LaneSum> {
    match expr {
        AffineExpr::Const(value) => Some(LaneSum {
            constant: *value,
            ..LaneSum::default()
        }),
        AffineExpr::Dim(at) => operands.get(*at as usize).cloned(),
        AffineExpr::Sym(at) => operands.get(dims + *at as usize).cloned(),
        AffineExpr::Bin(op, x, y) => {
            let (x, y) = (linear_expr(x, dims, operands)?, linear_expr(y, dims, operands)?);
            match (op, x.number(), y.number()) {
                (AffineOp::Add, ..) => x.plus(&y, 1),
                (AffineOp::Mul, Some(by), _) => LaneSum::default().plus(&y, by),
                (AffineOp::Mul, _, Some(by)) => LaneSum::default().plus(&x, by),
                (_, Some(x), Some(y)) => {
                    let value = AffineExpr::bin(*op, AffineExpr::Const(x), AffineExpr::Const(y)).eval(&[], &[])?;
                    Some(LaneSum {
                        constant: value,
                        ..LaneSum::default()
                    })
                }
                _ => None,
            }
        }
    }
}

/// How often a value of the text is there.
#[derive(Clone)]
enum How {
    /// The same in all lanes.
    Once,
    Each,
    /// As the vector that lanes have parts of.
    Joined(Type),
}

/// How a vector is divided among lanes.
struct LaneParts {
    part: Vec<i64>,
    /// By dimension, how many parts.
    parts: Vec<i64>,
}

impl LaneParts {
    fn of(whole: &Type, part: &Type, lanes: usize) -> Option<LaneParts> {
        let (Type::Vector { shape, elem }, Type::Vector { shape: own, elem: same }) = (whole, part) else {
            return None;
        };
        let extents = |shape: &[Dim]| -> Option<Vec<i64>> {
            let extent = |dim: &Dim| match dim {
                Dim::Static(extent) => i64::try_from(*extent).ok(),
                _ => None,
            };
            shape.iter().map(extent).collect()
        };
        let (whole, part) = (extents(shape)?, extents(own)?);
        let divides = |(whole, part): (&i64, &i64)| *part > 0 && whole % part == 0;
        if elem != same || whole.len() != part.len() || !whole.iter().zip(&part).all(divides) {
            return None;
        }
        let parts: Vec<i64> = whole.iter().zip(&part).map(|(whole, part)| whole / part).collect();
        let all = parts.iter().try_fold(1i64, |all, one| all.checked_mul(*one))?;
        (usize::try_from(all) == Ok(lanes)).then_some(LaneParts { part, parts })
    }

    /// Where the part of a lane begins.
    fn offsets(&self, lane: usize) -> Vec<i64> {
        let mut left = lane as i64;
        let mut offsets = vec![0; self.parts.len()];
        for (at, parts) in self.parts.iter().enumerate().rev() {
            offsets[at] = left % parts * self.part[at];
            left /= parts;
        }
        offsets
    }
}
