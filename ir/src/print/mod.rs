//! Printing: [`Module`] -> text that `mlir-opt` accepts and that means the same.

mod names;
mod text;
mod written;

use crate::dialect::{self, form};
use crate::{Attr, Attrs, BlockId, Module, OpId, RegionId, Type, ValueId};
use names::PrintedNames;

/// Which of the two notations to print.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PrintForm {
    /// `"affine.load"(%A, %i) <{map = ..}> : (..) -> ..`
    Generic,
    /// `affine.load %A[%i] : ..`; operations without a known custom form are printed generically.
    #[default]
    Custom,
}

/// How to print.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PrintOptions {
    /// Notation.
    pub form: PrintForm,
    /// Print the `loc(..)` of operations that have one.
    pub locations: bool,
}

/// The module as text.
pub fn print(module: &Module, options: PrintOptions) -> String {
    let mut printer = MlirPrinter::new(module, options);
    printer.op(module.top);
    printer.out.push('\n');
    if let Some(resources) = &module.resources {
        printer.out.push('\n');
        printer.out.push_str(resources);
        printer.out.push('\n');
    }
    printer.out
}

/// One operation with everything inside it as text, for messages.
pub fn print_op(module: &Module, op: OpId, options: PrintOptions) -> String {
    let mut printer = MlirPrinter::new(module, options);
    printer.op(op);
    printer.out
}

/// Text under construction.
pub(crate) struct MlirPrinter<'m> {
    pub module: &'m Module,
    options: PrintOptions,
    out: String,
    names: PrintedNames,
    indent: usize,
    pending_space: bool,
    dialects: Vec<&'static str>,
}

impl<'m> MlirPrinter<'m> {
    fn new(module: &'m Module, options: PrintOptions) -> MlirPrinter<'m> {
        MlirPrinter {
            module,
            options,
            out: String::new(),
            names: PrintedNames::new(module),
            indent: 0,
            pending_space: false,
            dialects: vec!["builtin"],
        }
    }

    // ---- words ----

    /// Wants one space before whatever comes next.
    pub fn space(&mut self) {
        self.pending_space = true;
    }

    pub fn put(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        if std::mem::take(&mut self.pending_space) && !self.out.ends_with([' ', '\n']) && !text.starts_with(' ') {
            self.out.push(' ');
        }
        self.out.push_str(text);
    }

    pub fn punct(&mut self, byte: u8) {
        self.put((byte as char).encode_utf8(&mut [0; 4]));
    }

    pub fn newline(&mut self) {
        self.pending_space = false;
        self.out.push('\n');
        for _ in 0..self.indent {
            self.out.push_str("  ");
        }
    }

    pub fn value(&mut self, value: ValueId) {
        let name = self.names.of(value);
        self.put(&name);
    }

    pub fn name(&self, value: ValueId) -> String {
        self.names.of(value)
    }

    pub fn values(&mut self, values: &[ValueId]) {
        for (n, value) in values.iter().enumerate() {
            if n > 0 {
                self.put(", ");
            }
            self.value(*value);
        }
    }

    pub fn types(&mut self, types: &[&Type]) {
        for (n, ty) in types.iter().enumerate() {
            if n > 0 {
                self.put(", ");
            }
            self.put(&ty.to_string());
        }
    }

    pub fn types_of(&mut self, values: &[ValueId]) {
        let module = self.module;
        let types: Vec<_> = values.iter().map(|value| module.ty(*value)).collect();
        self.types(&types);
    }

    /// `(A, B) -> C`
    pub fn functional(&mut self, inputs: &[ValueId], results: &[ValueId]) {
        let of = |values: &[ValueId]| values.iter().map(|value| self.module.ty(*value).clone()).collect();
        let ty = Type::Function {
            inputs: of(inputs),
            results: of(results),
        };
        self.put(&ty.to_string());
    }

    /// `%a, 3`; `None` if the numbers do not ask for as many values as there are.
    pub fn index_list(&mut self, values: &[ValueId], numbers: &[i64]) -> Option<()> {
        let mut values = values.iter();
        for (n, number) in numbers.iter().enumerate() {
            if n > 0 {
                self.put(", ");
            }
            if *number == dialect::format::DYNAMIC {
                self.value(*values.next()?);
            } else {
                self.put(&number.to_string());
            }
        }
        values.next().is_none().then_some(())
    }

    /// The dictionary of a custom form: everything that is not among `written`.
    pub fn custom_attrs(&mut self, op: OpId, written: &[&str]) {
        self.attrs_with_prefix(op, written, "");
    }

    pub fn attrs_with_prefix(&mut self, op: OpId, written: &[&str], prefix: &str) {
        let op = self.module.op(op);
        let mut rest = Attrs::default();
        for (name, attr) in op.properties.iter().chain(op.attrs.iter()) {
            if name != "operandSegmentSizes" && !written.contains(&name) {
                rest.0.push((name.to_owned(), attr.clone()));
            }
        }
        if !rest.is_empty() {
            rest.0.sort_by(|x, y| x.0.cmp(&y.0));
            self.put(prefix);
            self.put(&Attr::Dict(rest).to_string());
        }
    }

    // ---- operations ----

    /// An operation inside the one being printed, on the same line.
    pub fn inner(&mut self, op: OpId) {
        self.dialects.push("");
        self.op(op);
        self.dialects.pop();
    }

    fn op(&mut self, op: OpId) {
        if let Some(text) = &self.module.op(op).opaque {
            return self.put(text);
        }
        self.result_names(op);
        if self.as_written(op) {
            return self.location(op);
        }
        let start = self.out.len();
        let name = self.module.op(op).name.as_str();
        // Reading the custom form back makes properties only of the names the form knows.
        let inherent = dialect::inherent(name);
        let known = self
            .module
            .op(op)
            .properties
            .iter()
            .all(|(name, _)| inherent.contains(&name));
        if let (PrintForm::Custom, Some(form), true) = (self.options.form, form(name), known) {
            let indent = self.indent;
            let depth = self.dialects.len();
            let short = match name.split_once('.') {
                Some((dialect, rest)) if self.dialects.last() == Some(&dialect) && !rest.contains('.') => rest,
                _ => name,
            };
            // `func.func` is never shortened by MLIR itself.
            let short = if short == "func" { "func.func" } else { short };
            self.put(short);
            if form.print(self, op).is_some() {
                self.pending_space = false;
                return self.location(op);
            }
            self.out.truncate(start);
            self.pending_space = false;
            self.indent = indent;
            self.dialects.truncate(depth);
        }
        self.generic(op);
        self.location(op);
    }

    fn location(&mut self, op: OpId) {
        if let (true, Some(loc)) = (self.options.locations, &self.module.op(op).loc) {
            let text = format!(" loc({loc})");
            self.put(&text);
        }
    }

    fn result_names(&mut self, op: OpId) {
        let results = &self.module.op(op).results;
        let mut n = 0;
        while n < results.len() {
            let name = self.names.of(results[n]);
            if n > 0 {
                self.put(", ");
            }
            let Some((base, _)) = name.split_once('#') else {
                self.put(&name);
                n += 1;
                continue;
            };
            let group = |value: &&ValueId| self.names.of(**value).split_once('#').map(|(base, _)| base.to_owned());
            let count = results[n..]
                .iter()
                .take_while(|value| group(value).as_deref() == Some(base))
                .count();
            let text = format!("{base}:{count}");
            self.put(&text);
            n += count;
        }
        if !results.is_empty() {
            self.put(" = ");
        }
    }

    fn generic(&mut self, id: OpId) {
        let module = self.module;
        let op = module.op(id);
        let operands: Vec<ValueId> = op
            .operand_values()
            .chain(
                op.successors
                    .iter()
                    .flat_map(|s| s.args.iter().map(|operand| operand.value)),
            )
            .collect();
        let mut name = String::new();
        text::quote(&mut name, op.name.as_bytes());
        self.put(&name);
        self.put("(");
        self.values(&operands);
        self.put(")");
        if !op.successors.is_empty() {
            let labels: Vec<String> = op.successors.iter().map(|s| self.names.label(s.block)).collect();
            self.put(&format!("[{}]", labels.join(", ")));
        }
        if !op.properties.is_empty() {
            self.put(&format!(" <{}>", text::dict(&op.properties)));
        }
        if !op.regions.is_empty() {
            self.put(" (");
            for (n, region) in op.regions.iter().enumerate() {
                if n > 0 {
                    self.put(", ");
                }
                let dialect = dialect::default_dialect(&op.name);
                self.region_in(*region, true, &[], dialect);
            }
            self.put(")");
        }
        if !op.attrs.is_empty() {
            self.put(&format!(" {}", text::dict(&op.attrs)));
        }
        self.put(" : ");
        self.functional(&operands, &op.results);
    }

    // ---- regions ----

    /// `{..}` with the arguments of the entry block, unless the operation prints them itself, and
    /// without a last operation that says nothing if its name is in `implied`.
    pub fn region(&mut self, region: RegionId, entry_args: bool, implied: &[&str]) {
        self.region_in(region, entry_args, implied, None);
    }

    pub fn region_in(&mut self, region: RegionId, entry_args: bool, implied: &[&str], dialect: Option<&'static str>) {
        self.dialects.push(dialect.unwrap_or(""));
        self.put("{");
        let blocks = &self.module.region(region).blocks;
        for (n, block) in blocks.iter().enumerate() {
            self.block(*block, n, entry_args, implied, blocks.len());
        }
        self.newline();
        self.put("}");
        self.dialects.pop();
    }

    fn block(&mut self, id: BlockId, n: usize, entry_args: bool, implied: &[&str], blocks: usize) {
        let block = self.module.block(id);
        let labelled = n > 0
            || (entry_args && !block.args.is_empty())
            || self.names.is_target(id)
            || (block.ops.is_empty() && blocks == 1 && entry_args);
        if labelled {
            self.newline();
            let label = self.names.label(id);
            self.put(&label);
            if !block.args.is_empty() {
                self.put("(");
                self.arguments(&block.args);
                self.put(")");
            }
            self.put(":");
        }
        self.indent += 1;
        for (at, op) in block.ops.iter().enumerate() {
            if at + 1 == block.ops.len() && n + 1 == blocks && self.is_implied(*op, implied) {
                continue;
            }
            self.newline();
            self.op(*op);
        }
        self.indent -= 1;
    }

    fn is_implied(&self, op: OpId, implied: &[&str]) -> bool {
        let op = self.module.op(op);
        implied.contains(&op.name.as_str())
            && op.operands.is_empty()
            && op.attrs.is_empty()
            && op.properties.is_empty()
            && op.regions.is_empty()
    }

    /// `%a: A, %b: B`
    pub fn arguments(&mut self, args: &[ValueId]) {
        for (n, arg) in args.iter().enumerate() {
            if n > 0 {
                self.put(", ");
            }
            self.value(*arg);
            self.put(": ");
            self.types_of(&[*arg]);
        }
    }

    pub fn label(&mut self, block: BlockId) {
        let label = self.names.label(block);
        self.put(&label);
    }
}
