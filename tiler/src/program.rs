//! The mixed-integer program.
//!
//! ```text
//! x[l, c] in {0, 1}    loop l has candidate c                         sum over c of x[l, c] = 1
//! y[a, k] in [0, 1]    the loops of table a have the candidates k     sum over k with k_l = c of y[a, k] = x[l, c]
//! capacity             for each memory m: sum of footprint[a, k, m] y[a, k] <= capacity[m]
//! minimise             sum of traffic[a, k] y[a, k]
//! ```
//!
//! For integer `x` the equalities leave one `y` per table at 1, so footprint and traffic are those of the tables, however
//! they depend on sizes: strides, halos and lines cost nothing. With several memories a candidate is a size for each of them.
//! Of equal ones the one with fewer tiles is taken. Tables of many rows are left to looking at all choices.

use good_lp::{
    Expression, ProblemVariables, ResolutionError, Solution, SolverModel, Variable, constraint, microlp, variable,
};

use crate::error::{Result, TilerError};

/// Costs that depend on the sizes of some loops.
pub struct CostTable {
    /// The loops.
    pub loops: Vec<usize>,
    /// What there is to choose.
    pub rows: Vec<CostRow>,
}

/// Costs of one choice.
pub struct CostRow {
    /// The candidates of the table's loops.
    pub choice: Vec<usize>,
    /// Bytes that must fit, memory by memory.
    pub footprints: Vec<u64>,
    /// Bytes that move between all memories.
    pub traffic: u64,
}

/// What to solve.
pub struct TilingProblem<'t> {
    /// How many blocks each candidate of each loop makes.
    pub blocks: &'t [Vec<i64>],
    /// The costs, to be summed up.
    pub tables: Vec<CostTable>,
    /// Bytes that fit, memory by memory.
    pub capacities: Vec<u64>,
    /// Choices that are out of question.
    pub forbidden: &'t [Vec<usize>],
}

/// Choices that are also looked at one by one, at most.
const LOOKED_AT_MAX: u64 = 200_000;
/// Rows of all tables that are given to the solver, at most, where all choices are looked at too.
const ROWS_MAX: usize = 4_000;
/// What fewer tiles are worth, of the whole traffic.
const FEWER_TILES: f64 = 1e-5;

impl TilingProblem<'_> {
    /// The best choice of a candidate for each loop; `None` if there is none. Up to [`LOOKED_AT_MAX`] choices the answer of
    /// the solver, whose arithmetic is floating, is held against all others; where tables have more than [`ROWS_MAX`] rows
    /// too, it is not asked.
    ///
    /// # Errors
    /// [`TilerError::Solver`].
    pub fn best(&self) -> Result<Option<Vec<usize>>> {
        let choices = self.blocks.iter().map(|blocks| blocks.len() as u64);
        if choices.fold(1, u64::saturating_mul) > LOOKED_AT_MAX {
            return self.solve();
        }
        let rows: usize = self.tables.iter().map(|table| table.rows.len()).sum();
        let solved = match rows <= ROWS_MAX {
            true => self.solve().unwrap_or(None),
            false => None,
        };
        let looked_at = self.looked_at();
        let key = |choice: &Vec<usize>| {
            let (footprints, traffic) = self.costs(choice);
            (!self.fits(&footprints), traffic, self.tiles(choice))
        };
        Ok(solved
            .into_iter()
            .chain(looked_at)
            .min_by_key(key)
            .filter(|best| !key(best).0))
    }

    fn fits(&self, footprints: &[u64]) -> bool {
        footprints
            .iter()
            .zip(&self.capacities)
            .all(|(bytes, capacity)| bytes <= capacity)
    }

    /// How many tiles a choice makes.
    fn tiles(&self, choice: &[usize]) -> i64 {
        let blocks = self.blocks.iter().zip(choice).map(|(blocks, at)| blocks[*at]);
        blocks.fold(1, i64::saturating_mul)
    }

    /// The best choice, by looking at all.
    fn looked_at(&self) -> Option<Vec<usize>> {
        // Where the row of a choice stands in each table: the sum of a step for each loop.
        let tables: Vec<(Vec<usize>, Vec<Option<&CostRow>>)> = (self.tables.iter())
            .map(|table| {
                let mut steps = vec![0; self.blocks.len()];
                let mut size = 1;
                for at in &table.loops {
                    steps[*at] = size;
                    size *= self.blocks[*at].len();
                }
                let mut rows = vec![None; size];
                for row in &table.rows {
                    let place = table.loops.iter().zip(&row.choice).map(|(at, of)| steps[*at] * of);
                    rows[place.sum::<usize>()] = Some(row);
                }
                (steps, rows)
            })
            .collect();
        let mut best: Option<(u64, i64, Vec<usize>)> = None;
        let mut footprints = vec![0; self.capacities.len()];
        let mut choice = vec![0; self.blocks.len()];
        loop {
            footprints.fill(0);
            let mut traffic = 0u64;
            let mut is_known = true;
            for (steps, rows) in &tables {
                let place: usize = steps.iter().zip(&choice).map(|(step, of)| step * of).sum();
                let Some(row) = rows[place] else {
                    is_known = false;
                    break;
                };
                add(&mut footprints, &row.footprints);
                traffic = traffic.saturating_add(row.traffic);
            }
            if is_known && self.fits(&footprints) && !self.forbidden.contains(&choice) {
                let here = (traffic, self.tiles(&choice));
                if best.as_ref().is_none_or(|best| here < (best.0, best.1)) {
                    best = Some((here.0, here.1, choice.clone()));
                }
            }
            let Some(next) = (0..choice.len()).find(|at| choice[*at] + 1 < self.blocks[*at].len()) else {
                return best.map(|best| best.2);
            };
            choice[next] += 1;
            choice[..next].fill(0);
        }
    }

    /// The best choice by the program alone.
    fn solve(&self) -> Result<Option<Vec<usize>>> {
        let mut variables = ProblemVariables::new();
        let x: Vec<Vec<Variable>> = (self.blocks.iter())
            .map(|loop_| loop_.iter().map(|_| variables.add(variable().binary())).collect())
            .collect();
        let scale = (self.tables.iter())
            .filter_map(|table| table.rows.iter().map(|row| row.traffic).min())
            .sum::<u64>()
            .max(1) as f64;
        let mut objective = Expression::default();
        for (x, blocks) in x.iter().flatten().zip(self.blocks.iter().flatten()) {
            objective += (*blocks as f64).log2() * FEWER_TILES * *x;
        }
        let mut capacities = vec![Expression::default(); self.capacities.len()];
        let mut links: Vec<(Variable, Expression)> = Vec::new();
        for table in &self.tables {
            let mut sums: Vec<Vec<Expression>> = (table.loops.iter())
                .map(|at| vec![Expression::default(); self.blocks[*at].len()])
                .collect();
            for row in table.rows.iter().filter(|row| self.fits(&row.footprints)) {
                let y = variables.add(variable().min(0.0).max(1.0));
                objective += row.traffic as f64 / scale * y;
                for (memory, bytes) in row.footprints.iter().enumerate() {
                    capacities[memory] += *bytes as f64 / self.capacities[memory] as f64 * y;
                }
                for (sums, choice) in sums.iter_mut().zip(&row.choice) {
                    sums[*choice] += y;
                }
            }
            for (at, sums) in table.loops.iter().zip(sums) {
                links.extend(x[*at].iter().copied().zip(sums));
            }
        }
        let mut model = variables.minimise(objective).using(microlp);
        for x in &x {
            let one: Expression = x.iter().sum();
            model.add_constraint(constraint!(one == 1.0));
        }
        for (x, sum) in links {
            model.add_constraint(constraint!(sum == x));
        }
        for capacity in capacities {
            model.add_constraint(constraint!(capacity <= 1.0));
        }
        for choice in self.forbidden {
            let same: Expression = x.iter().zip(choice).map(|(x, at)| x[*at]).sum();
            model.add_constraint(constraint!(same <= choice.len() as f64 - 1.0));
        }
        let solution = match model.solve() {
            Ok(solution) => solution,
            Err(ResolutionError::Infeasible) => return Ok(None),
            Err(error) => return Err(TilerError::Solver(error.to_string())),
        };
        let most = |x: &Vec<Variable>| {
            let values = x.iter().map(|x| solution.value(*x)).enumerate();
            values.max_by(|a, b| a.1.total_cmp(&b.1)).map_or(0, |best| best.0)
        };
        Ok(Some(x.iter().map(most).collect()))
    }

    /// Footprints, memory by memory, and traffic of a choice, by the tables.
    pub fn costs(&self, choice: &[usize]) -> (Vec<u64>, u64) {
        let (mut footprints, mut traffic) = (vec![0; self.capacities.len()], 0u64);
        for table in &self.tables {
            let fits = |row: &&CostRow| (table.loops.iter().zip(&row.choice)).all(|(at, of)| choice[*at] == *of);
            if let Some(row) = table.rows.iter().find(fits) {
                add(&mut footprints, &row.footprints);
                traffic = traffic.saturating_add(row.traffic);
            }
        }
        (footprints, traffic)
    }
}

fn add(to: &mut [u64], more: &[u64]) {
    for (to, more) in to.iter_mut().zip(more) {
        *to = to.saturating_add(*more);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All choices, one by one.
    fn enumerated(program: &TilingProblem<'_>) -> Option<u64> {
        let mut choices = vec![Vec::new()];
        for blocks in program.blocks {
            let longer = |choice: Vec<usize>| (0..blocks.len()).map(move |at| [choice.as_slice(), &[at]].concat());
            choices = choices.into_iter().flat_map(longer).collect();
        }
        let allowed = choices.iter().filter(|choice| !program.forbidden.contains(choice));
        let costs = allowed.map(|choice| program.costs(choice));
        costs.filter(|cost| program.fits(&cost.0)).map(|cost| cost.1).min()
    }

    #[test]
    fn is_the_best_of_all() {
        // A generator without a crate: numbers that look random.
        let mut state = 7u64;
        let mut random = |below: u64| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % below
        };
        for round in 0..60 {
            let blocks: Vec<Vec<i64>> = (0..3)
                .map(|_| (0..=random(4)).map(|_| 1 + random(9) as i64).collect())
                .collect();
            let tables = [[0, 1], [1, 2], [0, 2]].map(|loops| {
                let mut rows = Vec::new();
                for first in 0..blocks[loops[0]].len() {
                    for second in 0..blocks[loops[1]].len() {
                        rows.push(CostRow {
                            choice: vec![first, second],
                            footprints: vec![random(100), random(200)],
                            traffic: 1 + random(1000),
                        });
                    }
                }
                let loops = loops.to_vec();
                CostTable { loops, rows }
            });
            let mut program = TilingProblem {
                blocks: &blocks,
                tables: tables.into(),
                capacities: vec![60 + random(120), 120 + random(240)],
                forbidden: &[],
            };
            let answer = program.solve().unwrap();
            let best = enumerated(&program);
            assert_eq!(answer.is_some(), best.is_some(), "round {round}");
            let Some(answer) = answer else { continue };
            let (footprints, traffic) = program.costs(&answer);
            assert!(program.fits(&footprints), "round {round}");
            // The least but for what fewer tiles are worth.
            let best = best.unwrap();
            assert!(
                traffic as f64 <= best as f64 * 1.001,
                "round {round}: {traffic} against {best}"
            );
            let forbidden = [answer];
            program.forbidden = &forbidden;
            let next = program.solve().unwrap();
            assert_ne!(next.as_ref(), Some(&forbidden[0]));
            assert_eq!(
                next.map(|next| program.costs(&next).1),
                enumerated(&program),
                "round {round}"
            );
        }
    }
}
