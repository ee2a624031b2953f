//! JUnit XML, which build servers read: a suite for each file, a case for each question.

use crate::document::{Document, DocumentEntry};
use crate::{CampaignResult, DiagnosticResult, DifftestResult, FindingResult, Outcome, SnapshotResult, text};
use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};
use std::time::Duration;

/// The document.
pub fn render(document: &Document<'_>) -> String {
    let mut report = Report::new(format!("polyvet {}", document.command));
    for path in document.passed {
        add(
            &mut report,
            path,
            TestCase::new(path.clone(), TestCaseStatus::success()),
        );
    }
    for entry in document.entries {
        match &entry.outcome {
            Outcome::Campaign(campaign) => pipelines(&mut report, campaign),
            _ => case(&mut report, entry),
        }
    }
    for message in document.messages.iter().filter(|one| one.severity == "error") {
        error(&mut report, message);
    }
    // Texts are written into memory, which does not fail.
    report.to_string().unwrap_or_default() + "\n"
}

/// Adds a case to the suite called `suite`.
fn add(report: &mut Report, suite: &str, mut case: TestCase) {
    case.set_classname(suite.to_owned());
    match report.test_suites.iter_mut().find(|one| one.name.as_str() == suite) {
        Some(found) => {
            found.add_test_case(case);
        }
        None => {
            let mut made = TestSuite::new(suite.to_owned());
            made.add_test_case(case);
            report.add_test_suite(made);
        }
    }
}

fn failure(kind: &str, message: &str, text: &str) -> TestCaseStatus {
    let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
    status.set_type(kind.to_owned()).set_message(message.to_owned());
    status.set_description(text.trim_end().to_owned());
    status
}

fn case(report: &mut Report, entry: &DocumentEntry) {
    match &entry.outcome {
        Outcome::Verdict(verdict) => {
            let name = format!("@{}: {}", verdict.func, verdict.subject);
            let status = match entry.accepted {
                true => TestCaseStatus::success(),
                false => failure(verdict.verdict, &text::gist(verdict, entry.hint), &entry.text),
            };
            let mut case = TestCase::new(name, status);
            if let Some(millis) = verdict.time_ms {
                case.set_time(Duration::from_secs_f64((millis / 1e3).max(0.0)));
            }
            add(report, &verdict.file, case);
        }
        Outcome::Snapshot(snapshot) => snapshot_case(report, snapshot, &entry.text),
        Outcome::Difftest(result) => difftest_case(report, result, &entry.text),
        Outcome::Finding(finding) => finding_case(report, finding, &entry.text),
        _ => {}
    }
}

fn snapshot_case(report: &mut Report, one: &SnapshotResult, text: &str) {
    let name = if one.file.is_empty() { &one.snapshot } else { &one.file };
    let message = match one.words.first() {
        Some(words) => words.clone(),
        None => format!("{} is {}", one.snapshot, one.status),
    };
    let status = match one.accepted {
        true => TestCaseStatus::success(),
        false => failure(one.status, &message, text),
    };
    add(report, name, TestCase::new(name.clone(), status));
}

fn difftest_case(report: &mut Report, one: &DifftestResult, text: &str) {
    let name = format!("@{} on {}", one.func, one.backend);
    let status = match one.failures.first() {
        None => TestCaseStatus::success(),
        Some(first) => failure(first.outcome, &first.message, text),
    };
    add(report, &one.file, TestCase::new(name, status));
}

/// A finding is a failure of its pipeline; a known one is a case that nobody waits for.
fn finding_case(report: &mut Report, one: &FindingResult, text: &str) {
    let status = match one.status == "known" {
        true => {
            let mut status = TestCaseStatus::skipped();
            status.set_message(format!("known: {}", one.issue.as_deref().unwrap_or(&one.kind)));
            status
        }
        false => failure(&one.outcome, &one.headline(), text),
    };
    let name = format!("{} ({})", one.pass, one.kind);
    add(report, &one.backend, TestCase::new(name, status));
}

fn pipelines(report: &mut Report, campaign: &CampaignResult) {
    for (name, words) in &campaign.pipelines {
        let counts: Vec<String> = words.iter().map(|(word, count)| format!("{count} {word}")).collect();
        let mut case = TestCase::new(name.clone(), TestCaseStatus::success());
        case.set_system_out(counts.join(", "));
        add(report, &campaign.ledger, case);
    }
}

fn error(report: &mut Report, message: &DiagnosticResult) {
    let mut status = TestCaseStatus::non_success(NonSuccessKind::Error);
    status.set_type(message.code).set_message(message.message.clone());
    let place = match (&message.file, message.line) {
        (Some(file), Some(line)) => format!("{file}:{line}"),
        (Some(file), None) => file.clone(),
        _ => "polyvet".to_owned(),
    };
    if let Some(help) = &message.help {
        status.set_description(format!("{place}: {help}"));
    }
    let suite = message.file.as_deref().unwrap_or("polyvet");
    add(report, suite, TestCase::new(place.clone(), status));
}
