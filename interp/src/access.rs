//! The machine's values: between indices and data, and to and from memory, with every check.

use crate::code::DecodedOp;
use crate::domain::{DataElem, Domain};
use crate::function::{Function, ScalarCall};
use crate::machine::Machine;
use crate::memory::BufferView;
use crate::observe::{ElementPlace, ObservedAccess};
use crate::parts::ComplexPart;
use crate::value::{Contents, RuntimeValue};
use crate::{Code, Scalar, ScalarType, Trap, eval};

/// An element that is read or written.
pub(crate) struct TouchedElement<'a, D: Domain> {
    pub place: ElementPlace,
    /// The subscript as the operation sees it.
    pub index: &'a [i64],
    /// Extents of the tensor; a buffer knows its own.
    pub shape: Option<&'a [i64]>,
    /// What is read or written.
    pub data: Option<D::Data>,
}

impl<D: Domain> Machine<'_, D> {
    /// A float or an integer; an index becomes a constant.
    pub(crate) fn data(&mut self, value: &RuntimeValue<D>) -> Result<D::Data, Trap> {
        match value {
            RuntimeValue::Data(data) => Ok(*data),
            RuntimeValue::Index(index) => Ok(self.domain.constant(Scalar::index(*index))),
            other => Err(other.unfit("a scalar")),
        }
    }

    /// A scalar as an element: poison is one that was never written.
    pub(crate) fn cell(&mut self, value: &RuntimeValue<D>) -> Result<Option<D::Data>, Trap> {
        match value {
            RuntimeValue::Poison => Ok(None),
            other => self.data(other).map(Some),
        }
    }

    /// An element of type `ty` of a vector as a scalar.
    pub(crate) fn lane(&self, ty: ScalarType, cell: Option<D::Data>) -> Result<RuntimeValue<D>, Trap> {
        cell.map_or(Ok(RuntimeValue::Poison), |data| self.value(ty, data))
    }

    /// Data of type `ty` as a value: an index must be a known number.
    pub(crate) fn value(&self, ty: ScalarType, data: D::Data) -> Result<RuntimeValue<D>, Trap> {
        match ty {
            ScalarType::Index => Ok(RuntimeValue::Index(self.number(data)?)),
            _ => Ok(RuntimeValue::Data(data)),
        }
    }

    /// The number that decides about control or an index.
    pub(crate) fn number(&self, data: D::Data) -> Result<i64, Trap> {
        let symbolic = || {
            Trap::new(
                Code::DataDependentControl,
                "control or an index depends on data, which is symbolic here",
            )
        };
        self.domain.known(data).map(Scalar::signed).ok_or_else(symbolic)
    }

    /// An integer that decides about control, such as a loop bound; `i1` is 0 or -1.
    pub(crate) fn control(&self, value: &RuntimeValue<D>) -> Result<i64, Trap> {
        match value {
            RuntimeValue::Index(index) => Ok(*index),
            RuntimeValue::Data(data) => self.number(*data),
            other => Err(other.unfit("an integer")),
        }
    }

    /// The result of a scalar function. With an index among operands or as result it is computed on
    /// numbers, else by the domain.
    pub(crate) fn compute(&mut self, call: &ScalarCall, args: &[&RuntimeValue<D>]) -> Result<RuntimeValue<D>, Trap> {
        if let (Function::Select, [condition, then, otherwise]) = (call.function, args)
            && args
                .iter()
                .any(|arg| matches!(arg, RuntimeValue::Poison | RuntimeValue::MemRef(_)))
        {
            if self.options.poison_is_a_value && matches!(condition, RuntimeValue::Poison) {
                return Ok(RuntimeValue::Poison);
            }
            let (chosen, other) = match self.control(condition)? {
                0 => (otherwise, then),
                _ => (then, otherwise),
            };
            self.left_poison |= matches!(other, RuntimeValue::Poison);
            return Ok((*chosen).clone());
        }
        if self.options.poison_is_a_value && args.iter().any(|arg| matches!(arg, RuntimeValue::Poison)) {
            return Ok(RuntimeValue::Poison);
        }
        let mut data = [None; 3];
        for (slot, arg) in data.iter_mut().zip(args) {
            *slot = Some(self.data(arg)?);
        }
        let ([Some(a), ..], 1..=3) = (data, args.len()) else {
            return Err(Trap::new(
                Code::MalformedOp,
                "a scalar function has one to three operands",
            ));
        };
        let operands = [a, data[1].unwrap_or(a), data[2].unwrap_or(a)];
        let operands = &operands[..args.len()];
        let indexed = call.result == ScalarType::Index || args.iter().any(|arg| matches!(arg, RuntimeValue::Index(_)));
        if !indexed {
            return match self.domain.apply(call, operands) {
                Ok(data) => Ok(RuntimeValue::Data(data)),
                Err(trap) => self.poison(call, trap),
            };
        }
        let mut known = [Scalar::index(0); 3];
        for (slot, operand) in known.iter_mut().zip(operands) {
            let symbolic = || {
                let name = call.function.name();
                Trap::new(
                    Code::DataDependentControl,
                    format!("an index of `{name}` depends on data, which is symbolic here"),
                )
            };
            *slot = self.domain.known(*operand).ok_or_else(symbolic)?;
        }
        if call.function == Function::Select {
            return Ok(args[if known[0].is_true() { 1 } else { 2 }].clone());
        }
        match eval::apply(call, &known[..args.len()]) {
            Ok(result) => Ok(self.constant(result)),
            Err(trap) => self.poison(call, trap),
        }
    }

    fn constant(&mut self, value: Scalar) -> RuntimeValue<D> {
        match value.ty {
            ScalarType::Index => RuntimeValue::Index(value.signed()),
            _ => RuntimeValue::Data(self.domain.constant(value)),
        }
    }

    /// Poison for a result that is poison, where that is no error
    /// ([`RunOptions::poison_is_a_value`](crate::RunOptions::poison_is_a_value)).
    fn poison(&self, call: &ScalarCall, trap: Trap) -> Result<RuntimeValue<D>, Trap> {
        match self.options.poison_is_a_value && call.is_poison(trap.code) {
            true => Ok(RuntimeValue::Poison),
            false => Err(trap),
        }
    }

    /// Reads an element of a memref; operand `n` is the memref.
    pub(crate) fn load(
        &mut self,
        step: &DecodedOp,
        n: usize,
        view: &BufferView,
        index: &[i64],
    ) -> Result<D::Data, Trap> {
        let cell = self.memory.locate(view, index, &|| self.operand_name(step, n))?;
        let data = self.memory.of(view).cells[cell];
        self.touch(step, n, false, view, cell, index, data)?;
        let buffer = self.memory.of(view);
        data.ok_or_else(|| self.unwritten(step, n, index).label(buffer.made, "allocated here"))
    }

    /// [`Machine::load`] as a value; see [`crate::RunOptions::unwritten_is_poison`].
    pub(crate) fn loaded(
        &mut self,
        step: &DecodedOp,
        n: usize,
        view: &BufferView,
        index: &[i64],
    ) -> Result<RuntimeValue<D>, Trap> {
        match self.load(step, n, view, index) {
            Ok(data) => self.value(view.ty, data),
            Err(trap) if self.options.unwritten_is_poison && trap.code == Code::UninitialisedRead => {
                Ok(RuntimeValue::Poison)
            }
            Err(trap) => self.unwritten_value(trap),
        }
    }

    /// Poison for an element that was never written, where poison is no error
    /// ([`RunOptions::poison_is_a_value`](crate::RunOptions::poison_is_a_value)).
    pub(crate) fn unwritten_value(&self, trap: Trap) -> Result<RuntimeValue<D>, Trap> {
        match self.options.poison_is_a_value && trap.code == Code::UninitialisedRead {
            true => Ok(RuntimeValue::Poison),
            false => Err(trap),
        }
    }

    /// The error of reading an element that was never written.
    pub(crate) fn unwritten(&self, step: &DecodedOp, n: usize, index: &[i64]) -> Trap {
        let name = self.operand_name(step, n);
        let message = format!(
            "`{name}{}` is read but was never written",
            crate::memory::subscript(index)
        );
        Trap::new(Code::UninitialisedRead, message).at(index)
    }

    /// Writes an element of a memref; operand `n` is the memref.
    pub(crate) fn store(
        &mut self,
        step: &DecodedOp,
        n: usize,
        view: &BufferView,
        index: &[i64],
        data: Option<D::Data>,
    ) -> Result<(), Trap> {
        let cell = self.memory.locate(view, index, &|| self.operand_name(step, n))?;
        if self.memory.of(view).kind == crate::memory::BufferEvent::Constant {
            let name = self.operand_name(step, n);
            return Err(Trap::new(Code::WriteToConstant, format!("`{name}` is constant")).at(index));
        }
        self.touch(step, n, true, view, cell, index, data)?;
        let written = self.memory.write(view.buffer, cell, data);
        written.map_err(|trap| trap.at(index))
    }

    /// Somebody wants to know of accesses.
    pub(crate) fn is_observed(&self) -> bool {
        self.observer.is_some() || self.trace.is_some()
    }

    /// Every access counts: it is observed, or may race.
    pub(crate) fn is_watched(&self) -> bool {
        self.is_observed() || self.races.as_ref().is_some_and(|races| races.strand().is_some())
    }

    /// Tells the observer of an access to operand `n`, and checks that it does not race.
    #[allow(clippy::too_many_arguments)]
    pub(crate) fn touch(
        &mut self,
        step: &DecodedOp,
        n: usize,
        write: bool,
        view: &BufferView,
        cell: usize,
        index: &[i64],
        data: Option<D::Data>,
    ) -> Result<(), Trap> {
        if self.is_observed() {
            let place = ElementPlace::Buffer(view.buffer, cell);
            let shape = None;
            self.note(
                step,
                write,
                &TouchedElement {
                    place,
                    index,
                    shape,
                    data,
                },
            );
        }
        // Different iterations reach an element through different windows, so it is named in its buffer.
        let name = |machine: &Machine<'_, D>| match &machine.memory.of(view).shape {
            Some(shape) => {
                let element = crate::ints::index_of(shape, cell);
                machine.memory.of(view).name.clone() + &crate::memory::subscript(&element)
            }
            None => machine.operand_name(step, n) + &crate::memory::subscript(index),
        };
        self.check_race(write, (view.buffer, cell), step.id, &name)
            .map_err(|trap| trap.at(index))
    }

    /// Tells the observer.
    pub(crate) fn note(&mut self, step: &DecodedOp, write: bool, touched: &TouchedElement<'_, D>) {
        if let (Some(observer), None | Some(ComplexPart::Re)) = (&mut self.observer, self.part) {
            observer(&ObservedAccess {
                op: step.id,
                write,
                place: touched.place,
                index: touched.index,
                loops: &self.loops,
            });
        }
        self.trace(step.id, write, touched);
    }

    /// The elements of a value as the domain has them, in row-major order; an index has none. Of a complex number
    /// these are real and imaginary part.
    ///
    /// # Errors
    /// As for [`Machine::read`].
    pub fn elements(&self, value: &RuntimeValue<D>) -> Result<Vec<Option<D::Data>>, Trap> {
        Ok(match value {
            RuntimeValue::Data(data) => vec![Some(*data)],
            RuntimeValue::MemRef(view) => self.memory.cells(view, &|| self.memory.of(view).name.clone())?,
            RuntimeValue::Tensor(tensor) | RuntimeValue::Vector(tensor) => {
                self.memory.admit(&tensor.shape)?;
                tensor.cells.iter().collect()
            }
            RuntimeValue::Complex(parts) => {
                let (re, im) = (self.elements(&parts[0])?, self.elements(&parts[1])?);
                re.into_iter().zip(im).flat_map(|(re, im)| [re, im]).collect()
            }
            RuntimeValue::Index(_) | RuntimeValue::Poison | RuntimeValue::Unset => vec![None],
        })
    }

    /// Element `n`, in row-major order, of a value as the domain has it.
    ///
    /// # Errors
    /// As for [`Machine::read`].
    pub fn nth(&self, value: &RuntimeValue<D>, n: usize) -> Result<Option<D::Data>, Trap> {
        Ok(match value {
            RuntimeValue::MemRef(view) => {
                let index = crate::ints::index_of(&view.shape, n);
                let buffer = self.memory.of(view);
                buffer.cells[self.memory.locate(view, &index, &|| buffer.name.clone())?]
            }
            RuntimeValue::Tensor(tensor) | RuntimeValue::Vector(tensor) if n < tensor.cells.len() => tensor.cells[n],
            _ => self.elements(value)?.into_iter().nth(n).flatten(),
        })
    }

    /// As [`Machine::read`], but only element `n` is copied: the only one of the contents, whatever the shape.
    ///
    /// # Errors
    /// As for [`Machine::read`].
    pub fn read_element(&self, value: &RuntimeValue<D>, n: usize) -> Result<Contents, Trap> {
        let (shape, ty) = match value {
            RuntimeValue::MemRef(view) => (view.shape.clone(), view.ty),
            RuntimeValue::Tensor(tensor) | RuntimeValue::Vector(tensor) => (tensor.shape.clone(), tensor.ty),
            _ => {
                let mut all = self.read(value)?;
                all.elems = all.elems.into_iter().skip(n).take(1).collect();
                return Ok(all);
            }
        };
        let data = self.nth(value, n)?;
        Ok(Contents {
            shape,
            complex: false,
            ty: Some(ty),
            elems: vec![data.map(|data| self.domain.elem(data))],
        })
    }

    /// A copy of what a value holds.
    ///
    /// # Errors
    /// A memref that was freed, or that leaves its buffer.
    pub fn read(&self, value: &RuntimeValue<D>) -> Result<Contents, Trap> {
        let elems = |value: &RuntimeValue<D>| -> Result<Vec<Option<DataElem>>, Trap> {
            let cells = self.elements(value)?.into_iter();
            Ok(cells.map(|cell| cell.map(|data| self.domain.elem(data))).collect())
        };
        match value {
            RuntimeValue::Index(index) => Ok(Contents {
                shape: Vec::new(),
                complex: false,
                ty: Some(ScalarType::Index),
                elems: vec![Some(DataElem::Scalar(Scalar::index(*index)))],
            }),
            RuntimeValue::Data(data) => {
                let elem = self.domain.elem(*data);
                let shown = match elem {
                    DataElem::Scalar(value) => Some(value),
                    DataElem::Abstract { .. } => self.domain.known(*data),
                };
                Ok(Contents {
                    shape: Vec::new(),
                    complex: false,
                    ty: shown.map(|shown| shown.ty),
                    elems: vec![Some(elem)],
                })
            }
            RuntimeValue::MemRef(view) => Ok(Contents {
                shape: view.shape.clone(),
                complex: false,
                ty: Some(view.ty),
                elems: elems(value)?,
            }),
            RuntimeValue::Tensor(tensor) | RuntimeValue::Vector(tensor) => Ok(Contents {
                shape: tensor.shape.clone(),
                complex: false,
                ty: Some(tensor.ty),
                elems: elems(value)?,
            }),
            RuntimeValue::Complex(parts) => {
                let mut parts = parts
                    .iter()
                    .map(|part| self.read(part))
                    .collect::<Result<Vec<_>, _>>()?;
                let (Some(im), Some(mut re)) = (parts.pop(), parts.pop()) else {
                    return Err(Trap::new(Code::MalformedOp, "a complex number without two parts"));
                };
                re.shape.push(2);
                re.elems = re
                    .elems
                    .into_iter()
                    .zip(im.elems)
                    .flat_map(|(re, im)| [re, im])
                    .collect();
                Ok(Contents { complex: true, ..re })
            }
            RuntimeValue::Poison => Ok(Contents {
                shape: Vec::new(),
                complex: false,
                ty: None,
                elems: vec![None],
            }),
            RuntimeValue::Unset => Err(Trap::new(Code::BadArgument, "no value to read")),
        }
    }
}
