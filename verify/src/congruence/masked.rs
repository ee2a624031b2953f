//! Reads and writes of vectors that a mask guards, lane by lane: an element where the mask says so, and else what was there.

use super::build::{Built, MEMORY, TermBuilder};
use super::lanes::LanesOf;
use super::normal::INDEX;
use super::terms::{NoTerms, TermId, TermLabel};
use polyvet_ir::{OpId, Type, ValueId};

/// An access under a mask.
struct Guarded {
    /// What is accessed: a buffer, or a tensor.
    base: ValueId,
    start: Vec<TermId>,
    /// By lane, whether it is accessed.
    mask: Vec<TermId>,
    /// By lane, what it is without an access, or what is stored.
    lanes: Vec<TermId>,
}

/// Where a lane is, from the one before it.
enum LaneStep {
    /// One further.
    Even,
    /// One further if that one was accessed.
    Packed,
    /// So far from the start.
    Indices(Vec<TermId>),
}

impl TermBuilder<'_> {
    /// `vector.gather`, `vector.maskedload`, `vector.expandload` by lanes.
    pub fn guarded_read(&mut self, op: OpId, shape: &LanesOf) -> Built<Option<Vec<TermId>>> {
        let data = self.module.op(op);
        let values: Vec<ValueId> = data.operand_values().collect();
        let (name, Some(rank)) = (data.name.as_str(), self.module.ty(values[0]).shape().map(<[_]>::len)) else {
            return Ok(None);
        };
        let (steps, rest) = match (name, &values[1 + rank..]) {
            ("vector.gather", [indices, rest @ ..]) => (self.distances(*indices)?.map(LaneStep::Indices), rest),
            ("vector.maskedload", rest) if shape.is_flat() => (Some(LaneStep::Even), rest),
            ("vector.expandload", rest) if shape.is_flat() => (Some(LaneStep::Packed), rest),
            _ => return Ok(None),
        };
        let (Some(steps), [mask, pass], true) = (steps, rest, rank > 0) else {
            return Ok(None);
        };
        let (Some(mask), Some(pass)) = (self.lane_terms(*mask)?, self.lane_terms(*pass)?) else {
            return Ok(None);
        };
        let all = mask.iter().all(|one| self.is_known(*one) == Some(true));
        if all && !matches!(steps, LaneStep::Indices(_)) {
            return self.whole_load(&values[..=rank], shape).map(Some);
        }
        let guarded = Guarded {
            base: values[0],
            start: self.all(&values[1..=rank])?,
            mask,
            lanes: pass,
        };
        self.read_lanes(&guarded, &steps, shape).map(Some)
    }

    fn read_lanes(&mut self, guarded: &Guarded, steps: &LaneStep, shape: &LanesOf) -> Built<Vec<TermId>> {
        let elem = self.module.ty(guarded.base).elem().to_string();
        let array = self.value(guarded.base)?;
        let is_buffer = self.module.ty(guarded.base).is_memref();
        let mut place = guarded.start.clone();
        let mut items = Vec::new();
        for (at, (condition, pass)) in guarded.mask.iter().zip(&guarded.lanes).enumerate() {
            let index = self.lane_place(&place, guarded, steps, at)?;
            let item = match self.is_known(*condition) {
                Some(false) => *pass,
                known => {
                    let read = |this: &mut Self| this.read_element(array, is_buffer, index, &elem);
                    let value = match known {
                        Some(_) => read(self),
                        None => self.where_holds(*condition, true, read),
                    };
                    self.terms.know(value, shape.lane_type());
                    self.terms.select(*condition, value, *pass)
                }
            };
            items.push(item);
            self.step(&mut place, steps, *condition)?;
        }
        Ok(items)
    }

    /// `vector.maskedstore` by lanes: one store after the other.
    pub fn guarded_write(&mut self, op: OpId) -> Built<bool> {
        let values: Vec<ValueId> = self.module.op(op).operand_values().collect();
        let ([base, .., mask, stored], Some(rank)) = (&values[..], self.module.ty(values[0]).shape().map(<[_]>::len))
        else {
            return Ok(false);
        };
        let is_flat = LanesOf::of(self.module.ty(*stored)).is_some_and(|shape| shape.is_flat());
        let (Some(conditions), Some(lanes), true) =
            (self.lane_terms(*mask)?, self.lane_terms(*stored)?, is_flat && rank > 0)
        else {
            return Ok(false);
        };
        if conditions.iter().all(|one| self.is_known(*one) == Some(true)) {
            return Ok(false);
        }
        let array = self.value(*base)?;
        let guarded = Guarded {
            base: *base,
            start: self.all(&values[1..=rank])?,
            mask: conditions,
            lanes,
        };
        for at in 0..guarded.mask.len() {
            let index = self.lane_place(&guarded.start, &guarded, &LaneStep::Even, at)?;
            self.write_lane(array, index, guarded.mask[at], guarded.lanes[at]);
        }
        Ok(true)
    }

    fn write_lane(&mut self, array: TermId, index: Vec<TermId>, condition: TermId, value: TermId) {
        let before = self.memory;
        let write = |this: &mut Self| {
            let label = TermLabel::new("memref.store", "::");
            let place = this.element_of(array, index, &label);
            let args = [&[value], &place[..], &[before]].concat();
            this.must_be_defined(&label, &args);
            let term = this.terms.op(label, args);
            this.terms.result(term, MEMORY)
        };
        self.memory = match self.is_known(condition) {
            Some(false) => before,
            Some(true) => write(self),
            None => {
                let after = self.where_holds(condition, true, write);
                self.terms.select(condition, after, before)
            }
        };
    }

    /// An element of an array, which must be there.
    fn read_element(&mut self, array: TermId, is_buffer: bool, index: Vec<TermId>, elem: &str) -> TermId {
        let rest = format!(":{elem}:");
        let (label, args) = match is_buffer {
            true => {
                let label = TermLabel::new("memref.load", rest);
                let place = self.element_of(array, index, &label);
                (label, [&place[..], &[self.memory]].concat())
            }
            false => (TermLabel::new("tensor.extract", rest), [&[array], &index[..]].concat()),
        };
        self.must_be_defined(&label, &args);
        self.terms.op(label, args)
    }

    /// The element below all views; through a view it is within that too.
    fn element_of(&mut self, array: TermId, index: Vec<TermId>, label: &TermLabel) -> Vec<TermId> {
        let given = [&[array], &index[..], &[self.memory]].concat();
        let place = self.element_below(array, index, 0);
        if place.first() != Some(&array) {
            let stores = &*label.name == "memref.store";
            let given = if stores { [&[array], &given[..]].concat() } else { given };
            self.must_be_defined(label, &given);
        }
        place
    }

    /// The vector that a load gives whose mask leaves nothing out.
    fn whole_load(&mut self, operands: &[ValueId], shape: &LanesOf) -> Built<Vec<TermId>> {
        let args = self.all(operands)?;
        let label = TermLabel::new("vector.load", format!(":{}:", shape.ty()));
        let place = self.element_below(args[0], args[1..].to_vec(), 1);
        if place.first() != Some(&args[0]) {
            let given = [&args[..], &[self.memory]].concat();
            self.must_be_defined(&label, &given);
        }
        let args = [&place[..], &[self.memory]].concat();
        self.must_be_defined(&label, &args);
        let whole = self.terms.op(label, args);
        Ok(self.terms.lanes(whole, shape))
    }

    fn lane_place(&mut self, place: &[TermId], guarded: &Guarded, steps: &LaneStep, at: usize) -> Built<Vec<TermId>> {
        let mut index = match steps {
            LaneStep::Packed => place.to_vec(),
            _ => guarded.start.clone(),
        };
        let by = match steps {
            LaneStep::Packed => return Ok(index),
            LaneStep::Even => self.terms.integer(INDEX, at as i128),
            LaneStep::Indices(all) => *all.get(at).ok_or(NoTerms)?,
        };
        let last = index.last_mut().ok_or(NoTerms)?;
        *last = self.terms.add(INDEX, *last, by);
        Ok(index)
    }

    fn step(&mut self, place: &mut [TermId], steps: &LaneStep, condition: TermId) -> Built<()> {
        if matches!(steps, LaneStep::Packed) {
            let last = place.last_mut().ok_or(NoTerms)?;
            let one = self.terms.integer(INDEX, 1);
            let next = self.terms.add(INDEX, *last, one);
            *last = self.terms.select(condition, next, *last);
        }
        Ok(())
    }

    /// The lanes of a vector of integers, as indices.
    fn distances(&mut self, indices: ValueId) -> Built<Option<Vec<TermId>>> {
        let elem = self.module.ty(indices).elem().clone();
        let Some(lanes) = self.lane_terms(indices)? else {
            return Ok(None);
        };
        if elem == Type::Index {
            return Ok(Some(lanes));
        }
        let cast = |lane: TermId| match self.terms.as_integer(lane) {
            Some(value) => self.terms.integer(INDEX, value),
            None => self
                .terms
                .op(TermLabel::new("arith.index_cast", format!("{elem}>index")), vec![lane]),
        };
        Ok(Some(lanes.into_iter().map(cast).collect()))
    }
}
