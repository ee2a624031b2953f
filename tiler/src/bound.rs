//! What any order of the instances of a nest moves at least.
//!
//! Cut a run into segments of `T` loads. In one of them no more than `S + T` elements can be read, where `S` fit into the
//! memory: those that were there and those that were loaded. How many instances can that be? If `s` satisfies
//!
//! ```text
//! dim H <= sum of s_j * dim f_j(H)    for all subspaces H
//! ```
//!
//! for the linear parts `f_j` of the subscripts, a set `V` of instances has `|V| <= product of |f_j(V)|^s_j`: the discrete
//! inequality of Brascamp and Lieb (Christ, Demmel, Knight, Scanlon, Yelick: "Communication lower bounds and optimal
//! algorithms for programs that reference arrays", 2013). The subspaces that matter are those that sums and intersections
//! of the kernels of the `f_j` make, and the whole space (Valdimarsson, 2010). With the exponents of one array added up to
//! `t_a`, and `e` their sum, no segment has more than
//!
//! ```text
//! F = ((S + T) / e)^e * product of t_a^t_a
//! ```
//!
//! instances, so that all `n` of them need at least `T * (n / F - 1)` loads. For matrices that is `2 * n / sqrt(S)`, which is
//! reached (Smith, Lowery, Langou, van de Geijn, 2019).
//!
//! Only arrays count that are there before an instance reads them: those that the nest does not write, and those that a
//! statement writes where it has just read.

use polyvet_analysis::ids::{ArrayId, StmtId};
use std::collections::BTreeMap;

use good_lp::{Expression, ProblemVariables, Solution, SolverModel, constraint, microlp, variable};
use num_traits::ToPrimitive;
use polyvet_analysis::Scop;
use polyvet_poly::DimKind;

use crate::error::Result;
use crate::forms::{LinearForm, subscripts};
use crate::nest::TiledNest;

/// Subspaces that are looked at.
const SPACES_MAX: usize = 200;
/// Loops of which all choices are looked at too: these can only make the exponents larger.
const LOOPS_MAX: usize = 6;

/// Vectors over the loops, reduced, so that equal spaces are equal.
type Space = Vec<Vec<i128>>;

/// Bytes that any order of the instances of a nest loads at least into a memory of `capacity` bytes; 0 where nothing is
/// known but that each element is loaded once.
pub fn loads(scop: &Scop, nest: &TiledNest, capacity: u64) -> Result<u64> {
    let mut most = 0;
    for stmt in &nest.stmts {
        most = most.max(loads_of(scop, nest, *stmt, capacity)?.unwrap_or(0));
    }
    Ok(most)
}

/// Of the instances of one statement.
fn loads_of(scop: &Scop, nest: &TiledNest, stmt: StmtId, capacity: u64) -> Result<Option<u64>> {
    let data = &scop.stmts[stmt];
    let domain = data.domain.clone().intersect_params(scop.context.clone())?;
    let domain = domain.project_out_all_params()?;
    let rank = domain.dim(DimKind::Set)?;
    let mut reads: Vec<(ArrayId, Vec<Vec<i128>>)> = Vec::new();
    let mut bytes: Option<u64> = None;
    for access in data.accesses.iter().filter(|access| !access.kind.is_write()) {
        if !is_there(scop, nest, stmt, access.array)? {
            continue;
        }
        let map = access.relation.clone().intersect_params(scop.context.clone())?;
        let Some(forms) = subscripts(map.project_out_all_params()?, &domain, rank)? else {
            continue;
        };
        let linear = |form: &LinearForm| form.coefficients.iter().map(|c| i128::from(*c)).collect();
        let read = (access.array, forms.iter().map(linear).collect());
        let Some(size) = scop.arrays[access.array].elem.elem_bytes() else {
            return Ok(None);
        };
        bytes = Some(bytes.map_or(size, |known| known.min(size)));
        if !reads.contains(&read) {
            reads.push(read);
        }
    }
    let Some(bytes) = bytes.filter(|bytes| *bytes > 0) else {
        return Ok(None);
    };
    let Some(exponents) = exponents(rank, &reads) else {
        return Ok(None);
    };
    let count = polyvet_count::count_at(&domain, &[], &Default::default())?;
    let count = count.to_f64().unwrap_or(0.0);
    Ok(at_least(count, &exponents, capacity / bytes).and_then(|elements| elements.checked_mul(bytes)))
}

/// Elements that `count` instances load, where arrays have these exponents and `room` elements fit.
fn at_least(count: f64, exponents: &[f64], room: u64) -> Option<u64> {
    let sum: f64 = exponents.iter().sum();
    if sum <= 1.0 + 1e-6 {
        return None;
    }
    let room = room.max(1) as f64;
    let segment = (room / (sum - 1.0)).round().max(1.0);
    let own: f64 = exponents.iter().map(|one| one.powf(*one)).product();
    let most = ((room + segment) / sum).powf(sum) * own;
    // Rounding must not make it more than it is.
    let loads = segment * (count / most - 1.0) * (1.0 - 1e-6);
    (loads > 0.0).then_some(loads as u64)
}

/// Whether all elements of an array are there before a statement reads them, as far as its nest is concerned.
fn is_there(scop: &Scop, nest: &TiledNest, stmt: StmtId, array: ArrayId) -> Result<bool> {
    for other in &nest.stmts {
        let accesses = &scop.stmts[*other].accesses;
        for write in accesses.iter().filter(|one| one.array == array && one.kind.is_write()) {
            let mut updates = false;
            for read in accesses.iter().filter(|one| one.array == array && !one.kind.is_write()) {
                updates |= write.relation.is_equal(&read.relation)?;
            }
            if *other != stmt || !updates {
                return Ok(false);
            }
        }
    }
    Ok(true)
}

/// The exponents of the arrays with the least sum, in the order of the arrays; [`None`] if there are none.
fn exponents(rank: usize, reads: &[(ArrayId, Vec<Vec<i128>>)]) -> Option<Vec<f64>> {
    let kernels: Vec<Space> = reads.iter().map(|(_, rows)| kernel(rows.clone(), rank)).collect();
    let spaces = spaces(rank, &kernels)?;
    let mut variables = ProblemVariables::new();
    let all = variables.add_vector(variable().min(0), reads.len());
    let cost: Expression = all.iter().sum();
    let mut model = variables.minimise(cost).using(microlp);
    for space in &spaces {
        let mut images = Expression::default();
        for (kernel, exponent) in kernels.iter().zip(&all) {
            let image = space.len() - meet(space, kernel, rank).len();
            images += image as f64 * *exponent;
        }
        model.add_constraint(constraint!(images >= space.len() as f64));
    }
    let solution = model.solve().ok()?;
    let mut of_arrays: BTreeMap<ArrayId, f64> = BTreeMap::new();
    for ((array, _), exponent) in reads.iter().zip(&all) {
        // Larger ones are right too: what the solver takes for equal is so.
        *of_arrays.entry(*array).or_default() += solution.value(*exponent).max(0.0) + 1e-7;
    }
    Some(of_arrays.into_values().collect())
}

/// What sums and intersections make of some spaces, choices of loops, and all; [`None`] if they are too many.
fn spaces(rank: usize, kernels: &[Space]) -> Option<Vec<Space>> {
    let unit = |at: usize| (0..rank).map(|place| i128::from(place == at)).collect::<Vec<i128>>();
    let mut all: Vec<Space> = vec![(0..rank).map(unit).collect()];
    let mut open: Vec<Space> = kernels.to_vec();
    while let Some(next) = open.pop() {
        if all.contains(&next) {
            continue;
        }
        for other in &all {
            open.push(join(&next, other));
            open.push(meet(&next, other, rank));
        }
        all.push(next);
        if all.len() > SPACES_MAX {
            return None;
        }
    }
    if rank <= LOOPS_MAX {
        for choice in 1..1usize << rank {
            all.push((0..rank).filter(|at| choice >> at & 1 == 1).map(unit).collect());
        }
    }
    all.retain(|space| !space.is_empty());
    Some(all)
}

fn join(one: &Space, other: &Space) -> Space {
    reduced(one.iter().chain(other).cloned().collect())
}

fn meet(one: &Space, other: &Space, rank: usize) -> Space {
    let both = [kernel(one.clone(), rank), kernel(other.clone(), rank)].concat();
    kernel(both, rank)
}

/// All vectors that all rows take to 0.
fn kernel(rows: Vec<Vec<i128>>, rank: usize) -> Space {
    let rows = reduced(rows);
    let pivots: Vec<usize> = rows.iter().filter_map(|row| row.iter().position(|c| *c != 0)).collect();
    let free = (0..rank).filter(|place| !pivots.contains(place));
    let vector = |at: usize| {
        let scale = rows
            .iter()
            .zip(&pivots)
            .fold(1, |all, (row, pivot)| lcm(all, row[*pivot]));
        let mut vector = vec![0; rank];
        vector[at] = scale;
        for (row, pivot) in rows.iter().zip(&pivots) {
            vector[*pivot] = -row[at] * (scale / row[*pivot]);
        }
        vector
    };
    reduced(free.map(vector).collect())
}

/// The rows in reduced echelon form, each without a common factor.
fn reduced(mut rows: Vec<Vec<i128>>) -> Space {
    let columns = rows.first().map_or(0, Vec::len);
    let mut done = 0;
    for column in 0..columns {
        let Some(found) = (done..rows.len()).find(|at| rows[*at][column] != 0) else {
            continue;
        };
        rows.swap(done, found);
        primitive(&mut rows[done], column);
        let pivot = rows[done].clone();
        for (at, row) in rows.iter_mut().enumerate() {
            if at != done && row[column] != 0 {
                let (mine, its) = (row[column], pivot[column]);
                for (value, of_pivot) in row.iter_mut().zip(&pivot) {
                    *value = *value * its - of_pivot * mine;
                }
                let lead = row.iter().position(|value| *value != 0);
                lead.into_iter().for_each(|lead| primitive(row, lead));
            }
        }
        done += 1;
    }
    rows.truncate(done);
    rows
}

/// Divides by the common factor; the leading number becomes positive.
fn primitive(row: &mut [i128], lead: usize) {
    let factor = row.iter().fold(0, |all, value| gcd(all, *value));
    let factor = if row[lead] < 0 { -factor } else { factor };
    if factor != 0 {
        row.iter_mut().for_each(|value| *value /= factor);
    }
}

fn gcd(one: i128, other: i128) -> i128 {
    match other {
        0 => one.abs(),
        _ => gcd(other, one % other),
    }
}

fn lcm(one: i128, other: i128) -> i128 {
    match gcd(one, other) {
        0 => 0,
        common => (one / common * other).abs(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sum_of(rank: usize, reads: &[(usize, &[&[i128]])]) -> f64 {
        let rows = |map: &[&[i128]]| map.iter().map(|row| row.to_vec()).collect();
        let reads: Vec<_> = reads
            .iter()
            .map(|(array, map)| (ArrayId::from(*array), rows(map)))
            .collect();
        exponents(rank, &reads).map_or(f64::NAN, |all| all.iter().sum())
    }

    const I: &[i128] = &[1, 0, 0];
    const J: &[i128] = &[0, 1, 0];
    const K: &[i128] = &[0, 0, 1];

    #[test]
    fn exponents_of_known_programs() {
        let near = |value: f64, wanted: f64| assert!((value - wanted).abs() < 1e-5, "{value} for {wanted}");
        near(sum_of(3, &[(0, &[I, K]), (1, &[K, J]), (2, &[I, J])]), 1.5);
        // A matrix and a vector: each element of the matrix is used once.
        near(
            sum_of(2, &[(0, &[&[1, 0], &[0, 1]]), (1, &[&[0, 1]]), (2, &[&[1, 0]])]),
            1.0,
        );
        // All pairs of two lists.
        near(sum_of(2, &[(0, &[&[1, 0]]), (1, &[&[0, 1]])]), 2.0);
        // A convolution in one dimension: x[i + j] * w[j] into y[i].
        near(sum_of(2, &[(0, &[&[1, 1]]), (1, &[&[0, 1]]), (2, &[&[1, 0]])]), 2.0);
        // One read that does not tell iterations apart.
        assert!(sum_of(2, &[(0, &[&[1, 0]])]).is_nan());
    }

    #[test]
    fn matrices_are_bounded_as_in_the_literature() {
        let (n, room) = (1024f64, 4096u64);
        let bound = at_least(n.powi(3), &[0.5, 0.5, 0.5], room).expect("a bound") as f64;
        let known = 2.0 * n.powi(3) / (room as f64).sqrt() - 2.0 * room as f64;
        assert!((bound - known).abs() < 1e-4 * known, "{bound} for {known}");
        assert_eq!(at_least(1e9, &[1.0], 64), None);
    }

    #[test]
    fn spaces_meet_and_join() {
        let one: Space = vec![vec![1, 0, 0], vec![0, 1, 0]];
        let other: Space = reduced(vec![vec![0, 2, 0], vec![0, 0, -3]]);
        assert_eq!(meet(&one, &other, 3), vec![vec![0, 1, 0]]);
        assert_eq!(join(&one, &other).len(), 3);
        assert_eq!(kernel(vec![vec![1, 1, 0]], 3), vec![vec![1, -1, 0], vec![0, 0, 1]]);
    }

    /// All sets of few points of a small box: none has more points than the product says.
    #[test]
    fn no_set_of_instances_is_larger_than_said() {
        let maps: [&[&[i128]]; 3] = [&[&[1, 0]], &[&[0, 1]], &[&[1, 1]]];
        let reads: Vec<(ArrayId, Vec<Vec<i128>>)> = maps
            .iter()
            .enumerate()
            .map(|(at, map)| (ArrayId::from(at), map.iter().map(|row| row.to_vec()).collect()))
            .collect();
        let exponents = exponents(2, &reads).expect("exponents");
        let points: Vec<[i128; 2]> = (0..16).map(|n| [n % 4, n / 4]).collect();
        let tight = |set: &[[i128; 2]], exponents: &[f64]| {
            let image = |row: &[i128]| {
                let values: std::collections::BTreeSet<i128> =
                    set.iter().map(|point| point[0] * row[0] + point[1] * row[1]).collect();
                values.len() as f64
            };
            let most: f64 = maps
                .iter()
                .zip(exponents)
                .map(|(map, s)| image(map[0]).powf(*s))
                .product();
            set.len() as f64 <= most + 1e-6
        };
        let sets = (1u32..1 << 16).step_by(7).map(|bits| {
            let chosen = points.iter().enumerate().filter(|(at, _)| bits >> at & 1 == 1);
            chosen.map(|(_, point)| *point).collect::<Vec<_>>()
        });
        let sets: Vec<Vec<[i128; 2]>> = sets.collect();
        assert!(sets.iter().all(|set| tight(set, &exponents)));
        // The test can fail: exponents that are too small are found out.
        let smaller: Vec<f64> = exponents.iter().map(|one| one * 0.8).collect();
        assert!(!sets.iter().all(|set| tight(set, &smaller)));
    }
}
