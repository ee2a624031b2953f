//! Edits of a module: copies of operations, other operands, other places.

use crate::{AffineMap, Attr, Module, OpId, OpSpec, Operand, Type, ValueId};
use std::collections::HashMap;

/// What stands in `static_offsets` and the like for a number that is an operand.
pub const DYNAMIC: i64 = crate::dialect::format::DYNAMIC;

/// `[1 : i64, 2 : i64]`
pub fn i64_list(numbers: &[i64]) -> Attr {
    let attr = |value: &i64| Attr::Int {
        value: i128::from(*value),
        ty: Type::I64,
    };
    Attr::Array(numbers.iter().map(attr).collect())
}

/// `array<i64: 1, 2>`
pub fn i64_array(numbers: &[i64]) -> Attr {
    crate::dialect::format::i64_array(numbers)
}

/// `operandSegmentSizes`: how many operands each group has.
pub fn segment_sizes(sizes: &[usize]) -> Attr {
    crate::dialect::format::segment_sizes(sizes)
}

/// `[affine_map<..>, ..]`
pub fn maps_attr(maps: Vec<AffineMap>) -> Attr {
    crate::dialect::linalg::maps_attr(maps)
}

/// Names of the structured operations that have a definition: `linalg.matmul`, ..
pub fn named_operations() -> impl Iterator<Item = &'static str> {
    crate::dialect::linalg::named_operations()
}

/// Writes the payload of a named operation such as `linalg.fill` over elements of `types`, and its maps; [`None`]
/// if it has none on them.
pub fn write_payload(module: &mut Module, op: OpId, types: &[Type]) -> Option<()> {
    crate::dialect::linalg::write_payload(module, op, types)
}

/// Whether two structured operations compute the same of the elements that they read.
pub fn same_payload(first: &Module, x: OpId, second: &Module, y: OpId) -> bool {
    match (&first.op(x).regions[..], &second.op(y).regions[..]) {
        ([x], [y]) => crate::same::same_region(first, *x, second, *y),
        _ => false,
    }
}

impl Module {
    /// A copy of an operation of this module with all that is in it, which stands nowhere yet; operands are
    /// replaced by what `map` says, to which what the copy defines is added.
    pub fn copy_op(&mut self, op: OpId, map: &mut HashMap<ValueId, ValueId>) -> OpId {
        let old = self.op(op).clone();
        let operand = |operand: &Operand| Operand {
            value: *map.get(&operand.value).unwrap_or(&operand.value),
            span: operand.span,
        };
        let result = |value: &ValueId| {
            let value = self.value(*value);
            (value.ty.clone(), value.name.clone(), value.span)
        };
        let spec = OpSpec {
            operands: old.operands.iter().map(operand).collect(),
            results: old.results.iter().map(result).collect(),
            properties: old.properties,
            attrs: old.attrs,
            successors: old.successors,
            span: old.span,
            name_span: old.name_span,
            ..OpSpec::new(&old.name)
        };
        let new = self.add_op(spec);
        map.extend(old.results.into_iter().zip(self.op(new).results.clone()));
        if let Some(names) = self.loop_names(op).map(<[_]>::to_vec) {
            self.set_loop_names(new, names);
        }
        for region in old.regions {
            let target = self.add_region(new);
            for block in self.region(region).blocks.clone() {
                let here = self.add_block(target, &[]);
                for arg in self.block(block).args.clone() {
                    let value = self.value(arg).clone();
                    let arg_here = self.add_block_arg(here, value.ty, value.name, value.span);
                    map.insert(arg, arg_here);
                }
                for inner in self.block(block).ops.clone() {
                    let copy = self.copy_op(inner, map);
                    self.append(here, copy);
                }
            }
        }
        new
    }

    /// Operands inside `within` become what `map` says.
    pub fn replace_uses(&mut self, within: OpId, map: &HashMap<ValueId, ValueId>) {
        let mut users = Vec::new();
        self.walk(within, &mut |id, op| {
            if op.operand_values().any(|value| map.contains_key(&value)) {
                users.push(id);
            }
        });
        for user in users {
            for operand in &mut self.op_mut(user).operands {
                operand.value = *map.get(&operand.value).unwrap_or(&operand.value);
            }
        }
    }

    /// Puts a detached operation in front of another one.
    ///
    /// # Panics
    /// If that stands nowhere.
    pub fn insert_before(&mut self, place: OpId, op: OpId) {
        let block = self.op(place).parent.expect("it stands in a block");
        let ops = &mut self.block_mut(block).ops;
        let at = ops.iter().position(|other| *other == place).expect("it stands there");
        ops.insert(at, op);
        self.op_mut(op).parent = Some(block);
    }

    /// Puts the body of the one function in `text` in front of `op`, whose operands are its arguments; what it returns.
    /// `None` if `text` cannot be read.
    pub(crate) fn insert_body(&mut self, op: OpId, text: &str) -> Option<Vec<ValueId>> {
        let (made, diagnostics) = crate::parse(text);
        let function = *made.funcs().first().filter(|_| diagnostics.is_empty())?;
        let (data, view) = (self.op(op).clone(), crate::func(&made, function)?);
        let mut values: HashMap<ValueId, ValueId> = view.args.iter().copied().zip(data.operand_values()).collect();
        let ops = made.block(made.only_block(function, 0)?).ops.clone();
        let (last, ops) = ops.split_last()?;
        for one in ops {
            let copy = self.import_given(&made, *one, &mut values);
            self.insert_before(op, copy);
            let mut inside = Vec::new();
            self.walk(copy, &mut |id, _| inside.push(id));
            for id in inside {
                let one = self.op_mut(id);
                (one.span, one.name_span) = (data.span, data.name_span);
            }
        }
        let returned = made.op(*last).operand_values();
        returned.map(|value| values.get(&value).copied()).collect()
    }

    /// Takes an operation out of its block.
    pub fn detach(&mut self, op: OpId) {
        if let Some(block) = self.op_mut(op).parent.take() {
            self.block_mut(block).ops.retain(|other| *other != op);
        }
    }

    /// How often each value is used inside `within`.
    pub fn use_counts(&self, within: OpId) -> Vec<usize> {
        let mut uses = vec![0; self.value_count()];
        self.walk(within, &mut |_, op| {
            let passed = op.successors.iter().flat_map(|successor| &successor.args);
            for operand in op.operands.iter().chain(passed) {
                uses[operand.value.at()] += 1;
            }
        });
        uses
    }
}
