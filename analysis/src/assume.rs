//! What the user assumes of the parameters, in isl's notation, under the names of the program.
//!
//! A name in a constraint is looked up as the user wrote it, never replaced in the text: first among the arguments
//! that are numbers (`n`, `%n`), then among the extents (`A.0`, or `A_0` where no argument is called so), last among
//! the names of the model. Names that `exists` binds are its own.

use crate::extract::ExtractError;
use crate::scop::{Param, ParamOrigin, Scop};
use polyvet_poly::{DimKind, PolyError, Set};
use std::collections::BTreeSet;

/// The names that a function gives to what its caller chooses.
#[derive(Clone, Debug, Default)]
pub struct CallerNames {
    /// Arguments that are numbers, without `%`.
    pub arguments: Vec<String>,
    /// Dynamic extents of arguments: `A.0`.
    pub extents: Vec<String>,
    /// Extents of which the program has a name: `A.0`, and the name. Both can be said.
    pub named: Vec<(String, String)>,
}

/// A piece of a constraint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConstraintToken<'t> {
    /// A name: `n`, `%n`, `A.0`.
    Name(&'t str),
    /// Anything else, as written.
    Other(&'t str),
}

/// Words of isl's language in constraints.
const KEYWORDS: [&str; 14] = [
    "and", "or", "not", "exists", "mod", "floor", "ceil", "floord", "ceild", "min", "max", "implies", "true", "false",
];

/// The pieces of a constraint; together they are its text.
pub fn tokens(text: &str) -> Vec<ConstraintToken<'_>> {
    let starts = |c: char| c.is_alphabetic() || c == '_' || c == '%';
    let goes_on = |c: char| c.is_alphanumeric() || "_.$'".contains(c);
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            c if starts(c) => {
                1 + rest[c.len_utf8()..]
                    .find(|c| !goes_on(c))
                    .map_or(rest.len(), |at| at + c.len_utf8())
                    - 1
            }
            // `2n` is twice `n`.
            c if c.is_ascii_digit() => rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len()),
            _ => rest
                .find(|c: char| starts(c) || c.is_ascii_digit())
                .unwrap_or(rest.len()),
        };
        let (piece, next) = rest.split_at(length.clamp(first.len_utf8(), rest.len()));
        let is_name = starts(first) && piece != "%" && !KEYWORDS.contains(&piece);
        found.push(if is_name {
            ConstraintToken::Name(piece)
        } else {
            ConstraintToken::Other(piece)
        });
        rest = next;
    }
    found
}

/// The constraint with every free name replaced by what `lookup` gives for it.
///
/// # Errors
/// Those of `lookup`.
pub fn translate<E>(text: &str, mut lookup: impl FnMut(&str) -> Result<String, E>) -> Result<String, E> {
    let mut out = String::new();
    let mut bound: BTreeSet<&str> = BTreeSet::new();
    let mut binds = false;
    for token in tokens(text) {
        match token {
            ConstraintToken::Other(piece) => {
                binds = piece.trim() == "exists" || binds && !piece.contains(':');
                out.push_str(piece);
            }
            ConstraintToken::Name(name) => {
                if binds {
                    bound.insert(name);
                }
                // Its own letter keeps a bound name apart from all parameters.
                match bound.contains(name) {
                    true => out.push_str(&format!("bound__{}", name.trim_start_matches('%'))),
                    false => out.push_str(&lookup(name)?),
                }
            }
        }
    }
    Ok(out)
}

/// What a name means in a model.
enum NameMeaning {
    Param(usize),
    /// A number of a call that the model does not depend on.
    Free,
}

/// `A_0` for `A.0`.
fn alias(label: &str) -> String {
    label.replace('.', "_")
}

impl Scop {
    /// Restricts the parameters.
    ///
    /// # Errors
    /// [`ExtractError::Option`] for an unknown or ambiguous name, or a constraint that isl cannot read.
    pub fn assume(&mut self, constraints: &[String], fixed: &[(String, i64)]) -> Result<(), ExtractError> {
        for (name, value) in fixed {
            if let NameMeaning::Param(param) = self.meaning(name)? {
                let text = format!("[{0}] -> {{ : {0} = {value} }}", self.params[param].name);
                self.context = Set::parse(&self.ctx, &text)?.intersect(self.context.clone())?;
            }
        }
        for constraint in constraints {
            let set = self.constraint(constraint)?;
            self.context = set.intersect(self.context.clone())?;
        }
        self.context = self.context.clone().coalesce()?;
        Ok(())
    }

    /// [`Scop::assume`], without what is about names that this program does not have.
    pub(crate) fn assume_known(&mut self, constraints: &[String], fixed: &[(String, i64)]) -> Result<(), ExtractError> {
        let one = |constraint: &String| (vec![constraint.clone()], Vec::new());
        let each = constraints.iter().map(one);
        for (constraints, fixed) in each.chain(fixed.iter().map(|fixed| (Vec::new(), vec![fixed.clone()]))) {
            match self.assume(&constraints, &fixed) {
                Ok(()) | Err(ExtractError::Option(_)) => {}
                Err(other) => return Err(other),
            }
        }
        Ok(())
    }

    /// The parameters for which a constraint can hold.
    fn constraint(&self, constraint: &str) -> Result<Set, ExtractError> {
        let mut free: Vec<String> = Vec::new();
        let text = translate(constraint, |word| {
            Ok(match self.meaning(word)? {
                NameMeaning::Param(param) => self.params[param].name.clone(),
                NameMeaning::Free => {
                    let name = format!("free__{}", alias(word.trim_start_matches('%')));
                    if !free.contains(&name) {
                        free.push(name.clone());
                    }
                    name
                }
            })
        })
        .map_err(|error: ExtractError| error)?;
        let params = self.params.iter().map(|param| param.name.clone());
        let list: Vec<String> = params.chain(free.iter().cloned()).collect();
        let set = Set::parse(&self.ctx, &format!("[{}] -> {{ : {text} }}", list.join(", ")));
        let set = set.map_err(|error| {
            // The text around the constraint is ours.
            let why = match error {
                PolyError::Syntax { reason, .. } => reason,
                other => other.to_string(),
            };
            ExtractError::Option(format!("cannot read the assumption `{constraint}`: {why}"))
        })?;
        Ok(set.project_out(DimKind::Param, self.params.len(), free.len())?)
    }

    /// The parameter that a user calls `word`; `None` if the model does not depend on it.
    ///
    /// # Errors
    /// [`ExtractError::Option`] for a name that there is not, or that could be one of several.
    pub fn param_called(&self, word: &str) -> Result<Option<usize>, ExtractError> {
        Ok(match self.meaning(word)? {
            NameMeaning::Param(param) => Some(param),
            NameMeaning::Free => None,
        })
    }

    fn meaning(&self, word: &str) -> Result<NameMeaning, ExtractError> {
        if let Some(found) = find_param(&self.params, &self.words, word).map_err(|both| self.ambiguous(word, &both))? {
            return Ok(NameMeaning::Param(found));
        }
        let plain = word.trim_start_matches('%');
        let in_call = self.words.arguments.iter().any(|known| known == plain)
            || self
                .words
                .extents
                .iter()
                .any(|known| known == plain || alias(known) == plain);
        if in_call {
            Ok(NameMeaning::Free)
        } else {
            Err(self.unknown(word))
        }
    }

    /// The names that can be in a constraint.
    pub fn words(&self) -> Vec<String> {
        let mut words: Vec<String> = self.params.iter().map(|param| param.label.clone()).collect();
        for word in self.words.arguments.iter().chain(&self.words.extents) {
            if !words.contains(word) {
                words.push(word.clone());
            }
        }
        words
    }

    fn unknown(&self, word: &str) -> ExtractError {
        let known: Vec<String> = self.words().iter().map(|word| format!("`{word}`")).collect();
        let known = match known.is_empty() {
            true => "it has none".to_owned(),
            false => format!("it has {}", known.join(", ")),
        };
        ExtractError::Option(format!("`@{}` has no parameter `{word}`; {known}", self.name))
    }

    fn ambiguous(&self, word: &str, both: &[String]) -> ExtractError {
        let both: Vec<String> = both.iter().map(|label| format!("`{label}`")).collect();
        ExtractError::Option(format!("`{word}` could be {} of `@{}`", both.join(" or "), self.name))
    }
}

/// Which of the parameters is called `word`, or the labels of several that are.
pub(crate) fn find_param(params: &[Param], words: &CallerNames, word: &str) -> Result<Option<usize>, Vec<String>> {
    let plain = word.trim_start_matches('%');
    let is_extent = |param: &Param| matches!(param.origin, ParamOrigin::Extent { .. });
    let is_argument = words.arguments.iter().any(|known| known == plain);
    let positions = |holds: &dyn Fn(&Param) -> bool| -> Vec<usize> {
        params
            .iter()
            .enumerate()
            .filter(|(_, param)| holds(param))
            .map(|(at, _)| at)
            .collect()
    };
    let found = match (is_argument, word.starts_with('%')) {
        // An argument that the model does not depend on is no other parameter either.
        (true, _) => positions(&|param| !is_extent(param) && param.label == plain),
        (_, true) => positions(&|param| param.label == plain),
        _ => {
            let named = words
                .named
                .iter()
                .find(|(extent, _)| extent == plain || alias(extent) == plain);
            let named = named.map(|(_, name)| name.as_str());
            let labels = positions(&|param| {
                let is_named =
                    is_extent(param) && (alias(&param.label) == plain || named == Some(param.label.as_str()));
                param.label == plain || is_named
            });
            match labels.is_empty() {
                true => positions(&|param| param.name == plain),
                false => labels,
            }
        }
    };
    match &found[..] {
        [] => Ok(None),
        [one] => Ok(Some(*one)),
        many => Err(many.iter().map(|at| params[*at].label.clone()).collect()),
    }
}
