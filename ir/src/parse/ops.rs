//! Operations, regions, blocks and the names of values.

use super::lexer::{self, Kind, Token};
use super::{Entry, Failed, Isolated, Labels, PResult, Parser};
use crate::dialect;
use crate::{Attr, BlockId, Diagnostic, OpId, OpSpec, Operand, RegionId, Span, Successor, Type, ValueId};

/// A value as written, not looked up yet.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Use<'a> {
    /// With the percent sign.
    pub name: &'a str,
    /// The `n` of `%name#n`.
    pub index: usize,
    pub span: Span,
}

/// An operation while it is being read. Operands, attributes and regions go straight to the op.
#[derive(Debug)]
pub(crate) struct OpState {
    pub op: OpId,
    /// Types of the results.
    pub results: Vec<Type>,
    /// The name as written.
    pub name_span: Span,
    /// How many results the text names.
    pub named: usize,
}

/// A result name with the number of values it stands for.
struct ResultName<'a> {
    name: &'a str,
    count: usize,
    grouped: bool,
    span: Span,
}

impl<'a> Parser<'a> {
    /// The whole file.
    pub(super) fn file(&mut self) {
        self.labels.push(Labels::default());
        self.scopes[0].opened.push(Vec::new());
        let body = self.module.body();
        loop {
            match self.tok.kind {
                _ if self.fatal => break,
                Kind::Eof => break,
                Kind::Hash | Kind::Bang if self.alias_follows() => {
                    if self.alias().is_err() {
                        self.recover(self.tok.start, self.tok.start);
                    }
                }
                Kind::ResourceOpen => self.resources(),
                Kind::Punct(b'}') => {
                    self.error("syntax", "this `}` closes nothing", self.tok.span());
                    self.advance();
                }
                _ => self.op_or_recover(body),
            }
        }
        if !self.fatal || self.is(Kind::Eof) {
            self.check_forward();
        }
        self.replace_forward();
        self.resolve_locations();
        self.unwrap_module(body);
    }

    fn alias_follows(&self) -> bool {
        self.peek().kind == Kind::Punct(b'=')
    }

    fn alias(&mut self) -> PResult<()> {
        let token = self.advance();
        let name = self.slice(token.start + 1, token.end);
        self.advance();
        if token.kind == Kind::Hash {
            let value = self.attr()?;
            let (size, depth) = extent(&value.to_string());
            self.attr_aliases.insert(name, super::Alias { value, size, depth });
        } else {
            let value = self.ty()?;
            let (size, depth) = extent(&value.to_string());
            self.type_aliases.insert(name, super::Alias { value, size, depth });
        }
        Ok(())
    }

    /// Accounts for one use of an alias, and refuses what would be too large or too deep.
    pub fn expand(&mut self, size: usize, depth: u32, span: Span) -> PResult<()> {
        self.expanded = self.expanded.saturating_add(size);
        if self.depth + depth > super::DEPTH_MAX || self.expanded > super::EXPANDED_BYTES_MAX + 8 * self.text.len() {
            self.fatal = true;
            return Err(self.error("nesting-too-deep", "aliases of aliases grow too large here", span));
        }
        Ok(())
    }

    fn resources(&mut self) {
        let start = self.tok.start;
        match self.text[start..].find("#-}") {
            Some(length) => {
                self.module.resources = Some(self.slice(start, start + length + 3).to_owned());
                self.reset(start + length + 3);
            }
            None => {
                self.fatal = true;
                let error = Diagnostic::error("unclosed-brace", "this `{-#` is never closed", self.tok.span());
                self.report(error.help("add the missing `#-}`"));
            }
        }
    }

    /// A single `builtin.module` in the file is the module, not an operation inside an implied one.
    fn unwrap_module(&mut self, body: BlockId) {
        let [only] = self.module.block(body).ops[..] else {
            return;
        };
        if self.module.op(only).name == "builtin.module" && self.module.only_block(only, 0).is_some() {
            self.module.op_mut(only).parent = None;
            self.module.top = only;
        }
    }

    // ---- recovery ----

    fn op_or_recover(&mut self, block: BlockId) {
        let start = self.tok.start;
        if self.op(block).is_err() && !self.fatal {
            self.recover(start, self.tok.start);
        }
    }

    /// Skips to what looks like the next operation after `error_at`, keeping braces balanced from `start` on.
    fn recover(&mut self, start: usize, error_at: usize) {
        let bytes = self.bytes();
        let mut depth = 0usize;
        let mut pos = start;
        let mut first = true;
        loop {
            let token = lexer::next(bytes, pos);
            let fresh_line = bytes[pos..token.start].contains(&b'\n');
            match token.kind {
                Kind::Eof => return self.reset(token.start),
                Kind::Punct(b'{') => depth += 1,
                Kind::Punct(b'}') if depth > 0 => depth -= 1,
                Kind::Punct(b'}') if token.start >= error_at && !first => return self.reset(token.start),
                _ if depth == 0 && !first && token.start >= error_at && fresh_line && self.starts_op(token) => {
                    return self.reset(token.start);
                }
                _ => {}
            }
            first = false;
            pos = token.end.max(token.start + 1);
        }
    }

    fn starts_op(&self, token: Token) -> bool {
        let next = lexer::next(self.bytes(), token.end);
        match token.kind {
            Kind::Bare => self.slice(token.start, token.end).contains('.') || self.is_plain_op(token),
            Kind::Percent => matches!(next.kind, Kind::Punct(b'=' | b':' | b',')),
            Kind::Str => next.kind == Kind::Punct(b'('),
            Kind::Caret => true,
            Kind::Hash | Kind::Bang => next.kind == Kind::Punct(b'='),
            _ => false,
        }
    }

    fn is_plain_op(&self, token: Token) -> bool {
        matches!(
            self.slice(token.start, token.end),
            "return" | "call" | "module" | "func"
        )
    }

    // ---- operations ----

    /// One operation, appended to `block`.
    fn op(&mut self, block: BlockId) -> PResult<()> {
        let start = self.tok.start;
        let names = if self.is(Kind::Percent) {
            self.result_names()?
        } else {
            Vec::new()
        };
        let named = names.iter().map(|name| name.count).sum();
        let parsed = match self.tok.kind {
            Kind::Str => self.generic_op(named),
            Kind::Bare => self.custom_op(named),
            Kind::Eof if names.is_empty() => Err(self.expected("an operation")),
            _ => Err(self.expected("an operation")),
        };
        let finished = parsed.and_then(|state| self.finish_op(state, &names, start, block));
        if finished.is_err() {
            for name in &names {
                self.poison(name.name);
            }
        }
        finished
    }

    fn result_names(&mut self) -> PResult<Vec<ResultName<'a>>> {
        let mut names = Vec::new();
        loop {
            if !self.is(Kind::Percent) {
                return Err(self.expected("a value name"));
            }
            let token = self.tok;
            let name = self.spelling();
            self.advance();
            let mut count = 1;
            let grouped = self.eat_punct(b':');
            if grouped {
                count = match usize::try_from(self.small_int()?) {
                    Ok(count @ 1..=65536) => count,
                    _ => return Err(self.error("syntax", "a result group has 1 to 65536 values", token.span())),
                };
            }
            names.push(ResultName {
                name,
                count,
                grouped,
                span: token.span(),
            });
            if !self.eat_punct(b',') {
                break;
            }
        }
        self.expect_punct(b'=')?;
        Ok(names)
    }

    /// Makes the op to be filled.
    fn start_op(&mut self, name: &str, name_span: Span, named: usize) -> OpState {
        let op = self.module.add_op(OpSpec {
            name_span,
            ..OpSpec::new(name)
        });
        OpState {
            op,
            results: Vec::new(),
            name_span,
            named,
        }
    }

    fn finish_op(&mut self, state: OpState, names: &[ResultName<'a>], start: usize, block: BlockId) -> PResult<()> {
        self.trailing_location(state.op)?;
        let span = Span::new(start, self.prev_end);
        let inherent = dialect::inherent(&self.module.op(state.op).name);
        let op = self.module.op_mut(state.op);
        op.span = span;
        for name in inherent {
            if let Some(attr) = op.attrs.remove(name) {
                op.properties.set(name, attr);
            }
        }
        for (name, attr) in dialect::defaults(&op.name) {
            if op.properties.get(name).is_none() {
                op.properties.set(name, attr.clone());
            }
        }
        op.properties.0.sort_by(|x, y| x.0.cmp(&y.0));
        op.attrs.0.sort_by(|x, y| x.0.cmp(&y.0));
        let count = state.results.len();
        if state.named != 0 && state.named != count {
            let message = format!(
                "`{}` has {count} result{}, but {} named",
                self.module.op(state.op).name,
                if count == 1 { "" } else { "s" },
                if state.named == 1 {
                    "one is".to_owned()
                } else {
                    format!("{} are", state.named)
                }
            );
            let span = names.first().map_or(span, |name| name.span);
            return Err(self.report(Diagnostic::error("result-count", message, span).label(state.name_span, "this op")));
        }
        let mut types = state.results.into_iter();
        if names.is_empty() {
            for ty in types {
                self.module.add_result(state.op, ty, None, Span::NONE);
            }
        } else {
            for group in names {
                let mut values = Vec::with_capacity(group.count);
                for n in 0..group.count {
                    let bare = &group.name[1..];
                    let name = if group.grouped {
                        format!("{bare}#{n}")
                    } else {
                        bare.to_owned()
                    };
                    let ty = types.next().unwrap_or(Type::None);
                    values.push(self.module.add_result(state.op, ty, Some(name), group.span));
                }
                self.define(group.name, &values, group.span);
            }
        }
        self.module.append(block, state.op);
        Ok(())
    }

    fn trailing_location(&mut self, op: OpId) -> PResult<()> {
        if self.is_word("loc") && self.peek().kind == Kind::Punct(b'(') {
            self.advance();
            let text = self.parenthesised()?.trim().to_owned();
            self.module.op_mut(op).loc = Some(text);
        }
        Ok(())
    }

    /// `loc(..)` after a block argument, which we do not keep.
    pub fn skip_location(&mut self) -> PResult<()> {
        if self.is_word("loc") && self.peek().kind == Kind::Punct(b'(') {
            self.advance();
            self.parenthesised()?;
        }
        Ok(())
    }

    fn resolve_locations(&mut self) {
        for n in 0..self.module.op_count() {
            let op = self.module.op_mut(OpId(n as u32));
            let Some(alias) = op.loc.as_deref().and_then(|loc| loc.strip_prefix('#')) else {
                continue;
            };
            op.loc = match self.attr_aliases.get(alias) {
                Some(super::Alias {
                    value: Attr::Opaque(text),
                    ..
                }) if text.starts_with("loc(") && !text.contains('#') => Some(text[4..text.len() - 1].to_owned()),
                _ => None,
            };
        }
    }

    fn generic_op(&mut self, named: usize) -> PResult<OpState> {
        let name_span = self.tok.span();
        let name = self.string()?;
        let mut state = self.start_op(&name, name_span, named);
        self.expect_punct(b'(')?;
        let mut uses = Vec::new();
        self.list_until(b')', |p| {
            uses.push(p.use_()?);
            Ok(())
        })?;
        if self.eat_punct(b'[') {
            self.list_until(b']', |p| p.successor(state.op).map(|_| ()))?;
        }
        if self.eat_punct(b'<') {
            let properties = self.dict()?;
            self.module.op_mut(state.op).properties = properties;
            self.expect_punct(b'>')?;
        }
        if self.is_punct(b'(') {
            self.advance();
            self.list_until(b')', |p| p.region(&state, &[]))?;
        }
        if self.is_punct(b'{') {
            let attrs = self.dict()?;
            self.module.op_mut(state.op).attrs = attrs;
        }
        self.expect_punct(b':')?;
        let types_at = self.tok;
        let types = self.type_list()?;
        let types_end = self.prev_end;
        self.expect_arrow()?;
        state.results = self.result_types()?;
        if types.len() != uses.len() {
            let message = format!(
                "`{name}` has {} operands, but {} operand types",
                uses.len(),
                types.len()
            );
            let error = Diagnostic::error("operand-count", message, Span::new(types_at.start, types_end));
            return Err(self.report(error.label(name_span, "this op")));
        }
        self.operands(&state, &uses, &types)?;
        Ok(state)
    }

    fn custom_op(&mut self, named: usize) -> PResult<OpState> {
        let token = self.tok;
        let written = self.spelling();
        let resolved = dialect::resolve(written, self.dialects.last().copied().unwrap_or("builtin"));
        let Some((name, form)) = resolved else {
            let dotted = written.contains('.');
            let message = if dotted {
                format!("the custom form of `{written}` is not known here")
            } else {
                format!("expected an operation, found `{written}`")
            };
            let code = if dotted { "unknown-custom-form" } else { "syntax" };
            let mut error = Diagnostic::error(code, message, token.span());
            if dotted && self.shows_more() {
                error.help = Some(match nearest(written, dialect::names()) {
                    Some(near) => format!(
                        "did you mean `{near}`? Otherwise print it with `mlir-opt --mlir-print-op-generic`, or pass --via-mlir-opt"
                    ),
                    None => "print it with `mlir-opt --mlir-print-op-generic`, or pass --via-mlir-opt".to_owned(),
                });
            }
            return Err(self.report(error));
        };
        self.advance();
        let mut state = self.start_op(name, token.span(), named);
        form.parse(self, &mut state)?;
        Ok(state)
    }

    // ---- values ----

    /// `%name`, `%name#1`
    pub fn use_(&mut self) -> PResult<Use<'a>> {
        if !self.is(Kind::Percent) {
            return Err(self.expected("a value such as `%name`"));
        }
        let token = self.advance();
        let name = self.slice(token.start, token.end);
        let mut index = 0;
        if self.is(Kind::Hash) && self.tok.start == token.end {
            match self.spelling()[1..].parse() {
                Ok(n) => index = n,
                Err(_) => return Err(self.expected("a result number such as `#0`")),
            }
            self.advance();
        }
        Ok(Use {
            name,
            index,
            span: Span::new(token.start, self.prev_end),
        })
    }

    /// `%a, %b`, possibly none.
    pub fn uses(&mut self) -> PResult<Vec<Use<'a>>> {
        let mut uses = Vec::new();
        if self.is(Kind::Percent) {
            uses.push(self.use_()?);
            while self.eat_punct(b',') {
                uses.push(self.use_()?);
            }
        }
        Ok(uses)
    }

    /// Appends the value of `written`, which must have type `ty`, to the operands.
    pub fn operand(&mut self, state: &OpState, written: Use<'a>, ty: &Type) -> PResult<()> {
        let operand = self.resolve(written, ty)?;
        self.module.op_mut(state.op).operands.push(operand);
        Ok(())
    }

    pub fn operands(&mut self, state: &OpState, written: &[Use<'a>], types: &[Type]) -> PResult<()> {
        let mut result = Ok(());
        for (use_, ty) in written.iter().zip(types) {
            if let Err(failed) = self.operand(state, *use_, ty) {
                result = Err(failed);
            }
        }
        result
    }

    pub fn index_operands(&mut self, state: &OpState, written: &[Use<'a>]) -> PResult<()> {
        written
            .iter()
            .try_for_each(|use_| self.operand(state, *use_, &Type::Index))
    }

    /// Looks a value up. One that is not defined yet becomes a placeholder.
    pub fn resolve(&mut self, written: Use<'a>, ty: &Type) -> PResult<Operand> {
        let found = self.lookup(written)?;
        let value = match found {
            Some(entry) => {
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

    fn lookup(&mut self, written: Use<'a>) -> PResult<Option<Entry>> {
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

    fn placeholder(&mut self, written: Use<'a>, ty: &Type) -> ValueId {
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
            entries[at] = Some(Entry {
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
            Some(Entry {
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
    fn poison(&mut self, name: &'a str) {
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
    fn check_forward(&mut self) {
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
    fn replace_forward(&mut self) {
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

    // ---- blocks and regions ----

    /// `^label` in an operation that branches.
    pub fn successor(&mut self, op: OpId) -> PResult<BlockId> {
        if !self.is(Kind::Caret) {
            return Err(self.expected("a block such as `^bb1`"));
        }
        let span = self.tok.span();
        let name = self.spelling();
        self.advance();
        let block = self.label(name, span, false);
        self.module.op_mut(op).successors.push(Successor {
            block,
            args: Vec::new(),
        });
        Ok(block)
    }

    /// The block called `name` of the innermost region, made at its first mention.
    fn label(&mut self, name: &'a str, span: Span, defined: bool) -> BlockId {
        if let Some((block, first, known)) = self.labels.last().and_then(|l| l.blocks.get(name)).copied() {
            if defined && known {
                let message = format!("block `{name}` is defined twice");
                self.report(Diagnostic::error("redefined-block", message, span).label(first, "first defined here"));
                return self.module.detached_block();
            }
            if let (true, Some(labels)) = (defined, self.labels.last_mut()) {
                labels.blocks.insert(name, (block, span, true));
            }
            return block;
        }
        let block = self.module.detached_block();
        self.module.block_mut(block).label = Some(name[1..].to_owned());
        if let Some(labels) = self.labels.last_mut() {
            labels.blocks.insert(name, (block, span, defined));
        }
        block
    }

    /// `{..}`; `args` are names and types of entry block arguments that the operation wrote elsewhere.
    pub fn region(&mut self, state: &OpState, args: &[(Use<'a>, Type)]) -> PResult<()> {
        let region = self.module.add_region(state.op);
        if !self.is_punct(b'{') {
            return Err(self.expected("`{`"));
        }
        self.nested(|p| p.region_inner(state.op, region, args))
    }

    fn region_inner(&mut self, op: OpId, region: RegionId, args: &[(Use<'a>, Type)]) -> PResult<()> {
        let open = self.advance().span();
        let name = &self.module.op(op).name;
        let isolated = dialect::is_isolated(name);
        let dialect = dialect::default_dialect(name);
        if isolated {
            self.scopes.push(Isolated::default());
        }
        if let Some(dialect) = dialect {
            self.dialects.push(dialect);
        }
        if let Some(scope) = self.scopes.last_mut() {
            scope.opened.push(Vec::new());
        }
        self.labels.push(Labels::default());
        let result = self.blocks(region, open, args);
        self.close_labels();
        if isolated {
            self.scopes.pop();
        } else if let Some(scope) = self.scopes.last_mut() {
            for name in scope.opened.pop().unwrap_or_default() {
                scope.values.remove(name);
            }
        }
        if dialect.is_some() {
            self.dialects.pop();
        }
        result
    }

    fn close_labels(&mut self) {
        let Some(labels) = self.labels.pop() else { return };
        let mut missing: Vec<_> = labels.blocks.into_iter().filter(|(_, (.., known))| !known).collect();
        missing.sort_by_key(|(_, (_, span, _))| *span);
        if !self.fatal {
            for (name, (_, span, _)) in missing {
                self.error(
                    "undefined-block",
                    format!("there is no block `{name}` in this region"),
                    span,
                );
            }
        }
    }

    fn blocks(&mut self, region: RegionId, open: Span, args: &[(Use<'a>, Type)]) -> PResult<()> {
        if self.is_punct(b'}') && args.is_empty() {
            self.advance();
            return Ok(());
        }
        if !self.is(Kind::Caret) || !args.is_empty() {
            let entry = self.module.detached_block();
            self.module.attach_block(region, entry);
            for (written, ty) in args {
                self.define_arg(entry, *written, ty.clone());
            }
            self.block_ops(entry);
        }
        while self.is(Kind::Caret) && !self.fatal {
            let span = self.tok.span();
            let name = self.spelling();
            self.advance();
            let block = self.label(name, span, true);
            self.module.attach_block(region, block);
            if self.block_header(block).is_err() {
                self.recover(span.start as usize, self.tok.start);
            }
            self.block_ops(block);
        }
        if self.fatal {
            return Err(Failed);
        }
        self.close_brace(open).map(|_| ())
    }

    fn block_header(&mut self, block: BlockId) -> PResult<()> {
        if self.eat_punct(b'(') {
            self.list_until(b')', |p| {
                let written = p.use_()?;
                let ty = p.colon_type()?;
                p.skip_location()?;
                p.define_arg(block, written, ty);
                Ok(())
            })?;
        }
        self.expect_punct(b':').map(|_| ())
    }

    pub fn define_arg(&mut self, block: BlockId, written: Use<'a>, ty: Type) {
        // INVARIANT: `%name` of an argument the text leaves out is empty.
        let name = written.name.strip_prefix('%').map(str::to_owned);
        let value = self.module.add_block_arg(block, ty, name, written.span);
        if !written.name.is_empty() {
            self.define(written.name, &[value], written.span);
        }
    }

    fn block_ops(&mut self, block: BlockId) {
        while !self.fatal && !matches!(self.tok.kind, Kind::Punct(b'}') | Kind::Caret | Kind::Eof) {
            self.op_or_recover(block);
        }
    }

    /// Appends an op without operands and results, such as a terminator the text leaves out.
    pub fn implied_terminator(&mut self, state: &OpState, region: usize, name: &str) {
        let id = self.module.op(state.op).regions[region];
        if self.module.region(id).blocks.is_empty() {
            self.module.add_block(id, &[]);
        }
        let Some(last) = self.module.region(id).blocks.last().copied() else {
            return;
        };
        let ends = self.module.block(last).ops.last().is_some_and(|op| {
            let op = self.module.op(*op);
            op.name == name || dialect::is_terminator(&op.name)
        });
        if !ends {
            let span = Span::new(self.prev_end.saturating_sub(1), self.prev_end);
            self.module.push_op(last, OpSpec::new(name).at(span));
        }
    }
}

/// Length and depth of brackets of a text.
fn extent(text: &str) -> (usize, u32) {
    let (mut depth, mut deepest) = (0u32, 0u32);
    for b in text.bytes() {
        match b {
            b'<' | b'(' | b'[' | b'{' => depth += 1,
            b'>' | b')' | b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        deepest = deepest.max(depth);
    }
    (text.len(), deepest + 1)
}

fn display(written: Use<'_>) -> String {
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
