//! Loops of a perfect nest in another order.
//!
//! `interchange(i, j)` swaps the places of `i` and `j`; loops between them stay.
//! `interchange(i, j, k -> k, i, j)` puts the loop on the right where the one on the left stood.
//! Times do not change, only which loop is outside which: `(.., i, .., j, ..)` becomes
//! `(.., j, .., i, ..)`. A mark goes with its loop.

use crate::registry::Build;
use std::fmt;

use polyvet_analysis::scop::{Rewrite, Scop};
use polyvet_ir::Diagnostic;

use crate::schedule::transform::Above;
use crate::schedule::{Inapplicable, PerfectNest, Transform, unchanged};
use crate::{Args, RegistryEntry, ScriptName};

/// The line in the registry.
pub static ENTRY: RegistryEntry = RegistryEntry {
    name: "interchange",
    aliases: &[],
    summary: "Swaps two loops of a perfect nest, or puts its loops in a given order.",
    params: "[S,] i, j  |  [S,] i, j, .. -> j, i, ..",
    example: "interchange(i, j)",
    build: Build::Schedule(parse),
};

/// Loops of a perfect nest in another order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Interchange {
    /// Only loops above this statement are meant.
    pub stmt: Option<ScriptName>,
    /// Loops.
    pub from: Vec<ScriptName>,
    /// The same loops; each takes the place of the one with its index in `from`.
    pub to: Vec<ScriptName>,
}

impl Interchange {
    /// Swaps two loops.
    pub fn new(one: impl Into<ScriptName>, other: impl Into<ScriptName>) -> Interchange {
        let (one, other) = (one.into(), other.into());
        Interchange {
            stmt: None,
            from: vec![one.clone(), other.clone()],
            to: vec![other, one],
        }
    }

    /// Puts the loops `from` in the order `to`.
    pub fn permute<N: Into<ScriptName>>(
        from: impl IntoIterator<Item = N>,
        to: impl IntoIterator<Item = N>,
    ) -> Interchange {
        Interchange {
            stmt: None,
            from: from.into_iter().map(Into::into).collect(),
            to: to.into_iter().map(Into::into).collect(),
        }
    }

    /// Means the loops above `stmt`.
    pub fn above(mut self, stmt: impl Into<ScriptName>) -> Interchange {
        self.stmt = Some(stmt.into());
        self
    }

    fn is_swap(&self) -> bool {
        matches!((&self.from[..], &self.to[..]),
            ([a, b], [c, d]) if a.value == d.value && b.value == c.value)
    }
}

impl Transform for Interchange {
    fn entry(&self) -> &'static RegistryEntry {
        &ENTRY
    }

    fn apply(&self, scop: &Scop) -> Result<Rewrite, Inapplicable> {
        same_names(&self.from, &self.to)?;
        if self.from.is_empty() {
            return unchanged(scop);
        }
        let from: Vec<&ScriptName> = self.from.iter().collect();
        let Some(mut nest) = PerfectNest::take_all(scop, &from, self.stmt.as_ref())? else {
            return unchanged(scop);
        };
        let place = |name: &ScriptName| nest.place(name);
        let moves: Vec<(usize, usize)> = self
            .from
            .iter()
            .zip(&self.to)
            .map(|(old, new)| (place(old), place(new)))
            .collect();
        let before = nest.levels.clone();
        for (place, source) in moves {
            nest.levels[place] = before[source].clone();
        }
        nest.put(scop)
    }
}

/// Checks that both lists name the same loops, each once.
fn same_names(from: &[ScriptName], to: &[ScriptName]) -> Result<(), Inapplicable> {
    for names in [from, to] {
        for (index, name) in names.iter().enumerate() {
            if names[..index].iter().any(|other| other.value == name.value) {
                return Err(Inapplicable::NamedTwice {
                    name: name.value.clone(),
                    span: name.span,
                });
            }
        }
    }
    let lacks = |names: &[ScriptName], name: &ScriptName| names.iter().all(|other| other.value != name.value);
    let lone = to
        .iter()
        .find(|name| lacks(from, name))
        .or(from.iter().find(|name| lacks(to, name)));
    match lone {
        Some(name) => Err(Inapplicable::NotPermutation {
            name: name.value.clone(),
            span: name.span,
        }),
        None => Ok(()),
    }
}

fn parse(args: &mut Args) -> Result<Box<dyn Transform>, Diagnostic> {
    let Some(left) = args.before_arrow() else {
        let stmt = args.stmt_before(2)?;
        let swap = Interchange::new(args.name()?, args.name()?);
        return Ok(Box::new(Interchange { stmt, ..swap }));
    };
    let right = args.len() - left;
    let stmt = if left == right + 1 { Some(args.name()?) } else { None };
    if left != right && stmt.is_none() {
        return Err(args.wrong(format!("{left} loops before `->` and {right} after it")));
    }
    let from = (0..right).map(|_| args.name()).collect::<Result<_, _>>()?;
    let to = (0..right).map(|_| args.name()).collect::<Result<_, _>>()?;
    Ok(Box::new(Interchange { stmt, from, to }))
}

impl fmt::Display for Interchange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |names: &[ScriptName]| {
            names
                .iter()
                .map(|name| name.value.as_str())
                .collect::<Vec<_>>()
                .join(", ")
        };
        write!(f, "interchange({}{}", Above(&self.stmt), list(&self.from))?;
        if !self.is_swap() {
            write!(f, " -> {}", list(&self.to))?;
        }
        f.write_str(")")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schedule::testing::{check_times, matmul, refusal, same_times, triangle, two_in_i};

    #[test]
    fn swaps() {
        let after = Interchange::new("i", "k").apply(&matmul()).unwrap().scop;
        check_times(&after, "[n] -> { S0[i, j, k] -> [k, j, i] }");
        let after = Interchange::new("k", "j").apply(&matmul()).unwrap().scop;
        check_times(&after, "[n] -> { S0[i, j, k] -> [i, k, j] }");
        let after = Interchange::new("i", "j").apply(&triangle()).unwrap().scop;
        check_times(&after, "[n] -> { S0[i, j] -> [j, i] }");
    }

    #[test]
    fn swapping_twice_changes_nothing() {
        let before = matmul();
        let swap = Interchange::new("i", "k");
        let after = swap.apply(&swap.apply(&before).unwrap().scop).unwrap().scop;
        same_times(&before, &after);
    }

    #[test]
    fn permutes() {
        let rotate = Interchange::permute(["i", "j", "k"], ["k", "i", "j"]);
        let after = rotate.apply(&matmul()).unwrap().scop;
        check_times(&after, "[n] -> { S0[i, j, k] -> [k, i, j] }");
        assert_eq!(
            polyvet_analysis::loops::loop_names(&after.schedule).unwrap(),
            ["k", "i", "j"]
        );
        // The lists pair places with loops, whatever their order.
        let same = Interchange::permute(["k", "i", "j"], ["j", "k", "i"])
            .apply(&matmul())
            .unwrap()
            .scop;
        same_times(&after, &same);
    }

    #[test]
    fn refuses() {
        let why = refusal(&matmul(), "interchange(i, jj)");
        assert_eq!(
            why,
            (
                "there is no loop `jj` here",
                "jj",
                "did you mean `j`? loops: `i`, `j`, `k`"
            )
                .into()
        );
        let why = refusal(&matmul(), "interchange(i, i)");
        assert_eq!(why, ("loop `i` is named twice", "i", "").into());
        let why = refusal(&matmul(), "interchange(i, j -> i, k)");
        assert_eq!(why, ("`k` stands on one side of `->` only", "k", "").into());
        let why = refusal(&two_in_i(), "interchange(i, k)");
        assert_eq!(
            why,
            (
                "loops `i` and `k` are not perfectly nested: `S0` stands between them",
                "k",
                ""
            )
                .into()
        );
        let why = refusal(&two_in_i(), "interchange(j, k)");
        assert_eq!(why, ("loop `k` is not inside loop `j`", "k", "").into());
        let why = refusal(&two_in_i(), "interchange(S0, i, k)");
        assert_eq!(
            why,
            ("there is no loop `k` above `S0`", "k", "loops above `S0`: `i`, `j`").into()
        );
        let why = refusal(&two_in_i(), "interchange(s0, i, j)");
        assert_eq!(
            why,
            (
                "there is no statement `s0` here",
                "s0",
                "did you mean `S0`? statements: `S0`, `S1`"
            )
                .into()
        );
    }
}
