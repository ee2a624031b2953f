//! Jobs as files: `jobs.json`, and inputs and outputs as `.npy`. `docs/backends.md` describes it.

use crate::JobOutcome;
use crate::batch::{BatchCall, JobBatch};
use crate::mlir::signature;
use polyvet_interp::{Contents, ScalarType};
use polyvet_ir::{Module, Type};
use polyvet_runs::npy;
use serde::Serialize;
use std::path::Path;

#[derive(Serialize)]
struct Jobs<'a> {
    /// Path of the program.
    program: String,
    jobs: Vec<OneJob<'a>>,
}

#[derive(Serialize)]
struct OneJob<'a> {
    function: &'a str,
    inputs: Vec<FileArray>,
    outputs: Vec<FileArray>,
    /// Where the backend may say that it does not take this job.
    refused: String,
}

#[derive(Serialize)]
struct FileArray {
    file: String,
    /// MLIR type of the argument or result.
    r#type: String,
    element: String,
    /// Extents; of an output only where its type says them.
    #[serde(skip_serializing_if = "Option::is_none")]
    shape: Option<Vec<i64>>,
    /// The memref argument whose last contents this output is; a result has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    argument: Option<usize>,
}

/// Writes `jobs.json` and all inputs.
pub(crate) fn write(batch: &JobBatch<'_>, work: &Path, program: &Path) -> Result<(), JobOutcome> {
    let failed = |error: String| JobOutcome::System(format!("cannot write the inputs: {error}"));
    let mut jobs = Vec::new();
    for (n, call) in batch.calls.iter().enumerate() {
        let (types, _) = signature(&batch.module, call.func)?;
        if types.len() != call.job.inputs.len() {
            let message = format!("{} inputs for {} arguments", call.job.inputs.len(), types.len());
            return Err(JobOutcome::Unsupported(message));
        }
        let mut inputs = Vec::new();
        for (at, (ty, input)) in types.iter().zip(&call.job.inputs).enumerate() {
            let path = work.join(format!("job{n}-in{at}.npy"));
            let bytes = npy::encode(&path, input).map_err(|error| failed(error.to_string()))?;
            std::fs::write(&path, bytes).map_err(|error| failed(error.to_string()))?;
            inputs.push(array(&path, ty, Some(input.shape.clone()), Some(at))?);
        }
        let mut outputs = Vec::new();
        for (at, (ty, argument)) in outputs_of(&batch.module, call)?.into_iter().enumerate() {
            let shape = argument.map(|at| call.job.inputs[at].shape.clone());
            outputs.push(array(&work.join(format!("job{n}-out{at}.npy")), &ty, shape, argument)?);
        }
        jobs.push(OneJob {
            function: batch.name(call),
            inputs,
            outputs,
            refused: refusal(work, n),
        });
    }
    let jobs = Jobs {
        program: program.display().to_string(),
        jobs,
    };
    let text = serde_json::to_string_pretty(&jobs).map_err(|error| failed(error.to_string()))?;
    std::fs::write(work.join("jobs.json"), text).map_err(|error| failed(error.to_string()))
}

/// Reads all outputs; a job that was refused has its own outcome.
pub(crate) fn read(batch: &JobBatch<'_>, work: &Path) -> Result<Vec<JobOutcome>, JobOutcome> {
    let one = |(n, call): (usize, &BatchCall<'_>)| {
        if let Ok(text) = std::fs::read_to_string(refusal(work, n)) {
            let message = text
                .lines()
                .find(|line| !line.trim().is_empty())
                .unwrap_or("it does not say why");
            return Ok(JobOutcome::Refused {
                step: "run".to_owned(),
                message: message.trim().to_owned(),
                stderr: text,
            });
        }
        let mut outputs = Vec::new();
        for (at, (ty, _)) in outputs_of(&batch.module, call)?.iter().enumerate() {
            let elem = element(ty)?;
            let path = work.join(format!("job{n}-out{at}.npy"));
            let dims = ty.shape().unwrap_or_default();
            match npy::read(&path, elem, dims) {
                Ok((shape, values)) => outputs.push(Contents {
                    complex: false,
                    shape,
                    ty: Some(elem),
                    elems: values
                        .into_iter()
                        .map(|value| Some(polyvet_interp::DataElem::Scalar(value)))
                        .collect(),
                }),
                Err(error) => return Ok(JobOutcome::NotUnderstood(format!("output {at}: {error}"))),
            }
        }
        Ok(JobOutcome::Outputs(outputs))
    };
    batch.calls.iter().enumerate().map(one).collect()
}

fn refusal(work: &Path, n: usize) -> String {
    work.join(format!("job{n}-refused.txt")).display().to_string()
}

/// The types of all outputs: memref arguments with their numbers, then results.
fn outputs_of(module: &Module, call: &BatchCall<'_>) -> Result<Vec<(Type, Option<usize>)>, JobOutcome> {
    let (inputs, results) = signature(module, call.func)?;
    let arguments = inputs.into_iter().enumerate().filter(|(_, ty)| ty.is_memref());
    let arguments = arguments.map(|(at, ty)| (ty, Some(at)));
    Ok(arguments.chain(results.into_iter().map(|ty| (ty, None))).collect())
}

fn element(ty: &Type) -> Result<ScalarType, JobOutcome> {
    ScalarType::of(ty.elem()).ok_or_else(|| JobOutcome::Unsupported(format!("values of type `{ty}` are no files")))
}

fn array(path: &Path, ty: &Type, shape: Option<Vec<i64>>, argument: Option<usize>) -> Result<FileArray, JobOutcome> {
    Ok(FileArray {
        file: path.display().to_string(),
        r#type: ty.to_string(),
        element: element(ty)?.to_string(),
        shape,
        argument,
    })
}
