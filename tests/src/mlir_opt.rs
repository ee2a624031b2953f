//! LLVM's `mlir-opt` and `mlir-runner`, where they are installed: peers in tests, never needed.

use std::io::{Read, Write};
use std::process::{Command, Output, Stdio};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// What the C library of the runner is linked against, per installation.
const LIBRARIES: [&str; 2] = ["libmlir_runner_utils.so", "libmlir_c_runner_utils.so"];

/// From loops, structured operations and vectors down to LLVM.
const LOWERING: [&str; 14] = [
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
    "--reconcile-unrealized-casts",
];

/// The programs of LLVM 22 on this machine.
#[derive(Clone, Debug)]
pub struct Tools {
    /// `mlir-opt`.
    pub opt: String,
}

impl Tools {
    /// Those on the path, if they are of release 22.
    pub fn find() -> Option<Tools> {
        let is_22 = |name: &str| {
            let output = Command::new(name).arg("--version").output().ok()?;
            String::from_utf8_lossy(&output.stdout)
                .contains("version 22.")
                .then(|| name.to_owned())
        };
        let opt = ["mlir-opt-22", "mlir-opt"].into_iter().find_map(is_22)?;
        Some(Tools { opt })
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
