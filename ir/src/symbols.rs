//! Symbols and the tables that hold them.
//!
//! A symbol belongs to the nearest operation around it that is a symbol table (MLIR's `SymbolTable` trait), and a
//! reference is looked up in the nearest table around its user and nowhere else: two modules may each have a
//! function `@f`. A path `@a::@f` goes down from that table through nested ones.

use crate::{Attr, Module, OpId};

impl Module {
    /// The nearest symbol table around `op`.
    pub fn symbol_table(&self, op: OpId) -> Option<OpId> {
        let mut around = self.parent_op(op)?;
        while !self.op(around).info().is_symbol_table() {
            around = self.parent_op(around)?;
        }
        Some(around)
    }

    /// The operations that stand directly in a symbol table.
    fn members(&self, table: OpId) -> impl Iterator<Item = OpId> + '_ {
        let blocks = { self.op(table).regions.iter() }.flat_map(|region| &self.region(*region).blocks);
        blocks.flat_map(|block| self.block(*block).ops.iter().copied())
    }

    /// What `path`, without `@`, means where `user` stands.
    pub fn resolve(&self, user: OpId, path: &[String]) -> Option<OpId> {
        self.descend(self.symbol_table(user)?, path)
    }

    /// What attribute `name` of `user`, a symbol reference, means.
    pub fn resolve_attr(&self, user: OpId, name: &str) -> Option<OpId> {
        match self.op(user).attr(name)? {
            Attr::Symbol(path) => self.resolve(user, path),
            _ => None,
        }
    }

    fn descend(&self, table: OpId, path: &[String]) -> Option<OpId> {
        let mut found = table;
        for (at, name) in path.iter().enumerate() {
            if at > 0 && !self.op(found).info().is_symbol_table() {
                return None;
            }
            found = self.members(found).find(|op| self.symbol_name(*op) == Some(name))?;
        }
        (!path.is_empty()).then_some(found)
    }

    /// Where a symbol is, seen from the top: `a::f` is `@f` in module `@a`. A nested table without a name is `#0`,
    /// `#1`, ... in the order of those of its parent.
    pub fn symbol_path(&self, op: OpId) -> Option<String> {
        let mut path = self.symbol_name(op)?.to_owned();
        let mut table = self.symbol_table(op)?;
        while table != self.top {
            let around = self.symbol_table(table)?;
            let name = match self.symbol_name(table) {
                Some(name) => name.to_owned(),
                None => {
                    let unnamed = |op: &OpId| self.op(*op).info().is_symbol_table() && self.symbol_name(*op).is_none();
                    let number = self.members(around).filter(unnamed).position(|op| op == table)?;
                    format!("#{number}")
                }
            };
            path = format!("{name}::{path}");
            table = around;
        }
        Some(path)
    }

    /// The functions that `name` may mean: the one at this path, or else all of which it is the end of the path.
    /// `@` before any part does not matter.
    pub fn funcs_called(&self, name: &str) -> Vec<OpId> {
        let name = name
            .split("::")
            .map(|part| part.trim_start_matches('@'))
            .collect::<Vec<_>>()
            .join("::");
        let all = self
            .funcs()
            .into_iter()
            .filter_map(|op| Some((op, self.symbol_path(op)?)));
        let (exact, other): (Vec<_>, Vec<_>) = all.partition(|(_, path)| *path == name);
        if !exact.is_empty() {
            return exact.into_iter().map(|(op, _)| op).collect();
        }
        let end = format!("::{name}");
        other
            .into_iter()
            .filter(|(_, path)| path.ends_with(&end))
            .map(|(op, _)| op)
            .collect()
    }
}
