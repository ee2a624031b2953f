//! Sums that scripts give as offsets: `2`, `-1`, `N + 1`, `2*N - M`.

use std::fmt;

use polyvet_analysis::scop::Scop;
use polyvet_poly::{Id, UnionPwAff, UnionSet, Val};

use crate::schedule::Inapplicable;
use crate::schedule::size::param;
use crate::{ScriptName, Spanned};

/// `constant + sum of factor * parameter`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ParameterOffset {
    /// The number in it.
    pub constant: i64,
    /// Factors and parameters.
    pub terms: Vec<(i64, ScriptName)>,
}

impl From<i64> for ParameterOffset {
    fn from(constant: i64) -> ParameterOffset {
        ParameterOffset {
            constant,
            terms: Vec::new(),
        }
    }
}

impl ParameterOffset {
    /// The offset as a function on `domain`.
    pub(crate) fn on(&self, domain: UnionSet, scop: &Scop) -> Result<UnionPwAff, Inapplicable> {
        let mut sum = UnionPwAff::val_on_domain(domain.clone(), Val::int_from_si(&scop.ctx, self.constant)?)?;
        for (factor, name) in &self.terms {
            let id = Id::named(&scop.ctx, param(scop, name)?)?;
            let param = UnionPwAff::param_on_domain_id(domain.clone(), id)?;
            sum = sum.add(param.scale_val(Val::int_from_si(&scop.ctx, *factor)?)?)?;
        }
        Ok(sum)
    }

    /// All numbers in it.
    pub(crate) fn numbers(&self) -> impl Iterator<Item = i64> {
        let factors = self.terms.iter().map(|(factor, _)| *factor);
        factors.chain([self.constant])
    }

    /// Reads `2*N - M + 1`; `None` if it is something else, or a number is out of range.
    pub fn parse(text: &Spanned<String>) -> Option<ParameterOffset> {
        let mut offset = ParameterOffset::default();
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

    /// Adds `sign * term`, where `term` is `3`, `N`, `3*N`, `N*3` or `3N` and is at `start` of `text`.
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
            } else if crate::script::args::is_name(trimmed) && name.is_none() {
                let at = start + at + (part.len() - part.trim_start().len());
                name = Some(ScriptName::new(
                    trimmed.to_owned(),
                    crate::script::args::part(text.span, at, trimmed.len()),
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

impl fmt::Display for ParameterOffset {
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

    fn offset(text: &str) -> Option<ParameterOffset> {
        ParameterOffset::parse(&text.to_owned().into())
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
}
