//! Where the elements of an array are: sizes, strides, cache lines.
//!
//! Element `x` of an array with strides `s` (in elements) and elements of `e` bytes lies at `e (s . x)` bytes from its
//! first element, and on the line `floor(e (s . x) / line)`: the first element is taken to begin a line. With symbolic
//! extents `s . x` is not Presburger. Then a dimension whose stride is a multiple of the line may be kept apart, and a
//! symbolic stride is taken to be one; [`ElementLayout::assumes`] says so.

use polyvet_analysis::Scop;
use polyvet_analysis::ids::ArrayId;
use polyvet_ir::{Attr, Module, Type};
use polyvet_poly::{DimKind, Map, PwAff, Set};

use crate::error::Result;

/// Elements between neighbours in a dimension.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stride {
    Known(i64),
    /// Depends on parameters.
    Symbolic,
}

/// Where the elements of one array are.
#[derive(Clone, Debug)]
pub struct ElementLayout {
    array: String,
    /// Bytes of an element; `None` for types without a known size.
    pub elem_bytes: Option<u64>,
    /// Dimensions from the largest stride to the smallest, with their strides.
    dims: Vec<(usize, Stride)>,
    offset: i64,
}

/// How elements lie on lines.
#[derive(Clone, Debug)]
pub struct ArrayLines {
    /// `{ A[x] -> [line] }`; one tuple for each line, or for each `per_elem` lines.
    pub map: Map,
    /// How many lines one element covers: 1, or more if it is larger than a line.
    pub per_elem: u64,
    /// What is taken for granted beside that the array begins a line: `rows of A begin lines`.
    pub assumes: Option<String>,
    /// The map in parts.
    pub parts: polyvet_count::CountedLines,
}

impl ElementLayout {
    /// The layout of an array, for the parameters in `context`; without a module it is row-major.
    ///
    /// # Errors
    /// isl's.
    pub fn of(scop: &Scop, module: Option<&Module>, array: ArrayId, context: &Set) -> Result<ElementLayout> {
        let data = &scop.arrays[array];
        let ty = module.zip(data.value).map(|(module, value)| module.ty(value).clone());
        let rank = data.extents.len();
        let extents: Vec<Option<i64>> = data
            .extents
            .iter()
            .map(|extent| extent.as_ref().map_or(Ok(None), |extent| number(extent, context)))
            .collect::<Result<_>>()?;
        let row_major = |order: &[usize]| {
            let mut stride = Some(1i64);
            let mut dims = Vec::new();
            for &dim in order.iter().rev() {
                dims.push((dim, stride.map_or(Stride::Symbolic, Stride::Known)));
                stride = stride
                    .zip(extents[dim])
                    .and_then(|(stride, extent)| stride.checked_mul(extent));
            }
            dims.reverse();
            dims
        };
        let plain: Vec<usize> = (0..rank).collect();
        let (dims, offset) = match ty {
            // Its elements are those behind the layout.
            _ if data.layout.is_some() => (row_major(&plain), 0),
            Some(Type::MemRef {
                layout: Some(layout), ..
            }) => match &*layout {
                Attr::Strided { strides, offset } => {
                    let stride = |stride: &Option<i64>| stride.map_or(Stride::Symbolic, Stride::Known);
                    let mut dims: Vec<(usize, Stride)> = strides.iter().map(stride).enumerate().collect();
                    if strides.iter().all(Option::is_some) {
                        dims.sort_by_key(|(_, stride)| match stride {
                            Stride::Known(stride) => -stride.abs(),
                            Stride::Symbolic => i64::MIN,
                        });
                    }
                    (dims, offset.unwrap_or(0))
                }
                layout => match layout.as_map().filter(|map| map.is_permutation()) {
                    Some(map) => {
                        let place = |result: usize| {
                            let at = |dim: &usize| {
                                let point: Vec<i64> = (0..rank).map(|other| i64::from(other == *dim)).collect();
                                map.eval(&point, &[]).is_some_and(|image| image[result] == 1)
                            };
                            (0..rank).find(at).unwrap_or(result)
                        };
                        let order: Vec<usize> = (0..rank).map(place).collect();
                        (row_major(&order), 0)
                    }
                    None => (plain.iter().map(|dim| (*dim, Stride::Symbolic)).collect(), 0),
                },
            },
            _ => (row_major(&plain), 0),
        };
        Ok(ElementLayout {
            array: data.name.clone(),
            elem_bytes: data.elem.elem_bytes(),
            dims,
            offset,
        })
    }

    /// The dimension along which neighbours lie side by side.
    pub fn contiguous(&self) -> Option<usize> {
        let side_by_side = |(_, stride): &&(usize, Stride)| *stride == Stride::Known(1);
        self.dims.iter().rev().find(side_by_side).map(|dim| dim.0)
    }

    /// The lines of `line` bytes that elements lie on; the error is the reason why that is not known.
    ///
    /// # Errors
    /// isl's.
    pub fn lines(&self, scop: &Scop, line: u64) -> Result<std::result::Result<ArrayLines, String>> {
        let Some(bytes) = self.elem_bytes else {
            return Ok(Err(format!(
                "the size of the elements of `{}` is not known",
                self.array
            )));
        };
        if !line.is_multiple_of(bytes) && !bytes.is_multiple_of(line) {
            return Ok(Err(format!(
                "elements of `{}` are of {bytes} bytes, which do not fit lines of {line}",
                self.array
            )));
        }
        if matches!(self.dims.last(), Some((_, Stride::Symbolic))) {
            return Ok(Err(format!(
                "the stride between neighbours of `{}` is not known",
                self.array
            )));
        }
        let per_line = i64::try_from((line / bytes).max(1)).unwrap_or(i64::MAX);
        let per_elem = (bytes / line).max(1);
        let aligned = |stride: &Stride| match stride {
            Stride::Known(stride) => stride % per_line == 0,
            Stride::Symbolic => true,
        };
        let first = self
            .dims
            .iter()
            .position(|(_, stride)| !aligned(stride))
            .unwrap_or(self.dims.len());
        let (rows, rest) = self.dims.split_at(first);
        let offset = self.offset.rem_euclid(per_line);
        let mut terms = vec![offset.to_string()];
        let mut strides = Vec::new();
        for (dim, stride) in rest {
            match stride {
                Stride::Known(stride) => {
                    terms.push(format!("{stride} x{dim}"));
                    strides.push((*dim, *stride));
                }
                Stride::Symbolic => {
                    return Ok(Err(format!("the strides of `{}` are not known", self.array)));
                }
            }
        }
        let inputs: Vec<String> = (0..self.dims.len()).map(|dim| format!("x{dim}")).collect();
        let mut outputs: Vec<String> = rows.iter().map(|(dim, _)| format!("x{dim}")).collect();
        outputs.push(format!("floor(({}) / {per_line})", terms.join(" + ")));
        let map = format!("{{ [{}] -> [{}] }}", inputs.join(", "), outputs.join(", "));
        let map = Map::parse(&scop.ctx, &map)?.set_tuple_name(DimKind::In, &self.array)?;
        let symbolic = rows.iter().any(|(_, stride)| *stride == Stride::Symbolic);
        Ok(Ok(ArrayLines {
            map,
            per_elem,
            parts: polyvet_count::CountedLines {
                apart: rows.iter().map(|(dim, _)| *dim).collect(),
                strides,
                offset,
                per_line,
            },
            assumes: (symbolic && per_line > 1).then(|| format!("each row of {} begins a line", self.array)),
        }))
    }
}

/// The value, if it is one number in the whole context.
fn number(value: &PwAff, context: &Set) -> Result<Option<i64>> {
    let value = value.clone().intersect_params(context.clone())?;
    let (low, high) = (value.clone().min_val()?, value.max_val()?);
    if low.is_int()? && low.eq(&high)? {
        return Ok(Some(low.to_i64()?));
    }
    Ok(None)
}
