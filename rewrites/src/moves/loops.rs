//! Arguments of transforms on loops.

use super::{other_orders, tilings};
use polyvet_analysis::Scop;
use polyvet_analysis::loops::{loop_name, one_loop_per_band, reserved, stmts_below};
use polyvet_poly::{Result, ScheduleNode, ScheduleNodeKind};
use std::collections::HashMap;

/// Loops of a perfect nest of which all choices and orders are tried; of longer nests only neighbours.
const NEST_MAX: usize = 4;

/// The loops of a schedule.
#[derive(Debug, Default)]
pub(super) struct MovedLoops {
    all: Vec<MovedLoop>,
}

#[derive(Debug)]
struct MovedLoop {
    /// As scripts say it: `S0.i` where `i` alone could be another.
    name: String,
    /// The statements below.
    stmts: Vec<String>,
    /// The loops around it, outermost first.
    outer: Vec<usize>,
    /// Nothing is between it and the innermost of these.
    perfect: bool,
}

/// Where a walk is.
#[derive(Clone, Default)]
struct Above {
    outer: Vec<usize>,
    perfect: bool,
}

impl MovedLoops {
    pub(super) fn of(scop: &Scop) -> Result<MovedLoops> {
        let schedule = one_loop_per_band(scop.schedule.clone(), &reserved(scop))?;
        let mut loops = MovedLoops::default();
        loops.visit(scop, &schedule.root()?, Above::default())?;
        let mut uses: HashMap<String, usize> = HashMap::new();
        for one in &loops.all {
            *uses.entry(one.name.clone()).or_default() += 1;
        }
        for one in &mut loops.all {
            if uses[&one.name] > 1
                && let Some(stmt) = one.stmts.first()
            {
                one.name = format!("{stmt}.{}", one.name);
            }
        }
        Ok(loops)
    }

    fn visit(&mut self, scop: &Scop, node: &ScheduleNode, above: Above) -> Result<()> {
        let mut below = above.clone();
        match node.kind()? {
            ScheduleNodeKind::Band => {
                below.outer.push(self.all.len());
                below.perfect = true;
                self.all.push(MovedLoop {
                    name: loop_name(node)?.unwrap_or_default(),
                    stmts: stmts_below(scop, node)?,
                    outer: above.outer,
                    perfect: above.perfect,
                });
            }
            ScheduleNodeKind::Mark | ScheduleNodeKind::Domain => {}
            _ => below.perfect = false,
        }
        for child in 0..node.n_children()? {
            self.visit(scop, &node.get_child(child)?, below.clone())?;
        }
        Ok(())
    }

    /// The perfect nests, each as long as it is.
    fn nests(&self) -> Vec<Vec<String>> {
        let mut nests: Vec<Vec<usize>> = Vec::new();
        for (at, one) in self.all.iter().enumerate() {
            let around = one.outer.last().filter(|_| one.perfect);
            match nests.iter_mut().find(|nest| nest.last() == around && around.is_some()) {
                Some(nest) => nest.push(at),
                None => nests.push(vec![at]),
            }
        }
        let names = |nest: Vec<usize>| nest.into_iter().map(|at| self.all[at].name.clone()).collect();
        nests.into_iter().map(names).collect()
    }

    /// Two loops of a perfect nest, outer and inner.
    fn pairs(&self) -> Vec<(String, String)> {
        let mut pairs = Vec::new();
        for nest in self.nests() {
            for (at, outer) in nest.iter().enumerate() {
                pairs.extend(nest[at + 1..].iter().map(|inner| (outer.clone(), inner.clone())));
            }
        }
        pairs
    }

    /// Two loops directly inside each other.
    fn neighbours(&self) -> Vec<(String, String)> {
        let nests = self.nests();
        let pairs = nests.iter().flat_map(|nest| nest.windows(2));
        pairs.map(|pair| (pair[0].clone(), pair[1].clone())).collect()
    }

    /// Two loops inside the same loops, of which the first is before the second.
    fn siblings(&self) -> Vec<(String, String)> {
        let mut pairs = Vec::new();
        for (at, one) in self.all.iter().enumerate() {
            let later = self.all[at + 1..].iter().filter(|other| other.outer == one.outer);
            pairs.extend(later.map(|other| (one.name.clone(), other.name.clone())));
        }
        pairs
    }

    /// Parts of the nests that are small enough for all choices.
    fn short_nests(&self) -> Vec<Vec<String>> {
        let mut all = Vec::new();
        for nest in self.nests() {
            match nest.len() <= NEST_MAX {
                true => all.push(nest),
                false => all.extend(nest.windows(2).map(<[String]>::to_vec)),
            }
        }
        all
    }

    fn of_each(&self, arguments: impl Fn(&str) -> Vec<String>) -> Vec<String> {
        self.all.iter().flat_map(|one| arguments(&one.name)).collect()
    }

    /// The arguments to try with a transform; [`None`] if it is not known here.
    pub(super) fn arguments(&self, transform: &str, sizes: &[i64]) -> Option<Vec<String>> {
        let with_sizes = |name: &str| sizes.iter().map(|size| format!("{name}, {size}")).collect();
        Some(match transform {
            "distribute" | "distribute_sccs" | "parallelize" | "predicate" | "reverse" | "separate" | "unpredicate"
            | "vectorize" => self.of_each(|name| vec![name.to_owned()]),
            "split" | "strip_mine" => self.of_each(with_sizes),
            "unroll" | "unroll_jam" => self.of_each(|name| vec![format!("{name}, 2"), format!("{name}, 4")]),
            "peel" => self.of_each(|name| vec![format!("{name}, 1"), format!("{name}, -1")]),
            "scale" => self.of_each(|name| vec![format!("{name}, 2")]),
            "shift" => self.shifts(),
            "pipeline" => self.stages(),
            "coalesce" => lists(self.neighbours(), |outer, inner| vec![format!("{outer}, {inner}")]),
            "interchange" | "wavefront" => lists(self.pairs(), |outer, inner| vec![format!("{outer}, {inner}")]),
            "fuse" => lists(self.siblings(), |one, other| {
                vec![format!("{one}, {other}"), format!("{one}, {other}, 1")]
            }),
            "skew" => lists(self.pairs(), |outer, inner| {
                vec![format!("{inner}, {outer}, 1"), format!("{inner}, {outer}, -1")]
            }),
            "unimodular" => lists(self.neighbours(), |outer, inner| {
                let matrices = ["[[1, 1], [0, 1]]", "[[0, 1], [1, 1]]", "[[0, 1], [-1, 0]]"];
                matrices.map(|matrix| format!("{outer}, {inner}, {matrix}")).to_vec()
            }),
            "diamond" => lists(self.pairs(), |outer, inner| {
                sizes.iter().map(|size| format!("{outer}, {inner}, {size}")).collect()
            }),
            "time_tile" => lists(self.pairs(), |outer, inner| {
                sizes.iter().map(|size| format!("{outer}=4, {inner}={size}")).collect()
            }),
            "permute" => self.orders(),
            "tile" => {
                let nests = self.short_nests();
                let all = sizes
                    .iter()
                    .flat_map(|size| nests.iter().flat_map(|nest| tilings(nest, *size)));
                unique(all.collect())
            }
            "schedule" => vec!["auto".to_owned()],
            _ => return None,
        })
    }

    /// All loops above a statement, and those of one of several statements.
    fn shifts(&self) -> Vec<String> {
        let mut all = self.of_each(|name| vec![format!("{name}, 1")]);
        for one in self.all.iter().filter(|one| one.stmts.len() > 1) {
            let name = one.name.rsplit('.').next().unwrap_or(&one.name);
            all.extend(one.stmts.iter().map(|stmt| format!("{stmt}, {name}, 1")));
        }
        unique(all)
    }

    /// The last statement of each loop with several, one iteration later.
    fn stages(&self) -> Vec<String> {
        let several = self.all.iter().filter(|one| one.stmts.len() > 1);
        several
            .filter_map(|one| Some(format!("{}, {}=1", one.name, one.stmts.last()?)))
            .collect()
    }

    /// Orders of three loops and more; two are interchanged.
    fn orders(&self) -> Vec<String> {
        let mut all = Vec::new();
        for nest in self.nests() {
            let parts: Vec<&[String]> = match nest.len() {
                0..=2 => continue,
                3..=NEST_MAX => vec![&nest],
                _ => nest.windows(3).collect(),
            };
            for part in parts {
                all.extend(other_orders(part).iter().map(|order| order.join(", ")));
            }
        }
        unique(all)
    }
}

/// The arguments for each pair.
fn lists(pairs: Vec<(String, String)>, arguments: impl Fn(&str, &str) -> Vec<String>) -> Vec<String> {
    pairs.iter().flat_map(|(one, other)| arguments(one, other)).collect()
}

/// Each once, where it is first.
fn unique(all: Vec<String>) -> Vec<String> {
    let mut seen = std::collections::HashSet::new();
    all.into_iter().filter(|one| seen.insert(one.clone())).collect()
}
