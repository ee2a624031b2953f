//! Checkers and transforms with one fault each, made of the real ones. The tests are worth something
//! if they catch every one of them.

use crate::judge::{AnswerJudgement, BareAnswer, Real, RewriteJudge};
use crate::model::Subject;
use crate::nests::Transformer;
use polyvet_analysis::dependence::{DepKind, Dependence, DependenceEnd, Dependences, times};
use polyvet_analysis::ids::{AccessId, StmtId};
use polyvet_analysis::{Rewrite, Scop};
use polyvet_poly::{DimKind, Map, PolyError, Schedule, UnionSet};
use polyvet_verify::check_rewrite;
use polyvet_verify::legality::Checker;
use typed_index_collections::TiVec;

/// An answer where the fault makes a difference.
type Fault = fn(&Subject, &Checker<'_>, &str, &Rewrite) -> Result<Option<BareAnswer>, PolyError>;

/// A checker with one fault.
pub struct Broken {
    /// What is wrong with it.
    pub name: &'static str,
    judge: Fault,
}

/// All of them.
pub const CHECKERS: &[Broken] = &[
    Broken {
        name: "overwriting what is still read is no dependence",
        judge: no_war,
    },
    Broken {
        name: "emptiness over the rationals",
        judge: rational,
    },
    Broken {
        name: "marks are ignored",
        judge: marks_ignored,
    },
    Broken {
        name: "a mark is checked instead of the order",
        judge: marks_only,
    },
    Broken {
        name: "only the last step is checked",
        judge: last_step,
    },
    Broken {
        name: "an instance depends on itself",
        judge: identity_refused,
    },
    Broken {
        name: "accumulations may race",
        judge: reductions_forgiven,
    },
];

impl RewriteJudge for Broken {
    fn name(&self) -> &'static str {
        self.name
    }

    /// Where the fault makes no difference, the real answer.
    fn judge(
        &self,
        subject: &Subject,
        checker: &Checker<'_>,
        script: &str,
        rewrite: &Rewrite,
    ) -> Result<AnswerJudgement, String> {
        match (self.judge)(subject, checker, script, rewrite).map_err(|error| error.to_string())? {
            Some(answer) => Ok(AnswerJudgement {
                answer,
                witness: None,
                reason: None,
            }),
            None => Real.judge(subject, checker, script, rewrite),
        }
    }
}

fn with_dependences(
    subject: &Subject,
    checker: &Checker<'_>,
    rewrite: &Rewrite,
    keep: impl Fn(&Dependence) -> bool,
) -> Result<Option<BareAnswer>, PolyError> {
    let list = checker
        .dependences()
        .list
        .iter()
        .filter(|dependence| keep(dependence))
        .cloned()
        .collect();
    let checker = Checker::with(&subject.scop, Dependences { list }, checker.budget())?;
    let verdict = check_rewrite(&subject.module, subject.func, &checker, rewrite)?;
    Ok(BareAnswer::of(&verdict).ok())
}

fn no_war(
    subject: &Subject,
    checker: &Checker<'_>,
    _: &str,
    rewrite: &Rewrite,
) -> Result<Option<BareAnswer>, PolyError> {
    with_dependences(subject, checker, rewrite, |dependence| dependence.kind != DepKind::War)
}

fn reductions_forgiven(
    subject: &Subject,
    checker: &Checker<'_>,
    _: &str,
    rewrite: &Rewrite,
) -> Result<Option<BareAnswer>, PolyError> {
    let forgiving = with_dependences(subject, checker, rewrite, |dependence| !dependence.reduction)?;
    let strict = with_dependences(subject, checker, rewrite, |_| true)?;
    let forgiven = (strict, forgiving) == (Some(BareAnswer::Refuted), Some(BareAnswer::Proved));
    Ok(forgiven.then_some(BareAnswer::Reassociated))
}

fn marks_ignored(
    subject: &Subject,
    checker: &Checker<'_>,
    script: &str,
    _: &Rewrite,
) -> Result<Option<BareAnswer>, PolyError> {
    let steps: Vec<&str> = script
        .split("; ")
        .filter(|step| !step.starts_with("parallelize"))
        .collect();
    let Ok(Some(rewrite)) = subject.rewrite(&steps.join("; ")) else {
        return Ok(None);
    };
    let verdict = check_rewrite(&subject.module, subject.func, checker, &rewrite)?;
    Ok(BareAnswer::of(&verdict).ok())
}

fn marks_only(
    _: &Subject,
    checker: &Checker<'_>,
    script: &str,
    rewrite: &Rewrite,
) -> Result<Option<BareAnswer>, PolyError> {
    if !script.contains("parallelize") {
        return Ok(None);
    }
    let findings = checker.findings_but_order(&rewrite.scop.schedule)?;
    Ok(Some(if findings.violation.is_some() {
        BareAnswer::Refuted
    } else {
        BareAnswer::Proved
    }))
}

fn last_step(
    subject: &Subject,
    _: &Checker<'_>,
    script: &str,
    rewrite: &Rewrite,
) -> Result<Option<BareAnswer>, PolyError> {
    let Some((earlier, _)) = script.rsplit_once("; ") else {
        return Ok(None);
    };
    let Ok(Some(before)) = subject.rewrite(earlier) else {
        return Ok(None);
    };
    let findings = Checker::new(&before.scop, 0)?.findings(&rewrite.scop.schedule)?;
    Ok(Some(if findings.violation.is_some() {
        BareAnswer::Refuted
    } else {
        BareAnswer::Proved
    }))
}

fn identity_refused(
    subject: &Subject,
    checker: &Checker<'_>,
    _: &str,
    rewrite: &Rewrite,
) -> Result<Option<BareAnswer>, PolyError> {
    let mut list = checker.dependences().list.clone();
    for (s, stmt) in subject.scop.stmts.iter_enumerated() {
        let end = DependenceEnd {
            stmt: s,
            access: AccessId::from(0),
        };
        let map = stmt.domain.clone().identity()?;
        let array = stmt.accesses.raw[0].array;
        list.push(Dependence {
            kind: DepKind::Raw,
            source: end,
            sink: end,
            array,
            map,
            reduction: false,
        });
    }
    let checker = Checker::with(&subject.scop, Dependences { list }, checker.budget())?;
    let findings = checker.findings(&rewrite.scop.schedule)?;
    Ok(findings.violation.is_some().then_some(BareAnswer::Refuted))
}

/// Points with halves count as instances, which is what a test over the rationals cannot help.
fn rational(
    subject: &Subject,
    _: &Checker<'_>,
    script: &str,
    rewrite: &Rewrite,
) -> Result<Option<BareAnswer>, PolyError> {
    if script.contains("tile") || script.contains("parallelize") {
        return Ok(None);
    }
    let scop = &subject.scop;
    let (before, after) = (
        halved_times(scop, &scop.schedule)?,
        halved_times(scop, &rewrite.scop.schedule)?,
    );
    for (s, source) in scop.stmts.iter_enumerated() {
        for (t, sink) in scop.stmts.iter_enumerated() {
            let reversed = before[s].clone().lex_lt_map(before[t].clone())?;
            let reversed = reversed.intersect(after[s].clone().lex_gt_map(after[t].clone())?)?;
            for (a, one) in source.accesses.iter_enumerated() {
                for (b, other) in sink.accesses.iter_enumerated() {
                    if one.array != other.array || !(one.kind.is_write() || other.kind.is_write()) {
                        continue;
                    }
                    let (one, other) = (halves(scop.access(s, a)?)?, halves(scop.access(t, b)?)?);
                    if !one
                        .apply_range(other.reverse()?)?
                        .intersect(reversed.clone())?
                        .is_empty()?
                    {
                        return Ok(Some(BareAnswer::Refuted));
                    }
                }
            }
        }
    }
    Ok(None)
}

fn halved_times(scop: &Scop, schedule: &Schedule) -> Result<TiVec<StmtId, Map>, PolyError> {
    let times = times(scop, &schedule.map()?)?.into_iter().zip(&scop.stmts);
    times
        .map(|(map, stmt)| halves(map.intersect_domain(stmt.domain.clone())?))
        .collect()
}

/// All numbers doubled: the constants of a relation without parameters and divisions.
fn halves(map: Map) -> Result<Map, PolyError> {
    let names = [DimKind::In, DimKind::Out].map(|kind| map.tuple_name(kind).ok().flatten().unwrap_or_default());
    let counts = [map.dim(DimKind::In)?, map.dim(DimKind::Out)?];
    let name = |at: usize| format!("x{at}");
    let mut parts = Vec::new();
    for part in map.basic_maps()? {
        let mut terms = Vec::new();
        for constraint in part.wrap()?.constraints()? {
            let data = constraint.to_data()?;
            let sum: Vec<String> = data
                .aff
                .terms
                .iter()
                .map(|(dim, factor)| format!("{factor} * {}", name(dim.pos)))
                .collect();
            let sign = if data.equality { "=" } else { ">=" };
            terms.push(format!(
                "{} + {} {sign} 0",
                [sum.join(" + "), "0".to_owned()].join(" + ").trim_start_matches(" + "),
                2 * data.aff.constant
            ));
        }
        let tuple = |from: usize, count: usize| (from..from + count).map(name).collect::<Vec<_>>().join(", ");
        let (input, output) = (tuple(0, counts[0]), tuple(counts[0], counts[1]));
        parts.push(format!(
            "{}[{input}] -> {}[{output}] : {}",
            names[0],
            names[1],
            terms.join(" and ")
        ));
    }
    Map::parse(map.ctx(), &format!("{{ {} }}", parts.join("; ")))
}

/// A transform with one fault.
pub struct BrokenTransform {
    /// What is wrong with it.
    pub name: &'static str,
    rewrite: fn(&Subject, &str) -> Result<Option<Rewrite>, String>,
}

/// All of them.
pub const TRANSFORMS: &[BrokenTransform] = &[
    BrokenTransform {
        name: "tile drops the remainder",
        rewrite: drop_remainder,
    },
    BrokenTransform {
        name: "tile is one too large",
        rewrite: |subject, script| subject.rewrite(&script.replace("=2", "=3")),
    },
    BrokenTransform {
        name: "interchange swaps only names",
        rewrite: |subject, script| without(subject, script, "interchange"),
    },
    BrokenTransform {
        name: "shift goes one too far",
        rewrite: |subject, script| subject.rewrite(&script.replace("shift(S0, i, 1)", "shift(S0, i, 2)")),
    },
    BrokenTransform {
        name: "skew has the wrong sign",
        rewrite: |subject, script| subject.rewrite(&script.replace("skew(j, i, 1)", "skew(j, i, -1)")),
    },
    BrokenTransform {
        name: "a mark stays where its loop was",
        rewrite: mark_stays,
    },
];

impl Transformer for BrokenTransform {
    fn rewrite(&self, subject: &Subject, script: &str) -> Result<Option<Rewrite>, String> {
        (self.rewrite)(subject, script)
    }
}

/// The rewrite by `tile`, without the instances that fill no whole tile of the outer loop.
pub fn drop_remainder(subject: &Subject, script: &str) -> Result<Option<Rewrite>, String> {
    let rewrite = subject.rewrite(script)?;
    let Some(mut rewrite) = rewrite.filter(|_| script.contains("tile(i=2")) else {
        return subject.rewrite(script);
    };
    let cut = |error: PolyError| error.to_string();
    let mut whole = UnionSet::empty(rewrite.scop.context.space().map_err(cut)?).map_err(cut)?;
    for stmt in &rewrite.scop.stmts {
        let last = stmt
            .domain
            .clone()
            .dim_max_val(0)
            .and_then(|last| last.to_i64())
            .map_err(cut)?;
        let end = Map::parse(
            &rewrite.scop.ctx,
            &format!("{{ [i, j] -> [] : i < {} }}", (last + 1) / 2 * 2),
        )
        .map_err(cut)?;
        let end = end
            .domain()
            .and_then(|set| set.set_tuple_name(&stmt.name))
            .map_err(cut)?;
        let kept = match stmt.dims.len() {
            2 => stmt.domain.clone().intersect(end),
            _ => Ok(stmt.domain.clone()),
        };
        whole = kept
            .and_then(UnionSet::from_set)
            .and_then(|kept| whole.union(kept))
            .map_err(cut)?;
    }
    rewrite.scop.schedule = rewrite.scop.schedule.clone().intersect_domain(whole).map_err(cut)?;
    Ok(Some(rewrite))
}

fn without(subject: &Subject, script: &str, name: &str) -> Result<Option<Rewrite>, String> {
    let steps: Vec<&str> = script.split("; ").filter(|step| !step.starts_with(name)).collect();
    subject.rewrite(&steps.join("; "))
}

/// `parallelize(i); interchange(i, j)` leaves the outer loop marked.
fn mark_stays(subject: &Subject, script: &str) -> Result<Option<Rewrite>, String> {
    subject.rewrite(&script.replace("parallelize(i); interchange(i, j)", "interchange(i, j); parallelize(j)"))
}
