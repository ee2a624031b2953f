//! Polyhedral models as JSON in isl notation, for users of Polly, PPCG, loopy or pet.
//!
//! One object with the strings `name`, `context`, `domain`, `reads`, `must_writes`, `may_writes`
//! (union maps from statement instances to array elements) and `schedule` (a schedule tree in isl's
//! YAML form, or a union map), and the object `reductions`. All but `domain` and `schedule` may be missing.

use crate::ids::AccessId;
use crate::scop::{Access, AccessKind, Array, ArrayKind, Combiner, Loop, Param, ParamOrigin, Reduction, Scop, Stmt};
use polyvet_ir::{Span, Type};
use polyvet_poly::{Ctx, DimKind, Map, PolyError, Schedule, Set, UnionMap, UnionSet};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use typed_index_collections::TiVec;

/// The JSON object.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JsonModel {
    /// The schema that the file follows, for editors; it is not looked at.
    #[serde(rename = "$schema", default, skip_serializing)]
    pub schema: Option<String>,
    /// What to call it.
    #[serde(default)]
    pub name: String,
    /// `[p] -> { : .. }`
    #[serde(default)]
    pub context: Option<String>,
    /// `[p] -> { S[i] : .. }`
    pub domain: String,
    /// `[p] -> { S[i] -> A[x] : .. }`
    #[serde(default)]
    pub reads: Option<String>,
    /// `[p] -> { S[i] -> A[x] : .. }`
    #[serde(default)]
    pub must_writes: Option<String>,
    /// `[p] -> { S[i] -> A[x] : .. }`
    #[serde(default)]
    pub may_writes: Option<String>,
    /// Schedule tree or union map.
    pub schedule: String,
    /// What statements accumulate with: `{"S": "add"}`. Such a statement reads and writes one array by one relation, and
    /// combines nothing else with what it reads there.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub reductions: BTreeMap<String, String>,
}

/// Why a model cannot be used.
#[derive(Clone, Debug, thiserror::Error)]
pub enum ModelError {
    /// Not JSON, or not this object.
    #[error("{message}")]
    Json {
        /// What serde says.
        message: String,
        /// One-based line.
        line: usize,
        /// One-based column.
        column: usize,
    },
    /// A field that isl cannot read or that does not fit the others.
    #[error("`{field}`: {message}")]
    Field {
        /// Which field.
        field: &'static str,
        /// What is wrong.
        message: String,
    },
    /// isl failed.
    #[error(transparent)]
    Poly(#[from] PolyError),
}

impl JsonModel {
    /// Reads the JSON text.
    ///
    /// # Errors
    /// [`ModelError::Json`] with line and column.
    pub fn from_json(text: &str) -> Result<JsonModel, ModelError> {
        serde_json::from_str(text).map_err(|error| ModelError::Json {
            message: error.to_string(),
            line: error.line(),
            column: error.column(),
        })
    }

    /// The model of `scop`, with `schedule` in place of its own if given.
    ///
    /// # Errors
    /// Only from isl.
    pub fn of(scop: &Scop, schedule: Option<&Schedule>) -> Result<JsonModel, PolyError> {
        let accesses = |kind: AccessKind| -> Result<Option<String>, PolyError> {
            scop.accesses(None, |of| of == kind)?.text().map(Some)
        };
        Ok(JsonModel {
            schema: None,
            name: scop.name.clone(),
            context: Some(scop.context.text()?),
            domain: scop.domain()?.text()?,
            reads: accesses(AccessKind::Read)?,
            must_writes: accesses(AccessKind::MustWrite)?,
            may_writes: accesses(AccessKind::MayWrite)?,
            schedule: schedule.unwrap_or(&scop.schedule).text()?,
            reductions: BTreeMap::new(),
        })
    }

    /// Builds the model.
    ///
    /// # Errors
    /// [`ModelError::Field`] names the field that is wrong.
    pub fn to_scop(&self, ctx: &Ctx) -> Result<Scop, ModelError> {
        let set = UnionSet::parse(ctx, &self.domain).map_err(field("domain"))?;
        let context = self.context.as_deref().unwrap_or("{ : }");
        let context = Set::parse(ctx, context).map_err(field("context"))?;
        let schedule = read_schedule(ctx, &self.schedule, &set).map_err(field("schedule"))?;
        let mut space = context.space()?.align_params(set.space()?)?;
        let mut relations = Vec::new();
        let kinds = [
            ("reads", AccessKind::Read, &self.reads),
            ("must_writes", AccessKind::MustWrite, &self.must_writes),
            ("may_writes", AccessKind::MayWrite, &self.may_writes),
        ];
        for (name, kind, text) in kinds {
            let map = UnionMap::parse(ctx, text.as_deref().unwrap_or("{ }")).map_err(field(name))?;
            space = space.align_params(map.space()?)?;
            relations.push((name, kind, map));
        }
        space = space.align_params(schedule.domain()?.space()?)?;
        let context = context.align_params(space.clone())?;
        let mut scop = Scop {
            name: self.name.clone(),
            ctx: ctx.clone(),
            params: parameters(&context)?,
            valid: context.clone(),
            context,
            arrays: TiVec::new(),
            stmts: TiVec::new(),
            loops: TiVec::new(),
            schedule: schedule.align_params(space.clone())?,
            results: Vec::new(),
            args: Vec::new(),
            obligations: Vec::new(),
            idle_loads: Vec::new(),
            inexact: Vec::new(),
            misfits: Vec::new(),
            views: Vec::new(),
            words: Default::default(),
            overflows: false,
            buffers: Default::default(),
        };
        for domain in set.sets()? {
            scop.add_stmt(domain.align_params(space.clone())?)?;
        }
        scop.stmts.sort_by_cached_key(|stmt| natural(&stmt.name));
        for (name, kind, map) in relations {
            for relation in map.align_params(space.clone())?.maps()? {
                scop.add_access(name, kind, relation)?;
            }
        }
        for (stmt, combiner) in &self.reductions {
            scop.declare_reduction(stmt, combiner)?;
        }
        let missing = scop.domain()?.subtract(scop.schedule.domain()?)?;
        if !missing.is_empty()? {
            let message = format!("it gives no time to {}", missing.sample()?.text()?);
            return Err(ModelError::Field {
                field: "schedule",
                message,
            });
        }
        Ok(scop)
    }
}

impl Scop {
    fn add_stmt(&mut self, domain: Set) -> Result<(), ModelError> {
        let wrong = |message: String| ModelError::Field {
            field: "domain",
            message,
        };
        let name = domain
            .tuple_name()?
            .ok_or_else(|| wrong("a statement has no name".to_owned()))?;
        let rank = domain.dim(DimKind::Set)?;
        let mut dims = Vec::with_capacity(rank);
        let mut loops = Vec::with_capacity(rank);
        for at in 0..rank {
            let dim = domain.dim_name(DimKind::Set, at)?.unwrap_or_else(|| format!("i{at}"));
            loops.push(self.loops.push_and_get_key(Loop {
                name: dim.clone(),
                op: None,
                induction: None,
                claim: None,
                unsigned: false,
                partition: false,
                workers: None,
                strip: None,
                span: Span::NONE,
            }));
            dims.push(dim);
        }
        self.stmts.push(Stmt {
            name,
            dims,
            loops,
            domain,
            accesses: TiVec::new(),
            payload: None,
            may: false,
            reduction: None,
            op: None,
            span: Span::NONE,
        });
        Ok(())
    }

    fn add_access(&mut self, field: &'static str, kind: AccessKind, relation: Map) -> Result<(), ModelError> {
        let wrong = |message: String| ModelError::Field { field, message };
        let stmt = relation
            .tuple_name(DimKind::In)?
            .ok_or_else(|| wrong("a statement has no name".to_owned()))?;
        let array = relation
            .tuple_name(DimKind::Out)?
            .ok_or_else(|| wrong("an array has no name".to_owned()))?;
        let Some(stmt) = self.stmt_named(&stmt) else {
            return Err(wrong(format!("`{stmt}` is not in the domain")));
        };
        if relation.dim(DimKind::In)? != self.stmts[stmt].dims.len() {
            let name = &self.stmts[stmt].name;
            return Err(wrong(format!(
                "`{name}` has another number of dimensions in the domain"
            )));
        }
        let rank = relation.dim(DimKind::Out)?;
        let array = match self.array_named(&array) {
            Some(known) if self.arrays[known].extents.len() == rank => known,
            Some(_) => return Err(wrong(format!("`{array}` is used with different numbers of subscripts"))),
            None => self.arrays.push_and_get_key(Array {
                name: array,
                elem: Type::Opaque("?".to_owned()),
                extents: vec![None; rank],
                kind: ArrayKind::InOut,
                value: None,
                symbol: None,
                versions: Vec::new(),
                may_be_unwritten: false,
                span: Span::NONE,
                layout: None,
                space: None,
            }),
        };
        self.stmts[stmt].accesses.push(Access {
            kind,
            array,
            relation,
            span: Span::NONE,
        });
        Ok(())
    }
}

impl Scop {
    fn declare_reduction(&mut self, stmt: &str, combiner: &str) -> Result<(), ModelError> {
        let wrong = |message: String| ModelError::Field {
            field: "reductions",
            message,
        };
        let known = || DECLARED.map(|(name, _)| format!("`{name}`")).join(", ");
        let found = DECLARED.iter().find(|(name, _)| *name == combiner);
        let (_, combiner) = *found.ok_or_else(|| wrong(format!("`{combiner}` is none of {}", known())))?;
        let number = self
            .stmt_named(stmt)
            .ok_or_else(|| wrong(format!("`{stmt}` is not in the domain")))?;
        let accumulator = accumulator(&self.stmts[number].accesses)?;
        let (read, write) = accumulator.ok_or_else(|| {
            wrong(format!(
                "`{stmt}` does not write, once, exactly what it reads of the same array"
            ))
        })?;
        self.stmts[number].reduction = Some(Reduction {
            combiner,
            read,
            write,
            atomic: false,
        });
        Ok(())
    }
}

/// How reductions are declared.
const DECLARED: [(&str, Combiner); 7] = [
    ("add", Combiner::Add),
    ("mul", Combiner::Mul),
    ("max", Combiner::MaximumF),
    ("min", Combiner::MinimumF),
    ("and", Combiner::And),
    ("or", Combiner::Or),
    ("xor", Combiner::Xor),
];

/// The read and the only write of one array, if both have one relation and no other access touches the array.
fn accumulator(accesses: &TiVec<AccessId, Access>) -> Result<Option<(AccessId, AccessId)>, PolyError> {
    let numbered = || accesses.iter_enumerated();
    let writes: Vec<_> = numbered()
        .filter(|(_, access)| access.kind != AccessKind::Read)
        .collect();
    let [(write, written)] = writes[..] else {
        return Ok(None);
    };
    let of_array: Vec<_> = numbered().filter(|(_, access)| access.array == written.array).collect();
    let [(first, one), (second, other)] = of_array[..] else {
        return Ok(None);
    };
    let same = written.kind == AccessKind::MustWrite && one.relation.is_equal(&other.relation)?;
    let read = if first == write { second } else { first };
    Ok(same.then_some((read, write)))
}

fn field(field: &'static str) -> impl Fn(PolyError) -> ModelError {
    move |error| ModelError::Field {
        field,
        message: error.to_string(),
    }
}

/// A schedule tree, or a union map that becomes one band.
fn read_schedule(ctx: &Ctx, text: &str, domain: &UnionSet) -> Result<Schedule, PolyError> {
    let tree = Schedule::parse(ctx, text);
    if tree.is_ok() || !text.contains("->") || text.contains("domain") {
        return tree;
    }
    let map = UnionMap::parse(ctx, text)?.intersect_domain(domain.clone())?;
    let band = polyvet_poly::MultiUnionPwAff::from_union_map(map)?;
    Schedule::from_domain(domain.clone())?.insert_partial_schedule(band)
}

fn parameters(context: &Set) -> Result<Vec<Param>, PolyError> {
    (0..context.dim(DimKind::Param)?)
        .map(|at| {
            let name = context.dim_name(DimKind::Param, at)?.unwrap_or_default();
            Ok(Param {
                label: name.clone(),
                name,
                origin: ParamOrigin::External,
                formula: None,
            })
        })
        .collect()
}

/// `S_10` after `S_2`.
fn natural(name: &str) -> (String, u64) {
    let digits = name.len() - name.trim_end_matches(|c: char| c.is_ascii_digit()).len();
    let (stem, number) = name.split_at(name.len() - digits);
    (stem.to_owned(), number.parse().unwrap_or(0))
}
