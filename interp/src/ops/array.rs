//! An array that an operation accesses element by element.

use crate::code::Step;
use crate::domain::Domain;
use crate::machine::Machine;
use crate::memory::{TensorData, View};
use crate::races::{Mode, Races, Shadows};
use crate::value::Value;
use crate::{Code, Trap};
use std::rc::Rc;

/// An operand while the operation runs.
pub(super) enum Array<D: Domain> {
    Scalar(Value<D>),
    Buffer(Rc<View>),
    /// Only elements of results are accessed by several iterations: who did.
    Tensor(Rc<TensorData<D>>, Option<Shadows<usize>>),
    /// Of complex numbers.
    Parts(Box<[Array<D>; 2]>),
}

impl<D: Domain> Array<D> {
    /// A memref or a tensor.
    pub fn of(value: Value<D>, output: bool) -> Result<Array<D>, Trap> {
        match value {
            Value::MemRef(view) => Ok(Array::Buffer(view)),
            Value::Tensor(tensor) => Ok(Array::Tensor(tensor, output.then(Shadows::default))),
            Value::Complex(parts) => {
                let [re, im] = &*parts;
                let (re, im) = (Array::of(re.clone(), output)?, Array::of(im.clone(), output)?);
                Ok(Array::Parts(Box::new([re, im])))
            }
            other => Err(other.unfit("an array")),
        }
    }

    pub fn shape(&self) -> &[i64] {
        match self {
            Array::Scalar(_) => &[],
            Array::Buffer(view) => &view.shape,
            Array::Tensor(tensor, _) => &tensor.shape,
            Array::Parts(parts) => parts[0].shape(),
        }
    }

    /// An element of operand `n`.
    pub fn read(
        &mut self,
        machine: &mut Machine<'_, D>,
        step: &Step,
        n: usize,
        index: &[i64],
    ) -> Result<Value<D>, Trap> {
        let ty = match self {
            Array::Scalar(value) => return Ok(value.clone()),
            Array::Buffer(view) => view.ty,
            Array::Tensor(tensor, _) => tensor.ty,
            Array::Parts(parts) => {
                let parts = machine.each_part(|machine, part| parts[part as usize].read(machine, step, n, index))?;
                return Ok(Value::Complex(Rc::new(parts)));
            }
        };
        let data = self.data(machine, step, n, index)?;
        machine.value(ty, data)
    }

    /// [`Array::read`] as the domain has it.
    pub fn data(
        &mut self,
        machine: &mut Machine<'_, D>,
        step: &Step,
        n: usize,
        index: &[i64],
    ) -> Result<D::Data, Trap> {
        match self {
            Array::Scalar(value) => machine.data(value),
            Array::Buffer(view) => machine.load(step, n, view, index),
            Array::Tensor(tensor, accessed) => {
                let data = super::tensor::element(machine, step, n, tensor, index)?;
                if let (Some(accessed), Ok(cell)) = (accessed, tensor.cell(index)) {
                    race(machine, step, n, accessed, (Mode::Read, cell), index)?;
                }
                Ok(data)
            }
            Array::Parts(_) => Err(Trap::new(
                Code::MalformedOp,
                "a complex number is taken for one of its parts",
            )),
        }
    }

    /// Checks that there is an element `index`, written or not.
    pub fn locate(&self, machine: &Machine<'_, D>, step: &Step, n: usize, index: &[i64]) -> Result<(), Trap> {
        match self {
            Array::Scalar(_) => Ok(()),
            Array::Buffer(view) => {
                let name = || machine.operand_name(step, n);
                machine.memory.locate(view, index, &name).map(|_| ())
            }
            Array::Tensor(tensor, _) => super::tensor::cell(machine, step, n, tensor, index).map(|_| ()),
            Array::Parts(parts) => parts[0].locate(machine, step, n, index),
        }
    }

    /// Writes an element of operand `n`, which is result number `result` if it is a tensor.
    pub fn write(
        &mut self,
        machine: &mut Machine<'_, D>,
        step: &Step,
        n: usize,
        result: usize,
        index: &[i64],
        data: Option<D::Data>,
    ) -> Result<(), Trap> {
        match self {
            Array::Buffer(view) => machine.store(step, n, view, index, data),
            Array::Tensor(tensor, accessed) => {
                let cell = super::tensor::cell(machine, step, n, tensor, index)?;
                if let Some(accessed) = accessed {
                    race(machine, step, n, accessed, (Mode::Write, cell), index)?;
                }
                super::tensor::note_result(machine, step, result, &tensor.shape, cell, index, data);
                machine.memory.put(tensor, cell, data)
            }
            Array::Scalar(_) => Ok(()),
            Array::Parts(_) => Err(Trap::new(Code::MalformedOp, "one part is written of a complex number")),
        }
    }

    /// [`Array::write`] of a value.
    pub fn put(
        &mut self,
        machine: &mut Machine<'_, D>,
        step: &Step,
        n: usize,
        result: usize,
        index: &[i64],
        value: &Value<D>,
    ) -> Result<(), Trap> {
        match (self, value) {
            (Array::Parts(arrays), Value::Complex(values)) => machine
                .each_part(|machine, part| {
                    arrays[part as usize].put(machine, step, n, result, index, &values[part as usize])
                })
                .map(|_| ()),
            (array, value) => {
                let data = machine.cell(value)?;
                array.write(machine, step, n, result, index, data)
            }
        }
    }

    /// How many elements of it take up no memory yet, if it is written as a whole.
    pub fn untouched(&self, machine: &Machine<'_, D>) -> u64 {
        match self {
            Array::Buffer(view) => machine.memory.untouched(view),
            Array::Tensor(tensor, _) => machine.memory.needed(tensor, 0..tensor.cells.len(), 0),
            Array::Parts(parts) => parts.iter().map(|part| part.untouched(machine)).sum(),
            Array::Scalar(_) => 0,
        }
    }

    /// The tensor it is in the end.
    pub fn into_tensor(self) -> Option<Value<D>> {
        match self {
            Array::Tensor(tensor, _) => Some(Value::Tensor(tensor)),
            Array::Parts(parts) => {
                let [re, im] = *parts;
                Some(Value::Complex(Rc::new([re.into_tensor()?, im.into_tensor()?])))
            }
            _ => None,
        }
    }

    /// Whether it is a tensor.
    pub fn is_tensor(&self) -> bool {
        match self {
            Array::Tensor(..) => true,
            Array::Parts(parts) => parts[0].is_tensor(),
            _ => false,
        }
    }
}

/// Checks an access to an element of operand `n`, which becomes a result.
fn race<D: Domain>(
    machine: &Machine<'_, D>,
    step: &Step,
    n: usize,
    accessed: &mut Shadows<usize>,
    (mode, cell): (Mode, usize),
    index: &[i64],
) -> Result<(), Trap> {
    let Some(now) = machine.races.as_ref().and_then(Races::strand) else {
        return Ok(());
    };
    let name = || machine.operand_name(step, n) + &crate::memory::subscript(index);
    match accessed.access(mode, cell, &now, step.id) {
        Some(earlier) => Err(machine.race(&earlier, &now, mode, &name()).at(index)),
        None => Ok(()),
    }
}
