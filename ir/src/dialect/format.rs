//! The small language custom forms are written in, after MLIR's `assemblyFormat`.
//!
//! - `$a` an operand, `$a*` any number of them between commas;
//! - `type(a)`, `type(a*)` their types; names that start with `r` are results; `functype(a b*, r*)`;
//! - `attr-dict`; `attr(p)` property `p`; `int32(p)`, `int64(p)` a number; `@p` a symbol property; `unit(p)` the word `p`, present or
//!   not; `enum(p: x y z)` one of the words, property `p` is its number; `typed(p)` an attribute
//!   whose type is that of the result; `unit(p=w)` if the word is not the name;
//! - `overflow`, `fastmath`, `fastmath?`, `rounding`: optional flags (with `?` the generic form shows
//!   no default);
//! - `i64s(p)` a list of numbers, `map(p)` an affine map without its name, `kind(p)` a vector kind,
//!   `region`;
//! - `idx(a, p)`, `pidx(a, p)` in square brackets or parentheses, a list of values and numbers: operands `a`, and property `p` with
//!   `i64::MIN` where there is a value;
//! - `{ .. }` a group that may be absent; everything else stands for itself.
//!
//! Types that are not written follow from rules such as `b=a r=elem(a) i=index`. Operands are
//! numbered in the order in which they are written, unless the rules begin with another: `a,b,c*`.

use crate::parse::lexer::Kind;
use crate::parse::{OpState, PResult, Parser, Use};
use crate::print::Printer;
use crate::{Attr, Module, OpId, Type, ValueId};

pub(crate) struct Format {
    elements: Vec<Element>,
    slots: Vec<Slot>,
    rules: Vec<Rule>,
    pub segments: bool,
}

struct Slot {
    name: &'static str,
    result: bool,
    variadic: bool,
}

struct Rule {
    target: usize,
    value: TypeOf,
}

enum TypeOf {
    Same(usize),
    Elem(usize),
    /// `i1`, or a vector or tensor of them shaped as the other.
    Bool(usize),
    Fixed(Type),
}

enum Element {
    Space,
    Word(&'static str),
    Punct(u8),
    Arrow,
    Operands(usize),
    Types(usize),
    FuncType(Vec<usize>, usize),
    AttrDict,
    Attr(&'static str),
    Int(&'static str, Type),
    Typed(&'static str),
    Symbol(&'static str),
    /// Property, and the word for it.
    Unit(&'static str, &'static str),
    Rounding,
    Enum(&'static str, Vec<&'static str>),
    Overflow,
    Fastmath {
        default: bool,
    },
    Index(usize, &'static str, Brackets),
    I64s(&'static str),
    Map(&'static str),
    Kind(&'static str),
    Region,
    Optional(Vec<Element>),
}

#[derive(Clone, Copy)]
enum Brackets {
    Square,
    Round,
}

/// Words that take arguments in parentheses.
const DIRECTIVES: [&str; 14] = [
    "type", "functype", "attr", "int32", "int64", "index", "typed", "unit", "enum", "idx", "pidx", "i64s", "map",
    "kind",
];

const FASTMATH: [&str; 7] = ["reassoc", "nnan", "ninf", "nsz", "arcp", "contract", "afn"];
const ROUNDING: [&str; 5] = [
    "to_nearest_even",
    "downward",
    "upward",
    "toward_zero",
    "to_nearest_away",
];
const OVERFLOW: [&str; 2] = ["nsw", "nuw"];
/// Stands for a value in a static index list.
pub(crate) const DYNAMIC: i64 = i64::MIN;

/// Splits `format` into elements. Formats are constants of this crate: mistakes in them panic, and a
/// test builds all of them.
struct Compiler {
    rest: &'static str,
    slots: Vec<Slot>,
}

impl Compiler {
    fn slot(&mut self, name: &'static str) -> usize {
        let bare = name.strip_suffix('*').unwrap_or(name);
        if let Some(found) = self.slots.iter().position(|slot| slot.name == bare) {
            return found;
        }
        if bare == "r2" {
            self.slot("r");
        }
        self.slots.push(Slot {
            name: bare,
            result: bare.starts_with('r'),
            variadic: name.ends_with('*'),
        });
        self.slots.len() - 1
    }

    fn take(&mut self, length: usize) -> &'static str {
        let (head, tail) = self.rest.split_at(length);
        self.rest = tail;
        head
    }

    fn word_len(&self) -> usize {
        let part = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-' || c == '?';
        self.rest.find(|c| !part(c)).unwrap_or(self.rest.len())
    }

    fn arguments(&mut self) -> Vec<&'static str> {
        let close = self.rest.find(')').expect("a format closes its parentheses");
        let inner = &self.take(close + 1)[1..close];
        inner.split([',', ':']).map(str::trim).collect()
    }

    fn elements(&mut self) -> Vec<Element> {
        let mut elements = Vec::new();
        while let Some(c) = self.rest.chars().next() {
            match c {
                '}' => break,
                ' ' => {
                    self.take(1);
                    elements.push(Element::Space);
                }
                '{' => {
                    self.take(1);
                    let inner = self.elements();
                    self.take(1);
                    elements.push(Element::Optional(inner));
                }
                '$' => {
                    self.take(1);
                    let length = self.word_len();
                    let star = usize::from(self.rest[length..].starts_with('*'));
                    let name = self.take(length + star);
                    elements.push(Element::Operands(self.slot(name)));
                }
                '@' => {
                    self.take(1);
                    let length = self.word_len();
                    elements.push(Element::Symbol(self.take(length)));
                }
                '-' if self.rest.starts_with("->") => {
                    self.take(2);
                    elements.push(Element::Arrow);
                }
                c if c.is_ascii_alphabetic() => {
                    let length = self.word_len();
                    let word = self.take(length);
                    elements.push(self.directive(word));
                }
                c => {
                    self.take(1);
                    elements.push(Element::Punct(c as u8));
                }
            }
        }
        elements
    }

    fn directive(&mut self, word: &'static str) -> Element {
        if !self.rest.starts_with('(') {
            return match word {
                "attr-dict" => Element::AttrDict,
                "overflow" => Element::Overflow,
                "rounding" => Element::Rounding,
                "region" => Element::Region,
                "fastmath" => Element::Fastmath { default: true },
                "fastmath?" => Element::Fastmath { default: false },
                _ => Element::Word(word),
            };
        }
        if !DIRECTIVES.contains(&word) {
            return Element::Word(word);
        }
        let arguments = self.arguments();
        match word {
            "type" => Element::Types(self.slot(arguments[0])),
            "functype" => {
                let inputs = arguments[0].split(' ').map(|name| self.slot(name)).collect();
                Element::FuncType(inputs, self.slot(arguments[1]))
            }
            "attr" => Element::Attr(arguments[0]),
            "int32" => Element::Int(arguments[0], Type::I32),
            "int64" => Element::Int(arguments[0], Type::I64),
            "index" => Element::Int(arguments[0], Type::Index),
            "typed" => Element::Typed(arguments[0]),
            "unit" => {
                let (name, word) = arguments[0].split_once('=').unwrap_or((arguments[0], arguments[0]));
                Element::Unit(name, word)
            }
            "enum" => Element::Enum(arguments[0], arguments[1].split(' ').collect()),
            "i64s" => Element::I64s(arguments[0]),
            "map" => Element::Map(arguments[0]),
            "kind" => Element::Kind(arguments[0]),
            "pidx" => Element::Index(self.slot(arguments[0]), arguments[1], Brackets::Round),
            _ => Element::Index(self.slot(arguments[0]), arguments[1], Brackets::Square),
        }
    }

    fn rule(&mut self, text: &'static str) -> Rule {
        let (target, value) = text.split_once('=').expect("a type rule has an equals sign");
        let target = self.slot(target);
        let argument = |prefix: &str| value.strip_prefix(prefix).and_then(|rest| rest.strip_suffix(')'));
        let value = if let Some(name) = argument("elem(") {
            TypeOf::Elem(self.slot(name))
        } else if let Some(name) = argument("bool(") {
            TypeOf::Bool(self.slot(name))
        } else if let Some(ty) = scalar(value) {
            TypeOf::Fixed(ty)
        } else {
            TypeOf::Same(self.slot(value))
        };
        Rule { target, value }
    }
}

fn scalar(word: &str) -> Option<Type> {
    match word {
        "index" => Some(Type::Index),
        "i1" => Some(Type::I1),
        "i32" => Some(Type::I32),
        _ => None,
    }
}

/// Why an operation does not fit its format.
pub(crate) enum Misfit {
    /// Too many or too few operands or results.
    Count,
    /// A value has not the type it must have, given that of another.
    Type {
        value: ValueId,
        expected: Type,
        because: Option<ValueId>,
    },
}

/// What has been read or is to be written for each slot.
struct Filled<'a> {
    uses: Vec<Vec<Use<'a>>>,
    types: Vec<Option<Vec<Type>>>,
}

impl Format {
    pub fn new(format: &'static str, types: &'static str) -> Format {
        let mut compiler = Compiler {
            rest: format,
            slots: Vec::new(),
        };
        let (rules, order): (Vec<_>, Vec<_>) = types.split_whitespace().partition(|text| text.contains('='));
        for name in order.into_iter().flat_map(|list| list.split(',')) {
            compiler.slot(name);
        }
        let elements = compiler.elements();
        let rules = rules.into_iter().map(|text| compiler.rule(text)).collect();
        Format {
            elements,
            slots: compiler.slots,
            rules,
            segments: false,
        }
    }

    // ---- reading ----

    pub fn parse(&self, p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
        let mut filled = Filled {
            uses: self.slots.iter().map(|_| Vec::new()).collect(),
            types: self.slots.iter().map(|_| None).collect(),
        };
        let start = p.token().span();
        self.parse_all(&self.elements, p, state, &mut filled)?;
        self.infer(&mut filled);
        let mut sizes = Vec::new();
        for (n, slot) in self.slots.iter().enumerate() {
            let types = filled.types[n].take();
            if slot.result {
                match types {
                    Some(types) => state.results.extend(types),
                    // A variadic result that is not written is not there.
                    None if slot.variadic => {}
                    None => return Err(p.error("syntax", "the result type is missing", start)),
                }
                continue;
            }
            let uses = std::mem::take(&mut filled.uses[n]);
            let types = types.unwrap_or_default();
            if types.len() != uses.len() {
                let message = format!("{} operands, but {} types", uses.len(), types.len());
                return Err(p.error("operand-count", message, start));
            }
            sizes.push(uses.len());
            p.operands(state, &uses, &types)?;
        }
        if self.segments {
            let attr = segment_sizes(&sizes);
            p.module.op_mut(state.op).properties.set("operandSegmentSizes", attr);
        }
        Ok(())
    }

    fn infer(&self, filled: &mut Filled<'_>) {
        for rule in &self.rules {
            let count = filled.uses[rule.target].len();
            let count = if self.slots[rule.target].result { 1 } else { count };
            let of = |slot: usize| filled.types[slot].as_ref().and_then(|types| types.first());
            let ty = match &rule.value {
                TypeOf::Fixed(ty) => Some(ty.clone()),
                TypeOf::Same(slot) => of(*slot).cloned(),
                TypeOf::Elem(slot) => of(*slot).map(|ty| ty.elem().clone()),
                TypeOf::Bool(slot) => of(*slot).map(bool_like),
            };
            if let (None, Some(ty)) = (&filled.types[rule.target], ty) {
                filled.types[rule.target] = Some(vec![ty; count]);
            }
        }
    }

    fn parse_all<'a>(
        &self,
        elements: &[Element],
        p: &mut Parser<'a>,
        state: &mut OpState,
        filled: &mut Filled<'a>,
    ) -> PResult<()> {
        elements
            .iter()
            .try_for_each(|element| self.parse_one(element, p, state, filled))
    }

    fn parse_one<'a>(
        &self,
        element: &Element,
        p: &mut Parser<'a>,
        state: &mut OpState,
        filled: &mut Filled<'a>,
    ) -> PResult<()> {
        match element {
            Element::Space => {}
            Element::Word(word) => {
                p.expect_word(word)?;
            }
            Element::Punct(byte) => {
                p.expect_punct(*byte)?;
            }
            Element::Arrow => p.expect_arrow()?,
            Element::Operands(slot) if self.slots[*slot].variadic => filled.uses[*slot] = p.uses()?,
            Element::Operands(slot) => filled.uses[*slot] = vec![p.use_()?],
            Element::Types(slot) if self.slots[*slot].variadic => {
                let types = if filled.uses[*slot].is_empty() && !self.slots[*slot].result && !p.at_type() {
                    Vec::new()
                } else {
                    p.types()?
                };
                filled.types[*slot] = Some(types);
            }
            Element::Types(slot) => filled.types[*slot] = Some(vec![p.ty()?]),
            Element::FuncType(inputs, results) => {
                let mut types = p.type_list()?;
                for (n, slot) in inputs.iter().enumerate() {
                    let count = if n + 1 == inputs.len() {
                        types.len()
                    } else {
                        filled.uses[*slot].len()
                    };
                    let rest = types.split_off(count.min(types.len()));
                    filled.types[*slot] = Some(std::mem::replace(&mut types, rest));
                }
                p.expect_arrow()?;
                filled.types[*results] = Some(p.result_types()?);
            }
            Element::AttrDict => p.attr_dict(state)?,
            Element::Attr(name) => {
                let attr = p.attr()?;
                p.module.op_mut(state.op).properties.set(name, attr);
            }
            Element::Int(name, ty) => {
                let attr = Attr::Int {
                    value: p.small_int()?.into(),
                    ty: ty.clone(),
                };
                p.module.op_mut(state.op).properties.set(name, attr);
            }
            Element::Typed(name) => {
                let attr = p.attr()?;
                let span = p.token().span();
                let ty = attr.ty();
                let ty = ty.ok_or_else(|| p.error("syntax", "expected an attribute with a type", span))?;
                state.results.push(ty);
                p.module.op_mut(state.op).properties.set(name, attr);
            }
            Element::Symbol(name) => {
                let path = p.symbol_ref()?;
                p.module.op_mut(state.op).properties.set(name, Attr::Symbol(path));
            }
            Element::Rounding => {
                if let Some(n) = ROUNDING.iter().position(|word| p.eat_word(word)) {
                    let mode = Attr::Int {
                        value: n as i128,
                        ty: Type::I32,
                    };
                    p.module.op_mut(state.op).properties.set("roundingmode", mode);
                }
            }
            Element::Unit(name, word) => {
                if p.eat_word(word) {
                    p.module.op_mut(state.op).properties.set(name, Attr::Unit);
                }
            }
            Element::Enum(name, words) => parse_enum(p, state, name, words)?,
            Element::Overflow => parse_flags(p, state, "overflow", "overflowFlags", &OVERFLOW)?,
            Element::Fastmath { .. } => parse_flags(p, state, "fastmath", "fastmath", &FASTMATH)?,
            Element::I64s(name) => {
                let mut numbers = Vec::new();
                p.expect_punct(b'[')?;
                p.list_until(b']', |p| {
                    numbers.push(p.small_int()?);
                    Ok(())
                })?;
                p.module.op_mut(state.op).properties.set(name, i64_array(&numbers));
            }
            Element::Map(name) => {
                let map = p.affine_map_body()?;
                p.module.op_mut(state.op).properties.set(name, Attr::AffineMap(map));
            }
            Element::Kind(name) => {
                p.expect_punct(b'<')?;
                let word = p.spelling();
                p.advance();
                p.expect_punct(b'>')?;
                let kind = Attr::Opaque(format!("#vector.kind<{word}>"));
                p.module.op_mut(state.op).properties.set(name, kind);
            }
            Element::Region => p.region(state, &[])?,
            Element::Index(slot, name, brackets) => {
                let (uses, numbers) = p.index_list(*brackets)?;
                filled.types[*slot] = Some(vec![Type::Index; uses.len()]);
                filled.uses[*slot] = uses;
                p.module.op_mut(state.op).properties.set(name, i64_array(&numbers));
            }
            Element::Optional(inner) => {
                if starts(p, inner) {
                    self.parse_all(inner, p, state, filled)?;
                }
            }
        }
        Ok(())
    }

    // ---- writing ----

    pub fn print(&self, printer: &mut Printer<'_>, op: OpId) -> Option<()> {
        let values = self.assign(printer.module, op)?;
        self.check_rules(printer.module, &values).ok()?;
        if !matches!(self.elements.first(), Some(Element::Punct(b'('))) {
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
        self.elements.iter().any(|element| matches!(element, Element::Typed(_)))
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
            let (expected, reason) = match &rule.value {
                TypeOf::Fixed(ty) => (Some(ty.clone()), None),
                TypeOf::Same(slot) => (of(*slot).map(|v| module.ty(v).clone()), of(*slot)),
                TypeOf::Elem(slot) => (of(*slot).map(|v| module.ty(v).elem().clone()), of(*slot)),
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
        elements: &[Element],
        printer: &mut Printer<'_>,
        op: OpId,
        values: &[Vec<ValueId>],
    ) -> Option<()> {
        for element in elements {
            self.print_one(element, printer, op, values)?;
        }
        Some(())
    }

    fn print_one(&self, element: &Element, printer: &mut Printer<'_>, op: OpId, values: &[Vec<ValueId>]) -> Option<()> {
        let module = printer.module;
        match element {
            Element::Space => printer.space(),
            Element::Word(word) => printer.put(word),
            Element::Punct(byte) => printer.punct(*byte),
            Element::Arrow => printer.put("->"),
            Element::Operands(slot) => printer.values(&values[*slot]),
            Element::Types(slot) => {
                let types: Vec<_> = values[*slot].iter().map(|value| module.ty(*value)).collect();
                printer.types(&types);
            }
            Element::FuncType(inputs, results) => {
                let inputs: Vec<_> = inputs.iter().flat_map(|slot| values[*slot].iter().copied()).collect();
                printer.functional(&inputs, &values[*results]);
            }
            Element::AttrDict => printer.custom_attrs(op, &self.properties()),
            Element::Attr(name) | Element::Typed(name) => {
                let attr = module.op(op).attr(name)?;
                if let (Element::Typed(_), Some(ty)) = (element, attr.ty()) {
                    let result = *module.op(op).results.first()?;
                    (*module.ty(result) == ty).then_some(())?;
                }
                printer.put(&attr.to_string());
            }
            Element::Int(name, _) => printer.put(&module.op(op).attr(name)?.as_i64()?.to_string()),
            Element::Symbol(name) => match module.op(op).attr(name)? {
                symbol @ Attr::Symbol(_) => printer.put(&symbol.to_string()),
                _ => return None,
            },
            Element::Unit(name, word) => match module.op(op).attr(name) {
                Some(Attr::Unit) => printer.put(word),
                Some(_) => return None,
                None => {}
            },
            Element::Rounding => {
                if let Some(mode) = module.op(op).attr("roundingmode") {
                    printer.put(ROUNDING.get(usize::try_from(mode.as_i64()?).ok()?)?);
                }
            }
            Element::Enum(name, words) => {
                let n = usize::try_from(module.op(op).attr(name)?.as_i64()?).ok()?;
                printer.put(words.get(n)?);
            }
            Element::Overflow => print_flags(printer, op, "overflow", "overflowFlags", true)?,
            Element::Fastmath { default } => print_flags(printer, op, "fastmath", "fastmath", *default)?,
            Element::Index(slot, name, brackets) => {
                let numbers = module.op(op).attr(name)?.as_i64s()?;
                let (open, close) = match brackets {
                    Brackets::Square => ("[", "]"),
                    Brackets::Round => ("(", ")"),
                };
                printer.put(open);
                printer.index_list(&values[*slot], &numbers)?;
                printer.put(close);
            }
            Element::I64s(name) => {
                let numbers = module.op(op).attr(name)?.as_i64s()?;
                printer.put("[");
                printer.index_list(&[], &numbers)?;
                printer.put("]");
            }
            Element::Map(name) => printer.put(&module.op(op).attr(name)?.as_map()?.to_string()),
            Element::Kind(name) => match module.op(op).attr(name)? {
                Attr::Opaque(text) => printer.put(text.strip_prefix("#vector.kind")?),
                _ => return None,
            },
            Element::Region => printer.region(*module.op(op).regions.first()?, true, &[]),
            Element::Optional(inner) => {
                if self.present(inner, printer, op, values) {
                    self.print_all(inner, printer, op, values)?;
                }
            }
        }
        Some(())
    }

    /// A group is written if something in it that may be absent is there.
    fn present(&self, inner: &[Element], printer: &Printer<'_>, op: OpId, values: &[Vec<ValueId>]) -> bool {
        inner.iter().any(|element| match element {
            Element::Operands(slot) | Element::Types(slot) => !values[*slot].is_empty(),
            Element::Unit(name, _) | Element::Attr(name) | Element::I64s(name) => {
                printer.module.op(op).attr(name).is_some()
            }
            _ => false,
        })
    }

    /// Flags that are `none` where the text has none.
    pub fn defaults(&self) -> Vec<(&'static str, Attr)> {
        let none = |word: &str| Attr::Opaque(format!("#arith.{word}<none>"));
        let flag = |element: &Element| match element {
            Element::Overflow => Some(("overflowFlags", none("overflow"))),
            Element::Fastmath { default: true } => Some(("fastmath", none("fastmath"))),
            _ => None,
        };
        self.elements.iter().filter_map(flag).collect()
    }

    /// Properties the format writes itself.
    pub fn properties(&self) -> Vec<&'static str> {
        fn collect(elements: &[Element], names: &mut Vec<&'static str>) {
            for element in elements {
                match element {
                    Element::Attr(name)
                    | Element::Typed(name)
                    | Element::Int(name, _)
                    | Element::Symbol(name)
                    | Element::Unit(name, _)
                    | Element::Enum(name, _)
                    | Element::I64s(name)
                    | Element::Map(name)
                    | Element::Kind(name)
                    | Element::Index(_, name, _) => names.push(name),
                    Element::Rounding => names.push("roundingmode"),
                    Element::Overflow => names.push("overflowFlags"),
                    Element::Fastmath { .. } => names.push("fastmath"),
                    Element::Optional(inner) => collect(inner, names),
                    _ => {}
                }
            }
        }
        let mut names = Vec::new();
        collect(&self.elements, &mut names);
        names
    }
}

fn starts(p: &Parser<'_>, group: &[Element]) -> bool {
    let first = group.iter().find(|element| !matches!(element, Element::Space));
    match first {
        Some(Element::Word(word) | Element::Unit(_, word)) => p.is_word(word),
        Some(Element::Punct(byte)) => p.is_punct(*byte),
        Some(Element::Arrow) => p.is(Kind::Arrow),
        Some(Element::Operands(_)) => p.is(Kind::Percent),
        _ => false,
    }
}

fn bool_like(ty: &Type) -> Type {
    let mut result = ty.clone();
    match &mut result {
        Type::Vector { elem, .. } | Type::Tensor { elem, .. } | Type::UnrankedTensor(elem) => **elem = Type::I1,
        other => *other = Type::I1,
    }
    result
}

/// `array<i32: ..>`
pub(crate) fn segment_sizes(sizes: &[usize]) -> Attr {
    let item = |size: &usize| Attr::Int {
        value: *size as i128,
        ty: Type::I32,
    };
    Attr::DenseArray {
        elem: Type::I32,
        items: sizes.iter().map(item).collect(),
    }
}

/// `array<i64: ..>`
pub(crate) fn i64_array(numbers: &[i64]) -> Attr {
    Attr::DenseArray {
        elem: Type::I64,
        items: numbers.iter().map(|n| Attr::i64(*n)).collect(),
    }
}

fn parse_enum(p: &mut Parser<'_>, state: &OpState, name: &str, words: &[&str]) -> PResult<()> {
    let written = p.spelling().trim_matches('"');
    let Some(n) = words.iter().position(|word| *word == written) else {
        return Err(p.expected(&format!("one of {}", words.join(", "))));
    };
    p.advance();
    p.module.op_mut(state.op).properties.set(name, Attr::i64(n as i64));
    Ok(())
}

/// `fastmath<nnan,ninf>`, in the order MLIR prints them.
fn parse_flags(p: &mut Parser<'_>, state: &OpState, word: &str, property: &str, known: &[&str]) -> PResult<()> {
    let mut set = vec![false; known.len()];
    if !p.eat_word(word) {
        return Ok(());
    }
    p.expect_punct(b'<')?;
    p.list_until(b'>', |p| {
        match known.iter().position(|flag| p.is_word(flag)) {
            Some(n) => set[n] = true,
            None if p.is_word("fast") && word == "fastmath" => set.fill(true),
            None if p.is_word("none") => {}
            None => return Err(p.expected(&format!("one of {}", known.join(", ")))),
        }
        p.advance();
        Ok(())
    })?;
    let chosen: Vec<&str> = known
        .iter()
        .zip(&set)
        .filter(|(_, on)| **on)
        .map(|(flag, _)| *flag)
        .collect();
    let list = match chosen.len() {
        0 => "none".to_owned(),
        7 => "fast".to_owned(),
        _ => chosen.join(if word == "overflow" { ", " } else { "," }),
    };
    let attr = Attr::Opaque(format!("#arith.{word}<{list}>"));
    p.module.op_mut(state.op).properties.set(property, attr);
    Ok(())
}

fn print_flags(printer: &mut Printer<'_>, op: OpId, word: &str, property: &str, default: bool) -> Option<()> {
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

impl<'a> Parser<'a> {
    /// `[%a, 3, %b]` -> the values, and the numbers with [`DYNAMIC`] for a value.
    fn index_list(&mut self, brackets: Brackets) -> PResult<(Vec<Use<'a>>, Vec<i64>)> {
        let (open, close) = match brackets {
            Brackets::Square => (b'[', b']'),
            Brackets::Round => (b'(', b')'),
        };
        self.expect_punct(open)?;
        self.indices(close)
    }

    /// The same after the opening bracket.
    pub fn indices(&mut self, close: u8) -> PResult<(Vec<Use<'a>>, Vec<i64>)> {
        let (mut uses, mut numbers) = (Vec::new(), Vec::new());
        self.list_until(close, |p| {
            if p.is(Kind::Percent) {
                uses.push(p.use_()?);
                numbers.push(DYNAMIC);
            } else {
                numbers.push(p.small_int()?);
            }
            Ok(())
        })?;
        Ok((uses, numbers))
    }
}
