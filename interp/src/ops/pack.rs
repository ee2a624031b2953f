//! `linalg.pack` and `linalg.unpack` on tensors: tiles become inner dimensions, and back.
//!
//! With the tiled dimensions `p[0], p[1], ..` of extents `t[0], t[1], ..`, element `(o.., i..)` of the
//! packed tensor is element `x` of the other, where `x[d] = o[d]`, times `t[k]` plus `i[k]` if `d = p[k]`;
//! the outer dimensions are in the order of `outer_dims_perm`. Elements of a last tile beyond the source are the
//! padding value.

use super::slice::Mixed;
use crate::code::{DecodeRefusal, DecodeSite, DecodedOp};
use crate::domain::Domain;
use crate::ints::for_each_index;
use crate::machine::{CallFrame, Machine};
use crate::memory::subscript;
use crate::value::RuntimeValue;
use crate::{Code, Trap};
use std::rc::Rc;

pub(crate) struct Pack {
    unpack: bool,
    /// Tiled dimensions of the unpacked tensor.
    tiled: Vec<usize>,
    /// Outer dimension `n` of the packed tensor is dimension `order[n]` of the other.
    order: Vec<usize>,
    tiles: Mixed,
    /// Operand with the padding value.
    padding: Option<usize>,
}

pub(super) fn decode(site: &DecodeSite<'_>) -> Result<Pack, DecodeRefusal> {
    let unpack = site.op.name == "linalg.unpack";
    site.at_least(2, 1)?;
    let unpacked = site.operand_type(if unpack { 1 } else { 0 })?;
    let packed = site.operand_type(if unpack { 0 } else { 1 })?;
    if !unpacked.is_tensor() || !packed.is_tensor() {
        return site.other();
    }
    let rank = super::shape::rank(site, unpacked)?;
    let wrong = || DecodeRefusal::Malformed(format!("the attributes of `{}` do not fit its types", site.op.name));
    let dims = |name: &str| -> Result<Vec<usize>, DecodeRefusal> {
        let fits = |n: i64| usize::try_from(n).ok().filter(|n| *n < rank);
        site.ints(name)?
            .into_iter()
            .map(fits)
            .collect::<Option<_>>()
            .ok_or_else(wrong)
    };
    let tiled = dims("inner_dims_pos")?;
    let order = match site.op.attr("outer_dims_perm") {
        Some(_) => Some(dims("outer_dims_perm")?).filter(|order| !order.is_empty()),
        None => None,
    };
    let order = order.unwrap_or_else(|| (0..rank).collect());
    let distinct = |list: &[usize]| (0..list.len()).all(|n| !list[..n].contains(&list[n]));
    let (padding, first) = match unpack {
        true => (None, 2),
        false => {
            let parts = site.segments(4)?;
            (parts[2].clone().next(), parts[3].start)
        }
    };
    let tiles = Mixed::decode(site, "static_inner_tiles", first..site.op.operands.len())?;
    let fits = tiles.len() == tiled.len() && order.len() == rank && distinct(&order) && distinct(&tiled);
    if !fits || super::shape::rank(site, packed)? != rank + tiled.len() {
        return Err(wrong());
    }
    site.scalar(packed)?;
    Ok(Pack {
        unpack,
        tiled,
        order,
        tiles,
        padding,
    })
}

impl Pack {
    /// The subscript in the unpacked tensor of an element of the packed one.
    fn outside(&self, index: &[i64], tiles: &[i64]) -> Option<Vec<i64>> {
        let (outer, inner) = index.split_at(self.order.len());
        let mut at = vec![0; outer.len()];
        self.order.iter().zip(outer).for_each(|(dim, n)| at[*dim] = *n);
        for ((dim, tile), n) in self.tiled.iter().zip(tiles).zip(inner) {
            at[*dim] = at[*dim].checked_mul(*tile)?.checked_add(*n)?;
        }
        Some(at)
    }
}

pub(super) fn run<D: Domain>(
    machine: &mut Machine<'_, D>,
    frame: &mut CallFrame<D>,
    step: &DecodedOp,
    pack: &Pack,
) -> Result<(), Trap> {
    let tiles = pack.tiles.resolve(frame, step)?;
    let source = Rc::clone(frame.tensor(step.operands[0])?);
    let mut result = frame.take_tensor(step, 1)?;
    let (packed, unpacked) = if pack.unpack {
        (&source, &result)
    } else {
        (&result, &source)
    };
    let mismatch = |message: String| Err(Trap::new(Code::ShapeMismatch, message));
    let rank = pack.order.len();
    let (packed, unpacked) = (packed.shape.clone(), unpacked.shape.clone());
    if packed[rank..] != tiles || tiles.iter().any(|tile| *tile <= 0) {
        return mismatch(format!(
            "the tiles are {tiles:?}, the inner extents are {:?}",
            &packed[rank..]
        ));
    }
    for (n, dim) in pack.order.iter().enumerate() {
        let tile = pack.tiled.iter().position(|tiled| tiled == dim).map_or(1, |k| tiles[k]);
        let needed = unpacked[*dim] / tile + i64::from(unpacked[*dim] % tile != 0);
        if packed[n] != needed {
            return mismatch(format!(
                "outer dimension {n} has extent {}, but {needed} tiles are needed",
                packed[n]
            ));
        }
    }
    let padding = match pack.padding {
        Some(n) => Some(machine.cell(frame.get(step.operands[n]))?),
        None => None,
    };
    for_each_index(&packed, |index| {
        machine.count_step()?;
        let at = pack.outside(index, &tiles);
        let at = at.filter(|at| at.iter().zip(&unpacked).all(|(n, extent)| n < extent));
        let (from, to) = match (&at, pack.unpack) {
            (Some(at), false) => (Some(&at[..]), index),
            (Some(at), true) => (Some(index), &at[..]),
            (None, false) => (None, index),
            (None, true) => return Ok(()),
        };
        let value = match from {
            Some(from) => {
                let cell = source
                    .cell(from)
                    .map_err(|dim| crate::memory::outside("source", from, dim, source.shape[dim]))?;
                super::tensor::note_operand(machine, step, 0, &source, cell, from);
                source.cells[cell]
            }
            None => match padding {
                Some(padding) => padding,
                None => {
                    let message = format!("`linalg.pack` needs a padding value for element `{}`", subscript(index));
                    return Err(Trap::new(Code::ShapeMismatch, message));
                }
            },
        };
        let cell = result
            .cell(to)
            .map_err(|dim| crate::memory::outside("result", to, dim, result.shape[dim]))?;
        super::tensor::note_result(machine, step, 0, &result.shape, cell, to, value);
        machine.memory.put(&mut result, cell, value)
    })?;
    frame.set(step.results[0], RuntimeValue::Tensor(result));
    Ok(())
}
