//! One call of a function: the numbers a caller chooses, and what shows afterwards.
//!
//! Everything that runs programs (replays, runs of `validate`, backends, fuzzing) chooses arguments and reads outputs
//! through this module, so that a witness found by one is the same call for all.

use crate::args::Init;
use crate::domain::Domain;
use crate::machine::Machine;
use crate::value::{Contents, RuntimeValue};
use crate::{ScalarType, Trap};
use polyvet_ir::{Dim, Module, OpId, Type};
use std::collections::{BTreeMap, BTreeSet};

/// Numbers that a caller chooses, by the number of the argument. What is not given is 1.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Sizes {
    /// Arguments of type `index`, and integers that the function takes as sizes.
    pub indices: BTreeMap<usize, i64>,
    /// Dynamic extents: argument and dimension.
    pub extents: BTreeMap<(usize, usize), i64>,
}

/// One number that a caller chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ChosenSize {
    /// An argument that is a number.
    Index(usize),
    /// An extent: argument and dimension.
    Extent(usize, usize),
}

impl Sizes {
    /// The value of an argument that is a number.
    pub fn index(&self, argument: usize) -> i64 {
        self.indices.get(&argument).copied().unwrap_or(1)
    }

    /// A dynamic extent.
    pub fn extent(&self, argument: usize, dim: usize) -> i64 {
        self.extents.get(&(argument, dim)).copied().unwrap_or(1)
    }

    /// The number, if it is given.
    pub fn get(&self, size: ChosenSize) -> Option<i64> {
        match size {
            ChosenSize::Index(argument) => self.indices.get(&argument).copied(),
            ChosenSize::Extent(argument, dim) => self.extents.get(&(argument, dim)).copied(),
        }
    }

    /// Gives a number.
    pub fn set(&mut self, size: ChosenSize, value: i64) {
        match size {
            ChosenSize::Index(argument) => self.indices.insert(argument, value),
            ChosenSize::Extent(argument, dim) => self.extents.insert((argument, dim), value),
        };
    }

    /// The sizes of given arguments.
    pub fn of_contents(arguments: &[Contents]) -> Sizes {
        let mut sizes = Sizes::default();
        for (at, contents) in arguments.iter().enumerate() {
            for (dim, extent) in contents.shape.iter().enumerate() {
                sizes.set(ChosenSize::Extent(at, dim), *extent);
            }
            if contents.shape.is_empty() && contents.ty == Some(ScalarType::Index) {
                let number = contents.scalars().and_then(|scalars| scalars.first().copied());
                sizes.indices.extend(number.map(|number| (at, number.signed())));
            }
        }
        sizes
    }
}

/// What a caller of `func` chooses: dynamic extents, arguments of type `index`, and integers that become one, in the
/// order of the arguments.
pub fn sizes_of(module: &Module, func: OpId) -> Vec<ChosenSize> {
    let Some(entry) = module.only_block(func, 0).or_else(|| first_block(module, func)) else {
        return Vec::new();
    };
    let mut cast = BTreeSet::new();
    module.walk(func, &mut |_, op| {
        if matches!(
            op.name.as_str(),
            "arith.index_cast" | "arith.index_castui" | "index.casts" | "index.castu"
        ) {
            cast.extend(op.operand_values());
        }
    });
    let mut sizes = Vec::new();
    for (at, value) in module.block(entry).args.iter().enumerate() {
        match module.ty(*value) {
            Type::Index => sizes.push(ChosenSize::Index(at)),
            Type::Integer { .. } if cast.contains(value) => sizes.push(ChosenSize::Index(at)),
            Type::MemRef { shape, .. } | Type::Tensor { shape, .. } => {
                let dynamic = shape.iter().enumerate().filter(|(_, dim)| **dim == Dim::Dynamic);
                sizes.extend(dynamic.map(|(dim, _)| ChosenSize::Extent(at, dim)));
            }
            _ => {}
        }
    }
    sizes
}

fn first_block(module: &Module, func: OpId) -> Option<polyvet_ir::BlockId> {
    let body = module.op(func).regions.first()?;
    module.region(*body).blocks.first().copied()
}

/// Something that can be seen after a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Output {
    /// A memref argument, by number.
    Argument(usize),
    /// A result, by number.
    Result(usize),
    /// A global, by its declaration; of two programs, by that in the first.
    Global(OpId),
    /// What operations did that nobody knows, in order ([`Unknown`](crate::Unknown)).
    Events,
}

impl<D: Domain> Machine<'_, D> {
    /// Arguments for function `name` from its types, `sizes`, and what `init(argument)` says about the elements.
    ///
    /// # Errors
    /// No such function, or an argument of a type that has no meaning here.
    pub fn arguments(
        &mut self,
        name: &str,
        sizes: &Sizes,
        init: &dyn Fn(usize) -> Init,
    ) -> Result<Vec<RuntimeValue<D>>, Trap> {
        let integer = |argument: usize| sizes.indices.get(&argument).copied();
        self.make_args(
            name,
            &|at, dim| sizes.extent(at, dim),
            &|at| sizes.index(at),
            &integer,
            init,
        )
    }

    /// What shows after a call, but for globals: the memref arguments, then the results.
    pub fn outputs(args: &[RuntimeValue<D>], results: &[RuntimeValue<D>]) -> Vec<(Output, RuntimeValue<D>)> {
        let buffers = args.iter().enumerate().filter(|(_, arg)| arg.is_memref());
        let buffers = buffers.map(|(at, arg)| (Output::Argument(at), arg.clone()));
        let results = results.iter().enumerate();
        buffers
            .chain(results.map(|(at, result)| (Output::Result(at), result.clone())))
            .collect()
    }
}
