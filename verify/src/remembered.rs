//! What a verdict on a function depends on, and proofs that were found earlier: for caches.

use crate::unchanged::{contents, layouts, same_texts};
use crate::validate::ProgramSide;
use crate::{Assumption, Proof, Strength};
use polyvet_ir::{PrintForm, PrintOptions, print_op};
use std::collections::BTreeSet;

/// A function with all that it refers to, and what is said around it, as texts: functions of which these are the same have the
/// same meaning. `None` if it refers to something that is not there.
pub fn texts(side: ProgramSide<'_>) -> Option<Vec<String>> {
    let module = side.module;
    // What is the same in a program and itself is all of it.
    let all = same_texts(side, side)?;
    let mut texts = layouts(module, side.func);
    let options = PrintOptions {
        form: PrintForm::Generic,
        ..PrintOptions::default()
    };
    for (op, _) in &all.ops {
        texts.push(module.symbol_path(*op).unwrap_or_default());
        texts.push(print_op(module, *op, options));
    }
    if all.resources {
        texts.extend(contents(module)?);
    }
    Some(texts)
}

/// A proof as text; `None` if it is about nothing.
pub fn written(proof: &Proof) -> Option<String> {
    let mut lines = vec![proof.strength.name()];
    lines.extend(proof.assumes.iter().map(|one| one.sentence()));
    proof.vacuous.is_none().then(|| lines.join("\n"))
}

/// The proof that this very program found earlier, for the same question, as [`written`] by it. It is no answer of the checker:
/// whoever asks answers for the place where the text was kept.
pub fn read(text: &str) -> Option<Proof> {
    let mut lines = text.lines();
    let strength = Strength::named(lines.next()?)?;
    let assumed = |sentence: &str| Assumption::ALL.into_iter().find(|one| one.sentence() == sentence);
    let assumes = lines.map(assumed).collect::<Option<BTreeSet<_>>>()?;
    Some(Proof {
        assumes,
        ..Proof::new(strength)
    })
}
