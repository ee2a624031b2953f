//! Solvers for SMT-LIB 2: programs that read questions from standard input and answer `unsat`, `sat` or `unknown`.

use crate::process::{ProcessCall, ProcessLimits, ToolError, run_within};
use std::io;
use std::time::Duration;

/// A solver that is installed.
#[derive(Clone, Debug)]
pub struct Solver {
    words: Vec<String>,
    /// With its version, as far as it says: `z3 4.8.12`.
    pub name: String,
}

/// What a solver says about one question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SolverAnswer {
    /// There are no such values.
    Unsat,
    /// There are such values: `N = 2, i = 0`, if it says which.
    Sat(Option<String>),
    /// No answer, for this reason.
    Unknown(String),
}

/// What a question may use up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SolverLimits {
    /// Seconds.
    pub time: Duration,
    /// Bytes of memory.
    pub memory: u64,
}

/// Solvers that are looked for, in this order, with what makes them read standard input. The older simplex of z3
/// decides in milliseconds claims about tiles (quotients of sums by several numbers) for which the newer takes minutes.
const KNOWN: [(&str, &[&str]); 2] = [
    ("z3", &["-in", "smt.arith.solver=2"]),
    ("cvc5", &["--lang", "smt2", "--incremental"]),
];

/// So many questions are asked at once at first.
const TOGETHER: usize = 24;

impl Solver {
    /// The solver called `command`, or the first that is installed.
    ///
    /// # Errors
    /// In words, if there is none.
    pub fn find(command: Option<&str>) -> Result<Solver, String> {
        let Some(command) = command else {
            let found = KNOWN.iter().find_map(|(name, _)| Solver::find(Some(name)).ok());
            return found.ok_or_else(|| "neither z3 nor cvc5 is an installed program".to_owned());
        };
        let mut words = match shlex::split(command) {
            Some(words) if !words.is_empty() => words,
            _ => return Err(format!("`{command}` is no command")),
        };
        let program = words[0].rsplit('/').next().unwrap_or_default().to_owned();
        if let (1, Some((_, options))) = (words.len(), KNOWN.iter().find(|(name, _)| *name == program)) {
            words.extend(options.iter().map(|option| (*option).to_owned()));
        }
        let mut solver = Solver { words, name: program };
        let wrong = |why: String| format!("`{command}` is no solver: {why}");
        let question = "(set-logic QF_LIA)\n(assert false)\n(check-sat)\n";
        let limits = ProcessLimits::within(Duration::from_secs(10));
        match solver.run(question, &limits) {
            Ok(text) if text.lines().any(|line| line.trim() == "unsat") => {}
            Ok(_) => return Err(wrong("it does not answer `unsat` to `(assert false)`".to_owned())),
            Err(ToolError::Start(error)) if error.kind() == io::ErrorKind::NotFound => {
                return Err(format!("`{}` is not an installed program", solver.words[0]));
            }
            Err(error) => return Err(wrong(format!("it {}", error.describe()))),
        }
        if let Some(version) = solver.version() {
            solver.name = format!("{} {version}", solver.name);
        }
        Ok(solver)
    }

    /// The first number with a dot in what `--version` prints.
    fn version(&self) -> Option<String> {
        let limits = ProcessLimits::within(Duration::from_secs(5));
        let args = ["--version"];
        let printed = run_within(&ProcessCall::plain(&self.words[0], &args, ""), &limits).ok()?;
        let is_version = |word: &&str| word.starts_with(|c: char| c.is_ascii_digit()) && word.contains('.');
        printed.stdout.split_whitespace().find(is_version).map(str::to_owned)
    }

    fn run(&self, input: &str, limits: &ProcessLimits) -> Result<String, ToolError> {
        match run_within(&ProcessCall::plain(&self.words[0], &self.words[1..], input), limits) {
            Ok(printed) => Ok(printed.stdout),
            // Solvers end with an error where they found a mistake anywhere; what they answered before counts.
            Err(ToolError::Failed(status, printed)) if printed.stdout.trim().is_empty() => {
                Err(ToolError::Failed(status, printed))
            }
            Err(ToolError::Failed(_, printed)) => Ok(printed.stdout),
            Err(error) => Err(error),
        }
    }

    /// The answers to some scripts, each with one `(check-sat)`. Many are asked in one run first; those that this does
    /// not confirm are asked again alone. `done` hears how many more were answered.
    pub fn ask_all(&self, scripts: &[&str], bounds: &SolverLimits, done: &mut dyn FnMut(usize)) -> Vec<SolverAnswer> {
        let mut answers = Vec::with_capacity(scripts.len());
        for chunk in scripts.chunks(TOGETHER) {
            let sure = match chunk.len() {
                1 => 0,
                _ => self.confirmed(chunk, bounds),
            };
            done(sure);
            answers.extend(vec![SolverAnswer::Unsat; sure]);
            for script in &chunk[sure..] {
                answers.push(self.ask(script, bounds));
                done(1);
            }
        }
        answers
    }

    /// How many of the first scripts are answered `unsat`.
    fn confirmed(&self, scripts: &[&str], bounds: &SolverLimits) -> usize {
        let Ok(printed) = self.run(&scripts.join("(reset)\n"), &limits(bounds)) else {
            return 0;
        };
        let lines: Vec<&str> = printed.lines().map(str::trim).collect();
        // More lines than questions are no answers to them.
        if lines.len() > scripts.len() {
            return 0;
        }
        lines.into_iter().take_while(|line| *line == "unsat").count()
    }

    /// The answer to one script.
    pub fn ask(&self, script: &str, bounds: &SolverLimits) -> SolverAnswer {
        let text = match self.run(script, &limits(bounds)) {
            Ok(text) => text,
            Err(error) => return SolverAnswer::Unknown(format!("`{}` {}", self.words[0], error.describe())),
        };
        let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        match lines[..] {
            ["unsat"] => SolverAnswer::Unsat,
            ["sat"] => SolverAnswer::Sat(self.values(script, bounds)),
            [line, ..] => SolverAnswer::Unknown(format!("`{}` says `{line}`", self.words[0])),
            [] => SolverAnswer::Unknown(format!("`{}` says nothing", self.words[0])),
        }
    }

    /// Values for which a script holds.
    fn values(&self, script: &str, bounds: &SolverLimits) -> Option<String> {
        let text = self
            .run(
                &format!("(set-option :produce-models true)\n{script}(get-model)\n"),
                &limits(bounds),
            )
            .ok()?;
        let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let mut values = Vec::new();
        for part in words.split("(define-fun ").skip(1) {
            // Functions have arguments between the brackets.
            let Some((name, rest)) = part.split_once(" () ") else {
                continue;
            };
            let value = match rest.strip_prefix("Int ") {
                Some(value) => value.chars().filter(|c| c.is_ascii_digit() || *c == '-').collect(),
                None => of_sort(rest),
            };
            values.push(format!("{} = {value}", name.trim_matches('|')));
        }
        values.sort();
        (!values.is_empty()).then(|| values.join(", "))
    }
}

/// The value behind a sort, up to the bracket that ends the definition: `(_ BitVec 8) #x0a)`.
fn of_sort(text: &str) -> String {
    let mut depth = 0;
    let end = text.find(|c| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        depth == 0 && (c == ')' || c == ' ')
    });
    let value = text[end.map_or(text.len(), |end| end + 1)..].trim_start();
    depth = 0;
    let end = value.find(|c| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        depth < 0
    });
    value[..end.unwrap_or(value.len())].trim().to_owned()
}

fn limits(bounds: &SolverLimits) -> ProcessLimits {
    ProcessLimits {
        memory: bounds.memory,
        ..ProcessLimits::within(bounds.time)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOUNDS: SolverLimits = SolverLimits {
        time: Duration::from_secs(20),
        memory: 1 << 32,
    };

    #[test]
    fn values_of_any_sort_are_shown() {
        assert_eq!(of_sort("(_ BitVec 8) #x0a) )"), "#x0a");
        assert_eq!(
            of_sort("(_ FloatingPoint 8 24) (fp #b0 #x7f #b000) )"),
            "(fp #b0 #x7f #b000)"
        );
        assert_eq!(of_sort("Bool true)"), "true");
    }

    /// What stands in for a solver.
    fn fake(answer: &str) -> Result<Solver, String> {
        Solver::find(Some(&format!("sh -c 'cat > /dev/null; {answer}'")))
    }

    #[test]
    fn what_answers_nothing_is_no_solver() {
        assert!(fake("echo sat").is_err_and(|why| why.contains("does not answer")));
        assert!(fake("exit 1").is_err());
        assert!(Solver::find(Some("no-such-solver-here")).is_err_and(|why| why.contains("not an installed")));
        assert!(Solver::find(Some("'")).is_err());
    }

    #[test]
    fn only_unsat_confirms() {
        let solver = fake("echo unsat").expect("it says what a solver says");
        let (mut count, scripts) = (0, ["(check-sat)"; 3]);
        // One answer to three questions confirms the first only; alone each is answered.
        let answers = solver.ask_all(&scripts, &BOUNDS, &mut |more| count += more);
        assert_eq!((answers, count), (vec![SolverAnswer::Unsat; 3], 3));
        let chatty = fake("echo unsat; echo unsat").expect("a solver");
        assert!(matches!(chatty.ask("(check-sat)", &BOUNDS), SolverAnswer::Unknown(_)));
        assert!(matches!(
            chatty.ask_all(&scripts[..1], &BOUNDS, &mut |_| {})[..],
            [SolverAnswer::Unknown(_)]
        ));
    }

    #[test]
    fn solvers_answer_and_say_for_what() {
        for name in ["z3", "cvc5"] {
            let Ok(solver) = Solver::find(Some(name)) else {
                eprintln!("skipped: {name} is not installed");
                continue;
            };
            assert!(solver.name.starts_with(&format!("{name} ")), "{}", solver.name);
            let ask = |formula: &str| {
                format!("(set-logic QF_LIA)\n(declare-const |a b| Int)\n(assert {formula})\n(check-sat)\n")
            };
            let scripts = [
                ask("(not (= (div (- 1) 2) (- 1)))"),
                ask("(= (+ |a b| 5) 2)"),
                ask("(= (* 2 |a b|) 3)"),
                "(nonsense)".to_owned(),
            ];
            let scripts: Vec<&str> = scripts.iter().map(String::as_str).collect();
            let answers = solver.ask_all(&scripts, &BOUNDS, &mut |_| {});
            assert_eq!(answers[0], SolverAnswer::Unsat, "{name}");
            assert_eq!(answers[1], SolverAnswer::Sat(Some("a b = -3".to_owned())), "{name}");
            assert_eq!(answers[2], SolverAnswer::Unsat, "{name}");
            assert!(
                matches!(answers[3], SolverAnswer::Unknown(_)),
                "{name}: {:?}",
                answers[3]
            );
        }
    }
}
