//! Operand types of `arith`: integer operations take no floats, and the other way round.

use super::Checker;
use crate::{OpId, Type};

/// Whether the operation works on floats; [`None`] for conversions and for what takes both.
fn works_on_floats(name: &str) -> Option<bool> {
    let name = name.strip_prefix("arith.")?;
    Some(match name {
        "addi" | "subi" | "muli" | "divsi" | "divui" | "remsi" | "remui" | "ceildivsi" | "ceildivui" | "floordivsi"
        | "shli" | "shrsi" | "shrui" | "andi" | "ori" | "xori" | "maxsi" | "maxui" | "minsi" | "minui"
        | "addui_extended" | "subui_extended" | "mulsi_extended" | "mului_extended" | "cmpi" | "extsi" | "extui"
        | "trunci" | "sitofp" | "uitofp" => false,
        "addf" | "subf" | "mulf" | "divf" | "remf" | "negf" | "maximumf" | "minimumf" | "maxnumf" | "minnumf"
        | "cmpf" | "extf" | "truncf" | "fptosi" | "fptoui" => true,
        _ => return None,
    })
}

impl Checker<'_> {
    pub(super) fn arith(&mut self, op: OpId) {
        let module = self.module;
        let Some(floats) = works_on_floats(&module.op(op).name) else {
            return;
        };
        for (at, operand) in module.op(op).operand_values().enumerate() {
            let elem = module.ty(operand).elem();
            let wrong = match floats {
                true => elem.is_integer() || *elem == Type::Index,
                false => elem.is_float(),
            };
            if wrong {
                let name = &module.op(op).name;
                let (ours, theirs) = if floats {
                    ("floats", "an integer")
                } else {
                    ("integers", "a float")
                };
                let message = format!(
                    "`{name}` works on {ours}, but `{}` is {theirs}",
                    module.value_name(operand)
                );
                let span = self.operand_span(op, at);
                return self.error("type-mismatch", message, span);
            }
        }
    }
}
