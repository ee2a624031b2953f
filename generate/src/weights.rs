//! How often the grammar of random programs chooses what.
//!
//! The numbers are in a TOML file, `generate/data/weights.toml`; a file of one's own changes some of them. An
//! alternative with the weight `w` is chosen in `w` of as many cases as the weights of its table add up to; 0 is never.

use serde::Deserialize;

macro_rules! tables {
    ($($(#[$doc:meta])* $name:ident { $($(#[$field_doc:meta])* $field:ident,)* })*) => {
        $($(#[$doc])*
        #[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
        #[serde(deny_unknown_fields)]
        #[allow(missing_docs, reason = "the names are those of the grammar")]
        pub struct $name { $($(#[$field_doc])* pub $field: u32,)* })*
    };
}

tables! {
    /// Element types.
    Elements { f64, f32, f16, i64, i32, i16, i8, index, }
    /// What is in a block of a nest.
    Items { statement, nest, branch, }
    /// First bounds of loops.
    Lower { constant, outer, parameter, }
    /// Ends of loops.
    Upper { parameter, constant, outer, shifted, }
    /// Steps of loops.
    Steps { one, two, three, }
    /// Subscripts of affine accesses.
    Subscripts { natural, other, constant, twice, difference, sum, negated, modulo, floordiv, skewed, }
    /// Operations on two values.
    Operations { add, mul, sub, max, min, select, }
    /// Operands of expressions.
    Values { load, binary, constant, index, }
    /// Percentages: how often nests have what.
    Percent {
        /// A second bound, joined by `min` or `max`.
        second_bound,
        /// A statement that adds to what it stores to.
        accumulate,
        /// An array of the function's own.
        local_array,
        /// An else-branch.
        otherwise,
    }
    /// What programs of structured operations are made of.
    Structured {
        elementwise, contraction, reduction, fresh, carried_sum, loop_in_place, slice, named, parallel, forall, chain,
    }
}

/// All of them.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct Weights {
    /// Of both families.
    pub elements: Elements,
    /// In nests.
    pub items: Items,
    /// In nests.
    pub lower: Lower,
    /// In nests.
    pub upper: Upper,
    /// In nests.
    pub steps: Steps,
    /// In nests.
    pub subscripts: Subscripts,
    /// In nests.
    pub operations: Operations,
    /// In nests.
    pub values: Values,
    /// In nests.
    pub percent: Percent,
    /// In programs of structured operations.
    pub structured: Structured,
    /// Percentage of programs of structured operations that are on tensors.
    pub tensors: u32,
}

/// The weights that are used where nothing is said.
pub const SHIPPED: &str = include_str!("../data/weights.toml");
/// Those of programs that `Program::run` can follow: 64-bit elements, no `min`, no `select`.
const PLAIN: &str = include_str!("../data/plain.toml");

impl Default for Weights {
    fn default() -> Weights {
        Weights::read("").expect("the shipped weights are right")
    }
}

impl Weights {
    /// The shipped weights with what `text` says instead.
    ///
    /// # Errors
    /// Why it is no file of weights.
    pub fn read(text: &str) -> Result<Weights, String> {
        let mut table: toml::Table = SHIPPED.parse().map_err(|error: toml::de::Error| error.to_string())?;
        let own: toml::Table = text.parse().map_err(|error: toml::de::Error| error.to_string())?;
        for (name, value) in own {
            match (table.get_mut(&name), value) {
                (Some(toml::Value::Table(old)), toml::Value::Table(new)) => old.extend(new),
                (_, value) => _ = table.insert(name, value),
            }
        }
        table.try_into().map_err(|error: toml::de::Error| error.to_string())
    }

    /// Those of programs that `Program::run` can follow.
    pub fn plain() -> Weights {
        Weights::read(PLAIN).expect("they are right")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_changes_some_weights_and_may_not_invent_any() {
        let own = Weights::read("[steps]\ntwo = 50\n").expect("weights");
        assert_eq!(own.steps.two, 50);
        assert_eq!(own.steps.one, Weights::default().steps.one);
        let wrong = Weights::read("[steps]\nfour = 1\n").expect_err("no such weight");
        assert!(wrong.contains("four"), "{wrong}");
        assert!(Weights::read("steps = 3\n").is_err());
        assert_eq!(Weights::plain().elements.f16, 0);
    }
}
