//! The elements of `dense<..>` literals.

use crate::{Scalar, ScalarType};
use polyvet_ir::{Attr, Dim};

/// Extents and elements, row-major, of a [`Attr::Dense`] whose elements have type `ty`.
///
/// # Errors
/// A sentence, if the literal is not one that is understood.
pub(crate) fn read(attr: &Attr, ty: ScalarType) -> Result<(Vec<i64>, Vec<Scalar>), String> {
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
    let Some(count) = crate::ints::element_count(&shape).filter(|count| *count <= 1 << 24) else {
        return Err("a dense literal is too large".to_owned());
    };
    let text = text.trim();
    if let Some(hex) = text.strip_prefix("\"0x").and_then(|text| text.strip_suffix('"')) {
        return Ok((shape, blob(hex, ty, count)?));
    }
    let mut elems = Vec::new();
    for token in text.split([',', '[', ']']).map(str::trim).filter(|token| !token.is_empty()) {
        elems.push(element(token, ty)?);
    }
    match elems[..] {
        [splat] if !text.starts_with('[') => Ok((shape, vec![splat; count])),
        _ if elems.len() == count => Ok((shape, elems)),
        _ => Err(format!("a dense literal of {count} elements has {}", elems.len())),
    }
}

fn element(token: &str, ty: ScalarType) -> Result<Scalar, String> {
    let bad = || format!("`{token}` is no element of type `{ty}`");
    let (sign, digits) = match token.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, token),
    };
    let hex = digits.strip_prefix("0x").and_then(|digits| u64::from_str_radix(digits, 16).ok());
    match (ty, token) {
        (ScalarType::Int(1), "true") => Ok(Scalar::bool(true)),
        (ScalarType::Int(1), "false") => Ok(Scalar::bool(false)),
        // Through f64, as MLIR reads decimal literals.
        (ScalarType::Float(kind), _) => match hex {
            Some(bits) if sign == 1 => Ok(Scalar::new(ty, bits)),
            _ => token.parse().map(|value| Scalar::from_f64(kind, value)).map_err(|_| bad()),
        },
        _ => {
            let size = hex.map(i128::from).or_else(|| digits.parse::<i128>().ok()).ok_or_else(bad)?;
            Ok(Scalar::new(ty, (sign * size) as u64))
        }
    }
}

/// Little-endian bytes; one element stands for all.
fn blob(hex: &str, ty: ScalarType, count: usize) -> Result<Vec<Scalar>, String> {
    let byte = |n: usize| hex.get(2 * n..2 * n + 2).and_then(|pair| u8::from_str_radix(pair, 16).ok());
    let bytes: Option<Vec<u8>> = (0..hex.len() / 2).map(byte).collect();
    let bytes = bytes.filter(|_| hex.len() % 2 == 0).ok_or("a dense literal has bad hexadecimal digits")?;
    let width = (ty.bits().div_ceil(8) as usize).next_power_of_two();
    let element = |chunk: &[u8]| Scalar::new(ty, chunk.iter().rev().fold(0, |bits, byte| bits << 8 | u64::from(*byte)));
    let elems: Vec<Scalar> = bytes.chunks(width).map(element).collect();
    match elems[..] {
        _ if bytes.len() % width != 0 || ty == ScalarType::Int(1) => Err("a dense literal of packed bytes is not supported".to_owned()),
        [splat] => Ok(vec![splat; count]),
        _ if elems.len() == count => Ok(elems),
        _ => Err(format!("a dense literal of {count} elements has {}", elems.len())),
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
            read(&attr, scalar).map(|(_, elems)| elems.iter().map(Scalar::to_string).collect::<Vec<_>>().join(" "))
        };
        assert_eq!(read("[1, -2]", 2, Type::I32).as_deref(), Ok("1 -2"));
        assert_eq!(read("1.5", 3, Type::F32).as_deref(), Ok("1.5 1.5 1.5"));
        assert_eq!(read("[0x7F800000, -1.500000e+00]", 2, Type::F32).as_deref(), Ok("inf -1.5"));
        assert_eq!(read("\"0x0100000002000000\"", 2, Type::I32).as_deref(), Ok("1 2"));
        assert_eq!(read("[true, false]", 2, Type::I1).as_deref(), Ok("true false"));
        assert_eq!(read("", 0, Type::F32).as_deref(), Ok(""));
        assert!(read("[1, 2, 3]", 2, Type::I32).is_err());
        assert!(read("[1.x]", 1, Type::F32).is_err());
        assert!(read("\"0x01\"", 2, Type::I32).is_err());
    }
}
