//! Values of fixed width as bits, and whether two of them are always equal.
//!
//! A [`Circuit`] is a graph of and-gates with inverters, in which equal gates are one. Words are vectors of bits, the lowest
//! first. What is not worth taking apart (a product of two unknowns, a rounded sum) is a function that nobody knows: a free
//! word for each application, with the condition that equal operands give equal results (Ackermann's reduction).
//!
//! A number is a NaN in many ways, and which one an operation gives is not fixed; so two floats are equal if their bits are
//! or if both are NaNs.
//!
//! [`Circuit::always`] asks a SAT solver, for a number of learnt clauses and not of seconds, so that answers repeat.

use batsat::{Callbacks, Lit, Solver, SolverInterface, clause, lbool};
use polyvet_ir::FloatKind;
use std::cell::Cell;
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

/// A bit: twice the number of a gate, and 1 more for its inverse. Gate 0 is always true.
pub(crate) type Bit = u32;
/// The lowest bit first.
pub(crate) type CircuitWord = Vec<Bit>;

pub(crate) const TRUE: Bit = 0;
pub(crate) const FALSE: Bit = 1;

/// Learnt clauses after which nothing is known.
const LEARNT_MAX: u64 = 4_000;
/// Rounds of 64 random inputs that must not tell two words apart before the solver is asked.
const ROUNDS: u64 = 8;

/// Numbers of this width: whole ones, or floats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum NumberKind {
    Int(u32),
    Float(FloatKind),
}

impl NumberKind {
    pub fn width(self) -> usize {
        match self {
            NumberKind::Int(width) => width as usize,
            NumberKind::Float(kind) => kind.bits() as usize,
        }
    }
}

/// An application of a function that nobody knows.
struct Application {
    function: String,
    commutes: bool,
    operands: Vec<(NumberKind, CircuitWord)>,
    result: (NumberKind, CircuitWord),
}

/// And-gates with inverters.
pub(crate) struct Circuit {
    /// The two inputs of each gate; `None` for the constant and for free bits.
    gates: Vec<Option<(Bit, Bit)>>,
    known: HashMap<(Bit, Bit), Bit>,
    applications: Vec<Application>,
    /// Bits that are known to be true.
    facts: Vec<Bit>,
    /// Which gates are true where the last question was answered by a counterexample.
    counterexample: Vec<bool>,
}

impl Circuit {
    pub fn new() -> Circuit {
        Circuit {
            gates: vec![None],
            known: HashMap::new(),
            applications: Vec::new(),
            facts: Vec::new(),
            counterexample: Vec::new(),
        }
    }

    /// The number that a word is in the counterexample to the last question, if one was found. What functions give that
    /// nobody knows is made up in it.
    pub fn in_counterexample(&self, word: &[Bit]) -> Option<u64> {
        { word.iter().enumerate() }.try_fold(0, |number, (at, bit)| {
            let value = self.counterexample.get((bit >> 1) as usize)? ^ (bit & 1 == 1);
            Some(number | u64::from(value) << at)
        })
    }

    pub fn len(&self) -> usize {
        self.gates.len()
    }

    pub fn free(&mut self, width: usize) -> CircuitWord {
        (0..width)
            .map(|_| {
                self.gates.push(None);
                2 * (self.gates.len() as Bit - 1)
            })
            .collect()
    }

    pub fn constant(bits: u64, width: usize) -> CircuitWord {
        (0..width)
            .map(|at| if at < 64 && bits >> at & 1 == 1 { TRUE } else { FALSE })
            .collect()
    }

    /// The number, if the word is one that 64 bits hold.
    pub fn as_constant(word: &[Bit]) -> Option<u64> {
        let mut number = 0;
        for (at, bit) in word.iter().enumerate() {
            match *bit {
                TRUE if at < 64 => number |= 1 << at,
                FALSE => {}
                _ => return None,
            }
        }
        Some(number)
    }

    /// Whether the word is one number, however wide: products are as wide as both factors.
    fn is_constant(word: &[Bit]) -> bool {
        word.iter().all(|bit| matches!(*bit, TRUE | FALSE))
    }

    pub fn assume(&mut self, fact: Bit) {
        self.facts.push(fact);
    }

    pub fn and(&mut self, x: Bit, y: Bit) -> Bit {
        let (x, y) = (x.min(y), x.max(y));
        match (x, y) {
            (TRUE, other) => return other,
            (FALSE, _) => return FALSE,
            _ if x == y => return x,
            _ if x ^ 1 == y => return FALSE,
            _ => {}
        }
        if let Some(known) = self.known.get(&(x, y)) {
            return *known;
        }
        self.gates.push(Some((x, y)));
        let bit = 2 * (self.gates.len() as Bit - 1);
        self.known.insert((x, y), bit);
        bit
    }

    pub fn or(&mut self, x: Bit, y: Bit) -> Bit {
        self.and(x ^ 1, y ^ 1) ^ 1
    }

    pub fn xor(&mut self, x: Bit, y: Bit) -> Bit {
        let left = self.and(x, y ^ 1);
        let right = self.and(x ^ 1, y);
        self.or(left, right)
    }

    pub fn mux(&mut self, condition: Bit, then: Bit, otherwise: Bit) -> Bit {
        if then == otherwise {
            return then;
        }
        let then = self.and(condition, then);
        let otherwise = self.and(condition ^ 1, otherwise);
        self.or(then, otherwise)
    }

    pub fn select(&mut self, condition: Bit, then: &[Bit], otherwise: &[Bit]) -> CircuitWord {
        { then.iter().zip(otherwise) }
            .map(|(x, y)| self.mux(condition, *x, *y))
            .collect()
    }

    pub fn bitwise(&mut self, x: &[Bit], y: &[Bit], gate: fn(&mut Circuit, Bit, Bit) -> Bit) -> CircuitWord {
        x.iter().zip(y).map(|(x, y)| gate(self, *x, *y)).collect()
    }

    pub fn add(&mut self, x: &[Bit], y: &[Bit], mut carry: Bit) -> CircuitWord {
        let mut sum = Vec::with_capacity(x.len());
        for (x, y) in x.iter().zip(y) {
            let half = self.xor(*x, *y);
            sum.push(self.xor(half, carry));
            carry = self.mux(half, carry, *x);
        }
        sum
    }

    pub fn subtract(&mut self, x: &[Bit], y: &[Bit]) -> CircuitWord {
        let inverse: CircuitWord = y.iter().map(|bit| bit ^ 1).collect();
        self.add(x, &inverse, TRUE)
    }

    /// `x << by`, the low bits 0.
    fn shifted(x: &[Bit], by: usize) -> CircuitWord {
        (0..x.len())
            .map(|at| if at < by { FALSE } else { x[at - by] })
            .collect()
    }

    /// A product with a number, or of words with few different bits; `None` where it is too large.
    pub fn multiply(&mut self, x: &[Bit], y: &[Bit]) -> Option<CircuitWord> {
        const SHORT: usize = 8;
        let (x, y) = if Circuit::is_constant(x) { (y, x) } else { (x, y) };
        let is_long = |word: &[Bit]| {
            let mut free: Vec<Bit> = word.iter().copied().filter(|bit| *bit > FALSE).collect();
            free.sort();
            free.dedup();
            free.len() > SHORT
        };
        if !Circuit::is_constant(y) && (is_long(x) || is_long(y)) {
            return None;
        }
        let mut sum = Circuit::constant(0, x.len());
        for (at, bit) in y.iter().enumerate() {
            if *bit == FALSE {
                continue;
            }
            let row: CircuitWord = Circuit::shifted(x, at)
                .into_iter()
                .map(|one| self.and(one, *bit))
                .collect();
            sum = self.add(&sum, &row, FALSE);
        }
        Some(sum)
    }

    /// `x` shifted by `by`; what comes in is `fill`, also where all goes out.
    pub fn shift(&mut self, x: &[Bit], by: &[Bit], left: bool, fill: Bit) -> CircuitWord {
        let mut word = x.to_vec();
        let mut beyond = FALSE;
        for (at, bit) in by.iter().enumerate() {
            let distance = 1usize.checked_shl(at as u32).unwrap_or(usize::MAX);
            if distance >= x.len() {
                beyond = self.or(beyond, *bit);
                continue;
            }
            let moved: CircuitWord = (0..x.len())
                .map(|at| {
                    let from = if left {
                        at.checked_sub(distance)
                    } else {
                        Some(at + distance)
                    };
                    from.and_then(|from| word.get(from).copied()).unwrap_or(fill)
                })
                .collect();
            word = self.select(*bit, &moved, &word);
        }
        let nothing = vec![fill; x.len()];
        self.select(beyond, &nothing, &word)
    }

    pub fn equal(&mut self, x: &[Bit], y: &[Bit]) -> Bit {
        let mut all = TRUE;
        for (x, y) in x.iter().zip(y) {
            let differ = self.xor(*x, *y);
            all = self.and(all, differ ^ 1);
        }
        all
    }

    /// `x < y` as numbers without sign.
    pub fn less(&mut self, x: &[Bit], y: &[Bit]) -> Bit {
        let mut less = FALSE;
        for (x, y) in x.iter().zip(y) {
            let differ = self.xor(*x, *y);
            less = self.mux(differ, *y, less);
        }
        less
    }

    pub fn less_signed(&mut self, x: &[Bit], y: &[Bit]) -> Bit {
        let flipped = |word: &[Bit]| {
            let mut word = word.to_vec();
            if let Some(top) = word.last_mut() {
                *top ^= 1;
            }
            word
        };
        self.less(&flipped(x), &flipped(y))
    }

    pub fn is_nan(&mut self, kind: FloatKind, x: &[Bit]) -> Bit {
        if !kind.is_ieee() {
            // All bits but the sign are set.
            return x[..x.len() - 1].iter().fold(TRUE, |all, bit| self.and(all, *bit));
        }
        let mantissa = kind.mantissa_bits() as usize;
        let mut exponent = TRUE;
        for bit in &x[mantissa..x.len() - 1] {
            exponent = self.and(exponent, *bit);
        }
        let mut zero = TRUE;
        for bit in &x[..mantissa] {
            zero = self.and(zero, bit ^ 1);
        }
        self.and(exponent, zero ^ 1)
    }

    /// `x < y` of floats that are no NaNs; `-0 < +0` only if the sign of zeros counts.
    pub fn less_float(&mut self, x: &[Bit], y: &[Bit], signed_zeros: bool) -> Bit {
        let top = x.len() - 1;
        let (left, right) = (x[top], y[top]);
        let up = self.less(&x[..top], &y[..top]);
        let down = self.less(&y[..top], &x[..top]);
        let within = self.mux(left, down, up);
        let mut apart = self.and(left, right ^ 1);
        if !signed_zeros {
            let zeros = self.are_zero(x, y);
            apart = self.and(apart, zeros ^ 1);
        }
        let differ = self.xor(left, right);
        self.mux(differ, apart, within)
    }

    /// Whether both floats are zero.
    pub fn are_zero(&mut self, x: &[Bit], y: &[Bit]) -> Bit {
        let top = x.len() - 1;
        let mut zeros = TRUE;
        for bit in x[..top].iter().chain(&y[..top]) {
            zeros = self.and(zeros, bit ^ 1);
        }
        zeros
    }

    /// `x = y` of floats that are no NaNs.
    pub fn equal_float(&mut self, x: &[Bit], y: &[Bit]) -> Bit {
        let zeros = self.are_zero(x, y);
        let same = self.equal(x, y);
        self.or(zeros, same)
    }

    /// Whether two values are the same: the same bits, or two NaNs.
    pub fn same(&mut self, kind: NumberKind, x: &[Bit], y: &[Bit]) -> Bit {
        let equal = self.equal(x, y);
        match kind {
            NumberKind::Int(_) => equal,
            NumberKind::Float(kind) => {
                let (left, right) = (self.is_nan(kind, x), self.is_nan(kind, y));
                let both = self.and(left, right);
                self.or(equal, both)
            }
        }
    }

    /// What a function that nobody knows gives.
    pub fn apply(
        &mut self,
        function: &str,
        commutes: bool,
        operands: Vec<(NumberKind, CircuitWord)>,
        kind: NumberKind,
    ) -> CircuitWord {
        let same = |one: &&Application| {
            let swapped = || commutes && operands.iter().rev().eq(&one.operands);
            one.function == function && one.result.0 == kind && (one.operands == operands || swapped())
        };
        if let Some(known) = self.applications.iter().find(same) {
            return known.result.1.clone();
        }
        let result = self.free(kind.width());
        self.applications.push(Application {
            function: function.to_owned(),
            commutes,
            operands,
            result: (kind, result.clone()),
        });
        result
    }

    /// Equal operands give equal results.
    fn congruence(&mut self) {
        let all = std::mem::take(&mut self.applications);
        for (at, one) in all.iter().enumerate() {
            for other in &all[..at] {
                let kinds = |of: &Application| of.operands.iter().map(|operand| operand.0).collect::<Vec<_>>();
                if one.function != other.function || one.result.0 != other.result.0 || kinds(one) != kinds(other) {
                    continue;
                }
                let mut alike = self.all_same(&one.operands, &other.operands);
                if one.commutes {
                    let turned: Vec<_> = other.operands.iter().rev().cloned().collect();
                    let turned = self.all_same(&one.operands, &turned);
                    alike = self.or(alike, turned);
                }
                let results = self.same(one.result.0, &one.result.1, &other.result.1);
                let fact = self.or(alike ^ 1, results);
                self.facts.push(fact);
            }
        }
        self.applications = all;
    }

    fn all_same(&mut self, x: &[(NumberKind, CircuitWord)], y: &[(NumberKind, CircuitWord)]) -> Bit {
        let mut all = TRUE;
        for ((kind, x), (_, y)) in x.iter().zip(y) {
            let same = self.same(*kind, x, y);
            all = self.and(all, same);
        }
        all
    }

    /// Whether a bit is true for all inputs that meet the facts; `false` also where that is not found out. What is learnt
    /// on the way is taken from `clauses`.
    pub fn always(&mut self, wanted: Bit, clauses: &Cell<u64>) -> bool {
        if wanted == TRUE {
            return true;
        }
        self.counterexample.clear();
        if wanted == FALSE {
            return false;
        }
        if let Some(gates) = self.false_somewhere(wanted) {
            self.counterexample = gates;
            return false;
        }
        self.congruence();
        let limit = clauses.get().min(LEARNT_MAX);
        let mut solver = Solver::new(Default::default(), Patience { learnt: 0, limit });
        let vars: Vec<_> = self.gates.iter().map(|_| solver.new_var_default()).collect();
        let lit = |bit: Bit| Lit::new(vars[(bit >> 1) as usize], bit & 1 == 0);
        let mut add = |clause: &[Bit]| {
            let mut clause: Vec<Lit> = clause.iter().map(|bit| lit(*bit)).collect();
            solver.add_clause_reuse(&mut clause)
        };
        let mut open = add(&[TRUE]) && add(&[wanted ^ 1]);
        for (at, gate) in self.gates.iter().enumerate() {
            let Some((x, y)) = gate else { continue };
            let out = 2 * at as Bit;
            open = open && add(&[out ^ 1, *x]) && add(&[out ^ 1, *y]) && add(&[out, x ^ 1, y ^ 1]);
        }
        for fact in &self.facts {
            open = open && add(&[*fact]);
        }
        // A clause that cannot be added makes all of them impossible.
        let answer = if open { solver.solve_limited(&[]) } else { lbool::FALSE };
        let never = answer == lbool::FALSE;
        if answer == lbool::TRUE {
            self.counterexample = solver.get_model().iter().map(|value| *value == lbool::TRUE).collect();
        }
        clauses.set(clauses.get().saturating_sub(solver.cb().learnt));
        never
    }

    /// Which gates are true for a random input that meets the facts and makes a bit false. To a function that nobody knows any function is given:
    /// what comes out is drawn by its name and what goes in, so that equal operands give equal results.
    fn false_somewhere(&self, wanted: Bit) -> Option<Vec<bool>> {
        let mut state = 0x9e37_79b9_7f4a_7c15u64;
        let mut next = || {
            // xorshift64*
            state ^= state >> 12;
            state ^= state << 25;
            state ^= state >> 27;
            state.wrapping_mul(0x2545_f491_4f6c_dd1d)
        };
        (0..ROUNDS).find_map(|_| {
            let mut lanes = GateLanes(Vec::with_capacity(self.gates.len()));
            let mut applications = self.applications.iter().peekable();
            while lanes.0.len() < self.gates.len() {
                // Results are free bits in a row, made after the operands.
                let at = lanes.0.len();
                let is_next = |one: &&Application| one.result.1.first() == Some(&(2 * at as Bit));
                if let Some(one) = applications.next_if(is_next) {
                    lanes.0.extend(one.drawn(&lanes));
                    continue;
                }
                lanes.0.push(match self.gates[at] {
                    _ if at == 0 => u64::MAX,
                    None => next(),
                    Some((x, y)) => lanes.of(x) & lanes.of(y),
                });
            }
            let met = self.facts.iter().fold(u64::MAX, |met, fact| met & lanes.of(*fact));
            let wrong = met & !lanes.of(wanted);
            let lane = wrong.trailing_zeros();
            (wrong != 0).then(|| lanes.0.iter().map(|gate| gate >> lane & 1 == 1).collect())
        })
    }
}

/// The values of gates for 64 inputs, a bit for each.
struct GateLanes(Vec<u64>);

impl GateLanes {
    fn of(&self, bit: Bit) -> u64 {
        let value = self.0[(bit >> 1) as usize];
        if bit & 1 == 1 { !value } else { value }
    }

    /// The number that a word is for one input; all NaNs are one.
    fn number(&self, kind: NumberKind, word: &[Bit], lane: usize) -> u64 {
        let bits = { word.iter().enumerate() }.fold(0, |bits, (at, bit)| bits | (self.of(*bit) >> lane & 1) << at);
        match kind {
            NumberKind::Float(of) => {
                if of.to_f64(bits).is_nan() {
                    of.nan()
                } else {
                    bits
                }
            }
            NumberKind::Int(_) => bits,
        }
    }
}

impl Application {
    /// What comes out for 64 inputs, by bit of the result: random numbers that are the same for the same operands.
    fn drawn(&self, lanes: &GateLanes) -> Vec<u64> {
        let mut result = vec![0; self.result.1.len()];
        for lane in 0..64 {
            let mut operands: Vec<(NumberKind, u64)> = { self.operands.iter() }
                .map(|(kind, word)| (*kind, lanes.number(*kind, word, lane)))
                .collect();
            if self.commutes {
                operands.sort_by_key(|(_, number)| *number);
            }
            let mut hasher = DefaultHasher::new();
            (&self.function, self.result.0, operands).hash(&mut hasher);
            let number = hasher.finish();
            for (at, bits) in result.iter_mut().enumerate() {
                *bits |= (number >> at & 1) << lane;
            }
        }
        result
    }
}

/// Stops after so many learnt clauses.
struct Patience {
    learnt: u64,
    limit: u64,
}

impl Callbacks for Patience {
    fn on_new_clause(&mut self, _: &[Lit], source: clause::Kind) {
        self.learnt += u64::from(source == clause::Kind::Learnt);
    }

    fn stop(&self) -> bool {
        self.learnt > self.limit
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn value(word: &[Bit]) -> u64 {
        Circuit::as_constant(word).expect("constants give constants")
    }

    proptest! {
        /// On constants the words are those of the machine.
        #[test]
        fn words_are_numbers(x: u32, y: u32, by in 0..40u32) {
            let mut c = Circuit::new();
            let of = |number: u32| Circuit::constant(u64::from(number), 32);
            let (a, b) = (of(x), of(y));
            prop_assert_eq!(value(&c.add(&a, &b, FALSE)), u64::from(x.wrapping_add(y)));
            prop_assert_eq!(value(&c.subtract(&a, &b)), u64::from(x.wrapping_sub(y)));
            prop_assert_eq!(value(&c.multiply(&a, &b).expect("numbers")), u64::from(x.wrapping_mul(y)));
            prop_assert_eq!(value(&c.shift(&a, &of(by), true, FALSE)), u64::from(x.checked_shl(by).unwrap_or(0)));
            prop_assert_eq!(value(&c.shift(&a, &of(by), false, FALSE)), u64::from(x.checked_shr(by).unwrap_or(0)));
            let sign = if (x as i32) < 0 { TRUE } else { FALSE };
            let arithmetic = (x as i32) >> by.min(31);
            prop_assert_eq!(value(&c.shift(&a, &of(by), false, sign)), u64::from(arithmetic as u32));
            prop_assert_eq!(c.less(&a, &b) == TRUE, x < y);
            prop_assert_eq!(c.less_signed(&a, &b) == TRUE, (x as i32) < (y as i32));
            prop_assert_eq!(c.equal(&a, &b) == TRUE, x == y);
        }

        #[test]
        fn floats_compare_as_they_do(x: u32, y: u32, same: bool) {
            let y = if same { x ^ (y & 0x8000_0000) } else { y };
            let (p, q) = (f32::from_bits(x), f32::from_bits(y));
            let mut c = Circuit::new();
            let (a, b) = (Circuit::constant(x.into(), 32), Circuit::constant(y.into(), 32));
            prop_assert_eq!(c.is_nan(FloatKind::F32, &a) == TRUE, p.is_nan());
            if !p.is_nan() && !q.is_nan() {
                prop_assert_eq!(c.less_float(&a, &b, false) == TRUE, p < q);
                prop_assert_eq!(c.equal_float(&a, &b) == TRUE, p == q);
                prop_assert_eq!(c.less_float(&a, &b, true) == TRUE, p.total_cmp(&q).is_lt());
            }
        }
    }

    #[test]
    fn laws_hold_and_what_is_none_does_not() {
        let law = |build: fn(&mut Circuit, &CircuitWord, &CircuitWord) -> (CircuitWord, CircuitWord)| {
            let mut c = Circuit::new();
            let (x, y) = (c.free(32), c.free(32));
            let (left, right) = build(&mut c, &x, &y);
            let equal = c.equal(&left, &right);
            c.always(equal, &Cell::new(LEARNT_MAX))
        };
        assert!(law(|c, x, y| {
            let sum = c.add(x, y, FALSE);
            (c.subtract(&sum, y), x.clone())
        }));
        assert!(law(|c, x, y| (c.add(x, y, FALSE), c.add(y, x, FALSE))));
        assert!(law(|c, x, y| {
            // x + y = (x ^ y) + 2 (x & y)
            let (either, both) = (c.bitwise(x, y, Circuit::xor), c.bitwise(x, y, Circuit::and));
            let twice = Circuit::shifted(&both, 1);
            (c.add(&either, &twice, FALSE), c.add(x, y, FALSE))
        }));
        assert!(!law(|c, x, y| (c.subtract(x, y), c.subtract(y, x))));
        assert!(!law(|c, x, y| (c.bitwise(x, y, Circuit::or), c.add(x, y, FALSE))));
    }

    #[test]
    fn equal_operands_give_equal_results() {
        let mut c = Circuit::new();
        let (x, y) = (c.free(8), c.free(8));
        let kind = NumberKind::Int(8);
        let (sum, turned) = (c.add(&x, &y, FALSE), c.add(&y, &x, FALSE));
        let f = c.apply("f", false, vec![(kind, sum)], kind);
        let g = c.apply("f", false, vec![(kind, turned)], kind);
        let h = c.apply("f", false, vec![(kind, x)], kind);
        let (same, other) = (c.equal(&f, &g), c.equal(&f, &h));
        let clauses = Cell::new(LEARNT_MAX);
        assert!(!c.always(other, &clauses));
        assert_eq!(clauses.get(), LEARNT_MAX, "random inputs tell them apart");
        assert!(c.always(same, &clauses));
    }
}
