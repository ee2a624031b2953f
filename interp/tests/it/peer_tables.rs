//! The lines of the tables through MLIR's own lowering and JIT: what each says about an operation is what that
//! computes, bit for bit. One run of `mlir-opt` and one of `mlir-runner` for each table; skipped, visibly, where these
//! are not installed.

use crate::common::{parse, scalar};
use crate::peer::run_mlir;
use polyvet_interp::{Concrete, Contents, DataElem, Init, Machine, RunOptions, Scalar, ScalarType};
use std::fmt::Write as _;
use std::io::Write as _;

/// What MLIR 22 does not lower, or what its libraries round otherwise; by a part of the line.
const APART: &[(&str, &str)] = &[
    ("memref<*", "the JIT crashes on unranked memrefs"),
    ("memref.generic_atomic_rmw", "is not lowered"),
    ("vector.scan", "is not lowered"),
    ("vector.extractelement", "is no operation of MLIR 22"),
    ("vector.insertelement", "is no operation of MLIR 22"),
    ("vector.splat", "is no operation of MLIR 22"),
    ("arith.convertf", "is no operation of MLIR 22"),
    ("arith.subui_extended", "is no operation of MLIR 22"),
    ("cf.switch", "returns from the middle of the function"),
    ("cf.cond_br", "returns from the middle of the function"),
    (
        "bufferization.to_tensor",
        "is bufferized only with `restrict`, which is more",
    ),
    (
        "bufferization.dealloc_tensor",
        "frees the constant that the case starts with",
    ),
    ("winograd", "is not bufferized"),
    ("linalg.pack", "is not bufferized"),
    ("linalg.unpack", "is not bufferized"),
    ("linalg.softmax", "is not lowered"),
    ("tensor.gather", "is not bufferized"),
    ("tensor.scatter", "is not bufferized"),
    ("tensor.bitcast", "is not bufferized"),
    ("math.clampf", "is not lowered"),
    ("math.cbrt", "the C library rounds otherwise"),
    (
        "%k = arith.constant 7 : i32 ; linalg.fill",
        "is of a spelling that MLIR 22 does not read",
    ),
];

const PASSES: &str = "--one-shot-bufferize=bufferize-function-boundaries --expand-realloc --scf-forall-to-for \
    --convert-bufferization-to-memref --convert-linalg-to-loops --convert-elementwise-to-linalg --memref-expand \
    --convert-complex-to-standard --lower-affine --lower-vector-multi-reduction --lower-vector-mask \
    --convert-vector-to-scf --lower-affine --convert-scf-to-cf --expand-strided-metadata --lower-affine \
    --convert-vector-to-llvm --finalize-memref-to-llvm --arith-expand --convert-math-to-llvm --convert-math-to-libm \
    --convert-arith-to-llvm --convert-index-to-llvm --convert-func-to-llvm --convert-cf-to-llvm --convert-ub-to-llvm \
    --reconcile-unrealized-casts";

/// A line with what the head of its file says.
struct Line {
    /// As written.
    text: String,
    /// Its columns, without that of arguments of its own.
    parts: Vec<String>,
    args: Option<String>,
    /// Operations before.
    setup: String,
    /// Other functions, and globals.
    module: String,
}

/// The lines of all tables, by file.
fn lines() -> Vec<(String, Vec<Line>)> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tables");
    let entries = std::fs::read_dir(folder).expect("the tables");
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("a file").path()).collect();
    paths.sort();
    let name = |path: &std::path::Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let read = |path: &std::path::PathBuf| {
        let text = std::fs::read_to_string(path).expect("a table");
        (name(path), lines_of(&text))
    };
    paths.iter().map(read).collect()
}

fn lines_of(text: &str) -> Vec<Line> {
    let (mut args, mut setup, mut module, mut all) = (None, String::new(), String::new(), Vec::new());
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if let Some((key, value)) = line.strip_prefix('@').and_then(|line| line.split_once(' ')) {
            let value = value.replace(" ; ", "\n");
            match key {
                "args" => args = Some(value),
                "setup" => setup += &(value + "\n"),
                _ => module += &(value + "\n"),
            }
            continue;
        }
        let mut parts: Vec<String> = line.split(" | ").map(|part| part.trim().to_owned()).collect();
        let own = (parts.len() == 4).then(|| parts.remove(1));
        all.push(Line {
            text: line.to_owned(),
            parts,
            args: own.or_else(|| args.clone()),
            setup: setup.clone(),
            module: module.clone(),
        });
    }
    all
}

/// One line as functions, and what they print; what is not written, or no number, may be anything.
struct Case {
    line: String,
    text: String,
    printed: Vec<Option<i64>>,
}

#[test]
fn every_line_is_what_mlir_runner_computes() {
    let (mut compared, mut left) = (0, 0);
    let mut wrong = Vec::new();
    for (file, all) in lines() {
        let cases: Vec<Case> = all.iter().enumerate().filter_map(|(n, line)| case(n, line)).collect();
        left += all.len() - cases.len();
        if cases.is_empty() {
            continue;
        }
        let calls = (0..cases.len()).fold(String::new(), |calls, n| {
            calls + &format!("  vector.print str \"case\\0A\"\n  func.call @case{n}() : () -> ()\n")
        });
        let mut text = String::new();
        for (n, case) in cases.iter().enumerate() {
            text += &case.text.replace("@case(", &format!("@case{n}("));
        }
        match run_mlir(&format!("{text}func.func @main() {{\n{calls}  return\n}}\n"), PASSES) {
            Ok(printed) => {
                let mut groups = printed.split("case\n").skip(1);
                for case in &cases {
                    compared += 1;
                    let group = groups.next().unwrap_or_default();
                    let theirs: Vec<i64> = group.lines().filter_map(|line| line.trim().parse().ok()).collect();
                    let same = |(ours, theirs): (&Option<i64>, &i64)| ours.is_none_or(|ours| ours == *theirs);
                    if theirs.len() != case.printed.len() || !case.printed.iter().zip(&theirs).all(same) {
                        wrong.push(format!(
                            "{file}: {}\n    {:?} against {theirs:?}",
                            case.line, case.printed
                        ));
                    }
                }
            }
            Err(reason) => {
                let _ = writeln!(std::io::stderr(), "skipped: {reason}");
                return;
            }
        }
    }
    let _ = writeln!(
        std::io::stderr(),
        "{compared} lines as mlir-runner, {left} have no answer of it"
    );
    assert!(wrong.is_empty(), "{} lines differ:\n{}", wrong.len(), wrong.join("\n"));
    assert!(compared > 400, "{compared} lines");
}

/// The program of a line; `None` for one that is an error, or that MLIR cannot run.
fn case(n: usize, line: &Line) -> Option<Case> {
    if APART.iter().any(|(part, _)| line.text.contains(part)) {
        return None;
    }
    let (given, ops, seen, results) = match &line.args {
        None => numbers(line)?,
        Some(args) => arrays(line, args)?,
    };
    let (mut body, mut printed) = (given + &ops, Vec::new());
    for ((name, ty), contents) in seen.iter().zip(&results) {
        // Poison has no type to print.
        if contents.complex || contents.ty.is_none() {
            return None;
        }
        show(&mut body, name, ty, contents);
        printed.extend(contents.elems.iter().map(|elem| match elem {
            Some(DataElem::Scalar(value)) => shown(value),
            _ => None,
        }));
    }
    let mut text = format!("{}func.func @case() {{\n{body}  return\n}}\n", line.module);
    // Symbols of the table are in each case's own copy.
    for symbol in symbols(&line.module) {
        text = text.replace(&format!("@{symbol}"), &format!("@{symbol}_{n}_of_case"));
    }
    Some(Case {
        line: line.text.clone(),
        text,
        printed,
    })
}

type Parts = (String, String, Vec<(String, String)>, Vec<Contents>);

/// One operation on numbers.
fn numbers(line: &Line) -> Option<Parts> {
    let [op, operands, expected] = &line.parts[..] else {
        return None;
    };
    let list = |text: &str| {
        text.split(", ")
            .filter(|part| !part.is_empty())
            .map(scalar)
            .collect::<Vec<_>>()
    };
    // An error has no result.
    let types: Vec<String> = match expected.contains(' ') {
        true => list(expected).iter().map(|value| value.ty.to_string()).collect(),
        false => return None,
    };
    let values = list(operands);
    let (mut params, mut given) = (Vec::new(), String::new());
    for (value, name) in values.iter().zip(["%a", "%b", "%c"]) {
        params.push(format!("{name}: {}", value.ty));
        given += &constant(name, value);
    }
    let (group, names) = match types.len() {
        1 => ("%r".to_owned(), vec!["%r".to_owned()]),
        count => (format!("%r:{count}"), (0..count).map(|n| format!("%r#{n}")).collect()),
    };
    let ops = format!("  {group} = {op}\n");
    let (shown, all) = (names.join(", "), types.join(", "));
    let text = format!(
        "func.func @f({}) -> ({all}) {{\n{ops}  return {shown} : {all}\n}}\n",
        params.join(", ")
    );
    let module = parse(&text);
    let mut machine = Machine::new(&module, Concrete, RunOptions::default());
    let args = values.into_iter().map(|value| machine.scalar(value)).collect();
    let results = machine.call("f", args).ok()?;
    let results = results
        .iter()
        .map(|result| machine.read(result))
        .collect::<Result<Vec<_>, _>>();
    Some((given, ops, names.into_iter().zip(types).collect(), results.ok()?))
}

/// Operations on arguments that count up from zero.
fn arrays(line: &Line, args: &str) -> Option<Parts> {
    let [ops, values, _] = &line.parts[..] else { return None };
    let named = { values.split(", %") }.filter_map(|value| value.trim_start_matches('%').split_once(": "));
    let named: Vec<(String, String)> = named.map(|(name, ty)| (format!("%{name}"), ty.to_owned())).collect();
    let join = |pick: fn(&(String, String)) -> &String| named.iter().map(pick).cloned().collect::<Vec<_>>().join(", ");
    let (names, types) = (join(|value| &value.0), join(|value| &value.1));
    let ops = format!("{}{}\n", line.setup, ops.replace(" ; ", "\n"));
    let text = format!(
        "func.func @f({args}) -> ({types}) {{\n{ops}return {names} : {types}\n}}\n{}",
        line.module
    );
    let outcome = crate::common::run(&parse(&text), Concrete, RunOptions::default(), 2, &|_| Init::Iota).ok()?;
    let mut given = String::new();
    for arg in top_level(args) {
        let (name, ty) = arg.trim().split_once(": ")?;
        given += &argument(name, ty)?;
    }
    Some((given, ops, named, outcome.results))
}

/// The parts between the commas that are in no brackets.
fn top_level(text: &str) -> Vec<String> {
    let (mut parts, mut depth) = (vec![String::new()], 0);
    for letter in text.chars() {
        match letter {
            '<' | '(' => depth += 1,
            '>' | ')' => depth -= 1,
            _ => {}
        }
        match parts.last_mut() {
            _ if letter == ',' && depth == 0 => parts.push(String::new()),
            Some(last) => last.push(letter),
            None => {}
        }
    }
    parts.retain(|part| !part.trim().is_empty());
    parts
}

/// Extents and element type of `memref<2x?xi32>`, where 2 stands for what is open; `None` for a layout.
fn shaped(ty: &str) -> Option<(Vec<usize>, String)> {
    let mut rest = ty.split_once('<')?.1.strip_suffix('>')?;
    let mut shape = Vec::new();
    while let Some((extent, tail)) = rest.split_once('x').filter(|(extent, _)| !extent.is_empty()) {
        match extent {
            "?" => shape.push(2),
            _ => match extent.parse() {
                Ok(extent) => shape.push(extent),
                Err(_) => break,
            },
        }
        rest = tail;
    }
    let plain = rest.chars().all(char::is_alphanumeric);
    (plain && !shape.contains(&0)).then(|| (shape, rest.to_owned()))
}

/// Makes an argument that counts up from zero.
fn argument(name: &str, ty: &str) -> Option<String> {
    let element = |elem: &str, n: usize| match elem {
        "i1" => (n % 2 == 1).to_string(),
        _ if elem.starts_with(['f', 'b']) => format!("{n}.0"),
        _ => n.to_string(),
    };
    let typed = |elem: &str| {
        if elem == "i1" {
            String::new()
        } else {
            format!(" : {elem}")
        }
    };
    if ty == "index" {
        return Some(format!("  {name} = arith.constant 2 : index\n"));
    }
    let Some((shape, elem)) = shaped(ty).filter(|_| !ty.starts_with("complex")) else {
        let plain = ty.chars().all(char::is_alphanumeric);
        return plain.then(|| format!("  {name} = arith.constant {}{}\n", element(ty, 0), typed(ty)));
    };
    let count: usize = shape.iter().product();
    let dims: String = shape.iter().map(|extent| format!("{extent}x")).collect();
    if let Some(kind) = ["vector", "tensor"].into_iter().find(|kind| ty.starts_with(kind)) {
        let mut next = 0;
        let list = nested(&shape, &mut || {
            next += 1;
            element(&elem, next - 1)
        });
        let whole = format!("{kind}<{dims}{elem}>");
        return Some(match whole == ty {
            true => format!("  {name} = arith.constant dense<{list}> : {ty}\n"),
            false => format!(
                "  {name}_s = arith.constant dense<{list}> : {whole}\n  {name} = tensor.cast {name}_s : {whole} to {ty}\n"
            ),
        });
    }
    let whole = format!("memref<{dims}{elem}>");
    let mut text = format!("  {name}_s = memref.alloc() : {whole}\n");
    for n in 0..count {
        let at = places(&shape, n)
            .iter()
            .map(usize::to_string)
            .collect::<Vec<_>>()
            .join(", ");
        let _ = write!(
            text,
            "  {name}_v{n} = arith.constant {}{}\n  affine.store {name}_v{n}, {name}_s[{at}] : {whole}\n",
            element(&elem, n),
            typed(&elem)
        );
    }
    Some(text + &format!("  {name} = memref.cast {name}_s : {whole} to {ty}\n"))
}

/// `[[0, 1], [2, 3]]`
fn nested(shape: &[usize], next: &mut dyn FnMut() -> String) -> String {
    match shape {
        [] => next(),
        [extent, inner @ ..] => {
            let parts: Vec<String> = (0..*extent).map(|_| nested(inner, next)).collect();
            format!("[{}]", parts.join(", "))
        }
    }
}

/// The subscripts of element number `n`.
fn places(shape: &[usize], mut n: usize) -> Vec<usize> {
    let mut at = vec![0; shape.len()];
    for (place, extent) in at.iter_mut().zip(shape).rev() {
        (*place, n) = (n % extent, n / extent);
    }
    at
}

/// Prints all elements of a value as integers.
fn show(body: &mut String, name: &str, ty: &str, contents: &Contents) {
    let elem = contents.ty.expect("a type").to_string();
    let own = name.replace('#', "_");
    if !["memref<", "tensor<", "vector<"]
        .iter()
        .any(|kind| ty.starts_with(kind))
    {
        return print(body, name, &format!("{own}_w"), contents.ty.expect("a type"));
    }
    let (source, memory) = match ty.starts_with("tensor<") {
        true => {
            let memory = ty.replacen("tensor", "memref", 1);
            let _ = writeln!(body, "  {own}_m = bufferization.to_buffer {name} : {ty} to {memory}");
            (format!("{own}_m"), memory)
        }
        false => (name.to_owned(), ty.to_owned()),
    };
    let shape: Vec<usize> = contents.shape.iter().map(|extent| *extent as usize).collect();
    for n in 0..contents.elems.len() {
        let at = places(&shape, n);
        if ty.starts_with("vector<") {
            let at = at.iter().map(usize::to_string).collect::<Vec<_>>().join(", ");
            let _ = writeln!(body, "  {own}_e{n} = vector.extract {name}[{at}] : {elem} from {ty}");
        } else {
            for (dim, place) in at.iter().enumerate() {
                let _ = writeln!(body, "  {own}_i{n}_{dim} = arith.constant {place} : index");
            }
            let at = (0..at.len())
                .map(|dim| format!("{own}_i{n}_{dim}"))
                .collect::<Vec<_>>()
                .join(", ");
            let _ = writeln!(body, "  {own}_e{n} = memref.load {source}[{at}] : {memory}");
        }
        print(
            body,
            &format!("{own}_e{n}"),
            &format!("{own}_w{n}"),
            contents.ty.expect("a type"),
        );
    }
}

/// Prints one number as an integer of 64 bits; `own` names what is needed for that.
fn print(body: &mut String, name: &str, own: &str, ty: ScalarType) {
    let (mut value, width) = (name.to_owned(), ty.bits());
    if let ScalarType::Float(_) = ty {
        let _ = writeln!(body, "  {own}b = arith.bitcast {value} : {ty} to i{width}");
        value = format!("{own}b");
    }
    match ty {
        ScalarType::Index => {
            let _ = writeln!(body, "  {own} = arith.index_cast {value} : index to i64");
        }
        _ if width == 64 => {
            let _ = writeln!(body, "  vector.print {value} : i64");
            return;
        }
        _ => {
            let widen = if width == 1 { "extui" } else { "extsi" };
            let _ = writeln!(body, "  {own} = arith.{widen} {value} : i{width} to i64");
        }
    }
    let _ = writeln!(body, "  vector.print {own} : i64");
}

/// What [`print`] prints; no number is any.
fn shown(value: &Scalar) -> Option<i64> {
    let width = value.ty.bits();
    match value.ty {
        ScalarType::Float(_) if value.is_nan() => None,
        ScalarType::Float(_) => Some(((value.bits << (64 - width)) as i64) >> (64 - width)),
        ScalarType::Int(1) => Some(i64::from(value.is_true())),
        _ => Some(value.signed()),
    }
}

fn constant(name: &str, value: &Scalar) -> String {
    let ty = value.ty;
    match ty {
        ScalarType::Int(1) => format!("  {name} = arith.constant {}\n", value.is_true()),
        ScalarType::Float(_) => {
            let digits = ty.bits() as usize / 4;
            format!("  {name} = arith.constant 0x{:0digits$X} : {ty}\n", value.bits)
        }
        _ => format!("  {name} = arith.constant {} : {ty}\n", value.signed()),
    }
}

/// The symbols that a module text defines, longest first.
fn symbols(module: &str) -> Vec<String> {
    let mut found: Vec<String> = { module.split('@').skip(1) }
        .map(|rest| {
            rest.chars()
                .take_while(|letter| letter.is_alphanumeric() || *letter == '_')
                .collect()
        })
        .collect();
    found.sort_by_key(|symbol| std::cmp::Reverse(symbol.len()));
    found.dedup();
    found
}
