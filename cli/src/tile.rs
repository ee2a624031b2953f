//! `polyvet tile`: tile sizes and loop order from footprints.

use crate::args::{AcceptArgs, Allow, Goal, TileArgs};
use crate::facts;
use crate::function::{Function, ModelRefusal, Models, functions, suggestion};
use crate::input::{InputKind, Program, read_programs};
use crate::session::{Outcomes, Session, Told};
use polyvet::check::refused;
use polyvet_analysis::Scop;
use polyvet_ir::{Diagnostic, Span};
use polyvet_report::text::Detail;
use polyvet_report::{
    ArrayBytesResult, Outcome, TileCandidateResult, TileLevelResult, TileResult, TrafficResult, VerdictResult,
    bytes_text,
};
use polyvet_tiler::{
    Candidate, Chain, ChainChoice, Objective, TiledNest, TilerError, TilerOptions, TilingChoice, Traffic, chains,
    choose_chain, nests,
};
use polyvet_verify::legality::Checker;
use std::collections::HashSet;

/// Bytes of a cache line, where `--line` does not say.
const LINE_BYTES: u64 = 64;

/// Runs the command.
pub fn run(session: &mut Session<'_>, args: &TileArgs) -> Outcomes<()> {
    let mut capacities = args.capacity.clone();
    for (at, (name, bytes)) in capacities.iter_mut().enumerate() {
        if name.is_empty() {
            *name = format!("L{}", at + 1);
        }
        if *bytes == 0 {
            return Err(session.error("usage", format!("`{name}` has no bytes")));
        }
    }
    if let Some(pair) = capacities.windows(2).find(|pair| pair[0].1 >= pair[1].1) {
        let message = format!("`{}` is not larger than `{}`", pair[1].0, pair[0].0);
        return Err(session.error_help("usage", message, "give the smallest memory first"));
    }
    let options = TilerOptions {
        capacities,
        line: (!args.elements).then(|| args.line.unwrap_or(LINE_BYTES)),
        objective: match args.objective {
            Goal::Traffic => Objective::Traffic,
            Goal::Intensity => Objective::Intensity,
            Goal::Balanced => Objective::Balanced,
        },
        multiple_of: args.multiple_of,
        reassociate: args.allow.contains(&Allow::Reassoc),
    };
    for program in read_programs(session, &args.input) {
        let Ok(functions) = functions(session, &program, &args.model.given(), Models::Exact) else {
            continue;
        };
        for function in functions {
            let _ = one_function(session, args, &options, &program, &function);
        }
    }
    Ok(())
}

fn one_function(
    session: &mut Session<'_>,
    args: &TileArgs,
    options: &TilerOptions,
    program: &Program,
    function: &Function,
) -> Outcomes<()> {
    let scop = match &function.model {
        Ok(scop) => scop,
        Err(refusal) => return Err(session.tell_unknown(&refusal.diagnostic, Some(&program.source))),
    };
    let checker = Checker::new(scop, args.model.budget)
        .map_err(|error| session.tell_unknown(&ModelRefusal::poly(&error).diagnostic, Some(&program.source)))?;
    let all = nests(scop).map_err(|error| tell(session, args, scop, program, &error))?;
    let module = match (&program.kind, function.op) {
        (InputKind::Mlir(module), Some(op)) => Some((module, op)),
        _ => None,
    };
    let (wanted, chains) = match &args.stmt {
        None => {
            let chains = chains(scop, &all, checker.dependences());
            (
                worthwhile(session, scop, all.clone()),
                chains.map_err(|error| tell(session, args, scop, program, &error))?,
            )
        }
        Some(name) => {
            let Some(stmt) = scop.stmt_named(name) else {
                let known: Vec<String> = scop.stmts.iter().map(|stmt| stmt.name.clone()).collect();
                let message = format!("`@{}` has no statement `{name}`", scop.name);
                return Err(session.error_help("no-statement", message, suggestion(name, "statements", &known)));
            };
            let own = all.iter().filter(|nest| nest.stmts.contains(&stmt));
            (own.cloned().collect(), Vec::new())
        }
    };
    if wanted.is_empty() {
        return Err(tell(session, args, scop, program, &TilerError::NoNest));
    }
    let mut done = HashSet::new();
    let mut options = options.clone();
    for nest in &wanted {
        if done.contains(&nest.stmts) {
            continue;
        }
        let chain = chains
            .iter()
            .find(|chain| chain.nests.iter().any(|at| all[*at] == *nest));
        let members: Vec<&TiledNest> =
            chain.map_or(vec![nest], |chain| chain.nests.iter().map(|at| &all[*at]).collect());
        done.extend(members.iter().map(|member| member.stmts.clone()));
        let mut found = choose_chain(&checker, module, &members, chain, &options);
        if let (None, Some(reason)) = (args.line, unknown_layout(&found)) {
            session.note("layout", format!("{reason}; elements are counted, not lines"));
            options.line = None;
            found = choose_chain(&checker, module, &members, chain, &options);
        }
        if let (Some(chain), Some(fused)) = (chain, &found.fused) {
            tell_fused(session, scop, chain, fused, found.apart);
        }
        if !found.is_fused {
            let mut members = members.iter();
            found
                .choices
                .retain(|_| members.next().is_some_and(|member| wanted.contains(member)));
        }
        for choice in found.choices {
            match choice {
                Ok(choice) => {
                    let result = result(&choice, scop, program, &options, args);
                    session.push(&Outcome::Tile(Box::new(result)), Detail::Full, Some(&program.source))?;
                }
                Err(error) => {
                    tell(session, args, scop, program, &error);
                    if matches!(error, TilerError::Symbolic(_)) {
                        return Ok(());
                    }
                }
            }
        }
    }
    Ok(())
}

/// Why lines cannot be counted, if that is what there is no choice for.
fn unknown_layout(found: &ChainChoice) -> Option<String> {
    found.choices.iter().find_map(|choice| match choice {
        Err(TilerError::Layout(reason)) => Some(reason.clone()),
        _ => None,
    })
}

/// Tells what the nests of a chain move fused, and one by one.
fn tell_fused(
    session: &mut Session<'_>,
    scop: &Scop,
    chain: &Chain,
    fused: &std::result::Result<u64, TilerError>,
    apart: u64,
) {
    let stmts: Vec<String> = (chain.nest.stmts.iter())
        .map(|stmt| format!("`{}`", scop.stmts[*stmt].name))
        .collect();
    let told = match fused {
        Ok(fused) => format!(
            "fused they move {}, one by one {}",
            bytes_text(*fused),
            bytes_text(apart)
        ),
        Err(error) => format!("not fused: {error}"),
    };
    session.note("chain-of-nests", format!("{}: {told}", stmts.join(", ")));
}

/// The nests that compute something in two loops or more; the others are named in a note.
fn worthwhile(session: &mut Session<'_>, scop: &Scop, nests: Vec<TiledNest>) -> Vec<TiledNest> {
    let computes = |nest: &TiledNest| nest.stmts.iter().any(|stmt| polyvet_footprint::ops(scop, *stmt) > 0);
    // A model does not say what its statements compute.
    let known = scop.stmts.iter().any(|stmt| stmt.payload.is_some());
    let (kept, left): (Vec<TiledNest>, Vec<TiledNest>) = nests
        .into_iter()
        .partition(|nest| nest.loops.len() >= 2 && (!known || computes(nest)));
    if !kept.is_empty() && !left.is_empty() {
        let stmts: Vec<String> = (left.iter().flat_map(|nest| &nest.stmts))
            .map(|stmt| format!("`{}`", scop.stmts[*stmt].name))
            .collect();
        let message = format!("{}: copies, or in one loop only; not tiled", stmts.join(", "));
        session.note("not-tiled", message);
    }
    kept
}

/// Tells why there are no sizes. What the user can mend is an error, what the program does not allow an unknown result.
fn tell(session: &mut Session<'_>, args: &TileArgs, scop: &Scop, program: &Program, error: &TilerError) -> Told {
    let message = format!("`@{}`: {error}", scop.name);
    match error {
        TilerError::Symbolic(names) => {
            let values: Vec<String> = names.iter().map(|name| format!("--param {name}=1024")).collect();
            let help = format!("give them values, as in `{}`", values.join(" "));
            return session.error_help("symbolic-size", message, help);
        }
        TilerError::NothingFits { .. } => {
            let help = "give a larger `--capacity`, or a smaller `--multiple-of`";
            return session.error_help("nothing-fits", message, help);
        }
        TilerError::Layout(_) => {
            return session.error_help("layout", message, "`--elements` counts elements");
        }
        _ => {}
    }
    let mut refusal = match error {
        TilerError::Poly(error) => ModelRefusal::poly(error),
        TilerError::NoLegalTiling { .. } => unknown("no-legal-tiling", error),
        TilerError::NoNest => unknown("no-nest", error),
        _ => unknown("no-tile-sizes", error),
    };
    if let (TilerError::NoLegalTiling { held, .. }, InputKind::Mlir(_)) = (error, &program.kind) {
        let help = match held.reduction {
            true => "`--allow reassoc` lets reductions run in another order",
            false => "`polyvet deps` shows the dependences",
        };
        refusal.diagnostic.primary = held.spans.0;
        refusal.diagnostic.help = Some(help.to_owned());
    }
    let result = refused(program, &scop.name, &refusal, "tile");
    let accept = AcceptArgs {
        allow: args.allow.clone(),
        accept: Vec::new(),
    };
    let _ = session.push_verdict(result, Detail::Full, Some(&program.source), &accept);
    Told
}

fn unknown(code: &'static str, error: &TilerError) -> ModelRefusal {
    ModelRefusal {
        code,
        diagnostic: Diagnostic::warning(code, error.to_string(), Span::NONE),
    }
}

fn result(
    choice: &TilingChoice,
    scop: &Scop,
    program: &Program,
    options: &TilerOptions,
    args: &TileArgs,
) -> TileResult {
    let verdict = VerdictResult::new(
        &program.source.name,
        &scop.name,
        &choice.script,
        &choice.verdict,
        &|_| None,
    );
    let level = |level: &polyvet_tiler::MemoryLevel| TileLevelResult {
        memory: level.memory.clone(),
        capacity_bytes: level.capacity,
        chosen: candidate(choice, scop, &level.chosen, level.capacity),
        candidates: (level.candidates.iter())
            .map(|one| candidate(choice, scop, one, level.capacity))
            .collect(),
        least_bytes: level.least,
    };
    TileResult {
        names: facts::names(scop),
        file: program.source.name.clone(),
        func: scop.name.clone(),
        stmts: choice
            .nest
            .stmts
            .iter()
            .map(|stmt| scop.stmts[*stmt].name.clone())
            .collect(),
        outer: choice.nest.outer.clone(),
        loops: choice.nest.loops.clone(),
        objective: args.objective.name(),
        line_bytes: options.line,
        ops: choice.ops,
        compulsory: traffic(choice.compulsory),
        levels: choice.levels.iter().map(level).collect(),
        held: choice.held.clone(),
        reassociated_bytes: choice.reassociated,
        assumes: assumes(choice),
        script: choice.script.clone(),
        verdict: verdict.verdict,
        strength: verdict.strength,
    }
}

/// What the numbers rest on.
fn assumes(choice: &TilingChoice) -> Vec<String> {
    let mut all = choice.assumes.clone();
    for level in &choice.levels {
        let tiles = level.chosen.tiles;
        if level.chosen.sampled {
            let memory = &level.memory;
            all.push(format!(
                "of the {tiles} tiles for {memory} those at the corners and in the middle are the largest"
            ));
        }
    }
    all
}

fn traffic(traffic: Traffic) -> TrafficResult {
    TrafficResult {
        read_bytes: traffic.read,
        write_bytes: traffic.write,
    }
}

fn candidate(choice: &TilingChoice, scop: &Scop, one: &Candidate, capacity: u64) -> TileCandidateResult {
    let moved = one.traffic.total().max(1) as f64;
    TileCandidateResult {
        sizes: one.sizes.iter().map(|size| size.1).collect(),
        order: one.order.clone(),
        footprint_bytes: one.footprint,
        footprints: (choice.arrays.iter().zip(&one.footprints))
            .map(|(array, bytes)| ArrayBytesResult {
                array: scop.arrays[*array].name.clone(),
                bytes: *bytes,
            })
            .collect(),
        fits: one.footprint <= capacity,
        tiles: one.tiles,
        traffic: traffic(one.traffic),
        ops_per_byte: (choice.ops as f64 / moved * 1e4).round() / 1e4,
    }
}
