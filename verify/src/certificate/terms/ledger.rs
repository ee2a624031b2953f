//! What is known of the values of both programs, as constants and facts of SMT-LIB 2, and the claims that are made of it.
//!
//! A claim has only the facts that it needs: those about what occurs in it, and about what occurs in these. Leaving out facts
//! is always allowed. A fact may only be used by claims that are made after it, so nothing is proved by itself.

use super::super::formula::{IntegerCondition, Sentence, symbol};
use super::super::words::Sort;
use super::super::{Claim, ClaimKind, ProgramPlace, ProofPart};
use polyvet_ir::Type;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::rc::Rc;

/// What a constant is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum What {
    /// An integer, an index of 64 bits, or a float.
    Number(Sort),
    /// Anything else that a program computes with.
    Value,
    /// What memory and the world are.
    Memory,
    Truth,
}

impl What {
    /// What a value of this type is; a vector with known extents is several.
    pub fn of(ty: &Type) -> What {
        match ty {
            Type::Index => What::Number(Sort::Bits(64)),
            Type::Integer {
                width: width @ 1..=64, ..
            } => What::Number(Sort::Bits(*width)),
            Type::Float(kind) => What::Number(Sort::Float(*kind)),
            _ => What::Value,
        }
    }

    fn sort(self) -> String {
        match self {
            What::Number(sort) => sort.name(),
            What::Value => "Value".to_owned(),
            What::Memory => "Memory".to_owned(),
            What::Truth => "Bool".to_owned(),
        }
    }

    /// How many bits an integer has.
    pub fn bits(self) -> Option<u32> {
        match self {
            What::Number(Sort::Bits(width)) => Some(width),
            _ => None,
        }
    }
}

/// A value: a constant with a name, or a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct LedgerAtom {
    pub text: Rc<str>,
    pub what: What,
    /// It may be anything, each time it is used.
    pub is_poison: bool,
}

impl LedgerAtom {
    pub fn new(text: impl Into<Rc<str>>, what: What) -> LedgerAtom {
        LedgerAtom {
            text: text.into(),
            what,
            is_poison: false,
        }
    }

    pub fn integer(width: u32, value: i128) -> LedgerAtom {
        let bits = value & ((1i128 << width) - 1);
        LedgerAtom::new(format!("(_ bv{bits} {width})"), What::Number(Sort::Bits(width)))
    }

    pub fn index(value: i64) -> LedgerAtom {
        LedgerAtom::integer(64, i128::from(value))
    }

    pub fn extent(value: u64) -> LedgerAtom {
        LedgerAtom::integer(64, i128::from(value))
    }

    /// Whether it is written out.
    pub fn is_number(&self) -> bool {
        self.text.starts_with(['(', '#'])
    }

    /// The number that an integer is, without sign.
    pub fn as_unsigned(&self) -> Option<u64> {
        let (digits, _) = self.text.strip_prefix("(_ bv")?.split_once(' ')?;
        digits.parse().ok()
    }

    pub fn is_true(&self) -> String {
        format!("(= {} #b1)", self.text)
    }
}

/// A condition on the values of the programs.
struct Fact {
    text: String,
    /// It is of use where all these symbols occur.
    about: Vec<Rc<str>>,
}

#[derive(Default)]
pub(super) struct Ledger {
    constants: HashMap<Rc<str>, What>,
    /// Constants that are not computed from arguments of the function.
    open: HashSet<Rc<str>>,
    /// By symbol, how it is declared.
    functions: HashMap<Rc<str>, String>,
    /// By what a function is, its symbol.
    symbols: HashMap<String, Rc<str>>,
    facts: Vec<Fact>,
    by_symbol: HashMap<Rc<str>, Vec<usize>>,
    named: HashMap<String, usize>,
    /// Something was read for which there is more to say than facts say.
    pub is_abstract: bool,
}

/// How far what holds is followed that is about what else holds.
const ROUNDS: usize = 4;

/// Longer names of functions are no use to a reader.
const LETTERS_MAX: usize = 160;

impl Ledger {
    /// A constant that nobody has yet.
    fn name(&mut self, name: &str) -> Rc<str> {
        let times = self.named.entry(name.to_owned()).or_default();
        *times += 1;
        let name = match *times {
            1 => name.to_owned(),
            times => format!("{name} ({times})"),
        };
        format!(
            "|{}|",
            name.replace(['|', '\\'], "_").replace(|c: char| c.is_control(), "_")
        )
        .into()
    }

    /// A constant that may be anything.
    pub fn open(&mut self, name: &str, what: What) -> LedgerAtom {
        let atom = self.argument(name, what);
        self.open.insert(atom.text.clone());
        atom
    }

    /// An argument of the function.
    pub fn argument(&mut self, name: &str, what: What) -> LedgerAtom {
        let text = self.name(name);
        self.constants.insert(text.clone(), what);
        LedgerAtom::new(text, what)
    }

    /// A constant for what some text means.
    pub fn define(&mut self, name: &str, what: What, text: &str) -> LedgerAtom {
        let atom = self.argument(name, what);
        self.fact(&[&atom.text], format!("(= {} {text})", atom.text));
        atom
    }

    /// The symbol of a function that nobody knows.
    pub fn function(&mut self, what: &str, from: &[What], to: What) -> Rc<str> {
        let sorts: Vec<String> = from.iter().map(|one| one.sort()).collect();
        let signature = format!("({}) {}", sorts.join(" "), to.sort());
        let key = format!("{what} {signature}");
        if let Some(symbol) = self.symbols.get(&key) {
            return symbol.clone();
        }
        let number = self.symbols.len();
        let plain = what.chars().all(|c| matches!(c, ' '..='~')) && what.len() <= LETTERS_MAX;
        let name = if plain {
            format!("{what} #{number}")
        } else {
            format!("operation #{number}")
        };
        let text: Rc<str> = symbol(&name).into();
        self.functions
            .insert(text.clone(), format!("(declare-fun {text} {signature})"));
        self.symbols.insert(key, text.clone());
        text
    }

    /// What such a function gives.
    pub fn apply(&mut self, what: &str, args: &[LedgerAtom], to: What) -> String {
        let from: Vec<What> = args.iter().map(|arg| arg.what).collect();
        let function = self.function(what, &from, to);
        call(&function, args)
    }

    /// Something that holds, of use where all of `about` occur.
    pub fn fact(&mut self, about: &[&str], text: String) {
        let about: Vec<Rc<str>> = about.iter().map(|one| Rc::from(*one)).collect();
        for one in &about {
            self.by_symbol.entry(one.clone()).or_default().push(self.facts.len());
        }
        self.facts.push(Fact { text, about });
    }

    /// Two constants are one value.
    pub fn same(&mut self, x: &LedgerAtom, y: &LedgerAtom) {
        if x != y {
            let text = format!("(= {} {})", x.text, y.text);
            self.fact(&[&x.text], text.clone());
            self.fact(&[&y.text], text);
        }
    }

    /// Adds the claim that `goal` holds wherever `hypotheses` do. Of `givens`, those are taken that are about the same things.
    pub fn claim(
        &self,
        part: &mut ProofPart,
        asked: ClaimSubject<'_>,
        hypotheses: &[String],
        givens: &[String],
        goal: &str,
    ) {
        if goal == "true" {
            return;
        }
        let mut cone = Cone::default();
        let mut known: Vec<String> = hypotheses.to_vec();
        cone.add(self, goal);
        hypotheses.iter().for_each(|text| cone.add(self, text));
        for _ in 0..ROUNDS {
            let about: BTreeSet<Rc<str>> = cone.constants.union(&cone.functions).cloned().collect();
            let mut is_done = true;
            for given in givens {
                if symbols(given).any(|one| about.contains(one)) && !known.contains(given) {
                    cone.add(self, given);
                    known.push(given.clone());
                    is_done = false;
                }
            }
            if is_done {
                break;
            }
        }
        // What was left out could make a difference.
        let left_out = givens.iter().any(|given| !known.contains(given));
        let mut facts: Vec<usize> = cone.facts.iter().copied().collect();
        facts.sort_unstable();
        let mut declarations: BTreeSet<String> = cone.functions.iter().map(|one| self.functions[one].clone()).collect();
        for name in &cone.constants {
            declarations.insert(format!("(declare-const {name} {})", self.constants[name].sort()));
        }
        let sorts = ["Value", "Memory"];
        let uses = |sort: &&str| {
            declarations.iter().any(|one| {
                one.contains(&format!("{sort})"))
                    || one.contains(&format!("{sort} "))
                    || one.ends_with(&format!(" {sort})"))
            })
        };
        let sorts: Vec<String> = sorts
            .iter()
            .filter(|sort| uses(sort))
            .map(|sort| format!("(declare-sort {sort} 0)"))
            .collect();
        declarations.extend(sorts);
        let is_abstract = self.is_abstract
            || left_out
            || !cone.functions.is_empty()
            || cone.constants.iter().any(|one| self.open.contains(one));
        let sentence = |text: String| {
            IntegerCondition::Other(Sentence {
                text,
                declarations: declarations.clone(),
                logic: "ALL",
                is_abstract,
            })
        };
        let mut conditions = Vec::new();
        if !facts.is_empty() {
            let facts = facts.into_iter().map(|at| self.facts[at].text.clone());
            conditions.push(("what operations compute".to_owned(), sentence(all(facts))));
        }
        if !known.is_empty() {
            conditions.push((
                "what holds here if the first program is defined".to_owned(),
                sentence(all(known)),
            ));
        }
        conditions.push(("what must hold does not".to_owned(), sentence(format!("(not {goal})"))));
        part.claim(Claim {
            kind: asked.kind,
            name: asked.name.to_owned(),
            says: asked.says.to_owned(),
            places: asked.places.to_vec(),
            conditions,
        });
    }
}

/// What a claim is about, in words.
#[derive(Clone, Copy)]
pub(super) struct ClaimSubject<'a> {
    pub kind: ClaimKind,
    pub name: &'a str,
    pub says: &'a str,
    pub places: &'a [ProgramPlace],
}

/// What a claim needs to know.
#[derive(Default)]
struct Cone {
    constants: BTreeSet<Rc<str>>,
    functions: BTreeSet<Rc<str>>,
    facts: HashSet<usize>,
}

impl Cone {
    fn add(&mut self, ledger: &Ledger, text: &str) {
        let mut open: Vec<Rc<str>> = symbols(text).map(Rc::from).collect();
        while let Some(one) = open.pop() {
            let is_new = match ledger.constants.contains_key(&one) {
                true => self.constants.insert(one.clone()),
                false => ledger.functions.contains_key(&one) && self.functions.insert(one.clone()),
            };
            if !is_new {
                continue;
            }
            for at in ledger.by_symbol.get(&one).into_iter().flatten() {
                let fact = &ledger.facts[*at];
                let has = |one: &Rc<str>| self.constants.contains(one) || self.functions.contains(one);
                if fact.about.iter().all(has) && self.facts.insert(*at) {
                    open.extend(symbols(&fact.text).map(Rc::from));
                }
            }
        }
    }
}

/// The symbols of a text.
fn symbols(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        rest = rest.trim_start_matches(['(', ')', ' ', '\n']);
        let end = match rest.strip_prefix('|') {
            Some(inside) => inside.find('|').map_or(rest.len(), |at| at + 2),
            None => rest.find(['(', ')', ' ', '\n']).unwrap_or(rest.len()),
        };
        let (one, after) = rest.split_at(end);
        rest = after;
        (!one.is_empty()).then_some(one)
    })
}

fn call(function: &str, args: &[LedgerAtom]) -> String {
    match args {
        [] => function.to_owned(),
        _ => {
            let args: Vec<&str> = args.iter().map(|arg| &*arg.text).collect();
            format!("({function} {})", args.join(" "))
        }
    }
}

/// All of some conditions.
pub(super) fn all(parts: impl IntoIterator<Item = String>) -> String {
    let mut parts: Vec<String> = parts.into_iter().filter(|part| part != "true").collect();
    match parts.len() {
        0 => "true".to_owned(),
        1 => parts.remove(0),
        _ => format!("(and {})", parts.join(" ")),
    }
}

/// A condition where some others hold.
pub(super) fn under(path: &[String], condition: &str) -> String {
    match (path, condition) {
        ([], _) | (_, "true") => condition.to_owned(),
        _ => format!("(=> {} {condition})", all(path.iter().cloned())),
    }
}

/// Values of both programs are the same. Poison is the same as poison only.
pub(super) fn same(first: &[LedgerAtom], second: &[LedgerAtom]) -> String {
    if first.len() != second.len() {
        return "false".to_owned();
    }
    all(first.iter().zip(second).map(|(x, y)| match (x.is_poison, y.is_poison) {
        (true, true) => "true".to_owned(),
        (false, false) if x == y => "true".to_owned(),
        (false, false) if x.what == y.what => format!("(= {} {})", x.text, y.text),
        _ => "false".to_owned(),
    }))
}

/// As [`same`]; where the first program has poison, the second may have anything.
pub(super) fn refined(first: &[LedgerAtom], second: &[LedgerAtom]) -> String {
    if first.len() != second.len() {
        return "false".to_owned();
    }
    let pairs = first.iter().zip(second).filter(|(x, _)| !x.is_poison);
    all(pairs.map(|(x, y)| match x == y {
        true => format!("(= {} {})", x.text, y.text),
        false => same(std::slice::from_ref(x), std::slice::from_ref(y)),
    }))
}
