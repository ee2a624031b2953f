//! The sizes of a run: dynamic extents and index arguments, from `--param`.

use crate::function::suggestion;
use crate::run::GivenArgument;
use crate::session::{Outcomes, Session};
use polyvet_analysis::extract::extract;
use polyvet_analysis::{Param, ParamOrigin, Scop};
use polyvet_interp::Scalar;
use polyvet_ir::{Dim, Module, OpId, Type, ValueId};
use polyvet_poly::{Ctx, DimKind, Set};
use std::collections::{BTreeMap, HashMap};

/// Extents (`A.0`) and index arguments (`n`) that are known before the run.
pub struct GivenSizes(HashMap<String, i64>);

impl GivenSizes {
    /// Takes `--param`, under the names of the function's arguments or of its model, and what follows
    /// from them because shapes agree.
    pub fn read(
        session: &mut Session<'_>,
        param: &[(String, i64)],
        module: &Module,
        func: OpId,
        names: &[String],
    ) -> Outcomes<GivenSizes> {
        let values = module
            .only_block(func, 0)
            .map_or(&[][..], |entry| &module.block(entry).args);
        let place = |value: ValueId| values.iter().position(|arg| *arg == value).map(|at| &names[at]);
        let mut known = Vec::new();
        for (value, name) in values.iter().zip(names) {
            match module.ty(*value) {
                Type::Index => known.push(name.clone()),
                Type::MemRef { shape, .. } | Type::Tensor { shape, .. } => {
                    known.extend((0..shape.len()).map(|dim| format!("{name}.{dim}")));
                }
                _ => {}
            }
        }
        // Without a model only its names and what follows are missing.
        let model = extract(module, func, &Ctx::new(), &Default::default()).ok();
        let params = model.as_ref().map_or(&[][..], |scop| &scop.params);
        let key = |param: &Param| match param.origin {
            ParamOrigin::Value(value) => place(value).cloned(),
            ParamOrigin::Extent { value, dim } => place(value).map(|name| format!("{name}.{dim}")),
            ParamOrigin::Formula | ParamOrigin::External => None,
        };
        let mut sizes = HashMap::new();
        for (name, value) in param {
            let named = params.iter().find(|param| param.name == *name || param.label == *name);
            let Some(key) = Some(name.clone())
                .filter(|name| known.contains(name))
                .or_else(|| named.and_then(key))
            else {
                known.extend(
                    params
                        .iter()
                        .map(|param| param.label.clone())
                        .filter(|label| !known.contains(label))
                        .collect::<Vec<_>>(),
                );
                let message = format!("no argument or extent is called `{name}`");
                return Err(session.error_help("unknown-parameter", message, suggestion(name, "there are", &known)));
            };
            sizes.insert(key, *value);
        }
        if let Some(scop) = &model {
            let given = params
                .iter()
                .filter_map(|param| Some((param.name.clone(), *sizes.get(&key(param)?)?)))
                .collect();
            for (name, value) in implied(scop.clone(), given).unwrap_or_default() {
                if let Some(key) = params.iter().find(|param| param.name == name).and_then(key) {
                    sizes.entry(key).or_insert(value);
                }
            }
        }
        Ok(GivenSizes(sizes))
    }

    /// Values for all that is dynamic, many times: each of `values` for everything that `param` leaves open, then
    /// different primes, as far as shapes need not agree.
    pub fn sweep(
        session: &mut Session<'_>,
        param: &[(String, i64)],
        module: &Module,
        func: OpId,
        names: &[String],
        values: &[i64],
    ) -> Outcomes<Vec<GivenSizes>> {
        let fixed = GivenSizes::read(session, param, module, func, names)?;
        let args = module
            .only_block(func, 0)
            .map_or(&[][..], |entry| &module.block(entry).args);
        let mut open = Vec::new();
        for (value, name) in args.iter().zip(names) {
            match module.ty(*value) {
                Type::Index => open.push(name.clone()),
                Type::MemRef { shape, .. } | Type::Tensor { shape, .. } => {
                    let dynamic = shape.iter().enumerate().filter(|(_, dim)| **dim == Dim::Dynamic);
                    open.extend(dynamic.map(|(at, _)| format!("{name}.{at}")));
                }
                _ => {}
            }
        }
        open.retain(|key| !fixed.0.contains_key(key));
        if open.is_empty() {
            return Ok(vec![fixed]);
        }
        let mut all: Vec<GivenSizes> = Vec::new();
        for value in values {
            let mut sizes = fixed.0.clone();
            sizes.extend(open.iter().map(|key| (key.clone(), *value)));
            all.push(GivenSizes(sizes));
        }
        let agreeing = agreeing(module, func, args, names);
        for first in 0..MIXED {
            let mut given = param.to_vec();
            let mut sizes = GivenSizes(fixed.0.clone());
            for (at, key) in open.iter().enumerate() {
                if !sizes.0.contains_key(key) {
                    let other = agreeing.iter().find_map(|(one, other)| match () {
                        () if one == key => sizes.get(other),
                        () if other == key => sizes.get(one),
                        () => None,
                    });
                    let prime = PRIMES[(first * 3 + at) % PRIMES.len()];
                    given.push((key.clone(), other.unwrap_or(prime)));
                    sizes = GivenSizes::read(session, &given, module, func, names)?;
                }
            }
            if open.len() > 1 {
                all.push(sizes);
            }
        }
        Ok(all)
    }

    /// An extent (`A.0`) or index argument (`n`).
    pub fn get(&self, key: &str) -> Option<i64> {
        self.0.get(key).copied()
    }

    /// All of them.
    pub fn named(&self) -> BTreeMap<String, i64> {
        self.0.iter().map(|(name, value)| (name.clone(), *value)).collect()
    }

    /// The value of an index argument.
    pub fn index(&self, session: &mut Session<'_>, name: &str) -> Outcomes<GivenArgument> {
        match self.0.get(name) {
            Some(value) => Ok(GivenArgument::Scalar(Scalar::index(*value))),
            None => {
                let message = format!("the value of `{name}` is not given");
                Err(session.error_help("index", message, format!("say `--param {name}=8`")))
            }
        }
    }

    /// The extents of an argument.
    pub fn shape(
        &self,
        session: &mut Session<'_>,
        name: &str,
        ty: &Type,
        given: Option<&GivenArgument>,
    ) -> Outcomes<Vec<i64>> {
        let (Type::MemRef { shape: dims, .. } | Type::Tensor { shape: dims, .. }) = ty else {
            return Ok(Vec::new());
        };
        if let Some(GivenArgument::Array { shape, .. }) = given {
            return Ok(shape.clone());
        }
        let mut shape = Vec::new();
        for (at, dim) in dims.iter().enumerate() {
            let key = format!("{name}.{at}");
            shape.push(match (dim, self.0.get(&key).copied()) {
                (Dim::Static(extent), None) => i64::try_from(*extent).unwrap_or(i64::MAX),
                (Dim::Static(extent), Some(stated)) if i64::try_from(*extent) != Ok(stated) => {
                    return Err(session.error("shape", format!("`{key}` is {extent}, not {stated}")));
                }
                (_, Some(stated)) if stated >= 0 => stated,
                (_, Some(stated)) => return Err(session.error("shape", format!("`{key}` is negative: {stated}"))),
                (_, None) => {
                    let message = format!("extent {at} of `{name}` is dynamic, and not given");
                    let help = format!("say `--param {key}=8`, or give the array with `--arg {name}=FILE.npy`");
                    return Err(session.error_help("extent", message, help));
                }
            });
        }
        Ok(shape)
    }
}

/// Extents that a program need not, but will have equal: `(B.0, A.1)` where a subscript in the first dimension of `B` runs
/// through `0 .. A.1`. Without a model nothing is known of that.
fn agreeing(module: &Module, func: OpId, args: &[ValueId], names: &[String]) -> Vec<(String, String)> {
    let model = extract(module, func, &Ctx::new(), &Default::default()).ok();
    let pairs = model.map(|scop| agreeing_in(&scop).unwrap_or_default());
    let key = |(value, dim): (ValueId, usize)| {
        let at = args.iter().position(|arg| *arg == value)?;
        Some(format!("{}.{dim}", names[at]))
    };
    let pairs = pairs.unwrap_or_default().into_iter();
    pairs
        .filter_map(|(one, other)| Some((key(one)?, key(other)?)))
        .collect()
}

/// An extent: of which value, in which dimension.
type GivenExtent = (ValueId, usize);

fn agreeing_in(scop: &Scop) -> polyvet_poly::Result<Vec<(GivenExtent, GivenExtent)>> {
    let extent = |param: &Param| match param.origin {
        ParamOrigin::Extent { value, dim } => Some((value, dim)),
        _ => None,
    };
    let mut found = Vec::new();
    for (s, stmt) in scop.stmts.iter_enumerated() {
        for (a, access) in stmt.accesses.iter_enumerated() {
            let array = &scop.arrays[access.array];
            let Some(value) = array.value else { continue };
            let touched = scop.access(s, a)?.intersect_domain(stmt.domain.clone())?.range()?;
            for dim in 0..array.extents.len() {
                for param in &scop.params {
                    let Some(other) = extent(param).filter(|other| *other != (value, dim)) else {
                        continue;
                    };
                    if runs_through(&touched, dim, array.extents.len(), &param.name)? {
                        found.push(((value, dim), other));
                    }
                }
            }
        }
    }
    Ok(found)
}

/// Whether a subscript takes the values from 0 to one before a parameter, wherever something is touched.
fn runs_through(touched: &Set, dim: usize, rank: usize, param: &str) -> polyvet_poly::Result<bool> {
    let subscripts: Vec<String> = (0..rank).map(|at| format!("x{at}")).collect();
    let with = |condition: &str| {
        let name = touched.tuple_name()?.unwrap_or_default();
        let text = format!("[{param}] -> {{ {name}[{}] : {condition} }}", subscripts.join(", "));
        let set = Set::parse(touched.ctx(), &text)?;
        touched.clone().intersect(set)
    };
    let beyond = with(&format!("x{dim} < 0 or x{dim} >= {param}"))?;
    let (first, last) = (with(&format!("x{dim} = 0"))?, with(&format!("x{dim} = {param} - 1"))?);
    let all = touched.clone().params()?;
    Ok(beyond.is_empty()? && !all.is_empty()? && all.is_subset(&first.params()?)? && all.is_subset(&last.params()?)?)
}

/// How often a sweep takes sizes that differ.
const MIXED: usize = 2;
const PRIMES: [i64; 7] = [5, 3, 7, 2, 13, 11, 17];

/// The parameters of a model that have one value if some are given.
fn implied(mut scop: Scop, given: Vec<(String, i64)>) -> Option<Vec<(String, i64)>> {
    scop.assume(&[], &given).ok()?;
    let context = scop.context.detect_equalities().ok()?;
    let mut values = Vec::new();
    for (at, param) in scop.params.iter().enumerate() {
        // A value that is not fixed is no integer.
        let value = context.plain_get_val_if_fixed(DimKind::Param, at).ok()?;
        if value.is_int().ok()? {
            values.push((param.name.clone(), value.to_i64().ok()?));
        }
    }
    Some(values)
}
