//! What a `main` of ours printed: a number a line.

use crate::JobOutcome;
use crate::batch::BatchCall;
use crate::mlir::signature;
use polyvet_interp::{Contents, DataElem, Scalar, ScalarType};
use polyvet_ir::{Module, Type};

/// Ends the numbers of a job.
pub(crate) const END: i64 = 0x0070_6f6c_7976_6574;

/// Elements of one output at most: what a compiler's mistake prints as an extent is no reason to run out of memory.
const ELEMENTS_MAX: i64 = 1 << 28;

/// The outputs of all jobs.
///
/// # Errors
/// [`JobOutcome::NotUnderstood`], for all jobs together.
pub(crate) fn read(text: &str, module: &Module, calls: &[BatchCall<'_>]) -> Result<Vec<Vec<Contents>>, JobOutcome> {
    let mut numbers = text.lines();
    let mut all = Vec::new();
    for (n, call) in calls.iter().enumerate() {
        let wrong = |why: &str| {
            JobOutcome::NotUnderstood(format!("the outputs that were printed end early or are garbled: {why}"))
        };
        let mut next = || -> Result<i64, JobOutcome> {
            let line = numbers.next().ok_or_else(|| wrong("a line is missing"))?;
            line.trim()
                .parse()
                .map_err(|_| wrong(&format!("`{line:.80}` is no number")))
        };
        if next()? != n as i64 {
            return Err(wrong("another job's number"));
        }
        let mut outputs = Vec::new();
        for ty in output_types(module, call)? {
            let elem = ScalarType::of(ty.elem()).ok_or_else(|| wrong("a type without bits"))?;
            let rank = ty.shape().map_or(0, <[_]>::len);
            let shape = (0..rank).map(|_| next()).collect::<Result<Vec<i64>, _>>()?;
            let count = shape.iter().try_fold(1_i64, |count, extent| {
                count.checked_mul(*extent).filter(|count| *count >= 0)
            });
            let count = count
                .filter(|count| *count <= ELEMENTS_MAX)
                .ok_or_else(|| wrong("extents without sense"))?;
            let scalar = |bits: i64| Some(DataElem::Scalar(Scalar::new(elem, bits as u64)));
            let elems = (0..count).map(|_| next().map(scalar)).collect::<Result<Vec<_>, _>>()?;
            outputs.push(Contents {
                complex: false,
                shape,
                ty: Some(elem),
                elems,
            });
        }
        if next()? != END {
            return Err(wrong("the mark after a job is missing"));
        }
        all.push(outputs);
    }
    Ok(all)
}

/// The types of all outputs: memref arguments, then results.
pub(crate) fn output_types(module: &Module, call: &BatchCall<'_>) -> Result<Vec<Type>, JobOutcome> {
    let (inputs, results) = signature(module, call.func)?;
    Ok(inputs.into_iter().filter(Type::is_memref).chain(results).collect())
}
