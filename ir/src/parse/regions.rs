//! Regions and blocks.

use super::lexer::TokenKind;
use super::{Failed, Isolated, Labels, OpState, PResult, Parser, WrittenUse};
use crate::dialect;
use crate::{BlockId, Diagnostic, OpId, OpSpec, RegionId, Span, Successor, Type};

impl<'a> Parser<'a> {
    /// `^label` in an operation that branches.
    pub fn successor(&mut self, op: OpId) -> PResult<BlockId> {
        if !self.is(TokenKind::Caret) {
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
    pub fn region(&mut self, state: &OpState, args: &[(WrittenUse<'a>, Type)]) -> PResult<()> {
        let region = self.module.add_region(state.op);
        if !self.is_punct(b'{') {
            return Err(self.expected("`{`"));
        }
        self.nested(|p| p.region_inner(state.op, region, args))
    }

    fn region_inner(&mut self, op: OpId, region: RegionId, args: &[(WrittenUse<'a>, Type)]) -> PResult<()> {
        let open = self.advance().span();
        let name = &self.module.op(op).name;
        let isolated = name.info().is_isolated();
        let dialect = dialect::default_dialect(name);
        let body = usize::from(!name.info().is_symbol_table());
        self.bodies += body;
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
        self.bodies -= body;
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

    fn blocks(&mut self, region: RegionId, open: Span, args: &[(WrittenUse<'a>, Type)]) -> PResult<()> {
        if self.is_punct(b'}') && args.is_empty() {
            self.advance();
            return Ok(());
        }
        if !self.is(TokenKind::Caret) || !args.is_empty() {
            let entry = self.module.detached_block();
            self.module.attach_block(region, entry);
            for (written, ty) in args {
                self.define_arg(entry, *written, ty.clone());
            }
            self.block_ops(entry);
        }
        while self.is(TokenKind::Caret) && !self.fatal {
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

    pub fn define_arg(&mut self, block: BlockId, written: WrittenUse<'a>, ty: Type) {
        // INVARIANT: `%name` of an argument the text leaves out is empty.
        let name = written.name.strip_prefix('%').map(str::to_owned);
        let value = self.module.add_block_arg(block, ty, name, written.span);
        if !written.name.is_empty() {
            self.define(written.name, &[value], written.span);
        }
    }

    fn block_ops(&mut self, block: BlockId) {
        while !self.fatal
            && !matches!(
                self.tok.kind,
                TokenKind::Punct(b'}') | TokenKind::Caret | TokenKind::Eof
            )
        {
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
            op.name == name || op.info().is_terminator()
        });
        if !ends {
            let span = Span::new(self.prev_end.saturating_sub(1), self.prev_end);
            self.module.push_op(last, OpSpec::new(name).at(span));
        }
    }
}
