//! `lower_to_affine`, `lower_to_scf`, `lower_to_parallel`: a structured operation on buffers as loops.

use crate::operations::OperationTransform;
use crate::operations::builder::{InsertPoint, OpBuilder, OpSize};
use crate::operations::operation::{Linalg, inline_body, no_place};
use crate::registry::{Alias, Build};
use crate::{Args, ScriptName};
use crate::{RegistryEntry, ScriptedProgram};
use polyvet_ir::edit::segment_sizes;
use polyvet_ir::linalg::IteratorType;
use polyvet_ir::{AffineExpr, AffineMap, Attr, Diagnostic, OpId, OpSpec, Type, ValueId};
use std::collections::HashMap;

/// The line of `lower_to_affine`.
pub static ENTRY_AFFINE: RegistryEntry = RegistryEntry {
    name: "lower_to_affine",
    aliases: &[],
    summary: "Writes an operation on buffers as affine.for loops around its payload.",
    params: "OP",
    example: "lower_to_affine(S0)",
    build: Build::Operations(|args| parse(args, LoopForm::Affine)),
};

/// The line of `lower_to_scf`.
pub static ENTRY_SCF: RegistryEntry = RegistryEntry {
    name: "lower_to_scf",
    aliases: &[Alias {
        name: "structured.convert_to_loops",
        clauses: &[],
    }],
    summary: "Writes an operation on buffers as scf.for loops around its payload.",
    params: "OP",
    example: "lower_to_scf(S0)",
    build: Build::Operations(|args| parse(args, LoopForm::Scf)),
};

/// The line of `lower_to_parallel`.
pub static ENTRY_PARALLEL: RegistryEntry = RegistryEntry {
    name: "lower_to_parallel",
    aliases: &[],
    summary: "Writes an operation on buffers as loops, its parallel ones as scf.parallel.",
    params: "OP",
    example: "lower_to_parallel(S0)",
    build: Build::Operations(|args| parse(args, LoopForm::Parallel)),
};

fn parse(args: &mut Args, form: LoopForm) -> Result<Box<dyn OperationTransform>, Diagnostic> {
    let target = args.name()?;
    Ok(Box::new(Lower { target, form }))
}

/// Which loops to write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LoopForm {
    /// `affine.for`
    Affine,
    /// `scf.for`
    Scf,
    /// `scf.parallel` for parallel loops, `scf.for` for the others.
    Parallel,
}

/// Writes an operation as loops.
#[derive(Debug)]
pub struct Lower {
    /// The operation.
    pub target: ScriptName,
    /// Which loops.
    pub form: LoopForm,
}

impl Lower {
    /// Writes an operation as loops of this form.
    pub fn new(op: impl Into<ScriptName>, form: LoopForm) -> Lower {
        Lower {
            target: op.into(),
            form,
        }
    }
}

impl OperationTransform for Lower {
    fn text(&self) -> String {
        let entry = match self.form {
            LoopForm::Affine => &ENTRY_AFFINE,
            LoopForm::Scf => &ENTRY_SCF,
            LoopForm::Parallel => &ENTRY_PARALLEL,
        };
        entry.call([self.target.to_string()])
    }

    fn apply(&self, program: &mut ScriptedProgram) -> Result<Vec<OpId>, Diagnostic> {
        let linalg = program.structured(&self.target)?;
        if linalg.on_tensors(&program.module) {
            let message = "loops write buffers, this operation makes tensors";
            return Err(no_place(&self.target, message));
        }
        let nested = program.module.parent_op(linalg.op) != Some(program.func);
        let func = program.func;
        let mut b = OpBuilder::before(&mut program.module, func, linalg.op);
        let extents = linalg.extents(&mut b, &self.target)?;
        if nested && self.form == LoopForm::Affine && extents.iter().any(|extent| extent.number().is_none()) {
            let message = "an extent that is computed inside another loop is no bound of an affine loop";
            return Err(no_place(&self.target, message).help("`lower_to_scf` takes any bound"));
        }
        let mut nest = LoweredNest {
            b,
            form: self.form,
            names: linalg.loop_names(),
            inductions: Vec::new(),
            ends: Vec::new(),
        };
        nest.loops(&extents, &linalg.view.iterators);
        nest.body(&linalg);
        nest.close();
        let outermost = nest.ends.first().map(|(op, _)| *op);
        // Without loops the payload itself is in the place of the operation.
        let first = outermost.unwrap_or(linalg.op);
        program.replace(linalg.op, &[], first);
        Ok(outermost.into_iter().collect())
    }
}

struct LoweredNest<'m> {
    b: OpBuilder<'m>,
    form: LoopForm,
    names: Vec<String>,
    inductions: Vec<ValueId>,
    /// Loops with the end of their body.
    ends: Vec<(OpId, &'static str)>,
}

/// Writes `affine.for` loops that copy all elements of one buffer to another one of these extents.
pub(crate) fn copy_elements(b: OpBuilder<'_>, (from, to): (ValueId, ValueId), extents: &[OpSize]) {
    let mut nest = LoweredNest {
        b,
        form: LoopForm::Affine,
        names: (0..extents.len()).map(|at| format!("c{at}")).collect(),
        inductions: Vec::new(),
        ends: Vec::new(),
    };
    nest.loops(extents, &vec![IteratorType::Parallel; extents.len()]);
    let same = AffineMap::identity(extents.len());
    let element = nest.access(None, from, &same);
    nest.access(Some(element), to, &same);
    nest.close();
}

impl LoweredNest<'_> {
    fn loops(&mut self, extents: &[OpSize], iterators: &[IteratorType]) {
        let mut at = 0;
        while at < extents.len() {
            let parallel = |n: &usize| iterators[*n] == IteratorType::Parallel;
            let count = match self.form {
                LoopForm::Parallel => (at..extents.len()).take_while(parallel).count(),
                _ => 0,
            };
            match count {
                0 if self.form == LoopForm::Affine => self.affine_for(extents[at], at),
                0 => {
                    let made = self.b.scf_for(extents[at], OpSize::Static(1), &[], &self.names[at]);
                    self.inductions.extend(made.inductions);
                    self.ends.push((made.op, "scf.yield"));
                }
                _ => self.scf_parallel(&extents[at..at + count], at),
            }
            at += count.max(1);
        }
    }

    fn affine_for(&mut self, extent: OpSize, at: usize) {
        let (upper, operands) = match extent {
            OpSize::Static(number) => (AffineMap::constant(number), Vec::new()),
            OpSize::Value(value) => (AffineMap::new(0, 1, vec![AffineExpr::sym(0)]), vec![value]),
        };
        let spec = OpSpec::new("affine.for")
            .operands(&operands)
            .property("lowerBoundMap", Attr::AffineMap(AffineMap::constant(0)))
            .property("upperBoundMap", Attr::AffineMap(upper))
            .property("step", Attr::index(1))
            .property("operandSegmentSizes", segment_sizes(&[0, operands.len(), 0]));
        self.open(spec, &[at], "affine.yield");
    }

    fn scf_parallel(&mut self, extents: &[OpSize], at: usize) {
        let count = extents.len();
        let zero = self.b.index(OpSize::Static(0));
        let one = self.b.index(OpSize::Static(1));
        let ends: Vec<ValueId> = extents.iter().map(|extent| self.b.index(*extent)).collect();
        let spec = OpSpec::new("scf.parallel")
            .operands(&vec![zero; count])
            .operands(&ends)
            .operands(&vec![one; count])
            .property("operandSegmentSizes", segment_sizes(&[count, count, count, 0]));
        let loops: Vec<usize> = (at..at + count).collect();
        self.open(spec, &loops, "scf.reduce");
    }

    fn open(&mut self, spec: OpSpec, loops: &[usize], end: &'static str) {
        let op = self.b.push(spec);
        let region = self.b.module.add_region(op);
        let args: Vec<(Type, Option<&str>)> = loops
            .iter()
            .map(|at| (Type::Index, Some(self.names[*at].as_str())))
            .collect();
        let body = self.b.module.add_block(region, &args);
        self.inductions.extend(&self.b.module.block(body).args);
        self.ends.push((op, end));
        self.b.place = InsertPoint::End(body);
    }

    /// The payload with loads and stores around it.
    fn body(&mut self, linalg: &Linalg) {
        let mut map: HashMap<ValueId, ValueId> = HashMap::new();
        for op in self.b.module.block(linalg.view.body).ops.clone() {
            let op = self.b.module.op(op);
            if op.name == "linalg.index"
                && let Some(at) = op.attr("dim").and_then(Attr::as_i64)
            {
                map.insert(op.results[0], self.inductions[at as usize]);
            }
        }
        let operands = linalg.operands();
        let inputs = linalg.view.inputs.len();
        let mut args = Vec::new();
        for (n, operand) in operands.iter().enumerate() {
            let is_read = n < inputs || linalg.reads_output(self.b.module, n - inputs);
            let is_buffer = self.b.ty(*operand).is_memref();
            args.push(match is_buffer && is_read {
                true => self.access(None, *operand, &linalg.view.maps[n]),
                false => *operand,
            });
        }
        let yielded = inline_body(&mut self.b, linalg.view.body, &args, &mut map);
        for (n, value) in yielded.into_iter().enumerate() {
            self.access(Some(value), operands[inputs + n], &linalg.view.maps[inputs + n]);
        }
    }

    /// A load, or the store of `value`; what is loaded.
    fn access(&mut self, value: Option<ValueId>, memref: ValueId, map: &AffineMap) -> ValueId {
        let elem = self.b.ty(memref).elem().clone();
        let over: Vec<OpSize> = self.inductions.iter().copied().map(OpSize::Value).collect();
        let (used, operands) = self.b.over(&map.results, &over);
        let (dialect, subscripts) = match self.form {
            LoopForm::Affine => ("affine", operands),
            _ => {
                let sizes: Vec<OpSize> = map.results.iter().map(|result| self.b.apply(result, &over)).collect();
                ("memref", sizes.into_iter().map(|size| self.b.index(size)).collect())
            }
        };
        let (name, before) = match value {
            Some(value) => ("store", vec![value, memref]),
            None => ("load", vec![memref]),
        };
        let mut spec = OpSpec::new(format!("{dialect}.{name}"))
            .operands(&before)
            .operands(&subscripts);
        if self.form == LoopForm::Affine {
            spec = spec.property("map", Attr::AffineMap(used));
        }
        match value {
            Some(value) => {
                self.b.push(spec);
                value
            }
            None => self.b.value(spec.result(elem)),
        }
    }

    fn close(&mut self) {
        for (op, end) in self.ends.iter().rev() {
            let body = self.b.module.only_block(*op, 0).expect("a loop has a body");
            self.b.place = InsertPoint::End(body);
            self.b.push(OpSpec::new(end));
        }
    }
}
