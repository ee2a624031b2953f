//! A stream of choices that decides everything about a random case.
//!
//! A case is a function of a list of numbers, so a case shrinks by shrinking the list, and whatever
//! the list says the case is well formed. Smaller numbers mean simpler cases; a list that is used
//! up goes on with zeros.

/// Numbers to choose by.
#[derive(Clone, Debug)]
pub struct Choices<'a> {
    numbers: &'a [u16],
    at: usize,
}

impl<'a> Choices<'a> {
    /// A stream of the given numbers.
    pub fn new(numbers: &'a [u16]) -> Choices<'a> {
        Choices { numbers, at: 0 }
    }

    fn next(&mut self) -> u16 {
        let number = self.numbers.get(self.at).copied().unwrap_or(0);
        self.at += 1;
        number
    }

    /// A number from 0 to `count - 1`.
    pub fn below(&mut self, count: usize) -> usize {
        (usize::from(self.next()) * count) >> 16
    }

    /// A number from `min` to `max`.
    pub fn between(&mut self, min: i64, max: i64) -> i64 {
        min + self.below((max - min + 1) as usize) as i64
    }

    /// True in so many of a hundred cases; false once the list is used up.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) >= 100 - percent
    }

    /// One of the alternatives, each as often as its weight says; the first is the simplest. If all weights are
    /// zero, it is the first.
    pub fn weighted<T: Copy>(&mut self, alternatives: &[(u32, T)]) -> T {
        let total: u32 = alternatives.iter().map(|(weight, _)| weight).sum();
        let mut at = self.below(total.max(1) as usize) as u32;
        for (weight, one) in alternatives {
            if at < *weight {
                return *one;
            }
            at -= weight;
        }
        alternatives[0].1
    }

    /// One of the alternatives; the first is the simplest.
    pub fn of<T: Copy>(&mut self, alternatives: &[T]) -> T {
        alternatives[self.below(alternatives.len())]
    }
}
