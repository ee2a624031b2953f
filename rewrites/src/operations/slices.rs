//! Which part of an operand some iterations touch: `footprint`'s slices, as sizes of the program.
//!
//! Iterations are a range in each loop: `d = o + t k` for `0 <= k < s`. A subscript `e(d)` then takes the values of a
//! slice, its offset and size functions of the `o` and `s`; inside the slice it is `(e(o + t k) - offset) / step`.

use crate::ScriptName;
use crate::operations::builder::{DimRange, OpBuilder, OpSize};
use crate::operations::operation::{no_place, uses};
use crate::schedule::Inapplicable;
use polyvet_footprint::{FootprintError, SliceFrame};
use polyvet_ir::{AffineExpr, AffineOp, Diagnostic};
use polyvet_poly::{AffData, Ctx, DimKind, Map, PwAff};

/// The values of a subscript.
#[derive(Clone, Debug)]
pub struct SlicePart {
    /// Which elements of the dimension.
    pub range: DimRange,
    /// The subscript in them.
    pub inside: AffineExpr,
}

/// The values that `expr` takes in the iterations `loops`; with `steps` the slice leaves out what no iteration touches
/// between others.
///
/// # Errors
/// The slice is no expression in the ends of the ranges.
pub fn part_of(
    b: &mut OpBuilder<'_>,
    expr: &AffineExpr,
    loops: &[DimRange],
    steps: bool,
    name: &ScriptName,
) -> Result<SlicePart, Diagnostic> {
    let unfit = |why: &str| no_place(name, format!("the subscript `{expr}` {why}"));
    let Some(own) = DimSum::of(expr, loops.len()) else {
        return Err(unfit("is no sum of loops"));
    };
    if own.reach(loops) > i128::from(i64::MAX) / 4 {
        return Err(unfit("has numbers that are too large"));
    }
    let ends = SliceEnds::of(&own, loops, steps).map_err(|why| match why {
        FootprintError::Poly(why) => Inapplicable::Poly(why).diagnostic(name.span),
        why => unfit(&why.to_string()),
    })?;
    let Some(SliceEnds { first, count, step }) = ends else {
        return Err(unfit("begins at one of several places"));
    };
    // Offsets, then sizes.
    let over: Vec<OpSize> = loops
        .iter()
        .map(|range| range.offset)
        .chain(loops.iter().map(|range| range.size))
        .collect();
    // e(o + t k) over o, s and k.
    let rank = loops.len();
    let at_offsets = DimSum {
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
    let inside = DimSum {
        terms: inner.into_iter().map(|term| term / step).collect(),
        constant: left.constant / step,
    };
    Ok(SlicePart {
        range: DimRange {
            offset: b.apply(&first.expr(), &over),
            size: b.apply(&count.expr(), &over),
            step,
            whole: false,
        },
        inside: inside.expr(),
    })
}

impl DimSum {
    /// The largest value that appears on the way to it or its ends, without its sign: sums of those have to fit as well.
    fn reach(&self, loops: &[DimRange]) -> i128 {
        let wide = |number: i64| i128::from(number).abs();
        let one = |(term, range): (&i64, &DimRange)| {
            wide(*term).saturating_mul(wide(range.size.number().unwrap_or(1)).max(1) * wide(range.step))
        };
        let all = self.terms.iter().zip(loops).map(one);
        all.fold(wide(self.constant), i128::saturating_add)
    }
}

/// A slice over offsets and sizes.
struct SliceEnds {
    first: DimSum,
    count: DimSum,
    step: i64,
}

impl SliceEnds {
    /// [`None`] if an end is no linear function.
    fn of(own: &DimSum, loops: &[DimRange], steps: bool) -> Result<Option<SliceEnds>, FootprintError> {
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
        let frame = SliceFrame::of(&values)?;
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
        Ok(Some(SliceEnds { first, count, step }))
    }
}

/// `constant + sum of terms[n] * d_n`
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct DimSum {
    pub terms: Vec<i64>,
    pub constant: i64,
}

impl DimSum {
    /// The expression over `rank` dimensions; [`None`] if it is not linear in them, or too large.
    pub fn of(expr: &AffineExpr, rank: usize) -> Option<DimSum> {
        let zero = || DimSum {
            terms: vec![0; rank],
            constant: 0,
        };
        let scaled = |x: &AffineExpr, factor: i64| -> Option<DimSum> {
            let mut all = DimSum::of(x, rank)?;
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
            AffineExpr::Const(number) => DimSum {
                constant: *number,
                ..zero()
            },
            AffineExpr::Bin(AffineOp::Add, x, y) => {
                let (mut sum, other) = (DimSum::of(x, rank)?, DimSum::of(y, rank)?);
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

    fn minus(&self, other: &DimSum) -> DimSum {
        let terms = self.terms.iter().zip(&other.terms).map(|(term, less)| term - less);
        DimSum {
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
fn linear(value: &PwAff, rank: usize) -> Result<Option<DimSum>, FootprintError> {
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
    Ok(Some(DimSum { terms: all, constant }))
}

/// Whether a subscript depends on a loop that is not whole.
pub fn is_cut(expr: &AffineExpr, loops: &[DimRange]) -> bool {
    (0..loops.len()).any(|at| !loops[at].whole && uses(expr, at))
}

/// Whether a subscript is a sum of loops times numbers.
pub fn is_linear(expr: &AffineExpr, rank: usize) -> bool {
    DimSum::of(expr, rank).is_some()
}

/// Whether two lists of subscripts over `rank` loops are the same functions, however they are written.
pub fn same_subscripts(one: &[AffineExpr], other: &[AffineExpr], rank: usize) -> bool {
    let same = |(x, y): (&AffineExpr, &AffineExpr)| match (DimSum::of(x, rank), DimSum::of(y, rank)) {
        (Some(x), Some(y)) => x == y,
        _ => x == y,
    };
    one.len() == other.len() && one.iter().zip(other).all(same)
}
