//! Outputs of a backend beside those of the reference.

use crate::ReferenceOutputs;
use polyvet_interp::{Contents, DataElem, Scalar};
use polyvet_runs::compare::{self, ElementJudgement, Tolerance};
use std::fmt;

/// How the outputs of a backend compare with the reference.
#[derive(Clone, Debug, PartialEq)]
pub enum OutputComparison {
    /// Equal bits, but for the payload of NaNs and for elements that were never written.
    Equal,
    /// Not equal, but as close as the backend promises.
    WithinBound {
        /// The weakest verdict on an element: [`ElementJudgement::Within`], [`ElementJudgement::ZeroSign`] or
        /// [`ElementJudgement::Unbounded`], where there is no bound that could be exceeded.
        verdict: ElementJudgement,
        /// The largest distance in units in the last place.
        ulps: u64,
    },
    /// Not what it should be.
    Differs(Disagreement),
}

/// The first element that is not what it should be, or an array of another type (`element` is empty then).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disagreement {
    /// `shape`, or the verdict on the element: `beyond`, `nan`, `infinity`, `wrong-zero-sign`.
    pub kind: &'static str,
    /// Number of the output.
    pub output: usize,
    /// Subscript.
    pub element: Vec<i64>,
    /// What the reference has.
    pub expected: String,
    /// What the backend has.
    pub got: String,
    /// How many elements, of all outputs, are not what they should be.
    pub count: usize,
}

impl OutputComparison {
    /// Something is not what it should be.
    pub fn is_wrong(&self) -> bool {
        matches!(self, OutputComparison::Differs(_))
    }

    /// One word: `equal`, `within`, `zero-sign`, `unbounded`, or the kind of the [`Disagreement`].
    pub fn word(&self) -> &'static str {
        match self {
            OutputComparison::Equal => ElementJudgement::Equal.name(),
            OutputComparison::WithinBound { verdict, .. } => verdict.name(),
            OutputComparison::Differs(at) => at.kind,
        }
    }
}

impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Disagreement {
            output,
            element,
            expected,
            got,
            ..
        } = self;
        match self.kind {
            "shape" => write!(f, "output {output}: expected {expected}, got {got}"),
            _ => write!(f, "output {output} {element:?}: expected {expected}, got {got}"),
        }
    }
}

/// Compares what a backend computed with what the reference did.
pub fn compare(expected: &ReferenceOutputs, found: &[Contents], tolerance: &Tolerance) -> OutputComparison {
    let wrong_shape = |output: usize, expected: String, got: String| {
        OutputComparison::Differs(Disagreement {
            kind: "shape",
            output,
            element: Vec::new(),
            expected,
            got,
            count: 1,
        })
    };
    let (wanted, got) = (expected.outputs.len(), found.len());
    if wanted != got {
        return wrong_shape(wanted.min(got), format!("{wanted} outputs"), format!("{got} outputs"));
    }
    let mut first: Option<Disagreement> = None;
    let (mut weakest, mut ulps, mut count) = (ElementJudgement::Equal, 0, 0);
    for (output, (x, y)) in expected.outputs.iter().zip(found).enumerate() {
        if x.shape != y.shape || x.ty != y.ty {
            return wrong_shape(output, type_of(x), type_of(y));
        }
        let wanted: Vec<Option<Scalar>> = x.elems.iter().map(scalar).collect();
        let Some(got) = y.scalars() else {
            return wrong_shape(output, type_of(x), "elements that are no numbers".to_owned());
        };
        let bounds = expected.bounds.as_ref().and_then(|bounds| bounds.get(output));
        let one = compare::compare(&wanted, &got, tolerance, bounds.map(Vec::as_slice));
        count += one.wrong();
        ulps = ulps.max(one.worst.and_then(|worst| worst.ulps).unwrap_or(0));
        for verdict in [
            ElementJudgement::Within,
            ElementJudgement::ZeroSign,
            ElementJudgement::Unbounded,
        ] {
            if one.count(verdict) > 0 && verdict as usize > weakest as usize {
                weakest = verdict;
            }
        }
        if let Some(at) = one.first.filter(|_| first.is_none()) {
            first = Some(Disagreement {
                kind: at.verdict.name(),
                output,
                element: x.index_of(at.element),
                expected: at.expected.to_string(),
                got: at.found.to_string(),
                count: 0,
            });
        }
    }
    match (first, weakest) {
        (Some(first), _) => OutputComparison::Differs(Disagreement { count, ..first }),
        (None, ElementJudgement::Equal) => OutputComparison::Equal,
        (None, verdict) => OutputComparison::WithinBound { verdict, ulps },
    }
}

fn scalar(elem: &Option<DataElem>) -> Option<Scalar> {
    match elem {
        Some(DataElem::Scalar(value)) => Some(*value),
        _ => None,
    }
}

fn type_of(contents: &Contents) -> String {
    let shape: String = contents.shape.iter().map(|extent| format!("{extent}x")).collect();
    let ty = contents.ty.map_or("?".to_owned(), |ty| ty.to_string());
    format!("{shape}{ty}")
}
