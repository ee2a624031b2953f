//! Formulas in plain notation.
//!
//! | form | printed |
//! | --- | --- |
//! | `floor((N + 31) / 32)` | `ceil(N/32)` |
//! | `min(N, 32 ti + 32) - 32 ti` | `min(32, N - 32*ti)` |
//! | `(N^2 + N) / 2` | `N*(N + 1)/2` |
//! | guard `N - 2 floor(N / 2) <= 0` | `[N mod 2 = 0]` |
//! | `floor((N + T - 1) / T)` | `ceil(N/T)` |
//!
//! An atom that is long and occurs more than once has a letter, defined behind `where`.

use std::collections::BTreeMap;
use std::fmt;

use crate::arith::{Frac, Int};
use crate::atoms::SymbolAtom;
use crate::formula::{CountFormula, FormulaTerm, inner};
use crate::lin::{Lin, Sym};
use crate::num::Num;
use crate::poly::{Monomial, Poly};
use crate::sum::GuardedPiece;

/// Letters for what occurs more than once.
const LETTERS: [&str; 8] = ["u", "v", "w", "x", "y", "z", "r", "s"];
/// An atom of fewer characters has no letter.
const NAMED_LEN_MIN: usize = 17;
/// The same where letters make the whole shorter by this many characters.
const NAMED_LEN_SHORT: usize = 9;
const NAMED_GAIN_MIN: usize = 10;

impl fmt::Display for CountFormula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Letters for shorter atoms make a formula harder to read, unless they make it much shorter.
        let plain = self.printed(NAMED_LEN_MIN);
        let named = self.printed(NAMED_LEN_SHORT);
        f.write_str(if named.len() + NAMED_GAIN_MIN <= plain.len() {
            &named
        } else {
            &plain
        })
    }
}

impl CountFormula {
    /// With letters for atoms of so many characters that occur more than once.
    fn printed(&self, named_len_min: usize) -> String {
        let mut printer = FormulaPrinter {
            formula: self,
            names: BTreeMap::new(),
        };
        printer.name_long(named_len_min);
        let terms: Vec<String> = self.terms.iter().map(|term| printer.term(term)).collect();
        let mut text = sum(&terms);
        for (at, (&sym, name)) in printer.names.iter().enumerate() {
            let word = if at == 0 { " where" } else { "," };
            let definition = match self.atoms.get(sym) {
                SymbolAtom::Min(arms) if arms.len() == 1 => printer.lin(&arms[0]),
                _ => printer.definition(sym),
            };
            text.push_str(&format!("{word} {name} = {definition}"));
        }
        text
    }
}

/// How tight a text binds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Tightness {
    Sum,
    Product,
    Unit,
}

struct FormulaPrinter<'a> {
    formula: &'a CountFormula,
    names: BTreeMap<Sym, String>,
}

impl FormulaPrinter<'_> {
    /// Chooses what has a letter.
    fn name_long(&mut self, named_len_min: usize) {
        let formula = self.formula;
        let atoms = &formula.atoms;
        let mut uses = vec![0usize; atoms.len()];
        for sym in formula.terms.iter().flat_map(FormulaTerm::syms) {
            uses[sym as usize] += 1;
        }
        let params: Vec<&str> = formula.params();
        let mut letters = (0..)
            .flat_map(|round| {
                LETTERS.map(|letter| {
                    if round == 0 {
                        letter.to_owned()
                    } else {
                        format!("{letter}{round}")
                    }
                })
            })
            .filter(|name| !params.contains(&name.as_str()));
        for sym in (0..atoms.len()).rev() {
            let atom = atoms.get(sym as Sym);
            let long = !inner(atom).is_empty() && self.definition(sym as Sym).len() >= named_len_min;
            let named = long && uses[sym] > 1;
            for inside in inner(atom).iter().flat_map(|lin| lin.syms()) {
                uses[inside as usize] += if named { 1 } else { uses[sym] };
            }
            if named {
                self.names.insert(sym as Sym, String::new());
            }
        }
        for name in self.names.values_mut() {
            *name = letters.next().unwrap_or_default();
        }
    }

    fn sym(&self, sym: Sym) -> String {
        match self.names.get(&sym) {
            Some(name) => name.clone(),
            None => self.definition(sym),
        }
    }

    fn definition(&self, sym: Sym) -> String {
        match self.formula.atoms.get(sym) {
            SymbolAtom::Param(name) => name.to_string(),
            SymbolAtom::Var => format!("var{sym}"),
            SymbolAtom::Floor(form, divisor) => {
                let up = divisor.checked_sub(Num::ONE) == Some(form.constant);
                let mut form = form.clone();
                if up {
                    form.constant = Num::ZERO;
                }
                let text = self.lin(&form);
                let text = match form.terms.as_slice() {
                    [_] if form.constant == 0 => text,
                    _ => format!("({text})"),
                };
                format!("{}({text}/{divisor})", if up { "ceil" } else { "floor" })
            }
            SymbolAtom::Min(arms) if arms.len() == 1 => self.factor(&arms[0]),
            SymbolAtom::Min(arms) => self.extreme("min", arms),
            SymbolAtom::Max(arms) => self.extreme("max", arms),
            SymbolAtom::Quotient([e, by]) => {
                // floor((e + by - 1) / by) = ceil(e / by)
                let up = e.minus(by).and_then(|form| form.shift(1)).ok();
                match up.filter(|form| form.terms.len() < e.terms.len()) {
                    Some(form) => format!("ceil({}/{})", self.factor(&form), self.factor(by)),
                    None => format!("floor({}/{})", self.factor(e), self.factor(by)),
                }
            }
            SymbolAtom::Remainder([e, by]) => format!("({} mod {})", self.factor(e), self.factor(by)),
        }
    }

    /// A form, in parentheses if it is a sum.
    fn factor(&self, lin: &Lin) -> String {
        match self.lin_level(lin) {
            (text, Tightness::Sum) => format!("({text})"),
            (text, _) => text,
        }
    }

    fn extreme(&self, name: &str, arms: &[Lin]) -> String {
        let arms: Vec<String> = arms.iter().map(|arm| self.lin(arm)).collect();
        format!("{name}({})", arms.join(", "))
    }

    /// An affine form; what is next to a `min` or `max` goes into it.
    fn lin(&self, lin: &Lin) -> String {
        self.lin_level(lin).0
    }

    fn lin_level(&self, lin: &Lin) -> (String, Tightness) {
        let extreme = |sym: Sym| match self.formula.atoms.get(sym) {
            SymbolAtom::Min(arms) if !self.names.contains_key(&sym) && arms.len() > 1 => Some((arms, true)),
            SymbolAtom::Max(arms) if !self.names.contains_key(&sym) && arms.len() > 1 => Some((arms, false)),
            _ => None,
        };
        let folds = |term: &&(Sym, Num)| term.1.abs() == 1 && extreme(term.0).is_some();
        let first = lin.terms.iter().find(folds).copied();
        let folded = first.and_then(|(sym, sign)| {
            let (arms, is_min) = extreme(sym)?;
            let mut rest = lin.without(sym);
            let others: Vec<_> = rest.terms.iter().copied().filter(|t| extreme(t.0).is_some()).collect();
            rest.terms.retain(|term| extreme(term.0).is_none());
            let arms: Result<Vec<Lin>, _> = arms.iter().map(|arm| rest.plus(sign, arm)).collect();
            let name = if is_min == (sign == 1) { "min" } else { "max" };
            let whole = self.extreme(name, &sorted(arms.ok()?));
            Some((whole, others))
        });
        let plain = self.poly_sum(&Poly::lin(lin));
        let folded = match folded {
            Some((whole, others)) if others.is_empty() => (whole, Tightness::Unit),
            Some((whole, others)) => {
                let mut parts = vec![whole];
                parts.extend(others.iter().map(|&(sym, a)| scaled(a, &self.sym(sym))));
                (sum(&parts), Tightness::Sum)
            }
            None => return plain,
        };
        if folded.0.len() <= plain.0.len() { folded } else { plain }
    }

    fn monomial(&self, monomial: &Monomial) -> Vec<String> {
        let power = |&(sym, power): &(Sym, u32)| match power {
            1 => self.sym(sym),
            _ => format!("{}^{power}", self.sym(sym)),
        };
        monomial.iter().map(power).collect()
    }

    /// A sum of monomials, a positive one first, the constant last.
    fn poly_sum(&self, poly: &Poly) -> (String, Tightness) {
        let mut parts: Vec<(u32, String)> = Vec::new();
        for (monomial, number) in poly.terms() {
            let factors = self.monomial(monomial);
            let degree = monomial.iter().map(|p| p.1).sum();
            let num = number.num();
            let text = match (factors.is_empty(), num) {
                (true, _) => num.to_string(),
                (false, Int::Small(1)) => factors.join("*"),
                (false, Int::Small(-1)) => format!("-{}", factors.join("*")),
                (false, _) => format!("{num}*{}", factors.join("*")),
            };
            let text = match number.den() {
                Int::Small(1) => text,
                den => format!("{text}/{den}"),
            };
            parts.push((degree, text));
        }
        // By degree, highest first; within, as the symbols came.
        parts.sort_by_key(|part| std::cmp::Reverse(part.0));
        if let Some(at) = parts.iter().position(|part| !part.1.starts_with('-')) {
            let first = parts.remove(at);
            parts.insert(0, first);
        }
        let parts: Vec<String> = parts.into_iter().map(|part| part.1).collect();
        let level = match parts.len() {
            0 => Tightness::Unit,
            1 if parts[0].starts_with('-') => Tightness::Sum,
            1 if parts[0].contains(['*', '/']) => Tightness::Product,
            1 => Tightness::Unit,
            _ => Tightness::Sum,
        };
        (sum(&parts), level)
    }

    /// A polynomial: number, common monomial, rest, over the common denominator.
    fn poly(&self, poly: &Poly) -> (String, Tightness) {
        if let Some(lin) = poly.to_lin() {
            return self.lin_level(&lin);
        }
        let (num, den, common, rest) = split(poly);
        let (text, level) = match rest.to_lin() {
            Some(lin) => self.lin_level(&lin),
            None => self.poly_sum(&rest),
        };
        let mut factors = Vec::new();
        if num != Int::Small(1) {
            factors.push(num.to_string());
        }
        factors.extend(self.monomial(&common));
        let alone = factors.is_empty() && den == Int::Small(1);
        if alone {
            return (text, level);
        }
        if text != "1" {
            factors.push(if level == Tightness::Sum {
                format!("({text})")
            } else {
                text
            });
        }
        if factors.is_empty() {
            factors.push("1".to_owned());
        }
        let product = factors.join("*");
        match den {
            Int::Small(1) => (product, Tightness::Product),
            den => (format!("{product}/{den}"), Tightness::Product),
        }
    }

    fn piece(&self, piece: &GuardedPiece) -> (String, Tightness) {
        let (text, level) = self.poly(&piece.poly);
        guarded(&self.guard(&piece.guard), text, level)
    }

    fn term(&self, term: &FormulaTerm) -> String {
        let mut factors: Vec<(String, Tightness)> = Vec::new();
        for factor in &term.factors {
            let mut pieces: Vec<(String, Tightness)> = factor.iter().map(|piece| self.piece(piece)).collect();
            if pieces.len() == 1 {
                factors.append(&mut pieces);
            } else {
                let texts: Vec<String> = pieces.into_iter().map(|piece| piece.0).collect();
                factors.push((sum(&texts), Tightness::Sum));
            }
        }
        // Numbers first, fractions last: 2*N, not N*2; N*(M/2) only at the end.
        factors.sort_by_key(|factor| (factor.0.parse::<i128>().is_err(), factor.0.contains('/')));
        let minus = factors
            .first()
            .is_some_and(|factor| factor.0.starts_with('-') && factor.0.parse::<i128>().is_ok());
        if minus {
            factors[0].0.remove(0);
            factors[0].1 = Tightness::Unit;
        }
        if factors.len() > 1 {
            factors.retain(|factor| factor.0 != "1");
        }
        let (text, level) = match factors.len() {
            0 => ("1".to_owned(), Tightness::Unit),
            1 => factors.remove(0),
            _ => {
                let wrap = |(text, level)| {
                    if level == Tightness::Sum {
                        format!("({text})")
                    } else {
                        text
                    }
                };
                let mut texts: Vec<String> = factors.into_iter().map(wrap).collect();
                let mut powers: Vec<(String, usize)> = Vec::new();
                for text in texts.drain(..) {
                    match powers.iter_mut().find(|power| power.0 == text && !text.contains('/')) {
                        Some(power) => power.1 += 1,
                        None => powers.push((text, 1)),
                    }
                }
                let power = |(text, power): (String, usize)| match power {
                    1 => text,
                    _ if text.contains(['*', '[']) && !text.ends_with(')') => format!("({text})^{power}"),
                    _ => format!("{text}^{power}"),
                };
                (
                    powers.into_iter().map(power).collect::<Vec<_>>().join("*"),
                    Tightness::Product,
                )
            }
        };
        match (minus, guarded(&self.guard(&term.guard), text, level)) {
            (false, (text, _)) => text,
            // The minus is that of the whole sum, not of its first part.
            (true, (text, Tightness::Sum)) => format!("-({text})"),
            (true, (text, _)) => format!("-{text}"),
        }
    }

    fn guard(&self, guard: &[Lin]) -> String {
        let opposite = |lin: &Lin| lin.scale(-1).is_ok_and(|opposite| guard.contains(&opposite));
        let mut parts = Vec::new();
        for lin in guard {
            if opposite(lin) {
                if lin.terms.first().is_some_and(|term| term.1 > 0) {
                    parts.push(self.compare(lin, "="));
                }
            } else {
                parts.push(self.modulo(lin).unwrap_or_else(|| self.compare(lin, ">=")));
            }
        }
        parts.join(" and ")
    }

    /// `lin >= 0` with what is negative on the other side.
    fn compare(&self, lin: &Lin, relation: &str) -> String {
        let (mut left, mut right) = (Lin::default(), Lin::default());
        for &(sym, a) in &lin.terms {
            if a > 0 { &mut left } else { &mut right }.terms.push((sym, a.abs()));
        }
        if left.is_constant() {
            // 0 <= 5 - N is N <= 5
            right.constant = Num::ZERO;
            let relation = if relation == ">=" { "<=" } else { relation };
            return format!("{} {relation} {}", self.lin(&right), lin.constant);
        }
        if right.is_constant() || lin.constant < 0 {
            right.constant = -lin.constant;
        } else {
            left.constant = lin.constant;
        }
        format!("{} {relation} {}", self.lin(&left), self.lin(&right))
    }

    /// `e mod a = r`, if that is what the guard says.
    fn modulo(&self, lin: &Lin) -> Option<String> {
        for &(sym, coefficient) in &lin.terms {
            let SymbolAtom::Floor(e, a) = self.formula.atoms.get(sym) else {
                continue;
            };
            if coefficient.abs() != *a {
                continue;
            }
            // lin = sign * (a floor(e / a) - e) + k
            let sign = coefficient.signum();
            let k = lin.without(sym).plus(sign, e).ok()?;
            if !k.is_constant() {
                continue;
            }
            let k = k.constant;
            let (dividend, is) = match sign == 1 {
                true if k == 0 => (e.clone(), "= 0".to_owned()),
                true => (e.clone(), format!("<= {k}")),
                // e mod a >= a - 1, so (e + 1) mod a = 0
                false if (-k).checked_add(Num::ONE) == Some(*a) => (e.shift(1).ok()?, "= 0".to_owned()),
                false => (e.clone(), format!(">= {}", -k)),
            };
            let mut dividend = dividend;
            dividend.constant = dividend.constant.mod_floor(*a);
            let (text, level) = self.lin_level(&dividend);
            let text = if level == Tightness::Sum {
                format!("({text})")
            } else {
                text
            };
            return Some(format!("{text} mod {a} {is}"));
        }
        None
    }
}

fn sorted(mut arms: Vec<Lin>) -> Vec<Lin> {
    arms.sort();
    arms
}

fn scaled(factor: Num, text: &str) -> String {
    match factor.small() {
        Some(1) => text.to_owned(),
        Some(-1) => format!("-{text}"),
        _ => format!("{factor}*{text}"),
    }
}

/// The parts, added.
fn sum(parts: &[String]) -> String {
    let mut text = String::new();
    for part in parts {
        match part.strip_prefix('-') {
            _ if text.is_empty() => text.push_str(part),
            Some(positive) => {
                text.push_str(" - ");
                text.push_str(positive);
            }
            None => {
                text.push_str(" + ");
                text.push_str(part);
            }
        }
    }
    if text.is_empty() { "0".to_owned() } else { text }
}

fn guarded(guard: &str, text: String, level: Tightness) -> (String, Tightness) {
    match (guard.is_empty(), level) {
        (true, _) => (text, level),
        _ if text == "1" => (format!("[{guard}]"), Tightness::Unit),
        (_, Tightness::Sum) => (format!("[{guard}]*({text})"), Tightness::Product),
        _ => (format!("[{guard}]*{text}"), Tightness::Product),
    }
}

/// `poly = num / den * common * rest`, the rest with integer coefficients without common divisor.
fn split(poly: &Poly) -> (Int, Int, Monomial, Poly) {
    let (mut den, mut num) = (Int::Small(1), Int::Small(0));
    let mut common: Option<Monomial> = None;
    for (monomial, number) in poly.terms() {
        den = den.div_floor(&den.gcd(number.den())).mul(number.den());
        let shared = |common: Monomial| -> Monomial {
            let least = |(sym, power): (Sym, u32)| {
                let other = monomial.iter().find(|p| p.0 == sym)?.1;
                Some((sym, power.min(other)))
            };
            common.into_iter().filter_map(least).collect()
        };
        common = Some(common.map_or_else(|| monomial.clone(), shared));
    }
    for (_, number) in poly.terms() {
        num = num.gcd(&number.num().mul(&den.div_floor(number.den())));
    }
    let common = common.unwrap_or_default();
    let mut rest = Poly::default();
    for (monomial, number) in poly.terms() {
        let left = |&(sym, power): &(Sym, u32)| {
            let out = common.iter().find(|p| p.0 == sym).map_or(0, |p| p.1);
            (power > out).then_some((sym, power - out))
        };
        let number = number.mul(&Frac::new(den.clone(), num.clone()));
        rest.add_term(monomial.iter().filter_map(left).collect(), number);
    }
    let shared = num.gcd(&den);
    (num.div_floor(&shared), den.div_floor(&shared), common, rest)
}
