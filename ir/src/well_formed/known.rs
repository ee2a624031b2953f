//! Types, counts, terminators and symbols of the operations known here.

use super::Checker;
use crate::dialect::format::Misfit;
use crate::{Attr, BlockId, Diagnostic, Dim, OpId, Type, ValueId, func};
use std::collections::HashMap;

impl Checker<'_> {
    /// The type rules of the operation's custom form.
    pub(super) fn form(&mut self, op: OpId) {
        let module = self.module;
        let name = &module.op(op).name;
        match name.info().check(module, op) {
            Ok(()) => {}
            Err(Misfit::Count) => {
                let operands = module.op(op).operands.len();
                let results = module.op(op).results.len();
                let message = format!("`{name}` does not take {operands} operands and give {results} results");
                self.error("operand-count", message, self.at(op));
            }
            Err(Misfit::Type {
                value,
                expected,
                because,
            }) => {
                let (shown, found) = (module.value_name(value), module.ty(value));
                let message = format!("`{name}`: `{shown}` is a `{found}`, it must be a `{expected}`");
                let mut error = Diagnostic::error("type-mismatch", message, self.use_span(op, value));
                if let Some(other) = because {
                    let remark = format!("because `{}` is a `{}`", module.value_name(other), module.ty(other));
                    error = error.label(self.value_span(other), remark);
                }
                self.report(error);
            }
        }
    }

    /// Blocks of operations known here end in a terminator.
    pub(super) fn terminators(&mut self, op: OpId) {
        let module = self.module;
        let (name, info) = (module.op(op).name.as_str(), module.op(op).info());
        // The region of `scf.forall.in_parallel` has no terminator, as it is one itself.
        if !info.has_custom_form() || info.is_symbol_table() || name == "scf.forall.in_parallel" {
            return;
        }
        for region in &module.op(op).regions {
            for block in &module.region(*region).blocks {
                let last = module.block(*block).ops.last().copied();
                let ends = last.is_some_and(|last| {
                    let info = module.op(last).info();
                    info.is_terminator() || !info.has_custom_form()
                });
                if !ends {
                    let span = last.map_or(self.at(op), |last| self.at(last));
                    let message = format!("a block of `{name}` does not end in a terminator");
                    let help = match name {
                        "func.func" => "end it with `return`".to_owned(),
                        _ => format!("end it with `{}.yield`", module.op(op).dialect()),
                    };
                    self.report(Diagnostic::error("missing-terminator", message, span).help(help));
                }
                for inner in module.block(*block).ops.iter().rev().skip(1) {
                    if module.op(*inner).info().is_terminator() {
                        let message = format!("`{}` is not at the end of its block", module.op(*inner).name);
                        self.error("misplaced-terminator", message, self.at(*inner));
                    }
                }
            }
        }
    }

    pub(super) fn function(&mut self, op: OpId) {
        let module = self.module;
        let Some(view) = func(module, op) else {
            // Types of older spellings, or of other dialects.
            if let (Some(_), Some(Attr::Type(Type::Opaque(_)))) =
                (module.symbol_name(op), module.op(op).attr("function_type"))
            {
                return;
            }
            let message = "this function has no `sym_name` and `function_type`";
            return self.error("malformed-op", message, self.at(op));
        };
        if module.region(view.body).blocks.is_empty() {
            let may_be_private = module.op(op).info().inherent.contains(&"sym_visibility");
            if may_be_private && module.op(op).attr("sym_visibility").is_none() {
                let message = format!("`@{}` has no body, so it must be private", view.name);
                let help = "write `func.func private`";
                self.report(Diagnostic::error("public-declaration", message, self.at(op)).help(help));
            }
            return;
        }
        let found: Vec<Type> = view.args.iter().map(|arg| module.ty(*arg).clone()).collect();
        if found != view.inputs {
            let message = format!(
                "the arguments of `@{}` do not have the types of its signature",
                view.name
            );
            self.error("type-mismatch", message, self.at(op));
        }
    }

    pub(super) fn returns(&mut self, op: OpId) {
        let module = self.module;
        let mut around = module.parent_op(op);
        while let Some(parent) = around {
            if module.op(parent).info().is_function() {
                break;
            }
            around = module.parent_op(parent);
        }
        let Some((parent, view)) = around.and_then(|parent| Some((parent, func(module, parent)?))) else {
            return;
        };
        let values: Vec<_> = module.op(op).operand_values().collect();
        let what = format!("`@{}` returns", view.name);
        self.agree(op, &values, &view.results, &what, parent);
    }

    /// `values` of `op` have `types`, which `owner` states.
    fn agree(&mut self, op: OpId, values: &[ValueId], types: &[Type], what: &str, owner: OpId) {
        let module = self.module;
        if values.len() != types.len() {
            let message = format!("{what} {} values, here are {}", types.len(), values.len());
            let error = Diagnostic::error("operand-count", message, self.at(op));
            return self.report(error.label(self.at(owner), "stated here"));
        }
        for (value, ty) in values.iter().zip(types) {
            let found = module.ty(*value);
            if found != ty {
                let message = format!("{what} a `{ty}`, but `{}` is a `{found}`", module.value_name(*value));
                let error = Diagnostic::error("type-mismatch", message, self.use_span(op, *value));
                self.report(error.label(self.at(owner), "stated here"));
            }
        }
    }

    pub(super) fn call(&mut self, op: OpId) {
        let module = self.module;
        let Some(Attr::Symbol(path)) = module.op(op).attr("callee") else {
            return self.error("malformed-op", "this call has no `callee`", self.at(op));
        };
        let ([name], Some(table)) = (&path[..], self.symbol_table(op)) else {
            return;
        };
        let Some(callee) = table.get(name.as_str()).copied() else {
            let near = crate::parse::nearest(name, table.keys().copied());
            let help = near.map(|near| format!("did you mean `@{near}`?"));
            let mut error = Diagnostic::error("undefined-symbol", format!("there is no `@{name}`"), self.at(op));
            error.help = help;
            return self.report(error);
        };
        let Some(view) = func(module, callee) else { return };
        let values: Vec<_> = module.op(op).operand_values().collect();
        self.agree(op, &values, &view.inputs, &format!("`@{name}` takes"), callee);
        let results = module.op(op).results.clone();
        self.agree(op, &results, &view.results, &format!("`@{name}` returns"), callee);
    }

    /// Symbols of the nearest module around `op`.
    fn symbol_table(&self, op: OpId) -> Option<HashMap<&str, OpId>> {
        let module = self.module;
        let mut around = module.parent_op(op)?;
        while !module.op(around).info().is_symbol_table() {
            around = module.parent_op(around)?;
        }
        let block = module.only_block(around, 0)?;
        let ops = module.block(block).ops.iter();
        Some(ops.filter_map(|op| Some((module.symbol_name(*op)?, *op))).collect())
    }

    /// No two symbols of a module have one name.
    pub(super) fn symbols(&mut self) {
        let module = self.module;
        let mut modules = Vec::new();
        module.walk(module.top, &mut |id, op| {
            if op.info().is_symbol_table() {
                modules.push(id);
            }
        });
        for block in modules.into_iter().filter_map(|op| module.only_block(op, 0)) {
            let mut seen: HashMap<&str, OpId> = HashMap::new();
            for op in &module.block(block).ops {
                let Some(name) = module.symbol_name(*op) else { continue };
                if let Some(first) = seen.insert(name, *op) {
                    let error =
                        Diagnostic::error("redefined-symbol", format!("`@{name}` is defined twice"), self.at(*op));
                    let first = self.at(first);
                    self.report(error.label(first, "first defined here"));
                }
            }
        }
    }

    pub(super) fn scf(&mut self, op: OpId) {
        let module = self.module;
        if module.op(op).name == "scf.if" {
            let blocks: Vec<_> = (0..2).filter_map(|n| module.only_block(op, n)).collect();
            return self.yields(op, &blocks, "scf.yield");
        }
        let values: Vec<_> = module.op(op).operand_values().collect();
        let Some(body) = module.only_block(op, 0) else { return };
        let args = &module.block(body).args;
        match (values.get(3..), args.split_first()) {
            (Some(inits), Some((induction, carried))) if inits.len() == carried.len() => {
                let ty = module.ty(*induction).clone();
                self.agree(
                    op,
                    &values[..3],
                    &[ty.clone(), ty.clone(), ty],
                    "the loop variable wants",
                    op,
                );
                self.carried(op, inits, carried, body, "scf.yield");
            }
            _ => self.error(
                "malformed-op",
                "the operands of this `scf.for` do not fit its body",
                self.at(op),
            ),
        }
    }

    /// Initial values, loop-carried values, yielded values and results agree.
    pub(super) fn carried(&mut self, op: OpId, inits: &[ValueId], args: &[ValueId], body: BlockId, yields: &str) {
        let module = self.module;
        let types: Vec<Type> = module
            .op(op)
            .results
            .iter()
            .map(|value| module.ty(*value).clone())
            .collect();
        self.agree(op, inits, &types, "this loop carries", op);
        self.agree(op, args, &types, "this loop carries", op);
        self.yields(op, &[body], yields);
    }

    /// The terminators of `blocks` give what `op` returns.
    pub(super) fn yields(&mut self, op: OpId, blocks: &[BlockId], name: &str) {
        let module = self.module;
        let types: Vec<Type> = module
            .op(op)
            .results
            .iter()
            .map(|value| module.ty(*value).clone())
            .collect();
        if blocks.len() < 2 && !types.is_empty() && module.op(op).name.ends_with(".if") {
            let message = "an `if` with results needs an `else`";
            self.error("malformed-op", message, self.at(op));
        }
        for block in blocks {
            let Some(last) = module.block(*block).ops.last().copied() else {
                continue;
            };
            if module.op(last).name == name {
                let values: Vec<_> = module.op(last).operand_values().collect();
                self.agree(last, &values, &types, "the operation around returns", op);
            }
        }
    }

    /// As many subscripts as dimensions.
    pub(super) fn subscripts(&mut self, op: OpId) {
        let module = self.module;
        let Some(at) = module.op(op).info().element().map(|element| element.array) else {
            return;
        };
        let operands = &module.op(op).operands;
        let Some(shaped) = operands.get(at).map(|operand| operand.value) else {
            return;
        };
        let subscripts = operands.len() - at - 1;
        match module.ty(shaped).shape() {
            Some(shape) if shape.len() == subscripts => {}
            Some(shape) => self.rank(op, shaped, shape.len(), subscripts),
            None => {
                let message = format!(
                    "`{}` is a `{}`, which has no rank",
                    module.value_name(shaped),
                    module.ty(shaped)
                );
                self.error("type-mismatch", message, self.use_span(op, shaped));
            }
        }
    }

    /// As many sizes as `?`.
    pub(super) fn sizes(&mut self, op: OpId) {
        let module = self.module;
        let Some(ty) = module.op(op).results.first().map(|value| module.ty(*value)) else {
            return;
        };
        let dynamic = ty
            .shape()
            .unwrap_or(&[])
            .iter()
            .filter(|dim| matches!(dim, Dim::Dynamic))
            .count();
        let sizes = match module.op(op).attr("operandSegmentSizes").and_then(Attr::as_i64s) {
            Some(sizes) => sizes.first().copied().unwrap_or(0),
            None => module.op(op).operands.len() as i64,
        };
        if sizes != dynamic as i64 {
            let message = format!("`{ty}` has {dynamic} unknown extents, but {sizes} sizes are given");
            self.error("operand-count", message, self.at(op));
        }
    }

    pub(super) fn constant(&mut self, op: OpId) {
        let module = self.module;
        let (Some(value), [result]) = (module.op(op).attr("value"), &module.op(op).results[..]) else {
            return self.error("malformed-op", "this constant has no `value`", self.at(op));
        };
        if let Some(ty) = value.ty()
            && ty != *module.ty(*result)
        {
            let message = format!("the value is a `{ty}`, the result a `{}`", module.ty(*result));
            self.error("type-mismatch", message, self.at(op));
        }
        if let Attr::Dense { ty, .. } = value
            && (ty.elem().is_integer() || ty.elem().is_float())
            && !crate::dense::is_dense(value)
        {
            let message = format!("`{value}` has not as many elements of the right kind as its type wants");
            self.error("bad-literal", message, self.at(op));
        }
    }
}
