//! The operations whose custom form is known: one entry each, in the file of their dialect.
//!
//! Most entries are a line in the small language of [`format`], which is read in both directions;
//! the others are a pair of functions. In memory an operation always has its generic form.

mod affine;
mod arith;
mod bufferization;
mod builtin;
mod cf;
mod complex;
pub(crate) mod format;
mod func;
mod index;
pub(crate) mod linalg;
mod math;
mod memref;
mod old;
mod scf;
mod tensor;
mod ub;
mod vector;

pub(crate) use affine::reduction_name;

use crate::parse::{OpState, PResult, Parser};
use crate::print::Printer;
use crate::{Attr, Module, OpId};
use foldhash::HashMap;
use format::Format;
use std::sync::LazyLock;

/// Reads what follows the name of an operation.
pub(crate) type ParseFn = for<'a> fn(&mut Parser<'a>, &mut OpState) -> PResult<()>;
/// Writes what follows the name; `None` if the custom form cannot express this operation.
pub(crate) type PrintFn = fn(&mut Printer<'_>, OpId) -> Option<()>;

/// Custom form of one operation.
pub(crate) struct Form {
    pub name: &'static str,
    syntax: Syntax,
    /// Attributes that are properties although the text has them in the dictionary.
    inherent: Vec<&'static str>,
    /// Properties that MLIR adds where the text leaves them out.
    defaults: Vec<(&'static str, Attr)>,
    terminator: bool,
}

enum Syntax {
    Format(Format),
    Custom { parse: ParseFn, print: PrintFn },
}

/// An operation written as `format`; see [`format`] for `format` and `types`.
pub(crate) fn op(name: &'static str, format: &'static str, types: &'static str) -> Form {
    let format = Format::new(format, types);
    let inherent = format.properties();
    let defaults = format.defaults();
    Form {
        name,
        syntax: Syntax::Format(format),
        inherent,
        defaults,
        terminator: false,
    }
}

/// An operation with functions of its own.
pub(crate) fn custom(name: &'static str, parse: ParseFn, print: PrintFn) -> Form {
    Form {
        name,
        syntax: Syntax::Custom { parse, print },
        inherent: vec!["operandSegmentSizes"],
        defaults: Vec::new(),
        terminator: false,
    }
}

impl Form {
    /// Operand groups are told apart by `operandSegmentSizes`.
    pub fn segments(mut self) -> Form {
        if let Syntax::Format(format) = &mut self.syntax {
            format.segments = true;
            self.inherent.push("operandSegmentSizes");
        }
        self
    }

    pub fn inherent(mut self, names: &'static [&'static str]) -> Form {
        self.inherent.extend(names);
        self
    }

    /// The property `name` is `attr` where the text has none.
    pub fn default(mut self, name: &'static str, attr: Attr) -> Form {
        self.inherent.push(name);
        self.defaults.push((name, attr));
        self
    }

    pub fn terminator(mut self) -> Form {
        self.terminator = true;
        self
    }

    /// What is wrong with the types of an operation whose form is a [`Format`].
    pub fn check(&self, module: &Module, op: OpId) -> Result<(), format::Misfit> {
        match &self.syntax {
            Syntax::Format(format) => format.check(module, op),
            Syntax::Custom { .. } => Ok(()),
        }
    }

    pub fn parse(&self, p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
        match &self.syntax {
            Syntax::Format(format) => format.parse(p, state),
            Syntax::Custom { parse, .. } => parse(p, state),
        }
    }

    pub fn print(&self, printer: &mut Printer<'_>, op: OpId) -> Option<()> {
        match &self.syntax {
            Syntax::Format(format) => format.print(printer, op),
            Syntax::Custom { print, .. } => print(printer, op),
        }
    }
}

static FORMS: LazyLock<HashMap<&'static str, Form>> = LazyLock::new(|| {
    let dialects = [
        affine::forms(),
        arith::forms(),
        bufferization::forms(),
        builtin::forms(),
        cf::forms(),
        complex::forms(),
        func::forms(),
        index::forms(),
        linalg::forms(),
        math::forms(),
        memref::forms(),
        scf::forms(),
        tensor::forms(),
        ub::forms(),
        vector::forms(),
    ];
    dialects.into_iter().flatten().map(|form| (form.name, form)).collect()
});

pub(crate) fn form(name: &str) -> Option<&'static Form> {
    FORMS.get(name)
}

/// Names of all operations with a custom form.
pub fn names() -> impl Iterator<Item = &'static str> {
    FORMS.keys().copied()
}

/// The full name and form of an operation written `written` inside a region of `dialect`.
pub(crate) fn resolve(written: &str, dialect: &str) -> Option<(&'static str, &'static Form)> {
    let found = match written {
        "module" => form("builtin.module"),
        _ if written.contains('.') => form(written),
        _ => form(&format!("{dialect}.{written}")).or_else(|| form(&format!("builtin.{written}"))),
    };
    let found = found.or_else(|| old::name(written).and_then(form));
    found.map(|form| (form.name, form))
}

/// Dictionary entries that belong into the properties of `name`.
pub(crate) fn inherent(name: &str) -> &'static [&'static str] {
    form(name).map_or(&[], |form| &form.inherent)
}

/// Properties of `name` that are there even where the text leaves them out.
pub(crate) fn defaults(name: &str) -> &'static [(&'static str, Attr)] {
    form(name).map_or(&[], |form| &form.defaults)
}

/// Regions of this operation do not see values from outside.
pub(crate) fn is_isolated(name: &str) -> bool {
    matches!(
        name,
        "builtin.module" | "func.func" | "gpu.module" | "gpu.func" | "llvm.func" | "transform.named_sequence"
    )
}

/// The dialect whose operations may be written without prefix inside this one.
pub(crate) fn default_dialect(name: &str) -> Option<&'static str> {
    match name {
        "builtin.module" => Some("builtin"),
        "func.func" => Some("func"),
        _ => None,
    }
}

pub(crate) fn is_terminator(name: &str) -> bool {
    form(name).is_some_and(|form| form.terminator)
        || matches!(
            name,
            "cf.switch"
                | "scf.condition"
                | "scf.reduce"
                | "scf.reduce.return"
                | "scf.forall.in_parallel"
                | "ub.unreachable"
        )
}
