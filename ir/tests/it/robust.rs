//! Whatever the input, the parser answers: no panic, no endless loop, no overflow of the stack.

use polyvet_ir::{ERRORS_MAX, PrintForm, PrintOptions, parse, print, same, well_formed};
use std::time::{Duration, Instant};

/// Numbers that look random; the same on every run (xorshift64*).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize % limit.max(1)
    }
}

fn data() -> Vec<String> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data");
    let mut paths: Vec<_> = std::fs::read_dir(folder)
        .expect("data")
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.is_file())
        .collect();
    paths.sort();
    paths
        .iter()
        .map(|path| std::fs::read_to_string(path).expect("data is UTF-8"))
        .collect()
}

/// Positions of words and punctuation.
fn tokens(text: &str) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let mut start = None;
    for (at, c) in text.char_indices() {
        let word = c.is_alphanumeric() || matches!(c, '_' | '.' | '%' | '@' | '#' | '!' | '"');
        match (word, start) {
            (true, None) => start = Some(at),
            (false, Some(from)) => {
                found.push((from, at));
                start = None;
            }
            _ => {}
        }
        if !word && !c.is_whitespace() {
            found.push((at, at + c.len_utf8()));
        }
    }
    found
}

fn mutate(text: &str, random: &mut Random) -> String {
    let mut text = text.to_owned();
    for _ in 0..=random.below(3) {
        let tokens = tokens(&text);
        if tokens.is_empty() {
            return text;
        }
        let (start, end) = tokens[random.below(tokens.len())];
        let (from, to) = tokens[random.below(tokens.len())];
        let other = text[from..to].to_owned();
        match random.below(5) {
            0 => text.replace_range(start..end, ""),
            1 => text.insert_str(end, &other),
            2 => text.replace_range(start..end, &other),
            3 => text.truncate(end),
            _ => text.insert(
                start,
                ['\0', '{', '}', '(', ')', '<', '>', '"', '-', '%', '\u{e9}'][random.below(11)],
            ),
        }
    }
    text
}

#[test]
fn mutated_files_are_answered() {
    answered(&data(), Duration::from_secs(4), 20_000);
}

/// Mutations of files are read, or refused, quickly; what is read is printed and read again as the same.
pub fn answered(files: &[String], time: Duration, count: usize) {
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    let start = Instant::now();
    let (mut tried, mut valid, mut wrong) = (0, 0, Vec::new());
    while start.elapsed() < time && tried < count {
        let text = mutate(&files[random.below(files.len())], &mut random);
        let begun = Instant::now();
        let (module, diagnostics) = parse(&text);
        let mut fine = diagnostics.is_empty();
        fine = well_formed(&module).is_empty() && fine;
        if fine {
            valid += 1;
            for form in [PrintForm::Generic, PrintForm::Custom] {
                let printed = print(&module, PrintOptions { form, locations: false });
                let (again, diagnostics) = parse(&printed);
                let difference = match diagnostics.first() {
                    Some(diagnostic) => Err(diagnostic.message.clone()),
                    None => same(&module, &again),
                };
                if let Err(difference) = difference {
                    println!("--- {form:?}: {difference}\n--- read\n{text}\n--- printed\n{printed}");
                    wrong.push(format!("{form:?}: {difference}"));
                }
            }
        }
        assert!(begun.elapsed() < Duration::from_secs(5), "slow:\n{text}");
        tried += 1;
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    eprintln!("{tried} mutated files, {valid} of them still valid");
}

fn quick(name: &str, text: &str) {
    let start = Instant::now();
    let (module, diagnostics) = parse(text);
    assert!(!diagnostics.is_empty(), "{name} is wrong");
    assert!(
        diagnostics.len() <= ERRORS_MAX + 1,
        "{name}: {} diagnostics",
        diagnostics.len()
    );
    well_formed(&module);
    print(&module, PrintOptions::default());
    let took = start.elapsed();
    // A few seconds on an idle machine; what is quadratic takes hours.
    assert!(took < Duration::from_secs(100), "{name} took {took:?}");
    eprintln!(
        "{name}: {took:?}, {} diagnostics, first {}",
        diagnostics.len(),
        diagnostics[0].message
    );
}

#[test]
fn deep_nesting_is_refused() {
    let n = 100_000;
    let generic = r#""a"() ({"#;
    quick("parentheses", &"(".repeat(n));
    quick("braces", &"{".repeat(n));
    quick("regions", &generic.repeat(n));
    quick("closed regions", &(generic.repeat(n) + &"}) : () -> ()\n".repeat(n)));
    quick("modules", &"module {\n".repeat(n));
    quick(
        "loops",
        &("func.func @f() {\n".to_owned() + &"affine.for %i = 0 to 4 {\n".repeat(n)),
    );
    quick("arrays", &(r#""a"() {x = "#.to_owned() + &"[".repeat(n)));
    quick("dictionaries", &(r#""a"() {x = "#.to_owned() + &"{x = ".repeat(n)));
    quick("tuples", &(r#""a"() : () -> "#.to_owned() + &"tuple<".repeat(n)));
    quick("functions", &(r#""a"() : () -> "#.to_owned() + &"(".repeat(n)));
    quick("angles", &(r#""a"() {x = #foo.bar"#.to_owned() + &"<".repeat(n)));
    quick(
        "sums",
        &("#m = affine_map<(d0) -> (d0".to_owned() + &" + d0 * d0".repeat(n) + ")>"),
    );
    quick(
        "brackets in maps",
        &("#m = affine_map<(d0) -> (".to_owned() + &"(".repeat(n)),
    );
    quick(
        "minus signs",
        &("#m = affine_map<(d0) -> (".to_owned() + &"-".repeat(n)),
    );
    quick(
        "long sums",
        &("#m = affine_map<(d0, d1) -> (d0".to_owned() + &" + d1 mod 3".repeat(n) + ")>"),
    );
    let doubling = |item: fn(usize) -> String| (0..n).map(item).collect::<String>();
    let arrays = doubling(|k| format!("#a{} = [#a{k}, #a{k}]\n", k + 1));
    quick("aliases", &("#a0 = 1\n".to_owned() + &arrays));
    let texts = doubling(|k| format!("#a{} = #foo.bar<#a{k}, #a{k}>\n", k + 1));
    quick("aliases in text", &("#a0 = 1\n".to_owned() + &texts));
    let types = doubling(|k| format!("!a{} = tuple<!a{k}>\n", k + 1));
    quick("aliases of types", &("!a0 = i32\n".to_owned() + &types));
}

/// The deepest nesting that is read can also be walked, printed, compared and dropped.
#[test]
fn the_deepest_nesting_fits_the_stack() {
    let n = 120;
    let text = "func.func @f() {\n".to_owned()
        + &(0..n)
            .map(|k| format!("affine.for %i{k} = 0 to 4 {{\n"))
            .collect::<String>()
        + &"}\n".repeat(n)
        + "return\n}\n";
    let (module, diagnostics) = parse(&text);
    assert!(diagnostics.is_empty(), "{:?}", diagnostics.first());
    assert!(well_formed(&module).is_empty());
    assert!(same(&module, &module.clone()).is_ok());
    let printed = print(&module, PrintOptions::default());
    assert!(same(&module, &parse(&printed).0).is_ok());
}

#[test]
fn nonsense_is_answered_quickly() {
    let mut random = Random(7);
    let bytes: String = (0..10_000_000).map(|_| (32 + random.below(95)) as u8 as char).collect();
    quick("random characters", &bytes);
    let pieces = [
        "%a",
        "=",
        "\"x\"",
        "(",
        ")",
        "{",
        "}",
        "affine.for",
        "\n",
        "<",
        ">",
        "dense<",
        "#m",
        "!t",
        "->",
        ":",
        "f32",
        "12",
        "^bb",
        "[",
        "]",
        "loc(",
        "\0",
        "\u{e9}",
        "func.func @f() {",
        "%a = \"b\"() : () -> i32",
        " ",
    ];
    let words: String = (0..2_000_000).map(|_| pieces[random.below(pieces.len())]).collect();
    quick("random words", &words);
    quick("value names", &"%a = \n".repeat(1_700_000));
    quick("open brackets", &"a.b { #a<( \n".repeat(800_000));
    quick(
        "unknown operations",
        &("func.func @f() {\n".to_owned() + &"foo.bar ^b %x\n".repeat(900_000)),
    );
    quick("closing braces", &"}".repeat(10_000_000));
    quick(
        "undefined values",
        &"\"a\"(%x) : (i32) -> ()\n".repeat(400_000).replace("%x", "%y"),
    );
    quick("quotes", &"\"".repeat(10_000_000));
    quick("zeros", &"\0".repeat(10_000_000));
}

#[test]
fn too_long_a_text_is_refused() {
    let (_, diagnostics) = parse(&" ".repeat(polyvet_ir::TEXT_BYTES_MAX + 1));
    assert_eq!(diagnostics[0].code, "text-too-long");
}

/// As in MLIR: what comes behind is a program, and must not be taken for a part of the comment.
#[test]
fn a_comment_ends_where_its_line_does() {
    let function = "func.func @f() { return }";
    for end in ["\n", "\r\n", "\r"] {
        let (module, diagnostics) = parse(&format!("// {function}{end}{function}{end}"));
        assert_eq!((module.funcs().len(), diagnostics), (1, Vec::new()), "{end:?}");
    }
}
