//! What operations compute, as SMT-LIB 2 says it: integers as bit vectors, floats as floating-point numbers.
//!
//! A float is equal to another if both are the same number, zeros by their signs, or both are NaNs: which NaN an operation
//! gives is not fixed. An operation that the theories do not have is a function that nobody knows, and a claim that needs one
//! is *abstract*: where a solver finds values for it, these may be values of a function that there is not.

use super::formula::symbol;
use polyvet_ir::{Attr, Attrs, Flags, FloatKind, Type};
use std::collections::BTreeSet;

/// Numbers of one type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sort {
    Bits(u32),
    Float(FloatKind),
}

/// A value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ClaimWord {
    pub text: String,
    pub sort: Sort,
}

/// The words of one claim.
#[derive(Debug)]
pub(super) struct ClaimWords {
    /// Bits of an `index`: 64 or 32.
    pub index: u32,
    pub uses_index: bool,
    /// It has functions that nobody knows.
    pub is_abstract: bool,
    pub declarations: BTreeSet<String>,
    /// The bits of floats, each a variable of its own.
    pub bits: Vec<(ClaimWord, ClaimWord)>,
}

impl Sort {
    pub fn name(self) -> String {
        match self {
            Sort::Bits(width) => format!("(_ BitVec {width})"),
            Sort::Float(kind) => {
                let (exponent, significand) = shape(kind);
                format!("(_ FloatingPoint {exponent} {significand})")
            }
        }
    }

    fn width(self) -> u32 {
        match self {
            Sort::Bits(width) => width,
            Sort::Float(kind) => kind.bits(),
        }
    }

    /// `((_ to_fp 8 24) ..)`.
    pub fn to_float(self, rest: &str) -> String {
        match self {
            Sort::Float(kind) => {
                let (exponent, significand) = shape(kind);
                format!("((_ to_fp {exponent} {significand}) {rest})")
            }
            Sort::Bits(_) => rest.to_owned(),
        }
    }
}

fn shape(kind: FloatKind) -> (u32, u32) {
    (kind.exponent_bits(), kind.digits())
}

fn bit(condition: &str) -> String {
    format!("(ite {condition} #b1 #b0)")
}

/// Operands of a commutative operation in one order, so that equal terms are equal texts.
fn commuted(op: &str, x: &str, y: &str) -> String {
    let (x, y) = if x <= y { (x, y) } else { (y, x) };
    format!("({op} {x} {y})")
}

fn is_zero_above(x: &str, y: &str) -> String {
    format!("(and (fp.isZero {x}) (fp.isZero {y}) (fp.isNegative {x}) (fp.isPositive {y}))")
}

impl ClaimWords {
    pub fn new(index: u32) -> ClaimWords {
        ClaimWords {
            index,
            uses_index: false,
            is_abstract: false,
            declarations: BTreeSet::new(),
            bits: Vec::new(),
        }
    }

    /// What is known of the variables.
    pub fn facts(&self) -> Vec<String> {
        let fact =
            |(float, bits): &(ClaimWord, ClaimWord)| format!("(= {} {})", float.text, float.sort.to_float(&bits.text));
        self.bits.iter().map(fact).collect()
    }

    /// Bits that make this number.
    fn bits_of(&mut self, float: &ClaimWord, sort: Sort) -> String {
        if let Some((_, bits)) = self.bits.iter().find(|(known, _)| known == float) {
            return bits.text.clone();
        }
        let bits = self.variable(&format!("bits {}", self.bits.len()), sort);
        self.bits.push((float.clone(), bits.clone()));
        bits.text
    }

    pub fn sort(&mut self, ty: &Type) -> Option<Sort> {
        Some(match ty {
            Type::Integer { width, .. } => Sort::Bits(*width),
            Type::Index => {
                self.uses_index = true;
                Sort::Bits(self.index)
            }
            // The theory of floats has the formats of IEEE 754.
            Type::Float(kind) if kind.is_ieee() => Sort::Float(*kind),
            _ => return None,
        })
    }

    /// A value that may be anything.
    pub fn variable(&mut self, name: &str, sort: Sort) -> ClaimWord {
        let text = symbol(name);
        self.declarations
            .insert(format!("(declare-const {text} {})", sort.name()));
        ClaimWord { text, sort }
    }

    pub fn constant(&mut self, value: &Attr, ty: &Type) -> Option<ClaimWord> {
        let sort = self.sort(ty)?;
        let bits = match value {
            Attr::Bool(value) => i128::from(*value),
            Attr::Int { value, .. } => *value,
            Attr::Float { bits, .. } => i128::from(*bits),
            _ => return None,
        };
        let width = sort.width();
        if width > 64 {
            return None;
        }
        let bits = bits & ((1i128 << width) - 1);
        let text = sort.to_float(&format!("(_ bv{bits} {width})"));
        Some(ClaimWord { text, sort })
    }

    /// What an operation computes; its flags count for nothing.
    pub fn operation(
        &mut self,
        name: &str,
        properties: &Attrs,
        operands: &[ClaimWord],
        ty: &Type,
    ) -> Option<ClaimWord> {
        let sort = self.sort(ty)?;
        let text = match operands {
            [x] if name == "arith.bitcast" && matches!((x.sort, sort), (Sort::Float(_), Sort::Bits(_))) => {
                Some(self.bits_of(x, sort))
            }
            [x] => unary(name, properties, x, sort),
            [x, y] => match x.sort {
                Sort::Bits(_) => integers(name, properties, &x.text, &y.text),
                Sort::Float(_) => floats(name, properties, &x.text, &y.text),
            },
            [c, x, y] if name == "arith.select" && c.sort == Sort::Bits(1) => {
                Some(format!("(ite (= {} #b1) {} {})", c.text, x.text, y.text))
            }
            _ => None,
        };
        let text = match text {
            Some(text) => text,
            None => self.unknown(name, properties, operands, sort),
        };
        Some(ClaimWord { text, sort })
    }

    /// A function that nobody knows: the same for the same operation with the same attributes.
    fn unknown(&mut self, name: &str, properties: &Attrs, operands: &[ClaimWord], sort: Sort) -> String {
        self.is_abstract = true;
        let mut function = name.to_owned();
        for (key, value) in properties.iter().filter(|(key, _)| !Flags::is_property(key)) {
            function.push_str(&format!(" {key}={value}"));
        }
        let sorts: Vec<String> = operands.iter().map(|one| one.sort.name()).collect();
        let function = symbol(&format!("{function} {} {}", sorts.join(" "), sort.name()).replace(['(', ')'], ""));
        let declaration = format!("(declare-fun {function} ({}) {})", sorts.join(" "), sort.name());
        self.declarations.insert(declaration);
        match operands.is_empty() {
            true => function,
            false => {
                let operands: Vec<&str> = operands.iter().map(|one| one.text.as_str()).collect();
                format!("({function} {})", operands.join(" "))
            }
        }
    }
}

/// Where an operation with flags is poison; `None` if that is not known here. Licences (to fuse, to take another order) change
/// nothing of one operation alone.
pub(super) fn poison(name: &str, flags: Flags, operands: &[ClaimWord], result: &ClaimWord) -> Option<String> {
    let name = name.strip_prefix("arith.")?;
    let licences = match name {
        "divf" => Flags::CONTRACT.or(Flags::REASSOC).or(Flags::AFN),
        _ => Flags::CONTRACT.or(Flags::ARCP).or(Flags::REASSOC).or(Flags::AFN),
    };
    let known = Flags::NSW.or(Flags::NUW).or(Flags::EXACT);
    let numbers = Flags::NNAN.or(Flags::NINF).or(Flags::NSZ);
    if !flags.within(licences.or(known).or(numbers)) {
        return None;
    }
    let mut wrong = vec!["false".to_owned()];
    let all = operands
        .iter()
        .chain([result])
        .filter(|one| matches!(one.sort, Sort::Float(_)));
    for one in all {
        for (flag, is) in [
            (Flags::NNAN, "fp.isNaN"),
            (Flags::NINF, "fp.isInfinite"),
            (Flags::NSZ, "fp.isZero"),
        ] {
            if flags.has(flag) {
                wrong.push(format!("({is} {})", one.text));
            }
        }
    }
    let extended = |how: &str, by: u32, text: &str| format!("((_ {how}_extend {by}) {text})");
    let (x, y) = (operands.first()?, operands.last()?);
    let width = x.sort.width();
    for (flag, how, shift) in [(Flags::NSW, "sign", "bvashr"), (Flags::NUW, "zero", "bvlshr")] {
        if !flags.has(flag) {
            continue;
        }
        let wider = |op: &str, by: u32| {
            let exact = format!("({op} {} {})", extended(how, by, &x.text), extended(how, by, &y.text));
            (exact, extended(how, by, &result.text))
        };
        let (one, other) = match name {
            "addi" => wider("bvadd", 1),
            "subi" => wider("bvsub", 1),
            "muli" => wider("bvmul", width),
            "shli" => (format!("({shift} {} {})", result.text, y.text), x.text.clone()),
            "trunci" => (extended(how, width - result.sort.width(), &result.text), x.text.clone()),
            _ => return None,
        };
        wrong.push(format!("(not (= {one} {other}))"));
    }
    if flags.has(Flags::EXACT) {
        let back = match name {
            "divsi" | "divui" => format!("(bvmul {} {})", result.text, y.text),
            "shrsi" | "shrui" => format!("(bvshl {} {})", result.text, y.text),
            _ => return None,
        };
        wrong.push(format!("(not (= {back} {}))", x.text));
    }
    Some(format!("(or {})", wrong.join(" ")))
}

pub(super) fn unary(name: &str, properties: &Attrs, x: &ClaimWord, to: Sort) -> Option<String> {
    let text = &x.text;
    let resized = |how: &str| match (x.sort, to) {
        (Sort::Bits(from), Sort::Bits(to)) if from < to => Some(format!("((_ {how}_extend {}) {text})", to - from)),
        (Sort::Bits(from), Sort::Bits(to)) if from > to => Some(format!("((_ extract {} 0) {text})", to - 1)),
        (Sort::Bits(_), Sort::Bits(_)) => Some(text.clone()),
        _ => None,
    };
    let modes = ["RNE", "RTN", "RTP", "RTZ", "RNA"];
    let mode = properties.get("roundingmode").map_or(Some(0), Attr::as_i64);
    let mode = modes.get(usize::try_from(mode?).ok()?)?;
    let rounded = || to.to_float(&format!("{mode} {text}"));
    match (name.split_once('.')?.1, x.sort, to) {
        ("extsi" | "index_cast", ..) => resized("sign"),
        ("extui" | "index_castui" | "trunci", ..) => resized("zero"),
        ("extf" | "truncf" | "sitofp", _, Sort::Float(_)) => Some(rounded()),
        ("uitofp", Sort::Bits(_), Sort::Float(kind)) => {
            let (exponent, significand) = shape(kind);
            Some(format!("((_ to_fp_unsigned {exponent} {significand}) {mode} {text})"))
        }
        ("fptosi", Sort::Float(_), Sort::Bits(width)) => Some(format!("((_ fp.to_sbv {width}) RTZ {text})")),
        ("fptoui", Sort::Float(_), Sort::Bits(width)) => Some(format!("((_ fp.to_ubv {width}) RTZ {text})")),
        ("bitcast", from, to) if from == to => Some(text.clone()),
        ("bitcast", Sort::Bits(_), Sort::Float(_)) => Some(to.to_float(text)),
        ("negf", Sort::Float(_), _) => Some(format!("(fp.neg {text})")),
        ("absf", Sort::Float(_), _) => Some(format!("(fp.abs {text})")),
        ("absi", Sort::Bits(width), _) => Some(format!("(ite (bvslt {text} (_ bv0 {width})) (bvneg {text}) {text})")),
        _ => None,
    }
}

fn predicate(properties: &Attrs) -> Option<i128> {
    match properties.get("predicate")? {
        Attr::Int { value, .. } => Some(*value),
        _ => None,
    }
}

pub(super) fn integers(name: &str, properties: &Attrs, x: &str, y: &str) -> Option<String> {
    let less = |op: &str, then: &str, otherwise: &str| format!("(ite ({op} {x} {y}) {then} {otherwise})");
    Some(match name.strip_prefix("arith.")? {
        "addi" => commuted("bvadd", x, y),
        "muli" => commuted("bvmul", x, y),
        "andi" => commuted("bvand", x, y),
        "ori" => commuted("bvor", x, y),
        "xori" => commuted("bvxor", x, y),
        "subi" => format!("(bvsub {x} {y})"),
        "shli" => format!("(bvshl {x} {y})"),
        "shrui" => format!("(bvlshr {x} {y})"),
        "shrsi" => format!("(bvashr {x} {y})"),
        "divsi" => format!("(bvsdiv {x} {y})"),
        "divui" => format!("(bvudiv {x} {y})"),
        "remsi" => format!("(bvsrem {x} {y})"),
        "remui" => format!("(bvurem {x} {y})"),
        "minsi" => less("bvslt", x, y),
        "maxsi" => less("bvslt", y, x),
        "minui" => less("bvult", x, y),
        "maxui" => less("bvult", y, x),
        "cmpi" => {
            let op = [
                "=", "distinct", "bvslt", "bvsle", "bvsgt", "bvsge", "bvult", "bvule", "bvugt", "bvuge",
            ];
            let op = op.get(usize::try_from(predicate(properties)?).ok()?)?;
            bit(&format!("({op} {x} {y})"))
        }
        _ => return None,
    })
}

pub(super) fn floats(name: &str, properties: &Attrs, x: &str, y: &str) -> Option<String> {
    let unordered = format!("(or (fp.isNaN {x}) (fp.isNaN {y}))");
    Some(match name.strip_prefix("arith.")? {
        "addf" => commuted("fp.add RNE", x, y),
        "mulf" => commuted("fp.mul RNE", x, y),
        // The same in every case, those of zeros included; so a difference is the text of a sum.
        "subf" => commuted("fp.add RNE", x, &format!("(fp.neg {y})")),
        "divf" => format!("(fp.div RNE {x} {y})"),
        // A NaN if one is, and -0 below +0.
        op @ ("maximumf" | "minimumf") => {
            let less = format!("(or (fp.lt {x} {y}) {})", is_zero_above(x, y));
            let (then, otherwise) = if op == "maximumf" { (y, x) } else { (x, y) };
            format!("(ite (fp.isNaN {x}) {x} (ite (fp.isNaN {y}) {y} (ite {less} {then} {otherwise})))")
        }
        "cmpf" => {
            let number = predicate(properties)?;
            let op = match number {
                0 => return Some("#b0".to_owned()),
                15 => return Some("#b1".to_owned()),
                7 => return Some(bit(&format!("(not {unordered})"))),
                14 => return Some(bit(&unordered)),
                1 | 8 => "fp.eq",
                2 | 9 => "fp.gt",
                3 | 10 => "fp.geq",
                4 | 11 => "fp.lt",
                5 | 12 => "fp.leq",
                6 | 13 => "fp.eq",
                _ => return None,
            };
            let compared = format!("({op} {x} {y})");
            let compared = match number {
                6 | 13 => format!("(not {compared})"),
                _ => compared,
            };
            bit(&match number < 7 {
                true => format!("(and {compared} (not {unordered}))"),
                false => format!("(or {compared} {unordered})"),
            })
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operations_are_those_of_the_theories() {
        let mut words = ClaimWords::new(64);
        let (x, y) = (words.variable("x", Sort::Bits(8)), words.variable("a y", Sort::Bits(8)));
        let none = Attrs::default();
        let i8 = Type::Integer {
            width: 8,
            sign: polyvet_ir::Sign::Signless,
        };
        let sum = |words: &mut ClaimWords, x: &ClaimWord, y: &ClaimWord| {
            words.operation("arith.addi", &none, &[x.clone(), y.clone()], &i8)
        };
        let (one, other) = (sum(&mut words, &x, &y), sum(&mut words, &y, &x));
        assert_eq!(one, other);
        assert_eq!(one.map(|word| word.text).as_deref(), Some("(bvadd x |a y|)"));
        assert!(!words.is_abstract);
        let unknown = words.operation("math.ctpop", &none, &[x], &i8).map(|word| word.text);
        assert_eq!(unknown.as_deref(), Some("(|math.ctpop _ BitVec 8 _ BitVec 8| x)"));
        assert!(words.is_abstract && words.declarations.len() == 3);
    }
}
