//! Structural equality of modules: the same operations with the same attributes and types in the
//! same places. Names of values, labels, locations and spans do not count.

use crate::elements;
use crate::parse::affine_binary;
use crate::{
    AffineExpr, AffineMap, Attr, Attrs, BlockId, IntegerSet, Module, OpId, RegionId, Type, ValueId, dense_items,
};
use std::collections::{HashMap, HashSet};

/// Whether two modules are the same; the error says where they first differ.
///
/// Affine expressions are equal if MLIR's local simplification makes them so, `dense<..>` texts if
/// they stand for the same elements, dictionaries in any order.
pub fn same(first: &Module, second: &Module) -> Result<(), String> {
    let mut pairs = Pairs::new(first, second);
    pairs.as_written = true;
    pairs.op(first.top, second.top)?;
    let trimmed = |module: &Module| module.resources.as_deref().map(squeezed);
    if first.resources != second.resources && trimmed(first) != trimmed(second) {
        return Err("resource sections differ".to_owned());
    }
    Ok(())
}

/// Whether two operations that use nothing from outside, such as functions, are the same: constants in blobs by their
/// content, and not at all where that is elided.
///
/// # Errors
/// Says where they first differ.
pub fn same_op(first: &Module, x: OpId, second: &Module, y: OpId) -> Result<(), String> {
    Pairs::new(first, second).op(x, y)
}

/// As [`same_op`], where values from outside correspond only if they are among these pairs; one may be in several.
pub fn same_op_given(first: &Module, x: OpId, second: &Module, y: OpId, outside: &HashSet<(ValueId, ValueId)>) -> bool {
    let mut pairs = Pairs::new(first, second);
    pairs.outside = outside.clone();
    pairs.is_outside = outside.iter().copied().unzip();
    pairs.op(x, y).is_ok()
}

/// Whether two sets of attributes mean the same, blobs by their names.
pub fn same_attrs(x: &Attrs, y: &Attrs) -> bool {
    let nothing = Module::new();
    let mut pairs = Pairs::new(&nothing, &nothing);
    pairs.as_written = true;
    pairs.attrs(x, y).is_ok()
}

/// A text that two operations have in common whose properties and attributes mean the same; blobs by their names.
pub fn attrs_key(properties: &Attrs, attrs: &Attrs) -> String {
    let mut key = String::new();
    for dict in [properties, attrs] {
        for (name, attr) in normal_dict(dict).iter() {
            key += &format!("{name} = {attr}; ");
        }
    }
    key
}

struct Pairs<'m> {
    first: &'m Module,
    second: &'m Module,
    values: HashMap<ValueId, ValueId>,
    back: HashMap<ValueId, ValueId>,
    blocks: HashMap<BlockId, BlockId>,
    /// Values that were there before, in pairs and apart.
    outside: HashSet<(ValueId, ValueId)>,
    is_outside: (HashSet<ValueId>, HashSet<ValueId>),
    /// A blob that nobody can see is the same as another of its name.
    as_written: bool,
}

/// Whether two regions that use nothing from outside are the same.
pub(crate) fn same_region(first: &Module, x: RegionId, second: &Module, y: RegionId) -> bool {
    Pairs::new(first, second).region(x, y, "region").is_ok()
}

impl<'m> Pairs<'m> {
    fn new(first: &'m Module, second: &'m Module) -> Pairs<'m> {
        Pairs {
            first,
            second,
            values: HashMap::new(),
            back: HashMap::new(),
            blocks: HashMap::new(),
            outside: HashSet::new(),
            is_outside: (HashSet::new(), HashSet::new()),
            as_written: false,
        }
    }

    fn value(&mut self, x: ValueId, y: ValueId, place: &str) -> Result<(), String> {
        let known = self.is_outside.0.contains(&x) || self.is_outside.1.contains(&y);
        let differ = match known {
            true => !self.outside.contains(&(x, y)),
            false => self.differ(x, y),
        };
        if differ {
            let (x, y) = (self.first.value_name(x), self.second.value_name(y));
            return Err(format!("{place}: `{x}` does not correspond to `{y}`"));
        }
        let (left, right) = (normal_type(self.first.ty(x)), normal_type(self.second.ty(y)));
        if left != right {
            return Err(format!("{place}: type `{left}` against `{right}`"));
        }
        Ok(())
    }

    /// Whether one of two values corresponds to another one.
    fn differ(&mut self, x: ValueId, y: ValueId) -> bool {
        *self.values.entry(x).or_insert(y) != y || *self.back.entry(y).or_insert(x) != x
    }

    fn values(&mut self, x: &[ValueId], y: &[ValueId], place: &str) -> Result<(), String> {
        if x.len() != y.len() {
            return Err(format!("{place}: {} values against {}", x.len(), y.len()));
        }
        x.iter().zip(y).try_for_each(|(x, y)| self.value(*x, *y, place))
    }

    fn op(&mut self, x: OpId, y: OpId) -> Result<(), String> {
        let (left, right) = (self.first.op(x), self.second.op(y));
        if left.name != right.name {
            return Err(format!("`{}` against `{}`", left.name, right.name));
        }
        let name = &left.name;
        let words = |op: &crate::Op| {
            op.opaque
                .as_deref()
                .map(|text| text.split_whitespace().collect::<Vec<_>>().join(" "))
        };
        if words(left) != words(right) {
            return Err(format!("the texts of `{name}` differ"));
        }
        let operands = |op: &crate::Op| op.operand_values().collect::<Vec<_>>();
        self.values(&operands(left), &operands(right), &format!("operands of `{name}`"))?;
        self.values(&left.results, &right.results, &format!("results of `{name}`"))?;
        self.attrs(&left.properties, &right.properties)
            .map_err(|e| format!("properties of `{name}`: {e}"))?;
        self.attrs(&left.attrs, &right.attrs)
            .map_err(|e| format!("attributes of `{name}`: {e}"))?;
        if left.regions.len() != right.regions.len() {
            return Err(format!(
                "`{name}`: {} regions against {}",
                left.regions.len(),
                right.regions.len()
            ));
        }
        if left.successors.len() != right.successors.len() {
            return Err(format!("`{name}`: the number of successors differs"));
        }
        for (from, to) in left.successors.iter().zip(&right.successors) {
            self.block_pair(from.block, to.block, name)?;
            let args = |s: &crate::Successor| s.args.iter().map(|operand| operand.value).collect::<Vec<_>>();
            self.values(&args(from), &args(to), &format!("branch of `{name}`"))?;
        }
        for (from, to) in left.regions.iter().zip(&right.regions) {
            self.region(*from, *to, name)?;
        }
        Ok(())
    }

    fn region(&mut self, x: RegionId, y: RegionId, name: &str) -> Result<(), String> {
        let (from, to) = (&self.first.region(x).blocks, &self.second.region(y).blocks);
        if from.len() != to.len() {
            return Err(format!("`{name}`: {} blocks against {}", from.len(), to.len()));
        }
        from.iter().zip(to).try_for_each(|(x, y)| self.block(*x, *y, name))
    }

    fn block_pair(&mut self, x: BlockId, y: BlockId, name: &str) -> Result<(), String> {
        if *self.blocks.entry(x).or_insert(y) != y {
            return Err(format!("`{name}`: branches lead to different blocks"));
        }
        Ok(())
    }

    fn block(&mut self, x: BlockId, y: BlockId, name: &str) -> Result<(), String> {
        self.block_pair(x, y, name)?;
        let (left, right) = (self.first.block(x), self.second.block(y));
        self.values(&left.args, &right.args, &format!("block arguments in `{name}`"))?;
        if left.ops.len() != right.ops.len() {
            return Err(format!(
                "a block of `{name}`: {} operations against {}",
                left.ops.len(),
                right.ops.len()
            ));
        }
        left.ops.iter().zip(&right.ops).try_for_each(|(x, y)| self.op(*x, *y))
    }

    fn attrs(&self, x: &Attrs, y: &Attrs) -> Result<(), String> {
        let (left, right) = (normal_dict(x), normal_dict(y));
        for (name, attr) in left.iter() {
            match right.get(name) {
                None => return Err(format!("`{name} = {attr}` is missing in the second")),
                Some(other) if !self.same_attr(attr, other) => {
                    return Err(format!("`{name}`: `{attr}` against `{other}`"));
                }
                Some(_) => {}
            }
        }
        match right.iter().find(|(name, _)| left.get(name).is_none()) {
            Some((name, attr)) => Err(format!("`{name} = {attr}` is missing in the first")),
            None => Ok(()),
        }
    }

    fn same_attr(&self, x: &Attr, y: &Attr) -> bool {
        match (x, y) {
            (Attr::Array(x), Attr::Array(y)) => {
                x.len() == y.len() && x.iter().zip(y).all(|(x, y)| self.same_attr(x, y))
            }
            (Attr::Dict(x), Attr::Dict(y)) => self.attrs(x, y).is_ok(),
            (Attr::Dense { text: a, ty: t }, Attr::Dense { text: b, ty: u }) => {
                t == u
                    && (squeezed(a) == squeezed(b)
                        || matches!((dense_items(x), dense_items(y)), (Some(x), Some(y)) if x == y))
            }
            // The name of a blob says nothing of its elements.
            _ if elements::is_blob(x) || elements::is_blob(y) => {
                match (self.first.long_blob(x), self.second.long_blob(y)) {
                    (Some(x), Some(y)) => return x == y,
                    (Some(_), None) | (None, Some(_)) => return false,
                    (None, None) => {}
                }
                match (self.first.elements(x), self.second.elements(y)) {
                    (Some(x), Some(y)) => self.same_attr(&x, &y),
                    _ => self.as_written && x == y,
                }
            }
            (Attr::Opaque(x), Attr::Opaque(y)) => squeezed(x) == squeezed(y),
            _ => x == y,
        }
    }
}

/// A text without the spaces that are in no string and between no two words.
fn squeezed(text: &str) -> String {
    let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
    let (mut quoted, mut escaped, mut spaced) = (false, false, false);
    let mut squeezed = String::with_capacity(text.len());
    for letter in text.chars() {
        if letter.is_whitespace() && !quoted {
            spaced = true;
            continue;
        }
        if spaced && is_word(letter) && squeezed.chars().next_back().is_some_and(is_word) {
            squeezed.push(' ');
        }
        (spaced, quoted) = (false, quoted != (letter == '"' && !escaped));
        escaped = quoted && letter == '\\' && !escaped;
        squeezed.push(letter);
    }
    squeezed
}

fn normal_dict(attrs: &Attrs) -> Attrs {
    let mut result = Attrs(
        attrs
            .iter()
            .map(|(name, attr)| (name.to_owned(), normal_attr(attr)))
            .collect(),
    );
    result.0.sort_by(|x, y| x.0.cmp(&y.0));
    result
}

fn normal_attr(attr: &Attr) -> Attr {
    match attr {
        Attr::AffineMap(map) => Attr::AffineMap(normal_map(map)),
        Attr::IntegerSet(set) => Attr::IntegerSet(IntegerSet {
            constraints: set
                .constraints
                .iter()
                .map(|(expr, eq)| (normal_expr(expr), *eq))
                .collect(),
            ..*set
        }),
        Attr::Array(items) => Attr::Array(items.iter().map(normal_attr).collect()),
        Attr::Dict(attrs) => Attr::Dict(normal_dict(attrs)),
        Attr::Type(ty) => Attr::Type(normal_type(ty)),
        other => other.clone(),
    }
}

fn normal_map(map: &AffineMap) -> AffineMap {
    AffineMap::new(map.dims, map.syms, map.results.iter().map(normal_expr).collect())
}

fn normal_expr(expr: &AffineExpr) -> AffineExpr {
    match expr {
        AffineExpr::Bin(op, lhs, rhs) => affine_binary(*op, normal_expr(lhs), normal_expr(rhs)),
        leaf => leaf.clone(),
    }
}

fn normal_type(ty: &Type) -> Type {
    let all = |types: &[Type]| types.iter().map(normal_type).collect();
    match ty {
        Type::MemRef {
            shape,
            elem,
            layout,
            space,
        } => Type::MemRef {
            shape: shape.clone(),
            elem: elem.clone(),
            layout: layout.as_deref().map(|attr| Box::new(normal_attr(attr))),
            space: space.clone(),
        },
        Type::Function { inputs, results } => Type::Function {
            inputs: all(inputs),
            results: all(results),
        },
        Type::Tuple(types) => Type::Tuple(all(types)),
        other => other.clone(),
    }
}
