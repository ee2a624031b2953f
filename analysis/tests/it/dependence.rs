//! Dataflow, as its definition says.

use crate::model_of;
use polyvet_analysis::dependence::Flow;
use polyvet_analysis::{AccessKind, Scop};
use polyvet_poly::UnionMap;

/// The models of all kernels in the corpus whose name is in `names`.
fn kernel(name: &str) -> Scop {
    let path = format!("{}/../corpus/kernels/{name}.mlir", env!("CARGO_MANIFEST_DIR"));
    model_of(&std::fs::read_to_string(path).expect("a kernel"))
}

#[test]
fn flow_is_what_its_definition_says() {
    for name in ["gemm", "atax", "trmm", "jacobi-1d", "durbin"] {
        let scop = kernel(name);
        for (s, stmt) in scop.stmts.iter_enumerated() {
            for (a, access) in stmt.accesses.iter_enumerated() {
                let of = |wanted| scop.accesses(Some(access.array), |kind| kind == wanted).unwrap();
                let sink = UnionMap::from_map(scop.access(s, a).unwrap()).unwrap();
                let none = UnionMap::empty(scop.context.space().unwrap()).unwrap();
                let (reads, writes) = (of(AccessKind::Read), of(AccessKind::MustWrite));
                for (must, may, kill) in [
                    (&writes, &none, &none),
                    (&none, &reads, &writes),
                    (&writes, &reads, &none),
                ] {
                    let (must, may, kill) = (must.clone(), may.clone(), kill.clone());
                    let flow = Flow {
                        sink: sink.clone(),
                        must,
                        may,
                        kill,
                    };
                    let by_isl = flow.compute(&scop.schedule).unwrap();
                    let by_definition = flow.by_definition(&scop.schedule).unwrap();
                    assert!(
                        by_isl.is_equal(&by_definition).unwrap(),
                        "{name}: {by_isl}\nis not\n{by_definition}"
                    );
                }
            }
        }
    }
}
