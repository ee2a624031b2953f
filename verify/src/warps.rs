//! Programs that the lanes of a warp run: both as what all lanes do together.
//!
//! `gpu.warp_execute_on_lane_0` and what it is lowered to have a meaning only together with the other lanes. So both functions
//! become what one warp does (`polyvet_ir::in_step`), and those are compared like any others. Buffers that the second
//! one shares among its lanes, and that nobody else knows, end with it.

use crate::certificate::Record;
use crate::events::{has_calls, has_strangers};
use crate::validate::ProgramSide;
use crate::{Assumption, Reason, Verdict};
use polyvet_analysis::extract::ExtractError;
use polyvet_ir::edit::{i64_array, i64_list};
use polyvet_ir::{
    AffineExpr, AffineMap, Attr, Dim, LANE, Module, OpId, OpSpec, Type, ValueId, Warp, affine_apply, forget_lanes,
    in_step, warp_of,
};
use std::collections::{BTreeSet, HashMap};

/// What `judge` says about both programs as run by one warp; [`None`] if the first one has no regions for lane 0, or if
/// it is not known what its lanes do together.
pub(crate) fn of_all_lanes(
    before: ProgramSide<'_>,
    after: ProgramSide<'_>,
    record: &Record,
    judge: impl Fn(ProgramSide<'_>, ProgramSide<'_>) -> Result<Verdict, ExtractError>,
) -> Result<Option<Verdict>, ExtractError> {
    let Some(warp) = warp_of(before.module, before.func) else {
        return Ok(None);
    };
    if warp_of(after.module, after.func).is_some_and(|other| other != warp) {
        return Ok(None);
    }
    // Other warps may wait there.
    let [first, second] = [before, after].map(barriers);
    if second < first {
        return Ok(open("a barrier is gone"));
    }
    // In which order lanes do what is not known is open.
    let has_events = [before, after]
        .iter()
        .any(|side| has_strangers(*side) || has_calls(*side));
    let mut said = None;
    for joined in [true, false] {
        let verdict = together(before, after, (warp, joined), record, &judge)?;
        let other = match verdict {
            Some(Verdict::Proved(_) | Verdict::Refuted(_)) if has_events => {
                together(before, after, (warp.turned(), joined), record, &judge)?
            }
            Some(Verdict::Proved(_) | Verdict::Refuted(_)) => return Ok(verdict),
            _ => None,
        };
        match (verdict, other) {
            (Some(Verdict::Proved(mut proof)), Some(Verdict::Proved(other))) => {
                proof.strength = proof.strength.min(other.strength);
                proof.assumes.extend(other.assumes);
                return Ok(Some(Verdict::Proved(proof)));
            }
            (Some(Verdict::Refuted(witness)), Some(Verdict::Refuted(_))) => return Ok(Some(Verdict::Refuted(witness))),
            (Some(Verdict::Proved(_) | Verdict::Refuted(_)), _) => {
                said = open("it depends on which lane comes first, and that is not known");
            }
            (left, _) => said = left.or(said),
        }
    }
    record.clear();
    Ok(said)
}

fn together(
    before: ProgramSide<'_>,
    after: ProgramSide<'_>,
    (warp, joined): (Warp, bool),
    record: &Record,
    judge: &impl Fn(ProgramSide<'_>, ProgramSide<'_>) -> Result<Verdict, ExtractError>,
) -> Result<Option<Verdict>, ExtractError> {
    let all_lanes = |side: ProgramSide<'_>| in_step(side.module, side.func, warp, joined);
    let [Some(mut one), Some(mut other)] = [before, after].map(all_lanes) else {
        return Ok(open("it is not known what the lanes of a warp do together"));
    };
    if own_buffers(&one, &mut other, after.func).is_none() {
        return Ok(open(
            "lanes may touch what others wrote to memory that they share, and do not wait for them",
        ));
    }
    forget_lanes(&mut one, before.func);
    forget_lanes(&mut other, after.func);
    record.clear();
    match judge(before.of(&one), after.of(&other))? {
        Verdict::Proved(mut proof) => {
            record.trusted("lanes", "what the lanes of a warp do together");
            proof.assumes.insert(Assumption::LanesInStep);
            Ok(Some(Verdict::Proved(proof)))
        }
        Verdict::Unknown(reason) => {
            record.clear();
            Ok(Some(Verdict::Unknown(Reason {
                message: format!("as what {} lanes do in step: {}", warp.lanes(), reason.message),
                ..reason
            })))
        }
        Verdict::Refuted(mut witness) => {
            let lanes = warp.lanes();
            witness.holds_when = None;
            witness.replay.note.get_or_insert_with(|| {
                format!(
                    "{lanes} lanes in step, each with results and vectors of its own, which are numbered lane by lane"
                )
            });
            Ok(Some(Verdict::Refuted(witness)))
        }
        said => Ok(Some(said)),
    }
}

fn barriers(side: ProgramSide<'_>) -> usize {
    let mut count = 0;
    side.module
        .walk(side.func, &mut |_, op| count += usize::from(op.name == "gpu.barrier"));
    count
}

fn open(message: &str) -> Option<Verdict> {
    Some(Verdict::Unknown(Reason {
        code: "not-proved",
        message: message.to_owned(),
    }))
}

/// A buffer that the lanes share, as a vector.
struct SharedBuffer {
    ty: Type,
    extents: Vec<i64>,
    /// The vector that it holds now.
    now: ValueId,
    /// By element, which lane wrote it and which ones read it since all waited for each other.
    writers: HashMap<i64, i64>,
    readers: HashMap<i64, BTreeSet<i64>>,
}

/// Private globals without contents that only `func` refers to, and the first program does not have, are vectors that
/// lanes put parts into and take parts out of. [`None`] if one lane writes or reads what another one wrote or reads,
/// and nothing makes them wait; or if it is not known what they touch.
fn own_buffers(first: &Module, module: &mut Module, func: OpId) -> Option<()> {
    let entry = module.only_block(func, 0)?;
    let (mut all, mut of): (Vec<SharedBuffer>, HashMap<ValueId, usize>) = Default::default();
    for (global, gets) in gets(module, func) {
        let Some(ty) = own_type(first, module, (global, &gets)) else {
            continue;
        };
        let place = *module.block(entry).ops.first()?;
        let (vector, extents) = vector_of(&ty)?;
        let poison = module.add_op(OpSpec::poison(vector.clone()));
        module.insert_before(place, poison);
        for get in gets {
            of.extend(module.op(get).results.iter().map(|result| (*result, all.len())));
            module.detach(get);
        }
        all.push(SharedBuffer {
            ty: vector,
            extents,
            now: module.op(poison).results[0],
            writers: HashMap::new(),
            readers: HashMap::new(),
        });
    }
    let mut values = HashMap::new();
    for op in module.block(entry).ops.clone() {
        let data = module.op(op);
        if data.name == "gpu.barrier" {
            for buffer in &mut all {
                buffer.writers.clear();
                buffer.readers.clear();
            }
        }
        let shared: Vec<(usize, usize)> = { data.operand_values().enumerate() }
            .filter_map(|(at, value)| Some((at, *of.get(&value)?)))
            .collect();
        match shared[..] {
            // Not inside another operation either.
            [] => {
                let mut inside = false;
                module.walk(op, &mut |_, one| {
                    inside |= one.operand_values().any(|value| of.contains_key(&value))
                });
                if inside {
                    return None;
                }
            }
            [(at, buffer)] => access(module, (op, at), &mut all[buffer], &mut values)?,
            _ => return None,
        }
    }
    module.replace_uses(func, &values);
    Some(())
}

/// The vector that holds what a buffer does.
fn vector_of(ty: &Type) -> Option<(Type, Vec<i64>)> {
    let shape = ty.shape().filter(|shape| !shape.is_empty())?;
    let extent = |dim: &Dim| match dim {
        Dim::Static(extent) => i64::try_from(*extent).ok().filter(|extent| *extent > 0),
        _ => None,
    };
    let extents: Vec<i64> = shape.iter().map(extent).collect::<Option<_>>()?;
    let vector = Type::Vector {
        shape: shape.to_vec(),
        elem: Box::new(ty.elem().clone()),
    };
    let is_plain = matches!(ty.elem(), Type::Float(_) | Type::Integer { .. } | Type::Index);
    is_plain.then_some((vector, extents))
}

/// A read or write of a buffer, as one of its vector. Operand `at` is the buffer.
fn access(
    module: &mut Module,
    (op, at): (OpId, usize),
    buffer: &mut SharedBuffer,
    values: &mut HashMap<ValueId, ValueId>,
) -> Option<()> {
    let data = module.op(op).clone();
    let rank = buffer.extents.len();
    let writes = match (data.name.as_str(), at) {
        ("memref.store" | "vector.store" | "vector.transfer_write", 1) => true,
        ("memref.load" | "vector.load" | "vector.transfer_read", 0) => false,
        _ => return None,
    };
    let subscripts = data.operands.get(at + 1..at + 1 + rank)?;
    let first: Vec<i64> = { subscripts.iter() }
        .map(|one| constant(module, one.value))
        .collect::<Option<_>>()?;
    let moved = match writes {
        true => data.operand(0),
        false => *data.results.first()?,
    };
    let part = module.ty(moved).clone();
    let sizes: Vec<i64> = match &part {
        Type::Vector { shape, .. } => {
            let (_, own) = vector_of(&part)?;
            let outer = rank.checked_sub(shape.len())?;
            [vec![1; outer], own].concat()
        }
        _ => vec![1; rank],
    };
    if data.name.as_str().starts_with("vector.transfer") {
        let map = data.attr("permutation_map")?.as_map()?;
        let lanes = part.shape()?.len();
        let minor = (rank - lanes..rank).map(AffineExpr::dim).collect();
        // A pad is given to reads; a mask would be one operand more.
        let count = 1 + rank + 1;
        if *map != AffineMap::new(rank, 0, minor) || data.operands.len() != count {
            return None;
        }
    }
    let inside = |((first, size), extent): ((&i64, &i64), &i64)| *first >= 0 && first + size <= *extent;
    if !first.iter().zip(&sizes).zip(&buffer.extents).all(inside) {
        return None;
    }
    buffer.meet(&first, &sizes, data.attr(LANE)?.as_i64()?, writes)?;
    let ones = vec![1; rank];
    let whole = Type::Vector {
        shape: sizes.iter().map(|size| Dim::Static(*size as u64)).collect(),
        elem: Box::new(part.elem().clone()),
    };
    let mut before = |spec: OpSpec| {
        let new = module.add_op(spec.at(data.span));
        module.insert_before(op, new);
        module.op(new).results[0]
    };
    // A scalar is a vector of one element.
    let is_scalar = part.shape().is_none();
    if writes {
        let value = match is_scalar {
            true => before(OpSpec::new("vector.broadcast").operands(&[moved]).result(whole)),
            false => moved,
        };
        let insert = OpSpec::new("vector.insert_strided_slice")
            .operands(&[value, buffer.now])
            .property("offsets", i64_list(&first))
            .property(
                "strides",
                i64_list(&ones[..if is_scalar { rank } else { part.shape()?.len() }]),
            );
        buffer.now = before(insert.result(buffer.ty.clone()));
    } else {
        let extract = OpSpec::new("vector.extract_strided_slice")
            .operands(&[buffer.now])
            .property("offsets", i64_list(&first))
            .property("sizes", i64_list(&sizes))
            .property("strides", i64_list(&ones));
        let value = before(extract.result(whole.clone()));
        let value = match is_scalar {
            true => {
                let place = OpSpec::new("vector.extract")
                    .operands(&[value])
                    .property("static_position", i64_array(&vec![0; rank]));
                before(place.result(part.clone()))
            }
            false if whole != part => before(OpSpec::new("vector.shape_cast").operands(&[value]).result(part.clone())),
            false => value,
        };
        values.insert(moved, value);
    }
    module.detach(op);
    Some(())
}

impl SharedBuffer {
    /// A lane touches a part; [`None`] if it may meet another one there.
    fn meet(&mut self, first: &[i64], sizes: &[i64], lane: i64, writes: bool) -> Option<()> {
        let mut elements = vec![0];
        for ((first, size), extent) in first.iter().zip(sizes).zip(&self.extents) {
            elements = { elements.into_iter() }
                .flat_map(|outer: i64| (*first..first + size).map(move |at| outer * extent + at))
                .collect();
        }
        for element in elements {
            if self.writers.get(&element).is_some_and(|writer| *writer != lane) {
                return None;
            }
            let readers = self.readers.entry(element).or_default();
            if !writes {
                readers.insert(lane);
            } else if readers.iter().any(|reader| *reader != lane) {
                return None;
            } else {
                self.writers.insert(element, lane);
            }
        }
        Some(())
    }
}

/// An index that is a number.
fn constant(module: &Module, value: ValueId) -> Option<i64> {
    let made = module.defining_op(value)?;
    let op = module.op(made);
    match op.name.as_str() {
        "arith.constant" => op.attr("value")?.as_i64(),
        "affine.apply" => {
            let (map, operands) = affine_apply(module, made)?;
            let numbers: Vec<i64> = { operands.iter() }
                .map(|operand| constant(module, *operand))
                .collect::<Option<_>>()?;
            let (dims, syms) = numbers.split_at_checked(map.dims)?;
            map.eval(dims, syms)?.first().copied()
        }
        _ => None,
    }
}

/// Globals that are looked up in `func`, with the places, in the order of the first.
fn gets(module: &Module, func: OpId) -> Vec<(OpId, Vec<OpId>)> {
    let mut found: Vec<(OpId, Vec<OpId>)> = Vec::new();
    module.walk(func, &mut |id, op| {
        if op.name != "memref.get_global" {
            return;
        }
        let Some(global) = module.resolve_attr(id, "name") else {
            return;
        };
        match found.iter_mut().find(|(known, _)| *known == global) {
            Some((_, places)) => places.push(id),
            None => found.push((global, vec![id])),
        }
    });
    found
}

/// The type of a global that is a buffer of the function.
fn own_type(first: &Module, module: &Module, (global, gets): (OpId, &[OpId])) -> Option<Type> {
    let (op, name) = (module.op(global), module.symbol_name(global)?);
    let is_private = op.attr("sym_visibility") == Some(&Attr::Str(b"private".to_vec()));
    let has_contents = op.is_set("constant") || !matches!(op.attr("initial_value"), None | Some(Attr::Unit));
    let mut is_known = false;
    first.walk(first.top, &mut |id, _| is_known |= first.symbol_name(id) == Some(name));
    // Whatever has the name in it may refer to it.
    let mut others = 0;
    module.walk(module.top, &mut |id, op| {
        let mut attrs = op.properties.iter().chain(op.attrs.iter());
        let refers = id != global && attrs.any(|(_, attr)| format!("{attr:?}").contains(name));
        others += usize::from(refers && !gets.contains(&id));
    });
    let mut types = gets.iter().map(|get| module.ty(module.op(*get).results[0]));
    let ty = types.next()?.clone();
    let alike = types.all(|other| *other == ty)
        && ty
            .shape()
            .is_some_and(|shape| shape.iter().all(|dim| matches!(dim, Dim::Static(_))));
    (is_private && !has_contents && !is_known && others == 0 && alike).then_some(ty)
}
