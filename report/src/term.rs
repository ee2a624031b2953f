//! Terms of the interpreter, made readable: `addf(A[0], mulf(B[0], x))` is `A[0] + B[0] * x`.
//!
//! Where two terms differ in one place deep inside, only that place is shown.

/// A term: an operation on terms, or anything else.
#[derive(Clone, Debug, PartialEq, Eq)]
enum PrintedTerm<'t> {
    Leaf(&'t str),
    Apply(&'t str, Vec<PrintedTerm<'t>>),
}

/// How two terms differ, for people: both in infix form, cut down to the place where they differ.
pub fn difference(before: &str, after: &str) -> (String, String) {
    let (Some(one), Some(other)) = (PrintedTerm::parse(before), PrintedTerm::parse(after)) else {
        return (before.to_owned(), after.to_owned());
    };
    let (place, other_place) = PrintedTerm::narrow(&one, &other);
    let cut = place != &one;
    let show = |term: &PrintedTerm<'_>| {
        let text = term.infix(0);
        if cut { format!(".. {text} ..") } else { text }
    };
    (show(place), show(other_place))
}

/// A term in infix form.
pub fn infix(term: &str) -> String {
    PrintedTerm::parse(term).map_or_else(|| term.to_owned(), |term| term.infix(0))
}

/// Terms nested deeper stay as they are.
const DEPTH_MAX: usize = 200;

impl<'t> PrintedTerm<'t> {
    fn parse(text: &'t str) -> Option<PrintedTerm<'t>> {
        let mut rest = text;
        let term = PrintedTerm::read(&mut rest, 0)?;
        rest.is_empty().then_some(term)
    }

    fn read(rest: &mut &'t str, depth: usize) -> Option<PrintedTerm<'t>> {
        if depth > DEPTH_MAX {
            return None;
        }
        let mut open = 0usize;
        let end = rest.find(|c| {
            match c {
                '[' => open += 1,
                ']' => open = open.saturating_sub(1),
                _ => {}
            }
            open == 0 && matches!(c, '(' | ')' | ',')
        });
        let (head, tail) = rest.split_at(end.unwrap_or(rest.len()));
        *rest = tail;
        let head = head.trim();
        if !rest.starts_with('(') {
            return (!head.is_empty()).then_some(PrintedTerm::Leaf(head));
        }
        let mut operands = Vec::new();
        loop {
            *rest = &rest[1..];
            operands.push(PrintedTerm::read(rest, depth + 1)?);
            match rest.as_bytes().first()? {
                b',' => {}
                b')' => break,
                _ => return None,
            }
        }
        *rest = &rest[1..];
        Some(PrintedTerm::Apply(head, operands))
    }

    /// The smallest places that hold the whole difference.
    fn narrow<'a>(one: &'a PrintedTerm<'t>, other: &'a PrintedTerm<'t>) -> (&'a PrintedTerm<'t>, &'a PrintedTerm<'t>) {
        if let (PrintedTerm::Apply(head, operands), PrintedTerm::Apply(other_head, others)) = (one, other)
            && head == other_head
            && operands.len() == others.len()
        {
            let mut differing = operands.iter().zip(others).filter(|(x, y)| x != y);
            if let (Some((x, y)), None) = (differing.next(), differing.next()) {
                return PrintedTerm::narrow(x, y);
            }
        }
        (one, other)
    }

    /// With parentheses where the `level` around it binds as tightly: sums in sums keep theirs,
    /// because their order is what matters.
    fn infix(&self, level: u8) -> String {
        match self {
            PrintedTerm::Leaf(text) => (*text).to_owned(),
            PrintedTerm::Apply(head, operands) => match (operator(head), operands.as_slice()) {
                (Some((sign, own)), [x, y]) => {
                    let text = format!("{} {sign} {}", x.infix(own), y.infix(own));
                    if own <= level { format!("({text})") } else { text }
                }
                _ => {
                    let operands: Vec<String> = operands.iter().map(|operand| operand.infix(0)).collect();
                    format!("{head}({})", operands.join(", "))
                }
            },
        }
    }
}

/// The sign of a binary operation and how tightly it binds.
fn operator(head: &str) -> Option<(&'static str, u8)> {
    Some(match head.strip_prefix("arith.").unwrap_or(head) {
        "addf" | "addi" => ("+", 1),
        "subf" | "subi" => ("-", 1),
        "mulf" | "muli" => ("*", 2),
        "divf" => ("/", 2),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn both(before: &str, after: &str) -> (String, String) {
        difference(before, after)
    }

    #[test]
    fn sums_of_products_are_written_infix() {
        let (before, after) = both("addf(addf(C[0, 0], mulf(A[0, 0], x)), y)", "addf(y, C[0, 0])");
        assert_eq!(before, "(C[0, 0] + A[0, 0] * x) + y");
        assert_eq!(after, "y + C[0, 0]");
    }

    #[test]
    fn only_the_place_that_differs_is_shown() {
        let (before, after) = both("mulf(2.0, addf(A[1], sqrt(A[2])))", "mulf(2.0, addf(A[1], A[0]))");
        assert_eq!((before.as_str(), after.as_str()), (".. sqrt(A[2]) ..", ".. A[0] .."));
    }

    #[test]
    fn what_is_no_term_stays_as_it_is() {
        for text in [
            "",
            "a(",
            "a)",
            "a(b,)",
            "uninitialised",
            "2.5",
            "#12ab",
            "a (b) c",
            "((",
            "f(.., ..)",
        ] {
            assert_eq!(both(text, "x").1, "x", "{text}");
        }
        assert_eq!(both("a(b,)", "x").0, "a(b,)");
    }
}
