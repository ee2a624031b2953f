//! Reading the definitions of named operations, `named.opdsl`, which says what they look like.
//!
//! The text is a constant of this crate: mistakes in it panic, and a test reads all of it.

use crate::parse::lexer::{self, Kind};
use crate::{AffineExpr, AffineMap, Span, Type};
use std::collections::HashMap;
use std::sync::LazyLock;

/// What a named operation stands for.
pub(crate) struct Named {
    /// `linalg.matmul`
    pub name: &'static str,
    /// Number of inputs; one output follows.
    pub inputs: usize,
    /// One map for each operand. Symbols are strides, then dilations. `None` if subscripts are `...`.
    pub maps: Option<Vec<AffineMap>>,
    pub strides: usize,
    pub dilations: usize,
    /// The property `indexing_maps` holds the maps.
    pub maps_property: bool,
    /// The property `cast` chooses how `cast(..)` extends.
    pub cast: bool,
    /// The new element of the output.
    pub payload: Expr,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Expr {
    /// Element of an operand.
    Operand(usize),
    Int(i64),
    Float(f64),
    /// Number of the loop.
    Index(usize),
    Cast {
        mode: CastMode,
        /// `None` is the element type of the output.
        to: Option<Type>,
        inner: Box<Expr>,
    },
    Apply(&'static str, Vec<Expr>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CastMode {
    Signed,
    Unsigned,
    /// As the property `cast` says.
    Property,
}

static NAMED: LazyLock<Vec<Named>> = LazyLock::new(|| {
    let mut reader = Reader::new(include_str!("named.opdsl"));
    std::iter::from_fn(|| (reader.kind() != Kind::Eof).then(|| reader.definition())).collect()
});

static BY_NAME: LazyLock<HashMap<&'static str, &'static Named>> =
    LazyLock::new(|| NAMED.iter().map(|named| (named.name, named)).collect());

/// All definitions.
pub(crate) fn definitions() -> &'static [Named] {
    &NAMED
}

/// The definition of `linalg.matmul`, ...
pub(crate) fn definition(name: &str) -> Option<&'static Named> {
    BY_NAME.get(name).copied()
}

/// Reads one definition after another.
struct Reader {
    text: &'static str,
    tok: lexer::Token,
    operands: Vec<&'static str>,
    loops: Vec<&'static str>,
    symbols: Vec<&'static str>,
    /// Subscripts of each operand; `None` are all loops.
    subscripts: Vec<Option<Vec<AffineExpr>>>,
    all_loops: bool,
}

impl Reader {
    fn new(text: &'static str) -> Reader {
        let mut reader = Reader {
            text,
            tok: lexer::next(b"", 0),
            operands: Vec::new(),
            loops: Vec::new(),
            symbols: Vec::new(),
            subscripts: Vec::new(),
            all_loops: false,
        };
        reader.move_to(0);
        reader
    }

    fn move_to(&mut self, pos: usize) {
        self.tok = lexer::next(self.text.as_bytes(), pos);
        // `# ..` up to the end of the line says something to people only.
        while self.tok.kind != Kind::Eof && self.text[self.tok.start..].starts_with('#') {
            let rest = &self.text[self.tok.start..];
            let length = rest.find('\n').unwrap_or(rest.len());
            self.tok = lexer::next(self.text.as_bytes(), self.tok.start + length);
        }
    }

    fn kind(&self) -> Kind {
        self.tok.kind
    }

    fn spelling(&self) -> &'static str {
        Span::new(self.tok.start, self.tok.end).of(self.text)
    }

    fn take(&mut self) -> &'static str {
        let spelling = self.spelling();
        self.move_to(self.tok.end);
        spelling
    }

    fn eat(&mut self, text: &str) -> bool {
        let found = self.text[self.tok.start..].starts_with(text);
        if found {
            self.move_to(self.tok.start + text.len());
        }
        found
    }

    fn expect(&mut self, text: &str) {
        let found = self.eat(text);
        let rest = self.text[self.tok.start..].chars().take(30).collect::<String>();
        assert!(found, "named.opdsl: expected `{text}` before `{rest}`");
    }

    /// `(a, b)`
    fn names(&mut self) -> Vec<&'static str> {
        let mut names = Vec::new();
        self.expect("(");
        while !self.eat(")") {
            names.push(self.take());
            self.eat(",");
        }
        names
    }

    fn definition(&mut self) -> Named {
        let name = self.take();
        self.operands = self.names();
        self.subscripts = self.operands.iter().map(|_| Some(Vec::new())).collect();
        (self.loops, self.symbols, self.all_loops) = (Vec::new(), Vec::new(), false);
        let (mut strides, mut dilations) = (0, 0);
        let (mut cast, mut maps_property) = (false, false);
        let mut shapes = Vec::new();
        while !self.operands.contains(&self.spelling()) {
            match self.take() {
                "strides" => {
                    let names = self.names();
                    strides = names.len();
                    self.symbols.extend(names);
                }
                "dilations" => {
                    let names = self.names();
                    dilations = names.len();
                    self.symbols.extend(names);
                }
                "domain" => self.loops = self.names(),
                "cast" => cast = true,
                "maps" => maps_property = true,
                "shape" => {
                    self.expect("(");
                    shapes.push(self.take());
                    // The loops follow in the text: come back for the subscripts.
                    shapes.push(&self.text[self.tok.start..]);
                    let skipped = self.text[self.tok.start..].find(')').map_or(0, |n| n + 1);
                    self.move_to(self.tok.start + skipped);
                }
                other => panic!("named.opdsl: `{name}` has no property `{other}`"),
            }
        }
        if let [operand, _] = shapes[..] {
            let back = self.tok.start;
            let from = self.text.len() - shapes[1].len();
            self.move_to(from);
            self.access(operand);
            self.move_to(back);
        }
        let payload = self.statement();
        let maps = self.subscripts.iter().cloned().collect::<Option<Vec<_>>>();
        let (dims, syms) = (self.loops.len(), self.symbols.len());
        let maps = maps.filter(|_| !self.all_loops);
        Named {
            name,
            inputs: self.operands.len() - 1,
            maps: maps.map(|maps| maps.into_iter().map(|list| AffineMap::new(dims, syms, list)).collect()),
            strides,
            dilations,
            maps_property,
            cast,
            payload,
        }
    }

    /// `out[..] = e`, `out[..] += e`
    fn statement(&mut self) -> Expr {
        let output = self.take();
        self.access(output);
        let old = Expr::Operand(self.operands.len() - 1);
        if self.eat("+") {
            self.expect("=");
            let term = self.sum();
            return Expr::Apply("add", vec![old, term]);
        }
        self.expect("=");
        self.sum()
    }

    fn operand(&self, name: &str) -> usize {
        let at = self.operands.iter().position(|operand| *operand == name);
        at.unwrap_or_else(|| panic!("named.opdsl: there is no operand `{name}`"))
    }

    /// `[i, j * s + k]` after the name of an operand.
    fn access(&mut self, name: &str) {
        let at = self.operand(name);
        self.expect("[");
        if self.eat("...") {
            self.all_loops = true;
            return self.expect("]");
        }
        let mut list = Vec::new();
        while !self.eat("]") {
            let mut sum = self.subscript_term();
            while self.eat("+") {
                sum = sum + self.subscript_term();
            }
            list.push(sum);
            self.eat(",");
        }
        self.subscripts[at] = Some(list);
    }

    fn subscript_term(&mut self) -> AffineExpr {
        let mut term = self.subscript_leaf();
        while self.eat("*") {
            term = term * self.subscript_leaf();
        }
        term
    }

    fn subscript_leaf(&mut self) -> AffineExpr {
        let name = self.take();
        let dim = self.loops.iter().position(|other| *other == name);
        let sym = self.symbols.iter().position(|other| *other == name);
        match (dim, sym) {
            (Some(n), _) => AffineExpr::dim(n),
            (_, Some(n)) => AffineExpr::sym(n),
            _ => panic!("named.opdsl: `{name}` is neither a loop nor a stride"),
        }
    }

    fn sum(&mut self) -> Expr {
        let mut sum = self.product();
        loop {
            let function = match () {
                () if self.eat("+") => "add",
                () if self.eat("-") => "sub",
                () => return sum,
            };
            sum = Expr::Apply(function, vec![sum, self.product()]);
        }
    }

    fn product(&mut self) -> Expr {
        let mut product = self.leaf();
        while self.eat("*") {
            product = Expr::Apply("mul", vec![product, self.leaf()]);
        }
        product
    }

    fn leaf(&mut self) -> Expr {
        if self.eat("(") {
            let inner = self.sum();
            self.expect(")");
            return inner;
        }
        let kind = self.kind();
        let word = self.take();
        match kind {
            Kind::Int => Expr::Int(word.parse().expect("an integer of 64 bits")),
            Kind::Float => Expr::Float(word.parse().expect("a number")),
            _ if self.operands.contains(&word) => {
                if self.text[self.tok.start..].starts_with('[') {
                    self.access(word);
                }
                Expr::Operand(self.operand(word))
            }
            _ => self.call(word),
        }
    }

    fn call(&mut self, word: &'static str) -> Expr {
        self.expect("(");
        let mode = match word {
            "cast_signed" => CastMode::Signed,
            "cast_unsigned" => CastMode::Unsigned,
            "cast" => CastMode::Property,
            "index" => {
                let name = self.take();
                self.expect(")");
                let at = self.loops.iter().position(|other| *other == name);
                return Expr::Index(at.expect("the argument of `index` is a loop"));
            }
            _ => {
                let mut arguments = vec![self.sum()];
                while self.eat(",") {
                    arguments.push(self.sum());
                }
                self.expect(")");
                return Expr::Apply(word, arguments);
            }
        };
        let to = match self.spelling() {
            "i32" => Some(Type::I32),
            "f64" => Some(Type::F64),
            _ => None,
        };
        if to.is_some() {
            self.take();
            self.expect(",");
        }
        let inner = Box::new(self.sum());
        self.expect(")");
        Expr::Cast { mode, to, inner }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_definition_is_read() {
        assert_eq!(definitions().len(), 85);
        for named in definitions() {
            assert!(definition(named.name).is_some());
            let maps = named.maps.iter().flatten();
            for map in maps {
                let mut seen = map.dims;
                for result in &map.results {
                    result.for_each_leaf(&mut |leaf| {
                        if let AffineExpr::Dim(n) = leaf {
                            seen = seen.max(*n as usize + 1);
                        }
                    });
                }
                assert_eq!(seen, map.dims, "{}", named.name);
            }
        }
    }

    #[test]
    fn loops_strides_and_payload() {
        let pool = definition("linalg.pooling_nwc_max").expect("it has a definition");
        let maps: Vec<_> = pool.maps.iter().flatten().map(ToString::to_string).collect();
        assert_eq!(
            maps,
            [
                "(d0, d1, d2, d3)[s0, s1] -> (d0, d1 * s0 + d3 * s1, d2)",
                "(d0, d1, d2, d3)[s0, s1] -> (d3)",
                "(d0, d1, d2, d3)[s0, s1] -> (d0, d1, d2)"
            ]
        );
        assert_eq!((pool.inputs, pool.strides, pool.dilations), (2, 1, 1));
        let Expr::Apply("max_signed", arguments) = &pool.payload else {
            panic!("the payload is a maximum");
        };
        assert_eq!(arguments[0], Expr::Operand(2));
    }
}
