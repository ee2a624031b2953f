//! Slices around a data set, and the iterations behind a slice.
//!
//! The slice of a data set has, in each dimension, the smallest and the largest subscript and the largest stride that all
//! subscripts agree with: offset, size and stride of `tensor.extract_slice` and `memref.subview`. It is the smallest slice
//! that holds the set, and [`DataSlice::exact`] says if it holds nothing else.

use polyvet_analysis::Scop;
use polyvet_analysis::ids::{ArrayId, StmtId};
use polyvet_poly::{DimKind, Map, PwAff, Set, Space, Val};

use crate::amount::{Amount, Budget};
use crate::error::Result;
use crate::tile::only;

/// One dimension of a slice.
#[derive(Clone, Debug)]
pub struct SliceDim {
    /// The smallest subscript.
    pub offset: Amount,
    /// The number of subscripts, those between that the stride leaves out not counted.
    pub size: Amount,
    /// Between one subscript and the next; 1 if there is only one.
    pub stride: i64,
    /// The number of subscripts from the smallest to the largest.
    pub extent: Amount,
}

/// The smallest slice around a data set.
#[derive(Clone, Debug)]
pub struct DataSlice {
    /// Offset, size, stride, per dimension.
    pub dims: Vec<SliceDim>,
    /// Its elements: `{ [t] -> A[x] }`.
    pub elements: Map,
    /// The elements of the box: the slice with all strides 1.
    pub hull: Map,
    /// The slice is the data set.
    pub exact: bool,
}

/// The smallest slice around a data set, as sets: what [`DataSlice`] gives formulas for.
#[derive(Clone, Debug)]
pub struct SliceFrame {
    /// Per dimension the stride; 1 if there is only one subscript.
    pub strides: Vec<i64>,
    /// Its elements: `{ [t] -> A[x] }`.
    pub elements: Map,
    /// The elements of the box: the slice with all strides 1.
    pub hull: Map,
    /// The slice is the data set.
    pub exact: bool,
    /// Per dimension `{ [t] -> [x] }`: the subscripts that occur, those between the first and the last, and those of
    /// these that the stride leaves.
    dims: Vec<(Map, Map, Map)>,
}

/// A dense buffer for the elements of a [`SliceFrame`].
#[derive(Clone, Debug)]
pub struct Dense {
    /// `{ [[t] -> A[x]] -> [y] }`: where an element is.
    pub place: Map,
    /// The extents that hold the elements for any `t`; numbers where there are such.
    pub extents: Vec<PwAff>,
}

impl SliceFrame {
    /// The frame of the images of `data`, `{ [t] -> A[x] }`.
    ///
    /// # Errors
    /// isl's.
    pub fn of(data: &Map) -> Result<SliceFrame> {
        let rank = data.dim(DimKind::Out)?;
        let (mut strides, mut dims) = (Vec::with_capacity(rank), Vec::with_capacity(rank));
        let (mut elements, mut hull): (Option<Map>, Option<Map>) = (None, None);
        for dim in 0..rank {
            let values = only(data.clone(), dim)?.coalesce()?;
            let up = values.clone().apply_range(order(data, "y >= x")?)?;
            let down = values.clone().apply_range(order(data, "y <= x")?)?;
            let range = up.intersect(down)?.coalesce()?;
            let stride = stride(&values)?;
            let taken = match stride {
                1 => range.clone(),
                _ => {
                    let congruent = order(data, &format!("(y - x) mod {stride} = 0"))?;
                    range
                        .clone()
                        .intersect(values.clone().apply_range(congruent)?)?
                        .coalesce()?
                }
            };
            let join = |all: Option<Map>, one: Map| match all {
                None => Ok(one),
                Some(all) => all.flat_range_product(one),
            };
            elements = Some(join(elements, taken.clone())?);
            hull = Some(join(hull, range.clone())?);
            strides.push(stride);
            dims.push((values, range, taken));
        }
        let named = |map: Option<Map>| match map {
            None => Ok(data.clone()),
            Some(map) => {
                let map = map.set_tuple_name(DimKind::Out, &data.tuple_name(DimKind::Out)?.unwrap_or_default())?;
                map.align_params(data.space()?)
            }
        };
        let (elements, hull) = (named(elements)?, named(hull)?);
        let exact = elements.is_subset(data)?;
        Ok(SliceFrame {
            strides,
            elements,
            hull,
            exact,
            dims,
        })
    }

    /// The smallest and the largest subscript of a dimension, as functions of `t`.
    ///
    /// # Errors
    /// isl's.
    pub fn ends(&self, dim: usize) -> Result<(PwAff, PwAff)> {
        let range = &self.dims[dim].1;
        let simple = |end: PwAff| -> Result<PwAff> {
            let runs = end.clone().domain()?;
            Ok(end.gist(runs)?.coalesce()?)
        };
        Ok((simple(range.clone().dim_min(0)?)?, simple(range.clone().dim_max(0)?)?))
    }

    /// A buffer for the elements: each dimension begins at its smallest subscript, and what a stride leaves out has no
    /// place. Where the smallest subscript is a choice, a formula without one that needs no larger buffer is taken.
    ///
    /// # Errors
    /// isl's.
    pub fn dense(&self) -> Result<Dense> {
        let data = &self.elements;
        let ctx = data.ctx();
        let runs = data.clone().domain()?;
        let (mut firsts, mut extents): (Option<Map>, Vec<PwAff>) = (None, Vec::new());
        for (dim, stride) in self.strides.iter().enumerate() {
            let taken = &self.dims[dim].2;
            let (exact, _) = self.ends(dim)?;
            let from = |first: PwAff| -> Result<(Map, PwAff, bool)> {
                let first = first.as_map()?.intersect_domain(runs.clone())?;
                // { [t] -> [[f] -> [x]] }
                let pairs = first.clone().range_product(taken.clone())?.range()?.coalesce()?;
                let at = Map::parse(
                    ctx,
                    &format!("{{ [[f] -> [x]] -> [y] : x = f + {stride} y and y >= 0 }}"),
                )?;
                let all = pairs.is_subset(&at.clone().domain()?)?;
                Ok((first, extent(pairs.apply(at)?)?, all))
            };
            let pieces = exact.pieces()?;
            let (mut best, mut most, _) = from(exact)?;
            if pieces.len() > 1 {
                for (_, piece) in pieces {
                    let (first, size, holds_all) = from(PwAff::from_aff(piece)?)?;
                    if holds_all && size.is_equal(&most)? {
                        (best, most) = (first, size);
                        break;
                    }
                }
            }
            firsts = Some(match firsts {
                None => best,
                Some(before) => before.flat_range_product(best)?,
            });
            extents.push(most);
        }
        let list = |letter: &str| -> String {
            let all: Vec<String> = (0..self.strides.len()).map(|dim| format!("{letter}{dim}")).collect();
            all.join(", ")
        };
        let name = data.tuple_name(DimKind::Out)?.unwrap_or_default();
        let steps = self.strides.iter().enumerate();
        let steps: Vec<String> = steps
            .map(|(dim, stride)| format!("x{dim} = f{dim} + {stride} y{dim}"))
            .collect();
        let condition = if steps.is_empty() {
            "true".to_owned()
        } else {
            steps.join(" and ")
        };
        let text = format!(
            "{{ [{}] -> [{name}[{}] -> [{}]] : {condition} }}",
            list("f"),
            list("x"),
            list("y")
        );
        let firsts = match firsts {
            Some(firsts) => firsts,
            None => Map::from_domain_and_range(runs, Set::parse(ctx, "{ [] }")?)?,
        };
        let place = firsts.apply_range(Map::parse(ctx, &text)?)?.uncurry()?;
        Ok(Dense { place, extents })
    }
}

/// One more than the largest of the numbers in `places`: a number, if there is one for all parameters.
fn extent(places: Set) -> Result<PwAff> {
    let one = Val::from_i64(places.ctx(), 1)?;
    let most = places.clone().dim_max(0)?;
    let most_of_all = places.dim_max_val(0)?;
    let runs = most.clone().domain()?;
    let most = match most_of_all.is_int()? {
        true => PwAff::val_on_domain(Set::universe(runs.space()?)?, most_of_all)?,
        false => most.gist(runs)?.coalesce()?,
    };
    Ok(most.add_constant_val(one)?)
}

impl DataSlice {
    /// The slice around the images of `data`, `{ [t] -> A[x] }`, as a function of `t` and the parameters in `context`.
    ///
    /// # Errors
    /// isl's.
    pub fn of(data: &Map, context: &Set, budget: &Budget) -> Result<DataSlice> {
        let frame = SliceFrame::of(data)?;
        let mut dims = Vec::with_capacity(frame.dims.len());
        for ((values, range, taken), stride) in frame.dims.into_iter().zip(frame.strides) {
            let up = values.clone().apply_range(order(data, "y >= x")?)?;
            let below = order(data, "0 <= y < x")?;
            let inside = values.clone().range()?.is_subset(&not_negative(data)?)?;
            let offset = match inside {
                true => Amount::of(&values.apply_range(below)?.subtract(up)?, context, budget)?,
                false => Amount::Unknown("a subscript is negative".to_owned()),
            };
            let extent = Amount::of(&range, context, budget)?;
            let size = match stride {
                1 => extent.clone(),
                _ => Amount::of(&taken, context, budget)?,
            };
            dims.push(SliceDim {
                offset,
                size,
                stride,
                extent,
            });
        }
        Ok(DataSlice {
            dims,
            elements: frame.elements,
            hull: frame.hull,
            exact: frame.exact,
        })
    }

    /// `[32*ti, 0] [min(32, N - 32*ti), K] [1, 1]`: offsets, sizes, strides.
    pub fn text(&self) -> String {
        let list = |of: &dyn Fn(&SliceDim) -> String| -> String {
            let all: Vec<String> = self.dims.iter().map(of).collect();
            format!("[{}]", all.join(", "))
        };
        format!(
            "{} {} {}",
            list(&|dim| dim.offset.to_string()),
            list(&|dim| dim.size.to_string()),
            list(&|dim| dim.stride.to_string())
        )
    }

    /// The number of elements of the box, as the product of its extents.
    pub fn hull_elems(&self) -> Amount {
        product(self.dims.iter().map(|dim| &dim.extent))
    }

    /// The number of elements of the slice, as the product of its sizes.
    pub fn elems(&self) -> Amount {
        product(self.dims.iter().map(|dim| &dim.size))
    }

    /// Whether all sizes are numbers.
    pub fn is_known(&self) -> bool {
        self.dims.iter().all(|dim| dim.size.as_constant().is_some())
    }

    /// `32*32`: the sizes, as factors; the elements if the slice is exact.
    pub fn product_text(&self) -> String {
        let one = Some(num_bigint::BigInt::from(1));
        let sizes = self.dims.iter().map(|dim| &dim.size);
        let sizes: Vec<&Amount> = sizes.filter(|size| size.as_constant() != one).collect();
        match sizes.as_slice() {
            [] => "1".to_owned(),
            [size] => size.to_string(),
            _ => sizes.into_iter().map(factor_text).collect::<Vec<_>>().join("*"),
        }
    }
}

/// A factor of a product; a sum in parentheses.
pub fn factor_text(amount: &Amount) -> String {
    let text = amount.to_string();
    let mut depth = 0;
    let is_sum = text.char_indices().any(|(at, c)| {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth -= 1,
            _ => {}
        }
        depth == 0 && c == ' ' && at > 0
    });
    if is_sum { format!("({text})") } else { text }
}

fn product<'a>(factors: impl Iterator<Item = &'a Amount>) -> Amount {
    let mut product = Amount::constant(1);
    for factor in factors {
        product = product.by(factor);
    }
    product
}

/// `{ [x] -> [y] : .. }`
fn order(like: &Map, condition: &str) -> Result<Map> {
    Ok(Map::parse(like.ctx(), &format!("{{ [x] -> [y] : {condition} }}"))?)
}

fn not_negative(like: &Map) -> Result<Set> {
    Ok(Set::parse(like.ctx(), "{ [x] : x >= 0 }")?)
}

/// The largest stride that all values of the one output agree with, for each input.
fn stride(values: &Map) -> Result<i64> {
    if values.is_single_valued()? {
        return Ok(1);
    }
    let stride = values.range_stride_info(0)?.stride()?;
    Ok(if stride.is_int()? { stride.to_i64()?.max(1) } else { 1 })
}

/// The iterations behind some elements of an array.
#[derive(Clone, Debug)]
pub struct Behind {
    /// Index into [`Scop::stmts`].
    pub stmt: StmtId,
    /// `{ S[i] }`: reads one of the elements.
    pub reads: Set,
    /// `{ S[i] }`: writes one of them, or may.
    pub writes: Set,
    /// `{ S[i] }`: touches the array, and nothing of it but these elements.
    pub inside: Set,
}

/// For each statement that touches `elements`, `{ A[x] }` of the array `array`: its iterations that do.
///
/// Those that write are what tile-and-fuse moves into a consumer that reads the elements; those inside can work on a copy
/// of the elements alone, as promotion makes it.
///
/// # Errors
/// isl's.
pub fn iterations(scop: &Scop, array: ArrayId, elements: &Set) -> Result<Vec<Behind>> {
    let context = scop.context.clone().intersect(scop.valid.clone())?;
    let mut found = Vec::new();
    for (number, stmt) in scop.stmts.iter_enumerated() {
        let domain = stmt.domain.clone().intersect_params(context.clone())?;
        let none = Set::empty(domain.space()?)?;
        let (mut reads, mut writes, mut outside, mut touches) = (none.clone(), none.clone(), none.clone(), none);
        for (at, access) in stmt
            .accesses
            .iter_enumerated()
            .filter(|(_, access)| access.array == array)
        {
            let relation = scop.access(number, at)?.intersect_params(context.clone())?;
            let here = relation.clone().intersect_range(elements.clone())?.domain()?;
            touches = touches.union(relation.clone().domain()?)?;
            outside = outside.union(relation.subtract_range(elements.clone())?.domain()?)?;
            if access.kind.is_write() {
                writes = writes.union(here)?;
            } else {
                reads = reads.union(here)?;
            }
        }
        if reads.is_empty()? && writes.is_empty()? {
            continue;
        }
        found.push(Behind {
            stmt: number,
            reads: reads.coalesce()?,
            writes: writes.coalesce()?,
            inside: touches.subtract(outside)?.coalesce()?,
        });
    }
    Ok(found)
}

/// `{ [] -> S[i] }`: a set as the image of the one point without coordinates, for [`DataSlice::of`].
///
/// # Errors
/// isl's.
pub fn as_image(set: Set) -> Result<Map> {
    let one = Set::universe(Space::params_alloc(set.ctx(), 0)?.set_from_params()?)?;
    Ok(Map::from_domain_and_range(one.align_params(set.space()?)?, set)?)
}
