//! Reductions, contractions and outer products.

use super::super::facts::Facts;
use super::super::payload::StmtDraft;
use super::super::tensors::in_order;
use super::super::walk::leaf;
use super::super::{Extractor, Fallible, LoopFrame};
use crate::ids::ArrayId;
use crate::scop::{AccessKind, PayloadKind};
use polyvet_ir::{AffineExpr, AffineMap, Attr, Attrs, Flags, OpId, Span, Type, ValueId};
use polyvet_poly::{PwAff, Schedule, Set};

impl Extractor<'_> {
    /// Reductions, contractions and outer products: `result = accumulator kind (product of) lanes`.
    pub(super) fn reduce(&mut self, op: OpId, mask: Option<ValueId>, frame: &LoopFrame) -> Fallible<Schedule> {
        let data = self.module.op(op);
        let result = data.results[0];
        let source = self.facts.lanes_of(data.operand(0), op)?;
        let identity = AffineMap::identity(source.len());
        // Maps of the factors and of the result, and the accumulator.
        let (maps, result_map, accumulator) = match data.name.as_str() {
            "vector.contract" => {
                let maps = match data.attr("indexing_maps") {
                    Some(Attr::Array(maps)) => maps.iter().map(|map| map.as_map().cloned()).collect::<Option<Vec<_>>>(),
                    _ => None,
                };
                let [left, right, to] = maps
                    .and_then(|maps| <[AffineMap; 3]>::try_from(maps).ok())
                    .ok_or_else(|| self.facts.no_model(op, "it has no three maps"))?;
                (vec![left, right], to, Some(data.operand(2)))
            }
            "vector.outerproduct" => {
                let rank = self.module.ty(result).shape().map_or(0, <[_]>::len);
                let all = AffineMap::identity(rank);
                let part = |results: &[AffineExpr]| AffineMap {
                    results: results.to_vec(),
                    ..all.clone()
                };
                let (left, right) = all.results.split_at(source.len().min(rank));
                let maps = vec![part(left), part(right)];
                (maps, all.clone(), data.operands.get(2).map(|o| o.value))
            }
            name => {
                let reduced = match name {
                    "vector.multi_reduction" => self.facts.numbers(op, "reduction_dims")?,
                    _ => (0..source.len() as i64).collect(),
                };
                let kept = { identity.results.iter().enumerate() }
                    .filter(|(dim, _)| !reduced.contains(&(*dim as i64)))
                    .map(|(_, result)| result.clone());
                let to = AffineMap {
                    results: kept.collect(),
                    ..identity.clone()
                };
                (vec![identity.clone()], to, data.operands.get(1).map(|o| o.value))
            }
        };
        let extents = self.facts.reduced_extents(op, &maps)?;
        let first = frame.dims.len();
        let inner = self.lane_loops(op, frame, &extents)?;
        let subs = self.facts.variables(&inner, first)?;
        let at = |map: &AffineMap| -> Option<Vec<PwAff>> {
            let dim = |result: &AffineExpr| match result {
                AffineExpr::Dim(dim) => subs.get(*dim as usize).cloned(),
                _ => None,
            };
            map.results.iter().map(dim).collect()
        };
        let refuse = |this: &Self| this.facts.no_model(op, "its maps are no projections");
        let target = at(&result_map).ok_or_else(|| refuse(self))?;
        let mut sources = Vec::new();
        for map in &maps {
            sources.push(at(map).ok_or_else(|| refuse(self))?);
        }
        // The first lanes start where there is no accumulator.
        let mut starts = Set::empty(self.facts.space(&inner)?)?;
        let (array, before) = match accumulator {
            Some(accumulator) => self.started(op, accumulator, result, frame)?,
            None => {
                if mask.is_some() {
                    return Err(self.facts.no_model(op, "it is masked and starts with nothing"));
                }
                starts = inner.domain.clone();
                for (dim, subscript) in subs.iter().enumerate() {
                    let kept = result_map.results.contains(&AffineExpr::Dim(dim as u32));
                    if !kept {
                        starts = starts.intersect(subscript.clone().eq_set(self.number(&inner, 0)?)?)?;
                    }
                }
                (self.result_array(result, frame)?, None)
            }
        };
        let mut domain = inner.domain.clone().subtract(starts.clone())?;
        let flags = Flags::of(&data.properties);
        // A lane that is combined with none is no operand of anything that could carry the flags.
        let plain = flags.within(Flags::REASSOC.or(Flags::CONTRACT));
        if flags.has(Flags::OTHER) || accumulator.is_none() && !plain && domain.is_empty()? {
            return Err(self.facts.no_model(op, "its flags promise something of a single lane"));
        }
        if let Some(mask) = mask {
            domain = domain.intersect(self.mask(mask, &inner, &subs)?)?;
        }
        let mut all = before;
        for (domain, combines) in [(starts, false), (domain, true)] {
            if domain.is_empty()? {
                continue;
            }
            let part = inner.only(domain.coalesce()?, first)?;
            let mut draft = StmtDraft::new(&part, self.stmt_name(op));
            let factors: Vec<_> = data.operand_values().zip(sources.iter().cloned()).collect();
            let mut node = self.lane_product(op, &mut draft, &factors)?;
            let elem = self.module.ty(result).elem().clone();
            if combines {
                let read = self.accumulator_access(&draft, array, result, &target, AccessKind::Read, data.span)?;
                let old = draft.read(read, &elem);
                node = self.facts.combined(op, &mut draft, old, node, &elem)?;
            }
            let write = self.accumulator_access(&draft, array, result, &target, AccessKind::MustWrite, data.span)?;
            draft.write(write, node);
            let part = self.region_done(op, draft, first)?;
            all = Some(in_order(all, part)?);
        }
        all.ok_or_else(|| self.facts.no_model(op, "it has no lanes"))
    }

    fn result_array(&mut self, result: ValueId, frame: &LoopFrame) -> Fallible<ArrayId> {
        match self.facts.is_aggregate(result) {
            true => self.fresh_tensor(result, frame),
            false => {
                self.check_scalar(result)?;
                Ok(self.new_register(result, frame.dims.len()))
            }
        }
    }

    /// The array of a result that starts as `accumulator`.
    fn started(
        &mut self,
        op: OpId,
        accumulator: ValueId,
        result: ValueId,
        frame: &LoopFrame,
    ) -> Fallible<(ArrayId, Option<Schedule>)> {
        if self.facts.is_aggregate(result) {
            return self.updated(op, accumulator, result, true, frame);
        }
        let register = self.result_array(result, frame)?;
        let start = leaf(self.set_registers(op, frame, &[accumulator], &[register])?)?;
        Ok((register, Some(start)))
    }

    fn accumulator_access(
        &mut self,
        draft: &StmtDraft,
        array: ArrayId,
        result: ValueId,
        subscripts: &[PwAff],
        kind: AccessKind,
        span: Span,
    ) -> Fallible<crate::scop::Access> {
        match self.facts.is_aggregate(result) {
            true => self.element(draft, result, Some(array), subscripts.to_vec(), kind, span),
            false => self.register_access(draft, array, kind, span),
        }
    }

    /// The product of one or two lanes, widened to the elements of the result.
    fn lane_product(&mut self, op: OpId, draft: &mut StmtDraft, factors: &[(ValueId, Vec<PwAff>)]) -> Fallible<usize> {
        let data = self.module.op(op);
        let elem = self.module.ty(data.results[0]).elem().clone();
        let mut nodes = Vec::new();
        for (value, subscripts) in factors {
            let node = self.lane(draft, *value, subscripts, data.span)?;
            let from = self.module.ty(*value).elem();
            nodes.push(match *from == elem {
                true => node,
                false => {
                    let name = if elem.is_float() { "arith.extf" } else { "arith.extsi" };
                    draft.node(operation(name, Attrs::default(), vec![node]), &elem, data.span)
                }
            });
        }
        match nodes[..] {
            [one] => Ok(one),
            _ => {
                let name = if elem.is_float() { "arith.mulf" } else { "arith.muli" };
                Ok(draft.node(operation(name, Attrs::default(), nodes), &elem, data.span))
            }
        }
    }
}

impl Facts<'_> {
    /// The extents of the iteration space of a contraction.
    fn reduced_extents(&self, op: OpId, maps: &[AffineMap]) -> Fallible<Vec<i64>> {
        let data = self.module.op(op);
        let mut extents = vec![None; maps.iter().map(|map| map.dims).max().unwrap_or(0)];
        for (map, operand) in maps.iter().zip(data.operand_values()) {
            let lanes = self.lanes_of(operand, op)?;
            for (result, extent) in map.results.iter().zip(lanes) {
                match result {
                    AffineExpr::Dim(dim) => extents[*dim as usize] = Some(extent),
                    _ => return Err(self.no_model(op, "its maps are no projections")),
                }
            }
        }
        { extents.into_iter().collect::<Option<Vec<_>>>() }.ok_or_else(|| self.no_model(op, "an extent is not shown"))
    }

    /// `old kind new`
    fn combined(&self, op: OpId, draft: &mut StmtDraft, old: usize, new: usize, elem: &Type) -> Fallible<usize> {
        let data = self.module.op(op);
        let kind = match data.attr("kind") {
            None => "add",
            Some(Attr::Opaque(text)) => text.trim_end_matches('>').rsplit('<').next().unwrap_or_default(),
            Some(_) => "",
        };
        let name = match (kind, elem.is_float()) {
            ("add" | "mul" | "minimum" | "maximum", true) => format!("arith.{kind}f"),
            ("add" | "mul", false) => format!("arith.{kind}i"),
            ("minnumf" | "maxnumf" | "minimumf" | "maximumf", true) => format!("arith.{kind}"),
            ("minsi" | "minui" | "maxsi" | "maxui", false) => format!("arith.{kind}"),
            ("and" | "or" | "xor", false) => format!("arith.{kind}i"),
            _ => return Err(self.no_model(op, "its kind is not known")),
        };
        // An outer product combines once.
        let kind = match data.name == "vector.outerproduct" {
            true => operation(&name, Attrs::default(), vec![old, new]),
            false => any_order(&name, data.attr("fastmath"), vec![old, new]),
        };
        Ok(draft.node(kind, elem, data.span))
    }
}

fn operation(name: &str, properties: Attrs, operands: Vec<usize>) -> PayloadKind {
    PayloadKind::Op {
        name: name.to_owned(),
        properties,
        operands,
    }
}

/// A step of a reduction in any order, with the flags of the reduction; for float sums and products the flag `reassoc`
/// says so.
pub(in crate::extract) fn any_order(name: &str, flags: Option<&Attr>, operands: Vec<usize>) -> PayloadKind {
    let mut properties = Attrs::default();
    if let Some(flags) = flags {
        properties.set("fastmath", flags.clone());
    }
    if matches!(name, "arith.addf" | "arith.mulf") {
        let flags = Flags::of(&properties).or(Flags::REASSOC);
        properties.set("fastmath", flags.fastmath());
    }
    operation(name, properties, operands)
}
