//! The table of operations: one entry each, in the file of their dialect. An entry has the custom form and everything
//! else that the name decides ([`OpInfo`]).
//!
//! The form of most entries is a line in the small language of [`format`], which is read in both directions;
//! the others have a pair of functions. In memory an operation always has its generic form.

mod affine;
mod arith;
mod bufferization;
mod builtin;
mod cf;
mod complex;
pub(crate) mod format;
mod func;
pub(crate) mod index;
mod iree;
pub(crate) mod linalg;
mod math;
mod memref;
mod old;
mod openmp;
mod scf;
mod stablehlo;
mod targets;
mod tensor;
mod tosa;
mod ub;
pub(crate) mod vector;

pub(crate) use affine::{groups_attr, reduction_name};

use crate::ops::OpInfo;
use crate::parse::{OpState, PResult, Parser};
use crate::print::MlirPrinter;
use crate::{Attr, Module, OpId};
use foldhash::HashMap;
use format::OpFormat;
use std::sync::LazyLock;

/// Reads what follows the name of an operation.
pub(crate) type ParseFn = for<'a> fn(&mut Parser<'a>, &mut OpState) -> PResult<()>;
/// Writes what follows the name; `None` if the custom form cannot express this operation.
pub(crate) type PrintFn = fn(&mut MlirPrinter<'_>, OpId) -> Option<()>;

/// How an operation is written.
pub(crate) enum Syntax {
    /// Only in the generic form.
    Generic,
    Format(OpFormat),
    Custom {
        parse: ParseFn,
        print: PrintFn,
    },
}

/// An operation written as `format`; see [`format`] for `format` and `types`.
pub(crate) fn op(name: &'static str, format: &'static str, types: &'static str) -> OpInfo {
    let format = OpFormat::new(format, types);
    let (inherent, defaults, promises) = (format.properties(), format.defaults(), format.promises());
    let info = OpInfo {
        name,
        syntax: Syntax::Format(format),
        inherent,
        defaults,
        ..OpInfo::UNKNOWN
    };
    info.promising(&promises)
}

/// An operation with functions of its own.
pub(crate) fn custom(name: &'static str, parse: ParseFn, print: PrintFn) -> OpInfo {
    OpInfo {
        name,
        syntax: Syntax::Custom { parse, print },
        inherent: vec!["operandSegmentSizes"],
        ..OpInfo::UNKNOWN
    }
}

/// An operation that only the generic form has here.
pub(crate) fn generic(name: &'static str) -> OpInfo {
    OpInfo {
        name,
        ..OpInfo::UNKNOWN
    }
}

/// The form of an operation.
impl OpInfo {
    /// Operand groups are distinguished by `operandSegmentSizes`.
    pub(crate) fn segments(mut self) -> OpInfo {
        if let Syntax::Format(format) = &mut self.syntax {
            format.segments = true;
            self.inherent.push("operandSegmentSizes");
        }
        self
    }

    pub(crate) fn inherent(mut self, names: &'static [&'static str]) -> OpInfo {
        self.inherent.extend(names);
        self
    }

    /// The property `name` is `attr` where the text has none.
    pub(crate) fn default(mut self, name: &'static str, attr: Attr) -> OpInfo {
        self.inherent.push(name);
        self.defaults.push((name, attr));
        self
    }

    /// What is wrong with the types of an operation whose form is a [`OpFormat`].
    pub(crate) fn check(&self, module: &Module, op: OpId) -> Result<(), format::Misfit> {
        match &self.syntax {
            Syntax::Format(format) => format.check(module, op),
            Syntax::Custom { .. } | Syntax::Generic => Ok(()),
        }
    }

    /// # Errors
    /// The text is not of this form. An operation without one is never asked: [`form`] does not give it.
    pub(crate) fn parse(&self, p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
        match &self.syntax {
            Syntax::Format(format) => format.parse(p, state),
            Syntax::Custom { parse, .. } => parse(p, state),
            Syntax::Generic => Err(p.expected("the generic form")),
        }
    }

    pub(crate) fn print(&self, printer: &mut MlirPrinter<'_>, op: OpId) -> Option<()> {
        match &self.syntax {
            Syntax::Format(format) => format.print(printer, op),
            Syntax::Custom { print, .. } => print(printer, op),
            Syntax::Generic => None,
        }
    }
}

static TABLE: LazyLock<HashMap<&'static str, OpInfo>> = LazyLock::new(|| {
    let dialects = [
        affine::operations(),
        arith::operations(),
        bufferization::operations(),
        builtin::operations(),
        cf::operations(),
        complex::operations(),
        func::operations(),
        index::operations(),
        iree::operations(),
        math::operations(),
        memref::operations(),
        scf::operations(),
        stablehlo::operations(),
        openmp::operations(),
        targets::operations(),
        tensor::operations(),
        tosa::operations(),
        ub::operations(),
        vector::operations(),
    ];
    by_name(dialects.into_iter().flatten())
});

/// Of linalg, whose operations come from definitions that have to be read: most programs have none.
static LINALG: LazyLock<HashMap<&'static str, OpInfo>> = LazyLock::new(|| by_name(linalg::operations()));

fn by_name(all: impl IntoIterator<Item = OpInfo>) -> HashMap<&'static str, OpInfo> {
    all.into_iter().map(|info| (info.name, info)).collect()
}

/// The entry of an operation.
pub(crate) fn entry(name: &str) -> Option<&'static OpInfo> {
    match name.starts_with("linalg.") {
        true => LINALG.get(name),
        false => TABLE.get(name),
    }
}

/// All entries.
pub(crate) fn all() -> impl Iterator<Item = &'static OpInfo> {
    TABLE.values().chain(LINALG.values())
}

/// The entry of an operation with a custom form.
pub(crate) fn form(name: &str) -> Option<&'static OpInfo> {
    entry(name).filter(|info| info.has_custom_form())
}

/// Whether some operation of `dialect` is in the table.
pub(crate) fn is_known(dialect: &str) -> bool {
    all().any(|info| info.name.split('.').next() == Some(dialect)) || old::name(&format!("{dialect}.func")).is_some()
}

/// Names of all operations with a custom form.
pub fn names() -> impl Iterator<Item = &'static str> {
    all().filter(|info| info.has_custom_form()).map(|info| info.name)
}

/// The full name and form of an operation written `written` inside a region of `dialect`.
pub(crate) fn resolve(written: &str, dialect: &str) -> Option<(&'static str, &'static OpInfo)> {
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
    form(name).map_or(&[], |info| &info.inherent)
}

/// Properties of `name` that are there even where the text leaves them out.
pub(crate) fn defaults(name: &str) -> &'static [(&'static str, Attr)] {
    form(name).map_or(&[], |info| &info.defaults)
}

/// The dialect whose operations may be written without prefix inside this operation.
pub(crate) fn default_dialect(name: &str) -> Option<&'static str> {
    match name {
        "builtin.module" => Some("builtin"),
        "func.func" => Some("func"),
        _ => None,
    }
}
