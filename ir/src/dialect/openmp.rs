//! The loops of OpenMP: `omp.loop_nest`. What is around them (`omp.parallel`, `omp.wsloop`) is read as it is written.

use super::{OpInfo, custom, op};
use crate::parse::{OpState, PResult, Parser};
use crate::print::MlirPrinter;
use crate::{Attr, OpId};

pub(super) fn operations() -> Vec<OpInfo> {
    vec![
        custom("omp.loop_nest", parse_loop_nest, print_loop_nest)
            .inherent(&["loop_inclusive", "collapse_num_loops"])
            .unknown(),
        op("omp.yield", "{($a* : type(a*))} attr-dict", "").terminator(),
        op("omp.terminator", "attr-dict", "").terminator(),
    ]
}

/// `(%i, %j) : index = (%a, %b) to (%c, %d) inclusive step (%e, %f) collapse(2) {..}`
fn parse_loop_nest(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    let start = p.token().span();
    p.expect_punct(b'(')?;
    let names = p.uses()?;
    p.expect_punct(b')')?;
    p.expect_punct(b':')?;
    let ty = p.ty()?;
    p.expect_punct(b'=')?;
    for word in ["", "to", "step"] {
        if word == "step" && p.eat_word("inclusive") {
            p.module.op_mut(state.op).properties.set("loop_inclusive", Attr::Unit);
        }
        if !word.is_empty() {
            p.expect_word(word)?;
        }
        p.expect_punct(b'(')?;
        let given = p.uses()?;
        p.expect_punct(b')')?;
        if given.len() != names.len() {
            let message = "as many bounds and steps as loop variables are needed";
            return Err(p.error("operand-count", message, start));
        }
        p.operands(state, &given, &vec![ty.clone(); given.len()])?;
    }
    // One loop is meant where nothing is said.
    let loops = match p.eat_word("collapse") {
        true => {
            p.expect_punct(b'(')?;
            let loops = p.attr()?;
            p.expect_punct(b')')?;
            loops
        }
        false => Attr::i64(1),
    };
    p.module.op_mut(state.op).properties.set("collapse_num_loops", loops);
    let args: Vec<_> = names.into_iter().map(|name| (name, ty.clone())).collect();
    p.region(state, &args)?;
    p.attr_dict(state)
}

fn print_loop_nest(printer: &mut MlirPrinter<'_>, op: OpId) -> Option<()> {
    let module = printer.module;
    let data = module.op(op);
    let args = &module.block(module.only_block(op, 0)?).args;
    let operands: Vec<_> = data.operand_values().collect();
    let ty = module.ty(*args.first()?);
    let same = |value: &crate::ValueId| module.ty(*value) == ty;
    (operands.len() == 3 * args.len() && args.iter().chain(&operands).all(same)).then_some(())?;
    // Loops that are tiled have no text here.
    data.attr("tile_sizes").is_none().then_some(())?;
    printer.put(" (");
    printer.values(args);
    printer.put(&format!(") : {ty} = ("));
    let bounds: Vec<_> = operands.chunks(args.len()).collect();
    let inclusive = data.attr("loop_inclusive").is_some();
    for (n, values) in bounds.into_iter().enumerate() {
        printer.put(match (n, inclusive) {
            (0, _) => "",
            (1, _) => ") to (",
            (_, true) => ") inclusive step (",
            (_, false) => ") step (",
        });
        printer.values(values);
    }
    printer.put(") ");
    let loops = data.attr("collapse_num_loops").and_then(Attr::as_i64);
    if let Some(loops @ 2..) = loops {
        printer.put(&format!("collapse({loops}) "));
    }
    printer.region_in(*data.regions.first()?, false, &[], None);
    printer.space();
    printer.custom_attrs(op, &["loop_inclusive", "collapse_num_loops"]);
    Some(())
}
