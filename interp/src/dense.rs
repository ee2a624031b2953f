//! The elements of `dense<..>` literals.

use crate::parts::ComplexPart;
use crate::{Scalar, ScalarType};
use polyvet_ir::{Attr, Dim, Type, dense_items};

/// More elements than this are not kept.
const ITEMS_MAX: usize = 1 << 24;

/// A literal: extents and elements, row-major.
pub(crate) struct Dense {
    pub shape: Vec<i64>,
    pub ty: ScalarType,
    /// One for each element, or a single one for all; of complex numbers, two.
    pub elems: Vec<Scalar>,
    complex: bool,
}

impl Dense {
    /// All `count` elements, or their real or imaginary parts.
    pub fn each(&self, count: usize, part: Option<ComplexPart>) -> impl Iterator<Item = Scalar> + '_ {
        let (width, part) = (1 + usize::from(self.complex), part.map_or(0, |part| part as usize));
        let splat = self.elems.len() == width;
        (0..count).map(move |n| self.elems[part + width * if splat { 0 } else { n }])
    }
}

/// Reads an [`Attr::Dense`] whose elements have type `ty`, or are complex numbers of such parts.
///
/// # Errors
/// A sentence, if the literal is not one that is understood.
pub(crate) fn read(attr: &Attr, ty: ScalarType) -> Result<Dense, String> {
    let Attr::Dense { text, ty: shaped } = attr else {
        return Err("elements that are not written out are not supported".to_owned());
    };
    let mut shape = Vec::new();
    for dim in shaped.shape().unwrap_or_default() {
        match dim {
            Dim::Static(extent) => shape.push(i64::try_from(*extent).map_err(|_| "an extent is too large")?),
            _ => return Err("a dense literal needs static extents".to_owned()),
        }
    }
    // Tried first, so that a large literal of one element is not written out.
    let single = Attr::Dense {
        text: text.clone(),
        ty: Type::tensor(vec![Dim::Static(1)], shaped.elem().clone()),
    };
    let count = crate::ints::element_count(&shape).filter(|count| *count <= ITEMS_MAX);
    let items = match dense_items(&single).filter(|_| !text.starts_with('[')) {
        Some(items) => Some(items),
        None => count.and_then(|_| dense_items(attr)),
    };
    let complex = matches!(shaped.elem(), Type::Complex(_));
    let numbers = |item: &Attr| match item {
        Attr::Array(parts) => parts.iter().map(Scalar::from_attr).collect(),
        item => Scalar::from_attr(item).map(|number| vec![number]),
    };
    let elems = items.and_then(|items| items.iter().map(numbers).collect::<Option<Vec<Vec<Scalar>>>>());
    let elems = elems.map(|elems| elems.concat());
    match elems {
        Some(elems) if elems.iter().all(|elem| elem.ty == ty) => Ok(Dense {
            shape,
            ty,
            elems,
            complex,
        }),
        _ => Err("a dense literal does not fit its type, or is too large".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use polyvet_ir::Type;

    #[test]
    fn reads_literals() {
        let read = |text: &str, extent, ty: Type| {
            let scalar = ScalarType::of(&ty).expect("a scalar type");
            let shaped = Type::tensor(vec![Dim::Static(extent)], ty);
            let attr = Attr::Dense {
                text: text.to_owned(),
                ty: shaped,
            };
            let dense = read(&attr, scalar)?;
            let elems: Vec<String> = dense.each(extent as usize, None).map(|elem| elem.to_string()).collect();
            Ok::<String, String>(elems.join(" "))
        };
        assert_eq!(read("[1, -2]", 2, Type::I32).as_deref(), Ok("1 -2"));
        assert_eq!(read("1.5", 3, Type::F32).as_deref(), Ok("1.5 1.5 1.5"));
        assert_eq!(
            read("[0x7F800000, -1.500000e+00]", 2, Type::F32).as_deref(),
            Ok("inf -1.5")
        );
        assert_eq!(read("\"0x0100000002000000\"", 2, Type::I32).as_deref(), Ok("1 2"));
        assert_eq!(read("[true, false]", 2, Type::I1).as_deref(), Ok("true false"));
        assert_eq!(read("", 0, Type::F32).as_deref(), Ok(""));
        assert!(read("[1, 2, 3]", 2, Type::I32).is_err());
        assert!(read("[1.x]", 1, Type::F32).is_err());
    }
}
