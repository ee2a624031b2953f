//! Arguments for a call: made from the types of a function, from seeds, or from given elements.

use crate::cells::Cells;
use crate::domain::{Domain, InputElement};
use crate::draw::small_element;
use crate::machine::Machine;
use crate::memory::{BufferEvent, BufferLabel, TensorData};
use crate::value::RuntimeValue;
use crate::{Code, ElementType, Scalar, ScalarType, Trap};
use polyvet_ir::{Attr, Dim, OpId, Span, Type};
use std::rc::Rc;

/// Numbers for an argument, from wherever they come.
pub trait ElementSource: std::fmt::Debug {
    /// All of them, in row-major order.
    fn all(&self, ty: ScalarType, count: usize) -> Vec<Scalar>;

    /// Element `n`, where it can be drawn without the others.
    fn one(&self, _ty: ScalarType, _n: u64) -> Option<Scalar> {
        None
    }
}

/// What the elements of an argument are.
#[derive(Clone, Debug)]
pub enum Init {
    /// Nothing was written.
    Uninit,
    /// 0, 1, 2, ... in row-major order, wrapping in narrow integers.
    Iota,
    /// Small integers, positive and negative, so that short sums and products are exact.
    Seeded(u64),
    /// Drawn by somebody else.
    Drawn(Rc<dyn ElementSource>),
    /// As another one, but only these elements in row-major order; the others are not written. A large array takes up
    /// what is written of it.
    Only(Box<Init>, Rc<[usize]>),
    /// Given elements in row-major order; of complex numbers real and imaginary part in turn.
    Values(Vec<Scalar>),
    /// ElementSource the domain chooses: unknowns in the term domain. Inputs with the same number and
    /// subscript are the same; the name is for people.
    Inputs {
        /// Number of the argument.
        argument: u32,
        /// Its name.
        name: String,
    },
}

/// ElementSource of an argument of which only some are written: they are counted all the same when it is read.
const CELLS_MAX: usize = 1 << 26;

impl<D: Domain> Machine<'_, D> {
    /// The elements of an argument. Of complex numbers the parts are elements of a last dimension of extent 2.
    fn cells(
        &mut self,
        shape: &[i64],
        ty: ScalarType,
        complex: bool,
        init: &Init,
    ) -> Result<Vec<Option<D::Data>>, Trap> {
        let parts = if complex { &[2][..] } else { &[] };
        let shape = &[shape, parts].concat()[..];
        let count = self.memory.admit(shape)?;
        let domain = &mut self.domain;
        Ok(match init {
            Init::Uninit => vec![None; count],
            Init::Iota => (0..count as i64)
                .map(|n| Some(domain.constant(Scalar::from_i64(ty, n))))
                .collect(),
            Init::Seeded(seed) => (0..count as u64)
                .map(|n| Some(domain.constant(small_element(ty, *seed, n))))
                .collect(),
            Init::Drawn(elements) => {
                let elements = elements.all(ty, count).into_iter();
                elements.map(|value| Some(domain.constant(value))).collect()
            }
            Init::Only(..) => {
                return Err(Trap::new(
                    Code::UnsupportedOp,
                    "some elements of an argument of this type",
                ));
            }
            Init::Values(values) if values.len() == count && values.iter().all(|value| value.ty == ty) => {
                values.iter().map(|value| Some(domain.constant(*value))).collect()
            }
            Init::Values(values) => {
                let found = values.first().map_or(ty, |value| value.ty);
                let message = format!(
                    "{} values of type `{found}` given for {count} elements of type `{ty}`",
                    values.len()
                );
                return Err(Trap::new(Code::BadArgument, message));
            }
            Init::Inputs { argument, name } => {
                let mut cells = Vec::with_capacity(count);
                crate::ints::for_each_index(shape, |element| {
                    cells.push(Some(domain.input(&InputElement {
                        argument: *argument,
                        name,
                        ty,
                        element,
                    })));
                    Ok::<(), Trap>(())
                })?;
                cells
            }
        })
    }

    /// One element of an argument, where each is drawn by itself.
    fn one(&mut self, init: &Init, ty: ScalarType, shape: &[i64], n: usize) -> Result<D::Data, Trap> {
        let several = || Trap::new(Code::UnsupportedOp, "single elements of such an argument");
        Ok(match init {
            Init::Seeded(seed) => self.domain.constant(small_element(ty, *seed, n as u64)),
            Init::Drawn(elements) => {
                let element = elements.one(ty, n as u64).ok_or_else(several)?;
                self.domain.constant(element)
            }
            Init::Inputs { argument, name } => self.domain.input(&InputElement {
                argument: *argument,
                name,
                ty,
                element: &crate::ints::index_of(shape, n),
            }),
            _ => return Err(several()),
        })
    }

    /// Cells of which only some are written.
    fn some_cells(
        &mut self,
        shape: &[i64],
        ty: ScalarType,
        init: &Init,
        some: &[usize],
    ) -> Result<Cells<D::Data>, Trap> {
        let count = crate::ints::element_count(shape).unwrap_or(usize::MAX);
        if count > CELLS_MAX {
            return Err(Trap::new(Code::MemoryLimit, "an argument is too large"));
        }
        let mut cells = Cells::unwritten(count);
        for n in some.iter().filter(|n| **n < count) {
            let data = self.one(init, ty, shape, *n)?;
            cells.set(*n, Some(data));
        }
        Ok(cells)
    }

    fn element(ty: &Type) -> Result<ElementType, Trap> {
        let refused = || Trap::new(Code::UnsupportedOp, "the element type of an argument is not supported");
        ElementType::of(ty).ok_or_else(refused)
    }

    /// What `make` makes of the elements, or of those of each part.
    fn by_parts(
        &mut self,
        complex: bool,
        cells: Vec<Option<D::Data>>,
        make: impl Fn(&mut Self, Vec<Option<D::Data>>) -> Result<RuntimeValue<D>, Trap>,
    ) -> Result<RuntimeValue<D>, Trap> {
        if !complex {
            return make(self, cells);
        }
        let [real, imaginary] = [0, 1].map(|part| {
            self.memory.imaginary = part == 1;
            make(self, cells.iter().skip(part).step_by(2).copied().collect())
        });
        self.memory.imaginary = false;
        Ok(RuntimeValue::Complex(Rc::new([real?, imaginary?])))
    }

    /// A new buffer as an argument, row-major.
    ///
    /// # Errors
    /// Too large, an element type without a meaning, or values that do not fit.
    pub fn memref(&mut self, shape: &[i64], elem: &Type, init: Init) -> Result<RuntimeValue<D>, Trap> {
        self.named_memref("argument", shape, (elem, None), &init)
    }

    fn named_memref(
        &mut self,
        name: &str,
        shape: &[i64],
        (elem, layout): (&Type, Option<&Attr>),
        init: &Init,
    ) -> Result<RuntimeValue<D>, Trap> {
        let ElementType { ty, complex } = Self::element(elem)?;
        let label = || BufferLabel {
            kind: BufferEvent::Argument,
            made: Span::NONE,
            name: name.to_owned(),
        };
        if let (Init::Uninit, false) = (init, complex) {
            let view = self.memory.laid_out(shape.to_vec(), layout, ty, None, label())?;
            return Ok(RuntimeValue::MemRef(Rc::new(view)));
        }
        if let (Init::Only(init, some), false) = (init, complex) {
            let cells = self.some_cells(shape, ty, init, some)?;
            return Ok(RuntimeValue::MemRef(Rc::new(self.memory.buffer(
                shape.to_vec(),
                ty,
                cells,
                label(),
            ))));
        }
        let cells = self.cells(shape, ty, complex, init)?;
        self.by_parts(complex, cells, |machine, cells| {
            let view = machine
                .memory
                .laid_out(shape.to_vec(), layout, ty, Some(cells), label())?;
            Ok(RuntimeValue::MemRef(Rc::new(view)))
        })
    }

    /// A tensor as an argument.
    ///
    /// # Errors
    /// As for [`Machine::memref`].
    pub fn tensor(&mut self, shape: &[i64], elem: &Type, init: Init) -> Result<RuntimeValue<D>, Trap> {
        self.array(shape, elem, &init, RuntimeValue::Tensor)
    }

    fn array(
        &mut self,
        shape: &[i64],
        elem: &Type,
        init: &Init,
        of: fn(Rc<TensorData<D>>) -> RuntimeValue<D>,
    ) -> Result<RuntimeValue<D>, Trap> {
        let ElementType { ty, complex } = Self::element(elem)?;
        if let (Init::Only(init, some), false) = (init, complex) {
            let cells = self.some_cells(shape, ty, init, some)?;
            return Ok(of(Rc::new(self.memory.tensor(shape.to_vec(), ty, cells))));
        }
        let cells = self.cells(shape, ty, complex, init)?;
        self.by_parts(complex, cells, |machine, cells| {
            Ok(of(Rc::new(machine.memory.tensor(shape.to_vec(), ty, cells))))
        })
    }

    /// A vector as an argument.
    ///
    /// # Errors
    /// As for [`Machine::memref`].
    pub fn vector(&mut self, shape: &[i64], elem: &Type, init: Init) -> Result<RuntimeValue<D>, Trap> {
        self.array(shape, elem, &init, RuntimeValue::Vector)
    }

    /// An `index`.
    pub fn index(&self, value: i64) -> RuntimeValue<D> {
        RuntimeValue::Index(value)
    }

    /// A number as an argument.
    pub fn scalar(&mut self, value: Scalar) -> RuntimeValue<D> {
        match value.ty {
            ScalarType::Index => RuntimeValue::Index(value.signed()),
            _ => RuntimeValue::Data(self.domain.constant(value)),
        }
    }

    /// Arguments for function `name` from its types. `size(argument, dimension)` gives dynamic
    /// extents, `index(argument)` the arguments of type `index`, `init(argument)` the elements
    /// (and scalars) of the others.
    ///
    /// # Errors
    /// No such function, or an argument of a type that has no meaning here.
    pub fn default_args(
        &mut self,
        name: &str,
        size: &dyn Fn(usize, usize) -> i64,
        index: &dyn Fn(usize) -> i64,
        init: &dyn Fn(usize) -> Init,
    ) -> Result<Vec<RuntimeValue<D>>, Trap> {
        self.make_args(name, size, index, &|_| None, init)
    }

    /// As [`Machine::default_args`]; `integer(argument)` gives integers that are sizes.
    pub(crate) fn make_args(
        &mut self,
        name: &str,
        size: &dyn Fn(usize, usize) -> i64,
        index: &dyn Fn(usize) -> i64,
        integer: &dyn Fn(usize) -> Option<i64>,
        init: &dyn Fn(usize) -> Init,
    ) -> Result<Vec<RuntimeValue<D>>, Trap> {
        let func = self.program.funcs[self.program.named(self.module, name)?].id;
        let mut args = Vec::new();
        for (n, (name, ty)) in self.parameters(func).into_iter().enumerate() {
            let given = integer(n).zip(ScalarType::of(&ty).filter(|ty| matches!(ty, ScalarType::Int(_))));
            if let Some((value, ty)) = given {
                args.push(self.scalar(Scalar::from_i64(ty, value)));
                continue;
            }
            let arg = match ty {
                Type::Opaque(_) if self.is_unused(func, n) => Ok(RuntimeValue::Poison),
                _ => self.default_arg(n, &name, &ty, size, index, init),
            };
            args.push(arg.map_err(|trap| self.locate(trap, func))?);
        }
        Ok(args)
    }

    /// Whether nobody looks at an argument, so that it may be anything.
    fn is_unused(&self, func: OpId, n: usize) -> bool {
        let block = self.module.only_block(func, 0);
        let arg = block.and_then(|block| self.module.block(block).args.get(n));
        arg.is_some_and(|arg| self.module.use_counts(func).get(arg.at()) == Some(&0))
    }

    fn default_arg(
        &mut self,
        n: usize,
        name: &str,
        ty: &Type,
        size: &dyn Fn(usize, usize) -> i64,
        index: &dyn Fn(usize) -> i64,
        init: &dyn Fn(usize) -> Init,
    ) -> Result<RuntimeValue<D>, Trap> {
        let extent = |(dim, extent): (usize, &Dim)| match extent {
            Dim::Static(extent) => i64::try_from(*extent).unwrap_or(i64::MAX),
            Dim::Dynamic | Dim::Scalable(_) => size(n, dim),
        };
        let shape = |shape: &[Dim]| shape.iter().enumerate().map(extent).collect::<Vec<i64>>();
        match ty {
            Type::Index => Ok(RuntimeValue::Index(index(n))),
            Type::MemRef {
                shape: dims,
                elem,
                layout,
                ..
            } => self.named_memref(name, &shape(dims), (elem, layout.as_deref()), &init(n)),
            Type::Tensor { shape: dims, elem, .. } => self.tensor(&shape(dims), elem, init(n)),
            Type::Vector { shape: dims, elem } if dims.iter().all(|dim| matches!(dim, Dim::Static(_))) => {
                self.vector(&shape(dims), elem, init(n))
            }
            other => {
                let Some(ElementType { ty, complex }) = ElementType::of(other) else {
                    let message = format!("argument `{name}` has a type that is not supported");
                    return Err(Trap::new(Code::UnsupportedOp, message));
                };
                let cells = self.cells(&[], ty, complex, &init(n))?.into_iter();
                let part = |data: Option<D::Data>| {
                    RuntimeValue::Data(data.unwrap_or_else(|| self.domain.constant(Scalar::from_i64(ty, 0))))
                };
                Ok(RuntimeValue::of_parts(cells.map(part).collect()))
            }
        }
    }

    /// The names of the arguments of function `name`, without `%`; empty if there is none.
    pub fn argument_names(&self, name: &str) -> Vec<String> {
        let func = self.program.named(self.module, name);
        let params = func.map_or(Vec::new(), |func| self.parameters(self.program.funcs[func].id));
        params
            .into_iter()
            .map(|(name, _)| name.trim_start_matches('%').to_owned())
            .collect()
    }

    /// Names and types of the arguments of a function: those of its block, or of its type.
    pub(crate) fn parameters(&self, func: OpId) -> Vec<(String, Type)> {
        let module = self.module;
        let block = module
            .op(func)
            .regions
            .first()
            .and_then(|region| module.region(*region).blocks.first());
        match block {
            Some(block) => {
                let args = module.block(*block).args.iter();
                args.map(|arg| (module.value_name(*arg), module.ty(*arg).clone()))
                    .collect()
            }
            None => Vec::new(),
        }
    }

    /// Checks arguments against the types of the function.
    pub(crate) fn check_args(&self, func: OpId, args: &[RuntimeValue<D>]) -> Result<(), Trap> {
        let module = self.module;
        let Some(block) = module
            .op(func)
            .regions
            .first()
            .and_then(|region| module.region(*region).blocks.first())
        else {
            return Ok(());
        };
        let params = &module.block(*block).args;
        if params.len() != args.len() {
            let message = format!("{} arguments given, {} expected", args.len(), params.len());
            return Err(Trap::new(Code::BadArgument, message));
        }
        for (param, arg) in params.iter().zip(args) {
            if let Some(problem) = self.misfit(module.ty(*param), arg) {
                let message = format!("argument `{}` {problem}", module.value_name(*param));
                return Err(Trap::new(Code::BadArgument, message).label(module.value(*param).span, "declared here"));
            }
        }
        Ok(())
    }

    fn misfit(&self, ty: &Type, arg: &RuntimeValue<D>) -> Option<String> {
        let array = |dims: &[Dim], shape: &[i64], elem: &Type, found: ScalarType| {
            if ScalarType::of(elem) != Some(found) {
                return Some(format!(
                    "has elements of type `{found}`, which is not the declared type"
                ));
            }
            if dims.len() != shape.len() {
                return Some(format!("has {} dimensions, not {}", shape.len(), dims.len()));
            }
            let wrong =
                |(dim, extent): &(&Dim, &i64)| matches!(dim, Dim::Static(n) if i64::try_from(*n) != Ok(**extent));
            let (dim, extent) = dims.iter().zip(shape).find(wrong)?;
            match dim {
                Dim::Static(n) => Some(format!("has extent {extent} where its type says {n}")),
                _ => None,
            }
        };
        match (ty, arg) {
            (Type::Index, RuntimeValue::Index(_)) => None,
            (_, RuntimeValue::Complex(parts)) => {
                let ty = crate::parts::of_parts(ty);
                let Some(ty) = ty else {
                    return Some("is complex, which is not its type".to_owned());
                };
                parts.iter().find_map(|part| self.misfit(&ty, part))
            }
            (Type::MemRef { shape, elem, .. }, RuntimeValue::MemRef(view)) => array(shape, &view.shape, elem, view.ty),
            (Type::UnrankedMemRef { elem, .. }, RuntimeValue::MemRef(view))
                if ScalarType::of(elem) == Some(view.ty) =>
            {
                None
            }
            (Type::Tensor { shape, elem, .. }, RuntimeValue::Tensor(tensor)) => {
                array(shape, &tensor.shape, elem, tensor.ty)
            }
            (Type::Vector { shape, elem }, RuntimeValue::Vector(vector)) => {
                array(shape, &vector.shape, elem, vector.ty)
            }
            (_, RuntimeValue::Poison) if ScalarType::of(ty).is_some() => None,
            (Type::Opaque(_), RuntimeValue::Poison) => None,
            (Type::UnrankedTensor(elem), RuntimeValue::Tensor(tensor)) if ScalarType::of(elem) == Some(tensor.ty) => {
                None
            }
            (Type::Integer { .. } | Type::Float(_), RuntimeValue::Data(data)) => {
                let expected = ScalarType::of(ty);
                match self.domain.known(*data) {
                    Some(known) if Some(known.ty) != expected => Some(format!("is of type `{}`", known.ty)),
                    _ => None,
                }
            }
            (_, arg) => Some(format!("is {}, which is not of its type", arg.kind())),
        }
    }
}
