//! Types of elements, and what payloads do with them.

use crate::choices::Choices;
use std::fmt::Write;

/// A type of elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PayloadElem {
    F32,
    I32,
    F64,
    I64,
    F16,
    BF16,
    I16,
    I8,
    I1,
    Index,
    Complex,
    /// Two numbers side by side.
    Vector,
}

impl PayloadElem {
    /// The simplest first; those that most programs have, more than once.
    pub(super) const ALL: &[PayloadElem] = &[
        PayloadElem::F32,
        PayloadElem::I32,
        PayloadElem::F64,
        PayloadElem::I64,
        PayloadElem::F32,
        PayloadElem::I32,
        PayloadElem::F16,
        PayloadElem::BF16,
        PayloadElem::I16,
        PayloadElem::I8,
        PayloadElem::I1,
        PayloadElem::Index,
        PayloadElem::Complex,
        PayloadElem::Vector,
    ];

    pub(super) fn name(self) -> &'static str {
        match self {
            PayloadElem::F32 => "f32",
            PayloadElem::I32 => "i32",
            PayloadElem::F64 => "f64",
            PayloadElem::I64 => "i64",
            PayloadElem::F16 => "f16",
            PayloadElem::BF16 => "bf16",
            PayloadElem::I16 => "i16",
            PayloadElem::I8 => "i8",
            PayloadElem::I1 => "i1",
            PayloadElem::Index => "index",
            PayloadElem::Complex => "complex<f32>",
            PayloadElem::Vector => "vector<2xf32>",
        }
    }

    fn is_float(self) -> bool {
        matches!(
            self,
            PayloadElem::F32 | PayloadElem::F64 | PayloadElem::F16 | PayloadElem::BF16 | PayloadElem::Vector
        )
    }

    /// What sums of this type may get as inputs.
    pub(super) fn narrower(self) -> Option<PayloadElem> {
        match self {
            PayloadElem::F64 => Some(PayloadElem::F32),
            PayloadElem::F32 => Some(PayloadElem::F16),
            PayloadElem::I64 => Some(PayloadElem::I32),
            PayloadElem::I32 => Some(PayloadElem::I8),
            PayloadElem::I16 => Some(PayloadElem::I8),
            PayloadElem::I8 => Some(PayloadElem::I1),
            _ => None,
        }
    }

    fn widening(self) -> &'static str {
        match self {
            PayloadElem::I1 => "arith.extui",
            elem if elem.is_float() => "arith.extf",
            _ => "arith.extsi",
        }
    }

    /// An operation that makes this number, `true` for all but zero.
    pub(super) fn literal(self, number: i64) -> String {
        match self {
            PayloadElem::I1 => format!("arith.constant {}", number != 0),
            PayloadElem::Complex => format!("complex.constant [{number}.0 : f32, 0.0 : f32] : complex<f32>"),
            PayloadElem::Vector => format!("arith.constant dense<{number}.0> : vector<2xf32>"),
            elem if elem.is_float() => format!("arith.constant {number}.0 : {}", elem.name()),
            elem => format!("arith.constant {number} : {}", elem.name()),
        }
    }

    /// Of two values the elements of a sum, and others that can be reduced by.
    fn combiners(self) -> &'static [&'static str] {
        match self {
            PayloadElem::Complex => &["complex.add", "complex.add", "complex.mul"],
            PayloadElem::I1 => &["arith.ori", "arith.andi", "arith.xori"],
            elem if elem.is_float() => &[
                "arith.addf",
                "arith.addf",
                "arith.maximumf",
                "arith.mulf",
                "arith.minimumf",
            ],
            PayloadElem::Index => &["arith.addi", "arith.addi", "arith.maxsi", "arith.muli"],
            _ => &[
                "arith.addi",
                "arith.addi",
                "arith.maxsi",
                "arith.muli",
                "arith.minsi",
                "arith.xori",
                "arith.maxui",
                "arith.andi",
            ],
        }
    }

    fn product(self) -> &'static str {
        match self {
            PayloadElem::Complex => "complex.mul",
            PayloadElem::I1 => "arith.andi",
            elem if elem.is_float() => "arith.mulf",
            _ => "arith.muli",
        }
    }

    fn binary(self, choices: &mut Choices<'_>) -> &'static str {
        let other = match self {
            PayloadElem::Complex => "complex.sub",
            PayloadElem::I1 => "arith.xori",
            elem if elem.is_float() => "arith.subf",
            _ => "arith.subi",
        };
        match choices.below(4) {
            0 | 1 => self.combiners()[0],
            2 => other,
            _ => self.product(),
        }
    }
}

/// `out = combine(out, x0 * ..)` of the first `factors` inputs, which are of a narrower type.
pub(super) fn accumulation(
    choices: &mut Choices<'_>,
    narrow: PayloadElem,
    elem: PayloadElem,
    inputs: usize,
    factors: usize,
) -> String {
    let (mut body, name) = (String::new(), elem.name());
    let mut value = |n: usize| {
        if narrow == elem {
            return format!("%x{n}");
        }
        let widening = narrow.widening();
        writeln!(body, "    %w{n} = {widening} %x{n} : {} to {name}", narrow.name()).expect("a string");
        format!("%w{n}")
    };
    let factors: Vec<String> = (0..factors).map(&mut value).collect();
    let mut term = factors[0].clone();
    if let [first, second] = &factors[..] {
        writeln!(body, "    %p = {} {first}, {second} : {name}", elem.product()).expect("a string");
        term = "%p".to_owned();
    }
    let combiner = match factors.len() {
        // Sums of products, and anything of single elements.
        2 => elem.combiners()[0],
        _ => choices.of(elem.combiners()),
    };
    let sides = match choices.chance(25) {
        true => format!("{term}, %x{inputs}"),
        false => format!("%x{inputs}, {term}"),
    };
    writeln!(
        body,
        "    %s = {combiner} {sides} : {name}\n    linalg.yield %s : {name}"
    )
    .expect("a string");
    body
}

/// Some operations on the inputs, the loops and what the first output was before.
pub(super) fn elementwise(
    choices: &mut Choices<'_>,
    elem: PayloadElem,
    loops: &[bool],
    inputs: usize,
    outputs: usize,
) -> String {
    let (mut body, name) = (String::new(), elem.name());
    let mut last = "%x0".to_owned();
    let mut made = vec![last.clone()];
    let mut others: Vec<String> = (1..inputs).map(|n| format!("%x{n}")).collect();
    if choices.chance(20) {
        others.push(format!("%x{inputs}"));
    }
    let counts = !matches!(elem, PayloadElem::Complex | PayloadElem::Vector | PayloadElem::I1);
    if counts && !loops.is_empty() && choices.chance(50) {
        let at = choices.below(loops.len());
        writeln!(body, "    %i = linalg.index {at} : index").expect("a string");
        others.push(index_as(&mut body, elem).to_owned());
    }
    if others.is_empty() {
        others.push("%x0".to_owned());
    }
    for (n, other) in others.iter().enumerate() {
        let op = elem.binary(choices);
        let (one, two) = if choices.chance(30) {
            (other, &last)
        } else {
            (&last, other)
        };
        writeln!(body, "    %y{n} = {op} {one}, {two} : {name}").expect("a string");
        last = format!("%y{n}");
        made.push(last.clone());
    }
    let results: Vec<String> = (0..outputs)
        .map(|n| made[made.len() - 1 - n.min(made.len() - 1)].clone())
        .collect();
    let types = vec![name; outputs];
    writeln!(body, "    linalg.yield {} : {}", results.join(", "), types.join(", ")).expect("a string");
    body
}

/// `%i` as an element.
fn index_as(body: &mut String, elem: PayloadElem) -> &'static str {
    let name = elem.name();
    let lines = match elem {
        PayloadElem::Index => return "%i",
        elem if elem.is_float() => {
            format!("    %j = arith.index_cast %i : index to i32\n    %k = arith.sitofp %j : i32 to {name}\n")
        }
        _ => format!("    %k = arith.index_cast %i : index to {name}\n"),
    };
    *body += &lines;
    "%k"
}
