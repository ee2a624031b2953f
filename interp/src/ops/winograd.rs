//! `linalg.winograd_*_transform`: convolutions with few multiplications, `Y = A'((G g G') * (B' d B))A` for tiles `d` of an
//! image and filters `g` (A. Lavin, S. Gray, Fast Algorithms for Convolutional Neural Networks, 2016, section 4.1).
//!
//! `F(m, r)` computes `m x m` outputs of an `r x r` filter from tiles of `t = m + r - 1`, which overlap by `r - 1`. With a
//! dimension of extent 1 nothing is transformed along it.
//!
//! | operation | from | to | tile by tile |
//! | --- | --- | --- | --- |
//! | filter | `F x r x r x C` | `t x t x C x F` | `G g G'` |
//! | input | `N x H x W x C` | `t x t x tiles x tiles x N x C` | `B' d B` |
//! | output | `t x t x tiles x tiles x N x F` | `N x H x W x F` | `A' m A`, scaled, added to what is there |
//!
//! The paper leaves the points of interpolation open, and how their matrices are scaled; here both are those of MLIR,
//! with the fractions rounded to single precision first. A product of matrices sums from zero on, as `linalg.matmul`.

use super::array::OperandArray;
use super::points::Points;
use crate::code::{DecodeRefusal, DecodeSite, DecodedOp};
use crate::domain::Domain;
use crate::function::{Flags, Function, ScalarCall};
use crate::ints::for_each_index;
use crate::machine::{CallFrame, Machine};
use crate::{Code, Scalar, ScalarType, Trap};
use polyvet_ir::FloatKind;
use polyvet_ir::winograd::{ALGORITHMS, Algorithm};

#[derive(Clone, Copy, PartialEq)]
enum WinogradSide {
    Filter,
    Input,
    Output,
}

pub(crate) struct Winograd {
    side: WinogradSide,
    algorithm: &'static Algorithm,
    kind: FloatKind,
}

pub(super) fn decode(site: &DecodeSite<'_>) -> Result<Winograd, DecodeRefusal> {
    let (side, ranks) = match site.op.name.as_str() {
        "linalg.winograd_filter_transform" => (WinogradSide::Filter, [4, 4]),
        "linalg.winograd_input_transform" => (WinogradSide::Input, [4, 6]),
        "linalg.winograd_output_transform" => (WinogradSide::Output, [6, 4]),
        _ => return site.other(),
    };
    site.shape(2, 1, 0)?;
    let algorithm = usize::try_from(site.int("fmr")?).ok().and_then(|n| ALGORITHMS.get(n));
    let Some(algorithm) = algorithm else {
        return DecodeRefusal::malformed(format!("`{}` is of no known algorithm", site.op.name));
    };
    for (n, rank) in ranks.into_iter().enumerate() {
        if super::shape::rank(site, site.operand_type(n)?)? != rank {
            return DecodeRefusal::malformed(format!("operand {n} of `{}` has not {rank} dimensions", site.op.name));
        }
    }
    match (site.scalar(site.operand_type(0)?)?, site.scalar(site.operand_type(1)?)?) {
        (ScalarType::Float(kind), other) if other == ScalarType::Float(kind) => Ok(Winograd { side, algorithm, kind }),
        _ => DecodeRefusal::unsupported(format!(
            "`{}` of what is not floats of one type is not supported",
            site.op.name
        )),
    }
}

/// One of the two dimensions of a tile.
#[derive(Clone, Copy)]
struct TileAxis {
    /// Elements before and after.
    before: i64,
    after: i64,
    /// From a tile to the next in the image.
    stride: i64,
    tiles: i64,
    transformed: bool,
}

impl Winograd {
    /// The dimension of tiles whose extents are `source` and `target` along it, in that many tiles; `None` if they do
    /// not fit each other.
    fn axis(&self, source: i64, target: i64, tiles: i64) -> Option<TileAxis> {
        let Algorithm { m, r, .. } = *self.algorithm;
        let t = m + r - 1;
        let (small, image) = match self.side {
            WinogradSide::Filter => (source, source),
            WinogradSide::Input => (target, source),
            WinogradSide::Output => (source, target),
        };
        let transformed = small != 1;
        let (before, after, stride) = match (self.side, transformed) {
            (_, false) => (1, 1, 1),
            (WinogradSide::Filter, true) => (r, t, 0),
            (WinogradSide::Input, true) => (t, t, m),
            (WinogradSide::Output, true) => (t, m, m),
        };
        let fits = match self.side {
            WinogradSide::Filter => source == before && target == after,
            WinogradSide::Input => {
                target == after
                    && if transformed {
                        (image - r + 1) / m == tiles
                    } else {
                        image == tiles
                    }
            }
            WinogradSide::Output => source == before && image == tiles * stride,
        };
        fits.then_some(TileAxis {
            before,
            after,
            stride,
            tiles,
            transformed,
        })
    }

    fn matrix<D: Domain>(&self, domain: &mut D) -> Vec<Vec<D::Data>> {
        let rows = match self.side {
            WinogradSide::Filter => self.algorithm.filter,
            WinogradSide::Input => self.algorithm.input,
            WinogradSide::Output => self.algorithm.output,
        };
        let mut number = |value: &f64| domain.constant(Scalar::from_f64(self.kind, f64::from(*value as f32)));
        rows.iter().map(|row| row.iter().map(&mut number).collect()).collect()
    }
}

type Matrix<T> = Vec<Vec<T>>;

fn transposed<T: Copy>(matrix: &Matrix<T>) -> Matrix<T> {
    (0..matrix[0].len())
        .map(|n| matrix.iter().map(|row| row[n]).collect())
        .collect()
}

/// `sum + a * b`.
fn product<D: Domain>(
    machine: &mut Machine<'_, D>,
    kind: FloatKind,
    a: &Matrix<D::Data>,
    b: &Matrix<D::Data>,
    mut sum: Matrix<D::Data>,
) -> Result<Matrix<D::Data>, Trap> {
    let call = |function| ScalarCall::new(function, ScalarType::Float(kind), Flags::default());
    let (mul, add) = (call(Function::MulF), call(Function::AddF));
    for (row, sums) in a.iter().zip(&mut sum) {
        for (at, sum) in sums.iter_mut().enumerate() {
            for (x, ys) in row.iter().zip(b) {
                machine.count_step()?;
                let both = machine.domain.apply(&mul, &[*x, ys[at]])?;
                *sum = machine.domain.apply(&add, &[*sum, both])?;
            }
        }
    }
    Ok(sum)
}

pub(super) fn run<D: Domain>(
    machine: &mut Machine<'_, D>,
    frame: &mut CallFrame<D>,
    step: &DecodedOp,
    winograd: &Winograd,
) -> Result<(), Trap> {
    let mut source = OperandArray::of(frame.take(step, 0), false)?;
    let mut target = OperandArray::of(frame.take(step, 1), true)?;
    let (from, to) = (source.shape().to_vec(), target.shape().to_vec());
    let misfit = || {
        let message = format!("the input has extents {from:?}, the output {to:?}");
        Trap::new(Code::ShapeMismatch, message).label(machine.operand_span(step, 1), "the output")
    };
    // Tiles along both dimensions of the image, and what else there is many of.
    let (tiles, others) = match winograd.side {
        WinogradSide::Filter => ([1, 1], [[from[0], to[3]], [from[3], to[2]]]),
        WinogradSide::Input => ([to[2], to[3]], [[from[0], to[4]], [from[3], to[5]]]),
        WinogradSide::Output => ([from[2], from[3]], [[from[4], to[0]], [from[5], to[3]]]),
    };
    let (y, x) = match winograd.side {
        WinogradSide::Filter | WinogradSide::Input => ([from[1], to[0]], [from[2], to[1]]),
        WinogradSide::Output => ([from[0], to[1]], [from[1], to[2]]),
    };
    let axes = [winograd.axis(y[0], y[1], tiles[0]), winograd.axis(x[0], x[1], tiles[1])];
    let [Some(rows), Some(columns)] = axes else {
        return Err(misfit());
    };
    if others.iter().any(|[one, other]| one != other) || !rows.transformed && !columns.transformed {
        return Err(misfit());
    }
    let left = winograd.matrix(&mut machine.domain);
    let right = transposed(&left);
    let kind = winograd.kind;
    let zero = machine.domain.constant(Scalar::from_f64(kind, 0.0));
    let sides = [rows, columns].iter().filter(|axis| axis.transformed).count() as i32;
    let scale = winograd.algorithm.scale.powi(sides);
    let call = |function| ScalarCall::new(function, ScalarType::Float(kind), Flags::default());

    let extents = [rows.tiles, columns.tiles, others[0][0], others[1][0]];
    let mut points = Points::enter(machine, step, &extents, &[true; 4]);
    for_each_index(&extents, |point| {
        points.go(machine, point);
        let [tile_y, tile_x, one, other] = [point[0], point[1], point[2], point[3]];
        // Where an element of the tile is in the image, and in the transformed one.
        let image = |i: i64, j: i64| [one, tile_y * rows.stride + i, tile_x * columns.stride + j, other];
        let apart = |i: i64, j: i64| [i, j, tile_y, tile_x, one, other];
        let from = |i, j| match winograd.side {
            WinogradSide::Output => apart(i, j).to_vec(),
            _ => image(i, j).to_vec(),
        };
        let to = |i, j| match winograd.side {
            WinogradSide::Filter => vec![i, j, other, one],
            WinogradSide::Input => apart(i, j).to_vec(),
            WinogradSide::Output => image(i, j).to_vec(),
        };
        let mut tile = Vec::new();
        for i in 0..rows.before {
            let row = (0..columns.before).map(|j| source.data(machine, step, 0, &from(i, j)));
            tile.push(row.collect::<Result<Vec<_>, _>>()?);
        }
        // What the output has already is where the last product starts, if nothing is to be scaled before.
        let mut there = vec![vec![zero; columns.after as usize]; rows.after as usize];
        if winograd.side == WinogradSide::Output {
            for (i, row) in (0..).zip(&mut there) {
                for (j, element) in (0..).zip(row) {
                    *element = target.data(machine, step, 1, &to(i, j))?;
                }
            }
        }
        let start = |last: bool, rows: i64, columns: i64| match last && scale == 1.0 {
            true => there.clone(),
            false => vec![vec![zero; columns as usize]; rows as usize],
        };
        if rows.transformed {
            let sum = start(!columns.transformed, rows.after, columns.before);
            tile = product(machine, kind, &left, &tile, sum)?;
        }
        if columns.transformed {
            let sum = start(true, rows.after, columns.after);
            tile = product(machine, kind, &tile, &right, sum)?;
        }
        let scaled = (scale != 1.0 && winograd.side == WinogradSide::Output)
            .then(|| machine.domain.constant(Scalar::from_f64(kind, scale)));
        for (i, (row, there)) in (0..).zip(tile.iter().zip(&there)) {
            for (j, (value, there)) in (0..).zip(row.iter().zip(there)) {
                let value = match scaled {
                    Some(scale) => {
                        let value = machine.domain.apply(&call(Function::MulF), &[scale, *value])?;
                        machine.domain.apply(&call(Function::AddF), &[value, *there])?
                    }
                    None => *value,
                };
                target.write(machine, step, 1, 0, &to(i, j), Some(value))?;
            }
        }
        Ok::<(), Trap>(())
    })?;
    points.leave(machine);
    if let (Some(slot), Some(value)) = (step.results.first(), target.into_tensor()) {
        frame.set(*slot, value);
    }
    Ok(())
}
