//! Random programs of blocks that jump, and the same with loops and branches instead, run alike; and what is proved of two
//! such programs that differ a little holds in runs.

use polyvet_generate::choices::Choices;
use polyvet_interp::Sizes;
use polyvet_ir::{StepKind, counted_loops, plain_blocks};
use polyvet_tests::model::parse;
use polyvet_tests::random::campaign;
use polyvet_tests::random::numbers;
use polyvet_verify::Verdict;
use polyvet_verify::validate::{ProgramSide, ValidateSettings, run_only, validate_changed};
use std::fmt::Write;

/// In `make test`, and in `make test-all`.
const CASES: [u64; 2] = [500, 6000];
/// Extents of the buffer, and values of `%n`.
const SIZES: [i64; 4] = [1, 2, 5, 8];
/// How deep control is nested.
const DEPTH: usize = 2;

/// Writes a function in blocks: `%A` is a buffer of `%n` elements, what it returns is computed in all that it does.
struct Blocks<'a, 'n> {
    choices: &'a mut Choices<'n>,
    text: String,
    made: usize,
}

impl Blocks<'_, '_> {
    fn name(&mut self, prefix: char) -> String {
        self.made += 1;
        format!("{prefix}{}", self.made)
    }

    fn value(&mut self, rest: &str) -> String {
        let name = self.name('v');
        writeln!(self.text, "  %{name} = {rest}").expect("a string");
        name
    }

    fn line(&mut self, line: &str) {
        writeln!(self.text, "{line}").expect("a string");
    }

    fn constant(&mut self) -> String {
        let number = self.choices.between(-3, 9);
        self.value(&format!("arith.constant {number} : i32"))
    }

    /// A few statements; what they made of `acc`. Indices of `inside` are less than `%n`.
    fn statements(&mut self, mut acc: String, inside: &[String], depth: usize) -> String {
        for _ in 0..=self.choices.below(3) {
            acc = match self.choices.below(if depth < DEPTH { 8 } else { 3 }) {
                0 => {
                    let (name, other) = (self.choices.of(&["addi", "muli", "xori"]), self.constant());
                    self.value(&format!("arith.{name} %{acc}, %{other} : i32"))
                }
                1 | 2 if !inside.is_empty() => {
                    let at = inside[self.choices.below(inside.len())].clone();
                    if self.choices.chance(50) {
                        self.line(&format!("  memref.store %{acc}, %A[%{at}] : memref<?xi32>"));
                        acc
                    } else {
                        let read = self.value(&format!("memref.load %A[%{at}] : memref<?xi32>"));
                        self.value(&format!("arith.addi %{acc}, %{read} : i32"))
                    }
                }
                1 | 2 => self.value(&format!("arith.addi %{acc}, %{acc} : i32")),
                3 | 4 => self.branch(&acc, inside, depth),
                5 | 6 => self.counting(&acc, inside, depth),
                _ => self.shifting(&acc, inside, depth),
            };
        }
        acc
    }

    fn branch(&mut self, acc: &str, inside: &[String], depth: usize) -> String {
        let [yes, no, end, joined] = ['b', 'b', 'b', 'v'].map(|prefix| self.name(prefix));
        let (predicate, other) = (self.choices.of(&["slt", "eq", "uge"]), self.constant());
        let condition = self.value(&format!("arith.cmpi {predicate}, %{acc}, %{other} : i32"));
        if self.choices.chance(40) {
            self.line(&format!("  cf.cond_br %{condition}, ^{yes}, ^{end}(%{acc} : i32)"));
        } else {
            self.line(&format!("  cf.cond_br %{condition}, ^{yes}, ^{no}\n^{no}:"));
            let given = self.statements(acc.to_owned(), inside, depth + 1);
            self.line(&format!("  cf.br ^{end}(%{given} : i32)"));
        }
        self.line(&format!("^{yes}:"));
        let given = self.statements(acc.to_owned(), inside, depth + 1);
        self.line(&format!("  cf.br ^{end}(%{given} : i32)\n^{end}(%{joined}: i32):"));
        joined
    }

    /// A loop that counts, or nearly: from `%n` down, or with its branches the other way round.
    fn counting(&mut self, acc: &str, inside: &[String], depth: usize) -> String {
        let [head, body, exit, index, carried] = ['b', 'b', 'b', 'v', 'v'].map(|prefix| self.name(prefix));
        let (start, step) = (self.choices.between(0, 2), self.choices.between(1, 2));
        let start = self.value(&format!("arith.constant {start} : index"));
        self.line(&format!(
            "  cf.br ^{head}(%{start}, %{acc} : index, i32)\n^{head}(%{index}: index, %{carried}: i32):"
        ));
        let early = self
            .choices
            .chance(30)
            .then(|| self.statements(carried.clone(), &[], DEPTH));
        let known = early.unwrap_or(carried);
        let (goes_on, compared, targets) = match self.choices.below(3) {
            0 => ("slt", format!("%{index}, %n"), [&body, &exit]),
            1 => ("sgt", format!("%n, %{index}"), [&body, &exit]),
            _ => ("sge", format!("%{index}, %n"), [&exit, &body]),
        };
        let condition = self.value(&format!("arith.cmpi {goes_on}, {compared} : index"));
        let [yes, no] = targets;
        self.line(&format!("  cf.cond_br %{condition}, ^{yes}, ^{no}\n^{body}:"));
        let all: Vec<String> = { inside.iter() }.cloned().chain([index.clone()]).collect();
        let given = self.statements(known.clone(), &all, depth + 1);
        let step = self.value(&format!("arith.constant {step} : index"));
        let next = self.value(&format!("arith.addi %{index}, %{step} : index"));
        self.line(&format!("  cf.br ^{head}(%{next}, %{given} : index, i32)\n^{exit}:"));
        match self.choices.chance(30) {
            true => {
                let last = self.value(&format!("arith.index_cast %{index} : index to i32"));
                self.value(&format!("arith.addi %{known}, %{last} : i32"))
            }
            false => known,
        }
    }

    /// A loop that goes on until nothing is left of a number; it decides at the beginning or at the end of a turn.
    fn shifting(&mut self, acc: &str, inside: &[String], depth: usize) -> String {
        let [head, body, exit, left, carried] = ['b', 'b', 'b', 'v', 'v'].map(|prefix| self.name(prefix));
        let mask = self.value("arith.constant 7 : i32");
        let start = self.value(&format!("arith.andi %{acc}, %{mask} : i32"));
        let (zero, one) = (
            self.value("arith.constant 0 : i32"),
            self.value("arith.constant 1 : i32"),
        );
        self.line(&format!(
            "  cf.br ^{head}(%{start}, %{acc} : i32, i32)\n^{head}(%{left}: i32, %{carried}: i32):"
        ));
        let decides_last = self.choices.chance(40);
        let known = match decides_last {
            true => self.statements(carried.clone(), inside, depth + 1),
            false => carried,
        };
        let condition = self.value(&format!("arith.cmpi ne, %{left}, %{zero} : i32"));
        let next = self.value(&format!("arith.shrui %{left}, %{one} : i32"));
        if decides_last {
            let line = format!("  cf.cond_br %{condition}, ^{head}(%{next}, %{known} : i32, i32), ^{exit}\n^{exit}:");
            self.line(&line);
            return known;
        }
        self.line(&format!("  cf.cond_br %{condition}, ^{body}, ^{exit}\n^{body}:"));
        let given = self.statements(known.clone(), inside, depth + 1);
        self.line(&format!("  cf.br ^{head}(%{next}, %{given} : i32, i32)\n^{exit}:"));
        known
    }
}

fn program(numbers: &[u16]) -> String {
    let mut choices = Choices::new(numbers);
    let mut blocks = Blocks {
        choices: &mut choices,
        text: "func.func @f(%A: memref<?xi32>, %n: index, %vx: i32) -> i32 {\n".to_owned(),
        made: 0,
    };
    let given = blocks.statements("vx".to_owned(), &[], 0);
    blocks.line(&format!("  return %{given} : i32\n}}"));
    blocks.text
}

/// Calls in which the buffer has as many elements as `%n` says.
fn calls() -> Vec<Sizes> {
    let call = |size: i64| {
        let mut sizes = Sizes::default();
        sizes.indices.insert(1, size);
        sizes.extents.insert((0, 0), size);
        sizes
    };
    SIZES.map(call).to_vec()
}

#[derive(Clone, Copy, Debug, Default)]
struct Outcome {
    /// Several blocks.
    asked: u64,
    lifted: u64,
    counted: u64,
    runs: u64,
    /// Another choice makes another program.
    changed: u64,
    proved: u64,
}

fn case(seed: u64, number: u64) -> Result<Outcome, String> {
    let numbers = numbers(seed, number);
    let text = program(&numbers);
    let wrong = |why: String| format!("case {number} of seed {seed}: {why}\n{text}");
    let module = parse(&text).map_err(|why| wrong(format!("{why:?}")))?;
    let func = module.funcs()[0];
    let side = |module| ProgramSide { module, func };
    let mut outcome = Outcome::default();
    if module.region(module.op(func).regions[0]).blocks.len() > 1 {
        outcome.asked = 1;
    }
    let lifted = plain_blocks(&module, func);
    outcome.lifted = u64::from(lifted.is_some());
    let counted = counted_loops(lifted.as_ref().unwrap_or(&module), func, StepKind::Any);
    outcome.counted = u64::from(counted.is_some());
    let counted = counted.map(|counted| counted.module);
    for copy in [&lifted, &counted].into_iter().flatten() {
        let shown = polyvet_ir::print(copy, Default::default());
        if !polyvet_ir::well_formed(copy).is_empty() {
            return Err(wrong(format!("not well-formed:\n{shown}")));
        }
        for (one, other) in [(&module, copy), (copy, &module)] {
            outcome.runs += run_only(side(one), side(other), &calls()).map_err(|witness| {
                let (x, y) = (&witness.replay.before, &witness.replay.after);
                wrong(format!("`{}` is {x:?} and {y:?}\n{shown}", witness.array))
            })?;
        }
    }
    // A program that one choice makes another one.
    let mut others = numbers.clone();
    let at = (number % 40) as usize % others.len().max(1);
    others[at] = others[at].wrapping_add(1 << (10 + number % 6));
    let other = program(&others);
    if other == text {
        return Ok(outcome);
    }
    outcome.changed = 1;
    let second = parse(&other).map_err(|why| wrong(format!("{why:?}\n{other}")))?;
    let settings = ValidateSettings {
        cross_check: false,
        budget: 2_000_000,
        ..ValidateSettings::default()
    };
    let (one, other_side) = (
        side(&module),
        ProgramSide {
            module: &second,
            func: second.funcs()[0],
        },
    );
    let verdict =
        validate_changed(one, other_side, &Default::default(), &settings).map_err(|why| wrong(format!("{why}")))?;
    if let Verdict::Proved(proof) = verdict
        && proof.vacuous.is_none()
    {
        outcome.proved = 1;
        run_only(one, other_side, &calls()).map_err(|witness| {
            let (x, y) = (&witness.replay.before, &witness.replay.after);
            wrong(format!("proved, but `{}` is {x:?} and {y:?}:\n{other}", witness.array))
        })?;
    }
    Ok(outcome)
}

#[test]
fn blocks_run_as_the_loops_that_they_are() {
    let all = campaign("control", CASES, case);
    let sum = |of: fn(&Outcome) -> u64| all.iter().map(of).sum::<u64>();
    let [asked, lifted, counted] = [sum(|one| one.asked), sum(|one| one.lifted), sum(|one| one.counted)];
    let [runs, changed, proved] = [sum(|one| one.runs), sum(|one| one.changed), sum(|one| one.proved)];
    println!("of {asked} with several blocks {lifted} are lifted, {counted} count; {runs} runs agree");
    println!("of {changed} pairs {proved} are proved");
    assert_eq!(asked, lifted);
    assert!(
        counted * 3 > asked && runs > 1000 && changed > 40 && proved > 2,
        "{all:?}"
    );
}
