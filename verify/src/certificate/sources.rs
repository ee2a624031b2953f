//! Claims that last writers are last.
//!
//! For each read of an element, and for each element in the end, a function by pieces is proposed: the instance that wrote the
//! element last; and a set where nobody did. Stated from accesses and schedule: there is always one of the two; the writer
//! runs, writes this element, and runs before the read; no other instance that writes it runs in between; and where nobody is
//! said to write, nobody does.

use super::formula::{IntegerCondition, IntegerTerm};
use super::model::{self, CertifiedModel};
use super::obligations;
use super::read::{self, PieceFunction};
use super::time::ScheduleTimes;
use super::{Claim, ClaimKind, ProgramPlace, ProofPart, Stated, Unstated};
use polyvet_analysis::ids::{AccessId, ArrayId, StmtId};
use polyvet_poly::Map;

/// Instances that wrote last.
#[derive(Clone)]
pub struct Writer {
    /// Statement.
    pub stmt: StmtId,
    /// From the reader, or the element, to its instance.
    pub pieces: PieceFunction,
}

/// What a read finds.
#[derive(Clone)]
pub struct Sources {
    /// Who wrote it last.
    pub writers: Vec<Writer>,
    /// `{ reader -> element }`, or `{ element -> element }`, that nobody wrote.
    pub unwritten: Vec<Map>,
}

/// What looks for its last writer: an instance that reads, or an element in the end.
struct SourceReader<'r> {
    stmt: Option<StmtId>,
    at: &'r [IntegerTerm],
    element: &'r [IntegerTerm],
    /// It exists, and looks at this element.
    looks: IntegerCondition,
    name: String,
    places: Vec<ProgramPlace>,
    array: ArrayId,
}

/// The access of a statement that stores to an array, and the operation whose result it stores.
pub(super) fn store(model: CertifiedModel<'_>, stmt: StmtId, array: ArrayId) -> Stated<(AccessId, usize)> {
    let payload = model.stmt(stmt).payload.as_ref();
    let stores = payload.map_or(&[][..], |payload| &payload.stores);
    let mut found = stores
        .iter()
        .filter(|(access, _)| model.access(stmt, *access).array == array);
    match (found.next(), found.next()) {
        (Some(one), None) => Ok(*one),
        _ => Err(Unstated(format!(
            "`{}` writes one array in two ways",
            model.stmt(stmt).name
        ))),
    }
}

/// The claims of a read.
pub(super) fn of_read(
    part: &mut ProofPart,
    (first, model): (CertifiedModel<'_>, CertifiedModel<'_>),
    times: &ScheduleTimes,
    (stmt, access): (StmtId, AccessId),
    found: &Sources,
) -> Stated<()> {
    let at = model.coordinates(stmt, "reader");
    let element = model.element(stmt, access, "element")?;
    let reader = SourceReader {
        stmt: Some(stmt),
        looks: IntegerCondition::all([
            first.defined()?,
            model.runs(stmt, &at)?,
            model.touches(stmt, access, &at, &element)?,
        ]),
        at: &at,
        element: &element,
        name: format!("{} of {}", model.array(stmt, access), model.stmt(stmt).name),
        places: vec![model.place(stmt, access)],
        array: model.access(stmt, access).array,
    };
    claims(part, model, times, &reader, found)
}

/// The claims of the elements of an array in the end.
pub(super) fn of_end(
    part: &mut ProofPart,
    (first, model): (CertifiedModel<'_>, CertifiedModel<'_>),
    times: &ScheduleTimes,
    array: ArrayId,
    found: &Sources,
) -> Stated<()> {
    let element = model::element("element", model.scop.arrays[array].extents.len());
    let Some(inside) = obligations::inside(model, array, &element)? else {
        return Err(Unstated("the extents of a visible array are not known".to_owned()));
    };
    let reader = SourceReader {
        stmt: None,
        at: &element,
        element: &element,
        looks: IntegerCondition::all([first.defined()?, inside]),
        name: format!("{} in the end", model.scop.arrays[array].name),
        places: Vec::new(),
        array,
    };
    claims(part, model, times, &reader, found)
}

fn claims(
    part: &mut ProofPart,
    model: CertifiedModel<'_>,
    times: &ScheduleTimes,
    reader: &SourceReader<'_>,
    found: &Sources,
) -> Stated<()> {
    let program = match model.program {
        super::WhichProgram::Before => "before",
        super::WhichProgram::After => "after",
    };
    let claim = |what: &str, says: &str, conditions: Vec<(String, IntegerCondition)>| Claim {
        kind: ClaimKind::Source,
        name: format!("{program}, {}, {what}", reader.name),
        says: says.to_owned(),
        places: reader.places.clone(),
        conditions: [
            vec![("an element that is looked at".to_owned(), reader.looks.clone())],
            conditions,
        ]
        .concat(),
    };
    let mut known = Vec::new();
    for writer in &found.writers {
        let (access, _) = store(model, writer.stmt, reader.array)?;
        let name = &model.stmt(writer.stmt).name;
        for piece in &writer.pieces {
            let here = read::within(&piece.domain, reader.at)?;
            let image = read::image(piece, reader.at)?;
            known.push(here.clone());
            let here = || (format!("{name} is said to have written it last"), here.clone());
            let writes = IntegerCondition::all([
                model.runs(writer.stmt, &image)?,
                model.touches(writer.stmt, access, &image, reader.element)?,
                before(model, times, (writer.stmt, &image), reader)?,
            ]);
            let wrong = (
                "and does not run, or write it, or not before".to_owned(),
                writes.negated(),
            );
            part.claim(claim(
                &format!("{name} writes"),
                "the last writer writes",
                vec![here(), wrong],
            ));
            for (other, written) in writes_to(model, reader.array) {
                let at = model.coordinates(other, "other");
                let name = &model.stmt(other).name;
                let mut conditions = vec![here()];
                conditions.push((
                    format!("an instance of {name} (other) writes it too"),
                    IntegerCondition::all([
                        model.runs(other, &at)?,
                        model.touches(other, written, &at, reader.element)?,
                        before(model, times, (other, &at), reader)?,
                    ]),
                ));
                let order = times.before(&model.instance(other, &at), &model.instance(writer.stmt, &image))?;
                let itself = match other == writer.stmt {
                    true => IntegerCondition::same(&at, &image),
                    false => IntegerCondition::False,
                };
                conditions.push((
                    "and not earlier".to_owned(),
                    IntegerCondition::all([order.negated(), itself.negated()]),
                ));
                part.claim(claim(
                    &format!("none of {name} later"),
                    "the last writer is the last",
                    conditions,
                ));
            }
        }
    }
    for unwritten in &found.unwritten {
        let here = read::related(unwritten, reader.at, reader.element)?;
        known.push(here.clone());
        for (other, written) in writes_to(model, reader.array) {
            let at = model.coordinates(other, "other");
            let name = &model.stmt(other).name;
            let writes = IntegerCondition::all([
                model.runs(other, &at)?,
                model.touches(other, written, &at, reader.element)?,
                before(model, times, (other, &at), reader)?,
            ]);
            let conditions = vec![
                ("nobody is said to have written it".to_owned(), here.clone()),
                (format!("but {name} (other) has"), writes),
            ];
            part.claim(claim(
                &format!("unwritten by {name}"),
                "nobody wrote what is said to be unwritten",
                conditions,
            ));
        }
    }
    let missing = (
        "and nothing is said of it".to_owned(),
        IntegerCondition::any(known).negated(),
    );
    part.claim(claim(
        "known",
        "every element has a last writer, or none at all",
        vec![missing],
    ));
    Ok(())
}

fn before(
    model: CertifiedModel<'_>,
    times: &ScheduleTimes,
    (stmt, at): (StmtId, &[IntegerTerm]),
    reader: &SourceReader<'_>,
) -> Stated<IntegerCondition> {
    match reader.stmt {
        Some(read) => times.before(&model.instance(stmt, at), &model.instance(read, reader.at)),
        None => Ok(IntegerCondition::True),
    }
}

/// All accesses that write to an array.
fn writes_to(model: CertifiedModel<'_>, array: ArrayId) -> Vec<(StmtId, AccessId)> {
    let mut found = Vec::new();
    for (s, stmt) in model.scop.stmts.iter_enumerated() {
        let writes = stmt
            .accesses
            .iter_enumerated()
            .filter(|(_, access)| access.array == array && access.kind.is_write());
        found.extend(writes.map(|(a, _)| (s, a)));
    }
    found
}
