//! Laws that hold for all values: conversions beside the `half` crate, windows of windows, permutations
//! and broadcasts.

use crate::common::parse;
use half::{bf16, f16};
use polyvet_interp::{Concrete, Function, Machine, RunOptions, Scalar, ScalarType};
use polyvet_ir::FloatKind;
use quickcheck::{Arbitrary, Gen, quickcheck};

const F16: ScalarType = ScalarType::Float(FloatKind::F16);
const BF16: ScalarType = ScalarType::Float(FloatKind::BF16);
const F32: ScalarType = ScalarType::Float(FloatKind::F32);
const F64: ScalarType = ScalarType::Float(FloatKind::F64);

fn convert(function: Function, value: Scalar, to: ScalarType) -> Scalar {
    let call = polyvet_interp::ScalarCall::new(function, to, polyvet_interp::Flags::default());
    polyvet_interp::evaluate(&call, &[value]).expect("it is defined")
}

fn same(x: Scalar, y: Scalar) -> bool {
    x.same(y)
}

#[test]
fn all_halves_widen_and_come_back() {
    for bits in 0..=u16::MAX {
        let (half, brain) = (Scalar::new(F16, bits.into()), Scalar::new(BF16, bits.into()));
        let wide = convert(Function::ExtF, half, F32);
        assert!(same(wide, Scalar::f32(f16::from_bits(bits).to_f32())), "f16 {bits:#x}");
        assert!(same(convert(Function::TruncF, wide, F16), half), "f16 {bits:#x}");
        let wide = convert(Function::ExtF, brain, F64);
        assert!(
            same(wide, Scalar::f64(bf16::from_bits(bits).to_f64())),
            "bf16 {bits:#x}"
        );
        assert!(same(convert(Function::TruncF, wide, BF16), brain), "bf16 {bits:#x}");
    }
}

/// Any bits, and often those near a tie.
#[derive(Clone, Copy, Debug)]
struct Bits(u32);

impl Arbitrary for Bits {
    fn arbitrary(g: &mut Gen) -> Bits {
        let any = u32::arbitrary(g);
        let tie = [0x0fff, 0x1000, 0x1001, 0x7fff, 0x8000, 0x8001];
        match bool::arbitrary(g) {
            true => Bits(any),
            false => Bits(any & !0xffff | g.choose(&tie).copied().unwrap_or(0)),
        }
    }
}

quickcheck! {
    fn floats_narrow_as_half_does(bits: Bits) -> bool {
        let value = f32::from_bits(bits.0);
        let narrow = |ty| convert(Function::TruncF, Scalar::f32(value), ty);
        same(narrow(F16), Scalar::new(F16, f16::from_f32(value).to_bits().into()))
            && same(narrow(BF16), Scalar::new(BF16, bf16::from_f32(value).to_bits().into()))
    }

    /// No neighbour is nearer: rounding happens once, from any double.
    fn doubles_narrow_to_the_nearest(bits: u64) -> bool {
        let value = f64::from_bits(bits & 0x3fff_ffff_ffff_ffff | 0x3f00 << 48) * if bits >> 63 == 0 { 1.0 } else { -1.0 };
        [F16, BF16, F32].into_iter().all(|ty| {
            let narrow = convert(Function::TruncF, Scalar::f64(value), ty);
            let error = |scalar: Scalar| scalar.to_f64().map_or(f64::INFINITY, |x| (x - value).abs());
            let beside = [narrow.bits.wrapping_sub(1), narrow.bits + 1];
            let finite = narrow.to_f64().is_some_and(f64::is_finite);
            !finite || beside.iter().all(|bits| error(narrow) <= error(Scalar::new(ty, *bits)))
        })
    }

    fn integers_convert_as_rust_does(value: i64) -> bool {
        let int = Scalar::from_i64(ScalarType::Int(64), value);
        let to = |function, ty| convert(function, int, ty);
        same(to(Function::SIToFP, F32), Scalar::f32(value as f32))
            && same(to(Function::SIToFP, F64), Scalar::f64(value as f64))
            && same(to(Function::UIToFP, F32), Scalar::f32(value as u64 as f32))
            && to(Function::TruncI, ScalarType::Int(8)).signed() == i64::from(value as i8)
    }
}

/// Offset, size and step of a window.
type Window = (usize, usize, usize);

/// One dimension of 24 elements, a window on it, and a window on that.
#[derive(Clone, Copy, Debug)]
struct Nested(Window, Window);

fn window(g: &mut Gen, extent: usize) -> Window {
    let step = usize::arbitrary(g) % 3 + 1;
    let offset = usize::arbitrary(g) % extent;
    let most = (extent - offset).div_ceil(step);
    (offset, usize::arbitrary(g) % most + 1, step)
}

impl Arbitrary for Nested {
    fn arbitrary(g: &mut Gen) -> Nested {
        let outer = window(g, 24);
        Nested(outer, window(g, outer.1))
    }
}

fn run(text: &str) -> Vec<String> {
    let module = parse(text);
    let mut machine = Machine::new(&module, Concrete, RunOptions::default());
    let args = machine.default_args("f", &|_, _| 0, &|_| 0, &|_| polyvet_interp::Init::Iota);
    let results = args
        .and_then(|args| machine.call("f", args))
        .unwrap_or_else(|trap| panic!("{trap}\nin\n{text}"));
    results
        .iter()
        .map(|value| machine.read(value).expect("live").to_string())
        .collect()
}

quickcheck! {
    /// A window on a window is the window whose offset is `o + s * p` and whose step is `s * t`, in two
    /// dimensions and in an array of 24 x 24; of tensors as of buffers.
    fn windows_compose(rows: Nested, columns: Nested) -> bool {
        let Nested((o, m, s), (p, n, t)) = rows;
        let Nested((q, k, u), (r, l, v)) = columns;
        let layout = |x: usize, y: usize, offset: usize| format!("strided<[{}, {y}], offset: {offset}>", x * 24);
        let outer = format!("memref<{m}x{k}xi32, {}>", layout(s, u, o * 24 + q));
        let inner = format!("memref<{n}x{l}xi32, {}>", layout(s * t, u * v, (o + s * p) * 24 + q + u * r));
        let found = run(&format!(
            r#"
func.func @f(%A: memref<24x24xi32>, %T: tensor<24x24xi32>) -> ({inner}, {inner}, tensor<{n}x{l}xi32>, tensor<{n}x{l}xi32>) {{
  %a = memref.subview %A[{o}, {q}] [{m}, {k}] [{s}, {u}] : memref<24x24xi32> to {outer}
  %b = memref.subview %a[{p}, {r}] [{n}, {l}] [{t}, {v}] : {outer} to {inner}
  %c = memref.subview %A[{}, {}] [{n}, {l}] [{}, {}] : memref<24x24xi32> to {inner}
  %d = tensor.extract_slice %T[{o}, {q}] [{m}, {k}] [{s}, {u}] : tensor<24x24xi32> to tensor<{m}x{k}xi32>
  %e = tensor.extract_slice %d[{p}, {r}] [{n}, {l}] [{t}, {v}] : tensor<{m}x{k}xi32> to tensor<{n}x{l}xi32>
  %g = tensor.extract_slice %T[{}, {}] [{n}, {l}] [{}, {}] : tensor<24x24xi32> to tensor<{n}x{l}xi32>
  return %b, %c, %e, %g : {inner}, {inner}, tensor<{n}x{l}xi32>, tensor<{n}x{l}xi32>
}}"#,
            o + s * p, q + u * r, s * t, u * v,
            o + s * p, q + u * r, s * t, u * v,
        ));
        found.iter().all(|shown| *shown == found[0])
    }

    /// Permuting twice by a permutation and its inverse changes nothing; so does a reshape and back.
    fn permutations_and_reshapes_undo(seed: u8, a: u8, b: u8, c: u8) -> bool {
        let [a, b, c] = [a, b, c].map(|extent| usize::from(extent) % 4 + 1);
        let all = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
        let order = all[usize::from(seed) % 6];
        let extents = [a, b, c];
        let moved = order.map(|dim| extents[dim]);
        let mut back = [0; 3];
        for (to, from) in order.iter().enumerate() {
            back[*from] = to;
        }
        let ty = |[x, y, z]: [usize; 3]| format!("tensor<{x}x{y}x{z}xi32>");
        let (own, other, flat) = (ty(extents), ty(moved), format!("tensor<{}x{c}xi32>", a * b));
        let found = run(&format!(
            r#"
func.func @f(%T: {own}) -> ({own}, {own}, {own}) {{
  %e = tensor.empty() : {other}
  %p = linalg.transpose ins(%T : {own}) outs(%e : {other}) permutation = [{}, {}, {}]
  %g = tensor.empty() : {own}
  %q = linalg.transpose ins(%p : {other}) outs(%g : {own}) permutation = [{}, {}, {}]
  %c = tensor.collapse_shape %T [[0, 1], [2]] : {own} into {flat}
  %x = tensor.expand_shape %c [[0, 1], [2]] output_shape [{a}, {b}, {c}] : {flat} into {own}
  return %T, %q, %x : {own}, {own}, {own}
}}"#,
            order[0], order[1], order[2], back[0], back[1], back[2],
        ));
        found.iter().all(|shown| *shown == found[0])
    }

    /// Every row of a broadcast is the array; the largest of each column is again the array.
    fn broadcasts_repeat(rows: u8, columns: u8) -> bool {
        let (n, m) = (usize::from(rows) % 5 + 1, usize::from(columns) % 5 + 1);
        let found = run(&format!(
            r#"
func.func @f(%T: tensor<{m}xi32>) -> (tensor<{m}xi32>, tensor<{m}xi32>, tensor<{m}xi32>) {{
  %e = tensor.empty() : tensor<{n}x{m}xi32>
  %b = linalg.broadcast ins(%T : tensor<{m}xi32>) outs(%e : tensor<{n}x{m}xi32>) dimensions = [0]
  %row = tensor.extract_slice %b[{}, 0] [1, {m}] [1, 1] : tensor<{n}x{m}xi32> to tensor<{m}xi32>
  %least = arith.constant dense<-1> : tensor<{m}xi32>
  %most = linalg.reduce {{ arith.maxsi }} ins(%b : tensor<{n}x{m}xi32>) outs(%least : tensor<{m}xi32>) dimensions = [0]
  return %T, %row, %most : tensor<{m}xi32>, tensor<{m}xi32>, tensor<{m}xi32>
}}"#,
            n - 1
        ));
        found.iter().all(|shown| *shown == found[0])
    }
}
