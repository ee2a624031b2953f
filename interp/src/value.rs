//! Values of a running program, and what can be read from them.

use crate::domain::{Domain, Elem};
use crate::memory::{TensorData, View};
use crate::{Code, Scalar, ScalarType, Trap};
use std::rc::Rc;

/// A value of an SSA name.
pub enum Value<D: Domain> {
    /// No value yet.
    Unset,
    /// An `index`: concrete in every domain.
    Index(i64),
    /// A float or an integer.
    Data(D::Data),
    /// A memref: a window on a buffer.
    MemRef(Rc<View>),
    /// A tensor: a value, copied when it is changed.
    Tensor(Rc<TensorData<D>>),
    /// A vector; `None` elements are poison.
    Vector(Rc<TensorData<D>>),
    /// A complex number, or an array of them: the same of real and of imaginary parts.
    Complex(Rc<[Value<D>; 2]>),
    /// A scalar that is poison: it may be passed on and stored, but not used.
    Poison,
}

impl<D: Domain> Clone for Value<D> {
    fn clone(&self) -> Value<D> {
        match self {
            Value::Unset => Value::Unset,
            Value::Index(value) => Value::Index(*value),
            Value::Data(data) => Value::Data(*data),
            Value::MemRef(view) => Value::MemRef(Rc::clone(view)),
            Value::Tensor(tensor) => Value::Tensor(Rc::clone(tensor)),
            Value::Vector(vector) => Value::Vector(Rc::clone(vector)),
            Value::Complex(parts) => Value::Complex(Rc::clone(parts)),
            Value::Poison => Value::Poison,
        }
    }
}

impl<D: Domain> std::fmt::Debug for Value<D> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Value::Unset => f.write_str("Unset"),
            Value::Index(value) => write!(f, "Index({value})"),
            Value::Data(data) => write!(f, "Data({data:?})"),
            Value::MemRef(view) => write!(f, "MemRef({view:?})"),
            Value::Tensor(tensor) => write!(f, "Tensor(shape {:?})", tensor.shape),
            Value::Vector(vector) => write!(f, "Vector(shape {:?})", vector.shape),
            Value::Complex(parts) => write!(f, "Complex({parts:?})"),
            Value::Poison => f.write_str("Poison"),
        }
    }
}

impl<D: Domain> Value<D> {
    /// What it is, for messages.
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Value::Unset => "no value",
            Value::Index(_) => "an index",
            Value::Data(_) => "a scalar",
            Value::MemRef(_) => "a memref",
            Value::Tensor(_) => "a tensor",
            Value::Vector(_) => "a vector",
            Value::Complex(_) => "a complex number",
            Value::Poison => "poison",
        }
    }

    /// A window on a buffer, or on both of one of complex numbers.
    pub fn is_memref(&self) -> bool {
        self.parts().iter().all(|part| matches!(part, Value::MemRef(_)))
    }

    /// Real and imaginary part; the value itself if it is not complex.
    pub fn parts(&self) -> &[Value<D>] {
        match self {
            Value::Complex(parts) => &**parts,
            _ => std::slice::from_ref(self),
        }
    }

    /// The inverse of [`Value::parts`].
    pub(crate) fn of_parts(parts: Vec<Value<D>>) -> Value<D> {
        match <[Value<D>; 2]>::try_from(parts) {
            Ok(both) => Value::Complex(Rc::new(both)),
            Err(one) => one.into_iter().next().unwrap_or(Value::Unset),
        }
    }

    /// The error of finding this where something else is needed.
    pub(crate) fn unfit(&self, what: &str) -> Trap {
        match self {
            Value::Poison => Trap::new(Code::PoisonUsed, format!("{what} is needed, but the value is poison")),
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
    pub elems: Vec<Option<Elem>>,
}

impl Contents {
    /// The subscript of element `n` in row-major order.
    pub fn index_of(&self, n: usize) -> Vec<i64> {
        crate::ints::index_of(&self.shape, n)
    }

    /// All elements as numbers; `None` if one is not written or not a number.
    pub fn scalars(&self) -> Option<Vec<Scalar>> {
        let scalar = |elem: &Option<Elem>| match elem {
            Some(Elem::Scalar(value)) => Some(*value),
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
    let show = |contents: &Contents| contents.elems[at].as_ref().map(Elem::to_string);
    Some((before.index_of(at), show(before), show(after)))
}

/// Like numpy: nested brackets, `?` where nothing was written; complex numbers as `(re, im)`.
impl std::fmt::Display for Contents {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        fn write(
            f: &mut std::fmt::Formatter<'_>,
            shape: &[i64],
            elems: &[Option<Elem>],
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
