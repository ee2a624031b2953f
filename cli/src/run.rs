//! `polyvet run`: a function in the reference interpreter.

use crate::args::{Domain, Init, RunArgs};
use crate::function::{select, suggestion};
use crate::input::{Kind, Program, read_programs};
use crate::session::{Outcomes, Session, Told};
use polyvet_analysis::extract::extract;
use polyvet_analysis::{Param, ParamOrigin, Scop};
use polyvet_interp::{
    Concrete, Contents, Init as Cells, Limits, Machine, Options, Scalar, ScalarType, Term, Trap, Value, npy,
};
use polyvet_ir::{Dim, Module, OpId, Type, ValueId};
use polyvet_poly::{Ctx, DimKind};
use polyvet_report::text::Detail;
use polyvet_report::{Outcome, RunResult, RunValue};
use std::collections::HashMap;
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
enum Given {
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

/// Extents (`A.0`) and index arguments (`n`) that are known before the run.
struct Sizes(HashMap<String, i64>);

impl Sizes {
    /// Takes `--param`, under the names of the function's arguments or of its model, and what follows
    /// from them because shapes agree.
    fn read(
        session: &mut Session<'_>,
        args: &RunArgs,
        module: &Module,
        func: OpId,
        names: &[String],
    ) -> Outcomes<Sizes> {
        let values = module
            .only_block(func, 0)
            .map_or(&[][..], |entry| &module.block(entry).args);
        let place = |value: ValueId| values.iter().position(|arg| *arg == value).map(|at| &names[at]);
        let mut known = Vec::new();
        for (value, name) in values.iter().zip(names) {
            match module.ty(*value) {
                Type::Index => known.push(name.clone()),
                Type::MemRef { shape, .. } | Type::Tensor { shape, .. } => {
                    known.extend((0..shape.len()).map(|dim| format!("{name}.{dim}")));
                }
                _ => {}
            }
        }
        // Without a model only its names and what follows are missing.
        let model = extract(module, func, &Ctx::new(), &Default::default()).ok();
        let params = model.as_ref().map_or(&[][..], |scop| &scop.params);
        let key = |param: &Param| match param.origin {
            ParamOrigin::Value(value) => place(value).cloned(),
            ParamOrigin::Extent { value, dim } => place(value).map(|name| format!("{name}.{dim}")),
            ParamOrigin::External => None,
        };
        let mut sizes = HashMap::new();
        for (name, value) in &args.param {
            let named = params.iter().find(|param| param.name == *name || param.label == *name);
            let Some(key) = Some(name.clone())
                .filter(|name| known.contains(name))
                .or_else(|| named.and_then(key))
            else {
                known.extend(
                    params
                        .iter()
                        .map(|param| param.label.clone())
                        .filter(|label| !known.contains(label))
                        .collect::<Vec<_>>(),
                );
                let message = format!("no argument or extent is called `{name}`");
                return Err(session.error_help("unknown-parameter", message, suggestion(name, "there are", &known)));
            };
            sizes.insert(key, *value);
        }
        if let Some(scop) = &model {
            let given = params
                .iter()
                .filter_map(|param| Some((param.name.clone(), *sizes.get(&key(param)?)?)))
                .collect();
            for (name, value) in implied(scop.clone(), given).unwrap_or_default() {
                if let Some(key) = params.iter().find(|param| param.name == name).and_then(key) {
                    sizes.entry(key).or_insert(value);
                }
            }
        }
        Ok(Sizes(sizes))
    }

    /// The value of an index argument.
    fn index(&self, session: &mut Session<'_>, name: &str) -> Outcomes<Given> {
        match self.0.get(name) {
            Some(value) => Ok(Given::Scalar(Scalar::index(*value))),
            None => {
                let message = format!("the value of `{name}` is not given");
                Err(session.error_help("index", message, format!("say `--param {name}=8`")))
            }
        }
    }

    /// The extents of an argument.
    fn shape(&self, session: &mut Session<'_>, name: &str, ty: &Type, given: Option<&Given>) -> Outcomes<Vec<i64>> {
        let (Type::MemRef { shape: dims, .. } | Type::Tensor { shape: dims, .. }) = ty else {
            return Ok(Vec::new());
        };
        if let Some(Given::Array { shape, .. }) = given {
            return Ok(shape.clone());
        }
        let mut shape = Vec::new();
        for (at, dim) in dims.iter().enumerate() {
            let key = format!("{name}.{at}");
            shape.push(match (dim, self.0.get(&key).copied()) {
                (Dim::Static(extent), None) => i64::try_from(*extent).unwrap_or(i64::MAX),
                (Dim::Static(extent), Some(stated)) if i64::try_from(*extent) != Ok(stated) => {
                    return Err(session.error("shape", format!("`{key}` is {extent}, not {stated}")));
                }
                (_, Some(stated)) if stated >= 0 => stated,
                (_, Some(stated)) => return Err(session.error("shape", format!("`{key}` is negative: {stated}"))),
                (_, None) => {
                    let message = format!("extent {at} of `{name}` is dynamic, and not given");
                    let help = format!("say `--param {key}=8`, or give the array with `--arg {name}=FILE.npy`");
                    return Err(session.error_help("extent", message, help));
                }
            });
        }
        Ok(shape)
    }
}

/// The parameters of a model that have one value if some are given.
fn implied(mut scop: Scop, given: Vec<(String, i64)>) -> Option<Vec<(String, i64)>> {
    scop.assume(&[], &given).ok()?;
    let context = scop.context.detect_equalities().ok()?;
    let mut values = Vec::new();
    for (at, param) in scop.params.iter().enumerate() {
        // A value that is not fixed is no integer.
        let value = context.plain_get_val_if_fixed(DimKind::Param, at).ok()?;
        if value.is_int().ok()? {
            values.push((param.name.clone(), value.to_i64().ok()?));
        }
    }
    Some(values)
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
