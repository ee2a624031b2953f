//! The text of a schedule tree, as far as isl prints it, without reading what is in quotes.
//!
//! isl reads a tree text in about the time that a whole check of it takes, nearly all of which goes
//! into the sets and functions in quotes; and the schedules of one model repeat those. So the tree
//! is read here, and the quoted texts by isl, once each. Anything unusual (comments, other kinds of
//! nodes, properties of bands, odd layout) is left to isl by answering `None`: this reader is there
//! for speed and must not know more than isl does.

/// A node and what is below.
#[derive(Debug, PartialEq, Eq)]
pub enum GivenNode<'a> {
    /// Nothing below.
    Leaf,
    /// `domain: "..."`
    Domain(&'a str, Box<GivenNode<'a>>),
    /// `schedule: "..."`
    Band(&'a str, Box<GivenNode<'a>>),
    /// `mark: "..."`
    Mark(&'a str, Box<GivenNode<'a>>),
    /// `sequence: [ ... ]`, each a filter.
    Sequence(Vec<(&'a str, GivenNode<'a>)>),
    /// `set: [ ... ]`, each a filter.
    Set(Vec<(&'a str, GivenNode<'a>)>),
}

/// Deepest nesting that is read here.
const DEPTH_MAX: usize = 100;

/// Reads a tree; `None` if isl should do it.
pub fn read(text: &str) -> Option<GivenNode<'_>> {
    if text.contains(['#', '\\', '\t', '\r']) {
        return None;
    }
    let value = if text.trim_start().starts_with('{') {
        flow(text)?
    } else {
        block(text)?
    };
    node(value)
}

/// What YAML is made of.
enum YamlValue<'a> {
    Text(&'a str),
    Map(Vec<(&'a str, YamlValue<'a>)>),
    List(Vec<YamlValue<'a>>),
}

fn node(value: YamlValue<'_>) -> Option<GivenNode<'_>> {
    let (key, value, below) = parts(value)?;
    Some(match (key, value, below) {
        ("domain", YamlValue::Text(text), below) => GivenNode::Domain(text, Box::new(below.unwrap_or(GivenNode::Leaf))),
        ("schedule", YamlValue::Text(text), below) => GivenNode::Band(text, Box::new(below.unwrap_or(GivenNode::Leaf))),
        ("mark", YamlValue::Text(text), Some(below)) if is_plain(text) => GivenNode::Mark(text, Box::new(below)),
        ("sequence", YamlValue::List(list), None) => GivenNode::Sequence(children(list)?),
        ("set", YamlValue::List(list), None) => GivenNode::Set(children(list)?),
        _ => return None,
    })
}

/// True if no reader can see anything but a name in it.
fn is_plain(text: &str) -> bool {
    text.bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.' | b' '))
}

/// The key that says what a node is, its value, and the child.
fn parts(value: YamlValue<'_>) -> Option<(&str, YamlValue<'_>, Option<GivenNode<'_>>)> {
    let YamlValue::Map(entries) = value else { return None };
    let mut entries = entries.into_iter();
    let (key, value) = entries.next()?;
    let below = match entries.next() {
        None => None,
        Some(("child", child)) => Some(node(child)?),
        Some(_) => return None,
    };
    entries.next().is_none().then_some((key, value, below))
}

fn children(list: Vec<YamlValue<'_>>) -> Option<Vec<(&str, GivenNode<'_>)>> {
    let each = list.into_iter().map(|value| match parts(value)? {
        ("filter", YamlValue::Text(text), below) => Some((text, below.unwrap_or(GivenNode::Leaf))),
        _ => None,
    });
    each.collect()
}

/// `{ key: "text", child: { .. } }`
fn flow(text: &str) -> Option<YamlValue<'_>> {
    let mut reader = FlowText { rest: text };
    let value = reader.value(0)?;
    reader.rest.trim().is_empty().then_some(value)
}

struct FlowText<'a> {
    rest: &'a str,
}

impl<'a> FlowText<'a> {
    fn eat(&mut self, what: char) -> bool {
        let rest = self.rest.trim_start();
        let found = rest.strip_prefix(what);
        self.rest = found.unwrap_or(rest);
        found.is_some()
    }

    fn value(&mut self, depth: usize) -> Option<YamlValue<'a>> {
        if depth > DEPTH_MAX {
            return None;
        }
        if self.eat('{') {
            let mut entries = Vec::new();
            loop {
                let key = self.key()?;
                entries.push((key, self.value(depth + 1)?));
                if self.eat('}') {
                    return Some(YamlValue::Map(entries));
                }
                if !self.eat(',') {
                    return None;
                }
            }
        }
        if self.eat('[') {
            let mut items = Vec::new();
            loop {
                items.push(self.value(depth + 1)?);
                if self.eat(']') {
                    return Some(YamlValue::List(items));
                }
                if !self.eat(',') {
                    return None;
                }
            }
        }
        let (text, rest) = quoted(self.rest.trim_start())?;
        self.rest = rest;
        Some(YamlValue::Text(text))
    }

    fn key(&mut self) -> Option<&'a str> {
        let rest = self.rest.trim_start();
        let (key, after) = rest.split_once(':')?;
        self.rest = after;
        is_key(key).then_some(key)
    }
}

fn is_key(key: &str) -> bool {
    !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_lowercase())
}

/// `"text"` and what follows.
fn quoted(text: &str) -> Option<(&str, &str)> {
    let (inside, rest) = text.strip_prefix('"')?.split_once('"')?;
    (!inside.contains('\n')).then_some((inside, rest))
}

/// Lines `key: "text"`, `key:` and `- key: "text"`, nested by their indentation.
fn block(text: &str) -> Option<YamlValue<'_>> {
    let mut lines = Vec::new();
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let content = line.trim_start_matches(' ');
        lines.push((line.len() - content.len(), content.trim_end()));
    }
    let mut reader = YamlBlock { lines, at: 0 };
    let indent = reader.lines.first()?.0;
    let value = reader.map(indent, 0)?;
    (reader.at == reader.lines.len()).then_some(value)
}

struct YamlBlock<'a> {
    /// Indentation and the rest.
    lines: Vec<(usize, &'a str)>,
    at: usize,
}

impl<'a> YamlBlock<'a> {
    /// The lines with exactly this indentation, up to one with less.
    fn map(&mut self, indent: usize, depth: usize) -> Option<YamlValue<'a>> {
        if depth > DEPTH_MAX {
            return None;
        }
        let mut entries = Vec::new();
        while let Some(&(own, content)) = self.lines.get(self.at) {
            if own < indent || (own == indent && content.starts_with('-') && !entries.is_empty()) {
                break;
            }
            if own > indent {
                return None;
            }
            let (key, rest) = content.split_once(':')?;
            if !is_key(key) {
                return None;
            }
            self.at += 1;
            let value = match rest.trim_start() {
                "" => self.below(indent, depth)?,
                rest => match quoted(rest)? {
                    (text, "") => YamlValue::Text(text),
                    _ => return None,
                },
            };
            entries.push((key, value));
        }
        Some(YamlValue::Map(entries))
    }

    /// What a line `key:` at `indent` introduces.
    fn below(&mut self, indent: usize, depth: usize) -> Option<YamlValue<'a>> {
        let &(own, content) = self.lines.get(self.at)?;
        if !content.starts_with("- ") {
            return if own > indent { self.map(own, depth + 1) } else { None };
        }
        if own < indent {
            return None;
        }
        let mut items = Vec::new();
        while let Some(&(next, content)) = self.lines.get(self.at) {
            let Some(item) = content.strip_prefix("- ").filter(|_| next == own) else {
                break;
            };
            // The item is a mapping whose first line is behind the dash.
            let column = own + (content.len() - item.trim_start().len());
            self.lines[self.at] = (column, item.trim_start());
            items.push(self.map(column, depth + 1)?);
        }
        Some(YamlValue::List(items))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_layouts_are_read() {
        let expected = GivenNode::Domain(
            "D",
            Box::new(GivenNode::Mark(
                "m",
                Box::new(GivenNode::Band(
                    "i[..]",
                    Box::new(GivenNode::Sequence(vec![
                        ("A", GivenNode::Leaf),
                        (
                            "B",
                            GivenNode::Band("j[..]", Box::new(GivenNode::Set(vec![("C", GivenNode::Leaf)]))),
                        ),
                    ])),
                )),
            )),
        );
        let flow = r#"{ domain: "D", child: { mark: "m", child: { schedule: "i[..]", child: { sequence: [ { filter: "A" },
            { filter: "B", child: { schedule: "j[..]", child: { set: [ { filter: "C" } ] } } } ] } } } }"#;
        assert_eq!(read(flow).as_ref(), Some(&expected));
        let block = r#"
domain: "D"
child:
  mark: "m"
  child:
    schedule: "i[..]"
    child:
      sequence:
      - filter: "A"
      - filter: "B"
        child:
          schedule: "j[..]"
          child:
            set:
            - filter: "C"
"#;
        assert_eq!(read(block).as_ref(), Some(&expected));
    }

    #[test]
    fn the_rest_is_left_to_isl() {
        for text in [
            "",
            "domain: D",
            "domain: \"D\"\nchild:",
            "domain: \"D\" # comment",
            "domain: \"D\"\nchild:\n  schedule: \"i[]\"\n  permutable: 1",
            "{ domain: \"D\", child: { mark: \"m\" } }",
            "{ domain: \"D\" } }",
            "{ domain: \"D\"",
            "{ \"domain\": \"D\" }",
            "{ domain: \"D\", child: { filter: \"F\" } }",
            "{ domain: \"D\", child: { guard: \"G\" } }",
            "child: { domain: \"D\" }",
            "domain: \"D\"\n child:\n  schedule: \"i[]\"",
            "domain: \"D\"\nchild:\n  sequence:\n  filter: \"A\"",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
        let deep = format!("{}{}", "{ filter: \"A\", child: ".repeat(5000), "}".repeat(5000));
        assert_eq!(read(&deep), None);
    }
}
