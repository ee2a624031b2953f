//! Operations on scalars.

use super::function::CPrinter;
use super::{CResult, storage, unsupported};
use polyvet_interp::{FloatPredicate, IntPredicate, ScalarType};
use polyvet_ir::{Attr, FloatKind, Op, Type};

impl CPrinter<'_> {
    /// An operation on scalars.
    pub(super) fn scalar(&mut self, op: &Op) -> CResult<()> {
        let [result] = op.results[..] else {
            return unsupported(&format!("`{}`", op.name));
        };
        let scalar = |ty: &Type| ScalarType::of(ty);
        let Some(to) = scalar(self.ty(result)) else {
            return unsupported(&format!("`{}` on values of type `{}`", op.name, self.ty(result)));
        };
        // What is chosen is not looked at.
        let is_raw = op.name == "arith.select" || op.name == "arith.bitcast";
        let read = |value| match half(ScalarType::of(self.ty(value))) {
            Some(format) if !is_raw => format!("wide({}, {format})", self.name(value)),
            _ => self.name(value),
        };
        let names: Vec<String> = op.operand_values().map(read).collect();
        let from: Vec<ScalarType> = op.operand_values().filter_map(|value| scalar(self.ty(value))).collect();
        if from.len() != names.len() || from.is_empty() {
            return unsupported(&format!("`{}`", op.name));
        }
        let (w, x) = (from[0].bits(), &names[0]);
        let y = names.get(1).map_or("", String::as_str);
        let (sx, sy) = (format!("sext({x}, {w})"), format!("sext({y}, {w})"));
        let (ux, uy) = (format!("(uint64_t){x}"), format!("(uint64_t){y}"));
        let f = if to == ScalarType::Float(FloatKind::F32) {
            "f"
        } else {
            ""
        };
        let name = op.name.as_str();
        let value = match name {
            "arith.addi" | "index.add" => format!("{ux} + {uy}"),
            "arith.subi" | "index.sub" => format!("{ux} - {uy}"),
            "arith.muli" | "index.mul" => format!("{ux} * {uy}"),
            "arith.divsi" | "index.divs" => format!("(uint64_t)({sx} / {sy})"),
            "arith.remsi" | "index.rems" => format!("(uint64_t)({sx} % {sy})"),
            "arith.divui" | "index.divu" => format!("{ux} / {uy}"),
            "arith.remui" | "index.remu" => format!("{ux} % {uy}"),
            "arith.floordivsi" => format!("(uint64_t)floordiv({sx}, {sy})"),
            "arith.ceildivsi" => format!("(uint64_t)ceildiv({sx}, {sy})"),
            "arith.ceildivui" => format!("{ux} / {uy} + ({ux} % {uy} != 0)"),
            "arith.andi" => format!("{ux} & {uy}"),
            "arith.ori" => format!("{ux} | {uy}"),
            "arith.xori" => format!("{ux} ^ {uy}"),
            "arith.shli" => format!("{ux} << {uy}"),
            "arith.shrui" => format!("{ux} >> {uy}"),
            "arith.shrsi" => format!("(uint64_t)({sx} >> {uy})"),
            "arith.maxsi" => format!("{sx} > {sy} ? {ux} : {uy}"),
            "arith.minsi" => format!("{sx} < {sy} ? {ux} : {uy}"),
            "arith.maxui" => format!("{ux} > {uy} ? {ux} : {uy}"),
            "arith.minui" => format!("{ux} < {uy} ? {ux} : {uy}"),
            "arith.extsi" | "arith.index_cast" => format!("(uint64_t){sx}"),
            "arith.extui" | "arith.index_castui" | "arith.trunci" => ux,
            "arith.cmpi" => self.compare_integers(op, [&sx, &sy, &ux, &uy])?,
            "arith.select" => {
                let z = names.get(2).map_or("", String::as_str);
                format!("{x} ? {y} : {z}")
            }
            "arith.addf" => format!("{x} + {y}"),
            "arith.subf" => format!("{x} - {y}"),
            "arith.mulf" => format!("{x} * {y}"),
            "arith.divf" => format!("{x} / {y}"),
            "arith.remf" => format!("fmod{f}({x}, {y})"),
            "arith.negf" => format!("-{x}"),
            "arith.maximumf" => format!("maximum{f}_({x}, {y})"),
            "arith.minimumf" => format!("minimum{f}_({x}, {y})"),
            "arith.extf" => format!("(double){x}"),
            // Rounded once, to the format of the result.
            "arith.truncf" => x.clone(),
            "arith.sitofp" | "arith.uitofp" if half(Some(to)).is_some() && w > 53 => {
                return unsupported(&format!("`{name}` from {w} bits to `{to}`, which rounds twice"));
            }
            "arith.sitofp" => format!("({}){sx}", compute(to)),
            "arith.uitofp" => format!("({}){ux}", compute(to)),
            "arith.bitcast" => bitcast(x, from[0], to),
            "arith.fptosi" => format!("(uint64_t)(int64_t){x}"),
            "arith.fptoui" => format!("(uint64_t){x}"),
            "arith.cmpf" => compare_floats(op, x, y)?,
            "math.absf" => format!("fabs{f}({x})"),
            "math.copysign" => format!("copysign{f}({x}, {y})"),
            "math.fma" => format!("fma{f}({x}, {y}, {})", names.get(2).map_or("", String::as_str)),
            "math.sqrt" | "math.exp" | "math.exp2" | "math.expm1" | "math.log" | "math.log2" | "math.log10"
            | "math.log1p" | "math.sin" | "math.cos" | "math.tan" | "math.tanh" | "math.floor" | "math.ceil"
            | "math.trunc" | "math.round" | "math.erf" => format!("{}{f}({x})", &name["math.".len()..]),
            "math.powf" => format!("pow{f}({x}, {y})"),
            "math.atan2" => format!("atan2{f}({x}, {y})"),
            _ => return unsupported(&format!("`{name}`")),
        };
        let ty = storage(self.ty(result))?;
        let value = match to {
            ScalarType::Float(_) => match half(Some(to)) {
                Some(format) if !is_raw => format!("narrow({value}, {format})"),
                _ => value,
            },
            _ if to.bits() == 64 => value,
            _ => format!("({ty})(({value}) & {}ULL)", to.mask()),
        };
        self.declare(result, &value)
    }

    fn compare_integers(&self, op: &Op, [sx, sy, ux, uy]: [&str; 4]) -> CResult<String> {
        use IntPredicate::{Eq, Ne, Sge, Sgt, Sle, Slt, Uge, Ugt, Ule, Ult};
        let predicate = op
            .attr("predicate")
            .and_then(Attr::as_i64)
            .and_then(IntPredicate::from_code);
        Ok(match predicate {
            Some(Eq) => format!("{ux} == {uy}"),
            Some(Ne) => format!("{ux} != {uy}"),
            Some(Slt) => format!("{sx} < {sy}"),
            Some(Sle) => format!("{sx} <= {sy}"),
            Some(Sgt) => format!("{sx} > {sy}"),
            Some(Sge) => format!("{sx} >= {sy}"),
            Some(Ult) => format!("{ux} < {uy}"),
            Some(Ule) => format!("{ux} <= {uy}"),
            Some(Ugt) => format!("{ux} > {uy}"),
            Some(Uge) => format!("{ux} >= {uy}"),
            None => return unsupported("a comparison without predicate"),
        })
    }
}

/// Widths of exponent and fraction of a float format that C does not have: its values are kept as bits, and computed in
/// `double`, from where one rounding gives what the format itself would (it has more than twice the digits).
pub(super) fn half(ty: Option<ScalarType>) -> Option<&'static str> {
    match ty? {
        ScalarType::Float(FloatKind::F16) => Some("5, 10"),
        ScalarType::Float(FloatKind::BF16) => Some("8, 7"),
        _ => None,
    }
}

/// The C type in which values of a float type are computed.
fn compute(ty: ScalarType) -> &'static str {
    match ty {
        ScalarType::Float(FloatKind::F32) => "float",
        _ => "double",
    }
}

fn bitcast(x: &str, from: ScalarType, to: ScalarType) -> String {
    let bits = match from {
        ScalarType::Float(FloatKind::F32) => format!("bits32({x})"),
        ScalarType::Float(FloatKind::F64) => format!("bits64({x})"),
        _ => format!("(uint64_t){x}"),
    };
    match to {
        ScalarType::Float(FloatKind::F32) => format!("f32((uint32_t){bits})"),
        ScalarType::Float(FloatKind::F64) => format!("f64({bits})"),
        _ => bits,
    }
}

fn compare_floats(op: &Op, x: &str, y: &str) -> CResult<String> {
    let predicate = op
        .attr("predicate")
        .and_then(Attr::as_i64)
        .and_then(FloatPredicate::from_code);
    let Some(name) = predicate.map(FloatPredicate::name) else {
        return unsupported("a comparison without predicate");
    };
    let unordered = format!("({x} != {x} || {y} != {y})");
    let relation = |name: &str| {
        Some(match name {
            "eq" => format!("{x} == {y}"),
            "ne" => format!("{x} != {y}"),
            "gt" => format!("{x} > {y}"),
            "ge" => format!("{x} >= {y}"),
            "lt" => format!("{x} < {y}"),
            "le" => format!("{x} <= {y}"),
            _ => return None,
        })
    };
    Ok(match name {
        "false" => "0".to_owned(),
        "true" => "1".to_owned(),
        "ord" => format!("!{unordered}"),
        "uno" => unordered,
        _ => match (&name[..1], relation(&name[1..])) {
            ("o", Some(relation)) => format!("!{unordered} && {relation}"),
            ("u", Some(relation)) => format!("{unordered} || {relation}"),
            _ => return unsupported("this comparison"),
        },
    })
}
