//! Plans a nest. What the planner does not know it declines, with a reason; the reference runs then.

mod linalg;
mod loops;
mod races;
mod steps;

use super::linear::{CounterSum, CounterVar, NumberRange};
use super::plan::{Code, CounterPlace, CounterRule, Initial, Ins, Plan, PlanArray, PlanNode, Reg, finish};
use foldhash::HashMap;
use polyvet_interp::RuntimeValue;
use polyvet_interp::ScalarType;
use polyvet_interp::nest::{CellSource, DecodedOp, PendingNest, ValueSlot};
use polyvet_interp::{BufferView, Domain};
use polyvet_ir::{AffineExpr, AffineMap, AffineOp};

/// Why there is no plan.
pub(crate) type Declined = &'static str;

type Planned<T> = Result<T, Declined>;

/// What a value of the program is in the plan.
#[derive(Clone)]
enum Bind {
    Index(CounterSum),
    Data(Reg, ScalarType),
    Window(ArrayWindow),
}

/// A window on an array.
#[derive(Clone, PartialEq)]
struct ArrayWindow {
    array: u16,
    offset: i64,
    shape: Vec<i64>,
    strides: Vec<i64>,
}

struct Planner<'p, 'n, 'm, D: Domain> {
    nest: &'p PendingNest<'n, 'm, D>,
    plan: Plan,
    binds: HashMap<ValueSlot, Bind>,
    /// Of each counter.
    ranges: Vec<NumberRange>,
    /// Of each counter of a loop.
    walks: Vec<Option<races::CounterWalk>>,
    /// What counters are the least of.
    least_of: HashMap<CounterVar, Vec<CounterSum>>,
    accesses: Vec<races::PlannedAccess>,
    code: Code,
    nodes: Vec<PlanNode>,
    /// Iterations of the loops around, at most.
    trips: u64,
    /// Counters of the structured operation being planned.
    dims: Vec<CounterVar>,
}

/// Plans a loop or a structured operation.
pub(crate) fn plan<D: Domain>(nest: &PendingNest<'_, '_, D>) -> Planned<Plan> {
    let step = nest.step();
    let mut planner = Planner {
        nest,
        plan: Plan::default(),
        binds: HashMap::default(),
        ranges: Vec::new(),
        walks: Vec::new(),
        least_of: HashMap::default(),
        accesses: Vec::new(),
        code: Code::default(),
        nodes: Vec::new(),
        trips: 1,
        dims: Vec::new(),
    };
    planner.step(step, true)?;
    planner.flush();
    for slot in &step.results {
        if let Some(Bind::Data(reg, ty)) = planner.binds.get(slot) {
            planner.plan.results.push((*slot, *reg, *ty));
        }
    }
    if planner.plan.results.len() + planner.plan.tensors.len() != step.results.len() {
        return Err("results that are not numbers");
    }
    planner.plan.nodes = planner.nodes;
    planner.plan.vars = planner.ranges.len();
    Ok(finish(planner.plan))
}

impl<D: Domain> Planner<'_, '_, '_, D> {
    fn flush(&mut self) {
        if !self.code.ins.is_empty() {
            self.nodes.push(PlanNode::Code(std::mem::take(&mut self.code)));
        }
    }

    fn node(&mut self, node: PlanNode) {
        self.flush();
        self.nodes.push(node);
    }

    fn reg(&mut self) -> Planned<Reg> {
        let reg = Reg::try_from(self.plan.regs).map_err(|_| "too many values")?;
        self.plan.regs += 1;
        Ok(reg)
    }

    fn var(&mut self, range: NumberRange) -> Planned<CounterVar> {
        let var = CounterVar::try_from(self.ranges.len()).map_err(|_| "too many loops")?;
        self.ranges.push(range);
        self.walks.push(None);
        Ok(var)
    }

    /// A form that was computed: it must fit.
    fn fits(&self, form: Option<CounterSum>) -> Planned<CounterSum> {
        let form = form.ok_or("large numbers")?;
        form.range(&self.ranges).ok_or("large numbers")?;
        Ok(form)
    }

    fn bind(&mut self, slot: ValueSlot) -> Planned<Bind> {
        if let Some(bind) = self.binds.get(&slot) {
            return Ok(bind.clone());
        }
        let bind = match self.nest.value(slot) {
            RuntimeValue::Index(value) => Bind::Index(self.fits(Some(CounterSum::constant(*value)))?),
            RuntimeValue::MemRef(view) => Bind::Window(self.window(view)?),
            RuntimeValue::Data(_) => return Err("a scalar of unknown type"),
            RuntimeValue::Tensor(_) => return Err("tensors in a loop"),
            RuntimeValue::Vector(_) => return Err("vectors"),
            RuntimeValue::Complex(_) => return Err("complex numbers"),
            RuntimeValue::Poison => return Err("poison"),
            RuntimeValue::Unset => return Err("no value"),
        };
        self.binds.insert(slot, bind.clone());
        Ok(bind)
    }

    /// Operand `n`, whatever it is.
    fn operand(&mut self, step: &DecodedOp, n: usize) -> Planned<Bind> {
        let slot = step.operands[n];
        if let (false, RuntimeValue::Data(_)) = (self.binds.contains_key(&slot), self.nest.value(slot)) {
            let ty = self.nest.operand_type(step, n).ok_or("no operand")?;
            let ty = ScalarType::of(ty).ok_or("a type that is not a number")?;
            let reg = self.reg()?;
            self.widen(ty);
            self.plan.initial.push((reg, Initial::Captured(slot, ty)));
            self.binds.insert(slot, Bind::Data(reg, ty));
        }
        self.bind(slot)
    }

    /// Operand `n` as a scalar with its type.
    fn data(&mut self, step: &DecodedOp, n: usize) -> Planned<(Reg, ScalarType)> {
        match self.operand(step, n)? {
            Bind::Data(reg, ty) => Ok((reg, ty)),
            Bind::Index(_) => Err("an index as data"),
            Bind::Window(_) => Err("a memref as data"),
        }
    }

    fn index(&mut self, slot: ValueSlot) -> Planned<CounterSum> {
        match self.bind(slot)? {
            Bind::Index(form) => Ok(form),
            _ => Err("an index that is data"),
        }
    }

    fn indices(&mut self, slots: &[ValueSlot]) -> Planned<Vec<CounterSum>> {
        slots.iter().map(|slot| self.index(*slot)).collect()
    }

    fn widen(&mut self, ty: ScalarType) {
        self.plan.bits = self.plan.bits.max(ty.bits());
    }

    fn window(&mut self, view: &BufferView) -> Planned<ArrayWindow> {
        let cells = self.nest.plain_cells(view).ok_or("a buffer that is not plain")?;
        let mut ends = (i128::from(view.offset), i128::from(view.offset));
        for (extent, stride) in view.shape.iter().zip(&view.strides) {
            let reach = i128::from(extent - 1) * i128::from(*stride);
            ends = (ends.0 + reach.min(0), ends.1 + reach.max(0));
        }
        if view.shape.iter().any(|extent| *extent <= 0) || ends.0 < 0 || ends.1 >= cells as i128 {
            return Err("a window that is empty or leaves its buffer");
        }
        Ok(ArrayWindow {
            array: self.array(CellSource::Buffer(view.buffer), view.ty)?,
            offset: view.offset,
            shape: view.shape.clone(),
            strides: view.strides.clone(),
        })
    }

    fn array(&mut self, source: CellSource, ty: ScalarType) -> Planned<u16> {
        if ty == ScalarType::Index {
            return Err("memory of indices");
        }
        self.widen(ty);
        let known = self.plan.arrays.iter().position(|array| array.source == source);
        let at = match known {
            Some(at) if self.plan.arrays[at].ty != ty => return Err("memory of two types"),
            Some(at) => at,
            None => {
                self.plan.arrays.push(PlanArray {
                    source,
                    ty,
                    cells: (i64::MAX, i64::MIN),
                    read: false,
                    written: false,
                });
                self.plan.arrays.len() - 1
            }
        };
        u16::try_from(at).map_err(|_| "too many arrays")
    }

    /// A cell of a window.
    fn cell(&mut self, window: &ArrayWindow, subscript: &[CounterSum], write: bool) -> Planned<u16> {
        if subscript.len() != window.shape.len() {
            return Err("a subscript of another rank");
        }
        let mut form = CounterSum::constant(window.offset);
        let mut checks = Vec::new();
        for ((at, extent), stride) in subscript.iter().zip(&window.shape).zip(&window.strides) {
            let (least, most) = at.range(&self.ranges).ok_or("large numbers")?;
            if least < 0 || most >= *extent {
                checks.push((at.clone(), *extent));
            }
            form = form.plus(at, *stride).ok_or("large numbers")?;
        }
        let reach = form.range(&self.ranges).ok_or("large numbers")?;
        // Where a subscript is checked when it runs, cells outside of the window are not touched.
        let reach = match (checks.is_empty(), self.whole(window)) {
            (true, _) => reach,
            (false, whole) => (reach.0.max(whole.0), reach.1.min(whole.1)),
        };
        let array = &mut self.plan.arrays[usize::from(window.array)];
        array.cells = (array.cells.0.min(reach.0), array.cells.1.max(reach.1));
        array.written |= write;
        array.read |= !write;
        if self.nest.options().races {
            self.accesses.push(races::PlannedAccess {
                window: window.clone(),
                subscript: subscript.to_vec(),
                cell: form.clone(),
                write,
            });
        }
        self.place(CounterPlace {
            array: Some(window.array),
            form,
            checks,
        })
    }

    fn whole(&self, window: &ArrayWindow) -> NumberRange {
        let mut ends = (window.offset, window.offset);
        for (extent, stride) in window.shape.iter().zip(&window.strides) {
            let reach = (extent - 1) * stride;
            ends = (ends.0 + reach.min(0), ends.1 + reach.max(0));
        }
        ends
    }

    fn place(&mut self, place: CounterPlace) -> Planned<u16> {
        self.code.places.push(place);
        u16::try_from(self.code.places.len() - 1).map_err(|_| "too many accesses")
    }

    fn load(&mut self, window: &ArrayWindow, subscript: &[CounterSum]) -> Planned<Bind> {
        let at = self.cell(window, subscript, false)?;
        let ty = self.plan.arrays[usize::from(window.array)].ty;
        let d = self.reg()?;
        self.code.ins.push(Ins::Load { d, at });
        Ok(Bind::Data(d, ty))
    }

    fn store(&mut self, window: &ArrayWindow, subscript: &[CounterSum], s: Reg, ty: ScalarType) -> Planned<()> {
        let array = &self.plan.arrays[usize::from(window.array)];
        if let CellSource::Buffer(id) = array.source
            && self.nest.is_constant(id)
        {
            return Err("writes to a constant");
        }
        if array.ty != ty {
            return Err("a store of another type");
        }
        let at = self.cell(window, subscript, true)?;
        self.code.ins.push(Ins::Store { at, s });
        Ok(())
    }

    fn windowed(&mut self, slot: ValueSlot) -> Planned<ArrayWindow> {
        match self.bind(slot)? {
            Bind::Window(window) => Ok(window),
            _ => Err("no memref"),
        }
    }

    /// The forms of the results of a map.
    fn map(&mut self, map: &AffineMap, operands: &[CounterSum]) -> Planned<Vec<CounterSum>> {
        let expr = |expr| self.expr(expr, map.dims, operands);
        map.results.iter().map(expr).collect()
    }

    fn expr(&mut self, expr: &AffineExpr, dims: usize, operands: &[CounterSum]) -> Planned<CounterSum> {
        let form = match expr {
            AffineExpr::Dim(n) => operands.get(*n as usize).cloned(),
            AffineExpr::Sym(n) => operands.get(dims + *n as usize).cloned(),
            AffineExpr::Const(k) => Some(CounterSum::constant(*k)),
            AffineExpr::Bin(op, lhs, rhs) => {
                let (x, y) = (self.expr(lhs, dims, operands)?, self.expr(rhs, dims, operands)?);
                match (op, x.as_constant(), y.as_constant()) {
                    (AffineOp::Add, ..) => x.plus(&y, 1),
                    (AffineOp::Mul, Some(factor), _) => CounterSum::default().plus(&y, factor),
                    (AffineOp::Mul, _, Some(factor)) => CounterSum::default().plus(&x, factor),
                    (AffineOp::Mul, ..) => return Err("a product of indices"),
                    (AffineOp::FloorDiv, _, Some(by)) if by > 0 => Some(self.divide(CounterRule::FloorDiv(x, by))?),
                    (AffineOp::CeilDiv, _, Some(by)) if by > 0 => Some(self.divide(CounterRule::CeilDiv(x, by))?),
                    (AffineOp::Mod, _, Some(by)) if by > 0 => Some(self.divide(CounterRule::Mod(x, by))?),
                    _ => return Err("a division of indices"),
                }
            }
        };
        self.fits(form)
    }

    /// A counter that is computed, or its value where that is always the same.
    fn divide(&mut self, rule: CounterRule) -> Planned<CounterSum> {
        let range = self.rule_range(&rule)?;
        if range.0 == range.1 {
            return Ok(CounterSum::constant(range.0));
        }
        match &rule {
            CounterRule::Mod(x, by) if x.range(&self.ranges).is_some_and(|(low, high)| low >= 0 && high < *by) => {
                return Ok(x.clone());
            }
            CounterRule::FloorDiv(x, 1) | CounterRule::CeilDiv(x, 1) => return Ok(x.clone()),
            _ => {}
        }
        let var = self.var(range)?;
        if let CounterRule::Min(forms) = &rule {
            self.least_of.insert(var, forms.clone());
        }
        self.node(PlanNode::Let(var, rule));
        Ok(CounterSum::var(var))
    }

    fn rule_range(&self, rule: &CounterRule) -> Planned<NumberRange> {
        let of = |form: &CounterSum| form.range(&self.ranges).ok_or("large numbers");
        let each = |forms: &[CounterSum]| forms.iter().map(of).collect::<Planned<Vec<NumberRange>>>();
        let fold = |ranges: Vec<NumberRange>, pick: fn(i64, i64) -> i64| {
            ranges.into_iter().reduce(|x, y| (pick(x.0, y.0), pick(x.1, y.1)))
        };
        Ok(match rule {
            CounterRule::FloorDiv(x, by) => (of(x)?.0.div_euclid(*by), of(x)?.1.div_euclid(*by)),
            CounterRule::CeilDiv(x, by) => (-(-of(x)?.0).div_euclid(*by), -(-of(x)?.1).div_euclid(*by)),
            CounterRule::Mod(x, by) => match of(x)? {
                (low, high) if low.div_euclid(*by) == high.div_euclid(*by) => {
                    (low.rem_euclid(*by), high.rem_euclid(*by))
                }
                _ => (0, by - 1),
            },
            CounterRule::Min(forms) => fold(each(forms)?, i64::min).ok_or("a loop without a bound")?,
            CounterRule::Max(forms) => fold(each(forms)?, i64::max).ok_or("a loop without a bound")?,
        })
    }
}
