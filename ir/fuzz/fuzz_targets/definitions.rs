//! Definitions in any of their notations are answered by definitions or by diagnostics.
#![no_main]

use libfuzzer_sys::fuzz_target;
use polyvet_ir::opdsl::{read_einstein, read_python, read_yaml};

fuzz_target!(|text: &str| {
    for read in [read_python, read_yaml, read_einstein] {
        read(text);
    }
});
