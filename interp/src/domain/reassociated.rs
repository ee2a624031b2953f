//! Uninterpreted operation trees up to the order and grouping of sums, products, maxima and the like.
//!
//! As [`TermDomain`](super::TermDomain), but a tree of one associative and commutative function is the multiset of
//! its operands, without its neutral element (in sums of floats: a zero of either sign). That is what a
//! reduction may do when its combiner is reordered, and nothing more: products do not distribute over sums, nothing cancels, and a function of equal operands
//! is not simplified, unlike in [`Field`](super::Field).
//!
//! `hash(f{x, y, ..}) = H(key(f), G(x) + G(y) + ..)` modulo 2^128, `G` a bijection that mixes well. Sums of
//! different multisets of `n` trees coincide with a probability of about `n^2 / 2^128`.

use super::term::{TermDomain, TermValue, hash};
use super::{DataElem, Domain, InputElement, fold_integers};
use crate::function::{Function, ScalarCall};
use crate::machine::Machine;
use crate::value::RuntimeValue;
use crate::{Scalar, Trap, eval};
use std::rc::Rc;

/// A tree and the multiset it stands for.
#[derive(Clone, Copy, Debug)]
pub struct ReassociatedValue {
    hash: u128,
    /// The tree as it was built, for people and for what is known of it.
    tree: TermValue,
    /// The key of the function whose operands are gathered, and the sum over them.
    gathered: Option<(u64, u128)>,
}

/// Equal up to order and grouping.
impl PartialEq for ReassociatedValue {
    fn eq(&self, other: &ReassociatedValue) -> bool {
        self.hash == other.hash
    }
}

/// The domain of trees up to order and grouping.
#[derive(Clone, Debug, Default)]
pub struct Reassociated {
    trees: TermDomain,
}

impl Reassociated {
    /// Hashes only.
    pub fn new() -> Reassociated {
        Reassociated::default()
    }

    /// Values that can be printed, as the trees that were built.
    pub fn with_names() -> Reassociated {
        Reassociated {
            trees: TermDomain::with_names(),
        }
    }
}

/// Functions that are associative and commutative but for rounding.
fn may_reorder(function: Function) -> bool {
    use Function::*;
    matches!(
        function,
        AddF | AddI
            | MulF
            | MulI
            | MaximumF
            | MinimumF
            | MaxNumF
            | MinNumF
            | MaxSI
            | MaxUI
            | MinSI
            | MinUI
            | AndI
            | OrI
            | XOrI
    )
}

fn leaf(tree: TermValue) -> ReassociatedValue {
    ReassociatedValue {
        hash: tree.hash(),
        tree,
        gathered: None,
    }
}

impl Domain for Reassociated {
    type Data = ReassociatedValue;

    fn constant(&mut self, value: Scalar) -> ReassociatedValue {
        leaf(self.trees.constant(value))
    }

    fn input(&mut self, input: &InputElement<'_>) -> ReassociatedValue {
        leaf(self.trees.input(input))
    }

    fn apply(&mut self, call: &ScalarCall, args: &[ReassociatedValue]) -> Result<ReassociatedValue, Trap> {
        if let Some(result) = fold_integers(call, args.iter().map(|arg| arg.tree.known())) {
            return Ok(self.constant(result?));
        }
        if let (Function::Select, [condition, then, otherwise]) = (call.function, args)
            && let Some(condition) = condition.tree.known()
        {
            return Ok(if condition.is_true() { *then } else { *otherwise });
        }
        let mut trees = [TermValue::default(); 3];
        for (slot, arg) in trees.iter_mut().zip(args) {
            *slot = arg.tree;
        }
        let tree = self.trees.apply(call, &trees[..args.len()])?;
        let [x, y] = args else {
            return Ok(plain(call, args, tree));
        };
        if !may_reorder(call.function) {
            return Ok(plain(call, args, tree));
        }
        let neutral = eval::neutral(call.function, call.result);
        let is_neutral = |arg: &ReassociatedValue| {
            let known = arg.tree.known().zip(neutral);
            // Adding a zero of either sign changes at most the sign of a zero.
            let is_zero = |value: Scalar| call.function == Function::AddF && value.to_f64() == Some(0.0);
            known.is_some_and(|(known, neutral)| known.same(neutral) || is_zero(known))
        };
        if is_neutral(x) {
            return Ok(*y);
        }
        if is_neutral(y) {
            return Ok(*x);
        }
        let operands = |arg: &ReassociatedValue| match arg.gathered {
            Some((key, sum)) if key == call.key => sum,
            _ => hash(arg.hash, [OPERAND; 2].into_iter()),
        };
        let sum = operands(x).wrapping_add(operands(y));
        Ok(ReassociatedValue {
            hash: hash(call.start, [GATHERED, sum].into_iter()),
            tree,
            gathered: Some((call.key, sum)),
        })
    }

    fn known(&self, data: ReassociatedValue) -> Option<Scalar> {
        data.tree.known()
    }

    fn elem(&self, data: ReassociatedValue) -> DataElem {
        match self.trees.elem(data.tree) {
            DataElem::Abstract { text, .. } => DataElem::Abstract { key: data.hash, text },
            DataElem::Scalar(value) => DataElem::Abstract {
                key: data.hash,
                text: Some(Rc::from(value.to_string())),
            },
        }
    }

    fn invoke(
        machine: &mut Machine<'_, Self>,
        func: usize,
        args: Vec<RuntimeValue<Self>>,
    ) -> Result<Vec<RuntimeValue<Self>>, Trap> {
        machine.walk(func, args)
    }
}

const OPERAND: u128 = 0x6f70_6572;
const GATHERED: u128 = 0x6761_7468;

/// A function of its operands in their order.
fn plain(call: &ScalarCall, args: &[ReassociatedValue], tree: TermValue) -> ReassociatedValue {
    ReassociatedValue {
        hash: hash(call.start, args.iter().map(|arg| arg.hash)),
        tree,
        gathered: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ScalarType;
    use crate::function::Flags;
    use polyvet_ir::FloatKind;

    const F32: ScalarType = ScalarType::Float(FloatKind::F32);

    fn input(n: i64) -> ReassociatedValue {
        Reassociated::new().input(&InputElement {
            argument: 0,
            name: "A",
            ty: F32,
            element: &[n],
        })
    }

    fn apply(function: Function, args: &[ReassociatedValue]) -> ReassociatedValue {
        let call = ScalarCall::new(function, F32, Flags::default());
        Reassociated::new().apply(&call, args).expect("defined")
    }

    #[test]
    fn order_and_grouping_do_not_matter() {
        use Function::*;
        let [x, y, z] = [1, 2, 3].map(input);
        for f in [AddF, MulF, MaximumF, MinNumF] {
            assert_eq!(apply(f, &[x, y]), apply(f, &[y, x]));
            assert_eq!(apply(f, &[apply(f, &[x, y]), z]), apply(f, &[x, apply(f, &[z, y])]));
            assert_ne!(apply(f, &[x, x]), x, "counts are kept");
            assert_ne!(apply(f, &[x, y]), apply(f, &[x, z]));
        }
        let zero = Reassociated::new().constant(Scalar::f32(0.0));
        assert_eq!(apply(AddF, &[zero, x]), x);
        assert_ne!(apply(AddF, &[x, y]), apply(MulF, &[x, y]));
    }

    #[test]
    fn what_is_no_reordering_matters() {
        use Function::*;
        let [x, y, z] = [1, 2, 3].map(input);
        let both = apply(AddF, &[apply(MulF, &[x, z]), apply(MulF, &[y, z])]);
        assert_ne!(apply(MulF, &[apply(AddF, &[x, y]), z]), both);
        assert_ne!(apply(SubF, &[x, y]), apply(SubF, &[y, x]));
        assert_ne!(apply(DivF, &[x, y]), apply(DivF, &[y, x]));
        assert_ne!(apply(Fma, &[x, z, apply(MulF, &[y, z])]), both);
        let nested = apply(MulF, &[apply(AddF, &[x, y]), z]);
        assert_ne!(nested, apply(AddF, &[apply(MulF, &[x, z]), y]));
        assert_eq!(nested, apply(MulF, &[z, apply(AddF, &[y, x])]));
    }
}
