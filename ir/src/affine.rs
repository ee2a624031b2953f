//! Affine (and semi-affine) expressions, maps and integer sets, with evaluation and composition.
//!
//! Division and modulus follow MLIR: `floordiv` rounds to minus infinity, `ceildiv` to plus
//! infinity, `mod` is never negative for a positive modulus; all three are undefined for a divisor
//! that is not positive (MLIR, "Affine Dialect", Affine Expressions).

use std::fmt;

/// An expression over dimensions `d0..` and symbols `s0..`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum AffineExpr {
    /// `d<n>`
    Dim(u32),
    /// `s<n>`
    Sym(u32),
    /// A number.
    Const(i64),
    /// Two operands.
    Bin(AffineOp, Box<AffineExpr>, Box<AffineExpr>),
}

/// Binary operators of affine expressions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AffineOp {
    /// `+`
    Add,
    /// `*`
    Mul,
    /// `mod`
    Mod,
    /// `floordiv`
    FloorDiv,
    /// `ceildiv`
    CeilDiv,
}

impl AffineExpr {
    /// `d<n>`
    pub fn dim(n: usize) -> AffineExpr {
        AffineExpr::Dim(n as u32)
    }

    /// `s<n>`
    pub fn sym(n: usize) -> AffineExpr {
        AffineExpr::Sym(n as u32)
    }

    /// `lhs op rhs`, simplified locally: constants folded, neutral elements dropped.
    pub fn bin(op: AffineOp, lhs: AffineExpr, rhs: AffineExpr) -> AffineExpr {
        use AffineExpr::Const;
        use AffineOp::*;
        match (op, &lhs, &rhs) {
            (_, Const(x), Const(y)) => match eval_op(op, *x, *y) {
                Some(value) => Const(value),
                None => AffineExpr::Bin(op, Box::new(lhs), Box::new(rhs)),
            },
            (Add, Const(0), _) => rhs,
            (Add, _, Const(0)) => lhs,
            (Mul, Const(1), _) => rhs,
            (Mul | FloorDiv | CeilDiv, _, Const(1)) => lhs,
            (Mul, Const(0), _) | (Mul, _, Const(0)) => Const(0),
            (Mod, _, Const(1)) => Const(0),
            // Constants to the right, as MLIR prints them.
            (Add | Mul, Const(_), _) => AffineExpr::bin(op, rhs, lhs),
            (Add, AffineExpr::Bin(Add, inner, c), Const(k)) => match (c.as_ref(), k) {
                (Const(c), k) if c.checked_add(*k).is_some() => AffineExpr::bin(Add, (**inner).clone(), Const(c + k)),
                _ => AffineExpr::Bin(op, Box::new(lhs), Box::new(rhs)),
            },
            (Mul, AffineExpr::Bin(Mul, inner, c), Const(k)) => match (c.as_ref(), k) {
                (Const(c), k) if c.checked_mul(*k).is_some() => AffineExpr::bin(Mul, (**inner).clone(), Const(c * k)),
                _ => AffineExpr::Bin(op, Box::new(lhs), Box::new(rhs)),
            },
            _ => AffineExpr::Bin(op, Box::new(lhs), Box::new(rhs)),
        }
    }

    /// `-self`
    pub fn negated(self) -> AffineExpr {
        self * AffineExpr::Const(-1)
    }

    /// `self mod modulus`
    pub fn modulo(self, modulus: AffineExpr) -> AffineExpr {
        AffineExpr::bin(AffineOp::Mod, self, modulus)
    }

    /// `self floordiv divisor`
    pub fn floor_div(self, divisor: AffineExpr) -> AffineExpr {
        AffineExpr::bin(AffineOp::FloorDiv, self, divisor)
    }

    /// `self ceildiv divisor`
    pub fn ceil_div(self, divisor: AffineExpr) -> AffineExpr {
        AffineExpr::bin(AffineOp::CeilDiv, self, divisor)
    }

    /// The value at `dims` and `syms`; `None` on overflow, a divisor that is not positive, or a
    /// missing operand.
    pub fn eval(&self, dims: &[i64], syms: &[i64]) -> Option<i64> {
        match self {
            AffineExpr::Dim(n) => dims.get(*n as usize).copied(),
            AffineExpr::Sym(n) => syms.get(*n as usize).copied(),
            AffineExpr::Const(value) => Some(*value),
            AffineExpr::Bin(op, lhs, rhs) => eval_op(*op, lhs.eval(dims, syms)?, rhs.eval(dims, syms)?),
        }
    }

    /// Replaces `d<n>` by `dims[n]` and `s<n>` by `syms[n]`.
    ///
    /// # Panics
    /// If the expression uses a dimension or symbol that has no replacement.
    pub fn substitute(&self, dims: &[AffineExpr], syms: &[AffineExpr]) -> AffineExpr {
        match self {
            AffineExpr::Dim(n) => dims[*n as usize].clone(),
            AffineExpr::Sym(n) => syms[*n as usize].clone(),
            AffineExpr::Const(value) => AffineExpr::Const(*value),
            AffineExpr::Bin(op, lhs, rhs) => {
                AffineExpr::bin(*op, lhs.substitute(dims, syms), rhs.substitute(dims, syms))
            }
        }
    }

    /// Calls `visit` on every leaf.
    pub fn for_each_leaf(&self, visit: &mut impl FnMut(&AffineExpr)) {
        match self {
            AffineExpr::Bin(_, lhs, rhs) => {
                lhs.for_each_leaf(visit);
                rhs.for_each_leaf(visit);
            }
            leaf => visit(leaf),
        }
    }

    /// True if no dimension occurs.
    pub fn is_symbolic_or_constant(&self) -> bool {
        let mut ok = true;
        self.for_each_leaf(&mut |leaf| ok &= !matches!(leaf, AffineExpr::Dim(_)));
        ok
    }

    /// True if products have a constant side and divisors and moduli are positive constants;
    /// otherwise the expression is semi-affine or not affine at all.
    pub fn is_pure_affine(&self) -> bool {
        match self {
            AffineExpr::Bin(op, lhs, rhs) => {
                let sides = lhs.is_pure_affine() && rhs.is_pure_affine();
                let constant = |e: &AffineExpr| matches!(e, AffineExpr::Const(_));
                sides
                    && match op {
                        AffineOp::Add => true,
                        AffineOp::Mul => constant(lhs) || constant(rhs),
                        AffineOp::Mod | AffineOp::FloorDiv | AffineOp::CeilDiv => {
                            matches!(**rhs, AffineExpr::Const(c) if c > 0)
                        }
                    }
            }
            _ => true,
        }
    }
}

fn eval_op(op: AffineOp, lhs: i64, rhs: i64) -> Option<i64> {
    match op {
        AffineOp::Add => lhs.checked_add(rhs),
        AffineOp::Mul => lhs.checked_mul(rhs),
        AffineOp::Mod if rhs > 0 => Some(lhs.rem_euclid(rhs)),
        AffineOp::FloorDiv if rhs > 0 => Some(lhs.div_euclid(rhs)),
        AffineOp::CeilDiv if rhs > 0 => Some(lhs.checked_neg()?.div_euclid(rhs).checked_neg()?),
        _ => None,
    }
}

impl std::ops::Add for AffineExpr {
    type Output = AffineExpr;
    fn add(self, rhs: AffineExpr) -> AffineExpr {
        AffineExpr::bin(AffineOp::Add, self, rhs)
    }
}

impl std::ops::Sub for AffineExpr {
    type Output = AffineExpr;
    fn sub(self, rhs: AffineExpr) -> AffineExpr {
        AffineExpr::bin(AffineOp::Add, self, rhs.negated())
    }
}

impl std::ops::Mul for AffineExpr {
    type Output = AffineExpr;
    fn mul(self, rhs: AffineExpr) -> AffineExpr {
        AffineExpr::bin(AffineOp::Mul, self, rhs)
    }
}

impl From<i64> for AffineExpr {
    fn from(value: i64) -> AffineExpr {
        AffineExpr::Const(value)
    }
}

/// `(d0, ..)[s0, ..] -> (e0, ..)`
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct AffineMap {
    /// Number of dimensions.
    pub dims: usize,
    /// Number of symbols.
    pub syms: usize,
    /// Results.
    pub results: Vec<AffineExpr>,
}

impl AffineMap {
    /// `(d0, ..)[s0, ..] -> (results)`
    pub fn new(dims: usize, syms: usize, results: Vec<AffineExpr>) -> AffineMap {
        AffineMap { dims, syms, results }
    }

    /// `(d0, .., dn) -> (d0, .., dn)`
    pub fn identity(dims: usize) -> AffineMap {
        AffineMap::new(dims, 0, (0..dims).map(AffineExpr::dim).collect())
    }

    /// `() -> (value)`
    pub fn constant(value: i64) -> AffineMap {
        AffineMap::new(0, 0, vec![AffineExpr::Const(value)])
    }

    /// All results at `dims` and `syms`; `None` as for [`AffineExpr::eval`].
    pub fn eval(&self, dims: &[i64], syms: &[i64]) -> Option<Vec<i64>> {
        self.results.iter().map(|result| result.eval(dims, syms)).collect()
    }

    /// `self after inner`: the results of `inner` become the dimensions of `self`; symbols are
    /// those of `self`, then those of `inner`.
    ///
    /// # Panics
    /// If `inner` has not as many results as `self` has dimensions.
    pub fn compose(&self, inner: &AffineMap) -> AffineMap {
        assert_eq!(self.dims, inner.results.len(), "composed maps must agree in rank");
        let inner_dims: Vec<_> = (0..inner.dims).map(AffineExpr::dim).collect();
        let inner_syms: Vec<_> = (0..inner.syms).map(|n| AffineExpr::sym(self.syms + n)).collect();
        let dims: Vec<_> = inner
            .results
            .iter()
            .map(|r| r.substitute(&inner_dims, &inner_syms))
            .collect();
        let syms: Vec<_> = (0..self.syms).map(AffineExpr::sym).collect();
        AffineMap {
            dims: inner.dims,
            syms: self.syms + inner.syms,
            results: self.results.iter().map(|r| r.substitute(&dims, &syms)).collect(),
        }
    }

    /// Results are a permutation of the dimensions.
    pub fn is_permutation(&self) -> bool {
        let mut seen = vec![false; self.dims];
        self.results.len() == self.dims
            && self.results.iter().all(|result| match result {
                AffineExpr::Dim(n) => !std::mem::replace(&mut seen[*n as usize], true),
                _ => false,
            })
    }
}

/// `(d0, ..)[s0, ..] : (e0 == 0, e1 >= 0, ..)`
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct IntegerSet {
    /// Number of dimensions.
    pub dims: usize,
    /// Number of symbols.
    pub syms: usize,
    /// Constraints: the expression, and whether it is `== 0` (else `>= 0`).
    pub constraints: Vec<(AffineExpr, bool)>,
}

impl IntegerSet {
    /// Whether the point is in the set; `None` as for [`AffineExpr::eval`].
    pub fn contains(&self, dims: &[i64], syms: &[i64]) -> Option<bool> {
        let mut inside = true;
        for (expr, equality) in &self.constraints {
            let value = expr.eval(dims, syms)?;
            inside &= if *equality { value == 0 } else { value >= 0 };
        }
        Some(inside)
    }
}

impl fmt::Display for AffineExpr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, &|leaf, f| match leaf {
            AffineExpr::Dim(n) => write!(f, "d{n}"),
            AffineExpr::Sym(n) => write!(f, "s{n}"),
            other => write!(f, "{other}"),
        })
    }
}

/// How to print a dimension or symbol.
pub type LeafPrinter<'a> = &'a dyn Fn(&AffineExpr, &mut fmt::Formatter<'_>) -> fmt::Result;

impl AffineExpr {
    /// Prints with dimensions and symbols named by `leaf`: `%i - 1`, `s0 * 2`.
    pub fn write(&self, f: &mut fmt::Formatter<'_>, leaf: LeafPrinter<'_>) -> fmt::Result {
        match self {
            AffineExpr::Const(value) => write!(f, "{value}"),
            AffineExpr::Bin(AffineOp::Add, lhs, rhs) => {
                lhs.write(f, leaf)?;
                match &**rhs {
                    AffineExpr::Const(c) if *c < 0 && *c != i64::MIN => write!(f, " - {}", -c),
                    AffineExpr::Bin(AffineOp::Mul, x, c) if matches!(**c, AffineExpr::Const(-1)) => {
                        f.write_str(" - ")?;
                        x.write_tight(f, leaf)
                    }
                    AffineExpr::Bin(AffineOp::Mul, x, c) => match **c {
                        AffineExpr::Const(c) if c < 0 && c != i64::MIN => {
                            f.write_str(" - ")?;
                            x.write_tight(f, leaf)?;
                            write!(f, " * {}", -c)
                        }
                        _ => {
                            f.write_str(" + ")?;
                            rhs.write(f, leaf)
                        }
                    },
                    AffineExpr::Bin(AffineOp::Add, ..) => {
                        f.write_str(" + (")?;
                        rhs.write(f, leaf)?;
                        f.write_str(")")
                    }
                    _ => {
                        f.write_str(" + ")?;
                        rhs.write(f, leaf)
                    }
                }
            }
            AffineExpr::Bin(AffineOp::Mul, x, c) if matches!(**c, AffineExpr::Const(-1)) => {
                f.write_str("-")?;
                x.write_tight(f, leaf)
            }
            AffineExpr::Bin(op, lhs, rhs) => {
                lhs.write_tight(f, leaf)?;
                f.write_str(match op {
                    AffineOp::Add => " + ",
                    AffineOp::Mul => " * ",
                    AffineOp::Mod => " mod ",
                    AffineOp::FloorDiv => " floordiv ",
                    AffineOp::CeilDiv => " ceildiv ",
                })?;
                rhs.write_tight(f, leaf)
            }
            other => leaf(other, f),
        }
    }

    fn write_tight(&self, f: &mut fmt::Formatter<'_>, leaf: LeafPrinter<'_>) -> fmt::Result {
        if matches!(self, AffineExpr::Bin(..)) {
            f.write_str("(")?;
            self.write(f, leaf)?;
            f.write_str(")")
        } else {
            self.write(f, leaf)
        }
    }
}

fn write_spaces(f: &mut fmt::Formatter<'_>, dims: usize, syms: usize) -> fmt::Result {
    let list = |prefix: char, n: usize| (0..n).map(|i| format!("{prefix}{i}")).collect::<Vec<_>>().join(", ");
    write!(f, "({})", list('d', dims))?;
    if syms > 0 {
        write!(f, "[{}]", list('s', syms))?;
    }
    Ok(())
}

impl fmt::Display for AffineMap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_spaces(f, self.dims, self.syms)?;
        f.write_str(" -> (")?;
        for (n, result) in self.results.iter().enumerate() {
            write!(f, "{}{result}", if n > 0 { ", " } else { "" })?;
        }
        f.write_str(")")
    }
}

impl fmt::Display for IntegerSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_spaces(f, self.dims, self.syms)?;
        f.write_str(" : (")?;
        for (n, (expr, equality)) in self.constraints.iter().enumerate() {
            let comma = if n > 0 { ", " } else { "" };
            write!(f, "{comma}{expr} {} 0", if *equality { "==" } else { ">=" })?;
        }
        f.write_str(")")
    }
}
