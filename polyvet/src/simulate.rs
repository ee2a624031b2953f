//! `polyvet footprint --simulate`: the tiled program in the interpreter, with a cache that sees every access.

use polyvet_analysis::{Param, Scop};
use polyvet_codegen::generate;
use polyvet_interp::{Concrete, ElementPlace, Init, Machine, RunLimits, RunOptions, RuntimeValue, Sizes, Trap};
use polyvet_ir::{Module, OpId};
use polyvet_poly::{DimKind, Result, Set, Val};
use polyvet_runs::cache::{CacheCounts, CacheShape, SimulatedCache};
use polyvet_verify::call;
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

/// Accesses that are kept, at most.
const ACCESSES_MAX: usize = 1 << 26;
/// What a run may use up.
const LIMITS: RunLimits = RunLimits {
    steps: 1 << 30,
    elements: 1 << 26,
    calls: 64,
};

/// The accesses of a run, in order.
pub struct Trace {
    /// Buffer, cell, whether it was written.
    accesses: Vec<(u32, u32, bool)>,
    /// Bytes of an element, and elements, of each buffer.
    buffers: Vec<(u64, u64)>,
    /// Buffers whose contents somebody looks at in the end.
    observed: Vec<bool>,
}

/// Values by name, or the names of those that must be given.
pub type NamedValues = std::result::Result<Vec<(String, i64)>, Vec<String>>;

/// Values of all parameters that agree with those in `fixed`, a model whose context they are in: the smallest ones for
/// parameters on which nothing depends that runs.
pub fn all_params(fixed: &Scop) -> Result<NamedValues> {
    let context = fixed
        .context
        .clone()
        .intersect(fixed.valid.clone())?
        .detect_equalities()?
        .coalesce()?;
    let mut missing = Vec::new();
    for (at, param) in fixed.params.iter().enumerate() {
        if value_of(&context, at)?.is_some() {
            continue;
        }
        for stmt in &fixed.stmts {
            let domain = stmt
                .domain
                .clone()
                .intersect_params(context.clone())?
                .gist_params(context.clone())?;
            let place = domain.find_dim_by_name(DimKind::Param, &param.name)?;
            if let Some(place) = place
                && domain.involves_dims(DimKind::Param, place, 1)?
                && !missing.contains(&param.label)
            {
                missing.push(param.label.clone());
            }
        }
    }
    if !missing.is_empty() {
        return Ok(Err(missing));
    }
    let mut values = Vec::new();
    let mut rest = context;
    for (at, param) in fixed.params.iter().enumerate() {
        let value = match value_of(&rest, at)? {
            Some(value) => value,
            None => match smallest(&rest, at)? {
                Some(value) => value,
                None => return Ok(Err(vec![param.label.clone()])),
            },
        };
        rest = rest.fix_val(DimKind::Param, at, Val::from_i64(&fixed.ctx, value)?)?;
        values.push((param.name.clone(), value));
    }
    Ok(Ok(values))
}

fn value_of(context: &Set, at: usize) -> Result<Option<i64>> {
    let value = context.plain_get_val_if_fixed(DimKind::Param, at)?;
    Ok(if value.is_int()? { Some(value.to_i64()?) } else { None })
}

fn smallest(context: &Set, at: usize) -> Result<Option<i64>> {
    let one = context
        .clone()
        .from_params()?
        .move_dims(DimKind::Set, 0, DimKind::Param, at, 1)?;
    let value = one.project_out_all_params()?.dim_min_val(0)?;
    Ok(if value.is_int()? { Some(value.to_i64()?) } else { None })
}

/// Runs `func` as `scop` schedules it, at these values of the parameters, and keeps all accesses.
///
/// The error is a reason in words.
pub fn trace(scop: &Scop, module: &Module, func: OpId, params: &[(String, i64)]) -> std::result::Result<Trace, String> {
    let generated = generate(scop, module, func).map_err(|error| error.to_string())?;
    let value = |param: &Param| {
        params
            .iter()
            .find(|(name, _)| *name == param.name)
            .map(|(_, value)| *value)
    };
    let values: Option<Vec<i64>> = scop.params.iter().map(value).collect();
    let values = values.ok_or("a parameter has no value")?;
    let sizes = call::sizes(scop, &values);
    if let Some(param) = call::computed(scop) {
        return Err(format!("`{param}` is computed by the program"));
    }
    let name = module.symbol_path(func).unwrap_or_default();
    run(&generated, &name, &sizes).map_err(|trap| trap.describe())
}

#[derive(Default)]
struct AccessLog {
    accesses: Vec<(u32, u32, bool)>,
    numbers: HashMap<SimulatedBuffer, u32>,
    buffers: Vec<(u64, u64)>,
    full: bool,
}

#[derive(PartialEq, Eq, Hash)]
enum SimulatedBuffer {
    Memory(polyvet_interp::BufferId),
    Tensor(polyvet_ir::ValueId),
}

fn run(module: &Module, name: &str, sizes: &Sizes) -> std::result::Result<Trace, Trap> {
    let log = Rc::new(RefCell::new(AccessLog::default()));
    let options = RunOptions {
        limits: LIMITS,
        ..RunOptions::default()
    };
    let mut machine = Machine::new(module, Concrete, options);
    let args = machine.arguments(name, sizes, &|_| Init::Seeded(1))?;
    let seen = Rc::clone(&log);
    machine.observe(move |access| {
        let (buffer, cell) = match access.place {
            ElementPlace::Buffer(buffer, cell) => (SimulatedBuffer::Memory(buffer), cell),
            ElementPlace::Tensor(value, cell) => (SimulatedBuffer::Tensor(value), cell),
        };
        seen.borrow_mut().note(module, access.op, buffer, cell, access.write);
    });
    let results = machine.call(name, args.clone())?;
    let log = log.borrow();
    if log.full {
        let message = format!("more than {ACCESSES_MAX} accesses");
        return Err(Trap::new(polyvet_interp::Code::StepLimit, message));
    }
    let mut observed = vec![false; log.buffers.len()];
    for value in args.iter().chain(&results) {
        if let RuntimeValue::MemRef(view) = &value.parts()[0]
            && let Some(number) = log.numbers.get(&SimulatedBuffer::Memory(view.buffer))
        {
            observed[*number as usize] = true;
        }
    }
    Ok(Trace {
        accesses: log.accesses.clone(),
        buffers: log.buffers.clone(),
        observed,
    })
}

impl AccessLog {
    fn note(&mut self, module: &Module, op: OpId, buffer: SimulatedBuffer, cell: usize, write: bool) {
        if self.accesses.len() == ACCESSES_MAX {
            self.full = true;
            return;
        }
        let buffers = &mut self.buffers;
        let number = *self.numbers.entry(buffer).or_insert_with(|| {
            buffers.push((elem_bytes(module, op), 0));
            buffers.len() as u32 - 1
        });
        let elements = &mut buffers[number as usize].1;
        *elements = (*elements).max(cell as u64 + 1);
        self.accesses.push((number, cell as u32, write));
    }
}

/// Bytes of the elements that a load or store moves.
fn elem_bytes(module: &Module, op: OpId) -> u64 {
    let op = module.op(op);
    let operands = op.operands.iter().map(|operand| operand.value);
    let mut types = operands.chain(op.results.iter().copied()).map(|value| module.ty(value));
    let shaped = types.find(|ty| ty.is_memref() || ty.is_tensor());
    shaped.and_then(|ty| ty.elem_bytes()).unwrap_or(1)
}

impl Trace {
    /// What a cache makes of the accesses.
    ///
    /// # Errors
    /// What is wrong with its shape.
    pub fn through(&self, shape: CacheShape) -> std::result::Result<CacheCounts, String> {
        let mut cache = SimulatedCache::new(shape)?;
        for (number, (bytes, elements)) in self.buffers.iter().enumerate() {
            cache.place(number as u32, bytes * elements);
        }
        for (buffer, cell, write) in &self.accesses {
            let bytes = self.buffers[*buffer as usize].0;
            cache.access(buffer, u64::from(*cell) * bytes, bytes, *write);
        }
        Ok(cache.counts())
    }

    /// Elements and bytes that are live at the busiest moment: their value is read later, or looked at in the end.
    pub fn peak(&self) -> (u64, u64) {
        // Backwards: what is looked at in the end is live there; a read makes live, a write ends that.
        let mut live: HashMap<(u32, u32), bool> = HashMap::new();
        let (mut elements, mut bytes) = (0u64, 0u64);
        for &(buffer, cell, _) in &self.accesses {
            let observed = self.observed[buffer as usize];
            if live.insert((buffer, cell), observed).is_none() && observed {
                elements += 1;
                bytes += self.buffers[buffer as usize].0;
            }
        }
        let mut peak = (elements, bytes);
        for &(buffer, cell, write) in self.accesses.iter().rev() {
            let size = self.buffers[buffer as usize].0;
            let was = live.insert((buffer, cell), !write) == Some(true);
            match (was, write) {
                (true, true) => (elements, bytes) = (elements - 1, bytes - size),
                (false, false) => (elements, bytes) = (elements + 1, bytes + size),
                _ => {}
            }
            peak = (peak.0.max(elements), peak.1.max(bytes));
        }
        peak
    }
}
