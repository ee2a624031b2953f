//! From isl: a set as cells.
//!
//! A basic set is `{ x : exists d : cons(x, d, p) }`. If every `d` is `floor(form / m)` of what comes before, then each `x`
//! has exactly one `d`, so the points `(x, d)` of the polyhedron `cons, 0 <= form - m d <= m - 1` are as many as the
//! points `x`, and nothing is projected. isl makes existentials such floors (`compute_divs`) where they are not yet.
//! Basic sets overlap; where there are several they are made disjoint first, or their intersections counted too.

use std::collections::HashMap;
use std::num::NonZeroU64;
use std::time::Duration;

use polyvet_poly::{BasicSet, DimKind, Set, Val};

use crate::arith::CoefficientOverflow;
use crate::atoms::Atoms;
use crate::cells::Cell;
use crate::error::CountError;
use crate::lin::{Lin, Sym};
use crate::num::Num;
use crate::poly::Poly;

/// The names of parameters and dimensions, by position.
pub(crate) struct SpaceNames {
    pub params: Vec<String>,
    pub dims: Vec<String>,
}

impl SpaceNames {
    pub fn of(set: &Set) -> Result<SpaceNames, CountError> {
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
        Ok(SpaceNames {
            params: all(DimKind::Param, "parameter")?,
            dims: match set.is_params()? {
                true => Vec::new(),
                false => all(DimKind::Set, "dimension")?,
            },
        })
    }
}

/// isl operations that writing a set as basic sets may take: some seconds.
const OPERATIONS_MAX: NonZeroU64 = NonZeroU64::new(1_000_000).expect("not zero");
/// The stop for the few questions that are slow with few operations.
const WALL: Duration = Duration::from_secs(20);

/// Ways to write a set as basic sets whose existentials are floors.
pub(crate) enum BasicSetParts {
    /// One basic set.
    One(BasicSet),
    /// Some that overlap: as they came, and coalesced.
    Overlapping {
        plain: Vec<BasicSet>,
        coalesced: Vec<BasicSet>,
    },
}

/// The set as one basic set, or as some.
pub(crate) fn parts(set: &Set) -> Result<BasicSetParts, CountError> {
    within(set, || {
        let coalesced = set.clone().coalesce()?;
        let mut basics = coalesced.basic_sets()?;
        if basics.len() == 1 && divs_known(&basics[0])? {
            return Ok(BasicSetParts::One(basics.remove(0)));
        }
        let mut coalesced = coalesced.compute_divs()?.coalesce()?.compute_divs()?.basic_sets()?;
        if coalesced.len() == 1 {
            return Ok(BasicSetParts::One(coalesced.remove(0)));
        }
        let plain = set.clone().compute_divs()?.basic_sets()?;
        Ok(BasicSetParts::Overlapping { plain, coalesced })
    })
}

/// Runs the question with isl's operations bounded.
pub(crate) fn within<T>(set: &Set, question: impl FnOnce() -> Result<T, CountError>) -> Result<T, CountError> {
    let pieces = set.n_basic_set()?;
    let ctx = set.ctx().clone();
    match ctx.within(OPERATIONS_MAX, WALL, || Ok(question())) {
        Ok(Err(CountError::Poly(error))) | Err(error) if error.is_budget() => Err(CountError::TooLarge {
            cells: 0,
            pieces_done: 0,
            pieces,
        }),
        Ok(answer) => answer,
        Err(error) => Err(error.into()),
    }
}

/// The set as basic sets without common points, if isl gets there.
pub(crate) fn disjoint(set: &Set) -> Result<Option<Vec<BasicSet>>, CountError> {
    let mut set = set.clone();
    // Making pieces disjoint may leave existentials open again, and closing them may split pieces.
    for _ in 0..3 {
        set = set.make_disjoint()?.compute_divs()?;
        let basics = set.basic_sets()?;
        if all_known(&basics)? && are_disjoint(&basics)? {
            return Ok(Some(basics));
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

/// What isl's positions stand for, the same for all basic sets of one space.
pub(crate) struct BasicSetReader {
    params: Vec<Sym>,
    dims: Vec<Sym>,
    /// Variables for floors of forms with variables: equal floors are one.
    floors: HashMap<(Lin, Num), Sym>,
}

/// The symbols of one basic set.
struct Places<'a> {
    params: &'a [Sym],
    dims: &'a [Sym],
    divs: Vec<Lin>,
}

impl BasicSetReader {
    pub fn new(names: &SpaceNames, atoms: &mut Atoms) -> BasicSetReader {
        BasicSetReader {
            params: names.params.iter().map(|name| atoms.param(name)).collect(),
            dims: names.dims.iter().map(|_| atoms.fresh()).collect(),
            floors: HashMap::new(),
        }
    }

    /// The basic set as a cell with the polynomial 1.
    pub fn cell(&mut self, basic: &BasicSet, atoms: &mut Atoms) -> Result<Cell, CountError> {
        let mut places = Places {
            params: &self.params,
            dims: &self.dims,
            divs: Vec::new(),
        };
        let mut cons = Vec::new();
        let mut vars = self.dims.clone();
        let space = basic.local_space()?;
        for pos in 0..space.dim(DimKind::Div)? {
            let div = space.div(pos)?;
            let den = div.denominator_val()?;
            let whole = div.scale_val(den.clone())?;
            let den = number(&den)?;
            let form = form(&places, number(&whole.constant_val()?)?, |kind, pos| {
                let kind = if kind == DimKind::Set { DimKind::In } else { kind };
                number(&whole.coefficient_val(kind, pos)?)
            })?;
            if atoms.is_symbolic(&form) {
                places.divs.push(atoms.floor(&form, den)?);
                continue;
            }
            let var = *self.floors.entry((form.clone(), den)).or_insert_with(|| atoms.fresh());
            vars.push(var);
            cons.push(form.plus(-den, &Lin::sym(var))?);
            cons.push(Lin::sym(var).scale(den)?.minus(&form)?.shift(den)?.shift(-1)?);
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
}

/// The affine form with these coefficients.
fn form(
    places: &Places<'_>,
    constant: Num,
    coefficient: impl Fn(DimKind, usize) -> Result<Num, CountError>,
) -> Result<Lin, CountError> {
    let mut terms = Vec::new();
    for (kind, syms) in [(DimKind::Param, places.params), (DimKind::Set, places.dims)] {
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

/// The integer.
fn number(val: &Val) -> Result<Num, CountError> {
    // Nearly all are 0 or one, and text is slow.
    if val.is_zero()? {
        return Ok(Num::ZERO);
    }
    if val.is_one()? {
        return Ok(Num::ONE);
    }
    let number = val.text()?.parse().ok().and_then(Num::large);
    number.ok_or_else(|| CountError::from(CoefficientOverflow))
}
