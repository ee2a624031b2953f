//! `polyvet run`: a function in the reference interpreter.

use crate::args::{Domain, Init, RunArgs};
use crate::function::{select, suggestion};
use crate::input::{Kind, Program, read_programs};
use crate::session::{Outcomes, Session, Told};
use crate::sizes::Sizes;
use polyvet_interp::{
    Concrete, Contents, Init as Cells, Limits, Machine, Options, Scalar, ScalarType, Term, Trap, Value, npy,
};
use polyvet_ir::{Module, OpId, Type, ValueId};
use polyvet_report::text::Detail;
use polyvet_report::{Outcome, RunResult, RunValue};
use std::path::Path;

/// Runs the command.
pub fn run(session: &mut Session<'_>, args: &RunArgs) -> Outcomes<()> {
    if args.input.files.len() > 1 && !args.out.is_empty() {
        return Err(session.error("usage", "`--out` takes one input file"));
    }
    for program in read_programs(session, &args.input) {
        let _ = one_program(session, args, &program);
    }
    Ok(())
}

fn one_program(session: &mut Session<'_>, args: &RunArgs, program: &Program) -> Outcomes<()> {
    let Kind::Mlir(module) = &program.kind else {
        let message = format!(
            "`{}` is a model, which does not say what its statements compute",
            program.source.name
        );
        return Err(session.error("not-a-program", message));
    };
    let funcs = select(session, module, &program.source.name, args.func.as_deref())?;
    let [func] = funcs[..] else {
        let names: Vec<String> = funcs
            .iter()
            .filter_map(|op| module.symbol_name(*op))
            .map(|name| format!("`@{name}`"))
            .collect();
        let message = format!("`{}` has several functions", program.source.name);
        return Err(session.error_help(
            "which-function",
            message,
            format!("say `--func`: one of {}", names.join(", ")),
        ));
    };
    let call = Call::new(session, args, module, func)?;
    let options = Options {
        limits: Limits {
            steps: args.steps,
            ..Limits::default()
        },
        ..Options::default()
    };
    let values = match args.domain {
        Domain::Native => call.run(Machine::new(module, Concrete, options)),
        Domain::Term => call.run(Machine::new(module, Term::with_names(), options)),
    };
    let (steps, values) = values.map_err(|trap| tell_trap(session, &trap, program))?;
    write_files(session, args, &values)?;
    let shown = values
        .iter()
        .filter(|value| !args.out.iter().any(|(name, _)| *name == value.name));
    let result = RunResult {
        file: program.source.name.clone(),
        func: module.symbol_name(func).unwrap_or("").to_owned(),
        domain: if args.domain == Domain::Native {
            "native"
        } else {
            "term"
        },
        steps,
        values: shown.map(Final::result).collect(),
    };
    session.push(&Outcome::Run(result), Detail::Full, Some(&program.source))
}

/// What an execution that stopped means: undefined behaviour is an error of the program, a limit of
/// ours leaves the question open.
fn tell_trap(session: &mut Session<'_>, trap: &Trap, program: &Program) -> Told {
    let mut diagnostic = trap.to_diagnostic();
    if trap.code.is_inconclusive() {
        diagnostic.severity = polyvet_ir::Severity::Warning;
        return session.tell_unknown(&diagnostic, Some(&program.source));
    }
    session.tell(&diagnostic, Some(&program.source));
    Told
}

/// An argument of the function and how it is made.
struct Argument {
    name: String,
    ty: Type,
    /// Extents, or none for scalars.
    shape: Vec<i64>,
    given: Option<Given>,
}

/// What elements are that the user did not give.
#[derive(Clone, Copy)]
enum Elements {
    Made(Init),
    /// Unknowns, which only terms can be.
    Unknown,
}

/// What the user gave for an argument.
pub enum Given {
    Scalar(Scalar),
    /// Extents and elements in row-major order.
    Array {
        shape: Vec<i64>,
        elements: Vec<Scalar>,
    },
}

struct Call<'a> {
    func: &'a str,
    args: Vec<Argument>,
    init: Elements,
}

/// What a memref argument or a result holds in the end.
struct Final {
    name: String,
    role: &'static str,
    contents: Contents,
}

impl<'a> Call<'a> {
    fn new(session: &mut Session<'_>, args: &RunArgs, module: &'a Module, func: OpId) -> Outcomes<Call<'a>> {
        let entry = module
            .only_block(func, 0)
            .ok_or_else(|| session.error("no-body", "the function is not one block"))?;
        let values = module.block(entry).args.clone();
        let name = |value: ValueId| module.value_name(value).trim_start_matches('%').to_owned();
        let names: Vec<String> = values.iter().map(|value| name(*value)).collect();
        for (given, _) in &args.arg {
            if argument_at(given, &names).is_none() {
                let message = format!("the function has no argument `{given}`");
                return Err(session.error_help("unknown-argument", message, suggestion(given, "arguments", &names)));
            }
        }
        let sizes = Sizes::read(session, args, module, func, &names)?;
        let mut made = Vec::new();
        for (at, value) in values.iter().enumerate() {
            let ty = module.ty(*value).clone();
            let text = args
                .arg
                .iter()
                .rev()
                .find(|(given, _)| argument_at(given, &names) == Some(at));
            let given = match text {
                Some((_, text)) => Some(read_argument(session, &names[at], &ty, text)?),
                None if ty == Type::Index => Some(sizes.index(session, &names[at])?),
                None => None,
            };
            let shape = sizes.shape(session, &names[at], &ty, given.as_ref())?;
            made.push(Argument {
                name: names[at].clone(),
                ty,
                shape,
                given,
            });
        }
        let func = module.symbol_name(func).unwrap_or("");
        Ok(Call {
            func,
            args: made,
            init: match args.init {
                Some(init) => Elements::Made(init),
                None if args.domain == Domain::Term => Elements::Unknown,
                None => Elements::Made(Init::Iota),
            },
        })
    }

    fn run<D: polyvet_interp::Domain>(&self, mut machine: Machine<'a, D>) -> Result<(u64, Vec<Final>), Trap> {
        let mut values = machine.default_args(
            self.func,
            &|at, dim| self.args[at].shape.get(dim).copied().unwrap_or(0),
            &|at| match self.args[at].given {
                Some(Given::Scalar(value)) => value.signed(),
                _ => 0,
            },
            &|at| self.cells(at),
        )?;
        for (value, argument) in values.iter_mut().zip(&self.args) {
            if let Some(Given::Scalar(scalar)) = &argument.given {
                *value = machine.scalar(*scalar);
            }
        }
        let kept: Vec<Value<D>> = values.clone();
        let results = machine.call(self.func, values)?;
        let mut finals = Vec::new();
        for (argument, value) in self.args.iter().zip(&kept) {
            if matches!(value, Value::MemRef(_)) {
                let contents = machine.read(value)?;
                finals.push(Final {
                    name: argument.name.clone(),
                    role: "argument",
                    contents,
                });
            }
        }
        for (at, value) in results.iter().enumerate() {
            finals.push(Final {
                name: format!("#{at}"),
                role: "result",
                contents: machine.read(value)?,
            });
        }
        Ok((machine.steps(), finals))
    }

    /// The elements of argument `at`.
    fn cells(&self, at: usize) -> Cells {
        let argument = &self.args[at];
        match (&argument.given, self.init) {
            (Some(Given::Array { elements, .. }), _) => Cells::Values(elements.clone()),
            (_, Elements::Made(Init::Iota)) => match ScalarType::of(&argument.ty) {
                // A scalar of 0 would often make everything 0.
                Some(ty) => Cells::Values(vec![Scalar::from_i64(ty, 1)]),
                None => Cells::Iota,
            },
            (_, Elements::Made(Init::Seeded(seed))) => Cells::Seeded(seed.wrapping_add(at as u64)),
            (_, Elements::Made(Init::Uninit)) => Cells::Uninit,
            (_, Elements::Unknown) => Cells::Inputs {
                argument: at as u32,
                name: argument.name.clone(),
            },
        }
    }
}

fn untyped(session: &mut Session<'_>, name: &str) -> Told {
    session.error(
        "bad-argument",
        format!("argument `{name}` has a type that cannot be given"),
    )
}

/// The position of the argument called `name`, or numbered so.
fn argument_at(name: &str, names: &[String]) -> Option<usize> {
    names
        .iter()
        .position(|known| known == name)
        .or_else(|| name.parse().ok().filter(|at| *at < names.len()))
}

fn read_argument(session: &mut Session<'_>, name: &str, ty: &Type, text: &str) -> Outcomes<Given> {
    if let Type::MemRef { shape, elem, .. } | Type::Tensor { shape, elem, .. } = ty {
        let Some(elem) = ScalarType::of(elem) else {
            return Err(untyped(session, name));
        };
        let read = npy::read(Path::new(text), elem, shape);
        let (shape, elements) = read.map_err(|error| session.error("npy", format!("argument `{name}`: {error}")))?;
        return Ok(Given::Array { shape, elements });
    }
    let wrong = |session: &mut Session<'_>| {
        session.error(
            "bad-argument",
            format!("argument `{name}`: `{text}` is no number of its type"),
        )
    };
    let Some(scalar) = ScalarType::of(ty) else {
        return Err(untyped(session, name));
    };
    match scalar {
        ScalarType::Float(kind) => match text.parse() {
            Ok(value) => Ok(Given::Scalar(Scalar::from_f64(kind, value))),
            Err(_) => Err(wrong(session)),
        },
        _ => match text.parse() {
            Ok(value) => Ok(Given::Scalar(Scalar::from_i64(scalar, value))),
            Err(_) => Err(wrong(session)),
        },
    }
}

fn write_files(session: &mut Session<'_>, args: &RunArgs, values: &[Final]) -> Outcomes<()> {
    for (name, path) in &args.out {
        let Some(value) = values.iter().find(|value| value.name == *name) else {
            let known: Vec<String> = values.iter().map(|value| value.name.clone()).collect();
            let message = format!("there is no result or memref argument `{name}`");
            return Err(session.error_help("unknown-result", message, suggestion(name, "values", &known)));
        };
        npy::write(Path::new(path), &value.contents)
            .map_err(|error| session.error("npy", format!("`{name}`: {error}")))?;
    }
    Ok(())
}

impl Final {
    fn result(&self) -> RunValue {
        RunValue {
            name: self.name.clone(),
            role: self.role,
            elem: self.contents.ty.map_or_else(|| "?".to_owned(), |ty| ty.to_string()),
            shape: self.contents.shape.clone(),
            elements: self
                .contents
                .elems
                .iter()
                .map(|elem| elem.as_ref().map(ToString::to_string))
                .collect(),
            shown: self.contents.to_string(),
        }
    }
}
