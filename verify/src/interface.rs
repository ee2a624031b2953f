//! Whether two functions can be compared at all: what they take and give must fit.
//!
//! A tensor may have become a memref of the same elements (bufferisation), and what the first program fixes of extents,
//! offset and strides may be open in the second. Another layout or another memory space is another argument: callers
//! lay out what they pass.

use crate::Reason;
use crate::validate::ProgramSide;
use polyvet_ir::{AffineMap, Attr, Dim, Flags, Type, data_space, func};
use std::collections::BTreeMap;

/// Why the two functions cannot be compared.
pub(crate) fn mismatch(before: ProgramSide<'_>, after: ProgramSide<'_>) -> Option<Reason> {
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
    promised(before, after)
        .or_else(|| unchanging(before, after))
        .or_else(|| conventions(before, after))
        .or_else(|| data_spaces(before, after, first.inputs.len()))
        .and_then(reason)
}

/// An argument of which `after` says that elements do not exist, where `before` does not say the same.
fn data_spaces(before: ProgramSide<'_>, after: ProgramSide<'_>, arguments: usize) -> Option<String> {
    let space = |side: ProgramSide<'_>, at| data_space(side.module, side.func, at).cloned();
    let narrower = |at: &usize| space(after, *at).is_some_and(|space_after| space(before, *at) != Some(space_after));
    let at = { 0..arguments }.find(narrower)?;
    Some(format!("the data space of argument {at} is another one in `after`"))
}

/// Whether elements of an argument do not exist, which only the model and runs know of.
pub(crate) fn has_data_spaces(side: ProgramSide<'_>) -> bool {
    let arguments = func(side.module, side.func).map_or(0, |view| view.inputs.len());
    { 0..arguments }.any(|at| data_space(side.module, side.func, at).is_some())
}

fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

fn fits(before: &Type, after: &Type) -> bool {
    use Type::{MemRef, Tensor};
    match (before, after) {
        (
            MemRef {
                shape: p,
                elem: e,
                layout: l,
                space: s,
            },
            MemRef {
                shape: q,
                elem: f,
                layout: m,
                space: t,
            },
        ) => {
            let layouts = match (strides(p, l.as_deref()), strides(q, m.as_deref())) {
                (Some(old), Some(new)) => old.within(&new),
                _ => l == m,
            };
            e == f && opened(p, q) && layouts && space(s.as_deref()) == space(t.as_deref())
        }
        (
            Tensor {
                shape: p,
                elem: e,
                encoding,
            },
            MemRef {
                shape: q,
                elem: f,
                layout,
                space: t,
            },
        ) => {
            // A new buffer is row-major; in which memory it is, only an encoding can say.
            let plain = strides(p, None).zip(strides(q, layout.as_deref()));
            let here = space(t.as_deref());
            let in_place = here.is_none() || here == encoding.as_deref();
            e == f && opened(p, q) && in_place && plain.is_some_and(|(old, new)| old.within(&new))
        }
        (
            Tensor {
                shape: p,
                elem: e,
                encoding: c,
            },
            Tensor {
                shape: q,
                elem: f,
                encoding: d,
            },
        ) => e == f && opened(p, q) && c == d,
        _ => before == after,
    }
}

/// The second shape is the first, perhaps with extents left open.
fn opened(before: &[Dim], after: &[Dim]) -> bool {
    before.len() == after.len() && { before.iter().zip(after) }.all(|(x, y)| x == y || *y == Dim::Dynamic)
}

/// A memory space; the default one is `None`.
fn space(space: Option<&Attr>) -> Option<&Attr> {
    space.filter(|space| !matches!(space, Attr::Int { value: 0, .. }))
}

/// What a type says about offset and strides; `None` where it is not known.
#[derive(PartialEq, Eq)]
pub(crate) struct Strides {
    pub offset: Option<i64>,
    pub steps: Vec<Option<i64>>,
}

impl Strides {
    /// Whether all that has these offset and strides also fits `open`.
    fn within(&self, open: &Strides) -> bool {
        let fits = |(old, new): (&Option<i64>, &Option<i64>)| new.is_none() || old == new;
        fits((&self.offset, &open.offset))
            && self.steps.len() == open.steps.len()
            && self.steps.iter().zip(&open.steps).all(fits)
    }
}

/// Offset and strides of a layout; `None` for one that has none.
pub(crate) fn strides(shape: &[Dim], layout: Option<&Attr>) -> Option<Strides> {
    match layout {
        Some(Attr::Strided { strides, offset }) => Some(Strides {
            offset: *offset,
            steps: strides.clone(),
        }),
        Some(Attr::AffineMap(map)) if *map != AffineMap::identity(shape.len()) => None,
        Some(Attr::AffineMap(_)) | None => {
            let mut steps = vec![Some(1_i64); shape.len()];
            for at in (1..shape.len()).rev() {
                steps[at - 1] = match (steps[at], shape[at]) {
                    (Some(step), Dim::Static(extent)) => i64::try_from(extent).ok().and_then(|n| step.checked_mul(n)),
                    _ => None,
                };
            }
            Some(Strides { offset: Some(0), steps })
        }
        Some(_) => None,
    }
}

/// Attributes of functions that say nothing of values: who calls them, and notes for people.
const NOTES: [&str; 8] = [
    "sym_name",
    "sym_visibility",
    "function_type",
    "tied_operands",
    "inlining_policy",
    "iree.abi.stub",
    "iree.reflection",
    "no_inline",
];

/// What functions of other dialects than `func` say about how they are called: it may be anything, so it stays as it
/// is.
fn conventions(before: ProgramSide<'_>, after: ProgramSide<'_>) -> Option<String> {
    let sides = [before, after];
    let [old, new] = sides.map(tied);
    if old != new {
        return Some("the results do not take the storage of the same arguments".to_owned());
    }
    let plain = |side: ProgramSide<'_>| side.module.op(side.func).name == "func.func";
    if sides.into_iter().all(plain) {
        return None;
    }
    let said = |side: ProgramSide<'_>| -> Vec<(String, String)> {
        let op = side.module.op(side.func);
        let all = op.properties.iter().chain(op.attrs.iter());
        let mut said: Vec<_> = all
            .filter(|(name, _)| !NOTES.contains(name) && !name.starts_with("polyvet."))
            .map(|(name, attr)| (name.to_owned(), attr.to_string()))
            .collect();
        said.sort();
        said
    };
    let [old, new] = sides.map(said);
    let differs = { old.iter() }
        .find(|one| !new.contains(one))
        .or_else(|| new.iter().find(|one| !old.contains(one)));
    let (name, _) = differs?;
    Some(format!(
        "`{name}` of the function is not what it was, and nobody here knows what it means"
    ))
}

/// Which argument's storage each result takes, for those that take one.
fn tied(side: ProgramSide<'_>) -> Vec<(usize, i64)> {
    match side.module.op(side.func).attr("tied_operands") {
        Some(Attr::Array(items)) => { items.iter().enumerate() }
            .filter_map(|(at, item)| Some((at, item.as_i64()?)))
            .filter(|(_, tied)| *tied >= 0)
            .collect(),
        _ => Vec::new(),
    }
}

/// Attributes of arguments and results that are promises to a compiler (`llvm.noalias`, `llvm.align`) and that only
/// `after` has.
fn promised(before: ProgramSide<'_>, after: ProgramSide<'_>) -> Option<String> {
    for list in ["arg_attrs", "res_attrs"] {
        let [old, new] = [before, after].map(|side| side.module.op(side.func).attr(list));
        let Some(Attr::Array(items)) = new else { continue };
        for (at, item) in items.iter().enumerate() {
            let Attr::Dict(attrs) = item else { continue };
            let known = match old {
                Some(Attr::Array(items)) => items.get(at),
                _ => None,
            };
            let has =
                |name: &str, attr: &Attr| matches!(known, Some(Attr::Dict(known)) if known.get(name) == Some(attr));
            let added = attrs
                .iter()
                .find(|(name, attr)| name.starts_with("llvm.") && !has(name, attr));
            if let Some((name, _)) = added {
                let what = if list == "arg_attrs" { "argument" } else { "result" };
                return Some(format!("`after` promises `{name}` of {what} {at}, `before` does not"));
            }
        }
    }
    None
}

/// A promise or a licence of `after`, which no run shows.
pub(crate) fn unseen(message: String) -> Reason {
    Reason {
        code: "promise-added",
        message,
    }
}

pub(crate) fn is_unseen(reason: &Reason) -> bool {
    reason.code == unseen(String::new()).code
}

/// A licence that `after` gives and `before` does not: whoever compiles it may compute something else. Runs do not.
pub(crate) fn licence_added(before: ProgramSide<'_>, after: ProgramSide<'_>) -> Option<Reason> {
    const LICENCES: [(&str, Flags); 5] = [
        ("nsz", Flags::NSZ),
        ("arcp", Flags::ARCP),
        ("contract", Flags::CONTRACT),
        ("afn", Flags::AFN),
        ("reassoc", Flags::REASSOC),
    ];
    let [old, new] = [before, after].map(|side| {
        let mut all: BTreeMap<String, Vec<Flags>> = BTreeMap::new();
        side.module.walk(side.func, &mut |_, op| {
            let flags = Flags::of(&op.properties).or(Flags::of(&op.attrs));
            all.entry(op.name.to_string()).or_default().push(flags);
        });
        all
    });
    let gives = |all: &[Flags], flag: Flags| all.iter().any(|flags| flags.has(flag));
    for (name, flags) in &new {
        for (word, flag) in LICENCES.into_iter().filter(|(_, flag)| gives(flags, *flag)) {
            // An operation that takes the place of others has their licence.
            let had = match old.get(name) {
                Some(flags) => gives(flags, flag),
                None => old.values().any(|flags| gives(flags, flag)),
            };
            if !had {
                let message = format!("`{name}` in `after` allows `{word}`, in `before` it does not");
                return Some(unseen(message));
            }
        }
    }
    None
}

/// What `after` promises of memory: a load with `invariant` says that nobody writes there as long as the program runs,
/// which no model knows.
fn unchanging(before: ProgramSide<'_>, after: ProgramSide<'_>) -> Option<String> {
    let [old, new] = [before, after].map(|side| {
        let mut loads = 0;
        side.module
            .walk(side.func, &mut |_, op| loads += usize::from(op.is_set("invariant")));
        loads
    });
    (new > old).then(|| "a load of `after` promises that memory is `invariant`, `before` does not".to_owned())
}
