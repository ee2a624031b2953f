//! Iteration points of a structured operation: the loops that messages show, and which points are one iteration to
//! races, namely those with the same values of the parallel dimensions.

use crate::code::DecodedOp;
use crate::domain::Domain;
use crate::machine::Machine;
use crate::races::Strand;
use crate::trap::{Iteration, LoopVar};
use std::rc::Rc;

/// Where a structured operation stands.
pub(super) struct Points<'a> {
    extents: &'a [i64],
    /// Per dimension.
    parallel: &'a [bool],
    /// Number of loops around.
    outer: usize,
    /// Execution of a parallel loop, if races are looked for and a dimension is parallel.
    nest: Option<u64>,
    around: Option<Rc<Strand>>,
    /// The iteration being run.
    iteration: Option<u64>,
}

impl<'a> Points<'a> {
    /// Starts the operation of `step`.
    pub fn enter<D: Domain>(
        machine: &mut Machine<'_, D>,
        step: &DecodedOp,
        extents: &'a [i64],
        parallel: &'a [bool],
    ) -> Points<'a> {
        let outer = machine.loops.len();
        let dim = |dim| Iteration {
            op: step.id,
            var: LoopVar::Dim(dim as u32),
            value: 0,
        };
        machine.loops.extend((0..extents.len()).map(dim));
        let claims = machine.options.claims && parallel.contains(&true);
        let races = machine.races.as_mut().filter(|_| claims);
        let (nest, around) = races.map_or((None, None), |races| (Some(races.enter()), races.strand()));
        Points {
            extents,
            parallel,
            outer,
            nest,
            around,
            iteration: None,
        }
    }

    /// Moves to a point.
    pub fn go<D: Domain>(&mut self, machine: &mut Machine<'_, D>, point: &[i64]) {
        let loops = &mut machine.loops[self.outer..];
        for (iteration, at) in loops.iter_mut().zip(point) {
            iteration.value = *at;
        }
        let (Some(nest), Some(races)) = (self.nest, &mut machine.races) else {
            return;
        };
        let parallel = || (0..point.len()).filter(|dim| self.parallel[*dim]);
        let iteration = parallel().fold(0_u64, |number, dim| {
            number
                .wrapping_mul(self.extents[dim] as u64)
                .wrapping_add(point[dim] as u64)
        });
        if self.iteration != Some(iteration) {
            let vars = parallel().map(|dim| loops[dim]).collect();
            races.iterate(&self.around, nest, iteration, vars);
            self.iteration = Some(iteration);
        }
    }

    /// Ends the operation.
    pub fn leave<D: Domain>(self, machine: &mut Machine<'_, D>) {
        if let (Some(_), Some(races)) = (self.nest, &mut machine.races) {
            races.leave(self.around);
        }
        machine.loops.truncate(self.outer);
    }
}
