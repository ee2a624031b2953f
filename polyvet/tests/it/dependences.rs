//! Dependences found in threads, each with a model of its own.

use polyvet::Program;
use polyvet::facts;
use polyvet_analysis::dependence;
use polyvet_analysis::extract::{ExtractOptions, extract};
use polyvet_poly::Ctx;

/// `count` loops, each of which reads what others wrote.
fn chain(count: usize) -> String {
    let of = |at: usize| {
        format!(
            "  affine.for %i{at} = {} to %n {{
    %a{at} = affine.load %A[%i{at} - {}] : memref<?xf32>
    affine.store %a{at}, %{}[%i{at}] : memref<?xf32>
  }}\n",
            at % 3,
            at % 3,
            ["A", "B"][at % 2]
        )
    };
    let loops: String = (0..count).map(of).collect();
    format!("func.func @f(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) {{\n{loops}  return\n}}\n")
}

#[test]
fn shares_together_are_what_one_thread_finds() {
    let text = chain(70);
    let program = Program::read(text.as_str()).expect("a program");
    let function = program.function("f").expect("a function");
    let (module, _) = polyvet_ir::parse(&text);
    let scop = extract(&module, module.funcs()[0], &Ctx::new(), &ExtractOptions::default()).expect("a model");
    let scop = facts::asserted(&scop).expect("within budgets");
    for (value_based, found) in [
        (false, dependence::memory_based(&scop).expect("within budgets")),
        (true, dependence::value_based(&scop).expect("within budgets")),
    ] {
        let answer = function.dependences(value_based).expect("an answer");
        let shown =
            |dep: &polyvet_report::DependenceResult| (dep.kind, dep.source.clone(), dep.sink.clone(), dep.map.clone());
        let listed: Vec<_> = answer.dependences.iter().map(shown).collect();
        let each =
            { found.list.iter() }.map(|dep| facts::dependence(&scop, dep, &program.origin()).expect("within budgets"));
        assert_eq!(listed, each.map(|dep| shown(&dep)).collect::<Vec<_>>());
        assert!(listed.len() > 100, "{}", listed.len());
    }
}
