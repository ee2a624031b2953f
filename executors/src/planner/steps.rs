//! Single operations.

use super::{Bind, Planned, Planner};
use crate::linear::CounterSum;
use crate::plan::{CounterPlace, CounterRule, Initial, Ins};
use polyvet_interp::Domain;
use polyvet_interp::RuntimeValue;
use polyvet_interp::nest::{DecodedOp, NestOp, ValueSlot};
use polyvet_interp::{Function, IntPredicate, ScalarCall};
use polyvet_interp::{Scalar, ScalarType};
use polyvet_ir::AffineMap;

impl<D: Domain> Planner<'_, '_, '_, D> {
    /// The subscript of an access, after `first` operands.
    fn subscript(&mut self, step: &DecodedOp, first: usize) -> Planned<Vec<CounterSum>> {
        let operands = self.indices(&step.operands[first..])?;
        match step.operation() {
            NestOp::AffineLoad(map) | NestOp::AffineStore(map) => self.map(map, &operands),
            _ => Ok(operands),
        }
    }

    pub(super) fn load_of(&mut self, step: &DecodedOp) -> Planned<()> {
        let subscript = self.subscript(step, 1)?;
        let window = self.windowed(step.operands[0])?;
        let value = self.load(&window, &subscript)?;
        self.binds.insert(step.results[0], value);
        Ok(())
    }

    pub(super) fn store_of(&mut self, step: &DecodedOp) -> Planned<()> {
        let subscript = self.subscript(step, 2)?;
        let window = self.windowed(step.operands[1])?;
        let (s, ty) = self.data(step, 0)?;
        self.store(&window, &subscript, s, ty)
    }

    /// `affine.apply`, or the least or largest result of a map by `rule`.
    pub(super) fn least_or_largest(
        &mut self,
        step: &DecodedOp,
        map: &AffineMap,
        rule: Option<fn(Vec<CounterSum>) -> CounterRule>,
    ) -> Planned<()> {
        let operands = self.indices(&step.operands)?;
        let mut forms = self.map(map, &operands)?;
        let form = match rule {
            Some(rule) if forms.len() > 1 => self.divide(rule(forms))?,
            _ => forms.swap_remove(0),
        };
        self.binds.insert(step.results[0], Bind::Index(form));
        Ok(())
    }

    pub(super) fn dim(&mut self, step: &DecodedOp) -> Planned<()> {
        let window = self.windowed(step.operands[0])?;
        let dim = self.index(step.operands[1])?.as_constant();
        let extent = dim.and_then(|dim| window.shape.get(usize::try_from(dim).ok()?));
        let extent = *extent.ok_or("a dimension that varies")?;
        self.binds
            .insert(step.results[0], Bind::Index(CounterSum::constant(extent)));
        Ok(())
    }

    pub(super) fn constant(&mut self, step: &DecodedOp, value: Scalar) -> Planned<()> {
        let bind = match value.ty {
            ScalarType::Index => Bind::Index(self.fits(Some(CounterSum::constant(value.signed())))?),
            ty => {
                let reg = self.reg()?;
                self.widen(ty);
                self.plan.initial.push((reg, Initial::Constant(value)));
                Bind::Data(reg, ty)
            }
        };
        self.binds.insert(step.results[0], bind);
        Ok(())
    }

    pub(super) fn compute(&mut self, step: &DecodedOp, calls: &[ScalarCall]) -> Planned<()> {
        for (call, result) in calls.iter().zip(&step.results) {
            let bind = self.call(step, call)?;
            self.binds.insert(*result, bind);
        }
        Ok(())
    }

    pub(super) fn call(&mut self, step: &DecodedOp, call: &ScalarCall) -> Planned<Bind> {
        let is_index = |slot: &ValueSlot| match self.binds.get(slot) {
            Some(bind) => matches!(bind, Bind::Index(_)),
            None => matches!(self.nest.value(*slot), RuntimeValue::Index(_)),
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
    pub(super) fn index_call(&mut self, step: &DecodedOp, call: &ScalarCall) -> Planned<Bind> {
        use Function::*;
        if call.flags.nuw || call.flags.exact || call.flags.non_negative {
            return Err("a flag on indices");
        }
        let operands = self.indices(&step.operands)?;
        let form = match (call.function, &operands[..]) {
            (AddI, [x, y]) => x.plus(y, 1),
            (SubI, [x, y]) => x.plus(y, -1),
            (MulI, [x, y]) => match (x.as_constant(), y.as_constant()) {
                (Some(factor), _) => CounterSum::default().plus(y, factor),
                (_, Some(factor)) => CounterSum::default().plus(x, factor),
                _ => return Err("a product of indices"),
            },
            (MinSI, [x, y]) => Some(self.divide(CounterRule::Min(vec![x.clone(), y.clone()]))?),
            (MaxSI, [x, y]) => Some(self.divide(CounterRule::Max(vec![x.clone(), y.clone()]))?),
            (DivSI | DivUI | FloorDivSI | RemSI | RemUI | CeilDivSI | CeilDivUI, [x, y]) => {
                let by = y.as_constant().filter(|by| *by > 0).ok_or("a division of indices")?;
                let least = x.range(&self.ranges).ok_or("large numbers")?.0;
                let rule = match call.function {
                    FloorDivSI => CounterRule::FloorDiv(x.clone(), by),
                    CeilDivSI => CounterRule::CeilDiv(x.clone(), by),
                    _ if least < 0 => return Err("a division of negative indices"),
                    DivSI | DivUI => CounterRule::FloorDiv(x.clone(), by),
                    CeilDivUI => CounterRule::CeilDiv(x.clone(), by),
                    _ => CounterRule::Mod(x.clone(), by),
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

    pub(super) fn number(&mut self, form: CounterSum) -> Planned<u16> {
        self.place(CounterPlace {
            array: None,
            form,
            checks: Vec::new(),
        })
    }
}
