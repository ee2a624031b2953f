//! LLVM's `mlir-opt` and `mlir-runner`, where they are installed: peers in tests, never needed.

use polyvet_ir::{Attr, Module, OpId, OpSpec, PrintOptions, Type};
use std::io::{Read, Write};
use std::process::{Command, Output, Stdio};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// What the C library of the runner is linked against, per installation.
const LIBRARIES: [&str; 2] = ["libmlir_runner_utils.so", "libmlir_c_runner_utils.so"];

/// From loops, structured operations and vectors down to LLVM.
const LOWERING: [&str; 15] = [
    "--one-shot-bufferize=bufferize-function-boundaries",
    "--convert-linalg-to-loops",
    "--lower-affine",
    "--convert-vector-to-scf",
    "--convert-scf-to-cf",
    "--expand-strided-metadata",
    "--lower-affine",
    "--convert-vector-to-llvm",
    "--finalize-memref-to-llvm",
    "--convert-arith-to-llvm",
    "--convert-index-to-llvm",
    "--convert-func-to-llvm",
    "--convert-cf-to-llvm",
    "--convert-ub-to-llvm",
    "--reconcile-unrealized-casts",
];

/// The programs of LLVM 22 on this machine.
#[derive(Clone, Debug)]
pub struct LlvmTools {
    /// `mlir-opt`.
    pub opt: String,
}

impl LlvmTools {
    /// Those on the path, if they are of release 22.
    pub fn find() -> Option<LlvmTools> {
        let is_22 = |name: &str| {
            let output = Command::new(name).arg("--version").output().ok()?;
            String::from_utf8_lossy(&output.stdout)
                .contains("version 22.")
                .then(|| name.to_owned())
        };
        let opt = ["mlir-opt-22", "mlir-opt"].into_iter().find_map(is_22)?;
        Some(LlvmTools { opt })
    }

    /// Runs `mlir-opt` with these arguments on `text`.
    ///
    /// # Errors
    /// What it says; or that it takes longer than `limit`.
    pub fn run(&self, args: &[String], text: &str, limit: Duration) -> Result<String, String> {
        let output = run(&self.opt, args, text, limit)?;
        match output.status.success() {
            true => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
            false => Err(first_line(&output)),
        }
    }

    /// What `@main` of a program prints when it is compiled and run.
    ///
    /// # Errors
    /// What the tools say.
    pub fn execute(&self, text: &str, limit: Duration) -> Result<String, String> {
        let lowered = self.run(&LOWERING.map(str::to_owned), text, limit)?;
        let runner = self.opt.replace("mlir-opt", "mlir-runner");
        let shared: Vec<String> = LIBRARIES.iter().filter_map(|name| library(name)).collect();
        let args = [
            "-e".to_owned(),
            "main".to_owned(),
            "--entry-point-result=void".to_owned(),
            format!("--shared-libs={}", shared.join(",")),
        ];
        let output = run(&runner, &args, &lowered, limit)?;
        match output.status.success() {
            true => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
            false => Err(first_line(&output)),
        }
    }
}

/// A `@main` for a program with one function: it makes the arguments, calls the function, and prints
/// what can be seen then. `args` has a word for each argument: a number for an `index`, extents
/// (`4x5`) for an array.
///
/// # Errors
/// Words that do not fit, or a type that is not printed.
pub fn main_for(module: &Module, func: OpId, args: &[&str]) -> Result<String, String> {
    let entry = module.only_block(func, 0).ok_or("a function without body")?;
    let params = &module.block(entry).args;
    if params.len() != args.len() {
        return Err(format!("{} arguments, {} words", params.len(), args.len()));
    }
    let mut main = MlirMain::default();
    let mut names = Vec::new();
    for (n, (param, word)) in params.iter().zip(args).enumerate() {
        let ty = type_text(module.ty(*param));
        let elem = type_text(module.ty(*param).elem());
        names.push((format!("%a{n}"), ty.clone()));
        if *module.ty(*param) == Type::Index {
            main.line(&format!("%a{n} = arith.constant {word} : index"));
            continue;
        }
        let extents: Vec<i64> = word.split('x').map(|e| e.parse().unwrap_or(0)).collect();
        let own = format!(
            "<{}x{elem}>",
            extents.iter().map(i64::to_string).collect::<Vec<_>>().join("x")
        );
        main.line(&format!("%s{n} = memref.alloc() : memref{own}"));
        main.fill(n, &extents, &elem, &own);
        main.line(&match module.ty(*param).is_tensor() {
            true => format!("%a{n} = bufferization.to_tensor %s{n} restrict : memref{own} to {ty}"),
            false => format!("%a{n} = memref.cast %s{n} : memref{own} to {ty}"),
        });
        if !module.ty(*param).is_tensor() {
            main.shown.push((format!("%s{n}"), format!("memref{own}"), elem));
        }
    }
    let (values, types): (Vec<_>, Vec<_>) = names.into_iter().unzip();
    let name = module.symbol_name(func).unwrap_or_default();
    let call = format!("func.call @{name}({}) : ({})", values.join(", "), types.join(", "));
    let end = *module.block(entry).ops.last().ok_or("an empty function")?;
    match module.op(end).operands.first() {
        None => main.line(&format!("{call} -> ()")),
        Some(result) => {
            let ty = module.ty(result.value);
            let (text, elem) = (type_text(ty), type_text(ty.elem()));
            main.line(&format!("%r = {call} -> {text}"));
            let buffer = text.replace("tensor", "memref");
            if ty.is_tensor() {
                main.line(&format!("%m = bufferization.to_buffer %r : {text} to {buffer}"));
            }
            main.shown.push(("%m".to_owned(), buffer, elem));
        }
    }
    main.finish()
}

#[derive(Default)]
struct MlirMain {
    text: String,
    /// Value, type, element type.
    shown: Vec<(String, String, String)>,
}

impl MlirMain {
    fn line(&mut self, line: &str) {
        self.text += &format!("  {line}\n");
    }

    /// Small numbers, one store each: no pass must have loops to work on here.
    fn fill(&mut self, n: usize, extents: &[i64], elem: &str, own: &str) {
        for at in 0..extents.iter().product::<i64>() {
            let mut rest = at;
            let mut subscripts = Vec::new();
            for (dim, extent) in extents.iter().enumerate().rev() {
                let name = format!("%i{n}_{at}_{dim}");
                self.line(&format!("{name} = arith.constant {} : index", rest % extent));
                subscripts.insert(0, name);
                rest /= extent;
            }
            let number = (at * 3 + n as i64) % 7 + 1;
            let literal = if elem.starts_with('f') {
                format!("{number}.0")
            } else {
                number.to_string()
            };
            self.line(&format!("%v{n}_{at} = arith.constant {literal} : {elem}"));
            self.line(&format!(
                "memref.store %v{n}_{at}, %s{n}[{}] : memref{own}",
                subscripts.join(", ")
            ));
        }
    }

    fn finish(mut self) -> Result<String, String> {
        let mut printers = Vec::new();
        for (n, (value, ty, elem)) in std::mem::take(&mut self.shown).into_iter().enumerate() {
            let printer = format!("printMemref{}", elem.to_uppercase());
            if !["f32", "f64", "i32", "i64"].contains(&elem.as_str()) {
                return Err(format!("`{elem}` is not printed"));
            }
            self.line(&format!("%p{n} = memref.cast {value} : {ty} to memref<*x{elem}>"));
            self.line(&format!("func.call @{printer}(%p{n}) : (memref<*x{elem}>) -> ()"));
            let declared = format!("func.func private @{printer}(memref<*x{elem}>)\n");
            if !printers.contains(&declared) {
                printers.push(declared);
            }
        }
        Ok(format!(
            "{}func.func @main() {{\n{}  return\n}}\n",
            printers.concat(),
            self.text
        ))
    }
}

fn type_text(ty: &Type) -> String {
    let mut module = Module::new();
    let body = module.body();
    let op = module.push_op(body, OpSpec::new("x.x").property("ty", Attr::Type(ty.clone())));
    let text = polyvet_ir::print_op(&module, op, PrintOptions::default());
    let from = text.find("ty = ").map_or(0, |at| at + 5);
    text[from..].split('}').next().unwrap_or_default().to_owned()
}

/// What a program prints, without addresses.
pub fn printed(output: &str) -> String {
    let data = output
        .lines()
        .map(|line| line.split_once("data =").map_or(line, |(_, data)| data));
    data.map(str::trim)
        .filter(|line| !line.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

fn first_line(output: &Output) -> String {
    let text = String::from_utf8_lossy(&output.stderr);
    let line = text
        .lines()
        .find(|line| line.contains("error") || line.contains("Assertion"));
    format!(
        "{}: {}",
        output.status,
        line.or(text.lines().next()).unwrap_or("no message")
    )
}

/// The newest of the libraries called `name` beside the installed tools.
fn library(name: &str) -> Option<String> {
    let folder = Command::new("llvm-config-22")
        .arg("--libdir")
        .output()
        .ok()
        .map_or("/usr/lib/llvm-22/lib".to_owned(), |output| {
            String::from_utf8_lossy(&output.stdout).trim().to_owned()
        });
    let mut found: Vec<String> = std::fs::read_dir(folder)
        .ok()?
        .filter_map(|entry| Some(entry.ok()?.path().display().to_string()))
        .filter(|path| path.contains(&format!("/{name}")))
        .collect();
    found.sort();
    found.pop()
}

fn run(program: &str, args: &[String], text: &str, limit: Duration) -> Result<Output, String> {
    let cannot = |error: std::io::Error| format!("cannot run `{program}`: {error}");
    let mut child = Command::new(program)
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(cannot)?;
    let (mut stdin, text) = (child.stdin.take().expect("piped"), text.to_owned());
    // A program that ends early reads no more; what it says matters.
    std::thread::spawn(move || _ = stdin.write_all(text.as_bytes()));
    let out = read_all(child.stdout.take().expect("piped"));
    let err = read_all(child.stderr.take().expect("piped"));
    let start = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().map_err(cannot)? {
            break status;
        }
        if start.elapsed() > limit {
            _ = child.kill();
            _ = child.wait();
            return Err(format!("`{program}` takes longer than {limit:?}"));
        }
        std::thread::sleep(Duration::from_millis(2));
    };
    Ok(Output {
        status,
        stdout: out.join().unwrap_or_default(),
        stderr: err.join().unwrap_or_default(),
    })
}

fn read_all(mut from: impl Read + Send + 'static) -> JoinHandle<Vec<u8>> {
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        _ = from.read_to_end(&mut bytes);
        bytes
    })
}
