//! Operations that are kept as they are written, with the names that values have now.

use super::MlirPrinter;
use crate::parse::AS_WRITTEN;
use crate::parse::lexer::{self, TokenKind};
use crate::{Attr, OpId};

impl MlirPrinter<'_> {
    /// Puts an operation that is kept as it is written; whether it is one.
    pub(super) fn as_written(&mut self, op: OpId) -> bool {
        let data = self.module.op(op);
        let text = match data.properties.get(AS_WRITTEN) {
            Some(Attr::Opaque(text)) if text.starts_with(data.name.as_str()) => text,
            _ => return false,
        };
        let (mut operands, mut regions) = (data.operand_values(), data.regions.iter());
        let (mut pos, mut copied) = (0, 0);
        loop {
            let token = lexer::next(text.as_bytes(), pos);
            let mark = (token.kind == TokenKind::Bad).then(|| &text[token.start..token.end]);
            match mark {
                _ if token.kind == TokenKind::Eof => break,
                Some("%") => {
                    self.put(&text[copied..token.start]);
                    let name = operands.next().map(|value| self.names.of(value));
                    self.put(name.as_deref().unwrap_or("%"));
                    copied = token.end;
                }
                Some("^") => {
                    self.put(&text[copied..token.start]);
                    if let Some(region) = regions.next() {
                        self.region(*region, true, &[]);
                    }
                    copied = token.end;
                }
                _ => {}
            }
            pos = token.end.max(token.start + 1);
        }
        self.put(&text[copied..]);
        true
    }
}
