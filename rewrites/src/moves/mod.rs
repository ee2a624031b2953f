//! What can be done to a program: every transform of the registry at every place, with a small set of arguments.
//!
//! A move is text, so that whoever picks one can say it in a script. Most moves of a program have no place in it after all
//! (`separate` asks for tiles), which their transform says when it is applied.

mod loops;
mod operations;

use crate::registry::{RegistryEntry, entries};
use loops::MovedLoops;
use operations::Operations;
use polyvet_analysis::Scop;
use polyvet_ir::{Module, OpId};

/// One call of a transform.
#[derive(Clone, Debug)]
pub struct Move {
    /// The transform.
    pub entry: &'static RegistryEntry,
    /// The call, as a script.
    pub text: String,
}

/// Transforms that have no moves: what they are given has no small set to choose from.
pub const WITHOUT_MOVES: [&str; 1] = ["call_library"];

/// The moves on the loops of a model; tiles, blocks and factors have these sizes.
///
/// # Errors
/// isl's failures.
pub fn moves_on_loops(scop: &Scop, sizes: &[i64]) -> polyvet_poly::Result<Vec<Move>> {
    let loops = MovedLoops::of(scop)?;
    Ok(all(false, |entry| loops.arguments(entry.name, sizes)))
}

/// The moves on the structured operations of a function, whose model is `scop`.
///
/// # Errors
/// isl's failures.
pub fn moves_on_operations(
    (module, func): (&Module, OpId),
    scop: &Scop,
    sizes: &[i64],
) -> polyvet_poly::Result<Vec<Move>> {
    let operations = Operations::of((module, func), scop)?;
    Ok(all(true, |entry| operations.arguments(entry.name, sizes)))
}

fn all(on_operations: bool, arguments: impl Fn(&RegistryEntry) -> Option<Vec<String>>) -> Vec<Move> {
    let mut moves = Vec::new();
    for entry in entries(on_operations) {
        let lists = arguments(entry).unwrap_or_default();
        moves.extend(lists.iter().map(|list| Move {
            entry,
            text: format!("{}({list})", entry.name),
        }));
    }
    moves
}

/// All orders of `items` but the one they have.
fn other_orders(items: &[String]) -> Vec<Vec<String>> {
    let mut orders = vec![Vec::new()];
    for item in items {
        let mut longer = Vec::new();
        for order in &orders {
            for at in 0..=order.len() {
                let mut order: Vec<String> = order.clone();
                order.insert(at, item.clone());
                longer.push(order);
            }
        }
        orders = longer;
    }
    orders.retain(|order| order != items);
    orders.sort();
    orders
}

/// `i=8, j=8` for every choice of `names` that is not empty, smaller ones first.
fn tilings(names: &[String], size: i64) -> Vec<String> {
    let mut choices: Vec<u32> = (1..1u32 << names.len()).collect();
    choices.sort_by_key(|choice| choice.count_ones());
    let tiling = |choice: u32| {
        let chosen = names.iter().enumerate().filter(|(at, _)| choice >> at & 1 == 1);
        let parts: Vec<String> = chosen.map(|(_, name)| format!("{name}={size}")).collect();
        parts.join(", ")
    };
    choices.into_iter().map(tiling).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schedule::testing::two_in_i;
    use crate::{parse_script, registry::REGISTRY};
    use std::collections::HashSet;

    #[test]
    fn every_transform_has_moves() {
        let loops = MovedLoops::of(&two_in_i()).unwrap();
        for entry in REGISTRY {
            let arguments = match entry.is_on_operations() {
                true => Operations::default().arguments(entry.name, &[8]),
                false => loops.arguments(entry.name, &[8]),
            };
            assert_eq!(
                arguments.is_none(),
                WITHOUT_MOVES.contains(&entry.name),
                "{}",
                entry.name
            );
        }
    }

    #[test]
    fn moves_are_scripts_and_differ() {
        let moves = moves_on_loops(&two_in_i(), &[4, 8]).unwrap();
        let mut seen = HashSet::new();
        for one in &moves {
            assert!(seen.insert(&one.text), "{} twice", one.text);
            let script = parse_script(&one.text).unwrap_or_else(|_| panic!("{}", one.text));
            assert_eq!(
                script.steps[0].transform().map(|found| found.name()),
                Some(one.entry.name)
            );
        }
        for wanted in [
            "tile(i=8)",
            "interchange(j, k)",
            "reverse(k)",
            "shift(S1, i, 1)",
            "schedule(auto)",
        ] {
            let found = moves.iter().any(|one| one.text == wanted);
            assert_eq!(found, wanted != "interchange(j, k)", "{wanted}");
        }
    }

    #[test]
    fn orders_and_choices() {
        let names = ["i", "j", "k"].map(str::to_owned);
        assert_eq!(other_orders(&names).len(), 5);
        assert_eq!(tilings(&names[..2], 8), ["i=8", "j=8", "i=8, j=8"]);
    }
}
