//! Names of values: looked up, defined, and used before they are defined.

use super::lexer::TokenKind;
use super::{Failed, OpState, PResult, ParseEntry, Parser};
use crate::{Diagnostic, OpId, Operand, Span, Type, ValueId};

/// A value as written, not looked up yet.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WrittenUse<'a> {
    /// With the percent sign.
    pub name: &'a str,
    /// The `n` of `%name#n`.
    pub index: usize,
    pub span: Span,
}

impl<'a> Parser<'a> {
    /// `%name`, `%name#1`
    pub fn use_(&mut self) -> PResult<WrittenUse<'a>> {
        if !self.is(TokenKind::Percent) {
            return Err(self.expected("a value such as `%name`"));
        }
        let token = self.advance();
        let name = self.slice(token.start, token.end);
        let mut index = 0;
        if self.is(TokenKind::Hash) && self.tok.start == token.end {
            match self.spelling()[1..].parse() {
                Ok(n) => index = n,
                Err(_) => return Err(self.expected("a result number such as `#0`")),
            }
            self.advance();
        }
        Ok(WrittenUse {
            name,
            index,
            span: Span::new(token.start, self.prev_end),
        })
    }

    /// `%a, %b`, possibly none.
    pub fn uses(&mut self) -> PResult<Vec<WrittenUse<'a>>> {
        let mut uses = Vec::new();
        if self.is(TokenKind::Percent) {
            uses.push(self.use_()?);
            while self.eat_punct(b',') {
                uses.push(self.use_()?);
            }
        }
        Ok(uses)
    }

    /// Appends the value of `written`, which must have type `ty`, to the operands.
    pub fn operand(&mut self, state: &OpState, written: WrittenUse<'a>, ty: &Type) -> PResult<()> {
        let operand = self.resolve(written, ty)?;
        self.module.op_mut(state.op).operands.push(operand);
        Ok(())
    }

    pub fn operands(&mut self, state: &OpState, written: &[WrittenUse<'a>], types: &[Type]) -> PResult<()> {
        let mut result = Ok(());
        for (use_, ty) in written.iter().zip(types) {
            if let Err(failed) = self.operand(state, *use_, ty) {
                result = Err(failed);
            }
        }
        result
    }

    pub fn index_operands(&mut self, state: &OpState, written: &[WrittenUse<'a>]) -> PResult<()> {
        written
            .iter()
            .try_for_each(|use_| self.operand(state, *use_, &Type::Index))
    }

    /// Looks a value up. One that is not defined yet becomes a placeholder.
    pub fn resolve(&mut self, written: WrittenUse<'a>, ty: &Type) -> PResult<Operand> {
        let found = self.lookup(written)?;
        let value = match found {
            Some(entry) => {
                if self.guessed.remove(&entry.value) {
                    self.module.value_mut(entry.value).ty = ty.clone();
                }
                let actual = self.module.ty(entry.value);
                if actual != ty {
                    let message = format!("`{}` has type `{actual}`, but is used as `{ty}`", display(written));
                    let remark = if entry.forward {
                        format!("first used as `{actual}` here")
                    } else {
                        format!("defined as `{actual}` here")
                    };
                    let error = Diagnostic::error("type-mismatch", message, written.span).label(entry.span, remark);
                    return Err(self.report(error));
                }
                entry.value
            }
            None => self.placeholder(written, ty),
        };
        Ok(Operand {
            value,
            span: written.span,
        })
    }

    /// The value of that name, whatever its type; `None` if there is none so far.
    pub(super) fn visible(&mut self, written: WrittenUse<'a>) -> PResult<Option<ValueId>> {
        Ok(self.lookup(written)?.map(|entry| entry.value))
    }

    fn lookup(&mut self, written: WrittenUse<'a>) -> PResult<Option<ParseEntry>> {
        let Some(entries) = self.scopes.last().and_then(|scope| scope.values.get(written.name)) else {
            return Ok(None);
        };
        if entries.is_empty() {
            // Its definition could not be read; that has been reported.
            return Err(Failed);
        }
        let (count, entry) = (entries.len(), entries.get(written.index).copied().flatten());
        if entry.is_none() && entries.iter().flatten().any(|entry| !entry.forward) {
            let message = format!(
                "`{}` has {count} values, there is no `#{}`",
                written.name, written.index
            );
            return Err(self.error("undefined-value", message, written.span));
        }
        Ok(entry)
    }

    fn placeholder(&mut self, written: WrittenUse<'a>, ty: &Type) -> ValueId {
        let block = self.module.body();
        let value = self.module.add_placeholder(ty.clone(), block, written.span);
        self.forward.insert(value, (written.span, None, false));
        if let Some(scope) = self.scopes.last_mut() {
            let entries = scope.values.entry(written.name).or_default();
            // An index beyond any group that can be written is wrong anyhow.
            let at = written.index.min(65536);
            if entries.len() <= at {
                entries.resize(at + 1, None);
            }
            entries[at] = Some(ParseEntry {
                value,
                span: written.span,
                forward: true,
            });
        }
        value
    }

    /// Gives `name` to `values` until the end of the region.
    pub fn define(&mut self, name: &'a str, values: &[ValueId], span: Span) {
        let scope = self.scopes.last_mut();
        let Some(scope) = scope else { return };
        let old = scope.values.remove(name).unwrap_or_default();
        if let Some(entry) = old.iter().flatten().find(|entry| !entry.forward) {
            let first = entry.span;
            scope.values.insert(name, old);
            let message = format!("`{name}` is defined twice");
            self.report(Diagnostic::error("redefined-value", message, span).label(first, "first defined here"));
            return;
        }
        let entries = values.iter().map(|value| {
            Some(ParseEntry {
                value: *value,
                span,
                forward: false,
            })
        });
        scope.values.insert(name, entries.collect());
        if let Some(opened) = scope.opened.last_mut() {
            opened.push(name);
        }
        for (n, entry) in old.into_iter().enumerate() {
            let Some(entry) = entry else { continue };
            let Some(value) = values.get(n) else {
                let message = format!("`{name}` has {} values, there is no `#{n}`", values.len());
                self.error("undefined-value", message, entry.span);
                self.forward.entry(entry.value).and_modify(|f| f.2 = true);
                continue;
            };
            if self.guessed.remove(value) {
                self.module.value_mut(*value).ty = self.module.ty(entry.value).clone();
            }
            let (used, defined) = (self.module.ty(entry.value), self.module.ty(*value));
            if used != defined {
                let message = format!("`{name}` has type `{defined}`, but is used as `{used}`");
                let remark = format!("defined as `{defined}` here");
                self.report(Diagnostic::error("type-mismatch", message, entry.span).label(span, remark));
            }
            self.forward.entry(entry.value).and_modify(|f| f.1 = Some(*value));
        }
    }

    /// Uses of `name` are not reported: its definition could not be read.
    pub(super) fn poison(&mut self, name: &'a str) {
        let Some(scope) = self.scopes.last_mut() else { return };
        let old = scope.values.get(name).cloned().unwrap_or_default();
        if old.iter().flatten().any(|entry| !entry.forward) {
            return;
        }
        for entry in old.into_iter().flatten() {
            self.forward.entry(entry.value).and_modify(|f| f.2 = true);
        }
        scope.values.insert(name, Vec::new());
        if let Some(opened) = scope.opened.last_mut() {
            opened.push(name);
        }
    }

    /// Reports names that were used and never defined.
    pub(super) fn check_forward(&mut self) {
        let mut missing: Vec<Span> = self
            .forward
            .values()
            .filter(|(_, value, known)| value.is_none() && !known)
            .map(|(span, ..)| *span)
            .collect();
        missing.sort();
        // Near names are looked for among all definitions of the file: scopes are closed by now.
        let mut names: Vec<String> = Vec::new();
        if !missing.is_empty() && missing.len() <= super::ERRORS_MAX {
            names = (0..self.module.value_count())
                .filter_map(|n| self.module.value(ValueId(n as u32)).name.clone())
                .collect();
            names.sort();
            names.dedup();
        }
        for span in missing {
            let name = span.of(self.text);
            let bare = name.trim_start_matches('%');
            let near = nearest(bare, names.iter().map(String::as_str));
            let mut error = Diagnostic::error("undefined-value", format!("`{name}` is not defined"), span);
            error.help = near.map(|near| format!("did you mean `%{near}`?"));
            self.report(error);
        }
    }

    /// Puts the values that were defined later in the place of their placeholders.
    pub(super) fn replace_forward(&mut self) {
        if self.forward.is_empty() {
            return;
        }
        for n in 0..self.module.op_count() {
            for operand in &mut self.module.op_mut(OpId(n as u32)).operands {
                if let Some((_, Some(value), _)) = self.forward.get(&operand.value) {
                    operand.value = *value;
                }
            }
        }
    }
}

fn display(written: WrittenUse<'_>) -> String {
    if written.index == 0 {
        written.name.to_owned()
    } else {
        format!("{}#{}", written.name, written.index)
    }
}

/// The name most like `wanted`, if one is close.
pub(crate) fn nearest<'n>(wanted: &str, names: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    let limit = (wanted.len() / 3).clamp(1, 3);
    names
        .filter(|name| name.len().abs_diff(wanted.len()) <= limit && *name != wanted)
        .map(|name| (strsim::osa_distance(wanted, name), name))
        .filter(|(distance, _)| *distance <= limit)
        .min()
        .map(|(_, name)| name)
}
