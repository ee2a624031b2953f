//! The page of `report` in a real browser: a pass on the mouse and the keyboard, paper, and screenshots at several
//! widths, light and dark. They are kept in `target/tmp/screenshots`.

use crate::common::{in_root, polyvet};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A browser without a window.
struct Browser {
    program: PathBuf,
    folder: tempfile::TempDir,
}

impl Browser {
    /// If there is one; says so if not.
    fn find() -> Option<Browser> {
        let names = ["chromium", "chromium-browser", "google-chrome"];
        let path = std::env::var_os("PATH").unwrap_or_default();
        let program = std::env::split_paths(&path)
            .flat_map(|folder| names.map(|name| folder.join(name)))
            .find(|file| file.is_file());
        if program.is_none() {
            _ = writeln!(std::io::stderr(), "skipped: there is no chromium to look at the page");
        }
        let folder = tempfile::tempdir().expect("a folder");
        program.map(|program| Browser { program, folder })
    }

    fn run(&self, page: &Path, more: &[String]) -> Output {
        let mut command = Command::new(&self.program);
        command.args([
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--hide-scrollbars",
        ]);
        command.arg(format!(
            "--user-data-dir={}",
            self.folder.path().join("profile").display()
        ));
        command.args(more).arg(format!("file://{}", page.display()));
        command.output().expect("a browser")
    }

    /// Runs a script at the end of a page; what it puts into `found`.
    fn ask(&self, html: &str, script: &str) -> String {
        let page = self.folder.path().join("asked.html");
        let hand = format!(
            "<script>{{ const found = [], figure = document.querySelector('figure.picture');\n{HELP}\n{script}\ndocument.title = 'seen ' + found.join(' '); }}</script></body>"
        );
        std::fs::write(&page, html.replace("</body>", &hand)).expect("written");
        let output = self.run(&page, &["--dump-dom".to_owned()]);
        let dom = String::from_utf8_lossy(&output.stdout).into_owned();
        let title = dom
            .split("<title>")
            .nth(1)
            .and_then(|rest| rest.split("</title>").next());
        title.unwrap_or_default().to_owned()
    }

    /// A picture of a page: a window of this many columns, dark or light.
    fn look(&self, name: &str, html: &str, width: usize, dark: bool) -> Vec<u8> {
        let page = self.folder.path().join("looked.html");
        // A window cannot be as narrow as a telephone, but a frame in it can.
        let frame = format!(
            "<!doctype html><meta charset=utf-8><style>body{{margin:0}}iframe{{border:0;width:{width}px;height:2400px}}</style><iframe src=\"inner.html\"></iframe>"
        );
        let scheme = if dark { "dark" } else { "light" };
        let inner = html.replace("color-scheme: light dark;", &format!("color-scheme: {scheme};"));
        assert_ne!(inner, html, "the page has a scheme to choose");
        std::fs::write(self.folder.path().join("inner.html"), inner).expect("written");
        std::fs::write(&page, frame).expect("written");
        let kept = Path::new(env!("CARGO_TARGET_TMPDIR")).join("screenshots");
        std::fs::create_dir_all(&kept).expect("a folder");
        let picture = kept.join(format!("{name}-{width}-{scheme}.png"));
        let window = format!("--window-size={},2400", width.max(500));
        self.run(&page, &[format!("--screenshot={}", picture.display()), window]);
        std::fs::read(&picture).expect("a picture")
    }
}

const HELP: &str = "
    const count = css => figure.querySelectorAll(css).length;
    const status = () => figure.querySelector('.status').textContent;
    const press = (css, key) => figure.querySelector(css).dispatchEvent(new KeyboardEvent('keydown', { key }));
    const over = e => e.dispatchEvent(new Event('mouseenter'));
    const click = e => e.dispatchEvent(new Event('click'));
    const control = name => [...figure.querySelectorAll('.controls label')].find(l => l.textContent.trim().startsWith(name))?.querySelector('select, input');
    const set = (name, value) => { const c = control(name); c.value = value; c.dispatchEvent(new Event(c.tagName === 'SELECT' ? 'change' : 'input')); };
";

fn page(args: &[&str]) -> String {
    in_root();
    polyvet(&[&["report", "--format", "html"], args].concat(), "").stdout
}

fn matmul() -> String {
    page(&[
        "examples/matmul.mlir",
        "--transform",
        "tile(i=32, j=32, k=8)",
        "--param",
        "n=512",
        "--param",
        "m=512",
        "--param",
        "p=512",
    ])
}

#[test]
fn the_page_needs_nothing_else() {
    let html = matmul();
    for outside in ["http://", "https://", "src=", "@import", "url(//"] {
        let found = html.replace("http://www.w3.org/2000/svg", "").contains(outside);
        assert!(!found, "the page needs nothing else: {outside}");
    }
}

#[test]
fn iterations_light_up_their_data_and_data_their_iterations() {
    let Some(browser) = Browser::find() else { return };
    let seen = browser.ask(
        &page(&["examples/matmul.mlir"]),
        "over(figure.querySelector('.point'));
        found.push(count('.cell.read') >= 2, count('.cell.write') === 1, status().includes('reads'), status().includes('must run before'));
        over(figure.querySelector('svg[data-array=\"1\"] .cell'));
        found.push(count('.point.hit') > 1, count('.cell.on') === 1, status().includes('reads it'));
        // A choice that is kept stays under a moving mouse.
        click(figure.querySelector('.point'));
        const before = status();
        over([...figure.querySelectorAll('.point')].at(-1));
        found.push(before === status());
        press('svg.iterations', 'Escape');
        found.push(count('.point.on') === 0);",
    );
    assert_eq!(seen, format!("seen {}", ["true"; 9].join(" ")));
}

#[test]
fn the_keyboard_reaches_everything() {
    let Some(browser) = Browser::find() else { return };
    let seen = browser.ask(
        &page(&["examples/matmul.mlir"]),
        "const at = () => status().match(/S0\\[(.*?)\\]/)?.[1];
        press('svg.iterations', 'ArrowRight');
        const first = at();
        press('svg.iterations', 'ArrowRight');
        found.push(first !== undefined, at() !== first, count('.point.on') === 1);
        const second = at();
        press('svg.iterations', 'ArrowDown');
        found.push(at() !== second);
        const third = at();
        press('svg.iterations', 'PageUp');
        found.push(at() !== third);
        press('svg.iterations', 'Enter');
        over(figure.querySelector('.point'));
        const kept = at();
        found.push(kept !== undefined);
        press('svg.iterations', 'Escape');
        press('svg.array', 'ArrowRight');
        press('svg.array', 'ArrowRight');
        press('svg.array', 'ArrowDown');
        found.push(count('.cell.on') === 1, figure.querySelector('.cell.on').dataset.element === '1,1');
        // All that can be used can be reached by Tab.
        const all = [...figure.querySelectorAll('svg.iterations, svg.array, select, input')];
        found.push(all.length > 5 && all.every(e => e.tabIndex >= 0));",
    );
    assert_eq!(seen, format!("seen {}", ["true"; 9].join(" ")));
}

#[test]
fn time_tiles_and_dimensions_are_chosen() {
    let Some(browser) = Browser::find() else { return };
    let seen = browser.ask(
        &page(&["examples/matmul.mlir", "--transform", "tile(i=2, j=2); reverse(k)"]),
        "const points = count('.point');
        set('time', '10');
        found.push(count('.point.done') === 11);
        set('time', '-1');
        found.push(count('.point.done') === 0);
        set('light up', '1');
        over(figure.querySelector('.point'));
        found.push(count('.point.on') > 1, count('.cell.write') === 4);
        set('order', '1');
        set('time', '0');
        found.push(count('.point.done') === 1);
        // Flat, the third loop stands still.
        set('deep', '');
        found.push(count('.point') < points, control('k =') !== undefined);
        set('across', '0');
        found.push(figure.querySelector('svg.iterations').textContent.includes('i across'));
        set('deep', '2');
        found.push(count('.point') === points);",
    );
    assert_eq!(seen, format!("seen {}", ["true"; 9].join(" ")));
}

/// Four subscripts: the two longest are a grid, of the third those planes are drawn in which something is lit.
#[test]
fn arrays_of_many_dimensions_are_shown() {
    let Some(browser) = Browser::find() else { return };
    let seen = browser.ask(
        &page(&["corpus/linalg/conv-2d-nhwc-strided-dilated.mlir"]),
        "found.push(count('svg.array') >= 3, count('svg.array') < 12);
        found.push([...figure.querySelectorAll('svg.array')].every(e => e.querySelector('.cell.read, .cell.write')));
        found.push(['across', 'down', 'deep'].every(name => control(name)));
        over(figure.querySelector('.point'));
        found.push(count('.cell.read') >= 2, count('.cell.write') === 1);",
    );
    assert_eq!(seen, format!("seen {}", ["true"; 6].join(" ")));
}

#[test]
fn the_rest_of_the_page_is_there() {
    let Some(browser) = Browser::find() else { return };
    let html = page(&["corpus/kernels/2mm.mlir"]);
    let seen = browser.ask(
        &html,
        "const graph = document.querySelector('svg.graph');
        found.push(graph.querySelectorAll('.node').length >= 2, graph.querySelectorAll('path[marker-end]').length >= 1);
        // Every arrow has a head, every link a target.
        found.push([...document.querySelectorAll('[marker-end]')].every(e => document.getElementById(e.getAttribute('marker-end').slice(5, -1))));
        found.push([...document.querySelectorAll('a[href^=\"#\"]')].every(e => document.getElementById(e.hash.slice(1))));
        found.push(document.querySelectorAll('.tree li').length >= 3);
        // Nothing sticks out of a window of this width.
        found.push(document.documentElement.scrollWidth <= innerWidth);
        dispatchEvent(new Event('beforeprint'));
        found.push([...document.querySelectorAll('details')].every(d => d.open));",
    );
    assert_eq!(seen, format!("seen {}", ["true"; 7].join(" ")));
    let bars = browser.ask(&matmul(), "found.push(document.querySelectorAll('.bars b').length >= 4, document.querySelectorAll('.bars u').length >= 3);");
    assert_eq!(bars, "seen true true");
}

#[test]
fn it_goes_on_paper() {
    let Some(browser) = Browser::find() else { return };
    let (page, paper) = (
        browser.folder.path().join("page.html"),
        browser.folder.path().join("page.pdf"),
    );
    std::fs::write(&page, matmul()).expect("written");
    browser.run(&page, &[format!("--print-to-pdf={}", paper.display())]);
    let bytes = std::fs::read(&paper).expect("a paper");
    assert!(
        bytes.starts_with(b"%PDF") && bytes.len() > 20_000,
        "{} bytes",
        bytes.len()
    );
}

#[test]
fn screenshots() {
    let Some(browser) = Browser::find() else { return };
    let pages = [
        ("matmul", matmul()),
        (
            "stencil",
            page(&["examples/stencil.mlir", "--transform", "tile(t=2, i=2)"]),
        ),
        ("conv2d", page(&["corpus/linalg/conv-2d-nhwc-strided-dilated.mlir"])),
        ("2mm", page(&["corpus/kernels/2mm.mlir"])),
    ];
    for (name, html) in &pages {
        for (width, dark) in [(400, false), (800, true), (1400, false), (1400, true)] {
            let bytes = browser.look(name, html, width, dark);
            assert!(bytes.len() > 20_000, "{name} at {width}: {} bytes", bytes.len());
        }
    }
}
