//! `polyvet explain`: what the codes of messages and answers mean. The pages stand in `docs/codes`.

use crate::args::ExplainArgs;
use crate::session::{Outcomes, Session};
use polyvet_report::{CodeEntry, Outcome};

/// One Markdown file for each area: `# AREA`, then `## CODE` with its page.
const AREAS: &[&str] = &[
    include_str!("../codes/verdicts.md"),
    include_str!("../codes/model.md"),
    include_str!("../codes/scripts.md"),
    include_str!("../codes/footprint.md"),
    include_str!("../codes/execution.md"),
    include_str!("../codes/reading.md"),
    include_str!("../codes/definitions.md"),
    include_str!("../codes/command-line.md"),
];

/// What there is to say about one code.
#[derive(Clone, Copy, Debug)]
pub struct CodePage {
    /// What it is about.
    pub area: &'static str,
    /// The code.
    pub code: &'static str,
    /// Its first paragraph.
    pub summary: &'static str,
    /// All of it, in Markdown.
    pub text: &'static str,
}

/// All pages, area by area.
pub fn pages() -> impl Iterator<Item = CodePage> {
    AREAS.iter().flat_map(|source| {
        let mut sections = source.split("\n## ");
        let title = sections.next().and_then(|head| head.lines().next()).unwrap_or("");
        let area = title.trim_start_matches("# ");
        sections.map(move |section| {
            let (code, text) = section.split_once('\n').unwrap_or((section, ""));
            let text = text.trim();
            let summary = text.split("\n\n").next().unwrap_or("");
            CodePage {
                area,
                code,
                summary,
                text,
            }
        })
    })
}

/// Runs the command.
pub fn run(session: &mut Session<'_>, args: &ExplainArgs) -> Outcomes<()> {
    match &args.code {
        Some(code) => one(session, code),
        None => all(session),
    }
}

fn one(session: &mut Session<'_>, code: &str) -> Outcomes<()> {
    let wanted = bare(code);
    match pages().find(|page| page.code == wanted) {
        Some(page) => session.push_plain(&Outcome::Code(entry(page, true))),
        None => {
            let message = format!("there is no code `{wanted}`");
            Err(session.error_help("unknown-code", message, nearest(&wanted)))
        }
    }
}

fn all(session: &mut Session<'_>) -> Outcomes<()> {
    let mut area = "";
    for page in pages() {
        if page.area != area {
            let gap = if area.is_empty() { "" } else { "\n" };
            area = page.area;
            session.line(&format!("{gap}{area}"))?;
        }
        session.push_plain(&Outcome::Code(entry(page, false)))?;
    }
    Ok(())
}

fn entry(page: CodePage, whole: bool) -> CodeEntry {
    CodeEntry {
        code: page.code.to_owned(),
        area: page.area.to_owned(),
        summary: page.summary.to_owned(),
        text: whole.then(|| page.text.to_owned()),
    }
}

/// `error[CODE]` and `[CODE]` may be copied as they are shown.
fn bare(code: &str) -> String {
    let code = code.trim().trim_end_matches([':', ']']);
    code.rsplit('[').next().unwrap_or(code).to_lowercase()
}

/// The few codes that are most like `code`.
fn nearest(code: &str) -> String {
    let mut alike: Vec<(f64, &str)> = pages()
        .map(|page| (strsim::jaro_winkler(code, page.code), page.code))
        .filter(|(alike, _)| *alike > 0.75)
        .collect();
    alike.sort_by(|x, y| y.0.total_cmp(&x.0));
    alike.truncate(3);
    let alike: Vec<String> = alike.iter().map(|(_, code)| format!("`{code}`")).collect();
    if alike.is_empty() {
        "`polyvet explain` lists them all".to_owned()
    } else {
        format!("did you mean {}? `polyvet explain` lists them all", alike.join(" or "))
    }
}
