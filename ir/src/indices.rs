//! The `index` dialect as operations of `arith` on `index`, which mean the same (MLIR, `IndexOps.td`).

use crate::dialect::index::PREDICATES;
use crate::{Attr, Module, OpId, Type};

/// The same operation on numbers of type `index`; those that are missing here have another form.
const SAME: [(&str, &str); 23] = [
    ("index.add", "arith.addi"),
    ("index.sub", "arith.subi"),
    ("index.mul", "arith.muli"),
    ("index.divs", "arith.divsi"),
    ("index.divu", "arith.divui"),
    ("index.ceildivs", "arith.ceildivsi"),
    ("index.ceildivu", "arith.ceildivui"),
    ("index.floordivs", "arith.floordivsi"),
    ("index.rems", "arith.remsi"),
    ("index.remu", "arith.remui"),
    ("index.maxs", "arith.maxsi"),
    ("index.maxu", "arith.maxui"),
    ("index.mins", "arith.minsi"),
    ("index.minu", "arith.minui"),
    ("index.shl", "arith.shli"),
    ("index.shrs", "arith.shrsi"),
    ("index.shru", "arith.shrui"),
    ("index.and", "arith.andi"),
    ("index.or", "arith.ori"),
    ("index.xor", "arith.xori"),
    ("index.casts", "arith.index_cast"),
    ("index.castu", "arith.index_castui"),
    ("index.constant", "arith.constant"),
];

/// A copy of `module` in which `func` has `arith` instead of `index`; `None` if it has none of that. All operations keep
/// their numbers.
pub fn plain_indices(module: &Module, func: OpId) -> Option<Module> {
    let mut found = Vec::new();
    module.walk(func, &mut |id, op| {
        if op.dialect() == "index" {
            found.push(id);
        }
    });
    let mut copy = (!found.is_empty()).then(|| module.clone())?;
    for op in found {
        let data = copy.op_mut(op);
        match data.name.as_str() {
            "index.cmp" => {
                let Some(number) = data.attr("pred").and_then(predicate) else {
                    continue;
                };
                data.name = "arith.cmpi".into();
                data.properties = Default::default();
                let value = Attr::Int {
                    value: number,
                    ty: Type::I64,
                };
                data.properties.set("predicate", value);
            }
            "index.bool.constant" => data.name = "arith.constant".into(),
            name => {
                if let Some((_, same)) = SAME.iter().find(|(index, _)| *index == name) {
                    data.name = (*same).into();
                }
            }
        }
    }
    Some(copy)
}

/// The number that `arith.cmpi` has for `#index<cmp_predicate slt>`.
fn predicate(attr: &Attr) -> Option<i128> {
    let text = attr.to_string();
    let word = text.strip_prefix("#index<cmp_predicate ")?.strip_suffix('>')?;
    let at = PREDICATES.iter().position(|known| *known == word)?;
    Some(at as i128)
}
