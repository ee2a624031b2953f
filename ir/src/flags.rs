//! Flags of operations: what an operation promises of its operands and results, and where it lets go of exactness.

use crate::{Attr, Attrs};

/// The flags of one operation, in the spelling of MLIR: `overflowFlags`, `fastmath`, `isExact`, ...
///
/// Every flag makes the operation mean less: with a promise (`nsw`, `nnan`) it is poison where the promise is broken,
/// with a licence (`reassoc`, `contract`) a compiler may compute something else. So a rewrite may drop flags and never
/// add one, unless it is shown that the promise is kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Flags(u16);

const WORDS: [(&str, Flags); 13] = [
    ("none", Flags::NONE),
    ("nsw", Flags::NSW),
    ("nuw", Flags::NUW),
    ("nnan", Flags::NNAN),
    ("ninf", Flags::NINF),
    ("nsz", Flags::NSZ),
    ("arcp", Flags::ARCP),
    ("contract", Flags::CONTRACT),
    ("afn", Flags::AFN),
    ("reassoc", Flags::REASSOC),
    ("fast", Flags::FAST),
    ("true", Flags::NONE),
    ("", Flags::NONE),
];

impl Flags {
    /// No flag.
    pub const NONE: Flags = Flags(0);
    /// No signed overflow.
    pub const NSW: Flags = Flags(1);
    /// No unsigned overflow.
    pub const NUW: Flags = Flags(1 << 1);
    /// No remainder, no bit shifted out.
    pub const EXACT: Flags = Flags(1 << 2);
    /// The operand is not negative.
    pub const NON_NEGATIVE: Flags = Flags(1 << 3);
    /// No bit, or no index, is part of both.
    pub const DISJOINT: Flags = Flags(1 << 4);
    /// No NaN.
    pub const NNAN: Flags = Flags(1 << 5);
    /// No infinity.
    pub const NINF: Flags = Flags(1 << 6);
    /// The sign of a zero is free.
    pub const NSZ: Flags = Flags(1 << 7);
    /// A reciprocal may stand for a division.
    pub const ARCP: Flags = Flags(1 << 8);
    /// May be fused.
    pub const CONTRACT: Flags = Flags(1 << 9);
    /// Functions may be approximated.
    pub const AFN: Flags = Flags(1 << 10);
    /// Sums and products may be taken in any order.
    pub const REASSOC: Flags = Flags(1 << 11);
    /// Something that is not known here.
    pub const OTHER: Flags = Flags(1 << 12);
    /// All flags of floating-point numbers.
    pub const FAST: Flags = Flags(0b1111_1110_0000);

    /// The flags in the properties of an operation.
    pub fn of(properties: &Attrs) -> Flags {
        properties
            .iter()
            .fold(Flags::NONE, |all, (name, attr)| all.or(Flags::in_property(name, attr)))
    }

    /// Whether a property is nothing but flags.
    pub fn is_property(name: &str) -> bool {
        matches!(
            name,
            "overflowFlags" | "fastmath" | "fastmathFlags" | "isExact" | "nonNeg" | "isDisjoint" | "disjoint"
        )
    }

    fn in_property(name: &str, attr: &Attr) -> Flags {
        match (name, attr) {
            (_, Attr::Bool(false)) => Flags::NONE,
            ("isExact", _) => Flags::EXACT,
            ("nonNeg", _) => Flags::NON_NEGATIVE,
            ("isDisjoint" | "disjoint", _) => Flags::DISJOINT,
            ("overflowFlags" | "fastmath" | "fastmathFlags", Attr::Opaque(text)) => Flags::words(text),
            ("overflowFlags" | "fastmath" | "fastmathFlags", _) => Flags::OTHER,
            _ => Flags::NONE,
        }
    }

    /// Those of `#arith.fastmath<nnan, ninf>` or `#arith<fastmath<fast>>`.
    fn words(text: &str) -> Flags {
        let inner = text.rsplit_once('<').map_or("", |(_, inner)| inner);
        let words = inner.trim_end_matches(['>', ' ']).split([',', '|']).map(str::trim);
        words.fold(Flags::NONE, |all, word| {
            let known = WORDS.iter().find(|(name, _)| *name == word);
            all.or(known.map_or(Flags::OTHER, |(_, flags)| *flags))
        })
    }

    /// As a property of an operation on floating-point numbers.
    pub fn fastmath(self) -> Attr {
        let words = WORDS.iter().filter(|(word, flags)| {
            !matches!(*word, "fast" | "nsw" | "nuw") && *flags != Flags::NONE && self.has(*flags)
        });
        let words: Vec<_> = words.map(|(word, _)| *word).collect();
        let text = if words.is_empty() {
            "none".to_owned()
        } else {
            words.join(",")
        };
        Attr::Opaque(format!("#arith.fastmath<{text}>"))
    }

    /// Those of either.
    #[must_use]
    pub fn or(self, other: Flags) -> Flags {
        Flags(self.0 | other.0)
    }

    /// Each of them alone.
    pub fn each(self) -> impl Iterator<Item = Flags> {
        (0..16).map(|bit| Flags(1 << bit)).filter(move |one| self.has(*one))
    }

    /// Whether all of these are among `others`.
    pub fn within(self, others: Flags) -> bool {
        self.0 & !others.0 == 0
    }

    /// Whether all of `others` are among these.
    pub fn has(self, others: Flags) -> bool {
        others.within(self)
    }
}
