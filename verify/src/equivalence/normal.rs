//! The normal form of values: operations that compute one of their operands are seen through, like copies.
//!
//! All rules hold for every value, so nothing but the operation goes (the bits of a NaN are free):
//!
//! - `x + 0`, `x - 0`, `x | 0`, `x ^ 0`, shifts by `0`, `x * 1`, `x / 1` on integers;
//! - `x + -0.0`, `x - 0.0`, `x * 1.0`, `x / 1.0` on floats; not `x + 0.0`, which is `0.0` for `-0.0`;
//! - `min`, `max`, `and` and `or` of a value with itself, a select by a constant;
//! - casts that cancel: widened and narrowed again, cast to `index` and back, negated or bit-cast twice;
//! - a select of equal values, if its condition is surely defined: a comparison or a simple operation without flags on
//!   constants, arguments, indices and elements that the program only reads.
//!
//! With flags an operation may be poison where its operand is not, so it is seen through only where these flags cannot
//! be broken, or in `before`, which may promise more than it has to ([`Flagged`]).
//!
//! Operands of commutative operations are matched either way round in [`super::check`]. Operations on constants are
//! constants ([`super::fold`]).

use polyvet_analysis::ids::AccessId;
use polyvet_analysis::{Payload, PayloadKind};
use polyvet_ir::{Attr, Attrs, Flags, Type};

/// What becomes of operations with flags.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flagged {
    /// Each stays an operation of its own, unless its flags cannot be broken.
    Kept,
    /// They count as if they had no flags: right for `before`, where poison allows anything.
    Plain,
}

impl Flagged {
    fn of(self, properties: &Attrs) -> Flags {
        match self {
            Flagged::Kept => Flags::of(properties),
            Flagged::Plain => Flags::NONE,
        }
    }
}

/// The operand that `node` is equal to; `kept` says about which accesses the elements are those at entry.
pub(super) fn operand(
    payload: &Payload,
    node: usize,
    kept: &dyn Fn(AccessId) -> bool,
    flagged: Flagged,
) -> Option<usize> {
    let PayloadKind::Op {
        name,
        properties,
        operands,
    } = &payload.nodes[node].kind
    else {
        return None;
    };
    let (dialect, name) = name.split_once('.')?;
    if dialect != "arith" {
        return None;
    }
    let flags = flagged.of(properties);
    match operands[..] {
        [x] => cast(payload, node, name, x, flagged),
        [x, y] => {
            let (left, right) = (constant(payload, x), constant(payload, y));
            let commutes = matches!(name, "addi" | "ori" | "xori" | "muli" | "addf" | "mulf");
            let same = matches!(
                name,
                "andi"
                    | "ori"
                    | "minsi"
                    | "maxsi"
                    | "minui"
                    | "maxui"
                    | "minimumf"
                    | "maximumf"
                    | "minnumf"
                    | "maxnumf"
            );
            let harmless = match payload.nodes[node].ty {
                // No infinity, NaN or zero is promised not to be there.
                Type::Float(_) => Flags::CONTRACT.or(Flags::ARCP).or(Flags::REASSOC).or(Flags::AFN),
                // Nothing overflows, and nothing is left over; a value is not disjoint from itself.
                _ => Flags::NSW.or(Flags::NUW).or(Flags::EXACT),
            };
            if !flags.within(harmless) {
                return None;
            }
            if right.is_some_and(|value| is_neutral(name, value)) || same && x == y {
                return Some(x);
            }
            (commutes && left.is_some_and(|value| is_neutral(name, value))).then_some(y)
        }
        [condition, then, otherwise]
            if name == "select" && then == otherwise && is_defined(payload, condition, kept) =>
        {
            Some(then)
        }
        [condition, then, otherwise] if name == "select" => match constant(payload, condition)? {
            Attr::Bool(true) => Some(then),
            Attr::Bool(false) => Some(otherwise),
            _ => None,
        },
        _ => None,
    }
}

/// Whether a value is surely no poison.
pub(super) fn is_defined(payload: &Payload, node: usize, kept: &dyn Fn(AccessId) -> bool) -> bool {
    match &payload.nodes[node].kind {
        PayloadKind::Const(_) | PayloadKind::Scalar(_) | PayloadKind::Index(_) => true,
        PayloadKind::Read(access) => kept(*access),
        PayloadKind::Op {
            name,
            properties,
            operands,
        } => {
            let simple = matches!(
                name.strip_prefix("arith.").unwrap_or_default(),
                "cmpi" | "cmpf" | "andi" | "ori" | "xori" | "addi" | "subi" | "muli" | "addf" | "subf" | "mulf"
            );
            simple
                && Flags::of(properties) == Flags::NONE
                && operands.iter().all(|operand| is_defined(payload, *operand, kept))
        }
    }
}

fn constant(payload: &Payload, node: usize) -> Option<&Attr> {
    match &payload.nodes[node].kind {
        PayloadKind::Const(value) => Some(value),
        _ => None,
    }
}

/// Whether the operation leaves its first operand as it is if this is the second.
fn is_neutral(name: &str, value: &Attr) -> bool {
    let wanted = match (name, value) {
        ("addi" | "subi" | "ori" | "xori" | "shli" | "shrsi" | "shrui", Attr::Int { .. }) => 0,
        // As a number of one bit, 1 is -1.
        ("muli" | "divsi" | "divui", Attr::Int { ty, .. }) if *ty != Type::I1 => 1,
        (
            "addf" | "subf" | "mulf" | "divf",
            Attr::Float {
                bits,
                ty: Type::Float(kind),
            },
        ) => {
            if !kind.is_ieee() {
                return false;
            }
            return match name {
                "addf" => *bits == 1u64 << (kind.bits() - 1),
                "subf" => *bits == 0,
                _ => *bits == kind.one(),
            };
        }
        _ => return false,
    };
    matches!(value, Attr::Int { value, .. } if *value == wanted)
}

/// What was cast back and forth.
fn cast(payload: &Payload, node: usize, name: &str, inner: usize, flagged: Flagged) -> Option<usize> {
    let (
        PayloadKind::Op {
            name: first,
            operands,
            properties,
        },
        PayloadKind::Op { properties: last, .. },
    ) = (&payload.nodes[inner].kind, &payload.nodes[node].kind)
    else {
        return None;
    };
    let (flags, last) = (flagged.of(properties), flagged.of(last));
    let source = *operands.first().filter(|_| operands.len() == 1)?;
    let ty = |at: usize| &payload.nodes[at].ty;
    let cancel = match (first.strip_prefix("arith.")?, name) {
        ("extf", "truncf") | ("extsi" | "extui", "trunci") | ("bitcast", "bitcast") | ("negf", "negf") => true,
        // An index has at least 32 bits.
        ("index_cast" | "index_castui", "index_cast" | "index_castui") => {
            matches!(ty(source), Type::Integer { width, .. } if *width <= 32)
        }
        _ => false,
    };
    // What was widened by its sign fits as a signed number, what was widened by zeros as an unsigned one.
    let kept = match (first.as_str(), name) {
        ("arith.extsi", "trunci") => last.within(Flags::NSW),
        ("arith.extui", "trunci") => last.within(Flags::NUW),
        _ => last == Flags::NONE,
    };
    (cancel && kept && flags == Flags::NONE && ty(source) == ty(node)).then_some(source)
}

#[cfg(test)]
mod tests {
    use super::*;
    use polyvet_analysis::extract::extract;
    use polyvet_poly::Ctx;

    /// The operation at the root of what `body` stores, after all that is seen through.
    fn root(ty: &str, body: &str) -> String {
        let text = format!(
            "func.func @f(%A: memref<{ty}>, %x: {ty}, %y: {ty}) {{\n{body}\n  affine.store %r, %A[] : memref<{ty}>\n  return\n}}\n"
        );
        let (module, diagnostics) = polyvet_ir::parse(&text);
        assert!(diagnostics.is_empty(), "{text}: {diagnostics:?}");
        let scop = extract(&module, module.funcs()[0], &Ctx::new(), &Default::default()).expect("a model");
        let payload = scop.stmts.raw[0].payload.as_ref().expect("it computes");
        let mut node = payload.stores[0].1;
        while let Some(next) = operand(payload, node, &|_| true, Flagged::Kept) {
            node = next;
        }
        match &payload.nodes[node].kind {
            PayloadKind::Op { name, .. } => name.clone(),
            PayloadKind::Scalar(value) => module.value_name(*value),
            other => format!("{other:?}"),
        }
    }

    #[test]
    fn only_what_changes_nothing_is_seen_through() {
        let float = |c: &str, op: &str| {
            root(
                "f32",
                &format!("  %c = arith.constant {c} : f32\n  %r = arith.{op} : f32"),
            )
        };
        assert_eq!(float("-0.0", "addf %x, %c"), "%x");
        assert_eq!(float("0.0", "addf %x, %c"), "arith.addf");
        assert_eq!(float("0.0", "subf %x, %c"), "%x");
        assert_eq!(float("0.0", "subf %c, %x"), "arith.subf");
        assert_eq!(float("1.0", "mulf %c, %x"), "%x");
        assert_eq!(float("1.0", "divf %c, %x"), "arith.divf");
        assert_eq!(float("1.0", "maximumf %x, %x"), "%x");
        let int = |c: &str, op: &str| {
            root(
                "i32",
                &format!("  %c = arith.constant {c} : i32\n  %r = arith.{op} : i32"),
            )
        };
        assert_eq!(int("0", "addi %c, %y"), "%y");
        assert_eq!(int("0", "muli %x, %c"), "arith.muli");
        assert_eq!(int("1", "divsi %x, %c"), "%x");
        assert_eq!(int("1", "subi %x, %c"), "arith.subi");
        assert_eq!(
            root(
                "f32",
                "  %w = arith.extf %x : f32 to f64\n  %r = arith.truncf %w : f64 to f32"
            ),
            "%x"
        );
        for (what, op) in [
            ("an infinity is poison", "mulf %x, %c fastmath<ninf>"),
            ("a NaN is poison", "divf %x, %c fastmath<nnan>"),
            ("the sign of a zero is free", "mulf %x, %c fastmath<nsz>"),
        ] {
            assert_ne!(float("1.0", op), "%x", "{what}");
        }
        assert_eq!(float("1.0", "mulf %x, %c fastmath<contract>"), "%x");
        assert_eq!(int("0", "addi %c, %y overflow<nsw, nuw>"), "%y");
        let narrowed = |widen: &str, flags: &str| {
            root(
                "i8",
                &format!("  %w = arith.{widen} %x : i8 to i32\n  %r = arith.trunci %w overflow<{flags}> : i32 to i8"),
            )
        };
        assert_eq!(narrowed("extsi", "nsw"), "%x");
        assert_eq!(
            narrowed("extsi", "nuw"),
            "arith.trunci",
            "-1 is wide as an unsigned number"
        );
        assert_eq!(narrowed("extui", "nuw"), "%x");
        assert_eq!(
            narrowed("extui", "nsw"),
            "arith.trunci",
            "255 does not fit as a signed number"
        );
        assert_eq!(
            root(
                "f32",
                "  %w = arith.truncf %x : f32 to f16\n  %r = arith.extf %w : f16 to f32"
            ),
            "arith.extf"
        );
        assert_eq!(
            root(
                "f32",
                "  %c = arith.constant true\n  %r = arith.select %c, %y, %x : f32"
            ),
            "%y"
        );
    }
}
