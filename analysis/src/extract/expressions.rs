//! Integers that no affine function is, but that do not change during a run: each product of what they are made of
//! is a parameter, which has its [`ModularFormula`] beside it.

use super::index::Extent;
use super::widths::width;
use super::{Extractor, Fallible, LoopFrame, unsupported};
use crate::formula::{FormulaAtom, FormulaFunction, ModularFormula};
use crate::scop::{Demand, Param, ParamOrigin, Scop};
use polyvet_ir::{AffineExpr, AffineMap, AffineOp, Def, Flags, OpId, Span, Type, ValueId};
use polyvet_poly::{PwAff, Set, Val};

/// How many operations a value may be computed by.
const DEPTH_MAX: usize = 32;

impl Extractor<'_> {
    /// The formula of an integer that the arguments decide alone.
    pub(super) fn formula(&mut self, value: ValueId, depth: usize) -> Option<ModularFormula> {
        if let Some(known) = self.numbers.formulas.get(&value) {
            return known.clone();
        }
        let found = match depth <= DEPTH_MAX {
            true => self.new_formula(value, depth),
            false => None,
        };
        self.numbers.formulas.insert(value, found.clone());
        found
    }

    fn new_formula(&mut self, value: ValueId, depth: usize) -> Option<ModularFormula> {
        let bits = width(self.module.ty(value))?;
        if let Some(number) = self.facts.constant(value) {
            return Some(ModularFormula::constant(number, bits));
        }
        let op = match self.module.value(value).def {
            Def::Arg { block, index } if block == self.facts.entry => {
                return Some(ModularFormula::atom(FormulaAtom::Argument(index, bits), bits));
            }
            Def::Arg { .. } => return None,
            Def::Result { op, .. } => op,
        };
        let data = self.module.op(op);
        // The value would be poison where a flag is broken. Signed overflow is excluded for all index arithmetic.
        let flags = Flags::of(&data.properties);
        if flags != Flags::NONE && !(flags == Flags::NSW && *self.module.ty(value) == Type::Index) {
            return None;
        }
        // What the second program promises, the first one need not keep.
        self.draft.overflows |= self.request.is_second && flags != Flags::NONE;
        let name = data.name.as_str();
        match name {
            "affine.apply" | "affine.min" | "affine.max" => {
                let (map, operands) = self.facts.map_of(op, "map", 0).ok()?;
                let results = map.results.iter();
                let all = results.map(|result| self.formula_of(result, &map, &operands, depth));
                let mut all = all.collect::<Option<Vec<_>>>()?;
                match name {
                    "affine.min" => ModularFormula::made(FormulaFunction::Min, all, 64),
                    "affine.max" => ModularFormula::made(FormulaFunction::Max, all, 64),
                    _ => all.pop(),
                }
            }
            "memref.dim" | "tensor.dim" => {
                let dim = usize::try_from(self.facts.constant(data.operand(1))?).ok()?;
                self.extent_formula(data.operand(0), dim, data.span, depth)
            }
            _ => self.computed_formula(op, bits, depth),
        }
    }

    /// The formula of what an operation of arithmetic computes.
    fn computed_formula(&mut self, op: OpId, bits: u32, depth: usize) -> Option<ModularFormula> {
        let data = self.module.op(op);
        let (dialect, name) = data.name.as_str().split_once('.')?;
        if !matches!(dialect, "arith" | "index") || data.operands.is_empty() || data.operands.len() > 2 {
            return None;
        }
        let all = { data.operand_values() }.map(|operand| self.formula(operand, depth + 1));
        let all = all.collect::<Option<Vec<_>>>()?;
        let made = |function| ModularFormula::made(function, all.clone(), bits);
        // What is left over of a quotient.
        let rest = |function| {
            let quotient = ModularFormula::made(function, all.clone(), bits)?;
            all[0].clone().plus(&quotient.times(&all[1])?, -1)
        };
        if let [one] = &all[..] {
            return match name {
                "index_cast" | "casts" | "extsi" | "trunci" if one.bits >= bits => Some(one.cut(bits)),
                "index_cast" | "casts" | "extsi" => one.extended(bits, true),
                "index_castui" | "castu" if one.bits >= bits => Some(one.cut(bits)),
                "index_castui" | "castu" | "extui" => one.extended(bits, false),
                _ => None,
            };
        }
        match name {
            "addi" | "add" => all[0].clone().plus(&all[1], 1),
            "subi" | "sub" => all[0].clone().plus(&all[1], -1),
            "muli" | "mul" => all[0].times(&all[1]),
            "floordivsi" | "floordivs" => made(FormulaFunction::FloorDiv),
            "ceildivsi" | "ceildivs" => made(FormulaFunction::CeilDiv),
            "divsi" | "divs" => made(FormulaFunction::Div),
            "divui" | "divu" => made(FormulaFunction::DivUnsigned),
            "remsi" | "rems" => rest(FormulaFunction::Div),
            "remui" | "remu" => rest(FormulaFunction::DivUnsigned),
            "minsi" | "mins" => made(FormulaFunction::Min),
            "maxsi" | "maxs" => made(FormulaFunction::Max),
            _ => None,
        }
    }

    fn extent_formula(&mut self, value: ValueId, dim: usize, span: Span, depth: usize) -> Option<ModularFormula> {
        match self.extent(value, dim, span).ok()? {
            Extent::Const(size) => Some(ModularFormula::constant(size, 64)),
            Extent::Value(size) => self.formula(size, depth + 1),
            Extent::Param(param) => match self.numbers.params[param].origin {
                ParamOrigin::Extent { value, dim } => {
                    let at = self.facts.argument(value)?;
                    Some(ModularFormula::atom(FormulaAtom::Extent(at, dim), 64))
                }
                _ => None,
            },
            Extent::Padded(..) | Extent::Collapsed(..) | Extent::Joined(..) => None,
        }
    }

    /// The formula of an expression at `operands`.
    pub(super) fn formula_of(
        &mut self,
        expr: &AffineExpr,
        map: &AffineMap,
        operands: &[ValueId],
        depth: usize,
    ) -> Option<ModularFormula> {
        let (op, lhs, rhs) = match expr {
            AffineExpr::Dim(at) => return self.formula(*operands.get(*at as usize)?, depth + 1),
            AffineExpr::Sym(at) => return self.formula(*operands.get(map.dims + *at as usize)?, depth + 1),
            AffineExpr::Const(number) => return Some(ModularFormula::constant(*number, 64)),
            AffineExpr::Bin(op, lhs, rhs) => (*op, lhs, rhs),
        };
        if depth > DEPTH_MAX {
            return None;
        }
        let x = self.formula_of(lhs, map, operands, depth + 1)?;
        let y = self.formula_of(rhs, map, operands, depth + 1)?;
        match op {
            AffineOp::Add => x.plus(&y, 1),
            AffineOp::Mul => {
                // Maps do not overflow; where the first program computes the same in another way, that is an assumption.
                let fits = match (x.as_constant(), y.as_constant()) {
                    (Some(x), Some(y)) => x.checked_mul(y).is_some(),
                    (known, other) => known.or(other).is_some(),
                };
                self.draft.overflows |= self.request.is_second && !fits;
                x.times(&y)
            }
            AffineOp::FloorDiv => ModularFormula::made(FormulaFunction::FloorDiv, vec![x, y], 64),
            AffineOp::CeilDiv => ModularFormula::made(FormulaFunction::CeilDiv, vec![x, y], 64),
            AffineOp::Mod => {
                let quotient = ModularFormula::made(FormulaFunction::FloorDiv, vec![x.clone(), y.clone()], 64)?;
                x.plus(&quotient.times(&y)?, -1)
            }
        }
    }

    /// An integer that no affine function is, as one of parameters: `None` if it may change during a run.
    pub(super) fn unchanging(&mut self, value: ValueId, frame: &LoopFrame) -> Fallible<Option<PwAff>> {
        let (Some(formula), Some(op)) = (self.formula(value, 0), self.module.defining_op(value)) else {
            return Ok(None);
        };
        let Some(sum) = self.value_of(&formula, frame)? else {
            return Ok(None);
        };
        // Code that is generated finds it there.
        let made = |param: &&mut Param| param.formula.as_ref() == Some(&formula);
        if self.module.op(op).parent == Some(self.facts.entry)
            && let Some(param) = self.numbers.params.iter_mut().find(made)
            && param.origin == ParamOrigin::Formula
        {
            param.origin = ParamOrigin::Value(value);
        }
        self.computed(op, sum, frame).map(Some)
    }

    /// The sum of the terms of a formula, each a parameter: where it leaves the width of the formula, its low bits count.
    fn value_of(&mut self, formula: &ModularFormula, frame: &LoopFrame) -> Fallible<Option<PwAff>> {
        let mut sum = self.number(frame, 0)?;
        for (factors, coefficient) in &formula.terms {
            let term = match &factors[..] {
                [] => self.number(frame, 1)?,
                factors => match self.product_of(factors, formula.bits, frame)? {
                    Some(product) => product,
                    None => return Ok(None),
                },
            };
            sum = sum.add(term.scale_val(Val::from_i64(&self.ctx, *coefficient)?)?)?;
        }
        Ok(Some(sum))
    }

    /// What a product of factors is, cut to so many bits.
    fn product_of(&mut self, factors: &[FormulaAtom], bits: u32, frame: &LoopFrame) -> Fallible<Option<PwAff>> {
        if let [factor] = factors {
            if let Some(value) = self.atom_value(factor, frame)? {
                return self.cut(value, bits, frame).map(Some);
            }
            return self.formula_param(factors, bits, frame).map(Some);
        }
        // What is known of the factors tells something of the product.
        let mut product = self.number(frame, 1)?;
        let mut varies = 0;
        for factor in factors {
            let Some(value) = self.product_of(std::slice::from_ref(factor), 64, frame)? else {
                return Ok(None);
            };
            match value.is_cst()? {
                true => product = product.mul(value)?,
                false if varies == 0 => {
                    product = value.mul(product)?;
                    varies = 1;
                }
                false => varies += 1,
            }
        }
        match varies {
            0 | 1 => self.cut(product, bits, frame).map(Some),
            _ => self.formula_param(factors, bits, frame).map(Some),
        }
    }

    /// A factor, if it is a function of other parameters.
    fn atom_value(&mut self, factor: &FormulaAtom, frame: &LoopFrame) -> Fallible<Option<PwAff>> {
        let value = |at: usize, this: &Self| this.module.block(this.facts.entry).args[at];
        let (function, of) = match factor {
            FormulaAtom::Argument(at, _) => {
                let value = value(*at, self);
                return self.index(value, frame).map(Some);
            }
            FormulaAtom::Extent(at, dim) => {
                let value = value(*at, self);
                let span = self.module.value(value).span;
                return self.extent(value, *dim, span)?.on(self, frame).map(Some);
            }
            FormulaAtom::Made(function, of) => (*function, of),
        };
        let mut values = Vec::with_capacity(of.len());
        for one in of {
            match self.value_of(one, frame)? {
                Some(value) => {
                    // The model's sum has all its bits.
                    self.draft.overflows |= one.bits == 64 && !one.is_short();
                    values.push(self.cut(value, one.bits, frame)?);
                }
                None => return Ok(None),
            }
        }
        let bits = of.first().map_or(64, |one| one.bits);
        Ok(match (function, &values[..]) {
            (FormulaFunction::Min | FormulaFunction::Max, [_, ..]) => {
                Some(self.facts.extreme(values, function == FormulaFunction::Max)?)
            }
            (FormulaFunction::Extend, [value]) => Some(value.clone()),
            (FormulaFunction::ExtendUnsigned, [value]) => Some(self.unsigned(value.clone(), bits, frame)?),
            _ => None,
        })
    }

    /// The low bits of a number. One of 64 bits is an index: it does not overflow, or that is assumed.
    fn cut(&self, value: PwAff, bits: u32, frame: &LoopFrame) -> Fallible<PwAff> {
        match bits {
            64.. => Ok(value),
            _ => self.wrapped(value, bits, frame),
        }
    }

    /// The parameter that a product of factors is.
    fn formula_param(&mut self, factors: &[FormulaAtom], bits: u32, frame: &LoopFrame) -> Fallible<PwAff> {
        let formula = ModularFormula::product(factors.to_vec(), bits);
        let known = |param: &Param| param.formula.as_ref() == Some(&formula);
        if let Some(param) = self.numbers.params.iter().position(known) {
            return self.param(frame, param);
        }
        // A run tells its value from those of these.
        let mut leaves = Vec::new();
        formula.each_leaf(&mut |leaf| leaves.push(leaf.clone()));
        for leaf in leaves {
            self.atom_value(&leaf, frame)?;
        }
        let label = formula.show(&|atom| self.leaf_label(atom));
        let (name, label) = match self.naming.like.formulas.get(&formula) {
            Some(known) => known.clone(),
            None => (self.naming.names.unique(&label.replace([' ', '(', ')'], "")), label),
        };
        let param = self.new_param(Param {
            name,
            label,
            origin: ParamOrigin::Formula,
            formula: Some(formula),
        })?;
        if bits < 64 {
            self.note_width(param, bits)?;
        }
        self.param(frame, param)
    }

    /// What people call an argument or extent.
    fn leaf_label(&self, atom: &FormulaAtom) -> String {
        let (FormulaAtom::Argument(at, _) | FormulaAtom::Extent(at, _)) = atom else {
            return String::new();
        };
        let value = self.module.block(self.facts.entry).args[*at];
        let name = self.module.value_name(value).trim_start_matches('%').to_owned();
        match atom {
            FormulaAtom::Extent(_, dim) => match self.numbers.extent_param_of.get(&(value, *dim)) {
                Some(param) => self.numbers.params[*param].label.clone(),
                None => format!("{name}.{dim}"),
            },
            _ => name,
        }
    }

    /// `map`, in which products and quotients that do not change during a run are symbols of their own.
    pub(super) fn with_products(
        &mut self,
        (map, operands): (&AffineMap, &[ValueId]),
        mut values: Vec<PwAff>,
        frame: &LoopFrame,
        span: Span,
    ) -> Fallible<(AffineMap, Vec<PwAff>)> {
        let results = { map.results.iter() }
            .map(|result| self.without_products(result, (map, operands), &mut values, frame, span))
            .collect::<Fallible<Vec<_>>>()?;
        let all = AffineMap {
            syms: values.len() - map.dims,
            results,
            ..map.clone()
        };
        Ok((all, values))
    }

    /// `expr`, in which products and quotients that do not change are symbols. Their values are added to `values`.
    fn without_products(
        &mut self,
        expr: &AffineExpr,
        (map, operands): (&AffineMap, &[ValueId]),
        values: &mut Vec<PwAff>,
        frame: &LoopFrame,
        span: Span,
    ) -> Fallible<AffineExpr> {
        let AffineExpr::Bin(op, lhs, rhs) = expr else {
            return Ok(expr.clone());
        };
        if *op == AffineOp::Add || expr.is_pure_affine() {
            let lhs = self.without_products(lhs, (map, operands), values, frame, span)?;
            let rhs = self.without_products(rhs, (map, operands), values, frame, span)?;
            return Ok(AffineExpr::Bin(*op, Box::new(lhs), Box::new(rhs)));
        }
        let Some(value) = self.symbol_of(expr, (map, operands), frame, span)? else {
            let lhs = self.without_products(lhs, (map, operands), values, frame, span)?;
            let rhs = self.without_products(rhs, (map, operands), values, frame, span)?;
            return Ok(AffineExpr::Bin(*op, Box::new(lhs), Box::new(rhs)));
        };
        values.push(value);
        Ok(AffineExpr::sym(values.len() - 1 - map.dims))
    }

    /// The value of a product or quotient that does not change.
    fn symbol_of(
        &mut self,
        expr: &AffineExpr,
        (map, operands): (&AffineMap, &[ValueId]),
        frame: &LoopFrame,
        span: Span,
    ) -> Fallible<Option<PwAff>> {
        let Some(formula) = self.formula_of(expr, map, operands, 0) else {
            return Ok(None);
        };
        match self.divides(expr, (map, operands), frame, span)? {
            true => self.value_of(&formula, frame),
            false => Ok(None),
        }
    }

    /// Notes where an expression divides by what is not positive; `false` if that is not known of all divisors.
    pub(super) fn divides(
        &mut self,
        expr: &AffineExpr,
        (map, operands): (&AffineMap, &[ValueId]),
        frame: &LoopFrame,
        span: Span,
    ) -> Fallible<bool> {
        let mut pending = vec![expr];
        while let Some(expr) = pending.pop() {
            let AffineExpr::Bin(op, lhs, rhs) = expr else { continue };
            pending.extend([&**lhs, &**rhs]);
            if matches!(op, AffineOp::Add | AffineOp::Mul) {
                continue;
            }
            let divisor = self.formula_of(rhs, map, operands, 0);
            let divisor = divisor.map(|divisor| self.value_of(&divisor, frame)).transpose()?;
            let Some(divisor) = divisor.flatten() else {
                return Ok(false);
            };
            let broken = divisor
                .le_set(self.number(frame, 0)?)?
                .intersect(frame.domain.clone())?;
            self.undivided(span, broken, frame)?;
        }
        Ok(true)
    }

    /// Notes that a map divides by what is not positive in these iterations.
    fn undivided(&mut self, span: Span, broken: Set, frame: &LoopFrame) -> Fallible<()> {
        if broken.is_empty()? {
            return Ok(());
        }
        match frame.exact {
            true => self.never_at(Demand::Divisor, span, broken.reset_tuple_id()?),
            false => Err(unsupported(
                "semi-affine",
                "a quotient of two symbols, of which the divisor may not be positive",
                span,
            )),
        }
    }
}

impl Scop {
    /// Notes what is known of products, once it is known what the user assumes.
    pub(super) fn note_formulas(&mut self) -> Fallible<()> {
        for at in 0..self.params.len() {
            let Some(facts) = self.facts(at)? else { continue };
            let names: Vec<&str> = self.params.iter().map(|param| param.name.as_str()).collect();
            let facts = Set::parse(&self.ctx, &format!("[{}] -> {{ : {facts} }}", names.join(", ")))?;
            self.context = facts.intersect(self.context.clone())?;
            // As long as it does not overflow.
            let formula = self.params[at].formula.as_ref();
            self.overflows |= formula.is_some_and(|formula| !formula.fits());
        }
        Ok(())
    }

    /// That a product of numbers that are not negative is none either, and none of them greater if they are positive.
    fn facts(&self, at: usize) -> Fallible<Option<String>> {
        let Param { name, formula, .. } = &self.params[at];
        let Some(formula) = formula.as_ref().filter(|formula| formula.bits == 64) else {
            return Ok(None);
        };
        let Some(factors) = formula.as_product().filter(|factors| factors.len() > 1) else {
            return Ok(None);
        };
        let factors: Option<Vec<&str>> = factors.iter().map(|factor| self.name_of(factor)).collect();
        let Some(factors) = factors else { return Ok(None) };
        let names: Vec<&str> = self.params.iter().map(|param| param.name.as_str()).collect();
        let list = names.join(", ");
        let all_from = |least: i64| -> Fallible<bool> {
            let all: Vec<String> = factors.iter().map(|factor| format!("{factor} >= {least}")).collect();
            let all = Set::parse(&self.ctx, &format!("[{list}] -> {{ : {} }}", all.join(" and ")))?;
            Ok(self.context.is_subset(&all)?)
        };
        if all_from(1)? {
            let none_greater: Vec<String> = factors.iter().map(|factor| format!("{name} >= {factor}")).collect();
            return Ok(Some(none_greater.join(" and ")));
        }
        Ok(all_from(0)?.then(|| format!("{name} >= 0")))
    }

    /// The parameter that a factor is.
    fn name_of(&self, factor: &FormulaAtom) -> Option<&str> {
        let one = ModularFormula::atom(factor.clone(), 64);
        let is_argument = |value: ValueId, at: usize| self.args.get(at) == Some(&value);
        let is_it = |param: &&Param| match (factor, param.origin) {
            _ if param.formula.is_some() => param.formula.as_ref() == Some(&one),
            (FormulaAtom::Argument(at, _), ParamOrigin::Value(value)) => is_argument(value, *at),
            (FormulaAtom::Extent(at, dim), ParamOrigin::Extent { value, dim: of }) => {
                is_argument(value, *at) && of == *dim
            }
            _ => false,
        };
        self.params.iter().find(is_it).map(|param| param.name.as_str())
    }
}

/// Whether `map` has a product or quotient of two operands.
pub(super) fn is_semi_affine(map: &AffineMap) -> bool {
    !map.results.iter().all(AffineExpr::is_pure_affine)
}

/// Whether an expression divides, which may be undefined.
pub(super) fn has_quotient(expr: &AffineExpr) -> bool {
    match expr {
        AffineExpr::Bin(AffineOp::Add | AffineOp::Mul, lhs, rhs) => has_quotient(lhs) || has_quotient(rhs),
        AffineExpr::Bin(..) => true,
        _ => false,
    }
}
