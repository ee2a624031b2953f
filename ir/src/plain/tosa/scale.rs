//! Products of integers that are shifted right and rounded: `apply_scale` and `rescale`.

use super::{TosaSite, empty, shown, sizes};
use crate::Type;
use crate::plain::{FunctionText, PlainArray, scalar};

/// `value` of a wider type, kept within `ty`, which may stand for numbers from 0 on.
pub(super) fn saturated(text: &mut FunctionText, value: &str, wide: &Type, ty: &Type, unsigned: bool) -> String {
    let Type::Integer { width, .. } = ty else {
        return value.to_owned();
    };
    if wide == ty {
        return value.to_owned();
    }
    let (least, most) = match unsigned {
        true => (0, (1_i64 << width) - 1),
        false => (-(1_i64 << (width - 1)), (1_i64 << (width - 1)) - 1),
    };
    let [least, most] = [least, most].map(|n| scalar::constant(text, n, wide));
    let raised = text.def(&format!("arith.maxsi {value}, {least} : {wide}"));
    let within = text.def(&format!("arith.minsi {raised}, {most} : {wide}"));
    text.def(&format!("arith.trunci {within} : {wide} to {ty}"))
}

/// `(x * y + rounding) >> by` with 64 bits, cut off to 32; `by` has 64 bits. Rounding twice adds a quarter of the largest
/// number of 32 bits with the sign of `x` where more than 31 bits are shifted out.
pub(super) fn scaled(
    text: &mut FunctionText,
    ((x, of_x), (y, of_y)): ((&str, &Type), (&str, &Type)),
    by: &str,
    double: bool,
) -> String {
    let wide = |text: &mut FunctionText, value: &str, of: &Type| match *of == Type::I64 {
        true => value.to_owned(),
        false => text.def(&format!("arith.extsi {value} : {of} to i64")),
    };
    let (wide_x, wide_y) = (wide(text, x, of_x), wide(text, y, of_y));
    let product = text.def(&format!("arith.muli {wide_x}, {wide_y} : i64"));
    let one = scalar::constant(text, 1, &Type::I64);
    let power = text.def(&format!("arith.shli {one}, {by} : i64"));
    let half = text.def(&format!("arith.shrui {power}, {one} : i64"));
    let mut sum = text.def(&format!("arith.addi {product}, {half} : i64"));
    if double {
        let zero = scalar::constant(text, 0, of_x);
        let [up, down, limit] = [1 << 30, -(1 << 30), 31].map(|n| scalar::constant(text, n, &Type::I64));
        let positive = text.def(&format!("arith.cmpi sge, {x}, {zero} : {of_x}"));
        let more = text.def(&format!("arith.select {positive}, {up}, {down} : i64"));
        let twice = text.def(&format!("arith.addi {more}, {sum} : i64"));
        let is_far = text.def(&format!("arith.cmpi sgt, {by}, {limit} : i64"));
        sum = text.def(&format!("arith.select {is_far}, {twice}, {sum} : i64"));
    }
    let shifted = text.def(&format!("arith.shrsi {sum}, {by} : i64"));
    text.def(&format!("arith.trunci {shifted} : i64 to i32"))
}

/// A shift of 8 bits as one of 64.
pub(super) fn widened_shift(text: &mut FunctionText, by: &str, ty: &Type) -> String {
    let by = text.def(&format!("arith.extui {by} : {ty} to i32"));
    text.def(&format!("arith.extui {by} : i32 to i64"))
}

/// A shift of 64 bits that is promised to be from 2 to 62: what another one does is not defined (TOSA, "RESCALE",
/// `apply_scale_32`).
fn defined_shift(text: &mut FunctionText, by: &str) -> String {
    let [least, most] = [2, 62].map(|n| scalar::constant(text, n, &Type::I64));
    let more = text.def(&format!("arith.subi {by}, {least} overflow<nuw> : i64"));
    let by = text.def(&format!("arith.addi {more}, {least} : i64"));
    let left = text.def(&format!("arith.subi {most}, {by} overflow<nuw> : i64"));
    text.def(&format!("arith.subi {most}, {left} : i64"))
}

/// Whether products are rounded twice; [`None`] where how is left open.
fn rounds_twice(site: &TosaSite<'_>) -> Option<bool> {
    if site.is_word("rounding_mode", "INEXACT") {
        return None;
    }
    Some(site.is_word("rounding_mode", "DOUBLE") || site.flag("double_round"))
}

/// `apply_scale`, of three numbers.
pub(super) fn apply(text: &mut FunctionText, site: &TosaSite<'_>) -> Option<String> {
    let double = rounds_twice(site)?;
    let [x, y, by] = [site.ty(0)?, site.ty(1)?, site.ty(2)?];
    let narrow = |ty: &Type| matches!(ty, Type::Integer { width: 8..=64, .. });
    (narrow(x) && narrow(y) && narrow(by) && *site.result() == Type::I32).then_some(())?;
    (*by == Type::Integer {
        width: 8,
        sign: crate::Sign::Signless,
    })
    .then_some(())?;
    let by = widened_shift(text, "%a2", by);
    let by = defined_shift(text, &by);
    Some(scaled(text, (("%a0", x), ("%a1", y)), &by, double))
}

/// `rescale`: operands are the input, multipliers, shifts and both zero points.
pub(super) fn rescale(text: &mut FunctionText, site: &TosaSite<'_>) -> Option<String> {
    let double = rounds_twice(site)?;
    (site.operands() == 5).then_some(())?;
    let (from, to) = (site.elem(0)?, site.result().elem());
    let is_integer = |ty: &Type| matches!(ty, Type::Integer { width: 8..=48, .. });
    (is_integer(from) && is_integer(to) && *to != Type::I64).then_some(())?;
    let all = sizes(text, site, 0)?;
    let rank = all.len();
    let (made, ty) = empty(text, &all, to);
    let mut ins = vec![PlainArray::plain("%a0", site.ty(0)?)];
    let per_channel = site.flag("per_channel");
    if per_channel {
        let last = vec![format!("d{}", rank.checked_sub(1)?)];
        ins.extend([
            PlainArray::new("%a1", site.ty(1)?, last.clone()),
            PlainArray::new("%a2", site.ty(2)?, last),
        ]);
    }
    let outs = [PlainArray::plain(made, &ty)];
    let body = &mut |text: &mut FunctionText, elements: &[String]| {
        let (multiplier, shift) = match per_channel {
            true => (elements[1].clone(), elements[2].clone()),
            false => (site.only(text, 1)?, site.only(text, 2)?),
        };
        let x = shifted_input(text, site, &elements[0], from)?;
        let wide = wide(from);
        let by = widened_shift(text, &shift, site.elem(2)?);
        let by = defined_shift(text, &by);
        let number = scaled(text, ((&x, &wide), (&multiplier, site.elem(1)?)), &by, double);
        let point = zero_point(text, site, 4, to, "output_unsigned", &Type::I32)?;
        let sum = text.def(&format!("arith.addi {number}, {point} : i32"));
        Some(vec![saturated(
            text,
            &sum,
            &Type::I32,
            to,
            site.flag("output_unsigned"),
        )])
    };
    let value = text.generic(rank, &|_| true, (&ins, &outs), body)?.pop()?;
    shown(text, site, value, &ty)
}

/// What numbers of this type are computed with.
fn wide(ty: &Type) -> Type {
    match ty {
        Type::Integer { width: 33.., .. } => Type::I64,
        _ => Type::I32,
    }
}

fn shifted_input(text: &mut FunctionText, site: &TosaSite<'_>, x: &str, ty: &Type) -> Option<String> {
    let wide = wide(ty);
    let x = widened(text, x, ty, site.flag("input_unsigned"), &wide);
    let point = zero_point(text, site, 3, ty, "input_unsigned", &wide)?;
    Some(text.def(&format!("arith.subi {x}, {point} : {wide}")))
}

fn zero_point(
    text: &mut FunctionText,
    site: &TosaSite<'_>,
    n: usize,
    ty: &Type,
    unsigned: &str,
    wide: &Type,
) -> Option<String> {
    (site.elem(n)? == ty).then_some(())?;
    let point = site.only(text, n)?;
    Some(widened(text, &point, ty, site.flag(unsigned), wide))
}

fn widened(text: &mut FunctionText, x: &str, ty: &Type, unsigned: bool, wide: &Type) -> String {
    if ty == wide {
        return x.to_owned();
    }
    let name = if unsigned { "arith.extui" } else { "arith.extsi" };
    text.def(&format!("{name} {x} : {ty} to {wide}"))
}
