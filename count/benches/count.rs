//! Times of the anchor cases by kind and the lengths of their formulas: against barvinok in the same run, where Python has
//! it, then each by itself. `POLYVET_BARVINOK_PYTHON` names the Python.
#![allow(missing_docs, reason = "criterion's macros")]

#[allow(dead_code, reason = "each user has a part")]
#[path = "../tests/it/common/mod.rs"]
mod common;

use std::hint::black_box;
use std::time::Duration;

use common::{OPS, cases};
use criterion::{Criterion, criterion_group, criterion_main};
use polyvet_count::CountOptions;
use polyvet_poly::Ctx;

fn anchors(criterion: &mut Criterion) {
    common::peer::compare(true);
    let ctx = Ctx::new();
    for op in OPS {
        let mut group = criterion.benchmark_group(op.name);
        group
            .sample_size(10)
            .warm_up_time(Duration::from_millis(100))
            .measurement_time(Duration::from_millis(500));
        for case in cases(&ctx, op) {
            let options = CountOptions::default().context(case.context.clone());
            let length = match case.count(&options) {
                Ok(formula) => format!("{} characters", formula.to_string().len()),
                Err(error) => error.to_string(),
            };
            println!("{} {}: {length}", case.name, case.kind);
            group.bench_function(format!("{} {}", case.name, case.kind), |bencher| {
                bencher.iter(|| black_box(case.count(&options)));
            });
        }
        group.finish();
    }
}

criterion_group!(benches, anchors);
criterion_main!(benches);
