//! Printed formulas, read back.
//!
//! What people see is the text of a formula, so the text must have the value that the formula has. A [`PrintedFormula`]
//! is read from nothing but the text and shares no code with `print`.
//!
//! ```text
//! formula    = expr [ "where" name "=" expr { "," name "=" expr } ]
//! expr       = sum [ "mod" sum ]
//! sum        = [ "-" ] product { ( "+" | "-" ) product }
//! product    = power { ( "*" | "/" ) power }
//! power      = unit [ "^" number ]
//! unit       = number | name | name "(" expr { "," expr } ")" | "(" expr ")" | "[" guard "]"
//! guard      = comparison { "and" comparison }           1 if all hold, else 0
//! comparison = expr ( ">=" | "<=" | "=" ) expr
//! ```
//!
//! Products and quotients are read from the left, over the rationals; only `floor` and `ceil` round.

use std::collections::BTreeMap;
use std::iter::Peekable;

use num_bigint::BigInt;
use thiserror::Error;

use crate::arith::{Frac, Int};

/// Why a text is no formula, or has no value.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PrintedError {
    /// Something else is there.
    #[error("expected {expected}, found `{found}`")]
    Syntax {
        /// What would have been right.
        expected: &'static str,
        /// The word; empty at the end.
        found: String,
    },
    /// A name without a value.
    #[error("`{0}` has no value")]
    NoValue(String),
    /// A division or remainder by zero or by a negative number.
    #[error("a division by {0}")]
    Division(String),
    /// The value is no integer: no formula that counts has such a value.
    #[error("the value is {0}, which is no integer")]
    Fraction(String),
}

/// A formula in plain notation, as `CountFormula` is printed.
///
/// ```
/// # use polyvet_count::PrintedFormula;
/// let formula = PrintedFormula::parse("n*(n - 1)/2 - [u >= 2]*(n - 4*u) where u = ceil(n/4)")?;
/// assert_eq!(formula.eval(&[("n", 5)])?.to_string(), "13");
/// # Ok::<(), polyvet_count::PrintedError>(())
/// ```
#[derive(Debug, Clone)]
pub struct PrintedFormula {
    formula: PrintedExpr,
    letters: BTreeMap<String, PrintedExpr>,
}

#[derive(Debug, Clone)]
enum PrintedExpr {
    Number(BigInt),
    Name(String),
    Call(String, Vec<PrintedExpr>),
    Guard(Vec<(PrintedExpr, String, PrintedExpr)>),
    Negated(Box<PrintedExpr>),
    Two(Box<PrintedExpr>, char, Box<PrintedExpr>),
    Power(Box<PrintedExpr>, u32),
}

impl PrintedFormula {
    /// Reads a formula.
    ///
    /// # Errors
    /// [`PrintedError::Syntax`].
    pub fn parse(text: &str) -> Result<PrintedFormula, PrintedError> {
        let mut reader = FormulaReader {
            words: words(text).into_iter().peekable(),
        };
        let formula = reader.expr()?;
        let mut letters = BTreeMap::new();
        let mut word = "where";
        while reader.takes(word) {
            let name = reader.words.next().unwrap_or_default();
            reader.expect("=")?;
            letters.insert(name, reader.expr()?);
            word = ",";
        }
        match reader.words.next() {
            None => Ok(PrintedFormula { formula, letters }),
            Some(found) => Err(PrintedError::Syntax {
                expected: "the end",
                found,
            }),
        }
    }

    /// The value at these parameters.
    ///
    /// # Errors
    /// [`PrintedError`] where there is none.
    pub fn eval(&self, params: &[(&str, i64)]) -> Result<BigInt, PrintedError> {
        let value = self.value(&self.formula, params)?;
        match value.den() {
            Int::Small(1) => Ok(value.num().to_big()),
            den => Err(PrintedError::Fraction(format!("{}/{den}", value.num()))),
        }
    }

    fn value(&self, expr: &PrintedExpr, params: &[(&str, i64)]) -> Result<Frac, PrintedError> {
        let of = |expr: &PrintedExpr| self.value(expr, params);
        Ok(match expr {
            PrintedExpr::Number(number) => Frac::from(number.clone()),
            PrintedExpr::Name(name) => match (self.letters.get(name), params.iter().find(|param| param.0 == name)) {
                (Some(definition), _) => of(definition)?,
                (None, Some(param)) => Frac::int(i128::from(param.1)),
                (None, None) => return Err(PrintedError::NoValue(name.clone())),
            },
            PrintedExpr::Call(name, of_what) => {
                let values = of_what.iter().map(of).collect::<Result<Vec<_>, _>>()?;
                call(name, values)?
            }
            PrintedExpr::Guard(comparisons) => {
                let mut holds = true;
                for (left, relation, right) in comparisons {
                    let excess = of(left)?.add(&of(right)?.neg());
                    holds &= match relation.as_str() {
                        ">=" => !excess.num().is_negative(),
                        "<=" => excess.is_zero() || excess.num().is_negative(),
                        _ => excess.is_zero(),
                    };
                }
                Frac::int(i128::from(holds))
            }
            PrintedExpr::Negated(inner) => of(inner)?.neg(),
            PrintedExpr::Two(left, operator, right) => apply(&of(left)?, *operator, &of(right)?)?,
            PrintedExpr::Power(base, power) => {
                let base = of(base)?;
                (0..*power).fold(Frac::ONE, |product, _| product.mul(&base))
            }
        })
    }
}

fn apply(left: &Frac, operator: char, right: &Frac) -> Result<Frac, PrintedError> {
    let division = || PrintedError::Division(right.num().to_string());
    let positive = !right.is_zero() && !right.num().is_negative();
    Ok(match operator {
        '+' => left.add(right),
        '-' => left.add(&right.neg()),
        '*' => left.mul(right),
        '/' if positive => left.mul(&Frac::new(right.den().clone(), right.num().clone())),
        'm' if positive => {
            let quotient = left.mul(&Frac::new(right.den().clone(), right.num().clone()));
            left.add(&floor(&quotient).mul(right).neg())
        }
        _ => return Err(division()),
    })
}

fn floor(value: &Frac) -> Frac {
    Frac::from(value.num().div_floor(value.den()))
}

fn call(name: &str, values: Vec<Frac>) -> Result<Frac, PrintedError> {
    let less = |left: &Frac, right: &Frac| left.add(&right.neg()).num().is_negative();
    let wrong = || PrintedError::Syntax {
        expected: "`min`, `max`, `floor` or `ceil`",
        found: name.to_owned(),
    };
    match (name, values.as_slice()) {
        ("floor", [value]) => Ok(floor(value)),
        ("ceil", [value]) => Ok(floor(&value.neg()).neg()),
        ("min" | "max", [_, ..]) => {
            let wins = |left: &Frac, right: &Frac| less(left, right) == (name == "min");
            let best = values
                .into_iter()
                .reduce(|best, next| if wins(&next, &best) { next } else { best });
            best.ok_or_else(wrong)
        }
        _ => Err(wrong()),
    }
}

fn words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let is_name = |c: char| c.is_alphanumeric() || "_.'%#@".contains(c);
    let mut last = ' ';
    for c in text.chars() {
        let joined = is_name(c) && is_name(last) || c == '=' && matches!(last, '<' | '>');
        match words.last_mut() {
            Some(word) if joined => word.push(c),
            _ if c.is_whitespace() => {}
            _ => words.push(c.to_string()),
        }
        last = c;
    }
    words
}

struct FormulaReader {
    words: Peekable<std::vec::IntoIter<String>>,
}

type FormulaRead<T> = Result<T, PrintedError>;

impl FormulaReader {
    fn takes(&mut self, word: &str) -> bool {
        self.words.next_if(|next| next == word).is_some()
    }

    fn expect(&mut self, word: &'static str) -> FormulaRead<()> {
        match self.takes(word) {
            true => Ok(()),
            false => Err(self.wrong(word)),
        }
    }

    fn wrong(&mut self, expected: &'static str) -> PrintedError {
        let found = self.words.peek().cloned().unwrap_or_default();
        PrintedError::Syntax { expected, found }
    }

    fn expr(&mut self) -> FormulaRead<PrintedExpr> {
        let left = self.sum()?;
        match self.takes("mod") {
            true => Ok(PrintedExpr::Two(Box::new(left), 'm', Box::new(self.sum()?))),
            false => Ok(left),
        }
    }

    fn sum(&mut self) -> FormulaRead<PrintedExpr> {
        let minus = self.takes("-");
        let first = self.product()?;
        let mut sum = if minus {
            PrintedExpr::Negated(Box::new(first))
        } else {
            first
        };
        while let Some(operator) = self.words.next_if(|word| word == "+" || word == "-") {
            let operator = if operator == "+" { '+' } else { '-' };
            sum = PrintedExpr::Two(Box::new(sum), operator, Box::new(self.product()?));
        }
        Ok(sum)
    }

    fn product(&mut self) -> FormulaRead<PrintedExpr> {
        let mut product = self.power()?;
        while let Some(operator) = self.words.next_if(|word| word == "*" || word == "/") {
            let operator = if operator == "*" { '*' } else { '/' };
            product = PrintedExpr::Two(Box::new(product), operator, Box::new(self.power()?));
        }
        Ok(product)
    }

    fn power(&mut self) -> FormulaRead<PrintedExpr> {
        let base = self.unit()?;
        if !self.takes("^") {
            return Ok(base);
        }
        let power = self.words.peek().and_then(|word| word.parse().ok());
        let power = power.ok_or_else(|| self.wrong("a power"))?;
        self.words.next();
        Ok(PrintedExpr::Power(Box::new(base), power))
    }

    fn unit(&mut self) -> FormulaRead<PrintedExpr> {
        let word = match self.words.next_if(|word| !"+-*/^)],".contains(word.as_str())) {
            Some(word) => word,
            None => return Err(self.wrong("a number or a name")),
        };
        match word.as_str() {
            "(" => {
                let inner = self.expr()?;
                self.expect(")")?;
                Ok(inner)
            }
            "[" => {
                let mut all = vec![self.comparison()?];
                while self.takes("and") {
                    all.push(self.comparison()?);
                }
                self.expect("]")?;
                Ok(PrintedExpr::Guard(all))
            }
            _ if self.takes("(") => {
                let mut all = vec![self.expr()?];
                while self.takes(",") {
                    all.push(self.expr()?);
                }
                self.expect(")")?;
                Ok(PrintedExpr::Call(word, all))
            }
            _ => Ok(word.parse().map_or(PrintedExpr::Name(word), PrintedExpr::Number)),
        }
    }

    fn comparison(&mut self) -> FormulaRead<(PrintedExpr, String, PrintedExpr)> {
        let left = self.expr()?;
        let is_relation = |word: &String| matches!(word.as_str(), ">=" | "<=" | "=");
        match self.words.next_if(is_relation) {
            Some(relation) => Ok((left, relation, self.expr()?)),
            None => Err(self.wrong("`>=`, `<=` or `=`")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str) -> String {
        let parsed = PrintedFormula::parse(text).and_then(|formula| formula.eval(&[("n", 7), ("t_0", -3)]));
        parsed.map_or_else(|error| error.to_string(), |value| value.to_string())
    }

    #[test]
    fn texts_have_the_value_that_a_reader_gives_them() {
        for (text, wanted) in [
            ("n*(n - 1)/2", "21"),
            ("-n + 2*t_0^2", "11"),
            ("ceil(n/4) - floor(t_0/2)", "4"),
            ("min(n, t_0, 3) + max(n, 3)", "4"),
            ("[n mod 2 = 1]*5 - [n >= 8] + [t_0 <= 0 and n >= 7]", "6"),
            ("2*u - v where u = ceil(v/4), v = n + 1", "-4"),
            ("(n mod 4)^2", "9"),
            ("- ([n <= 6]*2 + [n >= 7]*3)", "-3"),
            ("n/2", "the value is 7/2, which is no integer"),
            ("n/t_0", "a division by -3"),
            ("m", "`m` has no value"),
            ("n +", "expected a number or a name, found ``"),
            ("(n", "expected ), found ``"),
            ("n n", "expected the end, found `n`"),
        ] {
            assert_eq!(value(text), wanted, "{text}");
        }
    }
}
