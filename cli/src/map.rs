//! `polyvet map`: the data of a set of iterations, or the iterations of a set of data.
//!
//! With `A_o` the access relation of operand `o`, cut to the statement's domain: iterations `I` touch
//! `A_o(I)`; data `D` is touched by `A_o^-1(D)`.

use crate::args::MapArgs;
use crate::facts::{self, FactOrigin, access_name, set_text};
use crate::function::{ModelRefusal, Models, functions, suggestion, with_model};
use crate::input::{Program, read_decomposed};
use crate::session::{Outcomes, Session, Told};
use crate::snippet::Source;
use crate::traced;
use polyvet_analysis::Scop;
use polyvet_analysis::ids::{ArrayId, StmtId};
use polyvet_ir::{Diagnostic, Span};
use polyvet_poly::{Ctx, DimKind, PolyError, Result, Set};
use polyvet_report::text::Detail;
use polyvet_report::{MapResult, MappedOperand, Outcome};

/// Runs the command.
pub fn run(session: &mut Session<'_>, args: &MapArgs) -> Outcomes<()> {
    if let Some(path) = &args.trace {
        return traced::map(session, args, path);
    }
    if !args.view.is_empty() {
        return crate::views::run(session, args);
    }
    for program in read_decomposed(session, &args.input) {
        let Ok(functions) = functions(session, &program, &args.model.given(), Models::Bounds) else {
            continue;
        };
        for function in functions {
            let Ok(scop) = &function.model else {
                with_model(session, &program, &function, args.model.budget, |_| Ok(()));
                continue;
            };
            let Ok(question) = MapQuestion::read(session, scop, args) else {
                continue;
            };
            let origin = program.origin();
            let answer = with_model(session, &program, &function, args.model.budget, |scop| {
                question.answer(scop, &program, &origin)
            });
            for result in answer.map(|(_, results)| results).unwrap_or_default() {
                if result.empty {
                    tell_empty(session, &question, &result);
                }
                session.push(&Outcome::Map(result), Detail::Full, Some(&program.source))?;
            }
        }
    }
    Ok(())
}

/// What is asked of one function.
struct MapQuestion {
    /// Statements.
    stmts: Vec<StmtId>,
    given: GivenSide,
}

enum GivenSide {
    /// A set of instances of the only statement.
    Iterations(Set),
    /// Elements of an array.
    Data { array: ArrayId, set: Set },
}

impl MapQuestion {
    fn read(session: &mut Session<'_>, scop: &Scop, args: &MapArgs) -> Outcomes<MapQuestion> {
        let named = match &args.stmt {
            Some(name) => Some(find_stmt(session, scop, name)?),
            None => None,
        };
        match (&args.iterations, &args.data) {
            (Some(text), _) => iterations(session, scop, named, text),
            (None, Some(text)) => data(session, scop, named, text),
            (None, None) => Err(session.error("usage", "say `--iterations`, `--data` or `--view`")),
        }
    }

    fn answer(&self, scop: &Scop, program: &Program, origin: &FactOrigin<'_>) -> Result<Vec<MapResult>> {
        self.stmts
            .iter()
            .filter_map(|stmt| self.answer_stmt(scop, *stmt, program, origin).transpose())
            .collect()
    }

    /// `None` for a statement that does not touch the given array.
    fn answer_stmt(
        &self,
        scop: &Scop,
        stmt: StmtId,
        program: &Program,
        origin: &FactOrigin<'_>,
    ) -> Result<Option<MapResult>> {
        let mut operands = Vec::new();
        for (number, access) in scop.stmts[stmt].accesses.iter_enumerated() {
            let relation = scop.access(stmt, number)?.intersect_params(scop.context.clone())?;
            let image = match &self.given {
                GivenSide::Iterations(set) => set.clone().apply(relation)?,
                GivenSide::Data { array, set } if *array == access.array => set.clone().apply(relation.reverse()?)?,
                GivenSide::Data { .. } => continue,
            };
            operands.push(MappedOperand {
                array: scop.arrays[access.array].name.clone(),
                access: match access_name(access) {
                    "read" if scop.stmts[stmt].may => "may_read",
                    name => name,
                },
                line: origin.line(access.span),
                count: count(image.clone().gist_params(scop.context.clone())?)?,
                set: set_text(image, &scop.context)?,
            });
        }
        let (given, set) = match &self.given {
            GivenSide::Iterations(set) => ("iterations", set),
            GivenSide::Data { .. } if operands.is_empty() => return Ok(None),
            GivenSide::Data { set, .. } => ("data", set),
        };
        Ok(Some(MapResult {
            names: facts::names(scop),
            file: program.source.name.clone(),
            func: scop.name.clone(),
            stmt: scop.stmts[stmt].name.clone(),
            given,
            set: set_text(set.clone(), &scop.context)?,
            empty: set.is_empty()?,
            operands,
        }))
    }
}

/// The number of points, if it is one number and small enough to count.
fn count(set: Set) -> Result<Option<u64>> {
    const COUNT_MAX: u64 = 1 << 20;
    let set = set.drop_unused_params()?;
    if set.dim(DimKind::Param)? > 0 || !set.is_bounded()? {
        return Ok(None);
    }
    let mut points: u64 = 1;
    for at in 0..set.dim(DimKind::Set)? {
        let (low, high) = (set.clone().dim_min_val(at)?, set.clone().dim_max_val(at)?);
        if !low.is_int()? || !high.is_int()? {
            return Ok((set.is_empty()?).then_some(0));
        }
        let extent = high.to_i64()?.saturating_sub(low.to_i64()?).saturating_add(1).max(0);
        points = points.saturating_mul(extent as u64);
    }
    if points > COUNT_MAX {
        return Ok(None);
    }
    Ok(u64::try_from(set.count_val()?.to_i64()?).ok())
}

fn find_stmt(session: &mut Session<'_>, scop: &Scop, name: &str) -> Outcomes<StmtId> {
    scop.stmt_named(name).ok_or_else(|| {
        let known: Vec<String> = scop.stmts.iter().map(|stmt| stmt.name.clone()).collect();
        let message = format!("`@{}` has no statement `{name}`", scop.name);
        session.error_help("unknown-statement", message, suggestion(name, "statements", &known))
    })
}

fn iterations(session: &mut Session<'_>, scop: &Scop, named: Option<StmtId>, text: &str) -> Outcomes<MapQuestion> {
    let set = parse(session, scop, "--iterations", text)?;
    let tuple = set.tuple_name().ok().flatten();
    let stmt = match (named, &tuple) {
        (Some(stmt), Some(tuple)) if scop.stmts[stmt].name != *tuple => {
            let message = format!(
                "`--iterations` is a set of `{tuple}`, `--stmt` is `{}`",
                scop.stmts[stmt].name
            );
            return Err(session.error("statements-differ", message));
        }
        (Some(stmt), _) => stmt,
        (None, Some(tuple)) => find_stmt(session, scop, tuple)?,
        (None, None) if scop.stmts.len() == 1 => StmtId::from(0),
        (None, None) => {
            let known: Vec<String> = scop.stmts.iter().map(|stmt| stmt.name.clone()).collect();
            let message = format!("`@{}` has {} statements", scop.name, known.len());
            return Err(session.error_help(
                "which-statement",
                message,
                format!("say `--stmt`: one of {}", known.join(", ")),
            ));
        }
    };
    let stmt_name = &scop.stmts[stmt].name;
    rank(
        session,
        &set,
        "--iterations",
        text,
        scop.stmts[stmt].dims.len(),
        &format!("statement `{stmt_name}`"),
    )?;
    let cut = || {
        set.set_tuple_name(stmt_name)?
            .intersect(scop.stmts[stmt].domain.clone())?
            .intersect_params(scop.context.clone())
    };
    let set = cut().map_err(|error| tell_poly(session, &error))?;
    Ok(MapQuestion {
        stmts: vec![stmt],
        given: GivenSide::Iterations(set),
    })
}

fn data(session: &mut Session<'_>, scop: &Scop, named: Option<StmtId>, text: &str) -> Outcomes<MapQuestion> {
    let set = parse(session, scop, "--data", text)?;
    let known: Vec<String> = scop.arrays.iter().map(|array| array.name.clone()).collect();
    let array = match set.tuple_name().ok().flatten() {
        Some(name) => scop.array_named(&name).ok_or_else(|| {
            let message = format!("`@{}` has no array `{name}`", scop.name);
            session.error_help("unknown-array", message, suggestion(&name, "arrays", &known))
        })?,
        None => {
            let message = "`--data` does not say which array";
            return Err(session.error_help(
                "which-array",
                message,
                format!("write `{{ A[..] : .. }}`, with one of {}", known.join(", ")),
            ));
        }
    };
    rank(
        session,
        &set,
        "--data",
        text,
        scop.arrays[array].extents.len(),
        &format!("array `{}`", scop.arrays[array].name),
    )?;
    let cut = || match scop.elements(array)? {
        Some(elements) => set.intersect(elements)?.intersect_params(scop.context.clone()),
        None => set.intersect_params(scop.context.clone()),
    };
    let set = cut().map_err(|error| tell_poly(session, &error))?;
    let stmts = named.map_or_else(|| scop.stmts.keys().collect(), |stmt| vec![stmt]);
    Ok(MapQuestion {
        stmts,
        given: GivenSide::Data { array, set },
    })
}

/// Reads a set; its parameters may be those of the program, by name, or new ones.
fn parse(session: &mut Session<'_>, scop: &Scop, option: &str, text: &str) -> Outcomes<Set> {
    let declared = declare(scop, text);
    let read = |ctx: &Ctx| Set::parse(ctx, &declared)?.align_params(scop.context.space()?);
    read(&scop.ctx).map_err(|error| {
        let message = match &error {
            PolyError::Syntax { reason, .. } => reason.clone(),
            other => other.to_string(),
        };
        tell_set(
            session,
            option,
            text,
            &message,
            Some("write `{ [i, j] : 0 <= i < 4 and j = 2*i }`, with affine constraints"),
        )
    })
}

/// `text` with the parameters of the program that it uses declared, so that users need not.
fn declare(scop: &Scop, text: &str) -> String {
    let mut text = text.to_owned();
    for param in scop.params.iter().filter(|param| param.label != param.name) {
        text = text.replace(&param.label, &param.name);
    }
    if !text.trim_start().starts_with('{') {
        return text;
    }
    // A dimension of that name hides the parameter.
    let dims = text
        .split_once('[')
        .and_then(|(_, rest)| rest.split_once(']'))
        .map_or("", |(dims, _)| dims);
    let is_dim = |name: &str| dims.split(',').any(|dim| dim.trim() == name);
    let names = scop.params.iter().map(|param| param.name.as_str());
    let used: Vec<&str> = names.filter(|name| mentions(&text, name) && !is_dim(name)).collect();
    if used.is_empty() {
        text
    } else {
        format!("[{}] -> {text}", used.join(", "))
    }
}

/// Whether `name` stands in `text` as a word.
fn mentions(text: &str, name: &str) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    text.split(|c| !is_word(c)).any(|word| word == name)
}

fn rank(session: &mut Session<'_>, set: &Set, option: &str, text: &str, wanted: usize, of: &str) -> Outcomes<()> {
    match set.dim(DimKind::Set) {
        Ok(found) if found == wanted => Ok(()),
        Ok(found) => {
            let message = format!("{of} has {wanted} dimensions, the set has {found}");
            Err(tell_set(session, option, text, &message, None))
        }
        Err(error) => Err(tell_poly(session, &error)),
    }
}

fn tell_set(session: &mut Session<'_>, option: &str, text: &str, message: &str, help: Option<&str>) -> Told {
    let source = Source::new(option, text.to_owned());
    let mut diagnostic = Diagnostic::error("bad-set", message, Span::new(0, text.len()));
    diagnostic.help = help.map(str::to_owned);
    session.tell(&diagnostic, Some(&source));
    Told
}

fn tell_poly(session: &mut Session<'_>, error: &PolyError) -> Told {
    session.tell_unknown(&ModelRefusal::poly(error).diagnostic, None)
}

fn tell_empty(session: &mut Session<'_>, question: &MapQuestion, result: &MapResult) {
    let message = match &question.given {
        GivenSide::Iterations(_) => format!("none of these iterations of `{}` exist", result.stmt),
        GivenSide::Data { .. } => "none of these elements exist".to_owned(),
    };
    session.tell(&Diagnostic::warning("empty-set", message, Span::NONE), None);
}
