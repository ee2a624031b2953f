//! Names of symbolic sizes for people: `A.0`, where isl's text has to say `A_0`.

use crate::Outcome;
use std::borrow::Cow;

/// Pairs of a name in isl's text and the name for people, where they differ.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReadableNames(Vec<(String, String)>);

impl FromIterator<(String, String)> for ReadableNames {
    fn from_iter<I: IntoIterator<Item = (String, String)>>(pairs: I) -> Self {
        ReadableNames(pairs.into_iter().filter(|(isl, people)| isl != people).collect())
    }
}

impl ReadableNames {
    /// The names in a result. JSON keeps isl's, because its sets are read by isl.
    pub(crate) fn of(result: &Outcome) -> Cow<'_, ReadableNames> {
        match result {
            Outcome::Relations(one) => Cow::Owned(ReadableNames::of_params(&one.params)),
            Outcome::Report(one) => Cow::Owned(ReadableNames::of_params(&one.params)),
            Outcome::Deps(one) => Cow::Borrowed(&one.names),
            Outcome::Map(one) => Cow::Borrowed(&one.names),
            Outcome::View(one) => Cow::Borrowed(&one.names),
            Outcome::Tile(one) => Cow::Borrowed(&one.names),
            Outcome::Footprint(one) => Cow::Borrowed(&one.names),
            Outcome::Behind(one) => Cow::Borrowed(&one.names),
            _ => Cow::Owned(ReadableNames::default()),
        }
    }

    /// The names of some parameters.
    pub(crate) fn of_params(params: &[crate::ParamResult]) -> ReadableNames {
        { params.iter() }
            .map(|param| (param.name.clone(), param.label.clone()))
            .collect()
    }

    /// `text` with the names for people. A word behind `%` is a value of the program and stays.
    pub fn spell(&self, text: String) -> String {
        if !self.0.iter().any(|(isl, _)| text.contains(isl)) {
            return text;
        }
        let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '%' | '$' | '@');
        let mut out = String::with_capacity(text.len());
        for piece in text.split_inclusive(|c| !is_part(c)) {
            let word = piece.trim_end_matches(|c| !is_part(c));
            // isl writes `2B_0` for twice `B_0`.
            let name = word.trim_start_matches(|c: char| c.is_ascii_digit());
            let known = self.0.iter().find(|(isl, _)| isl == name);
            out.push_str(&word[..word.len() - name.len()]);
            out.push_str(known.map_or(name, |(_, people)| people));
            out.push_str(&piece[word.len()..]);
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_words_are_spelt_for_people() {
        let pair = |isl: &str, people: &str| (isl.to_owned(), people.to_owned());
        let names: ReadableNames = [pair("n", "n"), pair("B_0", "B.0")].into_iter().collect();
        let text = "[n, B_0] -> { S[i] : i < B_0 and B_01 > 2B_0*B_0 } # %B_0\n".to_owned();
        assert_eq!(
            names.spell(text),
            "[n, B.0] -> { S[i] : i < B.0 and B_01 > 2B.0*B.0 } # %B_0\n"
        );
    }
}
