//! `polyvet explain`: every code that can occur has a page, no page is left over, and what a page shows
//! happens.

use crate::common::{polyvet, root, words};
use polyvet_analysis::dependence::DepKind;
use polyvet_cli::{CodePage, Exit, pages};
use polyvet_verify::WitnessKind;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use syn::visit::{self, Visit};

/// Where codes come from.
const CRATES: &[&str] = &[
    "ir",
    "poly",
    "count",
    "analysis",
    "rewrites",
    "footprint",
    "tiler",
    "reduce",
    "codegen",
    "verify",
    "interp",
    "report",
    "polyvet",
    "cli",
];

/// Enums whose variants begin with a code.
const CARRIERS: &[&str] = &["NoFootprint"];

/// Words with a hyphen that are no code, and what they are.
const NO_CODES: &[(&str, &str)] = &[
    ("attr-dict", "a part of a custom form"),
    ("column-wise", "how a loop walks"),
    ("convex-union", "what is asked of two views"),
    ("in-out", "a kind of array"),
    ("mlir-opt-22", "a program"),
    ("not-understood", "how a run in a backend ends"),
    ("other-ways", "what a simulated cache says"),
    ("over-limit", "how a run in a backend ends"),
    ("polyvet-poly", "a thread"),
    ("polyvet-watchdog", "a thread"),
    ("row-wise", "how a loop walks"),
    ("transform-interpreter", "a pass of mlir-opt"),
    ("wrong-zero-sign", "a verdict on an element"),
    ("zero-sign", "a verdict on an element"),
];

/// Pages whose example cannot be run: there is no more of them than this. A page says why; the last one that came,
/// `part-not-proved`, is about programs of more than 400 operations.
const NOT_RUN_MAX: usize = 31;

fn sources() -> Vec<PathBuf> {
    fn walk(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                walk(&path, found);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                found.push(path);
            }
        }
    }
    let mut found = Vec::new();
    for one in CRATES {
        walk(&root().join(one).join("src"), &mut found);
    }
    assert!(found.len() > 100, "{} source files", found.len());
    found
}

fn is_test(attrs: &[syn::Attribute]) -> bool {
    attrs.iter().any(|attr| match &attr.meta {
        syn::Meta::List(list) => list.path.is_ident("cfg") && list.tokens.to_string() == "test",
        _ => false,
    })
}

fn is_code(name: &str) -> bool {
    !name.is_empty()
        && name.starts_with(|c: char| c.is_ascii_lowercase())
        && !name.ends_with('-')
        && !name.contains("--")
        && name
            .chars()
            .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
}

/// The functions with an argument `code: &str` and where it is; and the variants of [`CARRIERS`].
#[derive(Default)]
struct Takers(BTreeMap<String, BTreeSet<usize>>);

impl Takers {
    fn add<'a>(&mut self, name: String, inputs: impl Iterator<Item = &'a syn::FnArg>) {
        let typed = inputs.filter_map(|input| match input {
            syn::FnArg::Typed(typed) => Some(typed),
            syn::FnArg::Receiver(_) => None,
        });
        for (at, typed) in typed.enumerate() {
            let is_text = matches!(&*typed.ty, syn::Type::Reference(_));
            if is_text && matches!(&*typed.pat, syn::Pat::Ident(ident) if ident.ident == "code") {
                self.0.entry(name.clone()).or_default().insert(at);
            }
        }
    }
}

impl<'ast> Visit<'ast> for Takers {
    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        self.add(item.sig.ident.to_string(), item.sig.inputs.iter());
        visit::visit_item_fn(self, item);
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        self.add(item.sig.ident.to_string(), item.sig.inputs.iter());
        visit::visit_impl_item_fn(self, item);
    }

    fn visit_item_enum(&mut self, item: &'ast syn::ItemEnum) {
        if CARRIERS.contains(&item.ident.to_string().as_str()) {
            for variant in &item.variants {
                self.0.entry(variant.ident.to_string()).or_default().insert(0);
            }
        }
    }

    fn visit_local(&mut self, local: &'ast syn::Local) {
        if let (syn::Pat::Ident(name), Some(init)) = (&local.pat, &local.init)
            && let syn::Expr::Closure(closure) = &*init.expr
        {
            for (at, pat) in closure.inputs.iter().enumerate() {
                let pat = match pat {
                    syn::Pat::Type(typed) => &typed.pat,
                    other => other,
                };
                if matches!(pat, syn::Pat::Ident(ident) if ident.ident == "code") {
                    self.0.entry(name.ident.to_string()).or_default().insert(at);
                }
            }
        }
        visit::visit_local(self, local);
    }
}

/// String literals that stand where a code does, and all that look like one.
struct Found<'t> {
    takers: &'t Takers,
    emitted: BTreeSet<String>,
    hyphenated: BTreeSet<String>,
}

/// All string literals in an expression that look like codes.
#[derive(Default)]
struct Literals(BTreeSet<String>);

impl<'ast> Visit<'ast> for Literals {
    fn visit_lit_str(&mut self, literal: &'ast syn::LitStr) {
        self.0.insert(literal.value());
    }

    // What is called or formatted inside is no code.
    fn visit_expr_call(&mut self, _: &'ast syn::ExprCall) {}
    fn visit_macro(&mut self, _: &'ast syn::Macro) {}
}

impl Found<'_> {
    fn take(&mut self, expr: &syn::Expr) {
        let mut literals = Literals::default();
        literals.visit_expr(expr);
        self.emitted.extend(literals.0.into_iter().filter(|name| is_code(name)));
    }

    fn arguments<'a>(&mut self, name: &str, args: impl Iterator<Item = &'a syn::Expr>) {
        let Some(places) = self.takers.0.get(name) else { return };
        for (at, arg) in args.enumerate() {
            if places.contains(&at) {
                self.take(arg);
            }
        }
    }

    fn text(&mut self, text: &str) {
        if text.contains('-') && is_code(text) {
            self.hyphenated.insert(text.to_owned());
        }
    }

    /// `fn code` and the names of verdicts, strengths and traps give codes.
    fn gives_codes(sig: &syn::Signature, of: Option<&str>) -> bool {
        sig.ident == "code" || sig.ident == "name" && matches!(of, Some("Code" | "Verdict" | "Strength"))
    }
}

impl<'ast> Visit<'ast> for Found<'_> {
    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        if !is_test(&item.attrs) {
            visit::visit_item_mod(self, item);
        }
    }

    fn visit_item_impl(&mut self, item: &'ast syn::ItemImpl) {
        let of = match &*item.self_ty {
            syn::Type::Path(path) => path.path.segments.last().map(|segment| segment.ident.to_string()),
            _ => None,
        };
        for inner in &item.items {
            if let syn::ImplItem::Fn(method) = inner
                && Found::gives_codes(&method.sig, of.as_deref())
            {
                let mut literals = Literals::default();
                literals.visit_block(&method.block);
                self.emitted.extend(literals.0.into_iter().filter(|name| is_code(name)));
            }
        }
        visit::visit_item_impl(self, item);
    }

    fn visit_expr_call(&mut self, call: &'ast syn::ExprCall) {
        if let syn::Expr::Path(path) = &*call.func
            && let Some(segment) = path.path.segments.last()
        {
            self.arguments(&segment.ident.to_string(), call.args.iter());
        }
        visit::visit_expr_call(self, call);
    }

    fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
        self.arguments(&call.method.to_string(), call.args.iter());
        visit::visit_expr_method_call(self, call);
    }

    fn visit_field_value(&mut self, field: &'ast syn::FieldValue) {
        if matches!(&field.member, syn::Member::Named(name) if name == "code") {
            self.take(&field.expr);
        }
        visit::visit_field_value(self, field);
    }

    fn visit_local(&mut self, local: &'ast syn::Local) {
        if let Some(init) = &local.init {
            let codes = match &local.pat {
                syn::Pat::Ident(ident) => ident.ident == "code",
                syn::Pat::Tuple(tuple) => {
                    matches!(tuple.elems.first(), Some(syn::Pat::Ident(ident)) if ident.ident == "code")
                }
                _ => false,
            };
            if codes {
                self.take(&init.expr);
            }
        }
        visit::visit_local(self, local);
    }

    fn visit_lit_str(&mut self, literal: &'ast syn::LitStr) {
        self.text(&literal.value());
    }

    fn visit_macro(&mut self, one: &'ast syn::Macro) {
        for text in one.tokens.to_string().split('"').skip(1).step_by(2) {
            self.text(text);
        }
    }
}

/// Codes in the places of codes, and words that look like codes wherever they stand.
fn scan() -> (BTreeSet<String>, BTreeSet<String>) {
    let files: Vec<syn::File> = sources()
        .iter()
        .map(|path| {
            let text = std::fs::read_to_string(path).expect("a source file");
            syn::parse_file(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
        })
        .filter(|file| !is_test(&file.attrs))
        .collect();
    let mut takers = Takers::default();
    files.iter().for_each(|file| takers.visit_file(file));
    assert!(takers.0.contains_key("error"), "`Diagnostic::error` takes a code");
    let mut found = Found {
        takers: &takers,
        emitted: BTreeSet::new(),
        hyphenated: BTreeSet::new(),
    };
    files.iter().for_each(|file| found.visit_file(file));
    let Found {
        mut emitted,
        hyphenated,
        ..
    } = found;
    // These are put together of two words.
    for kind in [DepKind::Raw, DepKind::War, DepKind::Waw] {
        for kind in [
            WitnessKind::Order(kind),
            WitnessKind::Unordered(kind),
            WitnessKind::Race(kind),
            WitnessKind::Value,
        ] {
            emitted.insert(kind.name());
        }
    }
    (emitted, hyphenated)
}

#[test]
fn every_code_has_a_page_and_every_page_a_code() {
    let (emitted, hyphenated) = scan();
    let mut known = BTreeSet::new();
    for page in pages() {
        assert!(known.insert(page.code.to_owned()), "`{}` has two pages", page.code);
        assert!(is_code(page.code), "`{}`", page.code);
    }
    let missing: Vec<_> = emitted.difference(&known).collect();
    assert!(missing.is_empty(), "write a section in docs/codes for {missing:?}");
    let left: Vec<_> = known.difference(&emitted).collect();
    assert!(left.is_empty(), "nothing has the codes {left:?} any more");
    let no_codes: BTreeSet<String> = NO_CODES.iter().map(|(word, _)| (*word).to_owned()).collect();
    let other: Vec<_> = hyphenated
        .iter()
        .filter(|word| !known.contains(*word) && !no_codes.contains(*word))
        .collect();
    assert!(
        other.is_empty(),
        "codes without a page, or words for NO_CODES: {other:?}"
    );
    for (word, what) in NO_CODES {
        assert!(hyphenated.contains(*word), "`{word}` ({what}) is no longer there");
    }
}

#[test]
fn every_page_says_what_and_what_to_do() {
    for page in pages() {
        assert!(!page.area.is_empty() && page.summary.ends_with('.'), "`{}`", page.code);
        assert!(!page.summary.contains('\n'), "`{}`: the summary is one line", page.code);
        assert!(page.summary.len() <= 110, "`{}`: the summary is long", page.code);
        assert!(page.text.contains("**What to do.**"), "`{}`: what to do?", page.code);
    }
}

/// The blocks of a page: what is after the backticks, and the text.
fn blocks(text: &str) -> Vec<(String, String)> {
    let mut found: Vec<(String, String)> = Vec::new();
    let mut inside = false;
    for line in text.lines() {
        match line.strip_prefix("```") {
            Some(_) if inside => inside = false,
            Some(info) => {
                inside = true;
                found.push((info.to_owned(), String::new()));
            }
            None if inside => {
                let (_, block) = found.last_mut().expect("a block");
                *block += line;
                block.push('\n');
            }
            None => {}
        }
    }
    found
}

/// Everything in a result that is a code.
fn codes(value: &serde_json::Value, found: &mut BTreeSet<String>) {
    match value {
        serde_json::Value::Object(fields) => {
            for (name, value) in fields {
                match value.as_str() {
                    Some(text) if ["code", "verdict", "strength", "kind", "vacuous"].contains(&name.as_str()) => {
                        found.insert(text.to_owned());
                    }
                    _ => codes(value, found),
                }
            }
        }
        serde_json::Value::Array(items) => items.iter().for_each(|item| codes(item, found)),
        _ => {}
    }
}

/// Runs what a page shows; gives the codes that occurred, and what was written.
fn run(page: &CodePage) -> (BTreeSet<String>, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut files, mut commands) = (Vec::new(), Vec::new());
    for (info, text) in blocks(page.text) {
        if info == "console" {
            commands.extend(text.lines().map(str::to_owned));
        } else {
            let name = info.split_once(' ').map_or("example.mlir", |(_, name)| name).to_owned();
            std::fs::write(folder.path().join(&name), text).expect("a file");
            files.push(name);
        }
    }
    let (mut found, mut shown) = (BTreeSet::new(), String::new());
    for command in &commands {
        let command = command
            .strip_prefix("$ polyvet ")
            .unwrap_or_else(|| panic!("`{}`: {command}", page.code));
        let mut words: Vec<String> = words(command)
            .into_iter()
            .map(|word| {
                let mut word = word;
                for name in &files {
                    word = word.replace(name.as_str(), folder.path().join(name).to_str().expect("UTF-8"));
                }
                if let Some(name) = word.strip_prefix("./") {
                    word = folder.path().join(name).to_str().expect("UTF-8").to_owned();
                }
                word.replace("examples/", &format!("{}/examples/", root().display()))
            })
            .collect();
        words.extend(["--format".to_owned(), "json".to_owned()]);
        let run = polyvet(&words.iter().map(String::as_str).collect::<Vec<_>>(), "");
        shown += &run.shown();
        if !run.stdout.is_empty() {
            codes(&run.json(), &mut found);
        }
    }
    (found, shown)
}

#[test]
fn every_example_shows_its_code() {
    let (mut not_run, mut wrong) = (Vec::new(), Vec::new());
    for page in pages() {
        if page.text.contains("<!-- not run: ") {
            assert!(
                !page.text.contains("```console"),
                "`{}` can be run after all",
                page.code
            );
            not_run.push(page.code);
            continue;
        }
        let (found, shown) = run(&page);
        if !found.contains(page.code) {
            wrong.push(format!("--- `{}`, found {found:?}\n{shown}", page.code));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} pages do not show their code:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    assert!(
        not_run.len() <= NOT_RUN_MAX,
        "{} pages are not run: {not_run:?}",
        not_run.len()
    );
}

#[test]
fn a_page_is_shown_plainly() {
    let shown = polyvet(&["explain", "race-raw"], "");
    assert_eq!(shown.exit, Exit::Success);
    assert!(shown.stdout.starts_with("race-raw (Verdicts)\n\n"), "{}", shown.stdout);
    assert!(
        !shown.stdout.contains("```") && !shown.stdout.contains("**"),
        "{}",
        shown.stdout
    );
    assert!(
        shown.stdout.contains("\nexample.mlir:\n    func.func"),
        "{}",
        shown.stdout
    );
    assert!(
        shown.stdout.contains("\n    $ polyvet check example.mlir"),
        "{}",
        shown.stdout
    );
    assert_eq!(polyvet(&["explain", "error[race-raw]:"], "").stdout, shown.stdout);
}

#[test]
fn all_codes_are_listed() {
    let listed = polyvet(&["explain"], "");
    assert_eq!(listed.exit, Exit::Success);
    for page in pages() {
        let line = listed
            .stdout
            .lines()
            .find(|line| line.split_whitespace().next() == Some(page.code));
        assert!(line.is_some_and(|line| line.contains(page.summary)), "`{}`", page.code);
    }
    let json = polyvet(&["explain", "--format", "json"], "").json();
    assert_eq!(json["results"].as_array().expect("results").len(), pages().count());
}

#[test]
fn a_code_that_is_not_there_gets_a_suggestion() {
    let run = polyvet(&["explain", "unitialized-read"], "");
    assert_eq!(run.exit, Exit::BadInput);
    assert!(
        run.stderr.contains("did you mean `uninitialised-read`"),
        "{}",
        run.stderr
    );
    assert!(
        polyvet(&["explain", "zzz"], "")
            .stderr
            .contains("`polyvet explain` lists them all")
    );
}

#[test]
fn a_terminal_is_told_where_to_read_more() {
    let told = |args: &[&str], terminal: bool| {
        let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
        polyvet_cli::run(
            std::iter::once("polyvet").chain(args.iter().copied()).map(Into::into),
            polyvet_cli::Io {
                stdin: &mut std::io::empty(),
                stdout: &mut stdout,
                stderr: &mut stderr,
                color_out: false,
                color_err: terminal,
                progress: polyvet_cli::ShowProgress::No,
                width: None,
                arrays: None,
                cache: polyvet_cli::CacheHome::default(),
            },
        );
        String::from_utf8(stderr).expect("UTF-8")
    };
    let more = "for more: polyvet explain cannot-read\n";
    assert!(told(&["parse", "no-such-file.mlir"], true).ends_with(more));
    assert!(!told(&["parse", "no-such-file.mlir"], false).contains("for more"));
    assert!(!told(&["parse", "no-such-file.mlir", "-q"], true).contains("for more"));
    assert!(!told(&["transforms"], true).contains("for more"));
}
