//! Loops in programs of structured operations: sequential ones that carry a value or a recurrence, parallel ones, and
//! `scf.forall`.

use super::StructuredGenerator;

impl StructuredGenerator<'_, '_, '_> {
    /// Sums along rows in a value that the loop carries.
    pub(super) fn carried_sum(&mut self) -> usize {
        let source = self.some_array();
        let dims = self.arrays[source].dims.clone();
        let Some(out) = self
            .arrays
            .iter()
            .position(|array| array.dims.len() == 1 && array.dims[0] == dims[0])
        else {
            return self.elementwise();
        };
        let ((from, from_type), (to, to_type)) = (self.operand(source), self.operand(out));
        let (id, elem, op) = (self.temporary(), self.elem, self.binary());
        let (rows, literal) = (self.bound(dims[0]), self.choices.between(0, 1));
        let inner = dims.get(1).map_or("3".to_owned(), |dim| self.bound(*dim));
        let subscript = if dims.len() == 2 { "%i, %j" } else { "%i" };
        let (step, lower) = (self.choices.of(&[1, 1, 2]), self.choices.of(&[0, 0, 1]));
        let initial = if self.choices.chance(50) {
            format!("    %{id}s = affine.load {to}[%i] : {to_type}")
        } else {
            format!("    %{id}s = arith.constant {} : {elem}", self.literal(literal))
        };
        let step = if step == 1 {
            String::new()
        } else {
            format!(" step {step}")
        };
        self.text += &format!(
            "  affine.for %i = 0 to {rows} {{\n{initial}\n    \
             %{id}r = affine.for %j = {lower} to {inner}{step} iter_args(%c = %{id}s) -> ({elem}) {{\n      \
             %v = affine.load {from}[{subscript}] : {from_type}\n      %w = arith.{op} %c, %v : {elem}\n      \
             affine.yield %w : {elem}\n    }}\n    affine.store %{id}r, {to}[%i] : {to_type}\n  }}\n"
        );
        out
    }

    /// A recurrence along the first dimension.
    pub(super) fn loop_in_place(&mut self) -> usize {
        let out = self.some_array();
        let dims = self.arrays[out].dims.clone();
        let (array, ty) = self.operand(out);
        let (elem, op) = (self.elem, self.binary());
        let (first, second) = match dims.len() {
            1 => ("%i - 1".to_owned(), "%i".to_owned()),
            _ => ("%i - 1, %j".to_owned(), "%i, %j".to_owned()),
        };
        let body = format!(
            "%v = affine.load {array}[{first}] : {ty}\n      %u = affine.load {array}[{second}] : {ty}\n      \
             %w = arith.{op} %u, %v : {elem}\n      affine.store %w, {array}[{second}] : {ty}\n"
        );
        let rows = self.bound(dims[0]);
        self.text += &match dims.get(1) {
            None => format!("  affine.for %i = 1 to {rows} {{\n      {body}  }}\n"),
            Some(dim) => format!(
                "  affine.for %i = 1 to {rows} {{\n    affine.for %j = 0 to {} {{\n      {body}    }}\n  }}\n",
                self.bound(*dim)
            ),
        };
        out
    }

    /// An array, one that may be read where it is written element by element, and an operation.
    fn pointwise(&mut self) -> (usize, usize, &'static str) {
        let out = self.some_array();
        let fits = |at: &usize| *at == out || (self.arrays[*at].dims == self.arrays[out].dims && !self.alias(*at, out));
        let sources: Vec<usize> = (0..self.arrays.len()).filter(fits).collect();
        (out, self.choices.of(&sources), self.binary())
    }

    /// A loop whose iterations touch one element each.
    pub(super) fn parallel(&mut self) -> usize {
        let (out, source, op) = self.pointwise();
        let dims = self.arrays[out].dims.clone();
        let bounds: Vec<String> = dims.iter().map(|dim| self.bound(*dim)).collect();
        let at = ["%i", "%i, %j"][dims.len() - 1];
        if self.choices.chance(50) {
            let zeros = ["0", "0, 0"][dims.len() - 1];
            self.line(&format!(
                "affine.parallel ({at}) = ({zeros}) to ({}) {{",
                bounds.join(", ")
            ));
            self.element(out, source, op, at, "affine");
            self.line("}");
            return out;
        }
        let (id, mut ends) = (self.temporary(), Vec::new());
        self.line(&format!("%{id}z = arith.constant 0 : index"));
        self.line(&format!("%{id}o = arith.constant 1 : index"));
        for (number, bound) in bounds.iter().enumerate() {
            ends.push(match bound.starts_with('%') {
                true => bound.clone(),
                false => {
                    self.line(&format!("%{id}n{number} = arith.constant {bound} : index"));
                    format!("%{id}n{number}")
                }
            });
        }
        let (zeros, ones) = (vec![format!("%{id}z"); dims.len()], vec![format!("%{id}o"); dims.len()]);
        self.line(&format!(
            "scf.parallel ({at}) = ({}) to ({}) step ({}) {{",
            zeros.join(", "),
            ends.join(", "),
            ones.join(", ")
        ));
        self.element(out, source, op, at, "memref");
        self.line("}");
        out
    }

    /// The element of `out` at `at` from itself and that of `source`.
    fn element(&mut self, out: usize, source: usize, op: &str, at: &str, dialect: &str) {
        let ((to, to_type), (from, from_type)) = (self.operand(out), self.operand(source));
        let (id, elem) = (self.temporary(), self.elem);
        self.line(&format!("  %{id}x = {dialect}.load {to}[{at}] : {to_type}"));
        self.line(&format!("  %{id}y = {dialect}.load {from}[{at}] : {from_type}"));
        self.line(&format!("  %{id}w = arith.{op} %{id}x, %{id}y : {elem}"));
        self.line(&format!("  {dialect}.store %{id}w, {to}[{at}] : {to_type}"));
    }

    /// `scf.forall` on buffers.
    pub(super) fn forall(&mut self) -> usize {
        let (out, source, op) = self.pointwise();
        let dims = self.arrays[out].dims.clone();
        let bounds: Vec<String> = dims.iter().map(|dim| self.bound(*dim)).collect();
        let at = ["%i", "%i, %j"][dims.len() - 1];
        self.line(&format!("scf.forall ({at}) in ({}) {{", bounds.join(", ")));
        self.element(out, source, op, at, "memref");
        self.line("}");
        out
    }

    /// `scf.forall` on tensors: each iteration makes a row, or an element.
    pub(super) fn forall_tensors(&mut self) -> usize {
        let (out, source, op) = self.pointwise();
        let dims = self.arrays[out].dims.clone();
        let (id, elem) = (self.temporary(), self.elem);
        let ((from, ty), (to, _)) = (self.operand(source), self.operand(out));
        let (rows, columns) = (self.bound(dims[0]), dims.get(1).map(|dim| self.bound(*dim)));
        let (place, map) = match &columns {
            Some(columns) => (
                format!("[%i, 0] [1, {columns}] [1, 1]"),
                "affine_map<(d0, d1) -> (d0, d1)>",
            ),
            None => ("[%i] [1] [1]".to_owned(), "affine_map<(d0) -> (d0)>"),
        };
        let row = match dims.get(1) {
            Some(dim) => self.ty(&[*dim]).replacen("tensor<", "tensor<1x", 1),
            None => format!("tensor<1x{elem}>"),
        };
        let parallel = vec!["\"parallel\""; dims.len()].join(", ");
        self.text += &format!(
            "  %{id} = scf.forall (%i) in ({rows}) shared_outs(%{id}o = {to}) -> ({ty}) {{\n    \
             %{id}x = tensor.extract_slice {from}{place} : {ty} to {row}\n    \
             %{id}y = tensor.extract_slice %{id}o{place} : {ty} to {row}\n    \
             %{id}z = linalg.generic {{indexing_maps = [{map}, {map}], iterator_types = [{parallel}]}} \
             ins(%{id}x : {row}) outs(%{id}y : {row}) {{\n    ^bb0(%a: {elem}, %b: {elem}):\n      \
             %c = arith.{op} %b, %a : {elem}\n      linalg.yield %c : {elem}\n    }} -> {row}\n    \
             scf.forall.in_parallel {{\n      tensor.parallel_insert_slice %{id}z into %{id}o{place} : {row} into {ty}\n    \
             }}\n  }}\n"
        );
        self.push(id, dims)
    }
}
