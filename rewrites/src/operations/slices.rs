//! Which part of an operand some iterations touch: `footprint`'s slices, as sizes of the program.
//!
//! Iterations are a range in each loop: `d = o + t k` for `0 <= k < s`. A subscript `e(d)` then takes the values of a
//! slice, its offset and size functions of the `o` and `s`; inside the slice it is `(e(o + t k) - offset) / step`.

use crate::Name;
use crate::operations::builder::{Builder, Range, Size};
use crate::operations::operation::{no_place, uses};
use crate::schedule::Inapplicable;
use polyvet_footprint::{FootprintError, Frame};
use polyvet_ir::{AffineExpr, AffineOp, Diagnostic};
use polyvet_poly::{AffData, Ctx, DimKind, Map, PwAff};

/// The values of a subscript.
#[derive(Clone, Debug)]
pub struct Part {
    /// Which elements of the dimension.
    pub range: Range,
    /// The subscript in them.
    pub inside: AffineExpr,
}

/// The values that `expr` takes in the iterations `loops`; with `steps` the slice leaves out what no iteration touches
/// between others.
///
/// # Errors
/// The slice is no expression in the ends of the ranges.
pub fn part_of(
    b: &mut Builder<'_>,
    expr: &AffineExpr,
    loops: &[Range],
    steps: bool,
    name: &Name,
) -> Result<Part, Diagnostic> {
    let unfit = |why: &str| no_place(name, format!("the subscript `{expr}` {why}"));
    let Some(own) = Linear::of(expr, loops.len()) else {
        return Err(unfit("is no sum of loops"));
    };
    if own.reach(loops) > i128::from(i64::MAX) / 4 {
        return Err(unfit("has numbers that are too large"));
    }
    let ends = Ends::of(&own, loops, steps).map_err(|why| match why {
        FootprintError::Poly(why) => Inapplicable::Poly(why).diagnostic(name.span),
        why => unfit(&why.to_string()),
    })?;
    let Some(Ends { first, count, step }) = ends else {
        return Err(unfit("begins at one of several places"));
    };
    // Offsets, then sizes.
    let over: Vec<Size> = loops
        .iter()
        .map(|range| range.offset)
        .chain(loops.iter().map(|range| range.size))
        .collect();
    // e(o + t k) over o, s and k.
    let rank = loops.len();
    let at_offsets = Linear {
        terms: [own.terms.clone(), vec![0; rank]].concat(),
        constant: own.constant,
    };
    let mut left = at_offsets.minus(&first);
    for (at, range) in loops.iter().enumerate() {
        if let (Some(size), term) = (range.size.number(), &mut left.terms[rank + at]) {
            left.constant += *term * size;
            *term = 0;
        }
    }
    let inner: Vec<i64> = own
        .terms
        .iter()
        .zip(loops)
        .map(|(term, range)| term * range.step)
        .collect();
    let fits = left.terms.iter().all(|term| *term == 0)
        && left.constant % step == 0
        && inner.iter().all(|term| term % step == 0);
    if !fits {
        return Err(unfit(
            "counts down in tiles of any size: where it begins depends on the size",
        ));
    }
    let inside = Linear {
        terms: inner.into_iter().map(|term| term / step).collect(),
        constant: left.constant / step,
    };
    Ok(Part {
        range: Range {
            offset: b.apply(&first.expr(), &over),
            size: b.apply(&count.expr(), &over),
            step,
            whole: false,
        },
        inside: inside.expr(),
    })
}

impl Linear {
    /// The largest value that appears on the way to it or its ends, without its sign: sums of those have to fit as well.
    fn reach(&self, loops: &[Range]) -> i128 {
        let wide = |number: i64| i128::from(number).abs();
        let one = |(term, range): (&i64, &Range)| {
            wide(*term).saturating_mul(wide(range.size.number().unwrap_or(1)).max(1) * wide(range.step))
        };
        let all = self.terms.iter().zip(loops).map(one);
        all.fold(wide(self.constant), i128::saturating_add)
    }
}

/// A slice over offsets and sizes.
struct Ends {
    first: Linear,
    count: Linear,
    step: i64,
}

impl Ends {
    /// [`None`] if an end is no linear function.
    fn of(own: &Linear, loops: &[Range], steps: bool) -> Result<Option<Ends>, FootprintError> {
        let used = || loops.iter().enumerate().filter(|(at, _)| own.terms[*at] != 0);
        let mut conditions = vec![];
        let mut value = own.constant.to_string();
        for (at, range) in used() {
            conditions.push(format!("0 <= k{at} < s{at}"));
            if let Some(size) = range.size.number() {
                conditions.push(format!("s{at} = {size}"));
            }
            let term = own.terms[at];
            value.push_str(&format!(" + {term} o{at} + {} k{at}", term * range.step));
        }
        conditions.push(format!("x = {value}"));
        let list = |letter: &str| -> String {
            let all: Vec<String> = (0..loops.len()).map(|at| format!("{letter}{at}")).collect();
            all.join(", ")
        };
        let inner: Vec<String> = used().map(|(at, _)| format!("k{at}")).collect();
        let exists = match inner.is_empty() {
            true => conditions.join(" and "),
            false => format!("exists ({} : {})", inner.join(", "), conditions.join(" and ")),
        };
        let ctx = Ctx::new();
        let text = format!("{{ [{}, {}] -> [x] : {exists} }}", list("o"), list("s"));
        let values = Map::parse(&ctx, &text)?;
        // A tile of no iterations touches nothing, whatever the formula says.
        let frame = Frame::of(&values)?;
        let (first, last) = frame.ends(0)?;
        let step = if steps { frame.strides[0] } else { 1 };
        let (Some(first), Some(last)) = (linear(&first, loops.len())?, linear(&last, loops.len())?) else {
            return Ok(None);
        };
        let mut count = last.minus(&first);
        if count.terms.iter().any(|term| term % step != 0) || count.constant % step != 0 {
            return Ok(None);
        }
        count.terms.iter_mut().for_each(|term| *term /= step);
        count.constant = count.constant / step + 1;
        Ok(Some(Ends { first, count, step }))
    }
}

/// `constant + sum of terms[n] * d_n`
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Linear {
    pub terms: Vec<i64>,
    pub constant: i64,
}

impl Linear {
    /// The expression over `rank` dimensions; [`None`] if it is not linear in them, or too large.
    pub fn of(expr: &AffineExpr, rank: usize) -> Option<Linear> {
        let zero = || Linear {
            terms: vec![0; rank],
            constant: 0,
        };
        let scaled = |x: &AffineExpr, factor: i64| -> Option<Linear> {
            let mut all = Linear::of(x, rank)?;
            for term in all.terms.iter_mut().chain([&mut all.constant]) {
                *term = term.checked_mul(factor)?;
            }
            Some(all)
        };
        Some(match expr {
            AffineExpr::Dim(at) => {
                let mut one = zero();
                *one.terms.get_mut(*at as usize)? = 1;
                one
            }
            AffineExpr::Const(number) => Linear {
                constant: *number,
                ..zero()
            },
            AffineExpr::Bin(AffineOp::Add, x, y) => {
                let (mut sum, other) = (Linear::of(x, rank)?, Linear::of(y, rank)?);
                for (term, more) in sum.terms.iter_mut().zip(&other.terms) {
                    *term = term.checked_add(*more)?;
                }
                sum.constant = sum.constant.checked_add(other.constant)?;
                sum
            }
            AffineExpr::Bin(AffineOp::Mul, x, y) => match (&**x, &**y) {
                (x, AffineExpr::Const(factor)) | (AffineExpr::Const(factor), x) => scaled(x, *factor)?,
                _ => return None,
            },
            _ => return None,
        })
    }

    fn minus(&self, other: &Linear) -> Linear {
        let terms = self.terms.iter().zip(&other.terms).map(|(term, less)| term - less);
        Linear {
            terms: terms.collect(),
            constant: self.constant - other.constant,
        }
    }

    pub fn expr(&self) -> AffineExpr {
        let terms = self.terms.iter().enumerate().filter(|(_, term)| **term != 0);
        let scaled = terms.map(|(at, term)| match term {
            1 => AffineExpr::dim(at),
            term => AffineExpr::dim(at) * AffineExpr::Const(*term),
        });
        let sum = scaled.reduce(|sum, term| sum + term);
        match (sum, self.constant) {
            (None, constant) => AffineExpr::Const(constant),
            (Some(sum), 0) => sum,
            (Some(sum), constant) => sum + AffineExpr::Const(constant),
        }
    }
}

/// A function of offsets and sizes as such; [`None`] if it is a choice or has divisions.
fn linear(value: &PwAff, rank: usize) -> Result<Option<Linear>, FootprintError> {
    let pieces = value.pieces()?;
    let [(_, only)] = &pieces[..] else { return Ok(None) };
    let AffData {
        constant,
        denominator: 1,
        terms,
        divs,
    } = only.to_data()?
    else {
        return Ok(None);
    };
    if !divs.is_empty() || terms.iter().any(|(dim, _)| dim.kind != DimKind::In) {
        return Ok(None);
    }
    let mut all = vec![0; 2 * rank];
    for (dim, term) in terms {
        all[dim.pos] = term;
    }
    Ok(Some(Linear { terms: all, constant }))
}

/// Whether a subscript depends on a loop that is not whole.
pub fn is_cut(expr: &AffineExpr, loops: &[Range]) -> bool {
    (0..loops.len()).any(|at| !loops[at].whole && uses(expr, at))
}

/// Whether a subscript is a sum of loops times numbers.
pub fn is_linear(expr: &AffineExpr, rank: usize) -> bool {
    Linear::of(expr, rank).is_some()
}

/// Whether two lists of subscripts over `rank` loops are the same functions, however they are written.
pub fn same_subscripts(one: &[AffineExpr], other: &[AffineExpr], rank: usize) -> bool {
    let same = |(x, y): (&AffineExpr, &AffineExpr)| match (Linear::of(x, rank), Linear::of(y, rank)) {
        (Some(x), Some(y)) => x == y,
        _ => x == y,
    };
    one.len() == other.len() && one.iter().zip(other).all(same)
}
