//! Footprints with symbolic sizes beside those with the sizes that are given, as results.

use super::{ACROSS_OPERATIONS_MAX, FootprintQuestion, NoFootprint, TILES_MAX};
use crate::facts::{self, condition_text};
use polyvet_analysis::Scop;
use polyvet_analysis::ids::ArrayId;
use polyvet_footprint::{
    AccessFilter, Amount, Budget, ElementLayout, Footprint, FootprintError, FusedTiles, OperandFootprint, Peak, Volume,
};
use polyvet_poly::{DimKind, Map, Set, Val};
use polyvet_report::footprint::*;
use typed_index_collections::TiVec;

/// A footprint with symbolic sizes, and with those that are given.
pub(super) struct FootprintPair<'a> {
    pub(super) question: &'a FootprintQuestion<'a>,
    pub(super) plain: &'a Footprint,
    pub(super) fixed: &'a Footprint,
    /// Values of all parameters, if they are known.
    pub(super) values: Option<Vec<(String, i64)>>,
}

impl FootprintPair<'_> {
    pub(super) fn results(&self, whole: bool) -> Result<Vec<FootprintResult>, NoFootprint> {
        let scop = self.question.plain;
        let stmts: Vec<String> = self
            .plain
            .tiles
            .stmts
            .iter()
            .map(|stmt| scop.stmts[*stmt].name.clone())
            .collect();
        let mut results = Vec::new();
        if let ([_, _, ..], false) = (stmts.as_slice(), whole) {
            for (at, stmt) in self.plain.tiles.stmts.iter().enumerate() {
                let of = |operand: &&OperandFootprint| operand.stmt == Some(*stmt);
                let mut one = self.head(vec![stmts[at].clone()], Some(stmts[at].clone()))?;
                one.operands = self.operands(&self.plain.operands, of)?;
                one.instances = number(&self.plain.full_instances[at], self.fixed.full_instances.get(at));
                results.push(one);
            }
        }
        let single = (stmts.len() == 1 && !whole).then(|| stmts[0].clone());
        let mut all = self.head(stmts, single.clone())?;
        all.operands = match single {
            Some(_) => self.operands(&self.plain.operands, |_| true)?,
            None => self.operands(&self.plain.arrays, |operand| operand.touch != AccessFilter::Any)?,
        };
        self.band(&mut all, whole)?;
        results.push(all);
        Ok(results)
    }

    fn head(&self, stmts: Vec<String>, stmt: Option<String>) -> Result<FootprintResult, NoFootprint> {
        let (question, tiles) = (self.question, &self.plain.tiles);
        let coordinates: Vec<TileLoop> = tiles
            .coordinates
            .iter()
            .map(|one| TileLoop {
                name: one.loop_name.clone(),
                size: one.size.to_string(),
                coordinate: one.name.clone(),
                begins: one.origin(),
            })
            .collect();
        let mut tile: Vec<TileLoop> = Vec::new();
        for (one, _) in coordinates
            .iter()
            .zip(&tiles.coordinates)
            .filter(|(_, coordinate)| !coordinate.outer)
        {
            tile.retain(|known| known.name != one.name);
            tile.push(one.clone());
        }
        let universe = Set::universe(tiles.context.space()?)?;
        let mut assumes: Vec<String> = vec!["every array begins a line".to_owned()];
        let mut rows: Vec<String> = Vec::new();
        for operand in &self.fixed.arrays {
            if operand.assumes.is_some() {
                let name = question.plain.arrays[operand.array].name.clone();
                if !rows.contains(&name) {
                    rows.push(name);
                }
            }
        }
        if !rows.is_empty() {
            assumes.push(format!("so does every row of {}", rows.join(", ")));
        }
        Ok(FootprintResult {
            names: facts::names(question.plain),
            file: question.program.source.name.clone(),
            func: question.plain.name.clone(),
            stmt,
            stmts,
            level: if tiles.coordinates.is_empty() {
                0
            } else {
                tiles.level + 1
            },
            levels: question.tiling.levels.len(),
            tile,
            coordinates,
            context: match question.params.is_empty() {
                true => condition_text(tiles.context.clone(), &universe)?,
                false => {
                    let context = &self.fixed.tiles.context;
                    condition_text(context.clone(), &self.given(context)?)?
                }
            },
            params: question.params.clone(),
            line_bytes: question.args.line,
            assumes,
            tiles: number(&self.plain.count, Some(&self.fixed.count)),
            instances: NumberResult::default(),
            operands: Vec::new(),
            working_set: None,
            working_set_any: None,
            live_across: None,
            intensity: None,
            read_traffic: None,
            write_traffic: None,
            total_intensity: None,
            cold: None,
            live: None,
            simulation: None,
            picture: None,
        })
    }

    /// What `--param` says about the parameters of `context`.
    fn given(&self, context: &Set) -> Result<Set, NoFootprint> {
        let mut given = Set::universe(context.space()?)?;
        for (name, value) in &self.question.params {
            if let Some(at) = given.find_dim_by_name(DimKind::Param, name)? {
                given = given.fix_val(DimKind::Param, at, Val::from_i64(context.ctx(), *value)?)?;
            }
        }
        Ok(given)
    }

    fn operands(
        &self,
        all: &[OperandFootprint],
        wanted: impl Fn(&&OperandFootprint) -> bool,
    ) -> Result<Vec<FootprintOperand>, NoFootprint> {
        all.iter().filter(wanted).map(|operand| self.operand(operand)).collect()
    }

    /// The same operand with sizes given.
    fn twin(&self, operand: &OperandFootprint) -> Option<&OperandFootprint> {
        let same = |other: &&OperandFootprint| {
            (other.stmt, other.array, other.touch) == (operand.stmt, operand.array, operand.touch)
        };
        self.fixed.operands.iter().chain(&self.fixed.arrays).find(same)
    }

    fn operand(&self, operand: &OperandFootprint) -> Result<FootprintOperand, NoFootprint> {
        let scop = self.question.plain;
        let array = &scop.arrays[operand.array];
        let twin = self.twin(operand);
        let full = operand.full();
        let twin_full = twin.and_then(OperandFootprint::full);
        // Numbers of a full tile, or of the largest.
        let pick = |of: &dyn Fn(&OperandFootprint) -> Amount,
                    full_of: &dyn Fn(&polyvet_footprint::KindVolume) -> Amount| {
            let constant = twin_full.and_then(|case| full_of(case).as_constant());
            match (constant, twin) {
                (Some(number), _) => Ok(u64::try_from(number).ok()),
                (None, Some(twin)) => {
                    let full = twin_full.map(|case| (full_of(case), &case.set));
                    self.largest(full.as_ref().map(|(amount, set)| (amount, *set)), &of(twin))
                }
                (None, None) => Ok::<_, NoFootprint>(None),
            }
        };
        let volume_part = |part: fn(&Volume) -> &Amount| {
            pick(&|operand| part(&operand.volume).clone(), &|case| {
                part(&case.volume).clone()
            })
        };
        let elems = volume_part(|volume| &volume.elems)?;
        let ty = self
            .question
            .module()
            .zip(array.value)
            .map(|(module, value)| module.ty(value));
        let slice_op = if ty.is_some_and(polyvet_ir::Type::is_tensor) {
            "tensor.extract_slice"
        } else {
            "memref.subview"
        };
        // Where sizes are given they are numbers.
        let given = twin.filter(|_| !self.question.params.is_empty());
        let slice = given.map_or(&operand.slice, |twin| &twin.slice);
        let text = |amount: &Amount| amount.to_string();
        let reuse = match (&operand.full_uses, full.map(|case| &case.volume.elems)) {
            (Some(uses), Some(elems)) => ratio(uses, elems),
            _ => None,
        };
        let reuse = reuse.or_else(|| {
            let twin = twin?;
            let elems = &twin.full()?.volume.elems;
            ratio(twin.full_uses.as_ref()?, elems)
        });
        let mut cases = Vec::new();
        for case in &operand.cases {
            let other = twin.and_then(|twin| {
                let mut all = twin.cases.iter();
                all.find(|other| {
                    (&other.partial, other.several, other.full) == (&case.partial, case.several, case.full)
                })
            });
            // With sizes given there may be no such tiles, and what was cut off for some sizes is full for others: only
            // a case with as many tiles is the same one.
            let counted = self.value(&case.tiles);
            let other = other.filter(|other| counted.is_none() || self.value(&other.tiles) == counted);
            if counted == Some(0) || counted.is_none() && twin.is_some() && other.is_none() {
                continue;
            }
            let mut tiles = number(&case.tiles, other.map(|other| &other.tiles));
            tiles.value = tiles.value.or(counted);
            cases.push(CaseResult {
                partial: case.partial.clone(),
                several: case.several,
                full: case.full,
                tiles,
                volume: volume(&case.volume, other.map(|other| &other.volume)),
                product: Some(other.map_or(&case.slice, |other| &other.slice))
                    .filter(|slice| slice.exact)
                    .map(polyvet_footprint::DataSlice::product_text),
            });
        }
        Ok(FootprintOperand {
            array: array.name.clone(),
            access: operand.touch.name(),
            may: operand.may,
            elems,
            bytes: volume_part(|volume| &volume.bytes)?,
            lines: volume_part(|volume| &volume.lines)?,
            hull_elems: pick(&|operand| operand.slice.hull_elems(), &|case| case.slice.hull_elems())?,
            formula: operand.volume.elems.formula().map(ToString::to_string),
            full: full.map(|case| volume(&case.volume, twin_full.map(|case| &case.volume))),
            product: twin_full
                .filter(|case| case.slice.is_known())
                .or(full)
                .filter(|case| case.slice.exact)
                .map(|case| case.slice.product_text()),
            any: volume(&operand.volume, twin.map(|twin| &twin.volume)),
            hull: number(
                &operand.slice.hull_elems(),
                twin.map(|twin| twin.slice.hull_elems()).as_ref(),
            ),
            set: match given {
                Some(twin) => map_text(twin, &self.fixed.tiles)?,
                None => map_text(operand, &self.plain.tiles)?,
            },
            slice: SliceResult {
                text: format!("{slice_op} %{}{}", array.name, slice.text()),
                offsets: slice.dims.iter().map(|dim| text(&dim.offset)).collect(),
                sizes: slice.dims.iter().map(|dim| text(&dim.size)).collect(),
                strides: slice.dims.iter().map(|dim| dim.stride).collect(),
                exact: slice.exact,
            },
            reuse,
            cases,
            overlap: operand
                .overlap
                .iter()
                .map(|(name, shared)| OverlapResult {
                    loop_name: name.clone(),
                    volume: volume(
                        shared,
                        twin.and_then(|twin| twin.overlap.iter().find(|other| other.0 == *name))
                            .map(|other| &other.1),
                    ),
                })
                .collect(),
            total: volume(&operand.total, twin.map(|twin| &twin.total)),
            moved: volume(&operand.moved, twin.map(|twin| &twin.moved)),
        })
    }

    /// The value at the sizes that are given, where they are all that it depends on.
    fn value(&self, amount: &Amount) -> Option<u64> {
        let values = self.values.as_ref()?;
        let values: Vec<(&str, i64)> = values.iter().map(|(name, value)| (name.as_str(), *value)).collect();
        u64::try_from(amount.eval(&values)?).ok()
    }

    /// The largest among full tiles, or among all where that is not known, if sizes are.
    fn largest(&self, full: Option<(&Amount, &Set)>, any: &Amount) -> Result<Option<u64>, NoFootprint> {
        let (tiles, Some(values)) = (&self.fixed.tiles, &self.values) else {
            return Ok(None);
        };
        let largest = |amount: &Amount, of: &Set| tiles.largest(amount, of, values, TILES_MAX);
        let found = match full.map_or(Ok(None), |(amount, of)| largest(amount, of))? {
            None => largest(any, &tiles.all)?,
            found => found,
        };
        Ok(found.and_then(|value| u64::try_from(value).ok()))
    }

    /// What is said about all statements of the band together.
    fn band(&self, result: &mut FootprintResult, whole: bool) -> Result<(), NoFootprint> {
        let (plain, fixed) = (self.plain, self.fixed);
        let sums = |footprint: &Footprint, of: &dyn Fn(&Footprint) -> Vec<Amount>| {
            of(footprint).iter().fold(Amount::constant(0), |sum, one| sum.plus(one))
        };
        let ops = |footprint: &Footprint, instances: fn(&Footprint) -> &Vec<Amount>| {
            let all = instances(footprint).iter().zip(&footprint.ops);
            let each = all.map(|(count, ops)| count.times(i64::try_from(*ops).unwrap_or(i64::MAX)));
            each.fold(Amount::constant(0), |sum, one| sum.plus(&one))
        };
        let traffic = |footprint: &Footprint, touch: AccessFilter| {
            let all = footprint.arrays.iter().filter(|one| one.touch == touch);
            polyvet_footprint::sum(all.map(|one| &one.total))
        };
        result.instances = number(
            &sums(plain, &|one| one.full_instances.clone()),
            Some(&sums(fixed, &|one| one.full_instances.clone())),
        );
        let intensity = |ops: [Amount; 2], bytes: [Amount; 2]| IntensityResult {
            per_byte: ratio(&ops[0], &bytes[0]).or_else(|| ratio(&ops[1], &bytes[1])),
            ops: number(&ops[0], Some(&ops[1])),
        };
        if let Some(full) = &plain.full_working_set {
            let mut full_volume = volume(full, fixed.full_working_set.as_ref());
            // Lines may depend on where the tile lies: the most in any tile, where sizes are known.
            if full_volume.lines.value.is_none() {
                let full = fixed.full_working_set.as_ref().map(|all| &all.lines);
                full_volume.lines.value = self.largest(full.zip(fixed.full.as_ref()), &fixed.working_set.lines)?;
            }
            result.working_set = Some(full_volume);
            if let Some(fixed_full) = fixed.full_working_set.as_ref() {
                let full_ops = [
                    ops(plain, |one| &one.full_instances),
                    ops(fixed, |one| &one.full_instances),
                ];
                result.intensity = Some(intensity(full_ops, [full.bytes.clone(), fixed_full.bytes.clone()]));
            }
        }
        result.working_set_any = Some(volume(&plain.working_set, Some(&fixed.working_set)));
        let (reads, writes) = (
            [plain, fixed].map(|one| traffic(one, AccessFilter::Read)),
            [plain, fixed].map(|one| traffic(one, AccessFilter::Write)),
        );
        if whole {
            let all = [plain, fixed].map(|one| one.working_set.clone());
            result.cold = Some(volume(&all[0], Some(&all[1])));
            result.live = Some(self.live()?);
        } else {
            result.read_traffic = Some(volume(&reads[0], Some(&reads[1])));
            result.write_traffic = Some(volume(&writes[0], Some(&writes[1])));
            result.live_across = self.across()?;
            let bytes = [0, 1].map(|at| reads[at].bytes.plus(&writes[at].bytes));
            let all_ops = [
                ops(plain, |one| &one.total_instances),
                ops(fixed, |one| &one.total_instances),
            ];
            result.total_intensity = Some(intensity(all_ops, bytes));
        }
        Ok(())
    }

    /// What stays beside a tile because others use it; of the tile with the most where sizes are known.
    fn across(&self) -> Result<Option<VolumeResult>, NoFootprint> {
        let sum = |scop: &Scop, tiles: &FusedTiles| -> Result<Option<[Amount; 2]>, NoFootprint> {
            let mut sums = [Amount::constant(0), Amount::constant(0)];
            let budget = Budget::default();
            for array in scop.arrays.keys() {
                let question = || Ok(tiles.across(scop, array));
                let across = match scop.ctx.within(ACROSS_OPERATIONS_MAX, None, question) {
                    Ok(Err(FootprintError::Poly(error))) | Err(error) if error.is_budget() => return Ok(None),
                    Ok(across) => across?,
                    Err(error) => return Err(error.into()),
                };
                let Some(across) = across else { continue };
                let elems = tiles.amount(&across, &tiles.all, &budget)?;
                let bytes = scop.arrays[array]
                    .elem
                    .elem_bytes()
                    .and_then(|bytes| i64::try_from(bytes).ok());
                let bytes = match bytes {
                    Some(bytes) => elems.times(bytes),
                    None => Amount::Unknown("the size of an element is not known".to_owned()),
                };
                sums = [sums[0].plus(&elems), sums[1].plus(&bytes)];
            }
            Ok(Some(sums))
        };
        if self.plain.tiles.symbolic_size().is_some() {
            return Ok(None);
        }
        let Some(plain) = sum(self.question.plain, &self.plain.tiles)? else {
            return Ok(None);
        };
        let fixed = match self.question.params.is_empty() {
            true => Some(plain.clone()),
            false => sum(self.question.fixed, &self.fixed.tiles)?,
        };
        let value = |at: usize| -> Result<NumberResult, NoFootprint> {
            let mut number = number(&plain[at], None);
            if let (None, Some(fixed)) = (number.value, &fixed) {
                number.value = self.largest(None, &fixed[at])?;
            }
            Ok(number)
        };
        Ok(Some(VolumeResult {
            elems: value(0)?,
            bytes: value(1)?,
            lines: NumberResult::default(),
        }))
    }

    fn live(&self) -> Result<LiveResult, NoFootprint> {
        let question = self.question;
        let peak = |scop: &Scop, tiles: &FusedTiles| -> Result<Peak, NoFootprint> {
            let layouts = scop
                .arrays
                .keys()
                .map(|array| ElementLayout::of(scop, question.module(), array, &tiles.context));
            let layouts: TiVec<ArrayId, ElementLayout> = layouts.collect::<Result<_, _>>()?;
            Ok(Peak::of(scop, tiles, &layouts, &Budget::default())?)
        };
        let plain = peak(question.plain, &self.plain.tiles)?;
        let fixed = match question.params.is_empty() {
            true => plain.clone(),
            false => peak(question.fixed, &self.fixed.tiles)?,
        };
        let mut result = LiveResult {
            peak: plain.exact.then(|| number(&plain.all.0, Some(&fixed.all.0))),
            peak_bytes: plain.exact.then(|| number(&plain.all.1, Some(&fixed.all.1))),
            start: number(&plain.start.0, Some(&fixed.start.0)),
            end: number(&plain.end.0, Some(&fixed.end.0)),
            touched: number(&plain.all.0, Some(&fixed.all.0)),
            by: if plain.exact { "exact" } else { "bounds" },
        };
        if !plain.exact
            && let Some(values) = &self.values
            && let Ok(trace) = question.trace(question.fixed, values)
        {
            let (elements, bytes) = trace.peak();
            let measured = |value| {
                Some(NumberResult {
                    value: Some(value),
                    ..NumberResult::default()
                })
            };
            result.peak = measured(elements);
            result.peak_bytes = measured(bytes);
            result.by = "measured";
        }
        Ok(result)
    }
}

/// The exact set of an operand, with the coordinates of the tile as parameters.
fn map_text(operand: &OperandFootprint, tiles: &FusedTiles) -> Result<String, NoFootprint> {
    let data = operand
        .data
        .clone()
        .gist_domain(tiles.all.clone())?
        .gist_params(tiles.context.clone())?;
    let text = |data: Map| data.remove_redundancies()?.drop_unused_params()?.text();
    let (plain, coalesced) = (text(data.clone())?, text(data.coalesce()?)?);
    Ok(if plain.len() < coalesced.len() {
        plain
    } else {
        coalesced
    })
}

/// The formula of `plain`, and the value of either; without a value, what holds at the sizes that are given.
pub(super) fn number(plain: &Amount, fixed: Option<&Amount>) -> NumberResult {
    let value = plain.as_constant().or_else(|| fixed.and_then(Amount::as_constant));
    let given = fixed.filter(|fixed| value.is_none() && fixed.formula().is_some());
    let plain = given.unwrap_or(plain);
    let (bounds, reason) = match plain {
        Amount::Exact(_) => (None, None),
        Amount::Between(bounds) => {
            let shortest =
                |all: &[polyvet_count::CountFormula]| all.iter().map(ToString::to_string).max_by_key(String::len);
            let ends =
                shortest(&bounds.lower).zip(bounds.upper.iter().map(ToString::to_string).min_by_key(String::len));
            (ends.map(|(low, high)| [low, high]), None)
        }
        Amount::Unknown(why) => (None, Some(why.clone())),
    };
    NumberResult {
        value: value.and_then(|value| u64::try_from(value).ok()),
        formula: plain.formula().map(ToString::to_string),
        bounds,
        reason,
    }
}

fn volume(plain: &Volume, fixed: Option<&Volume>) -> VolumeResult {
    VolumeResult {
        elems: number(&plain.elems, fixed.map(|fixed| &fixed.elems)),
        bytes: number(&plain.bytes, fixed.map(|fixed| &fixed.bytes)),
        lines: number(&plain.lines, fixed.map(|fixed| &fixed.lines)),
    }
}

/// The quotient of two numbers.
fn ratio(above: &Amount, below: &Amount) -> Option<f64> {
    let number = |amount: &Amount| amount.as_constant()?.to_string().parse::<f64>().ok();
    let (above, below) = (number(above)?, number(below)?);
    (below > 0.0).then_some(above / below)
}
