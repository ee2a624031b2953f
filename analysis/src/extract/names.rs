//! Names that isl can read, unique in one function.

use std::collections::HashSet;

/// Words of isl's language that cannot name a tuple or a dimension.
const RESERVED: &[&str] = &[
    "and",
    "ceil",
    "ceild",
    "domain",
    "eq",
    "exists",
    "expansion",
    "extension",
    "false",
    "filter",
    "floor",
    "floord",
    "ge",
    "gt",
    "implies",
    "infty",
    "le",
    "lt",
    "max",
    "min",
    "mod",
    "NaN",
    "ne",
    "not",
    "or",
    "rat",
    "sequence",
    "set",
    "true",
    "schedule",
    "mark",
    "child",
    "context",
    "contraction",
    "guard",
    "options",
    "permutable",
    "coincident",
];

/// Hands out names.
#[derive(Default)]
pub struct UniqueNames {
    taken: HashSet<String>,
}

impl UniqueNames {
    /// `wish` made readable for isl; `_1`, `_2`, ... is added until it is unique.
    pub fn unique(&mut self, wish: &str) -> String {
        let base = readable(wish);
        let mut name = base.clone();
        let mut n = 0;
        while !self.taken.insert(name.clone()) {
            n += 1;
            name = format!("{base}_{n}");
        }
        name
    }

    /// Keeps a name that isl can read for who asks for it by [`UniqueNames::reserve`].
    pub fn reserve(&mut self, name: &str) {
        self.taken.insert(name.to_owned());
    }

    /// Gives a name back that was not used after all.
    pub fn release(&mut self, name: &str) {
        self.taken.remove(name);
    }
}

/// `%0` becomes `v0`, `%a.b` becomes `a_b`, `%mod` becomes `mod_`.
fn readable(wish: &str) -> String {
    let mut name: String = wish
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() || c == '_' { c } else { '_' })
        .collect();
    if name.is_empty() || name.starts_with(|c: char| c.is_ascii_digit()) {
        name.insert(0, 'v');
    }
    if RESERVED.iter().any(|word| word.eq_ignore_ascii_case(&name)) {
        name.push('_');
    }
    name
}

/// Whether a person chose the name, not a printer.
pub fn is_chosen(name: &str) -> bool {
    let counter = |prefix: &str| {
        name.strip_prefix(prefix)
            .is_some_and(|rest| rest.is_empty() || rest.strip_prefix('_').is_some_and(all_digits))
    };
    !all_digits(name) && !counter("dim") && !counter("c") && !counter("d")
}

fn all_digits(text: &str) -> bool {
    text.chars().all(|c| c.is_ascii_digit())
}
