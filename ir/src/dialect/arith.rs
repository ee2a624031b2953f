//! `arith`: constants, integer and floating-point arithmetic, comparisons, casts.

use super::{OpInfo, custom, generic, op};
use crate::ops::{FlagPromise, Shows, Undefined};
use crate::parse::{OpState, PResult, Parser};
use crate::print::MlirPrinter;
use crate::{OpId, Type};

pub(super) fn operations() -> Vec<OpInfo> {
    use Undefined::*;
    let same = "b=a r=a";
    let entries = vec![
        op("arith.constant", "attr-dict typed(value)", "").constant(),
        op("arith.addi", "$a, $b overflow attr-dict : type(a)", same),
        op("arith.subi", "$a, $b overflow attr-dict : type(a)", same),
        op("arith.muli", "$a, $b overflow attr-dict : type(a)", same),
        op("arith.shli", "$a, $b overflow attr-dict : type(a)", same).or_undefined(&[ShiftTooFar]),
        op("arith.divsi", "$a, $b unit(isExact=exact) attr-dict : type(a)", same)
            .or_undefined(&[DivisorZero, DivisionOverflow]),
        op("arith.divui", "$a, $b unit(isExact=exact) attr-dict : type(a)", same).or_undefined(&[DivisorZero]),
        op("arith.shrsi", "$a, $b unit(isExact=exact) attr-dict : type(a)", same).or_undefined(&[ShiftTooFar]),
        op("arith.shrui", "$a, $b unit(isExact=exact) attr-dict : type(a)", same).or_undefined(&[ShiftTooFar]),
        op("arith.remsi", "$a, $b attr-dict : type(a)", same).or_undefined(&[DivisorZero, DivisionOverflow]),
        op("arith.remui", "$a, $b attr-dict : type(a)", same).or_undefined(&[DivisorZero]),
        op("arith.ceildivsi", "$a, $b attr-dict : type(a)", same).or_undefined(&[DivisorZero, DivisionOverflow]),
        op("arith.ceildivui", "$a, $b attr-dict : type(a)", same).or_undefined(&[DivisorZero]),
        op("arith.floordivsi", "$a, $b attr-dict : type(a)", same).or_undefined(&[DivisorZero, DivisionOverflow]),
        op("arith.andi", "$a, $b attr-dict : type(a)", same),
        op("arith.ori", "$a, $b attr-dict : type(a)", same),
        op("arith.xori", "$a, $b attr-dict : type(a)", same),
        op("arith.maxsi", "$a, $b attr-dict : type(a)", same),
        op("arith.maxui", "$a, $b attr-dict : type(a)", same),
        op("arith.minsi", "$a, $b attr-dict : type(a)", same),
        op("arith.minui", "$a, $b attr-dict : type(a)", same),
        op("arith.addf", "$a, $b fastmath attr-dict : type(a)", same),
        op("arith.subf", "$a, $b fastmath attr-dict : type(a)", same),
        op("arith.mulf", "$a, $b fastmath attr-dict : type(a)", same),
        op("arith.divf", "$a, $b fastmath attr-dict : type(a)", same),
        op("arith.remf", "$a, $b fastmath attr-dict : type(a)", same),
        op("arith.maximumf", "$a, $b fastmath attr-dict : type(a)", same),
        op("arith.minimumf", "$a, $b fastmath attr-dict : type(a)", same),
        op("arith.maxnumf", "$a, $b fastmath attr-dict : type(a)", same),
        op("arith.minnumf", "$a, $b fastmath attr-dict : type(a)", same),
        op("arith.negf", "$a fastmath attr-dict : type(a)", "r=a"),
        op(
            "arith.addui_extended",
            "$a, $b attr-dict : type(a), type(r2)",
            "b=a r=a",
        ),
        op("arith.mulsi_extended", "$a, $b attr-dict : type(a)", "b=a r=a r2=a"),
        op("arith.mului_extended", "$a, $b attr-dict : type(a)", "b=a r=a r2=a"),
        op(
            "arith.cmpi",
            "enum(predicate: eq ne slt sle sgt sge ult ule ugt uge), $a, $b attr-dict : type(a)",
            "b=a r=bool(a)",
        ),
        op(
            "arith.cmpf",
            "enum(predicate: false oeq ogt oge olt ole one ord ueq ugt uge ult ule une uno true), \
             $a, $b fastmath attr-dict : type(a)",
            "b=a r=bool(a)",
        ),
        custom("arith.select", parse_select, print_select).showing(Shows::OneOf(1)),
        op("arith.extsi", "$a attr-dict : type(a) to type(r)", ""),
        op("arith.extui", "$a attr-dict : type(a) to type(r)", "").promising(&[FlagPromise::NonNegative]),
        op("arith.trunci", "$a overflow attr-dict : type(a) to type(r)", ""),
        op("arith.extf", "$a fastmath? attr-dict : type(a) to type(r)", ""),
        op(
            "arith.truncf",
            "$a rounding fastmath? attr-dict : type(a) to type(r)",
            "",
        ),
        op("arith.sitofp", "$a attr-dict : type(a) to type(r)", ""),
        op("arith.uitofp", "$a attr-dict : type(a) to type(r)", "").promising(&[FlagPromise::NonNegative]),
        op("arith.fptosi", "$a attr-dict : type(a) to type(r)", "").or_undefined(&[ConversionOutOfRange]),
        op("arith.fptoui", "$a attr-dict : type(a) to type(r)", "").or_undefined(&[ConversionOutOfRange]),
        op("arith.index_cast", "$a attr-dict : type(a) to type(r)", ""),
        op("arith.index_castui", "$a attr-dict : type(a) to type(r)", "").promising(&[FlagPromise::NonNegative]),
        op("arith.bitcast", "$a attr-dict : type(a) to type(r)", ""),
        generic("arith.subui_extended"),
        generic("arith.convertf"),
        // Ours: `rewrites` follows instances of statements with it. It gives its first operand.
        generic("arith.polyvet_instance"),
        op(
            "arith.scaling_extf",
            "$a, $b fastmath? attr-dict : type(a), type(b) to type(r)",
            "",
        ),
        op(
            "arith.scaling_truncf",
            "$a, $b rounding fastmath? attr-dict : type(a), type(b) to type(r)",
            "",
        ),
    ];
    entries.into_iter().map(OpInfo::elementwise).collect()
}

/// `%c, %a, %b : T`, or `.. : C, T` for a condition that is no `i1`.
fn parse_select(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    let condition = p.use_()?;
    p.expect_punct(b',')?;
    let yes = p.use_()?;
    p.expect_punct(b',')?;
    let no = p.use_()?;
    p.attr_dict(state)?;
    let mut ty = p.colon_type()?;
    let mut condition_type = Type::I1;
    if p.eat_punct(b',') {
        condition_type = std::mem::replace(&mut ty, p.ty()?);
    }
    p.operand(state, condition, &condition_type)?;
    p.operand(state, yes, &ty)?;
    p.operand(state, no, &ty)?;
    state.results.push(ty);
    Ok(())
}

fn print_select(printer: &mut MlirPrinter<'_>, op: OpId) -> Option<()> {
    let module = printer.module;
    let values: Vec<_> = module.op(op).operand_values().collect();
    let ([condition, yes, no], [result]) = (&values[..], &module.op(op).results[..]) else {
        return None;
    };
    let ty = module.ty(*result);
    (module.ty(*yes) == ty && module.ty(*no) == ty).then_some(())?;
    printer.space();
    printer.values(&values);
    printer.space();
    printer.custom_attrs(op, &[]);
    printer.put(" : ");
    if *module.ty(*condition) != Type::I1 {
        printer.types_of(&[*condition]);
        printer.put(", ");
    }
    printer.types(&[ty]);
    Some(())
}
