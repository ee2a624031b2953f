//! Operations that only move lanes of vectors, or compute each from some. What is not here is a function of all lanes.

use super::ledger::{LedgerAtom, What};
use super::reader::{LaneShape, TermRead, TermReader, lane_name};
use polyvet_ir::{Attr, Attrs, OpId, Type, ValueId};

/// A vector by lanes.
struct TokenLanes {
    shape: LaneShape,
    items: Vec<LedgerAtom>,
}

impl TokenLanes {
    /// How many extents only the machine knows.
    fn machine(&self) -> usize {
        machine(&self.shape)
    }

    fn get(&self, position: &[usize]) -> Option<LedgerAtom> {
        let inside = position.iter().zip(&self.shape.dims).all(|(at, extent)| at < extent);
        (inside && position.len() == self.shape.dims.len()).then(|| self.items[self.shape.at(position)].clone())
    }
}

fn machine(shape: &LaneShape) -> usize {
    match &shape.lane {
        Type::Vector { shape, .. } => shape.len(),
        _ => 0,
    }
}

impl TermReader<'_> {
    /// Reads an operation on vectors; `false` if it is none, or another.
    pub fn by_lanes(&mut self, op: OpId) -> TermRead<bool> {
        let data = self.module.op(op);
        let is_vector = |value: &ValueId| matches!(self.module.ty(*value), Type::Vector { .. });
        let any = data
            .results
            .iter()
            .chain(&data.operand_values().collect::<Vec<_>>())
            .any(is_vector);
        let is_half = matches!(
            data.name.as_str(),
            "arith.addui_extended" | "arith.mulsi_extended" | "arith.mului_extended"
        );
        if is_half {
            return self.halves(op);
        }
        if !any || !data.regions.is_empty() || data.dialect() != "vector" {
            return Ok(false);
        }
        let mut from = Vec::new();
        for value in data.operand_values() {
            let (shape, items) = (LaneShape::of(self.module.ty(value)), self.value(value)?);
            from.push(TokenLanes { shape, items });
        }
        let results = data.results.clone();
        let found = match (data.name.as_str(), &results[..]) {
            ("vector.to_elements", all) => {
                let fits = from[0].items.len() == all.len() && from[0].machine() == 0;
                fits.then(|| from[0].items.iter().map(|item| vec![item.clone()]).collect())
            }
            ("vector.deinterleave", [_, _]) if from[0].machine() == 0 => {
                let half = |first: usize| from[0].items.iter().skip(first).step_by(2).cloned().collect();
                Some(vec![half(0), half(1)])
            }
            (_, [result]) => {
                let shape = LaneShape::of(self.module.ty(*result));
                self.moved(op, &shape, &from).map(|items| vec![items])
            }
            _ => None,
        };
        let Some(found) = found else { return Ok(false) };
        if found
            .iter()
            .zip(&results)
            .any(|(items, result)| items.len() != LaneShape::of(self.module.ty(*result)).count())
        {
            return Ok(false);
        }
        results
            .into_iter()
            .zip(found)
            .for_each(|(result, items)| self.bind(result, items));
        Ok(true)
    }

    fn moved(&mut self, op: OpId, shape: &LaneShape, from: &[TokenLanes]) -> Option<Vec<LedgerAtom>> {
        let data = self.module.op(op);
        let numbers = |name: &str| -> Option<Vec<usize>> {
            let all = data.attr(name).and_then(Attr::as_i64s)?;
            all.into_iter().map(|n| usize::try_from(n).ok()).collect()
        };
        match data.name.as_str() {
            "vector.broadcast" | "vector.splat" => self.broadcast(shape, from.first()?),
            "vector.shape_cast" => {
                let first = from.first()?;
                let alike = first.shape.lane == shape.lane && machine(shape) < 2;
                alike.then(|| first.items.clone())
            }
            "vector.from_elements" if machine(shape) == 0 => {
                from.iter().map(|one| one.items.first().cloned()).collect()
            }
            "vector.transpose" => {
                let permutation = numbers("permutation")?;
                let alike = from[0].shape.lane == shape.lane && machine(shape) < 2;
                alike.then_some(())?;
                let at = |position: Vec<usize>| {
                    let mut source = vec![0; position.len()];
                    for (dim, from) in permutation.iter().enumerate() {
                        *source.get_mut(*from)? = position[dim];
                    }
                    from[0].get(&source)
                };
                shape.positions().into_iter().map(at).collect()
            }
            "vector.extract" => {
                let position = fixed(data.attr("static_position")?)?;
                let first = &from[0];
                (from.len() == 1).then_some(())?;
                let at = |rest: Vec<usize>| first.get(&[&position[..], &rest[..]].concat());
                shape.positions().into_iter().map(at).collect()
            }
            "vector.insert" => {
                let position = fixed(data.attr("static_position")?)?;
                let [small, large] = from else { return None };
                let inner = small.shape.dims.len();
                let mut items = large.items.clone();
                for rest in small.shape.positions() {
                    let place = [&position[..], &rest[..]].concat();
                    (place.len() == large.shape.dims.len() && inner + position.len() == place.len()).then_some(())?;
                    *items.get_mut(large.shape.at(&place))? = small.get(&rest)?;
                }
                Some(items)
            }
            "vector.extract_strided_slice" if machine(shape) == 0 => {
                let (offsets, strides) = (numbers("offsets")?, numbers("strides")?);
                let at = |position: Vec<usize>| {
                    let one = |(dim, at): (usize, &usize)| match (offsets.get(dim), strides.get(dim)) {
                        (Some(offset), Some(stride)) => offset + at * stride,
                        _ => *at,
                    };
                    from[0].get(&position.iter().enumerate().map(one).collect::<Vec<_>>())
                };
                shape.positions().into_iter().map(at).collect()
            }
            "vector.insert_strided_slice" if machine(shape) == 0 => {
                let (offsets, strides) = (numbers("offsets")?, numbers("strides")?);
                let [small, large] = from else { return None };
                let lead = large.shape.dims.len().checked_sub(small.shape.dims.len())?;
                let mut items = large.items.clone();
                for position in small.shape.positions() {
                    let mut place = offsets.clone();
                    for (dim, at) in position.iter().enumerate() {
                        *place.get_mut(lead + dim)? += at * strides.get(dim)?;
                    }
                    large.get(&place)?;
                    items[large.shape.at(&place)] = small.get(&position)?;
                }
                Some(items)
            }
            "vector.shuffle" if machine(shape) == 0 => {
                let mask = data.attr("mask").and_then(Attr::as_i64s)?;
                let row: usize = shape.dims.get(1..)?.iter().product();
                let both: Vec<LedgerAtom> = from.iter().flat_map(|one| one.items.iter().cloned()).collect();
                let mut items = Vec::new();
                for one in mask {
                    match usize::try_from(one) {
                        Ok(one) => items.extend(both.get(one * row..(one + 1) * row)?.iter().cloned()),
                        Err(_) => items.extend((0..row).map(|_| self.poison_lane(shape.what()))),
                    }
                }
                Some(items)
            }
            "vector.interleave" if machine(shape) == 0 => {
                let pairs = from[0].items.iter().zip(&from.get(1)?.items);
                Some(pairs.flat_map(|(even, odd)| [even.clone(), odd.clone()]).collect())
            }
            "vector.bitcast" => self.bits(shape, &from[0]),
            "vector.create_mask" if machine(shape) == 0 => {
                let bounds: Vec<LedgerAtom> = from.iter().map(|one| one.items[0].clone()).collect();
                self.mask(shape, &bounds)
            }
            "vector.constant_mask" if machine(shape) == 0 => {
                let sizes = data.attr("mask_dim_sizes").and_then(Attr::as_i64s)?;
                let bounds: Vec<LedgerAtom> = sizes.into_iter().map(LedgerAtom::index).collect();
                self.mask(shape, &bounds)
            }
            "vector.step" if machine(shape) == 0 => {
                Some((0..shape.count()).map(|at| LedgerAtom::index(at as i64)).collect())
            }
            "vector.reduction" => self.reduced(op, shape, from),
            "vector.outerproduct" => self.outer(op, shape, from),
            _ => None,
        }
    }

    fn broadcast(&mut self, shape: &LaneShape, from: &TokenLanes) -> Option<Vec<LedgerAtom>> {
        let lead = shape.dims.len().checked_sub(from.shape.dims.len())?;
        let same = from.machine() == machine(shape) && machine(shape) < 2;
        // A scalar in all lanes of which only the machine knows how many there are.
        let spread = from.machine() == 0 && machine(shape) > 0;
        (same || spread).then_some(())?;
        let mut items = Vec::new();
        for position in shape.positions() {
            let one = |(at, extent): (&usize, &usize)| if *extent == 1 { 0 } else { *at };
            let source: Vec<usize> = position[lead..].iter().zip(&from.shape.dims).map(one).collect();
            let lane = from.get(&source)?;
            items.push(if spread { self.spread(&lane, shape) } else { lane });
        }
        Some(items)
    }

    fn spread(&mut self, lane: &LedgerAtom, shape: &LaneShape) -> LedgerAtom {
        self.apply(
            &format!("in all lanes of {}", shape.lane),
            std::slice::from_ref(lane),
            shape.what(),
            "spread",
        )
    }

    /// Which lanes are within some bounds.
    fn mask(&mut self, shape: &LaneShape, bounds: &[LedgerAtom]) -> Option<Vec<LedgerAtom>> {
        (bounds.len() == shape.dims.len()).then_some(())?;
        let mut items = Vec::new();
        for position in shape.positions() {
            let inside = position
                .iter()
                .zip(bounds)
                .map(|(at, bound)| format!("(bvslt (_ bv{at} 64) {})", bound.text));
            let text = format!("(ite {} #b1 #b0)", super::ledger::all(inside));
            items.push(self.define("mask", shape.what(), &text));
        }
        Some(items)
    }

    /// Lanes of other widths with the same bits: the first lane has the lowest ones.
    fn bits(&mut self, shape: &LaneShape, from: &TokenLanes) -> Option<Vec<LedgerAtom>> {
        let (old, new) = (from.shape.what().bits()? as usize, shape.what().bits()? as usize);
        if old == new {
            return Some(from.items.clone());
        }
        let mut items = Vec::new();
        if old < new && new.is_multiple_of(old) {
            for group in from.items.chunks(new / old) {
                let parts: Vec<&str> = group.iter().rev().map(|one| &*one.text).collect();
                items.push(self.define("bits", shape.what(), &format!("(concat {})", parts.join(" "))));
            }
        } else if old.is_multiple_of(new) {
            for one in &from.items {
                for at in 0..old / new {
                    let text = format!("((_ extract {} {}) {})", (at + 1) * new - 1, at * new, one.text);
                    items.push(self.define("bits", shape.what(), &text));
                }
            }
        }
        Some(items)
    }

    /// Of integers the order of lanes makes no difference.
    fn reduced(&mut self, op: OpId, shape: &LaneShape, from: &[TokenLanes]) -> Option<Vec<LedgerAtom>> {
        let kind = self.module.op(op).attr("kind")?.to_string();
        let kind = kind.split(['<', '>']).nth(1)?.to_owned();
        shape.what().bits()?;
        let name = match kind.as_str() {
            "add" => "bvadd",
            "mul" => "bvmul",
            "and" => "bvand",
            "or" => "bvor",
            "xor" => "bvxor",
            _ => return None,
        };
        let all: Vec<LedgerAtom> = from.iter().flat_map(|one| one.items.iter().cloned()).collect();
        all.iter().all(|one| !one.is_poison).then_some(())?;
        let mut all = all.into_iter();
        let first = all.next()?;
        let text = all.fold(first.text.to_string(), |x, y| format!("({name} {x} {})", y.text));
        Some(vec![self.define("reduced", shape.what(), &text)])
    }

    fn outer(&mut self, op: OpId, shape: &LaneShape, from: &[TokenLanes]) -> Option<Vec<LedgerAtom>> {
        let kind = self.module.op(op).attr("kind").map(ToString::to_string);
        let is_sum = kind.is_none_or(|kind| kind.contains("<add>"));
        let (x, y) = (from.first()?, from.get(1)?);
        (is_sum && x.machine() == 0 && x.shape.dims.len() == 1 && y.shape.dims.len() == 1).then_some(())?;
        let is_float = shape.lane.elem().is_float();
        let (product, sum) = if is_float {
            ("arith.mulf", "arith.addf")
        } else {
            ("arith.muli", "arith.addi")
        };
        let mut items = Vec::new();
        for position in shape.positions() {
            let (mut a, b) = (x.get(&position[..1])?, y.get(&position[1..])?);
            if machine(shape) > 0 {
                a = self.spread(&a, shape);
            }
            let mut one = self.combined(product, shape, [a, b])?;
            if let Some(before) = from.get(2) {
                one = self.combined(sum, shape, [before.get(&position)?, one])?;
            }
            items.push(one);
        }
        Some(items)
    }

    /// What an operation of `arith` computes of two lanes.
    fn combined(&mut self, name: &str, shape: &LaneShape, operands: [LedgerAtom; 2]) -> Option<LedgerAtom> {
        operands.iter().all(|one| !one.is_poison).then_some(())?;
        Some(self.computed(name, &Attrs::default(), &operands, (&shape.lane, "lane")))
    }

    /// Sums and products of which both halves are given.
    fn halves(&mut self, op: OpId) -> TermRead<bool> {
        let data = self.module.op(op);
        let ([low, high], [x, y]) = (&data.results[..], &data.operand_values().collect::<Vec<_>>()[..]) else {
            return Ok(false);
        };
        let (low, high, x, y) = (*low, *high, self.value(*x)?, self.value(*y)?);
        let Some(width) = x[0].what.bits() else {
            return Ok(false);
        };
        let shape = LaneShape::of(self.module.ty(low));
        let name = self.module.value_name(low);
        let (mut lows, mut highs) = (Vec::new(), Vec::new());
        for (at, (x, y)) in x.iter().zip(&y).enumerate() {
            let (x, y) = (&x.text, &y.text);
            let how = if data.name == "arith.mulsi_extended" {
                "sign"
            } else {
                "zero"
            };
            let wide = |one: &str| format!("((_ {how}_extend {width}) {one})");
            let (op, of_high) = match data.name.as_str() {
                "arith.addui_extended" => ("bvadd", (width, width)),
                _ => ("bvmul", (2 * width - 1, width)),
            };
            let whole = format!("({op} {} {})", wide(x), wide(y));
            let name = lane_name(&name, &shape, at);
            lows.push(self.define(&name, What::of(&shape.lane), &format!("({op} {x} {y})")));
            let lane = What::of(&LaneShape::of(self.module.ty(high)).lane);
            let text = format!("((_ extract {} {}) {whole})", of_high.0, of_high.1);
            highs.push(self.define(&name, lane, &text));
        }
        self.bind(low, lows);
        self.bind(high, highs);
        Ok(true)
    }
}

/// Positions that are all constants.
fn fixed(attr: &Attr) -> Option<Vec<usize>> {
    attr.as_i64s()?.into_iter().map(|n| usize::try_from(n).ok()).collect()
}
