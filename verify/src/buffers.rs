//! Which buffers two functions return, and what they promise of addresses: part of the interface as much as the contents.
//!
//! A caller that gets an argument instead of a copy, or one buffer twice, sees it as soon as it writes. So a memref that
//! both functions return must be the same argument or global, or a buffer of its own in both, the same part of it, and
//! two results are one buffer in both or in none. Where a tensor became a memref any buffer will do, but not one that
//! the caller knows as something else.

use crate::Reason;
use crate::interface::unseen;
use crate::runs::EndedRun;
use crate::validate::ProgramSide;
use polyvet_analysis::{Aligned, ReturnedBuffer, Root, Scop};
use polyvet_interp::{BufferView, Domain, RuntimeValue};
use polyvet_ir::{Type, func};
use polyvet_poly::{DimKind, Map, Result, Set};

/// What is said where two results hold the same and are not the same buffer.
pub(crate) const NOTE: &str = "the caller sees which buffer it is as soon as it writes to one";

/// Why the buffers of two functions are not seen to be the same.
pub(crate) fn mismatch(models: [&Scop; 2], sides: [ProgramSide<'_>; 2]) -> Result<Option<Reason>> {
    if let Some(message) = other_results(models, sides)? {
        let code = "interface-mismatch";
        return Ok(Some(Reason { code, message }));
    }
    Ok(unkept_alignment(models)?.map(unseen))
}

fn other_results(models: [&Scop; 2], [before, after]: [ProgramSide<'_>; 2]) -> Result<Option<String>> {
    let Some(types) = func(before.module, before.func) else {
        return Ok(None);
    };
    let [first, second] = models.map(|scop| &scop.buffers.returned);
    for (at, new) in second.iter().enumerate() {
        let Some(new) = new else { continue };
        let fits = match first.get(at) {
            Some(Some(old)) => same_buffer(old, new)?,
            _ => may_hold_tensor(&new.root, after, &types.inputs),
        };
        if !fits {
            let old = first.get(at).and_then(Option::as_ref);
            let old = old.map_or("a tensor".to_owned(), |old| describe(&old.root));
            let new = describe(&new.root);
            return Ok(Some(format!(
                "result {at} is {old} in `before`, {new} in `after`, or another part of it"
            )));
        }
        let meets = |list: &[Option<ReturnedBuffer>], other: usize| match (list.get(at), list.get(other)) {
            (Some(Some(x)), Some(Some(y))) => x.root == y.root,
            _ => false,
        };
        // Two tensors may be one buffer.
        let tensors = |other: usize| [at, other].iter().all(|at| types.results[*at].is_tensor());
        if let Some(other) = (0..at).find(|other| meets(first, *other) != meets(second, *other) && !tensors(*other)) {
            return Ok(Some(format!(
                "results {other} and {at} are one buffer in one of the functions only"
            )));
        }
    }
    Ok(None)
}

fn same_buffer(old: &ReturnedBuffer, new: &ReturnedBuffer) -> Result<bool> {
    let roots = match (&old.root, &new.root) {
        (Root::Fresh(_), Root::Fresh(_)) => old.alignment <= new.alignment,
        (Root::Stack | Root::Unknown, _) | (_, Root::Stack | Root::Unknown) => false,
        (old, new) => old == new,
    };
    Ok(roots
        && match (&old.shown, &new.shown) {
            (None, None) => true,
            (Some(part), None) | (None, Some(part)) => is_whole(part)?,
            (Some(old), Some(new)) => bare(old)?.is_equal(&bare(new)?)? || is_whole(old)? && is_whole(new)?,
        })
}

/// `{ [v] -> A[x] }` without the name of the array.
fn bare(shown: &Map) -> Result<Map> {
    shown.clone().set_tuple_name(DimKind::Out, "buffer")
}

/// Whether a part shows each element at its own subscript.
fn is_whole(shown: &Map) -> Result<bool> {
    if shown.dim(DimKind::In)? != shown.dim(DimKind::Out)? {
        return Ok(false);
    }
    let plain = shown.clone().reset_tuple_id(DimKind::Out)?;
    plain.is_subset(&plain.clone().domain()?.identity()?)
}

/// Whether a buffer may stand for a tensor: nobody knows it as something else.
fn may_hold_tensor(root: &Root, side: ProgramSide<'_>, inputs: &[Type]) -> bool {
    match root {
        Root::Fresh(_) => true,
        Root::Argument(at) => inputs.get(*at).is_some_and(Type::is_tensor),
        Root::Global(name) => {
            let (module, mut constant) = (side.module, false);
            module.walk(module.top, &mut |id, op| {
                constant |= op.name == "memref.global"
                    && op.is_set("constant")
                    && module.symbol_path(id).as_ref() == Some(name);
            });
            constant
        }
        Root::Stack | Root::Unknown => false,
    }
}

fn describe(root: &Root) -> String {
    match root {
        Root::Argument(at) => format!("the buffer of argument {at}"),
        Root::Global(name) => format!("the global `@{name}`"),
        Root::Fresh(_) => OWN.to_owned(),
        Root::Stack => "a buffer that ends with the function".to_owned(),
        Root::Unknown => "a buffer that is not known".to_owned(),
    }
}

/// What `after` promises of addresses and `before` does not.
fn unkept_alignment([first, second]: [&Scop; 2]) -> Result<Option<String>> {
    for promise in &second.buffers.aligned {
        let mut left = match &promise.elements {
            Some(elements) => elements.clone().intersect_params(first.valid.clone())?,
            None => return Ok(Some(unkept(promise))),
        };
        for known in &first.buffers.aligned {
            if let (true, Some(elements)) = (covers(known, promise), &known.elements) {
                left = left.subtract(elements.clone())?;
            }
        }
        if !(left.is_empty()? || promise.made >= promise.bytes && is_first(&left)?) {
            return Ok(Some(unkept(promise)));
        }
    }
    Ok(None)
}

/// Whether a promise of `before` is one of the same addresses.
fn covers(known: &Aligned, promise: &Aligned) -> bool {
    let of_caller = matches!(promise.root, Root::Argument(_) | Root::Global(_));
    let multiple = promise.bytes != 0 && known.bytes.is_multiple_of(promise.bytes);
    known.sure && of_caller && known.root == promise.root && multiple
}

/// Whether there are only elements all of whose subscripts are zero.
fn is_first(elements: &Set) -> Result<bool> {
    let rank = elements.dim(DimKind::Set)?;
    let mut first = elements.clone();
    for at in 0..rank {
        first = first.fix_si(DimKind::Set, at, 0)?;
    }
    elements.is_subset(&first)
}

fn unkept(promise: &Aligned) -> String {
    let (what, bytes) = (describe(&promise.root), promise.bytes);
    format!("`after` promises that addresses in {what} are multiples of {bytes}, `before` does not")
}

/// The first result that is another buffer, or another part of it, in the second run; and what it is in each.
pub(crate) fn differ<D: Domain>(
    first: &EndedRun<'_, D>,
    second: &EndedRun<'_, D>,
    [before, after]: [ProgramSide<'_>; 2],
) -> Option<(usize, String, String)> {
    let [old, new] = [before, after].map(|side| func(side.module, side.func).map(|f| f.results).unwrap_or_default());
    let is_free = may_be_any(before);
    (0..first.results.len()).find_map(|at| {
        if !(old.get(at)?.is_memref() && new.get(at)?.is_memref()) {
            return None;
        }
        let [x, y] = [buffer(first, at, &old)?, buffer(second, at, &new)?];
        (x != y && !(is_free && x.starts_with(OWN))).then_some((at, x, y))
    })
}

/// Whether a buffer that a program seems to make may be another as well: `bufferization.clone` gives a copy or the same
/// buffer, `bufferization.to_buffer` the future buffer of a tensor. The interpreter takes new ones.
fn may_be_any(side: ProgramSide<'_>) -> bool {
    side.module.any_op(side.func, &mut |_, op| {
        matches!(op.name.as_str(), "bufferization.clone" | "bufferization.to_buffer")
    })
}

/// What nobody else knows.
const OWN: &str = "a buffer of its own";

/// Whose buffer result number `at` is; of results that share one, the first has it.
fn buffer<D: Domain>(run: &EndedRun<'_, D>, at: usize, types: &[Type]) -> Option<String> {
    let view = window(&run.results[at])?;
    let same = |value: &RuntimeValue<D>| window(value).is_some_and(|other| other.buffer == view.buffer);
    let whose = match run.args.iter().position(same) {
        Some(arg) => format!("the buffer of argument {arg}"),
        None => match run.machine.global_of(view) {
            Some(name) => format!("the global `@{name}`"),
            None => {
                let memref = |other: &usize| types.get(*other).is_some_and(Type::is_memref);
                match (0..at).filter(memref).find(|other| same(&run.results[*other])) {
                    Some(other) => format!("the buffer of result {other}"),
                    None => OWN.to_owned(),
                }
            }
        },
    };
    if view.shape.contains(&0) {
        return Some(whose);
    }
    let strides = view.shape.iter().zip(&view.strides);
    let strides: Vec<_> = strides
        .map(|(extent, stride)| if *extent > 1 { *stride } else { 0 })
        .collect();
    Some(format!("{whose}, from element {}, strides {strides:?}", view.offset))
}

fn window<D: Domain>(value: &RuntimeValue<D>) -> Option<&BufferView> {
    match value.parts().first()? {
        RuntimeValue::MemRef(view) => Some(view),
        _ => None,
    }
}
