//! Formulas of integer arithmetic, and how they are written in SMT-LIB 2.
//!
//! Only what models need: sums, products with numbers, and quotients by positive numbers. `div` of the SMT-LIB theory `Ints`
//! rounds down where the divisor is positive, as isl's floor does.

use std::collections::BTreeSet;
use std::fmt::{self, Write};
use std::sync::Arc;

/// An integer.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Term {
    /// A parameter, or a coordinate of an instance or of an element.
    Var(Arc<str>),
    Int(i64),
    Sum(Vec<Term>),
    Times(i64, Box<Term>),
    /// Rounded down; the divisor is positive.
    Floor(Box<Term>, i64),
}

/// A condition on integers.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Formula {
    True,
    False,
    All(Vec<Formula>),
    Any(Vec<Formula>),
    Not(Box<Formula>),
    Equal(Term, Term),
    /// At most.
    Le(Term, Term),
    Less(Term, Term),
    /// There are such integers.
    Exists(Vec<Arc<str>>, Box<Formula>),
    /// About things that are no integers.
    Other(Sentence),
}

/// A formula of another theory, as it is written.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Sentence {
    pub text: String,
    /// `(declare-const x ..)`, one each.
    pub declarations: BTreeSet<String>,
    /// `QF_S`.
    pub logic: &'static str,
    /// Values that a solver finds may be of functions that there are not.
    pub is_abstract: bool,
}

impl Term {
    pub fn var(name: &str) -> Term {
        Term::Var(name.into())
    }

    /// `factor * self`.
    pub fn times(self, factor: i64) -> Term {
        match (factor, self) {
            (1, term) => term,
            (0, _) => Term::Int(0),
            (factor, Term::Int(1)) => Term::Int(factor),
            (factor, term) => Term::Times(factor, Box::new(term)),
        }
    }

    pub fn sum(terms: Vec<Term>) -> Term {
        let mut terms: Vec<Term> = terms.into_iter().filter(|term| *term != Term::Int(0)).collect();
        match terms.len() {
            0 => Term::Int(0),
            1 => terms.remove(0),
            _ => Term::Sum(terms),
        }
    }

    /// `floor(self / divisor)`.
    pub fn quotient(self, divisor: i64) -> Term {
        match divisor {
            1 => self,
            divisor => Term::Floor(Box::new(self), divisor),
        }
    }

    fn variables(&self, found: &mut BTreeSet<Arc<str>>) {
        match self {
            Term::Var(name) => _ = found.insert(name.clone()),
            Term::Int(_) => {}
            Term::Sum(terms) => terms.iter().for_each(|term| term.variables(found)),
            Term::Times(_, term) | Term::Floor(term, _) => term.variables(found),
        }
    }
}

impl Formula {
    pub fn all(parts: impl IntoIterator<Item = Formula>) -> Formula {
        let mut flat = Vec::new();
        for part in parts {
            match part {
                Formula::False => return Formula::False,
                Formula::True => {}
                Formula::All(inner) => flat.extend(inner),
                part => flat.push(part),
            }
        }
        match flat.len() {
            0 => Formula::True,
            1 => flat.remove(0),
            _ => Formula::All(flat),
        }
    }

    pub fn any(parts: impl IntoIterator<Item = Formula>) -> Formula {
        let mut flat = Vec::new();
        for part in parts {
            match part {
                Formula::True => return Formula::True,
                Formula::False => {}
                Formula::Any(inner) => flat.extend(inner),
                part => flat.push(part),
            }
        }
        match flat.len() {
            0 => Formula::False,
            1 => flat.remove(0),
            _ => Formula::Any(flat),
        }
    }

    pub fn negated(self) -> Formula {
        match self {
            Formula::True => Formula::False,
            Formula::False => Formula::True,
            Formula::Not(inner) => *inner,
            other => Formula::Not(Box::new(other)),
        }
    }

    pub fn equal(x: Term, y: Term) -> Formula {
        match (&x, &y) {
            (Term::Int(m), Term::Int(n)) if m != n => Formula::False,
            _ if x == y => Formula::True,
            _ => Formula::Equal(x, y),
        }
    }

    pub fn less(x: Term, y: Term) -> Formula {
        match (&x, &y) {
            (Term::Int(m), Term::Int(n)) if m < n => Formula::True,
            (Term::Int(_), Term::Int(_)) => Formula::False,
            _ if x == y => Formula::False,
            _ => Formula::Less(x, y),
        }
    }

    pub fn le(x: Term, y: Term) -> Formula {
        match (&x, &y) {
            (Term::Int(m), Term::Int(n)) if m <= n => Formula::True,
            (Term::Int(_), Term::Int(_)) => Formula::False,
            _ if x == y => Formula::True,
            _ => Formula::Le(x, y),
        }
    }

    /// Both tuples are the same; they have one length.
    pub fn same(x: &[Term], y: &[Term]) -> Formula {
        Formula::all(x.iter().zip(y).map(|(x, y)| Formula::equal(x.clone(), y.clone())))
    }

    /// Everything that it is about.
    pub fn variables(&self) -> BTreeSet<Arc<str>> {
        let mut found = BTreeSet::new();
        self.collect(&mut found);
        found
    }

    /// Whether it has quantifiers.
    pub fn is_quantified(&self) -> bool {
        match self {
            Formula::Exists(..) => true,
            Formula::All(parts) | Formula::Any(parts) => parts.iter().any(Formula::is_quantified),
            Formula::Not(inner) => inner.is_quantified(),
            _ => false,
        }
    }

    /// The sentences of other theories in it.
    pub fn others(&self) -> Vec<&Sentence> {
        match self {
            Formula::Other(one) => vec![one],
            Formula::All(parts) | Formula::Any(parts) => parts.iter().flat_map(Formula::others).collect(),
            Formula::Not(inner) | Formula::Exists(_, inner) => inner.others(),
            _ => Vec::new(),
        }
    }

    fn collect(&self, found: &mut BTreeSet<Arc<str>>) {
        match self {
            Formula::True | Formula::False | Formula::Other(_) => {}
            Formula::Exists(bound, inner) => {
                let mut within = BTreeSet::new();
                inner.collect(&mut within);
                found.extend(within.into_iter().filter(|name| !bound.contains(name)));
            }
            Formula::All(parts) | Formula::Any(parts) => parts.iter().for_each(|part| part.collect(found)),
            Formula::Not(inner) => inner.collect(found),
            Formula::Equal(x, y) | Formula::Le(x, y) | Formula::Less(x, y) => {
                x.variables(found);
                y.variables(found);
            }
        }
    }
}

/// A symbol, in bars where it needs them.
pub(super) fn symbol(name: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "~!@$%^&*_-+=<>.?/".contains(c);
    let reserved = [
        "and", "or", "not", "div", "mod", "let", "exists", "forall", "assert", "par", "true", "false",
    ];
    let fine =
        name.chars().all(plain) && name.starts_with(|c: char| c.is_ascii_alphabetic()) && !reserved.contains(&name);
    match fine {
        true => name.to_owned(),
        false => format!("|{}|", name.replace(['|', '\\'], "_")),
    }
}

fn list(f: &mut fmt::Formatter<'_>, head: &str, parts: &[impl fmt::Display]) -> fmt::Result {
    write!(f, "({head}")?;
    for part in parts {
        write!(f, " {part}")?;
    }
    f.write_char(')')
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Term::Var(name) => f.write_str(&symbol(name)),
            Term::Int(number) if *number < 0 => write!(f, "(- {})", number.unsigned_abs()),
            Term::Int(number) => write!(f, "{number}"),
            Term::Sum(terms) => list(f, "+", terms),
            Term::Times(-1, term) => write!(f, "(- {term})"),
            Term::Times(factor, term) => write!(f, "(* {} {term})", Term::Int(*factor)),
            Term::Floor(term, divisor) => write!(f, "(div {term} {divisor})"),
        }
    }
}

impl fmt::Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Formula::True => f.write_str("true"),
            Formula::False => f.write_str("false"),
            Formula::All(parts) => list(f, "and", parts),
            Formula::Any(parts) => list(f, "or", parts),
            Formula::Not(inner) => write!(f, "(not {inner})"),
            Formula::Exists(bound, inner) => {
                f.write_str("(exists (")?;
                for (at, name) in bound.iter().enumerate() {
                    write!(f, "{}({} Int)", if at > 0 { " " } else { "" }, symbol(name))?;
                }
                write!(f, ") {inner})")
            }
            Formula::Other(one) => f.write_str(&one.text),
            Formula::Equal(x, y) => write!(f, "(= {x} {y})"),
            Formula::Le(x, y) => write!(f, "(<= {x} {y})"),
            Formula::Less(x, y) => write!(f, "(< {x} {y})"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_are_written_as_the_standard_says() {
        let i = || Term::var("source i");
        let tile = Term::sum(vec![i(), Term::Int(-3)]).quotient(32).times(-2);
        let formula = Formula::all([
            Formula::le(Term::Int(-5), tile.clone()),
            Formula::any([Formula::less(i(), Term::var("N")), Formula::equal(tile, i())]).negated(),
            Formula::True,
        ]);
        assert_eq!(
            formula.to_string(),
            "(and (<= (- 5) (* (- 2) (div (+ |source i| (- 3)) 32))) \
             (not (or (< |source i| N) (= (* (- 2) (div (+ |source i| (- 3)) 32)) |source i|))))"
        );
        let names: Vec<String> = formula.variables().iter().map(|name| name.to_string()).collect();
        assert_eq!(names, ["N", "source i"]);
        assert_eq!(symbol("and"), "|and|");
        assert_eq!(symbol("a|b"), "|a_b|");
    }
}
