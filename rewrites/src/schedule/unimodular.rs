//! The times of a perfect nest, multiplied by a matrix of whole numbers with determinant 1 or -1.
//!
//! `unimodular(i, j, [[1, 1], [0, 1]])` runs `i` at `s + t` and `j` at `t`, for the times `s`, `t` that they had. It is
//! any composition of interchange, reversal and skewing, and keeps all points of the lattice.
//!
//! Source: Banerjee, "Unimodular transformations of double loops", 1991; Wolf and Lam, 1991.

use crate::registry::Build;
use std::fmt;

use polyvet_analysis::scop::{Rewrite, Scop};
use polyvet_ir::Diagnostic;
use polyvet_poly::{UnionPwAff, Val};

use crate::schedule::transform::comma_list;
use crate::schedule::{Inapplicable, PerfectNest, Transform, unchanged};
use crate::script::args::is_in_range;
use crate::{Args, RegistryEntry, ScriptName, Spanned};

/// The line in the registry.
pub static ENTRY: RegistryEntry = RegistryEntry {
    name: "unimodular",
    aliases: &[],
    summary: "Multiplies the times of a perfect nest by a matrix with determinant 1 or -1.",
    params: "i, j, .., MATRIX",
    example: "unimodular(i, j, [[1, 1], [0, 1]])",
    build: Build::Schedule(parse),
};

/// The times of a perfect nest, multiplied by a matrix.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unimodular {
    /// The loops; each takes the time that its row gives.
    pub loops: Vec<ScriptName>,
    /// A row for each loop, with a factor for each loop.
    pub matrix: Spanned<Matrix>,
}

/// Rows of whole numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Matrix(pub Vec<Vec<i64>>);

impl Unimodular {
    /// Multiplies the times of `loops` by `matrix`.
    pub fn new<N: Into<ScriptName>>(loops: impl IntoIterator<Item = N>, matrix: Vec<Vec<i64>>) -> Unimodular {
        Unimodular {
            loops: loops.into_iter().map(Into::into).collect(),
            matrix: Matrix(matrix).into(),
        }
    }
}

impl Matrix {
    /// Reads `[[1, 0], [2, -1]]`.
    fn parse(text: &str) -> Option<Matrix> {
        let bracketed = |text: &str| Some(text.trim().strip_prefix('[')?.strip_suffix(']')?.trim().to_owned());
        let mut rows = Vec::new();
        for row in bracketed(text)?.split_inclusive(']') {
            let row = bracketed(row.trim().strip_prefix(',').unwrap_or(row))?;
            rows.push(
                row.split(',')
                    .map(|entry| entry.trim().parse().ok())
                    .collect::<Option<_>>()?,
            );
        }
        Some(Matrix(rows))
    }

    /// By Bareiss' algorithm, without fractions; `None` if it is not square or numbers get too large.
    fn determinant(&self) -> Option<i128> {
        let count = self.0.len();
        if self.0.iter().any(|row| row.len() != count) {
            return None;
        }
        let mut rows: Vec<Vec<i128>> = self
            .0
            .iter()
            .map(|row| row.iter().map(|x| i128::from(*x)).collect())
            .collect();
        let (mut sign, mut before) = (1, 1);
        for at in 0..count {
            let Some(pivot) = (at..count).find(|row| rows[*row][at] != 0) else {
                return Some(0);
            };
            if pivot != at {
                rows.swap(pivot, at);
                sign = -sign;
            }
            for row in at + 1..count {
                for column in at + 1..count {
                    let one = rows[row][column].checked_mul(rows[at][at])?;
                    let other = rows[row][at].checked_mul(rows[at][column])?;
                    rows[row][column] = one.checked_sub(other)? / before;
                }
            }
            before = rows[at][at];
        }
        Some(sign * before)
    }
}

impl Transform for Unimodular {
    fn entry(&self) -> &'static RegistryEntry {
        &ENTRY
    }

    fn apply(&self, scop: &Scop) -> Result<Rewrite, Inapplicable> {
        let matrix = &self.matrix.value;
        let not_unimodular = |what: String| Inapplicable::NotUnimodular {
            what,
            span: self.matrix.span,
        };
        if matrix.0.len() != self.loops.len() {
            return Err(not_unimodular(format!(
                "{} rows for {} loops",
                matrix.0.len(),
                self.loops.len()
            )));
        }
        match matrix.determinant() {
            Some(1 | -1) => {}
            Some(other) => return Err(not_unimodular(format!("its determinant is {other}"))),
            None => {
                return Err(not_unimodular(
                    "it is not square, or its numbers are too large".to_owned(),
                ));
            }
        }
        let loops: Vec<&ScriptName> = self.loops.iter().collect();
        let Some(mut nest) = PerfectNest::take(scop, &loops, None)? else {
            return unchanged(scop);
        };
        let places: Vec<usize> = loops.iter().map(|name| nest.place(name)).collect();
        let before: Vec<UnionPwAff> = places.iter().map(|place| nest.levels[*place].times.clone()).collect();
        for (place, row) in places.iter().zip(&matrix.0) {
            let mut sum: Option<UnionPwAff> = None;
            for (times, factor) in before.iter().zip(row) {
                let term = times.clone().scale_val(Val::int_from_si(&scop.ctx, *factor)?)?;
                sum = Some(match sum {
                    None => term,
                    Some(sum) => sum.add(term)?,
                });
            }
            nest.levels[*place].times = sum.expect("a row has a factor for each loop");
            // What was claimed of one loop says nothing of a combination.
            nest.levels[*place].marks.clear();
        }
        nest.put(scop)
    }
}

fn parse(args: &mut Args) -> Result<Box<dyn Transform>, Diagnostic> {
    if args.len() < 2 {
        return Err(args.wrong("loops and a matrix"));
    }
    let loops: Vec<ScriptName> = (1..args.len()).map(|_| args.name()).collect::<Result<_, _>>()?;
    let text = args.text()?;
    let Some(matrix) = Matrix::parse(&text.value) else {
        let message = format!("`{text}` is no matrix of whole numbers like `[[1, 1], [0, 1]]`");
        return Err(args.wrong_at(text.span, message));
    };
    if let Some(number) = matrix.0.iter().flatten().find(|number| !is_in_range(**number)) {
        return Err(args.out_of_range(text.span, number));
    }
    let matrix = Spanned::new(matrix, text.span);
    Ok(Box::new(Unimodular { loops, matrix }))
}

impl fmt::Display for Unimodular {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unimodular({}, {})", comma_list(&self.loops), self.matrix)
    }
}

impl fmt::Display for Matrix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let row = |row: &Vec<i64>| format!("[{}]", row.iter().map(i64::to_string).collect::<Vec<_>>().join(", "));
        write!(f, "[{}]", self.0.iter().map(row).collect::<Vec<_>>().join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schedule::testing::{check_times, matmul, refusal};

    #[test]
    fn multiplies_times() {
        let matrix = vec![vec![1, 1, 0], vec![0, 0, 1], vec![0, -1, 0]];
        let after = Unimodular::new(["i", "j", "k"], matrix).apply(&matmul()).unwrap().scop;
        check_times(&after, "{ S0[i, j, k] -> [i + j, k, -j] }");
    }

    #[test]
    fn refuses() {
        let why = refusal(&matmul(), "unimodular(i, j, [[1, 1], [1, -1]])");
        assert_eq!(why.message(), "the matrix is not unimodular: its determinant is -2");
        let why = refusal(&matmul(), "unimodular(i, j, [[1]])");
        assert_eq!(why.message(), "the matrix is not unimodular: 1 rows for 2 loops");
        let singular = Matrix(vec![vec![0, 2], vec![0, 3]]);
        assert_eq!(singular.determinant(), Some(0));
        let turned = Matrix(vec![vec![0, 1, 0], vec![1, 0, 0], vec![5, 7, 1]]);
        assert_eq!(turned.determinant(), Some(-1));
    }
}
