//! Uninterpreted operation trees, as hashes.
//!
//! `hash(f(x, y)) = H(key(f), hash(x), hash(y))`, where `key(f)` covers the function, its predicate
//! and the result type, but not its overflow or fast-math flags. Operands are never reordered.
//! Equal hashes mean the same operations on the same operands, so equal results in any arithmetic
//! (but for collisions: a hash has 127 bits, so with n trees about n^2 / 2^128). A literal is its own hash.
//!
//! Exact shortcuts, so that index arithmetic through integers stays concrete: integer functions of
//! numbers are computed, and `arith.select` with a known condition is its operand.

use super::{DataElem, Domain, InputElement, fold_integers};
use crate::function::{Function, ScalarCall};
use crate::machine::Machine;
use crate::trap::Iteration;
use crate::value::RuntimeValue;
use crate::{Scalar, ScalarType, Trap};
use foldhash::HashMap;
use polyvet_ir::{FloatKind, OpId};
use std::fmt::Write;
use std::rc::Rc;

/// A tree: 127 bits of hash, or [`LITERAL`], the type and the bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TermValue(u128);

const LITERAL: u128 = 1 << 127;

/// The type of a literal from here on is a float; before, the width of an integer, or 0 for an index.
const FIRST_FLOAT: u8 = 100;

impl TermValue {
    /// The tree of these words.
    #[inline(always)]
    fn tree(start: u128, words: impl Iterator<Item = u128>) -> TermValue {
        TermValue(hash(start, words) & !LITERAL)
    }

    fn literal(value: Scalar) -> TermValue {
        let ty: u8 = match value.ty {
            ScalarType::Index => 0,
            ScalarType::Int(width) => width,
            ScalarType::Float(kind) => FIRST_FLOAT + kind as u8,
        };
        TermValue(LITERAL | u128::from(ty) << 64 | u128::from(value.bits))
    }

    /// Identity.
    pub fn hash(self) -> u128 {
        self.0
    }

    /// The number, of a literal.
    #[inline]
    pub fn known(self) -> Option<Scalar> {
        if self.0 & LITERAL == 0 {
            return None;
        }
        let ty = match (self.0 >> 64) as u8 {
            0 => ScalarType::Index,
            number @ FIRST_FLOAT.. => ScalarType::Float(FloatKind::ALL[usize::from(number - FIRST_FLOAT)]),
            width => ScalarType::Int(width),
        };
        let bits = self.0 as u64;
        Some(Scalar { ty, bits })
    }
}

/// The domain of trees.
#[derive(Clone, Debug, Default)]
pub struct TermDomain {
    names: Option<SharedNodes>,
}

/// The nodes of the trees seen so far, shared.
#[derive(Clone, Debug)]
struct SharedNodes {
    nodes: HashMap<u128, TreeNode>,
    nodes_max: usize,
    depth: usize,
    /// The operation being run, if it is to be remembered.
    at: Option<TermOrigin>,
}

#[derive(Clone, Debug)]
enum TreeNode {
    Leaf(Box<str>),
    Apply(ScalarCall, Box<[u128]>, Option<Box<TermOrigin>>),
}

/// Which operation made a tree first, and in which iteration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TermOrigin {
    /// The operation.
    pub op: OpId,
    /// The loops around it, outermost first.
    pub loops: Vec<Iteration>,
}

/// The root of a tree.
#[derive(Clone, Copy, Debug)]
pub enum TermNode<'t> {
    /// An input or a literal, as it is printed.
    Leaf(&'t str),
    /// An operation.
    Apply {
        /// What is computed.
        call: &'t ScalarCall,
        /// The trees of the operands, by hash.
        args: &'t [u128],
        /// Who made it; `None` unless the domain is [`TermDomain::with_origins`].
        origin: Option<&'t TermOrigin>,
    },
}

const INPUT: u128 = start(0x696e_7075);

impl<'t> TermNode<'t> {
    /// Who made it, if it is an operation.
    pub fn origin(self) -> Option<&'t TermOrigin> {
        match self {
            TermNode::Leaf(_) => None,
            TermNode::Apply { origin, .. } => origin,
        }
    }
}

impl TermDomain {
    /// Hashes only.
    pub fn new() -> TermDomain {
        TermDomain::default()
    }

    /// Hashes that can be printed as trees: `addf(C[0, 1], mulf(A[0, 0], B[0, 1]))`, six levels deep
    /// and while there are at most a million nodes.
    pub fn with_names() -> TermDomain {
        TermDomain {
            names: Some(SharedNodes {
                nodes: HashMap::default(),
                nodes_max: 1 << 20,
                depth: 6,
                at: None,
            }),
        }
    }

    /// [`TermDomain::with_names`] where each tree also knows which operation made it first.
    pub fn with_origins() -> TermDomain {
        let mut term = TermDomain::with_names();
        if let Some(names) = &mut term.names {
            names.at = Some(TermOrigin {
                op: OpId(0),
                loops: Vec::new(),
            });
        }
        term
    }

    /// The root of a tree; `None` where names are not kept.
    pub fn node(&self, hash: u128) -> Option<TermNode<'_>> {
        Some(match self.names.as_ref()?.nodes.get(&hash)? {
            TreeNode::Leaf(name) => TermNode::Leaf(name),
            TreeNode::Apply(call, args, origin) => TermNode::Apply {
                call,
                args,
                origin: origin.as_deref(),
            },
        })
    }

    /// The tree down to `depth` levels, deeper ones as `..`; the hash alone if names are not kept.
    pub fn show(&self, hash: u128, depth: usize) -> String {
        let mut text = String::new();
        self.write(&mut text, hash, depth);
        text
    }

    fn write(&self, text: &mut String, hash: u128, depth: usize) {
        const TEXT_MAX: usize = 400;
        match self.names.as_ref().and_then(|names| names.nodes.get(&hash)) {
            Some(TreeNode::Leaf(name)) => text.push_str(name),
            Some(TreeNode::Apply(..)) if depth == 0 || text.len() > TEXT_MAX => text.push_str(".."),
            Some(TreeNode::Apply(call, args, _)) => {
                text.push_str(&call.function.short_name());
                for (n, arg) in args.iter().enumerate() {
                    text.push_str(if n == 0 { "(" } else { ", " });
                    self.write(text, *arg, depth - 1);
                }
                text.push(')');
            }
            None => {
                let _ = write!(text, "#{:012x}", hash >> 80);
            }
        }
    }

    fn name(&mut self, hash: u128, node: impl FnOnce(Option<&TermOrigin>) -> TreeNode) {
        if let Some(names) = &mut self.names
            && names.nodes.len() < names.nodes_max
        {
            let at = names.at.as_ref();
            names.nodes.entry(hash).or_insert_with(|| node(at));
        }
    }
}

/// Starts a hash; `kind` keeps inputs and operations apart.
pub(crate) const fn start(kind: u64) -> u128 {
    end(then(0x243f_6a88_85a3_08d3_1319_8a2e_0370_7344, kind as u128))
}

/// A hash that is a bijection of each of the words.
#[inline(always)]
pub(super) fn hash(start: u128, words: impl Iterator<Item = u128>) -> u128 {
    end(words.fold(start, then))
}

const fn then(state: u128, word: u128) -> u128 {
    mixed(state ^ word, 0x9e37_79b9_7f4a_7c15)
}

const fn end(state: u128) -> u128 {
    mixed(state, 0xd6e8_feb8_6659_fd93)
}

/// A product with a number of 64 bits is made of two: the low half reaches the high one, which is put back.
#[inline(always)]
const fn mixed(state: u128, by: u64) -> u128 {
    let product = state.wrapping_mul(by as u128);
    product ^ (product >> 65)
}

impl TermDomain {
    /// Whether the results of a function are those of [`TermDomain::tree`], whatever the operands.
    pub fn is_tree(&self, call: &ScalarCall) -> bool {
        !call.result.is_integer() && call.function != Function::Select && self.names.is_none()
    }

    /// The tree of a function and its operands, which needs no domain and is never an error.
    #[inline(always)]
    pub fn tree(call: &ScalarCall, args: &[TermValue]) -> TermValue {
        TermValue::tree(call.start, args.iter().map(|arg| arg.0))
    }
}

impl Domain for TermDomain {
    type Data = TermValue;

    fn remembers_origins(&self) -> bool {
        self.names.as_ref().is_some_and(|names| names.at.is_some())
    }

    fn enter(&mut self, op: OpId, loops: &[Iteration]) {
        if let Some(at) = self.names.as_mut().and_then(|names| names.at.as_mut()) {
            at.op = op;
            at.loops.clear();
            at.loops.extend_from_slice(loops);
        }
    }

    fn constant(&mut self, value: Scalar) -> TermValue {
        let literal = TermValue::literal(value);
        self.name(literal.0, |_| TreeNode::Leaf(value.to_string().into()));
        literal
    }

    #[inline]
    fn input(&mut self, input: &InputElement<'_>) -> TermValue {
        let argument = (input.element.len() as u128) << 32 | u128::from(input.argument);
        let argument = TermValue::literal(Scalar::new(input.ty, 0)).0 | argument;
        // Two numbers to a word.
        let element = input.element.chunks(2).map(|pair| match *pair {
            [i, j] => u128::from(i as u64) << 64 | u128::from(j as u64),
            [i] => u128::from(i as u64),
            _ => unreachable!("chunks of two"),
        });
        let tree = TermValue::tree(INPUT, [argument].into_iter().chain(element));
        self.name(tree.0, |_| {
            let element: Vec<String> = input.element.iter().map(i64::to_string).collect();
            let place = if element.is_empty() {
                String::new()
            } else {
                format!("[{}]", element.join(", "))
            };
            TreeNode::Leaf(format!("{}{place}", input.name).into())
        });
        tree
    }

    fn apply(&mut self, call: &ScalarCall, args: &[TermValue]) -> Result<TermValue, Trap> {
        if let Some(result) = fold_integers(call, args.iter().map(|arg| arg.known())) {
            return Ok(self.constant(result?));
        }
        if let (Function::Select, [condition, then, otherwise]) = (call.function, args)
            && let Some(condition) = condition.known()
        {
            return Ok(if condition.is_true() { *then } else { *otherwise });
        }
        let tree = TermDomain::tree(call, args);
        self.name(tree.0, |at| {
            let args = args.iter().map(|arg| arg.0).collect();
            TreeNode::Apply(*call, args, at.cloned().map(Box::new))
        });
        Ok(tree)
    }

    #[inline]
    fn known(&self, data: TermValue) -> Option<Scalar> {
        data.known()
    }

    fn elem(&self, data: TermValue) -> DataElem {
        let text = self
            .names
            .as_ref()
            .map(|names| Rc::from(self.show(data.0, names.depth)));
        DataElem::Abstract { key: data.0, text }
    }

    fn invoke(
        machine: &mut Machine<'_, Self>,
        func: usize,
        args: Vec<RuntimeValue<Self>>,
    ) -> Result<Vec<RuntimeValue<Self>>, Trap> {
        machine.walk(func, args)
    }
}
