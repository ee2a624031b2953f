//! Integers of fixed width: what wraps, and where the model needs that nothing does.
//!
//! The model computes with integers. Those of a narrow type wrap at its width, exactly. An `index` has 64 bits; to wrap
//! it everywhere would cost every set its shape, so the model takes the integer, and notes an assumption where that can
//! change an answer: where a sum or a product may leave 64 bits and is then compared, divided or counts a loop, or
//! wraps around into an array. Sums and products themselves agree modulo 2^64, and affine maps do not overflow (their
//! lowering says `nsw`).

use super::facts::Facts;
use super::{Extractor, Fallible, LoopFrame};
use polyvet_ir::{Attr, OpId, Type, ValueId};
use polyvet_poly::{PwAff, Set, Val};

/// The width of an integer type, if it is modelled: an `index` has 64 bits.
pub(super) fn width(ty: &Type) -> Option<u32> {
    match ty {
        Type::Index => Some(64),
        Type::Integer { width, .. } if (1..=64).contains(width) => Some(*width),
        _ => None,
    }
}

impl Extractor<'_> {
    fn power(&self, frame: &LoopFrame, exponent: u32) -> Fallible<PwAff> {
        let power = Val::from_i64(&self.ctx, exponent.into())?.exp2()?;
        Ok(self.number(frame, 1)?.scale_val(power)?)
    }

    /// The iterations of `frame`, for parameters that matter, in which `value` is not in `low .. high`.
    fn outside(&self, value: &PwAff, low: PwAff, high: PwAff, frame: &LoopFrame) -> Fallible<Set> {
        let outside = value.clone().lt_set(low)?.union(value.clone().ge_set(high)?)?;
        let outside = frame.domain.clone().intersect(outside)?;
        Ok(outside.intersect_params(self.known()?)?)
    }

    /// `value` as the signed number that its low `bits` bits are.
    pub(super) fn wrapped(&self, value: PwAff, bits: u32, frame: &LoopFrame) -> Fallible<PwAff> {
        let half = self.power(frame, bits - 1)?;
        if self
            .outside(&value, half.clone().neg()?, half.clone(), frame)?
            .is_empty()?
        {
            return Ok(value);
        }
        let all = Val::from_i64(&self.ctx, bits.into())?.exp2()?;
        Ok(value.add(half.clone())?.mod_val(all)?.sub(half)?)
    }

    /// A signed number of `bits` bits read without its sign.
    pub(super) fn unsigned(&self, value: PwAff, bits: u32, frame: &LoopFrame) -> Fallible<PwAff> {
        let zero = self.number(frame, 0)?;
        let negative = value.clone().lt_set(zero)?;
        let reached = frame.domain.clone().intersect(negative.clone())?;
        if reached.intersect_params(self.known()?)?.is_empty()? {
            return Ok(value);
        }
        let large = value
            .clone()
            .add(self.power(frame, bits)?)?
            .intersect_domain(negative.clone())?;
        Ok(large.union_add(value.intersect_domain(negative.complement()?)?)?)
    }

    /// The result of an operation that may overflow: exact for narrow types, with an assumption for `index`.
    pub(super) fn computed(&mut self, op: OpId, value: PwAff, frame: &LoopFrame) -> Fallible<PwAff> {
        let result = self.module.op(op).results[0];
        match self.module.ty(result) {
            // Constants wrap, whatever an assumption says.
            Type::Index if value.is_cst()? => return self.wrapped(value, 64, frame),
            Type::Index => self.note_overflow(op, &value, frame)?,
            ty => {
                if let Some(bits) = width(ty) {
                    return self.wrapped(value, bits, frame);
                }
            }
        }
        Ok(value)
    }

    /// Notes that a proof assumes no overflow, if one can change an answer.
    fn note_overflow(&mut self, op: OpId, value: &PwAff, frame: &LoopFrame) -> Fallible<()> {
        if self.draft.overflows || self.promises_no_overflow(op) {
            return Ok(());
        }
        let limits = match self.facts.greatest_use(self.module.op(op).results[0], 0) {
            IndexUse::Value => return Ok(()),
            IndexUse::Number => [(63, true), (63, false)],
            IndexUse::Subscript => [(64, true), (64, false)],
        };
        let [low, high] = limits.map(|(exponent, negative)| -> Fallible<PwAff> {
            let power = self.power(frame, exponent)?;
            Ok(if negative { power.neg()? } else { power })
        });
        let mut low = low?;
        if limits[0].0 == 64 {
            // What wraps to less than the extent of any buffer.
            low = low.add(self.power(frame, EXTENT_BITS)?)?;
        }
        let outside = self
            .outside(value, low, high?, frame)?
            .intersect_params(self.ranges()?)?;
        self.draft.overflows = !outside.is_empty()?;
        Ok(())
    }

    /// Notes that a proof assumes that a product of sizes, to which a loop counts, does not overflow. The extents of one
    /// buffer have a product that fits.
    pub(super) fn note_product(&mut self, bound: ValueId) {
        let mut extents = std::collections::BTreeSet::new();
        let mut pending = vec![bound];
        while let Some(value) = pending.pop() {
            let Some(op) = self.module.defining_op(value) else {
                self.draft.overflows = true;
                return;
            };
            let data = self.module.op(op);
            match data.name.as_str() {
                "arith.muli" if self.promises_no_overflow(op) => {}
                "arith.muli" => pending.extend(data.operand_values()),
                "memref.dim" | "tensor.dim" => {
                    let known = self.facts.constant(data.operand(1)).map(|dim| (data.operand(0), dim));
                    self.draft.overflows |= !known.is_some_and(|known| extents.insert(known));
                }
                "affine.apply" if value == bound => {}
                _ => self.draft.overflows = true,
            }
        }
        let mut buffers = extents.iter().map(|(buffer, _)| *buffer);
        let first = buffers.next();
        self.draft.overflows |= buffers.any(|other| Some(other) != first);
    }

    /// Whether an operation of the first program is undefined where it overflows. That of the second must be defined
    /// where the first one is, so its promise counts for nothing.
    fn promises_no_overflow(&self, op: OpId) -> bool {
        let flags = self.module.op(op).attr("overflowFlags");
        !self.request.is_second && matches!(flags, Some(Attr::Opaque(text)) if text.contains("nsw"))
    }

    /// What parameters can be: an index has 64 bits, and no buffer has 2^60 elements in a row.
    pub(super) fn ranges(&self) -> Fallible<Set> {
        let mut text = Vec::new();
        for param in &self.numbers.params {
            let name = &param.name;
            text.push(match param.origin {
                crate::ParamOrigin::Extent { .. } => format!("{name} <= {}", 1i64 << EXTENT_BITS),
                _ => format!("{} <= {name} <= {}", i64::MIN, i64::MAX),
            });
        }
        let names: Vec<&str> = self.numbers.params.iter().map(|param| &param.name[..]).collect();
        let text = format!("[{}] -> {{ : {} }}", names.join(", "), text.join(" and "));
        Ok(Set::parse(&self.ctx, &text)?)
    }
}

impl Facts<'_> {
    /// What the result of an operation on indices is used for at the most.
    fn greatest_use(&self, value: ValueId, depth: usize) -> IndexUse {
        const DEPTH: usize = 16;
        let mut greatest = IndexUse::Value;
        for user in self.users.get(&value).into_iter().flatten() {
            let data = self.module.op(*user);
            let one = match data.name.as_str() {
                _ if depth > DEPTH => IndexUse::Number,
                // They are asked of themselves.
                "arith.addi" | "arith.subi" | "arith.muli" | "index.add" | "index.sub" | "index.mul" => {
                    self.greatest_use(data.results[0], depth + 1)
                }
                "arith.index_cast" | "arith.index_castui" | "index.casts" | "index.castu" => IndexUse::Value,
                "memref.store" if data.operand_values().skip(1).all(|other| other != value) => IndexUse::Value,
                "memref.load" | "memref.store" => IndexUse::Subscript,
                _ => IndexUse::Number,
            };
            greatest = greatest.max(one);
        }
        greatest
    }
}

/// No buffer has more than two to the power of this elements in a row.
const EXTENT_BITS: u32 = 60;

/// What an index is used for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum IndexUse {
    /// As a value, of which the low bits count.
    Value,
    /// To address a buffer.
    Subscript,
    /// To be compared, divided or counted to.
    Number,
}
