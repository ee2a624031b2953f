//! Cache lines of elements that lie behind each other, row by row.
//!
//! The lines `floor((offset + sum of stride * x) / per_line)` of a tile are hard to count as a set of numbers: which of them
//! a row touches depends on where the row begins in its line. But rows of a tile are mostly so far apart that no two
//! share a line. Then pairs `(row, line)` are as many as lines, and lines of one row are a range, `sum over rows` of
//! which has a closed form (`stairs`). Elements with gaps that no line fits into touch the lines of the whole range.

use polyvet_poly::{Ctx, DimKind, Map};

use crate::count::CountOptions;
use crate::error::CountError;
use crate::read::within;

/// How the elements of an array lie on lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CountedLines {
    /// Dimensions whose every value begins a line. Each dimension of the elements is either here or in `strides`, once.
    pub apart: Vec<usize>,
    /// The others, with the elements between neighbours.
    pub strides: Vec<(usize, i64)>,
    /// Where the first element lies in its line, in elements.
    pub offset: i64,
    /// Elements of a line, above 0.
    pub per_line: i64,
}

impl CountedLines {
    /// The lines that `touched` touches, `{ input -> element }`: a map whose images are as many as lines for each input in
    /// the context. To be counted by [`count`](crate::count()).
    ///
    /// # Errors
    /// [`CountError::Layout`] if the dimensions are not those of the elements; isl's. Questions that take too long are not asked further: the images are lines then, not rows and lines.
    pub fn of(&self, touched: &Map, options: &CountOptions) -> Result<Map, CountError> {
        self.fits(touched.dim(DimKind::Out)?)?;
        let touched = match &options.context {
            Some(context) => touched.clone().intersect_params(context.clone())?,
            None => touched.clone(),
        };
        let touched = match touched.has_tuple_id(DimKind::Out)? {
            true => touched.reset_tuple_id(DimKind::Out)?,
            false => touched,
        };
        let mut strides = self.strides.clone();
        strides.sort_by_key(|stride| -stride.1.abs());
        for rows in (1..strides.len()).rev() {
            let (rows, columns) = strides.split_at(rows);
            match within(&touched.clone().range()?, || self.by_row(&touched, rows, columns)) {
                Ok(Some(lines)) => return Ok(lines),
                Ok(None) => {}
                Err(error) if error.is_too_large() => break,
                Err(error) => return Err(error),
            }
        }
        let to_lines = self.map(touched.ctx(), touched.dim(DimKind::Out)?, &[], |stride| stride)?;
        Ok(touched.apply_range(to_lines)?)
    }

    /// Whether this is about elements of `rank` dimensions.
    fn fits(&self, rank: usize) -> Result<(), CountError> {
        let mut dims: Vec<usize> = self.apart.clone();
        dims.extend(self.strides.iter().map(|stride| stride.0));
        dims.sort_unstable();
        let why = match self.per_line {
            ..=0 => format!("a line of {} elements", self.per_line),
            _ if dims.iter().copied().eq(0..rank) => return Ok(()),
            _ => format!("it speaks of the dimensions {dims:?} of elements that have {rank}"),
        };
        Err(CountError::Layout(why))
    }

    /// `{ element -> (apart, rows, line) }`, the strides of rows changed.
    fn map(
        &self,
        ctx: &Ctx,
        rank: usize,
        rows: &[(usize, i64)],
        change: impl Fn(i64) -> i64,
    ) -> Result<Map, CountError> {
        let all: Vec<String> = (0..rank).map(|dim| format!("x{dim}")).collect();
        let kept = self.apart.iter().chain(rows.iter().map(|row| &row.0));
        let mut images: Vec<String> = kept.map(|dim| format!("x{dim}")).collect();
        let mut address = self.offset.to_string();
        for &(dim, stride) in &self.strides {
            let row = rows.iter().any(|row| row.0 == dim);
            let stride = if row { change(stride) } else { stride };
            address.push_str(&format!(" + {stride} x{dim}"));
        }
        images.push(format!("floor(({address}) / {})", self.per_line));
        let text = format!("{{ [{}] -> [{}] }}", all.join(", "), images.join(", "));
        Ok(Map::parse(ctx, &text)?)
    }

    /// `{ input -> (apart, row, line) }`, `None` if two rows may share a line.
    fn by_row(
        &self,
        touched: &Map,
        rows: &[(usize, i64)],
        columns: &[(usize, i64)],
    ) -> Result<Option<Map>, CountError> {
        let ctx = touched.ctx().clone();
        let rank = touched.dim(DimKind::Out)?;
        let elements = match columns {
            &[(dim, stride)] => self.filled(touched, dim, stride)?,
            _ => touched.clone(),
        };
        let lines = elements
            .clone()
            .apply_range(self.map(&ctx, rank, rows, |stride| stride)?)?;
        let names = |mark: &str| -> Vec<String> { (0..rows.len()).map(|at| format!("r{at}{mark}")).collect() };
        let apart: Vec<String> = (0..self.apart.len()).map(|at| format!("a{at}")).collect();
        let tuple = |mark: &str| [apart.as_slice(), &names(mark), &["l".to_owned()]].concat().join(", ");
        let later: Vec<String> = (0..rows.len())
            .map(|at| {
                let same = (0..at).map(|before| format!("r{before} = r{before}_ and "));
                format!("({}r{at} < r{at}_)", same.collect::<String>())
            })
            .collect();
        let later = format!("{{ [{}] -> [{}] : {} }}", tuple(""), tuple("_"), later.join(" or "));
        let hull = Map::from_basic_map(lines.simple_hull()?)?;
        let shared = hull.clone().apply_range(Map::parse(&ctx, &later)?)?.intersect(hull)?;
        if !shared.is_empty()? {
            return Ok(None);
        }
        // Beside its row, a line may be counted from where the row begins if that begins a line.
        let rest = |stride: i64| if stride % self.per_line == 0 { 0 } else { stride };
        Ok(Some(elements.apply_range(self.map(&ctx, rank, rows, rest)?)?))
    }

    /// With all elements between two of a row, if no line fits between neighbours.
    fn filled(&self, touched: &Map, dim: usize, stride: i64) -> Result<Map, CountError> {
        let touched = merged(touched)?;
        let gap = self.per_line / stride.abs().max(1);
        let mut convex = true;
        for part in touched.basic_maps()? {
            convex &= part.local_space()?.dim(DimKind::Div)? == 0;
        }
        if convex || gap == 0 {
            return Ok(touched);
        }
        let ctx = touched.ctx().clone();
        let names: Vec<String> = (0..touched.dim(DimKind::Out)?).map(|dim| format!("x{dim}")).collect();
        let to = |condition: &str| -> Result<Map, CountError> {
            let mut images = names.clone();
            images[dim] = "y".to_owned();
            let condition = condition.replace('x', &names[dim]);
            let text = format!("{{ [{}] -> [{}] : {condition} }}", names.join(", "), images.join(", "));
            Ok(touched.clone().apply_range(Map::parse(&ctx, &text)?)?)
        };
        let between = to("y >= x")?.intersect(to("y <= x")?)?.coalesce()?;
        let near = to(&format!("x <= y < x + {gap}"))?;
        Ok(if between.is_subset(&near)? { between } else { touched })
    }
}

/// The union with parts made one that differ in one dimension only: crosses stay two boxes, which isl's own coalescing may
/// make one part with many faces.
fn merged(map: &Map) -> Result<Map, CountError> {
    let parts = map.basic_maps()?;
    if parts.len() < 2 {
        return Ok(map.clone());
    }
    let mut all: Vec<Map> = Vec::new();
    for dim in 0..map.dim(DimKind::Out)? {
        let mut beside: Vec<(Map, Map)> = Vec::new();
        for part in &parts {
            let part = Map::from_basic_map(part.clone())?;
            let shadow = part.clone().project_out(DimKind::Out, dim, 1)?;
            let mut same = None;
            for (at, other) in beside.iter().enumerate() {
                if other.0.is_equal(&shadow)? {
                    same = Some(at);
                    break;
                }
            }
            match same {
                Some(at) => beside[at].1 = beside[at].1.clone().union(part)?,
                None => beside.push((shadow, part)),
            }
        }
        for (_, row) in beside {
            let whole = row.clone().coalesce()?;
            for part in if whole.n_basic_map()? == 1 { &whole } else { &row }.basic_maps()? {
                all.push(Map::from_basic_map(part)?);
            }
        }
    }
    let mut largest: Vec<Map> = Vec::new();
    for part in all {
        let mut inside = false;
        for other in &largest {
            inside |= part.is_subset(other)?;
        }
        if !inside {
            let mut kept = Vec::new();
            for other in largest {
                if !other.is_subset(&part)? {
                    kept.push(other);
                }
            }
            kept.push(part);
            largest = kept;
        }
    }
    let mut union = Map::empty(map.space()?)?;
    for part in largest {
        union = union.union(part)?;
    }
    Ok(union)
}
