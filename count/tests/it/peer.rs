//! The anchor cases against barvinok, where Python has it (`islpy-barvinok` from PyPI): the same values, the times and
//! the lengths of the formulas side by side.
//!
//! `POLYVET_BARVINOK_PYTHON` names the Python, `python3` else. `POLYVET_BARVINOK_ALL` runs all cases, not only the
//! first operand of each op.

#[test]
fn same_as_barvinok() {
    crate::common::peer::compare(std::env::var_os("POLYVET_BARVINOK_ALL").is_some());
}
