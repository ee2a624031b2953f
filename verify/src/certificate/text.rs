//! Claims that two functions, and all they refer to, are the same text, whatever it means.
//!
//! Names of values are no part of the text: each value has a number, in the order in which the text first has it.

use super::formula::{IntegerCondition, Sentence};
use super::{Claim, ClaimKind, ProofPart};
use polyvet_ir::{BlockId, Module, OpId, ValueId, attrs_key};
use std::collections::{BTreeSet, HashMap};
use std::fmt::Write;

/// Longer texts are no use to anybody.
const LETTERS_MAX: usize = 4 << 20;

/// The claims that these operations have the same text, pair by pair, and that the words `beside` them are the same.
pub(crate) fn of_texts(
    name: &str,
    (first, second): (&Module, &Module),
    pairs: &[(OpId, OpId)],
    beside: &[(&str, Vec<String>, Vec<String>)],
) -> ProofPart {
    let mut part = ProofPart::new(format!("@{name}, and all it refers to, are the same text"));
    for (number, (x, y)) in pairs.iter().enumerate() {
        let called = called(first, *x).unwrap_or_else(|| format!("operation {number}"));
        let (left, right) = (lines(first, *x), lines(second, *y));
        // Attributes that mean the same may be written in two ways.
        if left != right {
            let why = "attributes that mean the same are written in two ways";
            part.trust("unchanged", format!("the text of {called}: {why}"));
            continue;
        }
        add(&mut part, &called, &left, &right);
    }
    for (what, left, right) in beside {
        add(&mut part, what, left, right);
    }
    part
}

fn called(module: &Module, op: OpId) -> Option<String> {
    module.symbol_name(op).map(|symbol| format!("@{symbol}"))
}

/// Whether two operations are one text.
pub(super) fn same(first: &Module, x: OpId, second: &Module, y: OpId) -> bool {
    lines(first, x) == lines(second, y)
}

/// An operation, and those inside it, as one text.
pub(super) fn whole(module: &Module, op: OpId) -> String {
    lines(module, op).join("\n")
}

/// Adds the claim that two operations are one text.
pub(super) fn claim(part: &mut ProofPart, (first, x): (&Module, OpId), (second, y): (&Module, OpId)) {
    let called = called(first, x).unwrap_or_else(|| first.op(x).name.to_string());
    add(part, &called, &lines(first, x), &lines(second, y));
}

/// Adds the claim that two lists of lines are the same.
pub(super) fn add(part: &mut ProofPart, what: &str, left: &[String], right: &[String]) {
    if left.is_empty() && right.is_empty() {
        return;
    }
    if left.iter().chain(right).map(String::len).sum::<usize>() > LETTERS_MAX {
        part.trust("unchanged", format!("the text of {what} is too long to be written"));
        return;
    }
    part.claim(Claim {
        kind: ClaimKind::Text,
        name: what.to_owned(),
        says: "both programs have the same text here, apart from the names of values".to_owned(),
        places: Vec::new(),
        conditions: vec![(
            "a line that differs".to_owned(),
            IntegerCondition::Other(differ(left, right)),
        )],
    });
}

fn differ(left: &[String], right: &[String]) -> Sentence {
    let mut text = String::from("(or");
    for at in 0..left.len().max(right.len()) {
        let line = |lines: &[String]| literal(lines.get(at).map_or("there is no such line", String::as_str));
        let _ = write!(text, "\n  (not (= {} {}))", line(left), line(right));
    }
    text.push(')');
    Sentence {
        text,
        declarations: BTreeSet::new(),
        logic: "QF_S",
        is_abstract: false,
    }
}

/// A string as SMT-LIB 2 writes it.
fn literal(line: &str) -> String {
    let mut text = String::from("\"");
    for letter in line.chars() {
        match letter {
            '"' => text.push_str("\"\""),
            '\\' => text.push_str("\\u{5c}"),
            ' '..='~' => text.push(letter),
            _ => _ = write!(text, "\\u{{{:x}}}", u32::from(letter)),
        }
    }
    text.push('"');
    text
}

/// An operation, and those inside it, a line each.
fn lines(module: &Module, op: OpId) -> Vec<String> {
    let mut writer = Writer {
        module,
        values: HashMap::new(),
        blocks: HashMap::new(),
        lines: Vec::new(),
    };
    writer.op(op, 0);
    writer.lines
}

struct Writer<'m> {
    module: &'m Module,
    values: HashMap<ValueId, usize>,
    blocks: HashMap<BlockId, usize>,
    lines: Vec<String>,
}

impl Writer<'_> {
    fn value(&mut self, value: ValueId) -> String {
        let next = self.values.len();
        let number = *self.values.entry(value).or_insert(next);
        format!("%{number}: {}", self.module.ty(value))
    }

    fn values(&mut self, values: impl IntoIterator<Item = ValueId>) -> String {
        let all: Vec<String> = values.into_iter().map(|value| self.value(value)).collect();
        all.join(", ")
    }

    fn label(&mut self, block: BlockId) -> String {
        let next = self.blocks.len();
        format!("^{}", *self.blocks.entry(block).or_insert(next))
    }

    fn op(&mut self, op: OpId, depth: usize) {
        let module = self.module;
        let one = module.op(op);
        let mut line = " ".repeat(2 * depth);
        let results = self.values(one.results.iter().copied());
        let operands = self.values(one.operand_values());
        let _ = write!(line, "[{results}] = {}({operands})", one.name);
        for successor in &one.successors {
            let args = self.values(successor.args.iter().map(|operand| operand.value));
            let _ = write!(line, " to {}({args})", self.label(successor.block));
        }
        let _ = write!(line, " {{{}}}", attrs_key(&one.properties, &one.attrs));
        if let Some(text) = &one.opaque {
            let words: Vec<&str> = text.split_whitespace().collect();
            let _ = write!(line, " {}", words.join(" "));
        }
        self.lines.push(line);
        for region in &one.regions {
            self.lines.push(format!("{}region", " ".repeat(2 * depth + 1)));
            for block in &module.region(*region).blocks {
                let args = self.values(module.block(*block).args.iter().copied());
                let label = self.label(*block);
                self.lines.push(format!("{}{label}({args})", " ".repeat(2 * depth + 1)));
                for op in &module.block(*block).ops {
                    self.op(*op, depth + 1);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(body: &str) -> Vec<String> {
        let (module, diagnostics) = polyvet_ir::parse(&format!("func.func @f(%a: i32, %b: i32) -> i32 {{\n{body}\n}}"));
        assert!(diagnostics.is_empty(), "{diagnostics:?}");
        lines(&module, module.funcs()[0])
    }

    #[test]
    fn names_of_values_are_no_part_of_a_text() {
        let one = text("%c = arith.subi %a, %b : i32\nreturn %c : i32");
        assert_eq!(one, text("%d = arith.subi %a, %b : i32\nreturn %d : i32"));
        assert_ne!(one, text("%c = arith.subi %b, %a : i32\nreturn %c : i32"));
        assert_ne!(one, text("%c = arith.subi %a, %b overflow<nsw> : i32\nreturn %c : i32"));
        assert_ne!(one, text("%c = arith.subi %a, %b : i32\nreturn %a : i32"));
    }

    #[test]
    fn strings_are_written_as_the_standard_says() {
        assert_eq!(literal("a \"b\" \\ \n é"), "\"a \"\"b\"\" \\u{5c} \\u{a} \\u{e9}\"");
        let differ = differ(&["a".to_owned()], &["a".to_owned(), "b".to_owned()]);
        assert!(differ.text.contains("(not (= \"a\" \"a\"))") && differ.text.contains("no such line"));
    }
}
