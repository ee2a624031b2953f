//! The program as the machine walks it: operations with their names, attributes and value slots
//! resolved once. What cannot be run is kept as a refusal and is an error only when it is reached.

use crate::{Code, ScalarType, Trap, ops, parts};
use foldhash::HashMap;
use polyvet_ir::{AffineMap, Attr, BlockId, Def, Dim, Module, Op, OpId, RegionId, Type, ValueId};
use std::ops::Range;

/// Number of a value within its function.
pub type ValueSlot = u32;

/// An operation.
pub struct DecodedOp {
    /// Where it is in the module.
    pub id: OpId,
    pub(crate) kind: DecodedKind,
    /// The values it uses.
    pub operands: Box<[ValueSlot]>,
    /// Nobody reads the operand after this.
    pub last_use: Box<[bool]>,
    /// The values it makes.
    pub results: Box<[ValueSlot]>,
    /// One per region; the blocks of its only region for `scf.execute_region`.
    pub bodies: Box<[DecodedBlock]>,
    /// It has results, and nobody uses them.
    pub(crate) unused: bool,
    /// It moves complex numbers: it runs once for the real and once for the imaginary parts.
    pub(crate) by_parts: bool,
}

/// A block.
#[derive(Default)]
pub struct DecodedBlock {
    /// Its arguments.
    pub args: Box<[ValueSlot]>,
    /// The argument has uses.
    pub(crate) used: Box<[bool]>,
    /// Its operations but for the terminator.
    pub steps: Vec<DecodedOp>,
    /// The terminator.
    pub end: Option<Box<DecodedOp>>,
}

impl DecodedBlock {
    /// Slots of the values the block ends with.
    pub fn yields(&self) -> &[ValueSlot] {
        self.end.as_ref().map_or(&[], |end| &end.operands)
    }
}

/// What an operation does, one variant a dialect.
pub(crate) enum DecodedKind {
    Refused(DecodeRefusal),
    End,
    Arith(ops::arith::ArithOp),
    Affine(ops::affine::AffineRun),
    Scf(ops::scf::ScfOp),
    MemRef(ops::memref::MemrefOp),
    Tensor(ops::tensor::TensorOp),
    Linalg(ops::linalg::LinalgOp),
    Complex(ops::complex::Complex),
    Bufferization(ops::bufferization::BufferizationOp),
    Func(ops::func::FuncOp),
    Vector(ops::vector::VectorOp),
    /// A terminator that goes on with another block.
    Branch(ops::cf::Branch),
    /// `cf.assert` with its message.
    Assert(String),
    Poison(ops::ub::UbOp),
}

/// Why an operation cannot be run.
pub(crate) enum DecodeRefusal {
    Unsupported(String),
    Malformed(String),
}

impl DecodeRefusal {
    pub fn unsupported<T>(message: impl Into<String>) -> Result<T, DecodeRefusal> {
        Err(DecodeRefusal::Unsupported(message.into()))
    }

    pub fn malformed<T>(message: impl Into<String>) -> Result<T, DecodeRefusal> {
        Err(DecodeRefusal::Malformed(message.into()))
    }

    pub fn trap(&self) -> Trap {
        match self {
            DecodeRefusal::Unsupported(message) => Trap::new(Code::UnsupportedOp, message.clone()),
            DecodeRefusal::Malformed(message) => Trap::new(Code::MalformedOp, message.clone()),
        }
    }
}

/// A function.
pub(crate) struct DecodedFunc {
    pub id: OpId,
    pub name: String,
    /// None for a declaration.
    pub blocks: Vec<DecodedBlock>,
    pub slots: usize,
}

/// All functions. Symbols are resolved where they are used: functions of several modules may share a name.
pub(crate) struct DecodedProgram {
    pub funcs: Vec<DecodedFunc>,
    /// By its `func.func`.
    pub func_of: HashMap<OpId, usize>,
}

impl DecodedProgram {
    /// The function that a caller from outside calls `name`: itself, or with the modules around it (`a::f`).
    pub fn named(&self, module: &Module, name: &str) -> Result<usize, Trap> {
        let found = module.funcs_called(name);
        let message = match found[..] {
            [only] if self.func_of.contains_key(&only) => return Ok(self.func_of[&only]),
            [] | [_] => format!("there is no function `@{name}`"),
            _ => format!("several functions are called `@{name}`"),
        };
        Err(Trap::new(Code::BadArgument, message))
    }
}

/// The operation being decoded.
pub(crate) struct DecodeSite<'m> {
    pub module: &'m Module,
    pub id: OpId,
    pub op: &'m Op,
}

impl<'m> DecodeSite<'m> {
    pub fn attr(&self, name: &str) -> Result<&'m Attr, DecodeRefusal> {
        let missing = || DecodeRefusal::Malformed(format!("`{}` has no attribute `{name}`", self.op.name));
        self.op.attr(name).ok_or_else(missing)
    }

    fn wrong(&self, name: &str) -> DecodeRefusal {
        DecodeRefusal::Malformed(format!(
            "attribute `{name}` of `{}` is not as its dialect says",
            self.op.name
        ))
    }

    pub fn int(&self, name: &str) -> Result<i64, DecodeRefusal> {
        self.attr(name)?.as_i64().ok_or_else(|| self.wrong(name))
    }

    pub fn ints(&self, name: &str) -> Result<Vec<i64>, DecodeRefusal> {
        self.attr(name)?.as_i64s().ok_or_else(|| self.wrong(name))
    }

    pub fn map(&self, name: &str) -> Result<AffineMap, DecodeRefusal> {
        self.attr(name)?.as_map().cloned().ok_or_else(|| self.wrong(name))
    }

    pub fn unit(&self, name: &str) -> bool {
        self.op.is_set(name)
    }

    /// Checks the number of operands, results and regions with one block.
    pub fn shape(&self, operands: usize, results: usize, regions: usize) -> Result<(), DecodeRefusal> {
        let found = (self.op.operands.len(), self.op.results.len(), self.op.regions.len());
        if found == (operands, results, regions) {
            return Ok(());
        }
        DecodeRefusal::malformed(format!(
            "`{}` has {} operands, {} results and {} regions, not {operands}, {results} and {regions}",
            self.op.name, found.0, found.1, found.2
        ))
    }

    pub fn at_least(&self, operands: usize, results: usize) -> Result<(), DecodeRefusal> {
        if self.op.operands.len() >= operands && self.op.results.len() >= results {
            return Ok(());
        }
        DecodeRefusal::malformed(format!("`{}` has too few operands or results", self.op.name))
    }

    /// Type of operand `n`, which must exist.
    pub fn operand_type(&self, n: usize) -> Result<&'m Type, DecodeRefusal> {
        match self.op.operands.get(n) {
            Some(operand) => Ok(self.module.ty(operand.value)),
            None => DecodeRefusal::malformed(format!("`{}` has no operand {n}", self.op.name)),
        }
    }

    /// Type of result `n`, which must exist.
    pub fn result_type(&self, n: usize) -> Result<&'m Type, DecodeRefusal> {
        match self.op.results.get(n) {
            Some(value) => Ok(self.module.ty(*value)),
            None => DecodeRefusal::malformed(format!("`{}` has no result {n}", self.op.name)),
        }
    }

    /// The scalar type that `ty` is or has as elements; of complex numbers, that of their parts.
    pub fn scalar(&self, ty: &Type) -> Result<ScalarType, DecodeRefusal> {
        if let Type::Vector { shape, .. } = ty
            && !shape.iter().all(|dim| matches!(dim, Dim::Static(_)))
        {
            return DecodeRefusal::unsupported(format!(
                "`{}` works on scalable vectors, which are not supported",
                self.op.name
            ));
        }
        let elem = match ty.elem() {
            Type::Complex(part) => part,
            elem => elem,
        };
        match ScalarType::of(elem) {
            Some(scalar) => Ok(scalar),
            None => DecodeRefusal::unsupported(format!("`{}` works on a type that is not supported", self.op.name)),
        }
    }

    /// The operands as the groups of `operandSegmentSizes`.
    pub fn segments(&self, count: usize) -> Result<Vec<Range<usize>>, DecodeRefusal> {
        let name = match self.op.attr("operandSegmentSizes") {
            Some(_) => "operandSegmentSizes",
            None => "operand_segment_sizes",
        };
        let sizes = self.ints(name)?;
        let total = sizes.iter().try_fold(0_i64, |sum, size| sum.checked_add(*size));
        let fits = sizes.iter().all(|size| *size >= 0) && total == Some(self.op.operands.len() as i64);
        if sizes.len() != count || !fits {
            return Err(self.wrong(name));
        }
        let mut start = 0;
        let range = |size: i64| {
            let range = start..start + size as usize;
            start = range.end;
            range
        };
        Ok(sizes.into_iter().map(range).collect())
    }

    pub fn other<T>(&self) -> Result<T, DecodeRefusal> {
        DecodeRefusal::unsupported(format!("`{}` is not supported", self.op.name))
    }
}

const TERMINATORS: [&str; 25] = [
    "affine.yield",
    "func.return",
    "linalg.yield",
    "scf.yield",
    "scf.condition",
    "scf.reduce",
    "scf.reduce.return",
    "scf.forall.in_parallel",
    "tensor.yield",
    "bufferization.yield",
    "memref.alloca_scope.return",
    "memref.atomic_yield",
    "builtin.yield",
    "stablehlo.return",
    "tosa.yield",
    "util.return",
    "emitc.return",
    "llvm.return",
    "gpu.return",
    "gpu.terminator",
    "omp.terminator",
    "omp.yield",
    "spirv.Return",
    "spirv.ReturnValue",
    "vector.yield",
];

/// Where a value is read last within the block that defines it.
#[derive(Clone, Copy)]
enum LastUse {
    Never,
    Direct(OpId),
    /// Inside a region, or twice in one operation.
    Shared,
}

struct Decoder<'m> {
    module: &'m Module,
    slots: HashMap<ValueId, ValueSlot>,
    last: HashMap<ValueId, LastUse>,
}

/// Decodes all functions of a module.
pub(crate) fn decode(module: &Module) -> DecodedProgram {
    let mut program = DecodedProgram {
        funcs: Vec::new(),
        func_of: HashMap::default(),
    };
    for id in module.funcs() {
        program.func_of.insert(id, program.funcs.len());
        program.funcs.push(Decoder::func(module, id));
    }
    program
}

impl<'m> Decoder<'m> {
    fn func(module: &'m Module, id: OpId) -> DecodedFunc {
        let mut decoder = Decoder {
            module,
            slots: HashMap::default(),
            last: HashMap::default(),
        };
        let blocks = module
            .op(id)
            .regions
            .first()
            .map_or(&[][..], |region| &module.region(*region).blocks);
        decoder.find_last_uses(blocks);
        let blocks = blocks.iter().map(|block| decoder.block(*block)).collect();
        DecodedFunc {
            id,
            name: module.symbol_name(id).unwrap_or_default().to_owned(),
            blocks,
            slots: decoder.slots.len(),
        }
    }

    /// Of the values of a region. With branches no use is known to be the last.
    fn find_last_uses(&mut self, blocks: &[BlockId]) {
        for block in blocks {
            self.find_last_uses_in(*block, blocks.len() == 1);
        }
    }

    fn find_last_uses_in(&mut self, block: BlockId, straight: bool) {
        for id in &self.module.block(block).ops {
            let op = self.module.op(*id);
            for operand in op.operand_values() {
                let home = match self.module.value(operand).def {
                    Def::Result { op, .. } => self.module.op(op).parent,
                    Def::Arg { block, .. } => Some(block),
                };
                let twice = matches!(self.last.get(&operand), Some(LastUse::Direct(user)) if user == id);
                let direct = straight && home == Some(block) && !twice;
                let last = if direct { LastUse::Direct(*id) } else { LastUse::Shared };
                self.last.insert(operand, last);
            }
            for region in &op.regions {
                self.find_last_uses(&self.module.region(*region).blocks);
            }
        }
    }

    fn last_use(&self, value: ValueId) -> LastUse {
        self.last.get(&value).copied().unwrap_or(LastUse::Never)
    }

    fn slot(&mut self, value: ValueId) -> ValueSlot {
        let next = self.slots.len() as ValueSlot;
        *self.slots.entry(value).or_insert(next)
    }

    fn block(&mut self, id: BlockId) -> DecodedBlock {
        let block = self.module.block(id);
        let args: Box<[ValueSlot]> = block.args.iter().map(|arg| self.slot(*arg)).collect();
        let used = block
            .args
            .iter()
            .map(|arg| !matches!(self.last_use(*arg), LastUse::Never))
            .collect();
        let mut steps: Vec<DecodedOp> = block.ops.iter().map(|op| self.step(*op)).collect();
        let ends = matches!(steps.last(), Some(step) if matches!(step.kind, DecodedKind::End | DecodedKind::Branch(_)));
        let end = if ends { steps.pop().map(Box::new) } else { None };
        DecodedBlock { args, used, steps, end }
    }

    fn region(&mut self, id: RegionId) -> Result<DecodedBlock, DecodeRefusal> {
        match self.module.region(id).blocks[..] {
            [] => Ok(DecodedBlock::default()),
            [block] => Ok(self.block(block)),
            _ => DecodeRefusal::unsupported("a region with several blocks is not supported"),
        }
    }

    fn step(&mut self, id: OpId) -> DecodedOp {
        let op = self.module.op(id);
        let site = DecodeSite {
            module: self.module,
            id,
            op,
        };
        let decode = |site: &DecodeSite<'_>| match op.name.as_str() {
            name if TERMINATORS.contains(&name) => Ok(DecodedKind::End),
            _ => ops::decode(site),
        };
        let kind = decode(&site).unwrap_or_else(DecodedKind::Refused);
        let (mut kind, by_parts) = parts::choose(&site, kind);
        let mut bodies = Vec::new();
        if !matches!(kind, DecodedKind::Refused(_)) {
            for region in &op.regions {
                if op.name == "scf.execute_region" {
                    let blocks = &self.module.region(*region).blocks;
                    bodies.extend(blocks.iter().map(|block| self.block(*block)));
                    continue;
                }
                match self.region(*region) {
                    Ok(body) => bodies.push(body),
                    Err(refusal) => kind = DecodedKind::Refused(refusal),
                }
            }
        }
        // An operation that uses a value twice needs it twice.
        let once = |value| op.operand_values().filter(|other| *other == value).count() == 1;
        let direct = |value| once(value) && matches!(self.last_use(value), LastUse::Direct(user) if user == id);
        DecodedOp {
            id,
            kind,
            by_parts,
            unused: !op.results.is_empty()
                && op
                    .results
                    .iter()
                    .all(|value| matches!(self.last_use(*value), LastUse::Never)),
            last_use: op.operand_values().map(direct).collect(),
            operands: op.operand_values().map(|value| self.slot(value)).collect(),
            results: op.results.iter().map(|value| self.slot(*value)).collect(),
            bodies: bodies.into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// Those of the table; branches and `ub.unreachable` are run.
    #[test]
    fn terminators() {
        let run = [
            "cf.br",
            "cf.cond_br",
            "cf.switch",
            "llvm.br",
            "llvm.cond_br",
            "spirv.Branch",
            "spirv.BranchConditional",
            "ub.unreachable",
        ];
        let ours: BTreeSet<&str> = TERMINATORS.into_iter().chain(run).collect();
        let table = polyvet_ir::ops::operations().filter(|info| info.is_terminator());
        assert_eq!(ours, table.map(|info| info.name()).collect());
    }
}
