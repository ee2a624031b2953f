//! `gpu.launch` as parallel loops: blocks, and in each block its threads, as often as they wait for each other.
//!
//! What threads do between two `gpu.barrier`s is one parallel loop over them, so that what they do to memory that they
//! share without waiting is a race of that loop. A barrier in a loop or a branch that is the same for all threads of a
//! block lets that loop or branch stand around the loops over threads, rotated so that what two iterations do without
//! waiting is in one loop over threads; where it is not the same for all of them, threads would wait for ever, and the
//! launch stays as it is. Memory of a block (`workgroup`) is allocated in the loop over blocks,
//! and what a thread computes before a barrier and uses behind it is computed again, or kept in a buffer with an element
//! for each thread.
//!
//! A launch of a `gpu.func` (`gpu.launch_func`) is the launch of its body.
//!
//! Sizes of 1 are no loops. Asynchronous launches, clusters, and operations on which threads work together other than
//! barriers (`gpu.shuffle`, `gpu.all_reduce`) stay as they are.
//!
//! Source: MLIR, `GPUOps.td` (`gpu.launch`, `gpu.barrier`); loops between barriers: Stratton, Stone and Hwu, "MCUDA: an
//! efficient implementation of CUDA kernels for multi-core CPUs", 2008.

use crate::dialect::groups_attr;
use crate::edit::segment_sizes;
use crate::{
    AS_WRITTEN, AffineExpr, AffineMap, Attr, BlockId, Def, Dim, Module, OpId, OpSpec, Span, Type, ValueId, segments,
};
use std::collections::{HashMap, HashSet};

/// The attribute of loops in place of a launch: who runs their iterations, `threads` or `blocks`.
pub const WORKERS: &str = "polyvet.workers";

const LAUNCH: &str = "gpu.launch";
const LAUNCH_FUNC: &str = "gpu.launch_func";
const BARRIER: &str = "gpu.barrier";

/// Replaces the launches of all functions that can be parallel loops.
pub fn plain_launches(module: &mut Module) {
    let mut found = Vec::new();
    module.walk(module.top, &mut |id, op| {
        if op.name == LAUNCH || op.name == LAUNCH_FUNC {
            found.push(id);
        }
    });
    for op in found {
        let mut copy = module.clone();
        let launch = match module.op(op).name == LAUNCH_FUNC {
            true => with_body(&mut copy, op),
            false => Some(op),
        };
        if launch.and_then(|launch| loops_of(&mut copy, launch)).is_some() {
            *module = copy;
        }
    }
}

/// What a launch of a function is given.
struct FuncLaunch {
    kernel: OpId,
    grid: Vec<ValueId>,
    block: Vec<ValueId>,
    args: Vec<ValueId>,
}

impl FuncLaunch {
    fn of(module: &Module, op: OpId) -> Option<FuncLaunch> {
        let data = module.op(op);
        let operands: Vec<ValueId> = data.operand_values().collect();
        let kernel = match data.attr(AS_WRITTEN) {
            Some(Attr::Opaque(text)) => {
                let plain = ["async", "clusters", "dynamic_shared_memory_size", "<", "["];
                let head = text.split("args(").next()?;
                (!plain.iter().any(|word| head.contains(word))).then_some(())?;
                let (path, _) = head.trim_start_matches(LAUNCH_FUNC).split_once("blocks")?;
                let is_part = |letter: &char| !letter.is_whitespace() && *letter != '@';
                crate::func_named(module, &path.chars().filter(is_part).collect::<String>())?
            }
            _ => {
                let sizes = data.attr("operandSegmentSizes")?.as_i64s()?;
                let [0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, _, 0] = sizes[..] else {
                    return None;
                };
                module.resolve_attr(op, "kernel")?
            }
        };
        let parts = (operands.get(..3)?, operands.get(3..6)?, operands.get(6..)?);
        (data.results.is_empty() && module.op(kernel).name == "gpu.func").then_some(FuncLaunch {
            kernel,
            grid: parts.0.to_vec(),
            block: parts.1.to_vec(),
            args: parts.2.to_vec(),
        })
    }
}

/// A `gpu.launch` of the body of the function that `op` launches, in its place.
fn with_body(module: &mut Module, op: OpId) -> Option<OpId> {
    let FuncLaunch {
        kernel,
        grid,
        block,
        args,
    } = FuncLaunch::of(module, op)?;
    let entry = module.only_block(kernel, 0)?;
    let params = module.block(entry).args.clone();
    let (given, attributions) = params.split_at_checked(args.len())?;
    let count = crate::func(module, kernel)?.inputs.len();
    let fits = given
        .iter()
        .zip(&args)
        .all(|(param, arg)| module.ty(*param) == module.ty(*arg));
    let sized = grid.iter().chain(&block).all(|size| *module.ty(*size) == Type::Index);
    (count == args.len() && fits && sized).then_some(())?;
    let span = module.op(op).span;
    let mut spec = OpSpec::new(LAUNCH)
        .operands(&[grid, block].concat())
        .property("operandSegmentSizes", segment_sizes(&[0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0]));
    if let Some(shared) = module.op(kernel).attr("workgroup_attributions") {
        spec = spec.attr("workgroup_attributions", shared.clone());
    }
    let launch = module.add_op(spec.at(span));
    module.insert_before(op, launch);
    let region = module.add_region(launch);
    let names = ["bx", "by", "bz", "tx", "ty", "tz", "gx", "gy", "gz", "sx", "sy", "sz"];
    let body = module.add_block(region, &names.map(|name| (Type::Index, Some(name))));
    let mut map: HashMap<ValueId, ValueId> = given.iter().copied().zip(args).collect();
    for param in attributions {
        let value = module.value(*param).clone();
        let here = module.add_block_arg(body, value.ty, value.name, value.span);
        map.insert(*param, here);
    }
    let ops = module.block(entry).ops.clone();
    let (end, ops) = ops.split_last()?;
    (module.op(*end).name == "gpu.return" && module.op(*end).operands.is_empty()).then_some(())?;
    for op in ops {
        let copy = module.copy_op(*op, &mut map);
        module.append(body, copy);
    }
    module.push_op(body, OpSpec::new("gpu.terminator").at(span));
    module.detach(op);
    Some(launch)
}

/// A launch whose body is taken apart.
struct KernelWriter<'m> {
    module: &'m mut Module,
    span: Span,
    /// What numbers the threads, and how many there are.
    threads: Ids,
    /// Values that are the same for all threads of a block: what they are in the loop over blocks.
    shared: HashMap<ValueId, ValueId>,
    /// Values of the body that all threads of a block agree on.
    uniform: HashSet<ValueId>,
    /// Values that each thread keeps from one loop over threads to another, with their buffers.
    kept: HashMap<ValueId, ValueId>,
    /// Values of the body, however deep inside, that differ by thread.
    inside: HashSet<ValueId>,
    is_affine: bool,
    /// The body of the loop over blocks, in which buffers are made: before all loops that use them.
    root: Option<BlockId>,
    zero: ValueId,
    one: ValueId,
}

/// What each thread does without waiting.
struct ThreadCode {
    ops: Vec<OpId>,
    /// What it writes to buffers of [`KernelWriter::kept`] then.
    writes: Vec<(ValueId, ValueId)>,
    /// [`KernelWriter::shared`] there.
    shared: HashMap<ValueId, ValueId>,
}

/// Three numbers that count, and their limits.
#[derive(Clone)]
struct Ids {
    values: Vec<ValueId>,
    sizes: Vec<ValueId>,
    names: Vec<Option<String>>,
    workers: &'static str,
}

/// The loops in place of a launch; `None` if it has none.
fn loops_of(module: &mut Module, op: OpId) -> Option<()> {
    let groups = segments(module, op)?;
    let three = |from: usize| -> Option<Vec<ValueId>> {
        let sizes = groups.get(from..from + 3)?.iter();
        sizes.map(|group| group.first().copied()).collect()
    };
    let (grid, block) = (three(1)?, three(4)?);
    let plain = groups.len() == 11 && [0, 7, 8, 9, 10].iter().all(|at| groups[*at].is_empty());
    (plain && module.op(op).results.is_empty()).then_some(())?;
    let body = module.only_block(op, 0)?;
    let args = module.block(body).args.clone();
    (args.len() >= 12).then_some(())?;
    let shared_buffers = usize::try_from(
        module
            .op(op)
            .attr("workgroup_attributions")
            .map_or(Some(0), Attr::as_i64)?,
    )
    .ok()?;
    // Memory of a thread is only read and written between barriers here.
    (args.len() == 12 + shared_buffers).then_some(())?;
    name_ids(module, op, body)?;
    let span = module.op(op).span;
    let ids = |module: &Module, from: usize, sizes: Vec<ValueId>, workers| Ids {
        workers,
        values: args[from..from + 3].to_vec(),
        sizes,
        names: args[from..from + 3]
            .iter()
            .map(|arg| module.value(*arg).name.clone())
            .collect(),
    };
    let (blocks, threads) = (
        ids(module, 0, grid.clone(), "blocks"),
        ids(module, 3, block.clone(), "threads"),
    );
    let mut is_affine = false;
    module.walk(op, &mut |_, inner| is_affine |= inner.dialect() == "affine");
    let inside = values_in(module, body);
    let [zero, one] = [0, 1].map(|value| {
        let attr = Attr::Int { value, ty: Type::Index };
        let spec = OpSpec::new("arith.constant")
            .property("value", attr)
            .result(Type::Index);
        let made = module.add_op(spec.at(span));
        module.insert_before(op, made);
        module.op(made).results[0]
    });
    let mut writer = KernelWriter {
        module,
        span,
        threads,
        shared: HashMap::new(),
        uniform: HashSet::new(),
        kept: HashMap::new(),
        inside,
        is_affine,
        root: None,
        zero,
        one,
    };
    for (at, size) in grid.iter().chain(&block).enumerate() {
        writer.shared.insert(args[6 + at], *size);
        writer.uniform.insert(args[6 + at]);
    }
    let (outer, place) = writer.loop_over(&blocks)?;
    writer.root = Some(place.block);
    for (id, value) in blocks.values.iter().zip(&place.ids) {
        writer.shared.insert(*id, *value);
        writer.uniform.insert(*id);
    }
    for arg in &args[12..] {
        let ty = writer.module.ty(*arg).clone();
        let name = writer.module.value(*arg).name.clone();
        let alloca = OpSpec::new("memref.alloca")
            .property("operandSegmentSizes", segment_sizes(&[0, 0]))
            .result(ty)
            .at(span);
        let made = writer.put(place.block, alloca);
        writer.module.value_mut(made).name = name;
        writer.shared.insert(*arg, made);
        writer.uniform.insert(*arg);
    }
    let ops = writer.module.block(body).ops.clone();
    let (end, ops) = ops.split_last()?;
    (writer.module.op(*end).name == "gpu.terminator").then_some(())?;
    let mut pending = Vec::new();
    writer.steps(ops, place.block, &mut pending)?;
    writer.together(&mut pending, place.block)?;
    place.close(writer.module, span);
    match outer {
        Some(outer) => module.insert_before(op, outer),
        None => {
            for inner in module.block(place.block).ops.clone() {
                module.insert_before(op, inner);
            }
        }
    }
    module.detach(op);
    Some(())
}

/// Operations that give the number of a block or thread become arguments of the launch, which are the same.
fn name_ids(module: &mut Module, op: OpId, body: BlockId) -> Option<()> {
    let args = module.block(body).args.clone();
    let mut found = Vec::new();
    let mut strange = false;
    module.walk(op, &mut |id, inner| {
        let first = match inner.name.as_str() {
            "gpu.block_id" => 0,
            "gpu.thread_id" => 3,
            "gpu.grid_dim" => 6,
            "gpu.block_dim" => 9,
            BARRIER | "gpu.terminator" | LAUNCH => return,
            _ => {
                strange |= inner.dialect() == "gpu";
                return;
            }
        };
        match dimension(module, id) {
            Some(at) => found.push((id, args[first + at])),
            None => strange = true,
        }
    });
    let launches = module.any_op(op, &mut |id, inner| id != op && inner.name == LAUNCH);
    (!strange && !launches).then_some(())?;
    for (id, arg) in found {
        let result = *module.op(id).results.first()?;
        module.replace_uses(op, &HashMap::from([(result, arg)]));
        module.detach(id);
    }
    Some(())
}

/// Which of x, y and z an operation asks for.
fn dimension(module: &Module, op: OpId) -> Option<usize> {
    let data = module.op(op);
    let word = match (data.attr("dimension"), data.attr(AS_WRITTEN)) {
        (Some(Attr::Opaque(text)), _) => text.trim_end_matches('>').rsplit([' ', '<']).next()?,
        (None, Some(Attr::Opaque(text))) => text.split_whitespace().nth(1)?,
        _ => return None,
    };
    ["x", "y", "z"].iter().position(|name| *name == word)
}

/// All values that are defined in a block or deeper.
fn values_in(module: &Module, block: BlockId) -> HashSet<ValueId> {
    let mut found: HashSet<ValueId> = module.block(block).args.iter().copied().collect();
    for op in &module.block(block).ops {
        module.walk(*op, &mut |_, inner| {
            found.extend(&inner.results);
            let blocks = inner.regions.iter().flat_map(|region| &module.region(*region).blocks);
            found.extend(blocks.flat_map(|block| &module.block(*block).args));
        });
    }
    found
}

/// Where the iterations of a loop are written.
struct LoopPlace {
    block: BlockId,
    /// What numbers them: all three.
    ids: Vec<ValueId>,
    end: Option<OpSpec>,
}

impl LoopPlace {
    fn close(&self, module: &mut Module, span: Span) {
        if let Some(end) = &self.end {
            module.push_op(self.block, end.clone().at(span));
        }
    }
}

impl KernelWriter<'_> {
    fn put(&mut self, block: BlockId, spec: OpSpec) -> ValueId {
        let op = self.module.push_op(block, spec);
        self.module.op(op).results[0]
    }

    fn constant(&self, value: ValueId) -> Option<i64> {
        let op = self.module.op(self.module.defining_op(value)?);
        (op.name == "arith.constant").then(|| op.attr("value")?.as_i64())?
    }

    /// A parallel loop that stands nowhere yet, and where its iterations are written; no operation where all sizes are 1.
    fn loop_over(&mut self, ids: &Ids) -> Option<(Option<OpId>, LoopPlace)> {
        let loops: Vec<usize> = { 0..3 }.filter(|at| self.constant(ids.sizes[*at]) != Some(1)).collect();
        let sizes: Vec<ValueId> = loops.iter().map(|at| ids.sizes[*at]).collect();
        let names: Vec<Option<String>> = loops.iter().map(|at| ids.names[*at].clone()).collect();
        let (op, end) = match (loops.is_empty(), self.is_affine) {
            (true, _) => {
                // A block of an operation that is dropped.
                let holder = self.module.add_op(OpSpec::new("scf.execute_region").at(self.span));
                (holder, None)
            }
            (false, true) => (self.affine_loop(&sizes)?, Some(OpSpec::new("affine.yield"))),
            (false, false) => {
                let rank = sizes.len();
                let bounds = [vec![self.zero; rank], sizes.clone(), vec![self.one; rank]].concat();
                let segments = segment_sizes(&[rank, rank, rank, 0]);
                let spec = OpSpec::new("scf.parallel")
                    .operands(&bounds)
                    .property("operandSegmentSizes", segments);
                (self.module.add_op(spec.at(self.span)), Some(OpSpec::new("scf.reduce")))
            }
        };
        let workers = Attr::Str(ids.workers.as_bytes().to_vec());
        self.module.op_mut(op).attrs.set(WORKERS, workers);
        let region = self.module.add_region(op);
        let block = self.module.add_block(region, &[]);
        let mut values = vec![None; 3];
        for (at, name) in loops.iter().zip(names) {
            let value = self.module.add_block_arg(block, Type::Index, name, self.span);
            values[*at] = Some(value);
        }
        let ids = values.into_iter().map(|value| value.unwrap_or(self.zero)).collect();
        let place = LoopPlace { block, ids, end };
        Some(((!loops.is_empty()).then_some(op), place))
    }

    /// `affine.parallel` from 0 to these sizes, whose numbers are subscripts of affine operations.
    fn affine_loop(&mut self, sizes: &[ValueId]) -> Option<OpId> {
        let rank = sizes.len();
        let mut symbols = Vec::new();
        let mut upper = Vec::new();
        for size in sizes {
            upper.push(match self.constant(*size) {
                Some(known) => AffineExpr::from(known),
                None => {
                    symbols.push(*size);
                    AffineExpr::sym(symbols.len() - 1)
                }
            });
        }
        let valid = |size: &ValueId| match self.module.value(*size).def {
            Def::Arg { block, .. } => self.is_function_body(block),
            Def::Result { op, .. } => self
                .module
                .op(op)
                .parent
                .is_some_and(|block| self.is_function_body(block)),
        };
        symbols.iter().all(valid).then_some(())?;
        let map = |syms, exprs| Attr::AffineMap(AffineMap::new(0, syms, exprs));
        let ones = vec![1_i64; rank];
        let groups = groups_attr(&ones);
        let spec = OpSpec::new("affine.parallel")
            .operands(&symbols)
            .property("lowerBoundsMap", map(0, vec![AffineExpr::from(0); rank]))
            .property("lowerBoundsGroups", groups.clone())
            .property("upperBoundsMap", map(symbols.len(), upper))
            .property("upperBoundsGroups", groups)
            .property("steps", crate::edit::i64_list(&ones))
            .property("reductions", Attr::Array(Vec::new()));
        Some(self.module.add_op(spec.at(self.span)))
    }

    fn is_function_body(&self, block: BlockId) -> bool {
        let parent = self
            .module
            .block(block)
            .parent
            .and_then(|region| self.module.region(region).parent);
        parent.is_some_and(|op| self.module.op(op).info().is_function())
    }

    /// What threads do, one after the other, at the end of `into`; what they do behind the last barrier is left in
    /// `pending`.
    fn steps(&mut self, ops: &[OpId], into: BlockId, pending: &mut Vec<ThreadCode>) -> Option<()> {
        for op in ops {
            match (waits(self.module, *op), self.module.op(*op).name.as_str()) {
                (false, _) => pending.push(self.code(&[*op], &[])),
                (true, BARRIER) => self.together(pending, into)?,
                (true, "scf.for" | "affine.for") => self.repeated(*op, into, pending)?,
                (true, "scf.if") => self.chosen(*op, into, pending)?,
                _ => return None,
            }
        }
        Some(())
    }

    fn code(&self, ops: &[OpId], writes: &[(ValueId, ValueId)]) -> ThreadCode {
        ThreadCode {
            ops: ops.to_vec(),
            writes: writes.to_vec(),
            shared: self.shared.clone(),
        }
    }

    /// One loop over the threads at the end of `into`, for all that they do until they wait.
    fn together(&mut self, pending: &mut Vec<ThreadCode>, into: BlockId) -> Option<()> {
        let codes = std::mem::take(pending);
        let mut own: Vec<Vec<OpId>> = Vec::new();
        let all: Vec<OpId> = codes.iter().flat_map(|code| code.ops.clone()).collect();
        for code in &codes {
            // What is only computed from numbers of threads is computed where it is used.
            let is_used = |op: &OpId| {
                let results = &self.module.op(*op).results;
                let uses = |other: &OpId| self.module.outside(*other).iter().any(|value| results.contains(value));
                all.iter().any(uses)
                    || codes
                        .iter()
                        .any(|code| code.writes.iter().any(|(value, _)| results.contains(value)))
            };
            own.push(
                code.ops
                    .iter()
                    .copied()
                    .filter(|op| !self.is_idle(*op) || is_used(op))
                    .collect(),
            );
        }
        if own.iter().flatten().all(|op| self.is_idle(*op)) && codes.iter().all(|code| code.writes.is_empty()) {
            return Some(());
        }
        let threads = self.threads.clone();
        let (op, place) = self.loop_over(&threads)?;
        // What is computed in this loop; all else may be another value once loops have counted on.
        let mut computed: HashMap<ValueId, ValueId> = HashMap::new();
        for (code, own) in codes.iter().zip(own) {
            let mut map = code.shared.clone();
            map.extend(computed.clone());
            map.extend(threads.values.iter().copied().zip(place.ids.iter().copied()));
            for op in own {
                for value in self.module.outside(op) {
                    self.fetch(value, &place, &mut map)?;
                }
                let copy = self.module.copy_op(op, &mut map);
                self.module.append(place.block, copy);
                for value in self.module.op(op).results.clone() {
                    if self.is_same(value) {
                        continue;
                    }
                    computed.insert(value, map[&value]);
                    let buffer = match self.kept.get(&value) {
                        Some(known) => *known,
                        None if self.is_used_by_others(value, &all, &codes) => self.buffer(value)?,
                        None => continue,
                    };
                    self.kept.insert(value, buffer);
                    self.store(map[&value], buffer, &place);
                }
            }
            let mut values = Vec::new();
            for (value, buffer) in &code.writes {
                self.fetch(*value, &place, &mut map)?;
                values.push((*map.get(value).unwrap_or(value), *buffer));
            }
            for (value, buffer) in values {
                self.store(value, buffer, &place);
            }
        }
        place.close(self.module, self.span);
        match op {
            Some(op) => self.module.append(into, op),
            None => {
                for inner in self.module.block(place.block).ops.clone() {
                    self.module.append(into, inner);
                }
            }
        }
        Some(())
    }

    fn store(&mut self, value: ValueId, buffer: ValueId, place: &LoopPlace) {
        let operands = [&[value, buffer], &place.ids[..]].concat();
        let store = OpSpec::new("memref.store").operands(&operands).at(self.span);
        self.module.push_op(place.block, store);
    }

    /// A loop in which threads wait.
    ///
    /// What they do behind its last barrier and before the first one of the next iteration they do without waiting, so
    /// both parts must be in one loop over threads: the loop is rotated, and begins and ends behind its first barrier.
    /// Where one of the parts does not touch memory, it may stay as it is.
    fn repeated(&mut self, op: OpId, into: BlockId, pending: &mut Vec<ThreadCode>) -> Option<()> {
        let data = self.module.op(op).clone();
        let old = self.module.only_block(op, 0)?;
        let (bounds, starts) = match data.name.as_str() {
            "scf.for" => data.operands.split_at_checked(3)?,
            // What an `affine.for` carries is not among a fixed number of operands.
            _ => data
                .results
                .is_empty()
                .then(|| data.operands.split_at(data.operands.len()))?,
        };
        let ops = self.module.block(old).ops.clone();
        let (end, ops) = ops.split_last()?;
        let first = ops.iter().position(|op| waits(self.module, *op))?;
        let last = ops.iter().rposition(|op| waits(self.module, *op))?;
        let (head, tail) = (&ops[..first], &ops[last + 1..]);
        let times = self.times(op);
        let args = self.module.block(old).args.clone();
        let (counter, rest) = args.split_first()?;
        let mut operands = Vec::new();
        for bound in bounds {
            operands.push(self.agreed(bound.value, into)?);
        }
        let mut start = Vec::new();
        let yields: Vec<ValueId> = self.module.op(*end).operand_values().collect();
        let mut writes = Vec::new();
        for ((arg, given), yielded) in rest.iter().zip(starts).zip(yields) {
            let buffer = self.buffer(*arg)?;
            start.push((given.value, buffer));
            writes.push((yielded, buffer));
            self.kept.insert(*arg, buffer);
        }
        (writes.len() == rest.len() && rest.len() == data.results.len()).then_some(())?;
        if !start.is_empty() {
            pending.push(self.code(&[], &start));
        }
        let buffers = writes.iter().map(|(_, buffer)| *buffer);
        self.kept.extend(data.results.iter().copied().zip(buffers));
        if times.is_some_and(|(_, count, _)| count == 0) {
            return Some(());
        }
        self.uniform.insert(*counter);
        let is_before = pending.iter().any(|code| self.touches_memory(&code.ops));
        let runs = times.is_some();
        let end = self.module.op(*end).name.clone();
        if !self.touches_memory(tail) && (!is_before || runs && !self.touches_memory(head)) {
            self.together(pending, into)?;
            let (made, block) = self.again(op, &operands, *counter)?;
            let mut inside = Vec::new();
            self.steps(ops, block, &mut inside)?;
            inside.push(self.code(&[], &writes));
            self.together(&mut inside, block)?;
            self.module.push_op(block, OpSpec::new(end).at(data.span));
            self.module.append(into, made);
        } else {
            let (from, count, step) = times.filter(|_| self.module.op(ops[first]).name == BARRIER)?;
            let middle = &ops[first + 1..=last];
            let number = self.number(into, from);
            self.shared.insert(*counter, number);
            pending.push(self.code(head, &[]));
            self.together(pending, into)?;
            if count > 1 {
                let upper = self.number(into, from + (count - 1) * step);
                let (lower, each) = (self.number(into, from), self.number(into, step));
                let made = self
                    .module
                    .add_op(OpSpec::new("scf.for").operands(&[lower, upper, each]).at(data.span));
                let region = self.module.add_region(made);
                let block = self.module.add_block(region, &[]);
                let value = self.module.value(*counter).clone();
                let here = self.module.add_block_arg(block, Type::Index, value.name, value.span);
                self.shared.insert(*counter, here);
                let mut inside = Vec::new();
                self.steps(middle, block, &mut inside)?;
                inside.push(self.code(tail, &writes));
                let next = OpSpec::new("arith.addi")
                    .operands(&[here, each])
                    .property("overflowFlags", Attr::Opaque("#arith.overflow<none>".to_owned()))
                    .result(Type::Index);
                let next = self.put(block, next.at(data.span));
                self.shared.insert(*counter, next);
                inside.push(self.code(head, &[]));
                self.together(&mut inside, block)?;
                self.module.push_op(block, OpSpec::new("scf.yield").at(data.span));
                self.module.append(into, made);
            }
            let number = self.number(into, from + (count - 1) * step);
            self.shared.insert(*counter, number);
            self.steps(middle, into, pending)?;
            pending.push(self.code(tail, &writes));
        }
        Some(())
    }

    /// A branch in which threads wait, all of them or none.
    fn chosen(&mut self, op: OpId, into: BlockId, pending: &mut Vec<ThreadCode>) -> Option<()> {
        let data = self.module.op(op).clone();
        let condition = self.agreed(data.operand(0), into)?;
        // What is done before and behind it without waiting must not meet in memory.
        let is_before = pending.iter().any(|code| self.touches_memory(&code.ops));
        (data.results.is_empty() && !is_before).then_some(())?;
        self.together(pending, into)?;
        let made = self
            .module
            .add_op(OpSpec::new("scf.if").operands(&[condition]).at(data.span));
        for old in &data.regions {
            let region = self.module.add_region(made);
            let Some(old) = self.module.region(*old).blocks.first().copied() else {
                continue;
            };
            let block = self.module.add_block(region, &[]);
            let ops = self.module.block(old).ops.clone();
            let (_, ops) = ops.split_last()?;
            let mut inside = Vec::new();
            self.steps(ops, block, &mut inside)?;
            (!inside.iter().any(|code| self.touches_memory(&code.ops))).then_some(())?;
            self.together(&mut inside, block)?;
            self.module.push_op(block, OpSpec::new("scf.yield").at(data.span));
        }
        self.module.append(into, made);
        Some(())
    }

    /// A loop like `op` that stands nowhere yet, without what it carries, and its body.
    fn again(&mut self, op: OpId, operands: &[ValueId], counter: ValueId) -> Option<(OpId, BlockId)> {
        let data = self.module.op(op).clone();
        let mut spec = OpSpec::new(&data.name).operands(operands).at(data.span);
        for (name, attr) in data.properties.iter() {
            spec = spec.property(name, attr.clone());
        }
        let made = self.module.add_op(spec);
        let region = self.module.add_region(made);
        let block = self.module.add_block(region, &[]);
        let value = self.module.value(counter).clone();
        let here = self.module.add_block_arg(block, value.ty, value.name, value.span);
        self.shared.insert(counter, here);
        Some((made, block))
    }

    /// First number, how many, and step of a loop between constants.
    fn times(&self, op: OpId) -> Option<(i64, i64, i64)> {
        // Numbers without a sign are counted in another order.
        (!self.module.op(op).is_set("unsignedCmp")).then_some(())?;
        let (from, to, step) = match self.module.op(op).name.as_str() {
            "scf.for" => {
                let operand = |at: usize| self.constant(self.module.op(op).operands.get(at)?.value);
                (operand(0)?, operand(1)?, operand(2)?)
            }
            _ => {
                let view = crate::affine_for(self.module, op)?;
                let constant = |map: &AffineMap| match map.results[..] {
                    [ref only] => only.eval(&[], &[]),
                    _ => None,
                };
                (constant(&view.lower)?, constant(&view.upper)?, view.step)
            }
        };
        let counts = self.module.block(self.module.only_block(op, 0)?).args.first()?;
        (step > 0 && *self.module.ty(*counts) == Type::Index).then_some(())?;
        Some((
            from,
            (to.checked_sub(from)?.max(0) as u64).div_ceil(step as u64) as i64,
            step,
        ))
    }

    fn number(&mut self, block: BlockId, value: i64) -> ValueId {
        let attr = Attr::Int {
            value: i128::from(value),
            ty: Type::Index,
        };
        let spec = OpSpec::new("arith.constant")
            .property("value", attr)
            .result(Type::Index);
        self.put(block, spec.at(self.span))
    }

    fn touches_memory(&self, ops: &[OpId]) -> bool {
        ops.iter().any(|op| !self.module.is_pure(*op))
    }

    /// Whether a value is the same for all threads of a block, or known from the number of the thread.
    fn is_same(&self, value: ValueId) -> bool {
        if !self.inside.contains(&value) || self.uniform.contains(&value) || self.threads.values.contains(&value) {
            return true;
        }
        self.module.defining_op(value).is_some_and(|op| self.is_again(op))
    }

    /// Whether an operation can run again wherever its results are used.
    fn is_again(&self, op: OpId) -> bool {
        let data = self.module.op(op);
        data.regions.is_empty() && self.module.is_pure(op) && data.operand_values().all(|value| self.is_same(value))
    }

    /// Whether it makes no difference that an operation runs, but for its results: those that may be undefined run where
    /// they are written, used or not.
    fn is_idle(&self, op: OpId) -> bool {
        self.is_again(op) && self.module.op(op).info().is_speculatable()
    }

    /// Whether something besides `ops` uses a value, but for what is written to buffers here.
    fn is_used_by_others(&self, value: ValueId, ops: &[OpId], codes: &[ThreadCode]) -> bool {
        let is_written = codes
            .iter()
            .any(|code| code.writes.iter().any(|(written, _)| *written == value));
        let block = self.module.defining_op(value).and_then(|op| self.module.op(op).parent);
        block.is_none_or(|block| {
            self.module.block(block).ops.iter().any(|op| {
                let ends = self.module.op(*op).info().is_terminator();
                !(ops.contains(op) || ends && is_written) && self.module.outside(*op).contains(&value)
            })
        })
    }

    /// A value as block and loops around have it; `None` where threads may not agree on it.
    fn agreed(&mut self, value: ValueId, into: BlockId) -> Option<ValueId> {
        if let Some(known) = self.shared.get(&value) {
            return Some(*known);
        }
        if !self.inside.contains(&value) {
            return Some(value);
        }
        let op = self.module.defining_op(value)?;
        (self.module.op(op).regions.is_empty() && self.module.is_pure(op)).then_some(())?;
        let mut map = HashMap::new();
        for operand in self.module.op(op).operand_values().collect::<Vec<_>>() {
            map.insert(operand, self.agreed(operand, into)?);
        }
        let copy = self.module.copy_op(op, &mut map);
        self.module.append(into, copy);
        map.get(&value).copied()
    }

    /// Makes `map` say what a value is in one iteration of a loop over threads.
    fn fetch(&mut self, value: ValueId, place: &LoopPlace, map: &mut HashMap<ValueId, ValueId>) -> Option<()> {
        if map.contains_key(&value) || !self.inside.contains(&value) {
            return Some(());
        }
        if let Some(buffer) = self.kept.get(&value).copied() {
            let operands = [&[buffer], &place.ids[..]].concat();
            let spec = OpSpec::new("memref.load").operands(&operands);
            let ty = self.module.ty(value).clone();
            let made = self.put(place.block, spec.result(ty).at(self.span));
            map.insert(value, made);
            return Some(());
        }
        let op = self.module.defining_op(value).filter(|op| self.is_again(*op))?;
        for operand in self.module.op(op).operand_values().collect::<Vec<_>>() {
            self.fetch(operand, place, map)?;
        }
        let copy = self.module.copy_op(op, map);
        self.module.append(place.block, copy);
        Some(())
    }

    /// A buffer with an element for each thread.
    fn buffer(&mut self, value: ValueId) -> Option<ValueId> {
        let root = self.root?;
        let ty = self.module.ty(value).clone();
        matches!(
            ty,
            Type::Index | Type::Integer { .. } | Type::Float(_) | Type::Vector { .. } | Type::Complex(_)
        )
        .then_some(())?;
        let (mut shape, mut given) = (Vec::new(), Vec::new());
        for size in self.threads.sizes.clone() {
            match self.constant(size).and_then(|known| u64::try_from(known).ok()) {
                Some(known) => shape.push(Dim::Static(known)),
                None => {
                    shape.push(Dim::Dynamic);
                    given.push(size);
                }
            }
        }
        let ty = Type::MemRef {
            shape,
            elem: Box::new(ty),
            layout: None,
            space: None,
        };
        let spec = OpSpec::new("memref.alloca")
            .operands(&given)
            .property("operandSegmentSizes", segment_sizes(&[given.len(), 0]));
        let name = self.module.value(value).name.clone();
        let made = self.put(root, spec.result(ty).at(self.span));
        self.module.value_mut(made).name = name;
        Some(made)
    }
}

/// Whether threads wait for each other in an operation.
fn waits(module: &Module, op: OpId) -> bool {
    module.any_op(op, &mut |_, inner| inner.name == BARRIER)
}
