//! `run --check-against`: the arrays of a run beside those of another backend.

use crate::args::RunArgs;
use crate::arrays::{find, tell};
use crate::run::Final;
use crate::session::{Outcomes, Session};
use polyvet_interp::{DataElem, ElementType, Scalar};
use polyvet_ir::{Diagnostic, Dim, Span};
use polyvet_report::{RunCheck, RunCount, RunMismatch, RunResult};
use polyvet_runs::compare::{self, ArrayComparison, ElementJudgement, Mismatch};
use polyvet_runs::npy::{self, Archive};
use std::path::Path;

/// Compares what `--check-against` names.
pub fn compare(session: &mut Session<'_>, args: &RunArgs, values: &[Final]) -> Outcomes<Vec<RunCheck>> {
    let mut checks = Vec::new();
    for (name, path) in &args.check_against {
        let file = Path::new(path);
        if path.ends_with(".npz") && name.is_empty() {
            let mut archive = Archive::open(file).map_err(|error| tell(session, "--check-against", &error))?;
            for name in archive.names() {
                let value = find(session, values, &name)?;
                let found = |elem, dims: &[Dim]| archive.read(&name, elem, dims);
                checks.push(one(session, args, value, path, found)?);
            }
            continue;
        }
        let value = match (name.is_empty(), values) {
            (false, _) => find(session, values, name)?,
            (true, [only]) => only,
            (true, _) => {
                let names: Vec<String> = values.iter().map(|value| format!("`{}`", value.name)).collect();
                let help = format!("say `--check-against NAME={path}`, one of {}", names.join(", "));
                return Err(session.error_help("usage", "there is not one array to compare with", help));
            }
        };
        checks.push(one(session, args, value, path, |elem, dims| {
            npy::read(file, elem, dims)
        })?);
    }
    Ok(checks)
}

fn one(
    session: &mut Session<'_>,
    args: &RunArgs,
    value: &Final,
    path: &str,
    read: impl FnOnce(ElementType, &[Dim]) -> Result<(Vec<i64>, Vec<Scalar>), npy::NpyError>,
) -> Outcomes<RunCheck> {
    let symbolic = |elem: &Option<DataElem>| matches!(elem, Some(DataElem::Abstract { .. }));
    let ty = match value.contents.ty {
        Some(ty) if !value.contents.elems.iter().any(symbolic) => ty,
        _ => {
            let message = format!("`{}` is symbolic, so it cannot be compared with numbers", value.name);
            return Err(session.error_help("usage", message, "leave out `--domain`"));
        }
    };
    let elem = ElementType {
        ty,
        complex: value.contents.complex,
    };
    let numbers = value.contents.shape.len() - usize::from(elem.complex);
    let dims: Vec<Dim> = value.contents.shape[..numbers]
        .iter()
        .map(|extent| Dim::Static(*extent as u64))
        .collect();
    let (_, found) = read(elem, &dims).map_err(|error| tell(session, &format!("`{}`", value.name), &error))?;
    let expected: Vec<Option<Scalar>> = value
        .contents
        .elems
        .iter()
        .map(|elem| match elem {
            Some(DataElem::Scalar(value)) => Some(*value),
            _ => None,
        })
        .collect();
    let comparison = compare::compare(&expected, &found, &args.tolerance, value.bounds.as_deref());
    Ok(result(args, value, path, &comparison))
}

fn result(args: &RunArgs, value: &Final, path: &str, comparison: &ArrayComparison) -> RunCheck {
    let mismatch = |mismatch: &Mismatch| RunMismatch {
        element: value.contents.index_of(mismatch.element),
        expected: mismatch.expected.to_string(),
        found: mismatch.found.to_string(),
        verdict: mismatch.verdict.name(),
        difference: Some(mismatch.difference).filter(|difference| difference.is_finite()),
        ulps: mismatch.ulps,
        bound: mismatch.bound.filter(|bound| bound.is_finite()),
    };
    let counts = ElementJudgement::ALL.into_iter().map(|verdict| RunCount {
        verdict: verdict.name(),
        elements: comparison.count(verdict),
    });
    RunCheck {
        name: value.name.clone(),
        file: path.to_owned(),
        tolerance: args.tolerance.to_string(),
        verdict: match (comparison.wrong(), comparison.count(ElementJudgement::Unbounded)) {
            (0, 0) => "agrees",
            (0, _) => "unknown",
            _ => "differs",
        },
        elements: comparison.elements(),
        counts: counts.filter(|count| count.elements > 0).collect(),
        first: comparison.first.as_ref().map(mismatch),
        worst: comparison.worst.as_ref().map(mismatch),
    }
}

/// What the comparisons mean for the exit status.
pub fn count(session: &mut Session<'_>, result: &RunResult) {
    for check in &result.checks {
        match check.verdict {
            "differs" => session.set_different(),
            "unknown" => {
                let message = format!(
                    "elements of `{}` differ where rounding has no bound, so that proves nothing",
                    check.name
                );
                let warning = Diagnostic::warning("no-error-bound", message, Span::NONE);
                let help = "smaller inputs keep sums from overflowing; or say how far apart, `--tolerance rel:1e-4`";
                session.tell_unknown(&warning.help(help), None);
            }
            _ => {}
        }
    }
}
