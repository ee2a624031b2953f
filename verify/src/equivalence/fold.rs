//! Constant folding: an operation on constants is the constant that the interpreter computes.
//!
//! What an operation means is said in one place ([`polyvet_interp`]), so this asks there: a function of nothing
//! that does the operation is run. An operation that is not defined on these constants is left as it is.

use super::normal::Flagged;
use polyvet_analysis::{PayloadKind, PayloadNode};
use polyvet_interp::{Concrete, DataElem, Machine};
use polyvet_ir::{Attr, Attrs, Flags, Span, Type};
use std::fmt::Write;

/// The value of an operation on constants.
pub(super) fn fold(node: &PayloadNode, operands: &[&PayloadNode], flagged: Flagged) -> Option<Attr> {
    let PayloadKind::Op { name, properties, .. } = &node.kind else {
        return None;
    };
    if operands.is_empty() || !name.starts_with("arith.") {
        return None;
    }
    let constant = |operand: &&PayloadNode| match &operand.kind {
        PayloadKind::Const(value) => Some((value.clone(), operand.ty.clone())),
        _ => None,
    };
    let known: Vec<(Attr, Type)> = operands.iter().map(constant).collect::<Option<_>>()?;
    let known: Vec<(&Attr, &Type)> = known.iter().map(|(value, ty)| (value, ty)).collect();
    let value = evaluate(name, properties, &node.ty, &known)?;
    let constants = operands.iter().filter_map(|operand| match &operand.kind {
        PayloadKind::Const(value) => Some(value),
        _ => None,
    });
    let plain = constants.chain([&value]).all(is_ordinary);
    (flagged == Flagged::Plain || flags_hold(Flags::of(properties), plain, name)).then_some(value)
}

/// Whether an operation on floats that are constants, whose result has their type, keeps what it promises.
pub(super) fn keeps_promises(name: &str, properties: &Attrs, operands: &[&PayloadNode]) -> bool {
    let Some(ty) = operands.first().map(|operand| operand.ty.clone()) else {
        return false;
    };
    let node = PayloadNode {
        kind: PayloadKind::Op {
            name: name.to_owned(),
            properties: properties.clone(),
            operands: (0..operands.len()).collect(),
        },
        ty: ty.clone(),
        span: Span::NONE,
    };
    matches!(ty, Type::Float(_))
        && operands.iter().all(|operand| operand.ty == ty)
        && fold(&node, operands, Flagged::Kept).is_some()
}

/// Whether flags that the interpreter does not know change nothing; `plain` if no operand or result is a NaN, an infinity
/// or a zero.
fn flags_hold(flags: Flags, plain: bool, name: &str) -> bool {
    let known = Flags::NSW.or(Flags::NUW).or(Flags::EXACT).or(Flags::NON_NEGATIVE);
    let alone = Flags::CONTRACT.or(Flags::REASSOC).or(Flags::AFN);
    let mut harmless = known.or(alone);
    if name != "arith.divf" {
        harmless = harmless.or(Flags::ARCP);
    }
    if plain {
        harmless = harmless.or(Flags::NNAN).or(Flags::NINF).or(Flags::NSZ);
    }
    flags.within(harmless)
}

/// No NaN, no infinity and no zero of either sign.
fn is_ordinary(value: &Attr) -> bool {
    match value {
        Attr::Float {
            bits,
            ty: Type::Float(kind),
        } => {
            let (sign, exponent) = (kind.sign(), kind.exponent_mask());
            bits & !sign != 0 && bits & exponent != exponent
        }
        Attr::Float { .. } => false,
        _ => true,
    }
}

/// The value of an operation on constants, which are given with their types; `None` where it has none.
pub(crate) fn evaluate(name: &str, properties: &Attrs, ty: &Type, operands: &[(&Attr, &Type)]) -> Option<Attr> {
    let text = function(name, properties, ty, operands)?;
    let (module, diagnostics) = polyvet_ir::parse(&text);
    if !diagnostics.is_empty() {
        return None;
    }
    let mut machine = Machine::new(&module, Concrete, Default::default());
    let results = machine.call("f", Vec::new()).ok()?;
    let contents = machine.read(results.first()?).ok()?;
    let Some(DataElem::Scalar(value)) = contents.elems.first()?.as_ref() else {
        return None;
    };
    Some(match ty {
        // The bits of a NaN are free.
        Type::Float(_) if value.is_nan() => return None,
        Type::Float(_) => Attr::Float {
            bits: value.bits,
            ty: ty.clone(),
        },
        ty if *ty == Type::I1 => Attr::Bool(value.is_true()),
        ty => Attr::Int {
            value: value.signed().into(),
            ty: ty.clone(),
        },
    })
}

/// `func.func @f() -> T` that does the operation.
fn function(name: &str, properties: &Attrs, ty: &Type, operands: &[(&Attr, &Type)]) -> Option<String> {
    let mut text = format!("func.func @f() -> {ty} {{\n");
    for (at, (value, of)) in operands.iter().enumerate() {
        writeln!(text, "%c{at} = \"arith.constant\"() <{{value = {value}}}> : () -> {of}").ok()?;
    }
    let list = |show: &dyn Fn(usize) -> String| (0..operands.len()).map(show).collect::<Vec<_>>().join(", ");
    let attrs = properties.iter().map(|(key, value)| format!("{key} = {value}"));
    let attrs = attrs.collect::<Vec<_>>().join(", ");
    let attrs = if attrs.is_empty() {
        attrs
    } else {
        format!(" <{{{attrs}}}>")
    };
    let (values, types) = (list(&|at| format!("%c{at}")), list(&|at| operands[at].1.to_string()));
    writeln!(
        text,
        "%r = \"{name}\"({values}){attrs} : ({types}) -> {ty}\nreturn %r : {ty}\n}}"
    )
    .ok()?;
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use polyvet_analysis::extract::extract;
    use polyvet_poly::Ctx;

    /// What the operation that `body` stores folds to.
    fn folded(ty: &str, body: &str) -> Option<String> {
        let text = format!(
            "func.func @f(%A: memref<{ty}>) {{\n{body}\n  affine.store %r, %A[] : memref<{ty}>\n  return\n}}\n"
        );
        let (module, diagnostics) = polyvet_ir::parse(&text);
        assert!(diagnostics.is_empty(), "{text}: {diagnostics:?}");
        let scop = extract(&module, module.funcs()[0], &Ctx::new(), &Default::default()).expect("a model");
        let payload = scop.stmts.raw[0].payload.as_ref().expect("it computes");
        let root = &payload.nodes[payload.stores[0].1];
        let PayloadKind::Op { operands, .. } = &root.kind else {
            panic!("no operation")
        };
        let operands: Vec<_> = operands.iter().map(|o| &payload.nodes[*o]).collect();
        fold(root, &operands, Flagged::Kept).map(|value| value.to_string())
    }

    #[test]
    fn the_interpreter_says_what_constants_come_to() {
        let two = |ty: &str, op: &str, x: &str, y: &str| {
            let constants = format!("  %x = arith.constant {x} : {ty}\n  %y = arith.constant {y} : {ty}\n");
            folded(ty, &format!("{constants}  %r = arith.{op} %x, %y : {ty}"))
        };
        assert_eq!(two("i32", "addi", "2", "3").as_deref(), Some("5 : i32"));
        assert_eq!(two("i8", "muli", "100", "3").as_deref(), Some("44 : i8"));
        assert_eq!(two("i32", "divsi", "2", "0"), None, "not defined");
        let sum = two("f32", "addf", "1.5", "2.0").expect("a number");
        assert!(sum.starts_with("3.5"), "{sum}");
        assert_eq!(two("f32", "divf", "0.0", "0.0"), None, "a NaN");
        let flagged = |flags: &str, x: &str, y: &str| {
            let constants = format!("  %x = arith.constant {x} : f32\n  %y = arith.constant {y} : f32\n");
            folded(
                "f32",
                &format!("{constants}  %r = arith.divf %x, %y fastmath<{flags}> : f32"),
            )
        };
        assert!(flagged("nnan,ninf,nsz", "1.0", "3.0").is_some());
        assert_eq!(flagged("ninf", "1.0", "0.0"), None, "an infinity is poison");
        assert_eq!(flagged("nsz", "0.0", "3.0"), None, "the zero may have either sign");
        assert_eq!(
            flagged("arcp", "1.0", "3.0"),
            None,
            "it may be a product with a rounded reciprocal"
        );
    }
}
