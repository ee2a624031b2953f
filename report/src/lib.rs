//! What polyvet has to say, as data, and its formats.
//!
//! A command makes [`Outcome`]s; [`json`] writes them as one object with a versioned schema, [`text`]
//! for people. Only this crate gives results a serialised form, so that nothing else has to keep one.

pub mod annotations;
mod candidates;
mod certificate;
pub mod changes;
mod difftest;
pub mod document;
pub mod footprint;
mod fuzz;
pub mod html;
pub mod json;
pub mod junit;
mod layout;
pub mod markdown;
mod names;
pub mod page;
pub mod result;
mod rows;
pub mod run;
pub mod sarif;
mod sketch;
mod term;
pub mod text;
mod tile;
mod touched;
mod tune;

pub use candidates::{BrokenResult, CandidateCounts, CandidateResult, CandidatesResult};
pub use certificate::{CertificateResult, CertifyResult, ClaimResult, SolvedResult};
pub use difftest::{DifftestFailure, DifftestResult};
pub use footprint::{BehindResult, FootprintResult};
pub use fuzz::{CampaignResult, FindingResult, ModeResult};
pub use names::ReadableNames;
pub use page::{
    ArrayReport, Arrow, BandReport, FunctionReport, Picture, PointsOf, ShapeOf, StatementReport, TouchesOf,
    TransformReport, TreeReport, WholeTile,
};
pub use result::{
    BlameResult, CodeEntry, CoverageResult, DependenceResult, DepsResult, DiagnosticResult, Edge, FilePlace,
    HoldsAnswer, InstanceResult, InstancesResult, LayoutResult, LoopResult, MapResult, MappedOperand, OperandResult,
    Outcome, OutsideResult, PageResult, ParamResult, ProgramResult, ReasonResult, RelationsResult, RepairResult,
    ReplayResult, RunResult, RunValue, ShardResult, SnapshotResult, StatementResult, Summary, TransformEntry,
    VerdictResult, ViewResult, ViewSlice, WitnessResult,
};
pub use run::{RunCheck, RunCount, RunMismatch, TraceEvent, TraceLoop, TraceResult};
pub use text::{Mark, Screen, TextRole};
pub use tile::{ArrayBytesResult, TileCandidateResult, TileLevelResult, TileResult, TrafficResult, bytes_text};
pub use touched::{TouchedArray, TouchedResult};
pub use tune::{MemoryResult, ScheduleResult, TuneResult, cost_text};
