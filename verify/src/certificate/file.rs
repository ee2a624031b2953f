//! Certificates as files of SMT-LIB 2, and back.
//!
//! Every claim is a script of its own, from `(reset)` to `(check-sat)`, so that any solver answers them one after the other and
//! each can be cut out and asked alone. Comments say what a claim says and what is not claimed; [`read`] reads them again.

use super::formula::{IntegerCondition, symbol};
use super::{Certificate, Claim, ProgramPlace, ProofPart, WhichProgram};
use polyvet_ir::Span;
use std::collections::BTreeSet;
use std::fmt::Write;

/// The first line of a certificate.
pub const FIRST_LINE: &str = "; polyvet certificate 1";
const CLAIM: &str = "; claim: ";
const PART: &str = "; proof: ";
const ABSTRACT: &str = "; it is about functions that nobody knows, so `sat` refutes nothing";
const TRUSTED: &str = "; not certified, trusted: ";

/// Finds the place of a span in words: `before.mlir:12`.
pub type PlaceOf<'f> = dyn Fn(WhichProgram, Span) -> Option<String> + 'f;

/// The text of one or several certificates, to be given to a solver or to `polyvet certify`.
#[derive(Clone, Debug, Default)]
pub struct CertificateText {
    claims: usize,
    quantified: usize,
    incomplete: bool,
    body: String,
}

impl CertificateText {
    /// Adds the claims of a proof.
    pub fn add(&mut self, certificate: &Certificate, place_of: &PlaceOf<'_>) {
        for part in &certificate.parts {
            self.claims += part.claims.len();
            write_part(&mut self.body, part, place_of);
        }
        self.quantified += certificate.quantified();
        self.incomplete |= !certificate.is_complete();
    }

    /// Adds what another text has.
    pub fn append(&mut self, other: &CertificateText) {
        self.claims += other.claims;
        self.quantified += other.quantified;
        self.incomplete |= other.incomplete;
        self.body.push_str(&other.body);
    }

    /// Whether there is anything in it.
    pub fn is_empty(&self) -> bool {
        self.body.is_empty()
    }

    /// The file.
    pub fn to_file(&self) -> String {
        format!(
            "{FIRST_LINE}\n; Each claim says that something does not exist. A solver that answers `unsat` to it confirms it;\n\
             ; the proof holds if all claims are confirmed, apart from what is trusted: in any case how the program was read and\n\
             ; modelled (which instances run, in which order, which elements they touch), how claims are printed, and the solver.\n; claims: {}\n\
             ; with quantifiers: {}\n; complete: {}\n{}",
            self.claims,
            self.quantified,
            if self.incomplete { "no" } else { "yes" },
            self.body
        )
    }
}

fn write_part(text: &mut String, part: &ProofPart, place_of: &PlaceOf<'_>) {
    let _ = writeln!(text, "\n{PART}{}", line(&part.subject));
    for one in &part.trusted {
        let _ = writeln!(text, "{TRUSTED}{}: {}", line(&one.what), line(&one.why));
    }
    for claim in &part.claims {
        write_claim(text, claim, place_of);
    }
}

fn write_claim(text: &mut String, claim: &Claim, place_of: &PlaceOf<'_>) {
    let _ = writeln!(text, "\n{CLAIM}{} {}", claim.kind.name(), line(&claim.name));
    let _ = writeln!(text, "; {}", line(&claim.says));
    let places: BTreeSet<String> = claim
        .places
        .iter()
        .filter_map(|place: &ProgramPlace| place_of(place.program, place.span))
        .collect();
    let others = |formula: &IntegerCondition| formula.others().iter().any(|one| one.is_abstract);
    if claim.conditions.iter().any(|(_, formula)| others(formula)) {
        let _ = writeln!(text, "{ABSTRACT}");
    }
    if !places.is_empty() {
        let _ = writeln!(
            text,
            "; at {}",
            line(&places.into_iter().collect::<Vec<_>>().join(", "))
        );
    }
    let all = IntegerCondition::All(claim.conditions.iter().map(|(_, formula)| formula.clone()).collect());
    let others = all.others();
    let logic = match (others.first(), all.is_quantified()) {
        (Some(one), _) => one.logic,
        (None, true) => "LIA",
        (None, false) => "QF_LIA",
    };
    let _ = writeln!(text, "(reset)\n(set-logic {logic})");
    let declarations: BTreeSet<&String> = others.iter().flat_map(|one| &one.declarations).collect();
    // Sorts come before what is of them.
    let (sorts, rest): (Vec<_>, Vec<_>) = declarations
        .into_iter()
        .partition(|one| one.starts_with("(declare-sort"));
    for declaration in sorts.into_iter().chain(rest) {
        let _ = writeln!(text, "{declaration}");
    }
    for name in all.variables() {
        let _ = writeln!(text, "(declare-const {} Int)", symbol(&name));
    }
    for (comment, formula) in &claim.conditions {
        let _ = writeln!(text, "; {}\n(assert {formula})", line(comment));
    }
    text.push_str("(check-sat)\n");
}

/// A comment must not go on in the next line.
fn line(text: &str) -> String {
    text.replace(|c: char| c.is_control(), " ")
}

/// A claim of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// `order`, `mark`, ...
    pub kind: String,
    /// Its name.
    pub name: String,
    /// From 1.
    pub line: usize,
    /// What a solver is asked.
    pub script: String,
    /// An answer `sat` refutes nothing.
    pub is_abstract: bool,
}

/// A certificate that was read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReadCertificate {
    /// What is proved.
    pub subjects: Vec<String>,
    /// What has no claims.
    pub trusted: Vec<String>,
    /// In the order of the file.
    pub claims: Vec<Written>,
}

/// Why a file is no certificate, and in which line that is seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotRead {
    /// From 1.
    pub line: usize,
    /// In words.
    pub message: String,
}

/// Whether a text begins as certificates do.
pub fn is_certificate(text: &str) -> bool {
    text.lines().next().is_some_and(|first| first.trim_end() == FIRST_LINE)
}

/// Reads a certificate. Claims must be as many as the file says, and each must ask exactly one question.
///
/// # Errors
/// The first line that is not as it should be.
pub fn read(text: &str) -> Result<ReadCertificate, NotRead> {
    let wrong = |line: usize, message: &str| NotRead {
        line,
        message: message.to_owned(),
    };
    if !is_certificate(text) {
        return Err(wrong(
            1,
            &format!("this is no certificate: the first line is not `{FIRST_LINE}`"),
        ));
    }
    let (mut found, mut expected) = (ReadCertificate::default(), None);
    for (number, line) in text.lines().enumerate().map(|(at, line)| (at + 1, line.trim_end())) {
        if let Some(count) = line.strip_prefix("; claims: ") {
            let count: Result<usize, _> = count.parse();
            expected = Some(count.map_err(|_| wrong(number, "this is no number of claims"))?);
        } else if let Some(subject) = line.strip_prefix(PART) {
            found.subjects.push(subject.to_owned());
        } else if let Some(what) = line.strip_prefix(TRUSTED) {
            found.trusted.push(what.to_owned());
        } else if let Some(name) = line.strip_prefix(CLAIM) {
            let (kind, name) = name.split_once(' ').unwrap_or((name, ""));
            found.claims.push(Written {
                kind: kind.to_owned(),
                name: name.to_owned(),
                line: number,
                script: String::new(),
                is_abstract: false,
            });
        } else if line == ABSTRACT {
            if let Some(claim) = found.claims.last_mut() {
                claim.is_abstract = true;
            }
        } else if !line.starts_with(';') && !line.is_empty() {
            let Some(claim) = found.claims.last_mut() else {
                return Err(wrong(number, "this stands before the first claim"));
            };
            if line != "(reset)" {
                claim.script.push_str(line);
                claim.script.push('\n');
            }
        }
    }
    if let Some(claim) = found
        .claims
        .iter()
        .find(|claim| claim.script.matches("(check-sat)").count() != 1)
    {
        return Err(wrong(claim.line, "this claim does not ask exactly one question"));
    }
    match expected {
        Some(count) if count == found.claims.len() => Ok(found),
        Some(count) => {
            let message = format!("the file should have {count} claims, and has {}", found.claims.len());
            Err(wrong(text.lines().count(), &message))
        }
        None => Err(wrong(1, "the file does not say how many claims it has")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::certificate::formula::IntegerTerm;
    use crate::certificate::{ClaimKind, Trusted};

    fn certificate() -> Certificate {
        let mut part = ProofPart::new("@f");
        let i = || IntegerTerm::var("source i");
        let conditions = vec![(
            "runs".to_owned(),
            IntegerCondition::all([
                IntegerCondition::less(i(), IntegerTerm::Int(0)),
                IntegerCondition::less(IntegerTerm::Int(0), i()),
            ]),
        )];
        part.claims.push(Claim {
            kind: ClaimKind::Order,
            name: "raw S to T through A\n(assert false)".to_owned(),
            says: "nothing".to_owned(),
            places: Vec::new(),
            conditions,
        });
        part.trusted.push(Trusted {
            what: "algebra".to_owned(),
            why: "no claims".to_owned(),
        });
        Certificate { parts: vec![part] }
    }

    fn text() -> String {
        let mut text = CertificateText::default();
        text.add(&certificate(), &|_, _| None);
        text.to_file()
    }

    #[test]
    fn what_is_written_is_read() {
        let text = text();
        let read = read(&text).expect("a certificate");
        assert_eq!((read.subjects.len(), read.trusted.len(), read.claims.len()), (1, 1, 1));
        let claim = &read.claims[0];
        assert_eq!(claim.name, "raw S to T through A (assert false)");
        let script = "(set-logic QF_LIA)\n(declare-const |source i| Int)\n(assert (and (< |source i| 0) (< 0 |source i|)))\n(check-sat)\n";
        assert_eq!(claim.script, script);
    }

    #[test]
    fn what_was_cut_is_not_read() {
        let text = text();
        let cut = text.replace("(check-sat)\n", "");
        assert!(read(&cut).is_err_and(|error| error.message.contains("one question")));
        let lost = text.replace("; claims: 1", "; claims: 2");
        assert!(read(&lost).is_err_and(|error| error.message.contains("2 claims")));
        assert!(read("(check-sat)").is_err_and(|error| error.line == 1));
    }
}
