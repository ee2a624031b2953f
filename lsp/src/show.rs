//! What the server found, as the protocol has it.

use crate::checks::{CommentAnswer, JudgedComment};
use crate::facts::LoopFact;
use crate::snapshot::Snapshot;
use lsp_types::{
    CodeAction, CodeActionKind, CodeLens, Command, Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, Hover,
    HoverContents, InlayHint, InlayHintKind, InlayHintLabel, Location, MarkupContent, MarkupKind, NumberOrString,
    Range, TextEdit, WorkspaceEdit,
};
use polyvet::Message;
use polyvet::assume::AskedRewrite;
use polyvet_ir::{Severity, Span};
use std::collections::HashMap;

/// The command of a code lens: shows a whole verdict.
pub const SHOW: &str = "polyvet.show";

/// Loops on which one hint stands.
type HintGroup<'a> = (Span, Vec<&'a LoopFact>);

fn diagnostic(range: Range, severity: DiagnosticSeverity, code: &str, message: String) -> Diagnostic {
    Diagnostic {
        range,
        severity: Some(severity),
        code: Some(NumberOrString::String(code.to_owned())),
        source: Some("polyvet".to_owned()),
        message,
        ..Diagnostic::default()
    }
}

/// A message about a text.
pub fn message(snapshot: &Snapshot, message: &Message) -> Diagnostic {
    let one = &message.diagnostic;
    let severity = match one.severity {
        Severity::Error => DiagnosticSeverity::ERROR,
        Severity::Warning => DiagnosticSeverity::WARNING,
        Severity::Note => DiagnosticSeverity::INFORMATION,
    };
    let help = one
        .help
        .as_ref()
        .map_or(String::new(), |help| format!("\nhelp: {help}"));
    let text = one.message.clone() + &help;
    let mut shown = diagnostic(snapshot.text.range(one.primary), severity, one.code, text);
    let related = one
        .labels
        .iter()
        .map(|(span, label)| related(snapshot, snapshot.text.range(*span), label));
    shown.related_information = (!one.labels.is_empty()).then(|| related.collect());
    shown
}

fn related(snapshot: &Snapshot, range: Range, label: &str) -> DiagnosticRelatedInformation {
    DiagnosticRelatedInformation {
        location: Location {
            uri: snapshot.uri.clone(),
            range,
        },
        message: label.to_owned(),
    }
}

/// A loop that claims more freedom than it has.
pub fn wrong_claim(snapshot: &Snapshot, one: &LoopFact) -> Option<Diagnostic> {
    let claimed = one.result.claimed.filter(|_| one.result.claim_holds == Some(false))?;
    let (name, derived) = (&one.result.name, one.result.derived);
    let text = format!("loop `{name}` is claimed {claimed}, but its dependences make it {derived}");
    let range = snapshot.text.range(one.span);
    Some(diagnostic(
        range,
        DiagnosticSeverity::WARNING,
        "wrong-iterator-type",
        text,
    ))
}

/// What is wrong with the rewrite that a comment asks about; nothing if it is proved.
pub fn answer(snapshot: &Snapshot, asked: &AskedRewrite, answer: &CommentAnswer) -> Vec<Diagnostic> {
    let told = answer
        .messages
        .iter()
        .filter(|one| one.diagnostic.severity != Severity::Note);
    let mut all: Vec<Diagnostic> = told.map(|one| message(snapshot, one)).collect();
    all.extend(answer.judged.iter().filter_map(|one| verdict(snapshot, asked, one)));
    all
}

fn verdict(snapshot: &Snapshot, asked: &AskedRewrite, judged: &JudgedComment) -> Option<Diagnostic> {
    let result = &judged.result;
    let severity = match (result.verdict, result.strength) {
        ("proved", Some("bitwise")) if result.vacuous.is_none() => return None,
        ("refuted", _) => DiagnosticSeverity::ERROR,
        ("proved", _) => DiagnosticSeverity::INFORMATION,
        _ => DiagnosticSeverity::WARNING,
    };
    let range = snapshot.text.range(asked.span);
    let mut shown = diagnostic(range, severity, result.code(), plain(&judged.text));
    let places = judged.places.iter().filter(|place| !place.label.is_empty());
    let related = places.map(|place| related(snapshot, snapshot.text.range_of(&place.region), &place.label));
    let related: Vec<_> = related.collect();
    shown.related_information = (!related.is_empty()).then_some(related);
    Some(shown)
}

/// A verdict without lines of the program, which are beside it in an editor.
fn plain(text: &str) -> String {
    let is_ours =
        |line: &&str| !line.starts_with(char::is_numeric) && !line.trim_start().starts_with(['|', '.', ':', '-']);
    let lines: Vec<&str> = text.lines().filter(is_ours).collect();
    lines.join("\n")
}

/// The title of a verdict above its comment.
fn title(judged: &JudgedComment, several: bool) -> String {
    let result = &judged.result;
    let name = if several {
        format!("@{}: ", result.func)
    } else {
        String::new()
    };
    match (result.verdict, result.vacuous, result.strength) {
        ("refuted", ..) => format!("{name}refuted: see witness"),
        (verdict, Some(why), _) => format!("{name}{verdict}, vacuous: {why}"),
        ("unknown", ..) => format!("{name}unknown: {}", result.code()),
        (verdict, _, Some(strength)) => format!("{name}{verdict} ({strength})"),
        (verdict, ..) => format!("{name}{verdict}"),
    }
}

/// The lenses of a comment.
pub fn lenses(snapshot: &Snapshot, number: usize, answer: Option<&CommentAnswer>) -> Vec<CodeLens> {
    let Some(asked) = snapshot.asked.get(number) else {
        return Vec::new();
    };
    let range = snapshot.text.range(asked.span);
    let lens = |title: String, at: Option<usize>| CodeLens {
        range,
        command: Some(Command {
            title,
            command: SHOW.to_owned(),
            arguments: at.map(|at| vec![snapshot.uri.as_str().into(), number.into(), at.into()]),
        }),
        data: None,
    };
    let Some(answer) = answer else {
        return vec![lens("polyvet is at it".to_owned(), None)];
    };
    let several = answer.judged.len() > 1;
    let judged = answer.judged.iter().enumerate();
    judged.map(|(at, one)| lens(title(one, several), Some(at))).collect()
}

/// Iterator types of loops, each behind the name of its operation.
pub fn hints(snapshot: &Snapshot, loops: &[LoopFact]) -> Vec<InlayHint> {
    let mut groups: Vec<HintGroup<'_>> = Vec::new();
    for one in loops {
        match groups.iter_mut().find(|(span, _)| *span == one.span) {
            Some((_, all)) => all.push(one),
            None => groups.push((one.span, vec![one])),
        }
    }
    let label = |all: &[&LoopFact]| match all {
        [only] => only.result.derived.to_owned(),
        all => {
            let named = all
                .iter()
                .map(|one| format!("{} {}", one.result.name, one.result.derived));
            named.collect::<Vec<_>>().join(", ")
        }
    };
    let hint = |(span, all): &HintGroup<'_>| InlayHint {
        position: snapshot.text.range(*span).end,
        label: InlayHintLabel::String(format!(": {}", label(all))),
        kind: Some(InlayHintKind::TYPE),
        text_edits: None,
        tooltip: None,
        padding_left: None,
        padding_right: Some(true),
        data: None,
    };
    groups.iter().map(hint).collect()
}

/// Markdown at a place.
pub fn hover(snapshot: &Snapshot, span: Span, value: String) -> Hover {
    Hover {
        contents: HoverContents::Markup(MarkupContent {
            kind: MarkupKind::Markdown,
            value,
        }),
        range: (!span.is_none()).then(|| snapshot.text.range(span)),
    }
}

/// The verdicts on a comment, whole.
pub fn verdicts(answer: &CommentAnswer) -> String {
    let blocks = answer
        .judged
        .iter()
        .map(|one| format!("```text\n{}\n```", one.text.trim_end()));
    blocks.collect::<Vec<_>>().join("\n\n")
}

/// What can be done about a refusal: the script that is proved, or the condition under which this one is.
pub fn actions(snapshot: &Snapshot, asked: &AskedRewrite, answer: &CommentAnswer) -> Vec<CodeAction> {
    let mut all = Vec::new();
    for judged in &answer.judged {
        let repair = judged.result.repair.as_ref().and_then(|repair| repair.script.as_ref());
        if let Some(script) = repair {
            let edit = TextEdit::new(snapshot.text.range(asked.span), script.clone());
            all.push(action(snapshot, format!("Ask about what is proved: {script}"), edit));
        }
        if let Some(condition) = &judged.result.holds_when {
            let (start, indent) = snapshot.text.indent(asked.span.start as usize);
            let line = format!("{indent}// polyvet: assume {condition}\n");
            let edit = TextEdit::new(Range::new(start, start), line);
            all.push(action(snapshot, format!("Assume {condition}"), edit));
        }
    }
    all
}

// The key is how the protocol has it; nothing changes it.
#[expect(clippy::mutable_key_type)]
fn action(snapshot: &Snapshot, title: String, edit: TextEdit) -> CodeAction {
    let changes = HashMap::from([(snapshot.uri.clone(), vec![edit])]);
    CodeAction {
        title,
        kind: Some(CodeActionKind::QUICKFIX),
        edit: Some(WorkspaceEdit::new(changes)),
        ..CodeAction::default()
    }
}
