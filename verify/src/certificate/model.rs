//! What a model says about instances and elements, as formulas over named variables.

use super::formula::{IntegerCondition, IntegerTerm};
use super::time::TimedInstance;
use super::{ProgramPlace, Stated, WhichProgram, read};
use polyvet_analysis::ids::{AccessId, StmtId};
use polyvet_analysis::{Access, Scop, Stmt};
use polyvet_poly::Set;

/// One of the two models.
#[derive(Clone, Copy)]
pub(super) struct CertifiedModel<'s> {
    pub scop: &'s Scop,
    pub program: WhichProgram,
    /// The parameters that count: for which the first program is defined.
    pub valid: &'s Set,
}

impl<'s> CertifiedModel<'s> {
    /// A program that is the first, or is looked at alone.
    pub fn of(scop: &'s Scop, program: WhichProgram) -> CertifiedModel<'s> {
        let valid = &scop.valid;
        CertifiedModel { scop, program, valid }
    }

    pub fn stmt(&self, stmt: StmtId) -> &'s Stmt {
        &self.scop.stmts[stmt]
    }

    pub fn access(&self, stmt: StmtId, access: AccessId) -> &'s Access {
        &self.scop.stmts[stmt].accesses[access]
    }

    /// Variables for the loops around a statement: `source i`.
    pub fn coordinates(&self, stmt: StmtId, role: &str) -> Vec<IntegerTerm> {
        let dims = &self.scop.stmts[stmt].dims;
        let name = |(at, dim): (usize, &String)| match dims.iter().filter(|other| *other == dim).count() {
            1 => IntegerTerm::var(&format!("{role} {dim}")),
            _ => IntegerTerm::var(&format!("{role} {dim} {at}")),
        };
        dims.iter().enumerate().map(name).collect()
    }

    pub fn instance<'t>(&self, stmt: StmtId, at: &'t [IntegerTerm]) -> TimedInstance<'t>
    where
        's: 't,
    {
        TimedInstance {
            stmt: &self.scop.stmts[stmt].name,
            at,
        }
    }

    /// The instance exists.
    pub fn runs(&self, stmt: StmtId, at: &[IntegerTerm]) -> Stated<IntegerCondition> {
        read::within(&self.scop.stmts[stmt].domain, at)
    }

    /// The access touches the element.
    pub fn touches(
        &self,
        stmt: StmtId,
        access: AccessId,
        at: &[IntegerTerm],
        element: &[IntegerTerm],
    ) -> Stated<IntegerCondition> {
        read::related(&self.access(stmt, access).relation, at, element)
    }

    /// Variables for an element of what an access touches: `element 0`.
    pub fn element(&self, stmt: StmtId, access: AccessId, role: &str) -> Stated<Vec<IntegerTerm>> {
        let (_, rank) = read::ranks(&self.access(stmt, access).relation)?;
        Ok(element(role, rank))
    }

    /// The parameters are such that the first program is defined.
    pub fn defined(&self) -> Stated<IntegerCondition> {
        read::within(self.valid, &[])
    }

    pub fn place(&self, stmt: StmtId, access: AccessId) -> ProgramPlace {
        ProgramPlace {
            program: self.program,
            span: self.access(stmt, access).span,
        }
    }

    /// All accesses of a statement.
    pub fn all_places(&self, stmt: StmtId) -> Vec<ProgramPlace> {
        self.stmt(stmt)
            .accesses
            .keys()
            .map(|access| self.place(stmt, access))
            .collect()
    }

    pub fn array(&self, stmt: StmtId, access: AccessId) -> &'s str {
        &self.scop.arrays[self.access(stmt, access).array].name
    }
}

/// Variables for an element: `element 0`.
pub(super) fn element(role: &str, rank: usize) -> Vec<IntegerTerm> {
    (0..rank).map(|at| IntegerTerm::var(&format!("{role} {at}"))).collect()
}
