//! Writing an operation as its format says, and checking that it fits.

use super::*;
use crate::ops::FlagPromise;
use crate::print::MlirPrinter;

impl OpFormat {
    pub fn print(&self, printer: &mut MlirPrinter<'_>, op: OpId) -> Option<()> {
        let values = self.assign(printer.module, op)?;
        self.check_rules(printer.module, &values).ok()?;
        if !matches!(self.elements.first(), Some(FormatElement::Punct(b'('))) {
            printer.space();
        }
        self.print_all(&self.elements, printer, op, &values)
    }

    /// The values of each slot; `None` if there are too many or too few.
    fn assign(&self, module: &Module, op: OpId) -> Option<Vec<Vec<ValueId>>> {
        let op = module.op(op);
        let operands: Vec<ValueId> = op.operand_values().collect();
        let sizes = match op.attr("operandSegmentSizes") {
            Some(attr) if self.segments => Some(attr.as_i64s()?),
            None if self.segments => return None,
            _ => None,
        };
        let fixed = |result: bool| self.slots.iter().filter(|s| s.result == result && !s.variadic).count();
        let variadic_operands = operands.len().checked_sub(fixed(false));
        let variadic_results = op.results.len().checked_sub(fixed(true))?;
        let (mut next_operand, mut next_result, mut segment) = (0usize, 0usize, 0);
        let mut values = Vec::new();
        for slot in &self.slots {
            let (from, next, rest) = if slot.result {
                (&op.results, &mut next_result, variadic_results)
            } else {
                (&operands, &mut next_operand, variadic_operands.unwrap_or(0))
            };
            let mut count = if slot.variadic { rest } else { 1 };
            if let (Some(sizes), false) = (&sizes, slot.result) {
                count = usize::try_from(*sizes.get(segment)?).ok()?;
                segment += 1;
                if !slot.variadic && count != 1 {
                    return None;
                }
            }
            values.push(from.get(*next..next.checked_add(count)?)?.to_vec());
            *next += count;
        }
        (next_operand == operands.len() && (next_result == op.results.len() || self.has_typed())).then_some(values)
    }

    fn has_typed(&self) -> bool {
        self.elements
            .iter()
            .any(|element| matches!(element, FormatElement::Typed(_)))
    }

    /// Whether operands and results are as many as the format has and fit its type rules.
    pub fn check(&self, module: &Module, op: OpId) -> Result<(), Misfit> {
        let values = self.assign(module, op).ok_or(Misfit::Count)?;
        self.check_rules(module, &values)
    }

    /// Types that will not be written must follow from those that are.
    fn check_rules(&self, module: &Module, values: &[Vec<ValueId>]) -> Result<(), Misfit> {
        for rule in &self.rules {
            let of = |slot: usize| values[slot].first().copied();
            if let TypeOf::Each(slot, ty) = &rule.value {
                let (targets, others) = (&values[rule.target], &values[*slot]);
                if targets.len() != others.len() {
                    return Err(Misfit::Count);
                }
                for (target, other) in targets.iter().zip(others) {
                    let expected = ty.as_ref().unwrap_or(module.ty(*other));
                    if module.ty(*target) != expected {
                        let (value, expected, because) = (*target, expected.clone(), Some(*other));
                        return Err(Misfit::Type {
                            value,
                            expected,
                            because,
                        });
                    }
                }
                continue;
            }
            let (expected, reason) = match &rule.value {
                TypeOf::Fixed(ty) => (Some(ty.clone()), None),
                TypeOf::Each(..) => (None, None),
                TypeOf::Same(slot) => (of(*slot).map(|v| module.ty(v).clone()), of(*slot)),
                TypeOf::Elem(slot) => (of(*slot).map(|v| module.ty(v).elem().clone()), of(*slot)),
                TypeOf::Part(slot) => (of(*slot).map(|v| part_of(module.ty(v))), of(*slot)),
                TypeOf::Bool(slot) => (of(*slot).map(|v| bool_like(module.ty(v))), of(*slot)),
            };
            let Some(expected) = expected else {
                if values[rule.target].is_empty() {
                    continue;
                }
                return Err(Misfit::Count);
            };
            if let Some(value) = values[rule.target].iter().find(|value| *module.ty(**value) != expected) {
                return Err(Misfit::Type {
                    value: *value,
                    expected,
                    because: reason,
                });
            }
        }
        Ok(())
    }

    fn print_all(
        &self,
        elements: &[FormatElement],
        printer: &mut MlirPrinter<'_>,
        op: OpId,
        values: &[Vec<ValueId>],
    ) -> Option<()> {
        for element in elements {
            self.print_one(element, printer, op, values)?;
        }
        Some(())
    }

    fn print_one(
        &self,
        element: &FormatElement,
        printer: &mut MlirPrinter<'_>,
        op: OpId,
        values: &[Vec<ValueId>],
    ) -> Option<()> {
        let module = printer.module;
        match element {
            FormatElement::Space => printer.space(),
            FormatElement::Word(word) => printer.put(word),
            FormatElement::Punct(byte) => printer.punct(*byte),
            FormatElement::Arrow => printer.put("->"),
            FormatElement::Operands(slot) => printer.values(&values[*slot]),
            FormatElement::Types(slot) => {
                let types: Vec<_> = values[*slot].iter().map(|value| module.ty(*value)).collect();
                printer.types(&types);
            }
            FormatElement::FuncType(inputs, results) => {
                let inputs: Vec<_> = inputs.iter().flat_map(|slot| values[*slot].iter().copied()).collect();
                printer.functional(&inputs, &values[*results]);
            }
            FormatElement::AttrDict => printer.custom_attrs(op, &self.properties()),
            FormatElement::Attr(name) | FormatElement::Typed(name) => {
                let attr = module.op(op).attr(name)?;
                if let (FormatElement::Typed(_), Some(ty)) = (element, attr.ty()) {
                    let result = *module.op(op).results.first()?;
                    (*module.ty(result) == ty).then_some(())?;
                }
                printer.put(&attr.to_string());
            }
            FormatElement::Int(name, _) => printer.put(&module.op(op).attr(name)?.as_i64()?.to_string()),
            FormatElement::Symbol(name) => match module.op(op).attr(name)? {
                symbol @ Attr::Symbol(_) => printer.put(&symbol.to_string()),
                _ => return None,
            },
            FormatElement::Unit(name, word) => match module.op(op).attr(name) {
                Some(Attr::Unit) => printer.put(word),
                Some(_) => return None,
                None => {}
            },
            FormatElement::Rounding => {
                if let Some(mode) = module.op(op).attr("roundingmode") {
                    printer.put(ROUNDING.get(usize::try_from(mode.as_i64()?).ok()?)?);
                }
            }
            FormatElement::Enum(name, words, _) => {
                let n = usize::try_from(module.op(op).attr(name)?.as_i64()?).ok()?;
                printer.put(words.get(n)?);
            }
            FormatElement::Overflow => print_flags(printer, op, "overflow", "overflowFlags", true)?,
            FormatElement::Fastmath { default } => print_flags(printer, op, "fastmath", "fastmath", *default)?,
            FormatElement::Index(slot, name, brackets) => {
                let numbers = module.op(op).attr(name)?.as_i64s()?;
                let (open, close) = match brackets {
                    Brackets::Square => ("[", "]"),
                    Brackets::Round => ("(", ")"),
                };
                printer.put(open);
                printer.index_list(&values[*slot], &numbers)?;
                printer.put(close);
            }
            FormatElement::I64s(name) => {
                let numbers = module.op(op).attr(name)?.as_i64s()?;
                printer.put("[");
                printer.index_list(&[], &numbers)?;
                printer.put("]");
            }
            FormatElement::Flag(name, no, yes) => match module.op(op).attr(name)? {
                Attr::Bool(value) => printer.put(if *value { yes } else { no }),
                _ => return None,
            },
            FormatElement::Switch(name) => match module.op(op).attr(name)? {
                Attr::Unit => printer.put(name),
                Attr::Bool(false) => {}
                _ => return None,
            },
            FormatElement::Map(name) => printer.put(&module.op(op).attr(name)?.as_map()?.to_string()),
            FormatElement::Kind(name) => match module.op(op).attr(name)? {
                Attr::Opaque(text) => printer.put(text.strip_prefix("#vector.kind")?),
                _ => return None,
            },
            FormatElement::Region => printer.region(*module.op(op).regions.first()?, true, &[]),
            FormatElement::Optional(inner) => {
                if self.present(inner, printer, op, values) {
                    self.print_all(inner, printer, op, values)?;
                }
            }
        }
        Some(())
    }

    /// A group is written if something in it that may be absent is there.
    fn present(&self, inner: &[FormatElement], printer: &MlirPrinter<'_>, op: OpId, values: &[Vec<ValueId>]) -> bool {
        inner.iter().any(|element| match element {
            FormatElement::Operands(slot) | FormatElement::Types(slot) => !values[*slot].is_empty(),
            FormatElement::Unit(name, _) | FormatElement::Attr(name) | FormatElement::I64s(name) => {
                printer.module.op(op).attr(name).is_some()
            }
            _ => false,
        })
    }

    /// Flags that are `none` where the text has none.
    pub fn defaults(&self) -> Vec<(&'static str, Attr)> {
        let none = |word: &str| Attr::Opaque(format!("#arith.{word}<none>"));
        let flag = |element: &FormatElement| match element {
            FormatElement::Overflow => Some(("overflowFlags", none("overflow"))),
            FormatElement::Fastmath { default: true } => Some(("fastmath", none("fastmath"))),
            FormatElement::Switch(name) => Some((*name, Attr::Bool(false))),
            _ => None,
        };
        self.elements.iter().filter_map(flag).collect()
    }

    /// What the flags of the format can promise.
    pub fn promises(&self) -> Vec<FlagPromise> {
        let promises = |element: &FormatElement| match element {
            FormatElement::Overflow => vec![FlagPromise::NoSignedWrap, FlagPromise::NoUnsignedWrap],
            FormatElement::Fastmath { .. } => vec![FlagPromise::NoNans, FlagPromise::NoInfinities],
            FormatElement::Unit("isExact", _) => vec![FlagPromise::Exact],
            FormatElement::Unit("unique", _) => vec![FlagPromise::Unique],
            FormatElement::Switch("disjoint") => vec![FlagPromise::Disjoint],
            _ => Vec::new(),
        };
        self.elements.iter().flat_map(promises).collect()
    }

    /// Properties the format writes itself.
    pub fn properties(&self) -> Vec<&'static str> {
        fn collect(elements: &[FormatElement], names: &mut Vec<&'static str>) {
            for element in elements {
                match element {
                    FormatElement::Attr(name)
                    | FormatElement::Typed(name)
                    | FormatElement::Int(name, _)
                    | FormatElement::Symbol(name)
                    | FormatElement::Unit(name, _)
                    | FormatElement::Flag(name, ..)
                    | FormatElement::Switch(name)
                    | FormatElement::Enum(name, ..)
                    | FormatElement::I64s(name)
                    | FormatElement::Map(name)
                    | FormatElement::Kind(name)
                    | FormatElement::Index(_, name, _) => names.push(name),
                    FormatElement::Rounding => names.push("roundingmode"),
                    FormatElement::Overflow => names.push("overflowFlags"),
                    FormatElement::Fastmath { .. } => names.push("fastmath"),
                    FormatElement::Optional(inner) => collect(inner, names),
                    _ => {}
                }
            }
        }
        let mut names = Vec::new();
        collect(&self.elements, &mut names);
        names
    }
}

fn print_flags(printer: &mut MlirPrinter<'_>, op: OpId, word: &str, property: &str, default: bool) -> Option<()> {
    match printer.module.op(op).attr(property) {
        None => {}
        Some(Attr::Opaque(text)) => {
            let flags = text.strip_prefix("#arith.")?;
            let list = flags.strip_prefix(word)?.strip_prefix('<')?.strip_suffix('>')?;
            let known =
                |flag: &str| FASTMATH.contains(&flag) || OVERFLOW.contains(&flag) || flag == "none" || flag == "fast";
            list.split(',').all(|flag| known(flag.trim())).then_some(())?;
            if !default || flags != format!("{word}<none>") {
                printer.put(flags);
            }
        }
        Some(_) => return None,
    }
    Some(())
}
