//! What all operands of a band have in common, and the numbers of one operand.

use polyvet_analysis::Scop;
use polyvet_analysis::ids::{ArrayId, StmtId};
use polyvet_poly::{DimKind, Map, PolyError, Set};
use std::num::NonZeroU64;

use crate::amount::Amount;
use crate::error::Result;
use crate::footprint::{AccessFilter, FootprintOptions, KindVolume, OperandFootprint, Volume};
use crate::kinds::TileKind;
use crate::layout::{ArrayLines, ElementLayout};
use crate::tile::FusedTiles;
use crate::tiling::TileSize;

/// isl operations that a question beside the main ones may take.
const OPERATIONS_MAX: NonZeroU64 = NonZeroU64::new(400_000).expect("not zero");

/// What all operands of a band have in common.
pub(crate) struct Measure<'a> {
    pub(crate) scop: &'a Scop,
    pub(crate) tiles: &'a FusedTiles,
    pub(crate) options: &'a FootprintOptions,
    /// Tiles of which all iterations are run.
    pub(crate) full: Option<TileKind>,
}

/// Tiles up to which a formula that may be a number is evaluated for each.
const FEW_TILES_MAX: usize = 256;

/// Tiles that are few, and the values of parameters, where these are fixed.
struct Few {
    names: Vec<String>,
    points: Vec<Vec<i64>>,
}

impl Few {
    /// The tiles in `of`, with the coordinates `names`, if they are few; none where sizes are not fixed.
    fn of(of: &Set, names: &[&str], context: &Set) -> Result<Few> {
        let of = of.clone().intersect_params(context.clone())?;
        let params = of.dim(DimKind::Param)?;
        let mut known = Vec::new();
        for at in 0..params {
            known.push(of.dim_name(DimKind::Param, at)?.unwrap_or_default());
        }
        known.extend(names.iter().map(|name| (*name).to_owned()));
        let mut of = of.move_dims(DimKind::Set, 0, DimKind::Param, 0, params)?;
        // Extents that nothing depends on may have any value.
        for at in (0..params).rev() {
            let (low, high) = (of.clone().dim_min_val(at)?, of.clone().dim_max_val(at)?);
            if !low.is_int()? || !low.eq(&high)? {
                of = of.project_out(DimKind::Set, at, 1)?;
                known.remove(at);
            }
        }
        let points = match of.is_bounded()? {
            true => of.points(FEW_TILES_MAX)?,
            false => None,
        };
        Ok(Few {
            names: known,
            points: points
                .unwrap_or_default()
                .into_iter()
                .map(|point| point.coords)
                .collect(),
        })
    }

    /// The amount as a number, if it is the same for all.
    fn number(&self, amount: Amount) -> Amount {
        if amount.formula().is_none() || amount.as_constant().is_some() {
            return amount;
        }
        let at = |point: &Vec<i64>| {
            let names = self.names.iter().map(String::as_str);
            amount.eval(&names.zip(point.iter().copied()).collect::<Vec<_>>())
        };
        let mut values = self.points.iter().map(at);
        let Some(Some(first)) = values.next() else {
            return amount;
        };
        match i64::try_from(&first) {
            Ok(number) if values.all(|value| value.as_ref() == Some(&first)) => Amount::constant(number),
            _ => amount,
        }
    }
}

pub(crate) type ArrayLayout = (ElementLayout, std::result::Result<ArrayLines, String>);

impl Measure<'_> {
    pub(crate) fn operand(
        &self,
        stmt: Option<StmtId>,
        array: ArrayId,
        touch: AccessFilter,
        data: Map,
        layout: &ArrayLayout,
    ) -> Result<OperandFootprint> {
        let (tiles, budget) = (self.tiles, &self.options.budget);
        let places = tiles.places(&data)?;
        let full = tiles.full(&places)?;
        let volume = self.volume(&data, layout, &|map| tiles.amount(map, &tiles.all, budget))?;
        let full = full.map(|kind| self.case(&kind, &data, &places, (layout, &volume)));
        let full = full.transpose()?;
        let assumes = layout.1.as_ref().ok().and_then(|lines| lines.assumes.clone());
        let nothing = self.unknown("not asked for");
        Ok(OperandFootprint {
            stmt,
            array,
            touch,
            may: self.may(array, touch, stmt),
            volume,
            assumes,
            slice: tiles.slice(&data, &data.clone().domain()?, budget)?,
            uses: self.uses(array, touch, stmt, &tiles.all)?,
            full_uses: self.full_uses(array, touch, stmt)?,
            cases: full.into_iter().collect(),
            overlap: Vec::new(),
            total: nothing.clone(),
            moved: nothing,
            data,
        })
    }

    /// Summed over all tiles.
    pub(crate) fn total(&self, operand: &OperandFootprint, layout: &ArrayLayout) -> Result<Volume> {
        if self.tiles.symbolic_size().is_some() {
            let Some(full) = operand.full() else {
                return Ok(self.unknown("no tile is full; give sizes values"));
            };
            let places = self.tiles.places(&operand.data)?;
            let sum = |of: &Amount| self.tiles.symbolic_total(of, &places, &self.options.budget);
            return Ok(Volume {
                elems: sum(&full.volume.elems)?,
                bytes: sum(&full.volume.bytes)?,
                lines: sum(&full.volume.lines)?,
            });
        }
        self.volume(&operand.data, layout, &|map| {
            self.tiles.total(map, &self.options.budget)
        })
    }

    /// By kind of tile; what is known of full tiles stays.
    pub(crate) fn cases(&self, operand: &OperandFootprint, layout: &ArrayLayout) -> Result<Vec<KindVolume>> {
        let places = self.tiles.places(&operand.data)?;
        let mut cases = Vec::new();
        for kind in self.tiles.kinds(&places)? {
            cases.push(match operand.full() {
                Some(full) if kind.full => full.clone(),
                _ => self.case(&kind, &operand.data, &places, (layout, &operand.volume))?,
            });
        }
        Ok(cases)
    }

    pub(crate) fn may(&self, array: ArrayId, touch: AccessFilter, stmt: Option<StmtId>) -> bool {
        let of = |member: &&StmtId| stmt.is_none_or(|stmt| stmt == **member);
        let mut accesses = self
            .tiles
            .stmts
            .iter()
            .filter(of)
            .flat_map(|s| &self.scop.stmts[*s].accesses);
        accesses.any(|access| {
            access.array == array
                && touch.fits(access.kind.is_write())
                && access.kind == polyvet_analysis::AccessKind::MayWrite
        })
    }

    /// Such accesses, in full tiles.
    pub(crate) fn full_uses(
        &self,
        array: ArrayId,
        touch: AccessFilter,
        stmt: Option<StmtId>,
    ) -> Result<Option<Amount>> {
        let full = self.full.as_ref();
        full.map(|full| self.uses(array, touch, stmt, &full.tiles)).transpose()
    }

    /// Such accesses: an instance may have several.
    pub(crate) fn uses(&self, array: ArrayId, touch: AccessFilter, stmt: Option<StmtId>, of: &Set) -> Result<Amount> {
        let mut uses = Amount::constant(0);
        for (at, member) in self.tiles.stmts.iter().enumerate() {
            let accesses = &self.scop.stmts[*member].accesses;
            let fits = |one: &&polyvet_analysis::Access| one.array == array && touch.fits(one.kind.is_write());
            let each = accesses.iter().filter(fits).count();
            if each > 0 && stmt.is_none_or(|stmt| stmt == *member) {
                let here = self.tiles.amount(&self.tiles.instances[at], of, &self.options.budget)?;
                uses = uses.plus(&here.times(i64::try_from(each).unwrap_or(i64::MAX)));
            }
        }
        Ok(uses)
    }

    /// Tiles of one kind; `any` is what is known of any tile, and holds where nothing shorter is found.
    pub(crate) fn case(
        &self,
        kind: &TileKind,
        data: &Map,
        places: &[usize],
        (layout, any): (&ArrayLayout, &Volume),
    ) -> Result<KindVolume> {
        let (tiles, budget) = (self.tiles, &self.options.budget);
        // Tiles that differ only in loops that do not matter count once.
        let mut distinct = kind.tiles.clone();
        let mut names: Vec<&str> = tiles.coordinates.iter().map(|one| one.name.as_str()).collect();
        for at in (0..tiles.coordinates.len()).rev() {
            let place = tiles
                .loops
                .iter()
                .position(|name| *name == tiles.coordinates[at].loop_name);
            if place.is_none_or(|place| !places.contains(&place)) {
                distinct = distinct.project_out(DimKind::Set, at, 1)?;
                names.remove(at);
            }
        }
        let volume = self.volume(data, layout, &|map| tiles.amount(map, &kind.tiles, budget))?;
        let few = Few::of(&distinct, &names, &tiles.context)?;
        let best = |own: Amount, any: &Amount| match (own.formula(), any.formula()) {
            (None, Some(_)) => few.number(any.clone()),
            // What holds for any tile holds here, and may be shorter.
            (Some(here), Some(all))
                if own.as_constant().is_none() && all.to_string().len() < here.to_string().len() =>
            {
                few.number(any.clone())
            }
            _ => few.number(own),
        };
        let volume = Volume {
            elems: best(volume.elems, &any.elems),
            bytes: best(volume.bytes, &any.bytes),
            lines: best(volume.lines, &any.lines),
        };
        Ok(KindVolume {
            partial: kind.partial.iter().map(|place| tiles.loops[*place].clone()).collect(),
            several: kind.several,
            full: kind.full,
            set: kind.tiles.clone(),
            tiles: match tiles.symbolic_size() {
                Some(name) => Amount::Unknown(format!("not affine in `{name}`")),
                None => Amount::of(&distinct, &tiles.context, budget)?,
            },
            volume,
            slice: tiles.slice(data, &kind.tiles, budget)?,
        })
    }

    /// Elements, bytes and lines of `data`, each counted by `count`.
    pub(crate) fn volume(
        &self,
        data: &Map,
        layout: &ArrayLayout,
        count: &dyn Fn(&Map) -> Result<Amount>,
    ) -> Result<Volume> {
        let elems = count(data)?;
        let bytes = match layout.0.elem_bytes {
            Some(bytes) => elems.times(i64::try_from(bytes).unwrap_or(i64::MAX)),
            None => Amount::Unknown("the size of an element is not known".to_owned()),
        };
        let lines = match &layout.1 {
            Err(why) => Amount::Unknown(why.clone()),
            Ok(lines) => {
                let options = polyvet_count::CountOptions::default().context(self.tiles.context.clone());
                let on_lines = self.tiles.named(lines.parts.of(data, &options)?)?;
                count(&on_lines)?.times(i64::try_from(lines.per_elem).unwrap_or(i64::MAX))
            }
        };
        Ok(Volume { elems, bytes, lines })
    }

    pub(crate) fn unknown(&self, why: &str) -> Volume {
        let unknown = Amount::Unknown(why.to_owned());
        Volume {
            elems: unknown.clone(),
            bytes: unknown.clone(),
            lines: unknown,
        }
    }

    /// What a full tile shares with the next one, loop by loop.
    pub(crate) fn overlap(&self, operand: &OperandFootprint, layout: &ArrayLayout) -> Result<Vec<(String, Volume)>> {
        let data = &operand.data;
        let Some(full) = self.tiles.full(&self.tiles.places(data)?)? else {
            return Ok(Vec::new());
        };
        let mut found = Vec::new();
        for (at, coordinate) in self.tiles.coordinates.iter().enumerate() {
            let step = match &coordinate.size {
                TileSize::Const(_) => "1".to_owned(),
                TileSize::Param(name) => name.clone(),
            };
            let names = |mark: &str| -> String {
                let all: Vec<String> = (0..self.tiles.coordinates.len())
                    .map(|n| format!("t{n}{mark}"))
                    .collect();
                all.join(", ")
            };
            let same: Vec<String> = (0..self.tiles.coordinates.len())
                .map(|n| {
                    if n == at {
                        format!("t{n}_ = t{n} + {step}")
                    } else {
                        format!("t{n}_ = t{n}")
                    }
                })
                .collect();
            let params = if step == "1" {
                String::new()
            } else {
                format!("[{step}] -> ")
            };
            let next = format!(
                "{params}{{ [{}] -> [{}] : {} }}",
                names(""),
                names("_"),
                same.join(" and ")
            );
            let next = Map::parse(&self.scop.ctx, &next)?.intersect_domain(full.tiles.clone())?;
            let next = next.intersect_range(full.tiles.clone())?;
            let both = next.clone().domain()?;
            let shared = next.apply_range(data.clone())?.intersect(data.clone())?;
            if both.is_empty()? || shared.is_empty()? {
                continue;
            }
            let volume = self.volume(&shared, layout, &|map| {
                self.tiles.amount(map, &both, &self.options.budget)
            })?;
            found.push((coordinate.loop_name.clone(), volume));
        }
        Ok(found)
    }

    /// Without what the tile before touched too: counted as such, or as the total without what both touch.
    pub(crate) fn moved(&self, operand: &OperandFootprint, layout: &ArrayLayout) -> Result<Volume> {
        if self.tiles.symbolic_size().is_some() {
            return Ok(self.unknown("which tile ran before is not affine in symbolic sizes; give them values"));
        }
        let Some(before) = self.affordable(|| self.tiles.before())? else {
            return Ok(self.unknown(TOO_LONG));
        };
        let (data, budget) = (&operand.data, &self.options.budget);
        let direct = self.affordable(|| {
            self.volume(data, layout, &|map| {
                let last = before.clone().apply_range(map.clone())?;
                let fresh = map.clone().subtract(last)?.coalesce()?;
                self.tiles.total(&fresh, budget)
            })
        })?;
        let direct = direct.unwrap_or_else(|| self.unknown(TOO_LONG));
        let is_exact = |volume: &Volume| volume.elems.formula().is_some() && volume.lines.formula().is_some();
        if is_exact(&direct) {
            return Ok(direct);
        }
        let shared = self.affordable(|| {
            self.volume(data, layout, &|map| {
                let last = before.clone().apply_range(map.clone())?;
                self.tiles.total(&map.clone().intersect(last)?.coalesce()?, budget)
            })
        })?;
        let Some(shared) = shared else { return Ok(direct) };
        let better = |direct: Amount, total: &Amount, shared: &Amount| match (direct, total.minus(shared)) {
            (direct @ Amount::Exact(_), _) => direct,
            (_, rest @ Amount::Exact(_)) | (Amount::Unknown(_), rest @ Amount::Between(_)) => rest,
            (direct, _) => direct,
        };
        Ok(Volume {
            elems: better(direct.elems, &operand.total.elems, &shared.elems),
            bytes: better(direct.bytes, &operand.total.bytes, &shared.bytes),
            lines: better(direct.lines, &operand.total.lines, &shared.lines),
        })
    }

    /// The answer to a question beside the main ones; [`None`] if it takes too long.
    fn affordable<T>(&self, question: impl FnOnce() -> Result<T>) -> Result<Option<T>> {
        let answer = self.scop.ctx.within(OPERATIONS_MAX, None, || Ok(question()));
        match answer {
            Ok(Err(crate::FootprintError::Poly(error))) | Err(error) if error.is_budget() => Ok(None),
            Ok(answer) => answer.map(Some),
            Err(error) => Err(PolyError::into(error)),
        }
    }
}

/// What is said about a number whose question took too long.
const TOO_LONG: &str = "the question took too many isl operations";
