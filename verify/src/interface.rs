//! Whether two functions can be compared at all: what they take and give must fit.
//!
//! A tensor may have become a memref of the same elements (bufferisation), and an extent that the
//! first program fixes may be open in the second. Layouts and memory spaces do not matter.

use crate::Reason;
use crate::validate::Side;
use polyvet_ir::{Dim, Type, func};

/// Why the two functions cannot be compared.
pub(crate) fn mismatch(before: Side<'_>, after: Side<'_>) -> Option<Reason> {
    let (first, second) = (func(before.module, before.func)?, func(after.module, after.func)?);
    let reason = |message: String| {
        let code = "interface-mismatch";
        Some(Reason { code, message })
    };
    for (what, first, second) in [
        ("argument", &first.inputs, &second.inputs),
        ("result", &first.results, &second.results),
    ] {
        if first.len() != second.len() {
            return reason(format!(
                "`before` has {}, `after` has {}",
                counted(first.len(), what),
                counted(second.len(), what)
            ));
        }
        for (at, (before, after)) in first.iter().zip(second).enumerate() {
            if !fits(before, after) {
                return reason(format!("{what} {at} is `{before}` in `before`, `{after}` in `after`"));
            }
        }
    }
    None
}

fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

fn fits(before: &Type, after: &Type) -> bool {
    use Type::{MemRef, Tensor};
    match (before, after) {
        (MemRef { shape: p, elem: e, .. }, MemRef { shape: q, elem: f, .. })
        | (Tensor { shape: p, elem: e, .. }, Tensor { shape: q, elem: f, .. } | MemRef { shape: q, elem: f, .. }) => {
            let open = |(x, y): (&Dim, &Dim)| x == y || *y == Dim::Dynamic;
            e == f && p.len() == q.len() && p.iter().zip(q).all(open)
        }
        _ => before == after,
    }
}
