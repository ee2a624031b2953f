//! Complex numbers in memory. An array of them is two arrays of the same shape, of real and of imaginary parts, and
//! what moves them runs once for each; so an element is located, checked and moved as any other, and no domain knows
//! of complex numbers. What computes with them takes both parts itself.

use crate::code::{DecodeRefusal, DecodeSite, DecodedKind, DecodedOp};
use crate::domain::Domain;
use crate::machine::{CallFrame, Machine};
use crate::value::RuntimeValue;
use crate::{Code, Trap, ops};
use polyvet_ir::Type;
use std::rc::Rc;

/// Of complex numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum ComplexPart {
    /// The real parts.
    Re,
    /// The imaginary parts.
    Im,
}

/// Operations that leave elements as they are.
const MOVES: &[&str] = &[
    "affine.load",
    "affine.store",
    "affine.vector_load",
    "affine.vector_store",
    "arith.constant",
    "arith.select",
    "bufferization.alloc_tensor",
    "bufferization.clone",
    "bufferization.dealloc_tensor",
    "bufferization.materialize_in_destination",
    "bufferization.to_buffer",
    "bufferization.to_memref",
    "bufferization.to_tensor",
    "linalg.pack",
    "linalg.unpack",
    "memref.alloc",
    "memref.alloca",
    "memref.assume_alignment",
    "memref.cast",
    "memref.collapse_shape",
    "memref.copy",
    "memref.dealloc",
    "memref.dim",
    "memref.distinct_objects",
    "memref.expand_shape",
    "memref.extract_strided_metadata",
    "memref.get_global",
    "memref.load",
    "memref.memory_space_cast",
    "memref.prefetch",
    "memref.rank",
    "memref.realloc",
    "memref.reinterpret_cast",
    "memref.reshape",
    "memref.store",
    "memref.subview",
    "memref.transpose",
    "tensor.cast",
    "tensor.collapse_shape",
    "tensor.concat",
    "tensor.dim",
    "tensor.empty",
    "tensor.expand_shape",
    "tensor.extract",
    "tensor.extract_slice",
    "tensor.from_elements",
    "tensor.gather",
    "tensor.insert",
    "tensor.insert_slice",
    "tensor.rank",
    "tensor.reshape",
    "tensor.scatter",
    "tensor.splat",
    "vector.broadcast",
    "vector.extract",
    "vector.extract_strided_slice",
    "vector.from_elements",
    "vector.insert",
    "vector.insert_strided_slice",
    "vector.load",
    "vector.shape_cast",
    "vector.shuffle",
    "vector.store",
    "vector.to_elements",
    "vector.transfer_read",
    "vector.transfer_write",
    "vector.transpose",
];

/// Whether a type is, or has elements that are, complex numbers.
pub(crate) fn is_complex(ty: &Type) -> bool {
    matches!(ty.elem(), Type::Complex(_))
}

/// The type of the parts of values of a type, if these are complex.
pub(crate) fn of_parts(ty: &Type) -> Option<Type> {
    let Type::Complex(part) = ty.elem() else { return None };
    let mut parts = ty.clone();
    match &mut parts {
        Type::MemRef { elem, .. }
        | Type::Tensor { elem, .. }
        | Type::Vector { elem, .. }
        | Type::UnrankedMemRef { elem, .. }
        | Type::UnrankedTensor(elem) => *elem = part.clone(),
        scalar => *scalar = (**part).clone(),
    }
    Some(parts)
}

/// What an operation does if it works on complex numbers, and whether by parts.
pub(crate) fn choose(site: &DecodeSite<'_>, kind: DecodedKind) -> (DecodedKind, bool) {
    let values = site.op.operand_values().chain(site.op.results.iter().copied());
    let complex = values.map(|value| site.module.ty(value)).any(is_complex);
    if !complex {
        return (kind, false);
    }
    let name = site.op.name.as_str();
    let takes_both = match &kind {
        DecodedKind::Affine(ops::affine::AffineRun::Parallel { .. }) => site.op.results.is_empty(),
        DecodedKind::Refused(_)
        | DecodedKind::End
        | DecodedKind::Complex(_)
        | DecodedKind::Func(_)
        | DecodedKind::Scf(_)
        | DecodedKind::Branch(_) => true,
        DecodedKind::Affine(_) => !MOVES.contains(&name),
        DecodedKind::Linalg(kind) => matches!(kind, ops::linalg::LinalgOp::Structured(_)),
        _ => ["memref.alloca_scope", "tensor.generate", "tensor.pad"].contains(&name),
    };
    match takes_both || MOVES.contains(&name) {
        true => (kind, !takes_both),
        false => {
            let message = format!("`{name}` of complex elements is not supported");
            (DecodedKind::Refused(DecodeRefusal::Unsupported(message)), false)
        }
    }
}

impl<D: Domain> Machine<'_, D> {
    /// What runs from now on is for these parts.
    pub(crate) fn set_part(&mut self, part: Option<ComplexPart>) {
        self.part = part;
        self.memory.imaginary = part == Some(ComplexPart::Im);
    }

    /// Runs `run` for the real and then for the imaginary parts. An element that both access was accessed once.
    pub(crate) fn each_part<T>(
        &mut self,
        mut run: impl FnMut(&mut Self, ComplexPart) -> Result<T, Trap>,
    ) -> Result<[T; 2], Trap> {
        let around = self.part;
        let start = self.events_so_far();
        self.set_part(Some(ComplexPart::Re));
        let re = run(self, ComplexPart::Re)?;
        let middle = self.events_so_far();
        self.set_part(Some(ComplexPart::Im));
        let im = run(self, ComplexPart::Im)?;
        self.set_part(around);
        self.join_events(start, middle);
        Ok([re, im])
    }

    /// Runs an operation that moves complex numbers.
    pub(crate) fn run_parts(&mut self, frame: &mut CallFrame<D>, step: &DecodedOp) -> Result<(), Trap> {
        if self.mask.is_some() {
            let message = "complex elements under `vector.mask` are not supported";
            return Err(Trap::new(Code::UnsupportedOp, message));
        }
        // Taken out, so that a part that nobody else has is changed in place.
        let mut operands: Vec<Option<RuntimeValue<D>>> = Vec::with_capacity(step.operands.len());
        for (n, slot) in step.operands.iter().enumerate() {
            let repeated = step.operands[..n].contains(slot);
            operands.push((!repeated).then(|| frame.take(step, n)));
        }
        let mut parts = [Vec::new(), Vec::new()];
        for operand in operands {
            let [re, im] = match operand {
                Some(RuntimeValue::Complex(pair)) => match Rc::try_unwrap(pair) {
                    Ok(pair) => pair.map(Some),
                    Err(pair) => (*pair).clone().map(Some),
                },
                other => [other.clone(), other],
            };
            parts[0].push(re);
            parts[1].push(im);
        }
        let kept: Vec<RuntimeValue<D>> = step.operands.iter().map(|slot| frame.get(*slot).clone()).collect();
        let results = self.each_part(|machine, part| {
            for (slot, value) in step.operands.iter().zip(parts[part as usize].drain(..)) {
                if let Some(value) = value {
                    frame.set(*slot, value);
                }
            }
            machine.run_kind(frame, step)?;
            let results = step.results.iter();
            Ok(results.map(|slot| frame.get(*slot).clone()).collect::<Vec<_>>())
        })?;
        for (slot, value) in step.operands.iter().zip(kept) {
            frame.set(*slot, value);
        }
        let [re, im] = results;
        for (n, (re, im)) in re.into_iter().zip(im).enumerate() {
            let ty = self.module.ty(self.module.op(step.id).results[n]);
            let value = match is_complex(ty) {
                true => vec![re, im],
                false => vec![re],
            };
            frame.set(step.results[n], RuntimeValue::of_parts(value));
        }
        Ok(())
    }
}
