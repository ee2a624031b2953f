//! Unions as sums of polyhedra: `|set| = sum of weight * |cell|`.
//!
//! Inclusion and exclusion: `|A or B| = |A| + |B| - |A and B|`, so boxes stay boxes. Of `n` sets there are `2^n - 1`
//! intersections, but where sets are shifts of each other most are equal and cancel: cells are compared after dropping
//! what the context and their other constraints imply. The other road is disjoint pieces, by isl, which are not boxes
//! even where the sets are. What looks easier is taken.

use polyvet_poly::{BasicSet, Set};

use crate::arith::Frac;
use crate::cells::{Cell, tidy};
use crate::error::{CountError, SummationStop};
use crate::read::{self, BasicSetParts, BasicSetReader, SpaceNames};
use crate::sum::Engine;

/// A cell and how often its points count.
type Weighted = (i128, Cell);

/// Sets whose intersections are looked at, at most, and what may be left of those.
const PARTS_MAX: usize = 12;
const TERMS_MAX: usize = 40;

impl Engine {
    /// The set as a sum of cells, each with its weight for a polynomial.
    pub fn cells_of(&mut self, set: &Set, names: &SpaceNames) -> Result<Vec<Cell>, CountError> {
        let mut reader = BasicSetReader::new(names, &mut self.atoms);
        let (plain, coalesced) = match read::parts(set)? {
            BasicSetParts::One(basic) => return Ok(vec![reader.cell(&basic, &mut self.atoms)?]),
            BasicSetParts::Overlapping { plain, coalesced } => (plain, coalesced),
        };
        let mut candidates = Vec::new();
        for basics in [&plain, &coalesced] {
            let cells = self.read(&mut reader, basics)?;
            if cells.len() <= PARTS_MAX
                && let Some(terms) = self.inclusions(cells).map_err(|_| CountError::Overflow)?
            {
                candidates.push((self.difficulty(&terms)?, terms));
            }
            let easy = |candidate: &(Difficulty, Vec<Weighted>)| {
                candidate.0.vars_max <= 2 && candidate.1.len() <= 2 * plain.len()
            };
            if candidates.first().is_some_and(easy) || plain.len() == coalesced.len() {
                break;
            }
        }
        let boxes = candidates.first().is_some_and(|candidate| candidate.0.vars_max <= 2);
        if !boxes && let Some(basics) = read::within(set, || read::disjoint(&set.clone().coalesce()?))? {
            let terms: Vec<Weighted> = self
                .read(&mut reader, &basics)?
                .into_iter()
                .map(|cell| (1, cell))
                .collect();
            candidates.push((self.difficulty(&terms)?, terms));
        }
        let easiest = candidates.into_iter().min_by_key(|candidate| candidate.0.cost);
        let Some((_, terms)) = easiest else {
            return Err(CountError::TooLarge {
                cells: self.cells,
                pieces_done: 0,
                pieces: plain.len(),
            });
        };
        Ok(terms.into_iter().map(weighted).collect())
    }

    fn read(&mut self, reader: &mut BasicSetReader, basics: &[BasicSet]) -> Result<Vec<Cell>, CountError> {
        basics.iter().map(|basic| reader.cell(basic, &mut self.atoms)).collect()
    }

    /// Inclusion and exclusion, with equal intersections gathered; `None` if they are many.
    fn inclusions(&mut self, cells: Vec<Cell>) -> Result<Option<Vec<Weighted>>, SummationStop> {
        let mut terms: Vec<Weighted> = Vec::new();
        for cell in cells {
            let mut new: Vec<Weighted> = Vec::new();
            for (weight, term) in &terms {
                new.extend(self.lean(meet(term, &cell))?.map(|common| (-weight, common)));
            }
            new.extend(self.lean(cell)?.map(|cell| (1, cell)));
            for (weight, term) in new {
                match terms.iter_mut().find(|other| other.1.cons == term.cons) {
                    Some(other) => other.0 += weight,
                    None => terms.push((weight, term)),
                }
            }
            terms.retain(|term| term.0 != 0);
            if terms.len() > TERMS_MAX {
                return Ok(None);
            }
        }
        Ok(Some(terms))
    }

    /// The cell without constraints that are implied; `None` if it is empty.
    fn lean(&self, mut cell: Cell) -> Result<Option<Cell>, SummationStop> {
        if !tidy(&mut cell.cons) {
            return Ok(None);
        }
        let Some(mut tableau) = self.tableau(&cell.cons)? else {
            return Ok(None);
        };
        self.drop_redundant(&mut cell.cons, &mut tableau, |_, _| true);
        Ok(Some(cell))
    }

    /// How hard the sum of the terms looks.
    fn difficulty(&self, terms: &[Weighted]) -> Result<Difficulty, CountError> {
        let mut all = Difficulty { cost: 0, vars_max: 0 };
        for (_, cell) in terms {
            let (mut atoms, mut cell) = (self.atoms.clone(), cell.clone());
            if cell.settle(&mut atoms)? {
                cell.name_functions(&mut atoms)?;
                cell.drop_functions()?;
                all.cost += 1 + cell.difficulty(&atoms);
                let vars = cell.components().iter().map(Vec::len).max().unwrap_or(0);
                all.vars_max = all.vars_max.max(vars);
            }
        }
        Ok(all)
    }
}

/// An estimate, to compare ways to write one set.
struct Difficulty {
    cost: usize,
    /// Variables that have to be summed together.
    vars_max: usize,
}

/// The points of both.
fn meet(left: &Cell, right: &Cell) -> Cell {
    let mut both = left.clone();
    both.cons.extend(right.cons.iter().cloned());
    both.vars
        .extend(right.vars.iter().copied().filter(|var| !left.vars.contains(var)));
    both
}

fn weighted((weight, mut cell): Weighted) -> Cell {
    cell.poly = cell.poly.scale(&Frac::int(weight));
    cell
}
