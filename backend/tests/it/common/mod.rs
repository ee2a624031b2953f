//! What tests of backends share.

use polyvet_backend::{Backend, BackendJob, JobOutcome, OutputComparison, ReferenceOutputs, compare, reference};
use polyvet_interp::{Contents, DataElem, RunOptions, Scalar, ScalarType};
use polyvet_ir::FloatKind;
use polyvet_runs::compare::Tolerance;
use std::io::Write;
use std::sync::Arc;

/// The backend, or a visible line that says why not.
pub fn installed(spec: &str) -> Option<Backend> {
    let mut backend = Backend::load(spec).expect("it is described");
    backend.set_lowering(polyvet_rewrites::operations::loops::as_loops);
    match backend.find_tools() {
        Ok(()) => Some(backend),
        Err(missing) => {
            _ = writeln!(std::io::stderr(), "skipped: {spec}: {missing}");
            None
        }
    }
}

pub fn array(ty: ScalarType, shape: &[i64], bits: &[u64]) -> Contents {
    Contents {
        complex: false,
        shape: shape.to_vec(),
        ty: Some(ty),
        elems: bits
            .iter()
            .map(|bits| Some(DataElem::Scalar(Scalar::new(ty, *bits))))
            .collect(),
    }
}

pub fn job(text: &str, function: &str, inputs: &[Contents]) -> BackendJob {
    BackendJob {
        module: Arc::from(text),
        function: function.to_owned(),
        inputs: inputs.to_vec(),
    }
}

/// What the interpreter says about a job.
pub fn expected(job: &BackendJob) -> ReferenceOutputs {
    let (module, diagnostics) = polyvet_ir::parse(&job.module);
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    let (exact, options) = (Tolerance::default(), RunOptions::default());
    reference(&module, &job.function, &job.inputs, &exact, options).expect("it is defined")
}

pub fn judge(job: &BackendJob, outcome: &JobOutcome) -> OutputComparison {
    match outcome {
        JobOutcome::Outputs(outputs) => compare(&expected(job), outputs, &Tolerance::default()),
        other => panic!("{other}"),
    }
}

pub const F32: ScalarType = ScalarType::Float(FloatKind::F32);
