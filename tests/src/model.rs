//! One program with its model and a rewrite of it, and what is true of them at given sizes.

use polyvet::Program;
use polyvet_analysis::formula::FormulaAtom;
use polyvet_analysis::ids::{AccessId, StmtId};
use polyvet_analysis::{ParamOrigin, Rewrite, Scop};
pub use polyvet_generate::CallSizes;
use polyvet_ir::{Module, OpId, Severity, ValueId};
use polyvet_poly::{Ctx, DimKind, Schedule, ScheduleNode, ScheduleNodeKind, Set, UnionMap, Val};
use polyvet_rewrites::{apply_script, parse_script};
use std::collections::HashMap;

/// A function, read and extracted.
pub struct Subject {
    /// What it is in.
    pub module: Module,
    /// The function.
    pub func: OpId,
    /// Its model.
    pub scop: Scop,
}

impl Subject {
    /// Reads MLIR text with one function.
    ///
    /// # Errors
    /// What is wrong with it, in words.
    pub fn read(text: &str) -> Result<Subject, String> {
        let module = parse(text)?;
        let [func] = module.funcs()[..] else {
            return Err("not one function".to_owned());
        };
        Subject::of(module, func)
    }

    /// The model of one function of a module.
    ///
    /// # Errors
    /// Why there is none.
    pub fn of(module: Module, func: OpId) -> Result<Subject, String> {
        let options = polyvet_analysis::extract::ExtractOptions {
            index_arguments: true,
            ..Default::default()
        };
        let scop = polyvet_analysis::extract::extract(&module, func, &Ctx::new(), &options);
        let scop = scop.map_err(|error| format!("no model: {error}"))?;
        Ok(Subject { module, func, scop })
    }

    /// The program after a script; [`None`] where a step has no place.
    ///
    /// # Errors
    /// The script is wrong.
    pub fn rewrite(&self, script: &str) -> Result<Option<Rewrite>, String> {
        let steps = parse_script(script).map_err(|errors| format!("`{script}`: {errors:?}"))?;
        Ok(apply_script(&self.scop, &steps).ok())
    }

    /// Arguments of the function.
    pub fn args(&self) -> Vec<ValueId> {
        let entry = self.module.only_block(self.func, 0);
        entry.map_or(Vec::new(), |entry| self.module.block(entry).args.clone())
    }

    /// Values of the model's parameters where the function gets `sizes`; [`None`] if it computes one itself.
    pub fn params(&self, sizes: &CallSizes) -> Option<Vec<i64>> {
        let args = self.args();
        let at = |value: ValueId| args.iter().position(|arg| *arg == value);
        let leaf = |leaf: &FormulaAtom| match leaf {
            FormulaAtom::Argument(at, _) => sizes.indices.get(at).copied(),
            FormulaAtom::Extent(at, dim) => sizes.extents.get(&(*at, *dim)).copied(),
            FormulaAtom::Made(..) => None,
        };
        let value = |param: &polyvet_analysis::Param| match param.origin {
            _ if param.formula.is_some() => param.formula.as_ref()?.value(&leaf),
            ParamOrigin::Value(value) => sizes.indices.get(&at(value)?).copied(),
            ParamOrigin::Extent { value, dim } => sizes.extents.get(&(at(value)?, dim)).copied(),
            ParamOrigin::Formula | ParamOrigin::External => None,
        };
        self.scop.params.iter().map(value).collect()
    }

    /// The sizes that values of the model's parameters stand for; [`None`] if the function computes one itself.
    pub fn sizes(&self, params: &[i64]) -> Option<CallSizes> {
        let args = self.args();
        let at = |value: ValueId| args.iter().position(|arg| *arg == value);
        let mut sizes = CallSizes::default();
        for (param, number) in self.scop.params.iter().zip(params) {
            match param.origin {
                _ if param.formula.is_some() => {}
                ParamOrigin::Value(value) => _ = sizes.indices.insert(at(value)?, *number),
                ParamOrigin::Extent { value, dim } => _ = sizes.extents.insert((at(value)?, dim), *number),
                ParamOrigin::Formula | ParamOrigin::External => return None,
            }
        }
        Some(sizes)
    }

    /// Some values of the parameters for which the program is defined, each near one of `wanted`.
    pub fn small_params(&self, wanted: &[i64]) -> Vec<Vec<i64>> {
        let mut found = Vec::new();
        for wanted in wanted {
            if let Some(params) = self.params_near(*wanted)
                && !found.contains(&params)
            {
                found.push(params);
            }
        }
        found
    }

    fn params_near(&self, wanted: i64) -> Option<Vec<i64>> {
        let mut valid = self.scop.valid.clone();
        let mut params = Vec::new();
        for at in 0..self.scop.params.len() {
            // wanted, wanted + 1, wanted - 1, ..
            let near = (0..24).map(|n| wanted + if n % 2 == 0 { -(n / 2) } else { n / 2 + 1 });
            let (value, rest) = near.filter(|value| *value >= 0).find_map(|value| {
                let fixed = fix_set_dim(valid.clone(), at, value);
                (!fixed.is_empty().expect("isl")).then_some((value, fixed))
            })?;
            valid = rest;
            params.push(value);
        }
        (!valid.is_empty().expect("isl")).then_some(params)
    }

    /// Instances of all statements at some values of the parameters, as the model has them.
    pub fn instances(&self, params: &[i64], max: usize) -> Option<Vec<Moment>> {
        let mut all = Vec::new();
        for (number, stmt) in self.scop.stmts.iter_enumerated() {
            let points = fix_set(stmt.domain.clone(), params)
                .project_out_all_params()
                .expect("isl");
            for point in points.points(max).expect("isl")? {
                all.push((number.into(), point.coords));
            }
        }
        Some(all)
    }

    /// What one access of a statement touches: instances and elements.
    pub fn touched(&self, stmt: StmtId, access: AccessId, params: &[i64], max: usize) -> Vec<(Vec<i64>, Vec<i64>)> {
        let map = UnionMap::from_map(self.scop.access(stmt, access).expect("isl")).expect("isl");
        pairs(&map, params, max)
            .into_iter()
            .map(|(_, at, element)| (at, element))
            .collect()
    }

    /// The time of every instance; [`None`] if there are more than `max` of one statement.
    ///
    /// # Errors
    /// An instance without a time, or with two.
    pub fn times(&self, schedule: &Schedule, params: &[i64], max: usize) -> Result<Option<InstanceTimes>, String> {
        let map = schedule
            .map()
            .expect("isl")
            .intersect_domain(self.scop.domain().expect("isl"))
            .expect("isl");
        let Some(instances) = self.instances(params, max) else {
            return Ok(None);
        };
        let mut times = InstanceTimes::default();
        for (tuple, at, time) in pairs(&map, params, max) {
            let stmt = self.scop.stmt_named(&tuple).ok_or(format!("a time for `{tuple}`"))?;
            if let Some(other) = times.of.insert((stmt.into(), at.clone()), time.clone()) {
                return Err(format!("{tuple}{at:?} has the times {other:?} and {time:?}"));
            }
        }
        match instances.iter().find(|instance| !times.of.contains_key(*instance)) {
            Some(lost) => Err(format!("{lost:?} has no time")),
            None => Ok(Some(times)),
        }
    }
}

/// A statement number and the values of the loops around it.
pub type Moment = (usize, Vec<i64>);

/// Times of instances.
#[derive(Clone, Debug, Default)]
pub struct InstanceTimes {
    /// All of one length.
    pub of: HashMap<Moment, Vec<i64>>,
}

/// A mark in a schedule tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MarkedLoop {
    /// The band below it.
    pub loop_name: String,
    /// Which of the flat time's coordinates the band gives.
    pub coordinate: usize,
    /// How many.
    pub members: usize,
    /// The statements below.
    pub stmts: Vec<String>,
}

/// All marks of a schedule: where two instances below one agree before the coordinate and differ in it,
/// they may run at the same time.
pub fn marks(schedule: &Schedule) -> Vec<MarkedLoop> {
    fn visit(node: &ScheduleNode, coordinate: usize, found: &mut Vec<MarkedLoop>) {
        let kind = node.kind().expect("isl");
        let mut below = coordinate;
        match kind {
            ScheduleNodeKind::Leaf => return,
            ScheduleNodeKind::Band => below += node.band_n_member().expect("isl"),
            ScheduleNodeKind::Sequence | ScheduleNodeKind::Set => below += 1,
            ScheduleNodeKind::Mark => {
                let band = node.clone().first_child().expect("isl");
                if band.kind().expect("isl") == ScheduleNodeKind::Band {
                    let domain = band.domain().expect("isl").sets().expect("isl");
                    found.push(MarkedLoop {
                        loop_name: band
                            .band_get_space()
                            .expect("isl")
                            .tuple_name(DimKind::Set)
                            .expect("isl")
                            .unwrap_or_default(),
                        coordinate,
                        members: band.band_n_member().expect("isl"),
                        stmts: domain
                            .iter()
                            .map(|set| set.tuple_name().expect("isl").unwrap_or_default())
                            .collect(),
                    });
                }
            }
            _ => {}
        }
        for at in 0..node.n_children().expect("isl") {
            visit(&node.clone().child(at).expect("isl"), below, found);
        }
    }
    let mut found = Vec::new();
    visit(&schedule.root().expect("isl"), 0, &mut found);
    found
}

/// Whether a set of parameters holds these values.
pub fn contains(set: &Set, params: &[i64]) -> bool {
    !fix_set(set.clone(), params).is_empty().expect("isl")
}

/// Reads MLIR text without errors.
///
/// # Errors
/// The messages.
pub fn parse(text: &str) -> Result<Module, String> {
    let program = Program::read(text).map_err(|error| {
        let mut messages = error.messages().iter().map(|message| &message.diagnostic);
        let first = messages.find(|diagnostic| diagnostic.severity == Severity::Error);
        first.map_or(error.to_string(), |error| {
            format!("{}: `{}`", error.message, error.primary.of(text))
        })
    })?;
    program.into_module().ok_or("a model without operations".to_owned())
}

fn fix_set_dim(set: Set, at: usize, value: i64) -> Set {
    let value = Val::from_i64(&set.ctx().clone(), value).expect("isl");
    set.fix_val(DimKind::Param, at, value).expect("isl")
}

fn fix_set(set: Set, params: &[i64]) -> Set {
    params
        .iter()
        .enumerate()
        .fold(set, |set, (at, value)| fix_set_dim(set, at, *value))
}

/// The pairs of a relation from instances at fixed parameters: tuple name, input, output.
fn pairs(map: &UnionMap, params: &[i64], max: usize) -> Vec<(String, Vec<i64>, Vec<i64>)> {
    let mut all = Vec::new();
    for map in map.maps().expect("isl") {
        let name = map.tuple_name(DimKind::In).expect("isl").unwrap_or_default();
        let inputs = map.dim(DimKind::In).expect("isl");
        let flat = fix_set(map.wrap().expect("isl"), params)
            .project_out_all_params()
            .expect("isl");
        for point in flat.points(max * 2).expect("isl").expect("as many as instances") {
            all.push((
                name.clone(),
                point.coords[..inputs].to_vec(),
                point.coords[inputs..].to_vec(),
            ));
        }
    }
    all
}
