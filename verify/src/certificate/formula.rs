//! Formulas of integer arithmetic, and how they are written in SMT-LIB 2.
//!
//! Only what models need: sums, products with numbers, and quotients by positive numbers. `div` of the SMT-LIB theory `Ints`
//! rounds down where the divisor is positive, as isl's floor does.

use std::collections::{BTreeSet, HashSet};
use std::fmt::{self, Write};
use std::sync::Arc;

/// An integer.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum IntegerTerm {
    /// A parameter, or a coordinate of an instance or of an element.
    Var(Arc<str>),
    Int(i64),
    Sum(Vec<IntegerTerm>),
    Times(i64, Box<IntegerTerm>),
    /// Rounded down; the divisor is positive.
    Floor(Box<IntegerTerm>, i64),
}

/// A condition on integers.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum IntegerCondition {
    True,
    False,
    All(Vec<IntegerCondition>),
    Any(Vec<IntegerCondition>),
    Not(Box<IntegerCondition>),
    Equal(IntegerTerm, IntegerTerm),
    /// At most.
    Le(IntegerTerm, IntegerTerm),
    Less(IntegerTerm, IntegerTerm),
    /// There are such integers.
    Exists(Vec<Arc<str>>, Box<IntegerCondition>),
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

impl IntegerTerm {
    pub fn var(name: &str) -> IntegerTerm {
        IntegerTerm::Var(name.into())
    }

    /// `factor * self`.
    pub fn times(self, factor: i64) -> IntegerTerm {
        match (factor, self) {
            (1, term) => term,
            (0, _) => IntegerTerm::Int(0),
            (factor, IntegerTerm::Int(1)) => IntegerTerm::Int(factor),
            (factor, term) => IntegerTerm::Times(factor, Box::new(term)),
        }
    }

    pub fn sum(terms: Vec<IntegerTerm>) -> IntegerTerm {
        let mut terms: Vec<IntegerTerm> = terms.into_iter().filter(|term| *term != IntegerTerm::Int(0)).collect();
        match terms.len() {
            0 => IntegerTerm::Int(0),
            1 => terms.remove(0),
            _ => IntegerTerm::Sum(terms),
        }
    }

    /// `floor(self / divisor)`.
    pub fn quotient(self, divisor: i64) -> IntegerTerm {
        match divisor {
            1 => self,
            divisor => IntegerTerm::Floor(Box::new(self), divisor),
        }
    }

    fn variables(&self, found: &mut BTreeSet<Arc<str>>) {
        match self {
            IntegerTerm::Var(name) => _ = found.insert(name.clone()),
            IntegerTerm::Int(_) => {}
            IntegerTerm::Sum(terms) => terms.iter().for_each(|term| term.variables(found)),
            IntegerTerm::Times(_, term) | IntegerTerm::Floor(term, _) => term.variables(found),
        }
    }
}

impl IntegerCondition {
    pub fn all(parts: impl IntoIterator<Item = IntegerCondition>) -> IntegerCondition {
        let mut flat = Vec::new();
        for part in parts {
            match part {
                IntegerCondition::False => return IntegerCondition::False,
                IntegerCondition::True => {}
                IntegerCondition::All(inner) => flat.extend(inner),
                part => flat.push(part),
            }
        }
        match flat.len() {
            0 => IntegerCondition::True,
            1 => flat.remove(0),
            _ => IntegerCondition::All(flat),
        }
    }

    pub fn any(parts: impl IntoIterator<Item = IntegerCondition>) -> IntegerCondition {
        let mut flat = Vec::new();
        for part in parts {
            match part {
                IntegerCondition::True => return IntegerCondition::True,
                IntegerCondition::False => {}
                IntegerCondition::Any(inner) => flat.extend(inner),
                part => flat.push(part),
            }
        }
        match flat.len() {
            0 => IntegerCondition::False,
            1 => flat.remove(0),
            _ => IntegerCondition::Any(flat),
        }
    }

    pub fn negated(self) -> IntegerCondition {
        match self {
            IntegerCondition::True => IntegerCondition::False,
            IntegerCondition::False => IntegerCondition::True,
            IntegerCondition::Not(inner) => *inner,
            other => IntegerCondition::Not(Box::new(other)),
        }
    }

    pub fn equal(x: IntegerTerm, y: IntegerTerm) -> IntegerCondition {
        match (&x, &y) {
            (IntegerTerm::Int(m), IntegerTerm::Int(n)) if m != n => IntegerCondition::False,
            _ if x == y => IntegerCondition::True,
            _ => IntegerCondition::Equal(x, y),
        }
    }

    pub fn less(x: IntegerTerm, y: IntegerTerm) -> IntegerCondition {
        match (&x, &y) {
            (IntegerTerm::Int(m), IntegerTerm::Int(n)) if m < n => IntegerCondition::True,
            (IntegerTerm::Int(_), IntegerTerm::Int(_)) => IntegerCondition::False,
            _ if x == y => IntegerCondition::False,
            _ => IntegerCondition::Less(x, y),
        }
    }

    pub fn le(x: IntegerTerm, y: IntegerTerm) -> IntegerCondition {
        match (&x, &y) {
            (IntegerTerm::Int(m), IntegerTerm::Int(n)) if m <= n => IntegerCondition::True,
            (IntegerTerm::Int(_), IntegerTerm::Int(_)) => IntegerCondition::False,
            _ if x == y => IntegerCondition::True,
            _ => IntegerCondition::Le(x, y),
        }
    }

    /// What it says besides `known`, and nothing twice.
    pub fn given(self, known: &HashSet<IntegerCondition>) -> IntegerCondition {
        if known.contains(&self) {
            return IntegerCondition::True;
        }
        match self {
            IntegerCondition::All(parts) => {
                let mut met = HashSet::new();
                let parts = parts.into_iter().map(|part| part.given(known));
                IntegerCondition::all(parts.filter(|part| met.insert(part.clone())))
            }
            IntegerCondition::Any(parts) => {
                let mut met = HashSet::new();
                let parts = parts.into_iter().map(|part| part.given(known));
                IntegerCondition::any(parts.filter(|part| met.insert(part.clone())))
            }
            IntegerCondition::Not(inner) => inner.given(known).negated(),
            other => other,
        }
    }

    /// What holds where it does, part by part.
    pub fn parts(&self, found: &mut HashSet<IntegerCondition>) {
        match self {
            IntegerCondition::All(parts) => parts.iter().for_each(|part| part.parts(found)),
            other => _ = found.insert(other.clone()),
        }
    }

    /// Both tuples are the same; they have one length.
    pub fn same(x: &[IntegerTerm], y: &[IntegerTerm]) -> IntegerCondition {
        IntegerCondition::all(
            x.iter()
                .zip(y)
                .map(|(x, y)| IntegerCondition::equal(x.clone(), y.clone())),
        )
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
            IntegerCondition::Exists(..) => true,
            IntegerCondition::All(parts) | IntegerCondition::Any(parts) => {
                parts.iter().any(IntegerCondition::is_quantified)
            }
            IntegerCondition::Not(inner) => inner.is_quantified(),
            _ => false,
        }
    }

    /// The sentences of other theories in it.
    pub fn others(&self) -> Vec<&Sentence> {
        match self {
            IntegerCondition::Other(one) => vec![one],
            IntegerCondition::All(parts) | IntegerCondition::Any(parts) => {
                parts.iter().flat_map(IntegerCondition::others).collect()
            }
            IntegerCondition::Not(inner) | IntegerCondition::Exists(_, inner) => inner.others(),
            _ => Vec::new(),
        }
    }

    fn collect(&self, found: &mut BTreeSet<Arc<str>>) {
        match self {
            IntegerCondition::True | IntegerCondition::False | IntegerCondition::Other(_) => {}
            IntegerCondition::Exists(bound, inner) => {
                let mut within = BTreeSet::new();
                inner.collect(&mut within);
                found.extend(within.into_iter().filter(|name| !bound.contains(name)));
            }
            IntegerCondition::All(parts) | IntegerCondition::Any(parts) => {
                parts.iter().for_each(|part| part.collect(found))
            }
            IntegerCondition::Not(inner) => inner.collect(found),
            IntegerCondition::Equal(x, y) | IntegerCondition::Le(x, y) | IntegerCondition::Less(x, y) => {
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

impl fmt::Display for IntegerTerm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            IntegerTerm::Var(name) => f.write_str(&symbol(name)),
            IntegerTerm::Int(number) if *number < 0 => write!(f, "(- {})", number.unsigned_abs()),
            IntegerTerm::Int(number) => write!(f, "{number}"),
            IntegerTerm::Sum(terms) => list(f, "+", terms),
            IntegerTerm::Times(-1, term) => write!(f, "(- {term})"),
            IntegerTerm::Times(factor, term) => write!(f, "(* {} {term})", IntegerTerm::Int(*factor)),
            IntegerTerm::Floor(term, divisor) => write!(f, "(div {term} {divisor})"),
        }
    }
}

impl fmt::Display for IntegerCondition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            IntegerCondition::True => f.write_str("true"),
            IntegerCondition::False => f.write_str("false"),
            IntegerCondition::All(parts) => list(f, "and", parts),
            IntegerCondition::Any(parts) => list(f, "or", parts),
            IntegerCondition::Not(inner) => write!(f, "(not {inner})"),
            IntegerCondition::Exists(bound, inner) => {
                f.write_str("(exists (")?;
                for (at, name) in bound.iter().enumerate() {
                    write!(f, "{}({} Int)", if at > 0 { " " } else { "" }, symbol(name))?;
                }
                write!(f, ") {inner})")
            }
            IntegerCondition::Other(one) => f.write_str(&one.text),
            IntegerCondition::Equal(x, y) => write!(f, "(= {x} {y})"),
            IntegerCondition::Le(x, y) => write!(f, "(<= {x} {y})"),
            IntegerCondition::Less(x, y) => write!(f, "(< {x} {y})"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_known_is_not_said_again() {
        let less = |x: &str, y: &str| IntegerCondition::less(IntegerTerm::var(x), IntegerTerm::var(y));
        let mut known = HashSet::new();
        IntegerCondition::all([less("a", "b"), less("b", "c")]).parts(&mut known);
        let formula = IntegerCondition::all([less("a", "b"), less("c", "d"), less("c", "d"), less("b", "c")]).negated();
        assert_eq!(formula.given(&known), less("c", "d").negated());
        assert_eq!(
            IntegerCondition::any([less("b", "c"), less("x", "y")]).given(&known),
            IntegerCondition::True
        );
    }

    #[test]
    fn formulas_are_written_as_the_standard_says() {
        let i = || IntegerTerm::var("source i");
        let tile = IntegerTerm::sum(vec![i(), IntegerTerm::Int(-3)]).quotient(32).times(-2);
        let formula = IntegerCondition::all([
            IntegerCondition::le(IntegerTerm::Int(-5), tile.clone()),
            IntegerCondition::any([
                IntegerCondition::less(i(), IntegerTerm::var("N")),
                IntegerCondition::equal(tile, i()),
            ])
            .negated(),
            IntegerCondition::True,
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
