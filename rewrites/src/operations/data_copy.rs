//! `data_copy`: the part of an array that one iteration of a loop touches, in a buffer of its own.
//!
//! The part is what the accesses of the statements below the loop touch, exactly, whatever their subscripts: strides,
//! triangles, several accesses. The buffer has the extents of the smallest slice around it (`footprint`'s), dense where
//! the slice has strides. Either the slice is copied, or only the elements that are touched; out of the array come
//! those that may be read before they are written, back go those that are written.

use crate::ScriptName;
use crate::operations::OperationTransform;
use crate::operations::operation::no_place;
use crate::registry::Build;
use crate::schedule::Inapplicable;
use crate::schedule::copies::{IterationBody, Local, body_of, with_local};
use crate::{RegistryEntry, ScriptedProgram};
use polyvet_analysis::ids::ArrayId;
use polyvet_analysis::{AccessKind, ArrayKind, Scop};
use polyvet_footprint::{Dense, FootprintError, SliceFrame};
use polyvet_ir::{Diagnostic, OpId, Span};
use polyvet_poly::{DimKind, Map, PolyError, UnionMap};

/// Its line in the list.
pub static ENTRY: RegistryEntry = RegistryEntry {
    name: "data_copy",
    aliases: &[],
    summary: "Copies what an iteration of a loop touches of arrays to local buffers, and what it wrote back: the slice around it, or with `set` nothing else.",
    params: "i, ARRAY, ..  |  i, ARRAY, .., set",
    example: "data_copy(d0, A)",
    build: Build::Operations(|args| {
        let (name, mut arrays) = (args.name()?, vec![args.name()?]);
        while !args.is_done() {
            arrays.push(args.name()?);
        }
        let set = arrays.len() > 1 && arrays.last().is_some_and(|last| last.value == "set");
        if set {
            arrays.pop();
        }
        Ok(Box::new(DataCopy { name, arrays, set }))
    }),
};

/// Copies parts of arrays to local buffers.
#[derive(Debug)]
pub struct DataCopy {
    /// The loop.
    pub name: ScriptName,
    /// The arrays.
    pub arrays: Vec<ScriptName>,
    /// Copies the elements that are touched, not the slice around them.
    pub set: bool,
}

impl OperationTransform for DataCopy {
    fn text(&self) -> String {
        let arrays = self.arrays.iter().map(ScriptName::to_string);
        let set = self.set.then(|| "set".to_owned());
        ENTRY.call([self.name.to_string()].into_iter().chain(arrays).chain(set))
    }

    fn apply(&self, program: &mut ScriptedProgram) -> Result<Vec<OpId>, Diagnostic> {
        let scop = program.model(&self.name)?;
        let after = scop
            .ctx
            .within(crate::program::BUDGET, None, || match self.rewrite(&scop) {
                Err(Refused::Poly(why)) => Err(why),
                done => Ok(done),
            })
            .map_err(|why| Inapplicable::Poly(why).diagnostic(self.name.span))?;
        let after = after.map_err(|refused| match refused {
            Refused::Told(diagnostic) => *diagnostic,
            Refused::Poly(why) => Inapplicable::Poly(why).diagnostic(self.name.span),
        })?;
        program.regenerate(&after, self.name.span)?;
        Ok(Vec::new())
    }
}

enum Refused {
    Poly(PolyError),
    Told(Box<Diagnostic>),
}

impl From<PolyError> for Refused {
    fn from(why: PolyError) -> Refused {
        Refused::Poly(why)
    }
}

impl From<Diagnostic> for Refused {
    fn from(diagnostic: Diagnostic) -> Refused {
        Refused::Told(Box::new(diagnostic))
    }
}

impl From<Inapplicable> for Refused {
    fn from(why: Inapplicable) -> Refused {
        match why {
            Inapplicable::Poly(why) => Refused::Poly(why),
            why => Refused::from(why.diagnostic(Span::NONE)),
        }
    }
}

impl From<FootprintError> for Refused {
    fn from(why: FootprintError) -> Refused {
        match why {
            FootprintError::Poly(why) => Refused::Poly(why),
            why => Refused::from(Diagnostic::error("no-place", why.to_string(), Span::NONE)),
        }
    }
}

impl DataCopy {
    fn rewrite(&self, scop: &Scop) -> Result<Scop, Refused> {
        let mut scop = scop.clone();
        for array in &self.arrays {
            scop = self.one(&scop, array)?;
        }
        Ok(scop)
    }

    fn one(&self, scop: &Scop, name: &ScriptName) -> Result<Scop, Refused> {
        let array = array_named(scop, name)?;
        let Some(body) = body_of(scop, &self.name)? else {
            return Ok(scop.clone());
        };
        if let Some(parallel) = &body.parallel {
            let message = format!("iterations of `{parallel}` run at the same time, and would share the buffer");
            return Err(no_place(&self.name, message).help("copy in a loop around it").into());
        }
        let Some(touched) = TouchedRelation::of(scop, &body, array)? else {
            let message = format!("nothing in the loop `{}` touches `{name}`", self.name);
            return Err(no_place(name, message).into());
        };
        if touched.is_bound {
            let message = format!("what the loop touches of `{name}` is not known exactly");
            return Err(no_place(name, message).into());
        }
        let frame = SliceFrame::of(&touched.all)?;
        let Dense { place, extents } = frame.dense()?;
        let (incoming, outgoing) = match self.set || frame.exact {
            true => (touched.exposed, touched.written),
            // What is copied back has to be there, also where nothing writes it.
            false => {
                let back = match touched.written.is_empty()? {
                    true => touched.written.clone(),
                    false => frame.elements.clone(),
                };
                let kept = back.clone().subtract(touched.written)?;
                let needed = touched.exposed.is_empty()? && kept.is_empty()?;
                (if needed { touched.exposed } else { frame.elements }, back)
            }
        };
        let local = Local {
            array,
            place,
            extents,
            incoming: incoming.coalesce()?,
            outgoing: outgoing.coalesce()?,
        };
        Ok(with_local(scop, &self.name, &local)?)
    }
}

/// The array of memory called `name`.
fn array_named(scop: &Scop, name: &ScriptName) -> Result<ArrayId, Diagnostic> {
    let real = |at: &ArrayId| scop.arrays[*at].kind != ArrayKind::Register;
    scop.array_named(&name.value).filter(real).ok_or_else(|| {
        let names = scop.arrays.iter().filter(|array| array.kind != ArrayKind::Register);
        let names: Vec<String> = names.map(|array| format!("`{}`", array.name)).collect();
        no_place(name, format!("there is no array `{name}` here")).help(format!("arrays: {}", names.join(", ")))
    })
}

/// What iterations of a loop touch of an array: `{ [t] -> A[x] }`.
struct TouchedRelation {
    all: Map,
    /// Read, and not surely written before in the same iteration.
    exposed: Map,
    written: Map,
    /// Not all of this surely happens.
    is_bound: bool,
}

impl TouchedRelation {
    fn of(scop: &Scop, body: &IterationBody, array: ArrayId) -> Result<Option<TouchedRelation>, Refused> {
        let below = |read: bool| -> Result<UnionMap, PolyError> {
            let all = scop.accesses(Some(array), |kind| (kind == AccessKind::Read) == read)?;
            all.intersect_domain(body.instances.clone())?
                .intersect_params(scop.context.clone())
        };
        let (reads, writes) = (below(true)?, below(false)?);
        let order = scop.schedule.map()?.intersect_domain(body.instances.clone())?;
        // { S[i] -> W[j] }: W runs before S, in the same iteration of the loop.
        let same = body.times.clone().apply_range(body.times.clone().reverse()?)?;
        let earlier = order.clone().lex_gt_union_map(order)?.intersect(same)?;
        let filled = earlier.apply_range(writes.clone())?;
        let exposed = reads.clone().subtract(filled)?;
        let of_times = body.times.clone().reverse()?;
        let per_time = |accesses: UnionMap| of_times.clone().apply_range(accesses)?.coalesce();
        let Some(all) = per_time(reads.union(writes.clone())?)?.maps()?.into_iter().next() else {
            return Ok(None);
        };
        let none = Map::empty(all.space()?)?;
        let one = |map: UnionMap| -> Result<Map, PolyError> {
            Ok(per_time(map)?
                .maps()?
                .into_iter()
                .next()
                .unwrap_or_else(|| none.clone()))
        };
        let may = |stmt: &polyvet_analysis::Stmt| {
            let inexact = |access: &polyvet_analysis::Access| stmt.may || access.kind == AccessKind::MayWrite;
            stmt.accesses
                .iter()
                .any(|access| access.array == array && inexact(access))
        };
        Ok(Some(TouchedRelation {
            exposed: one(exposed)?,
            written: one(writes)?,
            is_bound: scop.stmts.iter().any(may) || all.dim(DimKind::Out)? != scop.arrays[array].extents.len(),
            all,
        }))
    }
}
