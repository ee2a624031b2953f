//! What can be written on the command line.

use crate::steps::StepMaker;
use clap::builder::ValueParser;
use clap::{ArgGroup, Args, Parser, Subcommand, ValueEnum};
use polyvet::Given;
use polyvet::definitions::Choices;
use polyvet_interp::Watch;
use polyvet_report::annotations::Style;
use polyvet_runs::compare::Tolerance;
use polyvet_runs::inputs::ElementGenerator;
use std::ffi::OsString;
use std::path::PathBuf;

/// What `polyvet --help` says: commands by what one wants of them.
const FIRST_SCREEN: &str = "\
{about}

{usage-heading} {usage}

  polyvet check examples/matmul.mlir --transform \"tile(i=32, j=32); interchange(i, j)\"
  polyvet validate before.mlir after.mlir
  polyvet validate before.mlir --pass 'mlir-opt --affine-loop-fusion'

Prove
  check        Is a rewrite legal?
  validate     Does a program compute what another does?
  transform    Rewrite a program, after checking that this is legal
  certify      Have an SMT solver confirm what a proof rests on
Look
  relations    What each statement reads and writes, and how
  map          The data of a set of iterations, or the iterations of a set of data
  deps         Dependences, their distances, and what each loop carries
  report       Everything about each function on one page
  parse        Read, check and print back
  lsp          Answer an editor while one types
Choose
  footprint    What tiles touch: elements, bytes, cache lines, as formulas
  tile         Choose tile sizes and loop order
  tune         Search for the best order among the legal ones
  transforms   List the transforms that scripts can use
Run
  run          Run a function in the reference interpreter
Test
  snapshot     Keep reports beside programs, and say what changed
  difftest     Compare what another backend computes with the reference interpreter
  fuzz         Random programs through another backend; what goes wrong is shrunk and written down
  merge        Combine what the parts of `fuzz`, `validate --each` or `check --schedules` found
Help
  explain      What a code of a message or an answer means, and what to do
  completions  Write a completion script for a shell
  man          Write the manual page
  help         Print this message or the help of a command

Options:
{options}

{after-help}";

/// Vets loop and tensor transformations: proved, refuted with a witness that can be replayed, or unknown.
#[derive(Debug, Parser)]
#[command(name = "polyvet", version, subcommand_required = true, arg_required_else_help = true)]
#[command(help_template = FIRST_SCREEN)]
#[command(after_help = "\
Exit status: 0 all proved; 1 some refuted; 2 bad input or usage;
3 some unknown (or reassociated without `--allow reassoc`) and none refuted.

`polyvet explain CODE` says more about a message or an answer, `error[CODE]` or `[CODE]`.")]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
    #[command(flatten)]
    pub shared: SharedArgs,
}

/// How to answer.
#[derive(Clone, Debug, Args)]
pub struct SharedArgs {
    /// How results are written
    #[arg(long, global = true, value_enum, default_value = "text", value_name = "FORMAT")]
    pub format: Format,
    /// Write the results into FILE too, as `--format json` prints them
    #[arg(long, global = true, value_name = "FILE")]
    pub json: Option<PathBuf>,
    /// Say only what was asked: no notes, no summary
    #[arg(short, long, global = true)]
    pub quiet: bool,
    /// Let only budgets stop a question, never the clock: the same answer on the slowest machine
    #[arg(long, global = true)]
    pub deterministic: bool,
    /// When to use colours
    #[arg(long, global = true, value_enum, default_value = "auto", value_name = "WHEN")]
    pub color: Color,
}

impl SharedArgs {
    /// The same with results as text.
    pub fn as_text(&self) -> SharedArgs {
        let format = Format::Text;
        SharedArgs { format, ..self.clone() }
    }
}

/// Formats of results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people
    Text,
    /// One object with the schema `polyvet/1`
    Json,
    /// For code reviews (`report`, `check`, `validate`)
    Markdown,
    /// One page with pictures, for a browser (`report`)
    Html,
    /// For code scanning (`check`, `validate`, `parse`)
    Sarif,
    /// As text, with annotations of lines for workflows of GitHub (`check`, `validate`, `parse`, `snapshot`)
    Github,
    /// As text, with lines `FILE:LINE:COLUMN: error: ..` for editors (`check`, `validate`, `parse`, `snapshot`)
    Gnu,
    /// For build servers (`check`, `validate`, `snapshot`, `difftest`, `fuzz`, `merge`)
    Junit,
}

impl Format {
    /// How places are written beside the text, if they are.
    pub fn annotations(self) -> Option<Style> {
        match self {
            Format::Github => Some(Style::Github),
            Format::Gnu => Some(Style::Gnu),
            _ => None,
        }
    }

    /// Its name, and the commands that write it; none if all do.
    pub fn commands(self) -> (&'static str, Option<&'static [&'static str]>) {
        match self {
            Format::Text => ("text", None),
            Format::Json => ("json", None),
            Format::Markdown => ("markdown", Some(&["report", "check", "validate"])),
            Format::Html => ("html", Some(&["report"])),
            Format::Sarif => ("sarif", Some(&["check", "validate", "parse"])),
            Format::Gnu => ("gnu", Some(&["check", "validate", "parse", "snapshot"])),
            Format::Github => ("github", Some(&["check", "validate", "parse", "snapshot"])),
            Format::Junit => (
                "junit",
                Some(&["check", "validate", "snapshot", "difftest", "fuzz", "merge"]),
            ),
        }
    }
}

/// When to use colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Color {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

impl Color {
    /// Whether to use them where `auto` says `auto`.
    pub fn decide(self, auto: bool) -> bool {
        match self {
            Color::Auto => auto,
            Color::Always => true,
            Color::Never => false,
        }
    }
}

/// `--color` of arguments that could not be read.
pub fn wants_color(args: &[OsString], auto: bool) -> bool {
    let value = args.iter().enumerate().find_map(|(at, arg)| {
        let arg = arg.to_str()?;
        match arg.strip_prefix("--color")? {
            "" => args.get(at + 1)?.to_str(),
            rest => rest.strip_prefix('='),
        }
    });
    match value {
        Some("always") => true,
        Some("never") => false,
        _ => auto,
    }
}

/// Subcommands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Read, check and print back
    Parse(ParseArgs),
    /// What each statement reads and writes, and how
    Relations(RelationsArgs),
    /// The data of a set of iterations, or the iterations of a set of data
    Map(MapArgs),
    /// Dependences, their distances, and what each loop carries
    Deps(DepsArgs),
    /// Is a rewrite legal?
    Check(CheckArgs),
    /// Does a program compute what another does?
    Validate(ValidateArgs),
    /// Rewrite a program, after checking that this is legal
    Transform(TransformArgs),
    /// Have an SMT solver confirm what a proof rests on
    Certify(CertifyArgs),
    /// What tiles touch: elements, bytes, cache lines, as formulas
    Footprint(FootprintArgs),
    /// Choose tile sizes and loop order
    Tile(TileArgs),
    /// Search for the best order among the legal ones
    Tune(TuneArgs),
    /// Run a function in the reference interpreter
    Run(RunArgs),
    /// Everything about each function on one page
    Report(ReportArgs),
    /// Keep reports beside programs, and say what changed
    Snapshot(SnapshotArgs),
    /// Compare what another backend computes with the reference interpreter
    Difftest(DifftestArgs),
    /// Random programs through another backend; what goes wrong is shrunk and written down
    Fuzz(FuzzArgs),
    /// Combine what the parts of `fuzz`, `validate --each` or `check --schedules` found
    Merge(MergeArgs),
    /// Answer an editor while one types
    ///
    /// Speaks the language server protocol on standard input and output.
    Lsp,
    /// List the transforms that scripts can use
    Transforms,
    /// What a code of a message or an answer means, and what to do
    Explain(ExplainArgs),
    /// Write a completion script for a shell
    Completions(CompletionsArgs),
    /// Write the manual page
    Man(ManArgs),
}

impl Command {
    /// The name of the subcommand.
    pub fn name(&self) -> &'static str {
        match self {
            Command::Parse(_) => "parse",
            Command::Relations(_) => "relations",
            Command::Map(_) => "map",
            Command::Deps(_) => "deps",
            Command::Check(_) => "check",
            Command::Validate(_) => "validate",
            Command::Transform(_) => "transform",
            Command::Footprint(_) => "footprint",
            Command::Tile(_) => "tile",
            Command::Tune(_) => "tune",
            Command::Certify(_) => "certify",
            Command::Report(_) => "report",
            Command::Snapshot(_) => "snapshot",
            Command::Fuzz(_) => "fuzz",
            Command::Merge(_) => "merge",
            Command::Run(_) => "run",
            Command::Difftest(_) => "difftest",
            Command::Lsp => "lsp",
            Command::Transforms => "transforms",
            Command::Explain(_) => "explain",
            Command::Completions(_) => "completions",
            Command::Man(_) => "man",
        }
    }
}

/// What to read.
#[derive(Clone, Debug, Args)]
pub struct InputArgs {
    /// MLIR text, or a polyhedral model as JSON; `-` is standard input
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    pub read: ReadArgs,
}

/// How to read it.
#[derive(Clone, Debug, Default, Args)]
pub struct ReadArgs {
    /// Normalise MLIR text by `mlir-opt`, which must be on PATH
    #[arg(long, help_heading = "Input")]
    pub via_mlir_opt: bool,
    /// Normalise MLIR text by another program: `iree-opt` is run as `iree-opt --mlir-print-op-generic FILE`; a command with
    /// `{}` in it is run as it is, with the file in its place
    #[arg(
        long,
        value_name = "COMMAND",
        conflicts_with = "via_mlir_opt",
        help_heading = "Input"
    )]
    pub via: Option<String>,
    /// Take scalable vectors as those of a machine with this vector scale
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1024), help_heading = "Input")]
    pub vector_scale: Option<u64>,
    /// Look into the functions that are called: in the place of a call stands what the function does
    #[arg(long, help_heading = "Input")]
    pub inline: bool,
    /// What library functions, and operations that nobody knows, read and write: a TOML file, or `blas`,
    /// `cublas`, `cudnn`, `dma`, `fft`; or what they compute: MLIR text with their bodies, `lib.mlir`
    #[arg(long, value_name = "FILE", help_heading = "Input")]
    pub effects: Vec<String>,
    #[command(flatten)]
    pub ops: OpArgs,
}

/// What the definitions of structured operations leave open.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Definitions (OpDSL, its YAML, Einstein notation)")]
pub struct OpArgs {
    /// Only this operation; may be repeated
    #[arg(long, value_name = "NAME")]
    pub op: Vec<String>,
    /// Values of shape symbols: `M=64,N=32`; `d0=64,..` for operands of any rank
    #[arg(long, value_name = "SIZES", value_delimiter = ',', value_parser = ValueParser::new(assignment::<u32>))]
    pub shape: Vec<(String, u32)>,
    /// Types for type parameters: `T1=i8,U=i32`; `f32` without it
    #[arg(long, value_name = "TYPES", value_delimiter = ',', value_parser = ValueParser::new(assignment::<String>))]
    pub elem: Vec<(String, String)>,
    /// Value of an attribute: `strides=[2,2]`, `cast=cast_unsigned`; may be repeated
    #[arg(long, value_name = "NAME=VALUE", value_parser = ValueParser::new(assignment::<String>))]
    pub attr: Vec<(String, String)>,
    /// Dimensions of operands of any rank
    #[arg(long, value_name = "N")]
    pub rank: Option<usize>,
    /// Operands are buffers, not tensors
    #[arg(long)]
    pub buffers: bool,
}

impl OpArgs {
    /// The same for the library.
    pub fn choices(&self) -> Choices {
        Choices {
            op: self.op.clone(),
            shape: self.shape.clone(),
            elem: self.elem.clone(),
            attr: self.attr.clone(),
            rank: self.rank,
            buffers: self.buffers,
            no_instances: false,
        }
    }
}

/// Which function, with which parameters.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Input")]
pub struct ModelArgs {
    /// Only this function
    #[arg(long, value_name = "NAME")]
    pub func: Option<String>,
    /// Fix a parameter: `N=64`
    #[arg(long, value_name = "N=VALUE", value_parser = ValueParser::new(assignment::<i64>))]
    pub param: Vec<(String, i64)>,
    /// What to know of the parameters: `N >= 1 and M = 2*N`
    #[arg(long, value_name = "CONSTRAINT")]
    pub assume: Vec<String>,
    /// Give up after this many isl operations a question; the answer is then `unknown`
    #[arg(long, value_name = "OPS", default_value_t = polyvet_verify::legality::DEFAULT_BUDGET, value_parser = clap::value_parser!(u64).range(1..))]
    pub budget: u64,
}

impl ModelArgs {
    /// The same for the library.
    pub fn given(&self) -> Given {
        Given {
            func: self.func.clone(),
            param: self.param.clone(),
            assume: self.assume.clone(),
            budget: self.budget,
            ..Given::default()
        }
    }
}

/// `parse`
#[derive(Debug, Args)]
pub struct ParseArgs {
    #[command(flatten)]
    pub input: InputArgs,
    /// The form to print
    #[arg(
        help_heading = "Output",
        long,
        value_enum,
        default_value = "custom",
        value_name = "FORM"
    )]
    pub emit: MlirForm,
    /// Write to this file
    #[arg(help_heading = "Output", short, long, value_name = "OUT")]
    pub output: Option<PathBuf>,
    /// Overwrite the input
    #[arg(help_heading = "Output", long)]
    pub force: bool,
}

/// Forms of MLIR text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum MlirForm {
    /// As people write it
    Custom,
    /// `"op"(..) <{..}> : type`
    Generic,
    /// Definitions as OpDSL exports them; for input that is definitions
    Yaml,
}

/// Pictures in characters.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Pictures")]
pub struct SketchArgs {
    /// When to draw small pictures of iterations and data
    #[arg(long, value_enum, default_value = "auto", value_name = "WHEN")]
    pub picture: Sketch,
    /// Draw them with the characters of ASCII alone
    #[arg(long)]
    pub ascii: bool,
}

/// When to draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Sketch {
    /// On a terminal
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// `relations`
#[derive(Debug, Args)]
pub struct RelationsArgs {
    #[command(flatten)]
    pub input: InputArgs,
    #[command(flatten)]
    pub model: ModelArgs,
    #[command(flatten)]
    pub sketch: SketchArgs,
    /// Write the program too, what is defined as `linalg.generic`, to this file
    #[arg(help_heading = "Output", short, long, value_name = "OUT")]
    pub output: Option<PathBuf>,
    /// Overwrite the input
    #[arg(help_heading = "Output", long)]
    pub force: bool,
}

/// `deps`
#[derive(Debug, Args)]
pub struct DepsArgs {
    #[command(flatten)]
    pub input: InputArgs,
    #[command(flatten)]
    pub model: ModelArgs,
    /// Only from the last writer: leave out what is overwritten in between
    #[arg(long)]
    pub value_based: bool,
    #[command(flatten)]
    pub sketch: SketchArgs,
}

/// `map`
#[derive(Debug, Args)]
#[command(group = ArgGroup::new("set").required(true).multiple(false))]
pub struct MapArgs {
    #[command(flatten)]
    pub input: InputArgs,
    #[command(flatten)]
    pub model: ModelArgs,
    /// Only this statement
    #[arg(long, value_name = "STMT")]
    pub stmt: Option<String>,
    /// What data do these iterations touch? `{ [i, j] : 0 <= i < 4 }`
    #[arg(long, value_name = "SET", group = "set")]
    pub iterations: Option<String>,
    /// Which iterations touch this data? `{ C[x, y] : x = 0 }`
    #[arg(long, value_name = "SET", group = "set")]
    pub data: Option<String>,
    /// What does this view of memory show, `%v`? Said twice: what do both, what either, what one alone?
    #[arg(long, value_name = "VIEW", group = "set", conflicts_with = "stmt")]
    pub view: Vec<String>,
    /// Ask about one run: what `run --trace A --format json` wrote to FILE
    #[arg(long, value_name = "FILE", conflicts_with_all = ["view", "stmt"])]
    pub trace: Option<PathBuf>,
    /// Sizes of tiles of the view: `4,8`
    #[arg(long, value_name = "SIZES", requires = "view", value_delimiter = ',', value_parser = clap::value_parser!(u64).range(1..=1 << 31))]
    pub tile: Vec<u64>,
}

/// `footprint`
#[derive(Debug, Args)]
pub struct FootprintArgs {
    #[command(flatten)]
    pub input: InputArgs,
    #[command(flatten)]
    pub model: ModelArgs,
    /// Sizes by loop: `i=32,j=32,k=8`; symbols too: `i=Ti`; several levels as `i=32:8`, or by saying this again, the
    /// outermost first; `S1, d0=4` for the loops above one statement. Without it, the whole program
    #[arg(help_heading = "Tile", long, value_name = "SIZES")]
    pub tile: Vec<String>,
    /// Which iterations use this slice of an array? `A[0:32, 0:K]`, from and up to, or `A[0:32:2, 5]`
    #[arg(help_heading = "Tile", long, value_name = "SLICE", conflicts_with_all = ["tile", "simulate"])]
    pub slice: Option<String>,
    /// What one run touched, by the file that `run --trace A --format json` wrote; `--tile i=32` has numbers then
    #[arg(help_heading = "Tile", long, value_name = "FILE", conflicts_with_all = ["slice", "transform", "simulate"])]
    pub trace: Option<PathBuf>,
    /// Transforms before tiling, as `check` takes them: `skew(i, t, 1)`
    #[arg(help_heading = "Tile", long, value_name = "SCRIPT")]
    pub transform: Option<String>,
    /// Bytes of a cache line
    #[arg(help_heading = "Cache", long, value_name = "BYTES", default_value_t = 64, value_parser = clap::value_parser!(u64).range(1..=1 << 20))]
    pub line: u64,
    /// Run the tiled program with a cache, and compare; all sizes must be given with `--param`
    #[arg(help_heading = "Cache", long)]
    pub simulate: bool,
    /// Size of that cache
    #[arg(help_heading = "Cache", long, value_name = "BYTES", default_value = "32KiB", value_parser = ValueParser::new(bytes))]
    pub capacity: u64,
    /// Lines of a set of that cache: a number, or `full` for one set
    #[arg(help_heading = "Cache", long, value_name = "WAYS", default_value = "full", value_parser = ValueParser::new(ways))]
    pub ways: Ways,
    #[command(flatten)]
    pub sketch: SketchArgs,
}

/// Associativity of a cache.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ways {
    /// All lines are one set.
    Full,
    /// So many lines are a set.
    Of(u64),
}

/// A rewrite to check.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Rewrite")]
#[group(id = "rewrite", required = true, multiple = false)]
pub struct RewriteArgs {
    /// Transforms in order: `tile(i=32, j=32); interchange(i, j)`; `polyvet transforms` lists them
    #[arg(long, value_name = "SCRIPT")]
    pub transform: Option<String>,
    /// A file with transforms
    #[arg(long, value_name = "FILE")]
    pub script: Option<PathBuf>,
    /// A file with a schedule: an isl tree, a tree of `mldim` loops, or a union map from instances to times
    #[arg(long, value_name = "FILE")]
    pub schedule: Option<PathBuf>,
}

/// What counts as good.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Verdict")]
pub struct AcceptArgs {
    /// Accept results that are equal only up to the order of reductions, or but for fused multiply-adds
    #[arg(long, value_enum, value_name = "WHAT")]
    pub allow: Vec<Allow>,
    /// Accept results that were only tested
    #[arg(long, value_enum, value_name = "WHAT")]
    pub accept: Vec<AcceptArg>,
}

/// Values of `--allow`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Allow {
    /// Reductions may be reordered
    Reassoc,
    /// A product and a sum may be a fused multiply-add, which rounds once (`validate`)
    Contract,
}

/// Values of `--accept`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum AcceptArg {
    /// Tested on stated sizes
    Tested,
}

/// `check`
#[derive(Debug, Args)]
#[command(mut_group("rewrite", |group| group.arg("schedules").required(false)))]
#[command(after_help = "\
Without a rewrite, those are checked that the program asks about: `// polyvet: check tile(i=32)`.")]
pub struct CheckArgs {
    #[command(flatten)]
    pub input: InputArgs,
    #[command(flatten)]
    pub model: ModelArgs,
    #[command(flatten)]
    pub rewrite: RewriteArgs,
    /// Many schedules: one JSON object a line with `id` and `schedule`
    #[arg(long, value_name = "FILE.jsonl", help_heading = "Rewrite")]
    pub schedules: Option<PathBuf>,
    /// Only this part of the schedules, from 0: `2/8`; `merge` puts the parts together
    #[arg(long, value_name = "I/N", default_value = "0/1", value_parser = ValueParser::new(shard), requires = "schedules", help_heading = "Rewrite")]
    pub shard: (u64, u64),
    /// Every transform at every place, with a small set of arguments: which are legal?
    #[arg(long, help_heading = "Rewrite", conflicts_with_all = ["rewrite", "schedules", "certify", "certificate", "steps"])]
    pub all: bool,
    /// With `--all`: only these transforms
    #[arg(
        long,
        value_name = "NAME",
        value_delimiter = ',',
        requires = "all",
        help_heading = "Rewrite"
    )]
    pub only: Vec<String>,
    /// With `--all`: sizes of tiles, blocks and factors
    #[arg(long, value_name = "N", value_delimiter = ',', default_value = "8,32", requires = "all", help_heading = "Rewrite",
        value_parser = clap::value_parser!(i64).range(2..=1_000_000))]
    pub sizes: Vec<i64>,
    /// Who makes the steps of a script of the transform dialect: `own` for polyvet, `mlir` for `mlir-opt` on PATH, or its
    /// command; what MLIR made is validated, step by step
    #[arg(long, value_name = "WHO", default_value = "own", value_parser = StepMaker::read, help_heading = "Rewrite")]
    pub steps: StepMaker,
    /// Is it legal for this input? By the file that `run --trace A --format json` wrote: through the arrays that it follows
    /// the dependences are those of that run
    #[arg(long, value_name = "FILE", help_heading = "Rewrite", conflicts_with_all = ["schedules", "all", "certify", "certificate", "steps"])]
    pub trace: Option<PathBuf>,
    #[command(flatten)]
    pub accept: AcceptArgs,
    #[command(flatten)]
    pub certify: CertifyingArgs,
    #[command(flatten)]
    pub sketch: SketchArgs,
}

impl CheckArgs {
    /// The same for the library.
    pub fn given(&self) -> Given {
        Given {
            certify: self.certify.is_asked(),
            ..self.model.given()
        }
    }
}

/// The claims that proofs rest on.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Certificate")]
pub struct CertifyingArgs {
    /// Write the claims that the proofs rest on to this file, for `polyvet certify` or any SMT solver
    #[arg(long, value_name = "FILE.smt2")]
    pub certificate: Option<PathBuf>,
    /// Have a solver confirm the claims that the proofs rest on; what is not certified is no success
    #[arg(long)]
    pub certify: bool,
    #[command(flatten)]
    pub solver: SolverArgs,
}

impl CertifyingArgs {
    /// Whether claims are wanted at all.
    pub fn is_asked(&self) -> bool {
        self.certify || self.certificate.is_some()
    }
}

/// Who decides claims, within which limits.
#[derive(Clone, Debug, Args)]
pub struct SolverArgs {
    /// `z3`, `cvc5`, or another command that reads SMT-LIB 2 from its standard input; without it z3 or cvc5, whichever is on
    /// PATH
    #[arg(long, value_name = "SOLVER")]
    pub solver: Option<String>,
    /// Give up on a claim after so many seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub time_limit: u64,
    /// Give up on a claim when the solver uses more memory
    #[arg(long, value_name = "SIZE", default_value = "4GiB", value_parser = ValueParser::new(bytes))]
    pub memory_limit: u64,
}

/// `certify`
#[derive(Debug, Args)]
#[command(after_help = "\
Exit status: 0 all claims hold, and nothing else is trusted; 1 a claim fails; 2 bad input, or no solver;
3 some undecided, or not all of a proof has claims.")]
pub struct CertifyArgs {
    /// What `check --certificate` or `validate --certificate` wrote; `-` is standard input
    #[arg(required = true, value_name = "FILE.smt2")]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    pub solver: SolverArgs,
}

/// `tile`
#[derive(Debug, Args)]
pub struct TileArgs {
    #[command(flatten)]
    pub input: InputArgs,
    #[command(flatten)]
    pub model: ModelArgs,
    /// What a tile must fit in: `32KiB`, `L2=1MiB`. Given again it is the next larger memory, with tiles of tiles
    #[arg(long, required = true, value_name = "[NAME=]SIZE", value_parser = ValueParser::new(memory), help_heading = "Tiles")]
    pub capacity: Vec<(String, u64)>,
    /// Bytes of a cache line [default: 64]
    #[arg(long, value_name = "BYTES", value_parser = clap::value_parser!(u64).range(1..=65536), help_heading = "Tiles")]
    pub line: Option<u64>,
    /// Count elements, not whole cache lines
    #[arg(long, conflicts_with = "line", help_heading = "Tiles")]
    pub elements: bool,
    /// What is best
    #[arg(
        long,
        value_enum,
        default_value = "traffic",
        value_name = "GOAL",
        help_heading = "Tiles"
    )]
    pub objective: Goal,
    /// Sizes are multiples of this, or the whole loop
    #[arg(long, default_value = "1", value_name = "N", value_parser = clap::value_parser!(i64).range(1..=1_000_000), help_heading = "Tiles")]
    pub multiple_of: i64,
    /// Only the loops around this statement
    #[arg(long, value_name = "S", help_heading = "Tiles")]
    pub stmt: Option<String>,
    /// Accept tiles that change the order of reductions
    #[arg(long, value_enum, value_name = "WHAT", help_heading = "Tiles")]
    pub allow: Vec<Allow>,
}

/// Values of `--objective`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Goal {
    /// The least bytes moved, where data of one tile stays until the next
    Traffic,
    /// The most operations for each byte a tile touches, where nothing stays between tiles
    Intensity,
    /// The least traffic with the last tile of each loop at least three quarters of the others
    Balanced,
}

impl Goal {
    /// As on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Goal::Traffic => "traffic",
            Goal::Intensity => "intensity",
            Goal::Balanced => "balanced",
        }
    }
}

/// `32KiB`, `L2=1MiB`: a name, perhaps empty, and bytes.
fn memory(text: &str) -> Result<(String, u64), String> {
    let (name, size) = text.split_once('=').unwrap_or(("", text));
    Ok((name.to_owned(), bytes(size)?))
}

/// `tune`
#[derive(Debug, Args)]
#[command(after_help = "\
Exit status: 0 the best schedule is proved, or nothing better was found; 2 bad input or usage; 3 it is not proved.
A signal ends the search; the best schedule so far is told, with its proof.")]
pub struct TuneArgs {
    #[command(flatten)]
    pub input: InputArgs,
    #[command(flatten)]
    pub model: ModelArgs,
    /// What a schedule costs
    #[arg(
        long,
        value_enum,
        default_value = "traffic",
        value_name = "WHAT",
        help_heading = "Cost"
    )]
    pub measure: MeasureArg,
    /// A memory: `32KiB`, `L2=1MiB`; given again, another one. What moves is the sum over all of them
    #[arg(long, value_name = "[NAME=]SIZE", value_parser = ValueParser::new(memory), help_heading = "Cost")]
    pub capacity: Vec<(String, u64)>,
    /// Bytes of a cache line
    #[arg(long, value_name = "BYTES", default_value = "64", value_parser = clap::value_parser!(u64).range(1..=65536), help_heading = "Cost")]
    pub line: u64,
    /// The compiler of `--measure cc`, perhaps with arguments
    #[arg(long, value_name = "CMD", default_value = "cc", help_heading = "Cost")]
    pub cc: String,
    /// Only moves by these transforms
    #[arg(long, value_name = "NAME", value_delimiter = ',', help_heading = "Search")]
    pub only: Vec<String>,
    /// Sizes of tiles and blocks
    #[arg(long, value_name = "N", value_delimiter = ',', default_value = "4,8,16,32,64", value_parser = clap::value_parser!(i64).range(2..=1_000_000), help_heading = "Search")]
    pub sizes: Vec<i64>,
    /// Accept schedules that change the order of reductions
    #[arg(long, value_enum, value_name = "WHAT", help_heading = "Search")]
    pub allow: Vec<Allow>,
    /// Begin with other random numbers
    #[arg(long, value_name = "N", default_value = "0", help_heading = "Search")]
    pub seed: u64,
    /// Stop after this time: `90s`, `10m`, `2h`
    #[arg(long, default_value = "30s", conflicts_with = "count", value_name = "TIME", value_parser = ValueParser::new(duration), help_heading = "Search")]
    pub time: std::time::Duration,
    /// Stop after this many schedules
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u64).range(1..), help_heading = "Search")]
    pub count: Option<u64>,
    /// Keep what was tried in this file, one JSON object a line; where it has the same search, go on with that
    #[arg(long, value_name = "FILE.jsonl", help_heading = "Search")]
    pub log: Option<PathBuf>,
}

/// Values of `--measure`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum MeasureArg {
    /// Bytes that move between the memories, counted in a run by the interpreter
    Traffic,
    /// Seconds of one call in C, generated and compiled
    Cc,
}

impl MeasureArg {
    /// As results say it.
    pub fn cost(self) -> &'static str {
        match self {
            MeasureArg::Traffic => "traffic",
            MeasureArg::Cc => "seconds",
        }
    }
}

/// `validate`
#[derive(Debug, Args)]
#[command(after_help = "\
Lines `// polyvet: assume N >= 1` in a file add to `--assume`.

Exit status: 0 all proved; 1 some refuted; 2 bad input or usage;
3 some unknown (or only tested, or reassociated without `--allow reassoc`) and none refuted.")]
pub struct ValidateArgs {
    /// The program that is right
    #[arg(value_name = "BEFORE")]
    pub before: PathBuf,
    /// The program that should compute the same; functions are matched by name
    #[arg(value_name = "AFTER", conflicts_with = "pass")]
    pub after: Option<PathBuf>,
    /// Make AFTER by running this command, as in `mlir-opt --affine-loop-tile=tile-size=8`. No shell is involved.
    /// `{}` stands for the file of the program; without it (and without a `-`) the file is added at the end. The
    /// program is on standard input too. The result is read from standard output
    #[arg(long, value_name = "COMMAND", help_heading = "Pass")]
    pub pass: Option<String>,
    /// Stop the command after this many seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..), help_heading = "Pass")]
    pub timeout: u64,
    /// Write what the command printed to this file: the program after the pass, with `--each` the programs after all passes
    #[arg(long, value_name = "FILE", requires = "pass", help_heading = "Pass")]
    pub save_after: Option<PathBuf>,
    /// Compare after every pass. With `--pass`, what mlir-opt prints after each; else AFTER is such a dump, of
    /// `mlir-opt --mlir-print-ir-after-all --mlir-print-ir-after-change`, or the folder of `--mlir-print-ir-tree-dir`
    #[arg(long, help_heading = "Pass")]
    pub each: bool,
    /// Only this part of the comparisons after passes, from 0: `2/8`; `merge` puts the parts together
    #[arg(long, value_name = "I/N", default_value = "0/1", value_parser = ValueParser::new(shard), requires = "each", help_heading = "Pass")]
    pub shard: (u64, u64),
    /// Look for a small program that is refuted in the same way, and print it
    #[arg(long, conflicts_with = "each", help_heading = "Reduction")]
    pub reduce: bool,
    /// Write what `--reduce` finds to this file. Of two given programs, both are written, with a line
    /// `// -----` between them
    #[arg(short, long, value_name = "OUT", requires = "reduce", help_heading = "Reduction")]
    pub output: Option<PathBuf>,
    /// Give up reducing after trying this many programs
    #[arg(
        long,
        value_name = "COUNT",
        default_value_t = 3000,
        requires = "reduce",
        help_heading = "Reduction"
    )]
    pub reduce_tries: usize,
    /// Give up reducing after this many seconds
    #[arg(
        long,
        value_name = "SECONDS",
        default_value_t = 300,
        requires = "reduce",
        help_heading = "Reduction"
    )]
    pub reduce_seconds: u64,
    #[command(flatten)]
    pub read: ReadArgs,
    /// These two memref arguments of BEFORE may be the same buffer, or not overlap at all
    #[arg(long, value_name = "A,B", value_parser = ValueParser::new(pair), help_heading = "Input")]
    pub may_alias: Vec<(String, String)>,
    #[command(flatten)]
    pub model: ModelArgs,
    /// Do not run both programs on a few small inputs after a proof
    #[arg(long)]
    pub no_cross_check: bool,
    /// Run programs only with so many array elements at a time, or eight times as many where a difference is suspected
    #[arg(long, value_name = "COUNT", default_value_t = 262_144, value_parser = clap::value_parser!(u64).range(1..))]
    pub run_elements: u64,
    #[command(flatten)]
    pub cache: CacheArgs,
    #[command(flatten)]
    pub accept: AcceptArgs,
    #[command(flatten)]
    pub certify: CertifyingArgs,
}

/// Proofs that are kept.
#[derive(Debug, Args)]
pub struct CacheArgs {
    /// Keep proofs in this folder, and take from it what was proved earlier, by this very program, of the same functions with the
    /// same options. The environment variable `POLYVET_CACHE` says the same
    #[arg(long = "cache", value_name = "DIR", help_heading = "Cache")]
    pub folder: Option<PathBuf>,
    /// Keep nothing, whatever `POLYVET_CACHE` says
    #[arg(long = "no-cache", overrides_with = "folder", help_heading = "Cache")]
    pub off: bool,
    /// Keep so many proofs; the oldest go
    #[arg(long = "cache-entries", value_name = "COUNT", default_value_t = polyvet::cache::DEFAULT_LIMIT, value_parser = clap::value_parser!(u64).range(1..), help_heading = "Cache")]
    pub entries: u64,
}

impl ValidateArgs {
    /// The same for the library.
    pub fn given(&self) -> Given {
        Given {
            may_alias: self.may_alias.clone(),
            run_elements: self.run_elements,
            cross_check: !self.no_cross_check,
            contract: self.accept.allow.contains(&Allow::Contract),
            certify: self.certify.is_asked(),
            ..self.model.given()
        }
    }
}

/// `transform`
#[derive(Debug, Args)]
pub struct TransformArgs {
    #[command(flatten)]
    pub input: InputArgs,
    #[command(flatten)]
    pub model: ModelArgs,
    #[command(flatten)]
    pub rewrite: RewriteArgs,
    /// What to write; models are written as `isl` where nothing is said
    #[arg(help_heading = "Output", long, value_enum, value_name = "FORM")]
    pub emit: Option<Emit>,
    /// Write to this file
    #[arg(help_heading = "Output", short, long, value_name = "OUT")]
    pub output: Option<PathBuf>,
    /// Overwrite the input
    #[arg(help_heading = "Output", long)]
    pub force: bool,
    /// Do not check
    #[arg(help_heading = "Output", long)]
    pub unchecked: bool,
    /// Say which old instances the instances of each new statement compute
    #[arg(help_heading = "Output", long)]
    pub instances: bool,
    #[command(flatten)]
    pub accept: AcceptArgs,
}

/// Forms of a rewritten program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Emit {
    /// MLIR text
    Mlir,
    /// A polyhedral model as JSON
    Isl,
    /// Loops as in C, to read
    C,
}

/// `report`
#[derive(Debug, Args)]
pub struct ReportArgs {
    #[command(flatten)]
    pub input: InputArgs,
    #[command(flatten)]
    pub model: ModelArgs,
    /// Transforms in order, to compare before and after: `tile(i=32, j=32)`
    #[arg(long, value_name = "SCRIPT", help_heading = "Rewrite", conflicts_with = "script")]
    pub transform: Option<String>,
    /// A file with transforms
    #[arg(long, value_name = "FILE", help_heading = "Rewrite")]
    pub script: Option<PathBuf>,
    /// What tiles of these sizes touch, as for `footprint`: `i=32,j=32`
    #[arg(long, value_name = "SIZES", help_heading = "Tile")]
    pub tile: Vec<String>,
    /// Write to this file
    #[arg(help_heading = "Output", short, long, value_name = "OUT")]
    pub output: Option<PathBuf>,
    /// Overwrite the input
    #[arg(help_heading = "Output", long)]
    pub force: bool,
    #[command(flatten)]
    pub accept: AcceptArgs,
}

/// `snapshot`
#[derive(Debug, Args)]
pub struct SnapshotArgs {
    /// The folder; every `.mlir` file below it gets a report beside it. One program alone, if it is a file
    #[arg(value_name = "DIR")]
    pub dir: PathBuf,
    /// Write the reports that are new or changed
    #[arg(long, conflicts_with_all = ["check", "review"])]
    pub accept: bool,
    /// Show what is new or changed one by one, and ask about each
    #[arg(long, conflicts_with = "check")]
    pub review: bool,
    /// For CI: writes nothing. So does `snapshot` without `--accept` and `--review`
    #[arg(long)]
    pub check: bool,
    /// What is compared: `P.polyvet.txt`, with `P.polyvet.json` beside it for tools, or that too, or that alone
    #[arg(long = "as", value_enum, default_value = "txt", value_name = "KIND")]
    pub kind: SnapshotKind,
    /// Give up after this many isl operations a question; the report then says so
    #[arg(long, value_name = "OPS", default_value_t = polyvet_verify::legality::DEFAULT_BUDGET, value_parser = clap::value_parser!(u64).range(1..))]
    pub budget: u64,
}

/// Forms of reports that are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SnapshotKind {
    /// For people
    Txt,
    /// The schema `polyvet/1`, for tools
    Json,
    /// Both, side by side
    Both,
}

/// `fuzz`
#[derive(Debug, Args)]
#[command(after_help = "\
The same seed gives the same programs. A campaign that was stopped goes on where it was when the same
command is given again. Exit status: 0 nothing found; 1 findings; 2 bad input or usage.")]
pub struct FuzzArgs {
    /// What is tested: a name that is shipped, or a .toml file
    #[arg(long, value_name = "BACKEND")]
    pub backend: String,
    /// A pass, the name of a shipped pipeline, or a pipeline. Without it, `execute` runs programs as they are, the
    /// other modes take all shipped pipelines; `--pass all` is all of them
    #[arg(long, value_name = "PIPELINE")]
    pub pass: Vec<String>,
    /// Who judges
    #[arg(long, value_enum, default_value = "all", value_name = "MODE")]
    pub mode: FuzzMode,
    /// Decides the programs
    #[arg(long, default_value_t = 1, value_name = "SEED")]
    pub seed: u64,
    /// Change how often the grammar chooses what: a TOML file, see `docs/fuzz.md`
    #[arg(long, value_name = "FILE")]
    pub weights: Option<PathBuf>,
    /// Stop after this time: `90s`, `10m`, `2h`
    #[arg(long, default_value = "10m", conflicts_with = "count", value_name = "TIME", value_parser = ValueParser::new(duration), help_heading = "How much")]
    pub time: std::time::Duration,
    /// Stop after this many programs, those of all shards together
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u64).range(1..), help_heading = "How much")]
    pub count: Option<u64>,
    /// Threads; as many as there are cores where nothing is said
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=4096), help_heading = "How much")]
    pub jobs: Option<u16>,
    /// Only this part of the campaign, from 0: `2/8`
    #[arg(long, value_name = "I/N", default_value = "0/1", value_parser = ValueParser::new(shard), help_heading = "How much")]
    pub shard: (u64, u64),
    /// Where the ledger and a folder for each finding are written
    #[arg(long, default_value = "polyvet-fuzz", value_name = "DIR", help_heading = "Output")]
    pub out: PathBuf,
    /// Say what the programs had in them, dependences too, which takes time
    #[arg(long, help_heading = "Output")]
    pub coverage: bool,
    /// Stop a call of the backend after this many seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..), help_heading = "How much")]
    pub timeout: u64,
}

/// Who judges what a backend did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FuzzMode {
    /// All of these in turn: half of the time `interpret`, a quarter each of the others
    All,
    /// Run programs in the backend and in the interpreter
    Execute,
    /// Run what its passes make of programs in the interpreter, at small sizes: the most programs in a given time
    Interpret,
    /// `validate` what its passes make of programs, for all sizes
    Validate,
}

/// `merge`
#[derive(Debug, Args)]
pub struct MergeArgs {
    /// Ledgers of `fuzz`; or what `validate --each` or `check --schedules` wrote with `--shard` and `--format json`, all
    /// parts of it
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Where what is in all is written; may be one of them
    #[arg(short, long, value_name = "OUT")]
    pub output: PathBuf,
    /// Write a folder for each finding here
    #[arg(long, value_name = "DIR")]
    pub findings: Option<PathBuf>,
    /// Say what the programs had in them
    #[arg(long)]
    pub coverage: bool,
    #[command(flatten)]
    pub accept: AcceptArgs,
}

/// `run`
#[derive(Debug, Args)]
pub struct RunArgs {
    #[command(flatten)]
    pub input: InputArgs,
    /// The function; not needed if there is one
    #[arg(long, value_name = "NAME")]
    pub func: Option<String>,
    /// An argument: `A=a.npy`, `n=5`, `A=uniform:7` (see `--init`); by name or number. All arrays of an archive:
    /// `in.npz`
    #[arg(long, value_name = "NAME=VALUE|FILE", value_parser = ValueParser::new(file_or_assignment))]
    pub arg: Vec<(String, String)>,
    /// Elements of the arguments that are not given: `iota` (0, 1, 2, ..; scalars are 1), `uninit`, or drawn from a
    /// seed: `uniform:SEED` (floats from -1 to 1, any integers), `integers:SEED` (small, so that short sums are exact),
    /// `special:SEED` (NaN, infinities, -0, subnormals, extremes). The default is `iota`; for symbolic domains, unknowns
    #[arg(long, value_name = "HOW", value_parser = ValueParser::new(init))]
    pub init: Option<InitArg>,
    /// A dynamic extent or an index argument: `A.0=16`, `n=16`; also by the names that witnesses use
    #[arg(long, value_name = "N=VALUE", value_parser = ValueParser::new(assignment::<i64>))]
    pub param: Vec<(String, i64)>,
    /// What values are
    #[arg(long, value_enum, default_value = "native", value_name = "DOMAIN")]
    pub domain: DomainArg,
    /// Write an argument or result (`#0`) to a .npy file: `A=out.npy`; or all to an archive: `out.npz`
    #[arg(long, value_name = "NAME=FILE|FILE", value_parser = ValueParser::new(file_or_assignment))]
    pub out: Vec<(String, String)>,
    /// Show all elements of large arrays, not the first and the last
    #[arg(long)]
    pub full: bool,
    /// Compare an argument or result with what another backend computed: `C=c.npy`; `c.npy` if there is one only; or
    /// all arrays of `out.npz`. Exit status 1 if one differs
    #[arg(long, value_name = "NAME=FILE|FILE", value_parser = ValueParser::new(file_or_assignment))]
    pub check_against: Vec<(String, String)>,
    /// How far apart elements may be: `bitwise`, `ulp:4`, `abs:1e-6`, `rel:1e-4`, or several of which one must hold,
    /// with commas; `bound` is how far apart two orders of the sums that were run can be (Higham's gamma_n times the
    /// sum of absolute products)
    #[arg(long, value_name = "RULE", default_value_t = Tolerance::default(), requires = "check_against")]
    pub tolerance: Tolerance,
    /// Show who reads and writes an array, or one element of it, and when: `A`, `A[3, 4]`
    #[arg(long, value_name = "ARRAY", value_parser = ValueParser::new(watch))]
    pub trace: Vec<Watch>,
    /// Who runs loops and structured operations. Results and errors are the same
    #[arg(long, value_enum, default_value = "auto", value_name = "EXECUTOR")]
    pub executor: ExecutorArg,
    /// What arrays may take up: `512MiB`; the default is a quarter of the memory there is
    #[arg(long, value_name = "BYTES", value_parser = ValueParser::new(bytes))]
    pub memory: Option<u64>,
    /// Stop after this many operations
    #[arg(long, value_name = "STEPS", default_value_t = 1 << 32, value_parser = clap::value_parser!(u64).range(1..))]
    pub steps: u64,
}

/// Who runs loops and structured operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ExecutorArg {
    /// The fast executors where that pays
    Auto,
    /// The reference, operation by operation
    Reference,
    /// The fast executors wherever they can, with a note where they cannot
    Fast,
}

/// `difftest`
#[derive(Debug, Args)]
#[command(after_help = "\
Exit status: 0 the backend computes what the interpreter does; 1 a wrong value or a crash; 2 bad input or usage, or
the backend is not installed; 3 no answer: time-outs, refusals, nothing that is defined.")]
pub struct DifftestArgs {
    #[command(flatten)]
    pub input: InputArgs,
    /// The function; all of them where nothing is said
    #[arg(long, value_name = "NAME")]
    pub func: Option<String>,
    /// `mlir`, `c`, `xdsl`, `iree`, `numpy`, `jax`, `command`, or a .toml file; with variants: `mlir:affine,O3`
    #[arg(long, value_name = "BACKEND", default_value = "mlir")]
    pub backend: String,
    /// Programs go through this first: a pipeline of `mlir-opt`, or its options
    #[arg(long, value_name = "PIPELINE", allow_hyphen_values = true)]
    pub pass: Option<String>,
    /// The program that the backends `command`, `numpy` and `jax` run, with its arguments; the path of `jobs.json`, which
    /// says what to run, is added as the last one
    #[arg(long, value_name = "COMMAND", value_parser = ValueParser::new(words))]
    pub command: Option<CommandWords>,
    /// Elements of the arguments
    #[arg(long, value_enum, default_value = "all", value_name = "HOW")]
    pub inputs: InputsArg,
    /// Decides the elements
    #[arg(long, default_value_t = 1, value_name = "SEED")]
    pub seed: u64,
    /// What is dynamic: `sweep`, or values for all of it: `0,1,17`
    #[arg(long, default_value = "sweep", value_name = "SIZES", value_parser = ValueParser::new(sizes))]
    pub size: SizesArg,
    /// A dynamic extent or an index argument: `A.0=16`, `n=16`; also by the names that witnesses use
    #[arg(long, value_name = "N=VALUE", value_parser = ValueParser::new(assignment::<i64>))]
    pub param: Vec<(String, i64)>,
    /// How far apart values may be, instead of what the backend promises: `bitwise`, `ulp:4`, `abs:1e-6,rel:1e-4`, `bound`
    #[arg(long, value_name = "RULES")]
    pub tolerance: Option<polyvet_runs::compare::Tolerance>,
    /// Stop each step of the backend after this many seconds
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..))]
    pub timeout: Option<u64>,
    /// Stop the interpreter after this many operations
    #[arg(long, value_name = "STEPS", default_value_t = 1 << 26, value_parser = clap::value_parser!(u64).range(1..))]
    pub steps: u64,
}

/// A command: words that no shell sees.
pub type CommandWords = Vec<String>;

/// What the elements of arguments are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum InputsArg {
    /// All of these
    All,
    /// Small integers, whose short sums and products are exact
    Small,
    /// The same
    #[value(hide = true)]
    Integers,
    /// Evenly from a range
    Uniform,
    /// NaN, infinities, zeros of both signs, subnormals, the ends of the range
    Special,
}

/// What dynamic extents and index arguments are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SizesArg {
    /// A list of ours.
    Sweep,
    /// These.
    These(Vec<i64>),
}

fn sizes(text: &str) -> Result<SizesArg, String> {
    if text == "sweep" {
        return Ok(SizesArg::Sweep);
    }
    let wrong = |_| format!("`{text}` is neither `sweep` nor a list of numbers; say `--param N=8` for one name");
    let values: Vec<i64> = text
        .split(',')
        .map(|size| size.trim().parse().map_err(wrong))
        .collect::<Result<_, _>>()?;
    Ok(SizesArg::These(values))
}

fn words(text: &str) -> Result<CommandWords, String> {
    shlex::split(text).ok_or_else(|| "quotes do not match".to_owned())
}

/// `explain`
#[derive(Debug, Args)]
pub struct ExplainArgs {
    /// The word in brackets, `race-raw` or `uninitialised-read`; all are listed where none is given
    #[arg(value_name = "CODE")]
    pub code: Option<String>,
}

/// `completions`
#[derive(Debug, Args)]
pub struct CompletionsArgs {
    /// The shell
    #[arg(value_enum, value_name = "SHELL")]
    pub shell: clap_complete::Shell,
}

/// `man`
#[derive(Debug, Args)]
pub struct ManArgs {
    /// Write a page for each subcommand into this folder instead
    #[arg(short, long, value_name = "DIR")]
    pub output: Option<PathBuf>,
}

/// What values are in a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum DomainArg {
    /// Numbers of the program's types
    Native,
    /// Hashes of the operations that made them: equal if the same was computed
    Term,
    /// Such hashes up to the order and grouping of sums, products, maxima and the like
    Reassociated,
    /// Polynomials at two fixed points of a prime field: equal up to the laws of rings, but for a chance below 2^-80
    Field,
}

impl DomainArg {
    /// As on the command line.
    pub fn name(self) -> &'static str {
        match self {
            DomainArg::Native => "native",
            DomainArg::Term => "term",
            DomainArg::Reassociated => "reassociated",
            DomainArg::Field => "field",
        }
    }
}

/// Where elements come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InitArg {
    /// 0, 1, 2, ..
    Iota,
    /// Drawn from a seed
    Drawn(ElementGenerator, u64),
    /// Not initialised
    Uninit,
}

/// `NAME=VALUE`, or a file without a name.
fn file_or_assignment(text: &str) -> Result<(String, String), String> {
    let is_file = |end: &str| text.trim().ends_with(end);
    match text.contains('=') {
        false if is_file(".npz") || is_file(".npy") => Ok((String::new(), text.trim().to_owned())),
        _ => assignment(text).map_err(|error| format!("{error}, or a .npz file")),
    }
}

/// `A`, `A[3, 4]`
fn watch(text: &str) -> Result<Watch, String> {
    let text = text.trim().trim_start_matches('%');
    let (array, element) = match text.split_once('[') {
        None => (text, None),
        Some((array, rest)) => {
            let inner = rest.strip_suffix(']').ok_or("the `]` at the end is missing")?.trim();
            let parts = inner.split(',').filter(|_| !inner.is_empty());
            let number = |part: &str| {
                part.trim()
                    .parse::<i64>()
                    .map_err(|error| format!("`{}`: {error}", part.trim()))
            };
            (array, Some(parts.map(number).collect::<Result<Vec<i64>, String>>()?))
        }
    };
    match array.trim() {
        "" => Err("the name of the array is missing".to_owned()),
        array => Ok(Watch {
            array: array.to_owned(),
            element,
        }),
    }
}

/// `NAME=VALUE`
fn assignment<T: std::str::FromStr>(text: &str) -> Result<(String, T), String>
where
    T::Err: std::fmt::Display,
{
    let Some((name, value)) = text.split_once('=') else {
        return Err("expected NAME=VALUE".to_owned());
    };
    let name = name.trim().trim_start_matches('%');
    if name.is_empty() {
        return Err("the name before `=` is missing".to_owned());
    }
    let value = value
        .trim()
        .parse()
        .map_err(|error| format!("`{}`: {error}", value.trim()))?;
    Ok((name.to_owned(), value))
}

/// `90s`, `10m`, `2h`
fn duration(text: &str) -> Result<std::time::Duration, String> {
    let wrong = || format!("`{text}` is no time: say 90s, 10m or 2h");
    let (number, unit) = text.split_at(text.len() - text.chars().last().map_or(0, char::len_utf8));
    let seconds = match unit {
        "s" => 1,
        "m" => 60,
        "h" => 3600,
        _ => return Err(wrong()),
    };
    let number: u64 = number.parse().map_err(|_| wrong())?;
    let seconds = number.checked_mul(seconds).filter(|seconds| *seconds <= 1 << 32);
    seconds.map(std::time::Duration::from_secs).ok_or_else(wrong)
}

/// `2/8`
fn shard(text: &str) -> Result<(u64, u64), String> {
    let parts = text.split_once('/').map(|(part, all)| (part.parse(), all.parse()));
    match parts {
        Some((Ok(part), Ok(all))) if part < all => Ok((part, all)),
        _ => Err(format!("`{text}` is no part: say 0/8 to 7/8")),
    }
}

/// `32KiB`, `1MiB`, `4096`
pub fn bytes(text: &str) -> Result<u64, String> {
    let text = text.trim();
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic() || c == ' ');
    let unit = text[digits.len()..].trim();
    let factor: u64 = match unit {
        "" | "B" => 1,
        "KiB" | "K" => 1 << 10,
        "MiB" | "M" => 1 << 20,
        "GiB" | "G" => 1 << 30,
        "kB" | "KB" => 1_000,
        "MB" => 1_000_000,
        "GB" => 1_000_000_000,
        _ => return Err(format!("`{unit}` is no unit: say B, KiB, MiB or GiB")),
    };
    let number: u64 = digits.parse().map_err(|error| format!("`{digits}`: {error}"))?;
    number
        .checked_mul(factor)
        .filter(|bytes| *bytes > 0)
        .ok_or_else(|| "not from 1 B to 16 EiB".to_owned())
}

fn ways(text: &str) -> Result<Ways, String> {
    match text.parse() {
        Ok(0) => Err("a set has at least one line".to_owned()),
        Ok(ways) => Ok(Ways::Of(ways)),
        Err(_) if text == "full" => Ok(Ways::Full),
        Err(_) => Err("expected a number or `full`".to_owned()),
    }
}

/// `A,B`
fn pair(text: &str) -> Result<(String, String), String> {
    let names: Vec<&str> = text
        .split(',')
        .map(|name| name.trim().trim_start_matches('%'))
        .collect();
    match names[..] {
        [first, second] if !first.is_empty() && !second.is_empty() => Ok((first.to_owned(), second.to_owned())),
        _ => Err("expected the names of two arguments: `A,B`".to_owned()),
    }
}

/// `iota`, `uninit`, `uniform:7`
pub fn init(text: &str) -> Result<InitArg, String> {
    match text.split_once(':') {
        None if text == "iota" => return Ok(InitArg::Iota),
        None if text == "uninit" => return Ok(InitArg::Uninit),
        _ => {}
    }
    let (name, seed) = text.split_once(':').unwrap_or((text, "0"));
    let generator = match name {
        "seeded" => ElementGenerator::Integers, // its name before there were others
        _ => name
            .parse()
            .map_err(|_| "expected `iota`, `uninit`, `uniform:SEED`, `integers:SEED` or `special:SEED`".to_owned())?,
    };
    match seed.parse() {
        Ok(seed) => Ok(InitArg::Drawn(generator, seed)),
        Err(error) => Err(format!("seed `{seed}`: {error}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory as _;

    #[test]
    fn the_arguments_are_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn the_first_screen_has_every_command_as_its_page_says() {
        for command in Cli::command().get_subcommands() {
            let about = command.get_about().map(ToString::to_string).unwrap_or_default();
            let line = format!("\n  {:<12} {about}\n", command.get_name());
            assert!(FIRST_SCREEN.contains(&line), "{line}");
        }
    }
}
