//! All small nests, and what is true of their rewrites by enumeration, without isl.
//!
//! A nest is one or two loops from 0 around one or two statements that read and write at constant
//! distances. A rewrite is a list of steps; what they do to times is a table with one number for each
//! loop and instance. So a rewrite breaks a dependence if some pair of instances in the table says so,
//! and keeps the values if running the table leaves the same terms.

use crate::judge::{BareAnswer, RewriteJudge};
use crate::model::{Subject, contains};
use polyvet_analysis::Rewrite;
use polyvet_verify::legality::Checker;
use polyvet_verify::{Strength, Verdict};
use std::collections::HashMap;
use std::fmt::Write;

/// Loops `i` and `j` around statements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestNest {
    /// How many iterations each loop has, outermost first.
    pub extents: Vec<i64>,
    /// What is inside.
    pub stmts: Vec<NestStmt>,
}

/// A subscript: which loop, and what is added to its variable.
pub type At = (usize, i64);

/// `array[factor * i + write ..] = f(from[factor * i + read ..])`, or the same plus what was there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NestStmt {
    /// The array that is written.
    pub array: usize,
    /// Where it writes.
    pub write: Vec<At>,
    /// The array that is read.
    pub from: usize,
    /// Where it reads.
    pub read: Vec<At>,
    /// What every loop variable is multiplied by.
    pub factor: i64,
    /// `+=` instead of `=`.
    pub accumulates: bool,
}

/// One step of a script.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum NestStep {
    Interchange,
    Reverse(&'static str),
    Tile(&'static [(&'static str, i64)]),
    Parallelize(&'static str),
    /// The inner loop by the outer.
    Skew(i64),
    /// One statement of a nest of one loop.
    Shift(usize, i64),
}

/// Steps as script text.
pub fn script(steps: &[NestStep]) -> String {
    let text = |step: &NestStep| match step {
        NestStep::Interchange => "interchange(i, j)".to_owned(),
        NestStep::Reverse(name) => format!("reverse({name})"),
        NestStep::Parallelize(name) => format!("parallelize({name})"),
        NestStep::Skew(factor) => format!("skew(j, i, {factor})"),
        NestStep::Shift(stmt, offset) => format!("shift(S{stmt}, i, {offset})"),
        NestStep::Tile(sizes) => {
            let sizes: Vec<String> = sizes.iter().map(|(name, size)| format!("{name}={size}")).collect();
            format!("tile({})", sizes.join(", "))
        }
    };
    steps.iter().map(text).collect::<Vec<_>>().join("; ")
}

const LOOPS: [&str; 2] = ["i", "j"];
const ARRAYS: [&str; 2] = ["A", "B"];

/// All lists of `count` offsets from -1 to 1.
pub fn offsets(count: usize) -> Vec<Vec<i64>> {
    (0..3_usize.pow(count as u32))
        .map(|number| {
            (0..count)
                .map(|at| (number / 3_usize.pow(at as u32) % 3) as i64 - 1)
                .collect()
        })
        .collect()
}

impl TestNest {
    /// One statement on one array, with a subscript for each loop.
    pub fn single(extents: &[i64], write: &[i64], read: &[i64], factor: i64, accumulates: bool) -> TestNest {
        let all = |offsets: &[i64]| offsets.iter().copied().enumerate().collect::<Vec<At>>();
        TestNest::with(extents, &all(write), &all(read), factor, accumulates)
    }

    /// One statement on one array.
    pub fn with(extents: &[i64], write: &[At], read: &[At], factor: i64, accumulates: bool) -> TestNest {
        let (write, read) = (write.to_vec(), read.to_vec());
        let stmt = NestStmt {
            array: 0,
            write,
            from: 0,
            read,
            factor,
            accumulates,
        };
        TestNest {
            extents: extents.to_vec(),
            stmts: vec![stmt],
        }
    }

    /// The same nest, reading another array than it writes.
    pub fn from_elsewhere(mut self) -> TestNest {
        self.stmts.iter_mut().for_each(|stmt| stmt.from = 1 - stmt.array);
        self
    }

    /// Two statements in one loop, each reading what the other writes.
    pub fn pair(extent: i64, offsets: &[i64]) -> TestNest {
        let stmt = |array: usize, write: i64, read: i64| NestStmt {
            array,
            write: vec![(0, write)],
            from: 1 - array,
            read: vec![(0, read)],
            factor: 1,
            accumulates: false,
        };
        TestNest {
            extents: vec![extent],
            stmts: vec![stmt(0, offsets[0], offsets[1]), stmt(1, offsets[2], offsets[3])],
        }
    }

    /// The function as MLIR text.
    pub fn text(&self) -> String {
        let (depth, rank) = (self.extents.len(), self.stmts[0].write.len());
        let longest = self.extents.iter().max().map_or(0, |n| (n - 1).max(0));
        let factor = self.stmts.iter().map(|stmt| stmt.factor).max().unwrap_or(1);
        let shape = format!("{}x", factor * longest + 3).repeat(rank);
        let ty = format!("memref<{shape}f64>");
        let arrays = 1 + self
            .stmts
            .iter()
            .map(|stmt| stmt.array.max(stmt.from))
            .max()
            .unwrap_or(0);
        let args: Vec<String> = ARRAYS[..arrays].iter().map(|name| format!("%{name}: {ty}")).collect();
        let mut text = format!("func.func @nest({}) {{\n", args.join(", "));
        for (name, extent) in LOOPS.iter().zip(&self.extents) {
            writeln!(text, "affine.for %{name} = 0 to {extent} {{").expect("a string");
        }
        for (number, stmt) in self.stmts.iter().enumerate() {
            let place = |array: usize, places: &[At]| {
                let at = |(of, offset): &At| format!("%{} * {} + {}", LOOPS[*of], stmt.factor, offset + 1);
                let subscripts: Vec<String> = places.iter().map(at).collect();
                format!("%{}[{}] : {ty}", ARRAYS[array], subscripts.join(", "))
            };
            let (target, source) = (place(stmt.array, &stmt.write), place(stmt.from, &stmt.read));
            let mut lines = vec![
                format!("%v{number} = affine.load {source}"),
                format!("%c{number} = arith.constant {}.0 : f64", number + 2),
                format!("%f{number} = arith.divf %v{number}, %c{number} : f64"),
                format!("affine.store %f{number}, {target}"),
            ];
            if stmt.accumulates {
                lines.insert(0, format!("%o{number} = affine.load {target}"));
                lines[4] = format!("%s{number} = arith.addf %o{number}, %f{number} : f64");
                lines.push(format!("affine.store %s{number}, {target}"));
            }
            lines
                .iter()
                .for_each(|line| writeln!(text, "{line}").expect("a string"));
        }
        text + &"}\n".repeat(depth) + "return\n}\n"
    }

    /// All instances in program order: statement and loop values.
    fn instances(&self) -> Vec<(usize, Vec<i64>)> {
        let mut points: Vec<Vec<i64>> = vec![Vec::new()];
        for extent in &self.extents {
            let longer = |point: Vec<i64>| (0..*extent).map(move |value| [&point[..], &[value]].concat());
            points = points.into_iter().flat_map(longer).collect();
        }
        let all = |point: Vec<i64>| (0..self.stmts.len()).map(move |stmt| (stmt, point.clone()));
        points.into_iter().flat_map(all).collect()
    }
}

/// A nest whose loops have new times.
struct TimesTable<'n> {
    nest: &'n TestNest,
    instances: Vec<(usize, Vec<i64>)>,
    /// Outermost first.
    loops: Vec<Column>,
}

struct Column {
    name: String,
    /// Of each instance.
    times: Vec<i64>,
    marked: bool,
}

/// How two instances conflict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Conflict {
    None,
    /// Only as accumulations into one element.
    Accumulations,
    Strict,
}

impl<'n> TimesTable<'n> {
    fn new(nest: &'n TestNest, steps: &[NestStep]) -> TimesTable<'n> {
        let instances = nest.instances();
        let column = |at: usize| Column {
            name: LOOPS[at].to_owned(),
            times: instances.iter().map(|(_, point)| point[at]).collect(),
            marked: false,
        };
        let loops = (0..nest.extents.len()).map(column).collect();
        let mut table = TimesTable { nest, instances, loops };
        steps.iter().for_each(|step| table.apply(step));
        table
    }

    fn column(&mut self, name: &str) -> usize {
        self.loops
            .iter()
            .position(|column| column.name == name)
            .expect("a loop of the nest")
    }

    fn apply(&mut self, step: &NestStep) {
        match step {
            NestStep::Interchange => {
                let (i, j) = (self.column("i"), self.column("j"));
                self.loops.swap(i, j);
            }
            NestStep::Reverse(name) => {
                let at = self.column(name);
                self.loops[at].times.iter_mut().for_each(|time| *time = -*time);
            }
            NestStep::Parallelize(name) => {
                let at = self.column(name);
                self.loops[at].marked = true;
            }
            NestStep::Skew(factor) => {
                let (i, j) = (self.column("i"), self.column("j"));
                for at in 0..self.instances.len() {
                    self.loops[j].times[at] += factor * self.loops[i].times[at];
                }
            }
            NestStep::Shift(stmt, offset) => {
                let at = self.column("i");
                for (time, (of, _)) in self.loops[at].times.iter_mut().zip(&self.instances) {
                    *time += if of == stmt { *offset } else { 0 };
                }
            }
            NestStep::Tile(sizes) => {
                let mut tiles: Vec<(usize, Column)> = Vec::new();
                for (name, size) in *sizes {
                    let at = self.column(name);
                    let times = self.loops[at]
                        .times
                        .iter()
                        .map(|time| size * time.div_euclid(*size))
                        .collect();
                    tiles.push((
                        at,
                        Column {
                            name: format!("{name}_t"),
                            times,
                            marked: false,
                        },
                    ));
                }
                tiles.sort_by_key(|(at, _)| *at);
                let first = tiles.first().map_or(0, |(at, _)| *at);
                self.loops
                    .splice(first..first, tiles.into_iter().map(|(_, column)| column));
            }
        }
    }

    fn time(&self, at: usize) -> Vec<i64> {
        let last = self.instances[at].0 as i64;
        self.loops.iter().map(|column| column.times[at]).chain([last]).collect()
    }

    fn element(&self, at: usize, array: usize, places: &[At]) -> (usize, Vec<i64>) {
        let (stmt, point) = &self.instances[at];
        let factor = self.nest.stmts[*stmt].factor;
        (
            array,
            places.iter().map(|(of, offset)| factor * point[*of] + offset).collect(),
        )
    }

    fn written(&self, at: usize) -> (usize, Vec<i64>) {
        let stmt = &self.nest.stmts[self.instances[at].0];
        self.element(at, stmt.array, &stmt.write)
    }

    fn read(&self, at: usize) -> (usize, Vec<i64>) {
        let stmt = &self.nest.stmts[self.instances[at].0];
        self.element(at, stmt.from, &stmt.read)
    }

    fn conflict(&self, one: usize, other: usize) -> Conflict {
        let accumulates = |at: usize| self.nest.stmts[self.instances[at].0].accumulates;
        let same_target = self.written(one) == self.written(other);
        if self.read(one) == self.written(other) || self.read(other) == self.written(one) {
            return Conflict::Strict;
        }
        match (same_target, accumulates(one) && accumulates(other)) {
            (false, _) => Conflict::None,
            (true, true) => Conflict::Accumulations,
            (true, false) => Conflict::Strict,
        }
    }

    /// A marked loop lets these run at the same time.
    fn race(&self, one: usize, other: usize) -> bool {
        (0..self.loops.len()).any(|at| {
            let equal = |column: &Column| column.times[one] == column.times[other];
            self.loops[at].marked && self.loops[..at].iter().all(equal) && !equal(&self.loops[at])
        })
    }

    /// What is left in memory, as hashes of terms.
    fn run(&self) -> HashMap<(usize, Vec<i64>), u64> {
        let mut order: Vec<usize> = (0..self.instances.len()).collect();
        order.sort_by_key(|at| self.time(*at));
        let mut memory = HashMap::new();
        let hash = |parts: &[u64]| {
            parts.iter().fold(0x9e37_79b9_7f4a_7c15_u64, |all, part| {
                (all ^ part).wrapping_mul(0x100_0000_01b3).rotate_left(29)
            })
        };
        let initial = |(array, at): &(usize, Vec<i64>)| {
            hash(&[7, *array as u64, at[0] as u64, at.get(1).map_or(99, |n| *n as u64)])
        };
        for at in order {
            let (stmt, _) = self.instances[at];
            let load = |element: (usize, Vec<i64>)| memory.get(&element).copied().unwrap_or_else(|| initial(&element));
            let quotient = hash(&[1, stmt as u64, load(self.read(at))]);
            let value = match self.nest.stmts[stmt].accumulates {
                true => hash(&[2, load(self.written(at)), quotient]),
                false => quotient,
            };
            memory.insert(self.written(at), value);
        }
        memory
    }
}

/// What is true of a rewrite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Truth {
    /// Two iterations of a marked loop conflict.
    pub race: bool,
    /// A strict dependence is reversed.
    pub reversed: bool,
    /// A dependence between accumulations is reversed.
    pub reassociated: bool,
    /// The same terms are left.
    pub same_values: bool,
}

/// By enumeration of all pairs.
pub fn truth(nest: &TestNest, steps: &[NestStep]) -> Truth {
    let (before, after) = (TimesTable::new(nest, &[]), TimesTable::new(nest, steps));
    let mut truth = Truth {
        race: false,
        reversed: false,
        reassociated: false,
        same_values: before.run() == after.run(),
    };
    for sink in 0..before.instances.len() {
        for source in 0..sink {
            let conflict = before.conflict(source, sink);
            if conflict == Conflict::None {
                continue;
            }
            truth.race |= after.race(source, sink);
            let reversed = after.time(source) > after.time(sink);
            truth.reversed |= reversed && conflict == Conflict::Strict;
            truth.reassociated |= reversed && conflict == Conflict::Accumulations;
        }
    }
    truth
}

/// Makes rewrites: `rewrites`, or something broken.
pub trait Transformer {
    /// The program after a script; [`None`] where a step has no place.
    ///
    /// # Errors
    /// The script is wrong.
    fn rewrite(&self, subject: &Subject, script: &str) -> Result<Option<Rewrite>, String>;
}

/// `rewrites`, as it is.
pub struct RealTransforms;

impl Transformer for RealTransforms {
    fn rewrite(&self, subject: &Subject, script: &str) -> Result<Option<Rewrite>, String> {
        subject.rewrite(script)
    }
}

/// Counts of what was seen.
#[derive(Clone, Copy, Debug, Default)]
pub struct NestCounts {
    /// Proved bitwise.
    pub proved: usize,
    /// Proved up to the order of accumulations.
    pub reassociated: usize,
    /// Refuted.
    pub refuted: usize,
    /// Not decided.
    pub unknown: usize,
}

/// Checks all scripts on one nest: the new times are those of the steps, and the answers are true.
///
/// # Errors
/// The first script with a wrong outcome.
pub fn check(
    nest: &TestNest,
    scripts: &[&[NestStep]],
    judge: &dyn RewriteJudge,
    transformer: &dyn Transformer,
    counts: &mut NestCounts,
) -> Result<(), String> {
    let subject = Subject::read(&nest.text())?;
    if !contains(&subject.scop.valid, &[]) {
        return Err(format!("not defined, says the model:\n{}", nest.text()));
    }
    let checker = Checker::new(&subject.scop, 0).map_err(|error| error.to_string())?;
    for steps in scripts {
        let text = script(steps);
        let wrong = |what: String| format!("{text}: {what}\n{}", nest.text());
        let rewrite = transformer
            .rewrite(&subject, &text)?
            .ok_or_else(|| wrong("no place for it".to_owned()))?;
        same_order(&subject, nest, steps, &rewrite).map_err(wrong)?;
        let truth = truth(nest, steps);
        let answer = judge.judge(&subject, &checker, &text, &rewrite)?.answer;
        *match answer {
            BareAnswer::Proved => &mut counts.proved,
            BareAnswer::Reassociated => &mut counts.reassociated,
            BareAnswer::Refuted => &mut counts.refuted,
            BareAnswer::Tested | BareAnswer::Unknown => &mut counts.unknown,
        } += 1;
        let right = match (truth.race, truth.reversed, truth.reassociated) {
            (true, ..) => answer == BareAnswer::Refuted,
            (_, true, _) if truth.same_values => matches!(answer, BareAnswer::Proved | BareAnswer::Unknown),
            (_, true, _) => answer == BareAnswer::Refuted,
            (.., true) => {
                matches!(answer, BareAnswer::Reassociated | BareAnswer::Proved)
                    && (answer == BareAnswer::Reassociated || truth.same_values)
            }
            _ => answer == BareAnswer::Proved,
        };
        if !right {
            return Err(wrong(format!("{} says {answer:?}, but {truth:?}", judge.name())));
        }
    }
    Ok(())
}

/// The order alone, where nothing excuses a reversed dependence: both directions must be exact.
///
/// # Errors
/// The first script with a wrong answer.
pub fn check_order(nest: &TestNest, scripts: &[&[NestStep]]) -> Result<(), String> {
    let subject = Subject::read(&nest.text())?;
    let checker = Checker::new(&subject.scop, 0).map_err(|error| error.to_string())?;
    for steps in scripts {
        let Some(rewrite) = subject.rewrite(&script(steps))? else {
            continue;
        };
        let verdict = checker
            .check(&rewrite.scop.schedule)
            .map_err(|error| error.to_string())?;
        let truth = truth(nest, steps);
        let right = match (truth.race || truth.reversed, truth.reassociated) {
            (true, _) => matches!(verdict, Verdict::Refuted(_)),
            (_, true) => matches!(&verdict, Verdict::Proved(proof) if proof.strength == Strength::Reassociated),
            _ => matches!(&verdict, Verdict::Proved(proof) if proof.strength == Strength::Bitwise),
        };
        if !right {
            return Err(format!(
                "{}: {verdict:?}, but {truth:?}\n{}",
                script(steps),
                nest.text()
            ));
        }
    }
    Ok(())
}

/// All pairs of instances have the order of the table.
fn same_order(subject: &Subject, nest: &TestNest, steps: &[NestStep], rewrite: &Rewrite) -> Result<(), String> {
    let times = subject
        .times(&rewrite.scop.schedule, &[], 1000)?
        .ok_or("too many instances")?;
    let table = TimesTable::new(nest, steps);
    if times.of.len() != table.instances.len() {
        return Err(format!(
            "{} instances instead of {}",
            times.of.len(),
            table.instances.len()
        ));
    }
    let time = |at: usize| {
        times
            .of
            .get(&table.instances[at])
            .ok_or_else(|| format!("{:?} is lost", table.instances[at]))
    };
    for one in 0..table.instances.len() {
        for other in 0..one {
            let (found, expected) = (time(one)?.cmp(time(other)?), table.time(one).cmp(&table.time(other)));
            if found != expected {
                let (one, other) = (&table.instances[one], &table.instances[other]);
                return Err(format!("{one:?} runs {found:?} than {other:?}, not {expected:?}"));
            }
        }
    }
    Ok(())
}
