//! Outputs of a backend beside those of the reference.

use crate::reference::Promise;
use polyvet_interp::{Contents, Elem, Scalar};
use std::fmt;

/// How the outputs of a backend compare with the reference.
#[derive(Clone, Debug, PartialEq)]
pub enum Comparison {
    /// Equal bits, but for the payload of NaNs and for elements that were never written.
    Equal,
    /// Not equal, but as close as the backend promises.
    WithinBound {
        /// The largest distance, in units in the last place.
        ulps: u64,
    },
    /// Not what it should be.
    Differs(Disagreement),
}

/// An element that is not what it should be, or an array of another type (`element` is empty then).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disagreement {
    /// `wrong-value`, `nan`, `inf`, `negative-zero`, `shape`.
    pub kind: &'static str,
    /// Number of the output.
    pub output: usize,
    /// Subscript.
    pub element: Vec<i64>,
    /// What the reference has.
    pub expected: String,
    /// What the backend has.
    pub got: String,
    /// How many elements, of all outputs, are not what they should be.
    pub count: usize,
}

impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "output {}{:?}: expected {}, got {}",
            self.output, self.element, self.expected, self.got
        )
    }
}

/// Units in the last place that count as close.
const ULPS_MAX: u64 = 64;

/// Compares what a backend computed with what the reference did.
pub fn compare(expected: &[Contents], got: &[Contents], promise: Promise) -> Comparison {
    if expected.len() != got.len() {
        return Comparison::Differs(Disagreement {
            kind: "shape",
            output: expected.len().min(got.len()),
            element: Vec::new(),
            expected: format!("{} outputs", expected.len()),
            got: format!("{} outputs", got.len()),
            count: 1,
        });
    }
    let mut first: Option<Disagreement> = None;
    let mut ulps = 0;
    for (output, (x, y)) in expected.iter().zip(got).enumerate() {
        if x.shape != y.shape || x.ty != y.ty {
            return Comparison::Differs(Disagreement {
                kind: "shape",
                output,
                element: Vec::new(),
                expected: type_of(x),
                got: type_of(y),
                count: 1,
            });
        }
        for (at, (x_elem, y_elem)) in x.elems.iter().zip(&y.elems).enumerate() {
            let (Some(Elem::Scalar(wanted)), Some(Elem::Scalar(found))) = (x_elem, y_elem) else {
                continue;
            };
            let Err(kind) = close(*wanted, *found, promise, &mut ulps) else {
                continue;
            };
            match &mut first {
                Some(first) => first.count += 1,
                None => {
                    first = Some(Disagreement {
                        kind,
                        output,
                        element: x.index_of(at),
                        expected: wanted.to_string(),
                        got: found.to_string(),
                        count: 1,
                    });
                }
            }
        }
    }
    match first {
        Some(first) => Comparison::Differs(first),
        None if ulps > 0 => Comparison::WithinBound { ulps },
        None => Comparison::Equal,
    }
}

fn type_of(contents: &Contents) -> String {
    let shape: String = contents.shape.iter().map(|extent| format!("{extent}x")).collect();
    format!("{shape}{}", contents.ty.map_or("?".to_owned(), |ty| ty.to_string()))
}

/// `Err` is the kind of difference.
fn close(x: Scalar, y: Scalar, promise: Promise, ulps: &mut u64) -> Result<(), &'static str> {
    if x.same(y) {
        return Ok(());
    }
    let (Some(wanted), Some(found)) = (x.to_f64(), y.to_f64()) else {
        return Err("wrong-value");
    };
    if wanted.is_nan() != found.is_nan() {
        return Err("nan");
    }
    if wanted == 0.0 && found == 0.0 {
        return Err("negative-zero");
    }
    let kind = if wanted.is_infinite() || found.is_infinite() {
        "inf"
    } else {
        "wrong-value"
    };
    let distance = order(x).abs_diff(order(y));
    if promise == Promise::Bitwise || kind == "inf" || distance > ULPS_MAX {
        return Err(kind);
    }
    *ulps = (*ulps).max(distance);
    Ok(())
}

/// The number of a float among all floats of its type, in order.
fn order(x: Scalar) -> i64 {
    let sign = 1 << (x.ty.bits() - 1);
    let size = (x.bits & (sign - 1)) as i64;
    if x.bits & sign == 0 { size } else { -size }
}
