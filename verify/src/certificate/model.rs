//! What a model says of instances and elements, as formulas over named variables.

use super::formula::{Formula, Term};
use super::time::Instance;
use super::{Place, Program, Stated, read};
use polyvet_analysis::{Access, Scop, Stmt};
use polyvet_poly::Set;

/// One of the two models.
#[derive(Clone, Copy)]
pub(super) struct Model<'s> {
    pub scop: &'s Scop,
    pub program: Program,
    /// The parameters that count: for which the first program is defined.
    pub valid: &'s Set,
}

impl<'s> Model<'s> {
    /// A program that is the first, or is looked at alone.
    pub fn of(scop: &'s Scop, program: Program) -> Model<'s> {
        let valid = &scop.valid;
        Model { scop, program, valid }
    }

    pub fn stmt(&self, stmt: usize) -> &'s Stmt {
        &self.scop.stmts[stmt]
    }

    pub fn access(&self, stmt: usize, access: usize) -> &'s Access {
        &self.scop.stmts[stmt].accesses[access]
    }

    /// Variables for the loops around a statement: `source i`.
    pub fn coordinates(&self, stmt: usize, role: &str) -> Vec<Term> {
        let dims = &self.scop.stmts[stmt].dims;
        let name = |(at, dim): (usize, &String)| match dims.iter().filter(|other| *other == dim).count() {
            1 => Term::var(&format!("{role} {dim}")),
            _ => Term::var(&format!("{role} {dim} {at}")),
        };
        dims.iter().enumerate().map(name).collect()
    }

    pub fn instance<'t>(&self, stmt: usize, at: &'t [Term]) -> Instance<'t>
    where
        's: 't,
    {
        Instance {
            stmt: &self.scop.stmts[stmt].name,
            at,
        }
    }

    /// The instance exists.
    pub fn runs(&self, stmt: usize, at: &[Term]) -> Stated<Formula> {
        read::within(&self.scop.stmts[stmt].domain, at)
    }

    /// The access touches the element.
    pub fn touches(&self, stmt: usize, access: usize, at: &[Term], element: &[Term]) -> Stated<Formula> {
        read::related(&self.access(stmt, access).relation, at, element)
    }

    /// Variables for an element of what an access touches: `element 0`.
    pub fn element(&self, stmt: usize, access: usize, role: &str) -> Stated<Vec<Term>> {
        let (_, rank) = read::ranks(&self.access(stmt, access).relation)?;
        Ok(element(role, rank))
    }

    /// The parameters are such that the first program is defined.
    pub fn defined(&self) -> Stated<Formula> {
        read::within(self.valid, &[])
    }

    pub fn place(&self, stmt: usize, access: usize) -> Place {
        Place {
            program: self.program,
            span: self.access(stmt, access).span,
        }
    }

    /// All accesses of a statement.
    pub fn all_places(&self, stmt: usize) -> Vec<Place> {
        (0..self.stmt(stmt).accesses.len())
            .map(|access| self.place(stmt, access))
            .collect()
    }

    pub fn array(&self, stmt: usize, access: usize) -> &'s str {
        &self.scop.arrays[self.access(stmt, access).array].name
    }
}

/// Variables for an element: `element 0`.
pub(super) fn element(role: &str, rank: usize) -> Vec<Term> {
    (0..rank).map(|at| Term::var(&format!("{role} {at}"))).collect()
}
