//! The arguments of one call in a script, and what is said when they are wrong.

use polyvet_ir::{Diagnostic, Span};

use super::read::ScriptCall;
use crate::registry::RegistryEntry;
use crate::schedule::{ParameterOffset, TimesSize};
use crate::{ScriptName, Spanned};

/// The largest number of a script, and, negative, the smallest.
///
/// Numbers become factors and distances of loops in the program that is written. With a bound of 31 bits these stay in
/// the 64 bits of `index` for as many iterations as fit in 31 bits.
pub(crate) const MOST: i64 = i32::MAX as i64;

/// Whether a script may have this number.
pub(crate) fn is_in_range(number: i64) -> bool {
    (-MOST..=MOST).contains(&number)
}

/// One argument: `i`, `32` or `i=32`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arg {
    /// What is before `=`.
    pub key: Option<ScriptName>,
    /// The rest, without blanks around it.
    pub value: Spanned<String>,
}

impl Arg {
    /// The whole argument.
    pub fn span(&self) -> Span {
        match &self.key {
            Some(key) => key.span.to(self.value.span),
            None => self.value.span,
        }
    }
}

/// The arguments of one call, taken from left to right.
#[derive(Clone, Debug)]
pub struct Args {
    entry: &'static RegistryEntry,
    /// From the name to the closing parenthesis.
    call: Span,
    all: Vec<Arg>,
    /// How many are before `->`, if there is one.
    arrow: Option<usize>,
    next: usize,
}

impl Args {
    /// Those of a call of this transform.
    pub fn new(entry: &'static RegistryEntry, call: &ScriptCall) -> Args {
        Args {
            entry,
            call: call.span,
            all: call.args.clone(),
            arrow: call.arrow,
            next: 0,
        }
    }

    /// How many arguments there are.
    #[allow(clippy::len_without_is_empty)]
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// How many arguments are before `->`; `None` if there is no arrow.
    pub fn before_arrow(&self) -> Option<usize> {
        self.arrow
    }

    /// True if all are taken.
    pub fn is_done(&self) -> bool {
        self.next >= self.all.len()
    }

    /// True if the next one has no `=`.
    pub fn next_is_plain(&self) -> bool {
        self.all.get(self.next).is_some_and(|arg| arg.key.is_none())
    }

    /// The next one, if it has no `=`.
    pub fn peek_text(&self) -> Option<&str> {
        let arg = self.all.get(self.next)?;
        arg.key.is_none().then_some(arg.value.value.as_str())
    }

    /// True if the last one is a whole number.
    pub fn last_is_number(&self) -> bool {
        self.all
            .last()
            .is_some_and(|arg| arg.key.is_none() && is_number(&arg.value.value))
    }

    /// The statement that may be before `count` further arguments.
    pub fn stmt_before(&mut self, count: usize) -> Result<Option<ScriptName>, Diagnostic> {
        match self.all.len() {
            len if len == count => Ok(None),
            len if len == count + 1 => self.name().map(Some),
            len => Err(self.wrong(format!(
                "{}, not {len}",
                match count {
                    1 => "one argument, or two with a statement".to_owned(),
                    _ => format!("{count} arguments, or {} with a statement", count + 1),
                }
            ))),
        }
    }

    /// The next argument, which must be a name.
    pub fn name(&mut self) -> Result<ScriptName, Diagnostic> {
        let text = self.text()?;
        match text.value.strip_prefix('%').unwrap_or(&text.value) {
            name if is_name(name) => Ok(ScriptName::new(name.to_owned(), text.span)),
            _ => Err(self.wrong_at(text.span, format!("`{text}` is no name"))),
        }
    }

    /// The next argument, which must be a whole number.
    pub fn int(&mut self) -> Result<Spanned<i64>, Diagnostic> {
        let text = self.text()?;
        self.number(&text)
    }

    /// The next argument, which must be a whole number or the name of a parameter.
    pub fn size(&mut self) -> Result<Spanned<TimesSize>, Diagnostic> {
        let text = self.text()?;
        self.size_of(&text)
    }

    fn size_of(&self, text: &Spanned<String>) -> Result<Spanned<TimesSize>, Diagnostic> {
        let name = text.value.strip_prefix('%').unwrap_or(&text.value);
        if is_name(name) {
            return Ok(Spanned::new(TimesSize::Param(name.to_owned()), text.span));
        }
        if !is_number(&text.value) {
            let what = format!("`{text}` is neither a whole number nor the name of a parameter");
            return Err(self.wrong_at(text.span, what));
        }
        let number = self.number(text)?;
        Ok(Spanned::new(TimesSize::Number(number.value), number.span))
    }

    /// The next argument, whatever it is, but without `=`.
    pub fn text(&mut self) -> Result<Spanned<String>, Diagnostic> {
        let arg = self.take()?;
        match &arg.key {
            None => Ok(arg.value),
            Some(key) => Err(self.wrong_at(arg.span(), format!("`{key}=` is not taken here"))),
        }
    }

    /// The next argument, which must be a whole number from 1.
    pub fn positive(&mut self) -> Result<Spanned<i64>, Diagnostic> {
        let number = self.int()?;
        match number.value {
            1.. => Ok(number),
            _ => Err(self.wrong_at(number.span, format!("`{number}` is not positive"))),
        }
    }

    /// The next argument, which must be a sum of whole numbers and multiples of parameters.
    pub fn offset(&mut self) -> Result<ParameterOffset, Diagnostic> {
        let text = self.text()?;
        let offset = ParameterOffset::parse(&text).ok_or_else(|| {
            let what = format!("`{text}` is no sum of whole numbers and multiples of parameters, all in 64 bits");
            self.wrong_at(text.span, what)
        })?;
        let large = offset.numbers().find(|number| !is_in_range(*number));
        match large {
            Some(number) => Err(self.out_of_range(text.span, number)),
            None => Ok(offset),
        }
    }

    /// All arguments that are left; names.
    pub fn names(&mut self) -> Result<Vec<ScriptName>, Diagnostic> {
        let mut names = Vec::new();
        while !self.is_done() {
            names.push(self.name()?);
        }
        Ok(names)
    }

    /// All arguments that are left, as one text.
    pub fn rest_text(&mut self) -> Result<Spanned<String>, Diagnostic> {
        let mut text = self.text()?;
        while !self.is_done() {
            let next = self.text()?;
            text = Spanned::new(format!("{text}, {next}"), text.span.to(next.span));
        }
        Ok(text)
    }

    /// The next argument, which must be `name=SIZE`, or `name=SIZE:SIZE` and so on.
    pub fn sizes(&mut self) -> Result<(ScriptName, Vec<Spanned<TimesSize>>), Diagnostic> {
        let arg = self.take()?;
        let Some(key) = arg.key else {
            return Err(match is_name(&arg.value.value) {
                true => self.no_size(&arg.value),
                false => self.wrong_at(arg.value.span, format!("`{}` is a size without its loop", arg.value)),
            });
        };
        if arg.value.value.is_empty() {
            return Err(self.no_size(&key));
        }
        let (mut sizes, mut at) = (Vec::new(), 0);
        for text in arg.value.value.split(':') {
            let trimmed = text.trim();
            let start = at + (text.len() - text.trim_start().len());
            let span = part(arg.value.span, start, trimmed.len());
            sizes.push(self.size_of(&Spanned::new(trimmed.to_owned(), span))?);
            at += text.len() + 1;
        }
        Ok((key, sizes))
    }

    /// The next argument, which must be `name=TEXT`.
    pub fn keyed_text(&mut self) -> Result<(ScriptName, Spanned<String>), Diagnostic> {
        let arg = self.take()?;
        let span = arg.span();
        match arg.key {
            Some(key) => Ok((key, arg.value)),
            None => Err(self.wrong_at(span, format!("`{}` has no name: write `name={0}`", arg.value))),
        }
    }

    /// The next argument, which must be `name=NUMBER`.
    pub fn keyed_int(&mut self) -> Result<(ScriptName, Spanned<i64>), Diagnostic> {
        let arg = self.take()?;
        let span = arg.span();
        match arg.key {
            Some(key) => Ok((key, self.number(&arg.value)?)),
            None => Err(self.wrong_at(span, format!("`{}` has no number: write `{0}=1`", arg.value))),
        }
    }

    /// The error for a loop without size.
    pub fn no_size(&self, name: &ScriptName) -> Diagnostic {
        Diagnostic::error("missing-size", format!("no size for loop `{name}`"), name.span)
            .help(format!("write `{name}=32`; {}", self.usage()))
    }

    /// The error that the arguments as a whole are wrong: "`tile` takes ..".
    pub fn wrong(&self, what: impl std::fmt::Display) -> Diagnostic {
        Diagnostic::error(
            "wrong-arguments",
            format!("wrong arguments of `{}`: {what}", self.entry.name),
            self.call,
        )
        .help(self.usage())
    }

    /// The error that one argument is wrong.
    pub fn wrong_at(&self, span: Span, what: impl Into<String>) -> Diagnostic {
        Diagnostic::error("wrong-argument", what, span).help(self.usage())
    }

    /// The error for a number that [`is_in_range`] refuses.
    pub fn out_of_range(&self, span: Span, number: impl std::fmt::Display) -> Diagnostic {
        let name = self.entry.name;
        let place = match self
            .all
            .iter()
            .position(|arg| arg.span().start <= span.start && span.end <= arg.span().end)
        {
            Some(at) => format!("argument {} of `{name}`", at + 1),
            None => format!("an argument of `{name}`"),
        };
        let message = format!("`{number}`, {place}, is out of range: numbers are from -{MOST} to {MOST}");
        Diagnostic::error("wrong-argument", message, span).help(self.usage())
    }

    /// The error for arguments that nobody took.
    pub fn finish(&self) -> Result<(), Diagnostic> {
        match self.all.get(self.next) {
            Some(arg) => Err(self.wrong_at(arg.span(), "one argument too many".to_owned())),
            None => Ok(()),
        }
    }

    fn usage(&self) -> String {
        let name = self.entry.name;
        let forms: Vec<String> = self
            .entry
            .params
            .split('|')
            .map(|form| format!("`{name}({})`", form.trim()))
            .collect();
        format!("usage: {}", forms.join(" or "))
    }

    fn take(&mut self) -> Result<Arg, Diagnostic> {
        let Some(arg) = self.all.get(self.next) else {
            return Err(self.wrong("an argument is missing"));
        };
        self.next += 1;
        Ok(arg.clone())
    }

    fn number(&self, text: &Spanned<String>) -> Result<Spanned<i64>, Diagnostic> {
        if !is_number(&text.value) {
            return Err(self.wrong_at(text.span, format!("`{text}` is no whole number")));
        }
        match text.value.parse() {
            Ok(value) if is_in_range(value) => Ok(Spanned::new(value, text.span)),
            _ => Err(self.out_of_range(text.span, text)),
        }
    }
}

/// True for `i`, `S0`, `A.0`.
pub(crate) fn is_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_alphabetic() || c == '_')
        && text
            .chars()
            .all(|c| c.is_alphanumeric() || matches!(c, '_' | '.' | '$' | '\''))
}

/// True for `3`, `-3`.
fn is_number(text: &str) -> bool {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// `length` bytes from `offset` of `span`.
pub(crate) fn part(span: Span, offset: usize, length: usize) -> Span {
    if span.is_none() {
        return span;
    }
    let start = span.start as usize + offset;
    Span::new(start, start + length)
}
