//! Single operations.

use super::{Bind, Planned, Planner};
use crate::code::{Slot, Step};
use crate::domain::Domain;
use crate::fast::linear::Linear;
use crate::fast::plan::{Condition, Initial, Ins, Place, Rule};
use crate::function::{Call, Function, IntPredicate};
use crate::value::Value;
use crate::{ScalarType, ops};

impl<D: Domain> Planner<'_, '_, D> {
    pub(super) fn affine(&mut self, step: &Step, kind: &ops::affine::Kind) -> Planned<()> {
        use ops::affine::Kind;
        match kind {
            Kind::For {
                lower,
                upper,
                step: stride,
                parts,
            } => {
                let operands = self.indices(&step.operands[parts[0].clone()])?;
                let lower = self.map(lower, &operands)?;
                let operands = self.indices(&step.operands[parts[1].clone()])?;
                let upper = self.map(upper, &operands)?;
                self.for_loop(step, lower, upper, *stride, parts[2].clone())
            }
            Kind::Parallel {
                lower,
                upper,
                groups,
                steps,
                reductions,
            } => {
                if !reductions.is_empty() {
                    return Err("a parallel reduction");
                }
                let (lower_operands, upper_operands) = step.operands.split_at(lower.dims + lower.syms);
                let operands = self.indices(lower_operands)?;
                let mut lower = self.map(lower, &operands)?.into_iter();
                let operands = self.indices(upper_operands)?;
                let mut upper = self.map(upper, &operands)?.into_iter();
                let bounds = (0..steps.len()).map(|n| {
                    let lower = lower.by_ref().take(groups[0][n]).collect();
                    (lower, upper.by_ref().take(groups[1][n]).collect(), steps[n])
                });
                let bounds = bounds.collect();
                self.parallel(step, bounds)
            }
            Kind::If(set) => {
                let operands = self.indices(&step.operands)?;
                let mut constraints = Vec::new();
                for (expr, equal) in &set.constraints {
                    constraints.push((self.expr(expr, set.dims, &operands)?, *equal));
                }
                self.choice(step, Condition::Affine(constraints))
            }
            Kind::Load(map) => {
                let operands = self.indices(&step.operands[1..])?;
                let subscript = self.map(map, &operands)?;
                let window = self.windowed(step.operands[0])?;
                let value = self.load(&window, &subscript)?;
                self.binds.insert(step.results[0], value);
                Ok(())
            }
            Kind::Store(map) => {
                let operands = self.indices(&step.operands[2..])?;
                let subscript = self.map(map, &operands)?;
                let window = self.windowed(step.operands[1])?;
                let (s, ty) = self.data(step, 0)?;
                self.store(&window, &subscript, s, ty)
            }
            Kind::Apply(map) | Kind::Min(map) | Kind::Max(map) => {
                let operands = self.indices(&step.operands)?;
                let mut forms = self.map(map, &operands)?;
                let form = match kind {
                    Kind::Min(_) if forms.len() > 1 => self.divide(Rule::Min(forms))?,
                    Kind::Max(_) if forms.len() > 1 => self.divide(Rule::Max(forms))?,
                    _ => forms.swap_remove(0),
                };
                self.binds.insert(step.results[0], Bind::Index(form));
                Ok(())
            }
            Kind::Prefetch => Ok(()),
            Kind::VectorLoad(..) | Kind::VectorStore(_) => Err("vectors"),
            Kind::Delinearize(..) | Kind::Linearize(..) => Err("linearization of indices"),
        }
    }

    pub(super) fn scf(&mut self, step: &Step, kind: &ops::scf::Kind) -> Planned<()> {
        use ops::scf::Kind;
        match kind {
            Kind::For(ScalarType::Index, false) => {
                let (lower, upper) = (self.index(step.operands[0])?, self.index(step.operands[1])?);
                let stride = self
                    .index(step.operands[2])?
                    .as_constant()
                    .ok_or("a step that varies")?;
                self.for_loop(step, vec![lower], vec![upper], stride, 3..step.operands.len())
            }
            Kind::For(..) => Err("a loop over integers"),
            Kind::If => {
                let (condition, _) = self.data(step, 0)?;
                self.choice(step, Condition::Data(condition))
            }
            Kind::Parallel(parts) => {
                if !parts[3].is_empty() {
                    return Err("a parallel reduction");
                }
                let mut bounds = Vec::new();
                for n in 0..parts[0].len() {
                    let [lower, upper, stride] = [0, 1, 2].map(|part: usize| step.operands[parts[part].start + n]);
                    let stride = self.index(stride)?.as_constant().ok_or("a step that varies")?;
                    bounds.push((vec![self.index(lower)?], vec![self.index(upper)?], stride));
                }
                self.parallel(step, bounds)
            }
            Kind::Forall {
                lower,
                upper,
                steps,
                parts,
                ..
            } => {
                if !parts[3].is_empty() {
                    return Err("tensors in a loop");
                }
                let mut fill = |list: &[Option<i64>], part: &std::ops::Range<usize>| {
                    let mut dynamic = self.indices(&step.operands[part.clone()])?.into_iter();
                    let mut bound = |known: &Option<i64>| known.map(Linear::constant).or_else(|| dynamic.next());
                    let bounds: Option<Vec<Linear>> = list.iter().map(&mut bound).collect();
                    bounds.ok_or("a loop without a bound")
                };
                let (lower, upper, steps) = (
                    fill(lower, &parts[0])?,
                    fill(upper, &parts[1])?,
                    fill(steps, &parts[2])?,
                );
                let mut bounds = Vec::new();
                for ((lower, upper), stride) in lower.into_iter().zip(upper).zip(steps) {
                    bounds.push((
                        vec![lower],
                        vec![upper],
                        stride.as_constant().ok_or("a step that varies")?,
                    ));
                }
                self.parallel(step, bounds)
            }
            Kind::While | Kind::ExecuteRegion | Kind::IndexSwitch(_) => {
                Err("`scf` operations other than `for`, `if`, `parallel`, `forall`")
            }
        }
    }

    pub(super) fn memref(&mut self, step: &Step, kind: &ops::memref::Kind) -> Planned<()> {
        use ops::memref::Kind;
        match kind {
            Kind::Load => {
                let subscript = self.indices(&step.operands[1..])?;
                let window = self.windowed(step.operands[0])?;
                let value = self.load(&window, &subscript)?;
                self.binds.insert(step.results[0], value);
                Ok(())
            }
            Kind::Store => {
                let subscript = self.indices(&step.operands[2..])?;
                let window = self.windowed(step.operands[1])?;
                let (s, ty) = self.data(step, 0)?;
                self.store(&window, &subscript, s, ty)
            }
            Kind::Dim => {
                let window = self.windowed(step.operands[0])?;
                let dim = self.index(step.operands[1])?.as_constant();
                let extent = dim.and_then(|dim| window.shape.get(usize::try_from(dim).ok()?));
                let extent = *extent.ok_or("a dimension that varies")?;
                self.binds
                    .insert(step.results[0], Bind::Index(Linear::constant(extent)));
                Ok(())
            }
            _ => Err("`memref` operations other than `load`, `store`, `dim`"),
        }
    }

    pub(super) fn arith(&mut self, step: &Step, kind: &ops::arith::Kind) -> Planned<()> {
        match kind {
            ops::arith::Kind::Constant(value) if value.ty == ScalarType::Index => {
                let form = self.fits(Some(Linear::constant(value.signed())))?;
                self.binds.insert(step.results[0], Bind::Index(form));
                Ok(())
            }
            ops::arith::Kind::Constant(value) => {
                let reg = self.reg()?;
                self.widen(value.ty);
                self.plan.initial.push((reg, Initial::Constant(*value)));
                self.binds.insert(step.results[0], Bind::Data(reg, value.ty));
                Ok(())
            }
            ops::arith::Kind::Dense(..) => Err("an array as a constant"),
            ops::arith::Kind::Compute(calls) => {
                for (call, result) in calls.iter().zip(&step.results) {
                    let bind = self.call(step, call)?;
                    self.binds.insert(*result, bind);
                }
                Ok(())
            }
        }
    }

    pub(super) fn call(&mut self, step: &Step, call: &Call) -> Planned<Bind> {
        let is_index = |slot: &Slot| match self.binds.get(slot) {
            Some(bind) => matches!(bind, Bind::Index(_)),
            None => matches!(self.frame.get(*slot), Value::Index(_)),
        };
        if call.result == ScalarType::Index || step.operands.iter().any(is_index) {
            return self.index_call(step, call);
        }
        // Columns of numbers are not looked at one by one.
        if call.flags.no_nans || call.flags.no_infinities {
            return Err("a flag on numbers");
        }
        let mut args = [0; 3];
        let mut types = Vec::with_capacity(step.operands.len());
        if step.operands.len() > args.len() {
            return Err("a function of many operands");
        }
        for (n, arg) in args.iter_mut().enumerate().take(step.operands.len()) {
            let (reg, ty) = self.data(step, n)?;
            *arg = reg;
            types.push(ty);
        }
        self.widen(call.result);
        let known = (self.plan.calls.iter()).position(|(known, of)| known == call && *of == types);
        let number = known.unwrap_or(self.plan.calls.len());
        if known.is_none() {
            self.plan.calls.push((*call, types));
        }
        for (call, types) in self.plan.calls.iter().skip(self.code.arities.len()) {
            self.code.arities.push(types.len() as u8);
            let is_ring = matches!(call.function, Function::AddF | Function::SubF | Function::MulF);
            self.code.rings.push(is_ring);
        }
        let d = self.reg()?;
        let call_number = u16::try_from(number).map_err(|_| "too many functions")?;
        self.code.ins.push(Ins::Apply {
            call: call_number,
            d,
            args,
        });
        Ok(Bind::Data(d, call.result))
    }

    /// A function of indices.
    pub(super) fn index_call(&mut self, step: &Step, call: &Call) -> Planned<Bind> {
        use Function::*;
        if call.flags.nuw || call.flags.exact || call.flags.non_negative {
            return Err("a flag on indices");
        }
        let operands = self.indices(&step.operands)?;
        let form = match (call.function, &operands[..]) {
            (AddI, [x, y]) => x.plus(y, 1),
            (SubI, [x, y]) => x.plus(y, -1),
            (MulI, [x, y]) => match (x.as_constant(), y.as_constant()) {
                (Some(factor), _) => Linear::default().plus(y, factor),
                (_, Some(factor)) => Linear::default().plus(x, factor),
                _ => return Err("a product of indices"),
            },
            (MinSI, [x, y]) => Some(self.divide(Rule::Min(vec![x.clone(), y.clone()]))?),
            (MaxSI, [x, y]) => Some(self.divide(Rule::Max(vec![x.clone(), y.clone()]))?),
            (DivSI | DivUI | FloorDivSI | RemSI | RemUI | CeilDivSI | CeilDivUI, [x, y]) => {
                let by = y.as_constant().filter(|by| *by > 0).ok_or("a division of indices")?;
                let least = x.range(&self.ranges).ok_or("large numbers")?.0;
                let rule = match call.function {
                    FloorDivSI => Rule::FloorDiv(x.clone(), by),
                    CeilDivSI => Rule::CeilDiv(x.clone(), by),
                    _ if least < 0 => return Err("a division of negative indices"),
                    DivSI | DivUI => Rule::FloorDiv(x.clone(), by),
                    CeilDivUI => Rule::CeilDiv(x.clone(), by),
                    _ => Rule::Mod(x.clone(), by),
                };
                Some(self.divide(rule)?)
            }
            (IndexCast | IndexCastUI, [x]) if call.result != ScalarType::Index => {
                self.widen(call.result);
                let at = self.number(x.clone())?;
                let d = self.reg()?;
                self.code.ins.push(Ins::Number { d, at, ty: call.result });
                return Ok(Bind::Data(d, call.result));
            }
            (CmpI(predicate), [x, y]) => {
                use IntPredicate::*;
                if matches!(predicate, Ult | Ule | Ugt | Uge) {
                    return Err("an unsigned comparison of indices");
                }
                let form = self.fits(x.plus(y, -1))?;
                let at = self.number(form)?;
                let d = self.reg()?;
                self.code.ins.push(Ins::Test { d, at, predicate });
                return Ok(Bind::Data(d, call.result));
            }
            _ => return Err("a function of indices"),
        };
        Ok(Bind::Index(self.fits(form)?))
    }

    pub(super) fn number(&mut self, form: Linear) -> Planned<u16> {
        self.place(Place {
            array: None,
            form,
            checks: Vec::new(),
        })
    }
}
