//! `polyvet validate --cache`: proofs that are kept.

use crate::common::{Folder, Run, in_root};
use polyvet_cli::{CacheHome, Exit, Io};
use std::path::{Path, PathBuf};

/// Runs `polyvet validate` as the program `program` with a folder that the environment names.
fn validate(program: &Path, folder: Option<&str>, args: &[&str]) -> Run {
    let home = CacheHome {
        program: Some(program.to_owned()),
        folder: folder.map(PathBuf::from),
    };
    validate_at(home, args)
}

fn validate_at(home: CacheHome, args: &[&str]) -> Run {
    in_root();
    let (mut stdin, mut stdout, mut stderr) = (std::io::empty(), Vec::new(), Vec::new());
    let io = Io {
        cache: home,
        ..Io::unwatched(&mut stdin, &mut stdout, &mut stderr)
    };
    let words = ["polyvet", "validate"].into_iter().chain(args.iter().copied());
    let exit = polyvet_cli::run(words.map(Into::into), io);
    let text = |bytes| String::from_utf8(bytes).expect("output is UTF-8");
    Run {
        exit,
        stdout: text(stdout),
        stderr: text(stderr),
    }
}

/// Stands for an executable: only its bytes count.
fn program(folder: &Folder) -> PathBuf {
    PathBuf::from(folder.write("program", "one version"))
}

/// A loop that calls a function, reads a global, and does something with `n`.
fn text(body: &str, callee: &str, global: &str) -> String {
    format!(
        "module {{
  memref.global \"private\" constant @table : memref<4xf32> = dense<[{global}]>
  func.func private @scaled(%x: f32) -> f32 {{
    %y = arith.{callee} %x, %x : f32
    return %y : f32
  }}
  func.func @f(%A: memref<?xf32>, %n: index) {{
    %t = memref.get_global @table : memref<4xf32>
    {body}
    return
  }}
}}
"
    )
}

const PLAIN: &str = "affine.for %i = 0 to %n {
      %a = affine.load %A[%i] : memref<?xf32>
      %b = affine.load %t[1] : memref<4xf32>
      %s = func.call @scaled(%a) : (f32) -> f32
      %r = arith.addf %s, %b : f32
      affine.store %r, %A[%i] : memref<?xf32>
    }";
const TILED: &str = "affine.for %j = 0 to %n step 8 {
      affine.for %i = affine_map<(d0) -> (d0)>(%j) to min affine_map<(d0)[s0] -> (d0 + 8, s0)>(%j)[%n] {
        %a = affine.load %A[%i] : memref<?xf32>
        %b = affine.load %t[1] : memref<4xf32>
        %s = func.call @scaled(%a) : (f32) -> f32
        %r = arith.addf %s, %b : f32
        affine.store %r, %A[%i] : memref<?xf32>
      }
    }";
const NUMBERS: &str = "1.0, 2.0, 3.0, 4.0";

#[test]
fn what_was_proved_is_not_proved_again() {
    let folder = Folder::new();
    let program = program(&folder);
    let before = folder.write("before.mlir", &text(PLAIN, "mulf", NUMBERS));
    let after = folder.write("after.mlir", &text(TILED, "mulf", NUMBERS));
    let cache = folder.path("cache");
    let args = [before.as_str(), &after, "--cache", &cache];
    let first = validate(&program, None, &args);
    assert!(
        first.exit == Exit::Success && !first.stdout.contains("cached"),
        "{}",
        first.shown()
    );
    let again = validate(&program, None, &args);
    assert_eq!(again.stdout, first.stdout.replace("(bitwise)", "(bitwise, cached)"));
    assert_eq!((again.exit, again.stderr.as_str()), (Exit::Success, ""));
    // The environment says the same, and `--no-cache` the contrary of both.
    let args = [before.as_str(), &after, "--format", "json"];
    let again = validate(&program, Some(&cache), &args);
    assert_eq!(again.json()["results"][0]["cached"], true);
    let off = validate(&program, Some(&cache), &[before.as_str(), &after, "--no-cache"]);
    assert_eq!(off.stdout, first.stdout);
    let off = validate(
        &program,
        None,
        &[before.as_str(), &after, "--cache", &cache, "--no-cache"],
    );
    assert_eq!(off.stdout, first.stdout);
}

#[test]
fn a_proof_of_something_else_is_not_taken() {
    let folder = Folder::new();
    let program = program(&folder);
    let before = folder.write("before.mlir", &text(PLAIN, "mulf", NUMBERS));
    let after = folder.write("after.mlir", &text(TILED, "mulf", NUMBERS));
    let cache = folder.path("cache");
    let is_cached = |program: &Path, before: &str, after: &str, more: &[&str]| {
        let args: Vec<&str> = [before, after, "--cache", &cache]
            .into_iter()
            .chain(more.iter().copied())
            .collect();
        let run = validate(program, None, &args);
        assert!(run.stderr.is_empty(), "{}", run.shown());
        run.stdout.contains("cached")
    };
    assert!(!is_cached(&program, &before, &after, &[]));
    assert!(is_cached(&program, &before, &after, &[]));
    // Comments and names of files say nothing.
    let renamed = folder.write(
        "renamed.mlir",
        &format!("// A comment.\n{}", text(TILED, "mulf", NUMBERS)),
    );
    assert!(is_cached(&program, &before, &renamed, &[]));
    // Other programs: the body, a callee, a global, the layout.
    let others = [
        text(
            &TILED.replace("step 8", "step 4").replace("d0 + 8", "d0 + 4"),
            "mulf",
            NUMBERS,
        ),
        text(TILED, "addf", NUMBERS),
        text(TILED, "mulf", "1.0, 2.5, 3.0, 4.0"),
        text(TILED, "mulf", NUMBERS).replacen(
            "module {",
            "module attributes {dlti.dl_spec = #dlti.dl_spec<index = 32>} {",
            1,
        ),
    ];
    for (number, other) in others.iter().enumerate() {
        let other = folder.write(&format!("other{number}.mlir"), other);
        assert!(!is_cached(&program, &before, &other, &[]), "{number}");
    }
    // The same callee and global in both, but others than before.
    let both = |callee: &str, global: &str| {
        let before = folder.write("before2.mlir", &text(PLAIN, callee, global));
        is_cached(
            &program,
            &before,
            &folder.write("after2.mlir", &text(TILED, callee, global)),
            &[],
        )
    };
    assert!(!both("addf", NUMBERS) && !both("mulf", "1.0, 2.5, 3.0, 4.0") && both("mulf", NUMBERS));
    // What is given with the question.
    for more in [
        &["--assume", "n >= 1"][..],
        &["--param", "n=64"],
        &["--budget", "1000000"],
        &["--no-cross-check"],
        &["--run-elements", "100"],
        &["--allow", "contract"],
    ] {
        assert!(!is_cached(&program, &before, &after, more), "{more:?}");
        assert!(is_cached(&program, &before, &after, more), "{more:?}");
    }
    let assuming = folder.write(
        "assuming.mlir",
        &format!("// polyvet: assume n >= 2\n{}", text(PLAIN, "mulf", NUMBERS)),
    );
    assert!(!is_cached(&program, &assuming, &after, &[]));
    // Who answers.
    let newer = PathBuf::from(folder.write("newer", "another version"));
    assert!(!is_cached(&newer, &before, &after, &[]));
}

#[test]
fn only_proofs_are_kept() {
    let folder = Folder::new();
    let program = program(&folder);
    let before = folder.write("before.mlir", &text(PLAIN, "mulf", NUMBERS));
    let after = folder.write("after.mlir", &text(&TILED.replace("step 8", "step 9"), "mulf", NUMBERS));
    let args = [before.as_str(), &after, "--cache", &folder.path("cache")];
    let first = validate(&program, None, &args);
    assert_eq!(first.exit, Exit::Refuted, "{}", first.shown());
    assert_eq!(validate(&program, None, &args).shown(), first.shown());
    // What a proof rests on was requested, so it is proved.
    let tiled = folder.write("tiled.mlir", &text(TILED, "mulf", NUMBERS));
    for _ in 0..2 {
        let args = [
            before.as_str(),
            &tiled,
            "--cache",
            &folder.path("cache"),
            "--certificate",
            &folder.path("certificate"),
        ];
        let run = validate(&program, None, &args);
        assert!(
            run.exit == Exit::Success && !run.stdout.contains("cached"),
            "{}",
            run.shown()
        );
    }
}

#[test]
fn what_is_damaged_is_dropped_and_told() {
    let folder = Folder::new();
    let program = program(&folder);
    let before = folder.write("before.mlir", &text(PLAIN, "mulf", NUMBERS));
    let after = folder.write("after.mlir", &text(TILED, "mulf", NUMBERS));
    let cache = folder.path("cache");
    let args = [before.as_str(), &after, "--cache", &cache];
    validate(&program, None, &args);
    let file = Path::new(&cache).join("polyvet-proofs.sqlite");
    let bytes = std::fs::read(&file).expect("the file of the cache");
    // A word of the entry, one of the file's head, half of the file, another file, all but the first page.
    let at = bytes.windows(7).position(|word| word == b"bitwise").expect("an entry");
    let mut entry = bytes.clone();
    entry[at] = b'c';
    let mut head = bytes.clone();
    head[..16].copy_from_slice(b"no database, but");
    let mut pages = bytes.clone();
    pages[4096..].fill(0xa5);
    for (number, damaged) in [entry, head, bytes[..bytes.len() / 2].to_vec(), vec![7; 9000], pages]
        .iter()
        .enumerate()
    {
        std::fs::write(&file, damaged).expect("the file of the cache");
        let run = validate(&program, None, &args);
        assert!(
            run.exit == Exit::Success && !run.stdout.contains("cached"),
            "{number}: {}",
            run.shown()
        );
        assert!(
            run.stderr.contains("warning[cache-damaged]"),
            "{number}: {}",
            run.shown()
        );
        // What was found to be damaged in the middle of a run has no place in it any more.
        validate(&program, None, &args);
        let run = validate(&program, None, &args);
        assert!(
            run.stdout.contains("cached") && run.stderr.is_empty(),
            "{number}: {}",
            run.shown()
        );
    }
}

#[test]
fn without_a_folder_there_are_answers_all_the_same() {
    let folder = Folder::new();
    let program = program(&folder);
    let before = folder.write("before.mlir", &text(PLAIN, "mulf", NUMBERS));
    let after = folder.write("after.mlir", &text(TILED, "mulf", NUMBERS));
    let run = validate(&program, None, &[before.as_str(), &after, "--cache", &before]);
    assert!(
        run.exit == Exit::Success && run.stderr.contains("warning[cache-failed]"),
        "{}",
        run.shown()
    );
    assert_eq!(
        std::fs::read_to_string(&before).expect("the program"),
        text(PLAIN, "mulf", NUMBERS)
    );
    // Nobody knows which program answers inside another one.
    let args = [before.as_str(), &after, "--cache", &folder.path("cache")];
    let run = validate_at(CacheHome::default(), &args);
    assert_eq!(run.exit, Exit::BadInput, "{}", run.shown());
}

#[test]
fn the_oldest_entries_go_and_many_may_write() {
    let folder = Folder::new();
    let program = program(&folder);
    let before = folder.write("before.mlir", &text(PLAIN, "mulf", NUMBERS));
    let tiled = |size: usize| {
        let body = TILED
            .replace("step 8", &format!("step {size}"))
            .replace("d0 + 8", &format!("d0 + {size}"));
        folder.write(&format!("tiled{size}.mlir"), &text(&body, "mulf", NUMBERS))
    };
    let cache = folder.path("cache");
    let is_cached = |size: usize, entries: &str| {
        let after = tiled(size);
        let run = validate(
            &program,
            None,
            &[&before, &after, "--cache", &cache, "--cache-entries", entries],
        );
        assert!(run.exit == Exit::Success && run.stderr.is_empty(), "{}", run.shown());
        run.stdout.contains("cached")
    };
    assert!(![2, 3, 4].into_iter().any(|size| is_cached(size, "2")));
    assert!(is_cached(4, "2") && is_cached(3, "2") && !is_cached(2, "2"));
    let sizes = 5..13;
    std::thread::scope(|scope| {
        for size in sizes.clone() {
            scope.spawn(move || is_cached(size, "100"));
        }
    });
    assert!(sizes.into_iter().all(|size| is_cached(size, "100")));
}
