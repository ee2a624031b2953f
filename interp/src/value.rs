//! Values of a running program, and what can be read from them.

use crate::domain::{DataElem, Domain};
use crate::memory::{BufferView, TensorData};
use crate::{Code, Scalar, ScalarType, Trap};
use std::rc::Rc;

/// A value of an SSA name.
pub enum RuntimeValue<D: Domain> {
    /// No value yet.
    Unset,
    /// An `index`: concrete in every domain.
    Index(i64),
    /// A float or an integer.
    Data(D::Data),
    /// A memref: a window on a buffer.
    MemRef(Rc<BufferView>),
    /// A tensor: a value, copied when it is changed.
    Tensor(Rc<TensorData<D>>),
    /// A vector; `None` elements are poison.
    Vector(Rc<TensorData<D>>),
    /// A complex number, or an array of them: the same of real and of imaginary parts.
    Complex(Rc<[RuntimeValue<D>; 2]>),
    /// A scalar that is poison: it may be passed on and stored, but not used.
    Poison,
}

impl<D: Domain> Clone for RuntimeValue<D> {
    fn clone(&self) -> RuntimeValue<D> {
        match self {
            RuntimeValue::Unset => RuntimeValue::Unset,
            RuntimeValue::Index(value) => RuntimeValue::Index(*value),
            RuntimeValue::Data(data) => RuntimeValue::Data(*data),
            RuntimeValue::MemRef(view) => RuntimeValue::MemRef(Rc::clone(view)),
            RuntimeValue::Tensor(tensor) => RuntimeValue::Tensor(Rc::clone(tensor)),
            RuntimeValue::Vector(vector) => RuntimeValue::Vector(Rc::clone(vector)),
            RuntimeValue::Complex(parts) => RuntimeValue::Complex(Rc::clone(parts)),
            RuntimeValue::Poison => RuntimeValue::Poison,
        }
    }
}

impl<D: Domain> std::fmt::Debug for RuntimeValue<D> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            RuntimeValue::Unset => f.write_str("Unset"),
            RuntimeValue::Index(value) => write!(f, "Index({value})"),
            RuntimeValue::Data(data) => write!(f, "Data({data:?})"),
            RuntimeValue::MemRef(view) => write!(f, "MemRef({view:?})"),
            RuntimeValue::Tensor(tensor) => write!(f, "Tensor(shape {:?})", tensor.shape),
            RuntimeValue::Vector(vector) => write!(f, "Vector(shape {:?})", vector.shape),
            RuntimeValue::Complex(parts) => write!(f, "Complex({parts:?})"),
            RuntimeValue::Poison => f.write_str("Poison"),
        }
    }
}

impl<D: Domain> RuntimeValue<D> {
    /// What it is, for messages.
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            RuntimeValue::Unset => "no value",
            RuntimeValue::Index(_) => "an index",
            RuntimeValue::Data(_) => "a scalar",
            RuntimeValue::MemRef(_) => "a memref",
            RuntimeValue::Tensor(_) => "a tensor",
            RuntimeValue::Vector(_) => "a vector",
            RuntimeValue::Complex(_) => "a complex number",
            RuntimeValue::Poison => "poison",
        }
    }

    /// A window on a buffer, or on both of one of complex numbers.
    pub fn is_memref(&self) -> bool {
        self.parts().iter().all(|part| matches!(part, RuntimeValue::MemRef(_)))
    }

    /// Real and imaginary part; the value itself if it is not complex.
    pub fn parts(&self) -> &[RuntimeValue<D>] {
        match self {
            RuntimeValue::Complex(parts) => &**parts,
            _ => std::slice::from_ref(self),
        }
    }

    /// The inverse of [`RuntimeValue::parts`].
    pub(crate) fn of_parts(parts: Vec<RuntimeValue<D>>) -> RuntimeValue<D> {
        match <[RuntimeValue<D>; 2]>::try_from(parts) {
            Ok(both) => RuntimeValue::Complex(Rc::new(both)),
            Err(one) => one.into_iter().next().unwrap_or(RuntimeValue::Unset),
        }
    }

    /// The error of finding this where something else is needed.
    pub(crate) fn unfit(&self, what: &str) -> Trap {
        match self {
            RuntimeValue::Poison => Trap::new(Code::PoisonUsed, format!("{what} is needed, but the value is poison")),
            _ => Trap::new(Code::MalformedOp, format!("expected {what}, found {}", self.kind())),
        }
    }
}

/// A copy of the elements of a value, in row-major order. A scalar has no extents and one element.
#[derive(Clone, Debug, PartialEq)]
pub struct Contents {
    /// Extents; of complex numbers the last is 2, for real and imaginary part.
    pub shape: Vec<i64>,
    /// Whether the elements are parts of complex numbers.
    pub complex: bool,
    /// Element type; `None` for a scalar that the domain keeps symbolic.
    pub ty: Option<ScalarType>,
    /// Elements; `None` where nothing was written.
    pub elems: Vec<Option<DataElem>>,
}

impl Contents {
    /// The subscript of element `n` in row-major order.
    pub fn index_of(&self, n: usize) -> Vec<i64> {
        crate::ints::index_of(&self.shape, n)
    }

    /// All elements as numbers; `None` if one is not written or not a number.
    pub fn scalars(&self) -> Option<Vec<Scalar>> {
        let scalar = |elem: &Option<DataElem>| match elem {
            Some(DataElem::Scalar(value)) => Some(*value),
            _ => None,
        };
        self.elems.iter().map(scalar).collect()
    }

    /// All elements as doubles; `None` if one is not written or not a float.
    pub fn floats(&self) -> Option<Vec<f64>> {
        self.scalars()?.into_iter().map(Scalar::to_f64).collect()
    }
}

/// An element that differs: its subscript, and its value before and after as text (`None`:
/// uninitialised).
pub type Difference = (Vec<i64>, Option<String>, Option<String>);

/// The first element, in row-major order, that differs. NaNs are equal to each other; unwritten
/// elements are equal to each other only. Contents of different shape or type differ as a whole: the
/// subscript is empty and the texts are the two types.
pub fn first_difference(before: &Contents, after: &Contents) -> Option<Difference> {
    if before.shape != after.shape || before.ty != after.ty || before.complex != after.complex {
        let show = |contents: &Contents| {
            let numbers = contents.shape.len() - usize::from(contents.complex);
            let shape: String = contents.shape[..numbers]
                .iter()
                .map(|extent| format!("{extent}x"))
                .collect();
            let ty = contents.ty.map_or("?".to_owned(), |ty| ty.to_string());
            Some(match contents.complex {
                true => format!("{shape}complex<{ty}>"),
                false => shape + &ty,
            })
        };
        return Some((Vec::new(), show(before), show(after)));
    }
    let pairs = before.elems.iter().zip(&after.elems);
    let at = pairs.clone().position(|(x, y)| x != y)?;
    let show = |contents: &Contents| contents.elems[at].as_ref().map(DataElem::to_string);
    Some((before.index_of(at), show(before), show(after)))
}

/// Like numpy: nested brackets, `?` where nothing was written; complex numbers as `(re, im)`.
impl std::fmt::Display for Contents {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        fn write(
            f: &mut std::fmt::Formatter<'_>,
            shape: &[i64],
            elems: &[Option<DataElem>],
            complex: bool,
        ) -> std::fmt::Result {
            let Some((extent, inner)) = shape.split_first() else {
                return match elems.first() {
                    Some(Some(elem)) => write!(f, "{elem}"),
                    _ => f.write_str("?"),
                };
            };
            let size = crate::ints::element_count(inner).unwrap_or(0);
            let [open, close] = match complex && inner.is_empty() {
                true => ["(", ")"],
                false => ["[", "]"],
            };
            f.write_str(open)?;
            for n in 0..*extent as usize {
                if n > 0 {
                    f.write_str(", ")?;
                }
                write(f, inner, elems.get(n * size..(n + 1) * size).unwrap_or(&[]), complex)?;
            }
            f.write_str(close)
        }
        write(f, &self.shape, &self.elems, self.complex)
    }
}
