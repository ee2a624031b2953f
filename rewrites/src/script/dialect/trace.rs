//! A sequence that prints the program after each of its statements.
//!
//! Another program runs the sequence, so all that is needed is where statements begin; what they mean does not matter.

use super::lexer::{ScriptToken, tokens};
use super::syntax::main_sequence;
use polyvet_ir::Span;

/// A sequence of the transform dialect with statements that print the program in between.
#[derive(Debug)]
pub struct Traced {
    /// The text, which prints `[[[ IR printer: LABEL N ]]]` before what statement `N` of `steps` made.
    pub text: String,
    /// The statements that may change the program, in order.
    pub steps: Vec<TracedStep>,
}

/// A statement of the text as it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TracedStep {
    /// `transform.structured.tile_using_for`
    pub op: String,
    /// Its name in the text as it was.
    pub span: Span,
}

/// Adds statements that print the program under `label`; `None` where the whole program has no handle that lasts, or the
/// text cannot be split into statements.
pub fn trace(text: &str, label: &str) -> Option<Traced> {
    let tokens = tokens(text).ok()?;
    let start = main_sequence(&tokens, text).ok()?;
    let body = SequenceBody::of(&tokens, text, start)?;
    let statements = body.statements();
    let (mut traced, mut steps, mut copied): (String, Vec<TracedStep>, usize) = (String::new(), Vec::new(), 0);
    let mut changed = false;
    for (begins, op) in statements {
        let begins = tokens[begins].span.start as usize;
        if changed {
            traced.push_str(&text[copied..begins]);
            traced.push_str(&format!(
                "transform.print {} {{name = \"{label} {}\"}} : {}\n",
                body.root,
                steps.len(),
                body.ty
            ));
            copied = begins;
        }
        let name = tokens[op].text(text).trim_matches('"');
        changed = may_change(name);
        if changed {
            steps.push(TracedStep {
                op: name.to_owned(),
                span: tokens[op].span,
            });
        }
    }
    traced.push_str(&text[copied..]);
    Some(Traced { text: traced, steps })
}

/// Whether a statement may change the program; most that do not find something in it.
fn may_change(op: &str) -> bool {
    let name = op.trim_start_matches("transform.");
    let finds = name.starts_with("get_") || name.contains(".match") || name.starts_with("match.");
    let plain = matches!(
        name.split('.').next().unwrap_or_default(),
        "param" | "cast" | "merge_handles" | "print" | "debug" | "yield" | "split_handle" | "replicate" | "verify"
    );
    !finds && !plain
}

/// The body of a sequence.
struct SequenceBody<'t> {
    tokens: &'t [ScriptToken],
    text: &'t str,
    /// The handle of the whole program, and its type.
    root: &'t str,
    ty: &'t str,
    /// Its words, without the braces.
    words: std::ops::Range<usize>,
}

impl<'t> SequenceBody<'t> {
    fn of(tokens: &'t [ScriptToken], text: &'t str, start: usize) -> Option<SequenceBody<'t>> {
        let word = |at: usize| tokens.get(at).map(|token| token.text(text));
        // `@name ( %root : type {..} , ..) -> .. {`
        let root = word(start + 3).filter(|root| root.starts_with('%') && word(start + 2) == Some("("))?;
        let ty = start + 5;
        let mut at = ty;
        let mut depth = 0;
        while depth > 0 || !matches!(word(at)?, ")" | "," | "{") {
            depth += step(word(at)?);
            at += 1;
        }
        let ty = &text[tokens[ty].span.start as usize..tokens.get(at.checked_sub(1)?)?.span.end as usize];
        let head_end = close(tokens, text, start + 2)?;
        if (start..head_end).any(|at| word(at) == Some("transform.consumed")) {
            return None;
        }
        // Attributes have braces of their own.
        let mut open = head_end + 1;
        let mut attributes = false;
        while attributes || word(open)? != "{" {
            if attributes && word(open)? == "{" {
                open = close(tokens, text, open)?;
                attributes = false;
            } else {
                attributes |= word(open)? == "attributes";
            }
            open += 1;
        }
        Some(SequenceBody {
            tokens,
            text,
            root,
            ty,
            words: open + 1..close(tokens, text, open)?,
        })
    }

    /// Where each statement begins, and its operation.
    fn statements(&self) -> Vec<(usize, usize)> {
        let word = |at: usize| self.tokens[at].text(self.text);
        let (mut found, mut depth) = (Vec::new(), 0);
        for at in self.words.clone() {
            if depth == 0 && self.tokens[at].fresh {
                let mut op = at;
                while op < self.words.end && (word(op).starts_with('%') || matches!(word(op), "," | "=")) {
                    op += 1;
                }
                // Results are followed by `=`; what else begins with `%` belongs to the line above.
                let begins = op == at || word(op - 1) == "=";
                if begins && op < self.words.end && word(op).trim_start_matches('"').starts_with("transform.") {
                    found.push((at, op));
                }
            }
            depth += step(word(at));
        }
        found
    }
}

fn step(word: &str) -> i32 {
    match word {
        "(" | "[" | "{" => 1,
        ")" | "]" | "}" => -1,
        _ => 0,
    }
}

/// The bracket that closes the one at `open`.
fn close(tokens: &[ScriptToken], text: &str, open: usize) -> Option<usize> {
    let mut depth = 0;
    for (at, token) in tokens.iter().enumerate().skip(open) {
        depth += step(token.text(text));
        if depth == 0 {
            return Some(at);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_program_is_printed_after_what_may_change_it() {
        let text = "module attributes {transform.with_named_sequence} {
transform.named_sequence @__transform_main(%m: !transform.op<\"builtin.module\"> {transform.readonly}) attributes {a} {
  %0 = transform.structured.match ops{[\"linalg.matmul\"]} in %m : (!transform.any_op) -> !transform.any_op
  %t, %l:2 = transform.structured.tile_using_for %0 tile_sizes [4, 4]
    : (!transform.any_op)
      -> (!transform.any_op, !transform.any_op, !transform.any_op)
  \"transform.foreach\"(%l#0) ({
    transform.annotate %x \"a\" : !transform.any_op
  }) : () -> ()
  transform.yield
}
}";
        let traced = trace(text, "after").expect("it has statements");
        let ops: Vec<&str> = traced.steps.iter().map(|step| step.op.as_str()).collect();
        assert_eq!(ops, ["transform.structured.tile_using_for", "transform.foreach"]);
        assert_eq!(traced.steps[0].span.of(text), "transform.structured.tile_using_for");
        let added: Vec<&str> = traced
            .text
            .lines()
            .filter(|line| line.contains("transform.print"))
            .collect();
        assert_eq!(added.len(), 2, "{}", traced.text);
        assert!(added[0].contains("transform.print %m {name = \"after 1\"} : !transform.op<\"builtin.module\">"));
        let without: String = traced
            .text
            .split_inclusive('\n')
            .map(|line| {
                line.split("transform.print %m")
                    .next()
                    .unwrap_or(line)
                    .trim_end_matches('\n')
                    .to_owned()
            })
            .collect();
        assert_eq!(
            without.replace(char::is_whitespace, ""),
            text.replace(char::is_whitespace, "")
        );
    }

    #[test]
    fn a_program_that_is_consumed_is_not_printed() {
        let text = "transform.named_sequence @__transform_main(%m: !transform.any_op {transform.consumed}) {\n \
                    %0 = transform.structured.generalize %m : (!transform.any_op) -> !transform.any_op\n \
                    transform.yield\n}";
        assert!(trace(text, "after").is_none());
        assert!(trace("transform.named_sequence @f(", "after").is_none());
    }
}
