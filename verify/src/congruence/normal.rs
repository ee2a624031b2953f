//! Normal forms of terms. Every rule holds bit for bit, for all operands for which the operation is defined.
//!
//! Integers of fixed width, and `index` with 64 bits, form a ring: sums, differences and products are polynomials with
//! coefficients modulo 2^width. What is undefined for some operands stays an operation; whether it runs is a matter of
//! obligations, not of its value.

use super::build::MEMORY;
use super::terms::{TermId, TermLabel, TermShape, Terms};

/// The width of an `index`, which is computed with 64 bits but is no `i64`.
pub const INDEX: u32 = 0;

/// Operations whose two operands may change places.
const COMMUTATIVE: [&str; 18] = [
    "arith.andi",
    "arith.ori",
    "arith.xori",
    "arith.maxsi",
    "arith.minsi",
    "arith.maxui",
    "arith.minui",
    "arith.addf",
    "arith.mulf",
    "arith.maximumf",
    "arith.minimumf",
    "index.and",
    "index.or",
    "index.xor",
    "index.maxs",
    "index.mins",
    "cmpi:eq",
    "cmpi:ne",
];

/// Whether the operands of an operation may change places.
pub fn commutes(name: &str) -> bool {
    COMMUTATIVE.contains(&name) || matches!(name, "arith.addi" | "arith.muli" | "index.add" | "index.mul")
}

/// Of those, the ones for which `x op x` is `x`.
const IDEMPOTENT: [&str; 12] = [
    "arith.andi",
    "arith.ori",
    "arith.maxsi",
    "arith.minsi",
    "arith.maxui",
    "arith.minui",
    "arith.maximumf",
    "arith.minimumf",
    "index.and",
    "index.or",
    "index.maxs",
    "index.mins",
];

/// A number in the signed range of a width of at most 64 bits.
pub fn wrap(value: i128, width: u32) -> i128 {
    let shift = 128 - bits_of(width);
    (value << shift) >> shift
}

/// The number with the same bits that is not negative.
pub fn unsigned(value: i128, width: u32) -> i128 {
    value & ((1i128 << bits_of(width)) - 1)
}

pub fn bits_of(width: u32) -> u32 {
    if width == INDEX { 64 } else { width }
}

/// What a sum without an order combines at the most.
const COMBINED_MAX: usize = 1024;

impl Terms {
    pub fn integer(&mut self, width: u32, value: i128) -> TermId {
        let value = wrap(value, width);
        self.intern(TermShape::Integer { width, value })
    }

    pub fn as_integer(&self, term: TermId) -> Option<i128> {
        match self.node(term) {
            TermShape::Integer { value, .. } => Some(*value),
            _ => None,
        }
    }

    /// A term as a sum of products of `width` bits.
    pub fn products(&self, term: TermId) -> Vec<(i128, Vec<TermId>)> {
        match self.node(term) {
            TermShape::Integer { value: 0, .. } => Vec::new(),
            TermShape::Integer { value, .. } => vec![(*value, Vec::new())],
            TermShape::Sum { parts, .. } => parts.clone(),
            _ => vec![(1, vec![term])],
        }
    }

    /// Sum of products, whose factors may be sums themselves.
    pub fn sum(&mut self, width: u32, parts: Vec<(i128, Vec<TermId>)>) -> TermId {
        let mut all: Vec<(i128, Vec<TermId>)> = Vec::new();
        for (by, factors) in parts {
            let mut product = vec![(by, Vec::new())];
            for factor in factors {
                let factor = match self.products(factor) {
                    // Products of long sums are not expanded.
                    parts if parts.len() * product.len() > 64 => vec![(1, vec![factor])],
                    parts => parts,
                };
                product = product
                    .iter()
                    .flat_map(|(x, left)| {
                        factor.iter().map(move |(y, right)| {
                            let factors: Vec<TermId> = left.iter().chain(right).copied().collect();
                            (wrap(x.wrapping_mul(*y), width), factors)
                        })
                    })
                    .collect();
            }
            all.extend(product);
        }
        all.iter_mut().for_each(|(_, factors)| factors.sort());
        all.sort_by(|x, y| x.1.cmp(&y.1));
        let mut merged: Vec<(i128, Vec<TermId>)> = Vec::new();
        for (by, factors) in all {
            match merged.last_mut() {
                Some((sum, same)) if *same == factors => *sum = wrap(sum.wrapping_add(by), width),
                _ => merged.push((wrap(by, width), factors)),
            }
        }
        merged.retain(|(by, _)| *by != 0);
        match &merged[..] {
            [] => self.integer(width, 0),
            [(value, factors)] if factors.is_empty() => self.integer(width, *value),
            [(1, factors)] if factors.len() == 1 => factors[0],
            _ => self.intern(TermShape::Sum { width, parts: merged }),
        }
    }

    pub fn add(&mut self, width: u32, x: TermId, y: TermId) -> TermId {
        self.sum(width, vec![(1, vec![x]), (1, vec![y])])
    }

    pub fn subtract(&mut self, width: u32, x: TermId, y: TermId) -> TermId {
        self.sum(width, vec![(1, vec![x]), (-1, vec![y])])
    }

    pub fn multiply(&mut self, width: u32, x: TermId, y: TermId) -> TermId {
        self.sum(width, vec![(1, vec![x, y])])
    }

    /// One of two values.
    pub fn select(&mut self, condition: TermId, yes: TermId, no: TermId) -> TermId {
        self.op(TermLabel::new("arith.select", ""), vec![condition, yes, no])
    }

    /// The opposite of a condition, if it is known as one.
    pub fn negated(&self, condition: TermId) -> Option<TermId> {
        // `xori %c, true`
        match self.node(condition) {
            TermShape::Op(label, args) if &*label.name == "arith.xori" => match args[..] {
                [x, y] if self.is_true(x) => Some(y),
                [x, y] if self.is_true(y) => Some(x),
                _ => None,
            },
            _ => None,
        }
    }

    fn is_true(&self, term: TermId) -> bool {
        *self.node(term) == TermShape::Integer { width: 1, value: -1 }
    }

    /// An operation on terms, in normal form.
    pub fn op(&mut self, label: TermLabel, mut args: Vec<TermId>) -> TermId {
        match self.read_back(&label, &args) {
            Some((_, Some(stored))) if !label.name.starts_with("defined") => return stored,
            Some((earlier, _)) => args = earlier,
            None => {}
        }
        let name = &*label.name;
        if COMMUTATIVE.contains(&name) && args.len() == 2 {
            args.sort();
            if args[0] == args[1] && IDEMPOTENT.contains(&name) {
                return args[0];
            }
        }
        let simpler = match (name, &args[..]) {
            ("arith.select", &[condition, yes, no]) => self.selected(condition, yes, no),
            ("arith.addf" | "arith.mulf", &[x, y]) if self.is_free => self.combined(&label, x, y),
            ("arith.addf" | "arith.mulf", &[x, y]) => {
                let same = |part| matches!(self.node(part), TermShape::Op(inner, _) if inner.name == label.name);
                self.could_move |= same(x) || same(y);
                None
            }
            ("lane", &[vector]) => self.lane_of(&label, vector),
            ("vector", items) => self.whole(&label, items),
            ("arith.andi" | "arith.ori" | "arith.xori", &[x, y]) => self.with_constant(name, x, y),
            ("arith.index_cast" | "arith.index_castui", &[value]) => self.uncast(&label, value),
            ("arith.trunci", &[value]) => self.cut_off(&label, value),
            ("tensor.cast" | "memref.cast", &[value]) => self.uncast(&label, value),
            _ if name.starts_with("cmpi:") => self.compared(&name[5..], &args),
            _ => None,
        };
        match simpler {
            Some(term) => term,
            None => self.intern(TermShape::Op(label, args)),
        }
    }

    /// Result `at` of an operation.
    pub fn result(&mut self, op: TermId, at: usize) -> TermId {
        if at == MEMORY
            && let Some(memory) = self.stored(op)
        {
            return memory;
        }
        self.intern(TermShape::Result(op, at))
    }

    /// All that a sum or a product of floats combines, if its order is left open.
    fn combined(&mut self, label: &TermLabel, x: TermId, y: TermId) -> Option<TermId> {
        let whole = TermLabel::new(&format!("all of {}", label.name), &*label.rest);
        let mut all = Vec::new();
        for part in [x, y] {
            match self.node(part) {
                TermShape::Op(inner, items) if *inner == whole => all.extend(items),
                _ => all.push(part),
            }
        }
        if all.len() > COMBINED_MAX {
            return None;
        }
        self.has_moved |= all.len() > 2;
        all.sort();
        Some(self.intern(TermShape::Op(whole, all)))
    }

    fn selected(&mut self, condition: TermId, yes: TermId, no: TermId) -> Option<TermId> {
        match self.as_integer(condition) {
            Some(0) => return Some(no),
            Some(_) => return Some(yes),
            None => {}
        }
        if yes == no {
            return Some(yes);
        }
        if let Some(opposite) = self.negated(condition) {
            return Some(self.select(opposite, no, yes));
        }
        if let Some(lanes) = self.chosen_lanes(condition, yes, no) {
            return Some(lanes);
        }
        // Two vectors that are written out are chosen from lane by lane.
        match (self.node(yes), self.node(no)) {
            (TermShape::Op(label, yes), TermShape::Op(other, no)) if &*label.name == "vector" && label == other => {
                let (label, yes, no) = (label.clone(), yes.clone(), no.clone());
                let items = yes.into_iter().zip(no).map(|(yes, no)| self.select(condition, yes, no));
                let items = items.collect();
                Some(self.op(label, items))
            }
            _ => None,
        }
    }

    /// One of two vectors, lane by lane, where one of them has a lane of the other: it is that one with others put in.
    fn chosen_lanes(&mut self, condition: TermId, yes: TermId, no: TermId) -> Option<TermId> {
        let put_into = |written: TermId, other: TermId| match self.node(written) {
            TermShape::Op(label, items) if &*label.name == "vector" => {
                let is_lane = |item: &TermId| matches!(self.node(*item), TermShape::Op(lane, from) if &*lane.name == "lane" && from[..] == [other]);
                items.iter().any(is_lane).then(|| (label.clone(), items.len()))
            }
            _ => None,
        };
        let (label, count) = put_into(yes, no).or_else(|| put_into(no, yes))?;
        let lane = |this: &mut Self, vector: TermId, at: usize| match this.node(vector) {
            TermShape::Op(own, items) if *own == label => items[at],
            _ => this.op(TermLabel::new("lane", format!("{at} of {}", label.rest)), vec![vector]),
        };
        let mut items = Vec::new();
        for at in 0..count {
            let (yes, no) = (lane(self, yes, at), lane(self, no, at));
            items.push(self.select(condition, yes, no));
        }
        // A vector of choices alike is one choice.
        let is_choice = |item: &TermId| matches!(self.node(*item), TermShape::Op(own, args) if &*own.name == "arith.select" && args[0] == condition);
        if items.iter().all(is_choice) {
            return None;
        }
        Some(self.op(label, items))
    }

    /// A bit pattern combined with one that is all zeros or all ones.
    fn with_constant(&mut self, name: &str, x: TermId, y: TermId) -> Option<TermId> {
        let (constant, other, number) = match (self.as_integer(x), self.as_integer(y)) {
            (Some(number), _) => (x, y, number),
            (_, Some(number)) => (y, x, number),
            _ => return None,
        };
        match (name, number) {
            ("arith.andi", 0) | ("arith.ori", -1) => Some(constant),
            ("arith.andi", -1) | ("arith.ori" | "arith.xori", 0) => Some(other),
            _ => None,
        }
    }

    /// A cast there and back: the label of a cast begins with the types it is between, `from>to`.
    fn uncast(&mut self, label: &TermLabel, value: TermId) -> Option<TermId> {
        let (from, to) = label.rest.split_once('>')?;
        if from == to {
            return Some(value);
        }
        let TermShape::Op(inner, args) = self.node(value) else {
            return None;
        };
        if inner.name != label.name {
            return None;
        }
        let (first, middle) = inner.rest.split_once('>')?;
        // A cast of integers loses bits, unless what is between is as wide; a cast of shapes loses nothing.
        let keeps = match &*label.name {
            "arith.index_cast" | "arith.index_castui" => bits(middle)? >= bits(first)?,
            _ => true,
        };
        (first == to && middle == from && keeps).then_some(args[0])
    }

    /// An index as an integer, of which only the low bits are kept.
    fn cut_off(&mut self, label: &TermLabel, value: TermId) -> Option<TermId> {
        let (from, to) = label.rest.split_once('>')?;
        let TermShape::Op(inner, args) = self.node(value) else {
            return None;
        };
        let is_cast = matches!(&*inner.name, "arith.index_cast" | "arith.index_castui");
        if !is_cast || *inner.rest != format!("index>{from}") || bits(from)? > 64 {
            return None;
        }
        let (name, index) = (inner.name.clone(), args[0]);
        let narrow = TermLabel::new(&name, format!("index>{to}"));
        Some(self.op(narrow, vec![index]))
    }

    /// A comparison of integers whose answer is known.
    fn compared(&mut self, predicate: &str, args: &[TermId]) -> Option<TermId> {
        let &[x, y] = args else { return None };
        if x == y {
            let holds = matches!(predicate, "eq" | "sle" | "ule");
            return Some(self.integer(1, -i128::from(holds)));
        }
        let (TermShape::Integer { width, value: x }, TermShape::Integer { value: y, .. }) =
            (self.node(x), self.node(y))
        else {
            return None;
        };
        let (x, y, width) = (*x, *y, *width);
        let unsigned = |value: i128| unsigned(value, width);
        let holds = match predicate {
            "eq" => x == y,
            "ne" => x != y,
            "slt" => x < y,
            "sle" => x <= y,
            "ult" => unsigned(x) < unsigned(y),
            "ule" => unsigned(x) <= unsigned(y),
            _ => return None,
        };
        Some(self.integer(1, -i128::from(holds)))
    }

    /// A comparison of integers by the number of its predicate in the `arith` dialect: `>` is `<` the other way round.
    pub fn compare(&mut self, predicate: i64, x: TermId, y: TermId) -> Option<TermId> {
        let names = ["eq", "ne", "slt", "sle", "slt", "sle", "ult", "ule", "ult", "ule"];
        let at = usize::try_from(predicate).ok()?;
        let name = names.get(at)?;
        let args = if matches!(at, 4 | 5 | 8 | 9) {
            vec![y, x]
        } else {
            vec![x, y]
        };
        Some(self.op(TermLabel::new(&format!("cmpi:{name}"), ""), args))
    }
}

/// The bits of `index` or `i32`.
fn bits(ty: &str) -> Option<u32> {
    match ty {
        "index" => Some(64),
        _ => ty.strip_prefix('i')?.parse().ok(),
    }
}
