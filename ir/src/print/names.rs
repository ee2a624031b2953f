//! Names of values and blocks, kept from the source where they are unique and legal.

use crate::{BlockId, Module, OpId, ValueId};
use std::collections::{HashMap, HashSet};

pub(super) struct PrintedNames {
    values: Vec<Option<String>>,
    labels: HashMap<BlockId, String>,
    targets: HashSet<BlockId>,
}

/// Names taken so far inside one isolated operation; those of a closed region are free again.
#[derive(Default)]
struct Taken {
    names: HashSet<String>,
    next: usize,
}

impl PrintedNames {
    pub fn new(module: &Module) -> PrintedNames {
        let mut names = PrintedNames {
            values: vec![None; module.value_count()],
            labels: HashMap::new(),
            targets: HashSet::new(),
        };
        names.op(module, module.top, &mut Taken::default(), &mut Vec::new());
        names
    }

    pub fn of(&self, value: ValueId) -> String {
        match self.values.get(value.at()) {
            Some(Some(name)) => format!("%{name}"),
            _ => format!("%undefined{}", value.0),
        }
    }

    pub fn label(&self, block: BlockId) -> String {
        self.labels
            .get(&block)
            .cloned()
            .unwrap_or_else(|| format!("^block{}", block.0))
    }

    pub fn is_target(&self, block: BlockId) -> bool {
        self.targets.contains(&block)
    }

    fn op(&mut self, module: &Module, id: OpId, taken: &mut Taken, opened: &mut Vec<String>) {
        let op = module.op(id);
        self.results(module, &op.results, taken, opened);
        self.targets
            .extend(op.successors.iter().map(|successor| successor.block));
        let isolated = op.info().is_isolated();
        for region in &op.regions {
            let mut inner = Vec::new();
            let mut fresh = Taken::default();
            let scope = if isolated { &mut fresh } else { &mut *taken };
            self.blocks(module, &module.region(*region).blocks, scope, &mut inner);
            for name in inner {
                scope.names.remove(&name);
            }
        }
    }

    fn blocks(&mut self, module: &Module, blocks: &[BlockId], taken: &mut Taken, opened: &mut Vec<String>) {
        let mut labels = HashSet::new();
        for (n, id) in blocks.iter().enumerate() {
            let block = module.block(*id);
            let mut label = block
                .label
                .clone()
                .filter(|label| legal(label))
                .unwrap_or_else(|| format!("bb{n}"));
            while !labels.insert(label.clone()) {
                label.push('x');
            }
            self.labels.insert(*id, format!("^{label}"));
            for arg in &block.args {
                let name = taken.choose(module.value(*arg).name.as_deref(), opened);
                self.values[arg.at()] = Some(name);
            }
            // Results are named before what is inside, as the text has them.
        }
        for id in blocks {
            for op in &module.block(*id).ops {
                self.op(module, *op, taken, opened);
            }
        }
    }

    fn results(&mut self, module: &Module, results: &[ValueId], taken: &mut Taken, opened: &mut Vec<String>) {
        let name = |value: ValueId| module.value(value).name.as_deref();
        let group = |value: ValueId| name(value).and_then(|name| name.split_once('#')).map(|(base, _)| base);
        let mut n = 0;
        while n < results.len() {
            let base = group(results[n]);
            let unnamed = name(results[n]).is_none() && results.len() > 1;
            let same = |value: &&ValueId| group(**value) == base && name(**value).is_none() == unnamed;
            let count = if base.is_some() || unnamed {
                results[n..].iter().take_while(same).count().max(1)
            } else {
                1
            };
            let chosen = taken.choose(base.or(name(results[n])), opened);
            for (index, value) in results[n..n + count].iter().enumerate() {
                self.values[value.at()] = Some(if base.is_some() || unnamed {
                    format!("{chosen}#{index}")
                } else {
                    chosen.clone()
                });
            }
            n += count;
        }
    }
}

impl Taken {
    fn choose(&mut self, wish: Option<&str>, opened: &mut Vec<String>) -> String {
        let wish = wish.map(sanitize).filter(|name| !name.is_empty());
        let mut name = wish.clone().unwrap_or_default();
        let number = name.is_empty() || name.bytes().all(|b| b.is_ascii_digit());
        let mut n = 0;
        while name.is_empty() || self.names.contains(&name) {
            name = if number {
                self.next += 1;
                (self.next - 1).to_string()
            } else {
                n += 1;
                format!("{}_{n}", wish.as_deref().unwrap_or("v"))
            };
        }
        self.names.insert(name.clone());
        opened.push(name.clone());
        name
    }
}

/// A legal name like the wished one.
fn sanitize(wish: &str) -> String {
    if wish.bytes().all(|b| b.is_ascii_digit()) {
        return wish.to_owned();
    }
    let keep = |c: char| {
        if c.is_ascii_alphanumeric() || matches!(c, '_' | '$' | '.' | '-') {
            c
        } else {
            '_'
        }
    };
    let mut name: String = wish.chars().map(keep).collect();
    if name.starts_with(|c: char| c.is_ascii_digit()) {
        name.insert(0, '_');
    }
    name
}

fn legal(label: &str) -> bool {
    !label.is_empty() && sanitize(label) == label
}
