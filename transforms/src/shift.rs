//! A loop whose iterations run earlier or later.
//!
//! With `t` the times of loop `i`, `shift(S, i, c)` makes the times of the instances of `S` be
//! `t + c`; without `S` those of all instances. `c` is a sum of whole numbers and whole multiples of
//! parameters: `2`, `-1`, `N + 1`, `2*N - M`.

use std::fmt;

use polyvet_analysis::scop::{Rewrite, Scop};
use polyvet_ir::Diagnostic;
use polyvet_poly::{Id, Set, UnionPwAff, UnionSet, Val};

use crate::nest::stmt_index;
use crate::transform::Above;
use crate::{Args, Entry, Inapplicable, Name, Nest, Spanned, Transform, unchanged};

/// The line in the registry.
pub static ENTRY: Entry = Entry {
    name: "shift",
    summary: "Adds OFFSET to the times of a loop, for one statement or for all.",
    params: "[S,] i, OFFSET",
    example: "shift(S0, i, 1)",
    parse,
};

/// A loop whose iterations run earlier or later.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shift {
    /// The statement whose instances move; all below the loop if there is none.
    pub stmt: Option<Name>,
    /// The loop.
    pub name: Name,
    /// By how much.
    pub offset: Offset,
}

/// `constant + sum of factor * parameter`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Offset {
    /// The number in it.
    pub constant: i64,
    /// Factors and parameters.
    pub terms: Vec<(i64, Name)>,
}

impl Shift {
    /// Moves all instances below a loop.
    pub fn new(name: impl Into<Name>, offset: impl Into<Offset>) -> Shift {
        Shift {
            stmt: None,
            name: name.into(),
            offset: offset.into(),
        }
    }

    /// Moves only the instances of `stmt`.
    pub fn only(mut self, stmt: impl Into<Name>) -> Shift {
        self.stmt = Some(stmt.into());
        self
    }
}

impl From<i64> for Offset {
    fn from(constant: i64) -> Offset {
        Offset {
            constant,
            terms: Vec::new(),
        }
    }
}

impl Transform for Shift {
    fn entry(&self) -> &'static Entry {
        &ENTRY
    }

    fn apply(&self, scop: &Scop) -> Result<Rewrite, Inapplicable> {
        let Some(mut nest) = Nest::take(scop, &[&self.name], self.stmt.as_ref())? else {
            return unchanged(scop);
        };
        let times = nest.levels[0].times.clone();
        let mut moved = times.clone().domain()?;
        if let Some(stmt) = &self.stmt {
            let all = Set::universe(scop.stmts[stmt_index(scop, stmt)?].domain.space()?)?;
            moved = moved.intersect(UnionSet::from_set(all)?)?;
        }
        // Where only one side is defined, the sum is that side.
        nest.levels[0].times = times.union_add(self.offset.on(moved, scop)?)?;
        nest.put(scop)
    }
}

impl Offset {
    /// The offset as a function on `domain`.
    fn on(&self, domain: UnionSet, scop: &Scop) -> Result<UnionPwAff, Inapplicable> {
        let mut sum = UnionPwAff::val_on_domain(domain.clone(), Val::int_from_si(&scop.ctx, self.constant)?)?;
        for (factor, name) in &self.terms {
            let known = scop
                .params
                .iter()
                .find(|param| param.name == name.value || param.label == name.value);
            let Some(param) = known else {
                return Err(Inapplicable::UnknownParameter {
                    name: name.value.clone(),
                    span: name.span,
                    params: scop.params.iter().map(|param| param.label.clone()).collect(),
                });
            };
            let param = UnionPwAff::param_on_domain_id(domain.clone(), Id::named(&scop.ctx, &param.name)?)?;
            sum = sum.add(param.scale_val(Val::int_from_si(&scop.ctx, *factor)?)?)?;
        }
        Ok(sum)
    }

    /// Reads `2*N - M + 1`; `None` if it is something else, or a number is out of range.
    pub fn parse(text: &Spanned<String>) -> Option<Offset> {
        let mut offset = Offset::default();
        let mut rest = text.value.as_str();
        let mut first = true;
        while !rest.trim_start().is_empty() {
            rest = rest.trim_start();
            let sign = if let Some(after) = rest.strip_prefix('-') {
                rest = after;
                -1
            } else if let Some(after) = rest.strip_prefix('+') {
                rest = after;
                1
            } else if first {
                1
            } else {
                return None;
            };
            first = false;
            let end = rest.find(['+', '-']).unwrap_or(rest.len());
            let start = text.value.len() - rest.len();
            offset.add_term(sign, &rest[..end], text, start)?;
            rest = &rest[end..];
        }
        (!first).then_some(offset)
    }

    /// Adds `sign * term`, where `term` is `3`, `N`, `3*N`, `N*3` or `3N` and stands at `start` of `text`.
    fn add_term(&mut self, sign: i64, term: &str, text: &Spanned<String>, start: usize) -> Option<()> {
        let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        let (mut factor, mut name) = (None, None);
        let split = term
            .find(|c: char| !c.is_ascii_digit() && !c.is_whitespace())
            .unwrap_or(term.len());
        let parts = match term.find('*') {
            Some(star) => vec![(0, &term[..star]), (star + 1, &term[star + 1..])],
            None if split > 0 && split < term.len() && digits(term[..split].trim()) => {
                vec![(0, &term[..split]), (split, &term[split..])]
            }
            None => vec![(0, term)],
        };
        for (at, part) in parts {
            let trimmed = part.trim();
            if digits(trimmed) && factor.is_none() {
                factor = Some(trimmed.parse::<i64>().ok()?);
            } else if crate::args::is_name(trimmed) && name.is_none() {
                let at = start + at + (part.len() - part.trim_start().len());
                name = Some(Name::new(
                    trimmed.to_owned(),
                    crate::args::part(text.span, at, trimmed.len()),
                ));
            } else {
                return None;
            }
        }
        let factor = sign * factor.unwrap_or(1);
        match name {
            Some(name) => self.terms.push((factor, name)),
            None => self.constant = self.constant.checked_add(factor)?,
        }
        Some(())
    }
}

fn parse(args: &mut Args) -> Result<Box<dyn Transform>, Diagnostic> {
    let stmt = args.stmt_before(2)?;
    let name = args.name()?;
    let offset = args.text()?;
    let Some(offset) = Offset::parse(&offset) else {
        return Err(args.wrong_at(
            offset.span,
            format!("`{offset}` is no sum of whole numbers and multiples of parameters, all in 64 bits"),
        ));
    };
    Ok(Box::new(Shift { stmt, name, offset }))
}

impl fmt::Display for Shift {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "shift({}{}, {})", Above(&self.stmt), self.name, self.offset)
    }
}

impl fmt::Display for Offset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (factor, name)) in self.terms.iter().enumerate() {
            match (index, *factor < 0) {
                (0, false) => {}
                (0, true) => f.write_str("-")?,
                (_, false) => f.write_str(" + ")?,
                (_, true) => f.write_str(" - ")?,
            }
            match factor.unsigned_abs() {
                1 => write!(f, "{name}")?,
                factor => write!(f, "{factor}*{name}")?,
            }
        }
        match (self.terms.is_empty(), self.constant) {
            (true, constant) => write!(f, "{constant}"),
            (false, 0) => Ok(()),
            (false, constant) if constant < 0 => write!(f, " - {}", constant.unsigned_abs()),
            (false, constant) => write!(f, " + {constant}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check_times, refusal, same_times, two_in_i};

    fn offset(text: &str) -> Option<Offset> {
        Offset::parse(&text.to_owned().into())
    }

    #[test]
    fn moves_one_statement_or_all() {
        let before = two_in_i();
        let all = Shift::new("i", 3).apply(&before).unwrap().scop;
        check_times(&all, "{ S0[i, j] -> [i + 3, 0, j]; S1[i, k] -> [i + 3, 1, k] }");
        let one = Shift::new("i", -1).only("S1").apply(&before).unwrap().scop;
        check_times(&one, "{ S0[i, j] -> [i, 0, j]; S1[i, k] -> [i - 1, 1, k] }");
        same_times(&before, &Shift::new("i", 1).only("S1").apply(&one).unwrap().scop);
        let far = Shift::new("i", offset("2*n - 1").unwrap())
            .only("S0")
            .apply(&before)
            .unwrap()
            .scop;
        check_times(&far, "[n] -> { S0[i, j] -> [i + 2n - 1, 0, j]; S1[i, k] -> [i, 1, k] }");
        let back = Shift::new("i", offset("1 - 2n").unwrap())
            .only("S0")
            .apply(&far)
            .unwrap()
            .scop;
        same_times(&before, &back);
    }

    #[test]
    fn reads_offsets() {
        let shown = |text| offset(text).map(|offset| offset.to_string());
        for (text, expected) in [
            ("3", "3"),
            ("-3", "-3"),
            ("N", "N"),
            ("-N", "-N"),
            ("N+1", "N + 1"),
            ("1 - N*2", "-2*N + 1"),
            ("2N + 3 * A.0 - 5", "2*N + 3*A.0 - 5"),
        ] {
            assert_eq!(shown(text).as_deref(), Some(expected), "{text}");
        }
        for text in [
            "",
            "-",
            "+",
            "1 1",
            "N M",
            "N*M",
            "2*3",
            "i/2",
            "N +",
            "9223372036854775808",
        ] {
            assert_eq!(shown(text), None, "{text}");
        }
    }

    #[test]
    fn refuses() {
        let why = refusal(&two_in_i(), "shift(i, 2*m + 1)");
        assert_eq!(why, ("there is no parameter `m` here", "m", "parameters: `n`").into());
    }
}
