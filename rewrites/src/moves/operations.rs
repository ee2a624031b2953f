//! Arguments of transforms on operations.

use super::{other_orders, tilings};
use crate::ScriptName;
use crate::operations::operation::Linalg;
use crate::operations::tileable::Tileable;
use polyvet_analysis::Scop;
use polyvet_analysis::loops::loop_names;
use polyvet_ir::{Module, OpId};
use polyvet_poly::Result;

/// Loops of an operation all of whose choices are tried; of others each alone and all at once.
const LOOPS_MAX: usize = 3;

/// What steps on operations can be about.
#[derive(Debug, Default)]
pub(super) struct Operations {
    structured: Vec<MovedOperation>,
    /// Others that can be tiled and run on buffers.
    ruled: Vec<MovedOperation>,
    packs: Vec<String>,
    unpacks: Vec<String>,
    pads: Vec<String>,
    /// Loops that scripts can name.
    containers: Vec<String>,
    /// Buffers that the function makes, and their ranks.
    buffers: Vec<(String, usize)>,
    /// Loops and arrays of the model.
    loops: Vec<String>,
    arrays: Vec<String>,
}

#[derive(Debug)]
struct MovedOperation {
    name: String,
    loops: Vec<String>,
    /// Dimensions of each operand.
    ranks: Vec<usize>,
}

impl Operations {
    pub(super) fn of((module, func): (&Module, OpId), scop: &Scop) -> Result<Operations> {
        let mut found = Operations {
            loops: loop_names(&scop.schedule)?,
            arrays: scop.arrays.iter().map(|array| array.name.clone()).collect(),
            ..Operations::default()
        };
        for stmt in &scop.stmts {
            if let Some(op) = stmt.op {
                found.structured.extend(MovedOperation::of(module, op, &stmt.name));
            }
        }
        let name_of = |op: OpId| {
            let stmt = scop.stmts.iter().find(|stmt| stmt.op == Some(op));
            stmt.map_or_else(|| module.op(op).name.to_string(), |stmt| stmt.name.clone())
        };
        module.walk(func, &mut |op, _| {
            let name = name_of(op);
            if let Ok(tiled @ Tileable::Ruled(_)) = Tileable::of(module, op, &ScriptName::from(name.as_str())) {
                let loops = tiled.loop_names();
                found.ruled.push(MovedOperation {
                    name,
                    loops,
                    ranks: Vec::new(),
                });
            }
        });
        found.containers = ["scf.for", "scf.forall"]
            .iter()
            .map(|kind| (*kind).to_owned())
            .collect();
        found.containers.retain(|kind| named(module, func, kind).len() == 1);
        let of_kind = |kind| named(module, func, kind).into_iter().map(name_of).collect();
        found.packs = of_kind("linalg.pack");
        found.unpacks = of_kind("linalg.unpack");
        found.pads = of_kind("tensor.pad");
        for alloc in ["memref.alloc", "memref.alloca"]
            .iter()
            .flat_map(|kind| named(module, func, kind))
        {
            let buffer = module.op(alloc).results[0];
            let name = module.value(buffer).name.clone();
            let rank = module.ty(buffer).shape().map_or(0, <[_]>::len);
            found.buffers.extend(name.map(|name| (name, rank)));
        }
        Ok(found)
    }

    fn of_each(&self, arguments: impl Fn(&MovedOperation) -> Vec<String>) -> Vec<String> {
        let lists = |one: &MovedOperation| {
            arguments(one)
                .into_iter()
                .map(|list| one.with(&list))
                .collect::<Vec<_>>()
        };
        self.structured.iter().flat_map(lists).collect()
    }

    /// [`Operations::of_each`] of what can be tiled.
    fn of_each_tiled(&self, arguments: impl Fn(&MovedOperation) -> Vec<String>) -> Vec<String> {
        let mut all = self.of_each(&arguments);
        for one in &self.ruled {
            all.extend(arguments(one).iter().map(|list| one.with(list)));
        }
        all
    }

    fn each_loop(&self, argument: impl Fn(&str) -> String) -> Vec<String> {
        self.of_each(|one| one.loops.iter().map(|name| argument(name)).collect())
    }

    fn of_buffers(&self, numbers: impl Fn(usize) -> Vec<String>) -> Vec<String> {
        let lists = |(name, rank): &(String, usize)| {
            let numbers = numbers(*rank).into_iter().filter(|list| !list.is_empty());
            numbers.map(|list| format!("{name}, {list}")).collect::<Vec<_>>()
        };
        self.buffers.iter().flat_map(lists).collect()
    }

    /// Each loop with each buffer that the function makes.
    fn of_buffers_in_loops(&self) -> Vec<String> {
        let buffers = |name: &String| {
            let all = self.buffers.iter();
            all.map(|(buffer, _)| format!("{name}, {buffer}")).collect::<Vec<_>>()
        };
        self.loops.iter().flat_map(buffers).collect()
    }

    /// The arguments to try with a transform; [`None`] if it is not known here.
    pub(super) fn arguments(&self, transform: &str, sizes: &[i64]) -> Option<Vec<String>> {
        Some(match transform {
            "bufferize" | "decompose" | "generalize" => self.of_each_tiled(|_| vec![String::new()]),
            "drop_unit_dims" | "im2col" | "lower_to_affine" | "lower_to_parallel" | "lower_to_scf" | "specialize"
            | "unpack" | "vectorize_op" => self.of_each(|_| vec![String::new()]),
            "tile_using_for" | "tile_using_forall" => self.of_each_tiled(|one| {
                let choices = |size: &i64| one.tilings(*size);
                sizes.iter().flat_map(choices).collect()
            }),
            "pad" | "pack" => self.of_each(|one| {
                let choices = |size: &i64| one.tilings(*size);
                sizes.iter().flat_map(choices).collect()
            }),
            "pack_operand" => self.of_each(|one| {
                let dims = |number: usize| one.loops.iter().map(move |name| format!("{number}, {name}=4"));
                (0..one.ranks.len()).flat_map(dims).collect()
            }),
            "promote" => self.of_each(|one| (0..one.ranks.len()).map(|number| number.to_string()).collect()),
            "tile_reduction_using_for" | "tile_reduction_using_forall" | "split_reduction" | "expand_dims" => {
                self.each_loop(|name| format!("{name}=4"))
            }
            "split_iterators" => self.each_loop(|name| format!("{name}, 4")),
            "interchange_iterators" => self.of_each(|one| match one.loops.len() {
                2..=LOOPS_MAX => other_orders(&one.loops).iter().map(|order| order.join(", ")).collect(),
                _ => one.loops.windows(2).map(|pair| one.with_swapped(pair)).collect(),
            }),
            "collapse_dims" => self.of_each(|one| one.loops.windows(2).map(|pair| pair.join(", ")).collect()),
            "transpose_operand" => self.of_each(|one| {
                let reversed = |(number, rank): (usize, &usize)| format!("{number}, {}", reversed(*rank));
                one.ranks
                    .iter()
                    .enumerate()
                    .filter(|(_, rank)| **rank > 1)
                    .map(reversed)
                    .collect()
            }),
            "pack_transpose" => self.of_each(|one| {
                let swapped = |number: usize| [format!("{number}, outer=1:0"), format!("{number}, inner=1:0")];
                (0..one.ranks.len()).flat_map(swapped).collect()
            }),
            "fuse_elementwise" => {
                let pairs = self.structured.iter().enumerate();
                let after = |(at, one): (usize, &MovedOperation)| {
                    let users = self.structured[at + 1..].iter();
                    users.map(|user| one.with(&user.name)).collect::<Vec<_>>()
                };
                pairs.flat_map(after).collect()
            }
            "fuse_into_containing_op" => self.of_each(|_| self.containers.clone()),
            "lower_pack" => self.packs.clone(),
            "lower_unpack" => self.unpacks.clone(),
            "rewrite_in_destination_passing_style" => self.pads.clone(),
            "data_copy" => {
                let copies = |name: &String| {
                    let arrays = self.arrays.iter();
                    arrays.map(|array| format!("{name}, {array}")).collect::<Vec<_>>()
                };
                self.loops.iter().flat_map(copies).collect()
            }
            "privatise" | "expand_array" => self.of_buffers_in_loops(),
            "multibuffer" => {
                let in_loops = self.of_buffers_in_loops().into_iter();
                in_loops.map(|list| format!("{list}, 2")).collect()
            }
            "layout_blocked" => self.of_buffers(|rank| {
                let blocks = |size: &i64| vec![size.to_string(); rank].join(", ");
                sizes.iter().map(blocks).collect()
            }),
            "layout_padded" => self.of_buffers(|rank| {
                let longer = (0..rank).map(|at| if at + 1 == rank { "1" } else { "0" });
                vec![longer.collect::<Vec<_>>().join(", ")]
            }),
            "layout_transposed" => self.of_buffers(|rank| if rank > 1 { vec![reversed(rank)] } else { Vec::new() }),
            "layout_wrapped" => self.of_buffers(|rank| {
                let first = (0..rank).map(|at| if at == 0 { "2" } else { "0" });
                vec![first.collect::<Vec<_>>().join(", ")]
            }),
            _ => return None,
        })
    }
}

impl MovedOperation {
    fn of(module: &Module, op: OpId, name: &str) -> Option<MovedOperation> {
        let linalg = Linalg::of(module, op, &ScriptName::from(name)).ok()?;
        let rank = |value| module.ty(value).shape().map_or(0, <[_]>::len);
        Some(MovedOperation {
            name: name.to_owned(),
            loops: linalg.loop_names(),
            ranks: linalg.operands().into_iter().map(rank).collect(),
        })
    }

    fn with(&self, list: &str) -> String {
        match list.is_empty() {
            true => self.name.clone(),
            false => format!("{}, {list}", self.name),
        }
    }

    fn tilings(&self, size: i64) -> Vec<String> {
        if self.loops.len() <= LOOPS_MAX {
            return tilings(&self.loops, size);
        }
        let mut all: Vec<String> = self.loops.iter().map(|name| format!("{name}={size}")).collect();
        all.push(all.join(", "));
        all
    }

    /// All loops, two neighbours of them exchanged.
    fn with_swapped(&self, pair: &[String]) -> String {
        let other = |name: &String| match name {
            _ if *name == pair[0] => pair[1].clone(),
            _ if *name == pair[1] => pair[0].clone(),
            _ => name.clone(),
        };
        self.loops.iter().map(other).collect::<Vec<_>>().join(", ")
    }
}

/// `2, 1, 0`
fn reversed(rank: usize) -> String {
    let all: Vec<String> = (0..rank).rev().map(|at| at.to_string()).collect();
    all.join(", ")
}

/// The operations of a kind, in program order.
fn named(module: &Module, func: OpId, kind: &str) -> Vec<OpId> {
    let mut found = Vec::new();
    module.walk(func, &mut |id, op| {
        if op.name == kind {
            found.push(id);
        }
    });
    found
}
