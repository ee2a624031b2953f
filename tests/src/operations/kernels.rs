//! Programs with places for all transforms (`tests/kernels`), and scripts that have a place in them and seldom come up at
//! random.

use polyvet_generate::choices::Choices;

/// A program; `N` is an extent, `M` as many blocks of four.
#[derive(Clone, Debug)]
pub struct Kernel {
    /// The name of its file.
    pub name: String,
    /// MLIR, with one function.
    pub text: String,
    /// Scripts.
    pub scripts: Vec<String>,
}

/// All of them, by name.
pub fn kernels() -> Vec<Kernel> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/kernels");
    let files = std::fs::read_dir(folder).expect("the kernels are there");
    let mut kernels: Vec<Kernel> = files
        .map(|file| {
            let path = file.expect("a file").path();
            let text = std::fs::read_to_string(&path).expect("text");
            let scripts = text.lines().filter_map(|line| line.strip_prefix("// script: "));
            Kernel {
                name: path.file_stem().expect("a name").to_string_lossy().into_owned(),
                scripts: scripts.map(str::to_owned).collect(),
                text,
            }
        })
        .collect();
    kernels.sort_by(|one, next| one.name.cmp(&next.name));
    kernels
}

impl Kernel {
    /// The program with this extent.
    pub fn with(&self, n: i64) -> String {
        let body: Vec<&str> = self.text.lines().filter(|line| !line.starts_with("//")).collect();
        let text = body.join("\n").replace('N', &n.to_string());
        text.replace('M', &(n / 4 + i64::from(n % 4 > 0)).to_string()) + "\n"
    }

    /// The program with some extent.
    pub fn some(&self, choices: &mut Choices<'_>) -> String {
        self.with(choices.of(&[4, 6, 10]))
    }
}
