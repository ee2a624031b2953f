//! `affine`: loops, conditions and accesses in affine functions of loop variables and symbols.

mod access;
mod dma;
mod parallel;

pub(crate) use parallel::{groups_attr, reduction_name};

use super::format::segment_sizes;
use super::{OpInfo, custom, op};
use crate::ops::{Repeats, Undefined};
use crate::parse::lexer::TokenKind;
use crate::parse::{OpState, PResult, Parser, WrittenUse};
use crate::print::MlirPrinter;
use crate::{AffineExpr, AffineMap, Attr, OpId, Type, ValueId};
use access::*;
use dma::{parse_dma_start, parse_dma_wait, print_dma_start, print_dma_wait};
use parallel::{parse_parallel, print_parallel};

pub(super) fn operations() -> Vec<OpInfo> {
    let index = &[Undefined::NonPositiveDivisor, Undefined::IndexOverflow];
    vec![
        custom("affine.for", parse_for, print_for)
            .inherent(&["lowerBoundMap", "upperBoundMap", "step"])
            .repeating(Repeats::Counted)
            .or_undefined(index),
        custom("affine.if", parse_if, print_if)
            .inherent(&["condition"])
            .recursive()
            .or_undefined(index),
        custom("affine.parallel", parse_parallel, print_parallel)
            .inherent(&[
                "lowerBoundsMap",
                "lowerBoundsGroups",
                "upperBoundsMap",
                "upperBoundsGroups",
                "steps",
                "reductions",
            ])
            .repeating(Repeats::Parallel)
            .or_undefined(index),
        op("affine.yield", "attr-dict {$a* : type(a*)}", "").terminator(),
        custom("affine.load", parse_load, print_load)
            .inherent(&["map"])
            .loading(0)
            .by_map()
            .or_undefined(index),
        custom("affine.store", parse_store, print_store)
            .inherent(&["map"])
            .storing(0, 1)
            .by_map()
            .or_undefined(index),
        custom("affine.vector_load", parse_vector_load, print_load)
            .inherent(&["map"])
            .loading(0)
            .by_map()
            .or_undefined(index),
        custom("affine.vector_store", parse_vector_store, print_store)
            .inherent(&["map"])
            .storing(0, 1)
            .by_map()
            .or_undefined(index),
        custom("affine.dma_start", parse_dma_start, print_dma_start).unknown(),
        custom("affine.dma_wait", parse_dma_wait, print_dma_wait).unknown(),
        custom("affine.prefetch", parse_prefetch, print_prefetch)
            .inherent(&["map", "isWrite", "localityHint", "isDataCache"])
            .pure(),
        op(
            "affine.linearize_index",
            "switch(disjoint) [$m*] by pidx(b*, static_basis) attr-dict : index",
            "m=index r=index",
        )
        .segments()
        .pure()
        .or_undefined(index),
        op(
            "affine.delinearize_index",
            "$a into pidx(b*, static_basis) attr-dict : type(r*)",
            "a=index",
        )
        .pure()
        .or_undefined(index),
        custom("affine.apply", parse_apply, print_apply)
            .inherent(&["map"])
            .pure()
            .or_undefined(index),
        custom("affine.min", parse_apply, print_apply)
            .inherent(&["map"])
            .pure()
            .or_undefined(index),
        custom("affine.max", parse_apply, print_apply)
            .inherent(&["map"])
            .pure()
            .or_undefined(index),
    ]
}

// ---- affine.for ----

struct Bound<'a> {
    map: AffineMap,
    operands: Vec<WrittenUse<'a>>,
}

fn parse_bound<'a>(p: &mut Parser<'a>, combine: &str) -> PResult<Bound<'a>> {
    let combined = p.eat_word(combine);
    if p.is(TokenKind::Percent) {
        let map = AffineMap::new(0, 1, vec![AffineExpr::sym(0)]);
        let operands = vec![p.use_()?];
        return Ok(Bound { map, operands });
    }
    let start = p.token().start;
    if matches!(p.token().kind, TokenKind::Int | TokenKind::Punct(b'-')) {
        let map = AffineMap::constant(p.small_int()?);
        return Ok(Bound {
            map,
            operands: Vec::new(),
        });
    }
    let map = p.map_attr()?;
    let span = crate::Span::new(start, p.prev_end());
    let (mut operands, syms) = p.dims_and_syms()?;
    if (operands.len(), syms.len()) != (map.dims, map.syms) {
        let message = format!(
            "this map takes {} dimensions and {} symbols, but is given {} and {}",
            map.dims,
            map.syms,
            operands.len(),
            syms.len()
        );
        return Err(p.error("map-operands", message, span));
    }
    if map.results.len() != 1 && !combined {
        let error = crate::Diagnostic::error("syntax", format!("a bound of {} results", map.results.len()), span);
        return Err(p.report(error.help(format!("write `{combine}` before the map"))));
    }
    operands.extend(syms);
    Ok(Bound { map, operands })
}

fn parse_for(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    let induction = p.use_()?;
    p.skip_location()?;
    p.expect_punct(b'=')?;
    let lower = parse_bound(p, "max")?;
    p.expect_word("to")?;
    let upper = parse_bound(p, "min")?;
    let mut step = 1;
    if p.eat_word("step") {
        let span = p.token().span();
        step = p.small_int()?;
        if step <= 0 {
            return Err(p.error("step", "the step of a loop is a positive number", span));
        }
    }
    let mut args = vec![(induction, Type::Index)];
    let mut inits = Vec::new();
    if p.eat_word("iter_args") {
        let names = p.assignments()?;
        p.expect_arrow()?;
        let start = p.token().span();
        state.results = p.result_types()?;
        if names.len() != state.results.len() {
            return Err(p.error(
                "operand-count",
                "as many types as loop-carried values are needed",
                start,
            ));
        }
        for ((name, init), ty) in names.into_iter().zip(&state.results) {
            args.push((name, ty.clone()));
            inits.push(init);
        }
    }
    let sizes = [lower.operands.len(), upper.operands.len(), inits.len()];
    p.index_operands(state, &lower.operands)?;
    p.index_operands(state, &upper.operands)?;
    let types = state.results.clone();
    p.operands(state, &inits, &types)?;
    let properties = &mut p.module.op_mut(state.op).properties;
    properties.set("lowerBoundMap", Attr::AffineMap(lower.map));
    properties.set("upperBoundMap", Attr::AffineMap(upper.map));
    properties.set("step", Attr::index(step));
    properties.set("operandSegmentSizes", segment_sizes(&sizes));
    p.region(state, &args)?;
    if state.results.is_empty() {
        p.implied_terminator(state, 0, "affine.yield");
    }
    p.attr_dict(state)
}

fn print_bound(printer: &mut MlirPrinter<'_>, map: &AffineMap, operands: &[ValueId], combine: &str) -> Option<()> {
    (operands.len() == map.dims + map.syms).then_some(())?;
    match (&map.results[..], operands) {
        ([AffineExpr::Const(value)], []) => printer.put(&value.to_string()),
        ([AffineExpr::Sym(0)], [only]) if map.syms == 1 => printer.value(*only),
        _ => {
            if map.results.len() != 1 {
                printer.put(&format!("{combine} "));
            }
            print_map(printer, map, operands);
        }
    }
    Some(())
}

/// `affine_map<..>(%d)[%s]`
fn print_map(printer: &mut MlirPrinter<'_>, map: &AffineMap, operands: &[ValueId]) {
    printer.put(&format!("affine_map<{map}>("));
    printer.values(&operands[..map.dims]);
    printer.put(")");
    if map.syms > 0 {
        printer.put("[");
        printer.values(&operands[map.dims..]);
        printer.put("]");
    }
}

fn print_for(printer: &mut MlirPrinter<'_>, op: OpId) -> Option<()> {
    let module = printer.module;
    let view = crate::affine_for(module, op)?;
    let results = &module.op(op).results;
    (results.len() == view.inits.len() && view.iter_args.len() == results.len()).then_some(())?;
    printer.space();
    printer.value(view.induction);
    printer.put(" = ");
    print_bound(printer, &view.lower, &view.lower_operands, "max")?;
    printer.put(" to ");
    print_bound(printer, &view.upper, &view.upper_operands, "min")?;
    if view.step != 1 {
        printer.put(&format!(" step {}", view.step));
    }
    print_iter_args(printer, &view.iter_args, &view.inits, results);
    printer.space();
    let implied: &[&str] = if results.is_empty() { &["affine.yield"] } else { &[] };
    printer.region(module.op(op).regions[0], false, implied);
    printer.space();
    printer.custom_attrs(op, &["lowerBoundMap", "upperBoundMap", "step"]);
    Some(())
}

/// ` iter_args(%a = %x) -> (A)`
pub(super) fn print_iter_args(printer: &mut MlirPrinter<'_>, args: &[ValueId], inits: &[ValueId], results: &[ValueId]) {
    if results.is_empty() {
        return;
    }
    printer.put(" iter_args(");
    printer.assignments(args, inits);
    printer.put(") -> (");
    printer.types_of(results);
    printer.put(")");
}

impl<'a> Parser<'a> {
    /// `(%a = %x, %b = %y)`
    pub fn assignments(&mut self) -> PResult<Vec<(WrittenUse<'a>, WrittenUse<'a>)>> {
        let mut pairs = Vec::new();
        self.expect_punct(b'(')?;
        self.list_until(b')', |p| {
            let name = p.use_()?;
            p.expect_punct(b'=')?;
            pairs.push((name, p.use_()?));
            Ok(())
        })?;
        Ok(pairs)
    }
}

impl MlirPrinter<'_> {
    /// `%a = %x, %b = %y`
    pub fn assignments(&mut self, args: &[ValueId], inits: &[ValueId]) {
        for (n, (arg, init)) in args.iter().zip(inits).enumerate() {
            if n > 0 {
                self.put(", ");
            }
            self.value(*arg);
            self.put(" = ");
            self.value(*init);
        }
    }
}

// ---- affine.if ----

fn parse_if(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    let start = p.token().span();
    let Attr::IntegerSet(set) = p.attr()? else {
        return Err(p.error("syntax", "expected an integer set", start));
    };
    let (dims, syms) = p.dims_and_syms()?;
    if (dims.len(), syms.len()) != (set.dims, set.syms) {
        let message = format!(
            "this set takes {} dimensions and {} symbols, but is given {} and {}",
            set.dims,
            set.syms,
            dims.len(),
            syms.len()
        );
        return Err(p.error("map-operands", message, start));
    }
    p.index_operands(state, &dims)?;
    p.index_operands(state, &syms)?;
    p.module
        .op_mut(state.op)
        .properties
        .set("condition", Attr::IntegerSet(set));
    if p.eat(TokenKind::Arrow) {
        state.results = p.result_types()?;
    }
    p.region(state, &[])?;
    if state.results.is_empty() {
        p.implied_terminator(state, 0, "affine.yield");
    }
    if p.eat_word("else") {
        p.region(state, &[])?;
        if state.results.is_empty() {
            p.implied_terminator(state, 1, "affine.yield");
        }
    } else {
        p.module.add_region(state.op);
    }
    p.attr_dict(state)
}

fn print_if(printer: &mut MlirPrinter<'_>, op: OpId) -> Option<()> {
    let module = printer.module;
    let Some(Attr::IntegerSet(set)) = module.op(op).attr("condition") else {
        return None;
    };
    let operands: Vec<_> = module.op(op).operand_values().collect();
    let results = &module.op(op).results;
    let [then_region, else_region] = module.op(op).regions[..] else {
        return None;
    };
    (operands.len() == set.dims + set.syms).then_some(())?;
    printer.put(&format!(" affine_set<{set}>("));
    printer.values(&operands[..set.dims]);
    printer.put(")");
    if set.syms > 0 {
        printer.put("[");
        printer.values(&operands[set.dims..]);
        printer.put("]");
    }
    print_branches(printer, then_region, else_region, results, "affine.yield");
    printer.space();
    printer.custom_attrs(op, &["condition"]);
    Some(())
}

/// ` -> (A) {..} else {..}`
pub(super) fn print_branches(
    printer: &mut MlirPrinter<'_>,
    then_region: crate::RegionId,
    else_region: crate::RegionId,
    results: &[ValueId],
    terminator: &str,
) {
    if !results.is_empty() {
        printer.put(" -> (");
        printer.types_of(results);
        printer.put(")");
    }
    let terminators = [terminator];
    let implied: &[&str] = if results.is_empty() { &terminators } else { &[] };
    printer.space();
    printer.region(then_region, true, implied);
    if !printer.module.region(else_region).blocks.is_empty() {
        printer.put(" else ");
        printer.region(else_region, true, implied);
    }
}
