//! Spellings in which operations were proposed (RFC on primitive operations): `linalg.iota`, and `linalg.elementwise` with
//! a body, which is `linalg.map` now.

use super::plain::{parse_map_body, parse_numbers, parse_plain, parse_reduce};
use super::*;

/// `outs(%A : A) dim = [0]`: each element is its position in that dimension.
pub(super) fn parse_iota(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    let operands = parse_operands(p, state)?;
    super::named::exactly(p, state, &operands, 0)?;
    parse_numbers(p, state, "dim")?;
    p.attr_dict(state)?;
    let out = operands.out_types[0].clone();
    let rank = out.shape().map_or(0, <[Dim]>::len);
    let dim = p.module.op_mut(state.op).properties.remove("dim");
    let dim = match dim.and_then(|dims| dims.as_i64s()).as_deref() {
        Some([dim]) if usize::try_from(*dim).is_ok_and(|dim| dim < rank) => *dim,
        _ => {
            let message = format!("`dim` is one dimension of {rank}");
            return Err(p.error("malformed-op", message, state.name_span));
        }
    };
    let op = p.module.op_mut(state.op);
    op.name = "linalg.generic".into();
    let iterators = Attr::Array(vec![Attr::str("parallel"); rank]);
    op.properties
        .set("indexing_maps", maps_attr(vec![AffineMap::identity(rank)]));
    op.properties.set("iterator_types", iterator_attr(iterators));
    named::position_payload(&mut p.module, state.op, &out, dim);
    state.results = operands.out_types.into_iter().filter(Type::is_tensor).collect();
    Ok(())
}

/// `ins(..) outs(..) (%a: f32) {..}` after the name `linalg.elementwise`.
pub(super) fn parse_elementwise_body(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    p.module.op_mut(state.op).name = "linalg.map".into();
    let operands = parse_plain(p, state)?;
    p.attr_dict(state)?;
    parse_map_body(p, state, &operands)
}

/// `ins(..) outs(..) dimensions = [1] (%in: f32, %out: f32) {..}`: `linalg.reduce`.
pub(super) fn parse_reduction(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    p.module.op_mut(state.op).name = "linalg.reduce".into();
    parse_reduce(p, state)
}
