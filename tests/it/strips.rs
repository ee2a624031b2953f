//! Random tiles of a size that is an argument, right and wrong ones: what is proved of them holds in runs at all small
//! sizes of tiles.

use polyvet_analysis::extract::ExtractOptions;
use polyvet_generate::choices::Choices;
use polyvet_interp::Sizes;
use polyvet_tests::model::parse;
use polyvet_tests::random::campaign;
use polyvet_tests::random::numbers;
use polyvet_verify::Verdict;
use polyvet_verify::validate::{ProgramSide, ValidateSettings, run_only, validate_changed};
use std::fmt::Write;

/// In `make test`, and in `make test-all`.
const CASES: [u64; 2] = [150, 6000];
/// Numbers of iterations, sizes of tiles, and of tiles in them.
const LENGTHS: [i64; 4] = [0, 1, 5, 8];
const TILES: [i64; 3] = [1, 2, 3];
/// Elements that a subscript may be away from its iteration.
const AWAY: i64 = 2;

/// One loop that updates elements from their neighbours, repeated or not.
struct Sweep {
    repeats: bool,
    /// Where the two operands are.
    reads: [i64; 2],
}

impl Sweep {
    fn of(choices: &mut Choices<'_>) -> Sweep {
        Sweep {
            repeats: choices.chance(25),
            reads: [(); 2].map(|()| if choices.chance(60) { 0 } else { choices.between(-1, 2) }),
        }
    }

    fn head(text: &mut String) {
        *text += "func.func @f(%A: memref<?xi32>, %n: index, %s: index, %t: index) {\n";
    }

    /// The update at `%p`.
    fn body(&self, text: &mut String) {
        let [x, y] = self.reads.map(|away| away + AWAY);
        for (name, away) in [("px", x), ("py", y), ("pz", AWAY)] {
            writeln!(text, "  %{name}_c = arith.constant {away} : index").expect("a string");
            writeln!(text, "  %{name} = arith.addi %p, %{name}_c : index").expect("a string");
        }
        *text += "  %x = memref.load %A[%px] : memref<?xi32>\n  %y = memref.load %A[%py] : memref<?xi32>\n  \
                  %c = arith.constant 3 : i32\n  %m = arith.muli %x, %c : i32\n  %z = arith.subi %m, %y : i32\n  \
                  memref.store %z, %A[%pz] : memref<?xi32>\n";
    }

    fn plain(&self) -> String {
        let mut text = String::new();
        Sweep::head(&mut text);
        if self.repeats {
            text += "  affine.for %k = 0 to %t {\n";
        }
        text += "  affine.for %p = 0 to %n {\n";
        self.body(&mut text);
        text += if self.repeats { "  }\n  }\n" } else { "  }\n" };
        text + "  return\n}\n"
    }

    /// In tiles of one or two levels; now and then something about them is wrong.
    fn tiled(&self, choices: &mut Choices<'_>) -> String {
        let mut text = String::new();
        Sweep::head(&mut text);
        text += "  %c0 = arith.constant 0 : index\n  %c1 = arith.constant 1 : index\n  %c2 = arith.constant 2 : index\n  \
                 %more = arith.addi %s, %c1 : index\n  %twice = arith.addi %s, %s : index\n";
        let mut open = 0;
        let mut enter = |text: &mut String, line: String| {
            writeln!(text, "  {line} {{").expect("a string");
            open += 1;
        };
        let time = "scf.for %k = %c0 to %t step %c1".to_owned();
        let late = choices.chance(15);
        if self.repeats && !late {
            enter(&mut text, time.clone());
        }
        let looped = |choices: &mut Choices<'_>, name: &str, [first, end, step]: [&str; 3]| match choices.chance(20) {
            true => format!("scf.parallel ({name}) = ({first}) to ({end}) step ({step})"),
            false => format!("scf.for {name} = {first} to {end} step {step}"),
        };
        let mostly = |choices: &mut Choices<'_>, usual: &'static str, others: &[&'static str]| {
            if choices.chance(80) { usual } else { choices.of(others) }
        };
        let step = mostly(choices, "%s", &["%more", "%twice", "%t", "%c2"]);
        let size = mostly(choices, step, &["%s", "%more", "%t"]);
        let first = mostly(choices, "%c0", &["%c0", "%c1", "%s"]);
        enter(&mut text, looped(choices, "%v", [first, "%n", step]));
        if self.repeats && late {
            enter(&mut text, time);
        }
        let cut = if choices.chance(92) { "s1 - d0" } else { "s1 - d0 + 1" };
        writeln!(
            text,
            "  %e = affine.min affine_map<(d0)[s0, s1] -> (s0, {cut})>(%v)[{size}, %n]"
        )
        .expect("a string");
        let (mut base, mut length) = ("%v", "%e");
        if choices.chance(50) {
            let step = mostly(choices, "%t", &["%s", "%twice", "%c2"]);
            let size = mostly(choices, step, &["%s", "%t"]);
            if choices.chance(30) {
                // Counted from where the function begins.
                text += "  %end = arith.addi %v, %e : index\n";
                enter(&mut text, looped(choices, "%w", ["%v", "%end", step]));
                writeln!(
                    text,
                    "  %g = affine.min affine_map<(d0)[s0, s1] -> (s0, s1 - d0)>(%w)[{size}, %end]"
                )
                .expect("a string");
                base = "%w";
            } else {
                let first = mostly(choices, "%c0", &["%c1", "%s"]);
                enter(&mut text, looped(choices, "%w", [first, "%e", step]));
                writeln!(
                    text,
                    "  %g = affine.min affine_map<(d0)[s0, s1] -> (s0, s1 - d0)>(%w)[{size}, %e]"
                )
                .expect("a string");
                text += "  %vw = arith.addi %v, %w : index\n";
                base = "%vw";
            }
            length = "%g";
        }
        enter(&mut text, format!("scf.for %o = %c0 to {length} step %c1"));
        let place = match choices.chance(15) {
            true => format!(
                "  %left = arith.subi {length}, %o : index\n  %last = arith.subi %left, %c1 : index\n  \
                 %p = arith.addi {base}, %last : index\n"
            ),
            false => format!("  %p = arith.addi {base}, %o : index\n"),
        };
        text += &place;
        self.body(&mut text);
        text += &"  }\n".repeat(open);
        text + "  return\n}\n"
    }
}

fn calls() -> Vec<Sizes> {
    let mut all = Vec::new();
    for length in LENGTHS {
        for tile in TILES {
            for inner in TILES {
                let mut sizes = Sizes::default();
                sizes.extents.insert((0, 0), length + 2 * AWAY + 3 * TILES[2]);
                sizes.indices.extend([(1, length), (2, tile), (3, inner)]);
                all.push(sizes);
            }
        }
    }
    all
}

#[derive(Clone, Copy, Debug, Default)]
struct Outcome {
    proved: u64,
    refuted: u64,
    /// Runs agree, and there is no proof.
    open: u64,
}

fn case(seed: u64, number: u64) -> Result<Outcome, String> {
    let numbers = numbers(seed, number);
    let mut choices = Choices::new(&numbers);
    let sweep = Sweep::of(&mut choices);
    let (plain, tiled) = (sweep.plain(), sweep.tiled(&mut choices));
    let wrong = |why: String| format!("case {number} of seed {seed}: {why}\n{plain}{tiled}");
    let read = |text: &str| parse(text).map_err(|why| wrong(format!("{why:?}")));
    let (first, second) = (read(&plain)?, read(&tiled)?);
    let side = |module| ProgramSide {
        module,
        func: polyvet_ir::Module::funcs(module)[0],
    };
    let (one, other) = (side(&first), side(&second));
    let options = ExtractOptions {
        assume: vec!["s >= 1 and t >= 1".to_owned()],
        ..ExtractOptions::default()
    };
    let settings = ValidateSettings {
        cross_check: false,
        ..ValidateSettings::default()
    };
    let verdict = validate_changed(one, other, &options, &settings).map_err(|why| wrong(why.to_string()))?;
    let agree = run_only(one, other, &calls());
    let mut outcome = Outcome::default();
    match (verdict, agree) {
        (Verdict::Proved(_), Err(witness)) => {
            let (x, y) = (&witness.replay.before, &witness.replay.after);
            return Err(wrong(format!("proved, but `{}` is {x:?} and {y:?}", witness.array)));
        }
        (Verdict::Proved(_), Ok(_)) => outcome.proved = 1,
        (Verdict::Refuted(_), _) => outcome.refuted = 1,
        (_, Ok(_)) => outcome.open = 1,
        (_, Err(witness)) => return Err(wrong(format!("`{}` differs, and that is not seen", witness.array))),
    }
    Ok(outcome)
}

#[test]
fn tiles_of_any_size_are_proved_where_they_are_right() {
    let all = campaign("strips", CASES, case);
    let sum = |of: fn(&Outcome) -> u64| all.iter().map(of).sum::<u64>();
    let [proved, refuted, open] = [sum(|one| one.proved), sum(|one| one.refuted), sum(|one| one.open)];
    println!("{proved} proved, {refuted} refuted, {open} not decided");
    assert!(proved * 5 > all.len() as u64 && refuted * 4 > all.len() as u64 && open * 10 < all.len() as u64);
}
