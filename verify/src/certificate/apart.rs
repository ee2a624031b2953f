//! Claims that operations which differ compute the same: identities, constants, and algebra.
//!
//! Two values are taken apart into operations down to *leaves*. Claimed is that the operands come from where they are said to,
//! that leaves which stand for each other are related, and, in the theories of bit vectors and floating-point numbers
//! ([`super::words`]), that the two are the same whatever the leaves are. An `index` has 64 bits or 32: both are claimed.

use super::formula::{IntegerCondition, IntegerTerm, Sentence};
use super::model::CertifiedModel;
use super::values::{ProposedSide, Related, SourceEnd, ValueOrigin, ValuePair};
use super::words::{ClaimWord, ClaimWords, Sort, poison};
use super::{Claim, ClaimKind, ProgramPlace, ProofPart, Stated, Unstated, payload};
use polyvet_analysis::ids::StmtId;
use polyvet_analysis::{ArrayKind, PayloadKind, PayloadNode};
use polyvet_ir::{Attr, Flags, Type};

/// What a value is taken apart into.
#[derive(Clone, Debug)]
pub enum ApartTree {
    /// An operation.
    Operation {
        /// Statement and operation.
        node: (StmtId, usize),
        /// What its operands are.
        operands: Vec<ApartTree>,
    },
    /// A constant: statement and operation.
    Constant(StmtId, usize),
    /// Of the first value: the number of a leaf. Of the second: of all leaves of the first that it is equal to.
    Leaf(Vec<usize>),
}

/// Two values that are the same function of leaves.
#[derive(Clone, Debug)]
pub struct Apart {
    /// Of the first program.
    pub before: ApartTree,
    /// Of the second one.
    pub after: ApartTree,
}

/// Where a leaf comes from, and which it is.
struct ApartLeaf {
    numbers: Vec<usize>,
    ends: Vec<SourceEnd>,
}

/// What is met while a value is taken apart.
#[derive(Default)]
struct Met {
    leaves: Vec<ApartLeaf>,
    /// Where operands would come from elsewhere.
    elsewhere: Vec<IntegerCondition>,
    depth: usize,
}

/// Makes a claim of its name, what it says and its conditions.
type Claims<'c> = dyn Fn(&str, &str, Vec<(String, IntegerCondition)>) -> Claim + 'c;

/// How many operations behind one are looked at for an identity.
const DEPTH_MAX: usize = 2;
/// Operations on constants of operations on constants.
const CONSTANTS_MAX: usize = 10;

impl ValuePair<'_> {
    /// The claims that two values are equal by algebra.
    pub(super) fn by_algebra(
        &self,
        part: &mut ProofPart,
        one: &Related,
        apart: &Apart,
        (x, y): (&[IntegerTerm], &[IntegerTerm]),
        (related, places, name): (IntegerCondition, Vec<ProgramPlace>, String),
    ) -> Stated<()> {
        let claim = |what: &str, says: &str, conditions: Vec<(String, IntegerCondition)>| Claim {
            kind: ClaimKind::Algebra,
            name: format!("{name}, {what}"),
            says: says.to_owned(),
            places: places.clone(),
            conditions,
        };
        let premise = || ("related instances".to_owned(), related.clone());
        let mut met = [Met::default(), Met::default()];
        for (second, tree, value, at) in [
            (false, &apart.before, one.before, x),
            (true, &apart.after, one.after, y),
        ] {
            let root = SourceEnd {
                guard: IntegerCondition::True,
                origin: value.origin(at),
            };
            self.take_apart(second, tree, vec![root], &mut met[usize::from(second)])?;
        }
        let [first, second] = met;
        let elsewhere = IntegerCondition::any(first.elsewhere.into_iter().chain(second.elsewhere));
        let says = "operands come from the operations that the values are taken apart into";
        part.claim(claim(
            "operands",
            says,
            vec![premise(), ("and one does not".to_owned(), elsewhere)],
        ));
        for leaf in &first.leaves {
            let known = first.leaves.iter().find(|other| other.numbers == leaf.numbers);
            let differ = known.map_or(IntegerCondition::False, |known| {
                differ_in(self.before.0, &known.ends, &leaf.ends)
            });
            let says = "a value that is met several times is one value";
            part.claim(claim(
                "leaves",
                says,
                vec![premise(), ("and is not".to_owned(), differ)],
            ));
        }
        for leaf in &second.leaves {
            for number in &leaf.numbers {
                let known = first.leaves.iter().find(|other| other.numbers == [*number]);
                let Some(known) = known else {
                    return Err(Unstated("a leaf stands for none".to_owned()));
                };
                let differ = self.differ(&known.ends, &leaf.ends)?;
                let says = "values that stand for each other are related";
                part.claim(claim(
                    &format!("leaf {number}"),
                    says,
                    vec![premise(), ("and are not".to_owned(), differ)],
                ));
            }
            if leaf.numbers.is_empty() {
                let wild = leaf
                    .ends
                    .iter()
                    .filter(|end| !is_defined_leaf(self.after.0, &end.origin));
                let wild = IntegerCondition::any(wild.map(|end| end.guard.clone()));
                let says = "a value of the second program alone is surely defined";
                part.claim(claim(
                    "free leaf",
                    says,
                    vec![premise(), ("and may be none".to_owned(), wild)],
                ));
            }
        }
        for claim in self.same_function(one, apart, &claim)? {
            part.claim(claim);
        }
        Ok(())
    }

    fn take_apart(&self, second: bool, tree: &ApartTree, ends: Vec<SourceEnd>, met: &mut Met) -> Stated<()> {
        let (model, side) = if second { self.after } else { self.before };
        let is = |end: &SourceEnd, node: (StmtId, usize)| matches!(&end.origin, ValueOrigin::Computed(one, _) if *one == node);
        match tree {
            ApartTree::Leaf(numbers) => met.leaves.push(ApartLeaf {
                numbers: numbers.clone(),
                ends,
            }),
            ApartTree::Constant(stmt, node) => {
                let others = ends.into_iter().filter(|end| !is(end, (*stmt, *node)));
                met.elsewhere.extend(others.map(|end| end.guard));
            }
            ApartTree::Operation { node, operands } => {
                let (here, others): (Vec<SourceEnd>, Vec<SourceEnd>) = ends.into_iter().partition(|end| is(end, *node));
                met.elsewhere.extend(others.into_iter().map(|end| end.guard));
                let [
                    SourceEnd {
                        guard,
                        origin: ValueOrigin::Computed(_, at),
                    },
                ] = &here[..]
                else {
                    return Err(Unstated(
                        "an operand comes from one operation in several ways".to_owned(),
                    ));
                };
                let PayloadKind::Op { operands: nodes, .. } = &node_of(model, *node)?.kind else {
                    return Err(Unstated("what is taken apart is no operation".to_owned()));
                };
                if nodes.len() != operands.len() {
                    return Err(Unstated("an operation has another number of operands".to_owned()));
                }
                for (operand, tree) in nodes.iter().zip(operands) {
                    let mut behind = self.origins_after((model, side), (node.0, *operand), at, &mut met.depth)?;
                    for end in &mut behind {
                        end.guard = IntegerCondition::all([guard.clone(), end.guard.clone()]);
                    }
                    self.take_apart(second, tree, behind, met)?;
                }
            }
        }
        Ok(())
    }

    /// Both are the same, whatever the leaves are.
    fn same_function(&self, one: &Related, apart: &Apart, claim: &Claims<'_>) -> Stated<Vec<Claim>> {
        let ty = one.before.ty(self.before.0).or_else(|| one.after.ty(self.after.0));
        let ty = ty.ok_or_else(|| Unstated("a value has no type".to_owned()))?;
        let says = "the two are the same, whatever the values are that they are computed from";
        let mut claims = Vec::new();
        for index in [64, 32] {
            let mut words = ClaimWords::new(index);
            let mut equal = Vec::new();
            let left = self.word(false, &apart.before, &ty, &mut words, &mut equal)?;
            let right = self.word(true, &apart.after, &ty, &mut words, &mut equal)?;
            let mut conditions: Vec<_> = equal.into_iter().map(|fact| ("one value".to_owned(), fact)).collect();
            conditions.push((
                "the two differ".to_owned(),
                format!("(not (= {} {}))", left.text, right.text),
            ));
            let name = if words.uses_index {
                format!("the same, index of {index} bits")
            } else {
                "the same".to_owned()
            };
            claims.push(claim(&name, says, sentences(&words, conditions)));
            if !words.uses_index {
                break;
            }
        }
        Ok(claims)
    }

    fn word(
        &self,
        second: bool,
        tree: &ApartTree,
        ty: &Type,
        words: &mut ClaimWords,
        equal: &mut Vec<String>,
    ) -> Stated<ClaimWord> {
        let (model, side) = if second { self.after } else { self.before };
        let sort = words.sort(ty).ok_or_else(|| no_words(ty))?;
        match tree {
            ApartTree::Leaf(numbers) => match &numbers[..] {
                [] => {
                    let name = format!("free {}", words.declarations.len());
                    Ok(words.variable(&name, sort))
                }
                [first, others @ ..] => {
                    let word = words.variable(&format!("leaf {first}"), sort);
                    for other in others {
                        let other = words.variable(&format!("leaf {other}"), sort);
                        equal.push(format!("(= {} {})", word.text, other.text));
                    }
                    Ok(word)
                }
            },
            ApartTree::Constant(stmt, node) => {
                let value = constant(model, side, (*stmt, *node))?;
                words.constant(&value, ty).ok_or_else(|| no_words(ty))
            }
            ApartTree::Operation { node, operands } => {
                let one = node_of(model, *node)?;
                let PayloadKind::Op {
                    name,
                    properties,
                    operands: nodes,
                } = &one.kind
                else {
                    return Err(Unstated("what is taken apart is no operation".to_owned()));
                };
                if second && Flags::of(properties) != Flags::NONE {
                    return Err(Unstated("an operation with flags is taken apart".to_owned()));
                }
                let mut all = Vec::new();
                for (tree, operand) in operands.iter().zip(nodes) {
                    let ty = &node_of(model, (node.0, *operand))?.ty;
                    all.push(self.word(second, tree, ty, words, equal)?);
                }
                words
                    .operation(name, properties, &all, &one.ty)
                    .ok_or_else(|| no_words(&one.ty))
            }
        }
    }
}

/// What must not be for two values of one program to be one.
fn differ_in(model: CertifiedModel<'_>, x: &[SourceEnd], y: &[SourceEnd]) -> IntegerCondition {
    let argument = |end: &SourceEnd| match &end.origin {
        ValueOrigin::Computed(node, _) => match node_of(model, *node).map(|node| &node.kind) {
            Ok(PayloadKind::Scalar(value)) => Some(*value),
            _ => None,
        },
        _ => None,
    };
    let mut differ = Vec::new();
    for p in x {
        for q in y {
            let same = match (p.origin.value(), q.origin.value()) {
                _ if argument(p).is_some() && argument(p) == argument(q) => IntegerCondition::True,
                (Some((u, x)), Some((v, y))) if u == v => IntegerCondition::same(x, y),
                _ => IntegerCondition::False,
            };
            differ.push(IntegerCondition::all([
                p.guard.clone(),
                q.guard.clone(),
                same.negated(),
            ]));
        }
    }
    IntegerCondition::any(differ)
}

fn is_defined_leaf(model: CertifiedModel<'_>, origin: &ValueOrigin) -> bool {
    match origin {
        ValueOrigin::Entry(array, _) => !model.scop.arrays[*array].may_be_unwritten,
        ValueOrigin::Nothing => false,
        ValueOrigin::Computed(node, _) => matches!(
            node_of(model, *node).map(|node| &node.kind),
            Ok(PayloadKind::Scalar(_) | PayloadKind::Index(_) | PayloadKind::Const(_))
        ),
    }
}

fn no_words(ty: &Type) -> Unstated {
    Unstated(format!(
        "values of type `{ty}` are neither bit vectors nor floating-point numbers"
    ))
}

fn node_of(model: CertifiedModel<'_>, (stmt, node): (StmtId, usize)) -> Stated<&PayloadNode> {
    let payload = model.stmt(stmt).payload.as_ref();
    payload
        .map(|payload| &payload.nodes[node])
        .ok_or_else(|| Unstated("an operation is not known".to_owned()))
}

/// The constant that an operation is, or was computed to be.
pub(super) fn constant(model: CertifiedModel<'_>, side: &ProposedSide<'_>, node: (StmtId, usize)) -> Stated<Attr> {
    match &node_of(model, node)?.kind {
        PayloadKind::Const(value) => Ok(value.clone()),
        _ => { side.computed.get(&node).cloned() }.ok_or_else(|| Unstated("a constant is none".to_owned())),
    }
}

/// Conditions in the theories of words.
fn sentences(words: &ClaimWords, conditions: Vec<(String, String)>) -> Vec<(String, IntegerCondition)> {
    let facts = words
        .facts()
        .into_iter()
        .map(|fact| ("the bits of a number".to_owned(), fact));
    let sentence = |(comment, text): (String, String)| {
        let sentence = Sentence {
            text,
            declarations: words.declarations.clone(),
            logic: "ALL",
            is_abstract: words.is_abstract,
        };
        (comment, IntegerCondition::Other(sentence))
    };
    facts.chain(conditions).map(sentence).collect()
}

/// The claims that operations are one of their operands, and that operations on constants are constants.
pub(super) fn of_operations(part: &mut ProofPart, model: CertifiedModel<'_>, side: &ProposedSide<'_>, second: bool) {
    let mut through: Vec<_> = side.through.iter().collect();
    through.sort();
    for ((stmt, node), operand) in through {
        if let Err(why) = identity(part, model, (*stmt, *node, *operand), second) {
            part.trust(&format!("identity in {}", model.stmt(*stmt).name), why.0);
        }
    }
    let mut computed: Vec<_> = side.computed.iter().collect();
    computed.sort_by_key(|(node, _)| **node);
    for (node, value) in computed {
        if let Err(why) = computes(part, (model, side), *node, value, second) {
            part.trust(&format!("constant in {}", model.stmt(node.0).name), why.0);
        }
    }
}

/// An operation down to a value that stands for itself, with where it is poison.
struct Expanded {
    word: ClaimWord,
    poison: Vec<String>,
}

fn identity(
    part: &mut ProofPart,
    model: CertifiedModel<'_>,
    (stmt, node, operand): (StmtId, usize, usize),
    second: bool,
) -> Stated<()> {
    for index in [64, 32] {
        let mut words = ClaimWords::new(index);
        let one = expand(model, stmt, (node, operand), &mut words, 0)?;
        let sort = sort_of(model, (stmt, operand), &mut words)?;
        let other = match &node_of(model, (stmt, operand))?.kind {
            PayloadKind::Const(value) => {
                let ty = &node_of(model, (stmt, operand))?.ty;
                words.constant(value, ty).ok_or_else(|| no_words(ty))?
            }
            _ => words.variable(&format!("value {operand}"), sort),
        };
        let mut wrong = vec![format!("(not (= {} {}))", one.word.text, other.text)];
        if second {
            wrong.extend(one.poison);
            defined_condition(model, stmt, node)?;
        }
        part.claim(Claim {
            kind: ClaimKind::Algebra,
            name: format!("identity in {}, operation {node}", model.stmt(stmt).name),
            says: "an operation that is seen through is its operand".to_owned(),
            places: vec![payload::place(model, stmt, node)],
            conditions: sentences(
                &words,
                vec![("it is not".to_owned(), format!("(or {})", wrong.join(" ")))],
            ),
        });
        if !words.uses_index {
            break;
        }
    }
    Ok(())
}

fn sort_of(model: CertifiedModel<'_>, node: (StmtId, usize), words: &mut ClaimWords) -> Stated<Sort> {
    let ty = &node_of(model, node)?.ty;
    words.sort(ty).ok_or_else(|| no_words(ty))
}

fn expand(
    model: CertifiedModel<'_>,
    stmt: StmtId,
    (node, stop): (usize, usize),
    words: &mut ClaimWords,
    depth: usize,
) -> Stated<Expanded> {
    let one = node_of(model, (stmt, node))?;
    match &one.kind {
        PayloadKind::Const(value) => Ok(Expanded {
            word: words.constant(value, &one.ty).ok_or_else(|| no_words(&one.ty))?,
            poison: Vec::new(),
        }),
        PayloadKind::Op {
            name,
            properties,
            operands,
        } if node != stop && depth < DEPTH_MAX => {
            let (mut all, mut wrong) = (Vec::new(), Vec::new());
            for operand in operands {
                let inner = expand(model, stmt, (*operand, stop), words, depth + 1)?;
                all.push(inner.word);
                wrong.extend(inner.poison);
            }
            let word = words
                .operation(name, properties, &all, &one.ty)
                .ok_or_else(|| no_words(&one.ty))?;
            let flags = Flags::of(properties);
            if flags != Flags::NONE {
                let known = poison(name, flags, &all, &word);
                // Only one that counts may have flags that are not known here.
                wrong.push(known.unwrap_or_else(|| "true".to_owned()));
            }
            Ok(Expanded { word, poison: wrong })
        }
        _ => {
            let sort = words.sort(&one.ty).ok_or_else(|| no_words(&one.ty))?;
            Ok(Expanded {
                word: words.variable(&format!("value {node}"), sort),
                poison: Vec::new(),
            })
        }
    }
}

/// The condition of a selection is surely defined.
fn defined_condition(model: CertifiedModel<'_>, stmt: StmtId, node: usize) -> Stated<()> {
    let PayloadKind::Op { name, operands, .. } = &node_of(model, (stmt, node))?.kind else {
        return Ok(());
    };
    match name == "arith.select" && !is_defined(model, stmt, operands[0])? {
        true => Err(Unstated("the condition of a selection may be undefined".to_owned())),
        false => Ok(()),
    }
}

pub(super) fn is_defined(model: CertifiedModel<'_>, stmt: StmtId, node: usize) -> Stated<bool> {
    const SIMPLE: [&str; 11] = [
        "cmpi", "cmpf", "andi", "ori", "xori", "addi", "subi", "muli", "addf", "subf", "mulf",
    ];
    Ok(match &node_of(model, (stmt, node))?.kind {
        PayloadKind::Const(_) | PayloadKind::Scalar(_) | PayloadKind::Index(_) => true,
        PayloadKind::Read(access) => {
            let array = model.access(stmt, *access).array;
            let given = matches!(model.scop.arrays[array].kind, ArrayKind::Input | ArrayKind::InOut);
            let mut accesses = model.scop.stmts.iter().flat_map(|stmt| &stmt.accesses);
            given
                && !model.scop.arrays[array].may_be_unwritten
                && !accesses.any(|access| access.array == array && access.kind.is_write())
        }
        PayloadKind::Op {
            name,
            properties,
            operands,
        } => {
            let simple = name.strip_prefix("arith.").is_some_and(|name| SIMPLE.contains(&name));
            let mut all = simple && Flags::of(properties) == Flags::NONE;
            for operand in operands {
                all = all && is_defined(model, stmt, *operand)?;
            }
            all
        }
    })
}

fn computes(
    part: &mut ProofPart,
    (model, side): (CertifiedModel<'_>, &ProposedSide<'_>),
    (stmt, node): (StmtId, usize),
    value: &Attr,
    second: bool,
) -> Stated<()> {
    for index in [64, 32] {
        let mut words = ClaimWords::new(index);
        let mut wrong = Vec::new();
        let found = constants((model, side), (stmt, node), &mut words, &mut wrong, 0)?;
        let ty = &node_of(model, (stmt, node))?.ty;
        let wanted = words.constant(value, ty).ok_or_else(|| no_words(ty))?;
        let mut differ = vec![format!("(not (= {} {}))", found.text, wanted.text)];
        if second {
            differ.extend(wrong);
        }
        part.claim(Claim {
            kind: ClaimKind::Algebra,
            name: format!("constant in {}, operation {node}", model.stmt(stmt).name),
            says: "an operation on constants is the constant that was computed".to_owned(),
            places: vec![payload::place(model, stmt, node)],
            conditions: sentences(
                &words,
                vec![("it is not".to_owned(), format!("(or {})", differ.join(" ")))],
            ),
        });
        if !words.uses_index {
            break;
        }
    }
    Ok(())
}

/// An operation on constants, down to these.
fn constants(
    (model, side): (CertifiedModel<'_>, &ProposedSide<'_>),
    (stmt, node): (StmtId, usize),
    words: &mut ClaimWords,
    wrong: &mut Vec<String>,
    depth: usize,
) -> Stated<ClaimWord> {
    let one = node_of(model, (stmt, node))?;
    if let Some(operand) = side.through.get(&(stmt, node)) {
        return constants((model, side), (stmt, *operand), words, wrong, depth + 1);
    }
    match &one.kind {
        PayloadKind::Const(value) => words.constant(value, &one.ty).ok_or_else(|| no_words(&one.ty)),
        PayloadKind::Op {
            name,
            properties,
            operands,
        } if depth < CONSTANTS_MAX => {
            let all: Stated<Vec<ClaimWord>> = { operands.iter() }
                .map(|operand| constants((model, side), (stmt, *operand), words, wrong, depth + 1))
                .collect();
            let all = all?;
            let word = words
                .operation(name, properties, &all, &one.ty)
                .ok_or_else(|| no_words(&one.ty))?;
            let flags = Flags::of(properties);
            if flags != Flags::NONE {
                wrong.push(poison(name, flags, &all, &word).unwrap_or_else(|| "true".to_owned()));
            }
            Ok(word)
        }
        _ => Err(Unstated("a constant is computed from something else".to_owned())),
    }
}
