//! Candidate sizes of one loop. `None` is the whole loop, not cut.

/// Sizes of one loop.
type CandidateSizes = Vec<Option<i64>>;

/// Sizes of one loop in the tiles for each memory, the smallest first: each divides the next, or the next is the whole loop.
pub type Chain = Vec<Option<i64>>;

/// Loops up to this long may have any size.
const SHORT: i64 = 8;

/// How sizes are looked for.
#[derive(Clone, Copy, Debug)]
pub struct Search {
    /// Sizes are multiples of it, or the whole loop.
    pub multiple_of: i64,
    /// The last block of a loop must be at least three quarters of the others.
    pub even: bool,
    /// As many for one loop, at most.
    pub count_max: usize,
}

impl Search {
    /// Coarse sizes for the smallest of `memories`, each in multiples of it for the larger ones.
    pub fn coarse_chains(self, memories: usize, range: (i64, i64)) -> Vec<Chain> {
        let mut chains: Vec<Chain> = self.coarse(range).into_iter().map(|size| vec![size]).collect();
        for _ in 1..memories {
            chains = longer(chains, |inner| self.around(inner, range));
        }
        chains
    }

    /// A chain, with sizes for one memory more.
    pub fn chains_around(self, inner: &Chain, range: (i64, i64)) -> Vec<Chain> {
        let wide = Search {
            count_max: 2 * self.count_max,
            ..self
        };
        longer(vec![inner.clone()], |inner| wide.around(inner, range))
    }

    /// Sizes near those of a chain, and some far off.
    pub fn fine_chains(self, near: &Chain, range: (i64, i64)) -> Vec<Chain> {
        let Some((smallest, larger)) = near.split_first() else {
            return Vec::new();
        };
        let first = Search {
            count_max: if larger.is_empty() {
                self.count_max
            } else {
                self.count_max / 3
            },
            ..self
        };
        let mut chains: Vec<Chain> = first
            .fine(*smallest, range)
            .into_iter()
            .map(|size| vec![size])
            .collect();
        // However many there are, the chain itself.
        chains.extend((!larger.is_empty()).then(|| vec![*smallest]));
        chains.sort_by_key(|chain| (chain[0].is_none(), chain[0]));
        chains.dedup();
        for size in larger {
            chains = longer(chains, |inner| self.near_around(inner, *size, range));
        }
        chains
    }

    /// Powers of two, even splits, the whole: spread over all magnitudes.
    fn coarse(self, (low, high): (i64, i64)) -> CandidateSizes {
        let extent = high - low + 1;
        let mut sizes: Vec<i64> = Vec::new();
        if extent <= SHORT {
            sizes.extend(1..extent);
        } else {
            let powers = std::iter::successors(Some(self.multiple_of), |size| size.checked_mul(2));
            sizes.extend(powers.take_while(|size| *size < extent));
            sizes.extend((2..=4).map(|parts| self.split(extent, parts)));
        }
        self.finish(sizes, (low, high), self.count_max)
    }

    /// Sizes near `size`, and some far off: where one loop grows another has to shrink.
    fn fine(self, size: Option<i64>, (low, high): (i64, i64)) -> CandidateSizes {
        let far = Search {
            count_max: self.count_max / 3 + 1,
            ..self
        };
        let mut sizes = far.coarse((low, high));
        sizes.extend(self.near(size, (low, high)));
        sizes.sort_by_key(|size| (size.is_none(), *size));
        sizes.dedup();
        sizes
    }

    fn near(self, size: Option<i64>, (low, high): (i64, i64)) -> CandidateSizes {
        let extent = high - low + 1;
        let middle = size.unwrap_or(extent);
        let parts = (extent + middle - 1) / middle;
        // Of all sizes that make so many blocks the smallest leaves the most room.
        let near = (parts - 3).max(2)..=parts + 3;
        let mut sizes: Vec<i64> = near.map(|parts| self.split(extent, parts)).collect();
        let scaled = [2, 3, 4, 5, 8].map(|part| middle * part / 4 / self.multiple_of * self.multiple_of);
        sizes.extend(scaled);
        sizes.extend([middle - self.multiple_of, middle + self.multiple_of]);
        self.finish(sizes, (low, high), 2 * self.count_max)
    }

    /// Multiples of the size for the memory inside.
    fn around(self, inner: Option<i64>, (low, high): (i64, i64)) -> CandidateSizes {
        let Some(inner) = inner else { return vec![None] };
        let factors = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 64, 128, 256];
        let sizes = factors.iter().filter_map(|factor| inner.checked_mul(*factor)).collect();
        let even = Search {
            multiple_of: inner,
            even: false,
            ..self
        };
        even.finish(sizes, (low, high), self.count_max)
    }

    /// Multiples of the size for the memory inside that are near `size`.
    fn near_around(self, inner: Option<i64>, size: Option<i64>, (low, high): (i64, i64)) -> CandidateSizes {
        let Some(inner) = inner else { return vec![None] };
        let extent = high - low + 1;
        let middle = size.unwrap_or(extent) / inner;
        let reach = (self.count_max as i64).div_euclid(2).max(1);
        let near = (middle - reach + 1).max(1)..=middle + reach;
        let within = near.map(|factor| factor * inner).filter(|size| *size < extent);
        within.map(Some).chain([None]).collect()
    }

    /// The least size that makes at most `parts` blocks.
    fn split(self, extent: i64, parts: i64) -> i64 {
        let size = (extent + parts - 1) / parts;
        (size + self.multiple_of - 1) / self.multiple_of * self.multiple_of
    }

    fn finish(self, mut sizes: Vec<i64>, (low, high): (i64, i64), count_max: usize) -> CandidateSizes {
        let extent = high - low + 1;
        sizes.retain(|size| *size >= 1 && *size < extent && size % self.multiple_of == 0);
        sizes.sort_unstable();
        sizes.dedup();
        if self.even {
            sizes.retain(|size| extent % size == 0 || 4 * (extent % size) >= 3 * size);
        }
        // Evenly thinned, the smallest kept: it is what fits if anything does.
        let keep = count_max.saturating_sub(1).max(1);
        if sizes.len() > keep {
            let last = sizes.len() - 1;
            sizes = (0..keep).map(|at| sizes[at * last / (keep - 1).max(1)]).collect();
            sizes.dedup();
        }
        sizes.into_iter().map(Some).chain([None]).collect()
    }
}

/// Each chain with each of the sizes that may come next.
fn longer(chains: Vec<Chain>, next: impl Fn(Option<i64>) -> CandidateSizes) -> Vec<Chain> {
    let of = |chain: Chain| {
        let sizes = next(chain.last().copied().flatten());
        sizes.into_iter().map(move |size| [chain.as_slice(), &[size]].concat())
    };
    chains.into_iter().flat_map(of).collect()
}

/// How many blocks a loop has.
pub fn blocks(size: Option<i64>, (low, high): (i64, i64)) -> i64 {
    size.map_or(1, |size| high.div_euclid(size) - low.div_euclid(size) + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SEARCH: Search = Search {
        multiple_of: 1,
        even: false,
        count_max: 100,
    };

    fn some(sizes: &[i64]) -> CandidateSizes {
        sizes.iter().map(|size| Some(*size)).chain([None]).collect()
    }

    #[test]
    fn sizes() {
        assert_eq!(SEARCH.coarse((0, 3)), some(&[1, 2, 3]));
        assert_eq!(SEARCH.coarse((1, 20)), some(&[1, 2, 4, 5, 7, 8, 10, 16]));
        let eights = Search {
            multiple_of: 8,
            ..SEARCH
        };
        assert_eq!(eights.coarse((0, 63)), some(&[8, 16, 24, 32]));
        assert_eq!(eights.coarse((0, 4)), [None]);
        assert_eq!(Search { count_max: 4, ..SEARCH }.coarse((0, 63)), some(&[1, 8, 32]));
        let even = Search { even: true, ..SEARCH };
        assert_eq!(even.coarse((0, 9)), some(&[1, 2, 5]));
        assert_eq!(SEARCH.around(Some(8), (0, 63)), some(&[8, 16, 24, 32, 48]));
    }

    #[test]
    fn chains() {
        let search = Search { count_max: 4, ..SEARCH };
        let divides = |chain: &Chain| match (chain[0], chain[1]) {
            (Some(inner), Some(outer)) => outer % inner == 0,
            (_, outer) => outer.is_none(),
        };
        let coarse = search.coarse_chains(2, (0, 63));
        assert!(coarse.iter().all(divides), "{coarse:?}");
        let inner: CandidateSizes = coarse.chunk_by(|a, b| a[0] == b[0]).map(|same| same[0][0]).collect();
        assert_eq!(inner, some(&[1, 8, 32]));
        assert!(coarse.contains(&vec![Some(8), None]) && coarse.contains(&vec![None, None]));
        for near in &coarse {
            let fine = search.fine_chains(near, (0, 63));
            assert!(fine.iter().all(divides) && fine.contains(near), "{near:?}: {fine:?}");
        }
    }

    #[test]
    fn blocks_begin_at_multiples() {
        assert_eq!(blocks(Some(4), (1, 8)), 3);
        assert_eq!(blocks(Some(4), (0, 7)), 2);
        assert_eq!(blocks(Some(4), (-1, 0)), 2);
        assert_eq!(blocks(None, (0, 99)), 1);
    }
}
