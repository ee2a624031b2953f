//! What each operation of the transform dialect does, by the transforms of this crate.

use super::find::FINDING;
use super::syntax::SequenceStatement;
use crate::ScriptedProgram;
use crate::operations::OperationTransform;
use crate::operations::collapse::CollapseDims;
use crate::operations::decompose::Decompose;
use crate::operations::destination::ToDestination;
use crate::operations::fuse_into::FuseInto;
use crate::operations::generalize::Generalize;
use crate::operations::im2col::Im2col;
use crate::operations::interchange::InterchangeIterators;
use crate::operations::lower::{LoopForm, Lower};
use crate::operations::lower_pack::{LowerPack, LowerUnpack};
use crate::operations::operation::Linalg;
use crate::operations::pack::Pack;
use crate::operations::pad::Pad;
use crate::operations::promote::Promote;
use crate::operations::reduction::SplitReduction;
use crate::operations::specialize::Specialize;
use crate::operations::tile::TileUsing;
use crate::operations::tile_reduction::TileReduction;
use crate::operations::transpose::PackTranspose;
use crate::operations::vectorize::VectorizeOp;
use crate::registry::{REGISTRY, entry_with_alias};
use crate::script::{ScriptStep, parse_script};
use crate::{ScriptName, Spanned};
use polyvet_analysis::extract::{ExtractOptions, extract};
use polyvet_ir::linalg::IteratorType;
use polyvet_ir::{Diagnostic, OpId};
use polyvet_poly::Ctx;
use std::collections::HashMap;
use std::rc::Rc;

/// What lets a script run that is not known here.
pub const HINT: &str = "`check --steps mlir` lets mlir-opt make the steps";

/// The clauses that an operation may have; [`None`] if it is not known here.
fn clauses(name: &str) -> Option<&'static [&'static str]> {
    let other = FINDING
        .iter()
        .chain([&FUSE])
        .find(|(known, _)| *known == name)
        .map(|(_, clauses)| *clauses);
    other.or_else(|| Some(entry_with_alias(name)?.1.clauses))
}

/// `apply_cleanup` is about what MLIR leaves behind.
const FUSE: (&str, &[&str]) = ("structured.fuse", &["tile_sizes", "interchange", "apply_cleanup"]);

/// All operations that are known here.
fn known() -> Vec<&'static str> {
    let aliases = REGISTRY.iter().flat_map(|entry| entry.aliases).map(|alias| alias.name);
    let others = FINDING.iter().chain([&FUSE]).map(|(name, _)| *name);
    let mut all: Vec<&str> = others.chain(aliases).collect();
    all.sort_unstable();
    all
}

pub(super) fn error(message: impl Into<String>, at: &ScriptName) -> Diagnostic {
    Diagnostic::error("transform-dialect", message, at.span)
}

/// What is wrong with the name of an operation: it is not known here.
pub fn unknown_operation(op: &ScriptName) -> Option<Diagnostic> {
    if clauses(op.value.trim_start_matches("transform.")).is_some() {
        return None;
    }
    let message = format!("`{op}` is not known here");
    Some(error(message, op).help(format!("{HINT}; known here are `{}`", known().join("`, `"))))
}

/// What of a statement is not known here.
pub fn unknown(statement: &SequenceStatement) -> Option<Diagnostic> {
    let keys = clauses(statement.op.value.trim_start_matches("transform."))?;
    let clause = statement
        .clauses
        .iter()
        .find(|clause| !keys.contains(&clause.key.value.as_str()))?;
    let message = format!("`{}` of `{}` is not known here", clause.key, statement.op);
    Some(error(message, &clause.key).help(HINT))
}

/// A run of a sequence.
pub struct SequenceRun<'p> {
    pub(super) program: &'p mut ScriptedProgram,
    /// What each value stands for.
    handles: HashMap<String, Vec<OpId>>,
}

impl<'p> SequenceRun<'p> {
    /// A run on the whole function, which is what `root` means.
    pub fn new(program: &'p mut ScriptedProgram, root: &str) -> SequenceRun<'p> {
        let handles = HashMap::from([(root.to_owned(), vec![program.func])]);
        SequenceRun { program, handles }
    }

    /// One statement.
    pub fn statement(&mut self, statement: &SequenceStatement) -> Result<(), Diagnostic> {
        let name = statement.op.value.trim_start_matches("transform.");
        let made = match self.found(statement, name)? {
            Some(found) => found,
            None => self.each(statement, name)?,
        };
        self.program.sweep();
        for (at, result) in statement.results.iter().enumerate() {
            self.handles
                .insert(result.clone(), made.get(at).cloned().unwrap_or_default());
        }
        Ok(())
    }

    /// A transform for each operation of its first operand; for each result what all of them made.
    fn each(&mut self, statement: &SequenceStatement, name: &str) -> Result<Vec<Vec<OpId>>, Diagnostic> {
        let (value, ops) = self.operand(statement, 0)?;
        if ops.is_empty() {
            return Err(error(format!("`{value}` stands for nothing here"), &value));
        }
        let mut all: Vec<Vec<OpId>> = Vec::new();
        for op in ops {
            self.program.bind(&value.value, op);
            let made = match name.strip_prefix("loop.") {
                Some(kind) => {
                    self.on_loop(statement, kind, op)?;
                    Vec::new()
                }
                None => self.structured(statement, name, &value)?,
            };
            all.resize(all.len().max(made.len()), Vec::new());
            for (place, op) in all.iter_mut().zip(made) {
                place.push(op);
            }
        }
        Ok(all)
    }

    /// A value of a statement, and what it stands for.
    pub(super) fn operand(
        &self,
        statement: &SequenceStatement,
        at: usize,
    ) -> Result<(ScriptName, Vec<OpId>), Diagnostic> {
        let value = statement.operands.get(at);
        let value = value.ok_or_else(|| error("an operand is missing", &statement.op))?;
        Ok((value.clone(), self.handle(value)?))
    }

    pub(super) fn handle(&self, value: &ScriptName) -> Result<Vec<OpId>, Diagnostic> {
        let found = self
            .handles
            .get(&value.value)
            .or_else(|| self.handles.get(&format!("{value}#0")));
        found
            .cloned()
            .ok_or_else(|| error(format!("`{value}` is not defined"), value))
    }

    fn structured(
        &mut self,
        statement: &SequenceStatement,
        name: &str,
        target: &ScriptName,
    ) -> Result<Vec<OpId>, Diagnostic> {
        let own = target.clone();
        let transform: Box<dyn OperationTransform> = match name.trim_start_matches("structured.") {
            "generalize" => Box::new(Generalize { target: own }),
            "specialize" => Box::new(Specialize { target: own }),
            "convert_to_loops" => Box::new(Lower {
                target: own,
                form: LoopForm::Scf,
            }),
            "interchange" => {
                let order = statement.needed("iterator_interchange")?;
                Box::new(InterchangeIterators {
                    order: self.loops(&order, target)?,
                    target: own,
                })
            }
            "tile_using_for" | "tile_using_forall" => Box::new(self.tiling(statement, target)?),
            "fuse" => return self.fuse(statement, target),
            "fuse_into_containing_op" => {
                let into = statement.clause("into").and_then(|clause| clause.values.first());
                let into = into.ok_or_else(|| error("`into` is missing", &statement.op))?.clone();
                let [container] = self.handle(&into)?[..] else {
                    return Err(error(format!("`{into}` is not one loop"), &into));
                };
                self.program.bind(&into.value, container);
                let fuse = FuseInto::new(own, into);
                let mut made = fuse.apply(self.program)?;
                made.truncate(1);
                made.push(container);
                return Ok(made);
            }
            "split" => {
                let dimension = statement.needed("dimension")?;
                let count = statement.needed("after")?;
                let mut loops = self.loops(&dimension, target)?;
                Box::new(crate::operations::split::SplitIterators {
                    name: loops.swap_remove(0),
                    count: count[0],
                    target: own,
                })
            }
            "pad" => Box::new(self.padding(statement, target)?),
            "pack" => Box::new(Pack {
                only: None,
                sizes: self.sizes(&statement.needed("packed_sizes")?, target)?,
                target: own,
            }),
            "promote" => Box::new(Promote {
                operands: match statement.numbers("operands_to_promote")? {
                    Some(numbers) => numbers,
                    None => {
                        let count = self.program.structured(target)?.operands().len();
                        (0..count as i64).map(Spanned::from).collect()
                    }
                },
                target: own,
            }),
            "split_reduction" => {
                let linalg = self.program.structured(target)?;
                let split = SplitReduction {
                    start: None,
                    name: only_reduction(&linalg, target)?,
                    size: statement.number("split_factor")?.unwrap_or(0).max(1),
                    outer: statement.clause("inner_parallel").is_none(),
                    target: own,
                };
                let made = split.apply(self.program)?;
                // MLIR gives what makes the accumulators first.
                let module = &self.program.module;
                let fill = module
                    .op(made[0])
                    .operand_values()
                    .last()
                    .and_then(|value| module.defining_op(value));
                let empty = fill.and_then(|fill| module.defining_op(module.op(fill).operand(1)));
                return Ok(empty.into_iter().chain(fill).chain(made).collect());
            }
            "tile_reduction_using_for" | "tile_reduction_using_forall" => return self.partial(statement, target),
            "pack_transpose" => return self.pack_transpose(statement, target),
            "rewrite_in_destination_passing_style" => Box::new(ToDestination { target: own }),
            "decompose" | "decompose_interface" => Box::new(Decompose { target: own }),
            "lower_pack" => {
                let made = LowerPack { target: own }.apply(self.program)?;
                return Ok(self.lowered(made[0], &["tensor.pad", "tensor.expand_shape", "linalg.transpose"]));
            }
            "lower_unpack" => {
                let made = LowerUnpack { target: own }.apply(self.program)?;
                let kinds = [
                    "tensor.empty",
                    "linalg.transpose",
                    "tensor.collapse_shape",
                    "tensor.extract_slice",
                ];
                return Ok(self.lowered(made[0], &kinds));
            }
            "convert_conv2d_to_img2col" => {
                let mut made = Im2col { target: own }.apply(self.program)?;
                made.reverse();
                return Ok(made);
            }
            "flatten_elementwise" => {
                let linalg = self.program.structured(target)?;
                if linalg.rank() < 2 {
                    return Ok(vec![linalg.op]);
                }
                let loops = linalg.loop_names();
                Box::new(CollapseDims {
                    loops: loops
                        .into_iter()
                        .map(|name| ScriptName::new(name, target.span))
                        .collect(),
                    target: own,
                })
            }
            _ => Box::new(VectorizeOp {
                sizes: match statement.numbers("vector_sizes")? {
                    Some(sizes) => self.sizes(&sizes, target)?,
                    None => Vec::new(),
                },
                target: own,
            }),
        };
        transform.apply(self.program)
    }

    /// A packing, or unpacking, and what works on it, in another order: this, the packing and the unpacking.
    fn pack_transpose(&mut self, statement: &SequenceStatement, target: &ScriptName) -> Result<Vec<OpId>, Diagnostic> {
        let compute = statement
            .clause("with_compute_op")
            .and_then(|clause| clause.values.first());
        let compute = compute
            .ok_or_else(|| error("`with_compute_op` is missing", &statement.op))?
            .clone();
        let [op] = self.handle(&compute)?[..] else {
            return Err(error(format!("`{compute}` is not one operation"), &compute));
        };
        let packing = self.program.target(target)?;
        let module = &self.program.module;
        let (linalg, data) = (Linalg::of(module, op, &compute)?, module.op(packing));
        let operand = match data.name.as_str() {
            "linalg.pack" => linalg.operands().iter().position(|value| *value == data.results[0]),
            "linalg.unpack" => {
                let results = &module.op(op).results;
                let result = results.iter().position(|value| *value == data.operand(0));
                result.map(|at| linalg.view.inputs.len() + at)
            }
            _ => None,
        };
        let operand = operand.ok_or_else(|| error(format!("`{compute}` does not work on this"), target))?;
        self.program.bind(&compute.value, op);
        let transpose = PackTranspose {
            target: compute,
            operand: Spanned::new(operand as i64, target.span),
            outer: statement.numbers("outer_perm")?.unwrap_or_default(),
            inner: statement.numbers("inner_perm")?.unwrap_or_default(),
        };
        let mut made = transpose.apply(self.program)?;
        let module = &self.program.module;
        let new = module.op(made[0]);
        made.extend(module.defining_op(new.operand(operand)));
        let result = operand
            .checked_sub(linalg.view.inputs.len())
            .and_then(|at| new.results.get(at));
        if let Some(result) = result {
            made.extend(self.program.users(*result).first());
        }
        Ok(made)
    }

    /// Partial reductions: what fills the accumulators, the operation, what combines them, the loops.
    fn partial(&mut self, statement: &SequenceStatement, target: &ScriptName) -> Result<Vec<OpId>, Diagnostic> {
        let forall = statement.op.value.ends_with("forall");
        let key = if forall { "num_threads" } else { "tile_sizes" };
        if forall && statement.clause("tile_sizes").is_some() {
            let message = "tiles dealt out to threads in turn are not known here";
            return Err(error(message, &statement.op));
        }
        let mut sizes = self.sizes(&statement.needed(key)?, target)?;
        if forall {
            self.shares(&mut sizes, target)?;
        }
        let tile = TileReduction {
            target: target.clone(),
            start: None,
            sizes,
            forall,
        };
        let made = tile.apply(self.program)?;
        let module = &self.program.module;
        let outermost = module.op(made[2]);
        let partial = outermost.operand_values().last();
        let fill = partial.and_then(|value| module.defining_op(value));
        let (tile, combined) = (made[0], made[1]);
        Ok(fill
            .into_iter()
            .chain([tile, combined])
            .chain(made[2..].to_vec())
            .collect())
    }

    /// Numbers of threads to sizes of their tiles, of loops whose extents are numbers.
    fn shares(&mut self, sizes: &mut [(ScriptName, i64)], target: &ScriptName) -> Result<(), Diagnostic> {
        let linalg = self.program.structured(target)?;
        let mut b = self.program.before(linalg.op);
        let extents = linalg.extents(&mut b, target)?;
        for (name, size) in sizes {
            let extent = extents[linalg.loop_named(name)?].number();
            let extent = extent.ok_or_else(|| error("how many iterations a thread has is not known", name))?;
            *size = (extent.max(1) + *size - 1) / *size;
        }
        Ok(())
    }

    /// What a packing was written as, back from its last operation: of each kind the one that there is, else the last.
    fn lowered(&self, last: OpId, kinds: &[&str]) -> Vec<OpId> {
        let module = &self.program.module;
        let mut chain = vec![last];
        while let Some(before) = chain
            .last()
            .and_then(|op| module.op(*op).operand_values().next())
            .and_then(|value| module.defining_op(value))
            .filter(|op| kinds.contains(&module.op(*op).name.as_str()))
        {
            chain.push(before);
        }
        let of_kind = |kind: &&str| chain.iter().copied().find(|op| module.op(*op).name == *kind);
        kinds.iter().map(|kind| of_kind(kind).unwrap_or(last)).collect()
    }

    /// Loops by number.
    fn loops(&self, numbers: &[Spanned<i64>], target: &ScriptName) -> Result<Vec<ScriptName>, Diagnostic> {
        let names = self.program.tileable(target)?.loop_names();
        let name = |number: &Spanned<i64>| {
            let name = usize::try_from(number.value).ok().and_then(|at| names.get(at));
            let missing = || {
                error(
                    format!("there is no loop {number}"),
                    &ScriptName::new(number.to_string(), number.span),
                )
            };
            name.map(|name| ScriptName::new(name.clone(), number.span))
                .ok_or_else(missing)
        };
        numbers.iter().map(name).collect()
    }

    /// Sizes by the number of their loop; 0 leaves one out.
    fn sizes(&self, sizes: &[Spanned<i64>], target: &ScriptName) -> Result<Vec<(ScriptName, i64)>, Diagnostic> {
        let places: Vec<Spanned<i64>> = (0..sizes.len() as i64)
            .zip(sizes)
            .map(|(at, size)| Spanned::new(at, size.span))
            .collect();
        let loops = self.loops(&places, target)?;
        if let Some(size) = sizes.iter().find(|size| size.value < 0) {
            let at = ScriptName::new(size.to_string(), size.span);
            return Err(error(format!("`{size}` is no size"), &at));
        }
        let all = loops.into_iter().zip(sizes.iter().map(|size| size.value));
        Ok(all.filter(|(_, size)| *size > 0).collect())
    }

    fn tiling(&mut self, statement: &SequenceStatement, target: &ScriptName) -> Result<TileUsing, Diagnostic> {
        let threads = statement.numbers("num_threads")?.filter(|threads| !threads.is_empty());
        let mut sizes = match &threads {
            Some(threads) => self.sizes(threads, target)?,
            None => self.sizes(&statement.needed("tile_sizes")?, target)?,
        };
        if threads.is_some() {
            self.shares(&mut sizes, target)?;
        }
        if sizes.is_empty() {
            return Err(error("all sizes are 0", &statement.op));
        }
        if let Some(order) = statement.numbers("interchange")?.filter(|order| !order.is_empty()) {
            let at = |number: &Spanned<i64>| sizes.get(usize::try_from(number.value).ok()?).cloned();
            let ordered: Option<Vec<_>> = order.iter().map(at).collect();
            let same = ordered.as_ref().is_some_and(|ordered| ordered.len() == sizes.len());
            sizes = ordered
                .filter(|_| same)
                .ok_or_else(|| error("`interchange` does not order the loops over tiles", &statement.op))?;
        }
        Ok(match statement.op.value.ends_with("forall") {
            true => TileUsing::forall(target.clone(), sizes),
            false => TileUsing::for_loops(target.clone(), sizes),
        })
    }

    /// Tiles an operation, and computes what makes its operands inside the loops.
    fn fuse(&mut self, statement: &SequenceStatement, target: &ScriptName) -> Result<Vec<OpId>, Diagnostic> {
        let made = self.tiling(statement, target)?.apply(self.program)?;
        let container = ScriptName::new(format!("{target} loops"), target.span);
        self.program.bind(&container.value, made[1]);
        while let Some(producer) = crate::operations::fuse_into::sliced_producer(&self.program.module, made[1]) {
            let name = ScriptName::new(format!("{target} producer"), target.span);
            self.program.bind(&name.value, producer);
            FuseInto::new(name, container.clone()).apply(self.program)?;
        }
        Ok(made)
    }

    fn padding(&self, statement: &SequenceStatement, target: &ScriptName) -> Result<Pad, Diagnostic> {
        let multiples = statement.needed("pad_to_multiple_of")?;
        let dims = match statement.numbers("padding_dimensions")? {
            Some(dims) => dims,
            None => (0..multiples.len() as i64).map(Spanned::from).collect(),
        };
        if dims.len() != multiples.len() {
            let message = "as many `padding_dimensions` as multiples are needed";
            return Err(error(message, &statement.op));
        }
        let loops = self.loops(&dims, target)?;
        let sizes = loops.into_iter().zip(multiples.iter().map(|size| size.value.max(1)));
        Ok(Pad {
            target: target.clone(),
            values: statement
                .clause("padding_values")
                .map_or_else(Vec::new, |clause| clause.values.clone()),
            sizes: sizes.collect(),
        })
    }

    /// A step on a loop of the model, to be done after all others.
    fn on_loop(&mut self, statement: &SequenceStatement, kind: &str, op: OpId) -> Result<(), Diagnostic> {
        let factor = statement.number("factor")?;
        let no_factor = || error("`factor` is missing", &statement.op);
        let names = self.nest(op, statement)?;
        let name = &names[0];
        let text = match kind {
            "unroll" => format!("unroll({name}, {})", factor.ok_or_else(no_factor)?),
            "unroll_and_jam" => format!("unroll_jam({name}, {})", factor.ok_or_else(no_factor)?),
            "peel" if statement.clause("peel_front").is_some() => format!("peel({name}, 1)"),
            "peel" => format!("separate({name})"),
            _ => match &names[..] {
                [outer, inner] => format!("coalesce({outer}, {inner})"),
                _ => {
                    return Err(error(
                        "only two loops, one right inside the other, are coalesced here",
                        &statement.op,
                    ));
                }
            },
        };
        let script = parse_script(&text).map_err(|errors| {
            error(
                errors.into_iter().map(|one| one.message).collect::<String>(),
                &statement.op,
            )
        })?;
        let own = |step| {
            Rc::new(ScriptStep {
                span: statement.span,
                ..step
            })
        };
        self.program.after.extend(script.steps.into_iter().map(own));
        Ok(())
    }

    /// The loop `op` and those that stand alone inside it, by their names in the model.
    fn nest(&self, op: OpId, statement: &SequenceStatement) -> Result<Vec<String>, Diagnostic> {
        let (module, ctx) = (&self.program.module, Ctx::new());
        let model = extract(module, self.program.func, &ctx, &ExtractOptions::default());
        let model = model.map_err(|why| error(format!("its loops have no model: {why}"), &statement.op))?;
        let (mut names, mut here) = (Vec::new(), Some(op));
        while let Some(op) = here {
            names.extend(
                model
                    .loops
                    .iter()
                    .find(|one| one.op == Some(op))
                    .map(|one| one.name.clone()),
            );
            let inside = module
                .only_block(op, 0)
                .map_or(&[][..], |block| &module.block(block).ops);
            here = match inside {
                [inner, _] if module.op(*inner).name.ends_with(".for") => Some(*inner),
                _ => None,
            };
        }
        match names.is_empty() {
            true => Err(error("this is no loop of the model", &statement.op)),
            false => Ok(names),
        }
    }
}

fn only_reduction(linalg: &Linalg, target: &ScriptName) -> Result<ScriptName, Diagnostic> {
    let names = linalg.loop_names();
    let is_reduction = |at: &usize| linalg.view.iterators[*at] == IteratorType::Reduction;
    let reductions: Vec<usize> = (0..linalg.rank()).filter(is_reduction).collect();
    match reductions[..] {
        [at] => Ok(ScriptName::new(names[at].clone(), target.span)),
        _ => Err(error(format!("it has {} reduction loops", reductions.len()), target)),
    }
}
