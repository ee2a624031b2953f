//! Scripts: `tile(S0, i=32, j=32); interchange(i, j)`.
//!
//! ```text
//! script = [ step { (";" | newline) [ step ] } ]
//! step   = [ name { "," name } "=" ] call
//! call   = name "(" [ arg { ("," | "->") arg } ] ")"
//! arg    = [ name "=" ] text without "," ";" "->" outside brackets
//! ```
//!
//! `#` begins a comment up to the end of the line. Inside parentheses a newline is a blank.

use polyvet_ir::{Diagnostic, Span};

use super::args::{Arg, is_name};
use crate::name::{ScriptName, Spanned};
use crate::registry::{REGISTRY, entry_named};
use crate::schedule::nearest;

/// One call of a script as it is written.
#[derive(Clone, Debug)]
pub struct ScriptCall {
    /// What is before `=`.
    pub handles: Vec<ScriptName>,
    /// What is called.
    pub name: ScriptName,
    /// Its arguments.
    pub args: Vec<Arg>,
    /// How many of them are before `->`.
    pub arrow: Option<usize>,
    /// All of it.
    pub span: Span,
}

/// The calls of a script, or what is wrong with each.
pub(crate) fn read_calls(text: &str) -> Vec<Result<ScriptCall, Diagnostic>> {
    if text.len() >= u32::MAX as usize {
        let message = "a script has less than 4 GiB";
        return vec![Err(Diagnostic::error("script-syntax", message, Span::NONE))];
    }
    let mut reader = ScriptReader {
        text: without_comments(text),
        at: 0,
    };
    let mut calls = Vec::new();
    while reader.skip_separators() {
        calls.push(reader.call());
    }
    calls
}

/// The error for a name that means nothing.
pub(crate) fn unknown(name: &ScriptName) -> Diagnostic {
    let mut names: Vec<&str> = REGISTRY.iter().map(|one| one.name).collect();
    names.sort_unstable();
    let mut help = format!("transforms: `{}`", names.join("`, `"));
    if let Some(near) = nearest(&name.value, names.into_iter()) {
        help = format!("did you mean `{near}`? {help}");
    }
    Diagnostic::error(
        "unknown-transform",
        format!("there is no transform `{name}`"),
        name.span,
    )
    .help(help)
}

/// The text with blanks for comments, so that offsets stay.
fn without_comments(text: &str) -> String {
    let mut clean = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        match line.find('#') {
            None => clean.push_str(line),
            Some(at) => {
                clean.push_str(&line[..at]);
                let end = if line.ends_with('\n') { "\n" } else { "" };
                clean.extend(std::iter::repeat_n(' ', line.len() - at - end.len()));
                clean.push_str(end);
            }
        }
    }
    clean
}

struct ScriptReader {
    text: String,
    at: usize,
}

impl ScriptReader {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Goes on while `go` holds; the range passed over.
    fn while_is(&mut self, go: impl Fn(char) -> bool) -> Span {
        let start = self.at;
        self.at += self.rest().find(|c| !go(c)).unwrap_or(self.rest().len());
        Span::new(start, self.at)
    }

    /// Goes to the next call; false at the end.
    fn skip_separators(&mut self) -> bool {
        self.while_is(|c| c.is_whitespace() || c == ';');
        self.at < self.text.len()
    }

    /// The next name, as far as there is one.
    fn word(&mut self) -> Span {
        self.while_is(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '%'))
    }

    /// `io, jo = `; nothing if no such thing is here.
    fn handles(&mut self) -> Result<Vec<ScriptName>, Diagnostic> {
        let (start, mut names) = (self.at, Vec::new());
        loop {
            let word = self.word();
            self.while_is(|c| c == ' ' || c == '\t');
            let next = self.peek();
            if word.start == word.end || !matches!(next, Some(',' | '=')) {
                // One word alone is the name of a transform.
                if names.is_empty() {
                    self.at = start;
                    return Ok(names);
                }
                let here = self.while_is(|c| c != ';' && c != '\n');
                let here = if word.start == word.end { here } else { word };
                let message = "expected `=` and a transform after the names of new loops";
                return Err(Diagnostic::error("script-syntax", message, here).help("write `io, jo = tile(i=32, j=32)`"));
            }
            let text = word.of(&self.text).trim_start_matches('%').to_owned();
            if !is_name(&text) {
                self.skip_call();
                return Err(Diagnostic::error("script-syntax", format!("`{text}` is no name"), word));
            }
            names.push(ScriptName::new(text, word));
            self.at += 1;
            self.while_is(|c| c == ' ' || c == '\t');
            if next == Some('=') {
                return Ok(names);
            }
        }
    }

    fn call(&mut self) -> Result<ScriptCall, Diagnostic> {
        let start = self.at;
        let handles = self.handles()?;
        let name = self.word();
        if name.start == name.end {
            let junk = self.while_is(|c| c != ';' && c != '\n');
            let message = format!(
                "expected the name of a transform, found `{}`",
                junk.of(&self.text).trim()
            );
            return Err(Diagnostic::error("script-syntax", message, self.trimmed(junk)));
        }
        self.while_is(|c| c == ' ' || c == '\t' || c == '\r');
        if self.peek() != Some('(') {
            return Err(self.no_arguments(name));
        }
        let (args, arrow) = self.arguments()?;
        let span = Span::new(start, self.at);
        self.while_is(|c| c.is_whitespace() && c != '\n');
        if let Some(next) = self.peek()
            && next != ';'
            && next != '\n'
        {
            let junk = self.while_is(|c| c != ';' && c != '\n');
            let junk = self.trimmed(junk);
            let message = format!("expected `;` or the end of the line, found `{}`", junk.of(&self.text));
            return Err(Diagnostic::error("script-syntax", message, junk));
        }
        let name = ScriptName::new(name.of(&self.text).to_owned(), name);
        if entry_named(&name.value).is_none() {
            return Err(unknown(&name));
        }
        Ok(ScriptCall {
            handles,
            name,
            args,
            arrow,
            span,
        })
    }

    /// The error for a name that is not followed by `(`.
    fn no_arguments(&mut self, name: Span) -> Diagnostic {
        self.while_is(|c| c != ';' && c != '\n');
        let name = ScriptName::new(name.of(&self.text).to_owned(), name);
        match entry_named(&name.value) {
            None => unknown(&name),
            Some(known) => Diagnostic::error("script-syntax", "expected `(` after the name of a transform", name.span)
                .help(format!("write it like `{}`", known.example)),
        }
    }

    /// From `(` to after `)`: the arguments and how many are before `->`.
    fn arguments(&mut self) -> Result<(Vec<Arg>, Option<usize>), Diagnostic> {
        let open = Span::new(self.at, self.at + 1);
        self.at += 1;
        let (mut all, mut arrow) = (Vec::new(), None);
        loop {
            let piece = self.piece(open)?;
            let end = self.rest().chars().next();
            let arrow_here = self.at_arrow();
            let arg = self.arg(piece);
            let empty = arg.key.is_none() && arg.value.value.is_empty();
            if empty && !(end == Some(')') && all.is_empty()) {
                self.skip_call();
                let at = Span::new(piece.start as usize, piece.end as usize + 1);
                return Err(Diagnostic::error("script-syntax", "an argument is missing here", at));
            }
            if !empty {
                all.push(arg);
            }
            if arrow_here {
                if arrow.replace(all.len()).is_some() {
                    let second = Span::new(self.at, self.at + 2);
                    self.skip_call();
                    return Err(Diagnostic::error("script-syntax", "a second `->`", second));
                }
                self.at += 2;
                continue;
            }
            self.at += 1;
            if end == Some(')') {
                return Ok((all, arrow));
            }
        }
    }

    /// True at a `->` between arguments; that of `[n] -> { .. }` belongs to a set.
    fn at_arrow(&self) -> bool {
        let after = self.rest().strip_prefix("->");
        after.is_some_and(|after| !after.trim_start().starts_with('{'))
    }

    /// Up to the `,`, `->` or `)` that ends an argument.
    fn piece(&mut self, open: Span) -> Result<Span, Diagnostic> {
        let start = self.at;
        let mut closers = Vec::new();
        // A set or a schedule may have several parts. Where it is never closed, the call ends at the first of them.
        let mut parted = None;
        while let Some(c) = self.peek() {
            match c {
                ';' if closers.contains(&'}') => {
                    parted.get_or_insert(self.at);
                }
                ';' => break,
                ',' | ')' if closers.is_empty() => return Ok(Span::new(start, self.at)),
                '-' if closers.is_empty() && self.at_arrow() => {
                    return Ok(Span::new(start, self.at));
                }
                '(' => closers.push(')'),
                '[' => closers.push(']'),
                '{' => closers.push('}'),
                c if closers.last() == Some(&c) => {
                    closers.pop();
                }
                ']' | '}' | ')' => {
                    let here = Span::new(self.at, self.at + 1);
                    self.skip_call();
                    return Err(Diagnostic::error(
                        "script-syntax",
                        format!("`{c}` closes nothing"),
                        here,
                    ));
                }
                _ => {}
            }
            self.at += c.len_utf8();
        }
        self.at = parted.unwrap_or(self.at);
        let message = match closers.last() {
            Some(closer) => format!("a `{closer}` is missing before the end of the call"),
            None => "this `(` is never closed".to_owned(),
        };
        Err(Diagnostic::error("unclosed-parenthesis", message, open).help("write `)` after the last argument"))
    }

    /// After an error inside a call: on to what follows it.
    fn skip_call(&mut self) {
        self.while_is(|c| c != ';' && c != '\n');
    }

    fn arg(&self, piece: Span) -> Arg {
        let text = piece.of(&self.text);
        if let Some(equals) = text.find('=') {
            let key = self.spanned(Span::new(piece.start as usize, piece.start as usize + equals));
            let bare = key.value.strip_prefix('%').unwrap_or(&key.value);
            if is_name(bare) {
                let value = self.spanned(Span::new(piece.start as usize + equals + 1, piece.end as usize));
                return Arg {
                    key: Some(ScriptName::new(bare.to_owned(), key.span)),
                    value,
                };
            }
        }
        Arg {
            key: None,
            value: self.spanned(piece),
        }
    }

    fn spanned(&self, span: Span) -> Spanned<String> {
        let span = self.trimmed(span);
        Spanned::new(span.of(&self.text).to_owned(), span)
    }

    /// The span without blanks around its text.
    fn trimmed(&self, span: Span) -> Span {
        let text = span.of(&self.text);
        let start = span.start as usize + (text.len() - text.trim_start().len());
        Span::new(start, start + text.trim().len())
    }
}

#[cfg(test)]
mod tests {
    use crate::registry::REGISTRY;
    use crate::schedule::testing::{check_times, matmul, scop};
    use crate::{apply_script, parse_script};
    use polyvet_analysis::scop::Loop;
    use polyvet_poly::Set;

    fn printed(text: &str) -> Vec<String> {
        let script = parse_script(text).unwrap();
        script.steps.iter().map(|step| step.to_string()).collect()
    }

    /// Code, text of the place, message.
    fn errors(text: &str) -> Vec<(&'static str, String, String)> {
        let errors = parse_script(text).unwrap_err();
        errors
            .into_iter()
            .map(|e| (e.code, e.primary.of(text).to_owned(), e.message))
            .collect()
    }

    fn error(text: &str) -> (&'static str, String) {
        let [(code, place, _)] = &errors(text)[..] else {
            panic!("one error")
        };
        (code, place.clone())
    }

    #[test]
    fn what_is_printed_reads_the_same() {
        for text in [
            "interchange(i, j)",
            "interchange(S0, i, j)",
            "interchange(i, j, k -> k, i, j)",
            "interchange(S0, i, j, k -> k, i, j)",
            "tile(i=32, j=8)",
            "tile(S0, i=32)",
            "tile(i=-1)",
            "skew(j, i, -2)",
            "skew(S0, j, i, 1)",
            "shift(i, 2*N - M + 1)",
            "shift(S0, i, -1)",
            "reverse(i)",
            "reverse(S0, i)",
            "parallelize(i)",
            "parallelize(S0, i)",
            "vectorize(i)",
            "vectorize(i, 8)",
            "vectorize(S0, i)",
            "vectorize(S0, i, 8)",
            "tile(i=64:8, j=32)",
            "coalesce(S0, i, j)",
            "diamond(S0, t, i, 8)",
            "fuse(S0.i, S1.i, N + 1)",
            "peel(S0, i, -2)",
            "scale(S0, i, 2)",
            "schedule({ S0[i, j] -> [i + j, j] })",
            "schedule([n] -> { S0[i] -> [n - i] })",
            "separate(i_t, j_t)",
            "split(S0, i, N - 1)",
            "split(i, [n] -> { S0[i, j] : i < n - 1 })",
            "time_tile(S0, t=4, i=8)",
            "unroll(i)",
            "unroll(S0, i, 4)",
            "io, jo = tile(i=4, j=4)",
        ] {
            assert_eq!(printed(text), [text]);
        }
        for entry in REGISTRY {
            assert_eq!(printed(entry.example), [entry.example]);
            assert!(entry.example.starts_with(entry.name));
        }
    }

    #[test]
    fn large_numbers_are_refused_where_they_enter() {
        for (text, place) in [
            ("skew(j, i, 2147483648)", "2147483648"),
            ("tile(i=4, j=99999999999999999999)", "99999999999999999999"),
            ("tile(i=4294967296:2)", "4294967296"),
            ("shift(i, N - 2147483648)", "N - 2147483648"),
            ("split(i, 2147483648*N)", "2147483648*N"),
            (
                "unimodular(i, j, [[1, -2147483648], [0, 1]])",
                "[[1, -2147483648], [0, 1]]",
            ),
            ("pad(S0, d0=2147483648)", "2147483648"),
        ] {
            assert_eq!(error(text), ("wrong-argument", place.to_owned()), "{text}");
        }
        assert_eq!(printed("skew(j, i, -2147483647)"), ["skew(j, i, -2147483647)"]);
        let message = errors("tile(S0, i=4, j=4294967296)").remove(0).2;
        assert!(
            message.starts_with("`4294967296`, argument 3 of `tile`, is out of range"),
            "{message}"
        );
    }

    #[test]
    fn layout_is_free() {
        let text = "# first\n tile ( S0 , i = 32,\n %j=8 ) ; # then ; ( this\n\n;reverse(%i)\ninterchange(i,j->j,i)";
        assert_eq!(
            printed(text),
            ["tile(S0, i=32, j=8)", "reverse(i)", "interchange(i, j)"]
        );
        assert!(printed(" # nothing\n ; ").is_empty());
        assert!(printed("").is_empty());
    }

    #[test]
    fn spans_point_into_the_script() {
        let text = "reverse(i); tile(S0, i = 32, j=8)";
        let steps = parse_script(text).unwrap().steps;
        assert_eq!(steps[1].span.of(text), "tile(S0, i = 32, j=8)");
        let args: Vec<&str> = steps[1].args.iter().map(|span| span.of(text)).collect();
        assert_eq!(args, ["S0", "i = 32", "j=8"]);
    }

    #[test]
    fn all_errors_come_at_once() {
        let text = "tyle(i=32)\ntile(i)\nreverse(i, j, k); tile(i=3x); shift(i, N*M)";
        let codes: Vec<_> = errors(text).into_iter().map(|(code, place, _)| (code, place)).collect();
        let expected = [
            ("unknown-transform", "tyle"),
            ("missing-size", "i"),
            ("wrong-arguments", "reverse(i, j, k)"),
            ("wrong-argument", "3x"),
            ("wrong-argument", "N*M"),
        ];
        assert_eq!(codes, expected.map(|(code, place)| (code, place.to_owned())));
        let help = parse_script("tyle(i=32)").unwrap_err()[0].help.clone().unwrap();
        assert!(
            help.starts_with("did you mean `tile`? transforms: `bufferize`"),
            "{help}"
        );
    }

    #[test]
    fn bad_scripts() {
        let own = |(code, place): (&'static str, &str)| (code, place.to_owned());
        for (text, expected) in [
            ("a, b tile(i=32)", ("script-syntax", "b")),
            ("a, = tile(i=32)", ("script-syntax", "= tile(i=32)")),
            ("tile(i=32", ("unclosed-parenthesis", "(")),
            ("tile(i=f(3)", ("unclosed-parenthesis", "(")),
            ("tile(i=", ("unclosed-parenthesis", "(")),
            ("tile(i=32; reverse(i)", ("unclosed-parenthesis", "(")),
            ("tile(i=32))", ("script-syntax", ")")),
            ("tile(i=32]", ("script-syntax", "]")),
            ("tile", ("script-syntax", "tile")),
            ("tyle", ("unknown-transform", "tyle")),
            ("= 3", ("script-syntax", "= 3")),
            ("reverse(i) reverse(j)", ("script-syntax", "reverse(j)")),
            ("tile()", ("wrong-arguments", "tile()")),
            ("tile(i=)", ("missing-size", "i")),
            ("tile(i, j)", ("missing-size", "j")),
            ("tile(i, 32)", ("wrong-argument", "32")),
            (
                "tile(i=99999999999999999999)",
                ("wrong-argument", "99999999999999999999"),
            ),
            ("reverse(i=3)", ("wrong-argument", "i=3")),
            ("reverse(3)", ("wrong-argument", "3")),
            ("reverse(,)", ("script-syntax", ",")),
            ("reverse(i,)", ("script-syntax", ")")),
            ("skew(j, i)", ("wrong-arguments", "skew(j, i)")),
            ("skew(j, i, k)", ("wrong-argument", "k")),
            ("interchange(i)", ("wrong-arguments", "interchange(i)")),
            ("interchange(i -> j, k)", ("wrong-arguments", "interchange(i -> j, k)")),
            ("interchange(i -> j -> k)", ("script-syntax", "->")),
            ("\u{1f600}(i)", ("script-syntax", "\u{1f600}(i)")),
        ] {
            assert_eq!(error(text), own(expected), "{text}");
        }
    }

    #[test]
    fn loops_that_never_run_are_left_alone() {
        let text = "{ S0[i, j] : 0 <= i, j < 9; S1[k] : 1 = 0 }";
        let schedule = format!(
            r#"{{ domain: "{text}", child: {{ schedule: "i[{{ S0[i, j] -> [(i)] }}]",
            child: {{ schedule: "j[{{ S0[i, j] -> [(j)] }}]" }} }} }}"#
        );
        let mut model = scop("{ S0[i, j] : 0 <= i, j < 9 }", &schedule);
        let mut idle = model.stmts.raw[0].clone();
        idle.name = "S1".to_owned();
        idle.domain = Set::parse(&model.ctx, "{ S1[k] : 1 = 0 }").unwrap();
        idle.loops = vec![model.loops.next_key()];
        model.stmts.push(idle);
        let idle_loop = model.loops.raw[0].clone();
        model.loops.push(Loop {
            name: "k".to_owned(),
            ..idle_loop
        });
        for script in [
            "reverse(k); shift(S1, k, 1)",
            "tile(S1, k=4)",
            "vectorize(k, 2); parallelize(k)",
        ] {
            let after = apply_script(&model, &parse_script(script).unwrap()).unwrap();
            assert!(after.scop.schedule.is_equal(&model.schedule).unwrap());
        }
        for (script, code) in [
            ("interchange(i, k)", "loop-never-runs"),
            ("skew(k, i, 1)", "loop-never-runs"),
            ("skew(i, k, 1)", "loop-never-runs"),
            ("reverse(S0, k)", "unknown-loop"),
            ("skew(k, z, 1)", "unknown-loop"),
        ] {
            let (_, why) = apply_script(&model, &parse_script(script).unwrap()).unwrap_err();
            assert_eq!(why.code(), code, "{script}");
        }
    }

    #[test]
    fn steps_compose() {
        let text = "tile(S0, i=4, j=4); interchange(i_t, j_t); parallelize(j_t)";
        let before = matmul();
        let after = apply_script(&before, &parse_script(text).unwrap()).unwrap();
        check_times(
            &after.scop,
            "[n] -> { S0[i, j, k] -> [4*floor(j/4), 4*floor(i/4), i, j, k] }",
        );
        assert!(after.instances.is_equal(&before.identity_instances().unwrap()).unwrap());
        let (step, why) = apply_script(&before, &parse_script("reverse(i); reverse(z)").unwrap()).unwrap_err();
        assert_eq!((step, why.code()), (1, "unknown-loop"));
        let nothing = apply_script(&before, &[]).unwrap();
        assert!(nothing.scop.schedule.is_equal(&before.schedule).unwrap());
    }
}
