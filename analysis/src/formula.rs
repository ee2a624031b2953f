//! Integers that a function computes from its arguments alone, in a normal form.
//!
//! A formula is a polynomial modulo a power of two, as integers of fixed width are; its unknowns are arguments,
//! extents, and what operations that are no polynomials make of formulas. Formulas that are equal have equal values, in
//! every run, whether something overflows or not. So two programs that compute `n * m`, however they write it, have
//! one parameter for it ([`crate::Param::formula`]), and a run tells its value.

use std::collections::BTreeMap;

/// What a polynomial is made of. Its value is a signed number.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FormulaAtom {
    /// An integer argument: its number, and how many bits it has.
    Argument(usize, u32),
    /// An extent of an argument: the number of the argument, and the dimension.
    Extent(usize, usize),
    /// What an operation makes of numbers.
    Made(FormulaFunction, Vec<ModularFormula>),
}

/// Operations that are no polynomials. Those on two numbers take both, and give one, of the same width.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FormulaFunction {
    /// The quotient, rounded down.
    FloorDiv,
    /// The quotient, rounded up.
    CeilDiv,
    /// The quotient, rounded towards zero.
    Div,
    /// The quotient of numbers without a sign.
    DivUnsigned,
    /// The least of all.
    Min,
    /// The greatest of all.
    Max,
    /// The number, in more bits.
    Extend,
    /// The number read without its sign, in more bits.
    ExtendUnsigned,
}

/// A polynomial modulo two to the power of its width.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ModularFormula {
    /// How many bits its value has.
    pub bits: u32,
    /// The factors of each product, sorted, and its coefficient: signed, and not zero.
    pub terms: BTreeMap<Vec<FormulaAtom>, i64>,
}

/// Formulas of more terms, or terms of more factors, are not followed.
const TERMS_MAX: usize = 24;
const FACTORS_MAX: usize = 6;
/// How deep operations may be nested that are no polynomials, and how many unknowns they may be made of, repeats counted.
const DEPTH_MAX: usize = 8;
const SIZE_MAX: usize = 512;

/// The low `bits` bits as a signed number.
fn signed(value: i128, bits: u32) -> i64 {
    let unused = 128 - bits.clamp(1, 64);
    (value << unused >> unused) as i64
}

/// The low `bits` bits as a number without a sign.
fn unsigned(value: i64, bits: u32) -> i128 {
    i128::from(value) & ((1_i128 << bits.clamp(1, 64)) - 1)
}

impl FormulaAtom {
    fn bits(&self) -> u32 {
        match self {
            FormulaAtom::Argument(_, bits) => *bits,
            FormulaAtom::Extent(..) => 64,
            FormulaAtom::Made(FormulaFunction::Extend, of) => of.first().map_or(64, |one| one.bits),
            // One more for the sign.
            FormulaAtom::Made(FormulaFunction::ExtendUnsigned, of) => of.first().map_or(64, |one| one.bits + 1),
            FormulaAtom::Made(_, of) => of.first().map_or(64, |one| one.bits),
        }
    }

    fn depth(&self) -> usize {
        match self {
            FormulaAtom::Made(_, of) => 1 + of.iter().map(ModularFormula::depth).max().unwrap_or(0),
            _ => 0,
        }
    }

    fn size(&self) -> usize {
        match self {
            FormulaAtom::Made(_, of) => 1 + of.iter().map(ModularFormula::size).sum::<usize>(),
            _ => 1,
        }
    }

    /// The value, where arguments and extents have these; `None` where it has none.
    fn value(&self, leaf: &dyn Fn(&FormulaAtom) -> Option<i64>) -> Option<i64> {
        let FormulaAtom::Made(function, of) = self else {
            return leaf(self).map(|value| signed(value.into(), self.bits()));
        };
        let bits = of.first()?.bits;
        let values = of.iter().map(|one| one.value(leaf)).collect::<Option<Vec<i64>>>()?;
        let two = || match values[..] {
            [x, y] if y != 0 => Some((i128::from(x), i128::from(y))),
            _ => None,
        };
        let value = match function {
            FormulaFunction::FloorDiv => {
                two().map(|(x, y)| x.div_euclid(y) - i128::from(y < 0 && x.rem_euclid(y) != 0))?
            }
            FormulaFunction::CeilDiv => two().map(|(x, y)| x / y + i128::from(x % y != 0 && (x < 0) == (y < 0)))?,
            FormulaFunction::Div => two().map(|(x, y)| x / y)?,
            FormulaFunction::DivUnsigned => {
                let (x, y) = two().map(|_| (unsigned(values[0], bits), unsigned(values[1], bits)))?;
                x / y
            }
            FormulaFunction::Min => values.iter().min().copied()?.into(),
            FormulaFunction::Max => values.iter().max().copied()?.into(),
            FormulaFunction::Extend => return values.first().copied(),
            FormulaFunction::ExtendUnsigned => return i64::try_from(unsigned(*values.first()?, bits)).ok(),
        };
        // The only quotient that leaves its type has no value.
        (i128::from(signed(value, bits)) == value || *function == FormulaFunction::DivUnsigned)
            .then(|| signed(value, bits))
    }

    fn show(&self, name: &dyn Fn(&FormulaAtom) -> String) -> String {
        let FormulaAtom::Made(function, of) = self else {
            return name(self);
        };
        let shown = |at: usize| of.get(at).map_or(String::new(), |one| one.show(name));
        let factor = |at: usize| of.get(at).map_or(String::new(), |one| one.show_factor(name));
        let between = |word: &str| format!("{} {word} {}", factor(0), factor(1));
        let all = |word: &str| {
            let all: Vec<String> = (0..of.len()).map(shown).collect();
            format!("{word}({})", all.join(", "))
        };
        match function {
            FormulaFunction::FloorDiv => between("floordiv"),
            FormulaFunction::CeilDiv => between("ceildiv"),
            FormulaFunction::Div => between("/"),
            FormulaFunction::DivUnsigned => all("divu"),
            FormulaFunction::Min => all("min"),
            FormulaFunction::Max => all("max"),
            FormulaFunction::Extend => shown(0),
            FormulaFunction::ExtendUnsigned => all("unsigned"),
        }
    }
}

impl ModularFormula {
    /// A number.
    pub fn constant(value: i64, bits: u32) -> ModularFormula {
        let value = signed(value.into(), bits);
        let terms = if value == 0 {
            BTreeMap::new()
        } else {
            BTreeMap::from([(Vec::new(), value)])
        };
        ModularFormula { bits, terms }
    }

    /// An unknown, in at least as many bits as it has.
    pub fn atom(atom: FormulaAtom, bits: u32) -> ModularFormula {
        ModularFormula::product(vec![atom], bits)
    }

    /// A product of unknowns.
    pub fn product(factors: Vec<FormulaAtom>, bits: u32) -> ModularFormula {
        let terms = BTreeMap::from([(factors, 1)]);
        ModularFormula { bits, terms }
    }

    /// What an operation makes of numbers of `bits` bits.
    pub fn made(function: FormulaFunction, mut of: Vec<ModularFormula>, bits: u32) -> Option<ModularFormula> {
        if matches!(function, FormulaFunction::Min | FormulaFunction::Max) {
            of.sort();
            of.dedup();
            if let [one] = &of[..] {
                return Some(one.clone());
            }
        }
        let atom = FormulaAtom::Made(function, of);
        (atom.depth() <= DEPTH_MAX && atom.size() <= SIZE_MAX).then(|| ModularFormula::atom(atom, bits))
    }

    /// The number that it is, if it is always the same.
    pub fn as_constant(&self) -> Option<i64> {
        match self.terms.iter().next() {
            None => Some(0),
            Some((factors, value)) if factors.is_empty() && self.terms.len() == 1 => Some(*value),
            Some(_) => None,
        }
    }

    /// The product of unknowns that it is, if it is one.
    pub fn as_product(&self) -> Option<&[FormulaAtom]> {
        match self.terms.iter().next() {
            Some((factors, 1)) if self.terms.len() == 1 && !factors.is_empty() => Some(factors),
            _ => None,
        }
    }

    /// Whether it surely is a product that does not overflow.
    pub fn fits(&self) -> bool {
        { self.as_product() }.is_some_and(|factors| factors.iter().map(FormulaAtom::bits).sum::<u32>() <= self.bits)
    }

    /// Whether it is a number, or one unknown: no arithmetic is left.
    pub fn is_short(&self) -> bool {
        self.as_constant().is_some() || self.as_product().is_some_and(|factors| factors.len() == 1)
    }

    fn size(&self) -> usize {
        self.terms.keys().flatten().map(FormulaAtom::size).sum()
    }

    fn depth(&self) -> usize {
        self.terms.keys().flatten().map(FormulaAtom::depth).max().unwrap_or(0)
    }

    fn with(mut self, factors: Vec<FormulaAtom>, coefficient: i128) -> ModularFormula {
        let sum = i128::from(self.terms.get(&factors).copied().unwrap_or(0)) + coefficient;
        match signed(sum, self.bits) {
            0 => self.terms.remove(&factors),
            sum => self.terms.insert(factors, sum),
        };
        self
    }

    /// The sum with `factor` times another one of the same width.
    pub fn plus(self, other: &ModularFormula, factor: i64) -> Option<ModularFormula> {
        let add = |sum: ModularFormula, (factors, coefficient): (&Vec<FormulaAtom>, &i64)| {
            sum.with(factors.clone(), i128::from(*coefficient) * i128::from(factor))
        };
        let sum = other.terms.iter().fold(self, add);
        (sum.terms.len() <= TERMS_MAX).then_some(sum)
    }

    /// The product with another one of the same width.
    pub fn times(&self, other: &ModularFormula) -> Option<ModularFormula> {
        let mut product = ModularFormula::constant(0, self.bits);
        for (some, x) in &self.terms {
            for (others, y) in &other.terms {
                let mut factors = [some.clone(), others.clone()].concat();
                factors.sort();
                if factors.len() > FACTORS_MAX || product.terms.len() > TERMS_MAX {
                    return None;
                }
                product = product.with(factors, i128::from(*x) * i128::from(*y));
            }
        }
        Some(product)
    }

    /// The low bits of it.
    pub fn cut(&self, bits: u32) -> ModularFormula {
        let zero = ModularFormula::constant(0, bits);
        { self.terms.iter() }.fold(zero, |sum, (factors, coefficient)| {
            sum.with(factors.clone(), (*coefficient).into())
        })
    }

    /// The same number in more bits.
    pub fn extended(&self, bits: u32, signed: bool) -> Option<ModularFormula> {
        let same = match self.as_product() {
            // Its value leaves nothing to be cut off.
            Some([atom]) => atom.bits() <= self.bits && (signed || matches!(atom, FormulaAtom::Extent(..))),
            _ => self.as_constant().is_some_and(|value| signed || value >= 0),
        };
        let function = if signed {
            FormulaFunction::Extend
        } else {
            FormulaFunction::ExtendUnsigned
        };
        match same {
            true => Some(self.cut(bits)),
            false => ModularFormula::made(function, vec![self.clone()], bits),
        }
    }

    /// The value where arguments and extents have these; `None` where it has none, after a division by zero.
    pub fn value(&self, leaf: &dyn Fn(&FormulaAtom) -> Option<i64>) -> Option<i64> {
        let mut sum: i128 = 0;
        for (factors, coefficient) in &self.terms {
            let mut product = i128::from(*coefficient);
            for factor in factors {
                product = i128::from(signed(product, 64)) * i128::from(factor.value(leaf)?);
            }
            sum += i128::from(signed(product, 64));
        }
        Some(signed(sum, self.bits))
    }

    /// Calls `visit` on all arguments and extents.
    pub fn each_leaf(&self, visit: &mut dyn FnMut(&FormulaAtom)) {
        for atom in self.terms.keys().flatten() {
            match atom {
                FormulaAtom::Made(_, of) => of.iter().for_each(|one| one.each_leaf(visit)),
                leaf => visit(leaf),
            }
        }
    }

    /// As people write it.
    pub fn show(&self, name: &dyn Fn(&FormulaAtom) -> String) -> String {
        let mut shown = String::new();
        // Numbers last.
        for (factors, coefficient) in self.terms.iter().rev() {
            let sign = match (shown.is_empty(), *coefficient < 0) {
                (true, true) => "-",
                (true, false) => "",
                (false, true) => " - ",
                (false, false) => " + ",
            };
            shown.push_str(sign);
            let lone = factors.len() == 1 && self.terms.len() == 1 && *coefficient == 1;
            let shown_factor = |atom: &FormulaAtom| match atom {
                FormulaAtom::Made(FormulaFunction::FloorDiv | FormulaFunction::CeilDiv | FormulaFunction::Div, _)
                    if !lone =>
                {
                    format!("({})", atom.show(name))
                }
                FormulaAtom::Made(FormulaFunction::Extend, of) if !lone => {
                    of.first().map_or(String::new(), |of| of.show_factor(name))
                }
                _ => atom.show(name),
            };
            let mut parts: Vec<String> = factors.iter().map(shown_factor).collect();
            let size = coefficient.unsigned_abs();
            if size != 1 || parts.is_empty() {
                parts.insert(0, size.to_string());
            }
            shown.push_str(&parts.join(" * "));
        }
        match shown.is_empty() {
            true => "0".to_owned(),
            false => shown,
        }
    }

    /// As people write it within a product.
    fn show_factor(&self, name: &dyn Fn(&FormulaAtom) -> String) -> String {
        let plain = match self.as_product() {
            Some([FormulaAtom::Made(function, _)]) => matches!(function, FormulaFunction::Min | FormulaFunction::Max),
            Some([_]) => true,
            _ => self.as_constant().is_some_and(|value| value >= 0),
        };
        match plain {
            true => self.show(name),
            false => format!("({})", self.show(name)),
        }
    }
}
