//! Functions that are as they were.
//!
//! A function is *unchanged* if its text is the same up to the names of its values, and everything it refers to is
//! unchanged as well: functions it calls, globals, the contents of resources, and the data layout of the modules
//! around it. Then it computes the same, whatever it contains: operations without a model, races, recursion.
//!
//! References are followed where they are: a symbol means what the nearest symbol table around its user says. What
//! is not found on both sides is not unchanged.

use crate::validate::ProgramSide;
use polyvet_ir::{Attr, Module, OpId, same_op};
use std::collections::HashSet;

/// Whether `after` is `before`, and so is everything they refer to.
pub fn unchanged(before: ProgramSide<'_>, after: ProgramSide<'_>) -> bool {
    same_texts(before, after).is_some()
}

/// What is the same text if `after` is `before`.
pub(crate) struct SameTexts {
    /// The functions, and what they refer to.
    pub ops: Vec<(OpId, OpId)>,
    /// The contents of resources count.
    pub resources: bool,
}

/// What an unchanged function and all it refers to is compared as; `None` if something differs.
pub(crate) fn same_texts(before: ProgramSide<'_>, after: ProgramSide<'_>) -> Option<SameTexts> {
    let (first, second) = (before.module, after.module);
    if layouts(first, before.func) != layouts(second, after.func) {
        return None;
    }
    let mut same = SameTexts {
        ops: Vec::new(),
        resources: false,
    };
    let mut seen = HashSet::from([(before.func, after.func)]);
    let mut next = vec![(before.func, after.func)];
    while let Some((x, y)) = next.pop() {
        if same_op(first, x, second, y).is_err() {
            return None;
        }
        same.ops.push((x, y));
        let (uses, others) = (References::of(first, x), References::of(second, y));
        // The texts are the same, so the references correspond one by one.
        if uses.paths.len() != others.paths.len() || uses.resources && !same_resources(first, second) {
            return None;
        }
        same.resources |= uses.resources;
        for (one, other) in uses.paths.iter().zip(&others.paths) {
            match (one.resolve(first), other.resolve(second)) {
                (Some(p), Some(q)) => {
                    if seen.insert((p, q)) {
                        next.push((p, q));
                    }
                }
                // Defined inside the text, which is the same.
                (None, None) if one.in_text => {}
                _ => return None,
            }
        }
    }
    Some(same)
}

/// A symbol and who refers to it.
pub(crate) struct SymbolReference {
    user: OpId,
    pub path: Vec<String>,
    /// Found in the text of an operation or attribute that was not read.
    in_text: bool,
}

impl SymbolReference {
    /// What it means where it is.
    pub fn resolve(&self, module: &Module) -> Option<OpId> {
        module.resolve(self.user, &self.path)
    }
}

/// What an operation and those inside it refer to.
#[derive(Default)]
pub(crate) struct References {
    /// In the order of the text.
    pub paths: Vec<SymbolReference>,
    /// Whether contents of the resource section are among it.
    pub resources: bool,
}

impl References {
    pub fn of(module: &Module, op: OpId) -> References {
        let mut found = References::default();
        module.walk(op, &mut |user, op| {
            // In one order, however the attributes are written.
            let mut attrs: Vec<_> = op.properties.iter().chain(op.attrs.iter()).collect();
            attrs.sort_by_key(|(name, _)| *name);
            for (_, attr) in attrs {
                found.attr(user, attr);
            }
            if let Some(text) = &op.opaque {
                found.text(user, text);
            }
        });
        found
    }

    fn attr(&mut self, user: OpId, attr: &Attr) {
        match attr {
            Attr::Symbol(path) => self.paths.push(SymbolReference {
                user,
                path: path.clone(),
                in_text: false,
            }),
            Attr::Array(items) => items.iter().for_each(|item| self.attr(user, item)),
            Attr::Dict(attrs) => {
                let mut attrs: Vec<_> = attrs.iter().collect();
                attrs.sort_by_key(|(name, _)| *name);
                attrs.iter().for_each(|(_, attr)| self.attr(user, attr));
            }
            Attr::Opaque(text) => self.text(user, text),
            _ => {}
        }
    }

    /// References in text that was not read: `@a::@b`, `@"a b"`.
    fn text(&mut self, user: OpId, text: &str) {
        self.resources |= text.contains("dense_resource");
        let mut rest = text;
        while let Some(at) = rest.find('@') {
            let mut path = Vec::new();
            rest = &rest[at..];
            while let Some((name, behind)) = symbol(rest) {
                path.push(name);
                rest = behind
                    .strip_prefix("::")
                    .filter(|more| more.starts_with('@'))
                    .unwrap_or(behind);
                if !behind.starts_with("::@") {
                    break;
                }
            }
            match path.is_empty() {
                true => rest = &rest[1..],
                false => self.paths.push(SymbolReference {
                    user,
                    path,
                    in_text: true,
                }),
            }
        }
    }
}

/// The name behind the `@` that a text begins with, and the text behind it.
fn symbol(text: &str) -> Option<(String, &str)> {
    let text = text.strip_prefix('@')?;
    if let Some(quoted) = text.strip_prefix('"') {
        let end = quoted.find('"')?;
        return Some((quoted[..end].to_owned(), &quoted[end + 1..]));
    }
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '$' | '.' | '-');
    let end = text.find(|c| !is_part(c)).unwrap_or(text.len());
    (end > 0).then(|| (text[..end].to_owned(), &text[end..]))
}

/// Contents are the same if they are there and not elided.
pub(crate) fn same_resources(first: &Module, second: &Module) -> bool {
    let (Some(first), Some(second)) = (first.resources.as_deref(), second.resources.as_deref()) else {
        return false;
    };
    first.split_whitespace().eq(second.split_whitespace()) && !first.contains("__elided__")
}

/// The words of the resource section.
pub(crate) fn contents(module: &Module) -> Option<Vec<String>> {
    let text = module.resources.as_deref()?;
    Some(text.split_whitespace().map(str::to_owned).collect())
}

/// What the modules around a function say about the width of `index` and the like.
pub(crate) fn layouts(module: &Module, func: OpId) -> Vec<String> {
    let mut found = Vec::new();
    let mut at = module.parent_op(func);
    while let Some(op) = at {
        let attrs = module.op(op).properties.iter().chain(module.op(op).attrs.iter());
        let matters = |name: &str| name.starts_with("dlti.") || name.starts_with("llvm.");
        let mut here: Vec<String> = attrs
            .filter(|(name, _)| matters(name))
            .map(|(name, attr)| format!("{name} = {attr}"))
            .collect();
        here.sort();
        found.extend(here);
        at = module.parent_op(op);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use polyvet_ir::parse;

    fn compare(before: &str, after: &str) -> bool {
        let ((first, one), (second, other)) = (parse(before), parse(after));
        assert!(one.is_empty() && other.is_empty(), "{one:?} {other:?}");
        let named = |module: &Module| {
            let mut funcs = module.funcs().into_iter();
            funcs.find(|op| module.symbol_name(*op) == Some("f")).expect("`@f`")
        };
        let (f, g) = (named(&first), named(&second));
        unchanged(
            ProgramSide {
                module: &first,
                func: f,
            },
            ProgramSide {
                module: &second,
                func: g,
            },
        )
    }

    const CALLS: &str = "func.func @f(%x: f32) -> f32 {
  %y = func.call @g(%x) : (f32) -> f32
  return %y : f32
}
func.func private @g(%x: f32) -> f32 {
  %c = arith.constant 1.0 : f32
  return %c : f32
}
";

    #[test]
    fn names_of_values_do_not_matter_callees_do() {
        assert!(compare(CALLS, CALLS));
        assert!(compare(CALLS, &CALLS.replace("%y", "%z")));
        assert!(!compare(CALLS, &CALLS.replace("1.0", "2.0")), "the callee is another");
        assert!(
            !compare(CALLS, &CALLS.replace("call @g", "call @f")),
            "it calls another"
        );
    }

    #[test]
    fn a_symbol_is_what_its_own_table_says() {
        let nested = |inner: &str, outer: &str| {
            format!(
                "module @m {{\n  memref.global \"private\" constant @t : memref<1xf32> = dense<{inner}>\n  \
                 func.func @f() -> memref<1xf32> {{\n    %t = memref.get_global @t : memref<1xf32>\n    \
                 return %t : memref<1xf32>\n  }}\n}}\n\
                 memref.global \"private\" constant @t : memref<1xf32> = dense<{outer}>\n"
            )
        };
        assert!(compare(&nested("1.0", "1.0"), &nested("1.0", "2.0")));
        assert!(!compare(&nested("1.0", "1.0"), &nested("2.0", "1.0")));
    }

    #[test]
    fn references_inside_other_attributes_count() {
        let text = |value: &str| {
            format!(
                "memref.global \"private\" constant @t : memref<1xf32> = dense<{value}>\nfunc.func @f() {{\n  \
                 \"test.op\"() {{list = [{{of = @t}}]}} : () -> ()\n  return\n}}\n"
            )
        };
        assert!(compare(&text("1.0"), &text("1.0")));
        assert!(!compare(&text("1.0"), &text("2.0")));
    }

    #[test]
    fn resources_are_compared_by_content() {
        let text = |blob: &str| {
            format!(
                "func.func @f() -> tensor<1xf32> {{\n  %w = arith.constant dense_resource<w> : tensor<1xf32>\n  \
                 return %w : tensor<1xf32>\n}}\n{{-# dialect_resources: {{ builtin: {{ w: \"{blob}\" }} }} #-}}\n"
            )
        };
        assert!(compare(&text("0x0400000000000000"), &text("0x0400000000000000")));
        assert!(!compare(&text("0x0400000000000000"), &text("0x040000000000803F")));
        assert!(
            !compare(&text("__elided__"), &text("__elided__")),
            "nobody knows what it was"
        );
    }

    #[test]
    fn symbols_in_text_that_was_not_read() {
        let mut found = References::default();
        found.text(OpId(0), "a @f (@m::@\"k l\") x@ @g");
        let paths: Vec<String> = found.paths.iter().map(|one| one.path.join("/")).collect();
        assert_eq!(paths, ["f", "m/k l", "g"]);
    }
}
