//! An array that an operation accesses element by element.

use crate::code::DecodedOp;
use crate::domain::Domain;
use crate::machine::Machine;
use crate::memory::{BufferView, TensorData};
use crate::races::{Mode, Races, Shadows};
use crate::value::RuntimeValue;
use crate::{Code, Trap};
use std::rc::Rc;

/// An operand while the operation runs.
pub(super) enum OperandArray<D: Domain> {
    Scalar(RuntimeValue<D>),
    Buffer(Rc<BufferView>),
    /// Only elements of results are accessed by several iterations: who did.
    Tensor(Rc<TensorData<D>>, Option<Shadows<usize>>),
    /// Of complex numbers.
    Parts(Box<[OperandArray<D>; 2]>),
}

impl<D: Domain> OperandArray<D> {
    /// A memref or a tensor.
    pub fn of(value: RuntimeValue<D>, output: bool) -> Result<OperandArray<D>, Trap> {
        match value {
            RuntimeValue::MemRef(view) => Ok(OperandArray::Buffer(view)),
            RuntimeValue::Tensor(tensor) => Ok(OperandArray::Tensor(tensor, output.then(Shadows::default))),
            RuntimeValue::Complex(parts) => {
                let [re, im] = &*parts;
                let (re, im) = (
                    OperandArray::of(re.clone(), output)?,
                    OperandArray::of(im.clone(), output)?,
                );
                Ok(OperandArray::Parts(Box::new([re, im])))
            }
            other => Err(other.unfit("an array")),
        }
    }

    pub fn shape(&self) -> &[i64] {
        match self {
            OperandArray::Scalar(_) => &[],
            OperandArray::Buffer(view) => &view.shape,
            OperandArray::Tensor(tensor, _) => &tensor.shape,
            OperandArray::Parts(parts) => parts[0].shape(),
        }
    }

    /// An element of operand `n`.
    pub fn read(
        &mut self,
        machine: &mut Machine<'_, D>,
        step: &DecodedOp,
        n: usize,
        index: &[i64],
    ) -> Result<RuntimeValue<D>, Trap> {
        let ty = match self {
            OperandArray::Scalar(value) => return Ok(value.clone()),
            OperandArray::Buffer(view) => view.ty,
            OperandArray::Tensor(tensor, _) => tensor.ty,
            OperandArray::Parts(parts) => {
                let parts = machine.each_part(|machine, part| parts[part as usize].read(machine, step, n, index))?;
                return Ok(RuntimeValue::Complex(Rc::new(parts)));
            }
        };
        match self.data(machine, step, n, index) {
            Ok(data) => machine.value(ty, data),
            Err(trap) => machine.unwritten_value(trap),
        }
    }

    /// [`OperandArray::read`] as the domain has it.
    pub fn data(
        &mut self,
        machine: &mut Machine<'_, D>,
        step: &DecodedOp,
        n: usize,
        index: &[i64],
    ) -> Result<D::Data, Trap> {
        match self {
            OperandArray::Scalar(value) => machine.data(value),
            OperandArray::Buffer(view) => machine.load(step, n, view, index),
            OperandArray::Tensor(tensor, accessed) => {
                let data = super::tensor::element(machine, step, n, tensor, index)?;
                if let (Some(accessed), Ok(cell)) = (accessed, tensor.cell(index)) {
                    race(machine, step, n, accessed, (Mode::Read, cell), index)?;
                }
                Ok(data)
            }
            OperandArray::Parts(_) => Err(Trap::new(
                Code::MalformedOp,
                "a complex number is taken for one of its parts",
            )),
        }
    }

    /// Checks that there is an element `index`, written or not.
    pub fn locate(&self, machine: &Machine<'_, D>, step: &DecodedOp, n: usize, index: &[i64]) -> Result<(), Trap> {
        match self {
            OperandArray::Scalar(_) => Ok(()),
            OperandArray::Buffer(view) => {
                let name = || machine.operand_name(step, n);
                machine.memory.locate(view, index, &name).map(|_| ())
            }
            OperandArray::Tensor(tensor, _) => super::tensor::cell(machine, step, n, tensor, index).map(|_| ()),
            OperandArray::Parts(parts) => parts[0].locate(machine, step, n, index),
        }
    }

    /// Writes an element of operand `n`, which is result number `result` if it is a tensor.
    pub fn write(
        &mut self,
        machine: &mut Machine<'_, D>,
        step: &DecodedOp,
        n: usize,
        result: usize,
        index: &[i64],
        data: Option<D::Data>,
    ) -> Result<(), Trap> {
        match self {
            OperandArray::Buffer(view) => machine.store(step, n, view, index, data),
            OperandArray::Tensor(tensor, accessed) => {
                let cell = super::tensor::cell(machine, step, n, tensor, index)?;
                if let Some(accessed) = accessed {
                    race(machine, step, n, accessed, (Mode::Write, cell), index)?;
                }
                super::tensor::note_result(machine, step, result, &tensor.shape, cell, index, data);
                machine.memory.put(tensor, cell, data)
            }
            OperandArray::Scalar(_) => Ok(()),
            OperandArray::Parts(_) => Err(Trap::new(Code::MalformedOp, "one part is written of a complex number")),
        }
    }

    /// [`OperandArray::write`] of a value.
    pub fn put(
        &mut self,
        machine: &mut Machine<'_, D>,
        step: &DecodedOp,
        n: usize,
        result: usize,
        index: &[i64],
        value: &RuntimeValue<D>,
    ) -> Result<(), Trap> {
        match (self, value) {
            (OperandArray::Parts(arrays), RuntimeValue::Complex(values)) => machine
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
            OperandArray::Buffer(view) => machine.memory.untouched(view),
            OperandArray::Tensor(tensor, _) => machine.memory.needed(tensor, 0..tensor.cells.len(), 0),
            OperandArray::Parts(parts) => parts.iter().map(|part| part.untouched(machine)).sum(),
            OperandArray::Scalar(_) => 0,
        }
    }

    /// The tensor it is in the end.
    pub fn into_tensor(self) -> Option<RuntimeValue<D>> {
        match self {
            OperandArray::Tensor(tensor, _) => Some(RuntimeValue::Tensor(tensor)),
            OperandArray::Parts(parts) => {
                let [re, im] = *parts;
                Some(RuntimeValue::Complex(Rc::new([re.into_tensor()?, im.into_tensor()?])))
            }
            _ => None,
        }
    }

    /// Whether it is a tensor.
    pub fn is_tensor(&self) -> bool {
        match self {
            OperandArray::Tensor(..) => true,
            OperandArray::Parts(parts) => parts[0].is_tensor(),
            _ => false,
        }
    }
}

/// Checks an access to an element of operand `n`, which becomes a result.
fn race<D: Domain>(
    machine: &Machine<'_, D>,
    step: &DecodedOp,
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
