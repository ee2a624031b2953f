//! Claims that the second program is defined wherever the first is, as far as sizes decide.

use super::formula::{IntegerCondition, IntegerTerm};
use super::model::{self, CertifiedModel};
use super::read;
use super::{Claim, ClaimKind, ProgramPlace, ProofPart, Stated};
use polyvet_analysis::ids::ArrayId;
use polyvet_analysis::{Condition, Obligation};

/// The claims of the conditions on sizes and subscripts of the second program.
pub(super) fn sizes(part: &mut ProofPart, before: CertifiedModel<'_>, after: CertifiedModel<'_>) {
    for (number, obligation) in after.scop.obligations.iter().enumerate() {
        match claim(before, after, (number, obligation)) {
            Ok(Some(claim)) => part.claim(claim),
            Ok(None) => {}
            Err(why) => part.trust(&format!("condition {number} on `{}`", obligation.op), why.0),
        }
    }
    match known(before, after) {
        Ok(claim) => part.claim(claim),
        Err(why) => part.trust("what is known of the parameters of the second program", why.0),
    }
}

fn claim(
    before: CertifiedModel<'_>,
    after: CertifiedModel<'_>,
    (number, obligation): (usize, &Obligation),
) -> Stated<Option<Claim>> {
    let broken = match &obligation.condition {
        Condition::Data(_) => return Ok(None),
        Condition::Never(iterations) => {
            let at = model::element("iteration", read::rank(iterations)?);
            (
                "an iteration that must not exist".to_owned(),
                read::within(iterations, &at)?,
            )
        }
        Condition::Within { array, elements } => {
            let at = model::element("element", read::rank(elements)?);
            let Some(inside) = inside(after, *array, &at)? else {
                return Ok(None);
            };
            let outside = IntegerCondition::all([read::within(elements, &at)?, inside.negated()]);
            (
                format!("an element outside `{}`", after.scop.arrays[*array].name),
                outside,
            )
        }
    };
    let place = ProgramPlace {
        program: after.program,
        span: obligation.span,
    };
    Ok(Some(Claim {
        kind: ClaimKind::Defined,
        name: format!("{number} `{}`", obligation.op),
        says: "the second program meets its conditions on sizes wherever the first does".to_owned(),
        places: vec![place],
        conditions: vec![("the first program is defined".to_owned(), before.defined()?), broken],
    }))
}

/// What the second model takes for granted of its parameters holds.
fn known(before: CertifiedModel<'_>, after: CertifiedModel<'_>) -> Stated<Claim> {
    let unknown = read::within(&after.scop.context, &[])?.negated();
    Ok(Claim {
        kind: ClaimKind::Defined,
        name: "parameters".to_owned(),
        says: "what the second model takes for granted of sizes holds wherever the first program is defined".to_owned(),
        places: Vec::new(),
        conditions: vec![
            ("the first program is defined".to_owned(), before.defined()?),
            (
                "and something that the second model takes for granted does not hold".to_owned(),
                unknown,
            ),
        ],
    })
}

/// The element is one of an array; `None` if its extents are not known.
pub(super) fn inside(
    model: CertifiedModel<'_>,
    array: ArrayId,
    at: &[IntegerTerm],
) -> Stated<Option<IntegerCondition>> {
    let extents = &model.scop.arrays[array].extents;
    if extents.len() != at.len() {
        return Ok(None);
    }
    let mut parts = Vec::new();
    for (extent, subscript) in extents.iter().zip(at) {
        let Some(extent) = extent else { return Ok(None) };
        let cases = read::cases(extent, &[])?;
        let below = cases
            .into_iter()
            .map(|(here, size)| IntegerCondition::all([here, IntegerCondition::less(subscript.clone(), size)]));
        parts.push(IntegerCondition::le(IntegerTerm::Int(0), subscript.clone()));
        parts.push(IntegerCondition::any(below));
    }
    Ok(Some(IntegerCondition::all(parts)))
}

/// Claims that two arrays have one shape.
pub(super) fn same_extents(
    part: &mut ProofPart,
    before: CertifiedModel<'_>,
    (x, y): (ArrayId, ArrayId),
    after: CertifiedModel<'_>,
) -> Stated<()> {
    let (p, q) = (&before.scop.arrays[x], &after.scop.arrays[y]);
    let mut differ = vec![];
    if p.extents.len() != q.extents.len() {
        part.claim(super::payload::never(
            &p.name,
            &q.name,
            "the arrays have different ranks",
        ));
        return Ok(());
    }
    for (m, n) in p.extents.iter().zip(&q.extents) {
        match (m, n) {
            (Some(m), Some(n)) => differ.push(super::payload::differ(&read::cases(m, &[])?, &read::cases(n, &[])?)),
            (None, None) => {}
            _ => differ.push(IntegerCondition::True),
        }
    }
    part.claim(Claim {
        kind: ClaimKind::Element,
        name: format!("shapes of {} and {}", p.name, q.name),
        says: "what can be seen from outside has one shape".to_owned(),
        places: Vec::new(),
        conditions: vec![
            ("the first program is defined".to_owned(), before.defined()?),
            ("an extent differs".to_owned(), IntegerCondition::any(differ)),
        ],
    });
    Ok(())
}
