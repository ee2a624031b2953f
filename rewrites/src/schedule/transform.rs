//! What a transform is, and the words that name it.

use std::any::Any;
use std::fmt;
use std::num::NonZeroU64;

use polyvet_analysis::scop::{Rewrite, Scop};
use polyvet_poly::Schedule;

use crate::schedule::Inapplicable;
use crate::{RegistryEntry, ScriptName};

/// One way to rewrite a model. [`Display`](fmt::Display) prints it as script text.
pub trait Transform: fmt::Debug + fmt::Display + Any {
    /// Its line in the registry.
    fn entry(&self) -> &'static RegistryEntry;

    /// Name in scripts, in `polyvet transforms` and in reports: `interchange`.
    fn name(&self) -> &'static str {
        self.entry().name
    }

    /// What it does, in one sentence.
    fn summary(&self) -> &'static str {
        self.entry().summary
    }

    /// The transform whose new loops this one only gives names to.
    fn named(&self) -> Option<&dyn Transform> {
        None
    }

    /// The rewritten program and which instance computes which. [`Inapplicable`] means
    /// "there is no loop `k` here", never "illegal".
    fn apply(&self, scop: &Scop) -> Result<Rewrite, Inapplicable>;
}

/// A transform without the names that are given to its new loops, to ask for its type.
pub fn unnamed(transform: &dyn Transform) -> &dyn Any {
    match transform.named() {
        Some(inner) => unnamed(inner),
        None => transform,
    }
}

/// The script text of the optional statement that comes first: `S0, ` or nothing.
pub(crate) struct Above<'a>(pub &'a Option<ScriptName>);

impl fmt::Display for Above<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(stmt) => write!(f, "{stmt}, "),
            None => Ok(()),
        }
    }
}

/// `i, j, k`
pub(crate) fn comma_list(names: &[ScriptName]) -> String {
    names.iter().map(ScriptName::to_string).collect::<Vec<_>>().join(", ")
}

/// The rewrite that runs the same instances in another order.
pub fn reschedule(scop: &Scop, schedule: Schedule) -> Result<Rewrite, Inapplicable> {
    let mut scop = scop.clone();
    scop.schedule = schedule;
    let instances = scop.identity_instances()?;
    Ok(Rewrite { scop, instances })
}

/// The rewrite that changes nothing.
pub fn unchanged(scop: &Scop) -> Result<Rewrite, Inapplicable> {
    reschedule(scop, scop.schedule.clone())
}

/// isl operations that one transform may take: a hundred times what those of large programs need.
const BUDGET: NonZeroU64 = NonZeroU64::new(20_000_000).expect("not zero");

/// Applies one transform, within its budget.
fn apply_within(scop: &Scop, transform: &dyn Transform) -> Result<Rewrite, Inapplicable> {
    let applied = scop.ctx.within(BUDGET, None, || match transform.apply(scop) {
        Err(Inapplicable::Poly(why)) => Err(why),
        applied => Ok(applied),
    });
    applied?
}

/// Applies one transform after the other; the error names the one that has no place.
pub fn apply_all<'a>(
    scop: &Scop,
    transforms: impl IntoIterator<Item = &'a dyn Transform>,
) -> Result<Rewrite, (usize, Inapplicable)> {
    let mut done: Option<Rewrite> = None;
    for (index, transform) in transforms.into_iter().enumerate() {
        let next = match done {
            None => apply_within(scop, transform),
            Some(before) => apply_within(&before.scop, transform).and_then(|next| {
                // { new -> between } after { between -> old }
                let instances = next.instances.apply_range(before.instances)?;
                Ok(Rewrite { instances, ..next })
            }),
        };
        done = Some(next.map_err(|why| (index, why))?);
    }
    match done {
        Some(rewrite) => Ok(rewrite),
        None => unchanged(scop).map_err(|why| (0, why)),
    }
}
