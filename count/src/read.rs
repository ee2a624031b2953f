//! From isl: a set as cells.
//!
//! A basic set is `{ x : exists d : cons(x, d, p) }`. If every `d` is `floor(form / m)` of what comes before, then each `x`
//! has exactly one `d`, so the points `(x, d)` of the polyhedron `cons, 0 <= form - m d <= m - 1` are as many as the
//! points `x`, and nothing is projected. isl makes existentials such floors (`compute_divs`) where they are not yet.
//! Basic sets overlap; where there are several they are made disjoint first, or their intersections counted too.

use std::num::NonZeroU64;

use polyvet_poly::{BasicSet, DimKind, Set, Val};

use crate::arith::Overflow;
use crate::atoms::Atoms;
use crate::cells::Cell;
use crate::error::CountError;
use crate::lin::{Lin, Sym};
use crate::poly::Poly;

/// The names of parameters and dimensions, by position.
pub(crate) struct Names {
    pub params: Vec<String>,
    pub dims: Vec<String>,
}

impl Names {
    pub fn of(set: &Set) -> Result<Names, CountError> {
        let name = |kind, pos, plain: &str| -> Result<String, CountError> {
            let name = match set.has_dim_name(kind, pos)? {
                true => set.dim_name(kind, pos)?,
                false => None,
            };
            Ok(name.unwrap_or_else(|| format!("{plain} {pos}")))
        };
        let all = |kind, plain| -> Result<Vec<String>, CountError> {
            (0..set.dim(kind)?).map(|pos| name(kind, pos, plain)).collect()
        };
        Ok(Names {
            params: all(DimKind::Param, "parameter")?,
            dims: match set.is_params()? {
                true => Vec::new(),
                false => all(DimKind::Set, "dimension")?,
            },
        })
    }
}

/// isl operations that making a set disjoint may take: some seconds.
const OPERATIONS_MAX: NonZeroU64 = NonZeroU64::new(20_000_000).expect("not zero");
/// Basic sets, and intersections of them, up to which those are tried.
const PARTS_MAX: usize = 9;
const TERMS_MAX: usize = 32;
/// Up to so many are compared by meaning, not only as they are written.
const COMPARED_MAX: usize = 12;

/// A basic set and how often its points count.
pub(crate) type Weighted = (i64, BasicSet);

/// The set as a sum of basic sets, all existentials floors: `|set| = sum of weight * |basic set|`.
///
/// One basic set is the sum. A few are added, their intersections subtracted, and so on, where equal intersections
/// cancel: `|A or B| = |A| + |B| - |A and B|` keeps boxes boxes. Or disjoint pieces are added. The easiest is taken.
pub(crate) fn parts(set: &Set, names: &Names, atoms: &Atoms) -> Result<Vec<Weighted>, CountError> {
    let coalesced = set.clone().coalesce()?;
    let basics = coalesced.basic_sets()?;
    if let [basic] = basics.as_slice()
        && divs_known(basic)?
    {
        return Ok(vec![(1, basic.clone())]);
    }
    let ctx = set.ctx().clone();
    let answer = ctx.within(OPERATIONS_MAX, None, || Ok(split(set, &coalesced, names, atoms)));
    match answer {
        Ok(Err(CountError::Poly(error))) | Err(error) if error.is_budget() => Err(CountError::TooLarge {
            cells: 0,
            pieces_done: 0,
            pieces: basics.len(),
        }),
        Ok(answer) => answer,
        Err(error) => Err(error.into()),
    }
}

/// The sum that looks easiest, of intersections of the basic sets as they are, of those of coalesced ones, and of
/// disjoint pieces.
fn split(set: &Set, coalesced: &Set, names: &Names, atoms: &Atoms) -> Result<Vec<Weighted>, CountError> {
    let coalesced = coalesced.clone().compute_divs()?.coalesce()?.compute_divs()?;
    let mut candidates = Vec::new();
    let merged = coalesced.basic_sets()?;
    if merged.len() == 1 {
        return Ok(vec![(1, merged[0].clone())]);
    }
    candidates.extend(inclusions(&merged)?);
    let plain = set.clone().compute_divs()?.basic_sets()?;
    if plain.len() > merged.len() {
        candidates.extend(inclusions(&plain)?);
    }
    candidates.extend(disjoint(&coalesced)?);
    let mut best: Option<(usize, Vec<Weighted>)> = None;
    for candidate in candidates {
        let mut cost = 0;
        for (_, basic) in &candidate {
            let mut atoms = atoms.clone();
            let mut cell = cell(basic, names, &mut atoms)?;
            cell.settle(&mut atoms)?;
            cell.name_functions(&mut atoms)?;
            cost += 1 + cell.difficulty(&atoms);
        }
        if best.as_ref().is_none_or(|best| cost < best.0) {
            best = Some((cost, candidate));
        }
    }
    match best {
        Some((_, parts)) => Ok(parts),
        None => Err(CountError::TooLarge {
            cells: 0,
            pieces_done: 0,
            pieces: merged.len(),
        }),
    }
}

/// Inclusion and exclusion, with equal intersections gathered; `None` if they are many.
fn inclusions(basics: &[BasicSet]) -> Result<Option<Vec<Weighted>>, CountError> {
    if basics.len() > PARTS_MAX || !all_known(basics)? {
        return Ok(None);
    }
    let mut terms: Vec<Weighted> = Vec::new();
    for basic in basics {
        let mut new = vec![(1, basic.clone().remove_redundancies()?)];
        for (weight, term) in &terms {
            let common = term.clone().intersect(basic.clone())?;
            if !common.is_empty()? {
                new.push((-weight, common.detect_equalities()?.remove_redundancies()?));
            }
        }
        for (weight, term) in new {
            let mut at = None;
            for (place, other) in terms.iter().enumerate() {
                if other.1.plain_is_equal(&term)? || (terms.len() <= COMPARED_MAX && other.1.is_equal(&term)?) {
                    at = Some(place);
                    break;
                }
            }
            match at {
                Some(at) => terms[at].0 += weight,
                None => terms.push((weight, term)),
            }
        }
        terms.retain(|term| term.0 != 0);
        if terms.len() > TERMS_MAX {
            return Ok(None);
        }
    }
    let known = terms
        .iter()
        .map(|term| divs_known(&term.1))
        .collect::<Result<Vec<_>, _>>()?;
    Ok(known.into_iter().all(|known| known).then_some(terms))
}

/// The set as basic sets without common points, if isl gets there.
fn disjoint(set: &Set) -> Result<Option<Vec<Weighted>>, CountError> {
    let mut set = set.clone();
    // Making pieces disjoint may leave existentials open again, and closing them may split pieces.
    for _ in 0..3 {
        set = set.make_disjoint()?.compute_divs()?;
        let basics = set.basic_sets()?;
        if all_known(&basics)? && are_disjoint(&basics)? {
            return Ok(Some(basics.into_iter().map(|basic| (1, basic)).collect()));
        }
    }
    Ok(None)
}

fn are_disjoint(basics: &[BasicSet]) -> Result<bool, CountError> {
    for (at, one) in basics.iter().enumerate() {
        for other in &basics[..at] {
            if !one.is_disjoint(other)? {
                return Ok(false);
            }
        }
    }
    Ok(true)
}

fn all_known(basics: &[BasicSet]) -> Result<bool, CountError> {
    for basic in basics {
        if !divs_known(basic)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Whether isl has an expression for every existential.
fn divs_known(basic: &BasicSet) -> Result<bool, CountError> {
    let space = basic.local_space()?;
    for pos in 0..space.dim(DimKind::Div)? {
        match space.div(pos) {
            Ok(_) => {}
            Err(error) if error.is_budget() => return Err(error.into()),
            Err(_) => return Ok(false),
        }
    }
    Ok(true)
}

/// What isl's positions stand for.
struct Places {
    params: Vec<Sym>,
    dims: Vec<Sym>,
    divs: Vec<Lin>,
}

/// The basic set as a cell with the polynomial 1.
pub(crate) fn cell(basic: &BasicSet, names: &Names, atoms: &mut Atoms) -> Result<Cell, CountError> {
    let mut places = Places {
        params: names.params.iter().map(|name| atoms.param(name)).collect(),
        dims: names.dims.iter().map(|_| atoms.fresh()).collect(),
        divs: Vec::new(),
    };
    let mut cons = Vec::new();
    let mut vars = places.dims.clone();
    let space = basic.local_space()?;
    for pos in 0..space.dim(DimKind::Div)? {
        let div = space.div(pos)?;
        let den = number(&div.denominator_val()?)?;
        let whole = div.scale_val(Val::int_from_si(
            basic.ctx(),
            i64::try_from(den).map_err(|_| CountError::Overflow)?,
        )?)?;
        let form = form(&places, number(&whole.constant_val()?)?, |kind, pos| {
            let kind = if kind == DimKind::Set { DimKind::In } else { kind };
            number(&whole.coefficient_val(kind, pos)?)
        })?;
        if atoms.is_symbolic(&form) {
            places.divs.push(atoms.floor(&form, den)?);
            continue;
        }
        let var = atoms.fresh();
        vars.push(var);
        cons.push(form.plus(-den, &Lin::sym(var))?);
        cons.push(Lin::sym(var).scale(den)?.minus(&form)?.shift(den - 1)?);
        places.divs.push(Lin::sym(var));
    }
    for constraint in basic.constraints()? {
        let form = form(&places, number(&constraint.constant_val()?)?, |kind, pos| {
            number(&constraint.coefficient_val(kind, pos)?)
        })?;
        if constraint.is_equality()? {
            cons.push(form.scale(-1)?);
        }
        cons.push(form);
    }
    Ok(Cell {
        cons,
        vars,
        poly: Poly::one(),
    })
}

/// The affine form with these coefficients.
fn form(
    places: &Places,
    constant: i128,
    coefficient: impl Fn(DimKind, usize) -> Result<i128, CountError>,
) -> Result<Lin, CountError> {
    let mut terms = Vec::new();
    for (kind, syms) in [(DimKind::Param, &places.params), (DimKind::Set, &places.dims)] {
        for (pos, &sym) in syms.iter().enumerate() {
            terms.push((sym, coefficient(kind, pos)?));
        }
    }
    let mut form = Lin::of(terms, constant)?;
    for (pos, div) in places.divs.iter().enumerate() {
        form = form.plus(coefficient(DimKind::Div, pos)?, div)?;
    }
    Ok(form)
}

/// The integer, if it is one of 128 bits.
fn number(val: &Val) -> Result<i128, CountError> {
    // Nearly all are 0 or one, and text is slow.
    if val.is_zero()? {
        return Ok(0);
    }
    if val.is_one()? {
        return Ok(1);
    }
    val.text()?.parse().map_err(|_| CountError::from(Overflow))
}
