//! The anchor cases: what tiles of well-known programs touch.
//!
//! An [`Op`] is a domain and, for each operand, the accesses to it. For each operand there are sets of these kinds:
//!
//! | kind | points |
//! | --- | --- |
//! | `whole` | elements touched by all instances |
//! | `lines` | their cache lines, 16 elements each along the last dimension |
//! | `tile` | elements touched by the tile with index `t..`, tiles of fixed size from the origin |
//! | `tile-lines` | its cache lines |
//! | `flat-lines` | the lines of the tile where elements lie behind each other, rows of 100; ours row by row |
//! | `total` | elements touched by each tile, summed over all tiles |
//! | `sized` | elements touched by the tile that begins at `o..` and has size `T..`, both parameters |

pub mod peer;

use num_bigint::BigInt;
use polyvet_count::{CountError, CountFormula, CountOptions, CountedLines, PrintedFormula, count};
use polyvet_poly::{Ctx, DimKind, Map, Set, UnionMap};

/// A program of one statement.
pub struct Op {
    pub name: &'static str,
    /// Parameters with two sizes to check at.
    pub params: &'static [(&'static str, [i64; 2])],
    /// Loop indices, outermost first.
    pub dims: &'static [&'static str],
    pub domain: &'static str,
    /// Tile sizes, one a loop; 0 for a loop that is not tiled.
    pub tile: &'static [i64],
    /// Coordinates tiled instead of the loop indices: skewed time tiles.
    pub skew: Option<&'static str>,
    /// Operands with their subscripts.
    pub operands: &'static [(&'static str, &'static [&'static str])],
}

pub const OPS: &[Op] = &[
    Op {
        name: "matmul",
        params: &[("M", [70, 33]), ("N", [65, 32]), ("K", [40, 7])],
        dims: &["i", "j", "k"],
        domain: "0 <= i < M and 0 <= j < N and 0 <= k < K",
        tile: &[32, 32, 32],
        skew: None,
        operands: &[("A", &["i, k"]), ("B", &["k, j"]), ("C", &["i, j"])],
    },
    Op {
        name: "batch-matmul",
        params: &[("P", [3, 2]), ("M", [20, 9]), ("N", [17, 16]), ("K", [10, 7])],
        dims: &["b", "i", "j", "k"],
        domain: "0 <= b < P and 0 <= i < M and 0 <= j < N and 0 <= k < K",
        tile: &[1, 8, 8, 8],
        skew: None,
        operands: &[("A", &["b, i, k"]), ("B", &["b, k, j"]), ("C", &["b, i, j"])],
    },
    Op {
        name: "conv2d",
        params: &[("H", [20, 11]), ("W", [18, 9]), ("C", [5, 3]), ("F", [6, 4])],
        dims: &["h", "w", "f", "r", "s", "c"],
        domain: "0 <= h < H and 0 <= w < W and 0 <= f < F and 0 <= r < 3 and 0 <= s < 3 and 0 <= c < C",
        tile: &[8, 8, 4, 0, 0, 4],
        skew: None,
        operands: &[("I", &["h + r, w + s, c"]), ("K", &["r, s, c, f"]), ("O", &["h, w, f"])],
    },
    Op {
        name: "conv2d-stride2",
        params: &[("H", [20, 11]), ("W", [18, 9]), ("C", [5, 3])],
        dims: &["h", "w", "r", "s", "c"],
        domain: "0 <= h < H and 0 <= w < W and 0 <= r < 3 and 0 <= s < 3 and 0 <= c < C",
        tile: &[8, 8, 0, 0, 4],
        skew: None,
        operands: &[("I", &["2h + r, 2w + s, c"])],
    },
    Op {
        name: "conv2d-stride3-dilation2",
        params: &[("H", [20, 11]), ("W", [18, 9])],
        dims: &["h", "w", "r", "s"],
        domain: "0 <= h < H and 0 <= w < W and 0 <= r < 3 and 0 <= s < 3",
        tile: &[8, 8, 0, 0],
        skew: None,
        operands: &[("I", &["3h + 2r, 3w + 2s"])],
    },
    Op {
        name: "conv2d-rows",
        params: &[("H", [20, 11]), ("R", [5, 3])],
        dims: &["h", "r"],
        domain: "0 <= h < H and 0 <= r < R",
        tile: &[8, 0],
        skew: None,
        operands: &[("I", &["2h + r"]), ("J", &["h + 2r"])],
    },
    Op {
        name: "pooling",
        params: &[("H", [20, 11]), ("W", [18, 9]), ("C", [5, 3])],
        dims: &["h", "w", "c", "r", "s"],
        domain: "0 <= h < H and 0 <= w < W and 0 <= c < C and 0 <= r < 2 and 0 <= s < 2",
        tile: &[8, 8, 4, 0, 0],
        skew: None,
        operands: &[("I", &["2h + r, 2w + s, c"]), ("J", &["3h + r, 3w + s, c"])],
    },
    Op {
        name: "jacobi-2d",
        params: &[("N", [40, 19])],
        dims: &["i", "j"],
        domain: "1 <= i < N - 1 and 1 <= j < N - 1",
        tile: &[16, 16],
        skew: None,
        operands: &[
            ("A", &["i, j", "i - 1, j", "i + 1, j", "i, j - 1", "i, j + 1"]),
            ("B", &["i, j"]),
        ],
    },
    Op {
        name: "heat-3d",
        params: &[("N", [20, 11])],
        dims: &["i", "j", "k"],
        domain: "1 <= i < N - 1 and 1 <= j < N - 1 and 1 <= k < N - 1",
        tile: &[8, 8, 8],
        skew: None,
        operands: &[(
            "A",
            &[
                "i, j, k",
                "i - 1, j, k",
                "i + 1, j, k",
                "i, j - 1, k",
                "i, j + 1, k",
                "i, j, k - 1",
                "i, j, k + 1",
            ],
        )],
    },
    Op {
        name: "seidel-2d",
        params: &[("T", [5, 3]), ("N", [19, 13])],
        dims: &["t", "i", "j"],
        domain: "0 <= t < T and 1 <= i < N - 1 and 1 <= j < N - 1",
        tile: &[4, 8, 8],
        skew: Some("t, t + i, 2t + i + j"),
        operands: &[(
            "A",
            &[
                "i - 1, j - 1",
                "i - 1, j",
                "i - 1, j + 1",
                "i, j - 1",
                "i, j",
                "i, j + 1",
                "i + 1, j - 1",
                "i + 1, j",
                "i + 1, j + 1",
            ],
        )],
    },
    Op {
        name: "lu",
        params: &[("N", [40, 19])],
        dims: &["k", "i", "j"],
        domain: "0 <= k < N and k < i < N and k < j < N",
        tile: &[16, 16, 16],
        skew: None,
        operands: &[
            ("A", &["i, j"]),
            ("L", &["i, k"]),
            ("U", &["k, j"]),
            ("all", &["i, j", "i, k", "k, j"]),
        ],
    },
    Op {
        name: "trmm",
        params: &[("M", [40, 19]), ("N", [20, 9])],
        dims: &["i", "j", "k"],
        domain: "0 <= i < M and 0 <= j < N and i < k < M",
        tile: &[16, 16, 16],
        skew: None,
        operands: &[("A", &["k, i"]), ("B", &["i, j", "k, j"])],
    },
    Op {
        name: "syrk",
        params: &[("N", [40, 19]), ("K", [20, 9])],
        dims: &["i", "j", "k"],
        domain: "0 <= i < N and 0 <= j <= i and 0 <= k < K",
        tile: &[16, 16, 16],
        skew: None,
        operands: &[("A", &["i, k", "j, k"]), ("C", &["i, j"])],
    },
    Op {
        name: "jacobi-1d-skewed",
        params: &[("T", [12, 5]), ("N", [40, 23])],
        dims: &["t", "i"],
        domain: "0 <= t < T and 1 <= i < N - 1",
        tile: &[8, 16],
        skew: Some("t, 2t + i"),
        operands: &[("A", &["i - 1", "i", "i + 1"]), ("history", &["t, i"])],
    },
    Op {
        name: "jacobi-2d-skewed",
        params: &[("T", [6, 3]), ("N", [24, 13])],
        dims: &["t", "i", "j"],
        domain: "0 <= t < T and 1 <= i < N - 1 and 1 <= j < N - 1",
        tile: &[4, 8, 8],
        skew: Some("t, t + i, t + j"),
        operands: &[("A", &["i, j", "i - 1, j", "i + 1, j", "i, j - 1", "i, j + 1"])],
    },
];

/// One set to count.
pub struct Case {
    pub name: String,
    pub kind: &'static str,
    pub set: Set,
    /// What is counted in its place: as many points.
    pub by_rows: Option<(Map, CountedLines)>,
    pub context: Set,
    /// Points to check at, all parameters of the set.
    pub at: Vec<Vec<(String, i64)>>,
}

pub const KINDS: [&str; 7] = ["whole", "lines", "tile", "tile-lines", "flat-lines", "total", "sized"];

impl Case {
    /// Our answer.
    pub fn count(&self, options: &CountOptions) -> Result<CountFormula, CountError> {
        match &self.by_rows {
            Some((touched, lines)) => count(&lines.of(touched, options)?, options),
            None => count(&self.set, options),
        }
    }
}

/// The cases of an op.
pub fn cases(ctx: &Ctx, op: &Op) -> Vec<Case> {
    let mut cases = Vec::new();
    for &(operand, subscripts) in op.operands {
        for kind in KINDS {
            cases.push(op.case(ctx, operand, subscripts, kind));
        }
    }
    cases
}

impl Op {
    fn case(&self, ctx: &Ctx, operand: &str, subscripts: &[&str], kind: &'static str) -> Case {
        let dims = self.dims.join(", ");
        let mut params: Vec<String> = self.params.iter().map(|param| param.0.to_owned()).collect();
        let mut context: Vec<String> = params.iter().map(|param| format!("{param} >= 3")).collect();
        let coordinates: Vec<&str> = self.skew.map_or(self.dims.to_vec(), |skew| skew.split(", ").collect());
        let tiled = || coordinates.iter().zip(self.tile).filter(|loops| *loops.1 > 0);
        let indices: Vec<String> = (0..tiled().count()).map(|at| format!("t{}", at + 1)).collect();
        let origins: Vec<String> = (0..tiled().count()).map(|at| format!("o{}", at + 1)).collect();
        let sizes: Vec<String> = (0..tiled().count()).map(|at| format!("T{}", at + 1)).collect();
        let mut conditions = vec![self.domain.to_owned()];
        match kind {
            "tile" | "tile-lines" | "flat-lines" => params.extend(indices.iter().cloned()),
            "sized" => {
                params.extend(origins.iter().cloned());
                params.extend(sizes.iter().cloned());
                context.extend(sizes.iter().map(|size| format!("{size} >= 1")));
                context.extend(origins.iter().map(|origin| format!("{origin} >= 0")));
            }
            _ => {}
        }
        for (at, (of, size)) in tiled().enumerate() {
            match kind {
                "whole" | "lines" => {}
                "sized" => conditions.push(format!("o{n} <= {of} < o{n} + T{n}", n = at + 1)),
                _ => conditions.push(format!("{size} t{n} <= {of} < {size} t{n} + {size}", n = at + 1)),
            }
        }
        let params_text = params.join(", ");
        let domain = match kind {
            "total" => format!("S[[{}] -> [{dims}]]", indices.join(", ")),
            _ => format!("S[{dims}]"),
        };
        // S[[t] -> [i]] is no isl; a map from tiles to instances is.
        let text = match kind {
            "total" => format!(
                "[{params_text}] -> {{ T[{}] -> S[{dims}] : {} }}",
                indices.join(", "),
                conditions.join(" and ")
            ),
            _ => format!(
                "[{params_text}] -> {{ T[] -> {domain} : {} }}",
                conditions.join(" and ")
            ),
        };
        let instances = UnionMap::parse(ctx, &text).unwrap();
        let not_empty = match kind {
            "tile" | "tile-lines" | "flat-lines" | "sized" => instances.clone().params().unwrap(),
            _ => Set::parse(ctx, "{ : }").unwrap(),
        };
        let accesses: Vec<String> = subscripts.iter().map(|sub| format!("S[{dims}] -> A[{sub}]")).collect();
        let accesses = UnionMap::parse(ctx, &format!("{{ {} }}", accesses.join("; "))).unwrap();
        let touched: Map = instances.apply_range(accesses).unwrap().as_map().unwrap();
        let mut set = match kind {
            "total" => touched.clone().wrap().unwrap().flatten().unwrap(),
            _ => touched.clone().range().unwrap(),
        };
        let context = format!("[{params_text}] -> {{ : {} }}", context.join(" and "));
        let context = Set::parse(ctx, &context).unwrap().intersect(not_empty).unwrap();
        let mut by_rows = None;
        if kind.ends_with("lines") {
            let rank = set.dim(DimKind::Set).unwrap();
            let subs: Vec<String> = (0..rank).map(|at| format!("a{at}")).collect();
            let (last, rest) = subs.split_last().unwrap();
            let lines = match kind {
                "flat-lines" => {
                    let strides: Vec<(usize, i64)> =
                        (0..rank).map(|at| (at, 100i64.pow((rank - 1 - at) as u32))).collect();
                    let address: Vec<String> = strides
                        .iter()
                        .map(|(at, stride)| format!("{stride}{}", subs[*at]))
                        .collect();
                    let lines = CountedLines {
                        apart: Vec::new(),
                        strides,
                        offset: 0,
                        per_line: 16,
                    };
                    by_rows = Some((touched, lines));
                    vec![format!("floor(({})/16)", address.join(" + "))]
                }
                _ => [rest, &[format!("floor({last}/16)")]].concat(),
            };
            let text = format!("{{ A[{}] -> A[{}] }}", subs.join(", "), lines.join(", "));
            set = set.apply(Map::parse(ctx, &text).unwrap()).unwrap();
        }
        Case {
            name: format!("{}-{operand}", self.name),
            kind,
            set,
            by_rows,
            context,
            at: self.points(kind, tiled().count()),
        }
    }

    /// Both sizes, at some tiles: the first, an inner, one at the end, one beyond.
    fn points(&self, kind: &str, tiled: usize) -> Vec<Vec<(String, i64)>> {
        let mut points = Vec::new();
        for which in 0..2 {
            let sizes: Vec<(String, i64)> = self
                .params
                .iter()
                .map(|param| (param.0.to_owned(), param.1[which]))
                .collect();
            let tiles: &[&[i64]] = match kind {
                "tile" | "tile-lines" | "flat-lines" => {
                    &[&[0; 4], &[1; 4], &[0, 1, 2, 0], &[2, 1, 0, 1], &[1, 2, 2, 1], &[9; 4]]
                }
                "sized" => &[&[0; 4], &[5, 0, 3, 1], &[9, 16, 2, 4]],
                _ => &[&[]],
            };
            for tile in tiles {
                let mut point = sizes.clone();
                let letter = if kind == "sized" { "o" } else { "t" };
                if !tile.is_empty() {
                    point.extend((0..tiled).map(|at| (format!("{letter}{}", at + 1), tile[at])));
                }
                if kind != "sized" {
                    points.push(point);
                    continue;
                }
                for size in [1, 6, 13] {
                    let mut point = point.clone();
                    point.extend((0..tiled).map(|at| (format!("T{}", at + 1), size + at as i64)));
                    points.push(point);
                }
            }
        }
        points
    }
}

/// What isl counts, point by point.
pub fn enumerated(set: &Set, at: &[(String, i64)]) -> String {
    at_point(set, at).count_val().unwrap().text().unwrap()
}

/// Whether the context holds at the point.
pub fn holds(context: &Set, at: &[(String, i64)]) -> bool {
    !at_point(context, at).is_empty().unwrap()
}

fn at_point(set: &Set, at: &[(String, i64)]) -> Set {
    let mut fixed = set.clone();
    for pos in 0..set.dim(DimKind::Param).unwrap() {
        let name = set.dim_name(DimKind::Param, pos).unwrap().unwrap();
        let value = at
            .iter()
            .find(|param| param.0 == name)
            .expect("every parameter has a value")
            .1;
        fixed = fixed.fix_si(DimKind::Param, pos, value as i32).unwrap();
    }
    fixed.project_out_all_params().unwrap()
}

/// The value of a formula, which is also that of its text.
pub fn value(formula: &CountFormula, at: &[(&str, i64)]) -> BigInt {
    let value = formula.eval(at).unwrap();
    let text = formula.to_string();
    let printed = PrintedFormula::parse(&text).and_then(|printed| printed.eval(at));
    assert_eq!(printed, Ok(value.clone()), "what is printed at {at:?}: {text}");
    value
}
