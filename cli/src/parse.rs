//! `polyvet parse`: read, check and print back.

use crate::args::{MlirForm, ParseArgs};
use crate::input::{InputKind, Program, read_verbatim, write_output};
use crate::session::{Outcomes, Session};
use polyvet_ir::{PrintForm, PrintOptions};
use polyvet_report::text::Detail;
use polyvet_report::{Outcome, ProgramResult};

/// Runs the command.
pub fn run(session: &mut Session<'_>, args: &ParseArgs) -> Outcomes<()> {
    if args.output.is_some() && args.input.files.len() > 1 {
        return Err(session.error("usage", "`-o` takes one input file"));
    }
    for program in read_verbatim(session, &args.input, args.emit == MlirForm::Yaml) {
        if args.emit == MlirForm::Yaml && program.definitions.is_empty() {
            let message = format!(
                "`{}` holds no definitions, which is what `--emit yaml` writes",
                program.source.name
            );
            return Err(session.error_help(
                "usage",
                message,
                "definitions are OpDSL, its YAML, or `def name(A: f32(M)) -> ..`",
            ));
        }
        let mut result = print(&program, args.emit);
        if let Some(path) = &args.output {
            let text = result.text.take().unwrap_or_default();
            write_output(session, path, text.as_bytes(), &args.input.files, args.force)?;
            result.output = Some(path.display().to_string());
            if !session.is_data() {
                session.record(&Outcome::Program(result));
                continue;
            }
        }
        session.push(&Outcome::Program(result), Detail::Full, Some(&program.source))?;
    }
    Ok(())
}

/// The program as text.
pub fn print(program: &Program, emit: MlirForm) -> ProgramResult {
    let file = program.source.name.clone();
    match &program.kind {
        InputKind::Model(model) => ProgramResult {
            file,
            functions: vec![model.name.clone()],
            form: "isl",
            text: Some(model_text(model)),
            output: None,
            instances: None,
        },
        InputKind::Mlir(_) if emit == MlirForm::Yaml => ProgramResult {
            file,
            functions: program.definitions.iter().map(|op| op.name.clone()).collect(),
            form: "yaml",
            text: Some(polyvet_ir::opdsl::write_yaml(&program.definitions)),
            output: None,
            instances: None,
        },
        InputKind::Mlir(module) => {
            let (form, name) = match emit {
                MlirForm::Generic => (PrintForm::Generic, "generic"),
                MlirForm::Custom | MlirForm::Yaml => (PrintForm::Custom, "custom"),
            };
            let named = |op| module.symbol_path(op).unwrap_or_default();
            ProgramResult {
                file,
                functions: module.funcs().into_iter().map(named).collect(),
                form: name,
                text: Some(polyvet_ir::print(
                    module,
                    PrintOptions {
                        form,
                        ..PrintOptions::default()
                    },
                )),
                output: None,
                instances: None,
            }
        }
    }
}

/// A model as JSON text.
pub fn model_text(model: &polyvet_analysis::model::JsonModel) -> String {
    serde_json::to_string_pretty(model).expect("a model is made of strings") + "\n"
}
