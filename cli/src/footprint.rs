//! `polyvet footprint`: what tiles touch.

mod pair;

use self::pair::{FootprintPair, number};
use crate::args::{FootprintArgs, ModelArgs, Ways};
use crate::facts::{self, set_text};
use crate::function::{Function, Models, functions, suggestion, with_model};
use crate::input::{InputKind, Program, read_decomposed};
use crate::picture::{self, WantedPicture};
use crate::rewrite::read_script;
use crate::session::{Outcomes, Session, Told};
use crate::simulate::{Trace, all_params, trace};
use crate::snippet::Source;
use crate::traced;
use polyvet_analysis::Scop;
use polyvet_analysis::ids::ArrayId;
use polyvet_analysis::tiles::symbolic_sizes;
use polyvet_footprint::{
    Amount, Budget, DataSlice, ElementLayout, FootprintError, FootprintOptions, FusedTiles, Grain, TileSize, Tiling,
    as_image, blocks, footprint, iterations, misses, tiles,
};
use polyvet_ir::{Diagnostic, Module, Span};
use polyvet_poly::{DimKind, PolyError, Set, Val};
use polyvet_report::Outcome;
use polyvet_report::footprint::*;
use polyvet_report::text::Detail;
use polyvet_rewrites::apply_script;
use polyvet_rewrites::schedule::tile::tile_as;
use polyvet_runs::cache::CacheShape;
use std::cell::RefCell;
use std::num::NonZeroU64;
use typed_index_collections::TiVec;

/// Tiles that are looked at one by one for the largest.
const TILES_MAX: usize = 1 << 16;
/// isl operations for what is live across tiles.
const ACROSS_OPERATIONS_MAX: NonZeroU64 = NonZeroU64::new(400_000).expect("not zero");
/// Pairs of a tile and a line that a prediction looks at, for each access.
const PAIRS_MAX: usize = 1 << 22;
/// Instances of an access up to which a prediction goes through them one by one.
const ACCESSES_MAX: usize = 1 << 19;

/// Runs the command.
pub fn run(session: &mut Session<'_>, args: &FootprintArgs) -> Outcomes<()> {
    if let Some(path) = &args.trace {
        return traced::footprint(session, args, path);
    }
    let tiling = read_tiling(session, &args.tile)?;
    // The tile may hold names of its own for sizes; formulas keep those of the program even where they have values.
    let model = ModelArgs {
        param: Vec::new(),
        ..args.model.clone()
    };
    for program in read_decomposed(session, &args.input) {
        let Ok(functions) = functions(session, &program, &model.given(), Models::Exact) else {
            continue;
        };
        let several = functions.len() > 1;
        for function in functions {
            let Ok(scop) = &function.model else {
                with_model(session, &program, &function, args.model.budget, |_| Ok(()));
                continue;
            };
            let Ok(Some(scop)) = transformed(session, scop, args) else {
                continue;
            };
            let function = Function {
                model: Ok(scop),
                ..function
            };
            let _ = one_function(session, &program, &function, args, tiling.clone(), several);
        }
    }
    Ok(())
}

fn transformed(session: &mut Session<'_>, scop: &Scop, args: &FootprintArgs) -> Outcomes<Option<Scop>> {
    let Some(script) = &args.transform else {
        return Ok(Some(scop.clone()));
    };
    let source = Source::new("--transform", script.clone());
    let script = read_script(session, &source)?;
    match apply_script(scop, &script) {
        Ok(rewrite) => match symbolic_sizes(&rewrite.scop.schedule) {
            Ok(sizes) if sizes.is_empty() => Ok(Some(rewrite.scop)),
            _ => {
                let message = "the script makes tiles whose size is a parameter";
                let help = "`--tile i=T` asks for footprints in the sizes of tiles";
                Err(session.error_help("usage", message, help))
            }
        },
        Err((step, why)) => {
            let span = script.steps.get(step).map_or(Span::NONE, |step| step.span);
            session.tell(&why.diagnostic(span), Some(&source));
            Err(Told)
        }
    }
}

/// What is asked of one function.
struct FootprintQuestion<'a> {
    args: &'a FootprintArgs,
    program: &'a Program,
    func: Option<polyvet_ir::OpId>,
    /// The program with symbolic sizes, and with those that are given.
    plain: &'a Scop,
    fixed: &'a Scop,
    tiling: Tiling,
    fixed_tiling: Tiling,
    /// Values of parameters and sizes, by isl's names.
    params: Vec<(String, i64)>,
    /// Why there is no simulation where one is requested.
    not_simulated: RefCell<Option<(&'static str, String)>>,
}

fn answers(
    session: &mut Session<'_>,
    program: &Program,
    function: &Function,
    args: &FootprintArgs,
    tiling: Tiling,
    several: bool,
) -> Outcomes<Vec<Outcome>> {
    let Ok(plain) = &function.model else { return Err(Told) };
    let (mut fixed, mut fixed_tiling) = (plain.clone(), tiling.clone());
    let is_param = |name: &String| {
        plain
            .params
            .iter()
            .any(|param| param.name == *name || param.label == *name)
    };
    let (of_program, of_tile): (Vec<_>, Vec<_>) = args
        .model
        .param
        .iter()
        .cloned()
        .partition(|(name, _)| is_param(name) || !tiling.has_param(name));
    fixed_tiling
        .fix(&args.model.param)
        .map_err(|error| tell(session, &error, args, several.then_some(&function.name)))?;
    fixed
        .assume(&[], &of_program)
        .map_err(|error| session.error("bad-option", error.to_string()))?;
    let empty = fixed.context.is_empty().unwrap_or(false);
    if empty {
        let message = format!("no parameters of `@{}` fulfil all that is assumed of them", fixed.name);
        return Err(session.error_help("contradiction", message, "look at `--assume` and `--param`"));
    }
    let name_of = |name: &str| {
        let known = plain.params.iter().find(|param| param.label == name);
        known.map_or(name.to_owned(), |param| param.name.clone())
    };
    let mut params: Vec<(String, i64)> = of_program.iter().map(|(name, value)| (name_of(name), *value)).collect();
    params.extend(of_tile);
    let question = FootprintQuestion {
        args,
        program,
        func: function.op,
        plain,
        fixed: &fixed,
        tiling,
        fixed_tiling,
        params,
        not_simulated: RefCell::default(),
    };
    let mut wrong = None;
    let answer = with_model(session, program, function, args.model.budget, |_| {
        match question.answer() {
            Ok(outcomes) => Ok(outcomes),
            Err(NoFootprint::Footprint(FootprintError::Poly(error))) => Err(error),
            Err(error) => {
                wrong = Some(error);
                Ok(Vec::new())
            }
        }
    });
    match wrong {
        Some(NoFootprint::Footprint(error)) => {
            return Err(tell(session, &error, args, several.then_some(&function.name)));
        }
        Some(NoFootprint::Said(code, message, help)) => return Err(session.error_help(code, message, help)),
        Some(NoFootprint::Unknown(code, message)) => {
            return Err(session.tell_unknown(&Diagnostic::warning(code, message, Span::NONE), None));
        }
        None => {}
    }
    let outcomes = answer.map(|(_, outcomes)| outcomes).unwrap_or_default();
    if let Some((code, message)) = question.not_simulated.take() {
        session.tell_unknown(&Diagnostic::warning(code, message, Span::NONE), None);
    }
    tell_untiled(session, plain, &outcomes);
    Ok(outcomes)
}

/// What the tiles of `args` touch in a function.
pub fn of(
    session: &mut Session<'_>,
    program: &Program,
    function: &Function,
    args: &FootprintArgs,
) -> Outcomes<Vec<FootprintResult>> {
    let tiling = read_tiling(session, &args.tile)?;
    let outcomes = answers(session, program, function, args, tiling, false)?;
    let results = outcomes.into_iter().filter_map(|outcome| match outcome {
        Outcome::Footprint(result) => Some(*result),
        _ => None,
    });
    Ok(results.collect())
}

fn one_function(
    session: &mut Session<'_>,
    program: &Program,
    function: &Function,
    args: &FootprintArgs,
    tiling: Tiling,
    several: bool,
) -> Outcomes<()> {
    let mut outcomes = answers(session, program, function, args, tiling, several)?;
    if session.sketches(&args.sketch)
        && let (Ok(scop), Some(Outcome::Footprint(last))) = (&function.model, outcomes.last_mut())
    {
        let wanted = WantedPicture {
            tiles: last.tile.iter().filter_map(TileLoop::number).collect(),
            ..WantedPicture::default()
        };
        let budget = NonZeroU64::new(args.model.budget).unwrap_or(NonZeroU64::MIN);
        // A picture that cannot be drawn takes nothing from the answer.
        last.picture = scop.ctx.within(budget, None, || picture::of(scop, &wanted)).ok();
    }
    for outcome in outcomes {
        if let Outcome::Footprint(result) = &outcome {
            for operand in &result.operands {
                if operand.any.elems.formula.is_none() {
                    let (array, why) = (&operand.array, operand.any.elems.text());
                    let message = format!("the elements of `{array}` that a tile touches have no formula: {why}");
                    session.tell_unknown(&Diagnostic::warning("no-formula", message, Span::NONE), None);
                }
            }
        }
        session.push(&outcome, Detail::Full, Some(&program.source))?;
    }
    Ok(())
}

/// Names the statements that are in no tile.
fn tell_untiled(session: &mut Session<'_>, scop: &Scop, outcomes: &[Outcome]) {
    let results = outcomes.iter().filter_map(|outcome| match outcome {
        Outcome::Footprint(result) => Some(result),
        _ => None,
    });
    let tiled: Vec<&String> = results.flat_map(|result| &result.stmts).collect();
    let names = scop.stmts.iter().map(|stmt| &stmt.name);
    let left: Vec<&str> = names.filter(|name| !tiled.contains(name)).map(String::as_str).collect();
    if !tiled.is_empty() && !left.is_empty() {
        let message = format!("in none of these loops, and so in no tile: {}", left.join(", "));
        session.note("not-tiled", message);
    }
}

/// Why there is no answer.
enum NoFootprint {
    Footprint(FootprintError),
    /// Bad input.
    Said(&'static str, String, String),
    /// Not decided.
    Unknown(&'static str, String),
}

impl From<FootprintError> for NoFootprint {
    fn from(error: FootprintError) -> NoFootprint {
        NoFootprint::Footprint(error)
    }
}

impl From<PolyError> for NoFootprint {
    fn from(error: PolyError) -> NoFootprint {
        NoFootprint::Footprint(error.into())
    }
}

/// Tells what is wrong with a tiling.
fn tell(session: &mut Session<'_>, error: &FootprintError, args: &FootprintArgs, func: Option<&String>) -> Told {
    let text = args.tile.join(" ");
    let source = Source::new("--tile", text.clone());
    let (code, word, help) = match error {
        FootprintError::UnknownLoop { name, known, .. } => {
            ("unknown-loop", name.as_str(), Some(suggestion(name, "loops", known)))
        }
        FootprintError::UnknownStatement { name, known } => (
            "unknown-statement",
            name.as_str(),
            Some(suggestion(name, "statements", known)),
        ),
        FootprintError::BadSize { name, .. } => ("bad-size", name.as_str(), None),
        FootprintError::Twice(name) => ("named-twice", name.as_str(), None),
        FootprintError::Empty => ("bad-tile", "", Some("write `--tile i=32,j=32`".to_owned())),
        FootprintError::NoStatements => ("nothing-runs", "", None),
        FootprintError::Count(_) | FootprintError::Poly(_) => {
            let message = error.to_string();
            return session.tell_unknown(&Diagnostic::warning("no-formula", message, Span::NONE), None);
        }
        _ => ("bad-tile", "", None),
    };
    let message = match func {
        Some(func) => format!("`@{func}`: {error}"),
        None => error.to_string(),
    };
    let span = match text.find(word).filter(|_| !word.is_empty()) {
        Some(at) => Span::new(at, at + word.len()),
        None => Span::new(0, text.len()),
    };
    let mut diagnostic = Diagnostic::error(code, message, if text.is_empty() { Span::NONE } else { span });
    diagnostic.help = help;
    session.tell(&diagnostic, Some(&source));
    Told
}

/// Reads `--tile`.
fn read_tiling(session: &mut Session<'_>, texts: &[String]) -> Outcomes<Tiling> {
    let mut tiling = Tiling::default();
    for text in texts {
        let source = Source::new("--tile", text.clone());
        let mut levels: Vec<Vec<(String, TileSize)>> = Vec::new();
        let mut at = 0;
        for (number, part) in text.split(',').enumerate() {
            let span = Span::new(at, at + part.len());
            at += part.len() + 1;
            let mut wrong = |message: String, help: &str| {
                let diagnostic = Diagnostic::error("bad-tile", message, span).help(help.to_owned());
                session.tell(&diagnostic, Some(&source));
                Told
            };
            let Some((name, sizes)) = part.split_once('=') else {
                let name = part.trim().trim_start_matches('%');
                if number == 0 && text.contains('=') && !name.is_empty() {
                    tiling.stmt = Some(name.to_owned());
                    continue;
                }
                let message = format!("`{}` is no size", part.trim());
                return Err(wrong(
                    message,
                    "write `i=32,j=32`, with the names of loops that `polyvet relations` shows",
                ));
            };
            let name = name.trim().trim_start_matches('%');
            for (level, size) in sizes.split(':').enumerate() {
                let size = size.trim();
                let size = match size.parse::<i64>() {
                    Ok(size) => TileSize::Const(size),
                    Err(_) if is_name(size) => TileSize::Param(size.to_owned()),
                    Err(_) => {
                        let message = format!("`{size}` is neither a number nor a name");
                        let help = match text.contains([';', '(']) {
                            true => "sizes are `i=64, j=32`; several levels of one loop `i=64:8`, the outermost first",
                            false => "a size is a number from 1, or a symbol such as `Ti`",
                        };
                        return Err(wrong(message, help));
                    }
                };
                if levels.len() <= level {
                    levels.push(Vec::new());
                }
                levels[level].push((name.to_owned(), size));
            }
        }
        tiling.levels.extend(levels);
    }
    Ok(tiling)
}

/// A name that isl reads as a parameter.
fn is_name(text: &str) -> bool {
    const RESERVED: [&str; 18] = [
        "and", "or", "not", "exists", "mod", "floor", "ceil", "floord", "ceild", "min", "max", "true", "false",
        "implies", "rat", "infty", "infinity", "NaN",
    ];
    let mut letters = text.chars();
    letters.next().is_some_and(|c| c.is_ascii_alphabetic() || c == '_')
        && letters.all(|c| c.is_ascii_alphanumeric() || c == '_')
        && !RESERVED.iter().any(|word| word.eq_ignore_ascii_case(text))
}

impl FootprintQuestion<'_> {
    fn module(&self) -> Option<&Module> {
        match &self.program.kind {
            InputKind::Mlir(module) => Some(module),
            InputKind::Model(_) => None,
        }
    }

    fn answer(&self) -> Result<Vec<Outcome>, NoFootprint> {
        if let Some(slice) = &self.args.slice {
            return self.behind(slice);
        }
        let whole = self.tiling.levels.is_empty();
        // Each has a budget of its own.
        let options = || FootprintOptions {
            line: self.args.line,
            ..FootprintOptions::default()
        };
        let bands = match whole {
            true => vec![FusedTiles::whole(self.plain)?],
            false => tiles(self.plain, &self.tiling)?,
        };
        let fixed_bands = match (self.params.is_empty(), whole) {
            (true, _) => bands.clone(),
            (false, true) => vec![FusedTiles::whole(self.fixed)?],
            (false, false) => tiles(self.fixed, &self.fixed_tiling)?,
        };
        let mut results = Vec::new();
        for (tiles, fixed_tiles) in bands.iter().zip(&fixed_bands) {
            // A row whose length is given need not begin a line.
            let sizes = (!self.params.is_empty()).then(|| fixed_tiles.context.clone());
            let plain = footprint(
                self.plain,
                self.module(),
                tiles,
                &FootprintOptions { sizes, ..options() },
            )?;
            let fixed = match self.params.is_empty() {
                true => plain.clone(),
                false => footprint(self.fixed, self.module(), fixed_tiles, &options())?,
            };
            let pair = FootprintPair {
                question: self,
                plain: &plain,
                fixed: &fixed,
                values: self.values()?,
            };
            results.extend(pair.results(whole)?);
        }
        if let (true, Some(last)) = (self.args.simulate, results.last_mut()) {
            last.simulation = self.simulate_or_say(&fixed_bands, whole)?;
        }
        Ok(results
            .into_iter()
            .map(|result| Outcome::Footprint(Box::new(result)))
            .collect())
    }

    /// Values of all parameters, if they are known.
    fn values(&self) -> Result<Option<Vec<(String, i64)>>, NoFootprint> {
        let Ok(mut values) = all_params(self.fixed)? else {
            return Ok(None);
        };
        for (name, value) in &self.params {
            if !values.iter().any(|(known, _)| known == name) {
                values.push((name.clone(), *value));
            }
        }
        Ok(Some(values))
    }

    /// A run of the program as it is in `scop`.
    fn trace(&self, scop: &Scop, params: &[(String, i64)]) -> Result<Trace, NoFootprint> {
        let (Some(module), Some(func)) = (self.module(), self.func) else {
            let message = "a model does not say what its statements compute, so it is not run".to_owned();
            return Err(NoFootprint::Unknown("not-a-program", message));
        };
        let answer = trace(scop, module, func, params);
        answer.map_err(|why| NoFootprint::Unknown("not-run", format!("`@{}` is not run: {why}", scop.name)))
    }

    /// The simulation; why there is none is kept, and what footprints say is reported anyway.
    fn simulate_or_say(&self, bands: &[FusedTiles], whole: bool) -> Result<Option<SimulationResult>, NoFootprint> {
        let budget = NonZeroU64::new(self.args.model.budget).unwrap_or(NonZeroU64::MIN);
        let answer = self.fixed.ctx.within(budget, None, || Ok(self.simulate(bands, whole)));
        let (code, message) = match answer {
            Ok(Ok(simulation)) => return Ok(Some(simulation)),
            Err(error) | Ok(Err(NoFootprint::Footprint(FootprintError::Poly(error)))) if error.is_budget() => (
                "budget",
                "the budget of isl operations is spent; raise `--budget`".to_owned(),
            ),
            Ok(Err(NoFootprint::Unknown(code, message))) => (code, message),
            Ok(Err(wrong)) => return Err(wrong),
            Err(error) => return Err(error.into()),
        };
        *self.not_simulated.borrow_mut() = Some((code, format!("the cache is not simulated: {message}")));
        Ok(None)
    }

    fn simulate(&self, bands: &[FusedTiles], whole: bool) -> Result<SimulationResult, NoFootprint> {
        let shape = CacheShape {
            capacity: self.args.capacity,
            line: self.args.line,
            ways: match self.args.ways {
                Ways::Full => None,
                Ways::Of(ways) => Some(ways),
            },
        };
        let bad = |message: String| {
            NoFootprint::Said(
                "bad-cache",
                message,
                "look at `--capacity`, `--line` and `--ways`".to_owned(),
            )
        };
        shape.check().map_err(bad)?;
        let missing = |names: Vec<String>| {
            let message = format!("the value of `{}` is not given", names.join("`, `"));
            let help = format!("say `--param {}=64`", names.first().map_or("N", String::as_str));
            NoFootprint::Said("size", message, help)
        };
        let params = all_params(self.fixed)?.map_err(missing)?;
        if let Some(name) = bands.iter().find_map(FusedTiles::symbolic_size) {
            return Err(missing(vec![name.to_owned()]));
        }
        let run = match whole {
            true => self.fixed.clone(),
            false => tile_as(self.fixed, bands)
                .map_err(|why| NoFootprint::Unknown("not-tiled", why.diagnostic(Span::NONE).message))?,
        };
        let last = bands.iter().map(|tiles| tiles.level).max().unwrap_or(0);
        let finest: Vec<FusedTiles> = bands.iter().filter(|tiles| tiles.level == last).cloned().collect();
        // Extents on which nothing depends that runs have values there, too.
        let mut context = run.context.clone();
        for (name, value) in &params {
            if let Some(at) = context.find_dim_by_name(DimKind::Param, name)? {
                context = context.fix_val(DimKind::Param, at, Val::from_i64(&run.ctx, *value)?)?;
            }
        }
        let mut lines: TiVec<ArrayId, _> = TiVec::new();
        for array in run.arrays.keys() {
            let layout = ElementLayout::of(&run, self.module(), array, &context)?;
            let found = layout.lines(&run, self.args.line)?;
            lines.push(found.map_err(|why| NoFootprint::Unknown("no-lines", why))?);
        }
        let Some(by_tile) = blocks(&run, Grain::Tiles(&finest), &lines, &params, PAIRS_MAX)? else {
            let message = format!("more than {PAIRS_MAX} pairs of a tile and a line: give smaller sizes");
            return Err(NoFootprint::Unknown("too-large", message));
        };
        let mut found = misses(&by_tile, shape.lines());
        let mut by_access = false;
        // What tiles leave open the order of accesses says, where there are not too many.
        if found.exact().is_none()
            && let Some(accesses) = blocks(&run, Grain::Accesses, &lines, &params, ACCESSES_MAX)?
        {
            found = misses(&accesses, shape.lines());
            by_access = true;
        }
        let counts = self.trace(&run, &params)?.through(shape).map_err(bad)?;
        let inside = counts.misses >= found.least && found.most.is_none_or(|most| counts.misses <= most);
        Ok(SimulationResult {
            capacity: shape.capacity,
            ways: shape.ways,
            line: shape.line,
            accesses: counts.accesses,
            misses: counts.misses,
            cold: counts.cold,
            written_back: counts.written_back,
            predicted_cold: found.cold,
            predicted_least: found.least,
            predicted_most: found.most,
            by_access,
            verdict: match (
                shape.ways.is_none_or(|ways| ways == shape.lines()),
                inside && counts.cold == found.cold,
            ) {
                (false, _) => "other-ways",
                (true, true) if found.exact().is_some() => "exact",
                (true, true) => "within",
                (true, false) => "outside",
            },
        })
    }

    /// The iterations behind a slice.
    fn behind(&self, text: &str) -> Result<Vec<Outcome>, NoFootprint> {
        let (array, elements) = self.read_slice(text)?;
        let elements = elements.align_params(self.fixed.context.space()?)?;
        let context = self.fixed.context.clone().intersect(self.fixed.valid.clone())?;
        let mut outcomes = Vec::new();
        for behind in iterations(self.fixed, array, &elements)? {
            let stmt = &self.fixed.stmts[behind.stmt];
            let show = |set: &Set| -> Result<Option<IterationsResult>, NoFootprint> {
                if set.is_empty()? {
                    return Ok(None);
                }
                let runs = context.clone().intersect(set.clone().params()?)?;
                let slice = DataSlice::of(&as_image(set.clone())?, &runs, &Budget::default())?;
                let names = stmt.loops.iter().map(|at| self.fixed.loops[*at].name.clone());
                let range = |(name, dim): (String, &polyvet_footprint::SliceDim)| {
                    [
                        name,
                        dim.offset.to_string(),
                        dim.size.to_string(),
                        dim.stride.to_string(),
                    ]
                };
                Ok(Some(IterationsResult {
                    set: set_text(set.clone(), &context)?,
                    count: number(&Amount::of(set, &runs, &Budget::default())?, None),
                    ranges: names.zip(&slice.dims).map(range).collect(),
                    exact: slice.exact,
                }))
            };
            outcomes.push(Outcome::Behind(Box::new(BehindResult {
                names: facts::names(self.plain),
                file: self.program.source.name.clone(),
                func: self.fixed.name.clone(),
                slice: text.to_owned(),
                stmt: stmt.name.clone(),
                reads: show(&behind.reads)?,
                writes: show(&behind.writes)?,
                inside: show(&behind.inside)?,
            })));
        }
        if outcomes.is_empty() {
            let message = format!("no iteration of `@{}` touches `{text}`", self.fixed.name);
            return Err(NoFootprint::Unknown("empty-set", message));
        }
        Ok(outcomes)
    }

    /// `A[0:32, 0:K]`
    fn read_slice(&self, text: &str) -> Result<(ArrayId, Set), NoFootprint> {
        let bad = |message: String| {
            let help = "write `A[0:32, 0:K]`: from and up to, or `A[0:32:2, 5]`".to_owned();
            NoFootprint::Said("bad-slice", message, help)
        };
        let inner = text
            .trim()
            .trim_start_matches('%')
            .strip_suffix(']')
            .and_then(|text| text.split_once('['));
        let Some((name, dims)) = inner else {
            return Err(bad(format!("`{text}` is no slice")));
        };
        let name = name.trim();
        let Some(array) = self.fixed.array_named(name) else {
            let known: Vec<String> = self.fixed.arrays.iter().map(|array| array.name.clone()).collect();
            let message = format!("`@{}` has no array `{name}`", self.fixed.name);
            return Err(NoFootprint::Said(
                "unknown-array",
                message,
                suggestion(name, "arrays", &known),
            ));
        };
        let dims: Vec<&str> = if dims.trim().is_empty() {
            Vec::new()
        } else {
            dims.split(',').collect()
        };
        let rank = self.fixed.arrays[array].extents.len();
        if dims.len() != rank {
            return Err(bad(format!(
                "`{name}` has {rank} dimensions, the slice has {}",
                dims.len()
            )));
        }
        let mut conditions = Vec::new();
        for (at, dim) in dims.iter().enumerate() {
            let parts: Vec<&str> = dim.split(':').map(str::trim).collect();
            conditions.push(match parts.as_slice() {
                [one] => format!("x{at} = {one}"),
                ["", ""] => continue,
                [from, ""] => format!("x{at} >= {from}"),
                ["", to] => format!("0 <= x{at} < {to}"),
                [from, to] => format!("{from} <= x{at} < {to}"),
                [from, to, step] if step.parse::<u64>().is_ok_and(|step| step > 0) => {
                    format!("{from} <= x{at} < {to} and (x{at} - ({from})) mod {step} = 0")
                }
                _ => return Err(bad(format!("`{}` is no range", dim.trim()))),
            });
        }
        let params: Vec<&str> = self.fixed.params.iter().map(|param| param.name.as_str()).collect();
        let inputs: Vec<String> = (0..rank).map(|at| format!("x{at}")).collect();
        let mut condition = conditions.join(" and ");
        for param in self.fixed.params.iter().filter(|param| param.label != param.name) {
            condition = condition.replace(&param.label, &param.name);
        }
        let such = if condition.is_empty() {
            String::new()
        } else {
            format!(" : {condition}")
        };
        let set = format!("[{}] -> {{ [{}]{such} }}", params.join(", "), inputs.join(", "));
        let set =
            Set::parse(&self.fixed.ctx, &set).map_err(|error| bad(format!("`{text}` cannot be read: {error}")))?;
        let set = set.set_tuple_name(&self.fixed.arrays[array].name)?;
        let set = match self.fixed.elements(array)? {
            Some(elements) => set.intersect(elements)?,
            None => set,
        };
        Ok((array, set))
    }
}
