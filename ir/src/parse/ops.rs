//! The file and its operations; what to do after an error.

use super::lexer::{self, Token, TokenKind};
use super::values::nearest;
use super::written::NotWritten;
use super::{Failed, Labels, PResult, Parser};
use crate::dialect;
use crate::{Attr, BlockId, Diagnostic, OpId, OpSpec, Span, Type, ValueId};

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
    /// Types of the results are only guessed.
    pub are_guessed: bool,
    /// Operations that come first, made for one of an old spelling.
    before: Vec<OpId>,
}

impl OpState {
    /// The value of another operation, before this one; it is an index if `spec` has no result.
    pub fn before(&mut self, p: &mut Parser<'_>, mut spec: OpSpec) -> ValueId {
        if spec.results.is_empty() {
            spec = spec.result(Type::Index);
        }
        for (property, attr) in dialect::defaults(&spec.name) {
            spec.properties.set(property, attr.clone());
        }
        spec.name_span = self.name_span;
        let op = p.module.add_op(spec.at(self.name_span));
        self.before.push(op);
        p.module.op(op).results[0]
    }
}

/// A result name with the number of values it stands for.
struct ResultName<'a> {
    name: &'a str,
    count: usize,
    grouped: bool,
    span: Span,
}

/// Operations outside functions that name a function and define nothing.
const ABOUT_SYMBOLS: [&str; 3] = ["spirv.EntryPoint", "spirv.ExecutionMode", "spirv.ExecutionModeId"];

/// Dialects of MLIR whose operations stand in modules, and of which only that much is known.
const FOREIGN: [&str; 16] = [
    "emitc",
    "flow",
    "gpu",
    "hal",
    "irdl",
    "llvm",
    "ml_program",
    "pdl",
    "pdl_interp",
    "shard",
    "spirv",
    "stream",
    "torch",
    "transform",
    "util",
    "vm",
];

impl<'a> Parser<'a> {
    /// The whole file.
    pub(super) fn file(&mut self) {
        self.labels.push(Labels::default());
        self.scopes[0].opened.push(Vec::new());
        let body = self.module.body();
        loop {
            match self.tok.kind {
                _ if self.fatal => break,
                TokenKind::Eof => break,
                TokenKind::Hash | TokenKind::Bang if self.alias_follows() => {
                    if self.alias().is_err() {
                        self.recover(self.tok.start, self.tok.start);
                    }
                }
                TokenKind::Relation => {
                    if self.relation_alias().is_err() {
                        self.recover(self.tok.start, self.tok.start);
                    }
                }
                TokenKind::ResourceOpen => self.resources(),
                TokenKind::Punct(b'}') => {
                    self.error("syntax", "this `}` closes nothing", self.tok.span());
                    self.advance();
                }
                _ => self.op_or_recover(body),
            }
        }
        if !self.fatal || self.is(TokenKind::Eof) {
            self.check_forward();
        }
        self.replace_forward();
        self.resolve_locations();
        self.unwrap_module(body);
        self.drop_ranges();
    }

    /// `linalg.range`, which only `linalg.slice` takes.
    pub fn note_range(&mut self, op: OpId) {
        self.ranges.push(op);
    }

    fn drop_ranges(&mut self) {
        if self.ranges.is_empty() {
            return;
        }
        let uses = self.module.use_counts(self.module.top);
        for op in std::mem::take(&mut self.ranges) {
            match self.module.op(op).results.iter().any(|value| uses[value.at()] > 0) {
                true => {
                    let span = self.module.op(op).span;
                    self.error("malformed-op", "only `linalg.slice` takes a range", span);
                }
                false => self.module.detach(op),
            }
        }
    }

    fn alias_follows(&self) -> bool {
        self.peek().kind == TokenKind::Punct(b'=')
    }

    fn alias(&mut self) -> PResult<()> {
        let token = self.advance();
        let name = self.slice(token.start + 1, token.end);
        self.advance();
        self.map_names.clear();
        if token.kind == TokenKind::Hash {
            let value = self.attr()?;
            if !self.map_names.is_empty() {
                self.alias_map_names.insert(name, self.map_names.clone());
            }
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
                self.module.resources = Some(self.slice(start, start + length + 3).into());
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

    pub(super) fn op_or_recover(&mut self, block: BlockId) {
        let start = self.tok.start;
        if self.is(TokenKind::Bare) && self.bodies == 0 && self.is_foreign() {
            return self.opaque_op(block);
        }
        if self.op(block).is_err() && !self.fatal {
            self.recover(start, self.tok.start);
        }
    }

    /// Skips to what looks like the next operation after `error_at`, keeping braces balanced from `start` on.
    pub(super) fn recover(&mut self, start: usize, error_at: usize) {
        let bytes = self.bytes();
        let mut depth = 0usize;
        let mut pos = start;
        let mut first = true;
        loop {
            let token = lexer::next(bytes, pos);
            let fresh_line = bytes[pos..token.start].contains(&b'\n');
            match token.kind {
                TokenKind::Eof => return self.reset(token.start),
                TokenKind::Punct(b'{') => depth += 1,
                TokenKind::Punct(b'}') if depth > 0 => depth -= 1,
                TokenKind::Punct(b'}') if token.start >= error_at && !first => return self.reset(token.start),
                _ if depth == 0 && !first && token.start >= error_at && fresh_line && self.starts_op(token) => {
                    return self.reset(token.start);
                }
                _ => {}
            }
            first = false;
            pos = token.end.max(token.start + 1);
        }
    }

    /// The name at hand is of a dialect with operations beside functions, or of one that nobody knows, and its custom
    /// form is not known here. Any other name is rather a mistake.
    fn is_foreign(&self) -> bool {
        let written = self.spelling();
        let dialect = written.split_once('.').map_or("", |(dialect, _)| dialect);
        let is_listed = FOREIGN.contains(&dialect) && dialect::form(written).is_none();
        is_listed || super::written::may_be_kept(written)
    }

    /// An operation of a module of which only the name, and the symbol it defines, are understood: a transform
    /// script beside the functions it is for, say. It is kept as text.
    fn opaque_op(&mut self, block: BlockId) {
        let start = self.tok.start;
        let state = self.start_op(self.spelling(), self.tok.span(), 0);
        let is_about_symbol = ABOUT_SYMBOLS.contains(&self.module.op(state.op).name.as_str());
        let mut text = String::new();
        let mut copied = start;
        let mut depth = 0u32;
        loop {
            let token = self.tok;
            let fresh_line = self.bytes()[self.prev_end..token.start].contains(&b'\n');
            match token.kind {
                TokenKind::Eof => break,
                TokenKind::Punct(b'}') if depth == 0 => break,
                _ if depth == 0 && token.start > start && fresh_line && self.starts_op(token) => break,
                TokenKind::Punct(b'{' | b'(' | b'[') => depth += 1,
                TokenKind::Punct(b'}' | b')' | b']') => depth = depth.saturating_sub(1),
                TokenKind::At if depth == 0 && !is_about_symbol && self.module.symbol_name(state.op).is_none() => {
                    let symbol = Attr::Str(
                        self.slice(token.start + 1, token.end)
                            .trim_matches('"')
                            .as_bytes()
                            .to_vec(),
                    );
                    self.module.op_mut(state.op).properties.set("sym_name", symbol);
                }
                TokenKind::Hash | TokenKind::Bang => {
                    let name = self.slice(token.start + 1, token.end);
                    let meant = match token.kind {
                        TokenKind::Hash => self.attr_aliases.get(name).map(|alias| alias.value.to_string()),
                        _ => self.type_aliases.get(name).map(|alias| alias.value.to_string()),
                    };
                    if let Some(meant) = meant {
                        text.push_str(self.slice(copied, token.start));
                        text.push_str(&meant);
                        copied = token.end;
                        if self.expand(meant.len(), 0, token.span()).is_err() {
                            return;
                        }
                    }
                }
                _ => {}
            }
            self.advance();
        }
        if depth > 0 {
            self.fatal = true;
            let error = Diagnostic::error(
                "unclosed-brace",
                "a bracket of this operation is never closed",
                state.name_span,
            );
            self.report(error);
            return;
        }
        text.push_str(self.slice(copied, self.prev_end));
        let op = self.module.op_mut(state.op);
        op.span = Span::new(start, self.prev_end);
        op.opaque = Some(text);
        self.module.append(block, state.op);
    }

    pub(super) fn starts_op(&self, token: Token) -> bool {
        let next = lexer::next(self.bytes(), token.end);
        match token.kind {
            TokenKind::Bare => self.slice(token.start, token.end).contains('.') || self.is_plain_op(token),
            TokenKind::Percent => matches!(next.kind, TokenKind::Punct(b'=' | b':' | b',')),
            TokenKind::Str => next.kind == TokenKind::Punct(b'('),
            TokenKind::Caret => true,
            TokenKind::Hash | TokenKind::Bang => next.kind == TokenKind::Punct(b'='),
            _ => false,
        }
    }

    fn is_plain_op(&self, token: Token) -> bool {
        matches!(
            self.slice(token.start, token.end),
            "return" | "call" | "module" | "func" | "br" | "cond_br" | "store" | "dealloc"
        )
    }

    // ---- operations ----

    /// One operation, appended to `block`.
    fn op(&mut self, block: BlockId) -> PResult<()> {
        let start = self.tok.start;
        let names = if self.is(TokenKind::Percent) {
            self.result_names()?
        } else {
            Vec::new()
        };
        let named = names.iter().map(|name| name.count).sum();
        let parsed = match self.tok.kind {
            TokenKind::Str => self.generic_op(named),
            TokenKind::Bare => self.custom_op(named),
            TokenKind::Eof if names.is_empty() => Err(self.expected("an operation")),
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
            if !self.is(TokenKind::Percent) {
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
    pub(super) fn start_op(&mut self, name: &str, name_span: Span, named: usize) -> OpState {
        self.map_names.clear();
        let op = self.module.add_op(OpSpec {
            name_span,
            ..OpSpec::new(name)
        });
        OpState {
            op,
            results: Vec::new(),
            name_span,
            named,
            are_guessed: false,
            before: Vec::new(),
        }
    }

    fn finish_op(&mut self, state: OpState, names: &[ResultName<'a>], start: usize, block: BlockId) -> PResult<()> {
        self.trailing_location(state.op)?;
        let span = Span::new(start, self.prev_end);
        for op in state.before {
            self.module.append(block, op);
        }
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
                if state.are_guessed {
                    self.guessed.extend(&values);
                }
                self.define(group.name, &values, group.span);
            }
        }
        self.module.append(block, state.op);
        Ok(())
    }

    fn trailing_location(&mut self, op: OpId) -> PResult<()> {
        if self.is_word("loc") && self.peek().kind == TokenKind::Punct(b'(') {
            self.advance();
            let text = self.parenthesised()?.trim().to_owned();
            self.module.op_mut(op).loc = Some(text);
        }
        Ok(())
    }

    /// `loc(..)` after a block argument, which we do not keep.
    pub fn skip_location(&mut self) -> PResult<()> {
        if self.is_word("loc") && self.peek().kind == TokenKind::Punct(b'(') {
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
            self.note_loop_names(state.op);
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
        let mut written = self.spelling();
        if written == "constant" && !matches!(self.peek().kind, TokenKind::At | TokenKind::Punct(b'{')) {
            // In a function this is `func.constant @symbol`, but long ago it was every constant.
            written = "arith.constant";
        }
        let resolved = dialect::resolve(written, self.dialects.last().copied().unwrap_or("builtin"));
        let Some((name, form)) = resolved else {
            let mut why = None;
            if self.bodies > 0 && super::written::may_be_kept(written) {
                match self.as_written(named) {
                    Ok(state) => return Ok(state),
                    Err(NotWritten::Reported) => return Err(Failed),
                    Err(NotWritten::Up(found)) => why = Some((self.tok.span(), found)),
                }
                self.reset(token.start);
            }
            let dotted = written.contains('.');
            let message = if dotted {
                format!("the custom form of `{written}` is not known here")
            } else {
                format!("expected an operation, found `{written}`")
            };
            let code = if dotted { "unknown-custom-form" } else { "syntax" };
            let mut error = Diagnostic::error(code, message, token.span());
            if dotted && self.shows_more() {
                let stranger = written
                    .split('.')
                    .next()
                    .is_some_and(|dialect| !dialect::is_known(dialect));
                error.help = Some(match nearest(written, dialect::names()) {
                    None if stranger => {
                        "let a program that knows its dialect print the generic form: `--via 'iree-opt'`, say"
                            .to_owned()
                    }
                    Some(near) => format!(
                        "did you mean `{near}`? Otherwise print it with `mlir-opt --mlir-print-op-generic`, or pass --via-mlir-opt"
                    ),
                    None => "print it with `mlir-opt --mlir-print-op-generic`, or pass --via-mlir-opt".to_owned(),
                });
            }
            if let Some((at, why)) = why {
                error = error.label(at, why);
            }
            return Err(self.report(error));
        };
        self.advance();
        let mut state = self.start_op(name, token.span(), named);
        form.parse(self, &mut state)?;
        Ok(state)
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
