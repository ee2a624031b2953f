//! `report` and `snapshot`: their formats, that they are the same everywhere, and the page in a real browser.

mod common;

use common::{polyvet, root};
use std::path::{Path, PathBuf};
use std::process::Command;

/// All programs of the repository's corpus of kernels and structured ops.
fn programs() -> Vec<String> {
    let mut all = Vec::new();
    for folder in ["corpus/kernels", "corpus/linalg", "examples"] {
        for entry in std::fs::read_dir(root().join(folder)).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.extension().is_some_and(|extension| extension == "mlir") {
                all.push(path.strip_prefix(root()).expect("below the root").display().to_string());
            }
        }
    }
    all.sort();
    assert!(all.len() > 40, "{} programs", all.len());
    all
}

fn binary(args: &[&str], locale: &str, zone: &str, folder: &Path) -> String {
    let run = Command::new(env!("CARGO_BIN_EXE_polyvet"))
        .args(args)
        .env("LC_ALL", locale)
        .env("TZ", zone)
        .current_dir(folder)
        .output()
        .expect("the program");
    String::from_utf8(run.stdout).expect("output is UTF-8")
}

#[test]
fn reports_are_the_same_everywhere() {
    std::env::set_current_dir(root()).expect("the workspace");
    let programs = programs();
    for format in ["text", "json", "html"] {
        // Threads take turns on different programs; processes have another locale and time zone.
        let report = |program: &String| polyvet(&["report", program, "--format", format], "").stdout;
        let halves = std::thread::scope(|scope| {
            let parts = [0, 1].map(|half| {
                let programs = &programs;
                scope.spawn(move || programs.iter().skip(half).step_by(2).map(report).collect::<Vec<_>>())
            });
            parts.map(|part| part.join().expect("a report"))
        });
        let sample = if format == "text" { 1 } else { 9 };
        for (at, program) in programs.iter().enumerate().step_by(sample) {
            let there = binary(
                &["report", program, "--format", format],
                "de_DE.UTF-8",
                "Asia/Tokyo",
                &root(),
            );
            assert_eq!(halves[at % 2][at / 2], there, "{program} as {format}");
            assert!(!there.is_empty());
        }
    }
}

#[test]
fn markdown_has_everything() {
    std::env::set_current_dir(root()).expect("the workspace");
    let args = [
        "report",
        "examples/matmul.mlir",
        "--format",
        "markdown",
        "--tile",
        "i=32,j=32",
    ];
    let run = polyvet(&[&args[..], &["--transform", "tile(i=32, j=32)"]].concat(), "");
    insta::assert_snapshot!(run.stdout + &run.stderr);
}

#[test]
fn other_commands_refuse_pages() {
    let run = polyvet(&["deps", "-", "--format", "html"], "");
    assert_eq!(run.exit.code(), 2);
    assert!(
        run.stderr.contains("only `report` writes Markdown and HTML"),
        "{}",
        run.stderr
    );
}

#[test]
fn a_refuted_rewrite_counts() {
    std::env::set_current_dir(root()).expect("the workspace");
    let run = polyvet(
        &["report", "examples/stencil.mlir", "--transform", "tile(t=4, i=4)"],
        "",
    );
    assert_eq!(run.exit.code(), 1);
    assert!(run.stdout.contains("refuted: @stencil"));
}

#[test]
fn snapshots_are_kept_and_compared() {
    let folder = tempfile::tempdir().expect("a folder");
    let place = |name: &str| folder.path().join(name);
    let dir = folder.path().to_str().expect("a path");
    let text = std::fs::read_to_string(root().join("corpus/kernels/gemm.mlir")).expect("a kernel");
    std::fs::write(place("gemm.mlir"), &text).expect("written");
    let run = |more: &[&str]| polyvet(&[&["snapshot", dir], more].concat(), "");

    assert_eq!(run(&[]).exit.code(), 1, "there is none yet");
    assert!(!place("gemm.polyvet.txt").exists(), "nothing is written unasked");
    assert_eq!(run(&["--accept"]).exit.code(), 0);
    assert_eq!(run(&["--check"]).exit.code(), 0);
    // The same folder under another name and from another place has the same report.
    let kept = std::fs::read_to_string(place("gemm.polyvet.txt")).expect("a report");
    assert!(!kept.contains(dir));

    std::fs::write(place("gemm.mlir"), text.replace("%B[%k, %j]", "%B[%j, %k]")).expect("written");
    let changed = run(&["--check"]);
    assert_eq!(changed.exit.code(), 1);
    let words = "operand B of S1 is now read column-wise, before row-wise";
    assert!(changed.stdout.contains(words), "{}", changed.stdout);
    assert!(changed.stdout.contains("-  read     { S1[i, k, j_1] -> B[k, j_1] }"));
    assert_eq!(
        std::fs::read_to_string(place("gemm.polyvet.txt")).expect("a report"),
        kept,
        "nothing is lost"
    );

    std::fs::rename(place("gemm.mlir"), place("other.mlir")).expect("renamed");
    let orphan = run(&["--check"]);
    assert!(orphan.stdout.contains("orphaned"), "{}", orphan.stdout);
    assert_eq!(run(&["--accept"]).exit.code(), 0);
    assert!(place("gemm.polyvet.txt").exists(), "what has no program is only told");
    assert_eq!(run(&["--check"]).exit.code(), 1, "but is a difference for CI");
    assert_eq!(run(&["--as", "json", "--accept"]).exit.code(), 0);
    assert!(place("other.polyvet.json").exists());

    // Reports of the other kind, and those of a program that cannot be read now, are no orphans.
    std::fs::remove_file(place("gemm.polyvet.txt")).expect("removed");
    assert_eq!(run(&["--check"]).exit.code(), 0);
    std::fs::write(place("other.mlir"), "func.func @f(").expect("written");
    let broken = run(&["--check"]);
    assert_eq!(broken.exit.code(), 2);
    assert!(!broken.stdout.contains("orphaned"), "{}", broken.stdout);
}

/// A function without a model is in both kinds of report, with the reason.
#[test]
fn snapshots_name_what_has_no_model() {
    let folder = tempfile::tempdir().expect("a folder");
    let dir = folder.path().to_str().expect("a path");
    let text = "func.func @f(%A: memref<4xf32>, %c: i1) {\n  scf.if %c {\n    \
        %x = arith.constant 0.0 : f32\n    %i = arith.constant 0 : index\n    \
        memref.store %x, %A[%i] : memref<4xf32>\n  }\n  return\n}\n";
    std::fs::write(folder.path().join("f.mlir"), text).expect("written");
    for (kind, ending) in [("txt", "txt"), ("json", "json")] {
        assert_eq!(polyvet(&["snapshot", dir, "--as", kind, "--accept"], "").exit.code(), 0);
        let kept = std::fs::read_to_string(folder.path().join(format!("f.polyvet.{ending}"))).expect("a report");
        assert!(kept.contains("@f: no model (data-dependent-condition)"), "{kept}");
    }
}

#[test]
fn insta_takes_the_text() {
    let text = std::fs::read_to_string(root().join("examples/matmul.mlir")).expect("a program");
    let report = polyvet_cli::report_text(&text).expect("a report");
    assert!(report.starts_with("@matmul"), "{report}");
    assert!(polyvet_cli::report_text("func.func @f(").is_err());
}

/// A browser without a window, if there is one.
fn browser() -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let names = ["chromium", "chromium-browser", "google-chrome"];
    std::env::split_paths(&path)
        .flat_map(|folder| names.map(|name| folder.join(name)))
        .find(|file| file.is_file())
}

#[test]
fn the_page_works_in_a_browser() {
    let Some(browser) = browser() else {
        eprintln!("skipped: there is no chromium to look at the page");
        return;
    };
    std::env::set_current_dir(root()).expect("the workspace");
    let folder = tempfile::tempdir().expect("a folder");
    let page = folder.path().join("page.html");
    let html = polyvet(&["report", "examples/matmul.mlir", "--format", "html"], "").stdout;
    for outside in ["http://", "https://", "src=", "@import"] {
        let found = html.replace("http://www.w3.org/2000/svg", "").contains(outside);
        assert!(!found, "the page needs nothing else: {outside}");
    }
    // A hand on the mouse and the keyboard, whose findings end up in the title.
    let hand = "<script>{
        const figure = document.querySelector('figure.picture'), found = [];
        const count = css => figure.querySelectorAll(css).length;
        figure.querySelector('.point').dispatchEvent(new Event('mouseenter'));
        found.push(count('.cell.read') >= 3, count('.cell.write') === 1, figure.querySelector('.status').textContent.includes('reads'));
        figure.querySelector('.array .cell').dispatchEvent(new Event('mouseenter'));
        found.push(count('.point.hit') > 0 || figure.querySelector('.status').textContent.includes('it'));
        const root = figure.querySelector('svg.iterations');
        root.focus();
        root.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight' }));
        figure.querySelector('svg.iterations').dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight' }));
        found.push(count('.point.on') === 1);
        figure.querySelector('svg.iterations').dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
        found.push(count('.point.on') === 0);
        document.title = 'seen ' + found.join(' ');
    }</script></body>";
    std::fs::write(&page, html.replace("</body>", hand)).expect("written");
    let url = format!("file://{}", page.display());
    let headless = |more: &[String]| {
        let mut command = Command::new(&browser);
        command.args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]);
        command.arg(format!("--user-data-dir={}", folder.path().join("profile").display()));
        command.args(more).arg(&url).output().expect("a browser")
    };
    let dom = headless(&["--dump-dom".to_owned()]);
    let dom = String::from_utf8_lossy(&dom.stdout).into_owned();
    let title = dom
        .split("<title>")
        .nth(1)
        .and_then(|rest| rest.split("</title>").next());
    assert_eq!(title, Some("seen true true true true true true"));
    for width in [400, 900, 1600] {
        let picture = folder.path().join(format!("{width}.png"));
        headless(&[
            format!("--screenshot={}", picture.display()),
            format!("--window-size={width},1200"),
        ]);
        let bytes = std::fs::read(&picture).expect("a picture");
        assert!(bytes.len() > 10_000, "{width}: {} bytes", bytes.len());
    }
}
