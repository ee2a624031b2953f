//! The small language custom forms are written in, after MLIR's `assemblyFormat`.
//!
//! - `$a` an operand, `$a*` any number of them between commas;
//! - `type(a)`, `type(a*)` their types; names that start with `r` are results; `functype(a b*, r*)`;
//! - `attr-dict`; `attr(p)` property `p`; `int32(p)`, `int64(p)` a number; `@p` a symbol property; `unit(p)` the word `p`, present or
//!   not; `enum(p: x y z)` one of the words, property `p` is its number
//!   (`enum32`: of 32 bits); `typed(p)` an attribute
//!   whose type is that of the result; `unit(p=w)` if the word is not the name;
//! - `overflow`, `fastmath`, `fastmath?`, `rounding`: optional flags (with `?` the generic form shows
//!   no default);
//! - `i64s(p)` a list of numbers, `map(p)` an affine map without its name, `kind(p)` a vector kind,
//!   `region`;
//! - `idx(a, p)`, `pidx(a, p)` in square brackets or parentheses, a list of values and numbers: operands `a`, and property `p` with
//!   `i64::MIN` where there is a value;
//! - `flag(p: no yes)` one of two words for a property that is `false` or `true`; `switch(p)` a word for a unit property
//!   that is `false` where it is not written; `~` nothing, to end a name;
//! - `{ .. }` a group that may be absent; everything else stands for itself.
//!
//! Types that are not written follow from rules such as `b=a r=elem(a) i=index`, where a list of results has one for each
//! operand of a list by `r*=each(a)` or `r*=i1(a)`. Operands are
//! numbered in the order in which they are written, unless the rules begin with another: `a,b,c*`.

mod read;
mod write;

use crate::{Attr, Module, OpId, Type, ValueId};

pub(crate) struct OpFormat {
    elements: Vec<FormatElement>,
    slots: Vec<FormatSlot>,
    rules: Vec<FormatRule>,
    pub segments: bool,
}

struct FormatSlot {
    name: &'static str,
    result: bool,
    variadic: bool,
}

struct FormatRule {
    target: usize,
    value: TypeOf,
}

enum TypeOf {
    Same(usize),
    Elem(usize),
    /// `f32` of `complex<f32>`.
    Part(usize),
    /// `i1`, or a vector or tensor of them shaped as the other.
    Bool(usize),
    Fixed(Type),
    /// One for each of the other: its type, or this one.
    Each(usize, Option<Type>),
}

enum FormatElement {
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
    /// Property, and the words for `false` and `true`.
    Flag(&'static str, &'static str, &'static str),
    /// Unit, or `false`.
    Switch(&'static str),
    Rounding,
    /// Property, its words, the type of its number.
    Enum(&'static str, Vec<&'static str>, Type),
    Overflow,
    Fastmath {
        default: bool,
    },
    Index(usize, &'static str, Brackets),
    I64s(&'static str),
    Map(&'static str),
    Kind(&'static str),
    Region,
    Optional(Vec<FormatElement>),
}

#[derive(Clone, Copy)]
enum Brackets {
    Square,
    Round,
}

/// Words that take arguments in parentheses.
const DIRECTIVES: [&str; 17] = [
    "flag", "switch", "type", "functype", "attr", "int32", "int64", "index", "typed", "unit", "enum", "enum32", "idx",
    "pidx", "i64s", "map", "kind",
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
struct FormatCompiler {
    rest: &'static str,
    slots: Vec<FormatSlot>,
}

impl FormatCompiler {
    fn slot(&mut self, name: &'static str) -> usize {
        let bare = name.strip_suffix('*').unwrap_or(name);
        if let Some(found) = self.slots.iter().position(|slot| slot.name == bare) {
            return found;
        }
        if bare == "r2" {
            self.slot("r");
        }
        self.slots.push(FormatSlot {
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

    fn elements(&mut self) -> Vec<FormatElement> {
        let mut elements = Vec::new();
        while let Some(c) = self.rest.chars().next() {
            match c {
                '}' => break,
                ' ' => {
                    self.take(1);
                    elements.push(FormatElement::Space);
                }
                '~' => {
                    self.take(1);
                }
                '{' => {
                    self.take(1);
                    let inner = self.elements();
                    self.take(1);
                    elements.push(FormatElement::Optional(inner));
                }
                '$' => {
                    self.take(1);
                    let length = self.word_len();
                    let star = usize::from(self.rest[length..].starts_with('*'));
                    let name = self.take(length + star);
                    elements.push(FormatElement::Operands(self.slot(name)));
                }
                '@' => {
                    self.take(1);
                    let length = self.word_len();
                    elements.push(FormatElement::Symbol(self.take(length)));
                }
                '-' if self.rest.starts_with("->") => {
                    self.take(2);
                    elements.push(FormatElement::Arrow);
                }
                c if c.is_ascii_alphabetic() => {
                    let length = self.word_len();
                    let word = self.take(length);
                    elements.push(self.directive(word));
                }
                c => {
                    self.take(1);
                    elements.push(FormatElement::Punct(c as u8));
                }
            }
        }
        elements
    }

    fn directive(&mut self, word: &'static str) -> FormatElement {
        if !self.rest.starts_with('(') {
            return match word {
                "attr-dict" => FormatElement::AttrDict,
                "overflow" => FormatElement::Overflow,
                "rounding" => FormatElement::Rounding,
                "region" => FormatElement::Region,
                "fastmath" => FormatElement::Fastmath { default: true },
                "fastmath?" => FormatElement::Fastmath { default: false },
                _ => FormatElement::Word(word),
            };
        }
        if !DIRECTIVES.contains(&word) {
            return FormatElement::Word(word);
        }
        let arguments = self.arguments();
        match word {
            "type" => FormatElement::Types(self.slot(arguments[0])),
            "functype" => {
                let inputs = arguments[0].split(' ').map(|name| self.slot(name)).collect();
                FormatElement::FuncType(inputs, self.slot(arguments[1]))
            }
            "attr" => FormatElement::Attr(arguments[0]),
            "int32" => FormatElement::Int(arguments[0], Type::I32),
            "int64" => FormatElement::Int(arguments[0], Type::I64),
            "index" => FormatElement::Int(arguments[0], Type::Index),
            "typed" => FormatElement::Typed(arguments[0]),
            "unit" => {
                let (name, word) = arguments[0].split_once('=').unwrap_or((arguments[0], arguments[0]));
                FormatElement::Unit(name, word)
            }
            "enum" => FormatElement::Enum(arguments[0], arguments[1].split(' ').collect(), Type::I64),
            "enum32" => FormatElement::Enum(arguments[0], arguments[1].split(' ').collect(), Type::I32),
            "flag" => {
                let (no, yes) = arguments[1].split_once(' ').expect("a flag has two words");
                FormatElement::Flag(arguments[0], no, yes)
            }
            "switch" => FormatElement::Switch(arguments[0]),
            "i64s" => FormatElement::I64s(arguments[0]),
            "map" => FormatElement::Map(arguments[0]),
            "kind" => FormatElement::Kind(arguments[0]),
            "pidx" => FormatElement::Index(self.slot(arguments[0]), arguments[1], Brackets::Round),
            _ => FormatElement::Index(self.slot(arguments[0]), arguments[1], Brackets::Square),
        }
    }

    fn rule(&mut self, text: &'static str) -> FormatRule {
        let (target, value) = text.split_once('=').expect("a type rule has an equals sign");
        let target = self.slot(target);
        let argument = |prefix: &str| value.strip_prefix(prefix).and_then(|rest| rest.strip_suffix(')'));
        let value = if let Some(name) = argument("elem(") {
            TypeOf::Elem(self.slot(name))
        } else if let Some(name) = argument("each(") {
            TypeOf::Each(self.slot(name), None)
        } else if let Some(name) = argument("i1(") {
            TypeOf::Each(self.slot(name), Some(Type::I1))
        } else if let Some(name) = argument("part(") {
            TypeOf::Part(self.slot(name))
        } else if let Some(name) = argument("bool(") {
            TypeOf::Bool(self.slot(name))
        } else if let Some(ty) = scalar(value) {
            TypeOf::Fixed(ty)
        } else {
            TypeOf::Same(self.slot(value))
        };
        FormatRule { target, value }
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

impl OpFormat {
    pub fn new(format: &'static str, types: &'static str) -> OpFormat {
        let mut compiler = FormatCompiler {
            rest: format,
            slots: Vec::new(),
        };
        let (rules, order): (Vec<_>, Vec<_>) = types.split_whitespace().partition(|text| text.contains('='));
        for name in order.into_iter().flat_map(|list| list.split(',')) {
            compiler.slot(name);
        }
        let elements = compiler.elements();
        let rules = rules.into_iter().map(|text| compiler.rule(text)).collect();
        OpFormat {
            elements,
            slots: compiler.slots,
            rules,
            segments: false,
        }
    }
}

fn part_of(ty: &Type) -> Type {
    match ty {
        Type::Complex(part) => (**part).clone(),
        other => other.clone(),
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
