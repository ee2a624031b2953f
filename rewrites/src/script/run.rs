//! Running a script on a program, which is operations or loops as the steps need.
//!
//! Steps of one kind that follow each other are a *stretch*. Before steps on the schedule a model of the program is
//! extracted; after them, if there are others, the rewritten model is written as code, and that is the program which
//! the others see. Nothing is left of a structured operation then but loops. A later step on it still has a place if
//! the steps between only tile it: they become tiles of the operation, which keep it.

use std::num::NonZeroU64;

use polyvet_analysis::extract::{ExtractOptions, extract};
use polyvet_analysis::scop::{Rewrite, Scop};
use polyvet_ir::{Diagnostic, Module, OpId, Span};
use polyvet_poly::Ctx;

use super::{Action, ScriptStep};
use crate::name::{ScriptName, Spanned};
use crate::operations::OperationTransform;
use crate::operations::operation::no_place;
use crate::operations::tile::TileUsing;
use crate::program::{BUDGET, ScriptedProgram};
use crate::schedule::strip_mine::StripMine;
use crate::schedule::tile::Tile;
use crate::schedule::{TimesSize, apply_all, unnamed};

/// What a script makes of a program.
#[derive(Debug)]
pub struct Applied {
    /// The program after all steps; numbers of operations that are still there stay.
    pub module: Module,
    /// Steps of one kind that follow each other, in order.
    pub stretches: Vec<Stretch>,
    /// What is to be said about the steps, with places in the script.
    pub notes: Vec<Diagnostic>,
}

/// Steps of one kind that follow each other.
#[derive(Debug)]
pub struct Stretch {
    /// How many steps of the script were done before these.
    pub done: usize,
    /// The program before them.
    pub before: Module,
    /// What they made of it.
    pub made: MadeProgram,
}

/// What a stretch made of a program.
#[derive(Debug)]
pub enum MadeProgram {
    /// Another order of the instances of its model.
    Order(Box<OtherOrder>),
    /// Other operations.
    Operations,
}

/// A model, and another order of its instances.
#[derive(Debug)]
pub struct OtherOrder {
    /// The model of the program before.
    pub scop: Scop,
    /// What the steps make of it.
    pub rewrite: Rewrite,
}

/// How models of a program are extracted between steps.
#[derive(Clone, Debug)]
pub struct Models {
    /// What to extract.
    pub options: ExtractOptions,
    /// isl operations for a model, and for the steps on it.
    pub budget: NonZeroU64,
}

impl Default for Models {
    fn default() -> Models {
        Models {
            options: ExtractOptions::default(),
            budget: BUDGET,
        }
    }
}

impl Applied {
    /// The program after a stretch.
    pub fn after(&self, stretch: usize) -> &Module {
        self.stretches
            .get(stretch + 1)
            .map_or(&self.module, |next| &next.before)
    }
}

/// Applies steps to a copy of `module`.
///
/// # Errors
/// A step has no place in the function; the place is in the script.
pub fn run(module: &Module, func: OpId, steps: &[ScriptStep], models: &Models) -> Result<Applied, Diagnostic> {
    let mut runner = Runner::new(module, func, steps, models);
    runner.steps()?;
    let later = std::mem::take(&mut runner.program.after);
    let open = runner.open.take().unwrap_or(steps.len());
    runner.write_loops(later.iter().map(|step| &**step).chain(&steps[open..]).collect(), open)?;
    Ok(runner.finish())
}

/// As [`run`], but without steps on the schedule at the end.
pub(crate) fn run_to_operations(module: &Module, func: OpId, steps: &[ScriptStep]) -> Result<Applied, Diagnostic> {
    let models = Models::default();
    let mut runner = Runner::new(module, func, steps, &models);
    runner.steps()?;
    Ok(runner.finish())
}

struct Runner<'a> {
    program: ScriptedProgram,
    steps: &'a [ScriptStep],
    models: &'a Models,
    stretches: Vec<Stretch>,
    /// The first step on the schedule of which no code is written yet.
    open: Option<usize>,
}

impl<'a> Runner<'a> {
    fn new(module: &Module, func: OpId, steps: &'a [ScriptStep], models: &'a Models) -> Runner<'a> {
        Runner {
            program: ScriptedProgram::new(module, func),
            steps,
            models,
            stretches: Vec::new(),
            open: None,
        }
    }

    fn finish(self) -> Applied {
        Applied {
            module: self.program.module,
            stretches: self.stretches,
            notes: self.program.notes,
        }
    }

    fn steps(&mut self) -> Result<(), Diagnostic> {
        for (at, step) in self.steps.iter().enumerate() {
            match &step.action {
                Action::Schedule(_) => _ = self.open.get_or_insert(at),
                Action::Operations(transform) => self.on_operations(at, &**transform)?,
            }
        }
        Ok(())
    }

    /// A step on operations, after those on the schedule that are still open.
    fn on_operations(&mut self, at: usize, transform: &dyn OperationTransform) -> Result<(), Diagnostic> {
        let Some(start) = self.open.take() else {
            return self.rewrite(at, transform);
        };
        let before = self.program.clone();
        let on_loops: Vec<&ScriptStep> = self.steps[start..at].iter().collect();
        let stretches = self.stretches.len();
        self.write_loops(on_loops, start)?;
        self.rewrite(at, transform).or_else(|error| {
            self.program = before;
            self.stretches.truncate(stretches);
            match self.tile_operations(start..at) {
                Ok(()) => self.rewrite(at, transform),
                Err(NotKept) => Err(error),
            }
        })
    }

    fn rewrite(&mut self, at: usize, transform: &dyn OperationTransform) -> Result<(), Diagnostic> {
        let (module, func) = (&self.program.module, self.program.func);
        let step = &self.steps[at];
        if module.only_block(func, 0).is_none() {
            let message = "a function of several blocks has no place for this";
            return Err(Diagnostic::error("no-place", message, step.span));
        }
        if !matches!(
            self.stretches.last(),
            Some(Stretch {
                made: MadeProgram::Operations,
                ..
            })
        ) {
            self.stretches.push(Stretch {
                done: at,
                before: module.clone(),
                made: MadeProgram::Operations,
            });
        }
        let made = transform.apply(&mut self.program).map_err(|mut error| {
            if error.primary.is_none() {
                error.primary = step.span;
            }
            error
        })?;
        if !step.handles.is_empty() && step.handles.len() != made.len() {
            let last = step.handles.last().expect("there are some");
            let message = format!("this step gives {} operations, not {}", made.len(), step.handles.len());
            return Err(no_place(last, message));
        }
        for (name, op) in step.handles.iter().zip(made) {
            self.program.bind(&name.value, op);
        }
        self.program.sweep();
        Ok(())
    }

    /// Steps on the schedule: on a model of the program, which is then written as code.
    fn write_loops(&mut self, steps: Vec<&ScriptStep>, done: usize) -> Result<(), Diagnostic> {
        let Some(first) = steps.first() else { return Ok(()) };
        let no_place = |message: String| Diagnostic::error("no-place", message, first.span);
        let scop = self.model().map_err(|why| {
            let what = if done == 0 {
                "the function"
            } else {
                "what the steps before it make"
            };
            no_place(format!("{what} has no model: {why}"))
        })?;
        let at = |step: usize| steps.get(step).map_or(Span::NONE, |step| step.span);
        let transforms = steps.iter().filter_map(|step| step.transform());
        let rewrite = apply_all(&scop, transforms).map_err(|(step, why)| why.diagnostic(at(step)))?;
        let module = polyvet_codegen::generate(&rewrite.scop, &self.program.module, self.program.func)
            .map_err(|why| no_place(format!("no code is generated: {why}")))?;
        let lost = self.program.operations_as_loops(&scop, &rewrite.scop);
        let before = std::mem::replace(&mut self.program.module, module);
        self.program.renumbered(lost);
        let made = MadeProgram::Order(Box::new(OtherOrder { scop, rewrite }));
        self.stretches.push(Stretch { done, before, made });
        Ok(())
    }

    fn model(&self) -> Result<Scop, String> {
        let options = ExtractOptions {
            index_arguments: true,
            ..self.models.options.clone()
        };
        let (ctx, program) = (Ctx::new(), &self.program);
        let model = ctx.within(self.models.budget, None, || {
            Ok(extract(&program.module, program.func, &ctx, &options))
        });
        model.map_err(|why| why.to_string())?.map_err(|why| why.to_string())
    }

    /// The same steps on the schedule as tiles of operations.
    fn tile_operations(&mut self, steps: std::ops::Range<usize>) -> Result<(), NotKept> {
        for at in steps {
            let transform = self.steps[at].transform().map(unnamed).ok_or(NotKept)?;
            let tile = match (transform.downcast_ref::<Tile>(), transform.downcast_ref::<StripMine>()) {
                (Some(tile), _) => tile.clone(),
                (_, Some(strip)) => strip.as_tile(),
                _ => return Err(NotKept),
            };
            let tile = self.tile_of_operation(&tile).ok_or(NotKept)?;
            self.rewrite(at, &tile).map_err(|_| NotKept)?;
        }
        Ok(())
    }

    /// A tiling of the loops of one structured operation, as a tiling of it.
    fn tile_of_operation(&self, tile: &Tile) -> Option<TileUsing> {
        let scop = self.model().ok()?;
        let names = |stmt: &polyvet_analysis::Stmt| -> Vec<String> {
            stmt.loops.iter().map(|at| scop.loops[*at].name.clone()).collect()
        };
        let mut meant = scop.stmts.iter().filter(|stmt| {
            let own = names(stmt);
            let is_named = tile.stmt.as_ref().is_none_or(|name| name.value == stmt.name);
            is_named && tile.sizes.iter().all(|(name, _)| own.contains(&name.value))
        });
        let (stmt, None) = (meant.next()?, meant.next()) else {
            return None;
        };
        let target = ScriptName::from(stmt.name.as_str());
        let own = self.program.structured(&target).ok()?.loop_names();
        // Loops around the operation come first.
        let all = names(stmt);
        let loops = all.get(all.len().checked_sub(own.len())?..)?;
        if tile.sizes.iter().any(|(name, _)| !loops.contains(&name.value)) {
            return None;
        }
        // Tile loops are in the order of the nest, whatever the order of the arguments.
        let mut sizes = Vec::new();
        for (name, own) in loops.iter().zip(own) {
            let Some((_, given)) = tile.sizes.iter().find(|(one, _)| one.value == *name) else {
                continue;
            };
            let [
                Spanned {
                    value: TimesSize::Number(size),
                    ..
                },
            ] = given[..]
            else {
                return None;
            };
            sizes.push((own, size));
        }
        Some(TileUsing::for_loops(target, sizes))
    }
}

/// The steps are no tiles of an operation.
struct NotKept;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse_script;

    const PRODUCT: &str = "func.func @f(%A: memref<8x8xf32>, %B: memref<8x8xf32>, %C: memref<8x8xf32>) {
  linalg.matmul ins(%A, %B : memref<8x8xf32>, memref<8x8xf32>) outs(%C : memref<8x8xf32>)
  return
}";

    fn applied(script: &str) -> Result<Applied, Diagnostic> {
        let (module, errors) = polyvet_ir::parse(PRODUCT);
        assert!(errors.is_empty(), "{errors:?}");
        let func = module.funcs()[0];
        run(
            &module,
            func,
            &parse_script(script).expect("a script").steps,
            &Models::default(),
        )
    }

    /// `O` for operations, `S` for the schedule, with the number of steps before.
    fn outline(script: &str) -> String {
        let stretches = applied(script).expect("it has a place").stretches;
        let one = |stretch: &Stretch| match stretch.made {
            MadeProgram::Operations => format!("O{}", stretch.done),
            MadeProgram::Order(_) => format!("S{}", stretch.done),
        };
        stretches.iter().map(one).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn stretches_follow_each_other() {
        assert_eq!(outline("generalize(S0); tile(d0=4); reverse(d1)"), "O0 S1");
        assert_eq!(
            outline("reverse(d0); data_copy(d0, A); reverse(d1); reverse(d0)"),
            "S0 O1 S2"
        );
        // Tiles keep the operation.
        assert_eq!(
            outline("tile(d0=4); strip_mine(d1, 2); generalize(S0); reverse(d2)"),
            "O0 S3"
        );
    }

    #[test]
    fn what_became_loops_is_named() {
        let error = applied("tile(d0=4); reverse(d0); generalize(S0)").expect_err("it is gone");
        assert_eq!(error.code, "script-order");
        let message = "`S0` is no `linalg.matmul` any more: \
                       steps on loops before this one made loops `d0_t`, `d0`, `d1`, `d2` of it";
        assert_eq!(error.message, message);
        let error = applied("reverse(d0); generalize(linalg.matmul)").expect_err("it is gone");
        assert!(
            error.message.starts_with("there is no `linalg.matmul` any more"),
            "{}",
            error.message
        );
    }
}
